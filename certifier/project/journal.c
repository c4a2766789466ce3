#define _DEFAULT_SOURCE /* flock */
#include "certifier/project/journal.h"

#include "formats/support/escape.h"
#include "formats/support/input.h"
#include "formats/support/output.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL_NAME "journal.jsonl"
static const char *const verdict_words[] = {
    [VERDICT_UNKNOWN] = "unknown", [VERDICT_HOLDS] = "holds", [VERDICT_FAILS] = "fails"};
enum { NUM_VERDICTS = sizeof verdict_words / sizeof *verdict_words };

/* --- one line --------------------------------------------------------------------------------- */

void journal_print(const struct journal_record *r, FILE *file) {
  fputs("{\"file\":", file);
  escape_json(file, r->file);
  fprintf(file, ",\"verdict\":\"%s\",\"seconds\":%.3f,\"certificate\":\"%s\",\"model\":\"%s\"",
          verdict_words[r->verdict], r->seconds, r->certificate, r->model);
  fprintf(file, ",\"key\":\"%s\",\"limits\":\"%s\",\"final\":%s}\n", r->key, r->limits,
          r->final ? "true" : "false");
}

static bool take_digest(const json_t *object, const char *member, bool may_be_empty,
                        char to[DIGEST_TEXT_BYTES]) {
  const char *text = json_string_value(json_object_get(object, member));
  if (!text) return false;
  to[0] = 0;
  if (!*text) return may_be_empty;
  if (strlen(text) != DIGEST_TEXT_BYTES - 1 ||
      strspn(text, "0123456789abcdef") != DIGEST_TEXT_BYTES - 1)
    return false;
  memcpy(to, text, DIGEST_TEXT_BYTES);
  return true;
}

static bool take_verdict(const json_t *object, enum verdict *verdict) {
  const char *text = json_string_value(json_object_get(object, "verdict"));
  for (int k = 0; text && k < NUM_VERDICTS; k++) {
    *verdict = (enum verdict)k;
    if (strcmp(text, verdict_words[k]) == 0) return true;
  }
  return false;
}

/* It becomes part of a path. */
static bool is_stem(const char *text) {
  return text && *text && strlen(text) < 100 &&
         !text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-")];
}

/* The file of *r belongs to the object. */
static bool take_record(const json_t *object, struct journal_record *r) {
  const char *file = json_string_value(json_object_get(object, "file"));
  const json_t *seconds = json_object_get(object, "seconds");
  const json_t *final = json_object_get(object, "final");
  *r = (struct journal_record){.file = (char *)file, .final = json_is_true(final)};
  if (!is_stem(file) || !json_is_number(seconds) || !json_is_boolean(final)) return false;
  r->seconds = json_number_value(seconds);
  return isfinite(r->seconds) && r->seconds >= 0 && take_verdict(object, &r->verdict) &&
         take_digest(object, "key", false, r->key) &&
         take_digest(object, "model", false, r->model) &&
         take_digest(object, "limits", false, r->limits) &&
         take_digest(object, "certificate", r->verdict == VERDICT_UNKNOWN, r->certificate);
}

static size_t position(const struct journal *journal, const char *file) {
  size_t k = 0;
  while (k < journal->size && strcmp(journal->at[k].file, file) != 0) k++;
  return k;
}

static void keep(struct journal *journal, const struct journal_record *r) {
  size_t k = position(journal, r->file);
  if (k == journal->size) {
    journal->at = memory_room(journal->at, journal->size, &journal->capacity, sizeof *journal->at);
    journal->at[journal->size++].file = memory_string(r->file);
  }
  char *file = journal->at[k].file;
  journal->at[k] = *r;
  journal->at[k].file = file;
}

/* False: it is damaged. */
static bool take_line(struct journal *journal, const char *line, size_t size) {
  struct journal_record record;
  json_t *object = json_loadb(line, size, JSON_REJECT_DUPLICATES, NULL);
  bool ok = json_is_object(object) && take_record(object, &record);
  if (ok) keep(journal, &record);
  json_decref(object);
  return ok;
}

/* --- the file --------------------------------------------------------------------------------- */

static void take_lines(struct journal *journal, const char *text, size_t size) {
  for (size_t at = 0; at < size;) {
    const char *end = memchr(text + at, '\n', size - at);
    size_t length = end ? (size_t)(end - text) - at : size - at;
    if (!end || !take_line(journal, text + at, length)) journal->damaged++;
    at += length + 1;
  }
}

static bool read_lines(struct journal *journal, struct fault *fault) {
  struct stat about;
  unsigned char *bytes;
  size_t size;
  if (lstat(journal->path, &about) != 0 && errno == ENOENT) return true;
  if (lstat(journal->path, &about) == 0 && !S_ISREG(about.st_mode))
    return fault_set(fault, "%s is not a plain file", journal->path);
  if (!input_read_file(journal->path, &bytes, &size, fault)) return false;
  take_lines(journal, (char *)bytes, size);
  free(bytes);
  return true;
}

/* One whole line per property, so that what is appended begins a line of its own. */
static bool write_anew(const struct journal *journal, struct fault *fault) {
  struct output out;
  if (!output_open(&out, journal->path, fault)) return false;
  for (size_t k = 0; k < journal->size; k++) journal_print(&journal->at[k], out.file);
  return output_commit(&out, false, fault);
}

static bool lock(struct journal *journal, const char *folder, struct fault *fault) {
  journal->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (journal->folder < 0) return fault_set(fault, "%s: cannot open: %s", folder, strerror(errno));
  if (flock(journal->folder, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno == EWOULDBLOCK) return fault_set(fault, "%s: another run is at work there", folder);
  return fault_set(fault, "%s: cannot lock: %s", folder, strerror(errno));
}

bool journal_open(struct journal *journal, const char *folder, bool fresh, struct fault *fault) {
  size_t size = strlen(folder) + sizeof "/" JOURNAL_NAME;
  *journal = (struct journal){.path = memory_alloc(size, 1), .folder = -1, .descriptor = -1};
  snprintf(journal->path, size, "%s/%s", folder, JOURNAL_NAME);
  bool ok = lock(journal, folder, fault) && (fresh || read_lines(journal, fault)) &&
            write_anew(journal, fault);
  if (ok) {
    journal->descriptor = open(journal->path, O_WRONLY | O_APPEND | O_CLOEXEC);
    ok = journal->descriptor >= 0 ||
         fault_set(fault, "%s: cannot open: %s", journal->path, strerror(errno));
  }
  if (!ok) journal_close(journal);
  return ok;
}

const struct journal_record *journal_find(const struct journal *journal, const char *file) {
  size_t k = position(journal, file);
  return k < journal->size ? &journal->at[k] : NULL;
}

bool journal_add(struct journal *journal, const char *line, size_t size, struct fault *fault) {
  if (size == 0 || !take_line(journal, line, size - 1))
    return fault_set(fault, "%s: a line that cannot be read back", journal->path);
  ssize_t wrote;
  while ((wrote = write(journal->descriptor, line, size)) < 0 && errno == EINTR) continue;
  if (wrote == (ssize_t)size) return true;
  return fault_set(fault, "%s: cannot write: %s", journal->path,
                   wrote < 0 ? strerror(errno) : "the disk is full");
}

void journal_close(struct journal *journal) {
  for (size_t k = 0; k < journal->size; k++) free(journal->at[k].file);
  free(journal->at);
  free(journal->path);
  if (journal->descriptor >= 0) close(journal->descriptor);
  if (journal->folder >= 0) close(journal->folder);
  *journal = (struct journal){.folder = -1, .descriptor = -1};
}
