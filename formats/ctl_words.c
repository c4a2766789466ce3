/* Comparisons of words and sums, as formulas over their bits: docs/properties.md. */
#include "formats/ctl_parser.h"

/* Deeper parentheses are not looked through: they are no sums. */
enum { MOST_NESTING = 64, MOST_TERMS = 10000 };

/* --- what stands there ------------------------------------------------------------------------ */

/* Modulo 2^width a sum is a list of terms, whatever its parentheses. */
struct term {
  const struct token *token;
  bool negative;
};
struct side {
  struct term *at;
  size_t size, capacity;
  size_t end;   /* the token behind it */
  bool is_sum;  /* there is a + or - */
  bool grouped; /* it starts with a parenthesis */
};
struct comparison {
  struct side sides[2];
  const struct token *op; /* NULL: there is one side only */
  bool whole;             /* both sides are there */
  bool endless;           /* a definition in it depends on itself, or is too long */
};

static void add_term(struct side *side, const struct token *token, bool negative) {
  side->at = memory_room(side->at, side->size, &side->capacity, sizeof *side->at);
  side->at[side->size++] = (struct term){token, negative};
}

/* The longest sum of names and numbers from token `at` on; false: there is none. */
static bool scan_side(const struct ctl_parser *p, size_t at, struct side *side) {
  bool signs[MOST_NESTING + 1] = {false}, sign = false, want_term = true;
  size_t depth = 0;
  side->size = 0;
  side->grouped = p->source->tokens[at].kind == TOKEN_LPAREN;
  side->is_sum = false;
  for (;; at++) {
    const struct token *t = &p->source->tokens[at];
    bool minus = t->kind == TOKEN_MINUS, sum = minus || t->kind == TOKEN_PLUS;
    side->end = at;
    if (want_term && minus) {
      sign = !sign;
      side->is_sum = true;
    } else if (want_term && t->kind == TOKEN_LPAREN && depth < MOST_NESTING) {
      signs[++depth] = sign;
    } else if (want_term && ctl_is_term(t->kind)) {
      add_term(side, t, sign);
      want_term = false;
    } else if (!want_term && sum) {
      sign = signs[depth] != minus;
      side->is_sum = true;
      want_term = true;
    } else if (!want_term && t->kind == TOKEN_RPAREN && depth > 0) {
      depth--;
    } else {
      return !want_term && depth == 0;
    }
  }
}

/* Does a name in a comparison stand for the terms of its definition? A number is one there, and a
 * literal of the model elsewhere. */
static bool stands_for_terms(const struct ctl_parser *p, const struct ctl_define *define) {
  const struct token *body = &p->source->tokens[define->body];
  return define->is_word || (body->kind == TOKEN_NUMBER && body[1].kind == TOKEN_SEMICOLON);
}

/* Definitions of words and sums stand for their terms; false: there is no end to it. */
static bool expand(const struct ctl_parser *p, struct side *side) {
  for (size_t k = 0, times = 0; k < side->size; times++) {
    const struct ctl_define *define = ctl_find_define(p, side->at[k].token);
    if (!define || !stands_for_terms(p, define)) {
      k++;
      continue;
    }
    if (times > MOST_TERMS || side->size > MOST_TERMS) return false;
    struct side body = {0};
    bool negative = side->at[k].negative;
    scan_side(p, define->body, &body);
    for (size_t j = 1; j < body.size; j++) add_term(side, NULL, false);
    memmove(&side->at[k + body.size], &side->at[k + 1],
            (side->size - k - body.size) * sizeof *side->at);
    for (size_t j = 0; j < body.size; j++)
      side->at[k + j] = (struct term){body.at[j].token, body.at[j].negative != negative};
    side->is_sum = side->is_sum || body.is_sum;
    free(body.at);
  }
  return true;
}

static bool is_order(enum token_kind op) { return op >= TOKEN_LESS && op <= TOKEN_GREATER_EQUAL; }

static bool is_number(const struct side *side) { return side->at[0].token->kind == TOKEN_NUMBER; }

static bool is_word_or_value(struct ctl_parser *p, const struct side *side) {
  const struct token *t = side->at[0].token;
  return t->kind != TOKEN_NUMBER && (ctl_is_word(p, t) || ctl_is_value(p, t));
}

/* Between two single bits = and != are operators; < and its like always compare. */
static bool is_comparison(struct ctl_parser *p, const struct comparison *c) {
  const struct side *a = &c->sides[0], *b = &c->sides[1];
  if (a->is_sum || b->is_sum) return true;
  if (!a->grouped && !b->grouped && (is_number(a) || is_number(b)))
    return is_number(a) != is_number(b);
  return is_order(c->op->kind) || is_word_or_value(p, a) || is_word_or_value(p, b);
}

static bool is_operator(enum token_kind op) {
  return op == TOKEN_EQUAL || op == TOKEN_EQUAL2 || op == TOKEN_UNEQUAL || is_order(op);
}

/* The comparison at p->at; one side alone if that is a sum. */
static bool scan(struct ctl_parser *p, struct comparison *c) {
  *c = (struct comparison){0};
  if (!scan_side(p, p->at, &c->sides[0])) return false;
  c->endless = !expand(p, &c->sides[0]);
  c->op = &p->source->tokens[c->sides[0].end];
  if (!is_operator(c->op->kind)) {
    c->op = NULL;
    return c->sides[0].is_sum;
  }
  c->whole = scan_side(p, c->sides[0].end + 1, &c->sides[1]);
  c->endless = c->endless || (c->whole && !expand(p, &c->sides[1]));
  return c->whole ? is_comparison(p, c) : c->sides[0].is_sum;
}

static void comparison_free(struct comparison *c) {
  free(c->sides[0].at);
  free(c->sides[1].at);
}

bool ctl_at_words(struct ctl_parser *p) {
  struct comparison c;
  const struct token *t = &p->source->tokens[p->at];
  bool group = t->kind == TOKEN_LPAREN, minus = t->kind == TOKEN_MINUS;
  if (group && p->dialect == CTL_DIALECT_CANONICAL) return false;
  if (!group && !minus && t[0].kind != TOKEN_END && !is_operator(t[1].kind) &&
      t[1].kind != TOKEN_PLUS && t[1].kind != TOKEN_MINUS)
    return false;
  bool there = scan(p, &c);
  comparison_free(&c);
  return there;
}

/* --- bits ------------------------------------------------------------------------------------- */

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

static uint32_t equal_words(struct ctl_parser *p, const struct lits *a, const struct lits *b) {
  size_t width = a->size;
  uint32_t node = equal_bits(p, a->at[width - 1], b->at[width - 1]);
  for (size_t k = width - 1; k-- > 0;)
    node = formula_make(p->arena, FORMULA_AND, node, equal_bits(p, a->at[k], b->at[k]));
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
  if (p->arena->at[node].op == FORMULA_NOT) return p->arena->at[node].left;
  return formula_make(p->arena, FORMULA_NOT, node, 0);
}

/* AND or OR, without constants where they decide or do not matter. */
static uint32_t combine(struct ctl_parser *p, enum formula_op op, uint32_t a, uint32_t b) {
  uint32_t value, neutral = op == FORMULA_AND;
  if (is_constant(p, a, &value)) return value == neutral ? b : a;
  if (is_constant(p, b, &value)) return value == neutral ? a : b;
  return formula_make(p->arena, op, a, b);
}

/* a < b, from the lowest bit up: with the bits below it `rest`, it is
 *   (!a & b) | ((!a | b) & rest)
 * `rest` of no bits is what equal words give: false for <, true for <=. A sign bit counts the other
 * way round: a and b change places. */
static uint32_t less_words(struct ctl_parser *p, const struct lits *a, const struct lits *b,
                           bool is_signed, bool or_equal) {
  uint32_t node = formula_atom(p->arena, or_equal, "");
  for (size_t k = 0; k < a->size; k++) {
    bool sign = is_signed && k + 1 == a->size;
    uint32_t below = complement(p, sign ? b->at[k] : a->at[k]), above = sign ? a->at[k] : b->at[k];
    uint32_t strictly = combine(p, FORMULA_AND, below, above);
    uint32_t at_most = combine(p, FORMULA_OR, below, above);
    node = combine(p, FORMULA_OR, strictly, combine(p, FORMULA_AND, at_most, node));
  }
  return node;
}

/* a ^ b */
static uint32_t differ(struct ctl_parser *p, uint32_t a, uint32_t b) {
  uint32_t value;
  if (is_constant(p, a, &value)) return value ? complement(p, b) : b;
  if (is_constant(p, b, &value)) return value ? complement(p, a) : a;
  return formula_make(p->arena, FORMULA_XOR, a, b);
}

/* to := to + b, or to - b, which is to + !b + 1; modulo 2^width. A carry stands once in the next
 * one, so that the text of each bit grows with its place only. */
static void add_word(struct ctl_parser *p, struct lits *to, const struct lits *b, bool negative) {
  uint32_t carry = formula_atom(p->arena, negative, "");
  for (size_t k = 0; k < to->size; k++) {
    uint32_t x = to->at[k], y = negative ? complement(p, b->at[k]) : b->at[k];
    to->at[k] = differ(p, differ(p, x, y), carry);
    uint32_t either = combine(p, FORMULA_OR, x, y);
    carry = combine(p, FORMULA_OR, combine(p, FORMULA_AND, x, y),
                    combine(p, FORMULA_AND, either, carry));
  }
}

static uint32_t compare_words(struct ctl_parser *p, enum token_kind op, bool is_signed,
                              const struct lits *a, const struct lits *b) {
  switch (op) {
  case TOKEN_LESS: return less_words(p, a, b, is_signed, false);
  case TOKEN_LESS_EQUAL: return less_words(p, a, b, is_signed, true);
  case TOKEN_GREATER: return less_words(p, b, a, is_signed, false);
  case TOKEN_GREATER_EQUAL: return less_words(p, b, a, is_signed, true);
  case TOKEN_UNEQUAL: return formula_make(p->arena, FORMULA_NOT, equal_words(p, a, b), 0);
  default: return equal_words(p, a, b);
  }
}

/* --- values ----------------------------------------------------------------------------------- */

/* The values of the terms of both sides, in their order. */
struct value {
  enum { VALUE_WORD, VALUE_NUMBER, VALUE_NAME } kind;
  const struct token *token;
  struct lits bits;                     /* of a number without leading zeros, until it is widened */
  bool pattern;                         /* a number that says what the bits are */
  bool negative;                        /* a number below 0, as a name of a value may be */
  const struct declared_word *declared; /* of a word, or NULL */
};
struct values {
  struct value *at;
  size_t size;
  size_t width;              /* of all words */
  bool is_signed;            /* all words are */
  const struct token *first; /* word */
};

static void values_free(struct values *v) {
  for (size_t k = 0; k < v->size; k++) lits_free(&v->at[k].bits);
  free(v->at);
}

static const struct declared_word *declaration_of(const struct ctl_parser *p,
                                                  const struct token *t) {
  size_t length;
  char *text = ctl_name_text(p, t, &length);
  const struct declared_word *word = declared_find(&p->file->declared, text, length);
  free(text);
  return word;
}

/* All but names of values, which need the words beside them. */
static bool read_value(struct ctl_parser *p, const struct token *t, struct value *value) {
  *value = (struct value){.token = t};
  if (t->kind == TOKEN_NUMBER) {
    value->kind = VALUE_NUMBER;
    return ctl_read_number(p, t, &value->bits, &value->pattern);
  }
  enum resolved answer = ctl_resolve_word(p, t, &value->bits);
  if (answer == RESOLVED) value->declared = declaration_of(p, t);
  if (answer == RESOLVED_NOTHING && ctl_is_value(p, t)) value->kind = VALUE_NAME;
  return answer == RESOLVED || value->kind == VALUE_NAME ||
         (answer == RESOLVED_NOTHING && ctl_unknown_name(p, t, true));
}

static bool read_values(struct ctl_parser *p, const struct comparison *c, struct values *v) {
  bool ok = true;
  v->at = memory_zeroed(c->sides[0].size + c->sides[1].size, sizeof *v->at);
  for (size_t s = 0; s < 2; s++)
    for (size_t k = 0; k < c->sides[s].size; k++)
      ok = read_value(p, c->sides[s].at[k].token, &v->at[v->size++]) && ok;
  return ok;
}

/* Words have one width, and all of them have a sign or none has one. */
static bool check_words(struct ctl_parser *p, const struct comparison *c, struct values *v) {
  for (size_t k = 0; k < v->size; k++) {
    const struct value *value = &v->at[k];
    bool is_signed = value->declared && value->declared->is_signed;
    if (value->kind != VALUE_WORD) continue;
    if (v->first && v->width != value->bits.size)
      return ctl_fault(p->source, c->op, p->fault,
                       "expected two words of the same width, found %zu and %zu bits", v->width,
                       value->bits.size);
    if (v->first && v->is_signed != is_signed)
      return ctl_fault(p->source, value->token, p->fault,
                       "one of the words has a sign and the other has none: declare both as "
                       "signed, or take a slice, which has no sign");
    v->first = value->token;
    v->width = value->bits.size;
    v->is_signed = is_signed;
  }
  return v->first || ctl_fault(p->source, c->op, p->fault,
                               "expected a word or a signal on one side of the comparison");
}

/* A name stands for a number of a word beside it. */
static bool find_value(struct ctl_parser *p, const struct values *v, struct value *value) {
  const char *text = p->source->text + value->token->start;
  size_t length = value->token->length;
  int shown = length > 100 ? 100 : (int)length;
  const struct declared_value *found = NULL;
  for (size_t k = 0; k < v->size; k++) {
    const struct declared_word *word = v->at[k].declared;
    const struct declared_value *here = word ? declared_value(word, text, length) : NULL;
    if (here && found && here->number != found->number)
      return ctl_fault(p->source, value->token, p->fault,
                       "'%.*s' is ambiguous: it is %lld for one of the words, %lld for the other",
                       shown, text, (long long)found->number, (long long)here->number);
    if (here) found = here;
  }
  if (!found)
    return ctl_fault(p->source, value->token, p->fault,
                     "'%.*s' is a value of another word than those that are compared here", shown,
                     text);
  value->negative = found->number < 0;
  uint64_t size = value->negative ? -(uint64_t)found->number : (uint64_t)found->number;
  for (; size; size >>= 1) lits_push(&value->bits, formula_atom(p->arena, size & 1, ""));
  return true;
}

static size_t with_sign(const struct value *value, bool negative) {
  size_t ones = 0;
  for (size_t k = 0; negative && k < value->bits.size; k++)
    ones += value->bits.at[k] == value->bits.at[value->bits.size - 1];
  return value->bits.size + (ones == 1 ? 0 : 1); /* -2^k needs no bit more than 2^k */
}

/* Numbers must fit, with their sign if there is one. */
static bool check_number(struct ctl_parser *p, const struct values *v, const struct token *op,
                         const struct term *term, const struct value *value, bool alone) {
  bool negative = term->negative != value->negative;
  if (value->kind == VALUE_WORD) return true;
  if (!v->is_signed && ((alone && negative && value->bits.size) || value->negative))
    return ctl_fault(p->source, value->token, p->fault,
                     "a number below 0 is compared with a word without sign; 'signed NAME;' "
                     "declares one");
  bool plain = !v->is_signed || value->pattern;
  size_t needed = plain || !value->bits.size ? value->bits.size : with_sign(value, negative);
  return needed <= v->width ||
         ctl_fault(p->source, op, p->fault, "the number needs %zu bits%s, the other side has %zu",
                   needed, plain ? "" : " with its sign", v->width);
}

static bool check_numbers(struct ctl_parser *p, const struct comparison *c, struct values *v) {
  bool ok = true;
  size_t at = 0;
  for (size_t s = 0; s < 2; s++)
    for (size_t k = 0; k < c->sides[s].size; k++, at++) {
      struct value *value = &v->at[at];
      bool known = value->kind != VALUE_NAME || find_value(p, v, value);
      ok = known && check_number(p, v, c->op, &c->sides[s].at[k], value, c->sides[s].size == 1) &&
           ok;
      while (value->bits.size < v->width) lits_push(&value->bits, formula_atom(p->arena, 0, ""));
    }
  return ok;
}

/* Numbers first: they become one. */
static void sum(struct ctl_parser *p, const struct side *side, const struct value *values,
                size_t width, struct lits *to) {
  if (side->size == 1 && !side->at[0].negative && !values[0].negative) {
    lits_assign(to, &values[0].bits);
    return;
  }
  for (size_t k = 0; k < width; k++) lits_push(to, formula_atom(p->arena, 0, ""));
  for (int words = 0; words < 2; words++)
    for (size_t k = 0; k < side->size; k++)
      if ((values[k].kind == VALUE_WORD) == words)
        add_word(p, to, &values[k].bits, side->at[k].negative != values[k].negative);
}

/* --- comparisons ------------------------------------------------------------------------------ */

static bool refuse_endless(struct ctl_parser *p, const struct token *where) {
  return ctl_fault(p->source, where, p->fault,
                   "a definition depends on itself, or has more than %d terms", MOST_TERMS);
}

static bool build(struct ctl_parser *p, const struct comparison *c, uint32_t *node) {
  struct values v = {0};
  if (c->endless) return refuse_endless(p, &p->source->tokens[p->at]);
  bool ok = read_values(p, c, &v) && check_words(p, c, &v) && check_numbers(p, c, &v);
  if (ok) {
    struct lits a = {0}, b = {0};
    sum(p, &c->sides[0], v.at, v.width, &a);
    sum(p, &c->sides[1], v.at + c->sides[0].size, v.width, &b);
    *node = compare_words(p, c->op->kind, v.is_signed, &a, &b);
    lits_free(&a);
    lits_free(&b);
  }
  values_free(&v);
  return ok;
}

static bool refuse_sum(struct ctl_parser *p, const struct comparison *c) {
  const struct token *behind = &p->source->tokens[c->sides[0].end];
  if (c->op) return ctl_expected(p->source, behind + 1, p->fault, "a word or a number");
  return ctl_fault(p->source, &p->source->tokens[p->at], p->fault,
                   "a sum is a number: compare it (=, !=, <, <=, >, >=)");
}

bool ctl_parse_words(struct ctl_parser *p, uint32_t *node) {
  struct comparison c;
  size_t start = p->at;
  scan(p, &c);
  *node = formula_atom(p->arena, 0, "");
  bool half = c.op && !c.whole, ok = c.whole ? build(p, &c, node) : refuse_sum(p, &c);
  p->at = c.whole ? c.sides[1].end : c.sides[0].end;
  comparison_free(&c);
  if (ok) ctl_remember(p->file, p->source, *node, start, p->at);
  return ok || (!half && p->needed == CTL_NOTHING_NEEDED);
}

/* Numbers alone are literals of the model, and names of bits are formulas. */
bool ctl_is_sum(struct ctl_parser *p, size_t at) {
  struct side side = {0};
  bool is = scan_side(p, at, &side) && p->source->tokens[side.end].kind == TOKEN_SEMICOLON;
  is = is && (side.is_sum ||
              (side.at[0].token->kind != TOKEN_NUMBER && (ctl_is_word(p, side.at[0].token))));
  free(side.at);
  return is;
}

static bool has_word(const struct values *v) {
  for (size_t k = 0; k < v->size; k++)
    if (v->at[k].kind == VALUE_WORD) return true;
  return false;
}

void ctl_check_sum(struct ctl_parser *p, const struct ctl_define *define) {
  struct comparison c = {.op = &p->source->tokens[define->name]};
  struct values v = {0};
  scan_side(p, define->body, &c.sides[0]);
  if (!expand(p, &c.sides[0]))
    refuse_endless(p, c.op);
  else if (read_values(p, &c, &v) && has_word(&v))
    check_words(p, &c, &v);
  values_free(&v);
  comparison_free(&c);
}
