/* Helpers of the validator's tests: a model and the body of a certificate as text, and what must
 * come of them. */
#ifndef VOUCH_TESTS_UNIT_VALIDATOR_CASE_H
#define VOUCH_TESTS_UNIT_VALIDATOR_CASE_H

#include "validator/beside/open.h"
#include "validator/beside/run.h"
#include "validator/kernel/sha256.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scratch {
  char directory[64], model[96], certificate[96];
};

static inline void scratch_write(const char *path, const char *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
  ck_assert_int_eq(fclose(file), 0);
}

/* Writes both files; `body` starts with the property line and gets format line and digest before
 * it. The version is the first one that has what it says, with loops and E nodes 6, or that of a
 * line "version N" in front. */
static inline void scratch_make(struct scratch *s, const char *model, const char *body) {
  snprintf(s->directory, sizeof s->directory, "/tmp/vouch-test-XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(s->directory));
  snprintf(s->model, sizeof s->model, "%s/model.aag", s->directory);
  snprintf(s->certificate, sizeof s->certificate, "%s/certificate", s->directory);
  scratch_write(s->model, model, strlen(model));
  char digest[65], *text = malloc(strlen(body) + 200);
  v_sha256((const unsigned char *)model, strlen(model), digest);
  int version = strstr(body, "\nsaved") ? 2 : 1;
  if (strstr(body, "ctl fair ") || strstr(body, "ctl assume ")) version = 3;
  if (strstr(body, "\nghosts")) version = 4;
  if (strstr(body, "\nsaved") && strstr(body, "\nupper-e ")) version = 6;
  if (strstr(body, " =")) version = 6;
  if (strstr(body, "\ninduction")) version = 7;
  if (strstr(body, "\nreturning")) version = 8;
  if (sscanf(body, "version %d", &version) == 1) body = strchr(body, '\n') + 1;
  int size = sprintf(text, "vouch-certificate %d\nmodel %s\n%s", version, digest, body);
  scratch_write(s->certificate, text, (size_t)size);
  free(text);
}

static inline void temporary_remove(const struct scratch *s) {
  unlink(s->model);
  unlink(s->certificate);
  rmdir(s->directory);
}

static inline void validate(const char *model, const char *body, const char *formula,
                            const char *property, struct validator_result *result) {
  struct scratch s;
  scratch_make(&s, model, body);
  struct validator *v = validator_open(s.model, s.certificate, formula, property, result);
  if (v)
    validator_run(v, NULL, result);
  else
    ck_assert_int_ne(result->verdict, VALIDATOR_ACCEPTED);
  validator_close(v);
  temporary_remove(&s);
}

static inline void accepts(const char *model, const char *body, bool holds) {
  struct validator_result result;
  validate(model, body, NULL, NULL, &result);
  ck_assert_msg(result.verdict == VALIDATOR_ACCEPTED, "not accepted: %s\n%s", result.reason, body);
  ck_assert_int_eq(result.holds, holds);
  ck_assert_uint_gt(result.discharged, 0);
}

static inline void rejects(const char *model, const char *body, const char *reason) {
  struct validator_result result;
  validate(model, body, NULL, NULL, &result);
  ck_assert_msg(result.verdict == VALIDATOR_REJECTED,
                "verdict %d (%s) instead of rejected for: %s\n%s", result.verdict, result.reason,
                reason, body);
  ck_assert_msg(strstr(result.reason, reason) != NULL, "reason '%s' does not contain '%s'",
                result.reason, reason);
}

#endif
