#include "checker/portfolio/fair_path.h"
#include "checker/fair/reduced_block.h"
#include "checker/fair/shorten.h"
#include "checker/symbolic/fair_cycles.h"

#include <assert.h>

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

static struct search search(const struct task *task, const struct fair_path_options *how,
                            struct system *system) {
  const struct fair_options *options = &how->fair;
  struct engine_list engines = engines_of(&options->engines, FAMILY_FAIR);
  bool diagrams = how->diagrams && engines_has(&options->engines, FAMILY_FAIR, ENGINE_BDD);
  struct fair_query query = {.invariant = AIG_TRUE, .inside = AIG_TRUE, .from = system->init};
  struct search found = {.task = task, .tuning = tuning_of(task->effort)};
  found.slice = (uint64_t)found.tuning->bdd_turn * TICKS_PER_MILLISECOND;
  if (!diagrams || engines.size > 1) found.fair = fair_new(system, &query, options, task->effort);
  if (diagrams) found.diagrams = fair_cycles_new(system);
  take_turns(&found);
  return found;
}

static void record(const struct search *s, struct fair_path *found) {
  if (s->fair) found->statistics = fair_statistics(s->fair);
  found->statistics.decided = s->decided;
  fair_free(s->fair);
  fair_cycles_free(s->diagrams);
}

/* The evidence of the reduced system as evidence of the system. */
static void take_back(const struct task *task, struct reduction *reduction, const struct search *s,
                      struct fair_path *found) {
  if (s->answer == FAIR_NONE) {
    bool good = reduced_block(reduction, s->block, task->effort, &found->block);
    assert(good || interrupted(task->effort));
    if (good) found->answer = FAIR_NONE;
  }
  if (s->answer == FAIR_LASSO && reduction_lasso(reduction, s->lasso, &found->lasso)) {
    shorten_lasso(&found->lasso, reduction->original);
    found->answer = FAIR_LASSO;
  }
}

/* False: there is no reduced system. */
static bool find_reduced(const struct task *task, const struct fair_path_options *how,
                         struct system *system, struct fair_path *found) {
  struct reduction reduction;
  if (!tuning_of(task->effort)->fair_reduce || !reduction_init(&reduction, system, task->effort))
    return false;
  struct search s = search(task, how, reduction.system);
  take_back(task, &reduction, &s, found);
  record(&s, found);
  reduction_free(&reduction);
  return true;
}

void fair_path_find(const struct task *task, const struct fair_path_options *how,
                    struct system *system, struct fair_path *found) {
  *found = (struct fair_path){0};
  if (find_reduced(task, how, system, found) &&
      (found->answer != FAIR_UNKNOWN || interrupted(task->effort)))
    return;
  struct search s = search(task, how, system);
  found->answer = s.answer;
  if (s.answer == FAIR_NONE) block_copy(&found->block, s.block);
  if (s.answer == FAIR_LASSO) trace_assign(&found->lasso, s.lasso);
  record(&s, found);
}

void fair_path_free(struct fair_path *found) {
  block_free(&found->block);
  trace_free(&found->lasso);
}
