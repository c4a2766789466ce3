#include "certifier/pipeline/vacuity.h"

/* The sign under which a part stands. */
enum { POSITIVE, NEGATIVE, MIXED, NUM_SIGNS };

static unsigned flip(unsigned sign) {
  return sign == MIXED ? MIXED : sign == POSITIVE ? NEGATIVE : POSITIVE;
}

/* Of an operand of a formula with that sign. */
static unsigned operand_sign(enum formula_op op, bool right, unsigned sign) {
  if (op == FORMULA_XOR || op == FORMULA_IFF) return MIXED;
  if (op == FORMULA_NOT || (op == FORMULA_IMPLIES && !right)) return flip(sign);
  return sign;
}

static bool is_leaf(const struct vacuity *v, uint32_t node) {
  return v->file.arena.at[node].op == FORMULA_ATOM || ctl_comparison(&v->file, node);
}

/* A negation matters as what it negates does; constants are nobody's part. */
static void add_part(struct vacuity *v, uint32_t node, unsigned sign) {
  const struct formulas *arena = &v->file.arena;
  while (arena->at[node].op == FORMULA_NOT && !ctl_comparison(&v->file, node)) {
    node = arena->at[node].left;
    sign = flip(sign);
  }
  if (arena->at[node].op == FORMULA_ATOM && arena->at[node].lit < 2) return;
  if (v->seen[node] & 1u << sign) return;
  v->seen[node] |= (uint8_t)(1u << sign);
  lits_push(&v->queue, node);
  lits_push(&v->queue, sign);
}

static void enter(struct vacuity *v, uint32_t node, unsigned sign) {
  const struct formula *f = &v->file.arena.at[node];
  if (is_leaf(v, node)) return;
  add_part(v, f->left, operand_sign(f->op, false, sign));
  if (formula_arity(f->op) == 2) add_part(v, f->right, operand_sign(f->op, true, sign));
}

void vacuity_init(struct vacuity *v, const struct aiger *model, const struct selected *property,
                  bool holds, bool observe_all) {
  *v = (struct vacuity){
      .model = model, .root = property->property.root, .holds = holds, .observe_all = observe_all};
  ctl_copy_formulas(&v->file, property->ctl);
  v->seen = memory_zeroed((size_t)v->root + 1, 1);
  enter(v, v->root, POSITIVE);
}

void vacuity_free(struct vacuity *v) {
  ctl_free(&v->file);
  lits_free(&v->queue);
  free(v->seen);
  *v = (struct vacuity){0};
}

void vacuity_enter(struct vacuity *v, const struct vacuity_part *part) {
  enter(v, part->node, part->sign);
}

/* --- observed inputs -------------------------------------------------------------------------- */

static void mark_below(const struct formulas *arena, uint32_t root, uint8_t *below) {
  below[root] = 1;
  for (uint32_t k = root + 1; k-- > 0;) {
    unsigned arity = below[k] ? formula_arity(arena->at[k].op) : 0;
    if (arity > 0) below[arena->at[k].left] = 1;
    if (arity > 1) below[arena->at[k].right] = 1;
  }
}

/* Per variable of the model: does a formula look at it? */
static uint8_t *cone_of(const struct vacuity *v, uint32_t root) {
  const struct aiger *m = v->model;
  const struct formulas *arena = &v->file.arena;
  uint8_t *cone = memory_zeroed((size_t)m->maxvar + 1, 1), *below = memory_zeroed(arena->size, 1);
  mark_below(arena, root, below);
  for (uint32_t k = 0; k <= root; k++)
    if (below[k] && arena->at[k].op == FORMULA_ATOM) cone[arena->at[k].lit >> 1] = 1;
  for (size_t k = m->num_ands; k-- > 0;) {
    if (!cone[m->ands[k].lhs >> 1]) continue;
    cone[m->ands[k].rhs0 >> 1] = 1;
    cone[m->ands[k].rhs1 >> 1] = 1;
  }
  free(below);
  return cone;
}

/* Does the changed formula look at fewer inputs? Then they would no longer be part of the state,
 * and the rest of the formula would mean something else. */
static bool loses_inputs(const struct vacuity *v, uint32_t changed) {
  if (v->observe_all) return false;
  uint8_t *before = cone_of(v, v->root), *after = cone_of(v, changed);
  bool loses = false;
  for (size_t k = 0; k < v->model->inputs.size; k++) {
    uint32_t input = v->model->inputs.at[k] >> 1;
    loses = loses || (before[input] && !after[input]);
  }
  free(before);
  free(after);
  return loses;
}

/* "false & a & b", "true | a | b", with the atoms of the part from left to right: the formula alone
 * decides, and not what else stands in the arena, so that others come to the same. */
static uint32_t constant_with_atoms(struct vacuity *v, uint32_t node, bool value) {
  struct formulas *arena = &v->file.arena;
  uint8_t *seen = memory_zeroed((size_t)node + 1, 1);
  uint32_t result = formula_atom(arena, value, "");
  struct lits stack = {0};
  lits_push(&stack, node);
  while (stack.size) {
    uint32_t k = lits_pop(&stack);
    const struct formula f = arena->at[k];
    if (seen[k]) continue;
    seen[k] = 1;
    if (formula_arity(f.op) == 2) lits_push(&stack, f.right);
    if (formula_arity(f.op) >= 1) lits_push(&stack, f.left);
    if (f.op == FORMULA_ATOM && f.lit > 1)
      result = formula_make(arena, value ? FORMULA_OR : FORMULA_AND, result, k);
  }
  lits_free(&stack);
  free(seen);
  return result;
}

/* --- replacing -------------------------------------------------------------------------------- */

/* Marks what stands under which sign below the root. */
static void mark_signs(const struct vacuity *v, uint8_t *wanted) {
  wanted[v->root] = 1u << POSITIVE;
  for (uint32_t k = v->root + 1; k-- > 0;) {
    const struct formula *f = &v->file.arena.at[k];
    unsigned arity = formula_arity(f->op);
    for (unsigned sign = 0; sign < NUM_SIGNS; sign++) {
      if (!(wanted[k] & 1u << sign)) continue;
      if (arity > 0) wanted[f->left] |= (uint8_t)(1u << operand_sign(f->op, false, sign));
      if (arity > 1) wanted[f->right] |= (uint8_t)(1u << operand_sign(f->op, true, sign));
    }
  }
}

uint32_t vacuity_replace(struct vacuity *v, const struct vacuity_part *part, uint32_t by) {
  struct formulas *arena = &v->file.arena;
  size_t n = (size_t)v->root + 1;
  uint8_t *wanted = memory_zeroed(n, 1);
  uint32_t *map = memory_zeroed(NUM_SIGNS * n, sizeof *map);
  mark_signs(v, wanted);
  for (uint32_t k = 0; k < n; k++)
    for (unsigned s = 0; s < NUM_SIGNS; s++) {
      const struct formula f = arena->at[k];
      unsigned arity = formula_arity(f.op);
      uint32_t *to = &map[s * n + k];
      if (!(wanted[k] & 1u << s)) continue;
      if (k == part->node && s == part->sign)
        *to = by;
      else if (arity == 0)
        *to = k;
      else
        *to = formula_make(arena, f.op, map[operand_sign(f.op, false, s) * n + f.left],
                           arity == 2 ? map[operand_sign(f.op, true, s) * n + f.right] : 0);
    }
  uint32_t changed = map[POSITIVE * n + v->root];
  free(wanted);
  free(map);
  return changed;
}

static void add_change(struct vacuity *v, struct vacuity_part *part, bool value) {
  uint32_t changed = vacuity_replace(v, part, formula_atom(&v->file.arena, value, ""));
  if (loses_inputs(v, changed))
    changed = vacuity_replace(v, part, constant_with_atoms(v, part->node, value));
  part->value[part->num_changed] = value;
  part->changed[part->num_changed++] = changed;
}

bool vacuity_next(struct vacuity *v, struct vacuity_part *part) {
  if (v->next >= v->queue.size) return false;
  *part = (struct vacuity_part){.node = v->queue.at[v->next], .sign = v->queue.at[v->next + 1]};
  v->next += 2;
  bool stronger = part->sign == NEGATIVE; /* the constant that makes the formula stronger */
  add_change(v, part, v->holds ? stronger : !stronger);
  if (part->sign == MIXED) add_change(v, part, !part->value[0]);
  return true;
}
