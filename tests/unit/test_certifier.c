/* Evidence made by hand -> certificate -> the validator's library, with and without proofs. No
 * engine is involved. */
#include "certifier/certify/certify.h"
#include "certifier/cli/program.h"
#include "certifier/process/child.h"
#include "certifier/prove/prove.h"
#include "formats/ctl.h"
#include "formats/support/input.h"
#include "tests/oracle/read_files.h"
#include "tests/unit/run_suite.h"
#include "validator/beside/open.h"
#include "validator/beside/run.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* x and y are a token that goes round; c0, c1 count and are outside every cone. */
static const char model_text[] =
    "aag 10 1 4 0 5 2 0 3 0\n2\n4 6 1\n6 4\n8 9\n10 18\n12\n20\n1\n1\n1\n4\n12\n2\n"
    "12 4 6\n14 8 10\n16 9 11\n18 15 17\n20 2 6\n"
    "i0 in\nl0 x\nl1 y\nl2 c0\nl3 c1\n";

struct bench {
  struct spool model_file;
  struct aiger model;
  unsigned char digest[32];
  struct ctl_file ctl;
  struct property property;
  struct check_result result;
  char *formula;
  bool observe_all;
};

static void setup(struct bench *b, enum property_kind kind, uint32_t index, const char *formula) {
  struct fault fault;
  *b = (struct bench){.property = {.kind = kind, .index = index}};
  ck_assert(spool_open(&b->model_file, &fault));
  FILE *file = fopen(b->model_file.path, "w");
  ck_assert(file && fputs(model_text, file) >= 0 && fclose(file) == 0);
  ck_assert_msg(aiger_read_file(b->model_file.path, &b->model, &fault), "%s", fault.text);
  crypto_hash_sha256(b->digest, (const unsigned char *)model_text, strlen(model_text));
  struct elaboration how = {.model = &b->model, .justice = -1};
  struct lits atoms = {0};
  if (kind == PROPERTY_BAD) {
    how.roots = &b->model.bad.at[index];
    how.num_roots = 1;
  } else if (kind == PROPERTY_JUSTICE) {
    how.use_fairness = true;
    how.justice = (int)index;
    core_for_justice(&b->result.core);
  } else {
    ck_assert_msg(ctl_read_text(formula, &b->model, CTL_DIALECT_AUTO, &b->ctl, &fault), "%s",
                  fault.text);
    b->property.arena = &b->ctl.arena;
    b->property.root = b->ctl.properties[0].root;
    b->formula = formula_print(&b->ctl.arena, b->property.root);
    core_from_formula(&b->result.core, &b->ctl.arena, b->property.root, false);
    core_atoms(&b->result.core, &atoms);
    how.use_fairness = true;
    how.atoms = atoms.at;
    how.num_atoms = atoms.size;
  }
  b->result.system = system_elaborate(&how);
  evidence_init(&b->result.evidence, kind, b->result.system, b->result.core.num_nodes);
  b->result.evidence.invariant = AIG_TRUE;
  lits_free(&atoms);
}

static void teardown(struct bench *b) {
  check_result_free(&b->result);
  free(b->formula);
  ctl_free(&b->ctl);
  aiger_free(&b->model);
  spool_close(&b->model_file);
}

static lit state(const struct bench *b, uint32_t model_lit) {
  return system_lit(b->result.system, model_lit);
}

/* Certifies, has the certificate validated, and compares the answer. The proofs are made
 * in-process; kissat is not needed. */
static void expect(struct bench *b, enum verdict verdict, bool proofs,
                   enum validator_verdict wanted) {
  struct fault fault;
  struct certificate certificate;
  struct spool spool;
  b->result.evidence.verdict = verdict;
  struct certify_request request = {.model = &b->model,
                                    .digest = b->digest,
                                    .property = &b->property,
                                    .formula = b->formula,
                                    .observe_all = b->observe_all,
                                    .result = &b->result};
  certify(&request, &certificate);
  if (proofs)
    ck_assert_msg(prove_certificate(b->model_file.path, &certificate, 2, &(struct effort){0},
                                    &fault) == PROVED,
                  "%s", fault.text);
  ck_assert(spool_open(&spool, &fault));
  FILE *file = fopen(spool.path, "w");
  ck_assert(file && certificate_write(&certificate, file) && fclose(file) == 0);
  struct validator_result result;
  struct validator *v = validator_open(b->model_file.path, spool.path, NULL, NULL, &result);
  if (v) {
    validator_run(v, &(struct validator_options){0}, &result);
    validator_close(v);
  }
  ck_assert_msg(result.verdict == wanted, "verdict %d: %s", (int)result.verdict, result.reason);
  if (wanted == VALIDATOR_ACCEPTED) ck_assert(result.holds == (verdict == VERDICT_HOLDS));
  certificate_free(&certificate);
  spool_close(&spool);
}

START_TEST(bad_holds) {
  struct bench b;
  setup(&b, PROPERTY_BAD, 0, NULL);
  struct aig *aig = b.result.system->aig;
  b.result.evidence.invariant = lit_not(aig_and(aig, state(&b, 4), state(&b, 6)));
  expect(&b, VERDICT_HOLDS, true, VALIDATOR_ACCEPTED);
  b.result.evidence.invariant =
      aig_and(aig, aig_xor(aig, state(&b, 4), state(&b, 6)), b.result.evidence.invariant);
  expect(&b, VERDICT_HOLDS, true, VALIDATOR_ACCEPTED);
  teardown(&b);
}
END_TEST

START_TEST(bad_fails) {
  struct bench b;
  setup(&b, PROPERTY_BAD, 1, NULL);
  ck_assert_uint_eq(b.result.system->num_states, 2);
  trace_init(&b.result.evidence.trace, b.result.system);
  trace_push(&b.result.evidence.trace, (const uint8_t[]){1, 0}, (const uint8_t[]){0});
  trace_push(&b.result.evidence.trace, (const uint8_t[]){0, 1}, (const uint8_t[]){1});
  b.result.evidence.trace.loop = -1;
  expect(&b, VERDICT_FAILS, true, VALIDATOR_ACCEPTED);
  trace_input(&b.result.evidence.trace, 1)[0] = 0;
  expect(&b, VERDICT_FAILS, false, VALIDATOR_REJECTED);
  teardown(&b);
}
END_TEST

/* The loop has two steps; the counter outside the cone has a period of four. */
START_TEST(justice_fails) {
  struct bench b;
  setup(&b, PROPERTY_JUSTICE, 0, NULL);
  trace_init(&b.result.evidence.trace, b.result.system);
  trace_push(&b.result.evidence.trace, (const uint8_t[]){1, 0}, NULL);
  trace_push(&b.result.evidence.trace, (const uint8_t[]){0, 1}, NULL);
  b.result.evidence.trace.loop = 0;
  expect(&b, VERDICT_FAILS, false, VALIDATOR_ACCEPTED);
  b.result.evidence.trace.loop = 1;
  expect(&b, VERDICT_FAILS, false, VALIDATOR_REJECTED);
  teardown(&b);
}
END_TEST

START_TEST(justice_on_an_input_fails) {
  struct bench b;
  setup(&b, PROPERTY_JUSTICE, 2, NULL);
  ck_assert_uint_eq(b.result.system->num_states, 1); /* the monitor */
  trace_init(&b.result.evidence.trace, b.result.system);
  trace_push(&b.result.evidence.trace, (const uint8_t[]){0}, (const uint8_t[]){1});
  trace_push(&b.result.evidence.trace, (const uint8_t[]){1}, (const uint8_t[]){1});
  b.result.evidence.trace.loop = 1;
  expect(&b, VERDICT_FAILS, false, VALIDATOR_ACCEPTED);
  teardown(&b);
}
END_TEST

/* x & y infinitely often: no state satisfies it, given the invariant. */
START_TEST(justice_holds) {
  struct bench b;
  setup(&b, PROPERTY_JUSTICE, 1, NULL);
  struct evidence *e = &b.result.evidence;
  e->invariant = lit_not(aig_and(b.result.system->aig, state(&b, 4), state(&b, 6)));
  uint32_t node = 0;
  while (b.result.core.nodes[node].op != CORE_EG) node++;
  struct fact *fact = &e->facts[node].upper;
  fact->kind = FACT_UPPER_EG;
  lits_push(&fact_block(fact, AIG_TRUE)->end_fair, 0);
  expect(&b, VERDICT_HOLDS, true, VALIDATOR_ACCEPTED);
  teardown(&b);
}
END_TEST

static struct node_facts *facts_of(struct bench *b, enum core_op op, uint32_t right_lit) {
  for (uint32_t v = 0; v < b->result.core.num_nodes; v++) {
    const struct core_node *n = &b->result.core.nodes[v];
    if (n->op != op) continue;
    const struct core_node *right = &b->result.core.nodes[n->right];
    if ((right->op == CORE_ATOM && right->lit == right_lit) ||
        (right->op != CORE_ATOM && right_lit == LIT_NONE))
      return &b->result.evidence.facts[v];
  }
  ck_abort_msg("no such node");
  return NULL;
}

START_TEST(ctl_holds) {
  struct bench b;
  setup(&b, PROPERTY_CTL, 0, "AG EF \"x\"");
  struct aig *aig = b.result.system->aig;
  b.result.evidence.invariant = aig_xor(aig, state(&b, 4), state(&b, 6));
  struct node_facts *inner = facts_of(&b, CORE_EU, 4), *outer = facts_of(&b, CORE_EU, LIT_NONE);
  inner->lower.kind = FACT_LOWER_EU;
  choices_add(&inner->lower.ranks, state(&b, 6), NULL, 0);
  inner->upper.kind =
      FACT_UPPER; /* the verdict does not need it: it must not appear, for it is wrong */
  inner->upper.predicate = AIG_FALSE;
  outer->upper.kind = FACT_UPPER;
  outer->upper.predicate = AIG_FALSE;
  expect(&b, VERDICT_HOLDS, true, VALIDATOR_ACCEPTED);
  teardown(&b);
}
END_TEST

/* The observed input is part of the initial state; the counter's latches are there with their
 * resets. */
START_TEST(ctl_fails) {
  for (int all = 0; all < 2; all++) {
    struct bench b;
    setup(&b, PROPERTY_CTL, 0, "AG !\"in\"");
    b.observe_all = all;
    ck_assert_uint_eq(b.result.system->num_states, 1);
    facts_of(&b, CORE_EU, 2)->lower.kind = FACT_LOWER_EU;
    b.result.evidence.initial = memory_zeroed(1, 1);
    b.result.evidence.initial[0] = 1;
    expect(&b, VERDICT_FAILS, true, VALIDATOR_ACCEPTED);
    b.result.evidence.initial[0] = 0;
    expect(&b, VERDICT_FAILS, false, VALIDATOR_REJECTED);
    teardown(&b);
  }
}
END_TEST

/* The same evidence gives the same bytes. */
START_TEST(deterministic) {
  char *text[2] = {0};
  size_t size[2];
  for (int k = 0; k < 2; k++) {
    struct bench b;
    setup(&b, PROPERTY_BAD, 0, NULL);
    b.result.evidence.invariant =
        lit_not(aig_and(b.result.system->aig, state(&b, 4), state(&b, 6)));
    b.result.evidence.verdict = VERDICT_HOLDS;
    struct certificate certificate;
    struct certify_request request = {
        .model = &b.model, .digest = b.digest, .property = &b.property, .result = &b.result};
    struct fault fault;
    certify(&request, &certificate);
    ck_assert_int_eq(
        prove_certificate(b.model_file.path, &certificate, 2, &(struct effort){0}, &fault), PROVED);
    FILE *file = open_memstream(&text[k], &size[k]);
    ck_assert(file && certificate_write(&certificate, file) && fclose(file) == 0);
    certificate_free(&certificate);
    teardown(&b);
  }
  ck_assert_uint_eq(size[0], size[1]);
  ck_assert_mem_eq(text[0], text[1], size[0]);
  free(text[0]);
  free(text[1]);
}
END_TEST

/* An obligation that is satisfiable is reported, not proved. */
START_TEST(wrong_invariant) {
  struct bench b;
  struct fault fault;
  setup(&b, PROPERTY_BAD, 0, NULL);
  b.result.evidence.verdict = VERDICT_HOLDS;
  struct certificate certificate;
  struct certify_request request = {
      .model = &b.model, .digest = b.digest, .property = &b.property, .result = &b.result};
  certify(&request, &certificate);
  ck_assert_int_eq(
      prove_certificate(b.model_file.path, &certificate, 2, &(struct effort){0}, &fault),
      PROVING_FAILED);
  ck_assert_ptr_nonnull(strstr(fault.text, "is satisfiable"));
  certificate_free(&certificate);
  teardown(&b);
}
END_TEST

/* bad: n+1 pigeons sit in n holes, as the inputs say. Easy to state, hard to refute. */
static void write_pigeons(FILE *f, unsigned n) {
  unsigned inputs = n * (n + 1), gate = inputs + 1, bad = 1;
  struct lits gates = {0};
#define GATE(a, b)                                                                                 \
  (lits_push(&gates, 2 * gate), lits_push(&gates, (a)), lits_push(&gates, (b)), 2 * gate++)
#define SITS(p, h) (2u * ((p)*n + (h) + 1))
  for (unsigned p = 0; p <= n; p++) {
    unsigned nowhere = 1;
    for (unsigned h = 0; h < n; h++) nowhere = GATE(nowhere, SITS(p, h) ^ 1);
    bad = GATE(bad, nowhere ^ 1);
    for (unsigned q = 0; q < p; q++)
      for (unsigned h = 0; h < n; h++) {
        unsigned both = GATE(SITS(p, h), SITS(q, h));
        bad = GATE(bad, both ^ 1);
      }
  }
#undef SITS
#undef GATE
  fprintf(f, "aag %u %u 0 0 %zu 1\n", gate - 1, inputs, gates.size / 3);
  for (unsigned k = 1; k <= inputs; k++) fprintf(f, "%u\n", 2 * k);
  fprintf(f, "%u\n", bad);
  for (size_t k = 0; k < gates.size; k += 3)
    fprintf(f, "%u %u %u\n", gates.at[k], gates.at[k + 1], gates.at[k + 2]);
  lits_free(&gates);
}

/* A certificate that says that pigeons n holds, its invariant being true. */
static void pigeon_certificate(struct spool *model_file, unsigned n,
                               struct certificate *certificate) {
  struct fault fault;
  unsigned char *bytes, digest[32];
  size_t size;
  struct aiger model;
  ck_assert(spool_open(model_file, &fault));
  FILE *file = fopen(model_file->path, "w");
  ck_assert_ptr_nonnull(file);
  write_pigeons(file, n);
  ck_assert(fclose(file) == 0 && input_read_file(model_file->path, &bytes, &size, &fault));
  crypto_hash_sha256(digest, bytes, size);
  ck_assert_msg(aiger_read_memory("pigeons", bytes, size, &model, &fault), "%s", fault.text);
  free(bytes);
  struct property property = {.kind = PROPERTY_BAD};
  struct check_result result = {0};
  struct elaboration how = {
      .model = &model, .justice = -1, .roots = &model.bad.at[0], .num_roots = 1};
  result.system = system_elaborate(&how);
  evidence_init(&result.evidence, PROPERTY_BAD, result.system, 0);
  result.evidence.verdict = VERDICT_HOLDS;
  result.evidence.invariant = AIG_TRUE;
  struct certify_request request = {
      .model = &model, .digest = digest, .property = &property, .result = &result};
  certify(&request, certificate);
  check_result_free(&result);
  aiger_free(&model);
}

static bool have(const char *program) {
  const char *argv[] = {program, "-h", NULL};
  int status;
  enum child_end end = child_run(argv, -1, -1, &(struct effort){0}, &status);
  return end != CHILD_NOT_FOUND;
}

/* An obligation that takes decisions is proved, and the validator checks the proof. */
static void prove_pigeons(const struct tuning *tuning) {
  struct spool model_file, spool;
  struct fault fault;
  struct certificate certificate;
  pigeon_certificate(&model_file, 6, &certificate);
  struct effort effort = {.tuning = tuning};
  ck_assert_msg(prove_certificate(model_file.path, &certificate, 2, &effort, &fault) == PROVED,
                "%s", fault.text);
  ck_assert(spool_open(&spool, &fault));
  FILE *file = fopen(spool.path, "w");
  ck_assert(file && certificate_write(&certificate, file) && fclose(file) == 0);
  struct validator_result result;
  struct validator *v = validator_open(model_file.path, spool.path, NULL, "bad 0", &result);
  ck_assert_msg(v != NULL, "%s", result.reason);
  validator_run(v, &(struct validator_options){0}, &result);
  ck_assert_msg(result.verdict == VALIDATOR_ACCEPTED, "%s", result.reason);
  validator_close(v);
  certificate_free(&certificate);
  spool_close(&spool);
  spool_close(&model_file);
}

/* Not left to the solvers inside: kissat and drat-trim make the proof. */
START_TEST(hard_obligation) {
  struct tuning tuning = tuning_defaults;
  tuning.prove_easy = 0;
  tuning.prove_search = 0;
  prove_pigeons(&tuning);
}
END_TEST

START_TEST(searched_obligation) {
  struct tuning tuning = tuning_defaults;
  tuning.prove_easy = 0;
  setenv("PATH", "", 1); /* no kissat */
  prove_pigeons(&tuning);
}
END_TEST

/* How many files there are, or only how many directories. */
static size_t count_files(const char *name, bool directories) {
  DIR *dir = opendir(name);
  size_t count = 0;
  struct stat about;
  for (struct dirent *entry; dir && (entry = readdir(dir));)
    count += entry->d_name[0] != '.' &&
             (!directories ||
              (fstatat(dirfd(dir), entry->d_name, &about, 0) == 0 && S_ISDIR(about.st_mode)));
  if (dir) closedir(dir);
  return count;
}

/* A signal in the middle of a proof that would take for ever: it ends, and no temporary file stays
 * behind. */
START_TEST(interrupted_proof) {
  char folder[] = "/tmp/vouch-certifier-XXXXXX";
  ck_assert_ptr_nonnull(mkdtemp(folder));
  pid_t pid = fork();
  ck_assert_int_ge(pid, 0);
  if (pid == 0) {
    struct spool model_file;
    struct certificate certificate;
    struct fault fault;
    setenv("TMPDIR", folder, 1);
    catch_signals();
    pigeon_certificate(&model_file, 14, &certificate);
    _exit(prove_certificate(model_file.path, &certificate, 2, &(struct effort){0}, &fault) ==
                  PROVING_TIMED_OUT
              ? 0
              : 1);
  }
  while (count_files(folder, true) == 0)
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); /* the directory for kissat */
  kill(pid, SIGINT);
  int raw;
  while (waitpid(pid, &raw, 0) < 0) ck_assert_int_eq(errno, EINTR);
  ck_assert(WIFEXITED(raw) && WEXITSTATUS(raw) == 0);
  ck_assert_uint_eq(count_files(folder, false), 0);
  rmdir(folder);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("certifier");
  TCase *tests = tcase_create("certifier");
  tcase_set_timeout(tests, 0);
  tcase_add_test(tests, bad_holds);
  tcase_add_test(tests, bad_fails);
  tcase_add_test(tests, justice_fails);
  tcase_add_test(tests, justice_on_an_input_fails);
  tcase_add_test(tests, justice_holds);
  tcase_add_test(tests, ctl_holds);
  tcase_add_test(tests, ctl_fails);
  tcase_add_test(tests, deterministic);
  tcase_add_test(tests, wrong_invariant);
  tcase_add_test(tests, searched_obligation);
  const char *missing = !have("kissat") ? "kissat" : !have("drat-trim") ? "drat-trim" : NULL;
  if (!missing) {
    tcase_add_test(tests, hard_obligation);
    tcase_add_test(tests, interrupted_proof);
  }
  suite_add_tcase(suite, tests);
  return run_suite_without(suite, missing);
}
