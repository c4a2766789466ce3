/* A certificate in words and with the model's names. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_EXPLAIN_H
#define VOUCH_CERTIFIER_EXPLAIN_EXPLAIN_H

#include "certifier/explain/replay.h"

struct explainer {
  const struct aiger *model;
  const struct certificate *certificate;
  const struct core_formula *core;
  struct replay *replay;
  char **names; /* per variable of the model: from the symbol table, else like l3 or i0; NULL for
                   gates */
  char **gate_names; /* per variable: the name of an output, bad, .. literal that it is, or NULL
                        (positive literals only) */
  uint32_t *gate_of; /* per variable of the model: 1 + the number of its AND gate, or 0 */
  uint8_t
      *need; /* per core node: EXPLAIN_UPPER, EXPLAIN_LOWER: does the verdict rest on that bound? */
  FILE *out;
};
enum { EXPLAIN_UPPER = 1, EXPLAIN_LOWER = 2 };

void explainer_init(struct explainer *e, struct replay *replay, FILE *out);
void explainer_free(struct explainer *e);

/* A cube of step inputs: "with a, !b"; "with any inputs" if it is empty. */
void explain_cube(const struct explainer *e, const struct lits *cube);
/* A core node as a formula over other nodes: "E[#3 U #4]", atoms by name. */
void explain_node(const struct explainer *e, uint32_t v);

/* The path formula of an E node in the same way, and an elementary variable as what it promises. */
void explain_psi(const struct explainer *e, uint32_t v);
void explain_promise(const struct explainer *e, uint32_t k);

/* The nodes of the formula with the bounds that the certificate gives, and what carries them. */
void explain_facts(const struct explainer *e);
/* A failing bad, output or justice property: the run. */
void explain_trace(const struct explainer *e);
/* From the initial state of the certificate (or, for *holds*, from one of the model's): why the
 * root fails or holds there, following the strategies of the existential claims step by step. */
void explain_tree(const struct explainer *e);

#endif
