/* A property one step ahead of itself: the system without the steps that show the target, whose
 * own target is a step that leads to one that does. If no run of it gets there, and no first step
 * of the original shows the target, no step of the original does. A proof about it may lean on the
 * target not having been shown so far, which a proof about the original has to say in clauses. */
#ifndef VOUCH_CHECKER_SYSTEM_AHEAD_H
#define VOUCH_CHECKER_SYSTEM_AHEAD_H

#include "checker/system/extension.h"
#include "checker/system/trace.h"

struct ahead {
  struct extension copy; /* with the inputs of the step that shows the target behind the others */
  lit target;
};

/* The target implies the constraint. */
void ahead_init(struct ahead *ahead, const struct system *original, lit target);
void ahead_free(struct ahead *ahead);
/* *out, a trace or zeros, becomes the run of the original: one step longer. */
void ahead_trace(const struct ahead *ahead, const struct trace *trace, struct trace *out);

#endif
