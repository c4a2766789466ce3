/* certifier/audit/results: any results file. What is refused stays as it is; what is read reads
 * again, without a line that is cut off. */
#include "certifier/audit/results.h"
#include "formats/support/input.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_untouched(const char *path, const uint8_t *data, size_t size) {
  unsigned char *bytes;
  size_t now;
  struct fault fault;
  if (!input_read_file(path, &bytes, &now, &fault)) abort();
  if (now != size || (size && memcmp(bytes, data, size) != 0)) abort();
  free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const struct audit_plan plan = {.validator = "/dev/null", .jobs = 1};
  struct results results;
  struct fault fault;
  struct audit audit = {0};
  char path[] = "/tmp/vouch-fuzz-XXXXXX";
  int descriptor = mkstemp(path);
  if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size) abort();
  close(descriptor);
  if (results_open(&results, path, &plan, &fault)) {
    audit_add(&audit, "/dev/null", "/dev/null", "bad 0");
    results_resume(&results, &audit);
    if (!results_append(&results, &audit.at[0]) || !results_close(&results, &fault)) abort();
    if (!results_open(&results, path, &plan, &fault) || results.cut_off) abort();
    results_close(&results, &fault);
    audit_free(&audit);
  } else {
    check_untouched(path, data, size);
  }
  unlink(path);
  return 0;
}
