/* A tiny language for writing circuits in C: bits are AIGER literals, words are arrays of bits,
 * least significant first. */
#ifndef VOUCH_CORPUS_CIRCUIT_H
#define VOUCH_CORPUS_CIRCUIT_H

#include "formats/aiger.h"

typedef uint32_t bit;
enum { FALSE_BIT = 0, TRUE_BIT = 1 };
static inline bit not1(bit a) { return a ^ 1u; }

struct circuit {
  struct aiger model;
};

/* Names are printf formats. */
bit input(struct circuit *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* reset is 0, 1 or UNINITIALISED. Its next value must be set once, with `next`. */
enum { UNINITIALISED = 2 };
bit latch(struct circuit *c, unsigned reset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void next(struct circuit *c, bit latch, bit value);

bit and2(struct circuit *c, bit a, bit b);
static inline bit or2(struct circuit *c, bit a, bit b) { return not1(and2(c, not1(a), not1(b))); }
static inline bit implies(struct circuit *c, bit a, bit b) { return or2(c, not1(a), b); }
bit xor2(struct circuit *c, bit a, bit b);
bit mux(struct circuit *c, bit condition, bit yes, bit no);
bit and_all(struct circuit *c, const bit *bits, unsigned n);
bit or_all(struct circuit *c, const bit *bits, unsigned n);
/* Are two or more of the bits true? */
bit two_of(struct circuit *c, const bit *bits, unsigned n);

void output(struct circuit *c, bit a, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void bad(struct circuit *c, bit a, const char *name);
void constraint(struct circuit *c, bit a, const char *name);
void fairness(struct circuit *c, bit a, const char *name);
void justice(struct circuit *c, const bit *set, unsigned n, const char *name);

/* Words of at most MAX_WIDTH bits. */
enum { MAX_WIDTH = 256 };
struct word {
  unsigned width;
  bit at[MAX_WIDTH];
};

struct word constant(unsigned width, unsigned long value);
struct word word_input(struct circuit *c, unsigned width, const char *name);
struct word word_latch(struct circuit *c, unsigned width, unsigned reset_each, const char *name);
void word_next(struct circuit *c, const struct word *latch, const struct word *value);
struct word word_mux(struct circuit *c, bit condition, const struct word *yes,
                     const struct word *no);
struct word increment(struct circuit *c, const struct word *a);
struct word decrement(struct circuit *c, const struct word *a);
bit equal(struct circuit *c, const struct word *a, const struct word *b);
bit equals(struct circuit *c, const struct word *a, unsigned long value);
bit less(struct circuit *c, const struct word *a, const struct word *b);

/* A bit that can be true infinitely often exactly on paths where `a` is, from some moment on,
 * always true: the environment guesses the moment (an input), and the guess must never be proved
 * wrong. */
bit from_now_on(struct circuit *c, bit a, const char *name);

#endif
