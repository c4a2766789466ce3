#include "validator/search/derivation.h"

enum { LONGEST_NUMBER = 12 }; /* characters of a literal or an id, with sign and blank */

void v_derivation_start(struct v_derivation *d, uint32_t inputs) {
  *d = (struct v_derivation){.inputs = inputs};
  v_push(&d->from, 0);
  v_push(&d->because, 0);
}

uint32_t v_derive(struct v_derivation *d, const uint32_t *literals, size_t count,
                  const struct v_list *hints) {
  for (size_t k = 0; k < count; k++) v_push(&d->literals, literals[k]);
  for (size_t k = 0; k < hints->size; k++) v_push(&d->hints, hints->at[k]);
  v_push(&d->from, (uint32_t)d->literals.size);
  v_push(&d->because, (uint32_t)d->hints.size);
  return d->inputs + (uint32_t)d->from.size - 1;
}

size_t v_derivation_size(const struct v_derivation *d) {
  return d->literals.size + d->hints.size + d->from.size + d->because.size;
}

void v_derivation_free(struct v_derivation *d) {
  v_lists_free((struct v_list *[]){&d->literals, &d->from, &d->hints, &d->because, NULL});
}

/* --- Text --- */
static char *put_number(char *at, uint32_t number) {
  char digits[LONGEST_NUMBER];
  size_t count = 0;
  do {
    digits[count] = (char)('0' + number % 10);
    count++;
    number /= 10;
  } while (number > 0);
  while (count > 0) {
    count--;
    *at = digits[count];
    at++;
  }
  return at;
}

static char *put_blank(char *at) {
  *at = ' ';
  return at + 1;
}

/* "<id> <literal> .. 0 <hint> .. 0\n" */
static char *put_lemma(char *at, const struct v_derivation *d, size_t lemma) {
  at = put_blank(put_number(at, d->inputs + 1 + (uint32_t)lemma));
  for (uint32_t k = d->from.at[lemma]; k < d->from.at[lemma + 1]; k++) {
    if (d->literals.at[k] & 1) {
      *at = '-';
      at++;
    }
    at = put_blank(put_number(at, d->literals.at[k] / 2));
  }
  at = put_blank(put_number(at, 0));
  for (uint32_t k = d->because.at[lemma]; k < d->because.at[lemma + 1]; k++)
    at = put_blank(put_number(at, d->hints.at[k]));
  at = put_number(at, 0);
  *at = '\n';
  return at + 1;
}

/* Which lemmas the last one needs, and in *numbers how many numbers their lines have. */
static uint8_t *needed_lemmas(const struct v_derivation *d, size_t *numbers) {
  size_t count = d->from.size - 1;
  uint8_t *needed = v_zeroed(count, 1);
  if (count > 0) needed[count - 1] = 1;
  *numbers = 0;
  for (size_t k = count; k-- > 0;) {
    if (!needed[k]) continue;
    *numbers += 3 + d->from.at[k + 1] - d->from.at[k] + d->because.at[k + 1] - d->because.at[k];
    for (uint32_t n = d->because.at[k]; n < d->because.at[k + 1]; n++)
      if (d->hints.at[n] > d->inputs) needed[d->hints.at[n] - d->inputs - 1] = 1;
  }
  return needed;
}

struct v_bytes v_derivation_text(const struct v_derivation *d) {
  size_t numbers;
  uint8_t *needed = needed_lemmas(d, &numbers);
  char *text = v_need(NULL, numbers + 1, LONGEST_NUMBER);
  char *at = text;
  for (size_t k = 0; k + 1 < d->from.size; k++)
    if (needed[k]) at = put_lemma(at, d, k);
  *at = '\0';
  free(needed);
  return (struct v_bytes){(unsigned char *)text, (size_t)(at - text)};
}
