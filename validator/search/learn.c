/* From a falsified clause to the clause to learn, with hints: level 0 first, then reasons of
 * literals that were minimized away, then of those that were resolved, in the order of the trail,
 * then the falsified clause. Each becomes unit when its turn comes. */
#include "validator/search/cdcl.h"

/* Marks of variables. */
enum {
  SEEN = 1,      /* in the clause to learn, or resolved */
  REMOVABLE = 2, /* implied by other literals of the clause, */
  POISON = 4,    /* or not */
  NEEDED = 8,    /* its reason is a hint */
};
enum { DEEPEST = 500 }; /* steps back along reasons */

static void mark(struct v_cdcl *s, uint32_t var, uint8_t bit) {
  if (!s->mark[var]) v_push(&s->marked, var);
  s->mark[var] |= bit;
}

static void unmark_all(struct v_cdcl *s) {
  for (size_t k = 0; k < s->marked.size; k++) s->mark[s->marked.at[k]] = 0;
  s->marked.size = 0;
}

/* --- Hints --- */
/* Its literals that are false at level 0, and itself. */
static void hint(struct v_cdcl *s, uint32_t clause) {
  const uint32_t *lits = v_literals(s, clause);
  for (uint32_t k = 0; k < v_size(s, clause); k++) {
    uint32_t var = lits[k] / 2;
    if (s->level[var] > 0 || s->mark[var] & NEEDED) continue;
    mark(s, var, NEEDED);
    v_push(&s->hints, s->unit[var]);
  }
  v_push(&s->hints, s->clauses.at[clause + V_ID]);
}

/* Reasons of reasons are needed, too, up to literals that stay in the clause. */
static void need_reasons(struct v_cdcl *s) {
  for (size_t k = 0; k < s->minimized.size; k++) {
    uint32_t reason = s->reason[s->minimized.at[k] / 2];
    for (uint32_t n = 0; n < v_size(s, reason); n++) {
      uint32_t var = v_literals(s, reason)[n] / 2;
      if (!(s->mark[var] & REMOVABLE) || s->mark[var] & NEEDED) continue;
      mark(s, var, NEEDED);
      v_push(&s->minimized, v_literals(s, reason)[n]);
    }
  }
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* In the order of the trail. */
static void hint_minimized(struct v_cdcl *s) {
  need_reasons(s);
  for (size_t k = 0; k < s->minimized.size; k++)
    s->minimized.at[k] = s->place[s->minimized.at[k] / 2];
  if (s->minimized.size > 1)
    qsort(s->minimized.at, s->minimized.size, sizeof *s->minimized.at, compare);
  for (size_t k = 0; k < s->minimized.size; k++)
    hint(s, s->reason[s->trail.at[s->minimized.at[k]] / 2]);
}

static void hint_all(struct v_cdcl *s, uint32_t conflict) {
  s->hints.size = 0;
  hint_minimized(s);
  for (size_t k = s->resolved.size; k-- > 0;) hint(s, s->reason[s->resolved.at[k]]);
  if (conflict != V_NONE) hint(s, conflict);
}

/* --- Minimization (Sorensson, Biere: Minimizing learned clauses, 2009) --- */
static bool is_implied(struct v_cdcl *s, uint32_t var, unsigned depth);

static bool reason_is_implied(struct v_cdcl *s, uint32_t var, unsigned depth) {
  uint32_t reason = s->reason[var];
  if (reason == V_NONE || depth > DEEPEST || s->stamp[s->level[var]] != s->time) return false;
  for (uint32_t k = 0; k < v_size(s, reason); k++) {
    uint32_t other = v_literals(s, reason)[k] / 2;
    if (other != var && !is_implied(s, other, depth + 1)) return false;
  }
  return true;
}

static bool is_implied(struct v_cdcl *s, uint32_t var, unsigned depth) {
  if (s->level[var] == 0 || s->mark[var] & REMOVABLE) return true;
  if (depth > 0 && s->mark[var] & SEEN) return true;
  if (s->mark[var] & POISON) return false;
  bool implied = reason_is_implied(s, var, depth);
  mark(s, var, implied ? REMOVABLE : POISON);
  return implied;
}

static void minimize(struct v_cdcl *s) {
  size_t kept = 1;
  s->minimized.size = 0;
  for (size_t k = 1; k < s->clause.size; k++) {
    uint32_t lit = s->clause.at[k];
    if (is_implied(s, lit / 2, 0)) {
      mark(s, lit / 2, NEEDED);
      v_push(&s->minimized, lit);
    } else {
      s->clause.at[kept] = lit;
      kept++;
    }
  }
  s->clause.size = kept;
}

/* --- The first unique implication point (Marques-Silva, Sakallah 1996; zChaff) --- */
/* Levels of the literals of s->clause but the first; they get the present stamp. */
static uint32_t count_levels(struct v_cdcl *s) {
  uint32_t count = 0;
  s->time++;
  for (size_t k = 1; k < s->clause.size; k++) {
    uint32_t level = s->level[s->clause.at[k] / 2];
    if (s->stamp[level] == s->time) continue;
    s->stamp[level] = s->time;
    count++;
  }
  return count;
}

static void use(struct v_cdcl *s, uint32_t clause) {
  uint32_t *marks = &s->clauses.at[clause + V_MARKS];
  if (*marks & V_LEARNT) *marks = (*marks & ~(uint32_t)V_USED) | 2 * V_ONCE;
}

/* Its literals that are not known yet: those of the present level are counted in *open. */
static void look_at(struct v_cdcl *s, uint32_t clause, uint32_t *open) {
  use(s, clause);
  for (uint32_t k = 0; k < v_size(s, clause); k++) {
    uint32_t lit = v_literals(s, clause)[k];
    if (s->mark[lit / 2] || s->level[lit / 2] == 0) continue;
    mark(s, lit / 2, SEEN);
    if (s->level[lit / 2] == v_level(s))
      (*open)++;
    else
      v_push(&s->clause, lit);
  }
}

static void second_is_highest(struct v_cdcl *s) {
  for (size_t k = 2; k < s->clause.size; k++) {
    uint32_t lit = s->clause.at[k];
    if (s->level[lit / 2] <= s->level[s->clause.at[1] / 2]) continue;
    s->clause.at[k] = s->clause.at[1];
    s->clause.at[1] = lit;
  }
}

static void resolve(struct v_cdcl *s, uint32_t conflict) {
  uint32_t clause = conflict;
  uint32_t open = 0;
  size_t at = s->trail.size;
  s->clause.size = 0;
  s->resolved.size = 0;
  v_push(&s->clause, 0);
  for (;;) {
    look_at(s, clause, &open);
    do at--;
    while (!s->mark[s->trail.at[at] / 2]);
    uint32_t lit = s->trail.at[at];
    s->clause.at[0] = lit ^ 1;
    open--;
    if (open == 0) return;
    v_push(&s->resolved, lit / 2);
    clause = s->reason[lit / 2];
  }
}

uint32_t v_cdcl_analyze(struct v_cdcl *s, uint32_t conflict) {
  resolve(s, conflict);
  for (size_t k = 0; k < s->marked.size; k++) v_order_bump(&s->order, s->marked.at[k]);
  uint32_t glue = count_levels(s);
  minimize(s);
  hint_all(s, conflict);
  second_is_highest(s);
  unmark_all(s);
  return glue;
}

/* --- Back to decisions, for vivification --- */
void v_cdcl_analyze_decisions(struct v_cdcl *s, uint32_t conflict, uint32_t implied) {
  uint32_t clause = conflict;
  s->clause.size = 0;
  s->resolved.size = 0;
  s->minimized.size = 0;
  if (implied != V_NONE) {
    v_push(&s->clause, implied);
    mark(s, implied / 2, SEEN);
    clause = s->reason[implied / 2];
  }
  for (uint32_t k = 0; k < v_size(s, clause); k++) mark(s, v_literals(s, clause)[k] / 2, SEEN);
  for (size_t at = s->trail.size; at > s->control.at[0]; at--) {
    uint32_t lit = s->trail.at[at - 1];
    if (!(s->mark[lit / 2] & SEEN) || lit == implied) continue;
    uint32_t reason = s->reason[lit / 2];
    if (reason == V_NONE) {
      v_push(&s->clause, lit ^ 1);
      continue;
    }
    v_push(&s->resolved, lit / 2);
    for (uint32_t k = 0; k < v_size(s, reason); k++) mark(s, v_literals(s, reason)[k] / 2, SEEN);
  }
  hint_all(s, clause);
  unmark_all(s);
}
