#include "formats/ctl_reader.h"

/* #PASS and #FAIL comments, by number or for the formulas up to the next such comment. first[k] is
 * the first token of property k. */
static bool apply_expectations(struct ctl_reader *r, const struct lits *first) {
  const struct ctl_source *source = r->p.source;
  for (size_t k = 0; k < source->num_expectations; k++) {
    const struct expectation *e = &source->expectations[k];
    size_t from = e->from, to = e->to;
    if (e->from > e->to) {
      size_t until =
          k + 1 < source->num_expectations ? source->expectations[k + 1].token : SIZE_MAX;
      for (from = 0; from < first->size && first->at[from] < e->token; from++) continue;
      for (to = from; to < first->size && first->at[to] < until; to++) continue;
      if (from == to) continue;
      to--;
    }
    for (size_t n = from; n <= to && n < r->file->num_properties; n++) {
      int *known = &r->file->properties[n].expected;
      if (r->file->properties[n].cover) continue; /* it says itself what is expected */
      if (*known >= 0 && *known != e->expected)
        return fault_add(
            r->p.fault, NULL, 0,
            "%.150s:%u: expected a verdict that agrees with the comments before, property "
            "%zu has both #PASS and #FAIL",
            source->name, e->line, n);
      *known = e->expected;
    }
  }
  return true;
}

/* Behind a formula that is wrong: to the next ; or to the next line that starts as far to the left
 * as the formula did. Continuation lines are usually indented. */
static void skip_formula(struct ctl_reader *r, size_t start) {
  const struct token *tokens = r->p.source->tokens;
  if (r->p.at == start) r->p.at++;
  for (; ctl_here(r)->kind != TOKEN_END && ctl_here(r)->kind != TOKEN_SEMICOLON; r->p.at++) {
    const struct token *t = ctl_here(r);
    if (t[-1].line < t->line && t->column <= tokens[start].column) return;
  }
}

/* Formulas one after the other; ; is white space. */
static bool read_juxtaposed(struct ctl_reader *r, enum ctl_dialect dialect, struct lits *first) {
  bool open = dialect == CTL_DIALECT_AUTO; /* until a second formula, or the # comments, say that
                                              this is an IImc file */
  r->p.dialect = open ? CTL_DIALECT_IIMC : dialect;
  r->p.juxtaposed = true;
  while (ctl_here(r)->kind != TOKEN_END) {
    if (ctl_skip_declaration(&r->p)) continue;
    size_t start = r->p.at;
    if (ctl_here(r)->kind == TOKEN_SEMICOLON) {
      r->p.at++;
      continue;
    }
    lits_push(first, (uint32_t)start);
    if (!ctl_add_formula(r, false)) skip_formula(r, start);
  }
  if (r->file->num_properties != 1 || !open || r->p.fault->count) return true;
  ctl_remove_properties(r->file, 0);
  r->p.at = first->at[0];
  return ctl_add_formula(r, true);
}

static bool read_source(struct ctl_reader *r, enum ctl_dialect dialect) {
  const struct ctl_source *source = r->p.source;
  struct lits first = {0};
  if (dialect == CTL_DIALECT_AUTO && source->hash_comments)
    dialect = ctl_has_sections(source) ? CTL_DIALECT_NUSMV : CTL_DIALECT_IIMC;
  if (dialect == CTL_DIALECT_AUTO && source->dash_comments) dialect = CTL_DIALECT_NUSMV;
  bool ok = ctl_has_sections(source) ? ctl_read_sections(r, dialect, &first)
                                     : read_juxtaposed(r, dialect, &first);
  ok = ok && r->p.fault->count == 0 && apply_expectations(r, &first);
  lits_free(&first);
  return ok;
}

static bool read_single(struct ctl_reader *r, enum ctl_dialect dialect) {
  size_t before = r->file->num_properties;
  r->p.dialect = dialect;
  while (ctl_skip_declaration(&r->p) || ctl_here(r)->kind == TOKEN_SEMICOLON)
    r->p.at += ctl_here(r)->kind == TOKEN_SEMICOLON;
  bool both = dialect == CTL_DIALECT_AUTO, cover = ctl_here(r)->kind == TOKEN_COVER;
  if (cover) r->p.at++;
  if (cover ? !ctl_add_spec(r, both, TOKEN_COVER, NULL) : !ctl_add_formula(r, both)) return false;
  while (ctl_here(r)->kind == TOKEN_SEMICOLON) r->p.at++;
  if (ctl_here(r)->kind == TOKEN_END) return true;
  ctl_remove_properties(r->file, before);
  return ctl_expected_here(&r->p, "an operator or the end of the formula");
}

static bool read_text(const char *name, const char *text, size_t size, const struct aiger *model,
                      enum ctl_dialect dialect, bool single, struct ctl_file *file,
                      struct fault *fault) {
  struct ctl_source source = {.name = name, .text = text, .size = size};
  struct ctl_names names;
  size_t before = file->num_properties;
  fault_clear(fault);
  bool ok = ctl_lex(&source, fault);
  if (ok) {
    ctl_names_init(&names, model);
    struct ctl_reader r = {.p = {.source = &source,
                                 .names = &names,
                                 .arena = &file->arena,
                                 .file = file,
                                 .fault = fault,
                                 .needed = CTL_NOTHING_NEEDED},
                           .file = file,
                           .capacity = before};
    if (dialect != CTL_DIALECT_CANONICAL) ctl_declare(&r.p);
    ok = single ? read_single(&r, dialect) : read_source(&r, dialect);
    /* Whoever goes on after a fault must not make anybody believe that there was none. */
    ok = ok && fault->count == 0;
    if (!ok) ctl_remove_properties(file, before);
    ctl_reader_free(&r);
    ctl_names_free(&names);
  }
  ctl_source_free(&source);
  return ok;
}

bool ctl_read_memory(const char *name, const unsigned char *bytes, size_t size,
                     const struct aiger *model, enum ctl_dialect dialect, struct ctl_file *file,
                     struct fault *fault) {
  *file = (struct ctl_file){0};
  bool ok = read_text(name, (const char *)bytes, size, model, dialect, false, file, fault);
  if (!ok) ctl_free(file);
  return ok;
}

bool ctl_read_text(const char *text, const struct aiger *model, enum ctl_dialect dialect,
                   struct ctl_file *file, struct fault *fault) {
  return read_text("formula", text, strlen(text), model, dialect, true, file, fault);
}

char *ctl_print(const struct ctl_file *file, const struct ctl_property *property) {
  return scope_print(&file->arena, &property->scope, property->root);
}

void ctl_free(struct ctl_file *file) {
  formulas_free(&file->arena);
  declared_free(&file->declared);
  for (size_t k = 0; k < file->num_comparisons; k++) free(file->comparisons[k].written);
  free(file->comparisons);
  ctl_remove_properties(file, 0);
  free(file->properties);
  *file = (struct ctl_file){0};
}
