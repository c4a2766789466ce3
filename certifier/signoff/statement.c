#include "certifier/signoff/statement.h"

#include "formats/support/vector.h"

#include <string.h>

struct statement_file *statement_add_file(struct statement *s) {
  s->files = memory_room(s->files, s->num_files, &s->files_capacity, sizeof *s->files);
  s->files[s->num_files] = (struct statement_file){0};
  return &s->files[s->num_files++];
}

struct statement_result *statement_add_result(struct statement *s) {
  s->results = memory_room(s->results, s->num_results, &s->results_capacity, sizeof *s->results);
  s->results[s->num_results] = (struct statement_result){0};
  return &s->results[s->num_results++];
}

struct statement_coverage *statement_add_coverage(struct statement *s) {
  s->coverage =
      memory_room(s->coverage, s->num_coverage, &s->coverage_capacity, sizeof *s->coverage);
  s->coverage[s->num_coverage] = (struct statement_coverage){0};
  return &s->coverage[s->num_coverage++];
}

struct statement_source *statement_add_source(struct statement_design *d) {
  d->sources = memory_room(d->sources, d->num_sources, &d->capacity, sizeof *d->sources);
  d->sources[d->num_sources] = (struct statement_source){0};
  return &d->sources[d->num_sources++];
}

struct statement_part *statement_add_part(struct statement_parts *p) {
  p->at = memory_room(p->at, p->size, &p->capacity, sizeof *p->at);
  p->at[p->size] = (struct statement_part){0};
  return &p->at[p->size++];
}

size_t statement_count_parts(const struct statement_parts *parts, enum statement_answer answer) {
  size_t count = 0;
  for (size_t k = 0; k < parts->size; k++) count += parts->at[k].answer == answer;
  return count;
}

void statement_add_missing(struct statement_coverage *coverage, const char *property) {
  coverage->missing =
      memory_one_more(coverage->missing, coverage->num_missing, sizeof *coverage->missing);
  coverage->missing[coverage->num_missing++] = memory_string(property);
}

const struct statement_file *statement_find(const struct statement *s, enum statement_role role) {
  for (size_t k = 0; k < s->num_files; k++)
    if (s->files[k].role == role) return &s->files[k];
  return NULL;
}

static void free_result(struct statement_result *r) {
  free(r->property);
  free(r->written);
  free(r->name);
  free(r->verdict);
  free(r->expected);
  free(r->certificate);
  free(r->validator);
  statement_parts_free(r->parts);
}

void statement_parts_free(struct statement_parts *parts) {
  for (size_t k = 0; parts && k < parts->size; k++) {
    for (size_t j = 0; j < parts->at[k].num_trials; j++)
      free_result(&parts->at[k].trials[j].result);
    free(parts->at[k].part);
  }
  if (parts) free(parts->at);
  free(parts);
}

static void free_coverage(struct statement_coverage *c) {
  for (size_t k = 0; k < c->num_missing; k++) free(c->missing[k]);
  free(c->missing);
  free(c->of);
}

static void free_design(struct statement_design *d) {
  if (!d) return;
  for (size_t k = 0; k < d->num_sources; k++) free(d->sources[k].name);
  free(d->sources);
  free(d->top);
  free(d->translator);
  free(d);
}

void statement_free(struct statement *s) {
  char *texts[] = {s->version, s->state_inputs, s->time, s->who, s->key};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) free(texts[k]);
  for (size_t k = 0; k < s->num_files; k++) {
    free(s->files[k].name);
    free(s->files[k].given);
  }
  for (size_t k = 0; k < s->num_results; k++) free_result(&s->results[k]);
  for (size_t k = 0; k < s->num_coverage; k++) free_coverage(&s->coverage[k]);
  free_design(s->design);
  free(s->files);
  free(s->results);
  free(s->coverage);
  *s = (struct statement){0};
}
