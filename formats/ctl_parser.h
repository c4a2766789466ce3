/* The parser of single formulas. Private to ctl*.c. */
#ifndef VOUCH_FORMATS_CTL_PARSER_H
#define VOUCH_FORMATS_CTL_PARSER_H

#include "formats/ctl.h"
#include "formats/ctl_lexer.h"
#include "formats/ctl_names.h"

/* NAME := body; of a DEFINE section. Bodies are parsed when they are first needed, whatever their
 * order in the file. */
struct ctl_define {
  size_t name, body; /* tokens */
  enum { DEFINE_PENDING, DEFINE_ACTIVE, DEFINE_DONE } state;
  uint32_t root;
};

#define CTL_NOTHING_NEEDED SIZE_MAX

struct ctl_parser {
  const struct ctl_source *source;
  const struct ctl_names *names;
  struct formulas *arena;
  struct ctl_define *defines;
  size_t num_defines;
  enum ctl_dialect dialect; /* never CTL_DIALECT_AUTO */
  struct fault *fault;
  bool juxtaposed; /* formulas may follow each other without a mark between them */
  bool enclosed;   /* a parenthesis that closes none of the formula ends it */
  size_t at;       /* the next token */
  size_t needed;   /* after a failure: the define whose body must be parsed first, or
                      CTL_NOTHING_NEEDED */
};

/* The longest formula at p->at. On true p->at is behind it. Never recursive: nesting is limited by
 * memory only. */
bool ctl_parse_formula(struct ctl_parser *p, uint32_t *root);

/* E psi or A psi. What CTL can say (A G (p -> F q) with state formulas p and q) becomes CTL's,
 * except in canonical form. */
uint32_t ctl_quantify(struct ctl_parser *p, bool exists, uint32_t psi);

/* An atom, a constant, or a comparison of words: everything that is an operand by itself. */
bool ctl_parse_operand(struct ctl_parser *p, uint32_t *node);
/* Can the token start an operand of that kind, or one of any kind? */
bool ctl_starts_operand(enum token_kind kind);
bool ctl_is_operand(enum token_kind kind);

#endif
