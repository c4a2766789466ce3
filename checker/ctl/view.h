/* The view of an E node: docs/certificates.md 1.5. A copy of the system with the elementary
 * variables of the node's path formula as further states (and the inputs that feed them), whose
 * steps keep what the variables promise and whose fairness makes every U come true. E psi is `EG
 * true` there, from states of sat(psi) where nothing was before: no Y and no S has a past. */
#ifndef VOUCH_CHECKER_CTL_VIEW_H
#define VOUCH_CHECKER_CTL_VIEW_H

#include "checker/ctl/core_formula.h"
#include "checker/system/extension.h"

struct view {
  struct extension copy;
  const struct path_formula *path;
  lit *leaves; /* per path node: the bound of a leaf, in the system; 0 for others */
  lit *sat;    /* per path node, in the copy */
  lit psi;     /* sat of the path formula, where a path begins */
  /* Between the system's graph, elementary variables included, and the copy's. */
  lit *into_states, *into_inputs, *back_states, *back_inputs;
  struct substitution into, back;
};

/* leaves[k] is the bound of the leaf at node k of the path formula, a predicate of the system;
 * copied. */
struct view *view_new(const struct system *system, const struct path_formula *path,
                      const lit *leaves);
void view_free(struct view *view);
/* From now on only those of its initial states are initial that satisfy sat(psi). */
void view_begin(struct view *view);

/* A predicate of the system, which may speak of the node's elementary variables, in the copy. */
lit view_into(struct view *view, lit a);
/* A predicate or input of the copy in the system's graph. */
lit view_back(struct view *view, lit a);
/* A block of the copy as one of the system's graph, with the fairness numbers of certificates; *to
 * is not freed. */
void view_block_back(struct view *view, const struct block *from, struct block *to);
/* Appends the choices of the copy to a list in the system's graph. */
void view_choices_back(struct view *view, const struct choices *from, struct choices *to);
/* A region of the copy as one of the system's graph; *to is not freed. */
void view_region_back(struct view *view, const struct region *from, struct region *to);

#endif
