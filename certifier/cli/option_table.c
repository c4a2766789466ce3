#include "certifier/cli/option_table.h"

#include "checker/effort/tuning.h"

static const char *const requirement_words[] = {"expected", "holds", "nothing", NULL};
static const char *const validate_words[] = {"auto", "always", "never", NULL};
static const char *const state_inputs_words[] = {"observed", "all", NULL};
static const char *const dialect_words[] = {"auto", "iimc", "nusmv", NULL};
static const char *const generalization_words[] = {"ignore", "mic", "ic3", NULL};
static const char *const strategy_words[] = {"portfolio", "skeleton", "rlive", "klive", NULL};
static const char *const verdict_words[] = {"holds", "fails", NULL};
static const char *const colour_words[] = {"auto", "always", "never", NULL};
static const char *const clock_words[] = {"wall", "cpu", NULL};

static const char *engine_word(size_t k) {
  return k < NUM_ENGINES ? engine_descriptions[k].name : NULL;
}

static const char *constant_word(size_t k) { return k < NUM_TUNING ? tuning_table[k].name : NULL; }

#define OPTION_ROW_(id, word, short_form, type, value, ...)                                        \
  [OPT_##id] = {                                                                                   \
      .name = word, .letter = short_form, .kind = OPTION_##type, .argument = value, __VA_ARGS__},
const struct option option_table[NUM_OPTIONS] = {OPTIONS(OPTION_ROW_)};
