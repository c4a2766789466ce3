/* Pictures of results: scalable vector graphics that need nothing else, alone or inside of HTML. */
#ifndef VOUCH_CERTIFIER_BENCH_PLOT_H
#define VOUCH_CERTIFIER_BENCH_PLOT_H

#include "certifier/bench/scores.h"

/* How many instances each tool solves within so much time each. */
void plot_cactus(const struct matrix *matrix, FILE *file);
/* The times of two tools, one point per instance; on the outer lines: not solved. */
void plot_scatter(const struct matrix *matrix, size_t x, size_t y, FILE *file);
/* Of the k-th tool, for legends. */
const char *plot_colour(size_t k);

#endif
