#include "certifier/bench/tool.h"

#include "formats/aiger.h"
#include "formats/support/input.h"
#include "formats/support/output.h"
#include "formats/support/text_file.h"

#include <math.h>
#include <unistd.h>

static const struct {
  const char *name, *command;
} known[] = {
    {"vouch", "{vouch} check {model} {ctl} --property {property} --timeout {timeout} --jobs 1 "
              "--require nothing --json --certificates {folder}"},
    {"vouch-race", "{vouch} check {model} {ctl} --property {property} --timeout {timeout} --jobs 2 "
                   "--race --require nothing --json --certificates {folder}"},
    {"vouch-hwmcc", "{vouch} hwmcc {model} {sat} {unsat} --timeout {timeout}"},
    {"abc-pdr", "berkeley-abc -q 'read_aiger {aig}; fold; pdr -T {timeout}'"},
    {"abc-bmc3", "berkeley-abc -q 'read_aiger {aig}; fold; bmc3 -T {timeout}'"}};
enum { NUM_KNOWN = sizeof known / sizeof *known };

const char *tool_known(size_t k, const char **command) {
  if (k >= NUM_KNOWN) return NULL;
  *command = known[k].command;
  return known[k].name;
}

static const char *const places[] = {"{model}",  "{property}", "{properties}",  "{timeout}",
                                     "{memory}", "{folder}",   "{certificate}", "{sat}",
                                     "{unsat}",  "{aig}",      "{vouch}",       "{ctl}"};
enum { MODEL, PROPERTY, PROPERTIES, TIMEOUT, MEMORY, FOLDER, CERTIFICATE, SAT, UNSAT, AIG, VOUCH };
enum { CTL = VOUCH + 1, NUM_PLACES };

char *path_below(const char *folder, const char *name) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = memory_alloc(size, 1);
  snprintf(path, size, "%s/%s", folder, name);
  return path;
}

double limits_wall(const struct limits *limits) {
  const double busy = 10;
  return limits->cpu ? busy * limits->timeout : limits->timeout;
}

bool tool_mentions(const struct tool *tool, const char *place) {
  return strstr(tool->command, place) != NULL;
}

/* --- words ------------------------------------------------------------------------------------ */

void words_free(struct texts *words) {
  for (size_t k = 0; k < words->size; k++) free((char *)words->at[k]);
  texts_free(words);
}

/* False: a quote is not closed. */
static bool split(const char *command, struct texts *words) {
  const char *at = command + strspn(command, " \t");
  while (*at) {
    char *word = memory_alloc(strlen(at) + 1, 1), *to = word;
    char quote = 0;
    for (; *at && (quote || (*at != ' ' && *at != '\t')); at++) {
      if (quote ? *at == quote : *at == '\'' || *at == '"')
        quote = quote ? 0 : *at;
      else
        *to++ = *at;
    }
    *to = 0;
    texts_push(words, word);
    if (quote) return false;
    at += strspn(at, " \t");
  }
  return true;
}

/* The place that the text starts with; NUM_PLACES: none. */
static size_t place_at(const char *text) {
  size_t k = 0;
  while (k < NUM_PLACES && strncmp(text, places[k], strlen(places[k])) != 0) k++;
  return k;
}

static char *filled(const char *word, const char *const values[NUM_PLACES]) {
  char *text = NULL;
  size_t size;
  FILE *file = text_open(&text, &size);
  while (*word) {
    size_t place = place_at(word);
    if (place < NUM_PLACES)
      fputs(values[place], file);
    else
      fputc(*word, file);
    word += place < NUM_PLACES ? strlen(places[place]) : 1;
  }
  text_close(file);
  return text;
}

/* A model that is binary already is copied as it is. */
static bool write_model(const unsigned char *bytes, size_t size, const struct aiger *aiger,
                        const char *path, struct fault *fault) {
  struct output output;
  if (!output_open(&output, path, fault)) return false;
  if (size > 3 && memcmp(bytes, "aig ", 4) == 0)
    fwrite(bytes, 1, size, output.file);
  else
    aiger_write(aiger, output.file, true);
  return output_commit(&output, false, fault);
}

static bool write_binary(const char *model, const char *path, struct fault *fault) {
  struct aiger aiger;
  unsigned char *bytes;
  size_t size;
  bool plain;
  if (!input_read_model(model, &bytes, &size, &plain, fault)) return false;
  bool ok = aiger_read_memory(model, bytes, size, &aiger, fault);
  if (ok) {
    ok = write_model(bytes, size, &aiger, path, fault);
    aiger_free(&aiger);
  }
  free(bytes);
  return ok;
}

static bool this_program(char path[TOOL_PATH]) {
  ssize_t size = readlink("/proc/self/exe", path, TOOL_PATH - 1);
  path[size > 0 ? size : 0] = 0;
  return size > 0;
}

static void fill(const struct texts *split_words, const char *const values[NUM_PLACES],
                 struct texts *words) {
  for (size_t k = 0; k < split_words->size; k++) {
    const char *word = split_words->at[k];
    if (strcmp(word, "{ctl}") != 0) {
      texts_push(words, filled(word, values));
    } else if (values[PROPERTIES][0]) {
      texts_push(words, memory_string("--ctl"));
      texts_push(words, memory_string(values[PROPERTIES]));
    }
  }
  texts_push(words, NULL);
}

bool tool_words(const struct tool *tool, const struct instance *instance,
                const struct limits *limits, const char *folder, struct texts *words,
                struct fault *fault) {
  char timeout[32], memory[32], vouch[TOOL_PATH];
  char *files[] = {path_below(folder, "certificate"), path_below(folder, "sat"),
                   path_below(folder, "unsat"), path_below(folder, "model.aig")};
  struct texts parts = {0};
  snprintf(timeout, sizeof timeout, "%.0f", ceil(limits_wall(limits)));
  snprintf(memory, sizeof memory, "%u", limits->memory);
  this_program(vouch);
  const char *values[NUM_PLACES] = {[MODEL] = instance->model_path,
                                    [PROPERTY] = instance->property[0] ? instance->property : "0",
                                    [PROPERTIES] = instance->properties_path,
                                    [TIMEOUT] = timeout,
                                    [MEMORY] = memory,
                                    [FOLDER] = folder,
                                    [CERTIFICATE] = files[0],
                                    [SAT] = files[1],
                                    [UNSAT] = files[2],
                                    [AIG] = files[3],
                                    [VOUCH] = vouch,
                                    [CTL] = instance->properties_path};
  bool ok = !tool_mentions(tool, "{aig}") || write_binary(instance->model_path, files[3], fault);
  split(tool->command, &parts);
  if (ok) fill(&parts, values, words);
  words_free(&parts);
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) free(files[k]);
  return ok;
}

/* --- tools ------------------------------------------------------------------------------------ */

/* As execvp looks for it. */
static bool find_program(const char *name, char path[TOOL_PATH]) {
  const char *dirs = getenv("PATH");
  if (strcmp(name, "{vouch}") == 0) return this_program(path);
  if (strchr(name, '/'))
    return snprintf(path, TOOL_PATH, "%s", name) < TOOL_PATH && access(path, X_OK) == 0;
  while (dirs && *dirs) {
    size_t n = strcspn(dirs, ":");
    int wrote = snprintf(path, TOOL_PATH, "%.*s/%s", (int)n, dirs, name);
    if (n > 0 && wrote > 0 && wrote < TOOL_PATH && access(path, X_OK) == 0) return true;
    dirs += n + (dirs[n] == ':');
  }
  return false;
}

/* Braces around a small word are meant to be a place. */
static bool has_unknown_place(const char *command, const char **where) {
  for (const char *at = command; (at = strchr(at, '{')); at++) {
    size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
    *where = at;
    if (length && at[1 + length] == '}' && place_at(at) == NUM_PLACES) return true;
  }
  return false;
}

static bool check_command(struct tool *tool, struct fault *fault) {
  struct texts words = {0};
  const char *where;
  bool ok = false;
  if (!split(tool->command, &words))
    fault_set(fault, "tool %s: a quote is not closed", tool->name);
  else if (words.size == 0)
    fault_set(fault, "tool %s: no command line", tool->name);
  else if (has_unknown_place(tool->command, &where))
    fault_set(fault, "tool %s: there is no place '%.20s'", tool->name, where);
  else if (!find_program(words.at[0], tool->program))
    fault_set(fault, "tool %s: %s: no such program", tool->name, words.at[0]);
  else
    ok = digest_file(tool->program, tool->digest, fault);
  words_free(&words);
  return ok;
}

static const char *command_of(const char *name) {
  for (size_t k = 0; k < NUM_KNOWN; k++)
    if (strcmp(known[k].name, name) == 0) return known[k].command;
  return NULL;
}

static bool is_name(const char *text, size_t length) {
  size_t good = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+");
  return length > 0 && length < 64 && good >= length;
}

bool tools_add(struct tools *tools, const char *text, struct fault *fault) {
  size_t length = strcspn(text, "=");
  char name[64];
  if (!is_name(text, length))
    return fault_set(fault, "'%.60s' is no name of a tool: letters, digits and . _ - +", text);
  snprintf(name, sizeof name, "%.*s", (int)length, text);
  const char *command = text[length] ? text + length + 1 : command_of(name);
  if (!command)
    return fault_set(fault, "tool %s is not known: give its command line, %s=COMMAND", name, name);
  for (size_t k = 0; k < tools->size; k++)
    if (strcmp(tools->at[k].name, name) == 0)
      return fault_set(fault, "there are two tools %s", name);
  struct tool tool = {.name = memory_string(name), .command = memory_string(command)};
  if (!check_command(&tool, fault)) {
    free(tool.name);
    free(tool.command);
    return false;
  }
  tools->at = memory_one_more(tools->at, tools->size, sizeof *tools->at);
  tools->at[tools->size++] = tool;
  return true;
}

void tools_free(struct tools *tools) {
  for (size_t k = 0; k < tools->size; k++) {
    free(tools->at[k].name);
    free(tools->at[k].command);
  }
  free(tools->at);
  *tools = (struct tools){0};
}
