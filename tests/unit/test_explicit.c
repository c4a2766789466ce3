/* The validator by itself: certificates that enumeration makes for random models and formulas are
 * accepted; of their mutants, and of certificates that are built on a lie about the system, only
 * those that say something true. VOUCH_SEED repeats a run; VOUCH_COUNT says how many. */
#include "tests/oracle/explicit_certifier.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/referee.h"
#include "tests/unit/run_suite.h"

#include <time.h>
#include <unistd.h>

static unsigned long from_environment(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  return text ? strtoul(text, NULL, 10) : otherwise;
}

enum { LIES_EACH = 12 };

struct counts {
  struct referee_counts honest, lied;
  unsigned long lies, caught; /* certificates with lies; those that said something false */
};

/* One model and formula, of CTL* if `star`; false when it is too large. */
static bool try_seed(uint64_t seed, bool star, const char *folder, struct counts *counts) {
  static const struct random_shape shape = {3, 2, 14, 1, 2, 1};
  struct rng rng = rng_seeded(seed);
  struct aiger model;
  struct formulas arena = {0};
  random_model(&rng, &shape, &model);
  unsigned depth = 1 + rng_below(&rng, 4);
  uint32_t root = star ? random_star_formula(&rng, &model, depth, 1 + rng_below(&rng, 3), &arena)
                       : random_formula(&rng, &model, depth, &arena);
  bool observe_all = rng_chance(&rng, 20), holds = false;
  struct scene scene;
  struct fault fault = {0};
  unsigned char digest[32];
  struct certificate certificate = {0};
  ck_assert_msg(scene_init(&scene, &model, folder, rng_chance(&rng, 50), &fault), "%s", fault.text);
  ck_assert_msg(scene_digest(&scene, digest, &fault), "%s", fault.text);
  bool small = explicit_certificate(&rng, &model, digest, &arena, NULL, root, observe_all, 0,
                                    &certificate, &holds);
  if (small) {
    char property[8192];
    snprintf(property, sizeof property, "ctl %s", certificate.formula);
    bool truth = oracle_ctl(&model, &arena, NULL, root, observe_all) == ORACLE_HOLDS;
    ck_assert_msg(truth == holds, "seed %llu: oracle and explicit certifier disagree on %s",
                  (unsigned long long)seed, property);
    ck_assert_msg(scene_write(&scene, &certificate, &fault) &&
                      referee_accepts(&scene, property, holds, &counts->honest, &fault) &&
                      referee_mutants(&scene, &certificate, seed, 5, &counts->honest, &fault),
                  "seed %llu: %s: %s", (unsigned long long)seed, property, fault.text);
    for (unsigned k = 0; k < LIES_EACH; k++) {
      certificate_free(&certificate);
      explicit_certificate(&rng, &model, digest, &arena, NULL, root, observe_all, 1 + k % 2,
                           &certificate, &holds);
      counts->lies++;
      bool accepted = scene_write(&scene, &certificate, &fault) &&
                      referee_accepts(&scene, property, holds, &counts->lied, &fault);
      counts->caught += truth != holds;
      ck_assert_msg(!accepted || truth == holds, "seed %llu: UNSOUND: accepted that %s %s",
                    (unsigned long long)seed, property, holds ? "holds" : "fails");
    }
  }
  certificate_free(&certificate);
  formulas_free(&arena);
  aiger_free(&model);
  return small;
}

static void try_seeds(bool star) {
  char folder[] = "/tmp/explicit.XXXXXX", command[64];
  ck_assert_ptr_nonnull(mkdtemp(folder));
  uint64_t seed = from_environment("VOUCH_SEED", (unsigned long)time(NULL) * 1000);
  unsigned long count = from_environment("VOUCH_COUNT", RANDOM_COUNT), tried = 0;
  struct counts counts = {0};
  printf("seed %llu\n", (unsigned long long)seed);
  fflush(stdout);
  for (unsigned long k = 0; k < count; k++) tried += try_seed(seed + k, star, folder, &counts);
  printf("%lu certificates, %lu obligations, %lu mutants: %lu refused, %lu accepted and true; %lu "
         "with lies, of which %lu false and refused\n",
         tried, counts.honest.obligations + counts.lied.obligations, counts.honest.mutants,
         counts.honest.refused, counts.honest.accepted, counts.lies, counts.caught);
  ck_assert_uint_gt(tried, 0);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  ck_assert_int_eq(system(command), 0);
}

START_TEST(exact_certificates) { try_seeds(false); }
END_TEST

START_TEST(path_formulas) { try_seeds(true); }
END_TEST

int main(void) {
  Suite *suite = suite_create("explicit");
  TCase *cases = tcase_create("explicit");
  tcase_set_timeout(cases, 0);
  tcase_add_test(cases, exact_certificates);
  tcase_add_test(cases, path_formulas);
  suite_add_tcase(suite, cases);
  return run_suite(suite);
}
