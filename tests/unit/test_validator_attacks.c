/* Inputs below 1 MB that ask for a product of what they say: each is judged, or refused by a limit
 * of work (docs/certificates.md, section 11), in seconds and without gigabytes. */
#include "tests/unit/open_as.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/validator_case.h"

#include <stdarg.h>

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
  struct validator *v = validator_open_as(format, s.model, s.certificate, NULL, NULL, &result);
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
  attack("walls", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN, "wall chains of more");
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
  attack("blocks", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN, "wall chains of more");
}
END_TEST

/* A chain of gates over one latch. */
static void chain(struct text *model, unsigned gates) {
  for (unsigned k = 0; k < gates; k++) add(model, "%u %u 2\n", 2 * (k + 2), 2 * (k + 1));
}

/* One cone of 3,000 gates in 20,000 obligations */
START_TEST(one_cone_in_many_obligations) {
  struct text model = {0}, body = {0};
  add(&model, "aag 3001 0 1 0 3000 0 1\n2 2\n6002\n");
  chain(&model, 3000);
  add(&body, "property ctl ");
  for (unsigned k = 0; k < 20000; k++) add(&body, "EX ");
  add(&body, "l0\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 20000\n");
  for (unsigned k = 0; k < 20000; k++) add(&body, "upper %u 1\n", 19999 - k);
  add(&body, "end\n");
  attack("cone", VALIDATOR_CERTIFICATE, &model, &body, VALIDATOR_UNKNOWN, "literals together");
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
         "obligations of more than");
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
  tcase_add_test(test, blocks_repeat_regions);
  tcase_add_test(test, one_cone_in_many_obligations);
  tcase_add_test(test, one_cone_in_many_copies);
  tcase_add_test(test, steps_times_gates);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
