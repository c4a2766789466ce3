#include "certifier/pipeline/engine_setup.h"

void engine_setup_init(struct engine_setup *setup) {
  *setup = (struct engine_setup){.tuning = tuning_defaults};
}

bool engine_setup_set(struct engine_setup *setup, const char *text, struct fault *fault) {
  const struct tuning_entry *entry;
  switch (tuning_set(&setup->tuning, text, &entry)) {
  case TUNING_SET: return true;
  case TUNING_NO_SUCH_NAME:
    return fault_set(fault, "'%.100s' names no constant; see 'vouch tuning'", text);
  case TUNING_NO_NUMBER:
  case TUNING_OUT_OF_RANGE: break;
  }
  return fault_set(fault, "'%.100s' is not %s=N with N from %u to %u", text, entry->name,
                   entry->least, entry->most);
}

bool engine_setup_choose(struct engine_setup *setup, const char *names, struct fault *fault) {
  const char *bad;
  size_t length;
  if (engines_parse(names, &setup->engines, &bad, &length)) return true;
  return fault_set(fault, "'%.*s' is no engine, or was named before; see 'vouch tuning'",
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
