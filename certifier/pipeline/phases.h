/* Where the processor time of a property went: this process and the programs that it started. */
#ifndef VOUCH_CERTIFIER_PIPELINE_PHASES_H
#define VOUCH_CERTIFIER_PIPELINE_PHASES_H

#include <stddef.h>

/* X(identifier, name) */
#define PHASES(X)                                                                                  \
  X(CHECK, "check")                                                                                \
  X(MINIMIZE, "minimize")                                                                          \
  X(CERTIFY, "certify")                                                                            \
  X(PROVE, "prove")                                                                                \
  X(WRITE, "write")                                                                                \
  X(VALIDATE, "validate")

enum phase {
#define PHASE_IDENTIFIER(id, name) PHASE_##id,
  PHASES(PHASE_IDENTIFIER)
#undef PHASE_IDENTIFIER
      NUM_PHASES
};
extern const char *const phase_names[NUM_PHASES];

struct phases {
  double seconds[NUM_PHASES];
  double mark; /* when the phase at hand began */
};
/* A phase ends, and the next one begins; phases_start begins the first. */
void phases_start(struct phases *phases);
void phases_end(struct phases *phases, enum phase phase);

/* The most memory that this process had at a time, in bytes. */
size_t memory_peak(void);

#endif
