#include "formats/ctl_lexer.h"

#include "formats/ctl_hints.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

enum { SHOWN_BEFORE = 50, SHOWN_AFTER = 30 };

/* A window of the source line around the column; returns where the column is in it. What is not
 * printable ASCII becomes a blank, so that the mark below stands where it should. */
static unsigned show_line(const struct ctl_source *source, const struct token *where,
                          char excerpt[SHOWN_BEFORE + SHOWN_AFTER + 1]) {
  size_t begin = where->start, end = where->start;
  while (begin > 0 && where->start - begin < SHOWN_BEFORE && source->text[begin - 1] != '\n')
    begin--;
  while (end < source->size && end - where->start < SHOWN_AFTER && source->text[end] != '\n') end++;
  size_t at = 0;
  for (size_t k = begin; k < end; k++)
    excerpt[at++] = isprint((unsigned char)source->text[k]) ? source->text[k] : ' ';
  excerpt[at] = 0;
  return (unsigned)(where->start - begin);
}

bool ctl_fault(const struct ctl_source *source, const struct token *where, struct fault *fault,
               const char *format, ...) {
  char message[700], place[200], excerpt[SHOWN_BEFORE + SHOWN_AFTER + 1];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  snprintf(place, sizeof place, "%.150s:%u:%u: ", source->name, where->line, where->column);
  unsigned mark = show_line(source, where, excerpt);
  return fault_known(fault, place) ? false
                                   : fault_add(fault, excerpt, mark, "%s%s", place, message);
}

bool ctl_expected(const struct ctl_source *source, const struct token *where, struct fault *fault,
                  const char *what) {
  if (where->kind == TOKEN_END)
    return ctl_fault(source, where, fault, "expected %s, found the end", what);
  int length = where->length > 60 ? 60 : (int)where->length;
  const char *hint = ctl_word_hint(source->text + where->start, where->length);
  return ctl_fault(source, where, fault, "expected %s, found '%.*s'%s%s", what, length,
                   source->text + where->start, hint ? ": " : "", hint ? hint : "");
}

struct lexer {
  struct ctl_source *source;
  struct fault *fault;
  size_t at, line_start;
  unsigned line;
};

static char peek(const struct lexer *x, size_t ahead) {
  return x->at + ahead < x->source->size ? x->source->text[x->at + ahead] : '\0';
}

static struct token token_here(const struct lexer *x, enum token_kind kind, size_t length) {
  return (struct token){kind, x->at, length, x->line, (unsigned)(x->at - x->line_start) + 1};
}

static void push(struct lexer *x, enum token_kind kind, size_t length) {
  struct ctl_source *s = x->source;
  s->tokens = memory_room(s->tokens, s->num_tokens, &s->tokens_capacity, sizeof *s->tokens);
  s->tokens[s->num_tokens++] = token_here(x, kind, length);
  x->at += length;
}

static const struct {
  const char *text;
  enum token_kind kind;
} words[] = {
    {"not", TOKEN_NOT},
    {"and", TOKEN_AND},
    {"or", TOKEN_OR},
    {"xor", TOKEN_XOR},
    {"xnor", TOKEN_XNOR},
    {"true", TOKEN_TRUE},
    {"TRUE", TOKEN_TRUE},
    {"false", TOKEN_FALSE},
    {"FALSE", TOKEN_FALSE},
    {"EX", TOKEN_EX},
    {"EF", TOKEN_EF},
    {"EG", TOKEN_EG},
    {"AX", TOKEN_AX},
    {"AF", TOKEN_AF},
    {"AG", TOKEN_AG},
    {"EBF", TOKEN_EBF},
    {"EBG", TOKEN_EBG},
    {"ABF", TOKEN_ABF},
    {"ABG", TOKEN_ABG},
    {"E", TOKEN_E},
    {"A", TOKEN_A},
    {"U", TOKEN_U},
    {"R", TOKEN_R},
    {"V", TOKEN_R},
    {"W", TOKEN_W},
    {"S", TOKEN_S},
    {"T", TOKEN_T},
    {"BU", TOKEN_BU},
    {"X", TOKEN_X},
    {"Y", TOKEN_Y},
    {"Z", TOKEN_Z},
    {"O", TOKEN_O},
    {"H", TOKEN_H},
    {"F", TOKEN_F},
    {"G", TOKEN_G},
    {"SPEC", TOKEN_SPEC},
    {"CTLSPEC", TOKEN_SPEC},
    {"LTLSPEC", TOKEN_LTLSPEC},
    {"INVARSPEC", TOKEN_INVARSPEC},
    {"COVER", TOKEN_COVER},
    {"DEFINE", TOKEN_DEFINE},
    {"FAIRNESS", TOKEN_FAIRNESS},
    {"JUSTICE", TOKEN_FAIRNESS},
    {"ASSUME", TOKEN_ASSUME},
    {"COMPASSION", TOKEN_COMPASSION},
};

/* Longer ones before their prefixes. */
static const struct {
  const char *text;
  enum token_kind kind;
} symbols[] = {
    {"<->", TOKEN_IFF},       {"->", TOKEN_IMPLIES},
    {"&&", TOKEN_AND},        {"||", TOKEN_OR},
    {"==", TOKEN_EQUAL2},     {"!=", TOKEN_UNEQUAL},
    {":=", TOKEN_ASSIGN},     {"..", TOKEN_RANGE},
    {"<=", TOKEN_LESS_EQUAL}, {">=", TOKEN_GREATER_EQUAL},
    {"<", TOKEN_LESS},        {">", TOKEN_GREATER},
    {"!", TOKEN_NOT},         {"~", TOKEN_NOT},
    {"&", TOKEN_AND},         {"|", TOKEN_OR},
    {"^", TOKEN_XOR},         {"=", TOKEN_EQUAL},
    {"(", TOKEN_LPAREN},      {")", TOKEN_RPAREN},
    {"[", TOKEN_LBRACKET},    {"]", TOKEN_RBRACKET},
    {";", TOKEN_SEMICOLON},   {",", TOKEN_COMMA},
    {"+", TOKEN_PLUS},        {"-", TOKEN_MINUS},
    {"{", TOKEN_LBRACE},      {"}", TOKEN_RBRACE},
};

static bool name_start(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$'; }
static bool name_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.' || c == '*';
}

/* The length of <...> or [...] at `ahead` when it is an index group of a name, else 0. */
static size_t index_group(const struct lexer *x, size_t ahead) {
  char open = peek(x, ahead), close = open == '<' ? '>' : ']';
  if (open != '<' && open != '[') return 0;
  size_t n = 1;
  while (name_char(peek(x, ahead + n)) || peek(x, ahead + n) == ':') n++;
  return n > 1 && peek(x, ahead + n) == close ? n + 1 : 0;
}

static void lex_word(struct lexer *x) {
  size_t length = 1;
  while (name_char(peek(x, length))) length++;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (index_group(x, length) == 0 && strlen(words[k].text) == length &&
        memcmp(words[k].text, x->source->text + x->at, length) == 0) {
      push(x, words[k].kind, length);
      return;
    }
  for (size_t group; (group = index_group(x, length)) > 0;) {
    length += group;
    while (name_char(peek(x, length))) length++;
  }
  push(x, TOKEN_NAME, length);
}

static bool lex_quoted(struct lexer *x) {
  size_t length = 1;
  while (peek(x, length) != '"') {
    if (peek(x, length) == '\\') length++;
    if (x->at + length >= x->source->size || peek(x, length) == '\n') {
      struct token t = token_here(x, TOKEN_QUOTED, 1);
      return ctl_fault(x->source, &t, x->fault, "expected a closing '\"' on the same line");
    }
    length++;
  }
  push(x, TOKEN_QUOTED, length + 1);
  return true;
}

/* \name up to white space, as Verilog writes it. */
static bool lex_escaped(struct lexer *x) {
  size_t length = 1;
  while (x->at + length < x->source->size && !isspace((unsigned char)peek(x, length))) length++;
  if (length == 1) {
    struct token t = token_here(x, TOKEN_QUOTED, 1);
    return ctl_fault(x->source, &t, x->fault, "expected a name behind '\\'");
  }
  push(x, TOKEN_QUOTED, length);
  return true;
}

static void lex_number(struct lexer *x) {
  size_t length = 1;
  while (isalnum((unsigned char)peek(x, length)) || peek(x, length) == '_' ||
         peek(x, length) == '\'')
    length++;
  push(x, TOKEN_NUMBER, length);
}

static size_t read_digits(const struct lexer *x, size_t ahead, uint32_t *value) {
  size_t n = 0;
  uint64_t v = 0;
  for (; isdigit((unsigned char)peek(x, ahead + n)); n++)
    if (v <= UINT32_MAX) v = 10 * v + (uint64_t)(peek(x, ahead + n) - '0');
  *value = v > UINT32_MAX ? UINT32_MAX : (uint32_t)v;
  return n;
}

/* #PASS: [(N) | (N-M)], the same with #FAIL. Anything else behind # is prose. */
static void lex_expectation(struct lexer *x) {
  bool pass = x->source->size - x->at >= 6 && memcmp(x->source->text + x->at, "#PASS:", 6) == 0;
  bool fail = x->source->size - x->at >= 6 && memcmp(x->source->text + x->at, "#FAIL:", 6) == 0;
  if (!pass && !fail) return;
  struct ctl_source *s = x->source;
  struct expectation e = {
      .expected = pass, .from = 1, .to = 0, .token = s->num_tokens, .line = x->line};
  size_t n = 6, digits;
  uint32_t from, to;
  while (peek(x, n) == ' ' || peek(x, n) == '\t') n++;
  if (peek(x, n) == '(' && (digits = read_digits(x, n + 1, &from)) > 0) {
    n += 1 + digits;
    to = from;
    if (peek(x, n) == '-' && (digits = read_digits(x, n + 1, &to)) > 0) n += 1 + digits;
    if (peek(x, n) == ')' && from <= to) {
      e.from = from;
      e.to = to;
    }
  }
  s->expectations = memory_room(s->expectations, s->num_expectations, &s->expectations_capacity,
                                sizeof *s->expectations);
  s->expectations[s->num_expectations++] = e;
}

/* r1 ##1 g1 is no comment behind r1. */
static bool is_delay(const struct lexer *x) {
  const struct ctl_source *s = x->source;
  char behind = peek(x, 2);
  return peek(x, 0) == '#' && peek(x, 1) == '#' &&
         (isdigit((unsigned char)behind) || behind == '[') && s->num_tokens > 0 &&
         s->tokens[s->num_tokens - 1].line == x->line;
}

static void skip_newline(struct lexer *x) {
  x->at++;
  x->line++;
  x->line_start = x->at;
}

static bool opens_block(const struct lexer *x) {
  return peek(x, 0) == '/' && peek(x, 1) == '-' && peek(x, 2) == '-';
}
static bool closes_block(const struct lexer *x) {
  return peek(x, 0) == '-' && peek(x, 1) == '-' && peek(x, 2) == '/';
}

/* NuSMV's comments over several lines. They do not nest. */
static bool skip_block(struct lexer *x) {
  struct token open = token_here(x, TOKEN_END, 3);
  x->source->dash_comments = true;
  x->at += 3;
  while (x->at < x->source->size && !closes_block(x))
    if (peek(x, 0) == '\n')
      skip_newline(x);
    else
      x->at++;
  if (x->at == x->source->size)
    return ctl_fault(x->source, &open, x->fault, "expected --/ for the comment that begins here");
  x->at += 3;
  return true;
}

/* White space and comments up to the end of the line. */
static bool skip(struct lexer *x) {
  char c = peek(x, 0);
  if (c == '\n') {
    skip_newline(x);
    return true;
  }
  if (isspace((unsigned char)c)) {
    x->at++;
    return true;
  }
  if ((c != '#' && !(c == '-' && peek(x, 1) == '-')) || is_delay(x)) return false;
  if (c == '#') {
    x->source->hash_comments = true;
    lex_expectation(x);
  } else {
    x->source->dash_comments = true;
  }
  while (x->at < x->source->size && peek(x, 0) != '\n') x->at++;
  return true;
}

/* Operators of other languages that begin like ours, or like a comment. */
static bool refuse_symbol(struct lexer *x, size_t *length) {
  const char *text = x->source->text + x->at;
  const char *hint = ctl_symbol_hint(text, x->source->size - x->at, length);
  struct token t = token_here(x, TOKEN_END, 1);
  if (!hint) return false;
  ctl_fault(x->source, &t, x->fault, "'%.*s' is no operator here: %s", (int)*length, text, hint);
  return true;
}

static bool lex_symbol(struct lexer *x) {
  for (size_t k = 0; k < sizeof symbols / sizeof *symbols; k++) {
    size_t length = strlen(symbols[k].text);
    if (x->source->size - x->at >= length &&
        memcmp(symbols[k].text, x->source->text + x->at, length) == 0) {
      push(x, symbols[k].kind, length);
      return true;
    }
  }
  struct token t = token_here(x, TOKEN_END, 1);
  unsigned char c = (unsigned char)peek(x, 0);
  if (isprint(c)) return ctl_fault(x->source, &t, x->fault, "expected a formula, found '%c'", c);
  return ctl_fault(x->source, &t, x->fault, "expected a formula, found byte 0x%02x", c);
}

bool ctl_lex(struct ctl_source *source, struct fault *fault) {
  struct lexer x = {.source = source, .fault = fault, .line = 1};
  size_t before = fault->count;
  while (x.at < source->size) {
    if (skip(&x)) continue;
    char c = peek(&x, 0);
    size_t at = x.at, refused = 1;
    bool ok = true;
    if (opens_block(&x)) {
      ok = skip_block(&x);
      refused = x.at - at; /* the rest of the file */
    } else if (refuse_symbol(&x, &refused))
      ok = false;
    else if (name_start(c))
      lex_word(&x);
    else if (isdigit((unsigned char)c))
      lex_number(&x);
    else if (c == '"')
      ok = lex_quoted(&x);
    else if (c == '\\')
      ok = lex_escaped(&x);
    else
      ok = lex_symbol(&x);
    if (!ok) x.at = at + refused;
  }
  push(&x, TOKEN_END, 0);
  return fault->count == before;
}

void ctl_source_free(struct ctl_source *source) {
  free(source->tokens);
  free(source->expectations);
}

/* What is between two tokens is a blank. */
void ctl_write_tokens(const struct ctl_source *source, FILE *file, size_t from, size_t to) {
  for (size_t k = from; k < to; k++) {
    const struct token *t = &source->tokens[k];
    if (k > from && t[-1].start + t[-1].length < t->start) fputc(' ', file);
    fwrite(source->text + t->start, 1, t->length, file);
  }
}

void ctl_offer_sections(struct nearest *nearest) {
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (words[k].kind >= TOKEN_SPEC) nearest_offer(nearest, words[k].text, strlen(words[k].text));
}

void ctl_offer_operators(struct nearest *nearest) {
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (words[k].kind < TOKEN_SPEC) nearest_offer(nearest, words[k].text, strlen(words[k].text));
}
