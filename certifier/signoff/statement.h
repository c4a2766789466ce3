/* The sign-off statement: what exactly is signed. JSON in the layout of an in-toto Statement v1;
 * docs/signoff.md describes it. */
#ifndef VOUCH_CERTIFIER_SIGNOFF_STATEMENT_H
#define VOUCH_CERTIFIER_SIGNOFF_STATEMENT_H

#include "certifier/digest/digest.h"
#include "certifier/signoff/signing.h"

#include <stddef.h>

#define STATEMENT_FILE "signoff.json"
#define STATEMENT_TYPE "https://in-toto.io/Statement/v1"
#define STATEMENT_PREDICATE "urn:vouch:signoff:v1"

/* One property that was decided, certified and accepted. */
struct statement_result {
  char *property;    /* "bad 0", "justice 1", or a formula in canonical form */
  char *name;        /* its name in the model or the property file, or NULL */
  char *verdict;     /* holds, fails */
  char *certificate; /* file name inside the signed folder */
  char digest[DIGEST_TEXT_BYTES];
  char *accepted;     /* the validator's last line */
  char **obligations; /* what the validator said of each obligation */
  size_t num_obligations;
};

struct statement {
  char *model; /* base name */
  char model_digest[DIGEST_TEXT_BYTES];
  char *properties; /* base name of the property file, or NULL */
  char properties_digest[DIGEST_TEXT_BYTES];
  char *version;      /* of vouch */
  char *validator;    /* what vouch-validate --version says */
  char *state_inputs; /* observed, all */
  char *time;         /* ISO 8601, UTC */
  char *who, *key;    /* as given; key id in hexadecimal */
  struct statement_result *results;
  size_t num_results, capacity;
};

struct statement_result *statement_add(struct statement *statement);
bool statement_write(const struct statement *statement, const char *path, struct fault *fault);
/* Refuses everything that is not a statement of this version with all its members. */
bool statement_read(struct statement *statement, const char *path, struct fault *fault);
void statement_free(struct statement *statement);

#endif
