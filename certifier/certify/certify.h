/* Evidence -> certificate: literals of the system's AIG become literals of docs/certificates.md,
 * section 1.3; facts that the verdict does not depend on are left out; traces are completed to the
 * whole model. The result depends on the evidence only. */
#ifndef VOUCH_CERTIFIER_CERTIFY_CERTIFY_H
#define VOUCH_CERTIFIER_CERTIFY_CERTIFY_H

#include "checker/portfolio/check.h"
#include "formats/certificate.h"

struct certify_request {
  const struct aiger *model;
  const unsigned char *digest; /* SHA-256 of the model's bytes, 32 of them */
  const struct property *property;
  const char *formula; /* canonical form, for ctl */
  bool scoped;         /* it has a scope, which the model has, too */
  bool observe_all;
  const struct check_result *result; /* its verdict is known */
};

/* The caller frees the certificate. */
void certify(const struct certify_request *request, struct certificate *certificate);

#endif
