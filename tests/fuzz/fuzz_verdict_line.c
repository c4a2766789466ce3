/* certifier/process/verdict_line: any output of a validator, the first byte is its exit status (a:
 * 0). What is believed has all that it takes. */
#include "certifier/process/verdict_line.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge(const struct validation_request *request, const uint8_t *data, size_t size) {
  struct validation_result result = {0};
  char why[VERDICT_LINE_WHY];
  bool believed = verdict_line_believe(request, (const char *)data + 1, size - 1,
                                       data[0] == (uint8_t)'a' ? 0 : data[0], &result, why);
  if (!believed && result.outcome != VALIDATION_UNKNOWN) abort();
  if (validation_accepted(&result)) {
    if ((data[0] != 0 && data[0] != 'a') || !result.property || result.reason) abort();
    if (strlen(result.model_sha256) != 64 || strlen(result.certificate_sha256) != 64) abort();
    if (request->property && strcmp(result.property, request->property) != 0) abort();
    if (result.obligations.total + result.obligations.evaluations == 0) abort();
  }
  validation_result_free(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct validation_request request = {.model = "m", .certificate = "c"};
  if (size == 0) return 0;
  judge(&request, data, size);
  request.property = "bad 0";
  judge(&request, data, size);
  return 0;
}
