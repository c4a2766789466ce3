/* Before the search: variables that few clauses have are resolved away (Een, Biere: Effective
 * preprocessing in SAT through variable and clause elimination, 2005). Most gates go that way. */
#include "validator/search/cdcl.h"

enum {
  MOST_CLAUSES = 32,  /* with a variable, of one sign */
  MOST_LITERALS = 40, /* of a resolvent */
  MOST_ROUNDS = 6,
};

struct eliminator {
  struct v_cdcl *s;
  struct v_list *clauses; /* per literal: places of clauses with it, some of them garbage */
  uint8_t *set;           /* per literal: is it in the clause that is looked at? */
  uint8_t *touched;       /* per variable: worth another look */
  struct v_list gate;     /* clauses that define the variable, of both signs */
  uint64_t work;
};

static uint32_t *marks_of(const struct v_cdcl *s, uint32_t clause) {
  return &s->clauses.at[clause + V_MARKS];
}

static bool is_garbage(const struct v_cdcl *s, uint32_t clause) {
  return *marks_of(s, clause) & V_GARBAGE;
}

static void enter(struct eliminator *e, uint32_t clause) {
  for (uint32_t k = 0; k < v_size(e->s, clause); k++) {
    uint32_t lit = v_literals(e->s, clause)[k];
    v_push(&e->clauses[lit], clause);
    e->touched[lit / 2] = 1;
  }
}

static void leave(struct eliminator *e, uint32_t clause) {
  *marks_of(e->s, clause) |= V_GARBAGE;
  for (uint32_t k = 0; k < v_size(e->s, clause); k++)
    e->touched[v_literals(e->s, clause)[k] / 2] = 1;
}

/* Garbage leaves the list, and what has become true becomes garbage. */
static void tidy(struct eliminator *e, struct v_list *list) {
  size_t kept = 0;
  for (size_t k = 0; k < list->size; k++) {
    uint32_t clause = list->at[k];
    for (uint32_t n = 0; n < v_size(e->s, clause) && !is_garbage(e->s, clause); n++)
      if (e->s->value[v_literals(e->s, clause)[n]] > 0) leave(e, clause);
    if (is_garbage(e->s, clause)) continue;
    list->at[kept] = clause;
    kept++;
  }
  list->size = kept;
}

/* --- Gates --- */
static void set_all(struct eliminator *e, uint32_t clause, uint8_t value) {
  for (uint32_t k = 0; k < v_size(e->s, clause); k++) e->set[v_literals(e->s, clause)[k]] = value;
}

static bool is_gate_clause(const struct eliminator *e, uint32_t clause) {
  for (size_t k = 0; k < e->gate.size; k++)
    if (e->gate.at[k] == clause) return true;
  return false;
}

/* `lit` is a conjunction if a clause  lit | !a | !b ..  and all of  !lit | a, !lit | b, ..  are
 * there. */
static bool find_gate(struct eliminator *e, uint32_t lit) {
  const struct v_list *with = &e->clauses[lit], *without = &e->clauses[lit ^ 1];
  for (size_t k = 0; k < with->size; k++) {
    e->gate.size = 0;
    v_push(&e->gate, with->at[k]);
    set_all(e, with->at[k], 1);
    for (size_t n = 0; n < without->size; n++) {
      const uint32_t *lits = v_literals(e->s, without->at[n]);
      e->work++;
      if (v_size(e->s, without->at[n]) != 2) continue;
      uint32_t other = lits[0] ^ lits[1] ^ lit ^ 1;
      if (!e->set[other ^ 1]) continue;
      e->set[other ^ 1] = 0;
      v_push(&e->gate, without->at[n]);
    }
    set_all(e, with->at[k], 0);
    if (e->gate.size == v_size(e->s, with->at[k])) return true;
  }
  e->gate.size = 0;
  return false;
}

/* --- Resolution --- */
/* Into s->clause; false if it is true, or too long (*too_long). e->set has the literals of a. */
static bool resolve(struct eliminator *e, uint32_t a, uint32_t b, uint32_t var, bool *too_long) {
  struct v_cdcl *s = e->s;
  s->clause.size = 0;
  e->work += v_size(s, b);
  for (uint32_t k = 0; k < v_size(s, b); k++) {
    uint32_t lit = v_literals(s, b)[k];
    if (lit / 2 == var) continue;
    if (e->set[lit ^ 1]) return false;
    if (!e->set[lit]) v_push(&s->clause, lit);
  }
  for (uint32_t k = 0; k < v_size(s, a); k++)
    if (v_literals(s, a)[k] / 2 != var) v_push(&s->clause, v_literals(s, a)[k]);
  *too_long = s->clause.size > MOST_LITERALS;
  return !*too_long;
}

/* With a gate, resolvents of the gate with the rest imply the others. */
static bool is_pair(const struct eliminator *e, uint32_t a, uint32_t b) {
  return e->gate.size == 0 || is_gate_clause(e, a) != is_gate_clause(e, b);
}

static bool pays(struct eliminator *e, uint32_t var) {
  const struct v_list *plus = &e->clauses[2 * var], *minus = &e->clauses[2 * var + 1];
  size_t count = 0;
  bool too_long = false;
  for (size_t k = 0; k < plus->size; k++) {
    set_all(e, plus->at[k], 1);
    for (size_t n = 0; n < minus->size && !too_long; n++)
      if (is_pair(e, plus->at[k], minus->at[n]))
        count += resolve(e, plus->at[k], minus->at[n], var, &too_long);
    set_all(e, plus->at[k], 0);
    if (too_long || count > plus->size + minus->size) return false;
  }
  return true;
}

/* Clauses of one sign go on the stack from which assignments are completed: the variable makes one
 * of them true that nothing else does. */
static void remember(struct v_cdcl *s, const struct v_list *clauses, uint32_t lit) {
  for (size_t k = 0; k < clauses->size; k++) {
    v_push(&s->completion, lit);
    for (uint32_t n = 0; n < v_size(s, clauses->at[k]); n++)
      if (v_literals(s, clauses->at[k])[n] != lit)
        v_push(&s->completion, v_literals(s, clauses->at[k])[n]);
    v_push(&s->completion, v_size(s, clauses->at[k]));
  }
}

static void remember_smaller(struct eliminator *e, uint32_t var) {
  uint32_t few = 2 * var;
  if (e->clauses[few].size > e->clauses[few ^ 1].size) few ^= 1;
  remember(e->s, &e->clauses[few], few);
  v_push(&e->s->completion, few ^ 1); /* looked at first: its value unless one of them objects */
  v_push(&e->s->completion, 1);
}

static void add_resolvent(struct eliminator *e, uint32_t a, uint32_t b) {
  struct v_cdcl *s = e->s;
  struct v_list copy = {0};
  s->hints.size = 0;
  v_push(&s->hints, s->clauses.at[a + V_ID]);
  v_push(&s->hints, s->clauses.at[b + V_ID]);
  for (size_t k = 0; k < s->clause.size; k++) v_push(&copy, s->clause.at[k]);
  uint32_t id = v_derive(&s->derivation, copy.at, copy.size, &s->hints);
  uint32_t clause = v_cdcl_add(s, copy.at, copy.size, id, 0);
  v_list_free(&copy);
  if (clause != V_NONE) enter(e, clause);
}

static void eliminate(struct eliminator *e, uint32_t var) {
  struct v_list *plus = &e->clauses[2 * var], *minus = &e->clauses[2 * var + 1];
  bool too_long = false;
  for (size_t k = 0; k < plus->size; k++) {
    for (size_t n = 0; n < minus->size && !e->s->refuted; n++) {
      if (!is_pair(e, plus->at[k], minus->at[n])) continue;
      set_all(e, plus->at[k], 1);
      bool some = resolve(e, plus->at[k], minus->at[n], var, &too_long);
      set_all(e, plus->at[k], 0);
      if (some) add_resolvent(e, plus->at[k], minus->at[n]);
    }
  }
  remember_smaller(e, var);
  for (size_t k = 0; k < plus->size; k++) leave(e, plus->at[k]);
  for (size_t k = 0; k < minus->size; k++) leave(e, minus->at[k]);
  e->s->eliminated[var] = V_ELIMINATED;
}

static void try(struct eliminator *e, uint32_t var) {
  struct v_cdcl *s = e->s;
  struct v_list *plus = &e->clauses[2 * var], *minus = &e->clauses[2 * var + 1];
  e->touched[var] = 0;
  if (s->value[2 * var] || s->eliminated[var]) return;
  tidy(e, plus);
  tidy(e, minus);
  if (plus->size > MOST_CLAUSES || minus->size > MOST_CLAUSES) return;
  if (!find_gate(e, 2 * var)) find_gate(e, 2 * var + 1);
  if (pays(e, var)) eliminate(e, var);
  e->touched[var] = 0;
  v_cdcl_propagate_top(s);
}

static void start(struct eliminator *e, struct v_cdcl *s) {
  size_t literals = 2 * ((size_t)s->num_vars + 1);
  *e = (struct eliminator){.s = s};
  e->clauses = v_zeroed(literals, sizeof *e->clauses);
  e->set = v_zeroed(literals, 1);
  e->touched = v_zeroed(literals / 2, 1);
  for (size_t at = 0; at < s->clauses.size; at += V_HEAD + v_size(s, (uint32_t)at))
    enter(e, (uint32_t)at);
}

static void finish(struct eliminator *e) {
  for (size_t k = 0; k < 2 * ((size_t)e->s->num_vars + 1); k++) v_list_free(&e->clauses[k]);
  v_list_free(&e->gate);
  free(e->clauses);
  free(e->set);
  free(e->touched);
}

void v_cdcl_eliminate(struct v_cdcl *s, uint64_t most_work) {
  struct eliminator e;
  bool more = true;
  if (!v_cdcl_propagate_top(s)) return;
  v_cdcl_forget(s);
  start(&e, s);
  for (unsigned round = 0; round < MOST_ROUNDS && more; round++) {
    more = false;
    for (uint32_t var = 1; var <= s->num_vars && !s->refuted && e.work < most_work; var++) {
      if (!e.touched[var]) continue;
      try(&e, var);
      more = true;
    }
  }
  finish(&e);
  s->work += e.work;
  if (!s->refuted) v_cdcl_forget(s);
}

void v_cdcl_complete(const struct v_cdcl *s, uint8_t *values) {
  for (size_t end = s->completion.size; end > 0;) {
    uint32_t size = s->completion.at[end - 1];
    const uint32_t *lits = s->completion.at + end - 1 - size;
    bool good = false;
    for (uint32_t k = 0; k < size; k++) good = good || values[lits[k] / 2] != (lits[k] & 1);
    if (!good) values[lits[0] / 2] = !(lits[0] & 1);
    end -= size + 1;
  }
}
