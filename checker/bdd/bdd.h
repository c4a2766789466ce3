/* Binary decision diagrams with complement edges, mark-and-sweep collection and sifting of variable
 * blocks: the second engine for CTL (checker/symbolic/ctl_fixpoints.h) needs nothing more.
 *
 * An edge is 2*node+complement; 0 is false, 1 is true. Results are not protected: bdd_ref what must
 * survive the next call of bdd_tidy. An operation that meets the node limit or the end of the
 * effort sets `failed` and returns garbage; every caller looks at the flag. */
#ifndef VOUCH_CHECKER_BDD_BDD_H
#define VOUCH_CHECKER_BDD_BDD_H

#include "checker/effort/effort.h"
#include "formats/support/vector.h"

typedef uint32_t bdd;
enum { BDD_FALSE = 0, BDD_TRUE = 1 };

/* A growing list of edges. */
struct bdd_vector {
  bdd *at;
  size_t size, capacity;
};
static inline void bdd_vector_push(struct bdd_vector *v, bdd f) {
  v->at = memory_room(v->at, v->size, &v->capacity, sizeof *v->at);
  v->at[v->size++] = f;
}
static inline void bdd_vector_free(struct bdd_vector *v) {
  free(v->at);
  *v = (struct bdd_vector){0};
}

/* Four to a cache line: nearly all of the work is waiting for them. */
struct bdd_node {
  uint32_t var;
  bdd low, high; /* low is never complemented */
  uint32_t next; /* in its bucket, or in the list of free nodes */
};

enum { MIN_BUCKETS = 16 };
#define NO_NODE UINT32_MAX /* ends buckets and the list of free nodes */

struct bdd_table {
  uint32_t *buckets;
  uint32_t size, count; /* size is a power of two */
};

/* A result; f == BDD_FALSE: none. What h is says which operation it is of: nothing is quantified by
 * a constant. */
struct bdd_cached {
  bdd f, g, h, result;
};

struct bdds {
  struct bdd_node *nodes;
  uint32_t *refs; /* per node: from outside */
  size_t num_nodes, capacity, live;
  uint32_t free_node;
  uint32_t num_vars;
  uint32_t *level_of, *var_at;
  struct bdd_table *tables; /* per variable */
  uint32_t *block; /* per variable: the first variable of its block; blocks are sifted as one */
  struct bdd_cached *cache;
  size_t cache_size;
  size_t limit;   /* live nodes at which operations fail */
  size_t sift_at; /* live nodes at which bdd_tidy sifts */
  bool failed;
  bool interrupted;
  const struct effort *effort;
  const struct tuning *tuning;
  unsigned operations; /* since the last report of work */
  uint32_t *counts;    /* while sifting: references from anywhere */
  uint64_t *interact;  /* while sifting: a bit per pair of variables */
  uint32_t *seen;      /* per node: whether and when a walk came by, see bdd_list */
  size_t seen_size;
  uint32_t walk; /* of the last walk */
};

struct bdds *bdds_new(const struct effort *effort);
void bdds_free(struct bdds *m);
/* A new variable at the bottom of the order, in the block of the previous variable or in its own.
 */
uint32_t bdd_var(struct bdds *m, bool with_previous);
bdd bdd_literal(struct bdds *m, uint32_t var);

static inline bdd bdd_not(bdd f) { return f ^ 1u; }
bdd bdd_and(struct bdds *m, bdd f, bdd g);
static inline bdd bdd_or(struct bdds *m, bdd f, bdd g) {
  return bdd_not(bdd_and(m, bdd_not(f), bdd_not(g)));
}
static inline bdd bdd_minus(struct bdds *m, bdd f, bdd g) { return bdd_and(m, f, bdd_not(g)); }
/* exists cube. f & g; the cube is a conjunction of variables. */
bdd bdd_and_exists(struct bdds *m, bdd f, bdd g, bdd cube);
/* Agrees with f on care, and is usually smaller. */
bdd bdd_restrict(struct bdds *m, bdd f, bdd care);
/* Renames every variable v of f to to[v]; the renaming must keep the order of the variables of f.
 */
bdd bdd_rename(struct bdds *m, bdd f, const uint32_t *to);
/* One path to true: value[v] is 0, 1, or 2 where it does not matter. False if there is none. */
bool bdd_path(const struct bdds *m, bdd f, uint8_t *value);
/* Number of nodes; marks of the variables in the support (num_vars bytes), and that number. */
size_t bdd_size(struct bdds *m, bdd f);
size_t bdd_support(struct bdds *m, bdd f, uint8_t *marks);
/* Nodes of f, children first, as edges without complement; without the constant. */
void bdd_list(struct bdds *m, bdd f, struct bdd_vector *nodes);

static inline bdd bdd_ref(struct bdds *m, bdd f) {
  assert(f <= BDD_TRUE || m->nodes[f >> 1].var != UINT32_MAX); /* not collected meanwhile */
  m->refs[f >> 1]++;
  return f;
}
static inline void bdd_deref(struct bdds *m, bdd f) {
  assert(m->refs[f >> 1] > 0);
  m->refs[f >> 1]--;
}
/* checker/bdd/tidy.c: collects garbage, and sifts when there is much left. Only referenced edges
 * survive. */
void bdd_tidy(struct bdds *m);
/* Between operations: a larger cache when there are many nodes. */
void bdd_fit_cache(struct bdds *m);
/* checker/bdd/bdd_check.c: for assert, between operations. */
bool bdd_check(const struct bdds *m);
/* checker/bdd/sift.c: behind a collection, every node in a bucket is alive. */
void bdd_sift(struct bdds *m);
/* For bdd_sift and bdd_tidy: finds or makes the node; puts one into its bucket. */
bdd bdd_make(struct bdds *m, uint32_t var, bdd low, bdd high);
void bdd_link(struct bdds *m, uint32_t node);
/* Spends the ticks of the operations since the last report. */
void bdd_report_work(struct bdds *m);

#endif
