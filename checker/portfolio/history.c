/* Step j back, j = 1 .. depth, is remembered by ghosts: its state, its inputs, and whether there
 * was one at all (made_j). With h_0 the present state and h_j that of step j back, every reachable
 * state satisfies:
 *
 *   R(h_0)
 *   !made_1 -> I(h_0)                               the run begins here,
 *   made_j & !made_(j+1) -> I(h_j)                  or j steps ago (j < depth)
 *   made_(j+1) -> made_j
 *   made_j -> h_(j-1) = N(h_j, i_j)                 a step leads from each to the next one ..
 *   made_j -> R(h_j) & C(h_j, i_j) & !target(h_j, i_j)              .. and does not show the target
 *
 * A step shifts all of this by one, so each conjunct follows from the one before it, but for
 * !target(h_1, i_1): that the step now does not show the target is what k-induction proved. If it
 * is among the first ones, the run from its beginning is here in full, and bounded search has seen
 * it; if not, the last `depth` steps are. */
#include "checker/portfolio/history.h"

#include "checker/system/substitution.h"

#include <assert.h>

struct history {
  struct system *system;
  size_t states, inputs; /* without ghosts */
  size_t depth;
  struct lits conjuncts;
};

/* The ghosts of step j back: made, states, inputs. */
static const lit *ghosts_of(const struct history *h, size_t j) {
  return h->system->states + h->states + (j - 1) * (1 + h->states + h->inputs);
}
static lit made(const struct history *h, size_t j) { return ghosts_of(h, j)[0]; }
static const lit *state_of(const struct history *h, size_t j) {
  return j == 0 ? h->system->states : ghosts_of(h, j) + 1;
}
static const lit *inputs_of(const struct history *h, size_t j) {
  return ghosts_of(h, j) + 1 + h->states;
}

static void add(struct history *h, lit condition, lit conclusion) {
  lits_push(&h->conjuncts, aig_implies(h->system->aig, condition, conclusion));
}

/* What they become: what was remembered of the step before. */
static void remember(struct history *h, size_t j) {
  struct system *s = h->system;
  lit *next = s->next + (ghosts_of(h, j) - s->states);
  next[0] = j == 1 ? AIG_TRUE : made(h, j - 1);
  for (size_t k = 0; k < h->states; k++) next[1 + k] = state_of(h, j - 1)[k];
  for (size_t k = 0; k < h->inputs; k++)
    next[1 + h->states + k] = j == 1 ? s->inputs[k] : inputs_of(h, j - 1)[k];
}

/* The conjuncts of a predicate are stated one by one: the certifier drops those that nobody needs.
 */
static void add_conjuncts(struct history *h, lit condition, lit predicate,
                          struct substitution *past) {
  const struct aig *aig = h->system->aig;
  struct lits todo = {0};
  lits_push(&todo, predicate);
  while (todo.size > 0) {
    lit a = lits_pop(&todo);
    struct aig_node node = aig->nodes[lit_node(a)];
    if (!lit_sign(a) && node.kind == AIG_GATE) {
      lits_push(&todo, node.left);
      lits_push(&todo, node.right);
      continue;
    }
    add(h, condition, past ? substitution_apply(past, a) : a);
  }
  lits_free(&todo);
}

/* What is known of step j back, and that it led to the state j-1 back. */
static void state_step(struct history *h, size_t j, lit initial, lit invariant, lit target) {
  struct system *s = h->system;
  struct substitution past;
  substitution_init(&past, s->aig, s->aig, state_of(h, j), inputs_of(h, j));
  if (j > 1) add(h, made(h, j), made(h, j - 1));
  for (size_t k = 0; k < h->states; k++) {
    lit next = substitution_apply(&past, s->next[k]);
    add(h, made(h, j), lit_not(aig_xor(s->aig, state_of(h, j - 1)[k], next)));
  }
  add_conjuncts(h, made(h, j), invariant, &past);
  add_conjuncts(h, made(h, j), s->constraint, &past);
  add(h, made(h, j), lit_not(substitution_apply(&past, target)));
  if (j < h->depth)
    add_conjuncts(h, aig_and(s->aig, made(h, j), lit_not(made(h, j + 1))), initial, &past);
  substitution_free(&past);
}

lit history_invariant(struct system *s, lit invariant, lit target, size_t depth) {
  struct history h = {
      .system = s, .states = s->num_states, .inputs = s->num_inputs, .depth = depth};
  lit initial = s->init;
  assert(depth > 0);
  system_add_ghosts(s, depth * (1 + h.states + h.inputs));
  for (size_t j = 1; j <= depth; j++) remember(&h, j);
  add_conjuncts(&h, AIG_TRUE, invariant, NULL);
  add_conjuncts(&h, lit_not(made(&h, 1)), initial, NULL);
  for (size_t j = 1; j <= depth; j++) state_step(&h, j, initial, invariant, target);
  lit all = aig_and_all(s->aig, h.conjuncts.at, h.conjuncts.size);
  lits_free(&h.conjuncts);
  return all;
}
