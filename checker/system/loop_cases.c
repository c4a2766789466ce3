#include "checker/system/loop_cases.h"

/* What V is about: a CNF literal per saved value and flag, and the frame of the state. */
struct place {
  const int *saved, *flags;
  size_t frame;
};

static int both(struct unroll *u, int a, int b) {
  int gate = sat_var(u->sat);
  sat_gate(u->sat, gate, a, b);
  return gate;
}

static int either(struct unroll *u, int a, int b) { return -both(u, -a, -b); }

static int literal_at(struct unroll *u, const struct block *block, const struct place *at,
                      uint32_t a) {
  uint32_t flags = loop_flag(block, 0);
  uint32_t now = loop_now(block, 0);
  if (a >= now) return unroll_lit(u, at->frame, a - now);
  int literal = a >= flags ? at->flags[(a - flags) >> 1] : at->saved[a >> 1];
  return a & 1 ? -literal : literal;
}

static int relation_at(struct unroll *u, const struct block *block, const struct place *at) {
  int all = u->truth, some = -u->truth;
  for (size_t k = 0; k < block->relation.size; k++) {
    if (block->relation.at[k] != LOOP_END) {
      some = either(u, some, literal_at(u, block, at, block->relation.at[k]));
      continue;
    }
    all = both(u, all, some);
    some = -u->truth;
  }
  return all;
}

struct loop_cases loop_cases(struct unroll *u, const struct block *block) {
  size_t n = block->saved.size, m = block->raised_by.size;
  int *literals = memory_alloc(2 * n + 4 * m, sizeof *literals);
  int *began = literals, *saved = began + n;
  int *met = saved + n, *flags = met + m, *raised = flags + m, *all = raised + m;
  for (size_t k = 0; k < n; k++) {
    began[k] = unroll_lit(u, 0, block->saved.at[k]);
    saved[k] = sat_var(u->sat);
  }
  for (size_t j = 0; j < m; j++) {
    met[j] = unroll_lit(u, 0, block->raised_by.at[j]);
    flags[j] = sat_var(u->sat);
    raised[j] = either(u, flags[j], met[j]);
    all[j] = u->truth;
  }
  struct loop_cases cases;
  cases.start = -relation_at(u, block, &(struct place){began, met, 1});
  int before = relation_at(u, block, &(struct place){saved, flags, 0});
  int after = relation_at(u, block, &(struct place){saved, raised, 1});
  cases.step = both(u, before, -after);
  cases.close = relation_at(u, block, &(struct place){began, all, 0});
  free(literals);
  return cases;
}
