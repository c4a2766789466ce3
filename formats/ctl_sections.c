#include "formats/ctl_reader.h"

static char *token_text(const struct ctl_reader *r, size_t k) {
  const struct token *t = &r->p.source->tokens[k];
  char *text = memory_alloc(t->length + 1, 1);
  memcpy(text, r->p.source->text + t->start, t->length);
  text[t->length] = 0;
  return text;
}

/* CTLSPEC [NAME n :=] f [;], and the same with LTLSPEC and INVARSPEC */
static bool read_spec(struct ctl_reader *r, enum token_kind kind, struct lits *first) {
  char *name = NULL;
  if (ctl_at_name(r, "NAME") && ctl_is_name(ctl_here(r)[1].kind) &&
      ctl_here(r)[2].kind == TOKEN_ASSIGN) {
    name = token_text(r, r->p.at + 1);
    r->p.at += 3;
  }
  lits_push(first, (uint32_t)r->p.at);
  if (ctl_add_spec(r, false, kind, name)) return true;
  free(name);
  return false;
}

/* Behind what ctl_read_file_scope has read. */
static void skip_clause(struct ctl_reader *r) {
  while (!ctl_ends_here(r)) r->p.at++;
}

static bool refuse_section(struct ctl_reader *r) {
  const struct token *t = ctl_here(r);
  const char *text = r->p.source->text + t->start;
  struct nearest nearest = {.wanted = text, .wanted_length = t->length};
  char message[NEAREST_MESSAGE];
  ctl_offer_sections(&nearest);
  return ctl_fault(
      r->p.source, t, r->p.fault,
      "expected CTLSPEC, SPEC, LTLSPEC, INVARSPEC, COVER, DEFINE, FAIRNESS, JUSTICE, ASSUME "
      "or COMPASSION, found '%.*s'%s",
      (int)(t->length > 60 ? 60 : t->length), text, nearest_say(&nearest, "", message));
}

/* One section, or what should be one; afterwards at the next. */
static void read_section(struct ctl_reader *r, struct lits *first) {
  enum token_kind kind = ctl_here(r)->kind;
  bool ok = true;
  if (ctl_skip_declaration(&r->p)) return;
  if (kind != TOKEN_SEMICOLON && !ctl_is_section(kind)) ok = refuse_section(r);
  r->p.at++;
  if (kind == TOKEN_DEFINE)
    ctl_skip_defines(r);
  else if (ctl_is_section(kind) && kind >= TOKEN_FAIRNESS)
    skip_clause(r);
  else if (ctl_is_section(kind))
    ok = read_spec(r, kind, first);
  if (!ok) skip_clause(r);
}

bool ctl_read_sections(struct ctl_reader *r, enum ctl_dialect dialect, struct lits *first) {
  r->p.dialect = dialect == CTL_DIALECT_AUTO ? CTL_DIALECT_NUSMV : dialect;
  if (!ctl_read_defines(r)) return false;
  ctl_read_file_scope(r);
  while (ctl_here(r)->kind != TOKEN_END) read_section(r, first);
  return r->p.fault->count == 0;
}

bool ctl_has_sections(const struct ctl_source *source) {
  for (size_t k = 0; k < source->num_tokens; k++) {
    if (ctl_is_section(source->tokens[k].kind)) return true;
  }
  return false;
}
