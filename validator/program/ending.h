/* How the program ends, and its last words. Whatever happens, the last line on standard output is a
 * line of its own that says the result: without memory, without time, and after signals, too. */
#ifndef VOUCH_VALIDATOR_PROGRAM_ENDING_H
#define VOUCH_VALIDATOR_PROGRAM_ENDING_H

#include "validator/kernel/validator.h"
#include "validator/program/escape.h"

/* From here on signals, and v_exhausted, end the process with status 2 and a last line "s UNKNOWN
 * ..", or with its JSON form once v_ending_json was called. Temporary files are removed. */
void v_ending_install(void);

/* Words of our own, as they stand. */
void v_ending_text(int descriptor, const char *text);
/* A line of these parts, up to NULL, escaped, in one piece. Behind the last one no signal is
 * taken. */
void v_ending_line(int descriptor, const char *const *parts, bool last);

/* The JSON line is known up to the members in the middle, which say how it ends. `before` ends with
 * a comma behind the member "verdict", `behind` starts with the member "format" and ends with the
 * newline. Takes over both. What was discharged is looked up in *result, which must stay. */
void v_ending_json(struct v_string before, struct v_string behind, size_t obligations,
                   const struct validator_result *result);
/* The JSON line, with *result as it is now; no signal is taken behind it. */
void v_ending_json_line(void);

/* False if something could not be written. */
bool v_ending_written(void);

#endif
