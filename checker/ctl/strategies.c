#include "checker/ctl/strategies.h"

#include "checker/system/substitution.h"

#include <assert.h>

enum { LANES = 64, MOST_STRATEGIES = LANES / 2 };

void strategies_init(struct strategies *s, const struct bounds *b) {
  *s = (struct strategies){.random = 1};
  s->given = memory_zeroed(b->core->num_nodes, sizeof *s->given);
}

void strategies_free(struct strategies *s, const struct bounds *b) {
  for (size_t v = 0; v < b->core->num_nodes; v++) lits_free(&s->given[v]);
  free(s->given);
  free(s->inputs);
  *s = (struct strategies){0};
}

/* Under constant inputs a node is what its children are, these operators being monotone; all
 * others are taken as the bounds have them. */
static bool is_open(const struct bounds *b, uint32_t v) {
  enum core_op op = b->core->nodes[v].op;
  return op == CORE_AND || op == CORE_OR || op == CORE_EX || op == CORE_EU;
}

/* The nodes that the circuits for v are made of. */
static uint8_t *mark_parts(const struct bounds *b, uint32_t v) {
  uint8_t *parts = memory_zeroed(b->core->num_nodes, 1);
  parts[v] = 1;
  for (uint32_t x = v; x < b->core->num_nodes; x++) {
    const struct core_node *node = &b->core->nodes[x];
    if (!parts[x] || !is_open(b, x)) continue;
    parts[node->left] = 1;
    if (node->op != CORE_EX) parts[node->right] = 1;
  }
  return parts;
}

/* --- 64 runs at a time ------------------------------------------------------------------------ */

struct runs {
  const struct bounds *b;
  const uint8_t *parts;
  uint64_t *inputs;   /* per input */
  struct lits cone;   /* nodes to evaluate, arguments first */
  uint64_t *value;    /* per node of the graph */
  uint64_t *allowed;  /* per step */
  uint64_t *holds;    /* per time and node of the formula: those that are not open */
  size_t steps, most; /* that were made; that may be made */
};

static uint64_t word(const struct runs *r, lit a) {
  return r->value[lit_node(a)] ^ (lit_sign(a) ? ~UINT64_C(0) : 0);
}

static void evaluate(struct runs *r, const uint64_t *states) {
  const struct bounds *b = r->b;
  for (size_t k = 0; k < r->cone.size; k++) {
    const struct aig_node *node = &b->aig->nodes[r->cone.at[k]];
    uint64_t *here = &r->value[r->cone.at[k]];
    if (node->kind == AIG_STATE)
      *here = states[node->left];
    else if (node->kind == AIG_INPUT)
      *here = r->inputs[node->left];
    else
      *here = word(r, node->left) & word(r, node->right);
  }
  r->allowed[r->steps] = word(r, b->system->constraint);
  for (uint32_t v = 0; v < b->core->num_nodes; v++)
    if (r->parts[v] && !is_open(b, v))
      r->holds[r->steps * b->core->num_nodes + v] = word(r, bounds_lower(b, v));
  spend(b->effort, r->cone.size * tuning_of(b->effort)->simulation_ticks / 64);
}

static void runs_init(struct runs *r, const struct bounds *b, const uint8_t *parts, size_t most) {
  struct lits roots = {0};
  *r = (struct runs){.b = b, .parts = parts, .most = most};
  r->inputs = memory_zeroed(b->system->num_inputs + 1, sizeof *r->inputs);
  r->value = memory_zeroed(b->aig->num_nodes, sizeof *r->value);
  lits_append(&roots, b->system->next, b->system->num_states);
  lits_push(&roots, b->system->constraint);
  for (uint32_t v = 0; v < b->core->num_nodes; v++)
    if (parts[v] && !is_open(b, v)) lits_push(&roots, bounds_lower(b, v));
  aig_cone(b->aig, roots.at, roots.size, &r->cone);
  lits_free(&roots);
  r->allowed = memory_zeroed(most + 1, sizeof *r->allowed);
  r->holds = memory_zeroed((most + 1) * b->core->num_nodes, sizeof *r->holds);
}

static void runs_free(struct runs *r) {
  free(r->inputs);
  free(r->value);
  free(r->allowed);
  free(r->holds);
  lits_free(&r->cone);
}

static uint64_t draw(struct strategies *s) {
  s->random ^= s->random >> 12;
  s->random ^= s->random << 25;
  s->random ^= s->random >> 27;
  return s->random * UINT64_C(2685821657736338717);
}

/* First the strategies that have served, then all 0, all 1, and the rest at random. */
static void choose_inputs(struct strategies *s, struct runs *r) {
  size_t num = r->b->system->num_inputs, served = s->size;
  uint64_t old = ((uint64_t)1 << served) - 1, zeros = (uint64_t)1 << served;
  for (size_t k = 0; k < num; k++) {
    r->inputs[k] = (draw(s) & ~old & ~zeros) | zeros << 1;
    for (size_t i = 0; i < served; i++) r->inputs[k] |= (uint64_t)s->inputs[i * num + k] << i;
  }
}

static void start_runs(struct runs *r, const uint8_t *state) {
  size_t n = r->b->system->num_states;
  uint64_t *states = memory_zeroed(n + 1, sizeof *states);
  for (size_t k = 0; k < n; k++) states[k] = state[k] ? ~UINT64_C(0) : 0;
  evaluate(r, states);
  free(states);
}

static void prolong_runs(struct runs *r, size_t steps) {
  size_t n = r->b->system->num_states;
  uint64_t *states = memory_zeroed(n + 1, sizeof *states);
  while (r->steps < steps) {
    for (size_t k = 0; k < n; k++) states[k] = word(r, r->b->system->next[k]);
    r->steps++;
    evaluate(r, states);
  }
  free(states);
}

/* The node's value at time t from those of its children, and from those at t+1 (NULL: the runs end
 * here). */
static void settle(const struct runs *r, uint32_t v, size_t t, uint64_t *now,
                   const uint64_t *then) {
  const struct core_node *node = &r->b->core->nodes[v];
  uint64_t step = then ? r->allowed[t] : 0;
  switch (node->op) {
  case CORE_AND: now[v] = now[node->left] & now[node->right]; break;
  case CORE_OR: now[v] = now[node->left] | now[node->right]; break;
  case CORE_EX: now[v] = step ? step & then[node->left] : 0; break;
  case CORE_EU: now[v] = now[node->right] | (step ? now[node->left] & step & then[v] : 0); break;
  default: break;
  }
}

/* The lanes in which the node holds at the beginning. */
static uint64_t satisfied(const struct runs *r, uint32_t v) {
  size_t nodes = r->b->core->num_nodes;
  for (size_t t = r->steps + 1; t-- > 0;) {
    uint64_t *now = r->holds + t * nodes;
    for (uint32_t x = (uint32_t)nodes; x-- > 0;)
      if (r->parts[x] && is_open(r->b, x)) settle(r, x, t, now, t < r->steps ? now + nodes : NULL);
  }
  spend(r->b->effort, r->steps * nodes / 4);
  return r->holds[v];
}

static unsigned first_lane(uint64_t lanes) {
  unsigned lane = 0;
  while (!(lanes >> lane & 1)) lane++;
  return lane;
}

/* Constant inputs under which the state satisfies v within r->steps steps. */
static bool find_inputs(struct strategies *s, struct runs *r, uint32_t v, const uint8_t *state,
                        uint8_t *inputs) {
  choose_inputs(s, r);
  start_runs(r, state);
  uint64_t lanes = satisfied(r, v);
  while (!lanes && r->steps < r->most && !interrupted(r->b->effort)) {
    size_t further = 2 * r->steps + 1;
    prolong_runs(r, further < r->most ? further : r->most);
    lanes = satisfied(r, v);
  }
  if (!lanes) return false;
  unsigned lane = first_lane(lanes);
  for (size_t k = 0; k < r->b->system->num_inputs; k++) inputs[k] = r->inputs[k] >> lane & 1;
  return true;
}

/* --- circuits --------------------------------------------------------------------------------- */

struct composer {
  struct strategies *s;
  struct bounds *b;
  lit *next;                  /* of every state, under the inputs */
  lit allowed;                /* the constraint, under the inputs */
  struct lits inputs;         /* as a cube */
  struct substitution before; /* what holds before a step if it holds behind it */
  lit *made;                  /* per node: where it holds */
  struct lits entries;        /* for the lists: node and guard, by turns, in their order */
  size_t rings;               /* of an EU node, at most */
  size_t most;                /* nodes of the graph */
};

static void composer_init(struct composer *c, const uint8_t *inputs) {
  const struct system *system = c->b->system;
  lit *values = memory_alloc(system->num_inputs + 1, sizeof *values);
  for (size_t k = 0; k < system->num_inputs; k++) {
    values[k] = inputs[k] ? AIG_TRUE : AIG_FALSE;
    lits_push(&c->inputs, system->inputs[k] ^ (inputs[k] ? 0u : 1u));
  }
  struct substitution fixed;
  substitution_init(&fixed, c->b->aig, c->b->aig, NULL, values);
  fixed.plain = true;
  c->next = memory_alloc(system->num_states + 1, sizeof *c->next);
  for (size_t k = 0; k < system->num_states; k++)
    c->next[k] = substitution_apply(&fixed, system->next[k]);
  c->allowed = substitution_apply(&fixed, system->constraint);
  substitution_free(&fixed);
  free(values);
  substitution_init(&c->before, c->b->aig, c->b->aig, c->next, NULL);
  c->before.plain = true; /* so that solvers see at once that a ring is the one before, a step on */
  c->made = memory_alloc(c->b->core->num_nodes, sizeof *c->made);
}

static void composer_free(struct composer *c) {
  substitution_free(&c->before);
  lits_free(&c->inputs);
  lits_free(&c->entries);
  free(c->next);
  free(c->made);
}

static bool too_large(const struct composer *c) {
  return c->b->aig->num_nodes > c->most || interrupted(c->b->effort);
}

static void add_entry(struct composer *c, uint32_t v, lit guard) {
  lits_push(&c->entries, v);
  lits_push(&c->entries, guard);
}

/* The states of `here` that the step under the inputs takes to `there`. */
static lit step_to(struct composer *c, lit here, lit there) {
  spend(c->b->effort, aig_cone_size(c->b->aig, there));
  lit after = substitution_apply(&c->before, there);
  return aig_and(c->b->aig, aig_and(c->b->aig, here, c->allowed), after);
}

static lit compose_ex(struct composer *c, uint32_t v) {
  lit guard = step_to(c, AIG_TRUE, c->made[c->b->core->nodes[v].left]);
  if (guard != AIG_FALSE) add_entry(c, v, guard);
  return guard;
}

static lit compose_eu(struct composer *c, uint32_t v) {
  const struct core_node *node = &c->b->core->nodes[v];
  lit ring = c->made[node->right], all = ring;
  for (size_t k = 0; k < c->rings && ring != AIG_FALSE && !too_large(c); k++) {
    ring = step_to(c, c->made[node->left], ring);
    if (ring == AIG_FALSE) break;
    add_entry(c, v, ring);
    all = aig_or(c->b->aig, all, ring);
  }
  return all;
}

static lit compose(struct composer *c, uint32_t v) {
  const struct core_node *node = &c->b->core->nodes[v];
  switch (node->op) {
  case CORE_AND: return aig_and(c->b->aig, c->made[node->left], c->made[node->right]);
  case CORE_OR: return aig_or(c->b->aig, c->made[node->left], c->made[node->right]);
  case CORE_EX: return compose_ex(c, v);
  case CORE_EU: return compose_eu(c, v);
  default: return bounds_lower(c->b, v);
  }
}

/* An entry of the node's list, unless it is there. */
static void give(struct composer *c, uint32_t v, lit guard) {
  struct lits *given = &c->s->given[v];
  for (size_t k = 0; k < given->size; k++)
    if (given->at[k] == guard) return;
  lits_push(given, guard);
  bounds_include(c->b, v, guard, c->inputs.at, c->inputs.size);
}

/* All circuits or, if they become too large, none. */
static void compose_all(struct strategies *s, struct bounds *b, const uint8_t *parts,
                        const uint8_t *inputs, size_t rings) {
  struct composer c = {.s = s, .b = b, .rings = rings};
  c.most = b->aig->num_nodes + tuning_of(b->effort)->iictl_strategy_gates;
  composer_init(&c, inputs);
  for (uint32_t v = (uint32_t)b->core->num_nodes; v-- > 0 && !too_large(&c);)
    if (parts[v]) c.made[v] = compose(&c, v);
  for (size_t k = 0; k < c.entries.size && !too_large(&c); k += 2)
    give(&c, c.entries.at[k], c.entries.at[k + 1]);
  composer_free(&c);
}

/* --- when ------------------------------------------------------------------------------------- */

/* Cubes have had their chance: short lists of them are the better certificate. */
static bool is_due(const struct strategies *s, const struct bounds *b, const uint8_t *parts) {
  size_t entries = 0;
  for (uint32_t v = 0; v < b->core->num_nodes; v++)
    if (parts[v]) entries += b->evidence->facts[v].lower.ranks.size;
  return entries >= tuning_of(b->effort)->iictl_strategy_after + s->described &&
         s->ticks <= ticks_spent(b->effort) / tuning_of(b->effort)->iictl_strategy_part;
}

static void remember(struct strategies *s, const struct bounds *b, const uint8_t *inputs) {
  size_t num = b->system->num_inputs;
  for (size_t k = 0; k < s->size; k++)
    if (!memcmp(s->inputs + k * num, inputs, num)) return;
  if (s->size == MOST_STRATEGIES) return;
  s->inputs = memory_grow(s->inputs, s->size + 1, num + 1);
  memcpy(s->inputs + s->size++ * num, inputs, num);
}

static bool search(struct strategies *s, struct bounds *b, uint32_t v, const uint8_t *state,
                   const uint8_t *parts) {
  struct runs runs;
  uint8_t *inputs = memory_zeroed(b->system->num_inputs + 1, 1);
  runs_init(&runs, b, parts, tuning_of(b->effort)->iictl_strategy_steps);
  bool found = find_inputs(s, &runs, v, state, inputs);
  if (found) {
    remember(s, b, inputs);
    compose_all(s, b, parts, inputs, runs.steps);
  }
  runs_free(&runs);
  free(inputs);
  return found && state_in(b, state, bounds_lower(b, v));
}

bool strategies_serve(struct strategies *s, struct bounds *b, uint32_t v, const uint8_t *state) {
  assert(b->core->nodes[v].op == CORE_EX || b->core->nodes[v].op == CORE_EU);
  uint64_t before = ticks_spent(b->effort);
  uint8_t *parts = mark_parts(b, v);
  bool served = is_due(s, b, parts) && search(s, b, v, state, parts);
  free(parts);
  s->ticks += ticks_spent(b->effort) - before;
  return served;
}
