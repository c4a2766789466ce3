#include "checker/fair/reduced_block.h"
#include "checker/fair/chain_reduce.h"

/* Each lost set is closed beside those before it, and misses a condition. */
static void add_lost(const struct reduction *r, struct chain *chain) {
  for (size_t k = 0; k < r->lost.size; k++) {
    chain_add(chain, CHAIN_WALL, r->lost.at[k], NULL, 0);
    chain_add(chain, CHAIN_SIDE, r->lost.at[k], &r->lost_fair.at[k], 1);
  }
}

/* What the reduced system stays in, the original stays in or loses. */
static void add_closed(const struct reduction *r, struct chain *chain, lit conjunct) {
  struct aig *aig = r->original->aig;
  chain_add_closed(chain, aig_or(aig, conjunct, aig_or_all(aig, r->lost.at, r->lost.size)));
}

/* Conjunct by conjunct: not all will be needed. */
static void add_closed_set(struct reduction *r, struct chain *chain, lit closed) {
  const struct aig *aig = r->system->aig;
  struct lits parts = {0};
  lits_push(&parts, closed);
  while (parts.size) {
    lit a = lits_pop(&parts);
    const struct aig_node *node = &aig->nodes[lit_node(a)];
    if (!lit_sign(a) && node->kind == AIG_GATE) {
      lits_push(&parts, node->left);
      lits_push(&parts, node->right);
    } else {
      add_closed(r, chain, reduction_back(r, a));
    }
  }
  lits_free(&parts);
}

static void add_steps(struct reduction *r, struct chain *chain, const struct block *reduced) {
  for (size_t k = 0; k < reduced->num_steps; k++) {
    const struct chain_step *step = &reduced->steps[k];
    chain_add(chain, step->kind, reduction_back(r, step->predicate), step->fair.at,
              step->fair.size);
  }
}

/* The relation of a loop: literals of saved values and flags stay, predicates are translated. */
static void copy_loop(struct reduction *r, const struct block *reduced, struct block *out) {
  uint32_t first = loop_now(reduced, 0);
  for (size_t k = 0; k < reduced->saved.size; k++)
    lits_push(&out->saved, reduction_back(r, reduced->saved.at[k]));
  lits_append(&out->raised_by, r->original->fairness, r->original->num_fairness);
  for (size_t k = 0; k < reduced->relation.size; k++) {
    uint32_t a = reduced->relation.at[k];
    bool now = a != LOOP_END && a >= first;
    lits_push(&out->relation, now ? loop_now(out, reduction_back(r, a - first)) : a);
  }
}

/* How many gates the predicates of the block have together. */
static size_t block_size(const struct reduction *r, const struct block *reduced) {
  struct lits roots = {0}, cone = {0};
  lits_push(&roots, reduced->closed);
  for (size_t k = 0; k < reduced->num_steps; k++) lits_push(&roots, reduced->steps[k].predicate);
  aig_cone(r->system->aig, roots.at, roots.size, &cone);
  size_t size = cone.size;
  lits_free(&roots);
  lits_free(&cone);
  return size;
}

/* As it is: the parts in the order in which they rest on each other. */
static void translate(struct reduction *r, const struct block *reduced, struct block *out) {
  struct aig *aig = r->original->aig;
  lit lost = aig_or_all(aig, r->lost.at, r->lost.size);
  lit closed = aig_and_all(aig, r->constants.at, r->constants.size);
  closed = aig_and(aig, closed, reduction_back(r, reduced->closed));
  out->closed = aig_or(aig, closed, lost);
  for (size_t k = 0; k < r->lost.size; k++) {
    block_step(out, CHAIN_WALL, r->lost.at[k], NULL, 0);
    block_step(out, CHAIN_SIDE, r->lost.at[k], &r->lost_fair.at[k], 1);
  }
  for (size_t k = 0; k < reduced->num_steps; k++) {
    const struct chain_step *step = &reduced->steps[k];
    block_step(out, step->kind, reduction_back(r, step->predicate), step->fair.at, step->fair.size);
  }
  lits_append(&out->end_fair, reduced->end_fair.at, reduced->end_fair.size);
  out->has_loop = reduced->has_loop;
}

/* With what it does not need left out. */
static bool confirm(struct reduction *r, const struct block *reduced, const struct effort *effort,
                    struct block *out) {
  struct chain chain;
  chain_init(&chain, r->original, AIG_TRUE, r->original->init, effort);
  add_lost(r, &chain);
  for (size_t k = 0; k < r->constants.size; k++) add_closed(r, &chain, r->constants.at[k]);
  add_closed_set(r, &chain, reduced->closed);
  add_steps(r, &chain, reduced);
  bool good = reduced->has_loop
                  ? chain_reduce_loop(&chain, out)
                  : chain_reduce(&chain, reduced->end_fair.at, reduced->end_fair.size, out);
  chain_free(&chain);
  return good;
}

bool reduced_block(struct reduction *r, const struct block *reduced, const struct effort *effort,
                   struct block *out) {
  *out = (struct block){.closed = AIG_TRUE};
  if (reduced->has_loop) copy_loop(r, reduced, out);
  if (block_size(r, reduced) <= tuning_of(effort)->reduced_gates)
    return confirm(r, reduced, effort, out);
  translate(r, reduced, out);
  return true;
}
