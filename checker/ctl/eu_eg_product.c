#include "checker/ctl/eu_eg_product.h"
#include "checker/ctl/lookahead.h"

static bool is_true_atom(const struct bounds *b, uint32_t v) {
  return b->core->nodes[v].op == CORE_ATOM && bounds_lower(b, v) == AIG_TRUE;
}

bool product_find_cycle(struct bounds *b, uint32_t w, uint32_t *eg) {
  uint8_t *below = memory_zeroed(b->core->num_nodes, 1);
  bool found = false;
  lookahead_boolean_cone(b, w, below);
  for (uint32_t v = w; v < b->core->num_nodes; v++) {
    if (!below[v] || b->core->nodes[v].op != CORE_EG || is_true_atom(b, b->core->nodes[v].left))
      continue;
    if (bounds_upper(b, v) == AIG_FALSE || lookahead_assuming(b, w, v, AIG_FALSE) != AIG_FALSE)
      continue;
    *eg = v;
    found = true;
  }
  free(below);
  return found;
}

/* n: switch now. g' = g | n;  C & (g | n -> inside) & (n & !g -> W) & (!g & !n -> U_u). */
static void build(struct product *p, struct bounds *b) {
  extension_init(&p->copy, b->system, 1, 1);
  struct system *s = p->copy.system;
  struct aig *aig = s->aig;
  lit g = s->states[b->system->num_states], n = s->inputs[b->system->num_inputs];
  lit stay = extension_lit(&p->copy, bounds_upper(b, p->eg)),
      enter = extension_lit(&p->copy, p->switching);
  lit before = extension_lit(&p->copy, bounds_upper(b, b->core->nodes[p->eu].left));
  lit either = aig_or(aig, g, n);
  s->next[b->system->num_states] = either;
  s->init = aig_and(aig, s->init, lit_not(g));
  lit parts[] = {s->constraint, aig_implies(aig, either, stay),
                 aig_implies(aig, aig_and(aig, n, lit_not(g)), enter), aig_or(aig, either, before)};
  s->constraint = aig_and_all(aig, parts, 4);
  s->fairness = memory_grow(s->fairness, s->num_fairness + 1, sizeof *s->fairness);
  s->fairness[s->num_fairness++] = g;
}

struct product *product_new(struct bounds *b, uint32_t eu, uint32_t eg, lit source,
                            const struct fair_options *options) {
  struct product *p = memory_zeroed(1, sizeof *p);
  p->eu = eu;
  p->eg = eg;
  p->switching = lookahead_assuming(b, b->core->nodes[eu].right, eg, AIG_TRUE);
  build(p, b);
  struct aig *aig = p->copy.system->aig;
  lit g = p->copy.system->states[b->system->num_states];
  struct fair_query query = {.invariant = extension_lit(&p->copy, b->invariant),
                             .inside = AIG_TRUE,
                             .from = aig_and(aig, extension_lit(&p->copy, source), lit_not(g))};
  p->fair = fair_new(p->copy.system, &query, options, b->effort);
  return p;
}

void product_free(struct product *p) {
  if (!p) return;
  fair_free(p->fair);
  extension_free(&p->copy);
  free(p);
}

lit product_project(const struct product *p, lit root, lit g) {
  const struct system *to = p->copy.original;
  struct lits states = {0};
  lits_append(&states, to->states, to->num_states);
  lits_push(&states, g);
  lit result = substitute(p->copy.system->aig, to->aig, root, states.at, NULL);
  lits_free(&states);
  return result;
}
