/* The commands of the program `vouch`. To add one: write certifier/cli/command_NAME.c with its
 * settings, its table of options and its function, declare it here and list it in commands.c. */
#ifndef VOUCH_CERTIFIER_CLI_COMMANDS_H
#define VOUCH_CERTIFIER_CLI_COMMANDS_H

#include "certifier/cli/options.h"

/* Options that several commands have, in the same words. */
#define CTL_HELP                                                                                   \
  "Take the CTL properties of FILE: those that --property picks from it, or all of them if it "    \
  "picks none"
#define PROPERTY_HELP                                                                              \
  "Take this property: 'bad N', 'output N' or 'justice N' of the model; a name or a 0-based "      \
  "position in the property file, with several files FILE:NAME or FILE:POSITION; without a "       \
  "property file, in the model"
#define ALL_HELP                                                                                   \
  "Take everything: all bad and justice properties of the model (and its outputs, if it has no "   \
  "bad properties) besides all formulas that are given"
#define VALIDATE_HELP                                                                              \
  "When vouch-validate, in a process of its own, has to accept what was written before it gets "   \
  "its name and the verdict is printed: auto (the default) for certificates without proofs of "    \
  "more than 100 kB, always (also meant by --validate alone), or never"
#define VALIDATOR_HELP "The validator (default: vouch-validate beside vouch, or in PATH)"
#define MEMORY_HELP                                                                                \
  "Give up a property that needs more than MB megabytes of memory; its verdict is then unknown"
enum { MEMORY_MOST = 1u << 30 };
extern const char *const validate_words[]; /* enum validate_policy */

extern const struct command command_check;
extern const struct command command_parse;
extern const struct command command_explain;
extern const struct command command_keygen, command_sign, command_signoff, command_verify;
extern const struct command command_audit;
extern const struct command command_hwmcc, command_sby;
extern const struct command command_tuning;

/* Ends with NULL, in the order in which --help shows them. */
extern const struct command *const commands[];

/* Everything main does; argv as main gets it. Returns the exit status. */
int vouch_main(int argc, char **argv);

#endif
