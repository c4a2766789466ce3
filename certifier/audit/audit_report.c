#include "certifier/audit/audit_report.h"

#include "certifier/digest/digest.h"
#include "checker/effort/interrupt.h"
#include "formats/support/escape.h"
#include "formats/support/output.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* --- the results file ------------------------------------------------------------------------- */
/* outcome TAB seconds TAB digest of model TAB digest of certificate TAB model TAB certificate TAB
 * property or - TAB last line */
enum { RESULT_FIELDS = 8 };

static bool digests(const struct audit_item *item, char model[DIGEST_TEXT_BYTES],
                    char certificate[DIGEST_TEXT_BYTES]) {
  struct fault ignored;
  bool ok = digest_file(item->model, model, &ignored);
  if (!ok) strcpy(model, "-");
  if (!digest_file(item->certificate, certificate, &ignored)) {
    strcpy(certificate, "-");
    ok = false;
  }
  return ok;
}

static const char *property_text(const struct audit_item *item) {
  return item->property ? item->property : "-";
}

static bool split(char *line, char *fields[RESULT_FIELDS]) {
  size_t n = 0;
  for (fields[n++] = line; n < RESULT_FIELDS; n++) {
    char *tab = strchr(fields[n - 1], '\t');
    if (!tab) return false;
    *tab = 0;
    fields[n] = tab + 1;
  }
  return true;
}

static bool parse_judgement(const char *word, enum validation_outcome *outcome) {
  for (int k = VALIDATION_UNKNOWN; k <= VALIDATION_REJECTED; k++)
    if (strcmp(word, validation_word((enum validation_outcome)k)) == 0) {
      *outcome = (enum validation_outcome)k;
      return true;
    }
  return false;
}

static void count(struct audit_report *report, const struct audit_item *item) {
  report->done++;
  report->holds += item->outcome == VALIDATION_HOLDS;
  report->fails += item->outcome == VALIDATION_FAILS;
  report->rejected += item->outcome == VALIDATION_REJECTED;
  report->unknown += item->outcome == VALIDATION_UNKNOWN;
  report->unbound +=
      !item->property && (item->outcome == VALIDATION_HOLDS || item->outcome == VALIDATION_FAILS);
}

/* Results are usually in the order of the manifest, so the search starts where the last one ended.
 * Unknown results are tried again. */
static void resume_line(struct audit_report *report, char *line, size_t *hint) {
  char *field[RESULT_FIELDS], model[DIGEST_TEXT_BYTES], certificate[DIGEST_TEXT_BYTES];
  enum validation_outcome outcome;
  if (!split(line, field) || !parse_judgement(field[0], &outcome) || outcome == VALIDATION_UNKNOWN)
    return;
  for (size_t k = 0; k < report->audit->size; k++) {
    struct audit_item *item = &report->audit->at[(*hint + k) % report->audit->size];
    if (item->done || strcmp(item->model, field[4]) || strcmp(item->certificate, field[5]) ||
        strcmp(property_text(item), field[6]))
      continue;
    *hint = (*hint + k + 1) % report->audit->size;
    if (!digests(item, model, certificate) || strcmp(model, field[2]) ||
        strcmp(certificate, field[3]))
      return;
    item->done = true;
    item->outcome = outcome;
    item->seconds = strtod(field[1], NULL);
    item->line = memory_string(field[7]);
    report->resumed++;
    count(report, item);
    return;
  }
}

static bool resume(struct audit_report *report, struct fault *fault) {
  FILE *file = fopen(report->results_path, "r");
  if (!file)
    return errno == ENOENT ||
           fault_set(fault, "%s: cannot open: %s", report->results_path, strerror(errno));
  char *line = NULL;
  size_t capacity = 0, hint = 0;
  bool complete = true;
  for (ssize_t n; (n = getline(&line, &capacity, file)) >= 0;) {
    complete = line[n - 1] == '\n';
    if (!complete) break;
    line[n - 1] = 0;
    resume_line(report, line, &hint);
  }
  free(line);
  bool ok = !ferror(file) ||
            fault_set(fault, "%s: cannot read: %s", report->results_path, strerror(errno));
  fclose(file);
  /* A cut-off last line is closed, so that the next result starts a line of its own. */
  if (ok && !complete) fputc('\n', report->results);
  return ok;
}

bool audit_report_open(struct audit_report *report, struct audit *audit, bool json,
                       const char *results, struct fault *fault) {
  *report = (struct audit_report){.audit = audit,
                                  .json = json,
                                  .progress = isatty(2),
                                  .results_path = results,
                                  .started = monotonic_seconds()};
  if (!results) return true;
  report->results = fopen(results, "a");
  if (!report->results) return fault_set(fault, "%s: cannot open: %s", results, strerror(errno));
  if (resume(report, fault)) return true;
  fclose(report->results);
  return false;
}

/* --- one item --------------------------------------------------------------------------------- */

static void print_json(const struct audit_item *item) {
  printf("{\"model\":");
  escape_json(stdout, item->model);
  printf(",\"certificate\":");
  escape_json(stdout, item->certificate);
  printf(",\"property\":");
  escape_json(stdout, item->property);
  bool accepted = item->outcome == VALIDATION_HOLDS || item->outcome == VALIDATION_FAILS;
  printf(",\"accepted\":%s,\"verdict\":", accepted ? "true" : "false");
  escape_json(stdout, validation_word(item->outcome));
  printf(",\"seconds\":%.3f,\"line\":", item->seconds);
  escape_json(stdout, item->line);
  printf("}\n");
}

bool audit_report_item(void *context, const struct audit_item *item) {
  struct audit_report *report = context;
  count(report, item);
  if (report->progress) fprintf(stderr, "\r\033[K");
  if (report->json)
    print_json(item);
  else
    escape_line(stdout, "%-8s %8.3f s  %s  %s", validation_word(item->outcome), item->seconds,
                item->certificate, item->line);
  bool ok = fflush(stdout) == 0;
  if (report->results) {
    char model[DIGEST_TEXT_BYTES], certificate[DIGEST_TEXT_BYTES];
    digests(item, model, certificate);
    fprintf(report->results, "%s\t%.3f\t%s\t%s\t%s\t%s\t%s\t%s\n", validation_word(item->outcome),
            item->seconds, model, certificate, item->model, item->certificate, property_text(item),
            item->line);
    ok = fflush(report->results) == 0 && ok;
  }
  if (report->progress) fprintf(stderr, "%zu of %zu", report->done, report->audit->size);
  return ok;
}

/* --- the end ---------------------------------------------------------------------------------- */

static void xml_case(FILE *file, const struct audit_item *item) {
  fputs("  <testcase classname=\"", file);
  escape_xml(file, item->model);
  fputs("\" name=\"", file);
  escape_xml(file, item->certificate);
  fprintf(file, "\" time=\"%.3f\"", item->seconds);
  if (item->outcome == VALIDATION_HOLDS || item->outcome == VALIDATION_FAILS) {
    fputs("/>\n", file);
    return;
  }
  const char *element = item->outcome == VALIDATION_REJECTED ? "failure" : "error";
  fprintf(file, ">\n    <%s message=\"", element);
  escape_xml(file, item->line ? item->line : "not audited");
  fputs("\"/>\n  </testcase>\n", file);
}

static bool write_junit(const struct audit_report *report, const char *path, struct fault *fault) {
  struct output out;
  if (!output_open(&out, path, fault)) return false;
  fprintf(out.file,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"vouch audit\" "
          "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n",
          report->audit->size, report->rejected, report->unknown);
  for (size_t k = 0; k < report->audit->size; k++) xml_case(out.file, &report->audit->at[k]);
  fputs("</testsuite>\n", out.file);
  return output_commit(&out, false, fault);
}

bool audit_report_close(struct audit_report *report, const char *junit, struct fault *fault) {
  bool ok = true;
  if (report->results && fclose(report->results) != 0)
    ok = fault_set(fault, "%s: cannot write: %s", report->results_path, strerror(errno));
  report->results = NULL;
  if (ok && junit) ok = write_junit(report, junit, fault);
  if (report->progress) fprintf(stderr, "\r\033[K");
  fprintf(stderr,
          "%zu of %zu audited in %.1f s%s: %zu accepted (%zu hold, %zu fail), %zu rejected, %zu "
          "cannot be told\n",
          report->done, report->audit->size, monotonic_seconds() - report->started,
          report->resumed ? " (some by an earlier run)" : "", report->holds + report->fails,
          report->holds, report->fails, report->rejected, report->unknown);
  if (report->unbound)
    fprintf(stderr,
            "for %zu of them the property was taken from the certificate; name it to bind the "
            "audit to it\n",
            report->unbound);
  return ok;
}
