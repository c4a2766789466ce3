/* Certificates with one thing changed. */
#ifndef VOUCH_TESTS_MUTANTS_MUTATE_H
#define VOUCH_TESTS_MUTANTS_MUTATE_H

#include "formats/certificate.h"
#include "tests/oracle/random_model.h"

/* Changes the certificate in one or a few places. */
void mutate_certificate(struct rng *rng, struct certificate *c);
/* Changes its text: a line lost, a number changed, the tail cut off. The result is a new string of
 * *size bytes. */
char *mutate_text(struct rng *rng, const char *text, size_t *size);

#endif
