#include "certifier/bench/plot.h"

#include "formats/support/escape.h"
#include "formats/support/vector.h"

#include <math.h>

/* Okabe and Ito's colours, which people with any colour vision tell apart. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000"};
enum { NUM_COLOURS = sizeof colours / sizeof *colours };
const char *plot_colour(size_t k) { return colours[k % NUM_COLOURS]; }

/* Tools that share a colour differ in their dashes. */
static const char *dashes_of(size_t k) {
  static const char *const dashes[] = {"none", "6 3", "2 3"};
  return dashes[k / NUM_COLOURS % 3];
}

/* Seconds below this are all the same: a process takes as long to start. */
static const double least_seconds = 0.01;

/* A frame in the picture, and the ranges that it shows. */
struct frame {
  double left, top, width, height;
  double x_most;       /* linear from 0; 0: seconds, logarithmic */
  double seconds_most; /* of logarithmic axes */
};

static double part_of(const struct frame *f, double seconds) {
  double clamped = fmin(fmax(seconds, least_seconds), f->seconds_most);
  return log(clamped / least_seconds) / log(f->seconds_most / least_seconds);
}

static double x_of(const struct frame *f, double value) {
  return f->left + f->width * (f->x_most > 0 ? value / f->x_most : part_of(f, value));
}

static double y_of(const struct frame *f, double seconds) {
  return f->top + f->height * (1 - part_of(f, seconds));
}

static void begin(FILE *file, double width, double height, const char *title) {
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
          "height=\"%.0f\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>",
          width, height, width, height);
  escape_xml(file, title);
  fprintf(file, "</title>\n<rect width=\"%.0f\" height=\"%.0f\" fill=\"#ffffff\"/>\n", width,
          height);
}

static void line(FILE *file, double x1, double y1, double x2, double y2, const char *style) {
  fprintf(file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2,
          style);
}

static void text(FILE *file, double x, double y, const char *style, const char *words) {
  fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
  escape_xml(file, words);
  fputs("</text>\n", file);
}

static const char grid[] = "stroke=\"#e4e4e4\"";
static const char edge[] = "stroke=\"#444444\"";

static void seconds_axis(const struct frame *f, bool vertical, FILE *file) {
  double right = f->left + f->width, bottom = f->top + f->height;
  for (double s = least_seconds; s <= f->seconds_most * 1.001; s *= 10) {
    char words[32];
    snprintf(words, sizeof words, "%g", s);
    if (vertical) {
      line(file, f->left, y_of(f, s), right, y_of(f, s), grid);
      text(file, f->left - 8, y_of(f, s) + 4, "text-anchor=\"end\"", words);
    } else {
      line(file, x_of(f, s), f->top, x_of(f, s), bottom, grid);
      text(file, x_of(f, s), bottom + 18, "text-anchor=\"middle\"", words);
    }
  }
}

/* A step of 1, 2 or 5 times a power of ten that makes about eight marks. */
static double step_of(double most) {
  double power = pow(10, floor(log10(fmax(most, 8) / 8)));
  double steps[] = {1, 2, 5, 10};
  size_t k = 0;
  while (k < 3 && most / (steps[k] * power) > 8) k++;
  return steps[k] * power;
}

static void count_axis(const struct frame *f, FILE *file) {
  double step = step_of(f->x_most), bottom = f->top + f->height;
  for (double n = 0; n <= f->x_most; n += step) {
    char words[32];
    snprintf(words, sizeof words, "%.0f", n);
    line(file, x_of(f, n), f->top, x_of(f, n), bottom, grid);
    text(file, x_of(f, n), bottom + 18, "text-anchor=\"middle\"", words);
  }
}

static void outline(const struct frame *f, FILE *file) {
  fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" %s/>\n",
          f->left, f->top, f->width, f->height, edge);
}

static void labels(const struct frame *f, const char *x, const char *y, FILE *file) {
  char style[120];
  double middle = f->top + f->height / 2;
  text(file, f->left + f->width / 2, f->top + f->height + 42, "text-anchor=\"middle\"", x);
  snprintf(style, sizeof style, "text-anchor=\"middle\" transform=\"rotate(-90 18 %.1f)\"", middle);
  text(file, 18, middle, style, y);
}

static const char *clock_word(const struct matrix *m) {
  return m->limits->cpu ? "seconds of processor time" : "seconds";
}

/* --- cactus ----------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The times of solved instances, sorted; the caller frees them. */
static double *solved_times(const struct matrix *m, size_t tool, size_t *count) {
  double *times = memory_alloc(m->suite->size + 1, sizeof *times);
  *count = 0;
  for (size_t i = 0; i < m->suite->size; i++)
    if (row_is_solved(matrix_at(m, tool, i)))
      times[(*count)++] = row_seconds(matrix_at(m, tool, i));
  qsort(times, *count, sizeof *times, compare);
  return times;
}

static void draw_cactus(const struct matrix *m, const struct frame *f, size_t tool, FILE *file) {
  size_t count;
  double *times = solved_times(m, tool, &count);
  fprintf(file,
          "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" "
          "points=\"",
          plot_colour(tool), dashes_of(tool));
  for (size_t k = 0; k < count; k++)
    fprintf(file, "%.1f,%.1f ", x_of(f, (double)k + 1), y_of(f, times[k]));
  fputs("\"/>\n", file);
  for (size_t k = 0; count <= 200 && k < count; k++)
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>\n",
            x_of(f, (double)k + 1), y_of(f, times[k]), plot_colour(tool));
  free(times);
}

static void legend(const struct matrix *m, const struct frame *f, size_t tool, size_t solved,
                   FILE *file) {
  char words[128], style[120];
  double y = f->top + 22 + 20 * (double)tool, x = f->left + 14;
  snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"3\" stroke-dasharray=\"%s\"",
           plot_colour(tool), dashes_of(tool));
  line(file, x, y - 4, x + 28, y - 4, style);
  snprintf(words, sizeof words, "%s (%zu)", m->tools->at[tool].name, solved);
  text(file, x + 36, y, "", words);
}

void plot_cactus(const struct matrix *m, FILE *file) {
  struct frame f = {70, 20, 700, 400, 1, fmax(m->limits->timeout, 0.1)};
  char y[64];
  size_t *solved = memory_zeroed(m->tools->size, sizeof *solved);
  for (size_t t = 0; t < m->tools->size; t++) {
    solved[t] = score_of(m, t).solved;
    f.x_most = fmax(f.x_most, (double)solved[t]);
  }
  snprintf(y, sizeof y, "%s each, at most", clock_word(m));
  begin(file, 800, 480, "Instances solved within a time");
  seconds_axis(&f, true, file);
  count_axis(&f, file);
  outline(&f, file);
  labels(&f, "instances solved", y, file);
  for (size_t t = 0; t < m->tools->size; t++) draw_cactus(m, &f, t, file);
  for (size_t t = 0; t < m->tools->size; t++) legend(m, &f, t, solved[t], file);
  fputs("</svg>\n", file);
  free(solved);
}

/* --- scatter ---------------------------------------------------------------------------------- */

/* On the axis behind the time limit: not solved. */
static double place(const struct frame *f, const struct run_row *row) {
  return row_is_solved(row) ? fmin(row_seconds(row), f->seconds_most) : HUGE_VAL;
}

static const double margin = 26; /* the strip of those that are not solved */

static void point(const struct matrix *m, const struct frame *f, size_t i, const struct run_row *a,
                  const struct run_row *b, FILE *file) {
  const struct instance *instance = &m->suite->at[i];
  double x = place(f, a), y = place(f, b);
  double cx = isinf(x) ? f->left + f->width + margin / 2.0 : x_of(f, x);
  double cy = isinf(y) ? f->top - margin / 2.0 : y_of(f, y);
  const struct run_row *solved = isinf(x) ? b : a;
  const char *colour = isinf(x) && isinf(y)                          ? "#999999"
                       : run_row_is(solved, COLUMN_VERDICT, "holds") ? colours[0]
                                                                     : colours[1];
  if (row_is_wrong(a) || row_is_wrong(b)) colour = "#ff0000";
  fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" fill-opacity=\"0.6\"><title>",
          cx, cy, colour);
  escape_xml(file, instance->model);
  fputc(' ', file);
  escape_xml(file, instance->property);
  fprintf(file, ": %.2f, %.2f</title></circle>\n", row_seconds(a), row_seconds(b));
}

static void guides(const struct frame *f, FILE *file) {
  double right = f->left + f->width, bottom = f->top + f->height;
  double tenth = f->seconds_most / 10;
  const char *style = "stroke=\"#bbbbbb\" stroke-dasharray=\"5 4\"";
  line(file, f->left, bottom, right, f->top, edge);
  line(file, x_of(f, 10 * least_seconds), bottom, right, y_of(f, tenth), style);
  line(file, f->left, y_of(f, 10 * least_seconds), x_of(f, tenth), f->top, style);
}

static void scatter_legend(const struct frame *f, FILE *file) {
  static const char *const words[] = {"holds", "fails", "not solved by either", "wrong"};
  const char *fill[] = {colours[0], colours[1], "#999999", "#ff0000"};
  double x = f->left, y = f->top + f->height + 66;
  for (size_t k = 0; k < 4; k++) {
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>\n", x, y - 4, fill[k]);
    text(file, x + 9, y, "", words[k]);
    x += k == 2 ? 160 : 80;
  }
}

void plot_scatter(const struct matrix *m, size_t x, size_t y, FILE *file) {
  struct frame f = {70, 20 + margin, 440, 440, 0, fmax(m->limits->timeout, 0.2)};
  char x_label[160], y_label[160], title[200];
  const char *names[] = {m->tools->at[x].name, m->tools->at[y].name};
  snprintf(x_label, sizeof x_label, "%s, %s", names[0], clock_word(m));
  snprintf(y_label, sizeof y_label, "%s, %s", names[1], clock_word(m));
  snprintf(title, sizeof title, "%s against %s", names[0], names[1]);
  begin(file, 560, 580, title);
  fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#f4f4f4\"/>\n",
          f.left, f.top - margin, f.width + margin, margin);
  fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#f4f4f4\"/>\n",
          f.left + f.width, f.top, margin, f.height);
  text(file, f.left + 6, f.top - 9, "fill=\"#777777\" font-size=\"11\"", "not solved");
  seconds_axis(&f, true, file);
  seconds_axis(&f, false, file);
  guides(&f, file);
  outline(&f, file);
  labels(&f, x_label, y_label, file);
  scatter_legend(&f, file);
  for (size_t i = 0; i < m->suite->size; i++)
    if (matrix_at(m, x, i) && matrix_at(m, y, i))
      point(m, &f, i, matrix_at(m, x, i), matrix_at(m, y, i), file);
  fputs("</svg>\n", file);
}
