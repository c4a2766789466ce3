#include "checker/portfolio/fair_path.h"

/* justice N fails iff there is a fair path from an initial state: !EG true with EG as node 1
 * (docs/certificates.md 1.4). */
enum { NODE_EG = 1 };

static void take_block(struct evidence *evidence, const struct block *block) {
  struct fact *fact = &evidence->facts[NODE_EG].upper;
  fact->kind = FACT_UPPER_EG;
  struct block *copy = fact_block(fact, block->closed);
  block_copy(copy, block);
  copy->closed = AIG_TRUE;
  /* With `inside` true and F the initial states, the region is an inductive invariant of the
   * system: it becomes R. */
  evidence->invariant = block->closed;
  evidence->verdict = VERDICT_HOLDS;
}

static void take_lasso(struct evidence *evidence, const struct trace *lasso) {
  trace_assign(&evidence->trace, lasso);
  evidence->verdict = VERDICT_FAILS;
}

void decide_justice(const struct task *task, struct check_result *result) {
  struct fair_path_options how = {.fair = task->options->ctl.fair,
                                  .diagrams = true,
                                  .equal_states = true,
                                  .open_lassos = LASSOS_OPEN_IN_MODEL};
  if (task->options->closed_lassos) how.open_lassos = LASSOS_CLOSE;
  struct fair_path found;
  fair_path_find(task, &how, result->system, &found);
  result->fair = found.statistics;
  if (found.answer == FAIR_NONE) take_block(&result->evidence, &found.block);
  if (found.answer == FAIR_LASSO) take_lasso(&result->evidence, &found.lasso);
  if (found.answer != FAIR_UNKNOWN) decided_by(result, found.statistics.decided);
  fair_path_free(&found);
}
