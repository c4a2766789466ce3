#include "certifier/cli/options.h"

#include "formats/support/escape.h"
#include "formats/support/nearest.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <math.h>

static bool is_number(const char *text, bool fraction) {
  size_t digits = 0, points = 0;
  for (; *text; text++) {
    if (*text >= '0' && *text <= '9')
      digits++;
    else if (fraction && *text == '.' && points == 0)
      points++;
    else
      return false;
  }
  return digits > 0;
}

static bool set_choice(const struct option *option, const char *value, int *to,
                       struct fault *fault) {
  char known[256] = "";
  for (int k = 0; option->choices[k]; k++) {
    if (strcmp(option->choices[k], value) == 0) {
      *to = k;
      return true;
    }
    size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", k ? ", " : "", option->choices[k]);
  }
  return fault_set(fault, "--%s: '%s' is none of %s", option->name, value, known);
}

static bool set_count(const struct option *option, const char *value, unsigned *to,
                      struct fault *fault) {
  errno = 0;
  unsigned long number = is_number(value, false) ? strtoul(value, NULL, 10) : 0;
  if (!is_number(value, false) || errno || number < option->least || number > option->most)
    return fault_set(fault, "--%s: '%s' is not a number from %u to %u", option->name, value,
                     option->least, option->most);
  *to = (unsigned)number;
  return true;
}

static bool set_seconds(const struct option *option, const char *value, double *to,
                        struct fault *fault) {
  double number = is_number(value, true) ? strtod(value, NULL) : 0;
  if (!(number > 0) || !isfinite(number))
    return fault_set(fault, "--%s: '%s' is not a positive number of seconds", option->name, value);
  *to = number;
  return true;
}

struct option option_used(const struct option_use *use) {
  struct option option = option_table[use->id];
  if (use->help) option.help = use->help;
  return option;
}

static bool set_option(const struct option *option, const char *value, void *place,
                       struct fault *fault) {
  switch (option->kind) {
  case OPTION_FLAG: *(bool *)place = true; return true;
  case OPTION_COUNT: return set_count(option, value, place, fault);
  case OPTION_SECONDS: return set_seconds(option, value, place, fault);
  case OPTION_TEXT: *(const char **)place = value; return true;
  case OPTION_LIST: texts_push(place, value); return true;
  case OPTION_CHOICE: return set_choice(option, value, place, fault);
  }
  return false;
}

const struct option_use *option_find(const struct command *command, const char *name) {
  for (const struct option_use *use = command->options; !option_used_is_last(use); use++)
    if (strcmp(option_table[use->id].name, name) == 0) return use;
  return NULL;
}

bool option_set(const struct option_use *use, const char *value, void *settings,
                struct fault *fault) {
  return set_option(&option_table[use->id], value, (char *)settings + use->offset, fault);
}

/* `--name`, `--name=value`, `-x`: finds the option and where its value starts (NULL: in the next
 * word, if it takes one). */
static const struct option_use *find_option(const struct command *command, const char *word,
                                            const char **value) {
  *value = NULL;
  for (const struct option_use *use = command->options; !option_used_is_last(use); use++) {
    const struct option *o = &option_table[use->id];
    size_t length = strlen(o->name);
    if (word[1] == '-') {
      if (strncmp(word + 2, o->name, length) != 0) continue;
      if (word[2 + length] == '=') *value = word + 2 + length + 1;
      if (word[2 + length] == '=' || word[2 + length] == 0) return use;
    } else if (o->letter && word[1] == o->letter && word[2] == 0) {
      return use;
    }
  }
  return NULL;
}

static bool is_choice(const struct option *option, const char *word) {
  for (int k = 0; word && option->choices[k]; k++)
    if (strcmp(option->choices[k], word) == 0) return true;
  return false;
}

/* A word that starts like an option, and is none of the command's. */
static bool refuse_option(const struct command *command, const char *word, struct fault *fault) {
  const char *name = word + strspn(word, "-");
  struct nearest nearest = {.wanted = name, .wanted_length = strcspn(name, "=")};
  char message[NEAREST_MESSAGE];
  for (const struct option_use *use = command->options; !option_used_is_last(use); use++)
    nearest_offer(&nearest, option_table[use->id].name, strlen(option_table[use->id].name));
  nearest_say(&nearest, "--", message);
  return fault_set(fault, "unknown option '%s'; see 'vouch %s --help'%s", word, command->name,
                   message);
}

/* What reading a command line has come to. */
struct parse {
  const struct command *command;
  void *settings;
  bool seen[NUM_OPTIONS];
  struct fault *fault;
};

/* Of two values one would vanish. Lists take any number, and a flag says the same twice. */
static bool is_second(struct parse *p, enum option_id id) {
  const struct option *option = &option_table[id];
  if (option->kind != OPTION_FLAG && option->kind != OPTION_LIST && p->seen[id])
    return !fault_set(p->fault, "--%s is given twice", option->name);
  p->seen[id] = true;
  return false;
}

/* Sets the option argv[*k], whose value may be the next word; leaves *k at the last word taken. */
static bool take_option(struct parse *p, int argc, char **argv, int *k) {
  const char *value;
  const struct option_use *use = find_option(p->command, argv[*k], &value);
  if (!use) return refuse_option(p->command, argv[*k], p->fault);
  if (is_second(p, use->id)) return false;
  const struct option *option = &option_table[use->id];
  const char *next = *k + 1 < argc ? argv[*k + 1] : NULL;
  if (option->kind == OPTION_FLAG && value)
    return fault_set(p->fault, "--%s takes no value", option->name);
  if (option->implied && !value && !is_choice(option, next)) value = option->implied;
  if (option->kind != OPTION_FLAG && !value) {
    if (!next) return fault_set(p->fault, "--%s needs a value: %s", option->name, option->argument);
    value = next;
    (*k)++;
  }
  return option_set(use, value, p->settings, p->fault);
}

static bool check_count(const struct command *command, char **arguments, size_t count,
                        struct fault *fault) {
  if (count < command->least_arguments)
    return fault_set(fault, "'vouch %s' needs %s; see 'vouch %s --help'", command->name,
                     command->arguments, command->name);
  if (count > command->most_arguments)
    return fault_set(fault, "unexpected argument '%s'; see 'vouch %s --help'",
                     arguments[command->most_arguments], command->name);
  return true;
}

/* Reads argv behind the command's name into *settings (zeroed and given its defaults by the caller)
 * and moves what is not an option to the front of argv; *num_arguments counts it. "--" ends the
 * options. *help is set when --help was given; then the number of arguments is not checked. */
static bool options_parse(const struct command *command, int argc, char **argv, void *settings,
                          size_t *num_arguments, bool *help, struct fault *fault) {
  struct parse parse = {.command = command, .settings = settings, .fault = fault};
  size_t kept = 0;
  bool only_arguments = false;
  *help = false;
  for (int k = 0; k < argc; k++) {
    char *word = argv[k];
    if (only_arguments || word[0] != '-' || word[1] == 0)
      argv[kept++] = word;
    else if (strcmp(word, "--") == 0)
      only_arguments = true;
    else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
      *help = true;
    else if (!take_option(&parse, argc, argv, &k))
      return false;
  }
  *num_arguments = kept;
  if (command->given_offset)
    memcpy((char *)settings + command->given_offset, parse.seen, sizeof parse.seen);
  return *help || check_count(command, argv, kept, fault);
}

static void free_lists(const struct command *command, void *settings) {
  for (const struct option_use *use = command->options; !option_used_is_last(use); use++)
    if (option_table[use->id].kind == OPTION_LIST)
      texts_free((struct texts *)((char *)settings + use->offset));
}

int command_main(const struct command *command, int argc, char **argv) {
  void *settings = memory_zeroed(1, command->settings_size);
  if (command->set_defaults) command->set_defaults(settings);
  size_t num_arguments = 0;
  bool help = false;
  struct fault fault;
  int status = EXIT_USAGE;
  if (!options_parse(command, argc, argv, settings, &num_arguments, &help, &fault)) {
    escape_line(stderr, "vouch %s: %s", command->name, fault.text);
  } else if (help) {
    command_help(command, stdout);
    status = fflush(stdout) == 0 ? 0 : EXIT_USAGE;
  } else {
    status = command->run(settings, argv, num_arguments);
  }
  free_lists(command, settings);
  free(settings);
  return status;
}
