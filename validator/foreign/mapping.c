#include "validator/foreign/circuit.h"

/* Pairs of literals, the first one of W: told by the comment, or else by symbols. */
typedef bool pair_function(struct v_reader *r, struct v_circuit *c, uint32_t lit, uint32_t of);

/* "= <literal>" (or another mark) in the names of inputs and latches, perhaps behind other words; a
 * mark without a number behind it means nothing. *any says whether there was one. */
static bool pairs_of_symbols(struct v_reader *r, struct v_circuit *c, char mark,
                             pair_function *pair, bool *any) {
  *any = false;
  for (size_t k = 0; k < c->w.symbols.size; k++) {
    const struct v_symbol *s = &c->w.symbols.at[k];
    const char *end = s->name + s->length;
    const char *at = memchr(s->name, mark, s->length);
    uint32_t of;
    if ((s->kind != 'i' && s->kind != 'l') || !at) continue;
    struct v_text t = {"symbol of the witness", s->name, at + 1, end, 1, r->text.error};
    while (v_at(&t, ' ') || v_at(&t, '\t')) t.at++;
    if (t.at == end || *t.at < '0' || *t.at > '9') continue;
    *any = true;
    if (!v_number(&t, 2 * V_MAX_VARIABLE, &of)) return false;
    if (!pair(r, c, v_section(&c->w, s->kind)->at[s->index], of)) return false;
  }
  return true;
}

/* "<word> <n>" at `at` in the comment and n lines of two literals. */
static bool pairs_of_comment(struct v_reader *r, struct v_circuit *c, const char *at,
                             const char *word, pair_function *pair) {
  const char *end = (const char *)c->w.bytes.at + c->w.bytes.size;
  struct v_text t = {"mapping of the witness", at, at, end, 1, r->text.error};
  uint32_t count, lit, of;
  if (!v_word(&t, word) || !v_blank_number(&t, V_MAX_VARIABLE, &count) || !v_eol(&t)) return false;
  for (; count > 0; count--) {
    if (!v_number(&t, 2 * V_MAX_VARIABLE, &lit)) return false;
    if (!v_blank_number(&t, 2 * V_MAX_VARIABLE, &of) || !v_eol(&t)) return false;
    if (!pair(r, c, lit, of)) return false;
  }
  return true;
}

/* The line of the comment that starts with the word and a blank; NULL if there is none. */
static const char *line_of_comment(const struct v_circuit *c, const char *word) {
  const char *at = c->w.comment;
  char start[32];
  snprintf(start, sizeof start, "\n%s ", word);
  if (at) at = strstr(at, start);
  return at ? at + 1 : NULL;
}

static bool read_pairs(struct v_reader *r, struct v_circuit *c, const char *word, char mark,
                       pair_function *pair, bool *any) {
  const char *line = line_of_comment(c, word);
  *any = true;
  if (line) return pairs_of_comment(r, c, line, word, pair);
  return pairs_of_symbols(r, c, mark, pair, any);
}

static enum v_kind kind_of(const struct v_model *m, uint32_t lit) {
  return lit / 2 <= m->maxvar ? (enum v_kind)m->kind[lit / 2] : V_UNDEFINED;
}

/* --- What simulates --- */
/* The leaf `lit` of W simulates the literal `of` of the model: it becomes that literal. A latch
 * cannot simulate an input, which it would have to foresee. */
static bool share(struct v_reader *r, struct v_circuit *c, uint32_t lit, uint32_t of) {
  struct v_error *error = r->text.error;
  enum v_kind leaf = kind_of(&c->w, lit);
  enum v_kind kind = kind_of(r->model, of);
  if (leaf == V_AND && (kind == V_INPUT || kind == V_LATCH)) {
    v_fail(error, "witness: gates that simulate, such as literal %u (not supported)", lit);
    return v_unsupported(error);
  }
  bool fits = (leaf == V_INPUT && (kind == V_INPUT || kind == V_LATCH)) ||
              (leaf == V_LATCH && kind == V_LATCH);
  if (!fits || c->shared[lit / 2])
    return v_fail(error, "witness: literal %u cannot simulate literal %u of the model", lit, of);
  c->map[lit / 2] = of ^ (lit & 1);
  c->shared[lit / 2] = 1;
  return true;
}

static bool share_by_position(struct v_reader *r, struct v_circuit *c, const struct v_list *own,
                              const struct v_list *others) {
  for (size_t k = 0; k < own->size && k < others->size; k++)
    if (!share(r, c, own->at[k], others->at[k])) return false;
  return true;
}

bool v_circuit_shares(struct v_reader *r, struct v_circuit *c) {
  bool any;
  if (!read_pairs(r, c, "MAPPING", '=', share, &any)) return false;
  return any || (share_by_position(r, c, &c->w.inputs, &r->model->inputs) &&
                 share_by_position(r, c, &c->w.latches, &r->model->latches));
}

/* --- What signals replace --- */
/* For signals `of` is what `lit` is in the other state; the last pair of a variable counts. */
static bool replace(struct v_reader *r, struct v_circuit *c, uint32_t lit, uint32_t of) {
  if (kind_of(&c->w, of) == V_UNDEFINED || (lit > 1 && kind_of(&c->w, lit) == V_UNDEFINED))
    return v_fail(r->text.error, "witness: literal %u cannot replace literal %u", lit, of);
  v_push(&c->replaced, of / 2);
  v_push(&c->seen, lit ^ (of & 1));
  return true;
}

/* By default the next literal of each latch becomes the latch. */
bool v_circuit_replaces(struct v_reader *r, struct v_circuit *c) {
  bool any;
  if (!read_pairs(r, c, "INTERVENTION", '<', replace, &any)) return false;
  for (size_t k = 0; k < c->w.latches.size && !any; k++)
    if (c->w.next.at[k] > 1) replace(r, c, c->w.latches.at[k], c->w.next.at[k]);
  return true;
}
