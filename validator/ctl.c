#include "validator/ctl.h"

#include <stdlib.h>
#include <string.h>

uint32_t v_core_node(struct v_core *core, enum v_op op, uint32_t left, uint32_t right) {
  if (op == V_NOT && core->at[left].op == V_NOT) return core->at[left].left; /* !!f is f */
  uint64_t hash = ((uint64_t)op << 60) ^ ((uint64_t)left << 29) ^ right;     /* both below 2^29; collisions are chained */
  uint32_t *last = v_map_at(&core->map, hash);
  for (uint32_t k = *last; k != V_NONE; k = core->chain.at[k])
    if (core->at[k].op == op && core->at[k].left == left && core->at[k].right == right) return k;
  core->at = v_grow(core->at, core->size, &core->capacity, sizeof *core->at);
  core->at[core->size] = (struct v_node){op, left, right};
  v_push(&core->chain, *last);
  return *last = (uint32_t)core->size++;
}

static uint32_t not(struct v_core *c, uint32_t f) { return v_core_node(c, V_NOT, f, 0); }
static uint32_t and(struct v_core *c, uint32_t f, uint32_t g) { return v_core_node(c, V_AND_NODE, f, g); }
static uint32_t or(struct v_core *c, uint32_t f, uint32_t g) { return v_core_node(c, V_OR, f, g); }

/* --- Reading -------------------------------------------------------------------------------------------------- */

enum token {
  T_END, T_BAD, T_ATOM, T_NOT, T_OPEN, T_CLOSE, T_AND, T_OR, T_XOR, T_IMPLIES, T_IFF,
  T_EX, T_EF, T_EG, T_AX, T_AF, T_AG, T_E, T_A, T_U, T_BRACKET, T_UNBRACKET
};
static const struct {
  const char *text, *printed;
} tokens[] = {[T_NOT] = {"!", "!"}, [T_OPEN] = {"(", "("}, [T_CLOSE] = {")", ")"}, [T_AND] = {"&", " & "}, [T_OR] = {"|", " | "},
              [T_XOR] = {"^", " ^ "}, [T_IMPLIES] = {"->", " -> "}, [T_IFF] = {"<->", " <-> "}, [T_EX] = {"EX", "EX "},
              [T_EF] = {"EF", "EF "}, [T_EG] = {"EG", "EG "}, [T_AX] = {"AX", "AX "}, [T_AF] = {"AF", "AF "}, [T_AG] = {"AG", "AG "},
              [T_E] = {"E", "E"}, [T_A] = {"A", "A"}, [T_U] = {"U", " U "}, [T_BRACKET] = {"[", "["}, [T_UNBRACKET] = {"]", "]"}};

struct parser {
  const struct v_model *model;
  const char *start, *at, *end;
  const char *token; /* where the current token starts */
  size_t length;
  struct v_list printed; /* characters */
  struct v_error *error;
};

static bool wrong(struct parser *p, const char *expected) {
  return v_fail(p->error, "formula, column %zu: expected %s", (size_t)(p->token - p->start) + 1, expected);
}

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/* A token is a quoted name, a run of letters and digits, or an operator. */
static enum token next(struct parser *p) {
  while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r')) p->at++;
  p->token = p->at;
  p->length = 0;
  if (p->at == p->end) return T_END;
  size_t left = (size_t)(p->end - p->at), n = 0;
  if (*p->at == '"') {
    for (n = 1; n < left && p->at[n] != '"'; n++)
      if (p->at[n] == '\\') n++;
    if (n++ >= left) return T_BAD;
  } else
    while (n < left && letter(p->at[n])) n++;
  enum token found = n ? T_ATOM : T_BAD;
  for (unsigned t = T_NOT; t <= T_UNBRACKET; t++) {
    size_t size = strlen(tokens[t].text);
    if ((n ? n == size : left >= size) && !memcmp(p->at, tokens[t].text, size)) found = (enum token)t, n = size;
    if (found == (enum token)t) break;
  }
  p->at += n;
  p->length = n;
  return found;
}

static void print(struct parser *p, enum token t) {
  const char *text = t == T_ATOM ? p->token : tokens[t].printed;
  size_t size = t == T_ATOM ? p->length : strlen(text);
  for (size_t k = 0; k < size; k++) v_push(&p->printed, (unsigned char)text[k]);
}

const struct v_list *v_section(const struct v_model *m, char kind) {
  switch (kind) {
  case 'i': return &m->inputs;
  case 'l': return &m->latches;
  case 'o': return &m->outputs;
  case 'b': return &m->bad;
  case 'c': return &m->constraints;
  case 'f': return &m->fairness;
  default: return NULL;
  }
}

/* The literal of the symbol under `name`: whole text first, then blank-separated words, where !word names the complement. */
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
        if (n == size && !memcmp(from, name, n)) match = list->at[s->index];
        else if (words && n == size + 1 && *from == '!' && !memcmp(from + 1, name, size)) match = list->at[s->index] ^ 1;
        if (match != V_NONE && found != V_NONE && match != found) return wrong(p, "a name with one meaning");
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
      if (text[k] == '\\' && (k++, text[k] != '"' && text[k] != '\\')) good = wrong(p, "only \\\" and \\\\ as escapes in this name");
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
  uint64_t value = 0;
  size_t k = list ? 1 : 0;
  if (k == p->length || (text[k] == '0' && k + 1 < p->length)) return wrong(p, "an atom");
  for (; k < p->length; k++) {
    if (text[k] < '0' || text[k] > '9') return wrong(p, "an atom");
    value = 10 * value + (uint64_t)(text[k] - '0');
    if (value > UINT32_MAX) return wrong(p, "a smaller number");
  }
  if (list ? value >= list->size : value > 2 * (uint64_t)p->model->maxvar + 1) return wrong(p, "a position or literal of the model");
  *lit = list ? list->at[value] : (uint32_t)value;
  return *lit < 2 || p->model->kind[*lit / 2] != V_UNDEFINED || wrong(p, "a literal that the model defines");
}

/* The core of  op f  and  f op g, whose arguments are core nodes already. */
static uint32_t rewrite(struct v_core *c, enum token op, uint32_t f, uint32_t g) {
  uint32_t yes = v_core_node(c, V_ATOM, 1, 0);
  switch (op) {
  case T_NOT: return not(c, f);
  case T_AND: return and(c, f, g);
  case T_OR: return or(c, f, g);
  case T_IMPLIES: return or(c, not(c, f), g);
  case T_IFF: return and(c, or(c, not(c, f), g), or(c, f, not(c, g)));
  case T_XOR: return or(c, and(c, f, not(c, g)), and(c, not(c, f), g));
  case T_EX: return v_core_node(c, V_EX, f, 0);
  case T_EF: return v_core_node(c, V_EU, yes, f);
  case T_EG: return v_core_node(c, V_EG, f, 0);
  case T_AX: return not(c, v_core_node(c, V_EX, not(c, f), 0));
  case T_AF: return not(c, v_core_node(c, V_EG, not(c, f), 0));
  case T_AG: return not(c, v_core_node(c, V_EU, yes, not(c, f)));
  case T_E: return v_core_node(c, V_EU, f, g);
  default: /* T_A: !(E[!g U (!f & !g)] | EG !g) */
    return not(c, or(c, v_core_node(c, V_EU, not(c, g), and(c, not(c, f), not(c, g))), v_core_node(c, V_EG, not(c, g), 0)));
  }
}

/* An operator that waits for arguments: !f and EX f for one, (f op g), E[f U g] and A[f U g] for two. */
struct waiting {
  enum token op;  /* T_OPEN until the operator between parentheses is known */
  bool has_left;
  uint32_t left;
};

/* Up to the end of an operand: pushes what is to be applied to it. */
static bool operand(struct parser *p, struct v_core *core, struct waiting **stack, size_t *size, size_t *capacity, uint32_t *value) {
  for (;;) {
    enum token t = next(p);
    if (t == T_ATOM) {
      uint32_t lit = 0;
      if (!atom(p, &lit)) return false;
      *value = v_core_node(core, V_ATOM, lit, 0);
      print(p, t);
      return true;
    }
    if (t != T_NOT && t != T_OPEN && (t < T_EX || t > T_A)) return wrong(p, "a formula");
    print(p, t);
    if (t == T_E || t == T_A) {
      if (next(p) != T_BRACKET) return wrong(p, "[");
      print(p, T_BRACKET);
    }
    *stack = v_grow(*stack, *size, capacity, sizeof **stack);
    (*stack)[(*size)++] = (struct waiting){t, false, 0};
  }
}

/* Behind an operand: applies what is complete. *more says that another operand must follow. */
static bool apply(struct parser *p, struct v_core *core, struct waiting *stack, size_t *size, uint32_t *value, bool *more) {
  for (*more = false; *size; (*size)--) {
    struct waiting *top = &stack[*size - 1];
    bool until = top->op == T_E || top->op == T_A, pair = top->has_left || top->op == T_OPEN || until;
    if (pair) {
      enum token t = next(p);
      if (top->has_left && t != (until ? T_UNBRACKET : T_CLOSE)) return wrong(p, until ? "]" : ")");
      if (!top->has_left && (until ? t != T_U : t < T_AND || t > T_IFF)) return wrong(p, until ? "U" : "an operator");
      print(p, t);
      if (!top->has_left) {
        *top = (struct waiting){until ? top->op : t, true, *value};
        *more = true;
        return true;
      }
    }
    *value = pair ? rewrite(core, top->op, top->left, *value) : rewrite(core, top->op, *value, 0);
  }
  return next(p) == T_END || wrong(p, "the end of the formula");
}

bool v_ctl_read(const struct v_model *model, const char *text, size_t size, struct v_core *core, uint32_t *root, char **printed,
                struct v_error *error) {
  struct parser p = {.model = model, .start = text, .at = text, .end = text + size, .token = text, .error = error};
  struct waiting *stack = NULL;
  size_t depth = 0, capacity = 0;
  bool good = size < V_MAX_VARIABLE / 64 || v_fail(error, "formula: longer than %u bytes", V_MAX_VARIABLE / 64), more = true;
  while (good && more)
    good = operand(&p, core, &stack, &depth, &capacity, root) && apply(&p, core, stack, &depth, root, &more);
  if (good && printed) {
    *printed = v_need(NULL, p.printed.size + 1, 1);
    for (size_t k = 0; k < p.printed.size; k++) (*printed)[k] = (char)p.printed.at[k];
    (*printed)[p.printed.size] = 0;
  }
  free(stack);
  free(p.printed.at);
  return good;
}

/* --- The core ------------------------------------------------------------------------------------------------- */

uint32_t v_core_remove_fairness(struct v_core *core, uint32_t root) {
  size_t size = core->size; /* children come first, so that one pass is enough */
  uint32_t *tau = v_need(NULL, size, sizeof *tau);
  bool *imp = v_need(NULL, size, sizeof *imp);
  uint32_t h = v_core_node(core, V_EG, v_core_node(core, V_ATOM, 1, 0), 0);
  for (uint32_t k = 0; k < size; k++) {
    struct v_node n = core->at[k];
    imp[k] = n.op >= V_EX || (n.op == V_AND_NODE && (imp[n.left] || imp[n.right])) || (n.op == V_OR && imp[n.left] && imp[n.right]);
    if (n.op == V_ATOM) {
      tau[k] = k;
      continue;
    }
    uint32_t left = tau[n.left], right = n.op == V_AND_NODE || n.op == V_OR || n.op == V_EU ? tau[n.right] : 0;
    if (n.op == V_EX && !imp[n.left]) left = and(core, left, h);
    if (n.op == V_EU && !imp[n.right]) right = and(core, right, h);
    tau[k] = v_core_node(core, n.op, left, right);
  }
  uint32_t result = tau[root];
  free(tau);
  free(imp);
  return result;
}

void v_core_number(const struct v_core *core, uint32_t root, struct v_node **nodes, size_t *count) {
  struct v_list stack = {0}, order = {0};
  uint32_t *place = v_need(NULL, core->size, sizeof *place); /* V_NONE: new; V_NONE-1: children pushed; else: in order */
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
  free(stack.at);
  free(order.at);
  free(place);
}

void v_core_free(struct v_core *core) {
  free(core->at);
  v_map_free(&core->map);
  free(core->chain.at);
  *core = (struct v_core){0};
}
