#include "checker/symbolic/fair_hull.h"

#include "checker/symbolic/search.h"

/* States that left the fixpoint. */
struct narrowing {
  enum chain_kind kind; /* CHAIN_SIDE: they do not meet the condition, and steps inside what was
                           left then lead (backward) never out of them, or (forward) never into
                           them; CHAIN_UNBORN: no step leads to one of them */
  enum direction direction;
  bdd set, before; /* what left; what was there before it left */
  uint32_t fair;
};

static void drop_chain(struct fair_hull *h) {
  for (size_t k = 0; k < h->chain_size; k++) {
    bdd_deref(h->s->m, h->chain[k].set);
    bdd_deref(h->s->m, h->chain[k].before);
  }
  h->chain_size = 0;
}

void fair_hull_begin(struct fair_hull *h, struct symbolic *s, bdd within) {
  if (h->s) {
    drop_chain(h);
    bdd_deref(h->s->m, h->within);
    bdd_deref(h->s->m, h->left);
  }
  h->s = s;
  h->within = within;
  h->left = bdd_ref(s->m, within);
  memset(h->way, 0, sizeof h->way);
}

void fair_hull_free(struct fair_hull *h) { free(h->chain); }

/* --- the fixpoint ----------------------------------------------------------------------------- */

static uint32_t num_turns(const struct fair_hull *h, enum direction d) {
  uint32_t conditions = (uint32_t)h->s->num_fairness;
  return d == FORWARD ? conditions + 1 : conditions ? conditions : 1;
}

bool fair_hull_quiet(const struct fair_hull *h, enum direction d) {
  return h->way[d].quiet >= num_turns(h, d);
}

/* The states leave, if there are any. Nothing changes when that is stopped on the way. Takes over
 * the reference. */
static void drop(struct fair_hull *h, struct narrowing n) {
  struct symbolic *s = h->s;
  bdd rest = symbolic_minus(s, h->left, n.set);
  if (s->stopped) {
    bdd_deref(s->m, rest);
    bdd_deref(s->m, n.set);
    return;
  }
  h->way[n.direction].turn = (h->way[n.direction].turn + 1) % num_turns(h, n.direction);
  h->way[n.direction].quiet++;
  n.before = bdd_ref(s->m, h->left);
  symbolic_set(s, &h->left, rest);
  if (n.set == BDD_FALSE) {
    bdd_deref(s->m, n.before);
    return;
  }
  for (int d = 0; d < NUM_DIRECTIONS; d++) h->way[d].quiet = 0;
  h->chain = memory_room(h->chain, h->chain_size, &h->chain_capacity, sizeof *h->chain);
  h->chain[h->chain_size++] = n;
}

/* States that cannot reach the condition inside what is left and go on from there. Looking one step
 * beyond the condition makes it unnecessary to look for states without a step. */
static struct narrowing narrow_backward(struct fair_hull *h, uint32_t j) {
  struct symbolic *s = h->s;
  bdd before = symbolic_pre_within(s, h->left, h->within);
  bdd goal = symbolic_and(s, h->left, before);
  if (j < s->num_fairness) symbolic_set(s, &goal, symbolic_and(s, goal, s->fairness[j]));
  bdd able = symbolic_until(s, h->left, goal, h->within, NULL);
  bdd unable = symbolic_minus(s, h->left, able);
  bdd_deref(s->m, before);
  bdd_deref(s->m, goal);
  bdd_deref(s->m, able);
  return (struct narrowing){.kind = CHAIN_SIDE, .direction = BACKWARD, .set = unable, .fair = j};
}

/* States that the condition does not lead to; behind the last condition, those that no step leads
 * to. */
static struct narrowing narrow_forward(struct fair_hull *h, uint32_t j) {
  struct symbolic *s = h->s;
  bool last = j == s->num_fairness;
  bdd able;
  if (last) {
    able = symbolic_image(s, h->left);
  } else {
    bdd from = symbolic_and(s, h->left, s->fairness[j]);
    able = symbolic_onward(s, from, h->left);
    bdd_deref(s->m, from);
  }
  bdd unable = symbolic_minus(s, h->left, able);
  bdd_deref(s->m, able);
  return (struct narrowing){
      .kind = last ? CHAIN_UNBORN : CHAIN_SIDE, .direction = FORWARD, .set = unable, .fair = j};
}

/* In the direction that cost less so far. It may cost twice as much as the other one, then that one
 * has a try: what is hard backward may be easy forward, and the other way round. Where forward
 * there is nothing more to take away, backward there may be. */
void fair_hull_narrow(struct fair_hull *h, const struct effort *effort) {
  struct symbolic *s = h->s;
  bool forward = !fair_hull_quiet(h, FORWARD), both = forward && !fair_hull_quiet(h, BACKWARD);
  if (both) forward = h->way[FORWARD].cost < h->way[BACKWARD].cost;
  enum direction d = forward ? FORWARD : BACKWARD;
  uint64_t base = (uint64_t)s->m->tuning->bdd_direction * TICKS_PER_MILLISECOND;
  uint64_t limit = 2 * h->way[!d].cost + base - h->way[d].cost, before = ticks_spent(effort);
  struct effort share = effort_of(effort, both ? limit : UINT64_MAX / 2);
  uint32_t j = h->way[d].turn;
  s->m->effort = &share;
  struct narrowing n = d == FORWARD ? narrow_forward(h, j) : narrow_backward(h, j);
  bool broken_off = s->stopped && interrupted(&share);
  h->way[d].cost += ticks_spent(effort) - before;
  s->m->effort = effort;
  if (s->stopped)
    bdd_deref(s->m, n.set);
  else
    drop(h, n);
  if (broken_off && !interrupted(effort)) symbolic_resume(s, effort);
}

/* --- evidence --------------------------------------------------------------------------------- */

static void add_steps(struct block *block, const struct narrowing *n, lit set, size_t fair) {
  lit wall = n->direction == FORWARD ? lit_not(set) : set;
  if (n->kind == CHAIN_SIDE) block_step(block, CHAIN_WALL, wall, NULL, 0);
  block_step(block, n->kind, set, &n->fair, n->kind == CHAIN_SIDE ? fair : 0);
}

bool fair_hull_steps(struct fair_hull *h, size_t gates, struct block *block) {
  struct symbolic *s = h->s;
  const struct aig *aig = s->system->aig;
  size_t fair = s->num_fairness ? 1 : 0, before = aig->num_nodes;
  for (size_t k = 0; k < h->chain_size; k++) {
    bdd small = symbolic_restrict(s, h->chain[k].set, h->chain[k].before);
    if (!s->stopped) add_steps(block, &h->chain[k], symbolic_to_lit(s, small), fair);
    bdd_deref(s->m, small);
    if (s->stopped || aig->num_nodes - before > gates) return false;
  }
  return true;
}
