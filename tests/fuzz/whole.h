/* The whole validator on a model and a certificate, or what stands for one, in memory. No solver is
 * available, so obligations without proofs that need search end in "cannot tell". What is accepted
 * of a small model must be true by the explicit-state oracle. */
#ifndef VOUCH_TESTS_FUZZ_WHOLE_H
#define VOUCH_TESTS_FUZZ_WHOLE_H

#include "tests/oracle/referee.h"
#include "tests/unit/open_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline void put(const char *path, const void *head, size_t head_size, const void *tail,
                       size_t tail_size) {
  FILE *file = fopen(path, "wb");
  if (!file) abort();
  if (head_size && fwrite(head, 1, head_size, file) != head_size) abort();
  if (tail_size && fwrite(tail, 1, tail_size, file) != tail_size) abort();
  if (fclose(file) != 0) abort();
}

static inline void check_one_truth(const struct validator *v, const struct aiger *model,
                                   const char *property) {
  enum oracle_answer real = referee_truth(model, property, validator_all_inputs(v));
  if (real == ORACLE_TOO_LARGE || validator_holds(v) == (real == ORACLE_HOLDS)) return;
  fprintf(stderr, "accepted, and false: %s %s\n", property, validator_holds(v) ? "holds" : "fails");
  abort();
}

/* A witness circuit is about several properties: "bad 0 .. bad 3". */
static inline void check_truth(const struct validator *v, const uint8_t *bytes, size_t size) {
  struct aiger model;
  struct fault fault;
  char kind[16], property[64];
  unsigned first, last;
  if (!aiger_read_memory("model", bytes, size, &model, &fault))
    abort(); /* both readers accept the same models */
  if (model.num_latches + model.inputs.size > 8) {
    aiger_free(&model);
    return;
  }
  if (sscanf(validator_property(v), "%15s %u .. %*s %u", kind, &first, &last) == 3) {
    for (unsigned k = first; k <= last; k++) {
      snprintf(property, sizeof property, "%s %u", kind, k);
      check_one_truth(v, &model, property);
    }
  } else {
    check_one_truth(v, &model, validator_property(v));
  }
  aiger_free(&model);
}

/* The certificate is `head` and then `tail`. */
static inline void judge_whole(enum validator_format format, const uint8_t *model,
                               size_t model_size, const char *head, const uint8_t *tail,
                               size_t tail_size) {
  char model_path[64], path[64];
  snprintf(model_path, sizeof model_path, "/tmp/vouch-fuzz-%ld.aig", (long)getpid());
  snprintf(path, sizeof path, "/tmp/vouch-fuzz-%ld.cert", (long)getpid());
  put(model_path, model, model_size, NULL, 0);
  put(path, head, strlen(head), tail, tail_size);
  struct validator_result result;
  struct validator *v = validator_open_files(format, model_path, path, NULL, NULL, &result);
  if (v) {
    struct validator_options options = {.solver = "/nonexistent/solver"};
    validator_run(v, &options, &result);
    if (result.verdict == VALIDATOR_ACCEPTED && result.discharged == 0) abort();
    if (result.verdict == VALIDATOR_ACCEPTED) check_truth(v, model, model_size);
    validator_close(v);
  } else if (result.verdict == VALIDATOR_ACCEPTED) {
    abort();
  }
  unlink(model_path);
  unlink(path);
}

#endif
