/* LRAT (docs/certificates.md, section 8), one step per line:
 *
 *   <id> <literal> .. 0 <hint id> .. 0    adds a clause; ids grow, from above the number of input clauses
 *   <id> d <id> .. 0                      deletes clauses
 *
 * After the literals of the clause are set false, each hinted clause must be unit, and sets its literal true, except the last
 * one, which must be falsified. The last line adds the empty clause. */
#include "validator/proof.h"

#include <stdlib.h>

struct checker {
  struct v_text text;
  uint32_t num_vars;
  struct v_list literals, start; /* clause k is literals[start[k] .. start[k+1]) */
  struct v_map ids;              /* of a clause: its k, or V_NONE when deleted */
  uint8_t *value;                /* per literal: 1 if it is true */
  struct v_list trail;           /* literals that are true */
};

static bool id(struct checker *c, uint32_t *value) { return v_blank_number(&c->text, V_NONE - 1, value); }

static bool delete(struct checker *c) {
  for (uint32_t which; id(c, &which);) {
    if (!which) return true;
    if (*v_map_at(&c->ids, which) == V_NONE) return v_expected(&c->text, "the id of a clause to delete");
    *v_map_at(&c->ids, which) = V_NONE;
  }
  return false;
}

/* Follows one hint: *conflict if the clause is falsified, otherwise it must be unit. */
static bool hint(struct checker *c, uint32_t which, bool *conflict) {
  uint32_t clause = *v_map_at(&c->ids, which), unit = V_NONE;
  if (clause == V_NONE) return v_expected(&c->text, "the id of a clause as hint");
  for (uint32_t k = c->start.at[clause]; k < c->start.at[clause + 1]; k++) {
    uint32_t lit = c->literals.at[k];
    if (c->value[lit ^ 1]) continue;
    if (c->value[lit] || unit != V_NONE) return v_expected(&c->text, "a hinted clause that is unit or falsified");
    unit = lit;
  }
  *conflict = unit == V_NONE;
  if (*conflict) return true;
  c->value[unit] = 1;
  v_push(&c->trail, unit);
  return true;
}

/* The clause goes behind the others; *empty if it has no literals. */
static bool lemma(struct checker *c, uint32_t name, bool *empty) {
  struct v_text *t = &c->text;
  uint32_t value, lit;
  bool conflict = false;
  size_t from = c->literals.size;
  for (;;) {
    if (!v_blank(t)) return false;
    bool minus = v_at(t, '-');
    t->at += minus;
    if (!v_number(t, c->num_vars, &value)) return false;
    if (!value) break;
    lit = 2 * value + minus;
    if (c->value[lit]) return v_expected(t, "a clause without complementary literals");
    v_push(&c->literals, lit);
    if (!c->value[lit ^ 1]) v_push(&c->trail, lit ^ 1);
    c->value[lit ^ 1] = 1;
  }
  *empty = from == c->literals.size;
  for (;;) {
    if (!id(c, &value)) return false;
    if (!value) break;
    if (conflict) return v_expected(t, "no hint behind the falsified clause");
    if (!hint(c, value, &conflict)) return false;
  }
  if (!conflict) return v_expected(t, "a last hint that is falsified");
  while (c->trail.size) c->value[c->trail.at[--c->trail.size]] = 0;
  v_push(&c->start, (uint32_t)c->literals.size);
  *v_map_at(&c->ids, name) = (uint32_t)c->start.size - 2;
  return true;
}

static bool run(struct checker *c, uint32_t last) {
  struct v_text *t = &c->text;
  for (bool empty = false; !empty;) {
    uint32_t name;
    if (t->at == t->end) return v_expected(t, "the empty clause before here");
    if (!v_number(t, V_NONE - 1, &name)) return false;
    if (t->end - t->at > 2 && t->at[0] == ' ' && t->at[1] == 'd') {
      t->at += 2;
      if (!delete(c)) return false;
    } else if (name <= last) return v_expected(t, "growing ids");
    else if (!lemma(c, last = name, &empty)) return false;
    if (!v_eol(t)) return false;
  }
  return t->at == t->end || v_expected(t, "nothing behind the empty clause");
}

bool v_lrat_check(const struct v_cnf *cnf, const char *text, size_t size, size_t line, struct v_error *error) {
  struct checker c = {.text = {"proof", text, text, text + size, line, error}, .num_vars = cnf->num_vars};
  for (size_t k = 0; k < cnf->literals.size; k++) v_push(&c.literals, cnf->literals.at[k]);
  for (size_t k = 0; k < cnf->start.size; k++) v_push(&c.start, cnf->start.at[k]);
  for (uint32_t k = 0; k + 1 < cnf->start.size; k++) *v_map_at(&c.ids, k + 1) = k;
  c.value = v_zeroed(2 * (size_t)cnf->num_vars + 2, 1);
  bool good = run(&c, (uint32_t)cnf->start.size - 1);
  V_FREE(c.literals.at, c.start.at, c.trail.at, c.value);
  v_map_free(&c.ids);
  return good;
}
