#include "checker/system/difference.h"

static int known(const struct difference *d, lit a) {
  int x = d->variable.at[lit_node(a)];
  return lit_sign(a) ? -x : x;
}

static void encode(struct difference *d) {
  while (d->variable.size < d->aig->num_nodes) {
    const struct aig_node *node = &d->aig->nodes[d->variable.size];
    int x = sat_var(d->sat);
    if (node->kind == AIG_GATE) sat_gate(d->sat, x, known(d, node->left), known(d, node->right));
    if (node->kind == AIG_CONSTANT) sat_unit(d->sat, -x);
    ints_push(&d->variable, x);
  }
}

void difference_init(struct difference *d, const struct aig *aig, const struct effort *effort) {
  *d = (struct difference){.aig = aig, .sat = sat_new(SAT_CONE, effort)};
}

void difference_free(struct difference *d) {
  sat_free(d->sat);
  ints_free(&d->variable);
  *d = (struct difference){0};
}

int difference_lit(struct difference *d, lit a) {
  encode(d);
  return known(d, a);
}

bool difference_value(struct difference *d, lit a) { return sat_value(d->sat, known(d, a)) > 0; }

/* One side: a and not b, or the other way round. */
static enum sat_answer ask_side(struct difference *d, lit a, lit b, long conflicts) {
  if (a == AIG_FALSE || b == AIG_TRUE) return SAT_NO;
  sat_limit_conflicts(d->sat, conflicts);
  if (lit_node(a)) sat_assume(d->sat, known(d, a));
  if (lit_node(b)) sat_assume(d->sat, -known(d, b));
  return sat_solve(d->sat);
}

enum sat_answer difference_ask(struct difference *d, lit a, lit b, long conflicts) {
  encode(d);
  enum sat_answer answer = ask_side(d, a, b, conflicts);
  return answer == SAT_NO ? ask_side(d, b, a, conflicts) : answer;
}
