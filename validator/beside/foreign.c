/* Results of other tools, judged like our own: AIGER witnesses by evaluation, Certifaiger's witness
 * circuits by obligations (docs/certificates.md, section 10). */
#include "validator/kernel/certificate.h"

/* --- AIGER witnesses --- */
/* `count` characters 0, 1 or x, and a newline. An x may be anything and becomes 0. */
static bool values(struct v_text *t, size_t count) {
  for (size_t k = 0; k < count; k++, t->at++) {
    if (!v_at(t, '0') && !v_at(t, '1') && !v_at(t, 'x')) return v_expected(t, "0, 1 or x");
    if (*t->at == 'x') *(char *)(uintptr_t)t->at = '0';
  }
  return v_eol(t);
}

/* "1", "b<N>" or "j<N>", a line of latches, a line of inputs per step, ".". The trace stays where
 * it is, in the bytes. */
bool v_witness_read(struct v_reader *r) {
  const struct v_model *m = r->model;
  struct v_certificate *c = r->c;
  struct v_text *t = &r->text;
  uint32_t number;
  char text[32];
  if (!v_word(t, "1") || !v_eol(t)) return false;
  bool justice = v_at(t, 'j');
  if (!justice && !v_at(t, 'b')) return v_expected(t, "b or j");
  t->at++;
  if (!v_number(t, V_MAX_VARIABLE, &number) || !v_eol(t)) return false;
  snprintf(text, sizeof text, "%s %u",
           justice       ? "justice"
           : m->bad.size ? "bad"
                         : "output",
           number);
  if (!v_property_read(m, text, strlen(text), &c->property, t->error)) return false;
  v_system_init(r->s, m, &c->property, false);
  c->is_trace = true;
  c->loop = V_NONE; /* the file does not say where the loop starts */
  c->stride = m->inputs.size + 1;
  c->latches = t->at;
  if (!values(t, m->latches.size)) return false;
  for (c->inputs = t->at; !v_at(t, '.'); c->steps++)
    if (!values(t, m->inputs.size)) return false;
  if (!c->steps) return v_expected(t, "at least one line of inputs");
  t->at++;
  return v_eol(t);
}

/* --- Certifaiger --- */
/* The leaf `lit` of the witness W simulates the literal `of` of the model M: it becomes that
 * literal. A latch of W cannot simulate an input, which it would have to foresee. `map` takes
 * variables of W to literals of the system. */
static bool share(struct v_reader *r, const struct v_model *w, uint32_t *map, uint32_t lit,
                  uint32_t of) {
  enum v_kind leaf = lit / 2 <= w->maxvar ? w->kind[lit / 2] : V_UNDEFINED;
  enum v_kind kind = of / 2 <= r->model->maxvar ? r->model->kind[of / 2] : V_UNDEFINED;
  bool fits =
      kind == V_LATCH ? leaf == V_LATCH || leaf == V_INPUT : kind == V_INPUT && leaf == V_INPUT;
  if (!fits || map[lit / 2] != V_NONE)
    return v_fail(r->text.error, "witness: literal %u cannot simulate literal %u of the model", lit,
                  of);
  map[lit / 2] = of ^ (lit & 1);
  return true;
}

/* From the names "= <literal>" of inputs and latches; or else from "MAPPING <n>" in the comment and
 * n lines "<literal of the witness> <literal of the model>"; or else by position. */
static bool share_all(struct v_reader *r, const struct v_model *w, uint32_t *map) {
  const struct v_model *m = r->model;
  struct v_error *error = r->text.error;
  const char *comment = w->comment ? strstr(w->comment, "\nMAPPING ") : NULL;
  uint32_t count, lit, of;
  bool named = false, good = true;
  for (size_t k = 0; good && k < w->num_symbols; k++) {
    const struct v_symbol *s = &w->symbols[k];
    struct v_text t = {"symbol of the witness", s->name, s->name, s->name + s->length, 1, error};
    if ((s->kind != 'i' && s->kind != 'l') || !v_at(&t, '=')) continue;
    for (named = true, t.at++; v_at(&t, ' ');) t.at++;
    good = v_number(&t, 2 * V_MAX_VARIABLE, &of) &&
           share(r, w, map, v_section(w, s->kind)->at[s->index], of);
  }
  if (named || !good) return good;
  if (comment) {
    struct v_text t = {"mapping of the witness",
                       comment + 1,
                       comment + 1,
                       (const char *)w->bytes.at + w->bytes.size,
                       1,
                       error};
    good = v_word(&t, "MAPPING") && v_blank_number(&t, V_MAX_VARIABLE, &count) && v_eol(&t);
    for (; good && count; count--)
      good = v_number(&t, 2 * V_MAX_VARIABLE, &lit) &&
             v_blank_number(&t, 2 * V_MAX_VARIABLE, &of) && v_eol(&t) && share(r, w, map, lit, of);
    return good;
  }
  for (size_t k = 0; good && k < w->inputs.size && k < m->inputs.size; k++)
    good = share(r, w, map, w->inputs.at[k], m->inputs.at[k]);
  for (size_t k = 0; good && k < w->latches.size && k < m->latches.size; k++)
    good = share(r, w, map, w->latches.at[k], m->latches.at[k]);
  return good;
}

/* The gates of W become gates of the certificate, and its claim the invariant  R = C -> C' & !bad'
 * of the model. */
static bool claim(struct v_reader *r, const struct v_model *w, uint32_t *map) {
  const struct v_list *bad = w->bad.size ? &w->bad : &w->outputs;
  const char *property = r->model->bad.size ? "bad 0" : "output 0";
  if (!v_property_read(r->model, property, strlen(property), &r->c->property, r->text.error))
    return false;
  if (!bad->size) return v_fail(r->text.error, "witness: expected a bad literal or an output");
  if (!share_all(r, w, map)) return false;
  for (uint32_t k = 1; k <= w->maxvar; k++)
    if ((w->kind[k] == V_INPUT || w->kind[k] == V_LATCH) && map[k] == V_NONE)
      return v_fail(
          r->text.error,
          "witness: literal %u simulates nothing; inputs and latches of its own are not supported",
          2 * k);
  v_system_init(r->s, r->model, &r->c->property, false);
  for (size_t k = 0; k < w->order.size; k++) {
    uint32_t gate = w->order.at[k], a = w->rhs.at[2 * gate], b = w->rhs.at[2 * gate + 1];
    map[w->lhs.at[gate] / 2] =
        v_add_gate(r->s, (uint32_t[]){map[a / 2] ^ (a & 1), map[b / 2] ^ (b & 1)}, 2);
  }
  struct v_list good = {0};
  v_push(&good, map[bad->at[0] / 2] ^ (bad->at[0] & 1) ^ 1);
  for (size_t k = 0; k < w->constraints.size; k++)
    v_push(&good, map[w->constraints.at[k] / 2] ^ (w->constraints.at[k] & 1));
  r->c->invariant = v_add_gate(r->s, good.at, good.size); /* C' & !bad' */
  free(good.at);
  v_invariant_of_bad(r);
  return r->c->holds = true;
}

bool v_certifaiger_read(struct v_reader *r) {
  struct v_model w;
  bool good = v_model_read(r->c->bytes, &w, r->text.error);
  uint32_t *map = v_need(NULL, (size_t)w.maxvar + 1, sizeof *map);
  memset(map, 0xff, ((size_t)w.maxvar + 1) * sizeof *map); /* V_NONE */
  map[0] = 0;
  good = good && claim(r, &w, map);
  free(map);
  w.bytes = (struct v_bytes){0}; /* they are the certificate's */
  v_model_free(&w);
  return good;
}
