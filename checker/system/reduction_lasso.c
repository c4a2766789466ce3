/* Lassos of a reduced system in the original. */
#include "checker/system/lanes.h"
#include "checker/system/reduction.h"

/* A lasso that is being run in the original. Inputs that the reduced system does not look at may be
 * anything: they drive states that only have to come back to where they were. */
struct rerun {
  const struct reduction *reduction;
  const struct trace *reduced;
  uint8_t *is_free;  /* per input of the original */
  uint64_t *chosen;  /* .. its values for ever, if it is: one for each lane */
  uint64_t *inputs;  /* .. of the step */
  uint64_t *states;  /* per state: where the lanes are .. */
  uint64_t *earlier; /* .. and where they were when rounds were last counted from 0 */
};

static void first_state(const struct reduction *r, const struct trace *reduced, uint8_t *state) {
  const struct system *s = r->original;
  for (size_t k = 0; k < s->num_states; k++)
    state[k] = s->reset[k] == RESET_FREE ? r->start[k] : s->reset[k];
  for (size_t k = 0; k < r->states.size; k++) state[r->states.at[k]] = trace_state(reduced, 0)[k];
}

/* Inputs of the reduced system that nothing in it depends on. */
static void find_free(struct rerun *run) {
  const struct reduction *r = run->reduction;
  const struct system *s = r->system;
  struct lits roots = {0}, cone = {0};
  uint8_t *read = memory_zeroed(s->num_inputs, 1);
  lits_append(&roots, s->next, s->num_states);
  lits_append(&roots, s->fairness, s->num_fairness);
  lits_push(&roots, s->constraint);
  for (size_t k = 0; k < r->original->num_inputs; k++) {
    bool leaf = s->aig->nodes[lit_node(r->inputs[k])].kind == AIG_INPUT;
    run->is_free[k] = leaf;
    if (!leaf) lits_push(&roots, r->inputs[k]);
  }
  aig_cone(s->aig, roots.at, roots.size, &cone);
  for (size_t k = 0; k < cone.size; k++)
    if (s->aig->nodes[cone.at[k]].kind == AIG_INPUT) read[s->aig->nodes[cone.at[k]].left] = 1;
  for (size_t k = 0; k < r->original->num_inputs; k++)
    if (run->is_free[k]) run->is_free[k] = !read[s->aig->nodes[lit_node(r->inputs[k])].left];
  lits_free(&roots);
  lits_free(&cone);
  free(read);
}

/* Free inputs are 0 in the first lane, 1 in the second one, and anything in the others. */
static void choose(struct rerun *run, struct lanes *lanes) {
  for (size_t k = 0; k < run->reduction->original->num_inputs; k++)
    run->chosen[k] = (lanes_draw_input(lanes) & ~UINT64_C(3)) | 2;
}

static void rerun_init(struct rerun *run, const struct reduction *r, const struct trace *reduced) {
  size_t inputs = r->original->num_inputs, states = r->original->num_states;
  *run = (struct rerun){.reduction = r, .reduced = reduced};
  run->is_free = memory_zeroed(inputs, 1);
  run->chosen = memory_zeroed(inputs, sizeof *run->chosen);
  run->inputs = memory_zeroed(inputs, sizeof *run->inputs);
  run->states = memory_zeroed(states, sizeof *run->states);
  run->earlier = memory_zeroed(states, sizeof *run->earlier);
  find_free(run);
}

static void rerun_free(struct rerun *run) {
  free(run->is_free);
  free(run->chosen);
  free(run->inputs);
  free(run->states);
  free(run->earlier);
}

static bool input_at(const struct rerun *run, size_t k, size_t t) {
  const struct reduction *r = run->reduction;
  return aig_eval(r->system->aig, r->inputs[k], trace_state(run->reduced, t),
                  trace_input(run->reduced, t));
}

/* --- in which lane does it come back? --------------------------------------------------------- */

/* One more step, with what the reduced lasso does at t; the lanes in which it is allowed. */
static uint64_t step_lanes(struct rerun *run, struct lanes *lanes, size_t t) {
  const struct system *s = run->reduction->original;
  for (size_t k = 0; k < s->num_inputs; k++)
    run->inputs[k] = run->is_free[k] ? run->chosen[k] : input_at(run, k, t) ? ~UINT64_C(0) : 0;
  uint64_t allowed = lanes_evaluate(lanes, run->states, run->inputs);
  for (size_t k = 0; k < s->num_states; k++) run->states[k] = lanes_word(lanes, s->next[k]);
  return allowed;
}

/* The lanes that are where they were. */
static uint64_t returned(const struct rerun *run) {
  uint64_t differ = 0;
  for (size_t k = 0; k < run->reduction->original->num_states && ~differ; k++)
    differ |= run->states[k] ^ run->earlier[k];
  return ~differ;
}

static void remember(struct rerun *run) {
  size_t n = run->reduction->original->num_states;
  if (n) memcpy(run->earlier, run->states, n * sizeof *run->earlier);
}

/* A lasso of so many steps would be too large to write down. */
static bool too_long(const struct rerun *run, size_t rounds) {
  enum { MOST_BYTES = 1 << 28 };
  size_t round = run->reduced->length - (size_t)run->reduced->loop;
  size_t step = run->reduction->original->num_states + run->reduction->original->num_inputs + 1;
  return rounds > MOST_BYTES / round / step;
}

/* Rounds until some lane is where it was before; *lane gets it. 0 if that takes too long. Lanes are
 * compared with where they were after 0, 1, 3, 7, .. rounds (Brent's algorithm). */
static size_t count_rounds(struct rerun *run, const struct effort *effort, unsigned *lane) {
  const struct reduction *r = run->reduction;
  size_t start = (size_t)run->reduced->loop, rounds = 0, next = 1;
  uint64_t alive = ~UINT64_C(0), back = 0;
  uint8_t *state = memory_alloc(r->original->num_states, 1);
  struct lanes lanes;
  lanes_init(&lanes, r->original, NULL, 0, 1, effort);
  choose(run, &lanes);
  first_state(r, run->reduced, state);
  for (size_t k = 0; k < r->original->num_states; k++) run->states[k] = state[k] ? ~UINT64_C(0) : 0;
  for (size_t t = 0; t < start; t++) alive &= step_lanes(run, &lanes, t);
  remember(run);
  while (alive && !back && !too_long(run, rounds) && !interrupted(effort)) {
    for (size_t t = start; t < run->reduced->length; t++) alive &= step_lanes(run, &lanes, t);
    lanes_spend(&lanes, effort);
    rounds++;
    back = alive & returned(run);
    if (back || rounds < next) continue;
    remember(run);
    next = 2 * next + 1;
  }
  for (*lane = 0; back && !(back >> *lane & 1);) ++*lane;
  lanes_free(&lanes);
  free(state);
  return back ? rounds : 0;
}

/* --- the lasso of that lane ------------------------------------------------------------------- */

/* One more step of the original, from *state, with what the reduced lasso does at t. */
static bool follow(const struct rerun *run, size_t t, unsigned lane, struct trace *lasso,
                   uint8_t *state) {
  const struct reduction *r = run->reduction;
  const struct system *s = r->original;
  uint8_t *inputs = memory_alloc(s->num_inputs, 1), *next = memory_alloc(s->num_states, 1);
  for (size_t k = 0; k < s->num_inputs; k++) {
    bool one = run->is_free[k] ? run->chosen[k] >> lane & 1 : input_at(run, k, t);
    inputs[k] = one;
  }
  bool good = system_step(s, state, inputs, next);
  for (size_t k = 0; good && k < r->states.size; k++)
    good = state[r->states.at[k]] == trace_state(run->reduced, t)[k];
  trace_push(lasso, state, inputs);
  memcpy(state, next, s->num_states);
  free(inputs);
  free(next);
  return good;
}

/* The steps of the reduced lasso from `first` to `end`. */
static bool follow_steps(const struct rerun *run, size_t first, size_t end, unsigned lane,
                         struct trace *lasso, uint8_t *state) {
  bool good = true;
  for (size_t t = first; good && t < end; t++) good = follow(run, t, lane, lasso, state);
  return good;
}

static bool is_fair(const struct system *s, const struct trace *lasso) {
  for (size_t j = 0; j < s->num_fairness; j++) {
    bool met = false;
    for (size_t t = (size_t)lasso->loop; t < lasso->length && !met; t++)
      met = aig_eval(s->aig, s->fairness[j], trace_state(lasso, t), NULL);
    if (!met) return false;
  }
  return true;
}

static bool write_lasso(const struct rerun *run, size_t rounds, unsigned lane,
                        struct trace *lasso) {
  const struct trace *reduced = run->reduced;
  size_t n = run->reduction->original->num_states, start = (size_t)reduced->loop;
  size_t round = reduced->length - start;
  uint8_t *state = memory_alloc(n, 1);
  first_state(run->reduction, reduced, state);
  bool good = follow_steps(run, 0, start, lane, lasso, state);
  for (size_t k = 0; good && k < rounds && lasso->loop < 0; k++) {
    good = follow_steps(run, start, reduced->length, lane, lasso, state);
    for (size_t t = start; t < lasso->length && lasso->loop < 0; t += round)
      if (memcmp(trace_state(lasso, t), state, n) == 0) lasso->loop = (long)t;
  }
  free(state);
  return good && lasso->loop >= 0 && is_fair(run->reduction->original, lasso);
}

static bool close_lasso(struct rerun *run, const struct effort *effort, struct trace *lasso) {
  unsigned lane = 0;
  uint64_t ticks = (uint64_t)tuning_of(effort)->lasso_close * TICKS_PER_MILLISECOND;
  struct effort share = effort_of(effort, ticks);
  if (!ticks) return false;
  size_t rounds = count_rounds(run, &share, &lane);
  return rounds > 0 && write_lasso(run, rounds, lane, lasso);
}

/* --- a run that need not close ---------------------------------------------------------------- */

bool reduction_run(const struct reduction *r, const struct trace *reduced, struct trace *run) {
  struct rerun rerun;
  uint8_t *state = memory_alloc(r->original->num_states, 1);
  rerun_init(&rerun, r, reduced);
  trace_free(run);
  trace_init(run, r->original);
  first_state(r, reduced, state);
  bool good = follow_steps(&rerun, 0, reduced->length, 0, run, state);
  run->loop = reduced->loop;
  free(state);
  rerun_free(&rerun);
  return good;
}

bool reduction_lasso(const struct reduction *r, const struct trace *reduced,
                     const struct effort *effort, struct trace *lasso) {
  struct rerun run;
  rerun_init(&run, r, reduced);
  trace_free(lasso);
  trace_init(lasso, r->original);
  bool good = close_lasso(&run, effort, lasso);
  rerun_free(&run);
  return good;
}
