#include "checker/system/known_loop.h"

/* Both bits of EITHER are set: it may be false and it may be true. Then AND is bit by bit, and NOT
 * swaps them. */
enum { MAY_BE_FALSE = 1, MAY_BE_TRUE = 2, EITHER = 3 };

struct known_loop {
  const struct system *system;
  const struct trace *lasso;
  struct lits cone; /* of all that a step looks at, arguments first */
  uint8_t *values;  /* per node */
  uint8_t *state;   /* per state, before the step at hand */
  uint8_t *met;     /* per fairness condition */
};

static uint8_t known_as(bool value) { return value ? MAY_BE_TRUE : MAY_BE_FALSE; }

static uint8_t value_of(const struct known_loop *l, lit a) {
  uint8_t v = l->values[lit_node(a)];
  if (lit_sign(a)) v = (uint8_t)((v >> 1) | ((v & 1) << 1));
  return v;
}

static void evaluate(struct known_loop *l, const uint8_t *inputs) {
  const struct aig_node *nodes = l->system->aig->nodes;
  for (size_t k = 0; k < l->cone.size; k++) {
    const struct aig_node *node = &nodes[l->cone.at[k]];
    uint8_t *value = &l->values[l->cone.at[k]];
    if (node->kind == AIG_STATE) {
      *value = l->state[node->left];
    } else if (node->kind == AIG_INPUT) {
      *value = known_as(inputs[node->left]);
    } else {
      uint8_t a = value_of(l, node->left), b = value_of(l, node->right);
      *value = (uint8_t)(((a | b) & MAY_BE_FALSE) | (a & b & MAY_BE_TRUE));
    }
  }
}

static void note_known(const struct known_loop *l, uint8_t *row) {
  for (size_t k = 0; k < l->system->num_states; k++) row[k] = l->state[k] != EITHER;
}

/* False: some step may be forbidden. */
static bool go_around(struct known_loop *l, const uint8_t *returns, uint8_t *known) {
  const struct system *s = l->system;
  size_t start = (size_t)l->lasso->loop;
  const uint8_t *first = trace_state(l->lasso, start);
  for (size_t k = 0; k < s->num_states; k++) l->state[k] = returns[k] ? known_as(first[k]) : EITHER;
  memset(l->met, 0, s->num_fairness);
  for (size_t t = start; t < l->lasso->length; t++) {
    if (known) note_known(l, known + (t - start) * s->num_states);
    evaluate(l, trace_input(l->lasso, t));
    if (value_of(l, s->constraint) != MAY_BE_TRUE) return false;
    for (size_t j = 0; j < s->num_fairness; j++)
      if (value_of(l, s->fairness[j]) == MAY_BE_TRUE) l->met[j] = 1;
    for (size_t k = 0; k < s->num_states; k++) l->state[k] = value_of(l, s->next[k]);
  }
  return true;
}

/* Those that may be something else behind the round. Were there any? */
static bool leave_out(const struct known_loop *l, uint8_t *returns) {
  const uint8_t *first = trace_state(l->lasso, (size_t)l->lasso->loop);
  bool any = false;
  for (size_t k = 0; k < l->system->num_states; k++) {
    if (!returns[k] || l->state[k] == known_as(first[k])) continue;
    returns[k] = 0;
    any = true;
  }
  return any;
}

static bool all_met(const struct known_loop *l) {
  for (size_t j = 0; j < l->system->num_fairness; j++)
    if (!l->met[j]) return false;
  return true;
}

static void begin(struct known_loop *l, const struct system *s, const struct trace *lasso) {
  struct lits roots = {0};
  *l = (struct known_loop){.system = s, .lasso = lasso};
  lits_append(&roots, s->next, s->num_states);
  lits_append(&roots, s->fairness, s->num_fairness);
  lits_push(&roots, s->constraint);
  aig_cone(s->aig, roots.at, roots.size, &l->cone);
  lits_free(&roots);
  l->values = memory_zeroed(s->aig->num_nodes, 1);
  l->values[0] = MAY_BE_FALSE; /* the constant */
  l->state = memory_zeroed(s->num_states, 1);
  l->met = memory_zeroed(s->num_fairness + 1, 1);
}

bool known_loop(const struct system *s, const struct effort *effort, const struct trace *lasso,
                uint8_t *returns, uint8_t *known) {
  struct known_loop l;
  begin(&l, s, lasso);
  size_t ticks = (lasso->length - (size_t)lasso->loop) * (l.cone.size + 1);
  bool good = true, again = true;
  while (good && again) {
    good = !interrupted(effort) && go_around(&l, returns, known);
    spend(effort, ticks);
    again = good && leave_out(&l, returns);
  }
  good = good && all_met(&l);
  lits_free(&l.cone);
  free(l.values);
  free(l.state);
  free(l.met);
  return good;
}
