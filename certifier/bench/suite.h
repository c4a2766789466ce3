/* What is measured: the lines of manifests. */
#ifndef VOUCH_CERTIFIER_BENCH_SUITE_H
#define VOUCH_CERTIFIER_BENCH_SUITE_H

#include "certifier/digest/digest.h"

#include <stddef.h>

struct instance {
  char *suite;      /* the folder of expected.csv, or the manifest's name without its ending */
  char *model;      /* as the manifest has it */
  char *properties; /* the same for the property file; "": none */
  char *property;   /* as `vouch check --property` takes it; "": the only one of the model */
  char *expected;   /* "holds", "fails", or "?" */
  char *model_path, *properties_path; /* relative to the manifest's folder; "": none */
  /* Of the files, after suite_digest; "": none, or it cannot be read. */
  char model_digest[DIGEST_TEXT_BYTES], properties_digest[DIGEST_TEXT_BYTES];
};

struct suite {
  struct instance *at;
  size_t size, capacity;
};

/* Adds the lines of a manifest: comma-separated values below a line with the names of the columns
 * model, property or index, properties, expected, of which only model is needed; others are
 * ignored. A suite of that name, or an instance, that is there already is an error. */
bool suite_read(struct suite *suite, const char *path, struct fault *fault);
void suite_free(struct suite *suite);

/* Reads the files of all instances, so that results are known to be about their bytes. */
void suite_digest(struct suite *suite);

/* Keep only: models whose names match the extended regular expression; at most n instances of each
 * model, spread over all; every n-th instance from number k of 1..n. */
bool suite_match(struct suite *suite, const char *expression, struct fault *fault);
void suite_spread(struct suite *suite, size_t n);
void suite_shard(struct suite *suite, unsigned k, unsigned n);

#endif
