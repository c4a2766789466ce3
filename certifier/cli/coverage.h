/* How much of the properties of a model and of property files a sign-off covers. */
#ifndef VOUCH_CERTIFIER_CLI_COVERAGE_H
#define VOUCH_CERTIFIER_CLI_COVERAGE_H

#include "certifier/pipeline/selection.h"
#include "certifier/signoff/statement.h"

#include <stdio.h>

/* Adds to to->coverage: for each property file of `files` which of its formulas, and for the model
 * which of its properties, have a result in `signed_off`. Formulas are compared in canonical form.
 * The model comes first. `of` is the path as it was given. */
void coverage_add(struct statement *to, const struct selection *files,
                  const struct statement *signed_off);

/* The same for a statement about its own files: `of` is the name in the folder. */
void coverage_state(struct statement *statement, const struct selection *selection);

/* Must all of the model's own properties be signed off? Not if there are property files, or if
 * formulas alone were asked for. */
bool coverage_counts_model(const struct statement *signed_off, size_t num_files);

/* ", COVERED 1 of 9 properties of properties.ctl" for each file that counts and is not covered. */
void coverage_print_short(const struct statement *statement, FILE *file);

#endif
