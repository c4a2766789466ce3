/* Opening certificates: files, the limits on what they ask for, and what the auditor asked for. */
#ifndef VOUCH_VALIDATOR_BESIDE_OPEN_H
#define VOUCH_VALIDATOR_BESIDE_OPEN_H

#include "validator/beside/ask.h"
#include "validator/kernel/text.h"

struct v_reader;

bool v_read_file(const char *path, struct v_bytes *bytes, struct v_error *error);

/* A result with nothing in it but this. */
void validator_answer(struct validator_result *result, enum validator_verdict verdict,
                      const char *reason);

/* NULL on failure; *result says why: UNKNOWN for a bad model, REJECTED for a bad certificate or one
 * about something else than `formula` or `property` say (both may be NULL, not both given), UNKNOWN
 * for one that asks for too much. The bytes, each with a zero byte behind them, are taken over.
 * `read` reads what stands for a certificate and is called `what` in messages; `property` is what
 * it must judge if it has a choice. */
struct validator *validator_open_with(bool (*read)(struct v_reader *), const char *what,
                                      struct v_bytes model, struct v_bytes certificate,
                                      const char *formula, const char *property,
                                      struct validator_result *result);
/* The same for a certificate of our own format, with both in files (UNKNOWN if unreadable). */
struct validator *validator_open(const char *model, const char *certificate, const char *formula,
                                 const char *property, struct validator_result *result);
void validator_close(struct validator *v);

#endif
