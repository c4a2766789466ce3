/* Programs that solve what the search of our own (validator/search/search.h) does not, or what they
 * are asked for by name. Answers are checked: "unsatisfiable" by its proof, "satisfiable" by
 * evaluation. */
#ifndef VOUCH_VALIDATOR_BESIDE_SOLVER_H
#define VOUCH_VALIDATOR_BESIDE_SOLVER_H

#include "validator/beside/rup.h"
#include "validator/search/search.h"

struct v_solver {
  const char *name; /* NULL: kissat, else cadical */
  unsigned way;     /* how to call it; found by trying */
};
/* V_REFUTED after `rup` has accepted the proof; V_SATISFIED with the value of variable k in
 * values[k] (0 or 1, freed by the caller); otherwise *error says why not. */
enum v_answer v_solve(struct v_solver *solver, const struct v_cnf *cnf, struct v_rup *rup,
                      uint8_t **values, struct v_error *error);
/* Ends a running solver and removes temporary files, if there are any. Safe in a signal handler. */
void v_solver_cleanup(void);

#endif
