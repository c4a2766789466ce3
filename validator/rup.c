/* Binary DRAT, checked forward. A proof is a sequence of steps: the byte 'a' (add) or 'd' (delete), then literals as numbers
 * 2*variable+sign in 7-bit groups, lowest first, then a zero byte. Only RUP steps are accepted: a solver must be told not to
 * introduce variables. A deletion of a clause that is not there is ignored; leaving clauses out can only weaken the prover. */
#include "validator/proof.h"

#include <stdlib.h>

struct v_rup {
  uint32_t num_vars;
  struct v_list literals, start, size; /* clause k is literals[start[k] .. +size[k]), the first two are watched; size 0: deleted */
  struct v_list *watches;              /* per literal: the clauses that watch it */
  uint8_t *value;                      /* per literal: 1 if it is true */
  struct v_list trail;                 /* literals that are true; those of the top level are never taken back */
  size_t propagated;
  struct v_map hashes;                 /* of the literals of a clause: the last such clause */
  bool refuted;
};

static void assign(struct v_rup *r, uint32_t lit) { r->value[lit] = 1; v_push(&r->trail, lit); }

/* A clause that watches a false literal watches another one instead, or is unit, or is falsified (then the answer is false). */
static bool propagate(struct v_rup *r) {
  while (r->propagated < r->trail.size) {
    uint32_t gone = r->trail.at[r->propagated++] ^ 1;
    struct v_list *list = &r->watches[gone];
    size_t kept = 0;
    bool conflict = false;
    for (size_t k = 0; k < list->size; k++) {
      uint32_t clause = list->at[k], *lits = r->literals.at + r->start.at[clause], size = r->size.at[clause], n = 2;
      if (!size) continue;
      if (!conflict) {
        if (lits[0] == gone) lits[0] = lits[1], lits[1] = gone;
        while (!r->value[lits[0]] && n < size && r->value[lits[n] ^ 1]) n++;
        if (!r->value[lits[0]] && n < size) { lits[1] = lits[n], lits[n] = gone; v_push(&r->watches[lits[1]], clause); continue; }
        if (!r->value[lits[0]] && r->value[lits[0] ^ 1]) conflict = true;
        else if (!r->value[lits[0]]) assign(r, lits[0]);
      }
      list->at[kept++] = clause;
    }
    list->size = kept;
    if (conflict) return false;
  }
  return true;
}

static uint64_t hash(const uint32_t *literals, size_t count) { /* does not depend on the order */
  uint64_t sum = count;
  for (size_t k = 0; k < count; k++) sum += (literals[k] + UINT64_C(0x9e3779b9)) * (literals[k] + UINT64_C(0x85ebca6b)) * UINT64_C(0xc2b2ae3d27d4eb4f);
  return sum >> 1;
}

/* At the top level. Watches literals that are not false; a clause without two such literals has done its work once propagated. */
static void add(struct v_rup *r, const uint32_t *literals, size_t count) {
  uint32_t start = (uint32_t)r->literals.size, free_literals = 0;
  for (size_t k = 0; k < count; k++) {
    v_push(&r->literals, literals[k]);
    if (r->value[literals[k] ^ 1]) continue;
    uint32_t *here = &r->literals.at[start + free_literals++], other = *here;
    *here = literals[k];
    r->literals.at[start + k] = other;
  }
  if (free_literals < 2) {
    if (!free_literals) r->refuted = true;
    else if (!r->value[r->literals.at[start]]) assign(r, r->literals.at[start]);
    r->literals.size = start;
    r->refuted = r->refuted || !propagate(r);
    return;
  }
  uint32_t clause = (uint32_t)r->start.size;
  v_push(&r->start, start), v_push(&r->size, (uint32_t)count);
  v_push(&r->watches[r->literals.at[start]], clause), v_push(&r->watches[r->literals.at[start + 1]], clause);
  *v_map_at(&r->hashes, hash(literals, count)) = clause;
}

/* Takes the hash for the clause: should it ever hit another one, a clause is missing, which is no harm. */
static void delete(struct v_rup *r, const uint32_t *literals, size_t count) {
  uint32_t *clause = v_map_at(&r->hashes, hash(literals, count));
  if (*clause != V_NONE) r->size.at[*clause] = 0;
  *clause = V_NONE;
}

bool v_rup_lemma(struct v_rup *r, const uint32_t *literals, size_t count) {
  size_t top = r->trail.size;
  bool conflict = r->refuted;
  for (size_t k = 0; k < count && !conflict; k++) {
    conflict = r->value[literals[k]];
    if (!conflict && !r->value[literals[k] ^ 1]) assign(r, literals[k] ^ 1);
  }
  conflict = conflict || !propagate(r);
  while (r->trail.size > top) r->value[r->trail.at[--r->trail.size]] = 0;
  r->propagated = top;
  if (conflict && !r->refuted) add(r, literals, count);
  return conflict;
}

bool v_drat_check(struct v_rup *r, const unsigned char *bytes, size_t size, struct v_error *error) {
  struct v_list clause = {0};
  bool good = true;
  for (size_t k = 0; good && k < size && !r->refuted;) {
    bool addition = bytes[k] == 'a';
    if (bytes[k] != 'a' && bytes[k] != 'd') good = v_fail(error, "proof of the solver, byte %zu: expected a or d", k);
    clause.size = 0;
    for (k++; good; clause.size++) {
      uint64_t lit = 0;
      unsigned shift = 0;
      while (k < size && bytes[k] & 0x80 && shift < 28) lit |= (uint64_t)(bytes[k++] & 0x7f) << shift, shift += 7;
      if (k < size) lit |= (uint64_t)bytes[k] << shift;
      if (k++ >= size || lit == 1 || lit / 2 > r->num_vars) good = v_fail(error, "proof of the solver, byte %zu: expected a literal", k);
      if (good && !lit) break;
      v_push(&clause, (uint32_t)lit), clause.size--;
    }
    if (good && !addition) delete(r, clause.at, clause.size);
    else if (good && !v_rup_lemma(r, clause.at, clause.size)) good = v_fail(error, "proof of the solver, byte %zu: not implied by unit propagation", k);
  }
  free(clause.at);
  return good && (r->refuted || v_fail(error, "the proof of the solver ends without the empty clause"));
}

struct v_rup *v_rup_new(const struct v_cnf *cnf) {
  struct v_rup *r = v_zeroed(1, sizeof *r);
  r->num_vars = cnf->num_vars;
  r->watches = v_zeroed(2 * (size_t)cnf->num_vars + 2, sizeof *r->watches);
  r->value = v_zeroed(2 * (size_t)cnf->num_vars + 2, 1);
  for (size_t k = 0; k + 1 < cnf->start.size && !r->refuted; k++)
    add(r, cnf->literals.at + cnf->start.at[k], cnf->start.at[k + 1] - cnf->start.at[k]);
  return r;
}

bool v_rup_refuted(const struct v_rup *r) { return r->refuted; }

void v_rup_free(struct v_rup *r) {
  for (size_t k = 0; k < 2 * (size_t)r->num_vars + 2; k++) free(r->watches[k].at);
  v_map_free(&r->hashes);
  V_FREE(r->literals.at, r->start.at, r->size.at, r->trail.at, r->watches, r->value, r);
}
