#include "validator/kernel/names.h"

struct list {
  struct v_name *at;
  size_t size, capacity;
};

static void add(struct list *list, const char *text, size_t length, uint32_t lit) {
  list->at = v_grow(list->at, list->size, &list->capacity, sizeof *list->at);
  list->at[list->size++] = (struct v_name){text, length, lit, false};
}

static void add_words(struct list *words, const struct v_symbol *symbol, uint32_t lit) {
  const char *from = symbol->name;
  const char *end = symbol->name + symbol->length;
  while (from < end) {
    const char *to = memchr(from, ' ', (size_t)(end - from));
    if (!to) to = end;
    size_t length = (size_t)(to - from);
    if (length > 0) add(words, from, length, lit);
    if (length > 1 && *from == '!') add(words, from + 1, length - 1, lit ^ 1);
    from = to + 1;
  }
}

static int compare_text(const char *a, size_t a_length, const char *b, size_t b_length) {
  if (a_length != b_length) return a_length < b_length ? -1 : 1;
  return memcmp(a, b, a_length);
}

static int compare(const void *a, const void *b) {
  const struct v_name *x = a;
  const struct v_name *y = b;
  return compare_text(x->text, x->length, y->text, y->length);
}

/* Sorts, and makes equal names one. */
static void finish(struct list *list, struct v_name **names, size_t *count) {
  size_t kept = 0;
  if (list->size > 0) qsort(list->at, list->size, sizeof *list->at, compare);
  for (size_t k = 0; k < list->size; k++) {
    struct v_name *last = kept > 0 ? &list->at[kept - 1] : NULL;
    if (!last || compare(last, &list->at[k]) != 0)
      list->at[kept++] = list->at[k];
    else if (last->lit != list->at[k].lit)
      last->ambiguous = true;
  }
  *names = list->at;
  *count = kept;
}

void v_names_init(struct v_names *names, const struct v_model *model) {
  struct list whole = {0};
  struct list words = {0};
  for (size_t k = 0; k < model->num_symbols; k++) {
    const struct v_symbol *symbol = &model->symbols[k];
    const struct v_list *section = v_section(model, symbol->kind);
    if (!section) continue; /* a justice set is no literal */
    uint32_t lit = section->at[symbol->index];
    add(&whole, symbol->name, symbol->length, lit);
    add_words(&words, symbol, lit);
  }
  finish(&whole, &names->whole, &names->num_whole);
  finish(&words, &names->words, &names->num_words);
}

/* Binary search: the name is among names[low .. high) if it is there. */
static const struct v_name *search(const struct v_name *names, size_t count, const char *text,
                                   size_t length) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare_text(text, length, names[middle].text, names[middle].length);
    if (order == 0) return &names[middle];
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

const struct v_name *v_names_find(const struct v_names *names, const char *text, size_t length) {
  const struct v_name *found = search(names->whole, names->num_whole, text, length);
  return found ? found : search(names->words, names->num_words, text, length);
}

void v_names_free(struct v_names *names) {
  free(names->whole);
  free(names->words);
  *names = (struct v_names){0};
}
