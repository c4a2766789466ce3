#include "checker/fair/reduced_block.h"
#include "checker/fair/shorten.h"
#include "checker/portfolio/decide.h"

#include <assert.h>

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

/* What a search in a system has found. */
struct search {
  struct fair *fair;
  enum fair_answer answer;
};

static struct search search(const struct task *task, struct system *system) {
  struct fair_query query = {.invariant = AIG_TRUE, .inside = AIG_TRUE, .from = system->init};
  struct search found = {.fair = fair_new(system, &query, &task->options->ctl.fair, task->effort)};
  found.answer = fair_run(found.fair, -1);
  return found;
}

static void record(const struct search *found, struct check_result *result) {
  result->fair = fair_statistics(found->fair);
  if (result->evidence.verdict != VERDICT_UNKNOWN) decided_by(result, result->fair.decided);
  fair_free(found->fair);
}

/* The evidence of the reduced system as evidence of the system. */
static void take_back(const struct task *task, struct reduction *reduction,
                      const struct search *found, struct check_result *result) {
  if (found->answer == FAIR_NONE) {
    struct block block;
    bool good = reduced_block(reduction, fair_block(found->fair), task->effort, &block);
    assert(good || interrupted(task->effort));
    if (good) take_block(&result->evidence, &block);
    block_free(&block);
  }
  if (found->answer == FAIR_LASSO) {
    struct trace lasso = {0};
    if (reduction_lasso(reduction, fair_lasso(found->fair), &lasso)) {
      shorten_lasso(&lasso, result->system);
      take_lasso(&result->evidence, &lasso);
    }
    trace_free(&lasso);
  }
}

/* False: there is no reduced system. */
static bool decide_reduced(const struct task *task, struct check_result *result) {
  struct reduction reduction;
  if (!tuning_of(task->effort)->fair_reduce ||
      !reduction_init(&reduction, result->system, task->effort))
    return false;
  struct search found = search(task, reduction.system);
  take_back(task, &reduction, &found, result);
  record(&found, result);
  reduction_free(&reduction);
  return true;
}

void decide_justice(const struct task *task, struct check_result *result) {
  if (decide_reduced(task, result) &&
      (result->evidence.verdict != VERDICT_UNKNOWN || interrupted(task->effort)))
    return;
  struct search found = search(task, result->system);
  if (found.answer == FAIR_NONE) take_block(&result->evidence, fair_block(found.fair));
  if (found.answer == FAIR_LASSO) take_lasso(&result->evidence, fair_lasso(found.fair));
  record(&found, result);
}
