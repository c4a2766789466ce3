#include "certifier/cli/statistics_report.h"

#include "formats/support/escape.h"

static unsigned long long value(const struct outcome *outcome, size_t k) {
  return statistics_value(&outcome->statistics, &statistics_table[k]);
}

void statistics_print(FILE *file, const char *property, const struct outcome *outcome) {
  const struct statistics *all = &outcome->statistics;
  escape_line(file, "%s: decided by %s", property, all->decided ? all->decided : "nobody");
  for (size_t k = 0; k < NUM_STATISTICS; k++)
    if (value(outcome, k))
      fprintf(file, "  %-18s %14llu  %s\n", statistics_table[k].name, value(outcome, k),
              statistics_table[k].meaning);
  for (size_t e = 0; e < NUM_ENGINES; e++)
    if (all->engine_ticks[e])
      fprintf(file, "  engine %-11s %14llu  ticks, %.2f s\n", engine_descriptions[e].name,
              (unsigned long long)all->engine_ticks[e], all->engine_seconds[e]);
  for (size_t p = 0; p < NUM_PHASES; p++)
    if (outcome->phases.seconds[p] >= 0.0005)
      fprintf(file, "  phase %-12s %14.3f  s of processor time\n", phase_names[p],
              outcome->phases.seconds[p]);
  if (outcome->certificate_bytes)
    fprintf(file, "  %-18s %14zu  bytes\n", "certificate", outcome->certificate_bytes);
  fprintf(file, "  %-18s %14zu  kB at most, of the process\n", "memory",
          outcome->memory_bytes / 1024);
}

static void json_engines(FILE *file, const struct statistics *all) {
  const char *comma = "";
  fputs(",\"engines\":{", file);
  for (size_t e = 0; e < NUM_ENGINES; e++) {
    if (!all->engine_ticks[e]) continue;
    fprintf(file, "%s\"%s\":{\"ticks\":%llu,\"seconds\":%.3f}", comma, engine_descriptions[e].name,
            (unsigned long long)all->engine_ticks[e], all->engine_seconds[e]);
    comma = ",";
  }
  fputc('}', file);
}

void statistics_json(FILE *file, const struct outcome *outcome) {
  const struct statistics *all = &outcome->statistics;
  if (all->decided)
    fprintf(file, "{\"engine\":\"%s\"", all->decided);
  else
    fputs("{\"engine\":null", file);
  for (size_t k = 0; k < NUM_STATISTICS; k++)
    fprintf(file, ",\"%s\":%llu", statistics_table[k].name, value(outcome, k));
  json_engines(file, all);
  fputs(",\"phases\":{", file);
  for (size_t p = 0; p < NUM_PHASES; p++)
    fprintf(file, "%s\"%s\":%.3f", p ? "," : "", phase_names[p], outcome->phases.seconds[p]);
  fprintf(file, "},\"certificate_bytes\":%zu,\"memory_bytes\":%zu}", outcome->certificate_bytes,
          outcome->memory_bytes);
}
