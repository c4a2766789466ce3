#include "formats/ctl_parser.h"

#include <ctype.h>

/* Words wider than this are a mistake in the formula. */
enum { WORD_MAX_WIDTH = 4096 };

/* Arena nodes, least significant bit first. */
struct word {
  struct lits bits;
  bool number;
};

enum resolved { RESOLVED, RESOLVED_NOTHING, RESOLVED_FAULT };

static const struct token *token_at(const struct ctl_parser *p, size_t k) {
  return &p->source
              ->tokens[p->at + k < p->source->num_tokens ? p->at + k : p->source->num_tokens - 1];
}

static bool is_term(enum token_kind kind) {
  return kind == TOKEN_NAME || kind == TOKEN_QUOTED || kind == TOKEN_NUMBER ||
         (kind >= TOKEN_U && kind <= TOKEN_G);
}

bool ctl_is_operand(enum token_kind kind) {
  return is_term(kind) || kind == TOKEN_TRUE || kind == TOKEN_FALSE;
}

/* The name without quotes and escapes; the caller frees it. */
static char *name_text(const struct ctl_parser *p, const struct token *t, size_t *length) {
  const char *from = p->source->text + t->start;
  char *text = memory_alloc(t->length + 1, 1);
  size_t n = 0;
  if (t->kind == TOKEN_QUOTED && from[0] == '"') {
    for (size_t k = 1; k + 1 < t->length; k++) {
      if (from[k] == '\\' && k + 2 < t->length) k++;
      text[n++] = from[k];
    }
  } else {
    size_t skip = t->kind == TOKEN_QUOTED ? 1 : 0;
    n = t->length - skip;
    memcpy(text, from + skip, n);
  }
  text[n] = 0;
  *length = n;
  return text;
}

static enum resolved fault_at(struct ctl_parser *p, const struct token *t, const char *format,
                              const char *name, uint32_t a, uint32_t b) {
  ctl_fault(p->source, t, p->fault, format, name, a, b);
  return RESOLVED_FAULT;
}

static enum resolved resolve_define(struct ctl_parser *p, const char *text, size_t length,
                                    uint32_t *node) {
  for (size_t k = 0; k < p->num_defines; k++) {
    const struct token *t = &p->source->tokens[p->defines[k].name];
    if (t->length != length || memcmp(p->source->text + t->start, text, length) != 0) continue;
    if (p->defines[k].state == DEFINE_DONE) {
      *node = p->defines[k].root;
      return RESOLVED;
    }
    p->needed = k;
    return RESOLVED_FAULT;
  }
  return RESOLVED_NOTHING;
}

/* name[3] also finds name<3>, and the other way round. */
static const struct ctl_name *find_other_brackets(const struct ctl_names *names, const char *text,
                                                  size_t length) {
  size_t digits = 0;
  if (length < 4 || (text[length - 1] != ']' && text[length - 1] != '>')) return NULL;
  while (digits + 2 < length && isdigit((unsigned char)text[length - 2 - digits])) digits++;
  size_t open = length - 2 - digits;
  if (digits == 0 || digits > 9 || (text[open] != '[' && text[open] != '<')) return NULL;
  return ctl_names_bit(names, text, open, (uint32_t)strtoul(text + open + 1, NULL, 10));
}

static enum resolved resolve_text(struct ctl_parser *p, const struct token *t, const char *text,
                                  size_t length, uint32_t *node) {
  bool quoted = t->kind == TOKEN_QUOTED;
  uint32_t position = 0;
  bool has_position = !quoted && ctl_names_position(p->names, text, length, &position);
  const struct ctl_name *name = ctl_names_find(p->names, text, length);
  if (!name && !has_position) name = find_other_brackets(p->names, text, length);
  if (name && name->ambiguous)
    return fault_at(p, t,
                    "'%s' is ambiguous: symbols of this name denote the literals %u and %u; write "
                    "one of the numbers",
                    text, name->lit, name->other);
  if (name && has_position && name->lit != position)
    return fault_at(p, t,
                    "'%s' is ambiguous: as a symbol it is literal %u, as a position literal %u; "
                    "quote the symbol or "
                    "write the number",
                    text, name->lit, position);
  if (!name && !has_position) return RESOLVED_NOTHING;
  char *atom = name ? ctl_names_quote(name->text, name->length)
                    : ctl_names_canonical(p->names, position, text, length);
  *node = formula_atom(p->arena, name ? name->lit : position, atom);
  free(atom);
  return RESOLVED;
}

/* A name as a single bit. */
static enum resolved resolve(struct ctl_parser *p, const struct token *t, uint32_t *node) {
  size_t length;
  char *text = name_text(p, t, &length);
  enum resolved answer =
      t->kind == TOKEN_QUOTED ? RESOLVED_NOTHING : resolve_define(p, text, length, node);
  if (answer == RESOLVED_NOTHING) answer = resolve_text(p, t, text, length, node);
  if (answer == RESOLVED_NOTHING && t->kind == TOKEN_QUOTED && p->source->text[t->start] == '\\')
    answer = resolve_text(p, t, p->source->text + t->start, t->length,
                          node); /* some writers keep the backslash */
  free(text);
  return answer;
}

/* name[h:l] or name<h:l>: splits off the slice. */
static bool split_slice(const char *text, size_t length, size_t *base, uint32_t *high,
                        uint32_t *low) {
  if (length < 5 || (text[length - 1] != ']' && text[length - 1] != '>')) return false;
  char open = text[length - 1] == ']' ? '[' : '<';
  size_t k = length - 1;
  while (k > 0 && text[k] != open) k--;
  if (k == 0) return false;
  char *end;
  if (!isdigit((unsigned char)text[k + 1])) return false;
  unsigned long h = strtoul(text + k + 1, &end, 10);
  if (*end != ':' || !isdigit((unsigned char)end[1])) return false;
  unsigned long l = strtoul(end + 1, &end, 10);
  if (end != text + length - 1 || h > INT32_MAX || l > INT32_MAX) return false;
  *base = k;
  *high = (uint32_t)h;
  *low = (uint32_t)l;
  return true;
}

static enum resolved word_bits(struct ctl_parser *p, const struct token *t, char *text, size_t base,
                               uint32_t high, uint32_t low, struct lits *bits) {
  text[base] = 0;
  if (high < low)
    return fault_at(p, t, "expected a slice of '%s' as [high:low], found [%u:%u]", text, high, low);
  if (high - low >= WORD_MAX_WIDTH)
    return fault_at(p, t, "'%s' [%u:%u] is too wide for a word", text, high, low);
  for (uint32_t k = low; k <= high; k++) {
    const struct ctl_name *name = ctl_names_bit(p->names, text, base, k);
    if (!name)
      return fault_at(p, t, "the word '%s' has no bit %u (nor a symbol '...<%u>') in the model",
                      text, k, k);
    if (name->ambiguous)
      return fault_at(p, t,
                      "a bit of the word '%s' is ambiguous: it denotes the literals %u and %u",
                      text, name->lit, name->other);
    char *atom = ctl_names_quote(name->text, name->length);
    lits_push(bits, formula_atom(p->arena, name->lit, atom));
    free(atom);
  }
  return RESOLVED;
}

/* A name as a word of several bits, or as one of width 1. */
static enum resolved resolve_word(struct ctl_parser *p, const struct token *t, struct lits *bits) {
  uint32_t node, high, low;
  enum resolved answer = resolve(p, t, &node);
  if (answer == RESOLVED) lits_push(bits, node);
  if (answer != RESOLVED_NOTHING) return answer;
  size_t length, base;
  char *text = name_text(p, t, &length);
  base = length;
  if (split_slice(text, length, &base, &high, &low) ||
      ctl_names_range(p->names, text, length, &low, &high))
    answer = word_bits(p, t, text, base, high, low, bits);
  free(text);
  return answer;
}

static int digit_value(char c) {
  if (isdigit((unsigned char)c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

/* bits := bits * base + digit, on constants. */
static void multiply_add(struct lits *bits, unsigned base, unsigned digit) {
  unsigned carry = digit;
  for (size_t k = 0; k < bits->size; k++) {
    carry += bits->at[k] * base;
    bits->at[k] = carry & 1;
    carry >>= 1;
  }
  for (; carry; carry >>= 1) lits_push(bits, carry & 1);
}

/* 5, 4'hA, 'b101, 0b101, 0h1f, 0ub4_1010: the base letter and where the digits start. */
static unsigned number_base(const char *text, size_t length, size_t *digits) {
  size_t k = 0;
  *digits = 0;
  while (k < length && isdigit((unsigned char)text[k])) k++;
  if (k == length) return 10;
  bool verilog = text[k] == '\'';
  if (verilog) k++;
  if (!verilog && (k != 1 || text[0] != '0')) return 0;
  if (k < length && (text[k] == 's' || text[k] == 'u' || text[k] == 'S')) k++;
  if (k >= length) return 0;
  char letter = (char)tolower((unsigned char)text[k++]);
  if (!verilog) {
    size_t width = k;
    while (width < length && isdigit((unsigned char)text[width])) width++;
    if (width < length && text[width] == '_' && width > k) k = width + 1;
  }
  *digits = k;
  if (k >= length) return 0;
  return letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'd' ? 10 : letter == 'h' ? 16 : 0;
}

/* Constant bits as arena nodes, without leading zeros. */
static bool read_number(struct ctl_parser *p, const struct token *t, struct lits *bits) {
  const char *text = p->source->text + t->start;
  size_t digits;
  unsigned base = number_base(text, t->length, &digits);
  if (!base) return ctl_expected(p->source, t, p->fault, "a number such as 5, 4'hA or 0b101");
  for (size_t k = digits; k < t->length; k++) {
    if (text[k] == '_') continue;
    if (digit_value(text[k]) >= (int)base)
      return ctl_expected(p->source, t, p->fault, "a number such as 5, 4'hA or 0b101");
    multiply_add(bits, base, (unsigned)digit_value(text[k]));
    if (bits->size > WORD_MAX_WIDTH)
      return ctl_fault(p->source, t, p->fault, "the number is too large");
  }
  while (bits->size && bits->at[bits->size - 1] == 0) lits_pop(bits);
  for (size_t k = 0; k < bits->size; k++) bits->at[k] = formula_atom(p->arena, bits->at[k], "");
  return true;
}

/* What may have been meant by a name that is not there. */
static const char *suggest(struct ctl_parser *p, const struct token *t,
                           char message[NEAREST_MESSAGE]) {
  size_t length;
  char *text = name_text(p, t, &length);
  struct nearest nearest = {.wanted = text, .wanted_length = length};
  ctl_names_offer(p->names, &nearest);
  for (size_t k = 0; k < p->num_defines; k++) {
    const struct token *name = &p->source->tokens[p->defines[k].name];
    nearest_offer(&nearest, p->source->text + name->start, name->length);
  }
  nearest_say(&nearest, "", message);
  free(text);
  return message;
}

static enum resolved read_term(struct ctl_parser *p, const struct token *t, struct word *word) {
  char message[NEAREST_MESSAGE];
  word->number = t->kind == TOKEN_NUMBER;
  if (word->number) return read_number(p, t, &word->bits) ? RESOLVED : RESOLVED_FAULT;
  enum resolved answer = resolve_word(p, t, &word->bits);
  if (answer == RESOLVED_NOTHING)
    ctl_fault(p->source, t, p->fault, "the model has no symbol and no word '%.*s'%s",
              (int)(t->length > 100 ? 100 : t->length), p->source->text + t->start,
              suggest(p, t, message));
  return answer == RESOLVED ? RESOLVED : RESOLVED_FAULT;
}

/* One bit of a = b: a constant side leaves the other bit or its complement. */
static uint32_t equal_bits(struct ctl_parser *p, uint32_t a, uint32_t b) {
  for (int side = 0; side < 2; side++) {
    const struct formula *f = &p->arena->at[side ? a : b];
    uint32_t other = side ? b : a;
    if (f->op == FORMULA_ATOM && f->lit < 2)
      return f->lit ? other : formula_make(p->arena, FORMULA_NOT, other, 0);
  }
  return formula_make(p->arena, FORMULA_IFF, a, b);
}

/* Makes both sides of a comparison as wide as the words in it. */
static bool same_width(struct ctl_parser *p, const struct token *t, struct word *a,
                       struct word *b) {
  size_t width = a->number ? b->bits.size : a->bits.size,
         other = a->number ? a->bits.size : b->bits.size;
  if ((a->number || b->number) && other > width)
    return ctl_fault(p->source, t, p->fault, "the number needs %zu bits, the other side has %zu",
                     other, width);
  if (!a->number && !b->number && other != width)
    return ctl_fault(p->source, t, p->fault,
                     "expected two words of the same width, found %zu and %zu bits", width, other);
  uint32_t zero = formula_atom(p->arena, 0, "");
  while (a->bits.size < width) lits_push(&a->bits, zero);
  while (b->bits.size < width) lits_push(&b->bits, zero);
  return true;
}

static uint32_t equal_words(struct ctl_parser *p, const struct word *a, const struct word *b) {
  size_t width = a->bits.size;
  uint32_t node = equal_bits(p, a->bits.at[width - 1], b->bits.at[width - 1]);
  for (size_t k = width - 1; k-- > 0;)
    node = formula_make(p->arena, FORMULA_AND, node, equal_bits(p, a->bits.at[k], b->bits.at[k]));
  return node;
}

static bool is_constant(const struct ctl_parser *p, uint32_t node, uint32_t *value) {
  *value = p->arena->at[node].lit;
  return p->arena->at[node].op == FORMULA_ATOM && *value < 2;
}

/* NODE for a value, NOT NODE for its complement; constants stay constants. */
static uint32_t complement(struct ctl_parser *p, uint32_t node) {
  uint32_t value;
  if (is_constant(p, node, &value)) return formula_atom(p->arena, value ^ 1, "");
  return formula_make(p->arena, FORMULA_NOT, node, 0);
}

/* AND or OR, without constants where they decide or do not matter. */
static uint32_t combine(struct ctl_parser *p, enum formula_op op, uint32_t a, uint32_t b) {
  uint32_t value, neutral = op == FORMULA_AND;
  if (is_constant(p, a, &value)) return value == neutral ? b : a;
  if (is_constant(p, b, &value)) return value == neutral ? a : b;
  return formula_make(p->arena, op, a, b);
}

/* a < b for numbers without sign, from the lowest bit up: with the bits below it `rest`, it is
 *   (!a & b) | ((!a | b) & rest)
 * `rest` of no bits is what equal words give: false for <, true for <=. */
static uint32_t less_words(struct ctl_parser *p, const struct word *a, const struct word *b,
                           bool or_equal) {
  uint32_t node = formula_atom(p->arena, or_equal, "");
  for (size_t k = 0; k < a->bits.size; k++) {
    uint32_t below = complement(p, a->bits.at[k]), above = b->bits.at[k];
    uint32_t strictly = combine(p, FORMULA_AND, below, above);
    uint32_t at_most = combine(p, FORMULA_OR, below, above);
    node = combine(p, FORMULA_OR, strictly, combine(p, FORMULA_AND, at_most, node));
  }
  return node;
}

static uint32_t compare_words(struct ctl_parser *p, enum token_kind op, const struct word *a,
                              const struct word *b) {
  switch (op) {
  case TOKEN_LESS: return less_words(p, a, b, false);
  case TOKEN_LESS_EQUAL: return less_words(p, a, b, true);
  case TOKEN_GREATER: return less_words(p, b, a, false);
  case TOKEN_GREATER_EQUAL: return less_words(p, b, a, true);
  case TOKEN_UNEQUAL: return formula_make(p->arena, FORMULA_NOT, equal_words(p, a, b), 0);
  default: return equal_words(p, a, b);
  }
}

static bool parse_comparison(struct ctl_parser *p, uint32_t *node) {
  const struct token *left = token_at(p, 0), *op = token_at(p, 1), *right = token_at(p, 2);
  struct word a = {0}, b = {0};
  bool ok = read_term(p, left, &a) == RESOLVED && read_term(p, right, &b) == RESOLVED &&
            same_width(p, op, &a, &b);
  if (ok) *node = compare_words(p, op->kind, &a, &b);
  lits_free(&a.bits);
  lits_free(&b.bits);
  if (!ok) return false;
  p->at += 3;
  return true;
}

/* Is the name no bit but a word? */
static bool is_word(struct ctl_parser *p, const struct token *t) {
  if (t->kind == TOKEN_NUMBER) return false;
  size_t length, base;
  uint32_t node, high, low;
  if (resolve(p, t, &node) != RESOLVED_NOTHING) return false;
  char *text = name_text(p, t, &length);
  bool word = split_slice(text, length, &base, &high, &low) ||
              ctl_names_range(p->names, text, length, &low, &high);
  free(text);
  return word;
}

static bool is_order(enum token_kind op) { return op >= TOKEN_LESS && op <= TOKEN_GREATER_EQUAL; }

/* A comparison of words or with a number; it binds tighter than every operator. Between two single
 * bits = and != are operators; < and its like always compare. */
static bool is_comparison(struct ctl_parser *p) {
  const struct token *left = token_at(p, 0), *right = token_at(p, 2);
  enum token_kind op = token_at(p, 1)->kind;
  if (op != TOKEN_EQUAL && op != TOKEN_EQUAL2 && op != TOKEN_UNEQUAL && !is_order(op)) return false;
  if (!is_term(left->kind) || !is_term(right->kind)) return false;
  if (left->kind == TOKEN_NUMBER || right->kind == TOKEN_NUMBER) return left->kind != right->kind;
  return is_order(op) || is_word(p, left) || is_word(p, right);
}

static bool unknown_name(struct ctl_parser *p, const struct token *t) {
  int length = t->length > 100 ? 100 : (int)t->length;
  const char *text = p->source->text + t->start;
  char message[NEAREST_MESSAGE];
  if (is_word(p, t))
    return ctl_fault(p->source, t, p->fault,
                     "'%.*s' is a word: compare it (=, !=, <, <=, >, >=), or name one of its bits",
                     length, text);
  if (t->kind == TOKEN_NAME && t->length == 1 && strchr("YZHO", text[0]))
    return ctl_fault(p->source, t, p->fault,
                     "the model has no symbol '%c', and the past operator '%c' is not supported",
                     text[0], text[0]);
  if (t->kind == TOKEN_NAME && text[0] == 'j' && t->length > 1 && isdigit((unsigned char)text[1]))
    return ctl_fault(p->source, t, p->fault,
                     "the model has no symbol '%.*s' and no justice set of one literal there",
                     length, text);
  return ctl_fault(p->source, t, p->fault, "the model has no symbol '%.*s'%s", length, text,
                   suggest(p, t, message));
}

/* A plain number where a formula stands is a literal of the model. */
static bool parse_literal(struct ctl_parser *p, const struct token *t, uint32_t *node) {
  uint64_t value = 0;
  for (size_t k = 0; k < t->length; k++) {
    char c = p->source->text[t->start + k];
    if (!isdigit((unsigned char)c))
      return ctl_expected(p->source, t, p->fault, "a literal of the model as a decimal number");
    value = value > UINT32_MAX ? value : 10 * value + (uint64_t)(c - '0');
  }
  if (value > UINT32_MAX || !ctl_names_defined(p->names, (uint32_t)value))
    return ctl_fault(p->source, t, p->fault, "the model defines no literal %.*s",
                     (int)(t->length > 20 ? 20 : t->length), p->source->text + t->start);
  char *atom = ctl_names_canonical(p->names, (uint32_t)value, NULL, 0);
  *node = formula_atom(p->arena, (uint32_t)value, atom);
  free(atom);
  return true;
}

bool ctl_parse_operand(struct ctl_parser *p, uint32_t *node) {
  const struct token *t = token_at(p, 0);
  if (is_comparison(p)) return parse_comparison(p, node);
  if (t->kind == TOKEN_TRUE || t->kind == TOKEN_FALSE) {
    *node = formula_atom(p->arena, t->kind == TOKEN_TRUE, "");
  } else if (t->kind == TOKEN_NUMBER) {
    if (!parse_literal(p, t, node)) return false;
  } else {
    enum resolved answer = resolve(p, t, node);
    if (answer == RESOLVED_FAULT) return false;
    if (answer == RESOLVED_NOTHING) return unknown_name(p, t);
  }
  p->at++;
  return true;
}
