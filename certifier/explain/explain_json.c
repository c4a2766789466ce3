#include "certifier/explain/explain.h"
#include "certifier/explain/general.h"
#include "formats/support/escape.h"

static void member(FILE *file, const char *key, const char *text) {
  fprintf(file, ",\"%s\":", key);
  escape_json(file, text);
}

static void write_strings(FILE *file, const char *key, const struct strings *list) {
  fprintf(file, ",\"%s\":[", key);
  for (size_t k = 0; k < list->size; k++) {
    fputs(k ? "," : "", file);
    escape_json(file, list->at[k]);
  }
  fputc(']', file);
}

static void write_signals(const struct signals *signals, FILE *file) {
  static const char *const groups[] = {[SIGNAL_PROPERTY] = "property",
                                       [SIGNAL_INPUT] = "input",
                                       [SIGNAL_OUTPUT] = "output",
                                       [SIGNAL_REGISTER] = "register"};
  fputs(",\"signals\":[", file);
  for (size_t k = 0; k < signals->size; k++) {
    fprintf(file, "%s{\"name\":", k ? "," : "");
    escape_json(file, signals->at[k].name);
    fprintf(file, ",\"group\":\"%s\",\"input\":%s,\"literals\":[", groups[signals->at[k].group],
            signals->at[k].input ? "true" : "false");
    for (size_t i = 0; i < signals->at[k].bits.size; i++)
      fprintf(file, "%s%u", i ? "," : "", (unsigned)signals->at[k].bits.at[i]);
    fputs("]}", file);
  }
  fputc(']', file);
}

static void write_claim(const struct explanation *e, const struct story_claim *c, FILE *file) {
  static const char *const reasons[] = {
      [STORY_VALUE] = "value", [STORY_PARTS] = "parts",     [STORY_PATH] = "path",
      [STORY_BOUND] = "bound", [STORY_UNSHOWN] = "unshown", [STORY_CUT] = "cut"};
  char *text = explain_claim(e, c);
  char *formula = c->formula == STORY_FAIR ? NULL : explain_formula(e, c->formula);
  fprintf(file, "{\"depth\":%u,\"path\":%zu,\"step\":%zu,\"holds\":%s,\"reason\":\"%s\"", c->depth,
          c->path + 1, e->story.paths[c->path].trace.first + c->row, c->holds ? "true" : "false",
          reasons[c->reason]);
  member(file, "formula", formula);
  member(file, "text", text);
  if (c->example) fputs(",\"example\":true", file);
  if (c->reason == STORY_PATH)
    fprintf(file, ",\"by\":%zu,\"until\":%zu", c->by + 1,
            e->story.paths[c->by].trace.first + c->until);
  if (c->reason == STORY_BOUND) write_strings(file, "states", &c->bounds);
  fputc('}', file);
  free(text);
  free(formula);
}

static void write_claims(const struct explanation *e, FILE *file) {
  fputs(",\"claims\":[", file);
  for (size_t k = 0; e->has_story && k < e->story.num_claims; k++) {
    fputs(k ? "," : "", file);
    write_claim(e, &e->story.claims[k], file);
  }
  fputc(']', file);
}

static void write_paths(const struct explanation *e, FILE *file) {
  fputs(",\"paths\":[", file);
  for (size_t k = 0; k < explanation_paths(e); k++) {
    fprintf(file, "%s{\"path\":%zu,\"from\":", k ? "," : "", k + 1);
    if (e->has_story && e->story.paths[k].from != STORY_NONE)
      fprintf(file, "%zu", e->story.paths[k].from + 1);
    else
      fputs("null", file);
    fputs(",\"trace\":", file);
    history_json(explanation_path(e, k), file);
    fputc('}', file);
  }
  fputc(']', file);
}

static void write_general(const struct explanation *e, FILE *file) {
  struct general general;
  general_init(&general, e);
  fputs(",\"general\":[", file);
  for (size_t k = 0; k < general.size; k++) {
    fputs(k ? ",{\"text\":" : "{\"text\":", file);
    escape_json(file, general.at[k].text);
    write_strings(file, "where", &general.at[k].where);
    fputc('}', file);
  }
  fputc(']', file);
  general_free(&general);
}

void explain_json(const struct explanation *e, FILE *file) {
  struct strings invariant = {0};
  fputs("{\"property\":", file);
  escape_json(file, e->property);
  member(file, "title", e->title);
  member(file, "verdict", e->certificate->holds ? "holds" : "fails");
  fputs(",\"evidence\":false,\"cautions\":[", file);
  for (size_t k = 0; explain_caution(e, k); k++) {
    fputs(k ? "," : "", file);
    escape_json(file, explain_caution(e, k));
  }
  fputc(']', file);
  write_signals(&e->signals, file);
  write_claims(e, file);
  write_paths(e, file);
  if (e->has_run)
    fprintf(file, ",\"left_out\":%zu,\"free\":%zu", e->notes.left_out, e->notes.free_bits);
  write_general(e, file);
  explain_invariant(e, &invariant);
  write_strings(file, "invariant", &invariant);
  strings_free(&invariant);
  if (e->certificate->back > 0) fprintf(file, ",\"induction\":%u", (unsigned)e->certificate->back);
  fputs("}\n", file);
}
