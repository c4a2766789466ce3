#include "formats/ctl_parser.h"

#include "formats/support/text_file.h"

/* The first comparison whose root is not below `node`. */
static size_t find(const struct ctl_file *file, uint32_t node) {
  size_t low = 0, high = file->num_comparisons;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (file->comparisons[middle].root < node)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const char *ctl_comparison(const struct ctl_file *file, uint32_t node) {
  size_t k = find(file, node);
  bool found = k < file->num_comparisons && file->comparisons[k].root == node;
  return found ? file->comparisons[k].written : NULL;
}

/* Takes over the text. */
static void add(struct ctl_file *file, uint32_t node, char *written) {
  size_t k = find(file, node);
  file->comparisons = memory_room(file->comparisons, file->num_comparisons,
                                  &file->comparisons_capacity, sizeof *file->comparisons);
  memmove(file->comparisons + k + 1, file->comparisons + k,
          (file->num_comparisons - k) * sizeof *file->comparisons);
  file->comparisons[k] = (struct ctl_comparison){node, written};
  file->num_comparisons++;
}

/* A bit, or its complement, has a name of its own. */
static bool is_literal(const struct formulas *arena, uint32_t node) {
  const struct formula *f = &arena->at[node];
  return f->op == FORMULA_ATOM || (f->op == FORMULA_NOT && arena->at[f->left].op == FORMULA_ATOM);
}

void ctl_remember(struct ctl_file *file, const struct ctl_source *source, uint32_t node,
                  size_t from, size_t to) {
  char *text;
  size_t size;
  if (is_literal(&file->arena, node) || ctl_comparison(file, node)) return;
  FILE *out = text_open(&text, &size);
  ctl_write_tokens(source, out, from, to);
  text_close(out);
  add(file, node, text);
}

/* map[k] is what node k is in *to. */
static uint32_t copy_node(struct formulas *to, const struct formula *f, const uint32_t *map) {
  if (f->op == FORMULA_ATOM) return formula_atom(to, f->lit, f->text);
  unsigned arity = formula_arity(f->op);
  return formula_make(to, f->op, map[f->left], arity == 2 ? map[f->right] : 0);
}

void ctl_adopt_words(struct ctl_file *to, const struct ctl_file *from) {
  const struct formulas *arena = &from->arena;
  uint8_t *wanted = memory_zeroed(arena->size, 1);
  uint32_t *map = memory_zeroed(arena->size, sizeof *map);
  declared_adopt(&to->declared, &from->declared);
  for (size_t k = 0; k < from->num_comparisons; k++) wanted[from->comparisons[k].root] = 1;
  for (size_t k = arena->size; k-- > 0;) {
    unsigned arity = wanted[k] ? formula_arity(arena->at[k].op) : 0;
    if (arity > 0) wanted[arena->at[k].left] = 1;
    if (arity > 1) wanted[arena->at[k].right] = 1;
  }
  for (size_t k = 0; k < arena->size; k++)
    if (wanted[k]) map[k] = copy_node(&to->arena, &arena->at[k], map);
  for (size_t k = 0; k < from->num_comparisons; k++) {
    const struct ctl_comparison *c = &from->comparisons[k];
    if (!ctl_comparison(to, map[c->root])) add(to, map[c->root], memory_string(c->written));
  }
  free(wanted);
  free(map);
}

void ctl_copy_formulas(struct ctl_file *to, const struct ctl_file *from) {
  uint32_t *map = memory_alloc(from->arena.size, sizeof *map);
  for (size_t k = 0; k < from->arena.size; k++) {
    map[k] = copy_node(&to->arena, &from->arena.at[k], map);
    assert(map[k] == k);
  }
  free(map);
  ctl_adopt_words(to, from);
}
