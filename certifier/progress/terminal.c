#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include "certifier/progress/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_dumb(void) {
  const char *term = getenv("TERM");
  return !term || !*term || strcmp(term, "dumb") == 0;
}

bool terminal_colour(enum colour_choice choice, int descriptor) {
  const char *no_colour = getenv("NO_COLOR");
  if (choice != COLOUR_AUTO) return choice == COLOUR_ALWAYS;
  return !(no_colour && *no_colour) && !is_dumb() && isatty(descriptor);
}

bool terminal_moves(void) { return !is_dumb() && isatty(STDERR_FILENO); }

struct terminal_size terminal_size(int descriptor) {
  struct winsize size;
  struct terminal_size usual = {80, 24};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || !size.ws_col || !size.ws_row) return usual;
  return (struct terminal_size){size.ws_col, size.ws_row};
}

const char *shade_on(enum shade shade, bool colour) {
  static const char *const codes[NUM_SHADES] = {
      [SHADE_GOOD] = "\033[32m", [SHADE_BAD] = "\033[31m", [SHADE_OPEN] = "\033[33m"};
  return colour ? codes[shade] : "";
}

const char *shade_off(bool colour) { return colour ? "\033[0m" : ""; }
