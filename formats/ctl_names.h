/* What the names, positions and numbers in a formula stand for: docs/certificates.md 1.4. Private
 * to ctl*.c. */
#ifndef VOUCH_FORMATS_CTL_NAMES_H
#define VOUCH_FORMATS_CTL_NAMES_H

#include "formats/aiger.h"
#include "formats/support/nearest.h"
#include "formats/support/table.h"

/* One name. Texts point into the model's symbol table. */
struct ctl_name {
  const char *text;
  size_t length;
  bool whole;     /* the whole text of a symbol, not one of its words */
  bool ambiguous; /* denotes `other` as well */
  uint32_t lit, other;
};

struct ctl_names {
  const struct aiger *model;
  struct ctl_name *names; /* in the order of the symbol table */
  size_t num_names, names_capacity;
  struct table table;
  uint8_t *defined; /* by variable */
};

void ctl_names_init(struct ctl_names *names, const struct aiger *model);
void ctl_names_free(struct ctl_names *names);

/* A whole symbol text, or else a word of one; NULL: unknown. */
const struct ctl_name *ctl_names_find(const struct ctl_names *names, const char *text,
                                      size_t length);
/* Offers all names, and words without their indices. */
void ctl_names_offer(const struct ctl_names *names, struct nearest *nearest);
/* iN lN oN bN cN fN, and jN for a justice set of one literal. */
bool ctl_names_position(const struct ctl_names *names, const char *text, size_t length,
                        uint32_t *lit);
bool ctl_names_defined(const struct ctl_names *names, uint32_t lit);

/* "name" with quotes, for canonical form; the caller frees it. */
char *ctl_names_quote(const char *text, size_t length);
/* The atom that stands for a literal given by position or number: its first unambiguous symbol,
 * else `position` if not NULL, else its own position, else the number. The caller frees it. */
char *ctl_names_canonical(const struct ctl_names *names, uint32_t lit, const char *position,
                          size_t length);

/* The bits of a word: `base` followed by [k] or <k>. */
bool ctl_names_range(const struct ctl_names *names, const char *base, size_t length, uint32_t *low,
                     uint32_t *high);
const struct ctl_name *ctl_names_bit(const struct ctl_names *names, const char *base, size_t length,
                                     uint32_t bit);

#endif
