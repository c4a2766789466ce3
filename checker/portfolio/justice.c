#include "checker/fair/reduced_block.h"
#include "checker/fair/shorten.h"
#include "checker/portfolio/decide.h"
#include "checker/symbolic/fair_cycles.h"

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

/* A search in a system: all engines that use SAT are one side, diagrams the other. */
struct search {
  const struct task *task;
  const struct tuning *tuning;
  struct fair *fair;            /* NULL: diagrams alone */
  struct fair_cycles *diagrams; /* NULL: without them, or they have given up */
  uint64_t fair_ticks, diagram_ticks;
  uint64_t slice; /* of the next turn of diagrams */
  enum fair_answer answer;
  enum engine decided;       /* after an answer: who found it .. */
  const struct block *block; /* .. and what shows it */
  const struct trace *lasso;
};

static void fair_turn(struct search *s) {
  uint64_t before = ticks_spent(s->task->effort);
  /* Without diagrams there is nobody to wait for. */
  s->answer = fair_run(s->fair, s->diagrams ? (long)s->tuning->fair_round : -1);
  s->fair_ticks += ticks_spent(s->task->effort) - before;
  s->decided = fair_statistics(s->fair).decided;
  s->block = fair_block(s->fair);
  s->lasso = fair_lasso(s->fair);
}

/* Turns grow, because a step that is cut short starts again. */
static void diagram_turn(struct search *s) {
  struct turn turn = turn_begin(s->task->effort, ENGINE_BDD);
  struct effort slice = effort_of(s->task->effort, s->slice);
  s->answer = fair_cycles_run(s->diagrams, &slice);
  s->diagram_ticks += turn_end(s->task->effort, &turn) + 1;
  s->slice += s->slice / 2;
  s->decided = ENGINE_BDD;
  s->block = fair_cycles_block(s->diagrams);
  s->lasso = fair_cycles_lasso(s->diagrams);
  if (s->answer != FAIR_UNKNOWN || !fair_cycles_over(s->diagrams)) return;
  fair_cycles_free(s->diagrams);
  s->diagrams = NULL;
}

static void take_turns(struct search *s) {
  while (s->answer == FAIR_UNKNOWN && (s->fair || s->diagrams) && !interrupted(s->task->effort)) {
    bool first = !s->diagrams || s->fair_ticks <= s->diagram_ticks * s->tuning->price_bdd;
    if (s->fair && first)
      fair_turn(s);
    else
      diagram_turn(s);
  }
}

static struct search search(const struct task *task, struct system *system) {
  const struct fair_options *options = &task->options->ctl.fair;
  struct engine_list engines = engines_of(&options->engines, FAMILY_FAIR);
  bool diagrams = engines_has(&options->engines, FAMILY_FAIR, ENGINE_BDD);
  struct fair_query query = {.invariant = AIG_TRUE, .inside = AIG_TRUE, .from = system->init};
  struct search found = {.task = task, .tuning = tuning_of(task->effort)};
  found.slice = (uint64_t)found.tuning->bdd_turn * TICKS_PER_MILLISECOND;
  if (!diagrams || engines.size > 1) found.fair = fair_new(system, &query, options, task->effort);
  if (diagrams) found.diagrams = fair_cycles_new(system);
  take_turns(&found);
  return found;
}

static void record(const struct search *found, struct check_result *result) {
  if (found->fair) result->fair = fair_statistics(found->fair);
  if (result->evidence.verdict != VERDICT_UNKNOWN) decided_by(result, found->decided);
  fair_free(found->fair);
  fair_cycles_free(found->diagrams);
}

/* The evidence of the reduced system as evidence of the system. */
static void take_back(const struct task *task, struct reduction *reduction,
                      const struct search *found, struct check_result *result) {
  if (found->answer == FAIR_NONE) {
    struct block block;
    bool good = reduced_block(reduction, found->block, task->effort, &block);
    assert(good || interrupted(task->effort));
    if (good) take_block(&result->evidence, &block);
    block_free(&block);
  }
  if (found->answer == FAIR_LASSO) {
    struct trace lasso = {0};
    if (reduction_lasso(reduction, found->lasso, &lasso)) {
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
  if (found.answer == FAIR_NONE) take_block(&result->evidence, found.block);
  if (found.answer == FAIR_LASSO) take_lasso(&result->evidence, found.lasso);
  record(&found, result);
}
