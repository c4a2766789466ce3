#include "formats/formula.h"

/* How canonical form writes an operator: BEFORE left BETWEEN right AFTER. */
static const struct syntax {
  const char *before, *between, *after;
  bool binary, temporal;
} syntax[] = {
    [FORMULA_ATOM] = {"", "", "", false, false},
    [FORMULA_NOT] = {"!", "", "", false, false},
    [FORMULA_AND] = {"(", " & ", ")", true, false},
    [FORMULA_OR] = {"(", " | ", ")", true, false},
    [FORMULA_XOR] = {"(", " ^ ", ")", true, false},
    [FORMULA_IMPLIES] = {"(", " -> ", ")", true, false},
    [FORMULA_IFF] = {"(", " <-> ", ")", true, false},
    [FORMULA_EX] = {"EX ", "", "", false, true},
    [FORMULA_EF] = {"EF ", "", "", false, true},
    [FORMULA_EG] = {"EG ", "", "", false, true},
    [FORMULA_AX] = {"AX ", "", "", false, true},
    [FORMULA_AF] = {"AF ", "", "", false, true},
    [FORMULA_AG] = {"AG ", "", "", false, true},
    [FORMULA_EU] = {"E[", " U ", "]", true, true},
    [FORMULA_AU] = {"A[", " U ", "]", true, true},
};

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

uint32_t formula_make(struct formulas *arena, enum formula_op op, uint32_t left, uint32_t right) {
  const struct syntax *s = &syntax[op];
  struct formula node = {.op = op, .left = left, .right = s->binary ? right : 0};
  node.length = add_lengths(strlen(s->before) + strlen(s->between) + strlen(s->after),
                            arena->at[left].length);
  if (s->binary) node.length = add_lengths(node.length, arena->at[right].length);
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

bool formula_is_temporal(const struct formulas *arena, uint32_t root) {
  struct lits stack = {0};
  uint8_t *seen = memory_zeroed((size_t)root + 1, 1);
  bool temporal = false;
  lits_push(&stack, root);
  while (stack.size && !temporal) {
    uint32_t k = lits_pop(&stack);
    if (seen[k]) continue;
    seen[k] = 1;
    const struct formula *f = &arena->at[k];
    temporal = syntax[f->op].temporal;
    if (f->op != FORMULA_ATOM) lits_push(&stack, f->left);
    if (syntax[f->op].binary) lits_push(&stack, f->right);
  }
  free(seen);
  lits_free(&stack);
  return temporal;
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
    uint32_t children = f->op == FORMULA_ATOM ? 0 : s->binary ? 2 : 1;
    if (f->op == FORMULA_ATOM) to = put(to, f->text);
    if (printed == 0) to = put(to, s->before);
    if (printed == 1 && children == 2) to = put(to, s->between);
    if (printed < children) {
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
