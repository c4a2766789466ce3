/* Names that an auditor writes without quotes (docs/certificates.md, 1.4): letters, digits, _ $ .
 * *, and indices. */
#ifndef VOUCH_VALIDATOR_BESIDE_PLAIN_NAMES_H
#define VOUCH_VALIDATOR_BESIDE_PLAIN_NAMES_H

#include <stddef.h>

/* For v_formula_read. */
size_t v_plain_name(const char *text, size_t size);

#endif
