#include "formats/aiger_reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

static bool fault_va(struct aiger_reader *r, size_t line, const char *format, va_list args) {
  char text[768];
  vsnprintf(text, sizeof text, format, args);
  if (!line && r->by_offset) return fault_set(r->fault, "%s: byte %zu: %s", r->name, r->at, text);
  return fault_set(r->fault, "%s:%zu: %s", r->name, line ? line : r->line, text);
}

bool aiger_fault(struct aiger_reader *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fault_va(r, 0, format, args);
  va_end(args);
  return false;
}

bool aiger_fault_at_line(struct aiger_reader *r, size_t line, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fault_va(r, line, format, args);
  va_end(args);
  return false;
}

bool aiger_expected(struct aiger_reader *r, const char *what) {
  if (r->at >= r->size) return aiger_fault(r, "expected %s, found the end of the file", what);
  unsigned char c = r->bytes[r->at];
  if (c == '\n') return aiger_fault(r, "expected %s, found the end of the line", what);
  if (isprint(c)) return aiger_fault(r, "expected %s, found '%c'", what, c);
  return aiger_fault(r, "expected %s, found byte 0x%02x", what, c);
}

bool aiger_number(struct aiger_reader *r, const char *what, uint32_t limit, uint32_t *out) {
  if (r->at >= r->size || !isdigit(r->bytes[r->at])) return aiger_expected(r, what);
  uint64_t value = 0;
  while (r->at < r->size && isdigit(r->bytes[r->at])) {
    value = 10 * value + (uint64_t)(r->bytes[r->at++] - '0');
    if (value > limit)
      return aiger_fault(r, "expected %s of at most %u, found a larger number", what, limit);
  }
  *out = (uint32_t)value;
  return true;
}

bool aiger_char(struct aiger_reader *r, char c, const char *what) {
  if (r->at >= r->size || r->bytes[r->at] != (unsigned char)c) return aiger_expected(r, what);
  r->at++;
  if (c == '\n') r->line++;
  return true;
}
