#include "validator/beside/plain_names.h"

#include <stdbool.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_in_name(char c) {
  bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || is_digit(c) || (c != 0 && strchr("_$.*", c));
}

/* Bytes of an index "[3]" or "<3>"; 0 if there is none. */
static size_t index_length(const char *at, size_t left) {
  if (left < 3 || (at[0] != '[' && at[0] != '<')) return 0;
  size_t n = 1;
  while (n < left && is_digit(at[n])) n++;
  char close = at[0] == '[' ? ']' : '>';
  return n > 1 && n < left && at[n] == close ? n + 1 : 0;
}

size_t v_plain_name(const char *at, size_t left) {
  size_t n = 0;
  if (left == 0 || *at == '.' || *at == '*') return 0;
  while (n < left && is_in_name(at[n])) n++;
  bool operator_before_bracket = n == 1 && (at[0] == 'E' || at[0] == 'A');
  if (n == 0 || operator_before_bracket) return n;
  for (size_t more = 1; more > 0; n += more) more = index_length(at + n, left - n);
  return n;
}
