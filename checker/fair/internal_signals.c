#include "checker/fair/internal_signals.h"
#include "checker/system/supports.h"

/* --- which signals ---------------------------------------------------------------------------- */

struct survey {
  uint8_t *tainted; /* node: an input is below it */
  uint32_t *uses; /* node: by gates; by gates with inputs below them and by functions of the system
                     these count as two */
};

static void count_use(struct survey *v, lit a, uint32_t weight) { v->uses[lit_node(a)] += weight; }

static void survey(struct survey *v, const struct system *s, struct lits *cone) {
  struct lits roots = {0};
  lits_append(&roots, s->next, s->num_states);
  lits_append(&roots, s->fairness, s->num_fairness);
  lits_push(&roots, s->constraint);
  aig_cone(s->aig, roots.at, roots.size, cone);
  v->tainted = memory_zeroed(s->aig->num_nodes, 1);
  v->uses = memory_zeroed(s->aig->num_nodes, sizeof *v->uses);
  for (size_t k = 0; k < cone->size; k++) {
    const struct aig_node *node = &s->aig->nodes[cone->at[k]];
    if (node->kind == AIG_INPUT) v->tainted[cone->at[k]] = 1;
    if (node->kind != AIG_GATE) continue;
    uint8_t tainted = v->tainted[lit_node(node->left)] | v->tainted[lit_node(node->right)];
    v->tainted[cone->at[k]] = tainted;
    count_use(v, node->left, tainted ? 2 : 1);
    count_use(v, node->right, tainted ? 2 : 1);
  }
  for (size_t k = 0; k < roots.size; k++) count_use(v, roots.at[k], 2);
  lits_free(&roots);
}

/* Untainted gates with enough states below them. */
static void eligible(const struct survey *v, const struct system *s, const struct lits *cone,
                     size_t wanted_support, struct lits *gates) {
  struct supports supports;
  supports_init(&supports, s->aig, cone, wanted_support);
  for (size_t k = 0; k < cone->size; k++)
    if (s->aig->nodes[cone->at[k]].kind == AIG_GATE && !v->tainted[cone->at[k]] &&
        supports_size(&supports, 2 * cone->at[k]) >= wanted_support)
      lits_push(gates, 2 * cone->at[k]);
  supports_free(&supports);
}

static size_t keep_used(const struct survey *v, const struct lits *gates, uint32_t least,
                        uint32_t *more, struct lits *kept) {
  lits_clear(kept);
  *more = UINT32_MAX;
  for (size_t k = 0; k < gates->size; k++) {
    uint32_t uses = v->uses[lit_node(gates->at[k])];
    if (uses < least) continue;
    lits_push(kept, gates->at[k]);
    if (uses < *more) *more = uses;
  }
  return kept->size;
}

void internal_signals_choose(const struct system *s, size_t max, size_t wanted_support,
                             struct lits *gates) {
  struct survey v;
  struct lits cone = {0}, all = {0};
  survey(&v, s, &cone);
  eligible(&v, s, &cone, wanted_support, &all);
  /* The most used ones when there are too many. */
  uint32_t least = 2, fewest;
  while (keep_used(&v, &all, least, &fewest, gates) > max) {
    lits_assign(&all, gates);
    least = fewest + 1;
  }
  free(v.tainted);
  free(v.uses);
  lits_free(&cone);
  lits_free(&all);
}

/* --- the copy --------------------------------------------------------------------------------- */

/* The gate after the step: its cone with next functions for states. */
static void set_next(struct internal_signals *in) {
  const struct system *from = in->copy.original;
  struct system *to = in->copy.system;
  struct substitution then;
  substitution_init(&then, from->aig, to->aig, to->next, NULL);
  for (size_t k = 0; k < in->gates.size; k++)
    to->next[from->num_states + k] = substitution_apply(&then, in->gates.at[k]);
  substitution_free(&then);
}

void internal_signals_init(struct internal_signals *in, const struct system *system, size_t max,
                           size_t wanted_support) {
  *in = (struct internal_signals){.links = AIG_TRUE};
  internal_signals_choose(system, max, wanted_support, &in->gates);
  extension_init(&in->copy, system, in->gates.size, 0);
  set_next(in);
  struct system *copy = in->copy.system;
  for (size_t k = 0; k < in->gates.size; k++) {
    lit signal = copy->states[system->num_states + k],
        gate = extension_lit(&in->copy, in->gates.at[k]);
    in->links = aig_and(copy->aig, in->links, lit_not(aig_xor(copy->aig, signal, gate)));
  }
}

void internal_signals_free(struct internal_signals *in) {
  extension_free(&in->copy);
  lits_free(&in->gates);
}

/* --- queries ---------------------------------------------------------------------------------- */

static lit state_with_signals(struct internal_signals *in, const uint8_t *state) {
  const struct system *from = in->copy.original;
  struct system *to = in->copy.system;
  struct lits parts = {0};
  for (size_t k = 0; k < from->num_states; k++) lits_push(&parts, to->states[k] ^ !state[k]);
  for (size_t k = 0; k < in->gates.size; k++)
    lits_push(&parts, to->states[from->num_states + k] ^
                          !aig_eval(from->aig, in->gates.at[k], state, NULL));
  lit cube = aig_and_all(to->aig, parts.at, parts.size);
  lits_free(&parts);
  return cube;
}

static void translate(struct internal_signals *in, const struct step_constraints *from,
                      struct step_constraints *to) {
  struct lits now = {0}, then = {0};
  for (size_t c = 0; from && c < from->size; c++) {
    lits_clear(&now);
    lits_clear(&then);
    for (size_t k = 0; k < from->at[c].now.size; k++)
      lits_push(&now, extension_lit(&in->copy, from->at[c].now.at[k]));
    for (size_t k = 0; k < from->at[c].then.size; k++)
      lits_push(&then, extension_lit(&in->copy, from->at[c].then.at[k]));
    step_constraints_add(to, now.at, now.size, then.at, then.size);
  }
  lits_free(&now);
  lits_free(&then);
}

struct reach *internal_signals_reach(struct internal_signals *in, const struct reach_query *query,
                                     const uint8_t *from_state, const uint8_t *target_state,
                                     const struct effort *effort) {
  struct aig *aig = in->copy.system->aig;
  struct step_constraints constraints = {0};
  translate(in, query->constraints, &constraints);
  struct reach_query copy = {.constraints = &constraints, .from_post = query->from_post};
  copy.invariant = aig_and(aig, extension_lit(&in->copy, query->invariant), in->links);
  copy.from =
      from_state ? state_with_signals(in, from_state) : extension_lit(&in->copy, query->from);
  copy.target =
      target_state ? state_with_signals(in, target_state) : extension_lit(&in->copy, query->target);
  /* F must imply the links for the proof to start from all of it. */
  if (!from_state) copy.from = aig_and(aig, copy.from, in->links);
  struct reach *reach = reach_new(in->copy.system, &copy, &reach_defaults, effort);
  step_constraints_free(&constraints);
  return reach;
}

lit internal_signals_proof(const struct internal_signals *in, const struct reach *reach) {
  return extension_back(&in->copy, reach_proof(reach), in->gates.at);
}
