/* Binary DRAT, checked forward: the byte 'a' (add) or 'd' (delete), then literals as numbers
 * 2*variable+sign in 7-bit groups, then a zero byte. Only RUP steps are accepted: a solver must be
 * told not to introduce variables. Any clause may be deleted, also a wrong one: the rest is implied
 * by the input as before. What was propagated at the top level stays. */
#include "validator/beside/rup.h"

#include "validator/kernel/map.h"

struct v_rup {
  uint32_t num_vars;
  struct v_list literals, start; /* clause k is literals[start[k] .. start[k+1]) */
  uint8_t *value;                /* per literal: 1 if it is true */
  struct v_list trail;    /* literals that are true; those of the top level are never taken back */
  struct v_list *watches; /* per literal: the clauses that watch it, with their first two */
  struct v_map clauses;   /* by their keys; a deleted one has V_NONE as its first literal */
  size_t propagated;
  bool refuted;
};

static void assign(struct v_rup *r, uint32_t lit) {
  if (!r->value[lit]) v_push(&r->trail, lit);
  r->value[lit] = 1;
}

static void swap(uint32_t *a, uint32_t *b) {
  uint32_t old = *a;
  *a = *b;
  *b = old;
}

/* The clause watches `gone`, which is false. True if it does so no longer: it was deleted, or
 * watches another literal from now on. Otherwise its first literal is true, or becomes it, or is
 * false: *conflict. */
static bool move_watch(struct v_rup *r, uint32_t clause, uint32_t gone, bool *conflict) {
  uint32_t *lits = r->literals.at + r->start.at[clause];
  uint32_t size = r->start.at[clause + 1] - r->start.at[clause];
  if (lits[0] == V_NONE) return true;
  if (lits[0] == gone) swap(&lits[0], &lits[1]);
  if (r->value[lits[0]]) return false;
  for (uint32_t n = 2; n < size; n++) {
    if (r->value[lits[n] ^ 1]) continue;
    swap(&lits[1], &lits[n]);
    v_push(&r->watches[lits[1]], clause);
    return true;
  }
  *conflict = r->value[lits[0] ^ 1];
  if (!*conflict) assign(r, lits[0]);
  return false;
}

/* False if a clause is falsified. */
static bool propagate(struct v_rup *r) {
  bool conflict = false;
  while (!conflict && r->propagated < r->trail.size) {
    uint32_t gone = r->trail.at[r->propagated] ^ 1;
    size_t kept = 0;
    r->propagated++;
    for (size_t k = 0; k < r->watches[gone].size; k++) {
      uint32_t clause = r->watches[gone].at[k];
      if (!conflict && move_watch(r, clause, gone, &conflict)) continue;
      r->watches[gone].at[kept] = clause;
      kept++;
    }
    r->watches[gone].size = kept;
  }
  return !conflict;
}

/* The same for all orders of the literals. Two clauses may have the same key. */
static uint64_t key_of(const uint32_t *literals, size_t count) {
  uint64_t key = 0;
  for (size_t k = 0; k < count; k++) {
    uint64_t x = (literals[k] + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);
    key += (x ^ x >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
  }
  return key >> 1; /* UINT64_MAX is no key */
}

static void delete (struct v_rup *r, const uint32_t *literals, size_t count) {
  uint32_t *clause = v_map_at(&r->clauses, key_of(literals, count));
  if (*clause != V_NONE) r->literals.at[r->start.at[*clause]] = V_NONE;
  *clause = V_NONE;
}

/* At the top level. Watches literals that are not false; a clause without two such literals has
 * done its work once propagated. */
static void add(struct v_rup *r, const uint32_t *literals, size_t count) {
  uint32_t clause = (uint32_t)r->start.size - 1;
  for (size_t k = 0; k < count; k++) v_push(&r->literals, literals[k]);
  v_push(&r->start, (uint32_t)r->literals.size);
  uint32_t *lits = r->literals.at + r->start.at[clause];
  uint32_t open = 0;
  for (size_t k = 0; k < count; k++) {
    if (r->value[lits[k] ^ 1]) continue;
    swap(&lits[k], &lits[open]);
    open++;
  }
  if (open == 0) r->refuted = true;
  if (open == 1) assign(r, lits[0]);
  if (open >= 2) {
    v_push(&r->watches[lits[0]], clause);
    v_push(&r->watches[lits[1]], clause);
    *v_map_at(&r->clauses, key_of(lits, count)) = clause;
  }
  if (!r->refuted) r->refuted = !propagate(r);
}

struct v_rup *v_rup_new(const struct v_cnf *cnf) {
  struct v_rup *r = v_zeroed(1, sizeof *r);
  size_t num_literals = 2 * (size_t)cnf->num_vars + 2;
  r->num_vars = cnf->num_vars;
  r->value = v_zeroed(num_literals, 1);
  r->watches = v_zeroed(num_literals, sizeof *r->watches);
  v_push(&r->start, 0);
  for (size_t k = 0; k < v_cnf_clauses(cnf) && !r->refuted; k++)
    add(r, cnf->literals.at + cnf->start.at[k], cnf->start.at[k + 1] - cnf->start.at[k]);
  return r;
}

void v_rup_free(struct v_rup *r) {
  for (size_t k = 0; k < 2 * (size_t)r->num_vars + 2; k++) v_list_free(&r->watches[k]);
  v_list_free(&r->literals);
  v_list_free(&r->start);
  v_list_free(&r->trail);
  v_map_free(&r->clauses);
  free(r->watches);
  free(r->value);
  free(r);
}

bool v_rup_refuted(const struct v_rup *r) { return r->refuted; }

bool v_rup_lemma(struct v_rup *r, const uint32_t *literals, size_t count) {
  size_t top = r->trail.size;
  bool conflict = r->refuted;
  for (size_t k = 0; k < count && !conflict; k++) {
    conflict = r->value[literals[k]];
    if (!conflict) assign(r, literals[k] ^ 1);
  }
  if (!conflict) conflict = !propagate(r);
  while (r->trail.size > top) {
    r->trail.size--;
    r->value[r->trail.at[r->trail.size]] = 0;
  }
  r->propagated = top;
  if (conflict && !r->refuted) add(r, literals, count);
  return conflict;
}

/* Literals up to a zero. */
static bool read_clause(struct v_text *t, uint32_t max, struct v_list *clause) {
  clause->size = 0;
  for (;;) {
    uint32_t lit;
    if (!v_groups(t, max, &lit)) return false;
    if (lit == 0) return true;
    if (lit == 1) return v_expected(t, "a literal before here");
    v_push(clause, lit);
  }
}

bool v_drat_check(struct v_rup *r, const struct v_bytes *proof, struct v_error *error) {
  struct v_text t = v_text("proof of the solver", proof, error);
  struct v_list clause = {0};
  bool good = true;
  while (good && t.at < t.end && !r->refuted) {
    bool addition = v_at(&t, 'a');
    good = addition || v_at(&t, 'd') || v_expected(&t, "a or d");
    t.at++;
    good = good && read_clause(&t, 2 * r->num_vars + 1, &clause);
    if (good && !addition) delete (r, clause.at, clause.size);
    if (good && addition && !v_rup_lemma(r, clause.at, clause.size))
      good = v_expected(&t, "a clause implied by unit propagation before here");
  }
  v_list_free(&clause);
  if (!good) return false;
  return r->refuted || v_expected(&t, "the empty clause");
}
