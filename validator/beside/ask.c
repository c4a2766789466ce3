#include "validator/beside/ask.h"

#include "validator/kernel/certificate.h"

const char *validator_property(const struct validator *v) {
  return validator_certificate(v)->property.text;
}

bool validator_holds(const struct validator *v) { return validator_certificate(v)->holds; }

bool validator_all_inputs(const struct validator *v) {
  return validator_certificate(v)->system.all_inputs;
}

size_t validator_obligations(const struct validator *v) {
  return validator_certificate(v)->obligations.size;
}

void validator_describe(const struct validator *v, size_t k, char *text, size_t size) {
  const struct v_certificate *c = validator_certificate(v);
  const struct v_obligation *o = &c->obligations.at[k];
  char node[24] = "";
  char block[24] = "";
  if (o->node != V_NONE) snprintf(node, sizeof node, " of node %u", o->node);
  if (o->block != V_NONE)
    snprintf(block, sizeof block, ", block %u", c->blocks.at[o->block].number);
  snprintf(text, size, "%s%s%s: %s", o->name, node, block, o->meaning);
}

void validator_cnf(const struct validator *v, size_t k, struct v_cnf *cnf) {
  v_obligation_cnf(validator_certificate(v), k, cnf);
}

const char *validator_proof(const struct validator *v, size_t k, size_t *size) {
  const struct v_certificate *c = validator_certificate(v);
  if (!c->proofs) return NULL;
  *size = c->proofs[k].size;
  return c->proofs[k].text;
}
