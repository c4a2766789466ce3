/* Each rule is one function, with its lines and its cases above it: a case must be impossible. */
#include "validator/kernel/rules.h"

/* --- Saying it --- */
struct v_obligation *v_oblige(struct v_reader *r, const char *name, const char *meaning,
                              uint32_t node) {
  struct v_certificate *c = r->c;
  V_ADD(&c->obligations,
        (struct v_obligation){name, meaning, node, V_NONE, false, {.system = r->s}});
  struct v_obligation *o = &c->obligations.at[c->obligations.size - 1];
  r->b = &o->builder;
  return o;
}

static uint64_t now(const struct v_reader *r, uint32_t lit) { return v_framed(r->s, 0, 0, lit); }
static uint64_t after(const struct v_reader *r, uint32_t lit) { return v_framed(r->s, 0, 1, lit); }

uint32_t v_both(struct v_reader *r, uint32_t a, uint32_t b) {
  uint32_t arguments[] = {a, b};
  return v_add_gate(r->s, V_INTERNAL, arguments, 2);
}

/* a | b is !and(!a, !b) */
uint32_t v_either(struct v_reader *r, uint32_t a, uint32_t b) {
  return v_both(r, a ^ 1, b ^ 1) ^ 1;
}

uint32_t v_conjunction(struct v_reader *r) {
  return v_add_gate(r->s, V_INTERNAL, r->arguments.at, r->arguments.size);
}

void v_constraint(struct v_reader *r) {
  const struct v_list *all = &r->model->constraints;
  r->s->constraint = all->size > 0 ? v_add_gate(r->s, V_INTERNAL, all->at, all->size) : 1;
}

void v_raise_flags(struct v_reader *r, size_t from) {
  struct v_system *s = r->s;
  if (s->first_saved == V_NONE) return;
  for (uint32_t j = (uint32_t)from; j < r->view.fairness.size; j++) {
    uint32_t flag = v_flag(s, j, r->view.before);
    uint32_t raised = v_either(r, 2 * flag, r->view.fairness.at[j]); /* which moves the list */
    s->after.at[flag - s->first_gate] = raised;
  }
}

/* --- The verdict --- */
/* The literal has this value: a constant, or that of another literal. */
static void has_value(struct v_reader *r, uint32_t lit, uint32_t value) {
  if (value < 2) {
    V_CLAUSE(r->b, now(r, lit ^ value ^ 1));
    return;
  }
  V_CLAUSE(r->b, now(r, lit ^ 1), now(r, value));
  V_CLAUSE(r->b, now(r, lit), now(r, value ^ 1));
}

void v_initial(struct v_reader *r) {
  const struct v_model *m = r->model;
  for (size_t k = 0; k < m->latches.size; k++)
    if (m->reset.at[k] != m->latches.at[k]) has_value(r, m->latches.at[k], m->reset.at[k]);
  for (uint32_t j = 0; j < r->s->states.size; j++)
    if (r->s->states.at[j] == v_monitor(r->s, j)) V_CLAUSE(r->b, now(r, v_monitor(r->s, j) ^ 1));
  for (uint32_t k = 0; k < r->s->ghosts.size; k++)
    V_CLAUSE(r->b, now(r, 2 * (r->s->first_gate + k) ^ r->s->ghosts.at[k] ^ 1));
}

/* I & !Q */
static void initial_outside(struct v_reader *r, uint32_t Q) {
  v_case(r->b);
  v_initial(r);
  V_CLAUSE(r->b, now(r, Q ^ 1));
}

void v_invariant(struct v_reader *r) {
  const struct v_property *p = &r->c->property;
  uint32_t R = r->c->invariant;
  v_oblige(r, "invariant", "R contains the initial states and is kept by every step", V_NONE);
  initial_outside(r, R);
  V_CASE(r->b, now(r, R), now(r, r->s->constraint), after(r, R ^ 1));
  if (r->c->back > 0) V_CLAUSE(r->b, now(r, v_bad_section(r->model, p)->at[p->number] ^ 1));
}

/* One more case. Of the steps of a row before step n: R & C & !bad; of step n: R & C & bad */
static void first_in_step(struct v_reader *r, uint32_t n, uint32_t bad) {
  v_case(r->b);
  r->b->is_row = r->c->back > 0;
  for (uint32_t t = 0; t <= n; t++) {
    V_CLAUSE(r->b, v_in_row(r->s, t, r->c->invariant));
    V_CLAUSE(r->b, v_in_row(r->s, t, r->s->constraint));
    V_CLAUSE(r->b, v_in_row(r->s, t, bad ^ (t < n)));
  }
}

void v_never_bad(struct v_reader *r, uint32_t first, uint32_t last) {
  const struct v_list *bad = v_bad_section(r->model, &r->c->property);
  uint32_t K = r->c->back;
  if (K > 0) v_oblige(r, "base", "no run shows the bad literal in its first steps", V_NONE);
  for (uint32_t n = 0; n < K; n++) {
    first_in_step(r, n, bad->at[first]);
    v_initial(r);
  }
  v_oblige(r, "bad", "no allowed step from R shows the bad literal", V_NONE);
  for (uint32_t n = first; n <= last; n++) first_in_step(r, K, bad->at[n]);
}

/* I & !Q, where Q is the lower bound of the formula */
static void holds(struct v_reader *r) {
  v_oblige(r, "holds", "every initial state is in the lower bound of the formula", V_NONE);
  initial_outside(r, r->c->lower[0]);
}

void v_oblige_within(struct v_reader *r, const char *name, const char *meaning, uint32_t v) {
  v_oblige(r, name, meaning, v);
  V_CLAUSE(r->b, now(r, r->c->invariant));
}

/* --- Choices and ranks --- */
/* No variable twice in a cube. Behind a literal " = <predicate>": its value, which is 1 otherwise.
 */
static bool once(struct v_reader *r, uint32_t lit) {
  struct v_text *t = &r->text;
  uint32_t *last = v_map_at(&r->seen, lit / 2);
  uint32_t value = 1;
  if (*last == r->serial) return v_expected(t, "every input at most once");
  *last = r->serial;
  bool has_predicate = r->version >= 6 && v_at_word(t, " =");
  if (has_predicate && !(v_word(t, " =") && v_predicate(r, &value))) return false;
  if (has_predicate && value == 1) return v_expected(t, "the literal alone if it is true");
  v_push(&r->values, value);
  return true;
}

/* " <input literal>": of j */
static bool step_input(struct v_reader *r, uint32_t *lit) {
  return v_literal(r, V_STEP_INPUT, "a literal of a step input before here", lit) && once(r, *lit);
}

/* " <literal>" of an elementary variable of the node of the last view */
static bool promise(struct v_reader *r, uint32_t *lit) {
  if (!v_blank_number(&r->text, UINT32_MAX, lit)) return false;
  if (!v_is_promise(r->s, r->view.node, *lit))
    return v_expected(&r->text, "a literal of an elementary variable of the node before here");
  return once(r, *lit);
}

/* "<name> <g> [<literal> ..]", each as `read` reads it: the guard, and the cube in r->cube, with
 * its r->values */
static bool guarded(struct v_reader *r, const char *name, v_read_number *read, uint32_t *g) {
  r->serial++;
  r->cube.size = 0;
  r->values.size = 0;
  return v_word(&r->text, name) && v_predicate(r, g) && v_numbers(r, read, &r->cube);
}

static void cube(struct v_reader *r) {
  for (size_t k = 0; k < r->cube.size; k++) has_value(r, r->cube.at[k], r->values.at[k]);
}

/* n lines "<name> <g> [<literal> ..]", cubes as `read` reads them. For each:
 * R & Q & g_k & cube & !(a & b);  and R & Q & !g_1 & .. & !g_n */
static bool covering(struct v_reader *r, const char *name, v_read_number *read, uint32_t n,
                     uint32_t Q, uint64_t a, uint64_t b) {
  r->guards.size = 0;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t g;
    if (!guarded(r, name, read, &g)) return false;
    v_push(&r->guards, g);
    V_CASE(r->b, now(r, Q), now(r, g));
    cube(r);
    V_CLAUSE(r->b, a ^ 1, b ^ 1);
  }
  V_CASE(r->b, now(r, Q));
  for (uint32_t k = 0; k < n; k++) V_CLAUSE(r->b, now(r, r->guards.at[k] ^ 1));
  return true;
}

/* n lines "choice <g> [<input literal> ..]": (C & P(N)) */
static bool choices(struct v_reader *r, uint32_t n, uint32_t Q, uint32_t P) {
  return covering(r, "choice", step_input, n, Q, now(r, r->view.C), after(r, P));
}

/* n lines "rank <g> [<input literal> ..]". E_0 is given in *E, E_k = E_(k-1) | g_k. For each:
 * R & K & g_k & j_k & !E_(k-1) & !(P & C & K(N) & E_(k-1)(N)).  Leaves E_n in *E. */
static bool ranks(struct v_reader *r, uint32_t n, uint32_t *E, uint32_t P, uint32_t K) {
  for (uint32_t k = 0; k < n; k++) {
    uint32_t g;
    if (!guarded(r, "rank", step_input, &g)) return false;
    V_CASE(r->b, now(r, K), now(r, g));
    cube(r);
    V_CLAUSE(r->b, now(r, *E ^ 1));
    V_CLAUSE(r->b, now(r, P ^ 1), now(r, r->view.C ^ 1), after(r, K ^ 1), after(r, *E ^ 1));
    *E = v_either(r, *E, g);
  }
  return true;
}

/* --- EX and EU --- */
/* "upper <v> <Q>"; with upper u P, upper w S.  Of EX u:  R & C & P(N) & !Q;
 * of E[u U w]:  R & S & !Q;  R & P & C & Q(N) & !Q */
static bool upper(struct v_reader *r, uint32_t v, uint32_t *Q) {
  bool next = r->s->formula.nodes[v].op == V_EX;
  uint32_t P = r->c->upper[r->s->formula.nodes[v].left];
  uint64_t C = now(r, r->view.C);
  if (!v_predicate(r, Q) || !v_eol(&r->text)) return false;
  v_oblige_within(r, next ? "EX upper" : "EU upper", "no step leads from outside Q to the target",
                  v);
  if (next) {
    V_CASE(r->b, C, after(r, P), now(r, *Q ^ 1));
    return true;
  }
  V_CASE(r->b, now(r, r->c->upper[r->s->formula.nodes[v].right]), now(r, *Q ^ 1));
  V_CASE(r->b, now(r, P), C, after(r, *Q), now(r, *Q ^ 1));
  return true;
}

/* "lower-ex <v> <Q> <n>", n choices; with lower u P */
static bool lower_ex(struct v_reader *r, uint32_t v, uint32_t *Q) {
  uint32_t n;
  if (!v_predicate(r, Q) || !v_last_count(r, &n)) return false;
  v_oblige_within(r, "EX lower", "some choice leads from Q to the target", v);
  return choices(r, n, *Q, r->c->lower[r->s->formula.nodes[v].left]);
}

/* "lower-eu <v> <n>", n ranks over E_0 = S; with lower u P, lower w S */
static bool lower_eu(struct v_reader *r, uint32_t v, uint32_t *Q) {
  uint32_t n;
  if (!v_last_count(r, &n)) return false;
  *Q = r->c->lower[r->s->formula.nodes[v].right];
  if (n == 0) return true;
  v_oblige_within(r, "EU lower", "every rank steps down to the target", v);
  return ranks(r, n, Q, r->c->lower[r->s->formula.nodes[v].left], 1);
}

/* --- EG lower, E lower --- */
/* m lines "step <c> [<input literal> ..]". For each t: R & c_t & j_t & !(P & C & c_(t+1 mod m)(N)),
 * whose last clause waits for the line that names c_(t+1). */
static bool lasso_steps(struct v_reader *r, uint32_t m, uint32_t P) {
  uint64_t no_step[] = {now(r, P ^ 1), now(r, r->view.C ^ 1), 0, V_END_OF_CLAUSE};
  r->guards.size = 0;
  for (uint32_t t = 0; t < m; t++) {
    uint32_t c;
    if (!guarded(r, "step", step_input, &c)) return false;
    v_push(&r->guards, c);
    no_step[2] = after(r, c ^ 1);
    if (t > 0) v_clause(r->b, no_step);
    V_CASE(r->b, now(r, c));
    cube(r);
  }
  no_step[2] = after(r, r->guards.at[0] ^ 1);
  v_clause(r->b, no_step);
  return true;
}

/* "lasso <m>", m steps, "at <t_0> .. <t_(F-1)>" if there is fairness; with lower u P.
 * The steps; for every B_j: R & c_t & !B_j for the t named */
static bool lasso(struct v_reader *r, uint32_t P) {
  struct v_text *t = &r->text;
  const struct v_list *states = &r->view.fairness;
  uint32_t m;
  if (!v_counted(r, "lasso", &m)) return false;
  if (m == 0) return v_expected(t, "a lasso of at least one step before here");
  if (!lasso_steps(r, m, P)) return false;
  if (states->size == 0) return true;
  if (!v_word(t, "at")) return false;
  for (uint32_t j = 0; j < states->size; j++) {
    uint32_t position;
    if (!v_blank_number(t, m - 1, &position)) return false;
    V_CASE(r->b, now(r, r->guards.at[position]), now(r, states->at[j] ^ 1));
  }
  return v_eol(t);
}

/* "cover <j> <n>" with n ranks within K over E_0 = B_j;  R & K & !E_n */
static bool cover(struct v_reader *r, uint32_t j, uint32_t K) {
  uint32_t named, n;
  uint32_t E = r->view.fairness.at[j];
  if (!v_word(&r->text, "cover") || !v_count(r, &named)) return false;
  if (named != j) return v_expected(&r->text, "the fairness numbers in order");
  if (!v_last_count(r, &n) || !ranks(r, n, &E, 1, K)) return false;
  V_CASE(r->b, now(r, K), now(r, E ^ 1));
  return true;
}

/* "region <K> <n>", n choices, for each fairness a cover; with lower u P.
 * R & K & !P;  choices from K to K;  the covers */
static bool region(struct v_reader *r, uint32_t P, uint32_t *K) {
  uint32_t n;
  if (!v_word(&r->text, "region") || !v_predicate(r, K) || !v_last_count(r, &n)) return false;
  V_CASE(r->b, now(r, *K), now(r, P ^ 1));
  if (!choices(r, n, *K, *K)) return false;
  for (uint32_t j = 0; j < r->view.fairness.size; j++)
    if (!cover(r, j, *K)) return false;
  return true;
}

/* The lassos and the region; in r->arguments the complements of all that is a base of the list. */
static bool bases(struct v_reader *r, uint32_t P, uint32_t lassos, uint32_t regions) {
  r->arguments.size = 0;
  for (uint32_t k = 0; k < lassos; k++) {
    if (!lasso(r, P)) return false;
    for (size_t t = 0; t < r->guards.size; t++) v_push(&r->arguments, r->guards.at[t] ^ 1);
  }
  uint32_t K;
  if (regions == 0) return true;
  if (!region(r, P, &K)) return false;
  v_push(&r->arguments, K ^ 1);
  return true;
}

/* " <lassos> <regions> <n>", and " <choices>" if wanted; then the lassos, the region, the ranks
 * over E_0 = !and(!c .., !K); with lower u P. Gives E_n. */
static bool fair_paths(struct v_reader *r, const char *name, uint32_t v, uint32_t *choices,
                       uint32_t P, uint32_t *E) {
  uint32_t lassos, regions, n;
  if (!v_count(r, &lassos) || !v_blank_number(&r->text, 1, &regions) || !v_count(r, &n))
    return false;
  if (!(choices ? v_last_count(r, choices) : v_eol(&r->text))) return false;
  *E = 0;
  if (lassos == 0 && regions == 0 && n == 0) return true;
  v_oblige_within(r, name, "lassos and region are fair, every rank steps down to them", v);
  if (!bases(r, P, lassos, regions)) return false;
  if (r->arguments.size > 0) *E = v_conjunction(r) ^ 1;
  return ranks(r, n, E, P, 1);
}

/* "lower-eg <v> <lassos> <regions> <n>" and these; with lower u P */
static bool lower_eg(struct v_reader *r, uint32_t v, uint32_t *Q) {
  return fair_paths(r, "EG lower", v, NULL, r->c->lower[r->s->formula.nodes[v].left], Q);
}

/* "lower-e <v> <Q> <lassos> <regions> <n> <choices>": these, of EG true in the view of node v; and
 * the choices, lines "from <g> [<literal> ..]": (sat(p) & E) */
static bool lower_e(struct v_reader *r, uint32_t v, uint32_t *Q) {
  uint32_t n, E;
  if (!v_predicate(r, Q)) return false;
  v_view_of(r, v, r->c->lower);
  if (!fair_paths(r, "E lower", v, &n, 1, &E)) return false;
  v_system_view(r);
  v_oblige_within(r, "E lower", "some promises in Q are kept by a fair path", v);
  return covering(r, "from", promise, n, *Q, now(r, r->view.sat), now(r, E));
}

/* --- Facts --- */
/* A bound of node v from those of its children, of which `same` are bounds from the same side;
 * `unknown` where only a fact can say more. */
static uint32_t bound(struct v_reader *r, uint32_t v, const uint32_t *same,
                      const uint32_t *opposite, uint32_t unknown) {
  struct v_node n = r->s->formula.nodes[v];
  switch (n.op) {
  case V_ATOM: return n.left;
  case V_NOT: return opposite[n.left] ^ 1;
  case V_BOTH: return v_both(r, same[n.left], same[n.right]);
  case V_OR: return v_either(r, same[n.left], same[n.right]);
  default: return unknown;
  }
}

static void bounds_down_to(struct v_reader *r, uint32_t v, uint32_t *next) {
  while (*next > v) {
    --*next;
    r->c->upper[*next] = bound(r, *next, r->c->upper, r->c->lower, 1);
    r->c->lower[*next] = bound(r, *next, r->c->lower, r->c->upper, 0);
  }
}

struct fact_kind {
  const char *name;
  bool (*read)(struct v_reader *r, uint32_t v, uint32_t *bound);
  enum v_op ops[2];
  bool is_upper;
};
static const struct fact_kind fact_kinds[] = {
    {"upper", upper, {V_EX, V_EU}, true},        {"upper-eg", v_upper_eg, {V_EG, V_EG}, true},
    {"lower-ex", lower_ex, {V_EX, V_EX}, false}, {"lower-eu", lower_eu, {V_EU, V_EU}, false},
    {"lower-eg", lower_eg, {V_EG, V_EG}, false}, {"upper-e", v_upper_e, {V_E, V_E}, true},
    {"lower-e", lower_e, {V_E, V_E}, false}};
enum { FACT_KINDS = sizeof fact_kinds / sizeof *fact_kinds };

/* One fact. Bounds are known of the nodes from *next on; the fact is about a node below, or about
 * node *next itself when it was `upper` of that node that came before. */
static bool fact(struct v_reader *r, uint32_t *next, bool *upper_done) {
  struct v_text *t = &r->text;
  size_t k = 0;
  uint32_t v;
  while (k < FACT_KINDS && !v_at_word(t, fact_kinds[k].name)) k++;
  if (k == FACT_KINDS) return v_expected(t, "a fact");
  const struct fact_kind *kind = &fact_kinds[k];
  if (!v_word(t, kind->name) || !v_count(r, &v)) return false;
  if (v >= r->s->formula.num_nodes) return v_expected(t, "a node of the formula before here");
  enum v_op op = r->s->formula.nodes[v].op;
  if (op != kind->ops[0] && op != kind->ops[1])
    return v_expected(t, "a fact that fits the operator of its node before here");
  bool second = v == *next && *upper_done && !kind->is_upper;
  if (v >= *next && !second)
    return v_expected(t, "facts in decreasing order of nodes, upper before lower");
  bounds_down_to(r, v, next);
  *upper_done = kind->is_upper;
  return kind->read(r, v, kind->is_upper ? &r->c->upper[v] : &r->c->lower[v]);
}

bool v_facts(struct v_reader *r) {
  uint32_t n;
  uint32_t next = (uint32_t)r->s->formula.num_nodes;
  bool upper_done = false;
  v_constraint(r);
  v_system_view(r);
  v_raise_flags(r, 0);
  r->c->upper = v_zeroed(next, sizeof *r->c->upper);
  r->c->lower = v_zeroed(next, sizeof *r->c->lower);
  v_invariant(r);
  if (!v_counted(r, "facts", &n)) return false;
  for (uint32_t k = 0; k < n; k++)
    if (!fact(r, &next, &upper_done)) return false;
  bounds_down_to(r, 0, &next);
  if (r->s->formula.num_nodes == 0)
    v_never_bad(r, r->c->property.number, r->c->property.number);
  else if (r->c->holds)
    holds(r);
  return true;
}
