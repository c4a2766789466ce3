/* The options that choose and tune engines: the same for every command that decides properties. */
#ifndef VOUCH_CERTIFIER_CLI_ENGINE_OPTIONS_H
#define VOUCH_CERTIFIER_CLI_ENGINE_OPTIONS_H

#include "certifier/cli/options.h"
#include "checker/portfolio/check.h"

struct engine_options {
  const char *engines; /* names, separated by commas; NULL: all */
  struct texts set;    /* NAME=VALUE */
  unsigned seed;
};

#define ENGINE_NAME_(id, name, safety, fair, ctl, meaning) " " name
#define ENGINE_MOST_SEED 1000000000
/* Rows of an option table whose settings have a `struct engine_options field`. */
#define ENGINE_OPTION_ROWS(settings, field)                                                        \
  {.name = "engine",                                                                               \
   .kind = OPTION_TEXT,                                                                            \
   .argument = "LIST",                                                                             \
   .offset = offsetof(settings, field.engines),                                                    \
   .help = "Use only these engines, in this order, separated by commas; kinds of questions that "  \
           "none of them answers keep all of theirs. Engines:" ENGINES(ENGINE_NAME_)},             \
      {.name = "set",                                                                              \
       .kind = OPTION_LIST,                                                                        \
       .argument = "NAME=VALUE",                                                                   \
       .offset = offsetof(settings, field.set),                                                    \
       .help = "Give a constant of the engines another value; 'vouch tuning' lists them"},         \
  {                                                                                                \
    .name = "seed", .kind = OPTION_COUNT, .argument = "N",                                         \
    .offset = offsetof(settings, field.seed), .least = 0, .most = ENGINE_MOST_SEED,                \
    .help = "Seed of everything random (default: 0). The same command gives the same result"       \
  }

/* What they say. */
struct engine_setup {
  struct engine_choice engines;
  struct tuning tuning;
};
bool engine_options_read(const struct engine_options *engine, struct engine_setup *setup,
                         struct fault *fault);
/* Fills in engines and tuning of *options, which points into *setup from then on. Families that
 * --engine does not name stay as they are. */
void engine_setup_use(const struct engine_setup *setup, struct check_options *options);
void engine_options_free(struct engine_options *engine);

#endif
