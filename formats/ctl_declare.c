/* Declarations about words:
 *   signed NAME, ..;
 *   enum NAME, .. { IDLE = 0, BUSY, .. }
 * A value without a number is one more than the value before it. */
#include "formats/ctl_parser.h"

static const struct token *here(const struct ctl_parser *p) { return &p->source->tokens[p->at]; }

static bool expected(struct ctl_parser *p, const char *what) {
  return ctl_expected(p->source, here(p), p->fault, what);
}

static bool is_name(const struct token *t) {
  return ctl_is_name(t->kind) || t->kind == TOKEN_QUOTED;
}

/* Is the word at p->at, with a name behind it? No formula has that. */
static bool is_at(const struct ctl_parser *p, const char *word) {
  const struct token *t = here(p);
  return t->kind == TOKEN_NAME && t->length == strlen(word) &&
         memcmp(p->source->text + t->start, word, t->length) == 0 && is_name(&t[1]) &&
         (t[2].kind == TOKEN_COMMA || t[2].kind == TOKEN_SEMICOLON || t[2].kind == TOKEN_LBRACE ||
          t[2].kind == TOKEN_END);
}

static bool at_declaration(const struct ctl_parser *p) {
  return is_at(p, "enum") || is_at(p, "signed");
}

/* Where formulas follow each other without a mark it could be one. */
static bool check_word(struct ctl_parser *p) {
  const struct token *t = here(p);
  if (!ctl_names_find(p->names, p->source->text + t->start, t->length)) return true;
  return ctl_fault(p->source, t, p->fault,
                   "'%.*s' is a symbol of the model, and declares the word behind it; quote the "
                   "symbol",
                   (int)t->length, p->source->text + t->start);
}

/* The words of a declaration: tokens, and how many bits they have. */
struct subjects {
  size_t *at; /* in the list of declarations */
  size_t size, capacity, width;
};

static bool add_subject(struct ctl_parser *p, struct subjects *subjects) {
  const struct token *t = here(p);
  struct lits bits = {0};
  size_t length;
  enum resolved answer = ctl_resolve_word(p, t, &bits);
  bool ok = answer == RESOLVED || (answer == RESOLVED_NOTHING && ctl_unknown_name(p, t, true));
  if (ok && subjects->size && bits.size != subjects->width)
    ok = ctl_fault(p->source, t, p->fault,
                   "expected words of the same width, found %zu and %zu bits", subjects->width,
                   bits.size);
  subjects->width = bits.size;
  lits_free(&bits);
  if (!ok) return false;
  char *text = ctl_name_text(p, t, &length);
  struct declared_word *word = declared_word(&p->file->declared, text, length);
  free(text);
  subjects->at =
      memory_room(subjects->at, subjects->size, &subjects->capacity, sizeof *subjects->at);
  subjects->at[subjects->size++] = (size_t)(word - p->file->declared.at);
  p->at++;
  return true;
}

/* NAME, NAME .. */
static bool read_subjects(struct ctl_parser *p, struct subjects *subjects) {
  for (;; p->at++) {
    if (!is_name(here(p))) return expected(p, "the name of a word");
    if (!add_subject(p, subjects)) return false;
    if (here(p)->kind != TOKEN_COMMA) return true;
  }
}

/* [-] NUMBER */
static bool read_integer(struct ctl_parser *p, int64_t *number) {
  bool negative = here(p)->kind == TOKEN_MINUS;
  if (negative) p->at++;
  if (here(p)->kind != TOKEN_NUMBER) return expected(p, "a number");
  if (!ctl_read_integer(p, here(p), number)) return false;
  if (negative) *number = -*number;
  p->at++;
  return true;
}

static bool fits(int64_t number, size_t width, bool is_signed) {
  if (number < 0 && !is_signed) return false;
  if (width >= 64) return true;
  int64_t most =
      is_signed ? (int64_t)(UINT64_C(1) << (width - 1)) - 1 : (int64_t)((UINT64_C(1) << width) - 1);
  if (width == 63 && !is_signed) most = INT64_MAX;
  return number <= most && number >= -most - 1;
}

static bool check_value(struct ctl_parser *p, const struct token *t, int64_t number,
                        const struct subjects *subjects) {
  const char *text = p->source->text + t->start;
  uint32_t node;
  if (ctl_resolve(p, t, &node) != RESOLVED_NOTHING || ctl_is_word(p, t))
    return ctl_fault(p->source, t, p->fault,
                     "the value has the name of a signal: call it something else");
  for (size_t s = 0; s < subjects->size; s++) {
    const struct declared_word *word = &p->file->declared.at[subjects->at[s]];
    if (!fits(number, subjects->width, word->is_signed))
      return ctl_fault(p->source, t, p->fault, "the value %lld does not fit into %zu bits%s",
                       (long long)number, subjects->width, word->is_signed ? " with a sign" : "");
    for (size_t k = 0; k < word->num_values; k++)
      if (word->values[k].number == number || declared_value(word, text, t->length))
        return ctl_fault(p->source, t, p->fault, "the word has this value or this name already");
  }
  return true;
}

/* NAME [= NUMBER], .. } */
static bool read_values(struct ctl_parser *p, const struct subjects *subjects) {
  bool ok = true;
  for (int64_t next = 0;; p->at++, next++) {
    const struct token *t = here(p);
    if (!ctl_is_name(t->kind)) return expected(p, "the name of a value");
    p->at++;
    if (here(p)->kind == TOKEN_EQUAL) {
      p->at++;
      if (!read_integer(p, &next)) return false;
    }
    bool fine = check_value(p, t, next, subjects);
    for (size_t s = 0; fine && s < subjects->size; s++)
      declared_add(&p->file->declared.at[subjects->at[s]], p->source->text + t->start, t->length,
                   next);
    ok = fine && ok;
    if (here(p)->kind == TOKEN_RBRACE) break;
    if (here(p)->kind != TOKEN_COMMA) return expected(p, "',' or '}'");
    if (next == INT64_MAX) return ctl_fault(p->source, t, p->fault, "the number is too large");
    if (here(p)[1].kind == TOKEN_RBRACE) {
      p->at++;
      break;
    }
  }
  p->at++;
  return ok;
}

static bool read_enum(struct ctl_parser *p) {
  struct subjects subjects = {0};
  bool ok = check_word(p);
  p->at++;
  ok = ok && read_subjects(p, &subjects);
  if (ok && here(p)->kind != TOKEN_LBRACE) ok = expected(p, "'{' and the names of values");
  if (ok) p->at++;
  ok = ok && read_values(p, &subjects);
  free(subjects.at);
  return ok;
}

static bool read_signed(struct ctl_parser *p) {
  struct subjects subjects = {0};
  bool ok = check_word(p);
  for (p->at++; ok; p->at++) {
    subjects.size = 0;
    if (!is_name(here(p))) ok = expected(p, "the name of a word");
    ok = ok && add_subject(p, &subjects);
    if (!ok) break;
    p->file->declared.at[subjects.at[0]].is_signed = true;
    if (here(p)->kind != TOKEN_COMMA) break;
  }
  free(subjects.at);
  return ok && (here(p)->kind == TOKEN_SEMICOLON || expected(p, "';' behind the declaration"));
}

bool ctl_skip_declaration(struct ctl_parser *p) {
  if (!at_declaration(p)) return false;
  bool values = is_at(p, "enum");
  enum token_kind last = values ? TOKEN_RBRACE : TOKEN_SEMICOLON;
  while (here(p)->kind != last && here(p)->kind != TOKEN_END) p->at++;
  if (here(p)->kind != TOKEN_END) p->at++;
  return true;
}

/* Signs first: they say which values there are. */
bool ctl_declare(struct ctl_parser *p) {
  size_t start = p->at;
  bool ok = true;
  for (int pass = 0; pass < 2; pass++) {
    for (p->at = start; here(p)->kind != TOKEN_END; p->at++) {
      size_t at = p->at;
      if (is_at(p, pass ? "enum" : "signed")) ok = (pass ? read_enum(p) : read_signed(p)) && ok;
      p->at = at;
    }
  }
  p->at = start;
  return ok;
}
