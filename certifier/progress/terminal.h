/* What a terminal may be sent. Files and pipes get neither colours nor what moves. */
#ifndef VOUCH_CERTIFIER_PROGRESS_TERMINAL_H
#define VOUCH_CERTIFIER_PROGRESS_TERMINAL_H

#include <stdbool.h>

/* --color. COLOUR_AUTO: on a terminal, unless NO_COLOR is set and not empty or TERM is dumb. */
enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
bool terminal_colour(enum colour_choice choice, int descriptor);

/* May lines on standard error be drawn over? */
bool terminal_moves(void);

struct terminal_size {
  unsigned width, height;
};
/* 80 x 24 where the terminal does not say. */
struct terminal_size terminal_size(int descriptor);

/* What is good, bad, or open; "" without colour. */
enum shade { SHADE_GOOD, SHADE_BAD, SHADE_OPEN, NUM_SHADES };
const char *shade_on(enum shade shade, bool colour);
const char *shade_off(bool colour);

#endif
