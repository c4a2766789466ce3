/* A folder of vouch signoff or vouch run, for vouch report: which model, which certificates. */
#ifndef VOUCH_CERTIFIER_CLI_REPORT_FOLDER_H
#define VOUCH_CERTIFIER_CLI_REPORT_FOLDER_H

#include "certifier/report/origin.h"
#include "formats/support/texts.h"

struct report_folder {
  const char *folder;
  struct origin origin;
  char *model;                      /* path */
  struct texts certificates, files; /* paths, allocated; `files` are property files */
  const struct origin_note **notes; /* of the certificates */
};

/* Is `path` a folder? */
bool is_folder(const char *path);
/* `public`: whose signature a sign-off must have; NULL: it is not checked, and the page says so.
 * `model`: the model, where it is not in the folder; NULL: it is there. Of a sign-off all files
 * must have the digests that the statement names. The caller frees *f either way. */
bool report_folder_read(struct report_folder *f, const char *folder, const char *public,
                        const char *model, struct fault *fault);
void report_folder_free(struct report_folder *f);

#endif
