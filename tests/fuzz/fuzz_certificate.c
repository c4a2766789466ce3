/* formats/certificate: any bytes; the format leaves no freedom, so what is accepted must be written
 * as it was read. */
#include "formats/certificate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct certificate certificate;
  struct fault fault;
  if (!certificate_read_memory("fuzz", data, size, &certificate, &fault)) return 0;
  char *bytes = NULL;
  size_t written;
  FILE *file = open_memstream(&bytes, &written);
  if (!certificate_write(&certificate, file) || fclose(file) != 0) abort();
  if (written != size || memcmp(bytes, data, size) != 0) {
    fprintf(stderr, "%s", bytes);
    abort();
  }
  certificate_free(&certificate);
  free(bytes);
  return 0;
}
