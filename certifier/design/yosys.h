/* Running yosys. */
#ifndef VOUCH_CERTIFIER_DESIGN_YOSYS_H
#define VOUCH_CERTIFIER_DESIGN_YOSYS_H

#include "certifier/design/design.h"

/* How the program calls itself, allocated: "Yosys 0.23 (git sha1 ..)". Fails if there is none. */
char *yosys_version(const struct design_request *request, struct fault *fault);
/* Which program that is, without starting it: its path and what the file system says of the file.
 * Only a script, which may start anything, is asked for its version. Allocated. */
char *yosys_identity(const struct design_request *request, struct fault *fault);
/* Runs a script. The files `log` and `read` (which files it looked at) are made by yosys; *text is
 * what the log holds, allocated, or NULL. Its first error is in the fault; *crashed says that it
 * did not end by itself. */
bool yosys_run(const struct design_request *request, const char *script, const char *log,
               const char *read, char **text, bool *crashed, struct fault *fault);

/* Refuses a design in which the log says that the name of a signal elsewhere in the hierarchy
 * became a new wire of one bit, which has nothing to do with that signal. */
bool yosys_check_log(const char *log, struct fault *fault);

#endif
