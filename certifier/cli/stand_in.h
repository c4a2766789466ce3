/* What hwmcc and sby share: they stand in for a solver that others call with one model. */
#ifndef VOUCH_CERTIFIER_CLI_STAND_IN_H
#define VOUCH_CERTIFIER_CLI_STAND_IN_H

#include "certifier/cli/engine_options.h"
#include "certifier/pipeline/pipeline.h"

struct stand_in_settings {
  double timeout;
  int validate;
  unsigned memory;
  struct engine_options engine;
};

/* The properties of the model, ready to be decided. */
struct stand_in {
  struct engine_setup setup;
  struct selection selection;
  struct pipeline pipeline; /* points to the others: it stays where it is */
};

/* False after a complaint in the name of the command; also about a model without properties.
 * `together`: several bad literals are one property. */
bool stand_in_open(struct stand_in *s, const struct stand_in_settings *settings,
                   const char *command, const char *model, bool together);
void stand_in_close(struct stand_in *s);

#endif
