/* The state of a search (validator/search/search.h) and its steps. Conflict-driven clause learning
 * as in MiniSat (Een, Sorensson 2003) and its successors, except that each learnt clause is written
 * down with its reasons. */
#ifndef VOUCH_VALIDATOR_SEARCH_CDCL_H
#define VOUCH_VALIDATOR_SEARCH_CDCL_H

#include "validator/search/derivation.h"
#include "validator/search/order.h"

/* A clause is a place in the list `clauses`: its number in the derivation, its size, V_LEARNT and
 * other marks with its glue, then its literals. The first two are watched. */
enum { V_ID, V_SIZE, V_MARKS, V_HEAD };
enum {
  V_GLUE = 0xffff,    /* levels that its literals come from: few is good */
  V_USED = 3 << 16,   /* took part in conflicts since it was last looked at: 0, 1, 2 */
  V_ONCE = 1 << 16,   /* one of these */
  V_LEARNT = 1 << 20, /* may be forgotten */
  V_GARBAGE = 1 << 21,
  V_VIVIFIED = 1 << 22, /* nothing more to be had of it */
};

enum { V_ELIMINATED = 1, V_FROZEN = 2 };

struct v_watch {
  uint32_t other;  /* a literal of the clause: if it is true there is nothing to do */
  uint32_t clause; /* with V_BINARY if `other` is all the rest of it */
};
#define V_BINARY (UINT32_C(1) << 31)

struct v_watches {
  struct v_watch *at;
  uint32_t size, capacity;
};

struct v_cdcl {
  uint32_t num_vars;
  struct v_derivation derivation;
  struct v_list clauses;
  struct v_list learnt; /* places of learnt clauses */
  struct v_watches *watches;
  int8_t *value;                /* per literal: 1 true, -1 false, 0 neither */
  uint8_t *phase;               /* per variable: 1 if it was false last */
  uint32_t *level, *place;      /* per variable that has a value: since when, where on the trail, */
  uint32_t *reason;             /* and why: a clause; V_NONE: a decision */
  uint32_t *unit;               /* per variable with a value at level 0: the lemma that says so */
  struct v_list trail, control; /* true literals; where each level starts */
  size_t propagated, settled;   /* of the trail; literals before `settled` have their lemma */
  uint32_t ignored;             /* a clause that is not looked at, or V_NONE */
  struct v_order order;
  /* Of the conflict that is looked at: */
  uint8_t *mark; /* per variable */
  struct v_list clause, marked, resolved, hints;
  struct v_list minimized;  /* literals that the others imply */
  uint32_t *stamp;          /* per level, */
  uint32_t time;            /* to count levels */
  uint8_t *eliminated;      /* per variable: 1, or V_FROZEN: must not be */
  struct v_list completion; /* clauses of these, for assignments; the size of each behind it */
  uint64_t work;            /* watches looked at */
  bool refuted;             /* the empty clause is the last lemma */
};

static inline uint32_t *v_literals(const struct v_cdcl *s, uint32_t clause) {
  return s->clauses.at + clause + V_HEAD;
}
static inline uint32_t v_size(const struct v_cdcl *s, uint32_t clause) {
  return s->clauses.at[clause + V_SIZE];
}
static inline uint32_t v_level(const struct v_cdcl *s) { return (uint32_t)s->control.size; }

void v_cdcl_start(struct v_cdcl *s, uint32_t num_vars, uint32_t num_inputs);
void v_cdcl_free(struct v_cdcl *s);
/* A clause that is written down already, at level 0, with whatever literals; its place, or V_NONE
 * if it has become a unit, is true, or is the contradiction. */
uint32_t v_cdcl_add(struct v_cdcl *s, const uint32_t *literals, size_t count, uint32_t id,
                    uint32_t marks);
/* The same for a learnt clause at any level: its first literal is to become true, the second one is
 * of the highest level among the rest. */
void v_cdcl_learn(struct v_cdcl *s, uint32_t glue);
/* The same for a lemma of two literals or more, those but the first two false, which is forgotten
 * at the next opportunity: the clause if it is falsified, or V_NONE. */
uint32_t v_cdcl_state(struct v_cdcl *s, const uint32_t *literals, size_t count, uint32_t id);
void v_cdcl_watch(struct v_cdcl *s, uint32_t clause);
void v_cdcl_assign(struct v_cdcl *s, uint32_t lit, uint32_t reason);
void v_cdcl_decide(struct v_cdcl *s, uint32_t lit); /* on a new level */
void v_cdcl_backtrack(struct v_cdcl *s, uint32_t level);
/* The falsified clause, or V_NONE. */
uint32_t v_cdcl_propagate(struct v_cdcl *s);
/* The same at level 0: units get their lemmas, a contradiction is derived. False then. */
bool v_cdcl_propagate_top(struct v_cdcl *s);

/* Derives s->clause from the falsified clause, with s->hints: the literal to become true first, one
 * of the level to go back to second. Its glue. */
uint32_t v_cdcl_analyze(struct v_cdcl *s, uint32_t conflict);
/* Derives a clause of complements of decisions only, and of `implied` if that is not V_NONE, from
 * the falsified clause (or from the reason of `implied`). */
void v_cdcl_analyze_decisions(struct v_cdcl *s, uint32_t conflict, uint32_t implied);

/* At level 0, before anything is learnt. Variables are resolved away where that makes no more
 * clauses. */
void v_cdcl_eliminate(struct v_cdcl *s, uint64_t most_work);
/* Gives values to them, so that all clauses are true. */
void v_cdcl_complete(const struct v_cdcl *s, uint8_t *values);

/* At level 0. Forgets true clauses and half of those that are learnt and seem to be of little
 * use. */
void v_cdcl_reduce(struct v_cdcl *s);
void v_cdcl_forget(struct v_cdcl *s); /* true clauses and garbage only */
/* At level 0. Shortens learnt clauses that stay: literals that the others imply leave. */
void v_cdcl_vivify(struct v_cdcl *s, uint64_t work);

#endif
