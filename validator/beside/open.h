/* Opening certificates: files, the limits on what they ask for, and what the auditor asked for. */
#ifndef VOUCH_VALIDATOR_BESIDE_OPEN_H
#define VOUCH_VALIDATOR_BESIDE_OPEN_H

#include "validator/beside/ask.h"
#include "validator/kernel/text.h"

bool v_read_file(const char *path, struct v_bytes *bytes, struct v_error *error);

/* As validator_new, but NULL, too, with a certificate that asks for too much (UNKNOWN) or is about
 * something else than `formula` or `property` say (REJECTED; both may be NULL, not both given). */
struct validator *validator_open_with(bool (*read)(struct v_reader *), const char *what,
                                      struct v_bytes model, struct v_bytes certificate,
                                      const char *formula, const char *property,
                                      struct validator_result *result);
/* The same for a certificate of our own format, with both in files (UNKNOWN if unreadable). */
struct validator *validator_open(const char *model, const char *certificate, const char *formula,
                                 const char *property, struct validator_result *result);

#endif
