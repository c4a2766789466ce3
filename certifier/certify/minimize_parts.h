/* Inside certifier/minimize*.c: the parts of evidence, and queries over them. */
#ifndef VOUCH_CERTIFIER_CERTIFY_MINIMIZE_PARTS_H
#define VOUCH_CERTIFIER_CERTIFY_MINIMIZE_PARTS_H

#include "certifier/certify/minimize.h"
#include "checker/ctl/view.h"
#include "checker/system/unroll.h"

enum part_kind {
  PART_INVARIANT, /* conjunct of R */
  PART_UPPER,     /* conjunct of the upper bound of an EX, EU or E node */
  PART_LOWER,     /* the lower bound of an EX node */
  PART_RANK,      /* entry of a list, or choice of an EX node */
  PART_LASSO,
  PART_REGION,
  PART_STAY,  /* choice of a region */
  PART_COVER, /* entry of a region's list for a fairness */
  PART_FROM,  /* choice of promises of an E node: its guard is part of the lower bound */
  PART_BLOCK,
  PART_INSIDE, /* conjunct of a block's region */
  PART_STEP,   /* step of a block's chain */
  PART_FAIR,   /* fairness number in the J of a side step or of the end of a block */
};

struct part {
  enum part_kind kind;
  uint32_t node;  /* core node */
  uint32_t outer; /* COVER: fairness; INSIDE, STEP, FAIR: block */
  uint32_t step;  /* FAIR: the side step, or the number of steps for the end */
  uint32_t index;
  lit predicate; /* INVARIANT, UPPER, INSIDE: the conjunct */
  bool needed;
  bool disabled; /* queries do without it */
  bool kept;     /* needed in the last closure that succeeded */
  int presence;  /* CNF variable, assumed true; 0: not made yet */
};
#define NO_PART UINT32_MAX

struct span {
  uint32_t first, count;
};
struct block_parts {
  struct span inside, steps, end;
  struct span *sides; /* per step: its J */
};
struct node_parts {
  struct span upper, ranks, lassos, stays, from, blocks;
  uint32_t lower, region;
  struct span *covers; /* per fairness */
  struct block_parts *block;
};

/* Positive claims about a bound: the state is inside the upper one, or outside the lower one. */
enum polarity { UPPER_TRUE, LOWER_FALSE };

/* One copy of the step in the solver, with the claims about bounds that were encoded, per frame,
 * polarity and node; 0: not yet. */
struct copy {
  struct unroll unroll;
  int *bounds[2][2];
  int **views[2][2]; /* the same for the nodes of the views' graphs, by path formula */
};

/* Where in the solver a view is looked at, and which: that of upper bounds, or of lower ones. */
struct place {
  size_t copy, frame;
  enum polarity polarity;
};

struct minimizer_views {
  struct extension copy;
  struct system base; /* the copy's system: a state for each core node stands for its bound */
  struct view **at;   /* by path formula */
};

struct minimizer {
  struct evidence *evidence;
  const struct core_formula *core;
  const struct system *system; /* its next functions are also those of elementary variables */
  const struct effort *effort;
  lit bad; /* of a bad or output property */
  struct minimizer_views views;
  struct sat *sat;
  struct copy *copies;
  size_t num_copies;
  struct part *parts;
  size_t num_parts, parts_capacity;
  struct span invariant;
  struct node_parts *nodes;
  struct lits queue; /* needed parts whose obligations are not asked yet */
  /* The query being built: CNF literals, and the part that each belongs to. */
  struct ints query;
  struct lits query_parts;
  uint32_t *stamp; /* per (node, polarity): gathered for the present query */
  uint32_t stamps;
  bool trying; /* this closure is an experiment */
  bool stop;   /* it failed */
  unsigned long queries;
  uint64_t assumptions;
};

void parts_make(struct minimizer *m);
void parts_free(struct minimizer *m);
void part_need(struct minimizer *m, uint32_t part);

/* ---- building a query ---- */
int cnf_of(struct minimizer *m, size_t copy, size_t frame, lit a);
void query_start(struct minimizer *m);
void query_cnf(struct minimizer *m, int literal, uint32_t part);
void query_lit(struct minimizer *m, size_t copy, size_t frame, lit a, uint32_t part);
void query_inputs(struct minimizer *m, const struct choice *choice);
/* R in a frame. */
void query_invariant(struct minimizer *m, size_t copy, size_t frame);
/* The bound of a node, with all parts that it is made of. */
void query_bound(struct minimizer *m, size_t copy, size_t frame, uint32_t node,
                 enum polarity polarity);
/* The claim about a bound alone, and the parts alone. */
int bound_claim(struct minimizer *m, const struct place *place, uint32_t node);
void gather_bound(struct minimizer *m, uint32_t node, enum polarity polarity);
/* The query must be unsatisfiable; what its core mentions becomes needed. A query may be asked, cut
 * back to `size` literals and continued. */
void query_ask(struct minimizer *m);
size_t query_mark(const struct minimizer *m);
void query_cut(struct minimizer *m, size_t size);

int cnf_and(struct minimizer *m, int a, int b);
static inline int cnf_or(struct minimizer *m, int a, int b) { return -cnf_and(m, -a, -b); }
static inline int cnf_iff(struct minimizer *m, int a, int b) {
  return cnf_or(m, cnf_and(m, a, b), cnf_and(m, -a, -b));
}

/* ---- certifier/certify/minimize_views.c ---- */
void minimizer_views_make(struct minimizer *m);
void minimizer_views_free(struct minimizer *m);
const struct view *node_view(const struct minimizer *m, uint32_t v);
/* Of a literal of the view of an E node: that it is true under upper bounds of the leaves, or false
 * under lower ones, with all parts that these are made of. */
void query_view(struct minimizer *m, const struct place *place, uint32_t v, lit a, uint32_t part);

/* ---- certifier/certify/minimize_rules.c ---- */
/* Asks the obligations that a part rests on. */
void justify(struct minimizer *m, uint32_t part);

#endif
