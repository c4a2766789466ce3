/* Rudell's sifting, by blocks: every block of variables is moved through the order and left where
 * the diagrams are smallest. */
#include "checker/bdd/bdd.h"

static bool at_var(const struct bdds *m, bdd f, uint32_t var) {
  return f > BDD_TRUE && m->nodes[f >> 1].var == var;
}
static bdd low_at(const struct bdds *m, bdd f, uint32_t var) {
  return at_var(m, f, var) ? m->nodes[f >> 1].low ^ (f & 1) : f;
}
static bdd high_at(const struct bdds *m, bdd f, uint32_t var) {
  return at_var(m, f, var) ? m->nodes[f >> 1].high ^ (f & 1) : f;
}

/* (x, f0, f1) becomes (y, (x, f00, f10), (x, f01, f11)), in place: the node, which is in no bucket,
 * keeps its meaning and its name. */
static void turn_node(struct bdds *m, uint32_t node, uint32_t x, uint32_t y) {
  bdd f0 = m->nodes[node].low, f1 = m->nodes[node].high;
  bdd f01 = high_at(m, f0, y), f11 = high_at(m, f1, y);
  bdd low = bdd_make(m, x, low_at(m, f0, y), low_at(m, f1, y));
  m->counts[low >> 1]++;
  bdd high = bdd_make(m, x, f01, f11);
  m->counts[high >> 1]++;
  m->nodes[node].var = y;
  m->nodes[node].low = low;
  m->nodes[node].high = high;
  bdd_link(m, node);
  m->counts[f0 >> 1]--;
  m->counts[f1 >> 1]--;
}

/* Takes the nodes of x that have a child of y out of their buckets. */
static void take_dependent(struct bdds *m, uint32_t x, uint32_t y, struct lits *nodes) {
  struct bdd_table *t = &m->tables[x];
  for (uint32_t k = 0; k < t->size; k++)
    for (uint32_t *place = &t->buckets[k]; *place != NO_NODE;) {
      struct bdd_node *n = &m->nodes[*place];
      if (at_var(m, n->low, y) || at_var(m, n->high, y)) {
        lits_push(nodes, *place);
        *place = n->next;
      } else {
        place = &n->next;
      }
    }
  t->count -= (uint32_t)nodes->size;
}

/* Frees the nodes of y that nobody refers to any more. Their children stay: the nodes that were
 * turned refer to them. */
static void drop_orphans(struct bdds *m, uint32_t y) {
  struct bdd_table *t = &m->tables[y];
  for (uint32_t k = 0; k < t->size; k++)
    for (uint32_t *place = &t->buckets[k]; *place != NO_NODE;) {
      uint32_t node = *place;
      struct bdd_node *n = &m->nodes[node];
      if (m->counts[node]) {
        place = &n->next;
        continue;
      }
      *place = n->next;
      m->counts[n->low >> 1]--;
      m->counts[n->high >> 1]--;
      *n = (struct bdd_node){.var = UINT32_MAX, .next = m->free_node};
      m->free_node = node;
      m->live--;
      t->count--;
    }
}

/* Variables that occur together in some diagram from outside; others change places without a look
 * at their nodes. Sifting makes no new pairs. */
static bool interact(const struct bdds *m, uint32_t x, uint32_t y) {
  size_t bit = (size_t)x * m->num_vars + y;
  return m->interact[bit / 64] >> (bit % 64) & 1;
}

/* Exchanges the variables of a level and the one below. */
static void swap_levels(struct bdds *m, uint32_t upper, struct lits *nodes) {
  uint32_t x = m->var_at[upper], y = m->var_at[upper + 1];
  uint64_t looked_at = 1;
  lits_clear(nodes);
  if (interact(m, x, y)) {
    looked_at += m->tables[x].size + m->tables[x].count + m->tables[y].count;
    take_dependent(m, x, y, nodes);
    for (size_t k = 0; k < nodes->size; k++) turn_node(m, nodes->at[k], x, y);
    drop_orphans(m, y);
  }
  spend(m->effort, m->tuning->bdd_turn_ticks * (uint64_t)nodes->size + looked_at);
  m->var_at[upper] = y;
  m->var_at[upper + 1] = x;
  m->level_of[y] = upper;
  m->level_of[x] = upper + 1;
}

/* The block that starts at level `from` and has `size` levels goes below its neighbour of `other`
 * levels. */
static void swap_blocks(struct bdds *m, uint32_t from, uint32_t size, uint32_t other,
                        struct lits *nodes) {
  for (uint32_t k = 0; k < other; k++)
    for (uint32_t i = size; i-- > 0;) swap_levels(m, from + k + i, nodes);
}

static uint32_t block_size(const struct bdds *m, uint32_t first_level) {
  uint32_t size = 1, block = m->block[m->var_at[first_level]];
  while (first_level + size < m->num_vars && m->block[m->var_at[first_level + size]] == block)
    size++;
  return size;
}

/* The size of the block that ends just above the level. */
static uint32_t block_above(const struct bdds *m, uint32_t level) {
  uint32_t size = 1, block = m->block[m->var_at[level - 1]];
  while (level > size && m->block[m->var_at[level - 1 - size]] == block) size++;
  return size;
}

static uint32_t top_of(const struct bdds *m, uint32_t block) {
  uint32_t level = m->level_of[block];
  while (level > 0 && m->block[m->var_at[level - 1]] == block) level--;
  return level;
}

static void move_down(struct bdds *m, uint32_t block, struct lits *nodes) {
  uint32_t at = top_of(m, block), size = block_size(m, at);
  swap_blocks(m, at, size, block_size(m, at + size), nodes);
}

static void move_up(struct bdds *m, uint32_t block, struct lits *nodes) {
  uint32_t at = top_of(m, block), above = block_above(m, at);
  swap_blocks(m, at - above, above, block_size(m, at), nodes);
}

static bool at_bottom(const struct bdds *m, uint32_t block) {
  uint32_t at = top_of(m, block);
  return at + block_size(m, at) == m->num_vars;
}

static bool too_large(const struct bdds *m, size_t best) {
  return m->live >= best + best * m->tuning->bdd_sift_growth / 100 + 100;
}

static void note_best(const struct bdds *m, long place, size_t *best, long *best_place) {
  if (m->live >= *best) return;
  *best = m->live;
  *best_place = place;
}

/* Nodes of the levels from..to-1 whose variables have to do with the block: no more than these can
 * vanish when it passes them. */
static size_t nodes_beside(const struct bdds *m, uint32_t block, uint32_t from, uint32_t to) {
  uint32_t at = top_of(m, block), size = block_size(m, at);
  size_t sum = 0;
  for (uint32_t level = from; level < to; level++) {
    bool concerned = false;
    for (uint32_t k = 0; k < size && !concerned; k++)
      concerned = interact(m, m->var_at[at + k], m->var_at[level]);
    if (concerned) sum += m->tables[m->var_at[level]].count;
  }
  return sum;
}

/* Where a block has been. */
struct walk {
  uint32_t block;
  size_t best; /* nodes at the best place .. */
  long place, best_place;
  struct lits *nodes;
};

/* Can it get better further down (further up: then the block's own nodes may vanish, too)? */
static bool promising(const struct bdds *m, const struct walk *w, bool down) {
  uint32_t at = top_of(m, w->block), behind = at + block_size(m, at);
  size_t most =
      down ? nodes_beside(m, w->block, behind, m->num_vars) : nodes_beside(m, w->block, 0, at);
  for (uint32_t level = at; !down && level < behind; level++)
    most += m->tables[m->var_at[level]].count;
  return m->live < w->best + most;
}

static void move(struct bdds *m, struct walk *w, bool down) {
  if (down)
    move_down(m, w->block, w->nodes);
  else
    move_up(m, w->block, w->nodes);
  w->place += down ? 1 : -1;
  note_best(m, w->place, &w->best, &w->best_place);
}

/* In one direction until its end, or until the diagrams grow too much or cannot become better. */
static void explore(struct bdds *m, struct walk *w, bool down) {
  while ((down ? !at_bottom(m, w->block) : top_of(m, w->block) > 0) && !too_large(m, w->best) &&
         promising(m, w, down))
    move(m, w, down);
}

static void return_to(struct bdds *m, struct walk *w, long place) {
  while (w->place != place) move(m, w, w->place < place);
}

/* To the nearer end, to the other one, back to the best place. */
static void sift_block(struct bdds *m, uint32_t block, struct lits *nodes) {
  struct walk w = {.block = block, .best = m->live, .nodes = nodes};
  bool down = m->num_vars - top_of(m, block) < top_of(m, block);
  explore(m, &w, down);
  return_to(m, &w, 0);
  explore(m, &w, !down);
  return_to(m, &w, w.best_place);
}

struct weight {
  size_t count;
  uint32_t block;
};

static int heavier(const void *a, const void *b) {
  size_t x = ((const struct weight *)a)->count, y = ((const struct weight *)b)->count;
  if (x != y) return x < y ? 1 : -1;
  /* The same order with every C library's qsort. */
  uint32_t first = ((const struct weight *)a)->block, second = ((const struct weight *)b)->block;
  return first < second ? -1 : first > second ? 1 : 0;
}

static void count_references(struct bdds *m) {
  m->counts = memory_zeroed(m->capacity, sizeof *m->counts);
  m->counts[0] = 1;
  for (uint32_t node = 1; node < m->num_nodes; node++) {
    if (m->nodes[node].var == UINT32_MAX) continue;
    m->counts[node] += m->refs[node];
    m->counts[m->nodes[node].low >> 1]++;
    m->counts[m->nodes[node].high >> 1]++;
  }
}

/* Marks all pairs of variables in the support of a node that is referenced from outside. */
static void find_interaction(struct bdds *m) {
  size_t vars = m->num_vars;
  m->interact = memory_zeroed(vars * vars / 64 + 1, sizeof *m->interact);
  uint8_t *marks = memory_alloc(vars + 1, 1);
  for (uint32_t node = 1; node < m->num_nodes; node++) {
    if (m->nodes[node].var == UINT32_MAX || !m->refs[node]) continue;
    memset(marks, 0, vars);
    spend(m->effort, vars + bdd_support(m, 2 * node, marks));
    for (size_t x = 0; x < vars; x++)
      for (size_t y = 0; marks[x] && y < vars; y++)
        if (marks[y]) m->interact[(x * vars + y) / 64] |= (uint64_t)1 << ((x * vars + y) % 64);
  }
  free(marks);
}

/* The caller has collected garbage: every node in a bucket is alive. */
void bdd_sift(struct bdds *m) {
  struct lits nodes = {0};
  struct weight *weights = memory_zeroed(m->num_vars + 1, sizeof *weights);
  struct effort share =
      effort_of(m->effort, (uint64_t)m->tuning->bdd_sift_base * TICKS_PER_MILLISECOND +
                               m->tuning->bdd_sift_per_node * (uint64_t)m->live);
  count_references(m);
  find_interaction(m);
  for (uint32_t v = 0; v < m->num_vars; v++) {
    weights[m->block[v]].block = m->block[v];
    weights[m->block[v]].count += m->tables[v].count;
  }
  qsort(weights, m->num_vars, sizeof *weights, heavier);
  for (uint32_t k = 0; k < m->num_vars && weights[k].count > 1; k++) {
    if (interrupted(&share)) break;
    sift_block(m, weights[k].block, &nodes);
  }
  free(m->counts);
  m->counts = NULL;
  free(m->interact);
  m->interact = NULL;
  free(weights);
  lits_free(&nodes);
}
