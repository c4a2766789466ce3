#include "certifier/cli/asked_options.h"

#include "certifier/cli/vacuity_check.h"

void asked_options_defaults(struct asked_options *asked) {
  asked->vacuity_seconds = DEFAULT_VACUITY_SECONDS;
}

bool asked_options_check(const struct asked_options *asked, struct fault *fault) {
  return !asked->vacuity || asked->files.size || asked->formulas.size ||
         fault_set(fault, "--vacuity is about parts of formulas: give --ctl or --formula");
}

struct selection_request asked_options_request(const struct asked_options *asked) {
  return (struct selection_request){.files = &asked->files,
                                    .formulas = &asked->formulas,
                                    .covers = &asked->covers,
                                    .properties = &asked->properties,
                                    .all = asked->all,
                                    .dialect = (enum ctl_dialect)asked->dialect};
}
