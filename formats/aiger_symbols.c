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

static void add_symbol(struct aiger *model, size_t *capacity, struct aiger_symbol symbol) {
  model->symbols =
      memory_room(model->symbols, model->num_symbols, capacity, sizeof *model->symbols);
  model->symbols[model->num_symbols++] = symbol;
}

/* [ilobcjf]<index> <name to the end of the line>. A name that is empty or has a zero byte names
 * nothing: such an entry is left out. */
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
  while (r->at < r->size && r->bytes[r->at] != '\n') r->at++;
  size_t length = r->at - start;
  if (!aiger_char(r, '\n', "the end of the line behind a name")) return false;
  if (length == 0 || memchr(r->bytes + start, 0, length)) return true;
  char *name = memory_alloc(length + 1, 1);
  memcpy(name, r->bytes + start, length);
  name[length] = 0;
  add_symbol(model, capacity, (struct aiger_symbol){kind, index, name});
  return true;
}

/* The comment is everything behind the line "c", bytes of any kind. */
static void read_comment(struct aiger_reader *r) {
  size_t start = r->at + 1 < r->size ? r->at + 2 : r->size;
  size_t length = r->size - start;
  r->model->comment = memory_alloc(length + 1, 1);
  r->model->comment_size = length;
  if (length) memcpy(r->model->comment, r->bytes + start, length);
  r->model->comment[length] = 0;
  r->at = r->size;
}

bool aiger_read_symbols(struct aiger_reader *r) {
  size_t capacity = 0;
  while (r->at < r->size) {
    if (r->bytes[r->at] == 'c' && (r->at + 1 == r->size || r->bytes[r->at + 1] == '\n'))
      read_comment(r);
    else if (!read_symbol(r, &capacity))
      return false;
  }
  return true;
}
