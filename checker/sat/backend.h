/* What a SAT back end implements; checker/sat/sat.c dispatches to it. The contracts are those of
 * checker/sat/sat.h. */
#ifndef VOUCH_CHECKER_SAT_BACKEND_H
#define VOUCH_CHECKER_SAT_BACKEND_H

#include "checker/sat/sat.h"

struct sat_ops {
  bool knows_choices;
  void *(*create)(const struct effort *effort);
  void (*destroy)(void *solver);
  int (*var)(void *solver);
  int (*switch_var)(void *solver);
  void (*gate)(void *solver, int g, int a, int b);
  void (*choice)(void *solver, int g, int c, int t, int e);
  void (*clause)(void *solver, const int *lits, size_t n);
  void (*assume)(void *solver, int lit);
  void (*constrain)(void *solver, const int *lits, size_t n);
  enum sat_answer (*solve)(void *solver);
  void (*limit_conflicts)(void *solver, long conflicts);
  int (*value)(void *solver, int lit);
  bool (*failed)(void *solver, int lit);
  struct sat_statistics (*statistics)(const void *solver);
};

/* A back end names its functions after the members, and says how it begins. */
#define SAT_OPS_OF_THIS_FILE(begin, choices)                                                       \
  {                                                                                                \
    .knows_choices = choices, .create = begin, .destroy = destroy, .var = var,                     \
    .switch_var = switch_var, .gate = gate, .choice = choice, .clause = clause, .assume = assume,  \
    .constrain = constrain, .solve = solve, .limit_conflicts = limit_conflicts, .value = value,    \
    .failed = failed, .statistics = statistics                                                     \
  }

extern const struct sat_ops sat_cadical_ops, sat_inprocessing_ops;
extern const struct sat_ops sat_cone_ops, sat_choices_ops, sat_choosing_ops;

#endif
