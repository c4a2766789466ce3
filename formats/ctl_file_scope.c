#include "formats/ctl_reader.h"

/* Does the model say so itself? */
static bool is_known(const struct ctl_reader *r, const struct lits *section, uint32_t root) {
  const struct formula *f = &r->p.arena->at[root];
  if (f->op != FORMULA_ATOM) return false;
  bool known = f->lit == 1;
  for (size_t j = 0; j < section->size; j++) known = known || f->lit == section->at[j];
  return known;
}

/* Remembers where it stands. */
static void remember(struct ctl_reader *r, struct ctl_clause clause) {
  r->clauses = memory_room(r->clauses, r->num_clauses, &r->clauses_capacity, sizeof *r->clauses);
  r->clauses[r->num_clauses++] = clause;
}

/* FAIRNESS f, JUSTICE f, ASSUME c */
static bool read_clause(struct ctl_reader *r, enum token_kind kind) {
  const struct aiger *model = r->p.names->model;
  bool fair = kind == TOKEN_FAIRNESS;
  uint32_t root;
  size_t start = r->p.at;
  if (!ctl_read_formula(r, &root)) return false;
  if (!ctl_check_clause(r, fair ? "as fairness" : "as assumption", start, root)) return false;
  if (is_known(r, fair ? &model->fairness : &model->constraints, root)) return true;
  remember(r, (struct ctl_clause){kind, {{start, r->p.at}}});
  ctl_add_once(fair ? &r->scope.fair : &r->scope.assume, root);
  return true;
}

static bool read_pair(struct ctl_reader *r) {
  struct ctl_clause clause;
  if (!ctl_read_compassion(r, &clause)) return false;
  remember(r, clause);
  return true;
}

void ctl_read_file_scope(struct ctl_reader *r) {
  for (r->p.at = 0; ctl_here(r)->kind != TOKEN_END;) {
    enum token_kind kind = r->p.source->tokens[r->p.at++].kind;
    bool declares = kind >= TOKEN_FAIRNESS && kind <= TOKEN_COMPASSION, ok = true;
    if (kind == TOKEN_FAIRNESS || kind == TOKEN_ASSUME)
      ok = read_clause(r, kind);
    else if (kind == TOKEN_COMPASSION)
      ok = read_pair(r);
    if (declares && ok && !ctl_ends_here(r)) ok = ctl_expected_here(&r->p, "an operator or ';'");
  }
  r->p.at = 0;
}

/* The clauses of the file, then those of the property itself. */
static void put_before(struct lits *own, const struct lits *of_file) {
  struct lits all = {0};
  for (size_t k = 0; k < of_file->size; k++) ctl_add_once(&all, of_file->at[k]);
  for (size_t k = 0; k < own->size; k++) ctl_add_once(&all, own->at[k]);
  lits_free(own);
  *own = all;
}

void ctl_add_file_scope(const struct ctl_reader *r, struct scope *own) {
  put_before(&own->fair, &r->scope.fair);
  put_before(&own->assume, &r->scope.assume);
}

void ctl_write_file_scope(const struct ctl_reader *r, FILE *file) {
  for (size_t k = 0; k < r->num_clauses; k++) {
    const struct ctl_clause *c = &r->clauses[k];
    if (c->kind == TOKEN_COMPASSION) continue;
    fputs(c->kind == TOKEN_FAIRNESS ? "fair " : "assume ", file);
    ctl_write_tokens(r->p.source, file, c->parts[0].from, c->parts[0].to);
    fputs(", ", file);
  }
}
