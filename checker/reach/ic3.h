/* The inside of reach: IC3's state, shared by the files that implement it.
 *
 * Frames F_0 .. F_K over-approximate what is reachable in at most k steps. Cubes are blocked cubes:
 * frame k holds the cubes whose negation is known to hold up to exactly k (delta encoding), so F_k
 * is the conjunction of the negated cubes of frames k .. K and of the infinite frame. F_0 is F
 * itself; with from_post it is the post-image of F, known through its clauses only. */
#ifndef VOUCH_CHECKER_REACH_IC3_H
#define VOUCH_CHECKER_REACH_IC3_H

#include "checker/reach/bmc.h"
#include "checker/reach/reach.h"
#include "checker/system/cube.h"
#include "checker/system/unroll.h"
#include "formats/support/heap.h"

/* A conjunction of state literals, sorted; `signature` has a bit per literal (hashed), so that most
 * failing subset tests take one AND. */
struct cube {
  struct lits lits;
  uint64_t signature;
};
struct cubes {
  struct cube *at;
  size_t size, capacity;
};

#define LEVEL_INFINITE SIZE_MAX
#define NO_OBLIGATION SIZE_MAX
enum { INIT_MEMORY = 32 };

/* "cube must be unreachable within `level` steps": its states reach the target through `inputs` and
 * the cube of `successor`. */
struct obligation {
  struct lits cube;
  uint8_t *inputs;
  size_t level;
  size_t successor; /* index in the pool, or NO_OBLIGATION: inputs make the target true */
  size_t depth;
  double activity; /* how often it was asked about; less after it was blocked for some frames */
};

struct reach {
  struct system *system;
  struct step_constraints constraints;
  lit invariant, from, target;
  bool from_post;
  struct reach_options options;
  const struct effort *effort;
  const struct tuning *tuning;

  /* The solver: one for all frames, with an activation literal per frame. */
  struct sat *sat;
  struct unroll unroll;
  int step_act, from_act,
      target_act; /* allowed steps under the constraints; F; G (all about time frame 0) */
  bool refining;  /* it is that of refine.c instead */
  struct ints level_act;
  int infinite_act; /* 0: the infinite frame is permanent */
  struct ints
      not_constraints; /* their disjunction: the step violates some constraint (for lifting) */
  bool has_not_constraints;
  size_t live_clauses, stale_clauses;
  uint64_t work;      /* queries, and conflicts of solvers that were rebuilt */
  long query_limit;   /* conflicts that one query may take when the run has a budget; doubles when
                         reached */
  bool out_of_budget; /* a query ended without an answer */

  int8_t *from_value; /* F is a cube: 1, -1, 0 per state; else NULL */
  bool target_is_cube;
  struct lits target_cube;
  bool no_lift; /* a trace did not replay because R is not closed: full states only from now on */

  struct cubes *frames;
  size_t num_frames; /* K+1 */
  struct cubes infinite;
  bool propagated;      /* clauses were pushed to the newest frame */
  struct clauses seeds; /* cubes that may be unreachable, to be tried in the first frame */
  size_t next_seed;

  struct obligation *pool;
  size_t pool_size, pool_capacity;
  struct heap queue; /* of obligations, by their index in the pool */

  double *activity; /* per state */
  double bump;

  /* Results of the last query. */
  int8_t *model; /* after SAT: 1, -1, 0 (does not matter) per state */
  uint8_t *model_inputs;
  struct lits core;    /* after UNSAT: the literals of the cube that were used */
  size_t core_level;   /* the clause of the core holds up to here */
  struct ints clause;  /* being built */
  struct lits ordered; /* the cube of the query at hand, as it is assumed */
  struct lits init_core;
  /* What earlier questions about initial states taught: cubes without one, and initial states
   * (bytes 0/1). */
  struct cube init_cores[INIT_MEMORY];
  uint8_t *init_states;
  size_t num_init_cores, num_init_states;

  struct bmc *bmc;
  enum reach_answer answer;
  struct trace trace;
  struct clauses proof, infinite_clauses;
};

/* reach.c */
bool ic3_proof_holds(const struct reach *r);

/* ic3_cube.c */
void ic3_sort(struct lits *lits);
/* Of sorted literals. */
void ic3_drop_repeated(struct lits *sorted);
uint64_t ic3_signature(const struct lits *lits);
/* State literals, sorted, none twice, not a literal and its complement: what every cube must be.
 * For asserts. */
bool ic3_is_cube(const struct system *system, const struct lits *lits);
/* Is every literal of a in b? Both must be sorted; for the second one they have their signatures,
 * which most often tell. */
bool ic3_all_in(const struct cube *a, const struct cube *b);
static inline bool ic3_subset(const struct cube *a, const struct cube *b) {
  return !(a->signature & ~b->signature) && ic3_all_in(a, b);
}
/* The literals of the least active states first; equally active ones stay as they are. */
void ic3_order(const struct reach *r, struct lits *cube);
/* The other way round. */
void ic3_order_active_first(const struct reach *r, struct lits *cube);

/* ic3_solver.c */
void ic3_solver_new(struct reach *r);
void ic3_solver_free(struct reach *r);
void ic3_solver_retarget(struct reach *r); /* r->target is another one */
void ic3_solver_frame(struct reach *r);    /* activation literal of the newest frame */
void ic3_solver_block(struct reach *r, const struct cube *cube, size_t level);
uint64_t ic3_work(const struct reach *r);
/* Does the cube contain an initial state? If not, init_core has literals of it that say why. On a
 * time-out: true and out_of_budget. need_model: if it does, leave the state (with from_post: the
 * F-state and the inputs before it) in model and model_inputs, unless F is a cube. */
bool ic3_initial(struct reach *r, const lit *cube, size_t n, bool need_model);
/* F_(level-1) & !cube & T & cube': SAT fills model and model_inputs, UNSAT core and core_level. */
enum sat_answer ic3_relative(struct reach *r, const lit *cube, size_t n, size_t level);
/* F_level & G: SAT fills model and model_inputs. */
enum sat_answer ic3_bad(struct reach *r, size_t level);
/* After SAT_NO of ic3_bad about the newest frame: does the infinite frame exclude the target? */
bool ic3_bad_for_ever(struct reach *r);
/* The model of the last query as a cube, shrunk such that every state in it reaches `goal` (NULL:
 * satisfies the target) by model_inputs. */
void ic3_lift(struct reach *r, const struct lits *goal, struct lits *cube);

/* ic3_frames.c */
void ic3_add_frame(struct reach *r);
void ic3_add_cube(struct reach *r, const lit *cube, size_t n, size_t level);
bool ic3_is_blocked(const struct reach *r, const struct lits *cube, size_t level);
/* Adds to the core of the last query, which was about the cube `from`, what keeps the initial
 * states out of it. False only when out of budget. */
bool ic3_repair_core(struct reach *r, const struct lits *from);
/* Pushes clauses forward; true when two frames became equal: `proof` is filled. */
bool ic3_propagate(struct reach *r);
void ic3_collect(const struct reach *r, size_t level, struct clauses *out);
/* Two frames are equal: what they and later ones say holds for ever. The second of them is the last
 * one from now on. The solver must be made anew. */
void ic3_keep_proof(struct reach *r);
void ic3_frames_free(struct reach *r);

/* ic3_forever.c */
/* Tries to make clauses of the newest frame hold for ever. */
void ic3_try_for_ever(struct reach *r);

/* ic3_generalize.c */
/* The last query (of `cube` at `level`) was UNSAT: generalises its core, blocks it as far as it
 * goes, and returns that level. `activity`: of the obligations that the cube leads to. */
size_t ic3_block(struct reach *r, const struct lits *cube, size_t level, double activity);

/* seed.c */
/* The next of the seeds; there are two frames. */
void ic3_try_seed(struct reach *r);

/* ic3_trace.c */
bool ic3_build_trace(struct reach *r, size_t obligation);

#endif
