/* vouch check: decides properties, certifies the verdicts, and says so. */
#include "certifier/cli/asked_options.h"
#include "certifier/cli/commands.h"
#include "certifier/cli/cover_steps.h"
#include "certifier/cli/design_options.h"
#include "certifier/cli/engine_options.h"
#include "certifier/cli/program.h"
#include "certifier/cli/report.h"
#include "certifier/cli/requirement.h"
#include "certifier/cli/vacuity_check.h"
#include "certifier/cli/worker.h"
#include "certifier/pipeline/race.h"
#include "formats/support/escape.h"

#include <errno.h>

enum strategy { STRATEGY_PORTFOLIO, STRATEGY_SKELETON, STRATEGY_RLIVE, STRATEGY_KLIVE };

struct settings {
  const char *certificates, *witness, *validator;
  struct asked_options asked;
  struct texts hints;
  double timeout; /* 0: none */
  bool proofs, no_minimize, json, statistics, verbose, race, alone;
  int generalization, strategy, validate;
  unsigned unroll, jobs, memory;
  struct engine_options engine;
  struct design_options design;
  struct terminal_options terminal;
};

static const struct option_use options[] = {TAKE_ASKED_OPTIONS(asked),
                                            TAKE(TIMEOUT, timeout),
                                            TAKE(CERTIFICATES, certificates),
                                            TAKE(PROOFS, proofs),
                                            TAKE(VALIDATE, validate),
                                            TAKE(VALIDATOR, validator),
                                            TAKE(NO_MINIMIZE, no_minimize),
                                            TAKE(WITNESS, witness),
                                            TAKE(JSON, json),
                                            TAKE(GENERALIZATION, generalization),
                                            TAKE(STRATEGY, strategy),
                                            TAKE_ENGINE_OPTIONS(engine),
                                            TAKE(UNROLL, unroll),
                                            TAKE(HINT, hints),
                                            TAKE(JOBS, jobs),
                                            TAKE(RACE, race),
                                            TAKE(ALONE, alone),
                                            TAKE(MEMORY, memory),
                                            TAKE_DESIGN_OPTIONS(design),
                                            TAKE(VERBOSE, verbose),
                                            TAKE_TERMINAL_OPTIONS(terminal),
                                            TAKE(STATISTICS, statistics),
                                            {0}};

static void set_defaults(void *settings) {
  struct settings *s = settings;
  s->generalization = check_defaults.ctl.generalization;
  s->unroll = check_defaults.ctl.fair.unroll;
  s->jobs = processors();
  asked_options_defaults(&s->asked);
}

static void make_options(const struct settings *s, const struct selection *selection,
                         struct check_options *out) {
  *out = check_defaults;
  out->observe_all = s->asked.state_inputs == 1;
  out->ctl.generalization = s->generalization;
  out->ctl.fair.unroll = s->unroll;
  static const enum engine of[] = {[STRATEGY_SKELETON] = ENGINE_SKELETON,
                                   [STRATEGY_RLIVE] = ENGINE_RLIVE,
                                   [STRATEGY_KLIVE] = ENGINE_KLIVE};
  if (s->strategy != STRATEGY_PORTFOLIO) {
    engines_add(&out->ctl.fair.engines, FAMILY_FAIR, of[s->strategy]);
    engines_add(&out->ctl.fair.engines, FAMILY_FAIR, ENGINE_LASSO);
  }
  out->ctl.hint_arena = &selection->hint_file.arena;
  out->ctl.hints = selection->hints.at;
  out->ctl.num_hints = selection->hints.size;
  out->ctl.verbose = s->verbose;
}

/* Everything about one run that its properties share. */
struct run {
  const struct settings *settings;
  const struct selection *selection;
  struct pipeline pipeline;
  struct report report;
  struct live live;
  const struct job *job; /* in the worker */
  struct tally tally;
  bool broken; /* a file could not be made, or standard output is closed */
};

/* What a property tells the parent of its process, besides its line: the verdict, and */
enum { FLAG_BROKEN = 4 };

/* In the worker. */
static void on_progress(void *context, const struct progress *progress) {
  job_progress(((const struct run *)context)->job, progress);
}

static char *name_of(void *context, size_t k) {
  return report_name(&((const struct run *)context)->selection->at[k]);
}

/* In the worker. */
static bool may_finish(void *context) { return job_claim(((const struct run *)context)->job); }

static unsigned racers(void *context, size_t k) {
  const struct run *run = context;
  return race_most(&run->pipeline.options, run->selection->at[k].property.kind);
}

static bool learns(void *context, size_t k) {
  const struct run *run = context;
  return pass_learns(&run->pipeline.options, run->settings->timeout, &run->selection->at[k]);
}

static struct products products_of(const struct run *run, const struct selected *p) {
  const struct settings *s = run->settings;
  return (struct products){.certificate =
                               s->certificates ? path_in(s->certificates, p->file, ".cert") : NULL,
                           .witness = s->witness ? path_in(s->witness, p->file, ".witness") : NULL};
}

static void products_free(struct products *products) {
  free((char *)products->certificate);
  free((char *)products->witness);
}

/* Parts of a formula that was decided, if that was asked for. */
static void examine(const struct run *run, const struct selected *p,
                    const struct check_options *whole, struct outcome *outcome,
                    struct vacuity_list *list) {
  struct pipeline pipeline = run->pipeline;
  pipeline.options = *whole;
  struct vacuity_request request = {.pipeline = &pipeline,
                                    .property = p,
                                    .verdict = outcome->verdict,
                                    .folder = run->settings->certificates,
                                    .stem = p->file,
                                    .seconds = run->settings->asked.vacuity_seconds};
  vacuity_check(&request, list);
  vacuity_blame(list, outcome);
}

/* In the worker. */
static void check_one(void *context, const struct job *job, struct job_report *report) {
  struct run *run = context;
  const struct selected *p = &run->selection->at[job->k];
  struct products products = products_of(run, p);
  struct outcome outcome;
  struct check_options whole = run->pipeline.options; /* of all racers */
  struct vacuity_list vacuity = {0};
  struct report words = run->report;
  run->job = job;
  if (job->racers > 1) run->pipeline.may_finish = may_finish;
  race_choose(&run->pipeline.options, p->property.kind, job->racer, job->racers);
  run->pipeline.pass = job->pass;
  pipeline_run(&run->pipeline, p, &products, &outcome);
  job_report_pass(report, &outcome);
  if (p->cover && outcome.verdict == VERDICT_FAILS && outcome.certificate)
    outcome.steps = cover_steps(&run->selection->model, p, products.certificate);
  if (run->settings->asked.vacuity && p->ctl && !p->cover && outcome.verdict != VERDICT_UNKNOWN) {
    examine(run, p, &whole, &outcome, &vacuity);
    words.vacuity = &vacuity;
  }
  FILE *aside = text_open(&report->aside, &report->aside_size);
  report_details(&run->report, "check", p, &outcome, aside);
  text_close(aside);
  report->flags = (unsigned)outcome.verdict | (outcome.broken ? FLAG_BROKEN : 0);
  report->serious = outcome.broken;
  FILE *line = text_open(&report->text, &report->size);
  report_outcome(&words, p, &products, &outcome, line);
  text_close(line);
  vacuity_list_free(&vacuity);
  outcome_free(&outcome);
  products_free(&products);
}

static bool print_line(struct run *run, const char *text, size_t size) {
  if (fwrite(text, 1, size, stdout) == size && fflush(stdout) == 0) return true;
  fputs("vouch check: cannot write to standard output\n", stderr);
  run->broken = true;
  return false;
}

/* Racers leave that to their parent. */
static void set_stale_aside(struct run *run, const struct selected *property) {
  struct products products = products_of(run, property);
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN};
  products_set_stale_aside(&products, &outcome);
  run->broken = run->broken || outcome.broken;
  products_free(&products);
}

static bool on_done(void *context, size_t k, const struct job_report *job) {
  struct run *run = context;
  live_count(&run->live, report_shade(&run->selection->at[k], (enum verdict)(job->flags & 3)));
  if ((job->flags & 3) == VERDICT_UNKNOWN) set_stale_aside(run, &run->selection->at[k]);
  tally_add_selected(&run->tally, &run->selection->at[k], (enum verdict)(job->flags & 3),
                     (enum requirement)run->settings->asked.require);
  if (job->flags & FLAG_BROKEN) run->broken = true;
  return print_line(run, job->text, job->size);
}

static void clean(void *context, size_t k, long pid) {
  const struct run *run = context;
  struct products products = products_of(run, &run->selection->at[k]);
  products_remove_parts(&products, pid);
  if (run->settings->asked.vacuity)
    vacuity_remove_parts(run->settings->certificates, run->selection->at[k].file, pid);
  products_free(&products);
}

static bool on_lost(void *context, size_t k, const char *why, bool memory) {
  struct run *run = context;
  const struct selected *p = &run->selection->at[k];
  struct products products = products_of(run, p);
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN, .steps = SIZE_MAX};
  live_count(&run->live, SHADE_OPEN);
  snprintf(outcome.note, sizeof outcome.note, "%s", why);
  products_set_stale_aside(&products, &outcome);
  char *text = NULL;
  size_t size;
  FILE *line = text_open(&text, &size);
  report_outcome(&run->report, p, &products, &outcome, line);
  text_close(line);
  tally_add_selected(&run->tally, p, VERDICT_UNKNOWN, REQUIRE_NOTHING);
  run->broken = run->broken || !memory || outcome.broken;
  bool go_on = print_line(run, text, size) && !interrupt_all_requested();
  free(text);
  products_free(&products);
  return go_on;
}

/* What all the lines about covers come to. */
static void print_covers(struct run *run) {
  char *text;
  size_t size;
  if (run->settings->json) return;
  FILE *file = text_open(&text, &size);
  tally_print_covers(&run->tally, file);
  text_close(file);
  if (size) print_line(run, text, size);
  free(text);
}

static int exit_status(const struct run *run) {
  if (run->broken) return EXIT_USAGE;
  if (run->tally.not_required) return EXIT_FAILS;
  return run->tally.unknown ? EXIT_UNDECIDED : EXIT_HOLDS;
}

static int check_all(const struct settings *s, const struct selection *selection,
                     const struct engine_setup *setup) {
  struct run run = {.settings = s, .selection = selection};
  run.pipeline = (struct pipeline){.selection = selection,
                                   .timeout = s->timeout,
                                   .keep_all = s->no_minimize,
                                   .proofs = s->proofs,
                                   .jobs = proofs_at_a_time(s->jobs, selection->size),
                                   .validate = (enum validate_policy)s->validate,
                                   .validator = s->validator,
                                   .context = &run};
  make_options(s, selection, &run.pipeline.options);
  engine_setup_use(setup, &run.pipeline.options);
  report_init(&run.report, s->json, s->verbose, &s->terminal);
  run.report.statistics = s->statistics;
  terminal_options_live(&s->terminal, s->verbose, selection->size, &run.live);
  if (run.live.on) run.pipeline.progress = on_progress;
  catch_signals();
  struct jobs jobs = {.count = selection->size,
                      .width = s->jobs,
                      .memory = s->memory,
                      .context = &run,
                      .run = check_one,
                      .done = on_done,
                      .lost = on_lost,
                      .racers = s->race ? racers : NULL,
                      .learns = s->alone ? NULL : learns,
                      .most_lessons = setup->tuning.lessons_most,
                      .clean = clean,
                      .live = &run.live,
                      .what = name_of};
  if (!jobs_run(&jobs)) {
    fprintf(stderr, "vouch check: cannot start a process: %s\n", strerror(errno));
    run.broken = true;
  }
  live_free(&run.live);
  print_covers(&run);
  return exit_status(&run);
}

/* Options that would be without effect are refused. */
static bool is_consistent(const struct settings *s) {
  bool always = s->validate == VALIDATE_ALWAYS;
  if ((s->proofs || always) && !s->certificates && !(always && s->witness))
    fprintf(stderr, "vouch check: --%s needs --certificates DIR\n",
            s->proofs ? "proofs" : "validate");
  else if (s->hints.size && !s->asked.files.size && !s->asked.formulas.size)
    fputs("vouch check: --hint is for CTL properties: give --ctl or --formula\n", stderr);
  else
    return true;
  return false;
}

static bool prepare_folders(const struct settings *s) {
  return (!s->certificates || prepare_directory("check", s->certificates)) &&
         (!s->witness || prepare_directory("check", s->witness));
}

static int check_selection(const struct settings *s, const struct selection_request *request,
                           const char *model, const struct engine_setup *setup) {
  struct selection selection;
  struct fault fault;
  int status = EXIT_USAGE;
  if (!selection_read(request, &selection, &fault)) {
    fault_print(&fault, "vouch check", stderr);
    return status;
  }
  if (selection.size == 0)
    escape_line(stderr, "vouch check: %s has no %s", model,
                request->origin ? "assertions and no cover statements, and no formula is given"
                                : "properties");
  else if (prepare_folders(s))
    status = check_all(s, &selection, setup);
  selection_free(&selection);
  return status;
}

static int run_check(void *settings, char **arguments, size_t num_arguments) {
  struct settings *s = settings;
  struct subject subject;
  struct fault fault;
  struct engine_setup setup;
  struct selection_request request = asked_options_request(&s->asked);
  request.hints = &s->hints;
  if (!is_consistent(s)) return EXIT_USAGE;
  if (!asked_options_check(&s->asked, &fault) || !engine_options_read(&s->engine, &setup, &fault)) {
    fault_print(&fault, "vouch check", stderr);
    return EXIT_USAGE;
  }
  if (subject_is_design(arguments) && !prepare_folders(s)) return EXIT_USAGE;
  catch_signals();
  int status = EXIT_USAGE;
  struct subject_folder keep = {.path = s->certificates};
  if (subject_take("check", &s->design, arguments, num_arguments, s->timeout, s->memory, &keep,
                   &request, &subject, &fault))
    status = check_selection(s, &request, arguments[0], &setup);
  else
    fault_print(&fault, "vouch check", stderr);
  subject_free(&subject);
  return status;
}

const struct command command_check = {
    .name = "check",
    .arguments = "MODEL|DESIGN.v...",
    .least_arguments = 1,
    .most_arguments = SIZE_MAX,
    .endings = MODEL_ENDINGS " v sv",
    .summary = "decide properties and certify the verdicts",
    .description =
        "Decides properties of MODEL, an AIGER 1.9 circuit in ASCII or binary form, perhaps packed "
        "with gzip (- is standard input; certificates are about the unpacked bytes): those of "
        "property files and of the command line (CTL), those of the model that --property names, "
        "or else all bad and justice properties of the model (a model with neither: each output "
        "is a bad property).\n\n"
        "Verilog files (.v, .sv) are translated by yosys first, which has to be installed: their "
        "assertions are the bad properties, and cover statements are asked as COVER is. This "
        "translation is trusted, not certified: "
        "certificates are about the AIGER model TOP.aig, which is kept beside them with the script "
        "(TOP.ys) and yosys' messages (TOP.log).\n\n"
        "Prints one line per property: holds, fails or unknown. Exits with 0 when every verdict "
        "is as required (--require: the expected one where the property file announces one, "
        "otherwise holds), 1 when some verdict is not, 3 when none is wrong but some property is "
        "undecided, and 2 on a usage or input error or when a certificate could not be made.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .set_defaults = set_defaults,
    .run = run_check};
