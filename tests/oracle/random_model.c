#include "tests/oracle/random_model.h"

#include <stdio.h>
#include <time.h>

/* --- numbers: splitmix64 ---------------------------------------------------------------------- */

struct rng rng_seeded(uint64_t seed) {
  return (struct rng){seed * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u};
}

uint64_t rng_next(struct rng *rng) {
  uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

uint32_t rng_below(struct rng *rng, uint32_t n) {
  return (uint32_t)((rng_next(rng) >> 32) * n >> 32);
}

bool rng_chance(struct rng *rng, uint32_t percent) { return rng_below(rng, 100) < percent; }

uint64_t random_seed(const char *test) {
  const char *text = getenv("VOUCH_SEED");
  uint64_t seed = text ? strtoull(text, NULL, 10) : (uint64_t)time(NULL) * 1000003u;
  printf("%s: seed %llu (set VOUCH_SEED to repeat)\n", test, (unsigned long long)seed);
  fflush(stdout);
  return seed;
}

uint32_t random_lit(struct rng *rng, uint32_t num_vars) { return rng_below(rng, 2 * num_vars); }

/* --- models ----------------------------------------------------------------------------------- */

const struct random_shape random_shape_default = {.max_latches = 6,
                                                  .max_inputs = 4,
                                                  .max_gates = 40,
                                                  .max_constraints = 2,
                                                  .max_fairness = 4,
                                                  .max_justice = 3};

/* Any literal of a variable up to `top`; rarely a constant. */
static uint32_t random_literal(struct rng *rng, uint32_t top) {
  if (!top || rng_chance(rng, 3)) return rng_below(rng, 2);
  return 2 * (1 + rng_below(rng, top)) + rng_below(rng, 2);
}

/* A literal that prefers the gates that come last: those with the larger cones. */
static uint32_t random_deep_literal(struct rng *rng, const struct aiger *model) {
  if (model->num_ands && rng_chance(rng, 70)) {
    uint32_t back = rng_below(rng, (uint32_t)model->num_ands);
    back = back * rng_below(rng, 100) / 100;
    return model->ands[model->num_ands - 1 - back].lhs + rng_below(rng, 2);
  }
  return random_literal(rng, model->maxvar);
}

/* A reset function, if that makes no cycle. */
static void random_reset(struct rng *rng, struct aiger *model, struct aiger_latch *latch) {
  struct lits order = {0};
  uint32_t before = latch->reset;
  latch->reset =
      rng_chance(rng, 50) ? random_deep_literal(rng, model) : random_literal(rng, model->maxvar);
  if (!aiger_reset_order(model, &order, NULL)) latch->reset = before;
  lits_free(&order);
}

/* One model in four has reset functions. */
static void random_latches(struct rng *rng, struct aiger *model) {
  for (size_t k = 0; k < model->num_latches; k++) {
    struct aiger_latch *latch = &model->latches[k];
    latch->next = random_deep_literal(rng, model);
    latch->reset = rng_chance(rng, 65) ? 0 : rng_chance(rng, 50) ? 1 : latch->lit;
  }
  if (!rng_chance(rng, 25)) return;
  for (size_t k = 0; k < model->num_latches; k++)
    if (rng_chance(rng, 50)) random_reset(rng, model, &model->latches[k]);
}

/* Few constraints that are often true: one that is almost never true leaves nothing to check. */
static void random_constraints(struct rng *rng, uint32_t most, struct aiger *model) {
  if (!rng_chance(rng, 40)) return;
  uint32_t count = 1 + rng_below(rng, most);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t literal = random_deep_literal(rng, model);
    bool gate = model->num_ands && literal >= model->ands[0].lhs;
    lits_push(&model->constraints, gate && rng_chance(rng, 75) ? literal | 1u : literal);
  }
}

static void add_symbol(struct aiger *model, char kind, uint32_t index, const char *name) {
  model->symbols = memory_one_more(model->symbols, model->num_symbols, sizeof *model->symbols);
  model->symbols[model->num_symbols++] = (struct aiger_symbol){kind, index, memory_string(name)};
}

static void random_symbols(struct rng *rng, struct aiger *model) {
  char name[32];
  for (uint32_t k = 0; k < model->inputs.size; k++) {
    snprintf(name, sizeof name, "in<%u>", k);
    if (rng_chance(rng, 50)) add_symbol(model, 'i', k, name);
  }
  for (uint32_t k = 0; k < model->num_latches; k++) {
    snprintf(name, sizeof name, "state.%u", k);
    if (rng_chance(rng, 50)) add_symbol(model, 'l', k, name);
  }
}

static void random_properties(struct rng *rng, const struct random_shape *shape,
                              struct aiger *model) {
  random_constraints(rng, shape->max_constraints, model);
  if (rng_chance(rng, 50)) {
    uint32_t count = 1 + rng_below(rng, shape->max_fairness);
    for (uint32_t k = 0; k < count; k++)
      lits_push(&model->fairness, random_deep_literal(rng, model));
  }
  lits_push(&model->outputs, random_deep_literal(rng, model));
  uint32_t bad = 1 + rng_below(rng, 2);
  for (uint32_t k = 0; k < bad; k++) lits_push(&model->bad, random_deep_literal(rng, model));
  model->num_justice = 1 + rng_below(rng, 2);
  model->justice = memory_zeroed(model->num_justice, sizeof *model->justice);
  for (size_t k = 0; k < model->num_justice; k++) {
    uint32_t size = 1 + rng_below(rng, shape->max_justice);
    for (uint32_t j = 0; j < size; j++)
      lits_push(&model->justice[k], random_deep_literal(rng, model));
  }
}

static void add_gate(struct aiger *model, uint32_t *var, uint32_t a, uint32_t b) {
  model->ands[model->num_ands++] = (struct aiger_and){2 * ++*var, a > b ? a : b, a > b ? b : a};
}

/* The larger of two draws: large models are the interesting ones. */
static uint32_t rather_many(struct rng *rng, uint32_t most) {
  uint32_t a = rng_below(rng, most + 1), b = rng_below(rng, most + 1);
  return a > b ? a : b;
}

/* Gates are random ANDs, and now and then the three of an exclusive or, without which most random
 * latches soon stand still. */
static void random_circuit(struct rng *rng, uint32_t inputs, uint32_t latches, uint32_t gates,
                           struct aiger *model) {
  *model = (struct aiger){.num_latches = latches};
  uint32_t var = 0;
  for (uint32_t k = 0; k < inputs; k++) lits_push(&model->inputs, 2 * ++var);
  model->latches = memory_zeroed(latches, sizeof *model->latches);
  for (uint32_t k = 0; k < latches; k++) model->latches[k].lit = 2 * ++var;
  model->ands = memory_zeroed(gates, sizeof *model->ands);
  while (model->num_ands < gates) {
    uint32_t a = random_literal(rng, var), b = random_literal(rng, var);
    bool exclusive = rng_chance(rng, 35) && model->num_ands + 3 <= gates;
    add_gate(model, &var, a, b);
    if (!exclusive) continue;
    add_gate(model, &var, a ^ 1u, b ^ 1u);
    add_gate(model, &var, (2 * var) ^ 1u, (2 * var - 2) ^ 1u);
  }
  model->maxvar = var;
  random_latches(rng, model);
}

static uint32_t both(struct aiger *model, uint32_t a, uint32_t b) {
  model->ands = memory_grow(model->ands, model->num_ands + 1, sizeof *model->ands);
  add_gate(model, &model->maxvar, a, b);
  return 2 * model->maxvar;
}

static uint32_t either(struct aiger *model, uint32_t a, uint32_t b) {
  return both(model, a ^ 1u, b ^ 1u) ^ 1u;
}

static uint32_t equal(struct aiger *model, uint32_t a, uint32_t b) {
  uint32_t yes = both(model, a, b), no = both(model, a ^ 1u, b ^ 1u);
  return either(model, yes, no);
}

/* Inputs that a constraint compares with a latch, always or under a condition; often the latch
 * remembers what the input was. One model in four has them. */
static void random_held_inputs(struct rng *rng, struct aiger *model) {
  if (!model->num_latches || !rng_chance(rng, 25)) return;
  for (size_t k = 0; k < model->inputs.size; k++) {
    if (rng_chance(rng, 40)) continue;
    struct aiger_latch *latch = &model->latches[rng_below(rng, (uint32_t)model->num_latches)];
    uint32_t held = equal(model, model->inputs.at[k] ^ rng_below(rng, 2), latch->lit);
    if (rng_chance(rng, 70)) latch->next = model->inputs.at[k];
    if (rng_chance(rng, 50)) held = either(model, held, random_literal(rng, model->maxvar));
    lits_push(&model->constraints, held);
  }
}

void random_model(struct rng *rng, const struct random_shape *shape, struct aiger *model) {
  uint32_t inputs = rng_below(rng, shape->max_inputs + 1);
  uint32_t latches = rather_many(rng, shape->max_latches);
  uint32_t gates = inputs + latches ? rather_many(rng, shape->max_gates) : 0;
  random_circuit(rng, inputs, latches, gates, model);
  random_properties(rng, shape, model);
  if (shape->max_constraints) random_held_inputs(rng, model);
  random_symbols(rng, model);
}

void random_model_of(struct rng *rng, const struct random_sizes *sizes, struct aiger *model) {
  random_circuit(rng, sizes->inputs, sizes->latches, sizes->gates, model);
  for (uint32_t k = 0; k < sizes->constraints && sizes->gates; k++)
    lits_push(&model->constraints, model->ands[rng_below(rng, sizes->gates)].lhs | 1);
  model->num_justice = 1;
  model->justice = memory_zeroed(1, sizeof *model->justice);
  for (uint32_t k = 0; k < sizes->properties; k++) {
    lits_push(&model->outputs, random_deep_literal(rng, model));
    lits_push(&model->bad, random_deep_literal(rng, model));
    lits_push(&model->fairness, random_deep_literal(rng, model));
    lits_push(&model->justice[0], random_deep_literal(rng, model));
  }
}

/* --- relations -------------------------------------------------------------------------------- */

/* Room for more inputs and latches in front of the gates; *literal follows. */
struct room {
  uint32_t inputs, latches; /* that there were */
  uint32_t more_inputs, more_latches;
};

static void move(const struct room *room, uint32_t *literal) {
  uint32_t var = *literal >> 1;
  if (var > room->inputs) *literal += 2 * room->more_inputs;
  if (var > room->inputs + room->latches) *literal += 2 * room->more_latches;
}

static void move_all(const struct room *room, struct lits *literals) {
  for (size_t k = 0; k < literals->size; k++) move(room, &literals->at[k]);
}

static void make_room(const struct room *room, struct aiger *model) {
  for (size_t k = 0; k < model->num_ands; k++) {
    move(room, &model->ands[k].lhs);
    move(room, &model->ands[k].rhs0);
    move(room, &model->ands[k].rhs1);
  }
  for (size_t k = 0; k < model->num_latches; k++) {
    move(room, &model->latches[k].lit);
    move(room, &model->latches[k].next);
    move(room, &model->latches[k].reset);
  }
  move_all(room, &model->outputs);
  move_all(room, &model->bad);
  move_all(room, &model->constraints);
  move_all(room, &model->fairness);
  for (size_t k = 0; k < model->num_justice; k++) move_all(room, &model->justice[k]);
  for (uint32_t k = 0; k < room->more_inputs; k++)
    lits_push(&model->inputs, 2 * (room->inputs + 1 + k));
  size_t latches = model->num_latches + room->more_latches;
  model->latches = memory_grow(model->latches, latches, sizeof *model->latches);
  for (uint32_t k = 0; k < room->more_latches; k++)
    model->latches[model->num_latches++] =
        (struct aiger_latch){.lit = 2 * (room->inputs + room->more_inputs + room->latches + 1 + k)};
  model->maxvar += room->more_inputs + room->more_latches;
}

static void ask_for(struct rng *rng, struct aiger *model, struct lits *conditions, uint32_t valid) {
  for (size_t k = 0; k < conditions->size; k++)
    if (rng_chance(rng, 70)) conditions->at[k] = both(model, conditions->at[k], valid);
}

void random_relation(struct rng *rng, struct aiger *model) {
  struct room room = {.inputs = (uint32_t)model->inputs.size,
                      .latches = (uint32_t)model->num_latches};
  room.more_inputs = room.latches + 1;
  room.more_latches = 3;
  make_room(&room, model);
  const uint32_t *next = model->inputs.at + room.inputs;
  struct aiger_latch *off = &model->latches[room.latches], *begun = off + 1, *valid = off + 2;
  uint32_t all = either(model, off->lit ^ 1u, next[room.latches]);
  for (uint32_t k = 0; k < room.latches; k++) {
    if (rng_chance(rng, 20)) continue;
    uint32_t step = equal(model, next[k], model->latches[k].next);
    if (rng_chance(rng, 30)) step = either(model, step, off->lit);
    all = both(model, all, step);
    model->latches[k].next = next[k];
  }
  bool later = rng_chance(rng, 50);
  off->next = next[room.latches];
  begun->next = 1;
  valid->reset = later ? 0 : 1;
  valid->next = both(model, all, valid->lit);
  if (later) valid->next = either(model, valid->next, begun->lit ^ 1u);
  ask_for(rng, model, &model->fairness, valid->lit);
  for (size_t k = 0; k < model->num_justice; k++) {
    ask_for(rng, model, &model->justice[k], valid->lit);
    lits_push(&model->justice[k], valid->lit);
  }
}

/* --- formulas --------------------------------------------------------------------------------- */

static uint32_t atom_of(struct formulas *arena, uint32_t literal, char kind, uint32_t index) {
  char text[16];
  if (kind)
    snprintf(text, sizeof text, "%c%u", kind, index);
  else
    snprintf(text, sizeof text, "%u", literal);
  return formula_atom(arena, literal, text);
}

static uint32_t random_atom(struct rng *rng, const struct aiger *model, struct formulas *arena) {
  uint32_t choice = rng_below(rng, 100);
  if (choice < 45 && model->num_latches) {
    uint32_t k = rng_below(rng, (uint32_t)model->num_latches);
    return atom_of(arena, model->latches[k].lit, 'l', k);
  }
  if (choice < 60 && model->inputs.size) {
    uint32_t k = rng_below(rng, (uint32_t)model->inputs.size);
    return atom_of(arena, model->inputs.at[k], 'i', k);
  }
  if (choice < 63)
    return rng_chance(rng, 50) ? formula_atom(arena, 1, "true") : formula_atom(arena, 0, "false");
  if (choice < 70) return atom_of(arena, model->outputs.at[0], 'o', 0);
  if (choice < 75) return atom_of(arena, model->bad.at[0], 'b', 0);
  uint32_t literal = random_deep_literal(rng, model);
  if (literal > 1) return atom_of(arena, literal, 0, 0);
  return formula_atom(arena, literal, literal ? "true" : "false");
}

uint32_t random_proposition(struct rng *rng, const struct aiger *model, unsigned depth,
                            struct formulas *arena) {
  static const enum formula_op binary[] = {FORMULA_AND, FORMULA_OR,      FORMULA_OR,
                                           FORMULA_XOR, FORMULA_IMPLIES, FORMULA_IFF};
  if (depth == 0 || rng_chance(rng, 20)) return random_atom(rng, model, arena);
  uint32_t left = random_proposition(rng, model, depth - 1, arena);
  if (rng_chance(rng, 25)) return formula_make(arena, FORMULA_NOT, left, 0);
  uint32_t right = random_proposition(rng, model, depth - 1, arena);
  return formula_make(arena, binary[rng_below(rng, 6)], left, right);
}

void random_scope(struct rng *rng, const struct aiger *model, struct formulas *arena,
                  struct scope *scope) {
  uint32_t fair = rng_below(rng, 3), assume = rng_below(rng, 3);
  for (uint32_t k = 0; k < fair; k++)
    lits_push(&scope->fair, random_proposition(rng, model, rng_below(rng, 3), arena));
  for (uint32_t k = 0; k < assume; k++) {
    uint32_t c = random_proposition(rng, model, rng_below(rng, 3), arena);
    uint32_t other = random_proposition(rng, model, 1, arena);
    lits_push(&scope->assume, rng_chance(rng, 60) ? formula_make(arena, FORMULA_OR, c, other) : c);
  }
}

/* Temporal operators twice as often as Boolean ones; the depth is fixed above, so the recursion is
 * bounded. */
uint32_t random_formula(struct rng *rng, const struct aiger *model, unsigned depth,
                        struct formulas *arena) {
  static const enum formula_op unary[] = {FORMULA_EX, FORMULA_EF, FORMULA_EG, FORMULA_AX,
                                          FORMULA_AF, FORMULA_AG, FORMULA_NOT};
  static const enum formula_op binary[] = {FORMULA_EU,  FORMULA_AU,      FORMULA_AND, FORMULA_OR,
                                           FORMULA_XOR, FORMULA_IMPLIES, FORMULA_IFF};
  if (!depth || rng_chance(rng, 8)) return random_atom(rng, model, arena);
  if (rng_chance(rng, 60)) {
    enum formula_op op = unary[rng_below(rng, sizeof unary / sizeof *unary)];
    return formula_make(arena, op, random_formula(rng, model, depth - 1, arena), 0);
  }
  enum formula_op op = binary[rng_below(rng, sizeof binary / sizeof *binary)];
  uint32_t left = random_formula(rng, model, depth - 1, arena);
  return formula_make(arena, op, left, random_formula(rng, model, depth - 1, arena));
}

/* What a path formula may still have. */
struct path_room {
  struct rng *rng;
  const struct aiger *model;
  unsigned most, left; /* temporal operators: of every path formula, of this one */
  bool past;           /* operators of the past among them */
  struct formulas *arena;
};

/* One of the operators, of which the last `past` are about the past. */
static enum formula_op random_operator(struct path_room *room, const enum formula_op *ops,
                                       size_t count, size_t past) {
  size_t n = room->past ? count : count - past;
  return ops[rng_below(room->rng, (uint32_t)n)];
}

static uint32_t random_path(struct path_room *room, unsigned depth) {
  static const enum formula_op unary[] = {FORMULA_X, FORMULA_X, FORMULA_F, FORMULA_G, FORMULA_NOT,
                                          FORMULA_Y, FORMULA_Z, FORMULA_O, FORMULA_H};
  static const enum formula_op binary[] = {FORMULA_U,   FORMULA_R,   FORMULA_U,       FORMULA_R,
                                           FORMULA_AND, FORMULA_OR,  FORMULA_AND,     FORMULA_OR,
                                           FORMULA_XOR, FORMULA_IFF, FORMULA_IMPLIES, FORMULA_U,
                                           FORMULA_S,   FORMULA_T,   FORMULA_S,       FORMULA_T};
  struct rng *rng = room->rng;
  if (!depth || !room->left || rng_chance(rng, 10))
    return random_star_formula(rng, room->model, rng_chance(rng, 70) ? 0 : depth / 2, room->most,
                               room->arena);
  bool one = rng_chance(rng, 45);
  enum formula_op op = one ? random_operator(room, unary, sizeof unary / sizeof *unary, 4)
                           : random_operator(room, binary, sizeof binary / sizeof *binary, 4);
  if (op >= FORMULA_X) room->left--;
  uint32_t left = random_path(room, depth - 1);
  return formula_make(room->arena, op, left, one ? 0 : random_path(room, depth - 1));
}

uint32_t random_path_formula(struct rng *rng, const struct aiger *model, unsigned depth,
                             unsigned operators, struct formulas *arena) {
  bool past = rng_chance(rng, 50);
  return random_path(&(struct path_room){rng, model, operators, operators, past, arena}, depth);
}

uint32_t random_past_formula(struct rng *rng, const struct aiger *model, unsigned depth,
                             struct formulas *arena) {
  static const enum formula_op unary[] = {FORMULA_Y, FORMULA_Z, FORMULA_O, FORMULA_H, FORMULA_NOT};
  static const enum formula_op binary[] = {FORMULA_S,  FORMULA_T,       FORMULA_S,  FORMULA_AND,
                                           FORMULA_OR, FORMULA_IMPLIES, FORMULA_IFF};
  if (!depth || rng_chance(rng, 10)) return random_proposition(rng, model, 1, arena);
  bool one = rng_chance(rng, 50);
  enum formula_op op = one ? unary[rng_below(rng, sizeof unary / sizeof *unary)]
                           : binary[rng_below(rng, sizeof binary / sizeof *binary)];
  uint32_t left = random_past_formula(rng, model, depth - 1, arena);
  return formula_make(arena, op, left, one ? 0 : random_past_formula(rng, model, depth - 1, arena));
}

/* A safe formula, or (`safe` is false) the complement of one. */
static uint32_t random_half(struct path_room *room, unsigned depth, bool safe) {
  static const enum formula_op safe_unary[] = {FORMULA_X, FORMULA_X, FORMULA_G, FORMULA_NOT},
                               other_unary[] = {FORMULA_X, FORMULA_X, FORMULA_F, FORMULA_NOT};
  struct rng *rng = room->rng;
  if (depth == 0 || rng_chance(rng, 15)) {
    unsigned small = 1 + rng_below(rng, 2);
    if (room->past && rng_chance(rng, 40))
      return random_past_formula(rng, room->model, small, room->arena);
    return random_proposition(rng, room->model, small - 1, room->arena);
  }
  if (rng_chance(rng, 45)) {
    enum formula_op op = (safe ? safe_unary : other_unary)[rng_below(rng, 4)];
    uint32_t f = random_half(room, depth - 1, op == FORMULA_NOT ? !safe : safe);
    return formula_make(room->arena, op, f, 0);
  }
  static const enum formula_op joins[] = {FORMULA_AND, FORMULA_OR, FORMULA_OR, FORMULA_IMPLIES};
  enum formula_op op = safe ? FORMULA_R : FORMULA_U;
  if (rng_chance(rng, 60)) op = joins[rng_below(rng, 4)];
  uint32_t left = random_half(room, depth - 1, op == FORMULA_IMPLIES ? !safe : safe);
  return formula_make(room->arena, op, left, random_half(room, depth - 1, safe));
}

uint32_t random_safe_formula(struct rng *rng, const struct aiger *model, unsigned depth, bool past,
                             struct formulas *arena) {
  return random_half(&(struct path_room){rng, model, 0, 0, past, arena}, depth, true);
}

uint32_t random_star_formula(struct rng *rng, const struct aiger *model, unsigned depth,
                             unsigned operators, struct formulas *arena) {
  static const enum formula_op unary[] = {FORMULA_EX, FORMULA_EG, FORMULA_AF, FORMULA_AG,
                                          FORMULA_NOT};
  static const enum formula_op binary[] = {FORMULA_EU, FORMULA_AND, FORMULA_OR, FORMULA_IMPLIES};
  if (!depth || rng_chance(rng, 5)) return random_atom(rng, model, arena);
  if (rng_chance(rng, 60)) {
    uint32_t path = random_path_formula(rng, model, depth, operators, arena);
    return formula_make(arena, rng_chance(rng, 50) ? FORMULA_E : FORMULA_A, path, 0);
  }
  bool one = rng_chance(rng, 55);
  enum formula_op op = one ? unary[rng_below(rng, sizeof unary / sizeof *unary)]
                           : binary[rng_below(rng, sizeof binary / sizeof *binary)];
  uint32_t left = random_star_formula(rng, model, depth - 1, operators, arena);
  return formula_make(arena, op, left,
                      one ? 0 : random_star_formula(rng, model, depth - 1, operators, arena));
}
