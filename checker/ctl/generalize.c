#include "checker/ctl/generalize.h"
#include "checker/ctl/step_inputs.h"

#include <assert.h>

/* What a step into the lower bound of v means: the state satisfies `here`, its successor `target`.
 */
struct growth {
  uint32_t v;
  bool ranked; /* EU, EG: states that are in L_v already need no step */
  lit here, target, lower, upper;
};

static struct growth growth_of(const struct iictl *ic, uint32_t v) {
  const struct bounds *b = &ic->bounds;
  const struct core_node *node = &b->core->nodes[v];
  struct growth g = {.v = v,
                     .ranked = node->op != CORE_EX,
                     .lower = bounds_lower(b, v),
                     .upper = bounds_upper(b, v)};
  g.here = g.ranked ? bounds_lower(b, node->left) : AIG_TRUE;
  g.target = g.ranked ? g.lower : bounds_lower(b, node->left);
  return g;
}

/* Query (15), (20):  s & R & !L_v & U_v & j & !(L_u & C & target(N)),  without the cube. */
static void describe_step(struct iictl *ic, const struct growth *g, const lit *inputs) {
  struct bounds *b = &ic->bounds;
  struct probe *p = &b->probe;
  probe_begin(p);
  probe_now(p, b->invariant);
  if (g->ranked) probe_now(p, lit_not(g->lower));
  probe_now(p, g->upper);
  step_inputs_assume(b, inputs);
  if (g->here != AIG_TRUE) probe_or_now(p, lit_not(g->here));
  if (b->system->constraint != AIG_TRUE) probe_or_now(p, lit_not(b->system->constraint));
  probe_or_then(p, lit_not(g->target));
}

/* Of a cube for which the described query is impossible; that is the last answer. */
static bool minimize(struct probe *p, struct lits *cube) {
  enum sat_answer answer = probe_solve(p, cube);
  assert(answer != SAT_YES);
  return answer == SAT_NO && probe_minimize(p, cube) && probe_solve(p, cube) == SAT_NO;
}

/* After SAT_NO: what of the inputs was used; literals of the cube that these can follow are
 * dropped.
 */
static bool choose_inputs(struct iictl *ic, const struct growth *g, struct lits *cube, lit *inputs,
                          struct choice *choice) {
  struct bounds *b = &ic->bounds;
  step_inputs_used(b, inputs, choice);
  if (ic->one_witness || ic->hurried || !step_inputs_follow(b, choice, cube, inputs)) return true;
  describe_step(ic, g, inputs);
  if (!minimize(&b->probe, cube)) return false;
  if (step_inputs_compare(b, cube) && !minimize(&b->probe, cube)) return false;
  choice_free(choice);
  step_inputs_used(b, inputs, choice);
  step_inputs_settle(choice, cube);
  return true;
}

/* After SAT_NO; it is the last answer again. */
static bool shrink_cube(struct iictl *ic, struct lits *cube) {
  struct probe *p = &ic->bounds.probe;
  if (!ic->one_witness && !ic->hurried)
    return probe_minimize(p, cube) && probe_solve(p, cube) == SAT_NO;
  probe_shrink(p, cube);
  return true;
}

/* All that is known of the state. What the constraint asks of it comes first: literals are dropped
 * from the end, and a gate says at once what literals below it say case by case. */
static void full_cube(const struct bounds *b, const uint8_t *state, struct lits *cube) {
  struct lits own = {0};
  lits_clear(cube);
  for (size_t k = 0; k < b->conjuncts.size; k++)
    if (state_in(b, state, b->conjuncts.at[k])) lits_push(cube, b->conjuncts.at[k]);
  state_literals(b->system, state, &own);
  lits_append(cube, own.at, own.size);
  lits_free(&own);
}

/* The state steps into the target by the inputs: adds a cube around it to L_v. */
static bool include_state(struct iictl *ic, uint32_t v, const uint8_t *state, const uint8_t *inputs,
                          struct lits *cube) {
  struct bounds *b = &ic->bounds;
  struct growth g = growth_of(ic, v);
  struct choice choice = {0};
  lit *values = step_inputs_new(b);
  step_inputs_set(b, inputs, values);
  describe_step(ic, &g, values);
  full_cube(b, state, cube);
  enum sat_answer answer = probe_solve(&b->probe, cube);
  assert(answer != SAT_YES);
  bool good =
      answer == SAT_NO && shrink_cube(ic, cube) && choose_inputs(ic, &g, cube, values, &choice);
  choice.guard = cube_predicate(b->aig, cube);
  if (good && probe_used_now(&b->probe, g.upper))
    choice.guard = aig_and(b->aig, choice.guard, g.upper);
  if (good)
    bounds_include_choice(b, v, &choice);
  else
    ic->stopped = true;
  choice_free(&choice);
  free(values);
  return good;
}

/* --- unreachable states: the middle effort of section 3.2 ------------------------------------- */

/* Does some literal of the cube contradict the reset values? Then the cube contains no initial
 * state. */
static bool excludes_initial(const struct system *s, const struct lits *cube) {
  for (size_t k = 0; k < cube->size; k++) {
    uint8_t reset = s->reset[s->aig->nodes[lit_node(cube->at[k])].left];
    if (reset != RESET_FREE && reset == lit_sign(cube->at[k])) return true;
  }
  return false;
}

/* R & C & !cube => !cube(N)? Shrinks the cube by the core if so; else the predecessor goes to *cti.
 */
static bool cube_inductive(struct iictl *ic, struct lits *cube, uint8_t *cti) {
  struct bounds *b = &ic->bounds;
  struct probe *p = &b->probe;
  probe_begin(p);
  probe_now(p, b->invariant);
  probe_now(p, b->system->constraint);
  for (size_t k = 0; k < cube->size; k++) {
    probe_then(p, cube->at[k]);
    probe_or_now(p, lit_not(cube->at[k]));
  }
  enum sat_answer answer = probe_solve(p, NULL);
  if (answer == SAT_UNKNOWN) ic->stopped = true;
  if (answer == SAT_YES && cti) unroll_state(&p->unroll, 0, cti);
  if (answer != SAT_NO) return false;
  struct lits core = {0};
  for (size_t k = 0; k < cube->size; k++)
    if (sat_failed(p->sat, unroll_lit(&p->unroll, 1, cube->at[k]))) lits_push(&core, cube->at[k]);
  for (size_t k = 0; k < cube->size && !excludes_initial(b->system, &core); k++) {
    lits_push(&core, cube->at[k]);
    if (!excludes_initial(b->system, &core)) core.size--;
  }
  lits_assign(cube, &core);
  lits_free(&core);
  return true;
}

static bool still_inductive(void *context, struct lits *less) {
  struct iictl *ic = context;
  return !ic->stopped && excludes_initial(ic->bounds.system, less) &&
         cube_inductive(ic, less, NULL);
}

/* MIC: a minimal inductive subclause, then R gets it. */
static void strengthen_by(struct iictl *ic, struct lits *cube) {
  struct lits negated = {0};
  cube_drop_literals(cube, still_inductive, ic);
  for (size_t k = 0; k < cube->size; k++) lits_push(&negated, lit_not(cube->at[k]));
  struct clauses clause = {.at = &negated, .size = 1};
  bounds_strengthen_clauses(&ic->bounds, &clause);
  lits_free(&negated);
}

/* The state, or first its predecessors, a few deep. */
static bool unreachable_by_induction(struct iictl *ic, const uint8_t *state, unsigned depth) {
  struct bounds *b = &ic->bounds;
  struct lits cube = {0};
  uint8_t *cti = memory_alloc(b->system->num_states + 1, 1);
  bool excluded = false;
  for (unsigned attempt = 0; attempt < 3 && !excluded && !ic->stopped; attempt++) {
    state_literals(b->system, state, &cube);
    if (!excludes_initial(b->system, &cube) || known_find(b, state, NULL)) break;
    excluded = cube_inductive(ic, &cube, cti);
    if (excluded)
      strengthen_by(ic, &cube);
    else if (ic->stopped || !depth || !unreachable_by_induction(ic, cti, depth - 1))
      break;
  }
  lits_free(&cube);
  free(cti);
  return excluded;
}

/* Effort 2: IC3 decides; its inductive clauses stay whatever it answers. */
static bool unreachable_by_reach(struct iictl *ic, const uint8_t *state) {
  struct bounds *b = &ic->bounds;
  struct reach_query query = {.invariant = b->invariant,
                              .from = b->system->init,
                              .target = state_predicate(b->system, state)};
  struct reach *reach;
  enum reach_answer answer = reach_solve(b->system, &query, ic->effort, &reach);
  bounds_strengthen_clauses(b, answer == REACH_PROOF ? reach_proof(reach) : reach_infinite(reach));
  if (answer == REACH_TRACE) {
    const struct trace *t = reach_trace(reach);
    uint32_t here = known_add(b, trace_state(t, 0), UINT32_MAX, NULL);
    for (size_t k = 1; k < t->length; k++)
      here = known_add(b, trace_state(t, k), here, trace_input(t, k - 1));
  }
  reach_free(reach);
  iictl_stop_if_interrupted(ic);
  return answer == REACH_PROOF;
}

bool generalize_unreachable(struct iictl *ic, const uint8_t *state) {
  if (ic->options.generalization == 0 || known_find(&ic->bounds, state, NULL)) return false;
  if (unreachable_by_induction(ic, state, 2)) return true;
  return !ic->stopped && ic->options.generalization >= 2 && unreachable_by_reach(ic, state);
}

/* --- forall-exists generalisation ------------------------------------------------------------- */

/* A state of the cube that is undecided and, if `stepping`, has a step into the target. */
static enum sat_answer find_undecided(struct iictl *ic, const struct growth *g,
                                      const struct lits *cube, bool stepping, uint8_t *state,
                                      uint8_t *inputs) {
  struct bounds *b = &ic->bounds;
  struct probe *p = &b->probe;
  probe_begin(p);
  probe_now(p, b->invariant);
  probe_now(p, lit_not(g->lower));
  probe_now(p, g->upper);
  if (stepping) {
    probe_now(p, g->here);
    probe_now(p, b->system->constraint);
    probe_then(p, g->target);
  }
  enum sat_answer answer = probe_solve(p, cube);
  if (answer == SAT_UNKNOWN) ic->stopped = true;
  if (answer != SAT_YES) return answer;
  unroll_state(&p->unroll, 0, state);
  if (stepping) unroll_inputs(&p->unroll, 0, inputs);
  return answer;
}

static bool generalize_absorb(struct iictl *ic, uint32_t v, const struct lits *cube,
                              unsigned rounds) {
  struct bounds *b = &ic->bounds;
  uint8_t *state = memory_alloc(b->system->num_states + 1, 1),
          *inputs = memory_alloc(b->system->num_inputs + 1, 1);
  struct lits core = {0};
  bool absorbed = false;
  for (unsigned round = 0; round < rounds && !ic->stopped; round++) {
    struct growth g = growth_of(ic, v);
    enum sat_answer answer = find_undecided(ic, &g, cube, true, state, inputs);
    if (answer == SAT_YES) {
      include_state(ic, v, state, inputs, &core);
      continue;
    }
    if (answer == SAT_NO) answer = find_undecided(ic, &g, cube, false, state, inputs);
    absorbed = answer == SAT_NO;
    if (absorbed || ic->stopped || !generalize_unreachable(ic, state)) break;
  }
  lits_free(&core);
  free(state);
  free(inputs);
  return absorbed;
}

/* The resolvents are covered by entries already; stating the final cube as one more entry keeps L_v
 * compact. */
static void include_cube(struct iictl *ic, uint32_t v, const struct lits *cube) {
  struct bounds *b = &ic->bounds;
  lit guard = cube_predicate(b->aig, cube), upper = bounds_upper(b, v);
  enum sat_answer answer = bounds_overlap(b, guard, lit_not(bounds_lower(b, v)), NULL);
  if (answer == SAT_UNKNOWN) ic->stopped = true;
  if (answer == SAT_YES) guard = aig_and(b->aig, guard, upper);
  if (!ic->stopped) bounds_include(b, v, guard, NULL, 0);
}

static void forall_exists(struct iictl *ic, uint32_t v, struct lits *cube) {
  const struct tuning *tuning = tuning_of(ic->effort);
  bool changed = false;
  unsigned refused = 0;
  for (size_t k = cube->size; k-- > 0 && !ic->stopped && refused < tuning->iictl_refused;) {
    cube->at[k] = lit_not(cube->at[k]);
    if (generalize_absorb(ic, v, cube, tuning->iictl_absorbed)) {
      cube->at[k] = cube->at[cube->size - 1];
      cube->size--;
      changed = true;
    } else {
      cube->at[k] = lit_not(cube->at[k]);
      refused++;
    }
  }
  /* An EX node's list is not ranked: its entries are choices that must work as they are. */
  if (changed && !ic->stopped && ic->bounds.core->nodes[v].op != CORE_EX) include_cube(ic, v, cube);
}

#ifndef NDEBUG
/* The contract of generalize_trace, by evaluation. */
static bool is_witness(const struct bounds *b, uint32_t v, const struct trace *trace, size_t last) {
  const struct core_node *node = &b->core->nodes[v];
  bool ex = node->op == CORE_EX;
  if (last >= trace->length || !trace_check(trace, b->system) || (ex && last != 1)) return false;
  for (size_t t = 0; t < last && !ex; t++)
    if (!state_in(b, trace_state(trace, t), bounds_lower(b, v)) &&
        !state_in(b, trace_state(trace, t), bounds_lower(b, node->left)))
      return false;
  return state_in(b, trace_state(trace, last), bounds_lower(b, ex ? node->left : v));
}
#endif

/* The end of a turn should not cost the witness, so its cubes may take a little longer. Those of a
 * long trace may take minutes: from then on they are what the first answer leaves of the state. */
static void hurry_if_late(struct iictl *ic, uint64_t begin) {
  const struct effort *effort = ic->effort;
  uint64_t most = (uint64_t)tuning_of(effort)->ctl_round * TICKS_PER_MILLISECOND;
  if (interrupted(effort) && ticks_spent(effort) - begin > most) ic->hurried = true;
  if (out_of_time(effort)) ic->stopped = true;
}

void generalize_trace(struct iictl *ic, uint32_t v, const struct trace *trace, size_t last) {
  assert(is_witness(&ic->bounds, v, trace, last));
  if (generalize_parameters(ic, v, trace, last)) return;
  struct lits cube = {0};
  uint64_t begin = ticks_spent(ic->effort);
  for (size_t t = last; t-- > 0 && !ic->stopped;) {
    hurry_if_late(ic, begin);
    if (state_in(&ic->bounds, trace_state(trace, t), bounds_lower(&ic->bounds, v))) continue;
    /* Only where the trace starts: at every state it costs 6000 queries instead of 900 on usb_phy's
     * AG EF, and gains nothing. Nor does it where no other state will be asked about. */
    if (include_state(ic, v, trace_state(trace, t), trace_input(trace, t), &cube) && t == 0 &&
        !ic->one_witness && !ic->hurried)
      forall_exists(ic, v, &cube);
  }
  ic->hurried = false;
  lits_free(&cube);
}
