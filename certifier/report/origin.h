/* What a folder says of itself: the statement of vouch signoff, or the results of vouch run. It is
 * the word of those who made the folder, shown beside what certificates show. */
#ifndef VOUCH_CERTIFIER_REPORT_ORIGIN_H
#define VOUCH_CERTIFIER_REPORT_ORIGIN_H

#include "certifier/signoff/statement.h"

#define ORIGIN_RESULTS "results.json"

/* Of one property. NULL: not said. */
struct origin_note {
  char *property; /* canonical */
  char *written, *name;
  char *verdict;     /* holds, fails, unknown */
  char *expected;    /* holds, fails */
  char *reason;      /* why it is unknown */
  char *certificate; /* a file name in the folder */
  char *cover;       /* what is to be reached; the property is AG !cover */
  char *engine;
  bool as_before;                /* decided by an earlier run */
  double seconds;                /* < 0: not said */
  struct statement_parts *parts; /* of a formula; NULL: nobody looked at them */
  bool own_parts;                /* they are not the statement's */
};

struct origin {
  struct origin_note *notes;
  size_t num_notes, capacity;
  char *model; /* its file name; of a sign-off it is in the folder */
  char model_digest[DIGEST_TEXT_BYTES];
  bool is_signed; /* a sign-off; otherwise a run */
  bool complete;  /* a run that came to its end */
  char *project;  /* of a run */
  struct statement statement;
  char *text, *signature; /* of a sign-off, word for word */
  const char *key_file;   /* the public key by which it was checked; NULL: it was not */
};

/* Both take the whole file. The caller frees *origin either way. */
bool origin_from_results(struct origin *origin, const char *name, const void *bytes, size_t size,
                         struct fault *fault);
/* .. and has put key_file and signature. */
bool origin_from_statement(struct origin *origin, const char *name, const void *bytes, size_t size,
                           struct fault *fault);
void origin_free(struct origin *origin);

#endif
