/* What to write instead of words and operators of other languages. Private to ctl*.c. */
#ifndef VOUCH_FORMATS_CTL_HINTS_H
#define VOUCH_FORMATS_CTL_HINTS_H

#include <stddef.h>

/* NULL: there is nothing to say. */
const char *ctl_word_hint(const char *text, size_t length);
/* For operators at the start of the text, none of which any formula has; *length is theirs. */
const char *ctl_symbol_hint(const char *text, size_t size, size_t *length);

#endif
