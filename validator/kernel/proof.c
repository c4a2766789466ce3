/* Two judges of refutations that share their clauses and the literals that are true.
 *
 * LRAT (docs/certificates.md, section 8), one step per line:
 *   <id> <literal> .. 0 <hint id> .. 0    adds a clause; ids grow, from above the number of input
 * clauses <id> d <id> .. 0                      deletes clauses After the literals of the clause
 * are set false, each hinted clause must be unit, and sets its literal true, except the last one,
 * which must be falsified. The last line adds the empty clause.
 *
 * Binary DRAT, checked forward: the byte 'a' (add) or 'd' (delete), then literals as numbers
 * 2*variable+sign in 7-bit groups, then a zero byte. Only RUP steps are accepted: a solver must be
 * told not to introduce variables. Deletions are ignored: a clause that stays is still implied, and
 * can only help. */
#include "validator/kernel/certificate.h"

struct v_rup {
  uint32_t num_vars;
  struct v_list literals,
      start; /* clause k is literals[start[k] .. start[k+1]); for DRAT the first two are watched */
  struct v_map names; /* from ids to clauses; V_NONE: deleted */
  uint8_t *value;     /* per literal: 1 if it is true */
  struct v_list
      trail; /* literals that are true; for DRAT, those of the top level are never taken back */
  struct v_list *watches; /* DRAT, per literal: the clauses that watch it */
  size_t propagated;
  bool refuted;
};

static void assign(struct v_rup *r, uint32_t lit) {
  if (!r->value[lit]) v_push(&r->trail, lit);
  r->value[lit] = 1;
}

static void undo(struct v_rup *r, size_t top) {
  while (r->trail.size > top) r->value[r->trail.at[--r->trail.size]] = 0;
}

static uint32_t store(struct v_rup *r, uint64_t name, const uint32_t *literals, size_t count) {
  if (!r->start.size) v_push(&r->start, 0);
  for (size_t k = 0; k < count; k++) v_push(&r->literals, literals[k]);
  v_push(&r->start, (uint32_t)r->literals.size);
  return *v_map_at(&r->names, name) = (uint32_t)r->start.size - 2;
}

void v_rup_free(struct v_rup *r) {
  for (size_t k = 0; r->watches && k < 2 * (size_t)r->num_vars + 2; k++) free(r->watches[k].at);
  v_map_free(&r->names);
  V_FREE(r->literals.at, r->start.at, r->trail.at, r->watches, r->value, r);
}

/* --- LRAT --- */
static bool id(struct v_text *t, uint32_t *value) { return v_blank_number(t, V_NONE - 1, value); }

static bool delete_ids(struct v_rup *r, struct v_text *t) {
  for (uint32_t which; id(t, &which);) {
    if (!which) return true;
    if (*v_map_at(&r->names, which) == V_NONE) return v_expected(t, "the id of a clause to delete");
    *v_map_at(&r->names, which) = V_NONE;
  }
  return false;
}

/* Follows one hint: *conflict if the clause is falsified, otherwise it must be unit. */
static bool hint(struct v_rup *r, struct v_text *t, uint32_t which, bool *conflict) {
  uint32_t clause = *v_map_at(&r->names, which), unit = V_NONE;
  if (*conflict) return v_expected(t, "no hint behind the falsified clause");
  if (clause == V_NONE) return v_expected(t, "the id of a clause as hint");
  for (uint32_t k = r->start.at[clause]; k < r->start.at[clause + 1]; k++) {
    uint32_t lit = r->literals.at[k];
    if (r->value[lit ^ 1]) continue;
    if (r->value[lit] || unit != V_NONE)
      return v_expected(t, "a hinted clause that is unit or falsified");
    unit = lit;
  }
  *conflict = unit == V_NONE;
  if (!*conflict) assign(r, unit);
  return true;
}

static bool lemma(struct v_rup *r, struct v_text *t, uint32_t name, struct v_list *clause) {
  bool conflict = false;
  for (clause->size = 0;;) {
    if (!v_blank(t)) return false;
    uint32_t value, minus = v_at(t, '-');
    t->at += minus;
    if (!v_number(t, r->num_vars, &value)) return false;
    if (minus && !value) return v_expected(t, "0 without a sign");
    if (!value) break;
    if (r->value[2 * value + minus])
      return v_expected(t, "a clause without complementary literals");
    v_push(clause, 2 * value + minus);
    assign(r, (2 * value + minus) ^ 1);
  }
  for (uint32_t which;;) {
    if (!id(t, &which)) return false;
    if (!which) break;
    if (!hint(r, t, which, &conflict)) return false;
  }
  if (!conflict) return v_expected(t, "a last hint that is falsified");
  undo(r, 0);
  store(r, name, clause->at, clause->size);
  r->refuted = !clause->size;
  return true;
}

bool v_lrat_check(const struct v_cnf *cnf, const char *text, size_t size, size_t line,
                  struct v_error *error) {
  struct v_text t = {"proof", text, text, text + size, line, error};
  struct v_rup *r = v_zeroed(1, sizeof *r);
  struct v_list clause = {0};
  uint32_t last = 0, name;
  r->num_vars = cnf->num_vars;
  r->value = v_zeroed(2 * (size_t)cnf->num_vars + 2, 1);
  for (; last + 1 < cnf->start.size; last++)
    store(r, last + 1, cnf->literals.at + cnf->start.at[last],
          cnf->start.at[last + 1] - cnf->start.at[last]);
  bool good = true;
  while (good && !r->refuted) {
    good = t.at < t.end ? v_number(&t, V_NONE - 1, &name)
                        : v_expected(&t, "the empty clause before here");
    if (good && t.end - t.at > 2 && t.at[0] == ' ' && t.at[1] == 'd')
      t.at += 2, good = delete_ids(r, &t);
    else if (good && name <= last)
      good = v_expected(&t, "growing ids");
    else
      good = good && lemma(r, &t, last = name, &clause);
    good = good && v_eol(&t);
  }
  if (good && t.at != t.end) good = v_expected(&t, "nothing behind the empty clause");
  free(clause.at);
  v_rup_free(r);
  return good;
}

/* --- RUP --- */
/* A clause that watches a false literal watches another one instead, or is unit, or is falsified
 * (then the answer is false). */
static bool propagate(struct v_rup *r) {
  bool conflict = false;
  while (!conflict && r->propagated < r->trail.size) {
    uint32_t gone = r->trail.at[r->propagated++] ^ 1;
    struct v_list *list = &r->watches[gone];
    size_t kept = 0;
    for (size_t k = 0; k < list->size; k++) {
      uint32_t clause = list->at[k], *lits = r->literals.at + r->start.at[clause],
               size = r->start.at[clause + 1] - r->start.at[clause], n = 2;
      if (!conflict) {
        if (lits[0] == gone) lits[0] = lits[1], lits[1] = gone;
        while (!r->value[lits[0]] && n < size && r->value[lits[n] ^ 1]) n++;
        if (!r->value[lits[0]] && n < size) {
          lits[1] = lits[n], lits[n] = gone;
          v_push(&r->watches[lits[1]], clause);
          continue;
        }
        conflict = r->value[lits[0] ^ 1];
        if (!conflict) assign(r, lits[0]);
      }
      list->at[kept++] = clause;
    }
    list->size = kept;
  }
  return !conflict;
}

/* At the top level. Watches literals that are not false; a clause without two such literals has
 * done its work once propagated. */
static void add(struct v_rup *r, const uint32_t *literals, size_t count) {
  uint32_t clause = store(r, r->start.size, literals, count),
           *lits = r->literals.at + r->start.at[clause], open = 0;
  for (size_t k = 0; k < count; k++) {
    if (r->value[lits[k] ^ 1]) continue;
    uint32_t lit = lits[k];
    lits[k] = lits[open], lits[open++] = lit;
  }
  if (open >= 2) v_push(&r->watches[lits[0]], clause), v_push(&r->watches[lits[1]], clause);
  if (open == 1) assign(r, lits[0]);
  r->refuted = r->refuted || !open || !propagate(r);
}

struct v_rup *v_rup_new(const struct v_cnf *cnf) {
  struct v_rup *r = v_zeroed(1, sizeof *r);
  r->num_vars = cnf->num_vars;
  r->value = v_zeroed(2 * (size_t)cnf->num_vars + 2, 1);
  r->watches = v_zeroed(2 * (size_t)cnf->num_vars + 2, sizeof *r->watches);
  for (size_t k = 0; k + 1 < cnf->start.size && !r->refuted; k++)
    add(r, cnf->literals.at + cnf->start.at[k], cnf->start.at[k + 1] - cnf->start.at[k]);
  return r;
}

bool v_rup_refuted(const struct v_rup *r) { return r->refuted; }

bool v_rup_lemma(struct v_rup *r, const uint32_t *literals, size_t count) {
  size_t top = r->trail.size;
  bool conflict = r->refuted;
  for (size_t k = 0; k < count && !conflict; k++) {
    conflict = r->value[literals[k]];
    if (!conflict) assign(r, literals[k] ^ 1);
  }
  conflict = conflict || !propagate(r);
  undo(r, top);
  r->propagated = top;
  if (conflict && !r->refuted) add(r, literals, count);
  return conflict;
}

bool v_drat_check(struct v_rup *r, const struct v_bytes *proof, struct v_error *error) {
  struct v_text t = v_text("proof of the solver", proof, error);
  struct v_list clause = {0};
  bool good = true;
  while (good && t.at < t.end && !r->refuted) {
    bool addition = v_at(&t, 'a');
    good = addition || v_at(&t, 'd') || v_expected(&t, "a or d");
    uint32_t lit = 2;
    for (t.at++, clause.size = 0; good && lit;) {
      good = v_groups(&t, 2 * r->num_vars + 1, &lit) &&
             (lit != 1 || v_expected(&t, "a literal before here"));
      if (good && lit) v_push(&clause, lit);
    }
    if (good && addition && !v_rup_lemma(r, clause.at, clause.size))
      good = v_expected(&t, "a clause implied by unit propagation before here");
  }
  free(clause.at);
  return good && (r->refuted || v_expected(&t, "the empty clause"));
}
