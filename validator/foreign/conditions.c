#include "validator/foreign/circuit.h"

/* A run of the model gives one of W: what simulates has the values of the model, W's own inputs
 * any, its own latches those of their resets and next literals. */
struct conditions {
  struct v_reader *r;
  const struct v_circuit *c;
  uint32_t C, C_w, P_w; /* constraints of model and W; no bad literal of W */
  /* Of justice: signals q' of W for the fairness of the model, and then for all of its justice
   * sets, each with its literal of the model; Q' says that every set has one that is true. */
  struct v_list q_w, literals;
  uint32_t Q_w;
  struct v_list other; /* variables: what replaces c->replaced[k] */
};

/* One of the states of an obligation. */
struct moment {
  uint32_t copy, frame;
};
static const struct moment now = {0, 0};
static const struct moment after = {0, 1};
static const struct moment elsewhere = {1, 0};
static const struct moment after_elsewhere = {1, 1};

static uint64_t at(const struct conditions *q, struct moment m, uint32_t lit) {
  return v_framed(q->r->s, m.copy, m.frame, lit);
}

static void oblige(const struct conditions *q, const char *name, const char *meaning) {
  v_oblige(q->r, name, meaning, V_NONE);
}

static void equal(const struct conditions *q, uint64_t x, uint64_t y) {
  V_CLAUSE(q->r->b, x ^ 1, y);
  V_CLAUSE(q->r->b, x, y ^ 1);
}

/* A unit clause for each literal. */
static void units(const struct conditions *q, const uint64_t *literals) {
  for (; *literals != V_END_OF_CLAUSE; literals++) V_CLAUSE(q->r->b, *literals);
}
#define UNITS(q, ...) units(q, V_FRAMED(__VA_ARGS__))

static uint32_t latch(const struct conditions *q, size_t k) {
  return v_mapped(q->c, q->c->w.latches.at[k]);
}
static uint32_t reset(const struct conditions *q, size_t k) {
  return v_mapped(q->c, q->c->w.reset.at[k]);
}
static uint32_t next(const struct conditions *q, size_t k) {
  return v_mapped(q->c, q->c->w.next.at[k]);
}

/* --- W simulates the model --- */
/* For each shared latch of W a case that it is something else at this moment than `value` was; and
 * one that W's constraints are false. */
static void differ(const struct conditions *q, struct moment m,
                   uint32_t (*value)(const struct conditions *, size_t)) {
  for (size_t k = 0; k < q->c->w.latches.size; k++) {
    if (!q->c->shared[q->c->w.latches.at[k] / 2]) continue;
    v_case(q->r->b);
    equal(q, at(q, m, latch(q, k)), at(q, now, value(q, k)) ^ 1);
  }
  V_CASE(q->r->b, at(q, m, q->C_w ^ 1));
}

/* I & C & !(R'[K] & C') */
static void reset_condition(const struct conditions *q) {
  oblige(q, "reset", "what starts as the model starts as the witness circuit");
  v_initial(q->r);
  UNITS(q, at(q, now, q->C));
  differ(q, now, reset);
}

/* N & C & C(N) & C' & !(N'[K] & C'(N)) */
static void transition_condition(const struct conditions *q) {
  oblige(q, "transition", "every step of the model is one of the witness circuit");
  UNITS(q, at(q, now, q->C), at(q, after, q->C), at(q, now, q->C_w));
  differ(q, after, next);
}

/* C & C' & P' & bad, for each bad literal */
static void safety_condition(const struct conditions *q) {
  const struct v_property *p = &q->r->c->property;
  oblige(q, "safety", "where the witness circuit is not bad the model is not");
  for (uint32_t n = p->number; n <= q->c->last; n++) {
    uint32_t bad = v_bad_section(q->r->model, p)->at[n];
    V_CASE(q->r->b, at(q, now, q->C), at(q, now, q->C_w), at(q, now, q->P_w), at(q, now, bad));
  }
}

/* --- W's bad literals are never true --- */
/* N', from the first frame of the copy to the second */
static void step(const struct conditions *q, uint32_t copy) {
  struct moment from = {copy, 0};
  struct moment to = {copy, 1};
  for (size_t k = 0; k < q->c->w.latches.size; k++)
    equal(q, at(q, to, latch(q, k)), at(q, from, next(q, k)));
}

/* R' & C' & !P' */
static void base_condition(const struct conditions *q) {
  oblige(q, "base", "no initial state of the witness circuit is bad");
  for (size_t k = 0; k < q->c->w.latches.size; k++)
    equal(q, at(q, now, latch(q, k)), at(q, now, reset(q, k)));
  UNITS(q, at(q, now, q->C_w), at(q, now, q->P_w ^ 1));
}

/* N' & C' & C'(N) & P' & !P'(N) */
static void step_condition(const struct conditions *q) {
  oblige(q, "inductive", "no step of the witness circuit leads to a bad state");
  step(q, 0);
  UNITS(q, at(q, now, q->C_w), at(q, after, q->C_w), at(q, now, q->P_w), at(q, after, q->P_w ^ 1));
}

/* --- W's signals rank its states --- */
static void good(const struct conditions *q, struct moment m) {
  UNITS(q, at(q, m, q->C_w), at(q, m, q->P_w));
}

/* The signals of moment m look at moment n. */
static void look(const struct conditions *q, struct moment m, struct moment n) {
  for (size_t k = 0; k < q->other.size; k++)
    equal(q, at(q, m, q->other.at[k]), at(q, n, v_mapped(q->c, q->c->seen.at[k])));
}

static bool is_judged(const struct conditions *q, size_t k) {
  const struct v_property *p = &q->r->c->property;
  const uint32_t *start = q->r->model->justice_start.at;
  size_t fairness = q->r->model->fairness.size;
  if (k < fairness) return true;
  return k - fairness >= start[p->number] && k - fairness < start[q->c->last + 1];
}

/* s -> t, C, C' & P' in both, q'(s,t), and its literal of the model in s */
static void liveness_condition(const struct conditions *q) {
  oblige(q, "liveness", "where a signal of the witness circuit is true its literal is false");
  step(q, 0);
  good(q, now);
  good(q, after);
  UNITS(q, at(q, now, q->C), at(q, after, q->C));
  look(q, now, after);
  V_CASE(q->r->b, at(q, now, 0)); /* with nothing else there is nothing to show */
  for (size_t k = 0; k < q->q_w.size; k++)
    if (is_judged(q, k)) V_CASE(q->r->b, at(q, now, q->q_w.at[k]), at(q, now, q->literals.at[k]));
}

/* s -> t, C' & P' in both, !Q'(t,s) */
static void decrease_condition(const struct conditions *q) {
  oblige(q, "decrease", "Q' holds of every state and the state before it");
  step(q, 0);
  good(q, now);
  good(q, after);
  look(q, after, now);
  UNITS(q, at(q, after, q->Q_w ^ 1));
}

/* s -> t, C' & P' in s, t and any u, Q'(s,u), !Q'(t,u) */
static void closure_condition(const struct conditions *q) {
  oblige(q, "closure", "what Q' holds of it holds of the next state");
  step(q, 0);
  good(q, now);
  good(q, after);
  good(q, elsewhere);
  look(q, now, elsewhere);
  look(q, after, elsewhere);
  UNITS(q, at(q, now, q->Q_w), at(q, after, q->Q_w ^ 1));
}

/* The second copy of the step begins where the first one ends. */
static void follow(const struct conditions *q, const struct v_list *leaves) {
  for (size_t k = 0; k < leaves->size; k++) {
    uint32_t leaf = v_mapped(q->c, leaves->at[k]);
    equal(q, at(q, after, leaf), at(q, elsewhere, leaf));
  }
}

/* s -> t -> u, C' & P' in all, Q'(s,t), Q'(t,u), q'(s,t), !q'(t,u) */
static void consistent_condition(const struct conditions *q) {
  oblige(q, "consistent", "a signal stays true along steps that Q' holds of");
  step(q, 0);
  step(q, 1);
  follow(q, &q->c->w.inputs);
  follow(q, &q->c->w.latches);
  good(q, now);
  good(q, elsewhere);
  good(q, after_elsewhere);
  look(q, now, elsewhere);
  look(q, elsewhere, after_elsewhere);
  UNITS(q, at(q, now, q->Q_w), at(q, elsewhere, q->Q_w));
  V_CASE(q->r->b, at(q, now, 0)); /* with nothing else there is nothing to show */
  for (size_t k = 0; k < q->q_w.size; k++)
    V_CASE(q->r->b, at(q, now, q->q_w.at[k]), at(q, elsewhere, q->q_w.at[k] ^ 1));
}

/* --- Gates --- */
/* The conjunction of the literals; of none it is true. */
static uint32_t all_of(struct v_reader *r, const struct v_list *literals) {
  return literals->size > 0 ? v_add_gate(r->s, V_INTERNAL, literals->at, literals->size) : 1;
}

/* The conjunction of W's literals, each with this sign. */
static uint32_t all_mapped(struct v_reader *r, const struct v_circuit *c,
                           const struct v_list *literals, uint32_t sign) {
  struct v_list images = {0};
  for (size_t k = 0; k < literals->size; k++) v_push(&images, v_mapped(c, literals->at[k]) ^ sign);
  uint32_t all = all_of(r, &images);
  v_list_free(&images);
  return all;
}

/* W once more, as its signals see it: with variables for what is replaced. Gates that do not depend
 * on them stay the same. */
static uint32_t *signal_map(struct conditions *q) {
  const struct v_circuit *c = q->c;
  uint32_t *map = v_need(NULL, (size_t)c->w.maxvar + 1, sizeof *map);
  uint8_t *is_set = v_zeroed((size_t)c->w.maxvar + 1, 1);
  memcpy(map, c->map, ((size_t)c->w.maxvar + 1) * sizeof *map);
  for (size_t k = 0; k < c->replaced.size; k++) {
    uint32_t var = c->replaced.at[k];
    map[var] = v_add_gate(q->r->s, V_INTERNAL, NULL, 0);
    is_set[var] = 1;
    v_push(&q->other, map[var]);
  }
  for (size_t k = 0; k < c->w.order.size; k++) {
    const uint32_t *rhs = &c->w.rhs.at[2 * c->w.order.at[k]];
    uint32_t var = c->w.lhs.at[c->w.order.at[k]] / 2;
    uint32_t arguments[] = {map[rhs[0] / 2] ^ (rhs[0] & 1), map[rhs[1] / 2] ^ (rhs[1] & 1)};
    if (is_set[var]) continue;
    if (arguments[0] != v_mapped(c, rhs[0]) || arguments[1] != v_mapped(c, rhs[1]))
      map[var] = v_add_gate(q->r->s, V_INTERNAL, arguments, 2);
  }
  free(is_set);
  return map;
}

/* Places in a list. */
struct range {
  uint32_t start, end;
};

/* Those of set n of a model, perhaps beyond its last one. */
static struct range justice_set(const struct v_model *m, size_t n) {
  if (n + 1 >= m->justice_start.size) return (struct range){0, 0};
  return (struct range){m->justice_start.at[n], m->justice_start.at[n + 1]};
}

static struct range all_fairness(const struct v_model *m) {
  return (struct range){0, (uint32_t)m->fairness.size};
}

/* Signals of W for literals of the model; true where W has none. */
static void add_signals(struct conditions *q, const uint32_t *map, const struct v_list *signals,
                        struct range own, const struct v_list *literals, struct range others) {
  for (uint32_t k = others.start; k < others.end; k++) {
    uint32_t place = own.start + (k - others.start);
    uint32_t signal = 0;
    if (place < own.end) signal = map[signals->at[place] / 2] ^ (signals->at[place] & 1);
    v_push(&q->q_w, signal ^ 1);
    v_push(&q->literals, literals->at[k]);
  }
}

/* Behind the signals from `first` on: one of them, or one of fairness, is true. */
static uint32_t rank(struct conditions *q, uint32_t no_fairness, size_t first) {
  struct v_list none = {0};
  v_push(&none, no_fairness);
  for (size_t k = first; k < q->q_w.size; k++) v_push(&none, q->q_w.at[k] ^ 1);
  uint32_t gate = all_of(q->r, &none);
  v_list_free(&none);
  return gate ^ 1;
}

static void build_signals(struct conditions *q) {
  const struct v_model *m = q->r->model;
  const struct v_model *w = &q->c->w;
  uint32_t *map = signal_map(q);
  struct v_list ranks = {0};
  add_signals(q, map, &w->fairness, all_fairness(w), &m->fairness, all_fairness(m));
  uint32_t no_fairness = rank(q, 1, 0) ^ 1;
  for (size_t n = 0; n + 1 < m->justice_start.size; n++) {
    size_t first = q->q_w.size;
    add_signals(q, map, &w->justice, justice_set(w, n), &m->justice, justice_set(m, n));
    v_push(&ranks, rank(q, no_fairness, first));
  }
  q->Q_w = all_of(q->r, &ranks);
  v_list_free(&ranks);
  free(map);
}

void v_circuit_conditions(struct v_reader *r, const struct v_circuit *c) {
  bool justice = r->c->property.kind == V_JUSTICE;
  struct conditions q = {.r = r, .c = c};
  q.C_w = all_mapped(r, c, &c->w.constraints, 0);
  q.P_w = all_mapped(r, c, v_circuit_bad(&c->w), 1);
  q.C = all_of(r, &r->model->constraints);
  if (justice) build_signals(&q);
  reset_condition(&q);
  transition_condition(&q);
  if (!justice) safety_condition(&q);
  base_condition(&q);
  step_condition(&q);
  if (justice) {
    liveness_condition(&q);
    decrease_condition(&q);
    closure_condition(&q);
    consistent_condition(&q);
  }
  v_lists_free((struct v_list *[]){&q.q_w, &q.literals, &q.other, NULL});
}
