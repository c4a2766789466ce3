#include "validator/rules.h"

#include <stdio.h>
#include <stdlib.h>

/* --- Bounds: what the facts say of every node ------------------------------------------------------------------- */

static uint32_t and2(struct v_system *s, uint32_t a, uint32_t b) { return v_add_gate(s, (uint32_t[]){a, b}, 2); }

/* E_k of a list */
static uint32_t rank(const struct v_ranks *ranks, uint32_t k) { return k ? (ranks->gates + 2 * (k - 1)) ^ 1 : ranks->base; }

/* E_k = !and(!E_(k-1), !g_k); returns E_n */
static uint32_t add_ranks(struct v_rules *r, struct v_ranks *ranks, uint32_t base) {
  ranks->base = base;
  ranks->gates = 2 * v_num_variables(r->system);
  for (uint32_t k = 0; k < ranks->entries.count; k++)
    and2(r->system, rank(ranks, k) ^ 1, r->certificate->entries[ranks->entries.first + k].guard ^ 1);
  return rank(ranks, ranks->entries.count);
}

/* E_0 of an EG list: !and(!c .. for all lasso predicates, !K); 0 if there is none */
static uint32_t lower_eg_base(struct v_rules *r, const struct v_fact *fact) {
  const struct v_certificate *c = r->certificate;
  struct v_list none = {0};
  for (uint32_t l = 0; l < fact->lassos.count; l++) {
    struct v_span steps = c->lassos[fact->lassos.first + l].steps;
    for (uint32_t t = 0; t < steps.count; t++) v_push(&none, c->entries[steps.first + t].guard ^ 1);
  }
  if (fact->has_region) v_push(&none, fact->region ^ 1);
  uint32_t base = none.size ? v_add_gate(r->system, none.at, none.size) ^ 1 : 0;
  free(none.at);
  return base;
}

static uint32_t bound(struct v_rules *r, struct v_fact *fact) {
  struct v_certificate *c = r->certificate;
  struct v_node node = r->system->nodes[fact->node];
  struct v_list outside = {0};
  switch (fact->kind) {
  case V_UPPER_EG: /* and(P, !G_1, .., !G_n) */
    v_push(&outside, r->upper[node.left]);
    for (uint32_t k = 0; k < fact->blocks.count; k++) v_push(&outside, c->blocks[fact->blocks.first + k].region ^ 1);
    fact->bound = v_add_gate(r->system, outside.at, outside.size);
    free(outside.at);
    break;
  case V_LOWER_EU: fact->bound = add_ranks(r, &fact->ranks, r->lower[node.right]); break;
  case V_LOWER_EG:
    for (uint32_t j = 0; j < fact->covers.count; j++) add_ranks(r, &c->covers[fact->covers.first + j], r->system->states.at[j]);
    fact->bound = add_ranks(r, &fact->ranks, lower_eg_base(r, fact));
    break;
  default: break;
  }
  return fact->bound;
}

static void bounds(struct v_rules *r) {
  struct v_system *s = r->system;
  struct v_fact *fact = r->certificate->facts, *end = fact + r->certificate->num_facts;
  for (size_t v = s->num_nodes; v-- > 0;) {
    struct v_node n = s->nodes[v];
    r->upper[v] = 1, r->lower[v] = 0;
    switch (n.op) {
    case V_ATOM: r->upper[v] = r->lower[v] = n.left; break;
    case V_NOT: r->upper[v] = r->lower[n.left] ^ 1, r->lower[v] = r->upper[n.left] ^ 1; break;
    case V_AND_NODE:
      r->upper[v] = and2(s, r->upper[n.left], r->upper[n.right]);
      r->lower[v] = and2(s, r->lower[n.left], r->lower[n.right]);
      break;
    case V_OR:
      r->upper[v] = and2(s, r->upper[n.left] ^ 1, r->upper[n.right] ^ 1) ^ 1;
      r->lower[v] = and2(s, r->lower[n.left] ^ 1, r->lower[n.right] ^ 1) ^ 1;
      break;
    default:
      for (; fact < end && fact->node == v; fact++) *(fact->kind <= V_UPPER_EG ? &r->upper[v] : &r->lower[v]) = bound(r, fact);
    }
  }
}

/* --- Building blocks of cases ----------------------------------------------------------------------------------- */

struct job { /* one obligation in the making */
  const struct v_rules *r;
  const struct v_certificate *c;
  const struct v_system *s;
  struct v_builder *b;
  uint32_t R, C;
};

static void now(const struct job *j, uint32_t lit) { v_unit(j->b, 0, 0, lit); }
static void after(const struct job *j, uint32_t lit) { v_unit(j->b, 0, 1, lit); }
static uint64_t framed(const struct job *j, uint32_t frame, uint32_t lit) { return v_framed(j->s, 0, frame, lit); }

/* I */
static void initial(const struct job *j) {
  const struct v_model *m = j->s->model;
  for (size_t k = 0; k < m->latches.size; k++)
    if (m->reset.at[k] < 2) now(j, m->latches.at[k] ^ !m->reset.at[k]);
  for (uint32_t k = 0; k < j->s->states.size; k++)
    if (j->s->states.at[k] == v_monitor(j->s, k)) now(j, v_monitor(j->s, k) ^ 1);
}

static void cube(const struct job *j, struct v_span span) {
  for (uint32_t k = 0; k < span.count; k++) now(j, j->c->literals.at[span.first + k]);
}

/* R & Q & !g_1 & .. & !g_n;  for each k: R & Q & g_k & j_k & !(C & P(N)) */
static void choices(const struct job *j, struct v_span span, uint32_t Q, uint32_t P) {
  const struct v_entry *entry = j->c->entries + span.first;
  v_case(j->b);
  now(j, Q);
  for (uint32_t k = 0; k < span.count; k++) now(j, entry[k].guard ^ 1);
  for (uint32_t k = 0; k < span.count; k++) {
    v_case(j->b);
    now(j, Q);
    now(j, entry[k].guard);
    cube(j, entry[k].cube);
    v_clause(j->b, (uint64_t[]){framed(j, 0, j->C ^ 1), framed(j, 1, P ^ 1)}, 2);
  }
}

/* For each k: R & g_k & !E_(k-1) & j_k & !(P & C & E_(k-1)(N)) */
static void ranks(const struct job *j, const struct v_ranks *list, uint32_t P) {
  for (uint32_t k = 0; k < list->entries.count; k++) {
    const struct v_entry *entry = &j->c->entries[list->entries.first + k];
    v_case(j->b);
    now(j, entry->guard);
    now(j, rank(list, k) ^ 1);
    cube(j, entry->cube);
    v_clause(j->b, (uint64_t[]){framed(j, 0, P ^ 1), framed(j, 0, j->C ^ 1), framed(j, 1, rank(list, k) ^ 1)}, 3);
  }
}

/* For each k: R & K & g_k & !E_(k-1) & j_k & !(C & K(N) & E_(k-1)(N));  R & K & !E_n */
static void cover(const struct job *j, const struct v_ranks *list, uint32_t K) {
  for (uint32_t k = 0; k < list->entries.count; k++) {
    const struct v_entry *entry = &j->c->entries[list->entries.first + k];
    v_case(j->b);
    now(j, K);
    now(j, entry->guard);
    now(j, rank(list, k) ^ 1);
    cube(j, entry->cube);
    v_clause(j->b, (uint64_t[]){framed(j, 0, j->C ^ 1), framed(j, 1, K ^ 1), framed(j, 1, rank(list, k) ^ 1)}, 3);
  }
  v_case(j->b);
  now(j, K);
  now(j, rank(list, list->entries.count) ^ 1);
}

/* --- One obligation, one function ------------------------------------------------------------------------------- */

/* I & !R;  R & C & !R(N) */
static void oblige_invariant(const struct job *j) {
  v_case(j->b);
  initial(j);
  now(j, j->R ^ 1);
  v_case(j->b);
  now(j, j->R);
  now(j, j->C);
  after(j, j->R ^ 1);
}

/* R & C & bad */
static void oblige_never_bad(const struct job *j) {
  const struct v_property *p = &j->c->property;
  v_case(j->b);
  now(j, j->R);
  now(j, j->C);
  now(j, (p->kind == V_BAD ? &j->s->model->bad : &j->s->model->outputs)->at[p->number]);
}

/* I & !Q */
static void oblige_holds(const struct job *j, uint32_t Q) {
  v_case(j->b);
  initial(j);
  now(j, Q ^ 1);
}

/* R & C & P(N) & !Q */
static void oblige_ex_upper(const struct job *j, uint32_t P, uint32_t Q) {
  now(j, j->R);
  v_case(j->b);
  now(j, j->C);
  after(j, P);
  now(j, Q ^ 1);
}

/* R & S & !Q;  R & P & C & Q(N) & !Q */
static void oblige_eu_upper(const struct job *j, uint32_t P, uint32_t S, uint32_t Q) {
  now(j, j->R);
  v_case(j->b);
  now(j, S);
  now(j, Q ^ 1);
  v_case(j->b);
  now(j, P);
  now(j, j->C);
  after(j, Q);
  now(j, Q ^ 1);
}

/* R & Q & !g_1 & .. & !g_n;  for each k: R & Q & g_k & j_k & !(C & P(N)) */
static void oblige_ex_lower(const struct job *j, const struct v_fact *fact, uint32_t P) {
  now(j, j->R);
  choices(j, fact->choices, fact->bound, P);
}

/* For each k: R & g_k & !E_(k-1) & j_k & !(P & C & E_(k-1)(N)) */
static void oblige_eu_lower(const struct job *j, const struct v_fact *fact, uint32_t P) {
  now(j, j->R);
  ranks(j, &fact->ranks, P);
}

/* Each lasso: for each t: R & c_t & j_t & !(P & C & c_(t+1 mod m)(N));  for each B_j at its position t: R & c_t & !B_j.
 * The region: R & K & !P;  its choices;  its covers.  Then the list. */
static void oblige_eg_lower(const struct job *j, const struct v_fact *fact, uint32_t P) {
  now(j, j->R);
  for (uint32_t l = 0; l < fact->lassos.count; l++) {
    const struct v_lasso *lasso = &j->c->lassos[fact->lassos.first + l];
    const struct v_entry *step = j->c->entries + lasso->steps.first;
    for (uint32_t t = 0; t < lasso->steps.count; t++) {
      uint32_t next = step[(t + 1) % lasso->steps.count].guard;
      v_case(j->b);
      now(j, step[t].guard);
      cube(j, step[t].cube);
      v_clause(j->b, (uint64_t[]){framed(j, 0, P ^ 1), framed(j, 0, j->C ^ 1), framed(j, 1, next ^ 1)}, 3);
    }
    for (uint32_t f = 0; f < j->s->states.size; f++) {
      v_case(j->b);
      now(j, step[j->c->positions.at[lasso->at + f]].guard);
      now(j, j->s->states.at[f] ^ 1);
    }
  }
  if (fact->has_region) {
    v_case(j->b);
    now(j, fact->region);
    now(j, P ^ 1);
    choices(j, fact->choices, fact->region, fact->region);
    for (uint32_t f = 0; f < fact->covers.count; f++) cover(j, &j->c->covers[fact->covers.first + f], fact->region);
  }
  ranks(j, &fact->ranks, P);
}

/* R & P & !G_1 & .. & !G_(k-1), in one frame of one copy */
static void arena(const struct job *j, const struct v_fact *fact, uint32_t block, uint32_t P, uint32_t copy, uint32_t frame) {
  v_unit(j->b, copy, frame, j->R);
  v_unit(j->b, copy, frame, P);
  for (uint32_t k = 0; k < block; k++) v_unit(j->b, copy, frame, j->c->blocks[fact->blocks.first + k].region ^ 1);
}

/* A new prefix variable p that implies the one before it and what a step demands of E from now on, in every copy:
 * wall: W <-> W(N), and W(y_0) <-> W(y_c);  dead, unborn: !D & !D(N);  side: !W & !W(N) */
static uint64_t narrow(const struct job *j, const struct v_step *step, uint64_t before, uint32_t copies) {
  uint64_t p = v_extra(j->b), first = v_framed(j->s, 0, 0, step->literal);
  v_context(j->b);
  v_clause(j->b, (uint64_t[]){p ^ 1, before}, 2);
  for (uint32_t copy = 0; copy < copies; copy++) {
    uint64_t W = v_framed(j->s, copy, 0, step->literal), WN = v_framed(j->s, copy, 1, step->literal);
    if (step->kind == V_WALL) {
      v_clause(j->b, (uint64_t[]){p ^ 1, W ^ 1, WN}, 3);
      v_clause(j->b, (uint64_t[]){p ^ 1, W, WN ^ 1}, 3);
      if (copy) v_clause(j->b, (uint64_t[]){p ^ 1, first, W ^ 1}, 3);
      if (copy) v_clause(j->b, (uint64_t[]){p ^ 1, first ^ 1, W}, 3);
    } else {
      v_clause(j->b, (uint64_t[]){p ^ 1, W ^ 1}, 2);
      v_clause(j->b, (uint64_t[]){p ^ 1, WN ^ 1}, 2);
    }
  }
  return p;
}

/* X & C & A(N) & !G_k(N);  wall: E & W & !W(N);  dead: E & D;  unborn: E & D(N) */
static void oblige_walls(const struct job *j, const struct v_fact *fact, uint32_t block, uint32_t P) {
  const struct v_block *here = &j->c->blocks[fact->blocks.first + block];
  arena(j, fact, block, P, 0, 0);
  now(j, here->region);
  now(j, j->C);
  arena(j, fact, block, P, 0, 1);
  v_case(j->b);
  after(j, here->region ^ 1);
  if (here->steps.count == 1) return; /* only the end */
  v_context(j->b);
  uint64_t p = v_extra(j->b);
  v_clause(j->b, (uint64_t[]){p ^ 1, framed(j, 1, here->region)}, 2);
  for (uint32_t k = 0; k + 1 < here->steps.count; k++) {
    const struct v_step *step = &j->c->chain[here->steps.first + k];
    if (step->kind != V_SIDE) {
      v_case(j->b);
      v_clause(j->b, &p, 1);
      if (step->kind != V_UNBORN) now(j, step->literal);
      if (step->kind != V_DEAD) after(j, step->literal ^ (step->kind == V_WALL));
    }
    p = narrow(j, step, p, 1);
  }
}

/* Copies of E-steps that agree on every wall, one for each fairness that the block names.
 * side: E & W(y_c) for every copy & B_j(y_j) for j in J;  end: E & B_j(y_j) for j in J */
static void oblige_skeleton(const struct job *j, const struct v_fact *fact, uint32_t block, uint32_t P) {
  const struct v_block *here = &j->c->blocks[fact->blocks.first + block];
  const struct v_step *chain = j->c->chain + here->steps.first;
  uint32_t copies = 0, *copy_of = v_zeroed(j->s->states.size, sizeof *copy_of);
  for (uint32_t k = 0; k < here->steps.count; k++)
    for (uint32_t n = 0; n < chain[k].fair.count; n++) copy_of[j->c->fair.at[chain[k].fair.first + n]] = 1;
  for (uint32_t f = 0; f < j->s->states.size; f++)
    if (copy_of[f]) copy_of[f] = copies++;
  if (!copies) copies = 1;
  for (uint32_t copy = 0; copy < copies; copy++)
    for (uint32_t frame = 0; frame < 2; frame++) {
      arena(j, fact, block, P, copy, frame);
      v_unit(j->b, copy, frame, here->region);
      if (!frame) v_unit(j->b, copy, 0, j->C);
    }
  uint64_t p = v_extra(j->b);
  for (uint32_t k = 0; k < here->steps.count; k++) {
    if (chain[k].kind >= V_SIDE) {
      v_case(j->b);
      v_clause(j->b, &p, 1);
      for (uint32_t copy = 0; chain[k].kind == V_SIDE && copy < copies; copy++) v_unit(j->b, copy, 0, chain[k].literal);
      for (uint32_t n = 0; n < chain[k].fair.count; n++) {
        uint32_t f = j->c->fair.at[chain[k].fair.first + n];
        v_unit(j->b, copy_of[f], 0, j->s->states.at[f]);
      }
    }
    if (chain[k].kind != V_END) p = narrow(j, &chain[k], p, copies);
  }
  free(copy_of);
}

/* --- The list of obligations ------------------------------------------------------------------------------------ */

static void owe(struct v_rules *r, size_t *capacity, enum v_obligation_kind kind, size_t fact, uint32_t block) {
  r->obligations = v_grow(r->obligations, r->count, capacity, sizeof *r->obligations);
  r->obligations[r->count++] = (struct v_obligation){kind, (uint32_t)fact, block};
}

void v_rules_init(struct v_rules *r, struct v_system *s, struct v_certificate *c) {
  *r = (struct v_rules){.system = s, .certificate = c};
  size_t capacity = 0;
  if (c->is_trace) return;
  const struct v_list *constraints = &s->model->constraints;
  s->constraint = constraints->size ? v_add_gate(s, constraints->at, constraints->size) : 1;
  r->upper = v_need(NULL, s->num_nodes, sizeof *r->upper);
  r->lower = v_need(NULL, s->num_nodes, sizeof *r->lower);
  bounds(r);
  owe(r, &capacity, V_INVARIANT, 0, 0);
  for (size_t k = 0; k < c->num_facts; k++) {
    const struct v_fact *fact = &c->facts[k];
    bool empty = fact->kind >= V_LOWER_EU && !fact->ranks.entries.count && !fact->lassos.count && !fact->has_region;
    for (uint32_t block = 0; block < fact->blocks.count; block++) {
      owe(r, &capacity, V_WALLS, k, block);
      owe(r, &capacity, V_SKELETON, k, block);
    }
    if (fact->kind != V_UPPER_EG && !empty) owe(r, &capacity, V_FACT, k, 0);
  }
  if (c->property.kind == V_BAD || c->property.kind == V_OUTPUT) owe(r, &capacity, V_NEVER_BAD, 0, 0);
  else if (c->holds) owe(r, &capacity, V_HOLDS, 0, 0);
}

void v_rules_free(struct v_rules *r) {
  free(r->upper);
  free(r->lower);
  free(r->obligations);
  *r = (struct v_rules){0};
}

void v_rules_cnf(const struct v_rules *r, size_t k, struct v_cnf *cnf) {
  struct v_builder builder = {.system = r->system};
  struct job job = {r, r->certificate, r->system, &builder, r->certificate->invariant, r->system->constraint};
  const struct v_obligation *o = &r->obligations[k];
  const struct v_fact *fact = &r->certificate->facts[o->fact];
  struct v_node node = {0};
  if (o->kind >= V_FACT && o->kind <= V_SKELETON) node = r->system->nodes[fact->node];
  switch (o->kind) {
  case V_INVARIANT: oblige_invariant(&job); break;
  case V_NEVER_BAD: oblige_never_bad(&job); break;
  case V_HOLDS: oblige_holds(&job, r->lower[0]); break;
  case V_WALLS: oblige_walls(&job, fact, o->block, r->upper[node.left]); break;
  case V_SKELETON: oblige_skeleton(&job, fact, o->block, r->upper[node.left]); break;
  case V_FACT:
    if (fact->kind == V_UPPER && node.op == V_EX) oblige_ex_upper(&job, r->upper[node.left], fact->bound);
    if (fact->kind == V_UPPER && node.op == V_EU) oblige_eu_upper(&job, r->upper[node.left], r->upper[node.right], fact->bound);
    if (fact->kind == V_LOWER_EX) oblige_ex_lower(&job, fact, r->lower[node.left]);
    if (fact->kind == V_LOWER_EU) oblige_eu_lower(&job, fact, r->lower[node.left]);
    if (fact->kind == V_LOWER_EG) oblige_eg_lower(&job, fact, r->lower[node.left]);
    break;
  }
  v_finish(&builder, cnf);
}

void v_rules_describe(const struct v_rules *r, size_t k, char *text, size_t size) {
  const struct v_obligation *o = &r->obligations[k];
  const struct v_fact *fact = &r->certificate->facts[o->fact];
  static const char *const lower[] = {[V_LOWER_EX] = "some choice leads from Q to P", [V_LOWER_EU] = "every rank steps down to the target",
                                      [V_LOWER_EG] = "lassos and region are fair, every rank steps down to them"};
  switch (o->kind) {
  case V_INVARIANT: snprintf(text, size, "invariant: R contains the initial states and is kept by every step"); return;
  case V_NEVER_BAD: snprintf(text, size, "bad: no allowed step from R shows %s", r->certificate->property.text); return;
  case V_HOLDS: snprintf(text, size, "holds: every initial state is in the lower bound of the formula"); return;
  case V_WALLS: snprintf(text, size, "fact %u: EG upper of node %u, block %u: the region is closed, walls are crossed one way", o->fact, fact->node, o->block); return;
  case V_SKELETON: snprintf(text, size, "fact %u: EG upper of node %u, block %u: no fair skeleton within the walls", o->fact, fact->node, o->block); return;
  case V_FACT: break;
  }
  const char *op = r->system->nodes[fact->node].op == V_EX ? "EX" : r->system->nodes[fact->node].op == V_EU ? "EU" : "EG";
  if (fact->kind == V_UPPER) snprintf(text, size, "fact %u: %s upper of node %u: no step leads from outside Q to the target", o->fact, op, fact->node);
  else snprintf(text, size, "fact %u: %s lower of node %u: %s", o->fact, op, fact->node, lower[fact->kind]);
}
