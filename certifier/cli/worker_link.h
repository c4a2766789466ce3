/* Between a child at work and its parent. Private to worker.c and jobs.c. */
#ifndef VOUCH_CERTIFIER_CLI_WORKER_LINK_H
#define VOUCH_CERTIFIER_CLI_WORKER_LINK_H

#include "certifier/cli/worker.h"
#include "certifier/process/link.h"

#include <stdint.h>

enum message_kind { MESSAGE_PROGRESS, MESSAGE_CLAIM, MESSAGE_REPORT };

/* Precedes the two texts and the lessons of a message in the pipe. */
struct header {
  uint64_t size, aside_size, lessons_size; /* bytes */
  uint64_t ticks;
  double seconds;
  uint32_t kind, flags;
  uint32_t stop, serious, unfinished, unused;
};

/* Two pipes. The parent keeps the child's end of `answers`, too, so that no signal comes of
 * writing. */
struct link {
  int messages[2]; /* the child writes */
  int answers[2];  /* the parent writes a byte for every claim: CLAIM_GRANTED, or another one */
};
enum { CLAIM_GRANTED = 'y', CLAIM_REFUSED = 'n' };

/* All that a child does. `temporary`: where it leaves the name of its directory for temporary
 * files (certifier/process/temporary.h). */
_Noreturn void worker_main(const struct jobs *jobs, const struct job *job, char *temporary);

#endif
