/* Lemmas about gates. The hints are those of a unit propagation that goes from the one gate down to
 * its leaves, and from there up to the other. */
#include "validator/search/closure.h"

/* --- Units under the assumption --- */
static bool is_decision(const struct v_closure *c, uint32_t var) {
  return c->s->reason[var] == V_NONE && c->s->level[var] > 0;
}

static uint32_t known_unit(const struct v_closure *c, uint32_t var) {
  if (c->s->level[var] == 0) return c->s->unit[var];
  return c->when[var] == c->time ? c->unit[var] : V_NONE;
}

/* Those of a reason that are not known are asked for. */
static bool reasons_are_known(struct v_closure *c, uint32_t reason, uint32_t var) {
  bool known = true;
  c->unit_hints.size = 0;
  for (uint32_t k = 0; k < v_size(c->s, reason); k++) {
    uint32_t other = v_literals(c->s, reason)[k] / 2;
    if (other == var || is_decision(c, other)) continue;
    uint32_t unit = known_unit(c, other);
    if (unit == V_NONE) {
      v_push(&c->pending, other);
      known = false;
    } else {
      v_push(&c->unit_hints, unit);
    }
  }
  v_push(&c->unit_hints, c->s->clauses.at[reason + V_ID]);
  return known;
}

/* The lemma that says the value of a variable. */
static uint32_t unit_of(struct v_closure *c, uint32_t var) {
  c->pending.size = 0;
  v_push(&c->pending, var);
  while (c->pending.size > 0) {
    uint32_t at = c->pending.at[c->pending.size - 1];
    size_t before = c->pending.size;
    if (known_unit(c, at) == V_NONE && !reasons_are_known(c, c->s->reason[at], at)) continue;
    c->pending.size = before - 1;
    if (known_unit(c, at) != V_NONE) continue;
    uint32_t denied = 2 * at + (c->s->value[2 * at] > 0);
    v_closure_clause(c, &denied, 1);
    c->unit[at] = v_derive(&c->s->derivation, c->clause.at, c->clause.size, &c->unit_hints);
    c->when[at] = c->time;
  }
  return known_unit(c, var);
}

/* --- Propagation --- */
static void set_true(struct v_closure *c, uint32_t lit) {
  c->is_true[lit] = 1;
  v_push(&c->trues, lit);
}

/* A clause whose other literals are false makes this one true. */
static void imply(struct v_closure *c, uint32_t lit, uint32_t id) {
  if (c->closed || c->is_true[lit]) return;
  v_push(&c->hints, id);
  if (c->is_true[lit ^ 1])
    c->closed = true;
  else
    set_true(c, lit);
}

static bool has_equal(const struct v_closure *c, uint32_t lit) {
  return c->equal[lit / 2] != (lit & ~UINT32_C(1));
}

static void descend(struct v_closure *c, uint32_t lit);

static void descend_arguments(struct v_closure *c, uint32_t gate) {
  const struct v_gates *g = &c->gates;
  for (uint32_t n = 0; n < g->count[gate] && !c->closed; n++) {
    uint32_t argument = g->negated[gate][n] ^ 1;
    if (c->s->value[argument] || c->is_true[argument]) continue;
    imply(c, argument, g->definition[gate] - g->count[gate] + n);
    descend(c, argument);
  }
}

/* What a true literal says about leaves. */
static void descend(struct v_closure *c, uint32_t lit) {
  c->work++;
  if (has_equal(c, lit)) {
    uint32_t to = c->equal[lit / 2] ^ (lit & 1);
    if (c->is_true[to]) return;
    imply(c, to, lit & 1 ? c->back[lit / 2] : c->forth[lit / 2]);
    descend(c, to);
  } else if (!(lit & 1) && c->is_tree[lit / 2]) {
    descend_arguments(c, lit / 2);
  }
}

static bool ascend(struct v_closure *c, uint32_t lit);

/* A gate is true because its arguments are. */
static bool ascend_arguments(struct v_closure *c, uint32_t gate) {
  const struct v_gates *g = &c->gates;
  for (uint32_t n = 0; n < g->count[gate]; n++)
    if (!ascend(c, g->negated[gate][n] ^ 1)) return false;
  imply(c, 2 * gate, g->definition[gate]);
  return true;
}

static bool ascend(struct v_closure *c, uint32_t lit) {
  c->work++;
  if (c->closed || c->is_true[lit]) return true;
  if (c->s->value[lit] > 0) {
    imply(c, lit, unit_of(c, lit / 2));
    return true;
  }
  if (has_equal(c, lit)) {
    if (!ascend(c, c->equal[lit / 2] ^ (lit & 1))) return false;
    imply(c, lit, lit & 1 ? c->forth[lit / 2] : c->back[lit / 2]);
    return true;
  }
  return !(lit & 1) && c->is_tree[lit / 2] && ascend_arguments(c, lit / 2);
}

/* --- Lemmas --- */
static void assume(struct v_closure *c, const uint32_t *literals, size_t count) {
  for (size_t k = 0; k < c->trues.size; k++) c->is_true[c->trues.at[k]] = 0;
  c->trues.size = 0;
  c->hints.size = 0;
  c->closed = false;
  for (size_t k = 0; k < c->assumed.size; k++) set_true(c, c->assumed.at[k]);
  for (size_t k = 0; k < count; k++) set_true(c, literals[k]);
}

void v_closure_clause(struct v_closure *c, const uint32_t *literals, size_t count) {
  c->clause.size = 0;
  for (size_t k = 0; k < count; k++) v_push(&c->clause, literals[k] ^ 1);
  for (size_t k = 0; k < c->assumed.size; k++) v_push(&c->clause, c->assumed.at[k] ^ 1);
}

static uint32_t lemma(struct v_closure *c, const uint32_t *literals, size_t count) {
  if (!c->closed) return V_NONE;
  v_closure_clause(c, literals, count);
  return v_derive(&c->s->derivation, c->clause.at, c->clause.size, &c->hints);
}

uint32_t v_closure_exclude(struct v_closure *c, uint32_t a, uint32_t b) {
  const uint32_t literals[2] = {a, b};
  size_t count = b == V_NONE ? 1 : 2;
  assume(c, literals, count);
  if (!(a & 1) && c->gates.definition[a / 2]) descend_arguments(c, a / 2);
  if (!c->closed && b != V_NONE && b & 1 && c->gates.definition[b / 2]) ascend_arguments(c, b / 2);
  return lemma(c, literals, count);
}

uint32_t v_closure_exclude_by(struct v_closure *c, uint32_t gate, uint32_t a, uint32_t b) {
  const uint32_t literals[2] = {a, b};
  assume(c, literals, 2);
  imply(c, 2 * gate + 1, unit_of(c, gate));
  ascend_arguments(c, gate);
  return lemma(c, literals, 2);
}

/* The literal or its complement is true. */
static bool is_known(struct v_closure *c, uint32_t lit) {
  uint32_t root = v_root(c, lit);
  if (c->is_true[root] || c->s->value[root] > 0) return ascend(c, lit);
  return (c->is_true[root ^ 1] || c->s->value[root] < 0) && ascend(c, lit ^ 1);
}

/* What a gate is when its arguments are known. */
static void evaluate(struct v_closure *c, uint32_t gate) {
  const struct v_gates *g = &c->gates;
  for (uint32_t n = 0; n < g->count[gate]; n++) {
    if (!c->is_true[g->negated[gate][n]]) continue;
    imply(c, 2 * gate + 1, g->definition[gate] - g->count[gate] + n);
    return;
  }
  imply(c, 2 * gate, g->definition[gate]);
}

uint32_t v_closure_exclude_sum(struct v_closure *c, const struct v_exclusive_or *sum,
                               const uint32_t *literals, size_t count) {
  const uint32_t *arguments = c->gates.negated[sum->both];
  assume(c, literals, count);
  if (!is_known(c, arguments[0]) || !is_known(c, arguments[1]) || !is_known(c, 2 * sum->gate))
    return V_NONE;
  evaluate(c, sum->both);
  evaluate(c, sum->neither);
  evaluate(c, sum->gate);
  return lemma(c, literals, count);
}
