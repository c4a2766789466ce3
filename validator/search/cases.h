/* What v_split (split.h) works on: a case, which is a list of literals that are decided first; the
 * equal gates and the sums in it; and a search in it. */
#ifndef VOUCH_VALIDATOR_SEARCH_CASES_H
#define VOUCH_VALIDATOR_SEARCH_CASES_H

#include "validator/search/sums.h"

/* Two literals that are equal in a case, the variable of the second being the smaller one. */
struct v_pair {
  uint32_t literals[2];
  uint32_t forth, back; /* lemmas: the first implies the second, and is implied */
  size_t size;          /* literals of that case */
};

struct v_cases {
  struct v_cdcl *s;
  struct v_closure closure;
  struct v_sums sums;
  struct v_list path;      /* literals that are decided first: the case */
  struct v_list kept;      /* of each: equalities that hold without it, */
  struct v_list decided;   /* and whether it was a decision when those behind were found */
  V_LIST_OF(double) parts; /* of all cases: with so many literals of the path, not refuted yet */
  double refuted;          /* .. and refuted */
  /* Selectors: */
  uint8_t *is_sum;        /* per variable: is it an exclusive or? */
  uint32_t *above;        /* per variable: how many terms of the sums depend on it */
  uint64_t *score;        /* per variable: how many products it tells apart, times terms */
  uint32_t *seen;         /* per literal: in how many products of the gate that is looked at, */
  struct v_list literals; /* if in any */
  struct v_list pending;  /* gates of what is looked at, */
  uint32_t *stamp;        /* per variable: whether it was seen there */
  uint32_t *inner;        /* per variable: whether it is part of a larger tree */
  uint32_t time;
  /* Sweeping: */
  V_LIST_OF(struct v_pair) pairs; /* that were found, and are not merged yet */
};

/* At level 0. The case is empty. */
void v_cases_start(struct v_cases *x, struct v_cdcl *s, const struct v_cnf *cnf);
void v_cases_free(struct v_cases *x);
uint64_t v_cases_work(const struct v_cases *x);

void v_cases_push(struct v_cases *x, uint32_t literal);
/* Learns from a falsified clause, or from V_NONE if everything is refuted, which decisions of the
 * case exclude each other. */
void v_cases_learn(struct v_cases *x, uint32_t conflict);
/* Decides the literals of the case. What the others imply is no decision, and what was found while
 * it was one is forgotten, for its lemmas name decisions; where they imply the opposite, the case
 * ends before it. False if that comes to a conflict, which is learnt. */
bool v_cases_follow(struct v_cases *x);
/* The case ends behind so many literals, for whatever reason. */
void v_cases_shorten(struct v_cases *x, size_t size);
/* Searches the case, with so many conflicts at most. True if it is refuted: it has become shorter,
 * or all of them are. */
bool v_cases_search(struct v_cases *x, unsigned most_conflicts);

/* --- Selectors (selectors.c) --- */
void v_cases_count_above(struct v_cases *x);
/* Behind the closure of gates: the variable that tells most products apart, or V_NONE. */
uint32_t v_cases_selector(struct v_cases *x);

/* --- Sweeping (sweep.c) --- */
/* Behind the elimination of sums: what is left of them, into x->literals; how many. They are
 * variables that are no sums, of relations among such. */
size_t v_cases_terms(struct v_cases *x);
/* Tries these: which have a value in the case, which ones are equal that have the same inputs. True
 * if that refutes the case, or says something new. */
bool v_cases_sweep(struct v_cases *x);

#endif
