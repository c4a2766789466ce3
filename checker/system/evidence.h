/* What the checker hands to the certifier: everything that the rules of docs/certificates.md ask
 * for, over the literals of one system. Nothing in it is trusted. */
#ifndef VOUCH_CHECKER_SYSTEM_EVIDENCE_H
#define VOUCH_CHECKER_SYSTEM_EVIDENCE_H

#include "checker/system/system.h"
#include "checker/system/trace.h"
#include "formats/fact.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_HOLDS, VERDICT_FAILS };
enum property_kind { PROPERTY_BAD, PROPERTY_OUTPUT, PROPERTY_JUSTICE, PROPERTY_CTL };

/* What is known of one core node (docs/certificates.md 1.4 numbers them; see
 * checker/ctl/core_formula.h): facts over literals of the system, with `node` unused; of kind
 * FACT_NONE where nothing is known. The predicate of every lower bound is set: for EU and EG it is
 * what the list, the lassos and the region add up to. */
struct node_facts {
  struct fact upper, lower;
};

struct evidence {
  enum verdict verdict;
  enum property_kind kind;
  struct system *system;    /* not owned */
  lit invariant;            /* R; AIG_TRUE if nothing was learnt */
  size_t back;              /* bad, output: the proof is an induction over so many steps; 0: none */
  struct trace trace;       /* bad, output, justice: failing run or lasso over the system */
  struct node_facts *facts; /* ctl, justice: one per core node */
  size_t num_nodes;
  uint8_t *initial; /* ctl that fails: an initial state, num_states bytes */
};
void evidence_init(struct evidence *evidence, enum property_kind kind, struct system *system,
                   size_t num_nodes);
void evidence_free(struct evidence *evidence);

#endif
