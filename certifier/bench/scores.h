/* What the runs come to. */
#ifndef VOUCH_CERTIFIER_BENCH_SCORES_H
#define VOUCH_CERTIFIER_BENCH_SCORES_H

#include "certifier/bench/results.h"

/* Every tool on every instance; NULL: not run (yet). */
struct matrix {
  const struct tools *tools;
  const struct suite *suite;
  const struct limits *limits;
  const struct run_row **at; /* of tool t and instance i: at[t * suite->size + i] */
};
void matrix_fill(struct matrix *matrix, const struct tools *tools, const struct suite *suite,
                 const struct limits *limits, const struct bench_results *results);
void matrix_free(struct matrix *matrix);
static inline const struct run_row *matrix_at(const struct matrix *m, size_t t, size_t i) {
  return m->at[t * m->suite->size + i];
}

/* The time that counts, by the clock that was chosen. */
double row_seconds(const struct run_row *row);
bool row_is_wrong(const struct run_row *row); /* decided against what was expected */
/* Decided, not wrong, in time, and its evidence was not rejected. */
bool row_is_solved(const struct run_row *row);

struct score {
  size_t runs, solved, holds, fails, unique;
  size_t wrong, rejected;
  size_t certified; /* of the solved ones: what they showed was accepted */
  double par2;      /* the seconds of solved runs, and twice the limit for every other one */
  double solve_seconds, check_seconds; /* of the certified ones */
};
struct score score_of(const struct matrix *matrix, size_t tool);
/* Instances about which decided runs disagree. */
size_t count_disputes(const struct matrix *matrix);

#endif
