/* What people see of a model: signals with one name each. Bits that are called NAME[k] or NAME<k>
 * are one word, as in the property language. A literal has one signal: the one whose name the
 * property uses, or else an output, or else a register; inputs go by their own names. */
#ifndef VOUCH_CERTIFIER_TRACE_SIGNALS_H
#define VOUCH_CERTIFIER_TRACE_SIGNALS_H

#include "formats/aiger.h"
#include "formats/declared.h"

/* In the order in which they are shown. */
enum signal_group { SIGNAL_PROPERTY, SIGNAL_INPUT, SIGNAL_OUTPUT, SIGNAL_REGISTER };

struct signal {
  char *name; /* "count", "count[7:4]", "l3"; as the model has it: escape it */
  enum signal_group group;
  bool input;       /* made of inputs of the model */
  size_t base;      /* length of the name without indices */
  char open;        /* of indices: [ or < */
  uint32_t low;     /* the index of the least significant bit, if there are several */
  struct lits bits; /* literals of the model, the least significant first; at least one */
  const struct declared_word *declared; /* what the property file says of it, or NULL */
  size_t place; /* of the least significant bit among the bits of all signals */
};
struct signals {
  struct signal *at;
  size_t size, capacity;
  size_t num_bits; /* of all of them */
};

/* A name that the property uses, for a literal of the model. */
struct signal_name {
  char *name;
  uint32_t lit;
};
struct signal_names {
  struct signal_name *at;
  size_t size, capacity;
};
void signal_names_add(struct signal_names *names, const char *name, uint32_t lit);
void signal_names_free(struct signal_names *names);

/* `first`: what the property uses, in its order. O(n log n) in the size of the symbol table. */
void signals_init(struct signals *signals, const struct aiger *model,
                  const struct signal_names *first);
void signals_free(struct signals *signals);
/* Values of declared words are shown by name, or with a sign; *declared must live as long. */
void signals_declare(struct signals *signals, const struct declared *declared);

/* "count", "count[3]", "count[7:4]": the bits from `low` to `high`, counted from 0 in the signal;
 * the caller frees it. */
char *signal_slice(const struct signal *signal, size_t low, size_t high);

#endif
