/* The properties of a project, decided in processes, where an earlier run has not done so: what
 * `vouch run` does once it knows what is asked. docs/run.md describes the folder. */
#ifndef VOUCH_CERTIFIER_CLI_RUN_H
#define VOUCH_CERTIFIER_CLI_RUN_H

#include "certifier/cli/report.h"
#include "certifier/cli/requirement.h"
#include "certifier/project/journal.h"

/* One property of the run. */
struct run_item {
  char *file;                  /* stem of its certificate's name: of the property, not of its place
                                  among others, so that it keeps it when others come and go */
  char key[DIGEST_TEXT_BYTES]; /* what is asked of which model by which version */
  char *line, *json;           /* for people, for programs; NULL: it has not come to an end */
};

struct run {
  const char *project, *folder;
  const struct selection *selection;
  struct pipeline pipeline;
  struct report report;
  struct live live;
  struct journal journal;
  enum requirement requirement;
  bool retry;
  double vacuity_seconds; /* for the parts of each formula; 0: they are not looked at */
  unsigned jobs, memory;
  /* Of the model; of what limits properties; of what limits parts of formulas. */
  char model[DIGEST_TEXT_BYTES], limits[DIGEST_TEXT_BYTES], part_limits[DIGEST_TEXT_BYTES];
  struct run_item *items; /* as many as selection->size */
  struct tally tally;
  size_t num_done, as_before, carried_over;
  size_t vacuous;     /* properties with parts that do not matter */
  size_t num_printed; /* lines, in order, if standard output is no terminal */
  bool in_order, broken;
};

/* Names and keys of all properties. The rest of *run is there. */
void run_prepare(struct run *run);
/* A copy of the model in the folder: when it has changed, its latches have to be found again. */
bool run_keep_model(const struct run *run, struct fault *fault);
/* Removes the copies that no line of the journal is about. */
void run_drop_models(const struct run *run);
/* Decides what is not decided. Prints a line per property on standard output, and complains on
 * standard error. */
void run_properties(struct run *run);
/* The file results.json: what this run says of every property, those included that it did not come
 * to. */
bool run_write_results(const struct run *run, struct fault *fault);
void run_free(struct run *run);

#endif
