/* The readers of formats/ on files. (The program reads a file once, for its digest, and hands the
 * bytes on.) */
#ifndef VOUCH_TESTS_ORACLE_READ_FILES_H
#define VOUCH_TESTS_ORACLE_READ_FILES_H

#include "formats/ctl.h"
#include "formats/support/input.h"
#include "formats/witness.h"

static inline bool aiger_read_file(const char *path, struct aiger *model, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  *model = (struct aiger){0};
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  bool ok = aiger_read_memory(path, bytes, size, model, fault);
  free(bytes);
  return ok;
}

static inline bool ctl_read_file(const char *path, const struct aiger *model,
                                 enum ctl_dialect dialect, struct ctl_file *file,
                                 struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  *file = (struct ctl_file){0};
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  bool ok = ctl_read_memory(path, bytes, size, model, dialect, file, fault);
  free(bytes);
  return ok;
}

static inline bool witness_read_file(const char *path, size_t num_latches, size_t num_inputs,
                                     struct witnesses *out, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  *out = (struct witnesses){0};
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  bool ok = witness_read_memory(path, bytes, size, num_latches, num_inputs, out, fault);
  free(bytes);
  return ok;
}

#endif
