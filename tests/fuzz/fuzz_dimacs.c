/* formats/dimacs: any bytes; what is accepted must survive writing and reading again. */
#include "formats/dimacs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct cnf cnf, copy;
  struct fault fault;
  if (!dimacs_read_memory("fuzz", data, size, &cnf, &fault)) return 0;
  char *bytes = NULL;
  size_t written;
  FILE *file = open_memstream(&bytes, &written);
  if (!dimacs_write(&cnf, file) || fclose(file) != 0) abort();
  if (!dimacs_read_memory("copy", (const unsigned char *)bytes, written, &copy, &fault)) abort();
  if (copy.num_vars != cnf.num_vars || copy.num_clauses != cnf.num_clauses ||
      copy.lits.size != cnf.lits.size)
    abort();
  if (cnf.lits.size && memcmp(copy.lits.at, cnf.lits.at, cnf.lits.size * sizeof *cnf.lits.at) != 0)
    abort();
  cnf_free(&copy);
  cnf_free(&cnf);
  free(bytes);
  return 0;
}
