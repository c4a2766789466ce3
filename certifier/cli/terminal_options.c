#include "certifier/cli/terminal_options.h"

#include <unistd.h>

bool terminal_options_colour(const struct terminal_options *terminal) {
  return terminal_colour((enum colour_choice)terminal->color, STDOUT_FILENO);
}

void terminal_options_live(const struct terminal_options *terminal, bool others, size_t total,
                           struct live *live) {
  bool colour = terminal_colour((enum colour_choice)terminal->color, STDERR_FILENO);
  live_init(live, !terminal->quiet && !others, colour, total);
}
