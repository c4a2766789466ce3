#include "formats/formula.h"

#include <assert.h>

/* How canonical form writes an operator: BEFORE left BETWEEN right AFTER. */
static const struct syntax {
  const char *before, *between, *after;
  unsigned arity;
  enum { BOOLEAN, QUANTIFIED, PATH } kind;
} syntax[] = {
    [FORMULA_ATOM] = {"", "", "", 0, BOOLEAN},
    [FORMULA_NOT] = {"!", "", "", 1, BOOLEAN},
    [FORMULA_AND] = {"(", " & ", ")", 2, BOOLEAN},
    [FORMULA_OR] = {"(", " | ", ")", 2, BOOLEAN},
    [FORMULA_XOR] = {"(", " ^ ", ")", 2, BOOLEAN},
    [FORMULA_IMPLIES] = {"(", " -> ", ")", 2, BOOLEAN},
    [FORMULA_IFF] = {"(", " <-> ", ")", 2, BOOLEAN},
    [FORMULA_EX] = {"EX ", "", "", 1, QUANTIFIED},
    [FORMULA_EF] = {"EF ", "", "", 1, QUANTIFIED},
    [FORMULA_EG] = {"EG ", "", "", 1, QUANTIFIED},
    [FORMULA_AX] = {"AX ", "", "", 1, QUANTIFIED},
    [FORMULA_AF] = {"AF ", "", "", 1, QUANTIFIED},
    [FORMULA_AG] = {"AG ", "", "", 1, QUANTIFIED},
    [FORMULA_EU] = {"E[", " U ", "]", 2, QUANTIFIED},
    [FORMULA_AU] = {"A[", " U ", "]", 2, QUANTIFIED},
    [FORMULA_E] = {"E ", "", "", 1, QUANTIFIED},
    [FORMULA_A] = {"A ", "", "", 1, QUANTIFIED},
    [FORMULA_X] = {"X ", "", "", 1, PATH},
    [FORMULA_F] = {"F ", "", "", 1, PATH},
    [FORMULA_G] = {"G ", "", "", 1, PATH},
    [FORMULA_U] = {"[", " U ", "]", 2, PATH},
    [FORMULA_R] = {"[", " R ", "]", 2, PATH},
    [FORMULA_Y] = {"Y ", "", "", 1, PATH},
    [FORMULA_Z] = {"Z ", "", "", 1, PATH},
    [FORMULA_O] = {"O ", "", "", 1, PATH},
    [FORMULA_H] = {"H ", "", "", 1, PATH},
    [FORMULA_S] = {"[", " S ", "]", 2, PATH},
    [FORMULA_T] = {"[", " T ", "]", 2, PATH},
};

unsigned formula_arity(enum formula_op op) { return syntax[op].arity; }

static uint64_t hash_node(const struct formula *f) {
  uint64_t hash = hash_mix(hash_mix(hash_mix((uint64_t)f->op, f->lit), f->left), f->right);
  return f->text ? hash_bytes(hash, f->text, strlen(f->text)) : hash;
}

static uint64_t hash_element(const void *arena, uint32_t index) {
  return hash_node(&((const struct formulas *)arena)->at[index]);
}

static bool same_element(const void *arena, uint32_t index, const void *key) {
  const struct formula *a = &((const struct formulas *)arena)->at[index], *b = key;
  return a->op == b->op && a->lit == b->lit && a->left == b->left && a->right == b->right &&
         (a->op != FORMULA_ATOM || strcmp(a->text, b->text) == 0);
}

/* The node's text, if any, is copied only when the node is new. */
static uint32_t intern(struct formulas *arena, const struct formula *node) {
  uint32_t index = table_find(&arena->table, hash_node(node), same_element, arena, node);
  if (index != TABLE_NONE) return index;
  if (arena->size >= UINT32_MAX - 1) memory_exhausted();
  arena->at = memory_room(arena->at, arena->size, &arena->capacity, sizeof *arena->at);
  index = (uint32_t)arena->size++;
  arena->at[index] = *node;
  if (node->text) arena->at[index].text = memory_string(node->text);
  table_add(&arena->table, index, hash_element, arena);
  return index;
}

static size_t add_lengths(size_t a, size_t b) { return a > SIZE_MAX - b ? SIZE_MAX : a + b; }

/* E [f U g] and A [f U g] with state formulas f and g. */
static bool is_plain_until(const struct formulas *arena, enum formula_op op, uint32_t path) {
  const struct formula *f = &arena->at[path];
  return (op == FORMULA_E || op == FORMULA_A) && f->op == FORMULA_U && !arena->at[f->left].path &&
         !arena->at[f->right].path;
}

uint32_t formula_make(struct formulas *arena, enum formula_op op, uint32_t left, uint32_t right) {
  const struct syntax *s = &syntax[op];
  if (is_plain_until(arena, op, left)) {
    const struct formula *until = &arena->at[left];
    return formula_make(arena, op == FORMULA_E ? FORMULA_EU : FORMULA_AU, until->left,
                        until->right);
  }
  bool binary = s->arity == 2;
  struct formula node = {.op = op, .left = left, .right = binary ? right : 0};
  node.length = add_lengths(strlen(s->before) + strlen(s->between) + strlen(s->after),
                            arena->at[left].length);
  if (binary) node.length = add_lengths(node.length, arena->at[right].length);
  bool inside = arena->at[left].path || (binary && arena->at[right].path);
  assert(!inside || s->kind != QUANTIFIED || op == FORMULA_E || op == FORMULA_A);
  node.path = s->kind == PATH || (s->kind == BOOLEAN && inside);
  return intern(arena, &node);
}

uint32_t formula_atom(struct formulas *arena, uint32_t lit, const char *text) {
  const char *shown = lit == 0 ? "false" : lit == 1 ? "true" : text;
  char *copy = memory_string(shown);
  struct formula node = {.op = FORMULA_ATOM, .lit = lit, .text = copy, .length = strlen(shown)};
  uint32_t index = intern(arena, &node);
  free(copy);
  return index;
}

/* Is there a path quantifier, or, with `paths`, a temporal operator of any kind? */
static bool has_kind(const struct formulas *arena, uint32_t root, bool paths) {
  struct lits stack = {0};
  uint8_t *seen = memory_zeroed((size_t)root + 1, 1);
  bool found = false;
  lits_push(&stack, root);
  while (stack.size && !found) {
    uint32_t k = lits_pop(&stack);
    if (seen[k]) continue;
    seen[k] = 1;
    const struct formula *f = &arena->at[k];
    found = syntax[f->op].kind == QUANTIFIED || (paths && syntax[f->op].kind == PATH);
    if (syntax[f->op].arity >= 1) lits_push(&stack, f->left);
    if (syntax[f->op].arity == 2) lits_push(&stack, f->right);
  }
  free(seen);
  lits_free(&stack);
  return found;
}

bool formula_is_temporal(const struct formulas *arena, uint32_t root) {
  return has_kind(arena, root, true);
}

bool formula_is_quantified(const struct formulas *arena, uint32_t root) {
  return has_kind(arena, root, false);
}

void formulas_free(struct formulas *arena) {
  for (size_t k = 0; k < arena->size; k++) free(arena->at[k].text);
  free(arena->at);
  table_free(&arena->table);
  *arena = (struct formulas){0};
}

static char *put(char *to, const char *text) {
  size_t n = strlen(text);
  memcpy(to, text, n);
  return to + n;
}

char *formula_print(const struct formulas *arena, uint32_t root) {
  if (arena->at[root].length >= SIZE_MAX - 1) memory_exhausted();
  char *text = memory_alloc(arena->at[root].length + 1, 1), *to = text;
  struct lits stack = {0}; /* pairs: node, and how many of its children have been printed */
  lits_push(&stack, root);
  lits_push(&stack, 0);
  while (stack.size) {
    uint32_t printed = stack.at[stack.size - 1]++, k = stack.at[stack.size - 2];
    const struct formula *f = &arena->at[k];
    const struct syntax *s = &syntax[f->op];
    if (f->op == FORMULA_ATOM) to = put(to, f->text);
    if (printed == 0) to = put(to, s->before);
    if (printed == 1 && s->arity == 2) to = put(to, s->between);
    if (printed < s->arity) {
      lits_push(&stack, printed == 0 ? f->left : f->right);
      lits_push(&stack, 0);
    } else {
      to = put(to, s->after);
      stack.size -= 2;
    }
  }
  *to = 0;
  lits_free(&stack);
  return text;
}
