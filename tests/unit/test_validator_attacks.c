/* Inputs below 1 MB that ask for a product of what they say: each is judged, or refused by a limit
 * of work (docs/certificates.md, section 11), before time and memory are taken. */
#include "tests/unit/open_files.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/validator_case.h"

#include <stdarg.h>
#include <sys/resource.h>

enum { MOST_SECONDS = 5, MOST_MEGABYTES = 100 }; /* of each attack: ten times what it needs */

struct text {
  char *at;
  size_t size, capacity;
};

static void add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct text *t, const char *format, ...) {
  char part[256];
  va_list arguments;
  va_start(arguments, format);
  int size = vsnprintf(part, sizeof part, format, arguments);
  va_end(arguments);
  while (t->size + (size_t)size + 1 > t->capacity) {
    t->capacity = t->capacity ? 2 * t->capacity : 4096;
    t->at = realloc(t->at, t->capacity);
    ck_assert_ptr_nonnull(t->at);
  }
  memcpy(t->at + t->size, part, (size_t)size + 1);
  t->size += (size_t)size;
}

/* From here on the process ends when it takes more; each test is a process. */
static void limit_work(void) {
#if defined __OPTIMIZE__ && !defined SANITIZED
  struct rlimit seconds = {MOST_SECONDS, MOST_SECONDS};
  struct rlimit memory = {(rlim_t)MOST_MEGABYTES << 20, (rlim_t)MOST_MEGABYTES << 20};
  ck_assert_int_eq(setrlimit(RLIMIT_CPU, &seconds), 0);
  ck_assert_int_eq(setrlimit(RLIMIT_AS, &memory), 0);
#endif
}

/* What comes of both texts; frees them. With ATTACKS=folder in the environment the files stay. */
static void attack(const char *name, enum validator_format format, struct text *model,
                   struct text *body, enum validator_verdict verdict, const char *reason) {
  struct scratch s;
  struct validator_result result;
  scratch_make(&s, model->at, body->at);
  if (format != VALIDATOR_CERTIFICATE) scratch_write(s.certificate, body->at, body->size);
  ck_assert_uint_lt(model->size + body->size, 1000000);
  const char *keep = getenv("ATTACKS");
  if (keep) {
    char command[512];
    snprintf(command, sizeof command, "cp %s %s/%s.aag && cp %s %s/%s.cert", s.model, keep, name,
             s.certificate, keep, name);
    ck_assert_int_eq(system(command), 0);
  }
  limit_work();
  struct validator *v = validator_open_files(format, s.model, s.certificate, NULL, NULL, &result);
  struct validator_options options = {.solver = "/nonexistent/solver"};
  if (v) validator_run(v, &options, &result);
  ck_assert_msg(result.verdict == verdict, "%s: %d %s", name, result.verdict, result.reason);
  if (reason) ck_assert_msg(strstr(result.reason, reason) != NULL, "%s: %s", name, result.reason);
  validator_close(v);
  temporary_remove(&s);
  free(model->at);
  free(body->at);
}

/* 50,000 names, 50,000 atoms */
START_TEST(names) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 1 0 0 0\n2\n");
  for (unsigned k = 0; k < 50000; k++) add(&model, "i0 %x\n", k);
  add(&body, "property ctl ");
  for (unsigned k = 0; k < 50000; k++) add(&body, "(\"%x\"|", 49999 - k);
  add(&body, "true");
  for (unsigned k = 0; k < 50000; k++) add(&body, ")");
  add(&body, "\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 0\nend\n");
  attack("names", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_ACCEPTED, NULL);
}
END_TEST

/* 50,000 walls in 20,000 copies */
START_TEST(walls_times_copies) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0 0 0 0 20000\n2 2\n");
  for (unsigned k = 0; k < 20000; k++) add(&model, "2\n");
  add(&body, "property ctl AF false\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 1\n"
             "upper-eg 1 1\nblock 1 50000\n");
  for (unsigned k = 0; k < 50000; k++) add(&body, "wall 2\n");
  add(&body, "end fair");
  for (unsigned k = 0; k < 20000; k++) add(&body, " %u", k);
  add(&body, "\nend\n");
  attack("walls", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "literals in one obligation");
}
END_TEST

/* 2,000 loops, each with all of 20,000 saved values */
START_TEST(loops_times_saved) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0\n2 2\n");
  add(&body, "property ctl AF false\ninputs all\nverdict holds\ngates 0\nsaved");
  for (unsigned k = 0; k < 20000; k++) add(&body, " 2");
  add(&body, "\nrelations 0\ninvariant 1\nfacts 1\nupper-eg 1 2000\n");
  for (unsigned k = 0; k < 2000; k++) add(&body, "block 0 0\nloop 1\n");
  add(&body, "end\n");
  attack("loops-saved", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "literals in all obligations");
}
END_TEST

/* 2,000 loops with the flags of 20,000 fairness sets */
START_TEST(loops_times_flags) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0 0 0 0 20000\n2 2\n");
  for (unsigned k = 0; k < 20000; k++) add(&model, "2\n");
  add(&body, "property ctl AF false\ninputs all\nverdict holds\ngates 0\nsaved\nrelations 0\n"
             "invariant 1\nfacts 1\nupper-eg 1 2000\n");
  for (unsigned k = 0; k < 2000; k++) add(&body, "block 0 0\nloop 1\n");
  add(&body, "end\n");
  attack("loops-flags", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "literals in all obligations");
}
END_TEST

/* 2,000 loops in a view with the flags of 20,000 U parts */
START_TEST(loops_times_flags_of_a_view) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0\n2 2\n");
  add(&body, "property ctl E");
  for (unsigned k = 0; k < 20000; k++) add(&body, " F");
  add(&body, " l0\ninputs all\nverdict holds\ngates 0\nsaved\nrelations 0\n"
             "invariant 1\nfacts 1\nupper-e 0 1 2000\n");
  for (unsigned k = 0; k < 2000; k++) add(&body, "block 0 0\nloop 1\n");
  add(&body, "end\n");
  attack("loops-flags-of-a-view", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "literals in all obligations");
}
END_TEST

/* 2,000 loops with a relation of 20,000 gates */
START_TEST(loops_times_cone) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0\n2 2\n");
  add(&body, "property ctl AF false\ninputs all\nverdict holds\ngates 0\nsaved 2\nrelations 20000\n"
             "and 6 4\n");
  for (unsigned k = 1; k < 20000; k++) add(&body, "and %u %u\n", 6 + 2 * k, 4 + 2 * k);
  add(&body, "invariant 1\nfacts 1\nupper-eg 1 2000\n");
  for (unsigned k = 0; k < 2000; k++) add(&body, "block 0 0\nloop 40004\n");
  add(&body, "end\n");
  attack("loops-cone", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "literals in all obligations");
}
END_TEST

/* 40,000 blocks, each with the regions before it */
START_TEST(blocks_repeat_regions) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0\n2 2\n");
  add(&body, "property ctl AF false\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 1\n"
             "upper-eg 1 40000\n");
  for (unsigned k = 0; k < 40000; k++) add(&body, "block 0 0\nend fair\n");
  add(&body, "end\n");
  attack("blocks", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "literals in all obligations");
}
END_TEST

/* 20,000 blocks of a model with 150,000 fairness literals, none of which they name */
START_TEST(blocks_times_fairness) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0 0 0 0 150000\n2 2\n");
  for (unsigned k = 0; k < 150000; k++) add(&model, "2\n");
  add(&body, "property ctl AF false\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 1\n"
             "upper-eg 1 20000\n");
  for (unsigned k = 0; k < 20000; k++) add(&body, "block 0 0\nend fair\n");
  add(&body, "end\n");
  attack("fairness", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "literals in all obligations");
}
END_TEST

/* 12,000 facts of two blocks each, about formulas whose cones grow: the bounds before them */
START_TEST(facts_times_cones) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0\n2 2\n");
  add(&body, "property ctl ");
  for (unsigned k = 0; k < 12000; k++) add(&body, "EG ");
  add(&body, "l0\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 12000\n");
  for (unsigned k = 0; k < 12000; k++)
    add(&body, "upper-eg %u 2\nblock 0 0\nend fair\nblock 0 0\nend fair\n", 11999 - k);
  add(&body, "end\n");
  attack("facts", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "literals in all obligations");
}
END_TEST

/* A chain of gates over one latch. */
static void chain(struct text *model, unsigned gates) {
  for (unsigned k = 0; k < gates; k++) add(model, "%u %u 2\n", 2 * (k + 2), 2 * (k + 1));
}

/* One cone of 3,000 gates in 45,000 obligations */
START_TEST(one_cone_in_many_obligations) {
  struct text model = {0}, body = {0};
  add(&model, "aag 3001 0 1 0 3000 0 1\n2 2\n6002\n");
  chain(&model, 3000);
  add(&body, "property ctl ");
  for (unsigned k = 0; k < 45000; k++) add(&body, "EX ");
  add(&body, "l0\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 45000\n");
  for (unsigned k = 0; k < 45000; k++) add(&body, "upper %u 1\n", 44999 - k);
  add(&body, "end\n");
  attack("cone", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "literals in all obligations");
}
END_TEST

/* A cone of 20,000 gates in 20,000 copies */
START_TEST(one_cone_in_many_copies) {
  struct text model = {0}, body = {0};
  add(&model, "aag 20001 0 1 0 20000 0 1 0 20000\n2 2\n40002\n");
  for (unsigned k = 0; k < 20000; k++) add(&model, "2\n");
  chain(&model, 20000);
  add(&body, "property ctl AF false\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 1\n"
             "upper-eg 1 1\nblock 1 0\nend fair");
  for (unsigned k = 0; k < 20000; k++) add(&body, " %u", k);
  add(&body, "\nend\n");
  attack("copies", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "variables in one obligation");
}
END_TEST

/* A step of 20,000 gates, a thousand times in a row: the bad literal of one step depends on the
 * steps before it through the latch alone. */
START_TEST(one_step_in_a_long_row) {
  struct text model = {0}, body = {0};
  add(&model, "aag 20001 0 1 0 20000 1\n2 40002\n2\n");
  chain(&model, 20000);
  add(&body, "version 7\nproperty bad 0\nverdict holds\ngates 0\ninvariant 1\ninduction 1000\n"
             "facts 0\nend\n");
  attack("row", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "variables in one obligation");
}
END_TEST

/* A gate of 100,000 arguments in 35,000 obligations */
START_TEST(one_gate_in_many_obligations) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0\n2 2\n");
  add(&body, "property ctl ");
  for (unsigned k = 0; k < 35000; k++) add(&body, "EX ");
  add(&body, "l0\ninputs all\nverdict holds\ngates 1\nand 4");
  for (unsigned k = 0; k < 100000; k++) add(&body, " 2");
  add(&body, "\ninvariant 4\nfacts 35000\n");
  for (unsigned k = 0; k < 35000; k++) add(&body, "upper %u 1\n", 34999 - k);
  add(&body, "end\n");
  attack("gate", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN,
         "literals in all obligations");
}
END_TEST

/* 60,000 choices, each about a conjunction of 8,000 latches: too much for unit propagation */
START_TEST(choices_times_cone) {
  struct text model = {0}, body = {0};
  add(&model, "aag 15999 0 8000 0 7999\n");
  for (unsigned k = 1; k <= 8000; k++) add(&model, "%u %u\n", 2 * k, 2 * k);
  for (unsigned k = 1; k < 8000; k++)
    add(&model, "%u %u %u\n", 2 * (8000 + k), k == 1 ? 2 : 2 * (8000 + k - 1), 2 * (k + 1));
  add(&body, "property ctl EX l0\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 1\n"
             "lower-ex 0 31998 60000\n");
  for (unsigned k = 0; k < 60000; k++) add(&body, "choice 1\n");
  add(&body, "end\n");
  attack("choices", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN, "no solver runs");
}
END_TEST

/* 60,000 lassos: the list of cases is one clause */
START_TEST(many_cases) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0\n2 2 1\n");
  add(&body, "property ctl EG l0\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 1\n"
             "lower-eg 0 60000 0 0\n");
  for (unsigned k = 0; k < 60000; k++) add(&body, "lasso 1\nstep 2\n");
  add(&body, "end\n");
  attack("lassos", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_ACCEPTED, NULL);
}
END_TEST

/* 100,000 bad literals in a witness circuit */
START_TEST(many_bads) {
  struct text model = {0}, body = {0};
  add(&model, "aag 1 0 1 0 0 100000\n2 2\n");
  for (unsigned k = 0; k < 100000; k++) add(&model, "2\n");
  add(&body, "%s", "aag 1 0 1 0 0 1\n2 2\n2\n");
  attack("bads", VALIDATOR_CERTIFAIGER, &model, &body, VALIDATOR_ACCEPTED, NULL);
}
END_TEST

/* 30,000 gates, each above the next, and 40,000 operators, each within the one before */
START_TEST(deep_nesting) {
  struct text model = {0}, body = {0};
  add(&model, "aag 30001 0 1 0 30000\n2 2 1\n");
  for (unsigned k = 30000; k > 0; k--) add(&model, "%u %u 2\n", 2 * (k + 1), 2 * k);
  add(&body, "property ctl ");
  for (unsigned k = 0; k < 20000; k++) add(&body, "A[l0 U (!");
  add(&body, "60002");
  for (unsigned k = 0; k < 20000; k++) add(&body, " ^ l0)]");
  add(&body, "\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 0\nend\n");
  attack("deep", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN, "no solver runs");
}
END_TEST

/* 500,000 steps of 25,000 gates */
START_TEST(steps_times_gates) {
  struct text model = {0}, body = {0};
  add(&model, "aag 25001 0 1 0 25000 1\n2 2\n50002\n");
  chain(&model, 25000);
  add(&body, "1\nb0\n0\n");
  for (unsigned k = 0; k < 500000; k++) add(&body, "\n");
  add(&body, ".\n");
  attack("steps", VALIDATOR_AIGER_WITNESS, &model, &body, VALIDATOR_UNKNOWN, "traces of more than");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_attacks");
  TCase *test = tcase_create("attacks");
  tcase_set_timeout(test, 600);
  tcase_add_test(test, names);
  tcase_add_test(test, walls_times_copies);
  tcase_add_test(test, loops_times_saved);
  tcase_add_test(test, loops_times_flags);
  tcase_add_test(test, loops_times_flags_of_a_view);
  tcase_add_test(test, loops_times_cone);
  tcase_add_test(test, blocks_repeat_regions);
  tcase_add_test(test, blocks_times_fairness);
  tcase_add_test(test, facts_times_cones);
  tcase_add_test(test, one_gate_in_many_obligations);
  tcase_add_test(test, choices_times_cone);
  tcase_add_test(test, many_cases);
  tcase_add_test(test, many_bads);
  tcase_add_test(test, deep_nesting);
  tcase_add_test(test, one_cone_in_many_obligations);
  tcase_add_test(test, one_cone_in_many_copies);
  tcase_add_test(test, one_step_in_a_long_row);
  tcase_add_test(test, steps_times_gates);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
