/* What a tick costs: runs one engine (or several) on the properties of a model for some seconds
 * each and prints the processor time per tick and the counters behind it.
 *
 *   bench_ticks ENGINES SECONDS MODEL [PROPERTIES.ctl]
 *
 * docs/performance.md has results. */
#include "certifier/pipeline/selection.h"

#include <stdio.h>
#include <stdlib.h>

static void print_counters(const struct statistics *all) {
  for (size_t k = 0; k < NUM_STATISTICS; k++) {
    uint64_t value = statistics_value(all, &statistics_table[k]);
    if (value) printf(" %s=%llu", statistics_table[k].name, (unsigned long long)value);
  }
  for (size_t e = 0; e < NUM_ENGINES; e++)
    if (all->engine_ticks[e])
      printf(" %s:%.2fs/%.1fns", engine_descriptions[e].name, all->engine_seconds[e],
             1e9 * all->engine_seconds[e] / (double)all->engine_ticks[e]);
}

static void measure(const struct selection *selection, const struct selected *property,
                    const struct check_options *options, double seconds) {
  struct effort effort = {.deadline = monotonic_seconds() + seconds};
  struct check_result result;
  double start = processor_seconds();
  check_property(&selection->model, &property->property, options, &effort, &result);
  double spent = processor_seconds() - start;
  const struct statistics *all = &result.meter.statistics;
  printf("%s %s: %.3f s, %.2f ns per tick:", selection->model_source.path, property->text, spent,
         all->ticks ? 1e9 * spent / (double)all->ticks : 0);
  print_counters(all);
  putchar('\n');
  check_result_free(&result);
}

int main(int argc, char **argv) {
  if (argc < 4 || argc > 5) {
    fputs("usage: bench_ticks ENGINES SECONDS MODEL [PROPERTIES.ctl]\n", stderr);
    return 2;
  }
  struct check_options options = check_defaults;
  const char *bad;
  size_t length;
  struct selection selection;
  struct fault fault;
  struct texts files = {0};
  struct selection_request request = {.model = argv[3], .files = &files};
  if (argc == 5) texts_push(&files, argv[4]);
  if (strcmp(argv[1], "all") != 0 && !engines_parse(argv[1], &options.engines, &bad, &length)) {
    fprintf(stderr, "bench_ticks: no engine: %.*s\n", (int)length, bad);
    return 2;
  }
  options.ctl.fair.engines = options.engines;
  if (!selection_read(&request, &selection, &fault)) {
    fprintf(stderr, "bench_ticks: %s\n", fault.text);
    return 2;
  }
  for (size_t k = 0; k < selection.size && k < 3; k++)
    measure(&selection, &selection.at[k], &options, strtod(argv[2], NULL));
  selection_free(&selection);
  texts_free(&files);
  return 0;
}
