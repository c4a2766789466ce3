/* A file in memory. A text that does not fit into memory, or is cut for another reason, ends the
 * process as lack of memory does: half a text is never shown. */
#ifndef VOUCH_FORMATS_SUPPORT_TEXT_FILE_H
#define VOUCH_FORMATS_SUPPORT_TEXT_FILE_H

#include <stdio.h>

/* *text and *size are the caller's once text_close returned; he frees the text. */
FILE *text_open(char **text, size_t *size);
void text_close(FILE *file);

#endif
