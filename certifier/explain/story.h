/* Why a CTL or CTL* formula holds or fails, as a certificate shows it: claims about states, each of
 * them decided by others, by a path that follows the strategies of the certificate, or by one of
 * its bounds. It believes the certificate; where that does not show what it should, the story says
 * so. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_STORY_H
#define VOUCH_CERTIFIER_EXPLAIN_STORY_H

#include "certifier/explain/wording.h"
#include "certifier/trace/history.h"

#define STORY_NONE SIZE_MAX

enum story_reason {
  STORY_VALUE,   /* no temporal operator in it: the state says it */
  STORY_PARTS,   /* the claims below it decide */
  STORY_PATH,    /* the path `path`, from `row` to `until`, shows it */
  STORY_BOUND,   /* a bound of the certificate excludes the opposite; what follows is an example */
  STORY_UNSHOWN, /* the certificate does not show it: it is wrong */
  STORY_CUT      /* not told: too deep */
};

/* The formula `formula` holds (or not) in the state of `row` of `path`. */
struct story_claim {
  uint32_t formula; /* in the arena; STORY_FAIR: that a fair path starts there */
  bool holds;
  bool example;   /* it illustrates the claim above it, which does not need it */
  unsigned depth; /* below the claim at the front */
  size_t path, row;
  enum story_reason reason;
  size_t by, until;      /* STORY_PATH: the path, and its last row that belongs to it */
  uint32_t node;         /* STORY_BOUND: the core node whose upper bound is meant */
  struct strings bounds; /* STORY_BOUND: what all states have in common that the bound excludes,
                            this one among them; shortest first */
  char *here; /* STORY_VALUE: "busy=1 count=5"; STORY_PATH of E and A: what is promised */
};
#define STORY_FAIR UINT32_MAX

struct story_path {
  struct history trace;
  size_t from, row; /* the path and row where it starts; STORY_NONE: the initial state */
};

struct story {
  const struct formulas *arena;
  uint32_t root;
  const uint32_t *map; /* core_from_formula_mapped */
  struct replay *replay;
  const struct wording *words;
  struct story_claim *claims;
  size_t num_claims, claims_capacity;
  struct story_path *paths;
  size_t num_paths, paths_capacity;
  bool searched;    /* some path was looked for in the model, and is not that of the certificate */
  bool free_inputs; /* some step works whatever some inputs are */
};

/* From the initial state of the certificate, or, for *holds*, from one of the model's. The
 * certificate must be one of a formula. */
void story_init(struct story *story, struct replay *replay, const struct wording *words,
                const struct formulas *arena, uint32_t root, const uint32_t *map);
void story_free(struct story *story);

/* The parts of the run from the initial state to the end of the path, for history_vcd; the caller
 * frees both arrays. */
size_t story_branch(const struct story *story, size_t path, const struct history ***parts,
                    size_t **sizes);

#endif
