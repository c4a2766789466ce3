/* The reachability query for the upper bound of an EU node, and what its proof is good for. */
#ifndef VOUCH_CHECKER_CTL_EU_QUERIES_H
#define VOUCH_CHECKER_CTL_EU_QUERIES_H

#include "checker/ctl/goals.h"

/* Makes the goal's pending reach query the upper-bound query (7), with a further target. */
void eu_begin_upper_query(struct iictl *ic, struct goal *goal, lit further);
/* Goes on with it until it is answered or the effort is over. IC3 comes first and has the larger
 * share; the rest goes to a bounded search, which finds traces that IC3 has to dig for. */
enum reach_answer eu_run_upper_query(struct iictl *ic, struct goal *goal);
/* After REACH_TRACE: what IC3 has learnt stays with the goal, for its next query. */
void eu_keep_frames(struct goal *goal);
/* After REACH_TRACE; the pending query owns it. */
const struct trace *eu_query_trace(const struct goal *goal);
/* The pending query answered with a proof: tightens bounds. */
void eu_use_proof(struct iictl *ic, const struct goal *goal);

#endif
