#include "certifier/cli/vacuity_claim.h"

#include "certifier/cli/program.h"
#include "certifier/cli/signed_folder.h"
#include "certifier/pipeline/vacuity.h"
#include "formats/support/escape.h"

/* --- into a statement ------------------------------------------------------------------------- */

static void state_trial(const struct vacuity_trial *t, struct statement_trial *to) {
  const struct validation_result *v = &t->validation;
  struct statement_result *r = &to->result;
  to->value = t->value;
  r->property = memory_string(t->text);
  r->written = memory_string(t->written);
  r->verdict = memory_string(t->verdict == VERDICT_HOLDS ? "holds" : "fails");
  r->certificate = memory_string(base_name(t->certificate));
  memcpy(r->digest, v->certificate_sha256, DIGEST_TEXT_BYTES);
  r->validator = v->version ? memory_string(v->version) : NULL;
  r->proof = v->obligations.proof;
  r->propagation = v->obligations.propagation;
  r->solver = v->obligations.solver;
  r->evaluations = v->obligations.evaluations;
}

struct statement_parts *vacuity_state(const struct vacuity_list *list) {
  static const enum statement_answer answers[] = {[PART_MATTERS] = STATEMENT_MATTERS,
                                                  [PART_IS_VACUOUS] = STATEMENT_VACUOUS,
                                                  [PART_IS_OPEN] = STATEMENT_OPEN};
  struct statement_parts *parts = memory_zeroed(1, sizeof *parts);
  parts->complete = !list->cut;
  for (size_t k = 0; k < list->size; k++) {
    const struct vacuity_entry *entry = &list->at[k];
    struct statement_part *part = statement_add_part(parts);
    part->part = memory_string(entry->part);
    part->answer = answers[entry->answer];
    for (size_t j = 0; j < entry->num_trials; j++)
      if (entry->trials[j].certificate)
        state_trial(&entry->trials[j], &part->trials[part->num_trials++]);
  }
  return parts;
}

/* --- compared with the formula ---------------------------------------------------------------- */

static void replace(char **text, char *by) {
  free(*text);
  *text = by;
}

/* As a statement has it: what is not UTF-8 is escaped there. */
static bool is_same(const char *claimed, char *text) {
  char *value = escape_json_value(text);
  bool same = strcmp(claimed, value) == 0;
  free(value);
  free(text);
  return same;
}

static bool check_part(struct vacuity *v, const struct scope *scope,
                       const struct vacuity_part *part, const char *verdict,
                       struct statement_part *claim, struct fault *fault) {
  bool differs = false;
  for (size_t j = 0; j < claim->num_trials; j++) {
    struct statement_trial *trial = &claim->trials[j];
    if (differs || j >= part->num_changed || trial->value != part->value[j] ||
        !is_same(trial->result.property, scope_print(&v->file.arena, scope, part->changed[j])))
      return fault_set(fault, "'%.300s' is not the formula with a constant for its next part",
                       trial->result.property);
    differs = strcmp(trial->result.verdict, verdict) != 0;
    replace(&trial->result.written, vacuity_words(v, part->changed[j]));
  }
  replace(&claim->part, vacuity_words(v, part->node));
  enum statement_answer answer = differs                                  ? STATEMENT_MATTERS
                                 : claim->num_trials == part->num_changed ? STATEMENT_VACUOUS
                                                                          : STATEMENT_OPEN;
  return claim->answer == answer ||
         fault_set(fault, "what is said of the part %.300s is not what its trials say",
                   claim->part);
}

static bool check_parts(struct vacuity *v, const struct scope *scope, const char *verdict,
                        struct statement_parts *claims, struct fault *fault) {
  struct vacuity_part part;
  for (size_t k = 0; k < claims->size; k++) {
    if (!vacuity_next(v, &part)) return fault_set(fault, "the formula has fewer parts");
    if (!check_part(v, scope, &part, verdict, &claims->at[k], fault)) return false;
    if (claims->at[k].answer == STATEMENT_MATTERS) vacuity_enter(v, &part);
  }
  return !claims->complete || !vacuity_next(v, &part) ||
         fault_set(fault, "the formula has more parts than are said to be all");
}

static bool check_formula(const struct claimed_formula *f, const struct selected *formula,
                          const char *verdict, struct statement_parts *parts, struct fault *fault) {
  struct vacuity v;
  vacuity_init(&v, f->model, formula, strcmp(verdict, "holds") == 0, f->observe_all);
  bool ok = check_parts(&v, formula->scope, verdict, parts, fault);
  vacuity_free(&v);
  return ok;
}

/* What a file declares elsewhere may stand in a formula of it: such a one does not stand alone. */
static bool check_alone(const struct claimed_formula *f, const char *verdict,
                        struct statement_parts *parts, struct fault *fault) {
  struct ctl_file file = {0};
  bool ok = formula_read(f->model, f->declared, f->written, f->property, &file);
  if (ok) {
    const struct ctl_property *p = &file.properties[0];
    struct selected formula = {.property.root = p->root, .ctl = &file, .scope = &p->scope};
    ok = check_formula(f, &formula, verdict, parts, fault);
  } else {
    fault_set(fault, "%.300s cannot be compared with it: give the property files with --ctl",
              f->written ? f->written : "it");
  }
  ctl_free(&file);
  return ok;
}

bool vacuity_claim_check(const struct claimed_formula *f, const char *verdict,
                         struct statement_parts *parts, struct fault *fault) {
  struct fault why;
  bool ok = f->known ? check_formula(f, f->known, verdict, parts, &why)
                     : check_alone(f, verdict, parts, &why);
  return ok || fault_set(fault, "\"vacuity\" of %.300s: %s", f->property, why.text);
}

/* --- for people ------------------------------------------------------------------------------- */

/* "3 parts examined, 2 matter, 1 not" */
static void print_counts(const struct statement_parts *parts, FILE *file) {
  size_t matter = statement_count_parts(parts, STATEMENT_MATTERS),
         vacuous = statement_count_parts(parts, STATEMENT_VACUOUS),
         open = statement_count_parts(parts, STATEMENT_OPEN);
  fprintf(file, "%zu part%s examined, %zu matter%s, %zu not", parts->size,
          parts->size == 1 ? "" : "s", matter, matter == 1 ? "s" : "", vacuous);
  if (open) fprintf(file, ", %zu undecided", open);
  if (!parts->complete) fputs("; the rest was not examined", file);
}

void vacuity_claim_print(const struct statement_parts *parts, const char *verdict, FILE *file) {
  for (size_t k = 0; k < parts->size; k++) {
    const struct statement_part *part = &parts->at[k];
    if (part->answer != STATEMENT_VACUOUS) continue;
    escape_print(file, "    VACUOUS: it %s ", verdict);
    if (part->num_trials == 1)
      escape_line(file, "whatever stands for %s where %s stands here:", part->part,
                  part->trials[0].value ? "true" : "false");
    else
      escape_line(file, "with true and with false for %s, as here:", part->part);
    for (size_t j = 0; j < part->num_trials; j++)
      escape_line(file, "      %s %s, too  %s", part->trials[j].result.written,
                  part->trials[j].result.verdict, part->trials[j].result.certificate);
  }
  fputs("    vacuity: ", file);
  print_counts(parts, file);
  fputc('\n', file);
}
