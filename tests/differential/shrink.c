#include "tests/differential/shrink.h"

static void drop(struct lits *v, size_t k) {
  memmove(v->at + k, v->at + k + 1, (v->size - k - 1) * sizeof *v->at);
  v->size--;
}

/* Replaces the uses of a gate by a literal, and forgets the gate. The formula's atoms are left
 * alone, so gates of atoms stay. */
static void forget_gate(struct aiger *m, size_t k, uint32_t instead) {
  uint32_t gate = m->ands[k].lhs;
  struct lits *sections[] = {&m->outputs, &m->bad, &m->constraints, &m->fairness};
#define REPLACE(x) ((x) = ((x) & ~1u) == gate ? instead ^ ((x)&1u) : (x))
  for (size_t n = 0; n < m->num_ands; n++) {
    REPLACE(m->ands[n].rhs0);
    REPLACE(m->ands[n].rhs1);
  }
  for (size_t n = 0; n < m->num_latches; n++) {
    REPLACE(m->latches[n].next);
    REPLACE(m->latches[n].reset);
  }
  for (size_t s = 0; s < sizeof sections / sizeof *sections; s++)
    for (size_t n = 0; n < sections[s]->size; n++) REPLACE(sections[s]->at[n]);
  for (size_t s = 0; s < m->num_justice; s++)
    for (size_t n = 0; n < m->justice[s].size; n++) REPLACE(m->justice[s].at[n]);
#undef REPLACE
}

/* Edit number `edit` (0, 1, ..) of the trial; false when there is no such edit. */
static bool edit_section(struct lits *section, size_t *edit) {
  if (*edit < section->size) {
    drop(section, *edit);
    return true;
  }
  *edit -= section->size;
  return false;
}

static bool edit_model(struct trial *t, size_t edit) {
  struct aiger *m = &t->model;
  if (edit_section(&m->constraints, &edit) || edit_section(&m->fairness, &edit)) return true;
  for (size_t s = 0; s < m->num_justice; s++)
    if (m->justice[s].size > 1 && edit_section(&m->justice[s], &edit)) return true;
  if (edit < 4 * m->num_latches) {
    struct aiger_latch *latch = &m->latches[edit / 4];
    switch (edit % 4) {
    case 0: latch->next = 0; break;
    case 1: latch->next = 1; break;
    case 2: latch->next = latch->lit; break;
    default: latch->reset = 0;
    }
    return true;
  }
  edit -= 4 * m->num_latches;
  if (edit < 4 * m->num_ands) {
    const struct aiger_and *gate = &m->ands[edit / 4];
    const uint32_t instead[] = {0, 1, gate->rhs0, gate->rhs1};
    forget_gate(m, edit / 4, instead[edit % 4]);
    return true;
  }
  return false;
}

/* Without the last fairness, without the last assumption. */
static bool edit_scope(struct trial *t, size_t edit) {
  struct lits *clauses = edit ? &t->scope.assume : &t->scope.fair;
  if (clauses->size > 0) clauses->size--; /* the trial that this is a copy of has its own size */
  return true;
}

static bool edit_formula(struct trial *t, size_t edit) {
  if (edit < 2) return edit_scope(t, edit);
  edit -= 2;
  if (t->kind != PROPERTY_CTL || t->arena.at[t->root].op == FORMULA_ATOM) return false;
  const struct formula *root = &t->arena.at[t->root];
  if (edit >= formula_arity(root->op)) return false;
  uint32_t child = edit ? root->right : root->left;
  if (t->arena.at[child].path) return false; /* E of less would be a new formula */
  t->root = child;
  return true;
}

/* A copy that shares nothing but the formulas, which are never changed. */
static bool copy_model(const struct aiger *from, struct aiger *to) {
  char *bytes = NULL;
  size_t size;
  struct fault fault;
  FILE *file = open_memstream(&bytes, &size);
  bool good = file && aiger_write(from, file, false);
  if (file) fclose(file);
  good = good && aiger_read_memory("model", (const unsigned char *)bytes, size, to, &fault);
  free(bytes);
  return good;
}

static bool same_model(const struct aiger *a, const struct aiger *b) {
  char *text[2] = {NULL, NULL};
  size_t size[2];
  for (unsigned k = 0; k < 2; k++) {
    FILE *file = open_memstream(&text[k], &size[k]);
    if (!file || !aiger_write(k ? b : a, file, false) || fclose(file) != 0) memory_exhausted();
  }
  bool same = size[0] == size[1] && !memcmp(text[0], text[1], size[0]);
  free(text[0]);
  free(text[1]);
  return same;
}

static bool try_edit(struct trial *trial, size_t edit, bool formula, trial_fails *fails,
                     void *context, bool *exists) {
  struct trial copy = *trial;
  if (!copy_model(&trial->model, &copy.model)) return *exists = false;
  *exists = formula ? edit_formula(&copy, edit) : edit_model(&copy, edit);
  bool same_scope = copy.scope.fair.size == trial->scope.fair.size &&
                    copy.scope.assume.size == trial->scope.assume.size;
  bool same_formula = same_scope && copy.root == trial->root;
  bool changed = *exists && (!same_formula || !same_model(&copy.model, &trial->model));
  if (changed && fails(&copy, context)) {
    aiger_free(&trial->model);
    trial->model = copy.model;
    trial->root = copy.root;
    trial->scope = copy.scope;
    return true;
  }
  aiger_free(&copy.model);
  return false;
}

void shrink(struct trial *trial, double seconds, trial_fails *fails, void *context) {
  double end = monotonic_seconds() + seconds;
  for (bool progress = true; progress && monotonic_seconds() < end;) {
    progress = false;
    for (unsigned formula = 0; formula < 2; formula++) {
      bool exists = true;
      for (size_t edit = 0; exists && monotonic_seconds() < end;) {
        if (try_edit(trial, edit, formula, fails, context, &exists))
          progress = true;
        else
          edit++;
      }
    }
  }
}
