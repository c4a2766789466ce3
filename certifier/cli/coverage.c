#include "certifier/cli/coverage.h"

#include "certifier/process/validation.h"
#include "formats/support/escape.h"

static bool has_result(const struct statement *s, const char *property) {
  for (size_t k = 0; k < s->num_results; k++)
    if (strcmp(s->results[k].property, property) == 0) return true;
  return false;
}

static void count_property(struct statement_coverage *c, const struct statement *signed_off,
                           const char *property) {
  c->total++;
  if (!has_result(signed_off, property)) statement_add_missing(c, property);
}

static void count_section(struct statement_coverage *c, const struct statement *signed_off,
                          const char *word, size_t count) {
  for (size_t k = 0; k < count; k++) {
    char text[64];
    snprintf(text, sizeof text, "%s %zu", word, k);
    count_property(c, signed_off, text);
  }
}

static void add_model(struct statement *to, const struct selection *s,
                      const struct statement *signed_off) {
  struct statement_coverage *c = statement_add_coverage(to);
  const struct aiger *model = &s->model;
  c->of = memory_string(s->model_source.path);
  count_section(c, signed_off, "bad", model->bad.size);
  count_section(c, signed_off, "justice", model->num_justice);
  bool outputs = !signed_off->design && !s->origin; /* of a design they are no properties */
  if (outputs && model->bad.size == 0 && model->num_justice == 0)
    count_section(c, signed_off, "output", model->outputs.size);
}

static void add_file(struct statement *to, const struct property_file *file,
                     const struct statement *signed_off) {
  struct statement_coverage *c = statement_add_coverage(to);
  c->of = memory_string(file->source.path);
  for (size_t k = 0; k < file->ctl.num_properties; k++) {
    char *text = ctl_print(&file->ctl, &file->ctl.properties[k]);
    char *value = escape_json_value(text); /* as the statement has it */
    count_property(c, signed_off, value);
    free(value);
    free(text);
  }
}

void coverage_add(struct statement *to, const struct selection *files,
                  const struct statement *signed_off) {
  add_model(to, files, signed_off);
  for (size_t f = 0; f < files->num_files; f++) add_file(to, &files->files[f], signed_off);
}

static void rename_to(char **name, const char *other) {
  free(*name);
  *name = memory_string(other);
}

void coverage_state(struct statement *statement, const struct selection *selection) {
  coverage_add(statement, selection, statement);
  rename_to(&statement->coverage[0].of, statement->files[0].name);
  size_t next = 1;
  for (size_t k = 0; k < statement->num_files && next < statement->num_coverage; k++)
    if (statement->files[k].role == STATEMENT_PROPERTIES)
      rename_to(&statement->coverage[next++].of, statement->files[k].name);
}

bool coverage_counts_model(const struct statement *signed_off, size_t num_files) {
  bool circuit = false;
  for (size_t k = 0; k < signed_off->num_results; k++)
    circuit = circuit || validation_is_circuit_property(signed_off->results[k].property);
  return circuit && num_files == 0;
}

void coverage_print_short(const struct statement *s, FILE *file) {
  for (size_t k = 0; k < s->num_coverage; k++) {
    const struct statement_coverage *c = &s->coverage[k];
    if (c->num_missing == 0 || (k == 0 && !coverage_counts_model(s, s->num_coverage - 1))) continue;
    escape_print(file, ", COVERED %zu of %zu properties of %s", c->total - c->num_missing, c->total,
                 c->of);
  }
}
