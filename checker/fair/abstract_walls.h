/* Walls from small abstractions: project the E-steps onto a few predicates; what is closed under
 * the projected steps is a wall. One predicate is III-E's literal; with a handful the projected
 * graph has components, as in the D'n'C approach (FAIR, reference [18]), and the sets reachable
 * from them are walls that no literal expresses, such as the distance of two pointers. E-steps that
 * were seen draw most of the graph; a SAT query confirms a wall or adds an edge. */
#ifndef VOUCH_CHECKER_FAIR_ABSTRACT_WALLS_H
#define VOUCH_CHECKER_FAIR_ABSTRACT_WALLS_H

#include "checker/fair/literal_walls.h"

enum { MAX_ABSTRACT = 6 }; /* predicates: the sets of abstract states are 64-bit words */

struct abstraction {
  lit predicates[MAX_ABSTRACT];
  size_t num;
  uint64_t *settled; /* sets that are walls or of no use as such */
  size_t num_settled;
};

struct abstract_walls {
  struct literal_walls *literals;
  struct abstraction *at;
  size_t num, capacity;
  unsigned long tried_version;
  bool tried;
};

/* The abstractions: the state variables below each small gate of the model, and these together with
 * each larger gate that the model uses much. */
void abstract_walls_init(struct abstract_walls *abstractions, struct literal_walls *literals);
void abstract_walls_free(struct abstract_walls *abstractions);
/* At most about `max_queries` SAT queries; returns the number of walls. */
size_t abstract_walls_round(struct abstract_walls *abstractions, struct skeleton *skeleton,
                            size_t max_queries);

#endif
