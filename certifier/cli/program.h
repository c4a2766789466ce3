/* What several commands of the program need and no library should do. */
#ifndef VOUCH_CERTIFIER_CLI_PROGRAM_H
#define VOUCH_CERTIFIER_CLI_PROGRAM_H

/* The first signal asks the engines to stop; the second one ends the program. A closed pipe is a
 * write error that is reported. */
void catch_signals(void);

/* directory/stemsuffix; the caller frees it. */
char *path_in(const char *directory, const char *stem, const char *suffix);
/* What follows the last slash. */
const char *base_name(const char *path);

#endif
