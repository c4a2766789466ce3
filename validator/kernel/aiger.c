/* The AIGER 1.9 format, in one page:
 *
 *   aag M I L O A [B [C [J [F]]]]     aig: binary, without input lines
 *   I lines  <input>                  even literals; binary: 2, 4, .. 2I
 *   L lines  <latch> <next> [<reset>] binary: without <latch>, which continues after the inputs;
 *                                     reset is 0, 1, <latch>, or another literal
 *   O + B + C lines  <literal>
 *   J lines  <size>, then the literals of all justice sets, one per line
 *   F lines  <literal>
 *   A lines  <lhs> <rhs0> <rhs1>      binary: lhs continues after the latches; lhs-rhs0 and
 *                                     rhs0-rhs1 as 7-bit groups
 *   [ilobcjf]<position> <name>        any number of symbols; a name that is empty or has a zero
 *                                     byte names nothing
 *   c                                 and a comment up to the end of the file: any bytes
 *
 * Zeros in front of a number mean nothing. Counts are believed only as far as the file goes: lists
 * grow as lines are read. M alone sizes arrays at once: it is limited by the size of the file. */
#include "validator/kernel/aiger.h"

enum header { H_M, H_I, H_L, H_O, H_A, H_B, H_C, H_J, H_F, HEADER_SIZE };
enum { HEADER_LEAST = H_A + 1 };
static const uint32_t most_in_header = V_MAX_VARIABLE / 4;
/* M: this many variables, and this many more for each byte of the file */
enum { FREE_VARIABLES = 1 << 20, VARIABLES_PER_BYTE = 8 };

struct reader {
  struct v_text text;
  struct v_model *m;
  bool binary;
  uint32_t header[HEADER_SIZE];
  uint32_t max; /* the largest literal */
};

static bool number(struct v_text *t, uint32_t max, uint32_t *value) {
  while (v_at(t, '0') && t->at + 1 < t->end && t->at[1] >= '0' && t->at[1] <= '9') t->at++;
  return v_number(t, max, value);
}

static bool blank_number(struct v_text *t, uint32_t max, uint32_t *value) {
  return v_blank(t) && number(t, max, value);
}

static bool literals(struct reader *r, uint32_t count, struct v_list *list) {
  for (uint32_t k = 0; k < count; k++) {
    uint32_t lit = 0;
    if (!number(&r->text, r->max, &lit) || !v_eol(&r->text)) return false;
    v_push(list, lit);
  }
  return true;
}

/* Makes `lit` the `index`-th thing of its kind. */
static bool define(struct reader *r, uint32_t lit, enum v_kind kind, size_t index) {
  struct v_model *m = r->m;
  if (lit < 2 || lit % 2 != 0)
    return v_expected(&r->text, "an even literal above zero before here");
  if (m->kind[lit / 2] != V_UNDEFINED)
    return v_expected(&r->text, "a variable not defined twice before here");
  m->kind[lit / 2] = (uint8_t)kind;
  m->index[lit / 2] = (uint32_t)index;
  return true;
}

static bool inputs(struct reader *r) {
  for (uint32_t k = 0; k < r->header[H_I]; k++) {
    uint32_t lit = 2 * (k + 1);
    if (!r->binary && (!number(&r->text, r->max, &lit) || !v_eol(&r->text))) return false;
    if (!define(r, lit, V_INPUT, k)) return false;
    v_push(&r->m->inputs, lit);
  }
  return true;
}

static bool latches(struct reader *r) {
  for (uint32_t k = 0; k < r->header[H_L]; k++) {
    uint32_t lit = 2 * (r->header[H_I] + k + 1);
    uint32_t next;
    uint32_t reset = 0;
    if (!r->binary && (!number(&r->text, r->max, &lit) || !v_blank(&r->text))) return false;
    if (!define(r, lit, V_LATCH, k) || !number(&r->text, r->max, &next)) return false;
    if (v_at(&r->text, ' ') && !blank_number(&r->text, r->max, &reset)) return false;
    if (!v_eol(&r->text)) return false;
    v_push(&r->m->latches, lit);
    v_push(&r->m->next, next);
    v_push(&r->m->reset, reset);
  }
  return true;
}

static bool justice_sets(struct reader *r) {
  uint32_t start = 0;
  v_push(&r->m->justice_start, 0);
  for (uint32_t k = 0; k < r->header[H_J]; k++) {
    uint32_t size;
    if (!number(&r->text, V_MAX_VARIABLE, &size) || !v_eol(&r->text)) return false;
    if (size > V_MAX_VARIABLE - start)
      return v_expected(&r->text, "smaller justice sets before here");
    start += size;
    v_push(&r->m->justice_start, start);
  }
  return literals(r, start, &r->m->justice);
}

static bool ascii_gate(struct reader *r, uint32_t *lhs, uint32_t rhs[2]) {
  struct v_text *t = &r->text;
  return number(t, r->max, lhs) && blank_number(t, r->max, &rhs[0]) &&
         blank_number(t, r->max, &rhs[1]) && v_eol(t);
}

static bool binary_gate(struct reader *r, uint32_t lhs, uint32_t rhs[2]) {
  uint32_t below, further;
  if (!v_groups(&r->text, lhs, &below) || !v_groups(&r->text, lhs - below, &further)) return false;
  if (below == 0) return v_expected(&r->text, "a gate above its arguments before here");
  rhs[0] = lhs - below;
  rhs[1] = rhs[0] - further;
  return true;
}

static bool gates(struct reader *r) {
  uint32_t first = 2 * (r->header[H_I] + r->header[H_L] + 1);
  for (uint32_t k = 0; k < r->header[H_A]; k++) {
    uint32_t lhs = first + 2 * k;
    uint32_t rhs[2];
    if (!(r->binary ? binary_gate(r, lhs, rhs) : ascii_gate(r, &lhs, rhs))) return false;
    if (!define(r, lhs, V_AND, k)) return false;
    v_push(&r->m->lhs, lhs);
    v_push(&r->m->rhs, rhs[0]);
    v_push(&r->m->rhs, rhs[1]);
  }
  return true;
}

/* "<kind><position> <name>" */
static bool symbol(struct reader *r, struct v_symbol *symbol) {
  struct v_text *t = &r->text;
  const struct v_list *section = v_section(r->m, *t->at);
  if (!section && *t->at != 'j') return v_expected(t, "a symbol, or the line c before a comment");
  size_t entries = section ? section->size : r->header[H_J];
  symbol->kind = *t->at;
  t->at++;
  if (!number(t, V_MAX_VARIABLE, &symbol->index)) return false;
  if (symbol->index >= entries) return v_expected(t, "the position of an entry before here");
  if (!v_blank(t)) return false;
  symbol->name = t->at;
  while (t->at < t->end && *t->at != '\n') t->at++;
  symbol->length = (size_t)(t->at - symbol->name);
  return v_eol(t);
}

static bool symbols_and_comment(struct reader *r) {
  struct v_text *t = &r->text;
  while (t->at < t->end) {
    if (*t->at == 'c' && (t->at + 1 == t->end || t->at[1] == '\n')) {
      r->m->comment = t->at;
      return true;
    }
    struct v_symbol s;
    if (!symbol(r, &s)) return false;
    if (s.length > 0 && !memchr(s.name, 0, s.length)) V_ADD(&r->m->symbols, s);
  }
  return true;
}

static bool all_defined(const struct reader *r, const struct v_list *list) {
  for (size_t k = 0; k < list->size; k++)
    if (list->at[k] > 1 && r->m->kind[list->at[k] / 2] == V_UNDEFINED)
      return v_fail(r->text.error, "%s: literal %u is used but not defined", r->text.what,
                    list->at[k]);
  return true;
}

/* --- Order --- */
enum progress { NEW, OPEN, DONE };

/* What variable `var` depends on and is not done: the right argument of a gate before the left one
 * (section 10 numbers gates in this order); with `resets`, in the first step, the reset function of
 * a latch. V_NONE if all is. */
static uint32_t next_dependency(const struct v_model *m, uint32_t var, bool resets,
                                const uint8_t *state) {
  uint32_t index = m->index[var];
  if (m->kind[var] == V_AND) {
    uint32_t left = m->rhs.at[2 * index] / 2;
    uint32_t right = m->rhs.at[2 * index + 1] / 2;
    if (state[right] != DONE) return right;
    return state[left] != DONE ? left : V_NONE;
  }
  if (!resets || m->kind[var] != V_LATCH || m->reset.at[index] == 2 * var) return V_NONE;
  uint32_t reset = m->reset.at[index] / 2;
  return state[reset] != DONE ? reset : V_NONE;
}

/* Depth-first from the roots with a stack of our own; *order gets the numbers of all gates below
 * them, arguments first. Nothing may depend on itself. */
static bool sort(const struct reader *r, const struct v_list *roots, bool resets,
                 struct v_list *order) {
  const struct v_model *m = r->m;
  uint8_t *state = v_zeroed((size_t)m->maxvar + 1, 1);
  struct v_list stack = {0};
  bool good = true;
  for (size_t k = 0; good && k < roots->size; k++) {
    if (state[roots->at[k] / 2] == NEW) v_push(&stack, roots->at[k] / 2);
    while (good && stack.size > 0) {
      uint32_t var = stack.at[stack.size - 1];
      uint32_t argument = next_dependency(m, var, resets, state);
      state[var] = argument == V_NONE ? DONE : OPEN;
      if (argument == V_NONE) {
        if (m->kind[var] == V_AND) v_push(order, m->index[var]);
        stack.size--;
      } else if (state[argument] == NEW) {
        v_push(&stack, argument);
      } else {
        good = v_fail(r->text.error, "%s: %s %u depends on itself", r->text.what,
                      m->kind[argument] == V_AND ? "gate" : "the reset function of latch",
                      2 * argument);
      }
    }
  }
  free(state);
  v_list_free(&stack);
  return good;
}

/* The gates in their order; and that there is one in the first step, too. */
static bool sort_gates(const struct reader *r) {
  struct v_list first_step = {0};
  bool good =
      sort(r, &r->m->lhs, false, &r->m->order) && sort(r, &r->m->latches, true, &first_step);
  v_list_free(&first_step);
  return good;
}

/* "aag" or "aig", and the counts */
static bool header(struct reader *r) {
  struct v_text *t = &r->text;
  const struct v_bytes *bytes = &r->m->bytes;
  bool gzip = bytes->size >= 2 && !memcmp(bytes->at, "\x1f\x8b", 2);
  r->binary = bytes->size >= 4 && !memcmp(bytes->at, "aig ", 4);
  if (!r->binary && (bytes->size < 4 || memcmp(bytes->at, "aag ", 4) != 0))
    return v_expected(t, gzip ? "aag or aig; this is gzip: unpack it first" : "aag or aig");
  t->at += 3;
  for (int k = 0; k < HEADER_SIZE && (k < HEADER_LEAST || v_at(t, ' ')); k++)
    if (!blank_number(t, most_in_header, &r->header[k])) return false;
  uint64_t sum = (uint64_t)r->header[H_I] + r->header[H_L] + r->header[H_A];
  if (r->binary && sum != r->header[H_M]) return v_expected(t, "M = I + L + A in the header");
  if (sum > r->header[H_M]) return v_expected(t, "M >= I + L + A in the header");
  if (r->header[H_M] > FREE_VARIABLES + VARIABLES_PER_BYTE * (uint64_t)bytes->size)
    return v_expected(t, "a larger file for so many variables");
  return v_eol(t);
}

static bool sections(struct reader *r) {
  struct v_model *m = r->m;
  return inputs(r) && latches(r) && literals(r, r->header[H_O], &m->outputs) &&
         literals(r, r->header[H_B], &m->bad) && literals(r, r->header[H_C], &m->constraints) &&
         justice_sets(r) && literals(r, r->header[H_F], &m->fairness) && gates(r) &&
         symbols_and_comment(r);
}

bool v_model_read(const char *what, struct v_bytes bytes, struct v_model *m,
                  struct v_error *error) {
  *m = (struct v_model){.bytes = bytes};
  const char *at = (const char *)bytes.at;
  struct reader r = {.text = {what, at, at, at + bytes.size, 1, error}, .m = m};
  if (!header(&r)) return false;
  m->maxvar = r.header[H_M];
  r.max = 2 * m->maxvar + 1;
  m->kind = v_zeroed((size_t)m->maxvar + 1, sizeof *m->kind);
  m->index = v_zeroed((size_t)m->maxvar + 1, sizeof *m->index);
  return sections(&r) && all_defined(&r, &m->next) && all_defined(&r, &m->reset) &&
         all_defined(&r, &m->outputs) && all_defined(&r, &m->bad) &&
         all_defined(&r, &m->constraints) && all_defined(&r, &m->justice) &&
         all_defined(&r, &m->fairness) && all_defined(&r, &m->rhs) && sort_gates(&r);
}

const struct v_list *v_section(const struct v_model *m, char kind) {
  static const char kinds[] = {'i', 'l', 'o', 'b', 'c', 'f'};
  const struct v_list *const sections[] = {&m->inputs, &m->latches,     &m->outputs,
                                           &m->bad,    &m->constraints, &m->fairness};
  const char *found = memchr(kinds, kind, sizeof kinds);
  return found ? sections[found - kinds] : NULL;
}

void v_model_free(struct v_model *m) {
  v_lists_free((struct v_list *[]){&m->inputs, &m->latches, &m->next, &m->reset, &m->lhs, &m->rhs,
                                   &m->order, &m->outputs, &m->bad, &m->constraints, &m->fairness,
                                   &m->justice, &m->justice_start, NULL});
  free(m->bytes.at);
  free(m->kind);
  free(m->index);
  free(m->symbols.at);
  *m = (struct v_model){0};
}
