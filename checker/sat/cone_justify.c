/* Decisions that a model needs, and no others. Most queries of IC3 have a model, and most leaves of
 * the domain do not matter to it: all that counts is that gates have the values that they must have
 * and that clauses are satisfied. A gate that is true has arguments that are true, by propagation;
 * one that is false needs an argument that is false, and a choice needs to know which alternative
 * it is, unless both are the same (the justification frontier of test generation and of
 * circuit-based SAT). */
#include "checker/sat/cone.h"

#include <assert.h>

static bool phase_agrees(const struct cone *s, literal p) {
  return ((s->flags[p >> 1] & PHASE) != 0) == ((p & 1) == 0);
}

static bool is_leaf(const struct cone *s, literal p) { return s->fanin[p >> 1][0] == 0; }

/* Of two free literals, the one that was true the last time; else a leaf; else that of the more
 * active variable. */
static literal better(const struct cone *s, literal a, literal b) {
  if (phase_agrees(s, a) != phase_agrees(s, b)) return phase_agrees(s, a) ? a : b;
  if (is_leaf(s, a) != is_leaf(s, b)) return is_leaf(s, a) ? a : b;
  return s->activity[b >> 1] > s->activity[a >> 1] ? b : a;
}

/* What a choice p that is true misses while neither what chooses nor both alternatives are known:
 * an alternative that has a value has that of the choice. Either what chooses is decided first, or
 * the choice is seen as the two conjunctions that it is made of, of which none may differ from p.
 */
static literal missing_for_choice(const struct cone *s, literal p) {
  const literal *in = s->fanin[p >> 1];
  literal t = in[0] ^ (p & 1), e = in[1] ^ (p & 1), c = cone_chooser(s, p >> 1);
  if (!s->chooses_first) return s->values[t] == FREE ? better(s, negate(c), t) : better(s, c, e);
  if (s->values[t] != FREE) return c;
  if (s->values[e] != FREE) return negate(c);
  return phase_agrees(s, c) ? c : negate(c);
}

static literal missing_for_gate(const struct cone *s, literal p) {
  const literal *in = s->fanin[p >> 1];
  if (in[0] == 0 || cone_gate_justified(s, p)) return 0;
  if (cone_chooser(s, p >> 1)) return missing_for_choice(s, p);
  literal a = negate(in[0]), b = negate(in[1]);
  assert(s->values[a] == FREE && s->values[b] == FREE);
  return better(s, a, b);
}

/* Leaves a literal that satisfies the clause as the hint. */
static literal missing_for_clause(const struct cone *s, const literal *at, uint32_t size,
                                  literal *hint) {
  literal best = 0;
  for (uint32_t k = 0; k < size; k++)
    if (s->values[at[k]] > 0) { /* true, or none of the query's business */
      *hint = at[k];
      return 0;
    }
  for (uint32_t k = 0; k < size; k++)
    if (s->values[at[k]] == FREE) best = best ? better(s, best, at[k]) : at[k];
  assert(best);
  return best;
}

literal cone_missing(struct cone *s) {
  literal p;
  for (; s->justified < s->fixed.size; s->justified++)
    if ((p = missing_for_gate(s, s->fixed.at[s->justified]))) return p;
  for (; s->justified < s->fixed.size + s->trail_size; s->justified++) {
    literal on_trail = s->trail[s->justified - s->fixed.size];
    if ((p = missing_for_gate(s, on_trail))) return p;
  }
  for (; s->satisfied < s->permanent.size; s->satisfied++) {
    literal *hint = &s->hints.at[s->satisfied];
    s->looked_at++;
    if (s->values[*hint] > 0) continue;
    const uint32_t *clause = s->arena + s->permanent.at[s->satisfied];
    if ((p = missing_for_clause(s, clause + CLAUSE_HEADER, clause[0], hint))) return p;
  }
  return 0;
}
