#include "validator/foreign/certifaiger.h"

#include "validator/foreign/circuit.h"

/* --- The property --- */
static bool unsupported(struct v_reader *r, const char *what) {
  v_fail(r->text.error, "%s (not supported)", what);
  return v_unsupported(r->text.error);
}

/* What W is about if nobody asks: bad literals; without them justice sets; outputs. */
static const char *usual_kind(const struct v_model *m, size_t *count) {
  *count = m->bad.size;
  if (*count > 0) return "bad";
  *count = m->justice_start.size - 1;
  if (*count > 0) return "justice";
  *count = m->outputs.size;
  return "output";
}

/* What was asked for, or all of them. */
static bool choose_property(struct v_reader *r, struct v_circuit *c) {
  struct v_property *p = &r->c->property;
  size_t count;
  const char *kind = usual_kind(r->model, &count);
  char text[80];
  if (count == 0) return unsupported(r, "models without bad literals, justice sets and outputs");
  snprintf(text, sizeof text, "%s 0", kind);
  if (r->wanted && !strncmp(r->wanted, "bad ", 4) && !strcmp(kind, "output"))
    snprintf(text, sizeof text, "output %.20s", r->wanted + 4);
  else if (r->wanted)
    snprintf(text, sizeof text, "%.60s", r->wanted);
  if (!v_property_read(r->model, text, strlen(text), p, r->text.error)) return false;
  if (p->kind == V_CTL) return v_fail(r->text.error, "the certificate is about another property");
  c->last = p->number;
  if (r->wanted || count == 1) return true;
  c->last = (uint32_t)count - 1;
  free(p->text);
  p->text = v_need(NULL, sizeof text, 1);
  snprintf(p->text, sizeof text, "%s 0 .. %s %u", kind, kind, c->last);
  return true;
}

const struct v_list *v_circuit_bad(const struct v_model *w) {
  return w->bad.size == 0 && w->justice_start.size == 1 ? &w->outputs : &w->bad;
}

/* Signals that the model has no literal for would make Q' true without saying anything about the
 * model. */
static bool fits_model(struct v_reader *r, const struct v_circuit *c) {
  const struct v_list *own = &c->w.justice_start;
  const struct v_list *others = &r->model->justice_start;
  bool fits = c->w.fairness.size <= r->model->fairness.size && own->size <= others->size;
  for (size_t k = 0; fits && k + 1 < own->size; k++)
    fits = own->at[k + 1] - own->at[k] <= others->at[k + 1] - others->at[k];
  return fits || unsupported(r, "witness: liveness signals that the model does not have");
}

/* --- W as a circuit over the model --- */
/* What simulates nothing becomes a variable of its own. True if there is one. */
static bool add_leaves(struct v_reader *r, struct v_circuit *c, const struct v_list *leaves) {
  bool any = false;
  for (size_t k = 0; k < leaves->size; k++) {
    uint32_t var = leaves->at[k] / 2;
    if (c->shared[var]) continue;
    c->map[var] = v_add_gate(r->s, V_INTERNAL, NULL, 0);
    any = true;
  }
  return any;
}

static void add_gates(struct v_reader *r, struct v_circuit *c) {
  const struct v_model *w = &c->w;
  for (size_t k = 0; k < w->order.size; k++) {
    uint32_t gate = w->order.at[k];
    uint32_t arguments[] = {v_mapped(c, w->rhs.at[2 * gate]), v_mapped(c, w->rhs.at[2 * gate + 1])};
    c->map[w->lhs.at[gate] / 2] = v_add_gate(r->s, V_INTERNAL, arguments, 2);
  }
}

/* --- All of it simulates --- */
/* The claim of W is the invariant  R = C -> C' & !bad'_1 & .. & !bad'_n  of the model. */
static void claim_invariant(struct v_reader *r, const struct v_circuit *c) {
  const struct v_list *bad = v_circuit_bad(&c->w);
  struct v_list good = {0};
  for (size_t k = 0; k < bad->size; k++) v_push(&good, v_mapped(c, bad->at[k]) ^ 1);
  for (size_t k = 0; k < c->w.constraints.size; k++)
    v_push(&good, v_mapped(c, c->w.constraints.at[k]));
  uint32_t claimed = v_add_gate(r->s, V_INTERNAL, good.at, good.size);
  free(good.at);
  v_constraint(r);
  r->c->invariant = v_both(r, r->s->constraint, claimed ^ 1) ^ 1;
  v_invariant(r);
  v_never_bad(r, r->c->property.number, c->last);
}

/* --- The whole --- */
static bool claim(struct v_reader *r, struct v_circuit *c) {
  struct v_property plain = {.kind = V_BAD}; /* no monitors: signals are judged where they are */
  if (!choose_property(r, c) || !v_circuit_shares(r, c)) return false;
  bool justice = r->c->property.kind == V_JUSTICE;
  if (justice && (!fits_model(r, c) || !v_circuit_replaces(r, c))) return false;
  v_system_init(r->s, r->model, &plain, false);
  bool own_inputs = add_leaves(r, c, &c->w.inputs);
  bool own_latches = add_leaves(r, c, &c->w.latches);
  add_gates(r, c);
  bool claims = v_circuit_bad(&c->w)->size > 0;
  if (justice || own_inputs || own_latches || !claims)
    v_circuit_conditions(r, c);
  else
    claim_invariant(r, c);
  r->c->holds = true;
  return true;
}

bool v_certifaiger_read(struct v_reader *r) {
  struct v_circuit c = {0};
  bool good = v_model_read("witness", r->c->bytes, &c.w, r->text.error);
  c.map = v_zeroed((size_t)c.w.maxvar + 1, sizeof *c.map);
  c.shared = v_zeroed((size_t)c.w.maxvar + 1, 1);
  good = good && claim(r, &c);
  free(c.map);
  free(c.shared);
  v_lists_free((struct v_list *[]){&c.replaced, &c.seen, NULL});
  c.w.bytes = (struct v_bytes){0}; /* they are the certificate's */
  v_model_free(&c.w);
  return good;
}
