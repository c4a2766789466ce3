/* Bytes through a pipe between a process and its child, all of them or none. */
#ifndef VOUCH_CERTIFIER_PROCESS_LINK_H
#define VOUCH_CERTIFIER_PROCESS_LINK_H

#include <stdbool.h>
#include <stddef.h>

bool link_write(int descriptor, const void *bytes, size_t size);
/* False also for an end in the middle: half a message is none. */
bool link_read(int descriptor, void *bytes, size_t size);

#endif
