/* CTL properties: IICTL and fixpoints on decision diagrams take turns. IICTL goes on where it
 * stopped; the diagrams start afresh with a larger share, which costs little since what they can do
 * at all they mostly do at once. */
#include "checker/ctl/hints.h"
#include "checker/ctl/iictl.h"
#include "checker/ctl/shared_clauses.h"
#include "checker/portfolio/decide.h"
#include "checker/symbolic/ctl_fixpoints.h"

/* Shares of the time that is left, round by round; without a deadline, of first_round seconds,
 * doubled every round. */
static const struct { double iictl, symbolic; } shares[] = {{0.1, 0.12}, {0.35, 0.55}, {1, 1}};
enum { LAST_SHARE = 2 };
static const double first_round = 20;

static double deadline_of(const struct interrupt *interrupt) {
  double earliest = 0;
  for (; interrupt; interrupt = interrupt->outer)
    if (interrupt->deadline > 0 && (earliest <= 0 || interrupt->deadline < earliest))
      earliest = interrupt->deadline;
  return earliest;
}

/* The seconds that a round may plan with. */
static double time_left(const struct interrupt *interrupt, unsigned round) {
  double end = deadline_of(interrupt),
         endless = first_round * (double)(1u << (round < 20 ? round : 20));
  if (end <= 0) return endless;
  return end - monotonic_seconds();
}

void decide_ctl(const struct task *task, struct check_result *result) {
  struct interrupt slice = {.outer = task->interrupt};
  struct iictl ic;
  iictl_init(&ic, result->system, &result->core, &task->options->ctl, &slice, &result->evidence);
  ic.fair = &result->fair;
  iictl_hints_init(&ic);
  if (task->options->memory) shared_clauses_recall(task->options->memory, &ic.bounds);
  enum verdict verdict = VERDICT_UNKNOWN;
  bool symbolic = task->options->ctl_engine != CTL_ENGINE_IICTL,
       iictl = task->options->ctl_engine != CTL_ENGINE_SYMBOLIC;
  for (unsigned round = 0;
       verdict == VERDICT_UNKNOWN && (iictl || symbolic) && !interrupted(task->interrupt);
       round++) {
    size_t share = round < LAST_SHARE ? round : LAST_SHARE;
    slice.deadline = monotonic_seconds() + shares[share].iictl * time_left(task->interrupt, round);
    if (iictl) verdict = iictl_run(&ic);
    if (verdict != VERDICT_UNKNOWN || interrupted(task->interrupt) || !symbolic) continue;
    slice.deadline =
        monotonic_seconds() + shares[share].symbolic * time_left(task->interrupt, round);
    verdict = ctl_symbolic(result->system, &result->core, &slice, &result->evidence);
    /* Giving up early means that no more time would help. */
    symbolic = interrupted(&slice);
  }
  if (task->options->memory) shared_clauses_store(task->options->memory, &ic.bounds);
  iictl_free(&ic);
}
