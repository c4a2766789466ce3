/* Which engines work, and with which constants. */
#ifndef VOUCH_CERTIFIER_PIPELINE_ENGINE_SETUP_H
#define VOUCH_CERTIFIER_PIPELINE_ENGINE_SETUP_H

#include "checker/portfolio/check.h"
#include "formats/support/fault.h"

struct engine_setup {
  struct engine_choice engines;
  struct tuning tuning;
};

/* All engines, all constants as they are. */
void engine_setup_init(struct engine_setup *setup);
/* "NAME=VALUE": gives a constant another value. None of these allocates memory. */
bool engine_setup_set(struct engine_setup *setup, const char *text, struct fault *fault);
/* Names of engines, separated by commas. */
bool engine_setup_choose(struct engine_setup *setup, const char *names, struct fault *fault);
/* Fills in engines and tuning of *options, which points into *setup from then on. Families that
 * were not chosen stay as they are. */
void engine_setup_use(const struct engine_setup *setup, struct check_options *options);

#endif
