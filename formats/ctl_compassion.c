#include "formats/ctl_reader.h"

static bool read_token(struct ctl_reader *r, enum token_kind kind, const char *what) {
  if (ctl_here(r)->kind != kind) return ctl_expected_here(&r->p, what);
  r->p.at++;
  return true;
}

/* One side of a pair. */
static bool read_side(struct ctl_reader *r, struct ctl_part *part) {
  uint32_t root;
  part->from = r->p.at;
  if (!ctl_read_formula(r, &root)) return false;
  part->to = r->p.at;
  if (!ctl_check_clause(r, "in COMPASSION", part->from, root)) return false;
  lits_push(&r->compassion, root);
  return true;
}

bool ctl_read_compassion(struct ctl_reader *r, struct ctl_clause *clause) {
  *clause = (struct ctl_clause){.kind = TOKEN_COMPASSION};
  size_t before = r->compassion.size;
  r->p.enclosed = true;
  bool ok = read_token(r, TOKEN_LPAREN, "'(' and two formulas behind COMPASSION") &&
            read_side(r, &clause->parts[0]) && read_token(r, TOKEN_COMMA, "',' and a formula") &&
            read_side(r, &clause->parts[1]) &&
            read_token(r, TOKEN_RPAREN, "an operator or ')' of COMPASSION");
  r->p.enclosed = false;
  if (!ok) r->compassion.size = before; /* sides come in pairs, or not at all */
  return ok;
}

uint32_t ctl_with_compassion(struct ctl_reader *r, uint32_t psi) {
  struct formulas *arena = r->p.arena;
  uint32_t all = 0;
  for (size_t k = 0; k < r->compassion.size; k += 2) {
    uint32_t often[2];
    for (size_t side = 0; side < 2; side++) {
      uint32_t some = formula_make(arena, FORMULA_F, r->compassion.at[k + side], 0);
      often[side] = formula_make(arena, FORMULA_G, some, 0);
    }
    uint32_t one = formula_make(arena, FORMULA_IMPLIES, often[0], often[1]);
    all = k == 0 ? one : formula_make(arena, FORMULA_AND, all, one);
  }
  return r->compassion.size ? formula_make(arena, FORMULA_IMPLIES, all, psi) : psi;
}

void ctl_write_compassion(const struct ctl_reader *r, FILE *file) {
  bool first = true;
  for (size_t k = 0; k < r->num_clauses; k++) {
    const struct ctl_clause *c = &r->clauses[k];
    if (c->kind != TOKEN_COMPASSION) continue;
    fputs(first ? "((G F (" : " & (G F (", file);
    ctl_write_tokens(r->p.source, file, c->parts[0].from, c->parts[0].to);
    fputs(") -> G F (", file);
    ctl_write_tokens(r->p.source, file, c->parts[1].from, c->parts[1].to);
    fputs("))", file);
    first = false;
  }
  if (!first) fputs(") -> ", file);
}
