/* What an answer of the copy says about the nodes of the formula. */
#include "checker/ctl/generalize.h"
#include "checker/portfolio/response_parts.h"

#include <assert.h>

/* --- no path ---------------------------------------------------------------------------------- */

/* The fairness numbers without that of the copy, which every state at EG p satisfies. */
static void own_fairness(const struct question *q, const struct lits *fair, struct lits *out) {
  lits_clear(out);
  for (size_t k = 0; k < fair->size; k++)
    if (fair->at[k] < q->copy.original->num_fairness) lits_push(out, fair->at[k]);
}

/* V of the copy at a location: the bits of the location, their saved values and the flag of the
 * copy's fairness are constants there after every step. */
static void project_relation(const struct question *q, const struct block *found, size_t location,
                             struct block *block) {
  const struct system *original = q->copy.original;
  uint32_t flag = loop_flag(found, (uint32_t)original->num_fairness), now = loop_now(found, 0);
  block->has_loop = true;
  for (size_t k = 0; k < found->saved.size; k++)
    lits_push(&block->saved, question_project(q, found->saved.at[k], location));
  lits_append(&block->raised_by, original->fairness, original->num_fairness);
  for (size_t k = 0; k < found->relation.size; k++) {
    uint32_t a = found->relation.at[k];
    if (a == LOOP_END || a < flag)
      lits_push(&block->relation, a);
    else if (a < now)
      lits_push(&block->relation, loop_now(block, a & 1 ? AIG_FALSE : AIG_TRUE));
    else
      lits_push(&block->relation, loop_now(block, question_project(q, a - now, location)));
  }
}

/* G at EG p is closed, and what enters it from other locations steps into it: nothing steps into
 * that (unborn), and inside G the chain of the copy does the rest. */
static void exclude_eg(struct question *q, struct bounds *b, uint32_t v, lit entered,
                       const struct block *found) {
  size_t location = 0;
  while (q->locations.at[location] != 2 * v) location++;
  lit inside = question_project(q, found->closed, location);
  struct block block = {.closed = aig_or(b->aig, inside, entered)};
  struct lits fair = {0};
  lit outside = aig_and(b->aig, entered, lit_not(inside));
  if (outside != AIG_FALSE) block_step(&block, CHAIN_UNBORN, outside, NULL, 0);
  for (size_t k = 0; k < found->num_steps; k++) {
    const struct chain_step *step = &found->steps[k];
    own_fairness(q, &step->fair, &fair);
    block_step(&block, step->kind, question_project(q, step->predicate, location), fair.at,
               fair.size);
  }
  own_fairness(q, &found->end_fair, &block.end_fair);
  if (found->has_loop) project_relation(q, found, location, &block);
  bounds_exclude_block(b, v, &block);
  block_free(&block);
  lits_free(&fair);
}

/* Where a path of the closed set would have to satisfy the node. G at E[u U w] is closed under
 * steps from u-states, what enters it steps into it, and where w were true the path would go on to
 * what w asks for; the same is true of EX. */
static void exclude_node(struct question *q, struct bounds *b, uint32_t v, const lit *closed,
                         const struct block *found) {
  lit asked = AIG_FALSE;
  bool eg = b->core->nodes[v].op == CORE_EG;
  for (size_t k = 0; k < q->locations.size; k++) {
    if (eg && q->locations.at[k] == 2 * v) continue;
    lit enters = question_enters(q, b, q->locations.at[k], v);
    asked = aig_or(b->aig, asked, aig_and(b->aig, closed[k], enters));
  }
  if (eg)
    exclude_eg(q, b, v, asked, found);
  else
    bounds_exclude(b, v, asked);
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? 1 : x > y ? -1 : 0;
}

void question_exclude(struct question *q, struct bounds *b, const struct block *found) {
  lit *closed = memory_alloc(q->locations.size, sizeof *closed);
  for (size_t k = 0; k < q->locations.size; k++) closed[k] = question_project(q, found->closed, k);
  /* Children, which have larger numbers, first. */
  qsort(q->nodes.at, q->nodes.size, sizeof *q->nodes.at, by_number);
  for (size_t k = 0; k < q->nodes.size; k++) exclude_node(q, b, q->nodes.at[k], closed, found);
  /* E[true U w] is left by no step, so G holds wherever a run leads. */
  const struct core_node *top = &b->core->nodes[q->locations.at[0] >> 1];
  if (top->op == CORE_EU && bounds_lower(b, top->left) == AIG_TRUE) bounds_strengthen(b, closed[0]);
  free(closed);
}

/* --- a path ----------------------------------------------------------------------------------- */

struct walk {
  struct question *q;
  struct iictl *ic;
  const struct trace *found;
};

static const uint8_t *state_at(const struct walk *w, size_t t) { return trace_state(w->found, t); }

static bool can_step(const struct walk *w, part a, size_t t, part location) {
  struct bounds *b = &w->ic->bounds;
  return state_in(b, state_at(w, t), question_step(w->q, b, a, location));
}

static part location_at(const struct walk *w, size_t t) {
  return w->q->locations.at[question_location(w->q, state_at(w, t))];
}

/* From t on the path is at the location, or about to be: the state in which it leaves. It does not
 * leave the last location at all. */
static bool find_leaving(const struct walk *w, size_t t, part location, size_t *last) {
  for (*last = t; *last + 1 < w->found->length; ++*last)
    if (location_at(w, *last + 1) != location) return true;
  return false;
}

static void include_part(struct walk *w, part a, size_t t, part location);

static void include_trace(struct walk *w, uint32_t v, size_t from, size_t last) {
  struct trace trace;
  trace_init(&trace, w->ic->bounds.system);
  trace_append(&trace, w->found, from, last + 1);
  generalize_trace(w->ic, v, &trace, last - from);
  trace_free(&trace);
}

/* The states t .. last are at E[u U w] (the first may be about to be), and the last one shows w. */
static void include_eu(struct walk *w, uint32_t v, size_t t) {
  struct bounds *b = &w->ic->bounds;
  size_t last;
  if (!find_leaving(w, t, 2 * v, &last)) return;
  include_part(w, part_of(b, 2 * b->core->nodes[v].right), last, location_at(w, last + 1));
  if (w->ic->stopped || !state_in(b, state_at(w, last), bounds_lower(b, v))) return;
  include_trace(w, v, t, last);
}

/* The path changes no location on its loop. */
static void include_eg(struct walk *w, uint32_t v, size_t t) {
  struct trace lasso;
  assert(w->found->loop >= (long)t);
  trace_init(&lasso, w->ic->bounds.system);
  trace_append(&lasso, w->found, t, w->found->length);
  lasso.loop = w->found->loop - (long)t;
  if (w->found->returning) {
    lasso.returning = memory_alloc(lasso.num_states, 1);
    memcpy(lasso.returning, w->found->returning, lasso.num_states);
  }
  generalize_lasso(w->ic, v, &lasso);
  trace_free(&lasso);
}

/* At time t the path is at the location. */
static void include_location(struct walk *w, part a, size_t t) {
  switch (w->ic->bounds.core->nodes[a >> 1].op) {
  case CORE_EU: include_eu(w, a >> 1, t); break;
  case CORE_EG: include_eg(w, a >> 1, t); break;
  default: include_part(w, a, t, location_at(w, t + 1)); break;
  }
}

static void include_ex(struct walk *w, uint32_t v, size_t t) {
  struct bounds *b = &w->ic->bounds;
  uint32_t next = b->core->nodes[v].left;
  if (w->q->plain[next] == 0) include_location(w, part_of(b, 2 * next), t + 1);
  if (w->ic->stopped || !state_in(b, state_at(w, t + 1), bounds_lower(b, next))) return;
  include_trace(w, v, t, t + 1);
}

/* A conjunction or disjunction. */
static void include_children(struct walk *w, part a, size_t t, part location) {
  struct bounds *b = &w->ic->bounds;
  const struct core_node *node = &b->core->nodes[a >> 1];
  part children[2] = {part_of(b, 2 * node->left + (a & 1)), part_of(b, 2 * node->right + (a & 1))};
  bool either = (node->op == CORE_OR) != (a & 1);
  for (size_t k = 0; k < 2 && !w->ic->stopped; k++) {
    part child = children[k];
    if (either && !can_step(w, child, t, location)) continue;
    if (!w->q->plain[child >> 1]) include_part(w, child, t, location);
    if (either) return;
  }
}

/* The part is true at time t, and one step later the path is at the location. */
static void include_part(struct walk *w, part a, size_t t, part location) {
  struct bounds *b = &w->ic->bounds;
  uint32_t v = a >> 1;
  if (w->ic->stopped || w->q->plain[v]) return;
  switch (b->core->nodes[v].op) {
  case CORE_EX: include_ex(w, v, t); break;
  case CORE_EG: include_eg(w, v, t); break;
  case CORE_EU:
    if (location == a)
      include_eu(w, v, t);
    else
      include_part(w, part_of(b, 2 * b->core->nodes[v].right), t, location);
    break;
  default: include_children(w, a, t, location); break;
  }
}

void question_include(struct question *q, struct iictl *ic, const struct trace *found) {
  struct walk w = {q, ic, found};
  include_location(&w, q->locations.at[0], 0);
}
