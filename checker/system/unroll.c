#include "checker/system/unroll.h"

#include <assert.h>

void unroll_init(struct unroll *unroll, struct sat *sat, const struct system *system) {
  assert(system_well_formed(system));
  *unroll = (struct unroll){.sat = sat, .system = system};
  unroll->truth = sat_var(sat);
  sat_unit(sat, unroll->truth);
}

void unroll_free(struct unroll *unroll) {
  for (size_t f = 0; f < unroll->num_frames; f++) free(unroll->map[f]);
  free(unroll->map);
  free(unroll->map_size);
  lits_free(&unroll->stack);
  *unroll = (struct unroll){0};
}

/* Makes room for every node of the graph, which may have grown, in frames 0..frame. */
static void make_room(struct unroll *u, size_t frame) {
  while (u->num_frames <= frame) {
    u->map = memory_one_more(u->map, u->num_frames, sizeof *u->map);
    u->map_size = memory_one_more(u->map_size, u->num_frames, sizeof *u->map_size);
    u->map[u->num_frames] = NULL;
    u->map_size[u->num_frames++] = 0;
  }
  size_t needed = u->system->aig->num_nodes;
  if (u->map_size[frame] >= needed) return;
  size_t size = u->map_size[frame] ? 2 * u->map_size[frame] : needed;
  if (size < needed) size = needed;
  u->map[frame] = memory_grow(u->map[frame], size, sizeof **u->map);
  memset(u->map[frame] + u->map_size[frame], 0, (size - u->map_size[frame]) * sizeof **u->map);
  u->map[frame][0] = -u->truth;
  u->map_size[frame] = size;
}

/* What the literal is in CNF, or 0 if its node is not encoded yet. */
static int encoded(const struct unroll *u, size_t frame, lit a) {
  int x = u->map[frame][lit_node(a)];
  return lit_sign(a) ? -x : x;
}

static int encode_gate(struct unroll *u, int a, int b) {
  if (a == -u->truth || b == -u->truth || a == -b) return -u->truth;
  if (a == u->truth || a == b) return b;
  if (b == u->truth) return a;
  int g = sat_var(u->sat);
  sat_gate(u->sat, g, a, b);
  return g;
}

/* Encodes the node on top of the stack if what it needs is there, else pushes that. */
static void encode_step(struct unroll *u) {
  size_t frame = u->stack.at[u->stack.size - 1];
  uint32_t k = u->stack.at[u->stack.size - 2];
  make_room(u, frame);
  const struct aig_node *node = &u->system->aig->nodes[k];
  int *place = &u->map[frame][k];
  lit needs[2];
  size_t num_needs = 0, where = frame;
  if (*place) {
    u->stack.size -= 2;
    return;
  }
  if (node->kind == AIG_INPUT || (node->kind == AIG_STATE && frame == 0)) {
    *place = sat_var(u->sat);
  } else if (node->kind == AIG_STATE) {
    where = frame - 1;
    make_room(u, where);
    needs[num_needs++] = u->system->next[node->left];
  } else {
    needs[num_needs++] = node->left;
    needs[num_needs++] = node->right;
  }
  bool ready = true;
  for (size_t i = 0; i < num_needs; i++) {
    if (encoded(u, where, needs[i])) continue;
    ready = false;
    lits_push(&u->stack, lit_node(needs[i]));
    lits_push(&u->stack, (uint32_t)where);
  }
  if (!ready) return;
  if (num_needs == 1) *place = encoded(u, where, needs[0]);
  if (num_needs == 2)
    *place = encode_gate(u, encoded(u, where, needs[0]), encoded(u, where, needs[1]));
  u->stack.size -= 2;
}

int unroll_lit(struct unroll *u, size_t frame, lit a) {
  assert(lit_node(a) < u->system->aig->num_nodes);
  make_room(u, frame);
  if (!encoded(u, frame, a)) {
    lits_push(&u->stack, lit_node(a));
    lits_push(&u->stack, (uint32_t)frame);
    while (u->stack.size) encode_step(u);
  }
  return encoded(u, frame, a);
}

/* 1, -1, or 0 when the solver has no opinion. */
static int leaf_value(const struct unroll *u, size_t frame, lit leaf) {
  if (frame >= u->num_frames || lit_node(leaf) >= u->map_size[frame]) return 0;
  int x = u->map[frame][lit_node(leaf)];
  return x ? sat_value(u->sat, x) : 0;
}

/* A later state is computed, not read, when a part of it was not encoded or does not matter to the
 * query: it has to be the successor of the earlier state under the inputs that unroll_inputs gives.
 */
void unroll_state(struct unroll *u, size_t frame, uint8_t *states) {
  const struct system *s = u->system;
  bool complete = true;
  for (size_t k = 0; k < s->num_states; k++) {
    int v = leaf_value(u, frame, s->states[k]);
    states[k] = v > 0;
    complete = complete && v != 0;
  }
  if (frame == 0 || complete) return;
  uint8_t *inputs = memory_alloc(s->num_inputs, 1), *next = memory_alloc(s->num_states, 1);
  unroll_state(u, 0, states);
  for (size_t f = 0; f < frame; f++) {
    unroll_inputs(u, f, inputs);
    system_step(s, states, inputs, next);
    memcpy(states, next, s->num_states);
  }
  free(inputs);
  free(next);
}

void unroll_inputs(struct unroll *u, size_t frame, uint8_t *inputs) {
  assert(inputs || u->system->num_inputs == 0);
  for (size_t k = 0; k < u->system->num_inputs; k++)
    inputs[k] = leaf_value(u, frame, u->system->inputs[k]) > 0;
}

void unroll_trace(struct unroll *u, size_t length, struct trace *trace) {
  const struct system *s = u->system;
  uint8_t *states = memory_alloc(s->num_states, 1), *next = memory_alloc(s->num_states, 1);
  uint8_t *inputs = memory_alloc(s->num_inputs, 1);
  trace_init(trace, s);
  if (length) unroll_state(u, 0, states);
  for (size_t f = 0; f < length; f++) {
    unroll_inputs(u, f, inputs);
    trace_push(trace, states, inputs);
    system_step(s, states, inputs, next);
    memcpy(states, next, s->num_states);
  }
  free(states);
  free(next);
  free(inputs);
}
