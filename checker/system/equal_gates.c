#include "checker/system/equal_gates.h"

#include "checker/system/difference.h"
#include "checker/system/signal_classes.h"
#include "checker/system/substitution.h"

#include <assert.h>

enum { WORDS = 16 }; /* of random values for the first classes, 64 in each */

struct merging {
  const struct aig *from;
  const struct effort *effort;
  struct signal_classes classes; /* what is known to be equal once its turn has come */
  uint8_t *predicate;            /* per node: what is over states only has to stay so */
  /* The graph where equal gates are merged, as far as is known. */
  struct aig *to;
  lit *image;
  struct difference solver;
  struct lits leaves; /* nodes of `from`, in the order of those of `to` */
  bool any;           /* gates were merged */
};

/* --- classes ---------------------------------------------------------------------------------- */

/* Every other word has a bias for each leaf, so that wide conjunctions are seen to be true. */
static void draw_leaves(struct merging *m, unsigned round) {
  struct signal_classes *c = &m->classes;
  for (size_t i = 0; i < m->leaves.size; i++) {
    uint64_t values = signal_classes_draw(c);
    if (round % 2) {
      bool rare = signal_classes_draw(c) & 1;
      uint64_t more = signal_classes_draw(c);
      values = rare ? values & more : values | more;
    }
    c->value[m->leaves.at[i]] = values;
  }
}

static void first_classes(struct merging *m) {
  struct signal_classes *c = &m->classes;
  for (unsigned round = 0; round < WORDS; round++) {
    draw_leaves(m, round);
    signal_classes_evaluate(c);
    signal_classes_see(c, ~UINT64_C(0), round == 0);
  }
  signal_classes_make(c);
  signal_classes_part(c, m->predicate);
  for (size_t i = 0; i < m->leaves.size; i++)
    c->representative[m->leaves.at[i]] = 2 * m->leaves.at[i];
  signal_classes_list(c);
}

/* --- from the leaves up ----------------------------------------------------------------------- */

/* Values of which the first ones are the model; in the others each leaf differs from it with a
 * probability of 1/16. */
static void split_by_model(struct merging *m, size_t from) {
  struct signal_classes *c = &m->classes;
  for (size_t i = 0; i < m->leaves.size; i++) {
    uint32_t k = m->leaves.at[i];
    c->value[k] = signal_classes_near(c, difference_value(&m->solver, m->image[k]));
  }
  signal_classes_evaluate(c);
  signal_classes_split(c, from);
}

static lit image_of(const struct merging *m, lit a) {
  return m->image[lit_node(a)] ^ (lit)lit_sign(a);
}

/* The member at a place in the list is what it is thought to be, or becomes something else. */
static void settle(struct merging *m, size_t place) {
  struct signal_classes *c = &m->classes;
  uint32_t k = c->members.at[place];
  long most = tuning_of(m->effort)->equal_gates_conflicts;
  while (signal_is_member(c, k)) {
    lit as = image_of(m, c->representative[k]);
    if (m->image[k] == as) return;
    enum sat_answer answer = difference_ask(&m->solver, m->image[k], as, most);
    if (answer == SAT_NO) m->image[k] = as;
    if (answer == SAT_NO) m->any = true;
    if (answer == SAT_UNKNOWN) c->representative[k] = 2 * k;
    if (answer == SAT_YES) split_by_model(m, place);
  }
}

static void copy_leaf(struct merging *m, uint32_t k) {
  m->image[k] = m->from->nodes[k].kind == AIG_STATE ? aig_state(m->to) : aig_input(m->to);
  lits_push(&m->leaves, k);
}

static void merge(struct merging *m) {
  const struct lits *members = &m->classes.members;
  size_t place = 0;
  for (uint32_t k = 1; k < m->from->num_nodes; k++) {
    const struct aig_node *node = &m->from->nodes[k];
    if (node->kind != AIG_GATE) continue;
    m->image[k] = aig_and(m->to, image_of(m, node->left), image_of(m, node->right));
    if (place >= members->size || members->at[place] != k) continue;
    if (interrupted(m->effort)) m->classes.representative[k] = 2 * k;
    settle(m, place);
    place++;
  }
}

/* --- the graph with what is left -------------------------------------------------------------- */

/* Calls for every literal of the system but those that say which gate of the model is which. */
static void for_all(struct system *s, void (*call)(void *context, lit *a), void *context) {
  for (size_t k = 0; k < s->num_states; k++) {
    call(context, &s->states[k]);
    call(context, &s->next[k]);
    if (s->start && s->start[k] != LIT_NONE) call(context, &s->start[k]);
  }
  for (size_t k = 0; k < s->num_inputs; k++) call(context, &s->inputs[k]);
  for (size_t j = 0; j < s->num_fairness; j++) call(context, &s->fairness[j]);
  call(context, &s->init);
  call(context, &s->constraint);
  call(context, &s->barred);
}

struct finish {
  const struct merging *m;
  struct lits cone; /* roots, then nodes: of the merged graph */
  uint8_t *kept;    /* per node of it: in the cone */
  struct substitution map;
};

static void add_root(void *context, lit *a) {
  struct finish *f = context;
  lits_push(&f->cone, image_of(f->m, *a));
}

static void replace(void *context, lit *a) {
  struct finish *f = context;
  *a = substitution_apply(&f->map, image_of(f->m, *a));
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void find_cone(struct finish *f, struct system *s) {
  const struct aig *merged = f->m->to;
  struct lits nodes = {0};
  for_all(s, add_root, f);
  aig_cone(merged, f->cone.at, f->cone.size, &nodes);
  if (nodes.size) qsort(nodes.at, nodes.size, sizeof *nodes.at, by_number);
  f->kept = memory_zeroed(merged->num_nodes, 1);
  f->kept[0] = 1;
  for (size_t k = 0; k < nodes.size; k++) f->kept[nodes.at[k]] = 1;
  lits_free(&f->cone);
  f->cone = nodes;
}

/* Leaves, then gates in the order that they had. */
static struct aig *copy_cone(struct finish *f) {
  const struct merging *m = f->m;
  struct aig *aig = aig_new();
  lit *states = memory_alloc(m->from->num_states, sizeof *states);
  lit *inputs = memory_alloc(m->from->num_inputs, sizeof *inputs);
  for (size_t i = 0; i < m->leaves.size; i++) {
    const struct aig_node *leaf = &m->from->nodes[m->leaves.at[i]];
    if (leaf->kind == AIG_STATE)
      states[leaf->left] = aig_state(aig);
    else
      inputs[leaf->left] = aig_input(aig);
  }
  substitution_init(&f->map, m->to, aig, states, inputs);
  for (size_t k = 0; k < f->cone.size; k++) substitution_apply(&f->map, 2 * f->cone.at[k]);
  free(states);
  free(inputs);
  return aig;
}

/* Gates of the model that nobody needs any more leave its cone. */
static void replace_model(struct finish *f, struct system *s) {
  for (size_t v = 0; v <= s->model_maxvar; v++) {
    lit *a = &s->model_map[v];
    if (*a == LIT_NONE) continue;
    if (f->kept[lit_node(image_of(f->m, *a))])
      replace(f, a);
    else
      *a = LIT_NONE;
  }
}

static void replace_graph(const struct merging *m, struct system *s) {
  struct finish f = {.m = m};
  find_cone(&f, s);
  struct aig *aig = copy_cone(&f);
  for_all(s, replace, &f);
  replace_model(&f, s);
  substitution_free(&f.map);
  aig_free(s->aig);
  s->aig = aig;
  lits_free(&f.cone);
  free(f.kept);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void merging_init(struct merging *m, const struct aig *from, const struct effort *effort) {
  size_t n = from->num_nodes;
  *m = (struct merging){.from = from, .effort = effort};
  signal_classes_init(&m->classes, from, effort);
  m->predicate = aig_predicates(from);
  m->image = memory_zeroed(n, sizeof *m->image);
  m->to = aig_new();
  difference_init(&m->solver, m->to, effort);
  for (uint32_t k = 1; k < n; k++)
    if (from->nodes[k].kind != AIG_GATE) copy_leaf(m, k);
}

static void merging_free(struct merging *m) {
  difference_free(&m->solver);
  aig_free(m->to);
  signal_classes_free(&m->classes);
  free(m->predicate);
  free(m->image);
  lits_free(&m->leaves);
}

void equal_gates_merge(struct system *system, const struct effort *effort) {
  uint64_t ticks = (uint64_t)tuning_of(effort)->equal_gates * TICKS_PER_MILLISECOND;
  if (ticks == 0) return;
  struct effort slice = effort_of(effort, ticks);
  struct merging m;
  merging_init(&m, system->aig, &slice);
  first_classes(&m);
  merge(&m);
  if (m.any) replace_graph(&m, system);
  merging_free(&m);
  assert(system_well_formed(system));
}
