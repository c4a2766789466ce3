/* Lists of texts that somebody else owns: arguments of a command line, in order. */
#ifndef VOUCH_FORMATS_SUPPORT_TEXTS_H
#define VOUCH_FORMATS_SUPPORT_TEXTS_H

#include "formats/support/vector.h"

/* The array is allocated, the texts are not. */
struct texts {
  const char **at;
  size_t size, capacity;
};

static inline void texts_push(struct texts *texts, const char *text) {
  texts->at = memory_room(texts->at, texts->size, &texts->capacity, sizeof *texts->at);
  texts->at[texts->size++] = text;
}

static inline void texts_free(struct texts *texts) {
  free(texts->at);
  *texts = (struct texts){0};
}

#endif
