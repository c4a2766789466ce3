/* The validator's AIGER reader and the one of formats/: both accept, or both refuse, and count the
 * same. */
#include "formats/aiger.h"
#include "validator/kernel/aiger.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct v_bytes bytes = {.size = size};
  bytes.at = malloc(size + 1);
  memcpy(bytes.at, data, size);
  bytes.at[size] = 0;
  struct v_model ours;
  struct v_error error = {0};
  struct aiger theirs;
  struct fault fault = {0};
  bool a = v_model_read("model", bytes, &ours, &error),
       b = aiger_read_memory("fuzz", data, size, &theirs, &fault);
  if (a != b) {
    fprintf(stderr, "validator %s: %s\nformats %s: %s\n", a ? "accepts" : "refuses", error.text,
            b ? "accepts" : "refuses", fault.text);
    abort();
  }
  if (a && (ours.inputs.size != theirs.inputs.size || ours.latches.size != theirs.num_latches ||
            ours.lhs.size != theirs.num_ands || ours.symbols.size != theirs.num_symbols ||
            ours.bad.size != theirs.bad.size))
    abort();
  v_model_free(&ours);
  if (b) aiger_free(&theirs);
  return 0;
}
