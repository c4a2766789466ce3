#include "certifier/certify/whole_loop.h"

#include "certifier/certify/model_run.h"

static void once_around(struct model_run *run) {
  model_run_steps(run, run->trace->trace_loop, run->trace->trace_steps);
}

static bool same_state(const struct model_run *a, const struct model_run *b) {
  return a->model->num_latches == 0 || memcmp(a->latches, b->latches, a->model->num_latches) == 0;
}

static void copy_state(struct model_run *to, const struct model_run *from) {
  if (from->model->num_latches) memcpy(to->latches, from->latches, from->model->num_latches);
}

/* How often the trace can go around without being too long for others. */
static size_t most_rounds(const struct aiger *model, const struct certificate *trace) {
  size_t width = model->num_latches + model->inputs.size + 1;
  size_t most = WHOLE_LOOP_BYTES / width;
  if (most > WHOLE_LOOP_STEPS) most = WHOLE_LOOP_STEPS;
  size_t length = trace->trace_steps - trace->trace_loop;
  return most > trace->trace_steps ? (most - trace->trace_loop) / length : 1;
}

/* Brent's cycle detection on the states at the loop's start: after how many rounds a state comes
 * back that is on the cycle already. `slow` and `fast` are where the loop starts. */
static enum whole_loop find_period(struct model_run *slow, struct model_run *fast, size_t most,
                                   const struct effort *effort, size_t *period) {
  size_t power = 1;
  *period = 1;
  once_around(fast);
  while (!same_state(slow, fast)) {
    if (out_of_time(effort)) return LOOP_OUT_OF_TIME;
    if (power > 2 * most) return LOOP_TOO_LONG;
    if (power == *period) {
      copy_state(slow, fast);
      power *= 2;
      *period = 0;
    }
    once_around(fast);
    ++*period;
  }
  return LOOP_CLOSED;
}

/* How many rounds it takes to get onto the cycle of this period. Both are where the loop starts. */
static enum whole_loop find_entry(struct model_run *slow, struct model_run *fast, size_t period,
                                  size_t most, const struct effort *effort, size_t *entry) {
  for (size_t k = 0; k < period && !out_of_time(effort); k++) once_around(fast);
  for (*entry = 0; !same_state(slow, fast); ++*entry) {
    if (out_of_time(effort)) return LOOP_OUT_OF_TIME;
    if (*entry + period > most) return LOOP_TOO_LONG;
    once_around(slow);
    once_around(fast);
  }
  return *entry + period > most ? LOOP_TOO_LONG : LOOP_CLOSED;
}

static enum whole_loop measure(const struct aiger *model, const struct certificate *trace,
                               const struct effort *effort, size_t *entry, size_t *period) {
  size_t most = most_rounds(model, trace);
  struct model_run start, slow, fast;
  model_run_start(&start, model, trace);
  model_run_start(&slow, model, trace);
  model_run_start(&fast, model, trace);
  model_run_steps(&start, 0, trace->trace_loop);
  copy_state(&slow, &start);
  copy_state(&fast, &start);
  enum whole_loop answer = find_period(&slow, &fast, most, effort, period);
  copy_state(&slow, &start);
  copy_state(&fast, &start);
  if (answer == LOOP_CLOSED) answer = find_entry(&slow, &fast, *period, most, effort, entry);
  model_run_free(&start);
  model_run_free(&slow);
  model_run_free(&fast);
  return answer;
}

enum whole_loop close_whole_loop(const struct aiger *model, const struct effort *effort,
                                 struct certificate *trace) {
  size_t entry = 0, period = 1;
  enum whole_loop answer = measure(model, trace, effort, &entry, &period);
  if (answer != LOOP_CLOSED) return answer;
  size_t first = trace->trace_loop, length = trace->trace_steps - first;
  for (size_t k = length; k < (entry + period) * length; k++)
    certificate_trace_step(trace, trace->trace_inputs[first + k % length]);
  trace->trace_loop += (uint32_t)(entry * length);
  return LOOP_CLOSED;
}
