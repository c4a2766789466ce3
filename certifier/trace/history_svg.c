/* A run as a picture: a line for each signal, a column for each step, as in a waveform viewer. */
#include "certifier/trace/history.h"
#include "formats/support/escape.h"

enum {
  MOST_SIGNALS = 48, /* that are drawn: those of the property, then those that change most */
  MOST_STEPS = 160,  /* longer runs are cut */
  ROW = 22,          /* pixels */
  WAVE = 14,         /* height of a wave */
  STEP = 30,         /* width of a step; more if values are long */
  DIGIT = 7,
  TOP = 24
};

struct picture {
  const struct history *trace;
  size_t *shown;                         /* numbers of signals */
  size_t num_shown, num_steps, left_out; /* signals that change and have no room */
  unsigned names, step;                  /* widths */
  FILE *file;
};

static size_t count_changes(const struct history *trace, const struct signal *signal) {
  size_t n = 0;
  for (size_t t = 1; t < trace->num_steps; t++) n += history_changed(trace, t, signal);
  return n;
}

static int compare_numbers(const void *a, const void *b) {
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return x < y ? -1 : x > y;
}

/* In the order of the signals. */
static void choose(struct picture *p) {
  const struct signals *signals = p->trace->signals;
  size_t *changes = memory_zeroed(signals->size, sizeof *changes);
  p->shown = memory_zeroed(signals->size, sizeof *p->shown);
  for (size_t k = 0; k < signals->size; k++) {
    const struct signal *signal = &signals->at[k];
    changes[k] = count_changes(p->trace, signal);
    if (signal->group == SIGNAL_PROPERTY)
      changes[k] = SIZE_MAX;
    else if (signal->input && !history_unsaid(p->trace, 0, signal))
      changes[k]++;
  }
  while (p->num_shown < MOST_SIGNALS) {
    size_t best = 0;
    for (size_t k = 1; k < signals->size; k++)
      if (changes[k] > changes[best]) best = k;
    if (signals->size == 0 || changes[best] == 0) break;
    p->shown[p->num_shown++] = best;
    changes[best] = 0;
  }
  for (size_t k = 0; k < signals->size; k++) p->left_out += changes[k] > 0;
  qsort(p->shown, p->num_shown, sizeof *p->shown, compare_numbers);
  free(changes);
}

static void measure(struct picture *p) {
  size_t name = 4, value = 1;
  p->num_steps = p->trace->num_steps < MOST_STEPS ? p->trace->num_steps : MOST_STEPS;
  for (size_t k = 0; k < p->num_shown; k++) {
    const struct signal *signal = &p->trace->signals->at[p->shown[k]];
    if (strlen(signal->name) > name) name = strlen(signal->name);
    for (size_t t = 0; t < p->num_steps && signal->bits.size > 1; t++) {
      if (t && !history_changed(p->trace, t, signal)) continue;
      char *text = history_value(p->trace, t, signal);
      if (strlen(text) > value) value = strlen(text);
      free(text);
    }
  }
  if (name > 40) name = 40;
  if (value > 12) value = 12;
  p->names = (unsigned)name * DIGIT + 12;
  p->step = (unsigned)value * DIGIT + 10 > STEP ? (unsigned)value * DIGIT + 10 : STEP;
}

static unsigned left_of(const struct picture *p, size_t t) {
  return p->names + (unsigned)t * p->step;
}

/* The steps from `from` to `to` have one value. */
static void draw_bit(const struct picture *p, uint8_t value, size_t from, size_t to, unsigned y) {
  unsigned x = left_of(p, from), width = left_of(p, to) - x;
  if (value == HISTORY_FREE)
    fprintf(p->file, "<rect class=\"x\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%d\"/>", x, y,
            width, WAVE);
  else
    fprintf(p->file, "<path class=\"w\" d=\"M%u %uh%u\"/>", x, value ? y : y + WAVE, width);
}

static void draw_word(const struct picture *p, const char *text, size_t from, size_t to,
                      unsigned y) {
  unsigned x = left_of(p, from), width = left_of(p, to) - x;
  bool any = strcmp(text, "-") == 0;
  fprintf(p->file, "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%d\" rx=\"3\"/>",
          any ? "x" : "v", x + 1, y, width - 2, WAVE);
  fprintf(p->file, "<text class=\"n\" x=\"%u\" y=\"%u\">%.12s</text>", x + 4, y + WAVE - 3,
          any ? "" : text);
}

static void draw_signal(const struct picture *p, const struct signal *signal, unsigned y) {
  fprintf(p->file, "<text x=\"4\" y=\"%u\"%s>", y + WAVE - 3, signal->input ? " class=\"i\"" : "");
  escape_xml(p->file, signal->name);
  fputs("</text>", p->file);
  for (size_t from = 0, to; from < p->num_steps; from = to) {
    for (to = from + 1; to < p->num_steps && !history_changed(p->trace, to, signal);) to++;
    char *text = history_value(p->trace, from, signal);
    const uint8_t *cell = history_cell(p->trace, from, signal);
    if (signal->bits.size == 1) {
      draw_bit(p, *cell, from, to, y);
      if (from) fprintf(p->file, "<path class=\"w\" d=\"M%u %uv%d\"/>", left_of(p, from), y, WAVE);
    } else {
      draw_word(p, text, from, to, y);
    }
    free(text);
  }
  fputc('\n', p->file);
}

static void draw_steps(const struct picture *p, unsigned height) {
  const struct history *trace = p->trace;
  if (trace->loop != HISTORY_NO_LOOP && trace->loop < p->num_steps)
    fprintf(
        p->file,
        "<rect class=\"l\" x=\"%u\" y=\"0\" width=\"%u\" height=\"%u\"><title>the loop: repeated "
        "for ever</title></rect>",
        left_of(p, trace->loop), left_of(p, p->num_steps) - left_of(p, trace->loop), height);
  for (size_t t = 0; t < p->num_steps; t++)
    fprintf(p->file,
            "<path class=\"g\" d=\"M%u 0v%u\"/><text class=\"s\" x=\"%u\" y=\"14\">%zu</text>",
            left_of(p, t), height, left_of(p, t) + 3, trace->first + t);
  fputc('\n', p->file);
}

void history_svg(const struct history *trace, FILE *file) {
  struct picture p = {.trace = trace, .file = file};
  choose(&p);
  measure(&p);
  unsigned width = left_of(&p, p.num_steps) + 4, height = TOP + (unsigned)p.num_shown * ROW;
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"wave\" width=\"%u\" height=\"%u\" "
          "viewBox=\"0 0 %u %u\" role=\"img\" aria-label=\"waveform\">\n",
          width, height, width, height);
  draw_steps(&p, height);
  for (size_t k = 0; k < p.num_shown; k++)
    draw_signal(&p, &trace->signals->at[p.shown[k]], TOP + (unsigned)k * ROW);
  fputs("</svg>\n", file);
  if (p.num_steps < trace->num_steps)
    fprintf(file, "<p>The picture ends after %zu of %zu steps.</p>\n", p.num_steps,
            trace->num_steps);
  if (p.left_out)
    fprintf(file, "<p>%zu signals more change; the table has them.</p>\n", p.left_out);
  free(p.shown);
}
