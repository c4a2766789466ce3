#include "checker/system/lessons.h"

#include "checker/system/cube.h"
#include "checker/system/self_check.h"
#include "checker/system/unroll.h"

#include <assert.h>

/* --- leaving ---------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* False: it is about a state that the model does not have. */
static bool leave_clause(const struct system *system, const uint32_t *names,
                         const struct lits *clause, struct lits *lessons) {
  for (size_t k = 0; k < clause->size; k++) {
    uint32_t variable = names[leaf_index(system, clause->at[k])];
    if (variable == ORIGIN_GHOST) return false;
    lits_push(lessons, 2 * variable + (uint32_t)lit_sign(clause->at[k]));
  }
  return clause->size > 0;
}

void lessons_leave(const struct system *system, const uint32_t *names,
                   const struct clauses *clauses, struct lits *lessons) {
  for (size_t k = 0; k < clauses->size; k++) {
    size_t start = lessons->size;
    if (!leave_clause(system, names, &clauses->at[k], lessons)) {
      lessons->size = start;
      continue;
    }
    qsort(lessons->at + start, lessons->size - start, sizeof *lessons->at, by_number);
    lits_push(lessons, LESSON_END);
  }
}

/* --- taking ----------------------------------------------------------------------------------- */

/* The clauses that are still thought to be inductive together. Each has a switch, that it holds
 * before the step. */
struct induction {
  struct system *system;
  const struct effort *effort;
  struct sat *sat;
  struct unroll unroll; /* frames 0 and 1 */
  int initial, allowed; /* switches */
  struct clauses candidates;
  struct ints switches; /* 0: it was dropped */
  uint8_t *states, *inputs, *next;
};

static uint32_t largest_variable(const struct system *system, const uint32_t *names) {
  uint32_t largest = 0;
  for (size_t k = 0; k < system->num_states; k++)
    if (names[k] != ORIGIN_GHOST && names[k] > largest) largest = names[k];
  return largest;
}

static void read_candidates(const struct system *system, const uint32_t *names,
                            const struct lits *lessons, struct clauses *candidates) {
  uint32_t largest = largest_variable(system, names);
  lit *literal = memory_zeroed((size_t)largest + 1, sizeof *literal); /* AIG_FALSE: no state */
  struct lits clause = {0};
  bool there = true;
  for (size_t k = 0; k < system->num_states; k++)
    if (names[k] != ORIGIN_GHOST) literal[names[k]] = system->states[k];
  for (size_t k = 0; k < lessons->size; k++) {
    uint32_t a = lessons->at[k];
    if (a != LESSON_END) {
      lit state = a / 2 <= largest ? literal[a / 2] : AIG_FALSE;
      there = there && state != AIG_FALSE;
      lits_push(&clause, state ^ (a & 1));
      continue;
    }
    if (there && clause.size) clauses_add(candidates, clause.at, clause.size);
    lits_clear(&clause);
    there = true;
  }
  lits_free(&clause);
  free(literal);
}

/* Assumes the cube that the clause excludes. */
static void assume_broken(struct induction *in, size_t frame, const struct lits *clause) {
  for (size_t k = 0; k < clause->size; k++)
    sat_assume(in->sat, -unroll_lit(&in->unroll, frame, clause->at[k]));
}

static bool holds_initially(struct induction *in, const struct lits *clause) {
  sat_assume(in->sat, in->initial);
  assume_broken(in, 0, clause);
  return sat_solve(in->sat) == SAT_NO;
}

static int switch_for(struct induction *in, const struct lits *clause) {
  struct ints guarded = {0};
  int guard = sat_switch(in->sat);
  ints_push(&guarded, -guard);
  for (size_t k = 0; k < clause->size; k++)
    ints_push(&guarded, unroll_lit(&in->unroll, 0, clause->at[k]));
  sat_clause(in->sat, guarded.at, guarded.size);
  ints_free(&guarded);
  return guard;
}

static void induction_init(struct induction *in, struct system *system,
                           const struct effort *effort) {
  *in = (struct induction){.system = system, .effort = effort, .sat = sat_new(SAT_CONE, effort)};
  unroll_init(&in->unroll, in->sat, system);
  in->initial = sat_switch(in->sat);
  in->allowed = sat_switch(in->sat);
  sat_clause(in->sat, (int[]){-in->initial, unroll_lit(&in->unroll, 0, system->init)}, 2);
  sat_clause(in->sat, (int[]){-in->allowed, unroll_lit(&in->unroll, 0, system->constraint)}, 2);
  in->states = memory_alloc(system->num_states, 1);
  in->inputs = memory_alloc(system->num_inputs, 1);
  in->next = memory_alloc(system->num_states, 1);
}

static void induction_free(struct induction *in) {
  clauses_free(&in->candidates);
  ints_free(&in->switches);
  unroll_free(&in->unroll);
  sat_free(in->sat);
  free(in->states);
  free(in->inputs);
  free(in->next);
}

static bool is_true(const struct induction *in, const struct lits *clause, const uint8_t *state) {
  for (size_t k = 0; k < clause->size; k++)
    if (state[leaf_index(in->system, clause->at[k])] != lit_sign(clause->at[k])) return true;
  return false;
}

/* The last query found a step that breaks one of them: drops all that it breaks. */
static void drop_broken(struct induction *in) {
  unroll_state(&in->unroll, 0, in->states);
  unroll_inputs(&in->unroll, 0, in->inputs);
  system_step(in->system, in->states, in->inputs, in->next);
  for (size_t k = 0; k < in->candidates.size; k++)
    if (!is_true(in, &in->candidates.at[k], in->next)) in->switches.at[k] = 0;
}

static enum sat_answer breaks(struct induction *in, size_t k) {
  sat_assume(in->sat, in->allowed);
  for (size_t i = 0; i < in->candidates.size; i++)
    if (in->switches.at[i]) sat_assume(in->sat, in->switches.at[i]);
  assume_broken(in, 1, &in->candidates.at[k]);
  return sat_solve(in->sat);
}

/* False: nothing was dropped. */
static bool drop_some(struct induction *in) {
  bool dropped = false;
  for (size_t k = 0; k < in->candidates.size && !interrupted(in->effort); k++) {
    if (!in->switches.at[k]) continue;
    enum sat_answer answer = breaks(in, k);
    if (answer == SAT_NO) continue;
    if (answer == SAT_YES) drop_broken(in);
    assert(answer != SAT_YES || !in->switches.at[k]);
    in->switches.at[k] = 0;
    dropped = true;
  }
  return dropped;
}

#ifndef NDEBUG
static bool are_inductive(struct system *system, const struct clauses *clauses) {
  const struct step_constraints none = {0};
  struct proof_claim claim = {.constraints = &none,
                              .invariant = AIG_TRUE,
                              .from = system->init,
                              .target = AIG_FALSE,
                              .proof = clauses};
  return self_check_proof(system, &claim);
}
#endif

void lessons_take(struct system *system, const uint32_t *names, const struct lits *lessons,
                  const struct effort *effort, struct clauses *known) {
  struct induction in;
  *known = (struct clauses){0};
  induction_init(&in, system, effort);
  read_candidates(system, names, lessons, &in.candidates);
  for (size_t k = 0; k < in.candidates.size; k++) {
    const struct lits *clause = &in.candidates.at[k];
    ints_push(&in.switches, holds_initially(&in, clause) ? switch_for(&in, clause) : 0);
  }
  bool good = true;
  while (good && drop_some(&in)) good = !interrupted(effort);
  good = good && !interrupted(effort);
  for (size_t k = 0; good && k < in.candidates.size; k++)
    if (in.switches.at[k]) clauses_add(known, in.candidates.at[k].at, in.candidates.at[k].size);
  induction_free(&in);
  assert(are_inductive(system, known));
}

/* --- books ------------------------------------------------------------------------------------ */

static size_t clause_length(const uint32_t *clause) {
  size_t n = 0;
  while (clause[n] != LESSON_END) n++;
  return n;
}

static uint64_t hash_words(const uint32_t *words, size_t n) {
  uint64_t hash = n;
  for (size_t k = 0; k < n; k++) hash = hash_mix(hash, words[k]);
  return hash;
}

static const uint32_t *clause_at(const void *book, uint32_t index) {
  const struct lesson_book *b = book;
  return b->lessons.at + b->starts.at[index];
}

static uint64_t hash_clause(const void *book, uint32_t index) {
  const uint32_t *clause = clause_at(book, index);
  return hash_words(clause, clause_length(clause));
}

static bool same_clause(const void *book, uint32_t index, const void *key) {
  const uint32_t *clause = clause_at(book, index);
  size_t n = clause_length(clause);
  return clause_length(key) == n && memcmp(clause, key, n * sizeof *clause) == 0;
}

void lesson_book_add(struct lesson_book *book, const uint32_t *lessons, size_t size, size_t most) {
  for (size_t k = 0, n; k < size && book->starts.size < most; k += n + 1) {
    n = clause_length(lessons + k);
    if (table_find(&book->table, hash_words(lessons + k, n), same_clause, book, lessons + k) !=
        TABLE_NONE)
      continue;
    lits_push(&book->starts, (uint32_t)book->lessons.size);
    lits_append(&book->lessons, lessons + k, n + 1);
    table_add(&book->table, (uint32_t)(book->starts.size - 1), hash_clause, book);
  }
}

void lesson_book_free(struct lesson_book *book) {
  lits_free(&book->lessons);
  lits_free(&book->starts);
  table_free(&book->table);
}
