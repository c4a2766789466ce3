#include "checker/system/evidence.h"

void evidence_init(struct evidence *evidence, enum property_kind kind, struct system *system,
                   size_t num_nodes) {
  *evidence = (struct evidence){.verdict = VERDICT_UNKNOWN,
                                .kind = kind,
                                .system = system,
                                .invariant = AIG_TRUE,
                                .facts = memory_zeroed(num_nodes, sizeof(struct node_facts)),
                                .num_nodes = num_nodes};
  trace_init(&evidence->trace, system);
}

void evidence_free(struct evidence *evidence) {
  for (size_t k = 0; k < evidence->num_nodes; k++) {
    fact_free(&evidence->facts[k].upper);
    fact_free(&evidence->facts[k].lower);
  }
  free(evidence->facts);
  free(evidence->initial);
  trace_free(&evidence->trace);
  *evidence = (struct evidence){0};
}
