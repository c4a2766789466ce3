#include "tests/mutants/mutants_parts.h"

#include "tests/mutants/mutate.h"

static void change_gate(struct rng *rng, const struct mutant_source *source,
                        struct certificate *c) {
  if (!c->num_gates) return;
  struct cert_gate *gate = &c->gates[pick(rng, c->num_gates)];
  uint32_t literal = mutant_literal(rng, source, c);
  if (literal >= gate->lhs) literal = rng_below(rng, 2);
  if (rng_chance(rng, 30))
    gate->args.at[pick(rng, gate->args.size)] ^= 1u;
  else if (rng_chance(rng, 50))
    gate->args.at[pick(rng, gate->args.size)] = literal;
  else
    lits_push(&gate->args, literal);
}

static void change_once(struct rng *rng, const struct mutant_source *source,
                        struct certificate *c) {
  uint32_t choice = rng_below(rng, 100);
  if (c->has_proofs && choice < 60)
    mutant_change_proof(rng, c);
  else if (certificate_is_trace(c)) {
    if (choice < 80)
      mutate_certificate(rng, c);
    else
      mutant_change_claim(rng, source, c);
  } else if (choice < 20)
    mutate_certificate(rng, c);
  else if (choice < 30)
    mutant_change_claim(rng, source, c);
  else if (choice < 35)
    mutant_move(rng, source, c, &c->invariant);
  else if (choice < 45)
    change_gate(rng, source, c);
  else if (choice < 55)
    mutant_transplant(rng, source, c);
  else if (choice < 65 && c->has_saved)
    mutant_change_relations(rng, source, c);
  else if (choice < (c->has_ghosts ? 75 : 68))
    mutant_change_ghosts(rng, source, c);
  else if (c->property == CERT_BAD || c->property == CERT_OUTPUT)
    mutant_change_induction(rng, c); /* it has no facts */
  else
    mutant_change_fact(rng, source, c);
}

void mutant_change(struct rng *rng, const struct mutant_source *source, struct certificate *c) {
  for (unsigned count = 1 + rng_below(rng, 4) / 2 + rng_below(rng, 8) / 7; count; count--)
    change_once(rng, source, c);
}
