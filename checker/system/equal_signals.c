#include "checker/system/equal_signals.h"

#include "checker/system/retiming.h"
#include "checker/system/signal_search.h"
#include "checker/system/substitution.h"

#include <assert.h>

enum stage {
  STAGE_ANY,        /* equalities of any signals, */
  STAGE_PREDICATES, /* and what predicates make of them */
  STAGE_MOVED_ANY,  /* the same with registers elsewhere */
  STAGE_MOVED_PREDICATES,
  STAGE_DONE
};

struct equal_signals {
  const struct effort *effort;
  enum stage stage;
  struct signal_search *search;
  struct system *merged;
  lit target;                /* in it */
  struct system_size before; /* of what was not merged yet */
  struct retiming retiming;    /* of what is merged, while .. */
  struct signal_search *moved; /* .. this is not NULL */
  bool never;
};

struct equal_signals *equal_signals_new(const struct system *system, lit target,
                                        const struct effort *effort) {
  struct equal_signals *e = memory_zeroed(1, sizeof *e);
  struct lits roots = {0};
  lits_push(&roots, target);
  *e = (struct equal_signals){.effort = effort, .before = system_size(system, target)};
  e->search = signal_search_new(system, &roots, effort);
  lits_free(&roots);
  return e;
}

static void forget_moved(struct equal_signals *e) {
  if (e->moved) retiming_free(&e->retiming);
  signal_search_free(e->moved);
  e->moved = NULL;
}

void equal_signals_free(struct equal_signals *e) {
  if (!e) return;
  forget_moved(e);
  signal_search_free(e->search);
  system_free(e->merged);
  free(e);
}

/* Where registers are elsewhere, only whether that decides is of interest. */
static void begin_moved(struct equal_signals *e) {
  struct lits roots = {0};
  lits_push(&roots, e->target);
  bool moved = retiming_init(&e->retiming, e->merged, &roots, e->effort);
  if (moved) e->moved = signal_search_new(e->retiming.system, &e->retiming.roots, e->effort);
  e->stage = moved ? STAGE_MOVED_ANY : STAGE_DONE;
  lits_free(&roots);
}

static void merge(struct equal_signals *e) {
  struct lits roots = {0};
  e->merged = signal_search_merged(e->search, &roots);
  e->target = roots.at[0];
  e->never = signal_search_never(e->search, 0);
  if (e->never) e->target = AIG_FALSE;
  lits_free(&roots);
}

/* The search at hand has come to its end. */
static void next_stage(struct equal_signals *e) {
  switch (e->stage) {
  case STAGE_ANY:
    signal_search_narrow(e->search);
    e->stage = STAGE_PREDICATES;
    break;
  case STAGE_PREDICATES:
    merge(e);
    if (e->never)
      e->stage = STAGE_DONE;
    else
      begin_moved(e);
    break;
  case STAGE_MOVED_ANY:
    e->stage = signal_search_never(e->moved, 0) ? STAGE_MOVED_PREDICATES : STAGE_DONE;
    if (e->stage == STAGE_MOVED_PREDICATES) signal_search_narrow(e->moved);
    break;
  case STAGE_MOVED_PREDICATES:
    e->never = signal_search_never(e->moved, 0);
    if (e->never) e->target = AIG_FALSE;
    e->stage = STAGE_DONE;
    break;
  case STAGE_DONE: break;
  }
  if (e->stage == STAGE_DONE && (!e->never || signal_search_never(e->search, 0))) forget_moved(e);
}

bool equal_signals_run(struct equal_signals *e, const struct effort *slice) {
  while (e->stage != STAGE_DONE) {
    struct signal_search *search = e->stage < STAGE_MOVED_ANY ? e->search : e->moved;
    if (!signal_search_run(search, slice)) return false;
    next_stage(e);
  }
  return true;
}

bool equal_signals_never(const struct equal_signals *e) { return e->never; }

bool equal_signals_gained(const struct equal_signals *e, unsigned percent) {
  struct system_size after = system_size(e->merged, e->target);
  return 100 * after.states <= (100 - percent) * e->before.states ||
         100 * after.gates <= (100 - percent) * e->before.gates;
}

const struct system *equal_signals_merged(const struct equal_signals *e, lit *target) {
  assert(e->stage == STAGE_DONE);
  *target = e->target;
  return e->merged;
}

/* First in the graph that moved states are predicates of, then over the states. */
static void state_moved(const struct equal_signals *e, struct aig *to, const lit *states,
                        struct lits *equal) {
  struct aig *aig = e->retiming.aig;
  struct lits there = {0};
  struct substitution map;
  signal_search_equal(e->moved, aig, e->retiming.meaning.at, &there);
  substitution_init(&map, aig, to, states, NULL);
  for (size_t k = 0; k < there.size; k++) lits_push(equal, substitution_apply(&map, there.at[k]));
  substitution_free(&map);
  lits_free(&there);
}

void equal_signals_state(const struct equal_signals *e, struct aig *to, const lit *states,
                         struct lits *equal) {
  assert(e->stage == STAGE_DONE);
  signal_search_equal(e->search, to, states, equal);
  if (e->moved) state_moved(e, to, states, equal);
}
