#include "certifier/cli/commands.h"

#include "certifier/cli/program.h"
#include "formats/support/escape.h"
#include "formats/support/nearest.h"

#include <string.h>

const struct command *const commands[] = {
    &command_check,  &command_run,   &command_parse,   &command_explain, &command_report,
    &command_keygen, &command_sign,  &command_signoff, &command_verify,  &command_audit,
    &command_bench,  &command_hwmcc, &command_sby,     &command_tuning,  NULL};

static void print_usage(FILE *file) {
  fputs("usage: vouch COMMAND [ARGUMENT]... [OPTION]...\n\ncommands:\n", file);
  for (size_t k = 0; commands[k]; k++)
    fprintf(file, "  %-10s %s\n", commands[k]->name, commands[k]->summary);
  fputs("\n'vouch COMMAND --help' tells more about one of them.\n"
        "Also: vouch --version, vouch --manual (the manual page), vouch --completion "
        "bash|zsh|fish.\n",
        file);
}

/* Text that was asked for counts as delivered only once it was written. */
static int finish_output(void) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
  fputs("vouch: cannot write to standard output\n", stderr);
  return EXIT_USAGE;
}

int vouch_main(int argc, char **argv) {
  occupy_standard_descriptors();
  watch_children();
  if (argc < 2) {
    print_usage(stderr);
    return EXIT_USAGE;
  }
  for (size_t k = 0; commands[k]; k++)
    if (strcmp(argv[1], commands[k]->name) == 0)
      return command_main(commands[k], argc - 2, argv + 2);
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
    print_usage(stdout);
  else if (strcmp(argv[1], "--version") == 0)
    puts("vouch " VOUCH_VERSION);
  else if (strcmp(argv[1], "--manual") == 0)
    commands_manual(commands, stdout);
  else if (strcmp(argv[1], "--completion") == 0 &&
           commands_completion(commands, argc > 2 ? argv[2] : "bash", stdout))
    return finish_output();
  else if (strcmp(argv[1], "--completion") == 0) {
    escape_line(stderr, "vouch --completion: '%s' is none of bash, zsh, fish", argv[2]);
    return EXIT_USAGE;
  } else {
    struct nearest nearest = {.wanted = argv[1], .wanted_length = strlen(argv[1])};
    char message[NEAREST_MESSAGE];
    for (size_t k = 0; commands[k]; k++)
      nearest_offer(&nearest, commands[k]->name, strlen(commands[k]->name));
    escape_line(stderr, "vouch: unknown command '%s'; see 'vouch --help'%s", argv[1],
                nearest_say(&nearest, "", message));
    return EXIT_USAGE;
  }
  return finish_output();
}
