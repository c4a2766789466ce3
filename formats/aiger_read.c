#include "formats/aiger_reader.h"

/* Certificates number further variables behind those of the model, and literals are 32 bits wide.
 */
enum { AIGER_MAX_VARIABLE = 1 << 27 };
/* A file of n bytes may use variables up to FREE + n * SPREAD: tables by variable then stay
 * proportional to the file. (Binary inputs and unused variables take no bytes at all.) The
 * validator has the same limits. */
enum { AIGER_VARIABLE_FREE = 1 << 20, AIGER_VARIABLE_SPREAD = 8 };

enum { M, I, L, O, A, B, C, J, F, HEADER_NUMBERS };

/* aag|aig M I L O A [B [C [J [F]]]] */
static bool read_header(struct aiger_reader *r, uint32_t header[HEADER_NUMBERS]) {
  static const char *const names[HEADER_NUMBERS] = {
      "the maximal variable index M",     "the number of inputs I",
      "the number of latches L",          "the number of outputs O",
      "the number of AND gates A",        "the number of bad literals B",
      "the number of constraints C",      "the number of justice sets J",
      "the number of fairness literals F"};
  if (r->size < 3 || (memcmp(r->bytes, "aag", 3) != 0 && memcmp(r->bytes, "aig", 3) != 0)) {
    const char *found = aiger_foreign(r->bytes, r->size);
    return aiger_fault(r, "expected an AIGER header that starts with 'aag' or 'aig'%s%s",
                       found ? ", found " : "", found ? found : "");
  }
  r->binary = r->bytes[1] == 'i';
  r->at = 3;
  for (int k = 0; k < HEADER_NUMBERS; k++) {
    header[k] = 0;
    if (k >= B && r->at < r->size && r->bytes[r->at] == '\n') continue;
    if (!aiger_char(r, ' ',
                    k < B ? "a blank and the next number of the header"
                          : "a blank or the end of the header"))
      return false;
    if (!aiger_number(r, names[k], AIGER_MAX_VARIABLE, &header[k])) return false;
  }
  return aiger_char(r, '\n', "the end of the header (5 to 9 numbers)");
}

/* Nothing is allocated before the counts are known to fit the file. */
static bool check_header(struct aiger_reader *r, const uint32_t header[HEADER_NUMBERS]) {
  uint64_t defined = (uint64_t)header[I] + header[L] + header[A];
  if (r->binary && header[M] != defined)
    return aiger_fault_at_line(
        r, 1, "expected M = I + L + A in the binary format, found M = %u and I + L + A = %llu",
        header[M], (unsigned long long)defined);
  if (defined > header[M])
    return aiger_fault_at_line(r, 1, "expected M >= I + L + A, found M = %u and I + L + A = %llu",
                               header[M], (unsigned long long)defined);
  uint64_t needed =
      2 * ((uint64_t)header[L] + header[O] + header[B] + header[C] + header[J] + header[F]);
  needed += r->binary ? 2 * (uint64_t)header[A] : 2 * (uint64_t)header[I] + 6 * (uint64_t)header[A];
  if (needed > r->size - r->at)
    return aiger_fault_at_line(
        r, 1, "the header promises at least %llu bytes of definitions, the file has %zu",
        (unsigned long long)needed, r->size - r->at);
  if (header[M] > AIGER_VARIABLE_FREE + (uint64_t)r->size * AIGER_VARIABLE_SPREAD)
    return aiger_fault_at_line(r, 1, "M = %u is out of all proportion to a file of %zu bytes",
                               header[M], r->size);
  return true;
}

static bool read_lit(struct aiger_reader *r, const char *what, uint32_t *out) {
  return aiger_number(r, what, 2 * r->model->maxvar + 1, out);
}

static bool read_defined(struct aiger_reader *r, const char *what, uint32_t *out) {
  if (!read_lit(r, what, out)) return false;
  if (*out & 1) return aiger_fault(r, "expected %s, which must be even, found %u", what, *out);
  if (!*out) return aiger_fault(r, "expected %s, found the constant 0", what);
  return true;
}

static bool read_lits(struct aiger_reader *r, const char *what, size_t count, struct lits *out) {
  for (size_t k = 0; k < count; k++) {
    uint32_t lit = 0;
    if (!read_lit(r, what, &lit) || !aiger_char(r, '\n', "the end of the line")) return false;
    lits_push(out, lit);
  }
  return true;
}

static bool read_inputs(struct aiger_reader *r, size_t count) {
  for (size_t k = 0; k < count; k++) {
    uint32_t lit = 2 * (uint32_t)k + 2;
    if (!r->binary && (!read_defined(r, "the literal of an input", &lit) ||
                       !aiger_char(r, '\n', "the end of the line")))
      return false;
    lits_push(&r->model->inputs, lit);
  }
  return true;
}

/* ASCII: "lit next [reset]"; binary: "next [reset]". */
static bool read_latches(struct aiger_reader *r, size_t count) {
  r->latch_line = r->line;
  struct aiger *model = r->model;
  model->latches = memory_alloc(count, sizeof *model->latches);
  for (size_t k = 0; k < count; k++) {
    struct aiger_latch latch = {.lit = 2 * (uint32_t)(model->inputs.size + k) + 2};
    if (!r->binary &&
        (!read_defined(r, "the literal of a latch", &latch.lit) || !aiger_char(r, ' ', "a blank")))
      return false;
    if (!read_lit(r, "the next-state literal of a latch", &latch.next)) return false;
    if (r->at < r->size && r->bytes[r->at] == ' ') {
      r->at++;
      if (!read_lit(r, "the reset of a latch", &latch.reset)) return false;
    }
    if (!aiger_char(r, '\n', "the end of the line")) return false;
    model->latches[model->num_latches++] = latch;
  }
  return true;
}

/* All sizes, then all literals, one per line. */
static bool read_justice(struct aiger_reader *r, size_t count) {
  struct aiger *model = r->model;
  struct lits sizes = {0};
  uint64_t total = 0;
  bool ok = true;
  for (size_t k = 0; ok && k < count; k++) {
    uint32_t n = 0;
    ok = aiger_number(r, "the size of a justice set", AIGER_MAX_VARIABLE, &n) &&
         aiger_char(r, '\n', "the end of the line");
    lits_push(&sizes, n);
    total += n;
  }
  if (ok && 2 * total > r->size - r->at)
    ok = aiger_fault(r, "the justice sets promise at least %llu bytes, the file has %zu",
                     (unsigned long long)(2 * total), r->size - r->at);
  r->justice_line = r->line;
  model->justice = memory_zeroed(count, sizeof *model->justice);
  model->num_justice = count;
  for (size_t k = 0; ok && k < count; k++)
    ok = read_lits(r, "a justice literal", sizes.at[k], &model->justice[k]);
  lits_free(&sizes);
  return ok;
}

static bool read_ascii_ands(struct aiger_reader *r, size_t count) {
  r->and_line = r->line;
  struct aiger *model = r->model;
  for (size_t k = 0; k < count; k++) {
    struct aiger_and and;
    if (!read_defined(r, "the left-hand side of an AND gate", &and.lhs) ||
        !aiger_char(r, ' ', "a blank") ||
        !read_lit(r, "the first argument of an AND gate", &and.rhs0) ||
        !aiger_char(r, ' ', "a blank") ||
        !read_lit(r, "the second argument of an AND gate", &and.rhs1) ||
        !aiger_char(r, '\n', "the end of the line"))
      return false;
    model->ands[model->num_ands++] = and;
  }
  return true;
}

/* A delta: 7 bits per byte, least significant first, the high bit says that more follow. */
static bool read_delta(struct aiger_reader *r, uint32_t *out) {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (r->at >= r->size) return aiger_expected(r, "a delta of an AND gate");
    unsigned char byte = r->bytes[r->at];
    value |= (uint64_t)(byte & 127) << shift;
    if (shift > 28 || value > UINT32_MAX)
      return aiger_fault(r, "expected a delta of an AND gate below 2^32, found a larger one");
    r->at++;
    if (!(byte & 128)) break;
  }
  *out = (uint32_t)value;
  return true;
}

/* lhs is implied; lhs > rhs0 >= rhs1, so gates are ordered and acyclic by construction. */
static bool read_binary_ands(struct aiger_reader *r, size_t count) {
  struct aiger *model = r->model;
  r->by_offset = true;
  for (size_t k = 0; k < count; k++) {
    uint32_t lhs = 2 * (uint32_t)(model->inputs.size + model->num_latches + k) + 2, delta0 = 0,
             delta1 = 0;
    if (!read_delta(r, &delta0)) return false;
    if (delta0 == 0 || delta0 > lhs)
      return aiger_fault(r, "AND gate %u: expected a first delta from 1 to %u, found %u", lhs, lhs,
                         delta0);
    if (!read_delta(r, &delta1)) return false;
    if (delta1 > lhs - delta0)
      return aiger_fault(r, "AND gate %u: expected a second delta of at most %u, found %u", lhs,
                         lhs - delta0, delta1);
    model->ands[model->num_ands++] = (struct aiger_and){lhs, lhs - delta0, lhs - delta0 - delta1};
  }
  return true;
}

static bool read_sections(struct aiger_reader *r) {
  uint32_t header[HEADER_NUMBERS];
  if (!read_header(r, header) || !check_header(r, header)) return false;
  struct aiger *model = r->model;
  model->maxvar = header[M];
  if (!read_inputs(r, header[I]) || !read_latches(r, header[L])) return false;
  r->output_line = r->line;
  if (!read_lits(r, "an output literal", header[O], &model->outputs)) return false;
  r->bad_line = r->line;
  if (!read_lits(r, "a bad literal", header[B], &model->bad)) return false;
  r->constraint_line = r->line;
  if (!read_lits(r, "a constraint literal", header[C], &model->constraints)) return false;
  if (!read_justice(r, header[J])) return false;
  r->fairness_line = r->line;
  if (!read_lits(r, "a fairness literal", header[F], &model->fairness)) return false;
  model->ands = memory_alloc(header[A], sizeof *model->ands);
  if (!(r->binary ? read_binary_ands(r, header[A]) : read_ascii_ands(r, header[A]))) return false;
  if (!r->binary && !aiger_check_and_sort(r)) return false;
  return aiger_check_resets(r) && aiger_read_symbols(r);
}

bool aiger_read_memory(const char *name, const unsigned char *bytes, size_t size,
                       struct aiger *model, struct fault *fault) {
  *model = (struct aiger){0};
  struct aiger_reader reader = {
      .name = name, .bytes = bytes, .size = size, .line = 1, .model = model, .fault = fault};
  if (read_sections(&reader)) return true;
  aiger_free(model);
  return false;
}
