#include "certifier/progress/live.h"

#include "checker/effort/effort.h"
#include "formats/support/escape.h"
#include "formats/support/text_file.h"
#include "formats/support/vector.h"

#include <stdio.h>
#include <unistd.h>

/* Seconds between two drawings: quick enough to move, slow enough for a connection far away. */
static const double PACE = 0.2;

void live_init(struct live *live, bool on, bool colour, size_t total) {
  *live = (struct live){.on = on && terminal_moves(),
                        .colour = colour,
                        .heading = "property",
                        .words = {"hold", "FAIL", "unknown"},
                        .total = total,
                        .started = monotonic_seconds()};
  live->last = live->started; /* what takes no time shows nothing */
}

void live_free(struct live *live) {
  live_clear(live);
  for (size_t k = 0; k < live->size; k++) free(live->rows[k].what);
  free(live->rows);
  live->rows = NULL;
  live->size = live->capacity = 0;
}

/* --- rows ------------------------------------------------------------------------------------- */

static struct live_row *find(const struct live *live, size_t k) {
  for (size_t r = 0; r < live->size; r++)
    if (live->rows[r].k == k) return &live->rows[r];
  return NULL;
}

void live_begin(struct live *live, size_t k, char *what) {
  if (!live->on || find(live, k)) {
    free(what);
    return;
  }
  live->rows = memory_room(live->rows, live->size, &live->capacity, sizeof *live->rows);
  live->rows[live->size++] = (struct live_row){.k = k, .what = what, .since = monotonic_seconds()};
}

void live_tell(struct live *live, size_t k, const struct progress *progress) {
  struct live_row *row = find(live, k);
  if (row) row->progress = *progress;
}

void live_end(struct live *live, size_t k) {
  struct live_row *row = find(live, k);
  if (!row) return;
  free(row->what);
  size_t behind = live->size - (size_t)(row - live->rows) - 1;
  memmove(row, row + 1, behind * sizeof *row);
  live->size--;
}

void live_count(struct live *live, enum shade shade) { live->done[shade]++; }

/* --- text of a width -------------------------------------------------------------------------- */

/* Columns on the screen; a guess for scripts of which every character takes two. */
static unsigned columns_of(uint32_t code) { return code >= 0x1100 ? 2 : 1; }

/* The text in so many columns: filled with blanks, or cut and ended by two dots. */
static void print_fitted(FILE *file, const char *text, unsigned width) {
  char *clean = escape_copy(text);
  unsigned used = 0;
  const char *at = clean, *cut = clean; /* cut: so much fits with the dots */
  unsigned cut_used = 0;
  while (*at) {
    uint32_t code;
    size_t length = escape_character(at, &code);
    if (length == 0 || used + columns_of(code) > width) break;
    used += columns_of(code);
    at += length;
    if (used + 2 <= width) {
      cut = at;
      cut_used = used;
    }
  }
  if (*at) {
    fwrite(clean, 1, (size_t)(cut - clean), file);
    for (used = cut_used; used < width; used++) fputc(used < cut_used + 2 ? '.' : ' ', file);
  } else {
    fprintf(file, "%s%*s", clean, (int)(width - used), "");
  }
  free(clean);
}

/* --- columns ---------------------------------------------------------------------------------- */

enum { STATE_WIDTH = 11, ENGINE_WIDTH = 11, NUMBER_WIDTH = 9, LEAST_WHAT = 20 };

/* Which columns there is room for, the more important ones first. */
struct layout {
  unsigned what;
  bool state, engine, depth, clauses;
};

static bool take(unsigned *left, unsigned width) {
  if (*left < LEAST_WHAT + width) return false;
  *left -= width;
  return true;
}

static struct layout layout_for(unsigned width) {
  struct layout layout = {0};
  unsigned left = width > NUMBER_WIDTH + 1 ? width - 1 - NUMBER_WIDTH : 1;
  layout.state = take(&left, STATE_WIDTH);
  layout.depth = layout.state && take(&left, NUMBER_WIDTH);
  layout.engine = layout.depth && take(&left, ENGINE_WIDTH);
  layout.clauses = layout.engine && take(&left, NUMBER_WIDTH);
  layout.what = left;
  return layout;
}

static void print_heading(const struct live *live, const struct layout *layout, FILE *file) {
  print_fitted(file, live->heading, layout->what);
  if (layout->state) print_fitted(file, " state", STATE_WIDTH);
  if (layout->engine) print_fitted(file, " engine", ENGINE_WIDTH);
  if (layout->depth) fprintf(file, "%*s", NUMBER_WIDTH, "depth");
  if (layout->clauses) fprintf(file, "%*s", NUMBER_WIDTH, "clauses");
  fprintf(file, "%*s", NUMBER_WIDTH, "seconds");
}

static void print_number(FILE *file, uint64_t number) {
  if (number)
    fprintf(file, "%*llu", NUMBER_WIDTH, (unsigned long long)number);
  else
    fprintf(file, "%*s", NUMBER_WIDTH, "-");
}

static void print_row(const struct live_row *row, const struct layout *layout, FILE *file) {
  char text[32];
  const struct progress *p = &row->progress;
  print_fitted(file, row->what, layout->what);
  if (layout->state) {
    snprintf(text, sizeof text, " %.15s", p->doing[0] ? p->doing : "starting");
    print_fitted(file, text, STATE_WIDTH);
  }
  if (layout->engine) {
    snprintf(text, sizeof text, " %.15s", p->engine[0] ? p->engine : "-");
    print_fitted(file, text, ENGINE_WIDTH);
  }
  if (layout->depth) print_number(file, p->depth);
  if (layout->clauses) print_number(file, p->clauses);
  fprintf(file, "%*.1f", NUMBER_WIDTH, monotonic_seconds() - row->since);
}

/* "[7 of 30]  5 hold, 1 FAIL  0:14" */
static void print_counts(const struct live *live, unsigned width, FILE *file) {
  char text[200];
  size_t done = 0, used;
  for (int s = 0; s < NUM_SHADES; s++) done += live->done[s];
  snprintf(text, sizeof text, "[%zu of %zu] ", done, live->total);
  for (int s = 0, shown = 0; s < NUM_SHADES; s++) {
    if (!live->done[s]) continue;
    used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s %zu %s", shown++ ? "," : "", live->done[s],
             live->words[s]);
  }
  unsigned long seconds = (unsigned long)(monotonic_seconds() - live->started);
  used = strlen(text);
  snprintf(text + used, sizeof text - used, "  %lu:%02lu", seconds / 60, seconds % 60);
  fprintf(file, "%s",
          live->done[SHADE_BAD] ? shade_on(SHADE_BAD, live->colour)
                                : shade_on(SHADE_GOOD, live->colour && done > 0));
  print_fitted(file, text, width - 1);
  fputs(shade_off(live->colour), file);
}

/* --- the screen ------------------------------------------------------------------------------- */

static void write_out(char *text, size_t size) {
  fwrite(text, 1, size, stderr);
  fflush(stderr);
  free(text);
}

/* The cursor to the first line of the table. */
static void go_back(const struct live *live, FILE *file) {
  if (live->lines) fprintf(file, "\033[%zuA", live->lines);
  fputc('\r', file);
}

static size_t print_table(const struct live *live, FILE *file) {
  static const char end[] = "\033[K\n";
  struct terminal_size size = terminal_size(STDERR_FILENO);
  struct layout layout = layout_for(size.width);
  /* The cursor stands below the table, and one line of what was printed stays in sight. */
  size_t room = size.height > 5 ? size.height - 5 : 0;
  size_t shown = live->size <= room ? live->size : room > 0 ? room - 1 : 0;
  size_t lines = 1;
  if (size.height > 3 && shown) {
    print_heading(live, &layout, file);
    fputs(end, file);
    lines++;
    for (size_t r = 0; r < shown; r++, lines++) {
      print_row(&live->rows[r], &layout, file);
      fputs(end, file);
    }
    if (shown < live->size) {
      char more[64];
      snprintf(more, sizeof more, "and %zu more", live->size - shown);
      print_fitted(file, more, size.width - 1);
      fputs(end, file);
      lines++;
    }
  }
  print_counts(live, size.width, file);
  fputs(end, file);
  return lines;
}

void live_draw(struct live *live) {
  double now = monotonic_seconds();
  char *text;
  size_t size;
  if (!live->on || now < live->last + PACE || (live->lines == 0 && live->size == 0)) return;
  FILE *file = text_open(&text, &size);
  live->last = now;
  go_back(live, file);
  live->lines = print_table(live, file);
  fputs("\033[J", file);
  text_close(file);
  write_out(text, size);
}

void live_clear(struct live *live) {
  if (!live->on || live->lines == 0) return;
  fprintf(stderr, "\033[%zuA\r\033[J", live->lines);
  fflush(stderr);
  live->lines = 0;
}
