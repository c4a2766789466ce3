/* Decision diagrams against truth tables: random operations on a pool of functions, with garbage
 * collections and sifting in between, which must change no function that is referenced. */
#include "checker/bdd/bdd.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

enum { MOST_VARS = 6, POOL = 12 };

/* Bit k of a table is the function's value where variable v has bit v of k. */
typedef uint64_t table;

struct pool {
  struct bdds *m;
  struct rng rng;
  uint32_t num_vars;
  bdd f[POOL]; /* each referenced once */
  table meaning[POOL];
};

static table mask(const struct pool *p) {
  return p->num_vars == 6 ? UINT64_MAX : (UINT64_C(1) << (1u << p->num_vars)) - 1;
}

static table table_of_var(const struct pool *p, uint32_t v) {
  table t = 0;
  for (uint32_t k = 0; k < 1u << p->num_vars; k++)
    if (k >> v & 1) t |= UINT64_C(1) << k;
  return t;
}

static bool value_at(const struct bdds *m, bdd f, uint32_t k) {
  bool complement = false;
  while (f > BDD_TRUE) {
    const struct bdd_node *n = &m->nodes[f >> 1];
    complement ^= f & 1;
    f = k >> n->var & 1 ? n->high : n->low;
  }
  return complement ^ (f == BDD_TRUE);
}

static table table_of(const struct pool *p, bdd f) {
  table t = 0;
  for (uint32_t k = 0; k < 1u << p->num_vars; k++)
    if (value_at(p->m, f, k)) t |= UINT64_C(1) << k;
  return t;
}

/* exists v. t */
static table quantify(const struct pool *p, table t, uint32_t v) {
  table where = table_of_var(p, v), low = t & ~where, high = t & where;
  uint32_t shift = 1u << v;
  return low | low << shift | high | high >> shift;
}

/* --- what must hold of the manager at any time ------------------------------------------------ */

/* Every node of a bucket is ordered, reduced, with a regular low edge, and there only once. */
static void check_node(const struct bdds *m, uint32_t v, uint32_t node) {
  const struct bdd_node *n = &m->nodes[node];
  ck_assert_uint_eq(n->var, v);
  ck_assert_uint_ne(n->low, n->high);
  ck_assert_uint_eq(n->low & 1, 0);
  for (int side = 0; side < 2; side++) {
    bdd child = side ? n->high : n->low;
    if (child <= BDD_TRUE) continue;
    ck_assert_uint_ne(m->nodes[child >> 1].var, UINT32_MAX);
    ck_assert_uint_gt(m->level_of[m->nodes[child >> 1].var], m->level_of[v]);
  }
  for (uint32_t other = n->next; other != UINT32_MAX; other = m->nodes[other].next)
    ck_assert(m->nodes[other].low != n->low || m->nodes[other].high != n->high);
}

static void check_manager(const struct bdds *m) {
  size_t live = 1;
  for (uint32_t v = 0; v < m->num_vars; v++) {
    const struct bdd_table *t = &m->tables[v];
    uint32_t count = 0;
    ck_assert_uint_eq(m->var_at[m->level_of[v]], v);
    for (uint32_t k = 0; k < t->size; k++)
      for (uint32_t node = t->buckets[k]; node != UINT32_MAX; node = m->nodes[node].next) {
        check_node(m, v, node);
        count++;
      }
    ck_assert_uint_eq(count, t->count);
    live += count;
  }
  ck_assert_uint_eq(live, m->live);
}

static void check_pool(const struct pool *p) {
  for (size_t k = 0; k < POOL; k++) {
    ck_assert_uint_eq(table_of(p, p->f[k]), p->meaning[k]);
    for (size_t i = 0; i < k; i++) /* canonical: the same function, the same edge */
      ck_assert_int_eq(p->f[k] == p->f[i], p->meaning[k] == p->meaning[i]);
  }
}

/* Blocks stay together and keep the order inside. */
static void check_blocks(const struct bdds *m) {
  for (uint32_t v = 1; v < m->num_vars; v++)
    if (m->block[v] == m->block[v - 1]) ck_assert_uint_eq(m->level_of[v], m->level_of[v - 1] + 1);
}

/* --- random operations ------------------------------------------------------------------------ */

static void replace(struct pool *p, size_t k, bdd f, table meaning) {
  ck_assert(!p->m->failed);
  bdd_ref(p->m, f);
  bdd_deref(p->m, p->f[k]);
  p->f[k] = f;
  p->meaning[k] = meaning & mask(p);
}

static void do_and(struct pool *p, size_t a, size_t b, size_t to) {
  bdd sa = rng_below(&p->rng, 2), sb = rng_below(&p->rng, 2), s = rng_below(&p->rng, 2);
  table ta = sa ? ~p->meaning[a] : p->meaning[a], tb = sb ? ~p->meaning[b] : p->meaning[b];
  table t = ta & tb;
  replace(p, to, bdd_and(p->m, p->f[a] ^ sa, p->f[b] ^ sb) ^ s, s ? ~t : t);
}

static void do_or_minus(struct pool *p, size_t a, size_t b, size_t to) {
  if (rng_chance(&p->rng, 50))
    replace(p, to, bdd_or(p->m, p->f[a], p->f[b]), p->meaning[a] | p->meaning[b]);
  else
    replace(p, to, bdd_minus(p->m, p->f[a], p->f[b]), p->meaning[a] & ~p->meaning[b]);
}

static void do_and_exists(struct pool *p, size_t a, size_t b, size_t to) {
  bdd cube = BDD_TRUE;
  table t = p->meaning[a] & p->meaning[b];
  for (uint32_t v = 0; v < p->num_vars; v++) {
    if (rng_chance(&p->rng, 60)) continue;
    cube = bdd_and(p->m, cube, bdd_literal(p->m, v));
    t = quantify(p, t, v);
  }
  replace(p, to, bdd_and_exists(p->m, p->f[a], p->f[b], cube), t);
}

/* Any function that agrees with f on care will do; so the table is read from the result. */
static void do_restrict(struct pool *p, size_t a, size_t b, size_t to) {
  bdd f = bdd_restrict(p->m, p->f[a], p->f[b]);
  table t = table_of(p, f), care = p->meaning[b];
  ck_assert_uint_eq(t & care, p->meaning[a] & care);
  replace(p, to, f, t);
}

static table table_renamed(const struct pool *p, table t, const uint32_t *to) {
  table result = 0;
  for (uint32_t k = 0; k < 1u << p->num_vars; k++) {
    uint32_t from = 0;
    for (uint32_t v = 0; v < p->num_vars; v++) from |= (k >> to[v] & 1) << v;
    if (t >> from & 1) result |= UINT64_C(1) << k;
  }
  return result;
}

/* Inside blocks of two, from the first to the second variable, as steps do: needs a function that
 * does not depend on the second ones. */
static void do_rename(struct pool *p, size_t a, size_t to) {
  uint32_t prime[MOST_VARS];
  bdd cube = BDD_TRUE;
  table t = p->meaning[a];
  for (uint32_t v = 0; v < p->num_vars; v++) {
    bool second = p->m->block[v] != v;
    prime[v] = v + 1 < p->num_vars && p->m->block[v + 1] == v ? v + 1 : v;
    if (!second) continue;
    cube = bdd_and(p->m, cube, bdd_literal(p->m, v));
    t = quantify(p, t, v);
  }
  bdd f = bdd_and_exists(p->m, p->f[a], BDD_TRUE, cube);
  ck_assert_uint_eq(table_of(p, f), t & mask(p));
  replace(p, to, bdd_rename(p->m, f, prime), table_renamed(p, t, prime));
}

static void check_path(const struct pool *p, size_t a) {
  uint8_t value[MOST_VARS + 1];
  bool found = bdd_path(p->m, p->f[a], value);
  ck_assert_int_eq(found, p->meaning[a] != 0);
  for (uint32_t k = 0; found && k < 1u << p->num_vars; k++) {
    bool on_path = true;
    for (uint32_t v = 0; v < p->num_vars; v++)
      on_path = on_path && (value[v] == 2 || value[v] == (k >> v & 1));
    if (on_path) ck_assert(p->meaning[a] >> k & 1);
  }
}

static void check_walks(const struct pool *p, size_t a) {
  struct bdd_vector list = {0};
  uint8_t marks[MOST_VARS + 1] = {0};
  bdd_list(p->m, p->f[a], &list);
  ck_assert_uint_eq(list.size, bdd_size(p->m, p->f[a]));
  bdd_support(p->m, p->f[a], marks);
  for (uint32_t v = 0; v < p->num_vars; v++) {
    table where = table_of_var(p, v), t = p->meaning[a];
    ck_assert_int_eq(marks[v], ((t & where) >> (1u << v)) != (t & ~where));
  }
  bdd_vector_free(&list);
}

static void tidy(struct pool *p) {
  uint32_t chance = rng_below(&p->rng, 100);
  if (chance < 60) p->m->sift_at = 0; /* whatever is left */
  bdd_tidy(p->m);
  check_manager(p->m);
  check_blocks(p->m);
  check_pool(p);
}

static void one_operation(struct pool *p) {
  size_t a = rng_below(&p->rng, POOL), b = rng_below(&p->rng, POOL), to = rng_below(&p->rng, POOL);
  uint32_t v = rng_below(&p->rng, p->num_vars);
  switch (rng_below(&p->rng, 9)) {
  case 0: replace(p, to, bdd_literal(p->m, v), table_of_var(p, v)); break;
  case 1: do_or_minus(p, a, b, to); break;
  case 2: do_and_exists(p, a, b, to); break;
  case 3: do_restrict(p, a, b, to); break;
  case 4: do_rename(p, a, to); break;
  case 5: check_path(p, a); break;
  case 6: check_walks(p, a); break;
  default: do_and(p, a, b, to); break;
  }
  ck_assert_uint_eq(table_of(p, p->f[to]), p->meaning[to]);
  if (rng_chance(&p->rng, 8)) tidy(p);
}

static void pool_init(struct pool *p, uint64_t seed) {
  *p = (struct pool){.m = bdds_new(NULL), .rng = rng_seeded(seed)};
  p->num_vars = 1 + rng_below(&p->rng, MOST_VARS);
  bool pairs = rng_chance(&p->rng, 70);
  for (uint32_t v = 0; v < p->num_vars; v++) bdd_var(p->m, pairs && v % 2 == 1);
  for (size_t k = 0; k < POOL; k++) bdd_ref(p->m, BDD_FALSE);
}

START_TEST(random_operations) {
  for (uint64_t seed = (uint64_t)_i * 20; seed < (uint64_t)(_i + 1) * 20; seed++) {
    struct pool p;
    pool_init(&p, seed);
    for (int k = 0; k < 400; k++) one_operation(&p);
    tidy(&p);
    bdds_free(p.m);
  }
}
END_TEST

/* --- larger ones: what sifting is for --------------------------------------------------------- */

/* x_0 & y_0 | x_1 & y_1 | .. with all x before all y: exponential; sifted, linear. */
static bdd pairs_apart(struct bdds *m, uint32_t n) {
  bdd f = bdd_ref(m, BDD_FALSE);
  for (uint32_t k = 0; k < n; k++) {
    bdd both = bdd_and(m, bdd_literal(m, k), bdd_literal(m, n + k)), more = bdd_or(m, f, both);
    bdd_ref(m, more);
    bdd_deref(m, f);
    f = more;
  }
  return f;
}

static bool pairs_value(uint32_t n, uint32_t assignment) {
  return (assignment & (assignment >> n) & ((1u << n) - 1)) != 0;
}

START_TEST(sifting_shrinks) {
  enum { N = 9 };
  struct bdds *m = bdds_new(NULL);
  for (uint32_t v = 0; v < 2 * N; v++) bdd_var(m, false);
  bdd f = pairs_apart(m, N);
  size_t before = bdd_size(m, f);
  m->sift_at = 0;
  bdd_tidy(m);
  check_manager(m);
  ck_assert_uint_gt(before, 1u << N);
  ck_assert_uint_eq(bdd_size(m, f), 2 * N);
  ck_assert_uint_eq(m->live, 2 * N + 1);
  for (uint32_t k = 0; k < 1u << 2 * N; k++) ck_assert_int_eq(value_at(m, f, k), pairs_value(N, k));
  bdds_free(m);
}
END_TEST

/* The cache must not remember what was collected: the same operations once more, after the nodes of
 * the first time are gone and their places are taken. */
START_TEST(collection_forgets) {
  struct bdds *m = bdds_new(NULL);
  for (uint32_t v = 0; v < 8; v++) bdd_var(m, false);
  for (int round = 0; round < 6; round++) {
    bdd f = pairs_apart(m, round % 2 ? 4 : 3);
    for (uint32_t k = 0; k < 1u << 8; k++)
      ck_assert_int_eq(value_at(m, f, k),
                       pairs_value(round % 2 ? 4 : 3, k & (round % 2 ? 255 : 63)));
    bdd_deref(m, f);
    bdd_tidy(m);
    check_manager(m);
    ck_assert_uint_eq(m->live, 1);
  }
  bdds_free(m);
}
END_TEST

/* At the limit operations fail and say so; after it is raised they go on, with the right result. */
START_TEST(limit_of_nodes) {
  enum { N = 6 };
  struct bdds *m = bdds_new(NULL);
  for (uint32_t v = 0; v < 2 * N; v++) bdd_var(m, false);
  m->limit = 40;
  bdd f = bdd_ref(m, BDD_FALSE);
  for (uint32_t k = 0; k < N && !m->failed; k++) {
    bdd more = bdd_or(m, f, bdd_and(m, bdd_literal(m, k), bdd_literal(m, N + k)));
    if (m->failed) break;
    bdd_ref(m, more);
    bdd_deref(m, f);
    f = more;
  }
  ck_assert(m->failed);
  m->failed = false;
  m->limit = 1000000;
  bdd_deref(m, f);
  bdd_tidy(m);
  f = pairs_apart(m, N);
  ck_assert(!m->failed);
  for (uint32_t k = 0; k < 1u << 2 * N; k++) ck_assert_int_eq(value_at(m, f, k), pairs_value(N, k));
  bdds_free(m);
}
END_TEST

START_TEST(interrupt_is_noticed) {
  enum { N = 14 };
  struct effort over = {.deadline = 1e-9};
  ck_assert(interrupted(&over));
  struct bdds *m = bdds_new(&over);
  for (uint32_t v = 0; v < 2 * N; v++) bdd_var(m, false);
  bdd f = BDD_FALSE;
  for (uint32_t k = 0; k < N && !m->failed; k++)
    f = bdd_or(m, f, bdd_and(m, bdd_literal(m, k), bdd_literal(m, N + k)));
  ck_assert(m->failed && m->interrupted);
  bdds_free(m);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("bdd");
  TCase *tests = tcase_create("bdd");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, random_operations, 0, 10);
  tcase_add_test(tests, sifting_shrinks);
  tcase_add_test(tests, collection_forgets);
  tcase_add_test(tests, limit_of_nodes);
  tcase_add_test(tests, interrupt_is_noticed);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
