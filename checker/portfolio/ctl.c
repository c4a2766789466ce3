/* CTL properties: IICTL and fixpoints on decision diagrams take turns. Both go on where they
 * stopped. */
#include "checker/ctl/hints.h"
#include "checker/ctl/iictl.h"
#include "checker/portfolio/decide.h"
#include "checker/symbolic/ctl_fixpoints.h"

struct contest {
  const struct task *task;
  struct check_result *result;
  struct iictl ic;
  struct ctl_fixpoints *fixpoints;
  struct effort slice;    /* the engines hold on to it from turn to turn */
  bool over[NUM_ENGINES]; /* more work does not help this one */
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

static bool all_over(const struct contest *c, const struct engine_list *engines) {
  for (size_t k = 0; k < engines->size; k++)
    if (!c->over[engines->at[k]]) return false;
  return true;
}

static void take_turns(struct contest *c) {
  struct engine_list engines = engines_of(&c->task->options->engines, FAMILY_CTL);
  enum verdict verdict = VERDICT_UNKNOWN;
  const struct tuning *tuning = tuning_of(c->task->effort);
  uint64_t share = (uint64_t)tuning->ctl_round * TICKS_PER_MILLISECOND;
  while (verdict == VERDICT_UNKNOWN && !all_over(c, &engines) && !interrupted(c->task->effort)) {
    for (size_t k = 0; k < engines.size && verdict == VERDICT_UNKNOWN; k++)
      if (!c->over[engines.at[k]] && !interrupted(c->task->effort))
        verdict = take_turn(c, engines.at[k], share);
    if (share < UINT64_MAX / 256) share *= tuning->ctl_round_factor;
  }
}

void decide_ctl(const struct task *task, struct check_result *result) {
  struct contest c = {.task = task, .result = result};
  c.slice = effort_of(task->effort, UINT64_MAX / 2);
  c.fixpoints = ctl_fixpoints_new(result->system, &result->core);
  iictl_init(&c.ic, result->system, &result->core, &task->options->ctl, &c.slice,
             &result->evidence);
  c.ic.fair = &result->fair;
  iictl_hints_init(&c.ic);
  if (!decide_ltl(task, &c.ic, result)) take_turns(&c);
  iictl_free(&c.ic);
  ctl_fixpoints_free(c.fixpoints);
}
