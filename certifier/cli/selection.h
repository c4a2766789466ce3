/* Which properties a command is about: those of the model, or those of a property file and of the
 * command line. */
#ifndef VOUCH_CERTIFIER_CLI_SELECTION_H
#define VOUCH_CERTIFIER_CLI_SELECTION_H

#include "certifier/cli/options.h"
#include "checker/portfolio/check.h"
#include "formats/ctl.h"

struct selected {
  struct property property;
  uint32_t index;   /* its position: N of `bad N`, or 0-based in the property file (formulas of the
                       command line follow) */
  const char *name; /* in the symbol table or the property file; NULL: none */
  char *text;       /* "bad 0", "output 1", "justice 2", or the formula in canonical form */
  char *file;       /* stable stem of file names: "bad-0", "ctl-3" */
};

struct selection {
  const char *model_path;
  unsigned char model_digest[32]; /* SHA-256 of the bytes that `model` was read from */
  struct aiger model;
  struct ctl_file ctl;
  struct lits hints; /* roots in ctl.arena */
  struct selected *at;
  size_t size, capacity;
};

struct selection_request {
  const char *model;                                 /* path */
  const char *ctl;                                   /* path, or NULL */
  const struct texts *formulas, *properties, *hints; /* NULL: none */
  enum ctl_dialect dialect;
};

/* Reads the files and picks. On failure *selection is empty. */
bool selection_read(const struct selection_request *request, struct selection *selection,
                    struct fault *fault);
void selection_free(struct selection *selection);

#endif
