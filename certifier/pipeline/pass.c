#include "certifier/pipeline/pass.h"

/* Seconds in which the first pass is over, but for a machine that is far too busy. */
static const double least_timeout = 5;

bool pass_learns(const struct check_options *options, double timeout,
                 const struct selected *property) {
  bool clauses =
      property->property.kind == PROPERTY_BAD || property->property.kind == PROPERTY_OUTPUT;
  if (timeout > 0 && timeout < least_timeout) return false;
  return clauses && engines_has(&options->engines, FAMILY_SAFETY, ENGINE_IC3);
}
