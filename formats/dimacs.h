/* CNFs in DIMACS format. Headers are exact: some proof checkers are unsound when a header promises
 * more clauses than there are. */
#ifndef VOUCH_FORMATS_DIMACS_H
#define VOUCH_FORMATS_DIMACS_H

#include "formats/support/fault.h"
#include "formats/support/vector.h"

#include <stdio.h>

struct cnf {
  int num_vars;
  size_t num_clauses;
  struct ints lits; /* all clauses, each with a 0 behind it */
};

/* Adds a clause (copied); num_vars grows as needed. */
void cnf_add(struct cnf *cnf, const int *lits, size_t n);
void cnf_free(struct cnf *cnf);

/* False on a write error (errno is set). */
bool dimacs_write(const struct cnf *cnf, FILE *file);

/* Both leave *cnf empty when they return false. The header must be exact, comments may stand
 * between lines. */
bool dimacs_read_file(const char *path, struct cnf *cnf, struct fault *fault);
bool dimacs_read_memory(const char *name, const unsigned char *bytes, size_t size, struct cnf *cnf,
                        struct fault *fault);

#endif
