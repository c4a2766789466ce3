#include "certifier/certify/transplant.h"

/* More gates of the old model than this are not copied into a certificate. */
enum { MOST_COPIED = 100000 };
#define NOWHERE UINT32_MAX

/* Where the variables of a numbering begin (docs/certificates.md, section 1.3). */
struct numbering {
  uint32_t model;      /* the largest variable of the model and the scope */
  uint32_t fairness;   /* how many */
  uint32_t inputs;     /* how many */
  uint32_t elementary; /* how many */
  uint32_t ghosts;     /* how many */
};

static uint32_t first_fresh(const struct numbering *n) { return n->model + n->fairness + 1; }
static uint32_t first_elementary(const struct numbering *n) { return first_fresh(n) + n->inputs; }
static uint32_t first_gate(const struct numbering *n) {
  return first_elementary(n) + 2 * n->elementary + n->ghosts;
}

struct mapping {
  const struct transplant *request;
  struct certificate *certificate;
  struct numbering old, now;
  uint32_t *latch, *input;  /* old number -> new number, or NOWHERE */
  uint32_t *variable;       /* of the old model -> new literal, or NOWHERE */
  uint32_t *gate;           /* of the old model: variable -> number of the gate + 1; 0: none */
  struct cert_gate *copied; /* gates of the old model that the certificate names */
  size_t num_copied, capacity;
  bool failed;
};

/* --- names ------------------------------------------------------------------------------------ */

struct name {
  const char *text;
  uint32_t index;
};

static int by_text(const void *a, const void *b) {
  const struct name *x = a, *y = b;
  int order = strcmp(x->text, y->text);
  return order ? order : (x->index > y->index) - (x->index < y->index);
}

static struct name *names_of(const struct aiger *model, char kind, size_t *count) {
  struct name *names = memory_alloc(model->num_symbols + 1, sizeof *names);
  *count = 0;
  for (size_t k = 0; k < model->num_symbols; k++)
    if (model->symbols[k].kind == kind)
      names[(*count)++] = (struct name){model->symbols[k].name, model->symbols[k].index};
  qsort(names, *count, sizeof *names, by_text);
  return names;
}

static uint32_t index_of(const struct name *names, size_t count, const char *text) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (strcmp(names[middle].text, text) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && strcmp(names[low].text, text) == 0 ? names[low].index : NOWHERE;
}

/* The items of a section, latches or inputs, of one model in the other. */
static uint32_t *match(const struct aiger *from, size_t num_from, const struct aiger *to,
                       size_t num_to, char kind) {
  size_t count;
  struct name *names = names_of(to, kind, &count);
  uint32_t *map = memory_alloc(num_from + 1, sizeof *map);
  uint8_t *named = memory_zeroed(num_from + 1, 1);
  for (size_t k = 0; k < num_from; k++) map[k] = num_from == num_to ? (uint32_t)k : NOWHERE;
  for (size_t k = 0; k < from->num_symbols; k++) {
    const struct aiger_symbol *symbol = &from->symbols[k];
    if (symbol->kind != kind || symbol->index >= num_from || named[symbol->index]) continue;
    uint32_t found = index_of(names, count, symbol->name);
    named[symbol->index] = found < num_to;
    map[symbol->index] = found < num_to ? found : NOWHERE;
  }
  free(named);
  free(names);
  return map;
}

/* --- variables -------------------------------------------------------------------------------- */

static void fill_variables(struct mapping *m) {
  const struct aiger *old = m->request->old, *now = m->request->now;
  m->variable = memory_alloc((size_t)old->maxvar + 1, sizeof *m->variable);
  m->gate = memory_zeroed((size_t)old->maxvar + 1, sizeof *m->gate);
  for (size_t v = 0; v <= old->maxvar; v++) m->variable[v] = NOWHERE;
  m->variable[0] = 0;
  for (size_t k = 0; k < old->num_latches; k++)
    if (m->latch[k] != NOWHERE)
      m->variable[old->latches[k].lit / 2] = now->latches[m->latch[k]].lit;
  for (size_t k = 0; k < old->inputs.size; k++)
    if (m->input[k] != NOWHERE) m->variable[old->inputs.at[k] / 2] = now->inputs.at[m->input[k]];
  for (size_t k = 0; k < old->num_ands; k++) m->gate[old->ands[k].lhs / 2] = (uint32_t)k + 1;
}

/* Copies a gate whose arguments are there. */
static void copy_gate(struct mapping *m, const struct aiger_and *gate) {
  uint32_t lhs = 2 * (first_gate(&m->now) + (uint32_t)m->num_copied);
  m->copied = memory_room(m->copied, m->num_copied, &m->capacity, sizeof *m->copied);
  struct cert_gate *copy = &m->copied[m->num_copied++];
  *copy = (struct cert_gate){.lhs = lhs};
  lits_push(&copy->args, m->variable[gate->rhs0 / 2] ^ (gate->rhs0 & 1));
  lits_push(&copy->args, m->variable[gate->rhs1 / 2] ^ (gate->rhs1 & 1));
  m->variable[gate->lhs / 2] = lhs;
}

/* The cone of a variable of the old model, arguments first. */
static void copy_cone(struct mapping *m, uint32_t variable) {
  struct lits stack = {0};
  lits_push(&stack, variable);
  while (stack.size && !m->failed) {
    uint32_t v = stack.at[stack.size - 1];
    if (m->variable[v] != NOWHERE) {
      stack.size--;
      continue;
    }
    if (!m->gate[v] || m->num_copied == MOST_COPIED) {
      m->failed = true; /* a latch or an input that is gone, or too much */
      break;
    }
    const struct aiger_and *gate = &m->request->old->ands[m->gate[v] - 1];
    size_t before = stack.size;
    if (m->variable[gate->rhs0 / 2] == NOWHERE) lits_push(&stack, gate->rhs0 / 2);
    if (m->variable[gate->rhs1 / 2] == NOWHERE) lits_push(&stack, gate->rhs1 / 2);
    if (stack.size > before) continue;
    copy_gate(m, gate);
    stack.size--;
  }
  lits_free(&stack);
}

/* --- all literals of a certificate ------------------------------------------------------------ */

typedef uint32_t map_literal(struct mapping *m, uint32_t literal);

static void each_of(struct mapping *m, struct lits *lits, map_literal *map) {
  for (size_t k = 0; k < lits->size; k++) lits->at[k] = map(m, lits->at[k]);
}

static void each_choice(struct mapping *m, struct choices *choices, map_literal *map) {
  for (size_t k = 0; k < choices->size; k++) {
    choices->at[k].guard = map(m, choices->at[k].guard);
    each_of(m, &choices->at[k].inputs, map);
    each_of(m, &choices->at[k].values, map);
  }
}

static void each_gate(struct mapping *m, struct cert_gate *gates, size_t count, map_literal *map) {
  for (size_t k = 0; k < count; k++) {
    gates[k].lhs = map(m, gates[k].lhs);
    each_of(m, &gates[k].args, map);
  }
}

static void each_in_block(struct mapping *m, struct block *block, map_literal *map) {
  block->closed = map(m, block->closed);
  for (size_t k = 0; k < block->num_steps; k++)
    block->steps[k].predicate = map(m, block->steps[k].predicate);
  if (block->has_loop) block->loop = map(m, block->loop);
}

static void each_in_fact(struct mapping *m, struct fact *fact, map_literal *map) {
  fact->predicate = map(m, fact->predicate);
  each_choice(m, &fact->ranks, map);
  each_choice(m, &fact->from, map);
  for (size_t k = 0; k < fact->num_lassos; k++) each_choice(m, &fact->lassos[k].steps, map);
  for (size_t k = 0; k < fact->num_blocks; k++) each_in_block(m, &fact->blocks[k], map);
  if (!fact->has_region) return;
  fact->region.inside = map(m, fact->region.inside);
  each_choice(m, &fact->region.choices, map);
  for (size_t k = 0; k < fact->region.num_covers; k++) each_choice(m, &fact->region.covers[k], map);
}

static void each_literal(struct mapping *m, map_literal *map) {
  struct certificate *c = m->certificate;
  each_gate(m, c->gates, c->num_gates, map);
  each_of(m, &c->next, map);
  each_of(m, &c->saved, map);
  each_gate(m, c->relations, c->num_relations, map);
  c->invariant = map(m, c->invariant);
  for (size_t k = 0; k < c->num_facts; k++) each_in_fact(m, &c->facts[k], map);
}

/* First round: gates of the old model become gates of the certificate. */
static uint32_t find_gates(struct mapping *m, uint32_t literal) {
  if (literal / 2 <= m->request->old->maxvar && m->gate[literal / 2]) copy_cone(m, literal / 2);
  return literal;
}

/* Behind the model and the scope of the old numbering. */
static uint32_t map_behind(struct mapping *m, uint32_t v) {
  const struct numbering *old = &m->old, *now = &m->now;
  if (v < first_fresh(old)) return v - old->model + now->model; /* a monitor */
  if (v < first_elementary(old)) {
    uint32_t input = m->input[v - first_fresh(old)];
    return input == NOWHERE ? NOWHERE : first_fresh(now) + input;
  }
  if (v < first_gate(old)) return v - first_elementary(old) + first_elementary(now);
  return v - first_gate(old) + first_gate(now) + (uint32_t)m->num_copied;
}

/* Second round. */
static uint32_t renumber(struct mapping *m, uint32_t literal) {
  uint32_t v = literal / 2, file = m->request->old->maxvar, to;
  if (v <= file)
    to = m->variable[v] == NOWHERE ? NOWHERE : m->variable[v] / 2;
  else if (v <= m->old.model)
    to = v - file + m->request->now->maxvar; /* a gate of the scope */
  else
    to = map_behind(m, v);
  if (to > UINT32_MAX / 2) m->failed = true;
  return m->failed ? 0 : 2 * to + (literal & 1);
}

static void put_copied_first(struct mapping *m) {
  struct certificate *c = m->certificate;
  size_t all = m->num_copied + c->num_gates;
  if (m->num_copied == 0) return;
  struct cert_gate *gates = memory_alloc(all, sizeof *gates);
  memcpy(gates, m->copied, m->num_copied * sizeof *gates);
  if (c->num_gates) memcpy(gates + m->num_copied, c->gates, c->num_gates * sizeof *gates);
  free(c->gates);
  c->gates = gates;
  c->num_gates = c->gates_capacity = all;
  m->num_copied = 0;
}

/* --- runs and states -------------------------------------------------------------------------- */

/* The values of latches or inputs of the old model for those of the new one. `now_to_old` as
 * match makes it. */
static char *map_bits(const char *bits, size_t num_old, const uint32_t *now_to_old,
                      size_t num_now) {
  char *to = memory_alloc(num_now + 1, 1);
  for (size_t k = 0; k < num_now; k++)
    to[k] = now_to_old[k] < num_old && bits[now_to_old[k]] == '1' ? '1' : '0';
  to[num_now] = 0;
  return to;
}

/* Latches begin as they have to. */
static char *map_latches(const struct transplant *r, const char *bits, const uint32_t *back) {
  char *to = map_bits(bits, r->old->num_latches, back, r->now->num_latches);
  for (size_t k = 0; k < r->now->num_latches; k++)
    if (r->now->latches[k].reset <= 1) to[k] = r->now->latches[k].reset ? '1' : '0';
  return to;
}

static bool map_returning(const struct transplant *r, struct certificate *c,
                          const uint32_t *latches) {
  if (!c->trace_returning) return true;
  if (strlen(c->trace_returning) != r->old->num_latches) return false;
  char *to = map_bits(c->trace_returning, r->old->num_latches, latches, r->now->num_latches);
  free(c->trace_returning);
  c->trace_returning = to;
  return true;
}

static bool map_trace(const struct transplant *r, struct certificate *c, const uint32_t *latches,
                      const uint32_t *inputs) {
  if (strlen(c->trace_latches) != r->old->num_latches) return false;
  char *first = map_latches(r, c->trace_latches, latches);
  free(c->trace_latches);
  c->trace_latches = first;
  if (!map_returning(r, c, latches)) return false;
  for (size_t k = 0; k < c->trace_steps; k++) {
    if (strlen(c->trace_inputs[k]) != r->old->inputs.size) return false;
    char *row = map_bits(c->trace_inputs[k], r->old->inputs.size, inputs, r->now->inputs.size);
    free(c->trace_inputs[k]);
    c->trace_inputs[k] = row;
  }
  return true;
}

/* Behind the latches come the observed inputs, the same ones in the same order where nobody has
 * touched them. */
static bool map_initial(const struct transplant *r, struct certificate *c,
                        const uint32_t *latches) {
  size_t num_old = r->old->num_latches, length = strlen(c->initial);
  if (length < num_old) return false;
  char *first = map_latches(r, c->initial, latches);
  size_t num_now = r->now->num_latches;
  first = memory_grow(first, num_now + length - num_old + 1, 1);
  memcpy(first + num_now, c->initial + num_old, length - num_old + 1);
  free(c->initial);
  c->initial = first;
  return true;
}

static bool map_states(const struct transplant *r, struct certificate *c) {
  uint32_t *latches = match(r->now, r->now->num_latches, r->old, r->old->num_latches, 'l');
  uint32_t *inputs = match(r->now, r->now->inputs.size, r->old, r->old->inputs.size, 'i');
  bool ok = true;
  if (certificate_is_trace(c))
    ok = map_trace(r, c, latches, inputs);
  else if (c->initial)
    ok = map_initial(r, c, latches);
  free(latches);
  free(inputs);
  return ok;
}

/* ---------------------------------------------------------------------------------------------- */

static bool count_fairness(const struct mapping *m, const struct aiger *model, size_t added,
                           uint32_t *count) {
  const struct certificate *c = m->certificate;
  *count = 0;
  if (c->property == CERT_BAD || c->property == CERT_OUTPUT) return true;
  *count = (uint32_t)(model->fairness.size + added);
  if (c->property != CERT_JUSTICE) return true;
  if (c->index >= model->num_justice) return false;
  *count += (uint32_t)model->justice[c->index].size;
  return true;
}

static bool make_numberings(struct mapping *m) {
  const struct transplant *r = m->request;
  size_t fair = r->scoped->fairness.size - r->now->fairness.size;
  m->old.model = r->old->maxvar + (r->scoped->maxvar - r->now->maxvar);
  m->now.model = r->scoped->maxvar;
  m->old.inputs = (uint32_t)r->old->inputs.size;
  m->now.inputs = (uint32_t)r->now->inputs.size;
  m->old.elementary = m->now.elementary = (uint32_t)r->elementary;
  m->old.ghosts = m->now.ghosts = (uint32_t)m->certificate->ghosts.size;
  return count_fairness(m, r->old, fair, &m->old.fairness) &&
         count_fairness(m, r->now, fair, &m->now.fairness) && m->old.fairness == m->now.fairness;
}

static void drop_proofs(struct certificate *c) {
  for (size_t k = 0; k < c->num_proofs; k++) free(c->proofs[k].text);
  free(c->proofs);
  c->proofs = NULL;
  c->num_proofs = 0;
  c->has_proofs = false;
}

static void mapping_free(struct mapping *m) {
  for (size_t k = 0; k < m->num_copied; k++) lits_free(&m->copied[k].args);
  free(m->copied);
  free(m->latch);
  free(m->input);
  free(m->variable);
  free(m->gate);
}

bool transplant(const struct transplant *r, struct certificate *c) {
  struct mapping m = {.request = r, .certificate = c};
  drop_proofs(c);
  if (!map_states(r, c)) return false;
  if (certificate_is_trace(c)) return true;
  if (!make_numberings(&m)) return false;
  m.latch = match(r->old, r->old->num_latches, r->now, r->now->num_latches, 'l');
  m.input = match(r->old, r->old->inputs.size, r->now, r->now->inputs.size, 'i');
  fill_variables(&m);
  each_literal(&m, find_gates);
  if (!m.failed) each_literal(&m, renumber);
  if (!m.failed) put_copied_first(&m);
  bool ok = !m.failed;
  mapping_free(&m);
  return ok;
}

/* --- clauses ---------------------------------------------------------------------------------- */

static const struct cert_gate *gate_of(const struct certificate *c, uint32_t literal) {
  if (c->num_gates == 0) return NULL;
  uint32_t first = c->gates[0].lhs / 2, v = literal / 2;
  return v >= first && v - first < c->num_gates ? &c->gates[v - first] : NULL;
}

/* The literals of a conjunction, through its gates. */
static bool take_cube(const uint8_t *latch, uint32_t maxvar, const struct certificate *c,
                      uint32_t literal, struct lits *cube) {
  enum { MOST = 1000 };
  bool good = true;
  struct lits open = {0};
  lits_push(&open, literal);
  while (open.size && good) {
    uint32_t part = lits_pop(&open);
    const struct cert_gate *gate = gate_of(c, part);
    good = open.size < MOST && cube->size < MOST;
    if (gate && !(part & 1))
      lits_append(&open, gate->args.at, gate->args.size);
    else if (part / 2 <= maxvar && latch[part / 2])
      lits_push(cube, part);
    else
      good = false;
  }
  lits_free(&open);
  return good;
}

/* A disjunction of latches: !(a & b) is !a | !b. */
static void take_clause(const uint8_t *latch, uint32_t maxvar, const struct certificate *c,
                        uint32_t literal, uint32_t end, struct lits *clauses) {
  struct lits cube = {0};
  if (take_cube(latch, maxvar, c, literal ^ 1, &cube)) {
    for (size_t k = 0; k < cube.size; k++) lits_push(clauses, cube.at[k] ^ 1);
    lits_push(clauses, end);
  }
  lits_free(&cube);
}

void transplant_clauses(const struct aiger *model, const struct certificate *c, uint32_t end,
                        struct lits *clauses) {
  uint8_t *latch = memory_zeroed((size_t)model->maxvar + 1, 1);
  uint8_t *seen = memory_zeroed(c->num_gates + 1, 1);
  struct lits parts = {0};
  for (size_t k = 0; k < model->num_latches; k++) latch[model->latches[k].lit / 2] = 1;
  lits_push(&parts, c->invariant);
  while (parts.size) {
    uint32_t part = lits_pop(&parts);
    const struct cert_gate *gate = gate_of(c, part);
    if (gate && !(part & 1)) {
      if (!seen[gate - c->gates]++) lits_append(&parts, gate->args.at, gate->args.size);
      continue;
    }
    take_clause(latch, model->maxvar, c, part, end, clauses);
  }
  lits_free(&parts);
  free(seen);
  free(latch);
}
