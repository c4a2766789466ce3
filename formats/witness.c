#include "formats/witness.h"

#include <ctype.h>

static void witness_step(struct witness *witness, const char *inputs) {
  witness->inputs = memory_one_more(witness->inputs, witness->num_steps, sizeof *witness->inputs);
  witness->inputs[witness->num_steps++] = memory_string(inputs);
}

static void witness_free(struct witness *witness) {
  lits_free(&witness->bad);
  lits_free(&witness->justice);
  free(witness->latches);
  for (size_t k = 0; k < witness->num_steps; k++) free(witness->inputs[k]);
  free(witness->inputs);
  *witness = (struct witness){0};
}

void witnesses_free(struct witnesses *witnesses) {
  for (size_t k = 0; k < witnesses->size; k++) witness_free(&witnesses->at[k]);
  free(witnesses->at);
  *witnesses = (struct witnesses){0};
}

bool witness_write(const struct witness *witness, FILE *file) {
  fprintf(file, "%u\n", witness->status);
  for (size_t k = 0; k < witness->bad.size; k++) fprintf(file, "b%u", witness->bad.at[k]);
  for (size_t k = 0; k < witness->justice.size; k++) fprintf(file, "j%u", witness->justice.at[k]);
  putc('\n', file);
  if (witness->status == 1 && witness->latches) {
    fprintf(file, "%s\n", witness->latches);
    for (size_t k = 0; k < witness->num_steps; k++) fprintf(file, "%s\n", witness->inputs[k]);
  }
  fputs(".\n", file);
  return !ferror(file) && fflush(file) == 0;
}

struct reader {
  const char *name;
  const char *bytes;
  size_t size, at, line;
  size_t num_latches, num_inputs;
  struct fault *fault;
  const char *text; /* the current line, without its newline */
  size_t length;
};

static bool expected(struct reader *r, const char *what) {
  if (!r->text)
    return fault_set(r->fault, "%s:%zu: expected %s, found the end of the file", r->name, r->line,
                     what);
  size_t n = 0;
  while (n < 40 && n < r->length && isprint((unsigned char)r->text[n])) n++;
  return fault_set(r->fault, "%s:%zu: expected %s, found '%.*s'", r->name, r->line, what, (int)n,
                   r->text);
}

/* The next line that is no comment and no bound; r->text is NULL at the end of the file. */
static bool next_line(struct reader *r) {
  do {
    r->line++;
    r->text = NULL;
    if (r->at >= r->size) return true;
    const char *newline = memchr(r->bytes + r->at, '\n', r->size - r->at);
    if (!newline)
      return fault_set(r->fault, "%s:%zu: expected a newline at the end of the last line", r->name,
                       r->line);
    r->text = r->bytes + r->at;
    r->length = (size_t)(newline - r->text);
    r->at += r->length + 1;
  } while (r->length && (r->text[0] == 'c' || r->text[0] == 'u'));
  return true;
}

/* b0 b1 j2 .., with or without blanks. */
static bool read_properties(struct reader *r, struct witness *w) {
  if (!next_line(r)) return false;
  if (!r->text || !r->length) return expected(r, "a property such as b0 or j0");
  for (size_t k = 0; k < r->length;) {
    char kind = r->text[k++];
    uint64_t index = 0;
    size_t start = k;
    for (; k < r->length && isdigit((unsigned char)r->text[k]) && index <= INT32_MAX; k++)
      index = 10 * index + (uint64_t)(r->text[k] - '0');
    if ((kind != 'b' && kind != 'j') || k == start || index > INT32_MAX)
      return expected(r, "a property such as b0 or j0");
    lits_push(kind == 'b' ? &w->bad : &w->justice, (uint32_t)index);
    while (k < r->length && r->text[k] == ' ') k++;
  }
  return true;
}

static char *row(struct reader *r, size_t width, const char *what) {
  char message[80];
  snprintf(message, sizeof message, "a row of %zu %s, each 0, 1 or x", width, what);
  bool ok = r->text && r->length == width;
  for (size_t k = 0; ok && k < width; k++)
    ok = r->text[k] == '0' || r->text[k] == '1' || r->text[k] == 'x';
  if (!ok) {
    expected(r, message);
    return NULL;
  }
  char *copy = memory_alloc(width + 1, 1);
  memcpy(copy, r->text, width);
  copy[width] = 0;
  return copy;
}

static bool at_dot(const struct reader *r) {
  return r->text && r->length == 1 && r->text[0] == '.';
}

static bool read_rows(struct reader *r, struct witness *w) {
  if (!next_line(r)) return false;
  w->latches = row(r, r->num_latches, "latches");
  if (!w->latches || !next_line(r)) return false;
  while (!at_dot(r)) {
    char *inputs = row(r, r->num_inputs, "inputs (or '.')");
    if (!inputs) return false;
    witness_step(w, inputs);
    free(inputs);
    if (!next_line(r)) return false;
  }
  return w->num_steps || expected(r, "at least one row of inputs");
}

static bool read_witness(struct reader *r, struct witness *w) {
  if (r->length != 1 || r->text[0] < '0' || r->text[0] > '2')
    return expected(r, "a status: 0, 1 or 2");
  w->status = (unsigned)(r->text[0] - '0');
  if (!read_properties(r, w)) return false;
  if (w->status == 1) return read_rows(r, w);
  return next_line(r) && (at_dot(r) || expected(r, "'.'"));
}

bool witness_read_memory(const char *name, const unsigned char *bytes, size_t size,
                         size_t num_latches, size_t num_inputs, struct witnesses *out,
                         struct fault *fault) {
  struct reader r = {.name = name,
                     .bytes = (const char *)bytes,
                     .size = size,
                     .num_latches = num_latches,
                     .num_inputs = num_inputs,
                     .fault = fault};
  *out = (struct witnesses){0};
  bool ok = next_line(&r);
  if (ok && !r.text) ok = expected(&r, "a status: 0, 1 or 2");
  while (ok && r.text) {
    out->at = memory_room(out->at, out->size, &out->capacity, sizeof *out->at);
    out->at[out->size] = (struct witness){0};
    ok = read_witness(&r, &out->at[out->size++]) && next_line(&r);
  }
  if (!ok) witnesses_free(out);
  return ok;
}
