#include "checker/fair/abstract_walls.h"
#include "checker/fair/internal_signals.h"
#include "checker/system/supports.h"

/* --- which predicates ------------------------------------------------------------------------- */

static void add(struct abstract_walls *a, const lit *predicates, size_t n) {
  if (n < 2 || n > MAX_ABSTRACT || a->num == tuning_of(a->literals->chain->effort)->abstractions)
    return;
  for (size_t k = 0; k < a->num; k++)
    if (a->at[k].num == n && memcmp(a->at[k].predicates, predicates, n * sizeof *predicates) == 0)
      return;
  a->at = memory_room(a->at, a->num, &a->capacity, sizeof *a->at);
  struct abstraction *abstraction = &a->at[a->num++];
  *abstraction = (struct abstraction){.num = n};
  memcpy(abstraction->predicates, predicates, n * sizeof *predicates);
}

static bool holds(const lit *set, size_t n, lit a) {
  for (size_t k = 0; k < n; k++)
    if (set[k] == a) return true;
  return false;
}

void abstract_walls_init(struct abstract_walls *a, struct literal_walls *literals) {
  const struct system *s = literals->chain->system;
  const struct tuning *tuning = tuning_of(literals->chain->effort);
  *a = (struct abstract_walls){.literals = literals};
  lit set[MAX_ABSTRACT + 1];
  size_t n;
  /* Candidates come in both signs; the gates among them are the model's gates over states. */
  struct supports supports;
  supports_init(&supports, s->aig, &literals->nodes, MAX_ABSTRACT);
  for (size_t k = 0; k < literals->num_candidates; k += 2) {
    lit gate = literals->candidates[k].predicate;
    n = supports_size(&supports, gate);
    if (n <= 2 || n > MAX_ABSTRACT) continue;
    for (size_t i = 0; i < n; i++) set[i] = s->states[supports_at(&supports, gate)[i]];
    add(a, set, n);
  }
  supports_free(&supports);
  struct lits gates = {0};
  internal_signals_choose(s, tuning->abstraction_gates, tuning->signal_support, &gates);
  size_t small = a->num;
  for (size_t g = 0; g < gates.size; g++)
    for (size_t k = 0; k < small; k++) {
      n = a->at[k].num;
      if (n == MAX_ABSTRACT) continue;
      memcpy(set, a->at[k].predicates, n * sizeof *set);
      set[n] = gates.at[g];
      if (!holds(set, n, gates.at[g])) add(a, set, n + 1);
    }
  lits_free(&gates);
}

void abstract_walls_free(struct abstract_walls *a) {
  for (size_t k = 0; k < a->num; k++) free(a->at[k].settled);
  free(a->at);
}

/* --- the projected graph ---------------------------------------------------------------------- */

static uint64_t word(const uint64_t *values, lit a) {
  return values[lit_node(a)] ^ (lit_sign(a) ? UINT64_MAX : 0);
}

/* reach[x]: the abstract states that x reaches by steps that were seen, x included; 0 if x itself
 * was not seen. */
static void project(const struct literal_walls *l, const struct abstraction *a, uint64_t *reach) {
  memset(reach, 0, sizeof(uint64_t) << a->num);
  for (size_t b = 0; b < SEEN_BLOCKS; b++) {
    const struct seen_steps *block = &l->blocks[b];
    if (!block->valid) continue;
    uint64_t now[MAX_ABSTRACT], then[MAX_ABSTRACT];
    for (size_t k = 0; k < a->num; k++) {
      now[k] = word(block->value_now, a->predicates[k]);
      then[k] = word(block->value_then, a->predicates[k]);
    }
    for (unsigned i = 0; i < 64; i++) {
      if (!(block->valid >> i & 1)) continue;
      unsigned x = 0, y = 0;
      for (size_t k = 0; k < a->num; k++) {
        x |= (unsigned)(now[k] >> i & 1) << k;
        y |= (unsigned)(then[k] >> i & 1) << k;
      }
      reach[x] |= UINT64_C(1) << x | UINT64_C(1) << y;
      reach[y] |= UINT64_C(1) << y;
    }
  }
  for (unsigned via = 0; via < 1u << a->num; via++)
    for (unsigned x = 0; x < 1u << a->num; x++)
      if (reach[x] >> via & 1) reach[x] |= reach[via];
}

/* The predicate of a set of abstract states, by cases on the last of n predicates. */
static lit predicate_of(struct aig *aig, const lit *predicates, size_t n, uint64_t set) {
  if (n == 0) return set & 1 ? AIG_TRUE : AIG_FALSE;
  unsigned half = 1u << (n - 1);
  uint64_t mask = half == 64 ? UINT64_MAX : (UINT64_C(1) << half) - 1;
  lit low = predicate_of(aig, predicates, n - 1, set & mask),
      high = predicate_of(aig, predicates, n - 1, set >> half & mask);
  return aig_ite(aig, predicates[n - 1], high, low);
}

static bool is_settled(const struct abstraction *a, uint64_t set) {
  for (size_t k = 0; k < a->num_settled; k++)
    if (a->settled[k] == set) return true;
  return false;
}

/* A set worth a query: reachable from some abstract state that was seen, without all that were
 * seen; 0 if there is none. */
static uint64_t candidate(const struct abstraction *a, const uint64_t *reach) {
  uint64_t seen = 0;
  for (unsigned x = 0; x < 1u << a->num; x++) seen |= reach[x];
  for (unsigned x = 0; x < 1u << a->num; x++)
    if (reach[x] && reach[x] != seen && !is_settled(a, reach[x])) return reach[x];
  return 0;
}

static void settle(struct abstraction *a, uint64_t set) {
  a->settled = memory_one_more(a->settled, a->num_settled, sizeof *a->settled);
  a->settled[a->num_settled++] = set;
}

static size_t refine(struct abstract_walls *abs, struct abstraction *a, struct skeleton *skeleton,
                     unsigned long limit) {
  struct literal_walls *l = abs->literals;
  uint64_t reach[1 << MAX_ABSTRACT], set;
  size_t walls = 0;
  for (project(l, a, reach); (set = candidate(a, reach)) != 0; project(l, a, reach)) {
    if (l->chain->queries > limit || interrupted(l->chain->effort)) break;
    bool done = false;
    lit wall = predicate_of(l->chain->system->aig, a->predicates, a->num, set);
    if (literal_walls_try(l, skeleton, wall, &done)) walls++;
    if (done)
      settle(a, set);
    else if (l->chain->effort && interrupted(l->chain->effort))
      break;
  }
  return walls;
}

size_t abstract_walls_round(struct abstract_walls *abs, struct skeleton *skeleton,
                            size_t max_queries) {
  struct chain *chain = abs->literals->chain;
  unsigned long limit = chain->queries + max_queries;
  size_t walls = 0;
  if (abs->tried && abs->tried_version == chain->version) return 0;
  literal_walls_refresh(abs->literals);
  for (size_t k = 0; k < abs->num && chain->queries <= limit && !interrupted(chain->effort); k++)
    walls += refine(abs, &abs->at[k], skeleton, limit);
  abs->tried = chain->queries <= limit;
  abs->tried_version = chain->version;
  return walls;
}
