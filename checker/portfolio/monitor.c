#include "checker/portfolio/monitor.h"

#include "checker/system/unroll.h"

#include <stdlib.h>

/* Work for seeing that guards exclude each other, in ms. */
enum { MOST_OBLIGATIONS = 64, GUARDS = 20 };

/* While a monitor is made. */
struct making {
  struct monitor *monitor;
  struct aig *aig;
  const lit *values;
  size_t most;
  struct alternatives
      *of;         /* per node of the path: what is left if it is to be shown from here on */
  uint32_t *bit;   /* per node of the path, of U, R and X nodes */
  struct sat *sat; /* for guards; NULL: without R they need not be looked at */
  struct unroll unroll;
  bool failed;
};

/* --- alternatives ----------------------------------------------------------------------------- */

/* An alternative that asks for more than another one, and under no other guard, is of no use. */
static bool is_useless(const struct alternatives *all, struct alternative a) {
  if (a.guard == AIG_FALSE) return true;
  for (size_t k = 0; k < all->size; k++) {
    const struct alternative *b = &all->at[k];
    if ((b->due & ~a.due) == 0 && (b->guard == AIG_TRUE || b->guard == a.guard)) return true;
  }
  return false;
}

static void add(struct making *m, struct alternatives *all, struct alternative a) {
  if (is_useless(all, a)) return;
  for (size_t k = 0; k < all->size; k++)
    if (all->at[k].due == a.due) {
      all->at[k].guard = aig_or(m->aig, all->at[k].guard, a.guard);
      return;
    }
  m->failed = m->failed || all->size > m->most; /* the empty set is one more */
  if (m->failed) return;
  all->at = memory_room(all->at, all->size, &all->capacity, sizeof *all->at);
  all->at[all->size++] = a;
}

static void add_all(struct making *m, struct alternatives *to, const struct alternatives *from) {
  for (size_t k = 0; k < from->size; k++) add(m, to, from->at[k]);
}

static void add_products(struct making *m, struct alternatives *to, const struct alternatives *a,
                         const struct alternatives *b) {
  for (size_t i = 0; i < a->size; i++)
    for (size_t j = 0; j < b->size; j++)
      add(m, to,
          (struct alternative){aig_and(m->aig, a->at[i].guard, b->at[j].guard),
                               a->at[i].due | b->at[j].due});
}

/* U: the right side now, or the left side now and itself again. */
static void add_until(struct making *m, const struct path_node *node, uint64_t itself,
                      struct alternatives *to) {
  struct alternative again = {AIG_TRUE, itself};
  add_all(m, to, &m->of[node->right]);
  add_products(m, to, &m->of[node->left], &(struct alternatives){.at = &again, .size = 1});
}

/* R: the right side now, and the left side, or itself again. */
static void add_release(struct making *m, const struct path_node *node, uint64_t itself,
                        struct alternatives *to) {
  struct alternatives also = {0};
  add_all(m, &also, &m->of[node->left]);
  add(m, &also, (struct alternative){AIG_TRUE, itself});
  add_products(m, to, &m->of[node->right], &also);
  free(also.at);
}

/* Those of the parts are known. */
static void find_alternatives(struct making *m, size_t k) {
  const struct path_node *node = &m->monitor->path->nodes[k];
  struct alternatives *to = &m->of[k];
  if (m->values[k] != LIT_NONE) {
    add(m, to, (struct alternative){m->values[k], 0});
    return;
  }
  switch (node->op) {
  case PATH_AND: add_products(m, to, &m->of[node->left], &m->of[node->right]); break;
  case PATH_OR:
    add_all(m, to, &m->of[node->left]);
    add_all(m, to, &m->of[node->right]);
    break;
  case PATH_X: add(m, to, (struct alternative){AIG_TRUE, UINT64_C(1) << m->bit[k]}); break;
  case PATH_U: add_until(m, node, UINT64_C(1) << m->bit[k], to); break;
  case PATH_R: add_release(m, node, UINT64_C(1) << m->bit[k], to); break;
  default: m->failed = true; break; /* what looks back at what looks ahead */
  }
}

/* --- sets ------------------------------------------------------------------------------------- */

static size_t set_of(struct making *m, uint64_t due) {
  struct monitor *monitor = m->monitor;
  for (size_t k = 0; k < monitor->num_sets; k++)
    if (monitor->sets[k].due == due) return k;
  m->failed = m->failed || monitor->num_sets >= m->most;
  if (m->failed) return 0;
  monitor->sets =
      memory_room(monitor->sets, monitor->num_sets, &monitor->capacity, sizeof *monitor->sets);
  monitor->sets[monitor->num_sets] = (struct monitor_set){.due = due};
  return monitor->num_sets++;
}

static const struct alternatives *obliged(const struct making *m, size_t bit) {
  const struct path_formula *path = m->monitor->path;
  uint32_t node = m->monitor->obligations[bit].node;
  if (node == PATH_NONE) return &m->of[path->num_nodes - 1];
  return &m->of[path->nodes[node].op == PATH_X ? path->nodes[node].left : node];
}

/* All obligations of the set at once; of `until`, a U node among them, the right side. */
static void find_products(struct making *m, uint64_t due, uint32_t until,
                          struct alternatives *all) {
  *all = (struct alternatives){0};
  add(m, all, (struct alternative){AIG_TRUE, 0});
  for (size_t bit = 0; bit < m->monitor->num_obligations; bit++) {
    struct alternatives more = {0};
    if (!(due >> bit & 1)) continue;
    bool right = until != PATH_NONE && m->monitor->obligations[bit].node == until;
    add_products(m, &more, all,
                 right ? &m->of[m->monitor->path->nodes[until].right] : obliged(m, bit));
    free(all->at);
    *all = more;
  }
}

static bool is_possible(struct making *m, lit guard) {
  if (!m->sat || guard == AIG_TRUE) return true;
  sat_assume(m->sat, unroll_lit(&m->unroll, 0, guard));
  return sat_solve(m->sat) != SAT_NO;
}

static void find_successors(struct making *m, size_t set) {
  struct alternatives all;
  size_t kept = 0;
  find_products(m, m->monitor->sets[set].due, PATH_NONE, &all);
  for (size_t k = 0; k < all.size; k++)
    if (is_possible(m, all.at[k].guard)) all.at[kept++] = all.at[k];
  all.size = kept;
  m->monitor->sets[set].then = all;
  for (size_t k = 0; k < all.size && !m->failed; k++)
    if (all.at[k].due) set_of(m, all.at[k].due);
}

static void oblige(struct monitor *monitor, uint32_t node, uint32_t variable) {
  monitor->obligations[monitor->num_obligations++] = (struct obligation){node, variable};
}

/* The nodes that only & and | stand above. */
static uint8_t *mark_top(const struct making *m) {
  const struct path_formula *path = m->monitor->path;
  uint8_t *top = memory_zeroed(path->num_nodes, 1);
  top[path->num_nodes - 1] = 1;
  for (size_t k = path->num_nodes; k-- > 0;) {
    const struct path_node *node = &path->nodes[k];
    bool joins = node->op == PATH_AND || node->op == PATH_OR;
    if (!top[k] || !joins || m->values[k] != LIT_NONE) continue;
    top[node->left] = top[node->right] = 1;
  }
  return top;
}

/* Where U and R nodes alone stand below & and |, runs begin with sets of them; else there are none.
 */
static void find_beginnings(struct making *m, size_t k, struct alternatives *of) {
  const struct path_node *node = &m->monitor->path->nodes[k];
  if (m->values[k] != LIT_NONE) return;
  if (node->op == PATH_U || node->op == PATH_R)
    add(m, &of[k], (struct alternative){AIG_TRUE, UINT64_C(1) << m->bit[k]});
  if (node->op != PATH_AND && node->op != PATH_OR) return;
  const struct alternatives *left = &of[node->left], *right = &of[node->right];
  if (left->size == 0 || right->size == 0) return;
  if (node->op == PATH_AND) {
    add_products(m, &of[k], left, right);
    return;
  }
  add_all(m, &of[k], left);
  add_all(m, &of[k], right);
}

static void find_first_sets(struct making *m) {
  struct monitor *monitor = m->monitor;
  size_t n = monitor->path->num_nodes;
  struct alternatives *of = memory_zeroed(n, sizeof *of), *first = &of[n - 1];
  uint8_t *top = mark_top(m);
  for (size_t k = 0; k < n; k++)
    if (top[k]) find_beginnings(m, k, of);
  if (first->size == 0) {
    add(m, first, (struct alternative){AIG_TRUE, UINT64_C(1) << monitor->num_obligations});
    oblige(monitor, PATH_NONE, 0);
  }
  for (size_t k = 0; k < first->size && !m->failed; k++) {
    size_t set = set_of(m, first->at[k].due); /* the list may move */
    monitor->sets[set].initial = true;
  }
  for (size_t k = 0; k < n; k++) free(of[k].at);
  free(of);
  free(top);
}

/* --- groups ----------------------------------------------------------------------------------- */

/* Which sets lead to which, by one step and more, each to itself by none. */
static uint8_t *find_ways(const struct monitor *monitor) {
  size_t n = monitor->num_sets;
  uint8_t *ways = memory_zeroed(n * n, 1);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < monitor->sets[i].then.size; k++)
        if (i == j || monitor->sets[i].then.at[k].due == monitor->sets[j].due) ways[i * n + j] = 1;
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; ways[i * n + k] && j < n; j++) ways[i * n + j] |= ways[k * n + j];
  return ways;
}

struct place {
  size_t ways, component, set; /* how many sets it leads to; the first that it comes back from */
};

static int compare_places(const void *a, const void *b) {
  const struct place *x = a, *y = b;
  if (x->ways != y->ways) return x->ways < y->ways ? -1 : 1;
  if (x->component != y->component) return x->component < y->component ? -1 : 1;
  return x->set < y->set ? -1 : 1;
}

/* So that sets lead to their component or to those before it; places[k].component becomes where the
 * component begins. */
static void order_sets(struct monitor *monitor, struct place *places) {
  size_t n = monitor->num_sets;
  uint8_t *ways = find_ways(monitor);
  for (size_t i = 0; i < n; i++) {
    size_t first = n;
    places[i] = (struct place){.set = i};
    for (size_t j = n; j-- > 0;) {
      places[i].ways += ways[i * n + j];
      if (j == i || (ways[i * n + j] && ways[j * n + i])) first = j;
    }
    places[i].component = first;
  }
  free(ways);
  if (n > 1) qsort(places, n, sizeof *places, compare_places);
  struct monitor_set *sets = memory_alloc(n, sizeof *sets);
  for (size_t k = 0; k < n; k++) sets[k] = monitor->sets[places[k].set];
  free(monitor->sets);
  monitor->sets = sets;
  monitor->capacity = n;
}

/* Is one of the group among the sets that follow on `set`, and does it ask for no more than `most`?
 */
static bool returns(const struct monitor *monitor, const struct monitor_group *g, size_t set,
                    uint64_t most) {
  const struct alternatives *then = &monitor->sets[set].then;
  for (size_t k = 0; k < then->size; k++)
    for (size_t j = g->first; j < g->end; j++)
      if (then->at[k].due == monitor->sets[j].due && !(then->at[k].due & ~most)) return true;
  return false;
}

/* Whatever else is left when the right side of `until` has been shown: what follows is no more than
 * one of these. */
static bool is_left_by(struct making *m, const struct monitor_group *g, uint32_t until) {
  const struct monitor *monitor = m->monitor;
  for (size_t k = g->first; k < g->end; k++) {
    struct alternatives all;
    bool back = !(monitor->sets[k].due >> m->bit[until] & 1);
    find_products(m, monitor->sets[k].due, until, &all);
    for (size_t j = 0; j < all.size && !back; j++)
      back = is_possible(m, all.at[j].guard) && returns(monitor, g, k, all.at[j].due);
    free(all.at);
    if (back) return false;
  }
  return true;
}

/* False: paths may stay there for ever. */
static bool is_left(struct making *m, struct monitor_group *g) {
  bool stays = false;
  for (size_t k = g->first; k < g->end; k++) stays = stays || returns(m->monitor, g, k, UINT64_MAX);
  g->until = PATH_NONE;
  for (uint32_t k = (uint32_t)m->monitor->path->num_nodes; stays && k-- > 0;) {
    if (m->monitor->path->nodes[k].op != PATH_U || !is_left_by(m, g, k)) continue;
    g->until = k;
    return true;
  }
  return !stays;
}

/* As many components at a time as there are. */
static void find_groups(struct making *m) {
  struct monitor *monitor = m->monitor;
  size_t n = monitor->num_sets;
  struct place *places = memory_alloc(n, sizeof *places);
  order_sets(monitor, places);
  monitor->groups = memory_zeroed(n, sizeof *monitor->groups);
  for (size_t k = 0; k < n && !m->failed;) {
    size_t end = k + 1;
    while (end < n && places[end].component == places[k].component) end++;
    struct monitor_group *last = &monitor->groups[monitor->num_groups];
    struct monitor_group alone = {.first = k, .end = end};
    if (monitor->num_groups > 0) {
      struct monitor_group joined = {.first = last[-1].first, .end = end};
      if (is_left(m, &joined)) {
        last[-1] = joined;
        k = end;
        continue;
      }
    }
    m->failed = m->failed || !is_left(m, &alone);
    *last = alone;
    monitor->num_groups++;
    k = end;
  }
  free(places);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* In the order of the path's nodes, in which parts come first. */
static void find_obligations(struct making *m) {
  struct monitor *monitor = m->monitor;
  for (uint32_t k = 0; k < monitor->path->num_nodes && !m->failed; k++) {
    const struct path_node *node = &monitor->path->nodes[k];
    if (node->op != PATH_U && node->op != PATH_R && node->op != PATH_X) continue;
    m->failed = monitor->num_obligations + 2 > MOST_OBLIGATIONS;
    m->bit[k] = (uint32_t)monitor->num_obligations;
    if (!m->failed) oblige(monitor, k, node->variable + (node->op == PATH_X ? 1 : 0));
  }
}

static bool has_release(const struct path_formula *path) {
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_R) return true;
  return false;
}

static void make(struct making *m) {
  struct monitor *monitor = m->monitor;
  size_t nodes = monitor->path->num_nodes;
  find_obligations(m);
  for (size_t k = 0; k < nodes && !m->failed; k++) find_alternatives(m, k);
  if (!m->failed) find_first_sets(m);
  for (size_t k = 0; k < monitor->num_sets && !m->failed; k++) find_successors(m, k);
  if (!m->failed) find_groups(m);
}

struct monitor *monitor_new(const struct path_formula *path, struct system *system,
                            const lit *values, size_t most, const struct effort *effort) {
  struct monitor *monitor = memory_zeroed(1, sizeof *monitor);
  struct making m = {.monitor = monitor, .aig = system->aig, .values = values, .most = most};
  struct effort share = effort_of(effort, GUARDS * (uint64_t)TICKS_PER_MILLISECOND);
  monitor->path = path;
  monitor->obligations = memory_zeroed(MOST_OBLIGATIONS, sizeof *monitor->obligations);
  m.of = memory_zeroed(path->num_nodes, sizeof *m.of);
  m.bit = memory_zeroed(path->num_nodes, sizeof *m.bit);
  if (has_release(path)) {
    m.sat = sat_new(SAT_CONE, &share);
    unroll_init(&m.unroll, m.sat, system);
  }
  make(&m);
  if (m.sat) {
    unroll_free(&m.unroll);
    sat_free(m.sat);
  }
  for (size_t k = 0; k < path->num_nodes; k++) free(m.of[k].at);
  free(m.of);
  free(m.bit);
  if (!m.failed) return monitor;
  monitor_free(monitor);
  return NULL;
}

void monitor_free(struct monitor *monitor) {
  if (!monitor) return;
  for (size_t k = 0; k < monitor->num_sets; k++) free(monitor->sets[k].then.at);
  free(monitor->sets);
  free(monitor->groups);
  free(monitor->obligations);
  free(monitor);
}

/* The guard under which `to` follows; AIG_FALSE: it never does. */
static lit guard_of(const struct monitor_set *set, uint64_t to) {
  for (size_t k = 0; k < set->then.size; k++)
    if (set->then.at[k].due == to) return set->then.at[k].guard;
  return AIG_FALSE;
}

static bool is_always_reached(const struct monitor_set *set) {
  return set->initial && guard_of(set, set->due) == AIG_TRUE;
}

/* In the next step. */
static lit reached_next(const struct monitor *monitor, struct aig *aig, uint64_t due) {
  lit all = AIG_FALSE;
  for (size_t k = 0; k < monitor->num_sets; k++) {
    const struct monitor_set *from = &monitor->sets[k];
    all = aig_or(aig, all, aig_and(aig, from->reached, guard_of(from, due)));
  }
  return all;
}

/* A ghost is false at first, so that of a set that runs begin with says the opposite. */
lit monitor_watch(struct monitor *monitor, struct system *system) {
  size_t ghosts = 0, ghost = system->num_states;
  for (size_t k = 0; k < monitor->num_sets; k++) ghosts += !is_always_reached(&monitor->sets[k]);
  if (ghosts > 0) system_add_ghosts(system, ghosts);
  for (size_t k = 0; k < monitor->num_sets; k++) {
    struct monitor_set *set = &monitor->sets[k];
    set->reached = AIG_TRUE;
    if (!is_always_reached(set)) set->reached = system->states[ghost++] ^ (set->initial ? 1u : 0u);
  }
  ghost -= ghosts;
  for (size_t k = 0; k < monitor->num_sets; k++) {
    const struct monitor_set *set = &monitor->sets[k];
    if (is_always_reached(set)) continue;
    lit next = reached_next(monitor, system->aig, set->due);
    system->next[ghost++] = next ^ (set->initial ? 1u : 0u);
  }
  return reached_next(monitor, system->aig, 0);
}
