/* Value change dumps (IEEE 1364-2005, section 18). Names are made of printable characters without
 * blanks; brackets would be read as a range, so that pieces of words keep theirs in round form. */
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

static void write_name(const char *name, FILE *file) {
  for (const char *c = name; *c; c++) {
    unsigned char byte = (unsigned char)*c;
    char safe = *c == '[' || *c == '<' ? '(' : *c == ']' || *c == '>' ? ')' : *c;
    if (byte <= ' ' || (*c == '$' && c == name) || byte >= 127)
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

static void declare(const struct signals *signals, enum signal_group group, const char *scope,
                    FILE *file) {
  bool open = false;
  for (size_t k = 0; k < signals->size; k++) {
    const struct signal *signal = &signals->at[k];
    if (signal->group != group) continue;
    if (!open) fprintf(file, "$scope module %s $end\n", scope);
    open = true;
    fprintf(file, "$var wire %zu ", signal->bits.size);
    write_code(k + 2, file);
    fputc(' ', file);
    write_name(signal->name, file);
    fputs(" $end\n", file);
  }
  if (open) fputs("$upscope $end\n", file);
}

static void write_cell(const uint8_t *cell, size_t width, size_t number, FILE *file) {
  if (width > 1) fputc('b', file);
  for (size_t k = width; k-- > 0;) fputc("01x"[cell[k]], file);
  if (width > 1) fputc(' ', file);
  write_code(number, file);
  fputc('\n', file);
}

struct dump {
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
    if (d->before && memcmp(d->before + s->place, row + s->place, s->bits.size) == 0) continue;
    write_cell(row + s->place, s->bits.size, k + 2, d->file);
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

void history_vcd(const struct history *const *parts, const size_t *sizes, size_t num_parts,
                 const char *comment, FILE *file) {
  const struct history *last = parts[num_parts - 1];
  struct dump dump = {.file = file};
  fputs("$version vouch " VOUCH_VERSION " $end\n$timescale 1 ns $end\n", file);
  write_comment(comment, file);
  fputs("$scope module vouch $end\n$var wire 32 ! step $end\n$var wire 1 \" loop $end\n"
        "$upscope $end\n",
        file);
  declare(last->signals, SIGNAL_PROPERTY, "property", file);
  declare(last->signals, SIGNAL_INPUT, "inputs", file);
  declare(last->signals, SIGNAL_OUTPUT, "outputs", file);
  declare(last->signals, SIGNAL_REGISTER, "registers", file);
  fputs("$enddefinitions $end\n", file);
  for (size_t p = 0; p + 1 < num_parts; p++) write_rows(&dump, parts[p], 0, sizes[p]);
  write_rows(&dump, last, 0, last->num_steps);
  if (last->loop != HISTORY_NO_LOOP) write_rows(&dump, last, last->loop, last->num_steps);
  fprintf(file, "#%zu\n", dump.time);
}
