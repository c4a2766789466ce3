#include "validator/beside/dimacs.h"

bool v_cnf_write(const struct v_cnf *cnf, FILE *file) {
  fprintf(file, "p cnf %u %zu\n", cnf->num_vars, v_cnf_clauses(cnf));
  for (size_t k = 0; k < v_cnf_clauses(cnf); k++) {
    for (uint32_t n = cnf->start.at[k]; n < cnf->start.at[k + 1]; n++)
      fprintf(file, "%s%u ", cnf->literals.at[n] & 1 ? "-" : "", cnf->literals.at[n] / 2);
    fputs("0\n", file);
  }
  return !ferror(file);
}
