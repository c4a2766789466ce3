/* E-steps with an E-step before and one after them. A step without these is on no cycle, but a
 * single step does not show it: the constraint of a tableau or a monitor is broken one step later
 * (FAIR III-B and III-C, for all steps instead of the states of a skeleton). */
#ifndef VOUCH_CHECKER_FAIR_WIDE_STEPS_H
#define VOUCH_CHECKER_FAIR_WIDE_STEPS_H

#include "checker/fair/chain.h"

struct wide_steps {
  struct chain *chain;
  struct sat *sat;
  struct unroll unroll; /* frames 0 to 3; the step is that of frames 1 and 2 */
  size_t synced_steps, synced_closed;
};

struct wide_steps *wide_steps_new(struct chain *chain);
void wide_steps_free(struct wide_steps *wide); /* NULL is fine */

/* Is there one from W to outside of it? After SAT_YES, *now and *then (num_states bytes each) get
 * its states. */
enum sat_answer wide_steps_leave(struct wide_steps *wide, lit wall, uint8_t *now, uint8_t *then);

#endif
