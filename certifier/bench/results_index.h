/* Rows of a results file by their keys. */
#ifndef VOUCH_CERTIFIER_BENCH_RESULTS_INDEX_H
#define VOUCH_CERTIFIER_BENCH_RESULTS_INDEX_H

#include "certifier/bench/results.h"

struct results_index;

struct results_index *results_index_new(void);
void results_index_free(struct results_index *index);
/* The last row of the results is new. */
void results_index_add(struct results_index *index, const struct bench_results *results);
/* The number of the last row with these keys; results->size: none. */
size_t results_index_find(const struct results_index *index, const struct bench_results *results,
                          const struct run_row *keys);

#endif
