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

bool v_property_read(const struct v_model *m, const char *text, size_t size, struct v_property *p,
                     struct v_error *error) {
  static const char ctl[] = "ctl ";
  const size_t head = sizeof ctl - 1;
  *p = (struct v_property){.text = v_need(NULL, size + 1, 1), .kind = V_CTL};
  memcpy(p->text, text, size);
  p->text[size] = 0;
  if (size >= head && !memcmp(text, ctl, head))
    return v_formula_read(m, text + head, size - head, NULL, &p->core, &p->root, error);
  struct v_text t = {"property", p->text, p->text, p->text + size, 1, error};
  return numbered(m, &t, p);
}

void v_property_free(struct v_property *p) {
  v_core_free(&p->core);
  free(p->text);
  *p = (struct v_property){0};
}

const struct v_list *v_bad_section(const struct v_model *m, const struct v_property *p) {
  return p->kind == V_BAD ? &m->bad : &m->outputs;
}
