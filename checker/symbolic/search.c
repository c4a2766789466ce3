#include "checker/symbolic/search.h"

bdd symbolic_pre_within(struct symbolic *s, bdd set, bdd within) {
  bdd small = symbolic_restrict(s, set, within);
  bdd before = symbolic_pre(s, small);
  bdd_deref(s->m, small);
  return before;
}

/* The states that the last of the rings added. */
static bdd newest(struct symbolic *s, const struct bdd_vector *rings) {
  size_t n = rings->size;
  return n > 1 ? symbolic_minus(s, rings->at[n - 1], rings->at[n - 2])
               : bdd_ref(s->m, rings->at[0]);
}

bdd symbolic_until(struct symbolic *s, bdd u, bdd w, bdd within, struct bdd_vector *rings) {
  if (rings && rings->size == 0) bdd_vector_push(rings, bdd_ref(s->m, w));
  bdd all = bdd_ref(s->m, rings ? rings->at[rings->size - 1] : w);
  bdd frontier = rings ? newest(s, rings) : bdd_ref(s->m, w);
  while (frontier != BDD_FALSE && !s->stopped) {
    bdd before = symbolic_pre_within(s, frontier, within);
    bdd fresh = symbolic_minus(s, u, all);
    symbolic_set(s, &frontier, symbolic_and(s, before, fresh));
    symbolic_set(s, &all, symbolic_or(s, all, frontier));
    if (rings && frontier != BDD_FALSE && !s->stopped) bdd_vector_push(rings, bdd_ref(s->m, all));
    bdd_deref(s->m, before);
    bdd_deref(s->m, fresh);
  }
  bdd_deref(s->m, frontier);
  return all;
}

bdd symbolic_onward(struct symbolic *s, bdd from, bdd inside) {
  bdd all = bdd_ref(s->m, from), frontier = bdd_ref(s->m, from);
  while (frontier != BDD_FALSE && !s->stopped) {
    bdd after = symbolic_image(s, frontier), fresh = symbolic_minus(s, inside, all);
    symbolic_set(s, &frontier, symbolic_and(s, after, fresh));
    symbolic_set(s, &all, symbolic_or(s, all, frontier));
    bdd_deref(s->m, after);
    bdd_deref(s->m, fresh);
  }
  bdd_deref(s->m, frontier);
  return all;
}
