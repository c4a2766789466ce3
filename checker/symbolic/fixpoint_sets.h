/* Inside checker/symbolic: what fixpoints of CTL, of path formulas and their facts share. */
#ifndef VOUCH_CHECKER_SYMBOLIC_FIXPOINT_SETS_H
#define VOUCH_CHECKER_SYMBOLIC_FIXPOINT_SETS_H

#include "checker/symbolic/ctl_fixpoints.h"
#include "checker/symbolic/symbolic_system.h"

/* How an EG set was narrowed down: a step of a wall chain. */
struct narrowing {
  enum chain_kind kind; /* CHAIN_DEAD, or CHAIN_SIDE for a wall with an unfair side */
  bdd set;
  uint32_t fair;
};

struct narrowings {
  struct narrowing *at;
  size_t size, capacity;
};

enum { NEED_UPPER = 1, NEED_LOWER = 2 };

struct path_fixpoint;
struct ctl_fixpoints {
  struct symbolic *s; /* NULL: not built yet */
  const struct core_formula *core;
  struct system *system;
  bool exact;               /* fairness is taken into account, so that upper and lower sets agree */
  bool over;                /* more work would not help */
  bdd all, frontier;        /* of the search for R */
  bool complete;            /* all is R */
  bool hopeless;            /* R does not fit */
  bdd reachable;            /* R, or every state as long as R is not known */
  uint32_t next;            /* nodes from here on have their sets */
  bdd *upper, *lower;       /* per node: R-states that may satisfy it, R-states that do */
  struct bdd_vector *rings; /* EU nodes: E_0, E_1, .. */
  struct narrowings *chains;    /* EG nodes */
  struct path_fixpoint **paths; /* E nodes, by path formula; NULL: not begun */
  uint8_t *need;                /* per node: which bounds the verdict rests on */
  size_t entries;               /* of all lists of the facts */
};

static inline bool fixpoints_stopped(const struct ctl_fixpoints *f) { return f->s->stopped; }

/* ---- checker/symbolic/fixpoint_sets.c ---- */
/* Without diagrams yet. */
struct ctl_fixpoints *fixpoints_new(struct system *system, const struct core_formula *core);
/* With the diagrams, but not what f->paths points to. */
void fixpoints_free(struct ctl_fixpoints *f);
/* EX of a set, E[u U w] and EG u among the R-states. EG (Emerson and Lei) notes how it narrows node
 * v down: what was dropped before it was stopped stays dropped. */
bdd fixpoints_before(struct ctl_fixpoints *f, bdd set);
bdd fixpoints_until(struct ctl_fixpoints *f, bdd u, bdd w, struct bdd_vector *rings);
bdd fixpoints_globally(struct ctl_fixpoints *f, uint32_t v, bdd u);

/* ---- checker/symbolic/set_facts.c ---- */
/* The predicate of a set, of which only the care states matter. */
lit fixpoints_predicate(struct ctl_fixpoints *f, bdd set, bdd care);
/* The facts of nodes whose sets are known. */
void fixpoints_lower_ex(struct ctl_fixpoints *f, uint32_t v, struct fact *fact);
void fixpoints_lower_eu(struct ctl_fixpoints *f, uint32_t v, struct fact *fact);
void fixpoints_upper_eg(struct ctl_fixpoints *f, uint32_t v, struct fact *fact);
void fixpoints_lower_eg(struct ctl_fixpoints *f, uint32_t v, struct fact *fact);

/* ---- checker/symbolic/path_fixpoints.c ---- */
/* The R-states that satisfy the E node, whose leaves have exact sets; referenced. */
bdd path_fixpoint_set(struct ctl_fixpoints *f, uint32_t v);
/* Its facts, of the bounds that f->need says. */
void path_fixpoint_facts(struct ctl_fixpoints *f, uint32_t v, struct node_facts *facts);
/* Forgets what was found of the node. */
void path_fixpoint_free(struct path_fixpoint *p);

/* ---- checker/symbolic/ctl_facts.c ---- */
/* All facts that the verdict rests on; `failing`: initial states that do not satisfy the root. */
void fixpoints_state_evidence(struct ctl_fixpoints *f, struct evidence *evidence, bdd failing);

#endif
