#include "validator/kernel/property.h"

#include "validator/kernel/formula.h"

static bool numbered(const struct v_model *m, struct v_text *t, struct v_property *p) {
  static const char *const names[] = {
      [V_BAD] = "bad", [V_OUTPUT] = "output", [V_JUSTICE] = "justice"};
  const size_t counts[] = {
      [V_BAD] = m->bad.size, [V_OUTPUT] = m->outputs.size, [V_JUSTICE] = m->justice_start.size - 1};
  unsigned kind = V_BAD;
  while (kind < V_CTL && !v_at_word(t, names[kind])) kind++;
  if (kind == V_CTL) return v_expected(t, "bad N, output N, justice N or ctl F");
  p->kind = (enum v_property_kind)kind;
  if (!v_word(t, names[kind]) || !v_blank_number(t, V_MAX_VARIABLE, &p->number)) return false;
  if (t->at != t->end) return v_expected(t, "nothing behind the number");
  if (p->number >= counts[kind]) return v_fail(t->error, "property: the model has no %s", p->text);
  return true;
}

/* Each & and | before the formula becomes a gate behind those of the model. Gives the literals of
 * all nodes before it. */
static uint32_t *add_gates(struct v_model *m, const struct v_core *core) {
  size_t most = (size_t)m->maxvar + 1 + core->timeless;
  uint32_t *lits = v_need(NULL, core->timeless, sizeof *lits);
  m->kind = v_need(m->kind, most, sizeof *m->kind);
  m->index = v_need(m->index, most, sizeof *m->index);
  for (size_t k = 0; k < core->timeless; k++) {
    struct v_node n = core->at[k];
    uint32_t flip = n.op == V_OR; /* a | b is !and(!a, !b) */
    lits[k] = n.op == V_ATOM ? n.left : lits[n.left] ^ 1;
    if (n.op == V_ATOM || n.op == V_NOT) continue;
    m->maxvar++;
    m->kind[m->maxvar] = V_AND;
    m->index[m->maxvar] = (uint32_t)m->lhs.size;
    v_push(&m->order, (uint32_t)m->lhs.size);
    v_push(&m->lhs, 2 * m->maxvar);
    v_push(&m->rhs, lits[n.left] ^ flip);
    v_push(&m->rhs, lits[n.right] ^ flip);
    lits[k] = 2 * m->maxvar ^ flip;
  }
  return lits;
}

/* A second model, with fairness literals and constraints for what stands before the formula. */
static bool scope(struct v_property *p, struct v_error *error) {
  const struct v_core *core = &p->core;
  const struct v_bytes *from = &p->model->bytes;
  if (core->timeless == 0) return true;
  struct v_bytes bytes = {v_need(NULL, from->size + 1, 1), from->size};
  memcpy(bytes.at, from->at, from->size + 1);
  if (!v_model_read("model", bytes, &p->scoped, error)) return false;
  uint32_t *lits = add_gates(&p->scoped, core);
  for (size_t k = 0; k < core->fair.size; k++) v_push(&p->scoped.fairness, lits[core->fair.at[k]]);
  for (size_t k = 0; k < core->assume.size; k++)
    v_push(&p->scoped.constraints, lits[core->assume.at[k]]);
  free(lits);
  return true;
}

bool v_property_read(const struct v_model *m, const char *text, size_t size, struct v_property *p,
                     struct v_error *error) {
  *p = (struct v_property){.text = v_need(NULL, size + 1, 1), .kind = V_CTL, .model = m};
  memcpy(p->text, text, size);
  p->text[size] = 0;
  struct v_text t = {"property", p->text, p->text, p->text + size, 1, error};
  if (!v_at_word(&t, "ctl")) return numbered(m, &t, p);
  const char *formula = p->text + strlen("ctl ");
  size_t length = (size_t)(t.end - formula);
  return v_formula_read(m, formula, length, NULL, &p->core, &p->root, error) && scope(p, error);
}

void v_property_free(struct v_property *p) {
  v_core_free(&p->core);
  v_model_free(&p->scoped);
  free(p->text);
  *p = (struct v_property){0};
}

const struct v_list *v_bad_section(const struct v_model *m, const struct v_property *p) {
  return p->kind == V_BAD ? &m->bad : &m->outputs;
}
