#include "validator/foreign/witness.h"

#include "validator/beside/limits.h"

/* --- Reading --- */
static void skip_comments(struct v_text *t) {
  while (v_at(t, 'c') || v_at(t, 'u')) {
    const char *newline = memchr(t->at, '\n', (size_t)(t->end - t->at));
    if (!newline) return;
    t->at = newline + 1;
    t->line++;
  }
}

/* Decimal; zeros in front of it mean nothing. */
static bool number(struct v_text *t, uint32_t *value) {
  while (v_at(t, '0') && t->at + 1 < t->end && t->at[1] >= '0' && t->at[1] <= '9') t->at++;
  return v_number(t, V_MAX_VARIABLE, value);
}

enum { NAME_SIZE = 32 };
struct names {
  char (*at)[NAME_SIZE];
  size_t size, capacity;
};

/* "b<N>" or "j<N>". In a model that has outputs only they are the bad literals. */
static bool property(struct v_reader *r, struct names *names) {
  struct v_text *t = &r->text;
  const struct v_model *m = r->model;
  bool outputs = m->bad.size == 0 && m->justice_start.size == 1;
  const char *kind = outputs ? "output" : "bad";
  if (v_at(t, 'j')) kind = "justice";
  if (!v_at(t, 'j') && !v_at(t, 'b')) return v_expected(t, "b or j");
  t->at++;
  uint32_t n;
  if (!number(t, &n)) return false;
  names->at = v_grow(names->at, names->size, &names->capacity, sizeof *names->at);
  snprintf(names->at[names->size], NAME_SIZE, "%s %u", kind, n);
  names->size++;
  return true;
}

/* "1", and the properties */
static bool head(struct v_reader *r, struct names *names) {
  struct v_text *t = &r->text;
  skip_comments(t);
  if (!v_word(t, "1") || !v_eol(t)) return false;
  skip_comments(t);
  do {
    if (!property(r, names)) return false;
  } while (!v_at(t, '\n'));
  return v_eol(t);
}

/* A line of 0, 1 and x, moved to *to, so that lines stand one behind the other. An x becomes what
 * `resets` says if that is a constant, else 0. The bytes are the certificate's own. */
static bool row(struct v_text *t, size_t count, const struct v_list *resets, const char **to) {
  char *bit = (char *)(uintptr_t)*to;
  skip_comments(t);
  for (size_t k = 0; k < count; k++) {
    if (!v_at(t, '0') && !v_at(t, '1') && !v_at(t, 'x')) return v_expected(t, "0, 1 or x");
    bool one = *t->at == '1';
    if (*t->at == 'x' && resets) one = resets->at[k] == 1;
    bit[k] = one ? '1' : '0';
    t->at++;
  }
  *to += count;
  return v_eol(t);
}

/* Up to the end of the file. A file with several witnesses is not one of ours. */
static bool tail(struct v_text *t) {
  t->at++;
  if (!v_eol(t)) return false;
  skip_comments(t);
  if (t->at == t->end) return true;
  bool another = v_at_word(t, "0") || v_at_word(t, "1") || v_at_word(t, "2");
  v_expected(t, another ? "one witness in a file (several are not supported)"
                        : "nothing but lines that start with c or u behind the witness");
  return another && v_unsupported(t->error);
}

static bool trace(struct v_reader *r) {
  const struct v_model *m = r->model;
  struct v_certificate *c = r->c;
  struct v_text *t = &r->text;
  const char *to = t->at;
  c->holds = false;
  c->is_trace = true;
  c->stride = m->inputs.size;
  c->latches = to;
  if (!row(t, m->latches.size, &m->reset, &to)) return false;
  c->inputs = to;
  for (skip_comments(t); !v_at(t, '.'); skip_comments(t)) {
    if (c->steps == V_NONE - 1) return v_expected(t, "fewer steps");
    if (!row(t, m->inputs.size, NULL, &to)) return false;
    c->steps++;
  }
  if (c->steps == 0) return v_expected(t, "at least one line of inputs");
  return tail(t);
}

/* --- What of the trace counts --- */
struct run {
  const struct v_certificate *c;
  const struct v_model *m;
  uint8_t *value; /* per variable; of latches behind the steps so far */
  uint8_t *next;  /* per latch */
};

static void start(const struct run *r) {
  for (size_t k = 0; k < r->m->latches.size; k++)
    r->value[r->m->latches.at[k] / 2] = r->c->latches[k] == '1';
}

/* The gates in step t, before which r->value has the state. */
static void look(const struct run *r, uint32_t t) {
  const char *inputs = r->c->inputs + t * r->c->stride;
  for (size_t k = 0; k < r->m->inputs.size; k++)
    r->value[r->m->inputs.at[k] / 2] = inputs[k] == '1';
  v_evaluate_gates(&r->c->system, r->value);
}

static void move(const struct run *r) {
  const struct v_model *m = r->m;
  for (size_t k = 0; k < m->latches.size; k++) r->next[k] = v_value(r->value, m->next.at[k]);
  for (size_t k = 0; k < m->latches.size; k++) r->value[m->latches.at[k] / 2] = r->next[k];
}

/* The steps up to the first one that shows the bad literal; all if there is none. */
static uint32_t steps_to_bad(const struct run *r) {
  const struct v_property *p = &r->c->property;
  uint32_t bad = v_bad_section(r->m, p)->at[p->number];
  start(r);
  for (uint32_t t = 0; t < r->c->steps; t++) {
    look(r, t);
    if (v_value(r->value, bad)) return t + 1;
    move(r);
  }
  return r->c->steps;
}

static bool is_at(const struct run *r, const uint8_t *state) {
  for (size_t k = 0; k < r->m->latches.size; k++)
    if (r->value[r->m->latches.at[k] / 2] != state[k]) return false;
  return true;
}

/* Where the loop starts, which the file does not say. Two passes are made: the first one finds the
 * state behind the last step, the second one the first state that is the same (on all latches, as
 * aigsim has it; docs/certificates.md, section 10, has an example). Other such loops have fewer
 * steps: whatever fairness they show, this one shows. Without any, the last step will do: it is
 * refused. */
static uint32_t find_loop(const struct run *r) {
  start(r);
  for (uint32_t t = 0; t < r->c->steps; t++) {
    look(r, t);
    move(r);
  }
  uint8_t *last = v_need(NULL, r->m->latches.size, 1);
  if (r->m->latches.size > 0) memcpy(last, r->next, r->m->latches.size);
  uint32_t t = 0;
  for (start(r); t < r->c->steps && !is_at(r, last); t++) {
    look(r, t);
    move(r);
  }
  free(last);
  return t;
}

/* The certificate gets its property, and its trace is cut behind the bad literal, or told where its
 * loop starts. All of this is done so many times. */
static bool state(struct v_certificate *c, const struct v_model *m, const char *name,
                  uint64_t times, struct v_error *error) {
  if (!v_property_read(m, name, strlen(name), &c->property, error)) return false;
  v_system_init(&c->system, m, &c->property, false);
  if (!v_trace_is_within_limits(c, times, error)) return false;
  struct run r = {.c = c, .m = m};
  r.value = v_zeroed(v_num_variables(&c->system), 1);
  r.next = v_zeroed(m->latches.size, 1);
  if (c->property.kind == V_JUSTICE)
    c->loop = find_loop(&r);
  else
    c->steps = steps_to_bad(&r);
  free(r.value);
  free(r.next);
  return c->loop < c->steps || v_fail(error, "the loop of the trace does not close");
}

/* --- The whole --- */
/* Another property of the same trace: the kernel evaluates it, as it does with the one that is
 * claimed. */
static bool shows(const struct v_reader *r, const char *name, uint64_t times) {
  struct v_certificate other = *r->c;
  struct v_error *error = r->text.error;
  bool good = state(&other, r->model, name, times, error) && v_evaluate(&other, error);
  v_property_free(&other.property);
  v_system_free(&other.system);
  return good;
}

/* The first one, or the one that was asked for, which may be called "bad N" where it is an output.
 */
static size_t claimed(const struct v_reader *r, const struct names *names) {
  for (size_t k = 0; r->wanted && k < names->size; k++) {
    const char *blank = strchr(names->at[k], ' ');
    bool output = names->at[k][0] == 'o' && !strncmp(r->wanted, "bad ", 4);
    if (!strcmp(r->wanted, names->at[k]) || (output && !strcmp(r->wanted + 3, blank))) return k;
  }
  return 0;
}

bool v_witness_read(struct v_reader *r) {
  struct names names = {0};
  bool good = head(r, &names) && trace(r);
  uint64_t times = 2 * names.size; /* that the trace is computed, at least */
  size_t claim = claimed(r, &names);
  for (size_t k = 0; good && k < names.size; k++)
    if (k != claim) good = shows(r, names.at[k], times);
  if (good) good = state(r->c, r->model, names.at[claim], times, r->text.error);
  free(names.at);
  return good;
}
