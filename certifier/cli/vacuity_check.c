#include "certifier/cli/vacuity_check.h"

#include "certifier/cli/program.h"
#include "certifier/explain/wording.h"
#include "checker/effort/effort.h"
#include "formats/support/escape.h"

/* Formulas with more parts are mostly written out by a program: the rest is counted. */
enum { MOST_PARTS = 100, LONGEST = 400 };
/* For a second constant whose time is over when it comes. */
static const double LEAST_SECONDS = 0.1;

/* Everything about one property. */
struct work {
  const struct vacuity_request *request;
  struct pipeline pipeline;
  double deadline;
  struct vacuity vacuity;
  size_t num_trials;
};

char *vacuity_words(const struct vacuity *vacuity, uint32_t formula) {
  return wording_formula(&(struct wording){.ctl = &vacuity->file}, formula, LONGEST);
}

enum { STEM_BYTES = 128 };

static void name_trial(const char *stem, size_t number, char name[STEM_BYTES]) {
  snprintf(name, STEM_BYTES, "%.80s-vacuity-%zu", stem, number);
}

static void decide(struct work *w, const struct selected *changed, const char *stem,
                   const struct products *products, struct outcome *outcome) {
  const struct vacuity_request *r = w->request;
  double left = w->deadline - monotonic_seconds();
  w->pipeline.timeout = left > LEAST_SECONDS ? left : LEAST_SECONDS;
  if (r->decide)
    r->decide(r->context, &w->pipeline, changed, stem, products, outcome);
  else
    pipeline_run(&w->pipeline, changed, products, outcome);
}

static void take_outcome(struct vacuity_trial *trial, struct outcome *outcome) {
  trial->verdict = outcome->verdict;
  trial->seconds = outcome->seconds;
  trial->validated = outcome->validated;
  trial->as_before = outcome->as_before;
  trial->validation = outcome->validation;
  outcome->validation = (struct validation_result){0};
}

static void note_broken(struct vacuity_list *list, const struct outcome *outcome) {
  if (!outcome->broken || list->broken) return;
  list->broken = true;
  list->fault = outcome->fault;
}

/* Decides the formula as if it had been asked for. */
static void try(struct work *w, uint32_t root, bool value, struct vacuity_list *list,
                struct vacuity_trial *trial) {
  const struct vacuity_request *r = w->request;
  struct selected changed = *r->property;
  struct outcome outcome;
  char stem[STEM_BYTES];
  name_trial(r->stem, w->num_trials++, stem);
  struct products products = {.certificate = r->folder ? path_in(r->folder, stem, ".cert") : NULL};
  changed.property.arena = &w->vacuity.file.arena;
  changed.property.root = root;
  changed.ctl = &w->vacuity.file;
  changed.text = scope_print(&w->vacuity.file.arena, r->property->scope, root);
  changed.written = NULL;
  *trial = (struct vacuity_trial){
      .value = value, .text = changed.text, .written = vacuity_words(&w->vacuity, root)};
  decide(w, &changed, stem, &products, &outcome);
  take_outcome(trial, &outcome);
  note_broken(list, &outcome);
  if (outcome.certificate)
    trial->certificate = (char *)products.certificate;
  else
    free((char *)products.certificate);
  outcome_free(&outcome);
}

static bool is_over(const struct work *w) {
  return monotonic_seconds() >= w->deadline || interrupt_all_requested();
}

static void try_part(struct work *w, const struct vacuity_part *part, struct vacuity_list *list,
                     struct vacuity_entry *entry) {
  *entry = (struct vacuity_entry){.part = vacuity_words(&w->vacuity, part->node),
                                  .answer = PART_IS_VACUOUS};
  for (size_t k = 0; k < part->num_changed && entry->answer == PART_IS_VACUOUS; k++) {
    struct vacuity_trial *trial = &entry->trials[entry->num_trials++];
    try(w, part->changed[k], part->value[k], list, trial);
    if (trial->verdict == VERDICT_UNKNOWN)
      entry->answer = PART_IS_OPEN;
    else if (trial->verdict != w->request->verdict)
      entry->answer = PART_MATTERS;
  }
}

void vacuity_remove_parts(const char *folder, const char *stem, long pid) {
  for (size_t number = 0; folder && number < 2 * MOST_PARTS; number++) {
    char name[STEM_BYTES];
    name_trial(stem, number, name);
    struct products products = {.certificate = path_in(folder, name, ".cert")};
    products_remove_parts(&products, pid);
    free((char *)products.certificate);
  }
}

/* Certificates of an earlier run with more of them; there may be gaps where it was undecided. */
static void set_rest_aside(const struct work *w) {
  const struct vacuity_request *r = w->request;
  for (size_t number = w->num_trials; r->folder && number < 2 * MOST_PARTS; number++) {
    char name[STEM_BYTES];
    struct outcome outcome = {0};
    name_trial(r->stem, number, name);
    struct products products = {.certificate = path_in(r->folder, name, ".cert")};
    products_set_stale_aside(&products, &outcome);
    free((char *)products.certificate);
  }
}

void vacuity_check(const struct vacuity_request *r, struct vacuity_list *list) {
  struct work w = {
      .request = r, .pipeline = *r->pipeline, .deadline = monotonic_seconds() + r->seconds};
  struct vacuity_part part;
  *list = (struct vacuity_list){.verdict = r->verdict};
  w.pipeline.may_finish = NULL;
  vacuity_init(&w.vacuity, &r->pipeline->selection->model, r->property, r->verdict == VERDICT_HOLDS,
               r->pipeline->options.observe_all);
  while (!list->cut && vacuity_next(&w.vacuity, &part)) {
    list->cut = list->size == MOST_PARTS || is_over(&w);
    if (list->cut) break;
    list->at = memory_room(list->at, list->size, &list->capacity, sizeof *list->at);
    struct vacuity_entry *entry = &list->at[list->size++];
    try_part(&w, &part, list, entry);
    list->vacuous += entry->answer == PART_IS_VACUOUS;
    list->open += entry->answer == PART_IS_OPEN;
    if (entry->answer == PART_MATTERS) vacuity_enter(&w.vacuity, &part);
  }
  set_rest_aside(&w);
  vacuity_free(&w.vacuity);
}

void vacuity_blame(const struct vacuity_list *list, struct outcome *outcome) {
  if (!list->broken || outcome->broken) return;
  outcome->broken = true;
  outcome->fault = list->fault;
}

void vacuity_list_free(struct vacuity_list *list) {
  for (size_t k = 0; k < list->size; k++) {
    for (size_t j = 0; j < list->at[k].num_trials; j++) {
      free(list->at[k].trials[j].text);
      free(list->at[k].trials[j].written);
      free(list->at[k].trials[j].certificate);
      validation_result_free(&list->at[k].trials[j].validation);
    }
    free(list->at[k].part);
  }
  free(list->at);
  *list = (struct vacuity_list){0};
}

/* --- what is said ----------------------------------------------------------------------------- */

static const char *word_of(enum verdict verdict) {
  return verdict == VERDICT_HOLDS ? "holds" : verdict == VERDICT_FAILS ? "fails" : "unknown";
}

static void print_trial(const struct vacuity_trial *trial, FILE *file) {
  escape_print(file, "    %s %s, too  %.2f s", trial->written, word_of(trial->verdict),
               trial->seconds);
  if (trial->certificate) escape_print(file, "  %s", trial->certificate);
  fputs(trial->validated ? " (validated)" : "", file);
  fputs(trial->as_before ? "  (as before)\n" : "\n", file);
}

void vacuity_print(const struct vacuity_list *list, FILE *file) {
  for (size_t k = 0; k < list->size; k++) {
    const struct vacuity_entry *entry = &list->at[k];
    if (entry->answer != PART_IS_VACUOUS) continue;
    escape_print(file, "  VACUOUS: it %s ", word_of(list->verdict));
    if (entry->num_trials == 1)
      escape_line(file, "whatever stands for %s where %s stands here:", entry->part,
                  entry->trials[0].value ? "true" : "false");
    else
      escape_line(file, "with true and with false for %s, as here:", entry->part);
    for (size_t j = 0; j < entry->num_trials; j++) print_trial(&entry->trials[j], file);
  }
  size_t matter = list->size - list->vacuous - list->open;
  fprintf(file, "  vacuity: %zu part%s examined, %zu matter%s, %zu not", list->size,
          list->size == 1 ? "" : "s", matter, matter == 1 ? "s" : "", list->vacuous);
  if (list->open) fprintf(file, ", %zu undecided", list->open);
  fputs(list->cut ? "; the rest was not examined\n" : "\n", file);
}

static void trial_json(const struct vacuity_trial *trial, FILE *file) {
  fprintf(file, "{\"value\":%s,\"property\":", trial->value ? "true" : "false");
  escape_json(file, trial->text);
  fputs(",\"written\":", file);
  escape_json(file, trial->written);
  fprintf(file, ",\"verdict\":\"%s\",\"seconds\":%.3f,\"certificate\":", word_of(trial->verdict),
          trial->seconds);
  escape_json(file, trial->certificate);
  fputs(trial->validated ? ",\"validated\":true" : "", file);
  fputs(trial->as_before ? ",\"as_before\":true}" : "}", file);
}

void vacuity_json(const struct vacuity_list *list, FILE *file) {
  static const char *const answers[] = {
      [PART_MATTERS] = "false", [PART_IS_VACUOUS] = "true", [PART_IS_OPEN] = "null"};
  fprintf(file, ",\"vacuity\":{\"complete\":%s,\"parts\":[", list->cut ? "false" : "true");
  for (size_t k = 0; k < list->size; k++) {
    const struct vacuity_entry *entry = &list->at[k];
    fprintf(file, "%s{\"part\":", k ? "," : "");
    escape_json(file, entry->part);
    fprintf(file, ",\"vacuous\":%s,\"trials\":[", answers[entry->answer]);
    for (size_t j = 0; j < entry->num_trials; j++) {
      if (j) fputc(',', file);
      trial_json(&entry->trials[j], file);
    }
    fputs("]}", file);
  }
  fputs("]}", file);
}
