#include "formats/support/fault.h"

#include "formats/support/escape.h"

#include <stdarg.h>
#include <string.h>

bool fault_set(struct fault *fault, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(fault->text, sizeof fault->text, format, args);
  va_end(args);
  fault->excerpt[0] = 0;
  fault->mark = 0;
  return false;
}

bool fault_within(struct fault *fault, const char *context, const struct fault *inner) {
  fault_set(fault, "%s: %s", context, inner->text);
  memcpy(fault->excerpt, inner->excerpt, sizeof fault->excerpt);
  fault->mark = inner->mark;
  return false;
}

void fault_print(const struct fault *fault, const char *who, FILE *file) {
  escape_line(file, "%s: %s", who, fault->text);
  if (!fault->excerpt[0]) return;
  escape_line(file, "  %s", fault->excerpt);
  fprintf(file, "  %*s\n", (int)fault->mark + 1, "^");
}
