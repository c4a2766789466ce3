/* E nodes: fair cycle queries in the node's view. */
#include "checker/ctl/node_steps.h"

void iictl_step_e(struct iictl *ic, struct goal *goal) {
  (void)goal;
  ic->stopped = true;
}
