#include "checker/sat/cone.h"

static literal false_literal_of(const struct cone *s, literal p) {
  return s->values[p] == FALSE_VALUE ? p : negate(p);
}

/* Of an AND: g, !a, !b without the literal of v. Of a choice: what v is not. */
static size_t gate_antecedents(const struct cone *s, uint32_t v, uint32_t g, bool both,
                               literal *room) {
  const literal *in = s->fanin[g];
  size_t n = 0;
  literal c = cone_chooser(s, g);
  if (c == 0) {
    literal three[] = {2 * g, negate(in[0]), negate(in[1])};
    for (int k = 0; k < 3; k++)
      if (three[k] >> 1 != v) room[n++] = three[k];
    return n;
  }
  bool chosen = s->values[c] == TRUE_VALUE;
  if (both) {
    room[n++] = false_literal_of(s, in[0]);
    room[n++] = false_literal_of(s, in[1]);
  } else if (c >> 1 == v) { /* the other alternative differs from the choice */
    room[n++] = false_literal_of(s, in[chosen ? 1 : 0]);
    room[n++] = false_literal_of(s, 2 * g);
  } else {
    room[n++] = false_literal_of(s, c);
    room[n++] = false_literal_of(s, g == v ? in[chosen ? 0 : 1] : 2 * g);
  }
  return n;
}

/* The false literals that made the variable's literal true; `room` holds two if there is no array
 * to point to. */
static size_t antecedents(const struct cone *s, uint32_t v, literal *room, const literal **at,
                          uint32_t *skip) {
  uint32_t reason = s->reason[v], payload = reason >> 2;
  *skip = UINT32_MAX;
  *at = room;
  switch (reason & 3) {
  case BY_BINARY: room[0] = payload; return 1;
  case BY_GATE: return gate_antecedents(s, v, payload >> 1, payload & 1, room);
  case BY_CLAUSE:
    *skip = v;
    *at = s->arena + payload + CLAUSE_HEADER;
    return s->arena[payload];
  default: return 0;
  }
}

static void rescale(struct cone *s) {
  for (uint32_t v = 1; v <= s->num_vars; v++) s->activity[v] *= 1e-100;
  s->increment *= 1e-100;
}

/* Gates that conflicts of a query that chooses are about may be decided until it ends; backtracking
 * puts them into the heap. */
static void choose_gate(struct cone *s, uint32_t v) {
  if (s->flags[v] & CHOSEN) return;
  s->flags[v] |= CHOSEN;
  lits_push(&s->chosen, v);
}

static void bump_variable(struct cone *s, uint32_t v) {
  bool gate = s->fanin[v][0] != 0;
  if (gate && !s->chooses) return;
  if (gate) choose_gate(s, v);
  s->activity[v] += s->increment;
  if (s->activity[v] > 1e100) rescale(s);
  if (s->heap.place[v]) cone_heap_up(s, s->heap.place[v] - 1);
}

static uint32_t count_levels(struct cone *s, const literal *at, size_t n) {
  uint32_t count = 0;
  s->stamp++;
  while (s->level_stamps.size <= cone_level(s)) lits_push(&s->level_stamps, 0);
  for (size_t k = 0; k < n; k++) {
    uint32_t level = s->level[at[k] >> 1];
    if (level == 0 || s->level_stamps.at[level] == s->stamp) continue;
    s->level_stamps.at[level] = s->stamp;
    count++;
  }
  return count;
}

static uint32_t spares_for(uint32_t glue) { return glue <= 2 ? 8 : glue <= 6 ? 2 : 1; }

/* A learned clause that takes part in a conflict is spared in the next reductions. */
static void bump_clause(struct cone *s, uint32_t ref) {
  uint32_t *status = &s->arena[ref + 1];
  if (!(*status & CLAUSE_LEARNED)) return;
  uint32_t glue = *status >> GLUE_SHIFT;
  if (glue > 2) {
    uint32_t now = count_levels(s, s->arena + ref + CLAUSE_HEADER, s->arena[ref]);
    if (now < glue) glue = now;
  }
  *status = (*status & 0xf) | spares_for(glue) << SPARE_SHIFT | glue << GLUE_SHIFT;
}

static void touch(struct cone *s, uint32_t v) {
  s->flags[v] |= SEEN;
  lits_push(&s->touched, v);
}

static void untouch(struct cone *s, size_t keep) {
  while (s->touched.size > keep) s->flags[lits_pop(&s->touched)] &= (uint8_t)~SEEN;
}

/* Is the literal implied by other literals of the lemma? `levels` is a set of level numbers modulo
 * 32 that has theirs. */
static bool redundant(struct cone *s, literal p, uint32_t levels) {
  if ((s->reason[p >> 1] & 3) == BY_DECISION) return false;
  size_t keep = s->touched.size;
  lits_clear(&s->stack);
  lits_push(&s->stack, p >> 1);
  while (s->stack.size) {
    literal room[2];
    const literal *at;
    uint32_t skip;
    size_t n = antecedents(s, lits_pop(&s->stack), room, &at, &skip);
    for (size_t k = 0; k < n; k++) {
      uint32_t v = at[k] >> 1;
      if (v == skip || s->level[v] == 0 || (s->flags[v] & SEEN)) continue;
      if ((s->reason[v] & 3) == BY_DECISION || !(levels >> (s->level[v] & 31) & 1)) {
        untouch(s, keep);
        return false;
      }
      touch(s, v);
      lits_push(&s->stack, v);
    }
  }
  return true;
}

static void minimize(struct cone *s) {
  uint32_t levels = 0;
  for (size_t k = 1; k < s->lemma.size; k++) levels |= 1u << (s->level[s->lemma.at[k] >> 1] & 31);
  size_t n = 1;
  for (size_t k = 1; k < s->lemma.size; k++)
    if (!redundant(s, s->lemma.at[k], levels)) s->lemma.at[n++] = s->lemma.at[k];
  s->lemma.size = n;
}

uint32_t cone_analyze(struct cone *s, uint32_t *glue) {
  uint32_t current = cone_level(s), open = 0, skip = UINT32_MAX;
  const literal *at = s->conflict_at;
  size_t n = s->conflict_size, here = s->trail_size;
  literal room[2], p;
  if (s->conflict_ref) bump_clause(s, s->conflict_ref - 1);
  lits_clear(&s->lemma);
  lits_push(&s->lemma, 0);
  for (;;) {
    for (size_t k = 0; k < n; k++) {
      uint32_t v = at[k] >> 1;
      if (v == skip || s->level[v] == 0 || (s->flags[v] & SEEN)) continue;
      touch(s, v);
      bump_variable(s, v);
      if (s->level[v] == current)
        open++;
      else
        lits_push(&s->lemma, at[k]);
    }
    do p = s->trail[--here];
    while (!(s->flags[p >> 1] & SEEN));
    if (--open == 0) break;
    uint32_t reason = s->reason[p >> 1];
    if ((reason & 3) == BY_CLAUSE) bump_clause(s, reason >> 2);
    n = antecedents(s, p >> 1, room, &at, &skip);
  }
  s->lemma.at[0] = negate(p);
  minimize(s);
  *glue = count_levels(s, s->lemma.at, s->lemma.size);
  untouch(s, 0);
  if (s->lemma.size == 1) return 0;
  size_t best = 1;
  for (size_t k = 2; k < s->lemma.size; k++)
    if (s->level[s->lemma.at[k] >> 1] > s->level[s->lemma.at[best] >> 1]) best = k;
  literal swap = s->lemma.at[1];
  s->lemma.at[1] = s->lemma.at[best];
  s->lemma.at[best] = swap;
  return s->level[s->lemma.at[1] >> 1];
}

void cone_analyze_final(struct cone *s, const literal *at, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (s->level[at[k] >> 1] && !(s->flags[at[k] >> 1] & SEEN)) touch(s, at[k] >> 1);
  for (size_t here = s->trail_size; here-- > 0;) {
    literal p = s->trail[here], room[2];
    if (!(s->flags[p >> 1] & SEEN)) continue;
    if ((s->reason[p >> 1] & 3) == BY_DECISION) {
      s->failed[p] = s->solve_number;
      continue;
    }
    const literal *from;
    uint32_t skip;
    size_t count = antecedents(s, p >> 1, room, &from, &skip);
    for (size_t k = 0; k < count; k++) {
      uint32_t v = from[k] >> 1;
      if (v != skip && s->level[v] && !(s->flags[v] & SEEN)) touch(s, v);
    }
  }
  untouch(s, 0);
}
