#include "certifier/pipeline/together.h"

#include "certifier/certify/model_run.h"

void together_add(struct aiger *model, struct lits *section) {
  uint32_t none = 1;
  model->ands = memory_grow(model->ands, model->num_ands + section->size, sizeof *model->ands);
  for (size_t k = 0; k < section->size; k++) {
    uint32_t gate = 2 * ++model->maxvar;
    model->ands[model->num_ands++] =
        (struct aiger_and){.lhs = gate, .rhs0 = none, .rhs1 = section->at[k] ^ 1u};
    none = gate;
  }
  lits_push(section, none ^ 1u);
}

size_t together_find(const struct aiger *model, const struct lits *section, size_t count,
                     const struct certificate *trace) {
  struct model_run run;
  size_t k = 0;
  model_run_start(&run, model, trace);
  model_run_steps(&run, 0, trace->trace_steps);
  while (k < count && !model_run_value(&run, section->at[k])) k++;
  model_run_free(&run);
  return k;
}
