/* What a property file declares of words of the model: that they have a sign, and what their values
 * are called. It changes what formulas may say and what people are shown, never the model. */
#ifndef VOUCH_FORMATS_DECLARED_H
#define VOUCH_FORMATS_DECLARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct declared_value {
  char *name;
  int64_t number;
};
struct declared_word {
  char *name; /* without indices, as the model has it */
  bool is_signed;
  struct declared_value *values; /* no name and no number twice */
  size_t num_values, values_capacity;
};
struct declared {
  struct declared_word *at;
  size_t size, capacity;
};

/* The declaration of a word, or NULL. */
struct declared_word *declared_find(const struct declared *declared, const char *name,
                                    size_t length);
/* The same, made if it is missing. */
struct declared_word *declared_word(struct declared *declared, const char *name, size_t length);
const struct declared_value *declared_value(const struct declared_word *word, const char *name,
                                            size_t length);
void declared_add(struct declared_word *word, const char *name, size_t length, int64_t number);
/* Adds all that `from` says of words of which *to says nothing. */
void declared_adopt(struct declared *to, const struct declared *from);
void declared_free(struct declared *declared);

/* How the value of `width` bits (a byte each, 0 or 1, the least significant first) is shown: by the
 * name of the value, or as a number with a sign; the caller frees it. NULL: like any number. */
char *declared_show(const struct declared_word *word, const uint8_t *bits, size_t width);

#endif
