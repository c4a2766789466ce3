/* A certificate about one model as a candidate for one about another: a design that was changed is
 * mostly what it was, and so is what shows its properties. Latches and inputs are found again by
 * their names, or by their places where they have none and are as many as before. Nothing is
 * promised of the result: whether it shows anything is the validator's business. */
#ifndef VOUCH_CERTIFIER_CERTIFY_TRANSPLANT_H
#define VOUCH_CERTIFIER_CERTIFY_TRANSPLANT_H

#include "formats/aiger.h"
#include "formats/certificate.h"

struct transplant {
  const struct aiger *old;    /* the model as its file has it */
  const struct aiger *now;    /* the same of the other one .. */
  const struct aiger *scoped; /* .. and with what the scope of the property adds; or `now` */
  size_t elementary;          /* variables of the formula */
};

/* Rewrites the literals and traces of *certificate; its proofs are gone. False: something that it
 * speaks of is not there any more, or it does not make sense; then it is good for certificate_free
 * only. */
bool transplant(const struct transplant *request, struct certificate *certificate);

/* The clauses of the invariant of a certificate about `model`, so far as they are about latches
 * alone, each closed by `end`: for engines to begin with. */
void transplant_clauses(const struct aiger *model, const struct certificate *certificate,
                        uint32_t end, struct lits *clauses);

#endif
