#include "checker/ctl/shared_clauses.h"

struct shared_clauses *shared_clauses_new(void) {
  return memory_zeroed(1, sizeof(struct shared_clauses));
}

void shared_clauses_free(struct shared_clauses *memory) {
  if (!memory) return;
  clauses_free(&memory->clauses);
  free(memory);
}

static bool same_clause(const struct lits *a, const struct lits *b) {
  return a->size == b->size && memcmp(a->at, b->at, a->size * sizeof *a->at) == 0;
}

static bool remembered(const struct shared_clauses *memory, const struct lits *clause) {
  for (size_t k = 0; k < memory->clauses.size; k++)
    if (same_clause(&memory->clauses.at[k], clause)) return true;
  return false;
}

static size_t state_index(const struct system *s, lit a) { return s->aig->nodes[lit_node(a)].left; }

void shared_clauses_store(struct shared_clauses *memory, const struct bounds *b) {
  struct lits clause = {0};
  size_t most = tuning_of(b->effort)->iictl_shared_clauses;
  for (size_t c = 0; c < b->learnt.size && memory->clauses.size < most; c++) {
    lits_clear(&clause);
    for (size_t k = 0; k < b->learnt.at[c].size; k++) {
      lit a = b->learnt.at[c].at[k];
      lits_push(&clause, 2 * b->system->state_origin[state_index(b->system, a)] + lit_sign(a));
    }
    if (!remembered(memory, &clause)) clauses_add(&memory->clauses, clause.at, clause.size);
  }
  lits_free(&clause);
}

/* The clause over this system's states; false if it speaks of something that is no state here, or
 * does not hold initially. */
static bool translate(const struct system *s, const struct lits *from, struct lits *to) {
  bool initial = false;
  lits_clear(to);
  for (size_t k = 0; k < from->size; k++) {
    size_t i = 0;
    while (i < s->num_states && s->state_origin[i] != from->at[k] >> 1) i++;
    if (i == s->num_states) return false;
    bool sign = from->at[k] & 1;
    lits_push(to, s->states[i] ^ (sign ? 1u : 0u));
    initial = initial || (s->reset[i] != RESET_FREE && s->reset[i] != sign);
  }
  return initial;
}

/* Drops the clauses that the state violates. */
static void drop_violated(const struct system *s, const uint8_t *state, struct clauses *clauses) {
  struct clauses kept = {0};
  for (size_t c = 0; c < clauses->size; c++) {
    bool holds = false;
    for (size_t k = 0; k < clauses->at[c].size && !holds; k++)
      holds = state[state_index(s, clauses->at[c].at[k])] != lit_sign(clauses->at[c].at[k]);
    if (holds) clauses_add(&kept, clauses->at[c].at, clauses->at[c].size);
  }
  clauses_free(clauses);
  *clauses = kept;
}

/* The largest inductive subset: as long as a step leaves the conjunction, what its end violates
 * goes. */
static bool make_inductive(struct bounds *b, struct clauses *clauses) {
  uint8_t *state = memory_alloc(b->system->num_states + 1, 1);
  enum sat_answer answer = SAT_YES;
  while (answer == SAT_YES && clauses->size) {
    lit all = clauses_predicate(b->aig, clauses);
    probe_begin(&b->probe);
    probe_now(&b->probe, b->invariant);
    probe_now(&b->probe, all);
    probe_now(&b->probe, b->system->constraint);
    probe_then(&b->probe, lit_not(all));
    answer = probe_solve(&b->probe, NULL);
    if (answer != SAT_YES) break;
    unroll_state(&b->probe.unroll, 1, state);
    drop_violated(b->system, state, clauses);
  }
  free(state);
  return answer != SAT_UNKNOWN;
}

void shared_clauses_recall(const struct shared_clauses *memory, struct bounds *b) {
  struct clauses candidates = {0};
  struct lits clause = {0};
  for (size_t c = 0; c < memory->clauses.size; c++)
    if (translate(b->system, &memory->clauses.at[c], &clause))
      clauses_add(&candidates, clause.at, clause.size);
  if (make_inductive(b, &candidates) && candidates.size) bounds_strengthen_clauses(b, &candidates);
  clauses_free(&candidates);
  lits_free(&clause);
}
