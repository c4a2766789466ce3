/* Files with one fault each, named for it: the reader must refuse every one of them with its
 * message, and every file of the folder must be in the table. */
#ifndef VOUCH_TESTS_UNIT_BAD_FILES_H
#define VOUCH_TESTS_UNIT_BAD_FILES_H

#include "formats/support/fault.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

struct bad_file {
  const char *name, *message;
};

typedef bool (*bad_reader)(const char *path, struct fault *fault);

static inline void check_bad_file(const char *folder, const struct bad_file *bad, bad_reader read) {
  char path[1024];
  struct fault fault = {0};
  snprintf(path, sizeof path, SOURCE_DIR "/tests/bad/%s/%s", folder, bad->name);
  ck_assert_msg(!read(path, &fault), "%s was accepted", path);
  ck_assert_msg(strstr(fault.text, bad->message) != NULL, "%s: expected \"%s\" in \"%s\"",
                bad->name, bad->message, fault.text);
  ck_assert_msg(strstr(fault.text, bad->name) != NULL, "no file name in \"%s\"", fault.text);
}

/* `suffix` tells the bad files from others in the folder. */
static inline void check_bad_folder(const char *folder, const char *suffix,
                                    const struct bad_file *table, size_t n, bad_reader read) {
  char path[1024];
  for (size_t k = 0; k < n; k++) check_bad_file(folder, &table[k], read);
  snprintf(path, sizeof path, SOURCE_DIR "/tests/bad/%s", folder);
  DIR *dir = opendir(path);
  ck_assert_ptr_nonnull(dir);
  for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
    size_t length = strlen(entry->d_name), tail = strlen(suffix), k = 0;
    if (length < tail || strcmp(entry->d_name + length - tail, suffix) != 0) continue;
    while (k < n && strcmp(table[k].name, entry->d_name) != 0) k++;
    ck_assert_msg(k < n, "%s/%s is not in the table", folder, entry->d_name);
  }
  closedir(dir);
}

#endif
