/* reach(S, C, F, G): is a G-state reachable from an F-state by allowed steps that satisfy the
 * constraints C? IC3 in the general form of the FAIR and IICTL papers. A query is an object so that
 * callers can time-share several. */
#ifndef VOUCH_CHECKER_REACH_REACH_H
#define VOUCH_CHECKER_REACH_REACH_H

#include "checker/effort/effort.h"
#include "checker/sat/sat.h"
#include "checker/system/clauses.h"
#include "checker/system/system.h"
#include "checker/system/trace.h"

struct reach_query {
  const struct step_constraints *constraints; /* copied; NULL: none */
  lit invariant;  /* R: a predicate known to hold in all states of interest (assumed in every frame;
                     its own proof is the caller's) */
  lit from;       /* F: predicate over states */
  bool from_post; /* start from the successors of F (by steps under the constraints) instead of F
                     itself: FAIR, query (4) */
  lit target;     /* G: over states, and inputs (then the last inputs of the trace make it true) */
};

enum reach_answer { REACH_UNKNOWN, REACH_TRACE, REACH_PROOF };

/* Whether the most active literals of a cube are assumed first, so that cores are made of them:
 * neither way is the better one. By turns is in every other frame. */
enum active_first { ACTIVE_NEVER, ACTIVE_BY_TURNS, ACTIVE_ALWAYS };

struct reach_options {
  unsigned bmc_depth; /* plain BMC up to this depth first; 0: none */
  enum sat_backend backend;
  bool lasting; /* for a search that may take long: obligations stay for the next frame, and clauses
                   of each new frame are tried for ever */
  enum active_first active_first;
};
extern const struct reach_options reach_defaults;

struct reach;
struct reach *reach_new(struct system *system, const struct reach_query *query,
                        const struct reach_options *options, const struct effort *effort);
void reach_free(struct reach *reach);

/* Before the first run: a clause over states that may hold in all reachable states, of an earlier
 * proof perhaps. It is tried, and believed no further than it was shown. */
void reach_seed(struct reach *reach, const lit *clause, size_t n);
/* Before the first run: clauses that hold in F and are closed under allowed steps together. Taken
 * at their word: they are in the infinite frame, and part of proofs. */
void reach_know(struct reach *reach, const struct clauses *clauses);

/* Runs until an answer, the end of the effort, or (budget >= 0) about that many SAT
 * conflicts+queries; resumable after REACH_UNKNOWN. */
enum reach_answer reach_run(struct reach *reach, long budget);

/* After REACH_TRACE: asks for the part `target` of the old target instead. What the query has
 * learnt is true of it all the more, and stays. */
void reach_narrow(struct reach *reach, lit target);

/* Asks for another target from now on, whatever the answer was. Frames say nothing of targets, so
 * what the query has learnt stays; after REACH_PROOF, all that the frames had to say of it is known
 * for good. */
void reach_retarget(struct reach *reach, lit target);

/* Before there is an answer: from now on under these constraints, which must imply the old ones,
 * and with this invariant, which must imply the old one. What the query has learnt is true all the
 * more, and stays. */
void reach_restrict(struct reach *reach, const struct step_constraints *constraints, lit invariant);

/* What the query has cost so far, in the unit of budgets. */
uint64_t reach_work(const struct reach *reach);

/* After REACH_TRACE: from an F-state (or, with from_post, from an F-state with its first step) to a
 * G-state. Owned by reach. */
const struct trace *reach_trace(const struct reach *reach);

/* After REACH_PROOF: clauses P with  R & F => P (from_post: R & F & step => P(N); when F is a cube
 * of state literals and not from_post, F => P), R & P & step => P(N),  R & P & G unsatisfiable,
 * where a step is allowed (C) and satisfies the constraints; no constraint is asked of the last
 * state (the target must say so itself). Refined as asked for by reach_refine. Owned by reach. */
const struct clauses *reach_proof(const struct reach *reach);

/* Clauses learned so far that are inductive relative to R and C by themselves (pushed to infinity),
 * whatever the answer. Owned by reach. */
const struct clauses *reach_infinite(struct reach *reach);

/* One-shot convenience: new, run, and leave the object for reading the answer. */
enum reach_answer reach_solve(struct system *system, const struct reach_query *query,
                              const struct effort *effort, struct reach **out);

#endif
