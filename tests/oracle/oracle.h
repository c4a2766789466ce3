/* The explicit-state oracle: decides properties of tiny models straight from the definitions of
 * docs/certificates.md, section 1, by enumerating states and inputs. It shares nothing with checker
 * and validator but the parsed model and formula: no core rewriting, no tau, no monitors (fairness
 * that looks at inputs is attached to steps). */
#ifndef VOUCH_TESTS_ORACLE_ORACLE_H
#define VOUCH_TESTS_ORACLE_ORACLE_H

#include "formats/scope.h"

enum oracle_answer { ORACLE_HOLDS, ORACLE_FAILS, ORACLE_TOO_LARGE };

enum {
  ORACLE_MAX_STATE_BITS = 16, /* latches and observed inputs */
  ORACLE_MAX_INPUT_BITS = 12, /* inputs of one step */
  ORACLE_MAX_FAIRNESS = 64,
};

/* Can a finite run of allowed steps end in a step in which the literal (a bad literal or an output)
 * is true? */
enum oracle_answer oracle_bad(const struct aiger *model, uint32_t literal);
/* Is there an infinite run on which the literals of justice set `set` and of all fairness are true
 * infinitely often? */
enum oracle_answer oracle_justice(const struct aiger *model, size_t set);
/* Does every initial state of the elaborated system satisfy the formula of CTL*, path quantifiers
 * ranging over fair paths of the scope (NULL: all fair paths)? ORACLE_TOO_LARGE, too, if a path
 * formula is (tests/oracle/paths.h). */
enum oracle_answer oracle_ctl(const struct aiger *model, const struct formulas *arena,
                              const struct scope *scope, uint32_t root, bool observe_all);

#endif
