#include "validator/foreign/open.h"

#include "validator/foreign/certifaiger.h"
#include "validator/foreign/witness.h"

struct validator *validator_open_bytes(enum validator_format format, struct v_bytes model,
                                       struct v_bytes certificate, const char *formula,
                                       const char *property, struct validator_result *result) {
  static v_read_function *const readers[] = {v_certificate_body, v_certifaiger_read,
                                             v_witness_read};
  const char *what = format == VALIDATOR_CERTIFICATE ? "certificate" : "witness";
  return validator_open_with(readers[format], what, model, certificate, formula, property, result);
}
