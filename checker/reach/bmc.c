#include "checker/reach/bmc.h"
#include "checker/system/unroll.h"

#include <assert.h>

/* What was done about one depth. */
struct attempt {
  bool refuted;
  long conflicts; /* so many a try may take; the next one twice as many */
  long left;      /* of this try */
};

struct bmc {
  struct system *system;
  struct step_constraints constraints;
  lit invariant, target;
  bool from_post;
  const struct effort *effort;
  struct sat *sat;
  struct unroll unroll;
  size_t depth;             /* the least one that is not refuted */
  size_t end;               /* no run is that long */
  struct attempt *attempts; /* per depth that was looked at */
  size_t num_attempts;
  struct ints allowed; /* per depth: true only if all steps that lead there are allowed */
  enum reach_answer answer;
  struct trace trace;
};

struct bmc *bmc_new(struct system *system, const struct reach_query *query,
                    const struct effort *effort) {
  struct bmc *b = memory_zeroed(1, sizeof *b);
  b->system = system;
  if (query->constraints) step_constraints_copy(&b->constraints, query->constraints);
  b->invariant = query->invariant;
  b->target = query->target;
  b->from_post = query->from_post;
  b->effort = effort;
  b->sat = sat_new(SAT_CADICAL, effort);
  unroll_init(&b->unroll, b->sat, system);
  unroll_compact(&b->unroll);
  unroll_fix(&b->unroll, query->from);
  sat_unit(b->sat, unroll_lit(&b->unroll, 0, query->from));
  if (b->invariant != AIG_TRUE) sat_unit(b->sat, unroll_lit(&b->unroll, 0, b->invariant));
  b->depth = b->from_post ? 1 : 0;
  b->end = SIZE_MAX;
  ints_push(&b->allowed, b->unroll.truth);
  trace_init(&b->trace, system);
  return b;
}

void bmc_free(struct bmc *b) {
  if (!b) return;
  step_constraints_free(&b->constraints);
  unroll_free(&b->unroll);
  sat_free(b->sat);
  free(b->attempts);
  ints_free(&b->allowed);
  trace_free(&b->trace);
  free(b);
}

/* If `allowed`, the step from time frame f is allowed and satisfies the constraints. */
static void state_step(struct bmc *b, size_t f, int allowed) {
  struct ints clause = {0};
  if (b->system->constraint != AIG_TRUE)
    sat_clause(b->sat, (int[]){-allowed, unroll_lit(&b->unroll, f, b->system->constraint)}, 2);
  for (size_t k = 0; k < b->constraints.size; k++) {
    const struct step_clause *c = &b->constraints.at[k];
    ints_clear(&clause);
    ints_push(&clause, -allowed);
    for (size_t i = 0; i < c->now.size; i++)
      ints_push(&clause, unroll_lit(&b->unroll, f, c->now.at[i]));
    for (size_t i = 0; i < c->then.size; i++)
      ints_push(&clause, unroll_lit(&b->unroll, f + 1, c->then.at[i]));
    sat_clause(b->sat, clause.at, clause.size);
  }
  ints_free(&clause);
}

/* A literal that makes all steps before `depth` allowed. Steps that only deeper runs have must not
 * be asserted while this depth is open: it may be a dead end. */
static int allowed_until(struct bmc *b, size_t depth) {
  bool always = b->system->constraint == AIG_TRUE && b->constraints.size == 0;
  while (b->allowed.size <= depth) {
    int before = b->allowed.at[b->allowed.size - 1];
    int allowed = always ? before : sat_var(b->sat);
    if (!always) {
      sat_clause(b->sat, (int[]){-allowed, before}, 2);
      state_step(b, b->allowed.size - 1, allowed);
    }
    ints_push(&b->allowed, allowed);
  }
  return b->allowed.at[depth];
}

size_t bmc_depth(const struct bmc *b) { return b->depth; }

size_t bmc_reached(const struct bmc *b) { return b->num_attempts; }

const struct trace *bmc_trace(const struct bmc *b) { return &b->trace; }

static void make_attempts(struct bmc *b, size_t depth) {
  long patience = (long)tuning_of(b->effort)->bmc_patience;
  if (depth < b->num_attempts) return;
  b->attempts = memory_grow(b->attempts, depth + 1, sizeof *b->attempts);
  while (b->num_attempts <= depth)
    b->attempts[b->num_attempts++] = (struct attempt){.conflicts = patience, .left = patience};
}

/* Of the depths up to `most`, the one that has had the least chance, the shallower of two; SIZE_MAX
 * if there is none. A depth that is hard to refute does not keep the next ones waiting: a
 * counterexample there may be easy to find. */
static size_t next_depth(struct bmc *b, size_t most) {
  size_t best = SIZE_MAX, ahead = tuning_of(b->effort)->bmc_ahead;
  for (size_t d = b->depth; d <= most && d < b->end && d - b->depth <= ahead; d++) {
    bool is_new = d >= b->num_attempts;
    make_attempts(b, d);
    const struct attempt *attempt = &b->attempts[d];
    if (attempt->refuted) continue;
    if (best == SIZE_MAX || attempt->conflicts < b->attempts[best].conflicts) best = d;
    if (is_new) break; /* the next one waits until this one has had its chance */
  }
  return best;
}

/* No run reaches the target at `depth`. Once all shallower depths are refuted, too, the steps that
 * lead to the first open one belong to every run that is still looked for: they need not be
 * assumed, and propagated, anew in every query. */
static void refute(struct bmc *b, size_t depth, int allowed, int target) {
  size_t before = b->depth;
  b->attempts[depth].refuted = true;
  sat_clause(b->sat, (int[]){-allowed, -target}, 2);
  while (b->depth < b->num_attempts && b->attempts[b->depth].refuted) b->depth++;
  if (b->depth > before) sat_unit(b->sat, allowed_until(b, b->depth));
  if (statistics_of(b->effort)) statistics_max(&statistics_of(b->effort)->depth, b->depth);
}

/* Part of a try at a depth, `conflicts` long. */
static enum sat_answer look_at(struct bmc *b, size_t depth, long conflicts) {
  int allowed = allowed_until(b, depth);
  int target = unroll_lit(&b->unroll, depth, b->target);
  sat_limit_conflicts(b->sat, conflicts);
  sat_assume(b->sat, allowed);
  sat_assume(b->sat, target);
  enum sat_answer answer = sat_solve(b->sat);
  if (answer == SAT_YES) {
    trace_free(&b->trace);
    unroll_trace(&b->unroll, depth + 1, &b->trace);
    assert(trace_check(&b->trace, b->system));
    b->answer = REACH_TRACE;
  } else if (answer == SAT_NO && sat_failed(b->sat, target)) {
    refute(b, depth, allowed, target);
  } else if (answer == SAT_NO) {
    b->end = depth; /* the steps alone are contradictory */
  }
  if (b->depth >= b->end) b->answer = REACH_PROOF;
  return answer;
}

/* The next try is twice as long. */
static void note_failure(struct attempt *attempt, long conflicts) {
  attempt->left -= conflicts;
  if (attempt->left > 0) return;
  attempt->conflicts *= 2;
  attempt->left = attempt->conflicts;
}

enum reach_answer bmc_run(struct bmc *b, size_t depth, long budget) {
  uint64_t start = sat_statistics(b->sat).conflicts;
  while (b->answer == REACH_UNKNOWN) {
    long used = (long)(sat_statistics(b->sat).conflicts - start);
    size_t next = next_depth(b, depth);
    if (next == SIZE_MAX || (budget >= 0 && used >= budget)) break;
    long conflicts = b->attempts[next].left;
    if (budget >= 0 && conflicts > budget - used) conflicts = budget - used;
    enum sat_answer answer = look_at(b, next, conflicts);
    if (answer != SAT_UNKNOWN) continue;
    if (interrupted(b->effort)) break;
    note_failure(&b->attempts[next], conflicts);
  }
  return b->answer;
}

void bmc_look_for_shorter(struct bmc *b) {
  if (b->answer == REACH_TRACE) b->answer = REACH_UNKNOWN;
}
