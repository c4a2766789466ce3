#include "validator/kernel/model.h"

uint32_t v_core_node(struct v_core *core, enum v_op op, uint32_t left, uint32_t right) {
  if (op == V_NOT && core->at[left].op == V_NOT) return core->at[left].left; /* !!f is f */
  uint32_t *found = v_map_at(&core->map, (uint64_t)op << 60 | (uint64_t)left << 30 |
                                             right); /* both are below 2^29 */
  if (*found != V_NONE) return *found;
  core->at = v_grow(core->at, core->size, &core->capacity, sizeof *core->at);
  core->at[core->size] = (struct v_node){op, left, right};
  return *found = (uint32_t)core->size++;
}

static uint32_t not(struct v_core * c, uint32_t f) { return v_core_node(c, V_NOT, f, 0); }
static uint32_t and (struct v_core * c, uint32_t f, uint32_t g) {
  return v_core_node(c, V_AND_NODE, f, g);
}
static uint32_t or (struct v_core * c, uint32_t f, uint32_t g) {
  return v_core_node(c, V_OR, f, g);
}

/* --- Reading --- */
enum token {
  T_END,
  T_BAD,
  T_ATOM,
  T_NOT,
  T_OPEN,
  T_CLOSE,
  T_AND,
  T_OR,
  T_XOR,
  T_IMPLIES,
  T_IFF,
  T_EX,
  T_EF,
  T_EG,
  T_AX,
  T_AF,
  T_AG,
  T_E,
  T_A,
  T_U,
  T_BRACKET,
  T_UNBRACKET
};
static const char *const tokens[] = {NULL, NULL, NULL, "!",  "(",  ")",  "&", "|", "^", "->", "<->",
                                     "EX", "EF", "EG", "AX", "AF", "AG", "E", "A", "U", "[",  "]"};

/* An operator that waits for arguments: !f and EX f for one, (f op g), E[f U g] and A[f U g] for
 * two. */
struct waiting {
  enum token op; /* T_OPEN until the operator between parentheses is known */
  bool has_left;
  uint32_t left;
};

struct parser {
  const struct v_model *model;
  struct v_core *core;
  struct v_text text; /* behind the current token, which is: */
  const char *token;
  size_t length;
  struct waiting *stack;
  size_t depth, capacity;
};

static bool wrong(struct parser *p, const char *expected) {
  p->text.at = p->token;
  return v_expected(&p->text, expected);
}

static bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* A token is a quoted name, a run of letters and digits, or an operator. */
static enum token next(struct parser *p) {
  struct v_text *t = &p->text;
  while (v_at(t, ' ') || v_at(t, '\t') || v_at(t, '\n') || v_at(t, '\r')) t->at++;
  p->token = t->at;
  if (t->at == t->end) return T_END;
  size_t left = (size_t)(t->end - t->at), n = 0;
  if (*t->at == '"') {
    for (n = 1; n < left && t->at[n] != '"'; n++)
      if (t->at[n] == '\\') n++;
    if (n++ >= left) return T_BAD;
  } else
    while (n < left && letter(t->at[n])) n++;
  enum token found = n ? T_ATOM : T_BAD;
  for (unsigned k = T_NOT; k <= T_UNBRACKET && found < T_NOT; k++) {
    size_t size = strlen(tokens[k]);
    if ((n ? n == size : left >= size) && !memcmp(t->at, tokens[k], size))
      found = (enum token)k, p->length = size;
  }
  if (found < T_NOT) p->length = n;
  t->at += p->length;
  return found;
}

const struct v_list *v_section(const struct v_model *m, char kind) {
  static const char kinds[] = "ilobcf";
  const struct v_list *const sections[] = {&m->inputs, &m->latches,     &m->outputs,
                                           &m->bad,    &m->constraints, &m->fairness};
  const char *found = kind ? strchr(kinds, kind) : NULL;
  return found ? sections[found - kinds] : NULL;
}

/* The literal of the symbol under `name`: whole text first, then blank-separated words, where !word
 * names the complement. */
static bool named(struct parser *p, const char *name, size_t size, uint32_t *lit) {
  uint32_t found = V_NONE;
  for (int words = 0; words < 2 && found == V_NONE; words++)
    for (size_t k = 0; k < p->model->num_symbols; k++) {
      const struct v_symbol *s = &p->model->symbols[k];
      const struct v_list *list = v_section(p->model, s->kind);
      const char *from = s->name, *end = s->name + s->length;
      while (list && from <= end) {
        const char *to = words ? memchr(from, ' ', (size_t)(end - from)) : end;
        if (!to) to = end;
        size_t n = (size_t)(to - from);
        uint32_t match = V_NONE;
        if (n == size && !memcmp(from, name, n))
          match = list->at[s->index];
        else if (words && n == size + 1 && *from == '!' && !memcmp(from + 1, name, size))
          match = list->at[s->index] ^ 1;
        if (match != V_NONE && found != V_NONE && match != found)
          return wrong(p, "a name with one meaning");
        if (match != V_NONE) found = match;
        from = to + 1;
      }
    }
  *lit = found;
  return found != V_NONE || wrong(p, "a name in the symbol table");
}

/* true, false, "name", a section letter and a position, or a literal of the model. */
static bool atom(struct parser *p, uint32_t *lit) {
  const char *text = p->token;
  if (*text == '"') {
    char *name = v_need(NULL, p->length, 1);
    size_t size = 0;
    bool good = true;
    for (size_t k = 1; k + 1 < p->length; k++) {
      if (text[k] == '\\' && (k++, text[k] != '"' && text[k] != '\\'))
        good = wrong(p, "only \\\" and \\\\ as escapes in this name");
      name[size++] = text[k];
    }
    good = good && named(p, name, size, lit);
    free(name);
    return good;
  }
  bool yes = p->length == 4 && !memcmp(text, "true", 4);
  *lit = yes;
  if (yes || (p->length == 5 && !memcmp(text, "false", 5))) return true;
  const struct v_list *list = v_section(p->model, *text);
  struct v_text number = p->text;
  uint32_t value, max = list ? (uint32_t)list->size - 1 : 2 * p->model->maxvar + 1;
  number.at = text + (list != NULL);
  if (number.at == p->text.at || *number.at < '0' || *number.at > '9') return wrong(p, "an atom");
  if (list && !list->size) return wrong(p, "a section that is not empty");
  if (!v_number(&number, max, &value)) return false;
  if (number.at != p->text.at) return wrong(p, "an atom");
  *lit = list ? list->at[value] : value;
  return *lit < 2 || p->model->kind[*lit / 2] != V_UNDEFINED ||
         wrong(p, "a literal that the model defines");
}

/* The core of  op f  and  f op g, whose arguments are core nodes already. */
static uint32_t rewrite(struct v_core *c, enum token op, uint32_t f, uint32_t g) {
  uint32_t yes = v_core_node(c, V_ATOM, 1, 0);
  switch (op) {
  case T_NOT: return not(c, f);
  case T_AND: return and(c, f, g);
  case T_OR: return or (c, f, g);
  case T_IMPLIES: return or (c, not(c, f), g);
  case T_IFF: return and(c, or (c, not(c, f), g), or (c, f, not(c, g)));
  case T_XOR: return or (c, and(c, f, not(c, g)), and(c, not(c, f), g));
  case T_EX: return v_core_node(c, V_EX, f, 0);
  case T_EF: return v_core_node(c, V_EU, yes, f);
  case T_EG: return v_core_node(c, V_EG, f, 0);
  case T_AX: return not(c, v_core_node(c, V_EX, not(c, f), 0));
  case T_AF: return not(c, v_core_node(c, V_EG, not(c, f), 0));
  case T_AG: return not(c, v_core_node(c, V_EU, yes, not(c, f)));
  case T_E: return v_core_node(c, V_EU, f, g);
  default: /* T_A: !(E[!g U (!f & !g)] | EG !g) */
    return not(c, or (c, v_core_node(c, V_EU, not(c, g), and(c, not(c, f), not(c, g))),
                      v_core_node(c, V_EG, not(c, g), 0)));
  }
}

/* Up to the end of an operand: pushes what is to be applied to it. */
static bool operand(struct parser *p, uint32_t *value) {
  for (;;) {
    enum token t = next(p);
    if (t == T_ATOM) {
      uint32_t lit = 0;
      if (!atom(p, &lit)) return false;
      *value = v_core_node(p->core, V_ATOM, lit, 0);
      return true;
    }
    if (t != T_NOT && t != T_OPEN && (t < T_EX || t > T_A)) return wrong(p, "a formula");
    if (t >= T_E && next(p) != T_BRACKET) return wrong(p, "[");
    p->stack = v_grow(p->stack, p->depth, &p->capacity, sizeof *p->stack);
    p->stack[p->depth++] = (struct waiting){t, false, 0};
  }
}

/* Behind an operand: applies what is complete. *more says that another operand must follow. */
static bool apply(struct parser *p, uint32_t *value, bool *more) {
  for (*more = false; p->depth; p->depth--) {
    struct waiting *top = &p->stack[p->depth - 1];
    bool until = top->op == T_E || top->op == T_A,
         pair = top->has_left || top->op == T_OPEN || until;
    if (!pair) {
      *value = rewrite(p->core, top->op, *value, 0);
      continue;
    }
    enum token t = next(p);
    if (top->has_left && t != (until ? T_UNBRACKET : T_CLOSE)) return wrong(p, until ? "]" : ")");
    if (!top->has_left && (until ? t != T_U : t < T_AND || t > T_IFF))
      return wrong(p, until ? "U" : "an operator");
    if (!top->has_left) {
      *top = (struct waiting){until ? top->op : t, true, *value};
      return *more = true;
    }
    *value = rewrite(p->core, top->op, top->left, *value);
  }
  return next(p) == T_END || wrong(p, "the end of the formula");
}

bool v_ctl_read(const struct v_model *model, const char *text, size_t size, struct v_core *core,
                uint32_t *root, struct v_error *error) {
  struct parser p = {
      .model = model, .core = core, .text = {"formula", text, text, text + size, 1, error}};
  bool good = size < V_MAX_VARIABLE / 64 ||
              v_fail(error, "formula: longer than %u bytes", V_MAX_VARIABLE / 64),
       more = true;
  while (good && more) good = operand(&p, root) && apply(&p, root, &more);
  free(p.stack);
  return good;
}

/* --- The core --- */
uint32_t v_core_remove_fairness(struct v_core *core, uint32_t root) {
  size_t size = core->size; /* children come first, so that one pass is enough */
  uint32_t *tau = v_need(NULL, size, sizeof *tau);
  bool *imp = v_need(NULL, size, sizeof *imp);
  uint32_t h = v_core_node(core, V_EG, v_core_node(core, V_ATOM, 1, 0), 0);
  for (uint32_t k = 0; k < size; k++) {
    struct v_node n = core->at[k];
    imp[k] = n.op >= V_EX || (n.op == V_AND_NODE && (imp[n.left] || imp[n.right])) ||
             (n.op == V_OR && imp[n.left] && imp[n.right]);
    if (n.op == V_ATOM) {
      tau[k] = k;
      continue;
    }
    uint32_t left = tau[n.left],
             right = n.op == V_AND_NODE || n.op == V_OR || n.op == V_EU ? tau[n.right] : 0;
    if (n.op == V_EX && !imp[n.left]) left = and(core, left, h);
    if (n.op == V_EU && !imp[n.right]) right = and(core, right, h);
    tau[k] = v_core_node(core, n.op, left, right);
  }
  uint32_t result = tau[root];
  V_FREE(tau, imp);
  return result;
}

void v_core_number(const struct v_core *core, uint32_t root, struct v_node **nodes, size_t *count) {
  struct v_list stack = {0}, order = {0};
  uint32_t *place = v_need(
      NULL, core->size, sizeof *place); /* V_NONE: new; V_NONE-1: children pushed; else: in order */
  for (size_t k = 0; k < core->size; k++) place[k] = V_NONE;
  for (v_push(&stack, root); stack.size;) {
    uint32_t k = stack.at[stack.size - 1];
    struct v_node n = core->at[k];
    if (place[k] != V_NONE) {
      if (place[k] == V_NONE - 1) place[k] = (uint32_t)order.size, v_push(&order, k);
      stack.size--;
      continue;
    }
    place[k] = V_NONE - 1;
    bool binary = n.op == V_AND_NODE || n.op == V_OR || n.op == V_EU;
    if (binary && place[n.right] == V_NONE) v_push(&stack, n.right);
    if (n.op != V_ATOM && place[n.left] == V_NONE) v_push(&stack, n.left);
  }
  *count = order.size;
  *nodes = v_need(NULL, *count, sizeof **nodes);
  uint32_t last = (uint32_t)order.size - 1;
  for (size_t k = 0; k < order.size; k++) {
    struct v_node n = core->at[order.at[k]];
    if (n.op == V_AND_NODE || n.op == V_OR || n.op == V_EU) n.right = last - place[n.right];
    if (n.op != V_ATOM) n.left = last - place[n.left];
    (*nodes)[last - k] = n;
  }
  V_FREE(stack.at, order.at, place);
}

void v_core_free(struct v_core *core) {
  v_map_free(&core->map);
  free(core->at);
  *core = (struct v_core){0};
}
