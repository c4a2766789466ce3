#include "certifier/cli/report.h"

#include "formats/support/escape.h"

#include <stdlib.h>
#include <unistd.h>

void report_init(struct report *report, bool json, bool verbose) {
  const char *no_colour = getenv("NO_COLOR");
  const char *term = getenv("TERM");
  bool dumb = !term || strcmp(term, "dumb") == 0;
  *report = (struct report){.json = json, .verbose = verbose};
  report->colour = !json && !dumb && !(no_colour && *no_colour) && isatty(STDOUT_FILENO);
  report->progress = !dumb && isatty(STDERR_FILENO);
}

void report_progress(const struct report *report, const struct selected *property,
                     const char *doing) {
  if (!report->progress) return;
  fputs("\r\033[K", stderr);
  escape_print(stderr, "%.60s: %s", property->text, doing);
  fflush(stderr);
}

void report_clear(const struct report *report) {
  if (!report->progress) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
}

static const char *verdict_word(enum verdict verdict) {
  return verdict == VERDICT_HOLDS ? "holds" : verdict == VERDICT_FAILS ? "fails" : "unknown";
}

static void json_member(const char *key, const char *text) {
  printf(",\"%s\":", key);
  escape_json(stdout, text);
}

static void print_json(const struct selected *property, const struct outcome *outcome) {
  fputs("{\"property\":", stdout);
  escape_json(stdout, property->text);
  printf(",\"index\":%u,\"verdict\":\"%s\",\"seconds\":%.3f", (unsigned)property->index,
         verdict_word(outcome->verdict), outcome->seconds);
  json_member("certificate", outcome->certificate);
  if (property->name) json_member("name", property->name);
  if (outcome->witness) json_member("witness", outcome->witness);
  if (outcome->certificate) printf(",\"obligations\":%zu", outcome->obligations);
  if (outcome->validated) fputs(",\"validated\":true", stdout);
  if (outcome->fair && outcome->fair->skeletons)
    printf(",\"skeletons\":%lu,\"walls\":%lu,\"reach_queries\":%lu,\"sides\":%lu",
           outcome->fair->skeletons, outcome->fair->walls, outcome->fair->reach_queries,
           outcome->fair->sides);
  if (outcome->note) json_member("note", outcome->note);
  fputs("}\n", stdout);
}

static void print_text(const struct report *report, const struct selected *property,
                       const struct outcome *outcome) {
  const char *on = !report->colour                     ? ""
                   : outcome->verdict == VERDICT_HOLDS ? "\033[32m"
                   : outcome->verdict == VERDICT_FAILS ? "\033[31m"
                                                       : "\033[33m";
  printf("%s%s%s  ", on, verdict_word(outcome->verdict), report->colour ? "\033[0m" : "");
  escape_text(stdout, property->text);
  if (property->name) escape_print(stdout, " (%s)", property->name);
  printf("  %.2f s", outcome->seconds);
  if (outcome->certificate) escape_print(stdout, "  %s", outcome->certificate);
  if (outcome->validated) fputs(" (validated)", stdout);
  if (outcome->note) escape_print(stdout, "  (%s)", outcome->note);
  putchar('\n');
}

bool report_outcome(const struct report *report, const struct selected *property,
                    const struct outcome *outcome) {
  report_clear(report);
  if (report->json)
    print_json(property, outcome);
  else
    print_text(report, property, outcome);
  bool written = fflush(stdout) == 0 && !ferror(stdout);
  if (report->verbose && outcome->fair && outcome->fair->skeletons)
    escape_line(stderr, "%s: %lu skeletons, %lu walls, %lu reach queries, %lu sides",
                property->text, outcome->fair->skeletons, outcome->fair->walls,
                outcome->fair->reach_queries, outcome->fair->sides);
  if (report->verbose && outcome->certificate)
    escape_line(stderr, "%s: %zu obligations", property->text, outcome->obligations);
  if (report->verbose && outcome->parts)
    escape_line(stderr, "%s: %zu of %zu parts kept", property->text, outcome->kept, outcome->parts);
  return written;
}
