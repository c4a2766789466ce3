/* The validator's formula reader: any text. */
#include "formats/ctl.h"
#include "tests/fuzz/small_model.h"
#include "validator/beside/plain_names.h"
#include "validator/kernel/formula.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct v_bytes bytes = {.size = sizeof small_model - 1};
  bytes.at = malloc(sizeof small_model);
  memcpy(bytes.at, small_model, sizeof small_model);
  struct v_model model;
  struct v_error error;
  if (size > 4096 || !v_model_read("model", bytes, &model, &error)) {
    free(bytes.at);
    return 0;
  }
  struct v_core core = {0};
  uint32_t root;
  uint32_t plain;
  bool canonical = v_formula_read(&model, (const char *)data, size, NULL, &core, &root, &error);
  bool any = v_formula_read(&model, (const char *)data, size, v_plain_name, &core, &plain, &error);
  if (canonical && (!any || plain != root || root >= core.size)) abort();
  if (any && plain >= core.size) abort();
  v_core_free(&core);
  v_model_free(&model);
  return 0;
}
