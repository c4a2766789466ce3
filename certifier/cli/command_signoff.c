/* vouch signoff MODEL [--ctl FILE] --key PATH.key -o DIR: check, certify with proofs, validate,
 * state, sign. */
#include "certifier/cli/commands.h"
#include "certifier/cli/program.h"
#include "certifier/pipeline/pipeline.h"
#include "certifier/process/validation.h"
#include "certifier/signoff/statement.h"
#include "formats/support/escape.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct settings {
  const char *key, *password_fd, *folder, *who, *validator;
  struct texts files, formulas, properties;
  double timeout;
  bool all;
  int state_inputs, dialect;
  unsigned jobs;
};

static const char *const state_inputs_words[] = {"observed", "all", NULL};
static const char *const dialect_words[] = {"auto", "iimc", "nusmv", NULL}; /* enum ctl_dialect */

#define AT(field) offsetof(struct settings, field)
static const struct option options[] = {
    {.name = "ctl", .kind = OPTION_LIST, .argument = "FILE", .offset = AT(files), .help = CTL_HELP},
    {.name = "formula",
     .letter = 'f',
     .kind = OPTION_LIST,
     .argument = "F",
     .offset = AT(formulas),
     .help = "Sign off the CTL formula F"},
    {.name = "property",
     .letter = 'p',
     .kind = OPTION_LIST,
     .argument = "P",
     .offset = AT(properties),
     .help = PROPERTY_HELP},
    {.name = "all", .kind = OPTION_FLAG, .offset = AT(all), .help = ALL_HELP},
    {.name = "key",
     .letter = 'k',
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .offset = AT(key),
     .help = "The secret key to sign with"},
    {.name = "password-fd",
     .kind = OPTION_TEXT,
     .argument = "N",
     .offset = AT(password_fd),
     .help = "Read the key's password from file descriptor N instead of the terminal"},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .argument = "DIR",
     .offset = AT(folder),
     .help = "Where certificates, statement and signature go; made if it is missing"},
    {.name = "who",
     .kind = OPTION_TEXT,
     .argument = "TEXT",
     .offset = AT(who),
     .help = "Who signs off, for the statement"},
    {.name = "timeout",
     .letter = 't',
     .kind = OPTION_SECONDS,
     .argument = "S",
     .offset = AT(timeout),
     .help = "Seconds per property"},
    {.name = "state-inputs",
     .kind = OPTION_CHOICE,
     .argument = "observed|all",
     .offset = AT(state_inputs),
     .choices = state_inputs_words,
     .help = "Which inputs are part of the state for CTL, as for vouch check"},
    {.name = "dialect",
     .kind = OPTION_CHOICE,
     .argument = "auto|iimc|nusmv",
     .offset = AT(dialect),
     .choices = dialect_words,
     .help = "The property language, as for vouch check"},
    {.name = "jobs",
     .letter = 'j',
     .kind = OPTION_COUNT,
     .argument = "N",
     .offset = AT(jobs),
     .least = 1,
     .most = 64,
     .help = "Make N proofs at a time (default: 2)"},
    {.name = "validator",
     .kind = OPTION_TEXT,
     .argument = "PATH",
     .offset = AT(validator),
     .help = "The validator (default: vouch-validate beside vouch, or in PATH)"},
    {0}};

static void set_defaults(void *settings) { ((struct settings *)settings)->jobs = 2; }

static void free_settings(void *settings) {
  struct settings *s = settings;
  texts_free(&s->files);
  texts_free(&s->formulas);
  texts_free(&s->properties);
}

struct signoff {
  const struct settings *settings;
  struct selection selection;
  struct statement statement;
  struct minisign_secret key;
  char validator[VALIDATION_PATH_BYTES];
  bool undecided;
};

/* --- one property ----------------------------------------------------------------------------- */

/* The validator's lines about obligations go into the statement as they are. */
static void keep_obligations(struct statement_result *result, const char *output) {
  for (const char *line = output; *line;) {
    size_t n = strcspn(line, "\n");
    if (strncmp(line, "c obligation ", 13) == 0) {
      result->obligations = memory_grow(result->obligations, result->num_obligations + 1,
                                        sizeof *result->obligations);
      char *copy = memory_alloc(n - 1, 1);
      memcpy(copy, line + 2, n - 2);
      copy[n - 2] = 0;
      result->obligations[result->num_obligations++] = copy;
    }
    line += n + (line[n] == '\n');
  }
}

/* Has the validator, in a process of its own, accept the certificate for this very property and
 * verdict. */
static bool accept(struct signoff *so, const struct selected *p, enum verdict verdict,
                   const char *path, struct fault *fault) {
  bool ctl = p->property.kind == PROPERTY_CTL;
  const char *arguments[] = {so->selection.model_source.path,
                             path,
                             ctl ? "--formula" : "--property",
                             p->text,
                             "--verbose",
                             ctl ? "--state-inputs" : NULL,
                             state_inputs_words[so->settings->state_inputs],
                             NULL};
  struct validation validation;
  if (!validation_run(&validation, so->validator, arguments, 0, fault)) return false;
  enum validation_outcome wanted = verdict == VERDICT_HOLDS ? VALIDATION_HOLDS : VALIDATION_FAILS;
  bool ok = validation.outcome == wanted;
  if (ok) {
    struct statement_result *result = statement_add(&so->statement);
    result->property = memory_string(p->text);
    result->name = p->name ? memory_string(p->name) : NULL;
    result->verdict = memory_string(validation_word(wanted));
    result->certificate = memory_string(base_name(path));
    result->accepted = memory_string(validation.line);
    keep_obligations(result, validation.output);
    ok = digest_file(path, result->digest, fault);
  } else {
    fault_set(fault, "%s: the validator does not accept the certificate: %s", p->text,
              validation.line);
  }
  validation_free(&validation);
  return ok;
}

static bool settle(struct signoff *so, const struct selected *p, struct fault *fault) {
  const struct settings *s = so->settings;
  struct pipeline pipeline = {.selection = &so->selection,
                              .options = check_defaults,
                              .timeout = s->timeout,
                              .proofs = true,
                              .jobs = s->jobs,
                              .validate = VALIDATE_NEVER};
  pipeline.options.observe_all = s->state_inputs == 1;
  char *path = path_in(s->folder, p->file, ".cert");
  struct products products = {.certificate = path};
  struct outcome outcome;
  pipeline_run(&pipeline, p, &products, &outcome);
  bool ok = true;
  if (outcome.broken)
    ok = fault_set(fault, "%s: %s", p->text, outcome.fault.text);
  else if (outcome.verdict == VERDICT_UNKNOWN) {
    so->undecided = true;
    ok = fault_set(fault, "%s: undecided (%s); nothing is signed", p->text, outcome.note);
  } else
    ok = accept(so, p, outcome.verdict, path, fault);
  free(path);
  if (ok)
    escape_line(stdout, "%s: %s, certified and accepted", p->text,
                outcome.verdict == VERDICT_HOLDS ? "holds" : "fails");
  outcome_free(&outcome);
  fflush(stdout);
  return ok;
}

/* --- the statement ---------------------------------------------------------------------------- */

static char *now(void) {
  time_t seconds = time(NULL);
  struct tm utc;
  char text[32];
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
  return memory_string(text);
}

/* First line of `vouch-validate --version`. */
static bool validator_version(struct signoff *so, struct fault *fault) {
  struct validation validation;
  const char *arguments[] = {"--version", NULL};
  if (!validation_run(&validation, so->validator, arguments, 10, fault)) return false;
  size_t n = strcspn(validation.output, "\n");
  validation.output[n] = 0;
  so->statement.validator = memory_string(validation.output);
  validation_free(&validation);
  return n > 0 || fault_set(fault, "%s: does not tell its version", so->validator);
}

static bool begin_statement(struct signoff *so, struct fault *fault) {
  struct statement *st = &so->statement;
  const struct settings *s = so->settings;
  char key[2 * MINISIGN_ID_BYTES + 1];
  for (size_t k = 0; k < MINISIGN_ID_BYTES; k++)
    snprintf(key + 2 * k, 3, "%02X", so->key.id[MINISIGN_ID_BYTES - 1 - k]);
  st->model = memory_string(base_name(so->selection.model_source.path));
  st->version = memory_string(VOUCH_VERSION);
  st->state_inputs = memory_string(state_inputs_words[s->state_inputs]);
  st->who = s->who ? memory_string(s->who) : NULL;
  st->key = memory_string(key);
  st->properties = s->files.size ? memory_string(base_name(s->files.at[0])) : NULL;
  return digest_file(so->selection.model_source.path, st->model_digest, fault) &&
         (!s->files.size || digest_file(s->files.at[0], st->properties_digest, fault)) &&
         validator_version(so, fault);
}

static bool sign_statement(struct signoff *so, struct fault *fault) {
  char digest[DIGEST_TEXT_BYTES];
  if (!digest_file(so->selection.model_source.path, digest, fault)) return false;
  if (strcmp(digest, so->statement.model_digest) != 0)
    return fault_set(fault, "%s changed while it was checked", so->selection.model_source.path);
  so->statement.time = now();
  char *path = path_in(so->settings->folder, STATEMENT_FILE, "");
  bool ok =
      statement_write(&so->statement, path, fault) && signing_sign(&so->key, path, NULL, fault);
  if (!ok) unlink(path); /* an unsigned statement is worth nothing and must not look like one */
  if (ok) escape_line(stdout, "signed: %s.minisig", path);
  free(path);
  return ok;
}

/* An old statement would be about certificates that are now replaced. */
static bool prepare_folder(const char *folder, struct fault *fault) {
  if (!folder) return fault_set(fault, "-o DIR is missing: where do the results go?");
  if (mkdir(folder, 0777) != 0 && errno != EEXIST)
    return fault_set(fault, "%s: cannot make the directory: %s", folder, strerror(errno));
  static const char *const old[] = {STATEMENT_FILE ".minisig", STATEMENT_FILE};
  bool ok = true;
  for (size_t k = 0; ok && k < 2; k++) {
    char *path = path_in(folder, old[k], "");
    if (unlink(path) != 0 && errno != ENOENT)
      ok = fault_set(fault, "%s: cannot remove the old one: %s", path, strerror(errno));
    free(path);
  }
  return ok;
}

static bool sign_off(struct signoff *so, struct fault *fault) {
  if (!prepare_folder(so->settings->folder, fault) ||
      !validation_find(so->settings->validator, so->validator, fault) ||
      !begin_statement(so, fault))
    return false;
  if (so->selection.size == 0)
    return fault_set(fault, "%s: no properties to sign off", so->selection.model_source.path);
  for (size_t k = 0; k < so->selection.size; k++)
    if (!settle(so, &so->selection.at[k], fault)) return false;
  return sign_statement(so, fault);
}

static int exit_status(const struct statement *statement) {
  for (size_t k = 0; k < statement->num_results; k++)
    if (strcmp(statement->results[k].verdict, "fails") == 0) return EXIT_FAILS;
  return EXIT_HOLDS;
}

static int run(void *settings, char **arguments, size_t num_arguments) {
  (void)num_arguments;
  const struct settings *s = settings;
  struct signoff so = {.settings = s};
  struct fault fault;
  struct selection_request request = {.model = arguments[0],
                                      .files = &s->files,
                                      .formulas = &s->formulas,
                                      .properties = &s->properties,
                                      .all = s->all,
                                      .dialect = (enum ctl_dialect)s->dialect};
  catch_signals();
  int status = EXIT_USAGE;
  if (s->files.size > 1) {
    fputs("vouch signoff: more than one --ctl: a statement names one property file\n", stderr);
    return EXIT_USAGE;
  }
  bool read = signing_key(s->key, s->password_fd, &so.key, &fault) &&
              selection_read(&request, &so.selection, &fault);
  bool ok = read && sign_off(&so, &fault);
  if (ok)
    status = exit_status(&so.statement);
  else if (so.undecided)
    status = EXIT_UNDECIDED;
  if (ok && fflush(stdout) != 0) status = EXIT_USAGE;
  if (!ok) fault_print(&fault, "vouch signoff", stderr);
  minisign_forget(&so.key);
  statement_free(&so.statement);
  if (read) selection_free(&so.selection);
  return status;
}

const struct command command_signoff = {
    .name = "signoff",
    .arguments = "MODEL",
    .least_arguments = 1,
    .most_arguments = 1,
    .summary = "check, certify with proofs, validate and sign",
    .description =
        "Decides the properties, writes a certificate with proofs for each into DIR, has "
        "vouch-validate accept every one in a process of "
        "its own, writes " STATEMENT_FILE
        " (what was shown, with digests) and signs it. Nothing is signed that the validator did "
        "not accept; if one property stays undecided nothing is signed. Exit status as for vouch "
        "check.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .set_defaults = set_defaults,
    .run = run,
    .free_settings = free_settings,
};
