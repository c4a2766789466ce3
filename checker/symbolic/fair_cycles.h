/* Is there a fair path from the initial states? Reachable states and Emerson and Lei's fixpoint on
 * decision diagrams; the evidence is that of the other engines for fair cycles. */
#ifndef VOUCH_CHECKER_SYMBOLIC_FAIR_CYCLES_H
#define VOUCH_CHECKER_SYMBOLIC_FAIR_CYCLES_H

#include "checker/effort/effort.h"
#include "checker/fair/fair.h"
#include "checker/system/evidence.h"

struct fair_cycles;
struct fair_cycles *fair_cycles_new(struct system *system);
void fair_cycles_free(struct fair_cycles *f);
/* Goes on until an answer or the end of the effort. FAIR_UNKNOWN with fair_cycles_over: a limit of
 * the diagrams was met, more work does not help. */
enum fair_answer fair_cycles_run(struct fair_cycles *f, const struct effort *effort);
bool fair_cycles_over(const struct fair_cycles *f);
/* After FAIR_LASSO: a fair lasso from an initial state. After FAIR_NONE: a set that contains the
 * initial states and is closed under allowed steps, and the chain that shows that no fair path
 * stays in it. Owned by *f. */
const struct trace *fair_cycles_lasso(const struct fair_cycles *f);
const struct block *fair_cycles_block(const struct fair_cycles *f);

#endif
