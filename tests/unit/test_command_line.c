/* The program `vouch` as its users run it: exit statuses, messages, JSON, certificates on disk,
 * signals, full disks. */
#include "certifier/process/child.h"
#include "formats/support/input.h"
#include "formats/support/vector.h"
#include "tests/unit/run_suite.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char vouch[] = BINARY_DIR "/vouch", validate[] = BINARY_DIR "/vouch-validate";

/* x and y are a token that goes round; bad 0 never happens, bad 1 does; justice 0 fails, justice 1
 * holds. The name of bad 1 needs escapes. */
static const char ring[] =
    "aag 10 1 4 0 5 2 0 2 0\n2\n4 6 1\n6 4\n8 9\n10 18\n12\n20\n1\n1\n4\n12\n"
    "12 4 6\n14 8 10\n16 9 11\n18 15 17\n20 2 6\n"
    "i0 in\nl0 x\nl1 y\nl2 c0\nl3 c1\nb0 both\nb1 a \"quoted\\name\"\nj0 x for ever\n";

static char folder[] = "/tmp/vouch-command-line-XXXXXX";

static const char *path(const char *name) {
  static char buffers[8][256];
  static unsigned next;
  char *buffer = buffers[next++ % 8];
  snprintf(buffer, sizeof buffers[0], "%s/%s", folder, name);
  return buffer;
}

static void write_file(const char *name, const char *text) {
  FILE *file = fopen(path(name), "w");
  ck_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* A nonlinear feedback shift register that starts at 1: a permutation of 2^64 states without
 * structure, so that nothing decides in this century whether it reaches the state that bad asks
 * for. */
static void write_endless(const char *name) {
  enum { N = 64 };
  struct {
    char *text;
    size_t size;
  } out = {0};
  FILE *f = open_memstream(&out.text, &out.size);
  unsigned gate = N + 1, gates = 0;
  struct ints lines = {0};
#define GATE(a, b)                                                                                 \
  (ints_push(&lines, (int)(2 * gate)), ints_push(&lines, (int)(a)), ints_push(&lines, (int)(b)),   \
   gates++, 2 * gate++)
#define LATCH(k) (2u * ((unsigned)(k) + 1))
  unsigned feedback = LATCH(0), mix[3] = {0, 0, LATCH(41)};
  mix[0] = GATE(LATCH(7), LATCH(30));
  mix[1] = GATE(LATCH(11), LATCH(53) ^ 1);
  for (int k = 0; k < 3; k++) {
    unsigned both = GATE(feedback, mix[k]), none = GATE(feedback ^ 1, mix[k] ^ 1);
    feedback = GATE(both ^ 1, none ^ 1);
  }
  unsigned bad = 1;
  for (int k = 0; k < N; k++) bad = GATE(bad, LATCH(k) ^ (0x9E3779B97F4A7C15u >> k & 1));
#undef LATCH
#undef GATE
  fprintf(f, "aag %u 0 %d 0 %u 1\n", gate - 1, N, gates);
  for (unsigned k = 0; k < N; k++)
    fprintf(f, "%u %u %u\n", 2 * (k + 1), k + 1 < N ? 2 * (k + 2) : feedback, k == 0);
  fprintf(f, "%u\n", bad);
  for (size_t k = 0; k < lines.size; k += 3)
    fprintf(f, "%d %d %d\n", lines.at[k], lines.at[k + 1], lines.at[k + 2]);
  ck_assert(fclose(f) == 0);
  write_file(name, out.text);
  free(out.text);
  ints_free(&lines);
}

struct ran {
  int status;
  char *out, *err;
};

static struct ran run_argv(const char *const *argv) {
  struct spool out, err;
  struct fault fault;
  struct ran ran = {.status = -1};
  size_t size;
  ck_assert(spool_open(&out, &fault) && spool_open(&err, &fault));
  ck_assert_int_eq(
      child_run(argv, out.descriptor, err.descriptor, &(struct effort){0}, &ran.status),
      CHILD_EXITED);
  ck_assert(spool_read(&out, &ran.out, &size, &fault) && spool_read(&err, &ran.err, &size, &fault));
  spool_close(&out);
  spool_close(&err);
  return ran;
}

/* Runs vouch with these arguments (the last one NULL); the answer lives until the next call. */
static struct ran run(const char *first, ...) {
  static struct ran ran;
  const char *argv[32] = {vouch, first};
  free(ran.out);
  free(ran.err);
  va_list list;
  va_start(list, first);
  for (size_t n = 2; first && n < 32 && (argv[n] = va_arg(list, const char *)); n++) continue;
  va_end(list);
  ran = run_argv(argv);
  return ran;
}

static bool has(const char *text, const char *part) { return strstr(text, part) != NULL; }
static bool exists(const char *name) { return access(name, F_OK) == 0; }

static size_t count_files(const char *name) {
  DIR *dir = opendir(name);
  size_t count = 0;
  for (struct dirent *entry; dir && (entry = readdir(dir));) count += entry->d_name[0] != '.';
  if (dir) closedir(dir);
  return count;
}

static void make_folder(void) {
  strcpy(folder + strlen(folder) - 6, "XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  write_file("ring.aag", ring);
}

static void remove_folder(void) {
  const char *argv[] = {"rm", "-rf", folder, NULL};
  int status;
  child_run(argv, -1, -1, &(struct effort){0}, &status);
}

START_TEST(usage) {
  struct {
    const char *arguments[6];
    const char *message;
  } cases[] = {
      {{NULL}, "usage:"},
      {{"frobnicate"}, "unknown command 'frobnicate'"},
      {{"chekc"}, "did you mean 'check'?"},
      {{"check", "--certificats", "a"}, "did you mean '--certificates'?"},
      {{"check"}, "needs MODEL"},
      {{"check", "a", "b"}, "unexpected argument 'b'"},
      {{"check", "--wrong", "a"}, "unknown option '--wrong'"},
      {{"check", "a", "--ctl"}, "--ctl needs a value: FILE"},
      {{"check", "a", "--json=1"}, "--json takes no value"},
      {{"check", "a", "--timeout", "-1"}, "--timeout: '-1' is not a positive number of seconds"},
      {{"check", "a", "--timeout", "0"}, "--timeout: '0' is not a positive number of seconds"},
      {{"check", "a", "--timeout", "1e3"}, "is not a positive number of seconds"},
      {{"check", "a", "--unroll", "9"}, "--unroll: '9' is not a number from 0 to 8"},
      {{"check", "a", "--engine", "luck"},
       "--engine: 'luck' is no engine, or was named before; see 'vouch tuning'"},
      {{"hwmcc", "a", "b", "c", "--engine", "luck"}, "--engine: 'luck' is no engine"},
      {{"sby", "a", "--engine", "ic3,ic3"}, "--engine: 'ic3' is no engine, or was named before"},
      {{"sby", "a", "--set", "ctl_round=0"}, "is not ctl_round=N with N from 1 to 1000000"},
      {{"signoff", "a", "--set", "seed"}, "'seed' is not seed=N with N from 0 to 1000000000"},
      {{"check", "a", "--set", "luck=1"}, "--set: 'luck=1' names no constant; see 'vouch tuning'"},
      {{"check", "a", "--strategy", "luck"},
       "--strategy: 'luck' is none of portfolio, skeleton, rlive, klive"},
      {{"check", "a", "--timeout", "1", "--timeout=2"}, "--timeout is given twice"},
      {{"check", "a", "-c", "b", "--certificates=d"}, "--certificates is given twice"},
      {{"check", "a", "--proofs"}, "--proofs needs --certificates"},
      {{"check", "a", "--validate"}, "--validate needs --certificates"},
      {{"check", "a", "--hint", "x"}, "--hint is for CTL properties"},
      {{"check", "/nowhere/model.aag"}, "/nowhere/model.aag"},
      {{"explain", "a"}, "needs CERTIFICATE MODEL"},
      {{"parse", "a", "b", "--ctl", "c"}, "more than one"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const char *const *a = cases[k].arguments;
    struct ran ran = run(a[0], a[1], a[2], a[3], a[4], a[5], NULL);
    ck_assert_msg(ran.status == 2, "case %zu: status %d", k, ran.status);
    ck_assert_msg(has(ran.err, cases[k].message), "case %zu: %s", k, ran.err);
    ck_assert_msg(ran.out[0] == 0, "case %zu: %s", k, ran.out);
  }
}
END_TEST

START_TEST(help_and_manual) {
  struct ran ran = run("--help", NULL);
  ck_assert(ran.status == 0 && has(ran.out, "check") && has(ran.out, "explain"));
  ran = run("check", "--help", NULL);
  ck_assert(ran.status == 0 && has(ran.out, "--certificates DIR") &&
            has(ran.out, "--generalization"));
  ran = run("--version", NULL);
  ck_assert(ran.status == 0 && strncmp(ran.out, "vouch ", 6) == 0);
  ran = run("--manual", NULL);
  ck_assert(ran.status == 0 && has(ran.out, ".TH VOUCH 1") &&
            has(ran.out, "\\-\\-state\\-inputs") && has(ran.out, "Constant ctl_round (300"));
  ran = run("tuning", NULL);
  ck_assert(ran.status == 0 && has(ran.out, "iictl") && has(ran.out, "ctl_round "));
  ran = run("--completion", NULL);
  ck_assert(ran.status == 0 && has(ran.out, "complete -F _vouch vouch"));
}
END_TEST

/* Who decided, and what it took: for people and, the same, for programs. */
START_TEST(statistics) {
  const char *model = path("ring.aag");
  struct ran ran = run("check", model, "-p", "bad 0", "--statistics", "--engine", "ic3", NULL);
  ck_assert_int_eq(ran.status, 0);
  ck_assert(has(ran.err, "bad 0: decided by ic3") && has(ran.err, "ticks") &&
            has(ran.err, "sat_queries") && has(ran.err, "memory"));
  ck_assert(!has(ran.err, "engine bmc"));
  ran = run("check", model, "-p", "bad 0", "--json", "--engine", "ic3", NULL);
  ck_assert(has(ran.out, "\"statistics\":{\"engine\":\"ic3\",\"ticks\":") &&
            has(ran.out, "\"phases\":{\"check\":"));
}
END_TEST

START_TEST(selection) {
  const char *model = path("ring.aag");
  ck_assert_int_eq(run("check", model, "--property", "bad 0", NULL).status, 0);
  ck_assert_int_eq(run("check", model, "--property", "bad 1", NULL).status, 1);
  ck_assert_int_eq(run("check", model, NULL).status, 1);
  ck_assert_int_eq(run("check", model, "-p", "both", "-p", "justice 1", NULL).status, 0);
  ck_assert(has(run("check", model, "--property=3", NULL).out, "holds  justice 1"));
  ck_assert(has(run("check", model, "-p", "x for ever", NULL).out, "fails  justice 0"));
  ck_assert(has(run("check", model, "-p", "4", NULL).err, "no property 4: there are 4"));
  ck_assert(has(run("check", model, "-p", "bad 2", NULL).err, "unknown property 'bad 2'"));
  struct ran ran = run("check", model, "-p", "nobody", NULL);
  ck_assert(ran.status == 2 && has(ran.err, "unknown property 'nobody'"));
}
END_TEST

/* AIGER 1.0: outputs are bad properties, and `bad N` means output N. */
START_TEST(outputs) {
  write_file("old.aag", "aag 1 0 1 2 0\n2 3\n2\n0\no0 toggles\no1 never\n");
  ck_assert_int_eq(run("check", path("old.aag"), NULL).status, 1);
  struct ran ran =
      run("check", path("old.aag"), "-p", "bad 1", "-p", "output 1", "-p", "never", NULL);
  ck_assert(ran.status == 0 && has(ran.out, "holds  output 1 (never)"));
  ck_assert_ptr_eq(strstr(strstr(ran.out, "holds") + 1, "holds"), NULL);
  write_file("none.aag", "aag 1 0 1 0 0\n2 3\n");
  ran = run("check", path("none.aag"), NULL);
  ck_assert(ran.status == 2 && has(ran.err, "has no properties"));
}
END_TEST

START_TEST(json_lines) {
  struct ran ran = run("check", path("ring.aag"), "--json", "--certificates", path("json"), NULL);
  ck_assert_int_eq(ran.status, 1);
  static const char *const verdicts[] = {"holds", "fails", "fails", "holds"};
  char *line = ran.out;
  for (int k = 0; k < 4; k++) {
    json_error_t error;
    char *end = strchr(line, '\n');
    ck_assert_ptr_nonnull(end);
    json_t *value = json_loadb(line, (size_t)(end - line), JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(value != NULL, "%s", error.text);
    ck_assert_str_eq(json_string_value(json_object_get(value, "verdict")), verdicts[k]);
    ck_assert(json_is_number(json_object_get(value, "seconds")));
    ck_assert_int_eq(json_integer_value(json_object_get(value, "index")), k % 2);
    ck_assert(exists(json_string_value(json_object_get(value, "certificate"))));
    if (k == 1)
      ck_assert_str_eq(json_string_value(json_object_get(value, "name")), "a \"quoted\\name\"");
    json_decref(value);
    line = end + 1;
  }
  ck_assert_str_eq(line, "");
  ran = run("check", path("ring.aag"), "--json", "-p", "bad 0", NULL);
  ck_assert(has(ran.out, "\"certificate\":null"));
}
END_TEST

static char *slurp(const char *name, size_t *size) {
  unsigned char *bytes;
  struct fault fault;
  ck_assert_msg(input_read_file(name, &bytes, size, &fault), "%s", fault.text);
  return (char *)bytes;
}

/* Certificates are accepted, with and without proofs; the same run gives the same bytes. */
START_TEST(certificates) {
  static const char *const files[] = {"bad-0.cert", "bad-1.cert", "justice-0.cert",
                                      "justice-1.cert"};
  static const char *const runs[] = {"c1", "c2", "p1", "p2"};
  char name[2][512];
  for (int k = 0; k < 4; k++)
    ck_assert_int_eq(run("check", path("ring.aag"), "-c", path(runs[k]), "--jobs",
                         k % 2 ? "1" : "3", k < 2 ? NULL : "--proofs", NULL)
                         .status,
                     1);
  for (int f = 0; f < 4; f++)
    for (int k = 0; k < 4; k += 2) {
      size_t size[2];
      char *text[2];
      for (int i = 0; i < 2; i++) {
        snprintf(name[i], sizeof name[i], "%s/%s/%s", folder, runs[k + i], files[f]);
        text[i] = slurp(name[i], &size[i]);
      }
      ck_assert_uint_eq(size[0], size[1]);
      ck_assert_mem_eq(text[0], text[1], size[0]);
      free(text[0]);
      free(text[1]);
      if (k == 0) continue;
      const char *argv[] = {validate, path("ring.aag"), name[0], NULL};
      struct ran ran = run_argv(argv);
      ck_assert_msg(ran.status == 0 && has(ran.out, "s ACCEPTED"), "%s: %s", name[0], ran.out);
      free(ran.out);
      free(ran.err);
    }
  struct ran ran = run("check", path("ring.aag"), "-c", path("v"), "--proofs", "--validate", NULL);
  ck_assert(ran.status == 1 && has(ran.out, "(validated)"));
}
END_TEST

START_TEST(explanations) {
  run("check", path("ring.aag"), "-c", path("e"), NULL);
  struct ran ran = run("explain", path("e/bad-1.cert"), path("ring.aag"), NULL);
  ck_assert(ran.status == 0 && has(ran.out, "bad 1 (a \"quoted\\name\")  fails\n") &&
            has(ran.out, "vouch-validate accepts it") &&
            has(ran.out, "    1                1 | in=1   | x=0 y=1 c0=1\n"));
  ran = run("explain", path("e/justice-1.cert"), path("ring.aag"), NULL);
  ck_assert(ran.status == 0 && has(ran.out, "no path from here is fair"));
  ran = run("explain", "--facts", path("e/justice-1.cert"), path("ring.aag"), NULL);
  ck_assert(ran.status == 0 && has(ran.out, "EG #2"));
  run("check", path("ring.aag"), "-c", path("el"), "--engine", "loop", "--set", "fair_glance=0",
      "--validate", NULL);
  ran = run("explain", "--facts", path("el/justice-1.cert"), path("ring.aag"), NULL);
  ck_assert(ran.status == 0 && has(ran.out, "comes back to where it began"));
  write_file("other.aag", "aag 1 0 1 1 0\n2 3\n2\n");
  ran = run("explain", path("e/bad-1.cert"), path("other.aag"), NULL);
  ck_assert(ran.status == 2 && has(ran.err, "about another model"));
  ck_assert_int_eq(run("explain", path("ring.aag"), path("ring.aag"), NULL).status, 2);
  ran = run("explain", path("e/bad-1.cert"), path("ring.aag"), "--formula", "x", NULL);
  ck_assert(ran.status == 2 && has(ran.err, "is not about a formula") && !*ran.out);
  ran = run("explain", path("e/bad-0.cert"), path("ring.aag"), "--witness", path("no"), NULL);
  ck_assert(ran.status == 2 && has(ran.err, "only the run of a failing") && !exists(path("no")));
  ran = run("explain", path("e/bad-1.cert"), path("ring.aag"), "--dot", path("no/x.dot"), NULL);
  ck_assert(ran.status == 2 && !*ran.out);
  ran = run("explain", path("e/bad-1.cert"), path("ring.aag"), "--json", "--facts", NULL);
  ck_assert(ran.status == 2 && has(ran.err, "contradict"));
}
END_TEST

START_TEST(witnesses) {
  ck_assert_int_eq(run("check", path("ring.aag"), "--witness", path("w"), NULL).status, 1);
  ck_assert_uint_eq(count_files(path("w")), 2);
  size_t size;
  char *text = slurp(path("w/bad-1.witness"), &size);
  ck_assert(strncmp(text, "1\nb1\n1000\n", 10) ==
            0); /* the input of the first step does not matter */
  ck_assert_str_eq(text + 11, "\n1\n.\n");
  free(text);
}
END_TEST

START_TEST(parsing) {
  struct ran ran =
      run("parse", path("ring.aag"), "--formula", "AG(x -> AF y)", "--formula", "EF in", NULL);
  ck_assert_msg(ran.status == 0 && has(ran.out, "AG ("), "%s%s", ran.out, ran.err);
  write_file("ring.ctl", "#PASS:\nAG(EF(x))\n");
  ck_assert(has(run("parse", path("ring.aag"), path("ring.ctl"), "--json", NULL).out,
                "\"expected\":\"holds\""));
  ck_assert_int_eq(run("parse", path("ring.ctl"), "--model", path("ring.aag"), NULL).status, 0);
  ran = run("parse", path("ring.aag"), "--formula", "AG nobody", NULL);
  ck_assert(ran.status == 2 && has(ran.err, "nobody"));
  ran = run("check", path("ring.aag"), "--formula", "AG x", "--hint", "EF x", NULL);
  ck_assert(ran.status == 2 && has(ran.err, "temporal"));
}
END_TEST

/* CTL, from a file and from the command line, with certificates that carry the canonical formula,
 * and explanations. */
START_TEST(ctl) {
  write_file("ring.ctl", "AG(EF x)\nAG(x -> AX x)\n");
  struct ran ran = run("check", path("ring.aag"), "--ctl", path("ring.ctl"), "-f", "EF in", "-c",
                       path("ctl"), "--proofs", "--validate", NULL);
  ck_assert_msg(ran.status == 1, "%d %s %s", ran.status, ran.out, ran.err);
  ck_assert(has(ran.out, "holds  AG(EF x)  ") && has(ran.out, "fails  AG(x -> AX x)  ") &&
            has(ran.out, "holds  EF in  "));
  ck_assert(
      has(run("check", path("ring.aag"), "--ctl", path("ring.ctl"), "-p", "1", NULL).out, "fails"));
  ck_assert_int_eq(
      run("check", path("ring.aag"), "--ctl", path("ring.ctl"), "-p", "2", NULL).status, 2);
  ck_assert(has(run("explain", path("ctl/ctl-0.cert"), path("ring.aag"), NULL).out,
                "for example, EF x holds in step 0: already in step 0, where"));
  ran = run("explain", path("ctl/ctl-1.cert"), path("ring.aag"), NULL);
  ck_assert(ran.status == 0 && has(ran.out, "AG (x -> AX x)  fails\ncanonical form: AG (\"x\""));
  ck_assert(has(ran.out, "    - AX x fails: path 1 leads from step 0 to step 1, where\n"
                         "      - x is false in step 1 (x=0)\n"));
  ran = run("explain", path("ctl/ctl-1.cert"), path("ring.aag"), "--ctl", path("ring.ctl"), NULL);
  ck_assert(ran.status == 0 && has(ran.out, "AG(x -> AX x)  fails\n"));
  ran = run("explain", path("ctl/ctl-1.cert"), path("ring.aag"), "-f", "AG x", NULL);
  ck_assert(ran.status == 2 && has(ran.err, "about another formula: AG (\"x\" -> AX \"x\")"));
  /* With every input part of the state, the initial state fixes it: some initial state has it and
   * some has not. */
  ck_assert_int_eq(run("check", path("ring.aag"), "-f", "EX in", "--state-inputs", "all", "-c",
                       path("all"), "--validate", NULL)
                       .status,
                   0);
  ck_assert_int_eq(
      run("check", path("ring.aag"), "-f", "in", "-c", path("all"), "--validate", NULL).status, 1);
  ran = run("check", path("ring.aag"), "-f", "AG(EF(y & in))", "--hint", "in & (x | !c0)", "-v",
            "-c", path("hint"), "--validate", NULL);
  ck_assert(ran.status == 0 && has(ran.err, "under a hint"));
  ck_assert_int_eq(run("check", path("ring.aag"), "-f", "AG EF x", "--no-minimize", "-c",
                       path("raw"), "--validate", NULL)
                       .status,
                   0);
}
END_TEST

static size_t count_lines(const char *text) {
  size_t count = 0;
  for (; *text; text++) count += *text == '\n';
  return count;
}

/* People see what they wrote, with the name that their file gives it; scripts find both forms. */
START_TEST(written) {
  write_file("named.ctl", "DEFINE good := x | y;\nCTLSPEC NAME again := AG -- comment\n  EF\tx;\n"
                          "CTLSPEC good;\nINVARSPEC good | !good;\n");
  struct ran ran = run("check", path("ring.aag"), "--ctl", path("named.ctl"), "-f", " AG(EF x) ; ",
                       "-f", "F (x=1) ", NULL);
  ck_assert_msg(has(ran.out, "s  [0] again  AG EF x  "), "%s", ran.out);
  ck_assert(has(ran.out, "s  good  ") && has(ran.out, "s  INVARSPEC good | !good  "));
  ck_assert(has(ran.out, "s  AG(EF x)  ") && has(ran.out, "s  F (x=1) (LTL: all paths)  "));
  ran = run("check", path("ring.aag"), "--ctl", path("named.ctl"), "--json", NULL);
  ck_assert(has(ran.out, "{\"property\":\"AG EF \\\"x\\\"\",\"index\":0,"));
  ck_assert(has(ran.out, ",\"name\":\"again\",\"written\":\"AG EF x\","));
  ran = run("parse", path("ring.aag"), path("named.ctl"), "--json", NULL);
  ck_assert(has(ran.out, "\"property\":\"(\\\"x\\\" | \\\"y\\\")\",\"written\":\"good\"}"));
}
END_TEST

/* All of a command line is done, or the command is refused. */
START_TEST(nothing_vanishes) {
  char model[256];
  snprintf(model, sizeof model, "%s", path("ring.aag"));
  write_file("a.ctl", "AG(EF x)\nAG(x -> AX x)\n");
  write_file("b.ctl", "CTLSPEC NAME again := AG(EF y);\nCTLSPEC NAME both := AG(EF x);\n");
  struct ran ran = run("check", model, "-p", "bad 0", "-f", "AG(EF x)", NULL);
  ck_assert(ran.status == 0 && has(ran.out, "holds  bad 0") && has(ran.out, "holds  AG(EF x)  "));
  ran = run("check", model, "--ctl", path("a.ctl"), "--ctl", path("b.ctl"), "-c", path("ab"), NULL);
  ck_assert_uint_eq(count_lines(ran.out), 4);
  ck_assert(exists(path("ab/ctl-0.cert")) && exists(path("ab/ctl-3.cert")));
  /* A file from which nothing is picked is taken whole. */
  ran = run("check", model, "--ctl", path("a.ctl"), "-p", "bad 0", NULL);
  ck_assert(count_lines(ran.out) == 3 && has(ran.out, "bad 0") && has(ran.out, "AX"));
  ran = run("check", model, "--ctl", path("a.ctl"), "--ctl", path("b.ctl"), "-p", "a.ctl:1", "-p",
            "again", "-f", "x", "-c", path("picked"), NULL);
  ck_assert(count_lines(ran.out) == 3 && has(ran.out, "fails  AG(x -> AX x)  "));
  ck_assert(exists(path("picked/ctl-1.cert")) && exists(path("picked/ctl-2.cert")) &&
            exists(path("picked/ctl-4.cert")));
  /* Positions and names that fit twice. */
  ran = run("check", model, "--ctl", path("a.ctl"), "--ctl", path("b.ctl"), "-p", "0", NULL);
  ck_assert(ran.status == 2 && has(ran.err, "ambiguous") && has(ran.err, "a.ctl:0") &&
            has(ran.err, "b.ctl:1") && ran.out[0] == 0);
  ran = run("check", model, "--ctl", path("b.ctl"), "-p", "both", NULL);
  ck_assert(ran.status == 2 && has(ran.err, "ambiguous") && has(ran.err, "bad 0"));
  ran = run("check", model, "--ctl", path("b.ctl"), "-p", "b.ctl:both", NULL);
  ck_assert(ran.status == 0 && count_lines(ran.out) == 1);
  ran = run("check", model, "-p", "nobody", NULL);
  ck_assert(ran.status == 2 && has(ran.err, "bad 0 (both)") && has(ran.err, "justice 1"));
  /* Everything. */
  ran = run("check", model, "--all", "--ctl", path("a.ctl"), "-f", "x", NULL);
  ck_assert_uint_eq(count_lines(ran.out), 4 + 2 + 1);
  ck_assert_int_eq(run("check", model, "--all", "-p", "0", NULL).status, 2);
  write_file("live.aag", "aag 1 0 1 1 0 0 0 1\n2 3\n2\n1\n2\n");
  ck_assert_uint_eq(count_lines(run("check", path("live.aag"), NULL).out), 1);
  ck_assert_uint_eq(count_lines(run("check", path("live.aag"), "--all", NULL).out), 2);
}
END_TEST

/* What a property file announces decides, unless --require says otherwise. */
START_TEST(expectations) {
  char model[256];
  snprintf(model, sizeof model, "%s", path("ring.aag"));
  write_file("good.ctl", "#PASS:\nAG(EF x)\n#FAIL:\nAG(x -> AX x)\n");
  write_file("wrong.ctl", "#PASS:\nAG(x -> AX x)\n");
  struct ran ran = run("check", model, "--ctl", path("good.ctl"), NULL);
  ck_assert(ran.status == 0 && has(ran.out, "(as expected)") && !has(ran.out, "NOT AS"));
  ck_assert_int_eq(
      run("check", model, "--ctl", path("good.ctl"), "--require", "holds", NULL).status, 1);
  ran = run("check", model, "--ctl", path("wrong.ctl"), NULL);
  ck_assert(ran.status == 1 && has(ran.out, "NOT AS EXPECTED"));
  ran = run("check", model, "--ctl", path("wrong.ctl"), "--require", "nothing", "--json", NULL);
  ck_assert(ran.status == 0 && has(ran.out, "\"expected\":\"holds\",\"as_expected\":false"));
}
END_TEST

/* A certificate of an earlier run does not look like one of this run. */
START_TEST(stale_certificates) {
  char model[256];
  snprintf(model, sizeof model, "%s", path("ring.aag"));
  ck_assert_int_eq(run("check", model, "-p", "bad 0", "-c", path("s"), NULL).status, 0);
  ck_assert(exists(path("s/bad-0.cert")));
  struct ran ran = run("check", model, "-p", "bad 0", "-c", path("s"), "-t", "0.0000001", NULL);
  ck_assert(ran.status == 3 && has(ran.out, "stale"));
  ck_assert(!exists(path("s/bad-0.cert")) && exists(path("s/bad-0.cert.stale")));
}
END_TEST

/* A limit on memory costs the property that needs more, not those behind it. The address sanitizer
 * needs more addresses than any limit allows. */
START_TEST(out_of_memory) {
  const char *probe[] = {"grep", "-q", "__asan_init", vouch, NULL};
  int status;
  if (child_run(probe, -1, -1, &(struct effort){0}, &status) == CHILD_EXITED && status == 0) return;
  write_endless("endless.aag");
  run("check", path("endless.aag"), "-c", path("oom"), "--memory", "1", NULL);
  char script[1024];
  snprintf(script, sizeof script, "exec %s check %s --all -c %s --memory 2", vouch,
           path("ring.aag"), path("oom"));
  const char *argv[] = {"sh", "-c", script, NULL};
  struct ran ran = run_argv(argv);
  ck_assert_msg(ran.status == 3, "%d %s %s", ran.status, ran.out, ran.err);
  ck_assert_uint_eq(count_lines(ran.out), 4);
  ck_assert(has(ran.out, "unknown  bad 0") && has(ran.out, "(out of memory)") &&
            has(ran.out, "unknown  justice 1"));
  ck_assert_uint_eq(count_files(path("oom")), 0);
  free(ran.out);
  free(ran.err);
  /* An older certificate does not look as if it were of this run. */
  run("check", path("ring.aag"), "-p", "bad 0", "-c", path("oom"), NULL);
  ck_assert(exists(path("oom/bad-0.cert")));
  ran = run_argv(argv);
  ck_assert(has(ran.out, "stale") && !exists(path("oom/bad-0.cert")) &&
            exists(path("oom/bad-0.cert.stale")));
  free(ran.out);
  free(ran.err);
}
END_TEST

START_TEST(validation_policy) {
  char model[256];
  snprintf(model, sizeof model, "%s", path("ring.aag"));
  struct ran ran = run("check", model, "-p", "bad 0", "-c", path("n"), NULL);
  ck_assert(ran.status == 0 && !has(ran.out, "validated"));
  ran = run("check", model, "-p", "bad 0", "-c", path("n"), "--validate", "always", NULL);
  ck_assert(ran.status == 0 && has(ran.out, "(validated)"));
  ran = run("check", model, "-p", "bad 0", "-c", path("n"), "--validate", "always", "--validator",
            "/bin/false", NULL);
  ck_assert(ran.status == 2 && has(ran.out, "unknown") && has(ran.out, "does not accept") &&
            !exists(path("n/bad-0.cert")));
  ran = run("check", model, "-p", "bad 0", "-c", path("n"), "--validate", "never", "--validator",
            "/bin/false", NULL);
  ck_assert(ran.status == 0 && exists(path("n/bad-0.cert")));
  ran = run("check", model, "-p", "bad 0", "--validate", "maybe", NULL);
  ck_assert(ran.status == 2);
}
END_TEST

/* The model is replaced while the validator starts: it judges another one, of which the witness
 * speaks the truth as well. */
START_TEST(changed_model) {
  char script[1024];
  write_file("changed.aag", ring);
  snprintf(script, sizeof script, "#!/bin/sh\nprintf 'c\\nx\\n' >>%s\nexec %s \"$@\"\n",
           path("changed.aag"), validate);
  write_file("swap", script);
  ck_assert_int_eq(chmod(path("swap"), 0700), 0);
  struct ran ran = run("check", path("changed.aag"), "-p", "bad 1", "--witness", path("cw"),
                       "--validate", "always", "--validator", path("swap"), NULL);
  ck_assert_msg(ran.status == 2 && has(ran.out, "the model has changed") &&
                    !has(ran.out, "(validated)") && !exists(path("cw/bad-1.witness")),
                "%d %s %s", ran.status, ran.out, ran.err);
}
END_TEST

START_TEST(time_is_over) {
  write_endless("endless.aag");
  struct ran ran =
      run("check", path("endless.aag"), "--timeout", "0.5", "-c", path("t"), "--json", NULL);
  ck_assert_int_eq(ran.status, 3);
  ck_assert(has(ran.out, "\"verdict\":\"unknown\"") && has(ran.out, "\"certificate\":null"));
  ck_assert_uint_eq(count_files(path("t")), 0);
}
END_TEST

/* Waits until the child is vouch and catches SIGINT, so that the test needs no clock. */
static void await_handler(pid_t pid) {
  char name[64], link[64], line[256];
  snprintf(name, sizeof name, "/proc/%ld/status", (long)pid);
  snprintf(link, sizeof link, "/proc/%ld/exe", (long)pid);
  for (bool ready = false; !ready;) {
    ssize_t length = readlink(link, line, sizeof line - 1);
    if (length < 6 || strncmp(line + length - 6, "/vouch", 6) != 0) continue;
    FILE *file = fopen(name, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file))
      if (strncmp(line, "SigCgt:", 7) == 0)
        ready = strtoull(line + 7, NULL, 16) >> (SIGINT - 1) & 1;
    fclose(file);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
}

static int start_and_signal(int signal, const struct spool *out, const char *directory) {
  pid_t pid = fork();
  ck_assert_int_ge(pid, 0);
  if (pid == 0) {
    dup2(out->descriptor, STDOUT_FILENO);
    execl(vouch, vouch, "check", path("endless.aag"), "-c", directory, (char *)NULL);
    _exit(99);
  }
  await_handler(pid);
  kill(pid, signal);
  int raw;
  while (waitpid(pid, &raw, 0) < 0) ck_assert_int_eq(errno, EINTR);
  return raw;
}

START_TEST(interruption) {
  struct spool out;
  struct fault fault;
  char *text;
  size_t size;
  write_endless("endless.aag");
  ck_assert(spool_open(&out, &fault));
  int raw = start_and_signal(SIGINT, &out, path("i"));
  ck_assert(WIFEXITED(raw) && WEXITSTATUS(raw) == 3);
  ck_assert(spool_read(&out, &text, &size, &fault) && has(text, "unknown") &&
            has(text, "interrupted"));
  free(text);
  raw = start_and_signal(SIGKILL, &out, path("i"));
  ck_assert(WIFSIGNALED(raw));
  ck_assert_uint_eq(count_files(path("i")), 0);
  spool_close(&out);
}
END_TEST

START_TEST(bad_directories) {
  write_file("file", "x");
  struct ran ran = run("check", path("ring.aag"), "-c", path("file"), NULL);
  ck_assert(ran.status == 2 && has(ran.err, "is not a directory"));
  ran = run("check", path("ring.aag"), "-c", path("file/below"), NULL);
  ck_assert(ran.status == 2 && has(ran.err, "cannot make directory"));
  if (geteuid() != 0) { /* root may write everywhere */
    ck_assert_int_eq(mkdir(path("locked"), 0500), 0);
    ran = run("check", path("ring.aag"), "-c", path("locked"), NULL);
    ck_assert(ran.status == 2 && has(ran.err, "cannot write into"));
  }
  /* The name of the certificate is taken by a directory. */
  ck_assert(mkdir(path("taken"), 0700) == 0 && mkdir(path("taken/bad-0.cert"), 0700) == 0);
  ran = run("check", path("ring.aag"), "-c", path("taken"), "-p", "bad 0", NULL);
  ck_assert(ran.status == 2 && has(ran.out, "unknown"));
  ck_assert_uint_eq(count_files(path("taken")), 1);
  /* .. or by a pipe. */
  ck_assert(mkdir(path("piped"), 0700) == 0 && mkfifo(path("piped/bad-0.cert"), 0600) == 0);
  ran = run("check", path("ring.aag"), "-c", path("piped"), "-p", "bad 0", NULL);
  ck_assert(ran.status == 2 && has(ran.out, "unknown") && has(ran.out, "not a regular file"));
  ck_assert_uint_eq(count_files(path("piped")), 1);
}
END_TEST

/* A limit on the size of files acts like a full disk: no certificate, no claim, nothing left
 * behind. */
START_TEST(full_disk) {
  char script[1024];
  snprintf(script, sizeof script,
           "(ulimit -f 0; exec %s check %s -c %s) | cat; exit ${PIPESTATUS[0]}", vouch,
           path("ring.aag"), path("full"));
  const char *argv[] = {"bash", "-c", script, NULL};
  int status;
  struct ran ran = run_argv(argv);
  ck_assert_int_eq(ran.status, 2);
  ck_assert_uint_eq(count_lines(ran.out), 4); /* the next property may be smaller */
  ck_assert_msg(has(ran.out, "unknown  bad 0") && has(ran.out, "(File too large)"), "%s", ran.out);
  free(ran.out);
  free(ran.err);
  ck_assert_uint_eq(count_files(path("full")), 0);
  static const char *const commands[] = {"--help", "check", "parse"};
  for (int k = 0; k < 3; k++) {
    snprintf(script, sizeof script, "exec %s %s %s >/dev/full", vouch, commands[k],
             k ? path("ring.aag") : "");
    ck_assert_int_eq(child_run(argv, -1, -1, &(struct effort){0}, &status), CHILD_EXITED);
    ck_assert_msg(status == 2, "%s: status %d", commands[k], status);
  }
}
END_TEST

/* Proofs that only kissat could make fail with a message when it is missing; --validate says when
 * the validator is missing. */
START_TEST(missing_tools) {
  const char *copy[] = {"cp", vouch, path("vouch"), NULL};
  int status;
  ck_assert_int_eq(child_run(copy, -1, -1, &(struct effort){0}, &status), CHILD_EXITED);
  char script[1024];
  snprintf(script, sizeof script, "PATH=/nowhere; exec %s check %s -c %s --validate -p 'bad 0'",
           path("vouch"), path("ring.aag"), path("m"));
  const char *argv[] = {"/bin/sh", "-c", script, NULL};
  struct ran ran = run_argv(argv);
  ck_assert_int_eq(ran.status, 2);
  ck_assert_msg(has(ran.err, "vouch-validate is neither beside vouch nor in PATH"), "%s", ran.err);
  ck_assert_uint_eq(count_files(path("m")), 0);
  free(ran.out);
  free(ran.err);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("command line");
  TCase *tests = tcase_create("command line");
  tcase_set_timeout(tests, 0);
  tcase_add_checked_fixture(tests, make_folder, remove_folder);
  tcase_add_test(tests, usage);
  tcase_add_test(tests, help_and_manual);
  tcase_add_test(tests, statistics);
  tcase_add_test(tests, selection);
  tcase_add_test(tests, outputs);
  tcase_add_test(tests, json_lines);
  tcase_add_test(tests, certificates);
  tcase_add_test(tests, explanations);
  tcase_add_test(tests, witnesses);
  tcase_add_test(tests, parsing);
  tcase_add_test(tests, ctl);
  tcase_add_test(tests, written);
  tcase_add_test(tests, nothing_vanishes);
  tcase_add_test(tests, expectations);
  tcase_add_test(tests, stale_certificates);
  tcase_add_test(tests, out_of_memory);
  tcase_add_test(tests, validation_policy);
  tcase_add_test(tests, changed_model);
  tcase_add_test(tests, time_is_over);
  tcase_add_test(tests, interruption);
  tcase_add_test(tests, bad_directories);
  tcase_add_test(tests, full_disk);
  tcase_add_test(tests, missing_tools);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
