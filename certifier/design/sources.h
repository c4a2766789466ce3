/* Which files the translation read. */
#ifndef VOUCH_CERTIFIER_DESIGN_SOURCES_H
#define VOUCH_CERTIFIER_DESIGN_SOURCES_H

#include "certifier/design/design.h"

/* One digest of all sources that were given, to see whether they changed meanwhile. */
bool sources_digest(const struct design_request *request, char digest[DIGEST_TEXT_BYTES],
                    struct fault *fault);

/* Reads the list that yosys wrote: a rule of make, "outputs: inputs", with `include files and
 * memory contents among the inputs. `script` and what belongs to yosys itself are left out. Takes
 * the digests of the files as they are now. */
bool sources_take(const char *list, const char *script, struct design *design, struct fault *fault);

#endif
