#include "checker/portfolio/check.h"
#include "checker/portfolio/decide.h"
#include "checker/system/equal_gates.h"

#include <assert.h>

const struct check_options check_defaults = {
    .ctl = {.fair = {.unroll = 1}, .generalization = 1},
    .backend = BACKEND_DEFAULT,
};

static void check_safety(const struct task *task, uint32_t bad, struct check_result *result) {
  struct elaboration how = {.model = task->model, .justice = -1, .roots = &bad, .num_roots = 1};
  result->system = system_elaborate(&how);
  evidence_init(&result->evidence, task->property->kind, result->system, 0);
  decide_safety(task, system_lit(result->system, bad), result);
  assert(evidence_is_fine(result, system_lit(result->system, bad)));
}

static void check_justice(const struct task *task, struct check_result *result) {
  struct elaboration how = {
      .model = task->model, .use_fairness = true, .justice = (int)task->property->index};
  core_for_justice(&result->core);
  result->system = system_elaborate(&how);
  equal_gates_merge(result->system, task->effort);
  evidence_init(&result->evidence, PROPERTY_JUSTICE, result->system, result->core.num_nodes);
  decide_justice(task, result);
  assert(evidence_is_fine(result, AIG_FALSE));
}

/* The atoms below a formula: hints may name literals outside the cone of the property, which the
 * system must keep. */
static void formula_atoms(const struct formulas *arena, uint32_t root, struct lits *atoms) {
  uint8_t *below = memory_zeroed((size_t)root + 1, 1);
  below[root] = 1;
  for (uint32_t k = root + 1; k-- > 0;) {
    const struct formula *f = &arena->at[k];
    if (!below[k]) continue;
    if (f->op == FORMULA_ATOM) {
      lits_push(atoms, f->lit);
      continue;
    }
    below[f->left] = 1;
    if (formula_arity(f->op) == 2) below[f->right] = 1;
  }
  free(below);
}

static void check_ctl(const struct task *task, struct check_result *result) {
  const struct aiger *model = task->model;
  const struct property *property = task->property;
  struct lits atoms = {0}, roots = {0};
  core_from_formula(&result->core, property->arena, property->root,
                    model->constraints.size || model->fairness.size);
  core_atoms(&result->core, &atoms);
  for (size_t k = 0; k < task->options->ctl.num_hints; k++)
    formula_atoms(task->options->ctl.hint_arena, task->options->ctl.hints[k], &roots);
  struct elaboration how = {.model = model,
                            .observe_all = task->options->observe_all,
                            .atoms = atoms.at,
                            .num_atoms = atoms.size,
                            .use_fairness = true,
                            .justice = -1,
                            .roots = roots.at,
                            .num_roots = roots.size};
  result->system = system_elaborate(&how);
  decide_ctl(task, result);
  assert(evidence_is_fine(result, AIG_FALSE));
  lits_free(&atoms);
  lits_free(&roots);
}

void check_property(const struct aiger *model, const struct property *property,
                    const struct check_options *options, const struct effort *effort,
                    struct check_result *result) {
  *result = (struct check_result){.meter.watcher = options->watcher};
  struct effort metered = {.limit = options->most_ticks,
                           .meter = &result->meter,
                           .tuning = options->tuning,
                           .outer = effort};
  struct task task = {.model = model, .property = property, .options = options, .effort = &metered};
  switch (property->kind) {
  case PROPERTY_BAD:
    assert(property->index < model->bad.size);
    check_safety(&task, model->bad.at[property->index], result);
    break;
  case PROPERTY_OUTPUT:
    assert(property->index < model->outputs.size);
    check_safety(&task, model->outputs.at[property->index], result);
    break;
  case PROPERTY_JUSTICE: check_justice(&task, result); break;
  case PROPERTY_CTL: check_ctl(&task, result); break;
  }
  struct statistics *all = &result->meter.statistics;
  all->skeletons = result->fair.skeletons;
  all->walls = result->fair.walls;
  all->sides = result->fair.sides;
  /* What the clock may have cut short on the way is not the answer of another run. */
  if (!out_of_time(effort)) return;
  result->evidence.verdict = VERDICT_UNKNOWN;
  lits_clear(&result->lessons);
}

void check_result_free(struct check_result *result) {
  evidence_free(&result->evidence);
  core_free(&result->core);
  system_free(result->system);
  lits_free(&result->lessons);
  *result = (struct check_result){0};
}
