#include "validator/kernel/names.h"

static void add_words(struct v_names *names, const struct v_symbol *symbol, uint32_t lit) {
  const char *from = symbol->name;
  const char *end = symbol->name + symbol->length;
  while (from < end) {
    const char *to = memchr(from, ' ', (size_t)(end - from));
    if (!to) to = end;
    size_t length = (size_t)(to - from);
    if (length > 0) V_ADD(names, (struct v_name){from, length, true, lit, false});
    if (length > 1 && *from == '!')
      V_ADD(names, (struct v_name){from + 1, length - 1, true, lit ^ 1, false});
    from = to + 1;
  }
}

/* By length, then bytes, then whole texts before words. */
static int compare(const void *a, const void *b) {
  const struct v_name *x = a;
  const struct v_name *y = b;
  if (x->length != y->length) return x->length < y->length ? -1 : 1;
  int order = memcmp(x->text, y->text, x->length);
  return order != 0 ? order : x->is_word - y->is_word;
}

/* Sorts, and makes equal names one. */
static void finish(struct v_names *names) {
  size_t kept = 0;
  if (names->size > 0) qsort(names->at, names->size, sizeof *names->at, compare);
  for (size_t k = 0; k < names->size; k++) {
    struct v_name *last = kept > 0 ? &names->at[kept - 1] : NULL;
    if (last && compare(last, &names->at[k]) == 0) {
      if (last->lit != names->at[k].lit) last->ambiguous = true;
      continue;
    }
    names->at[kept] = names->at[k];
    kept++;
  }
  names->size = kept;
}

void v_names_init(struct v_names *names, const struct v_model *model) {
  *names = (struct v_names){0};
  for (size_t k = 0; k < model->symbols.size; k++) {
    const struct v_symbol *symbol = &model->symbols.at[k];
    const struct v_list *section = v_section(model, symbol->kind);
    if (!section) continue; /* a justice set is no literal */
    uint32_t lit = section->at[symbol->index];
    V_ADD(names, (struct v_name){symbol->name, symbol->length, false, lit, false});
    add_words(names, symbol, lit);
  }
  finish(names);
}

const struct v_name *v_names_find(const struct v_names *names, const char *text, size_t length) {
  struct v_name name = {text, length, false, 0, false};
  if (names->size == 0) return NULL;
  const struct v_name *found = bsearch(&name, names->at, names->size, sizeof name, compare);
  if (found) return found;
  name.is_word = true;
  return bsearch(&name, names->at, names->size, sizeof name, compare);
}

void v_names_free(struct v_names *names) {
  free(names->at);
  *names = (struct v_names){0};
}
