/* The validator stands alone: its sources include only each other and system headers, it needs only
 * the C library, and it stays small enough to be read. */
#include "tests/unit/run_suite.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct size {
  unsigned files, lines, code; /* code: lines that are neither empty nor comment */
};

static bool is_code(const char *line, bool *in_comment) {
  const char *at = line + strspn(line, " \n");
  bool comment = *in_comment || !strncmp(at, "/*", 2);
  if (comment) *in_comment = !strstr(at, "*/");
  return !comment && *at != 0;
}

/* Reads one source: only system headers and headers whose name starts with `own` are included. */
static void read_source(const char *path, const char *own, struct size *size) {
  char line[1000];
  bool in_comment = false;
  FILE *file = fopen(path, "r");
  ck_assert_ptr_nonnull(file);
  while (fgets(line, sizeof line, file)) {
    size->lines++;
    size->code += is_code(line, &in_comment);
    if (strncmp(line, "#include", 8)) continue;
    bool allowed = line[9] == '<' || (line[9] == '"' && !strncmp(line + 10, own, strlen(own)));
    ck_assert_msg(allowed, "%s: %s", path, line);
  }
  fclose(file);
  size->files++;
}

/* All sources of a folder of the validator; at least `least` files, at most what `most` says. */
static void read_folder(const char *name, const char *own, unsigned least, struct size most) {
  char path[1000];
  struct size size = {0};
  snprintf(path, sizeof path, "%s/validator/%s", SOURCE_DIR, name);
  DIR *folder = opendir(path);
  ck_assert_ptr_nonnull(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name);
    if (entry->d_name[0] == '.') continue;
    const char *ending = length > 2 ? entry->d_name + length - 2 : "";
    ck_assert_msg(!strcmp(ending, ".c") || !strcmp(ending, ".h"), "%s", entry->d_name);
    snprintf(path, sizeof path, "%s/validator/%s/%s", SOURCE_DIR, name, entry->d_name);
    read_source(path, own, &size);
  }
  closedir(folder);
  printf("validator/%s: %u files, %u lines, %u of code\n", name, size.files, size.lines, size.code);
  ck_assert_uint_ge(size.files, least);
  ck_assert_uint_le(size.files, most.files);
  ck_assert_uint_le(size.lines, most.lines);
  ck_assert_uint_le(size.code, most.code);
}

/* The sizes of today, rounded up. */
START_TEST(sources) {
  read_folder("kernel", "validator/kernel/", 5, (struct size){36, 3735, 2965});
  read_folder("beside", "validator/", 3, (struct size){17, 1500, 1230});
}
END_TEST

/* Also the sanitizers' libraries in builds with them. */
START_TEST(libraries) {
  FILE *pipe = popen("LC_ALL=C readelf -d " BINARY_DIR "/vouch-validate 2>/dev/null", "r");
  ck_assert_ptr_nonnull(pipe);
  char line[1000];
  unsigned libc = 0;
  while (fgets(line, sizeof line, pipe)) {
    if (!strstr(line, "(NEEDED)")) continue;
    if (strstr(line, "[libasan") || strstr(line, "[libubsan")) continue;
#if defined __SANITIZE_ADDRESS__ || defined __clang__
    if (strstr(line, "[libm.") || strstr(line, "[libgcc_s.") || strstr(line, "[ld-linux")) continue;
#endif
    ck_assert_msg(strstr(line, "[libc.so.6]") != NULL, "%s", line);
    libc++;
  }
  pclose(pipe);
  ck_assert_uint_eq(libc, 1);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_isolation");
  TCase *test = tcase_create("isolation");
  tcase_add_test(test, sources);
  tcase_add_test(test, libraries);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
