/* LTL: A psi is !E !psi, with leaves that every state decides. So the node E !psi has one view, and
 * the formula fails iff a fair path starts there in an initial state: a question like that of
 * justice properties, with all that answers those. IICTL makes facts of the answer. */
#include "checker/ctl/iictl.h"
#include "checker/ctl/path_witness.h"
#include "checker/portfolio/fair_path.h"

enum { ROOT, NODE_E };

static bool is_ltl(const struct core_formula *core) {
  if (core->num_paths != 1 || core->nodes[ROOT].op != CORE_NOT ||
      core->nodes[core->nodes[ROOT].left].op != CORE_E)
    return false;
  for (size_t v = 0; v < core->num_nodes; v++) {
    enum core_op op = core->nodes[v].op;
    if (op == CORE_EX || op == CORE_EU || op == CORE_EG) return false;
  }
  return true;
}

/* Hints are for IICTL. So is a list of engines that has it and not diagrams. */
static struct fair_path_options options_of(const struct task *task) {
  struct fair_path_options how = {.fair = task->options->ctl.fair};
  how.diagrams = engines_has(&task->options->engines, FAMILY_CTL, ENGINE_BDD);
  how.large = tuning_of(task->effort)->bdd_states;
  how.short_turns = true;
  how.open_lassos = LASSOS_OPEN_IN_SYSTEM;
  return how;
}

bool decide_ltl(const struct task *task, struct iictl *ic, struct check_result *result) {
  struct bounds *b = &ic->bounds;
  if (!is_ltl(b->core) || task->options->ctl.num_hints) return false;
  const struct path_formula *path = core_path(b->core, NODE_E);
  lit *leaves = path_leaves(b, path, true);
  struct view *view = view_new(b->system, path, leaves);
  struct fair_path_options how = options_of(task);
  struct fair_path found;
  view_begin(view);
  fair_path_find(task, &how, view->copy.system, &found);
  result->fair = found.statistics;
  if (found.answer == FAIR_NONE) {
    path_add_block(ic, NODE_E, view, &found.block);
    bounds_exclude(b, NODE_E, b->system->init);
  }
  if (found.answer == FAIR_LASSO) {
    ic->one_witness = true;
    path_include_lasso(ic, NODE_E, &found.lasso);
  }
  bool decided = found.answer != FAIR_UNKNOWN && iictl_run(ic) != VERDICT_UNKNOWN;
  if (decided) decided_by(result, found.statistics.decided);
  fair_path_free(&found);
  view_free(view);
  free(leaves);
  return decided;
}
