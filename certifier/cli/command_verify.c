/* vouch verify DIR --pub PATH.pub --model MODEL | vouch verify FILE --pub PATH.pub */
#include "certifier/cli/commands.h"
#include "certifier/cli/coverage.h"
#include "certifier/cli/program.h"
#include "certifier/cli/requirement.h"
#include "certifier/cli/signed_folder.h"
#include "certifier/cli/vacuity_claim.h"
#include "certifier/process/validation.h"
#include "formats/support/escape.h"
#include "formats/support/input.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct settings {
  const char *public, *model, *validator;
  struct texts files;
  bool no_validate, partial;
  int require, dialect, state_inputs;
};

static const struct option_use options[] = {
    TAKE(PUB, public),
    TAKE(MODEL, model),
    TAKE_AS(CTL, files,
            "The properties that you mean: FILE must be a property file that was signed off, and "
            "all of its formulas must be covered (default: the copies in the folder)"),
    TAKE(PARTIAL, partial),
    TAKE(REQUIRE, require),
    TAKE_AS(DIALECT, dialect, "The property language of the property files, as for vouch check"),
    TAKE_AS(STATE_INPUTS, state_inputs,
            "Which inputs are part of the state for CTL, as you mean it (default: observed); a "
            "sign-off with the other reading is refused"),
    TAKE(NO_VALIDATE, no_validate),
    TAKE(VALIDATOR, validator),
    {0}};

/* Everything about one folder. */
struct verification {
  const struct settings *settings;
  const char *folder;
  struct statement statement; /* as signed */
  struct selection own;       /* model and property files to compare with */
  struct statement compared;  /* its coverage is that of `own` by the statement */
  struct tally tally;
  size_t strangers; /* files of the folder that nobody signed */
};

/* --- signatures ------------------------------------------------------------------------------- */

static bool read_signed(const struct settings *s, const char *path, unsigned char **bytes,
                        size_t *size, struct minisign_public *key, struct fault *fault) {
  char comment[MINISIGN_COMMENT_BYTES];
  if (!signed_bytes_read(s->public, path, bytes, size, key, comment, fault)) return false;
  escape_line(stdout, "signature: %s is signed with the key in %s (%s)", path, s->public, comment);
  return true;
}

static bool read_statement(struct verification *v, struct fault *fault) {
  char *path = path_in(v->folder, STATEMENT_FILE, "");
  unsigned char *bytes;
  size_t size;
  struct minisign_public key;
  bool ok = read_signed(v->settings, path, &bytes, &size, &key, fault);
  if (ok) {
    ok = statement_parse(&v->statement, path, bytes, size, fault) &&
         statement_names_signer(&v->statement, path, &key, fault);
    free(bytes);
  }
  free(path);
  return ok;
}

/* --- model and property files ----------------------------------------------------------------- */

static bool is_digest(const unsigned char digest[32], const char *text) {
  char own[DIGEST_TEXT_BYTES];
  for (size_t k = 0; k < 32; k++) snprintf(own + 2 * k, 3, "%02x", digest[k]);
  return strcmp(own, text) == 0;
}

static bool is_signed_property_file(const struct statement *st, const struct source *source) {
  for (size_t k = 0; k < st->num_files; k++)
    if (st->files[k].role == STATEMENT_PROPERTIES && is_digest(source->digest, st->files[k].digest))
      return true;
  return false;
}

/* The files to compare with: those of the auditor, or else the copies in the folder. */
static void choose_files(const struct verification *v, struct texts *files, struct texts *owned) {
  const struct statement *st = &v->statement;
  for (size_t k = 0; k < v->settings->files.size; k++) texts_push(files, v->settings->files.at[k]);
  if (files->size) return;
  for (size_t k = 0; k < st->num_files; k++) {
    if (st->files[k].role != STATEMENT_PROPERTIES || !st->files[k].in_folder) continue;
    texts_push(owned, path_in(v->folder, st->files[k].name, ""));
    texts_push(files, owned->at[owned->size - 1]);
  }
}

static bool compare_files(const struct verification *v, struct fault *fault) {
  const struct selection *own = &v->own;
  const struct statement *st = &v->statement;
  if (!is_digest(own->model_source.digest, st->files[0].digest))
    return refuse_digest(own->model_source.path, "model", fault);
  escape_line(stdout, "digest: %s is the model that was signed off", own->model_source.path);
  if (own->num_files && !statement_find(st, STATEMENT_PROPERTIES))
    return fault_set(fault, "no property file was signed off");
  for (size_t k = 0; k < own->num_files; k++) {
    const struct source *source = &own->files[k].source;
    if (!is_signed_property_file(st, source))
      return refuse_digest(source->path, "property file", fault);
    escape_line(stdout, "digest: %s is a property file that was signed off", source->path);
  }
  return true;
}

static bool is_ctl(const struct statement_result *r) {
  return !validation_is_circuit_property(r->property);
}

/* A formula can hold under one reading of inputs and fail under the other. */
static bool check_reading(const struct verification *v, struct fault *fault) {
  const struct statement *st = &v->statement;
  const char *wanted = option_table[OPT_STATE_INPUTS].choices[v->settings->state_inputs];
  bool ctl = false;
  for (size_t k = 0; k < st->num_results; k++) ctl = ctl || is_ctl(&st->results[k]);
  return !ctl || strcmp(st->state_inputs, wanted) == 0 ||
         fault_set(fault, "%s was signed off with --state-inputs %s, not %s", v->folder,
                   st->state_inputs, wanted);
}

/* The digests stand before the contents: a file that is not the right one need not be readable. */
static bool check_given_digests(const struct verification *v, struct fault *fault) {
  char digest[DIGEST_TEXT_BYTES];
  const char *model = v->settings->model;
  unsigned char *bytes;
  size_t size;
  bool plain;
  if (strcmp(model, "-") == 0) return true; /* it can be read once only: compare_files does it */
  if (!input_read_model(model, &bytes, &size, &plain, fault)) return false;
  digest_bytes(bytes, size, digest);
  free(bytes);
  return strcmp(digest, v->statement.files[0].digest) == 0 || refuse_digest(model, "model", fault);
}

static bool read_own(struct verification *v, struct fault *fault) {
  struct texts files = {0}, owned = {0};
  choose_files(v, &files, &owned);
  struct selection_request request = {.model = v->settings->model,
                                      .files = &files,
                                      .dialect = (enum ctl_dialect)v->settings->dialect};
  bool ok = check_given_digests(v, fault) && selection_read(&request, &v->own, fault) &&
            compare_files(v, fault);
  if (ok) coverage_add(&v->compared, &v->own, &v->statement);
  for (size_t k = 0; k < owned.size; k++) free((char *)owned.at[k]);
  texts_free(&owned);
  texts_free(&files);
  return ok;
}

/* --- files of the folder ---------------------------------------------------------------------- */

/* Of certificates that are validated the validator tells the digest: that of the bytes it judged.
 */
static bool check_digests(const struct verification *v, struct fault *fault) {
  for (size_t k = 0; k < v->statement.num_files; k++) {
    const struct statement_file *file = &v->statement.files[k];
    bool judged = (file->role == STATEMENT_CERTIFICATE || file->role == STATEMENT_PART) &&
                  !v->settings->no_validate;
    if (file->in_folder && !judged && !signed_digest_is_right(v->folder, file, fault)) return false;
  }
  return true;
}

static bool is_listed(const struct statement *st, const char *name) {
  if (strcmp(name, STATEMENT_FILE) == 0 || strcmp(name, STATEMENT_SIGNATURE) == 0) return true;
  for (size_t k = 0; k < st->num_files; k++)
    if (st->files[k].in_folder && strcmp(name, st->files[k].name) == 0) return true;
  return false;
}

/* Files that nobody signed are not refused, but a reader should know that they do not count. */
static bool name_strangers(struct verification *v, struct fault *fault) {
  DIR *dir = opendir(v->folder);
  if (!dir) return fault_set(fault, "%s: cannot list its files: %s", v->folder, strerror(errno));
  for (struct dirent *e; (e = readdir(dir));) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    if (is_listed(&v->statement, e->d_name)) continue;
    escape_line(stdout, "NOT COVERED: %s is not part of the sign-off", e->d_name);
    v->strangers++;
  }
  closedir(dir);
  return true;
}

/* --- results ---------------------------------------------------------------------------------- */

static enum verdict verdict_of(const struct statement_result *r) {
  return strcmp(r->verdict, "holds") == 0 ? VERDICT_HOLDS : VERDICT_FAILS;
}

/* The formula in a property file; NULL: it is in none. */
static const struct selected *find_own(const struct verification *v,
                                       const struct statement_result *r) {
  for (size_t k = 0; r->written && k < v->own.size; k++) {
    const struct selected *p = &v->own.at[k];
    if (p->written && strcmp(p->written, r->written) == 0 && strcmp(p->text, r->property) == 0)
      return p;
  }
  return NULL;
}

/* A statement says a formula twice: in canonical form, which the certificate proves, and as it was
 * written, which people read. The second must be the first, by a property file or by itself. */
static bool is_what_was_written(const struct verification *v, const struct statement_result *r) {
  if (!r->written || find_own(v, r)) return true;
  return formula_means(&v->own.model, &v->own.formulas.declared, r->written, r->property);
}

static bool check_written(const struct verification *v, struct fault *fault) {
  for (size_t k = 0; k < v->statement.num_results; k++) {
    const struct statement_result *r = &v->statement.results[k];
    if (!is_what_was_written(v, r))
      return fault_set(fault, "\"written\" of the statement is %.300s, which does not mean %.300s",
                       r->written, r->property);
  }
  return true;
}

/* What is said of parts must follow from the formula and from what the certificates show. */
static bool check_parts(const struct verification *v, struct fault *fault) {
  for (size_t k = 0; k < v->statement.num_results; k++) {
    const struct statement_result *r = &v->statement.results[k];
    struct claimed_formula formula = {.model = &v->own.model,
                                      .known = find_own(v, r),
                                      .declared = &v->own.formulas.declared,
                                      .written = r->written,
                                      .property = r->property,
                                      .observe_all = v->settings->state_inputs == 1};
    if (r->parts && !vacuity_claim_check(&formula, r->verdict, r->parts, fault)) return false;
  }
  return true;
}

/* The certificate must be the signed one, and prove the property and verdict that the statement
 * names, of the signed model, with its reading of inputs. */
static bool validate(const struct verification *v, const char *validator,
                     const struct statement_result *r, struct fault *fault) {
  char *path = path_in(v->folder, r->certificate, "");
  struct validation_request request = {.validator = validator,
                                       .model = v->own.model_source.file,
                                       .certificate = path,
                                       .property = r->property,
                                       .state_inputs = v->statement.state_inputs};
  struct validation_result result;
  enum validation_outcome wanted =
      verdict_of(r) == VERDICT_HOLDS ? VALIDATION_HOLDS : VALIDATION_FAILS;
  bool ok = validate_certificate(&request, &result, fault);
  if (ok) {
    if (result.certificate_sha256[0] && strcmp(result.certificate_sha256, r->digest) != 0)
      ok = refuse_digest(path, "certificate", fault);
    else if (result.outcome != wanted)
      ok = fault_set(fault, "%s: the validator does not accept it as \"%s\" of %s: %s", path,
                     r->verdict, r->property, validation_why(&result));
    else if (strcmp(result.certificate_sha256, r->digest) != 0)
      ok = refuse_digest(path, "certificate", fault);
    else if (strcmp(result.model_sha256, v->statement.files[0].digest) != 0)
      ok = refuse_digest(v->settings->model, "model", fault);
    validation_result_free(&result);
  }
  if (ok) escape_line(stdout, "validated: %s  %s  %s", r->certificate, r->verdict, r->property);
  free(path);
  return ok;
}

static bool validate_parts(const struct verification *v, const char *validator,
                           const struct statement_parts *parts, struct fault *fault) {
  for (size_t k = 0; parts && k < parts->size; k++)
    for (size_t j = 0; j < parts->at[k].num_trials; j++)
      if (!validate(v, validator, &parts->at[k].trials[j].result, fault)) return false;
  return true;
}

static bool validate_all(const struct verification *v, struct fault *fault) {
  char validator[VALIDATION_PATH_BYTES];
  if (v->settings->no_validate) return true;
  if (!validation_find(v->settings->validator, validator, fault)) return false;
  for (size_t k = 0; k < v->statement.num_results; k++) {
    const struct statement_result *r = &v->statement.results[k];
    if (!validate(v, validator, r, fault) || !validate_parts(v, validator, r->parts, fault))
      return false;
  }
  return true;
}

/* What the property files announce for a formula; contradictions stay contradictions. */
static void count_result(struct verification *v, const struct statement_result *r) {
  enum requirement requirement = (enum requirement)v->settings->require;
  int expected = EXPECT_NOTHING;
  for (size_t k = 0; k < v->own.size; k++) {
    const struct selected *p = &v->own.at[k];
    if (p->expected == EXPECT_NOTHING) continue;
    char *text = escape_json_value(p->text);
    bool same = strcmp(text, r->property) == 0;
    free(text);
    if (same && (expected == EXPECT_NOTHING || !is_as_expected(verdict_of(r), p->expected)))
      expected = p->expected;
  }
  escape_print(stdout, "  %s: %s", r->verdict, r->written ? r->written : r->property);
  if (r->written && strcmp(r->written, r->property) != 0)
    escape_print(stdout, " [%s]", r->property);
  if (is_ctl(r) && v->settings->state_inputs) fputs(" (all inputs are state)", stdout);
  if (r->name) escape_print(stdout, " (%s)", r->name);
  if (expected != EXPECT_NOTHING)
    fputs(is_as_expected(verdict_of(r), expected) ? "  (as expected)" : "  (NOT AS EXPECTED)",
          stdout);
  putchar('\n');
  if (r->parts) vacuity_claim_print(r->parts, r->verdict, stdout);
  tally_add(&v->tally, verdict_of(r), expected, requirement);
}

/* --- the last lines --------------------------------------------------------------------------- */

static void print_results(struct verification *v) {
  const struct statement *st = &v->statement;
  putchar('\n');
  escape_line(stdout, "signed off by %s (key %s) at %s:", st->who ? st->who : "nobody named",
              st->key, st->time);
  for (size_t k = 0; k < st->num_results; k++) count_result(v, &st->results[k]);
}

/* True if all that counts is covered. */
static bool print_coverage(const struct verification *v) {
  bool complete = true;
  for (size_t k = 0; k < v->compared.num_coverage; k++) {
    const struct statement_coverage *c = &v->compared.coverage[k];
    bool counts = k > 0 || coverage_counts_model(&v->statement, v->own.num_files);
    if (c->total == 0) continue;
    escape_line(stdout, "COVERED %zu of %zu properties of %s%s", c->total - c->num_missing,
                c->total, c->of, counts ? "" : " (they were not asked for)");
    for (size_t m = 0; counts && m < c->num_missing; m++)
      escape_line(stdout, "  missing: %s", c->missing[m]);
    complete = complete && (!counts || c->num_missing == 0);
  }
  return complete;
}

static void print_checks(const struct verification *v) {
  const struct settings *s = v->settings;
  const struct statement_file *properties = statement_find(&v->statement, STATEMENT_PROPERTIES);
  printf("checked: the signature, the digests of all %zu files%s\n", v->statement.num_files,
         s->no_validate ? "" : ", and every certificate by vouch-validate");
  if (s->no_validate)
    puts("NOT checked: whether the certificates prove what the statement says (--no-validate)");
  if (properties && v->own.num_files == 0)
    escape_line(stdout,
                "NOT checked: how much of the property file %s is covered (give --ctl to compare "
                "it); the formulas above are what was proved",
                properties->name);
  else if (properties && s->files.size == 0)
    puts(
        "the property files are the copies in the folder: read them, or bring your own with --ctl");
  if (lies_in(s->model, v->folder))
    puts("NOT checked: whether this is the model that you mean; --model is the copy in the folder");
}

/* The signer's word: nothing here can see that a model means what a design means. */
static void print_design(const struct verification *v) {
  const struct statement_design *d = v->statement.design;
  const struct statement_file *script = statement_find(&v->statement, STATEMENT_SCRIPT);
  if (!d || !script) return;
  escape_line(stdout,
              "the model is said to be module %s, translated by %s with the script %s from:",
              d->top, d->translator, script->name);
  for (size_t k = 0; k < d->num_sources; k++)
    escape_line(stdout, "  %s  sha256 %s", d->sources[k].name, d->sources[k].digest);
  puts("NOT checked: that the model comes from these files and means what they mean, and that "
       "assertions are called so there; with the files, the script makes the model again");
}

/* The line that counts, and the exit status. */
static int conclude(struct verification *v) {
  print_results(v);
  bool complete = print_coverage(v);
  print_checks(v);
  print_design(v);
  bool covered = complete || v->settings->partial;
  bool success = covered && v->tally.not_required == 0;
  fputs(!covered                   ? "INCOMPLETE: "
        : !success                 ? "NOT AS REQUIRED: "
        : v->settings->no_validate ? "VERIFIED WITHOUT VALIDATION: "
                                   : "VERIFIED: ",
        stdout);
  tally_print(&v->tally, stdout);
  if (!complete) fputs(covered ? " (partial)" : ", not all properties are COVERED", stdout);
  if (v->strangers) printf(", %zu file%s NOT COVERED", v->strangers, v->strangers > 1 ? "s" : "");
  putchar('\n');
  return success ? 0 : 1;
}

/* Words that do not say REFUSED when the command line is at fault. */
static bool is_usage_right(const struct settings *s, const char *path, bool folder,
                           struct fault *fault) {
  if (!s->public) return fault_set(fault, "--pub is missing: whose signature do you expect?");
  if (folder && !s->model) return fault_set(fault, "--model is missing: which model do you mean?");
  if (!folder && (s->model || s->files.size || s->partial || s->no_validate || s->require ||
                  s->validator || s->dialect || s->state_inputs))
    return fault_set(fault,
                     "%s is a file: only --pub goes with it, the other options are for a "
                     "signed-off folder",
                     path);
  if (!folder) return true;
  return key_is_from_elsewhere(s->public, path, fault);
}

static int verify_folder(const struct settings *s, const char *folder, struct fault *fault) {
  struct verification v = {.settings = s, .folder = folder};
  int status = -1;
  if (read_statement(&v, fault) && check_reading(&v, fault) && read_own(&v, fault) &&
      check_digests(&v, fault) && check_written(&v, fault) && check_parts(&v, fault) &&
      validate_all(&v, fault) && name_strangers(&v, fault))
    status = conclude(&v);
  statement_free(&v.statement);
  statement_free(&v.compared);
  selection_free(&v.own);
  return status;
}

static int verify_file(const struct settings *s, const char *path, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  struct minisign_public key;
  if (!read_signed(s, path, &bytes, &size, &key, fault)) return -1;
  free(bytes);
  puts("NOT checked: what the file says, and other files (for a sign-off, name its folder)");
  escape_line(stdout, "VERIFIED SIGNATURE ONLY: %s", path);
  return 0;
}

static int run(void *settings, char **arguments, size_t num_arguments) {
  (void)num_arguments;
  const struct settings *s = settings;
  struct fault fault;
  struct stat about;
  if (stat(arguments[0], &about) != 0) {
    escape_line(stderr, "vouch verify: %s: cannot open: %s", arguments[0], strerror(errno));
    return EXIT_USAGE;
  }
  bool folder = S_ISDIR(about.st_mode);
  if (!is_usage_right(s, arguments[0], folder, &fault)) {
    fault_print(&fault, "vouch verify", stderr);
    return EXIT_USAGE;
  }
  int status =
      folder ? verify_folder(s, arguments[0], &fault) : verify_file(s, arguments[0], &fault);
  if (status < 0) {
    escape_line(stdout, "REFUSED %s", fault.text);
    status = 1;
  }
  return fflush(stdout) == 0 && !ferror(stdout) ? status : EXIT_USAGE;
}

const struct command command_verify = {
    .name = "verify",
    .arguments = "DIR|FILE",
    .least_arguments = 1,
    .most_arguments = 1,
    .summary = "verify a signed-off folder or a signature",
    .description =
        "For a folder made by vouch signoff: checks the signature of the statement, that MODEL and "
        "the property files are those that were signed off, the digests of all files, validates "
        "every certificate again for the property and verdict that the statement names, and says "
        "how many of the properties are covered. For a file: checks FILE.minisig and nothing else; "
        "the last line is VERIFIED SIGNATURE ONLY.\n\n"
        "The last line is VERIFIED with the number of properties that hold and that FAIL (exit "
        "status 0), NOT AS REQUIRED with the same numbers (see --require), INCOMPLETE if some "
        "property of a property file is not covered (see --partial), or REFUSED with the reason "
        "(exit status 1). Exit status 2: wrong usage.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run,
};
