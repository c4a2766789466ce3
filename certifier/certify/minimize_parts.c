#include "certifier/certify/minimize_parts.h"

/* ---- parts ---- */

static uint32_t add_part(struct minimizer *m, struct part part) {
  m->parts = memory_room(m->parts, m->num_parts, &m->parts_capacity, sizeof *m->parts);
  m->parts[m->num_parts] = part;
  return (uint32_t)m->num_parts++;
}

static struct span add_parts(struct minimizer *m, struct part part, size_t count) {
  struct span span = {(uint32_t)m->num_parts, (uint32_t)count};
  for (size_t k = 0; k < count; k++) {
    part.index = (uint32_t)k;
    add_part(m, part);
  }
  return span;
}

/* The conjuncts of a predicate: leaves and complemented gates below a tree of ANDs. */
static struct span add_conjuncts(struct minimizer *m, struct part part, lit predicate) {
  const struct aig *aig = m->system->aig;
  struct span span = {(uint32_t)m->num_parts, 0};
  struct lits stack = {0};
  uint8_t *seen = memory_zeroed(2 * aig->num_nodes, 1);
  lits_push(&stack, predicate);
  while (stack.size) {
    lit a = lits_pop(&stack);
    if (a == AIG_TRUE || seen[a]) continue;
    seen[a] = 1;
    if (!lit_sign(a) && aig->nodes[lit_node(a)].kind == AIG_GATE) {
      lits_push(&stack, aig->nodes[lit_node(a)].right);
      lits_push(&stack, aig->nodes[lit_node(a)].left);
      continue;
    }
    part.predicate = a;
    part.index = span.count++;
    add_part(m, part);
  }
  lits_free(&stack);
  free(seen);
  return span;
}

static void block_parts_make(struct minimizer *m, uint32_t v, uint32_t k) {
  const struct block *block = &m->evidence->facts[v].upper.blocks[k];
  struct block_parts *parts = &m->nodes[v].block[k];
  parts->inside =
      add_conjuncts(m, (struct part){.kind = PART_INSIDE, .node = v, .outer = k}, block->closed);
  parts->steps =
      add_parts(m, (struct part){.kind = PART_STEP, .node = v, .outer = k}, block->num_steps);
  parts->sides = memory_zeroed(block->num_steps, sizeof *parts->sides);
  struct part fair = {.kind = PART_FAIR, .node = v, .outer = k};
  for (uint32_t s = 0; s < block->num_steps; s++) {
    fair.step = s;
    parts->sides[s] = add_parts(m, fair, block->steps[s].fair.size);
  }
  fair.step = (uint32_t)block->num_steps;
  parts->end = add_parts(m, fair, block->end_fair.size);
}

static struct span node_parts(struct minimizer *m, uint32_t v, enum part_kind kind, size_t n) {
  return add_parts(m, (struct part){.kind = kind, .node = v}, n);
}

static void region_parts_make(struct minimizer *m, uint32_t v, const struct region *region) {
  struct node_parts *parts = &m->nodes[v];
  parts->region = node_parts(m, v, PART_REGION, 1).first;
  parts->stays = node_parts(m, v, PART_STAY, region->choices.size);
  parts->covers = memory_zeroed(region->num_covers, sizeof *parts->covers);
  for (uint32_t j = 0; j < region->num_covers; j++)
    parts->covers[j] = add_parts(m, (struct part){.kind = PART_COVER, .node = v, .outer = j},
                                 region->covers[j].size);
}

static void node_parts_make(struct minimizer *m, uint32_t v) {
  const struct fact *upper = &m->evidence->facts[v].upper, *lower = &m->evidence->facts[v].lower;
  struct node_parts *parts = &m->nodes[v];
  parts->lower = parts->region = NO_PART;
  if (upper->kind == FACT_UPPER || upper->kind == FACT_UPPER_E)
    parts->upper = add_conjuncts(m, (struct part){.kind = PART_UPPER, .node = v}, upper->predicate);
  if (lower->kind != FACT_NONE) {
    if (lower->kind == FACT_LOWER_EX) parts->lower = node_parts(m, v, PART_LOWER, 1).first;
    parts->ranks = node_parts(m, v, PART_RANK, lower->ranks.size);
    parts->lassos = node_parts(m, v, PART_LASSO, lower->num_lassos);
    if (lower->has_region) region_parts_make(m, v, &lower->region);
    parts->from = node_parts(m, v, PART_FROM, lower->from.size);
  }
  if (upper->kind != FACT_UPPER_EG && upper->kind != FACT_UPPER_E) return;
  parts->blocks = node_parts(m, v, PART_BLOCK, upper->num_blocks);
  parts->block = memory_zeroed(upper->num_blocks, sizeof *parts->block);
  for (uint32_t k = 0; k < upper->num_blocks; k++) block_parts_make(m, v, k);
}

void parts_make(struct minimizer *m) {
  size_t nodes = m->core->num_nodes;
  m->invariant = add_conjuncts(m, (struct part){.kind = PART_INVARIANT}, m->evidence->invariant);
  m->nodes = memory_zeroed(nodes, sizeof *m->nodes);
  m->stamp = memory_zeroed(2 * nodes, sizeof *m->stamp);
  for (uint32_t v = 0; v < nodes; v++) node_parts_make(m, v);
}

void parts_free(struct minimizer *m) {
  for (uint32_t v = 0; v < m->core->num_nodes; v++) {
    struct node_parts *parts = &m->nodes[v];
    for (uint32_t k = 0; k < parts->blocks.count; k++) free(parts->block[k].sides);
    free(parts->block);
    free(parts->covers);
  }
  free(m->nodes);
  free(m->stamp);
  free(m->parts);
  lits_free(&m->queue);
  ints_free(&m->query);
  lits_free(&m->query_parts);
}

void part_need(struct minimizer *m, uint32_t part) {
  if (part == NO_PART || m->parts[part].needed) return;
  m->parts[part].needed = true;
  lits_push(&m->queue, part);
}

/* ---- queries ---- */

/* Made when it is first asked for. */
static struct copy *minimizer_copy(struct minimizer *m, size_t copy) {
  while (m->num_copies <= copy) {
    m->copies = memory_one_more(m->copies, m->num_copies, sizeof *m->copies);
    struct copy *c = &m->copies[m->num_copies++];
    *c = (struct copy){0};
    unroll_init(&c->unroll, m->sat, m->system);
  }
  return &m->copies[copy];
}

int cnf_of(struct minimizer *m, size_t copy, size_t frame, lit a) {
  return unroll_lit(&minimizer_copy(m, copy)->unroll, frame, a);
}

int cnf_and(struct minimizer *m, int a, int b) {
  int truth = minimizer_copy(m, 0)->unroll.truth;
  if (a == -b || a == -truth || b == -truth) return -truth;
  if (a == b || b == truth) return a;
  if (a == truth) return b;
  int g = sat_var(m->sat);
  sat_gate(m->sat, g, a, b);
  return g;
}

void query_start(struct minimizer *m) {
  ints_clear(&m->query);
  lits_clear(&m->query_parts);
  m->stamps++;
}

void query_cnf(struct minimizer *m, int literal, uint32_t part) {
  if (part != NO_PART && m->parts[part].disabled) return;
  ints_push(&m->query, literal);
  lits_push(&m->query_parts, part);
}

void query_lit(struct minimizer *m, size_t copy, size_t frame, lit a, uint32_t part) {
  query_cnf(m, cnf_of(m, copy, frame, a), part);
}

void query_inputs(struct minimizer *m, const struct choice *choice) {
  for (size_t k = 0; k < choice->inputs.size; k++) {
    int input = cnf_of(m, 0, 0, choice->inputs.at[k]);
    int value = cnf_of(m, 0, 0, choice_value(choice, k));
    query_cnf(m, cnf_or(m, cnf_and(m, input, value), cnf_and(m, -input, -value)), NO_PART);
  }
}

void query_invariant(struct minimizer *m, size_t copy, size_t frame) {
  for (uint32_t k = 0; k < m->invariant.count; k++)
    query_lit(m, copy, frame, m->parts[m->invariant.first + k].predicate, m->invariant.first + k);
}

static int presence(struct minimizer *m, uint32_t part) {
  if (!m->parts[part].presence) m->parts[part].presence = sat_var(m->sat);
  return m->parts[part].presence;
}

/* sum & (absent or claim) */
static int with_part(struct minimizer *m, int sum, uint32_t part, int claim) {
  return cnf_and(m, sum, cnf_or(m, -presence(m, part), claim));
}

static int encode_upper(struct minimizer *m, size_t copy, size_t frame, uint32_t v,
                        const int *bounds) {
  const struct node_parts *parts = &m->nodes[v];
  const struct fact *fact = &m->evidence->facts[v].upper;
  int sum = m->core->nodes[v].op == CORE_EG ? bounds[m->core->nodes[v].left]
                                            : minimizer_copy(m, 0)->unroll.truth;
  for (uint32_t k = 0; k < parts->upper.count; k++)
    sum = with_part(m, sum, parts->upper.first + k,
                    cnf_of(m, copy, frame, m->parts[parts->upper.first + k].predicate));
  if (m->core->nodes[v].op == CORE_E) return sum; /* its blocks are about the view */
  for (uint32_t k = 0; k < parts->blocks.count; k++)
    sum =
        with_part(m, sum, parts->blocks.first + k, -cnf_of(m, copy, frame, fact->blocks[k].closed));
  return sum;
}

/* The lower bound of an E node is where there is a choice of promises. */
static int encode_from(struct minimizer *m, size_t copy, size_t frame, uint32_t v) {
  const struct choices *from = &m->evidence->facts[v].lower.from;
  struct span parts = m->nodes[v].from;
  int sum = minimizer_copy(m, 0)->unroll.truth;
  for (uint32_t k = 0; k < parts.count; k++)
    sum = with_part(m, sum, parts.first + k, -cnf_of(m, copy, frame, from->at[k].guard));
  return sum;
}

static int encode_lower(struct minimizer *m, size_t copy, size_t frame, uint32_t v,
                        const int *bounds) {
  const struct node_parts *parts = &m->nodes[v];
  const struct fact *fact = &m->evidence->facts[v].lower;
  int sum = minimizer_copy(m, 0)->unroll.truth;
  if (fact->kind == FACT_NONE) return sum;
  if (m->core->nodes[v].op == CORE_EX)
    return with_part(m, sum, parts->lower, -cnf_of(m, copy, frame, fact->predicate));
  if (m->core->nodes[v].op == CORE_E) return encode_from(m, copy, frame, v);
  if (m->core->nodes[v].op == CORE_EU) sum = bounds[m->core->nodes[v].right];
  for (uint32_t k = 0; k < parts->lassos.count; k++)
    for (size_t t = 0; t < fact->lassos[k].steps.size; t++)
      sum = with_part(m, sum, parts->lassos.first + k,
                      -cnf_of(m, copy, frame, fact->lassos[k].steps.at[t].guard));
  if (parts->region != NO_PART)
    sum = with_part(m, sum, parts->region, -cnf_of(m, copy, frame, fact->region.inside));
  for (uint32_t k = 0; k < parts->ranks.count; k++)
    sum =
        with_part(m, sum, parts->ranks.first + k, -cnf_of(m, copy, frame, fact->ranks.at[k].guard));
  return sum;
}

/* Section 2 of docs/certificates.md in the solver; children have larger numbers, so one sweep does
 * all nodes. */
static void encode_bounds(struct minimizer *m, size_t copy, size_t frame) {
  size_t n = m->core->num_nodes;
  int *up = memory_zeroed(n, sizeof *up), *low = memory_zeroed(n, sizeof *low);
  for (uint32_t v = (uint32_t)n; v-- > 0;) {
    const struct core_node *node = &m->core->nodes[v];
    switch (node->op) {
    case CORE_ATOM:
      up[v] = cnf_of(m, copy, frame, system_lit(m->system, node->lit));
      low[v] = -up[v];
      break;
    case CORE_NOT:
      up[v] = low[node->left];
      low[v] = up[node->left];
      break;
    case CORE_AND:
      up[v] = cnf_and(m, up[node->left], up[node->right]);
      low[v] = cnf_or(m, low[node->left], low[node->right]);
      break;
    case CORE_OR:
      up[v] = cnf_or(m, up[node->left], up[node->right]);
      low[v] = cnf_and(m, low[node->left], low[node->right]);
      break;
    default:
      up[v] = encode_upper(m, copy, frame, v, up);
      low[v] = encode_lower(m, copy, frame, v, low);
    }
  }
  m->copies[copy].bounds[frame][UPPER_TRUE] = up;
  m->copies[copy].bounds[frame][LOWER_FALSE] = low;
}

static void assume_span(struct minimizer *m, struct span span) {
  for (uint32_t k = 0; k < span.count; k++)
    query_cnf(m, presence(m, span.first + k), span.first + k);
}

static void gather_own(struct minimizer *m, uint32_t v, enum polarity polarity) {
  const struct node_parts *parts = &m->nodes[v];
  bool path = m->core->nodes[v].op == CORE_E;
  if (polarity == UPPER_TRUE) {
    assume_span(m, parts->upper);
    if (!path) assume_span(m, parts->blocks);
    return;
  }
  if (path) {
    assume_span(m, parts->from);
    return;
  }
  if (parts->lower != NO_PART) {
    assume_span(m, (struct span){parts->lower, 1});
    return; /* the choices of EX are no part of its bound */
  }
  assume_span(m, parts->lassos);
  if (parts->region != NO_PART) assume_span(m, (struct span){parts->region, 1});
  assume_span(m, parts->ranks);
}

/* Which bounds of the children a bound is made of. */
static void gather_children(struct minimizer *m, uint32_t v, enum polarity polarity) {
  const struct core_node *node = &m->core->nodes[v];
#define GATHER(child, p) (m->stamp[2 * (child) + (uint32_t)(p)] = m->stamps)
  switch (node->op) {
  case CORE_ATOM:
  case CORE_EX:
  case CORE_E: return;
  case CORE_NOT: GATHER(node->left, polarity == UPPER_TRUE ? LOWER_FALSE : UPPER_TRUE); return;
  case CORE_AND:
  case CORE_OR:
    GATHER(node->left, polarity);
    GATHER(node->right, polarity);
    return;
  case CORE_EU:
    if (polarity == LOWER_FALSE && m->evidence->facts[v].lower.kind != FACT_NONE)
      GATHER(node->right, polarity);
    return;
  case CORE_EG:
    if (polarity == UPPER_TRUE) GATHER(node->left, polarity);
    return;
  }
#undef GATHER
}

int bound_claim(struct minimizer *m, const struct place *place, uint32_t node) {
  minimizer_copy(m, place->copy);
  if (!m->copies[place->copy].bounds[place->frame][place->polarity])
    encode_bounds(m, place->copy, place->frame);
  return m->copies[place->copy].bounds[place->frame][place->polarity][node];
}

void gather_bound(struct minimizer *m, uint32_t node, enum polarity polarity) {
  m->stamps++;
  m->stamp[2 * node + (uint32_t)polarity] = m->stamps;
  for (uint32_t v = node; v < m->core->num_nodes; v++)
    for (int p = 0; p < 2; p++) {
      if (m->stamp[2 * v + (uint32_t)p] != m->stamps) continue;
      gather_own(m, v, (enum polarity)p);
      gather_children(m, v, (enum polarity)p);
    }
}

void query_bound(struct minimizer *m, size_t copy, size_t frame, uint32_t node,
                 enum polarity polarity) {
  const struct place place = {copy, frame, polarity};
  query_cnf(m, bound_claim(m, &place, node), NO_PART);
  gather_bound(m, node, polarity);
}

size_t query_mark(const struct minimizer *m) { return m->query.size; }
void query_cut(struct minimizer *m, size_t size) {
  m->query.size = size;
  m->query_parts.size = size;
}

/* First what is no part, then the parts that are needed anyway, then the others: solvers decide
 * assumptions in order, so a conflict among the first ones leaves the others out of the core. */
static void assume_in_order(struct minimizer *m) {
  for (int round = 0; round < 3; round++)
    for (size_t k = 0; k < m->query.size; k++) {
      uint32_t part = m->query_parts.at[k];
      int rank = part == NO_PART ? 0 : m->parts[part].needed ? 1 : 2;
      if (rank == round) sat_assume(m->sat, m->query.at[k]);
    }
}

void query_ask(struct minimizer *m) {
  if (m->stop) return;
  m->queries++;
  m->assumptions += m->query.size;
  assume_in_order(m);
  sat_limit_conflicts(m->sat, tuning_of(m->effort)->minimize_conflicts);
  enum sat_answer answer = sat_solve(m->sat);
  /* Not true, or too hard to try variations of: leave everything as it was. */
  if (answer == SAT_YES || (answer == SAT_UNKNOWN && m->trying)) m->stop = true;
  if (m->stop) return;
  for (size_t k = 0; k < m->query.size; k++)
    if (m->query_parts.at[k] != NO_PART &&
        (answer == SAT_UNKNOWN || sat_failed(m->sat, m->query.at[k])))
      part_need(m, m->query_parts.at[k]);
}
