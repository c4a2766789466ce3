/* Gates that are equal because their arguments are, perhaps in one case of an obligation only
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
  uint32_t assumed; /* a literal, the only decision, or V_NONE: what holds at level 0 */
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
  uint32_t *unit, *when; /* per variable: the lemma that says its value under `assumed` */
  uint32_t time;         /* .. if `when` is this */
  uint64_t work;
};

void v_closure_start(struct v_closure *c, struct v_cdcl *s, const struct v_cnf *cnf);
void v_closure_free(struct v_closure *c);

/* What is said about gates from now on holds under this literal, which is decided, or V_NONE. The
 * table is for about so many gates. */
void v_closure_assume(struct v_closure *c, uint32_t literal, size_t gates);
/* Looks at a gate, behind all gates among its arguments. False if that comes to a conflict:
 * *conflict is the falsified clause then, or V_NONE if everything is refuted. */
bool v_closure_gate(struct v_closure *c, uint32_t gate, uint32_t *conflict);
/* Equalities behind the first so many are no longer there. */
void v_closure_undo(struct v_closure *c, size_t kept);

/* --- Derivations (equality.c) --- */
/* The literals of "a and b exclude each other", under the assumption; b may be V_NONE. At most
 * three, their number. */
size_t v_closure_clause(const struct v_closure *c, uint32_t a, uint32_t b, uint32_t *literals);
/* This lemma, or V_NONE if gates do not say so: a through what its arguments are then, b through
 * what they would have to be. */
uint32_t v_closure_exclude(struct v_closure *c, uint32_t a, uint32_t b);

/* The literal that a literal equals, at the end of all equalities. */
static inline uint32_t v_root(const struct v_closure *c, uint32_t lit) {
  while (c->equal[lit / 2] != (lit & ~UINT32_C(1))) lit = c->equal[lit / 2] ^ (lit & 1);
  return lit;
}

#endif
