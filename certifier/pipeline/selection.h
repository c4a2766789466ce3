/* Which properties a command is about: those of the model, of property files and of the command
 * line. Nothing that a command line asks for is left out silently:
 *
 * - every --formula is taken;
 * - every property file is taken: what --property picks from it, or all of it if nothing is picked;
 * - without property files and formulas, or with --all, the properties of the model, and the cover
 *   statements of the design that it was made from;
 * - every --property picks exactly one property, or the command is refused.
 *
 * With `together` several bad literals (or outputs) of the model are one property. */
#ifndef VOUCH_CERTIFIER_PIPELINE_SELECTION_H
#define VOUCH_CERTIFIER_PIPELINE_SELECTION_H

#include "certifier/process/child.h"
#include "checker/portfolio/check.h"
#include "formats/ctl.h"
#include "formats/support/texts.h"

/* A file that was read once: what is parsed, hashed and copied are the same bytes. */
struct source {
  const char *path; /* as given; for messages */
  const char *file; /* where other programs and the validator find the very bytes */
  unsigned char *bytes;
  size_t size;
  unsigned char digest[32]; /* SHA-256 of the bytes: of a model that came as gzip, unpacked */
};

struct property_file {
  struct source source;
  struct ctl_file ctl;
  size_t first; /* the number of its first formula: formulas are counted through all files */
};

enum { EXPECT_NOTHING = -1, EXPECT_FAILS = 0, EXPECT_HOLDS = 1 };

struct selected {
  struct property property;
  const struct scope *scope; /* of a formula; NULL: of the model's own properties */
  uint32_t index; /* N of `bad N`; formulas: 0-based through all property files in the order given,
                     then those of the command line */
  const char *name;  /* in the symbol table, the property file or the design; NULL: none */
  const char *place; /* file:line of the statement in the design; NULL: there is none */
  char *text;        /* "bad 0", "output 1", "justice 2", or the formula in canonical form */
  const char *cover; /* f of COVER f: a path to f is looked for; the formula says AG !f. Or NULL */
  const char *written; /* the formula as its author wrote it, on one line; NULL: no formula */
  char *file; /* stem of file names, "bad-0", "ctl-3", "cover-1": kind and index. It does not depend
                 on what else is selected */
  const struct ctl_file *ctl;       /* of a formula: its arena, and what is known of words */
  const struct property_file *from; /* NULL: the model, or the command line */
  int expected;                     /* what #PASS or #FAIL in the property file say */
  bool ltl;          /* the formula was written without path quantifiers, and is read as A of it */
  bool compassion;   /* .. of the paths that obey the COMPASSION of its file */
  uint32_t together; /* not 0: it stands for the properties 0 .. together-1 of its kind, of which
                        some one fails or all hold; its own number is only ours */
};

/* What people are shown: a formula as it was written, or else `text`. */
const char *selected_text(const struct selected *property);

struct selection {
  struct source model_source;
  struct spool unpacked; /* the bytes of a model that is not a plain file */
  struct aiger model;
  const struct selection_origin *origin; /* the one of the request */
  struct property_file *files;
  size_t num_files;
  struct ctl_file formulas, hint_file; /* of the command line */
  struct ctl_file covers;              /* of the design */
  struct lits hints;                   /* roots in hint_file.arena */
  struct selected *at;
  size_t size, capacity;
};

/* A model that was made from a design, whose assertions have names there. Its outputs are outputs,
 * not properties, whatever else it has. */
struct selection_name {
  const char *name, *place;
};
/* The property COVER "signal". */
struct selection_cover {
  struct selection_name name;
  const char *signal;
};
struct selection_origin {
  const char *model;          /* what messages call the model */
  struct selection_name *bad; /* of bad 0, bad 1, .. */
  size_t num_bad;             /* 0: not known */
  struct selection_cover *covers;
  size_t num_covers;
};

struct selection_request {
  const char *model; /* path, perhaps of gzip data; "-": standard input */
  const struct texts *files, *formulas, *covers, *properties, *hints; /* NULL: none */
  bool all; /* --all: the properties of the model too, outputs included if it has no bad ones */
  bool together;  /* for a request without files, formulas and picks. The model gets gates and a
                     literal for it, behind its own: its bytes are the file's still */
  bool uncovered; /* cover statements of the design are left out */
  enum ctl_dialect dialect;
  const struct selection_origin *origin; /* NULL: the model is what was given */
};

/* Reads the files and picks. On failure *selection is empty. A --property that is unknown or
 * ambiguous is a failure; the message lists what there is. */
bool selection_read(const struct selection_request *request, struct selection *selection,
                    struct fault *fault);
void selection_free(struct selection *selection);

#endif
