/* The thin layer over incremental SAT solvers. Two back ends: CaDiCaL through its C API, and our
 * own small CDCL that knows which variables are gates and decides only leaves in the cone of the
 * query (docs/performance.md has the measurements).
 *
 * Variables are positive ints handed out by sat_var. Life of a query: sat_assume* [sat_constrain]
 * sat_solve, then sat_value (after SAT) or sat_failed (after UNSAT) until the next call that
 * changes the solver. */
#ifndef VOUCH_CHECKER_SAT_SAT_H
#define VOUCH_CHECKER_SAT_SAT_H

#include "checker/effort/effort.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* SAT_CHOICES and SAT_CHOOSING are the cone solver where a choice is one gate instead of three; the
 * second one decides which alternative it is before it decides what the alternative is.
 * SAT_INPROCESSING is CaDiCaL with all it can do between searches: for single hard queries that are
 * thought to be unsatisfiable. */
enum sat_backend { SAT_CONE, SAT_CHOICES, SAT_CHOOSING, SAT_CADICAL, SAT_INPROCESSING };
enum sat_answer { SAT_UNKNOWN = 0, SAT_YES = 10, SAT_NO = 20 };

struct sat;

struct sat *sat_new(enum sat_backend backend, const struct effort *effort);
void sat_free(struct sat *sat);

int sat_var(struct sat *sat);
/* A variable that switches clauses on: it occurs in clauses as -s only (or in a unit clause, which
 * settles it), in no gate, and only s itself is assumed. Clauses with a switch that a query does
 * not assume do not burden that query: the cone back end takes such a switch for false and leaves
 * the clause and its cone alone. */
int sat_switch(struct sat *sat);
/* Defines g (a variable from sat_var, defined once, not yet in a clause) as the AND of a and b. The
 * cone back end leaves gates alone that no clause, assumption or constraint of the query depends
 * on. */
void sat_gate(struct sat *sat, int g, int a, int b);
/* Likewise, g as c ? t : e, three different variables, or two if t is -e: g says whether c is t
 * then. Else it is no choice, and sat_gate does. */
void sat_choice(struct sat *sat, int g, int c, int t, int e);
/* Is a choice one gate to this back end, with no clauses and no variables of its own? */
bool sat_knows_choices(const struct sat *sat);
void sat_clause(struct sat *sat, const int *lits, size_t n);
static inline void sat_unit(struct sat *sat, int a) { sat_clause(sat, &a, 1); }

void sat_assume(struct sat *sat, int lit);
/* A clause that counts for the next solve only. At most one. */
void sat_constrain(struct sat *sat, const int *lits, size_t n);
/* SAT_UNKNOWN only when interrupted (deadline, Ctrl-C) or when a conflict limit was set and
 * reached. */
enum sat_answer sat_solve(struct sat *sat);
/* Limits the next solve; negative is no limit. */
void sat_limit_conflicts(struct sat *sat, long conflicts);

/* After SAT_YES: 1 true, -1 false, 0 the query does not depend on it: any value of a
 * leaf extends the model (of a switch: false), and gates follow from the leaves. */
int sat_value(struct sat *sat, int lit);
/* After SAT_NO: was this assumption used? */
bool sat_failed(struct sat *sat, int lit);

struct sat_statistics {
  uint64_t solves, conflicts, decisions, propagations;
};
struct sat_statistics sat_statistics(const struct sat *sat);

#endif
