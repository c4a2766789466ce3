/* Random models and properties: checker, certifier and validator against the explicit-state oracle.
 *
 *   differential [--kind bad|justice|ctl|ltl|ctlstar|all] [--count N] [--seed S] [--mutants M]
 * [--proofs-every K]
 *                [--seconds T] [--keep DIR]
 *
 * Trial k of a run with seed S is the only trial of a run with seed S+k and count 1. A failing
 * trial is shrunk, and written with its property to DIR (default: the current folder). Trials run
 * in a child process, so that a crash is one failure. Exit status 0: no failure. */
#include "tests/differential/shrink.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SHRINK_SECONDS = 60 };
enum { KIND_LTL = PROPERTY_CTL + 1, KIND_STAR, NUM_KINDS };

struct settings {
  bool kinds[NUM_KINDS]; /* by enum property_kind, then the languages beyond CTL */
  unsigned long count, seed, mutants, proofs_every, seconds;
  const char *keep;
  const char *engines; /* NULL: as the trials say */
};

/* Shared with the children. */
struct board {
  struct trial_counts counts;
  unsigned long next; /* number of the next trial */
  struct fault fault;
};

struct session {
  struct settings settings;
  struct board *board;
  char folder[64];
  unsigned long failures;
};

static const char *const kind_names[] = {"bad", "output", "justice", "ctl", "ltl", "ctlstar"};

/* --- running trials in children --------------------------------------------------------------- */

static struct trial_settings trial_settings(const struct session *s, unsigned long number) {
  const struct settings *a = &s->settings;
  return (struct trial_settings){.folder = s->folder,
                                 .seconds = (double)a->seconds,
                                 .mutants = (unsigned)a->mutants,
                                 .proofs = a->proofs_every && number % a->proofs_every == 0};
}

static void describe_death(int status, struct fault *fault) {
  if (WIFSIGNALED(status))
    fault_set(fault, "CRASH: signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) != 1)
    fault_set(fault, "CRASH: exit status %d", WEXITSTATUS(status));
}

/* A generous limit: an engine that does not listen to its deadline is killed. */
static unsigned alarm_seconds(const struct session *s) {
  return (unsigned)(3 * s->settings.seconds + 60);
}

static bool fails_in_child(const struct trial *trial, void *context) {
  struct session *s = context;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    alarm(alarm_seconds(s));
    struct trial_settings settings = trial_settings(s, s->board->next);
    struct trial_counts ignored = {0};
    _exit(trial_run(trial, &settings, &ignored, &s->board->fault) == TRIAL_FAILED);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) describe_death(status, &s->board->fault);
  return status != 0;
}

/* Engines that were asked for take the place of the trial's own; then nothing comes before them. */
static void make_trial(const struct session *s, unsigned long number, unsigned kind,
                       struct trial *trial) {
  const char *bad;
  size_t length;
  if (kind > PROPERTY_CTL)
    trial_random_star(trial, s->settings.seed + number, kind == KIND_LTL);
  else
    trial_random(trial, s->settings.seed + number, (enum property_kind)kind);
  if (!s->settings.engines) return;
  engines_parse(s->settings.engines, &trial->options.engines, &bad, &length);
  engines_parse(s->settings.engines, &trial->options.ctl.fair.engines, &bad, &length);
  trial->tuning.fair_glance = 0;
}

static void run_number(struct session *s, unsigned kind, unsigned long number) {
  struct trial trial;
  make_trial(s, number, kind, &trial);
  struct trial_settings settings = trial_settings(s, number);
  alarm(alarm_seconds(s));
  if (trial_run(&trial, &settings, &s->board->counts, &s->board->fault) == TRIAL_FAILED) _exit(1);
  trial_free(&trial);
}

/* --- failures --------------------------------------------------------------------------------- */

static void print_engines(const struct engine_choice *choice, enum engine_family family) {
  struct engine_list list = engines_of(choice, family);
  for (size_t k = 0; k < list.size; k++) printf(" %s", engine_descriptions[list.at[k]].name);
}

static void write_failure(const struct session *s, const struct trial *trial,
                          const char *property) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s-%llu.aag", s->settings.keep, kind_names[trial->kind],
           (unsigned long long)trial->seed);
  FILE *file = fopen(path, "w");
  if (file && aiger_write(&trial->model, file, false)) {
    /* The writer ends with the symbols, or with a comment of the model: these have none. */
    fprintf(file, "c\nproperty %s\ninputs %s\n%s\n", property,
            trial->options.observe_all ? "all" : "observed", s->board->fault.text);
    printf("  written to %s\n", path);
  }
  if (file) fclose(file);
}

static void report_failure(struct session *s, unsigned kind, unsigned long number) {
  struct trial trial;
  make_trial(s, number, kind, &trial);
  printf("FAILED: --kind %s --seed %lu --count 1: %s\n", kind_names[kind],
         s->settings.seed + number, s->board->fault.text);
  fflush(stdout);
  if (fails_in_child(&trial, s)) {
    struct fault before = s->board->fault;
    shrink(&trial, SHRINK_SECONDS, fails_in_child, s);
    fails_in_child(&trial, s);
    if (strcmp(before.text, s->board->fault.text) != 0)
      printf("  shrunk: %s\n", s->board->fault.text);
  } else
    printf("  does not fail when run alone\n");
  char *property = trial_property(&trial);
  const struct check_options *o = &trial.options;
  printf("  %s%s, engines", property, o->observe_all ? " (inputs all)" : "");
  if (kind != PROPERTY_JUSTICE)
    print_engines(&o->engines, kind >= PROPERTY_CTL ? FAMILY_CTL : FAMILY_SAFETY);
  if (kind != PROPERTY_BAD) print_engines(&o->ctl.fair.engines, FAMILY_FAIR);
  printf(", unroll %u, generalization %d, backend %d%s\n", o->ctl.fair.unroll,
         o->ctl.generalization, (int)o->backend, trial.hint != NO_FORMULA ? ", hint" : "");
  write_failure(s, &trial, property);
  fflush(stdout);
  free(property);
  trial_free(&trial);
  s->failures++;
}

/* All trials of one kind: a child works through them; when one fails or crashes the next child goes
 * on behind it. */
static void run_kind(struct session *s, unsigned kind) {
  s->board->counts = (struct trial_counts){0};
  s->board->next = 0;
  while (s->board->next < s->settings.count) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
      for (; s->board->next < s->settings.count; s->board->next++)
        run_number(s, kind, s->board->next);
      _exit(0);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child > 0 && status == 0) break;
    describe_death(status, &s->board->fault);
    report_failure(s, kind, s->board->next);
    s->board->next++;
  }
  const struct trial_counts *c = &s->board->counts;
  printf("%s: %lu trials: %lu hold, %lu fail; %lu obligations; %lu with loops, "
         "%lu with inputs that follow; %lu with open loops; %lu that learned; %lu with proofs; "
         "%lu mutants: %lu refused, %lu accepted and true\n",
         kind_names[kind], c->trials, c->holds, c->fails, c->referee.obligations, c->loops,
         c->follows, c->open_loops, c->learned, c->proofs, c->referee.mutants, c->referee.refused,
         c->referee.accepted);
}

/* --- the command line ------------------------------------------------------------------------- */

static bool set_kind(struct settings *a, const char *name) {
  bool known = false;
  for (unsigned k = 0; k < NUM_KINDS; k++) {
    if (k == PROPERTY_OUTPUT) continue; /* part of bad */
    a->kinds[k] = !strcmp(name, "all") || !strcmp(name, kind_names[k]);
    known = known || a->kinds[k];
  }
  return known;
}

static bool parse(struct settings *a, int argc, char **argv) {
  struct {
    const char *name;
    unsigned long *value;
  } numbers[] = {{"--count", &a->count},
                 {"--seed", &a->seed},
                 {"--mutants", &a->mutants},
                 {"--proofs-every", &a->proofs_every},
                 {"--seconds", &a->seconds}};
  for (int k = 1; k < argc; k += 2) {
    if (k + 1 == argc) return false;
    bool known = false;
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
      if (strcmp(argv[k], numbers[n].name) != 0) continue;
      char *end;
      *numbers[n].value = strtoul(argv[k + 1], &end, 10);
      if (*end || end == argv[k + 1]) return false;
      known = true;
    }
    if (!strcmp(argv[k], "--keep")) {
      a->keep = argv[k + 1];
      known = true;
    }
    if (!strcmp(argv[k], "--engines")) {
      struct engine_choice ignored = {0};
      const char *bad;
      size_t length;
      a->engines = argv[k + 1];
      known = engines_parse(a->engines, &ignored, &bad, &length);
    }
    if (!strcmp(argv[k], "--kind")) known = set_kind(a, argv[k + 1]);
    if (!known) return false;
  }
  return true;
}

static void remove_folder(const char *folder) {
  static const char *const files[] = {"model.aag", "model.aig", "certificate", "mutant"};
  char path[4096];
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[k]);
    unlink(path);
  }
  rmdir(folder);
}

/* Memory that parent and children see; NULL on failure. */
static struct board *shared_board(void) {
  FILE *file = tmpfile();
  if (!file || ftruncate(fileno(file), sizeof(struct board)) != 0) return NULL;
  void *memory =
      mmap(NULL, sizeof(struct board), PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
  fclose(file);
  return memory == MAP_FAILED ? NULL : memory;
}

int main(int argc, char **argv) {
  struct session s = {.settings = {.kinds = {true, false, true, true, true, true},
                                   .count = 300,
                                   .seed = (unsigned long)time(NULL) * 1000,
                                   .mutants = 10,
                                   .proofs_every = 10,
                                   .seconds = 20,
                                   .keep = "."},
                      .folder = "/tmp/differential.XXXXXX"};
  if (!parse(&s.settings, argc, argv)) {
    fprintf(stderr,
            "usage: differential [--kind bad|justice|ctl|ltl|ctlstar|all] [--count N] [--seed S] "
            "[--mutants M]\n"
            "                    [--proofs-every K] [--seconds T] [--keep DIR] [--engines E,..]\n");
    return 2;
  }
  s.board = shared_board();
  if (!s.board || !mkdtemp(s.folder)) {
    perror("differential");
    return 2;
  }
  printf("seed %lu, %lu trials of each kind\n", s.settings.seed, s.settings.count);
  for (unsigned k = 0; k < NUM_KINDS; k++)
    if (s.settings.kinds[k]) run_kind(&s, k);
  remove_folder(s.folder);
  printf("%lu failures\n", s.failures);
  return s.failures != 0;
}
