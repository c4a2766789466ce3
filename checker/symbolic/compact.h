/* A diagram as gates, in an order of variables that suits it alone. */
#ifndef VOUCH_CHECKER_SYMBOLIC_COMPACT_H
#define VOUCH_CHECKER_SYMBOLIC_COMPACT_H

#include "checker/symbolic/symbolic_system.h"

/* The literal of a diagram over states, as symbolic_to_lit; *s and its order stay as they are. In
 * a search, orders suit the transition relation and everything that was found on the way. Here a
 * copy is sifted by itself until it does not get smaller, or the effort is over. */
lit symbolic_to_compact_lit(struct symbolic *s, bdd f, const struct effort *effort);

#endif
