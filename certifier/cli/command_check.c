/* vouch check: decides properties, certifies the verdicts, and says so. */
#include "certifier/certify/minimize.h"
#include "certifier/cli/commands.h"
#include "certifier/cli/engine_options.h"
#include "certifier/cli/program.h"
#include "certifier/cli/report.h"
#include "certifier/pipeline/pipeline.h"
#include "formats/support/escape.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

enum strategy { STRATEGY_PORTFOLIO, STRATEGY_SKELETON, STRATEGY_RLIVE, STRATEGY_KLIVE };

struct check_settings {
  const char *ctl, *certificates, *witness;
  struct texts formulas, properties, hints;
  double timeout; /* 0: none */
  bool proofs, validate, no_minimize, json, verbose;
  int state_inputs, dialect, generalization, strategy;
  unsigned unroll, jobs;
  struct engine_options engine;
};

static const char *const state_inputs_words[] = {"observed", "all", NULL};
static const char *const dialect_words[] = {"auto", "iimc", "nusmv", NULL}; /* enum ctl_dialect */
static const char *const generalization_words[] = {"ignore", "mic", "ic3", NULL};
static const char *const strategy_words[] = {"portfolio", "skeleton", "rlive", "klive", NULL};

#define AT(field) offsetof(struct check_settings, field)
static const struct option check_table[] = {
    {.name = "ctl",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .offset = AT(ctl),
     .help = "Check the CTL properties of FILE instead of those of the model"},
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
     .help = "Check only this property: a name, a 0-based position, 'bad N', 'output N' or "
             "'justice N'"},
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
     .kind = OPTION_FLAG,
     .offset = AT(validate),
     .help = "Have vouch-validate accept each certificate in a process of its own before the "
             "verdict is printed"},
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
    {.name = "verbose",
     .letter = 'v',
     .kind = OPTION_FLAG,
     .offset = AT(verbose),
     .help = "Print statistics on standard error"},
    {0}};

static void set_defaults(void *settings) {
  struct check_settings *s = settings;
  s->generalization = check_defaults.ctl.generalization;
  s->unroll = check_defaults.ctl.fair.unroll;
  s->jobs = 2;
}

static void free_settings(void *settings) {
  struct check_settings *s = settings;
  texts_free(&s->formulas);
  texts_free(&s->properties);
  texts_free(&s->hints);
  engine_options_free(&s->engine);
}

/* Makes the directory and those above it. */
static bool make_directories(const char *path) {
  char *copy = memory_string(path);
  bool ok = true;
  for (char *slash = copy; ok && slash;) {
    slash = strchr(slash + 1, '/');
    if (slash) *slash = 0;
    ok = mkdir(copy, 0777) == 0 || errno == EEXIST || errno == EISDIR;
    if (slash) *slash = '/';
  }
  free(copy);
  return ok;
}

/* Better now than after an hour of work. */
static bool prepare_directory(const char *path) {
  struct stat about;
  if (!make_directories(path))
    return escape_line(stderr, "vouch check: cannot make directory %s: %s", path, strerror(errno)),
           false;
  if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
    return escape_line(stderr, "vouch check: %s is not a directory", path), false;
  if (access(path, W_OK | X_OK) != 0)
    return escape_line(stderr, "vouch check: cannot write into %s: %s", path, strerror(errno)),
           false;
  return true;
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
  options->ctl.hint_arena = &selection->ctl.arena;
  options->ctl.hints = selection->hints.at;
  options->ctl.num_hints = selection->hints.size;
  options->ctl.verbose = s->verbose;
}

/* Everything about one run that its properties share. */
struct run {
  const struct check_settings *settings;
  const struct selection *selection;
  struct check_options options;
  struct report report;
  bool fails, undecided, broken;
};

/* Certificate and witness of a decided property. What cannot be delivered as asked for is not
 * claimed. */
static void deliver(struct run *run, const struct selected *p, struct check_result *result,
                    const struct interrupt *interrupt, struct outcome *outcome) {
  const struct check_settings *s = run->settings;
  struct fault fault;
  if (s->certificates) {
    char *path = path_in(s->certificates, p->file, ".cert");
    report_progress(&run->report, p, s->proofs ? "proving" : "certifying");
    struct minimize_statistics minimized;
    if (!s->no_minimize &&
        minimize_evidence(result, &run->selection->model, &p->property, interrupt, &minimized)) {
      outcome->parts = minimized.parts;
      outcome->kept = minimized.kept;
    }
    struct delivery delivery = {.selection = run->selection,
                                .property = p,
                                .result = result,
                                .observe_all = run->options.observe_all,
                                .path = path,
                                .proofs = s->proofs,
                                .validate = s->validate,
                                .jobs = s->jobs,
                                .interrupt = interrupt};
    enum delivered delivered = deliver_certificate(&delivery, &outcome->obligations, &fault);
    if (delivered == DELIVERED) {
      outcome->certificate = path;
      outcome->validated = s->validate;
    } else {
      free(path);
      outcome->verdict = VERDICT_UNKNOWN;
      outcome->note = delivered == DELIVERY_TIMED_OUT
                          ? "time was over before the certificate was ready"
                          : "no certificate could be made";
      if (delivered == DELIVERY_TIMED_OUT) return;
      report_clear(&run->report);
      escape_line(stderr, "vouch check: %s: %s", p->text, fault.text);
      run->broken = true;
      return;
    }
  }
  if (s->witness && outcome->verdict == VERDICT_FAILS && p->property.kind != PROPERTY_CTL) {
    char *path = path_in(s->witness, p->file, ".witness");
    if (deliver_witness(run->selection, p, result, path, &fault)) {
      outcome->witness = path;
      return;
    }
    free(path);
    report_clear(&run->report);
    escape_line(stderr, "vouch check: %s: %s", p->text, fault.text);
    run->broken = true;
  }
}

static void check_one(struct run *run, const struct selected *p) {
  double start = monotonic_seconds();
  struct interrupt interrupt = {
      .deadline = run->settings->timeout > 0 ? start + run->settings->timeout : 0};
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN};
  struct check_result result;
  bool checked = !interrupt_all_requested();
  if (checked) {
    report_progress(&run->report, p, "checking");
    check_property(&run->selection->model, &p->property, &run->options, &interrupt, &result);
    outcome.verdict = result.evidence.verdict;
    outcome.fair = &result.fair;
    if (outcome.verdict != VERDICT_UNKNOWN) deliver(run, p, &result, &interrupt, &outcome);
  }
  if (outcome.verdict == VERDICT_UNKNOWN && !outcome.note)
    outcome.note = interrupt_all_requested() ? "interrupted"
                   : interrupted(&interrupt) ? "time is over"
                                             : "the engines gave up";
  outcome.seconds = monotonic_seconds() - start;
  run->fails = run->fails || outcome.verdict == VERDICT_FAILS;
  run->undecided = run->undecided || outcome.verdict == VERDICT_UNKNOWN;
  if (!report_outcome(&run->report, p, &outcome)) {
    fputs("vouch check: cannot write to standard output\n", stderr);
    run->broken = true;
  }
  free((char *)outcome.certificate);
  free((char *)outcome.witness);
  if (checked) check_result_free(&result);
}

static int run_check(void *settings, char **arguments, size_t num_arguments) {
  (void)num_arguments;
  struct check_settings *s = settings;
  if ((s->proofs || s->validate) && !s->certificates) {
    escape_line(stderr, "vouch check: --%s needs --certificates DIR",
                s->proofs ? "proofs" : "validate");
    return EXIT_USAGE;
  }
  if (s->hints.size && !s->ctl && !s->formulas.size) {
    fputs("vouch check: --hint is for CTL properties: give --ctl or --formula\n", stderr);
    return EXIT_USAGE;
  }
  struct selection selection;
  struct fault fault;
  struct engine_setup setup;
  if (!engine_options_read(&s->engine, &setup, &fault))
    return escape_line(stderr, "vouch check: %s", fault.text), EXIT_USAGE;
  struct selection_request request = {.model = arguments[0],
                                      .ctl = s->ctl,
                                      .formulas = &s->formulas,
                                      .properties = &s->properties,
                                      .hints = &s->hints,
                                      .dialect = (enum ctl_dialect)s->dialect};
  if (!selection_read(&request, &selection, &fault))
    return fault_print(&fault, "vouch check", stderr), EXIT_USAGE;
  int status = EXIT_USAGE;
  if (selection.size == 0) {
    escape_line(stderr, "vouch check: %s has no properties", s->ctl ? s->ctl : arguments[0]);
  } else if ((!s->certificates || prepare_directory(s->certificates)) &&
             (!s->witness || prepare_directory(s->witness))) {
    struct run run = {.settings = s, .selection = &selection};
    make_options(s, &selection, &run.options);
    engine_setup_use(&setup, &run.options);
    run.options.memory = shared_clauses_new();
    report_init(&run.report, s->json, s->verbose);
    catch_signals();
    for (size_t k = 0; k < selection.size && !run.broken; k++) check_one(&run, &selection.at[k]);
    shared_clauses_free(run.options.memory);
    status = run.broken      ? EXIT_USAGE
             : run.fails     ? EXIT_FAILS
             : run.undecided ? EXIT_UNDECIDED
                             : EXIT_HOLDS;
  }
  selection_free(&selection);
  return status;
}

const struct command command_check = {
    .name = "check",
    .arguments = "MODEL",
    .least_arguments = 1,
    .most_arguments = 1,
    .summary = "decide properties and certify the verdicts",
    .description = "Decides properties of MODEL, an AIGER 1.9 circuit in ASCII or binary form: "
                   "those of a property file or of the command line (CTL), or else all "
                   "bad and justice properties of the model (a model with neither: each output is "
                   "a bad property).\n\n"
                   "Prints one line per property: holds, fails or unknown. Exits with 0 when every "
                   "property holds, 1 when some property fails, 3 when none fails "
                   "but some is undecided, and 2 on a usage or input error or when a certificate "
                   "could not be made.",
    .options = check_table,
    .settings_size = sizeof(struct check_settings),
    .set_defaults = set_defaults,
    .run = run_check,
    .free_settings = free_settings};
