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

/* "= <literal>" in the names of inputs and latches, perhaps behind other words; a = without a
 * number behind it means nothing. *any says whether there was one. */
static bool share_by_symbols(struct v_reader *r, struct circuit *c, bool *any) {
  *any = false;
  for (size_t k = 0; k < c->w.num_symbols; k++) {
    const struct v_symbol *s = &c->w.symbols[k];
    const char *end = s->name + s->length;
    const char *at = memchr(s->name, '=', s->length);
    uint32_t of;
    if ((s->kind != 'i' && s->kind != 'l') || !at) continue;
    struct v_text t = {"symbol of the witness", s->name, at + 1, end, 1, r->text.error};
    while (v_at(&t, ' ') || v_at(&t, '\t')) t.at++;
    if (t.at == end || *t.at < '0' || *t.at > '9') continue;
    *any = true;
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

/* What W shares with the model: told by a mapping, or else by symbols, or else by position. */
static bool share_all(struct v_reader *r, struct circuit *c) {
  const char *mapping = c->w.comment ? strstr(c->w.comment, "\nMAPPING ") : NULL;
  if (mapping) return share_by_mapping(r, c, mapping + 1);
  bool any;
  if (!share_by_symbols(r, c, &any)) return false;
  return any || (share_by_position(r, c, &c->w.inputs, &r->model->inputs) &&
                 share_by_position(r, c, &c->w.latches, &r->model->latches));
}

/* --- The property --- */
static bool unsupported(struct v_reader *r, const char *what) {
  v_fail(r->text.error, "%s (not supported)", what);
  return v_unsupported(r->text.error);
}

/* What was asked for, or all of them. */
static bool choose_property(struct v_reader *r) {
  const struct v_model *m = r->model;
  struct v_property *p = &r->c->property;
  const char *kind = m->bad.size > 0 ? "bad" : "output";
  size_t count = m->bad.size > 0 ? m->bad.size : m->outputs.size;
  char text[80];
  if (m->bad.size == 0 && m->justice_start.size > 1)
    return unsupported(r, "witness circuits of models with justice properties alone");
  if (count == 0) return unsupported(r, "models without bad literals and outputs");
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

/* The literals that W claims to be false: its bad literals; outputs where it has nothing else. */
static const struct v_list *bad_of(const struct v_model *w) {
  return w->bad.size == 0 && w->justice_start.size == 1 ? &w->outputs : &w->bad;
}

/* --- W as a circuit over the model --- */
/* What simulates nothing becomes a variable of its own. True if there is one. */
static bool add_leaves(struct v_reader *r, struct circuit *c, const struct v_list *leaves) {
  bool any = false;
  for (size_t k = 0; k < leaves->size; k++) {
    uint32_t *image = &c->map[leaves->at[k] / 2];
    if (*image != V_NONE) continue;
    *image = v_add_gate(r->s, NULL, 0);
    any = true;
  }
  return any;
}

static void add_gates(struct v_reader *r, struct circuit *c) {
  const struct v_model *w = &c->w;
  for (size_t k = 0; k < w->order.size; k++) {
    uint32_t gate = w->order.at[k];
    uint32_t arguments[] = {mapped(c, w->rhs.at[2 * gate]), mapped(c, w->rhs.at[2 * gate + 1])};
    c->map[w->lhs.at[gate] / 2] = v_add_gate(r->s, arguments, 2);
  }
}

/* The conjunction of the literals, each with this sign. */
static uint32_t all_of(struct v_reader *r, const struct circuit *c, const struct v_list *literals,
                       uint32_t sign) {
  struct v_list images = {0};
  for (size_t k = 0; k < literals->size; k++) v_push(&images, mapped(c, literals->at[k]) ^ sign);
  uint32_t all = images.size > 0 ? v_add_gate(r->s, images.at, images.size) : 1;
  v_list_free(&images);
  return all;
}

/* --- All of it simulates --- */
/* The claim of W is the invariant  R = C -> C' & !bad'_1 & .. & !bad'_n  of the model. */
static void claim_invariant(struct v_reader *r, const struct circuit *c) {
  const struct v_list *bad = bad_of(&c->w);
  struct v_list good = {0};
  for (size_t k = 0; k < bad->size; k++) v_push(&good, mapped(c, bad->at[k]) ^ 1);
  for (size_t k = 0; k < c->w.constraints.size; k++)
    v_push(&good, mapped(c, c->w.constraints.at[k]));
  r->c->invariant = v_add_gate(r->s, good.at, good.size);
  free(good.at);
  v_invariant_of_bad(r);
}

/* --- Some of it simulates --- */
/* The conditions of Certifaiger. A run of the model gives one of W: what simulates has the values
 * of the model, W's own inputs any, its own latches those of their resets and next literals. */
struct conditions {
  struct v_reader *r;
  const struct circuit *c;
  const uint8_t *shared;     /* per variable of W: it simulates */
  uint32_t C, C_w, P_w;      /* constraints of model and W; no bad literal of W */
  uint64_t now_C_w, now_P_w; /* the latter two before a step */
};

static uint64_t now(const struct conditions *q, uint32_t lit) {
  return v_framed(q->r->s, 0, 0, lit);
}
static uint64_t after(const struct conditions *q, uint32_t lit) {
  return v_framed(q->r->s, 0, 1, lit);
}

static void oblige(const struct conditions *q, const char *name, const char *meaning) {
  v_oblige(q->r, name, meaning, V_NONE, V_NONE);
}

static void equal(struct v_builder *b, uint64_t x, uint64_t y) {
  V_CLAUSE(b, x ^ 1, y);
  V_CLAUSE(b, x, y ^ 1);
}

static uint32_t latch(const struct conditions *q, size_t k) {
  return mapped(q->c, q->c->w.latches.at[k]);
}
static uint64_t reset(const struct conditions *q, size_t k) {
  return now(q, mapped(q->c, q->c->w.reset.at[k]));
}
static uint64_t next(const struct conditions *q, size_t k) {
  return now(q, mapped(q->c, q->c->w.next.at[k]));
}
static bool is_shared(const struct conditions *q, size_t k) {
  return q->shared[q->c->w.latches.at[k] / 2];
}

/* For each shared latch of W a case that it is something else in this frame than `value` says; and
 * one that W's constraints are false. */
static void differ(const struct conditions *q, uint32_t frame,
                   uint64_t (*value)(const struct conditions *, size_t)) {
  struct v_builder *b = q->r->b;
  for (size_t k = 0; k < q->c->w.latches.size; k++) {
    if (!is_shared(q, k)) continue;
    uint64_t l = v_framed(q->r->s, 0, frame, latch(q, k));
    v_case(b);
    equal(b, l, value(q, k) ^ 1);
  }
  V_CASE(b, v_framed(q->r->s, 0, frame, q->C_w ^ 1));
}

/* I & C & !(R'[K] & C') */
static void reset_condition(const struct conditions *q) {
  oblige(q, "reset", "what starts as the model starts as the witness circuit");
  v_initial(q->r);
  V_UNITS(q->r->b, now(q, q->C));
  differ(q, 0, reset);
}

/* N & C & C(N) & C' & !(N'[K] & C'(N)) */
static void transition_condition(const struct conditions *q) {
  oblige(q, "transition", "every step of the model is one of the witness circuit");
  V_UNITS(q->r->b, now(q, q->C), after(q, q->C), q->now_C_w);
  differ(q, 1, next);
}

/* C & C' & P' & bad, for each bad literal */
static void safety_condition(const struct conditions *q) {
  const struct v_property *p = &q->r->c->property;
  oblige(q, "safety", "where the witness circuit is not bad the model is not");
  for (uint32_t n = p->number; n <= p->last; n++) {
    uint32_t bad = v_bad_section(q->r->model, p)->at[n];
    V_CASE(q->r->b, now(q, q->C), q->now_C_w, q->now_P_w, now(q, bad));
  }
}

/* R' & C' & !P' */
static void base_condition(const struct conditions *q) {
  oblige(q, "base", "no initial state of the witness circuit is bad");
  for (size_t k = 0; k < q->c->w.latches.size; k++)
    equal(q->r->b, now(q, latch(q, k)), reset(q, k));
  V_UNITS(q->r->b, q->now_C_w, q->now_P_w ^ 1);
}

/* N' & C' & C'(N) & P' & !P'(N) */
static void step_condition(const struct conditions *q) {
  oblige(q, "inductive", "no step of the witness circuit leads to a bad state");
  for (size_t k = 0; k < q->c->w.latches.size; k++)
    equal(q->r->b, after(q, latch(q, k)), next(q, k));
  V_UNITS(q->r->b, q->now_C_w, after(q, q->C_w), q->now_P_w, after(q, q->P_w ^ 1));
}

static void state_conditions(struct v_reader *r, const struct circuit *c, const uint8_t *shared) {
  const struct v_list *constraints = &r->model->constraints;
  struct conditions q = {.r = r, .c = c, .shared = shared, .C = 1};
  q.C_w = all_of(r, c, &c->w.constraints, 0);
  q.P_w = all_of(r, c, bad_of(&c->w), 1);
  if (constraints->size > 0) q.C = v_add_gate(r->s, constraints->at, constraints->size);
  q.now_C_w = now(&q, q.C_w);
  q.now_P_w = now(&q, q.P_w);
  reset_condition(&q);
  transition_condition(&q);
  safety_condition(&q);
  base_condition(&q);
  step_condition(&q);
}

/* --- The whole --- */
static bool claim(struct v_reader *r, struct circuit *c) {
  if (!choose_property(r) || !share_all(r, c)) return false;
  uint8_t *shared = v_zeroed((size_t)c->w.maxvar + 1, 1);
  for (size_t k = 1; k <= c->w.maxvar; k++) shared[k] = c->map[k] != V_NONE;
  v_system_init(r->s, r->model, &r->c->property, false);
  bool own_inputs = add_leaves(r, c, &c->w.inputs);
  bool own_latches = add_leaves(r, c, &c->w.latches);
  add_gates(r, c);
  bool claims = bad_of(&c->w)->size > 0;
  if (own_inputs || own_latches || !claims)
    state_conditions(r, c, shared);
  else
    claim_invariant(r, c);
  r->c->holds = true;
  free(shared);
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
