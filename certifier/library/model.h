/* What the parent knows of a model: bytes and texts, nothing that was parsed here. Private to
 * certifier/library. */
#ifndef VOUCH_CERTIFIER_LIBRARY_MODEL_H
#define VOUCH_CERTIFIER_LIBRARY_MODEL_H

#include "certifier/library/helper.h"
#include "certifier/pipeline/engine_setup.h"
#include "certifier/pipeline/pipeline.h"

/* What properties come from. */
enum source_kind { SOURCE_MODEL, SOURCE_FORMULA, SOURCE_FILE };
struct library_source {
  enum source_kind kind;
  char *name;  /* what messages call it */
  char *bytes; /* of the model or the file; of a formula the text; with a NUL behind */
  size_t size;
};

struct library_property {
  size_t source, position; /* the position-th property of that source */
  char *text, *written, *name;
  vouch_verdict expected;
};

struct settings {
  double timeout;
  unsigned memory, jobs;
  bool proofs, observe_all;
  enum validate_policy validate;
  char *validator; /* NULL: the usual one */
  struct engine_setup engines;
};

struct vouch_model {
  struct library_source *sources; /* the first one is the model */
  size_t num_sources;
  struct library_property *properties;
  size_t num_properties;
  struct settings settings;
};

#endif
