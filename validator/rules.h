/* The rules (docs/certificates.md, sections 2 to 4): bounds of nodes, and the obligations that a certificate owes. */
#ifndef VOUCH_VALIDATOR_RULES_H
#define VOUCH_VALIDATOR_RULES_H

#include "validator/certificate.h"
#include "validator/cnf.h"

enum v_obligation_kind { V_INVARIANT, V_FACT, V_WALLS, V_SKELETON, V_NEVER_BAD, V_HOLDS };
struct v_obligation {
  enum v_obligation_kind kind;
  uint32_t fact, block; /* V_FACT, V_WALLS, V_SKELETON; blocks count from 0 within the fact */
};

struct v_rules {
  struct v_system *system;
  struct v_certificate *certificate;
  uint32_t *upper, *lower; /* per node: literals */
  struct v_obligation *obligations;
  size_t count;
};

/* Adds the internal gates to the system and the bounds to the facts; lists the obligations. */
void v_rules_init(struct v_rules *rules, struct v_system *system, struct v_certificate *certificate);
void v_rules_free(struct v_rules *rules);
void v_rules_describe(const struct v_rules *rules, size_t k, char *text, size_t size);
void v_rules_cnf(const struct v_rules *rules, size_t k, struct v_cnf *cnf);

#endif
