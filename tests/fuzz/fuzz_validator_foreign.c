/* The whole validator on results of other tools: the size of the model (two bytes, low first), 0
 * for a witness circuit and anything else for an AIGER witness, the model, the witness. */
#include "tests/fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  size_t model_size = (size_t)(data[0] | data[1] << 8);
  enum validator_format format = data[2] ? VALIDATOR_AIGER_WITNESS : VALIDATOR_CERTIFAIGER;
  data += 3;
  size -= 3;
  if (model_size > size) model_size = size;
  judge_whole(format, data, model_size, "", data + model_size, size - model_size);
  return 0;
}
