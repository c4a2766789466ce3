/* Between operations: garbage, and when to sift. */
#include "checker/bdd/bdd.h"

#include <assert.h>

static void mark(const struct bdds *m, uint8_t *alive) {
  struct lits stack = {0};
  for (uint32_t node = 0; node < m->num_nodes; node++)
    if (m->refs[node] && m->nodes[node].var != UINT32_MAX) lits_push(&stack, node);
  alive[0] = 1;
  while (stack.size) {
    uint32_t node = lits_pop(&stack);
    if (alive[node]) continue;
    alive[node] = 1;
    lits_push(&stack, m->nodes[node].low >> 1);
    lits_push(&stack, m->nodes[node].high >> 1);
  }
  lits_free(&stack);
}

/* Empty tables that fit the nodes that are alive: sifting walks over all buckets of a variable. */
static void fit_tables(struct bdds *m, const uint8_t *alive) {
  for (uint32_t v = 0; v < m->num_vars; v++) m->tables[v].count = 0;
  for (uint32_t node = 1; node < m->num_nodes; node++)
    if (alive[node]) m->tables[m->nodes[node].var].count++;
  for (uint32_t v = 0; v < m->num_vars; v++) {
    struct bdd_table *t = &m->tables[v];
    uint32_t size = MIN_BUCKETS;
    while (size < t->count) size *= 2;
    if (size != t->size) t->buckets = memory_grow(t->buckets, size, sizeof *t->buckets);
    t->size = size;
    t->count = 0;
    for (uint32_t k = 0; k < size; k++) t->buckets[k] = NO_NODE;
  }
}

/* Results stay valid as long as all nodes they speak of are alive. */
static void clean_cache(struct bdds *m, const uint8_t *alive) {
  for (size_t k = 0; k < m->cache_size; k++) {
    struct bdd_cached *c = &m->cache[k];
    if (c->f == BDD_FALSE) continue;
    bool valid = alive[c->f >> 1] && alive[c->g >> 1] && alive[c->h >> 1] && alive[c->result >> 1];
    if (!valid) c->f = BDD_FALSE;
  }
}

static void collect(struct bdds *m) {
  uint8_t *alive = memory_zeroed(m->num_nodes, 1);
  mark(m, alive);
  clean_cache(m, alive);
  fit_tables(m, alive);
  m->free_node = NO_NODE;
  m->live = 1;
  for (uint32_t node = (uint32_t)m->num_nodes; node-- > 1;) {
    if (alive[node]) {
      bdd_link(m, node);
      m->live++;
    } else {
      m->nodes[node] = (struct bdd_node){.var = UINT32_MAX, .next = m->free_node};
      m->free_node = node;
    }
  }
  free(alive);
  spend(m->effort, m->num_nodes * m->tuning->bdd_sweep_ticks + m->cache_size / 4);
}

void bdd_tidy(struct bdds *m) {
  bdd_report_work(m);
  collect(m);
  assert(bdd_check(m));
  if (m->live < m->sift_at) return;
  bdd_sift(m);
  assert(bdd_check(m));
  if (statistics_of(m->effort)) statistics_of(m->effort)->sifts++;
  memset(m->cache, 0, m->cache_size * sizeof *m->cache);
  size_t first = m->tuning->bdd_sift_first;
  m->sift_at = 2 * (m->live < first ? first : m->live);
}
