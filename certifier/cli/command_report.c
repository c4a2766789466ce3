/* vouch report: certificates as one page for people, with what vouch-validate says of each. */
#include "certifier/cli/commands.h"
#include "certifier/cli/program.h"
#include "certifier/cli/report_folder.h"
#include "certifier/cli/report_parts.h"
#include "certifier/cli/signed_folder.h"
#include "certifier/pipeline/selection.h"
#include "certifier/report/page.h"
#include "formats/support/escape.h"
#include "formats/support/input.h"
#include "formats/support/output.h"

#include <sodium.h>
#include <stdlib.h>
#include <time.h>

struct settings {
  struct texts files, formulas;
  const char *output, *validator, *public, *model;
  int dialect;
  bool no_validate;
  double timeout;
};

static const struct option_use options[] = {
    TAKE(REPORT_FILE, output),
    TAKE_AS(PUB, public,
            "For a folder of vouch signoff: the public key of whoever is said to have signed, from "
            "a source that you trust. Without it the page says that the signature was not checked"),
    TAKE_AS(MODEL, model, "For a folder of vouch run: the model, where it is not in the folder"),
    TAKE_AS(CTL, files,
            "Show formulas as they are written in FILE, with names and expected verdicts"),
    TAKE_AS(FORMULA, formulas, "Show this formula as it is written here"),
    TAKE(DIALECT, dialect),
    TAKE(VALIDATOR, validator),
    TAKE_AS(NO_VALIDATE, no_validate,
            "Do not ask vouch-validate; the page then says of no verdict that it was shown"),
    TAKE_AS(TIMEOUT, timeout, "Let vouch-validate work on a certificate for S seconds at most"),
    {0}};

/* One certificate, read once: what is explained and what is compared with the validator's digest
 * are the same bytes. */
struct item {
  struct certificate certificate;
  struct explanation explanation;
  struct validation_result validation;
  bool is_validated;
  struct report_parts parts;
};

struct reporting {
  const struct settings *settings;
  struct report_folder folder; /* where a folder was given */
  bool has_folder;
  struct selection selection;
  struct ctl_file words; /* what the property files say of words */
  char validator[VALIDATION_PATH_BYTES];
  char model_digest[DIGEST_TEXT_BYTES];
  struct item *items;
  struct page_entry *entries;
  size_t size;
  size_t rejected, unknown;
  size_t rejected_parts, unknown_parts; /* certificates of parts of formulas */
};

static void hex_digest(const unsigned char digest[32], char text[DIGEST_TEXT_BYTES]) {
  sodium_bin2hex(text, DIGEST_TEXT_BYTES, digest, 32);
}

static bool read_certificate(const char *path, struct certificate *c,
                             char digest[DIGEST_TEXT_BYTES], struct fault *fault) {
  unsigned char *bytes, hash[32];
  size_t size;
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  crypto_hash_sha256(hash, bytes, size);
  hex_digest(hash, digest);
  bool ok = certificate_read_memory(path, bytes, size, c, fault);
  free(bytes);
  return ok;
}

/* The property of the selection that the certificate is about; NULL: a formula that nobody gave. */
static const struct selected *find_property(const struct reporting *r, const char *text) {
  for (size_t k = 0; k < r->selection.size; k++)
    if (strcmp(r->selection.at[k].text, text) == 0) return &r->selection.at[k];
  return NULL;
}

/* What is the same for all certificates. */
static struct validation_request request_of(const struct reporting *r) {
  return (struct validation_request){.validator = r->validator,
                                     .model = r->selection.model_source.file,
                                     .timeout = r->settings->timeout};
}

static void judge(struct reporting *r, struct item *item, const char *path, struct fault *fault) {
  const char *inputs = item->certificate.inputs_all ? "all" : "observed";
  struct validation_request request = request_of(r);
  request.certificate = path;
  request.property = item->explanation.property;
  if (item->certificate.property == CERT_CTL) request.state_inputs = inputs;
  if (!validate_certificate(&request, &item->validation, fault))
    fault_print(fault, "vouch report", stderr);
  item->is_validated = true;
}

static const char *formula_of(const struct certificate *c) {
  return c->property == CERT_CTL ? c->formula : "";
}

/* A formula as its author wrote it: as the selection has it, or as the folder says, if that is the
 * same. */
static const char *written_of(const struct reporting *r, const struct selected *p,
                              const struct certificate *c, const struct origin_note *note) {
  if (p) return p->written;
  bool says = note && note->written && c->property == CERT_CTL;
  return says && formula_means(&r->selection.model, &r->selection.formulas.declared, note->written,
                               c->formula)
             ? note->written
             : NULL;
}

/* A folder that says of a property what its certificate does not even claim is not shown. */
static bool agrees(const struct explanation *e, const struct origin_note *note, const char *path,
                   struct fault *fault) {
  const char *verdict = e->certificate->holds ? "holds" : "fails";
  char *text = escape_json_value(e->property);
  bool same = strcmp(text, note->property) == 0 && strcmp(verdict, note->verdict) == 0;
  free(text);
  return same || fault_set(fault, "%s claims '%.300s' %s; its folder says '%.300s' %s", path,
                           e->property, verdict, note->property, note->verdict);
}

/* On true the item is the caller's to free. */
static bool explain(struct reporting *r, const char *path, struct item *item,
                    struct page_entry *entry, struct fault *fault) {
  const struct origin_note *note = entry->note;
  if (!read_certificate(path, &item->certificate, entry->digest, fault)) return false;
  const struct selected *p = find_property(r, formula_of(&item->certificate));
  bool ok = strcmp(item->certificate.model_sha256, r->model_digest) == 0 ||
            fault_set(fault, "%s: the certificate is about another model", path);
  ok = ok && explanation_init(&item->explanation, &r->selection.model, &item->certificate,
                              written_of(r, p, &item->certificate, note), &r->words, fault);
  if (ok && note && !agrees(&item->explanation, note, path, fault)) {
    explanation_free(&item->explanation);
    ok = false;
  }
  if (!ok) {
    certificate_free(&item->certificate);
    return false;
  }
  if (!p) p = find_property(r, item->explanation.property);
  entry->explanation = &item->explanation;
  entry->certificate = path;
  entry->name = p && p->name ? p->name : note ? note->name : NULL;
  entry->expected = !p || p->expected == EXPECT_NOTHING ? note ? note->expected : NULL
                    : p->expected == EXPECT_HOLDS       ? "holds"
                                                        : "fails";
  return true;
}

static bool judge_parts(struct reporting *r, struct item *item, struct page_entry *entry,
                        struct fault *fault) {
  struct validation_request request = request_of(r);
  if (!entry->note || !entry->note->parts || item->certificate.property != CERT_CTL) return true;
  struct claimed_formula formula = {.model = &r->selection.model,
                                    .known = find_property(r, item->certificate.formula),
                                    .declared = &r->selection.formulas.declared,
                                    .written = entry->note->written,
                                    .property = item->certificate.formula,
                                    .observe_all = item->certificate.inputs_all};
  if (!report_parts_judge(&item->parts, &formula, item->certificate.holds ? "holds" : "fails",
                          entry->note->parts, r->folder.folder,
                          r->settings->no_validate ? NULL : &request, fault))
    return false;
  entry->parts = item->parts.at;
  return true;
}

static bool explain_all(struct reporting *r, const char *const *paths, size_t n,
                        struct fault *fault) {
  r->items = memory_zeroed(n, sizeof *r->items);
  r->entries = memory_zeroed(n, sizeof *r->entries);
  for (size_t k = 0; k < n; k++) {
    if (r->has_folder) r->entries[k].note = r->folder.notes[k];
    if (!explain(r, paths[k], &r->items[k], &r->entries[k], fault)) return false;
    r->size++;
    if (!judge_parts(r, &r->items[k], &r->entries[k], fault)) return false;
    if (r->settings->no_validate) continue;
    judge(r, &r->items[k], paths[k], fault);
    r->entries[k].validation = &r->items[k].validation;
  }
  return true;
}

static void count(struct reporting *r) {
  for (size_t k = 0; k < r->size; k++) {
    report_parts_count(&r->items[k].parts, r->folder.folder, &r->rejected_parts, &r->unknown_parts);
    if (page_is_accepted(&r->entries[k])) continue;
    bool rejected =
        r->items[k].is_validated && r->items[k].validation.outcome == VALIDATION_REJECTED;
    if (rejected)
      r->rejected++;
    else
      r->unknown++;
    escape_line(stdout, "%s  %s", rejected ? "rejected" : "not judged", r->entries[k].certificate);
  }
}

static bool write_page(struct reporting *r, struct fault *fault) {
  char now[32];
  time_t seconds = time(NULL);
  struct tm utc;
  strftime(now, sizeof now, "%Y-%m-%d %H:%M UTC", gmtime_r(&seconds, &utc));
  struct page page = {.time = now,
                      .origin = r->has_folder ? &r->folder.origin : NULL,
                      .model = r->selection.model_source.path,
                      .model_digest = r->model_digest,
                      .entries = r->entries,
                      .num_entries = r->size};
  struct output output;
  if (!output_open(&output, r->settings->output, fault)) return false;
  page_write(&page, output.file);
  return output_commit(&output, false, fault);
}

static bool is_usage_right(const struct settings *s, char **arguments, size_t n,
                           struct fault *fault) {
  bool folder = is_folder(arguments[0]);
  if (!s->output) return fault_set(fault, "-o is missing: where shall the page go?");
  if (folder && n > 1)
    return fault_set(fault, "%s is a folder: it says itself which certificates it has",
                     arguments[0]);
  if (!folder && (s->public || s->model))
    return fault_set(fault, "--%s is for a folder", s->public ? "pub" : "model");
  return folder || n > 1 ||
         fault_set(fault, "no certificate is named, and %s is not a folder", arguments[0]);
}

/* Property files of the command line, or else those that a sign-off has. */
static bool read_model(struct reporting *r, const char *model, struct fault *fault) {
  const struct settings *s = r->settings;
  bool own = r->has_folder && s->files.size == 0;
  struct selection_request request = {.model = model,
                                      .files = own ? &r->folder.files : &s->files,
                                      .formulas = &s->formulas,
                                      .all = true,
                                      .dialect = (enum ctl_dialect)s->dialect};
  if (!selection_read(&request, &r->selection, fault)) return false;
  for (size_t k = 0; k < r->selection.num_files; k++)
    ctl_adopt_words(&r->words, &r->selection.files[k].ctl);
  hex_digest(r->selection.model_source.digest, r->model_digest);
  return !r->has_folder || strcmp(r->model_digest, r->folder.origin.model_digest) == 0 ||
         fault_set(fault, "%s is not the model of %s (its SHA-256 differs)", model,
                   r->folder.folder);
}

static bool make(struct reporting *r, char **arguments, size_t n, struct fault *fault) {
  const struct settings *s = r->settings;
  if (!is_usage_right(s, arguments, n, fault)) return false;
  if (!s->no_validate && !validation_find(s->validator, r->validator, fault)) return false;
  r->has_folder = is_folder(arguments[0]);
  if (r->has_folder && !report_folder_read(&r->folder, arguments[0], s->public, s->model, fault))
    return false;
  const char *const *paths =
      r->has_folder ? r->folder.certificates.at : (const char *const *)arguments + 1;
  size_t num_paths = r->has_folder ? r->folder.certificates.size : n - 1;
  return read_model(r, r->has_folder ? r->folder.model : arguments[0], fault) &&
         explain_all(r, paths, num_paths, fault) && write_page(r, fault);
}

/* Properties of which the folder has no certificate. */
static size_t num_without(const struct reporting *r) {
  return r->has_folder ? r->folder.origin.num_notes - r->folder.certificates.size : 0;
}

static void reporting_free(struct reporting *r) {
  for (size_t k = 0; k < r->size; k++) {
    if (r->items[k].is_validated) validation_result_free(&r->items[k].validation);
    explanation_free(&r->items[k].explanation);
    certificate_free(&r->items[k].certificate);
    report_parts_free(&r->items[k].parts);
  }
  free(r->items);
  free(r->entries);
  selection_free(&r->selection);
  ctl_free(&r->words);
  report_folder_free(&r->folder);
}

static int run_report(void *settings, char **arguments, size_t num_arguments) {
  struct reporting r = {.settings = settings, .selection.unpacked.descriptor = -1};
  struct fault fault;
  catch_signals();
  bool ok = make(&r, arguments, num_arguments, &fault);
  if (!ok) {
    fault_print(&fault, "vouch report", stderr);
  } else {
    count(&r);
    escape_line(stdout, "%zu of %zu accepted: %s", r.size - r.rejected - r.unknown,
                r.size + num_without(&r), r.settings->output);
  }
  ok = ok && fflush(stdout) == 0 && !ferror(stdout);
  int status = !ok                                             ? EXIT_USAGE
               : r.rejected + r.rejected_parts                 ? EXIT_FAILS
               : r.unknown + r.unknown_parts + num_without(&r) ? EXIT_UNDECIDED
                                                               : 0;
  reporting_free(&r);
  return status;
}

const struct command command_report = {
    .name = "report",
    .arguments = "MODEL CERTIFICATE...|DIR",
    .least_arguments = 1,
    .most_arguments = SIZE_MAX,
    .endings = "cert " MODEL_ENDINGS,
    .summary = "make a page for people of certificates",
    .description =
        "Explains every CERTIFICATE of MODEL on one HTML page, with waveforms, and has each of "
        "them judged by vouch-validate: the page says holds or fails only of what was accepted, by "
        "the digests that it names. Of DIR, a folder that vouch signoff or vouch run made, it "
        "shows "
        "all properties, with the signed statement, or with times and engines and what is "
        "undecided, and with the parts of formulas that do not matter. The page needs no network "
        "and no script. Exit status 0: all were accepted; 1: "
        "some were rejected; 3: none were, but some are undecided or could not be judged, or "
        "--no-validate was given.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run_report};
