#include "certifier/trace/signals.h"

#include <ctype.h>
#include <stdio.h>

/* Wider words are shown in pieces. */
enum { MOST_BITS = 4096 };

void signal_names_add(struct signal_names *names, const char *name, uint32_t lit) {
  names->at = memory_room(names->at, names->size, &names->capacity, sizeof *names->at);
  names->at[names->size++] = (struct signal_name){memory_string(name), lit};
}

void signal_names_free(struct signal_names *names) {
  for (size_t k = 0; k < names->size; k++) free(names->at[k].name);
  free(names->at);
  *names = (struct signal_names){0};
}

/* --- names of single bits --------------------------------------------------------------------- */

#define NO_INDEX UINT32_MAX

struct bit {
  char *name;
  size_t base; /* length of the name without its index */
  char open;   /* [ or < */
  uint32_t index, lit;
  enum signal_group group;
  bool input;
  size_t order;
};
struct bits {
  struct bit *at;
  size_t size, capacity;
};

/* NAME[k] and NAME<k>. */
static void split(struct bit *bit) {
  size_t length = strlen(bit->name), digits = 0;
  bit->base = length;
  bit->index = NO_INDEX;
  if (length < 4 || (bit->name[length - 1] != ']' && bit->name[length - 1] != '>')) return;
  while (digits + 2 < length && isdigit((unsigned char)bit->name[length - 2 - digits])) digits++;
  size_t open = length - 2 - digits;
  bit->open = bit->name[length - 1] == ']' ? '[' : '<';
  if (digits == 0 || digits > 8 || open == 0 || bit->name[open] != bit->open) return;
  bit->base = open;
  bit->index = (uint32_t)strtoul(bit->name + open + 1, NULL, 10);
}

/* Takes the name. */
static void add(struct bits *bits, char *name, uint32_t lit, enum signal_group group, bool input) {
  bits->at = memory_room(bits->at, bits->size, &bits->capacity, sizeof *bits->at);
  struct bit *bit = &bits->at[bits->size];
  *bit =
      (struct bit){.name = name, .lit = lit, .group = group, .input = input, .order = bits->size};
  bits->size++;
  split(bit);
}

/* Words of a symbol text are aliases, as Yosys writes them: the first that is no complement and
 * that no tool made up. */
static char *first_alias(const char *text) {
  const char *best = text;
  size_t length = strcspn(text, " ");
  for (const char *word = text; *word; word += strspn(word, " ")) {
    size_t n = strcspn(word, " ");
    bool made_up = word[0] == '!' || word[0] == '$' || n == 0;
    if (!made_up) {
      best = word;
      length = n;
      break;
    }
    word += n;
  }
  char *name = memory_alloc(length + 1, 1);
  memcpy(name, best, length);
  name[length] = 0;
  return name;
}

static char *position(char kind, size_t k) {
  char text[32];
  snprintf(text, sizeof text, "%c%zu", kind, k);
  return memory_string(text);
}

/* Per variable: is it an input, a latch? */
enum { IS_INPUT = 1, IS_LATCH = 2, IS_NAMED = 4 };

/* Outputs that are the complement of a register or an input say nothing new. */
static void add_symbols(struct bits *bits, const struct aiger *m, uint8_t *is) {
  for (size_t k = 0; k < m->num_symbols; k++) {
    const struct aiger_symbol *s = &m->symbols[k];
    if (s->kind == 'o' && s->index < m->outputs.size) {
      uint32_t lit = m->outputs.at[s->index];
      if (!(lit & 1 && is[lit >> 1]) && !(is[lit >> 1] & IS_INPUT))
        add(bits, first_alias(s->name), lit, SIGNAL_OUTPUT, false);
    } else if (s->kind == 'l' && s->index < m->num_latches) {
      uint32_t lit = m->latches[s->index].lit;
      if (!(is[lit >> 1] & IS_NAMED)) add(bits, first_alias(s->name), lit, SIGNAL_REGISTER, false);
      is[lit >> 1] |= IS_NAMED;
    } else if (s->kind == 'i' && s->index < m->inputs.size) {
      uint32_t lit = m->inputs.at[s->index];
      if (!(is[lit >> 1] & IS_NAMED)) add(bits, first_alias(s->name), lit, SIGNAL_INPUT, true);
      is[lit >> 1] |= IS_NAMED;
    }
  }
}

static void add_unnamed(struct bits *bits, const struct aiger *m, const uint8_t *is) {
  for (size_t k = 0; k < m->inputs.size; k++)
    if (!(is[m->inputs.at[k] >> 1] & IS_NAMED))
      add(bits, position('i', k), m->inputs.at[k], SIGNAL_INPUT, true);
  for (size_t k = 0; k < m->num_latches; k++)
    if (!(is[m->latches[k].lit >> 1] & IS_NAMED))
      add(bits, position('l', k), m->latches[k].lit, SIGNAL_REGISTER, false);
}

static void collect(struct bits *bits, const struct aiger *m, const struct signal_names *first) {
  uint8_t *is = memory_zeroed((size_t)m->maxvar + 1, 1);
  for (size_t k = 0; k < m->inputs.size; k++) is[m->inputs.at[k] >> 1] |= IS_INPUT;
  for (size_t k = 0; k < m->num_latches; k++) is[m->latches[k].lit >> 1] |= IS_LATCH;
  for (size_t k = 0; k < first->size; k++) {
    uint32_t lit = first->at[k].lit;
    add(bits, memory_string(first->at[k].name), lit, SIGNAL_PROPERTY, is[lit >> 1] & IS_INPUT);
  }
  add_symbols(bits, m, is);
  add_unnamed(bits, m, is);
  free(is);
}

/* --- words ------------------------------------------------------------------------------------ */

static int compare_bases(const struct bit *x, const struct bit *y) {
  size_t n = x->base < y->base ? x->base : y->base;
  int order = memcmp(x->name, y->name, n);
  if (order) return order;
  if (x->base != y->base) return x->base < y->base ? -1 : 1;
  return (int)x->input - (int)y->input;
}

/* By word, then by index, then as they came. */
static int compare_bits(const void *a, const void *b) {
  const struct bit *x = a, *y = b;
  int order = compare_bases(x, y);
  if (order) return order;
  if (x->index != y->index) return x->index < y->index ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

/* A signal while they are made. */
struct draft {
  struct signal signal;
  size_t order;
};
struct drafts {
  struct draft *at;
  size_t size, capacity;
};

/* The bits from `low` to `high` of a word whose name has `base` characters. */
static char *slice(const char *name, size_t base, char open, uint32_t low, uint32_t high) {
  char *text = memory_alloc(base + 32, 1), close = open == '[' ? ']' : '>';
  memcpy(text, name, base);
  if (low == high)
    snprintf(text + base, 32, "%c%u%c", open, (unsigned)low, close);
  else
    snprintf(text + base, 32, "%c%u:%u%c", open, (unsigned)high, (unsigned)low, close);
  return text;
}

char *signal_slice(const struct signal *signal, size_t low, size_t high) {
  if (high - low + 1 == signal->bits.size) return memory_string(signal->name);
  return slice(signal->name, signal->base, signal->open, signal->low + (uint32_t)low,
               signal->low + (uint32_t)high);
}

/* The name of a bit without an index is its own; a whole word goes without. */
static char *word_name(const struct bit *low, const struct bit *high, bool whole) {
  if (low->index == NO_INDEX) return memory_string(low->name);
  if (!whole) return slice(low->name, low->base, low->open, low->index, high->index);
  char *name = memory_string(low->name);
  name[low->base] = 0;
  return name;
}

/* The bits at[from .. to-1] are of one word, with indices that follow each other. */
static void draft(struct drafts *drafts, const struct bit *at, size_t from, size_t to, bool whole) {
  drafts->at = memory_room(drafts->at, drafts->size, &drafts->capacity, sizeof *drafts->at);
  struct draft *d = &drafts->at[drafts->size++];
  *d = (struct draft){.order = at[from].order};
  d->signal.name = word_name(&at[from], &at[to - 1], whole);
  d->signal.group = at[from].group;
  d->signal.input = at[from].input;
  d->signal.base = at[from].base;
  d->signal.open = at[from].open;
  d->signal.low = at[from].index == NO_INDEX ? 0 : at[from].index;
  for (size_t k = from; k < to; k++) {
    lits_push(&d->signal.bits, at[k].lit);
    if (at[k].group < d->signal.group) d->signal.group = at[k].group;
    if (at[k].order < d->order) d->order = at[k].order;
  }
}

/* One word (or one name): pieces without gaps. */
static void draft_word(struct drafts *drafts, const struct bit *at, size_t from, size_t to) {
  size_t length = at[to - 1].index - (size_t)at[from].index + 1;
  bool whole = at[from].index == 0 && length == to - from && length > 1 && length <= MOST_BITS;
  while (from < to) {
    size_t end = from + 1;
    while (end < to && at[from].index != NO_INDEX && at[end].index == at[end - 1].index + 1 &&
           end - from < MOST_BITS)
      end++;
    draft(drafts, at, from, end, whole);
    from = end;
  }
}

/* A second literal under the same name and index is told apart by its number. */
static void rename_doubles(struct bits *bits) {
  const struct bit *first = NULL;
  for (size_t k = 0; k < bits->size; k++) {
    struct bit *bit = &bits->at[k];
    if (!first || compare_bases(first, bit) != 0 || first->index != bit->index) {
      first = bit;
    } else if (first->lit == bit->lit) {
      bit->order = SIZE_MAX; /* said already */
    } else {
      size_t size = strlen(bit->name) + 32;
      char *name = memory_alloc(size, 1);
      snprintf(name, size, "%s (literal %u)", bit->name, (unsigned)bit->lit);
      free(bit->name);
      bit->name = name;
      bit->base = strlen(name);
      bit->index = NO_INDEX;
    }
  }
}

static void drop_said(struct bits *bits) {
  size_t kept = 0;
  for (size_t k = 0; k < bits->size; k++) {
    if (bits->at[k].order == SIZE_MAX)
      free(bits->at[k].name);
    else
      bits->at[kept++] = bits->at[k];
  }
  bits->size = kept;
}

static void sort(struct bits *bits) {
  if (bits->size) qsort(bits->at, bits->size, sizeof *bits->at, compare_bits);
}

static void draft_words(struct drafts *drafts, struct bits *bits) {
  sort(bits);
  rename_doubles(bits);
  drop_said(bits);
  sort(bits);
  for (size_t from = 0, to; from < bits->size; from = to) {
    for (to = from + 1; to < bits->size && bits->at[from].index != NO_INDEX &&
                        compare_bases(&bits->at[from], &bits->at[to]) == 0 &&
                        bits->at[to].index != NO_INDEX;)
      to++;
    draft_word(drafts, bits->at, from, to);
  }
}

static int compare_drafts(const void *a, const void *b) {
  const struct draft *x = a, *y = b;
  if (x->signal.group != y->signal.group) return x->signal.group < y->signal.group ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

static void signal_free(struct signal *signal) {
  free(signal->name);
  lits_free(&signal->bits);
}

/* Does the signal show something that none before it does? Constants show nothing. */
static bool is_new(const struct signal *signal, uint8_t *shown) {
  bool is = false;
  for (size_t k = 0; k < signal->bits.size; k++) {
    uint32_t v = signal->bits.at[k] >> 1;
    is = is || !shown[v];
    shown[v] = 1;
  }
  return is;
}

void signals_init(struct signals *signals, const struct aiger *model,
                  const struct signal_names *first) {
  struct bits bits = {0};
  struct drafts drafts = {0};
  uint8_t *shown = memory_zeroed((size_t)model->maxvar + 1, 1);
  *signals = (struct signals){0};
  shown[0] = 1;
  collect(&bits, model, first);
  draft_words(&drafts, &bits);
  if (drafts.size) qsort(drafts.at, drafts.size, sizeof *drafts.at, compare_drafts);
  for (size_t k = 0; k < drafts.size; k++) {
    struct signal *signal = &drafts.at[k].signal;
    if (!is_new(signal, shown)) {
      signal_free(signal);
      continue;
    }
    signal->place = signals->num_bits;
    signals->num_bits += signal->bits.size;
    signals->at = memory_room(signals->at, signals->size, &signals->capacity, sizeof *signals->at);
    signals->at[signals->size++] = *signal;
  }
  for (size_t k = 0; k < bits.size; k++) free(bits.at[k].name);
  free(bits.at);
  free(drafts.at);
  free(shown);
}

void signals_free(struct signals *signals) {
  for (size_t k = 0; k < signals->size; k++) signal_free(&signals->at[k]);
  free(signals->at);
  *signals = (struct signals){0};
}

/* A declaration is about a whole word: not about one of several pieces. */
static struct signal *find_whole(const struct signals *signals, const char *base) {
  struct signal *found = NULL;
  size_t length = strlen(base);
  for (size_t k = 0; k < signals->size; k++) {
    struct signal *s = &signals->at[k];
    if (s->base != length || memcmp(s->name, base, length) != 0) continue;
    if (found) return NULL;
    found = s;
  }
  return found;
}

void signals_declare(struct signals *signals, const struct declared *declared) {
  for (size_t k = 0; k < declared->size; k++) {
    struct signal *signal = find_whole(signals, declared->at[k].name);
    if (signal) signal->declared = &declared->at[k];
  }
}
