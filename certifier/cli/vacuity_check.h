/* The parts of a formula that do not matter for its verdict, each shown by a certificate of its own
 * (certifier/pipeline/vacuity.h). */
#ifndef VOUCH_CERTIFIER_CLI_VACUITY_CHECK_H
#define VOUCH_CERTIFIER_CLI_VACUITY_CHECK_H

#include "certifier/pipeline/pipeline.h"
#include "certifier/pipeline/vacuity.h"

/* For one formula, unless --vacuity-seconds says something else. */
enum { DEFAULT_VACUITY_SECONDS = 10 };

/* The formula with a constant in place of the part. */
struct vacuity_trial {
  bool value;
  char *text;    /* canonical */
  char *written; /* for people */
  enum verdict verdict;
  double seconds;
  char *certificate; /* its path, or NULL */
  bool validated, as_before;
  struct validation_result validation; /* of the certificate, if it was validated */
};

enum vacuity_answer { PART_MATTERS, PART_IS_VACUOUS, PART_IS_OPEN };

struct vacuity_entry {
  char *part; /* for people */
  enum vacuity_answer answer;
  struct vacuity_trial trials[2];
  size_t num_trials;
};

struct vacuity_list {
  enum verdict verdict; /* of the formula as it is */
  struct vacuity_entry *at;
  size_t size, capacity;
  size_t vacuous, open;
  bool cut;    /* there were more parts, but no more time for them, or too many */
  bool broken; /* a certificate could not be made as asked for: `fault` says why */
  struct fault fault;
};

/* Whose parts, and how they are looked at. */
struct vacuity_request {
  const struct pipeline *pipeline;
  const struct selected *property; /* a formula */
  enum verdict verdict;            /* .. with this verdict */
  /* Certificates are called FOLDER/STEM-vacuity-N.cert, N the number of the trial; folder NULL:
   * there are none. */
  const char *folder, *stem;
  double seconds; /* that all of it takes at most, about */
  /* Decides a formula whose certificate is called `stem`, as pipeline_run does; NULL: by that. */
  void (*decide)(void *context, const struct pipeline *pipeline, const struct selected *changed,
                 const char *stem, const struct products *products, struct outcome *outcome);
  void *context;
};

void vacuity_check(const struct vacuity_request *request, struct vacuity_list *list);
/* What is broken in the list is broken in the outcome of the whole formula, too. */
void vacuity_blame(const struct vacuity_list *list, struct outcome *outcome);
void vacuity_list_free(struct vacuity_list *list);
/* Removes what the process `pid`, which ended in the middle, had begun to write. */
void vacuity_remove_parts(const char *folder, const char *stem, long pid);

/* A formula of vacuity->file for people; the caller frees it. */
char *vacuity_words(const struct vacuity *vacuity, uint32_t formula);
/* Lines below the one of the property; the member "vacuity" of its JSON object. */
void vacuity_print(const struct vacuity_list *list, FILE *file);
void vacuity_json(const struct vacuity_list *list, FILE *file);

#endif
