#include "certifier/prove/refute.h"

#include "certifier/prove/lrat_lemmas.h"
#include "formats/support/heap.h"

#include <assert.h>

/* Literals inside: 2*variable+sign. A clause is a reference into `arena`: size, id, literals; the
 * two watched ones first. */
typedef uint32_t clause_ref;
enum { HEADER = 2 };
#define NO_REASON UINT32_MAX

struct watches {
  clause_ref *at;
  size_t size, capacity;
};

struct refuter {
  uint32_t num_vars;
  struct lits arena;
  struct watches *watches; /* per literal: clauses that watch it, visited when it becomes false */
  int8_t *value;           /* per literal: 1 true, -1 false, 0 unassigned */
  uint32_t *level, *position; /* per variable: decision level, place on the trail */
  clause_ref *reason;         /* per variable; NO_REASON: decision or unit */
  uint32_t *unit_id;          /* per variable assigned at level 0: the id of its unit clause */
  int8_t *phase;              /* per variable: last value */
  uint8_t *seen;              /* per variable, scratch of analyze */
  struct lits trail, limits;  /* limits: trail size at each decision */
  size_t propagated;
  double *activity, increment;
  struct heap heap; /* variables, most active first */
  struct lits learned, hints,
      used; /* scratch of analyze: used are the variables that were resolved */
  struct lemmas lemmas;
  long num_conflicts;
};

static uint32_t var_of(uint32_t lit) { return lit >> 1; }

/* ---- the order of decisions ---- */

static bool before(const void *refuter, uint32_t a, uint32_t b) {
  const struct refuter *r = refuter;
  return r->activity[a] > r->activity[b] || (r->activity[a] == r->activity[b] && a < b);
}

static void bump(struct refuter *r, uint32_t v) {
  r->activity[v] += r->increment;
  if (r->activity[v] > 1e100) {
    for (uint32_t k = 1; k <= r->num_vars; k++) r->activity[k] *= 1e-100;
    r->increment *= 1e-100;
  }
  if (r->heap.place[v]) heap_up(&r->heap, r->heap.place[v] - 1, before, r);
}

/* ---- clauses and propagation ---- */

static clause_ref add_clause(struct refuter *r, uint32_t id, const uint32_t *lits, size_t n) {
  clause_ref ref = (clause_ref)r->arena.size;
  lits_push(&r->arena, (uint32_t)n);
  lits_push(&r->arena, id);
  lits_append(&r->arena, lits, n);
  return ref;
}

static void watch(struct refuter *r, uint32_t lit, clause_ref ref) {
  struct watches *w = &r->watches[lit];
  w->at = memory_room(w->at, w->size, &w->capacity, sizeof *w->at);
  w->at[w->size++] = ref;
}

static void assign(struct refuter *r, uint32_t lit, clause_ref reason) {
  uint32_t v = var_of(lit);
  r->value[lit] = 1;
  r->value[lit ^ 1] = -1;
  r->level[v] = (uint32_t)r->limits.size;
  r->position[v] = (uint32_t)r->trail.size;
  r->reason[v] = reason;
  lits_push(&r->trail, lit);
}

/* At level 0 every implied literal becomes a unit lemma at once; so no later lemma repeats the
 * chain that led to it. */
static void log_unit(struct refuter *r, uint32_t lit, clause_ref reason) {
  const uint32_t *c = r->arena.at + reason;
  lits_clear(&r->hints);
  for (uint32_t k = 0; k < c[0]; k++)
    if (c[HEADER + k] != lit) lits_push(&r->hints, r->unit_id[var_of(c[HEADER + k])]);
  lits_push(&r->hints, c[1]);
  r->unit_id[var_of(lit)] = lemmas_add(&r->lemmas, &lit, 1, r->hints.at, r->hints.size);
}

/* Visits a clause that watches the false literal; true: it stays in that list. Sets *conflict when
 * it is falsified. */
static bool visit(struct refuter *r, clause_ref ref, uint32_t false_lit, clause_ref *conflict) {
  uint32_t *c = r->arena.at + ref, *lits = c + HEADER;
  if (lits[0] == false_lit) {
    lits[0] = lits[1];
    lits[1] = false_lit;
  }
  if (r->value[lits[0]] > 0) return true;
  for (uint32_t k = 2; k < c[0]; k++) {
    if (r->value[lits[k]] < 0) continue;
    lits[1] = lits[k];
    lits[k] = false_lit;
    watch(r, lits[1], ref);
    return false;
  }
  if (r->value[lits[0]] < 0) {
    *conflict = ref;
  } else {
    assign(r, lits[0], ref);
    if (r->limits.size == 0) log_unit(r, lits[0], ref);
  }
  return true;
}

static clause_ref propagate(struct refuter *r) {
  clause_ref conflict = NO_REASON;
  while (conflict == NO_REASON && r->propagated < r->trail.size) {
    uint32_t false_lit = r->trail.at[r->propagated++] ^ 1;
    struct watches *w = &r->watches[false_lit];
    size_t kept = 0, k = 0;
    for (; k < w->size && conflict == NO_REASON; k++) {
      clause_ref ref = w->at[k];
      if (visit(r, ref, false_lit, &conflict)) w->at[kept++] = ref;
    }
    for (; k < w->size; k++) w->at[kept++] = w->at[k];
    w->size = kept;
  }
  return conflict;
}

static void backtrack(struct refuter *r, size_t level) {
  if (r->limits.size <= level) return;
  size_t size = r->limits.at[level];
  while (r->trail.size > size) {
    uint32_t lit = lits_pop(&r->trail), v = var_of(lit);
    r->phase[v] = lit & 1 ? -1 : 1;
    r->value[lit] = r->value[lit ^ 1] = 0;
    if (!r->heap.place[v]) heap_push(&r->heap, v, before, r);
  }
  r->limits.size = level;
  r->propagated = r->trail.size;
}

/* ---- conflict analysis ---- */

/* Marks the literals of a clause; returns how many of them are new on the current level. */
static size_t mark_clause(struct refuter *r, clause_ref ref) {
  const uint32_t *c = r->arena.at + ref;
  size_t open = 0;
  for (uint32_t k = 0; k < c[0]; k++) {
    uint32_t lit = c[HEADER + k], v = var_of(lit);
    if (r->seen[v] || r->value[lit] > 0) continue;
    r->seen[v] = 1;
    if (r->level[v] == 0)
      lits_push(&r->used, v);
    else if (r->level[v] == r->limits.size)
      open++;
    else
      lits_push(&r->learned, lit);
    if (r->level[v]) bump(r, v);
  }
  return open;
}

/* A literal whose reason has seen literals only is implied by the others: its reason joins the
 * derivation instead. */
static bool is_redundant(struct refuter *r, uint32_t lit) {
  clause_ref reason = r->reason[var_of(lit)];
  if (reason == NO_REASON) return false;
  const uint32_t *c = r->arena.at + reason;
  for (uint32_t k = 0; k < c[0]; k++) {
    uint32_t v = var_of(c[HEADER + k]);
    if (!r->seen[v] && r->level[v]) return false;
  }
  return true;
}

static void minimize(struct refuter *r) {
  size_t kept = 1;
  for (size_t k = 1; k < r->learned.size; k++) {
    uint32_t lit = r->learned.at[k], v = var_of(lit);
    if (!is_redundant(r, lit)) {
      r->learned.at[kept++] = lit;
      continue;
    }
    lits_push(&r->used, v);
    const uint32_t *c = r->arena.at + r->reason[v];
    for (uint32_t i = 0; i < c[0]; i++) {
      uint32_t u = var_of(c[HEADER + i]);
      if (r->seen[u]) continue;
      r->seen[u] = 1; /* level 0 */
      lits_push(&r->used, u);
    }
  }
  r->learned.size = kept;
}

/* Hints in the order of the trail: each reason is unit once those before it have propagated. */
static void order_hints(struct refuter *r, clause_ref conflict) {
  struct lits *used = &r->used;
  for (size_t k = 0; k < used->size; k++) used->at[k] = r->position[used->at[k]];
  lemmas_sort(used);
  lits_clear(&r->hints);
  for (size_t k = 0; k < used->size; k++) {
    uint32_t v = var_of(r->trail.at[used->at[k]]);
    lits_push(&r->hints, r->level[v] == 0 ? r->unit_id[v] : r->arena.at[r->reason[v] + 1]);
  }
  lits_push(&r->hints, r->arena.at[conflict + 1]);
}

static void clear_seen(struct refuter *r, const struct lits *learned_before) {
  for (size_t k = 0; k < learned_before->size; k++) r->seen[var_of(learned_before->at[k])] = 0;
  for (size_t k = 0; k < r->used.size; k++) r->seen[r->used.at[k]] = 0;
}

/* First unique implication point. Leaves the lemma in `learned` (asserting literal first) and its
 * hints; returns its id. */
static uint32_t analyze(struct refuter *r, clause_ref conflict) {
  lits_clear(&r->learned);
  lits_clear(&r->used);
  lits_push(&r->learned, 0);
  size_t open = mark_clause(r, conflict), at = r->trail.size;
  uint32_t uip;
  for (;;) {
    do uip = r->trail.at[--at];
    while (!r->seen[var_of(uip)]);
    if (--open == 0) break;
    lits_push(&r->used, var_of(uip));
    open += mark_clause(r, r->reason[var_of(uip)]);
  }
  r->learned.at[0] = uip ^ 1;
  struct lits all = {0};
  lits_append(&all, r->learned.at, r->learned.size);
  minimize(r);
  clear_seen(r, &all);
  lits_free(&all);
  order_hints(r, conflict);
  return lemmas_add(&r->lemmas, r->learned.at, r->learned.size, r->hints.at, r->hints.size);
}

/* Adds the lemma, goes back to where it is unit, and asserts it. */
static void learn(struct refuter *r, uint32_t id) {
  struct lits *c = &r->learned;
  size_t level = 0;
  for (size_t k = 1; k < c->size; k++) {
    if (r->level[var_of(c->at[k])] <= level) continue;
    level = r->level[var_of(c->at[k])];
    uint32_t swap = c->at[1];
    c->at[1] = c->at[k];
    c->at[k] = swap;
  }
  backtrack(r, level);
  if (c->size == 1) {
    assign(r, c->at[0], NO_REASON);
    r->unit_id[var_of(c->at[0])] = id;
    return;
  }
  clause_ref ref = add_clause(r, id, c->at, c->size);
  watch(r, c->at[0], ref);
  watch(r, c->at[1], ref);
  assign(r, c->at[0], ref);
}

/* A conflict on level 0: the empty clause from units and the conflicting clause. */
static void log_empty(struct refuter *r, clause_ref conflict) {
  const uint32_t *c = r->arena.at + conflict;
  lits_clear(&r->hints);
  for (uint32_t k = 0; k < c[0]; k++) lits_push(&r->hints, r->unit_id[var_of(c[HEADER + k])]);
  lits_push(&r->hints, c[1]);
  lemmas_add(&r->lemmas, NULL, 0, r->hints.at, r->hints.size);
}

/* ---- search ---- */

/* Adds an input clause. False: the empty clause is derived already. */
static bool load_clause(struct refuter *r, uint32_t id, const uint32_t *lits, size_t n) {
  clause_ref ref = add_clause(r, id, lits, n);
  if (n == 0 || (n == 1 && r->value[lits[0]] < 0)) {
    log_empty(r, ref);
    return false;
  }
  if (n == 1 && r->value[lits[0]] == 0) {
    assign(r, lits[0], NO_REASON);
    r->unit_id[var_of(lits[0])] = id;
  } else if (n > 1) {
    watch(r, lits[0], ref);
    watch(r, lits[1], ref);
  }
  return true;
}

static bool load(struct refuter *r, const struct v_cnf *cnf) {
  const uint32_t *start = cnf->start.at;
  for (uint32_t k = 0; k < v_cnf_clauses(cnf); k++)
    if (!load_clause(r, k + 1, cnf->literals.at + start[k], start[k + 1] - start[k])) return false;
  return true;
}

/* The Luby sequence 1 1 2 1 1 2 4 .., from 0. */
static long luby(unsigned long k) {
  unsigned long size = 1, power = 0;
  while (size < k + 1) {
    size = 2 * size + 1;
    power++;
  }
  while (size - 1 != k) {
    size = (size - 1) / 2;
    power--;
    k %= size;
  }
  return 1l << power;
}

static bool decide(struct refuter *r) {
  while (r->heap.size) {
    uint32_t v = heap_pop(&r->heap, before, r);
    if (r->value[2 * v]) continue;
    lits_push(&r->limits, (uint32_t)r->trail.size);
    assign(r, r->phase[v] > 0 ? 2 * v : 2 * v + 1, NO_REASON);
    return true;
  }
  return false;
}

static enum refuted search(struct refuter *r, long limit, const struct effort *effort) {
  enum { RESTART = 64, PERIOD = 1024 };
  long until_restart = RESTART;
  unsigned long restarts = 0, steps = 0;
  for (;;) {
    clause_ref conflict = propagate(r);
    if (++steps % PERIOD == 0 && interrupted(effort)) return REFUTE_GAVE_UP;
    if (conflict == NO_REASON) {
      if (until_restart <= 0) {
        backtrack(r, 0);
        until_restart = RESTART * luby(++restarts);
      } else if (!decide(r)) {
        return REFUTE_SATISFIABLE;
      }
      continue;
    }
    if (r->limits.size == 0) {
      log_empty(r, conflict);
      return REFUTED;
    }
    if (++r->num_conflicts > limit) return REFUTE_GAVE_UP;
    until_restart--;
    learn(r, analyze(r, conflict));
    r->increment *= 1.0 / 0.95;
  }
}

static void init(struct refuter *r, uint32_t num_vars) {
  size_t n = (size_t)num_vars + 1;
  *r = (struct refuter){.num_vars = num_vars, .increment = 1};
  r->watches = memory_zeroed(2 * n, sizeof *r->watches);
  r->value = memory_zeroed(2 * n, 1);
  r->level = memory_zeroed(n, sizeof *r->level);
  r->position = memory_zeroed(n, sizeof *r->position);
  r->reason = memory_zeroed(n, sizeof *r->reason);
  r->unit_id = memory_zeroed(n, sizeof *r->unit_id);
  r->phase = memory_zeroed(n, 1);
  r->seen = memory_zeroed(n, 1);
  r->activity = memory_zeroed(n, sizeof *r->activity);
  r->heap.place = memory_zeroed(n, sizeof *r->heap.place);
  for (uint32_t v = 1; v < n; v++) heap_push(&r->heap, v, before, r);
}

static void release(struct refuter *r) {
  for (size_t k = 0; k < 2 * ((size_t)r->num_vars + 1); k++) free(r->watches[k].at);
  void *const arrays[] = {r->watches, r->value, r->level,    r->position, r->reason,    r->unit_id,
                          r->phase,   r->seen,  r->activity, r->heap.at,  r->heap.place};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
  struct lits *const vectors[] = {&r->arena,   &r->trail, &r->limits,
                                  &r->learned, &r->hints, &r->used};
  for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) lits_free(vectors[k]);
  lemmas_free(&r->lemmas);
}

enum refuted refute(const struct v_cnf *cnf, long conflicts, const struct effort *effort,
                    char **lrat, size_t *size) {
  /* References are 32 bits wide; kissat can have what is larger. */
  if (cnf->literals.size + v_cnf_clauses(cnf) > UINT32_MAX / 8) return REFUTE_GAVE_UP;
  struct refuter r;
  init(&r, cnf->num_vars);
  lemmas_init(&r.lemmas, (uint32_t)v_cnf_clauses(cnf));
  enum refuted answer = load(&r, cnf) ? search(&r, conflicts, effort) : REFUTED;
  if (answer == REFUTED) lemmas_print(&r.lemmas, lrat, size);
  release(&r);
  return answer;
}
