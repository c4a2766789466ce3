/* The tree of paths as a graph: a box for each path, with its steps in short, an edge where another
 * path leaves it, and the claims where they are decided. */
#include "certifier/explain/explain.h"
#include "formats/support/escape.h"

/* Longer labels are cut. */
enum { LONGEST_LABEL = 120 };

/* A text inside double quotes. */
static void write_label(const char *text, FILE *file) {
  char *plain = escape_copy(text);
  size_t size = strlen(plain);
  for (size_t k = 0; k < size && k < LONGEST_LABEL; k++) {
    if (plain[k] == '"' || plain[k] == '\\') fputc('\\', file);
    fputc(plain[k], file);
  }
  if (size > LONGEST_LABEL) fputs(" ..", file);
  free(plain);
}

/* Is a claim about this row, or does a path leave it? */
static bool is_marked(const struct explanation *e, size_t path, size_t row) {
  const struct history *trace = explanation_path(e, path);
  if (row == 0 || row + 1 == trace->num_steps || row == trace->loop) return true;
  for (size_t k = 0; e->has_story && k < e->story.num_claims; k++)
    if (e->story.claims[k].path == path && e->story.claims[k].row == row) return true;
  for (size_t k = 0; e->has_story && k < e->story.num_paths; k++)
    if (e->story.paths[k].from == path && e->story.paths[k].row == row) return true;
  return false;
}

static void write_values(const struct history *trace, size_t row, FILE *file) {
  for (size_t k = 0; k < trace->signals->size; k++) {
    const struct signal *signal = &trace->signals->at[k];
    if (signal->group != SIGNAL_PROPERTY) continue;
    char *value = history_value(trace, row, signal);
    fputs("\\n", file);
    write_label(signal->name, file);
    fprintf(file, "=%s", value);
    free(value);
  }
}

static void write_claims(const struct explanation *e, size_t path, size_t row, FILE *file) {
  for (size_t k = 0; e->has_story && k < e->story.num_claims; k++) {
    const struct story_claim *c = &e->story.claims[k];
    if (c->path != path || c->row != row || c->formula == STORY_FAIR) continue;
    char *formula = explain_formula(e, c->formula);
    fputs("\\n", file);
    write_label(formula, file);
    fputs(c->holds ? ": yes" : ": no", file);
    free(formula);
  }
}

static void write_state(const struct explanation *e, size_t path, size_t row, FILE *file) {
  const struct history *trace = explanation_path(e, path);
  fprintf(file, "  p%zu_%zu [label=\"path %zu, step %zu", path, row, path + 1, trace->first + row);
  write_values(trace, row, file);
  write_claims(e, path, row, file);
  fputs("\"];\n", file);
}

/* The rows that are drawn, with the number of steps between them. */
static void write_path(const struct explanation *e, size_t path, FILE *file) {
  const struct history *trace = explanation_path(e, path);
  size_t before = SIZE_MAX;
  for (size_t row = 0; row < trace->num_steps; row++) {
    if (!is_marked(e, path, row)) continue;
    write_state(e, path, row, file);
    if (before != SIZE_MAX && row - before > 1)
      fprintf(file, "  p%zu_%zu -> p%zu_%zu [label=\"%zu steps\"];\n", path, before, path, row,
              row - before);
    else if (before != SIZE_MAX)
      fprintf(file, "  p%zu_%zu -> p%zu_%zu;\n", path, before, path, row);
    before = row;
  }
  if (trace->loop != HISTORY_NO_LOOP)
    fprintf(file, "  p%zu_%zu -> p%zu_%zu [style=dashed,label=\"for ever\"];\n", path, before, path,
            trace->loop);
  if (e->has_story && e->story.paths[path].from != STORY_NONE)
    fprintf(file, "  p%zu_%zu -> p%zu_0 [style=dotted,dir=none,label=\"the same state\"];\n",
            e->story.paths[path].from, e->story.paths[path].row, path);
}

void explain_dot(const struct explanation *e, FILE *file) {
  fputs("digraph vouch {\n  node [shape=box,fontname=\"monospace\",fontsize=10];\n"
        "  edge [fontname=\"monospace\",fontsize=9];\n  labelloc=t;\n  label=\"",
        file);
  write_label(e->title, file);
  fprintf(file, "  %s\\n", e->certificate->holds ? "holds" : "fails");
  write_label(explain_caution(e, 0), file);
  fputs("\";\n", file);
  for (size_t k = 0; k < explanation_paths(e); k++) write_path(e, k, file);
  fputs("}\n", file);
}
