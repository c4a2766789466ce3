/* Which parts of a formula matter for its verdict. A part that may be replaced by a constant, so
 * that the formula becomes stronger (if it holds) or weaker (if it fails), and keeps its verdict,
 * may be replaced by anything: the verdict does not depend on it (Kupferman and Vardi: vacuity).
 * Under ^ and <-> both constants are tried, and no more than that is said.
 *
 * A part is a formula with the sign under which it stands, wherever it does so: operands of W and
 * of bounded operators, which are written out, are one part. Comparisons of words are not taken
 * apart. Parts come from the outside in; operands of parts that do not matter do not come. */
#ifndef VOUCH_CERTIFIER_PIPELINE_VACUITY_H
#define VOUCH_CERTIFIER_PIPELINE_VACUITY_H

#include "certifier/pipeline/selection.h"

struct vacuity_part {
  uint32_t node; /* in file.arena */
  unsigned sign;
  size_t num_changed;  /* 1, or 2 under ^ and <-> */
  bool value[2];       /* the constant */
  uint32_t changed[2]; /* the formula with the constant in its place */
};

struct vacuity {
  struct ctl_file file; /* a copy of what the property comes from, with the same numbers */
  const struct aiger *model;
  uint32_t root;
  bool holds;
  bool observe_all;
  uint8_t *seen;     /* bit by sign, per formula */
  struct lits queue; /* formula, sign, formula, sign, .. */
  size_t next;
};

/* For a formula with that verdict; `observe_all`: as --state-inputs all. */
void vacuity_init(struct vacuity *vacuity, const struct aiger *model,
                  const struct selected *property, bool holds, bool observe_all);
void vacuity_free(struct vacuity *vacuity);
/* The next part; false: there is none. Inputs that the formula looks at stay observed: where the
 * part alone looks at them, its atoms stand beside the constant ("false & a"). */
bool vacuity_next(struct vacuity *vacuity, struct vacuity_part *part);
/* The formula with `by`, another formula of file.arena, wherever the part stands. */
uint32_t vacuity_replace(struct vacuity *vacuity, const struct vacuity_part *part, uint32_t by);
/* The part matters: what is in it comes, too. */
void vacuity_enter(struct vacuity *vacuity, const struct vacuity_part *part);

#endif
