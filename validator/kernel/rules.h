/* The rules (docs/certificates.md, sections 2 to 4). A fact is read, its obligation is stated, and
 * its bound is kept for the parents of its node. */
#ifndef VOUCH_VALIDATOR_KERNEL_RULES_H
#define VOUCH_VALIDATOR_KERNEL_RULES_H

#include "validator/kernel/certificate.h"

/* --- rules.c --- */
/* "facts <n>" and the facts, and the verdict's own obligations before and behind them. */
bool v_facts(struct v_reader *r);
/* The gate of C, if there is one. */
void v_constraint(struct v_reader *r);
/* I & !R;  R & C & !R(N), of an induction R & C & !bad & !R(N) */
void v_invariant(struct v_reader *r);
/* R & C & bad, for each of these bad literals; of an induction the first such step of a row. For
 * each n < K: I, and it is step n; and it is step K */
void v_never_bad(struct v_reader *r, uint32_t first, uint32_t last);
/* I, in the obligation in the making. */
void v_initial(struct v_reader *r);

/* Starts the next obligation, about a node (V_NONE: none). Valid until the next call. */
struct v_obligation *v_oblige(struct v_reader *r, const char *name, const char *meaning,
                              uint32_t node);
/* The same of a fact about node v: all that follows is within R. */
void v_oblige_within(struct v_reader *r, const char *name, const char *meaning, uint32_t v);
/* Every flag of the view at hand, from place `from` on, is f_j | B_j after a step. */
void v_raise_flags(struct v_reader *r, size_t from);
/* Gates; the last one of r->arguments. */
uint32_t v_both(struct v_reader *r, uint32_t a, uint32_t b);
uint32_t v_either(struct v_reader *r, uint32_t a, uint32_t b);
uint32_t v_conjunction(struct v_reader *r);

/* --- view.c: a path formula as a matter of single steps and of fairness (1.5) --- */
/* What follows is about the system itself; about the view of v = E p, with bounds of p's leaves. */
void v_system_view(struct v_reader *r);
void v_view_of(struct v_reader *r, uint32_t v, const uint32_t *bounds);

/* --- walls.c: no fair path stays in a region (section 4) --- */
/* "upper-eg <v> <blocks>" from the number of blocks on, and per block "block <G> <steps>", the
 * steps and the end; with upper u P. Gives and(P, !G_1, .., !G_n). */
bool v_upper_eg(struct v_reader *r, uint32_t v, uint32_t *Q);
/* "upper-e <v> <Q> <blocks>" from Q on, and blocks, about EG true in the view of node v. */
bool v_upper_e(struct v_reader *r, uint32_t v, uint32_t *Q);
/* The clauses of the two obligations of a block. */
void v_write_walls(struct v_builder *b, const struct v_certificate *c, const struct v_block *k);
void v_write_skeleton(struct v_builder *b, const struct v_certificate *c, const struct v_block *k);

#endif
