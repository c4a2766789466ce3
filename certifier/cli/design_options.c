#include "certifier/cli/design_options.h"

#include "certifier/cli/program.h"
#include "certifier/design/cache.h"
#include "formats/ctl_mentions.h"
#include "formats/support/escape.h"
#include "formats/support/input.h"
#include "formats/support/output.h"

#include <errno.h>
#include <unistd.h>

bool subject_is_design(char **arguments) { return design_is_source(arguments[0]); }

/* --- what is asked for ------------------------------------------------------------------------ */

static bool check_arguments(const struct design_options *o, char **arguments, size_t count,
                            struct fault *fault) {
  bool design = subject_is_design(arguments);
  for (size_t k = 1; k < count; k++)
    if (!design || !design_is_source(arguments[k]))
      return fault_set(fault, "unexpected argument '%s': only designs (.v, .sv) have several files",
                       arguments[k]);
  if (!design && (o->top || o->yosys || o->multiclock || o->includes.size || o->defines.size ||
                  o->parameters.size))
    return fault_set(fault,
                     "%s is not a design (.v, .sv): --top and the options beside it are for "
                     "designs",
                     arguments[0]);
  return true;
}

static void mention_texts(struct ctl_mentions *mentions, const struct texts *texts) {
  for (size_t k = 0; texts && k < texts->size; k++)
    ctl_mentions_add(mentions, texts->at[k], strlen(texts->at[k]));
}

static bool mention_files(struct ctl_mentions *mentions, const struct texts *files,
                          struct fault *fault) {
  for (size_t k = 0; files && k < files->size; k++) {
    unsigned char *bytes;
    size_t size;
    if (!input_read_file(files->at[k], &bytes, &size, fault)) return false;
    ctl_mentions_add(mentions, (char *)bytes, size);
    free(bytes);
  }
  return true;
}

/* --- what yosys said -------------------------------------------------------------------------- */

enum { WARNINGS_SHOWN = 5 };

static bool has(const char *line, size_t length, const char *words) {
  size_t size = strlen(words);
  for (size_t k = 0; k + size <= length; k++)
    if (strncmp(line + k, words, size) == 0) return true;
  return false;
}

/* At the start of a line, or behind file and line. Selections of the script that are empty are
 * meant to be. */
static bool is_warning(const char *line, size_t length) {
  static const char start[] = "Warning: ";
  return (strncmp(line, start, sizeof start - 1) == 0 || has(line, length, ": Warning: ")) &&
         !has(line, length, "did not match any");
}

static void print_warnings(const char *command, const char *log) {
  size_t count = 0;
  for (const char *line = log; line && *line;) {
    size_t length = strcspn(line, "\n");
    if (is_warning(line, length) && count++ < WARNINGS_SHOWN)
      escape_line(stderr, "vouch %s: yosys: %.*s", command, (int)length, line);
    line += length + (line[length] == '\n');
  }
  if (count > WARNINGS_SHOWN)
    fprintf(stderr, "vouch %s: yosys: and %zu warnings more\n", command, count - WARNINGS_SHOWN);
}

/* --- where it goes ---------------------------------------------------------------------------- */

static bool put(const char *folder, const char *top, const char *suffix, const void *bytes,
                size_t size, struct fault *fault) {
  char *path = path_in(folder, top, suffix);
  struct output out;
  bool ok = output_open(&out, path, fault);
  if (ok) {
    fwrite(bytes, 1, size, out.file);
    ok = output_commit(&out, false, fault);
  }
  free(path);
  return ok;
}

static bool put_text(const char *folder, const char *top, const char *suffix, const char *text,
                     struct fault *fault) {
  return !text || put(folder, top, suffix, text, strlen(text), fault);
}

static bool keep_all(const struct design *d, const char *folder, const char *top,
                     struct subject *subject, struct fault *fault) {
  if (!put_text(folder, top, ".ys", d->script, fault) ||
      !put_text(folder, top, ".log", d->log, fault) ||
      !put(folder, top, ".aig", d->model, d->size, fault))
    return false;
  subject->kept = path_in(folder, top, ".aig");
  subject->model = subject->kept;
  return true;
}

static bool keep_for_now(const struct design *d, struct subject *subject, struct fault *fault) {
  if (!spool_open(&subject->spool, fault)) return false;
  for (size_t done = 0; done < d->size;) {
    ssize_t n = write(subject->spool.descriptor, d->model + done, d->size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      return fault_set(fault, "cannot write a temporary file: %s", strerror(n < 0 ? errno : EIO));
    done += (size_t)n;
  }
  subject->model = subject->spool.path;
  return true;
}

/* --- the whole -------------------------------------------------------------------------------- */

static void name_properties(const char *top, struct subject *subject) {
  const struct design *d = subject->design;
  struct selection_origin *origin = &subject->origin;
  size_t size = strlen(top) + sizeof ".aig";
  char *name = memory_alloc(size, 1);
  snprintf(name, size, "%s.aig", top);
  origin->model = name;
  origin->num_bad = d->num_assertions;
  origin->bad = memory_zeroed(d->num_assertions, sizeof *origin->bad);
  for (size_t k = 0; k < d->num_assertions; k++)
    origin->bad[k] = (struct selection_name){d->assertions[k].name, d->assertions[k].place};
  origin->num_covers = d->num_covers;
  origin->covers = memory_zeroed(d->num_covers, sizeof *origin->covers);
  for (size_t k = 0; k < d->num_covers; k++)
    origin->covers[k] =
        (struct selection_cover){{d->covers[k].name, d->covers[k].place}, d->covers[k].signal};
}

/* A second signal waits until the folder of the translation is gone. */
static bool translate(const struct design_request *r, const struct subject_folder *keep,
                      struct subject *subject, struct fault *fault) {
  struct fault unkept;
  struct timespec start;
  clock_gettime(CLOCK_REALTIME, &start);
  defer_second_signal(true);
  bool ok = design_translate(r, subject->design, fault);
  defer_second_signal(false);
  if (!ok && keep->path) put_text(keep->path, r->top, ".log", subject->design->log, &unkept);
  if (!ok) return false;
  if (!keep->path) return keep_for_now(subject->design, subject, fault);
  if (!keep_all(subject->design, keep->path, r->top, subject, fault)) return false;
  if (keep->remember) cache_remember(r, keep->path, subject->design, &start);
  return true;
}

/* True: the design is as it was, and so is its translation. */
static bool recall(const char *command, const struct design_request *r,
                   const struct subject_folder *keep, struct subject *subject) {
  char *damage;
  if (!keep->recall || !keep->path) return false;
  if (cache_recall(r, keep->path, subject->design, &damage)) {
    subject->kept = path_in(keep->path, r->top, ".aig");
    subject->model = subject->kept;
    return true;
  }
  if (damage)
    escape_line(stderr, "vouch %s: %s is not what was put there: %s is translated again", command,
                damage, r->top);
  free(damage);
  return false;
}

static void mention_all(struct ctl_mentions *mentions, const struct selection_request *request) {
  mention_texts(mentions, request->formulas);
  mention_texts(mentions, request->covers);
  mention_texts(mentions, request->hints);
}

bool subject_take(const char *command, const struct design_options *o, char **arguments,
                  size_t num_arguments, double timeout, unsigned memory,
                  const struct subject_folder *keep, struct selection_request *request,
                  struct subject *subject, struct fault *fault) {
  *subject = (struct subject){.model = arguments[0], .spool.descriptor = -1};
  if (!check_arguments(o, arguments, num_arguments, fault)) return false;
  request->model = arguments[0];
  if (!subject_is_design(arguments)) return true;
  struct ctl_mentions mentions = {0};
  mention_all(&mentions, request);
  bool ok = mention_files(&mentions, request->files, fault);
  struct texts names = {(const char **)mentions.at, mentions.size, mentions.capacity};
  struct design_request r = {.sources = (const char *const *)arguments,
                             .num_sources = num_arguments,
                             .top = o->top,
                             .yosys = o->yosys,
                             .includes = &o->includes,
                             .defines = &o->defines,
                             .parameters = &o->parameters,
                             .names = &names,
                             .multiclock = o->multiclock,
                             .timeout = timeout,
                             .memory = memory};
  subject->design = memory_zeroed(1, sizeof *subject->design);
  bool recalled = ok && recall(command, &r, keep, subject);
  ok = recalled || (ok && translate(&r, keep, subject, fault));
  print_warnings(command, subject->design->log);
  ctl_mentions_free(&mentions);
  if (!ok) return false;
  escape_line(stderr, "vouch %s: %s: %s; translated by %s%s", command, o->top,
              subject->design->summary, subject->design->version, recalled ? " (as before)" : "");
  if (request->uncovered && subject->design->num_covers)
    fprintf(stderr, "vouch %s: cover statements are left out: vouch check asks them\n", command);
  name_properties(o->top, subject);
  request->model = subject->model;
  request->origin = &subject->origin;
  return true;
}

void subject_free(struct subject *subject) {
  if (subject->design) design_free(subject->design);
  free(subject->design);
  free(subject->origin.bad);
  free(subject->origin.covers);
  free((char *)subject->origin.model);
  free(subject->kept);
  spool_close(&subject->spool);
}
