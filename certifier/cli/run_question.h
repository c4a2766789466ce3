/* One question of a run: a property, or a formula with a constant in place of one of its parts. It
 * is answered by what an earlier run has left of it, as it stands or rewritten for a model that has
 * changed, or else anew. All of this is done in the worker. */
#ifndef VOUCH_CERTIFIER_CLI_RUN_QUESTION_H
#define VOUCH_CERTIFIER_CLI_RUN_QUESTION_H

#include "certifier/cli/run.h"

struct question {
  const struct selected *property;
  const char *file;            /* stem of its certificate's name */
  char key[DIGEST_TEXT_BYTES]; /* what is asked of which model by whom */
  const char *limits;          /* a digest: under which it is asked */
};

/* What is asked of which model by which version. Decided is decided, under whatever limits and by
 * whatever engines: they do not count here. */
void question_key(const struct run *run, const struct selected *property,
                  char key[DIGEST_TEXT_BYTES]);
/* Fills *outcome, which the caller frees; `pipeline` is that of the run, with the limits of the
 * question. */
void question_answer(const struct run *run, const struct pipeline *pipeline,
                     const struct question *question, const struct products *products,
                     struct outcome *outcome);
/* The line of the journal about an answer that is not as before; nothing if there is no digest of
 * its certificate. */
void question_record(const struct run *run, const struct question *question,
                     const struct products *products, const struct outcome *outcome, FILE *file);
/* The copy of a model in the folder; the caller frees the path. */
char *run_model_copy(const struct run *run, const char *digest);

#endif
