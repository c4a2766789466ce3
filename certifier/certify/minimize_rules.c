/* The obligations of docs/certificates.md, sections 3 and 4, part by part. Where a case violates a
 * conjunction, each conjunct is a query of its own. */
#include "certifier/certify/minimize_parts.h"
#include "checker/system/loop_cases.h"

static const struct fact *lower_of(const struct minimizer *m, const struct part *p) {
  return &m->evidence->facts[p->node].lower;
}

static void allowed(struct minimizer *m, size_t copy) {
  query_lit(m, copy, 0, m->system->constraint, NO_PART);
}

/* Asks the query so far together with one more literal, and takes it back. */
static void ask_with(struct minimizer *m, size_t frame, lit a) {
  size_t mark = query_mark(m);
  query_lit(m, 0, frame, a, NO_PART);
  query_ask(m);
  query_cut(m, mark);
}
/* Asks with a claim about the view of an E node in the first copy, and takes it back. */
static void ask_view_false(struct minimizer *m, size_t frame, uint32_t v, lit a) {
  const struct place place = {0, frame, LOWER_FALSE};
  size_t mark = query_mark(m);
  query_view(m, &place, v, a, NO_PART);
  query_ask(m);
  query_cut(m, mark);
}
static bool is_path(const struct minimizer *m, uint32_t v) {
  return m->core->nodes[v].op == CORE_E;
}
/* With steps of the node's view. */
static void allowed_for(struct minimizer *m, size_t copy, uint32_t v) {
  const struct place place = {copy, 0, UPPER_TRUE};
  if (is_path(m, v))
    query_view(m, &place, v, node_view(m, v)->copy.system->constraint, NO_PART);
  else
    allowed(m, copy);
}
static void ask_not_allowed(struct minimizer *m, uint32_t v) {
  if (is_path(m, v))
    ask_view_false(m, 0, v, node_view(m, v)->copy.system->constraint);
  else if (m->system->constraint != AIG_TRUE)
    ask_with(m, 0, lit_not(m->system->constraint));
}
/* Fairness j of the node's lists. */
static void ask_unfair(struct minimizer *m, size_t frame, uint32_t v, size_t j) {
  if (is_path(m, v))
    ask_view_false(m, frame, v, node_view(m, v)->copy.system->fairness[j]);
  else
    ask_with(m, frame, lit_not(m->system->fairness[j]));
}
static void push_unfair(struct minimizer *m, size_t frame, uint32_t v, size_t j) {
  const struct place place = {0, frame, LOWER_FALSE};
  if (is_path(m, v))
    query_view(m, &place, v, node_view(m, v)->copy.system->fairness[j], NO_PART);
  else
    query_lit(m, 0, frame, lit_not(m->system->fairness[j]), NO_PART);
}
/* By its number in certificates. */
static void push_fair(struct minimizer *m, size_t copy, uint32_t v, uint32_t number,
                      uint32_t part) {
  const struct place place = {copy, 0, UPPER_TRUE};
  if (!is_path(m, v)) {
    query_lit(m, copy, 0, m->system->fairness[number], part);
    return;
  }
  if (number >= m->system->num_fairness) number -= (uint32_t)core_path(m->core, v)->first_fair;
  query_view(m, &place, v, node_view(m, v)->copy.system->fairness[number], part);
}
static void ask_bound(struct minimizer *m, size_t frame, uint32_t node, enum polarity polarity) {
  size_t mark = query_mark(m);
  query_bound(m, 0, frame, node, polarity);
  query_ask(m);
  query_cut(m, mark);
}

/* The states of EU and EG satisfy the left child; E nodes have none. */
static void ask_left_false(struct minimizer *m, uint32_t v) {
  if (!is_path(m, v)) ask_bound(m, 0, m->core->nodes[v].left, LOWER_FALSE);
}

/* R & C & !c(N); of an induction R & C & !bad & !c(N) */
static void justify_invariant(struct minimizer *m, const struct part *p) {
  query_start(m);
  query_invariant(m, 0, 0);
  allowed(m, 0);
  if (m->evidence->back > 0) query_lit(m, 0, 0, lit_not(m->bad), NO_PART);
  query_lit(m, 0, 1, lit_not(p->predicate), NO_PART);
  query_ask(m);
}

/* E: R & sat(p) & !G_1 & .. & !G_n & !q */
static void justify_upper_e(struct minimizer *m, const struct part *p) {
  const struct fact *upper = &m->evidence->facts[p->node].upper;
  const struct place place = {0, 0, UPPER_TRUE};
  query_start(m);
  query_invariant(m, 0, 0);
  query_lit(m, 0, 0, lit_not(p->predicate), NO_PART);
  query_view(m, &place, p->node, node_view(m, p->node)->psi, NO_PART);
  for (uint32_t k = 0; k < upper->num_blocks; k++)
    query_lit(m, 0, 0, lit_not(upper->blocks[k].closed), m->nodes[p->node].blocks.first + k);
  query_ask(m);
}

/* EX: R & C & P(N) & !q.  EU: R & S & !q;  R & P & C & Q(N) & !q */
static void justify_upper(struct minimizer *m, const struct part *p) {
  const struct core_node *node = &m->core->nodes[p->node];
  if (node->op == CORE_E) {
    justify_upper_e(m, p);
    return;
  }
  query_start(m);
  query_invariant(m, 0, 0);
  query_lit(m, 0, 0, lit_not(p->predicate), NO_PART);
  if (node->op == CORE_EX) {
    allowed(m, 0);
    ask_bound(m, 1, node->left, UPPER_TRUE);
    return;
  }
  ask_bound(m, 0, node->right, UPPER_TRUE);
  allowed(m, 0);
  struct span upper = m->nodes[p->node].upper;
  for (uint32_t k = 0; k < upper.count; k++)
    query_lit(m, 0, 1, m->parts[upper.first + k].predicate, upper.first + k);
  ask_bound(m, 0, node->left, UPPER_TRUE);
}

static void push_not_guards(struct minimizer *m, size_t frame, const struct choices *choices,
                            size_t count, struct span parts) {
  for (uint32_t k = 0; k < count; k++)
    query_lit(m, 0, frame, lit_not(choices->at[k].guard), parts.first + k);
}

/* EX lower: R & Q & !g_1 & .. */
static void justify_lower(struct minimizer *m, const struct part *p) {
  const struct fact *lower = lower_of(m, p);
  query_start(m);
  query_invariant(m, 0, 0);
  query_lit(m, 0, 0, lower->predicate, NO_PART);
  push_not_guards(m, 0, &lower->ranks, lower->ranks.size, m->nodes[p->node].ranks);
  query_ask(m);
}

/* The state is outside E_0 of a list. */
static void push_not_base(struct minimizer *m, size_t frame, uint32_t v) {
  const struct fact *lower = &m->evidence->facts[v].lower;
  const struct node_parts *parts = &m->nodes[v];
  if (m->core->nodes[v].op == CORE_EU) {
    query_bound(m, 0, frame, m->core->nodes[v].right, LOWER_FALSE);
    return;
  }
  for (uint32_t k = 0; k < lower->num_lassos; k++)
    for (size_t t = 0; t < lower->lassos[k].steps.size; t++)
      query_lit(m, 0, frame, lit_not(lower->lassos[k].steps.at[t].guard), parts->lassos.first + k);
  if (lower->has_region) query_lit(m, 0, frame, lit_not(lower->region.inside), parts->region);
}

/* EX choice: R & Q & g & j & !(C & P(N)).  EU, EG entry: R & g & !E & j & !(P & C & E(N)) */
static void justify_rank(struct minimizer *m, const struct part *p) {
  const struct fact *lower = lower_of(m, p);
  const struct core_node *node = &m->core->nodes[p->node];
  const struct choice *choice = &lower->ranks.at[p->index];
  query_start(m);
  query_invariant(m, 0, 0);
  query_lit(m, 0, 0, choice->guard, NO_PART);
  query_inputs(m, choice);
  if (node->op == CORE_EX) {
    query_lit(m, 0, 0, lower->predicate, NO_PART);
    ask_not_allowed(m, p->node);
    ask_bound(m, 1, node->left, LOWER_FALSE);
    return;
  }
  push_not_base(m, 0, p->node);
  push_not_guards(m, 0, &lower->ranks, p->index, m->nodes[p->node].ranks);
  ask_left_false(m, p->node);
  ask_not_allowed(m, p->node);
  push_not_base(m, 1, p->node);
  push_not_guards(m, 1, &lower->ranks, p->index, m->nodes[p->node].ranks);
  query_ask(m);
}

/* For each t: R & c_t & j_t & !(P & C & c_(t+1)(N));  for each fairness: R & c_t & !B_j */
static void justify_lasso(struct minimizer *m, const struct part *p) {
  const struct lasso *lasso = &lower_of(m, p)->lassos[p->index];
  for (size_t t = 0; t < lasso->steps.size; t++) {
    query_start(m);
    query_invariant(m, 0, 0);
    query_lit(m, 0, 0, lasso->steps.at[t].guard, NO_PART);
    for (size_t j = 0; j < lasso->at.size; j++)
      if (lasso->at.at[j] == t) ask_unfair(m, 0, p->node, j);
    query_inputs(m, &lasso->steps.at[t]);
    ask_left_false(m, p->node);
    ask_not_allowed(m, p->node);
    ask_with(m, 1, lit_not(lasso->steps.at[(t + 1) % lasso->steps.size].guard));
  }
}

/* R & K & !P;  R & K & !g_1 & ..;  for each fairness: R & K & !E_n */
static void justify_region(struct minimizer *m, const struct part *p) {
  const struct region *region = &lower_of(m, p)->region;
  const struct node_parts *parts = &m->nodes[p->node];
  query_start(m);
  query_invariant(m, 0, 0);
  query_lit(m, 0, 0, region->inside, NO_PART);
  size_t mark = query_mark(m);
  ask_left_false(m, p->node);
  push_not_guards(m, 0, &region->choices, region->choices.size, parts->stays);
  query_ask(m);
  for (size_t j = 0; j < region->num_covers; j++) {
    query_cut(m, mark);
    push_not_guards(m, 0, &region->covers[j], region->covers[j].size, parts->covers[j]);
    ask_unfair(m, 0, p->node, j);
  }
}

/* R & K & g & j & !(C & K(N)) */
static void justify_stay(struct minimizer *m, const struct part *p) {
  const struct region *region = &lower_of(m, p)->region;
  query_start(m);
  query_invariant(m, 0, 0);
  query_lit(m, 0, 0, region->inside, NO_PART);
  query_lit(m, 0, 0, region->choices.at[p->index].guard, NO_PART);
  query_inputs(m, &region->choices.at[p->index]);
  ask_not_allowed(m, p->node);
  ask_with(m, 1, lit_not(region->inside));
}

/* R & K & g & !E & j & !(C & K(N) & E(N)) with E_0 = B_j */
static void justify_cover(struct minimizer *m, const struct part *p) {
  const struct region *region = &lower_of(m, p)->region;
  const struct choices *list = &region->covers[p->outer];
  struct span parts = m->nodes[p->node].covers[p->outer];
  query_start(m);
  query_invariant(m, 0, 0);
  query_lit(m, 0, 0, region->inside, NO_PART);
  query_lit(m, 0, 0, list->at[p->index].guard, NO_PART);
  query_inputs(m, &list->at[p->index]);
  push_unfair(m, 0, p->node, p->outer);
  push_not_guards(m, 0, list, p->index, parts);
  ask_not_allowed(m, p->node);
  ask_with(m, 1, lit_not(region->inside));
  push_not_guards(m, 1, list, p->index, parts);
  ask_unfair(m, 1, p->node, p->outer);
}

/* R & g & v & !(sat(p) & E_n); the bound is what the guards add up to, so they need not say Q. */
static void justify_from(struct minimizer *m, const struct part *p) {
  const struct fact *lower = lower_of(m, p);
  query_start(m);
  query_invariant(m, 0, 0);
  query_lit(m, 0, 0, lower->from.at[p->index].guard, NO_PART);
  query_inputs(m, &lower->from.at[p->index]);
  ask_view_false(m, 0, p->node, node_view(m, p->node)->psi);
  push_not_base(m, 0, p->node);
  push_not_guards(m, 0, &lower->ranks, lower->ranks.size, m->nodes[p->node].ranks);
  query_ask(m);
}

/* ---- blocks ---- */

static const struct block *block_of(const struct minimizer *m, uint32_t v, uint32_t k) {
  return &m->evidence->facts[v].upper.blocks[k];
}

/* R & P & !G_1 & .. & !G_(k-1) in a frame */
static void push_arena(struct minimizer *m, size_t copy, size_t frame, uint32_t v, uint32_t k) {
  query_invariant(m, copy, frame);
  if (!is_path(m, v)) query_bound(m, copy, frame, m->core->nodes[v].left, UPPER_TRUE);
  for (uint32_t b = 0; b < k; b++)
    query_lit(m, copy, frame, lit_not(block_of(m, v, b)->closed), m->nodes[v].blocks.first + b);
}

static void push_inside(struct minimizer *m, size_t copy, size_t frame, uint32_t v, uint32_t k) {
  struct span inside = m->nodes[v].block[k].inside;
  for (uint32_t c = 0; c < inside.count; c++)
    query_lit(m, copy, frame, m->parts[inside.first + c].predicate, inside.first + c);
}

/* A & G_k & C & A(N) & !G_k(N), for one conjunct of G_k */
static void justify_inside(struct minimizer *m, const struct part *p) {
  query_start(m);
  push_arena(m, 0, 0, p->node, p->outer);
  push_inside(m, 0, 0, p->node, p->outer);
  allowed_for(m, 0, p->node);
  push_arena(m, 0, 1, p->node, p->outer);
  query_lit(m, 0, 1, lit_not(p->predicate), NO_PART);
  query_ask(m);
}

/* A step from X to X. */
static void push_step(struct minimizer *m, size_t copy, uint32_t v, uint32_t k) {
  for (size_t frame = 0; frame < 2; frame++) {
    push_arena(m, copy, frame, v, k);
    push_inside(m, copy, frame, v, k);
  }
  allowed_for(m, copy, v);
}

/* What the first `count` steps of the chain demand of a copy; with other copies, that walls agree.
 */
static void push_demands(struct minimizer *m, size_t copy, uint32_t v, uint32_t k, uint32_t count) {
  const struct block *block = block_of(m, v, k);
  for (uint32_t s = 0; s < count; s++) {
    uint32_t part = m->nodes[v].block[k].steps.first + s;
    int now = cnf_of(m, copy, 0, block->steps[s].predicate),
        then = cnf_of(m, copy, 1, block->steps[s].predicate);
    if (block->steps[s].kind != CHAIN_WALL) {
      query_cnf(m, -now, part);
      query_cnf(m, -then, part);
      continue;
    }
    query_cnf(m, cnf_iff(m, now, then), part);
    if (copy > 0) query_cnf(m, cnf_iff(m, now, cnf_of(m, 0, 0, block->steps[s].predicate)), part);
  }
}

/* The skeleton query after `count` steps over J; `side` is true in every copy. */
static void ask_skeleton(struct minimizer *m, uint32_t v, uint32_t k, uint32_t count,
                         const struct lits *fair, struct span fair_parts, lit side) {
  size_t copies = fair->size ? fair->size : 1;
  query_start(m);
  for (size_t c = 0; c < copies; c++) {
    push_step(m, c, v, k);
    push_demands(m, c, v, k, count);
    query_lit(m, c, 0, side, NO_PART);
    if (fair->size) push_fair(m, c, v, fair->at[c], fair_parts.first + (uint32_t)c);
  }
  query_ask(m);
}

/* A side is admitted only behind a wall of the same block. */
static void need_wall(struct minimizer *m, const struct part *p) {
  const struct block *block = block_of(m, p->node, p->outer);
  uint32_t first = m->nodes[p->node].block[p->outer].steps.first, found = NO_PART;
  for (uint32_t s = 0; s < p->index; s++) {
    if (block->steps[s].kind != CHAIN_WALL ||
        lit_node(block->steps[s].predicate) != lit_node(block->steps[p->index].predicate))
      continue;
    if (found == NO_PART || m->parts[first + s].needed) found = first + s;
  }
  part_need(m, found);
}

/* wall: E & W & !W(N);  dead: E & D;  unborn: E & D(N);  side: skeleton query with W in every copy
 */
static void justify_step(struct minimizer *m, const struct part *p) {
  const struct chain_step *step = &block_of(m, p->node, p->outer)->steps[p->index];
  if (step->kind == CHAIN_SIDE) {
    need_wall(m, p);
    ask_skeleton(m, p->node, p->outer, p->index, &step->fair,
                 m->nodes[p->node].block[p->outer].sides[p->index], step->predicate);
    return;
  }
  query_start(m);
  push_step(m, 0, p->node, p->outer);
  push_demands(m, 0, p->node, p->outer, p->index);
  query_lit(m, 0, step->kind == CHAIN_UNBORN ? 1 : 0, step->predicate, NO_PART);
  if (step->kind == CHAIN_WALL) query_lit(m, 0, 1, lit_not(step->predicate), NO_PART);
  query_ask(m);
}

/* start: E & !V(N) with s = y, f = 0;  step: E & V & !V(N);  close: E & V with s = y, f = 1 */
static void ask_loop(struct minimizer *m, uint32_t v, uint32_t k) {
  const struct block *block = block_of(m, v, k);
  query_start(m);
  push_step(m, 0, v, k);
  push_demands(m, 0, v, k, (uint32_t)block->num_steps);
  struct loop_cases cases = loop_cases(&m->copies[0].unroll, block);
  const int violated[] = {cases.start, cases.step, cases.close};
  size_t mark = query_mark(m);
  for (size_t c = 0; c < 3; c++) {
    query_cnf(m, violated[c], NO_PART);
    query_ask(m);
    query_cut(m, mark);
  }
}

static void justify_block(struct minimizer *m, const struct part *p) {
  const struct block *block = block_of(m, p->node, p->index);
  if (block->has_loop) {
    ask_loop(m, p->node, p->index);
    return;
  }
  ask_skeleton(m, p->node, p->index, (uint32_t)block->num_steps, &block->end_fair,
               m->nodes[p->node].block[p->index].end, AIG_TRUE);
}

void justify(struct minimizer *m, uint32_t number) {
  struct part part = m->parts[number]; /* a copy: nothing moves under our feet */
  switch (part.kind) {
  case PART_INVARIANT: justify_invariant(m, &part); break;
  case PART_UPPER: justify_upper(m, &part); break;
  case PART_LOWER: justify_lower(m, &part); break;
  case PART_RANK: justify_rank(m, &part); break;
  case PART_LASSO: justify_lasso(m, &part); break;
  case PART_REGION: justify_region(m, &part); break;
  case PART_STAY: justify_stay(m, &part); break;
  case PART_COVER: justify_cover(m, &part); break;
  case PART_FROM: justify_from(m, &part); break;
  case PART_BLOCK: justify_block(m, &part); break;
  case PART_INSIDE: justify_inside(m, &part); break;
  case PART_STEP: justify_step(m, &part); break;
  case PART_FAIR: break; /* it rests on nothing */
  }
}
