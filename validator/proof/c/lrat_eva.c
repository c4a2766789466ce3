/* What Frama-C's value analysis is asked (check.sh): does the LRAT checker meet undefined behaviour
 * on any text of at most BYTES bytes, for any CNF of two variables with clauses of 1, 1 and 2
 * literals? The kernel's sources are analysed as they are. */
#define FIRST_CAPACITY FIRST_CAPACITY_OF_LISTS /* a name that two files use for themselves */
#include "validator/kernel/memory.c"
#undef FIRST_CAPACITY
#include "validator/kernel/text.c"

#include <__fc_builtin.h>

/* The analysis follows each small number by itself: a case distinction that changes nothing. */
enum { SMALL = 12 };
static bool number_by_cases(struct v_text *t, uint32_t max, uint32_t *value) {
  if (!v_number(t, max, value)) return false;
  for (uint32_t k = 0; k <= SMALL; k++) {
    if (*value == k) {
      *value = k;
      return true;
    }
  }
  return true;
}
static bool blank_number_by_cases(struct v_text *t, uint32_t max, uint32_t *value) {
  return v_blank(t) && number_by_cases(t, max, value);
}
#define v_number number_by_cases
#define v_blank_number blank_number_by_cases
#include "validator/kernel/lrat.c"

/* As in cnf.c, whose other functions are not needed. */
size_t v_cnf_clauses(const struct v_cnf *cnf) { return cnf->start.size - 1; }

int main(void) {
  static char text[BYTES + 1];
  Frama_C_make_unknown(text, BYTES);
  uint32_t literals[4];
  uint32_t start[] = {0, 1, 2, 4};
  for (int k = 0; k < 4; k++) literals[k] = Frama_C_unsigned_int_interval(2, 5);
  struct v_cnf cnf = {.num_vars = 2, .literals = {literals, 4, 4}, .start = {start, 4, 4}};
  struct v_error error;
  v_lrat_check(&cnf, text, Frama_C_size_t_interval(0, BYTES), 1, &error);
  return 0;
}
