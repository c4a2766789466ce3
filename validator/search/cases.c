#include "validator/search/cases.h"

static const double decay = 0.8; /* as in search.c */

/* --- What is there --- */
static void find_sums(struct v_cases *x) {
  struct v_exclusive_or sum;
  for (uint32_t var = 1; var <= x->s->num_vars; var++)
    x->is_sum[var] = v_is_exclusive_or(&x->closure.gates, var, &sum);
}

void v_cases_start(struct v_cases *x, struct v_cdcl *s, const struct v_cnf *cnf) {
  size_t variables = (size_t)s->num_vars + 1;
  *x = (struct v_cases){.s = s};
  v_closure_start(&x->closure, s, cnf);
  v_sums_start(&x->sums, &x->closure);
  x->is_sum = v_zeroed(variables, 1);
  x->score = v_zeroed(variables, sizeof *x->score);
  x->seen = v_zeroed(2 * variables, sizeof *x->seen);
  x->stamp = v_zeroed(variables, sizeof *x->stamp);
  x->inner = v_zeroed(variables, sizeof *x->inner);
  V_ADD(&x->parts, 1);
  find_sums(x);
  v_cases_count_above(x);
}

void v_cases_free(struct v_cases *x) {
  v_sums_free(&x->sums);
  v_closure_free(&x->closure);
  v_lists_free(
      (struct v_list *[]){&x->path, &x->kept, &x->decided, &x->literals, &x->pending, NULL});
  free(x->parts.at);
  free(x->pairs.at);
  free(x->above);
  free(x->is_sum);
  free(x->score);
  free(x->seen);
  free(x->stamp);
  free(x->inner);
}

uint64_t v_cases_work(const struct v_cases *x) { return x->s->work + x->closure.work; }

/* --- The case --- */
void v_cases_push(struct v_cases *x, uint32_t literal) {
  double part = x->parts.at[x->path.size] / 2;
  v_push(&x->path, literal);
  v_push(&x->kept, (uint32_t)x->closure.merged.size);
  v_push(&x->decided, 0);
  V_ADD(&x->parts, part);
}

/* Of what was found with more than so many literals. */
static void forget(struct v_cases *x, size_t size) {
  v_closure_undo(&x->closure, x->kept.at[size]);
  for (size_t k = size; k < x->kept.size; k++) x->kept.at[k] = x->kept.at[size];
  while (x->pairs.size > 0 && x->pairs.at[x->pairs.size - 1].size > size) x->pairs.size--;
}

void v_cases_shorten(struct v_cases *x, size_t size) {
  if (x->path.size <= size) return;
  forget(x, size);
  x->path.size = size;
  x->kept.size = size;
  x->decided.size = size;
  x->parts.size = size + 1;
}

/* What is refuted of the cases with one literal more is refuted of those with so many. */
static void cut(struct v_cases *x, size_t size) {
  double part = x->parts.at[size + 1];
  x->refuted += part;
  x->parts.at[size] -= part;
  v_cases_shorten(x, size);
}

void v_cases_learn(struct v_cases *x, uint32_t conflict) {
  if (v_level(x->s) == 0) {
    v_cdcl_propagate_top(x->s);
    return;
  }
  v_cdcl_analyze_decisions(x->s, conflict, V_NONE);
  v_cdcl_learn(x->s, 1);
}

bool v_cases_follow(struct v_cases *x) {
  struct v_cdcl *s = x->s;
  for (size_t k = 0; k < x->path.size; k++) {
    uint32_t literal = x->path.at[k];
    if (s->value[literal] < 0) {
      cut(x, k);
      return true;
    }
    if (s->value[literal] > 0 && x->decided.at[k]) forget(x, k);
    x->decided.at[k] = s->value[literal] == 0;
    if (s->value[literal] > 0) continue;
    v_cdcl_decide(s, literal);
    uint32_t conflict = v_cdcl_propagate(s);
    if (conflict == V_NONE) continue;
    v_cases_learn(x, conflict);
    return false;
  }
  return true;
}

/* --- The search --- */
static bool decide(struct v_cdcl *s) {
  uint32_t var = v_order_pop(&s->order);
  while (var != V_NONE && s->value[2 * var]) var = v_order_pop(&s->order);
  if (var != V_NONE) v_cdcl_decide(s, 2 * var + s->phase[var]);
  return var != V_NONE;
}

bool v_cases_search(struct v_cases *x, unsigned most_conflicts) {
  struct v_cdcl *s = x->s;
  size_t size = x->path.size;
  for (unsigned conflicts = 0; conflicts < most_conflicts;) {
    if (v_level(s) == 0 && !v_cdcl_propagate_top(s)) return true;
    uint32_t conflict = v_cdcl_propagate(s);
    if (conflict != V_NONE) {
      v_cdcl_learn(s, v_cdcl_analyze(s, conflict));
      v_order_decay(&s->order, s->num_vars, decay);
      conflicts++;
      continue;
    }
    if (!v_cases_follow(x)) continue;
    if (x->path.size < size) return true;
    if (!decide(s)) return false;
  }
  return false;
}
