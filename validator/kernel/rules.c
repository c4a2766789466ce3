/* The rules (docs/certificates.md, sections 2 to 4). A fact is read, its obligation is stated, and
 * its bound is kept for the parents of its node. Each rule is one function, with its lines and its
 * cases above it: a case must be impossible. */
#include "validator/kernel/certificate.h"
#include "validator/kernel/limits.h"

/* Starts the next obligation. */
static void oblige(struct v_reader *r, const char *name, const char *meaning, uint32_t node,
                   uint32_t block) {
  struct v_certificate *c = r->c;
  c->obligations =
      v_grow(c->obligations, c->num_obligations, &r->obligation_capacity, sizeof *c->obligations);
  c->obligations[c->num_obligations] =
      (struct v_obligation){name, meaning, node, block, {.system = r->s}};
  r->b = &c->obligations[c->num_obligations++].builder;
}

static void now(struct v_reader *r, uint32_t lit) { v_unit(r->b, 0, 0, lit); }
static void after(struct v_reader *r, uint32_t lit) { v_unit(r->b, 0, 1, lit); }
static uint64_t at(struct v_reader *r, uint32_t frame, uint32_t lit) {
  return v_framed(r->s, 0, frame, lit);
}
static uint32_t and2(struct v_reader *r, uint32_t a, uint32_t b) {
  return v_add_gate(r->s, (uint32_t[]){a, b}, 2);
}

/* I */
static void initial(struct v_reader *r) {
  for (size_t k = 0; k < r->model->latches.size; k++)
    if (r->model->reset.at[k] < 2) now(r, r->model->latches.at[k] ^ !r->model->reset.at[k]);
  for (uint32_t j = 0; j < r->s->states.size; j++)
    if (r->s->states.at[j] == v_monitor(r->s, j)) now(r, v_monitor(r->s, j) ^ 1);
}

/* C */
static void constraint(struct v_reader *r) {
  const struct v_list *constraints = &r->model->constraints;
  r->s->constraint = constraints->size ? v_add_gate(r->s, constraints->at, constraints->size) : 1;
}

/* --- The verdict --- */
/* I & !R;  R & C & !R(N) */
static void invariant(struct v_reader *r) {
  oblige(r, "invariant", "R contains the initial states and is kept by every step", V_NONE, V_NONE);
  v_case(r->b), initial(r), now(r, r->c->invariant ^ 1);
  v_case(r->b), now(r, r->c->invariant), now(r, r->s->constraint), after(r, r->c->invariant ^ 1);
}

/* R & C & bad, for each bad literal that the property means */
static void never_bad(struct v_reader *r) {
  const struct v_property *p = &r->c->property;
  oblige(r, "bad", "no allowed step from R shows the bad literal", V_NONE, V_NONE);
  for (uint32_t n = p->number; n <= p->last; n++) {
    v_case(r->b);
    now(r, r->c->invariant);
    now(r, r->s->constraint);
    now(r, v_bad_section(r->model, p)->at[n]);
  }
}

/* I & !Q */
static void holds(struct v_reader *r, uint32_t Q) {
  oblige(r, "holds", "every initial state is in the lower bound of the formula", V_NONE, V_NONE);
  v_case(r->b), initial(r), now(r, Q ^ 1);
}

/* --- Lists of entries --- */
/* " <n>" */
static bool count(struct v_reader *r, uint32_t *n) {
  return v_blank_number(&r->text, V_MAX_VARIABLE, n);
}

/* n lines "<name> <g> [<input literal> ..]": a predicate and a cube of step inputs */
static bool entries(struct v_reader *r, const char *name, uint32_t n) {
  struct v_text *t = &r->text;
  uint32_t lit = 0;
  r->guards.size = r->cubes.size = r->cube_start.size = 0;
  for (uint32_t k = 0; k < n; k++) {
    if (!v_word(t, name) || !v_predicate(r, &lit)) return false;
    v_push(&r->guards, lit);
    v_push(&r->cube_start, (uint32_t)r->cubes.size);
    for (r->serial++; !v_at(t, '\n'); v_push(&r->cubes, lit)) {
      if (!v_blank_number(t, UINT32_MAX, &lit)) return false;
      if (!v_is_step_input(r->s, lit))
        return v_expected(t, "a literal of a step input before here");
      uint32_t *last = v_map_at(&r->seen, lit / 2);
      if (*last == r->serial) return v_expected(t, "every input at most once");
      *last = r->serial;
    }
    if (!v_eol(t)) return false;
  }
  v_push(&r->cube_start, (uint32_t)r->cubes.size);
  return true;
}

/* g_k & j_k */
static void entry(struct v_reader *r, uint32_t k) {
  now(r, r->guards.at[k]);
  for (uint32_t n = r->cube_start.at[k]; n < r->cube_start.at[k + 1]; n++) now(r, r->cubes.at[n]);
}

/* For each k: R & Q & g_k & j_k & !(C & P(N));  R & Q & !g_1 & .. & !g_n */
static void choices(struct v_reader *r, uint32_t Q, uint32_t P) {
  for (uint32_t k = 0; k < r->guards.size; k++) {
    v_case(r->b), now(r, Q), entry(r, k);
    v_clause(r->b, (uint64_t[]){at(r, 0, r->s->constraint ^ 1), at(r, 1, P ^ 1)}, 2);
  }
  v_case(r->b), now(r, Q);
  for (uint32_t k = 0; k < r->guards.size; k++) now(r, r->guards.at[k] ^ 1);
}

/* E_0 is given, E_k = E_(k-1) | g_k; for each k: R & K & g_k & j_k & !E_(k-1) & !(P & C & K(N) &
 * E_(k-1)(N)).  Gives E_n. */
static uint32_t ranks(struct v_reader *r, uint32_t E, uint32_t P, uint32_t K) {
  for (uint32_t k = 0; k < r->guards.size; k++) {
    v_case(r->b), now(r, K), entry(r, k), now(r, E ^ 1);
    v_clause(r->b,
             (uint64_t[]){at(r, 0, P ^ 1), at(r, 0, r->s->constraint ^ 1), at(r, 1, K ^ 1),
                          at(r, 1, E ^ 1)},
             4);
    E = and2(r, E ^ 1, r->guards.at[k] ^ 1) ^ 1;
  }
  return E;
}

/* --- EX and EU --- */
/* "upper <v> <Q>" of EX u, with upper u P:  R & C & P(N) & !Q
 *                 of E[u U w], with upper u P, upper w S:  R & S & !Q;  R & P & C & Q(N) & !Q */
static bool upper(struct v_reader *r, uint32_t v, uint32_t *bound) {
  struct v_node node = r->s->nodes[v];
  uint32_t Q = 0, P = r->c->upper[node.left], C = r->s->constraint;
  if (!v_predicate(r, &Q) || !v_eol(&r->text)) return false;
  oblige(r, node.op == V_EX ? "EX upper" : "EU upper", "no step leads from outside Q to the target",
         v, V_NONE);
  now(r, r->c->invariant);
  if (node.op == V_EX) v_case(r->b), now(r, C), after(r, P), now(r, Q ^ 1);
  if (node.op == V_EU) v_case(r->b), now(r, r->c->upper[node.right]), now(r, Q ^ 1);
  if (node.op == V_EU) v_case(r->b), now(r, P), now(r, C), after(r, Q), now(r, Q ^ 1);
  *bound = Q;
  return true;
}

/* "lower-ex <v> <Q> <n>", n choices; with lower u P */
static bool lower_ex(struct v_reader *r, uint32_t v, uint32_t *Q) {
  uint32_t n;
  if (!v_predicate(r, Q) || !count(r, &n) || !v_eol(&r->text) || !entries(r, "choice", n))
    return false;
  oblige(r, "EX lower", "some choice leads from Q to the target", v, V_NONE);
  now(r, r->c->invariant);
  choices(r, *Q, r->c->lower[r->s->nodes[v].left]);
  return true;
}

/* "lower-eu <v> <n>", n ranks over E_0 = S; with lower u P, lower w S */
static bool lower_eu(struct v_reader *r, uint32_t v, uint32_t *Q) {
  uint32_t n;
  if (!count(r, &n) || !v_eol(&r->text) || !entries(r, "rank", n)) return false;
  *Q = r->c->lower[r->s->nodes[v].right];
  if (!n) return true;
  oblige(r, "EU lower", "every rank steps down to the target", v, V_NONE);
  now(r, r->c->invariant);
  *Q = ranks(r, *Q, r->c->lower[r->s->nodes[v].left], 1);
  return true;
}

/* --- EG lower --- */
/* "lasso <m>", m steps, "at <t_0> .. <t_(F-1)>" if there is fairness; with lower u P.
 * For each t: R & c_t & j_t & !(P & C & c_(t+1 mod m)(N));  for every B_j: R & c_t & !B_j for the t
 * named */
static bool lasso(struct v_reader *r, uint32_t P) {
  struct v_text *t = &r->text;
  uint32_t m, position;
  if (!v_word(t, "lasso") || !count(r, &m) || !v_eol(t) || !entries(r, "step", m)) return false;
  if (!m) return v_expected(t, "a lasso of at least one step before here");
  for (uint32_t k = 0; k < m; k++) {
    v_case(r->b), entry(r, k);
    v_clause(r->b,
             (uint64_t[]){at(r, 0, P ^ 1), at(r, 0, r->s->constraint ^ 1),
                          at(r, 1, r->guards.at[(k + 1) % m] ^ 1)},
             3);
  }
  if (!r->s->states.size) return true;
  if (!v_word(t, "at")) return false;
  for (uint32_t j = 0; j < r->s->states.size; j++) {
    if (!v_blank_number(t, m - 1, &position)) return false;
    v_case(r->b), now(r, r->guards.at[position]), now(r, r->s->states.at[j] ^ 1);
  }
  return v_eol(t);
}

/* "region <K> <n>", n choices, for each fairness j "cover <j> <n>" with n ranks; with lower u P.
 * R & K & !P;  choices from K to K;  for each j ranks within K over E_0 = B_j, and R & K & !E_n */
static bool region(struct v_reader *r, uint32_t P, uint32_t *K) {
  struct v_text *t = &r->text;
  uint32_t n, named;
  if (!v_word(t, "region") || !v_predicate(r, K) || !count(r, &n) || !v_eol(t) ||
      !entries(r, "choice", n))
    return false;
  v_case(r->b), now(r, *K), now(r, P ^ 1);
  choices(r, *K, *K);
  for (uint32_t j = 0; j < r->s->states.size; j++) {
    if (!v_word(t, "cover") || !count(r, &named)) return false;
    if (named != j) return v_expected(t, "the fairness numbers in order");
    if (!count(r, &n) || !v_eol(t) || !entries(r, "rank", n)) return false;
    uint32_t E = ranks(r, r->s->states.at[j], 1, *K);
    v_case(r->b), now(r, *K), now(r, E ^ 1);
  }
  return true;
}

/* "lower-eg <v> <lassos> <regions> <n>", the lassos, the region, n ranks over E_0 = !and(!c ..,
 * !K); with lower u P */
static bool lower_eg(struct v_reader *r, uint32_t v, uint32_t *Q) {
  uint32_t lassos, regions, n, K = 0, P = r->c->lower[r->s->nodes[v].left];
  if (!count(r, &lassos) || !v_blank_number(&r->text, 1, &regions) || !count(r, &n) ||
      !v_eol(&r->text))
    return false;
  *Q = 0;
  if (!lassos && !regions && !n) return true;
  oblige(r, "EG lower", "lassos and region are fair, every rank steps down to them", v, V_NONE);
  now(r, r->c->invariant);
  struct v_list none = {0};
  bool good = true;
  for (uint32_t k = 0; good && k < lassos; k++) {
    good = lasso(r, P);
    for (size_t g = 0; good && g < r->guards.size; g++) v_push(&none, r->guards.at[g] ^ 1);
  }
  if (good && regions && (good = region(r, P, &K))) v_push(&none, K ^ 1);
  if (none.size) *Q = v_add_gate(r->s, none.at, none.size) ^ 1;
  free(none.at);
  if (!good || !entries(r, "rank", n)) return false;
  *Q = ranks(r, *Q, P, 1);
  return true;
}

/* --- EG upper: wall chains (section 4) --- */
enum step_kind { WALL, DEAD, UNBORN, SIDE, END };

struct block {
  uint32_t P, serial;
  struct v_list regions;          /* G_1 .. G_k */
  struct v_list kinds, literals;  /* of the steps; the last one is END */
  struct v_list fair, fair_start; /* J of step m is fair[fair_start[m] .. fair_start[m+1]) */
};

/* "wall <W>", "dead <D>", "unborn <D>", "side <W> fair <J ..>"; last "end fair <J ..>" */
static bool step(struct v_reader *r, struct block *b, bool last) {
  static const char *const names[] = {"wall", "dead", "unborn", "side", "end"};
  struct v_text *t = &r->text;
  uint32_t kind = last ? END : WALL, literal = 0, j;
  while (kind < END && !v_at_word(t, names[kind])) kind++;
  if (kind == END && !last) return v_expected(t, "wall, dead, unborn or side");
  if (!v_word(t, names[kind]) || (kind != END && !v_predicate(r, &literal))) return false;
  uint32_t *wall = v_map_at(&r->seen, (uint64_t)1 << 32 | literal / 2);
  if (kind == WALL) *wall = b->serial;
  if (kind == SIDE && *wall != b->serial)
    return v_expected(t, "the side of an earlier wall of this block"); /* else unsound */
  v_push(&b->kinds, kind), v_push(&b->literals, literal);
  if (kind >= SIDE && (!v_blank(t) || !v_word(t, "fair"))) return false;
  for (; kind >= SIDE && !v_at(t, '\n'); v_push(&b->fair, j)) {
    if (!count(r, &j)) return false;
    if (j >= r->s->states.size) return v_expected(t, "a fairness number before here");
  }
  v_push(&b->fair_start, (uint32_t)b->fair.size);
  return v_eol(t);
}

/* Adds to the literals of all chains, before they are stated; false if these are too many. */
static bool charge(struct v_reader *r, uint64_t literals) {
  uint64_t most = v_most(v_limit_chains, r->c->input_bytes);
  r->chains += literals;
  if (r->chains <= most) return true;
  return v_unsupported(r->text.error, "wall chains of more than %llu literals here",
                       (unsigned long long)most);
}

/* The arenas, in two frames of every copy and of the walls obligation, two per unit; the demands of
 * every step, at most 16 per copy; the fairness. */
static bool charge_block(struct v_reader *r, const struct block *b) {
  uint64_t copies = 0;
  if (!charge(r, r->s->states.size)) return false;
  uint8_t *named = v_zeroed(r->s->states.size, 1);
  for (size_t k = 0; k < b->fair.size; k++) {
    copies += !named[b->fair.at[k]];
    named[b->fair.at[k]] = 1;
  }
  free(named);
  uint64_t arenas = 4 * (b->regions.size + 3) * (copies + 2);
  uint64_t demands = 16 * b->kinds.size * (copies + 3);
  return charge(r, arenas + demands + 3 * b->fair.size);
}

/* A = R & P & !G_1 & .. & !G_(k-1), in one frame of one copy */
static void arena(struct v_reader *r, const struct block *b, uint32_t copy, uint32_t frame) {
  v_unit(r->b, copy, frame, r->c->invariant);
  v_unit(r->b, copy, frame, b->P);
  for (size_t k = 0; k + 1 < b->regions.size; k++) v_unit(r->b, copy, frame, b->regions.at[k] ^ 1);
}

/* A new prefix variable p that implies the one before it and what step m demands of E from now on,
 * in every copy: wall: W <-> W(N), and W(y_0) <-> W(y_c);  dead, unborn: !D & !D(N);  side: !W &
 * !W(N) */
static uint64_t narrow(struct v_reader *r, const struct block *b, size_t m, uint64_t before,
                       uint32_t copies) {
  uint64_t p = v_extra(r->b), first = v_framed(r->s, 0, 0, b->literals.at[m]);
  v_context(r->b);
  v_clause(r->b, (uint64_t[]){p ^ 1, before}, 2);
  for (uint32_t copy = 0; copy < copies; copy++) {
    uint64_t W = v_framed(r->s, copy, 0, b->literals.at[m]),
             WN = v_framed(r->s, copy, 1, b->literals.at[m]);
    if (b->kinds.at[m] == WALL) {
      v_clause(r->b, (uint64_t[]){p ^ 1, W ^ 1, WN}, 3),
          v_clause(r->b, (uint64_t[]){p ^ 1, W, WN ^ 1}, 3);
      if (copy)
        v_clause(r->b, (uint64_t[]){p ^ 1, first, W ^ 1}, 3),
            v_clause(r->b, (uint64_t[]){p ^ 1, first ^ 1, W}, 3);
    } else
      v_clause(r->b, (uint64_t[]){p ^ 1, W ^ 1}, 2), v_clause(r->b, (uint64_t[]){p ^ 1, WN ^ 1}, 2);
  }
  return p;
}

/* X & C & A(N) & !G_k(N);  wall: E & W & !W(N);  dead: E & D;  unborn: E & D(N) */
static void walls(struct v_reader *r, const struct block *b) {
  uint32_t G = b->regions.at[b->regions.size - 1];
  arena(r, b, 0, 0), now(r, G), now(r, r->s->constraint), arena(r, b, 0, 1);
  v_case(r->b), after(r, G ^ 1);
  if (b->kinds.size == 1) return; /* only the end */
  v_context(r->b);
  uint64_t p = v_extra(r->b);
  v_clause(r->b, (uint64_t[]){p ^ 1, at(r, 1, G)}, 2);
  for (size_t m = 0; b->kinds.at[m] != END; m++) {
    uint32_t kind = b->kinds.at[m], literal = b->literals.at[m];
    if (kind != SIDE) v_case(r->b), v_clause(r->b, &p, 1);
    if (kind == WALL || kind == DEAD) now(r, literal);
    if (kind == WALL || kind == UNBORN) after(r, literal ^ (kind == WALL));
    p = narrow(r, b, m, p, 1);
  }
}

/* Copies of E-steps that agree on every wall, one for each fairness that the block names.
 * side: E & W(y_c) for every copy & B_j(y_j) for j in J;  end: E & B_j(y_j) for j in J */
static void skeleton(struct v_reader *r, const struct block *b) {
  uint32_t copies = 0, *copy_of = v_zeroed(r->s->states.size, sizeof *copy_of);
  for (size_t k = 0; k < b->fair.size; k++) copy_of[b->fair.at[k]] = 1;
  for (size_t j = 0; j < r->s->states.size; j++)
    if (copy_of[j]) copy_of[j] = copies++;
  if (!copies) copies = 1;
  for (uint32_t copy = 0; copy < copies; copy++)
    for (uint32_t frame = 0; frame < 2; frame++) {
      arena(r, b, copy, frame), v_unit(r->b, copy, frame, b->regions.at[b->regions.size - 1]);
      if (!frame) v_unit(r->b, copy, 0, r->s->constraint);
    }
  uint64_t p = v_extra(r->b);
  for (size_t m = 0; m < b->kinds.size; m++) {
    if (b->kinds.at[m] >= SIDE) {
      v_case(r->b), v_clause(r->b, &p, 1);
      for (uint32_t copy = 0; b->kinds.at[m] == SIDE && copy < copies; copy++)
        v_unit(r->b, copy, 0, b->literals.at[m]);
      for (uint32_t n = b->fair_start.at[m]; n < b->fair_start.at[m + 1]; n++)
        v_unit(r->b, copy_of[b->fair.at[n]], 0, r->s->states.at[b->fair.at[n]]);
    }
    if (b->kinds.at[m] != END) p = narrow(r, b, m, p, copies);
  }
  free(copy_of);
}

/* "upper-eg <v> <blocks>", and per block "block <G> <steps>", the steps and the end; with upper u
 * P. Gives and(P, !G_1, .., !G_n) */
static bool upper_eg(struct v_reader *r, uint32_t v, uint32_t *Q) {
  struct v_text *t = &r->text;
  struct block b = {.P = r->c->upper[r->s->nodes[v].left]};
  uint32_t blocks, steps, G;
  bool good = count(r, &blocks) && v_eol(t);
  for (uint32_t k = 0; good && k < blocks; k++) {
    good = v_word(t, "block") && v_predicate(r, &G) && count(r, &steps) && v_eol(t);
    if (!good) break;
    v_push(&b.regions, G);
    b.kinds.size = b.literals.size = b.fair.size = b.fair_start.size = 0;
    b.serial = ++r->serial;
    v_push(&b.fair_start, 0);
    for (uint32_t m = 0; good && m <= steps; m++) good = step(r, &b, m == steps);
    good = good && charge_block(r, &b);
    if (!good) break;
    oblige(r, "EG upper", "the region is closed, walls are crossed one way", v, k), walls(r, &b);
    oblige(r, "EG upper", "no fair skeleton within the walls", v, k), skeleton(r, &b);
  }
  struct v_list outside = {0};
  v_push(&outside, b.P);
  for (size_t k = 0; k < b.regions.size; k++) v_push(&outside, b.regions.at[k] ^ 1);
  *Q = v_add_gate(r->s, outside.at, outside.size);
  V_FREE(outside.at, b.regions.at, b.kinds.at, b.literals.at, b.fair.at, b.fair_start.at);
  return good;
}

/* --- Facts --- */
/* Bounds of node v from those of its children; 1 and 0 where only a fact can say more. */
static void bounds(struct v_reader *r, uint32_t v) {
  struct v_node n = r->s->nodes[v];
  uint32_t *up = r->c->upper, *low = r->c->lower;
  up[v] = 1, low[v] = 0;
  if (n.op == V_ATOM) up[v] = low[v] = n.left;
  if (n.op == V_NOT) up[v] = low[n.left] ^ 1, low[v] = up[n.left] ^ 1;
  if (n.op == V_AND_NODE)
    up[v] = and2(r, up[n.left], up[n.right]), low[v] = and2(r, low[n.left], low[n.right]);
  if (n.op == V_OR)
    up[v] = and2(r, up[n.left] ^ 1, up[n.right] ^ 1) ^ 1,
    low[v] = and2(r, low[n.left] ^ 1, low[n.right] ^ 1) ^ 1;
}

/* One fact, about a node below *next, or about node *next when it was `upper` of that node that
 * came before. */
static bool fact(struct v_reader *r, uint32_t *next, bool *upper_done) {
  static const struct {
    const char *name;
    bool (*read)(struct v_reader *, uint32_t, uint32_t *);
    unsigned ops;
    bool is_upper;
  } kinds[] = {{"upper", upper, 1 << V_EX | 1 << V_EU, true},
               {"upper-eg", upper_eg, 1 << V_EG, true},
               {"lower-ex", lower_ex, 1 << V_EX, false},
               {"lower-eu", lower_eu, 1 << V_EU, false},
               {"lower-eg", lower_eg, 1 << V_EG, false}};
  struct v_text *t = &r->text;
  size_t kind = 0;
  uint32_t v;
  while (kind < 5 && !v_at_word(t, kinds[kind].name)) kind++;
  if (kind == 5) return v_expected(t, "a fact");
  if (!v_word(t, kinds[kind].name) || !count(r, &v)) return false;
  if (v >= r->s->num_nodes) return v_expected(t, "a node of the formula before here");
  if (!(kinds[kind].ops >> r->s->nodes[v].op & 1))
    return v_expected(t, "a fact that fits the operator of its node before here");
  if (v > *next || (v == *next && (!*upper_done || kinds[kind].is_upper)))
    return v_expected(t, "facts in decreasing order of nodes, upper before lower");
  while (*next > v) bounds(r, --*next);
  *upper_done = kinds[kind].is_upper;
  return kinds[kind].read(r, v, kinds[kind].is_upper ? &r->c->upper[v] : &r->c->lower[v]);
}

bool v_facts(struct v_reader *r) {
  uint32_t n, next = (uint32_t)r->s->num_nodes;
  bool upper_done = false;
  r->s->internal = v_num_variables(r->s);
  constraint(r);
  r->c->upper = v_zeroed(next, sizeof *r->c->upper);
  r->c->lower = v_zeroed(next, sizeof *r->c->lower);
  invariant(r);
  if (!v_word(&r->text, "facts") || !count(r, &n) || !v_eol(&r->text)) return false;
  for (uint32_t k = 0; k < n; k++)
    if (!fact(r, &next, &upper_done)) return false;
  while (next > 0) bounds(r, --next);
  if (!r->s->num_nodes)
    never_bad(r);
  else if (r->c->holds)
    holds(r, r->c->lower[0]);
  return true;
}

void v_invariant_of_bad(struct v_reader *r) {
  constraint(r);
  r->c->invariant = and2(r, r->s->constraint, r->c->invariant ^ 1) ^ 1; /* C -> .. */
  invariant(r);
  never_bad(r);
}
