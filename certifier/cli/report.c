#include "certifier/cli/report.h"
#include "certifier/cli/statistics_report.h"

#include "certifier/cli/requirement.h"
#include "certifier/cli/worker.h"
#include "formats/support/escape.h"

#include <stdlib.h>

void report_init(struct report *report, bool json, bool verbose,
                 const struct terminal_options *terminal) {
  *report = (struct report){
      .json = json, .verbose = verbose, .colour = !json && terminal_options_colour(terminal)};
}

enum shade report_shade(const struct selected *property, enum verdict verdict) {
  enum verdict good = property->cover ? VERDICT_FAILS : VERDICT_HOLDS;
  return verdict == VERDICT_UNKNOWN ? SHADE_OPEN : verdict == good ? SHADE_GOOD : SHADE_BAD;
}

void report_word(const char *word, enum shade shade, bool colour, FILE *file) {
  fprintf(file, "%s%s%s  ", shade_on(shade, colour), word, shade_off(colour));
}

/* A cover statement of a design is called as its author called it, not by the signal it became. */
static void report_statement(const struct selected *property, FILE *file) {
  bool placed = strcmp(property->name, property->place) != 0;
  escape_print(file, placed ? "COVER %s (%s)" : "COVER %s", property->name, property->place);
}

void report_property(const struct selected *property, FILE *file) {
  if (property->cover && property->place) {
    report_statement(property, file);
    return;
  }
  if (property->written && property->name)
    escape_print(file, "[%u] %s  ", (unsigned)property->index, property->name);
  escape_text(file, selected_text(property));
  bool placed = property->place && property->name && strcmp(property->name, property->place) != 0;
  if (!property->written && property->name)
    escape_print(file, placed ? " (%s, %s)" : " (%s)", property->name, property->place);
  if (property->ltl)
    fprintf(file, " (LTL: all paths%s)", property->compassion ? ", under COMPASSION" : "");
}

char *report_name(const struct selected *property) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  report_property(property, file);
  text_close(file);
  return text;
}

static const char *verdict_word(enum verdict verdict) {
  return verdict == VERDICT_HOLDS ? "holds" : verdict == VERDICT_FAILS ? "fails" : "unknown";
}

static void json_member(FILE *file, const char *key, const char *text) {
  fprintf(file, ",\"%s\":", key);
  escape_json(file, text);
}

static void json_expectation(FILE *file, int expected, enum verdict verdict) {
  if (expected == EXPECT_NOTHING) return;
  json_member(file, "expected", expected == EXPECT_HOLDS ? "holds" : "fails");
  if (verdict == VERDICT_UNKNOWN) return;
  fprintf(file, ",\"as_expected\":%s", is_as_expected(verdict, expected) ? "true" : "false");
}

/* A path to what is to be covered is a counterexample to AG !f. */
static const char *cover_word(enum verdict verdict) {
  return verdict == VERDICT_HOLDS   ? "unreachable"
         : verdict == VERDICT_FAILS ? "reached"
                                    : "unknown";
}

static void json_cover(FILE *file, const struct selected *property, const struct outcome *outcome) {
  if (!property->cover) return;
  json_member(file, "cover", cover_word(outcome->verdict));
  json_member(file, "covered", property->cover);
  if (outcome->steps != SIZE_MAX) fprintf(file, ",\"steps\":%zu", outcome->steps);
}

static void print_json(const struct report *report, const struct selected *property,
                       const struct products *products, const struct outcome *outcome, FILE *file) {
  const struct fair_statistics *fair = &outcome->fair;
  fputs("{\"property\":", file);
  escape_json(file, property->text);
  fprintf(file, ",\"index\":%u,\"verdict\":\"%s\",\"seconds\":%.3f", (unsigned)property->index,
          verdict_word(outcome->verdict), outcome->seconds);
  json_member(file, "certificate", outcome->certificate ? products->certificate : NULL);
  if (property->name) json_member(file, "name", property->name);
  if (property->written) json_member(file, "written", property->written);
  if (property->ltl) fputs(",\"ltl\":true", file);
  if (property->compassion) fputs(",\"compassion\":true", file);
  if (property->from) json_member(file, "file", property->from->source.path);
  json_expectation(file, property->expected, outcome->verdict);
  if (outcome->witness) json_member(file, "witness", products->witness);
  if (outcome->certificate) fprintf(file, ",\"obligations\":%zu", outcome->obligations);
  if (outcome->validated) fputs(",\"validated\":true", file);
  if (outcome->as_before) fputs(",\"as_before\":true", file);
  if (outcome->carried_over) fputs(",\"carried_over\":true", file);
  if (outcome->stale) fprintf(file, ",\"stale\":%zu", outcome->stale);
  if (fair->skeletons)
    fprintf(file, ",\"skeletons\":%lu,\"walls\":%lu,\"reach_queries\":%lu,\"sides\":%lu",
            fair->skeletons, fair->walls, fair->reach_queries, fair->sides);
  if (outcome->note[0]) json_member(file, "note", outcome->note);
  fputs(",\"statistics\":", file);
  statistics_json(file, outcome);
  json_cover(file, property, outcome);
  if (report->vacuity) vacuity_json(report->vacuity, file);
  fputs("}\n", file);
}

static void print_text(const struct report *report, const struct selected *property,
                       const struct products *products, const struct outcome *outcome, FILE *file) {
  const char *word =
      property->cover ? cover_word(outcome->verdict) : verdict_word(outcome->verdict);
  report_word(word, report_shade(property, outcome->verdict), report->colour, file);
  bool formula = property->cover && !property->place;
  if (formula && property->name)
    escape_print(file, "[%u] %s  ", (unsigned)property->index, property->name);
  if (formula)
    escape_print(file, "COVER %s", property->cover);
  else
    report_property(property, file);
  if (property->cover && outcome->steps != SIZE_MAX)
    fprintf(file, "  by %zu step%s", outcome->steps, outcome->steps == 1 ? "" : "s");
  fprintf(file, "  %.2f s", outcome->seconds);
  if (outcome->certificate) escape_print(file, "  %s", products->certificate);
  if (outcome->validated) fputs(" (validated)", file);
  if (property->expected != EXPECT_NOTHING && outcome->verdict != VERDICT_UNKNOWN &&
      !property->cover)
    fputs(is_as_expected(outcome->verdict, property->expected) ? "  (as expected)"
                                                               : "  (NOT AS EXPECTED)",
          file);
  if (outcome->as_before) fputs("  (as before)", file);
  if (outcome->carried_over) fputs("  (carried over)", file);
  if (outcome->note[0]) escape_print(file, "  (%s)", outcome->note);
  if (outcome->stale) fputs("  (older files are now called .stale)", file);
  fputc('\n', file);
  if (report->vacuity) vacuity_print(report->vacuity, file);
}

void report_outcome(const struct report *report, const struct selected *property,
                    const struct products *products, const struct outcome *outcome, FILE *file) {
  if (report->json)
    print_json(report, property, products, outcome, file);
  else
    print_text(report, property, products, outcome, file);
}

void report_details(const struct report *report, const char *command,
                    const struct selected *property, const struct outcome *outcome, FILE *file) {
  const struct fair_statistics *fair = &outcome->fair;
  if (outcome->broken)
    escape_line(file, "vouch %s: %s: %s", command, property->text, outcome->fault.text);
  if (report->statistics) statistics_print(file, property->text, outcome);
  if (!report->verbose) return;
  if (fair->skeletons)
    escape_line(file, "%s: %lu skeletons, %lu walls, %lu reach queries, %lu sides", property->text,
                fair->skeletons, fair->walls, fair->reach_queries, fair->sides);
  if (outcome->certificate)
    escape_line(file, "%s: %zu obligations", property->text, outcome->obligations);
  if (outcome->parts)
    escape_line(file, "%s: %zu of %zu parts kept", property->text, outcome->kept, outcome->parts);
}
