#include "certifier/explain/story.h"

#include "certifier/explain/lead.h"
#include "certifier/explain/walk.h"
#include "formats/support/text_file.h"

/* Beyond that the story is cut. */
enum {
  MOST_DEPTH = 60,
  MOST_CLAIMS = 1000,
  MOST_VALUES = 8,
  MOST_LEADS = 2,
  MOST_LASSOS = 2,
  MOST_WAIT = 100
};

/* Claims that are still to be told, the next one last, with the state that they are about. A list,
 * so that deep formulas need no deep recursion. */
struct pending {
  struct story_claim claim;
  uint8_t *state;
};
struct teller {
  struct story *story;
  struct pending *todo;
  size_t size, capacity;
  uint8_t *temporal; /* per formula */
  unsigned leads;    /* that were looked for */
  unsigned lassos;   /* the same */
};

/* --- what is to be told ----------------------------------------------------------------------- */

/* About the present state of the replay. */
static void push(struct teller *t, const struct story_claim *above, uint32_t formula, bool holds,
                 size_t path, size_t row) {
  size_t size = t->story->replay->num_variables;
  t->todo = memory_room(t->todo, t->size, &t->capacity, sizeof *t->todo);
  struct pending *p = &t->todo[t->size++];
  *p = (struct pending){.claim = {.formula = formula,
                                  .holds = holds,
                                  .depth = above ? above->depth + 1 : 0,
                                  .path = path,
                                  .row = row,
                                  .by = STORY_NONE}};
  p->state = memory_alloc(size, 1);
  memcpy(p->state, t->story->replay->value, size);
}

/* Claims of which the first is told first: they were pushed in the opposite order. */
static void turn(struct teller *t, size_t from) {
  for (size_t a = from, b = t->size; a + 1 < b; a++) {
    struct pending swap = t->todo[a];
    t->todo[a] = t->todo[--b];
    t->todo[b] = swap;
  }
}

static void restore(struct teller *t, const uint8_t *state) {
  struct replay *r = t->story->replay;
  memcpy(r->value, state, r->num_variables);
  replay_cube(r, &(struct lits){0});
}

/* Does the certificate show that the formula has this truth value in the present state? */
static bool is_shown(const struct teller *t, uint32_t formula, bool holds) {
  uint32_t lit = t->story->map[formula];
  bool wanted = holds ^ (lit & 1);
  const struct replay *r = t->story->replay;
  return wanted ? r->lower[lit >> 1] : !r->upper[lit >> 1];
}

/* --- paths ------------------------------------------------------------------------------------ */

/* A walk from the state of the claim: on from the end of its path, or a branch of it. */
static struct walk set_out(struct teller *t, struct story_claim *c) {
  struct story *s = t->story;
  const struct history *here = &s->paths[c->path].trace;
  c->by = c->path;
  if (c->row + 1 != here->num_steps || here->loop != HISTORY_NO_LOOP || here->cut) {
    s->paths = memory_room(s->paths, s->num_paths, &s->paths_capacity, sizeof *s->paths);
    c->by = s->num_paths++;
    struct story_path *path = &s->paths[c->by];
    *path = (struct story_path){.from = c->path, .row = c->row};
    history_branch(&path->trace, &s->paths[c->path].trace, c->row);
  }
  struct walk walk = {.replay = s->replay, .trace = &s->paths[c->by].trace};
  if (c->by != c->path) walk_arrive(&walk, false);
  c->reason = STORY_PATH;
  return walk;
}

/* The row that a claim about the end of the path is about. */
static size_t arrive(struct teller *t, const struct walk *walk, struct story_claim *c) {
  c->until = walk->trace->num_steps - 1;
  if (walk->wrong) c->reason = STORY_UNSHOWN;
  t->story->free_inputs = t->story->free_inputs || walk->free_inputs;
  return c->until;
}

static bool is_fair_node(const struct core_formula *core, uint32_t v) {
  return core->nodes[v].op == CORE_EG && core->nodes[core->nodes[v].left].op == CORE_ATOM &&
         core->nodes[core->nodes[v].left].lit == 1;
}

/* tau adds to a target that a fair path starts there: docs/certificates.md 1.4. */
static bool is_wrapped(const struct teller *t, uint32_t target, uint32_t formula) {
  const struct core_formula *core = t->story->replay->core;
  return core->nodes[target].op == CORE_AND && is_fair_node(core, core->nodes[target].right) &&
         t->story->map[formula] >> 1 != target;
}

static void push_goal(struct teller *t, const struct story_claim *c, uint32_t formula, bool holds,
                      uint32_t target, size_t row) {
  size_t from = t->size;
  push(t, c, formula, holds, c->by, row);
  if (is_wrapped(t, target, formula)) push(t, c, STORY_FAIR, true, c->by, row);
  turn(t, from);
}

static void tell_next(struct teller *t, struct story_claim *c, uint32_t node) {
  struct walk walk = set_out(t, c);
  const struct replay *r = t->story->replay;
  walk_next(&walk, r->lower_fact[node]);
  size_t row = arrive(t, &walk, c);
  if (c->reason == STORY_PATH)
    push_goal(t, c, t->story->arena->at[c->formula].left, c->holds, r->core->nodes[node].left, row);
}

/* From the state of the claim to one in which the formula, which has no temporal operators, has
 * that value; false: no such path was found. */
static bool take_lead(struct teller *t, struct story_claim *c, uint32_t formula, bool value,
                      struct walk *walk) {
  struct lead lead;
  struct story *s = t->story;
  if (t->leads >= MOST_LEADS || t->temporal[formula] || is_shown(t, formula, value)) return false;
  t->leads++;
  if (!lead_find(&lead, s->replay, s->arena, formula, value)) return false;
  *walk = set_out(t, c);
  for (size_t k = 0; k < lead.size; k++) walk_along(walk, &lead.steps[k]);
  lead_free(&lead);
  s->searched = true;
  return true;
}

/* Does the strategy of the certificate lead there? Asked also where another path is shown. */
static bool strategy_leads(struct teller *t, uint32_t node, uint32_t target) {
  struct replay *r = t->story->replay;
  struct history trace;
  uint8_t *state = memory_alloc(r->num_variables, 1);
  memcpy(state, r->value, r->num_variables);
  history_init(&trace, t->story->words->signals, 0);
  struct walk walk = {.replay = r, .trace = &trace};
  walk_arrive(&walk, false);
  walk_until(&walk, r->lower_fact[node], target);
  history_free(&trace);
  restore(t, state);
  free(state);
  return !walk.wrong;
}

/* EF, AG, E[U], and A[U] by a path on which its left operand fails first. */
static void tell_until(struct teller *t, struct story_claim *c, uint32_t node) {
  const struct formula *f = &t->story->arena->at[c->formula];
  struct walk walk;
  const struct replay *r = t->story->replay;
  uint32_t target = r->core->nodes[node].right;
  bool plain = (f->op == FORMULA_EF || f->op == FORMULA_AG) && strategy_leads(t, node, target);
  if (!plain || !take_lead(t, c, f->left, c->holds, &walk)) {
    walk = set_out(t, c);
    walk_until(&walk, r->lower_fact[node], target);
  }
  size_t row = arrive(t, &walk, c);
  if (c->reason != STORY_PATH || walk.trace->cut) return;
  if (f->op == FORMULA_AU) {
    push(t, c, f->right, false, c->by, row);
    push(t, c, f->left, false, c->by, row);
  } else {
    push_goal(t, c, f->op == FORMULA_EU ? f->right : f->left, c->holds, target, row);
  }
}

/* For ever by the strategy of the certificate, or by a shorter lasso if one is found: the strategy
 * is gone through in any case, for it has to lead there. */
static void go_on(struct teller *t, uint32_t node, struct walk *walk) {
  struct story *s = t->story;
  struct short_lasso lasso;
  size_t first = walk->trace->num_steps;
  uint8_t *state = memory_alloc(s->replay->num_variables, 1);
  memcpy(state, s->replay->value, s->replay->num_variables);
  walk_forever(walk, s->replay->lower_fact[node]);
  size_t size = walk->trace->num_steps + 1 - first;
  bool search = !walk->wrong && size > 1 && t->lassos++ < MOST_LASSOS;
  if (search) restore(t, state);
  if (search && short_lasso_find(&lasso, s->replay, node, size, NULL)) {
    history_shorten(walk->trace, first);
    walk->trace->loop = HISTORY_NO_LOOP;
    walk->trace->cut = false;
    walk->free_inputs = false;
    walk_arrive(walk, true);
    walk_around(walk, &lasso);
    short_lasso_free(&lasso);
    s->searched = true;
  }
  free(state);
}

/* EG, AF, and A[U] by a path on which its right operand never comes. If the operand is temporal its
 * first state is an example. */
static void tell_forever(struct teller *t, struct story_claim *c, uint32_t node) {
  const struct formula *f = &t->story->arena->at[c->formula];
  uint32_t operand = f->op == FORMULA_AU ? f->right : f->left;
  struct walk walk = set_out(t, c);
  size_t row = walk.trace->num_steps - 1, size = t->size;
  if (t->temporal[operand]) {
    push(t, c, operand, c->holds, c->by, row);
    t->todo[t->size - 1].claim.example = true;
  }
  go_on(t, node, &walk);
  arrive(t, &walk, c);
  if (c->reason == STORY_PATH) return;
  for (; t->size > size; t->size--) free(t->todo[t->size - 1].state);
}

static void tell_path(struct teller *t, struct story_claim *c, uint32_t node) {
  struct replay *r = t->story->replay;
  const struct choice *choice = walk_choice(r, &r->lower_fact[node]->from);
  if (!choice) {
    c->reason = STORY_UNSHOWN;
    return;
  }
  struct walk walk = set_out(t, c);
  replay_promise(r, &choice->inputs);
  go_on(t, node, &walk);
  arrive(t, &walk, c);
}

static void tell_fair(struct teller *t, struct story_claim *c) {
  const struct core_formula *core = t->story->replay->core;
  uint32_t node = 0;
  while (node < core->num_nodes && !is_fair_node(core, node)) node++;
  if (node == core->num_nodes || !t->story->replay->lower[node]) {
    c->reason = STORY_UNSHOWN;
    return;
  }
  struct walk walk = set_out(t, c);
  go_on(t, node, &walk);
  arrive(t, &walk, c);
}

/* --- bounds ----------------------------------------------------------------------------------- */

/* What the states have in common that the upper bound of the node excludes for the reason for which
 * it excludes this one. */
static void list_bound(const struct story *s, uint32_t node, struct strings *list) {
  const struct fact *f = s->replay->upper_fact[node];
  if (!f) return;
  if (f->kind != FACT_UPPER_EG) {
    wording_list(s->words, f->predicate ^ 1, list);
    return;
  }
  for (size_t k = 0; k < f->num_blocks; k++)
    if (replay_true(s->replay, f->blocks[k].closed)) {
      wording_list(s->words, f->blocks[k].closed, list);
      return;
    }
}

static void example(struct teller *t, const struct story_claim *c, uint32_t formula, size_t path,
                    size_t row) {
  push(t, c, formula, c->holds, path, row);
  t->todo[t->size - 1].claim.example = true;
}

/* EX fails, AX holds: some step, and what it leads to. */
static void example_step(struct teller *t, struct story_claim *c) {
  struct story_claim aside = *c;
  struct walk walk = set_out(t, &aside);
  if (walk_anywhere(&walk) && !walk.wrong)
    example(t, c, t->story->arena->at[c->formula].left, aside.by, walk.trace->num_steps - 1);
}

/* AG (a -> ..) and AG (!a | ..) are told where a is true: anywhere else there is nothing to see.
 * Which part that is; false: there is none. */
static bool find_condition(const struct teller *t, uint32_t formula, uint32_t *part, bool *value) {
  const struct formula *f = &t->story->arena->at[formula];
  bool is_or = f->op == FORMULA_OR;
  if (f->op != FORMULA_IMPLIES && !is_or) return false;
  bool left = t->temporal[f->left], right = t->temporal[f->right];
  if (left == right || (left && !is_or)) return false;
  *part = left ? f->right : f->left;
  *value = !is_or;
  return true;
}

/* AG holds: what is true everywhere, in an interesting state if there is one. */
static void example_everywhere(struct teller *t, struct story_claim *c, uint32_t operand) {
  struct story_claim aside = *c;
  struct walk walk;
  uint32_t part;
  bool value;
  if (!c->holds || !find_condition(t, operand, &part, &value) ||
      !take_lead(t, &aside, part, value, &walk)) {
    example(t, c, operand, c->path, c->row);
    return;
  }
  size_t row = arrive(t, &walk, &aside);
  if (!walk.wrong) example(t, c, operand, aside.by, row);
}

/* AF holds: some path, until what comes on all of them has come. */
static void example_wait(struct teller *t, struct story_claim *c, uint32_t operand) {
  struct story_claim aside = *c;
  if (t->temporal[operand] || is_shown(t, operand, true)) return;
  struct walk walk = set_out(t, &aside);
  for (size_t n = 0; n < MOST_WAIT && !is_shown(t, operand, true); n++)
    if (!walk_anywhere(&walk) || walk.wrong) return;
  if (is_shown(t, operand, true)) example(t, c, operand, aside.by, arrive(t, &walk, &aside));
}

static void tell_bound(struct teller *t, struct story_claim *c, uint32_t node) {
  const struct formula *f = &t->story->arena->at[c->formula];
  const struct core_node *core = &t->story->replay->core->nodes[node];
  c->reason = STORY_BOUND;
  c->node = node;
  if (f->op == FORMULA_AU) {
    list_bound(t->story, core->left, &c->bounds);
    list_bound(t->story, core->right, &c->bounds);
    return;
  }
  list_bound(t->story, node, &c->bounds);
  if (f->op == FORMULA_EX || f->op == FORMULA_AX)
    example_step(t, c);
  else if (f->op == FORMULA_AG && t->temporal[f->left])
    example_everywhere(t, c, f->left);
  else if (f->op == FORMULA_EF && t->temporal[f->left])
    example(t, c, f->left, c->path, c->row);
  else if (f->op == FORMULA_AF && c->holds)
    example_wait(t, c, f->left);
}

/* --- formulas --------------------------------------------------------------------------------- */

/* "busy=1 count=5": the signals of the atoms. */
static char *values(const struct teller *t, const struct story_claim *c) {
  const struct story *s = t->story;
  const struct history *trace = &s->paths[c->path].trace;
  struct lits stack = {0}, said = {0};
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  lits_push(&stack, c->formula);
  while (stack.size && said.size < MOST_VALUES) {
    const struct formula *f = &s->arena->at[lits_pop(&stack)];
    if (formula_arity(f->op) == 2) lits_push(&stack, f->right);
    if (formula_arity(f->op) >= 1) lits_push(&stack, f->left);
    size_t bit;
    bool complement;
    const struct signal *signal =
        f->op == FORMULA_ATOM ? wording_signal(s->words, f->lit, &bit, &complement) : NULL;
    uint32_t number = signal ? (uint32_t)(signal - s->words->signals->at) : 0;
    if (!signal || lits_contain(&said, number)) continue;
    char *value = history_value(trace, c->row, signal);
    fprintf(file, "%s%s=%s", said.size ? " " : "", signal->name, value);
    lits_push(&said, number);
    free(value);
  }
  text_close(file);
  lits_free(&stack);
  lits_free(&said);
  return text;
}

/* Which truth values of the operands decide: one pair of them, as far as they are needed. */
static void tell_parts(struct teller *t, struct story_claim *c) {
  const struct formula *f = &t->story->arena->at[c->formula];
  bool conjunction = f->op == FORMULA_AND;
  bool left = c->holds, right = c->holds, both = conjunction == c->holds;
  c->reason = STORY_PARTS;
  if (f->op == FORMULA_IMPLIES) left = !left;
  if (f->op == FORMULA_XOR || f->op == FORMULA_IFF) {
    left = is_shown(t, f->left, true);
    right = left ^ ((f->op == FORMULA_XOR) == c->holds);
    both = true;
  }
  size_t from = t->size;
  bool use_left = both || is_shown(t, f->left, left);
  if (!both && use_left && t->temporal[f->left] && !t->temporal[f->right] &&
      is_shown(t, f->right, right))
    use_left = false; /* what the state says is told sooner than a path */
  if (use_left) push(t, c, f->left, left, c->path, c->row);
  if (both || !use_left) push(t, c, f->right, right, c->path, c->row);
  turn(t, from);
}

static bool is_existential(enum formula_op op) {
  return op == FORMULA_EX || op == FORMULA_EF || op == FORMULA_EG || op == FORMULA_EU ||
         op == FORMULA_E;
}

static void tell_temporal(struct teller *t, struct story_claim *c) {
  const struct replay *r = t->story->replay;
  enum formula_op op = t->story->arena->at[c->formula].op;
  uint32_t node = t->story->map[c->formula] >> 1;
  const struct core_node *core = &r->core->nodes[node];
  if (c->holds != is_existential(op))
    tell_bound(t, c, node);
  else if (core->op == CORE_OR && r->lower[core->left])
    tell_until(t, c, core->left);
  else if (core->op == CORE_OR)
    tell_forever(t, c, core->right);
  else if (core->op == CORE_EX)
    tell_next(t, c, node);
  else if (core->op == CORE_EU)
    tell_until(t, c, node);
  else if (core->op == CORE_E)
    tell_path(t, c, node);
  else
    tell_forever(t, c, node);
}

static void strip_negations(const struct formulas *arena, struct story_claim *c) {
  while (arena->at[c->formula].op == FORMULA_NOT) {
    c->formula = arena->at[c->formula].left;
    c->holds = !c->holds;
  }
}

static void tell(struct teller *t, struct story_claim *c) {
  const struct formulas *arena = t->story->arena;
  if (c->formula == STORY_FAIR) {
    tell_fair(t, c);
    return;
  }
  if (t->temporal[c->formula] && c->depth > 0) strip_negations(arena, c);
  enum formula_op op = arena->at[c->formula].op;
  if (!is_shown(t, c->formula, c->holds)) {
    c->reason = STORY_UNSHOWN;
  } else if (!t->temporal[c->formula]) {
    c->reason = STORY_VALUE;
    c->here = values(t, c);
  } else if (c->depth > MOST_DEPTH || t->story->num_claims > MOST_CLAIMS) {
    c->reason = STORY_CUT;
  } else if (op == FORMULA_NOT) {
    c->reason = STORY_PARTS;
    push(t, c, arena->at[c->formula].left, !c->holds, c->path, c->row);
  } else if (op >= FORMULA_EX) {
    tell_temporal(t, c);
  } else {
    tell_parts(t, c);
  }
}

static void tell_all(struct teller *t) {
  struct story *s = t->story;
  while (t->size) {
    struct pending next = t->todo[--t->size];
    restore(t, next.state);
    free(next.state);
    tell(t, &next.claim);
    s->claims = memory_room(s->claims, s->num_claims, &s->claims_capacity, sizeof *s->claims);
    s->claims[s->num_claims++] = next.claim;
  }
  free(t->todo);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Some initial state of the model: uninitialised latches and observed inputs are 0. */
static char *some_initial(const struct aiger *m) {
  char *bits = memory_zeroed(m->num_latches + m->inputs.size + 1, 1);
  memset(bits, '0', m->num_latches + m->inputs.size);
  uint8_t *value = memory_zeroed((size_t)m->maxvar + 1, 1);
  aiger_initial_values(m, value);
  for (size_t k = 0; k < m->num_latches; k++) bits[k] = (char)('0' + value[m->latches[k].lit >> 1]);
  free(value);
  return bits;
}

static void start(struct story *s) {
  const struct certificate *c = s->replay->certificate;
  char *bits = c->initial ? memory_string(c->initial) : some_initial(s->replay->model);
  replay_start(s->replay, bits, bits + s->replay->model->num_latches);
  free(bits);
  s->paths = memory_room(s->paths, 0, &s->paths_capacity, sizeof *s->paths);
  s->paths[s->num_paths++] = (struct story_path){.from = STORY_NONE};
  history_init(&s->paths[0].trace, s->words->signals, 0);
  walk_arrive(&(struct walk){.replay = s->replay, .trace = &s->paths[0].trace}, false);
}

static uint8_t *find_temporal(const struct formulas *arena, uint32_t root) {
  uint8_t *temporal = memory_zeroed((size_t)root + 1, 1);
  for (uint32_t k = 0; k <= root; k++) {
    const struct formula *f = &arena->at[k];
    unsigned arity = formula_arity(f->op);
    temporal[k] = f->op >= FORMULA_EX || (arity >= 1 && temporal[f->left]) ||
                  (arity == 2 && temporal[f->right]);
  }
  return temporal;
}

void story_init(struct story *story, struct replay *replay, const struct wording *words,
                const struct formulas *arena, uint32_t root, const uint32_t *map) {
  *story =
      (struct story){.arena = arena, .root = root, .map = map, .replay = replay, .words = words};
  struct teller teller = {.story = story, .temporal = find_temporal(arena, root)};
  start(story);
  push(&teller, NULL, root, replay->certificate->holds, 0, 0);
  tell_all(&teller);
  free(teller.temporal);
}

void story_free(struct story *story) {
  for (size_t k = 0; k < story->num_claims; k++) {
    strings_free(&story->claims[k].bounds);
    free(story->claims[k].here);
  }
  for (size_t k = 0; k < story->num_paths; k++) history_free(&story->paths[k].trace);
  free(story->claims);
  free(story->paths);
  *story = (struct story){0};
}

size_t story_branch(const struct story *story, size_t path, const struct history ***parts,
                    size_t **sizes) {
  size_t n = 1;
  for (size_t k = path; story->paths[k].from != STORY_NONE; k = story->paths[k].from) n++;
  *parts = memory_alloc(n, sizeof **parts);
  *sizes = memory_alloc(n, sizeof **sizes);
  for (size_t k = path, at = n;; k = story->paths[k].from) {
    (*parts)[--at] = &story->paths[k].trace;
    (*sizes)[at] = at + 1 == n ? story->paths[k].trace.num_steps : 0;
    if (story->paths[k].from == STORY_NONE) break;
  }
  for (size_t k = path, at = n - 1; at > 0; k = story->paths[k].from)
    (*sizes)[--at] = story->paths[k].row;
  return n;
}
