/* CTL properties: IICTL and fixpoints on decision diagrams take turns. Both go on where they
 * stopped. AG p is also asked as bad properties are, AG (p -> AF q) as justice properties are. */
#include "checker/ctl/generalize.h"
#include "checker/ctl/hints.h"
#include "checker/ctl/iictl.h"
#include "checker/ctl/path_witness.h"
#include "checker/portfolio/always.h"
#include "checker/portfolio/response.h"
#include "checker/symbolic/ctl_fixpoints.h"

struct contest {
  const struct task *task;
  struct check_result *result;
  struct iictl ic;
  struct ctl_fixpoints *fixpoints;
  struct always *always;     /* AG p: the question whether a run leads to !p; NULL: no such one */
  bool asks_for_runs;        /* and it is open */
  struct response *response; /* AG (p -> AF q) and its kin; NULL: no such question */
  struct effort slice;       /* the engines hold on to it from turn to turn */
  bool had_long_turn;        /* skeletons */
  bool over[NUM_ENGINES];    /* more work does not help this one */
};

struct round {
  unsigned number; /* 0: the first */
  uint64_t share;  /* of each engine, in ticks */
  uint64_t more;   /* room for finding equal states, for whoever comes second as well */
};

static enum verdict take_turn(struct contest *c, enum engine engine, uint64_t share) {
  struct check_result *result = c->result;
  struct turn turn = turn_begin(c->task->effort, engine);
  enum verdict verdict;
  c->slice = effort_of(c->task->effort, share);
  if (engine == ENGINE_IICTL) {
    verdict = iictl_run(&c->ic);
  } else {
    verdict = ctl_fixpoints_run(c->fixpoints, &c->slice, &result->evidence);
    c->over[engine] = ctl_fixpoints_over(c->fixpoints);
  }
  turn_end(c->task->effort, &turn);
  if (verdict != VERDICT_UNKNOWN) decided_by(result, engine);
  return verdict;
}

/* Steps that EX asks for. */
static bool use_step(struct contest *c, uint32_t ex, const struct trace *run, size_t from) {
  struct bounds *b = &c->ic.bounds;
  uint32_t argument = b->core->nodes[ex].left;
  if (!state_in(b, trace_state(run, from + 1), bounds_lower(b, argument))) return false;
  struct trace step;
  trace_init(&step, b->system);
  trace_append(&step, run, from, from + 2);
  generalize_trace(&c->ic, ex, &step, 1);
  trace_free(&step);
  return true;
}

/* Is a part of the run a witness of its node? Those behind it have been used. */
static bool use_part(struct contest *c, const struct always_part *part, const struct trace *run) {
  struct bounds *b = &c->ic.bounds;
  if (b->core->nodes[part->node].op == CORE_EX) return use_step(c, part->node, run, part->from);
  if (!state_in(b, trace_state(run, part->to), bounds_lower(b, part->node))) return false;
  struct trace segment;
  trace_init(&segment, b->system);
  trace_append(&segment, run, part->from, part->to + 1);
  generalize_trace(&c->ic, part->node, &segment, part->to - part->from);
  trace_free(&segment);
  return true;
}

/* A run to !p is a witness, or leads to states that are worth asking about. */
static enum verdict use_run(struct contest *c) {
  struct trace run;
  struct bounds *b = &c->ic.bounds;
  struct always_chain chain;
  always_trace(c->always, c->result->system, &run, &chain);
  c->slice = effort_of(c->task->effort, UINT64_MAX / 2);
  c->ic.stopped = false; /* as the end of its last turn left it */
  c->ic.one_witness = true;
  bool witness = chain.size == 0; /* the initial state alone shows it */
  for (size_t k = chain.size; k-- > 0 && !c->ic.stopped;) witness = use_part(c, &chain.at[k], &run);
  run.length--;
  known_add_run(b, &run);
  c->ic.one_witness = witness;
  trace_free(&run);
  free(chain.at);
  return witness ? iictl_run(&c->ic) : VERDICT_UNKNOWN;
}

/* More work on the question whether a run leads to !p does not help. */
static enum verdict use_answer(struct contest *c) {
  enum verdict verdict = always_verdict(c->always);
  c->asks_for_runs = false;
  if (verdict == VERDICT_FAILS) verdict = use_run(c);
  if (verdict == VERDICT_FAILS) c->result->meter.statistics.decided = always_decided(c->always);
  return verdict;
}

static enum verdict take_safety_turn(struct contest *c, uint64_t share) {
  return always_run(c->always, share) ? use_answer(c) : VERDICT_UNKNOWN;
}

/* The questions that are like those of justice properties. */
static enum verdict take_fair_turn(struct contest *c, uint64_t share) {
  c->slice = effort_of(c->task->effort, UINT64_MAX / 2);
  c->ic.stopped = false; /* as the end of its last turn left it */
  if (!response_run(c->response, share)) return VERDICT_UNKNOWN;
  iictl_drop_goals(&c->ic);
  enum verdict verdict = iictl_verdict(&c->ic);
  if (verdict != VERDICT_UNKNOWN) decided_by(c->result, response_decided(c->response));
  return verdict;
}

static bool asks_for_cycles(const struct contest *c) {
  return c->response && !response_over(c->response);
}

static bool all_over(const struct contest *c, const struct engine_list *engines) {
  for (size_t k = 0; k < engines->size; k++)
    if (!c->over[engines->at[k]]) return false;
  return true;
}

/* Diagrams are among the engines for bad properties. */
static bool waits(const struct contest *c, enum engine engine) {
  return c->over[engine] || (c->asks_for_runs && engine == ENGINE_BDD);
}

/* Nodes that do not fit into the processor's cache make ticks of diagrams dear, and what they have
 * not decided in their first turns they seldom decide when they have grown. */
static uint64_t part_by_nodes(const struct contest *c, const struct round *round) {
  const struct tuning *tuning = tuning_of(c->task->effort);
  uint64_t twice = tuning->ctl_nodes, nodes = ctl_fixpoints_nodes(c->fixpoints);
  if (round->number < tuning->ctl_full_rounds) return round->share;
  return round->share - round->share / (twice + nodes) * nodes;
}

/* The more states there are, the less can be expected of diagrams where fair cycles are asked for,
 * too. */
static uint64_t part_of_diagrams(const struct contest *c, const struct round *round) {
  uint64_t most = tuning_of(c->task->effort)->bdd_states, n = c->result->system->num_states;
  uint64_t part = part_by_nodes(c, round);
  return asks_for_cycles(c) && n > most ? part / n * most : part;
}

/* What a turn has of the round. Where fair cycles are asked for, their search has a third and IICTL
 * two thirds of what diagrams leave of two turns; in the first round each has one, for most is
 * decided there or not soon. */
static uint64_t part_of_round(const struct contest *c, const struct round *round,
                              enum engine engine) {
  if (engine == ENGINE_BDD) return part_of_diagrams(c, round);
  if (!asks_for_cycles(c)) return round->share;
  return round->number > 0 ? (2 * round->share - part_of_diagrams(c, round)) / 3 * 2 : round->share;
}

/* The search knows nothing of what IICTL has excluded. */
static uint64_t part_of_search(const struct contest *c, const struct round *round) {
  uint64_t part = part_of_round(c, round, ENGINE_IICTL);
  if (iictl_is_ahead(&c->ic)) part /= tuning_of(c->task->effort)->ctl_ahead_part;
  return round->number > 0 ? part / 2 : part;
}

static bool safety_is_named(const struct contest *c) {
  return c->task->options->engines.family[FAMILY_SAFETY].size > 0;
}

/* IICTL often sees that p is never left (closed_targets.c), so of AG (p -> AX q) it comes first,
 * and of CTL of one path from the third round on, unless engines for bad properties were asked for
 * by name. */
static bool runs_come_first(const struct contest *c, const struct round *round) {
  enum { LATE = 2 };
  if (!c->asks_for_runs || safety_is_named(c)) return c->asks_for_runs;
  return !always_looks_ahead(c->always) && !(always_is_linear(c->always) && round->number >= LATE);
}

/* Skeletons often come to a proof one after the other, but not with the small part of the work that
 * is theirs. Where little can be expected of diagrams, and nothing is seen of IICTL, they get as
 * much as it may take, once. The question about an initial state is the same as theirs, without a
 * copy of the system: there IICTL has another round first. */
static bool is_time_for_skeletons(struct contest *c, const struct round *round) {
  const struct tuning *tuning = tuning_of(c->task->effort);
  unsigned when = tuning->ctl_long_round + iictl_asks_about_start(&c->ic);
  bool wanted = asks_for_cycles(c) && !c->had_long_turn && tuning->ctl_long_turn > 0;
  return wanted && round->number >= when && c->result->system->num_states > tuning->bdd_states &&
         !iictl_gets_on(&c->ic) && !iictl_is_ahead(&c->ic);
}

static enum verdict take_long_turn(struct contest *c) {
  uint64_t milliseconds = tuning_of(c->task->effort)->ctl_long_turn;
  c->had_long_turn = true;
  response_concentrate(c->response, true);
  enum verdict verdict = take_fair_turn(c, milliseconds * TICKS_PER_MILLISECOND);
  response_concentrate(c->response, false);
  return verdict;
}

static enum verdict take_round(struct contest *c, const struct engine_list *engines,
                               const struct round *round) {
  bool first = runs_come_first(c, round);
  uint64_t longer = round->share + round->more;
  enum verdict verdict = VERDICT_UNKNOWN;
  if (first) verdict = take_safety_turn(c, longer);
  if (asks_for_cycles(c)) verdict = take_fair_turn(c, part_of_search(c, round));
  if (verdict == VERDICT_UNKNOWN && is_time_for_skeletons(c, round)) verdict = take_long_turn(c);
  for (size_t k = 0; k < engines->size && verdict == VERDICT_UNKNOWN; k++)
    if (!waits(c, engines->at[k]) && !interrupted(c->task->effort))
      verdict =
          take_turn(c, engines->at[k], first ? longer : part_of_round(c, round, engines->at[k]));
  if (!first && c->asks_for_runs && verdict == VERDICT_UNKNOWN)
    verdict = take_safety_turn(c, longer);
  return verdict;
}

/* What is easy is easier without copies of the system. What the end of the glance cut short (the
 * cheap walls that a search for fair cycles begins with) begins anew. */
static enum verdict glance(struct contest *c) {
  uint64_t milliseconds = tuning_of(c->task->effort)->ctl_glance;
  if (milliseconds == 0) return VERDICT_UNKNOWN;
  enum verdict verdict = take_turn(c, ENGINE_IICTL, milliseconds * TICKS_PER_MILLISECOND);
  iictl_drop_goals(&c->ic);
  return verdict;
}

/* Of CTL with several operators IICTL often sees parts at once that a run would have to come to. */
static enum verdict take_short_turn(struct contest *c, uint64_t share) {
  const struct engine_choice *engines = &c->task->options->engines;
  if (!c->asks_for_runs || !always_is_linear(c->always) || safety_is_named(c) ||
      !engines_has(engines, FAMILY_CTL, ENGINE_IICTL))
    return VERDICT_UNKNOWN;
  return take_turn(c, ENGINE_IICTL, share / tuning_of(c->task->effort)->ctl_first_part);
}

static void take_turns(struct contest *c) {
  struct engine_list engines = engines_of(&c->task->options->engines, FAMILY_CTL);
  enum verdict verdict = VERDICT_UNKNOWN;
  const struct tuning *tuning = tuning_of(c->task->effort);
  struct round round = {.share = (uint64_t)tuning->ctl_round * TICKS_PER_MILLISECOND};
  if (c->asks_for_runs) round.more = (uint64_t)tuning->correspondence * TICKS_PER_MILLISECOND;
  if (c->asks_for_runs && always_glance(c->always)) verdict = use_answer(c);
  if (asks_for_cycles(c)) verdict = glance(c);
  if (verdict == VERDICT_UNKNOWN) verdict = take_short_turn(c, round.share);
  while (verdict == VERDICT_UNKNOWN && !all_over(c, &engines) && !interrupted(c->task->effort)) {
    verdict = take_round(c, &engines, &round);
    round.more = 0;
    round.number++;
    if (round.share < UINT64_MAX / 256) round.share *= tuning->ctl_round_factor;
  }
}

/* The part of a contest that begins when the system and the evidence are complete. */
static void begin(struct contest *c, struct always *always) {
  const struct task *task = c->task;
  struct check_result *result = c->result;
  c->always = always;
  c->asks_for_runs = always != NULL;
  c->slice = effort_of(task->effort, UINT64_MAX / 2);
  c->fixpoints = ctl_fixpoints_new(result->system, &result->core);
  iictl_init(&c->ic, result->system, &result->core, &task->options->ctl, &c->slice,
             &result->evidence);
  c->ic.fair = &result->fair;
  iictl_hints_init(&c->ic);
  c->response = always ? NULL : response_new(task, &c->ic);
}

static void end(struct contest *c) {
  response_free(c->response);
  iictl_free(&c->ic);
  ctl_fixpoints_free(c->fixpoints);
}

/* Does a path go on from a run that breaks LTL? */
static bool fails_always(struct contest *c, const struct always *always) {
  struct check_result *result = c->result;
  if (!always || result->core.num_paths == 0 || always_verdict(always) != VERDICT_FAILS ||
      !always_include_run(always, c->task, &c->ic) || iictl_run(&c->ic) != VERDICT_FAILS)
    return false;
  result->meter.statistics.decided = always_decided(always);
  return true;
}

/* Ghosts that remember the past come before elementary variables, so LTL about it is asked first
 * whether a run breaks it at all; if one does, whether a fair path goes on from there. Somebody
 * must be there who comes to an end. */
static bool holds_always(const struct task *task, struct always *always,
                         struct check_result *result) {
  const struct engine_choice *engines = &task->options->engines;
  bool ends = engines_has(engines, FAMILY_SAFETY, ENGINE_IC3) ||
              engines_has(engines, FAMILY_SAFETY, ENGINE_BDD);
  if (!always || !ends || result->core.num_paths == 0) return false;
  always_run(always, UINT64_MAX / 2);
  if (always_verdict(always) != VERDICT_HOLDS) return false;
  always_add_ghosts(always, result->system);
  return true;
}

void decide_ctl(const struct task *task, struct check_result *result) {
  struct contest c = {.task = task, .result = result};
  struct always *always = always_new(task, result);
  bool holds = holds_always(task, always, result);
  system_add_elementary(result->system, task->model, result->core.num_variables);
  evidence_init(&result->evidence, PROPERTY_CTL, result->system, result->core.num_nodes);
  if (!holds) {
    begin(&c, result->core.num_paths == 0 ? always : NULL);
    if (!fails_always(&c, always) && !decide_ltl(task, &c.ic, result)) take_turns(&c);
    end(&c);
    holds = c.always && always_verdict(c.always) == VERDICT_HOLDS &&
            result->evidence.verdict == VERDICT_UNKNOWN;
    if (holds) always_add_ghosts(always, result->system);
  }
  if (holds) always_conclude(always, result);
  always_free(always);
}
