#include "checker/system/parity.h"

enum {
  MOST_ROUNDS = 8, /* of putting in what is known */
  MOST_SUMS = 64,  /* among the facts; others are not looked at */
};

bool parity_is_sum(const struct aig *aig, uint32_t node, lit *arguments) {
  const struct aig_node *gate = &aig->nodes[node];
  if (gate->kind != AIG_GATE || !lit_sign(gate->left) || !lit_sign(gate->right)) return false;
  const struct aig_node *a = &aig->nodes[lit_node(gate->left)];
  const struct aig_node *b = &aig->nodes[lit_node(gate->right)];
  if (a->kind != AIG_GATE || b->kind != AIG_GATE) return false;
  bool straight = a->left == lit_not(b->left) && a->right == lit_not(b->right);
  bool crossed = a->left == lit_not(b->right) && a->right == lit_not(b->left);
  if (arguments) {
    arguments[0] = a->left;
    arguments[1] = a->right;
  }
  return straight || crossed;
}

/* --- Copies in which facts are constants --- */
struct copy {
  const struct aig *from;
  struct aig *to;
  lit *image;     /* per node of `from`; LIT_NONE: none */
  uint8_t *known; /* per node of `to`: 1 it is a fact, 2 its complement is */
  struct lits *facts;
  bool refuted;
};

/* The leaves have the same order in all graphs. */
static void copy_leaves(struct copy *c) {
  c->image = memory_alloc(c->from->num_nodes, sizeof *c->image);
  c->image[0] = AIG_FALSE;
  for (size_t node = 1; node < c->from->num_nodes; node++) {
    uint8_t kind = c->from->nodes[node].kind;
    c->image[node] = LIT_NONE;
    if (kind == AIG_INPUT) c->image[node] = aig_input(c->to);
    if (kind == AIG_STATE) c->image[node] = aig_state(c->to);
  }
}

static void fix(struct copy *c, lit fact) {
  lit *image = &c->image[lit_node(fact)];
  lit value = lit_sign(fact) ? AIG_FALSE : AIG_TRUE;
  if (*image == lit_not(value)) c->refuted = true;
  *image = value;
}

static lit image_of(const struct copy *c, lit a) {
  return c->image[lit_node(a)] ^ (lit_sign(a) ? 1u : 0u);
}

static lit copy_gate(const struct copy *c, uint32_t node) {
  const struct aig_node *gate = &c->from->nodes[node];
  return aig_and_plain(c->to, image_of(c, gate->left), image_of(c, gate->right));
}

static void need(uint8_t *needed, const struct aig_node *gate) {
  needed[lit_node(gate->left)] = 1;
  needed[lit_node(gate->right)] = 1;
}

/* What is below the facts. */
static void copy_gates(struct copy *c, const struct lits *facts) {
  uint8_t *needed = memory_zeroed(c->from->num_nodes, 1);
  for (size_t k = 0; k < facts->size; k++) {
    const struct aig_node *gate = &c->from->nodes[lit_node(facts->at[k])];
    if (gate->kind == AIG_GATE) need(needed, gate);
  }
  for (size_t node = c->from->num_nodes; node-- > 1;)
    if (needed[node] && c->image[node] == LIT_NONE) need(needed, &c->from->nodes[node]);
  for (uint32_t node = 1; node < c->from->num_nodes; node++)
    if (needed[node] && c->image[node] == LIT_NONE) c->image[node] = copy_gate(c, node);
  free(needed);
}

/* Conjunctions are taken apart. */
static void add_fact(struct copy *c, lit fact) {
  struct lits open = {0};
  lits_push(&open, fact);
  while (open.size > 0) {
    lit a = lits_pop(&open);
    uint8_t value = lit_sign(a) ? 2 : 1;
    uint8_t *known = &c->known[lit_node(a)];
    const struct aig_node *gate = &c->to->nodes[lit_node(a)];
    if (a == AIG_FALSE || *known == 3 - value) c->refuted = true;
    if (a == AIG_TRUE || a == AIG_FALSE || *known) continue;
    *known = value;
    if (gate->kind == AIG_GATE && !lit_sign(a) && !parity_is_sum(c->to, lit_node(a), NULL)) {
      lits_push(&open, gate->left);
      lits_push(&open, gate->right);
    } else {
      lits_push(c->facts, a);
    }
  }
  lits_free(&open);
}

/* Of the new facts, those that are leaves are needed for one more round only. */
static bool copy(const struct aig *from, const struct lits *facts, struct aig *to,
                 struct lits *result) {
  struct copy c = {.from = from, .to = to, .facts = result};
  struct lits definitions = {0};
  copy_leaves(&c);
  for (size_t k = 0; k < facts->size; k++) fix(&c, facts->at[k]);
  if (!c.refuted) copy_gates(&c, facts);
  for (size_t k = 0; k < facts->size && !c.refuted; k++) {
    uint32_t node = lit_node(facts->at[k]);
    if (from->nodes[node].kind != AIG_GATE) continue;
    lits_push(&definitions, copy_gate(&c, node) ^ (lit_sign(facts->at[k]) ? 1u : 0u));
  }
  c.known = memory_zeroed(to->num_nodes, 1);
  for (size_t k = 0; k < definitions.size; k++) add_fact(&c, definitions.at[k]);
  lits_free(&definitions);
  free(c.image);
  free(c.known);
  return !c.refuted;
}

/* --- Sums --- */
struct sum {
  struct lits terms; /* ascending nodes */
  bool odd;
};

/* Which terms add up to what, if the literal is true. */
static struct sum sum_of(const struct aig *aig, lit fact) {
  struct sum sum = {.odd = !lit_sign(fact)};
  uint8_t *once = memory_zeroed(aig->num_nodes, 1);
  lit arguments[2];
  once[lit_node(fact)] = 1;
  for (uint32_t node = lit_node(fact); node > 0; node--) {
    if (!once[node] || !parity_is_sum(aig, node, arguments)) continue;
    once[node] = 0;
    for (unsigned k = 0; k < 2; k++) {
      once[lit_node(arguments[k])] ^= 1;
      sum.odd ^= lit_sign(arguments[k]);
    }
  }
  for (uint32_t node = 1; node <= lit_node(fact); node++)
    if (once[node]) lits_push(&sum.terms, node);
  free(once);
  return sum;
}

static struct sum add(const struct sum *a, const struct sum *b) {
  struct sum sum = {.odd = a->odd != b->odd};
  size_t i = 0, k = 0;
  while (i < a->terms.size || k < b->terms.size) {
    uint32_t left = i < a->terms.size ? a->terms.at[i] : UINT32_MAX;
    uint32_t right = k < b->terms.size ? b->terms.at[k] : UINT32_MAX;
    if (left != right) lits_push(&sum.terms, left < right ? left : right);
    i += left <= right;
    k += right <= left;
  }
  return sum;
}

/* The wider one of two sums becomes that of both, if that is narrower. */
static bool narrow(struct sum *a, struct sum *b) {
  struct sum both = add(a, b);
  struct sum *wide = a->terms.size > b->terms.size ? a : b;
  bool better = both.terms.size < wide->terms.size;
  if (better) {
    struct sum old = *wide;
    *wide = both;
    both = old;
  }
  lits_free(&both.terms);
  return better;
}

static void narrow_all(struct sum *sums, size_t count) {
  bool more = true;
  while (more) {
    more = false;
    for (size_t a = 0; a < count; a++)
      for (size_t b = 0; b < a; b++)
        if (sums[a].terms.size > 0 && sums[b].terms.size > 0) more |= narrow(&sums[a], &sums[b]);
  }
}

/* Those of the facts, as they stand; what has a single term is a fact more. True if there are such.
 */
static bool add_up(struct parity_case *c) {
  struct sum sums[MOST_SUMS];
  size_t count = 0, facts = c->facts.size;
  for (size_t k = 0; k < facts && count < MOST_SUMS; k++)
    if (parity_is_sum(c->aig, lit_node(c->facts.at[k]), NULL))
      sums[count++] = sum_of(c->aig, c->facts.at[k]);
  narrow_all(sums, count);
  for (size_t k = 0; k < count; k++) {
    size_t width = sums[k].terms.size;
    if (width == 0 && sums[k].odd) c->refuted = true;
    if (width == 1) lits_push(&c->facts, 2 * sums[k].terms.at[0] + !sums[k].odd);
    if (width > 1) {
      lits_push(&c->sums, (uint32_t)width);
      lits_push(&c->sums, sums[k].odd);
      lits_append(&c->sums, sums[k].terms.at, width);
      lits_append(&c->terms, sums[k].terms.at, width);
    }
    lits_free(&sums[k].terms);
  }
  return c->facts.size > facts;
}

/* --- Cases --- */
/* One round: false if nothing has changed. */
static bool simplify(struct parity_case *c, const struct effort *effort) {
  struct aig *to = aig_new();
  struct lits facts = {0};
  c->refuted = !copy(c->aig, &c->facts, to, &facts);
  bool changed = facts.size != c->facts.size || to->num_nodes != c->aig->num_nodes;
  spend(effort, 4 * c->aig->num_nodes + 16 * to->num_nodes);
  aig_free(c->aig);
  lits_free(&c->facts);
  c->aig = to;
  c->facts = facts;
  lits_clear(&c->terms);
  lits_clear(&c->sums);
  if (!c->refuted) changed |= add_up(c);
  return changed && !c->refuted;
}

void parity_case_init(struct parity_case *c, const struct aig *aig, const struct lits *facts,
                      lit further, const struct effort *effort) {
  struct lits all = {0};
  *c = (struct parity_case){.aig = aig_new()};
  lits_append(&all, facts->at, facts->size);
  if (further != LIT_NONE) lits_push(&all, further);
  c->refuted = !copy(aig, &all, c->aig, &c->facts);
  lits_free(&all);
  bool more = !c->refuted;
  for (unsigned round = 0; round < MOST_ROUNDS && more; round++) more = simplify(c, effort);
}

void parity_case_free(struct parity_case *c) {
  aig_free(c->aig);
  lits_free(&c->facts);
  lits_free(&c->terms);
  lits_free(&c->sums);
}
