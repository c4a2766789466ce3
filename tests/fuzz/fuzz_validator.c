/* The whole validator: a model, a certificate and its proofs in one input.
 *
 * The input is the size of the model (two bytes, low first), the model, and the certificate behind its line "model": the digest is
 * filled in here, because no fuzzer would guess it. No solver is available, so obligations without proofs that need search end in
 * "cannot tell". What is accepted of a small model must be true by the explicit-state oracle. */
#include "tests/referee.h"
#include "validator/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put(const char *path, const void *head, size_t head_size, const void *tail, size_t tail_size) {
  FILE *file = fopen(path, "wb");
  if (!file) abort();
  if (head_size && fwrite(head, 1, head_size, file) != head_size) abort();
  if (tail_size && fwrite(tail, 1, tail_size, file) != tail_size) abort();
  if (fclose(file) != 0) abort();
}

static void check_truth(const struct validator *v, const uint8_t *bytes, size_t size) {
  struct aiger model;
  struct fault fault;
  if (!aiger_read_memory("model", bytes, size, &model, &fault)) abort(); /* both readers accept the same models */
  if (model.num_latches + model.inputs.size <= 8) {
    enum oracle_answer real = referee_truth(&model, validator_property(v), validator_all_inputs(v));
    if (real != ORACLE_TOO_LARGE && validator_holds(v) != (real == ORACLE_HOLDS)) {
      fprintf(stderr, "accepted, and false: %s %s\n", validator_property(v), validator_holds(v) ? "holds" : "fails");
      abort();
    }
  }
  aiger_free(&model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  size_t model_size = (size_t)(data[0] | data[1] << 8);
  data += 2, size -= 2;
  if (model_size > size) model_size = size;
  char model[64], certificate[64], head[200], hex[65];
  snprintf(model, sizeof model, "/tmp/vouch-fuzz-%ld.aig", (long)getpid());
  snprintf(certificate, sizeof certificate, "/tmp/vouch-fuzz-%ld.cert", (long)getpid());
  v_sha256(data, model_size, hex);
  int n = snprintf(head, sizeof head, "vouch-certificate 1\nmodel %s\n", hex);
  put(model, data, model_size, NULL, 0);
  put(certificate, head, (size_t)n, data + model_size, size - model_size);
  struct validator_result result;
  struct validator *v = validator_open(model, certificate, NULL, NULL, &result);
  if (v) {
    struct validator_options options = {.solver = "/nonexistent/solver"};
    validator_run(v, &options, &result);
    if (result.verdict == VALIDATOR_ACCEPTED && result.discharged == 0) abort();
    if (result.verdict == VALIDATOR_ACCEPTED) check_truth(v, data, model_size);
    validator_close(v);
  } else if (result.verdict == VALIDATOR_ACCEPTED) {
    abort();
  }
  unlink(model);
  unlink(certificate);
  return 0;
}
