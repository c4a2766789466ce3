/* Loops that close on all latches, judged by a simulation of their own: as aigsim would. */
#include "certifier/certify/whole_loop.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

#include <check.h>
#include <stdlib.h>

enum { MOST_LATCHES = 64 };

static unsigned deref(const uint8_t *value, uint32_t lit) { return value[lit / 2] ^ (lit & 1); }

/* The state before each step, and after the last one; `states` has room for all of them. */
static void simulate_all(const struct aiger *m, const struct certificate *trace, uint64_t *states) {
  uint8_t *value = memory_zeroed((size_t)m->maxvar + 1, 1);
  ck_assert_uint_le(m->num_latches, MOST_LATCHES);
  states[0] = 0;
  for (size_t k = 0; k < m->num_latches; k++)
    states[0] |= (uint64_t)(trace->trace_latches[k] == '1') << k;
  for (size_t t = 0; t < trace->trace_steps; t++) {
    for (size_t k = 0; k < m->num_latches; k++) value[m->latches[k].lit / 2] = states[t] >> k & 1;
    for (size_t k = 0; k < m->inputs.size; k++)
      value[m->inputs.at[k] / 2] = trace->trace_inputs[t][k] == '1';
    for (size_t k = 0; k < m->num_ands; k++)
      value[m->ands[k].lhs / 2] =
          (uint8_t)(deref(value, m->ands[k].rhs0) & deref(value, m->ands[k].rhs1));
    states[t + 1] = 0;
    for (size_t k = 0; k < m->num_latches; k++)
      states[t + 1] |= (uint64_t)deref(value, m->latches[k].next) << k;
  }
  free(value);
}

/* It goes around as often as it has to and not once more. */
static void check_closed(const struct aiger *m, const struct certificate *trace, size_t first,
                         size_t length) {
  uint64_t *states = memory_alloc(trace->trace_steps + 1, sizeof *states);
  simulate_all(m, trace, states);
  ck_assert_uint_eq((trace->trace_steps - first) % length, 0);
  ck_assert_uint_eq((trace->trace_loop - first) % length, 0);
  ck_assert_uint_lt(trace->trace_loop, trace->trace_steps);
  ck_assert(states[trace->trace_loop] == states[trace->trace_steps]);
  for (size_t t = first + length; t < trace->trace_steps; t++)
    ck_assert_str_eq(trace->trace_inputs[t], trace->trace_inputs[t - length]);
  for (size_t s = first; s < trace->trace_steps; s += length)
    for (size_t t = s + length; t < trace->trace_steps; t += length)
      ck_assert(states[s] != states[t]);
  free(states);
}

static void random_trace(struct rng *rng, const struct aiger *m, struct certificate *trace) {
  *trace = (struct certificate){.trace_latches = memory_zeroed(m->num_latches + 1, 1)};
  for (size_t k = 0; k < m->num_latches; k++)
    trace->trace_latches[k] = (char)('0' + rng_below(rng, 2));
  char *row = memory_zeroed(m->inputs.size + 1, 1);
  for (uint32_t t = 1 + rng_below(rng, 6); t > 0; t--) {
    for (size_t k = 0; k < m->inputs.size; k++) row[k] = (char)('0' + rng_below(rng, 2));
    certificate_trace_step(trace, row);
  }
  trace->trace_loop = rng_below(rng, (uint32_t)trace->trace_steps);
  free(row);
}

START_TEST(random_traces) {
  uint64_t seed = random_seed("random_traces");
  struct rng rng = rng_seeded(seed);
  size_t longer = 0, later = 0;
  for (int k = 0; k < 2000; k++) {
    struct random_sizes sizes = {.inputs = rng_below(&rng, 3),
                                 .latches = rng_below(&rng, 8),
                                 .gates = rng_below(&rng, 20),
                                 .properties = 1};
    struct aiger m;
    struct certificate trace;
    random_model_of(&rng, &sizes, &m);
    random_trace(&rng, &m, &trace);
    size_t first = trace.trace_loop, length = trace.trace_steps - first;
    ck_assert_int_eq(close_whole_loop(&m, &(struct effort){0}, &trace), LOOP_CLOSED);
    check_closed(&m, &trace, first, length);
    longer += trace.trace_steps > first + length;
    later += trace.trace_loop > first;
    certificate_free(&trace);
    aiger_free(&m);
  }
  ck_assert_msg(longer > 100 && later > 100, "%zu longer, %zu later", longer, later);
}
END_TEST

/* An input, and a counter of so many bits that nobody looks at. */
static void counter(uint32_t bits, struct aiger *m) {
  *m = (struct aiger){.maxvar = 1 + bits, .num_latches = bits};
  lits_push(&m->inputs, 2);
  m->latches = memory_alloc(bits, sizeof *m->latches);
  m->ands = memory_alloc(3 * (size_t)bits, sizeof *m->ands);
  uint32_t carry = 1;
  for (uint32_t k = 0; k < bits; k++) {
    uint32_t bit = 2 * (2 + k), both = 2 * ++m->maxvar, none = 2 * ++m->maxvar,
             sum = 2 * ++m->maxvar;
    m->ands[m->num_ands++] = (struct aiger_and){both, bit, carry};
    m->ands[m->num_ands++] = (struct aiger_and){none, bit ^ 1, carry ^ 1};
    m->ands[m->num_ands++] = (struct aiger_and){sum, both ^ 1, none ^ 1};
    m->latches[k] = (struct aiger_latch){.lit = bit, .next = sum};
    carry = both;
  }
}

static enum whole_loop close_counter(uint32_t bits, const struct effort *effort, size_t *steps) {
  struct aiger m;
  struct certificate trace = {.trace_latches = memory_zeroed(bits + 1, 1)};
  memset(trace.trace_latches, '0', bits);
  counter(bits, &m);
  certificate_trace_step(&trace, "1");
  certificate_trace_step(&trace, "0");
  trace.trace_loop = 1;
  enum whole_loop answer = close_whole_loop(&m, effort, &trace);
  *steps = trace.trace_steps;
  certificate_free(&trace);
  aiger_free(&m);
  return answer;
}

START_TEST(counters) {
  struct effort forever = {0}, over = {.deadline = 1e-9};
  size_t n;
  ck_assert_int_eq(close_counter(0, &forever, &n), LOOP_CLOSED);
  ck_assert_uint_eq(n, 2);
  ck_assert_int_eq(close_counter(3, &forever, &n), LOOP_CLOSED);
  ck_assert_uint_eq(n, 9);
  ck_assert_int_eq(close_counter(10, &forever, &n), LOOP_CLOSED);
  ck_assert_uint_eq(n, 1025);
  ck_assert_int_eq(close_counter(20, &forever, &n), LOOP_TOO_LONG); /* one step too many */
  ck_assert_uint_eq(n, 2);
  ck_assert_int_eq(close_counter(60, &forever, &n), LOOP_TOO_LONG);
  ck_assert_uint_eq(n, 2);
  ck_assert_int_eq(close_counter(60, &over, &n), LOOP_OUT_OF_TIME);
  ck_assert_uint_eq(n, 2);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("whole_loop");
  TCase *tests = tcase_create("whole_loop");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, random_traces);
  tcase_add_test(tests, counters);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
