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
  fault->count = 1;
  return false;
}

void fault_clear(struct fault *fault) {
  fault->text[0] = 0;
  fault->excerpt[0] = 0;
  fault->mark = 0;
  fault->count = 0;
}

static size_t kept(const struct fault *fault) {
  return fault->count < FAULTS_KEPT ? fault->count : FAULTS_KEPT;
}

static const char *text_of(const struct fault *fault, size_t k) {
  return k == 0 ? fault->text : fault->more[k - 1].text;
}
static const char *excerpt_of(const struct fault *fault, size_t k) {
  return k == 0 ? fault->excerpt : fault->more[k - 1].excerpt;
}
static unsigned mark_of(const struct fault *fault, size_t k) {
  return k == 0 ? fault->mark : fault->more[k - 1].mark;
}

bool fault_add(struct fault *fault, const char *excerpt, unsigned mark, const char *format, ...) {
  size_t k = fault->count++;
  va_list args;
  va_start(args, format);
  if (k == 0) {
    vsnprintf(fault->text, sizeof fault->text, format, args);
    snprintf(fault->excerpt, sizeof fault->excerpt, "%s", excerpt ? excerpt : "");
    fault->mark = mark;
  } else if (k < FAULTS_KEPT) {
    struct fault_item *item = &fault->more[k - 1];
    vsnprintf(item->text, sizeof item->text, format, args);
    snprintf(item->excerpt, sizeof item->excerpt, "%s", excerpt ? excerpt : "");
    item->mark = mark;
  }
  va_end(args);
  return false;
}

bool fault_known(const struct fault *fault, const char *start) {
  for (size_t k = 0; k < kept(fault); k++)
    if (strncmp(text_of(fault, k), start, strlen(start)) == 0) return true;
  return false;
}

/* With "context: " before each, unless it is "". */
static void join(struct fault *fault, const char *context, const struct fault *inner) {
  const char *colon = *context ? ": " : "";
  for (size_t k = 0; k < kept(inner); k++)
    fault_add(fault, excerpt_of(inner, k), mark_of(inner, k), "%s%s%s", context, colon,
              text_of(inner, k));
  fault->count += inner->count - kept(inner);
}

bool fault_join(struct fault *fault, const struct fault *inner) {
  join(fault, "", inner);
  return false;
}

bool fault_within(struct fault *fault, const char *context, const struct fault *inner) {
  fault_clear(fault);
  join(fault, context, inner);
  return false;
}

void fault_print(const struct fault *fault, const char *who, FILE *file) {
  for (size_t k = 0; k < kept(fault); k++) {
    escape_line(file, "%s: %s", who, text_of(fault, k));
    if (!excerpt_of(fault, k)[0]) continue;
    escape_line(file, "  %s", excerpt_of(fault, k));
    fprintf(file, "  %*s\n", (int)mark_of(fault, k) + 1, "^");
  }
  if (fault->count > FAULTS_KEPT)
    fprintf(file, "%s: and %zu more\n", who, fault->count - FAULTS_KEPT);
}
