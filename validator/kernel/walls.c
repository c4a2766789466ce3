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

#include "validator/kernel/rules.h"

enum step_kind { WALL, DEAD, UNBORN, SIDE, END };
static const char *const step_names[] = {"wall", "dead", "unborn", "side", "end"};

/* --- Reading --- */
/* "[ <fairness number> ..]" */
static bool fairness_numbers(struct v_reader *r) {
  while (!v_at(&r->text, '\n')) {
    uint32_t j;
    if (!v_count(r, &j)) return false;
    if (j >= r->s->states.size) return v_expected(&r->text, "a fairness number before here");
    v_push(&r->c->walls.fair, j);
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
static bool remember_wall(struct v_reader *r, enum step_kind kind, uint32_t literal) {
  uint32_t *wall = v_map_at(&r->seen, (uint64_t)1 << 32 | literal / 2); /* above all variables */
  if (kind == WALL) *wall = r->serial;
  if (kind == SIDE && *wall != r->serial)
    return v_expected(&r->text, "the side of an earlier wall of this block");
  return true;
}

/* "wall <W>", "dead <D>", "unborn <D>", "side <W> fair <J ..>"; last "end fair <J ..>" */
static bool step(struct v_reader *r, bool last) {
  struct v_text *t = &r->text;
  struct v_walls *w = &r->c->walls;
  enum step_kind kind = last ? END : kind_here(t);
  uint32_t literal = 0;
  if (kind == END && !last) return v_expected(t, "wall, dead, unborn or side");
  if (!v_word(t, step_names[kind])) return false;
  if (kind != END && !v_predicate(r, &literal)) return false;
  if (!remember_wall(r, kind, literal)) return false;
  v_push(&w->kinds, kind);
  v_push(&w->literals, literal);
  if (kind == SIDE || kind == END) {
    if (!v_blank(t) || !v_word(t, "fair") || !fairness_numbers(r)) return false;
  }
  v_push(&w->fair_start, (uint32_t)w->fair.size);
  return v_eol(t);
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a;
  uint32_t y = *(const uint32_t *)b;
  if (x == y) return 0;
  return x < y ? -1 : 1;
}

/* A copy for each fairness that the steps from `first` on name, in order of their numbers. */
static uint32_t number_copies(struct v_walls *w, uint32_t first) {
  size_t from = w->copies.size;
  for (size_t k = w->fair_start.at[first]; k < w->fair.size; k++) v_push(&w->copies, w->fair.at[k]);
  size_t count = w->copies.size - from;
  if (count == 0) return 0;
  uint32_t *names = w->copies.at + from;
  qsort(names, count, sizeof *names, compare);
  size_t kept = 1;
  for (size_t k = 1; k < count; k++) {
    if (names[k] == names[kept - 1]) continue;
    names[kept] = names[k];
    kept++;
  }
  w->copies.size = from + kept;
  return (uint32_t)kept;
}

/* "block <G> <steps>", the steps and the end. `block` is the one before it, or has no regions. */
static bool read_block(struct v_reader *r, struct v_block *block) {
  struct v_text *t = &r->text;
  struct v_walls *w = &r->c->walls;
  uint32_t G, steps;
  if (!v_word(t, "block") || !v_predicate(r, &G) || !v_count(r, &steps) || !v_eol(t)) return false;
  v_push(&w->regions, G);
  block->regions++;
  block->first_step = (uint32_t)w->kinds.size;
  block->first_copy = (uint32_t)w->copies.size;
  r->serial++;
  for (uint32_t m = 0; m < steps; m++)
    if (!step(r, false)) return false;
  if (!step(r, true)) return false;
  block->steps = steps + 1;
  block->named = number_copies(w, block->first_step);
  return true;
}

/* --- Stating --- */
/* A block, and the obligation about it that is stated. */
struct block {
  struct v_builder *b;
  uint32_t R, P, C;
  const uint32_t *regions; /* G_1 .. G_k */
  uint32_t num_regions;
  uint32_t G;                       /* G_k */
  const uint32_t *kinds, *literals; /* of the steps; the last one is END */
  const uint32_t *fair, *fair_start;
  const uint32_t *named; /* the fairness of each copy */
  uint32_t num_named, copies;
};

static struct block block_of(struct v_builder *b, const struct v_certificate *c,
                             const struct v_block *from) {
  const struct v_walls *w = &c->walls;
  return (struct block){.b = b,
                        .R = c->invariant,
                        .P = from->P,
                        .C = b->system->constraint,
                        .regions = w->regions.at + from->first_region,
                        .num_regions = from->regions,
                        .G = w->regions.at[from->first_region + from->regions - 1],
                        .kinds = w->kinds.at + from->first_step,
                        .literals = w->literals.at + from->first_step,
                        .fair = w->fair.at,
                        .fair_start = w->fair_start.at + from->first_step,
                        .named = from->named > 0 ? w->copies.at + from->first_copy : NULL,
                        .num_named = from->named,
                        .copies = v_copies(from)};
}

/* A = R & P & !G_1 & .. & !G_(k-1), in one frame of one copy */
static void arena(const struct block *k, uint32_t copy, uint32_t frame) {
  v_unit(k->b, copy, frame, k->R);
  v_unit(k->b, copy, frame, k->P);
  for (uint32_t n = 0; n + 1 < k->num_regions; n++) v_unit(k->b, copy, frame, k->regions[n] ^ 1);
}

static void imply(struct v_builder *b, uint64_t p, uint64_t x) {
  uint64_t clause[] = {p ^ 1, x};
  v_clause(b, clause, 2);
}

static void imply_either(struct v_builder *b, uint64_t p, uint64_t x, uint64_t y) {
  uint64_t clause[] = {p ^ 1, x, y};
  v_clause(b, clause, 3);
}

/* A new prefix variable p that implies the one before it and what step m demands of E from now on,
 * in every copy: wall: W <-> W(N), and W(y_0) <-> W(y_c);  dead, unborn: !D & !D(N);  side: !W &
 * !W(N) */
static uint64_t narrow(const struct block *k, uint32_t m, uint64_t before, uint32_t copies) {
  struct v_builder *b = k->b;
  uint64_t p = v_extra(b);
  uint64_t first = v_framed(b->system, 0, 0, k->literals[m]);
  v_context(b);
  imply(b, p, before);
  for (uint32_t copy = 0; copy < copies; copy++) {
    uint64_t W = v_framed(b->system, copy, 0, k->literals[m]);
    uint64_t WN = v_framed(b->system, copy, 1, k->literals[m]);
    if (k->kinds[m] != WALL) {
      imply(b, p, W ^ 1);
      imply(b, p, WN ^ 1);
      continue;
    }
    imply_either(b, p, W ^ 1, WN);
    imply_either(b, p, W, WN ^ 1);
    if (copy == 0) continue;
    imply_either(b, p, first, W ^ 1);
    imply_either(b, p, first ^ 1, W);
  }
  return p;
}

/* wall: E & W & !W(N);  dead: E & D;  unborn: E & D(N);  E is p */
static void wall_case(const struct block *k, uint32_t m, uint64_t p) {
  enum step_kind kind = (enum step_kind)k->kinds[m];
  v_case(k->b);
  v_clause(k->b, &p, 1);
  if (kind == WALL || kind == DEAD) v_unit(k->b, 0, 0, k->literals[m]);
  if (kind == WALL) v_unit(k->b, 0, 1, k->literals[m] ^ 1);
  if (kind == UNBORN) v_unit(k->b, 0, 1, k->literals[m]);
}

/* X & C & A(N) & !G_k(N), and the cases of the steps */
void v_state_walls(struct v_builder *b, const struct v_certificate *c, const struct v_block *from) {
  struct block k = block_of(b, c, from);
  arena(&k, 0, 0);
  v_unit(b, 0, 0, k.G);
  v_unit(b, 0, 0, k.C);
  arena(&k, 0, 1);
  v_case(b);
  v_unit(b, 0, 1, k.G ^ 1);
  if (k.kinds[0] == END) return;
  v_context(b);
  uint64_t p = v_extra(b);
  imply(b, p, v_framed(b->system, 0, 1, k.G));
  for (uint32_t m = 0; k.kinds[m] != END; m++) {
    if (k.kinds[m] != SIDE) wall_case(&k, m, p);
    p = narrow(&k, m, p, 1);
  }
}

static uint32_t copy_of(const struct block *k, uint32_t j) {
  const uint32_t *at = bsearch(&j, k->named, k->num_named, sizeof j, compare);
  return (uint32_t)(at - k->named);
}

/* side: E & W(y_c) for every copy & B_j(y_j) for j in J;  end: E & B_j(y_j) for j in J */
static void skeleton_case(const struct block *k, uint32_t m, uint64_t p) {
  const struct v_list *states = &k->b->system->states;
  v_case(k->b);
  v_clause(k->b, &p, 1);
  if (k->kinds[m] == SIDE)
    for (uint32_t copy = 0; copy < k->copies; copy++) v_unit(k->b, copy, 0, k->literals[m]);
  for (uint32_t n = k->fair_start[m]; n < k->fair_start[m + 1]; n++)
    v_unit(k->b, copy_of(k, k->fair[n]), 0, states->at[k->fair[n]]);
}

/* Copies of E-steps that agree on every wall, one for each fairness that the block names. */
void v_state_skeleton(struct v_builder *b, const struct v_certificate *c,
                      const struct v_block *from) {
  struct block k = block_of(b, c, from);
  for (uint32_t copy = 0; copy < k.copies; copy++) {
    arena(&k, copy, 0);
    v_unit(b, copy, 0, k.G);
    v_unit(b, copy, 0, k.C);
    arena(&k, copy, 1);
    v_unit(b, copy, 1, k.G);
  }
  uint64_t p = v_extra(b);
  for (uint32_t m = 0; m < from->steps; m++) {
    bool has_case = k.kinds[m] == SIDE || k.kinds[m] == END;
    if (has_case) skeleton_case(&k, m, p);
    if (k.kinds[m] != END) p = narrow(&k, m, p, k.copies);
  }
}

/* --- The fact --- */
/* Both obligations of block number k of node v. */
static void oblige(struct v_reader *r, const struct v_block *block, uint32_t v, uint32_t k) {
  struct v_walls *w = &r->c->walls;
  w->blocks = v_grow(w->blocks, w->num_blocks, &w->capacity, sizeof *w->blocks);
  w->blocks[w->num_blocks] = *block;
  struct v_obligation *o =
      v_oblige(r, "EG upper", "the region is closed, walls are crossed one way", v, k);
  o->state = v_state_walls;
  o->place = (uint32_t)w->num_blocks;
  o = v_oblige(r, "EG upper", "no fair skeleton within the walls", v, k);
  o->state = v_state_skeleton;
  o->place = (uint32_t)w->num_blocks;
  w->num_blocks++;
}

/* and(P, !G_1, .., !G_n) */
static uint32_t outside(struct v_reader *r, const struct v_block *last) {
  const struct v_list *regions = &r->c->walls.regions;
  struct v_list arguments = {0};
  v_push(&arguments, last->P);
  for (size_t k = last->first_region; k < regions->size; k++)
    v_push(&arguments, regions->at[k] ^ 1);
  uint32_t literal = v_add_gate(r->s, arguments.at, arguments.size);
  v_list_free(&arguments);
  return literal;
}

bool v_upper_eg(struct v_reader *r, uint32_t v, uint32_t *Q) {
  struct v_walls *w = &r->c->walls;
  struct v_block block = {.P = r->c->upper[r->s->nodes[v].left]};
  uint32_t blocks;
  if (!v_count(r, &blocks) || !v_eol(&r->text)) return false;
  if (w->fair_start.size == 0) v_push(&w->fair_start, 0);
  block.first_region = (uint32_t)w->regions.size;
  for (uint32_t k = 0; k < blocks; k++) {
    if (!read_block(r, &block)) return false;
    oblige(r, &block, v, k);
  }
  *Q = outside(r, &block);
  return true;
}
