#include "formats/dimacs.h"

#include "formats/support/input.h"

#include <ctype.h>

void cnf_add(struct cnf *cnf, const int *lits, size_t n) {
  for (size_t k = 0; k < n; k++) {
    int var = abs(lits[k]);
    if (var > cnf->num_vars) cnf->num_vars = var;
    ints_push(&cnf->lits, lits[k]);
  }
  ints_push(&cnf->lits, 0);
  cnf->num_clauses++;
}

void cnf_free(struct cnf *cnf) {
  ints_free(&cnf->lits);
  *cnf = (struct cnf){0};
}

bool dimacs_write(const struct cnf *cnf, FILE *file) {
  fprintf(file, "p cnf %d %zu\n", cnf->num_vars, cnf->num_clauses);
  for (size_t k = 0; k < cnf->lits.size; k++) {
    if (cnf->lits.at[k])
      fprintf(file, "%d ", cnf->lits.at[k]);
    else
      fputs("0\n", file);
  }
  return !ferror(file) && fflush(file) == 0;
}

struct reader {
  const char *name;
  const char *bytes;
  size_t size, at, line;
  struct fault *fault;
};

static bool expected(struct reader *r, const char *what) {
  if (r->at >= r->size)
    return fault_set(r->fault, "%s:%zu: expected %s, found the end of the file", r->name, r->line,
                     what);
  unsigned char c = (unsigned char)r->bytes[r->at];
  if (isprint(c))
    return fault_set(r->fault, "%s:%zu: expected %s, found '%c'", r->name, r->line, what, c);
  return fault_set(r->fault, "%s:%zu: expected %s, found byte 0x%02x", r->name, r->line, what, c);
}

/* White space, and comments at the start of a line. */
static void skip(struct reader *r) {
  while (r->at < r->size) {
    char c = r->bytes[r->at];
    bool line_start = r->at == 0 || r->bytes[r->at - 1] == '\n';
    if (c == 'c' && line_start) {
      while (r->at < r->size && r->bytes[r->at] != '\n') r->at++;
    } else if (isspace((unsigned char)c)) {
      r->line += c == '\n';
      r->at++;
    } else {
      return;
    }
  }
}

static bool number(struct reader *r, const char *what, int limit, int *out) {
  bool negative = r->at < r->size && r->bytes[r->at] == '-';
  if (negative) r->at++;
  if (r->at >= r->size || !isdigit((unsigned char)r->bytes[r->at])) return expected(r, what);
  long long value = 0;
  for (; r->at < r->size && isdigit((unsigned char)r->bytes[r->at]); r->at++) {
    value = 10 * value + (r->bytes[r->at] - '0');
    if (value > limit)
      return fault_set(r->fault, "%s:%zu: expected %s of at most %d", r->name, r->line, what,
                       limit);
  }
  if (r->at < r->size && !isspace((unsigned char)r->bytes[r->at]))
    return expected(r, "white space behind a number");
  *out = (int)(negative ? -value : value);
  return true;
}

static bool header(struct reader *r, int *vars, int *clauses) {
  skip(r);
  if (r->size - r->at < 6 || memcmp(r->bytes + r->at, "p cnf ", 6) != 0)
    return expected(r, "the header 'p cnf VARIABLES CLAUSES'");
  r->at += 6;
  if (!number(r, "the number of variables", INT32_MAX - 1, vars)) return false;
  while (r->at < r->size && r->bytes[r->at] == ' ') r->at++;
  if (!number(r, "the number of clauses", INT32_MAX - 1, clauses)) return false;
  if (*vars < 0 || *clauses < 0)
    return fault_set(r->fault, "%s:%zu: expected a header without negative numbers", r->name,
                     r->line);
  return true;
}

static bool clauses(struct reader *r, int vars, int promised, struct cnf *cnf) {
  bool open = false;
  for (skip(r); r->at < r->size; skip(r)) {
    int lit;
    if (!number(r, "a literal", vars, &lit)) return false;
    if (!open && (size_t)promised == cnf->num_clauses)
      return fault_set(r->fault, "%s:%zu: expected %d clauses as the header says, found more",
                       r->name, r->line, promised);
    ints_push(&cnf->lits, lit);
    open = lit != 0;
    cnf->num_clauses += !open;
  }
  if (open) return expected(r, "0 at the end of the clause");
  if (cnf->num_clauses != (size_t)promised)
    return fault_set(r->fault, "%s:%zu: expected %d clauses as the header says, found %zu", r->name,
                     r->line, promised, cnf->num_clauses);
  return true;
}

bool dimacs_read_memory(const char *name, const unsigned char *bytes, size_t size, struct cnf *cnf,
                        struct fault *fault) {
  struct reader r = {
      .name = name, .bytes = (const char *)bytes, .size = size, .line = 1, .fault = fault};
  int promised = 0;
  *cnf = (struct cnf){0};
  if (header(&r, &cnf->num_vars, &promised) && clauses(&r, cnf->num_vars, promised, cnf))
    return true;
  cnf_free(cnf);
  return false;
}

bool dimacs_read_file(const char *path, struct cnf *cnf, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  *cnf = (struct cnf){0};
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  bool ok = dimacs_read_memory(path, bytes, size, cnf, fault);
  free(bytes);
  return ok;
}
