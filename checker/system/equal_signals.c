#include "checker/system/equal_signals.h"

#include "checker/system/retiming.h"
#include "checker/system/signal_search.h"
#include "checker/system/substitution.h"

#include <assert.h>

enum { DEEP_STEPS = 4 };

enum stage {
  STAGE_ANY,        /* equalities of any signals, */
  STAGE_PREDICATES, /* and what predicates make of them */
  STAGE_MOVED_ANY,  /* the same with registers elsewhere */
  STAGE_MOVED_PREDICATES,
  STAGE_DEEP, /* by induction over more than one step */
  STAGE_DONE
};

struct equal_signals {
  const struct effort *effort;
  enum stage stage;
  struct signal_search *search;
  struct system *merged;
  lit target;                  /* in it */
  struct system_size before;   /* of what was not merged yet */
  struct retiming retiming;    /* of what is merged, while .. */
  struct signal_search *moved; /* .. this is not NULL */
  struct signal_search *deep;  /* of what is merged; NULL: not yet */
  bool never;
  /* If any signals show that it is never true: their equalities, over leaves of the system. */
  unsigned any_never; /* over so many steps */
  struct aig *any;
  lit *states, *inputs;
  struct lits any_equal;
};

struct equal_signals *equal_signals_new(const struct system *system, lit target,
                                        const struct effort *effort) {
  struct equal_signals *e = memory_zeroed(1, sizeof *e);
  struct lits roots = {0};
  lits_push(&roots, target);
  *e = (struct equal_signals){.effort = effort, .before = system_size(system, target)};
  e->search = signal_search_new(system, &roots, 1, effort);
  e->any = aig_new();
  e->states = memory_alloc(system->num_states, sizeof *e->states);
  e->inputs = memory_alloc(system->num_inputs, sizeof *e->inputs);
  for (size_t k = 0; k < system->num_states; k++) e->states[k] = aig_state(e->any);
  for (size_t k = 0; k < system->num_inputs; k++) e->inputs[k] = aig_input(e->any);
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
  signal_search_free(e->deep);
  system_free(e->merged);
  aig_free(e->any);
  free(e->states);
  free(e->inputs);
  lits_free(&e->any_equal);
  free(e);
}

/* Only whether it decides is of interest, if nothing did so far. */
static void begin_deep(struct equal_signals *e) {
  struct lits roots = {0};
  e->stage = STAGE_DONE;
  if (e->any_never) return;
  lits_push(&roots, e->target);
  e->deep = signal_search_new(e->merged, &roots, DEEP_STEPS, e->effort);
  e->stage = STAGE_DEEP;
  lits_free(&roots);
}

/* Where registers are elsewhere: likewise. */
static void begin_moved(struct equal_signals *e) {
  struct lits roots = {0};
  lits_push(&roots, e->target);
  bool moved = retiming_init(&e->retiming, e->merged, &roots, e->effort);
  if (moved) e->moved = signal_search_new(e->retiming.system, &e->retiming.roots, 1, e->effort);
  e->stage = STAGE_MOVED_ANY;
  if (!moved) begin_deep(e);
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

/* Predicates of a graph over states, in another graph. */
static void translate(const struct aig *from, struct aig *to, const lit *states,
                      const struct lits *predicates, struct lits *out) {
  struct substitution map;
  substitution_init(&map, from, to, states, NULL);
  for (size_t k = 0; k < predicates->size; k++)
    lits_push(out, substitution_apply(&map, predicates->at[k]));
  substitution_free(&map);
}

/* The search at hand, of any signals, shows that the target is never true. */
static void remember_any(struct equal_signals *e, const struct signal_search *search) {
  if (e->any_never) return;
  e->any_never = search == e->deep ? DEEP_STEPS : 1;
  if (search != e->moved) {
    signal_search_any_equal(search, e->any, e->states, e->inputs, &e->any_equal);
    return;
  }
  struct lits states = {0};
  translate(e->retiming.aig, e->any, e->states, &e->retiming.meaning, &states);
  signal_search_any_equal(e->moved, e->any, states.at, e->inputs, &e->any_equal);
  lits_free(&states);
}

/* The search at hand has come to its end. */
static void next_stage(struct equal_signals *e) {
  switch (e->stage) {
  case STAGE_ANY:
    if (signal_search_never(e->search, 0)) remember_any(e, e->search);
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
    e->stage = STAGE_MOVED_PREDICATES;
    if (signal_search_never(e->moved, 0)) {
      remember_any(e, e->moved);
      signal_search_narrow(e->moved);
    } else {
      forget_moved(e);
      begin_deep(e);
    }
    break;
  case STAGE_MOVED_PREDICATES:
    e->never = signal_search_never(e->moved, 0);
    if (e->never)
      e->target = AIG_FALSE;
    else
      forget_moved(e);
    e->stage = STAGE_DONE;
    break;
  case STAGE_DEEP:
    if (signal_search_never(e->deep, 0)) remember_any(e, e->deep);
    e->stage = STAGE_DONE;
    break;
  case STAGE_DONE: break;
  }
}

static struct signal_search *search_at_hand(const struct equal_signals *e) {
  if (e->stage == STAGE_DEEP) return e->deep;
  return e->stage == STAGE_ANY || e->stage == STAGE_PREDICATES ? e->search : e->moved;
}

bool equal_signals_run(struct equal_signals *e, const struct effort *slice) {
  while (e->stage != STAGE_DONE) {
    if (!signal_search_run(search_at_hand(e), slice)) return false;
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

unsigned equal_signals_look_back(const struct equal_signals *e) {
  return e->never ? 0 : e->any_never;
}

void equal_signals_state_any(const struct equal_signals *e, struct aig *to, const lit *states,
                             const lit *inputs, struct lits *equal) {
  struct substitution map;
  assert(equal_signals_look_back(e) > 0);
  substitution_init(&map, e->any, to, states, inputs);
  for (size_t k = 0; k < e->any_equal.size; k++)
    lits_push(equal, substitution_apply(&map, e->any_equal.at[k]));
  substitution_free(&map);
}

void equal_signals_state(const struct equal_signals *e, struct aig *to, const lit *states,
                         struct lits *equal) {
  struct lits there = {0};
  assert(e->stage == STAGE_DONE);
  signal_search_equal(e->search, to, states, equal);
  if (!e->moved) return;
  signal_search_equal(e->moved, e->retiming.aig, e->retiming.meaning.at, &there);
  translate(e->retiming.aig, to, states, &there, equal);
  lits_free(&there);
}
