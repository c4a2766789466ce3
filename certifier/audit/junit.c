#include "certifier/audit/junit.h"

#include "formats/support/escape.h"
#include "formats/support/output.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Empty, or XML. What cannot be read is left to the attempt to remove it. */
static bool is_report(const char *path) {
  static const char start[] = "<?xml";
  char bytes[sizeof start - 1];
  FILE *file = fopen(path, "rb");
  if (!file) return true;
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return size == 0 || (size == sizeof bytes && memcmp(bytes, start, size) == 0);
}

bool junit_remove(const char *path, struct fault *fault) {
  struct stat about;
  bool regular = stat(path, &about) == 0 && S_ISREG(about.st_mode);
  if (regular && !is_report(path))
    return fault_set(fault, "%s: exists and is no JUnit report; it is left alone", path);
  if (lstat(path, &about) == 0 && S_ISREG(about.st_mode) && unlink(path) == 0) return true;
  if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return true;
  if (truncate(path, 0) == 0) return true;
  return fault_set(fault, "%s: an older report that cannot be removed: %s", path, strerror(errno));
}

static bool is_error(const struct audit_item *item) {
  return !item->done || item->result.outcome == VALIDATION_UNKNOWN;
}

static bool is_failure(const struct audit_item *item) {
  return item->done && (item->result.outcome == VALIDATION_REJECTED || audit_item_misses(item));
}

static void write_attribute(FILE *file, const char *name, const char *text) {
  fprintf(file, " %s=\"", name);
  escape_xml(file, text);
  fputc('"', file);
}

/* <testcase classname="MODEL" name="CERTIFICATE PROPERTY" .. */
static void write_head(FILE *file, const struct audit_item *item) {
  fputs("  <testcase", file);
  write_attribute(file, "classname", item->model);
  fputs(" name=\"", file);
  escape_xml(file, item->certificate);
  if (item->property) {
    fputc(' ', file);
    escape_xml(file, item->property);
  }
  fprintf(file, "\" time=\"%.3f\"", item->result.seconds);
}

/* What is wrong, as the message of <failure> or <error>. */
static void write_problem(FILE *file, const struct audit_item *item) {
  fprintf(file, ">\n    <%s message=\"", is_failure(item) ? "failure" : "error");
  if (audit_item_misses(item))
    fprintf(file, "not as required: %s is required, the certificate shows %s: ",
            audit_requirement_word(item->required), validation_word(item->result.outcome));
  else if (item->done)
    fprintf(file, "%s: ", validation_word(item->result.outcome));
  escape_xml(file, item->done ? validation_why(&item->result) : "not audited");
  fputs("\"/>\n  </testcase>\n", file);
}

static void write_case(FILE *file, const struct audit_item *item) {
  write_head(file, item);
  if (is_failure(item) || is_error(item))
    write_problem(file, item);
  else
    fputs("/>\n", file);
}

static void write_suite(FILE *file, const struct audit *audit) {
  size_t failures = 0, errors = 0;
  for (size_t k = 0; k < audit->size; k++) {
    failures += is_failure(&audit->at[k]);
    errors += is_error(&audit->at[k]);
  }
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", file);
  if (audit->size == 0) {
    fputs("<testsuite name=\"vouch audit\" tests=\"1\" failures=\"0\" errors=\"1\">\n"
          "  <testcase classname=\"vouch audit\" name=\"certificates\">\n"
          "    <error message=\"nothing was audited\"/>\n  </testcase>\n</testsuite>\n",
          file);
    return;
  }
  fprintf(file, "<testsuite name=\"vouch audit\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n",
          audit->size, failures, errors);
  for (size_t k = 0; k < audit->size; k++) write_case(file, &audit->at[k]);
  fputs("</testsuite>\n", file);
}

bool junit_write(const struct audit *audit, const char *path, struct fault *fault) {
  struct output out;
  if (!output_open(&out, path, fault)) return false;
  write_suite(out.file, audit);
  return output_commit(&out, false, fault);
}
