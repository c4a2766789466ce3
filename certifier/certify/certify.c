#include "certifier/certify/certify.h"

#include "certifier/certify/circuit.h"

/* Which facts of a node the verdict depends on. */
enum { NEED_UPPER = 1, NEED_LOWER = 2 };

struct certifier {
  const struct certify_request *request;
  const struct evidence *evidence;
  const struct core_formula *core;
  const struct system *system;
  struct certificate *out;
  uint8_t *observed; /* per input of the model */
  uint8_t *need;     /* per core node */
  struct lits roots; /* every predicate of the certificate */
  struct circuit circuit;
};

static void write_digest(char *text, const unsigned char *digest) {
  static const char digits[] = "0123456789abcdef";
  for (int k = 0; k < 32; k++) {
    *text++ = digits[digest[k] >> 4];
    *text++ = digits[digest[k] & 15];
  }
  *text = 0;
}

/* docs/certificates.md 1.3, point 2. */
static void find_observed(struct certifier *c) {
  const struct aiger *model = c->request->model;
  c->observed = memory_zeroed(model->inputs.size, 1);
  if (c->evidence->kind != PROPERTY_CTL) return;
  uint8_t *in_cone = memory_zeroed((size_t)model->maxvar + 1, 1);
  for (size_t v = 0; v < c->core->num_nodes; v++)
    if (c->core->nodes[v].op == CORE_ATOM) in_cone[c->core->nodes[v].lit >> 1] = 1;
  for (size_t k = model->num_ands; k-- > 0;) {
    if (!in_cone[model->ands[k].lhs >> 1]) continue;
    in_cone[model->ands[k].rhs0 >> 1] = 1;
    in_cone[model->ands[k].rhs1 >> 1] = 1;
  }
  for (size_t k = 0; k < model->inputs.size; k++)
    c->observed[k] = c->request->observe_all || in_cone[model->inputs.at[k] >> 1];
  free(in_cone);
}

/* Marks what `need` of node v rests on: the children's facts, if the certificate states a fact at
 * all. */
static void need_children(struct certifier *c, uint32_t v) {
  const struct core_node *node = &c->core->nodes[v];
  const struct node_facts *facts = &c->evidence->facts[v];
  uint8_t need = c->need[v];
  switch (node->op) {
  case CORE_ATOM: return;
  case CORE_NOT:
    if (need & NEED_UPPER) c->need[node->left] |= NEED_LOWER;
    if (need & NEED_LOWER) c->need[node->left] |= NEED_UPPER;
    return;
  case CORE_EX:
  case CORE_EU:
    if (facts->upper.kind == FACT_NONE) need &= (uint8_t)~NEED_UPPER;
    if (facts->lower.kind == FACT_NONE) need &= (uint8_t)~NEED_LOWER;
    break;
  case CORE_EG:
    /* Without blocks the bound is still that of the child: an upper-eg fact of no blocks says so.
     */
    if (facts->lower.kind == FACT_NONE) need &= (uint8_t)~NEED_LOWER;
    break;
  case CORE_AND:
  case CORE_OR: break;
  }
  c->need[node->left] |= need;
  if (node->op == CORE_AND || node->op == CORE_OR || node->op == CORE_EU)
    c->need[node->right] |= need;
}

/* Children have larger numbers, so one sweep suffices. */
static void find_needs(struct certifier *c) {
  c->need = memory_zeroed(c->core->num_nodes, 1);
  c->need[0] = c->out->holds ? NEED_LOWER : NEED_UPPER;
  for (uint32_t v = 0; v < c->core->num_nodes; v++) need_children(c, v);
}

static void root(struct certifier *c, lit a) { lits_push(&c->roots, a); }

static void choices_roots(struct certifier *c, const struct choices *choices) {
  for (size_t k = 0; k < choices->size; k++) root(c, choices->at[k].guard);
}

static void block_roots(struct certifier *c, const struct block *block) {
  root(c, block->closed);
  for (size_t k = 0; k < block->num_steps; k++) root(c, block->steps[k].predicate);
}

/* Does the certificate name the predicate of such a fact? */
static bool is_named(enum fact_kind kind) { return kind == FACT_UPPER || kind == FACT_LOWER_EX; }

static void fact_roots(struct certifier *c, const struct fact *fact) {
  if (fact->kind == FACT_NONE) return;
  if (is_named(fact->kind)) root(c, fact->predicate);
  for (size_t k = 0; k < fact->num_blocks; k++) block_roots(c, &fact->blocks[k]);
  for (size_t k = 0; k < fact->num_lassos; k++) choices_roots(c, &fact->lassos[k].steps);
  if (fact->has_region) {
    root(c, fact->region.inside);
    choices_roots(c, &fact->region.choices);
    for (size_t j = 0; j < fact->region.num_covers; j++) choices_roots(c, &fact->region.covers[j]);
  }
  choices_roots(c, &fact->ranks);
}

static void collect_roots(struct certifier *c) {
  root(c, c->evidence->invariant);
  for (size_t v = 0; c->need && v < c->core->num_nodes; v++) {
    const struct node_facts *facts = &c->evidence->facts[v];
    if (c->need[v] & NEED_UPPER) fact_roots(c, &facts->upper);
    if (c->need[v] & NEED_LOWER) fact_roots(c, &facts->lower);
  }
}

/* Entries with an impossible guard say nothing. The steps of a lasso stay, for positions count
 * there. */
static void copy_choices(struct certifier *c, struct choices *to, const struct choices *from,
                         bool keep_all) {
  struct lits inputs = {0};
  for (size_t k = 0; k < from->size; k++) {
    if (from->at[k].guard == AIG_FALSE && !keep_all) continue;
    lits_clear(&inputs);
    for (size_t i = 0; i < from->at[k].inputs.size; i++)
      lits_push(&inputs, circuit_lit(&c->circuit, from->at[k].inputs.at[i]));
    choices_add(to, circuit_lit(&c->circuit, from->at[k].guard), inputs.at, inputs.size);
  }
  lits_free(&inputs);
}

static void copy_lasso(struct certifier *c, struct lasso *to, const struct lasso *from) {
  copy_choices(c, &to->steps, &from->steps, true);
  lits_append(&to->at, from->at.at, from->at.size);
}

static void copy_region(struct certifier *c, struct region *to, const struct region *from) {
  to->inside = circuit_lit(&c->circuit, from->inside);
  copy_choices(c, &to->choices, &from->choices, false);
  to->num_covers = from->num_covers;
  to->covers = memory_zeroed(from->num_covers, sizeof *to->covers);
  for (size_t j = 0; j < from->num_covers; j++)
    copy_choices(c, &to->covers[j], &from->covers[j], false);
}

static void translate_block(struct certifier *c, struct block *block) {
  block->closed = circuit_lit(&c->circuit, block->closed);
  for (size_t m = 0; m < block->num_steps; m++)
    block->steps[m].predicate = circuit_lit(&c->circuit, block->steps[m].predicate);
}

/* The fact in the numbering of the certificate. */
static void state_fact(struct certifier *c, uint32_t v, const struct fact *from) {
  struct fact *to = certificate_fact(c->out, from->kind, v, 0);
  if (is_named(from->kind)) to->predicate = circuit_lit(&c->circuit, from->predicate);
  for (size_t k = 0; k < from->num_blocks; k++) {
    if (from->blocks[k].closed == AIG_FALSE) continue;
    struct block *block = fact_block(to, AIG_FALSE);
    block_copy(block, &from->blocks[k]);
    translate_block(c, block);
  }
  for (size_t k = 0; k < from->num_lassos; k++) copy_lasso(c, fact_lasso(to), &from->lassos[k]);
  to->has_region = from->has_region;
  if (from->has_region) copy_region(c, &to->region, &from->region);
  copy_choices(c, &to->ranks, &from->ranks, false);
}

/* Facts in decreasing order of nodes, upper before lower. */
static void state_facts(struct certifier *c) {
  for (uint32_t v = (uint32_t)c->core->num_nodes; v-- > 0;) {
    const struct node_facts *facts = &c->evidence->facts[v];
    bool upper = c->need[v] & NEED_UPPER, lower = c->need[v] & NEED_LOWER;
    if (upper && facts->upper.kind != FACT_NONE)
      state_fact(c, v, &facts->upper);
    else if (upper && c->core->nodes[v].op == CORE_EG)
      certificate_fact(c->out, FACT_UPPER_EG, v, 0); /* no blocks: the bound of the child */
    if (lower && facts->lower.kind != FACT_NONE) state_fact(c, v, &facts->lower);
  }
}

/* The value of each model variable in a state (and input) of the system; variables outside the cone
 * stay at `otherwise`. */
static void place_bits(const uint32_t *origins, size_t n, const uint8_t *bits, uint32_t maxvar,
                       uint8_t *value) {
  for (size_t k = 0; k < n; k++)
    if (origins[k] <= maxvar) value[origins[k]] = bits[k];
}

/* Latches outside the cone start at their reset value, uninitialised ones at 0. */
static uint8_t *initial_values(const struct certifier *c, const uint8_t *state) {
  const struct aiger *model = c->request->model;
  uint8_t *value = memory_zeroed((size_t)model->maxvar + 1, 1);
  for (size_t k = 0; k < model->num_latches; k++)
    value[model->latches[k].lit >> 1] = model->latches[k].reset == 1;
  place_bits(c->system->state_origin, c->system->num_states, state, model->maxvar, value);
  return value;
}

static void state_initial(struct certifier *c) {
  const struct aiger *model = c->request->model;
  uint8_t *value = initial_values(c, c->evidence->initial);
  char *bits = memory_zeroed(model->num_latches + model->inputs.size + 1, 1), *at = bits;
  for (size_t k = 0; k < model->num_latches; k++)
    *at++ = (char)('0' + value[model->latches[k].lit >> 1]);
  for (size_t k = 0; k < model->inputs.size; k++)
    if (c->observed[k]) *at++ = (char)('0' + value[model->inputs.at[k] >> 1]);
  c->out->initial = bits;
  free(value);
}

/* Inputs outside the cone are 0; latches outside it are for the validator to compute (section 5).
 */
static void state_trace(struct certifier *c) {
  const struct aiger *model = c->request->model;
  const struct trace *trace = &c->evidence->trace;
  uint8_t *value = initial_values(c, trace_state(trace, 0));
  c->out->trace_latches = memory_zeroed(model->num_latches + 1, 1);
  for (size_t k = 0; k < model->num_latches; k++)
    c->out->trace_latches[k] = (char)('0' + value[model->latches[k].lit >> 1]);
  char *row = memory_zeroed(model->inputs.size + 1, 1);
  for (size_t t = 0; t < trace->length; t++) {
    place_bits(c->system->input_origin, c->system->num_inputs, trace_input(trace, t), model->maxvar,
               value);
    for (size_t k = 0; k < model->inputs.size; k++)
      row[k] = (char)('0' + value[model->inputs.at[k] >> 1]);
    certificate_trace_step(c->out, row);
  }
  if (c->evidence->kind == PROPERTY_JUSTICE) c->out->trace_loop = (uint32_t)trace->loop;
  free(row);
  free(value);
}

static void state_property(struct certifier *c) {
  static const enum cert_property kinds[] = {[PROPERTY_BAD] = CERT_BAD,
                                             [PROPERTY_OUTPUT] = CERT_OUTPUT,
                                             [PROPERTY_JUSTICE] = CERT_JUSTICE,
                                             [PROPERTY_CTL] = CERT_CTL};
  const struct certify_request *request = c->request;
  write_digest(c->out->model_sha256, request->digest);
  c->out->property = kinds[c->evidence->kind];
  c->out->index = request->property->index;
  if (c->evidence->kind == PROPERTY_CTL) c->out->formula = memory_string(request->formula);
  c->out->inputs_all = request->observe_all && c->evidence->kind == PROPERTY_CTL;
  c->out->holds = c->evidence->verdict == VERDICT_HOLDS;
}

void certify(const struct certify_request *request, struct certificate *certificate) {
  *certificate = (struct certificate){0};
  struct certifier c = {.request = request,
                        .evidence = &request->result->evidence,
                        .core = &request->result->core,
                        .system = request->result->system,
                        .out = certificate};
  state_property(&c);
  if (certificate_is_trace(certificate)) {
    state_trace(&c);
    return;
  }
  bool temporal = c.evidence->kind == PROPERTY_CTL || c.evidence->kind == PROPERTY_JUSTICE;
  find_observed(&c);
  if (temporal) find_needs(&c);
  collect_roots(&c);
  circuit_build(&c.circuit, request->model, c.system, c.observed, c.roots.at, c.roots.size,
                certificate);
  certificate->invariant = circuit_lit(&c.circuit, c.evidence->invariant);
  if (temporal) state_facts(&c);
  if (c.evidence->kind == PROPERTY_CTL && !certificate->holds) state_initial(&c);
  circuit_free(&c.circuit);
  lits_free(&c.roots);
  free(c.need);
  free(c.observed);
}
