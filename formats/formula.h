/* CTL* formulas as their authors write them: an expression tree over a model's literals, in one
 * arena. State formulas are true of states; path formulas (with X F G U R, or Y Z O H S T of the
 * past, outside of any E or A) are true of paths, and E and A make state formulas of them. What was
 * before a path began is no part of it: the past of a path formula begins where its E or A stands.
 *
 * The property-language reader (formats/ctl.h) makes these; the checker lowers them to the core of
 * docs/certificates.md, section 1.4. `formula_print` writes the canonical form of that section;
 * `W`, `R` and the bounded operators are expanded by the reader, so they never occur here. */
#ifndef VOUCH_FORMATS_FORMULA_H
#define VOUCH_FORMATS_FORMULA_H

#include "formats/aiger.h"
#include "formats/support/table.h"

#include <stdio.h>

enum formula_op {
  FORMULA_ATOM, /* literal of the model; `text` is how canonical form writes it (0 and 1 print as
                   false and true) */
  FORMULA_NOT,
  FORMULA_AND,
  FORMULA_OR,
  FORMULA_XOR,
  FORMULA_IMPLIES,
  FORMULA_IFF,
  FORMULA_EX,
  FORMULA_EF,
  FORMULA_EG,
  FORMULA_AX,
  FORMULA_AF,
  FORMULA_AG,
  FORMULA_EU,
  FORMULA_AU,
  FORMULA_E, /* some path satisfies the path formula */
  FORMULA_A, /* all paths do */
  FORMULA_X, /* from here on: of path formulas */
  FORMULA_F,
  FORMULA_G,
  FORMULA_U,
  FORMULA_R,
  FORMULA_Y, /* up to here: of path formulas; Y and Z differ where the path begins */
  FORMULA_Z,
  FORMULA_O,
  FORMULA_H,
  FORMULA_S,
  FORMULA_T,
};

struct formula {
  enum formula_op op;
  uint32_t lit; /* FORMULA_ATOM: AIGER literal of the model */
  char *text;   /* FORMULA_ATOM: canonical atom text, e.g. "\"ack0\"" with its quotes, or l3 */
  uint32_t left, right; /* indices into the arena; unary operators use left */
  size_t length; /* of the canonical form; SIZE_MAX when it does not fit (operands of W and bounds
                    are repeated) */
  bool path;     /* a path formula that is no state formula */
};

/* All nodes of all formulas of a file; children have smaller indices than their parents. */
struct formulas {
  struct formula *at;
  size_t size, capacity;
  struct table table; /* for sharing */
};

/* How many children a node of that operator has: 0, 1 (left) or 2. */
unsigned formula_arity(enum formula_op op);

/* Share structurally equal nodes (atoms: same literal and same text), so equal formulas have equal
 * indices. E and A of `f U g` with state formulas f and g make FORMULA_EU and FORMULA_AU: canonical
 * form has no other way to write it. Operands of EX .. AU must be state formulas. */
uint32_t formula_make(struct formulas *arena, enum formula_op op, uint32_t left, uint32_t right);
uint32_t formula_atom(struct formulas *arena, uint32_t lit, const char *text);
/* Does the formula contain a temporal operator (a path quantifier among them)? */
bool formula_is_temporal(const struct formulas *arena, uint32_t root);
/* Does it contain a path quantifier: E, A, or one of EX .. AU? */
bool formula_is_quantified(const struct formulas *arena, uint32_t root);
void formulas_free(struct formulas *arena);

/* The canonical form of docs/certificates.md 1.4, as one line without newline; the caller frees it.
 * Iterative: depth is no limit. */
char *formula_print(const struct formulas *arena, uint32_t root);

#endif
