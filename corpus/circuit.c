#include "corpus/circuit.h"

#include <stdarg.h>

static void name_entry(struct circuit *c, char kind, size_t index, const char *text) {
  struct aiger *m = &c->model;
  m->symbols = memory_one_more(m->symbols, m->num_symbols, sizeof *m->symbols);
  m->symbols[m->num_symbols++] = (struct aiger_symbol){kind, (uint32_t)index, memory_string(text)};
}

static void name_formatted(struct circuit *c, char kind, size_t index, const char *format,
                           va_list arguments) {
  char text[128];
  vsnprintf(text, sizeof text, format, arguments);
  name_entry(c, kind, index, text);
}

bit input(struct circuit *c, const char *format, ...) {
  lits_push(&c->model.inputs, 2 * ++c->model.maxvar);
  va_list arguments;
  va_start(arguments, format);
  name_formatted(c, 'i', c->model.inputs.size - 1, format, arguments);
  va_end(arguments);
  return 2 * c->model.maxvar;
}

bit latch(struct circuit *c, unsigned reset, const char *format, ...) {
  struct aiger *m = &c->model;
  bit literal = 2 * ++m->maxvar;
  m->latches = memory_one_more(m->latches, m->num_latches, sizeof *m->latches);
  m->latches[m->num_latches++] =
      (struct aiger_latch){literal, literal, reset == UNINITIALISED ? literal : reset};
  va_list arguments;
  va_start(arguments, format);
  name_formatted(c, 'l', m->num_latches - 1, format, arguments);
  va_end(arguments);
  return literal;
}

void next(struct circuit *c, bit literal, bit value) {
  for (size_t k = 0; k < c->model.num_latches; k++)
    if (c->model.latches[k].lit == literal) c->model.latches[k].next = value;
}

bit and2(struct circuit *c, bit a, bit b) {
  if (a == FALSE_BIT || b == FALSE_BIT || a == not1(b)) return FALSE_BIT;
  if (a == TRUE_BIT || a == b) return b;
  if (b == TRUE_BIT) return a;
  struct aiger *m = &c->model;
  bit literal = 2 * ++m->maxvar;
  m->ands = memory_one_more(m->ands, m->num_ands, sizeof *m->ands);
  m->ands[m->num_ands++] = (struct aiger_and){literal, a > b ? a : b, a > b ? b : a};
  return literal;
}

bit xor2(struct circuit *c, bit a, bit b) {
  return or2(c, and2(c, a, not1(b)), and2(c, not1(a), b));
}

bit mux(struct circuit *c, bit condition, bit yes, bit no) {
  return or2(c, and2(c, condition, yes), and2(c, not1(condition), no));
}

bit and_all(struct circuit *c, const bit *bits, unsigned n) {
  bit result = TRUE_BIT;
  for (unsigned k = 0; k < n; k++) result = and2(c, result, bits[k]);
  return result;
}

bit or_all(struct circuit *c, const bit *bits, unsigned n) {
  bit result = FALSE_BIT;
  for (unsigned k = 0; k < n; k++) result = or2(c, result, bits[k]);
  return result;
}

bit two_of(struct circuit *c, const bit *bits, unsigned n) {
  bit one = FALSE_BIT, two = FALSE_BIT;
  for (unsigned k = 0; k < n; k++) {
    two = or2(c, two, and2(c, one, bits[k]));
    one = or2(c, one, bits[k]);
  }
  return two;
}

void output(struct circuit *c, bit a, const char *format, ...) {
  lits_push(&c->model.outputs, a);
  va_list arguments;
  va_start(arguments, format);
  name_formatted(c, 'o', c->model.outputs.size - 1, format, arguments);
  va_end(arguments);
}

static void add(struct circuit *c, struct lits *section, char kind, bit a, const char *name) {
  lits_push(section, a);
  name_entry(c, kind, section->size - 1, name);
}

void bad(struct circuit *c, bit a, const char *name) { add(c, &c->model.bad, 'b', a, name); }
void constraint(struct circuit *c, bit a, const char *name) {
  add(c, &c->model.constraints, 'c', a, name);
}
void fairness(struct circuit *c, bit a, const char *name) {
  add(c, &c->model.fairness, 'f', a, name);
}

void justice(struct circuit *c, const bit *set, unsigned n, const char *name) {
  struct aiger *m = &c->model;
  m->justice = memory_one_more(m->justice, m->num_justice, sizeof *m->justice);
  m->justice[m->num_justice] = (struct lits){0};
  lits_append(&m->justice[m->num_justice++], set, n);
  name_entry(c, 'j', m->num_justice - 1, name);
}

struct word constant(unsigned width, unsigned long number) {
  struct word w = {.width = width};
  for (unsigned k = 0; k < width; k++)
    w.at[k] = k < 8 * sizeof number ? (bit)(number >> k & 1u) : FALSE_BIT;
  return w;
}

struct word word_input(struct circuit *c, unsigned width, const char *name) {
  struct word w = {.width = width};
  for (unsigned k = 0; k < width; k++) w.at[k] = input(c, "%s[%u]", name, k);
  return w;
}

struct word word_latch(struct circuit *c, unsigned width, unsigned reset_each, const char *name) {
  struct word w = {.width = width};
  for (unsigned k = 0; k < width; k++) w.at[k] = latch(c, reset_each, "%s[%u]", name, k);
  return w;
}

void word_next(struct circuit *c, const struct word *w, const struct word *value) {
  for (unsigned k = 0; k < w->width; k++) next(c, w->at[k], value->at[k]);
}

struct word word_mux(struct circuit *c, bit condition, const struct word *yes,
                     const struct word *no) {
  struct word w = {.width = yes->width};
  for (unsigned k = 0; k < w.width; k++) w.at[k] = mux(c, condition, yes->at[k], no->at[k]);
  return w;
}

struct word increment(struct circuit *c, const struct word *a) {
  struct word w = {.width = a->width};
  bit carry = TRUE_BIT;
  for (unsigned k = 0; k < w.width; k++) {
    w.at[k] = xor2(c, a->at[k], carry);
    carry = and2(c, carry, a->at[k]);
  }
  return w;
}

struct word decrement(struct circuit *c, const struct word *a) {
  struct word w = {.width = a->width};
  bit borrow = TRUE_BIT;
  for (unsigned k = 0; k < w.width; k++) {
    w.at[k] = xor2(c, a->at[k], borrow);
    borrow = and2(c, borrow, not1(a->at[k]));
  }
  return w;
}

bit equal(struct circuit *c, const struct word *a, const struct word *b) {
  bit result = TRUE_BIT;
  for (unsigned k = 0; k < a->width; k++)
    result = and2(c, result, not1(xor2(c, a->at[k], b->at[k])));
  return result;
}

bit equals(struct circuit *c, const struct word *a, unsigned long number) {
  struct word b = constant(a->width, number);
  return equal(c, a, &b);
}

bit less(struct circuit *c, const struct word *a, const struct word *b) {
  bit result = FALSE_BIT;
  for (unsigned k = 0; k < a->width; k++)
    result = or2(c, and2(c, not1(a->at[k]), b->at[k]),
                 and2(c, result, or2(c, not1(a->at[k]), b->at[k])));
  return result;
}

bit from_now_on(struct circuit *c, bit a, const char *name) {
  bit guess = input(c, "guess_%s", name);
  bit guessed = latch(c, 0, "guessed_%s", name), wrong = latch(c, 0, "wrong_%s", name);
  next(c, guessed, or2(c, guessed, guess));
  next(c, wrong, or2(c, wrong, and2(c, guessed, not1(a))));
  return and2(c, guessed, not1(wrong));
}
