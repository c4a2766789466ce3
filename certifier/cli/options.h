/* One table of options per command drives parsing, --help, the manual page and shell completion. */
#ifndef VOUCH_CERTIFIER_CLI_OPTIONS_H
#define VOUCH_CERTIFIER_CLI_OPTIONS_H

#include "formats/support/fault.h"
#include "formats/support/texts.h"

#include <stddef.h>
#include <stdio.h>

/* The C type that the option sets at its offset in the command's settings. */
enum option_kind {
  OPTION_FLAG,    /* bool: becomes true */
  OPTION_COUNT,   /* unsigned: a decimal number between `least` and `most` */
  OPTION_SECONDS, /* double: a decimal number, > 0 */
  OPTION_TEXT,    /* const char *: points into argv */
  OPTION_LIST,    /* struct texts: repeatable, in order */
  OPTION_CHOICE,  /* int: index into `choices` */
};

struct option {
  const char *name; /* without dashes */
  char letter;      /* short form, 0: none */
  enum option_kind kind;
  const char *argument; /* how --help calls the value; NULL for flags */
  const char *help;     /* one sentence without the final stop */
  size_t offset;
  const char *const *choices; /* ends with NULL */
  const char *implied; /* the choice that the option alone stands for; NULL: it needs a value */
  unsigned least, most;
};

struct command {
  const char *name;
  const char *arguments; /* for the usage line: "MODEL" */
  size_t least_arguments, most_arguments;
  const char *summary;     /* one line, for the list of commands */
  const char *description; /* paragraphs, for --help and the manual page */
  /* Further paragraphs, for tables: the k-th; false: there are no more. NULL: none. */
  bool (*paragraph)(size_t k, char *text, size_t size);
  const struct option *options; /* the last one has no name */
  size_t settings_size;
  void (*set_defaults)(void *settings); /* NULL: all zero */
  /* Returns the exit status. Arguments are those that are not options. */
  int (*run)(void *settings, char **arguments, size_t num_arguments);
  void (*free_settings)(void *settings); /* NULL: nothing to free */
};

/* Exit statuses that every command shares. */
enum { EXIT_HOLDS = 0, EXIT_FAILS = 1, EXIT_USAGE = 2, EXIT_UNDECIDED = 3 };

/* Reads argv behind the command's name into *settings (zeroed and given its defaults by the caller)
 * and moves what is not an option to the front of argv; *num_arguments counts it. "--" ends the
 * options. *help is set when --help was given; then the number of arguments is not checked. */
bool options_parse(const struct command *command, int argc, char **argv, void *settings,
                   size_t *num_arguments, bool *help, struct fault *fault);

void command_help(const struct command *command, FILE *file);
/* The manual page (troff), and completion for bash, of the whole program. */
void commands_manual(const struct command *const *commands, FILE *file);
void commands_completion(const struct command *const *commands, FILE *file);
/* Parses and runs. */
int command_main(const struct command *command, int argc, char **argv);

#endif
