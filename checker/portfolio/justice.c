#include "checker/portfolio/decide.h"

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
  struct fair_query query = {
      .invariant = AIG_TRUE, .inside = AIG_TRUE, .from = result->system->init};
  struct fair *fair = fair_new(result->system, &query, &task->options->ctl.fair, task->effort);
  enum fair_answer answer = fair_run(fair, -1);
  if (answer == FAIR_NONE) take_block(&result->evidence, fair_block(fair));
  if (answer == FAIR_LASSO) take_lasso(&result->evidence, fair_lasso(fair));
  result->fair = fair_statistics(fair);
  if (answer != FAIR_UNKNOWN) decided_by(result, result->fair.decided);
  fair_free(fair);
}
