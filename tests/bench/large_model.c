/* usage: large_model GATES LATCHES [SEED [justice]]: a binary AIGER model of that size on standard
 * output, to measure what reading, simplifying and starting on it costs (docs/performance.md, large
 * models). With `justice` it is asked whether what is bad may happen again and again.
 *
 * The latches form a ring; the gates, three at a time, are exclusive ors and multiplexers of
 * latches and such functions near them, and rarely from far away: as designs have it. The next
 * value of a latch is one of them near it. The bad literal needs 24 latches to be 1 at once: nobody
 * decides that in a minute. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators). */
static uint64_t next_random(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static unsigned below(unsigned n) { return (unsigned)(next_random() % n); }

enum { BITS = 40, INPUTS = 64, MOST = 100000000 };

struct shape {
  unsigned inputs, latches, groups; /* of three gates */
};

/* The function of a group: its last gate. */
static unsigned function_of(const struct shape *s, unsigned group) {
  return 2 * (1 + s->inputs + s->latches + 3 * group + 2);
}

/* A literal for a group: of a latch or an input near its place in the ring, or of a function. */
static unsigned literal(const struct shape *s, unsigned group) {
  enum { NEAR = 24, FAR = 500 };
  unsigned home = (unsigned)((uint64_t)group * s->latches / s->groups);
  unsigned kind = below(FAR), sign = below(2);
  if (kind == 0 && group > 0) return function_of(s, below(group)) + sign;
  if (kind < FAR / 2 && group > 0)
    return function_of(s, group - 1 - below(group < NEAR ? group : NEAR)) + sign;
  if (kind < FAR * 19 / 20)
    return 2 * (1 + s->inputs + (home + below(NEAR)) % (s->latches - BITS)) + sign;
  return 2 * (1 + below(s->inputs)) + sign;
}

static void put(unsigned delta) {
  for (; delta > 127; delta >>= 7) putchar((int)(delta & 127) | 128);
  putchar((int)delta);
}

static void put_gate(unsigned variable, unsigned a, unsigned b) {
  unsigned big = a > b ? a : b, small = a > b ? b : a;
  put(2 * variable - big);
  put(big - small);
}

static void write_gates(const struct shape *s) {
  for (unsigned k = 0; k < s->groups; k++) {
    unsigned own = 1 + s->inputs + s->latches + 3 * k;
    unsigned a = literal(s, k), b = literal(s, k), c = literal(s, k);
    bool either = below(2);
    put_gate(own, a, b);
    put_gate(own + 1, a ^ 1, either ? b ^ 1 : c);
    put_gate(own + 2, 2 * own + 1, 2 * (own + 1) + 1);
  }
}

/* Of an exclusive or; the first one is the carry. */
enum { BIT_GATES = 3 };

static unsigned counter_latch(const struct shape *s, unsigned bit) {
  return 2 * (1 + s->inputs + s->latches - BITS + bit);
}

static unsigned counter_gate(const struct shape *s, unsigned bit) {
  return 1 + s->inputs + s->latches + 3 * s->groups + BIT_GATES * bit;
}

static void write_counter(const struct shape *s) {
  unsigned carry = function_of(s, s->groups - 1);
  for (unsigned k = 0; k < BITS; k++) {
    unsigned own = counter_gate(s, k), bit = counter_latch(s, k);
    put_gate(own, carry, bit);
    put_gate(own + 1, carry ^ 1, bit ^ 1);
    put_gate(own + 2, 2 * own + 1, 2 * (own + 1) + 1);
    carry = 2 * own;
  }
}

static void write_model(const struct shape *s, bool justice) {
  unsigned gates = 3 * s->groups + BIT_GATES * BITS, all = s->inputs + s->latches + gates;
  printf("aig %u %u %u 0 %u %s\n", all, s->inputs, s->latches, gates, justice ? "0 0 1" : "1");
  for (unsigned k = 0; k < s->latches - BITS; k++) {
    unsigned near = (unsigned)((uint64_t)k * s->groups / s->latches) + below(8);
    printf("%u %u\n", function_of(s, near % s->groups) + below(2), below(4) == 0);
  }
  for (unsigned k = 0; k < BITS; k++) printf("%u\n", 2 * (counter_gate(s, k) + 2));
  if (justice) puts("1"); /* of one literal */
  printf("%u\n", 2 * counter_gate(s, BITS - 1));
  write_gates(s);
  write_counter(s);
}

int main(int argc, char **argv) {
  bool justice = argc == 5 && strcmp(argv[4], "justice") == 0;
  if (argc < 3 || argc > 5 || (argc == 5 && !justice)) {
    fputs("usage: large_model GATES LATCHES [SEED [justice]]\n", stderr);
    return 2;
  }
  unsigned long gates = strtoul(argv[1], NULL, 10), latches = strtoul(argv[2], NULL, 10);
  if (gates < 1000 || gates > MOST || latches < 200 || latches > gates) {
    fputs("large_model: 1000 to 10^8 gates, 200 latches to as many as gates\n", stderr);
    return 2;
  }
  state = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
  write_model(&(struct shape){INPUTS, (unsigned)latches, (unsigned)gates / 3}, justice);
  return fflush(stdout) == 0 ? 0 : 1;
}
