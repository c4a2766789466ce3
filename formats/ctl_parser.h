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
  bool is_word; /* the body is a word or a sum, and has no root: it stands where the name does */
  uint32_t root;
};

#define CTL_NOTHING_NEEDED SIZE_MAX

struct ctl_parser {
  const struct ctl_source *source;
  const struct ctl_names *names;
  struct formulas *arena;
  struct ctl_file *file; /* gets what is declared of words, and comparisons as they were written */
  struct ctl_define *defines;
  size_t num_defines;
  enum ctl_dialect dialect; /* never CTL_DIALECT_AUTO */
  struct fault *fault;
  bool juxtaposed; /* formulas may follow each other without a mark between them */
  bool enclosed;   /* a parenthesis that closes none of the formula ends it */
  size_t at;       /* the next token */
  size_t unknown;  /* behind the last name that is not there: what follows it is no news */
  size_t needed;   /* after a failure: the define whose body must be parsed first, or
                      CTL_NOTHING_NEEDED */
};

/* The longest formula at p->at. On true p->at is behind it. Never recursive: nesting is limited by
 * memory only. */
bool ctl_parse_formula(struct ctl_parser *p, uint32_t *root);

/* E psi or A psi. What CTL can say (A G (p -> F q) with state formulas p and q) becomes CTL's,
 * except in canonical form. */
uint32_t ctl_quantify(struct ctl_parser *p, bool exists, uint32_t psi);

/* An atom, a constant, or a comparison of words: everything that is an operand by itself. What is
 * wrong in it (a name that is not there, widths) is noted in p->fault, which makes the whole text
 * wrong; the formula is read on with a constant in its place, for the sake of further messages. */
bool ctl_parse_operand(struct ctl_parser *p, uint32_t *node);
/* Can the token start an operand of that kind, or one of any kind? */
bool ctl_starts_operand(enum token_kind kind);
bool ctl_is_operand(enum token_kind kind);
/* Can it be a name without quotes, as operators of one letter can where none may stand? A name or a
 * number? */
bool ctl_is_name(enum token_kind kind);
bool ctl_is_term(enum token_kind kind);

/* "expected WHAT, found ..." at p->at. */
bool ctl_expected_here(struct ctl_parser *p, const char *what);

/* --- names: ctl_resolve.c --------------------------------------------------------------------- */

/* Words wider than this are a mistake in the formula. */
enum { WORD_MAX_WIDTH = 4096 };

/* RESOLVED_FAULT: there is a message, or p->needed says what must be parsed first. */
enum resolved { RESOLVED, RESOLVED_NOTHING, RESOLVED_FAULT };

/* The name without quotes and escapes; the caller frees it. */
char *ctl_name_text(const struct ctl_parser *p, const struct token *t, size_t *length);
/* A name as a single bit. */
enum resolved ctl_resolve(struct ctl_parser *p, const struct token *t, uint32_t *node);
/* A name as a word of several bits, or as one of width 1: arena nodes, least significant first. */
enum resolved ctl_resolve_word(struct ctl_parser *p, const struct token *t, struct lits *bits);
/* Is the name no bit but a word? */
bool ctl_is_word(struct ctl_parser *p, const struct token *t);
/* The message about a name that is no bit; `word`: a word would do, too. Returns false. */
bool ctl_unknown_name(struct ctl_parser *p, const struct token *t, bool word);
/* The definition of that name, or NULL. */
const struct ctl_define *ctl_find_define(const struct ctl_parser *p, const struct token *t);
/* Is it the name of a value of some word that the file declares, and nothing else? */
bool ctl_is_value(struct ctl_parser *p, const struct token *t);

/* --- numbers and words: ctl_number.c, ctl_words.c --------------------------------------------- */

/* 5, 4'hA, 0b101: constant bits as arena nodes, without leading zeros. *pattern: it has a base, so
 * that it says what the bits are. */
bool ctl_read_number(struct ctl_parser *p, const struct token *t, struct lits *bits, bool *pattern);
/* The same up to 2^63 - 1. */
bool ctl_read_integer(struct ctl_parser *p, const struct token *t, int64_t *number);

/* Notes that the node is the comparison which the tokens from `from` to before `to` write. */
void ctl_remember(struct ctl_file *file, const struct ctl_source *source, uint32_t node,
                  size_t from, size_t to);

/* Is what stands from token `at` to before the next ; a word or a sum, and no formula? */
bool ctl_is_sum(struct ctl_parser *p, size_t at);
/* Notes what is wrong in the body of such a definition. */
void ctl_check_sum(struct ctl_parser *p, const struct ctl_define *define);

/* Does a comparison of words start here, or a sum that should be compared? */
bool ctl_at_words(struct ctl_parser *p);
/* Parses it. Notes what is wrong in p->fault; false only if p->needed says what must be parsed
 * first. */
bool ctl_parse_words(struct ctl_parser *p, uint32_t *node);

/* --- declarations: ctl_declare.c -------------------------------------------------------------- */

/* Reads all declarations of words, wherever they stand. */
bool ctl_declare(struct ctl_parser *p);
/* Is there one at p->at? Then p->at is behind it afterwards. */
bool ctl_skip_declaration(struct ctl_parser *p);

#endif
