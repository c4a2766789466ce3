/* What several commands of the program need and no library should do. */
#ifndef VOUCH_CERTIFIER_CLI_PROGRAM_H
#define VOUCH_CERTIFIER_CLI_PROGRAM_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* A file that is opened must not become standard output or standard error because that was closed:
 * what is said would land in it. Writing to a stream that was closed fails instead. */
void occupy_standard_descriptors(void);

/* Whoever started us may ignore the ends of children; then nobody could be waited for. */
void watch_children(void);

/* The first signal asks the engines to stop; the second one ends the program. A closed pipe and a
 * file that may not grow are write errors that are reported. */
void catch_signals(void);

/* For a command that does one thing after the other: a lone SIGINT asks for what is at work to be
 * skipped, and only take_skip() tells of it, once. A second one within a second, and any other
 * signal, is as if it were the second signal. */
void skip_on_interrupt(void);
bool take_skip(void);

/* Meanwhile the second signal only makes second_signal() true; when that ends, it ends the program:
 * in between somebody can end children and remove what they leave. Calls may be nested. */
void defer_second_signal(bool defer);
bool second_signal(void);

/* The same for a child that does the work (certifier/cli/worker.h). The terminal sends its signals
 * to parent and child; the child leaves them to the parent, which passes the first one on as
 * SIGUSR1. Before the fork the parent holds them back. */
void hold_signals(sigset_t *before);
void catch_signals_in_worker(void);

/* directory/stemsuffix; the caller frees it. */
char *path_in(const char *directory, const char *stem, const char *suffix);
/* What follows the last slash. */
const char *base_name(const char *path);

/* Makes the directory and those above it where they are missing, and sees that files can be made in
 * it: better now than after an hour of work. Complains on standard error in the name of the
 * command. */
bool prepare_directory(const char *command, const char *path);

#endif
