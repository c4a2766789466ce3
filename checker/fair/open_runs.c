#include "checker/fair/open_runs.h"

void open_runs_init(struct open_runs *o, const struct chain *chain, const struct lanes *lanes) {
  const struct system *s = chain->system;
  *o = (struct open_runs){.chain = chain, .cone = &lanes->cone};
  o->one = memory_zeroed(s->aig->num_nodes, sizeof *o->one);
  o->zero = memory_zeroed(s->aig->num_nodes, sizeof *o->zero);
  o->zero[0] = ~UINT64_C(0); /* the constant */
  o->is_one = memory_zeroed(s->num_states, sizeof *o->is_one);
  o->is_zero = memory_zeroed(s->num_states, sizeof *o->is_zero);
  o->returns = memory_zeroed(s->num_states, sizeof *o->returns);
  o->met = memory_zeroed(s->num_fairness + 1, sizeof *o->met);
}

void open_runs_free(struct open_runs *o) {
  free(o->one);
  free(o->zero);
  free(o->is_one);
  free(o->is_zero);
  free(o->returns);
  free(o->met);
}

static uint64_t surely(const struct open_runs *o, lit a) {
  return lit_sign(a) ? o->zero[lit_node(a)] : o->one[lit_node(a)];
}

static void evaluate(struct open_runs *o, const uint64_t *inputs) {
  const struct aig_node *nodes = o->chain->system->aig->nodes;
  for (size_t k = 0; k < o->cone->size; k++) {
    uint32_t n = o->cone->at[k];
    const struct aig_node *node = &nodes[n];
    if (node->kind == AIG_STATE) {
      o->one[n] = o->is_one[node->left];
      o->zero[n] = o->is_zero[node->left];
    } else if (node->kind == AIG_INPUT) {
      o->one[n] = inputs[node->left];
      o->zero[n] = ~inputs[node->left];
    } else {
      o->one[n] = surely(o, node->left) & surely(o, node->right);
      o->zero[n] = surely(o, lit_not(node->left)) | surely(o, lit_not(node->right));
    }
  }
}

static void start_round(struct open_runs *o, const uint64_t *states) {
  const struct system *s = o->chain->system;
  for (size_t k = 0; k < s->num_states; k++) {
    o->is_one[k] = states[k] & o->returns[k];
    o->is_zero[k] = ~states[k] & o->returns[k];
  }
  memset(o->met, 0, s->num_fairness * sizeof *o->met);
}

/* Lanes in which all steps are allowed and every condition is met. */
static uint64_t go_around(struct open_runs *o, const struct repeated *inputs, size_t length,
                          uint64_t alive) {
  const struct system *s = o->chain->system;
  for (size_t t = 0; t < length && alive; t++) {
    evaluate(o, inputs->inputs + (inputs->time + t) % inputs->period * s->num_inputs);
    alive &= surely(o, s->constraint) & surely(o, o->chain->arena);
    for (size_t j = 0; j < s->num_fairness; j++) o->met[j] |= surely(o, s->fairness[j]);
    for (size_t k = 0; k < s->num_states; k++) {
      o->is_one[k] = surely(o, s->next[k]);
      o->is_zero[k] = surely(o, lit_not(s->next[k]));
    }
  }
  for (size_t j = 0; j < s->num_fairness; j++) alive &= o->met[j];
  return alive;
}

/* The lanes in which some state is found not to return. */
static uint64_t leave_out(struct open_runs *o, const uint64_t *states) {
  uint64_t any = 0;
  for (size_t k = 0; k < o->chain->system->num_states; k++) {
    uint64_t same = (states[k] & o->is_one[k]) | (~states[k] & o->is_zero[k]);
    any |= o->returns[k] & ~same;
    o->returns[k] &= same;
  }
  return any;
}

uint64_t open_runs_find(struct open_runs *o, const uint64_t *states, const struct repeated *inputs,
                        size_t length, size_t most, uint64_t alive) {
  const struct effort *effort = o->chain->effort;
  const struct system *s = o->chain->system;
  uint64_t ticks = length * o->cone->size * 2 * tuning_of(effort)->simulation_ticks / 64 + 1;
  for (size_t k = 0; k < s->num_states; k++) o->returns[k] = ~UINT64_C(0);
  for (bool again = true; again && alive;) {
    if (most < length || interrupted(effort)) return 0;
    most -= length;
    start_round(o, states);
    alive = go_around(o, inputs, length, alive);
    spend(effort, ticks);
    again = alive && (leave_out(o, states) & alive);
  }
  return alive;
}
