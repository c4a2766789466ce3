/* The options that choose and tune engines: the same for every command that decides properties. */
#ifndef VOUCH_CERTIFIER_CLI_ENGINE_OPTIONS_H
#define VOUCH_CERTIFIER_CLI_ENGINE_OPTIONS_H

#include "certifier/cli/options.h"
#include "certifier/pipeline/engine_setup.h"

struct engine_options {
  const char *engines; /* names, separated by commas; NULL: all */
  struct texts set;    /* NAME=VALUE */
  unsigned seed;
};

/* The rows of these options, for a command whose settings have them in `field`. */
#define TAKE_ENGINE_OPTIONS(field)                                                                 \
  TAKE(ENGINE, field.engines), TAKE(SET, field.set), TAKE(SEED, field.seed)

/* What they say. */
bool engine_options_read(const struct engine_options *engine, struct engine_setup *setup,
                         struct fault *fault);

#endif
