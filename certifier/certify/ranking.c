#include "certifier/certify/ranking.h"

#include "certifier/certify/owners.h"

#include <stdio.h>

/* One of the two states that the signals speak of. */
struct side {
  uint32_t *leaf; /* per state variable of the system: a literal of the witness */
  uint32_t *map;  /* per AIG node, LIT_NONE: not made yet */
};

struct ranking {
  const struct aiger *model;
  const struct check_result *result;
  const struct effort *effort;
  const struct system *system;
  const struct fact *fact; /* the blocks */
  struct aiger *out;
  size_t capacity;   /* of its gates */
  uint32_t *literal; /* per variable of the model: a literal of the witness */
  struct side x, y;
  uint32_t later; /* x is later than y */
  uint32_t *same; /* per fairness: same rank, and it belongs to this literal */
};

/* --- gates ------------------------------------------------------------------------------------ */

static uint32_t and (struct ranking * r, uint32_t a, uint32_t b) {
  if (a == 0 || b == 0 || a == (b ^ 1u)) return 0;
  if (a == 1 || a == b) return b;
  if (b == 1) return a;
  struct aiger *out = r->out;
  uint32_t lhs = 2 * ++out->maxvar;
  out->ands = memory_room(out->ands, out->num_ands, &r->capacity, sizeof *out->ands);
  out->ands[out->num_ands++] = (struct aiger_and){.lhs = lhs, .rhs0 = a, .rhs1 = b};
  return lhs;
}

static uint32_t or (struct ranking * r, uint32_t a, uint32_t b) {
  return and(r, a ^ 1u, b ^ 1u) ^ 1u;
}

static uint32_t equal(struct ranking *r, uint32_t a, uint32_t b) {
  return and(r, and(r, a, b ^ 1u) ^ 1u, and(r, a ^ 1u, b) ^ 1u);
}

/* A predicate of the system, which looks at no inputs, in one of the two states. */
static uint32_t at(struct ranking *r, const struct side *side, lit predicate) {
  const struct aig *aig = r->system->aig;
  struct lits cone = {0};
  aig_cone(aig, &predicate, 1, &cone);
  for (size_t k = 0; k < cone.size; k++) {
    const struct aig_node *n = &aig->nodes[cone.at[k]];
    uint32_t *made = &side->map[cone.at[k]];
    if (*made != LIT_NONE) continue;
    if (n->kind == AIG_STATE)
      *made = side->leaf[n->left];
    else
      *made = and(r, side->map[lit_node(n->left)] ^ (n->left & 1u),
                  side->map[lit_node(n->right)] ^ (n->right & 1u));
  }
  lits_free(&cone);
  return side->map[lit_node(predicate)] ^ (predicate & 1u);
}

/* --- the model inside the witness ------------------------------------------------------------- */

static bool is_monitor(const struct ranking *r, size_t state) {
  return r->system->state_origin[state] > r->model->maxvar;
}

static uint32_t translated(const struct ranking *r, uint32_t model_lit) {
  return r->literal[model_lit >> 1] ^ (model_lit & 1u);
}

static uint32_t fairness_literal(const struct ranking *r, size_t j) {
  const struct lits *fairness = &r->model->fairness;
  return j < fairness->size ? fairness->at[j] : r->model->justice[0].at[j - fairness->size];
}

static void name(struct ranking *r, char kind, size_t index, const char *text) {
  struct aiger *out = r->out;
  out->symbols = memory_one_more(out->symbols, out->num_symbols, sizeof *out->symbols);
  out->symbols[out->num_symbols++] =
      (struct aiger_symbol){.kind = kind, .index = (uint32_t)index, .name = memory_string(text)};
}

/* "= A < B": it simulates literal A of the model, and B, if it is not 0, is its value in the other
 * state. */
static void name_leaf(struct ranking *r, char kind, size_t index, uint32_t simulated,
                      uint32_t other) {
  char text[64];
  if (other)
    snprintf(text, sizeof text, "= %u < %u", (unsigned)simulated, (unsigned)other);
  else
    snprintf(text, sizeof text, "= %u", (unsigned)simulated);
  name(r, kind, index, text);
}

/* Per variable of the model: what stands for it in the other state, or 0. */
static uint32_t *find_others(const struct ranking *r) {
  uint32_t *other = memory_zeroed((size_t)r->model->maxvar + 1, sizeof *other);
  for (size_t k = 0; k < r->system->num_states; k++)
    if (!is_monitor(r, k)) other[r->system->state_origin[k]] = r->y.leaf[k];
  return other;
}

/* The inputs of the model, and an input for each state variable of y, which Certifaiger replaces by
 * the variable in the other state. (Inputs that reset functions look at are state variables.) */
static void add_inputs(struct ranking *r) {
  const struct lits *inputs = &r->model->inputs;
  for (size_t k = 0; k < inputs->size; k++) {
    uint32_t variable = 2 * ++r->out->maxvar;
    lits_push(&r->out->inputs, variable);
    r->literal[inputs->at[k] >> 1] = variable;
  }
  for (size_t k = 0; k < r->system->num_states; k++) {
    r->y.leaf[k] = 2 * ++r->out->maxvar;
    lits_push(&r->out->inputs, r->y.leaf[k]);
  }
  uint32_t *other = find_others(r);
  for (size_t k = 0; k < inputs->size; k++)
    name_leaf(r, 'i', k, inputs->at[k], other[inputs->at[k] >> 1]);
  free(other);
}

static uint32_t add_latch(struct ranking *r) {
  struct aiger *out = r->out;
  uint32_t variable = 2 * ++out->maxvar;
  out->latches = memory_one_more(out->latches, out->num_latches, sizeof *out->latches);
  out->latches[out->num_latches++] = (struct aiger_latch){.lit = variable};
  return variable;
}

static void add_latches(struct ranking *r) {
  const struct aiger *model = r->model;
  uint32_t *other = find_others(r);
  for (size_t k = 0; k < model->num_latches; k++) {
    uint32_t latch = model->latches[k].lit;
    r->literal[latch >> 1] = add_latch(r);
    name_leaf(r, 'l', k, latch, other[latch >> 1]);
  }
  for (size_t k = 0; k < r->system->num_states; k++) {
    char text[32];
    if (!is_monitor(r, k)) {
      r->x.leaf[k] = r->literal[r->system->state_origin[k]];
      continue;
    }
    snprintf(text, sizeof text, "< %u", (unsigned)r->y.leaf[k]);
    name(r, 'l', r->out->num_latches, text);
    r->x.leaf[k] = add_latch(r);
  }
  free(other);
}

/* Gates, and what latches need them for. */
static void add_functions(struct ranking *r) {
  const struct aiger *model = r->model;
  struct aiger_latch *latches = r->out->latches;
  for (size_t k = 0; k < model->num_ands; k++)
    r->literal[model->ands[k].lhs >> 1] =
        and(r, translated(r, model->ands[k].rhs0), translated(r, model->ands[k].rhs1));
  for (size_t k = 0; k < model->num_latches; k++) {
    latches[k].next = translated(r, model->latches[k].next);
    latches[k].reset = translated(r, model->latches[k].reset);
  }
  for (size_t k = 0, m = model->num_latches; k < r->system->num_states; k++)
    if (is_monitor(r, k))
      latches[m++].next =
          translated(r, fairness_literal(r, r->system->state_origin[k] - model->maxvar - 1));
  for (size_t k = 0; k < model->constraints.size; k++)
    lits_push(&r->out->constraints, translated(r, model->constraints.at[k]));
}

/* --- ranks ------------------------------------------------------------------------------------ */

static bool has_monitor(const struct ranking *r, size_t j) {
  for (size_t k = 0; k < r->system->num_states; k++)
    if (r->system->state_origin[k] == r->model->maxvar + 1 + j) return true;
  return false;
}

/* The ranks under `condition`, which is about both states, belong to literal j. */
static void give_to(struct ranking *r, uint32_t condition, uint32_t j) {
  if (has_monitor(r, j)) condition = and(r, condition, at(r, &r->y, r->system->fairness[j]) ^ 1u);
  r->same[j] = or (r, r->same[j], condition);
}

/* There are no steps inside these ranks: they may belong to whom they like. */
static void give_away(struct ranking *r, uint32_t condition) {
  r->same[0] = or (r, r->same[0], condition);
}

/* States of the same rank agree on the walls of all cubes. */
static void give_to_owners(struct ranking *r, uint32_t condition, const struct owners *owners) {
  for (size_t k = 0; k < owners->size; k++) {
    uint32_t cube = 1;
    for (size_t i = 0; i < owners->at[k].cube.size; i++)
      cube = and(r, cube, at(r, &r->x, owners->at[k].cube.at[i]));
    give_to(r, and(r, condition, cube), owners->at[k].fair);
    condition = and(r, condition, cube ^ 1u);
  }
  give_to(r, condition, owners->otherwise);
}

static const char *give(struct ranking *r, uint32_t condition, const struct chain_place *place,
                        const struct lits *fair) {
  struct owners owners;
  const char *problem = NULL;
  if (fair->size == 0) {
    give_away(r, condition);
  } else if (fair->size == 1) {
    give_to(r, condition, fair->at[0]);
  } else if (!(problem = owners_find(&owners, r->result, place, fair, r->effort))) {
    give_to_owners(r, condition, &owners);
    owners_free(&owners);
  }
  return problem;
}

/* wall, dead, unborn: *same, that the ranks are the same so far, is narrowed. */
static void rank_step(struct ranking *r, const struct chain_step *step, uint32_t *same) {
  uint32_t x = at(r, &r->x, step->predicate), y = at(r, &r->y, step->predicate);
  uint32_t grows = step->kind == CHAIN_UNBORN; /* the complement is what steps do not leave */
  r->later = or (r, r->later, and(r, *same, and(r, x ^ grows, y ^ 1u ^ grows)));
  *same = and(r, *same, equal(r, x, y));
  if (step->kind == CHAIN_WALL) return;
  give_away(r, and(r, *same, x));
  *same = and(r, *same, x ^ 1u);
}

/* The ranks on one side of a wall are done. */
static const char *rank_side(struct ranking *r, const struct chain_place *place,
                             const struct chain_step *step, uint32_t *same) {
  uint32_t x = at(r, &r->x, step->predicate);
  const char *problem = give(r, and(r, *same, x), place, &step->fair);
  *same = and(r, *same, x ^ 1u);
  return problem;
}

static const char *rank_block(struct ranking *r, size_t number, uint32_t same) {
  const struct block *block = &r->fact->blocks[number];
  struct chain_place place = {.fact = r->fact, .block = number};
  const char *problem = block->has_loop ? "a loop is closed by a relation" : NULL;
  for (; !problem && place.count < block->num_steps; place.count++) {
    const struct chain_step *step = &block->steps[place.count];
    place.side = step->predicate;
    if (step->kind == CHAIN_SIDE)
      problem = rank_side(r, &place, step, &same);
    else
      rank_step(r, step, &same);
  }
  place.side = AIG_TRUE;
  return problem ? problem : give(r, same, &place, &block->end_fair);
}

/* Blocks with lower numbers are later. `none_x`, `none_y`: in none of the blocks so far. */
static const char *rank_blocks(struct ranking *r, uint32_t *inside) {
  uint32_t none_x = 1, none_y = 1;
  const char *problem = NULL;
  for (size_t k = 0; !problem && k < r->fact->num_blocks; k++) {
    const struct block *block = &r->fact->blocks[k];
    uint32_t x = and(r, none_x, at(r, &r->x, block->closed));
    uint32_t y = and(r, none_y, at(r, &r->y, block->closed));
    none_x = and(r, none_x, at(r, &r->x, block->closed) ^ 1u);
    none_y = and(r, none_y, at(r, &r->y, block->closed) ^ 1u);
    r->later = or (r, r->later, and(r, x, none_y));
    problem = rank_block(r, k, and(r, x, y));
  }
  *inside = none_x ^ 1u;
  return problem;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* What the witness claims: its signals, where those of the model are, and the invariant. */
static void add_claims(struct ranking *r, uint32_t inside, lit invariant) {
  struct aiger *out = r->out;
  size_t num_fairness = r->model->fairness.size;
  out->justice = memory_zeroed(1, sizeof *out->justice);
  out->num_justice = 1;
  for (size_t j = 0; j < r->system->num_fairness; j++)
    lits_push(j < num_fairness ? &out->fairness : &out->justice[0],
              or (r, r->later, r->same[j]) ^ 1u);
  lits_push(&out->bad, and(r, at(r, &r->x, invariant), inside) ^ 1u);
}

static const char *build(struct ranking *r, lit invariant) {
  uint32_t inside;
  add_inputs(r);
  add_latches(r);
  add_functions(r);
  const char *problem = rank_blocks(r, &inside);
  if (!problem) add_claims(r, inside, invariant);
  return problem;
}

static const struct fact *blocks_of(const struct check_result *result) {
  for (size_t v = 0; v < result->core.num_nodes; v++)
    if (result->evidence.facts[v].upper.kind == FACT_UPPER_EG)
      return &result->evidence.facts[v].upper;
  return NULL;
}

static struct side side_of(const struct system *system) {
  size_t count = system->aig->num_nodes;
  struct side side = {.leaf = memory_zeroed(system->num_states, sizeof *side.leaf),
                      .map = memory_alloc(count, sizeof *side.map)};
  for (size_t k = 0; k < count; k++) side.map[k] = LIT_NONE;
  side.map[lit_node(AIG_FALSE)] = 0;
  return side;
}

static void side_free(struct side *side) {
  free(side->leaf);
  free(side->map);
}

const char *ranking_build(const struct aiger *model, const struct check_result *result,
                          const struct effort *effort, struct aiger *witness) {
  const struct system *system = result->system;
  struct ranking r = {.model = model,
                      .result = result,
                      .effort = effort,
                      .system = system,
                      .fact = blocks_of(result),
                      .out = witness};
  *witness = (struct aiger){0};
  if (model->num_justice != 1 || model->bad.size > 0) return "there are several properties";
  if (system->num_fairness == 0) return "there is no fairness";
  if (!r.fact) return "there are no blocks";
  r.literal = memory_zeroed((size_t)model->maxvar + 1, sizeof *r.literal);
  r.same = memory_zeroed(system->num_fairness, sizeof *r.same);
  r.x = side_of(system);
  r.y = side_of(system);
  const char *problem = build(&r, result->evidence.invariant);
  if (problem) aiger_free(witness);
  side_free(&r.x);
  side_free(&r.y);
  free(r.literal);
  free(r.same);
  return problem;
}
