#include "checker/fair/arena_walls.h"

struct arena {
  struct literal_walls *literals;
  struct skeleton *skeleton;
  const uint8_t *state;
  struct lits sides;            /* walls, or their complements */
  uint64_t inside[SEEN_BLOCKS]; /* steps seen in it */
  struct lits needed;           /* the sides that the last wall needs */
};

/* State variables that no E-step changes: walls, too, but of no use as such, so the chain does not
 * have them. */
static void add_constants(struct arena *a) {
  const struct system *s = a->literals->chain->system;
  const struct candidate *candidates = a->literals->candidates; /* these first, in both signs */
  for (size_t k = 0; k < s->num_states; k++)
    if (candidates[2 * k].done || candidates[2 * k + 1].done)
      lits_push(&a->sides, s->states[k] ^ (lit)!a->state[k]);
}

static void enter(struct arena *a) {
  const struct chain *chain = a->literals->chain;
  lits_clear(&a->sides);
  for (size_t k = 0; k < chain->block.num_steps; k++) {
    const struct chain_step *step = &chain->block.steps[k];
    if (step->kind != CHAIN_WALL) continue;
    bool in = aig_eval(chain->system->aig, step->predicate, a->state, NULL);
    lits_push(&a->sides, in ? step->predicate : lit_not(step->predicate));
  }
  add_constants(a);
  literal_walls_where(a->literals, a->sides.at, a->sides.size, a->inside);
}

static uint64_t word(const uint64_t *values, lit a) {
  return values[lit_node(a)] ^ (lit_sign(a) ? UINT64_MAX : 0);
}

/* Was a step of the arena seen that leaves W? */
static bool refuted(const struct arena *a, lit wall) {
  for (size_t b = 0; b < SEEN_BLOCKS; b++) {
    const struct seen_steps *block = &a->literals->blocks[b];
    uint64_t steps = a->inside[b] & block->valid;
    if (steps && (steps & word(block->value_now, wall) & ~word(block->value_then, wall)))
      return true;
  }
  return false;
}

static void remember(struct arena *a) {
  size_t slot = a->literals->next_slot;
  literal_walls_remember(a->literals);
  literal_walls_evaluate(a->literals);
  a->inside[slot / 64] |= UINT64_C(1) << slot % 64;
}

/* Does an E-step of a->needed leave W? If not, a->needed shrinks to what that took. */
static enum sat_answer leaves(struct arena *a, lit wall) {
  struct chain *chain = a->literals->chain;
  lit outside = lit_not(wall);
  lits_push(&a->needed, wall);
  enum sat_answer answer = chain_solve(chain, a->needed.at, a->needed.size, &outside, 1);
  a->needed.size--;
  if (answer != SAT_NO) return answer;
  size_t kept = 0;
  for (size_t k = 0; k < a->needed.size; k++)
    if (chain_failed(chain, a->needed.at[k], false)) a->needed.at[kept++] = a->needed.at[k];
  a->needed.size = kept;
  return answer;
}

/* Each side less makes the wall one of a larger part. Later walls are inside earlier ones: they are
 * tried first. */
static void need_less(struct arena *a, lit wall) {
  struct lits all = {0};
  for (size_t k = a->needed.size; k-- > 0;) {
    if (k >= a->needed.size) continue;
    lits_clear(&all);
    lits_append(&all, a->needed.at, a->needed.size);
    memmove(a->needed.at + k, a->needed.at + k + 1, (--a->needed.size - k) * sizeof(lit));
    if (leaves(a, wall) == SAT_NO) continue;
    lits_clear(&a->needed);
    lits_append(&a->needed, all.at, all.size);
  }
  lits_free(&all);
}

/* Does no E-step of the arena leave W? */
static bool is_wall(struct arena *a, lit wall) {
  lits_clear(&a->needed);
  lits_append(&a->needed, a->sides.at, a->sides.size);
  enum sat_answer answer = leaves(a, wall);
  if (answer == SAT_YES) remember(a);
  if (answer == SAT_NO) need_less(a, wall);
  return answer == SAT_NO;
}

/* W splits what it needs in two: of use if a step from one part to the other goes, or states of a
 * skeleton are kept apart. */
static bool add_wall(struct arena *a, lit wall) {
  struct chain *chain = a->literals->chain;
  struct aig *aig = chain->system->aig;
  lit around = aig_and_all(aig, a->needed.at, a->needed.size);
  lit in = aig_and(aig, around, wall), out = aig_and(aig, around, lit_not(wall));
  if (chain_solve(chain, &out, 1, &in, 1) != SAT_YES && !skeleton_separates(a->skeleton, in))
    return false;
  chain_add(chain, CHAIN_WALL, in, NULL, 0);
  literal_walls_refresh(a->literals);
  literal_walls_sides(a->literals, a->skeleton, in);
  if (skeleton_full(a->skeleton, out) != SKELETON_NONE) return true;
  chain_add(chain, CHAIN_WALL, out, NULL, 0);
  chain_add(chain, CHAIN_SIDE, out, a->skeleton->failed.at, a->skeleton->failed.size);
  return true;
}

/* The next candidate that is a wall of use, from the first one on: state variables come before
 * gates, of which many tell the same. */
static bool find_wall(struct arena *a, uint8_t *done, uint64_t end) {
  const struct literal_walls *l = a->literals;
  const struct effort *effort = l->chain->effort;
  for (size_t k = 0; k < l->num_candidates; k++) {
    const struct candidate *c = &l->candidates[k];
    if (c->done || done[k] || refuted(a, c->predicate)) continue;
    if (ticks_spent(effort) >= end || interrupted(effort)) return false;
    done[k] = is_wall(a, c->predicate);
    if (done[k] && add_wall(a, c->predicate)) return true;
  }
  return false;
}

/* Where no step is left, everything is a wall. */
static bool has_steps(const struct arena *a) {
  return a->sides.size &&
         chain_solve(a->literals->chain, a->sides.at, a->sides.size, NULL, 0) == SAT_YES;
}

size_t arena_walls(struct literal_walls *literals, struct skeleton *skeleton, const uint8_t *state,
                   uint64_t most, uint64_t *spent) {
  enum { FRUITFUL = 4 }; /* what leads to a wall is charged one part in so many */
  struct arena a = {.literals = literals, .skeleton = skeleton, .state = state};
  const struct effort *effort = literals->chain->effort;
  uint8_t *done = memory_zeroed(literals->num_candidates, 1); /* walls there, or of no use */
  uint64_t begin = ticks_spent(effort), last = begin, charged = 0;
  size_t walls = 0;
  literal_walls_refresh(literals);
  enter(&a);
  /* Each wall can make others possible. */
  while (charged < most && has_steps(&a) && find_wall(&a, done, last + most - charged)) {
    walls++;
    last = ticks_spent(effort);
    charged = (last - begin) / FRUITFUL;
    enter(&a);
  }
  *spent += charged + ticks_spent(effort) - last;
  free(done);
  lits_free(&a.sides);
  lits_free(&a.needed);
  return walls;
}
