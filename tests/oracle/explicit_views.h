/* Path formulas as steps of a larger system, and what the nodes of a formula are true of. */
#ifndef VOUCH_TESTS_ORACLE_EXPLICIT_VIEWS_H
#define VOUCH_TESTS_ORACLE_EXPLICIT_VIEWS_H

#include "tests/oracle/explicit_system.h"

/* `bits`: of a state of the system. */
bool explicit_view_is_small(const struct explicit *x, size_t bits, const struct path_formula *p);
/* The system with the promises of node v; gates go on in it, and in *x again when it is freed. */
void explicit_view(struct explicit *x, uint32_t v, struct explicit *view);
void explicit_view_free(struct explicit *x, struct explicit *view);
/* The states of the view on which fair paths start. */
void explicit_fair_states(const struct explicit *view, set result);

/* Fills x->sat[v]; its children come first. */
void explicit_label(struct explicit *x, uint32_t v);

#endif
