#include "checker/fair/literal_walls.h"

/* Gates over states only, in the cones of the system's functions. */
static void state_gates(const struct system *s, struct lits *out) {
  const struct aig *aig = s->aig;
  struct lits roots = {0}, cone = {0};
  lits_append(&roots, s->next, s->num_states);
  lits_append(&roots, s->fairness, s->num_fairness);
  lits_push(&roots, s->constraint);
  aig_cone(aig, roots.at, roots.size, &cone);
  uint8_t *tainted = memory_zeroed(aig->num_nodes, 1);
  for (size_t k = 0; k < cone.size; k++) {
    const struct aig_node *node = &aig->nodes[cone.at[k]];
    if (node->kind == AIG_INPUT) tainted[cone.at[k]] = 1;
    if (node->kind != AIG_GATE) continue;
    tainted[cone.at[k]] = tainted[lit_node(node->left)] | tainted[lit_node(node->right)];
    if (!tainted[cone.at[k]]) lits_push(out, 2 * cone.at[k]);
  }
  free(tainted);
  lits_free(&roots);
  lits_free(&cone);
}

static void find_nodes(struct literal_walls *l) {
  struct lits roots = {0};
  for (size_t k = 0; k < l->num_candidates; k++) lits_push(&roots, l->candidates[k].predicate);
  lits_append(&roots, l->chain->system->fairness, l->chain->system->num_fairness);
  lits_clear(&l->nodes);
  aig_cone(l->chain->system->aig, roots.at, roots.size, &l->nodes);
  lits_free(&roots);
  for (size_t b = 0; b < SEEN_BLOCKS; b++) l->blocks[b].num_values = 0;
}

static void literal_walls_suggest(struct literal_walls *l, const lit *predicates, size_t n) {
  l->candidates = memory_grow(l->candidates, l->num_candidates + 2 * n, sizeof *l->candidates);
  for (size_t k = 0; k < n; k++)
    for (lit sign = 0; sign < 2; sign++)
      l->candidates[l->num_candidates++] = (struct candidate){.predicate = predicates[k] ^ sign};
  l->tried = false;
  find_nodes(l);
}

void literal_walls_init(struct literal_walls *l, struct chain *chain, bool gates) {
  const struct system *s = chain->system;
  *l = (struct literal_walls){.chain = chain};
  struct lits predicates = {0};
  lits_append(&predicates, s->states, s->num_states);
  if (gates) state_gates(s, &predicates);
  for (size_t b = 0; b < SEEN_BLOCKS; b++) {
    l->blocks[b].now = memory_zeroed(s->num_states, sizeof(uint64_t));
    l->blocks[b].then = memory_zeroed(s->num_states, sizeof(uint64_t));
  }
  l->fresh.now = memory_zeroed(s->num_states, sizeof(uint64_t));
  l->fresh.then = memory_zeroed(s->num_states, sizeof(uint64_t));
  l->fresh.inputs = memory_zeroed(s->num_inputs, sizeof(uint64_t));
  literal_walls_suggest(l, predicates.at, predicates.size);
  l->num_fixed = s->aig->num_nodes;
  l->fixed = memory_zeroed(l->num_fixed, 1);
  l->fixed[0] = 1; /* the constant */
  lits_free(&predicates);
}

void literal_walls_free(struct literal_walls *l) {
  for (size_t b = 0; b < SEEN_BLOCKS; b++) {
    free(l->blocks[b].now);
    free(l->blocks[b].then);
    free(l->blocks[b].value_now);
    free(l->blocks[b].value_then);
  }
  free(l->fresh.now);
  free(l->fresh.then);
  free(l->fresh.inputs);
  lits_free(&l->step_nodes);
  free(l->step_values);
  free(l->candidates);
  free(l->fixed);
  free(l->pair_done);
  lits_free(&l->nodes);
  wide_steps_free(l->wide);
}

/* --- simulation ------------------------------------------------------------------------------- */

static uint64_t word(const uint64_t *values, lit a) {
  return values[lit_node(a)] ^ (lit_sign(a) ? UINT64_MAX : 0);
}

/* Measured: 1 to 4 ns per node, 5 ns per leaf of a step that is read from the solver. */
enum { NODES_PER_TICK = 3, LEAVES_PER_TICK = 2 };

/* Inputs may be NULL where there are none among the nodes. */
static void simulate_nodes(const struct literal_walls *l, const struct lits *nodes,
                           const uint64_t *states, const uint64_t *inputs, uint64_t *values) {
  const struct aig *aig = l->chain->system->aig;
  values[0] = 0;
  for (size_t k = 0; k < nodes->size; k++) {
    const struct aig_node *node = &aig->nodes[nodes->at[k]];
    uint64_t *here = &values[nodes->at[k]];
    switch (node->kind) {
    case AIG_STATE: *here = states[node->left]; break;
    case AIG_INPUT: *here = inputs[node->left]; break;
    default: *here = word(values, node->left) & word(values, node->right); break;
    }
  }
  spend(l->chain->effort, nodes->size / NODES_PER_TICK);
}

static void simulate(struct literal_walls *l, struct seen_steps *block) {
  const struct aig *aig = l->chain->system->aig;
  if (block->num_values < aig->num_nodes) {
    block->value_now = memory_grow(block->value_now, aig->num_nodes, sizeof(uint64_t));
    block->value_then = memory_grow(block->value_then, aig->num_nodes, sizeof(uint64_t));
    block->num_values = aig->num_nodes;
  }
  simulate_nodes(l, &l->nodes, block->now, NULL, block->value_now);
  simulate_nodes(l, &l->nodes, block->then, NULL, block->value_then);
}

/* Steps that a predicate's demand rules out are witnesses no longer. */
static void invalidate(struct literal_walls *l, const struct chain_step *step, lit conjunct) {
  const struct aig *aig = l->chain->system->aig;
  lit root = step ? step->predicate : lit_not(conjunct);
  struct lits cone = {0};
  aig_cone(aig, &root, 1, &cone);
  uint64_t *values = memory_alloc((size_t)lit_node(root) + 1, sizeof *values);
  for (size_t b = 0; b < SEEN_BLOCKS; b++) {
    struct seen_steps *block = &l->blocks[b];
    if (!block->valid) continue;
    simulate_nodes(l, &cone, block->now, NULL, values);
    uint64_t now = word(values, root);
    simulate_nodes(l, &cone, block->then, NULL, values);
    uint64_t then = word(values, root);
    block->valid &= step && step->kind == CHAIN_WALL ? ~(now ^ then) : ~(now | then);
  }
  free(values);
  lits_free(&cone);
}

static void sync(struct literal_walls *l) {
  const struct chain *chain = l->chain;
  literal_walls_evaluate(l); /* those of the chain as it was */
  for (; l->synced_steps < chain->block.num_steps; l->synced_steps++)
    invalidate(l, &chain->block.steps[l->synced_steps], AIG_TRUE);
  for (; l->synced_closed < chain->closed.size; l->synced_closed++)
    invalidate(l, NULL, chain->closed.at[l->synced_closed]);
}

static void put_bit(uint64_t *words, const uint8_t *values, size_t n, uint64_t bit) {
  for (size_t k = 0; k < n; k++) words[k] = values[k] ? words[k] | bit : words[k] & ~bit;
}

static uint64_t merge(uint64_t old, uint64_t with, uint64_t bits) {
  return (old & ~bits) | (with & bits);
}

/* The nodes of a step are listed when the first one has to be made: most searches are short. */
static void make_steps(struct literal_walls *l) {
  const struct system *s = l->chain->system;
  if (!l->step_values) {
    aig_cone(s->aig, s->next, s->num_states, &l->step_nodes);
    l->step_values = memory_zeroed(s->aig->num_nodes, sizeof(uint64_t));
  }
  simulate_nodes(l, &l->step_nodes, l->fresh.now, l->fresh.inputs, l->step_values);
}

void literal_walls_evaluate(struct literal_walls *l) {
  const struct system *s = l->chain->system;
  struct new_steps *fresh = &l->fresh;
  uint64_t bits = fresh->bits, unknown = bits & ~fresh->known;
  if (!bits) return;
  /* They are in one block, up to the slot before the next one. */
  struct seen_steps *block = &l->blocks[(l->next_slot + 64 * SEEN_BLOCKS - 1) / 64 % SEEN_BLOCKS];
  if (unknown) make_steps(l);
  for (size_t k = 0; k < s->num_states; k++) {
    uint64_t then = unknown ? word(l->step_values, s->next[k]) : 0;
    block->now[k] = merge(block->now[k], fresh->now[k], bits);
    block->then[k] = merge(block->then[k], merge(then, fresh->then[k], fresh->known), bits);
  }
  block->valid |= bits;
  block->wide = merge(block->wide, fresh->wide, bits);
  fresh->bits = fresh->known = fresh->wide = fresh->num = 0;
  simulate(l, block);
}

/* What an evaluation costs should be no more than a few queries. */
static size_t worth_evaluating(const struct literal_walls *l) {
  size_t nodes = l->nodes.size + l->step_nodes.size;
  return 1 + nodes / tuning_of(l->chain->effort)->wall_nodes;
}

/* `then` or inputs are known. */
static void remember(struct literal_walls *l, const uint8_t *now, const uint8_t *inputs,
                     const uint8_t *then, bool wide) {
  const struct system *s = l->chain->system;
  struct new_steps *fresh = &l->fresh;
  uint64_t bit = UINT64_C(1) << l->next_slot % 64;
  put_bit(fresh->now, now, s->num_states, bit);
  if (then)
    put_bit(fresh->then, then, s->num_states, bit);
  else
    put_bit(fresh->inputs, inputs, s->num_inputs, bit);
  fresh->bits |= bit;
  fresh->num++;
  fresh->known |= then ? bit : 0;
  fresh->wide |= wide ? bit : 0;
  l->next_slot = (l->next_slot + 1) % (64 * SEEN_BLOCKS);
  spend(l->chain->effort, (s->num_states + s->num_inputs) / LEAVES_PER_TICK);
  if (l->next_slot % 64 == 0 || fresh->num >= worth_evaluating(l)) literal_walls_evaluate(l);
}

void literal_walls_remember(struct literal_walls *l) {
  const struct system *s = l->chain->system;
  uint8_t *now = memory_alloc(s->num_states, 1), *inputs = memory_alloc(s->num_inputs, 1);
  chain_model(l->chain, now, inputs, NULL);
  remember(l, now, inputs, NULL, false);
  free(now);
  free(inputs);
}

static void remember_skeleton(struct literal_walls *l, struct skeleton *skeleton) {
  const struct system *s = l->chain->system;
  uint8_t *now = memory_alloc(s->num_states, 1), *then = memory_alloc(s->num_states, 1);
  if (skeleton_single_state(skeleton, now, then)) remember(l, now, NULL, then, false);
  free(now);
  free(then);
}

void literal_walls_where(const struct literal_walls *l, const lit *predicates, size_t num,
                         uint64_t where[SEEN_BLOCKS]) {
  const struct aig *aig = l->chain->system->aig;
  struct lits cone = {0};
  aig_cone(aig, predicates, num, &cone);
  uint64_t *values = memory_alloc(aig->num_nodes, sizeof *values);
  for (size_t b = 0; b < SEEN_BLOCKS; b++) {
    where[b] = l->blocks[b].valid;
    if (!where[b]) continue;
    simulate_nodes(l, &cone, l->blocks[b].now, NULL, values);
    for (size_t k = 0; k < num; k++) where[b] &= word(values, predicates[k]);
  }
  free(values);
  lits_free(&cone);
}

/* Is one of the steps seen a skeleton by itself, with a state in W? */
static bool side_was_seen(const struct literal_walls *l, lit w) {
  const struct system *s = l->chain->system;
  uint64_t fair[SEEN_BLOCKS];
  literal_walls_where(l, &w, 1, fair);
  for (size_t b = 0; b < SEEN_BLOCKS; b++) {
    for (size_t j = 0; fair[b] && j < s->num_fairness; j++)
      fair[b] &= word(l->blocks[b].value_now, s->fairness[j]);
    if (fair[b]) return true;
  }
  return false;
}

static bool refuted(const struct literal_walls *l, lit a, bool wide) {
  for (size_t b = 0; b < SEEN_BLOCKS; b++) {
    const struct seen_steps *block = &l->blocks[b];
    uint64_t steps = wide ? block->valid & block->wide : block->valid;
    if (steps && (word(block->value_now, a) & ~word(block->value_then, a) & steps)) return true;
  }
  return false;
}

/* --- what no E-step changes ------------------------------------------------------------------- */

static void fix(struct literal_walls *l, lit a) {
  if (lit_node(a) < l->num_fixed) l->fixed[lit_node(a)] = 1;
}

/* Known without a query: whoever found out about the arguments of a gate knows about the gate. E
 * shrinks, so this stays true. */
static bool is_fixed(struct literal_walls *l, lit a) {
  uint32_t k = lit_node(a);
  if (k >= l->num_fixed) return false;
  const struct aig_node *node = &l->chain->system->aig->nodes[k];
  if (!l->fixed[k] && node->kind == AIG_GATE)
    l->fixed[k] = l->fixed[lit_node(node->left)] & l->fixed[lit_node(node->right)];
  return l->fixed[k];
}

/* --- walls ------------------------------------------------------------------------------------ */

unsigned literal_walls_sides(struct literal_walls *l, struct skeleton *skeleton, lit wall) {
  unsigned lost = 0;
  for (lit sign = 0; sign < 2; sign++) {
    if (side_was_seen(l, wall ^ sign)) continue;
    enum skeleton_answer answer = skeleton_full(skeleton, wall ^ sign);
    if (answer == SKELETON_FOUND) remember_skeleton(l, skeleton);
    if (answer != SKELETON_NONE) continue;
    chain_add(l->chain, CHAIN_SIDE, wall ^ sign, skeleton->failed.at, skeleton->failed.size);
    sync(l);
    lost++;
  }
  return lost;
}

/* W satisfies consecution under E. It is of use if it removes a step or keeps states of a skeleton
 * apart; if it is not, it never will be. */
static bool add_wall(struct literal_walls *l, struct skeleton *skeleton, lit wall) {
  lit other = lit_not(wall);
  enum sat_answer enters = is_fixed(l, wall) ? SAT_NO : chain_solve(l->chain, &other, 1, &wall, 1);
  if (enters == SAT_NO) fix(l, wall);
  if (enters != SAT_YES && !skeleton_separates(skeleton, wall)) return false;
  fix(l, wall);
  chain_add(l->chain, CHAIN_WALL, wall, NULL, 0);
  sync(l);
  literal_walls_sides(l, skeleton, wall);
  return true;
}

/* Did a step that was seen start in this side of a candidate, and meet the condition? */
static bool side_met(const struct literal_walls *l, lit side, lit condition) {
  for (size_t b = 0; b < SEEN_BLOCKS; b++) {
    const struct seen_steps *block = &l->blocks[b];
    if (block->valid &&
        (block->valid & word(block->value_now, side) & word(block->value_now, condition)))
      return true;
  }
  return false;
}

/* Has the side E-steps, but none that starts where the condition holds? */
static bool side_misses(struct literal_walls *l, lit side, lit condition) {
  lit now[2] = {side, condition};
  if (side_met(l, side, condition)) return false;
  enum sat_answer answer = chain_solve(l->chain, now, 2, NULL, 0);
  if (answer == SAT_YES) literal_walls_remember(l);
  return answer == SAT_NO && chain_solve(l->chain, &side, 1, NULL, 0) == SAT_YES;
}

/* A candidate that cuts nothing off is a wall all the same if no fair cycle is on one of its sides:
 * without that side other candidates may be walls. */
static bool loses_side(struct literal_walls *l, lit wall) {
  const struct system *s = l->chain->system;
  for (lit sign = 0; sign < 2; sign++)
    for (size_t j = 0; j < s->num_fairness; j++)
      if (side_misses(l, wall ^ sign, s->fairness[j])) return true;
  return false;
}

static bool add_candidate(struct literal_walls *l, struct skeleton *skeleton, lit wall) {
  if (add_wall(l, skeleton, wall)) return true;
  if (!loses_side(l, wall)) return false;
  chain_add(l->chain, CHAIN_WALL, wall, NULL, 0);
  literal_walls_sides(l, skeleton, wall);
  return true;
}

/* Is W a wall? If not, the step that leaves it is remembered. */
static bool is_wall(struct literal_walls *l, lit wall) {
  lit other = lit_not(wall);
  if (is_fixed(l, wall)) return true;
  enum sat_answer answer = chain_solve(l->chain, &wall, 1, &other, 1);
  if (answer == SAT_YES) literal_walls_remember(l);
  return answer == SAT_NO;
}

bool literal_walls_try(struct literal_walls *l, struct skeleton *skeleton, lit wall, bool *done) {
  *done = is_wall(l, wall);
  return *done && add_wall(l, skeleton, wall);
}

void literal_walls_refresh(struct literal_walls *l) {
  sync(l);
  for (size_t b = 0; b < SEEN_BLOCKS; b++)
    if (l->blocks[b].valid) simulate(l, &l->blocks[b]);
}

/* A round that was broken off goes on, but what others have learnt meanwhile may have made walls of
 * all candidates. */
static void begin_round(struct literal_walls *l, size_t num) {
  if (l->round_size != num) l->next_candidate = 0;
  if (l->round_size != num || l->round_version != l->chain->version) l->since_wall = 0;
  l->round_size = num;
}

static void end_round(struct literal_walls *l, bool gates) {
  l->round_version = l->chain->version;
  if (l->since_wall < l->round_size) return;
  l->round_size = 0;
  l->tried = gates;
  l->tried_version = l->chain->version;
}

static bool try_candidate(struct literal_walls *l, struct skeleton *skeleton, size_t k) {
  struct candidate *c = &l->candidates[k];
  if (l->candidates[k ^ 1].done) c->done = true; /* the complement is the same wall */
  if (c->done || refuted(l, c->predicate, false)) return false;
  c->done = is_wall(l, c->predicate);
  return c->done && add_candidate(l, skeleton, c->predicate);
}

size_t literal_walls_round(struct literal_walls *l, struct skeleton *skeleton, bool gates,
                           uint64_t ticks) {
  const struct effort *effort = l->chain->effort;
  size_t walls = 0, num = gates ? l->num_candidates : 2 * l->chain->system->num_states;
  if (num == 0 || (l->tried && l->tried_version == l->chain->version)) return 0;
  begin_round(l, num);
  literal_walls_refresh(l);
  uint64_t begin = ticks_spent(effort); /* every turn tries a candidate at least */
  /* Round and round until a whole turn brought nothing: each wall can make others possible. */
  while (l->since_wall < num && ticks_spent(effort) - begin < ticks && !interrupted(effort)) {
    l->since_wall++;
    if (try_candidate(l, skeleton, l->next_candidate)) {
      walls++;
      l->since_wall = 0;
    }
    l->next_candidate = (l->next_candidate + 1) % num;
  }
  end_round(l, gates);
  return walls;
}

/* --- wide steps ------------------------------------------------------------------------------- */

/* No step leaves W that has others before and after it: learns the dead and unborn states of those
 * that do. True if none is left. */
static bool prune_leaving(struct literal_walls *l, lit wall) {
  struct chain *chain = l->chain;
  const struct system *s = chain->system;
  uint8_t *now = memory_alloc(s->num_states, 1), *then = memory_alloc(s->num_states, 1);
  lit other = lit_not(wall);
  enum sat_answer answer = SAT_YES;
  unsigned most = tuning_of(chain->effort)->prune_tries;
  for (unsigned tries = 0; answer == SAT_YES && tries < most; tries++) {
    answer = chain_solve(chain, &wall, 1, &other, 1);
    if (answer != SAT_YES) break;
    chain_model(chain, now, NULL, then);
    if (!chain_prune(chain, then, 0, false) && !chain_prune(chain, now, 0, true)) break;
  }
  free(now);
  free(then);
  sync(l);
  return answer == SAT_NO;
}

static size_t try_wide(struct literal_walls *l, struct skeleton *skeleton, struct candidate *c,
                       uint64_t ticks) {
  const struct system *s = l->chain->system;
  if (c->done || refuted(l, c->predicate, true)) return 0;
  uint8_t *now = memory_alloc(s->num_states, 1), *then = memory_alloc(s->num_states, 1);
  enum sat_answer answer = wide_steps_leave(l->wide, c->predicate, now, then);
  if (answer == SAT_YES) remember(l, now, NULL, then, true);
  free(now);
  free(then);
  if (answer != SAT_NO || !prune_leaving(l, c->predicate)) return 0;
  c->done = true;
  if (!add_candidate(l, skeleton, c->predicate)) return 0;
  return 1 + literal_walls_round(l, skeleton, true, ticks);
}

static void begin_wide_round(struct literal_walls *l) {
  l->next_wide = 0;
  l->wide_version = l->chain->version;
  for (size_t b = 0; b < SEEN_BLOCKS; b++) l->blocks[b].wide = 0;
}

size_t literal_walls_wide(struct literal_walls *l, struct skeleton *skeleton, uint64_t ticks) {
  const struct chain *chain = l->chain;
  size_t walls = 0;
  if (!l->wide) {
    l->wide = wide_steps_new(l->chain);
    begin_wide_round(l);
  }
  if (l->next_wide == l->num_candidates && l->wide_version != chain->version) begin_wide_round(l);
  literal_walls_refresh(l);
  uint64_t begin = ticks_spent(chain->effort); /* as above */
  while (l->next_wide < l->num_candidates && ticks_spent(chain->effort) - begin < ticks &&
         !interrupted(chain->effort))
    walls += try_wide(l, skeleton, &l->candidates[l->next_wide++], ticks);
  return walls;
}

/* --- pairs ------------------------------------------------------------------------------------ */

/* The predicate of pair (i,j), i < j: kinds 0 to 3 are conjunctions of the two literals, 4 is their
 * parity; odd `negated`: the complement. */
enum { PAIR_KINDS = 5 };

static uint64_t pair_word(uint64_t a, uint64_t b, unsigned kind) {
  return kind == 4 ? a ^ b : (kind & 1 ? ~a : a) & (kind & 2 ? ~b : b);
}

static lit pair_predicate(struct aig *aig, lit a, lit b, unsigned kind) {
  return kind == 4 ? aig_xor(aig, a, b) : aig_and(aig, a ^ (kind & 1), b ^ (kind >> 1));
}

static bool pair_refuted(const struct literal_walls *l, size_t i, size_t j, unsigned kind,
                         bool negated) {
  for (size_t b = 0; b < SEEN_BLOCKS; b++) {
    const struct seen_steps *block = &l->blocks[b];
    uint64_t now = pair_word(block->now[i], block->now[j], kind),
             then = pair_word(block->then[i], block->then[j], kind);
    if ((negated ? ~now & then : now & ~then) & block->valid) return true;
  }
  return false;
}

size_t literal_walls_pairs(struct literal_walls *l, struct skeleton *skeleton, size_t max_queries) {
  struct system *s = l->chain->system;
  size_t n = s->num_states, walls = 0;
  unsigned long limit = l->chain->queries + max_queries;
  if (n > tuning_of(l->chain->effort)->wall_pair_states) return 0;
  if (!l->pair_done) l->pair_done = memory_zeroed(n * n * 2 * PAIR_KINDS, 1);
  literal_walls_refresh(l);
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++)
      for (unsigned kind = 0; kind < 2 * PAIR_KINDS; kind++) {
        uint8_t *mark = &l->pair_done[(i * n + j) * 2 * PAIR_KINDS + kind];
        bool done = false;
        if (*mark || pair_refuted(l, i, j, kind / 2, kind % 2)) continue;
        if (l->chain->queries > limit || interrupted(l->chain->effort)) return walls;
        lit wall = pair_predicate(s->aig, s->states[i], s->states[j], kind / 2) ^ (lit)(kind % 2);
        if (literal_walls_try(l, skeleton, wall, &done)) walls++;
        *mark = done;
      }
  return walls;
}
