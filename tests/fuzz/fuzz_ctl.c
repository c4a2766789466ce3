/* formats/ctl: any property file over a fixed model; what is accepted has a canonical form that
 * reads back to itself. */
#include "formats/ctl.h"
#include "tests/fuzz/small_model.h"
#include "tests/oracle/read_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_canonical(const struct ctl_file *file, const struct aiger *model) {
  struct fault fault;
  for (size_t k = 0; k < file->num_properties; k++) {
    char *text = ctl_print(file, &file->properties[k]);
    struct ctl_file again = {0};
    if (!ctl_read_text(text, model, CTL_DIALECT_AUTO, &again, &fault)) {
      fprintf(stderr, "%s\n%s\n", text, fault.text);
      abort();
    }
    char *same = ctl_print(&again, &again.properties[0]);
    if (strcmp(text, same) != 0) abort();
    free(same);
    free(text);
    ctl_free(&again);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct aiger model;
  struct fault fault;
  if (size > 4096) return 0;
  if (!aiger_read_memory("model", (const unsigned char *)small_model, sizeof small_model - 1,
                         &model, &fault))
    abort();
  char *text = malloc(size + 1);
  memcpy(text, data, size);
  text[size] = 0;
  for (int dialect = CTL_DIALECT_AUTO; dialect <= CTL_DIALECT_NUSMV; dialect++) {
    struct ctl_file file = {0};
    if (ctl_read_text(text, &model, (enum ctl_dialect)dialect, &file, &fault))
      check_canonical(&file, &model);
    ctl_free(&file);
  }
  char path[] = "/tmp/vouch-fuzz-XXXXXX";
  int fd = mkstemp(path);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
  close(fd);
  struct ctl_file file = {0};
  if (ctl_read_file(path, &model, CTL_DIALECT_AUTO, &file, &fault)) check_canonical(&file, &model);
  ctl_free(&file);
  unlink(path);
  free(text);
  aiger_free(&model);
  return 0;
}
