#include "certifier/certify/certify.h"

#include "certifier/certify/circuit.h"
#include "certifier/certify/single_copy.h"

/* Which facts of a node the verdict depends on. */
enum { NEED_UPPER = 1, NEED_LOWER = 2 };

struct certifier {
  const struct certify_request *request;
  const struct evidence *evidence;
  const struct core_formula *core;
  const struct system *system;
  struct certificate *out;
  uint8_t *observed;   /* per input of the model */
  uint8_t *need;       /* per core node */
  struct fact *uppers; /* per core node: the upper fact, with blocks as they are to be stated */
  struct lits roots;   /* every predicate of the certificate */
  struct circuit circuit;
  uint32_t *saved; /* per node of the AIG: its place in the line "saved" plus 1, or 0 */
  size_t flags;    /* how many there are */
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
  aiger_reset_inputs(model, c->observed);
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
    if (c->request->observe_all || in_cone[model->inputs.at[k] >> 1]) c->observed[k] = 1;
  free(in_cone);
}

/* The leaves of an E node: as children of a temporal node. */
static void need_leaves(struct certifier *c, uint32_t v, uint8_t need) {
  const struct path_formula *path = core_path(c->core, v);
  if (c->evidence->facts[v].upper.kind == FACT_NONE) need &= (uint8_t)~NEED_UPPER;
  if (c->evidence->facts[v].lower.kind == FACT_NONE) need &= (uint8_t)~NEED_LOWER;
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF) c->need[path->nodes[k].left] |= need;
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
  case CORE_E: need_leaves(c, v, need); return;
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

/* Blocks of views are not made to loops: that would need a later version of the format. */
static void keep_block(const struct certifier *c, enum fact_kind kind, const struct block *from,
                       struct block *to) {
  if (kind == FACT_UPPER_E)
    block_copy(to, from);
  else
    single_copy(to, from, c->system);
}

static void find_uppers(struct certifier *c) {
  c->uppers = memory_zeroed(c->core->num_nodes, sizeof *c->uppers);
  for (uint32_t v = 0; v < c->core->num_nodes; v++) {
    const struct fact *from = &c->evidence->facts[v].upper;
    struct fact *to = &c->uppers[v];
    if (!(c->need[v] & NEED_UPPER) || from->kind == FACT_NONE) continue;
    to->kind = from->kind;
    to->predicate = from->predicate;
    for (size_t k = 0; k < from->num_blocks; k++)
      if (from->blocks[k].closed != AIG_FALSE)
        keep_block(c, from->kind, &from->blocks[k], fact_block(to, AIG_FALSE));
  }
}

static void free_uppers(struct certifier *c) {
  for (size_t v = 0; c->uppers && v < c->core->num_nodes; v++) fact_free(&c->uppers[v]);
  free(c->uppers);
}

static void root(struct certifier *c, lit a) { lits_push(&c->roots, a); }

static void choices_roots(struct certifier *c, const struct choices *choices) {
  for (size_t k = 0; k < choices->size; k++) {
    root(c, choices->at[k].guard);
    lits_append(&c->roots, choices->at[k].values.at, choices->at[k].values.size);
  }
}

static void block_roots(struct certifier *c, const struct block *block) {
  root(c, block->closed);
  for (size_t k = 0; k < block->num_steps; k++) root(c, block->steps[k].predicate);
  lits_append(&c->roots, block->saved.at, block->saved.size);
  uint32_t now = loop_now(block, 0);
  for (size_t k = 0; k < block->relation.size; k++) {
    uint32_t literal = block->relation.at[k];
    if (literal != LOOP_END && literal >= now) root(c, literal - now);
  }
}

/* Does the certificate name the predicate of such a fact? */
static bool is_named(enum fact_kind kind) {
  return kind == FACT_UPPER || kind == FACT_LOWER_EX || kind == FACT_UPPER_E ||
         kind == FACT_LOWER_E;
}

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
  choices_roots(c, &fact->from);
}

static void collect_roots(struct certifier *c) {
  root(c, c->evidence->invariant);
  for (size_t v = 0; c->need && v < c->core->num_nodes; v++) {
    const struct node_facts *facts = &c->evidence->facts[v];
    if (c->need[v] & NEED_UPPER) fact_roots(c, &c->uppers[v]);
    if (c->need[v] & NEED_LOWER) fact_roots(c, &facts->lower);
    if ((c->need[v] & NEED_LOWER) && fact_follows(&facts->lower)) c->out->version = CERT_FOLLOWS;
  }
}

static uint32_t certificate_literal(void *context, lit a) { return circuit_lit(context, a); }

/* Entries with an impossible guard say nothing. The steps of a lasso stay, for positions count
 * there. */
static void copy_choices(struct certifier *c, struct choices *to, const struct choices *from,
                         bool keep_all) {
  for (size_t k = 0; k < from->size; k++)
    if (from->at[k].guard != AIG_FALSE || keep_all)
      choices_add_mapped(to, &from->at[k], certificate_literal, &c->circuit);
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

/* ---- loops ---- */

/* What the loops of a fact save joins the line "saved", each node once. */
static void save(struct certifier *c, const struct fact *fact) {
  for (size_t k = 0; k < fact->num_blocks; k++) {
    const struct block *block = &fact->blocks[k];
    if (block->has_loop) c->out->has_saved = true;
    if (block->has_loop && fact->kind == FACT_UPPER_E) c->out->version = CERT_VIEW_LOOPS;
    for (size_t n = 0; n < block->saved.size; n++) {
      uint32_t node = lit_node(block->saved.at[n]);
      if (c->saved[node]) continue;
      lits_push(&c->out->saved, circuit_lit(&c->circuit, block->saved.at[n] & ~1u));
      c->saved[node] = (uint32_t)c->out->saved.size;
    }
  }
}

static void save_all(struct certifier *c) {
  c->saved = memory_zeroed(c->system->aig->num_nodes, sizeof *c->saved);
  for (uint32_t v = 0; v < c->core->num_nodes; v++)
    if (c->need[v] & NEED_UPPER) save(c, &c->uppers[v]);
  c->flags = c->system->num_fairness;
  for (size_t k = 0; c->out->version >= CERT_VIEW_LOOPS && k < c->core->num_paths; k++)
    c->flags += c->core->paths[k].num_fair;
}

/* The literal of the first saved value. */
static uint32_t first_saved(const struct certifier *c) {
  const struct aiger *model = c->request->model;
  size_t gates = model->maxvar + c->system->num_fairness + model->inputs.size +
                 2 * c->system->num_elementary + 1;
  return 2 * (uint32_t)(gates + c->out->ghosts.size + c->out->num_gates);
}

/* A literal of a relation, in the numbering of the certificate. */
static uint32_t relation_lit(const struct certifier *c, const struct block *block, uint32_t a) {
  uint32_t flags = loop_flag(block, 0);
  uint32_t now = loop_now(block, 0);
  if (a >= now) return circuit_lit(&c->circuit, a - now);
  if (a >= flags) return first_saved(c) + 2 * (uint32_t)c->out->saved.size + a - flags;
  uint32_t literal = block->saved.at[a >> 1];
  uint32_t place = c->saved[lit_node(literal)] - 1;
  return (first_saved(c) + 2 * place) ^ (uint32_t)lit_sign(literal) ^ (a & 1);
}

static uint32_t relation_gate(struct certifier *c, const struct lits *args) {
  size_t leaves = c->out->saved.size + c->flags;
  uint32_t lhs = first_saved(c) + 2 * (uint32_t)(leaves + c->out->num_relations);
  certificate_relation(c->out, lhs, args->at, args->size);
  return lhs;
}

/* The clause of the complements of the literals. */
static uint32_t relation_clause(struct certifier *c, const struct lits *none) {
  if (none->size == 0) return 0;
  if (none->size == 1) return none->at[0] ^ 1u;
  return relation_gate(c, none) ^ 1u;
}

/* The conjunction of the clauses. */
static uint32_t state_relation(struct certifier *c, const struct block *block) {
  struct lits clauses = {0}, none = {0};
  for (size_t k = 0; k < block->relation.size; k++) {
    if (block->relation.at[k] != LOOP_END) {
      lits_push(&none, relation_lit(c, block, block->relation.at[k]) ^ 1u);
      continue;
    }
    lits_push(&clauses, relation_clause(c, &none));
    lits_clear(&none);
  }
  uint32_t V = clauses.size ? relation_gate(c, &clauses) : 1;
  lits_free(&clauses);
  lits_free(&none);
  return V;
}

static void translate_block(struct certifier *c, struct block *block) {
  if (block->has_loop) block->loop = state_relation(c, block);
  block->closed = circuit_lit(&c->circuit, block->closed);
  for (size_t m = 0; m < block->num_steps; m++)
    block->steps[m].predicate = circuit_lit(&c->circuit, block->steps[m].predicate);
}

/* The fact in the numbering of the certificate. */
static void state_fact(struct certifier *c, uint32_t v, const struct fact *from) {
  struct fact *to = certificate_fact(c->out, from->kind, v, 0);
  if (is_named(from->kind)) to->predicate = circuit_lit(&c->circuit, from->predicate);
  for (size_t k = 0; k < from->num_blocks; k++) {
    struct block *block = fact_block(to, AIG_FALSE);
    block_copy(block, &from->blocks[k]);
    translate_block(c, block);
  }
  for (size_t k = 0; k < from->num_lassos; k++) copy_lasso(c, fact_lasso(to), &from->lassos[k]);
  to->has_region = from->has_region;
  if (from->has_region) copy_region(c, &to->region, &from->region);
  copy_choices(c, &to->ranks, &from->ranks, false);
  copy_choices(c, &to->from, &from->from, false);
}

/* Facts in decreasing order of nodes, upper before lower. */
static void state_facts(struct certifier *c) {
  for (uint32_t v = (uint32_t)c->core->num_nodes; v-- > 0;) {
    const struct node_facts *facts = &c->evidence->facts[v];
    bool upper = c->need[v] & NEED_UPPER, lower = c->need[v] & NEED_LOWER;
    if (upper && facts->upper.kind != FACT_NONE)
      state_fact(c, v, &c->uppers[v]);
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

/* Latches outside the cone start at their reset value, uninitialised ones at 0. What reset
 * functions look at is observed: either in the cone, too, or 0. */
static uint8_t *initial_values(const struct certifier *c, const uint8_t *state) {
  const struct aiger *model = c->request->model;
  uint8_t *value = memory_zeroed((size_t)model->maxvar + 1, 1);
  place_bits(c->system->state_origin, c->system->num_states, state, model->maxvar, value);
  aiger_initial_values(model, value);
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

/* What is outside the cone need not return. */
static void state_returning(struct certifier *c, const uint8_t *returning) {
  const struct aiger *model = c->request->model;
  uint8_t *value = memory_zeroed((size_t)model->maxvar + 1, 1);
  place_bits(c->system->state_origin, c->system->num_states, returning, model->maxvar, value);
  c->out->trace_returning = memory_zeroed(model->num_latches + 1, 1);
  for (size_t k = 0; k < model->num_latches; k++)
    c->out->trace_returning[k] = (char)('0' + value[model->latches[k].lit >> 1]);
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
  for (size_t t = 0; t < trace->length; t++) { /* observed inputs are part of the state */
    place_bits(c->system->state_origin, c->system->num_states, trace_state(trace, t), model->maxvar,
               value);
    place_bits(c->system->input_origin, c->system->num_inputs, trace_input(trace, t), model->maxvar,
               value);
    for (size_t k = 0; k < model->inputs.size; k++)
      row[k] = (char)('0' + value[model->inputs.at[k] >> 1]);
    certificate_trace_step(c->out, row);
  }
  if (c->evidence->kind == PROPERTY_JUSTICE) c->out->trace_loop = (uint32_t)trace->loop;
  if (trace->returning) state_returning(c, trace->returning);
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
  c->out->version = core_version(c->core, request->scoped);
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
  if (temporal) find_uppers(&c);
  collect_roots(&c);
  circuit_build(&c.circuit, request->model, c.system, c.observed, c.roots.at, c.roots.size,
                certificate);
  certificate->invariant = circuit_lit(&c.circuit, c.evidence->invariant);
  certificate->back = (uint32_t)c.evidence->back;
  if (temporal) save_all(&c);
  if (temporal) state_facts(&c);
  if (c.evidence->kind == PROPERTY_CTL && !certificate->holds) state_initial(&c);
  circuit_free(&c.circuit);
  lits_free(&c.roots);
  free_uppers(&c);
  free(c.saved);
  free(c.need);
  free(c.observed);
}
