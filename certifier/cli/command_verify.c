/* vouch verify DIR --pub PATH.pub --model MODEL | vouch verify FILE --pub PATH.pub */
#include "certifier/cli/commands.h"
#include "certifier/cli/program.h"
#include "certifier/process/validation.h"
#include "certifier/signoff/statement.h"
#include "formats/support/escape.h"
#include "formats/support/vector.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct settings {
  const char *public, *model, *ctl, *validator;
  bool no_validate;
};

#define AT(field) offsetof(struct settings, field)
static const struct option options[] = {
    {.name = "pub",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .offset = AT(public),
     .help = "The public key of whoever is said to have signed"},
    {.name = "model",
     .letter = 'm',
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .offset = AT(model),
     .help = "The model that you mean (needed for a signed-off folder)"},
    {.name = "ctl",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .offset = AT(ctl),
     .help = "Also compare this property file with the one that was signed off"},
    {.name = "no-validate",
     .kind = OPTION_FLAG,
     .offset = AT(no_validate),
     .help = "Check signature and digests only; do not validate the certificates again"},
    {.name = "validator",
     .kind = OPTION_TEXT,
     .argument = "PATH",
     .offset = AT(validator),
     .help = "The validator (default: vouch-validate beside vouch, or in PATH)"},
    {0}};

static bool verify_signature(const struct settings *s, const char *file, struct fault *fault) {
  struct minisign_public key;
  char comment[MINISIGN_COMMENT_BYTES];
  if (!s->public) return fault_set(fault, "--pub is missing: whose signature do you expect?");
  size_t size = strlen(file) + sizeof ".minisig";
  char *signature = memory_alloc(size, 1);
  snprintf(signature, size, "%s.minisig", file);
  bool ok = minisign_read_public(s->public, &key, fault) &&
            minisign_verify(&key, file, signature, comment, fault);
  if (ok)
    escape_line(stdout, "signature: %s is signed with the key in %s (%s)", file, s->public,
                comment);
  free(signature);
  return ok;
}

static bool same_digest(const char *path, const char *expected, const char *what,
                        struct fault *fault) {
  char digest[DIGEST_TEXT_BYTES];
  if (!digest_file(path, digest, fault)) return false;
  if (strcmp(digest, expected) != 0)
    return fault_set(fault, "%s: not the %s that was signed off (its SHA-256 differs)", path, what);
  escape_line(stdout, "digest: %s is the %s that was signed off", path, what);
  return true;
}

/* The certificate must prove the property and verdict that the statement names, with its reading of
 * inputs. */
static bool validate(const struct settings *s, const char *validator, const struct statement *st,
                     const struct statement_result *r, const char *path, struct fault *fault) {
  const char *option = validation_option(r->property);
  bool ctl = strcmp(option, "--formula") == 0 && st->state_inputs;
  const char *arguments[] = {s->model,
                             path,
                             option,
                             r->property,
                             ctl ? "--state-inputs" : NULL,
                             ctl ? st->state_inputs : NULL,
                             NULL};
  struct validation validation;
  if (!validation_run(&validation, validator, arguments, 0, fault)) return false;
  enum validation_outcome wanted =
      strcmp(r->verdict, "holds") == 0 ? VALIDATION_HOLDS : VALIDATION_FAILS;
  bool ok = validation.outcome == wanted ||
            fault_set(fault, "%s: the validator does not accept it as \"%s\" of %s: %s", path,
                      r->verdict, r->property, validation.line);
  if (ok) escape_line(stdout, "validated: %s", validation.line);
  validation_free(&validation);
  return ok;
}

static bool listed(const struct statement *statement, const char *name) {
  if (strcmp(name, STATEMENT_FILE) == 0 || strcmp(name, STATEMENT_FILE ".minisig") == 0)
    return true;
  for (size_t k = 0; k < statement->num_results; k++)
    if (strcmp(name, statement->results[k].certificate) == 0) return true;
  return false;
}

/* Files that nobody signed are not refused, but a reader should know that they do not count. */
static void mention_strangers(const char *folder, const struct statement *statement) {
  DIR *dir = opendir(folder);
  for (struct dirent *e; dir && (e = readdir(dir));)
    if (e->d_name[0] != '.' && !listed(statement, e->d_name))
      escape_line(stdout, "not signed: %s/%s is not part of the sign-off", folder, e->d_name);
  if (dir) closedir(dir);
}

static bool verify_results(const struct settings *s, const char *folder, const struct statement *st,
                           struct fault *fault) {
  char validator[VALIDATION_PATH_BYTES];
  if (!s->no_validate && !validation_find(s->validator, validator, fault)) return false;
  for (size_t k = 0; k < st->num_results; k++) {
    char *path = path_in(folder, st->results[k].certificate, "");
    bool ok = same_digest(path, st->results[k].digest, "certificate", fault) &&
              (s->no_validate || validate(s, validator, st, &st->results[k], path, fault));
    free(path);
    if (!ok) return false;
  }
  return true;
}

static void print_summary(const struct settings *s, const struct statement *st) {
  putchar('\n');
  escape_line(stdout, "signed off by %s (key %s) at %s:", st->who ? st->who : "nobody named",
              st->key, st->time);
  for (size_t k = 0; k < st->num_results; k++)
    escape_line(stdout, "  %s: %s", st->results[k].verdict, st->results[k].property);
  escape_line(stdout,
              "checked: the signature, the digests of the model and of %zu certificate%s%s%s",
              st->num_results, st->num_results == 1 ? "" : "s",
              s->ctl ? ", the digest of the property file" : "",
              s->no_validate ? "" : ", and every certificate by vouch-validate");
  if (s->no_validate)
    printf("NOT checked: whether the certificates prove what the statement says (--no-validate)\n");
  if (st->properties && !s->ctl)
    escape_line(
        stdout,
        "NOT checked: the property file %s (give --ctl to compare it); the formulas above are "
        "what was proved",
        st->properties);
}

static bool verify_folder(const struct settings *s, const char *folder, struct fault *fault) {
  if (!s->model) return fault_set(fault, "--model is missing: which model do you mean?");
  struct statement statement = {0};
  char *path = path_in(folder, STATEMENT_FILE, "");
  bool ok = verify_signature(s, path, fault) && statement_read(&statement, path, fault) &&
            same_digest(s->model, statement.model_digest, "model", fault);
  if (ok && s->ctl) {
    if (!statement.properties)
      ok = fault_set(fault, "no property file was signed off");
    else
      ok = same_digest(s->ctl, statement.properties_digest, "property file", fault);
  }
  ok = ok && verify_results(s, folder, &statement, fault);
  if (ok) {
    mention_strangers(folder, &statement);
    print_summary(s, &statement);
  }
  statement_free(&statement);
  free(path);
  return ok;
}

static int run(void *settings, char **arguments, size_t num_arguments) {
  (void)num_arguments;
  const struct settings *s = settings;
  struct fault fault;
  struct stat about;
  bool ok = true;
  if (stat(arguments[0], &about) != 0)
    ok = fault_set(&fault, "%s: cannot open: %s", arguments[0], strerror(errno));
  else if (S_ISDIR(about.st_mode))
    ok = verify_folder(s, arguments[0], &fault);
  else if (s->model || s->ctl)
    ok = fault_set(&fault, "%s is a file: --model and --ctl go with a signed-off folder",
                   arguments[0]);
  else
    ok = verify_signature(s, arguments[0], &fault);
  if (ok)
    puts("VERIFIED");
  else
    escape_line(stdout, "REFUSED %s", fault.text);
  if (fflush(stdout) != 0) return EXIT_USAGE;
  return ok ? 0 : 1;
}

const struct command command_verify = {
    .name = "verify",
    .arguments = "DIR|FILE",
    .least_arguments = 1,
    .most_arguments = 1,
    .summary = "verify a signed-off folder or a signature",
    .description = "For a folder made by vouch signoff: checks the signature of the statement, the "
                   "digests of the model and of every certificate, and "
                   "validates every certificate again for the property and verdict that the "
                   "statement names. For a file: checks FILE.minisig. The last line is "
                   "VERIFIED (exit status 0) or REFUSED with the reason (exit status 1).",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run,
};
