#include "checker/system/signal_search.h"

#include "checker/system/difference.h"
#include "checker/system/signal_classes.h"
#include "checker/system/simulate.h"
#include "checker/system/substitution.h"

#include <assert.h>

enum stage { STAGE_INITIAL, STAGE_STEP, STAGE_DONE };

struct signal_search {
  const struct system *o;
  const struct effort *effort;
  /* The functions of the system in a graph of their own: states first, then inputs, then gates. */
  struct aig *aig;
  lit *next, constraint;
  struct lits roots;
  uint8_t *predicate; /* per node: no inputs below */
  struct signal_classes classes;
  bool narrow;
  unsigned steps, depth; /* of the induction; of its base */
  enum stage stage;
  /* One round: all members are looked at, each in a graph where those before it are merged. */
  bool in_round, split;
  bool in_step;  /* narrowed: signals with inputs first, before the step */
  uint32_t node; /* whose turn it is .. */
  size_t place;  /* .. or that of the next member */
  struct aig *to;
  lit *image, *after; /* per node: before the step, and behind it (or initially) */
  lit allowed;        /* what the hypothesis adds to: the constraint before the step */
  struct lits pairs;  /* literals of `to` that are equal by hypothesis, two by two */
  uint8_t *told;      /* per pair: does the solver know? */
  size_t frame;       /* nodes of `to` whose values tell those of all leaves */
  uint64_t *word;     /* their values */
  size_t words;
  struct difference solver; /* of `to` */
};

static size_t num_leaves(const struct signal_search *s) {
  return s->o->num_states + s->o->num_inputs;
}

/* --- what there is ---------------------------------------------------------------------------- */

/* Gates over states come before all others, so that these may become what those are. */
static void copy_predicates(struct signal_search *s, const struct lits *roots,
                            struct substitution *map) {
  const struct system *o = s->o;
  struct lits cone = {0}, from = {0};
  uint8_t *over = memory_zeroed(o->aig->num_nodes, 1);
  over[0] = 1;
  lits_append(&from, o->next, o->num_states);
  lits_append(&from, roots->at, roots->size);
  lits_push(&from, o->constraint);
  aig_cone(o->aig, from.at, from.size, &cone);
  for (size_t i = 0; i < cone.size; i++) {
    const struct aig_node node = o->aig->nodes[cone.at[i]];
    over[cone.at[i]] = node.kind == AIG_STATE;
    if (node.kind != AIG_GATE || !over[lit_node(node.left)] || !over[lit_node(node.right)])
      continue;
    over[cone.at[i]] = 1;
    substitution_apply(map, 2 * cone.at[i]);
  }
  lits_free(&cone);
  lits_free(&from);
  free(over);
}

static void copy_functions(struct signal_search *s, const struct lits *roots) {
  const struct system *o = s->o;
  struct substitution map;
  lit *states = memory_alloc(o->num_states, sizeof *states);
  lit *inputs = memory_alloc(o->num_inputs, sizeof *inputs);
  s->aig = aig_new();
  s->next = memory_alloc(o->num_states, sizeof *s->next);
  for (size_t k = 0; k < o->num_states; k++) states[k] = aig_state(s->aig);
  for (size_t k = 0; k < o->num_inputs; k++) inputs[k] = aig_input(s->aig);
  substitution_init(&map, o->aig, s->aig, states, inputs);
  copy_predicates(s, roots, &map);
  for (size_t k = 0; k < o->num_states; k++) s->next[k] = substitution_apply(&map, o->next[k]);
  s->constraint = substitution_apply(&map, o->constraint);
  for (size_t k = 0; k < roots->size; k++)
    lits_push(&s->roots, substitution_apply(&map, roots->at[k]));
  substitution_free(&map);
  free(states);
  free(inputs);
}

static void watch_runs(struct signal_search *s) {
  enum { LEAST = 32, MOST = 256, MOST_VALUES = 1 << 22 }; /* steps, and values of nodes */
  const struct system *o = s->o;
  struct simulation runs;
  bool first = true;
  size_t steps = MOST_VALUES / s->aig->num_nodes;
  if (steps < LEAST) steps = LEAST;
  if (steps > MOST) steps = MOST;
  simulation_init(&runs, o, AIG_FALSE, 1, s->effort);
  simulation_run(&runs, steps, s->effort);
  for (size_t t = 0; t < runs.steps; t++) {
    if (!runs.allowed[t]) continue;
    for (size_t k = 0; k < o->num_states; k++)
      s->classes.value[1 + k] = runs.states[t * o->num_states + k];
    for (size_t k = 0; k < o->num_inputs; k++)
      s->classes.value[1 + o->num_states + k] = runs.inputs[t * o->num_inputs + k];
    signal_classes_evaluate(&s->classes);
    signal_classes_see(&s->classes, runs.allowed[t], first);
    first = false;
  }
  simulation_free(&runs);
  if (first) /* nothing is known: nothing is tried */
    for (size_t k = 0; k < s->aig->num_nodes; k++) s->classes.seen[k] = k;
  signal_classes_make(&s->classes);
}

struct signal_search *signal_search_new(const struct system *system, const struct lits *roots,
                                        unsigned steps, const struct effort *effort) {
  assert(!system->start && steps > 0);
  struct signal_search *s = memory_zeroed(1, sizeof *s);
  *s = (struct signal_search){.o = system, .effort = effort, .steps = steps};
  copy_functions(s, roots);
  s->predicate = aig_predicates(s->aig);
  s->image = memory_zeroed(s->aig->num_nodes, sizeof *s->image);
  s->after = memory_zeroed(s->aig->num_nodes, sizeof *s->after);
  signal_classes_init(&s->classes, s->aig, effort);
  watch_runs(s);
  return s;
}

void signal_search_free(struct signal_search *s) {
  if (!s) return;
  difference_free(&s->solver);
  aig_free(s->to);
  aig_free(s->aig);
  signal_classes_free(&s->classes);
  free(s->next);
  free(s->predicate);
  free(s->image);
  free(s->after);
  free(s->told);
  free(s->word);
  lits_free(&s->roots);
  lits_free(&s->pairs);
  free(s);
}

/* --- the graph of a round --------------------------------------------------------------------- */

static lit in(const lit *map, lit a) { return map[lit_node(a)] ^ (lit)lit_sign(a); }

static void assume(struct signal_search *s, lit a) {
  if (a != AIG_TRUE) sat_unit(s->solver.sat, difference_lit(&s->solver, a));
}

static lit gate_in(struct signal_search *s, const lit *map, uint32_t k) {
  const struct aig_node *node = &s->aig->nodes[k];
  return aig_and(s->to, in(map, node->left), in(map, node->right));
}

/* The constraint, with arguments as they are in the map. Gates that are merged later are so there
 * only. */
static lit constraint_in(struct signal_search *s, lit *map) {
  struct lits cone = {0};
  aig_cone(s->aig, &s->constraint, 1, &cone);
  for (size_t i = 0; i < cone.size; i++) {
    uint32_t k = cone.at[i];
    if (s->aig->nodes[k].kind != AIG_GATE || (s->in_step && s->predicate[k])) continue;
    map[k] = gate_in(s, map, k);
  }
  lits_free(&cone);
  return in(map, s->constraint);
}

/* Everything from here on is behind what tells the values of leaves. */
static void close_frame(struct signal_search *s) {
  s->frame = s->to->num_nodes;
  if (s->words < s->frame) {
    s->words = 2 * s->frame;
    s->word = memory_grow(s->word, s->words, sizeof *s->word);
  }
  s->word[0] = 0;
}

static void new_graph(struct signal_search *s) {
  difference_free(&s->solver);
  aig_free(s->to);
  s->to = aig_new();
  difference_init(&s->solver, s->to, s->effort);
  lits_clear(&s->pairs);
  s->allowed = AIG_TRUE;
  s->image[0] = AIG_FALSE;
  s->after[0] = AIG_FALSE;
  spend(s->effort, 8 * s->aig->num_nodes);
}

/* Node k of a step before the last one, with the hypothesis. `states` are the literals of states
 * that are not free. */
static void imagine(struct signal_search *s, uint32_t k, const lit *states) {
  const struct aig_node *node = &s->aig->nodes[k];
  bool member = signal_is_member(&s->classes, k);
  lit here = LIT_NONE;
  if (node->kind == AIG_GATE) here = gate_in(s, s->image, k);
  if (node->kind == AIG_STATE && states) here = states[node->left];
  if (member) s->image[k] = in(s->image, s->classes.representative[k]);
  if (here == LIT_NONE && !member)
    here = node->kind == AIG_STATE ? aig_state(s->to) : aig_input(s->to);
  if (!member) s->image[k] = here;
  if (here == LIT_NONE || here == s->image[k]) return;
  lits_push(&s->pairs, here);
  lits_push(&s->pairs, s->image[k]);
}

static void allow(struct signal_search *s, lit constraint) {
  assume(s, constraint);
  s->allowed = aig_and(s->to, s->allowed, constraint);
}

/* One step after the other, the first one from these states, or from any. */
static void imagine_steps(struct signal_search *s, unsigned steps, const lit *first) {
  const struct system *o = s->o;
  lit *states = memory_alloc(o->num_states, sizeof *states);
  for (unsigned n = 0; n < steps; n++) {
    for (size_t k = 0; k < o->num_states && n > 0; k++) states[k] = in(s->image, s->next[k]);
    for (uint32_t k = 1; k < s->aig->num_nodes; k++) imagine(s, k, n > 0 ? states : first);
    allow(s, in(s->image, s->constraint));
  }
  free(states);
}

static void leaves_behind_step(struct signal_search *s) {
  const struct system *o = s->o;
  for (size_t k = 0; k < o->num_states; k++) s->after[1 + k] = in(s->image, s->next[k]);
  for (size_t k = 0; k < o->num_inputs; k++) s->after[1 + o->num_states + k] = aig_input(s->to);
}

/* What is thought was true in the steps before: nothing has to be assumed there. */
static void begin_initial(struct signal_search *s) {
  const struct system *o = s->o;
  lit *first = memory_alloc(o->num_states, sizeof *first);
  for (size_t k = 0; k < o->num_states; k++)
    first[k] = o->reset[k] == RESET_FREE ? aig_state(s->to) : (lit)o->reset[k];
  if (s->depth > 0) {
    imagine_steps(s, s->depth, first);
    lits_clear(&s->pairs);
    leaves_behind_step(s);
  } else {
    for (size_t k = 0; k < o->num_states; k++) s->after[1 + k] = first[k];
    for (size_t k = 0; k < o->num_inputs; k++) s->after[1 + o->num_states + k] = aig_input(s->to);
  }
  free(first);
  close_frame(s);
  if (!s->narrow) assume(s, constraint_in(s, s->after));
}

/* Predicates first; what has inputs has to follow from them. */
static void begin_narrow_step(struct signal_search *s) {
  for (uint32_t k = 1; k < s->aig->num_nodes; k++)
    if (s->predicate[k]) imagine(s, k, NULL);
  for (uint32_t k = 1; k <= num_leaves(s); k++)
    if (!s->predicate[k]) s->image[k] = aig_input(s->to);
  allow(s, constraint_in(s, s->image));
  close_frame(s);
}

static void begin_step(struct signal_search *s) {
  if (s->narrow) {
    begin_narrow_step(s);
    return;
  }
  imagine_steps(s, s->steps, NULL);
  leaves_behind_step(s);
  close_frame(s);
  assume(s, constraint_in(s, s->after));
}

static void begin_round(struct signal_search *s) {
  signal_classes_list(&s->classes);
  new_graph(s);
  s->in_round = true;
  s->split = false;
  s->node = 1;
  s->place = 0;
  s->in_step = s->stage == STAGE_STEP && s->narrow;
  if (s->stage == STAGE_INITIAL)
    begin_initial(s);
  else
    begin_step(s);
  free(s->told);
  s->told = memory_zeroed(s->pairs.size / 2, 1);
}

/* --- one member after the other --------------------------------------------------------------- */

static uint64_t word(const struct signal_search *s, lit a) {
  return s->word[lit_node(a)] ^ (lit_sign(a) ? ~UINT64_C(0) : 0);
}

/* Lane 0 is the model; in the others each leaf differs from it with a probability of 1/16. */
static void evaluate_near_model(struct signal_search *s) {
  struct signal_classes *c = &s->classes;
  for (size_t k = 1; k < s->frame; k++) {
    const struct aig_node *node = &s->to->nodes[k];
    if (node->kind == AIG_GATE) {
      s->word[k] = word(s, node->left) & word(s, node->right);
      continue;
    }
    s->word[k] = signal_classes_near(c, difference_value(&s->solver, (lit)(2 * k)));
  }
  spend(s->effort, s->frame / 4);
}

static void tell(struct signal_search *s, size_t pair) {
  int a = difference_lit(&s->solver, s->pairs.at[2 * pair]);
  int b = difference_lit(&s->solver, s->pairs.at[2 * pair + 1]);
  assert(!s->told[pair]);
  s->told[pair] = 1;
  sat_clause(s->solver.sat, (int[]){-a, b}, 2);
  sat_clause(s->solver.sat, (int[]){a, -b}, 2);
}

/* The lanes in which the hypothesis is true. The solver is told some equalities that its model
 * breaks: it knows none at first, for most are not needed. */
static uint64_t check_hypothesis(struct signal_search *s) {
  enum { AT_A_TIME = 10 };
  uint64_t fine = ~UINT64_C(0);
  size_t broken = 0;
  for (size_t n = 0; n < s->pairs.size / 2 && broken < AT_A_TIME; n++) {
    uint64_t same = ~(word(s, s->pairs.at[2 * n]) ^ word(s, s->pairs.at[2 * n + 1]));
    fine &= same;
    if (same & 1) continue;
    tell(s, n);
    broken++;
  }
  spend(s->effort, s->pairs.size / 8);
  return fine;
}

/* What is not allowed becomes a copy of the model. */
static void set_leaves(struct signal_search *s, const lit *leaves, uint64_t allowed) {
  for (size_t k = 1; k <= num_leaves(s); k++) {
    uint64_t here = word(s, leaves[k]);
    s->classes.value[k] = (here & allowed) | ((here & 1 ? ~UINT64_C(0) : 0) & ~allowed);
  }
  signal_classes_evaluate(&s->classes);
}

static void split_by_model(struct signal_search *s) {
  const lit *leaves = s->in_step ? s->image : s->after;
  evaluate_near_model(s);
  uint64_t allowed = check_hypothesis(s);
  if (!(allowed & 1)) return; /* the solver is asked again */
  allowed &= word(s, s->allowed);
  set_leaves(s, leaves, allowed);
  if (!s->narrow && s->constraint != AIG_TRUE) {
    allowed &= signal_value(&s->classes, s->constraint);
    set_leaves(s, leaves, allowed);
  }
  assert(allowed & 1);
  size_t left = signal_classes_split(&s->classes, s->place);
  if (left && !s->in_step) s->split = true;
}

/* The member becomes what it is thought to be, or is thought to be something else. */
static void settle(struct signal_search *s, lit *map, uint32_t k) {
  long most = tuning_of(s->effort)->correspondence_conflicts;
  while (signal_is_member(&s->classes, k)) {
    lit as = in(map, s->classes.representative[k]);
    if (map[k] == as) return;
    switch (difference_ask(&s->solver, map[k], as, most)) {
    case SAT_NO: map[k] = as; break;
    case SAT_YES: split_by_model(s); break;
    case SAT_UNKNOWN:
      s->classes.representative[k] = 2 * k;
      if (!s->in_step) s->split = true;
      break;
    }
  }
}

/* Is the node looked at in this part of the round? */
static bool has_turn(const struct signal_search *s, uint32_t k) {
  if (s->in_step) return !s->predicate[k];
  return !s->narrow || s->predicate[k];
}

static void one_node(struct signal_search *s, uint32_t k) {
  lit *map = s->in_step ? s->image : s->after;
  const struct lits *members = &s->classes.members;
  bool turn = has_turn(s, k);
  if (turn && s->aig->nodes[k].kind == AIG_GATE) map[k] = gate_in(s, map, k);
  if (s->place >= members->size || members->at[s->place] != k) return;
  if (turn) settle(s, map, k);
  s->place++;
}

/* False: interrupted. */
static bool all_nodes(struct signal_search *s, const struct effort *slice) {
  for (; s->node < s->aig->num_nodes; s->node++) {
    if (interrupted(slice)) return false;
    one_node(s, s->node);
  }
  return true;
}

/* Narrowed: behind the signals with inputs. */
static void take_step(struct signal_search *s) {
  s->in_step = false;
  s->node = 1;
  s->place = 0;
  signal_classes_list(&s->classes);
  leaves_behind_step(s);
  close_frame(s);
}

bool signal_search_run(struct signal_search *s, const struct effort *slice) {
  while (s->stage != STAGE_DONE && !interrupted(slice)) {
    if (!s->in_round) begin_round(s);
    if (!all_nodes(s, slice)) break;
    if (s->in_step) {
      take_step(s);
      continue;
    }
    s->in_round = false;
    if (s->split) continue;
    s->depth++;
    if (s->stage == STAGE_STEP || s->depth == s->steps) s->stage++;
  }
  return s->stage == STAGE_DONE;
}

/* What holds initially for the inputs of allowed steps need not do so for all. */
void signal_search_narrow(struct signal_search *s) {
  assert(s->stage == STAGE_DONE && !s->narrow && s->steps == 1);
  s->narrow = true;
  s->stage = STAGE_INITIAL;
  s->depth = 0;
  signal_classes_part(&s->classes, s->predicate);
}

/* --- the outcome ------------------------------------------------------------------------------ */

/* All nodes with what is equal merged, in a new graph that has all leaves, in order. */
static struct aig *merge_all(const struct signal_search *s, lit *image) {
  struct aig *to = aig_new();
  image[0] = AIG_FALSE;
  for (uint32_t k = 1; k < s->aig->num_nodes; k++) {
    const struct aig_node *node = &s->aig->nodes[k];
    lit here = LIT_NONE;
    if (node->kind == AIG_STATE) here = aig_state(to);
    if (node->kind == AIG_INPUT) here = aig_input(to);
    if (signal_is_member(&s->classes, k))
      here = in(image, s->classes.representative[k]);
    else if (node->kind == AIG_GATE)
      here = aig_and(to, in(image, node->left), in(image, node->right));
    image[k] = here;
  }
  return to;
}

bool signal_search_never(const struct signal_search *s, size_t root) {
  assert(s->stage == STAGE_DONE);
  lit *image = memory_alloc(s->aig->num_nodes, sizeof *image);
  aig_free(merge_all(s, image));
  bool never = in(image, s->roots.at[root]) == AIG_FALSE;
  free(image);
  return never;
}

/* What is equal over inputs is so because the step is allowed: the constraint itself is true then.
 * So it is made of inputs and predicates as they are. */
static lit whole_constraint(const struct signal_search *s, struct aig *to, const lit *image) {
  struct lits cone = {0};
  lit *map = memory_alloc(s->aig->num_nodes, sizeof *map);
  map[0] = AIG_FALSE;
  aig_cone(s->aig, &s->constraint, 1, &cone);
  for (size_t i = 0; i < cone.size; i++) {
    uint32_t k = cone.at[i];
    const struct aig_node *node = &s->aig->nodes[k];
    if (s->predicate[k])
      map[k] = image[k];
    else
      map[k] = node->kind == AIG_GATE ? aig_and(to, in(map, node->left), in(map, node->right))
                                      : (lit)(2 * k);
  }
  lit constraint = in(map, s->constraint);
  lits_free(&cone);
  free(map);
  return constraint;
}

struct system *signal_search_merged(const struct signal_search *s, struct lits *roots) {
  const struct system *o = s->o;
  assert(s->stage == STAGE_DONE && s->narrow);
  struct system *to = memory_zeroed(1, sizeof *to);
  lit *image = memory_alloc(s->aig->num_nodes, sizeof *image);
  to->aig = merge_all(s, image);
  to->num_states = o->num_states;
  to->num_inputs = o->num_inputs;
  to->states = memory_alloc(o->num_states, sizeof *to->states);
  to->next = memory_alloc(o->num_states, sizeof *to->next);
  to->reset = memory_alloc(o->num_states, 1);
  to->inputs = memory_alloc(o->num_inputs, sizeof *to->inputs);
  for (size_t k = 0; k < o->num_states; k++) {
    to->states[k] = (lit)(2 * (1 + k));
    to->next[k] = in(image, s->next[k]);
    to->reset[k] = o->reset[k];
  }
  for (size_t k = 0; k < o->num_inputs; k++) to->inputs[k] = (lit)(2 * (1 + o->num_states + k));
  to->constraint = whole_constraint(s, to->aig, image);
  to->init = AIG_TRUE; /* the caller's business */
  for (size_t k = 0; k < s->roots.size; k++)
    lits_push(roots, aig_and(to->aig, in(image, s->roots.at[k]), to->constraint));
  free(image);
  return to;
}

/* What the graph without it would not say by itself: of predicates, or of all signals. */
static void state_equal(const struct signal_search *s, struct aig *to, const lit *states,
                        const lit *inputs, struct lits *equal) {
  struct substitution plain;
  struct aig *merged = aig_new();
  lit *image = memory_alloc(s->aig->num_nodes, sizeof *image);
  substitution_init(&plain, s->aig, to, states, inputs);
  image[0] = AIG_FALSE;
  for (uint32_t k = 1; k < s->aig->num_nodes; k++) {
    const struct aig_node *node = &s->aig->nodes[k];
    if (!inputs && !s->predicate[k]) continue;
    bool gate = node->kind == AIG_GATE;
    lit alone =
        gate ? aig_and(merged, in(image, node->left), in(image, node->right)) : aig_state(merged);
    lit r = s->classes.representative[k];
    image[k] = signal_is_member(&s->classes, k) ? in(image, r) : alone;
    if (image[k] == alone) continue;
    lit a = substitution_apply(&plain, 2 * k), b = substitution_apply(&plain, r);
    lits_push(equal, lit_not(aig_xor(to, a, b)));
  }
  substitution_free(&plain);
  aig_free(merged);
  free(image);
}

void signal_search_equal(const struct signal_search *s, struct aig *to, const lit *states,
                         struct lits *equal) {
  assert(s->stage == STAGE_DONE && s->narrow);
  state_equal(s, to, states, NULL, equal);
}

void signal_search_any_equal(const struct signal_search *s, struct aig *to, const lit *states,
                             const lit *inputs, struct lits *equal) {
  assert(s->stage == STAGE_DONE && !s->narrow);
  state_equal(s, to, states, inputs, equal);
}
