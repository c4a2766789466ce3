#include "checker/portfolio/monitor.h"

enum { MOST_OBLIGATIONS = 64 };

/* While a monitor is made. */
struct making {
  struct monitor *monitor;
  struct aig *aig;
  const lit *values;
  size_t most;
  struct alternatives
      *of;       /* per node of the path: what is left if it is to be shown from here on */
  uint32_t *bit; /* per node of the path, of U and X nodes */
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
  default: m->failed = true; break; /* R, and what looks back at what looks ahead */
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

/* All obligations of the set at once. */
static void find_successors(struct making *m, size_t set) {
  struct alternative nothing = {AIG_TRUE, 0};
  struct alternatives all = {0};
  add(m, &all, nothing);
  for (size_t bit = 0; bit < m->monitor->num_obligations; bit++) {
    struct alternatives more = {0};
    if (!(m->monitor->sets[set].due >> bit & 1)) continue;
    add_products(m, &more, &all, obliged(m, bit));
    free(all.at);
    all = more;
  }
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

/* Where U nodes alone stand below & and |, runs begin with sets of them; else there are none. */
static void find_beginnings(struct making *m, size_t k, struct alternatives *of) {
  const struct path_node *node = &m->monitor->path->nodes[k];
  if (m->values[k] != LIT_NONE) return;
  if (node->op == PATH_U) add(m, &of[k], (struct alternative){AIG_TRUE, UINT64_C(1) << m->bit[k]});
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

/* --- the whole -------------------------------------------------------------------------------- */

/* In the order of the path's nodes, in which parts come first. */
static void find_obligations(struct making *m) {
  struct monitor *monitor = m->monitor;
  for (uint32_t k = 0; k < monitor->path->num_nodes && !m->failed; k++) {
    const struct path_node *node = &monitor->path->nodes[k];
    if (node->op != PATH_U && node->op != PATH_X) continue;
    m->failed = monitor->num_obligations + 2 > MOST_OBLIGATIONS;
    m->bit[k] = (uint32_t)monitor->num_obligations;
    if (!m->failed) oblige(monitor, k, node->variable + (node->op == PATH_X ? 1 : 0));
  }
}

struct monitor *monitor_new(const struct path_formula *path, struct aig *aig, const lit *values,
                            size_t most) {
  struct monitor *monitor = memory_zeroed(1, sizeof *monitor);
  struct making m = {.monitor = monitor, .aig = aig, .values = values, .most = most};
  monitor->path = path;
  monitor->obligations = memory_zeroed(MOST_OBLIGATIONS, sizeof *monitor->obligations);
  m.of = memory_zeroed(path->num_nodes, sizeof *m.of);
  m.bit = memory_zeroed(path->num_nodes, sizeof *m.bit);
  find_obligations(&m);
  for (size_t k = 0; k < path->num_nodes && !m.failed; k++) find_alternatives(&m, k);
  if (!m.failed) find_first_sets(&m);
  for (size_t k = 0; k < monitor->num_sets && !m.failed; k++) find_successors(&m, k);
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
