#include "certifier/design/design.h"

#include "certifier/design/netlist.h"
#include "certifier/design/script.h"
#include "certifier/design/sources.h"
#include "certifier/design/yosys.h"
#include "formats/support/input.h"
#include "formats/support/output.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* --- the folder ------------------------------------------------------------------------------- */

/* Where yosys works: a folder of ours alone, with files that only the script and this file name. */
struct folder {
  char *path; /* with a slash behind it */
  char *script, *log, *read, *elaborated, *covers, *mapped, *literals, *model;
};

static char *join(const char *folder, const char *name, const char *suffix) {
  size_t size = strlen(folder) + strlen(name) + strlen(suffix) + 1;
  char *path = memory_alloc(size, 1);
  snprintf(path, size, "%s%s%s", folder, name, suffix);
  return path;
}

static bool folder_open(struct folder *f, const char *top, struct fault *fault) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent) parent = "/tmp";
  if (!script_check_folder(parent, fault)) return false;
  f->path = join(parent, "/vouch-XXXXXX", "/");
  size_t end = strlen(f->path) - 1;
  f->path[end] = 0;
  if (!mkdtemp(f->path)) {
    free(f->path);
    *f = (struct folder){0};
    return fault_set(fault, "cannot make a temporary directory in %s: %s", parent, strerror(errno));
  }
  f->path[end] = '/';
  f->script = join(f->path, "script.ys", "");
  f->log = join(f->path, "log", "");
  f->read = join(f->path, "read", "");
  f->elaborated = join(f->path, SCRIPT_ELABORATED, "");
  f->covers = join(f->path, SCRIPT_COVERS, "");
  f->mapped = join(f->path, SCRIPT_MAPPED, "");
  f->literals = join(f->path, SCRIPT_LITERALS, "");
  f->model = join(f->path, top, ".aig");
  return true;
}

static void folder_remove(struct folder *f) {
  char *files[] = {f->script, f->log,    f->read,     f->elaborated,
                   f->covers, f->mapped, f->literals, f->model};
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
    if (files[k]) unlink(files[k]);
    free(files[k]);
  }
  if (f->path) rmdir(f->path);
  free(f->path);
}

/* --- the translation -------------------------------------------------------------------------- */

static bool write_script(const char *path, const char *text, struct fault *fault) {
  struct output out;
  if (!output_open(&out, path, fault)) return false;
  fputs(text, out.file);
  return output_commit(&out, false, fault);
}

static bool run_script(const struct design_request *r, const struct folder *f, bool literals,
                       struct design *d, bool *crashed, struct fault *fault) {
  char *text = script_text(r, f->path, literals);
  free(d->script);
  free(d->log);
  d->log = NULL;
  d->script = script_text(r, "", literals);
  bool ok = write_script(f->script, text, fault) &&
            yosys_run(r, f->script, f->log, f->read, &d->log, crashed, fault);
  free(text);
  return ok;
}

/* Names of assertions are worth less than an answer. */
static bool run_scripts(const struct design_request *r, const struct folder *f, struct design *d,
                        struct fault *fault) {
  bool crashed = false;
  if (run_script(r, f, true, d, &crashed, fault)) return true;
  if (!crashed) return false;
  unlink(f->literals);
  unlink(f->model);
  return run_script(r, f, false, d, &crashed, fault);
}

/* AIGER takes outputs for bad literals where there are no properties. Here they are outputs. */
static bool take_model(const struct folder *f, struct design *d, struct fault *fault) {
  struct aiger model;
  if (!input_read_file(f->model, &d->model, &d->size, fault) ||
      !aiger_read_memory("the model that yosys made", d->model, d->size, &model, fault))
    return false;
  netlist_name_assertions(f->mapped, f->literals, &model, d);
  aiger_free(&model);
  return true;
}

static bool translate_in(const struct design_request *r, const struct folder *f, struct design *d,
                         struct fault *fault) {
  size_t covers;
  return run_scripts(r, f, d, fault) && yosys_check_log(d->log, fault) &&
         netlist_check(f->elaborated, r, &d->summary, &covers, fault) &&
         netlist_take_covers(f->covers, covers, d, fault) && take_model(f, d, fault) &&
         sources_take(f->read, f->script, d, fault);
}

bool design_translate(const struct design_request *r, struct design *d, struct fault *fault) {
  struct folder folder = {0};
  char before[DIGEST_TEXT_BYTES], after[DIGEST_TEXT_BYTES];
  *d = (struct design){0};
  if (!script_check(r, fault) || !sources_digest(r, before, fault)) return false;
  d->version = yosys_version(r, fault);
  if (!d->version || !folder_open(&folder, r->top, fault)) return false;
  bool ok = translate_in(r, &folder, d, fault);
  folder_remove(&folder);
  if (!ok || !sources_digest(r, after, fault)) return false;
  return strcmp(before, after) == 0 ||
         fault_set(fault, "the sources of %s changed while they were translated", r->top);
}

void design_free(struct design *d) {
  for (size_t k = 0; k < d->num_sources; k++) free(d->sources[k].path);
  for (size_t k = 0; k < d->num_assertions; k++) {
    free(d->assertions[k].name);
    free(d->assertions[k].place);
  }
  for (size_t k = 0; k < d->num_covers; k++) {
    free(d->covers[k].name);
    free(d->covers[k].place);
    free(d->covers[k].signal);
  }
  free(d->sources);
  free(d->assertions);
  free(d->covers);
  free(d->model);
  free(d->script);
  free(d->log);
  free(d->version);
  free(d->summary);
  *d = (struct design){0};
}
