/* Files that exist only when they are complete: written under a temporary name beside the final
 * one, flushed, checked, closed, then renamed. */
#ifndef VOUCH_FORMATS_SUPPORT_OUTPUT_H
#define VOUCH_FORMATS_SUPPORT_OUTPUT_H

#include "formats/support/fault.h"

#include <stdio.h>

struct output {
  FILE *file;      /* write here; errors may be ignored until output_commit */
  char *path;      /* the final name */
  char *temporary; /* the name until then */
};

/* On false nothing exists and nothing is to be freed. */
bool output_open(struct output *output, const char *path, struct fault *fault);
/* True: the complete file is there under its final name. False: it is not, and the temporary file
 * is gone. `durable` also waits until the data is on the disk. Either way *output is empty
 * afterwards. */
bool output_commit(struct output *output, bool durable, struct fault *fault);
/* Removes what a process that ended between output_open and output_commit left beside `path`. */
void output_remove_part(const char *path, long pid);
/* Removes the temporary file. Harmless on an empty *output. */
void output_abort(struct output *output);

#endif
