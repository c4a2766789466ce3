#include "checker/system/aig.h"

static lit new_node(struct aig *aig, enum aig_kind kind, uint32_t left, uint32_t right) {
  if (aig->num_nodes >= UINT32_MAX / 2) memory_exhausted(); /* literals would not fit */
  aig->nodes = memory_room(aig->nodes, aig->num_nodes, &aig->capacity, sizeof *aig->nodes);
  aig->nodes[aig->num_nodes] =
      (struct aig_node){.kind = (uint8_t)kind, .left = left, .right = right};
  return (lit)(2 * aig->num_nodes++);
}

struct aig *aig_new(void) {
  struct aig *aig = memory_zeroed(1, sizeof *aig);
  aig->marks = memory_zeroed(1, sizeof *aig->marks);
  new_node(aig, AIG_CONSTANT, 0, 0);
  return aig;
}

void aig_free(struct aig *aig) {
  if (!aig) return;
  free(aig->nodes);
  free(aig->marks->at);
  free(aig->marks);
  table_free(&aig->table);
  free(aig);
}

lit aig_input(struct aig *aig) { return new_node(aig, AIG_INPUT, aig->num_inputs++, 0); }

lit aig_state(struct aig *aig) { return new_node(aig, AIG_STATE, aig->num_states++, 0); }

static uint64_t hash_pair(lit left, lit right) { return hash_mix(0, (uint64_t)left << 32 | right); }

static uint64_t hash_gate(const void *aig, uint32_t node) {
  const struct aig_node *gate = &((const struct aig *)aig)->nodes[node];
  return hash_pair(gate->left, gate->right);
}

static bool same_gate(const void *aig, uint32_t node, const void *arguments) {
  const struct aig_node *gate = &((const struct aig *)aig)->nodes[node];
  const lit *pair = arguments;
  return gate->left == pair[0] && gate->right == pair[1];
}

static bool is_gate(const struct aig *aig, lit a) {
  return aig->nodes[lit_node(a)].kind == AIG_GATE;
}

/* Two-level rules for a & b where `a` is a gate (Brummayer and Biere, "Local two-level and-inverter
 * graph minimization without blowup", the rules that need no new gate): the result if it is known,
 * else LIT_NONE. *b may be replaced by an equivalent, older literal (the substitution rule). */
static lit simplify_pair(const struct aig *aig, lit a, lit *b) {
  if (!is_gate(aig, a)) return LIT_NONE;
  lit x = aig->nodes[lit_node(a)].left, y = aig->nodes[lit_node(a)].right;
  bool other_gate = is_gate(aig, *b);
  lit u = other_gate ? aig->nodes[lit_node(*b)].left : AIG_TRUE;
  lit v = other_gate ? aig->nodes[lit_node(*b)].right : AIG_TRUE;
  if (!lit_sign(a)) {
    if (*b == x || *b == y) return a;                           /* x&y & x */
    if (*b == lit_not(x) || *b == lit_not(y)) return AIG_FALSE; /* x&y & !x */
    if (!other_gate) return LIT_NONE;
    bool clash = u == lit_not(x) || u == lit_not(y) || v == lit_not(x) || v == lit_not(y);
    if (clash) return lit_sign(*b) ? a : AIG_FALSE; /* x&y & !(!x&v), x&y & !x&v */
    if (lit_sign(*b) && (u == x || u == y))
      *b = lit_not(v); /* x&y & !(x&v) = x&y & !v */
    else if (lit_sign(*b) && (v == x || v == y))
      *b = lit_not(u);
    return LIT_NONE;
  }
  if (*b == lit_not(x) || *b == lit_not(y)) return *b; /* !(x&y) & !x */
  if (other_gate && lit_sign(*b)) {                    /* !(x&y) & !(x&!y) = !x */
    if ((u == x && v == lit_not(y)) || (v == x && u == lit_not(y))) return lit_not(x);
    if ((u == y && v == lit_not(x)) || (v == y && u == lit_not(x))) return lit_not(y);
  }
  return LIT_NONE;
}

static lit find_or_add(struct aig *aig, lit a, lit b) {
  assert(a > b && b > AIG_TRUE);
  uint32_t known = table_find(&aig->table, hash_pair(a, b), same_gate, aig, (lit[]){a, b});
  if (known != TABLE_NONE) return 2 * known;
  lit gate = new_node(aig, AIG_GATE, a, b);
  table_add(&aig->table, lit_node(gate), hash_gate, aig);
  return gate;
}

lit aig_and(struct aig *aig, lit a, lit b) {
  assert(lit_node(a) < aig->num_nodes && lit_node(b) < aig->num_nodes);
  for (;;) {
    if (a < b) {
      lit swap = a;
      a = b;
      b = swap;
    }
    if (b == AIG_FALSE || a == lit_not(b)) return AIG_FALSE;
    if (b == AIG_TRUE || a == b) return a;
    lit old_a = a, old_b = b, result = simplify_pair(aig, a, &b);
    if (result == LIT_NONE && b == old_b) result = simplify_pair(aig, b, &a);
    if (result != LIT_NONE) return result;
    if (b != old_b || a != old_a) continue; /* the replacement is older, so this ends */
    /* !(x&y) & x  =  x & !y */
    if (is_gate(aig, a) && lit_sign(a)) {
      lit x = aig->nodes[lit_node(a)].left, y = aig->nodes[lit_node(a)].right;
      if (b == x)
        a = lit_not(y);
      else if (b == y)
        a = lit_not(x);
      if (a != old_a) continue;
    }
    break;
  }
  return find_or_add(aig, a, b);
}

lit aig_and_plain(struct aig *aig, lit a, lit b) {
  if (a < b) {
    lit swap = a;
    a = b;
    b = swap;
  }
  if (b == AIG_FALSE || a == lit_not(b)) return AIG_FALSE;
  return b == AIG_TRUE || a == b ? a : find_or_add(aig, a, b);
}

lit aig_xor(struct aig *aig, lit a, lit b) {
  return lit_not(
      aig_and(aig, lit_not(aig_and(aig, a, lit_not(b))), lit_not(aig_and(aig, lit_not(a), b))));
}

lit aig_ite(struct aig *aig, lit c, lit t, lit e) {
  return lit_not(aig_and(aig, lit_not(aig_and(aig, c, t)), lit_not(aig_and(aig, lit_not(c), e))));
}

/* Pairs neighbours until one literal is left; `flip` complements arguments and result. */
static lit reduce(struct aig *aig, const lit *args, size_t n, lit flip) {
  if (n == 0) return AIG_TRUE ^ flip;
  lit *row = memory_alloc(n, sizeof *row);
  for (size_t k = 0; k < n; k++) row[k] = args[k] ^ flip;
  for (; n > 1; n = (n + 1) / 2) {
    for (size_t k = 0; k + 1 < n; k += 2) row[k / 2] = aig_and(aig, row[k], row[k + 1]);
    if (n % 2) row[n / 2] = row[n - 1];
  }
  lit result = row[0] ^ flip;
  free(row);
  return result;
}

lit aig_and_all(struct aig *aig, const lit *args, size_t n) { return reduce(aig, args, n, 0); }

lit aig_or_all(struct aig *aig, const lit *args, size_t n) { return reduce(aig, args, n, 1); }

/* The number of a new walk; no mark has it. */
static uint32_t begin_walk(const struct aig *aig) {
  struct aig_marks *marks = aig->marks;
  bool again = marks->walk == UINT32_MAX / 2;
  if (marks->size < aig->num_nodes) {
    marks->at = memory_grow(marks->at, aig->capacity, sizeof *marks->at);
    memset(marks->at + marks->size, 0, (aig->capacity - marks->size) * sizeof *marks->at);
    marks->size = aig->capacity;
  }
  if (again) memset(marks->at, 0, marks->size * sizeof *marks->at);
  marks->walk = again ? 1 : marks->walk + 1;
  return marks->walk;
}

void aig_cone(const struct aig *aig, const lit *roots, size_t n, struct lits *nodes) {
  const uint32_t open = 2 * begin_walk(aig), done = open + 1; /* what is less is new */
  uint32_t *state = aig->marks->at;
  struct lits stack = {0};
  state[0] = done;
  for (size_t k = 0; k < n; k++) {
    assert(lit_node(roots[k]) < aig->num_nodes);
    lits_push(&stack, lit_node(roots[k]));
    while (stack.size) {
      uint32_t node = stack.at[stack.size - 1];
      if (state[node] < open && aig->nodes[node].kind == AIG_GATE) {
        state[node] = open;
        uint32_t left = lit_node(aig->nodes[node].left), right = lit_node(aig->nodes[node].right);
        if (state[left] < open) lits_push(&stack, left);
        if (state[right] < open) lits_push(&stack, right);
        continue;
      }
      stack.size--;
      if (state[node] == done) continue;
      state[node] = done;
      lits_push(nodes, node);
    }
  }
  lits_free(&stack);
}

size_t aig_cone_size(const struct aig *aig, lit a) {
  struct lits cone = {0};
  aig_cone(aig, &a, 1, &cone);
  size_t size = cone.size;
  lits_free(&cone);
  return size;
}

bool aig_has_inputs(const struct aig *aig, lit a) {
  struct lits cone = {0};
  aig_cone(aig, &a, 1, &cone);
  bool found = false;
  for (size_t k = 0; k < cone.size && !found; k++) found = aig->nodes[cone.at[k]].kind == AIG_INPUT;
  lits_free(&cone);
  return found;
}

uint8_t *aig_predicates(const struct aig *aig) {
  uint8_t *predicate = memory_alloc(aig->num_nodes, 1);
  for (size_t k = 0; k < aig->num_nodes; k++) {
    const struct aig_node *node = &aig->nodes[k];
    predicate[k] = node->kind != AIG_INPUT;
    if (node->kind == AIG_GATE)
      predicate[k] = predicate[lit_node(node->left)] & predicate[lit_node(node->right)];
  }
  return predicate;
}

bool aig_eval(const struct aig *aig, lit root, const uint8_t *states, const uint8_t *inputs) {
  struct lits cone = {0};
  assert(inputs || !aig_has_inputs(aig, root));
  aig_cone(aig, &root, 1, &cone);
  uint8_t *value = memory_alloc(lit_node(root) + (size_t)1, 1);
  value[0] = 0;
  for (size_t k = 0; k < cone.size; k++) {
    const struct aig_node *node = &aig->nodes[cone.at[k]];
    uint8_t *here = &value[cone.at[k]];
    if (node->kind == AIG_STATE)
      *here = states[node->left];
    else if (node->kind == AIG_INPUT)
      *here = inputs[node->left];
    else
      *here = (value[lit_node(node->left)] ^ lit_sign(node->left)) &
              (value[lit_node(node->right)] ^ lit_sign(node->right));
  }
  bool result = (value[lit_node(root)] != 0) != lit_sign(root);
  free(value);
  lits_free(&cone);
  return result;
}
