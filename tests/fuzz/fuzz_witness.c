/* formats/witness: two bytes that say how wide the rows are, then any bytes; what is accepted must
 * survive writing and reading again. */
#include "formats/witness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void again(const struct witness *witness, size_t latches, size_t inputs) {
  char *bytes = NULL;
  size_t size;
  struct witnesses copy;
  struct fault fault;
  FILE *file = open_memstream(&bytes, &size);
  if (!witness_write(witness, file) || fclose(file) != 0) abort();
  if (!witness_read_memory("copy", (const unsigned char *)bytes, size, latches, inputs, &copy,
                           &fault)) {
    fprintf(stderr, "%s\n%s\n", bytes, fault.text);
    abort();
  }
  if (copy.size != 1 || copy.at[0].status != witness->status ||
      copy.at[0].num_steps != witness->num_steps)
    abort();
  witnesses_free(&copy);
  free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  size_t latches = data[0] % 8, inputs = data[1] % 8;
  struct witnesses found;
  struct fault fault;
  if (!witness_read_memory("fuzz", data + 2, size - 2, latches, inputs, &found, &fault)) return 0;
  for (size_t k = 0; k < found.size; k++) again(&found.at[k], latches, inputs);
  witnesses_free(&found);
  return 0;
}
