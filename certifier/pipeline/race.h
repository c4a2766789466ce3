/* The engines of a property in several processes: who is in which. */
#ifndef VOUCH_CERTIFIER_PIPELINE_RACE_H
#define VOUCH_CERTIFIER_PIPELINE_RACE_H

#include "certifier/pipeline/selection.h"

/* How many processes can share the engines that these options allow for such a property. */
unsigned race_most(const struct check_options *options, enum property_kind kind);
/* Leaves in *options the engines of racer 0 .. racers-1 of at most race_most. Every engine is in
 * one of them. */
void race_choose(struct check_options *options, enum property_kind kind, unsigned racer,
                 unsigned racers);

#endif
