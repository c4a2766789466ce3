#include "validator/kernel/text.h"

#include "validator/kernel/memory.h"

#include <stdarg.h>

enum { GROUP_BITS = 7, GROUP_MASK = 0x7f, GROUP_MORE = 0x80, LAST_GROUP = 28 };

bool v_fail(struct v_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  error->unsupported = false;
  return false;
}

bool v_unsupported(struct v_error *error) {
  error->unsupported = true;
  return false;
}

bool v_expected(struct v_text *t, const char *expected) {
  return v_fail(t->error, "%s, line %zu, byte %zu: expected %s", t->what, t->line,
                (size_t)(t->at - t->start), expected);
}

bool v_number(struct v_text *t, uint32_t max, uint32_t *value) {
  const char *digits = t->at;
  uint64_t n = 0;
  while (t->at < t->end && *t->at >= '0' && *t->at <= '9') {
    n = 10 * n + (uint64_t)(*t->at - '0');
    if (n > max) return v_expected(t, "a smaller number");
    t->at++;
  }
  *value = (uint32_t)n;
  bool leading_zero = *digits == '0' && t->at > digits + 1;
  if (t->at == digits || leading_zero) return v_expected(t, "a number without leading zeros");
  return true;
}

bool v_blank(struct v_text *t) {
  if (!v_at(t, ' ')) return v_expected(t, "a blank");
  t->at++;
  return true;
}

bool v_eol(struct v_text *t) {
  if (!v_at(t, '\n')) return v_expected(t, "end of line");
  t->at++;
  t->line++;
  return true;
}

bool v_blank_number(struct v_text *t, uint32_t max, uint32_t *value) {
  return v_blank(t) && v_number(t, max, value);
}

bool v_at_word(const struct v_text *t, const char *word) {
  size_t size = strlen(word);
  if ((size_t)(t->end - t->at) <= size || memcmp(t->at, word, size) != 0) return false;
  return t->at[size] == ' ' || t->at[size] == '\n';
}

bool v_word(struct v_text *t, const char *word) {
  if (!v_at_word(t, word)) return v_expected(t, word);
  t->at += strlen(word);
  return true;
}

bool v_groups(struct v_text *t, uint32_t max, uint32_t *value) {
  uint64_t n = 0;
  bool more = true;
  for (unsigned shift = 0; more; shift += GROUP_BITS) {
    if (t->at == t->end || shift > LAST_GROUP)
      return v_expected(t, "a number of at most five bytes");
    n |= (uint64_t)(*t->at & GROUP_MASK) << shift;
    more = *t->at & GROUP_MORE;
    t->at++;
  }
  *value = (uint32_t)n;
  return n <= max || v_expected(t, "a smaller number before here");
}
