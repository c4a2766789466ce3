/* For a child that does the work: how much memory it gets, and how it ends without. */
#ifndef VOUCH_CERTIFIER_PROCESS_MEMORY_LIMIT_H
#define VOUCH_CERTIFIER_PROCESS_MEMORY_LIMIT_H

#include <stddef.h>

/* From now on this process gets no more than so many megabytes beside the `had` bytes that are not
 * counted; 0 megabytes: no limit. In either case lack of memory in C++ libraries ends it as lack of
 * memory in ours does (memory_exhausted). */
void limit_memory(unsigned megabytes, size_t had);

#endif
