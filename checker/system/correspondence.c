#include "checker/system/correspondence.h"
#include "checker/system/cube.h"
#include "checker/system/simulate.h"
#include "checker/system/ternary.h"
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

/* What the state was seen to be. The sign of a state in its class is that of its first value, so
 * that members of a class begin alike. */
static uint64_t as_member(const struct search *s, const uint64_t *values, size_t k) {
  return values[k] ^ (s->original->reset[k] == 1 ? ~UINT64_C(0) : 0);
}

/* Members that differ from their representative. */
static size_t find_leavers(const struct search *s, const uint64_t *values, struct member *leavers) {
  const struct system *o = s->original;
  size_t n = 0;
  for (size_t k = 0; k < o->num_states; k++) {
    lit before = s->representative[k] & ~(lit)1;
    if (o->reset[k] == RESET_FREE || before == o->states[k]) continue;
    uint64_t stays = lit_node(before) ? as_member(s, values, leaf_index(o, before)) : 0;
    uint64_t here = as_member(s, values, k);
    if (here != stays) leavers[n++] = (struct member){before, here, (uint32_t)k};
  }
  return n;
}

/* Splits classes by the values that their members have: those that stay keep their representative,
 * of the others each group gets its first state. Most splits are of few classes, so that only who
 * leaves is sorted: with all states, that took longer than everything else in large models. */
static void split_classes(struct search *s, const uint64_t *values) {
  enum { TICKS_PER_LEAVER = 20 };
  const struct system *o = s->original;
  struct member *leavers = memory_alloc(o->num_states, sizeof *leavers);
  size_t n = find_leavers(s, values, leavers);
  if (n) qsort(leavers, n, sizeof *leavers, by_class);
  for (size_t k = 0, first = 0; k < n; k++) {
    const struct member *m = &leavers[k], *f = &leavers[first];
    if (m->before != f->before || m->values != f->values) {
      first = k;
      f = m;
    }
    lit base = o->states[f->state] ^ (o->reset[f->state] == 1);
    s->representative[m->state] = base ^ (o->reset[m->state] == 1);
  }
  if (n) s->split = true;
  free(leavers);
  spend(s->effort, o->num_states / 2 + TICKS_PER_LEAVER * n);
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

/* States that the roots and the constraint depend on, in their order. */
static void collect_needed(const struct system *m, const struct lits *roots, struct lits *kept) {
  uint8_t *cone = system_cone(m, roots->at, roots->size);
  for (size_t k = 0; k < m->num_states; k++)
    if (cone[lit_node(m->states[k])]) lits_push(kept, (uint32_t)k);
  free(cone);
}

/* Representatives that they depend on. */
static void collect_representatives(const struct search *s, const struct lits *roots,
                                    struct lits *kept) {
  struct lits there = {0};
  merged_lits(s, roots, &there);
  collect_needed(s->merged, &there, kept);
  lits_free(&there);
}

/* --- what needs no search --------------------------------------------------------------------- */

struct twin {
  lit next; /* in the merged graph, complemented like the literal */
  uint32_t state;
};

static int by_next(const void *a, const void *b) {
  const struct twin *x = a, *y = b;
  if (x->next != y->next) return x->next < y->next ? -1 : 1;
  return (x->state > y->state) - (x->state < y->state);
}

/* States that start alike and have the same next function, as far as is known. */
static bool merge_twins(struct search *s) {
  const struct system *o = s->original;
  struct twin *twins = memory_alloc(o->num_states, sizeof *twins);
  size_t n = 0;
  bool any = false;
  for (size_t k = 0; k < o->num_states; k++)
    if (o->reset[k] != RESET_FREE && s->representative[k] == o->states[k])
      twins[n++] = (struct twin){s->merged->next[k] ^ (o->reset[k] == 1), (uint32_t)k};
  if (n) qsort(twins, n, sizeof *twins, by_next);
  for (size_t k = 1, first = 0; k < n; k++) {
    if (twins[k].next != twins[first].next) {
      first = k;
      continue;
    }
    uint32_t a = twins[first].state, b = twins[k].state;
    s->representative[b] = o->states[a] ^ (o->reset[a] != o->reset[b]);
    any = true;
  }
  free(twins);
  return any;
}

/* What stands for a state may have got a representative itself, of a lower number: those are final.
 */
static void shorten_ways(const struct system *o, lit *representative) {
  for (size_t k = 0; k < o->num_states; k++) {
    lit r = representative[k];
    if (lit_node(r) && r != o->states[k])
      representative[k] = representative[leaf_index(o, r)] ^ (lit)lit_sign(r);
  }
}

/* Constants and twins are there for the asking. In large models, where there are too many
 * candidates to try, they are most of what there is to find, or more: of 65,000 states 27 may be
 * left. */
static void find_sure(struct search *s) {
  enum { MOST_ROUNDS = 8 };
  const struct system *o = s->original;
  int8_t *constants = memory_alloc(o->num_states, 1);
  ternary_constants(o, s->effort, constants);
  for (size_t k = 0; k < o->num_states; k++)
    s->representative[k] = constants[k] < 0 ? o->states[k] : (lit)constants[k];
  free(constants);
  make_merged(s);
  for (int round = 0; round < MOST_ROUNDS && merge_twins(s); round++) {
    shorten_ways(o, s->representative);
    make_merged(s);
  }
}

static bool has_candidates(const struct search *s) {
  for (size_t k = 0; k < s->original->num_states; k++)
    if (s->representative[k] != s->original->states[k]) return true;
  return false;
}

static void search_init(struct search *s, const struct system *original,
                        const struct effort *effort) {
  *s = (struct search){.original = original, .effort = effort, .random = 1};
  s->representative = memory_alloc(original->num_states, sizeof *s->representative);
}

static void search_free(struct search *s) {
  merged_free(s);
  free(s->representative);
}

/* --- the smaller system ----------------------------------------------------------------------- */

/* What stands for each state, and who is left over. */
struct outcome {
  lit *representative;
  struct lits states;
};

/* States of a system that has only some of the original's, by their numbers there: what was found
 * about them is true of the original. */
static void compose(const struct system *o, struct outcome *found, const struct search *inner,
                    const struct lits *left_over) {
  const struct system *part = inner->original;
  struct lits states = {0};
  for (size_t i = 0; i < part->num_states; i++) {
    lit r = inner->representative[i];
    lit image = lit_node(r) ? o->states[found->states.at[leaf_index(part, r)]] : AIG_FALSE;
    found->representative[found->states.at[i]] = image ^ (lit)lit_sign(r);
  }
  shorten_ways(o, found->representative);
  for (size_t i = 0; i < left_over->size; i++)
    lits_push(&states, found->states.at[left_over->at[i]]);
  lits_free(&found->states);
  found->states = states;
}

/* Candidates, where what needs no search has left so much that they are worth it. */
static void search_rest(const struct system *o, const struct lits *roots,
                        const struct effort *effort, struct outcome *found) {
  struct lits there = {0}, left_over = {0};
  struct substitution map;
  lit *images = memory_alloc(o->num_states, sizeof *images);
  struct system *part = copy_system(o, &found->states, images, found->representative, &map);
  for (size_t k = 0; k < roots->size; k++)
    lits_push(&there, substitution_apply(&map, roots->at[k]));
  substitution_free(&map);
  struct search s;
  search_init(&s, part, effort);
  first_candidates(&s);
  if (!interrupted(effort) && has_candidates(&s) && find_fixpoint(&s)) {
    collect_representatives(&s, &there, &left_over);
    compose(o, found, &s, &left_over);
  }
  search_free(&s);
  system_free(part);
  free(images);
  lits_free(&there);
  lits_free(&left_over);
}

static void outcome_free(struct outcome *found) {
  free(found->representative);
  lits_free(&found->states);
}

/* False: nothing was found, and *found need not be freed. */
static bool search(const struct system *o, const struct lits *roots, const struct effort *effort,
                   struct outcome *found) {
  struct search sure;
  search_init(&sure, o, effort);
  find_sure(&sure);
  *found = (struct outcome){.representative = sure.representative};
  collect_representatives(&sure, roots, &found->states);
  merged_free(&sure);
  search_rest(o, roots, effort, found);
  for (size_t k = 0; k < o->num_states; k++)
    if (found->representative[k] != o->states[k]) return true;
  outcome_free(found);
  return false;
}

static lit equal_to(struct aig *aig, lit a, lit b) { return lit_not(aig_xor(aig, a, b)); }

/* Only what is equal to something is worth saying. */
static void collect_equal(struct system *o, const struct outcome *found, struct lits *equal) {
  for (size_t k = 0; k < o->num_states; k++)
    if (found->representative[k] != o->states[k])
      lits_push(equal, equal_to(o->aig, o->states[k], found->representative[k]));
}

/* The system with these states, which the roots depend on, and the roots in it. */
static struct system *cut_out(const struct system *from, const lit *representative,
                              const struct lits *states, struct lits *roots) {
  struct substitution map;
  lit *images = memory_alloc(from->num_states, sizeof *images);
  struct system *smaller = copy_system(from, states, images, representative, &map);
  for (size_t k = 0; k < roots->size; k++) roots->at[k] = substitution_apply(&map, roots->at[k]);
  substitution_free(&map);
  free(images);
  return smaller;
}

static struct system *smaller_system(const struct system *o, const struct outcome *found,
                                     struct lits *roots) {
  return cut_out(o, found->representative, &found->states, roots);
}

/* The numbers of its states in the original are known. */
static void name_states(struct correspondence *c) {
  lits_clear(&c->back_states);
  for (size_t i = 0; i < c->states.size; i++)
    lits_push(&c->back_states, c->original->states[c->states.at[i]]);
  substitution_init(&c->back, c->system->aig, c->original->aig, c->back_states.at,
                    c->original->inputs);
  assert(system_well_formed(c->system));
}

void correspondence_whole(struct correspondence *c, struct system *original, lit target) {
  struct lits roots = {0};
  *c = (struct correspondence){.original = original};
  lits_push(&roots, target);
  for (size_t k = 0; k < original->num_states; k++) lits_push(&c->states, (uint32_t)k);
  c->system = cut_out(original, original->states, &c->states, &roots);
  c->target = roots.at[0];
  name_states(c);
  lits_free(&roots);
}

void correspondence_merge(struct correspondence *c, const struct equal_signals *signals) {
  struct lits roots = {0}, kept = {0}, states = {0};
  lit target;
  const struct system *merged = equal_signals_merged(signals, &target);
  equal_signals_state(signals, c->original->aig, c->back_states.at, &c->equal);
  lits_push(&roots, target);
  collect_needed(merged, &roots, &kept);
  for (size_t i = 0; i < kept.size; i++) lits_push(&states, c->states.at[kept.at[i]]);
  system_free(c->system);
  lits_free(&c->states);
  substitution_free(&c->back);
  c->states = states;
  c->system = cut_out(merged, merged->states, &kept, &roots);
  c->target = roots.at[0];
  name_states(c);
  lits_free(&roots);
  lits_free(&kept);
}

lit correspondence_equal(const struct correspondence *c, const struct equal_signals *signals) {
  struct aig *aig = c->original->aig;
  struct lits equal = {0};
  lits_append(&equal, c->equal.at, c->equal.size);
  equal_signals_state(signals, aig, c->back_states.at, &equal);
  lit all = aig_and_all(aig, equal.at, equal.size);
  lits_free(&equal);
  return all;
}

lit correspondence_breach(const struct correspondence *c, const struct equal_signals *signals) {
  struct system *o = c->original;
  struct lits equal = {0};
  equal_signals_state_any(signals, o->aig, c->back_states.at, o->inputs, &equal);
  lit all = aig_and_all(o->aig, equal.at, equal.size);
  lits_free(&equal);
  return lit_not(all);
}

bool correspondence_init(struct correspondence *c, struct system *original, lit target,
                         const struct effort *effort) {
  struct outcome found;
  struct lits roots = {0};
  if (original->start) return false; /* what states start as would tie them together */
  lits_push(&roots, target);
  bool good = search(original, &roots, effort, &found);
  if (good) {
    *c = (struct correspondence){.original = original};
    c->system = smaller_system(original, &found, &roots);
    c->target = roots.at[0];
    collect_equal(original, &found, &c->equal);
    lits_append(&c->states, found.states.at, found.states.size);
    name_states(c);
    outcome_free(&found);
  }
  lits_free(&roots);
  return good;
}

/* The same, with the fairness conditions as roots. */
static void make_reduction(struct reduction *r, const struct outcome *found, struct lits *roots) {
  struct system *o = r->original;
  r->system = smaller_system(o, found, roots);
  r->system->num_fairness = o->num_fairness;
  r->system->fairness = memory_alloc(o->num_fairness, sizeof *r->system->fairness);
  memcpy(r->system->fairness, roots->at, o->num_fairness * sizeof *roots->at);
  collect_equal(o, found, &r->constants);
  r->inputs = memory_alloc(o->num_inputs, sizeof *r->inputs);
  if (o->num_inputs) memcpy(r->inputs, r->system->inputs, o->num_inputs * sizeof *r->inputs);
  r->start = memory_zeroed(o->num_states, 1);
  lits_append(&r->states, found->states.at, found->states.size);
  for (size_t i = 0; i < r->states.size; i++)
    lits_push(&r->back_states, o->states[r->states.at[i]]);
  substitution_init(&r->back, r->system->aig, o->aig, r->back_states.at, o->inputs);
  assert(system_well_formed(r->system));
}

bool correspondence_reduction(struct reduction *r, struct system *original,
                              const struct effort *effort) {
  struct outcome found;
  struct lits roots = {0};
  if (original->start || original->barred != AIG_FALSE || original->num_fairness == 0) return false;
  lits_append(&roots, original->fairness, original->num_fairness);
  bool good = search(original, &roots, effort, &found);
  if (good) {
    *r = (struct reduction){.original = original};
    make_reduction(r, &found, &roots);
    outcome_free(&found);
  }
  lits_free(&roots);
  return good;
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
