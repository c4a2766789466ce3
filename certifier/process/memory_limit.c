#include "certifier/process/memory_limit.h"

#include "formats/support/vector.h"

#include <sys/resource.h>

/* CaDiCaL is C++: `new` ends here when there is no memory, as memory_exhausted does for us. */
void (*set_new_handler(void (*handler)(void)))(void) __asm__("_ZSt15set_new_handlerPFvvE");

void limit_memory(unsigned megabytes, size_t had) {
  struct rlimit limit;
  rlim_t bytes = ((rlim_t)megabytes << 20) + had;
  set_new_handler(memory_exhausted);
  if (megabytes == 0 || getrlimit(RLIMIT_AS, &limit) != 0) return;
  limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
  setrlimit(RLIMIT_AS, &limit);
}
