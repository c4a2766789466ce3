#include "certifier/certify/model_run.h"

void model_run_start(struct model_run *run, const struct aiger *model,
                     const struct certificate *trace) {
  *run = (struct model_run){.model = model,
                            .trace = trace,
                            .value = memory_zeroed((size_t)model->maxvar + 1, 1),
                            .latches = memory_alloc(model->num_latches, 1)};
  for (size_t k = 0; k < model->num_latches; k++) run->latches[k] = trace->trace_latches[k] == '1';
}

void model_run_free(struct model_run *run) {
  free(run->value);
  free(run->latches);
  *run = (struct model_run){0};
}

static void step(struct model_run *run, size_t t) {
  const struct aiger *model = run->model;
  const char *inputs = run->trace->trace_inputs[t];
  for (size_t k = 0; k < model->num_latches; k++)
    run->value[model->latches[k].lit >> 1] = run->latches[k];
  for (size_t k = 0; k < model->inputs.size; k++)
    run->value[model->inputs.at[k] >> 1] = inputs[k] == '1';
  for (size_t k = 0; k < model->num_ands; k++)
    run->value[model->ands[k].lhs >> 1] =
        model_run_value(run, model->ands[k].rhs0) & model_run_value(run, model->ands[k].rhs1);
  for (size_t k = 0; k < model->num_latches; k++)
    run->latches[k] = model_run_value(run, model->latches[k].next);
}

void model_run_steps(struct model_run *run, size_t from, size_t to) {
  for (size_t t = from; t < to; t++) step(run, t);
}
