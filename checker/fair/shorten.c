#include "checker/fair/shorten.h"

#include <assert.h>

/* Quadratic in the length: longer lassos stay as they are. */
enum { LONGEST = 4000 };

struct shortener {
  const struct system *system;
  struct trace *lasso;
  uint8_t *meets; /* per state and condition */
};

static bool equal(const struct trace *t, size_t a, size_t b) {
  return memcmp(trace_state(t, a), trace_state(t, b), t->num_states) == 0;
}

/* Do the states first .. end-1 without those from gap .. gap_end-1 meet everything? */
static bool all_met(const struct shortener *s, size_t first, size_t end, size_t gap,
                    size_t gap_end) {
  size_t n = s->system->num_fairness;
  for (size_t j = 0; j < n; j++) {
    bool met = false;
    for (size_t t = first; t < end && !met; t++)
      met = (t < gap || t >= gap_end) && s->meets[t * n + j];
    if (!met) return false;
  }
  return true;
}

static void evaluate(struct shortener *s) {
  size_t n = s->system->num_fairness;
  s->meets = memory_alloc(s->lasso->length * n, 1);
  for (size_t t = 0; t < s->lasso->length; t++)
    for (size_t j = 0; j < n; j++)
      s->meets[t * n + j] =
          aig_eval(s->system->aig, s->system->fairness[j], trace_state(s->lasso, t), NULL);
}

/* The first state that closes a fair loop ends the lasso. */
static void close_early(struct shortener *s) {
  struct trace *t = s->lasso;
  for (size_t end = 1; end < t->length; end++)
    for (size_t first = 0; first < end; first++) {
      if (!equal(t, first, end) || !all_met(s, first, end, end, end)) continue;
      t->length = end;
      t->loop = (long)first;
      return;
    }
}

/* Leaves out the states first .. end-1: `first` equals `end`. */
static void cut(struct shortener *s, size_t first, size_t end) {
  struct trace *t = s->lasso;
  size_t rest = t->length - end, n = s->system->num_fairness;
  memmove(trace_state(t, first), trace_state(t, end), rest * t->num_states);
  memmove(trace_input(t, first), trace_input(t, end), rest * t->num_inputs);
  memmove(s->meets + first * n, s->meets + end * n, rest * n);
  if ((size_t)t->loop >= end) t->loop -= (long)(end - first);
  t->length -= end - first;
}

/* May the detour from one state back to it be left out? */
static bool superfluous(const struct shortener *s, size_t first, size_t end) {
  size_t loop = (size_t)s->lasso->loop;
  if (!equal(s->lasso, first, end)) return false;
  if (end <= loop) return true;
  return first >= loop && all_met(s, loop, s->lasso->length, first, end);
}

static void cut_detours(struct shortener *s) {
  for (size_t first = 0; first < s->lasso->length; first++)
    for (size_t end = s->lasso->length - 1; end > first; end--)
      if (superfluous(s, first, end)) {
        cut(s, first, end);
        end = s->lasso->length;
      }
}

void shorten_lasso(struct trace *lasso, const struct system *system) {
  struct shortener s = {.system = system, .lasso = lasso};
  assert(lasso->loop >= 0);
  if (lasso->length > LONGEST) return;
  evaluate(&s);
  close_early(&s);
  cut_detours(&s);
  free(s.meets);
  assert(trace_check(lasso, system));
}
