#include "checker/system/substitution.h"

void substitution_init(struct substitution *s, const struct aig *from, struct aig *to,
                       const lit *states, const lit *inputs) {
  *s = (struct substitution){.from = from, .to = to, .states = states, .inputs = inputs};
}

void substitution_free(struct substitution *s) {
  free(s->image);
  *s = (struct substitution){0};
}

/* The graph may have grown since the last call. */
static void make_room(struct substitution *s) {
  size_t needed = s->from->num_nodes;
  if (s->num_images >= needed) return;
  s->image = memory_grow(s->image, needed, sizeof *s->image);
  memset(s->image + s->num_images, 0, (needed - s->num_images) * sizeof *s->image);
  s->num_images = needed;
  s->image[0] = AIG_FALSE + 1;
}

static lit image_of(const struct substitution *s, lit a) {
  assert(s->image[lit_node(a)]);
  return (s->image[lit_node(a)] - 1) ^ lit_sign(a);
}

static lit copy_node(struct substitution *s, uint32_t index) {
  struct aig_node node = s->from->nodes[index]; /* a copy: the array may move */
  if (node.kind == AIG_GATE)
    return (s->plain ? aig_and_plain : aig_and)(s->to, image_of(s, node.left),
                                                image_of(s, node.right));
  const lit *leaves = node.kind == AIG_STATE ? s->states : s->inputs;
  assert(leaves || s->from == s->to);
  return leaves ? leaves[node.left] : 2 * index;
}

/* Puts the arguments of a gate that have no image onto the stack. False: there are none. */
static bool open_node(const struct substitution *s, uint32_t index, struct lits *stack) {
  const struct aig_node *node = &s->from->nodes[index];
  size_t before = stack->size;
  if (node->kind != AIG_GATE) return false;
  if (!s->image[lit_node(node->left)]) lits_push(stack, lit_node(node->left));
  if (!s->image[lit_node(node->right)]) lits_push(stack, lit_node(node->right));
  return stack->size > before;
}

/* Below a node with an image all have one: the time of all calls together is linear. */
lit substitution_apply(struct substitution *s, lit root) {
  assert(lit_node(root) < s->from->num_nodes);
  make_room(s);
  if (s->image[lit_node(root)]) return image_of(s, root);
  struct lits stack = {0};
  lits_push(&stack, lit_node(root));
  while (stack.size) {
    uint32_t index = stack.at[stack.size - 1];
    if (!s->image[index] && open_node(s, index, &stack)) continue;
    if (!s->image[index]) s->image[index] = copy_node(s, index) + 1;
    stack.size--;
  }
  lits_free(&stack);
  return image_of(s, root);
}

lit substitute(const struct aig *from, struct aig *to, lit root, const lit *states,
               const lit *inputs) {
  struct substitution s;
  substitution_init(&s, from, to, states, inputs);
  lit result = substitution_apply(&s, root);
  substitution_free(&s);
  return result;
}
