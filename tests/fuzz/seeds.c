/* seeds CORPUS DIR: writes the seed corpus of every fuzzer into DIR/NAME, from the models of the
 * corpus and from certificates of random models. The same every time; certificates get proofs where
 * the proof tools are there. */
#include "certifier/certify/certifaiger.h"
#include "certifier/certify/ranking.h"
#include "certifier/prove/prove.h"
#include "tests/differential/differential_case.h"
#include "tests/oracle/read_files.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

struct output {
  const char *corpus, *directory;
  unsigned long files;
};

static _Noreturn void die(const char *what) {
  fprintf(stderr, "seeds: %s: %s\n", what, strerror(errno));
  exit(1);
}

/* DIR/FUZZER/NAME gets the two pieces. */
static void put(struct output *o, const char *fuzzer, const char *name, const void *head,
                size_t head_size, const void *tail, size_t tail_size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", o->directory, fuzzer);
  if (mkdir(path, 0777) != 0 && errno != EEXIST) die(path);
  snprintf(path, sizeof path, "%s/%s/%s", o->directory, fuzzer, name);
  FILE *file = fopen(path, "wb");
  if (!file) die(path);
  if (head_size && fwrite(head, 1, head_size, file) != head_size) die(path);
  if (tail_size && fwrite(tail, 1, tail_size, file) != tail_size) die(path);
  if (fclose(file) != 0) die(path);
  o->files++;
}

static void put_text(struct output *o, const char *fuzzer, const char *name, const char *text) {
  put(o, fuzzer, name, text, strlen(text), NULL, 0);
}

/* --- models and formulas ---------------------------------------------------------------------- */

static void put_model(struct output *o, const char *name, const struct aiger *model) {
  for (int binary = 0; binary < 2; binary++) {
    char *bytes = NULL, full[300];
    size_t size;
    FILE *file = open_memstream(&bytes, &size);
    if (!file || !aiger_write(model, file, binary) || fclose(file) != 0) die("memory");
    snprintf(full, sizeof full, "%s.%s", name, binary ? "aig" : "aag");
    put(o, "aiger", full, bytes, size, NULL, 0);
    put(o, "validator_model", full, bytes, size, NULL, 0);
    free(bytes);
  }
}

static void corpus_models(struct output *o) {
  DIR *folder = opendir(o->corpus);
  if (!folder) die(o->corpus);
  for (struct dirent *entry; (entry = readdir(folder));) {
    char path[4096];
    struct stat status;
    struct aiger model;
    struct fault fault;
    const char *suffix = strrchr(entry->d_name, '.');
    snprintf(path, sizeof path, "%s/%s", o->corpus, entry->d_name);
    if (!suffix || strcmp(suffix, ".aag") != 0 || stat(path, &status) != 0 || status.st_size > 4096)
      continue;
    if (!aiger_read_file(path, &model, &fault)) {
      fprintf(stderr, "seeds: %s\n", fault.text);
      exit(1);
    }
    put_model(o, entry->d_name, &model);
    aiger_free(&model);
  }
  closedir(folder);
}

/* Over the small model of the fuzzers, in both dialects. */
static void formulas(struct output *o) {
  static const char *const texts[] = {"AG (\"req<0>\" -> AF \"count[0]\")",
                                      "E[!l0 U (l1 & EG true)]",
                                      "A[i0 U (o0 | b0)] ^ !c0",
                                      "((l0 <-> 12) -> EX (f0 & !\"inverse\"))",
                                      "EF \"bad thing\"",
                                      "SPEC AG (out -> EF !out);",
                                      "CTLSPEC E [ l0 U ! l1 ] <-> TRUE",
                                      "-- a comment\nCTLSPEC NAME p := AX AX a.b;",
                                      "a: AG !\"other\"\nb: EG \"fair\"\n",
                                      "!!!!(true & false)",
                                      "EX EX EX EX EX i1",
                                      "E X !l0",
                                      "A G (l0 -> F \"count[0]\")",
                                      "E [[l0 U X i0] R !(F l1 & EX G l0)]",
                                      "(A F G l0 ^ E (X l1 <-> l0))",
                                      "LTLSPEC G (out -> F !out);",
                                      "E [[l0 S Y i0] T !(O l1 & X H l0)]",
                                      "A G (l0 -> Z \"count[0]\")",
                                      "LTLSPEC G (out -> O [1,2] !out S l0);",
                                      "fair l0 fair (i0 ^ !l1) assume !(i0 & l0) AG EF l0",
                                      "assume \"fair\", fair l0 | i0, A G F l0",
                                      "FAIRNESS out; ASSUME !out | l0;\nCTLSPEC AF out;",
                                      "LTLSPEC F out; COMPASSION (l0, out & l1);",
                                      "AG count + req < 3 - count",
                                      "signed count, req; AG (count >= -2 | -req = 0x1)",
                                      "enum count { IDLE, RUN = 2, } EF (count) != RUN + 1",
                                      "enum req, count { A0 = 0b10 }; CTLSPEC A0 <= count - 1;",
                                      "15"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    char name[32];
    snprintf(name, sizeof name, "%zu", k);
    put_text(o, "ctl", name, texts[k]);
    put_text(o, "validator_ctl", name, texts[k]);
  }
}

#define EMPTY_DIGEST "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#define COUNTS                                                                                     \
  "\"obligations\":{\"total\":1,\"proof\":1,\"propagation\":0,\"solver\":0},\"evaluations\":0"

static void audit_formats(struct output *o) {
  put_text(o, "escape", "mixed",
           "a\r\033[2K\302\233\342\200\250\342\200\256\377\303 \\x0d<&>\"'\303\244");
  put_text(o, "results", "one",
           "{\"format\":\"vouch-audit-results\",\"version\":1}\n"
           "{\"model\":\"/dev/null\",\"certificate\":\"/dev/null\",\"property\":\"bad 0\","
           "\"state_inputs\":null,\"solver\":null,\"memory\":0,\"timeout\":0.000,"
           "\"validator_sha256\":\"" EMPTY_DIGEST "\",\"result\":\"holds\",\"shown\":\"bad 0\","
           "\"inputs\":null,\"reason\":null,\"model_sha256\":\"" EMPTY_DIGEST "\","
           "\"certificate_sha256\":\"" EMPTY_DIGEST "\"," COUNTS ",\"version\":\"0\","
           "\"seconds\":0.001}\n");
  for (int k = 0; k < 3; k++) {
    static const char *const ends[] = {"true,\"result\":\"accepted\",\"reason\":null",
                                       "false,\"result\":\"rejected\",\"reason\":\"no\"",
                                       "false,\"result\":\"unknown\",\"reason\":\"no\""};
    char text[1024], name[8];
    snprintf(name, sizeof name, "%d", k);
    snprintf(text, sizeof text,
             "%c{\"model\":\"m\",\"model_sha256\":\"" EMPTY_DIGEST "\",\"certificate\":\"c\","
             "\"certificate_sha256\":\"" EMPTY_DIGEST "\",\"property\":\"bad 0\",\"inputs\":null,"
             "\"verdict\":\"holds\",\"accepted\":%s," COUNTS
             ",\"format\":\"certificate\",\"version\":\"0\"}\n",
             k ? k : 'a', ends[k]);
    put_text(o, "verdict_line", name, text);
  }
}

static void small_formats(struct output *o) {
  put_text(o, "witness", "holds",
           "\3\2"
           "0\nb0\n.\n");
  put_text(o, "witness", "fails",
           "\3\2"
           "1\nb0\nj1\n010\n01\n1x\n.\nu4\nc comment\n2\nb1\n.\n");
  /* x1 x2, x1 -x2, -x1 x2, -x1 -x2 */
  static const char cnf[] = {1, 11, 4, 2, 0, 4, 3, 0, 1, 2, 0, 1, 3};
  put(o, "validator_proof", "lrat", cnf, sizeof cnf, "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", 32);
  put_text(o, "toml", "project",
           "# p\nmodel = \"a.aag\"\nctl = [\"a.ctl\", # one\n 'b']\ntimeout = 1.5\njobs = 2\n"
           "proofs = true\nformula = \"AG \\\"a\\\" \\u0041\\U0001F600\"\n");
  put(o, "validator_proof", "drat", cnf, sizeof cnf, "a\2\0d\2\4\0a\0", 9);
}

/* --- certificates ----------------------------------------------------------------------------- */

static char *read_whole(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = memory_alloc(1 << 20, 1);
  if (!file) die(path);
  *size = fread(bytes, 1, (1 << 20) - 1, file);
  bytes[*size] = 0;
  fclose(file);
  return bytes;
}

/* What fuzz_validator reads: the size of the model, with the version in its top bits, the model,
 * and the certificate behind its line "model". Frees the text. */
static void put_pair(struct output *o, const char *name, const char *model_path, char *text,
                     size_t size) {
  size_t model_size;
  char *model = read_whole(model_path, &model_size);
  char *property = strstr(text, "\nproperty ");
  if (property && size < 6000 && model_size < 3000) {
    char *head = memory_alloc(model_size + 2, 1);
    /* The last version has all of those before it. */
    bool later = text[18] >= '4' && text[18] <= '8';
    bool version_2 = !strncmp(text, "vouch-certificate 2", 19) || later;
    bool version_3 = !strncmp(text, "vouch-certificate 3", 19) || later;
    head[0] = (char)(model_size & 0xff);
    head[1] = (char)(model_size >> 8 | (version_2 ? 0x80 : 0) | (version_3 ? 0x40 : 0));
    memcpy(head + 2, model, model_size);
    put(o, "certificate", name, text, size, NULL, 0);
    put(o, "validator", name, head, model_size + 2, property + 1,
        size - (size_t)(property + 1 - text));
    free(head);
  }
  free(model);
  free(text);
}

static void put_certificate(struct output *o, const char *name, const struct scene *scene,
                            const struct certificate *certificate) {
  size_t size;
  char *text = referee_text(certificate, &size);
  put_pair(o, name, scene->model_path, text, size);
}

/* Those by hand that end in a loop, are about path formulas, have inputs that follow, or ghosts. */
static void by_hand(struct output *o) {
  static const char *const names[][2] = {{"good-loop", "falls"},
                                         {"good-loop-side", "falls"},
                                         {"good-loop-no-latch", "falls"},
                                         {"good-loop-once", "once"},
                                         {"loop-step", "falls"},
                                         {"loop-and-false", "free_justice"},
                                         {"good-e-lower", "free"},
                                         {"good-e-fails", "free"},
                                         {"good-e-next", "free"},
                                         {"good-e-upper", "free_fair"},
                                         {"good-e-region", "free_fair"},
                                         {"good-e-loop", "free_fair"},
                                         {"good-e-loop-promise", "free_fair"},
                                         {"e-loop-step", "free_fair"},
                                         {"good-follow", "compared"},
                                         {"good-follow-rank", "compared"},
                                         {"good-follow-lasso", "stable"},
                                         {"good-follow-region", "stable"},
                                         {"good-follow-observed", "free"},
                                         {"good-follow-promise", "free"},
                                         {"follow-input", "compared"},
                                         {"good-ghost", "stuck"},
                                         {"good-ghost-wall", "falls"},
                                         {"good-ghost-fails", "stuck"},
                                         {"good-past-lower", "free"},
                                         {"good-past-upper", "free"},
                                         {"past-since-before-start", "free"}};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    char model[4096], certificate[4096];
    size_t size;
    snprintf(model, sizeof model, "%s/rejected/%s.aag", o->corpus, names[k][1]);
    snprintf(certificate, sizeof certificate, "%s/rejected/%s.cert", o->corpus, names[k][0]);
    char *text = read_whole(certificate, &size);
    put_pair(o, names[k][0], model, text, size);
  }
}

static void certificates(struct output *o, enum property_kind kind, const char *kind_name,
                         const char *folder) {
  for (uint64_t seed = 1; seed <= 40; seed++) {
    struct trial trial;
    struct scene scene;
    struct certificate certificate;
    struct fault fault;
    char name[64];
    static const struct effort never = {0};
    trial_random(&trial, seed, kind);
    if (scene_init(&scene, &trial.model, folder, trial.binary, &fault) &&
        trial_certificate(&trial, &scene, 5, &certificate, &fault)) {
      snprintf(name, sizeof name, "%s-%u", kind_name, (unsigned)seed);
      put_certificate(o, name, &scene, &certificate);
      snprintf(name, sizeof name, "%s-%u-proved", kind_name, (unsigned)seed);
      if (!certificate_is_trace(&certificate) &&
          prove_certificate(scene.model_path, &certificate, 1, &never, &fault) == PROVED)
        put_certificate(o, name, &scene, &certificate);
      certificate_free(&certificate);
    }
    trial_free(&trial);
  }
}

/* What fuzz_validator_foreign reads. */
static void put_foreign(struct output *o, const char *name, const struct scene *scene, bool circuit,
                        const char *witness, size_t size) {
  size_t model_size;
  char *model = read_whole(scene->model_path, &model_size);
  char *head = memory_alloc(model_size + 3, 1);
  head[0] = (char)(model_size & 0xff);
  head[1] = (char)(model_size >> 8);
  head[2] = !circuit;
  memcpy(head + 3, model, model_size);
  if (model_size + size < 4000)
    put(o, "validator_foreign", name, head, model_size + 3, witness, size);
  free(head);
  free(model);
}

/* A circuit of what the evidence shows; false if it has none. */
static bool circuit_of(const struct trial *trial, const struct check_result *result,
                       const struct effort *effort, bool justice, struct aiger *witness) {
  if (result->evidence.verdict != VERDICT_HOLDS) return false;
  if (justice) return !ranking_build(&trial->model, result, effort, witness);
  certifaiger_build(&trial->model, trial->model.bad.at[0], result, witness);
  return true;
}

/* A trace that says nothing yet. */
static void write_trace(const struct aiger *model, uint64_t seed, FILE *file) {
  fputs("1\nb0\n", file);
  uint8_t *value = memory_zeroed((size_t)model->maxvar + 1, 1);
  for (size_t k = 0; k < model->inputs.size; k++) value[model->inputs.at[k] >> 1] = (seed >> k) & 1;
  aiger_initial_values(model, value);
  for (size_t k = 0; k < model->num_latches; k++)
    fputc('0' + value[model->latches[k].lit >> 1], file);
  free(value);
  for (unsigned t = 0; t < 3; t++) {
    fputc('\n', file);
    for (size_t k = 0; k < model->inputs.size; k++) fputc('0' + (int)((seed >> (k + t)) & 1), file);
  }
  fputs("\n.\n", file);
}

static void foreign_seed(struct output *o, const char *folder, uint64_t seed, bool justice) {
  struct trial trial;
  struct scene scene;
  struct fault fault;
  struct check_result result = {0};
  struct aiger witness;
  char name[64];
  char *bytes = NULL;
  size_t size;
  enum property_kind kind = justice ? PROPERTY_JUSTICE : PROPERTY_BAD;
  trial_random(&trial, seed, kind);
  if (justice) trial.model.bad.size = 0;
  struct property property = {kind, 0, &trial.arena, trial.root};
  struct effort effort = {.deadline = monotonic_seconds() + 5};
  if (!scene_init(&scene, &trial.model, folder, trial.binary, &fault)) die(folder);
  check_property(&trial.model, &property, &trial.options, &effort, &result);
  snprintf(name, sizeof name, "%s%u", justice ? "justice-" : "", (unsigned)seed);
  FILE *file = open_memstream(&bytes, &size);
  if (!file) die("memory");
  bool circuit = circuit_of(&trial, &result, &effort, justice, &witness);
  if (circuit) {
    if (!aiger_write(&witness, file, seed % 2)) die("memory");
    aiger_free(&witness);
  } else {
    write_trace(&trial.model, seed, file);
  }
  if (fclose(file) != 0) die("memory");
  put_foreign(o, name, &scene, circuit, bytes, size);
  free(bytes);
  check_result_free(&result);
  trial_free(&trial);
}

/* Witness circuits of what holds, and traces for the others. */
static void foreign(struct output *o, const char *folder) {
  for (uint64_t seed = 1; seed <= 40; seed++) {
    foreign_seed(o, folder, seed, false);
    foreign_seed(o, folder, seed, true);
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: seeds CORPUS DIR\n", stderr);
    return 2;
  }
  struct output o = {argv[1], argv[2], 0};
  char folder[] = "/tmp/vouch-seeds-XXXXXX", command[64];
  if (mkdir(o.directory, 0777) != 0 && errno != EEXIST) die(o.directory);
  if (!mkdtemp(folder)) die(folder);
  corpus_models(&o);
  formulas(&o);
  small_formats(&o);
  audit_formats(&o);
  certificates(&o, PROPERTY_BAD, "bad", folder);
  certificates(&o, PROPERTY_JUSTICE, "justice", folder);
  certificates(&o, PROPERTY_CTL, "ctl", folder);
  foreign(&o, folder);
  by_hand(&o);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) die(folder);
  printf("%lu seeds\n", o.files);
  return 0;
}
