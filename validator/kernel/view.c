#include "validator/kernel/rules.h"

void v_system_view(struct v_reader *r) {
  const struct v_list *states = &r->s->states;
  struct v_list *fairness = &r->view.fairness;
  r->view.is_system = true;
  r->view.C = r->s->constraint;
  while (fairness->size < states->size) v_push(fairness, states->at[fairness->size]);
  fairness->size = states->size; /* without those of the last view */
}

/* n(e) */
static uint32_t later(const struct v_reader *r, uint32_t e) {
  return e + 2 * r->s->formula.variables;
}

/* Every step satisfies a -> b: one more argument of C & D. */
static void demand(struct v_reader *r, uint32_t a, uint32_t b) {
  v_push(&r->arguments, v_either(r, a ^ 1, b));
}

/* sat of a part whose arguments have sat `left` and `right`, and what its promises demand:
 * U: e -> right | (left & n(e)), with fairness !e | right;  R: e -> right & (left | n(e));
 * X: e -> n(d), d -> left */
static uint32_t satisfied(struct v_reader *r, const struct v_part *part, uint32_t left,
                          uint32_t right) {
  uint32_t e = 2 * (r->s->first_promise + part->variables);
  uint32_t d = e + 2;
  switch (part->op) {
  case V_PAND: return v_both(r, left, right);
  case V_POR: return v_either(r, left, right);
  case V_X:
    demand(r, e, later(r, d));
    demand(r, d, left);
    return e;
  case V_U:
    demand(r, e, v_either(r, right, v_both(r, left, later(r, e))));
    v_push(&r->view.fairness, v_either(r, e ^ 1, right));
    return e;
  case V_R: demand(r, e, v_both(r, right, v_either(r, left, later(r, e)))); return e;
  default: abort(); /* leaves are no parts with arguments */
  }
}

void v_view_of(struct v_reader *r, uint32_t v, const uint32_t *bounds) {
  struct v_node node = r->s->formula.nodes[v];
  const struct v_part *parts = r->s->formula.parts.at + node.left;
  uint32_t count = node.right - node.left;
  uint32_t *sat = v_need(NULL, count, sizeof *sat);
  v_system_view(r);
  r->arguments.size = 0;
  v_push(&r->arguments, r->s->constraint);
  for (uint32_t k = 0; k < count; k++)
    sat[k] = parts[k].op == V_ATOM
                 ? bounds[parts[k].left]
                 : satisfied(r, &parts[k], sat[parts[k].left], sat[parts[k].right]);
  r->view.is_system = false;
  r->view.node = v;
  r->view.sat = sat[count - 1];
  r->view.C = v_conjunction(r);
  free(sat);
}
