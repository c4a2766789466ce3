#include "checker/sat/cone.h"

/* The functions below are compiled for level 0 and for the domain, with choices and without;
 * docs/performance.md has the figures. */
#define SPECIALIZED static inline __attribute__((always_inline))

void cone_assign(struct cone *s, literal p, uint32_t reason) {
  uint32_t v = p >> 1;
  s->values[p] = TRUE_VALUE;
  s->values[negate(p)] = FALSE_VALUE;
  s->level[v] = cone_level(s);
  s->reason[v] = reason;
  s->trail[s->trail_size++] = p;
}

void cone_open_level(struct cone *s) {
  lits_push(&s->control, (uint32_t)s->trail_size);
  lits_push(&s->marks, (uint32_t)s->justified);
  lits_push(&s->marks, (uint32_t)s->satisfied);
}

static bool conflict(struct cone *s, size_t n, literal a, literal b, literal c) {
  s->conflict[0] = a;
  s->conflict[1] = b;
  s->conflict[2] = c;
  s->conflict_at = s->conflict;
  s->conflict_size = n;
  s->conflict_ref = 0;
  return false;
}

/* `all` and `choices` are constants wherever these are inlined. */
SPECIALIZED int value(const int8_t *values, literal p, bool all) {
  int v = values[p];
  return all && v == OUTSIDE ? FREE : v;
}

SPECIALIZED bool imply(struct cone *s, literal p, uint32_t reason, literal other, bool all) {
  const int8_t *values = s->values;
  int v = value(values, p, all);
  if (v == FREE)
    cone_assign(s, p, reason);
  else if (v == FALSE_VALUE)
    return conflict(s, 2, p, other, 0);
  return true;
}

/* What must hold of a choice; false: it does not. */
static bool choice_conflict(struct cone *s, literal g, literal x, literal y) {
  literal three[] = {g, x, y};
  for (int k = 0; k < 3; k++)
    if (s->values[three[k]] == TRUE_VALUE) three[k] = negate(three[k]);
  return conflict(s, 3, three[0], three[1], three[2]);
}

static bool gate_conflict(struct cone *s, uint32_t g) {
  return conflict(s, 3, 2 * g, negate(s->fanin[g][0]), negate(s->fanin[g][1]));
}

/* The choice g has a value: from it to its arguments. */
SPECIALIZED bool choice_down(struct cone *s, literal g, bool all) {
  const int8_t *values = s->values;
  const literal *in = s->fanin[g >> 1];
  literal t = in[0] ^ (g & 1), e = in[1] ^ (g & 1), c = s->chooser[g >> 1];
  int vc = value(values, c, all);
  if (vc == FREE) {
    if (value(values, t, all) == FALSE_VALUE)
      cone_assign(s, negate(c), reason_gate(g >> 1));
    else if (value(values, e, all) == FALSE_VALUE)
      cone_assign(s, c, reason_gate(g >> 1));
    return true;
  }
  literal x = vc == TRUE_VALUE ? t : e;
  int vx = value(values, x, all);
  if (vx == FREE)
    cone_assign(s, x, reason_gate(g >> 1));
  else if (vx == FALSE_VALUE)
    return choice_conflict(s, g, c, x);
  return true;
}

/* It is known which alternative the choice g is. */
SPECIALIZED bool choice_made(struct cone *s, uint32_t g, bool first, bool all) {
  const int8_t *values = s->values;
  literal c = s->chooser[g], x = s->fanin[g][first ? 0 : 1];
  int v = value(values, 2 * g, all), vx = value(values, x, all);
  if (v == vx || v == OUTSIDE || vx == OUTSIDE) return true;
  if (v == FREE)
    cone_assign(s, 2 * g + (vx == FALSE_VALUE), reason_gate(g));
  else if (vx == FREE)
    cone_assign(s, v == TRUE_VALUE ? x : negate(x), reason_gate(g));
  else
    return choice_conflict(s, 2 * g, c, x);
  return true;
}

/* p, an alternative of a choice, is true, and the choice is `image` if it is that one. The other
 * one is looked at only where it is not known which it is. */
SPECIALIZED bool alternative_up(struct cone *s, literal p, literal image, literal key, bool all) {
  const int8_t *values = s->values;
  int vk = value(values, key, all), v = value(values, image, all);
  uint32_t g = image >> 1;
  if (vk == TRUE_VALUE) {
    if (v == FREE)
      cone_assign(s, image, reason_gate(g));
    else if (v == FALSE_VALUE)
      return choice_conflict(s, image, key, p);
  } else if (vk == FREE && v == FALSE_VALUE) {
    cone_assign(s, negate(key), reason_gate(g));
  } else if (vk == FREE && v == FREE) {
    bool first = key == s->chooser[g];
    literal other = s->fanin[g][first ? 1 : 0] ^ (image & 1);
    if (value(values, other, all) == TRUE_VALUE) cone_assign(s, image, reason_both(g));
  }
  return true;
}

/* From an argument to the choices that use it. */
SPECIALIZED bool propagate_choices(struct cone *s, literal p, bool all) {
  const struct users *users = &s->users[p >> 1];
  for (size_t k = 0; k < users->size; k++) {
    struct user u = users->at[k];
    bool fine = u.key ? alternative_up(s, p, u.image ^ (p & 1), u.key, all)
                      : choice_made(s, u.image >> 1, (u.image & 1) == (p & 1), all);
    if (!fine) return false;
  }
  return true;
}

/* p is the literal of a gate: from the gate to its arguments. */
SPECIALIZED bool propagate_down(struct cone *s, literal p, bool all, bool choices) {
  uint32_t g = p >> 1;
  literal a = s->fanin[g][0], b = s->fanin[g][1];
  if (a == 0) return true;
  if (choices && s->chooser[g]) return choice_down(s, p, all);
  if ((p & 1) == 0) {
    uint32_t reason = reason_binary(negate(p));
    return imply(s, a, reason, negate(p), all) && imply(s, b, reason, negate(p), all);
  }
  const int8_t *values = s->values;
  int va = value(values, a, all), vb = value(values, b, all);
  if (va == TRUE_VALUE) {
    if (vb == TRUE_VALUE) return gate_conflict(s, g);
    if (vb == FREE) cone_assign(s, negate(b), reason_gate(g));
  } else if (vb == TRUE_VALUE && va == FREE) {
    cone_assign(s, negate(a), reason_gate(g));
  }
  return true;
}

/* From an argument to the gates that use it. */
SPECIALIZED bool propagate_up(struct cone *s, literal p, bool all) {
  const int8_t *values =
      s->values; /* a local copy: stores of values could alias the pointer in s */
  const struct fans *low = &s->fans[negate(p)], *high = &s->fans[p];
  for (size_t k = 0; k < low->size; k++) {
    literal g = 2 * low->at[k].gate;
    int v = value(values, g, all);
    if (v == FREE)
      cone_assign(s, negate(g), reason_binary(negate(p)));
    else if (v == TRUE_VALUE)
      return conflict(s, 2, negate(g), negate(p), 0);
  }
  for (size_t k = 0; k < high->size; k++) {
    const struct fan *f = &high->at[k];
    uint32_t g = f->gate;
    int v = value(values, 2 * g, all);
    if (v > 0) continue;
    literal other = f->other;
    int o = value(values, other, all);
    if (v == FREE) {
      if (o == TRUE_VALUE) cone_assign(s, 2 * g, reason_gate(g));
    } else if (o == TRUE_VALUE) {
      return gate_conflict(s, g);
    } else if (o == FREE) {
      cone_assign(s, negate(other), reason_gate(g));
    }
  }
  return true;
}

/* The clause that watches the false literal is unit, satisfied, falsified, or gets another watch
 * (then *moved). */
SPECIALIZED bool visit_clause(struct cone *s, struct watch *w, literal false_lit, bool all,
                              bool *moved) {
  uint32_t ref = w->ref >> 1, size = s->arena[ref];
  literal *at = s->arena + ref + CLAUSE_HEADER;
  literal first = at[0] ^ at[1] ^ false_lit;
  const int8_t *values = s->values;
  int v = value(values, first, all);
  w->blocker = first;
  if (v > 0) return true;
  for (uint32_t k = 2; k < size; k++) {
    literal q = at[k];
    if (values[q] == FALSE_VALUE) continue;
    at[0] = first;
    at[1] = q;
    at[k] = false_lit;
    watches_push(&s->watches[q], *w);
    *moved = true;
    return true;
  }
  if (v == FREE) {
    cone_assign(s, first, reason_clause(ref));
    return true;
  }
  s->conflict_at = at;
  s->conflict_size = size;
  s->conflict_ref = ref + 1;
  return false;
}

SPECIALIZED bool propagate_clauses(struct cone *s, literal p, bool all) {
  const int8_t *values = s->values;
  literal false_lit = negate(p);
  struct watches *list = &s->watches[false_lit];
  if (!list->size) return true; /* there may be no list to add an offset to */
  struct watch *from = list->at, *to = list->at, *end = list->at + list->size;
  bool fine = true;
  while (fine && from < end) {
    struct watch w = *from++;
    int v = value(values, w.blocker, all);
    bool moved = false;
    if (v <= 0 && (w.ref & 1)) {
      fine = imply(s, w.blocker, reason_binary(false_lit), false_lit, all);
    } else if (v <= 0) {
      fine = visit_clause(s, &w, false_lit, all, &moved);
    }
    if (!moved) *to++ = w;
  }
  if (to != from) {
    while (from < end) *to++ = *from++;
    list->size = (uint32_t)(to - list->at);
  }
  return fine;
}

SPECIALIZED bool propagate(struct cone *s, bool all, bool choices) {
  while (s->propagated < s->trail_size) {
    literal p = s->trail[s->propagated++];
    s->statistics.propagations++;
    if (!propagate_down(s, p, all, choices) || !propagate_up(s, p, all)) return false;
    if (choices && !propagate_choices(s, p, all)) return false;
    if (!propagate_clauses(s, p, all)) return false;
  }
  return true;
}

/* A gate outside of the base that is fixed is so by what the base says. */
static void note_fixed(struct cone *s, literal p) {
  uint32_t v = p >> 1;
  if (s->fanin[v][0] && (s->flags[v] & BASE) && !cone_gate_justified(s, p)) lits_push(&s->fixed, p);
}

bool cone_propagate(struct cone *s) {
  if (cone_level(s))
    return s->knows_choices ? propagate(s, false, true) : propagate(s, false, false);
  if (!(s->knows_choices ? propagate(s, true, true) : propagate(s, true, false))) return false;
  for (size_t k = 0; k < s->trail_size; k++) note_fixed(s, s->trail[k]);
  s->trail_size = s->propagated = 0;
  return true;
}

void cone_backtrack(struct cone *s, uint32_t level) {
  if (cone_level(s) <= level) return;
  size_t keep = s->control.at[level];
  for (size_t k = s->trail_size; k-- > keep;) {
    literal p = s->trail[k];
    uint32_t v = p >> 1;
    s->values[p] = s->values[negate(p)] = FREE;
    s->flags[v] = (uint8_t)(p & 1 ? s->flags[v] & ~PHASE : s->flags[v] | PHASE);
    if (s->heap.place[v] == 0 && cone_decidable(s, v)) cone_heap_insert(s, v);
  }
  s->trail_size = s->propagated = keep;
  s->control.size = level;
  s->justified = s->marks.at[2 * level];
  s->satisfied = s->marks.at[2 * level + 1];
  s->marks.size = 2 * (size_t)level;
}

/* The more active variable first. */
static bool before(const void *cone, uint32_t a, uint32_t b) {
  const struct cone *s = cone;
  return s->activity[a] > s->activity[b];
}

void cone_heap_up(struct cone *s, size_t at) { heap_up(&s->heap, at, before, s); }

void cone_heap_insert(struct cone *s, uint32_t v) { heap_push(&s->heap, v, before, s); }

uint32_t cone_heap_pop(struct cone *s) { return heap_pop(&s->heap, before, s); }
