#include "validator/search/cdcl.h"

void v_cdcl_start(struct v_cdcl *s, uint32_t num_vars, uint32_t num_inputs) {
  size_t variables = (size_t)num_vars + 1;
  *s = (struct v_cdcl){.num_vars = num_vars, .ignored = V_NONE};
  v_derivation_start(&s->derivation, num_inputs);
  s->watches = v_zeroed(2 * variables, sizeof *s->watches);
  s->value = v_zeroed(2 * variables, sizeof *s->value);
  s->phase = v_zeroed(variables, sizeof *s->phase);
  s->level = v_zeroed(variables, sizeof *s->level);
  s->place = v_zeroed(variables, sizeof *s->place);
  s->reason = v_zeroed(variables, sizeof *s->reason);
  s->unit = v_zeroed(variables, sizeof *s->unit);
  s->mark = v_zeroed(variables, sizeof *s->mark);
  s->eliminated = v_zeroed(variables, sizeof *s->eliminated);
  s->stamp = v_zeroed(variables, sizeof *s->stamp);
  s->trail.capacity = variables;
  s->trail.at = v_need(NULL, variables, sizeof *s->trail.at);
  memset(s->phase, 1, variables);
  v_order_start(&s->order, num_vars);
}

void v_cdcl_free(struct v_cdcl *s) {
  for (size_t k = 0; k < 2 * ((size_t)s->num_vars + 1); k++) free(s->watches[k].at);
  free(s->watches);
  free(s->value);
  free(s->phase);
  free(s->level);
  free(s->place);
  free(s->reason);
  free(s->unit);
  free(s->mark);
  free(s->eliminated);
  free(s->stamp);
  v_order_free(&s->order);
  v_derivation_free(&s->derivation);
  v_lists_free((struct v_list *[]){&s->clauses, &s->learnt, &s->trail, &s->control, &s->clause,
                                   &s->marked, &s->resolved, &s->minimized, &s->hints,
                                   &s->completion, NULL});
}

/* --- Values --- */
void v_cdcl_assign(struct v_cdcl *s, uint32_t lit, uint32_t reason) {
  s->value[lit] = 1;
  s->value[lit ^ 1] = -1;
  s->level[lit / 2] = v_level(s);
  s->place[lit / 2] = (uint32_t)s->trail.size;
  s->reason[lit / 2] = reason;
  s->trail.at[s->trail.size] = lit; /* there is room for every variable */
  s->trail.size++;
}

void v_cdcl_decide(struct v_cdcl *s, uint32_t lit) {
  v_push(&s->control, (uint32_t)s->trail.size);
  v_cdcl_assign(s, lit, V_NONE);
}

void v_cdcl_backtrack(struct v_cdcl *s, uint32_t level) {
  if (v_level(s) <= level) return;
  size_t to = s->control.at[level];
  for (size_t k = s->trail.size; k > to; k--) {
    uint32_t lit = s->trail.at[k - 1];
    s->value[lit] = 0;
    s->value[lit ^ 1] = 0;
    s->phase[lit / 2] = lit & 1;
    v_order_insert(&s->order, lit / 2);
  }
  s->trail.size = to;
  s->propagated = to;
  s->control.size = level;
}

/* --- Clauses --- */
static void watch(struct v_cdcl *s, uint32_t lit, uint32_t other, uint32_t clause) {
  struct v_watches *w = &s->watches[lit];
  if (w->size == w->capacity) {
    w->capacity = w->capacity > 0 ? 2 * w->capacity : 4;
    w->at = v_need(w->at, w->capacity, sizeof *w->at);
  }
  w->at[w->size] = (struct v_watch){other, clause};
  w->size++;
}

void v_cdcl_watch(struct v_cdcl *s, uint32_t clause) {
  const uint32_t *lits = v_literals(s, clause);
  uint32_t binary = v_size(s, clause) == 2 ? V_BINARY : 0;
  watch(s, lits[0], lits[1], clause | binary);
  watch(s, lits[1], lits[0], clause | binary);
}

static uint32_t store(struct v_cdcl *s, const uint32_t *literals, size_t count, uint32_t id,
                      uint32_t marks) {
  uint32_t clause = (uint32_t)s->clauses.size;
  if (s->clauses.size + count + V_HEAD >= V_BINARY) v_exhausted();
  v_push(&s->clauses, id);
  v_push(&s->clauses, (uint32_t)count);
  v_push(&s->clauses, marks);
  for (size_t k = 0; k < count; k++) v_push(&s->clauses, literals[k]);
  if (marks & V_LEARNT) v_push(&s->learnt, clause);
  v_cdcl_watch(s, clause);
  return clause;
}

static void derive_unit(struct v_cdcl *s, uint32_t lit) {
  s->unit[lit / 2] = v_derive(&s->derivation, &lit, 1, &s->hints);
}

static void derive_contradiction(struct v_cdcl *s) {
  v_derive(&s->derivation, NULL, 0, &s->hints);
  s->refuted = true;
}

/* Into s->clause: each literal once, without false ones, whose units become hints. False if the
 * clause is true, perhaps because of complementary literals. */
static bool open_literals(struct v_cdcl *s, const uint32_t *literals, size_t count) {
  bool is_open = true;
  s->clause.size = 0;
  s->hints.size = 0;
  for (size_t k = 0; k < count; k++) {
    uint32_t lit = literals[k];
    uint8_t sign = lit & 1 ? 2 : 1;
    is_open = is_open && s->value[lit] <= 0 && !(s->mark[lit / 2] & ~sign);
    if (s->mark[lit / 2] & sign) continue;
    s->mark[lit / 2] |= sign;
    if (s->value[lit] < 0)
      v_push(&s->hints, s->unit[lit / 2]);
    else
      v_push(&s->clause, lit);
  }
  for (size_t k = 0; k < count; k++) s->mark[literals[k] / 2] = 0;
  return is_open;
}

uint32_t v_cdcl_add(struct v_cdcl *s, const uint32_t *literals, size_t count, uint32_t id,
                    uint32_t marks) {
  if (s->refuted || !open_literals(s, literals, count)) return V_NONE;
  size_t open = s->clause.size;
  v_push(&s->hints, id);
  if (open == 0) {
    derive_contradiction(s);
  } else if (open == 1) {
    v_cdcl_assign(s, s->clause.at[0], V_NONE);
    s->unit[s->clause.at[0] / 2] = id;
    if (count > 1) derive_unit(s, s->clause.at[0]);
    s->settled = s->trail.size;
  } else {
    if (open < count) id = v_derive(&s->derivation, s->clause.at, open, &s->hints);
    return store(s, s->clause.at, open, id, marks);
  }
  return V_NONE;
}

void v_cdcl_learn(struct v_cdcl *s, uint32_t glue) {
  uint32_t id = v_derive(&s->derivation, s->clause.at, s->clause.size, &s->hints);
  uint32_t lit = s->clause.at[0];
  if (s->clause.size == 1) {
    v_cdcl_backtrack(s, 0);
    v_cdcl_assign(s, lit, V_NONE);
    s->unit[lit / 2] = id;
    s->settled = s->trail.size;
    return;
  }
  v_cdcl_backtrack(s, s->level[s->clause.at[1] / 2]);
  if (glue > V_GLUE) glue = V_GLUE;
  v_cdcl_assign(s, lit, store(s, s->clause.at, s->clause.size, id, V_LEARNT | V_ONCE | glue));
}

uint32_t v_cdcl_state(struct v_cdcl *s, const uint32_t *literals, size_t count, uint32_t id) {
  uint32_t clause = store(s, literals, count, id, V_GARBAGE);
  for (unsigned k = 0; k < 2; k++) {
    if (s->value[literals[k]] >= 0) continue;
    uint32_t other = literals[1 - k];
    if (s->value[other] < 0) return clause;
    if (s->value[other] == 0) v_cdcl_assign(s, other, clause);
  }
  return V_NONE;
}

/* --- Propagation --- */
/* The place of a literal from the third on that is not false, or the size. */
static uint32_t replacement(const int8_t *value, const uint32_t *lits, uint32_t size) {
  uint32_t n = 2;
  while (n < size && value[lits[n]] < 0) n++;
  return n;
}

/* `lit` became false. Clauses that watch it find another literal to watch, or become unit, or are
 * falsified. Bytes may alias everything, hence the local copies of pointers. */
static uint32_t visit(struct v_cdcl *s, uint32_t lit) {
  if (s->watches[lit].size == 0) return V_NONE;
  const int8_t *const value = s->value;
  uint32_t *const clauses = s->clauses.at;
  struct v_watch *const from = s->watches[lit].at;
  struct v_watch *const end = from + s->watches[lit].size;
  struct v_watch *at = from, *to = from;
  uint32_t conflict = V_NONE;
  while (at < end && conflict == V_NONE) {
    struct v_watch w = *at;
    at++;
    *to = w;
    to++;
    int8_t other_value = value[w.other];
    if (other_value > 0) continue;
    if (w.clause & V_BINARY) {
      if (other_value < 0)
        conflict = w.clause & ~V_BINARY;
      else
        v_cdcl_assign(s, w.other, w.clause & ~V_BINARY);
      continue;
    }
    if (w.clause == s->ignored) continue;
    uint32_t *lits = clauses + w.clause + V_HEAD;
    uint32_t other = lits[0] ^ lits[1] ^ lit;
    to[-1].other = other;
    if (value[other] > 0) continue;
    uint32_t n = replacement(value, lits, clauses[w.clause + V_SIZE]);
    if (n < clauses[w.clause + V_SIZE]) {
      to--;
      lits[0] = other;
      lits[1] = lits[n];
      lits[n] = lit;
      watch(s, lits[1], other, w.clause);
    } else if (value[other] < 0) {
      conflict = w.clause;
    } else {
      v_cdcl_assign(s, other, w.clause);
    }
  }
  s->work += (uint64_t)(at - from);
  memmove(to, at, (size_t)(end - at) * sizeof *at);
  s->watches[lit].size -= (uint32_t)(at - to);
  return conflict;
}

uint32_t v_cdcl_propagate(struct v_cdcl *s) {
  uint32_t conflict = V_NONE;
  while (conflict == V_NONE && s->propagated < s->trail.size) {
    conflict = visit(s, s->trail.at[s->propagated] ^ 1);
    s->propagated++;
  }
  return conflict;
}

/* The hints by which a clause becomes unit, or empty, at level 0. */
static void hint_top(struct v_cdcl *s, uint32_t clause, uint32_t except) {
  const uint32_t *lits = v_literals(s, clause);
  s->hints.size = 0;
  for (uint32_t k = 0; k < v_size(s, clause); k++)
    if (lits[k] != except) v_push(&s->hints, s->unit[lits[k] / 2]);
  v_push(&s->hints, s->clauses.at[clause + V_ID]);
}

bool v_cdcl_propagate_top(struct v_cdcl *s) {
  if (s->refuted) return false;
  uint32_t conflict = v_cdcl_propagate(s);
  for (; s->settled < s->trail.size; s->settled++) {
    uint32_t lit = s->trail.at[s->settled];
    hint_top(s, s->reason[lit / 2], lit);
    derive_unit(s, lit);
  }
  if (conflict == V_NONE) return true;
  hint_top(s, conflict, V_NONE);
  derive_contradiction(s);
  return false;
}
