/* Errors, and texts that are read from left to right. */
#ifndef VOUCH_VALIDATOR_KERNEL_TEXT_H
#define VOUCH_VALIDATOR_KERNEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* One sentence with position; functions that fill it return false. */
struct v_error {
  char text[960];
  bool unsupported; /* not wrong, but more than this validator can judge */
};
bool v_fail(struct v_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Behind a call that failed. */
bool v_unsupported(struct v_error *error);

/* A whole file, with a zero byte behind it that `size` does not count. */
struct v_bytes {
  unsigned char *at;
  size_t size;
};

/* Every function below returns false with a message when it does not find what it expects, and
 * leaves the position behind it otherwise. */
struct v_text {
  const char *what, *start, *at, *end; /* there is a readable byte at end */
  size_t line;
  struct v_error *error;
};
/* Fails with "<what>, line L, byte B: expected .." */
bool v_expected(struct v_text *text, const char *expected);
/* Decimal, without sign or leading zeros. */
bool v_number(struct v_text *text, uint32_t max, uint32_t *value);
bool v_blank_number(struct v_text *text, uint32_t max, uint32_t *value);
/* 7 bits per byte, lowest first; the top bit: more follow. */
bool v_groups(struct v_text *text, uint32_t max, uint32_t *value);
/* Is the word here, with a blank or newline behind it? Does not move. */
bool v_at_word(const struct v_text *text, const char *word);
bool v_word(struct v_text *text, const char *word);
bool v_blank(struct v_text *text);
bool v_eol(struct v_text *text);
static inline bool v_at(const struct v_text *text, char c) {
  return text->at < text->end && *text->at == c;
}

#endif
