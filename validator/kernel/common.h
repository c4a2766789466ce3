/* What every file of the validator uses: memory, errors, lists, one hash map, SHA-256. */
#ifndef VOUCH_VALIDATOR_KERNEL_COMMON_H
#define VOUCH_VALIDATOR_KERNEL_COMMON_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Variables of model, elaboration and certificate together stay below this, so that literals and
 * sums fit 32 bits. */
#define V_MAX_VARIABLE ((uint32_t)1 << 29)
#define V_NONE UINT32_MAX

/* One sentence with position; functions that fill it return false. */
struct v_error {
  char text[960];
  bool unsupported; /* not wrong, but more than this validator can judge */
};
bool v_fail(struct v_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool v_unsupported(struct v_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A whole file, with a zero byte behind it that `size` does not count. */
struct v_bytes {
  unsigned char *at;
  size_t size;
};
/* A text that is read from left to right. Every function below returns false with a message when it
 * does not find what it expects, and leaves the position behind it otherwise. */
struct v_text {
  const char *what, *start, *at, *end; /* there is a readable byte at end */
  size_t line;
  struct v_error *error;
};
struct v_text v_text(const char *what, const struct v_bytes *bytes, struct v_error *error);
bool v_expected(struct v_text *text,
                const char *expected); /* "<what>, line L, byte B: expected .." */
bool v_number(struct v_text *text, uint32_t max,
              uint32_t *value); /* decimal, without sign or leading zeros */
bool v_blank_number(struct v_text *text, uint32_t max, uint32_t *value);
bool v_groups(struct v_text *text, uint32_t max,
              uint32_t *value); /* 7 bits per byte, lowest first; the top bit: more follow */
bool v_at_word(const struct v_text *text,
               const char *word); /* the word and a blank or newline; does not move */
bool v_word(struct v_text *text, const char *word);
bool v_blank(struct v_text *text);
bool v_eol(struct v_text *text);
static inline bool v_at(const struct v_text *text, char c) {
  return text->at < text->end && *text->at == c;
}

/* Ends the process with "s UNKNOWN out of memory" and status 2: also where a number of ours would
 * leave its range. */
_Noreturn void v_exhausted(void);
/* Has `last` called first by v_exhausted; it may say the last words itself and not return. */
void v_on_exhaustion(void (*last)(void));
/* realloc to count*size bytes; never returns NULL. */
void *v_need(void *old, size_t count, size_t size);
/* `count` zeroed elements. */
void *v_zeroed(size_t count, size_t size);
/* Room for one more element behind `used`; doubles *capacity when full. */
void *v_grow(void *at, size_t used, size_t *capacity, size_t size);

#define V_FREE(...)                                                                                \
  v_free_all((void *[]){__VA_ARGS__}, sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
void v_free_all(void *const *pointers, size_t count);
/* Numbers, mostly literals 2*variable+sign. */
struct v_list {
  uint32_t *at;
  size_t size, capacity;
};
void v_push(struct v_list *list, uint32_t value);
/* A hash map from 64-bit keys (not UINT64_MAX) to numbers. */
struct v_map {
  uint64_t *keys;
  uint32_t *values;
  size_t used, capacity;
};
/* The place of the value of `key`, which is V_NONE if it is new. Valid until the next call. */
uint32_t *v_map_at(struct v_map *map, uint64_t key);
void v_map_free(struct v_map *map);

bool v_read_file(const char *path, struct v_bytes *bytes, struct v_error *error);
void v_sha256(const unsigned char *bytes, size_t size, char hex[65]);

#endif
