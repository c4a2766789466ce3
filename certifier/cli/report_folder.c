#include "certifier/cli/report_folder.h"

#include "certifier/cli/program.h"
#include "certifier/cli/signed_folder.h"
#include "formats/support/input.h"

#include <sys/stat.h>
#include <unistd.h>

bool is_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

/* The signature as it stands in its file, for the page. */
static bool read_signature(struct origin *o, const char *statement, struct fault *fault) {
  size_t length = strlen(statement) + sizeof ".minisig", size;
  char *path = memory_alloc(length, 1);
  unsigned char *bytes;
  snprintf(path, length, "%s.minisig", statement);
  bool ok = input_read_file(path, &bytes, &size, fault);
  if (ok) o->signature = (char *)bytes;
  free(path);
  return ok;
}

static bool check_files(const struct report_folder *f, struct fault *fault) {
  const struct statement *st = &f->origin.statement;
  for (size_t k = 0; k < st->num_files; k++)
    if (st->files[k].in_folder && !signed_digest_is_right(f->folder, &st->files[k], fault))
      return false;
  return true;
}

static bool read_statement(struct report_folder *f, const char *path, const char *public,
                           struct fault *fault) {
  struct minisign_public key;
  char comment[MINISIGN_COMMENT_BYTES];
  unsigned char *bytes;
  size_t size;
  if (public && !key_is_from_elsewhere(public, f->folder, fault)) return false;
  bool ok = public ? signed_bytes_read(public, path, &bytes, &size, &key, comment, fault)
                   : input_read_file(path, &bytes, &size, fault);
  if (!ok) return false;
  ok = origin_from_statement(&f->origin, path, bytes, size, fault) &&
       (!public || statement_names_signer(&f->origin.statement, path, &key, fault)) &&
       read_signature(&f->origin, path, fault) && check_files(f, fault);
  free(bytes);
  f->origin.key_file = public;
  const struct statement *st = &f->origin.statement;
  for (size_t k = 0; ok && k < st->num_files; k++)
    if (st->files[k].role == STATEMENT_PROPERTIES && st->files[k].in_folder)
      texts_push(&f->files, path_in(f->folder, st->files[k].name, ""));
  return ok;
}

static bool read_results(struct report_folder *f, const char *path, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  bool ok = origin_from_results(&f->origin, path, bytes, size, fault);
  free(bytes);
  return ok;
}

static bool choose_model(struct report_folder *f, const char *model, struct fault *fault) {
  f->model = model ? memory_string(model) : path_in(f->folder, f->origin.model, "");
  return is_there(f->model) ||
         fault_set(fault, "%s: cannot open; say with --model where the model %s is", f->model,
                   f->origin.model);
}

static void list_certificates(struct report_folder *f) {
  f->notes = memory_zeroed(f->origin.num_notes, sizeof *f->notes);
  for (size_t k = 0; k < f->origin.num_notes; k++) {
    const struct origin_note *note = &f->origin.notes[k];
    if (!note->certificate) continue;
    f->notes[f->certificates.size] = note;
    texts_push(&f->certificates, path_in(f->folder, note->certificate, ""));
  }
}

bool report_folder_read(struct report_folder *f, const char *folder, const char *public,
                        const char *model, struct fault *fault) {
  *f = (struct report_folder){.folder = folder};
  char *statement = path_in(folder, STATEMENT_FILE, ""),
       *results = path_in(folder, ORIGIN_RESULTS, "");
  bool ok = is_there(statement) ? read_statement(f, statement, public, fault)
            : public ? fault_set(fault, "--pub is for folders of vouch signoff; %s is none", folder)
            : is_there(results) ? read_results(f, results, fault)
                                : fault_set(fault,
                                            "%s has neither " STATEMENT_FILE
                                            " (vouch signoff) nor " ORIGIN_RESULTS " (vouch run)",
                                            folder);
  free(statement);
  free(results);
  if (!ok || !choose_model(f, model, fault)) return false;
  list_certificates(f);
  return true;
}

static void free_texts(struct texts *texts) {
  for (size_t k = 0; k < texts->size; k++) free((char *)texts->at[k]);
  texts_free(texts);
}

void report_folder_free(struct report_folder *f) {
  free_texts(&f->certificates);
  free_texts(&f->files);
  free(f->notes);
  free(f->model);
  origin_free(&f->origin);
}
