/* vouch check: decides properties, certifies the verdicts, and says so. */
#include "certifier/cli/commands.h"
#include "certifier/cli/engine_options.h"
#include "certifier/cli/program.h"
#include "certifier/cli/report.h"
#include "certifier/cli/requirement.h"
#include "certifier/cli/worker.h"
#include "formats/support/escape.h"

#include <errno.h>

enum strategy { STRATEGY_PORTFOLIO, STRATEGY_SKELETON, STRATEGY_RLIVE, STRATEGY_KLIVE };

struct check_settings {
  const char *certificates, *witness, *validator;
  struct texts files, formulas, properties, hints;
  double timeout; /* 0: none */
  bool all, proofs, no_minimize, json, statistics, verbose;
  int state_inputs, dialect, generalization, strategy, validate, require;
  unsigned unroll, jobs, memory;
  struct engine_options engine;
};

static const char *const state_inputs_words[] = {"observed", "all", NULL};
static const char *const dialect_words[] = {"auto", "iimc", "nusmv", NULL}; /* enum ctl_dialect */
static const char *const generalization_words[] = {"ignore", "mic", "ic3", NULL};
static const char *const strategy_words[] = {"portfolio", "skeleton", "rlive", "klive", NULL};

#define AT(field) offsetof(struct check_settings, field)
static const struct option check_table[] = {
    {.name = "ctl", .kind = OPTION_LIST, .argument = "FILE", .offset = AT(files), .help = CTL_HELP},
    {.name = "formula",
     .letter = 'f',
     .kind = OPTION_LIST,
     .argument = "F",
     .offset = AT(formulas),
     .help = "Check the CTL formula F"},
    {.name = "property",
     .letter = 'p',
     .kind = OPTION_LIST,
     .argument = "P",
     .offset = AT(properties),
     .help = PROPERTY_HELP},
    {.name = "all", .kind = OPTION_FLAG, .offset = AT(all), .help = ALL_HELP},
    {.name = "require",
     .kind = OPTION_CHOICE,
     .argument = "expected|holds|nothing",
     .offset = AT(require),
     .choices = requirement_words,
     .help = REQUIREMENT_HELP},
    {.name = "timeout",
     .letter = 't',
     .kind = OPTION_SECONDS,
     .argument = "S",
     .offset = AT(timeout),
     .help = "Give up a property after S seconds of wall-clock time; its verdict is then unknown"},
    {.name = "certificates",
     .letter = 'c',
     .kind = OPTION_TEXT,
     .argument = "DIR",
     .offset = AT(certificates),
     .help = "Write a certificate of every verdict into DIR, which is made if it is missing"},
    {.name = "proofs",
     .kind = OPTION_FLAG,
     .offset = AT(proofs),
     .help = "Put an LRAT proof of every obligation into the certificates"},
    {.name = "validate",
     .kind = OPTION_CHOICE,
     .argument = "auto|always|never",
     .offset = AT(validate),
     .choices = validate_words,
     .implied = "always",
     .help = VALIDATE_HELP},
    {.name = "validator",
     .kind = OPTION_TEXT,
     .argument = "PATH",
     .offset = AT(validator),
     .help = VALIDATOR_HELP},
    {.name = "no-minimize",
     .kind = OPTION_FLAG,
     .offset = AT(no_minimize),
     .help = "Certify the evidence as the engines left it, without dropping what is not needed"},
    {.name = "witness",
     .kind = OPTION_TEXT,
     .argument = "DIR",
     .offset = AT(witness),
     .help = "Write an AIGER witness of every failing bad, output or justice property into DIR"},
    {.name = "json",
     .kind = OPTION_FLAG,
     .offset = AT(json),
     .help = "Print one JSON object per property and line"},
    {.name = "state-inputs",
     .kind = OPTION_CHOICE,
     .argument = "observed|all",
     .offset = AT(state_inputs),
     .choices = state_inputs_words,
     .help =
         "Which inputs are part of the state for CTL: those that atoms look at (default), or all"},
    {.name = "dialect",
     .kind = OPTION_CHOICE,
     .argument = "auto|iimc|nusmv",
     .offset = AT(dialect),
     .choices = dialect_words,
     .help = "The property language to assume where dialects disagree (default: auto, which "
             "refuses what is ambiguous)"},
    {.name = "generalization",
     .kind = OPTION_CHOICE,
     .argument = "ignore|mic|ic3",
     .offset = AT(generalization),
     .choices = generalization_words,
     .help = "Effort for counterexamples to forall-exists generalisation (default: mic)"},
    {.name = "strategy",
     .kind = OPTION_CHOICE,
     .argument = "portfolio|skeleton|rlive|klive",
     .offset = AT(strategy),
     .choices = strategy_words,
     .help = "How fair cycles are searched for (default: portfolio, all of them in turns)"},
    ENGINE_OPTION_ROWS(struct check_settings, engine),
    {.name = "unroll",
     .kind = OPTION_COUNT,
     .argument = "K",
     .offset = AT(unroll),
     .least = 0,
     .most = 8,
     .help = "Unroll the steps around skeleton states K times"},
    {.name = "hint",
     .kind = OPTION_LIST,
     .argument = "F",
     .offset = AT(hints),
     .help = "An assertion over states and inputs under which CTL witnesses are looked for first"},
    {.name = "jobs",
     .letter = 'j',
     .kind = OPTION_COUNT,
     .argument = "N",
     .offset = AT(jobs),
     .least = 1,
     .most = 64,
     .help = "Make N proofs at a time (default: 2)"},
    {.name = "memory",
     .kind = OPTION_COUNT,
     .argument = "MB",
     .offset = AT(memory),
     .least = 1,
     .most = MEMORY_MOST,
     .help = MEMORY_HELP},
    {.name = "verbose",
     .letter = 'v',
     .kind = OPTION_FLAG,
     .offset = AT(verbose),
     .help = "Print what happens on the way, on standard error"},
    {.name = "statistics",
     .kind = OPTION_FLAG,
     .offset = AT(statistics),
     .help = "Print on standard error who decided a property, what every engine did, and where the "
             "time went; --json has the same"},
    {0}};

static void set_defaults(void *settings) {
  struct check_settings *s = settings;
  s->generalization = check_defaults.ctl.generalization;
  s->unroll = check_defaults.ctl.fair.unroll;
  s->jobs = 2;
}

static void free_settings(void *settings) {
  struct check_settings *s = settings;
  texts_free(&s->files);
  texts_free(&s->formulas);
  texts_free(&s->properties);
  texts_free(&s->hints);
  engine_options_free(&s->engine);
}

static void make_options(const struct check_settings *s, const struct selection *selection,
                         struct check_options *options) {
  *options = check_defaults;
  options->observe_all = s->state_inputs == 1;
  options->ctl.generalization = s->generalization;
  options->ctl.fair.unroll = s->unroll;
  static const enum engine of[] = {[STRATEGY_SKELETON] = ENGINE_SKELETON,
                                   [STRATEGY_RLIVE] = ENGINE_RLIVE,
                                   [STRATEGY_KLIVE] = ENGINE_KLIVE};
  if (s->strategy != STRATEGY_PORTFOLIO) {
    engines_add(&options->ctl.fair.engines, FAMILY_FAIR, of[s->strategy]);
    engines_add(&options->ctl.fair.engines, FAMILY_FAIR, ENGINE_LASSO);
  }
  options->ctl.hint_arena = &selection->hint_file.arena;
  options->ctl.hints = selection->hints.at;
  options->ctl.num_hints = selection->hints.size;
  options->ctl.verbose = s->verbose;
}

/* Everything about one run that its properties share. */
struct run {
  const struct check_settings *settings;
  const struct selection *selection;
  struct pipeline pipeline;
  struct report report;
  struct tally tally;
  bool broken; /* a file could not be made, or standard output is closed */
};

/* What a property tells the parent of its process, besides its line: the verdict, and */
enum { FLAG_BROKEN = 4 };

static void on_progress(void *context, const struct selected *property, const char *doing) {
  const struct run *run = context;
  report_progress(&run->report, property, doing);
}

static struct products products_of(const struct run *run, const struct selected *p) {
  const struct check_settings *s = run->settings;
  return (struct products){.certificate =
                               s->certificates ? path_in(s->certificates, p->file, ".cert") : NULL,
                           .witness = s->witness ? path_in(s->witness, p->file, ".witness") : NULL};
}

static void products_free(struct products *products) {
  free((char *)products->certificate);
  free((char *)products->witness);
}

/* In the worker. */
static void check_one(void *context, size_t k, struct job_report *job) {
  struct run *run = context;
  const struct selected *p = &run->selection->at[k];
  struct products products = products_of(run, p);
  struct outcome outcome;
  pipeline_run(&run->pipeline, p, &products, &outcome);
  report_details(&run->report, "check", p, &outcome);
  job->flags = (unsigned)outcome.verdict | (outcome.broken ? FLAG_BROKEN : 0);
  FILE *line = text_open(&job->text, &job->size);
  report_outcome(&run->report, p, &products, &outcome, line);
  text_close(line);
  outcome_free(&outcome);
  products_free(&products);
}

static bool print_line(struct run *run, const char *text, size_t size) {
  if (fwrite(text, 1, size, stdout) == size && fflush(stdout) == 0) return true;
  fputs("vouch check: cannot write to standard output\n", stderr);
  run->broken = true;
  return false;
}

static bool on_done(void *context, size_t k, const struct job_report *job) {
  struct run *run = context;
  tally_add(&run->tally, (enum verdict)(job->flags & 3), run->selection->at[k].expected,
            (enum requirement)run->settings->require);
  if (job->flags & FLAG_BROKEN) run->broken = true;
  return print_line(run, job->text, job->size);
}

static bool on_lost(void *context, size_t k, long pid, const char *why, bool memory) {
  struct run *run = context;
  const struct selected *p = &run->selection->at[k];
  struct products products = products_of(run, p);
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN};
  snprintf(outcome.note, sizeof outcome.note, "%s", why);
  products_remove_parts(&products, pid);
  products_set_stale_aside(&products, &outcome);
  char *text = NULL;
  size_t size;
  FILE *line = text_open(&text, &size);
  report_clear(&run->report);
  report_outcome(&run->report, p, &products, &outcome, line);
  text_close(line);
  tally_add(&run->tally, VERDICT_UNKNOWN, p->expected, REQUIRE_NOTHING);
  run->broken = run->broken || !memory || outcome.broken;
  bool go_on = print_line(run, text, size) && !interrupt_all_requested();
  free(text);
  products_free(&products);
  return go_on;
}

static int exit_status(const struct run *run) {
  if (run->broken) return EXIT_USAGE;
  if (run->tally.not_required) return EXIT_FAILS;
  return run->tally.unknown ? EXIT_UNDECIDED : EXIT_HOLDS;
}

static int check_all(const struct check_settings *s, const struct selection *selection,
                     const struct engine_setup *setup) {
  struct run run = {.settings = s, .selection = selection};
  run.pipeline = (struct pipeline){.selection = selection,
                                   .timeout = s->timeout,
                                   .keep_all = s->no_minimize,
                                   .proofs = s->proofs,
                                   .jobs = s->jobs,
                                   .validate = (enum validate_policy)s->validate,
                                   .validator = s->validator,
                                   .progress = on_progress,
                                   .context = &run};
  make_options(s, selection, &run.pipeline.options);
  engine_setup_use(setup, &run.pipeline.options);
  run.pipeline.options.memory = shared_clauses_new();
  report_init(&run.report, s->json, s->verbose);
  run.report.statistics = s->statistics;
  catch_signals();
  struct jobs jobs = {.count = selection->size,
                      .memory = s->memory,
                      .context = &run,
                      .run = check_one,
                      .done = on_done,
                      .lost = on_lost};
  if (!jobs_run(&jobs)) {
    fprintf(stderr, "vouch check: cannot start a process: %s\n", strerror(errno));
    run.broken = true;
  }
  shared_clauses_free(run.pipeline.options.memory);
  return exit_status(&run);
}

/* Options that would be without effect are refused. */
static bool is_consistent(const struct check_settings *s) {
  bool always = s->validate == VALIDATE_ALWAYS;
  if ((s->proofs || always) && !s->certificates && !(always && s->witness))
    fprintf(stderr, "vouch check: --%s needs --certificates DIR\n",
            s->proofs ? "proofs" : "validate");
  else if (s->hints.size && !s->files.size && !s->formulas.size)
    fputs("vouch check: --hint is for CTL properties: give --ctl or --formula\n", stderr);
  else
    return true;
  return false;
}

static int run_check(void *settings, char **arguments, size_t num_arguments) {
  (void)num_arguments;
  struct check_settings *s = settings;
  struct selection selection;
  struct fault fault;
  struct engine_setup setup;
  struct selection_request request = {.model = arguments[0],
                                      .files = &s->files,
                                      .formulas = &s->formulas,
                                      .properties = &s->properties,
                                      .hints = &s->hints,
                                      .all = s->all,
                                      .dialect = (enum ctl_dialect)s->dialect};
  if (!is_consistent(s)) return EXIT_USAGE;
  if (!engine_options_read(&s->engine, &setup, &fault) ||
      !selection_read(&request, &selection, &fault)) {
    fault_print(&fault, "vouch check", stderr);
    return EXIT_USAGE;
  }
  int status = EXIT_USAGE;
  if (selection.size == 0)
    escape_line(stderr, "vouch check: %s has no properties", arguments[0]);
  else if ((!s->certificates || prepare_directory("check", s->certificates)) &&
           (!s->witness || prepare_directory("check", s->witness)))
    status = check_all(s, &selection, &setup);
  selection_free(&selection);
  return status;
}

const struct command command_check = {
    .name = "check",
    .arguments = "MODEL",
    .least_arguments = 1,
    .most_arguments = 1,
    .summary = "decide properties and certify the verdicts",
    .description =
        "Decides properties of MODEL, an AIGER 1.9 circuit in ASCII or binary form: those of "
        "property files and of the command line (CTL), those of the model that --property names, "
        "or else all bad and justice properties of the model (a model with neither: each output "
        "is a bad property).\n\n"
        "Prints one line per property: holds, fails or unknown. Exits with 0 when every verdict "
        "is as required (--require: the expected one where the property file announces one, "
        "otherwise holds), 1 when some verdict is not, 3 when none is wrong but some property is "
        "undecided, and 2 on a usage or input error or when a certificate could not be made.",
    .options = check_table,
    .settings_size = sizeof(struct check_settings),
    .set_defaults = set_defaults,
    .run = run_check,
    .free_settings = free_settings};
