/* Text that came from outside (names, paths, other programs' words) on its way out of the program.
 *
 * What may not leave raw: C0 controls and DEL, C1 controls (U+0080..U+009F), the separators U+2028
 * and U+2029, the bidirectional controls U+061C, U+200E, U+200F, U+202A..U+202E and
 * U+2066..U+2069, and bytes that are not UTF-8. A terminal obeys such bytes, and a script sees
 * lines in them that nobody wrote. Everything else, backslashes included, stays as it is, so that
 * the names of this world remain readable. */
#ifndef VOUCH_FORMATS_SUPPORT_ESCAPE_H
#define VOUCH_FORMATS_SUPPORT_ESCAPE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The length of the well-formed UTF-8 character at the start of a NUL-terminated text (no overlong
 * forms, no surrogates, nothing above U+10FFFF) and its code point; 0 if there is none. The NUL is
 * a character of length 1. */
size_t escape_character(const char *text, uint32_t *code);

/* Plain text: each byte of what may not leave raw becomes \xHH. */
void escape_text(FILE *file, const char *text);
/* The same as a new text; the caller frees it. */
char *escape_copy(const char *text);
/* A JSON string with its quotes: what may not leave raw becomes \uHHHH; a byte that is not UTF-8
 * becomes \\xHH, so that a reader of JSON gets the four characters \xHH. NULL becomes null. */
void escape_json(FILE *file, const char *text);
/* Content of an XML element or attribute: what may not leave raw, or may not stand in XML at all,
 * becomes \xHH; & < > " ' become entities. */
void escape_xml(FILE *file, const char *text);

/* The text that a reader of JSON gets back from escape_json: bytes that are not UTF-8 are replaced
 * by \xHH, nothing else changes. The caller frees it. */
char *escape_json_value(const char *text);

/* Formats, then escapes all of the result as plain text: what arguments bring along cannot end the
 * line or reach the terminal. The format itself holds no control characters; escape_line adds the
 * newline. */
void escape_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
void escape_line(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
