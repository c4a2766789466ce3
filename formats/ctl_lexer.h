/* Tokens of the property language. Private to ctl*.c. The same for both dialects. */
#ifndef VOUCH_FORMATS_CTL_LEXER_H
#define VOUCH_FORMATS_CTL_LEXER_H

#include "formats/support/fault.h"
#include "formats/support/nearest.h"
#include "formats/support/vector.h"

enum token_kind {
  TOKEN_END,
  TOKEN_NAME,   /* unquoted, with trailing index groups such as <3>, [3], [7:4] */
  TOKEN_QUOTED, /* "name" or \name */
  TOKEN_NUMBER, /* decimal, 4'hA, 0b101, 0ud4_12 */
  TOKEN_NOT,
  TOKEN_AND,
  TOKEN_OR,
  TOKEN_XOR,
  TOKEN_XNOR,
  TOKEN_IMPLIES,
  TOKEN_IFF,
  TOKEN_EQUAL2,
  TOKEN_UNEQUAL,
  TOKEN_EQUAL,
  TOKEN_LESS,
  TOKEN_LESS_EQUAL,
  TOKEN_GREATER,
  TOKEN_GREATER_EQUAL,
  TOKEN_PLUS,
  TOKEN_MINUS,
  TOKEN_LPAREN,
  TOKEN_RPAREN,
  TOKEN_LBRACKET,
  TOKEN_RBRACKET,
  TOKEN_LBRACE,
  TOKEN_RBRACE,
  TOKEN_SEMICOLON,
  TOKEN_ASSIGN,
  TOKEN_RANGE,
  TOKEN_COMMA,
  TOKEN_TRUE,
  TOKEN_FALSE,
  TOKEN_EX,
  TOKEN_EF,
  TOKEN_EG,
  TOKEN_AX,
  TOKEN_AF,
  TOKEN_AG,
  TOKEN_EBF,
  TOKEN_EBG,
  TOKEN_ABF,
  TOKEN_ABG,
  TOKEN_E,
  TOKEN_A,
  TOKEN_U,
  TOKEN_R,
  TOKEN_W,
  TOKEN_S,
  TOKEN_T,
  TOKEN_BU, /* U R V W S T BU: names where an operand is expected */
  TOKEN_X,
  TOKEN_Y,
  TOKEN_Z,
  TOKEN_O,
  TOKEN_H,
  TOKEN_F,
  TOKEN_G, /* X Y Z O H F G: names where no operand follows */
  TOKEN_SPEC,
  TOKEN_LTLSPEC,
  TOKEN_INVARSPEC,
  TOKEN_COVER,
  TOKEN_DEFINE,
  TOKEN_FAIRNESS,
  TOKEN_ASSUME,
  TOKEN_COMPASSION,
};

struct token {
  enum token_kind kind;
  size_t start, length; /* in the text */
  unsigned line, column;
};

/* #PASS: and #FAIL: comments. from == to + 1 means: no numbers given, the formulas that follow are
 * meant. */
struct expectation {
  int expected;
  uint32_t from, to;
  size_t token; /* the first token behind the comment */
  unsigned line;
};

struct ctl_source {
  const char *name; /* for messages */
  const char *text;
  size_t size;
  struct token *tokens; /* the last one is TOKEN_END */
  size_t num_tokens, tokens_capacity;
  struct expectation *expectations;
  size_t num_expectations, expectations_capacity;
  bool hash_comments; /* there were # comments: the file is IImc style */
  bool dash_comments; /* there were -- comments: the file is NuSMV style */
};

/* All tokens; false: some of the text is none. Faults are added to *fault. */
bool ctl_lex(struct ctl_source *source, struct fault *fault);
void ctl_source_free(struct ctl_source *source);
/* Offers the words with which sections of a file begin, or those of formulas. */
void ctl_offer_sections(struct nearest *nearest);
void ctl_offer_operators(struct nearest *nearest);
/* The tokens from `from` to before `to` on one line, without comments. */
void ctl_write_tokens(const struct ctl_source *source, FILE *file, size_t from, size_t to);
/* Adds "name:line:column: message", with the line of the text and a mark below the column; only the
 * first of a place is kept. Returns false. */
bool ctl_fault(const struct ctl_source *source, const struct token *where, struct fault *fault,
               const char *format, ...) __attribute__((format(printf, 4, 5)));
/* "expected WHAT, found ..." at the token. */
bool ctl_expected(const struct ctl_source *source, const struct token *where, struct fault *fault,
                  const char *what);

#endif
