#include "certifier/audit/audit_report.h"

#include "checker/effort/effort.h"
#include "formats/support/escape.h"

/* What counts here is what is accepted, as required. */
static enum shade shade_of(const struct audit_item *item) {
  if (validation_accepted(&item->result)) return audit_item_misses(item) ? SHADE_BAD : SHADE_GOOD;
  return item->result.outcome == VALIDATION_REJECTED ? SHADE_BAD : SHADE_OPEN;
}

void audit_report_init(struct audit_report *report, const struct audit *audit,
                       const struct results *results, bool json, bool colour, struct live *live) {
  *report = (struct audit_report){.audit = audit,
                                  .results = results,
                                  .json = json,
                                  .colour = colour,
                                  .live = live,
                                  .started = monotonic_seconds()};
  for (size_t k = 0; k < audit->size; k++)
    if (audit->at[k].done) live_count(live, shade_of(&audit->at[k]));
}

void audit_count(const struct audit *audit, struct audit_counts *counts) {
  *counts = (struct audit_counts){0};
  for (size_t k = 0; k < audit->size; k++) {
    const struct audit_item *item = &audit->at[k];
    enum validation_outcome outcome = item->result.outcome;
    if (!item->done) continue;
    counts->done++;
    counts->holds += outcome == VALIDATION_HOLDS;
    counts->fails += outcome == VALIDATION_FAILS;
    counts->rejected += outcome == VALIDATION_REJECTED;
    counts->unknown += outcome == VALIDATION_UNKNOWN;
    counts->missed += audit_item_misses(item);
    counts->unbound += !item->property && validation_accepted(&item->result);
  }
}

static void print_json(const struct audit_item *item) {
  fputs("{\"model\":", stdout);
  escape_json(stdout, item->model);
  fputs(",\"certificate\":", stdout);
  escape_json(stdout, item->certificate);
  fputs(",\"property\":", stdout);
  escape_json(stdout, item->property);
  fputs(",\"required\":", stdout);
  escape_json(stdout, audit_requirement_word(item->required));
  bool accepted = validation_accepted(&item->result);
  printf(",\"accepted\":%s,\"as_required\":%s", accepted ? "true" : "false",
         accepted && !audit_item_misses(item) ? "true" : "false");
  results_write_members(stdout, &item->result);
  fputs("}\n", stdout);
}

static void print_text(const struct audit_item *item, bool colour) {
  printf("%s%-8s%s", shade_on(shade_of(item), colour), validation_word(item->result.outcome),
         shade_off(colour));
  escape_print(stdout, " %8.3f s  %s  %s", item->result.seconds, item->certificate,
               validation_why(&item->result));
  if (audit_item_misses(item))
    printf("  NOT AS REQUIRED (%s)", audit_requirement_word(item->required));
  putchar('\n');
}

bool audit_report_item(void *context, const struct audit_item *item) {
  struct audit_report *report = context;
  live_count(report->live, shade_of(item));
  if (report->json)
    print_json(item);
  else
    print_text(item, report->colour);
  bool ok = fflush(stdout) == 0 && !ferror(stdout);
  if (report->results) ok = results_append(report->results, item) && ok;
  return ok;
}

void audit_report_summary(const struct audit_report *report, const struct audit_counts *counts,
                          size_t resumed) {
  if (report->audit->size == 0) {
    fputs("nothing was audited\n", stderr);
    return;
  }
  fprintf(stderr, "%zu of %zu audited in %.1f s", counts->done, report->audit->size,
          monotonic_seconds() - report->started);
  if (resumed) fprintf(stderr, " (%zu by an earlier run)", resumed);
  fprintf(stderr, ": %zu accepted (%zu hold, %zu fail), %zu rejected, %zu unknown, ",
          counts->holds + counts->fails, counts->holds, counts->fails, counts->rejected,
          counts->unknown);
  fprintf(stderr, "%zu not as required\n", counts->missed);
  if (counts->unbound)
    fprintf(stderr,
            "for %zu of them the property was taken from the certificate; name it to bind the "
            "audit to it\n",
            counts->unbound);
}
