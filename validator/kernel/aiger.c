/* The AIGER 1.9 format, in one page:
 *
 *   aag M I L O A [B [C [J [F]]]]   (or aig: then the input lines are left out and gates are
 * binary) I lines  <input>                even literals; binary: 2, 4, .. 2I L lines  <latch>
 * <next> [<reset>]   binary: without <latch>, which continues after the inputs; reset 0, 1 or
 * <latch> O + B + C lines  <literal> J lines  <size>, then the literals of all justice sets, one
 * per line;  F lines <literal> A lines  <lhs> <rhs0> <rhs1>    binary: lhs continues after the
 * latches, lhs-rhs0 and rhs0-rhs1 as 7-bit groups [ilobcjf]<position> <name>      any number of
 * symbols c                               and a comment up to the end of the file
 *
 * Counts are believed only as far as the file goes: lists grow as lines are read. M alone sizes
 * arrays at once, so it is limited by the size of the file. */
#include "validator/kernel/model.h"

static bool literals(struct v_text *r, uint32_t count, uint32_t max, struct v_list *list) {
  for (uint32_t k = 0; k < count; k++) {
    uint32_t lit = 0;
    if (!v_number(r, max, &lit) || !v_eol(r)) return false;
    v_push(list, lit);
  }
  return true;
}

/* Makes `lit` the `index`-th thing of its kind. */
static bool define(struct v_text *r, struct v_model *m, uint32_t lit, enum v_kind kind,
                   size_t index) {
  if (lit < 2 || lit & 1) return v_expected(r, "an even literal above zero before here");
  if (m->kind[lit / 2] != V_UNDEFINED)
    return v_expected(r, "a variable not defined twice before here");
  m->kind[lit / 2] = (uint8_t)kind;
  m->index[lit / 2] = (uint32_t)index;
  return true;
}

static bool inputs_and_latches(struct v_text *r, struct v_model *m, bool binary, uint32_t inputs,
                               uint32_t latches) {
  uint32_t max = 2 * m->maxvar + 1, lit, next, reset;
  for (uint32_t k = 0; k < inputs; k++) {
    lit = 2 * (k + 1);
    if (!binary && (!v_number(r, max, &lit) || !v_eol(r))) return false;
    if (!define(r, m, lit, V_INPUT, k)) return false;
    v_push(&m->inputs, lit);
  }
  for (uint32_t k = 0; k < latches; k++) {
    lit = 2 * (inputs + k + 1);
    if (!binary && (!v_number(r, max, &lit) || !v_blank(r))) return false;
    if (!define(r, m, lit, V_LATCH, k) || !v_number(r, max, &next)) return false;
    reset = 0;
    if (v_at(r, ' ') && !v_blank_number(r, max, &reset)) return false;
    if (reset > 1 && reset != lit) {
      v_expected(r, "a reset of 0, 1 or the latch itself before here (no reset functions)");
      r->error->unsupported = true; /* an extension of AIGER that witness circuits may use */
      return false;
    }
    if (!v_eol(r)) return false;
    v_push(&m->latches, lit), v_push(&m->next, next), v_push(&m->reset, reset);
  }
  return true;
}

static bool justice_sets(struct v_text *r, struct v_model *m, uint32_t count, uint32_t max) {
  uint32_t start = 0, size;
  v_push(&m->justice_start, 0);
  for (uint32_t k = 0; k < count; k++) {
    if (!v_number(r, V_MAX_VARIABLE, &size) || !v_eol(r)) return false;
    if (size > V_MAX_VARIABLE - start) return v_expected(r, "smaller justice sets before here");
    v_push(&m->justice_start, start += size);
  }
  return literals(r, start, max, &m->justice);
}

static bool gates(struct v_text *r, struct v_model *m, bool binary, uint32_t count) {
  uint32_t max = 2 * m->maxvar + 1, first = 2 * (uint32_t)(m->inputs.size + m->latches.size + 1);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t lhs = first + 2 * k, rhs0, rhs1, d0 = 0, d1 = 0;
    if (binary && (!v_groups(r, lhs, &d0) || !v_groups(r, lhs - d0, &d1))) return false;
    if (binary && !d0) return v_expected(r, "a gate above its arguments before here");
    rhs0 = lhs - d0, rhs1 = rhs0 - d1;
    if (!binary && (!v_number(r, max, &lhs) || !v_blank_number(r, max, &rhs0) ||
                    !v_blank_number(r, max, &rhs1) || !v_eol(r)))
      return false;
    if (!define(r, m, lhs, V_AND, k)) return false;
    v_push(&m->lhs, lhs), v_push(&m->rhs, rhs0), v_push(&m->rhs, rhs1);
  }
  return true;
}

static bool symbols(struct v_text *r, struct v_model *m) {
  static const char kinds[] = "ilobcjf";
  const size_t counts[] = {m->inputs.size,  m->latches.size,     m->outputs.size,
                           m->bad.size,     m->constraints.size, m->justice_start.size - 1,
                           m->fairness.size};
  size_t capacity = 0;
  while (r->at < r->end) {
    if (*r->at == 'c' && (r->at + 1 == r->end || r->at[1] == '\n')) {
      m->comment = r->at;
      return !memchr(r->at, 0, (size_t)(r->end - r->at)) ||
             v_expected(r, "a comment without zero bytes");
    }
    const char *kind = *r->at ? strchr(kinds, *r->at) : NULL;
    if (!kind) return v_expected(r, "a symbol, or the line c before a comment");
    r->at++;
    uint32_t index;
    if (!v_number(r, V_MAX_VARIABLE, &index)) return false;
    if (index >= counts[kind - kinds]) return v_expected(r, "the position of an entry before here");
    if (!v_blank(r)) return false;
    const char *name = r->at;
    while (r->at < r->end && *r->at != '\n' && *r->at) r->at++;
    size_t length = (size_t)(r->at - name);
    if (!length || length > V_MAX_VARIABLE)
      return v_expected(r, length ? "a shorter name" : "a name");
    if (!v_eol(r)) return false;
    m->symbols = v_grow(m->symbols, m->num_symbols, &capacity, sizeof *m->symbols);
    m->symbols[m->num_symbols++] = (struct v_symbol){*kind, index, name, (uint32_t)length};
  }
  return true;
}

/* Depth-first from every gate with a stack of our own; a gate met again while it is open closes a
 * cycle. */
static bool sort_gates(const struct v_text *r, struct v_model *m) {
  enum { NEW, OPEN, DONE };
  uint8_t *state = v_zeroed(m->lhs.size, 1);
  struct v_list stack = {0};
  bool good = true;
  for (uint32_t root = 0; good && root < m->lhs.size; root++) {
    if (state[root] == NEW) v_push(&stack, root);
    while (good && stack.size) {
      uint32_t gate = stack.at[stack.size - 1];
      if (state[gate] != NEW) {
        if (state[gate] == OPEN) v_push(&m->order, gate);
        state[gate] = DONE;
        stack.size--;
        continue;
      }
      state[gate] = OPEN;
      for (unsigned k = 0; k < 2; k++) {
        uint32_t var = m->rhs.at[2 * gate + k] / 2;
        if (m->kind[var] != V_AND || state[m->index[var]] == DONE) continue;
        if (state[m->index[var]] == OPEN)
          good = v_fail(r->error, "%s: gate %u depends on itself", r->what, 2 * var);
        v_push(&stack, m->index[var]);
      }
    }
  }
  V_FREE(state, stack.at);
  return good;
}

static bool sections(struct v_text *r, struct v_model *m, bool binary, const uint32_t h[9]) {
  uint32_t max = 2 * m->maxvar + 1;
  if (!inputs_and_latches(r, m, binary, h[1], h[2]) || !literals(r, h[3], max, &m->outputs) ||
      !literals(r, h[5], max, &m->bad) || !literals(r, h[6], max, &m->constraints) ||
      !justice_sets(r, m, h[7], max) || !literals(r, h[8], max, &m->fairness) ||
      !gates(r, m, binary, h[4]) || !symbols(r, m))
    return false;
  const struct v_list *used[] = {&m->next,    &m->outputs,  &m->bad, &m->constraints,
                                 &m->justice, &m->fairness, &m->rhs};
  for (size_t n = 0; n < sizeof used / sizeof *used; n++)
    for (size_t k = 0; k < used[n]->size; k++)
      if (used[n]->at[k] > 1 && m->kind[used[n]->at[k] / 2] == V_UNDEFINED)
        return v_fail(r->error, "%s: literal %u is used but not defined", r->what, used[n]->at[k]);
  return sort_gates(r, m);
}

const struct v_list *v_section(const struct v_model *m, char kind) {
  static const char kinds[] = "ilobcf";
  const struct v_list *const sections[] = {&m->inputs, &m->latches,     &m->outputs,
                                           &m->bad,    &m->constraints, &m->fairness};
  const char *found = kind ? strchr(kinds, kind) : NULL;
  return found ? sections[found - kinds] : NULL;
}

bool v_model_read(struct v_bytes bytes, struct v_model *m, struct v_error *error) {
  return v_model_read_as("model", bytes, m, error);
}

bool v_model_read_as(const char *what, struct v_bytes bytes, struct v_model *m,
                     struct v_error *error) {
  *m = (struct v_model){.bytes = bytes};
  struct v_text r = v_text(what, &bytes, error);
  bool binary = bytes.size >= 4 && !memcmp(bytes.at, "aig ", 4);
  if (!binary && (bytes.size < 4 || memcmp(bytes.at, "aag ", 4)))
    return v_expected(&r, "aag or aig");
  r.at += 3;
  uint32_t h[9] = {0}; /* M I L O A B C J F */
  for (int k = 0; k < 9 && (k < 5 || (v_at(&r, ' '))); k++)
    if (!v_blank_number(&r, V_MAX_VARIABLE / 4, &h[k])) return false;
  uint64_t sum = (uint64_t)h[1] + h[2] + h[4];
  if (binary ? sum != h[0] : sum > h[0])
    return v_expected(&r, binary ? "M = I + L + A in the header" : "M >= I + L + A in the header");
  if (h[0] > (1 << 20) + 8 * (uint64_t)bytes.size)
    return v_expected(&r, "a larger file for so many variables");
  if (!v_eol(&r)) return false;
  m->maxvar = h[0];
  m->kind = v_zeroed((size_t)m->maxvar + 1, sizeof *m->kind);
  m->index = v_zeroed((size_t)m->maxvar + 1, sizeof *m->index);
  return sections(&r, m, binary, h);
}

void v_model_free(struct v_model *m) {
  V_FREE(m->bytes.at, m->kind, m->index, m->inputs.at, m->latches.at, m->next.at, m->reset.at,
         m->lhs.at, m->rhs.at, m->order.at, m->outputs.at, m->bad.at, m->constraints.at,
         m->fairness.at, m->justice.at, m->justice_start.at, m->symbols);
  *m = (struct v_model){0};
}
