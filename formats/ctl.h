/* The property language: files and single formulas, IImc and NuSMV style. See docs/properties.md.
 */
#ifndef VOUCH_FORMATS_CTL_H
#define VOUCH_FORMATS_CTL_H

#include "formats/declared.h"
#include "formats/scope.h"

enum ctl_dialect {
  CTL_DIALECT_AUTO,
  CTL_DIALECT_IIMC,
  CTL_DIALECT_NUSMV,
  CTL_DIALECT_CANONICAL /* what formula_print wrote: nothing is rewritten, E X f stays apart from
                           EX f */
};

struct ctl_property {
  char *name;    /* NAME of a NuSMV property, or NULL */
  char *written; /* as its author wrote it, without comments, on one line; with its whole scope */
  char *cover;   /* COVER f: f as it was written; the property is AG !f. NULL: it is no cover */
  struct scope scope;
  uint32_t root;   /* in the arena */
  int expected;    /* #PASS 1, #FAIL 0, nothing said -1 */
  unsigned line;   /* where it starts */
  bool ltl;        /* it was written without path quantifiers: LTL, read as A of it */
  bool compassion; /* .. of paths that obey the COMPASSION of the file */
};

/* A comparison of words, which is a formula over their bits, as it was written. */
struct ctl_comparison {
  uint32_t root; /* in the arena */
  char *written;
};

struct ctl_file {
  struct formulas arena;
  struct declared declared;
  struct ctl_comparison *comparisons; /* each root once, sorted by it */
  size_t num_comparisons, comparisons_capacity;
  struct ctl_property *properties;
  size_t num_properties;
};

/* A property file; `name` is for messages. */
bool ctl_read_memory(const char *name, const unsigned char *bytes, size_t size,
                     const struct aiger *model, enum ctl_dialect dialect, struct ctl_file *file,
                     struct fault *fault);
/* Adds the one formula in `text` (or COVER and a formula) as a further property of *file (which may
 * be zeroed). */
bool ctl_read_text(const char *text, const struct aiger *model, enum ctl_dialect dialect,
                   struct ctl_file *file, struct fault *fault);
/* The comparison that the node is, as it was written; NULL: it is none. */
const char *ctl_comparison(const struct ctl_file *file, uint32_t node);
/* What `from` knows of words becomes known in *to, whose formulas may be those of `from` in
 * canonical form. */
void ctl_adopt_words(struct ctl_file *to, const struct ctl_file *from);
/* *to, which is empty, gets the formulas of `from` under the same numbers, and its words. */
void ctl_copy_formulas(struct ctl_file *to, const struct ctl_file *from);
/* The property in canonical form, with its scope; the caller frees it. */
char *ctl_print(const struct ctl_file *file, const struct ctl_property *property);
void ctl_free(struct ctl_file *file);

#endif
