/* vouch_check, and what comes out of it. */
#define _DEFAULT_SOURCE /* reallocarray */
#include "certifier/library/work.h"

#include "certifier/process/temporary.h"
#include "checker/effort/effort.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct text {
  char *bytes; /* NULL: there is none */
  size_t size;
};

enum { NUM_TEXTS = VOUCH_STORY + 1 };

struct vouch_result {
  vouch_verdict verdict;
  bool validated;
  double seconds;
  char reason[1024];
  struct text texts[NUM_TEXTS];
  struct text *paths;
  size_t num_paths;
};

/* --- the folder of a check ----------------------------------------------------------------------
 */

static bool make_folder(char folder[TEMPORARY_NAME], vouch_error *error) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent) parent = "/tmp";
  int size = snprintf(folder, TEMPORARY_NAME, "%s/libvouch-XXXXXX", parent);
  if (size < 0 || size >= TEMPORARY_NAME)
    return error_set(error, "the path of the directory for temporary files is too long");
  if (mkdtemp(folder)) return true;
  return error_set(error, "cannot make a temporary directory in %s: %s", parent, strerror(errno));
}

/* Whatever a child that was ended has left there: it makes no folders. */
static void remove_folder(const char *folder) {
  DIR *directory = opendir(folder);
  const struct dirent *entry;
  while (directory && (entry = readdir(directory)))
    if (entry->d_name[0] != '.') unlinkat(dirfd(directory), entry->d_name, 0);
  if (directory) closedir(directory);
  rmdir(folder);
}

/* --- what the child sends -----------------------------------------------------------------------
 */

struct checking {
  vouch_result *result;
  size_t number;
  vouch_progress *progress;
  void *context;
  double started;
  char doing[32];
  bool over, no_memory;
};

static struct text keep_text(struct message *message) {
  struct text text = {message->bytes, message->size};
  message->bytes = NULL;
  return text;
}

static bool add_path(struct checking *c, struct message *message) {
  vouch_result *r = c->result;
  struct text *grown = reallocarray(r->paths, r->num_paths + 1, sizeof *grown);
  c->no_memory = !grown;
  if (!grown) return false;
  r->paths = grown;
  r->paths[r->num_paths++] = keep_text(message);
  return true;
}

static bool take(void *taker, struct message *message) {
  struct checking *c = taker;
  vouch_result *r = c->result;
  switch (message->kind) {
  case MESSAGE_PROGRESS: snprintf(c->doing, sizeof c->doing, "%.31s", message->bytes); return true;
  case MESSAGE_TEXT:
    if (message->detail < NUM_TEXTS && !r->texts[message->detail].bytes)
      r->texts[message->detail] = keep_text(message);
    return true;
  case MESSAGE_PATH: return add_path(c, message);
  case MESSAGE_VALIDATED: r->validated = true; return true;
  case MESSAGE_VERDICT:
    r->verdict = (vouch_verdict)message->detail;
    snprintf(r->reason, sizeof r->reason, "%.1023s", message->bytes);
    return true;
  case MESSAGE_END: c->over = true; return false;
  default: return false;
  }
}

static bool go_on(void *taker) {
  struct checking *c = taker;
  double seconds = monotonic_seconds() - c->started;
  return !c->progress || c->progress(c->context, c->number, c->doing, seconds) == 0;
}

/* --- results ------------------------------------------------------------------------------------
 */

static void drop_texts(vouch_result *r) {
  for (size_t k = 0; k < NUM_TEXTS; k++) free(r->texts[k].bytes);
  for (size_t k = 0; k < r->num_paths; k++) free(r->paths[k].bytes);
  free(r->paths);
  memset(r->texts, 0, sizeof r->texts);
  r->paths = NULL;
  r->num_paths = 0;
}

/* A verdict needs all of it: the certificate, and the end of what the child had to say. */
static void judge(struct checking *c, const char *why) {
  vouch_result *r = c->result;
  bool shown = c->over && r->texts[VOUCH_CERTIFICATE].bytes;
  r->seconds = monotonic_seconds() - c->started;
  if (r->verdict != VOUCH_UNKNOWN && shown) return;
  if (!c->over) snprintf(r->reason, sizeof r->reason, "%s", c->no_memory ? "out of memory" : why);
  r->verdict = VOUCH_UNKNOWN;
  r->validated = false;
  drop_texts(r);
}

vouch_result *vouch_check(const vouch_model *model, size_t number, vouch_progress *progress,
                          void *context, vouch_error *error) {
  char folder[TEMPORARY_NAME], why[HELPER_WHY];
  if (number >= model->num_properties) {
    error_set(error, "there is no property %zu; there are %zu", number, model->num_properties);
    return NULL;
  }
  struct checking checking = {.result = calloc(1, sizeof *checking.result),
                              .number = number,
                              .progress = progress,
                              .context = context,
                              .started = monotonic_seconds(),
                              .doing = "starting"};
  struct examination examination = {model, &model->properties[number], folder};
  struct helper_task task = {.work = work_examine,
                             .context = &examination,
                             .memory = model->settings.memory,
                             .take = take,
                             .go_on = go_on,
                             .taker = &checking};
  bool made = checking.result ? make_folder(folder, error) : error_set(error, "out of memory");
  bool ran = made && helper_run(&task, why, error);
  if (made) remove_folder(folder);
  if (ran) {
    judge(&checking, why);
    return checking.result;
  }
  vouch_result_free(checking.result);
  return NULL;
}

void vouch_result_free(vouch_result *result) {
  if (!result) return;
  drop_texts(result);
  free(result);
}

vouch_verdict vouch_result_verdict(const vouch_result *result) { return result->verdict; }
const char *vouch_result_reason(const vouch_result *result) { return result->reason; }
int vouch_result_validated(const vouch_result *result) { return result->validated; }
double vouch_result_seconds(const vouch_result *result) { return result->seconds; }

static const char *text_of(const struct text *text, size_t *size) {
  if (size) *size = text->bytes ? text->size : 0;
  return text->bytes;
}

const char *vouch_result_text(const vouch_result *result, vouch_text which, size_t *size) {
  static const struct text none = {0};
  return text_of((unsigned)which < NUM_TEXTS ? &result->texts[which] : &none, size);
}

size_t vouch_result_num_paths(const vouch_result *result) { return result->num_paths; }

const char *vouch_result_vcd(const vouch_result *result, size_t path, size_t *size) {
  static const struct text none = {0};
  return text_of(path < result->num_paths ? &result->paths[path] : &none, size);
}
