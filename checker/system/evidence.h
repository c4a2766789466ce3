/* What the checker hands to the certifier: everything that the rules of docs/certificates.md ask
 * for, over the literals of one system. Nothing in it is trusted. */
#ifndef VOUCH_CHECKER_SYSTEM_EVIDENCE_H
#define VOUCH_CHECKER_SYSTEM_EVIDENCE_H

#include "checker/system/system.h"
#include "checker/system/trace.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_HOLDS, VERDICT_FAILS };
enum property_kind { PROPERTY_BAD, PROPERTY_OUTPUT, PROPERTY_JUSTICE, PROPERTY_CTL };

/* A guarded choice (g,j): in g-states the step inputs in the cube j work, whatever the others are.
 */
struct choice {
  lit guard;
  struct lits inputs; /* literals of system->inputs */
};
struct choices {
  struct choice *at;
  size_t size, capacity;
};
void choices_add(struct choices *c, lit guard, const lit *inputs, size_t n); /* copies */
void choices_free(struct choices *c);

/* A lasso of EG lower: steps.at[t] is (c_t, j_t); at[j] is the position that witnesses fairness j.
 */
struct lasso {
  struct choices steps;
  struct lits at;
};

struct region {
  bool present;
  lit inside; /* K */
  struct choices choices;
  struct choices *covers; /* one ranked list per fairness */
};

enum chain_kind { CHAIN_WALL, CHAIN_DEAD, CHAIN_UNBORN, CHAIN_SIDE };
struct chain_step {
  enum chain_kind kind;
  lit predicate;
  struct lits fair; /* CHAIN_SIDE: the fairness numbers of its skeleton query */
};
/* A block of EG upper: a closed set and the chain that shows that no fair path stays in it. */
struct block {
  lit closed; /* G_k */
  struct chain_step *steps;
  size_t num_steps, capacity;
  struct lits end_fair; /* J of the final skeleton query */
};
void block_step(struct block *block, enum chain_kind kind, lit predicate, const uint32_t *fair,
                size_t num_fair); /* copies */
void block_free(struct block *block);

/* Facts about one core node (docs/certificates.md 1.4 numbers them; see
 * checker/ctl/core_formula.h). Unused parts are zero. */
struct node_facts {
  bool has_upper; /* EX, EU */
  lit upper;
  bool has_lower; /* EX: lower is `lower` with `ranks` as its choices; EU: E_n of the list `ranks`;
                     EG: lassos, region, ranks */
  lit lower;
  struct choices ranks;
  struct lasso *lassos;
  size_t num_lassos;
  struct region region;
  bool has_blocks; /* EG upper */
  struct block *blocks;
  size_t num_blocks;
};

struct evidence {
  enum verdict verdict;
  enum property_kind kind;
  struct system *system;    /* not owned */
  lit invariant;            /* R; AIG_TRUE if nothing was learnt */
  struct trace trace;       /* bad, output, justice: failing run or lasso over the system */
  struct node_facts *facts; /* ctl, justice: one per core node */
  size_t num_nodes;
  uint8_t *initial; /* ctl that fails: an initial state, num_states bytes */
};
void evidence_init(struct evidence *evidence, enum property_kind kind, struct system *system,
                   size_t num_nodes);
void evidence_free(struct evidence *evidence);

#endif
