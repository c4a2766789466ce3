#include "checker/system/correspondence.h"
#include "checker/system/cube.h"
#include "checker/system/simulate.h"
#include "checker/system/unroll.h"

#include <assert.h>

/* Candidates: representative[k] is what state k is assumed to be: a constant, or a state that is
 * not behind it, or its complement. A state that stands for itself is a representative. Classes are
 * only ever split, first by random runs, then by counterexamples to induction, which is asked in a
 * graph where every state is replaced by its representative: most questions are answered by the
 * hashing there. */
struct search {
  const struct system *original;
  const struct effort *effort;
  lit *representative;
  bool split;            /* something was, since the graph was made */
  struct system *merged; /* all states of the original, most of them not used */
  struct sat *sat;
  struct unroll unroll;
  struct lits cone; /* of next functions and constraint, in the merged graph */
  uint64_t *value;  /* per node of it */
  uint64_t random;
};

/* --- classes ---------------------------------------------------------------------------------- */

struct member {
  lit before;      /* the representative so far, without its sign */
  uint64_t values; /* what the state was seen to be, complemented like the literal */
  uint32_t state;
};

static int by_class(const void *a, const void *b) {
  const struct member *x = a, *y = b;
  if (x->before != y->before) return x->before < y->before ? -1 : 1;
  if (x->values != y->values) return x->values < y->values ? -1 : 1;
  return (x->state > y->state) - (x->state < y->state);
}

/* Splits classes by the values that their members have. The sign of a state in its class is that of
 * its first value, so that members of a class begin alike. */
static void split_classes(struct search *s, const uint64_t *values) {
  const struct system *o = s->original;
  struct member *members = memory_alloc(o->num_states, sizeof *members);
  size_t n = 0;
  for (size_t k = 0; k < o->num_states; k++) {
    if (o->reset[k] == RESET_FREE) continue;
    uint64_t sign = o->reset[k] ? ~UINT64_C(0) : 0;
    lit before = s->representative[k] & ~(lit)1;
    members[n++] = (struct member){before, values[k] ^ sign, (uint32_t)k};
  }
  if (n) qsort(members, n, sizeof *members, by_class);
  for (size_t k = 0, first = 0; k < n; k++) {
    const struct member *m = &members[k], *f = &members[first];
    if (m->before != f->before || m->values != f->values) {
      first = k;
      f = m;
    }
    bool constant = m->before == AIG_FALSE && m->values == 0;
    lit base = constant ? AIG_FALSE : o->states[f->state] ^ (o->reset[f->state] == 1);
    lit now = base ^ (o->reset[m->state] == 1);
    if (now != s->representative[m->state]) s->split = true;
    s->representative[m->state] = now;
  }
  free(members);
}

/* Everything with a known first value may be a constant until it is seen to change. */
static void first_candidates(struct search *s) {
  enum { STEPS = 64 };
  const struct system *o = s->original;
  for (size_t k = 0; k < o->num_states; k++)
    s->representative[k] = o->reset[k] == RESET_FREE ? o->states[k] : (lit)(o->reset[k] == 1);
  struct simulation runs;
  simulation_init(&runs, o, AIG_FALSE, 1, s->effort);
  simulation_run(&runs, STEPS, s->effort);
  for (size_t t = 0; t < runs.steps; t++) split_classes(s, runs.states + t * o->num_states);
  simulation_free(&runs);
}

/* --- induction -------------------------------------------------------------------------------- */

static void merged_free(struct search *s) {
  if (!s->merged) return;
  unroll_free(&s->unroll);
  sat_free(s->sat);
  system_free(s->merged);
  lits_free(&s->cone);
  free(s->value);
  s->merged = NULL;
}

static lit initial_states(struct system *s) {
  struct lits parts = {0};
  for (size_t k = 0; k < s->num_states; k++)
    if (s->reset[k] != RESET_FREE)
      lits_push(&parts, s->reset[k] ? s->states[k] : lit_not(s->states[k]));
  lit init = aig_and_all(s->aig, parts.at, parts.size);
  lits_free(&parts);
  return init;
}

/* The original with these states only, in a new graph: every state is replaced by what stands for
 * it. *map, which is from the original, needs `images` as long as it is used. */
static struct system *copy_system(const struct system *o, const struct lits *kept, lit *images,
                                  const lit *representative, struct substitution *map) {
  struct system *to = memory_zeroed(1, sizeof *to);
  to->aig = aig_new();
  to->num_states = kept->size;
  to->num_inputs = o->num_inputs;
  to->states = memory_alloc(kept->size, sizeof *to->states);
  to->next = memory_alloc(kept->size, sizeof *to->next);
  to->reset = memory_alloc(kept->size, 1);
  to->inputs = memory_alloc(o->num_inputs, sizeof *to->inputs);
  for (size_t k = 0; k < o->num_inputs; k++) to->inputs[k] = aig_input(to->aig);
  for (size_t k = 0; k < o->num_states; k++) images[k] = AIG_FALSE;
  for (size_t i = 0; i < kept->size; i++) {
    images[kept->at[i]] = to->states[i] = aig_state(to->aig);
    to->reset[i] = o->reset[kept->at[i]];
  }
  for (size_t k = 0; k < o->num_states; k++) {
    lit r = representative[k];
    if (lit_node(r) == 0)
      images[k] = r;
    else if (r != o->states[k])
      images[k] = images[leaf_index(o, r)] ^ lit_sign(r);
  }
  substitution_init(map, o->aig, to->aig, images, to->inputs);
  for (size_t i = 0; i < kept->size; i++)
    to->next[i] = substitution_apply(map, o->next[kept->at[i]]);
  to->init = initial_states(to);
  to->constraint = substitution_apply(map, o->constraint);
  return to;
}

static void make_merged(struct search *s) {
  const struct system *o = s->original;
  struct substitution map;
  struct lits all = {0}, roots = {0};
  lit *images = memory_alloc(o->num_states, sizeof *images);
  merged_free(s);
  for (size_t k = 0; k < o->num_states; k++) lits_push(&all, (uint32_t)k);
  s->merged = copy_system(o, &all, images, s->representative, &map);
  substitution_free(&map);
  free(images);
  s->sat = sat_new(SAT_CONE, s->effort);
  unroll_init(&s->unroll, s->sat, s->merged);
  if (s->merged->constraint != AIG_TRUE)
    sat_unit(s->sat, unroll_lit(&s->unroll, 0, s->merged->constraint));
  lits_append(&roots, s->merged->next, o->num_states);
  lits_push(&roots, s->merged->constraint);
  aig_cone(s->merged->aig, roots.at, roots.size, &s->cone);
  s->value = memory_zeroed(s->merged->aig->num_nodes, sizeof *s->value);
  lits_free(&all);
  lits_free(&roots);
  spend(s->effort, 8 * o->aig->num_nodes); /* about as long as it takes to copy them */
}

static uint64_t draw(struct search *s) {
  s->random ^= s->random >> 12;
  s->random ^= s->random << 25;
  s->random ^= s->random >> 27;
  return s->random * UINT64_C(2685821657736338717);
}

static uint64_t word(const struct search *s, lit a) {
  return s->value[lit_node(a)] ^ (lit_sign(a) ? ~UINT64_C(0) : 0);
}

/* Lane 0 is the model; in the others each leaf differs from it with a probability of 1/16. */
static void evaluate_near_model(struct search *s, const uint8_t *states, const uint8_t *inputs) {
  for (size_t k = 0; k < s->cone.size; k++) {
    const struct aig_node *node = &s->merged->aig->nodes[s->cone.at[k]];
    uint64_t *here = &s->value[s->cone.at[k]];
    if (node->kind == AIG_GATE) {
      *here = word(s, node->left) & word(s, node->right);
    } else {
      bool on = node->kind == AIG_STATE ? states[node->left] : inputs[node->left];
      uint64_t flips = draw(s) & draw(s) & draw(s) & draw(s) & ~UINT64_C(1);
      *here = flips ^ (on ? ~UINT64_C(0) : 0);
    }
  }
  spend(s->effort, s->cone.size / 2);
}

/* A step within the assumption leads out of it: classes are split by where it leads. */
static void split_by_model(struct search *s) {
  const struct system *m = s->merged;
  uint8_t *states = memory_alloc(m->num_states, 1), *inputs = memory_alloc(m->num_inputs, 1);
  uint64_t *next = memory_alloc(m->num_states, sizeof *next);
  unroll_state(&s->unroll, 0, states);
  unroll_inputs(&s->unroll, 0, inputs);
  evaluate_near_model(s, states, inputs);
  uint64_t allowed = word(s, m->constraint);
  assert(allowed & 1);
  for (size_t k = 0; k < m->num_states; k++) {
    uint64_t first = s->original->reset[k] == 1 ? ~UINT64_C(0) : 0; /* lanes that say nothing */
    next[k] = (word(s, m->next[k]) & allowed) | (first & ~allowed);
  }
  split_classes(s, next);
  free(states);
  free(inputs);
  free(next);
}

static void stand_alone(struct search *s, size_t k) {
  lit old = s->original->states[k];
  s->representative[k] = old;
  s->split = true;
}

/* Is state k what its representative is, one step later? If not, something is split. */
static void check_state(struct search *s, size_t k) {
  const struct system *o = s->original, *m = s->merged;
  lit r = s->representative[k];
  if (r == o->states[k]) return;
  lit next = m->next[k], as = lit_node(r) ? m->next[leaf_index(o, r)] ^ lit_sign(r) : r;
  if (next == as) return;
  int a = unroll_lit(&s->unroll, 0, next), b = unroll_lit(&s->unroll, 0, as);
  enum sat_answer answer = SAT_NO;
  for (int side = 0; side < 2 && answer == SAT_NO; side++) {
    sat_limit_conflicts(s->sat, tuning_of(s->effort)->correspondence_conflicts);
    sat_assume(s->sat, side ? -a : a);
    sat_assume(s->sat, side ? b : -b);
    answer = sat_solve(s->sat);
  }
  if (answer == SAT_YES) split_by_model(s);
  if (answer == SAT_UNKNOWN) stand_alone(s, k);
}

/* True: what is assumed is inductive. False: the effort was over first. */
static bool find_fixpoint(struct search *s) {
  do {
    make_merged(s);
    s->split = false;
    for (size_t k = 0; k < s->original->num_states && !interrupted(s->effort); k++)
      check_state(s, k);
  } while (s->split && !interrupted(s->effort));
  return !s->split && !interrupted(s->effort);
}

/* --- the smaller system ----------------------------------------------------------------------- */

/* The literals in the merged graph. */
static void merged_lits(const struct search *s, const struct lits *roots, struct lits *out) {
  const struct system *o = s->original, *m = s->merged;
  struct substitution map;
  lit *images = memory_alloc(o->num_states, sizeof *images);
  for (size_t k = 0; k < o->num_states; k++) {
    lit r = s->representative[k];
    images[k] = lit_node(r) ? m->states[leaf_index(o, r)] ^ lit_sign(r) : r;
  }
  substitution_init(&map, o->aig, m->aig, images, m->inputs);
  for (size_t k = 0; k < roots->size; k++) lits_push(out, substitution_apply(&map, roots->at[k]));
  substitution_free(&map);
  free(images);
}

/* Representatives that the roots and the constraint depend on, in the order of the original. */
static void collect_needed(const struct search *s, const struct lits *roots, struct lits *kept) {
  const struct system *o = s->original;
  struct lits stack = {0};
  merged_lits(s, roots, &stack);
  lits_push(&stack, s->merged->constraint);
  uint8_t *seen = memory_zeroed(s->merged->aig->num_nodes, 1);
  uint8_t *needed = memory_zeroed(o->num_states, 1);
  while (stack.size) {
    uint32_t n = lit_node(lits_pop(&stack));
    const struct aig_node *node = &s->merged->aig->nodes[n];
    if (seen[n]) continue;
    seen[n] = 1;
    if (node->kind == AIG_GATE) {
      lits_push(&stack, node->left);
      lits_push(&stack, node->right);
    } else if (node->kind == AIG_STATE) {
      needed[node->left] = 1;
      lits_push(&stack, s->merged->next[node->left]);
    }
  }
  for (size_t k = 0; k < o->num_states; k++)
    if (needed[k]) lits_push(kept, (uint32_t)k);
  lits_free(&stack);
  free(seen);
  free(needed);
}

static lit equal_to(struct aig *aig, lit a, lit b) { return lit_not(aig_xor(aig, a, b)); }

/* Only what is equal to something is worth saying. */
static void collect_equal(const struct search *s, struct system *o, struct lits *equal) {
  for (size_t k = 0; k < o->num_states; k++)
    if (s->representative[k] != o->states[k])
      lits_push(equal, equal_to(o->aig, o->states[k], s->representative[k]));
}

/* The system with the representatives that the roots need, and the roots in it. */
static struct system *smaller_system(const struct search *s, struct lits *roots,
                                     struct lits *states) {
  const struct system *o = s->original;
  struct substitution map;
  lit *images = memory_alloc(o->num_states, sizeof *images);
  collect_needed(s, roots, states);
  struct system *smaller = copy_system(o, states, images, s->representative, &map);
  for (size_t k = 0; k < roots->size; k++) roots->at[k] = substitution_apply(&map, roots->at[k]);
  substitution_free(&map);
  free(images);
  return smaller;
}

static void make_smaller(struct correspondence *c, const struct search *s, lit target) {
  struct system *o = c->original;
  struct lits roots = {0};
  lits_push(&roots, target);
  c->system = smaller_system(s, &roots, &c->states);
  c->target = roots.at[0];
  lits_free(&roots);
  collect_equal(s, o, &c->equal);
  for (size_t i = 0; i < c->states.size; i++)
    lits_push(&c->back_states, o->states[c->states.at[i]]);
  substitution_init(&c->back, c->system->aig, o->aig, c->back_states.at, o->inputs);
  assert(system_well_formed(c->system));
}

/* The same, with the fairness conditions as roots. */
static void make_reduction(struct reduction *r, const struct search *s) {
  struct system *o = r->original;
  struct lits roots = {0};
  lits_append(&roots, o->fairness, o->num_fairness);
  r->system = smaller_system(s, &roots, &r->states);
  r->system->num_fairness = o->num_fairness;
  r->system->fairness = memory_alloc(o->num_fairness, sizeof *r->system->fairness);
  memcpy(r->system->fairness, roots.at, o->num_fairness * sizeof *roots.at);
  lits_free(&roots);
  collect_equal(s, o, &r->constants);
  r->inputs = memory_alloc(o->num_inputs, sizeof *r->inputs);
  if (o->num_inputs) memcpy(r->inputs, r->system->inputs, o->num_inputs * sizeof *r->inputs);
  r->start = memory_zeroed(o->num_states, 1);
  for (size_t i = 0; i < r->states.size; i++)
    lits_push(&r->back_states, o->states[r->states.at[i]]);
  substitution_init(&r->back, r->system->aig, o->aig, r->back_states.at, o->inputs);
  assert(system_well_formed(r->system));
}

static bool has_candidates(const struct search *s) {
  for (size_t k = 0; k < s->original->num_states; k++)
    if (s->representative[k] != s->original->states[k]) return true;
  return false;
}

static void search_end(struct search *s) {
  merged_free(s);
  free(s->representative);
}

/* False: nothing was found, and *s need not be ended. */
static bool search_begin(struct search *s, struct system *original, const struct effort *effort) {
  *s = (struct search){.original = original, .effort = effort, .random = 1};
  s->representative = memory_alloc(original->num_states, sizeof *s->representative);
  first_candidates(s);
  bool found = !interrupted(effort) && has_candidates(s) && find_fixpoint(s) && has_candidates(s);
  if (!found) search_end(s);
  return found;
}

bool correspondence_init(struct correspondence *c, struct system *original, lit target,
                         const struct effort *effort) {
  struct search s;
  if (original->start) return false; /* what states start as would tie them together */
  if (!search_begin(&s, original, effort)) return false;
  *c = (struct correspondence){.original = original};
  make_smaller(c, &s, target);
  search_end(&s);
  return true;
}

bool correspondence_reduction(struct reduction *r, struct system *original,
                              const struct effort *effort) {
  struct search s;
  if (original->start || original->barred != AIG_FALSE || original->num_fairness == 0) return false;
  if (!search_begin(&s, original, effort)) return false;
  *r = (struct reduction){.original = original};
  make_reduction(r, &s);
  search_end(&s);
  return true;
}

void correspondence_free(struct correspondence *c) {
  substitution_free(&c->back);
  system_free(c->system);
  lits_free(&c->states);
  lits_free(&c->equal);
  lits_free(&c->back_states);
}

lit correspondence_invariant(struct correspondence *c, lit invariant) {
  struct aig *aig = c->original->aig;
  lit equal = aig_and_all(aig, c->equal.at, c->equal.size);
  return aig_and(aig, substitution_apply(&c->back, invariant), equal);
}

void correspondence_trace(const struct correspondence *c, const struct trace *trace,
                          struct trace *out) {
  const struct system *o = c->original;
  uint8_t *state = memory_alloc(o->num_states, 1), *next = memory_alloc(o->num_states, 1);
  trace_free(out);
  trace_init(out, o);
  for (size_t k = 0; k < o->num_states; k++) state[k] = o->reset[k] == 1;
  for (size_t i = 0; trace->length && i < c->states.size; i++)
    state[c->states.at[i]] = trace_state(trace, 0)[i];
  for (size_t t = 0; t < trace->length; t++) {
    trace_push(out, state, trace_input(trace, t));
    system_step(o, state, trace_input(trace, t), next);
    if (o->num_states) memcpy(state, next, o->num_states);
  }
  free(state);
  free(next);
}
