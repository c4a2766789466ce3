#include "checker/symbolic/compact.h"

struct copy {
  struct symbolic *s;
  struct bdds *m;
  bdd root;
  uint32_t *variable; /* per variable of the original, in its support: that of the copy */
  lit *leaf;          /* per variable of the copy: the state */
};

/* The variables of the support, in the order of the original. */
static void copy_variables(struct copy *c, bdd f) {
  const struct bdds *from = c->s->m;
  uint8_t *support = memory_zeroed(from->num_vars + (size_t)1, 1);
  bdd_support(c->s->m, f, support);
  for (uint32_t level = 0; level < from->num_vars; level++)
    if (support[from->var_at[level]]) c->variable[from->var_at[level]] = bdd_var(c->m, false);
  for (size_t k = 0; k < c->s->system->num_states; k++) {
    uint32_t var = c->s->state_var[k];
    if (var != UINT32_MAX && support[var]) c->leaf[c->variable[var]] = c->s->system->states[k];
  }
  free(support);
}

static void copy_nodes(struct copy *c, bdd f) {
  struct bdd_vector list = {0};
  bdd *image = memory_zeroed(c->s->m->num_nodes, sizeof *image);
  image[0] = BDD_FALSE;
  c->m->limit = SIZE_MAX;
  bdd_list(c->s->m, f, &list);
  for (size_t k = 0; k < list.size; k++) {
    const struct bdd_node *n = &c->s->m->nodes[list.at[k] >> 1];
    image[list.at[k] >> 1] = bdd_make(c->m, c->variable[n->var], image[n->low >> 1] ^ (n->low & 1),
                                      image[n->high >> 1] ^ (n->high & 1));
  }
  c->root = bdd_ref(c->m, image[f >> 1] ^ (f & 1));
  free(image);
  bdd_vector_free(&list);
}

static void sift(struct copy *c, const struct effort *effort) {
  size_t before, after = c->m->live;
  do {
    before = after;
    c->m->sift_at = 0;
    bdd_tidy(c->m);
    after = c->m->live;
  } while (after < before && !interrupted(effort));
}

static lit gates(const struct copy *c) {
  struct bdd_vector list = {0};
  lit *image = memory_zeroed(c->m->num_nodes, sizeof *image);
  image[0] = AIG_FALSE;
  bdd_list(c->m, c->root, &list);
  for (size_t k = 0; k < list.size; k++) {
    const struct bdd_node *n = &c->m->nodes[list.at[k] >> 1];
    image[list.at[k] >> 1] =
        aig_ite(c->s->system->aig, c->leaf[n->var], image[n->high >> 1] ^ (n->high & 1),
                image[n->low >> 1] ^ (n->low & 1));
  }
  lit result = image[c->root >> 1] ^ (c->root & 1);
  free(image);
  bdd_vector_free(&list);
  return result;
}

lit symbolic_to_compact_lit(struct symbolic *s, bdd f, const struct effort *effort) {
  if (f <= BDD_TRUE) return f == BDD_TRUE ? AIG_TRUE : AIG_FALSE;
  size_t room = s->m->num_vars + (size_t)1;
  struct copy c = {.s = s,
                   .m = bdds_new(effort),
                   .variable = memory_zeroed(room, sizeof *c.variable),
                   .leaf = memory_zeroed(room, sizeof *c.leaf)};
  copy_variables(&c, f);
  copy_nodes(&c, f);
  sift(&c, effort);
  lit result = gates(&c);
  bdds_free(c.m);
  free(c.variable);
  free(c.leaf);
  return result;
}
