#include "checker/effort/tuning.h"

#include <string.h>

const struct tuning tuning_defaults = {
#define TUNING_VALUE(name, standard, least, most, meaning, measured) .name = standard,
    TUNING(TUNING_VALUE)
#undef TUNING_VALUE
};

const struct tuning_entry tuning_table[NUM_TUNING] = {
#define TUNING_ROW(name, standard, least, most, meaning, measured)                                 \
  {#name, standard, least, most, meaning, measured, offsetof(struct tuning, name)},
    TUNING(TUNING_ROW)
#undef TUNING_ROW
};

static const struct tuning_entry *find(const char *name, size_t length) {
  for (size_t k = 0; k < NUM_TUNING; k++)
    if (strlen(tuning_table[k].name) == length && strncmp(tuning_table[k].name, name, length) == 0)
      return &tuning_table[k];
  return NULL;
}

/* Numbers beyond every range become TUNING_MOST + 1. */
static bool read_number(const char *text, unsigned *value) {
  *value = 0;
  for (const char *at = text; *at; at++) {
    if (*at < '0' || *at > '9') return false;
    unsigned digit = (unsigned)(*at - '0');
    *value = *value > (TUNING_MOST - digit) / 10 ? TUNING_MOST + 1u : *value * 10 + digit;
  }
  return *text != 0;
}

enum tuning_answer tuning_set(struct tuning *tuning, const char *text,
                              const struct tuning_entry **entry) {
  size_t length = strcspn(text, "=");
  unsigned value;
  *entry = find(text, length);
  if (!*entry) return TUNING_NO_SUCH_NAME;
  if (text[length] != '=' || !read_number(text + length + 1, &value)) return TUNING_NO_NUMBER;
  if (value < (*entry)->least || value > (*entry)->most) return TUNING_OUT_OF_RANGE;
  memcpy((char *)tuning + (*entry)->offset, &value, sizeof value);
  return TUNING_SET;
}
