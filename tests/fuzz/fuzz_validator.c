/* The whole validator: a model, a certificate and its proofs in one input.
 *
 * The input is the size of the model (two bytes, low first; the top bit says version 2, the next
 * one version 3, both version 8), the model, and the certificate behind its line "model": the
 * digest is filled in here, because no fuzzer would guess it. */
#include "tests/fuzz/whole.h"
#include "validator/kernel/sha256.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  size_t model_size = (size_t)(data[0] | (data[1] & 0x3f) << 8);
  static const int versions[] = {1, 3, 2, 8};
  int version = versions[data[1] >> 6];
  data += 2;
  size -= 2;
  if (model_size > size) model_size = size;
  char head[200], hex[65];
  v_sha256(data, model_size, hex);
  snprintf(head, sizeof head, "vouch-certificate %d\nmodel %s\n", version, hex);
  judge_whole(VALIDATOR_CERTIFICATE, data, model_size, head, data + model_size, size - model_size);
  return 0;
}
