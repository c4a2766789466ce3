/* Binary DRAT, checked forward: the byte 'a' (add) or 'd' (delete), then literals as numbers
 * 2*variable+sign in 7-bit groups, then a zero byte. Only RUP steps are accepted: a solver must be
 * told not to introduce variables. Any clause may be deleted, also a wrong one: the rest is implied
 * by the input as before. What was propagated at the top level stays. */
#include "validator/beside/rup.h"

#include "validator/kernel/memory.h"

struct v_rup {
  uint32_t num_vars;
  struct v_list literals, start; /* clause k is literals[start[k] .. start[k+1]) */
  uint8_t *value;                /* per literal: 1 if it is true */
  struct v_list trail; /* literals that are true; those of the top level are never taken back */
  /* Clause k watches its first two literals, with the watches 2k and 2k+1. */
  uint32_t *first;      /* per literal: the first watch of it, or V_NONE */
  struct v_list next;   /* per watch: the next one of the same literal */
  struct v_map clauses; /* by their keys, once a proof is read */
  bool has_keys;
  size_t propagated;
  uint64_t work; /* watches looked at */
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

static void link(struct v_rup *r, uint32_t watch, uint32_t lit) {
  r->next.at[watch] = r->first[lit];
  r->first[lit] = watch;
}

/* The literal of this watch became false. True if it is not watched from now on: the clause was
 * deleted, which has V_NONE as its first literal, or watches another one. Otherwise the other one
 * that is watched is true, or becomes it, or is false: *conflict. */
static bool move_watch(struct v_rup *r, uint32_t watch, bool *conflict) {
  uint32_t clause = watch / 2;
  uint32_t *lits = r->literals.at + r->start.at[clause];
  uint32_t size = r->start.at[clause + 1] - r->start.at[clause];
  if (lits[0] == V_NONE) return true;
  uint32_t other = lits[1 - watch % 2];
  if (r->value[other]) return false;
  for (uint32_t n = 2; n < size; n++) {
    if (r->value[lits[n] ^ 1]) continue;
    swap(&lits[watch % 2], &lits[n]);
    link(r, watch, lits[watch % 2]);
    return true;
  }
  *conflict = r->value[other ^ 1];
  if (!*conflict) assign(r, other);
  return false;
}

/* False if a clause is falsified. */
static bool propagate(struct v_rup *r) {
  bool conflict = false;
  while (!conflict && r->propagated < r->trail.size) {
    uint32_t *at = &r->first[r->trail.at[r->propagated] ^ 1];
    r->propagated++;
    while (!conflict && *at != V_NONE) {
      uint32_t watch = *at;
      uint32_t following = r->next.at[watch];
      r->work++;
      if (move_watch(r, watch, &conflict))
        *at = following;
      else
        at = &r->next.at[watch];
    }
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

/* So that it can be deleted. Units are not: they have done their work. */
static void give_key(struct v_rup *r, uint32_t clause) {
  const uint32_t *literals = r->literals.at + r->start.at[clause];
  size_t count = r->start.at[clause + 1] - r->start.at[clause];
  if (count >= 2) *v_map_at(&r->clauses, key_of(literals, count)) = clause;
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
  v_push(&r->next, V_NONE);
  v_push(&r->next, V_NONE);
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
    link(r, 2 * clause, lits[0]);
    link(r, 2 * clause + 1, lits[1]);
  }
  if (r->has_keys) give_key(r, clause);
  if (!r->refuted) r->refuted = !propagate(r);
}

struct v_rup *v_rup_new(const struct v_cnf *cnf) {
  struct v_rup *r = v_zeroed(1, sizeof *r);
  size_t num_literals = 2 * (size_t)cnf->num_vars + 2;
  r->num_vars = cnf->num_vars;
  r->value = v_zeroed(num_literals, 1);
  r->first = v_need(NULL, num_literals, sizeof *r->first);
  for (size_t k = 0; k < num_literals; k++) r->first[k] = V_NONE;
  v_push(&r->start, 0);
  for (size_t k = 0; k < v_cnf_clauses(cnf) && !r->refuted; k++)
    add(r, cnf->literals.at + cnf->start.at[k], cnf->start.at[k + 1] - cnf->start.at[k]);
  return r;
}

void v_rup_free(struct v_rup *r) {
  v_list_free(&r->literals);
  v_list_free(&r->start);
  v_list_free(&r->trail);
  v_list_free(&r->next);
  v_map_free(&r->clauses);
  free(r->first);
  free(r->value);
  free(r);
}

bool v_rup_refuted(const struct v_rup *r) { return r->refuted; }
uint64_t v_rup_work(const struct v_rup *r) { return r->work; }

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
  const char *start = (const char *)proof->at;
  struct v_text t = {"proof of the solver", start, start, start + proof->size, 1, error};
  struct v_list clause = {0};
  bool good = true;
  for (uint32_t k = 0; !r->has_keys && k + 1 < r->start.size; k++) give_key(r, k);
  r->has_keys = true;
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
