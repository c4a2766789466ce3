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
  const char *at, *end;
  size_t line;
  uint32_t num_vars;
  struct v_list literals, start; /* clause k is literals[start[k] .. start[k+1]) */
  struct v_map ids;              /* of a clause: its k, or V_NONE when deleted */
  uint8_t *value;                /* per literal: 1 if it is true */
  struct v_list trail;           /* literals that are true */
  struct v_error *error;
};

static bool wrong(struct checker *c, const char *expected) { return v_fail(c->error, "line %zu: proof: expected %s", c->line, expected); }

/* A number with an optional minus sign, after any blanks. */
static bool number(struct checker *c, bool *minus, uint64_t *value) {
  while (c->at < c->end && *c->at == ' ') c->at++;
  *minus = c->at < c->end && *c->at == '-';
  if (*minus) c->at++;
  const char *digits = c->at;
  for (*value = 0; c->at < c->end && *c->at >= '0' && *c->at <= '9' && *value < UINT64_MAX / 20; c->at++) *value = 10 * *value + (uint64_t)(*c->at - '0');
  bool closed = c->at < c->end && (*c->at == ' ' || *c->at == '\n');
  return (digits < c->at && closed) || wrong(c, "a number");
}

static bool id(struct checker *c, uint64_t *value) {
  bool minus;
  return number(c, &minus, value) && (!minus || wrong(c, "an id, as there are no RAT steps"));
}

static bool delete(struct checker *c) {
  for (uint64_t which; id(c, &which);) {
    if (!which) return true;
    if (v_map_get(&c->ids, which) == V_NONE) return wrong(c, "the id of a clause to delete");
    *v_map_at(&c->ids, which) = V_NONE;
  }
  return false;
}

/* Follows one hint: *conflict if the clause is falsified, otherwise it must be unit. */
static bool hint(struct checker *c, uint64_t which, bool *conflict) {
  uint32_t clause = v_map_get(&c->ids, which), unit = V_NONE;
  if (clause == V_NONE) return wrong(c, "the id of a clause as hint");
  for (uint32_t k = c->start.at[clause]; k < c->start.at[clause + 1]; k++) {
    uint32_t lit = c->literals.at[k];
    if (c->value[lit ^ 1]) continue;
    if (c->value[lit] || unit != V_NONE) return wrong(c, "a hinted clause that is unit or falsified");
    unit = lit;
  }
  *conflict = unit == V_NONE;
  if (*conflict) return true;
  c->value[unit] = 1;
  v_push(&c->trail, unit);
  return true;
}

/* The clause goes behind the others; *empty if it has no literals. */
static bool lemma(struct checker *c, uint64_t name, bool *empty) {
  uint64_t value;
  bool minus, conflict = false, good = true;
  size_t from = c->literals.size;
  while ((good = number(c, &minus, &value)) && value) {
    if (value > c->num_vars) return wrong(c, "a variable of the obligation");
    uint32_t lit = 2 * (uint32_t)value + minus;
    if (c->value[lit]) return wrong(c, "a clause without complementary literals");
    v_push(&c->literals, lit);
    if (!c->value[lit ^ 1]) v_push(&c->trail, lit ^ 1);
    c->value[lit ^ 1] = 1;
  }
  if (!good) return false;
  *empty = from == c->literals.size;
  while ((good = id(c, &value)) && value) {
    if (conflict) return wrong(c, "no hint behind the falsified clause");
    if (!hint(c, value, &conflict)) return false;
  }
  if (good && !conflict) return wrong(c, "a last hint that is falsified");
  while (c->trail.size) c->value[c->trail.at[--c->trail.size]] = 0;
  v_push(&c->start, (uint32_t)c->literals.size);
  *v_map_at(&c->ids, name) = (uint32_t)c->start.size - 2;
  return good;
}

static bool run(struct checker *c, uint64_t last) {
  for (bool empty = false; c->at < c->end; c->line++) {
    uint64_t name;
    if (empty) return wrong(c, "nothing behind the empty clause");
    if (!id(c, &name)) return false;
    if (c->end - c->at > 1 && c->at[0] == ' ' && c->at[1] == 'd') {
      c->at += 2;
      if (!delete(c)) return false;
    } else {
      if (name <= last) return wrong(c, "growing ids");
      last = name;
      if (!lemma(c, name, &empty)) return false;
    }
    if (*c->at++ != '\n') return wrong(c, "end of line");
    if (empty && c->at == c->end) return true;
  }
  return wrong(c, "the empty clause before here");
}

bool v_lrat_check(const struct v_cnf *cnf, const char *text, size_t size, size_t line, struct v_error *error) {
  struct checker c = {.at = text, .end = text + size, .line = line, .num_vars = cnf->num_vars, .error = error};
  for (size_t k = 0; k < cnf->literals.size; k++) v_push(&c.literals, cnf->literals.at[k]);
  for (size_t k = 0; k < cnf->start.size; k++) v_push(&c.start, cnf->start.at[k]);
  for (uint32_t k = 0; k + 1 < cnf->start.size; k++) *v_map_at(&c.ids, k + 1) = k;
  c.value = v_zeroed(2 * (size_t)cnf->num_vars + 2, 1);
  bool good = run(&c, cnf->start.size - 1);
  free(c.literals.at);
  free(c.start.at);
  free(c.trail.at);
  free(c.value);
  v_map_free(&c.ids);
  return good;
}
