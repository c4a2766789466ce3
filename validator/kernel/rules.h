/* The rules (docs/certificates.md, sections 2 to 4). A fact is read, its obligation is stated, and
 * its bound is kept for the parents of its node. */
#ifndef VOUCH_VALIDATOR_KERNEL_RULES_H
#define VOUCH_VALIDATOR_KERNEL_RULES_H

#include "validator/kernel/certificate.h"

/* "facts <n>" and the facts, and the verdict's own obligations before and behind them. */
bool v_facts(struct v_reader *r);
/* The obligations of a bad property with the invariant C -> c->invariant, also over inputs. */
void v_invariant_of_bad(struct v_reader *r);

/* I, in the obligation in the making. */
void v_initial(struct v_reader *r);

/* Starts the next obligation, about a node (V_NONE: none). Valid until the next call. */
struct v_obligation *v_oblige(struct v_reader *r, const char *name, const char *meaning,
                              uint32_t node);
/* The same of a fact about node v: all that follows is within R. */
void v_oblige_within(struct v_reader *r, const char *name, const char *meaning, uint32_t v);
/* Gates. */
uint32_t v_both(struct v_reader *r, uint32_t a, uint32_t b);
uint32_t v_either(struct v_reader *r, uint32_t a, uint32_t b);

#endif
