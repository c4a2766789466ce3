/* formats/json: any bytes. */
#include "formats/json.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fault fault;
  json_free(json_read("fuzz", (const char *)data, size, &fault));
  return 0;
}
