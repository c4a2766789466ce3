#include "validator/kernel/certificate.h"

/* A latch after the step is its next literal before it, a monitor its fairness literal, an observed
 * input its fresh input. */
uint64_t v_framed(const struct v_system *s, uint32_t copy, uint32_t frame, uint32_t lit) {
  uint32_t var = lit / 2, sign = lit & 1, maxvar = s->model->maxvar;
  if (frame && var && var <= maxvar && s->model->kind[var] == V_LATCH)
    return v_framed(s, copy, 0, s->model->next.at[s->model->index[var]] ^ sign);
  if (frame && var && var <= maxvar && s->model->kind[var] == V_INPUT)
    return v_framed(s, copy, 0, v_fresh(s, s->model->index[var]) ^ sign);
  if (frame && var > maxvar && var < s->first_gate)
    return v_framed(s, copy, 0, s->fairness.at[var - maxvar - 1] ^ sign);
  return var ? (uint64_t)copy << 33 | (uint64_t)frame << 32 | lit : lit;
}

static void put(struct v_builder *b, uint64_t value) {
  b->literals = v_grow(b->literals, b->size, &b->capacity, sizeof *b->literals);
  b->literals[b->size++] = value;
}

void v_clause(struct v_builder *b, const uint64_t *literals, size_t count) {
  if (b->in_case) put(b, b->selectors[b->cases - 1] ^ 1);
  for (size_t k = 0; k < count; k++) put(b, literals[k]);
  put(b, UINT64_MAX);
}

void v_unit(struct v_builder *b, uint32_t copy, uint32_t frame, uint32_t lit) {
  v_clause(b, (uint64_t[]){v_framed(b->system, copy, frame, lit)}, 1);
}

uint64_t v_extra(struct v_builder *b) { return V_EXTRA + 2 * (uint64_t)b->extras++; }

void v_case(struct v_builder *b) {
  b->selectors = v_grow(b->selectors, b->cases, &b->selector_capacity, sizeof *b->selectors);
  b->selectors[b->cases++] = v_extra(b);
  b->in_case = true;
}

void v_context(struct v_builder *b) { b->in_case = false; }

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* False when there are too many. */
static bool visit(struct v_cnf *cnf, size_t *capacity, struct v_map *numbers, uint64_t most,
                  uint64_t framed) {
  uint32_t *number = v_map_at(numbers, framed & ~(uint64_t)1);
  if (*number != V_NONE) return true;
  *number = 0;
  if (cnf->num_vars >= most || cnf->num_vars >= V_MAX_VARIABLE) return false;
  cnf->framed = v_grow(cnf->framed, cnf->num_vars, capacity, sizeof *cnf->framed);
  cnf->framed[cnf->num_vars++] = framed & ~(uint64_t)1;
  return true;
}

/* The variables: what the clauses mention, closed under arguments of gates; sorted, which is the
 * order of the numbering. One case needs no selector. */
static bool collect(const struct v_builder *b, uint64_t most, struct v_cnf *cnf,
                    struct v_map *numbers) {
  size_t capacity = 0, count = 0;
  for (size_t k = 0; k < b->size; k++)
    if (b->literals[k] != UINT64_MAX && !(b->cases == 1 && b->literals[k] == (b->selectors[0] ^ 1)))
      if (!visit(cnf, &capacity, numbers, most, b->literals[k])) return false;
  for (uint32_t k = 0; k < cnf->num_vars; k++) {
    uint64_t gate = cnf->framed[k];
    const uint32_t *arguments =
        gate < V_EXTRA ? v_gate(b->system, (uint32_t)gate / 2, &count) : NULL;
    for (size_t n = 0; arguments && n < count; n++)
      if (!visit(cnf, &capacity, numbers, most,
                 v_framed(b->system, (uint32_t)(gate >> 33), (uint32_t)(gate >> 32 & 1),
                          arguments[n])))
        return false;
  }
  if (cnf->num_vars) qsort(cnf->framed, cnf->num_vars, sizeof *cnf->framed, compare);
  for (uint32_t k = 0; k < cnf->num_vars; k++) *v_map_at(numbers, cnf->framed[k]) = k + 1;
  return true;
}

/* Adds a clause without repeated literals, unless it is a tautology. mark[literal] is the serial
 * number of the last clause with it; mark[0], which is no literal, is the last serial number. */
static void emit(struct v_cnf *cnf, struct v_map *numbers, uint32_t *mark, const uint64_t *literals,
                 size_t count) {
  size_t from = cnf->literals.size;
  uint32_t serial = ++mark[0];
  for (size_t k = 0; k < count; k++) {
    uint32_t sign = (uint32_t)(literals[k] & 1),
             constant = literals[k] < 2; /* its variable stands for true: literal 1 */
    uint32_t lit = 2 * *v_map_at(numbers, literals[k] & ~(uint64_t)1) + (sign ^ constant);
    if (mark[lit] == serial) continue;
    if (mark[lit ^ 1] == serial) {
      cnf->literals.size = from;
      return;
    }
    mark[lit] = serial;
    v_push(&cnf->literals, lit);
  }
  v_push(&cnf->start, (uint32_t)cnf->literals.size);
}

bool v_cnf_build(const struct v_builder *b, uint64_t most, struct v_cnf *cnf,
                 struct v_error *error) {
  *cnf = (struct v_cnf){0};
  struct v_map numbers = {0};
  if (!collect(b, most, cnf, &numbers)) {
    v_map_free(&numbers);
    v_cnf_free(cnf);
    return v_unsupported(error, "obligations of more than %llu variables here",
                         (unsigned long long)most);
  }
  uint32_t *mark = v_zeroed(2 * (size_t)cnf->num_vars + 2, sizeof *mark);
  v_push(&cnf->start, 0);
  if (*v_map_at(&numbers, 0) != V_NONE) emit(cnf, &numbers, mark, (uint64_t[]){1}, 1);
  uint64_t *clause = NULL;
  size_t capacity = 0, count = 0;
  for (uint32_t k = 0; k < cnf->num_vars && cnf->framed[k] < V_EXTRA; k++) {
    uint64_t gate = cnf->framed[k];
    const uint32_t *arguments = v_gate(b->system, (uint32_t)gate / 2, &count);
    if (!arguments) continue;
    while (capacity < count + 1) clause = v_grow(clause, capacity, &capacity, sizeof *clause);
    clause[0] = gate;
    for (size_t n = 0; n < count; n++) {
      uint64_t argument =
          v_framed(b->system, (uint32_t)(gate >> 33), (uint32_t)(gate >> 32 & 1), arguments[n]);
      emit(cnf, &numbers, mark, (uint64_t[]){gate ^ 1, argument}, 2);
      clause[n + 1] = argument ^ 1;
    }
    emit(cnf, &numbers, mark, clause, count + 1);
  }
  for (size_t k = 0, end; k < b->size; k = end + 1) {
    for (end = k; b->literals[end] != UINT64_MAX;) end++;
    k += b->cases == 1 && b->literals[k] == (b->selectors[0] ^ 1);
    emit(cnf, &numbers, mark, b->literals + k, end - k);
  }
  if (b->cases > 1) emit(cnf, &numbers, mark, b->selectors, b->cases);
  V_FREE(clause, mark);
  v_map_free(&numbers);
  return true;
}

bool v_cnf_write(const struct v_cnf *cnf, FILE *file) {
  fprintf(file, "p cnf %u %zu\n", cnf->num_vars, cnf->start.size - 1);
  for (size_t k = 0; k + 1 < cnf->start.size; k++) {
    for (uint32_t n = cnf->start.at[k]; n < cnf->start.at[k + 1]; n++)
      fprintf(file, "%s%u ", cnf->literals.at[n] & 1 ? "-" : "", cnf->literals.at[n] / 2);
    fputs("0\n", file);
  }
  return !ferror(file);
}

bool v_write_file(const char *path, const char *mode, const struct v_cnf *cnf, const void *bytes,
                  size_t size, struct v_error *error) {
  FILE *file = fopen(path, mode);
  bool good = file && (cnf ? v_cnf_write(cnf, file) : fwrite(bytes, 1, size, file) == size);
  if (file && fclose(file)) good = false;
  return good || v_fail(error, "%s: %s", path, strerror(errno));
}

void v_cnf_free(struct v_cnf *cnf) {
  V_FREE(cnf->literals.at, cnf->start.at, cnf->framed);
  *cnf = (struct v_cnf){0};
}
