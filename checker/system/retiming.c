#include "checker/system/retiming.h"

#include "checker/system/substitution.h"

#include <assert.h>

enum {
  MOST_MOVES = 12, /* across gates, one layer at a time */
  MOST_GROWTH = 2, /* as many states, and gates, as there were */
};

/* One move. */
struct move {
  const struct system *from;
  const struct lits *roots;
  struct lits cone;   /* of all functions */
  uint8_t *predicate; /* per node: over states only */
  struct lits states; /* nodes that are states of the new system */
};

static void find_cone(struct move *m) {
  const struct system *s = m->from;
  struct lits all = {0};
  lits_append(&all, s->next, s->num_states);
  lits_append(&all, m->roots->at, m->roots->size);
  lits_push(&all, s->constraint);
  aig_cone(s->aig, all.at, all.size, &m->cone);
  m->predicate = memory_zeroed(s->aig->num_nodes, 1);
  m->predicate[0] = 1;
  for (size_t i = 0; i < m->cone.size; i++) {
    const struct aig_node *node = &s->aig->nodes[m->cone.at[i]];
    m->predicate[m->cone.at[i]] = node->kind == AIG_STATE;
    if (node->kind == AIG_GATE)
      m->predicate[m->cone.at[i]] =
          m->predicate[lit_node(node->left)] & m->predicate[lit_node(node->right)];
  }
  lits_free(&all);
}

static void push_arguments(const struct aig_node *node, struct lits *stack) {
  if (node->kind != AIG_GATE) return;
  lits_push(stack, node->left);
  lits_push(stack, node->right);
}

/* States below a register: what they become is needed, too. */
static void look_below(const struct move *m, lit a, uint8_t *seen, struct lits *needed) {
  const struct system *s = m->from;
  struct lits stack = {0};
  lits_push(&stack, a);
  while (stack.size) {
    uint32_t k = lit_node(lits_pop(&stack));
    const struct aig_node *node = &s->aig->nodes[k];
    if (seen[k]) continue;
    seen[k] = 1;
    push_arguments(node, &stack);
    if (node->kind == AIG_STATE) lits_push(needed, s->next[node->left]);
  }
  lits_free(&stack);
}

/* What functions with inputs look at, and functions without: as far as the roots depend on them. */
static void find_registers(struct move *m) {
  const struct system *s = m->from;
  struct lits stack = {0};
  uint8_t *seen = memory_zeroed(s->aig->num_nodes, 1), *below = memory_zeroed(s->aig->num_nodes, 1);
  lits_append(&stack, m->roots->at, m->roots->size);
  lits_push(&stack, s->constraint);
  while (stack.size) {
    uint32_t k = lit_node(lits_pop(&stack));
    if (seen[k] || k == 0) continue;
    seen[k] = 1;
    if (m->predicate[k]) {
      lits_push(&m->states, k);
      look_below(m, 2 * k, below, &stack);
    } else {
      push_arguments(&s->aig->nodes[k], &stack);
    }
  }
  lits_free(&stack);
  free(seen);
  free(below);
}

static bool moves_something(const struct move *m) {
  for (size_t k = 0; k < m->states.size; k++)
    if (m->from->aig->nodes[m->states.at[k]].kind == AIG_GATE) return true;
  return false;
}

/* 0, 1, or 2 for open. */
static uint8_t *first_values(const struct move *m) {
  const struct system *s = m->from;
  uint8_t *first = memory_zeroed(s->aig->num_nodes, 1);
  for (size_t i = 0; i < m->cone.size; i++) {
    uint32_t k = m->cone.at[i];
    const struct aig_node *node = &s->aig->nodes[k];
    if (node->kind == AIG_STATE) first[k] = s->reset[node->left];
    if (node->kind == AIG_INPUT) first[k] = 2;
    if (node->kind != AIG_GATE) continue;
    uint8_t a = first[lit_node(node->left)], b = first[lit_node(node->right)];
    if (a < 2) a ^= lit_sign(node->left);
    if (b < 2) b ^= lit_sign(node->right);
    first[k] = a == 0 || b == 0 ? 0 : a == 1 && b == 1 ? 1 : 2;
  }
  return first;
}

static struct system *new_system(struct move *m) {
  const struct system *s = m->from;
  struct system *to = memory_zeroed(1, sizeof *to);
  uint8_t *first = first_values(m);
  to->aig = aig_new();
  to->num_states = m->states.size;
  to->num_inputs = s->num_inputs;
  to->states = memory_alloc(to->num_states, sizeof *to->states);
  to->next = memory_alloc(to->num_states, sizeof *to->next);
  to->reset = memory_alloc(to->num_states, 1);
  to->inputs = memory_alloc(to->num_inputs, sizeof *to->inputs);
  for (size_t k = 0; k < to->num_states; k++) {
    to->states[k] = aig_state(to->aig);
    to->reset[k] = first[m->states.at[k]];
  }
  for (size_t k = 0; k < to->num_inputs; k++) to->inputs[k] = aig_input(to->aig);
  to->constraint = AIG_TRUE;
  free(first);
  return to;
}

/* Functions with inputs look at the new states only; each of these becomes what its gate makes of
 * the next values below it. Functions that nobody needs are not right. */
static void set_functions(struct move *m, struct system *to, struct lits *roots) {
  const struct system *s = m->from;
  lit *image = memory_zeroed(s->aig->num_nodes, sizeof *image);
  lit *next = memory_zeroed(s->num_states, sizeof *next);
  for (size_t k = 0; k < to->num_states; k++) image[m->states.at[k]] = to->states[k];
  for (size_t i = 0; i < m->cone.size; i++) {
    uint32_t k = m->cone.at[i];
    const struct aig_node *node = &s->aig->nodes[k];
    if (node->kind == AIG_INPUT) image[k] = to->inputs[node->left];
    if (node->kind != AIG_GATE || m->predicate[k]) continue;
    lit a = image[lit_node(node->left)] ^ (lit)lit_sign(node->left);
    lit b = image[lit_node(node->right)] ^ (lit)lit_sign(node->right);
    image[k] = aig_and(to->aig, a, b);
  }
  for (size_t k = 0; k < s->num_states; k++)
    next[k] = image[lit_node(s->next[k])] ^ (lit)lit_sign(s->next[k]);
  for (size_t k = 0; k < m->roots->size; k++)
    lits_push(roots, image[lit_node(m->roots->at[k])] ^ (lit)lit_sign(m->roots->at[k]));
  to->constraint = image[lit_node(s->constraint)] ^ (lit)lit_sign(s->constraint);
  struct substitution step;
  substitution_init(&step, s->aig, to->aig, next, to->inputs);
  for (size_t k = 0; k < to->num_states; k++)
    to->next[k] = substitution_apply(&step, 2 * m->states.at[k]);
  substitution_free(&step);
  free(image);
  free(next);
}

static lit initial_states(struct system *s) {
  struct lits parts = {0};
  for (size_t k = 0; k < s->num_states; k++)
    if (s->reset[k] != RESET_FREE) lits_push(&parts, s->states[k] ^ (s->reset[k] == 0));
  lit init = aig_and_all(s->aig, parts.at, parts.size);
  lits_free(&parts);
  return init;
}

static void move_free(struct move *m) {
  lits_free(&m->cone);
  lits_free(&m->states);
  free(m->predicate);
}

/* The states of a new system, as predicates of the first one. */
static void translate(struct retiming *r, const struct move *m, struct lits *meaning) {
  struct substitution back;
  substitution_init(&back, m->from->aig, r->aig, r->meaning.at, NULL);
  for (size_t k = 0; k < m->states.size; k++)
    lits_push(meaning, substitution_apply(&back, 2 * m->states.at[k]));
  substitution_free(&back);
}

static bool move_once(struct retiming *r, const struct system *from, const struct lits *roots,
                      size_t most_states, size_t most_nodes) {
  struct move m = {.from = from, .roots = roots};
  find_cone(&m);
  find_registers(&m);
  bool good = m.states.size <= most_states && moves_something(&m);
  if (good) {
    struct lits new_roots = {0}, meaning = {0};
    struct system *to = new_system(&m);
    set_functions(&m, to, &new_roots);
    to->init = initial_states(to);
    good = to->aig->num_nodes <= most_nodes;
    if (good) {
      translate(r, &m, &meaning);
      lits_free(&r->meaning);
      lits_free(&r->roots);
      system_free(r->system);
      r->meaning = meaning;
      r->roots = new_roots;
      r->system = to;
    } else {
      system_free(to);
      lits_free(&new_roots);
    }
  }
  move_free(&m);
  return good;
}

bool retiming_init(struct retiming *r, const struct system *original, const struct lits *roots,
                   const struct effort *effort) {
  *r = (struct retiming){.aig = aig_new()};
  size_t most_states = MOST_GROWTH * original->num_states;
  size_t most_nodes = MOST_GROWTH * original->aig->num_nodes;
  for (size_t k = 0; k < original->num_states; k++) lits_push(&r->meaning, aig_state(r->aig));
  bool any = false;
  for (int n = 0; n < MOST_MOVES && !interrupted(effort); n++) {
    const struct system *from = any ? r->system : original;
    struct lits now = {0};
    lits_append(&now, any ? r->roots.at : roots->at, roots->size);
    bool moved = move_once(r, from, &now, most_states, most_nodes);
    lits_free(&now);
    if (!moved) break;
    any = true;
    spend(effort, 20 * original->aig->num_nodes);
  }
  if (!any) retiming_free(r);
  return any;
}

void retiming_free(struct retiming *r) {
  system_free(r->system);
  aig_free(r->aig);
  lits_free(&r->roots);
  lits_free(&r->meaning);
}
