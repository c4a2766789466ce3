#include "certifier/cli/engine_options.h"

bool engine_options_read(const struct engine_options *engine, struct engine_setup *setup,
                         struct fault *fault) {
  struct fault inner;
  engine_setup_init(setup);
  setup->tuning.seed = engine->seed;
  for (size_t k = 0; k < engine->set.size; k++)
    if (!engine_setup_set(setup, engine->set.at[k], &inner))
      return fault_within(fault, "--set", &inner);
  if (!engine->engines || engine_setup_choose(setup, engine->engines, &inner)) return true;
  return fault_within(fault, "--engine", &inner);
}
