/* Queries per second of the SAT back ends on IC3-like queries:  bench_sat MODEL [queries [long]]
 *
 * A query asks whether the complement of a random cube is inductive relative to the clauses so far:
 * F & !c & T & c'.  The cube contains none of a few hundred states met on random runs. If the
 * answer is yes, !c becomes a clause, up to 300 of them. The sequence depends on the answers only,
 * so all back ends see the same one. */
#include "checker/system/unroll.h"
#include "tests/oracle/random_model.h"
#include "tests/oracle/read_files.h"

#include <time.h>

enum { SAMPLES = 300, CLAUSES = 300 };

/* Of this process: the machine may be busy. */
static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* States of random runs from the reset state (free resets: 0). */
static uint8_t *sample(const struct system *s, struct rng *rng) {
  uint8_t *states = memory_zeroed(SAMPLES, s->num_states),
          *inputs = memory_zeroed(s->num_inputs, 1);
  for (size_t k = 0; k < SAMPLES; k++) {
    uint8_t *here = states + k * s->num_states;
    for (size_t i = 0; i < s->num_inputs; i++) inputs[i] = (uint8_t)rng_below(rng, 2);
    if (k % 30)
      system_step(s, here - s->num_states, inputs, here);
    else
      for (size_t i = 0; i < s->num_states; i++) here[i] = s->reset[i] == 1;
  }
  free(inputs);
  return states;
}

/* A cube over states (index, value) of about n literals that contains no sample: those that are
 * still inside choose the next literal. */
static void draw_cube(const struct system *s, const uint8_t *samples, size_t n, struct rng *rng,
                      struct lits *cube) {
  lits_clear(cube);
  for (int tries = 0; tries < 1000; tries++) {
    uint32_t k = rng_below(rng, (uint32_t)s->num_states), value = rng_below(rng, 2);
    bool known = false, inside = false;
    for (size_t i = 0; i < cube->size; i++) known = known || cube->at[i] >> 1 == k;
    if (!known) lits_push(cube, 2 * k + value);
    if (cube->size < n) continue;
    for (size_t j = 0; j < SAMPLES && !inside; j++) {
      inside = true;
      for (size_t i = 0; i < cube->size && inside; i++)
        inside = samples[j * s->num_states + (cube->at[i] >> 1)] == (cube->at[i] & 1);
    }
    if (!inside) return;
  }
}

static void run(const struct system *s, enum sat_backend backend, long queries, bool long_cubes) {
  struct sat *sat = sat_new(backend, NULL);
  struct unroll u;
  unroll_init(&u, sat, s);
  sat_unit(sat, unroll_lit(&u, 0, s->constraint));
  struct rng rng = rng_seeded(12345);
  uint8_t *samples = sample(s, &rng);
  struct lits cube = {0};
  struct ints clause = {0};
  size_t clauses = 0, answers = 0;
  double seconds = 0;
  for (long q = 0; q < queries; q++) {
    draw_cube(s, samples, long_cubes ? 1 + s->num_states / 2 : 1 + rng_below(&rng, 7), &rng, &cube);
    double start = cpu_seconds();
    ints_clear(&clause);
    for (size_t k = 0; k < cube.size; k++) {
      lit x = s->states[cube.at[k] >> 1] ^ (cube.at[k] & 1) ^ 1;
      ints_push(&clause, -unroll_lit(&u, 0, x));
      sat_assume(sat, unroll_lit(&u, 1, x));
    }
    sat_constrain(sat, clause.at, clause.size);
    enum sat_answer answer = sat_solve(sat);
    answers += answer == SAT_YES;
    if (answer == SAT_NO && clauses < CLAUSES) {
      clauses++;
      sat_clause(sat, clause.at, clause.size);
    }
    seconds += cpu_seconds() - start;
  }
  static const char *const names[] = {[SAT_CONE] = "cone",
                                      [SAT_CHOICES] = "choices",
                                      [SAT_CHOOSING] = "choosing",
                                      [SAT_CADICAL] = "cadical"};
  struct sat_statistics t = sat_statistics(sat);
  printf("%-8s %8.0f queries/s  (%zu of %ld satisfiable, %.1f conflicts, %.0f decisions, %.0f "
         "propagations each)\n",
         names[backend], (double)queries / seconds, answers, queries,
         (double)t.conflicts / (double)queries, (double)t.decisions / (double)queries,
         (double)t.propagations / (double)queries);
  free(samples);
  lits_free(&cube);
  ints_free(&clause);
  unroll_free(&u);
  sat_free(sat);
}

int main(int argc, char **argv) {
  struct aiger model;
  struct fault fault;
  if (argc < 2 || !aiger_read_file(argv[1], &model, &fault)) {
    fprintf(stderr, "bench_sat: %s\n", argc < 2 ? "which model?" : fault.text);
    return 1;
  }
  long queries = argc > 2 ? atol(argv[2]) : 20000;
  struct elaboration how = {.model = &model, .justice = -1, .keep_all = true};
  struct system *s = system_elaborate(&how);
  printf("%s: %zu states, %zu inputs, %zu nodes\n", argv[1], s->num_states, s->num_inputs,
         s->aig->num_nodes);
  for (int k = SAT_CONE; k < SAT_CADICAL; k++) run(s, (enum sat_backend)k, queries, argc > 3);
  run(s, SAT_CADICAL, queries / 4, argc > 3);
  system_free(s);
  aiger_free(&model);
  return 0;
}
