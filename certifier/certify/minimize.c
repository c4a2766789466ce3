#include "certifier/certify/minimize.h"

#include "certifier/certify/minimize_parts.h"

/* What the verdict itself rests on. */
static void ask_verdict(struct minimizer *m) {
  const struct evidence *e = m->evidence;
  query_start(m);
  if (e->kind == PROPERTY_BAD || e->kind == PROPERTY_OUTPUT) { /* R & C & bad, behind !bad */
    for (size_t t = 0; t <= e->back; t++) {
      query_invariant(m, 0, t);
      query_lit(m, 0, t, m->system->constraint, NO_PART);
      query_lit(m, 0, t, t < e->back ? lit_not(m->bad) : m->bad, NO_PART);
    }
  } else if (e->verdict == VERDICT_HOLDS) { /* I & !Q with lower 0 Q */
    query_lit(m, 0, 0, m->system->init, NO_PART);
    query_bound(m, 0, 0, 0, LOWER_FALSE);
  } else { /* the initial state, and Q of upper 0 Q */
    for (size_t k = 0; k < m->system->num_states; k++)
      query_lit(m, 0, 0, m->system->states[k] ^ (lit)!e->initial[k], NO_PART);
    query_bound(m, 0, 0, 0, UPPER_TRUE);
  }
  query_ask(m);
}

static bool kept(const struct minimizer *m, struct span span, size_t k) {
  return m->parts[span.first + k].kept;
}

static lit keep_conjuncts(const struct minimizer *m, struct span span) {
  struct lits conjuncts = {0};
  for (uint32_t k = 0; k < span.count; k++)
    if (kept(m, span, k)) lits_push(&conjuncts, m->parts[span.first + k].predicate);
  lit all = aig_and_all(m->system->aig, conjuncts.at, conjuncts.size);
  lits_free(&conjuncts);
  return all;
}

static void keep_choices(const struct minimizer *m, struct choices *choices, struct span span) {
  size_t n = 0;
  for (size_t k = 0; k < choices->size; k++) {
    if (kept(m, span, k))
      choices->at[n++] = choices->at[k];
    else
      choice_free(&choices->at[k]);
  }
  choices->size = n;
}

static void keep_fair(const struct minimizer *m, struct lits *fair, struct span span) {
  size_t n = 0;
  for (size_t k = 0; k < fair->size; k++)
    if (kept(m, span, k)) fair->at[n++] = fair->at[k];
  fair->size = n;
}

static void keep_in_block(const struct minimizer *m, struct block *block,
                          const struct block_parts *parts) {
  size_t n = 0;
  block->closed = keep_conjuncts(m, parts->inside);
  for (size_t s = 0; s < block->num_steps; s++) {
    struct chain_step *step = &block->steps[s];
    keep_fair(m, &step->fair, parts->sides[s]);
    if (kept(m, parts->steps, s))
      block->steps[n++] = *step;
    else
      lits_free(&step->fair);
  }
  block->num_steps = n;
  keep_fair(m, &block->end_fair, parts->end);
}

static void keep_blocks(const struct minimizer *m, struct fact *fact,
                        const struct node_parts *parts) {
  size_t n = 0;
  for (size_t k = 0; k < fact->num_blocks; k++) {
    if (!kept(m, parts->blocks, k)) {
      block_free(&fact->blocks[k]);
      continue;
    }
    keep_in_block(m, &fact->blocks[k], &parts->block[k]);
    fact->blocks[n++] = fact->blocks[k];
  }
  fact->num_blocks = n;
}

static void keep_lassos(const struct minimizer *m, struct fact *fact, struct span span) {
  size_t n = 0;
  for (size_t k = 0; k < fact->num_lassos; k++) {
    if (kept(m, span, k)) {
      fact->lassos[n++] = fact->lassos[k];
      continue;
    }
    choices_free(&fact->lassos[k].steps);
    lits_free(&fact->lassos[k].at);
  }
  fact->num_lassos = n;
}

/* The bound is what the guards add up to. */
static void keep_from(const struct minimizer *m, struct fact *fact, struct span span) {
  keep_choices(m, &fact->from, span);
  fact->predicate = AIG_FALSE;
  for (size_t k = 0; k < fact->from.size; k++)
    fact->predicate = aig_or(m->system->aig, fact->predicate, fact->from.at[k].guard);
  if (!fact->from.size) fact->kind = FACT_NONE;
}

static void keep_lower_eg(const struct minimizer *m, struct fact *fact,
                          const struct node_parts *parts) {
  keep_lassos(m, fact, parts->lassos);
  fact->has_region = fact->has_region && m->parts[parts->region].kept;
  if (fact->has_region) {
    keep_choices(m, &fact->region.choices, parts->stays);
    for (size_t j = 0; j < fact->region.num_covers; j++)
      keep_choices(m, &fact->region.covers[j], parts->covers[j]);
  }
  if (fact->kind == FACT_LOWER_E) {
    keep_from(m, fact, parts->from);
    return;
  }
  /* Without a base there is nothing to lead to. */
  if (!fact->num_lassos && !fact->has_region) fact->kind = FACT_NONE;
}

static void keep_upper(const struct minimizer *m, struct fact *fact,
                       const struct node_parts *parts) {
  if (fact->kind == FACT_UPPER_EG || fact->kind == FACT_UPPER_E) keep_blocks(m, fact, parts);
  if (fact->kind != FACT_UPPER && fact->kind != FACT_UPPER_E) return;
  fact->predicate = keep_conjuncts(m, parts->upper);
  if (fact->predicate == AIG_TRUE) fact->kind = FACT_NONE;
}

static void keep_in_node(const struct minimizer *m, uint32_t v) {
  struct node_facts *facts = &m->evidence->facts[v];
  const struct node_parts *parts = &m->nodes[v];
  enum core_op op = m->core->nodes[v].op;
  if (op < CORE_EX) return;
  keep_upper(m, &facts->upper, parts);
  if (facts->lower.kind != FACT_NONE) {
    keep_choices(m, &facts->lower.ranks, parts->ranks);
    if (op == CORE_EX && !m->parts[parts->lower].kept) facts->lower.kind = FACT_NONE;
    if (op == CORE_EG || op == CORE_E) keep_lower_eg(m, &facts->lower, parts);
  }
}

static void keep_needed(const struct minimizer *m) {
  m->evidence->invariant = keep_conjuncts(m, m->invariant);
  for (uint32_t v = 0; v < m->core->num_nodes; v++) keep_in_node(m, v);
}

static void free_copies(struct minimizer *m) {
  for (size_t c = 0; c < m->num_copies; c++) {
    for (int k = 0; k < 4; k++) {
      int **views = m->copies[c].views[k / 2][k % 2];
      for (size_t p = 0; views && p < m->core->num_paths; p++) free(views[p]);
      free(views);
      free(m->copies[c].bounds[k / 2][k % 2]);
    }
    unroll_free(&m->copies[c].unroll);
  }
  free(m->copies);
}

static uint64_t work_done(const struct minimizer *m) {
  struct sat_statistics s = sat_statistics(m->sat);
  return s.propagations + m->assumptions + 100 * s.conflicts;
}

/* Finds what the verdict needs among the parts that are not disabled. True: these parts suffice. */
static bool close_needs(struct minimizer *m, uint64_t limit) {
  m->stop = false;
  m->queue.size = 0;
  for (size_t k = 0; k < m->num_parts; k++) m->parts[k].needed = false;
  ask_verdict(m);
  for (size_t k = 0; k < m->queue.size && !m->stop; k++) {
    justify(m, m->queue.at[k]);
    m->stop = m->stop || work_done(m) > limit || interrupted(m->effort);
  }
  return !m->stop;
}

static void keep_closure(struct minimizer *m) {
  for (size_t k = 0; k < m->num_parts; k++) {
    m->parts[k].kept = m->parts[k].needed;
    m->parts[k].disabled = !m->parts[k].needed;
  }
}

/* Cores are not minimal: tries to do without each part, the last found first, as long as that is
 * cheap. */
static void try_without(struct minimizer *m) {
  uint64_t limit = work_done(m) + tuning_of(m->effort)->minimize_tries * UINT64_C(1000000);
  struct lits order = {0};
  lits_append(&order, m->queue.at, m->queue.size);
  m->trying = true;
  while (order.size && work_done(m) < limit) {
    uint32_t part = lits_pop(&order);
    if (m->parts[part].disabled) continue;
    m->parts[part].disabled = true;
    if (close_needs(m, limit))
      keep_closure(m);
    else
      m->parts[part].disabled = false;
  }
  lits_free(&order);
}

/* Elementary variables are states of the graph behind those of the system. */
static lit *next_with_elementary(const struct system *s) {
  lit *next = memory_alloc(s->num_states + s->num_elementary + 1, sizeof *next);
  if (s->num_states) memcpy(next, s->next, s->num_states * sizeof *next);
  if (s->num_elementary)
    memcpy(next + s->num_states, s->elementary_next, s->num_elementary * sizeof *next);
  return next;
}

bool minimize_evidence(struct check_result *result, const struct aiger *model,
                       const struct property *property, const struct effort *effort,
                       struct minimize_statistics *statistics) {
  uint64_t most = tuning_of(effort)->minimize_closure * UINT64_C(1000000);
  struct minimizer m = {.evidence = &result->evidence,
                        .core = &result->core,
                        .system = result->system,
                        .effort = effort,
                        .bad = AIG_FALSE};
  if (property->kind == PROPERTY_BAD)
    m.bad = system_lit(result->system, model->bad.at[property->index]);
  if (property->kind == PROPERTY_OUTPUT)
    m.bad = system_lit(result->system, model->outputs.at[property->index]);
  *statistics = (struct minimize_statistics){0};
  if (result->evidence.verdict == VERDICT_FAILS && property->kind != PROPERTY_CTL)
    return true; /* a trace */
  struct system extended = *result->system;
  extended.next = next_with_elementary(result->system);
  m.system = &extended;
  m.sat = sat_new(SAT_CONE, effort);
  minimizer_views_make(&m);
  parts_make(&m);
  bool done = close_needs(&m, most);
  if (done) {
    keep_closure(&m);
    try_without(&m);
    keep_needed(&m);
  }
  statistics->parts = m.num_parts;
  for (size_t k = 0; k < m.num_parts; k++) statistics->kept += m.parts[k].kept;
  statistics->queries = m.queries;
  free_copies(&m);
  parts_free(&m);
  minimizer_views_free(&m);
  sat_free(m.sat);
  free(extended.next);
  return done;
}
