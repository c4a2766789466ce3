/* A certificate in words and with the model's names. It is for people who want to understand a
 * verdict; it believes the certificate, which vouch-validate checks. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_EXPLAIN_H
#define VOUCH_CERTIFIER_EXPLAIN_EXPLAIN_H

#include "certifier/explain/run.h"
#include "certifier/explain/story.h"
#include "formats/ctl.h"

struct explanation {
  const struct aiger *model; /* perhaps &scoped */
  const struct certificate *certificate;
  char *property;      /* "bad 0", or the formula in canonical form */
  char *title;         /* the same for people: the formula as it was written, "bad 0 (overflow)" */
  struct aiger scoped; /* the model with the scope of the property; empty if it has none */
  struct ctl_file ctl; /* the formula; of a justice property !EG true; none for bad and output */
  uint32_t root;
  uint32_t *map; /* core_from_formula_mapped */
  struct core_formula core;
  struct replay replay;
  struct signals signals;
  struct wording words;
  bool has_run; /* a failing bad, output or justice property */
  struct history run;
  struct run_notes notes;
  bool has_story; /* a formula, or a justice property that holds */
  struct story story;
};

/* `written`: the formula as its author wrote it, or NULL; `words`: what else its file says of
 * words, or NULL. False when the certificate does not fit the model; whether it proves anything is
 * not asked. Model and certificate must live as long. */
bool explanation_init(struct explanation *e, const struct aiger *model,
                      const struct certificate *certificate, const char *written,
                      const struct ctl_file *words, struct fault *fault);
void explanation_free(struct explanation *e);

/* How many paths there are, and what they are: of a run one. */
size_t explanation_paths(const struct explanation *e);
const struct history *explanation_path(const struct explanation *e, size_t k);

/* What a claim says and why, as one sentence without the final stop, not escaped; the caller frees
 * it. "AF !Busy fails: on path 1, from step 1 on for ever, !Busy is false". */
char *explain_claim(const struct explanation *e, const struct story_claim *claim);
/* A formula of the property in words; the caller frees it. */
char *explain_formula(const struct explanation *e, uint32_t formula);
/* What has to be said about all that is shown, sentence by sentence, so that nobody takes it for
 * more than it is: the k-th, or NULL. */
const char *explain_caution(const struct explanation *e, size_t k);
/* Whether claims of the story rest on bounds, which rest on the invariant. */
bool explain_needs_invariant(const struct explanation *e);
/* The invariant of the certificate; nothing if it has none. */
void explain_invariant(const struct explanation *e, struct strings *list);
/* Why the bad literal of a bad or output property that holds is never true, in a sentence or two;
 * the caller frees it. NULL: the property is another one, or fails. */
char *explain_safety(const struct explanation *e);

/* Property, verdict and cautions, for text. */
void explain_head(const struct explanation *e, FILE *file);
/* For a terminal of `width` columns. */
void explain_text(const struct explanation *e, unsigned width, FILE *file);
/* Where path `path` shows something of a path formula: the truth of all its parts along the path.
 */
void explain_along(const struct explanation *e, size_t path, FILE *file);
/* The nodes of the formula with the bounds that the certificate gives, and what carries them. */
void explain_facts(const struct explanation *e, FILE *file);
/* One JSON object on one line. */
void explain_json(const struct explanation *e, FILE *file);
/* The paths and where they branch, as a graph for graphviz. */
void explain_dot(const struct explanation *e, FILE *file);
/* A run from the initial state to the end of path `k`. */
void explain_vcd(const struct explanation *e, size_t k, FILE *file);

#endif
