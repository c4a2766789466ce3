/* vouch signoff MODEL [--ctl FILE] --key PATH.key -o DIR: check, certify with proofs, validate,
 * state, sign. The folder is all that somebody needs who wants to check it again. */
#include "certifier/cli/asked_options.h"
#include "certifier/cli/commands.h"
#include "certifier/cli/coverage.h"
#include "certifier/cli/design_options.h"
#include "certifier/cli/engine_options.h"
#include "certifier/cli/program.h"
#include "certifier/cli/report.h"
#include "certifier/cli/requirement.h"
#include "certifier/cli/vacuity_claim.h"
#include "certifier/cli/worker.h"
#include "certifier/pipeline/pipeline.h"
#include "certifier/pipeline/race.h"
#include "certifier/signoff/signing.h"
#include "formats/support/escape.h"
#include "formats/support/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct settings {
  const char *key, *password_fd, *folder, *who, *validator;
  struct asked_options asked;
  struct engine_options engine;
  struct design_options design;
  double timeout;
  bool race, alone;
  unsigned jobs, memory;
  struct terminal_options terminal;
};

static const struct option_use options[] = {
    TAKE(CTL, asked.files),
    TAKE_AS(FORMULA, asked.formulas,
            "Sign off the CTL, LTL or CTL* formula F, fairness and assumptions included"),
    TAKE(PROPERTY, asked.properties),
    TAKE(ALL, asked.all),
    TAKE(REQUIRE, asked.require),
    TAKE_VACUITY_OPTIONS(asked),
    TAKE(KEY, key),
    TAKE_AS(PASSWORD_FD, password_fd,
            "Read the key's password from file descriptor N instead of the terminal"),
    TAKE(OUTPUT, folder),
    TAKE(WHO, who),
    TAKE_AS(TIMEOUT, timeout, "Seconds per property"),
    TAKE_AS(STATE_INPUTS, asked.state_inputs,
            "Which inputs are part of the state for CTL, as for vouch check"),
    TAKE_AS(DIALECT, asked.dialect, "The property language, as for vouch check"),
    TAKE(JOBS, jobs),
    TAKE(RACE, race),
    TAKE(ALONE, alone),
    TAKE(MEMORY, memory),
    TAKE(VALIDATOR, validator),
    TAKE_DESIGN_OPTIONS(design),
    TAKE_ENGINE_OPTIONS(engine),
    TAKE_TERMINAL_OPTIONS(terminal),
    {0}};

static void set_defaults(void *settings) {
  struct settings *s = settings;
  s->jobs = processors();
  asked_options_defaults(&s->asked);
}

struct signoff {
  const struct settings *settings;
  struct engine_setup setup;
  struct subject subject;
  struct selection selection;
  struct pipeline pipeline;
  const struct job *job; /* in the worker */
  struct statement statement;
  struct minisign_secret key;
  char *model; /* path of the copy in the folder */
  struct tally tally;
  struct live live;
  bool colour;
  bool broken; /* something else than time or memory went wrong */
};

/* --- files of the folder ---------------------------------------------------------------------- */

static void note_file(struct signoff *so, enum statement_role role, const char *name,
                      const char *given, const char *digest) {
  struct statement_file *file = statement_add_file(&so->statement);
  file->role = role;
  file->in_folder = true;
  file->name = memory_string(name);
  file->given = given ? memory_string(base_name(given)) : NULL;
  memcpy(file->digest, digest, DIGEST_TEXT_BYTES);
}

/* Writes bytes that we have into the folder, and notes their digest. */
static bool put_file(struct signoff *so, enum statement_role role, const char *name,
                     const char *given, const void *bytes, size_t size, struct fault *fault) {
  char *path = path_in(so->settings->folder, name, "");
  char digest[DIGEST_TEXT_BYTES];
  struct output out;
  bool ok = output_open(&out, path, fault);
  if (ok) {
    fwrite(bytes, 1, size, out.file);
    ok = output_commit(&out, true, fault);
  }
  digest_bytes(bytes, size, digest);
  if (ok) note_file(so, role, name, given, digest);
  free(path);
  return ok;
}

/* What is checked, validated and handed over are copies of the bytes that were read. Their names do
 * not depend on what the originals are called. */
static bool put_sources(struct signoff *so, struct fault *fault) {
  struct selection *s = &so->selection;
  struct source *model = &s->model_source;
  bool ascii = model->size > 1 && model->bytes[1] == 'a';
  const char *name = ascii ? "model.aag" : "model.aig";
  if (!put_file(so, STATEMENT_MODEL, name, model->path, model->bytes, model->size, fault))
    return false;
  for (size_t k = 0; k < s->num_files; k++) {
    const struct source *file = &s->files[k].source;
    char properties[64];
    snprintf(properties, sizeof properties, "properties-%zu.ctl", k);
    if (!put_file(so, STATEMENT_PROPERTIES, k ? properties : "properties.ctl", file->path,
                  file->bytes, file->size, fault))
      return false;
  }
  const struct design *design = so->subject.design;
  if (design && !put_file(so, STATEMENT_SCRIPT, "design.ys", NULL, design->script,
                          strlen(design->script), fault))
    return false;
  so->model = path_in(so->settings->folder, name, "");
  model->path = so->model;
  model->file = so->model;
  return true;
}

static const char readme[] =
    "This folder signs off %s: %s; %s says which.\n"
    "1. The signature, with a public key that you did not get from here (signer.pub is a copy):\n"
    "       minisign -Vm %s -p signer.pub\n"
    "2. The model and the properties are the ones you mean: compare them with yours, and their\n"
    "   digests with those under \"subject\" in %s:\n"
    "       sha256sum %s *.cert\n"
    "3. Every certificate: verdict and property as %s has them for this file, none missing:\n"
    "       for c in *.cert; do echo \"$c\"; vouch-validate %s \"$c\" || echo REFUSE; done\n"
    "All at once, with your own key and model: vouch verify . --pub YOUR.pub --model YOUR-MODEL\n";

/* What nobody has shown. */
static void print_origin(const struct statement_design *design, FILE *file) {
  fputs("The model was made from Verilog by ", file);
  escape_text(file, design->translator);
  fputs(".\ndesign.ys and \"design\" in " STATEMENT_FILE
        " say how and from what. That it means what\n"
        "the Verilog means is trusted, not proved by anything here. Where the sources are,\n"
        "yosys -s design.ys makes it again, to compare.\n",
        file);
}

/* "1 hold, 0 FAIL, COVERED 1 of 9 properties of ..", as the last line says it. */
static void print_counts(const struct signoff *so, FILE *file) {
  tally_print(&so->tally, file);
  coverage_print_short(&so->statement, file);
}

static bool put_readme(struct signoff *so, struct fault *fault) {
  const char *model = so->statement.files[0].name;
  char *text = NULL, *counts = NULL;
  size_t size;
  FILE *file = text_open(&counts, &size);
  print_counts(so, file);
  text_close(file);
  file = text_open(&text, &size);
  fprintf(file, readme, model, counts, STATEMENT_FILE, STATEMENT_FILE, STATEMENT_FILE, model,
          STATEMENT_FILE, model);
  if (so->statement.design) print_origin(so->statement.design, file);
  text_close(file);
  free(counts);
  bool ok = put_file(so, STATEMENT_README, "README", NULL, text, size, fault);
  free(text);
  return ok;
}

static bool put_key(struct signoff *so, struct fault *fault) {
  struct minisign_public public = minisign_public_of(&so->key);
  char *path = path_in(so->settings->folder, "signer.pub", "");
  char digest[DIGEST_TEXT_BYTES];
  bool ok = minisign_write_public(path, &public, fault) && digest_file(path, digest, fault);
  if (ok) note_file(so, STATEMENT_KEY, "signer.pub", NULL, digest);
  free(path);
  return ok;
}

/* An old statement would be about certificates that are now replaced. */
static bool prepare_folder(const char *folder, struct fault *fault) {
  static const char *const old[] = {STATEMENT_SIGNATURE, STATEMENT_FILE};
  bool ok = true;
  for (size_t k = 0; ok && k < 2; k++) {
    char *path = path_in(folder, old[k], "");
    if (unlink(path) != 0 && errno != ENOENT)
      ok = fault_set(fault, "%s: cannot remove the old one: %s", path, strerror(errno));
    free(path);
  }
  return ok;
}

/* --- one property ----------------------------------------------------------------------------- */

static const char *expectation_word(int expected) {
  return expected == EXPECT_NOTHING ? NULL : expected == EXPECT_HOLDS ? "holds" : "fails";
}

/* What the validator accepted, in the words of the statement. */
static char *describe(const struct selected *p, const struct outcome *outcome,
                      const struct vacuity_list *vacuity) {
  const struct validation_result *v = &outcome->validation;
  const char *expected = expectation_word(p->expected);
  char *certificate = path_in(".", p->file, ".cert");
  struct statement_result result = {
      .property = p->text,
      .written = p->written ? memory_string(p->written) : NULL,
      .name = p->name ? memory_string(p->name) : NULL,
      .verdict = memory_string(outcome->verdict == VERDICT_HOLDS ? "holds" : "fails"),
      .expected = expected ? memory_string(expected) : NULL,
      .certificate = certificate + 2, /* behind "./" */
      .validator = v->version,
      .proof = v->obligations.proof,
      .propagation = v->obligations.propagation,
      .solver = v->obligations.solver,
      .evaluations = v->obligations.evaluations,
      .parts = vacuity ? vacuity_state(vacuity) : NULL};
  memcpy(result.digest, v->certificate_sha256, DIGEST_TEXT_BYTES);
  char *text = statement_result_print(&result);
  free(result.written);
  free(result.name);
  free(result.verdict);
  free(result.expected);
  free(certificate);
  statement_parts_free(result.parts);
  return text;
}

enum { FLAG_BROKEN = 4 };

/* In the worker. */
static bool may_finish(void *context) { return job_claim(((const struct signoff *)context)->job); }

static void on_progress(void *context, const struct progress *progress) {
  job_progress(((const struct signoff *)context)->job, progress);
}

static char *name_of(void *context, size_t k) {
  return report_name(&((const struct signoff *)context)->selection.at[k]);
}

static bool learns(void *context, size_t k) {
  const struct signoff *so = context;
  return pass_learns(&so->pipeline.options, so->settings->timeout, &so->selection.at[k]);
}

static unsigned racers(void *context, size_t k) {
  const struct signoff *so = context;
  return race_most(&so->pipeline.options, so->selection.at[k].property.kind);
}

/* Parts of a formula that was decided, if that was asked for. */
static bool examine(const struct signoff *so, const struct selected *p,
                    const struct check_options *whole, struct outcome *outcome,
                    struct vacuity_list *list) {
  struct pipeline pipeline = so->pipeline;
  pipeline.options = *whole;
  struct vacuity_request request = {.pipeline = &pipeline,
                                    .property = p,
                                    .verdict = outcome->verdict,
                                    .folder = so->settings->folder,
                                    .stem = p->file,
                                    .seconds = so->settings->asked.vacuity_seconds};
  if (!so->settings->asked.vacuity || !p->ctl || p->cover || outcome->broken ||
      outcome->verdict == VERDICT_UNKNOWN)
    return false;
  vacuity_check(&request, list);
  vacuity_blame(list, outcome);
  return true;
}

/* In the worker: the text is the result for the statement, or why there is none. */
static void settle(void *context, const struct job *job, struct job_report *report) {
  struct signoff *so = context;
  const struct selected *p = &so->selection.at[job->k];
  char *path = path_in(so->settings->folder, p->file, ".cert");
  struct products products = {.certificate = path};
  struct check_options whole = so->pipeline.options; /* of all racers */
  struct vacuity_list vacuity = {0};
  struct outcome outcome;
  so->job = job;
  so->pipeline.context = so;
  if (so->live.on) so->pipeline.progress = on_progress;
  if (job->racers > 1) so->pipeline.may_finish = may_finish;
  race_choose(&so->pipeline.options, p->property.kind, job->racer, job->racers);
  so->pipeline.pass = job->pass;
  pipeline_run(&so->pipeline, p, &products, &outcome);
  job_report_pass(report, &outcome);
  bool parts = examine(so, p, &whole, &outcome, &vacuity);
  report->serious = outcome.broken;
  report->flags = (unsigned)outcome.verdict | (outcome.broken ? FLAG_BROKEN : 0);
  if (outcome.verdict == VERDICT_UNKNOWN || outcome.broken)
    report->text = memory_string(outcome.broken ? outcome.fault.text : outcome.note);
  else
    report->text = describe(p, &outcome, parts ? &vacuity : NULL);
  report->size = strlen(report->text);
  vacuity_list_free(&vacuity);
  outcome_free(&outcome);
  free(path);
}

static void print_settled(const struct signoff *so, const struct selected *p, enum verdict verdict,
                          const struct statement_result *result) {
  report_word(verdict == VERDICT_HOLDS ? "holds" : "fails", report_shade(p, verdict), so->colour,
              stdout);
  report_property(p, stdout);
  fputs("  certified and accepted", stdout);
  if (p->expected != EXPECT_NOTHING)
    fputs(is_as_expected(verdict, p->expected) ? "  (as expected)" : "  (NOT AS EXPECTED)", stdout);
  putchar('\n');
  if (result->parts) vacuity_claim_print(result->parts, result->verdict, stdout);
  fflush(stdout);
}

/* All certificates of a result, in the order in which it names them. */
static void note_certificates(struct signoff *so, const struct statement_result *r) {
  note_file(so, STATEMENT_CERTIFICATE, r->certificate, NULL, r->digest);
  for (size_t k = 0; r->parts && k < r->parts->size; k++)
    for (size_t j = 0; j < r->parts->at[k].num_trials; j++) {
      const struct statement_result *trial = &r->parts->at[k].trials[j].result;
      note_file(so, STATEMENT_PART, trial->certificate, NULL, trial->digest);
    }
}

static void print_unknown(const struct signoff *so, const struct selected *p, const char *why) {
  report_word("unknown", SHADE_OPEN, so->colour, stdout);
  report_property(p, stdout);
  escape_line(stdout, "  (%s)", why);
}

static void set_stale_aside(const struct signoff *so, const struct selected *p) {
  char *path = path_in(so->settings->folder, p->file, ".cert");
  struct products products = {.certificate = path};
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN};
  products_set_stale_aside(&products, &outcome);
  free(path);
}

static bool on_done(void *context, size_t k, const struct job_report *job) {
  struct signoff *so = context;
  const struct selected *p = &so->selection.at[k];
  enum verdict verdict = (enum verdict)(job->flags & 3);
  struct fault fault;
  if (job->flags & FLAG_BROKEN) verdict = VERDICT_UNKNOWN;
  live_count(&so->live, report_shade(p, verdict));
  if (verdict == VERDICT_UNKNOWN) {
    set_stale_aside(so, p);
    print_unknown(so, p, job->text);
    so->broken = so->broken || (job->flags & FLAG_BROKEN);
  } else {
    struct statement_result *result = statement_add_result(&so->statement);
    if (!statement_result_parse(result, job->text, job->size, &fault)) {
      fault_print(&fault, "vouch signoff", stderr);
      so->broken = true;
      return false;
    }
    note_certificates(so, result);
    print_settled(so, p, verdict, result);
  }
  tally_add(&so->tally, verdict, p->expected, (enum requirement)so->settings->asked.require);
  return true;
}

static void clean(void *context, size_t k, long pid) {
  const struct signoff *so = context;
  char *path = path_in(so->settings->folder, so->selection.at[k].file, ".cert");
  struct products products = {.certificate = path};
  products_remove_parts(&products, pid);
  if (so->settings->asked.vacuity)
    vacuity_remove_parts(so->settings->folder, so->selection.at[k].file, pid);
  free(path);
}

static bool on_lost(void *context, size_t k, const char *why, bool memory) {
  struct signoff *so = context;
  const struct selected *p = &so->selection.at[k];
  set_stale_aside(so, p);
  print_unknown(so, p, why);
  live_count(&so->live, SHADE_OPEN);
  tally_add(&so->tally, VERDICT_UNKNOWN, p->expected, REQUIRE_NOTHING);
  so->broken = so->broken || !memory;
  return !interrupt_all_requested();
}

/* --- the statement ---------------------------------------------------------------------------- */

static char *now(void) {
  time_t seconds = time(NULL);
  struct tm utc;
  char text[32];
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
  return memory_string(text);
}

static void begin_statement(struct signoff *so) {
  struct statement *st = &so->statement;
  const struct settings *s = so->settings;
  char key[MINISIGN_ID_TEXT_BYTES];
  minisign_id_text(so->key.id, key);
  st->format = 2;
  st->version = memory_string(VOUCH_VERSION);
  st->state_inputs = memory_string(option_table[OPT_STATE_INPUTS].choices[s->asked.state_inputs]);
  st->who = s->who ? memory_string(s->who) : NULL;
  st->key = memory_string(key);
}

/* From what the model was made. */
static void state_design(struct signoff *so) {
  const struct design *design = so->subject.design;
  if (!design) return;
  struct statement_design *d = memory_zeroed(1, sizeof *d);
  d->top = memory_string(so->settings->design.top);
  d->translator = memory_string(design->version);
  for (size_t k = 0; k < design->num_sources; k++) {
    struct statement_source *source = statement_add_source(d);
    source->name = memory_string(design->sources[k].path);
    memcpy(source->digest, design->sources[k].digest, DIGEST_TEXT_BYTES);
  }
  so->statement.design = d;
}

static bool sign_statement(struct signoff *so, struct fault *fault) {
  so->statement.time = now();
  char *path = path_in(so->settings->folder, STATEMENT_FILE, "");
  char *text = statement_print(&so->statement);
  struct output out;
  bool ok = output_open(&out, path, fault);
  if (ok) {
    fprintf(out.file, "%s\n", text);
    ok = output_commit(&out, true, fault) && signing_sign(&so->key, path, NULL, fault);
    if (!ok) unlink(path); /* an unsigned statement is worth nothing and must not look like one */
  }
  if (ok) escape_line(stdout, "signed: %s.minisig", path);
  free(text);
  free(path);
  return ok;
}

static bool sign_off(struct signoff *so, struct fault *fault) {
  struct jobs jobs = {.count = so->selection.size,
                      .width = so->settings->jobs,
                      .memory = so->settings->memory,
                      .context = so,
                      .run = settle,
                      .done = on_done,
                      .lost = on_lost,
                      .racers = so->settings->race ? racers : NULL,
                      .learns = so->settings->alone ? NULL : learns,
                      .most_lessons = so->setup.tuning.lessons_most,
                      .clean = clean,
                      .live = &so->live,
                      .what = name_of};
  begin_statement(so);
  state_design(so);
  if (!prepare_folder(so->settings->folder, fault) || !put_sources(so, fault)) return false;
  if (!jobs_run(&jobs)) return fault_set(fault, "cannot start a process: %s", strerror(errno));
  if (so->tally.unknown || so->tally.hold + so->tally.fail != so->selection.size)
    return fault_set(fault, "%zu of %zu properties are undecided; nothing is signed",
                     so->selection.size - so->tally.hold - so->tally.fail, so->selection.size);
  coverage_state(&so->statement, &so->selection);
  return put_readme(so, fault) && put_key(so, fault) && sign_statement(so, fault);
}

static void print_summary(const struct signoff *so) {
  fputs("SIGNED: ", stdout);
  print_counts(so, stdout);
  putchar('\n');
}

static int exit_status(const struct signoff *so, bool signed_off) {
  if (!signed_off) return so->tally.unknown && !so->broken ? EXIT_UNDECIDED : EXIT_USAGE;
  return so->tally.not_required ? EXIT_FAILS : EXIT_HOLDS;
}

/* A statement is JSON, and JSON is UTF-8. */
static bool is_json_text(const char *text) {
  char *value = escape_json_value(text);
  bool same = strcmp(value, text) == 0;
  free(value);
  return same;
}

static bool can_be_stated(const struct selection *selection, struct fault *fault) {
  for (size_t k = 0; k < selection->size; k++) {
    if (!is_json_text(selection->at[k].text) || !is_json_text(selected_text(&selection->at[k])))
      return fault_set(fault, "%s: a name in it is not UTF-8: it cannot be stated",
                       selection->at[k].text);
  }
  return true;
}

static bool read_all(struct signoff *so, char **arguments, size_t num_arguments,
                     char validator[VALIDATION_PATH_BYTES], struct fault *fault) {
  const struct settings *s = so->settings;
  struct selection_request request = asked_options_request(&s->asked);
  request.uncovered = true; /* a statement has no word for what is to be reached */
  if (!asked_options_check(&s->asked, fault) || !engine_options_read(&s->engine, &so->setup, fault))
    return false;
  if (!s->folder) return fault_set(fault, "-o DIR is missing: where do the results go?");
  return validation_find(s->validator, validator, fault) &&
         signing_key(s->key, s->password_fd, &so->key, fault) &&
         subject_take("signoff", &s->design, arguments, num_arguments, s->timeout, s->memory,
                      &(struct subject_folder){0}, &request, &so->subject, fault) &&
         selection_read(&request, &so->selection, fault) &&
         (so->selection.size > 0 ||
          fault_set(fault, "%s: no properties to sign off", arguments[0])) &&
         can_be_stated(&so->selection, fault);
}

static int run(void *settings, char **arguments, size_t num_arguments) {
  const struct settings *s = settings;
  struct signoff so = {.settings = s, .subject.spool.descriptor = -1};
  struct fault fault;
  char validator[VALIDATION_PATH_BYTES];
  catch_signals();
  bool ok = read_all(&so, arguments, num_arguments, validator, &fault);
  if (ok && !prepare_directory("signoff", s->folder)) {
    selection_free(&so.selection);
    subject_free(&so.subject);
    minisign_forget(&so.key);
    return EXIT_USAGE;
  }
  so.pipeline = (struct pipeline){.selection = &so.selection,
                                  .options = check_defaults,
                                  .timeout = s->timeout,
                                  .proofs = true,
                                  .jobs = ok ? proofs_at_a_time(s->jobs, so.selection.size) : 1,
                                  .validate = VALIDATE_ALWAYS,
                                  .validator = validator};
  so.pipeline.options.observe_all = s->asked.state_inputs == 1;
  engine_setup_use(&so.setup, &so.pipeline.options);
  so.colour = terminal_options_colour(&s->terminal);
  terminal_options_live(&s->terminal, false, so.selection.size, &so.live);
  ok = ok && sign_off(&so, &fault);
  live_free(&so.live);
  if (ok) print_summary(&so);
  int status = exit_status(&so, ok);
  if (fflush(stdout) != 0 || ferror(stdout)) status = EXIT_USAGE;
  if (!ok) fault_print(&fault, "vouch signoff", stderr);
  minisign_forget(&so.key);
  statement_free(&so.statement);
  selection_free(&so.selection);
  subject_free(&so.subject);
  free(so.model);
  return status;
}

const struct command command_signoff = {
    .name = "signoff",
    .arguments = "MODEL|DESIGN.v...",
    .least_arguments = 1,
    .most_arguments = SIZE_MAX,
    .endings = MODEL_ENDINGS " v sv",
    .summary = "check, certify with proofs, validate and sign",
    .description =
        "Decides the properties, writes a certificate with proofs for each into DIR, has "
        "vouch-validate accept every one in a process of its own, adds copies of the model, the "
        "property files and the public key and a README, writes " STATEMENT_FILE
        " (what was shown and what it covers, with digests of all files) and signs it. Nothing is "
        "signed that the validator did not accept; if one property stays undecided nothing is "
        "signed. The last line counts what holds and what fails. Exit status as for vouch "
        "check.\n\n"
        "With --vacuity the statement also says of every part of a formula whether it matters for "
        "the verdict, by certificates that are in the folder, too.\n\n"
        "Of a Verilog design, which yosys translates, the statement names the sources, the version "
        "of yosys and the script, so that anybody can make the model again. The translation itself "
        "is trusted, not certified.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .set_defaults = set_defaults,
    .run = run,
};
