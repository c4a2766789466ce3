/* Path formulas of CTL* on an explicit graph, by guesses about the future that are right or wrong
 * as a whole: a guess says of every temporal operator of the formula whether it is true or false of
 * the path from here on (the atoms of Lichtenstein and Pnueli). The guess of a state follows from
 * the state and the guess behind a step; what remains is that an eventuality that is guessed comes,
 * and that one that is guessed away fails. What is said of the past follows the other way: behind a
 * step, from what is true before it, and where a path begins, from there being nothing before. No
 * negation normal form, no promises. */
#ifndef VOUCH_TESTS_ORACLE_PATHS_H
#define VOUCH_TESTS_ORACLE_PATHS_H

#include "formats/formula.h"
#include "tests/oracle/graph.h"

enum {
  PATHS_MAX_OPERATORS = 12,   /* temporal operators of a path formula, outside of its leaves */
  PATHS_MAX_STATES = 1 << 16, /* states times guesses */
  PATHS_MAX_EDGES = 1 << 20,  /* steps times guesses */
};

/* The states on which a fair path starts of which the path formula `p` is true (or, with `truth`
 * false, is not). sets[k] are the states of the state formula k, for all that `p` is made of. False
 * when it is too large. */
bool some_path(const struct graph *g, const struct formulas *arena, uint32_t p, bool truth,
               uint8_t *const *sets, uint8_t *result);

/* Does the formula contain Y Z O H S T? */
bool formula_has_past(const struct formulas *arena, uint32_t root);

/* What an operator of propositional logic makes of its arguments. */
bool formula_connect(enum formula_op op, bool a, bool b);

#endif
