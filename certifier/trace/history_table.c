/* A run as a table: a column for the step, for some signals, for inputs, and for the rest. */
#include "certifier/trace/history.h"
#include "formats/support/escape.h"
#include "formats/support/text_file.h"

enum {
  LONGEST_HEADING = 12, /* a signal with a longer name gets no column, unless the property has it */
  LEAST_CHANGES = 3,    /* a column is for signals that change at least as often, .. */
  CHANGES_PART = 4,     /* .. and in at least every 4th step */
  LEAST_TEXT = 40,      /* columns of inputs and of what changes have at least as much room */
  MOST_ROWS = 60,       /* in longer runs, steps in which only columns change are not shown; .. */
  LEAST_FOLD = 3,       /* .. not fewer than that in a row */
  MOST_SHOWN = 400,     /* of still longer runs only the beginning and the end, .. */
  LAST_ROWS = 40        /* .. this much of the end */
};

struct column {
  const struct signal *signal;
  char *heading;
  unsigned width;
};
struct layout {
  const struct history *trace;
  struct column *columns;
  size_t num_columns;
  unsigned indent, step, inputs, changes; /* widths */
  bool zeros;                             /* inputs that are 0 are worth saying: others are free */
  FILE *file;
};

/* --- texts ------------------------------------------------------------------------------------ */

/* Columns on a terminal, near enough: characters. */
static unsigned columns_of(const char *text, size_t length) {
  unsigned n = 0;
  for (size_t k = 0; k < length; k++) n += ((unsigned char)text[k] & 0xC0) != 0x80;
  return n;
}

static unsigned width_of(const char *text) { return columns_of(text, strlen(text)); }

static bool has_column(const struct layout *l, const struct signal *signal) {
  for (size_t k = 0; k < l->num_columns; k++)
    if (l->columns[k].signal == signal) return true;
  return false;
}

static bool is_zero(const struct history *trace, size_t step, const struct signal *signal) {
  const uint8_t *cell = history_cell(trace, step, signal);
  for (size_t k = 0; k < signal->bits.size; k++)
    if (cell[k]) return false;
  return true;
}

/* In the first row of a run that starts by itself, what is 0 (or free) goes without saying. */
static bool is_told(const struct layout *l, size_t t, const struct signal *signal) {
  const struct history *trace = l->trace;
  if (signal->input && trace->no_last && t + 1 == trace->num_steps) return false;
  if (!history_changed(trace, t, signal)) return false;
  if (t > 0 || trace->before) return true;
  if (history_unsaid(trace, t, signal)) return !signal->input;
  return !is_zero(trace, t, signal) || (signal->input && l->zeros);
}

/* "count=5 busy=1" of the signals without a column; the caller frees it. */
static char *items(const struct layout *l, size_t t, bool inputs) {
  char *text;
  size_t size, n = 0;
  FILE *file = text_open(&text, &size);
  for (size_t k = 0; k < l->trace->signals->size; k++) {
    const struct signal *signal = &l->trace->signals->at[k];
    if (signal->input != inputs || has_column(l, signal) || !is_told(l, t, signal)) continue;
    char *value = history_value(l->trace, t, signal);
    escape_print(file, "%s%s=%s", n++ ? " " : "", signal->name, value);
    free(value);
  }
  text_close(file);
  return text;
}

/* --- the layout ------------------------------------------------------------------------------- */

static unsigned cell_width(const struct history *trace, const struct signal *signal) {
  unsigned widest = 1;
  for (size_t t = 0; t < trace->num_steps; t++) {
    if (t && !history_changed(trace, t, signal)) continue;
    char *value = history_value(trace, t, signal);
    if (width_of(value) > widest) widest = width_of(value);
    free(value);
  }
  return widest;
}

static size_t count_changes(const struct history *trace, const struct signal *signal) {
  size_t count = 0;
  for (size_t t = 1; t < trace->num_steps; t++) count += history_changed(trace, t, signal);
  return count;
}

/* False: there is no room for it. */
static bool add_column(struct layout *l, const struct signal *signal, unsigned *room) {
  char *heading = escape_copy(signal->name);
  unsigned width = width_of(heading), cell = cell_width(l->trace, signal);
  if (cell > width) width = cell;
  if (width + 2 > *room) {
    free(heading);
    return false;
  }
  *room -= width + 2;
  l->columns = memory_one_more(l->columns, l->num_columns, sizeof *l->columns);
  l->columns[l->num_columns++] = (struct column){signal, heading, width};
  return true;
}

/* Those of the property first; then, up to a third of the width, those that change most, ties in
 * their order. */
static void choose_columns(struct layout *l, unsigned room, unsigned third) {
  const struct signals *signals = l->trace->signals;
  size_t *changes = memory_zeroed(signals->size, sizeof *changes);
  size_t least = l->trace->num_steps / CHANGES_PART;
  unsigned all = room;
  if (least < LEAST_CHANGES) least = LEAST_CHANGES;
  for (size_t k = 0; k < signals->size; k++) {
    const struct signal *signal = &signals->at[k];
    if (signal->group == SIGNAL_PROPERTY && add_column(l, signal, &room)) continue;
    if (strlen(signal->name) <= LONGEST_HEADING) changes[k] = count_changes(l->trace, signal);
  }
  unsigned rest = all - room < third ? third - (all - room) : 0;
  if (room > rest) room = rest;
  for (;;) {
    size_t best = 0;
    for (size_t k = 1; k < signals->size; k++)
      if (changes[k] > changes[best]) best = k;
    if (signals->size == 0 || changes[best] < least) break;
    add_column(l, &signals->at[best], &room);
    changes[best] = 0;
  }
  free(changes);
}

static void measure_texts(struct layout *l, unsigned room) {
  unsigned inputs = 0, changes = 0;
  for (size_t t = 0; t < l->trace->num_steps; t++) {
    char *in = items(l, t, true), *rest = items(l, t, false);
    if (width_of(in) > inputs) inputs = width_of(in);
    if (width_of(rest) > changes) changes = width_of(rest);
    free(in);
    free(rest);
  }
  if (inputs + changes > room) {
    unsigned most = changes == 0 ? room : changes < room / 2 ? room - changes : room / 3;
    if (inputs > most) inputs = most;
    changes = room - inputs;
  }
  l->inputs = inputs && inputs < 6 ? 6 : inputs;
  l->changes = changes;
}

static bool has_free_inputs(const struct history *trace) {
  size_t steps = trace->num_steps - (trace->no_last && trace->num_steps);
  for (size_t k = 0; k < trace->signals->size; k++)
    for (size_t t = 0; t < steps && trace->signals->at[k].input; t++)
      if (history_free_there(trace, t, &trace->signals->at[k])) return true;
  return false;
}

static void lay_out(struct layout *l, unsigned width) {
  char last[32];
  int digits = snprintf(last, sizeof last, "%zu", l->trace->first + l->trace->num_steps);
  l->step = digits < 4 ? 4 : (unsigned)digits;
  l->zeros = has_free_inputs(l->trace);
  unsigned room = width > l->indent + l->step ? width - l->indent - l->step : 0;
  choose_columns(l, room > LEAST_TEXT ? room - LEAST_TEXT : 0, room / 3);
  for (size_t k = 0; k < l->num_columns; k++) room -= l->columns[k].width + 2;
  measure_texts(l, room > 6 ? room - 6 : 0);
}

/* --- printing --------------------------------------------------------------------------------- */

/* The next piece of a text that fits: up to a blank. Advances *text. */
static void print_piece(const char **text, unsigned width, bool pad, FILE *file) {
  const char *from = *text;
  size_t end = strcspn(from, " ");
  while (from[end]) {
    size_t next = end + 1 + strcspn(from + end + 1, " ");
    if (columns_of(from, next) > width) break;
    end = next;
  }
  fwrite(from, 1, end, file);
  unsigned used = columns_of(from, end);
  if (pad && used < width) fprintf(file, "%*s", (int)(width - used), "");
  *text = from + end + strspn(from + end, " ");
}

static void print_cells(const struct layout *l, size_t t) {
  for (size_t k = 0; k < l->num_columns; k++) {
    const struct column *c = &l->columns[k];
    bool told = t == 0 || history_changed(l->trace, t, c->signal);
    if (c->signal->input && l->trace->no_last && t + 1 == l->trace->num_steps)
      told = history_unsaid(l->trace, t, c->signal);
    char *value = told ? history_value(l->trace, t, c->signal) : memory_string(".");
    fprintf(l->file, "  %*s", (int)c->width, value);
    free(value);
  }
}

/* A line ends behind the last thing that is said in it. */
static void print_texts(const struct layout *l, const char *inputs, const char *changes) {
  for (bool first = true; first || *inputs || *changes; first = false) {
    if (!first) {
      fprintf(l->file, "\n%*s", (int)(l->indent + l->step), "");
      for (size_t k = 0; k < l->num_columns; k++)
        fprintf(l->file, "%*s", (int)l->columns[k].width + 2, "");
    }
    if (l->inputs && (*inputs || *changes)) {
      fputs(" | ", l->file);
      print_piece(&inputs, l->inputs, *changes, l->file);
    }
    if (*changes) {
      fputs(" | ", l->file);
      print_piece(&changes, l->changes, false, l->file);
    }
  }
  fputc('\n', l->file);
}

static void print_heading(const struct layout *l) {
  fprintf(l->file, "%*s%*s", (int)l->indent, "", (int)l->step, "step");
  for (size_t k = 0; k < l->num_columns; k++) {
    const struct column *c = &l->columns[k];
    fprintf(l->file, "  %*s%s", (int)(c->width - width_of(c->heading)), "", c->heading);
  }
  if (l->inputs) fprintf(l->file, l->changes ? " | %-*s" : " | %.*s", (int)l->inputs, "inputs");
  fputs(l->changes ? " | changes\n" : "\n", l->file);
}

static bool is_idle(const struct layout *l, size_t t) {
  if (t == 0 || t == l->trace->loop || t + 1 >= l->trace->num_steps) return false;
  for (size_t k = 0; k < l->trace->signals->size; k++)
    if (history_changed(l->trace, t, &l->trace->signals->at[k])) return false;
  return true;
}

static void print_row(const struct layout *l, size_t t) {
  if (t == l->trace->loop)
    fprintf(l->file, "%*s%*s the loop starts here\n", (int)l->indent, "", (int)l->step, "--");
  char *inputs = items(l, t, true), *changes = items(l, t, false);
  fprintf(l->file, "%*s%*zu", (int)l->indent, "", (int)l->step, l->trace->first + t);
  print_cells(l, t);
  print_texts(l, inputs, changes);
  free(inputs);
  free(changes);
}

static void print_gap(const struct layout *l, size_t n, const char *what) {
  fprintf(l->file, "%*s%*s %zu step%s %s", (int)l->indent, "", (int)l->step, "..", n,
          n == 1 ? "" : "s", what);
}

/* Does nothing change but columns, and none of the property's? */
static bool is_dull(const struct layout *l, size_t t) {
  if (t == 0 || t == l->trace->loop || t + 1 >= l->trace->num_steps) return false;
  for (size_t k = 0; k < l->trace->signals->size; k++) {
    const struct signal *signal = &l->trace->signals->at[k];
    bool column = has_column(l, signal) && signal->group != SIGNAL_PROPERTY;
    if (!column && history_changed(l->trace, t, signal)) return false;
  }
  return true;
}

/* "60 steps in which only a, b change": the columns that do. */
static void print_dull(const struct layout *l, size_t from, size_t n) {
  size_t said = 0;
  print_gap(l, n, "in which only");
  for (size_t k = 0; k < l->num_columns; k++) {
    bool changes = false;
    for (size_t t = from; t < from + n && !changes; t++)
      changes = history_changed(l->trace, t, l->columns[k].signal);
    if (changes) fprintf(l->file, "%s %s", said++ ? "," : "", l->columns[k].heading);
  }
  fputs(said == 1 ? " changes\n" : " change\n", l->file);
}

static size_t count_while(const struct layout *l, size_t t,
                          bool (*is)(const struct layout *, size_t)) {
  size_t n = 0;
  while (is(l, t + n)) n++;
  return n;
}

static void print_rows(const struct layout *l) {
  size_t n = l->trace->num_steps, shown = 0;
  for (size_t t = 0; t < n; t++) {
    size_t idle = count_while(l, t, is_idle);
    size_t dull = n > MOST_ROWS ? count_while(l, t, is_dull) : 0;
    if (shown > MOST_SHOWN && t + LAST_ROWS < n) {
      print_gap(l, n - LAST_ROWS - t, "that are not shown (a value change dump has them)\n");
      t = n - LAST_ROWS - 1;
      shown = 0;
    } else if (idle > 1) {
      print_gap(l, idle, "in which nothing changes\n");
      t += idle - 1;
    } else if (dull >= LEAST_FOLD) {
      print_dull(l, t, dull);
      t += dull - 1;
    } else {
      print_row(l, t);
      shown++;
    }
  }
}

static void print_end(const struct layout *l) {
  const struct history *trace = l->trace;
  if (trace->cut)
    fprintf(l->file, "%*s%*s and so on: it is not told any further\n", (int)l->indent, "",
            (int)l->step, "..");
  else if (trace->loop != HISTORY_NO_LOOP)
    fprintf(l->file, "%*s%*s then step %zu again, and so on for ever\n", (int)l->indent, "",
            (int)l->step, "--", trace->first + trace->loop);
}

void history_table(const struct history *trace, unsigned width, unsigned indent, FILE *file) {
  struct layout layout = {.trace = trace, .indent = indent, .file = file};
  lay_out(&layout, width);
  print_heading(&layout);
  print_rows(&layout);
  print_end(&layout);
  for (size_t k = 0; k < layout.num_columns; k++) free(layout.columns[k].heading);
  free(layout.columns);
}
