#include "checker/bdd/bdd.h"

#include <assert.h>

enum { REPORT_PERIOD = 4096 };

/* The third argument of cached results that have none; that of others is a cube. */
enum { OF_AND = BDD_FALSE, OF_RESTRICT = BDD_TRUE };

struct bdds *bdds_new(const struct effort *effort) {
  struct bdds *m = memory_zeroed(1, sizeof *m);
  m->effort = effort;
  m->tuning = tuning_of(effort);
  m->capacity = 1024;
  m->nodes = memory_alloc(m->capacity, sizeof *m->nodes);
  m->refs = memory_zeroed(m->capacity, sizeof *m->refs);
  m->nodes[0] = (struct bdd_node){.var = UINT32_MAX, .next = NO_NODE};
  m->refs[0] = 1;
  m->num_nodes = m->live = 1;
  m->free_node = NO_NODE;
  m->cache_size = (size_t)1 << 18;
  m->cache = memory_zeroed(m->cache_size, sizeof *m->cache);
  m->limit = m->tuning->bdd_hard_limit;
  m->sift_at = m->tuning->bdd_sift_first;
  return m;
}

void bdds_free(struct bdds *m) {
  if (!m) return;
  for (uint32_t v = 0; v < m->num_vars; v++) free(m->tables[v].buckets);
  free(m->tables);
  free(m->nodes);
  free(m->refs);
  free(m->level_of);
  free(m->var_at);
  free(m->block);
  free(m->cache);
  free(m->seen);
  free(m);
}

uint32_t bdd_var(struct bdds *m, bool with_previous) {
  uint32_t v = m->num_vars++;
  m->tables = memory_grow(m->tables, m->num_vars, sizeof *m->tables);
  m->level_of = memory_grow(m->level_of, m->num_vars, sizeof *m->level_of);
  m->var_at = memory_grow(m->var_at, m->num_vars, sizeof *m->var_at);
  m->block = memory_grow(m->block, m->num_vars, sizeof *m->block);
  m->tables[v] = (struct bdd_table){.buckets = memory_alloc(MIN_BUCKETS, sizeof(uint32_t)),
                                    .size = MIN_BUCKETS};
  for (uint32_t k = 0; k < MIN_BUCKETS; k++) m->tables[v].buckets[k] = NO_NODE;
  m->level_of[v] = m->var_at[v] = v;
  m->block[v] = with_previous && v ? m->block[v - 1] : v;
  return v;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static uint32_t hash2(bdd a, bdd b) {
  uint64_t h = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(h >> 32);
}

static uint32_t *bucket_of(struct bdds *m, uint32_t var, bdd low, bdd high) {
  struct bdd_table *t = &m->tables[var];
  return &t->buckets[hash2(low, high) & (t->size - 1)];
}

void bdd_link(struct bdds *m, uint32_t node) {
  struct bdd_node *n = &m->nodes[node];
  uint32_t *bucket = bucket_of(m, n->var, n->low, n->high);
  n->next = *bucket;
  *bucket = node;
  m->tables[n->var].count++;
}

static void grow_table(struct bdds *m, uint32_t var) {
  struct bdd_table *t = &m->tables[var];
  uint32_t old_size = t->size, *old = t->buckets;
  t->size *= 4;
  t->buckets = memory_alloc(t->size, sizeof *t->buckets);
  for (uint32_t k = 0; k < t->size; k++) t->buckets[k] = NO_NODE;
  t->count = 0;
  for (uint32_t k = 0; k < old_size; k++)
    for (uint32_t node = old[k], next; node != NO_NODE; node = next) {
      next = m->nodes[node].next;
      bdd_link(m, node);
    }
  free(old);
}

static uint32_t new_node(struct bdds *m) {
  m->live++;
  if (m->free_node != NO_NODE) {
    uint32_t node = m->free_node;
    m->free_node = m->nodes[node].next;
    return node;
  }
  if (m->num_nodes == m->capacity) {
    m->capacity *= 2;
    m->nodes = memory_grow(m->nodes, m->capacity, sizeof *m->nodes);
    m->refs = memory_grow(m->refs, m->capacity, sizeof *m->refs);
    if (m->counts) m->counts = memory_grow(m->counts, m->capacity, sizeof *m->counts);
  }
  return (uint32_t)m->num_nodes++;
}

static uint32_t level(const struct bdds *m, bdd f) {
  return f <= BDD_TRUE ? UINT32_MAX : m->level_of[m->nodes[f >> 1].var];
}

static uint32_t find_or_add(struct bdds *m, uint32_t var, bdd low, bdd high) {
  assert(low != high && !(low & 1));
  assert(m->counts || (m->level_of[var] < level(m, low) && m->level_of[var] < level(m, high)));
  if (m->tables[var].count > m->tables[var].size) grow_table(m, var);
  for (uint32_t node = *bucket_of(m, var, low, high); node != NO_NODE; node = m->nodes[node].next)
    if (m->nodes[node].low == low && m->nodes[node].high == high) return node;
  if (m->live >= m->limit && !m->counts) m->failed = true;
  uint32_t node = new_node(m);
  m->nodes[node] = (struct bdd_node){.var = var, .low = low, .high = high};
  m->refs[node] = 0;
  bdd_link(m, node);
  if (m->counts) {
    m->counts[node] = 0;
    m->counts[low >> 1]++;
    m->counts[high >> 1]++;
  }
  return node;
}

bdd bdd_make(struct bdds *m, uint32_t var, bdd low, bdd high) {
  if (low == high) return low;
  bdd sign = low & 1;
  return 2 * find_or_add(m, var, low ^ sign, high ^ sign) ^ sign;
}

bdd bdd_literal(struct bdds *m, uint32_t var) {
  assert(var < m->num_vars);
  return bdd_make(m, var, BDD_FALSE, BDD_TRUE);
}

static bdd low_of(const struct bdds *m, bdd f, uint32_t var) {
  return f > BDD_TRUE && m->nodes[f >> 1].var == var ? m->nodes[f >> 1].low ^ (f & 1) : f;
}
static bdd high_of(const struct bdds *m, bdd f, uint32_t var) {
  return f > BDD_TRUE && m->nodes[f >> 1].var == var ? m->nodes[f >> 1].high ^ (f & 1) : f;
}

/* --- operations ------------------------------------------------------------------------------- */

static struct bdd_cached *cached(struct bdds *m, bdd f, bdd g, bdd h) {
  uint64_t key = ((uint64_t)f * 0x9e3779b97f4a7c15u ^ (uint64_t)g * 0xc2b2ae3d27d4eb4fu ^
                  (uint64_t)h * 0x165667b19e3779f9u);
  key *= 0xff51afd7ed558ccdu;
  return &m->cache[(key >> 32) & (m->cache_size - 1)];
}

static bool hit(const struct bdd_cached *c, bdd f, bdd g, bdd h) {
  return c->f == f && c->g == g && c->h == h;
}

void bdd_report_work(struct bdds *m) {
  struct statistics *all = statistics_of(m->effort);
  spend(m->effort, (uint64_t)m->operations * m->tuning->bdd_operation_ticks);
  if (all) {
    all->bdd_operations += m->operations;
    statistics_max(&all->bdd_nodes, m->live);
  }
  m->operations = 0;
}

static bool stopping(struct bdds *m) {
  if (++m->operations < REPORT_PERIOD) return m->failed;
  bdd_report_work(m);
  if (interrupted(m->effort)) m->failed = m->interrupted = true;
  return m->failed;
}

void bdd_fit_cache(struct bdds *m) {
  size_t most = (size_t)1 << m->tuning->bdd_cache_log;
  if (m->cache_size >= most || m->live < m->cache_size) return;
  while (m->cache_size < most && m->live >= m->cache_size) m->cache_size *= 2;
  free(m->cache);
  m->cache = memory_zeroed(m->cache_size, sizeof *m->cache);
}

/* Recursion in these operations is as deep as there are variables; checker/symbolic/ctl_fixpoints.c
 * bounds that number. */
bdd bdd_and(struct bdds *m, bdd f, bdd g) {
  if (f == BDD_FALSE || g == BDD_FALSE || f == bdd_not(g)) return BDD_FALSE;
  if (f == BDD_TRUE || f == g) return g;
  if (g == BDD_TRUE) return f;
  if (stopping(m)) return BDD_FALSE;
  if (f > g) {
    bdd swap = f;
    f = g;
    g = swap;
  }
  struct bdd_cached *c = cached(m, f, g, OF_AND);
  if (hit(c, f, g, OF_AND)) return c->result;
  uint32_t var = level(m, f) <= level(m, g) ? m->nodes[f >> 1].var : m->nodes[g >> 1].var;
  bdd low = bdd_and(m, low_of(m, f, var), low_of(m, g, var));
  bdd high = bdd_and(m, high_of(m, f, var), high_of(m, g, var));
  if (m->failed) return BDD_FALSE;
  bdd result = bdd_make(m, var, low, high);
  *cached(m, f, g, OF_AND) = (struct bdd_cached){.f = f, .g = g, .h = OF_AND, .result = result};
  return result;
}

bdd bdd_and_exists(struct bdds *m, bdd f, bdd g, bdd cube) {
  if (f == BDD_FALSE || g == BDD_FALSE || f == bdd_not(g)) return BDD_FALSE;
  if (f > g) {
    bdd swap = f;
    f = g;
    g = swap;
  }
  uint32_t top = level(m, f) < level(m, g) ? level(m, f) : level(m, g);
  if (top == UINT32_MAX) return BDD_TRUE;
  while (level(m, cube) < top) cube = m->nodes[cube >> 1].high;
  if (cube == BDD_TRUE) return bdd_and(m, f, g);
  if (stopping(m)) return BDD_FALSE;
  struct bdd_cached *c = cached(m, f, g, cube);
  if (hit(c, f, g, cube)) return c->result;
  uint32_t var = m->var_at[top];
  bool quantified = level(m, cube) == top;
  bdd rest = quantified ? m->nodes[cube >> 1].high : cube;
  bdd low = bdd_and_exists(m, low_of(m, f, var), low_of(m, g, var), rest), result;
  if (quantified && low == BDD_TRUE) {
    result = BDD_TRUE;
  } else {
    bdd high = bdd_and_exists(m, high_of(m, f, var), high_of(m, g, var), rest);
    if (m->failed) return BDD_FALSE;
    result = quantified ? bdd_or(m, low, high) : bdd_make(m, var, low, high);
  }
  if (m->failed) return BDD_FALSE;
  *cached(m, f, g, cube) = (struct bdd_cached){.f = f, .g = g, .h = cube, .result = result};
  return result;
}

bdd bdd_restrict(struct bdds *m, bdd f, bdd care) {
  if (care <= BDD_TRUE || f <= BDD_TRUE) return f;
  if (f == care) return BDD_TRUE;
  if (f == bdd_not(care)) return BDD_FALSE;
  if (stopping(m)) return BDD_FALSE;
  struct bdd_cached *c = cached(m, f, care, OF_RESTRICT);
  if (hit(c, f, care, OF_RESTRICT)) return c->result;
  uint32_t var = level(m, f) <= level(m, care) ? m->nodes[f >> 1].var : m->nodes[care >> 1].var;
  bdd care_low = low_of(m, care, var), care_high = high_of(m, care, var), result;
  if (level(m, care) < level(m, f))
    result = bdd_restrict(m, f, bdd_or(m, care_low, care_high));
  else if (care_low == BDD_FALSE)
    result = bdd_restrict(m, high_of(m, f, var), care_high);
  else if (care_high == BDD_FALSE)
    result = bdd_restrict(m, low_of(m, f, var), care_low);
  else {
    bdd low = bdd_restrict(m, low_of(m, f, var), care_low);
    bdd high = bdd_restrict(m, high_of(m, f, var), care_high);
    result = m->failed ? BDD_FALSE : bdd_make(m, var, low, high);
  }
  if (m->failed) return BDD_FALSE;
  *cached(m, f, care, OF_RESTRICT) =
      (struct bdd_cached){.f = f, .g = care, .h = OF_RESTRICT, .result = result};
  return result;
}

/* --- walks over a diagram --------------------------------------------------------------------- */

/* Marks of a new walk: `entered` and `left`. All older ones are smaller, so that nothing has to be
 * cleared: many walks are about small parts of many nodes. */
static uint32_t new_walk(struct bdds *m) {
  if (m->seen_size < m->num_nodes) {
    m->seen = memory_grow(m->seen, m->capacity, sizeof *m->seen);
    memset(m->seen + m->seen_size, 0, (m->capacity - m->seen_size) * sizeof *m->seen);
    m->seen_size = m->capacity;
  }
  if (m->walk >= UINT32_MAX - 2) {
    memset(m->seen, 0, m->seen_size * sizeof *m->seen);
    m->walk = 0;
  }
  m->walk += 2;
  return m->walk;
}

void bdd_list(struct bdds *m, bdd f, struct bdd_vector *list) {
  struct lits stack = {0};
  uint32_t entered = new_walk(m), left = entered + 1, *seen = m->seen;
  seen[0] = left;
  lits_push(&stack, f >> 1);
  while (stack.size) {
    uint32_t node = stack.at[stack.size - 1];
    if (seen[node] == left) {
      stack.size--;
    } else if (seen[node] == entered) {
      seen[node] = left;
      bdd_vector_push(list, 2 * node);
      stack.size--;
    } else {
      seen[node] = entered;
      if (seen[m->nodes[node].low >> 1] < entered) lits_push(&stack, m->nodes[node].low >> 1);
      if (seen[m->nodes[node].high >> 1] < entered) lits_push(&stack, m->nodes[node].high >> 1);
    }
  }
  lits_free(&stack);
}

size_t bdd_size(struct bdds *m, bdd f) {
  struct bdd_vector list = {0};
  bdd_list(m, f, &list);
  size_t size = list.size;
  bdd_vector_free(&list);
  return size;
}

size_t bdd_support(struct bdds *m, bdd f, uint8_t *marks) {
  struct bdd_vector list = {0};
  bdd_list(m, f, &list);
  for (size_t k = 0; k < list.size; k++) marks[m->nodes[list.at[k] >> 1].var] = 1;
  size_t size = list.size;
  bdd_vector_free(&list);
  return size;
}

bdd bdd_rename(struct bdds *m, bdd f, const uint32_t *to) {
  if (f <= BDD_TRUE) return f;
  struct bdd_vector list = {0};
  bdd_list(m, f, &list);
  bdd *image = memory_alloc(m->num_nodes, sizeof *image);
  image[0] = BDD_FALSE;
  for (size_t k = 0; k < list.size; k++) {
    const struct bdd_node n = m->nodes[list.at[k] >> 1];
    image[list.at[k] >> 1] =
        bdd_make(m, to[n.var], image[n.low >> 1] ^ (n.low & 1), image[n.high >> 1] ^ (n.high & 1));
  }
  bdd result = image[f >> 1] ^ (f & 1);
  free(image);
  bdd_vector_free(&list);
  return result;
}

bool bdd_path(const struct bdds *m, bdd f, uint8_t *value) {
  memset(value, 2, m->num_vars);
  if (f == BDD_FALSE) return false;
  while (f > BDD_TRUE) {
    uint32_t var = m->nodes[f >> 1].var;
    bdd low = low_of(m, f, var), high = high_of(m, f, var);
    value[var] = low == BDD_FALSE;
    f = low == BDD_FALSE ? high : low;
  }
  return true;
}
