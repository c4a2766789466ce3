#include "validator/kernel/formula.h"

#include "validator/kernel/names.h"

enum { MOST_BYTES = V_MAX_VARIABLE / 64 }; /* a byte gives at most a few nodes */

/* --- Tokens --- */
/* What stands before its arguments, what stands between or behind them, and the rest: a run is made
 * of letters and digits, or a plain name. */
enum { T_NOT, T_PAREN, T_BRACKET, T_EX, T_EF, T_EG, T_AX, T_AF, T_AG, T_E, T_A, T_X, T_F, T_G };
enum { T_Y = T_G + 1, T_Z, T_O, T_H };
enum { T_AND = T_H + 1, T_OR, T_XOR, T_IMPLIES, T_IFF, T_U, T_R, T_S, T_T };
enum { T_END_PAREN = T_T + 1, T_END_BRACKET, T_QUOTED, T_RUN, T_END, T_UNKNOWN };
static const char *const texts[T_END_BRACKET + 1] = {
    "!", "(", "[", "EX", "EF", "EG", "AX", "AF",  "AG", "E", "A", "X", "F", "G", "Y",
    "Z", "O", "H", "&",  "|",  "^",  "->", "<->", "U",  "R", "S", "T", ")", "]"};

static bool is_infix(int t) { return t >= T_AND && t <= T_IFF; }
static bool is_until(int t) { return t >= T_U && t <= T_T; }
static bool has_left(int t) { return is_infix(t) || is_until(t); }
static bool needs_formula(int t) { return t >= T_EX && t <= T_AG; }

/* An operator that waits for arguments: !f and EX f for one, (f op g) and [f U g] for two. */
struct waiting {
  int op;        /* ( or [ until the operator between them is known */
  uint32_t left; /* known with it */
};

struct parser {
  const struct v_model *model;
  struct v_names names;
  v_name_length *plain;
  bool timeless; /* no temporal operators here */
  struct v_core *core;
  struct v_text text; /* behind the current token, which is: */
  const char *token;
  size_t length;
  V_LIST_OF(struct waiting) stack;
};

static bool wrong(struct parser *p, const char *expected) {
  p->text.at = p->token;
  return v_expected(&p->text, expected);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool equals(const struct parser *p, const char *word) {
  return p->length == strlen(word) && !memcmp(p->token, word, p->length);
}

/* Bytes of a quoted name with its quotes; 0 if it does not end. */
static size_t quoted_length(const char *at, size_t left) {
  size_t n = 1;
  while (n < left && at[n] != '"') n += at[n] == '\\' ? 2 : 1;
  return n < left ? n + 1 : 0;
}

/* Bytes of a run of letters and digits. */
static size_t run_length(const char *at, size_t left) {
  size_t n = 0;
  while (n < left && (is_letter(at[n]) || is_digit(at[n]))) n++;
  return n;
}

static int take(struct parser *p, int token, size_t length) {
  p->length = length;
  p->text.at = p->token + length;
  return token;
}

/* A word is all of a run; a sign is what the rest of the text starts with. */
static int word_or_sign(struct parser *p, size_t run, size_t left) {
  for (int t = T_NOT; t <= T_END_BRACKET; t++) {
    size_t length = strlen(texts[t]);
    bool fits = run > 0 ? length == run : length <= left;
    if (fits && !memcmp(p->token, texts[t], length)) return take(p, t, length);
  }
  return run > 0 ? take(p, T_RUN, run) : T_UNKNOWN;
}

static int next(struct parser *p) {
  struct v_text *t = &p->text;
  while (v_at(t, ' ') || v_at(t, '\t') || v_at(t, '\n') || v_at(t, '\r')) t->at++;
  p->token = t->at;
  if (t->at == t->end) return T_END;
  size_t left = (size_t)(t->end - t->at);
  if (*t->at == '"') {
    size_t length = quoted_length(t->at, left);
    return length > 0 ? take(p, T_QUOTED, length) : T_UNKNOWN;
  }
  return word_or_sign(p, p->plain ? p->plain(t->at, left) : run_length(t->at, left), left);
}

/* --- Atoms --- */
static bool named(struct parser *p, const struct v_name *name, uint32_t *lit) {
  *lit = name->lit;
  return !name->ambiguous || wrong(p, "a name with one meaning");
}

/* "name" */
static bool quoted_atom(struct parser *p, uint32_t *lit) {
  char *name = v_need(NULL, p->length, 1);
  size_t size = 0;
  bool escapes_are_right = true;
  for (size_t k = 1; k + 1 < p->length; k++) {
    if (p->token[k] == '\\') {
      k++;
      if (p->token[k] != '"' && p->token[k] != '\\') escapes_are_right = false;
    }
    name[size++] = p->token[k];
  }
  const struct v_name *found = v_names_find(&p->names, name, size);
  free(name);
  if (!escapes_are_right) return wrong(p, "only \\\" and \\\\ as escapes in this name");
  return found ? named(p, found, lit) : wrong(p, "a name in the symbol table");
}

/* Is the rest of the token, from byte `from` on, made of digits? */
static bool is_numeric(const struct parser *p, size_t from) {
  size_t k = from;
  while (k < p->length && is_digit(p->token[k])) k++;
  return k == p->length && k > from;
}

static bool number_from(const struct parser *p, size_t from, uint32_t max, uint32_t *value) {
  struct v_text digits = p->text;
  digits.at = p->token + from;
  return v_number(&digits, max, value);
}

/* An AIGER literal, whatever names there are. */
static bool literal_atom(struct parser *p, uint32_t *lit) {
  if (!number_from(p, 0, 2 * p->model->maxvar + 1, lit)) return false;
  if (*lit > 1 && p->model->kind[*lit / 2] == V_UNDEFINED)
    return wrong(p, "a literal that the model defines");
  return true;
}

/* A constant, a literal, a position, or a plain name. A position that is also the name of something
 * else is refused: whoever wrote the formula may have meant either. */
static bool run_atom(struct parser *p, uint32_t *lit) {
  *lit = equals(p, "true");
  if (*lit || equals(p, "false")) return true;
  if (is_numeric(p, 0)) return literal_atom(p, lit);
  const struct v_name *name = v_names_find(&p->names, p->token, p->length);
  const struct v_list *section = is_numeric(p, 1) ? v_section(p->model, *p->token) : NULL;
  uint32_t position;
  if (section && number_from(p, 1, V_MAX_VARIABLE, &position) && position < section->size) {
    *lit = section->at[position];
    if (!name || (!name->ambiguous && name->lit == *lit)) return true;
    return wrong(p, "one meaning: this is a position, and the name of another literal (write the "
                    "name in quotes, or the number of the literal)");
  }
  if (name && p->plain) return named(p, name, lit);
  return wrong(p, section ? "the position of an entry"
                          : "an atom: a name in \"quotes\", a position such as l0, or a literal");
}

/* --- Formulas --- */
static uint32_t negation(struct v_core *c, uint32_t f) { return v_core_node(c, V_NOT, f, 0); }
static uint32_t both(struct v_core *c, uint32_t f, uint32_t g) {
  return v_core_node(c, V_BOTH, f, g);
}
static uint32_t either(struct v_core *c, uint32_t f, uint32_t g) {
  return v_core_node(c, V_OR, f, g);
}

/* !(E[!g U (!f & !g)] | EG !g) */
static uint32_t all_until(struct v_core *c, uint32_t f, uint32_t g) {
  uint32_t not_g = negation(c, g);
  uint32_t neither = both(c, negation(c, f), not_g);
  uint32_t until = v_core_node(c, V_EU, not_g, neither);
  return negation(c, either(c, until, v_core_node(c, V_EG, not_g, 0)));
}

/* E p, or A p = !E !p; if p was written as [f U g], with formulas f and g, it is CTL's. */
static uint32_t quantified(struct v_core *c, bool all, uint32_t p, bool is_until) {
  struct v_node n = c->at[p];
  if (is_until && !v_is_path(c, n.left) && !v_is_path(c, n.right))
    return all ? all_until(c, n.left, n.right) : v_core_node(c, V_EU, n.left, n.right);
  return all ? negation(c, v_core_node(c, V_E, negation(c, p), 0)) : v_core_node(c, V_E, p, 0);
}

/* (!f | g) & (f | !g) */
static uint32_t equivalence(struct v_core *c, uint32_t f, uint32_t g) {
  uint32_t forth = either(c, negation(c, f), g);
  return both(c, forth, either(c, f, negation(c, g)));
}

/* (f & !g) | (!f & g) */
static uint32_t difference(struct v_core *c, uint32_t f, uint32_t g) {
  uint32_t left = both(c, f, negation(c, g));
  return either(c, left, both(c, negation(c, f), g));
}

/* The core of  op f  and  f op g, of core nodes; `inner` is the operator of f in  op f. */
static uint32_t rewrite(struct v_core *c, int op, uint32_t f, uint32_t g, int inner) {
  static const enum v_op in_core[] = {
      [T_NOT] = V_NOT, [T_AND] = V_BOTH, [T_OR] = V_OR, [T_EX] = V_EX, [T_EG] = V_EG, [T_X] = V_X,
      [T_Y] = V_Y,     [T_Z] = V_Z,      [T_U] = V_U,   [T_R] = V_R,   [T_S] = V_S,   [T_T] = V_T};
  uint32_t yes = v_core_node(c, V_ATOM, 1, 0);
  switch (op) {
  case T_IMPLIES: return either(c, negation(c, f), g);
  case T_IFF: return equivalence(c, f, g);
  case T_XOR: return difference(c, f, g);
  case T_EF: return v_core_node(c, V_EU, yes, f);
  case T_AX: return negation(c, v_core_node(c, V_EX, negation(c, f), 0));
  case T_AF: return negation(c, v_core_node(c, V_EG, negation(c, f), 0));
  case T_AG: return negation(c, v_core_node(c, V_EU, yes, negation(c, f)));
  case T_E:
  case T_A: return quantified(c, op == T_A, f, inner == T_U);
  case T_F: return v_core_node(c, V_U, yes, f);
  case T_G: return v_core_node(c, V_R, v_core_node(c, V_ATOM, 0, 0), f);
  case T_O: return v_core_node(c, V_S, yes, f);
  case T_H: return v_core_node(c, V_T, v_core_node(c, V_ATOM, 0, 0), f);
  default: return v_core_node(c, in_core[op], f, g); /* nothing else is pushed */
  }
}

static bool is_prefix(const struct parser *p, int t) {
  return t >= T_NOT && t <= (p->timeless ? T_PAREN : T_H);
}

/* Up to the end of an operand: pushes what is to be applied to it. */
static bool operand(struct parser *p, uint32_t *value) {
  int t = next(p);
  for (; is_prefix(p, t); t = next(p)) V_ADD(&p->stack, (struct waiting){t, 0});
  uint32_t lit = 0;
  if (t != T_QUOTED && t != T_RUN) return wrong(p, "a formula");
  if (!(t == T_QUOTED ? quoted_atom(p, &lit) : run_atom(p, &lit))) return false;
  *value = v_core_node(p->core, V_ATOM, lit, 0);
  return true;
}

/* Behind the left operand of `top`: its operator. */
static bool middle(struct parser *p, struct waiting *top, uint32_t value) {
  int t = next(p);
  if (top->op == T_BRACKET && !is_until(t)) return wrong(p, "U, R, S or T");
  if (top->op == T_PAREN && !is_infix(t)) return wrong(p, "an operator");
  *top = (struct waiting){t, value};
  return true;
}

/* Of an argument of EX, or of the whole. */
static bool path_is_no_formula(struct parser *p) {
  return wrong(p, "E or A before the temporal operators of a formula before here");
}

/* Behind an operand: applies what is complete. *more says that another operand must follow. */
static bool apply(struct parser *p, uint32_t *value, bool *more) {
  int inner = T_END;
  for (*more = false; p->stack.size > 0; p->stack.size--) {
    struct waiting *top = &p->stack.at[p->stack.size - 1];
    if (has_left(top->op)) {
      int close = is_until(top->op) ? T_END_BRACKET : T_END_PAREN;
      if (next(p) != close) return wrong(p, texts[close]);
      *value = rewrite(p->core, top->op, top->left, *value, T_END);
    } else if (top->op == T_PAREN || top->op == T_BRACKET) {
      *more = true;
      return middle(p, top, *value);
    } else if (needs_formula(top->op) && v_is_path(p->core, *value)) {
      return path_is_no_formula(p);
    } else {
      *value = rewrite(p->core, top->op, *value, 0, inner);
    }
    inner = top->op;
  }
  return !v_is_path(p->core, *value) || path_is_no_formula(p);
}

static bool formula(struct parser *p, uint32_t *root) {
  bool more = true;
  while (more)
    if (!operand(p, root) || !apply(p, root, &more)) return false;
  return true;
}

/* "<word> f", as often as it is there */
static bool clauses(struct parser *p, const char *word, struct v_list *roots) {
  const char *before = p->text.at;
  uint32_t f;
  p->timeless = true;
  for (; next(p) == T_RUN && equals(p, word); before = p->text.at) {
    if (!formula(p, &f)) return false;
    v_push(roots, f);
  }
  p->timeless = false;
  p->text.at = before;
  return true;
}

bool v_formula_read(const struct v_model *model, const char *text, size_t size,
                    v_name_length *plain, struct v_core *core, uint32_t *root,
                    struct v_error *error) {
  if (size >= MOST_BYTES) return v_fail(error, "formula: longer than %d bytes", MOST_BYTES);
  struct parser p = {.model = model,
                     .plain = plain,
                     .core = core,
                     .text = {"formula", text, text, text + size, 1, error}};
  v_names_init(&p.names, model);
  bool good = clauses(&p, "fair", &core->fair) && clauses(&p, "assume", &core->assume);
  core->timeless = core->size;
  good = good && formula(&p, root) && (next(&p) == T_END || wrong(&p, "the end of the formula"));
  v_names_free(&p.names);
  free(p.stack.at);
  return good;
}
