/* formats/aiger: any bytes; what is accepted must survive writing and reading again in both
 * encodings. */
#include "formats/aiger.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void again(const struct aiger *model, bool binary) {
  char *bytes = NULL;
  size_t size;
  FILE *file = open_memstream(&bytes, &size);
  struct aiger copy;
  struct fault fault;
  if (!aiger_write(model, file, binary)) abort();
  if (fclose(file) != 0) abort();
  if (!aiger_read_memory("copy", (const unsigned char *)bytes, size, &copy, &fault)) abort();
  if (copy.num_latches != model->num_latches || copy.num_ands != model->num_ands ||
      copy.num_symbols != model->num_symbols)
    abort();
  aiger_free(&copy);
  free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct aiger model;
  struct fault fault;
  if (!aiger_read_memory("fuzz", data, size, &model, &fault)) return 0;
  again(&model, false);
  again(&model, true);
  aiger_free(&model);
  return 0;
}
