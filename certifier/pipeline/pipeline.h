/* From the evidence for one property to a certificate on disk that its own validator library has
 * read back. */
#ifndef VOUCH_CERTIFIER_PIPELINE_PIPELINE_H
#define VOUCH_CERTIFIER_PIPELINE_PIPELINE_H

#include "certifier/cli/selection.h"

struct delivery {
  const struct selection *selection;
  const struct selected *property;
  const struct check_result *result; /* its verdict is known */
  bool observe_all;
  const char *path; /* where the certificate goes; replaced if it exists */
  bool proofs;      /* with an LRAT proof of every obligation */
  bool validate;    /* have vouch-validate accept it first */
  unsigned jobs;    /* proofs in parallel */
  const struct interrupt *interrupt;
};

enum delivered {
  DELIVERED,          /* the certificate is on disk under its final name */
  DELIVERY_TIMED_OUT, /* the time was over (or Ctrl-C) before it was proved or validated; nothing is
                         left behind */
  DELIVERY_FAILED,    /* the fault says why; nothing is left behind */
};

/* *obligations gets the number of obligations of the certificate. */
enum delivered deliver_certificate(const struct delivery *delivery, size_t *obligations,
                                   struct fault *fault);

/* The failing run of a bad, output or justice property as an AIGER witness: printed, or as a file.
 */
void print_witness(const struct selection *selection, const struct selected *property,
                   const struct check_result *result, FILE *file);
bool deliver_witness(const struct selection *selection, const struct selected *property,
                     const struct check_result *result, const char *path, struct fault *fault);

#endif
