/* One step per line:
 *
 *   <id> <literal> .. 0 <hint id> .. 0    adds a clause; ids grow, from above the number of input
 *                                         clauses
 *   <id> d <id> .. 0                      deletes clauses
 *
 * After the literals of the clause are set false, each hinted clause must be unit, and sets its
 * literal true, except the last one, which must be falsified. The last line adds the empty
 * clause. */
#include "validator/kernel/lrat.h"

static const uint32_t most_id = V_NONE - 1;

struct checker {
  struct v_text text;
  uint32_t num_vars;
  struct v_list literals, start; /* clause k is literals[start[k] .. start[k+1]): those of the CNF,
                                    then those that were added */
  struct v_list ids;             /* per clause: growing; those of the CNF are 1, 2, .. */
  struct v_list deleted;         /* per clause: 0 or 1 */
  uint8_t *value;                /* per literal: 1 if it is true */
  struct v_list trail;           /* the literals that are true */
  uint32_t last;                 /* the largest id so far */
  bool refuted;
};

static void assign(struct checker *c, uint32_t lit) {
  if (!c->value[lit]) v_push(&c->trail, lit);
  c->value[lit] = 1;
}

static void undo_all(struct checker *c) {
  for (size_t k = 0; k < c->trail.size; k++) c->value[c->trail.at[k]] = 0;
  c->trail.size = 0;
}

/* --- Clauses and their ids --- */
/* What was pushed to c->literals behind the last clause is one more. */
static void end_clause(struct checker *c, uint32_t id) {
  v_push(&c->start, (uint32_t)c->literals.size);
  v_push(&c->ids, id);
  v_push(&c->deleted, 0);
  c->last = id;
}

static void add_input(struct checker *c, const struct v_cnf *cnf) {
  v_push(&c->start, 0);
  for (uint32_t k = 0; k < v_cnf_clauses(cnf); k++) {
    for (uint32_t n = cnf->start.at[k]; n < cnf->start.at[k + 1]; n++)
      v_push(&c->literals, cnf->literals.at[n]);
    end_clause(c, k + 1);
  }
}

/* The place of the clause of this id by binary search; V_NONE if it was never there or is deleted.
 * Ids grow: none stands behind place id-1, and if none is left out it stands there. */
static uint32_t find(const struct checker *c, uint32_t id) {
  size_t high = id < c->ids.size ? id : c->ids.size;
  size_t low = high > 0 && c->ids.at[high - 1] == id ? high - 1 : 0;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (c->ids.at[middle] < id)
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < c->ids.size && c->ids.at[low] == id && !c->deleted.at[low];
  return found ? (uint32_t)low : V_NONE;
}

/* --- Lines --- */
/* " <id> .. 0" behind "d" */
static bool delete_clauses(struct checker *c) {
  for (;;) {
    uint32_t id;
    if (!v_blank_number(&c->text, most_id, &id)) return false;
    if (id == 0) return true;
    uint32_t k = find(c, id);
    if (k == V_NONE) return v_expected(&c->text, "the id of a clause to delete");
    c->deleted.at[k] = 1;
  }
}

/* " <literal> .. 0": the new clause goes behind the others, its literals are set false. */
static bool read_clause(struct checker *c) {
  struct v_text *t = &c->text;
  for (;;) {
    uint32_t variable;
    if (!v_blank(t)) return false;
    uint32_t sign = v_at(t, '-');
    t->at += sign;
    if (!v_number(t, c->num_vars, &variable)) return false;
    if (variable == 0 && sign) return v_expected(t, "0 without a sign");
    if (variable == 0) return true;
    uint32_t lit = 2 * variable + sign;
    if (c->value[lit]) return v_expected(t, "a clause without complementary literals");
    v_push(&c->literals, lit);
    assign(c, lit ^ 1);
  }
}

/* Follows one hint: *conflict if the clause is falsified, otherwise it must be unit. */
static bool follow(struct checker *c, uint32_t id, bool *conflict) {
  uint32_t unit = V_NONE;
  uint32_t k = find(c, id);
  if (k == V_NONE) return v_expected(&c->text, "the id of a clause as hint");
  for (uint32_t n = c->start.at[k]; n < c->start.at[k + 1]; n++) {
    uint32_t lit = c->literals.at[n];
    if (c->value[lit ^ 1]) continue;
    if (c->value[lit] || unit != V_NONE)
      return v_expected(&c->text, "a hinted clause that is unit or falsified");
    unit = lit;
  }
  *conflict = unit == V_NONE;
  if (!*conflict) assign(c, unit);
  return true;
}

/* " <hint id> .. 0": the last one is falsified. */
static bool follow_hints(struct checker *c) {
  bool conflict = false;
  for (;;) {
    uint32_t id;
    if (!v_blank_number(&c->text, most_id, &id)) return false;
    if (id == 0) break;
    if (conflict) return v_expected(&c->text, "no hint behind the falsified clause");
    if (!follow(c, id, &conflict)) return false;
  }
  return conflict || v_expected(&c->text, "a last hint that is falsified");
}

/* The clause has no id before its hints were followed: it cannot be a hint of itself. */
static bool add_clause(struct checker *c, uint32_t id) {
  if (id <= c->last) return v_expected(&c->text, "growing ids");
  size_t from = c->literals.size;
  if (!read_clause(c) || !follow_hints(c)) return false;
  undo_all(c);
  end_clause(c, id);
  c->refuted = c->literals.size == from;
  return true;
}

static bool line(struct checker *c) {
  struct v_text *t = &c->text;
  uint32_t id;
  if (t->at == t->end) return v_expected(t, "the empty clause before here");
  if (!v_number(t, most_id, &id)) return false;
  bool deletion = t->end - t->at > 2 && t->at[0] == ' ' && t->at[1] == 'd';
  if (deletion) t->at += 2;
  return (deletion ? delete_clauses(c) : add_clause(c, id)) && v_eol(t);
}

bool v_lrat_check(const struct v_cnf *cnf, const char *text, size_t size, size_t number,
                  struct v_error *error) {
  struct checker c = {.text = {"proof", text, text, text + size, number, error},
                      .num_vars = cnf->num_vars};
  c.value = v_zeroed(2 * (size_t)cnf->num_vars + 2, 1);
  add_input(&c, cnf);
  bool good = true;
  while (good && !c.refuted) good = line(&c);
  if (good && c.text.at != c.text.end)
    good = v_expected(&c.text, "nothing behind the empty clause");
  v_lists_free((struct v_list *[]){&c.literals, &c.start, &c.ids, &c.deleted, &c.trail, NULL});
  free(c.value);
  return good;
}
