/* The whole validator on a model and a certificate, or what stands for one, in memory. No solver is
 * available, so obligations without proofs that need search end in "cannot tell". What is accepted
 * of a small model must be true by the explicit-state oracle. */
#ifndef VOUCH_TESTS_FUZZ_WHOLE_H
#define VOUCH_TESTS_FUZZ_WHOLE_H

#include "tests/oracle/referee.h"
#include "validator/kernel/common.h"

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

static inline void check_truth(const struct validator *v, const uint8_t *bytes, size_t size) {
  struct aiger model;
  struct fault fault;
  if (!aiger_read_memory("model", bytes, size, &model, &fault))
    abort(); /* both readers accept the same models */
  if (model.num_latches + model.inputs.size <= 8) {
    enum oracle_answer real = referee_truth(&model, validator_property(v), validator_all_inputs(v));
    if (real != ORACLE_TOO_LARGE && validator_holds(v) != (real == ORACLE_HOLDS)) {
      fprintf(stderr, "accepted, and false: %s %s\n", validator_property(v),
              validator_holds(v) ? "holds" : "fails");
      abort();
    }
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
  struct validator *v = validator_open_as(format, model_path, path, NULL, NULL, &result);
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
