/* The parts of mutants_operators.c, each of which stands on those that are listed before it. A new
 * variable gets its place in the order, and those behind it are renumbered. */
#ifndef VOUCH_TESTS_MUTANTS_MUTANTS_PARTS_H
#define VOUCH_TESTS_MUTANTS_MUTANTS_PARTS_H

#include "tests/mutants/mutants_operators.h"

static inline size_t pick(struct rng *rng, size_t n) { return rng_below(rng, (uint32_t)n); }

/* --- literals and lists: mutants_literals.c --------------------------------------------------- */

/* Of the model and of the property. */
uint32_t mutant_length_of_fairness(const struct mutant_source *source, const struct certificate *c);
/* How many fairness numbers there are, at least 1. */
uint32_t mutant_num_fairness(const struct mutant_source *source, const struct certificate *c);
/* Elementary variables stand between the inputs and the gates, and behind them what feeds them. */
uint32_t mutant_first_promise(const struct mutant_source *source, const struct certificate *c);
/* The literal of the first ghost. */
uint32_t mutant_first_ghost(const struct mutant_source *source, const struct certificate *c);
/* The literal behind the gates: of the next one, or of the first saved value. */
uint32_t mutant_behind_gates(const struct mutant_source *source, const struct certificate *c);
/* A predicate that the certificate uses somewhere, or a gate, or a latch; with any sign; seldom a
 * constant. */
uint32_t mutant_literal(struct rng *rng, const struct mutant_source *source,
                        const struct certificate *c);

/* Makes room for a variable at literal `from`. */
void mutant_shift(uint32_t from, uint32_t *literal);
/* The same in all saved values, flags and relations. */
void mutant_shift_relations(struct certificate *c, uint32_t from);
/* The predicate becomes stronger or weaker, or another one. */
void mutant_move(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                 uint32_t *literal);

/* Swaps two things of that many bytes. */
void mutant_swap(void *a, void *b, size_t size);
/* Removes one of them. */
void mutant_lose(struct rng *rng, struct lits *v);
void mutant_copy_choice(struct choices *to, const struct choice *from);
void mutant_change_choices(struct rng *rng, const struct mutant_source *source,
                           struct certificate *c, struct choices *v);
/* `fairness`: how many numbers there are. */
void mutant_change_fair(struct rng *rng, uint32_t fairness, struct lits *fair);

/* --- loops: mutants_loops.c ------------------------------------------------------------------- */

/* A block gets a loop, another one, or loses it. */
void mutant_change_end(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                       struct block *block);
/* Another literal is saved, or a gate of the relations has other arguments. */
void mutant_change_relations(struct rng *rng, const struct mutant_source *source,
                             struct certificate *c);

/* --- ghosts: mutants_ghosts.c ----------------------------------------------------------------- */

/* More ghosts; or one starts or becomes otherwise, by a gate of its own or without. */
void mutant_change_ghosts(struct rng *rng, const struct mutant_source *source,
                          struct certificate *c);

/* --- facts: mutants_facts.c ------------------------------------------------------------------- */

/* One of the facts, in what its kind carries. */
void mutant_change_fact(struct rng *rng, const struct mutant_source *source, struct certificate *c);
/* A fact of a donor, or one of our own under another node, at its place in the order; it replaces
 * the one that is there. */
void mutant_transplant(struct rng *rng, const struct mutant_source *source, struct certificate *c);

/* --- what the certificate is about: mutants_claim.c ------------------------------------------- */

/* An induction over other steps, one where there was none, or none any more. */
void mutant_change_induction(struct rng *rng, struct certificate *c);
void mutant_change_claim(struct rng *rng, const struct mutant_source *source,
                         struct certificate *c);

/* --- proofs: mutants_proofs.c ----------------------------------------------------------------- */

/* Another obligation's proof, lines swapped or lost, or one number changed. */
void mutant_change_proof(struct rng *rng, struct certificate *c);

#endif
