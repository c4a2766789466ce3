/* What response.c, response_product.c and response_facts.c share.
 *
 * The question is whether an initial state satisfies a formula with existential operators only,
 * where of the parts of a conjunction at most one has temporal operators (beside EG true): a path
 * shows it. A location is a part of the formula that the rest of the path has to satisfy. In a
 * state at E[u U w] either u is true and the path stays there, or it goes on as w demands in the
 * same state; at EG p p is true for ever; EX f leads to f in the next state. */
#ifndef VOUCH_CHECKER_PORTFOLIO_RESPONSE_PARTS_H
#define VOUCH_CHECKER_PORTFOLIO_RESPONSE_PARTS_H

#include "checker/portfolio/fair_path.h"
#include "checker/portfolio/response.h"
#include "checker/system/extension.h"

/* A part of the formula: 2 * core node, and 1 more if it is the opposite. */
typedef uint32_t part;
/* Nothing is left to be satisfied. */
#define PART_DONE UINT32_MAX

struct question {
  const uint8_t *plain;  /* parts_find_plain; not owned */
  struct lits locations; /* parts; the first one is what is asked */
  struct lits nodes;     /* EX, EU and EG nodes below it */
  size_t expanded;       /* parts that were looked at; formulas may share them */
  struct extension copy;
  struct fair_path_search *search; /* NULL: it is closed */
};

/* Reads the formula; false: it is not of this kind, or no part of it is a cycle. */
bool question_read(struct question *q, const struct bounds *b, part top);
/* Makes the copy: one state for each location but the first, and one input, which leads there. */
void question_build(struct question *q, struct bounds *b);

/* Can a path that is at part `a` in a state be at another location in the next one? A predicate of
 * states. */
lit question_step(const struct question *q, struct bounds *b, part a, part location);
/* Where does part `a` ask for the node, in the same state? */
lit question_enters(const struct question *q, struct bounds *b, part a, uint32_t node);
/* A predicate of the copy, at a location, in the system. */
lit question_project(const struct question *q, lit predicate, size_t location);
/* The location of a state of the copy. */
size_t question_location(const struct question *q, const uint8_t *state);

/* No path: facts about all nodes. */
void question_exclude(struct question *q, struct bounds *b, const struct block *found);
/* A path: facts about those that it shows. */
void question_include(struct question *q, struct iictl *ic, const struct trace *found);

/* Without negation on top. */
part part_of(const struct bounds *b, part a);
/* Per core node: has it no temporal operators? The caller frees it. */
uint8_t *parts_find_plain(const struct core_formula *core);

#endif
