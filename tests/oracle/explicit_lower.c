#include "tests/oracle/explicit_lower.h"

#include "tests/oracle/explicit_predicates.h"
#include "tests/oracle/explicit_views.h"

/* A literal of a state variable that has this value in state s. */
static uint32_t some_literal(struct explicit *x, uint32_t s, bool value) {
  uint32_t k = rng_below(x->rng, (uint32_t)x->states.size);
  return 2 * x->states.at[k] + ((s >> k & 1u) != value);
}

/* There may be no input that does what a lie says: then it is any. */
static void add_choice(struct explicit *x, struct choices *choices, uint32_t s, uint32_t inputs) {
  struct choice *choice = choices_add(choices, explicit_cube(x, s), NULL, 0);
  if (inputs == EXPLICIT_NOT_ALLOWED) inputs = rng_below(x->rng, x->num_inputs);
  for (size_t b = 0; b < x->inputs.size; b++) {
    uint32_t input = 2 * x->inputs.at[b];
    if (x->follows && x->states.size && rng_chance(x->rng, 30))
      choice_follow(choice, input, some_literal(x, s, inputs >> b & 1u));
    else
      choice_follow(choice, input + !(inputs >> b & 1u), CHOICE_TRUE);
  }
}

/* Where each state of the set goes, as one choice: every input follows a predicate. */
static void add_strategy(struct explicit *x, struct choices *choices, const uint8_t *where,
                         const uint32_t *inputs) {
  set bit = explicit_set(x);
  struct choice *choice = choices_add(choices, explicit_predicate(x, where), NULL, 0);
  for (size_t b = 0; b < x->inputs.size; b++) {
    for (uint32_t s = 0; s < x->num_states; s++)
      bit[s] = where[s] &&
               (inputs[s] == EXPLICIT_NOT_ALLOWED ? rng_chance(x->rng, 50) : inputs[s] >> b & 1u);
    choice_follow(choice, 2 * x->inputs.at[b], explicit_predicate(x, bit));
  }
  free(bit);
}

/* Steps from all of `where` to `target`, each state by itself or all at once. */
static void add_steps(struct explicit *x, struct choices *choices, const uint8_t *where,
                      const uint8_t *target) {
  uint32_t *inputs = memory_zeroed(x->num_states, sizeof *inputs);
  bool at_once = x->follows && rng_chance(x->rng, 50) && !explicit_is_empty(x, where);
  for (uint32_t s = 0; s < x->num_states; s++) {
    if (!where[s]) continue;
    inputs[s] = explicit_input_into(x, s, target);
    if (!at_once) add_choice(x, choices, s, inputs[s]);
  }
  if (at_once) add_strategy(x, choices, where, inputs);
  free(inputs);
}

/* The states of `members` outside `base`, in the order in which they come to reach it by steps
 * inside `members`; each with the step. */
void explicit_ranks(struct explicit *x, struct choices *ranks, const uint8_t *members,
                    const uint8_t *base) {
  set done = explicit_set(x), ring = explicit_set(x);
  for (uint32_t s = 0; s < x->num_states; s++) done[s] = base[s] && members[s];
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t s = 0; s < x->num_states; s++) {
      ring[s] = !done[s] && members[s] && explicit_input_into(x, s, done) != EXPLICIT_NOT_ALLOWED;
      changed = changed || ring[s];
    }
    add_steps(x, ranks, ring, done);
    for (uint32_t s = 0; s < x->num_states; s++) done[s] = done[s] || ring[s];
  }
  for (uint32_t s = 0; s < x->num_states; s++)
    if (members[s] && !done[s]) add_choice(x, ranks, s, EXPLICIT_NOT_ALLOWED); /* only in lies */
  free(done);
  free(ring);
}

void explicit_lower_ex(struct explicit *x, uint32_t v) {
  uint32_t bound = explicit_predicate(x, x->sat[v]);
  struct fact *fact = certificate_fact(x->out, FACT_LOWER_EX, v, bound);
  add_steps(x, &fact->ranks, x->sat[v], x->sat[x->core.nodes[v].left]);
}

/* A region: all of it, its states kept inside by choices, every B_j reached inside it. */
static void add_region(struct explicit *x, struct fact *fact, const uint8_t *members,
                       uint32_t inside) {
  fact->has_region = true;
  fact->region = (struct region){.inside = inside, .num_covers = x->num_fairness};
  fact->region.covers = memory_zeroed(x->num_fairness, sizeof *fact->region.covers);
  add_steps(x, &fact->region.choices, members, members);
  for (size_t j = 0; j < x->num_fairness; j++)
    explicit_ranks(x, &fact->region.covers[j], members, x->fair[j]);
}

/* Where the walk of a lasso goes: to the next state on a shortest way inside `members` to `goal`,
 * by one step at least. */
static uint32_t walk_step(const struct explicit *x, const uint8_t *members, const uint8_t *goal,
                          uint32_t s, uint32_t *inputs) {
  set closer = explicit_set(x), next = explicit_set(x);
  for (uint32_t t = 0; t < x->num_states; t++) closer[t] = members[t] && goal[t];
  while ((*inputs = explicit_input_into(x, s, closer)) == EXPLICIT_NOT_ALLOWED) {
    for (uint32_t t = 0; t < x->num_states; t++)
      next[t] =
          closer[t] || (members[t] && explicit_input_into(x, t, closer) != EXPLICIT_NOT_ALLOWED);
    memcpy(closer, next, x->num_states);
  }
  free(closer);
  free(next);
  return x->step[s * x->num_inputs + *inputs];
}

/* A lasso around a closed walk from a state that can be returned to: through B_1, B_2, .. and back.
 */
static bool add_lasso(struct explicit *x, struct fact *fact, const uint8_t *members, uint32_t start,
                      set covered) {
  set home = explicit_set(x), around = explicit_set(x);
  home[start] = 1;
  memcpy(around, home, x->num_states);
  explicit_backwards(x, members, around); /* states of `members` that can come home */
  set part = explicit_set(x);
  part[start] = 1;
  explicit_forwards(x, members, part);
  for (uint32_t s = 0; s < x->num_states; s++) part[s] = part[s] && around[s] && members[s];
  bool good = explicit_input_into(x, start, part) != EXPLICIT_NOT_ALLOWED;
  for (size_t j = 0; j < x->num_fairness; j++) {
    bool met = false;
    for (uint32_t s = 0; s < x->num_states; s++) met = met || (part[s] && x->fair[j][s]);
    good = good && met;
  }
  if (good) {
    struct lasso *lasso = fact_lasso(fact);
    uint32_t s = start, length = 0, inputs;
    for (size_t j = 0; j <= x->num_fairness; j++) {
      const uint8_t *goal = j < x->num_fairness ? x->fair[j] : home;
      /* B_j may be true already; home must be come to by a step. */
      while (j < x->num_fairness ? !goal[s] : !(length && s == start)) {
        uint32_t to = walk_step(x, part, goal, s, &inputs);
        add_choice(x, &lasso->steps, s, inputs);
        covered[s] = 1;
        length++;
        s = to;
        if (j == x->num_fairness && s == start) break;
      }
      if (j < x->num_fairness) lits_push(&lasso->at, length);
    }
    /* A B_j that was met at the very end is met at the start. */
    for (size_t j = 0; j < lasso->at.size; j++)
      if (lasso->at.at[j] == length) lasso->at.at[j] = 0;
  }
  free(home);
  free(around);
  free(part);
  return good;
}

/* A lasso that goes from a state to itself, it says. */
static void pretend_lasso(struct explicit *x, struct fact *fact, uint32_t s, set covered) {
  struct lasso *lasso = fact_lasso(fact);
  set home = explicit_set(x);
  home[s] = covered[s] = 1;
  add_choice(x, &lasso->steps, s, explicit_input_into(x, s, home));
  for (size_t j = 0; j < x->num_fairness; j++) lits_push(&lasso->at, 0);
  free(home);
}

/* EG lower: lassos in which some states of the set can stay and ranks that lead there, or one
 * region. E lower: the same in a view. */
void explicit_lower_eg(struct explicit *x, struct fact *fact, const uint8_t *members) {
  if (rng_chance(x->rng, 50)) {
    uint32_t inside = explicit_predicate(x, members);
    add_region(x, fact, members, inside);
    return;
  }
  set covered = explicit_set(x), reached = explicit_set(x);
  for (uint32_t s = 0; s < x->num_states; s++) {
    if (!members[s] || reached[s] || !add_lasso(x, fact, members, s, covered)) continue;
    memcpy(reached, covered, x->num_states);
    explicit_backwards(x, members, reached);
  }
  for (uint32_t s = 0; x->lies && s < x->num_states; s++)
    if (members[s] && !reached[s] && rng_chance(x->rng, 50)) pretend_lasso(x, fact, s, covered);
  explicit_ranks(x, &fact->ranks, members, covered);
  free(covered);
  free(reached);
}

/* Are all promises that differ from `m` at most in the bits of `open` good ones of state s? */
static bool all_good(const struct explicit *x, const uint8_t *good, uint32_t s, uint32_t m,
                     uint32_t open, uint32_t count) {
  for (uint32_t other = 0; other < count; other++)
    if (((other ^ m) & ~open) == 0 && !good[s | other << x->states.size]) return false;
  return true;
}

/* Promises that can be made in state s, and no more of them than needed; any, in lies, if there are
 * none. */
static void add_from(struct explicit *x, const struct explicit *view, struct choices *from,
                     const uint8_t *good, uint32_t s) {
  size_t bits = x->states.size, promises = view->states.size - bits;
  uint32_t count = 1u << promises, m = rng_below(x->rng, count), open = 0;
  struct lits cube = {0};
  for (uint32_t n = 0; n < count && !good[s | m << bits]; n++) m = (m + 1) % count;
  for (uint32_t b = 0; b < promises; b++) {
    bool free_too = rng_chance(x->rng, 50) && all_good(x, good, s, m, open | 1u << b, count);
    if (free_too)
      open |= 1u << b;
    else
      lits_push(&cube, 2 * view->states.at[bits + b] + !(m >> b & 1u));
  }
  choices_add(from, explicit_cube(x, s), cube.at, cube.size);
  lits_free(&cube);
}

void explicit_lower_e(struct explicit *x, uint32_t v) {
  struct explicit view;
  uint32_t bound = explicit_predicate(x, x->sat[v]);
  explicit_view(x, v, &view);
  set fair = explicit_set(&view), good = explicit_set(&view);
  explicit_fair_states(&view, fair);
  struct fact *fact = certificate_fact(x->out, FACT_LOWER_E, v, bound);
  explicit_lower_eg(&view, fact, fair);
  for (uint32_t y = 0; y < view.num_states; y++) good[y] = fair[y] && view.promised[y];
  x->next_gate = view.next_gate; /* guards are the system's */
  for (uint32_t s = 0; s < x->num_states; s++)
    if (x->sat[v][s]) add_from(x, &view, &fact->from, good, s);
  free(fair);
  free(good);
  view.next_gate = x->next_gate;
  explicit_view_free(x, &view);
}
