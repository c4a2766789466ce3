/* The validator's judges of proofs: a CNF over at most eight variables, and a proof of it, as LRAT
 * text and as binary DRAT. What a judge accepts must be unsatisfiable, by trying all assignments.
 * The search for proofs is asked about the CNF, too.
 *
 * The input: the number of variables, the number of bytes of clauses, the clauses (a literal per
 * byte, 0 ends a clause), the proof. */
#include "validator/beside/rup.h"
#include "validator/kernel/lrat.h"
#include "validator/search/search.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool satisfiable(const struct v_cnf *cnf) {
  for (unsigned assignment = 0; assignment < 1u << cnf->num_vars; assignment++) {
    bool all = true;
    for (size_t k = 0; all && k + 1 < cnf->start.size; k++) {
      bool some = false;
      for (uint32_t n = cnf->start.at[k]; n < cnf->start.at[k + 1]; n++) {
        uint32_t lit = cnf->literals.at[n];
        some = some || ((assignment >> (lit / 2 - 1) & 1) ^ (lit & 1));
      }
      all = some;
    }
    if (all) return true;
  }
  return false;
}

/* The search answers, and what it says is so. */
static void search(const struct v_cnf *cnf) {
  struct v_bytes proof = {0};
  uint8_t *values = NULL;
  struct v_error error;
  switch (v_search(cnf, UINT64_C(1) << 40, &proof, &values)) {
  case V_REFUTED:
    if (!v_lrat_check(cnf, (const char *)proof.at, proof.size, 1, &error)) abort();
    break;
  case V_SATISFIED:
    if (!v_cnf_satisfied(cnf, values)) abort();
    break;
  default: abort();
  }
  free(proof.at);
  free(values);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  struct v_cnf cnf = {.num_vars = data[0] % 8 + 1u};
  size_t clauses = data[1] < size - 2 ? data[1] : size - 2;
  data += 2;
  size -= 2;
  v_push(&cnf.start, 0);
  for (size_t k = 0; k < clauses; k++) {
    if (!data[k] && cnf.literals.size > cnf.start.at[cnf.start.size - 1])
      v_push(&cnf.start, (uint32_t)cnf.literals.size);
    else if (data[k])
      v_push(&cnf.literals, 2 + data[k] % (2 * cnf.num_vars));
  }
  if (cnf.literals.size > cnf.start.at[cnf.start.size - 1])
    v_push(&cnf.start, (uint32_t)cnf.literals.size);
  if (cnf.start.size == 1) { /* obligations have clauses, and none is empty */
    v_cnf_free(&cnf);
    return 0;
  }
  data += clauses;
  size -= clauses;
  struct v_error error;
  char *copy = malloc(size + 1); /* a readable byte behind the text */
  for (size_t k = 0; k < size; k++) copy[k] = (char)data[k];
  copy[size] = 0;
  if (v_lrat_check(&cnf, copy, size, 1, &error) && satisfiable(&cnf)) abort();
  search(&cnf);
  struct v_rup *rup = v_rup_new(&cnf);
  bool drat = v_drat_check(rup, &(struct v_bytes){(unsigned char *)copy, size}, &error);
  if (drat && !v_rup_refuted(rup)) abort();
  if (v_rup_refuted(rup) && satisfiable(&cnf)) abort();
  v_rup_free(rup);
  v_cnf_free(&cnf);
  free(copy);
  return 0;
}
