/* The validator stands alone: its sources include only each other and system headers, it needs only the C library, and it
 * stays small enough to be read. */
#include "tests/run_suite.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(sources) {
  DIR *folder = opendir(SOURCE_DIR "/validator");
  ck_assert_ptr_nonnull(folder);
  unsigned lines = 0, files = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name);
    if (entry->d_name[0] == '.') continue;
    ck_assert_msg(length > 2 && (!strcmp(entry->d_name + length - 2, ".c") || !strcmp(entry->d_name + length - 2, ".h")), "%s", entry->d_name);
    char path[1000], line[1000];
    snprintf(path, sizeof path, "%s/validator/%s", SOURCE_DIR, entry->d_name);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
      lines++;
      if (strncmp(line, "#include", 8)) continue;
      ck_assert_msg(line[9] == '<' || !strncmp(line + 9, "\"validator/", 11), "%s: %s", entry->d_name, line);
    }
    fclose(file);
    files++;
  }
  closedir(folder);
  printf("validator: %u files, %u lines\n", files, lines);
  ck_assert_uint_gt(files, 5);
  ck_assert_uint_lt(lines, 2500);
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
  ck_assert_uint_le(libc, 1); /* 0 where there is no readelf */
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
