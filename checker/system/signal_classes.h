/* Classes of nodes of a graph that are thought to be equal or complementary. They are only ever
 * split, by values that the nodes were seen to have together, 64 at a time. */
#ifndef VOUCH_CHECKER_SYSTEM_SIGNAL_CLASSES_H
#define VOUCH_CHECKER_SYSTEM_SIGNAL_CLASSES_H

#include "checker/effort/effort.h"
#include "checker/system/aig.h"

struct signal_classes {
  const struct aig *aig; /* not owned; it does not grow */
  const struct effort *effort;
  lit *representative; /* per node: what it is thought to be: itself, or a constant, or an older
                          node, or its complement */
  uint8_t *phase;      /* per node: its first value; members of a class agree but for it */
  uint64_t *value;     /* per node: 64 values */
  uint64_t *seen;      /* per node: a hash of all that was seen at first */
  struct lits members; /* in order: nodes that are not their own representatives */
  const uint8_t *predicate; /* not owned; per node: is it one? Predicates are represented by
                               predicates only. NULL: that does not matter */
  uint64_t random;
};

void signal_classes_init(struct signal_classes *classes, const struct aig *aig,
                         const struct effort *effort);
void signal_classes_free(struct signal_classes *classes);

/* At first all nodes are in one class. The values of leaves are the caller's to set, then these set
 * those of gates, and remember what was seen in these lanes. */
void signal_classes_evaluate(struct signal_classes *classes);
void signal_classes_see(struct signal_classes *classes, uint64_t lanes, bool first);
/* .. and end this: classes are nodes that looked alike. */
void signal_classes_make(struct signal_classes *classes);

/* Members from a place in the list on that have other values than their representatives leave them.
 * Returns how many. */
size_t signal_classes_split(struct signal_classes *classes, size_t place);
/* From now on what is a predicate matters. */
void signal_classes_part(struct signal_classes *classes, const uint8_t *predicate);
/* After splits and changes of representatives. */
void signal_classes_list(struct signal_classes *classes);

uint64_t signal_classes_draw(struct signal_classes *classes);
/* A value in lane 0; in the others it differs with a probability of 1/16. */
uint64_t signal_classes_near(struct signal_classes *classes, bool value);

static inline bool signal_is_member(const struct signal_classes *classes, uint32_t node) {
  return classes->representative[node] != 2 * node;
}
static inline uint64_t signal_value(const struct signal_classes *classes, lit a) {
  return classes->value[lit_node(a)] ^ (lit_sign(a) ? ~UINT64_C(0) : 0);
}

#endif
