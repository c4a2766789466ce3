/* Every constant that is a matter of taste or measurement, in one table: the struct of their
 * values,
 * `--set NAME=VALUE`, `vouch tuning` and the manual page come from it. Engines find their values
 * through the effort that they are given: tuning_of(effort)->NAME. */
#ifndef VOUCH_CHECKER_EFFORT_TUNING_H
#define VOUCH_CHECKER_EFFORT_TUNING_H

#include <stdbool.h>
#include <stddef.h>

#define TUNING_MILLION 1000000
#define TUNING_MOST 1000000000
/* What stands behind most values: the suites as they are, not a comparison of their own. */
#define TUNING_SUITES "with all others, by the suites"

/* What steps of work are charged: so that ticks of all engines cost about the same time. */
#define TUNING_TICKS "docs/performance.md, scheduling"

/* X(name, default, least, most, meaning, measured). "ms" is 100,000 ticks, about a millisecond of
 * an idle machine. */
#define TUNING(X)                                                                                  \
  X(seed, 0, 0, TUNING_MOST, "of everything random: simulation, walks, first phases of SAT", "")   \
  /* Safety: shares of the work, and turns. */                                                     \
  X(weight_step, 5, 1, 1000, "share of engine step", TUNING_SUITES)                                \
  X(weight_bmc, 25, 1, 1000, "share of engine bmc", "docs/performance.md, depths that resist")     \
  X(weight_simulation, 15, 1, 1000, "share of engine simulation", "docs/performance.md, habits")   \
  X(weight_ic3, 40, 1, 1000, "share of engine ic3", TUNING_SUITES)                                 \
  X(weight_bdd, 30, 1, 1000, "share of engine bdd in safety", TUNING_SUITES)                       \
  X(bdd_states, 100, 1, TUNING_MOST, "states beyond which it is less, and that of ic3 more",       \
    "docs/performance.md, IC3")                                                                    \
  X(safety_turn, 1000, 1, TUNING_MOST, "first turn of ic3, bmc, step, in conflicts and queries",   \
    TUNING_SUITES)                                                                                 \
  X(safety_turn_growth, 16, 1, TUNING_MOST, "turns grow by one part in so many", TUNING_SUITES)    \
  X(safety_turn_most, 10000, 1, TUNING_MOST, "longest turn",                                       \
    "docs/performance.md, depths that resist")                                                     \
  X(bmc_depths, 3, 1, 1000, "depths that bmc may add in a turn", TUNING_SUITES)                    \
  X(bmc_turn, 1000, 1, TUNING_MOST, "longest turn of bmc, in conflicts",                           \
    "docs/performance.md, depths that resist")                                                     \
  X(bmc_ahead, 8, 0, 1000, "depths that bmc looks at beyond one that resists",                     \
    "docs/performance.md, depths that resist")                                                     \
  X(bmc_patience, 1000, 1, TUNING_MILLION, "conflicts of a first try; of the next twice as many",  \
    "docs/performance.md, depths that resist")                                                     \
  X(shorten_base, 50, 0, TUNING_MILLION, "work for a shorter counterexample, in ms ..", "")        \
  X(shorten_part, 8, 1, TUNING_MOST, ".. and one part in so many of all work", "")                 \
  X(kinduction_after, 100, 0, TUNING_MILLION, "work of others before engine kinduction, in ms ..", \
    "docs/performance.md, k-induction")                                                            \
  X(kinduction_ghosts_after, 2000, 0, TUNING_MILLION, ".. where its proofs need ghosts",           \
    "docs/performance.md, k-induction")                                                            \
  X(kinduction_part, 3, 1, TUNING_MOST, "one part in so many of their work is first its own ..",   \
    "docs/performance.md, k-induction")                                                            \
  X(kinduction_first, 1000, 0, TUNING_MILLION, ".. up to so many ms",                              \
    "docs/performance.md, k-induction")                                                            \
  X(weight_kinduction, 5, 1, 1000, "its share afterwards", "docs/performance.md, k-induction")     \
  X(kinduction_turn, 100, 1, TUNING_MILLION, "its turns, in ms", "")                               \
  X(kinduction_ghosts, 20000, 0, TUNING_MOST, "most ghosts of its certificates",                   \
    "docs/performance.md, k-induction")                                                            \
  X(kinduction_nodes, 1000000, 0, TUNING_MOST, "most nodes of all steps of its certificates",      \
    "vouch-validate takes a few more")                                                             \
  X(weight_ahead, 40, 1, 1000, "share of engine ahead", "docs/performance.md, one step ahead")     \
  X(ahead_first, 4000, 0, TUNING_MILLION,                                                          \
    "work of the others before it has one part in so many of theirs, in ms ..",                    \
    "docs/performance.md, obligations that stay")                                                  \
  X(ahead_part, 8, 1, TUNING_MOST, ".. this part", "docs/performance.md, obligations that stay")   \
  X(ahead_after, 12000, 0, TUNING_MILLION, ".. and before it has its share, in ms",                \
    "docs/performance.md, one step ahead")                                                         \
  X(ahead_alone, 1000, 0, TUNING_MILLION, ".. in a process without engine ic3",                    \
    "docs/performance.md, one step ahead")                                                         \
  X(simulation_turn, 256, 1, TUNING_MILLION, "turn of simulation, in steps ..", TUNING_SUITES)     \
  X(simulation_turn_most, 50, 1, TUNING_MILLION, ".. and in ms", "")                               \
  X(simulation_steps, 2048, 1, TUNING_MILLION, "steps of its first round; each is twice as long",  \
    "docs/performance.md, habits")                                                                 \
  X(simulation_words, 16 * TUNING_MILLION, 1, TUNING_MOST,                                         \
    ".. up to so many words for the states and inputs of a round", "128 MB")                       \
  X(correspondence, 1000, 0, TUNING_MILLION, "work for finding equal states, in ms; 0: none",      \
    "docs/performance.md, equal states")                                                           \
  X(correspondence_conflicts, 100, 0, TUNING_MOST, "limit of each query for it", "")               \
  X(equal_gates, 300, 0, TUNING_MILLION,                                                           \
    "work for finding equal gates of justice properties, in ms; 0: none",                          \
    "docs/performance.md, equal gates")                                                            \
  X(equal_gates_conflicts, 30, 0, TUNING_MOST, "limit of each query for it", "")                   \
  X(equal_signals_first, 20, 0, TUNING_MILLION,                                                    \
    "work for finding equal signals before engines begin, in ms; 0: none ..", "")                  \
  X(equal_signals_part, 4, 1, TUNING_MOST, ".. then one part in so many of theirs ..",             \
    "docs/performance.md, equal signals")                                                          \
  X(equal_signals, 1000, 0, TUNING_MILLION,                                                        \
    ".. as long as engines begin anew where there are some, in ms ..",                             \
    "docs/performance.md, equal signals")                                                          \
  X(equal_signals_gain, 12, 0, 100, ".. if so many percent of states or gates are merged ..",      \
    "docs/performance.md, equal signals")                                                          \
  X(equal_signals_later, 8, 1, TUNING_MOST, ".. then one part in so many, for proofs only",        \
    "docs/performance.md, equal signals")                                                          \
  X(lessons_ticks, 200, 1, TUNING_MILLION,                                                         \
    "work on each property before properties learn from each other, in ms",                        \
    "docs/performance.md, properties that learn from each other")                                  \
  X(lessons_most, 5000, 1, TUNING_MILLION, "most clauses that they learn",                         \
    "docs/performance.md, properties that learn from each other")                                  \
  X(lessons_check, 500, 1, TUNING_MILLION, "work on whether these are inductive, in ms",           \
    "docs/performance.md, properties that learn from each other")                                  \
  X(simulation_tries, 16, 1, 1000, "times inputs are drawn until all runs may step", "")           \
  /* CTL: rounds of iictl and bdd. */                                                              \
  X(ctl_round, 300, 1, TUNING_MILLION, "first turn of each engine, in ms",                         \
    "docs/performance.md, scheduling")                                                             \
  X(ctl_glance, 5, 0, TUNING_MILLION, "glance of iictl before fair cycles are asked for, in ms",   \
    "docs/performance.md, AG AF as justice")                                                       \
  X(ctl_round_factor, 2, 1, 100, "how much longer the next turn is",                               \
    "docs/performance.md, scheduling")                                                             \
  X(ctl_first_part, 3, 1, TUNING_MOST,                                                             \
    "one part in so many of it for iictl before CTL of one path is asked as bad properties",       \
    "docs/performance.md, safe LTL")                                                               \
  X(ctl_ahead_part, 4, 1, TUNING_MOST,                                                             \
    "one part in so many of the turn of fair cycles while iictl asks for runs around some",        \
    "docs/performance.md, runs around what is excluded")                                           \
  X(ctl_long_round, 2, 0, TUNING_MOST,                                                             \
    "rounds before skeletons get a long turn in large systems, where fair cycles are asked for",   \
    "docs/performance.md, one long turn")                                                          \
  X(ctl_long_turn, 4000, 0, TUNING_MILLION, ".. of so many ms; 0: none",                           \
    "docs/performance.md, one long turn")                                                          \
  X(ctl_full_rounds, 3, 0, TUNING_MOST,                                                            \
    "rounds before large diagrams get less: by what their ticks cost ..",                          \
    "docs/performance.md, turns of IICTL and diagrams")                                            \
  X(ctl_nodes, 100000, 1, TUNING_MOST, ".. that is twice as much with so many nodes",              \
    "docs/performance.md, turns of IICTL and diagrams")                                            \
  X(monitor_sets, 64, 1, 250, "most sets of obligations of LTL that is asked as bad properties",   \
    "docs/performance.md, safe LTL")                                                               \
  /* Decision diagrams. */                                                                         \
  X(bdd_turn, 50, 1, TUNING_MILLION, "first turn of bdd in safety, in ms; then half as much more", \
    TUNING_SUITES)                                                                                 \
  X(bdd_reachable_part, 2, 1, 100, "one part in so many of a CTL turn for reachable states",       \
    TUNING_SUITES)                                                                                 \
  X(bdd_clauses_part, 2, 1, TUNING_MOST,                                                           \
    "one part in so many of all work for clauses instead of the reachable states", TUNING_SUITES)  \
  X(bdd_clauses_size, 3, 0, TUNING_MOST, ".. and how many literals of them for a node",            \
    TUNING_SUITES)                                                                                 \
  X(bdd_around, 150, 0, TUNING_MILLION, "work for a smaller set around them, in ms",               \
    "bufferAlloc: 120")                                                                            \
  X(bdd_compact_base, 100, 0, TUNING_MILLION, "work for an order that suits it, in ms ..",         \
    TUNING_SUITES)                                                                                 \
  X(bdd_compact_part, 16, 1, TUNING_MOST, ".. and one part in so many of all work", TUNING_SUITES) \
  X(bdd_variables, 700, 1, 2000, "most states, most inputs of a system (recursion depth)", "")     \
  X(bdd_order_rounds, 200, 0, TUNING_MOST, "rounds of improving the first order", TUNING_SUITES)   \
  X(bdd_order_patience, 20, 1, TUNING_MOST, ".. and how many without success end it",              \
    TUNING_SUITES)                                                                                 \
  X(bdd_fair_patience, 5000, 0, TUNING_MOST,                                                       \
    "ticks per gate of such evidence, for others to find lighter one",                             \
    "docs/performance.md, walls by wide steps")                                                    \
  X(bdd_fair_gates, 20000, 1, TUNING_MOST, "gates at which evidence of fair cycles is too large",  \
    "docs/performance.md, decision diagrams")                                                      \
  X(bdd_everywhere, 1500, 0, TUNING_MILLION,                                                       \
    "work until fair cycles are looked for everywhere, too, in ms",                                \
    "docs/performance.md, twoFifo1")                                                               \
  X(bdd_direction, 20, 1, TUNING_MILLION, "first try of a direction of fair cycles, in ms", "")    \
  X(bdd_conjuncts, 20000, 0, TUNING_MOST, "gates of constraints that are taken apart", "")         \
  X(bdd_cluster, 2000, 1, TUNING_MOST, "nodes of a part of the transition relation",               \
    TUNING_SUITES)                                                                                 \
  X(bdd_soft_limit, 150000, 1, TUNING_MOST,                                                        \
    "new nodes after which an operation waits for sifting", TUNING_SUITES)                         \
  X(bdd_hard_limit, 6000000, 1000, 100000000, "nodes at which bdd gives up", TUNING_SUITES)        \
  X(bdd_cache_log, 22, 10, 28, "binary logarithm of the largest cache", TUNING_SUITES)             \
  X(bdd_sift_first, 4000, 0, TUNING_MOST, "nodes at which the first sifting comes", TUNING_SUITES) \
  X(bdd_sift_base, 100, 0, TUNING_MILLION, "work of a sifting, in ms ..", TUNING_SUITES)           \
  X(bdd_sift_per_node, 5000, 0, TUNING_MILLION, ".. and in ticks per node", TUNING_SUITES)         \
  X(bdd_sift_growth, 20, 0, 1000, "percent of growth at which a direction is given up",            \
    TUNING_SUITES)                                                                                 \
  X(bdd_facts, 50, 0, 1000,                                                                        \
    "work for facts of what holds beyond the turn of CTL, in percent of all work so far",          \
    "docs/performance.md, turns of IICTL and diagrams")                                            \
  X(bdd_entries, 5000, 1, TUNING_MOST, "entries of ranked lists at which evidence is too large",   \
    "docs/performance.md, whole programs")                                                         \
  X(bdd_gates, 400000, 1, TUNING_MOST, "gates at which evidence is too large",                     \
    "docs/performance.md, whole programs")                                                         \
  /* IC3. */                                                                                       \
  X(ic3_ctg, 1, 0, 1, "counterexamples to generalisation", TUNING_SUITES)                          \
  X(ic3_ctg_most, 3, 0, 1000, "their number per literal, if effort is not dynamic", TUNING_SUITES) \
  X(ic3_ctg_after, 3000, 0, TUNING_MOST,                                                           \
    "queries before which they are not looked at, if effort is not dynamic", TUNING_SUITES)        \
  X(ic3_ctg_lift, 1, 0, 1, "1: they are lifted, 0: whole states", "docs/performance.md, IC3")      \
  X(ic3_dynamic, 10, 0, TUNING_MOST,                                                               \
    "how often obligations return before cubes that lead to them are worth it; 0: not dynamic",    \
    "docs/performance.md, IC3")                                                                    \
  X(ic3_mic_attempts, TUNING_MOST, 1, TUNING_MOST, "literals in a row that stay before MIC ends",  \
    "docs/performance.md, IC3")                                                                    \
  X(ic3_joins, 64, 0, TUNING_MOST, "joins of a cube with counterexamples", TUNING_SUITES)          \
  X(ic3_query_conflicts, 100, 1, TUNING_MOST, "first limit of a query inside a turn; doubles", "") \
  X(ic3_query_conflicts_most, TUNING_MILLION, 1, TUNING_MOST, "where the doubling ends", "")       \
  X(ic3_stale, 1000, 0, TUNING_MOST, "dead clauses at which the solver may be made anew",          \
    TUNING_SUITES)                                                                                 \
  X(ic3_stale_percent, 200, 0, 1000, "and no less than so many percent of those that are alive",   \
    "docs/performance.md, IC3")                                                                    \
  X(refine_rounds, 3, 0, TUNING_MOST, "rounds of strengthening and weakening a proof",             \
    TUNING_SUITES)                                                                                 \
  X(refine_dropping, 64, 0, TUNING_MOST, "most clauses of a proof to try without one by one",      \
    TUNING_SUITES)                                                                                 \
  /* Fair cycles: the engine with the least work times price goes next. */                         \
  X(price_bdd, 3, 1, 1000, "what a tick of diagrams counts, next to all others together", "")      \
  X(fair_round, 1000, 1, TUNING_MOST, "queries and conflicts of the others between its turns", "") \
  X(price_skeleton, 1, 1, 1000, "price of engine skeleton", TUNING_SUITES)                         \
  X(price_rlive, 1, 1, 1000, "price of engine rlive", TUNING_SUITES)                               \
  X(price_klive, 2, 1, 1000, "price of engine klive", TUNING_SUITES)                               \
  X(price_lasso, 3, 1, 1000, "price of engine lasso", TUNING_SUITES)                               \
  X(price_simulation, 4, 1, 1000, "price of engine simulation", "")                                \
  X(price_invariants, 2, 1, 1000, "price of the search for short invariants", TUNING_SUITES)       \
  X(price_loop, 6, 1, 1000, "price of engine loop", TUNING_SUITES)                                 \
  X(loop_states, 1000, 1, TUNING_MOST, "states that make loop dearer by as much again",            \
    "docs/performance.md, large justice models")                                                   \
  X(loop_after, 1000, 0, TUNING_MILLION, "how far the others, by price, are ahead of loop, in ms", \
    "corpus: certificates of version 1 only")                                                      \
  X(loop_restart, 20000, 1, TUNING_MOST,                                                           \
    "work after which loop is told of new walls the first time", "")                               \
  X(fair_reduce, 1, 0, 1, "1: justice properties on a reduced system, where there is one", "")     \
  X(reduced_gates, 3000, 0, TUNING_MOST,                                                           \
    "gates of evidence that is checked again in the system itself", "diagrams leave more")         \
  X(fair_glance, 1, 0, 1, "1: cheap attempts at an answer before the engines take turns", "")      \
  X(fair_turn, 1000, 1, TUNING_MOST, "turn of rlive, klive and loop, in conflicts and queries",    \
    TUNING_SUITES)                                                                                 \
  X(fair_prepare_after, 2000, 0, TUNING_MOST, "work after which a search is a long one",           \
    TUNING_SUITES)                                                                                 \
  X(random_lasso_glance, 30, 0, TUNING_MILLION, "random runs before anything else, in ms", "")     \
  X(random_lasso_steps, 100000, 1, TUNING_MOST, "longest random run that looks for a lasso", "")   \
  X(random_lasso_bits, 16 * TUNING_MILLION, 1, TUNING_MOST, ".. and in bits of its lasso", "")     \
  X(lasso_conflicts, 200, 1, TUNING_MOST, "first limit of a depth; grows by half", TUNING_SUITES)  \
  X(lasso_stride, 4, 1, TUNING_MOST, "depths that are looked at together: one part in so many",    \
    TUNING_SUITES)                                                                                 \
  X(lasso_gates, 16, 0, TUNING_MOST, "gates of the largest predicate that lassos are told",        \
    TUNING_SUITES)                                                                                 \
  X(lasso_shorten, 50, 0, TUNING_MILLION,                                                          \
    "most work for a shorter lasso than the one found, in ms", "")                                 \
  X(lasso_close, 300, 0, TUNING_MILLION,                                                           \
    "most work for a lasso of a reduced system to close in the system itself, in ms", "")          \
  X(lasso_open, 300, 1, TUNING_MILLION,                                                            \
    ".. and for finding out which states return in one that stays open, in ms", "")                \
  X(lasso_glance, 3, 0, TUNING_MOST, "depths to look at before anything else", TUNING_SUITES)      \
  X(rlive_query_price, 200, 0, TUNING_MOST, "what making a query costs, in conflicts and queries", \
    TUNING_SUITES)                                                                                 \
  X(hop_frames, 16, 0, 1000, "steps of rlive's bounded runs at first; 0: none", TUNING_SUITES)     \
  X(hop_frames_most, 64, 0, 1000, ".. and at most", TUNING_SUITES)                                 \
  X(hop_glance, 300, 0, TUNING_MILLION, "what they may cost at first, by the size of it, in ms",   \
    "docs/performance.md, large justice models")                                                   \
  X(hop_conflicts, 250, 0, TUNING_MOST, "limit of a search for 16 of them", TUNING_SUITES)         \
  X(connection_patience, 100, 0, TUNING_MILLION,                                                   \
    "work after which another skeleton is looked for, in ms; doubles with their number", "")       \
  X(connection_turn, 200, 1, TUNING_MOST, "first turn of a query between skeleton states",         \
    TUNING_SUITES)                                                                                 \
  X(wall_gates, 40, 0, TUNING_MOST, "gates of the largest wall that queries are told",             \
    TUNING_SUITES)                                                                                 \
  X(shared_gates, 0, 0, TUNING_MOST, "gates of the largest shoal that rlive gives to the others",  \
    "good_bakery: 26 s, with 40 gates 58 s")                                                       \
  X(shared_literals, 4, 0, TUNING_MOST,                                                            \
    "literals of the longest invariant that klive gives to others",                                \
    "good_bakery: 13 s, 34 s with all, 13 s without")                                              \
  X(wall_pair_states, 300, 0, 10000, "states at most, to try pairs of literals", TUNING_SUITES)    \
  X(wall_queries, 500, 0, TUNING_MOST, "queries for pairs, and for abstractions, per skeleton",    \
    TUNING_SUITES)                                                                                 \
  X(abstraction_period, 8, 1, TUNING_MOST, "skeletons from one round of abstractions to the next", \
    "they take tens of milliseconds each")                                                         \
  X(abstractions, 1500, 0, 100000, "abstractions to keep", TUNING_SUITES)                          \
  X(abstraction_gates, 64, 0, 10000, "inner signals that abstractions use", TUNING_SUITES)         \
  X(signals, 64, 0, 10000, "inner signals that proofs of connections use", TUNING_SUITES)          \
  X(signal_support, 3, 1, 64, "leaves that an inner signal depends on at least", TUNING_SUITES)    \
  X(wall_glance, 300, 1, TUNING_MILLION, "first look for walls among literals and gates, in ms",   \
    "docs/performance.md, large justice models")                                                   \
  X(wall_nodes, 16384, 1, TUNING_MOST,                                                             \
    "nodes for each of which one more step waits to be evaluated",                                 \
    "docs/performance.md, large justice models")                                                   \
  X(wall_part, 4, 1, TUNING_MOST, ".. and later one part in so many of the work of skeletons",     \
    "docs/performance.md, large justice models")                                                   \
  X(wide_glance, 30, 0, TUNING_MILLION, "first look for walls by wide steps, in ms",               \
    "docs/performance.md, walls by wide steps: most are found in 1 to 10")                         \
  X(wide_part, 8, 1, TUNING_MOST, ".. and later one part in so many of the work of skeletons",     \
    "bounds the loss where there are none")                                                        \
  X(stem_glance, 30, 0, TUNING_MILLION, "first looks for stems to skeletons, in ms",               \
    "docs/performance.md, stems first")                                                            \
  X(stem_share, 2, 1, TUNING_MOST, ".. and later one part in so many of the work of skeletons",    \
    "docs/performance.md, stems first")                                                            \
  X(stem_turn, 2000, 1, TUNING_MOST, "look for a stem, in conflicts and queries",                  \
    "docs/performance.md, stems first")                                                            \
  X(stem_parts, 8, 0, TUNING_MILLION, "parts of the state that are asked about before",            \
    "docs/performance.md, stems first")                                                            \
  X(stem_two_turn, 1000, 1, TUNING_MOST, ".. two things, each with so many conflicts and queries", \
    "docs/performance.md, never seen together")                                                    \
  X(stem_part_turn, 300, 1, TUNING_MOST, ".. few literals, with so many",                          \
    "docs/performance.md, stems first")                                                            \
  X(arena_glance, 30, 0, TUNING_MILLION, "first looks for walls inside arenas, in ms",             \
    "docs/performance.md, walls inside arenas")                                                    \
  X(arena_part, 8, 1, TUNING_MOST, ".. and later one part in so many of the work of skeletons",    \
    "bounds the loss where there are none")                                                        \
  X(prune_tries, 32, 0, TUNING_MOST, "attempts at pruning a skeleton state", TUNING_SUITES)        \
  X(invariant_states, 300, 0, 10000, "states at most, to look for short invariants",               \
    TUNING_SUITES)                                                                                 \
  X(invariant_turn, 500, 1, TUNING_MILLION, "first turn of looking for them, in ms",               \
    "abqueues8mfair: 18 s without")                                                                \
  X(invariant_steps, 24, 1, TUNING_MILLION, "steps of the random walks before it", TUNING_SUITES)  \
  X(invariant_sets, 200000, 0, TUNING_MOST, "sets of variables for those of up to four literals",  \
    "")                                                                                            \
  X(invariant_conflicts, 20000, 1, TUNING_MOST, "limit of each of its SAT queries", TUNING_SUITES) \
  /* IICTL. Boolean nodes decide the child first whose temporal operators weigh less. */           \
  X(iictl_weight_ex, 2, 0, TUNING_MILLION, "weight of EX: one SAT query", TUNING_SUITES)           \
  X(iictl_weight_eu, 10, 0, TUNING_MILLION, "weight of EU: ic3", TUNING_SUITES)                    \
  X(iictl_weight_eg, 30, 0, TUNING_MILLION, "weight of EG: fair cycles", TUNING_SUITES)            \
  X(iictl_turn, 2000, 1, TUNING_MOST, "first turn of an EG query; doubles", TUNING_SUITES)         \
  X(iictl_product_turn, 1000, 1, TUNING_MOST, "turn of a query for runs with fair cycles",         \
    TUNING_SUITES)                                                                                 \
  X(iictl_known, 2000, 0, TUNING_MOST, "limit of a query for a way to known states",               \
    TUNING_SUITES)                                                                                 \
  X(iictl_closed, 500, 0, TUNING_MOST, "conflicts to see at once that no step enters a target",    \
    "")                                                                                            \
  X(iictl_closed_part, 2, 1, 1000, "one part in so many of a turn, where that is hard to see",     \
    "fifteen")                                                                                     \
  X(parity_long, 8, 2, TUNING_MOST, "terms of a sum modulo 2 that is worth cases",                 \
    "docs/performance.md, sums modulo 2")                                                          \
  X(parity_few, 24, 0, TUNING_MOST, "terms that are left of it when a SAT solver is asked ..",     \
    "docs/performance.md, sums modulo 2")                                                          \
  X(parity_conflicts, 5000, 1, TUNING_MOST, ".. and its conflicts", "fifteen: 300 at most")        \
  X(iictl_source_after, 100, 0, TUNING_MILLION,                                                    \
    "work of ic3 in an EU query before it is asked whether no step leaves its source, in ms ..",   \
    "docs/performance.md, sums modulo 2")                                                          \
  X(iictl_source_times, 3, 0, 1000, ".. for so many times as much", "fifteen")                     \
  X(iictl_glance, 20, 0, TUNING_MILLION, "first turn of ic3 in an EU query, in ms; doubles", "")   \
  X(iictl_bounded_part, 10, 1, TUNING_MOST, ".. and one part in so many for a bounded search", "") \
  X(iictl_hint, 20000, 0, TUNING_MOST, "limit per hint and direction", TUNING_SUITES)              \
  X(iictl_absorbed, 12, 0, TUNING_MOST, "sub-entries per flipped literal of a generalisation",     \
    TUNING_SUITES)                                                                                 \
  X(iictl_refused, 8, 1, TUNING_MOST, "literals that stay before a generalisation ends",           \
    TUNING_SUITES)                                                                                 \
  X(iictl_strategy_after, 60, 0, TUNING_MOST, "entries of lists before constant inputs are tried", \
    "")                                                                                            \
  X(iictl_strategy_part, 10, 1, TUNING_MOST, ".. with one part in so many of the work", "")        \
  X(iictl_strategy_steps, 127, 1, 10000, ".. for so many steps", "")                               \
  X(iictl_strategy_gates, 40000, 0, TUNING_MOST, ".. and with so many gates at a time", "")        \
  X(iictl_region_entries, 1500, 1, TUNING_MOST, "entries of a region's lists", TUNING_SUITES)      \
  X(iictl_region_shrinks, 60, 0, TUNING_MOST, "attempts at shrinking a region", TUNING_SUITES)     \
  X(iictl_view_region_part, 2, 1, 1000, ".. of path formulas: one part in so many of a turn",      \
    "docs/performance.md, CTL*")                                                                   \
  X(iictl_quantified, 4, 0, 10, "inputs that are quantified exactly", "2^n choices certify it")    \
  X(iictl_quantified_cone, 4000, 0, TUNING_MOST, "gates of the result of that", TUNING_SUITES)     \
  /* The cone solver. */                                                                           \
  X(cone_reduce, 5000, 1, TUNING_MOST, "conflicts until learned clauses are reduced ..", "")       \
  X(cone_reduce_more, 1000, 0, TUNING_MOST, ".. and how many more every time", "")                 \
  X(cone_short, 1000, 0, TUNING_MOST,                                                              \
    "propagations of an average query below which they are reduced ..",                            \
    "docs/performance.md, learned clauses of short queries")                                       \
  X(cone_reduce_short, 500, 1, TUNING_MOST, ".. every so many conflicts",                          \
    "docs/performance.md, learned clauses of short queries")                                       \
  X(cone_restart, 20, 1, TUNING_MOST, "conflicts between restarts", "")                            \
  X(cone_restart_percent, 120, 0, 1000, "recent glue that restarts, in percent of the average",    \
    "")                                                                                            \
  X(cone_decay_percent, 95, 1, 100, "decay of activities", "")                                     \
  X(cone_easy, 3, 0, TUNING_MOST, "conflicts until which a query decides what a model misses",     \
    "docs/performance.md, IC3")                                                                    \
  X(cone_look, 8, 0, TUNING_MOST, "clauses per leaf of a query that looks whether it has a model", \
    "docs/performance.md, IC3")                                                                    \
  X(cone_gates, 10, 0, TUNING_MOST, "conflicts of a query that decides gates, too, from then on",  \
    "docs/performance.md, IC3")                                                                    \
  X(cone_hard, 5000, 1, TUNING_MOST, "conflicts of a query that another solver is asked after",    \
    "fifteen")                                                                                     \
  X(cone_retired, 500, 1, TUNING_MOST, "dead activation variables that are collected", "")         \
  /* Ticks that work is charged. */                                                                \
  X(cone_solve_ticks, 500, 1, TUNING_MOST, "ticks per query, with what IC3 does around it",        \
    TUNING_TICKS)                                                                                  \
  X(cone_enter_ticks, 2, 0, TUNING_MOST, "ticks per variable that enters the domain of a query",   \
    TUNING_TICKS)                                                                                  \
  X(cone_look_ticks, 1, 0, TUNING_MOST, "ticks per clause that is looked at for a model",          \
    TUNING_TICKS)                                                                                  \
  X(cone_propagation_ticks, 6, 0, TUNING_MOST, "ticks per propagation", TUNING_TICKS)              \
  X(cone_choices_ticks, 8, 0, TUNING_MOST, "ticks per propagation where choices are gates",        \
    TUNING_TICKS)                                                                                  \
  X(cone_conflict_ticks, 800, 0, TUNING_MOST, "ticks per conflict", TUNING_TICKS)                  \
  X(cadical_solve_ticks, 300, 1, TUNING_MOST, "ticks per query ..", TUNING_TICKS)                  \
  X(cadical_solve_vars, 8, 1, TUNING_MOST, ".. and one more per so many variables", TUNING_TICKS)  \
  X(cadical_model_ticks, 8, 0, TUNING_MOST, "ticks per variable of a model", TUNING_TICKS)         \
  X(cadical_clause_ticks, 10, 0, TUNING_MOST, "ticks per clause that is added", TUNING_TICKS)      \
  X(cadical_rounds_ticks, 100, 0, TUNING_MOST,                                                     \
    "ticks per ten rounds of propagation and decision ..", TUNING_TICKS)                           \
  X(cadical_rounds_vars, 64, 1, TUNING_MOST, ".. and one more per so many variables",              \
    TUNING_TICKS)                                                                                  \
  X(cadical_conflict_ticks, 4000, 0, TUNING_MOST, "ticks per conflict ..", TUNING_TICKS)           \
  X(cadical_conflict_vars, 3, 1, TUNING_MOST, ".. and one more per so many variables",             \
    TUNING_TICKS)                                                                                  \
  X(inprocessing_conflict_ticks, 3000, 0, TUNING_MOST, "ticks per conflict with inprocessing ..",  \
    "fifteen: 25 us")                                                                              \
  X(inprocessing_conflict_vars, 16, 1, TUNING_MOST, ".. and one more per so many variables",       \
    TUNING_TICKS)                                                                                  \
  X(bdd_operation_ticks, 10, 0, TUNING_MOST, "ticks per operation that looks into the cache",      \
    TUNING_TICKS)                                                                                  \
  X(bdd_way_ticks, 4, 0, TUNING_MOST, "ticks per node on the ways of a cube", TUNING_TICKS)        \
  X(bdd_sweep_ticks, 3, 0, TUNING_MOST, "ticks per node that the collector meets", TUNING_TICKS)   \
  X(bdd_turn_ticks, 9, 0, TUNING_MOST, "ticks per node that sifting turns", TUNING_TICKS)          \
  X(simulation_ticks, 20, 0, TUNING_MOST, "ticks per 64 gates of 64 runs", TUNING_TICKS)           \
  /* Minimisation of evidence, in millions of propagations; a million is 0.1 s. */                 \
  X(minimize_closure, 10, 0, 1000, "work for finding what the verdict needs", TUNING_SUITES)       \
  X(minimize_tries, 1, 0, 1000, "work for trying without each part", TUNING_SUITES)                \
  X(minimize_conflicts, 2000, 1, TUNING_MOST, "limit of each SAT query", TUNING_SUITES)            \
  /* Proofs of obligations. */                                                                     \
  X(prove_easy, 5000, 0, TUNING_MOST, "conflicts of our own solver before kissat is asked",        \
    "beyond them kissat is faster even with drat-trim's start-up")                                 \
  X(prove_search, 2000, 0, TUNING_MILLION, "ms of the validator's search before kissat is asked",  \
    "docs/performance.md, validation without proofs")

struct tuning {
#define TUNING_FIELD(name, standard, least, most, meaning, measured) unsigned name;
  TUNING(TUNING_FIELD)
#undef TUNING_FIELD
};

struct tuning_entry {
  const char *name;
  unsigned standard, least, most;
  const char *meaning;
  const char *measured; /* where the value comes from; empty: taken as usual */
  size_t offset;
};
enum {
#define TUNING_COUNT(name, standard, least, most, meaning, measured) +1
  NUM_TUNING = TUNING(TUNING_COUNT)
#undef TUNING_COUNT
};
extern const struct tuning_entry tuning_table[NUM_TUNING];
extern const struct tuning tuning_defaults;

enum tuning_answer { TUNING_SET, TUNING_NO_SUCH_NAME, TUNING_NO_NUMBER, TUNING_OUT_OF_RANGE };
/* "NAME=VALUE", a decimal number. *entry is that of the name (NULL if there is none). */
enum tuning_answer tuning_set(struct tuning *tuning, const char *text,
                              const struct tuning_entry **entry);

#endif
