#include "certifier/bench/scores.h"

#include "formats/support/vector.h"

void matrix_fill(struct matrix *matrix, const struct tools *tools, const struct suite *suite,
                 const struct limits *limits, const struct bench_results *results) {
  *matrix = (struct matrix){.tools = tools,
                            .suite = suite,
                            .limits = limits,
                            .at = memory_zeroed(tools->size * suite->size + 1, sizeof *matrix->at)};
  for (size_t t = 0; t < tools->size; t++) {
    for (size_t i = 0; i < suite->size; i++) {
      struct run_row keys = run_row_for(&tools->at[t], &suite->at[i], limits);
      matrix->at[t * suite->size + i] = bench_results_find(results, &keys);
      run_row_free(&keys);
    }
  }
}

void matrix_free(struct matrix *matrix) { free(matrix->at); }

double row_seconds(const struct run_row *row) {
  return run_row_number(row, run_row_is(row, COLUMN_CLOCK, "cpu") ? COLUMN_CPU : COLUMN_SECONDS);
}

/* Holds or fails, right or wrong. */
static bool row_is_decided(const struct run_row *row) {
  return row && !run_row_is(row, COLUMN_VERDICT, "unknown");
}

bool row_is_wrong(const struct run_row *row) {
  return row_is_decided(row) && !run_row_is(row, COLUMN_EXPECTED, "?") &&
         !run_row_is(row, COLUMN_VERDICT, row->field[COLUMN_EXPECTED]);
}

bool row_is_solved(const struct run_row *row) {
  return row_is_decided(row) && !row_is_wrong(row) &&
         !run_row_is(row, COLUMN_CERTIFIED, "rejected") &&
         row_seconds(row) <= run_row_number(row, COLUMN_TIMEOUT);
}

static bool is_unique(const struct matrix *m, size_t tool, size_t i) {
  for (size_t t = 0; t < m->tools->size; t++)
    if (t != tool && row_is_solved(matrix_at(m, t, i))) return false;
  return true;
}

static void add_solved(struct score *score, const struct run_row *row) {
  score->solved++;
  if (run_row_is(row, COLUMN_VERDICT, "holds"))
    score->holds++;
  else
    score->fails++;
  if (!run_row_is(row, COLUMN_CERTIFIED, "yes")) return;
  score->certified++;
  score->solve_seconds += run_row_number(row, COLUMN_SECONDS);
  score->check_seconds += run_row_number(row, COLUMN_CHECK);
}

struct score score_of(const struct matrix *m, size_t tool) {
  struct score score = {0};
  for (size_t i = 0; i < m->suite->size; i++) {
    const struct run_row *row = matrix_at(m, tool, i);
    if (!row) continue;
    score.runs++;
    score.wrong += row_is_wrong(row);
    score.rejected += run_row_is(row, COLUMN_CERTIFIED, "rejected");
    score.par2 += row_is_solved(row) ? row_seconds(row) : 2 * m->limits->timeout;
    if (!row_is_solved(row)) continue;
    add_solved(&score, row);
    score.unique += is_unique(m, tool, i);
  }
  return score;
}

size_t count_disputes(const struct matrix *m) {
  size_t count = 0;
  for (size_t i = 0; i < m->suite->size; i++) {
    bool holds = false, fails = false;
    for (size_t t = 0; t < m->tools->size; t++) {
      const struct run_row *row = matrix_at(m, t, i);
      if (!row_is_decided(row)) continue;
      holds = holds || run_row_is(row, COLUMN_VERDICT, "holds");
      fails = fails || run_row_is(row, COLUMN_VERDICT, "fails");
    }
    count += holds && fails;
  }
  return count;
}
