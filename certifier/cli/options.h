/* What a command is, and what drives its parsing, --help, the manual page and shell completion. */
#ifndef VOUCH_CERTIFIER_CLI_OPTIONS_H
#define VOUCH_CERTIFIER_CLI_OPTIONS_H

#include "certifier/cli/option_table.h"
#include "formats/support/fault.h"
#include "formats/support/texts.h"

#include <stddef.h>
#include <stdio.h>

/* An option that a command takes, and where its value goes. */
struct option_use {
  enum option_id id; /* OPT_END: behind the last one */
  size_t offset;     /* in the command's settings */
  const char *help;  /* what it means to this command; NULL: what the table says */
};
/* Rows for a command whose settings are a `struct settings`. */
#define TAKE(option, field)                                                                        \
  { OPT_##option, offsetof(struct settings, field), NULL }
#define TAKE_AS(option, field, words)                                                              \
  { OPT_##option, offsetof(struct settings, field), words }
/* The row of the table, with the help of the command. */
struct option option_used(const struct option_use *use);

struct command {
  const char *name;
  const char *arguments; /* for the usage line: "MODEL" */
  size_t least_arguments, most_arguments;
  const char *endings;     /* of arguments that are files, for completion; NULL: any */
  const char *summary;     /* one line, for the list of commands */
  const char *description; /* paragraphs, for --help and the manual page */
  /* Further paragraphs, for tables: the k-th; false: there are no more. NULL: none. */
  bool (*paragraph)(size_t k, char *text, size_t size);
  const struct option_use *options; /* ends with OPT_END; NULL: none */
  size_t settings_size;
  /* Where in the settings a bool[NUM_OPTIONS] is told which options were given; 0: nowhere. */
  size_t given_offset;
  void (*set_defaults)(void *settings); /* NULL: all zero */
  /* Returns the exit status. Arguments are those that are not options. */
  int (*run)(void *settings, char **arguments, size_t num_arguments);
};

/* For the loops over the options of a command. */
static inline bool option_used_is_last(const struct option_use *use) {
  return !use || use->id == OPT_END;
}

/* Exit statuses that every command shares. */
enum { EXIT_HOLDS = 0, EXIT_FAILS = 1, EXIT_USAGE = 2, EXIT_UNDECIDED = 3 };

void command_help(const struct command *command, FILE *file);
/* The manual page (troff) of the whole program. */
void commands_manual(const struct command *const *commands, FILE *file);
/* Completion for a shell: "bash", "zsh" or "fish"; false: for another one there is none. */
bool commands_completion(const struct command *const *commands, const char *shell, FILE *file);
/* The option --name of the command; NULL: it has none. */
const struct option_use *option_find(const struct command *command, const char *name);
/* Sets it to what `value` says; of a list, appends it. */
bool option_set(const struct option_use *use, const char *value, void *settings,
                struct fault *fault);
/* Parses and runs. */
int command_main(const struct command *command, int argc, char **argv);

#endif
