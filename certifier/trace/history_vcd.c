/* Value change dumps (IEEE 1364-2005, section 18), with variables of the kind string, which the
 * standard does not have and GTKWave, Surfer and others show. Names are made of printable
 * characters without blanks; brackets would be read as a range, so that pieces of words keep theirs
 * in round form. */
#include "certifier/trace/history.h"
#include "formats/support/escape.h"

#include <ctype.h>

/* Identifier codes: printable characters, here ! to ~, as digits of a number. */
static void write_code(size_t number, FILE *file) {
  do {
    fputc('!' + (int)(number % 94), file);
    number /= 94;
  } while (number);
}

/* `length` bytes of a name. In scopes brackets are no range, and stay. */
static void write_name(const char *name, size_t length, bool scope, FILE *file) {
  for (size_t k = 0; k < length; k++) {
    unsigned char byte = (unsigned char)name[k];
    bool opens = name[k] == '[' || name[k] == '<', closes = name[k] == ']' || name[k] == '>';
    char safe = scope || (!opens && !closes) ? name[k] : opens ? '(' : ')';
    if (byte <= ' ' || (name[k] == '$' && k == 0) || byte >= 127)
      fprintf(file, byte == ' ' ? "_" : "\\x%02x", byte);
    else
      fputc(safe, file);
  }
}

/* $end must not stand in a comment by accident. */
static void write_comment(const char *text, FILE *file) {
  fputs("$comment ", file);
  for (const char *c = text; *c; c++) {
    unsigned char byte = (unsigned char)*c;
    if (*c == '$' || byte < ' ' || byte >= 127)
      fprintf(file, "\\x%02x", byte);
    else
      fputc(*c, file);
  }
  fputs(" $end\n", file);
}

/* --- declarations: a scope per group, and in it the hierarchy of the design ------------------- */

/* The part of a name before its last dot that has something on both sides, "core.alu" of
 * "core.alu.sum[3]". */
static size_t scope_length(const char *name) {
  size_t length = 0;
  for (size_t k = 1; name[k]; k++)
    if (name[k] == '.' && name[k - 1] != '.' && name[k + 1] && name[k + 1] != '.') length = k;
  return length;
}

struct place {
  const struct signal *signal;
  size_t number, scope; /* among all signals; the length of its scope */
};

/* A dot comes before everything else, so that what is in a scope stays together. */
static int rank(char byte) { return byte == '.' ? -1 : (unsigned char)byte; }

/* By scope, those without one first; then as they were. */
static int compare_places(const void *left, const void *right) {
  const struct place *a = left, *b = right;
  size_t common = a->scope < b->scope ? a->scope : b->scope;
  for (size_t k = 0; k < common; k++) {
    int difference = rank(a->signal->name[k]) - rank(b->signal->name[k]);
    if (difference) return difference;
  }
  if (a->scope != b->scope) return a->scope < b->scope ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* How much of the scope `now` (its first `length` bytes) the name is in, too: whole components. */
static size_t common_scope(const char *now, size_t length, const struct place *next) {
  size_t whole = 0, k = 0;
  while (k < length && k < next->scope && now[k] == next->signal->name[k]) {
    k++;
    bool ends_now = k == length || now[k] == '.';
    bool ends_next = k == next->scope || next->signal->name[k] == '.';
    if (ends_now && ends_next) whole = k;
  }
  return whole;
}

static void close_scopes(const char *now, size_t from, size_t to, FILE *file) {
  size_t count = from < to;
  for (size_t k = from + (from > 0); k < to; k++) count += now[k] == '.';
  while (count-- > 0) fputs("$upscope $end\n", file);
}

static void open_scopes(const struct place *place, size_t from, FILE *file) {
  const char *name = place->signal->name;
  for (size_t at = from + (from > 0), end; at < place->scope; at = end + 1) {
    end = at;
    while (end < place->scope && name[end] != '.') end++;
    fputs("$scope module ", file);
    write_name(name + at, end - at, true, file);
    fputs(" $end\n", file);
  }
}

/* The numbers of variables: the first two are vouch.step and vouch.loop, then come the signals,
 * then what their values are called. */
static size_t number_of(size_t signal) { return signal + 2; }
static size_t text_number(const struct signals *signals, size_t signal) {
  return number_of(signals->size) + signal;
}

/* What people are shown in place of the number. */
static void declare_text(const struct signals *signals, const struct place *place, const char *name,
                         FILE *file) {
  fputs("$var string 1 ", file);
  write_code(text_number(signals, place->number), file);
  fputc(' ', file);
  write_name(name, strlen(name), false, file);
  fputs("(value) $end\n", file);
}

static void declare_one(const struct signals *signals, const struct place *place, FILE *file) {
  const struct signal *signal = place->signal;
  const char *name = signal->name + place->scope + (place->scope > 0);
  if (signal->declared) declare_text(signals, place, name, file);
  fprintf(file, "$var wire %zu ", signal->bits.size);
  write_code(number_of(place->number), file);
  fputc(' ', file);
  write_name(name, strlen(name), false, file);
  if (signal->bits.size > 1 && !strchr(name, ':'))
    fprintf(file, " [%zu:%u]", signal->low + signal->bits.size - 1, (unsigned)signal->low);
  fputs(" $end\n", file);
}

static void declare(const struct signals *signals, const bool *shown, enum signal_group group,
                    const char *scope, FILE *file) {
  struct place *places = memory_alloc(signals->size, sizeof *places);
  size_t size = 0, length = 0;
  const char *now = "";
  for (size_t k = 0; k < signals->size; k++)
    if (signals->at[k].group == group && shown[k])
      places[size++] = (struct place){&signals->at[k], k, scope_length(signals->at[k].name)};
  qsort(places, size, sizeof *places, compare_places);
  if (size) fprintf(file, "$scope module %s $end\n", scope);
  for (size_t k = 0; k < size; k++) {
    size_t common = common_scope(now, length, &places[k]);
    close_scopes(now, common, length, file);
    open_scopes(&places[k], common, file);
    declare_one(signals, &places[k], file);
    now = places[k].signal->name;
    length = places[k].scope;
  }
  close_scopes(now, 0, length, file);
  if (size) fputs("$upscope $end\n", file);
  free(places);
}

static void write_cell(const uint8_t *cell, size_t width, size_t number, FILE *file) {
  if (width > 1) fputc('b', file);
  for (size_t k = width; k-- > 0;) fputc("01x"[cell[k]], file);
  if (width > 1) fputc(' ', file);
  write_code(number, file);
  fputc('\n', file);
}

/* Texts have no blanks. */
static void write_text(const struct signal *signal, const uint8_t *cell, size_t number,
                       FILE *file) {
  char *text = history_text(signal, cell);
  fputc('s', file);
  write_name(text, strlen(text), true, file);
  fputc(' ', file);
  write_code(number, file);
  fputc('\n', file);
  free(text);
}

struct dump {
  const bool *shown;     /* per signal */
  const uint8_t *before; /* the row that was written last */
  size_t time;
  FILE *file;
};

static void write_row(struct dump *d, const struct signals *signals, const uint8_t *row,
                      size_t step, bool loop) {
  fprintf(d->file, "#%zu\n", d->time);
  if (d->time == 0) fputs("$dumpvars\n", d->file);
  fprintf(d->file, "b");
  for (int k = 31; k >= 0; k--) fputc('0' + (int)(step >> k & 1), d->file);
  fputs(" !\n", d->file);
  fprintf(d->file, "%d\"\n", loop);
  for (size_t k = 0; k < signals->size; k++) {
    const struct signal *s = &signals->at[k];
    if (!d->shown[k]) continue;
    if (d->before && memcmp(d->before + s->place, row + s->place, s->bits.size) == 0) continue;
    write_cell(row + s->place, s->bits.size, number_of(k), d->file);
    if (s->declared) write_text(s, row + s->place, text_number(signals, k), d->file);
  }
  if (d->time == 0) fputs("$end\n", d->file);
  d->before = row;
  d->time++;
}

static void write_rows(struct dump *d, const struct history *trace, size_t from, size_t to) {
  size_t bits = trace->signals->num_bits;
  for (size_t t = from; t < to; t++)
    write_row(d, trace->signals, trace->cells + t * bits, trace->first + t,
              trace->loop != HISTORY_NO_LOOP && t >= trace->loop);
}

static bool says_something(const struct history *trace, size_t rows, const struct signal *signal) {
  for (size_t t = 0; t < rows; t++)
    for (size_t k = 0; k < signal->bits.size; k++)
      if (history_cell(trace, t, signal)[k] != HISTORY_FREE) return true;
  return false;
}

/* Inputs that may be anything all the time are not shown: clocks of designs, for instance, whose
 * ticks are the steps. The caller frees the array. */
static bool *choose_signals(const struct history *const *parts, const size_t *sizes,
                            size_t num_parts) {
  const struct history *last = parts[num_parts - 1];
  const struct signals *signals = last->signals;
  bool *shown = memory_zeroed(signals->size, sizeof *shown);
  for (size_t k = 0; k < signals->size; k++) {
    const struct signal *signal = &signals->at[k];
    shown[k] = signal->group != SIGNAL_INPUT || says_something(last, last->num_steps, signal);
    for (size_t p = 0; p + 1 < num_parts && !shown[k]; p++)
      shown[k] = says_something(parts[p], sizes[p], signal);
  }
  return shown;
}

void history_vcd(const struct history *const *parts, const size_t *sizes, size_t num_parts,
                 const char *comment, FILE *file) {
  const struct history *last = parts[num_parts - 1];
  bool *shown = choose_signals(parts, sizes, num_parts);
  struct dump dump = {.file = file, .shown = shown};
  fputs("$version vouch " VOUCH_VERSION " $end\n$timescale 1 ns $end\n", file);
  write_comment(comment, file);
  fputs("$scope module vouch $end\n$var integer 32 ! step $end\n$var wire 1 \" loop $end\n"
        "$upscope $end\n",
        file);
  declare(last->signals, shown, SIGNAL_PROPERTY, "property", file);
  declare(last->signals, shown, SIGNAL_INPUT, "inputs", file);
  declare(last->signals, shown, SIGNAL_OUTPUT, "outputs", file);
  declare(last->signals, shown, SIGNAL_REGISTER, "registers", file);
  fputs("$enddefinitions $end\n", file);
  for (size_t p = 0; p + 1 < num_parts; p++) write_rows(&dump, parts[p], 0, sizes[p]);
  write_rows(&dump, last, 0, last->num_steps);
  if (last->loop != HISTORY_NO_LOOP) write_rows(&dump, last, last->loop, last->num_steps);
  fprintf(file, "#%zu\n", dump.time);
  free(shown);
}
