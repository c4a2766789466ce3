#include "formats/support/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 64 }; /* that is compared */

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static bool same(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

/* Row by row, each from the two before it (optimal string alignment). */
static size_t distance(const char *a, size_t n, const char *b, size_t m) {
  size_t rows[3][LONGEST + 1];
  for (size_t j = 0; j <= m; j++) rows[0][j] = j;
  for (size_t i = 1; i <= n; i++) {
    size_t *now = rows[i % 3], *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
    now[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t wrong = before[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      now[j] = least(wrong, 1 + least(before[j], now[j - 1]));
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        now[j] = least(now[j], earlier[j - 2] + 1);
    }
  }
  return rows[n % 3][m];
}

void nearest_offer(struct nearest *nearest, const char *text, size_t length) {
  size_t n = nearest->wanted_length, most = (n + 5) / 4;
  if (n < 2 || n > LONGEST || length == 0 || length > LONGEST) return;
  if ((length > n ? length - n : n - length) > most) return;
  size_t d = distance(nearest->wanted, n, text, length);
  if (d > most || d >= length || (nearest->text && d >= nearest->distance)) return;
  nearest->text = text;
  nearest->length = length;
  nearest->distance = d;
}

const char *nearest_say(const struct nearest *nearest, const char *before,
                        char message[NEAREST_MESSAGE]) {
  message[0] = 0;
  if (nearest->text)
    snprintf(message, NEAREST_MESSAGE, "; did you mean '%s%.*s'?", before, (int)nearest->length,
             nearest->text);
  return message;
}
