#include "formats/ctl_reader.h"

/* What stands without path quantifiers and needs one is LTL: true if all paths satisfy it. */
static bool read_as_ltl(struct ctl_reader *r, size_t start, uint32_t *root) {
  if (formula_is_quantified(r->p.arena, *root))
    return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                     "a path operator (X F G U R V W, or Y Z O H S T) stands outside of E and A in "
                     "a formula that "
                     "has path quantifiers elsewhere, which is neither CTL nor LTL; write A (..) "
                     "or E (..)");
  *root = ctl_quantify(&r->p, false, ctl_with_compassion(r, *root));
  return ctl_check_length(r, start, *root);
}

/* NuSMV's CTL does not know it, either. */
static bool refuse_compassion(struct ctl_reader *r, size_t start) {
  return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                   "COMPASSION speaks of LTL, but the file has this formula of CTL, too; give it a "
                   "file of its own, or write A ((G F p -> G F q) -> ..)");
}

/* A path formula becomes A of it; with `ltl` a state formula does, too. */
static bool make_property(struct ctl_reader *r, size_t start, bool ltl, uint32_t *root,
                          bool *was_ltl) {
  *was_ltl = ltl || r->p.arena->at[*root].path;
  if (*was_ltl && r->p.dialect == CTL_DIALECT_CANONICAL)
    return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                     "a path operator stands outside of E and A");
  if (ltl && formula_is_quantified(r->p.arena, *root))
    return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                     "LTLSPEC takes LTL, but there are path quantifiers (A, E, AG, ..) in this "
                     "formula; write CTLSPEC, or G, F, X, U without A and E");
  if (!*was_ltl && r->compassion.size) return refuse_compassion(r, start);
  return !*was_ltl || read_as_ltl(r, start, root);
}

/* Takes over name and scope. */
static void add_property(struct ctl_reader *r, const struct ctl_claim *claim,
                         enum token_kind section, bool ltl, char *name) {
  struct ctl_file *file = r->file;
  file->properties =
      memory_room(file->properties, file->num_properties, &r->capacity, sizeof *file->properties);
  file->properties[file->num_properties++] =
      (struct ctl_property){.name = name,
                            .written = ctl_written(r, claim, section, ltl),
                            .scope = claim->scope,
                            .root = claim->root,
                            .expected = section == TOKEN_COVER ? 0 : -1,
                            .cover = section == TOKEN_COVER ? ctl_covered(r, claim) : NULL,
                            .line = r->p.source->tokens[claim->begin].line,
                            .ltl = ltl,
                            .compassion = ltl && r->compassion.size > 0};
}

void ctl_remove_properties(struct ctl_file *file, size_t first) {
  for (size_t k = first; k < file->num_properties; k++) {
    free(file->properties[k].name);
    free(file->properties[k].written);
    free(file->properties[k].cover);
    scope_free(&file->properties[k].scope);
  }
  file->num_properties = first;
}

bool ctl_add_formula(struct ctl_reader *r, bool both) {
  struct ctl_claim claim;
  bool ltl;
  if (!ctl_read_claim(r, both, &claim)) return false;
  if (!make_property(r, claim.start, false, &claim.root, &ltl)) {
    scope_free(&claim.scope);
    return false;
  }
  add_property(r, &claim, TOKEN_SPEC, ltl, NULL);
  return true;
}

/* INVARSPEC says something about all reachable states, AG about those on fair paths. */
static bool check_invariant(struct ctl_reader *r, size_t start, uint32_t root) {
  const struct token *where = &r->p.source->tokens[start];
  const struct aiger *model = r->p.names->model;
  if (formula_is_temporal(r->p.arena, root))
    return ctl_fault(r->p.source, where, r->p.fault,
                     "expected a formula without temporal operators as invariant; write CTLSPEC or "
                     "LTLSPEC for others");
  if (model->fairness.size || model->constraints.size || r->scope.assume.size)
    return ctl_fault(
        r->p.source, where, r->p.fault,
        "INVARSPEC asks for all reachable states, but paths of this model are subject "
        "to fairness, constraints or assumptions; write CTLSPEC AG (..) to ask for those on fair "
        "paths, or use a bad literal of the model");
  return true;
}

/* An invariant with a scope is none: it is about all reachable states. */
static bool add_invariant(struct ctl_reader *r, struct ctl_claim *claim, char *name) {
  if (!scope_is_empty(&claim->scope))
    return ctl_fault(r->p.source, &r->p.source->tokens[claim->start], r->p.fault,
                     "INVARSPEC asks for all reachable states; write CTLSPEC to ask for those on "
                     "fair paths under assumptions");
  if (!check_invariant(r, claim->start, claim->root)) return false;
  claim->root = formula_make(r->p.arena, FORMULA_AG, claim->root, 0);
  add_property(r, claim, TOKEN_INVARSPEC, false, name);
  return true;
}

/* COVER f: is there a fair path to f? AG !f says that there is none. */
static bool add_cover(struct ctl_reader *r, struct ctl_claim *claim, char *name) {
  if (formula_is_temporal(r->p.arena, claim->root))
    return ctl_fault(r->p.source, &r->p.source->tokens[claim->start], r->p.fault,
                     "expected a formula without temporal operators to be covered");
  claim->root = formula_make(r->p.arena, FORMULA_NOT, claim->root, 0);
  claim->root = formula_make(r->p.arena, FORMULA_AG, claim->root, 0);
  ctl_add_file_scope(r, &claim->scope);
  add_property(r, claim, TOKEN_COVER, false, name);
  return true;
}

/* What the section makes of the formula. */
static bool make_spec(struct ctl_reader *r, enum token_kind kind, struct ctl_claim *claim,
                      char *name) {
  bool ltl = false;
  if (kind == TOKEN_INVARSPEC) return add_invariant(r, claim, name);
  if (kind == TOKEN_COVER) return add_cover(r, claim, name);
  if (!make_property(r, claim->start, kind == TOKEN_LTLSPEC, &claim->root, &ltl)) return false;
  ctl_add_file_scope(r, &claim->scope);
  add_property(r, claim, kind, ltl, name);
  return true;
}

bool ctl_add_spec(struct ctl_reader *r, bool both, enum token_kind kind, char *name) {
  struct ctl_claim claim;
  if (!ctl_read_claim(r, both, &claim)) return false;
  if (make_spec(r, kind, &claim, name)) return true;
  scope_free(&claim.scope);
  return false;
}
