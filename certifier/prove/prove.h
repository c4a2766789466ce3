/* LRAT proofs of all obligations of a certificate. */
#ifndef VOUCH_CERTIFIER_PROVE_PROVE_H
#define VOUCH_CERTIFIER_PROVE_PROVE_H

#include "checker/effort/effort.h"
#include "formats/certificate.h"

enum proved { PROVED, PROVING_TIMED_OUT, PROVING_FAILED };

/* Adds a proof of every obligation to *certificate. Easy obligations are refuted in-process
 * (certifier/prove/refute.h, the constant prove_easy), others by the search of the validator
 * (prove_search); what is left is solved by kissat, whose proof drat-trim verifies and elaborates;
 * `jobs` at a time. An obligation that is satisfiable is a
 * failure: the certificate is wrong. A certificate without obligations (a trace) stays as it is. */
enum proved prove_certificate(const char *model_path, struct certificate *certificate,
                              unsigned jobs, const struct effort *effort, struct fault *fault);

#endif
