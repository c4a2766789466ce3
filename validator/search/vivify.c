/* Vivification (Piette, Hamadi, Sais 2008; Luo, Li, Xiao, Manya, Lu: An effective learnt clause
 * minimization approach, 2017): the literals of a clause become false one after the other; what
 * follows from some of them makes the others superfluous. */
#include "validator/search/cdcl.h"

enum { MOST_GLUE = 6 }; /* others do not stay for long */

/* Puts the shorter clause, in s->clause with s->hints, in place of this one. */
static void replace(struct v_cdcl *s, uint32_t clause) {
  uint32_t marks = s->clauses.at[clause + V_MARKS];
  uint32_t id = v_derive(&s->derivation, s->clause.at, s->clause.size, &s->hints);
  struct v_list copy = {0};
  for (size_t k = 0; k < s->clause.size; k++) v_push(&copy, s->clause.at[k]);
  uint32_t glue = marks & V_GLUE;
  if (glue >= copy.size) glue = (uint32_t)copy.size - 1;
  marks = (marks & ~(uint32_t)V_GLUE) | glue;
  s->clauses.at[clause + V_MARKS] |= V_GARBAGE;
  v_cdcl_add(s, copy.at, copy.size, id, marks);
  v_list_free(&copy);
}

/* Is s->clause the better clause now? */
static bool assume(struct v_cdcl *s, uint32_t clause) {
  uint32_t size = v_size(s, clause);
  for (uint32_t k = 0; k < size; k++) {
    uint32_t lit = v_literals(s, clause)[k];
    if (s->value[lit] < 0) continue;
    if (s->value[lit] > 0) {
      v_cdcl_analyze_decisions(s, V_NONE, lit);
      return s->clause.size < size;
    }
    v_cdcl_decide(s, lit ^ 1);
    uint32_t conflict = v_cdcl_propagate(s);
    if (conflict == V_NONE) continue;
    v_cdcl_analyze_decisions(s, conflict, V_NONE);
    return s->clause.size < size;
  }
  /* every literal is false by itself or through others: the clause is the one that is falsified */
  v_cdcl_analyze_decisions(s, clause, V_NONE);
  return s->clause.size < size;
}

/* Literals that took part in many conflicts first: they are shared by many clauses. Moving them
 * keeps watches right only because the clause is not watched while it is tried. */
static void vivify(struct v_cdcl *s, uint32_t clause) {
  s->ignored = clause;
  bool better = assume(s, clause);
  v_cdcl_backtrack(s, 0);
  s->ignored = V_NONE;
  if (better) replace(s, clause);
  s->clauses.at[clause + V_MARKS] |= V_VIVIFIED;
}

static bool is_worth_it(const struct v_cdcl *s, uint32_t clause) {
  uint32_t marks = s->clauses.at[clause + V_MARKS];
  if (marks & (V_GARBAGE | V_VIVIFIED) || (marks & V_GLUE) > MOST_GLUE) return false;
  if (v_size(s, clause) <= 2) return false;
  for (uint32_t k = 0; k < v_size(s, clause); k++)
    if (s->value[v_literals(s, clause)[k]] > 0) return false;
  return true;
}

void v_cdcl_vivify(struct v_cdcl *s, uint64_t work) {
  uint64_t most = s->work + work;
  for (size_t k = s->learnt.size; k-- > 0 && !s->refuted && s->work < most;) {
    if (!is_worth_it(s, s->learnt.at[k])) continue;
    vivify(s, s->learnt.at[k]);
    if (!v_cdcl_propagate_top(s)) return;
  }
  v_cdcl_forget(s);
}
