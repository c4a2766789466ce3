/* bad and output properties: a glance by those who may see the answer at once, then all engines
 * share the work by weight, on a smaller system where states turn out to be equal. */
#include "checker/portfolio/safety.h"

#include "checker/portfolio/history.h"
#include "checker/reach/kinduction.h"
#include "checker/symbolic/reachability.h"
#include "checker/system/ahead.h"
#include "checker/system/correspondence.h"
#include "checker/system/cube.h"
#include "checker/system/lessons.h"
#include "checker/system/simulate.h"
#include "formats/certificate.h"

#include <assert.h>

struct safety {
  const struct task *task;
  const struct tuning *tuning;
  struct system *system; /* that of the result, or the smaller one */
  lit target;            /* in that of the result */
  struct correspondence smaller;
  bool is_smaller;
  bool glanced, shrunk; /* what comes before sharing is done */
  struct reach_query query;
  struct check_result *result;
  struct evidence *evidence; /* the result's */
  struct reach *ic3;
  struct reach *second; /* one step ahead; NULL: not yet */
  struct ahead ahead;   /* what it looks at */
  struct bmc *bmc;
  struct bmc *anywhere; /* from any state */
  struct kinduction *kinduction;
  bool ghosts; /* .. have to remember the steps of a proof that looks back */
  struct sweep *sweep;
  struct simulation simulation; /* if it simulates */
  bool simulates;
  struct equal_signals *signals; /* among those of the engines' system; NULL: not (or no more) */
  uint64_t signals_ticks;        /* spent on them */
  bool signals_over;
  unsigned steps_back; /* that the proof leans on not having shown this; 0: none */
  lit broken;
  struct clauses known;    /* of the engines' system, from other properties */
  uint64_t symbolic_slice; /* ticks of the next symbolic sweep */
  struct engine_list engines;
  uint64_t spent[NUM_ENGINES];
  bool over[NUM_ENGINES]; /* more work does not help this one */
};

static void conclude_fails(struct safety *s, const struct trace *trace) {
  if (s->is_smaller)
    correspondence_trace(&s->smaller, trace, &s->evidence->trace);
  else
    trace_assign(&s->evidence->trace, trace);
  assert(trace_check(&s->evidence->trace, s->result->system));
  s->evidence->verdict = VERDICT_FAILS;
}

static void conclude_holds(struct safety *s, lit invariant) {
  s->evidence->invariant =
      s->is_smaller ? correspondence_invariant(&s->smaller, invariant) : invariant;
  s->evidence->verdict = VERDICT_HOLDS;
}

static void run_ic3(struct safety *s, long budget) {
  enum reach_answer answer = reach_run(s->ic3, budget);
  if (answer == REACH_TRACE) conclude_fails(s, reach_trace(s->ic3));
  if (answer == REACH_PROOF)
    conclude_holds(s, clauses_predicate(s->system->aig, reach_proof(s->ic3)));
}

static struct reach_options ic3_options(const struct safety *s) {
  struct reach_options options = {
      .backend = SAT_CHOICES, .lasting = true, .active_first = ACTIVE_BY_TURNS};
  if (s->task->options->backend == BACKEND_CADICAL) options.backend = SAT_CADICAL;
  return options;
}

/* How many steps a proof may look back before it is too large: with ghosts for all that is
 * remembered, or else copies of the step. */
static size_t most_back(const struct safety *s) {
  const struct system *whole = s->result->system;
  size_t remembered = whole->num_states + whole->num_inputs + 1;
  if (s->ghosts) return s->tuning->kinduction_ghosts / remembered;
  size_t copies = s->tuning->kinduction_nodes / (whole->aig->num_nodes + 1);
  return copies < CERT_MOST_BACK ? copies : CERT_MOST_BACK;
}

/* It looks at fewer steps, of the same states and others behind them. */
static void tell_second(struct safety *s) {
  struct clauses known = {0};
  for (size_t k = 0; k < s->known.size; k++) {
    const struct lits *clause = &s->known.at[k];
    clauses_add(&known, clause->at, clause->size);
    for (size_t i = 0; i < clause->size; i++)
      known.at[k].at[i] = s->ahead.copy.system->states[leaf_index(s->system, clause->at[i])] ^
                          (lit)lit_sign(clause->at[i]);
  }
  reach_know(s->second, &known);
  clauses_free(&known);
}

/* False: it cannot begin, for first steps are open, or proofs would be too large. */
static bool begin_ahead(struct safety *s, long budget) {
  bool looks_back = aig_has_inputs(s->system->aig, s->query.target);
  if (s->second) return true;
  s->over[ENGINE_AHEAD] = looks_back && most_back(s) == 0;
  if (s->over[ENGINE_AHEAD]) return false;
  enum reach_answer answer = REACH_UNKNOWN;
  if (bmc_depth(s->bmc) == 0) answer = bmc_run(s->bmc, 0, budget);
  if (answer == REACH_TRACE) conclude_fails(s, bmc_trace(s->bmc));
  if (answer == REACH_TRACE || (answer == REACH_UNKNOWN && bmc_depth(s->bmc) == 0)) return false;
  struct reach_options options = ic3_options(s);
  options.active_first = ACTIVE_ALWAYS;
  if (options.backend == SAT_CHOICES) options.backend = SAT_CHOOSING;
  ahead_init(&s->ahead, s->system, s->query.target);
  struct system *system = s->ahead.copy.system;
  struct reach_query query = {
      .invariant = AIG_TRUE, .from = system->init, .target = s->ahead.target};
  s->second = reach_new(system, &query, &options, s->task->effort);
  tell_second(s);
  return true;
}

/* Its proof leans on the target not having been shown before. Where that is no predicate of states,
 * it is an induction. */
static void conclude_holds_ahead(struct safety *s) {
  lit proof = extension_back(&s->ahead.copy, reach_proof(s->second), NULL);
  if (aig_has_inputs(s->system->aig, s->query.target))
    s->evidence->back = 1;
  else
    proof = aig_and(s->system->aig, proof, lit_not(s->query.target));
  conclude_holds(s, proof);
}

/* IC3 from another side, and in another manner: how long it takes is a matter of luck. */
static void run_ahead(struct safety *s, long budget) {
  if (!begin_ahead(s, budget)) return;
  struct trace trace = {0};
  switch (reach_run(s->second, budget)) {
  case REACH_UNKNOWN: break;
  case REACH_PROOF: conclude_holds_ahead(s); break;
  case REACH_TRACE:
    ahead_trace(&s->ahead, reach_trace(s->second), &trace);
    conclude_fails(s, &trace);
    break;
  }
  trace_free(&trace);
}

/* BMC that cannot go on at all means that the target is unreachable, but it has no invariant to
 * show for it: IC3 will find one. Its conflicts are dear, and it goes on where it was: no long
 * turns. */
static void run_bmc(struct safety *s, long budget) {
  long most = (long)s->tuning->bmc_turn;
  if (budget > most) budget = most;
  if (bmc_run(s->bmc, bmc_reached(s->bmc) + s->tuning->bmc_depths, budget) == REACH_TRACE)
    conclude_fails(s, bmc_trace(s->bmc));
}

/* No state at all, reachable or not, has a target step: then nothing else needs to be known. */
static void run_anywhere(struct safety *s, long budget) {
  enum reach_answer answer = bmc_run(s->anywhere, 0, budget);
  if (answer == REACH_UNKNOWN && bmc_depth(s->anywhere) > 0) answer = REACH_PROOF;
  if (answer == REACH_PROOF) conclude_holds(s, AIG_TRUE);
  if (answer == REACH_TRACE && s->system->init == AIG_TRUE)
    conclude_fails(s, bmc_trace(s->anywhere));
  s->over[ENGINE_STEP] = answer != REACH_UNKNOWN;
}

/* The ghosts of a proof, if there have to be any, are added when all engines are gone. */
static void run_kinduction(struct safety *s, long budget) {
  size_t most = most_back(s);
  uint64_t ticks = (uint64_t)s->tuning->kinduction_turn * TICKS_PER_MILLISECOND;
  enum reach_answer answer = kinduction_run(s->kinduction, most, ticks, budget);
  s->over[ENGINE_KINDUCTION] = kinduction_depth(s->kinduction) > most;
  if (answer == REACH_TRACE) conclude_fails(s, bmc_trace(s->bmc));
  if (answer != REACH_PROOF) return;
  conclude_holds(s, s->query.invariant);
  s->evidence->back = kinduction_depth(s->kinduction);
}

/* Finds the counterexamples that are long but not rare; the same seeds in every run. */
static void run_simulation(struct safety *s) {
  const struct tuning *t = s->tuning;
  uint64_t ticks = (uint64_t)t->simulation_turn_most * TICKS_PER_MILLISECOND;
  struct effort turn = effort_of(s->task->effort, ticks);
  struct trace trace;
  if (!s->simulates)
    simulation_init(&s->simulation, s->system, s->query.target, (uint64_t)t->seed << 32, &turn);
  s->simulates = true;
  if (!simulation_run(&s->simulation, t->simulation_turn, &turn)) return;
  simulation_hit(&s->simulation, &trace);
  conclude_fails(s, &trace);
  trace_free(&trace);
}

/* Slices grow, because a step of the sweep that is cut short starts again. */
static void run_symbolic(struct safety *s) {
  struct effort slice = effort_of(s->task->effort, s->symbolic_slice);
  enum reach_answer answer = sweep_run(s->sweep, &slice);
  s->symbolic_slice += s->symbolic_slice / 2;
  s->over[ENGINE_BDD] = sweep_over(s->sweep);
  if (answer == REACH_PROOF) conclude_holds(s, sweep_invariant(s->sweep, s->task->effort));
  if (answer == REACH_TRACE) conclude_fails(s, sweep_trace(s->sweep));
}

static void run_engine(struct safety *s, enum engine engine, long budget) {
  struct turn turn = turn_begin(s->task->effort, engine);
  switch (engine) {
  case ENGINE_IC3: run_ic3(s, budget); break;
  case ENGINE_AHEAD: run_ahead(s, budget); break;
  case ENGINE_BMC: run_bmc(s, budget); break;
  case ENGINE_STEP: run_anywhere(s, budget); break;
  case ENGINE_KINDUCTION: run_kinduction(s, budget); break;
  case ENGINE_SIMULATION: run_simulation(s); break;
  case ENGINE_BDD: run_symbolic(s); break;
  default: break;
  }
  if (s->evidence->verdict != VERDICT_UNKNOWN) decided_by(s->result, engine);
  s->spent[engine] += turn_end(s->task->effort, &turn) + 1; /* no turn is free */
}

/* The more states there are, the less can be expected of diagrams. */
static uint64_t weight_of_diagrams(const struct safety *s) {
  const struct tuning *t = s->tuning;
  if (s->over[ENGINE_BDD]) return 0;
  if (s->system->num_states <= t->bdd_states) return t->weight_bdd;
  return (uint64_t)t->weight_bdd * t->bdd_states / s->system->num_states + 1;
}

static bool takes_part(const struct safety *s, enum engine engine) {
  return engines_has(&s->task->options->engines, FAMILY_SAFETY, engine);
}

static uint64_t spent_by_others(const struct safety *s, enum engine engine) {
  uint64_t ticks = 0;
  for (enum engine e = 0; e < NUM_ENGINES; e++)
    if (e != engine) ticks += s->spent[e];
  return ticks;
}

static bool comes_late(enum engine engine) {
  return engine == ENGINE_KINDUCTION || engine == ENGINE_AHEAD;
}

/* They come when the others have had a chance, and proofs with ghosts, which are heavy, later. */
static bool waits(const struct safety *s, enum engine engine) {
  if (!comes_late(engine)) return false;
  const struct tuning *t = s->tuning;
  uint64_t after = s->ghosts ? t->kinduction_ghosts_after : t->kinduction_after;
  if (engine == ENGINE_AHEAD) after = takes_part(s, ENGINE_IC3) ? t->ahead_after : t->ahead_alone;
  if (spent_by_others(s, engine) >= after * TICKS_PER_MILLISECOND) return false;
  for (size_t k = 0; k < s->engines.size; k++)
    if (!comes_late(s->engines.at[k]) && !s->over[s->engines.at[k]]) return true;
  return false;
}

/* What k-induction can prove it mostly proves soon, if it may go on: a good part of all work at
 * first, then little. */
static bool kinduction_comes_first(const struct safety *s) {
  if (waits(s, ENGINE_KINDUCTION)) return false;
  uint64_t first = (uint64_t)s->tuning->kinduction_first * TICKS_PER_MILLISECOND;
  uint64_t part = spent_by_others(s, ENGINE_KINDUCTION) / s->tuning->kinduction_part;
  return s->spent[ENGINE_KINDUCTION] < first && s->spent[ENGINE_KINDUCTION] < part;
}

/* Some searches are short in its manner and long in the other: a small part of the work finds out
 * before it shares all work for good. */
static bool ahead_comes_first(const struct safety *s) {
  const struct tuning *t = s->tuning;
  uint64_t others = spent_by_others(s, ENGINE_AHEAD);
  return waits(s, ENGINE_AHEAD) && takes_part(s, ENGINE_IC3) &&
         others >= (uint64_t)t->ahead_first * TICKS_PER_MILLISECOND &&
         s->spent[ENGINE_AHEAD] < others / t->ahead_part;
}

static bool comes_first(const struct safety *s, enum engine engine) {
  if (engine == ENGINE_KINDUCTION) return kinduction_comes_first(s);
  return engine == ENGINE_AHEAD && ahead_comes_first(s);
}

/* The engines share the work by weight: the one that is furthest behind its share goes next. What
 * diagrams do not get of theirs goes to ic3: so much is for proofs. */
static enum engine next_engine(const struct safety *s) {
  const struct tuning *t = s->tuning;
  /* Without states step asks what ic3 and bmc would ask, and has their share. */
  uint64_t step = t->weight_step;
  if (s->system->num_states == 0) step += t->weight_ic3 + t->weight_bmc;
  uint64_t diagrams = weight_of_diagrams(s), proofs = (uint64_t)t->weight_ic3 + t->weight_bdd;
  const uint64_t weight[NUM_ENGINES] = {[ENGINE_IC3] = proofs - diagrams,
                                        [ENGINE_BMC] = t->weight_bmc,
                                        [ENGINE_STEP] = step,
                                        [ENGINE_KINDUCTION] = t->weight_kinduction,
                                        [ENGINE_AHEAD] = t->weight_ahead,
                                        [ENGINE_SIMULATION] = t->weight_simulation,
                                        [ENGINE_BDD] = diagrams};
  enum engine best = NUM_ENGINES;
  for (size_t k = 0; k < s->engines.size; k++) {
    enum engine e = s->engines.at[k];
    if (s->over[e]) continue;
    if (comes_first(s, e)) return e;
    if (waits(s, e)) continue;
    if (best == NUM_ENGINES || s->spent[e] * weight[best] < s->spent[best] * weight[e]) best = e;
  }
  return best;
}

static bool undecided(const struct safety *s) {
  return s->evidence->verdict == VERDICT_UNKNOWN && !interrupted(s->task->effort);
}

/* Whoever found the counterexample, bmc may know a shorter one, and its first is a shortest one.
 * The verdict is there and could only be lost, so the work for it is a small part of all. */
static void shorten_trace(struct safety *s) {
  const struct effort *effort = s->task->effort;
  const struct trace *trace = &s->evidence->trace;
  if (s->evidence->verdict != VERDICT_FAILS || !takes_part(s, ENGINE_BMC)) return;
  uint64_t base = (uint64_t)s->tuning->shorten_base * TICKS_PER_MILLISECOND;
  struct effort slice = effort_of(effort, base + ticks_spent(effort) / s->tuning->shorten_part);
  struct turn turn = turn_begin(effort, ENGINE_BMC);
  enum reach_answer answer = REACH_UNKNOWN;
  bmc_look_for_shorter(s->bmc);
  /* A trace of bmc's depth d has d + 1 states. */
  while (answer == REACH_UNKNOWN && bmc_depth(s->bmc) + 1 < trace->length && !interrupted(&slice))
    answer = bmc_run(s->bmc, bmc_depth(s->bmc), s->tuning->safety_turn);
  if (answer == REACH_TRACE) conclude_fails(s, bmc_trace(s->bmc));
  turn_end(effort, &turn);
}

/* A glance by those who often see the answer at once. */
static void glance(struct safety *s) {
  for (size_t k = 0; k < s->engines.size && undecided(s); k++) {
    enum engine e = s->engines.at[k];
    if (e == ENGINE_STEP || e == ENGINE_BMC || e == ENGINE_SIMULATION)
      run_engine(s, e, s->tuning->safety_turn);
  }
}

/* A literal of the model in the system of the engines; AIG_FALSE: there is no such state. */
static lit seed_literal(const struct safety *s, uint32_t model_literal) {
  const struct system *whole = s->result->system;
  if (whole->model_map[model_literal / 2] == LIT_NONE) return AIG_FALSE; /* not in the cone */
  lit a = system_lit(whole, model_literal);
  if (whole->aig->nodes[lit_node(a)].kind != AIG_STATE) return AIG_FALSE;
  if (!s->is_smaller) return a;
  size_t number = leaf_index(whole, a), k = 0;
  while (k < s->smaller.states.size && s->smaller.states.at[k] != number) k++;
  if (k == s->smaller.states.size) return AIG_FALSE;
  return s->smaller.system->states[k] ^ lit_sign(a);
}

/* Clauses that are about other things than states are left out by reach_seed. */
static void seed_ic3(struct safety *s) {
  const struct lits *seeds = s->task->options->seeds;
  struct lits clause = {0};
  for (size_t k = 0; seeds && k < seeds->size; k++) {
    if (seeds->at[k] != SEED_END) {
      lits_push(&clause, seed_literal(s, seeds->at[k]));
      continue;
    }
    reach_seed(s->ic3, clause.at, clause.size);
    lits_clear(&clause);
  }
  lits_free(&clause);
}

static void engines_new(struct safety *s, struct system *system, lit target) {
  const struct task *task = s->task;
  struct reach_options options = ic3_options(s);
  s->system = system;
  s->query = (struct reach_query){.invariant = AIG_TRUE, .from = system->init, .target = target};
  s->bmc = bmc_new(system, &s->query, task->effort);
  struct reach_query anywhere = s->query;
  anywhere.from = AIG_TRUE;
  s->anywhere = bmc_new(system, &anywhere, task->effort);
  /* Without a state there is one question only. */
  if (system->num_states == 0 && takes_part(s, ENGINE_STEP))
    s->over[ENGINE_IC3] = s->over[ENGINE_BMC] = s->over[ENGINE_KINDUCTION] = s->over[ENGINE_AHEAD] =
        true;
  s->kinduction = NULL;
  if (takes_part(s, ENGINE_KINDUCTION))
    s->kinduction = kinduction_new(system, &s->query, s->bmc, task->effort);
  s->sweep = sweep_new(system, target);
  s->ic3 = reach_new(system, &s->query, &options, task->effort);
  seed_ic3(s);
}

static void engines_free(struct safety *s) {
  kinduction_free(s->kinduction);
  bmc_free(s->bmc);
  bmc_free(s->anywhere);
  sweep_free(s->sweep);
  if (s->simulates) simulation_free(&s->simulation);
  s->simulates = false;
  reach_free(s->ic3);
  if (s->second) ahead_free(&s->ahead);
  reach_free(s->second);
  s->second = NULL;
}

/* Where states are equal all engines begin anew without them; they have done next to nothing yet.
 */
static void shrink_system(struct safety *s) {
  uint64_t ticks = (uint64_t)s->tuning->correspondence * TICKS_PER_MILLISECOND;
  if (ticks == 0 || s->system->num_states == 0) return;
  struct effort slice = effort_of(s->task->effort, ticks);
  s->is_smaller = correspondence_init(&s->smaller, s->system, s->query.target, &slice);
  if (!s->is_smaller) return;
  engines_free(s);
  engines_new(s, s->smaller.system, s->smaller.target);
  s->over[ENGINE_STEP] = false;
}

/* --- what properties learn from each other ------------------------------------------------------
 */

/* Per state of the engines' system, the variable of the model, or ORIGIN_GHOST; the caller frees
 * it. */
static uint32_t *state_names(const struct safety *s) {
  const struct system *whole = s->result->system;
  uint32_t *names = memory_alloc(s->system->num_states, sizeof *names);
  for (size_t k = 0; k < s->system->num_states; k++) {
    uint32_t origin = whole->state_origin[s->is_smaller ? s->smaller.states.at[k] : k];
    names[k] = origin <= whole->model_maxvar ? origin : ORIGIN_GHOST;
  }
  return names;
}

/* Before the engines that search long have begun. */
static void take_lessons(struct safety *s) {
  const struct lits *lessons = s->task->options->lessons;
  if (!lessons || !takes_part(s, ENGINE_IC3)) return;
  uint64_t ticks = (uint64_t)s->tuning->lessons_check * TICKS_PER_MILLISECOND;
  struct effort slice = effort_of(s->task->effort, ticks);
  struct turn turn = turn_begin(s->task->effort, ENGINE_IC3);
  uint32_t *names = state_names(s);
  lessons_take(s->system, names, lessons, &slice, &s->known);
  reach_know(s->ic3, &s->known);
  free(names);
  turn_end(s->task->effort, &turn);
}

/* What IC3 knows for good, whatever the verdict. */
static void leave_lessons(struct safety *s) {
  if (!s->task->options->most_ticks) return;
  uint32_t *names = state_names(s);
  struct lits *lessons = &s->result->lessons;
  lessons_leave(s->system, names, reach_proof(s->ic3), lessons);
  lessons_leave(s->system, names, reach_infinite(s->ic3), lessons);
  free(names);
}

/* --- equal signals ------------------------------------------------------------------------------
 */

/* All engines begin anew, with what is merged. */
static void merge_signals(struct safety *s) {
  engines_free(s);
  if (!s->is_smaller) correspondence_whole(&s->smaller, s->result->system, s->target);
  s->is_smaller = true;
  correspondence_merge(&s->smaller, s->signals);
  engines_new(s, s->smaller.system, s->smaller.target);
  memset(s->over, 0, sizeof s->over);
  clauses_free(&s->known);
  take_lessons(s);
}

/* What has to be true in the steps before is remembered by ghosts, as for k-induction, which this
 * is, of more than the target. */
static bool look_back(struct safety *s) {
  struct system *whole = s->result->system;
  size_t remembered = whole->num_states + whole->num_inputs + 1;
  unsigned steps = equal_signals_look_back(s->signals);
  if (steps == 0 || !takes_part(s, ENGINE_KINDUCTION)) return false;
  if (steps * remembered > s->tuning->kinduction_ghosts) return false;
  struct correspondence here;
  struct correspondence *c = s->is_smaller ? &s->smaller : &here;
  if (!s->is_smaller) correspondence_whole(&here, whole, s->target);
  lit broken = aig_or(whole->aig, correspondence_breach(c, s->signals), s->target);
  s->evidence->invariant = correspondence_equal(c, s->signals);
  s->evidence->verdict = VERDICT_HOLDS;
  s->broken = aig_and(whole->aig, broken, whole->constraint);
  s->steps_back = steps;
  decided_by(s->result, ENGINE_KINDUCTION);
  if (!s->is_smaller) correspondence_free(&here);
  return true;
}

/* Late, only a proof is worth it. */
static void end_signals(struct safety *s) {
  uint64_t early = (uint64_t)s->tuning->equal_signals * TICKS_PER_MILLISECOND;
  bool never = equal_signals_never(s->signals);
  bool gained = equal_signals_gained(s->signals, s->tuning->equal_signals_gain);
  bool proved = !never && look_back(s);
  if (never || (!proved && gained && s->signals_ticks <= early)) merge_signals(s);
  equal_signals_free(s->signals);
  s->signals = NULL;
  s->signals_over = true;
}

/* How much work may have been spent on them by now. */
static uint64_t signals_granted(const struct safety *s) {
  const struct tuning *t = s->tuning;
  uint64_t others = ticks_spent(s->task->effort) - s->signals_ticks;
  uint64_t early = (uint64_t)t->equal_signals * TICKS_PER_MILLISECOND;
  uint64_t first = (uint64_t)t->equal_signals_first * TICKS_PER_MILLISECOND;
  uint64_t granted = first + others / t->equal_signals_part;
  if (granted > early) granted = early;
  uint64_t later = others / t->equal_signals_later;
  return granted > later ? granted : later;
}

/* Where the model is large, a beginning is dear. */
static uint64_t beginning(const struct safety *s) {
  enum { TICKS_PER_NODE = 150 };
  return s->signals ? 0 : TICKS_PER_NODE * (uint64_t)s->system->aig->num_nodes;
}

static bool signals_come_first(const struct safety *s) {
  return !s->signals_over && s->signals_ticks + beginning(s) < signals_granted(s);
}

static void run_signals(struct safety *s, uint64_t ticks) {
  const struct effort *effort = s->task->effort;
  uint64_t before = ticks_spent(effort);
  struct effort slice = effort_of(effort, ticks);
  if (!s->signals) s->signals = equal_signals_new(s->system, s->query.target, effort);
  bool done = equal_signals_run(s->signals, &slice);
  s->signals_ticks += ticks_spent(effort) - before;
  if (done) end_signals(s);
}

/* --- all of it ---------------------------------------------------------------------------------
 */

static void one_turn(struct safety *s, long *budget) {
  uint64_t turn = (uint64_t)s->tuning->equal_signals_first * TICKS_PER_MILLISECOND;
  enum engine engine = next_engine(s);
  if (signals_come_first(s) || engine == NUM_ENGINES) {
    run_signals(s, turn);
    return;
  }
  run_engine(s, engine, *budget);
  /* Simulation has turns of its own, very many of them. */
  if (*budget < (long)s->tuning->safety_turn_most && engine != ENGINE_SIMULATION)
    *budget += *budget / s->tuning->safety_turn_growth;
}

/* Nothing is decided, and more work does not help, or is only for what engines would do with it. */
static bool all_over(const struct safety *s) {
  uint64_t early = (uint64_t)s->tuning->equal_signals * TICKS_PER_MILLISECOND;
  bool late = s->signals_ticks + beginning(s) >= early;
  return next_engine(s) == NUM_ENGINES && (s->signals_over || late);
}

static void share_work(struct safety *s) {
  long budget = s->tuning->safety_turn;
  while (undecided(s) && !all_over(s)) one_turn(s, &budget);
}

struct safety *safety_new(const struct task *task, lit bad, bool ghosts,
                          struct check_result *result) {
  const struct tuning *tuning = tuning_of(task->effort);
  struct system *system = result->system;
  struct safety *s = memory_zeroed(1, sizeof *s);
  *s = (struct safety){.task = task,
                       .tuning = tuning,
                       .target = aig_and(system->aig, bad, system->constraint),
                       .result = result,
                       .evidence = &result->evidence,
                       .ghosts = ghosts,
                       .engines = engines_of(&task->options->engines, FAMILY_SAFETY),
                       .symbolic_slice = (uint64_t)tuning->bdd_turn * TICKS_PER_MILLISECOND};
  engines_new(s, system, s->target);
  s->signals_over = tuning->equal_signals_first == 0 || system->num_states == 0 || system->start;
  return s;
}

static bool is_over(const struct safety *s) {
  return s->evidence->verdict != VERDICT_UNKNOWN || all_over(s);
}

bool safety_glance(struct safety *s) {
  if (!s->glanced) glance(s);
  s->glanced = true;
  return is_over(s);
}

bool safety_run(struct safety *s) {
  safety_glance(s);
  if (!s->shrunk && undecided(s)) {
    shrink_system(s);
    if (undecided(s)) take_lessons(s);
    s->shrunk = true;
  }
  share_work(s);
  shorten_trace(s);
  return is_over(s);
}

void safety_end(struct safety *s) {
  leave_lessons(s);
  engines_free(s);
  equal_signals_free(s->signals);
  clauses_free(&s->known);
  if (s->is_smaller) correspondence_free(&s->smaller);
  struct evidence *e = s->evidence;
  if (s->ghosts && e->back > 0) {
    e->invariant = history_invariant(s->result->system, e->invariant, s->target, e->back);
    e->back = 0;
  }
  if (s->steps_back > 0)
    e->invariant = history_invariant(s->result->system, e->invariant, s->broken, s->steps_back);
  free(s);
}

void decide_safety(const struct task *task, lit bad, struct check_result *result) {
  struct safety *s = safety_new(task, bad, task->options->ghosts, result);
  safety_run(s);
  safety_end(s);
}
