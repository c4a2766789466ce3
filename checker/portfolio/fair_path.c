#include "checker/portfolio/fair_path.h"
#include "checker/fair/reduced_block.h"
#include "checker/fair/shorten.h"
#include "checker/symbolic/fair_cycles.h"
#include "checker/system/correspondence.h"
#include "checker/system/known_loop.h"
#include "checker/system/open_lasso.h"

#include <assert.h>

/* A search in a system: all engines that use SAT are one side, diagrams the other. */
struct search {
  const struct task *task;
  const struct tuning *tuning;
  struct fair *fair;            /* NULL: diagrams alone */
  struct fair_cycles *diagrams; /* NULL: without them, or they have given up */
  uint64_t fair_ticks, diagram_ticks;
  struct effort share; /* of the turn at hand, where turns are cut short: `fair` holds on to it */
  bool short_turns;
  uint64_t fair_slice, slice; /* of the next turns of the others, and of diagrams */
  uint64_t price;             /* of a tick of diagrams */
  enum fair_answer answer;
  enum engine decided;       /* after an answer: who found it .. */
  const struct block *block; /* .. and what shows it */
  const struct trace *lasso;
};

static void fair_turn(struct search *s) {
  uint64_t before = ticks_spent(s->task->effort);
  /* Without diagrams there is nobody to wait for. */
  bool wait = s->diagrams || s->short_turns;
  s->share = effort_of(s->task->effort, s->short_turns ? s->fair_slice : UINT64_MAX / 2);
  s->answer = fair_run(s->fair, wait ? (long)s->tuning->fair_round : -1);
  if (interrupted(&s->share)) s->fair_slice *= 2;
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

static bool is_stuck(const struct search *s) { return s->fair && fair_is_stuck(s->fair); }

static void take_turns(struct search *s) {
  while (s->answer == FAIR_UNKNOWN && (s->fair || s->diagrams) && !is_stuck(s) &&
         !interrupted(s->task->effort)) {
    bool first = !s->diagrams || s->fair_ticks <= s->diagram_ticks * s->price;
    if (s->fair && first)
      fair_turn(s);
    else
      diagram_turn(s);
  }
}

/* Gates of the sets that a block speaks of. */
static size_t block_gates(const struct system *system, const struct block *block) {
  struct lits roots = {0}, cone = {0};
  lits_push(&roots, block->closed);
  for (size_t k = 0; k < block->num_steps; k++) lits_push(&roots, block->steps[k].predicate);
  aig_cone(system->aig, roots.at, roots.size, &cone);
  size_t gates = cone.size;
  lits_free(&roots);
  lits_free(&cone);
  return gates;
}

/* Exact sets make heavy certificates: thinning and checking them takes longer than finding them.
 * For a part of that time the others may still find something lighter. */
static void wait_for_lighter(struct search *s, const struct system *system) {
  if (s->answer != FAIR_NONE || s->decided != ENGINE_BDD || !s->fair) return;
  const struct block *exact = s->block;
  size_t gates = block_gates(system, exact);
  uint64_t end = ticks_spent(s->task->effort) + gates * (uint64_t)s->tuning->bdd_fair_patience;
  do {
    fair_turn(s);
  } while (s->answer == FAIR_UNKNOWN && ticks_spent(s->task->effort) < end &&
           !interrupted(s->task->effort));
  assert(s->answer != FAIR_LASSO);
  if (s->answer == FAIR_NONE && block_gates(system, s->block) < gates) return;
  s->answer = FAIR_NONE;
  s->decided = ENGINE_BDD;
  s->block = exact;
}

/* The more states there are, the less can be expected of diagrams. */
static uint64_t price_of_diagrams(const struct search *s, const struct fair_path_options *how,
                                  const struct system *system) {
  uint64_t times = how->large ? system->num_states / how->large : 0;
  return s->tuning->price_bdd * (times > 1 ? times : 1);
}

static void begin(struct search *s, const struct task *task, const struct fair_path_options *how,
                  struct system *system) {
  const struct fair_options *options = &how->fair;
  struct engine_list engines = engines_of(&options->engines, FAMILY_FAIR);
  bool diagrams = how->diagrams && engines_has(&options->engines, FAMILY_FAIR, ENGINE_BDD);
  struct fair_query query = {.invariant = AIG_TRUE, .inside = AIG_TRUE, .from = system->init};
  *s = (struct search){.task = task, .tuning = tuning_of(task->effort)};
  s->short_turns = how->short_turns;
  s->share = effort_of(task->effort, UINT64_MAX / 2);
  s->fair_slice = (uint64_t)s->tuning->ctl_round * TICKS_PER_MILLISECOND;
  s->slice = (uint64_t)s->tuning->bdd_turn * TICKS_PER_MILLISECOND;
  s->price = price_of_diagrams(s, how, system);
  if (!diagrams || engines.size > 1) s->fair = fair_new(system, &query, options, &s->share);
  if (diagrams) s->diagrams = fair_cycles_new(system);
}

static void end(struct search *s) {
  fair_free(s->fair);
  fair_cycles_free(s->diagrams);
}

/* --- the reduced system, and the system itself ------------------------------------------------ */

/* Without equal states, then the reduced system of that. */
enum { MOST_LEVELS = 2 };

struct fair_path_search {
  const struct task *task;
  struct fair_path_options how;
  struct system *system;
  struct reduction levels[MOST_LEVELS]; /* each of the one before, the first of the system */
  size_t num_levels;
  bool concentrated; /* on skeletons */
  bool began;
  struct lasso_judge judge;
  struct search search;
};

/* Where the search is. */
static struct system *innermost(const struct fair_path_search *p) {
  return p->num_levels ? p->levels[p->num_levels - 1].system : p->system;
}

/* What only follows the states of the innermost system may be right when the loop has been gone
 * around a few times. */
enum { MOST_ROUNDS = 8 };

/* One round more, in which states that do not return are what they have become. */
static void go_around(const struct system *system, const struct trace *lasso, struct trace *out) {
  uint8_t *state = memory_alloc(system->num_states, 1);
  for (size_t t = (size_t)lasso->loop; t < lasso->length; t++) {
    size_t last = out->length - 1;
    system_step(system, trace_state(out, last), trace_input(out, last), state);
    trace_push(out, state, trace_input(lasso, t));
  }
  free(state);
}

/* The last of so many rounds is the loop. */
static void repeat(const struct system *system, const struct trace *lasso, size_t rounds,
                   struct trace *out) {
  size_t loop = (size_t)lasso->loop;
  trace_assign(out, lasso);
  for (size_t k = 1; k < rounds; k++) go_around(system, lasso, out);
  out->loop = (long)(loop + (rounds - 1) * (lasso->length - loop));
}

static bool run_back(struct fair_path_search *p, struct trace *run) {
  bool good = true;
  for (size_t k = p->num_levels; good && k-- > 0;) {
    struct trace outer = {0};
    good = reduction_run(&p->levels[k], run, &outer);
    trace_free(run);
    *run = outer;
  }
  return good;
}

/* *lasso is a run that need not close: do enough states of it return? */
static bool is_evidence(const struct fair_path_search *p, struct trace *lasso) {
  const struct task *task = p->task;
  uint64_t ticks = (uint64_t)tuning_of(task->effort)->lasso_open * TICKS_PER_MILLISECOND;
  struct effort share = effort_of(task->effort, ticks);
  if (p->how.open_lassos == LASSOS_OPEN_IN_MODEL)
    return open_lasso(task->model, task->property->index, p->system, &share, lasso);
  free(lasso->returning);
  lasso->returning = memory_alloc(lasso->num_states, 1);
  memset(lasso->returning, 1, lasso->num_states);
  return known_loop(p->system, &share, lasso, lasso->returning, NULL);
}

/* A lasso of the innermost system may be shown by a run of which only some states come back. */
static bool open_back(struct fair_path_search *p, const struct trace *found, struct trace *lasso) {
  bool good = false;
  for (size_t k = 1; p->how.open_lassos != LASSOS_CLOSE && !good && k <= MOST_ROUNDS; k *= 2) {
    repeat(innermost(p), found, k, lasso);
    good = run_back(p, lasso) && is_evidence(p, lasso);
  }
  return good;
}

static bool can_be_shown(void *context, const struct trace *found) {
  struct fair_path_search *p = context;
  struct trace lasso = {0};
  bool good = open_back(p, found, &lasso);
  trace_free(&lasso);
  return good;
}

struct fair_path_search *fair_path_new(const struct task *task, const struct fair_path_options *how,
                                       struct system *system) {
  struct fair_path_search *p = memory_zeroed(1, sizeof *p);
  p->task = task;
  p->how = *how;
  p->system = system;
  p->judge = (struct lasso_judge){.accepts = can_be_shown, .context = p};
  if (how->open_lassos != LASSOS_CLOSE) p->how.fair.judge = &p->judge;
  return p;
}

static void end_levels(struct fair_path_search *p) {
  while (p->num_levels) reduction_free(&p->levels[--p->num_levels]);
}

void fair_path_end(struct fair_path_search *p) {
  if (!p) return;
  if (p->began) end(&p->search);
  end_levels(p);
  free(p);
}

void fair_path_concentrate(struct fair_path_search *p, bool concentrate) {
  p->concentrated = concentrate;
  if (p->began && p->search.fair) fair_concentrate(p->search.fair, concentrate);
}

static void begin_innermost(struct fair_path_search *p) {
  p->began = true;
  begin(&p->search, p->task, &p->how, innermost(p));
  fair_path_concentrate(p, p->concentrated);
}

static void leave_out_equal_states(struct fair_path_search *p) {
  const struct tuning *tuning = tuning_of(p->task->effort);
  uint64_t ticks = (uint64_t)tuning->correspondence * TICKS_PER_MILLISECOND;
  struct effort slice = effort_of(p->task->effort, ticks);
  struct reduction *level = &p->levels[p->num_levels];
  if (ticks && correspondence_reduction(level, p->system, &slice)) p->num_levels++;
}

/* False: the turn ended before it was known whether there is a reduced system. */
static bool begin_somewhere(struct fair_path_search *p) {
  const struct effort *effort = p->task->effort;
  if (p->how.equal_states) leave_out_equal_states(p);
  struct reduction *level = &p->levels[p->num_levels];
  if (tuning_of(effort)->fair_reduce && reduction_init(level, innermost(p), effort))
    p->num_levels++;
  else if (interrupted(effort))
    return false;
  begin_innermost(p);
  return true;
}

static void record(const struct search *s, struct fair_path *found) {
  if (s->fair) found->statistics = fair_statistics(s->fair);
  found->statistics.decided = s->decided;
}

static bool block_back(struct fair_path_search *p, size_t level, struct block *block) {
  struct block outer;
  bool good = reduced_block(&p->levels[level], block, p->task->effort, &outer);
  assert(good || interrupted(p->task->effort));
  block_free(block);
  *block = outer;
  return good;
}

static bool lasso_back(struct fair_path_search *p, size_t level, struct trace *lasso) {
  struct trace outer = {0};
  bool good = reduction_lasso(&p->levels[level], lasso, p->task->effort, &outer);
  trace_free(lasso);
  *lasso = outer;
  if (good) shorten_lasso(lasso, p->levels[level].original);
  return good;
}

static void take(const struct search *s, struct fair_path *found) {
  found->answer = s->answer;
  if (s->answer == FAIR_NONE) block_copy(&found->block, s->block);
  if (s->answer == FAIR_LASSO) trace_assign(&found->lasso, s->lasso);
}

/* The evidence of the innermost system as evidence of the system, level by level. */
static void take_back(struct fair_path_search *p, struct fair_path *found) {
  take(&p->search, found);
  bool good = !found->lasso.returning;
  for (size_t k = p->num_levels; k-- > 0 && good;) {
    if (found->answer == FAIR_NONE) good = block_back(p, k, &found->block);
    if (found->answer == FAIR_LASSO) good = lasso_back(p, k, &found->lasso);
  }
  if (!good && p->search.answer == FAIR_LASSO) good = open_back(p, p->search.lasso, &found->lasso);
  if (!good) found->answer = FAIR_UNKNOWN;
}

static bool is_over(const struct search *s) { return !s->fair && !s->diagrams; }

static void run(struct fair_path_search *p, struct fair_path *found) {
  struct search *s = &p->search;
  if (s->answer == FAIR_UNKNOWN) {
    take_turns(s);
    wait_for_lighter(s, innermost(p));
  }
  take_back(p, found);
  record(s, found);
}

bool fair_path_run(struct fair_path_search *p, struct fair_path *found) {
  *found = (struct fair_path){0};
  if (!p->began && !begin_somewhere(p)) return false;
  run(p, found);
  if (p->num_levels && found->answer == FAIR_UNKNOWN && !is_stuck(&p->search) &&
      !interrupted(p->task->effort)) {
    /* What was found in a smaller system is nothing here, or nobody has found anything. */
    fair_path_free(found);
    *found = (struct fair_path){0};
    end(&p->search);
    end_levels(p);
    begin_innermost(p);
    run(p, found);
  }
  return found->answer != FAIR_UNKNOWN || is_over(&p->search);
}

void fair_path_find(const struct task *task, const struct fair_path_options *how,
                    struct system *system, struct fair_path *found) {
  struct fair_path_search *p = fair_path_new(task, how, system);
  fair_path_run(p, found);
  fair_path_end(p);
}

void fair_path_free(struct fair_path *found) {
  block_free(&found->block);
  trace_free(&found->lasso);
}
