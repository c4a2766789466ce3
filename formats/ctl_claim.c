#include "formats/ctl_reader.h"

/* How much of each reading a message about an ambiguous formula shows. */
enum { READING_SHOWN = 220 };

static bool ambiguous(struct ctl_reader *r, size_t start, uint32_t iimc, uint32_t nusmv) {
  char *a = formula_print(r->p.arena, iimc), *b = formula_print(r->p.arena, nusmv);
  ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
            "the dialects disagree on this formula; choose with --dialect, or add parentheses; "
            "iimc:  %.*s%s; nusmv: %.*s%s",
            READING_SHOWN, a, strlen(a) > READING_SHOWN ? " .." : "", READING_SHOWN, b,
            strlen(b) > READING_SHOWN ? " .." : "");
  free(a);
  free(b);
  return false;
}

/* The dialect is not known: both readings must be the same formula. */
static bool parse_both(struct ctl_reader *r, uint32_t *root) {
  size_t start = r->p.at;
  uint32_t other;
  r->p.dialect = CTL_DIALECT_NUSMV;
  if (!ctl_read_formula(r, &other)) return false;
  r->p.at = start;
  r->p.dialect = CTL_DIALECT_IIMC;
  if (!ctl_read_formula(r, root)) return false;
  return *root == other || r->p.fault->count || ambiguous(r, start, *root, other);
}

bool ctl_check_clause(struct ctl_reader *r, const char *what, size_t start, uint32_t root) {
  return !formula_is_temporal(r->p.arena, root) ||
         ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                   "expected a formula without temporal operators %s", what);
}

void ctl_add_once(struct lits *to, uint32_t root) {
  for (size_t k = 0; k < to->size; k++)
    if (to->at[k] == root) return;
  lits_push(to, root);
}

/* Is `word` here, in front of a formula? Where formulas follow each other without a mark it could
 * also be a symbol, and a formula by itself. */
static bool at_clause(struct ctl_reader *r, const char *word, bool *is_there) {
  const struct token *t = ctl_here(r);
  *is_there = ctl_at_name(r, word) && ctl_starts_operand(t[1].kind);
  if (!*is_there || !r->p.juxtaposed) return true;
  if (!ctl_names_find(r->p.names, r->p.source->text + t->start, t->length)) return true;
  return ctl_fault(r->p.source, t, r->p.fault,
                   "'%s' is a symbol of the model, and says something about the formula behind it; "
                   "quote the symbol, or give the formula a file of its own",
                   word);
}

static bool parse_one(struct ctl_reader *r, bool both, uint32_t *root) {
  return both ? parse_both(r, root) : ctl_read_formula(r, root);
}

/* "fair f" and "assume c", in any order, with or without a comma behind them. */
static bool parse_scope(struct ctl_reader *r, bool both, struct scope *scope) {
  for (;;) {
    bool fair, assume;
    uint32_t root;
    if (!at_clause(r, "fair", &fair) || !at_clause(r, "assume", &assume)) return false;
    if (!fair && !assume) return true;
    size_t start = ++r->p.at;
    if (!parse_one(r, both, &root)) return false;
    if (!ctl_check_clause(r, fair ? "as fairness" : "as assumption", start, root)) return false;
    ctl_add_once(fair ? &scope->fair : &scope->assume, root);
    if (ctl_here(r)->kind == TOKEN_COMMA) r->p.at++;
  }
}

bool ctl_read_claim(struct ctl_reader *r, bool both, struct ctl_claim *claim) {
  *claim = (struct ctl_claim){.begin = r->p.at};
  bool ok = parse_scope(r, both, &claim->scope);
  claim->start = r->p.at;
  ok = ok && parse_one(r, both, &claim->root);
  if (!ok) scope_free(&claim->scope);
  return ok;
}
