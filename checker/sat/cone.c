/* The cone solver's life of a query: domain, assumptions, search. */
#include "checker/sat/cone.h"
#include "checker/sat/backend.h"

#include <assert.h>

static struct cone *begin(const struct effort *effort) {
  struct cone *s = memory_zeroed(1, sizeof *s);
  s->effort = effort;
  s->increment = 1;
  s->conflict_limit = -1;
  s->tuning = tuning_of(effort);
  return s;
}

static void *create(const struct effort *effort) { return begin(effort); }

static void *create_with_choices(const struct effort *effort) {
  struct cone *s = begin(effort);
  s->knows_choices = true;
  return s;
}

static void *create_choosing(const struct effort *effort) {
  struct cone *s = begin(effort);
  s->knows_choices = true;
  s->chooses_first = true;
  return s;
}

/* Reports the work since the last report. */
static void report(struct cone *s) {
  const struct sat_statistics *n = &s->statistics;
  const struct tuning *t = s->tuning;
  uint64_t ticks =
      t->cone_solve_ticks * n->solves + t->cone_enter_ticks * s->entered +
      (s->knows_choices ? t->cone_choices_ticks : t->cone_propagation_ticks) * n->propagations +
      t->cone_conflict_ticks * n->conflicts + t->cone_look_ticks * s->looked_at;
  spend(s->effort, ticks - s->reported);
  s->reported = ticks;
}

static bool out_of_effort(struct cone *s) {
  report(s);
  return interrupted(s->effort);
}

static void destroy(void *solver) {
  struct cone *s = solver;
  cone_drop_hard(s);
  for (literal p = 0; s->capacity && p < 2 * (s->num_vars + 1); p++) {
    free(s->fans[p].at);
    free(s->watches[p].at);
    if (s->knows_choices && p > 1 && (p & 1)) free(s->users[p >> 1].at);
  }
  void *arrays[] = {s->values,     s->fans,    s->users, s->chooser, s->watches,
                    s->fanin,      s->flags,   s->level, s->reason,  s->activity,
                    s->heap.place, s->heap.at, s->trail, s->arena,   s->failed};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
  struct lits *lists[] = {&s->control,    &s->permanent, &s->learned, &s->assumptions,
                          &s->constraint, &s->marked,    &s->stack,   &s->retired,
                          &s->spare,      &s->lemma,     &s->touched, &s->level_stamps,
                          &s->chosen,     &s->fixed,     &s->marks,   &s->hints};
  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) lits_free(lists[k]);
  for (size_t k = 0; k < s->num_switches; k++) lits_free(&s->switched[k]);
  free(s->switched);
  free(s);
}

static void grow(struct cone *s) {
  uint32_t n = s->capacity ? 2 * s->capacity : 64;
  s->values = memory_grow(s->values, 2 * (size_t)n, sizeof *s->values);
  s->fans = memory_grow(s->fans, 2 * (size_t)n, sizeof *s->fans);
  s->watches = memory_grow(s->watches, 2 * (size_t)n, sizeof *s->watches);
  s->failed = memory_grow(s->failed, 2 * (size_t)n, sizeof *s->failed);
  if (s->knows_choices) {
    s->users = memory_grow(s->users, n, sizeof *s->users);
    s->chooser = memory_grow(s->chooser, n, sizeof *s->chooser);
  }
  s->fanin = memory_grow(s->fanin, n, sizeof *s->fanin);
  s->flags = memory_grow(s->flags, n, sizeof *s->flags);
  s->level = memory_grow(s->level, n, sizeof *s->level);
  s->reason = memory_grow(s->reason, n, sizeof *s->reason);
  s->activity = memory_grow(s->activity, n, sizeof *s->activity);
  s->heap.place = memory_grow(s->heap.place, n, sizeof *s->heap.place);
  s->trail = memory_grow(s->trail, n, sizeof *s->trail);
  if (s->capacity == 0) {
    memset(s->fans, 0, 2 * sizeof *s->fans);
    memset(s->watches, 0, 2 * sizeof *s->watches);
  }
  s->capacity = n;
}

/* False by default; with a seed, a coin for each variable. */
static bool first_phase(const struct cone *s, uint32_t v) {
  uint64_t coin = ((uint64_t)s->tuning->seed << 32 | v) * UINT64_C(0x9e3779b97f4a7c15);
  return s->tuning->seed && coin >> 63;
}

static int var(void *solver) {
  struct cone *s = solver;
  if (s->num_vars + 1 >= UINT32_C(1) << 28) memory_exhausted();
  if (s->num_vars + 1 >= s->capacity) grow(s);
  uint32_t v = ++s->num_vars;
  for (literal p = 2 * v; p <= 2 * v + 1; p++) {
    s->values[p] = OUTSIDE;
    s->fans[p] = (struct fans){0};
    s->watches[p] = (struct watches){0};
    s->failed[p] = 0;
  }
  s->fanin[v][0] = s->fanin[v][1] = 0;
  if (s->knows_choices) {
    s->chooser[v] = 0;
    s->users[v] = (struct users){0};
  }
  s->flags[v] = first_phase(s, v) ? PHASE : 0;
  s->level[v] = s->reason[v] = s->heap.place[v] = 0;
  s->activity[v] = 0;
  return (int)v;
}

static int switch_var(void *solver) {
  struct cone *s = solver;
  int v = var(s);
  s->flags[v] |= SWITCH;
  s->fanin[v][1] = (literal)s->num_switches;
  s->switched = memory_one_more(s->switched, s->num_switches, sizeof *s->switched);
  s->switched[s->num_switches++] = (struct lits){0};
  return v;
}

/* The constraining clause goes at once, it would clutter the watches. If something was learned from
 * it, its activation variable is false from now on, and free again after the next collect. */
static void remove_constraint(struct cone *s) {
  uint32_t v = s->activator >> 1,
           last = s->permanent.size ? s->permanent.at[s->permanent.size - 1] : 0;
  bool present = false; /* a collect may have found it satisfied */
  for (uint32_t k = 0; s->permanent.size && k < s->arena[last]; k++)
    present = present || s->arena[last + CLAUSE_HEADER + k] == negate(s->activator);
  if (present) cone_clause_remove_last(s);
  if (s->activator_learned) {
    if (s->values[s->activator] != FALSE_VALUE) cone_assign(s, negate(s->activator), BY_DECISION);
    lits_push(&s->retired, v);
  } else {
    lits_push(&s->spare, v);
  }
  s->activator = 0;
  s->activator_learned = false;
}

/* Back to level 0 and an empty domain. */
static void reset(struct cone *s) {
  cone_backtrack(s, 0);
  for (size_t k = 0; k < s->marked.size; k++) {
    literal p = 2 * s->marked.at[k];
    if (s->values[p] == FREE) s->values[p] = s->values[p + 1] = OUTSIDE;
  }
  lits_clear(&s->marked);
  s->leaves = s->base_leaves;
  while (s->chosen.size) s->flags[lits_pop(&s->chosen)] &= (uint8_t)~CHOSEN;
  s->chooses = false;
  s->easy = s->looks = false;
  if (s->activator) remove_constraint(s);
}

static void push_fan(struct fans *list, uint32_t gate, literal other) {
  if (list->size == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 2;
    list->at = memory_grow(list->at, list->capacity, sizeof *list->at);
  }
  list->at[list->size++] = (struct fan){gate, other};
}

static void push_user(struct cone *s, literal argument, literal image, literal key) {
  struct users *list = &s->users[argument >> 1];
  assert(!(s->flags[argument >> 1] & SWITCH));
  if (list->size == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 2;
    list->at = memory_grow(list->at, list->capacity, sizeof *list->at);
  }
  list->at[list->size++] = (struct user){.image = image ^ (argument & 1), .key = key};
}

static void catch_up_with_choice(struct cone *s, uint32_t g, literal c) {
  literal t = s->fanin[g][0], e = s->fanin[g][1];
  const int8_t *values = s->values;
  bool made = values[c] == TRUE_VALUE || values[c] == FALSE_VALUE;
  int v = values[values[c] == FALSE_VALUE ? e : t];
  if ((made || values[t] == values[e]) && (v == TRUE_VALUE || v == FALSE_VALUE))
    cone_assign(s, 2 * g + (v == FALSE_VALUE), made ? reason_gate(g) : reason_both(g));
}

/* A new gate, or one that has just entered, may have missed the values of its arguments. */
static inline void catch_up(struct cone *s, uint32_t g) {
  literal a = s->fanin[g][0], b = s->fanin[g][1], c = cone_chooser(s, g);
  const int8_t *values = s->values;
  if (c)
    catch_up_with_choice(s, g, c);
  else if (values[a] == FALSE_VALUE)
    cone_assign(s, 2 * g + 1, reason_binary(a));
  else if (values[b] == FALSE_VALUE)
    cone_assign(s, 2 * g + 1, reason_binary(b));
  else if (values[a] == TRUE_VALUE && values[b] == TRUE_VALUE)
    cone_assign(s, 2 * g, reason_gate(g));
}

static void gate(void *solver, int g, int a, int b) {
  struct cone *s = solver;
  literal x = from_dimacs(a), y = from_dimacs(b);
  uint32_t v = (uint32_t)abs(g);
  assert(g > 0 && s->fanin[v][0] == 0 && s->values[2 * v] == OUTSIDE);
  assert(!(s->flags[x >> 1] & SWITCH) && !(s->flags[y >> 1] & SWITCH));
  reset(s);
  s->fanin[v][0] = x;
  s->fanin[v][1] = y;
  push_fan(&s->fans[x], v, y);
  push_fan(&s->fans[y], v, x);
  catch_up(s, v);
}

/* c ? t : e is neither c and not t, nor not c and not e. */
static void choice_of_gates(struct cone *s, int g, int c, int t, int e) {
  int not_t = var(s), not_e = var(s);
  gate(s, not_t, c, -t);
  gate(s, not_e, -c, -e);
  gate(s, g, -not_t, -not_e);
}

static void choice(void *solver, int g, int c, int t, int e) {
  struct cone *s = solver;
  if (!s->knows_choices) {
    choice_of_gates(s, g, c, t, e);
    return;
  }
  uint32_t v = (uint32_t)abs(g);
  assert(g > 0 && s->fanin[v][0] == 0 && s->values[2 * v] == OUTSIDE);
  assert(abs(c) != abs(t) && abs(c) != abs(e) && t != e);
  reset(s);
  s->fanin[v][0] = from_dimacs(t);
  s->fanin[v][1] = from_dimacs(e);
  s->chooser[v] = from_dimacs(c);
  push_user(s, from_dimacs(t), 2 * v, from_dimacs(c));
  push_user(s, from_dimacs(e), 2 * v, from_dimacs(-c));
  push_user(s, from_dimacs(c), 2 * v, 0);
  catch_up(s, v);
}

/* Adds the cone of a variable to the domain: for good (base) or for this query. Fixed variables are
 * constants: nothing below them matters, for their value follows from the permanent clauses, whose
 * cones are in the base. */
static void enter_domain(struct cone *s, uint32_t root, bool base) {
  lits_clear(&s->stack);
  lits_push(&s->stack, root);
  while (s->stack.size) {
    uint32_t v = lits_pop(&s->stack);
    int8_t value = s->values[2 * v];
    if (value == TRUE_VALUE || value == FALSE_VALUE) continue;
    if (base ? (s->flags[v] & BASE) != 0 : value == FREE) continue;
    if (base)
      s->flags[v] |= BASE;
    else
      lits_push(&s->marked, v);
    s->values[2 * v] = s->values[2 * v + 1] = FREE;
    if (s->fanin[v][0]) {
      lits_push(&s->stack, s->fanin[v][0] >> 1);
      lits_push(&s->stack, s->fanin[v][1] >> 1);
      if (cone_chooser(s, v)) lits_push(&s->stack, cone_chooser(s, v) >> 1);
    } else if (s->flags[v] & SWITCH) {
      lits_append(&s->stack, s->switched[s->fanin[v][1]].at, s->switched[s->fanin[v][1]].size);
    } else {
      if (base) s->base_leaves++;
      s->leaves++;
      if (s->heap.place[v] == 0) cone_heap_insert(s, v);
    }
  }
}

/* Drops repeated literals and those that are false for good. False: the clause is a tautology or
 * satisfied for good. */
static bool normalize(struct cone *s, struct lits *clause) {
  size_t n = 0;
  bool needed = true;
  for (size_t k = 0; k < clause->size; k++) {
    literal p = clause->at[k];
    uint8_t here = (uint8_t)(IN_CLAUSE << (p & 1)), there = (uint8_t)(IN_CLAUSE << (~p & 1));
    if (s->values[p] == FALSE_VALUE || (s->flags[p >> 1] & here)) continue;
    if (s->values[p] == TRUE_VALUE || (s->flags[p >> 1] & there)) needed = false;
    s->flags[p >> 1] |= here;
    clause->at[n++] = p;
  }
  clause->size = n;
  for (size_t k = 0; k < n; k++) s->flags[clause->at[k] >> 1] &= (uint8_t) ~(3 * IN_CLAUSE);
  return needed;
}

/* What a new clause adds to the base: everything, or, under a switch, its leaves only; the gates'
 * cones wait for the switch. (Leaves could wait as well, but then every query would have to collect
 * those of all its clauses.) */
static void enter_clause(struct cone *s, const struct lits *clause) {
  struct lits *under = NULL;
  for (size_t k = 0; k < clause->size && clause->size > 1; k++) {
    uint32_t v = clause->at[k] >> 1;
    if (!(s->flags[v] & SWITCH)) continue;
    assert(clause->at[k] & 1);
    under = &s->switched[s->fanin[v][1]];
  }
  for (size_t k = 0; k < clause->size; k++) {
    uint32_t v = clause->at[k] >> 1;
    if (under && (s->flags[v] & SWITCH)) continue;
    if (under && s->fanin[v][0])
      lits_push(under, v);
    else
      enter_domain(s, v, true);
  }
}

static void clause(void *solver, const int *lits, size_t n) {
  struct cone *s = solver;
  reset(s);
  lits_clear(&s->lemma);
  for (size_t k = 0; k < n; k++) lits_push(&s->lemma, from_dimacs(lits[k]));
  if (s->broken || !normalize(s, &s->lemma)) return;
  enter_clause(s, &s->lemma);
  if (s->lemma.size == 0)
    s->broken = true;
  else if (s->lemma.size == 1)
    cone_assign(s, s->lemma.at[0], BY_DECISION);
  else
    cone_clause_new(s, s->lemma.at, s->lemma.size, false, 0);
}

static void assume(void *solver, int lit) {
  lits_push(&((struct cone *)solver)->assumptions, from_dimacs(lit));
}

static void constrain(void *solver, const int *lits, size_t n) {
  struct cone *s = solver;
  assert(!s->constrained);
  s->constrained = true;
  for (size_t k = 0; k < n; k++) lits_push(&s->constraint, from_dimacs(lits[k]));
}

/* The constraining clause enters as an ordinary clause with a fresh activation literal, which is
 * assumed: what is learned from it carries that literal and dies with it. False: the constraint is
 * false for good. */
static bool install_constraint(struct cone *s) {
  if (!s->constrained || !normalize(s, &s->constraint)) return true;
  if (s->constraint.size == 0) return false;
  for (size_t k = 0; k < s->constraint.size; k++) enter_domain(s, s->constraint.at[k] >> 1, false);
  uint32_t v = s->spare.size ? lits_pop(&s->spare) : (uint32_t)var(s);
  enter_domain(s, v, false);
  s->activator = 2 * v;
  lits_push(&s->constraint, negate(s->activator)); /* last: not watched */
  cone_clause_new(s, s->constraint.at, s->constraint.size, false, 0);
  return true;
}

/* The cone of an assumption enters when its turn comes: often the assumptions before it fail
 * already. Its gates have missed the values that their arguments got meanwhile. (Clauses that wait
 * for one of its variables are learned ones, for permanent clauses have their variables in the base
 * or, with their switch, entered before level 1: what is missed there is only a saving.) */
static void enter_late(struct cone *s, uint32_t v) {
  size_t first = s->marked.size;
  enter_domain(s, v, false);
  for (size_t k = s->marked.size; k-- > first;) {
    uint32_t g = s->marked.at[k];
    if (s->fanin[g][0] && s->values[2 * g] == FREE) catch_up(s, g);
  }
}

/* Opens level 1 with all assumptions; false if they fail. */
static bool assume_all(struct cone *s) {
  cone_open_level(s);
  if (s->activator) cone_assign(s, s->activator, BY_DECISION);
  for (size_t k = 0;; k++) {
    if (!cone_propagate(s)) {
      s->statistics.conflicts++;
      cone_analyze_final(s, s->conflict_at, s->conflict_size);
      return false;
    }
    if (k == s->assumptions.size) return true;
    literal p = s->assumptions.at[k];
    if (s->values[p] == OUTSIDE) enter_late(s, p >> 1);
    if (s->values[p] == FREE) {
      cone_assign(s, p, BY_DECISION);
    } else if (s->values[p] == FALSE_VALUE) {
      cone_analyze_final(s, &p, 1);
      s->failed[p] = s->solve_number;
      return false;
    }
  }
}

/* The most active free variable, as it was the last time; 0: every leaf of the domain has a value,
 * and so has every gate. */
static literal most_active(struct cone *s) {
  while (s->heap.size) {
    uint32_t v = cone_heap_pop(s);
    if (s->values[2 * v] == FREE) return 2 * v + (s->flags[v] & PHASE ? 0 : 1);
  }
  return 0;
}

/* To see that nothing is missing, all clauses are looked at; to decide all leaves is cheaper where
 * clauses are many and leaves are few. */
static void look_for_models(struct cone *s) {
  s->looks = s->permanent.size <= (uint64_t)s->tuning->cone_look * s->leaves;
  s->easy = s->looks && s->tuning->cone_easy > 0;
}

/* Easy queries decide what is missing for a model, others what conflicts are about. False when
 * nothing is missing. */
static bool decide(struct cone *s) {
  literal p = s->looks ? cone_missing(s) : most_active(s);
  if (!p) return false;
  if (s->looks && !s->easy) p = most_active(s);
  assert(p);
  s->statistics.decisions++;
  cone_open_level(s);
  cone_assign(s, p, BY_DECISION);
  return true;
}

static void learn(struct cone *s) {
  uint32_t glue, level = cone_analyze(s, &glue);
  cone_backtrack(s, level);
  uint32_t reason = BY_DECISION; /* of a unit: nobody asks */
  if (s->lemma.size == 2) reason = reason_binary(s->lemma.at[1]);
  if (s->lemma.size >= 2) {
    uint32_t ref = cone_clause_new(s, s->lemma.at, s->lemma.size, true, glue);
    if (s->lemma.size > 2) reason = reason_clause(ref);
  }
  cone_assign(s, s->lemma.at[0], reason);
  for (size_t k = 0; s->activator && k < s->lemma.size; k++)
    if (s->lemma.at[k] == negate(s->activator)) s->activator_learned = true;
  s->increment /= s->tuning->cone_decay_percent / 100.0;
  s->fast_glue += ((double)glue - s->fast_glue) / 32;
  s->slow_glue += ((double)glue - s->slow_glue) / 4096;
}

/* Queries that are soon done pay for every learned clause that they meet and save next to nothing
 * by it. */
static bool time_to_reduce(const struct cone *s) {
  const struct tuning *t = s->tuning;
  const struct sat_statistics *n = &s->statistics;
  uint64_t since = n->conflicts - s->last_reduction;
  if (since < t->cone_reduce_short) return false;
  if (n->propagations < (uint64_t)t->cone_short * n->solves) return true;
  return since >= t->cone_reduce + t->cone_reduce_more * s->reductions;
}

/* At level 0. */
static void reduce(struct cone *s) {
  cone_collect(s, true);
  s->last_reduction = s->statistics.conflicts;
  s->reductions++;
}

/* Restarts keep the assumptions; reductions need level 0. */
static void restart_or_reduce(struct cone *s) {
  if (s->statistics.conflicts < s->next_restart) return;
  if (time_to_reduce(s)) {
    cone_backtrack(s, 0);
    reduce(s);
  } else if (100 * s->fast_glue > s->tuning->cone_restart_percent * s->slow_glue) {
    cone_backtrack(s, 1);
  }
  s->next_restart = s->statistics.conflicts + s->tuning->cone_restart;
}

static enum sat_answer search(struct cone *s) {
  uint64_t start = s->statistics.conflicts;
  bool handed_over = false, waits = s->conflict_limit < 0 && cone_hard_waits(s);
  for (;;) {
    if (!cone_propagate(s)) {
      s->statistics.conflicts++;
      if (cone_level(s) == 0) {
        s->broken = true;
        return SAT_NO;
      }
      if (cone_level(s) == 1) {
        cone_analyze_final(s, s->conflict_at, s->conflict_size);
        return SAT_NO;
      }
      uint64_t used = s->statistics.conflicts - start;
      s->easy = s->looks && used < s->tuning->cone_easy;
      s->chooses = used >= s->tuning->cone_gates;
      learn(s);
      if (s->conflict_limit >= 0 && used > (uint64_t)s->conflict_limit) return SAT_UNKNOWN;
      if (used % 128 == 0 && out_of_effort(s)) return SAT_UNKNOWN;
      if (handed_over || s->conflict_limit >= 0 || used < s->tuning->cone_hard) continue;
      handed_over = true;
      enum sat_answer answer = cone_solve_hard(s);
      if (answer != SAT_YES) return answer;
      continue;
    }
    restart_or_reduce(s);
    if (cone_level(s) == 0) {
      if (!assume_all(s)) return SAT_NO;
      if (s->statistics.conflicts == start) look_for_models(s);
      if (!waits || handed_over) continue;
      handed_over = true;
      enum sat_answer answer = cone_solve_hard(s);
      if (answer != SAT_YES) return answer;
    } else if (!decide(s)) {
      return SAT_YES;
    } else if (s->statistics.decisions % 4096 == 0 && out_of_effort(s)) {
      return SAT_UNKNOWN;
    }
  }
}

static enum sat_answer start_query(struct cone *s) {
  if (s->broken) return SAT_NO;
  if (!cone_propagate(s)) {
    s->broken = true;
    return SAT_NO;
  }
  s->justified = s->satisfied = 0;
  /* Most queries end before they restart for the first time. */
  if (time_to_reduce(s))
    reduce(s);
  else if (s->retired.size > s->tuning->cone_retired + (s->permanent.size + s->learned.size) / 8)
    cone_collect(s, false);
  s->next_restart = s->statistics.conflicts + s->tuning->cone_restart;
  if (!install_constraint(s)) return SAT_NO;
  for (size_t k = 0; k < s->assumptions.size; k++)
    if (s->flags[s->assumptions.at[k] >> 1] & SWITCH)
      enter_domain(s, s->assumptions.at[k] >> 1, false);
  return search(s);
}

static enum sat_answer solve(void *solver) {
  struct cone *s = solver;
  reset(s);
  s->statistics.solves++;
  s->solve_number++;
  enum sat_answer answer = start_query(s);
  s->entered += s->marked.size;
  report(s);
  assert(answer != SAT_YES || cone_model_is_fine(s));
  if (answer != SAT_YES) reset(s);
  lits_clear(&s->assumptions);
  lits_clear(&s->constraint);
  s->constrained = false;
  s->conflict_limit = -1;
  return answer;
}

static void limit_conflicts(void *solver, long conflicts) {
  ((struct cone *)solver)->conflict_limit = conflicts;
}

static int value(void *solver, int lit) {
  int v = ((struct cone *)solver)->values[from_dimacs(lit)];
  return v == OUTSIDE ? 0 : v;
}

static bool failed(void *solver, int lit) {
  struct cone *s = solver;
  return s->failed[from_dimacs(lit)] == s->solve_number;
}

static struct sat_statistics statistics(const void *solver) {
  struct sat_statistics all = ((const struct cone *)solver)->statistics;
  all.conflicts += ((const struct cone *)solver)->handed_over;
  return all;
}

const struct sat_ops sat_cone_ops = SAT_OPS_OF_THIS_FILE(create, false);
const struct sat_ops sat_choices_ops = SAT_OPS_OF_THIS_FILE(create_with_choices, true);
const struct sat_ops sat_choosing_ops = SAT_OPS_OF_THIS_FILE(create_choosing, true);
