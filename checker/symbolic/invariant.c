/* The reachable states are known, so every clause that contains them is an invariant: no frames and
 * no relative induction are needed. What is asked for are counterexamples to induction. Such a
 * state satisfies all clauses and leads to the target or out of a clause; it is not reachable,
 * because reachable states lead to reachable ones. Some cube around it that meets no reachable
 * state is taken away, as large a one as comes easily, until nothing is left to take away. */
#include "checker/symbolic/invariant.h"

#include "checker/symbolic/compact.h"
#include "checker/system/unroll.h"

#include <assert.h>

enum { FREE = 2 }; /* the value of a variable that is not in the cube */

struct cover {
  struct symbolic *s;
  bdd reached;
  lit target;
  const struct effort *effort;
  struct sat *sat;
  struct unroll unroll;
  struct clauses *clauses;
  size_t literals, most;  /* of all clauses; at most so many */
  uint8_t *state, *value; /* per state of the system; per variable of the diagrams */
  uint32_t *seen;         /* per edge: the search that found no way to true below it */
  uint32_t search;
};

static bdd child(const struct bdds *m, bdd f, bool high) {
  const struct bdd_node *node = &m->nodes[f >> 1];
  return (high ? node->high : node->low) ^ (f & 1u);
}

/* Is there a way to true that agrees with the cube? */
static bool meets(struct cover *c, bdd f) {
  const struct bdds *m = c->s->m;
  if (f <= BDD_TRUE) return f == BDD_TRUE;
  if (c->seen[f] == c->search) return false;
  c->seen[f] = c->search;
  spend(c->effort, tuning_of(c->effort)->bdd_way_ticks);
  uint8_t value = c->value[m->nodes[f >> 1].var];
  return (value != 1 && meets(c, child(m, f, false))) ||
         (value != 0 && meets(c, child(m, f, true)));
}

static bool cube_meets_reached(struct cover *c) {
  c->search++;
  return meets(c, c->reached);
}

/* The literals that the diagram looks at on the way of this state: they alone say that it is not
 * reachable. */
static void cube_of_way(struct cover *c, const uint8_t *of_var) {
  const struct bdds *m = c->s->m;
  memset(c->value, FREE, m->num_vars);
  for (bdd f = c->reached; f > BDD_TRUE;) {
    uint32_t var = m->nodes[f >> 1].var;
    c->value[var] = of_var[var];
    f = child(m, f, of_var[var] == 1);
  }
}

/* Frees the variables of the cube one by one, from the top of the order or from its bottom. */
static size_t enlarge(struct cover *c, bool from_top) {
  const struct bdds *m = c->s->m;
  size_t left = 0;
  for (uint32_t k = 0; k < m->num_vars; k++) {
    uint32_t var = m->var_at[from_top ? k : m->num_vars - 1 - k];
    uint8_t value = c->value[var];
    if (value == FREE) continue;
    c->value[var] = FREE;
    if (!interrupted(c->effort) && !cube_meets_reached(c)) continue;
    c->value[var] = value;
    left++;
  }
  return left;
}

static void add_clause(struct cover *c) {
  struct lits clause = {0};
  struct ints ints = {0};
  for (size_t k = 0; k < c->s->system->num_states; k++) {
    uint32_t var = c->s->state_var[k];
    if (var == UINT32_MAX || c->value[var] == FREE) continue;
    lit state = c->s->system->states[k];
    lit literal = c->value[var] ? lit_not(state) : state;
    lits_push(&clause, literal);
    ints_push(&ints, unroll_lit(&c->unroll, 0, literal));
  }
  sat_clause(c->sat, ints.at, ints.size);
  clauses_add(c->clauses, clause.at, clause.size);
  c->literals += clause.size + 1;
  lits_free(&clause);
  ints_free(&ints);
}

/* Takes away a cube around the state of the solver's model; the shorter one of two. */
static void exclude(struct cover *c) {
  const struct bdds *m = c->s->m;
  uint8_t *of_var = memory_zeroed(m->num_vars, 1);
  uint8_t *other = memory_alloc(m->num_vars, 1);
  unroll_state(&c->unroll, 0, c->state);
  for (size_t k = 0; k < c->s->system->num_states; k++)
    if (c->s->state_var[k] != UINT32_MAX) of_var[c->s->state_var[k]] = c->state[k];
  cube_of_way(c, of_var);
  assert(!cube_meets_reached(c));
  size_t size = enlarge(c, true);
  memcpy(other, c->value, m->num_vars);
  cube_of_way(c, of_var);
  if (enlarge(c, false) > size) memcpy(c->value, other, m->num_vars);
  add_clause(c);
  free(of_var);
  free(other);
}

/* A step that leaves the clause, or without a clause one of the target. */
static enum sat_answer counterexample(struct cover *c, const struct lits *clause) {
  if (!clause) {
    sat_assume(c->sat, unroll_lit(&c->unroll, 0, c->target));
    return sat_solve(c->sat);
  }
  sat_assume(c->sat, unroll_lit(&c->unroll, 0, c->s->system->constraint));
  for (size_t k = 0; k < clause->size; k++)
    sat_assume(c->sat, -unroll_lit(&c->unroll, 1, clause->at[k]));
  return sat_solve(c->sat);
}

/* Until there is no counterexample; what was shown of a clause stays true when more are added. */
static bool settle(struct cover *c, size_t clause, bool of_target) {
  for (;;) {
    if (interrupted(c->effort) || c->literals > c->most) return false;
    enum sat_answer answer = counterexample(c, of_target ? NULL : &c->clauses->at[clause]);
    if (answer != SAT_YES) return answer == SAT_NO;
    exclude(c);
  }
}

static bool cover_run(struct cover *c) {
  bool good = settle(c, 0, true);
  for (size_t k = 0; good && k < c->clauses->size; k++) good = settle(c, k, false);
  return good;
}

bool invariant_of_clauses(struct symbolic *s, bdd reached, lit target, const struct effort *effort,
                          struct clauses *out) {
  struct cover c = {.s = s, .reached = reached, .target = target, .effort = effort, .clauses = out};
  c.most = tuning_of(effort)->bdd_clauses_size * bdd_size(s->m, reached);
  c.sat = sat_new(SAT_CONE, effort);
  unroll_init(&c.unroll, c.sat, s->system);
  c.state = memory_alloc(s->system->num_states + 1, 1);
  c.value = memory_alloc(s->m->num_vars + (size_t)1, 1);
  c.seen = memory_zeroed(2 * s->m->num_nodes, sizeof *c.seen);
  bool good = cover_run(&c);
  if (!good) clauses_free(out);
  unroll_free(&c.unroll);
  sat_free(c.sat);
  free(c.state);
  free(c.value);
  free(c.seen);
  return good;
}

/* --- a set around the reachable states ---------------------------------------------------------
 */

/* Anything between these states and the complement of `reached` will do: what is small. */
static void relax(struct symbolic *s, bdd *lost, bdd reached) {
  bdd care = symbolic_or(s, *lost, reached);
  symbolic_set(s, lost, symbolic_restrict(s, *lost, care));
  bdd_deref(s->m, care);
}

/* Also the states that a step takes there. False: there are no others. */
static bool look_back(struct symbolic *s, bdd *lost) {
  bdd before = symbolic_pre(s, *lost), all = symbolic_or(s, *lost, before);
  bool more = all != *lost;
  bdd_deref(s->m, before);
  symbolic_set(s, lost, all);
  return more;
}

static bdd set_around(struct symbolic *s, bdd reached, lit target, const struct effort *effort) {
  symbolic_resume(s, effort);
  bdd steps = symbolic_of_lit(s, target);
  bdd lost = symbolic_and_exists(s, steps, BDD_TRUE, s->inputs);
  do relax(s, &lost, reached);
  while (look_back(s, &lost) && !s->stopped);
  bool smaller = !s->stopped && bdd_size(s->m, lost) < bdd_size(s->m, reached);
  bdd_deref(s->m, steps);
  if (smaller) return bdd_not(lost);
  bdd_deref(s->m, lost);
  return bdd_ref(s->m, reached);
}

lit invariant_compact(struct symbolic *s, bdd reached, lit target, const struct effort *effort) {
  const struct tuning *tuning = tuning_of(effort);
  uint64_t spent = ticks_spent(effort);
  struct effort patience =
      effort_beyond(effort, (uint64_t)tuning->bdd_around * TICKS_PER_MILLISECOND);
  bdd set = target == LIT_NONE ? bdd_ref(s->m, reached) : set_around(s, reached, target, &patience);
  symbolic_resume(s, effort);
  patience = effort_beyond(effort, (uint64_t)tuning->bdd_compact_base * TICKS_PER_MILLISECOND +
                                       spent / tuning->bdd_compact_part);
  lit invariant = symbolic_to_compact_lit(s, set, &patience);
  bdd_deref(s->m, set);
  return invariant;
}
