/* Certificates for tiny models by enumeration: every fact is the exact set of states, written as a
 * disjunction of states. It needs no engine, so it tests the validator and its rules by themselves,
 * also that the rules are complete on finite systems. */
#ifndef VOUCH_TESTS_ORACLE_EXPLICIT_CERTIFIER_H
#define VOUCH_TESTS_ORACLE_EXPLICIT_CERTIFIER_H

#include "formats/certificate.h"
#include "formats/scope.h"
#include "tests/oracle/random_model.h"

/* For a ctl property; with a scope (not NULL) `model` is the one that has it (scope_model). The
 * choices that a certificate leaves open (lassos or a region, how sets are written) are made at
 * random. False when the model is too large. *holds is what the certificate says. With lies, some
 * step, initial state, fair state or formula's set is taken to be other than it is, and the
 * certificate follows from that: it is wrong in one or a few places only, and may well say
 * something false. */
bool explicit_certificate(struct rng *rng, const struct aiger *model,
                          const unsigned char digest[32], const struct formulas *arena,
                          const struct scope *scope, uint32_t root, bool observe_all, unsigned lies,
                          struct certificate *certificate, bool *holds);

#endif
