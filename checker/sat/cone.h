/* The cone solver: a small incremental CDCL for the many easy queries that IC3 asks about circuits.
 *
 * It knows which variables are AND gates. A query concerns its *domain* only: the variables of
 * permanent clauses, of the assumptions and of the constraining clause, and everything in the cones
 * below them. Gates outside are functions of leaves that no clause restricts, so whatever the
 * domain's leaves are, the rest can be computed: they are neither decided nor propagated into, and
 * the query's cost does not depend on the size of the model. Within the domain only what a model
 * needs is decided: arguments of gates that are false, literals of clauses (cone_justify.c). A
 * query that has met a number of conflicts (cone_gates) decides the most active leaf, or gate that
 * conflicts were about: leaves alone are enough for a model, but make long proofs (Jarvisalo,
 * Junttila: Limitations of restricted branching in clause learning, 2009).
 * Learned clauses are consequences of all clauses, so they outlive the domain. (The idea is that of
 * Su, Yang and Ci, "Deeply Optimizing the SAT Solver for the IC3 Algorithm", 2025.)
 *
 * Gates are not clauses here but fan-in and fan-out lists: propagation does not move watches for
 * them. They are ANDs and choices, c ? t : e; three ANDs say the same, and half of all ANDs of
 * hardware do.
 *
 * Internal to the sat_cone*.c files; everybody else uses checker/sat/sat.h. */
#ifndef VOUCH_CHECKER_SAT_CONE_H
#define VOUCH_CHECKER_SAT_CONE_H

#include "checker/sat/sat.h"
#include "formats/support/heap.h"

typedef uint32_t literal; /* 2*variable + sign; variable 0 is not used */
static inline literal negate(literal a) { return a ^ 1u; }
static inline literal from_dimacs(int x) { return x > 0 ? 2 * (literal)x : 2 * (literal)-x + 1; }

/* Values of literals. OUTSIDE is "unassigned, and not in the domain". It counts as satisfied during
 * a query, which is how clauses and gates outside the domain are skipped at no cost; at level 0 it
 * counts as unassigned. */
enum { FALSE_VALUE = -1, FREE = 0, TRUE_VALUE = 1, OUTSIDE = 2 };

/* Why a literal is true: tag in the low two bits. */
enum {
  BY_DECISION = 0,
  BY_BINARY = 1 /* the other, false literal */,
  BY_GATE = 2 /* the gate's variable, and why */,
  BY_CLAUSE = 3
};
static inline uint32_t reason_binary(literal other) { return other << 2 | BY_BINARY; }
static inline uint32_t reason_gate(uint32_t gate) { return gate << 3 | BY_GATE; }
/* A choice is what both of its alternatives are. */
static inline uint32_t reason_both(uint32_t gate) { return gate << 3 | 1u << 2 | BY_GATE; }
static inline uint32_t reason_clause(uint32_t ref) { return ref << 2 | BY_CLAUSE; }

struct fan { /* a gate that has the literal as an argument */
  uint32_t gate;
  literal other; /* its other argument */
};
struct fans {
  struct fan *at;
  uint32_t size, capacity;
};

/* A choice that has the variable as an argument. An alternative has the literal that makes it the
 * one, and which literal of the choice it is then; what decides has no key and, as the image, the
 * choice, complemented if it decides the other way round. */
struct user {
  literal image, key;
};
struct users {
  struct user *at;
  uint32_t size, capacity;
};

struct watch {
  uint32_t ref; /* 2*arena index + 1 if the clause is binary */
  literal blocker;
};
struct watches {
  struct watch *at;
  uint32_t size, capacity;
};

static inline void watches_push(struct watches *list, struct watch w) {
  if (list->size == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 4;
    list->at = memory_grow(list->at, list->capacity, sizeof *list->at);
  }
  list->at[list->size++] = w;
}

/* A clause in the arena: size, status, literals. Status: learned, how often reductions will spare
 * it, glue. */
enum {
  CLAUSE_HEADER = 2,
  CLAUSE_LEARNED = 1,
  CLAUSE_GARBAGE = 2,
  SPARE_SHIFT = 4,
  SPARE_MASK = 0xf0,
  GLUE_SHIFT = 8
};

enum {
  SEEN = 1,
  BASE = 2 /* below a permanent clause: always in the domain */,
  PHASE = 4,
  IN_CLAUSE = 8 /* and 16: by sign */,
  SWITCH = 32,
  CHOSEN = 64 /* a gate that this query may decide */
};

struct cone {
  const struct effort *effort;
  const struct tuning *tuning;
  bool broken; /* unsatisfiable without assumptions */
  bool knows_choices, chooses_first;

  uint32_t num_vars, capacity;
  int8_t *values;          /* per literal */
  struct fans *fans;       /* per literal */
  struct users *users;     /* per variable, like `chooser` only where choices are known */
  struct watches *watches; /* per literal: clauses that watch it, visited when it becomes false */
  /* Per variable: arguments of a gate, and what decides between the two of a choice; the first one
   * of a leaf is 0, the second one of a switch is its number. */
  literal (*fanin)[2];
  literal *chooser;
  uint8_t *flags;
  struct lits *switched; /* per switch: gates in its clauses */
  size_t num_switches;
  uint32_t *level, *reason;
  double *activity;
  double increment;

  /* Leaves and chosen gates, most active first; those outside the domain drop out when they come
   * up. A gate that is left when its query ends is a candidate of the next one, once. */
  struct heap heap;
  struct lits chosen;
  size_t base_leaves, leaves; /* that entered the base, the domain */
  bool looks;                 /* before each decision, whether the query has its model already */
  bool easy;                  /* it does so, and has met less than cone_easy conflicts */
  bool chooses;               /* it has met cone_gates conflicts */

  literal *trail; /* emptied whenever level 0 is propagated: fixed literals need no trail */
  size_t trail_size, propagated;
  struct lits
      control; /* trail size at the start of levels 1, 2, .. ; level 1 is that of the assumptions */

  /* What an assignment has to show for itself before it counts as a model, in the order in which
   * it is looked at: gates that are fixed for good (not because of an argument that is),
   * gates on the trail, permanent clauses. So far all is well; `marks` has both numbers at the
   * start of each level. */
  struct lits fixed, marks;
  size_t justified, satisfied;

  uint32_t *arena;
  size_t arena_size, arena_capacity;
  struct lits permanent, learned; /* arena indices */
  struct lits
      hints; /* per permanent clause: a literal of it, the last that was seen to satisfy it */

  struct lits assumptions, constraint, marked /* domain variables beyond the base */, stack;
  bool constrained;
  literal activator;          /* of the constraining clause as it stands in the arena, 0: none */
  bool activator_learned;     /* some learned clause depends on it */
  struct lits retired, spare; /* activation variables: waiting for collect, free for use */
  uint32_t *failed;           /* per literal: number of the solve in which it failed */
  uint32_t solve_number;

  literal conflict[3];        /* a falsified binary clause or gate .. */
  const literal *conflict_at; /* .. or this falsified clause */
  size_t conflict_size;
  uint32_t conflict_ref; /* arena index + 1, 0 for others */
  struct lits lemma, touched, level_stamps;
  uint32_t stamp;

  double fast_glue, slow_glue; /* moving averages that decide about restarts */
  long conflict_limit;
  uint64_t last_reduction, next_restart, reductions;
  struct sat_statistics statistics;
  struct handover *hard; /* a hard query that was interrupted, NULL: none; cone_hard.c */
  uint64_t handed_over;  /* conflicts of the other solver in hard queries */
  uint64_t entered;      /* variables that entered domains, of all queries */
  uint64_t looked_at;    /* clauses, for models */
  uint64_t reported;     /* ticks */
};

/* What decides between the arguments of a choice; 0: it is no choice. */
static inline literal cone_chooser(const struct cone *s, uint32_t v) {
  return s->knows_choices ? s->chooser[v] : 0;
}

/* sat_cone_propagate.c */
static inline uint32_t cone_level(const struct cone *s) { return (uint32_t)s->control.size; }
static inline bool cone_decidable(const struct cone *s, uint32_t v) {
  return s->fanin[v][0] == 0 || (s->flags[v] & CHOSEN);
}
void cone_assign(struct cone *s, literal p, uint32_t reason);
void cone_open_level(struct cone *s);
/* False: a conflict, left in conflict_at. At level 0 everything is propagated, above it the domain
 * only. */
bool cone_propagate(struct cone *s);
void cone_backtrack(struct cone *s, uint32_t level);
void cone_heap_insert(struct cone *s, uint32_t v);
void cone_heap_up(struct cone *s, size_t at);
uint32_t cone_heap_pop(struct cone *s);

/* cone_justify.c */
/* A literal that would justify a gate, or satisfy a clause, that nothing does yet; 0: none is
 * missing, so that whatever the free leaves are, it is a model. */
literal cone_missing(struct cone *s);
/* The literal of a gate is true, and all is propagated: does its value follow from those of its
 * arguments, whatever is free among them? */
static inline bool cone_gate_justified(const struct cone *s, literal p) {
  const literal *in = s->fanin[p >> 1], c = cone_chooser(s, p >> 1);
  const int8_t *values = s->values;
  if (c) return values[c] != FREE || (values[in[0]] != FREE && values[in[1]] != FREE);
  return !(p & 1) || values[in[0]] == FALSE_VALUE || values[in[1]] == FALSE_VALUE;
}

/* cone_check.c: for assert, after SAT_YES. */
bool cone_model_is_fine(const struct cone *s);

/* sat_cone_analyze.c */
/* Leaves the 1-UIP clause in lemma (asserting literal first, then one of the backjump level);
 * returns that level. */
uint32_t cone_analyze(struct cone *s, uint32_t *glue);
/* Marks the assumptions that falsify the clause (a conflict of level 1, or the complement of an
 * assumption) as failed. */
void cone_analyze_final(struct cone *s, const literal *at, size_t n);

/* cone_hard.c: asks another solver the query at hand, all of whose assumptions are in the domain.
 * After SAT_YES, phases lead the search to the model; after SAT_NO, the core is marked as failed.
 */
enum sat_answer cone_solve_hard(struct cone *s);
/* Is the query at hand the hard one that was interrupted? Then cone_solve_hard goes on with it. */
bool cone_hard_waits(const struct cone *s);
void cone_drop_hard(struct cone *s);

/* sat_cone_clauses.c */
uint32_t cone_clause_new(struct cone *s, const literal *at, size_t n, bool learned, uint32_t glue);
/* Forgets the permanent clause that was added last. */
void cone_clause_remove_last(struct cone *s);
/* At level 0: forgets satisfied clauses and, if asked, half of the learned clauses that did not
 * prove useful. */
void cone_collect(struct cone *s, bool reduce);

#endif
