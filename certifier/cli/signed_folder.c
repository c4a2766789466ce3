#include "certifier/cli/signed_folder.h"

#include "certifier/cli/program.h"
#include "formats/support/input.h"
#include "formats/support/vector.h"

#include <dirent.h>
#include <sys/stat.h>

static bool is_same_file(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool lies_in(const char *file, const char *folder) {
  struct stat key, copy;
  bool found = false;
  if (stat(file, &key) != 0) return false;
  DIR *dir = opendir(folder);
  for (struct dirent *e; !found && dir && (e = readdir(dir));) {
    char *inside = path_in(folder, e->d_name, "");
    found = stat(inside, &copy) == 0 && is_same_file(&key, &copy);
    free(inside);
  }
  if (dir) closedir(dir);
  return found;
}

bool key_is_from_elsewhere(const char *public, const char *folder, struct fault *fault) {
  return !lies_in(public, folder) ||
         fault_set(fault,
                   "%s lies in the folder: a key that comes with a signature proves "
                   "nothing; bring one that you trust",
                   public);
}

bool signed_bytes_read(const char *public, const char *path, unsigned char **bytes, size_t *size,
                       struct minisign_public *key, char comment[MINISIGN_COMMENT_BYTES],
                       struct fault *fault) {
  if (!minisign_read_public(public, key, fault) || !input_read_file(path, bytes, size, fault))
    return false;
  size_t length = strlen(path) + sizeof ".minisig";
  char *signature = memory_alloc(length, 1);
  snprintf(signature, length, "%s.minisig", path);
  bool ok = minisign_verify_bytes(key, path, *bytes, *size, signature, comment, fault);
  if (!ok) free(*bytes);
  free(signature);
  return ok;
}

bool statement_names_signer(const struct statement *statement, const char *path,
                            const struct minisign_public *key, struct fault *fault) {
  char id[MINISIGN_ID_TEXT_BYTES];
  minisign_id_text(key->id, id);
  return strcmp(id, statement->key) == 0 ||
         fault_set(fault, "%s names key %s as its signer, but key %s signed it", path,
                   statement->key, id);
}

bool refuse_digest(const char *path, const char *what, struct fault *fault) {
  return fault_set(fault, "%s: not the %s that was signed off (its SHA-256 differs)", path, what);
}

bool signed_digest_is_right(const char *folder, const struct statement_file *file,
                            struct fault *fault) {
  char digest[DIGEST_TEXT_BYTES];
  char *path = path_in(folder, file->name, "");
  bool ok = digest_file(path, digest, fault);
  if (ok && strcmp(digest, file->digest) != 0)
    ok = refuse_digest(path, file->role == STATEMENT_CERTIFICATE ? "certificate" : "file", fault);
  free(path);
  return ok;
}

static bool reads_as(const struct aiger *model, const struct declared *declared,
                     enum ctl_dialect dialect, const char *written, const char *property,
                     struct ctl_file *file) {
  struct fault ignored;
  declared_adopt(&file->declared, declared);
  if (ctl_read_text(written, model, dialect, file, &ignored)) {
    char *text = ctl_print(file, &file->properties[0]);
    bool same = strcmp(text, property) == 0;
    free(text);
    if (same) return true;
  }
  ctl_free(file);
  *file = (struct ctl_file){0};
  return false;
}

bool formula_read(const struct aiger *model, const struct declared *declared, const char *written,
                  const char *property, struct ctl_file *file) {
  return written ? reads_as(model, declared, CTL_DIALECT_IIMC, written, property, file) ||
                       reads_as(model, declared, CTL_DIALECT_NUSMV, written, property, file)
                 : reads_as(model, declared, CTL_DIALECT_CANONICAL, property, property, file);
}

bool formula_means(const struct aiger *model, const struct declared *declared, const char *written,
                   const char *property) {
  struct ctl_file file = {0};
  bool same = formula_read(model, declared, written, property, &file);
  ctl_free(&file);
  return same;
}
