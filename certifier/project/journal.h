/* What the runs of a project have found out, in its folder of results: a line of JSON per property,
 * appended when its certificate is in place. The last line about a file counts. A run that was
 * killed leaves at most half a line, and lines that are damaged are as if they were not there: what
 * they were about is checked again. Nothing that a line says is believed without the certificate.
 */
#ifndef VOUCH_CERTIFIER_PROJECT_JOURNAL_H
#define VOUCH_CERTIFIER_PROJECT_JOURNAL_H

#include "certifier/digest/digest.h"
#include "checker/system/evidence.h"

#include <stdio.h>

struct journal_record {
  char *file;                    /* stem of the certificate's name: a-z, 0-9 and - */
  char key[DIGEST_TEXT_BYTES];   /* of what was asked: model, property, options, version */
  char model[DIGEST_TEXT_BYTES]; /* what the certificate is about; of an undecided property the one
                                    that was set aside, or the model itself */
  char certificate[DIGEST_TEXT_BYTES]; /* "": the property is undecided */
  char limits[DIGEST_TEXT_BYTES];      /* under which it was checked */
  enum verdict verdict;
  bool final;     /* undecided, and would be again under these limits */
  double seconds; /* that it took */
};

struct journal {
  char *path;
  int folder, descriptor; /* the folder is locked through its own */
  struct journal_record *at;
  size_t size, capacity;
  size_t damaged; /* lines that were ignored */
};

/* Locks the folder, which is there, for this process, and reads. `fresh`: forgets what there is.
 * On false nothing is open. */
bool journal_open(struct journal *journal, const char *folder, bool fresh, struct fault *fault);
/* NULL: nothing is known. */
const struct journal_record *journal_find(const struct journal *journal, const char *file);
/* The line of a record, with its newline. */
void journal_print(const struct journal_record *record, FILE *file);
/* Appends a line that journal_print made. */
bool journal_add(struct journal *journal, const char *line, size_t size, struct fault *fault);
void journal_close(struct journal *journal);

#endif
