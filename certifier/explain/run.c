#include "certifier/explain/run.h"

#include "certifier/explain/short_lasso.h"
#include "formats/support/table.h"

/* What looking for free inputs may cost, in gates; and the largest run that is kept in memory. */
enum { MOST_GATES = 300000000, MOST_STATES = 200000000 };

struct run {
  const struct replay *replay;
  const struct aiger *model;
  uint32_t goal;      /* literal that is true at the end; justice: none */
  uint8_t *first;     /* values of latches at first, one per latch */
  uint8_t *inputs;    /* steps rows of inputs */
  size_t steps, loop; /* loop: HISTORY_NO_LOOP for bad */
  uint8_t *value;     /* per variable: of the step at hand */
  uint8_t *met;       /* per fairness */
  uint8_t *relevant;  /* per latch: does it have to come back in a loop? */
  bool open_loop;     /* others do not */
  size_t budget;
};

static uint8_t *row(const struct run *r, size_t t) { return r->inputs + t * r->model->inputs.size; }

/* --- simulation with three values ------------------------------------------------------------- */

static uint8_t of(const struct run *r, uint32_t lit) {
  uint8_t v = r->value[lit >> 1];
  return v == HISTORY_FREE ? v : v ^ (lit & 1);
}

static void set_latches(const struct run *r, const uint8_t *latches) {
  r->value[0] = 0;
  for (size_t k = 0; k < r->model->num_latches; k++)
    r->value[r->model->latches[k].lit >> 1] = latches[k];
}

static void evaluate(const struct run *r, size_t t) {
  const struct aiger *m = r->model;
  for (size_t k = 0; k < m->inputs.size; k++) r->value[m->inputs.at[k] >> 1] = row(r, t)[k];
  for (size_t k = 0; k < m->num_ands; k++) {
    uint8_t a = of(r, m->ands[k].rhs0), b = of(r, m->ands[k].rhs1);
    r->value[m->ands[k].lhs >> 1] = a == 0 || b == 0 ? 0 : a == 1 && b == 1 ? 1 : HISTORY_FREE;
  }
}

static void next(const struct run *r, uint8_t *latches) {
  for (size_t k = 0; k < r->model->num_latches; k++) latches[k] = of(r, r->model->latches[k].next);
}

static bool is_allowed(const struct run *r) {
  for (size_t k = 0; k < r->model->constraints.size; k++)
    if (of(r, r->model->constraints.at[k]) != 1) return false;
  return true;
}

static bool all_met(const struct run *r) {
  for (size_t j = 0; j < r->replay->fairness.size; j++)
    if (!r->met[j]) return false;
  return true;
}

/* docs/certificates.md, section 5: those that the certificate names, or else latches in the cone of
 * a constraint or of the fairness list, through latches, too. */
static void find_relevant(struct run *r) {
  const struct aiger *m = r->model;
  const char *returning = r->replay->certificate->trace_returning;
  for (size_t k = 0; returning && k < m->num_latches; k++) r->relevant[k] = returning[k] == '1';
  if (returning) return;
  uint8_t *mark = memory_zeroed((size_t)m->maxvar + 1, 1);
  for (size_t k = 0; k < m->constraints.size; k++) mark[m->constraints.at[k] >> 1] = 1;
  for (size_t k = 0; k < r->replay->fairness.size; k++) mark[r->replay->fairness.at[k] >> 1] = 1;
  for (bool more = true; more;) {
    more = false;
    for (size_t k = m->num_ands; k-- > 0;) {
      if (!mark[m->ands[k].lhs >> 1]) continue;
      mark[m->ands[k].rhs0 >> 1] = 1;
      mark[m->ands[k].rhs1 >> 1] = 1;
    }
    for (size_t k = 0; k < m->num_latches; k++) {
      if (!mark[m->latches[k].lit >> 1] || r->relevant[k]) continue;
      r->relevant[k] = 1;
      more = true;
      mark[m->latches[k].next >> 1] = 1;
    }
  }
  free(mark);
}

/* Of a latch that has to come back the value must be known: "the same" must mean one value. */
static bool is_same(struct run *r, const uint8_t *a, const uint8_t *b) {
  r->open_loop = false;
  for (size_t k = 0; k < r->model->num_latches; k++) {
    bool same = a[k] == b[k] && a[k] != HISTORY_FREE;
    if (!same && r->relevant[k]) return false;
    r->open_loop = r->open_loop || !same;
  }
  return true;
}

/* Does the property fail by the run, whatever the free inputs are? */
static bool shows(struct run *r) {
  size_t n = r->model->num_latches;
  uint8_t *latches = memory_alloc(n, 1), *start = memory_zeroed(n, 1);
  bool ok = r->loop == HISTORY_NO_LOOP || r->loop < r->steps;
  memcpy(latches, r->first, n);
  memset(r->met, 0, r->replay->fairness.size);
  for (size_t t = 0; t < r->steps && ok; t++) {
    if (t == r->loop) memcpy(start, latches, n);
    for (size_t k = 0; t == r->loop && k < n; k++)
      if (!r->relevant[k]) latches[k] = HISTORY_FREE;
    set_latches(r, latches);
    evaluate(r, t);
    ok = is_allowed(r);
    for (size_t j = 0; t >= r->loop && j < r->replay->fairness.size; j++)
      if (of(r, r->replay->fairness.at[j]) == 1) r->met[j] = 1;
    next(r, latches);
  }
  if (r->loop == HISTORY_NO_LOOP)
    ok = ok && of(r, r->goal) == 1;
  else
    ok = ok && all_met(r) && is_same(r, start, latches);
  free(latches);
  free(start);
  return ok;
}

/* --- steps that are not needed ---------------------------------------------------------------- */

struct states {
  uint8_t *at;
  size_t size, width;
};

static uint64_t hash_state(const void *states, uint32_t k) {
  const struct states *s = states;
  return hash_bytes(0, s->at + k * s->width, s->width);
}

static bool same_state(const void *states, uint32_t k, const void *key) {
  const struct states *s = states;
  return memcmp(s->at + k * s->width, key, s->width) == 0;
}

/* The states of all steps; the inputs have values. */
static void simulate(struct run *r, struct states *s) {
  s->width = r->model->num_latches;
  s->size = r->steps;
  s->at = memory_alloc(s->size * s->width + s->width, 1);
  memcpy(s->at, r->first, s->width);
  for (size_t t = 0; t < r->steps; t++) {
    set_latches(r, s->at + t * s->width);
    evaluate(r, t);
    next(r, s->at + (t + 1) * s->width);
  }
}

/* last[t]: the last step up to `end` with the state of step t. */
static uint32_t *find_last(const struct states *s, size_t end) {
  uint32_t *last = memory_alloc(s->size, sizeof *last);
  struct table table = {0};
  for (uint32_t t = 0; t <= end; t++) {
    uint32_t k = table_find(&table, hash_state(s, t), same_state, s, s->at + t * s->width);
    if (k == TABLE_NONE) {
      table_add(&table, t, hash_state, s);
      k = t;
    }
    last[k] = t;
    last[t] = t; /* of a later step in the same state nobody asks */
  }
  table_free(&table);
  return last;
}

static bool has_reset_functions(const struct aiger *m) {
  for (size_t k = 0; k < m->num_latches; k++)
    if (aiger_has_reset_function(&m->latches[k])) return true;
  return false;
}

/* A walk that comes back to a state goes on from there at once. With reset functions the inputs of
 * the first step belong to its state. Only before a loop. */
static void drop_detours(struct run *r) {
  if (r->steps * (r->model->num_latches + 1) > MOST_STATES) return;
  struct states states = {0};
  simulate(r, &states);
  size_t end = r->loop == HISTORY_NO_LOOP ? r->steps - 1 : r->loop, kept = 0;
  uint32_t *last = find_last(&states, end);
  size_t loop = r->loop;
  bool tied = has_reset_functions(r->model);
  for (size_t t = 0; t < r->steps; t++, kept++) {
    if (t <= end && !(t == 0 && tied) && last[t] > t) t = last[t];
    if (t == r->loop) loop = kept;
    memmove(row(r, kept), row(r, t), r->model->inputs.size);
  }
  r->steps = kept;
  r->loop = loop;
  free(last);
  free(states.at);
}

/* --- another loop ----------------------------------------------------------------------------- */

/* The node EG true of a justice property. */
static uint32_t fair_node(const struct core_formula *core) {
  uint32_t node = 0;
  while (core->nodes[node].op != CORE_EG) node++;
  return node;
}

static void start_replay(const struct run *r, struct replay *replay) {
  const struct aiger *m = r->model;
  char *bits = memory_alloc(m->num_latches + m->inputs.size + 1, 1);
  for (size_t k = 0; k < m->num_latches; k++) bits[k] = (char)('0' + r->first[k]);
  for (size_t k = 0; k < m->inputs.size; k++) bits[m->num_latches + k] = (char)('0' + row(r, 0)[k]);
  replay_start(replay, bits, bits + m->num_latches);
  free(bits);
}

/* From the same initial state, with fewer steps. With reset functions the inputs of the first step
 * belong to that state. True: it shows the same. */
static bool take_shorter_lasso(struct run *r, struct replay *replay) {
  struct short_lasso lasso;
  if (r->loop == HISTORY_NO_LOOP || has_reset_functions(r->model)) return false;
  if (r->replay->certificate->trace_returning) return false; /* others may do with other latches */
  start_replay(r, replay);
  if (!short_lasso_find(&lasso, replay, fair_node(replay->core), r->steps, r->relevant))
    return false;
  struct run before = *r;
  for (size_t k = 0; k < lasso.size * r->model->inputs.size; k++)
    if (lasso.inputs[k] == HISTORY_FREE) lasso.inputs[k] = 0; /* what is free is found later */
  r->inputs = lasso.inputs;
  r->steps = lasso.size;
  r->loop = lasso.loop;
  bool ok = shows(r);
  if (ok)
    lasso.inputs = before.inputs;
  else
    *r = before;
  short_lasso_free(&lasso);
  return ok;
}

/* --- inputs that do not matter ---------------------------------------------------------------- */

/* Tries to free an input from step `from` to step `to`. */
static void try_free(struct run *r, size_t input, size_t from, size_t to) {
  size_t width = r->model->inputs.size, cost = (r->model->num_ands + width + 1) * r->steps;
  if (cost > r->budget) return;
  uint8_t *before = memory_alloc(to - from, 1);
  bool useful = false;
  for (size_t t = from; t < to; t++) {
    before[t - from] = row(r, t)[input];
    useful = useful || before[t - from] != HISTORY_FREE;
    row(r, t)[input] = HISTORY_FREE;
  }
  if (useful) r->budget -= cost;
  if (useful && !shows(r))
    for (size_t t = from; t < to; t++) row(r, t)[input] = before[t - from];
  free(before);
}

/* Whole inputs first, then single steps from the end: late ones matter least. */
static void free_inputs(struct run *r) {
  if (has_reset_functions(r->model)) return;
  for (size_t k = 0; k < r->model->inputs.size; k++) try_free(r, k, 0, r->steps);
  for (size_t t = r->steps; t-- > 0;)
    for (size_t k = 0; k < r->model->inputs.size; k++) try_free(r, k, t, t + 1);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void begin(struct run *r, const struct replay *replay) {
  const struct certificate *c = replay->certificate;
  const struct aiger *m = replay->model;
  *r = (struct run){.replay = replay, .model = m, .budget = MOST_GATES};
  r->steps = c->trace_steps;
  r->loop = c->property == CERT_JUSTICE ? c->trace_loop : HISTORY_NO_LOOP;
  r->goal = c->property == CERT_BAD      ? m->bad.at[c->index]
            : c->property == CERT_OUTPUT ? m->outputs.at[c->index]
                                         : 0;
  r->first = memory_alloc(m->num_latches, 1);
  r->inputs = memory_alloc(m->inputs.size, r->steps);
  r->value = memory_zeroed((size_t)m->maxvar + 1, 1);
  r->met = memory_zeroed(replay->fairness.size, 1);
  r->relevant = memory_zeroed(m->num_latches, 1);
  find_relevant(r);
  for (size_t k = 0; k < m->num_latches; k++) r->first[k] = c->trace_latches[k] == '1';
  for (size_t t = 0; t < r->steps; t++)
    for (size_t k = 0; k < m->inputs.size; k++) row(r, t)[k] = c->trace_inputs[t][k] == '1';
}

static void tell(struct run *r, struct history *trace) {
  uint8_t *latches = memory_alloc(r->model->num_latches, 1);
  memcpy(latches, r->first, r->model->num_latches);
  for (size_t t = 0; t < r->steps; t++) {
    set_latches(r, latches);
    evaluate(r, t);
    history_step(trace, r->value);
    next(r, latches);
  }
  trace->loop = r->loop;
  free(latches);
}

void run_trace(struct replay *replay, const struct signals *signals, struct history *trace,
               struct run_notes *notes) {
  struct run r;
  begin(&r, replay);
  *notes = (struct run_notes){.shows = shows(&r)};
  if (notes->shows) {
    drop_detours(&r);
    notes->searched = take_shorter_lasso(&r, replay);
    free_inputs(&r);
    notes->shows = shows(&r);
  }
  notes->open_loop = r.open_loop;
  notes->left_out = replay->certificate->trace_steps - r.steps;
  for (size_t k = 0; k < r.steps * r.model->inputs.size; k++)
    notes->free_bits += r.inputs[k] == HISTORY_FREE;
  history_init(trace, signals, 0);
  tell(&r, trace);
  free(r.first);
  free(r.inputs);
  free(r.value);
  free(r.met);
  free(r.relevant);
}
