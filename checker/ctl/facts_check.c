#include "checker/ctl/facts_check.h"

#include "checker/system/unroll.h"

enum { GIVE_UP_CONFLICTS = 20000 };

/* A predicate over states in CNF, before the step and behind it. */
struct pair {
  int now, then;
};

struct facts_check {
  const struct core_formula *core;
  const struct evidence *evidence;
  const struct system *system;
  struct sat *sat;
  struct unroll unroll;
  struct ints claim;          /* what the next query assumes .. */
  struct ints alternatives;   /* .. and one of these, if there are any */
  struct pair *upper, *lower; /* per node: its bounds by its facts and those of its children */
};

/* --- predicates ------------------------------------------------------------------------------- */

static struct pair pair_of(struct facts_check *c, lit a) {
  return (struct pair){unroll_lit(&c->unroll, 0, a), unroll_lit(&c->unroll, 1, a)};
}

static struct pair pair_not(struct pair a) { return (struct pair){-a.now, -a.then}; }

static int gate(struct facts_check *c, int a, int b) {
  int g = sat_var(c->sat);
  sat_gate(c->sat, g, a, b);
  return g;
}

static struct pair pair_and(struct facts_check *c, struct pair a, struct pair b) {
  return (struct pair){gate(c, a.now, b.now), gate(c, a.then, b.then)};
}

static struct pair pair_or(struct facts_check *c, struct pair a, struct pair b) {
  return pair_not(pair_and(c, pair_not(a), pair_not(b)));
}

/* --- queries ---------------------------------------------------------------------------------- */

static void claim(struct facts_check *c, int literal) { ints_push(&c->claim, literal); }
static void claim_now(struct facts_check *c, lit a) { claim(c, unroll_lit(&c->unroll, 0, a)); }
static void alternative(struct facts_check *c, int literal) {
  ints_push(&c->alternatives, literal);
}

static void claim_equal(struct facts_check *c, lit a, lit b) {
  if (b == AIG_TRUE) {
    claim_now(c, a);
    return;
  }
  int x = unroll_lit(&c->unroll, 0, a), y = unroll_lit(&c->unroll, 0, b);
  claim(c, -gate(c, x, -y));
  claim(c, -gate(c, -x, y));
}

/* Every query is about a state in R. */
static bool impossible(struct facts_check *c) {
  claim_now(c, c->evidence->invariant);
  for (size_t k = 0; k < c->claim.size; k++) sat_assume(c->sat, c->claim.at[k]);
  if (c->alternatives.size) sat_constrain(c->sat, c->alternatives.at, c->alternatives.size);
  sat_limit_conflicts(c->sat, GIVE_UP_CONFLICTS);
  bool no = sat_solve(c->sat) != SAT_YES;
  ints_clear(&c->claim);
  ints_clear(&c->alternatives);
  return no;
}

/* --- lower bounds ----------------------------------------------------------------------------- */

/* R & K & g & j & !before & !(P & C & target(N)) */
static bool choice_works(struct facts_check *c, const struct choice *choice, struct pair within,
                         struct pair before, struct pair inside, struct pair target) {
  claim(c, within.now);
  claim_now(c, choice->guard);
  claim(c, -before.now);
  for (size_t k = 0; k < choice->inputs.size; k++)
    claim_equal(c, choice->inputs.at[k], choice_value(choice, k));
  alternative(c, -inside.now);
  alternative(c, -unroll_lit(&c->unroll, 0, c->system->constraint));
  alternative(c, -target.then);
  return impossible(c);
}

/* R & K & !g_1 & .. & !g_n */
static bool choices_cover(struct facts_check *c, const struct choices *choices, struct pair what) {
  claim(c, what.now);
  for (size_t k = 0; k < choices->size; k++) claim_now(c, lit_not(choices->at[k].guard));
  return impossible(c);
}

/* *reached is E_0, and becomes E_n. */
static bool ranks_work(struct facts_check *c, const struct choices *ranks, struct pair within,
                       struct pair inside, struct pair *reached) {
  for (size_t k = 0; k < ranks->size; k++) {
    struct pair target = pair_and(c, within, *reached);
    if (!choice_works(c, &ranks->at[k], within, *reached, inside, target)) return false;
    *reached = pair_or(c, *reached, pair_of(c, ranks->at[k].guard));
  }
  return true;
}

static bool lasso_works(struct facts_check *c, const struct lasso *lasso, struct pair inside,
                        struct pair *reached) {
  struct pair all = pair_of(c, AIG_TRUE), none = pair_not(all);
  size_t n = lasso->steps.size;
  for (size_t t = 0; t < n; t++) {
    struct pair target = pair_of(c, lasso->steps.at[(t + 1) % n].guard);
    if (!choice_works(c, &lasso->steps.at[t], all, none, inside, target)) return false;
    *reached = pair_or(c, *reached, pair_of(c, lasso->steps.at[t].guard));
  }
  if (lasso->at.size != c->system->num_fairness) return false;
  for (size_t b = 0; b < lasso->at.size; b++) {
    claim_now(c, lasso->steps.at[lasso->at.at[b]].guard);
    claim_now(c, lit_not(c->system->fairness[b]));
    if (!impossible(c)) return false;
  }
  return true;
}

static bool region_works(struct facts_check *c, const struct region *region, struct pair inside) {
  struct pair all = pair_of(c, AIG_TRUE), none = pair_not(all), k = pair_of(c, region->inside);
  claim(c, k.now);
  claim(c, -inside.now);
  if (!impossible(c) || !choices_cover(c, &region->choices, k)) return false;
  for (size_t n = 0; n < region->choices.size; n++)
    if (!choice_works(c, &region->choices.at[n], k, none, all, k)) return false;
  for (size_t b = 0; b < region->num_covers; b++) {
    struct pair reached = pair_of(c, c->system->fairness[b]);
    if (!ranks_work(c, &region->covers[b], k, all, &reached)) return false;
    claim(c, k.now);
    claim(c, -reached.now);
    if (!impossible(c)) return false;
  }
  return region->num_covers == c->system->num_fairness;
}

/* The bound itself, which the evidence names too, is no larger than what was shown. */
static bool bound_is(struct facts_check *c, const struct fact *fact, struct pair shown) {
  claim_now(c, fact->predicate);
  claim(c, -shown.now);
  return impossible(c);
}

static bool lower_is_fine(struct facts_check *c, const struct core_node *node,
                          const struct fact *fact) {
  struct pair all = pair_of(c, AIG_TRUE), none = pair_not(all), inside = c->lower[node->left];
  struct pair q = pair_of(c, fact->predicate), reached = none;
  switch (fact->kind) {
  case FACT_LOWER_EX:
    for (size_t k = 0; k < fact->ranks.size; k++)
      if (!choice_works(c, &fact->ranks.at[k], q, none, all, inside)) return false;
    return choices_cover(c, &fact->ranks, q);
  case FACT_LOWER_EU: reached = c->lower[node->right]; break;
  case FACT_LOWER_EG:
    for (size_t k = 0; k < fact->num_lassos; k++)
      if (!lasso_works(c, &fact->lassos[k], inside, &reached)) return false;
    if (fact->has_region && !region_works(c, &fact->region, inside)) return false;
    if (fact->has_region) reached = pair_or(c, reached, pair_of(c, fact->region.inside));
    break;
  default: return true;
  }
  return ranks_work(c, &fact->ranks, all, inside, &reached) && bound_is(c, fact, reached);
}

/* --- upper bounds ----------------------------------------------------------------------------- */

/* EX: C & P(N) & !Q.  EU: S & !Q,  P & C & Q(N) & !Q. */
static bool upper_is_fine(struct facts_check *c, const struct core_node *node,
                          const struct fact *fact) {
  struct pair q = pair_of(c, fact->predicate);
  if (node->op == CORE_EU) {
    claim(c, c->upper[node->right].now);
    claim(c, -q.now);
    if (!impossible(c)) return false;
    claim(c, c->upper[node->left].now);
  }
  claim_now(c, c->system->constraint);
  claim(c, node->op == CORE_EU ? q.then : c->upper[node->left].then);
  claim(c, -q.now);
  return impossible(c);
}

/* An E-step inside the block, under its first n chain steps. */
static void claim_step(struct facts_check *c, struct pair arena, const struct block *block,
                       size_t n) {
  struct pair closed = pair_of(c, block->closed);
  int inside[] = {arena.now, arena.then, closed.now, closed.then};
  for (size_t k = 0; k < 4; k++) claim(c, inside[k]);
  claim_now(c, c->system->constraint);
  for (size_t k = 0; k < n; k++) {
    struct pair p = pair_of(c, block->steps[k].predicate);
    bool wall = block->steps[k].kind == CHAIN_WALL;
    claim(c, wall ? -gate(c, p.now, -p.then) : -p.now);
    claim(c, wall ? -gate(c, -p.now, p.then) : -p.then);
  }
}

static bool block_is_fine(struct facts_check *c, struct pair arena, const struct block *block) {
  struct pair closed = pair_of(c, block->closed);
  int leaving[] = {arena.now, closed.now, arena.then, -closed.then};
  for (size_t k = 0; k < 4; k++) claim(c, leaving[k]);
  claim_now(c, c->system->constraint);
  if (!impossible(c)) return false;
  for (size_t k = 0; k < block->num_steps; k++) {
    struct pair p = pair_of(c, block->steps[k].predicate);
    enum chain_kind kind = block->steps[k].kind;
    if (kind != CHAIN_WALL && kind != CHAIN_DEAD && kind != CHAIN_UNBORN) continue;
    claim_step(c, arena, block, k);
    claim(c, kind == CHAIN_UNBORN ? p.then : p.now);
    if (kind == CHAIN_WALL) claim(c, -p.then);
    if (!impossible(c)) return false;
  }
  return true;
}

/* Leaves P & !G_1 & .. & !G_n in *bound. */
static bool blocks_are_fine(struct facts_check *c, const struct fact *fact, struct pair *bound) {
  struct pair invariant = pair_of(c, c->evidence->invariant);
  for (size_t k = 0; k < fact->num_blocks; k++) {
    if (!block_is_fine(c, pair_and(c, *bound, invariant), &fact->blocks[k])) return false;
    *bound = pair_and(c, *bound, pair_not(pair_of(c, fact->blocks[k].closed)));
  }
  return true;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static bool temporal_is_fine(struct facts_check *c, uint32_t v) {
  const struct core_node *node = &c->core->nodes[v];
  const struct fact *upper = &c->evidence->facts[v].upper, *lower = &c->evidence->facts[v].lower;
  bool said = upper->kind == FACT_UPPER || upper->kind == FACT_UPPER_E;
  c->upper[v] = pair_of(c, said ? upper->predicate : AIG_TRUE);
  c->lower[v] = pair_of(c, lower->kind == FACT_NONE ? AIG_FALSE : lower->predicate);
  if (node->op == CORE_E) return true;
  if (node->op == CORE_EG) c->upper[v] = c->upper[node->left];
  if (upper->kind == FACT_UPPER_EG && !blocks_are_fine(c, upper, &c->upper[v])) return false;
  if (upper->kind == FACT_UPPER && !upper_is_fine(c, node, upper)) return false;
  return lower->kind == FACT_NONE || lower_is_fine(c, node, lower);
}

static bool node_is_fine(struct facts_check *c, uint32_t v) {
  const struct core_node *node = &c->core->nodes[v];
  const struct pair *upper = c->upper, *lower = c->lower;
  switch (node->op) {
  case CORE_ATOM:
    c->upper[v] = c->lower[v] = pair_of(c, system_lit(c->system, node->lit));
    return true;
  case CORE_NOT:
    c->upper[v] = pair_not(lower[node->left]);
    c->lower[v] = pair_not(upper[node->left]);
    return true;
  case CORE_AND:
    c->upper[v] = pair_and(c, upper[node->left], upper[node->right]);
    c->lower[v] = pair_and(c, lower[node->left], lower[node->right]);
    return true;
  case CORE_OR:
    c->upper[v] = pair_or(c, upper[node->left], upper[node->right]);
    c->lower[v] = pair_or(c, lower[node->left], lower[node->right]);
    return true;
  default: return temporal_is_fine(c, v);
  }
}

/* holds: I & !lower_0.  fails: the initial state is not in upper_0. */
static bool verdict_is_fine(struct facts_check *c) {
  if (c->evidence->verdict == VERDICT_UNKNOWN) return true;
  claim_now(c, c->system->init);
  if (c->evidence->verdict == VERDICT_HOLDS) {
    claim(c, -c->lower[0].now);
    return impossible(c);
  }
  for (size_t k = 0; k < c->system->num_states; k++)
    claim_now(c, c->system->states[k] ^ !c->evidence->initial[k]);
  claim(c, c->upper[0].now);
  return impossible(c) && aig_eval(c->system->aig, c->system->init, c->evidence->initial, NULL);
}

bool facts_are_fine(const struct core_formula *core, const struct evidence *evidence) {
  struct facts_check c = {.core = core, .evidence = evidence, .system = evidence->system};
  c.sat = sat_new(SAT_CADICAL, NULL);
  unroll_init(&c.unroll, c.sat, c.system);
  c.upper = memory_zeroed(core->num_nodes, sizeof *c.upper);
  c.lower = memory_zeroed(core->num_nodes, sizeof *c.lower);
  bool fine = true;
  for (uint32_t v = (uint32_t)core->num_nodes; v-- > 0 && fine;) fine = node_is_fine(&c, v);
  fine = fine && verdict_is_fine(&c);
  free(c.upper);
  free(c.lower);
  ints_free(&c.claim);
  ints_free(&c.alternatives);
  unroll_free(&c.unroll);
  sat_free(c.sat);
  return fine;
}
