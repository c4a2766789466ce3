/* Certificates of every format, from files: the program itself reads its files once, to hash them,
 * and needs no such function. */
#ifndef VOUCH_TESTS_UNIT_OPEN_FILES_H
#define VOUCH_TESTS_UNIT_OPEN_FILES_H

#include "validator/beside/run.h"
#include "validator/foreign/open.h"

#include <stdio.h>
#include <stdlib.h>

/* As validator_open, for a file of this format. */
static inline struct validator *validator_open_files(enum validator_format format,
                                                     const char *model_path,
                                                     const char *certificate_path,
                                                     const char *formula, const char *property,
                                                     struct validator_result *result) {
  struct v_error error;
  struct v_bytes model;
  struct v_bytes certificate = {0};
  if (v_read_file(model_path, &model, &error) &&
      v_read_file(certificate_path, &certificate, &error))
    return validator_open_bytes(format, model, certificate, formula, property, result);
  free(model.at);
  free(certificate.at);
  validator_answer(result, VALIDATOR_UNKNOWN, error.text);
  return NULL;
}

#endif
