/* --shard K/N: the part of one machine of several. */
#ifndef VOUCH_CERTIFIER_CLI_SHARD_H
#define VOUCH_CERTIFIER_CLI_SHARD_H

#include "formats/support/fault.h"

/* "K/N" with 1 <= K <= N. */
bool shard_parse(const char *text, unsigned *k, unsigned *n, struct fault *fault);

#endif
