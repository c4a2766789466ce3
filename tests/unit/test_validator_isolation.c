/* The validator stands alone: its sources include only each other and system headers, and only in
 * the direction kernel <- search <- beside <- foreign <- program; it needs only the C library, the
 * kernel only a few functions of it; and it stays small enough to be read. */
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

/* The folders, each of which may include what comes before it. */
static const char *const folders[] = {"kernel", "search", "beside", "foreign", "program"};
enum { KERNEL, SEARCH, BESIDE, FOREIGN, PROGRAM };

/* Is it a line that includes a system header, or a header of one of the first folders? */
static bool is_allowed(const char *line, unsigned folder) {
  if (line[9] == '<') return true;
  for (unsigned k = 0; k <= folder; k++) {
    char start[100];
    int length = snprintf(start, sizeof start, "\"validator/%s/", folders[k]);
    if (!strncmp(line + 9, start, (size_t)length)) return true;
  }
  return false;
}

static void read_source(const char *path, unsigned folder, struct size *size) {
  char line[1000];
  bool in_comment = false;
  FILE *file = fopen(path, "r");
  ck_assert_ptr_nonnull(file);
  while (fgets(line, sizeof line, file)) {
    size->lines++;
    size->code += is_code(line, &in_comment);
    if (strncmp(line, "#include", 8)) continue;
    ck_assert_msg(is_allowed(line, folder), "%s: %s", path, line);
  }
  fclose(file);
  size->files++;
}

/* All sources of a folder of the validator; at least `least` files, at most what `most` says. */
static void read_folder(unsigned number, unsigned least, struct size most) {
  const char *name = folders[number];
  char path[1000];
  struct size size = {0};
  snprintf(path, sizeof path, "%s/validator/%s", SOURCE_DIR, name);
  DIR *folder = opendir(path);
  ck_assert_ptr_nonnull(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name);
    if (entry->d_name[0] == '.' || strstr(entry->d_name, ".1.in")) continue; /* a manual page */
    const char *ending = length > 2 ? entry->d_name + length - 2 : "";
    ck_assert_msg(!strcmp(ending, ".c") || !strcmp(ending, ".h"), "%s", entry->d_name);
    snprintf(path, sizeof path, "%s/validator/%s/%s", SOURCE_DIR, name, entry->d_name);
    read_source(path, number, &size);
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
  read_folder(KERNEL, 20, (struct size){32, 3680, 2920});
  read_folder(SEARCH, 12, (struct size){29, 3420, 2800});
  read_folder(BESIDE, 10, (struct size){18, 1190, 955});
  read_folder(FOREIGN, 5, (struct size){9, 860, 680});
  read_folder(PROGRAM, 7, (struct size){7, 635, 520});
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

/* What the kernel takes from the C library: memory, texts, sorting, and the end when memory is
 * exhausted. It opens no file, writes nothing, reads no environment, starts nothing. Names with two
 * underscores are the compiler's (sanitizers, counters). */
START_TEST(kernel_symbols) {
  static const char *const needed[] = {"_exit",  "abort",   "bcmp",     "bsearch", "calloc",
                                       "free",   "malloc",  "memchr",   "memcmp",  "memcpy",
                                       "memset", "memmove", "qsort",    "strchr",  "strlen",
                                       "strcmp", "strncmp", "snprintf", "realloc", "vsnprintf"};
  FILE *pipe = popen("nm -u " BINARY_DIR "/libvalidator_kernel.a 2>/dev/null", "r");
  ck_assert_ptr_nonnull(pipe);
  char line[1000];
  char name[200];
  unsigned symbols = 0;
  while (fgets(line, sizeof line, pipe)) {
    if (sscanf(line, " U %199s", name) != 1) continue;
    symbols++;
    bool own = !strncmp(name, "v_", 2) || !strncmp(name, "validator_", 10);
    bool known = own || !strncmp(name, "__", 2) || !strncmp(name, "_GLOBAL_", 8);
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
      known = known || !strcmp(name, needed[k]);
    ck_assert_msg(known, "the kernel calls %s", name);
  }
  pclose(pipe);
  ck_assert_uint_gt(symbols, 20);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_isolation");
  TCase *test = tcase_create("isolation");
  tcase_add_test(test, sources);
  tcase_add_test(test, libraries);
  tcase_add_test(test, kernel_symbols);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
