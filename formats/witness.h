/* AIGER witnesses, as model checkers print them and aigsim reads them:
 *
 *   1            the property fails (0: holds, 2: unknown)
 *   b0           properties this is about: b bad, j justice
 *   0110         latches initially          only with status 1
 *   01           inputs, one line per step  only with status 1
 *   .
 *
 * x stands for "any value" in rows. A file may hold several. Comments (lines that start with c) and
 * bounds (u) are skipped. */
#ifndef VOUCH_FORMATS_WITNESS_H
#define VOUCH_FORMATS_WITNESS_H

#include "formats/support/fault.h"
#include "formats/support/vector.h"

#include <stdio.h>

struct witness {
  unsigned status;          /* 0 holds, 1 fails, 2 unknown */
  struct lits bad, justice; /* numbers of properties; at least one in all */
  char *latches;            /* status 1: one of 0 1 x per latch; NULL (for the writer): no trace */
  char **inputs;            /* status 1: one row per step, at least one */
  size_t num_steps;
};
struct witnesses {
  struct witness *at;
  size_t size, capacity;
};

void witnesses_free(struct witnesses *witnesses);

/* False on a write error (errno is set). */
bool witness_write(const struct witness *witness, FILE *file);

/* Rows must have exactly these widths. Leaves *out empty when it returns false. */
bool witness_read_memory(const char *name, const unsigned char *bytes, size_t size,
                         size_t num_latches, size_t num_inputs, struct witnesses *out,
                         struct fault *fault);

#endif
