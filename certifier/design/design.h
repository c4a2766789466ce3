/* Verilog designs: yosys, a program of others that is started in a process of its own, makes the
 * AIGER model of which everything else speaks. This translation is trusted and not certified:
 * docs/designs.md says what it takes a design to mean, and what is refused because yosys would
 * translate it into something else without a word. */
#ifndef VOUCH_CERTIFIER_DESIGN_DESIGN_H
#define VOUCH_CERTIFIER_DESIGN_DESIGN_H

#include "certifier/digest/digest.h"
#include "formats/support/texts.h"

struct design_request {
  const char *const *sources; /* paths, in the order in which they are read */
  size_t num_sources;
  const char *top;                /* the module that is the design */
  const char *yosys;              /* the program; NULL: yosys, looked up in PATH */
  const struct texts *includes;   /* folders for `include */
  const struct texts *defines;    /* NAME or NAME=VALUE */
  const struct texts *parameters; /* NAME=VALUE, of the top module */
  const struct texts *names;      /* signals that formulas mention: they stay in the model */
  bool multiclock;                /* a step is an instant of time, not a tick of the one clock */
  double timeout;                 /* seconds, 0: none */
  unsigned memory;                /* megabytes, 0: no limit */
};

/* A file that the translation read. */
struct design_source {
  char *path; /* as yosys was told it, or as an `include says it */
  char digest[DIGEST_TEXT_BYTES];
};

/* What became `bad k`. */
struct design_assertion {
  char *name;  /* its label, with the instances that it is in; without a label its place */
  char *place; /* file:line */
};

/* A cover statement, which became an output. */
struct design_cover {
  char *name, *place; /* as those of assertions */
  char *signal;       /* the output's symbol */
};

struct design {
  unsigned char *model; /* AIGER, binary */
  size_t size;
  char *script;  /* what yosys was told; here it leaves its results in the current folder */
  char *log;     /* what it said; also there, unless NULL, when the translation failed */
  char *version; /* how it calls itself */
  char *summary; /* "2 assertions, 1 assumption, clock clk" */
  struct design_source *sources;
  size_t num_sources, sources_capacity;
  /* Of bad 0, bad 1, ..: all of them, or none if they could not be told apart with certainty. */
  struct design_assertion *assertions;
  size_t num_assertions;
  struct design_cover *covers; /* all of them */
  size_t num_covers;
};

/* Is it called like a Verilog file? */
bool design_is_source(const char *path);
/* Of a folder of temporary files nothing is left, if it is not killed. On failure all is to be
 * freed, too. */
bool design_translate(const struct design_request *request, struct design *design,
                      struct fault *fault);
void design_free(struct design *design);

#endif
