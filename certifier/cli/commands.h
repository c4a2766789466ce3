/* The commands of the program `vouch`. To add one: write certifier/cli/command_NAME.c with its
 * settings, the options that it takes and its function, declare it here and list it in
 * commands.c. */
#ifndef VOUCH_CERTIFIER_CLI_COMMANDS_H
#define VOUCH_CERTIFIER_CLI_COMMANDS_H

#include "certifier/cli/options.h"

extern const struct command command_check, command_run;
extern const struct command command_parse;
extern const struct command command_explain, command_report;
extern const struct command command_keygen, command_sign, command_signoff, command_verify;
extern const struct command command_audit, command_bench;
extern const struct command command_hwmcc, command_sby;
extern const struct command command_tuning;

/* Ends with NULL, in the order in which --help shows them. */
extern const struct command *const commands[];

/* Everything main does; argv as main gets it. Returns the exit status. */
int vouch_main(int argc, char **argv);

#endif
