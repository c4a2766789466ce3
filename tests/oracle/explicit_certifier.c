#include "tests/oracle/explicit_certifier.h"

#include "tests/oracle/explicit_loops.h"
#include "tests/oracle/explicit_lower.h"
#include "tests/oracle/explicit_predicates.h"
#include "tests/oracle/explicit_upper.h"
#include "tests/oracle/explicit_views.h"

static void add_facts(struct explicit *x, uint32_t v) {
  enum core_op op = x->core.nodes[v].op;
  if (op == CORE_EX || op == CORE_EU)
    certificate_fact(x->out, FACT_UPPER, v, 0)->predicate = explicit_predicate(x, x->sat[v]);
  if (op == CORE_EG)
    explicit_upper_eg(x, certificate_fact(x->out, FACT_UPPER_EG, v, 0),
                      x->sat[x->core.nodes[v].left], x->sat[v]);
  if (op == CORE_E) explicit_upper_e(x, v);
  if (explicit_is_empty(x, x->sat[v])) return; /* without a fact, lower is false */
  if (op == CORE_EX) explicit_lower_ex(x, v);
  if (op == CORE_EG) explicit_lower_eg(x, certificate_fact(x->out, FACT_LOWER_EG, v, 0), x->sat[v]);
  if (op == CORE_E) explicit_lower_e(x, v);
  if (op == CORE_EU) {
    struct fact *fact = certificate_fact(x->out, FACT_LOWER_EU, v, 0);
    explicit_ranks(x, &fact->ranks, x->sat[v], x->sat[x->core.nodes[v].right]);
  }
}

static void conclude(struct explicit *x, bool *holds) {
  *holds = true;
  for (uint32_t s = 0; s < x->num_states; s++) {
    if (!x->initial[s] || x->sat[0][s] || !*holds) continue;
    *holds = false;
    x->out->initial = memory_zeroed(x->states.size + 1, 1);
    for (size_t b = 0; b < x->states.size && x->states.at[b] <= x->model->maxvar; b++)
      x->out->initial[b] = (char)('0' + (s >> b & 1u));
  }
  x->out->holds = *holds;
}

/* Where inputs may follow predicates, and with E nodes often, the version that has this, and loops
 * in views, whether or not there will be any. */
static void choose_version(struct explicit *x) {
  const struct core_formula *core = &x->core;
  x->first_promise = x->model->maxvar + (uint32_t)(x->num_fairness + x->model->inputs.size) + 1;
  x->num_flags = (uint32_t)x->num_fairness;
  if (!x->follows && (!core->num_paths || rng_chance(x->rng, 40))) return;
  x->out->version = CERT_VIEW_LOOPS;
  x->num_promises = (uint32_t)core->num_variables;
  for (size_t k = 0; k < core->num_paths; k++) x->num_flags += (uint32_t)core->paths[k].num_fair;
}

bool explicit_certificate(struct rng *rng, const struct aiger *model,
                          const unsigned char digest[32], const struct formulas *arena,
                          const struct scope *scope, uint32_t root, bool observe_all, unsigned lies,
                          struct certificate *certificate, bool *holds) {
  struct explicit x = {.rng = rng,
                       .model = model,
                       .num_fairness = model->fairness.size,
                       .out = certificate,
                       .lies = lies,
                       .follows = rng_chance(rng, 40)};
  core_from_formula(&x.core, arena, root, model->fairness.size || model->constraints.size);
  x.observed = memory_zeroed(model->inputs.size, 1);
  x.open = memory_zeroed(model->maxvar + 1, 1);
  explicit_observe(&x, observe_all);
  explicit_number(&x);
  bool haunted = rng_chance(rng, 40);
  size_t bits = x.states.size + (haunted ? EXPLICIT_MAX_GHOSTS : 0);
  bool small = bits <= EXPLICIT_MAX_STATE_BITS && x.inputs.size <= EXPLICIT_MAX_INPUT_BITS;
  for (size_t k = 0; k < x.core.num_paths; k++)
    small = small && explicit_view_is_small(&x, bits, &x.core.paths[k]);
  if (small) {
    x.num_inputs = 1u << x.inputs.size;
    x.next_gate = model->maxvar + (uint32_t)(x.num_fairness + model->inputs.size) + 1 +
                  2 * (uint32_t)x.core.num_variables;
    *certificate = (struct certificate){
        .property = CERT_CTL,
        .formula = scope ? scope_print(arena, scope, root) : formula_print(arena, root),
        .inputs_all = observe_all,
        .version = core_version(&x.core, scope && !scope_is_empty(scope))};
    choose_version(&x);
    for (unsigned k = 0; k < 32; k++)
      snprintf(certificate->model_sha256 + 2 * k, 3, "%02x", digest[k]);
    if (haunted) explicit_add_ghosts(&x);
    x.num_states = 1u << x.states.size;
    explicit_enumerate(&x);
    for (size_t v = x.core.num_nodes; v-- > 0;) explicit_label(&x, (uint32_t)v);
    certificate->invariant = explicit_reachable(&x);
    for (size_t v = x.core.num_nodes; v-- > 0;) add_facts(&x, (uint32_t)v);
    explicit_place_relations(&x);
    conclude(&x, holds);
  }
  explicit_free(&x);
  return small;
}
