#include "formats/aiger_reader.h"

static size_t section_size(const struct aiger *model, char kind) {
  switch (kind) {
  case 'i': return model->inputs.size;
  case 'l': return model->num_latches;
  case 'o': return model->outputs.size;
  case 'b': return model->bad.size;
  case 'c': return model->constraints.size;
  case 'j': return model->num_justice;
  case 'f': return model->fairness.size;
  default: return 0;
  }
}

/* [ilobcjf]<index> <name to the end of the line> */
static bool read_symbol(struct aiger_reader *r, size_t *capacity) {
  struct aiger *model = r->model;
  char kind = (char)r->bytes[r->at];
  if (!strchr("ilobcjf", kind) || kind == 0)
    return aiger_expected(r, "a symbol (i, l, o, b, c, j, f), a comment or the end of the file");
  r->at++;
  uint32_t index;
  if (!aiger_number(r, "the index of a symbol", UINT32_MAX, &index)) return false;
  if (index >= section_size(model, kind))
    return aiger_fault(r, "symbol %c%u: expected an index below %zu", kind, index,
                       section_size(model, kind));
  if (!aiger_char(r, ' ', "a blank and a name")) return false;
  size_t start = r->at;
  while (r->at < r->size && r->bytes[r->at] != '\n' && r->bytes[r->at] != 0) r->at++;
  size_t length = r->at - start;
  if (length == 0) return aiger_expected(r, "a name");
  if (!aiger_char(r, '\n', "the end of the line behind a name")) return false;
  char *name = memory_alloc(length + 1, 1);
  memcpy(name, r->bytes + start, length);
  name[length] = 0;
  model->symbols =
      memory_room(model->symbols, model->num_symbols, capacity, sizeof *model->symbols);
  model->symbols[model->num_symbols++] = (struct aiger_symbol){kind, index, name};
  return true;
}

/* The comment is everything behind the line "c"; it may be any text without NUL. */
static bool read_comment(struct aiger_reader *r) {
  r->at++;
  if (r->at < r->size) {
    r->at++;
    r->line++;
  }
  size_t length = r->size - r->at;
  const unsigned char *nul = length ? memchr(r->bytes + r->at, 0, length) : NULL;
  if (nul) {
    r->at = (size_t)(nul - r->bytes);
    r->by_offset = true;
    return aiger_expected(r, "text in the comment");
  }
  r->model->comment = memory_alloc(length + 1, 1);
  if (length) memcpy(r->model->comment, r->bytes + r->at, length);
  r->model->comment[length] = 0;
  return true;
}

bool aiger_read_symbols(struct aiger_reader *r) {
  size_t capacity = 0;
  while (r->at < r->size) {
    if (r->bytes[r->at] == 'c' && (r->at + 1 == r->size || r->bytes[r->at + 1] == '\n'))
      return read_comment(r);
    if (!read_symbol(r, &capacity)) return false;
  }
  return true;
}
