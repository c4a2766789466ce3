#include "certifier/bench/bench_report.h"

#include "certifier/bench/plot.h"
#include "formats/support/escape.h"
#include "formats/support/output.h"

/* --- text ------------------------------------------------------------------------------------- */

static double ratio(const struct score *s) {
  return s->solve_seconds > 0 ? s->check_seconds / s->solve_seconds : 0;
}

void bench_report_summary(const struct matrix *m, FILE *file) {
  fprintf(file, "%-20s %6s %7s %6s %6s %7s %6s %9s %9s %10s %6s\n", "tool", "runs", "solved",
          "holds", "fails", "unique", "wrong", "rejected", "certified", "PAR2", "check");
  for (size_t t = 0; t < m->tools->size; t++) {
    struct score s = score_of(m, t);
    fprintf(file, "%-20s %6zu %7zu %6zu %6zu %7zu %6zu %9zu %9zu %10.2f %6.3f\n",
            m->tools->at[t].name, s.runs, s.solved, s.holds, s.fails, s.unique, s.wrong, s.rejected,
            s.certified, s.par2, ratio(&s));
  }
  size_t disputes = count_disputes(m);
  if (disputes)
    fprintf(file, "tools disagree about %zu of %zu instances\n", disputes, m->suite->size);
}

/* --- the page --------------------------------------------------------------------------------- */

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<title>vouch bench</title>\n<style>\n"
    "body { font-family: sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; color: "
    "#222; }\n"
    "table { border-collapse: collapse; margin: 1em 0; font-size: 90%; }\n"
    "th, td { padding: 0.25em 0.7em; border-bottom: 1px solid #ddd; text-align: left; }\n"
    "td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }\n"
    ".alarm { background: #ffd9d9; font-weight: bold; }\n.none { color: #999; }\n"
    "svg { max-width: 100%; height: auto; }\ncode { background: #f3f3f3; padding: 0 0.2em; }\n"
    "</style>\n</head>\n<body>\n<h1>vouch bench</h1>\n";

static void number(FILE *file, size_t n, bool alarm) {
  fprintf(file, "<td class=\"n%s\">%zu</td>", alarm && n ? " alarm" : "", n);
}

static void score_row(const struct matrix *m, size_t t, FILE *file) {
  struct score s = score_of(m, t);
  fprintf(file, "<tr><td><span style=\"color:%s\">&#9632;</span> ", plot_colour(t));
  escape_xml(file, m->tools->at[t].name);
  fputs("</td>", file);
  number(file, s.runs, false);
  number(file, s.solved, false);
  number(file, s.holds, false);
  number(file, s.fails, false);
  number(file, s.unique, false);
  number(file, s.wrong, true);
  number(file, s.rejected, true);
  number(file, s.certified, false);
  fprintf(file, "<td class=\"n\">%.2f</td><td class=\"n\">%.3f</td></tr>\n", s.par2, ratio(&s));
}

static void scores(const struct matrix *m, FILE *file) {
  static const char *const columns[] = {"runs",  "solved",   "holds",     "fails", "unique",
                                        "wrong", "rejected", "certified", "PAR2",  "check/solve"};
  fprintf(file, "<p>%zu instances, %g s of %s each", m->suite->size, m->limits->timeout,
          m->limits->cpu ? "processor time" : "wall-clock time");
  if (m->limits->memory) fprintf(file, ", %u MB", m->limits->memory);
  fputs(".</p>\n<table>\n<tr><th>tool</th>", file);
  for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
    fprintf(file, "<th class=\"n\">%s</th>", columns[k]);
  fputs("</tr>\n", file);
  for (size_t t = 0; t < m->tools->size; t++) score_row(m, t, file);
  fputs("</table>\n", file);
  size_t disputes = count_disputes(m);
  if (disputes)
    fprintf(file, "<p class=\"alarm\">Tools disagree about %zu instances.</p>\n", disputes);
  fputs("<p>Solved: decided in time, as expected where that is known, and with nothing that was "
        "rejected. Unique: solved by no other tool. Certified: vouch-validate accepted what the "
        "tool showed. PAR2: the seconds of what is solved, and twice the limit for the rest. "
        "check/solve: validation against solving, of what is certified.</p>\n",
        file);
}

static void commands(const struct matrix *m, FILE *file) {
  fputs("<ul>\n", file);
  for (size_t t = 0; t < m->tools->size; t++) {
    fputs("<li>", file);
    escape_xml(file, m->tools->at[t].name);
    fputs(": <code>", file);
    escape_xml(file, m->tools->at[t].command);
    fprintf(file, "</code>, program %.12s</li>\n", m->tools->at[t].digest);
  }
  fputs("</ul>\n", file);
}

static void cell(const struct run_row *row, FILE *file) {
  if (!row) {
    fputs("<td class=\"none\">not run</td><td></td><td></td>", file);
    return;
  }
  bool alarm = row_is_wrong(row) || run_row_is(row, COLUMN_CERTIFIED, "rejected");
  fprintf(file, "<td class=\"%s\"", alarm ? "alarm" : row_is_solved(row) ? "" : "none");
  if (row->field[COLUMN_NOTE][0]) {
    fputs(" title=\"", file);
    escape_xml(file, row->field[COLUMN_NOTE]);
    fputc('"', file);
  }
  fprintf(file, ">%s</td><td class=\"n\">%.2f</td><td>%s</td>", row->field[COLUMN_VERDICT],
          row_seconds(row), row->field[COLUMN_CERTIFIED]);
}

static void instance_row(const struct matrix *m, size_t i, FILE *file) {
  const struct instance *instance = &m->suite->at[i];
  fputs("<tr><td>", file);
  escape_xml(file, instance->suite);
  fputs("</td><td>", file);
  escape_xml(file, instance->model);
  fputs("</td><td>", file);
  escape_xml(file, instance->property);
  fprintf(file, "</td><td>%s</td>", instance->expected);
  for (size_t t = 0; t < m->tools->size; t++) cell(matrix_at(m, t, i), file);
  fputs("</tr>\n", file);
}

static void instances(const struct matrix *m, FILE *file) {
  fputs("<h2>Instances</h2>\n<table>\n<tr><th>suite</th><th>model</th><th>property</th>"
        "<th>expected</th>",
        file);
  for (size_t t = 0; t < m->tools->size; t++) {
    fputs("<th>", file);
    escape_xml(file, m->tools->at[t].name);
    fputs("</th><th class=\"n\">seconds</th><th>certified</th>", file);
  }
  fputs("</tr>\n", file);
  for (size_t i = 0; i < m->suite->size; i++) instance_row(m, i, file);
  fputs("</table>\n", file);
}

static void page(const struct matrix *m, FILE *file) {
  fputs(head, file);
  scores(m, file);
  commands(m, file);
  fputs("<h2>Solved within a time</h2>\n", file);
  plot_cactus(m, file);
  if (m->tools->size > 1) fputs("<h2>One against another</h2>\n", file);
  for (size_t t = 1; t < m->tools->size; t++) plot_scatter(m, 0, t, file);
  instances(m, file);
  fputs("</body>\n</html>\n", file);
}

/* --- files ------------------------------------------------------------------------------------ */

/* other == 0: the page; tools->size: the cactus plot; else a scatter plot. */
static bool write_one(const struct matrix *m, const char *folder, const char *name, size_t other,
                      struct fault *fault) {
  char *path = path_below(folder, name);
  struct output output;
  bool ok = output_open(&output, path, fault);
  if (ok) {
    if (other == 0)
      page(m, output.file);
    else if (other == m->tools->size)
      plot_cactus(m, output.file);
    else
      plot_scatter(m, 0, other, output.file);
    ok = output_commit(&output, false, fault);
  }
  free(path);
  return ok;
}

bool bench_report_write(const struct matrix *m, const char *folder, struct fault *fault) {
  bool ok = write_one(m, folder, "report.html", 0, fault) &&
            write_one(m, folder, "cactus.svg", m->tools->size, fault);
  for (size_t t = 1; ok && t < m->tools->size; t++) {
    char name[160];
    snprintf(name, sizeof name, "scatter-%s-%s.svg", m->tools->at[0].name, m->tools->at[t].name);
    ok = write_one(m, folder, name, t, fault);
  }
  return ok;
}
