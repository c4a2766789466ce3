#include "formats/ctl_names.h"

#include <ctype.h>

static uint64_t hash_text(const char *text, size_t length, bool whole) {
  return hash_bytes(whole, text, length);
}

static uint64_t hash_name(const void *names, uint32_t index) {
  const struct ctl_name *name = &((const struct ctl_names *)names)->names[index];
  return hash_text(name->text, name->length, name->whole);
}

static bool same_name(const void *names, uint32_t index, const void *key) {
  const struct ctl_name *a = &((const struct ctl_names *)names)->names[index], *b = key;
  return a->whole == b->whole && a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* The name, or NULL. */
static struct ctl_name *find(const struct ctl_names *names, const char *text, size_t length,
                             bool whole) {
  struct ctl_name key = {.text = text, .length = length, .whole = whole};
  uint64_t hash = hash_text(text, length, whole);
  uint32_t index = table_find(&names->table, hash, same_name, names, &key);
  return index == TABLE_NONE ? NULL : &names->names[index];
}

static void add(struct ctl_names *names, const char *text, size_t length, bool whole,
                uint32_t lit) {
  struct ctl_name *name = find(names, text, length, whole);
  if (name) {
    if (name->lit != lit && !name->ambiguous) {
      name->ambiguous = true;
      name->other = lit;
    }
    return;
  }
  names->names =
      memory_room(names->names, names->num_names, &names->names_capacity, sizeof *names->names);
  names->names[names->num_names] = (struct ctl_name){text, length, whole, false, lit, lit};
  table_add(&names->table, (uint32_t)names->num_names++, hash_name, names);
}

/* A word that starts with ! names the complement under the rest of the word. */
static void add_words(struct ctl_names *names, const char *text, uint32_t lit) {
  while (*text) {
    size_t length = strcspn(text, " ");
    if (length > 1 && text[0] == '!') add(names, text + 1, length - 1, false, lit ^ 1);
    if (length > 0) add(names, text, length, false, lit);
    text += length;
    text += strspn(text, " ");
  }
}

static bool position_lit(const struct aiger *model, char kind, uint32_t index, uint32_t *lit) {
  const struct lits *section = NULL;
  switch (kind) {
  case 'i': section = &model->inputs; break;
  case 'o': section = &model->outputs; break;
  case 'b': section = &model->bad; break;
  case 'c': section = &model->constraints; break;
  case 'f': section = &model->fairness; break;
  case 'j': section = index < model->num_justice ? &model->justice[index] : NULL; break;
  case 'l':
    if (index < model->num_latches) *lit = model->latches[index].lit;
    return index < model->num_latches;
  default: break;
  }
  if (kind == 'j' && section) {
    if (section->size == 1) *lit = section->at[0];
    return section->size == 1;
  }
  if (!section || index >= section->size) return false;
  *lit = section->at[index];
  return true;
}

void ctl_names_init(struct ctl_names *names, const struct aiger *model) {
  *names = (struct ctl_names){.model = model};
  for (size_t k = 0; k < model->num_symbols; k++) {
    const struct aiger_symbol *symbol = &model->symbols[k];
    uint32_t lit;
    if (symbol->kind == 'j' || !position_lit(model, symbol->kind, symbol->index, &lit)) continue;
    add(names, symbol->name, strlen(symbol->name), true, lit);
    add_words(names, symbol->name, lit);
  }
  names->defined = memory_zeroed((size_t)model->maxvar + 1, 1);
  names->defined[0] = 1;
  for (size_t k = 0; k < model->inputs.size; k++) names->defined[model->inputs.at[k] >> 1] = 1;
  for (size_t k = 0; k < model->num_latches; k++) names->defined[model->latches[k].lit >> 1] = 1;
  for (size_t k = 0; k < model->num_ands; k++) names->defined[model->ands[k].lhs >> 1] = 1;
}

void ctl_names_free(struct ctl_names *names) {
  free(names->names);
  table_free(&names->table);
  free(names->defined);
  *names = (struct ctl_names){0};
}

const struct ctl_name *ctl_names_find(const struct ctl_names *names, const char *text,
                                      size_t length) {
  const struct ctl_name *name = find(names, text, length, true);
  return name ? name : find(names, text, length, false);
}

bool ctl_names_position(const struct ctl_names *names, const char *text, size_t length,
                        uint32_t *lit) {
  if (length < 2 || length > 10 || (text[1] == '0' && length > 2)) return false;
  uint64_t index = 0;
  for (size_t k = 1; k < length; k++) {
    if (!isdigit((unsigned char)text[k])) return false;
    index = 10 * index + (uint64_t)(text[k] - '0');
  }
  return position_lit(names->model, text[0], (uint32_t)index, lit);
}

bool ctl_names_defined(const struct ctl_names *names, uint32_t lit) {
  return lit >> 1 <= names->model->maxvar && names->defined[lit >> 1];
}

char *ctl_names_quote(const char *text, size_t length) {
  char *quoted = memory_alloc(2 * length + 3, 1), *to = quoted;
  *to++ = '"';
  for (size_t k = 0; k < length; k++) {
    if (text[k] == '"' || text[k] == '\\') *to++ = '\\';
    *to++ = text[k];
  }
  *to++ = '"';
  *to = 0;
  return quoted;
}

/* Does the position mean the literal, whatever names there are? */
static bool clear_position(const struct ctl_names *names, const char *text, size_t length,
                           uint32_t lit) {
  const struct ctl_name *name = ctl_names_find(names, text, length);
  return !name || (!name->ambiguous && name->lit == lit);
}

static bool find_position(const struct aiger *model, uint32_t lit, char *out, size_t size) {
  for (size_t k = 0; k < model->inputs.size; k++)
    if (model->inputs.at[k] == lit) return snprintf(out, size, "i%zu", k) > 0;
  for (size_t k = 0; k < model->num_latches; k++)
    if (model->latches[k].lit == lit) return snprintf(out, size, "l%zu", k) > 0;
  return false;
}

/* One word, no complement mark: what a reader would write. */
static bool is_plain(const struct ctl_name *name) {
  return name->text[0] != '!' && memchr(name->text, ' ', name->length) == NULL;
}

char *ctl_names_canonical(const struct ctl_names *names, uint32_t lit, const char *position,
                          size_t length) {
  char buffer[32];
  const struct ctl_name *best = NULL;
  for (size_t k = 0; k < names->num_names && !(best && is_plain(best)); k++) {
    const struct ctl_name *name = &names->names[k];
    if (name->lit != lit || name->ambiguous ||
        ctl_names_find(names, name->text, name->length) != name)
      continue;
    if (!best || is_plain(name)) best = name;
  }
  if (best) return ctl_names_quote(best->text, best->length);
  if (position && position[0] != 'j' && clear_position(names, position, length, lit)) {
    snprintf(buffer, sizeof buffer, "%.*s", (int)length, position);
    return memory_string(buffer);
  }
  if (find_position(names->model, lit, buffer, sizeof buffer) &&
      clear_position(names, buffer, strlen(buffer), lit))
    return memory_string(buffer);
  snprintf(buffer, sizeof buffer, "%u", lit);
  return memory_string(buffer);
}

/* Is the name `base` with one index? */
static bool is_bit(const struct ctl_name *name, const char *base, size_t length, uint32_t *bit) {
  if (name->length < length + 3 || memcmp(name->text, base, length) != 0) return false;
  char open = name->text[length], close = name->text[name->length - 1];
  if (!(open == '[' && close == ']') && !(open == '<' && close == '>')) return false;
  uint64_t value = 0;
  for (size_t k = length + 1; k + 1 < name->length; k++) {
    if (!isdigit((unsigned char)name->text[k])) return false;
    value = 10 * value + (uint64_t)(name->text[k] - '0');
    if (value > INT32_MAX) return false;
  }
  *bit = (uint32_t)value;
  return true;
}

bool ctl_names_range(const struct ctl_names *names, const char *base, size_t length, uint32_t *low,
                     uint32_t *high) {
  bool found = false;
  for (size_t k = 0; k < names->num_names; k++) {
    uint32_t bit;
    if (!is_bit(&names->names[k], base, length, &bit)) continue;
    if (!found || bit < *low) *low = bit;
    if (!found || bit > *high) *high = bit;
    found = true;
  }
  return found;
}

const struct ctl_name *ctl_names_bit(const struct ctl_names *names, const char *base, size_t length,
                                     uint32_t bit) {
  char *text = memory_alloc(length + 16, 1);
  memcpy(text, base, length);
  size_t n = length + (size_t)snprintf(text + length, 16, "[%u]", bit);
  const struct ctl_name *name = ctl_names_find(names, text, n);
  if (!name) {
    text[length] = '<';
    text[n - 1] = '>';
    name = ctl_names_find(names, text, n);
  }
  free(text);
  return name;
}

void ctl_names_offer(const struct ctl_names *names, struct nearest *nearest) {
  for (size_t k = 0; k < names->num_names; k++) {
    const struct ctl_name *name = &names->names[k];
    nearest_offer(nearest, name->text, name->length);
    for (size_t n = 1; n < name->length; n++)
      if (name->text[n] == '[' || name->text[n] == '<') nearest_offer(nearest, name->text, n);
  }
}
