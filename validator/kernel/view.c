#include "validator/kernel/view.h"

#include "validator/kernel/rules.h"

void v_system_view(struct v_reader *r) {
  const struct v_list *states = &r->s->states;
  r->view.is_system = true;
  r->view.C = r->s->constraint;
  r->view.fairness.size = 0;
  for (size_t j = 0; j < states->size; j++) v_push(&r->view.fairness, states->at[j]);
}

/* A view in the making: sat of its parts, what its steps must satisfy. */
struct making {
  struct v_reader *r;
  const struct v_part *part; /* the one at hand */
  uint32_t *sat;             /* of all parts of this node, by */
  uint32_t first;            /* the number of the first of them */
  struct v_list demands;
};

static uint32_t left(const struct making *m) { return m->sat[m->part->left - m->first]; }
static uint32_t right(const struct making *m) { return m->sat[m->part->right - m->first]; }
/* Its elementary variable e (d is the next one), and the input that feeds it: n(e). */
static uint32_t promise(const struct making *m) {
  return 2 * (m->r->s->first_promise + m->part->variables);
}
static uint32_t later(const struct making *m, uint32_t e) {
  return e + 2 * m->r->s->formula.variables;
}

static void demand(struct making *m, uint32_t lit) { v_push(&m->demands, lit); }

/* Leaf: its bound; &, |: and, or; X, U, R: e */
static uint32_t satisfied(const struct making *m, const uint32_t *bounds) {
  switch (m->part->op) {
  case V_ATOM: return bounds[m->part->left];
  case V_PATH_AND: return v_both(m->r, left(m), right(m));
  case V_PATH_OR: return v_either(m->r, left(m), right(m));
  default: return promise(m);
  }
}

/* U: e -> right | (left & n(e));  R: e -> right & (left | n(e));  X: e -> n(d), d -> left */
static void demand_of_step(struct making *m) {
  struct v_reader *r = m->r;
  uint32_t e = promise(m);
  if (m->part->op == V_U) {
    uint32_t waits = v_both(r, left(m), later(m, e));
    uint32_t broken[] = {e, right(m) ^ 1, waits ^ 1};
    demand(m, v_add_gate(r->s, broken, 3) ^ 1);
  } else if (m->part->op == V_R) {
    uint32_t free = v_either(r, left(m), later(m, e));
    demand(m, v_both(r, e, v_both(r, right(m), free) ^ 1) ^ 1);
  } else if (m->part->op == V_X) {
    uint32_t d = e + 2;
    demand(m, v_both(r, e, later(m, d) ^ 1) ^ 1);
    demand(m, v_both(r, d, left(m) ^ 1) ^ 1);
  }
}

void v_view_of(struct v_reader *r, uint32_t v, const uint32_t *bounds) {
  const struct v_numbered *f = &r->s->formula;
  uint32_t first = f->nodes[v].left;
  uint32_t count = f->nodes[v].right - first;
  struct making m = {.r = r, .sat = v_need(NULL, count, sizeof *m.sat), .first = first};
  const struct v_part *parts = f->parts + first;
  for (uint32_t k = 0; k < count; k++) {
    m.part = &parts[k];
    m.sat[k] = satisfied(&m, bounds);
  }
  v_system_view(r);
  for (uint32_t k = 0; k < count; k++) {
    m.part = &parts[k];
    if (m.part->op == V_U) v_push(&r->view.fairness, v_both(r, promise(&m), right(&m) ^ 1) ^ 1);
  }
  demand(&m, r->s->constraint);
  for (uint32_t k = 0; k < count; k++) {
    m.part = &parts[k];
    demand_of_step(&m);
  }
  const struct v_part *last = &parts[count - 1];
  r->view.is_system = false;
  r->view.first_promise = r->s->first_promise + parts->variables;
  r->view.behind_promises = r->s->first_promise + last->variables + v_own_variables(last->op);
  r->view.first_until = (uint32_t)r->s->fairness.size + parts->untils;
  r->view.sat = m.sat[count - 1];
  r->view.C = v_add_gate(r->s, m.demands.at, m.demands.size);
  v_list_free(&m.demands);
  free(m.sat);
}
