#include "certifier/cli/engine_options.h"

static bool set_constant(const char *text, struct tuning *tuning, struct fault *fault) {
  const struct tuning_entry *entry;
  switch (tuning_set(tuning, text, &entry)) {
  case TUNING_SET: return true;
  case TUNING_NO_SUCH_NAME:
    return fault_set(fault, "--set: '%.100s' names no constant; see 'vouch tuning'", text);
  case TUNING_NO_NUMBER:
  case TUNING_OUT_OF_RANGE: break;
  }
  return fault_set(fault, "--set: '%.100s' is not %s=N with N from %u to %u", text, entry->name,
                   entry->least, entry->most);
}

bool engine_options_read(const struct engine_options *engine, struct engine_setup *setup,
                         struct fault *fault) {
  const char *bad;
  size_t length;
  *setup = (struct engine_setup){.tuning = tuning_defaults};
  setup->tuning.seed = engine->seed;
  for (size_t k = 0; k < engine->set.size; k++)
    if (!set_constant(engine->set.at[k], &setup->tuning, fault)) return false;
  if (!engine->engines || engines_parse(engine->engines, &setup->engines, &bad, &length))
    return true;
  return fault_set(fault, "--engine: '%.*s' is no engine, or was named before; see 'vouch tuning'",
                   (int)(length < 100 ? length : 100), bad);
}

void engine_setup_use(const struct engine_setup *setup, struct check_options *options) {
  options->tuning = &setup->tuning;
  for (int f = 0; f < NUM_FAMILIES; f++) {
    if (!setup->engines.family[f].size) continue;
    options->engines.family[f] = setup->engines.family[f];
    options->ctl.fair.engines.family[f] = setup->engines.family[f];
  }
}
