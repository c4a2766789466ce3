/* Forgetting learnt clauses: those from few levels, or used lately, stay (Audemard, Simon:
 * Predicting learnt clauses quality, 2009; tiers as in Oh, 2015). */
#include "validator/search/cdcl.h"

enum { GLUE_TO_KEEP = 2, GLUE_TO_KEEP_IF_USED = 6 };

static uint32_t *marks_of(const struct v_cdcl *s, uint32_t clause) {
  return &s->clauses.at[clause + V_MARKS];
}

static bool is_true(const struct v_cdcl *s, uint32_t clause) {
  for (uint32_t k = 0; k < v_size(s, clause); k++)
    if (s->value[v_literals(s, clause)[k]] > 0) return true;
  return false;
}

/* Clauses that stay move together, and are watched anew. */
void v_cdcl_forget(struct v_cdcl *s) {
  size_t to = 0;
  s->learnt.size = 0;
  for (size_t k = 0; k < 2 * ((size_t)s->num_vars + 1); k++) s->watches[k].size = 0;
  for (size_t at = 0; at < s->clauses.size;) {
    uint32_t clause = (uint32_t)at;
    size_t length = V_HEAD + v_size(s, clause);
    at += length;
    if (*marks_of(s, clause) & V_GARBAGE || is_true(s, clause)) continue;
    memmove(s->clauses.at + to, s->clauses.at + clause, length * sizeof *s->clauses.at);
    if (*marks_of(s, (uint32_t)to) & V_LEARNT) v_push(&s->learnt, (uint32_t)to);
    v_cdcl_watch(s, (uint32_t)to);
    to += length;
  }
  s->clauses.size = to;
}

/* May it go? What was used is so once less. */
static bool may_go(struct v_cdcl *s, uint32_t clause) {
  uint32_t *marks = marks_of(s, clause);
  uint32_t glue = *marks & V_GLUE;
  bool used = *marks & V_USED;
  if (used) *marks -= V_ONCE;
  if (glue <= GLUE_TO_KEEP) return false;
  return !(used && glue <= GLUE_TO_KEEP_IF_USED) && !((*marks & V_USED) == V_ONCE);
}

/* Orders what may go: glue, then size, then age. */
struct candidate {
  uint64_t badness;
  uint32_t clause;
};

static int compare(const void *a, const void *b) {
  const struct candidate *x = a, *y = b;
  if (x->badness != y->badness) return x->badness > y->badness ? -1 : 1;
  return x->clause < y->clause ? -1 : 1;
}

void v_cdcl_reduce(struct v_cdcl *s) {
  struct candidate *candidates = v_need(NULL, s->learnt.size, sizeof *candidates);
  size_t count = 0;
  for (size_t k = 0; k < s->learnt.size; k++) {
    uint32_t clause = s->learnt.at[k];
    if (!may_go(s, clause)) continue;
    uint64_t glue = *marks_of(s, clause) & V_GLUE;
    candidates[count] = (struct candidate){glue << 32 | v_size(s, clause), clause};
    count++;
  }
  qsort(candidates, count, sizeof *candidates, compare);
  for (size_t k = 0; k < count / 2; k++) *marks_of(s, candidates[k].clause) |= V_GARBAGE;
  free(candidates);
  v_cdcl_forget(s);
}
