/* Two searches, each with diagrams and an order of its own. The first finds the reachable states
 * and then the fair cycles among them. The second looks for fair cycles everywhere, and then for
 * the states that lead there: where it is hard to say which states can be reached, it may still be
 * easy to see that fair cycles are elsewhere (Ravi, Bloem, Somenzi: A comparative study of symbolic
 * algorithms for the computation of fair cycles, FMCAD 2000). */
#include "checker/symbolic/fair_cycles.h"

#include "checker/fair/shorten.h"
#include "checker/symbolic/fair_hull.h"
#include "checker/symbolic/fair_lasso.h"
#include "checker/symbolic/invariant.h"
#include "checker/symbolic/search.h"

enum stage {
  STAGE_START,
  STAGE_REACH,      /* the first: which states can be reached? */
  STAGE_EVERYWHERE, /* the second: which states have a fair path? */
  STAGE_BACK,       /* the second: which states lead to those that are left? */
  STAGE_NARROW,     /* in a closed set around the reachable states */
  STAGE_OVER
};

struct cycle_search {
  enum stage stage;
  struct symbolic *s;
  struct bdd_vector rings; /* REACH: states that are reached first after d steps; BACK: states that
                              lead there in d steps at most */
  bdd reached;
  struct fair_hull hull;
  uint64_t cost; /* in ticks */
};
enum { FROM_START, EVERYWHERE, NUM_SEARCHES };

struct fair_cycles {
  struct system *system;
  struct cycle_search search[NUM_SEARCHES];
  struct block block;
  struct trace lasso;
};

struct fair_cycles *fair_cycles_new(struct system *system) {
  struct fair_cycles *f = memory_zeroed(1, sizeof *f);
  f->system = system;
  trace_init(&f->lasso, system);
  return f;
}

static void search_free(struct cycle_search *c) {
  symbolic_free(c->s);
  bdd_vector_free(&c->rings);
  fair_hull_free(&c->hull);
  *c = (struct cycle_search){.stage = STAGE_OVER};
}

void fair_cycles_free(struct fair_cycles *f) {
  if (!f) return;
  for (int k = 0; k < NUM_SEARCHES; k++) search_free(&f->search[k]);
  block_free(&f->block);
  trace_free(&f->lasso);
  free(f);
}

bool fair_cycles_over(const struct fair_cycles *f) {
  for (int k = 0; k < NUM_SEARCHES; k++)
    if (f->search[k].stage != STAGE_OVER) return false;
  return true;
}
const struct trace *fair_cycles_lasso(const struct fair_cycles *f) { return &f->lasso; }
const struct block *fair_cycles_block(const struct fair_cycles *f) { return &f->block; }

/* --- stages: nothing changes when one is stopped on the way ----------------------------------- */

static void start(struct fair_cycles *f, struct cycle_search *c, const struct effort *effort) {
  c->s = symbolic_new(f->system, NULL, 0, true, effort);
  if (!c->s && !interrupted(effort)) c->stage = STAGE_OVER;
  if (!c->s) return;
  if (c == &f->search[EVERYWHERE]) {
    fair_hull_begin(&c->hull, c->s, bdd_ref(c->s->m, BDD_TRUE));
    c->stage = STAGE_EVERYWHERE;
    return;
  }
  c->reached = bdd_ref(c->s->m, c->s->init);
  bdd_vector_push(&c->rings, bdd_ref(c->s->m, c->reached));
  c->stage = STAGE_REACH;
}

/* One step of breadth-first search. */
static void advance(struct cycle_search *c) {
  struct symbolic *s = c->s;
  bdd image = symbolic_image(s, c->rings.at[c->rings.size - 1]);
  bdd ring = symbolic_minus(s, image, c->reached), reached = symbolic_or(s, c->reached, ring);
  bdd_deref(s->m, image);
  if (s->stopped) {
    bdd_deref(s->m, ring);
    bdd_deref(s->m, reached);
    return;
  }
  symbolic_set(s, &c->reached, reached);
  if (ring == BDD_FALSE) {
    fair_hull_begin(&c->hull, s, bdd_ref(s->m, c->reached));
    c->stage = STAGE_NARROW;
    bdd_deref(s->m, ring);
  } else {
    bdd_vector_push(&c->rings, ring);
  }
}

/* Where the initial states do not lead to fair cycles, neither does any state outside of those that
 * do: in there all is simpler, so the chain is made anew. Where they do, a lasso is needed, and the
 * other search is the one that finds it. */
static void go_back(struct cycle_search *c) {
  struct symbolic *s = c->s;
  bdd back = symbolic_until(s, BDD_TRUE, c->hull.left, BDD_TRUE, &c->rings);
  bdd met = symbolic_and(s, s->init, back);
  if (!s->stopped) {
    c->stage = met == BDD_FALSE ? STAGE_NARROW : STAGE_OVER;
    fair_hull_begin(&c->hull, s, bdd_ref(s->m, bdd_not(back)));
    for (size_t k = 0; k < c->rings.size; k++) bdd_deref(s->m, c->rings.at[k]);
    c->rings.size = 0;
  }
  bdd_deref(s->m, back);
  bdd_deref(s->m, met);
}

static void narrow(struct cycle_search *c, const struct effort *effort) {
  fair_hull_narrow(&c->hull, effort);
  if (c->stage == STAGE_EVERYWHERE && fair_hull_quiet(&c->hull, BACKWARD)) c->stage = STAGE_BACK;
}

/* --- evidence --------------------------------------------------------------------------------- */

static enum fair_answer conclude_none(struct fair_cycles *f, struct cycle_search *c) {
  struct symbolic *s = c->s;
  size_t most = s->m->tuning->bdd_fair_gates, before = f->system->aig->num_nodes;
  block_free(&f->block);
  bool good = fair_hull_steps(&c->hull, most, &f->block);
  if (s->stopped) return FAIR_UNKNOWN;
  /* Last, for it may take longer than the turn. */
  if (good) f->block.closed = invariant_compact(s, c->hull.within, LIT_NONE, s->m->effort);
  if (good && f->system->aig->num_nodes - before <= most) return FAIR_NONE;
  for (int k = 0; k < NUM_SEARCHES; k++) f->search[k].stage = STAGE_OVER; /* too large */
  return FAIR_UNKNOWN;
}

static enum fair_answer conclude_lasso(struct fair_cycles *f, struct cycle_search *c) {
  if (!fair_lasso_find(c->s, c->hull.left, &c->rings, &f->lasso)) return FAIR_UNKNOWN;
  shorten_lasso(&f->lasso, f->system);
  return FAIR_LASSO;
}

/* --- the engine ------------------------------------------------------------------------------- */

static bool narrowing(const struct cycle_search *c) {
  return c->stage == STAGE_NARROW || c->stage == STAGE_EVERYWHERE;
}

/* Nothing is left, or what is left has fair cycles, which can be reached. */
static bool finished(const struct cycle_search *c) {
  if (narrowing(c) && c->hull.left == BDD_FALSE) return true;
  return c->stage == STAGE_NARROW &&
         (fair_hull_quiet(&c->hull, BACKWARD) || fair_hull_quiet(&c->hull, FORWARD));
}

static bool goes_on(const struct cycle_search *c) {
  return c->stage == STAGE_START || (c->stage != STAGE_OVER && !c->s->stopped);
}

static void advance_stage(struct fair_cycles *f, struct cycle_search *c,
                          const struct effort *effort) {
  if (c->stage == STAGE_START)
    start(f, c, effort);
  else if (c->stage == STAGE_REACH)
    advance(c);
  else if (c->stage == STAGE_BACK)
    go_back(c);
  else
    narrow(c, effort);
}

static enum fair_answer run(struct fair_cycles *f, struct cycle_search *c,
                            const struct effort *effort) {
  enum fair_answer answer = FAIR_UNKNOWN;
  uint64_t before = ticks_spent(effort);
  if (c->s) symbolic_resume(c->s, effort);
  while (goes_on(c) && !finished(c) && !interrupted(effort)) advance_stage(f, c, effort);
  if (finished(c) && !c->s->stopped)
    answer = c->hull.left == BDD_FALSE ? conclude_none(f, c) : conclude_lasso(f, c);
  c->cost += ticks_spent(effort) - before + 1;
  /* A limit of the diagrams was met. */
  if (answer == FAIR_UNKNOWN && !interrupted(effort)) c->stage = STAGE_OVER;
  if (c->stage == STAGE_OVER) search_free(c);
  return answer;
}

/* At first the first one alone; then both the same, or little for the second one where the
 * reachable states are known. */
static struct cycle_search *next_search(struct fair_cycles *f, const struct effort *effort) {
  struct cycle_search *first = &f->search[FROM_START], *second = &f->search[EVERYWHERE];
  uint64_t wait = (uint64_t)tuning_of(effort)->bdd_everywhere * TICKS_PER_MILLISECOND;
  if (second->stage == STAGE_OVER) return first;
  if (first->stage == STAGE_OVER) return second;
  uint64_t share = first->stage == STAGE_NARROW ? 8 * second->cost : second->cost;
  return first->cost < share + wait ? first : second;
}

enum fair_answer fair_cycles_run(struct fair_cycles *f, const struct effort *effort) {
  enum fair_answer answer = FAIR_UNKNOWN;
  while (answer == FAIR_UNKNOWN && !fair_cycles_over(f) && !interrupted(effort))
    answer = run(f, next_search(f, effort), effort);
  return answer;
}
