#include "validator/foreign/certifaiger.h"

#include "validator/kernel/rules.h"

/* The witness circuit W, and for each of its variables the literal of the system that it is. */
struct circuit {
  struct v_model w;
  uint32_t *map;
};

static uint32_t mapped(const struct circuit *c, uint32_t lit) {
  return c->map[lit / 2] ^ (lit & 1);
}

static enum v_kind kind_of(const struct v_model *m, uint32_t lit) {
  return lit / 2 <= m->maxvar ? (enum v_kind)m->kind[lit / 2] : V_UNDEFINED;
}

/* The leaf `lit` of W simulates the literal `of` of the model: it becomes that literal. A latch
 * cannot simulate an input, which it would have to foresee. */
static bool share(struct v_reader *r, struct circuit *c, uint32_t lit, uint32_t of) {
  struct v_error *error = r->text.error;
  enum v_kind leaf = kind_of(&c->w, lit);
  enum v_kind kind = kind_of(r->model, of);
  if (leaf == V_AND && (kind == V_INPUT || kind == V_LATCH)) {
    v_fail(error, "witness: gates that simulate, such as literal %u (not supported)", lit);
    return v_unsupported(error);
  }
  bool fits = (leaf == V_INPUT && (kind == V_INPUT || kind == V_LATCH)) ||
              (leaf == V_LATCH && kind == V_LATCH);
  if (!fits || c->map[lit / 2] != V_NONE)
    return v_fail(error, "witness: literal %u cannot simulate literal %u of the model", lit, of);
  c->map[lit / 2] = of ^ (lit & 1);
  return true;
}

/* "= <literal>" in the names of inputs and latches. *any says whether there was one. */
static bool share_by_symbols(struct v_reader *r, struct circuit *c, bool *any) {
  *any = false;
  for (size_t k = 0; k < c->w.num_symbols; k++) {
    const struct v_symbol *s = &c->w.symbols[k];
    const char *end = s->name + s->length;
    struct v_text t = {"symbol of the witness", s->name, s->name, end, 1, r->text.error};
    uint32_t of;
    if ((s->kind != 'i' && s->kind != 'l') || !v_at(&t, '=')) continue;
    *any = true;
    t.at++;
    while (v_at(&t, ' ')) t.at++;
    if (!v_number(&t, 2 * V_MAX_VARIABLE, &of)) return false;
    if (!share(r, c, v_section(&c->w, s->kind)->at[s->index], of)) return false;
  }
  return true;
}

/* "MAPPING <n>" in the comment and n lines "<literal of the witness> <literal of the model>" */
static bool share_by_mapping(struct v_reader *r, struct circuit *c, const char *mapping) {
  const char *end = (const char *)c->w.bytes.at + c->w.bytes.size;
  struct v_text t = {"mapping of the witness", mapping, mapping, end, 1, r->text.error};
  uint32_t count, lit, of;
  if (!v_word(&t, "MAPPING") || !v_blank_number(&t, V_MAX_VARIABLE, &count) || !v_eol(&t))
    return false;
  for (; count > 0; count--) {
    if (!v_number(&t, 2 * V_MAX_VARIABLE, &lit)) return false;
    if (!v_blank_number(&t, 2 * V_MAX_VARIABLE, &of) || !v_eol(&t)) return false;
    if (!share(r, c, lit, of)) return false;
  }
  return true;
}

static bool share_by_position(struct v_reader *r, struct circuit *c, const struct v_list *own,
                              const struct v_list *others) {
  for (size_t k = 0; k < own->size && k < others->size; k++)
    if (!share(r, c, own->at[k], others->at[k])) return false;
  return true;
}

/* What W shares with the model: told by symbols, or else by a mapping, or else by position. */
static bool share_all(struct v_reader *r, struct circuit *c) {
  bool any;
  if (!share_by_symbols(r, c, &any)) return false;
  const char *mapping = c->w.comment ? strstr(c->w.comment, "\nMAPPING ") : NULL;
  if (!any && mapping && !share_by_mapping(r, c, mapping + 1)) return false;
  if (!any && !mapping && !share_by_position(r, c, &c->w.inputs, &r->model->inputs)) return false;
  if (!any && !mapping && !share_by_position(r, c, &c->w.latches, &r->model->latches)) return false;
  for (uint32_t k = 1; k <= c->w.maxvar; k++) {
    bool leaf = c->w.kind[k] == V_INPUT || c->w.kind[k] == V_LATCH;
    if (!leaf || c->map[k] != V_NONE) continue;
    v_fail(r->text.error,
           "witness: inputs and latches of its own; literal %u simulates nothing (not supported)",
           2 * k);
    return v_unsupported(r->text.error);
  }
  return true;
}

/* The property: what was asked for, or all of them. */
static bool choose_property(struct v_reader *r) {
  const struct v_model *m = r->model;
  struct v_property *p = &r->c->property;
  const char *kind = m->bad.size > 0 ? "bad" : "output";
  size_t count = m->bad.size > 0 ? m->bad.size : m->outputs.size;
  char text[80];
  snprintf(text, sizeof text, "%s 0", kind);
  if (r->wanted && !strncmp(r->wanted, "bad ", 4)) /* without bad literals: the output */
    snprintf(text, sizeof text, "%s %.20s", kind, r->wanted + 4);
  else if (r->wanted)
    snprintf(text, sizeof text, "%.60s", r->wanted);
  if (!v_property_read(m, text, strlen(text), p, r->text.error)) return false;
  if (p->kind != V_BAD && p->kind != V_OUTPUT)
    return v_fail(r->text.error, "the certificate is about another property");
  p->last = p->number;
  if (r->wanted || count == 1) return true;
  p->last = (uint32_t)count - 1;
  free(p->text);
  p->text = v_need(NULL, sizeof text, 1);
  snprintf(p->text, sizeof text, "%s 0 .. %s %u", kind, kind, p->last);
  return true;
}

/* The gates of W become gates of the certificate, and its claim the invariant
 * R = C -> C' & !bad'_1 & .. & !bad'_n  of the model. */
static bool claim(struct v_reader *r, struct circuit *c) {
  const struct v_model *w = &c->w;
  const struct v_list *bad = w->bad.size > 0 ? &w->bad : &w->outputs;
  if (!choose_property(r)) return false;
  if (bad->size == 0) return v_fail(r->text.error, "witness: expected a bad literal or an output");
  if (!share_all(r, c)) return false;
  v_system_init(r->s, r->model, &r->c->property, false);
  for (size_t k = 0; k < w->order.size; k++) {
    uint32_t gate = w->order.at[k];
    uint32_t arguments[] = {mapped(c, w->rhs.at[2 * gate]), mapped(c, w->rhs.at[2 * gate + 1])};
    c->map[w->lhs.at[gate] / 2] = v_add_gate(r->s, arguments, 2);
  }
  struct v_list good = {0};
  for (size_t k = 0; k < bad->size; k++) v_push(&good, mapped(c, bad->at[k]) ^ 1);
  for (size_t k = 0; k < w->constraints.size; k++) v_push(&good, mapped(c, w->constraints.at[k]));
  r->c->invariant = v_add_gate(r->s, good.at, good.size);
  free(good.at);
  v_invariant_of_bad(r);
  r->c->holds = true;
  return true;
}

bool v_certifaiger_read(struct v_reader *r) {
  struct circuit c;
  bool good = v_model_read("witness", r->c->bytes, &c.w, r->text.error);
  c.map = v_need(NULL, (size_t)c.w.maxvar + 1, sizeof *c.map);
  for (size_t k = 1; k <= c.w.maxvar; k++) c.map[k] = V_NONE;
  c.map[0] = 0;
  good = good && claim(r, &c);
  free(c.map);
  c.w.bytes = (struct v_bytes){0}; /* they are the certificate's */
  v_model_free(&c.w);
  return good;
}
