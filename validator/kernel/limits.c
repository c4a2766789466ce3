/* The size of an obligation is that of what it states, and of the cones of the literals in it: the
 * gates that they depend on, before and after the step. Nothing is simplified here, so that the CNF
 * is never larger than what is counted. */
#include "validator/kernel/limits.h"

#include "validator/kernel/walls.h"

struct size {
  uint64_t variables, literals;
};

struct meter {
  const struct v_certificate *c;
  const struct v_system *s;
  uint8_t *seen;       /* per variable and frame */
  struct v_list found; /* all that is seen: 2*variable + frame */
  struct size walls;   /* of the block at hand */
};

/* What it states. For a block at most: both frames of its arena in every copy; 14 for each step in
 * every copy, and as many for it alone; 3 for each fairness number; 14 for each saved value and
 * flag.
 */
static uint64_t stated_by(const struct v_certificate *c, const struct v_system *s,
                          const struct v_obligation *o) {
  if (!o->state) return o->builder.size;
  const struct v_block *block = &c->blocks[o->place];
  uint64_t copies = o->state == v_state_walls ? 1 : v_copies(block);
  uint64_t arenas = 4 * ((uint64_t)block->regions + 3) * copies;
  uint64_t steps = block->kinds.size * (copies + 1);
  if (v_is_loop(block)) steps += s->saved.size + s->states.size + 2;
  return arenas + 14 * steps + 3 * block->fair.size;
}

/* --- Cones --- */
static void find(struct meter *m, uint64_t framed) {
  uint32_t place = (uint32_t)framed & ~(uint32_t)1;
  place |= (uint32_t)(framed >> V_FRAME_SHIFT & 1);
  if (m->seen[place]) return;
  m->seen[place] = 1;
  v_push(&m->found, place);
}

/* What is found, with all that it depends on; forgets it. */
static struct size measure_found(struct meter *m) {
  struct size size = {0};
  for (size_t k = 0; k < m->found.size; k++) {
    uint32_t place = m->found.at[k];
    size_t count = 0;
    const uint32_t *arguments = v_gate(m->s, place / 2, &count);
    if (!arguments) continue;
    size.literals += 3 * count + 1;
    for (size_t n = 0; n < count; n++) find(m, v_framed(m->s, 0, place & 1, arguments[n]));
  }
  size.variables = m->found.size;
  for (size_t k = 0; k < m->found.size; k++) m->seen[m->found.at[k]] = 0;
  m->found.size = 0;
  return size;
}

static struct size measure_cones(struct meter *m, const struct v_builder *b) {
  for (size_t k = 0; k < b->size; k++)
    if (b->literals[k] < V_EXTRA) find(m, b->literals[k]);
  struct size size = measure_found(m);
  size.variables += b->extras;
  return size;
}

/* A skeleton looks in every copy at what the walls look at, in one of them at each fairness, and in
 * the first at its loop. Its obligation stands behind that of the walls. */
static struct size measure_block(struct meter *m, const struct v_obligation *o) {
  const struct v_block *block = &m->c->blocks[o->place];
  if (o->state == v_state_walls) {
    struct v_builder walls = {.system = m->s};
    v_state_walls(&walls, m->c, block);
    m->walls = measure_cones(m, &walls);
    v_builder_free(&walls);
    return m->walls;
  }
  struct size size = {m->walls.variables * v_copies(block), m->walls.literals * v_copies(block)};
  for (size_t k = 0; k < block->named.size; k++) {
    find(m, v_framed(m->s, 0, 0, m->s->states.at[block->named.at[k]]));
    struct size fairness = measure_found(m);
    size.variables += fairness.variables;
    size.literals += fairness.literals;
  }
  if (!v_is_loop(block)) return size;
  struct v_builder loop = {.system = m->s};
  v_state_loop(&loop, block, V_EXTRA);
  struct size cases = measure_cones(m, &loop);
  v_builder_free(&loop);
  size.variables += cases.variables;
  size.literals += cases.literals;
  return size;
}

/* --- All of them --- */
static bool too_many(struct v_error *error, const char *what, uint64_t most) {
  return v_unsupported(error, "more than %llu %s", (unsigned long long)most, what);
}

bool v_obligations_are_within_limits(const struct v_certificate *c, const struct v_system *s,
                                     struct v_error *error) {
  uint64_t most_stated = v_most(v_limit_stated, c->input_bytes);
  uint64_t most_variables = v_most(v_limit_variables, c->input_bytes);
  uint64_t most_literals = v_most(v_limit_literals, c->input_bytes);
  uint64_t largest = 0;
  uint64_t total = 0;
  for (size_t k = 0; k < c->num_obligations; k++) { /* at first what takes no time */
    uint64_t stated = stated_by(c, s, &c->obligations[k]);
    if (stated > most_stated) return too_many(error, "literals in one obligation", most_stated);
    total += stated;
  }
  struct meter m = {.c = c, .s = s, .seen = v_zeroed(2 * (size_t)v_num_variables(s), 1)};
  for (size_t k = 0; k < c->num_obligations && total <= most_literals; k++) {
    const struct v_obligation *o = &c->obligations[k];
    struct size size = o->state ? measure_block(&m, o) : measure_cones(&m, &o->builder);
    total += size.literals;
    if (size.variables > largest) largest = size.variables;
  }
  free(m.seen);
  v_list_free(&m.found);
  if (largest > most_variables)
    return too_many(error, "variables in one obligation", most_variables);
  return total <= most_literals || too_many(error, "literals in all obligations", most_literals);
}
