#include "validator/kernel/rules.h"

void v_system_view(struct v_reader *r) {
  const struct v_list *states = &r->s->states;
  struct v_list *fairness = &r->view.fairness;
  r->view.is_system = true;
  r->view.C = r->s->constraint;
  r->view.before = 0;
  while (fairness->size < states->size) v_push(fairness, states->at[fairness->size]);
  fairness->size = states->size; /* without those of the last view */
}

/* e of a part, and n(e) */
static uint32_t promise(const struct v_reader *r, const struct v_part *part) {
  return 2 * (r->s->first_promise + part->variables);
}
static uint32_t later(const struct v_reader *r, uint32_t e) {
  return e + 2 * r->s->formula.variables;
}

/* Every step satisfies a -> b: one more argument of C & D. */
static void demand(struct v_reader *r, uint32_t a, uint32_t b) {
  v_push(&r->arguments, v_either(r, a ^ 1, b));
}

/* U and S, R and T, where `beyond` says the same of the state a step further, or a step before. */
static uint32_t unfolded(struct v_reader *r, enum v_op op, uint32_t left, uint32_t right,
                         uint32_t beyond) {
  if (op == V_U || op == V_S) return v_either(r, right, v_both(r, left, beyond));
  return v_both(r, right, v_either(r, left, beyond));
}

/* sat of a part whose arguments have sat `left` and `right`, and what its promises demand:
 * U: e -> right | (left & n(e)), with fairness !e | right;  R: e -> right & (left | n(e));
 * X: e -> n(d), d -> left;  Y, Z: n(e) -> left;
 * S: n(e) -> sat, which is right | (left & e);  T: n(e) -> sat, which is right & (left | e) */
static uint32_t satisfied(struct v_reader *r, const struct v_part *part, uint32_t left,
                          uint32_t right) {
  uint32_t e = promise(r, part);
  uint32_t d = e + 2;
  uint32_t sat;
  switch (part->op) {
  case V_BOTH: return v_both(r, left, right);
  case V_OR: return v_either(r, left, right);
  case V_X:
    demand(r, e, later(r, d));
    demand(r, d, left);
    return e;
  case V_Y:
  case V_Z: demand(r, later(r, e), left); return e;
  case V_S:
  case V_T:
    sat = unfolded(r, part->op, left, right, e);
    demand(r, later(r, e), sat);
    return sat;
  default: /* U, R */
    demand(r, e, unfolded(r, part->op, left, right, later(r, e)));
    if (part->op == V_U) v_push(&r->view.fairness, v_either(r, e ^ 1, right));
    return e;
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
  r->view.before = parts->untils;
  r->view.C = v_conjunction(r);
  r->view.sat = sat[count - 1];
  for (uint32_t k = 0; k < count; k++) /* nothing was before the path */
    if (parts[k].op == V_Y || parts[k].op == V_S)
      r->view.sat = v_both(r, r->view.sat, promise(r, &parts[k]) ^ 1);
  free(sat);
}
