/* A block narrows the allowed steps inside a region, T, to the steps E that a fair path which stays
 * there could take for ever. What the steps of the block demand of E is gathered in prefix
 * variables: p_m implies all that the first m steps demand. So every case contains the demands
 * before it as one literal, and the clauses of a block grow with its length, not with its square.
 * docs/certificates.md, section 7, has an example. */
#include "validator/kernel/rules.h"

enum step_kind { WALL, DEAD, UNBORN, SIDE, END, LOOP };
static const char *const step_names[] = {"wall", "dead", "unborn", "side", "end", "loop"};

/* --- Reading --- */
/* " <fairness number>", as a place in the fairness of the view */
static bool fairness_number(struct v_reader *r, uint32_t *j) {
  uint32_t F = (uint32_t)r->s->states.size;
  if (!v_count(r, j)) return false;
  if (*j >= F) *j = *j >= F + r->view.before ? *j - r->view.before : V_NONE;
  return *j < r->view.fairness.size || v_expected(&r->text, "a fairness number before here");
}

/* The kind of the step at hand; END if it is none of the others. Only the last one is a loop, which
 * needs what "saved" declares, and before version 6 is about the system only. */
static enum step_kind kind_here(const struct v_reader *r, bool last) {
  bool can = r->s->first_saved != V_NONE && (r->view.is_system || r->version >= 6);
  if (last) return can && v_at_word(&r->text, step_names[LOOP]) ? LOOP : END;
  unsigned kind = WALL;
  while (kind < END && !v_at_word(&r->text, step_names[kind])) kind++;
  return (enum step_kind)kind;
}

/* A wall is remembered; a side must be one of an earlier wall of this block, else the rule is
 * unsound: "on side W" would not be all or nothing. */
static bool remember_wall(struct v_reader *r, enum step_kind kind, uint32_t literal) {
  uint32_t *wall = v_map_at(&r->seen, (uint64_t)1 << 32 | literal / 2); /* above all variables */
  if (kind == WALL) *wall = r->serial;
  if (kind == SIDE && *wall != r->serial)
    return v_expected(&r->text, "the side of an earlier wall of this block");
  return true;
}

/* "wall <W>", "dead <D>", "unborn <D>", "side <W> fair <J..>"; last "end fair <J..>", "loop <V>" */
static bool step(struct v_reader *r, struct v_block *k, bool last) {
  struct v_text *t = &r->text;
  enum step_kind kind = kind_here(r, last);
  uint32_t literal = 0;
  if (kind == END && !last) return v_expected(t, "wall, dead, unborn or side");
  if (!v_word(t, step_names[kind])) return false;
  if (kind < END && !v_predicate(r, &literal)) return false;
  if (kind == LOOP && !v_relation(r, &literal)) return false;
  if (!remember_wall(r, kind, literal)) return false;
  v_push(&k->kinds, kind);
  v_push(&k->literals, literal);
  bool names_fairness = kind == SIDE || kind == END;
  if (names_fairness && (!v_blank(t) || !v_word(t, "fair"))) return false;
  bool good = names_fairness ? v_numbers(r, fairness_number, &k->fair) : v_eol(t);
  v_push(&k->fair_start, (uint32_t)k->fair.size);
  return good;
}

/* A copy for each fairness that the block names, in order; k->fair names copies from now on. */
static void number_copies(struct v_block *k, const struct v_list *fairness) {
  V_LIST_OF(uint64_t) named = {0}; /* fairness, and where it is named */
  for (size_t n = 0; n < k->fair.size; n++) V_ADD(&named, (uint64_t)k->fair.at[n] << 32 | n);
  if (named.size > 0) qsort(named.at, named.size, sizeof *named.at, v_compare_framed);
  for (size_t n = 0; n < named.size; n++) {
    uint32_t j = (uint32_t)(named.at[n] >> 32);
    if (n == 0 || named.at[n - 1] >> 32 != j) v_push(&k->states, fairness->at[j]);
    k->fair.at[(uint32_t)named.at[n]] = (uint32_t)k->states.size - 1;
  }
  k->copies = k->states.size > 0 ? (uint32_t)k->states.size : 1;
  free(named.at);
}

/* "block <G> <steps>", the steps and the end */
static bool read_block(struct v_reader *r, struct v_block *k) {
  uint32_t steps;
  if (!v_word(&r->text, "block") || !v_predicate(r, &k->G) || !v_last_count(r, &steps))
    return false;
  r->serial++;
  v_push(&k->fair_start, 0);
  for (uint32_t m = 0; m < steps; m++)
    if (!step(r, k, false)) return false;
  if (!step(r, k, true)) return false;
  k->is_loop = k->kinds.at[steps] == LOOP;
  number_copies(k, &r->view.fairness);
  return true;
}

/* --- Its clauses --- */
/* A = R & P & !G_1 & .. & !G_(k-1), in one frame of one copy */
static void arena(struct v_builder *b, const struct v_certificate *c, const struct v_block *k,
                  uint32_t copy, uint32_t frame) {
  v_unit(b, copy, frame, c->invariant);
  v_unit(b, copy, frame, k->P);
  for (const struct v_block *before = k - k->number; before < k; before++)
    v_unit(b, copy, frame, before->G ^ 1);
}

/* A new prefix variable p: it implies the one before it and what step m demands of E, in every
 * copy. wall: W <-> W(N), and W(y_0) <-> W(y_c);  dead, unborn: !D & !D(N);  side: !W & !W(N) */
static uint64_t narrow(struct v_builder *b, const struct v_block *k, size_t m, uint64_t before,
                       uint32_t copies) {
  uint64_t p = v_extra(b);
  uint32_t literal = k->literals.at[m];
  uint64_t first = v_framed(b->system, 0, 0, literal);
  v_context(b);
  V_CLAUSE(b, p ^ 1, before);
  for (uint32_t copy = 0; copy < copies; copy++) {
    uint64_t W = v_framed(b->system, copy, 0, literal);
    uint64_t WN = v_framed(b->system, copy, 1, literal);
    if (k->kinds.at[m] != WALL) {
      V_CLAUSE(b, p ^ 1, W ^ 1);
      V_CLAUSE(b, p ^ 1, WN ^ 1);
      continue;
    }
    V_CLAUSE(b, p ^ 1, W ^ 1, WN);
    V_CLAUSE(b, p ^ 1, W, WN ^ 1);
    if (copy == 0) continue;
    V_CLAUSE(b, p ^ 1, first, W ^ 1);
    V_CLAUSE(b, p ^ 1, first ^ 1, W);
  }
  return p;
}

/* wall: E & W & !W(N);  dead: E & D;  unborn: E & D(N);  E is p */
static void wall_case(struct v_builder *b, enum step_kind kind, uint32_t literal, uint64_t p) {
  uint64_t now = v_framed(b->system, 0, 0, literal);
  uint64_t after = v_framed(b->system, 0, 1, literal);
  if (kind == WALL) V_CASE(b, p, now, after ^ 1);
  if (kind == DEAD) V_CASE(b, p, now);
  if (kind == UNBORN) V_CASE(b, p, after);
}

/* X & C & A(N), a step within the arena from G_k, in one copy */
static void arena_step(struct v_builder *b, const struct v_certificate *c, const struct v_block *k,
                       uint32_t copy) {
  arena(b, c, k, copy, 0);
  v_unit(b, copy, 0, k->G);
  v_unit(b, copy, 0, k->C);
  arena(b, c, k, copy, 1);
}

/* X & C & A(N) & !G_k(N), and the cases of the steps */
void v_write_walls(struct v_builder *b, const struct v_certificate *c, const struct v_block *k) {
  uint64_t stays = v_framed(b->system, 0, 1, k->G);
  arena_step(b, c, k, 0);
  V_CASE(b, stays ^ 1);
  if (k->kinds.size == 1) return; /* only the end */
  v_context(b);
  uint64_t p = v_extra(b);
  V_CLAUSE(b, p ^ 1, stays);
  for (size_t m = 0; m + 1 < k->kinds.size; m++) {
    wall_case(b, (enum step_kind)k->kinds.at[m], k->literals.at[m], p);
    p = narrow(b, k, m, p, 1);
  }
}

/* side: E & W(y_c) for every copy & B_j(y_j) for j in J;  end: E & B_j(y_j) for j in J */
static void skeleton_case(struct v_builder *b, const struct v_block *k, size_t m, uint64_t p) {
  V_CASE(b, p);
  if (k->kinds.at[m] == SIDE)
    for (uint32_t copy = 0; copy < k->copies; copy++) v_unit(b, copy, 0, k->literals.at[m]);
  for (uint32_t n = k->fair_start.at[m]; n < k->fair_start.at[m + 1]; n++)
    v_unit(b, k->fair.at[n], 0, k->states.at[k->fair.at[n]]);
}

/* s = y: for each saved value s_n of the literal l_n, s_n <-> l_n.  All flags of the view are up
 * (sign 0) or down (sign 1). */
static void where_it_began(struct v_builder *b, const struct v_block *k, uint32_t sign) {
  const struct v_system *s = b->system;
  for (uint32_t n = 0; n < s->saved.size; n++) {
    uint64_t saved = v_framed(s, 0, 0, 2 * (s->first_saved + n));
    uint64_t now = v_framed(s, 0, 0, s->saved.at[n]);
    V_CLAUSE(b, saved ^ 1, now);
    V_CLAUSE(b, saved, now ^ 1);
  }
  for (uint32_t j = 0; j < k->fairness; j++) v_unit(b, 0, 0, 2 * v_flag(s, j, k->before) ^ sign);
}

/* start: E & s = y & f = 0 & !V(N);  step: E & V & !V(N);  close: E & V & s = y & f = 1;  E is p */
static void loop_cases(struct v_builder *b, const struct v_block *k, uint64_t p) {
  uint32_t literal = k->literals.at[k->literals.size - 1];
  uint64_t V = v_framed(b->system, 0, 0, literal);
  uint64_t VN = v_framed(b->system, 0, 1, literal);
  V_CASE(b, p);
  where_it_began(b, k, 1);
  V_CLAUSE(b, VN ^ 1);
  V_CASE(b, p, V, VN ^ 1);
  V_CASE(b, p, V);
  where_it_began(b, k, 0);
}

/* Copies of E-steps that agree on every wall, one for each fairness that the block names. A loop is
 * about those of copy 0; the others can repeat them. */
void v_write_skeleton(struct v_builder *b, const struct v_certificate *c, const struct v_block *k) {
  for (uint32_t copy = 0; copy < k->copies; copy++) {
    arena_step(b, c, k, copy);
    v_unit(b, copy, 1, k->G);
  }
  uint64_t p = v_extra(b);
  for (size_t m = 0; m < k->kinds.size; m++) {
    bool has_case = k->kinds.at[m] == SIDE || k->kinds.at[m] == END;
    if (has_case) skeleton_case(b, k, m, p);
    if (k->kinds.at[m] < END) p = narrow(b, k, m, p, k->copies);
  }
  if (k->is_loop) loop_cases(b, k, p);
}

/* --- The facts --- */
/* An obligation about the last block. */
static void oblige(struct v_reader *r, uint32_t v, bool skeleton, const char *meaning) {
  struct v_obligation *o = v_oblige(r, r->view.is_system ? "EG upper" : "E upper", meaning, v);
  o->block = (uint32_t)r->c->blocks.size - 1;
  o->is_skeleton = skeleton;
}

/* Block `number` of node v: both obligations; behind the arguments of a gate !G. */
static bool block(struct v_reader *r, uint32_t v, uint32_t P, uint32_t number) {
  struct v_certificate *c = r->c;
  V_ADD(&c->blocks, (struct v_block){.P = P, .C = r->view.C, .number = number});
  struct v_block *k = &c->blocks.at[c->blocks.size - 1];
  k->fairness = (uint32_t)r->view.fairness.size;
  k->before = r->view.before;
  if (!read_block(r, k)) return false;
  v_push(&r->arguments, k->G ^ 1);
  oblige(r, v, false, "the region is closed, walls are crossed one way");
  oblige(r, v, true,
         k->is_loop ? "no fair loop closes within the walls" : "no fair skeleton within the walls");
  return true;
}

/* All blocks; in r->arguments `first` and !G_1 .. !G_n */
static bool blocks(struct v_reader *r, uint32_t v, uint32_t P, uint32_t first, uint32_t n) {
  r->arguments.size = 0;
  v_push(&r->arguments, first);
  for (uint32_t k = 0; k < n; k++)
    if (!block(r, v, P, k)) return false;
  return true;
}

bool v_upper_eg(struct v_reader *r, uint32_t v, uint32_t *Q) {
  uint32_t P = r->c->upper[r->s->formula.nodes[v].left];
  uint32_t n;
  if (!v_last_count(r, &n) || !blocks(r, v, P, P, n)) return false;
  *Q = v_conjunction(r); /* and(P, !G_1, .., !G_n) */
  return true;
}

/* The blocks; then R & sat(p) & !G_1 & .. & !G_n & !Q */
bool v_upper_e(struct v_reader *r, uint32_t v, uint32_t *Q) {
  uint32_t n;
  if (!v_predicate(r, Q) || !v_last_count(r, &n)) return false;
  v_view_of(r, v, r->c->upper);
  if (r->version >= 6) v_raise_flags(r, r->s->states.size);
  if (!blocks(r, v, 1, r->view.sat, n)) return false;
  v_push(&r->arguments, *Q ^ 1);
  v_system_view(r);
  v_oblige_within(r, "E upper", "promises that are kept outside of all blocks are made in Q", v);
  v_case(r->b);
  for (size_t k = 0; k < r->arguments.size; k++) v_unit(r->b, 0, 0, r->arguments.at[k]);
  return true;
}
