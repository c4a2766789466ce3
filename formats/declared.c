#include "formats/declared.h"

#include "formats/support/vector.h"

#include <inttypes.h>
#include <stdio.h>

/* Numbers of more bits are shown bit by bit. */
enum { SHOWN_BITS = 63 };

static char *copy_text(const char *text, size_t length) {
  char *copy = memory_alloc(length + 1, 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

static bool is_called(const char *name, const char *text, size_t length) {
  return strlen(name) == length && memcmp(name, text, length) == 0;
}

struct declared_word *declared_find(const struct declared *declared, const char *name,
                                    size_t length) {
  for (size_t k = 0; k < declared->size; k++)
    if (is_called(declared->at[k].name, name, length)) return &declared->at[k];
  return NULL;
}

struct declared_word *declared_word(struct declared *declared, const char *name, size_t length) {
  struct declared_word *known = declared_find(declared, name, length);
  if (known) return known;
  declared->at =
      memory_room(declared->at, declared->size, &declared->capacity, sizeof *declared->at);
  struct declared_word *word = &declared->at[declared->size++];
  *word = (struct declared_word){.name = copy_text(name, length)};
  return word;
}

const struct declared_value *declared_value(const struct declared_word *word, const char *name,
                                            size_t length) {
  for (size_t k = 0; k < word->num_values; k++)
    if (is_called(word->values[k].name, name, length)) return &word->values[k];
  return NULL;
}

void declared_add(struct declared_word *word, const char *name, size_t length, int64_t number) {
  word->values =
      memory_room(word->values, word->num_values, &word->values_capacity, sizeof *word->values);
  word->values[word->num_values++] = (struct declared_value){copy_text(name, length), number};
}

void declared_adopt(struct declared *to, const struct declared *from) {
  for (size_t k = 0; k < from->size; k++) {
    const struct declared_word *word = &from->at[k];
    size_t length = strlen(word->name);
    if (declared_find(to, word->name, length)) continue;
    struct declared_word *copy = declared_word(to, word->name, length);
    copy->is_signed = word->is_signed;
    for (size_t j = 0; j < word->num_values; j++) {
      const struct declared_value *value = &word->values[j];
      declared_add(copy, value->name, strlen(value->name), value->number);
    }
  }
}

void declared_free(struct declared *declared) {
  for (size_t k = 0; k < declared->size; k++) {
    struct declared_word *word = &declared->at[k];
    for (size_t j = 0; j < word->num_values; j++) free(word->values[j].name);
    free(word->values);
    free(word->name);
  }
  free(declared->at);
  *declared = (struct declared){0};
}

/* False: it has too many bits. */
static bool number_of(const uint8_t *bits, size_t width, bool is_signed, int64_t *number) {
  bool negative = is_signed && width > 0 && bits[width - 1];
  *number = negative ? -1 : 0;
  for (size_t k = width; k-- > 0;) {
    if (k >= SHOWN_BITS && bits[k] != negative) return false;
    if (k < SHOWN_BITS) *number = *number * 2 + bits[k];
  }
  return true;
}

char *declared_show(const struct declared_word *word, const uint8_t *bits, size_t width) {
  int64_t number;
  if (!word || !number_of(bits, width, word->is_signed, &number)) return NULL;
  for (size_t k = 0; k < word->num_values; k++)
    if (word->values[k].number == number) return memory_string(word->values[k].name);
  if (!word->is_signed) return NULL;
  char text[32];
  snprintf(text, sizeof text, "%" PRId64, number);
  return memory_string(text);
}
