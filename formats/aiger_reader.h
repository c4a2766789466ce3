/* What the parts of the AIGER reader share. Private to aiger*.c. */
#ifndef VOUCH_FORMATS_AIGER_READER_H
#define VOUCH_FORMATS_AIGER_READER_H

#include "formats/aiger.h"

struct aiger_reader {
  const char *name;
  const unsigned char *bytes;
  size_t size, at;
  size_t line; /* of bytes[at], counted from 1 */
  bool binary;
  bool by_offset; /* behind the binary gates lines mean nothing: messages give the byte offset */
  struct aiger *model;
  struct fault *fault;
  /* Lines where sections start, for messages about literals that are defined nowhere. */
  size_t latch_line, output_line, bad_line, constraint_line, justice_line, fairness_line, and_line;
};

/* Sets the fault at the current position and returns false. */
bool aiger_fault(struct aiger_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool aiger_fault_at_line(struct aiger_reader *r, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "expected WHAT, found ..." at the current position. */
bool aiger_expected(struct aiger_reader *r, const char *what);

/* A decimal number without sign, at most `limit`; `what` names it in messages. */
bool aiger_number(struct aiger_reader *r, const char *what, uint32_t limit, uint32_t *out);
bool aiger_char(struct aiger_reader *r, char c, const char *what);

/* aiger_foreign.c: what the bytes seem to be instead of AIGER; NULL: no idea. */
const char *aiger_foreign(const unsigned char *bytes, size_t size);
/* aiger_order.c: every variable defined once, everything used is defined, gates in topological
 * order (it sorts them). ASCII only: the binary format has all of this by construction. O(size of
 * the model). */
bool aiger_check_and_sort(struct aiger_reader *r);
/* aiger_order.c: no reset function depends on its own latch. */
bool aiger_check_resets(struct aiger_reader *r);
/* aiger_symbols.c: from the end of the gates to the end of the file. */
bool aiger_read_symbols(struct aiger_reader *r);

#endif
