/* How far away what is to be covered is. */
#ifndef VOUCH_CERTIFIER_CLI_COVER_STEPS_H
#define VOUCH_CERTIFIER_CLI_COVER_STEPS_H

#include "certifier/pipeline/selection.h"

/* How long the path of the certificate at `path` is that reaches a cover; SIZE_MAX: not known. */
size_t cover_steps(const struct aiger *model, const struct selected *cover, const char *path);

#endif
