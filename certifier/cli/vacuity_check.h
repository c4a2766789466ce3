/* The parts of a formula that do not matter for its verdict, each shown by a certificate of its own
 * (certifier/pipeline/vacuity.h). */
#ifndef VOUCH_CERTIFIER_CLI_VACUITY_CHECK_H
#define VOUCH_CERTIFIER_CLI_VACUITY_CHECK_H

#include "certifier/pipeline/pipeline.h"

/* The formula with a constant in place of the part. */
struct vacuity_trial {
  bool value;
  char *text;    /* canonical */
  char *written; /* for people */
  enum verdict verdict;
  double seconds;
  char *certificate; /* its path, or NULL */
  bool validated;
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
  bool cut; /* there were more parts, but no more time for them, or too many */
};

/* For a formula with that verdict. Certificates are called FOLDER/FILE-vacuity-N.cert; folder NULL:
 * there are none. All of it takes about `seconds` at most. */
void vacuity_check(const struct pipeline *pipeline, const struct selected *property,
                   enum verdict verdict, const char *folder, double seconds,
                   struct vacuity_list *list);
void vacuity_list_free(struct vacuity_list *list);
/* Removes what the process `pid`, which ended in the middle, had begun to write. */
void vacuity_remove_parts(const struct selected *property, const char *folder, long pid);

/* Lines below the one of the property; the member "vacuity" of its JSON object. */
void vacuity_print(const struct vacuity_list *list, FILE *file);
void vacuity_json(const struct vacuity_list *list, FILE *file);

#endif
