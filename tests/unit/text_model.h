/* Models that a test writes down as text. */
#ifndef VOUCH_TESTS_UNIT_TEXT_MODEL_H
#define VOUCH_TESTS_UNIT_TEXT_MODEL_H

#include <check.h>
#include <string.h>

#include "formats/aiger.h"

static inline void text_model(const char *text, struct aiger *model) {
  struct fault fault;
  bool read = aiger_read_memory("text", (const unsigned char *)text, strlen(text), model, &fault);
  ck_assert_msg(read, "%s", fault.text);
}

#endif
