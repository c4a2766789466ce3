/* AIGER 1.9 models: ASCII (aag) and binary (aig), reading and writing.
 *
 * After a successful read every literal is in range, every variable is defined at most once, there
 * are no combinational cycles, `ands` is in topological order (arguments before the gate), and no
 * reset function depends on its own latch.
 * Variables keep the file's numbering. */
#ifndef VOUCH_FORMATS_AIGER_H
#define VOUCH_FORMATS_AIGER_H

#include "formats/support/fault.h"
#include "formats/support/vector.h"

#include <stdio.h>

struct aiger_latch {
  uint32_t lit; /* even */
  uint32_t next;
  uint32_t reset; /* 0, 1, `lit`: uninitialised; any other literal: a reset function */
};

struct aiger_and {
  uint32_t lhs; /* even */
  uint32_t rhs0, rhs1;
};

/* kind is one of i l o b c j f; index counts within its section. Several symbols may name one
 * entry. A name has at least one byte, and none of them is a newline. */
struct aiger_symbol {
  char kind;
  uint32_t index;
  char *name;
};

struct aiger {
  uint32_t maxvar;
  struct lits inputs; /* even literals */
  struct aiger_latch *latches;
  size_t num_latches;
  struct lits outputs, bad, constraints, fairness;
  struct lits *justice;
  size_t num_justice;
  struct aiger_and *ands;
  size_t num_ands;
  struct aiger_symbol *symbols;
  size_t num_symbols;
  char *comment; /* what follows the line "c", with a NUL behind it that does not count; or NULL */
  size_t comment_size;
};

/* Leaves *model empty (aiger_free is harmless) when it returns false. `name` is used in
 * messages. */
bool aiger_read_memory(const char *name, const unsigned char *bytes, size_t size,
                       struct aiger *model, struct fault *fault);

/* Numbers the variables as binary files do: inputs, latches, gates, each in order. */
void aiger_reencode(struct aiger *model);

/* The binary writer renumbers (inputs, latches, gates); the ASCII writer keeps the numbering.
 * Always writes the shortest header that holds the sections. False on a write error (errno is set).
 */
bool aiger_write(const struct aiger *model, FILE *file, bool binary);

void aiger_free(struct aiger *model);

/* Does the latch start as another literal does, in the first step? */
bool aiger_has_reset_function(const struct aiger_latch *latch);
/* Lists the gates and latches below reset functions (their variables), arguments before gates, and
 * what a reset function depends on before its latch. False if there is no such order; then
 * *culprit, unless it is NULL, is the number of a latch that depends on itself. O(size of the
 * model). */
bool aiger_reset_order(const struct aiger *model, struct lits *order, size_t *culprit);
/* value[] has a byte for each variable, with those of inputs in the first step and of uninitialised
 * latches; gives the other latches their first values. */
void aiger_initial_values(const struct aiger *model, uint8_t *value);
/* Marks in `inputs` (a byte per input) those that a reset function looks at through gates. */
void aiger_reset_inputs(const struct aiger *model, uint8_t *inputs);

#endif
