#include "checker/fair/random_lasso.h"
#include "checker/fair/visited.h"

#include <assert.h>

/* An earlier state of each run, to compare with. */
struct snapshot {
  uint64_t *states; /* NULL: not taken yet */
  uint64_t *met;    /* per condition: lanes that have met it since then */
  size_t time;
};

enum { AGES = 24 };

/* One round: the same numbers make the same runs. */
struct round {
  struct random_lasso *search;
  const struct system *system;
  size_t wander; /* so many steps with inputs of their own */
  size_t period; /* then inputs come again after so many; 0: never */
  size_t length; /* of the runs */
  size_t time;
  uint64_t alive; /* lanes whose run went on to here */
  uint64_t *states;
  uint64_t *inputs; /* per slot of the period */
  uint64_t *fixed;  /* per input: lanes that do not change it while they wander */
  struct snapshot snapshots[AGES];
};

/* Where the runs of a short round have been. */
struct memory {
  struct visited visited;
  uint32_t *last; /* per condition and lane: when it was met, and 1 */
};

/* A run that is back where it was. */
struct closing {
  unsigned lane;
  size_t first, end; /* the states of these times are equal */
};

void random_lasso_init(struct random_lasso *search, const struct chain *chain,
                       const struct lasso_judge *judge) {
  const struct system *s = chain->system;
  *search = (struct random_lasso){.chain = chain, .judge = judge};
  struct lits roots = {0};
  lits_append(&roots, s->fairness, s->num_fairness);
  lits_push(&roots, chain->arena);
  lits_push(&roots, s->barred);
  lanes_init(&search->lanes, s, roots.at, roots.size, 0, chain->effort);
  lits_free(&roots);
  if (judge) open_runs_init(&search->open, chain, &search->lanes);
  trace_init(&search->trace, s);
}

void random_lasso_free(struct random_lasso *search) {
  lanes_free(&search->lanes);
  if (search->judge) open_runs_free(&search->open);
  trace_free(&search->trace);
}

/* --- rounds ----------------------------------------------------------------------------------- */

/* 1, 1, 2, 1, 1, 2, 4, ..: most runs short, now and then a longer one (Luby, Sinclair, Zuckerman:
 * Optimal speedup of Las Vegas algorithms, 1993). */
static size_t luby(unsigned long k) {
  for (unsigned long size = 1;; size = 2 * size + 1) {
    if (k == size - 1) return (size + 1) / 2;
    if (k < size) return luby(k - size / 2);
  }
}

/* Long lassos are of no use to anybody: they have to be written, read and checked. */
static size_t longest(const struct system *s, const struct tuning *tuning) {
  size_t most = tuning->random_lasso_bits / (s->num_states + s->num_inputs + 1);
  return most < tuning->random_lasso_steps ? most : tuning->random_lasso_steps;
}

/* Starts all lanes, those that are barred a few times over; returns those that are not. */
static uint64_t start_all(struct random_lasso *search, uint64_t *states, const uint64_t *inputs) {
  enum { TRIES = 16 };
  struct lanes *lanes = &search->lanes;
  lit barred = search->chain->system->barred;
  uint64_t others = ~UINT64_C(0);
  for (unsigned k = 0; k < TRIES && others; k++) {
    lanes_start(lanes, states, others);
    if (barred == AIG_FALSE) return ~UINT64_C(0);
    lanes_evaluate(lanes, states, inputs);
    others &= lanes_word(lanes, barred);
  }
  return ~others;
}

static size_t slots(const struct round *r) { return r->period ? r->period : 1; }

static void round_init(struct round *r, struct random_lasso *search) {
  static const uint8_t periods[] = {1, 2, 1, 3, 0, 1, 4, 8};
  enum { FIRST_LENGTH = 64, NUM_PERIODS = sizeof periods / sizeof *periods };
  const struct system *s = search->chain->system;
  const struct tuning *tuning = tuning_of(search->chain->effort);
  unsigned long k = search->rounds;
  *r = (struct round){.search = search, .system = s, .period = periods[k % NUM_PERIODS]};
  size_t most = longest(s, tuning);
  r->length = FIRST_LENGTH * luby(k / NUM_PERIODS);
  if (r->length > most) r->length = most;
  /* From the initial states first: what is far away has its turn later. */
  r->wander = k < NUM_PERIODS ? k % 3 : r->length >> (1 + k % 5);
  r->states = memory_zeroed(s->num_states, sizeof *r->states);
  r->inputs = memory_zeroed(slots(r) * (s->num_inputs + 1), sizeof *r->inputs);
  r->fixed = memory_zeroed(s->num_inputs + 1, sizeof *r->fixed);
  search->lanes.random = (tuning->seed + 1) * UINT64_C(0x9e3779b97f4a7c15) + 2 * k + 1;
  r->alive = start_all(search, r->states, r->inputs);
  /* None, the half or three quarters of them. */
  for (size_t i = 0; k >= NUM_PERIODS && k % 3 && i < s->num_inputs; i++) {
    r->fixed[i] = lanes_draw(&search->lanes);
    if (k % 3 == 2) r->fixed[i] |= lanes_draw(&search->lanes);
  }
}

static void round_free(struct round *r) {
  for (size_t a = 0; a < AGES; a++) {
    free(r->snapshots[a].states);
    free(r->snapshots[a].met);
  }
  free(r->states);
  free(r->inputs);
  free(r->fixed);
}

/* --- steps ------------------------------------------------------------------------------------ */

static void draw(struct round *r, uint64_t *inputs) {
  const uint64_t *before = r->inputs; /* some slot's: they agree where it is fixed */
  for (size_t i = 0; i < r->system->num_inputs; i++) {
    uint64_t fixed = r->time ? r->fixed[i] : 0;
    inputs[i] = (before[i] & fixed) | (lanes_draw_input(&r->search->lanes) & ~fixed);
  }
}

static uint64_t *inputs_of_step(struct round *r) {
  uint64_t *inputs = r->inputs + r->time % slots(r) * r->system->num_inputs;
  bool known = r->period && r->time >= r->wander + r->period;
  if (!known) draw(r, inputs);
  return inputs;
}

/* Evaluates the states under the inputs that the step gets, which are returned. */
static const uint64_t *choose(struct round *r) {
  enum { TICKS_PER_STEP = 20 }; /* for snapshots; also, nothing is free of charge */
  struct lanes *lanes = &r->search->lanes;
  uint64_t *inputs = inputs_of_step(r);
  r->alive &= lanes_allow(lanes, r->states, inputs);
  r->alive &= lanes_word(lanes, r->search->chain->arena);
  lanes_spend(lanes, r->search->chain->effort);
  spend(r->search->chain->effort, TICKS_PER_STEP);
  return inputs;
}

static void step(struct round *r) {
  for (size_t k = 0; k < r->system->num_states; k++)
    r->states[k] = lanes_word(&r->search->lanes, r->system->next[k]);
  r->time++;
}

/* --- snapshots -------------------------------------------------------------------------------- */

/* Behind the odd multiples of 2^a, until the next one. */
static void take_snapshot(struct round *r) {
  const struct system *s = r->system;
  size_t age = 0;
  while (age + 1 < AGES && ((r->time + 1) >> age) % 2 == 0) age++;
  struct snapshot *to = &r->snapshots[age];
  if (!to->states) {
    to->states = memory_alloc(s->num_states, sizeof *to->states);
    to->met = memory_alloc(s->num_fairness + 1, sizeof *to->met);
  }
  memcpy(to->states, r->states, s->num_states * sizeof *to->states);
  memset(to->met, 0, s->num_fairness * sizeof *to->met);
  to->time = r->time;
}

/* The conditions that the present states meet. */
static void meet(struct round *r) {
  for (size_t a = 0; a < AGES; a++)
    for (size_t j = 0; r->snapshots[a].states && j < r->system->num_fairness; j++)
      r->snapshots[a].met[j] |= lanes_word(&r->search->lanes, r->system->fairness[j]);
}

/* Lanes that have met everything since and are back. */
static uint64_t back_again(const struct round *r, const struct snapshot *then) {
  uint64_t back = r->alive;
  for (size_t j = 0; back && j < r->system->num_fairness; j++) back &= then->met[j];
  for (size_t k = 0; back && k < r->system->num_states; k++)
    back &= ~(r->states[k] ^ then->states[k]);
  return back;
}

static bool closes_snapshot(const struct round *r, struct closing *found) {
  for (size_t a = 0; a < AGES; a++) {
    const struct snapshot *then = &r->snapshots[a];
    uint64_t back = then->states ? back_again(r, then) : 0;
    if (!back) continue;
    *found = (struct closing){.first = then->time, .end = r->time};
    while (!(back >> found->lane & 1)) found->lane++;
    return true;
  }
  return false;
}

/* --- all states of short runs ----------------------------------------------------------------- */

static void memory_init(struct memory *memory, const struct round *r) {
  enum { LONGEST = 2048 };
  *memory = (struct memory){0};
  if (r->length > LONGEST) return;
  visited_init(&memory->visited, r->system->num_states);
  memory->last = memory_zeroed((r->system->num_fairness + 1) * NUM_LANES, sizeof *memory->last);
}

static void memory_free(struct memory *memory) {
  if (!memory->last) return;
  visited_free(&memory->visited);
  free(memory->last);
}

static void remember_conditions(struct memory *memory, const struct round *r) {
  for (size_t j = 0; memory->last && j < r->system->num_fairness; j++) {
    uint64_t met = lanes_word(&r->search->lanes, r->system->fairness[j]);
    uint32_t *last = memory->last + j * NUM_LANES;
    for (unsigned lane = 0; lane < NUM_LANES; lane++)
      if (met >> lane & 1) last[lane] = (uint32_t)r->time + 1;
  }
}

static bool met_since(const struct memory *memory, const struct round *r, unsigned lane,
                      size_t first) {
  for (size_t j = 0; j < r->system->num_fairness; j++)
    if (memory->last[j * NUM_LANES + lane] <= first) return false;
  return true;
}

static bool closes_memory(struct memory *memory, const struct round *r, struct closing *found) {
  enum { TICKS = 100 };
  uint32_t first[NUM_LANES];
  if (!memory->last) return false;
  visited_at(&memory->visited, r->states, (uint32_t)r->time, first);
  spend(r->search->chain->effort, TICKS + r->system->num_states / 4);
  for (unsigned lane = 0; lane < NUM_LANES; lane++) {
    if (!(r->alive >> lane & 1) || first[lane] == r->time ||
        !met_since(memory, r, lane, first[lane]))
      continue;
    *found = (struct closing){.lane = lane, .first = first[lane], .end = r->time};
    return true;
  }
  return false;
}

/* --- lassos ----------------------------------------------------------------------------------- */

static void push(struct trace *trace, const struct round *r, const uint64_t *inputs,
                 unsigned lane) {
  const struct system *s = r->system;
  uint8_t *state = memory_alloc(s->num_states, 1), *input = memory_alloc(s->num_inputs, 1);
  for (size_t k = 0; k < s->num_states; k++) state[k] = r->states[k] >> lane & 1;
  for (size_t k = 0; k < s->num_inputs; k++) input[k] = inputs[k] >> lane & 1;
  trace_push(trace, state, input);
  free(state);
  free(input);
}

static bool is_closed(const struct round *r, const struct closing *closing,
                      const struct trace *trace) {
  const uint8_t *first = trace_state(trace, closing->first);
  for (size_t k = 0; k < r->system->num_states; k++)
    if ((r->states[k] >> closing->lane & 1) != first[k]) return false;
  return true;
}

/* The run of the present round once more, up to its end. */
static void run_again(struct random_lasso *search, const struct closing *closing, struct round *r) {
  round_init(r, search);
  trace_free(&search->trace);
  trace_init(&search->trace, search->chain->system);
  while (r->time < closing->end) {
    const uint64_t *inputs = choose(r);
    push(&search->trace, r, inputs, closing->lane);
    step(r);
  }
}

/* False: the states have the same hash, but differ. */
static bool record(struct random_lasso *search, const struct closing *closing) {
  struct round r;
  run_again(search, closing, &r);
  bool closed = is_closed(&r, closing, &search->trace);
  if (closed) search->trace.loop = (long)closing->first;
  round_free(&r);
  assert(!closed || trace_check(&search->trace, search->chain->system));
  return closed;
}

/* --- lassos that are open --------------------------------------------------------------------- */

/* A loop of the period, or of a few times as many steps. */
static size_t open_length(const struct round *r) {
  enum { NUM_PERIODS = 8, DOUBLINGS = 4 };
  return r->period << (r->search->rounds / NUM_PERIODS % DOUBLINGS);
}

/* Does the judge accept the run of that lane? */
static bool record_open(struct random_lasso *search, const struct closing *closing) {
  struct round r;
  const struct system *s = search->chain->system;
  run_again(search, closing, &r);
  round_free(&r);
  struct trace *trace = &search->trace;
  trace->loop = (long)closing->first;
  trace->returning = memory_alloc(s->num_states, 1);
  for (size_t k = 0; k < s->num_states; k++)
    trace->returning[k] = search->open.returns[k] >> closing->lane & 1;
  assert(trace_check(trace, s));
  return search->judge->accepts(search->judge->context, trace);
}

/* Behind a run that has repeated its inputs for a while, and is over. */
static bool leave_open(struct random_lasso *search, const struct round *r) {
  enum { MOST_REFUSALS = 20, TIMES_LONGER = 4 };
  size_t length = open_length(r);
  bool repeats = r->period && r->time >= r->wander + r->period;
  if (!search->judge || !repeats || search->refused >= MOST_REFUSALS) return false;
  struct repeated inputs = {.inputs = r->inputs, .period = r->period, .time = r->time};
  size_t most = TIMES_LONGER * r->length;
  uint64_t found = open_runs_find(&search->open, r->states, &inputs, length, most, r->alive);
  if (!found) return false;
  struct closing closing = {.first = r->time, .end = r->time + length};
  while (!(found >> closing.lane & 1)) closing.lane++;
  if (record_open(search, &closing)) return true;
  search->refused++;
  return false;
}

/* Runs until one of them closes. */
static bool run(struct round *r, struct closing *found) {
  const struct effort *effort = r->search->chain->effort;
  struct memory memory;
  memory_init(&memory, r);
  bool closed = false;
  while (!closed && r->alive && r->time < r->length && !interrupted(effort)) {
    closed = closes_memory(&memory, r, found) || closes_snapshot(r, found);
    if (closed) break;
    take_snapshot(r);
    choose(r);
    meet(r);
    remember_conditions(&memory, r);
    step(r);
  }
  memory_free(&memory);
  return closed;
}

bool random_lasso_round(struct random_lasso *search) {
  struct round r;
  struct closing closing;
  const struct effort *effort = search->chain->effort;
  round_init(&r, search);
  bool closed = run(&r, &closing);
  if (statistics_of(effort)) statistics_of(effort)->simulation_steps += r.time;
  closed = closed ? record(search, &closing) : leave_open(search, &r);
  round_free(&r);
  search->rounds++;
  return closed;
}
