#include "validator/foreign/witness.h"

#include "validator/beside/limits.h"
#include "validator/kernel/evaluate.h"

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

/* --- Where the loop starts --- */
/* The file does not say it. Two passes are made: the first one finds the state behind the last
 * step, the second one the first state that is the same on all relevant latches
 * (docs/certificates.md, section 10, has an example). Other such loops have fewer steps: whatever
 * fairness they show, this one shows. */
struct search {
  const struct v_certificate *c;
  const struct v_model *m;
  uint8_t *value;    /* per variable; of latches behind the steps so far */
  uint8_t *next;     /* per latch */
  uint8_t *relevant; /* per variable */
};

static void start(const struct search *s) {
  for (size_t k = 0; k < s->m->latches.size; k++)
    s->value[s->m->latches.at[k] / 2] = s->c->latches[k] == '1';
}

static void take_step(const struct search *s, uint32_t t) {
  const struct v_model *m = s->m;
  const char *inputs = s->c->inputs + t * s->c->stride;
  for (size_t k = 0; k < m->inputs.size; k++) s->value[m->inputs.at[k] / 2] = inputs[k] == '1';
  v_evaluate_gates(&s->c->system, s->value);
  for (size_t k = 0; k < m->latches.size; k++) s->next[k] = v_value(s->value, m->next.at[k]);
  for (size_t k = 0; k < m->latches.size; k++) s->value[m->latches.at[k] / 2] = s->next[k];
}

static bool is_at(const struct search *s, const uint8_t *state) {
  for (size_t k = 0; k < s->m->latches.size; k++) {
    uint32_t latch = s->m->latches.at[k] / 2;
    if (s->relevant[latch] && s->value[latch] != state[k]) return false;
  }
  return true;
}

/* If there is none, any will do: the trace is refused. */
static uint32_t find_loop(const struct search *s) {
  start(s);
  for (uint32_t t = 0; t < s->c->steps; t++) take_step(s, t);
  uint8_t *last = v_need(NULL, s->m->latches.size, 1);
  if (s->m->latches.size > 0) memcpy(last, s->next, s->m->latches.size);
  uint32_t t = 0;
  for (start(s); t + 1 < s->c->steps && !is_at(s, last); t++) take_step(s, t);
  free(last);
  return t;
}

static bool search(struct v_certificate *c, struct v_error *error) {
  const struct v_model *m = c->system.model;
  if (!v_trace_is_within_limits(c, 2, error)) return false;
  struct search s = {.c = c, .m = m};
  s.value = v_zeroed(v_num_variables(&c->system), 1);
  s.next = v_zeroed(m->latches.size, 1);
  s.relevant = v_zeroed((size_t)m->maxvar + 1, 1);
  v_find_relevant(&c->system, s.relevant);
  c->loop = find_loop(&s);
  free(s.value);
  free(s.next);
  free(s.relevant);
  return true;
}

bool v_witness_read(struct v_reader *r) {
  const struct v_model *m = r->model;
  struct v_certificate *c = r->c;
  struct v_text *t = &r->text;
  if (!head(r)) return false;
  v_system_init(r->s, m, &c->property, false);
  c->is_trace = true;
  c->stride = m->inputs.size + 1;
  c->latches = t->at; /* the trace stays where it is, in the bytes */
  if (!values(t, m->latches.size)) return false;
  for (c->inputs = t->at; !v_at(t, '.'); c->steps++) {
    if (c->steps == V_NONE - 1) return v_expected(t, "fewer steps");
    if (!values(t, m->inputs.size)) return false;
  }
  if (c->steps == 0) return v_expected(t, "at least one line of inputs");
  t->at++;
  if (!v_eol(t)) return false;
  return c->property.kind != V_JUSTICE || search(c, t->error);
}
