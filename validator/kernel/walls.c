/* A block narrows the allowed steps inside a region, T, to the steps E that a fair path which stays
 * there could take for ever. What the steps of the block demand of E is gathered in prefix
 * variables: p_m implies all that the first m steps demand. So every case contains the demands
 * before it as one literal, and the clauses of a block grow with its length, not with its square.
 *
 * Example: block G with the steps "wall W", "dead D", "end fair 0", without earlier blocks. The
 * walls obligation (x is the state, x' after the step; s_k selects case k):
 *
 *     R(x) P(x) G(x) C  R(x') P(x')      units: a step within the arena that starts in G
 *     -s1 -G(x')                         case 1: it leaves G
 *     -p0 G(x')                          p0: a step from G to G
 *     -s2 p0   -s2 W(x)   -s2 -W(x')     case 2: such a step crosses the wall
 *     -p1 p0   -p1 -W(x) W(x')   -p1 W(x) -W(x')      p1: and stays on its side of W
 *     -s3 p1   -s3 D(x)                  case 3: such a step leaves a state of D
 *     -p2 p1   -p2 -D(x)   -p2 -D(x')    p2: and has nothing to do with D
 *     s1 s2 s3
 *
 * The skeleton obligation has one copy (x_0, x_0') for fairness 0, with G after the step as a unit,
 * the same p0, p1, p2 (p0 without demands), and one case: p2 and B_0(x_0). With "end fair 0 1"
 * there are two copies, every demand is stated for both, and p1 also has W(x_0) <-> W(x_1). */
#include "validator/kernel/walls.h"

#include "validator/kernel/limits.h"
#include "validator/kernel/rules.h"

enum step_kind { WALL, DEAD, UNBORN, SIDE, END };
static const char *const step_names[] = {"wall", "dead", "unborn", "side", "end"};

struct block {
  uint32_t P;
  uint32_t serial;                /* of this block, for its walls in r->seen */
  struct v_list regions;          /* G_1 .. G_k */
  struct v_list kinds, literals;  /* of the steps; the last one is END */
  struct v_list fair, fair_start; /* J of step m is fair[fair_start[m] .. fair_start[m+1]) */
  uint32_t *copy_of;              /* per fairness that the block names: its copy */
  uint32_t named;                 /* how many fairnesses it names */
  uint32_t copies;                /* .. or one, if it names none */
};

static uint32_t region_of(const struct block *b) { return b->regions.at[b->regions.size - 1]; }

/* --- Reading --- */
/* "[ <fairness number> ..]" */
static bool fairness_numbers(struct v_reader *r, struct block *b) {
  while (!v_at(&r->text, '\n')) {
    uint32_t j;
    if (!v_count(r, &j)) return false;
    if (j >= r->s->states.size) return v_expected(&r->text, "a fairness number before here");
    v_push(&b->fair, j);
  }
  return true;
}

/* The kind of the step at hand; END if it is none of the others. */
static enum step_kind kind_here(const struct v_text *t) {
  unsigned kind = WALL;
  while (kind < END && !v_at_word(t, step_names[kind])) kind++;
  return (enum step_kind)kind;
}

/* A wall is remembered; a side must be one of an earlier wall of this block, else the rule is
 * unsound: "on side W" would not be all or nothing. */
static bool remember_wall(struct v_reader *r, const struct block *b, enum step_kind kind,
                          uint32_t literal) {
  uint32_t *wall = v_map_at(&r->seen, (uint64_t)1 << 32 | literal / 2); /* above all variables */
  if (kind == WALL) *wall = b->serial;
  if (kind == SIDE && *wall != b->serial)
    return v_expected(&r->text, "the side of an earlier wall of this block");
  return true;
}

/* "wall <W>", "dead <D>", "unborn <D>", "side <W> fair <J ..>"; last "end fair <J ..>" */
static bool step(struct v_reader *r, struct block *b, bool last) {
  struct v_text *t = &r->text;
  enum step_kind kind = last ? END : kind_here(t);
  uint32_t literal = 0;
  if (kind == END && !last) return v_expected(t, "wall, dead, unborn or side");
  if (!v_word(t, step_names[kind])) return false;
  if (kind != END && !v_predicate(r, &literal)) return false;
  if (!remember_wall(r, b, kind, literal)) return false;
  v_push(&b->kinds, kind);
  v_push(&b->literals, literal);
  if (kind == SIDE || kind == END) {
    if (!v_blank(t) || !v_word(t, "fair") || !fairness_numbers(r, b)) return false;
  }
  v_push(&b->fair_start, (uint32_t)b->fair.size);
  return v_eol(t);
}

/* "block <G> <steps>", the steps and the end */
static bool read_block(struct v_reader *r, struct block *b) {
  struct v_text *t = &r->text;
  uint32_t G, steps;
  if (!v_word(t, "block") || !v_predicate(r, &G) || !v_count(r, &steps) || !v_eol(t)) return false;
  v_push(&b->regions, G);
  b->kinds.size = 0;
  b->literals.size = 0;
  b->fair.size = 0;
  b->fair_start.size = 0;
  r->serial++;
  b->serial = r->serial;
  v_push(&b->fair_start, 0);
  for (uint32_t m = 0; m < steps; m++)
    if (!step(r, b, false)) return false;
  return step(r, b, true);
}

/* --- Limits --- */
/* Adds to the literals of all chains; false if these are too many. */
static bool charge(struct v_reader *r, uint64_t literals) {
  uint64_t most = v_most(v_limit_chains, r->c->input_bytes);
  r->chains += literals;
  if (r->chains <= most) return true;
  return v_unsupported(r->text.error, "wall chains of more than %llu literals here",
                       (unsigned long long)most);
}

/* A copy for each fairness that the block names, in order of their numbers; at least one. */
static void number_copies(struct v_reader *r, struct block *b) {
  size_t fairness = r->s->states.size;
  b->copy_of = v_zeroed(fairness, sizeof *b->copy_of);
  b->named = 0;
  for (size_t k = 0; k < b->fair.size; k++) b->copy_of[b->fair.at[k]] = 1;
  for (size_t j = 0; j < fairness; j++) {
    if (b->copy_of[j] == 0) continue;
    b->copy_of[j] = b->named;
    b->named++;
  }
  b->copies = b->named > 0 ? b->named : 1;
}

/* Before anything is stated: the arenas, in two frames of every copy and of the walls obligation,
 * two per unit; the demands of every step, at most 16 per copy; the fairness. */
static bool charge_block(struct v_reader *r, const struct block *b) {
  uint64_t arenas = 4 * (b->regions.size + 3) * ((uint64_t)b->named + 2);
  uint64_t demands = 16 * b->kinds.size * ((uint64_t)b->named + 3);
  return charge(r, arenas + demands + 3 * b->fair.size);
}

/* --- Obligations --- */
/* A = R & P & !G_1 & .. & !G_(k-1), in one frame of one copy */
static void arena(struct v_reader *r, const struct block *b, uint32_t copy, uint32_t frame) {
  v_unit(r->b, copy, frame, r->c->invariant);
  v_unit(r->b, copy, frame, b->P);
  for (size_t k = 0; k + 1 < b->regions.size; k++) v_unit(r->b, copy, frame, b->regions.at[k] ^ 1);
}

static void imply(struct v_reader *r, uint64_t p, uint64_t a) {
  uint64_t clause[] = {p ^ 1, a};
  v_clause(r->b, clause, 2);
}

static void imply_either(struct v_reader *r, uint64_t p, uint64_t a, uint64_t b) {
  uint64_t clause[] = {p ^ 1, a, b};
  v_clause(r->b, clause, 3);
}

/* A new prefix variable p that implies the one before it and what step m demands of E from now on,
 * in every copy: wall: W <-> W(N), and W(y_0) <-> W(y_c);  dead, unborn: !D & !D(N);  side: !W &
 * !W(N) */
static uint64_t narrow(struct v_reader *r, const struct block *b, size_t m, uint64_t before,
                       uint32_t copies) {
  uint64_t p = v_extra(r->b);
  uint32_t literal = b->literals.at[m];
  uint64_t first = v_framed(r->s, 0, 0, literal);
  v_context(r->b);
  imply(r, p, before);
  for (uint32_t copy = 0; copy < copies; copy++) {
    uint64_t W = v_framed(r->s, copy, 0, literal);
    uint64_t WN = v_framed(r->s, copy, 1, literal);
    if (b->kinds.at[m] != WALL) {
      imply(r, p, W ^ 1);
      imply(r, p, WN ^ 1);
      continue;
    }
    imply_either(r, p, W ^ 1, WN);
    imply_either(r, p, W, WN ^ 1);
    if (copy == 0) continue;
    imply_either(r, p, first, W ^ 1);
    imply_either(r, p, first ^ 1, W);
  }
  return p;
}

/* wall: E & W & !W(N);  dead: E & D;  unborn: E & D(N);  E is p */
static void wall_case(struct v_reader *r, enum step_kind kind, uint32_t literal, uint64_t p) {
  v_case(r->b);
  v_clause(r->b, &p, 1);
  if (kind == WALL || kind == DEAD) v_now(r, literal);
  if (kind == WALL) v_after(r, literal ^ 1);
  if (kind == UNBORN) v_after(r, literal);
}

/* X & C & A(N) & !G_k(N), and the cases of the steps */
static void walls(struct v_reader *r, const struct block *b) {
  uint32_t G = region_of(b);
  arena(r, b, 0, 0);
  v_now(r, G);
  v_now(r, r->s->constraint);
  arena(r, b, 0, 1);
  v_case(r->b);
  v_after(r, G ^ 1);
  if (b->kinds.size == 1) return; /* only the end */
  v_context(r->b);
  uint64_t p = v_extra(r->b);
  imply(r, p, v_framed(r->s, 0, 1, G));
  for (size_t m = 0; b->kinds.at[m] != END; m++) {
    enum step_kind kind = (enum step_kind)b->kinds.at[m];
    if (kind != SIDE) wall_case(r, kind, b->literals.at[m], p);
    p = narrow(r, b, m, p, 1);
  }
}

/* side: E & W(y_c) for every copy & B_j(y_j) for j in J;  end: E & B_j(y_j) for j in J */
static void skeleton_case(struct v_reader *r, const struct block *b, size_t m, uint64_t p) {
  v_case(r->b);
  v_clause(r->b, &p, 1);
  if (b->kinds.at[m] == SIDE)
    for (uint32_t copy = 0; copy < b->copies; copy++) v_unit(r->b, copy, 0, b->literals.at[m]);
  for (uint32_t n = b->fair_start.at[m]; n < b->fair_start.at[m + 1]; n++) {
    uint32_t j = b->fair.at[n];
    v_unit(r->b, b->copy_of[j], 0, r->s->states.at[j]);
  }
}

/* Copies of E-steps that agree on every wall, one for each fairness that the block names. */
static void skeleton(struct v_reader *r, const struct block *b) {
  for (uint32_t copy = 0; copy < b->copies; copy++) {
    arena(r, b, copy, 0);
    v_unit(r->b, copy, 0, region_of(b));
    v_unit(r->b, copy, 0, r->s->constraint);
    arena(r, b, copy, 1);
    v_unit(r->b, copy, 1, region_of(b));
  }
  uint64_t p = v_extra(r->b);
  for (size_t m = 0; m < b->kinds.size; m++) {
    bool has_case = b->kinds.at[m] == SIDE || b->kinds.at[m] == END;
    if (has_case) skeleton_case(r, b, m, p);
    if (b->kinds.at[m] != END) p = narrow(r, b, m, p, b->copies);
  }
}

/* Block number k of node v: both obligations. */
static bool block(struct v_reader *r, struct block *b, uint32_t v, uint32_t k) {
  if (!read_block(r, b) || !charge(r, r->s->states.size)) return false;
  number_copies(r, b);
  bool good = charge_block(r, b);
  if (good) {
    v_oblige(r, "EG upper", "the region is closed, walls are crossed one way", v, k);
    walls(r, b);
    v_oblige(r, "EG upper", "no fair skeleton within the walls", v, k);
    skeleton(r, b);
  }
  free(b->copy_of);
  return good;
}

/* and(P, !G_1, .., !G_n) */
static uint32_t outside(struct v_reader *r, const struct block *b) {
  struct v_list arguments = {0};
  v_push(&arguments, b->P);
  for (size_t k = 0; k < b->regions.size; k++) v_push(&arguments, b->regions.at[k] ^ 1);
  uint32_t literal = v_add_gate(r->s, arguments.at, arguments.size);
  v_list_free(&arguments);
  return literal;
}

bool v_upper_eg(struct v_reader *r, uint32_t v, uint32_t *Q) {
  struct block b = {.P = r->c->upper[r->s->nodes[v].left]};
  uint32_t blocks;
  bool good = v_count(r, &blocks) && v_eol(&r->text);
  for (uint32_t k = 0; good && k < blocks; k++) good = block(r, &b, v, k);
  if (good) *Q = outside(r, &b);
  v_list_free(&b.regions);
  v_list_free(&b.kinds);
  v_list_free(&b.literals);
  v_list_free(&b.fair);
  v_list_free(&b.fair_start);
  return good;
}
