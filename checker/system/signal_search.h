/* Signals of a system, states and gates, that are equal or complementary in all reachable states,
 * found by induction (van Eijk: Sequential equivalence checking based on structural
 * similarities, 2000; Mishchenko, Case, Brayton, Jang: Scalable and scalably-verifiable sequential
 * synthesis, 2008). Candidates come from random runs; in a graph where each is replaced by what it
 * is thought to be, they are tried one after the other, and counterexamples split them.
 *
 * Gates may depend on inputs. At first an equality is assumed for the inputs of the step at hand
 * and shown for all inputs of the next one: that is quick, and tells what can be had, but it is no
 * predicate over states. Narrowed, the search assumes only what is one; equalities over inputs have
 * to follow from these in the same step. */
#ifndef VOUCH_CHECKER_SYSTEM_SIGNAL_SEARCH_H
#define VOUCH_CHECKER_SYSTEM_SIGNAL_SEARCH_H

#include "checker/effort/effort.h"
#include "checker/system/system.h"

struct signal_search;

/* The system must have no reset functions, and stay as long as the search; the roots are literals
 * of it that count as signals, too. Induction looks back over so many steps, one at least. */
struct signal_search *signal_search_new(const struct system *system, const struct lits *roots,
                                        unsigned steps, const struct effort *effort);
void signal_search_free(struct signal_search *search);
/* Goes on until the slice is over, or until what is thought is true: then it returns true. */
bool signal_search_run(struct signal_search *search, const struct effort *slice);
/* Once it is true, and if induction looks back over one step, to go on with predicates only. */
void signal_search_narrow(struct signal_search *search);

/* Once what is thought is true: */
/* Is this root never true in an allowed step? */
bool signal_search_never(const struct signal_search *search, size_t root);
/* Of a narrowed search: a system with all leaves of the original, in which signals that are equal
 * are one, and the roots in it, true in allowed steps only. What it says is true where the
 * equalities are. The caller frees it. */
struct system *signal_search_merged(const struct signal_search *search, struct lits *roots);
/* Of a narrowed search: equalities, inductive together, that say all there is to say, as predicates
 * in another graph, over these literals for the states. */
void signal_search_equal(const struct signal_search *search, struct aig *to, const lit *states,
                         struct lits *equal);
/* Of a search that is not narrowed: the same of equalities over states and inputs. They hold in the
 * first steps, if these are allowed, and in allowed steps behind allowed ones in which they do. */
void signal_search_any_equal(const struct signal_search *search, struct aig *to, const lit *states,
                             const lit *inputs, struct lits *equal);

#endif
