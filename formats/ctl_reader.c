#include "formats/ctl_reader.h"

void ctl_reader_free(struct ctl_reader *r) {
  free(r->p.defines);
  lits_free(&r->defining);
  scope_free(&r->scope);
  lits_free(&r->compassion);
  free(r->clauses);
}

const struct token *ctl_here(const struct ctl_reader *r) { return &r->p.source->tokens[r->p.at]; }

bool ctl_at_name(const struct ctl_reader *r, const char *name) {
  const struct token *t = ctl_here(r);
  return t->kind == TOKEN_NAME && t->length == strlen(name) &&
         memcmp(r->p.source->text + t->start, name, t->length) == 0;
}

bool ctl_is_section(enum token_kind kind) { return kind >= TOKEN_SPEC && kind <= TOKEN_COMPASSION; }

bool ctl_ends_here(const struct ctl_reader *r) {
  enum token_kind kind = ctl_here(r)->kind;
  return kind == TOKEN_END || kind == TOKEN_SEMICOLON || ctl_is_section(kind);
}
