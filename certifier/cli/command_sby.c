/* vouch sby MODEL: speaks what SymbiYosys expects of the solver in its "aiger suprove" slot. */
#include "certifier/cli/commands.h"
#include "certifier/cli/program.h"
#include "certifier/cli/stand_in.h"
#include "certifier/cli/worker.h"
#include "formats/support/escape.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

struct settings {
  struct stand_in_settings common;
  const char *certificates;
  bool proofs;
};

static const struct option_use options[] = {
    TAKE_AS(TIMEOUT, common.timeout, "Give up after S seconds of wall-clock time per property"),
    TAKE(CERTIFICATES, certificates),
    TAKE(PROOFS, proofs),
    TAKE_AS(VALIDATE, common.validate,
            "Whether vouch-validate, in a process of its own, has to accept a certificate of each "
            "verdict first: always, never, or auto (the default), which is never where no "
            "certificate is kept, and otherwise for those without proofs of more than 100 kB"),
    TAKE(MEMORY, common.memory),
    TAKE_ENGINE_OPTIONS(common.engine),
    {0}};

struct run {
  struct stand_in solver;
  const char *certificates; /* NULL: they are not kept */
  char folder[64];          /* for certificates that are validated and thrown away; "": none */
  bool undecided, failed, written, broken;
};

static struct products products_of(const struct run *run, const struct selected *property) {
  const char *folder = run->certificates ? run->certificates : run->folder;
  return (struct products){.certificate =
                               folder[0] ? path_in(folder, property->file, ".cert") : NULL};
}

/* A certificate that is not kept is of no use once it was accepted. */
static void discard(const struct run *run, struct products *products) {
  if (products->certificate && !run->certificates) unlink(products->certificate);
  free((char *)products->certificate);
}

/* In the worker: the text is the witness of a property that fails, the flags are the verdict. */
static void decide(void *context, const struct job *job, struct job_report *report) {
  const struct run *run = context;
  const struct selected *property = &run->solver.selection.at[job->k];
  struct products products = products_of(run, property);
  struct outcome outcome;
  products.stream = text_open(&report->text, &report->size);
  pipeline_run(&run->solver.pipeline, property, &products, &outcome);
  text_close(products.stream);
  FILE *aside = text_open(&report->aside, &report->aside_size);
  if (outcome.broken) escape_line(aside, "vouch sby: %s", outcome.fault.text);
  if (outcome.validated)
    escape_line(aside, "vouch sby: %s: accepted by vouch-validate", property->text);
  if (outcome.open_loop)
    escape_line(aside,
                "vouch sby: %s: the loop closes on the latches that the property depends on; on "
                "all of them it would be too long",
                property->text);
  text_close(aside);
  if (outcome.verdict != VERDICT_FAILS) report->size = 0;
  report->flags = (unsigned)outcome.verdict;
  report->stop = outcome.verdict == VERDICT_FAILS;
  discard(run, &products);
  outcome_free(&outcome);
}

static bool on_done(void *context, size_t k, const struct job_report *job) {
  struct run *run = context;
  (void)k;
  run->failed = job->flags == VERDICT_FAILS;
  run->undecided = run->undecided || job->flags == VERDICT_UNKNOWN;
  return fwrite(job->text, 1, job->size, stdout) == job->size;
}

static void clean(void *context, size_t k, long pid) {
  struct run *run = context;
  struct products products = products_of(run, &run->solver.selection.at[k]);
  products_remove_parts(&products, pid);
  discard(run, &products);
}

static bool on_lost(void *context, size_t k, const char *why, bool memory) {
  struct run *run = context;
  const struct selected *property = &run->solver.selection.at[k];
  struct products products = products_of(run, property);
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN};
  if (run->certificates) products_set_stale_aside(&products, &outcome);
  discard(run, &products);
  escape_line(stderr, "vouch sby: %s: unknown (%s)", property->text, why);
  run->undecided = true;
  run->broken = run->broken || !memory;
  return !interrupt_all_requested();
}

static bool make_folder(struct run *run) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent || strlen(parent) > 32) parent = "/tmp";
  snprintf(run->folder, sizeof run->folder, "%s/vouch-sby-XXXXXX", parent);
  if (mkdtemp(run->folder)) return true;
  escape_line(stderr, "vouch sby: cannot make a directory in %s: %s", parent, strerror(errno));
  run->folder[0] = 0;
  return false;
}

/* The first failing property is reported; "0" means that all hold. */
static int decide_all(struct run *run, const struct settings *s) {
  struct jobs jobs = {.count = run->solver.selection.size,
                      .width = 1,
                      .memory = s->common.memory,
                      .context = run,
                      .run = decide,
                      .done = on_done,
                      .lost = on_lost,
                      .clean = clean};
  bool thrown_away = s->common.validate == VALIDATE_ALWAYS && !s->certificates;
  if (thrown_away && !make_folder(run)) return EXIT_USAGE;
  bool ok = jobs_run(&jobs);
  if (!ok) fprintf(stderr, "vouch sby: cannot start a process: %s\n", strerror(errno));
  if (run->folder[0]) rmdir(run->folder);
  if (!ok) return EXIT_USAGE;
  if (!run->failed) puts(run->undecided ? "2" : "0");
  if (fflush(stdout) == 0 && !ferror(stdout)) return run->broken ? EXIT_USAGE : 0;
  fputs("vouch sby: cannot write to standard output\n", stderr);
  return EXIT_USAGE;
}

static int run_sby(void *settings, char **arguments, size_t num_arguments) {
  const struct settings *s = settings;
  catch_signals();
  if (num_arguments == 2 && arguments[0][0] != '+') {
    escape_line(stderr, "vouch sby: unexpected argument '%s': one model is decided", arguments[0]);
    return EXIT_USAGE;
  }
  if (s->proofs && !s->certificates) {
    fputs("vouch sby: --proofs needs --certificates DIR\n", stderr);
    return EXIT_USAGE;
  }
  struct run run = {.certificates = s->certificates};
  if (!stand_in_open(&run.solver, &s->common, "vouch sby", arguments[num_arguments - 1], false))
    return EXIT_USAGE;
  run.solver.pipeline.proofs = s->proofs;
  bool ready = !s->certificates || prepare_directory("sby", s->certificates);
  int status = ready ? decide_all(&run, s) : EXIT_USAGE;
  stand_in_close(&run.solver);
  return status;
}

const struct command command_sby = {
    .name = "sby",
    .arguments = "[+MODE] MODEL",
    .least_arguments = 1,
    .most_arguments = 2,
    .endings = MODEL_ENDINGS,
    .summary = "stand in for SymbiYosys' suprove engine",
    .description =
        "Prints 0 when all properties hold, 2 when some are undecided, or 1 and the "
        "AIGER witness of the first failing one. Exit status 0 in all three cases; a model "
        "without properties is an error (2). "
        "Give SymbiYosys a wrapper of one line (exec vouch sby \"$@\") with its option "
        "--suprove; options can stand in the wrapper or behind 'aiger suprove' in the .sby file. "
        "A first argument like +simple_liveness, "
        "which SymbiYosys passes in live mode, is accepted: justice properties are "
        "decided in any case. SymbiYosys drops empty lines: a model without latches has the "
        "latches 0, and of one without inputs there is no trace.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run_sby,
};
