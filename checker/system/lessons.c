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

/* The clauses that are still thought to be inductive together. A solver knows them all before the
 * step, so that a query is about one of them; when some had to go, there is another solver for the
 * rest. */
struct induction {
  struct system *system;
  const struct effort *effort;
  struct sat *sat;
  struct unroll unroll; /* frames 0 and 1 */
  struct clauses candidates;
  uint8_t *dropped; /* per candidate */
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

static void solver_new(struct induction *in, lit before) {
  in->sat = sat_new(SAT_CONE, in->effort);
  unroll_init(&in->unroll, in->sat, in->system);
  sat_unit(in->sat, unroll_lit(&in->unroll, 0, before));
}

static void solver_free(struct induction *in) {
  unroll_free(&in->unroll);
  sat_free(in->sat);
}

/* Is there a state as described that the clause excludes? */
static enum sat_answer breaks(struct induction *in, size_t frame, const struct lits *clause) {
  for (size_t k = 0; k < clause->size; k++)
    sat_assume(in->sat, -unroll_lit(&in->unroll, frame, clause->at[k]));
  return sat_solve(in->sat);
}

static void assert_before_step(struct induction *in, const struct lits *clause) {
  struct ints literals = {0};
  for (size_t k = 0; k < clause->size; k++)
    ints_push(&literals, unroll_lit(&in->unroll, 0, clause->at[k]));
  sat_clause(in->sat, literals.at, literals.size);
  ints_free(&literals);
}

static void induction_init(struct induction *in, struct system *system,
                           const struct effort *effort) {
  *in = (struct induction){.system = system, .effort = effort};
  in->states = memory_alloc(system->num_states, 1);
  in->inputs = memory_alloc(system->num_inputs, 1);
  in->next = memory_alloc(system->num_states, 1);
}

static void induction_free(struct induction *in) {
  clauses_free(&in->candidates);
  free(in->dropped);
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
    if (!is_true(in, &in->candidates.at[k], in->next)) in->dropped[k] = 1;
}

static void drop_initial(struct induction *in) {
  solver_new(in, in->system->init);
  for (size_t k = 0; k < in->candidates.size && !interrupted(in->effort); k++)
    in->dropped[k] = breaks(in, 0, &in->candidates.at[k]) != SAT_NO;
  solver_free(in);
}

/* False: nothing was dropped. */
static bool drop_some(struct induction *in) {
  bool dropped = false;
  solver_new(in, in->system->constraint);
  for (size_t k = 0; k < in->candidates.size; k++)
    if (!in->dropped[k]) assert_before_step(in, &in->candidates.at[k]);
  for (size_t k = 0; k < in->candidates.size && !interrupted(in->effort); k++) {
    if (in->dropped[k]) continue;
    enum sat_answer answer = breaks(in, 1, &in->candidates.at[k]);
    if (answer == SAT_NO) continue;
    if (answer == SAT_YES) drop_broken(in);
    assert(answer != SAT_YES || in->dropped[k]);
    in->dropped[k] = 1;
    dropped = true;
  }
  solver_free(in);
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
  in.dropped = memory_zeroed(in.candidates.size, 1);
  drop_initial(&in);
  bool good = true;
  while (good && drop_some(&in)) good = !interrupted(effort);
  good = good && !interrupted(effort);
  for (size_t k = 0; good && k < in.candidates.size; k++)
    if (!in.dropped[k]) clauses_add(known, in.candidates.at[k].at, in.candidates.at[k].size);
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
