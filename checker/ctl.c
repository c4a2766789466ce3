/* CTL properties: which engine decides them. */
#include "checker/ctl_symbolic.h"
#include "checker/decide.h"

void check_ctl(const struct task *task, struct check_result *result) {
  ctl_symbolic(result->system, &result->core, task->interrupt, &result->evidence);
}
