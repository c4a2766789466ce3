#include "checker/system/parity.h"

#include "checker/sat/sat.h"

enum { MOST_DEPTH = 64 }; /* selectors of one case */

/* --- The solver --- */
struct encoder {
  struct sat *sat;
  int *variable; /* per node; 0: none */
};

static int encode(const struct encoder *e, lit a) {
  return lit_sign(a) ? -e->variable[lit_node(a)] : e->variable[lit_node(a)];
}

static void encode_cone(struct encoder *e, const struct aig *aig, const struct lits *roots) {
  struct lits cone = {0};
  aig_cone(aig, roots->at, roots->size, &cone);
  for (size_t k = 0; k < cone.size; k++) {
    const struct aig_node *gate = &aig->nodes[cone.at[k]];
    int variable = sat_var(e->sat);
    e->variable[cone.at[k]] = variable;
    if (gate->kind == AIG_GATE)
      sat_gate(e->sat, variable, encode(e, gate->left), encode(e, gate->right));
  }
  lits_free(&cone);
}

/* The facts that are no sums, and sums of few terms, made anew. Wide ones are left out: "no" counts
 * as it stands. False: there are none of few terms. */
static bool restate(struct parity_case *c, uint32_t few, struct lits *roots) {
  bool any = false;
  for (size_t k = 0; k < c->facts.size; k++)
    if (!parity_is_sum(c->aig, lit_node(c->facts.at[k]), NULL)) lits_push(roots, c->facts.at[k]);
  for (size_t k = 0; k < c->sums.size; k += 2 + c->sums.at[k]) {
    uint32_t width = c->sums.at[k];
    lit sum = c->sums.at[k + 1] ? AIG_FALSE : AIG_TRUE;
    if (width > few) continue;
    any = true;
    for (uint32_t n = 0; n < width; n++) sum = aig_xor(c->aig, sum, 2 * c->sums.at[k + 2 + n]);
    lits_push(roots, sum);
  }
  return any;
}

static bool solve_few(struct parity_case *c, const struct effort *effort) {
  struct lits roots = {0};
  bool refuted = false;
  const struct tuning *tuning = tuning_of(effort);
  if (restate(c, (uint32_t)tuning->parity_few, &roots)) {
    struct encoder e = {.sat = sat_new(SAT_CADICAL, effort)};
    e.variable = memory_zeroed(c->aig->num_nodes, sizeof *e.variable);
    e.variable[0] = -sat_var(e.sat);
    sat_unit(e.sat, -e.variable[0]);
    encode_cone(&e, c->aig, &roots);
    for (size_t k = 0; k < roots.size; k++) sat_unit(e.sat, encode(&e, roots.at[k]));
    sat_limit_conflicts(e.sat, tuning->parity_conflicts);
    refuted = sat_solve(e.sat) == SAT_NO;
    sat_free(e.sat);
    free(e.variable);
  }
  lits_free(&roots);
  return refuted;
}

/* --- Cases --- */
static bool has_long_sums(const struct parity_case *c, uint32_t least) {
  for (size_t k = 0; k < c->sums.size; k += 2 + c->sums.at[k])
    if (c->sums.at[k] >= least) return true;
  return false;
}

struct search {
  struct lits *path; /* per selector of the case at hand: is its first value refuted? */
  const struct effort *effort;
  bool news; /* some value was refuted */
};

/* Not before there is news: the way back to where the last turn ended is work, too. */
static bool is_over(const struct search *x) {
  return x->news ? interrupted(x->effort) : out_of_time(x->effort);
}

static bool refute(struct search *x, const struct parity_case *outer, lit further, size_t depth);

/* What is refuted stays so when the search is interrupted: it goes on from there. */
static bool split(struct search *x, const struct parity_case *c, size_t depth) {
  if (depth == MOST_DEPTH || is_over(x)) return false;
  uint32_t node = parity_selector(c, x->effort);
  if (node == 0) return false;
  if (x->path->size == depth) lits_push(x->path, 0);
  if (!x->path->at[depth]) {
    if (!refute(x, c, 2 * node, depth + 1)) return false;
    x->path->size = depth + 1;
    x->path->at[depth] = 1;
    x->news = true;
  }
  return refute(x, c, 2 * node + 1, depth + 1);
}

/* Where the path goes on, the solver had its turn. */
static bool is_refuted(struct search *x, struct parity_case *c, size_t depth) {
  if (c->refuted) return true;
  return (x->path->size == depth && solve_few(c, x->effort)) || split(x, c, depth);
}

static bool refute(struct search *x, const struct parity_case *outer, lit further, size_t depth) {
  struct parity_case c;
  parity_case_init(&c, outer->aig, &outer->facts, further, x->effort);
  bool refuted = is_refuted(x, &c, depth);
  parity_case_free(&c);
  return refuted;
}

enum parity parity_refute(const struct aig *aig, lit root, struct lits *path,
                          const struct effort *effort) {
  struct parity_case c;
  struct lits facts = {0};
  struct search x = {path, effort, false};
  lits_push(&facts, root);
  parity_case_init(&c, aig, &facts, LIT_NONE, effort);
  lits_free(&facts);
  enum parity result = c.refuted ? PARITY_REFUTED : PARITY_NONE;
  if (!c.refuted && has_long_sums(&c, (uint32_t)tuning_of(effort)->parity_long))
    result = is_refuted(&x, &c, 0) ? PARITY_REFUTED : PARITY_OPEN;
  parity_case_free(&c);
  return result;
}
