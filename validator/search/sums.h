/* Sums modulo 2: chains and trees of exclusive ors, under the decisions of a search. A sum of many
 * terms is no clause, and the parity of a word is beyond resolution on the gates alone; but sums of
 * few terms are few clauses each, and when the terms of two chains are equal in pairs, adding up
 * gate after gate in a good order never leaves more than a few terms open. So: Gaussian elimination
 * that refuses sums of more than V_MOST_TERMS terms. What it finds (a sum of none, one or two
 * terms) is derived clause by clause, each from two others by unit propagation. */
#ifndef VOUCH_VALIDATOR_SEARCH_SUMS_H
#define VOUCH_VALIDATOR_SEARCH_SUMS_H

#include "validator/search/closure.h"

/* 4 are enough for a permuted word whose chain is the same before and after; 5 make 16 clauses. */
enum { V_MOST_TERMS = 6 };

/* The sum of some variables is odd, or even. */
struct v_row {
  uint32_t terms[V_MOST_TERMS]; /* ascending */
  uint8_t count;
  bool odd;
  bool gone;    /* another row says it with fewer variables, or all that it says */
  bool is_gate; /* that of exclusive or number `first`; else the sum of rows `first` and `second` */
  uint32_t first, second;
  uint32_t lemmas; /* where in `lemmas` those of this row are, or V_NONE */
};

/* A variable that rows have. */
struct v_column {
  uint32_t var;
  uint32_t cost; /* terms of the widest sum that is left when the variable is eliminated, or
                    V_NONE */
  struct v_list rows;
};

struct v_sums {
  struct v_closure *c;
  V_LIST_OF(struct v_exclusive_or) gates; /* that belong to long sums */
  uint8_t *is_gate;                       /* per variable: is it one of these? */
  V_LIST_OF(struct v_row) rows;
  V_LIST_OF(struct v_column) columns; /* those in use come first */
  size_t num_columns;
  uint32_t *column_of;                     /* per variable: its column, or V_NONE */
  struct v_list waiting[V_MOST_TERMS + 1]; /* columns by cost; some have another cost by now */
  struct v_list found;                     /* rows of two terms or less */
  struct v_list lemmas;
  uint8_t *bit;       /* per variable: its value in what is excluded */
  uint8_t *is_needed; /* per row */
  size_t gained;      /* values and equalities, by the last elimination */
};

/* Is the variable one, and of which gates? */
bool v_is_exclusive_or(const struct v_gates *g, uint32_t gate, struct v_exclusive_or *sum);

/* Without long sums there are no gates. */
void v_sums_start(struct v_sums *x, struct v_closure *c);
void v_sums_free(struct v_sums *x);
/* Behind v_closure_assume and all gates: states what short sums there are. False and *conflict as
 * in v_closure_gate. */
bool v_sums_eliminate(struct v_sums *x, uint32_t *conflict);
/* States what is left of them, too. */
bool v_sums_state(struct v_sums *x, uint32_t *conflict);

/* Three literals of an exclusive or that add up to 0. */
void v_sums_literals(const struct v_sums *x, uint32_t number, uint32_t *literals);

/* --- Derivations (addition.c) --- */
/* Lemmas of all rows that are needed, and of what they are sums of. */
void v_sums_derive(struct v_sums *x);
/* The search has to know what the row says. False and *conflict as above. */
bool v_sums_state_row(struct v_sums *x, const struct v_row *row, uint32_t *conflict);

#endif
