#include "formats/ctl_parser.h"

#include <ctype.h>

/* A plain number where a formula stands is a literal of the model. */
static bool parse_literal(struct ctl_parser *p, const struct token *t, uint32_t *node) {
  uint64_t value = 0;
  for (size_t k = 0; k < t->length; k++) {
    char c = p->source->text[t->start + k];
    if (!isdigit((unsigned char)c))
      return ctl_expected(p->source, t, p->fault, "a literal of the model as a decimal number");
    value = value > UINT32_MAX ? value : 10 * value + (uint64_t)(c - '0');
  }
  if (value > UINT32_MAX || !ctl_names_defined(p->names, (uint32_t)value))
    return ctl_fault(p->source, t, p->fault, "the model defines no literal %.*s",
                     (int)(t->length > 20 ? 20 : t->length), p->source->text + t->start);
  char *atom = ctl_names_canonical(p->names, (uint32_t)value, NULL, 0);
  *node = formula_atom(p->arena, (uint32_t)value, atom);
  free(atom);
  return true;
}

bool ctl_is_operand(enum token_kind kind) {
  return ctl_is_term(kind) || kind == TOKEN_TRUE || kind == TOKEN_FALSE;
}

/* False if p->needed says why, and otherwise if there is a message now. */
static bool parse_atom(struct ctl_parser *p, const struct token *t, uint32_t *node) {
  if (t->kind == TOKEN_NUMBER) return parse_literal(p, t, node);
  enum resolved answer = ctl_resolve(p, t, node);
  return answer == RESOLVED || (answer == RESOLVED_NOTHING && ctl_unknown_name(p, t, false));
}

bool ctl_parse_operand(struct ctl_parser *p, uint32_t *node) {
  const struct token *t = &p->source->tokens[p->at];
  if (ctl_at_words(p)) return ctl_parse_words(p, node);
  *node = formula_atom(p->arena, t->kind == TOKEN_TRUE, "");
  if (t->kind != TOKEN_TRUE && t->kind != TOKEN_FALSE && !parse_atom(p, t, node) &&
      p->needed != CTL_NOTHING_NEEDED)
    return false;
  p->at++;
  return true;
}
