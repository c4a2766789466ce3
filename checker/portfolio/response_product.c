/* Reading the question, and the copy of the system that it is asked of. */
#include "checker/portfolio/response_parts.h"

#include <assert.h>

enum { MOST_LOCATIONS = 12, MOST_EXPANDED = 1000 };

static const struct core_node *node_of(const struct bounds *b, part a) {
  return &b->core->nodes[a >> 1];
}

part part_of(const struct bounds *b, part a) {
  while (node_of(b, a)->op == CORE_NOT) a = (2 * node_of(b, a)->left + 1) ^ (a & 1);
  return a;
}

/* Children have larger numbers. */
uint8_t *parts_find_plain(const struct core_formula *core) {
  uint8_t *plain = memory_zeroed(core->num_nodes, 1);
  for (size_t v = core->num_nodes; v-- > 0;) {
    const struct core_node *node = &core->nodes[v];
    bool both = node->op == CORE_AND || node->op == CORE_OR;
    plain[v] = node->op == CORE_ATOM || ((both || node->op == CORE_NOT) && plain[node->left]);
    if (both && !plain[node->right]) plain[v] = 0;
  }
  return plain;
}

/* Of a part without temporal operators; LIT_NONE of others. */
static lit value_of(const struct question *q, const struct bounds *b, part a) {
  return q->plain[a >> 1] ? bounds_upper(b, a >> 1) ^ (a & 1) : LIT_NONE;
}

/* --- what the parts are ----------------------------------------------------------------------- */

enum shape { SHAPE_VALUE, SHAPE_OR, SHAPE_AND, SHAPE_EX, SHAPE_EU, SHAPE_EG, SHAPE_OTHER };

static enum shape shape_of(const struct question *q, const struct bounds *b, part a) {
  if (value_of(q, b, a) != LIT_NONE) return SHAPE_VALUE;
  switch (node_of(b, a)->op) {
  case CORE_AND: return a & 1 ? SHAPE_OR : SHAPE_AND;
  case CORE_OR: return a & 1 ? SHAPE_AND : SHAPE_OR;
  case CORE_EX: return a & 1 ? SHAPE_OTHER : SHAPE_EX;
  case CORE_EU: return a & 1 ? SHAPE_OTHER : SHAPE_EU;
  case CORE_EG: return a & 1 ? SHAPE_OTHER : SHAPE_EG;
  default: return SHAPE_OTHER;
  }
}

static part left_of(const struct bounds *b, part a) {
  return part_of(b, 2 * node_of(b, a)->left + (a & 1));
}
static part right_of(const struct bounds *b, part a) {
  return part_of(b, 2 * node_of(b, a)->right + (a & 1));
}

/* EG true: a fair path starts here, as it does wherever a path of the copy goes on. */
static bool is_fair_path(const struct question *q, const struct bounds *b, part a) {
  return shape_of(q, b, a) == SHAPE_EG && value_of(q, b, left_of(b, a)) == AIG_TRUE;
}

/* The parts of a conjunction: one has no temporal operators or is EG true. False: there is no such
 * one. */
static bool split(const struct question *q, const struct bounds *b, part a, part *plain,
                  part *other) {
  part l = left_of(b, a), r = right_of(b, a);
  bool first = value_of(q, b, l) != LIT_NONE ||
               (value_of(q, b, r) == LIT_NONE && is_fair_path(q, b, l) && !is_fair_path(q, b, r));
  *plain = first ? l : r;
  *other = first ? r : l;
  return value_of(q, b, *plain) != LIT_NONE || is_fair_path(q, b, *plain);
}

static void add_once(struct lits *list, uint32_t item) {
  for (size_t k = 0; k < list->size; k++)
    if (list->at[k] == item) return;
  lits_push(list, item);
}

/* Where a path can go from here; false: the formula is not of this kind. */
static bool expand(struct question *q, const struct bounds *b, part a) {
  part plain, other;
  if (++q->expanded > MOST_EXPANDED) return false;
  switch (shape_of(q, b, a)) {
  case SHAPE_VALUE: add_once(&q->locations, PART_DONE); return true;
  case SHAPE_OR: return expand(q, b, left_of(b, a)) && expand(q, b, right_of(b, a));
  case SHAPE_AND:
    if (!split(q, b, a, &plain, &other) || !expand(q, b, other)) return false;
    return value_of(q, b, plain) != LIT_NONE || expand(q, b, plain);
  case SHAPE_EX:
    add_once(&q->nodes, a >> 1);
    add_once(&q->locations, left_of(b, a));
    return true;
  case SHAPE_EU:
    add_once(&q->nodes, a >> 1);
    add_once(&q->locations, a);
    return value_of(q, b, left_of(b, a)) != LIT_NONE && expand(q, b, right_of(b, a));
  case SHAPE_EG:
    add_once(&q->nodes, a >> 1);
    add_once(&q->locations, a);
    return value_of(q, b, left_of(b, a)) != LIT_NONE;
  default: return false;
  }
}

/* EG of something that is not always true. */
static bool has_cycle(const struct question *q, const struct bounds *b) {
  for (size_t k = 0; k < q->nodes.size; k++) {
    part a = 2 * q->nodes.at[k];
    if (shape_of(q, b, a) == SHAPE_EG && !is_fair_path(q, b, a)) return true;
  }
  return false;
}

bool question_read(struct question *q, const struct bounds *b, part top) {
  lits_push(&q->locations, part_of(b, top));
  for (size_t k = 0; k < q->locations.size; k++) {
    part a = q->locations.at[k];
    if (a != PART_DONE && !expand(q, b, a)) return false;
    if (q->locations.size > MOST_LOCATIONS) return false;
  }
  return has_cycle(q, b);
}

/* --- steps between locations ------------------------------------------------------------------ */

/* Beside EG true, what is done goes on there. */
static lit step_beside(const struct question *q, struct bounds *b, part fair, part other,
                       part location) {
  if (location == PART_DONE) return AIG_FALSE;
  lit step = question_step(q, b, other, location);
  if (location != fair) return step;
  return aig_or(b->aig, step, question_step(q, b, other, PART_DONE));
}

lit question_step(const struct question *q, struct bounds *b, part a, part location) {
  part plain, other;
  if (a == PART_DONE) return location == PART_DONE ? AIG_TRUE : AIG_FALSE;
  switch (shape_of(q, b, a)) {
  case SHAPE_VALUE: return location == PART_DONE ? value_of(q, b, a) : AIG_FALSE;
  case SHAPE_OR:
    return aig_or(b->aig, question_step(q, b, left_of(b, a), location),
                  question_step(q, b, right_of(b, a), location));
  case SHAPE_AND:
    split(q, b, a, &plain, &other);
    if (value_of(q, b, plain) == LIT_NONE) return step_beside(q, b, plain, other, location);
    return aig_and(b->aig, value_of(q, b, plain), question_step(q, b, other, location));
  case SHAPE_EX: return location == left_of(b, a) ? AIG_TRUE : AIG_FALSE;
  case SHAPE_EU: {
    lit go = question_step(q, b, right_of(b, a), location);
    return location == a ? aig_or(b->aig, value_of(q, b, left_of(b, a)), go) : go;
  }
  default: return location == a ? value_of(q, b, left_of(b, a)) : AIG_FALSE;
  }
}

lit question_enters(const struct question *q, struct bounds *b, part a, uint32_t node) {
  part plain, other;
  if (a == PART_DONE) return AIG_FALSE;
  if (a == 2 * node) return AIG_TRUE;
  switch (shape_of(q, b, a)) {
  case SHAPE_OR:
    return aig_or(b->aig, question_enters(q, b, left_of(b, a), node),
                  question_enters(q, b, right_of(b, a), node));
  case SHAPE_AND: {
    split(q, b, a, &plain, &other);
    lit enters = question_enters(q, b, other, node);
    if (value_of(q, b, plain) != LIT_NONE) return aig_and(b->aig, value_of(q, b, plain), enters);
    if (plain != 2 * node) return enters;
    return aig_or(b->aig, enters, question_step(q, b, other, PART_DONE));
  }
  case SHAPE_EU: return question_enters(q, b, right_of(b, a), node);
  default: return AIG_FALSE;
  }
}

/* --- the copy --------------------------------------------------------------------------------- */

static lit bit_of(const struct question *q, size_t location) {
  return q->copy.system->states[q->copy.original->num_states + location - 1];
}

/* One bit at most is true; states with more are not of interest, and nothing steps from there. */
static lit at_location(const struct question *q, size_t location) {
  struct aig *aig = q->copy.system->aig;
  lit at = AIG_TRUE;
  for (size_t k = 1; k < q->locations.size; k++)
    at = aig_and(aig, at, bit_of(q, k) ^ (k == location ? 0u : 1u));
  return at;
}

static lit step_in_copy(struct question *q, struct bounds *b, size_t from, size_t to) {
  lit step = question_step(q, b, q->locations.at[from], q->locations.at[to]);
  return aig_and(q->copy.system->aig, at_location(q, from), extension_lit(&q->copy, step));
}

/* A step to another location is made if its input wishes so and it can be made: so inputs that are
 * chosen at random lead somewhere. Otherwise the path stays, if it may. */
static void add_steps(struct question *q, struct bounds *b) {
  struct system *s = q->copy.system;
  size_t states = q->copy.original->num_states, inputs = q->copy.original->num_inputs;
  lit moved = AIG_FALSE, stays = AIG_FALSE;
  for (size_t to = 1; to < q->locations.size; to++) {
    lit can = AIG_FALSE;
    for (size_t from = 0; from < q->locations.size; from++)
      if (from != to) can = aig_or(s->aig, can, step_in_copy(q, b, from, to));
    lit move = aig_and(s->aig, aig_and(s->aig, s->inputs[inputs + to - 1], can), lit_not(moved));
    s->next[states + to - 1] = move; /* for now */
    moved = aig_or(s->aig, moved, move);
  }
  for (size_t k = 1; k < q->locations.size; k++)
    s->next[states + k - 1] =
        aig_or(s->aig, s->next[states + k - 1], aig_and(s->aig, lit_not(moved), bit_of(q, k)));
  for (size_t k = 0; k < q->locations.size; k++)
    stays = aig_or(s->aig, stays, step_in_copy(q, b, k, k));
  s->constraint = aig_and(s->aig, s->constraint, aig_or(s->aig, moved, stays));
}

/* A path must not wait in E[u U w] for ever. */
static void add_fairness(struct question *q, const struct bounds *b) {
  struct system *s = q->copy.system;
  lit good = AIG_FALSE;
  for (size_t k = 0; k < q->locations.size; k++) {
    part a = q->locations.at[k];
    if (a == PART_DONE || shape_of(q, b, a) == SHAPE_EG)
      good = aig_or(s->aig, good, k == 0 ? at_location(q, 0) : bit_of(q, k));
  }
  s->fairness = memory_grow(s->fairness, s->num_fairness + 1, sizeof *s->fairness);
  s->fairness[s->num_fairness++] = good;
}

void question_build(struct question *q, struct bounds *b) {
  size_t n = q->locations.size - 1;
  extension_init(&q->copy, b->system, n, n);
  struct system *s = q->copy.system;
  s->init = aig_and(s->aig, s->init, at_location(q, 0));
  add_steps(q, b);
  if (n > 0) add_fairness(q, b);
  assert(system_well_formed(s));
}

lit question_project(const struct question *q, lit predicate, size_t location) {
  const struct system *to = q->copy.original;
  struct lits states = {0};
  lits_append(&states, to->states, to->num_states);
  for (size_t k = 1; k < q->locations.size; k++)
    lits_push(&states, k == location ? AIG_TRUE : AIG_FALSE);
  lit result = substitute(q->copy.system->aig, to->aig, predicate, states.at, NULL);
  lits_free(&states);
  return result;
}

size_t question_location(const struct question *q, const uint8_t *state) {
  for (size_t k = 1; k < q->locations.size; k++)
    if (state[q->copy.original->num_states + k - 1]) return k;
  return 0;
}
