#include "certifier/explain/walk.h"

#include "formats/support/table.h"

/* Longer paths are cut in the telling; the certificate has no such limit. */
enum { MOST_STEPS = 20000, MOST_CELLS = 200000000 };

const struct choice *walk_choice(const struct replay *replay, const struct choices *choices) {
  for (size_t k = 0; k < choices->size; k++)
    if (replay_true(replay, choices->at[k].guard)) return &choices->at[k];
  return NULL;
}

/* The values for the trace: an input that is no state is free unless the cube has it. */
static void note_row(struct walk *w, const struct lits *cube) {
  const struct replay *r = w->replay;
  const struct aiger *m = r->model;
  uint8_t *value = memory_alloc((size_t)m->maxvar + 1, 1);
  memcpy(value, r->value, (size_t)m->maxvar + 1);
  for (size_t k = 0; k < m->inputs.size; k++)
    if (!r->observed[k]) value[m->inputs.at[k] >> 1] = HISTORY_FREE;
  for (size_t k = 0; cube && k < cube->size; k++)
    if (cube->at[k] >> 1 <= m->maxvar) value[cube->at[k] >> 1] = !(cube->at[k] & 1);
  for (size_t k = 0; cube && k < m->inputs.size; k++)
    w->free_inputs = w->free_inputs || value[m->inputs.at[k] >> 1] == HISTORY_FREE;
  history_step(w->trace, value);
  free(value);
}

void walk_arrive(struct walk *w, bool again) {
  if (again) history_shorten(w->trace, w->trace->num_steps - 1);
  note_row(w, NULL);
  w->trace->no_last = true;
}

/* The last row gets the inputs of the step that leaves it. */
static bool step(struct walk *w, const struct lits *cube) {
  history_shorten(w->trace, w->trace->num_steps - 1);
  replay_cube(w->replay, cube);
  note_row(w, cube);
  if (!replay_allowed(w->replay)) w->wrong = true;
  if (w->wrong) return false;
  replay_step(w->replay);
  replay_cube(w->replay, &(struct lits){0});
  walk_arrive(w, false);
  return true;
}

static bool is_long(const struct walk *w) {
  return w->trace->num_steps > MOST_STEPS ||
         w->trace->num_steps * w->trace->signals->num_bits > MOST_CELLS;
}

/* The step of a choice: what inputs follow has a value here. */
static bool take(struct walk *w, const struct choice *choice) {
  struct lits cube = {0};
  for (size_t k = 0; k < choice->inputs.size; k++)
    lits_push(&cube, choice->inputs.at[k] ^ !replay_true(w->replay, choice_value(choice, k)));
  bool stepped = step(w, &cube);
  lits_free(&cube);
  return stepped;
}

static bool follow(struct walk *w, const struct choices *choices) {
  const struct choice *choice = walk_choice(w->replay, choices);
  if (!choice) w->wrong = true;
  return choice && take(w, choice);
}

void walk_along(struct walk *w, const struct lits *cube) {
  if (!w->wrong) step(w, cube);
}

void walk_next(struct walk *w, const struct fact *fact) { follow(w, &fact->ranks); }

void walk_until(struct walk *w, const struct fact *fact, uint32_t target) {
  while (!w->replay->lower[target]) {
    w->trace->cut = is_long(w);
    if (w->trace->cut || !follow(w, &fact->ranks)) return;
  }
}

/* --- for ever --------------------------------------------------------------------------------- */

/* Where the same place of a strategy was in the same state before: then the walk repeats itself. */
struct visit {
  uint64_t hash;
  uint8_t *state;
  size_t row;
};
struct visits {
  struct visit *at;
  size_t size;
};

/* The elementary variables of E nodes are part of the state, the inputs are not. */
static bool close_loop(struct walk *w, struct visits *visits) {
  size_t size = w->replay->num_variables, row = w->trace->num_steps - 1;
  uint64_t hash = hash_bytes(0, w->replay->value, size);
  for (size_t k = 0; k < visits->size; k++)
    if (visits->at[k].hash == hash && memcmp(visits->at[k].state, w->replay->value, size) == 0) {
      history_shorten(w->trace, row);
      w->trace->loop = visits->at[k].row;
      w->trace->no_last = false;
      return true;
    }
  visits->at = memory_one_more(visits->at, visits->size, sizeof *visits->at);
  struct visit *visit = &visits->at[visits->size++];
  *visit = (struct visit){hash, memory_alloc(size, 1), row};
  memcpy(visit->state, w->replay->value, size);
  w->trace->cut = visits->size * size > MOST_CELLS;
  return false;
}

static void visits_free(struct visits *visits) {
  for (size_t k = 0; k < visits->size; k++) free(visits->at[k].state);
  free(visits->at);
}

/* Around a lasso from its step `from` on; a round may end in another state than it began in. */
static void around(struct walk *w, const struct choices *lasso, size_t from) {
  struct visits visits = {0};
  while (!w->wrong && !w->trace->cut && !close_loop(w, &visits))
    for (size_t k = 0; k < lasso->size && !w->wrong && !w->trace->cut; k++) {
      const struct choice *c = &lasso->at[(from + k) % lasso->size];
      w->trace->cut = is_long(w);
      if (!replay_true(w->replay, c->guard)) w->wrong = true;
      if (!w->wrong && !w->trace->cut) take(w, c);
    }
  visits_free(&visits);
}

/* S and T: right | (left & e), right & (left | e). */
static bool satisfies_past(enum path_op op, bool left, bool right, bool e) {
  return op == PATH_S ? right || (left && e) : right && (left || e);
}

/* sat(r) of 1.5: the values of the elementary variables stand for X, U, R, Y and Z. */
static bool satisfies(const struct replay *r, const struct path_formula *path, uint32_t root) {
  uint8_t *sat = memory_zeroed((size_t)root + 1, 1);
  for (uint32_t k = 0; k <= root; k++) {
    const struct path_node *n = &path->nodes[k];
    if (n->op == PATH_LEAF)
      sat[k] = r->lower[n->left];
    else if (n->op == PATH_AND)
      sat[k] = sat[n->left] && sat[n->right];
    else if (n->op == PATH_OR)
      sat[k] = sat[n->left] || sat[n->right];
    else
      sat[k] = r->value[r->first_elementary + n->variable];
    if (n->op == PATH_S || n->op == PATH_T)
      sat[k] = satisfies_past(n->op, sat[n->left], sat[n->right], sat[k]);
  }
  bool result = sat[root];
  free(sat);
  return result;
}

/* The fairness `j` of a node's view: those of the model, then one for each U part: !e | sat(r). */
static bool is_fair(const struct replay *r, uint32_t node, size_t j) {
  if (j < r->fairness.size)
    return replay_true(r,
                       r->monitored[j] ? 2 * (r->first_monitor + (uint32_t)j) : r->fairness.at[j]);
  const struct path_formula *path = core_path(r->core, node);
  for (uint32_t k = 0; k < path->num_nodes; k++) {
    const struct path_node *n = &path->nodes[k];
    if (n->op != PATH_U || n->fair - path->first_fair != j - r->fairness.size) continue;
    return !r->value[r->first_elementary + n->variable] || satisfies(r, path, n->right);
  }
  return true;
}

/* Inside a region: the list of each fairness in turn until it is met, then any choice. */
static void roam(struct walk *w, const struct fact *fact) {
  const struct region *region = &fact->region;
  struct visits visits = {0};
  while (!w->wrong && !w->trace->cut && !close_loop(w, &visits)) {
    for (size_t j = 0; j < region->num_covers; j++)
      while (!w->wrong && !w->trace->cut && !is_fair(w->replay, fact->node, j)) {
        w->trace->cut = is_long(w);
        if (!w->trace->cut) follow(w, &region->covers[j]);
      }
    w->trace->cut = w->trace->cut || is_long(w);
    if (!w->wrong && !w->trace->cut) follow(w, &region->choices);
  }
  visits_free(&visits);
}

/* The lasso and its step that the state is at. */
static const struct choices *find_lasso(const struct walk *w, const struct fact *fact, size_t *at) {
  for (size_t k = 0; k < fact->num_lassos; k++) {
    const struct choices *lasso = &fact->lassos[k].steps;
    for (*at = 0; *at < lasso->size; ++*at)
      if (replay_true(w->replay, lasso->at[*at].guard)) return lasso;
  }
  return NULL;
}

void walk_forever(struct walk *w, const struct fact *fact) {
  while (!w->wrong && !w->trace->cut) {
    size_t at;
    const struct choices *lasso = find_lasso(w, fact, &at);
    if (lasso) {
      around(w, lasso, at);
      return;
    }
    if (fact->has_region && replay_true(w->replay, fact->region.inside)) {
      roam(w, fact);
      return;
    }
    w->trace->cut = is_long(w);
    if (!w->trace->cut) follow(w, &fact->ranks);
  }
}

void walk_around(struct walk *w, const struct short_lasso *lasso) {
  size_t first = w->trace->num_steps - 1;
  for (size_t k = 0; k < lasso->size; k++) walk_along(w, &lasso->cubes[k]);
  if (w->wrong) return;
  history_shorten(w->trace, first + lasso->size);
  w->trace->loop = first + lasso->loop;
  w->trace->no_last = false;
}

/* --- anywhere --------------------------------------------------------------------------------- */

bool walk_anywhere(struct walk *w) {
  const struct replay *r = w->replay;
  struct lits cube = {0};
  replay_cube(w->replay, &cube);
  bool ok = replay_allowed(r);
  if (ok) {
    for (size_t k = 0; k < r->model->inputs.size; k++)
      if (!r->observed[k]) lits_push(&cube, r->model->inputs.at[k] + 1);
    step(w, &cube);
  }
  lits_free(&cube);
  return ok;
}
