/* Results of other tools, judged like our own: AIGER witnesses by evaluation, Certifaiger's witness circuits by obligations
 * (docs/certificates.md, section 10). */
#include "validator/certificate.h"

#include <stdlib.h>
#include <string.h>

/* --- AIGER witnesses --- */
/* `count` characters 0, 1 or x, and a newline. An x may be anything and becomes 0. */
static bool values(struct v_text *t, size_t count) {
  for (size_t k = 0; k < count; k++, t->at++) {
    if (!v_at(t, '0') && !v_at(t, '1') && !v_at(t, 'x')) return v_expected(t, "0, 1 or x");
    if (*t->at == 'x') *(char *)(uintptr_t)t->at = '0';
  }
  return v_eol(t);
}

/* "1", "b<N>" or "j<N>", a line of latches, a line of inputs per step, ".". The trace stays where it is, in the bytes. */
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
  snprintf(text, sizeof text, "%s %u", justice ? "justice" : m->bad.size ? "bad" : "output", number);
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
/* The witness circuit W is put beside the model M in one circuit, in which an input or latch of W that simulates a literal
 * of M is that literal. `map` takes variables of W to literals there. */
struct pair {
  struct v_model *m;
  const struct v_model *w;
  uint32_t *map;
  struct v_list shared; /* numbers of the latches of W that simulate a latch of M */
};

static uint32_t mapped(const struct pair *p, uint32_t lit) { return p->map[lit / 2] ^ (lit & 1); }

/* The leaf `lit` of W simulates the literal `of` of M. A latch of W cannot simulate an input: it would have to foresee it. */
static bool share(struct pair *p, uint32_t lit, uint32_t of, struct v_error *error) {
  enum v_kind leaf = lit / 2 <= p->w->maxvar ? p->w->kind[lit / 2] : V_UNDEFINED;
  enum v_kind kind = of / 2 <= p->m->maxvar ? p->m->kind[of / 2] : V_UNDEFINED;
  bool fits = kind == V_LATCH ? leaf == V_LATCH || leaf == V_INPUT : kind == V_INPUT && leaf == V_INPUT;
  if (!fits || p->map[lit / 2] != V_NONE) return v_fail(error, "witness: literal %u cannot simulate literal %u of the model", lit, of);
  p->map[lit / 2] = of ^ (lit & 1);
  if (leaf == V_LATCH) v_push(&p->shared, p->w->index[lit / 2]);
  return true;
}

/* The names "= <literal>" of inputs and latches, whatever else they say; *any if there are some. */
static bool shared_by_symbols(struct pair *p, bool *any, struct v_error *error) {
  for (size_t k = 0; k < p->w->num_symbols; k++) {
    const struct v_symbol *s = &p->w->symbols[k];
    struct v_text t = {"symbol of the witness", s->name, s->name, s->name + s->length, 1, error};
    uint32_t of;
    if ((s->kind != 'i' && s->kind != 'l') || !v_at(&t, '=')) continue;
    for (*any = true, t.at++; v_at(&t, ' ');) t.at++;
    if (!v_number(&t, 2 * V_MAX_VARIABLE, &of) || !share(p, v_section(p->w, s->kind)->at[s->index], of, error)) return false;
  }
  return true;
}

/* "MAPPING <n>" in the comment, then n lines "<literal of the witness> <literal of the model>" */
static bool shared_by_comment(struct pair *p, const char *from, struct v_error *error) {
  const char *end = (const char *)p->w->bytes.at + p->w->bytes.size;
  struct v_text t = {"mapping of the witness", from, from, end, 1, error};
  uint32_t count, lit, of;
  if (!v_word(&t, "MAPPING") || !v_blank_number(&t, V_MAX_VARIABLE, &count) || !v_eol(&t)) return false;
  for (; count; count--) {
    if (!v_number(&t, 2 * V_MAX_VARIABLE, &lit) || !v_blank_number(&t, 2 * V_MAX_VARIABLE, &of) || !v_eol(&t)) return false;
    if (!share(p, lit, of, error)) return false;
  }
  return true;
}

static bool find_shared(struct pair *p, struct v_error *error) {
  const struct v_model *m = p->m, *w = p->w;
  const char *comment = w->comment ? strstr(w->comment, "\nMAPPING ") : NULL;
  bool any = false, good = shared_by_symbols(p, &any, error);
  if (any || !good) return good;
  if (comment) return shared_by_comment(p, comment + 1, error);
  for (size_t k = 0; good && k < w->inputs.size && k < m->inputs.size; k++) good = share(p, w->inputs.at[k], m->inputs.at[k], error);
  for (size_t k = 0; good && k < w->latches.size && k < m->latches.size; k++) good = share(p, w->latches.at[k], m->latches.at[k], error);
  return good;
}

/* A new variable of M in `list`, which stands for `lit` of W. */
static void add(struct pair *p, uint32_t lit, enum v_kind kind, struct v_list *list) {
  uint32_t var = ++p->m->maxvar;
  if (var >= V_MAX_VARIABLE) v_exhausted();
  p->m->kind[var] = (uint8_t)kind;
  p->m->index[var] = (uint32_t)list->size;
  p->map[lit / 2] = 2 * var;
  v_push(list, 2 * var);
}

/* Everything of W that is not in M gets variables behind those of M. */
static void join(struct pair *p) {
  struct v_model *m = p->m;
  const struct v_model *w = p->w;
  size_t variables = (size_t)m->maxvar + w->maxvar + 1, latches = m->latches.size;
  m->kind = v_need(m->kind, variables, sizeof *m->kind);
  m->index = v_need(m->index, variables, sizeof *m->index);
  for (size_t k = 0; k < w->inputs.size; k++)
    if (p->map[w->inputs.at[k] / 2] == V_NONE) add(p, w->inputs.at[k], V_INPUT, &m->inputs);
  for (size_t k = 0; k < w->latches.size; k++) {
    if (p->map[w->latches.at[k] / 2] != V_NONE) continue;
    add(p, w->latches.at[k], V_LATCH, &m->latches);
    v_push(&m->reset, w->reset.at[k] < 2 ? w->reset.at[k] : 2 * m->maxvar);
    v_push(&m->next, w->next.at[k]); /* as in W, for now */
  }
  for (size_t k = 0; k < w->order.size; k++) {
    uint32_t gate = w->order.at[k];
    v_push(&m->rhs, mapped(p, w->rhs.at[2 * gate])), v_push(&m->rhs, mapped(p, w->rhs.at[2 * gate + 1]));
    v_push(&m->order, (uint32_t)m->lhs.size);
    add(p, w->lhs.at[gate], V_AND, &m->lhs);
  }
  for (size_t k = latches; k < m->latches.size; k++) m->next.at[k] = mapped(p, m->next.at[k]);
}

static bool judge(struct v_reader *r, struct pair *p, struct v_error *error) {
  const struct v_list *bad = p->w->bad.size ? &p->w->bad : &p->w->outputs;
  const char *property = p->m->bad.size ? "bad 0" : "output 0";
  if (!v_property_read(p->m, property, strlen(property), &r->c->property, error)) return false;
  if (!bad->size) return v_fail(error, "witness: expected a bad literal or an output");
  if (!find_shared(p, error)) return false;
  join(p);
  v_system_init(r->s, p->m, &r->c->property, false);
  struct v_list constraints = {0}, triples = {0};
  v_push(&constraints, 1);
  for (size_t k = 0; k < p->w->constraints.size; k++) v_push(&constraints, mapped(p, p->w->constraints.at[k]));
  for (size_t k = 0; k < p->shared.size; k++) {
    uint32_t latch = p->shared.at[k], lit = p->w->latches.at[latch];
    v_push(&triples, mapped(p, lit)), v_push(&triples, p->w->reset.at[latch]), v_push(&triples, mapped(p, p->w->next.at[latch]));
  }
  v_simulation(r, v_add_gate(r->s, constraints.at, constraints.size), mapped(p, bad->at[0]), &triples);
  V_FREE(constraints.at, triples.at);
  return r->c->holds = true;
}

bool v_certifaiger_read(struct v_reader *r, struct v_model *m) {
  struct v_model w;
  bool good = v_model_read(r->c->bytes, &w, r->text.error);
  struct pair p = {.m = m, .w = &w, .map = v_need(NULL, (size_t)w.maxvar + 1, sizeof *p.map)};
  memset(p.map, 0xff, ((size_t)w.maxvar + 1) * sizeof *p.map); /* V_NONE */
  p.map[0] = 0;
  good = good && judge(r, &p, r->text.error);
  V_FREE(p.map, p.shared.at);
  w.bytes = (struct v_bytes){0}; /* they are the certificate's */
  v_model_free(&w);
  return good;
}
