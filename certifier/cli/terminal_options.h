/* Options about terminals: the same for all commands that take time. */
#ifndef VOUCH_CERTIFIER_CLI_TERMINAL_OPTIONS_H
#define VOUCH_CERTIFIER_CLI_TERMINAL_OPTIONS_H

#include "certifier/cli/options.h"
#include "certifier/progress/live.h"

struct terminal_options {
  bool quiet;
  int color; /* enum colour_choice */
};

/* The rows of these options, for a command whose settings have them in `field`. */
#define TAKE_TERMINAL_OPTIONS(field) TAKE(QUIET, field.quiet), TAKE(COLOR, field.color)

/* Are lines on standard output coloured? */
bool terminal_options_colour(const struct terminal_options *terminal);
/* The table of what is at work, of `total` properties or the like. `others`: something else is
 * written to standard error all the time (--verbose), with which a table does not go together. */
void terminal_options_live(const struct terminal_options *terminal, bool others, size_t total,
                           struct live *live);

#endif
