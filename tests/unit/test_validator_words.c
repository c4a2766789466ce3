/* What vouch-validate says: one JSON line, escaped names and paths, and a last line that is the
 * last line whatever happens. */
#include "tests/unit/run_suite.h"
#include "tests/unit/validator_case.h"
#include "validator/beside/open.h"
#include "validator/program/escape.h"

#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define VALIDATE BINARY_DIR "/vouch-validate"
#define GOOD "aag 1 0 1 0 0 1\n2 2 0\n2\n"
#define GOOD_HOLDS "property bad 0\nverdict holds\ngates 0\ninvariant 3\nfacts 0\nend\n"
/* x' = x ^ i ^ j: needs search */
#define FREE_XOR                                                                                   \
  "aag 9 2 1 0 6 1\n2\n4\n6 18 0\n6\n8 2 5\n10 3 4\n12 9 11\n14 6 12\n16 7 13\n18 15 17\n"
#define NOT_KEPT "property bad 0\nverdict holds\ngates 0\ninvariant 7\nfacts 0\nend\n"
#define OWN_VERSION "\"version\":\"" VALIDATOR_VERSION "\"}\n"

struct said {
  int status;
  char text[16384];
};

/* Runs a shell command line in the folder of the case; standard output and exit status. A program
 * that waits for ever is a failure. */
static void say(struct said *said, const struct scratch *s, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void say(struct said *said, const struct scratch *s, const char *format, ...) {
  char command[4096], path[128];
  int head = snprintf(command, sizeof command, "cd %s; export TMPDIR=%s M=%s C=%s; ", s->directory,
                      s->directory, s->model, s->certificate);
  va_list arguments;
  va_start(arguments, format);
  int size = vsnprintf(command + head, sizeof command - (size_t)head, format, arguments);
  va_end(arguments);
  ck_assert_int_lt(head + size, (int)sizeof command);
  snprintf(path, sizeof path, "%s/commands", s->directory);
  scratch_write(path, command, strlen(command));
  snprintf(path, sizeof path, "exec timeout -k 5 60 sh %s/commands", s->directory);
  FILE *pipe = popen(path, "r");
  ck_assert_ptr_nonnull(pipe);
  said->text[fread(said->text, 1, sizeof said->text - 1, pipe)] = 0;
  int status = pclose(pipe);
  ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) != 124, "%s: killed", command);
  said->status = WEXITSTATUS(status);
}

static void remove_all(const struct scratch *s) {
  struct said said;
  say(&said, s, "ls; rm -rf %s", s->directory);
  ck_assert_msg(!strstr(said.text, "vouch-validate-"), "temporary files are left: %s", said.text);
}

/* The last line that starts with "s ", and nothing behind it. */
static void ends_with(const struct said *said, const char *line) {
  size_t size = strlen(said->text), n = strlen(line);
  ck_assert_msg(size >= n && !strcmp(said->text + size - n, line), "%s\n.. instead of ..\n%s",
                said->text, line);
  ck_assert_msg(size == n || said->text[size - n - 1] == '\n', "glued: %s", said->text);
}

/* --- Escaping --- */
START_TEST(escaping_of_text) {
  static const struct {
    const char *raw, *text, *json;
  } cases[] = {
      {"plain \\ \"x\"", "plain \\ \"x\"", "\"plain \\\\ \\\"x\\\"\""},
      {"a\rb\nc\td\033[2K", "a\\x0db\\x0ac\\x09d\\x1b[2K",
       "\"a\\u000db\\u000ac\\u0009d\\u001b[2K\""},
      {"\x7f", "\\x7f", "\"\\u007f\""},
      {"\xc2\x85", "\\xc2\\x85", "\"\\u0085\""}, /* C1 */
      {"\xe2\x80\xa8\xe2\x80\xae", "\\xe2\\x80\\xa8\\xe2\\x80\\xae", "\"\\u2028\\u202e\""},
      {"\xe2\x81\xa6\xe2\x80\x8f", "\\xe2\\x81\\xa6\\xe2\\x80\\x8f", "\"\\u2066\\u200f\""},
      {"\xd8\x9b\xd8\x9c\xd8\x9d", "\xd8\x9b\\xd8\\x9c\xd8\x9d", "\"\xd8\x9b\\u061c\xd8\x9d\""},
      {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\x88", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\x88",
       "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\x88\""},     /* good characters stay */
      {"\xff\xc3", "\\xff\\xc3", "\"\\\\xff\\\\xc3\""}, /* no UTF-8 */
      {"\xc0\xaf\xe0\x80\xaf", "\\xc0\\xaf\\xe0\\x80\\xaf",
       "\"\\\\xc0\\\\xaf\\\\xe0\\\\x80\\\\xaf\""},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80", "\"\\\\xed\\\\xa0\\\\x80\""}, /* a surrogate */
      {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", "\"\\\\xf4\\\\x90\\\\x80\\\\x80\""},
      {"\x80", "\\x80", "\"\\\\x80\""},
      {"", "", "\"\""},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct v_string text = {0}, json = {0};
    v_string_add(&text, "<");
    v_string_escaped(&text, cases[k].raw);
    v_string_add(&text, ">");
    v_string_json(&json, cases[k].raw);
    char wanted[128];
    snprintf(wanted, sizeof wanted, "<%s>", cases[k].text);
    ck_assert_str_eq(text.at, wanted);
    ck_assert_str_eq(json.at, cases[k].json);
    v_string_free(&text);
    v_string_free(&json);
  }
  struct v_string json = {0};
  v_string_json(&json, NULL);
  ck_assert_str_eq(json.at, "null");
  v_string_free(&json);
}
END_TEST

/* A symbol that would show another result on a terminal. */
START_TEST(names_cannot_forge_results) {
  struct scratch s;
  struct said said;
  scratch_make(&s,
               "aag 1 0 1 0 0\n2 2 0\nl0 x\r\033[2Ks ACCEPTED holds ctl AG o0\xe2\x80\xa8\xff\n",
               "property ctl AG !\"x\r\033[2Ks ACCEPTED holds ctl AG o0\xe2\x80\xa8\xff\"\n"
               "inputs observed\nverdict holds\ngates 0\ninvariant 3\nfacts 1\nupper 1 0\nend\n");
  say(&said, &s, VALIDATE " $M $C");
  ck_assert_int_eq(said.status, 0);
  ends_with(&said, "s ACCEPTED holds ctl AG !\"x\\x0d\\x1b[2Ks ACCEPTED holds ctl AG "
                   "o0\\xe2\\x80\\xa8\\xff\" (property taken from the certificate)\n");
  ck_assert_ptr_null(strpbrk(said.text, "\r\033\xff"));
  say(&said, &s, VALIDATE " --json $M $C");
  ck_assert_ptr_nonnull(
      strstr(said.text, "\"property\":\"ctl AG !\\\"x\\u000d\\u001b[2Ks ACCEPTED holds ctl AG "
                        "o0\\u2028\\\\xff\\\"\","));
  say(&said, &s, VALIDATE " $M \"$(printf 'no\\rs ACCEPTED\\377')\"");
  ck_assert_str_eq(said.text, "s UNKNOWN no\\x0ds ACCEPTED\\xff: No such file or directory\n");
  ck_assert_int_eq(said.status, 2);
  say(&said, &s, VALIDATE " --formula \"$(printf 'AG \\033')\" $M $C");
  ck_assert_ptr_null(strpbrk(said.text, "\r\033"));
  remove_all(&s);
}
END_TEST

/* --- JSON --- */
static void json_line(const struct scratch *s, const char *options, int status, const char *line) {
  struct said said;
  say(&said, s, VALIDATE " --json %s -- model.aag certificate 2>/dev/null", options);
  ck_assert_str_eq(said.text, line);
  ck_assert_int_eq(said.status, status);
}

static void digests(const struct scratch *s, char model[65], char certificate[65]) {
  const char *const paths[] = {s->model, s->certificate};
  char *const to[] = {model, certificate};
  for (int k = 0; k < 2; k++) {
    struct v_bytes bytes;
    struct v_error error;
    ck_assert(v_read_file(paths[k], &bytes, &error));
    v_sha256(bytes.at, bytes.size, to[k]);
    free(bytes.at);
  }
}

START_TEST(json_says_it_all) {
  struct scratch s;
  char model[65], certificate[65], line[2048];
  scratch_make(&s, GOOD, GOOD_HOLDS);
  digests(&s, model, certificate);
  snprintf(line, sizeof line,
           "{\"model\":\"model.aag\",\"model_sha256\":\"%s\",\"certificate\":\"certificate\","
           "\"certificate_sha256\":\"%s\",\"property\":\"bad 0\",\"inputs\":null,\"verdict\":"
           "\"holds\",\"accepted\":true,\"result\":\"accepted\",\"reason\":null,\"obligations\":"
           "{\"total\":2,\"proof\":0,\"propagation\":2,\"solver\":0},\"evaluations\":0,"
           "\"format\":\"certificate\"," OWN_VERSION,
           model, certificate);
  json_line(&s, "", 0, line);
  json_line(&s, "--property 'bad 0' --verbose", 0, line);
  snprintf(line, sizeof line,
           "{\"model\":\"model.aag\",\"model_sha256\":\"%s\",\"certificate\":\"certificate\","
           "\"certificate_sha256\":\"%s\",\"property\":null,\"inputs\":null,\"verdict\":"
           "null,\"accepted\":false,\"result\":\"rejected\",\"reason\":\"the certificate is about "
           "another property\",\"obligations\":"
           "{\"total\":0,\"proof\":0,\"propagation\":0,\"solver\":0},\"evaluations\":0,"
           "\"format\":\"certificate\"," OWN_VERSION,
           model, certificate);
  json_line(&s, "--property 'bad 1'", 1, line);
  unlink(s.certificate);
  snprintf(line, sizeof line,
           "{\"model\":\"model.aag\",\"model_sha256\":\"%s\",\"certificate\":\"certificate\","
           "\"certificate_sha256\":null,\"property\":null,\"inputs\":null,\"verdict\":"
           "null,\"accepted\":false,\"result\":\"unknown\",\"reason\":\"certificate: No such file "
           "or directory\",\"obligations\":"
           "{\"total\":0,\"proof\":0,\"propagation\":0,\"solver\":0},\"evaluations\":0,"
           "\"format\":\"certificate\"," OWN_VERSION,
           model);
  json_line(&s, "", 2, line);
  remove_all(&s);
}
END_TEST

/* The x of a witness is read as 0, but the digest is that of the bytes. */
START_TEST(json_of_witnesses) {
  struct scratch s;
  struct said said;
  char model[65], certificate[65];
  scratch_make(&s, "aag 1 1 0 0 0 1\n2\n3\n", "");
  scratch_write(s.certificate, "1\nb0\n\nx\n.\n", 10);
  digests(&s, model, certificate);
  say(&said, &s, VALIDATE " --json --aiger-witness $M $C");
  ck_assert_int_eq(said.status, 0);
  ck_assert_ptr_nonnull(strstr(said.text, certificate));
  ck_assert_ptr_nonnull(strstr(said.text, "\"verdict\":\"fails\",\"accepted\":true"));
  ck_assert_ptr_nonnull(strstr(said.text, "\"evaluations\":1,\"format\":\"aiger-witness\""));
  remove_all(&s);
}
END_TEST

START_TEST(json_of_formulas) {
  struct scratch s;
  struct said said;
  scratch_make(
      &s, "aag 1 1 0 0 0\n2\n",
      "property ctl AG l0\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 0\nend\n");
  say(&said, &s, VALIDATE " --json $M $C");
  ck_assert_int_eq(said.status, 1);
  ck_assert_ptr_nonnull(strstr(said.text, "\"property\":null,"));
  scratch_write(s.model, "", 0);
  say(&said, &s, VALIDATE " --json $M $C");
  ck_assert_int_eq(said.status, 2);
  ck_assert_ptr_nonnull(strstr(said.text, "\"reason\":\"model, line 1"));
  remove_all(&s);
  scratch_make(&s, "aag 1 1 0 0 0\n2\n",
               "property ctl EF i0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts "
               "1\nlower-eu 0 1\nrank 1 4\nend\n");
  say(&said, &s, VALIDATE " --json $M $C");
  ck_assert_msg(said.status == 0, "%s", said.text);
  ck_assert_ptr_nonnull(strstr(said.text, "\"property\":\"ctl EF i0\",\"inputs\":\"observed\","));
  remove_all(&s);
}
END_TEST

/* Wrong usage has its JSON line, too, and is never a success. */
START_TEST(json_of_wrong_usage) {
  static const char *const wrong[] = {"--json",
                                      "--json m",
                                      "--json m c d",
                                      "--json --what m c",
                                      "--json --formula a --formula b m c",
                                      "--formula a --property 'bad 0' m c --json",
                                      "--json --certifaiger --aiger-witness m c",
                                      "--json m c --memory"};
  struct scratch s;
  struct said said;
  scratch_make(&s, GOOD, GOOD_HOLDS);
  say(&said, &s, VALIDATE " %s 2>/dev/null", wrong[_i]);
  ck_assert_int_eq(said.status, 2);
  ck_assert_msg(!strncmp(said.text, "{\"model\":null,", 14), "%s", said.text);
  ck_assert_ptr_nonnull(strstr(said.text, "\"result\":\"unknown\",\"reason\":\"wrong usage"));
  ck_assert_ptr_eq(strchr(said.text, '\n'), said.text + strlen(said.text) - 1);
  remove_all(&s);
}
END_TEST

/* --- Paths are paths --- */
START_TEST(two_dashes_end_the_options) {
  struct scratch s;
  struct said said;
  scratch_make(&s, GOOD, GOOD_HOLDS);
  say(&said, &s, "cp $M -- --solver; cp $C -- --json; " VALIDATE " -- --solver --json");
  ck_assert_int_eq(said.status, 0);
  ends_with(&said, "s ACCEPTED holds bad 0 (property taken from the certificate)\n");
  say(&said, &s, VALIDATE " $M --json");
  ck_assert_int_eq(said.status, 2);
  say(&said, &s, VALIDATE " --property 'bad 0' --verbose -- $M -- 2>/dev/null");
  ck_assert_int_eq(said.status, 2);
  ends_with(&said, "s UNKNOWN --: No such file or directory\n");
  remove_all(&s);
}
END_TEST

/* The model is read once, whatever the number of certificates; a pipe will do. */
START_TEST(files_are_read_once) {
  struct scratch s;
  struct said said;
  scratch_make(&s, GOOD, GOOD_HOLDS);
  say(&said, &s, "mkfifo pipe; cat $M >pipe & " VALIDATE " pipe $C $C");
  ck_assert_int_eq(said.status, 0);
  ends_with(&said, "s ACCEPTED holds bad 0 (property taken from the certificate)\n");
  remove_all(&s);
}
END_TEST

/* Of several certificates the last line does not praise the last one alone. */
START_TEST(several_certificates) {
  struct scratch s;
  struct said said;
  scratch_make(&s, GOOD, GOOD_HOLDS);
  say(&said, &s, "sed 's/^invariant 3/invariant 2/' $C >wrong; " VALIDATE " $M wrong $C");
  ck_assert_int_eq(said.status, 1);
  ends_with(&said, "s REJECTED 1 of 2 are not accepted\n");
  ck_assert_ptr_nonnull(strstr(said.text, "\ns ACCEPTED holds bad 0"));
  say(&said, &s, VALIDATE " $M wrong none $C --property 'bad 0'");
  ck_assert_int_eq(said.status, 2);
  ends_with(&said, "s UNKNOWN 2 of 3 are not accepted\n");
  remove_all(&s);
}
END_TEST

/* The formula of the documents: names without quotes. */
START_TEST(plain_names_in_formulas) {
  struct scratch s;
  struct said said;
  scratch_make(&s, "aag 2 0 2 0 0\n2 2\n4 4\nl0 g1\nl1 l0\n",
               "property ctl AG !(\"g1\" & 4)\ninputs observed\nverdict holds\ngates 0\ninvariant "
               "3\nfacts 1\nupper 1 0\nend\n");
  say(&said, &s, VALIDATE " $M $C --formula 'AG !(g1 & 4)'");
  ck_assert_msg(said.status == 0, "%s", said.text);
  ends_with(&said, "s ACCEPTED holds ctl AG !(\"g1\" & 4)\n");
  say(&said, &s, VALIDATE " $M $C --formula 'AG !(g1 & l0)'");
  ck_assert_int_eq(said.status, 2);
  ck_assert_ptr_nonnull(strstr(said.text, "expected one meaning: this is a position"));
  remove_all(&s);
}
END_TEST

/* --- The last line --- */
static void fake_solver(const struct scratch *s, const char *body) {
  char path[128], text[512];
  snprintf(path, sizeof path, "%s/kissat", s->directory);
  int size = snprintf(text, sizeof text, "#!/bin/sh\n%s\n", body);
  scratch_write(path, text, (size_t)size);
  ck_assert_int_eq(chmod(path, 0700), 0);
}

/* The first certificate is accepted, the second one runs out of time with much said before it. */
START_TEST(time_out_has_its_own_line) {
  struct scratch s;
  struct said said;
  char good[2048], digest[65];
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  v_sha256((const unsigned char *)FREE_XOR, strlen(FREE_XOR), digest);
  int size = snprintf(good, sizeof good,
                      "vouch-certificate 1\nmodel %s\nproperty ctl AG true\ninputs "
                      "observed\nverdict holds\ngates 0\ninvariant 1\nfacts 1\nupper 1 0\nend\n",
                      digest);
  char path[128];
  snprintf(path, sizeof path, "%s/good", s.directory);
  scratch_write(path, good, (size_t)size);
  fake_solver(&s, "exec sleep 1000");
  say(&said, &s,
      VALIDATE " --verbose $M good $C --solver ./kissat --timeout 1 >out; cat out; "
               "exit $(grep -c '^s ' out)");
  ck_assert_int_eq(said.status, 2);
  ck_assert_ptr_nonnull(strstr(said.text, "\ns ACCEPTED holds ctl AG true"));
  ends_with(&said, "s UNKNOWN out of time\n");
  say(&said, &s, VALIDATE " --json $M $C --solver ./kissat --timeout 1");
  ck_assert_int_eq(said.status, 2);
  ck_assert_ptr_eq(strchr(said.text, '\n'), said.text + strlen(said.text) - 1);
  ck_assert_ptr_nonnull(strstr(said.text, "\"property\":\"bad 0\",\"inputs\":null,\"verdict\":"
                                          "\"holds\",\"accepted\":false,\"result\":\"unknown\","
                                          "\"reason\":\"out of time\",\"obligations\":{\"total\":2,"
                                          "\"proof\":0,\"propagation\":0,\"solver\":0}"));
  remove_all(&s);
}
END_TEST

START_TEST(out_of_memory_in_json) {
#if !defined __SANITIZE_ADDRESS__ && !defined SANITIZED
  struct scratch s;
  struct said said;
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  say(&said, &s, VALIDATE " --json $M $C --memory 1");
  ck_assert_int_eq(said.status, 2);
  ck_assert_ptr_nonnull(strstr(said.text, "\"result\":\"unknown\",\"reason\":\"out of memory\""));
  ck_assert_ptr_eq(strchr(said.text, '\n'), said.text + strlen(said.text) - 1);
  remove_all(&s);
#endif
}
END_TEST

/* Signals that end a process end it with its last line, and leave no folder and no solver. */
START_TEST(signals_leave_nothing) {
  static const char *const names[] = {"HUP",  "INT",  "QUIT", "TERM",   "ALRM",
                                      "XCPU", "USR1", "USR2", "VTALRM", "PROF"};
  struct scratch s;
  struct said said;
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  fake_solver(&s, "sleep 1000 & echo $! >runs.new; mv runs.new runs; wait");
  say(&said, &s,
      VALIDATE " $M $C --solver ./kissat >out & while ! test -e runs; do sleep 0.02; done; "
               "kill -%s $!; wait $!; echo status $?; cat out; sleep 0.1; "
               "grep -q '^State:[^Z]*$' /proc/$(cat runs)/status 2>/dev/null && echo it runs on",
      names[_i]);
  ck_assert_msg(strstr(said.text, "status 2\n") != NULL, "%s: %s", names[_i], said.text);
  ck_assert_ptr_null(strstr(said.text, "it runs on"));
  ck_assert_ptr_nonnull(strstr(said.text, "\ns UNKNOWN "));
  remove_all(&s);
}
END_TEST

/* A file that may not grow, and an output that nobody reads, are errors, not ends. */
START_TEST(files_that_may_not_grow) {
  struct scratch s;
  struct said said;
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  fake_solver(&s, "exit 1");
  say(&said, &s, "ulimit -f 0; " VALIDATE " $M $C --solver ./kissat | cat");
  ck_assert_msg(strstr(said.text, "s UNKNOWN") && strstr(said.text, "File too large"), "%s",
                said.text);
  say(&said, &s,
      "{ " VALIDATE " $M $C --solver ./kissat; echo $? >status; } | sleep 0; "
      "until test -s status; do sleep 0.02; done; exit $(cat status)");
  ck_assert_int_eq(said.status, 2);
  say(&said, &s, VALIDATE " $M $C >&-");
  ck_assert_int_eq(said.status, 2);
  say(&said, &s, "test -e /dev/full || exit 2; " VALIDATE " $M $C >/dev/full");
  ck_assert_int_eq(said.status, 2);
  remove_all(&s);
}
END_TEST

/* Started by somebody who ignores the ends of children: a solver can be waited for all the same. */
START_TEST(ignored_ends_of_children) {
  struct scratch s;
  struct said said;
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  fake_solver(&s, "exit 7");
  say(&said, &s, "exec env --ignore-signal=CHLD " VALIDATE " $M $C --solver ./kissat");
  ck_assert_int_eq(said.status, 2);
  ck_assert_msg(strstr(said.text, "(exit status 7)") != NULL, "%s", said.text);
  remove_all(&s);
}
END_TEST

/* Numbers of a solver that no variable has. */
START_TEST(solvers_with_large_numbers) {
  static const char *const numbers[] = {"-9223372036854775808",
                                        "9223372036854775807",
                                        "-99999999999999999999999999",
                                        "18446744073709551617",
                                        "4294967297",
                                        "- 1",
                                        "1x"};
  struct scratch s;
  struct said said;
  char body[256];
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  snprintf(body, sizeof body, "echo 's SATISFIABLE'; echo 'v %s 0'; exit 10", numbers[_i]);
  fake_solver(&s, body);
  say(&said, &s, VALIDATE " $M $C --solver ./kissat --property 'bad 0'");
  ck_assert_int_eq(said.status, 2);
  ends_with(&said, "s UNKNOWN obligation 0 (invariant: R contains the initial states and is kept "
                   "by every step): the solver found an assignment that does not satisfy the "
                   "obligation\n");
  remove_all(&s);
}
END_TEST

/* A folder whose name would be cut off. */
START_TEST(long_names_of_folders) {
  struct scratch s;
  struct said said;
  scratch_make(&s, GOOD, GOOD_HOLDS);
  say(&said, &s,
      "d=.; for k in 1 2 3 4 5 6 7 8 9 10 11 12; do d=$d/$(printf %%0100d 0); done; "
      "mkdir -p $d; " VALIDATE " $M $C --export $d");
  ck_assert_int_eq(said.status, 2);
  ck_assert_ptr_nonnull(strstr(said.text, "too long"));
  remove_all(&s);
}
END_TEST

/* What lies in the folder is of this certificate: nothing is mixed, nothing is left over, also
 * where there is nothing to export. */
START_TEST(exports_are_not_mixed) {
  struct scratch s;
  struct said said;
  scratch_make(&s, GOOD, GOOD_HOLDS);
  say(&said, &s, "mkdir old; " VALIDATE " $M $C --export old; ls old");
  ck_assert_ptr_nonnull(strstr(said.text, "s ACCEPTED"));
  ck_assert_ptr_nonnull(strstr(said.text, "\n000.cnf\n001.cnf\nindex.txt\n"));
  say(&said, &s, VALIDATE " $M $C --export old");
  ck_assert_int_eq(said.status, 2);
  ends_with(&said, "s UNKNOWN old: not empty: export into a folder of its own\n");
  say(&said, &s,
      "rm old/0*.cnf old/index.txt; echo x >old/007.cnf; " VALIDATE " $M $C --export old");
  ck_assert_int_eq(said.status, 2);
  say(&said, &s, "ls old");
  ck_assert_str_eq(said.text, "007.cnf\n");
  say(&said, &s,
      "printf '1\\nb0\\n0\\n\\n.\\n' >w; " VALIDATE " --aiger-witness $M w --export old");
  ck_assert_int_eq(said.status, 2);
  say(&said, &s,
      "sed 's/^invariant .*/invariant 0/' $C >wrong; " VALIDATE
      " $M wrong --export all; test $? -ne 0 && ls all");
  ck_assert_ptr_nonnull(strstr(said.text, "\n000.cnf\n001.cnf\nindex.txt\n"));
  say(&said, &s, VALIDATE " $M $C $C --export new 2>/dev/null");
  ck_assert_int_eq(said.status, 2);
  ends_with(&said, "s UNKNOWN wrong usage: --export is for one certificate\n");
  say(&said, &s, VALIDATE " $M $C --export none/below 2>&1");
  ck_assert_int_eq(said.status, 2);
  ends_with(&said, "s UNKNOWN none/below: No such file or directory\n");
  say(&said, &s, VALIDATE " --json $M $C --export old 2>&1");
  ck_assert_ptr_nonnull(strstr(said.text, "\"accepted\":false,\"result\":\"unknown\",\"reason\":"
                                          "\"old: not empty"));
  remove_all(&s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_words");
  TCase *test = tcase_create("words");
  tcase_set_timeout(test, 300);
  tcase_add_test(test, escaping_of_text);
  tcase_add_test(test, names_cannot_forge_results);
  tcase_add_test(test, json_says_it_all);
  tcase_add_test(test, json_of_witnesses);
  tcase_add_test(test, json_of_formulas);
  tcase_add_loop_test(test, json_of_wrong_usage, 0, 8);
  tcase_add_test(test, two_dashes_end_the_options);
  tcase_add_test(test, files_are_read_once);
  tcase_add_test(test, plain_names_in_formulas);
  tcase_add_test(test, several_certificates);
  tcase_add_test(test, time_out_has_its_own_line);
  tcase_add_test(test, out_of_memory_in_json);
  tcase_add_loop_test(test, signals_leave_nothing, 0, 10);
  tcase_add_test(test, files_that_may_not_grow);
  tcase_add_test(test, ignored_ends_of_children);
  tcase_add_loop_test(test, solvers_with_large_numbers, 0, 7);
  tcase_add_test(test, long_names_of_folders);
  tcase_add_test(test, exports_are_not_mixed);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
