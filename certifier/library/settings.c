/* vouch_set: one row per setting. */
#include "certifier/library/model.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool set_number(const char *text, unsigned least, unsigned most, unsigned *to,
                       struct fault *fault) {
  size_t digits = strspn(text, "0123456789");
  errno = 0;
  unsigned long number = strtoul(text, NULL, 10);
  if (!digits || text[digits] || errno || number < least || number > most)
    return fault_set(fault, "'%.100s' is not a number from %u to %u", text, least, most);
  *to = (unsigned)number;
  return true;
}

/* The position of `text` among the words, which end with NULL. */
static bool set_word(const char *text, const char *const *words, unsigned *to,
                     struct fault *fault) {
  for (unsigned k = 0; words[k]; k++)
    if (strcmp(words[k], text) == 0) {
      *to = k;
      return true;
    }
  fault_set(fault, "'%.100s' is none of", text);
  for (unsigned k = 0; words[k]; k++) {
    size_t used = strlen(fault->text);
    snprintf(fault->text + used, sizeof fault->text - used, "%s %s", k ? "," : "", words[k]);
  }
  return false;
}

static bool set_timeout(struct settings *s, const char *value, struct fault *fault) {
  size_t digits = strspn(value, "0123456789.");
  char *end;
  double seconds = digits && !value[digits] ? strtod(value, &end) : -1;
  if (!(seconds >= 0) || !isfinite(seconds) || *end)
    return fault_set(fault, "'%.100s' is not a number of seconds", value);
  s->timeout = seconds;
  return true;
}

static bool set_memory(struct settings *s, const char *value, struct fault *fault) {
  return set_number(value, 0, 1u << 30, &s->memory, fault);
}

static bool set_jobs(struct settings *s, const char *value, struct fault *fault) {
  return set_number(value, 1, 64, &s->jobs, fault);
}

static bool set_seed(struct settings *s, const char *value, struct fault *fault) {
  return set_number(value, 0, TUNING_MOST, &s->engines.tuning.seed, fault);
}

static bool set_proofs(struct settings *s, const char *value, struct fault *fault) {
  static const char *const words[] = {"no", "yes", NULL};
  unsigned choice;
  if (!set_word(value, words, &choice, fault)) return false;
  s->proofs = choice == 1;
  return true;
}

static bool set_validate(struct settings *s, const char *value, struct fault *fault) {
  static const char *const words[] = {
      [VALIDATE_AUTO] = "auto", [VALIDATE_ALWAYS] = "always", [VALIDATE_NEVER] = "never", NULL};
  unsigned choice;
  if (!set_word(value, words, &choice, fault)) return false;
  s->validate = (enum validate_policy)choice;
  return true;
}

static bool set_state_inputs(struct settings *s, const char *value, struct fault *fault) {
  static const char *const words[] = {"observed", "all", NULL};
  unsigned choice;
  if (!set_word(value, words, &choice, fault)) return false;
  s->observe_all = choice == 1;
  return true;
}

static bool set_validator(struct settings *s, const char *value, struct fault *fault) {
  char *copy = strdup(value);
  if (!copy) return fault_set(fault, "out of memory");
  free(s->validator);
  s->validator = copy;
  return true;
}

static bool set_engine(struct settings *s, const char *value, struct fault *fault) {
  return engine_setup_choose(&s->engines, value, fault);
}

static bool set_constant(struct settings *s, const char *value, struct fault *fault) {
  return engine_setup_set(&s->engines, value, fault);
}

int vouch_set(vouch_model *model, const char *name, const char *value, vouch_error *error) {
  static const struct {
    const char *name;
    bool (*set)(struct settings *settings, const char *value, struct fault *fault);
  } rows[] = {{"timeout", set_timeout},   {"memory", set_memory},
              {"proofs", set_proofs},     {"jobs", set_jobs},
              {"validate", set_validate}, {"validator", set_validator},
              {"engine", set_engine},     {"state-inputs", set_state_inputs},
              {"set", set_constant},      {"seed", set_seed}};
  struct fault fault;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    if (strcmp(rows[k].name, name) != 0) continue;
    if (rows[k].set(&model->settings, value, &fault)) return 0;
    error_set(error, "%s: %s", name, fault.text);
    return -1;
  }
  error_set(error, "'%.100s' is no setting", name);
  return -1;
}
