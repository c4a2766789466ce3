/* The names of the symbol table, for lookup (docs/certificates.md, 1.4): whole texts first, then
 * blank-separated words; a word "!x" names the complement under "x". */
#ifndef VOUCH_VALIDATOR_KERNEL_NAMES_H
#define VOUCH_VALIDATOR_KERNEL_NAMES_H

#include "validator/kernel/aiger.h"

struct v_name {
  const char *text; /* in the bytes of the model */
  size_t length;
  bool is_word; /* a part of a text */
  uint32_t lit;
  bool ambiguous; /* there are entries of this name with other literals */
};

/* Sorted, each name once: looking one up takes O(length * log(names)). */
struct v_names {
  struct v_name *at;
  size_t size, capacity;
};

/* Takes O(b log b) for a symbol table of b bytes. */
void v_names_init(struct v_names *names, const struct v_model *model);
/* NULL if there is none. */
const struct v_name *v_names_find(const struct v_names *names, const char *text, size_t length);
void v_names_free(struct v_names *names);

#endif
