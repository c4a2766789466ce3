/* Which properties a command is asked about, and how they are read: the same for every command that
 * decides properties. */
#ifndef VOUCH_CERTIFIER_CLI_ASKED_OPTIONS_H
#define VOUCH_CERTIFIER_CLI_ASKED_OPTIONS_H

#include "certifier/cli/options.h"
#include "certifier/pipeline/selection.h"

struct asked_options {
  struct texts files, formulas, covers, properties;
  double vacuity_seconds;
  bool all, vacuity;
  int require;               /* enum requirement */
  int state_inputs, dialect; /* 0: observed inputs; enum ctl_dialect */
};

/* The rows of these options, for a command whose settings have them in `field`. */
#define TAKE_VACUITY_OPTIONS(field)                                                                \
  TAKE(VACUITY, field.vacuity), TAKE(VACUITY_SECONDS, field.vacuity_seconds)
#define TAKE_ASKED_OPTIONS(field)                                                                  \
  TAKE(CTL, field.files), TAKE(FORMULA, field.formulas), TAKE(COVER, field.covers),                \
      TAKE(PROPERTY, field.properties), TAKE(ALL, field.all), TAKE(REQUIRE, field.require),        \
      TAKE_VACUITY_OPTIONS(field), TAKE(STATE_INPUTS, field.state_inputs),                         \
      TAKE(DIALECT, field.dialect)

void asked_options_defaults(struct asked_options *asked);
/* Options that would be without effect are refused. */
bool asked_options_check(const struct asked_options *asked, struct fault *fault);
/* The request of these options; the model is not in it yet. */
struct selection_request asked_options_request(const struct asked_options *asked);

#endif
