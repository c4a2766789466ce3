#include "validator/beside/witness.h"

/* `count` characters 0, 1 or x, and a newline. An x may be anything and becomes 0. */
static bool values(struct v_text *t, size_t count) {
  for (size_t k = 0; k < count; k++) {
    if (!v_at(t, '0') && !v_at(t, '1') && !v_at(t, 'x')) return v_expected(t, "0, 1 or x");
    if (*t->at == 'x') *(char *)(uintptr_t)t->at = '0'; /* the bytes are the certificate's own */
    t->at++;
  }
  return v_eol(t);
}

/* "1" and "b<N>" or "j<N>" */
static bool head(struct v_reader *r) {
  struct v_text *t = &r->text;
  if (!v_word(t, "1") || !v_eol(t)) return false;
  const char *kind = r->model->bad.size > 0 ? "bad" : "output";
  if (v_at(t, 'j')) kind = "justice";
  if (!v_at(t, 'j') && !v_at(t, 'b')) return v_expected(t, "b or j");
  t->at++;
  uint32_t number;
  char text[32];
  if (!v_number(t, V_MAX_VARIABLE, &number) || !v_eol(t)) return false;
  snprintf(text, sizeof text, "%s %u", kind, number);
  return v_property_read(r->model, text, strlen(text), &r->c->property, t->error);
}

bool v_witness_read(struct v_reader *r) {
  const struct v_model *m = r->model;
  struct v_certificate *c = r->c;
  struct v_text *t = &r->text;
  if (!head(r)) return false;
  v_system_init(r->s, m, &c->property, false);
  c->is_trace = true;
  c->loop = V_NONE; /* the file does not say where the loop starts */
  c->stride = m->inputs.size + 1;
  c->latches = t->at; /* the trace stays where it is, in the bytes */
  if (!values(t, m->latches.size)) return false;
  for (c->inputs = t->at; !v_at(t, '.'); c->steps++) {
    if (c->steps == V_NONE - 1) return v_expected(t, "fewer steps");
    if (!values(t, m->inputs.size)) return false;
  }
  if (c->steps == 0) return v_expected(t, "at least one line of inputs");
  t->at++;
  return v_eol(t);
}
