/* Keys and signatures: ours verify, the stock minisign agrees (where it is installed), and every
 * changed byte is refused. */
#include "certifier/signoff/minisign.h"
#include "formats/support/input.h"
#include "tests/unit/run_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/vouch-minisign-XXXXXX";

static void enter_folder(void) {
  strcpy(folder + strlen(folder) - 6, "XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(void) {
  char command[100];
  ck_assert_int_eq(chdir("/"), 0);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  ck_assert_int_eq(system(command), 0);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  ck_assert_int_eq(fclose(file), 0);
}

static bool no_password(void *context, char password[MINISIGN_PASSWORD_BYTES],
                        struct fault *fault) {
  (void)context;
  (void)password;
  return fault_set(fault, "asked for a password");
}

static bool given_password(void *context, char password[MINISIGN_PASSWORD_BYTES],
                           struct fault *fault) {
  (void)fault;
  strcpy(password, context);
  return true;
}

static void make_signature(void) {
  struct fault fault = {0};
  struct minisign_secret key;
  ck_assert_msg(minisign_keygen("team", NULL, &fault), "%s", fault.text);
  ck_assert(minisign_read_secret("team.key", no_password, NULL, &key, &fault));
  write_file("data", "what is signed\n");
  ck_assert_msg(minisign_sign(&key, "data", "a comment", &fault), "%s", fault.text);
}

/* The file as it is now. */
static bool verify(const struct minisign_public *key, const char *path, const char *signature,
                   char comment[MINISIGN_COMMENT_BYTES], struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  bool good = minisign_verify_bytes(key, path, bytes, size, signature, comment, fault);
  free(bytes);
  return good;
}

START_TEST(signs_and_verifies) {
  make_signature();
  struct fault fault;
  struct minisign_public key;
  char comment[MINISIGN_COMMENT_BYTES];
  struct stat about;
  ck_assert_int_eq(stat("team.key", &about), 0);
  ck_assert_int_eq(about.st_mode & 0777, 0600);
  ck_assert(minisign_read_public("team.pub", &key, &fault));
  ck_assert_msg(verify(&key, "data", "data.minisig", comment, &fault), "%s", fault.text);
  ck_assert_str_eq(comment, "a comment");
  ck_assert(!minisign_keygen("team", NULL, &fault)); /* never overwrites */
}
END_TEST

START_TEST(refuses_changes) {
  make_signature();
  struct fault fault;
  struct minisign_public key;
  char comment[MINISIGN_COMMENT_BYTES], text[1000];
  ck_assert(minisign_read_public("team.pub", &key, &fault));
  FILE *file = fopen("data.minisig", "r");
  size_t n = fread(text, 1, sizeof text - 1, file);
  text[n] = 0;
  fclose(file);
  size_t start = strcspn(text, "\n") + 1; /* the untrusted comment is just that */
  for (size_t k = start; k + 1 < n; k++) {
    char old = text[k];
    text[k] = old == 'A' ? 'B' : 'A';
    write_file("data.minisig", text);
    ck_assert_msg(!verify(&key, "data", "data.minisig", comment, &fault), "byte %zu", k);
    text[k] = old;
  }
  write_file("data.minisig", text);
  ck_assert(verify(&key, "data", "data.minisig", comment, &fault));
  write_file("data", "what is signeD\n");
  ck_assert(!verify(&key, "data", "data.minisig", comment, &fault));
  ck_assert_str_eq(fault.text, "data.minisig: the signature does not match data");
}
END_TEST

START_TEST(protects_keys_with_passwords) {
  struct fault fault;
  struct minisign_secret key;
  char right[] = "correct horse", wrong[] = "battery staple";
  ck_assert_msg(minisign_keygen("safe", right, &fault), "%s", fault.text);
  ck_assert(!minisign_read_secret("safe.key", given_password, wrong, &key, &fault));
  ck_assert_str_eq(fault.text, "safe.key: wrong password");
  ck_assert(minisign_read_secret("safe.key", given_password, right, &key, &fault));
}
END_TEST

static bool have_minisign(void) { return system("command -v minisign >/dev/null 2>&1") == 0; }

START_TEST(stock_minisign_accepts_ours) {
  make_signature();
  ck_assert_int_eq(system("minisign -Vm data -p team.pub -x data.minisig >/dev/null"), 0);
  write_file("data", "something else\n");
  ck_assert_int_ne(system("minisign -Vm data -p team.pub -x data.minisig >/dev/null 2>&1"), 0);
}
END_TEST

START_TEST(we_accept_stock_minisign) {
  struct fault fault;
  struct minisign_public key;
  struct minisign_secret secret;
  char comment[MINISIGN_COMMENT_BYTES];
  write_file("data", "what is signed\n");
  ck_assert_int_eq(system("minisign -GWf -p stock.pub -s stock.key >/dev/null"), 0);
  ck_assert_int_eq(system("minisign -Sm data -s stock.key -t 'stock comment' >/dev/null"), 0);
  ck_assert_msg(minisign_read_public("stock.pub", &key, &fault), "%s", fault.text);
  ck_assert_msg(verify(&key, "data", "data.minisig", comment, &fault), "%s", fault.text);
  ck_assert_str_eq(comment, "stock comment");
  ck_assert_msg(minisign_read_secret("stock.key", no_password, NULL, &secret, &fault), "%s",
                fault.text);
  ck_assert_msg(minisign_sign(&secret, "data", "ours", &fault), "%s", fault.text);
  ck_assert_int_eq(system("minisign -Vm data -p stock.pub >/dev/null"), 0);
}
END_TEST

static const struct {
  const char *text, *message;
} bad_signatures[] = {
    {"", "bad: line 1: expected \"untrusted comment: ...\""},
    {"untrusted comment: x\nnot base64!\n", "bad: line 2: expected a signature in base64"},
    {"untrusted comment: x\nRUQ=\n", "bad: line 2: expected a signature in base64"},
};

START_TEST(explains_bad_signature_files) {
  make_signature();
  struct fault fault;
  struct minisign_public key;
  char comment[MINISIGN_COMMENT_BYTES];
  ck_assert(minisign_read_public("team.pub", &key, &fault));
  write_file("bad", bad_signatures[_i].text);
  ck_assert(!verify(&key, "data", "bad", comment, &fault));
  ck_assert_str_eq(fault.text, bad_signatures[_i].message);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("minisign");
  TCase *t = tcase_create("minisign");
  tcase_add_checked_fixture(t, enter_folder, leave_folder);
  tcase_set_timeout(t, 120); /* scrypt with a gigabyte, under sanitizers */
  tcase_add_test(t, signs_and_verifies);
  tcase_add_test(t, refuses_changes);
  tcase_add_test(t, protects_keys_with_passwords);
  const char *missing = have_minisign() ? NULL : "minisign";
  if (!missing) {
    tcase_add_test(t, stock_minisign_accepts_ours);
    tcase_add_test(t, we_accept_stock_minisign);
  }
  tcase_add_loop_test(t, explains_bad_signature_files, 0,
                      (int)(sizeof bad_signatures / sizeof *bad_signatures));
  suite_add_tcase(suite, t);
  return run_suite_without(suite, missing);
}
