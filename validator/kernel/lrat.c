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
  const struct v_cnf *cnf; /* clause k of it has id k+1 */
  struct v_text text;
  struct v_list literals, start; /* added clause k is literals[start[k] .. start[k+1]) */
  struct v_list ids;             /* of the added clauses, growing */
  uint8_t *input_deleted;        /* per clause of the CNF */
  struct v_list deleted;         /* per added clause: 0 or 1 */
  uint8_t *value;                /* per literal: 1 if it is true */
  struct v_list trail;           /* the literals that are true */
  uint32_t last;                 /* the largest id so far */
  bool refuted;
};

struct clause {
  const uint32_t *literals;
  size_t count;
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
/* The place of an added clause by binary search, V_NONE if there is none. */
static uint32_t added_place(const struct checker *c, uint32_t id) {
  size_t low = 0;
  size_t high = c->ids.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (c->ids.at[middle] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < c->ids.size && c->ids.at[low] == id ? (uint32_t)low : V_NONE;
}

/* The clause of this id, unless it was never there or is deleted. */
static bool find(const struct checker *c, uint32_t id, struct clause *clause) {
  if (id >= 1 && id <= v_cnf_clauses(c->cnf)) {
    if (c->input_deleted[id - 1]) return false;
    uint32_t from = c->cnf->start.at[id - 1];
    *clause = (struct clause){c->cnf->literals.at + from, c->cnf->start.at[id] - from};
    return true;
  }
  uint32_t k = added_place(c, id);
  if (k == V_NONE || c->deleted.at[k]) return false;
  *clause = (struct clause){c->literals.at + c->start.at[k], c->start.at[k + 1] - c->start.at[k]};
  return true;
}

static void mark_deleted(struct checker *c, uint32_t id) {
  if (id <= v_cnf_clauses(c->cnf))
    c->input_deleted[id - 1] = 1;
  else
    c->deleted.at[added_place(c, id)] = 1;
}

/* --- Lines --- */
/* " <id> .. 0" behind "d" */
static bool delete_clauses(struct checker *c) {
  struct clause clause;
  for (;;) {
    uint32_t id;
    if (!v_blank_number(&c->text, most_id, &id)) return false;
    if (id == 0) return true;
    if (!find(c, id, &clause)) return v_expected(&c->text, "the id of a clause to delete");
    mark_deleted(c, id);
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
    if (!v_number(t, c->cnf->num_vars, &variable)) return false;
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
  struct clause clause;
  uint32_t unit = V_NONE;
  if (!find(c, id, &clause)) return v_expected(&c->text, "the id of a clause as hint");
  for (size_t k = 0; k < clause.count; k++) {
    uint32_t lit = clause.literals[k];
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
  v_push(&c->start, (uint32_t)c->literals.size);
  v_push(&c->ids, id);
  v_push(&c->deleted, 0);
  c->last = id;
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
  struct checker c = {.cnf = cnf,
                      .text = {"proof", text, text, text + size, number, error},
                      .last = (uint32_t)v_cnf_clauses(cnf)};
  c.value = v_zeroed(2 * (size_t)cnf->num_vars + 2, 1);
  c.input_deleted = v_zeroed(v_cnf_clauses(cnf), 1);
  v_push(&c.start, 0);
  bool good = true;
  while (good && !c.refuted) good = line(&c);
  if (good && c.text.at != c.text.end)
    good = v_expected(&c.text, "nothing behind the empty clause");
  v_lists_free((struct v_list *[]){&c.literals, &c.start, &c.ids, &c.deleted, &c.trail, NULL});
  free(c.input_deleted);
  free(c.value);
  return good;
}
