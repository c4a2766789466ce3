#include "checker/symbolic/fair_cycles.h"

#include "checker/fair/shorten.h"
#include "checker/symbolic/fair_lasso.h"
#include "checker/symbolic/invariant.h"
#include "checker/symbolic/search.h"

/* Backward, those states leave the fixpoint that cannot reach a fairness condition; forward, those
 * that it cannot reach. */
enum direction { BACKWARD, FORWARD, NUM_DIRECTIONS };

/* States that left the fixpoint. */
struct narrowing {
  enum chain_kind kind; /* CHAIN_SIDE: they do not meet the condition, and steps inside what was
                           left then lead (backward) never out of them, or (forward) never into
                           them; CHAIN_UNBORN: no step leads to one of them */
  enum direction direction;
  bdd set, before; /* what left; what was there before it left */
  uint32_t fair;
};

enum stage { STAGE_START, STAGE_REACH, STAGE_NARROW, STAGE_OVER };

struct fair_cycles {
  struct system *system;
  enum stage stage;
  struct symbolic *s;
  struct bdd_vector rings; /* of reachable states: those that are reached first after d steps */
  bdd reached;
  bdd left; /* what the fixpoint has left of them */
  struct {
    uint32_t turn;  /* the fairness condition that comes next .. */
    uint32_t quiet; /* .. and how many before it changed nothing */
    uint64_t cost;  /* in ticks */
  } way[NUM_DIRECTIONS];
  struct narrowing *chain;
  size_t chain_size, chain_capacity;
  size_t gates; /* of the graph, before the evidence was added */
  struct block block;
  struct trace lasso;
};

struct fair_cycles *fair_cycles_new(struct system *system) {
  struct fair_cycles *f = memory_zeroed(1, sizeof *f);
  f->system = system;
  trace_init(&f->lasso, system);
  return f;
}

void fair_cycles_free(struct fair_cycles *f) {
  if (!f) return;
  symbolic_free(f->s);
  bdd_vector_free(&f->rings);
  free(f->chain);
  block_free(&f->block);
  trace_free(&f->lasso);
  free(f);
}

bool fair_cycles_over(const struct fair_cycles *f) { return f->stage == STAGE_OVER; }
const struct trace *fair_cycles_lasso(const struct fair_cycles *f) { return &f->lasso; }
const struct block *fair_cycles_block(const struct fair_cycles *f) { return &f->block; }

/* --- reachable states ------------------------------------------------------------------------- */

static void start(struct fair_cycles *f, const struct effort *effort) {
  f->s = symbolic_new(f->system, NULL, 0, true, effort);
  if (!f->s) return;
  f->reached = bdd_ref(f->s->m, f->s->init);
  bdd_vector_push(&f->rings, bdd_ref(f->s->m, f->reached));
  f->stage = STAGE_REACH;
}

/* One step of breadth-first search; nothing changes when it is stopped on the way. */
static void advance(struct fair_cycles *f) {
  struct symbolic *s = f->s;
  bdd image = symbolic_image(s, f->rings.at[f->rings.size - 1]);
  bdd ring = symbolic_minus(s, image, f->reached), reached = symbolic_or(s, f->reached, ring);
  bdd_deref(s->m, image);
  if (s->stopped) {
    bdd_deref(s->m, ring);
    bdd_deref(s->m, reached);
    return;
  }
  symbolic_set(s, &f->reached, reached);
  if (ring == BDD_FALSE) {
    f->left = bdd_ref(s->m, f->reached);
    f->stage = STAGE_NARROW;
    bdd_deref(s->m, ring);
  } else {
    bdd_vector_push(&f->rings, ring);
  }
}

/* --- the fixpoint ----------------------------------------------------------------------------- */

static uint32_t num_turns(const struct fair_cycles *f, enum direction d) {
  uint32_t conditions = (uint32_t)f->s->num_fairness;
  return d == FORWARD ? conditions + 1 : conditions ? conditions : 1;
}

/* The states leave, if there are any. Nothing changes when that is stopped on the way. Takes over
 * the reference. */
static void drop(struct fair_cycles *f, struct narrowing n) {
  struct symbolic *s = f->s;
  bdd rest = symbolic_minus(s, f->left, n.set);
  if (s->stopped) {
    bdd_deref(s->m, rest);
    bdd_deref(s->m, n.set);
    return;
  }
  f->way[n.direction].turn = (f->way[n.direction].turn + 1) % num_turns(f, n.direction);
  f->way[n.direction].quiet++;
  n.before = bdd_ref(s->m, f->left);
  symbolic_set(s, &f->left, rest);
  if (n.set == BDD_FALSE) {
    bdd_deref(s->m, n.before);
    return;
  }
  for (int d = 0; d < NUM_DIRECTIONS; d++) f->way[d].quiet = 0;
  f->chain = memory_room(f->chain, f->chain_size, &f->chain_capacity, sizeof *f->chain);
  f->chain[f->chain_size++] = n;
}

/* States that cannot reach the condition inside what is left and go on from there. Looking one step
 * beyond the condition makes it unnecessary to look for states without a step. */
static struct narrowing narrow_backward(struct fair_cycles *f, uint32_t j) {
  struct symbolic *s = f->s;
  bdd before = symbolic_pre_within(s, f->left, f->reached);
  bdd goal = symbolic_and(s, f->left, before);
  if (j < s->num_fairness) symbolic_set(s, &goal, symbolic_and(s, goal, s->fairness[j]));
  bdd able = symbolic_until(s, f->left, goal, f->reached, NULL);
  bdd unable = symbolic_minus(s, f->left, able);
  bdd_deref(s->m, before);
  bdd_deref(s->m, goal);
  bdd_deref(s->m, able);
  return (struct narrowing){.kind = CHAIN_SIDE, .direction = BACKWARD, .set = unable, .fair = j};
}

/* States that the condition does not lead to; behind the last condition, those that no step leads
 * to. */
static struct narrowing narrow_forward(struct fair_cycles *f, uint32_t j) {
  struct symbolic *s = f->s;
  bool last = j == s->num_fairness;
  bdd able;
  if (last) {
    able = symbolic_image(s, f->left);
  } else {
    bdd from = symbolic_and(s, f->left, s->fairness[j]);
    able = symbolic_onward(s, from, f->left);
    bdd_deref(s->m, from);
  }
  bdd unable = symbolic_minus(s, f->left, able);
  bdd_deref(s->m, able);
  return (struct narrowing){
      .kind = last ? CHAIN_UNBORN : CHAIN_SIDE, .direction = FORWARD, .set = unable, .fair = j};
}

/* One condition in the direction that cost less so far. It may cost twice as much as the other one,
 * then that one has a try: what is hard backward may be easy forward, and the other way round. */
static void narrow_once(struct fair_cycles *f, const struct effort *effort) {
  struct symbolic *s = f->s;
  enum direction d = f->way[FORWARD].cost < f->way[BACKWARD].cost ? FORWARD : BACKWARD;
  uint64_t base = (uint64_t)s->m->tuning->bdd_direction * TICKS_PER_MILLISECOND;
  uint64_t limit = 2 * f->way[!d].cost + base - f->way[d].cost, before = ticks_spent(effort);
  struct effort share = effort_of(effort, limit);
  uint32_t j = f->way[d].turn;
  s->m->effort = &share;
  struct narrowing n = d == FORWARD ? narrow_forward(f, j) : narrow_backward(f, j);
  bool broken_off = s->stopped && interrupted(&share);
  f->way[d].cost += ticks_spent(effort) - before;
  s->m->effort = effort;
  if (s->stopped)
    bdd_deref(s->m, n.set);
  else
    drop(f, n);
  if (broken_off && !interrupted(effort)) symbolic_resume(s, effort);
}

/* --- evidence --------------------------------------------------------------------------------- */

static bool is_too_large(const struct fair_cycles *f) {
  return f->system->aig->num_nodes - f->gates > f->s->m->tuning->bdd_fair_gates;
}

static lit predicate(struct fair_cycles *f, bdd set, bdd care) {
  bdd small = symbolic_restrict(f->s, set, care);
  lit p = f->s->stopped ? AIG_FALSE : symbolic_to_lit(f->s, small);
  bdd_deref(f->s->m, small);
  if (is_too_large(f)) f->s->stopped = true;
  return p;
}

static void add_steps(struct block *block, const struct narrowing *n, lit set, size_t fair) {
  lit wall = n->direction == FORWARD ? lit_not(set) : set;
  if (n->kind == CHAIN_SIDE) block_step(block, CHAIN_WALL, wall, NULL, 0);
  block_step(block, n->kind, set, &n->fair, n->kind == CHAIN_SIDE ? fair : 0);
}

/* What the fixpoint dropped, in that order: nothing is left. */
static void conclude_none(struct fair_cycles *f) {
  struct block *block = &f->block;
  size_t fair = f->s->num_fairness ? 1 : 0;
  block_free(block);
  f->gates = f->system->aig->num_nodes;
  for (size_t k = 0; k < f->chain_size && !f->s->stopped; k++)
    add_steps(block, &f->chain[k], predicate(f, f->chain[k].set, f->chain[k].before), fair);
  /* Last, for it may take longer than the turn. */
  if (f->s->stopped) return;
  block->closed = invariant_compact(f->s, f->reached, LIT_NONE, f->s->m->effort);
  if (!is_too_large(f)) return;
  f->s->stopped = true;
  f->stage = STAGE_OVER;
}

static enum fair_answer conclude(struct fair_cycles *f) {
  if (f->left == BDD_FALSE) {
    conclude_none(f);
    return f->s->stopped ? FAIR_UNKNOWN : FAIR_NONE;
  }
  if (!fair_lasso_find(f->s, f->left, &f->rings, &f->lasso)) return FAIR_UNKNOWN;
  shorten_lasso(&f->lasso, f->system);
  return FAIR_LASSO;
}

/* --- the engine ------------------------------------------------------------------------------- */

static bool narrowed(const struct fair_cycles *f) {
  return f->left == BDD_FALSE || f->way[BACKWARD].quiet >= num_turns(f, BACKWARD) ||
         f->way[FORWARD].quiet >= num_turns(f, FORWARD);
}

enum fair_answer fair_cycles_run(struct fair_cycles *f, const struct effort *effort) {
  enum fair_answer answer = FAIR_UNKNOWN;
  if (f->s) symbolic_resume(f->s, effort);
  if (f->stage == STAGE_START) start(f, effort);
  while (f->s && !f->s->stopped && f->stage == STAGE_REACH && !interrupted(effort)) advance(f);
  while (f->s && !f->s->stopped && f->stage == STAGE_NARROW && !narrowed(f) && !interrupted(effort))
    narrow_once(f, effort);
  bool finished = f->s && !f->s->stopped && f->stage == STAGE_NARROW && narrowed(f);
  if (finished) answer = conclude(f);
  if (answer == FAIR_UNKNOWN && !interrupted(effort)) f->stage = STAGE_OVER;
  return answer;
}
