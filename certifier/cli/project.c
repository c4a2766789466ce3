#include "certifier/cli/project.h"

#include "certifier/design/design.h"
#include "formats/support/nearest.h"

struct reading {
  struct project *project;
  const char *path;
  size_t folder; /* length of its folder, with the slash */
  const struct command *command;
  const bool *given;
  void *settings;
  struct fault *fault;
};

/* What is about a run, not about the project. */
static const enum option_id command_line_only[] = {OPT_FRESH, OPT_RETRY, OPT_JSON, OPT_QUIET,
                                                   OPT_COLOR};

static bool is_for_files(enum option_id id) {
  for (size_t k = 0; k < sizeof command_line_only / sizeof *command_line_only; k++)
    if (command_line_only[k] == id) return false;
  return true;
}

/* --- paths ------------------------------------------------------------------------------------ */

/* Programs that are named without a slash are looked for elsewhere. */
static bool is_path(enum option_id id, const char *value) {
  if (id == OPT_VALIDATOR || id == OPT_YOSYS) return strchr(value, '/') != NULL;
  return id == OPT_CTL || id == OPT_INCLUDE || id == OPT_RUN_OUTPUT;
}

static const char *from_folder(const struct reading *r, const char *path) {
  if (path[0] == '/' || r->folder == 0) return path;
  size_t size = r->folder + strlen(path) + 1;
  char *whole = memory_alloc(size, 1);
  snprintf(whole, size, "%.*s%s", (int)r->folder, r->path, path);
  texts_push(&r->project->owned, whole);
  return whole;
}

/* --- entries ---------------------------------------------------------------------------------- */

static bool refuse(const struct reading *r, const struct toml_entry *e, const char *words) {
  return fault_set(r->fault, "%s:%u: %s: %s", r->path, e->line, e->key, words);
}

static bool is_of_kind(const struct toml_entry *e, enum option_kind kind, const char **wanted) {
  switch (kind) {
  case OPTION_FLAG: *wanted = "expected true or false"; return e->kind == TOML_BOOLEAN;
  case OPTION_COUNT: *wanted = "expected a whole number"; return e->kind == TOML_INTEGER;
  case OPTION_SECONDS:
    *wanted = "expected a number of seconds";
    return e->kind == TOML_INTEGER || e->kind == TOML_FLOAT;
  case OPTION_TEXT:
  case OPTION_CHOICE: *wanted = "expected a string in quotes"; return e->kind == TOML_STRING;
  case OPTION_LIST: break;
  }
  *wanted = "expected an array of strings, or one string";
  return e->kind == TOML_ARRAY || e->kind == TOML_STRING;
}

static bool refuse_key(const struct reading *r, const struct toml_entry *e) {
  struct nearest nearest = {.wanted = e->key, .wanted_length = strlen(e->key)};
  char message[NEAREST_MESSAGE];
  nearest_offer(&nearest, "model", strlen("model"));
  nearest_offer(&nearest, "sources", strlen("sources"));
  for (const struct option_use *use = r->command->options; !option_used_is_last(use); use++) {
    const char *name = option_table[use->id].name;
    if (is_for_files(use->id)) nearest_offer(&nearest, name, strlen(name));
  }
  nearest_say(&nearest, "", message);
  return fault_set(r->fault, "%s:%u: unknown key '%s'%s", r->path, e->line, e->key, message);
}

static bool take_values(const struct reading *r, const struct toml_entry *e,
                        const struct option_use *use) {
  struct fault inner;
  char place[300];
  for (size_t k = 0; k < e->num_values; k++) {
    const char *value = e->values[k];
    if (is_path(use->id, value)) value = from_folder(r, value);
    if (option_set(use, value, r->settings, &inner)) continue;
    snprintf(place, sizeof place, "%.200s:%u", r->path, e->line);
    return fault_within(r->fault, place, &inner);
  }
  return true;
}

static bool take_option(const struct reading *r, const struct toml_entry *e) {
  const struct option_use *use = option_find(r->command, e->key);
  const char *wanted;
  if (!use) return refuse_key(r, e);
  if (!is_for_files(use->id)) return refuse(r, e, "is for the command line, not for project files");
  enum option_kind kind = option_table[use->id].kind;
  if (!is_of_kind(e, kind, &wanted)) return refuse(r, e, wanted);
  if (kind == OPTION_FLAG && strcmp(e->values[0], "false") == 0) return true;
  return r->given[use->id] || take_values(r, e, use);
}

static bool take_subject(const struct reading *r, const struct toml_entry *e) {
  bool sources = e->key[0] == 's';
  if (r->project->subject.size)
    return refuse(r, e, "a project has either a model or sources, not both");
  if (sources ? e->kind != TOML_ARRAY && e->kind != TOML_STRING : e->kind != TOML_STRING)
    return refuse(r, e, sources ? "expected an array of Verilog files" : "expected one file name");
  if (e->num_values == 0) return refuse(r, e, "expected at least one file");
  for (size_t k = 0; k < e->num_values; k++) {
    if (design_is_source(e->values[k]) != sources)
      return refuse(r, e,
                    sources ? "sources are Verilog files (.v, .sv); a circuit is a model"
                            : "Verilog files are sources, not a model");
    texts_push(&r->project->subject, from_folder(r, e->values[k]));
  }
  return true;
}

static bool take_entry(const struct reading *r, const struct toml_entry *e) {
  bool subject = strcmp(e->key, "model") == 0 || strcmp(e->key, "sources") == 0;
  return subject ? take_subject(r, e) : take_option(r, e);
}

bool project_read(struct project *project, const char *path, const struct command *command,
                  const bool given[NUM_OPTIONS], void *settings, struct fault *fault) {
  const char *slash = strrchr(path, '/');
  struct reading r = {.project = project,
                      .path = path,
                      .folder = slash ? (size_t)(slash - path) + 1 : 0,
                      .command = command,
                      .given = given,
                      .settings = settings,
                      .fault = fault};
  *project = (struct project){0};
  if (!toml_read_file(path, &project->file, fault)) return false;
  for (size_t k = 0; k < project->file.size; k++)
    if (!take_entry(&r, &project->file.at[k])) return false;
  return project->subject.size > 0 ||
         fault_set(fault, "%s: no model = \"FILE\" and no sources = [\"FILE.v\", ..]", path);
}

void project_free(struct project *project) {
  toml_free(&project->file);
  texts_free(&project->subject);
  for (size_t k = 0; k < project->owned.size; k++) free((char *)project->owned.at[k]);
  texts_free(&project->owned);
}
