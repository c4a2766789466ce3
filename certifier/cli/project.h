/* The file that `vouch run` is given: the design or model, and the options of the command under
 * their long names. docs/run.md describes it. */
#ifndef VOUCH_CERTIFIER_CLI_PROJECT_H
#define VOUCH_CERTIFIER_CLI_PROJECT_H

#include "certifier/cli/options.h"
#include "formats/toml.h"

struct project {
  struct toml_file file;
  struct texts subject; /* the one model, or the sources of the design */
  struct texts owned;   /* paths that were made; settings point to them */
};

/* Reads the file and sets the options of the command that it names, except those that `given` has:
 * the command line goes before the file. Relative paths in it begin where the file is. The project
 * has to live as long as the settings; it is to be freed in any case. */
bool project_read(struct project *project, const char *path, const struct command *command,
                  const bool given[NUM_OPTIONS], void *settings, struct fault *fault);
void project_free(struct project *project);

#endif
