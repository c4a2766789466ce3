/* Witness circuits of Certifaiger for justice properties that hold (Froleyks, Yu, Bogaerts, Biere,
 * Heljanko: Liveness Proofs for Hardware Model Checking, CAV 2026).
 *
 * Such a circuit has a signal q_j(x,y) for every fairness and justice literal of the model: a
 * predicate of a state x and another state y. Let Q be their disjunction. With s -> t -> u steps
 * inside the circuit's inductive property, Certifaiger demands:
 *
 *   decrease      s -> t                    gives  Q(t,s)
 *   closure       s -> t, Q(s,u)            gives  Q(t,u)     for any u
 *   consistent    s -> t -> u, Q(s,t), Q(t,u), q_j(s,t)  give  q_j(t,u)
 *   liveness      s -> t, q_j(s,t)          gives  literal j is false in s
 *
 * So Q(t,s) holds wherever t can be reached from s, and the steps s -> t with Q(s,t) are those that
 * may be taken for ever; on an endless path of them some literal is false from some time on.
 *
 * The blocks and chains of our evidence (docs/certificates.md, section 4) rank the states, first by
 * the block, where lower numbers are later, then by the predicates of its chain, in order: no step
 * leads to an earlier rank, since a wall is crossed one way by the steps that stay on the same side
 * of all walls before it. Then
 *
 *   q_j(x,y)  =  x is later than y,  or they have the same rank, and this rank belongs to j
 *
 * does it: every rank belongs to a literal that is false wherever a step inside the rank begins,
 * which is what its `side` or the `end` of the chain says. (A literal that looks at inputs has a
 * monitor B_j, a latch of the witness circuit that is one step late. There q_j also demands that
 * B_j is false in y: it is, where a step inside the rank begins, and says that the literal is false
 * in s when y is the state behind s.) */
#ifndef VOUCH_CERTIFIER_CERTIFY_RANKING_H
#define VOUCH_CERTIFIER_CERTIFY_RANKING_H

#include "checker/portfolio/check.h"

/* The witness circuit of the only justice property of a model without bad literals, from evidence
 * that it holds. NULL: it is made. Otherwise what stands in the way, in words, and *witness is
 * empty: relations of loops, several properties, or no fairness at all cannot be expressed, and the
 * time may be over while ranks are given to literals. */
const char *ranking_build(const struct aiger *model, const struct check_result *result,
                          const struct effort *effort, struct aiger *witness);

#endif
