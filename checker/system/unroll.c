#include "checker/system/unroll.h"

#include <assert.h>

void unroll_init(struct unroll *unroll, struct sat *sat, const struct system *system) {
  assert(system_well_formed(system));
  *unroll = (struct unroll){.sat = sat, .system = system, .choices = sat_knows_choices(sat)};
  unroll->truth = sat_var(sat);
  sat_unit(sat, unroll->truth);
}

void unroll_free(struct unroll *unroll) {
  for (size_t f = 0; f < unroll->num_frames; f++) free(unroll->map[f]);
  free(unroll->map);
  free(unroll->map_size);
  lits_free(&unroll->stack);
  lits_free(&unroll->arguments);
  free(unroll->fanout);
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

void unroll_compact(struct unroll *u) {
  const struct system *s = u->system;
  assert(u->num_frames == 0 && !u->fanout);
  u->fanout_size = s->aig->num_nodes;
  u->fanout = memory_zeroed(u->fanout_size, sizeof *u->fanout);
  for (size_t k = 0; k < s->aig->num_nodes; k++) {
    if (s->aig->nodes[k].kind != AIG_GATE) continue;
    u->fanout[lit_node(s->aig->nodes[k].left)]++;
    u->fanout[lit_node(s->aig->nodes[k].right)]++;
  }
  for (size_t k = 0; k < s->num_states; k++) u->fanout[lit_node(s->next[k])]++;
}

void unroll_fix(struct unroll *u, lit predicate) {
  const struct aig *aig = u->system->aig;
  assert(u->num_frames == 0);
  make_room(u, 0);
  lits_push(&u->stack, predicate);
  while (u->stack.size) {
    lit a = lits_pop(&u->stack);
    const struct aig_node *node = &aig->nodes[lit_node(a)];
    if (node->kind == AIG_STATE && u->map[0][lit_node(a)] == 0) {
      u->map[0][lit_node(a)] = lit_sign(a) ? -u->truth : u->truth;
    } else if (node->kind == AIG_GATE && !lit_sign(a)) {
      lits_push(&u->stack, node->left);
      lits_push(&u->stack, node->right);
    }
  }
}

static bool is_gate(const struct unroll *u, lit a) {
  return u->system->aig->nodes[lit_node(a)].kind == AIG_GATE;
}

/* A gate that only the one at hand uses. */
static bool is_inner(const struct unroll *u, lit a) {
  uint32_t k = lit_node(a);
  return is_gate(u, a) && k < u->fanout_size && u->fanout[k] == 1;
}

/* If gate k is a choice, its arguments are c, t, e: it is c ? t : e. Its own two gates may have
 * other uses where it is one gate to the solver: they get variables when somebody asks for them. */
static bool is_choice(struct unroll *u, uint32_t k) {
  const struct aig_node *nodes = u->system->aig->nodes;
  lit p = nodes[k].left, q = nodes[k].right;
  if (!lit_sign(p) || !lit_sign(q)) return false;
  if (u->fanout ? !is_inner(u, p) || !is_inner(u, q) : !is_gate(u, p) || !is_gate(u, q))
    return false;
  const lit x[] = {nodes[lit_node(p)].left, nodes[lit_node(p)].right};
  const lit y[] = {nodes[lit_node(q)].left, nodes[lit_node(q)].right};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      if (x[i] != lit_not(y[j])) continue;
      lits_clear(&u->arguments);
      lits_append(&u->arguments, (lit[]){x[i], lit_not(x[1 - i]), lit_not(y[1 - j])}, 3);
      return true;
    }
  return false;
}

/* The arguments of gate k: of a choice (true), or of a conjunction. */
static bool find_arguments(struct unroll *u, uint32_t k) {
  enum { MOST = 16 };
  const struct aig_node *nodes = u->system->aig->nodes;
  if ((u->fanout || u->choices) && is_choice(u, k)) return true;
  lits_clear(&u->arguments);
  lits_push(&u->arguments, nodes[k].left);
  lits_push(&u->arguments, nodes[k].right);
  for (size_t i = 0; u->fanout && i < u->arguments.size && u->arguments.size < MOST;) {
    lit a = u->arguments.at[i];
    if (lit_sign(a) || !is_inner(u, a)) {
      i++;
      continue;
    }
    u->arguments.at[i] = nodes[lit_node(a)].left;
    lits_push(&u->arguments, nodes[lit_node(a)].right);
  }
  return false;
}

static int encode_choice(struct unroll *u, int c, int t, int e) {
  if (c == u->truth || t == e) return t;
  if (c == -u->truth) return e;
  if (t == u->truth || t == c) return -encode_gate(u, -c, -e);
  if (t == -u->truth || t == -c) return encode_gate(u, -c, e);
  if (e == u->truth || e == -c) return -encode_gate(u, c, -t);
  if (e == -u->truth || e == c) return encode_gate(u, c, t);
  int g = sat_var(u->sat);
  sat_choice(u->sat, g, c, t, e);
  return g;
}

/* Of the arguments of a conjunction; false if one of them is, or contradicts another. */
static bool gather(const struct unroll *u, size_t frame, struct ints *all) {
  for (size_t i = 0; i < u->arguments.size; i++) {
    int a = encoded(u, frame, u->arguments.at[i]);
    bool needed = a != u->truth;
    if (a == -u->truth) return false;
    for (size_t k = 0; k < all->size; k++) {
      if (all->at[k] == -a) return false;
      if (all->at[k] == a) needed = false;
    }
    if (needed) ints_push(all, a);
  }
  return true;
}

static int encode_conjunction(struct unroll *u, size_t frame) {
  struct ints all = {0};
  int g = -u->truth;
  if (gather(u, frame, &all)) {
    g = all.size == 0 ? u->truth : all.size == 1 ? all.at[0] : sat_var(u->sat);
    if (all.size == 2) sat_gate(u->sat, g, all.at[0], all.at[1]);
    for (size_t k = 0; k < all.size && all.size > 2; k++) {
      sat_clause(u->sat, (int[]){-g, all.at[k]}, 2);
      all.at[k] = -all.at[k];
    }
    if (all.size > 2) {
      ints_push(&all, g);
      sat_clause(u->sat, all.at, all.size);
    }
  }
  ints_free(&all);
  return g;
}

/* Encodes the node on top of the stack if what it needs is there, else pushes that. */
static void encode_step(struct unroll *u) {
  size_t frame = u->stack.at[u->stack.size - 1], where = frame;
  uint32_t k = u->stack.at[u->stack.size - 2];
  make_room(u, frame);
  const struct aig_node *node = &u->system->aig->nodes[k];
  int *place = &u->map[frame][k];
  if (!*place && (node->kind == AIG_INPUT || (node->kind == AIG_STATE && frame == 0)))
    *place = sat_var(u->sat);
  if (*place) {
    u->stack.size -= 2;
    return;
  }
  bool choice = false;
  if (node->kind == AIG_STATE) {
    where = frame - 1;
    make_room(u, where);
    lits_clear(&u->arguments);
    lits_push(&u->arguments, u->system->next[node->left]);
  } else {
    choice = find_arguments(u, k);
  }
  bool ready = true;
  for (size_t i = 0; i < u->arguments.size; i++) {
    if (encoded(u, where, u->arguments.at[i])) continue;
    ready = false;
    lits_push(&u->stack, lit_node(u->arguments.at[i]));
    lits_push(&u->stack, (uint32_t)where);
  }
  if (!ready) return;
  const lit *at = u->arguments.at;
  if (node->kind == AIG_STATE)
    *place = encoded(u, where, at[0]);
  else if (choice)
    *place = encode_choice(u, encoded(u, frame, at[0]), encoded(u, frame, at[1]),
                           encoded(u, frame, at[2]));
  else
    *place = encode_conjunction(u, frame);
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
