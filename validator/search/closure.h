/* Gates that are equal because their arguments are, perhaps under some decisions only
 * (congruence closure, as in Biere, Fazekas, Fleury, Froleyks: Clausal congruence closure, 2024,
 * but for conjunctions of any width, whose trees are compared by their leaves). Each equality is
 * two lemmas, with all that they follow from. */
#ifndef VOUCH_VALIDATOR_SEARCH_CLOSURE_H
#define VOUCH_VALIDATOR_SEARCH_CLOSURE_H

#include "validator/search/cdcl.h"
#include "validator/search/gates.h"

struct v_closure {
  struct v_cdcl *s;
  struct v_gates gates;
  struct v_list assumed; /* the decisions, the last one first */
  /* Equalities: */
  uint32_t *equal;        /* per variable: a literal of a smaller one, or its own */
  uint32_t *forth, *back; /* lemmas: the variable implies `equal`, and is implied */
  struct v_list merged;   /* variables that are not their own `equal`, by age */
  /* Leaves: the conjunction of these literals, in ascending order, is the gate. */
  struct v_list leaves;
  uint32_t *from, *count; /* of a variable; it has none if `count` is 0 */
  uint8_t *is_tree;       /* may its leaves stand for it? There are not too many of them. */
  struct v_list table;    /* gates by their leaves; V_NONE: nothing. A power of two. */
  struct v_list found;    /* leaves of the gate that is looked at */
  /* Lemmas: */
  struct v_list hints, unit_hints, pending;
  uint8_t *is_true;      /* per literal: in the propagation that the hints describe */
  struct v_list trues;   /* these */
  bool closed;           /* it came to a conflict */
  struct v_list clause;  /* a lemma */
  uint32_t *unit, *when; /* per variable: the lemma that says its value under `assumed` */
  uint32_t time;         /* .. if `when` is this */
  uint64_t work;
};

void v_closure_start(struct v_closure *c, struct v_cdcl *s, const struct v_cnf *cnf);
void v_closure_free(struct v_closure *c);

/* What is said about gates from now on holds under the decisions as they are. The table is for
 * about so many gates. */
void v_closure_assume(struct v_closure *c, size_t gates);
/* Looks at a gate, behind all gates among its arguments. False if that comes to a conflict:
 * *conflict is the falsified clause then, or V_NONE if everything is refuted. */
bool v_closure_gate(struct v_closure *c, uint32_t gate, uint32_t *conflict);
/* The lemma that these literals exclude each other, under the assumption: the search has to know.
 * False and *conflict as above. */
bool v_closure_state(struct v_closure *c, const uint32_t *literals, size_t count, uint32_t id,
                     uint32_t *conflict);
/* The variable, which is its own `equal`, equals a literal of a smaller one, by these lemmas. */
bool v_closure_equate(struct v_closure *c, uint32_t var, uint32_t with, uint32_t forth,
                      uint32_t back, uint32_t *conflict);
/* Equates what false gates say is equal. At level 0; false and *conflict as above. */
bool v_closure_differences(struct v_closure *c, uint32_t *conflict);
/* Equalities behind the first so many are no longer there. */
void v_closure_undo(struct v_closure *c, size_t kept);

/* --- Derivations (equality.c) --- */
/* Into c->clause: "these literals exclude each other", under the assumption. */
void v_closure_clause(struct v_closure *c, const uint32_t *literals, size_t count);
/* This lemma, or V_NONE if gates do not say so: a through what its arguments are then, b through
 * what they would have to be. */
uint32_t v_closure_exclude(struct v_closure *c, uint32_t a, uint32_t b);
/* This lemma, or V_NONE, if these literals are all that keeps a gate from being true that is
 * false. */
uint32_t v_closure_exclude_by(struct v_closure *c, uint32_t gate, uint32_t a, uint32_t b);

/* An exclusive or: a gate of which both arguments are negated, of `both` of two literals and
 * `neither` of them. The lemma that these literals, which decide the values of all three, exclude
 * each other, under the assumption. */
struct v_exclusive_or {
  uint32_t gate, both, neither; /* variables */
};
uint32_t v_closure_exclude_sum(struct v_closure *c, const struct v_exclusive_or *sum,
                               const uint32_t *literals, size_t count);

/* The literal that a literal equals, at the end of all equalities. */
static inline uint32_t v_root(const struct v_closure *c, uint32_t lit) {
  while (c->equal[lit / 2] != (lit & ~UINT32_C(1))) lit = c->equal[lit / 2] ^ (lit & 1);
  return lit;
}

#endif
