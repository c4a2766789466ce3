/* Text that is put together before it leaves, and what comes from outside made harmless in it.
 *
 * Not fit to leave: control characters (C0, DEL, C1), line and paragraph separators, bidirectional
 * controls, and bytes that are not UTF-8. Nothing that is printed may look like another line. */
#ifndef VOUCH_VALIDATOR_PROGRAM_ESCAPE_H
#define VOUCH_VALIDATOR_PROGRAM_ESCAPE_H

#include "validator/kernel/memory.h"

struct v_string {
  char *at; /* with a zero byte behind it that `size` does not count; NULL while it is empty */
  size_t size, capacity;
};
/* As it stands: for words of our own. */
void v_string_add(struct v_string *string, const char *text);
/* Escaped: each byte of a character that is not fit becomes \xHH. */
void v_string_escaped(struct v_string *string, const char *text);
/* A JSON string with its quotes, or null. Characters that are not fit become \uHHHH, bytes that are
 * not UTF-8 the four characters \xHH. */
void v_string_json(struct v_string *string, const char *text);
void v_string_free(struct v_string *string);

#endif
