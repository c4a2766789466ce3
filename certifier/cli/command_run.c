/* vouch run: the properties of a project, and again only those that something has changed for. */
#include "certifier/cli/asked_options.h"
#include "certifier/cli/commands.h"
#include "certifier/cli/design_options.h"
#include "certifier/cli/engine_options.h"
#include "certifier/cli/program.h"
#include "certifier/cli/project.h"
#include "certifier/cli/run.h"
#include "certifier/cli/worker.h"
#include "formats/support/escape.h"

#include <errno.h>
#include <unistd.h>

struct settings {
  const char *folder, *validator;
  struct asked_options asked;
  double timeout;
  bool proofs, json, fresh, retry, verbose, statistics;
  int validate;
  unsigned jobs, memory;
  struct engine_options engine;
  struct design_options design;
  struct terminal_options terminal;
  bool given[NUM_OPTIONS];
};

static const char validate_help[] =
    "When vouch-validate, in a process of its own, has to accept a certificate, a new one or one "
    "of "
    "an earlier run, before the verdict is printed: always (the default), never, or auto, for new "
    "ones without proofs of more than 100 kB";
static const struct option_use options[] = {TAKE_ASKED_OPTIONS(asked),
                                            TAKE(TIMEOUT, timeout),
                                            TAKE(MEMORY, memory),
                                            TAKE(JOBS, jobs),
                                            TAKE(RUN_OUTPUT, folder),
                                            TAKE(FRESH, fresh),
                                            TAKE(RETRY, retry),
                                            TAKE(PROOFS, proofs),
                                            TAKE_AS(VALIDATE, validate, validate_help),
                                            TAKE(VALIDATOR, validator),
                                            TAKE(JSON, json),
                                            TAKE_ENGINE_OPTIONS(engine),
                                            TAKE_DESIGN_OPTIONS(design),
                                            TAKE(VERBOSE, verbose),
                                            TAKE_TERMINAL_OPTIONS(terminal),
                                            TAKE(STATISTICS, statistics),
                                            {0}};

static void set_defaults(void *settings) {
  struct settings *s = settings;
  s->jobs = processors();
  s->validate = VALIDATE_ALWAYS;
  asked_options_defaults(&s->asked);
}

/* "dir/fifo-results" of "dir/fifo.toml". */
static char *default_folder(const char *project) {
  static const char suffix[] = ".toml";
  size_t length = strlen(project), cut = sizeof suffix - 1;
  size_t kept = length > cut && strcmp(project + length - cut, suffix) == 0 ? length - cut : length;
  char *stem = memory_string(project);
  stem[kept] = 0;
  size_t size = kept + sizeof "-results";
  char *folder = memory_alloc(size, 1);
  snprintf(folder, size, "%s-results", stem);
  free(stem);
  return folder;
}

/* What an undecided property, or a part of one, would need more of. */
static void digest_limits(const struct settings *s, bool part, char digest[DIGEST_TEXT_BYTES]) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  if (part) fprintf(file, "part %.17g\n", s->asked.vacuity_seconds);
  fprintf(file, "timeout %.17g\nmemory %u\nseed %u\nengine %s\nvalidate %d\n", s->timeout,
          s->memory, s->engine.seed, s->engine.engines ? s->engine.engines : "", s->validate);
  for (size_t k = 0; k < s->engine.set.size; k++) fprintf(file, "set %s\n", s->engine.set.at[k]);
  text_close(file);
  digest_bytes(text, size, digest);
  free(text);
}

static int exit_status(const struct run *run) {
  if (run->broken) return EXIT_USAGE;
  if (run->tally.not_required) return EXIT_FAILS;
  return run->tally.unknown || run->num_done < run->selection->size ? EXIT_UNDECIDED : EXIT_HOLDS;
}

static void print_summary(const struct run *run, double seconds) {
  const struct tally *t = &run->tally;
  size_t missing = run->selection->size - run->num_done, open = t->unknown - t->open_covers;
  size_t all = run->selection->size - tally_covers(t);
  tally_print_covers(t, stdout);
  printf("%zu propert%s: ", all, all == 1 ? "y" : "ies");
  tally_print(t, stdout);
  if (open) printf(", %zu unknown", open);
  if (missing) printf(", %zu not checked", missing);
  printf("; %zu as before", run->as_before);
  if (run->carried_over) printf(", %zu carried over", run->carried_over);
  if (run->vacuous) printf("; %zu with parts that do not matter", run->vacuous);
  printf("; %.2f s; ", seconds);
  escape_line(stdout, "%s/results.json", run->folder);
}

/* What an earlier run said must not stand beside what this one does. */
static bool remove_results(const char *folder, struct fault *fault) {
  char *path = path_in(folder, "results", ".json");
  bool ok = unlink(path) == 0 || errno == ENOENT ||
            fault_set(fault, "%s: cannot remove the old one: %s", path, strerror(errno));
  free(path);
  return ok;
}

static void remark_damage(const struct journal *journal) {
  if (journal->damaged)
    escape_line(stderr,
                "vouch run: %s: %zu line%s cannot be read; what they were about is checked again",
                journal->path, journal->damaged, journal->damaged == 1 ? "" : "s");
}

/* What the run shares with all its properties. */
static void prepare(struct run *run, const struct settings *s, const struct selection *selection,
                    const struct engine_setup *setup) {
  run->selection = selection;
  run->requirement = (enum requirement)s->asked.require;
  run->vacuity_seconds = s->asked.vacuity ? s->asked.vacuity_seconds : 0;
  run->retry = s->retry;
  run->jobs = s->jobs;
  run->memory = s->memory;
  run->in_order = !isatty(STDOUT_FILENO);
  digest_bytes(selection->model_source.bytes, selection->model_source.size, run->model);
  digest_limits(s, false, run->limits);
  digest_limits(s, true, run->part_limits);
  run->pipeline = (struct pipeline){.selection = selection,
                                    .options = check_defaults,
                                    .timeout = s->timeout,
                                    .proofs = s->proofs,
                                    .jobs = proofs_at_a_time(s->jobs, selection->size),
                                    .validate = (enum validate_policy)s->validate,
                                    .validator = s->validator};
  run->pipeline.options.observe_all = s->asked.state_inputs == 1;
  engine_setup_use(setup, &run->pipeline.options);
  report_init(&run->report, s->json, s->verbose, &s->terminal);
  terminal_options_live(&s->terminal, s->verbose, selection->size, &run->live);
  run->report.statistics = s->statistics;
  run_prepare(run);
}

static int perform(struct run *run, double start) {
  struct fault fault;
  if (!run_keep_model(run, &fault)) {
    fault_print(&fault, "vouch run", stderr);
    return EXIT_USAGE;
  }
  defer_second_signal(true);
  run_properties(run);
  live_free(&run->live);
  run_drop_models(run);
  if (!run_write_results(run, &fault)) {
    fault_print(&fault, "vouch run", stderr);
    run->broken = true;
  }
  if (!run->report.json) print_summary(run, monotonic_seconds() - start);
  if (fflush(stdout) != 0 || ferror(stdout)) run->broken = true;
  defer_second_signal(false); /* which ends the program now, if there was one */
  return exit_status(run);
}

/* In the folder, which is locked. */
static int run_locked(struct run *run, const struct settings *s, const struct project *project,
                      const struct engine_setup *setup) {
  double start = monotonic_seconds();
  struct selection_request request = asked_options_request(&s->asked);
  struct subject_folder keep = {.path = run->folder, .remember = true, .recall = !s->fresh};
  struct subject subject;
  struct selection selection = {0};
  struct fault fault;
  int status = EXIT_USAGE;
  if (!subject_take("run", &s->design, (char **)project->subject.at, project->subject.size,
                    s->timeout, s->memory, &keep, &request, &subject, &fault) ||
      !selection_read(&request, &selection, &fault)) {
    fault_print(&fault, "vouch run", stderr);
  } else if (selection.size == 0) {
    escape_line(stderr, "vouch run: %s: there are no properties to check", run->project);
  } else {
    prepare(run, s, &selection, setup);
    status = perform(run, start);
    run_free(run);
  }
  selection_free(&selection);
  subject_free(&subject);
  return status;
}

static int run_project(const struct settings *s, const struct project *project, const char *path,
                       const char *folder, const struct engine_setup *setup) {
  struct run run = {.project = path, .folder = folder};
  struct fault fault;
  if (!prepare_directory("run", folder)) return EXIT_USAGE;
  if (!journal_open(&run.journal, folder, s->fresh, &fault)) {
    fault_print(&fault, "vouch run", stderr);
    return EXIT_USAGE;
  }
  remark_damage(&run.journal);
  int status = EXIT_USAGE;
  if (remove_results(folder, &fault))
    status = run_locked(&run, s, project, setup);
  else
    fault_print(&fault, "vouch run", stderr);
  journal_close(&run.journal);
  return status;
}

static int run_command(void *settings, char **arguments, size_t num_arguments) {
  struct settings *s = settings;
  struct project project;
  struct engine_setup setup;
  struct fault fault;
  int status = EXIT_USAGE;
  (void)num_arguments;
  if (project_read(&project, arguments[0], &command_run, s->given, s, &fault) &&
      asked_options_check(&s->asked, &fault) && engine_options_read(&s->engine, &setup, &fault)) {
    char *folder = s->folder ? memory_string(s->folder) : default_folder(arguments[0]);
    catch_signals();
    status = run_project(s, &project, arguments[0], folder, &setup);
    free(folder);
  } else {
    fault_print(&fault, "vouch run", stderr);
  }
  project_free(&project);
  return status;
}

const struct command command_run = {
    .name = "run",
    .arguments = "PROJECT",
    .least_arguments = 1,
    .most_arguments = 1,
    .endings = "toml",
    .summary = "decide the properties of a project, and again only what has changed",
    .description =
        "PROJECT is a file in a plain part of TOML: lines key = value. It has model = \"FILE\", an "
        "AIGER circuit, or sources = [\"FILE.v\", ..], a Verilog design, and options of this "
        "command under their long names, such as top = \"fifo\", ctl = [\"fifo.ctl\"], timeout = "
        "60 or proofs = true. Relative paths begin where PROJECT is. Options of the command line "
        "go before those of PROJECT.\n\n"
        "Decides all properties, several at a time. Certificates and results.json go into one "
        "folder. A property that an earlier run has decided, of the same model and by the same "
        "version, is as before if its certificate is there, unchanged, and accepted "
        "again. Of a model that has changed the old certificate is rewritten and tried first; it "
        "is taken if vouch-validate accepts it. What could not be decided is tried again under "
        "other limits, or with --retry. With --vacuity all of this goes for the parts of formulas, "
        "too.\n\n"
        "Ctrl-C skips the properties at work; twice within a second it ends the run, which then "
        "ends by that signal, as it does on SIGTERM. Whatever ends it, the next run goes on.\n\n"
        "Exit status as for vouch check.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .given_offset = offsetof(struct settings, given),
    .set_defaults = set_defaults,
    .run = run_command};
