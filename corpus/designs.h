/* The models of the corpus: each function builds one into an empty circuit. `n` is the size of a
 * scalable design (ignored by the others), `buggy` asks for the variant with a mistake. */
#ifndef VOUCH_CORPUS_DESIGNS_H
#define VOUCH_CORPUS_DESIGNS_H

#include "corpus/circuit.h"

typedef void design(struct circuit *c, unsigned n, bool buggy);

/* designs.c: what a textbook would show */
design arbiter, counter, fifo, peterson, traffic, handshake, philosophers, gray, ring, twins;
/* families.c: the scalable families on which the literature measures fair-cycle algorithms */
design once_around, jumping, watchdog, bounded_queues, nim, bakery, tree_arbiter,
    synchronous_arbiter, two_queues, four_queues;

#endif
