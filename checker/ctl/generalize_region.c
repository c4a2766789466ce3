/* The region of an EG lower bound: Emerson and Lei's fixpoint with cubes. Lists of guarded choices
 * grow until nothing more is covered; then the region shrinks to what is covered, entries that no
 * longer work are dropped, and it starts over. */
#include "checker/ctl/generalize.h"
#include "checker/ctl/step_inputs.h"

#include <assert.h>

struct region_search {
  struct iictl *ic;
  struct bounds *b;
  lit inside; /* K */
  struct region region;
  size_t entries;
  unsigned shrinks;
  bool failed;
};

/* R & K & before & j & !(C & K(N) & target(N)), without the cube. `before` is !E of a ranked list,
 * or true. */
static void describe(struct region_search *r, lit before, lit target, const lit *inputs) {
  struct probe *p = &r->b->probe;
  probe_begin(p);
  probe_now(p, r->b->invariant);
  probe_now(p, r->inside);
  probe_now(p, before);
  step_inputs_assume(r->b, inputs);
  probe_or_now(p, lit_not(r->b->system->constraint));
  probe_or_then(p, lit_not(r->inside));
  probe_or_then(p, lit_not(target));
}

static bool unsat(struct region_search *r, const struct lits *cube) {
  enum sat_answer answer = probe_solve(&r->b->probe, cube);
  if (answer == SAT_UNKNOWN) r->failed = r->ic->stopped = true;
  return answer == SAT_NO;
}

/* Shrinks the state to a cube for which the described query is impossible. */
static void shrink(struct region_search *r, struct lits *cube) {
  if (!unsat(r, cube))
    r->failed = true;
  else if (!probe_minimize(&r->b->probe, cube))
    r->failed = r->ic->stopped = true;
}

/* A state of R & K & !covered with a step into K & target. */
static bool find_step(struct region_search *r, lit covered, lit target, struct lits *cube,
                      lit *inputs) {
  struct bounds *b = r->b;
  struct probe *p = &b->probe;
  probe_begin(p);
  probe_now(p, b->invariant);
  probe_now(p, r->inside);
  probe_now(p, lit_not(covered));
  probe_now(p, b->system->constraint);
  probe_then(p, r->inside);
  probe_then(p, target);
  enum sat_answer answer = probe_solve(p, NULL);
  if (answer == SAT_UNKNOWN) r->failed = r->ic->stopped = true;
  if (answer != SAT_YES) return false;
  uint8_t *state = memory_alloc(b->system->num_states + 1, 1),
          *values = memory_alloc(b->system->num_inputs + 1, 1);
  unroll_state(&p->unroll, 0, state);
  unroll_inputs(&p->unroll, 0, values);
  state_literals(b->system, state, cube);
  step_inputs_set(b, values, inputs);
  free(state);
  free(values);
  return true;
}

/* An entry for a cube around the state, without literals that inputs can follow. */
static lit add_step(struct region_search *r, struct choices *list, lit before, lit target,
                    struct lits *cube, lit *inputs) {
  struct choice *choice = choices_add(list, AIG_FALSE, NULL, 0);
  describe(r, before, target, inputs);
  shrink(r, cube);
  if (r->failed || !unsat(r, cube)) return AIG_FALSE;
  step_inputs_used(r->b, inputs, choice);
  if (step_inputs_follow(r->b, choice, cube, inputs)) {
    describe(r, before, target, inputs);
    shrink(r, cube);
    if (r->failed || !unsat(r, cube)) return AIG_FALSE;
    choice_free(choice);
    step_inputs_used(r->b, inputs, choice);
    step_inputs_settle(choice, cube);
  }
  choice->guard = cube_predicate(r->b->aig, cube);
  return choice->guard;
}

/* Grows the list as far as it goes; *covered is the union of the base and the guards. Choices
 * (ranked false) have target true. */
static void grow(struct region_search *r, struct choices *list, lit *covered, bool ranked) {
  struct lits cube = {0};
  lit *inputs = step_inputs_new(r->b);
  while (!r->failed && find_step(r, *covered, ranked ? *covered : AIG_TRUE, &cube, inputs)) {
    lit guard = add_step(r, list, ranked ? lit_not(*covered) : AIG_TRUE,
                         ranked ? *covered : AIG_TRUE, &cube, inputs);
    *covered = aig_or(r->b->aig, *covered, guard);
    size_t most = tuning_of(r->ic->effort)->iictl_region_entries;
    if (++r->entries > most || interrupted(r->ic->effort)) r->failed = true;
  }
  lits_free(&cube);
  free(inputs);
}

static uint32_t same(void *context, uint32_t literal) {
  (void)context;
  return literal;
}

/* Keeps the entries that still work for the smaller K. */
static void revise(struct region_search *r, struct choices *list, lit *covered, bool ranked) {
  struct choices kept = {0};
  lit *inputs = step_inputs_new(r->b);
  for (size_t k = 0; k < list->size && !r->failed; k++) {
    const struct choice *c = &list->at[k];
    step_inputs_of(r->b, c, inputs);
    describe(r, ranked ? lit_not(*covered) : AIG_TRUE, ranked ? *covered : AIG_TRUE, inputs);
    probe_now(&r->b->probe, c->guard);
    if (!unsat(r, NULL)) continue;
    choices_add_mapped(&kept, c, same, NULL);
    *covered = aig_or(r->b->aig, *covered, c->guard);
  }
  free(inputs);
  choices_free(list);
  *list = kept;
}

/* Is all of R & K covered? Uncovered states may be unreachable; else K shrinks. Returns false when
 * K changed. */
static bool settle(struct region_search *r, lit covered) {
  uint8_t *state = memory_alloc(r->b->system->num_states + 1, 1);
  bool settled = false, excluded = true;
  while (!r->failed && excluded) {
    enum sat_answer answer = bounds_overlap(r->b, r->inside, lit_not(covered), state);
    if (answer == SAT_UNKNOWN) r->failed = r->ic->stopped = true;
    settled = answer == SAT_NO;
    excluded = answer == SAT_YES && generalize_unreachable(r->ic, state);
    if (r->ic->stopped) r->failed = true;
  }
  free(state);
  if (settled || r->failed) return settled;
  r->inside = aig_and(r->b->aig, r->inside, covered);
  if (++r->shrinks > tuning_of(r->ic->effort)->iictl_region_shrinks) r->failed = true;
  return false;
}

/* One list to its end: true when it covers K. */
static bool complete(struct region_search *r, struct choices *list, lit base, bool ranked) {
  lit covered = base;
  revise(r, list, &covered, ranked);
  if (!r->failed) grow(r, list, &covered, ranked);
  return !r->failed && settle(r, covered);
}

/* A round in which no list made K smaller ends it. */
static void find_fixpoint(struct region_search *r) {
  const struct system *s = r->b->system;
  for (bool stable = false; !stable && !r->failed;) {
    lit before = r->inside;
    stable = complete(r, &r->region.choices, AIG_FALSE, false);
    for (size_t j = 0; j < s->num_fairness && !r->failed; j++)
      stable = complete(r, &r->region.covers[j], s->fairness[j], true) && stable;
    stable = stable && before == r->inside;
  }
}

bool generalize_region(struct iictl *ic, uint32_t v) {
  struct bounds *b = &ic->bounds;
  struct region_search r = {.ic = ic, .b = b, .inside = bounds_lower(b, b->core->nodes[v].left)};
  r.region.num_covers = b->system->num_fairness;
  r.region.covers = memory_zeroed(r.region.num_covers, sizeof *r.region.covers);
  find_fixpoint(&r);
  bool found = !r.failed && bounds_overlap(b, r.inside, AIG_TRUE, NULL) == SAT_YES;
  iictl_note(ic, v, "region %s: %zu entries, shrunk %u times", found ? "found" : "given up",
             r.entries, r.shrinks);
  if (found) {
    r.region.inside = r.inside;
    bounds_include_region(b, v, &r.region);
    return true;
  }
  region_free(&r.region);
  return false;
}
