/* Commands that take a Verilog design where they take a model. */
#ifndef VOUCH_CERTIFIER_CLI_DESIGN_OPTIONS_H
#define VOUCH_CERTIFIER_CLI_DESIGN_OPTIONS_H

#include "certifier/cli/options.h"
#include "certifier/design/design.h"
#include "certifier/pipeline/selection.h"

struct design_options {
  const char *top, *yosys;
  struct texts includes, defines, parameters;
  bool multiclock;
};

/* The rows of these options, for a command whose settings have them in `field`. */
#define TAKE_DESIGN_OPTIONS(field)                                                                 \
  TAKE(TOP, field.top), TAKE(INCLUDE, field.includes), TAKE(DEFINE, field.defines),                \
      TAKE(PARAMETER, field.parameters), TAKE(MULTICLOCK, field.multiclock),                       \
      TAKE(YOSYS, field.yosys)

/* What the arguments of a command are: a model, or the sources of a design that becomes one. */
struct subject {
  const char *model;     /* its path */
  struct design *design; /* NULL: it was a model all along */
  struct selection_origin origin;
  struct spool spool; /* of a model that is not kept */
  char *kept;         /* its path otherwise */
};

/* Where the model and what belongs to it go: TOP.aig, TOP.ys (the script) and TOP.log. */
struct subject_folder {
  const char *path; /* which is there; NULL: they are not kept */
  bool remember;    /* TOP.json notes what they were made from, */
  bool recall;      /* .. and if that is as it was, nothing is translated */
};

/* Translates, if the arguments are Verilog files, for a request whose property files and formulas
 * are there already: the signals that these mention stay in the model. Fills in request->model and
 * request->origin. Says on standard error what was found, in the name of the command. Signals are
 * caught already. *subject is to be freed in any case. */
bool subject_take(const char *command, const struct design_options *options, char **arguments,
                  size_t num_arguments, double timeout, unsigned memory,
                  const struct subject_folder *keep, struct selection_request *request,
                  struct subject *subject, struct fault *fault);
void subject_free(struct subject *subject);
/* Is the first argument a source? */
bool subject_is_design(char **arguments);

#endif
