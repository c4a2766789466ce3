#include "certifier/cli/vacuity_check.h"

#include "certifier/cli/program.h"
#include "certifier/explain/wording.h"
#include "certifier/pipeline/vacuity.h"
#include "checker/effort/effort.h"
#include "formats/support/escape.h"

/* Formulas with more parts are mostly written out by a program: the rest is counted. */
enum { MOST_PARTS = 100, LONGEST = 400 };
/* For a second constant whose time is over when it comes. */
static const double LEAST_SECONDS = 0.1;

/* Everything about one property. */
struct work {
  struct pipeline pipeline;
  const struct selected *property;
  enum verdict verdict;
  const char *folder;
  double deadline;
  struct vacuity vacuity;
  size_t num_certificates;
};

static char *words_of(const struct work *w, uint32_t node) {
  return wording_formula(&(struct wording){.ctl = &w->vacuity.file}, node, LONGEST);
}

static char *certificate_path(const struct work *w, size_t number) {
  char name[128];
  if (!w->folder) return NULL;
  snprintf(name, sizeof name, "%.80s-vacuity-%zu", w->property->file, number);
  return path_in(w->folder, name, ".cert");
}

/* Decides the formula as if it had been asked for. */
static void try(struct work *w, uint32_t root, bool value, struct vacuity_trial *trial) {
  struct selected changed = *w->property;
  struct products products = {.certificate = certificate_path(w, w->num_certificates)};
  struct outcome outcome;
  changed.property.arena = &w->vacuity.file.arena;
  changed.property.root = root;
  changed.ctl = &w->vacuity.file;
  changed.text = scope_print(&w->vacuity.file.arena, w->property->scope, root);
  changed.written = NULL;
  double left = w->deadline - monotonic_seconds();
  w->pipeline.timeout = left > LEAST_SECONDS ? left : LEAST_SECONDS;
  pipeline_run(&w->pipeline, &changed, &products, &outcome);
  *trial = (struct vacuity_trial){.value = value,
                                  .text = changed.text,
                                  .written = words_of(w, root),
                                  .verdict = outcome.verdict,
                                  .seconds = outcome.seconds,
                                  .validated = outcome.validated};
  if (outcome.certificate) {
    trial->certificate = (char *)products.certificate;
    w->num_certificates++;
  } else {
    free((char *)products.certificate);
  }
  outcome_free(&outcome);
}

static bool is_over(const struct work *w) {
  return monotonic_seconds() >= w->deadline || interrupt_all_requested();
}

static void try_part(struct work *w, const struct vacuity_part *part, struct vacuity_entry *entry) {
  *entry = (struct vacuity_entry){.part = words_of(w, part->node), .answer = PART_IS_VACUOUS};
  for (size_t k = 0; k < part->num_changed && entry->answer == PART_IS_VACUOUS; k++) {
    struct vacuity_trial *trial = &entry->trials[entry->num_trials++];
    try(w, part->changed[k], part->value[k], trial);
    if (trial->verdict == VERDICT_UNKNOWN)
      entry->answer = PART_IS_OPEN;
    else if (trial->verdict != w->verdict)
      entry->answer = PART_MATTERS;
  }
}

void vacuity_remove_parts(const struct selected *property, const char *folder, long pid) {
  struct work w = {.property = property, .folder = folder};
  for (size_t number = 0; folder && number < 2 * MOST_PARTS; number++) {
    struct products products = {.certificate = certificate_path(&w, number)};
    products_remove_parts(&products, pid);
    free((char *)products.certificate);
  }
}

/* Certificates of an earlier run with more of them. */
static void set_rest_aside(const struct work *w) {
  for (size_t number = w->num_certificates;; number++) {
    struct products products = {.certificate = certificate_path(w, number)};
    struct outcome outcome = {0};
    if (!products.certificate) return;
    products_set_stale_aside(&products, &outcome);
    free((char *)products.certificate);
    if (!outcome.stale) return;
  }
}

void vacuity_check(const struct pipeline *pipeline, const struct selected *property,
                   enum verdict verdict, const char *folder, double seconds,
                   struct vacuity_list *list) {
  struct work w = {.pipeline = *pipeline,
                   .property = property,
                   .verdict = verdict,
                   .folder = folder,
                   .deadline = monotonic_seconds() + seconds};
  struct vacuity_part part;
  *list = (struct vacuity_list){.verdict = verdict};
  w.pipeline.may_finish = NULL;
  vacuity_init(&w.vacuity, &pipeline->selection->model, property, verdict == VERDICT_HOLDS,
               pipeline->options.observe_all);
  while (!list->cut && vacuity_next(&w.vacuity, &part)) {
    list->cut = list->size == MOST_PARTS || is_over(&w);
    if (list->cut) break;
    list->at = memory_room(list->at, list->size, &list->capacity, sizeof *list->at);
    struct vacuity_entry *entry = &list->at[list->size++];
    try_part(&w, &part, entry);
    list->vacuous += entry->answer == PART_IS_VACUOUS;
    list->open += entry->answer == PART_IS_OPEN;
    if (entry->answer == PART_MATTERS) vacuity_enter(&w.vacuity, &part);
  }
  set_rest_aside(&w);
  vacuity_free(&w.vacuity);
}

void vacuity_list_free(struct vacuity_list *list) {
  for (size_t k = 0; k < list->size; k++) {
    for (size_t j = 0; j < list->at[k].num_trials; j++) {
      free(list->at[k].trials[j].text);
      free(list->at[k].trials[j].written);
      free(list->at[k].trials[j].certificate);
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
  fputs(trial->validated ? " (validated)\n" : "\n", file);
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
  fputs(trial->validated ? ",\"validated\":true}" : "}", file);
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
