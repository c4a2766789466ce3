#include "formats/ctl_parser.h"

/* Bounded operators are written out; beyond this the formula is a mistake. */
enum { BOUND_MAX = 100000 };

enum frame_kind {
  FRAME_GROUP,  /* ( */
  FRAME_OPEN,   /* [, or nothing behind E or A: the left operand of an until is being read */
  FRAME_UNTIL,  /* the same with operator and left operand; the right operand is being read */
  FRAME_PREFIX, /* ! X E EX EBF .. */
  FRAME_BINARY, /* left operand and operator */
};

struct frame {
  enum frame_kind kind;
  enum token_kind op; /* FRAME_UNTIL: U R W S T BU */
  size_t token;       /* where it starts, for messages */
  uint32_t left;
  enum token_kind closer; /* FRAME_OPEN, FRAME_UNTIL: ], or TOKEN_END if there are no brackets */
  bool bounded;           /* there are bounds */
  uint32_t low, high;     /* bounds */
  int level;              /* FRAME_BINARY: precedence */
};

struct stack {
  struct frame *at;
  size_t size, capacity;
};

static void push(struct stack *s, struct frame frame) {
  s->at = memory_room(s->at, s->size, &s->capacity, sizeof *s->at);
  s->at[s->size++] = frame;
}

static struct frame *top(struct stack *s) { return s->size ? &s->at[s->size - 1] : NULL; }

static const struct token *here(const struct ctl_parser *p) { return &p->source->tokens[p->at]; }

bool ctl_expected_here(struct ctl_parser *p, const char *what) {
  bool no_news = p->fault->count && p->at == p->unknown;
  return no_news ? false : ctl_expected(p->source, here(p), p->fault, what);
}

enum { LEVEL_UNTIL = 6 };

/* 0: no binary operator. IImc has ^ == -> on one level; NuSMV as in its manual, with ->
 * right-associative. */
static int level_of(enum ctl_dialect dialect, enum token_kind op) {
  bool iimc = dialect == CTL_DIALECT_IIMC;
  switch (op) {
  case TOKEN_EQUAL: return 7;
  case TOKEN_EQUAL2:
  case TOKEN_UNEQUAL: return iimc ? 1 : 7;
  case TOKEN_U:
  case TOKEN_R:
  case TOKEN_W:
  case TOKEN_S:
  case TOKEN_T:
  case TOKEN_BU: return LEVEL_UNTIL;
  case TOKEN_AND: return 5;
  case TOKEN_OR: return 4;
  case TOKEN_XOR:
  case TOKEN_XNOR: return iimc ? 1 : 4;
  case TOKEN_IFF: return iimc ? 1 : 3;
  case TOKEN_IMPLIES: return iimc ? 1 : 2;
  default: return 0;
  }
}

/* Chains of U come from the left in NuSMV; most others read them from the right. */
static bool right_associative(enum ctl_dialect dialect, enum token_kind op) {
  if (level_of(dialect, op) == LEVEL_UNTIL) return dialect != CTL_DIALECT_NUSMV;
  return dialect == CTL_DIALECT_NUSMV && op == TOKEN_IMPLIES;
}

static enum formula_op binary_op(enum token_kind op) {
  switch (op) {
  case TOKEN_AND: return FORMULA_AND;
  case TOKEN_OR: return FORMULA_OR;
  case TOKEN_XOR:
  case TOKEN_UNEQUAL: return FORMULA_XOR;
  case TOKEN_IMPLIES: return FORMULA_IMPLIES;
  default: return FORMULA_IFF;
  }
}

static uint32_t make(struct ctl_parser *p, enum formula_op op, uint32_t left, uint32_t right) {
  return formula_make(p->arena, op, left, right);
}

static uint32_t negate(struct ctl_parser *p, uint32_t f) { return make(p, FORMULA_NOT, f, 0); }

static bool is_path(const struct ctl_parser *p, uint32_t f) { return p->arena->at[f].path; }

/* The step that a bounded operator counts, and whether one of them is enough. */
static enum formula_op bounded_step(enum token_kind op, bool *some) {
  *some = op == TOKEN_EBF || op == TOKEN_ABF || op == TOKEN_F || op == TOKEN_O;
  switch (op) {
  case TOKEN_F:
  case TOKEN_G: return FORMULA_X;
  case TOKEN_O: return FORMULA_Y;
  case TOKEN_H: return FORMULA_Z;
  case TOKEN_EBF:
  case TOKEN_EBG: return FORMULA_EX;
  default: return FORMULA_AX;
  }
}

/* EBF a..b f: f | EX(f | EX(.. f)) behind a times EX; the others alike, with & and AX, X, Y or Z.
 */
static uint32_t make_bounded(struct ctl_parser *p, const struct frame *frame, uint32_t f) {
  bool some;
  enum formula_op step = bounded_step(frame->op, &some);
  enum formula_op join = some ? FORMULA_OR : FORMULA_AND;
  uint32_t g = f;
  for (uint32_t k = frame->low; k < frame->high; k++) g = make(p, join, f, make(p, step, g, 0));
  for (uint32_t k = 0; k < frame->low; k++) g = make(p, step, g, 0);
  return g;
}

/* E[f BU a..b g]: g | f & EX(..), b-a times, behind a times f & EX; the others with AX, or X. */
static uint32_t make_bounded_until(struct ctl_parser *p, const struct frame *frame,
                                   enum formula_op step, uint32_t g) {
  uint32_t f = frame->left, h = g;
  for (uint32_t k = frame->low; k < frame->high; k++)
    h = make(p, FORMULA_OR, g, make(p, FORMULA_AND, f, make(p, step, h, 0)));
  for (uint32_t k = 0; k < frame->low; k++) h = make(p, FORMULA_AND, f, make(p, step, h, 0));
  return h;
}

/* f U g, f R g, f S g, f T g; f W g is g R (f | g). */
static uint32_t make_path_until(struct ctl_parser *p, const struct frame *frame, uint32_t g) {
  switch (frame->op) {
  case TOKEN_BU: return make_bounded_until(p, frame, FORMULA_X, g);
  case TOKEN_U: return make(p, FORMULA_U, frame->left, g);
  case TOKEN_R: return make(p, FORMULA_R, frame->left, g);
  case TOKEN_S: return make(p, FORMULA_S, frame->left, g);
  case TOKEN_T: return make(p, FORMULA_T, frame->left, g);
  default: return make(p, FORMULA_R, g, make(p, FORMULA_OR, frame->left, g));
  }
}

/* E[f BU a..b g] with state formulas is a formula of CTL; everything else is a path formula. */
static uint32_t make_until(struct ctl_parser *p, const struct stack *s, uint32_t g,
                           bool *quantified) {
  const struct frame *frame = &s->at[s->size - 1], *below = s->size > 1 ? frame - 1 : NULL;
  bool behind = below && below->kind == FRAME_PREFIX && below->token + 1 == frame->token &&
                (below->op == TOKEN_E || below->op == TOKEN_A);
  *quantified = behind && frame->op == TOKEN_BU && !is_path(p, frame->left) && !is_path(p, g);
  if (!*quantified) return make_path_until(p, frame, g);
  return make_bounded_until(p, frame, below->op == TOKEN_E ? FORMULA_EX : FORMULA_AX, g);
}

/* EX f; with a path formula f it is E (X f). */
static uint32_t make_step(struct ctl_parser *p, bool exists, enum formula_op state,
                          enum formula_op path, uint32_t f) {
  if (!is_path(p, f)) return make(p, state, f, 0);
  return ctl_quantify(p, exists, make(p, path, f, 0));
}

static uint32_t make_prefix(struct ctl_parser *p, const struct frame *frame, uint32_t f) {
  if (frame->bounded) return make_bounded(p, frame, f);
  switch (frame->op) {
  case TOKEN_NOT: return negate(p, f);
  case TOKEN_X: return make(p, FORMULA_X, f, 0);
  case TOKEN_F: return make(p, FORMULA_F, f, 0);
  case TOKEN_G: return make(p, FORMULA_G, f, 0);
  case TOKEN_Y: return make(p, FORMULA_Y, f, 0);
  case TOKEN_Z: return make(p, FORMULA_Z, f, 0);
  case TOKEN_O: return make(p, FORMULA_O, f, 0);
  case TOKEN_H: return make(p, FORMULA_H, f, 0);
  case TOKEN_EX: return make_step(p, true, FORMULA_EX, FORMULA_X, f);
  case TOKEN_EF: return make_step(p, true, FORMULA_EF, FORMULA_F, f);
  case TOKEN_EG: return make_step(p, true, FORMULA_EG, FORMULA_G, f);
  case TOKEN_AX: return make_step(p, false, FORMULA_AX, FORMULA_X, f);
  case TOKEN_AF: return make_step(p, false, FORMULA_AF, FORMULA_F, f);
  case TOKEN_AG: return make_step(p, false, FORMULA_AG, FORMULA_G, f);
  default: return ctl_quantify(p, frame->op == TOKEN_E, f);
  }
}

static bool read_bound(struct ctl_parser *p, uint32_t *bound) {
  const struct token *t = here(p);
  if (t->kind != TOKEN_NUMBER) return ctl_expected_here(p, "a bound such as 0..5");
  uint64_t value = 0;
  for (size_t k = 0; k < t->length; k++) {
    char c = p->source->text[t->start + k];
    if (c < '0' || c > '9') return ctl_expected_here(p, "a decimal bound");
    value = 10 * value + (uint64_t)(c - '0');
    if (value > BOUND_MAX)
      return ctl_fault(p->source, t, p->fault, "expected a bound of at most %d", BOUND_MAX);
  }
  *bound = (uint32_t)value;
  p->at++;
  return true;
}

/* a..b */
static bool read_bounds(struct ctl_parser *p, struct frame *frame) {
  const struct token *first = here(p);
  if (!read_bound(p, &frame->low)) return false;
  if (here(p)->kind != TOKEN_RANGE) return ctl_expected_here(p, "'..' between the bounds");
  p->at++;
  if (!read_bound(p, &frame->high)) return false;
  if (frame->low > frame->high)
    return ctl_fault(p->source, first, p->fault, "expected bounds a..b with a <= b");
  return true;
}

/* How many tokens bounds a..b or [a,b] (as NuSMV writes them behind F G O H) have there; 0: none.
 */
static size_t bounds_at(const struct ctl_parser *p, size_t at) {
  const struct token *t = &p->source->tokens[at];
  if (t->kind == TOKEN_NUMBER && t[1].kind == TOKEN_RANGE) return t[2].kind == TOKEN_NUMBER ? 3 : 2;
  if (t->kind != TOKEN_LBRACKET || t[1].kind != TOKEN_NUMBER || t[2].kind != TOKEN_COMMA) return 0;
  return t[3].kind != TOKEN_NUMBER ? 3 : t[4].kind != TOKEN_RBRACKET ? 4 : 5;
}

static bool read_path_bounds(struct ctl_parser *p, struct frame *frame) {
  const struct token *t = here(p);
  frame->bounded = bounds_at(p, p->at) > 0;
  if (!frame->bounded) return true;
  if (t->kind == TOKEN_NUMBER) return read_bounds(p, frame);
  p->at++;
  if (!read_bound(p, &frame->low)) return false;
  p->at++;
  if (!read_bound(p, &frame->high)) return false;
  if (frame->low > frame->high)
    return ctl_fault(p->source, t, p->fault, "expected bounds [a,b] with a <= b");
  if (here(p)->kind != TOKEN_RBRACKET) return ctl_expected_here(p, "']' behind the bounds");
  p->at++;
  return true;
}

/* May an operand start with the token? U R V W S T BU behind an operator that could be a name are
 * operators. */
bool ctl_starts_operand(enum token_kind kind) {
  return (ctl_is_operand(kind) && !(kind >= TOKEN_U && kind <= TOKEN_BU)) || kind == TOKEN_LPAREN ||
         kind == TOKEN_LBRACKET || kind == TOKEN_NOT || (kind >= TOKEN_EX && kind <= TOKEN_ABG) ||
         kind == TOKEN_E || kind == TOKEN_A;
}

/* X F G Y Z O H are operators if an operand follows, and names otherwise. */
static bool is_path_operator(const struct ctl_parser *p, size_t at) {
  enum token_kind kind = p->source->tokens[at].kind;
  return kind >= TOKEN_X && kind <= TOKEN_G && ctl_starts_operand(p->source->tokens[at + 1].kind);
}

/* Where formulas follow each other without a mark, a symbol F in front of the next one looks like
 * the operator. */
static bool check_path_operator(struct ctl_parser *p) {
  const struct token *t = here(p);
  if (!p->juxtaposed || !ctl_names_find(p->names, p->source->text + t->start, t->length))
    return true;
  return ctl_fault(p->source, t, p->fault,
                   "'%.*s' is an operator and a symbol of the model; quote the symbol, or write "
                   "the operator's formulas in a file of their own with LTLSPEC or CTLSPEC",
                   (int)t->length, p->source->text + t->start);
}

/* < <= > >= + - */
static bool joins_words(enum token_kind kind) { return kind >= TOKEN_LESS && kind <= TOKEN_MINUS; }

/* Is there a U (R V W S T BU) for the E or A in front of p->at, which has no brackets? Left
 * operands reach up to it, so it need not be the next operator; an E or A on the way takes the
 * first U for itself. */
static bool has_until(const struct ctl_parser *p) {
  size_t inner = 0, depth = 0;
  bool want_operand = true;
  for (size_t at = p->at;; at++) {
    enum token_kind kind = p->source->tokens[at].kind;
    if (want_operand) {
      size_t bounds = bounds_at(p, at);
      if (bounds)
        at += bounds - 1;
      else if (kind == TOKEN_LPAREN || kind == TOKEN_LBRACKET)
        depth++;
      else if (kind == TOKEN_E || kind == TOKEN_A)
        inner += depth == 0 && p->source->tokens[at + 1].kind != TOKEN_LBRACKET;
      else if (kind == TOKEN_NOT || kind == TOKEN_MINUS ||
               (kind >= TOKEN_EX && kind <= TOKEN_ABG) || is_path_operator(p, at))
        continue;
      else if (ctl_is_operand(kind))
        want_operand = false;
      else
        return false;
    } else if (kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET) {
      if (depth-- == 0) return false;
    } else if (kind >= TOKEN_U && kind <= TOKEN_BU) {
      if (depth == 0 && inner-- == 0) return true;
      want_operand = true;
    } else if (level_of(p->dialect, kind) || joins_words(kind)) {
      want_operand = true;
    } else {
      return false;
    }
  }
}

/* Everything that may stand in front of an operand. True with *operand set when an operand was
 * read. */
static bool read_front(struct ctl_parser *p, struct stack *s, uint32_t *value, bool *operand) {
  enum token_kind kind = here(p)->kind;
  struct frame frame = {.op = kind, .token = p->at, .closer = TOKEN_END};
  bool path = is_path_operator(p, p->at);
  bool group = kind == TOKEN_LPAREN || kind == TOKEN_MINUS;
  *operand = (ctl_is_operand(kind) && !path) || (group && ctl_at_words(p));
  if (*operand) return ctl_parse_operand(p, value);
  if (path && !check_path_operator(p)) return false;
  if (kind == TOKEN_LPAREN) {
    frame.kind = FRAME_GROUP;
  } else if (kind == TOKEN_LBRACKET) {
    frame.kind = FRAME_OPEN;
    frame.closer = TOKEN_RBRACKET;
  } else if (path || kind == TOKEN_NOT || (kind >= TOKEN_EX && kind <= TOKEN_ABG) ||
             kind == TOKEN_E || kind == TOKEN_A) {
    frame.kind = FRAME_PREFIX;
  } else {
    return ctl_expected_here(p, "a formula");
  }
  p->at++;
  frame.bounded = kind >= TOKEN_EBF && kind <= TOKEN_ABG;
  if (frame.bounded && !read_bounds(p, &frame)) return false;
  bool may_have_bounds = kind >= TOKEN_O && kind <= TOKEN_G; /* O H F G */
  if (may_have_bounds && !read_path_bounds(p, &frame)) return false;
  push(s, frame);
  bool quantifier = kind == TOKEN_E || kind == TOKEN_A;
  bool bare = quantifier && p->dialect != CTL_DIALECT_CANONICAL &&
              here(p)->kind != TOKEN_LBRACKET && has_until(p);
  if (bare) push(s, (struct frame){.kind = FRAME_OPEN, .token = p->at, .closer = TOKEN_END});
  return true;
}

static bool refuse_path(struct ctl_parser *p, const struct frame *f) {
  const struct token *t = &p->source->tokens[f->token];
  return ctl_fault(p->source, t, p->fault,
                   "expected a formula without path operators (X F G U R V W, and Y Z O H S T, "
                   "outside of E and A) behind '%.*s'",
                   (int)t->length, p->source->text + t->start);
}

/* Prefix operators and the right operand of an until without brackets bind tightest. */
static bool reduce_tight(struct ctl_parser *p, struct stack *s, uint32_t *value) {
  for (struct frame *f = top(s); f; f = top(s)) {
    bool quantified = false;
    if (f->kind == FRAME_PREFIX && f->op >= TOKEN_EBF && f->op <= TOKEN_ABG && is_path(p, *value))
      return refuse_path(p, f);
    if (f->kind == FRAME_PREFIX)
      *value = make_prefix(p, f, *value);
    else if (f->kind == FRAME_UNTIL && f->closer == TOKEN_END)
      *value = make_until(p, s, *value, &quantified);
    else
      return true;
    s->size -= quantified ? 2 : 1;
  }
  return true;
}

/* Binary operators of a level above `level`, or of that level when `same`. */
static void reduce_binary(struct ctl_parser *p, struct stack *s, int level, bool same,
                          uint32_t *value) {
  for (struct frame *f = top(s);
       f && f->kind == FRAME_BINARY && (f->level > level || (same && f->level == level));
       f = top(s)) {
    *value = f->level == LEVEL_UNTIL ? make_path_until(p, f, *value)
                                     : make(p, binary_op(f->op), f->left, *value);
    s->size--;
  }
}

/* Behind E ( and A ( the language had no path formulas at first, and the operands of U reached up
 * to the parentheses. Where that is not what precedence says, neither reading is taken. */
static bool ambiguous_until(struct ctl_parser *p, const struct token *where) {
  return ctl_fault(p->source, where, p->fault,
                   "the operands of '%.*s' behind E or A could reach further than the next "
                   "operator; add parentheses, or write E[f U g]",
                   (int)where->length, p->source->text + where->start);
}

/* Is the frame at `index` a group directly behind E or A? */
static bool behind_quantifier(const struct stack *s, size_t index) {
  const struct frame *f = &s->at[index];
  return f->kind == FRAME_GROUP && index > 0 && f[-1].kind == FRAME_PREFIX &&
         f[-1].token + 1 == f->token && (f[-1].op == TOKEN_E || f[-1].op == TOKEN_A);
}

/* a & b U c, or a U b & c, inside E ( ): op is the operator that comes now. */
static bool check_until(struct ctl_parser *p, const struct stack *s, enum token_kind op) {
  size_t k = s->size;
  const struct frame *mixed = NULL;
  int level = level_of(p->dialect, op);
  for (; k > 0 && s->at[k - 1].kind == FRAME_BINARY; k--)
    if ((s->at[k - 1].level == LEVEL_UNTIL) != (level == LEVEL_UNTIL) &&
        s->at[k - 1].level <= LEVEL_UNTIL)
      mixed = &s->at[k - 1];
  if (!mixed || k == 0 || !behind_quantifier(s, k - 1) || level > LEVEL_UNTIL) return true;
  return ambiguous_until(p, level == LEVEL_UNTIL ? here(p) : &p->source->tokens[mixed->token]);
}

/* The U of an open until. Its left operand reaches back to the bracket, or to E or A. */
static bool read_until(struct ctl_parser *p, struct stack *s, uint32_t value, bool joined) {
  struct frame *f = top(s);
  if (joined && f->closer == TOKEN_END && is_path(p, value)) return ambiguous_until(p, here(p));
  f->kind = FRAME_UNTIL;
  f->op = here(p)->kind;
  f->left = value;
  p->at++;
  return f->op != TOKEN_BU || read_bounds(p, f);
}

static bool unfinished(struct ctl_parser *p, const struct frame *f) {
  const struct token *start = &p->source->tokens[f->token];
  const char *what = f->kind == FRAME_GROUP   ? "an operator or ')'"
                     : f->kind == FRAME_UNTIL ? "an operator or ']'"
                                              : "an operator, one of U R V W S T BU among them,";
  bool brackets = f->kind == FRAME_OPEN && here(p)->kind == TOKEN_RBRACKET;
  if (brackets)
    return ctl_fault(
        p->source, start, p->fault,
        "expected an operator, one of U R V W S T BU among them, for the '[' in line %u, "
        "column %u: brackets are for f U g and its like; otherwise write (..)",
        start->line, start->column);
  char text[160];
  snprintf(text, sizeof text, "%s for the '%.*s' in line %u, column %u", what, (int)start->length,
           p->source->text + start->start, start->line, start->column);
  return ctl_expected_here(p, text);
}

static bool close_group(struct ctl_parser *p, struct stack *s, uint32_t *value) {
  struct frame *f = top(s);
  bool quantified = false;
  if (f && f->kind == FRAME_GROUP && here(p)->kind == TOKEN_RPAREN) {
    /* nothing to build */
  } else if (f && f->kind == FRAME_UNTIL && f->closer == here(p)->kind) {
    *value = make_until(p, s, *value, &quantified);
  } else {
    return f ? unfinished(p, f) : ctl_expected_here(p, "an operator or the end of the formula");
  }
  s->size -= quantified ? 2 : 1;
  p->at++;
  return true;
}

/* Is the next token, where an operator may stand, the name of a symbol with which a next formula
 * starts? */
static bool starts_formula(const struct ctl_parser *p, const struct stack *s) {
  return s->size == 0 &&
         ctl_names_find(p->names, p->source->text + here(p)->start, here(p)->length);
}

/* The frame of the until that the next U belongs to, below the binary operators; NULL: U is one of
 * them. */
static const struct frame *open_until(const struct stack *s) {
  size_t k = s->size;
  while (k > 0 && s->at[k - 1].kind == FRAME_BINARY) k--;
  return k > 0 && s->at[k - 1].kind == FRAME_OPEN ? &s->at[k - 1] : NULL;
}

static bool read_binary(struct ctl_parser *p, struct stack *s, uint32_t *value) {
  enum token_kind kind = here(p)->kind;
  int level = level_of(p->dialect, kind);
  if (!check_until(p, s, kind)) return false;
  reduce_binary(p, s, level, !right_associative(p->dialect, kind), value);
  struct frame frame = {
      .kind = FRAME_BINARY, .op = kind, .token = p->at++, .left = *value, .level = level};
  if (kind == TOKEN_BU && !read_bounds(p, &frame)) return false;
  push(s, frame);
  return true;
}

/* Behind an operand. *done when the formula ends here. */
static bool read_behind(struct ctl_parser *p, struct stack *s, uint32_t *value, bool *want_operand,
                        bool *done) {
  if (!reduce_tight(p, s, value)) return false;
  enum token_kind kind = here(p)->kind;
  bool until = kind >= TOKEN_U && kind <= TOKEN_BU && !starts_formula(p, s);
  if (until && open_until(s)) {
    bool joined = top(s)->kind == FRAME_BINARY;
    reduce_binary(p, s, 0, false, value);
    *want_operand = true;
    return read_until(p, s, *value, joined);
  }
  *want_operand =
      until || (level_of(p->dialect, kind) && level_of(p->dialect, kind) != LEVEL_UNTIL);
  if (*want_operand) return read_binary(p, s, value);
  reduce_binary(p, s, 0, false, value);
  bool ends = kind == TOKEN_RPAREN && p->enclosed && s->size == 0;
  if (!ends && (kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET)) return close_group(p, s, value);
  *done = true;
  return s->size == 0 || unfinished(p, top(s));
}

bool ctl_parse_formula(struct ctl_parser *p, uint32_t *root) {
  struct stack s = {0};
  uint32_t value = 0;
  bool want_operand = true, done = false, ok = true;
  p->needed = CTL_NOTHING_NEEDED;
  while (ok && !done) {
    if (want_operand) {
      bool operand;
      ok = read_front(p, &s, &value, &operand);
      want_operand = !operand;
    } else {
      ok = read_behind(p, &s, &value, &want_operand, &done);
    }
  }
  free(s.at);
  *root = value;
  return ok;
}
