#include "formats/scope.h"

#include "formats/support/text_file.h"

#include <assert.h>

bool scope_is_empty(const struct scope *scope) {
  return scope->fair.size == 0 && scope->assume.size == 0;
}

void scope_free(struct scope *scope) {
  lits_free(&scope->fair);
  lits_free(&scope->assume);
}

/* --- text ------------------------------------------------------------------------------------- */

static void print_all(FILE *file, const char *word, const struct formulas *arena,
                      const struct lits *roots) {
  for (size_t k = 0; k < roots->size; k++) {
    char *text = formula_print(arena, roots->at[k]);
    fprintf(file, "%s %s ", word, text);
    free(text);
  }
}

char *scope_print(const struct formulas *arena, const struct scope *scope, uint32_t root) {
  char *formula = formula_print(arena, root), *text = NULL;
  size_t size;
  if (scope_is_empty(scope)) return formula;
  FILE *file = text_open(&text, &size);
  print_all(file, "fair", arena, &scope->fair);
  print_all(file, "assume", arena, &scope->assume);
  fputs(formula, file);
  free(formula);
  text_close(file);
  return text;
}

/* --- gates ------------------------------------------------------------------------------------ */

/* The formulas rewritten to atoms, !, & and |, as docs/certificates.md 1.4 has them: what is equal
 * there is one node here, and nodes are made in the order in which that text numbers them. */
struct rewriter {
  const struct formulas *from;
  struct formulas to;
  uint32_t *made; /* per formula of `from`: its node, or TABLE_NONE */
  struct lits stack;
};

static uint32_t negate(struct formulas *to, uint32_t f) {
  return to->at[f].op == FORMULA_NOT ? to->at[f].left : formula_make(to, FORMULA_NOT, f, 0);
}

static uint32_t rewrite(struct formulas *to, enum formula_op op, uint32_t f, uint32_t g) {
  uint32_t left, right;
  switch (op) {
  case FORMULA_NOT: return negate(to, f);
  case FORMULA_AND:
  case FORMULA_OR: return formula_make(to, op, f, g);
  case FORMULA_IMPLIES: return formula_make(to, FORMULA_OR, negate(to, f), g);
  case FORMULA_IFF:
    left = formula_make(to, FORMULA_OR, negate(to, f), g);
    right = formula_make(to, FORMULA_OR, f, negate(to, g));
    return formula_make(to, FORMULA_AND, left, right);
  default:
    assert(op == FORMULA_XOR);
    left = formula_make(to, FORMULA_AND, f, negate(to, g));
    right = formula_make(to, FORMULA_AND, negate(to, f), g);
    return formula_make(to, FORMULA_OR, left, right);
  }
}

/* Depth first, left first, without recursion. */
static void rewrite_below(struct rewriter *r, uint32_t root) {
  lits_push(&r->stack, root);
  while (r->stack.size) {
    uint32_t k = r->stack.at[r->stack.size - 1];
    const struct formula *f = &r->from->at[k];
    unsigned arity = formula_arity(f->op);
    if (arity >= 1 && r->made[f->left] == TABLE_NONE) {
      lits_push(&r->stack, f->left);
    } else if (arity == 2 && r->made[f->right] == TABLE_NONE) {
      lits_push(&r->stack, f->right);
    } else {
      r->made[k] =
          arity == 0 ? formula_atom(&r->to, f->lit, "atom")
                     : rewrite(&r->to, f->op, r->made[f->left], arity == 2 ? r->made[f->right] : 0);
      lits_pop(&r->stack);
    }
  }
}

static uint32_t add_gate(struct aiger *model, uint32_t a, uint32_t b) {
  uint32_t gate = 2 * ++model->maxvar;
  model->ands[model->num_ands++] = (struct aiger_and){.lhs = gate, .rhs0 = a, .rhs1 = b};
  return gate;
}

/* Per node its literal; each & and | is a gate. The caller frees it. */
static uint32_t *add_gates(struct aiger *model, const struct formulas *nodes) {
  uint32_t *lits = memory_alloc(nodes->size, sizeof *lits);
  for (size_t k = 0; k < nodes->size; k++) {
    const struct formula *f = &nodes->at[k];
    uint32_t flip = f->op == FORMULA_OR;
    if (f->op == FORMULA_ATOM)
      lits[k] = f->lit;
    else if (f->op == FORMULA_NOT)
      lits[k] = lits[f->left] ^ 1u;
    else
      lits[k] = add_gate(model, lits[f->left] ^ flip, lits[f->right] ^ flip) ^ flip;
  }
  return lits;
}

static void rewrite_all(struct rewriter *r, const struct lits *roots) {
  for (size_t k = 0; k < roots->size; k++) rewrite_below(r, roots->at[k]);
}

/* A copy of `old` with the literals of the roots behind it. */
static struct lits with_literals(const struct lits *old, const struct rewriter *r,
                                 const uint32_t *lits, const struct lits *roots) {
  struct lits all = {0};
  lits_append(&all, old->at, old->size);
  for (size_t k = 0; k < roots->size; k++) lits_push(&all, lits[r->made[roots->at[k]]]);
  return all;
}

void scope_model(const struct aiger *model, const struct formulas *arena, const struct scope *scope,
                 struct aiger *scoped) {
  struct rewriter r = {.from = arena, .made = memory_alloc(arena->size, sizeof *r.made)};
  for (size_t k = 0; k < arena->size; k++) r.made[k] = TABLE_NONE;
  rewrite_all(&r, &scope->fair);
  rewrite_all(&r, &scope->assume);
  *scoped = *model;
  scoped->ands = memory_alloc(model->num_ands + r.to.size, sizeof *scoped->ands);
  if (model->num_ands) memcpy(scoped->ands, model->ands, model->num_ands * sizeof *scoped->ands);
  uint32_t *lits = add_gates(scoped, &r.to);
  scoped->fairness = with_literals(&model->fairness, &r, lits, &scope->fair);
  scoped->constraints = with_literals(&model->constraints, &r, lits, &scope->assume);
  free(lits);
  free(r.made);
  lits_free(&r.stack);
  formulas_free(&r.to);
}

void scope_model_free(struct aiger *scoped) {
  free(scoped->ands);
  lits_free(&scoped->fairness);
  lits_free(&scoped->constraints);
  *scoped = (struct aiger){0};
}
