#include "formats/ctl_parser.h"

/* Bounded operators are written out; beyond this the formula is a mistake. */
enum { BOUND_MAX = 100000 };

enum frame_kind {
  FRAME_GROUP,  /* ( */
  FRAME_PATH,   /* E or A, its left operand is being read */
  FRAME_UNTIL,  /* E or A with operator and left operand, the right operand is being read */
  FRAME_PREFIX, /* ! EX EBF .. */
  FRAME_BINARY, /* left operand and operator */
};

struct frame {
  enum frame_kind kind;
  enum token_kind op; /* FRAME_UNTIL: U R W BU */
  size_t token;       /* where it starts, for messages */
  uint32_t left;
  bool exists;            /* FRAME_PATH, FRAME_UNTIL: E, not A */
  enum token_kind closer; /* FRAME_PATH, FRAME_UNTIL: ] or ), TOKEN_END if there are no brackets */
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

static bool fault_expected(struct ctl_parser *p, const char *what) {
  return ctl_expected(p->source, here(p), p->fault, what);
}

/* 0: no binary operator. IImc has ^ == -> on one level; NuSMV as in its manual, with ->
 * right-associative. */
static int level_of(enum ctl_dialect dialect, enum token_kind op) {
  bool iimc = dialect == CTL_DIALECT_IIMC;
  switch (op) {
  case TOKEN_EQUAL: return 7;
  case TOKEN_EQUAL2:
  case TOKEN_UNEQUAL: return iimc ? 1 : 7;
  case TOKEN_AND: return 5;
  case TOKEN_OR: return 4;
  case TOKEN_XOR:
  case TOKEN_XNOR: return iimc ? 1 : 4;
  case TOKEN_IFF: return iimc ? 1 : 3;
  case TOKEN_IMPLIES: return iimc ? 1 : 2;
  default: return 0;
  }
}

static bool right_associative(enum ctl_dialect dialect, enum token_kind op) {
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

/* EBF a..b f: f | EX(f | EX(.. f)) behind a times EX; the other three alike, with & and AX. */
static uint32_t make_bounded(struct ctl_parser *p, const struct frame *frame, uint32_t f) {
  enum formula_op join =
      frame->op == TOKEN_EBF || frame->op == TOKEN_ABF ? FORMULA_OR : FORMULA_AND;
  enum formula_op step = frame->op == TOKEN_EBF || frame->op == TOKEN_EBG ? FORMULA_EX : FORMULA_AX;
  uint32_t g = f;
  for (uint32_t k = frame->low; k < frame->high; k++) g = make(p, join, f, make(p, step, g, 0));
  for (uint32_t k = 0; k < frame->low; k++) g = make(p, step, g, 0);
  return g;
}

static uint32_t make_prefix(struct ctl_parser *p, const struct frame *frame, uint32_t f) {
  switch (frame->op) {
  case TOKEN_NOT: return negate(p, f);
  case TOKEN_EX: return make(p, FORMULA_EX, f, 0);
  case TOKEN_EF: return make(p, FORMULA_EF, f, 0);
  case TOKEN_EG: return make(p, FORMULA_EG, f, 0);
  case TOKEN_AX: return make(p, FORMULA_AX, f, 0);
  case TOKEN_AF: return make(p, FORMULA_AF, f, 0);
  case TOKEN_AG: return make(p, FORMULA_AG, f, 0);
  default: return make_bounded(p, frame, f);
  }
}

/* E[f BU a..b g]: g | f & EX(..), b-a times, behind a times f & EX. */
static uint32_t make_bounded_until(struct ctl_parser *p, const struct frame *frame, uint32_t f,
                                   uint32_t g) {
  enum formula_op step = frame->exists ? FORMULA_EX : FORMULA_AX;
  uint32_t h = g;
  for (uint32_t k = frame->low; k < frame->high; k++)
    h = make(p, FORMULA_OR, g, make(p, FORMULA_AND, f, make(p, step, h, 0)));
  for (uint32_t k = 0; k < frame->low; k++) h = make(p, FORMULA_AND, f, make(p, step, h, 0));
  return h;
}

/* E[f R g] = !A[!f U !g], A[f R g] = !E[!f U !g], E[f W g] = E[f U g] | EG f, A[f W g] = !E[!g U
 * (!f & !g)]. */
static uint32_t make_until(struct ctl_parser *p, const struct frame *frame, uint32_t g) {
  uint32_t f = frame->left;
  if (frame->op == TOKEN_BU) return make_bounded_until(p, frame, f, g);
  if (frame->op == TOKEN_R)
    return negate(p, make(p, frame->exists ? FORMULA_AU : FORMULA_EU, negate(p, f), negate(p, g)));
  if (frame->op == TOKEN_W && frame->exists)
    return make(p, FORMULA_OR, make(p, FORMULA_EU, f, g), make(p, FORMULA_EG, f, 0));
  if (frame->op == TOKEN_W) {
    uint32_t neither = make(p, FORMULA_AND, negate(p, f), negate(p, g));
    return negate(p, make(p, FORMULA_EU, negate(p, g), neither));
  }
  return make(p, frame->exists ? FORMULA_EU : FORMULA_AU, f, g);
}

static bool read_bound(struct ctl_parser *p, uint32_t *bound) {
  const struct token *t = here(p);
  if (t->kind != TOKEN_NUMBER) return fault_expected(p, "a bound such as 0..5");
  uint64_t value = 0;
  for (size_t k = 0; k < t->length; k++) {
    char c = p->source->text[t->start + k];
    if (c < '0' || c > '9') return fault_expected(p, "a decimal bound");
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
  if (here(p)->kind != TOKEN_RANGE) return fault_expected(p, "'..' between the bounds");
  p->at++;
  if (!read_bound(p, &frame->high)) return false;
  if (frame->low > frame->high)
    return ctl_fault(p->source, first, p->fault, "expected bounds a..b with a <= b");
  return true;
}

/* Everything that may stand in front of an operand. True with *operand set when an operand was
 * read. */
static bool read_front(struct ctl_parser *p, struct stack *s, uint32_t *value, bool *operand) {
  enum token_kind kind = here(p)->kind;
  struct frame frame = {.op = kind, .token = p->at, .closer = TOKEN_END};
  *operand = ctl_is_operand(kind);
  if (*operand) return ctl_parse_operand(p, value);
  if (kind == TOKEN_LPAREN) {
    frame.kind = FRAME_GROUP;
  } else if (kind == TOKEN_NOT || (kind >= TOKEN_EX && kind <= TOKEN_ABG)) {
    frame.kind = FRAME_PREFIX;
  } else if (kind == TOKEN_E || kind == TOKEN_A) {
    frame.kind = FRAME_PATH;
    frame.exists = kind == TOKEN_E;
  } else {
    return fault_expected(p, "a formula");
  }
  p->at++;
  if (frame.kind == FRAME_PATH && here(p)->kind == TOKEN_LBRACKET) {
    frame.closer = TOKEN_RBRACKET;
    p->at++;
  }
  if (kind >= TOKEN_EBF && kind <= TOKEN_ABG && !read_bounds(p, &frame)) return false;
  push(s, frame);
  return true;
}

/* Prefix operators and the right operand of an until without brackets bind tightest. */
static void reduce_tight(struct ctl_parser *p, struct stack *s, uint32_t *value) {
  for (struct frame *f = top(s); f; f = top(s)) {
    if (f->kind == FRAME_PREFIX)
      *value = make_prefix(p, f, *value);
    else if (f->kind == FRAME_UNTIL && f->closer == TOKEN_END)
      *value = make_until(p, f, *value);
    else
      return;
    s->size--;
  }
}

/* Binary operators of a level above `level`, or of that level when `same`. */
static void reduce_binary(struct ctl_parser *p, struct stack *s, int level, bool same,
                          uint32_t *value) {
  for (struct frame *f = top(s);
       f && f->kind == FRAME_BINARY && (f->level > level || (same && f->level == level));
       f = top(s)) {
    *value = make(p, binary_op(f->op), f->left, *value);
    s->size--;
  }
}

/* U R V W BU: turns the pending E or A into an until. E (f U g) is E[f U g]. */
static bool read_until(struct ctl_parser *p, struct stack *s, uint32_t value) {
  struct frame *f = top(s);
  if (f && f->kind == FRAME_GROUP && s->size > 1 && f[-1].kind == FRAME_PATH &&
      f[-1].token + 1 == f->token) {
    s->size--;
    f = top(s);
    f->closer = TOKEN_RPAREN;
  }
  if (!f || f->kind != FRAME_PATH)
    return ctl_fault(p->source, here(p), p->fault, "'%.*s' without E or A in front",
                     (int)here(p)->length, p->source->text + here(p)->start);
  f->kind = FRAME_UNTIL;
  f->op = here(p)->kind;
  f->left = value;
  p->at++;
  return f->op != TOKEN_BU || read_bounds(p, f);
}

static bool unfinished(struct ctl_parser *p, const struct frame *f) {
  const struct token *start = &p->source->tokens[f->token];
  const char *what = f->kind == FRAME_GROUP || f->closer == TOKEN_RPAREN ? "an operator or ')'"
                     : f->kind == FRAME_UNTIL                            ? "an operator or ']'"
                                              : "an operator, one of U R V W BU among them,";
  char text[160];
  snprintf(text, sizeof text, "%s for the '%.*s' in line %u, column %u", what, (int)start->length,
           p->source->text + start->start, start->line, start->column);
  return fault_expected(p, text);
}

static bool close_group(struct ctl_parser *p, struct stack *s, uint32_t *value) {
  struct frame *f = top(s);
  if (f && f->kind == FRAME_GROUP && here(p)->kind == TOKEN_RPAREN) {
    /* nothing to build */
  } else if (f && f->kind == FRAME_UNTIL && f->closer == here(p)->kind) {
    *value = make_until(p, f, *value);
  } else {
    return f ? unfinished(p, f) : fault_expected(p, "an operator or the end of the formula");
  }
  s->size--;
  p->at++;
  return true;
}

/* Behind an operand. *done when the formula ends here. */
static bool read_behind(struct ctl_parser *p, struct stack *s, uint32_t *value, bool *want_operand,
                        bool *done) {
  reduce_tight(p, s, value);
  enum token_kind kind = here(p)->kind;
  int level = level_of(p->dialect, kind);
  if (level) {
    reduce_binary(p, s, level, !right_associative(p->dialect, kind), value);
    push(s,
         (struct frame){
             .kind = FRAME_BINARY, .op = kind, .token = p->at++, .left = *value, .level = level});
    *want_operand = true;
    return true;
  }
  reduce_binary(p, s, 0, false, value);
  bool is_name =
      s->size == 0 && ctl_names_find(p->names, p->source->text + here(p)->start,
                                     here(p)->length); /* a formula that starts with it */
  if (kind >= TOKEN_U && kind <= TOKEN_BU && !is_name) {
    *want_operand = true;
    return read_until(p, s, *value);
  }
  if (kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET) return close_group(p, s, value);
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
