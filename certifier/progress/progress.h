/* What somebody is at: told by those who do the work, through a pipe where they are processes. */
#ifndef VOUCH_CERTIFIER_PROGRESS_PROGRESS_H
#define VOUCH_CERTIFIER_PROGRESS_PROGRESS_H

#include <stdint.h>

/* Plain bytes, the same on both ends of a pipe. */
struct progress {
  char doing[16];          /* "checking", "proving" */
  char engine[16];         /* at work; "": none, or not known */
  uint64_t depth, clauses; /* how far it has come, so far as it has frames, a depth, clauses */
};

#endif
