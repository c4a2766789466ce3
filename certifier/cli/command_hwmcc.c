/* vouch hwmcc MODEL CERT.sat CERT.unsat: the calling convention of the hardware model checking
 * competition. */
#include "certifier/cli/commands.h"
#include "certifier/cli/program.h"
#include "certifier/cli/stand_in.h"
#include "certifier/cli/worker.h"
#include "certifier/pipeline/race.h"
#include "formats/support/escape.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

struct settings {
  struct stand_in_settings common;
  unsigned jobs;
};

static const struct option_use options[] = {
    TAKE_AS(TIMEOUT, common.timeout, "Give up after S seconds of wall-clock time"),
    TAKE(VALIDATE, common.validate),
    TAKE_AS(
        JOBS, jobs,
        "Let the engines race in N processes (default: as many as there are processors), as vouch "
        "check --race does; 1: no race, and the same files in every run"),
    TAKE_AS(MEMORY, common.memory, "Megabytes that each process may use; then it gives up"),
    TAKE_ENGINE_OPTIONS(common.engine),
    {0}};

static void set_defaults(void *settings) { ((struct settings *)settings)->jobs = processors(); }

struct run {
  struct stand_in solver;
  struct products products;
  const struct job *job; /* in the worker */
  int status;
};

/* Not every justice property that holds has a witness circuit: then the certificate is ours. */
static void choose_products(struct run *run, const struct selected *property, char **arguments) {
  run->products.witness = arguments[1];
  run->products.circuit = arguments[2];
  if (property->property.kind != PROPERTY_JUSTICE) return;
  run->products.certificate = arguments[2];
  run->products.only_if_holds = true;
  run->products.either = true;
}

/* Justice properties beside others, and behind the first one. */
static void say_what_is_left(const struct selection *selection) {
  if (selection->size < 2) return;
  escape_line(stderr, "vouch hwmcc: %s: about %s; justice properties that are not decided: %zu",
              selection->model_source.path, selection->at[0].text, selection->size - 1);
}

static void say_how_it_ended(const struct outcome *outcome, FILE *file) {
  if (outcome->broken)
    escape_line(file, "vouch hwmcc: %s", outcome->fault.text);
  else if (outcome->verdict == VERDICT_UNKNOWN)
    escape_line(file, "vouch hwmcc: unknown (%s)", outcome->note);
  else if (outcome->validated)
    fputs("vouch hwmcc: accepted by vouch-validate\n", file);
  if (outcome->certificate)
    escape_line(file,
                "vouch hwmcc: the file is a certificate for vouch-validate, no witness circuit for "
                "Certifaiger: %s",
                outcome->note);
}

/* In the worker. */
static bool may_finish(void *context) { return job_claim(((const struct run *)context)->job); }

static unsigned racers(void *context, size_t k) {
  const struct run *run = context;
  return race_most(&run->solver.pipeline.options, run->solver.selection.at[k].property.kind);
}

/* In the worker: the text is the word, the flags are the exit status. */
static void decide(void *context, const struct job *job, struct job_report *report) {
  struct run *run = context;
  struct pipeline *pipeline = &run->solver.pipeline;
  const struct selected *property = &run->solver.selection.at[job->k];
  struct outcome outcome;
  run->job = job;
  pipeline->context = run;
  if (job->racers > 1) pipeline->may_finish = may_finish;
  race_choose(&pipeline->options, property->property.kind, job->racer, job->racers);
  pipeline_run(pipeline, property, &run->products, &outcome);
  bool known = outcome.verdict != VERDICT_UNKNOWN;
  FILE *aside = text_open(&report->aside, &report->aside_size);
  say_how_it_ended(&outcome, aside);
  text_close(aside);
  report->serious = outcome.broken;
  report->flags = (unsigned)(outcome.broken ? EXIT_USAGE : known ? 0 : EXIT_UNDECIDED);
  if (known && !outcome.broken)
    report->text = memory_string(outcome.verdict == VERDICT_FAILS ? "sat\n" : "unsat\n");
  report->size = report->text ? strlen(report->text) : 0;
  outcome_free(&outcome);
}

static bool on_done(void *context, size_t k, const struct job_report *job) {
  struct run *run = context;
  struct outcome unknown = {.verdict = VERDICT_UNKNOWN};
  (void)k;
  if (job->flags) products_set_stale_aside(&run->products, &unknown);
  run->status = (int)job->flags;
  if (fwrite(job->text, 1, job->size, stdout) == job->size && fflush(stdout) == 0) return true;
  fputs("vouch hwmcc: cannot write to standard output\n", stderr);
  run->status = EXIT_USAGE;
  return true;
}

static void clean(void *context, size_t k, long pid) {
  (void)k;
  products_remove_parts(&((struct run *)context)->products, pid);
}

static bool on_lost(void *context, size_t k, const char *why, bool memory) {
  struct run *run = context;
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN};
  (void)k;
  products_set_stale_aside(&run->products, &outcome);
  fprintf(stderr, "vouch hwmcc: unknown (%s)\n", why);
  run->status = memory ? EXIT_UNDECIDED : EXIT_USAGE;
  return false;
}

static bool is_same(const char *a, const char *b) {
  struct stat about[2];
  if (strcmp(a, b) == 0) return true;
  return stat(a, &about[0]) == 0 && stat(b, &about[1]) == 0 && about[0].st_dev == about[1].st_dev &&
         about[0].st_ino == about[1].st_ino;
}

/* Of the two files the one that is not made is removed: it must not be the other one, or the model.
 */
static bool are_different(char **arguments) {
  for (size_t k = 0; k < 3; k++) {
    const char *a = arguments[k], *b = arguments[(k + 1) % 3];
    if (!is_same(a, b)) continue;
    escape_line(stderr, "vouch hwmcc: %s and %s are one file", a, b);
    return false;
  }
  return true;
}

static int run_hwmcc(void *settings, char **arguments, size_t num_arguments) {
  (void)num_arguments;
  const struct settings *s = settings;
  struct run run = {.status = EXIT_USAGE};
  if (!are_different(arguments)) return EXIT_USAGE;
  if (!stand_in_open(&run.solver, &s->common, "vouch hwmcc", arguments[0], true)) return EXIT_USAGE;
  struct jobs jobs = {.count = 1,
                      .width = s->jobs,
                      .racers = racers,
                      .memory = s->common.memory,
                      .context = &run,
                      .run = decide,
                      .done = on_done,
                      .lost = on_lost,
                      .clean = clean};
  catch_signals();
  say_what_is_left(&run.solver.selection);
  choose_products(&run, &run.solver.selection.at[0], arguments);
  if (!jobs_run(&jobs))
    fprintf(stderr, "vouch hwmcc: cannot start a process: %s\n", strerror(errno));
  stand_in_close(&run.solver);
  return run.status;
}

const struct command command_hwmcc = {
    .name = "hwmcc",
    .arguments = "MODEL CERT.sat CERT.unsat",
    .least_arguments = 3,
    .most_arguments = 3,
    .endings = MODEL_ENDINGS,
    .summary = "decide a model as the competition expects",
    .description =
        "Decides whether one of the bad literals of the model can be reached (without any: one of "
        "its outputs, as in AIGER 1.0; with justice properties alone: the first of them). Prints "
        "sat when that is so and writes an AIGER witness to CERT.sat; prints unsat when it is not "
        "and writes a Certifaiger witness circuit to CERT.unsat, in ASCII if its name ends in .aag "
        "(for some justice properties: a vouch certificate, and standard error says so). Prints "
        "nothing when it cannot decide (exit status 3; the reason goes to standard error). "
        "The word is printed after the file is complete; otherwise nothing is left behind.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .set_defaults = set_defaults,
    .run = run_hwmcc,
};
