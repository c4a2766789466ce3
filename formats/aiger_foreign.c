/* What a file is that is no AIGER model: a guess, for the message. */
#include "formats/aiger_reader.h"

#include <ctype.h>

struct text {
  const char *at, *end;
};

static bool starts_with(struct text t, const char *word) {
  size_t size = strlen(word);
  return (size_t)(t.end - t.at) >= size && memcmp(t.at, word, size) == 0;
}

static struct text skip_blanks(struct text t) {
  while (t.at < t.end && isspace((unsigned char)*t.at)) t.at++;
  return t;
}

/* Blanks, and lines that start with the word. */
static struct text skip_comments(struct text t, const char *word) {
  for (t = skip_blanks(t); starts_with(t, word); t = skip_blanks(t))
    while (t.at < t.end && *t.at != '\n') t.at++;
  return t;
}

/* "1 sort bitvec 8", the number of a node before everything; comments start with ; */
static bool is_btor2(struct text t) {
  t = skip_comments(t, ";");
  const char *number = t.at;
  while (t.at < t.end && isdigit((unsigned char)*t.at)) t.at++;
  return t.at > number && starts_with(t, " sort ");
}

static bool is_btor(struct text t) {
  t = skip_comments(t, ";");
  const char *number = t.at;
  while (t.at < t.end && isdigit((unsigned char)*t.at)) t.at++;
  return t.at > number && (starts_with(t, " var ") || starts_with(t, " const"));
}

static bool is_smv(struct text t) { return starts_with(skip_comments(t, "--"), "MODULE"); }
static bool is_blif(struct text t) { return starts_with(skip_comments(t, "#"), ".model"); }
static bool is_verilog(struct text t) { return starts_with(skip_comments(t, "//"), "module "); }
static bool is_smt(struct text t) { return starts_with(skip_comments(t, ";"), "("); }
static bool is_dimacs(struct text t) { return starts_with(skip_comments(t, "c "), "p cnf "); }
static bool is_certificate(struct text t) { return starts_with(t, "vouch-certificate "); }
static bool is_gzip(struct text t) { return starts_with(t, "\x1f\x8b"); }
static bool is_xz(struct text t) {
  return starts_with(t, "\xfd"
                        "7zXZ");
}
static bool is_bzip2(struct text t) { return starts_with(t, "BZh"); }
static bool is_zstd(struct text t) { return starts_with(t, "\x28\xb5\x2f\xfd"); }

const char *aiger_foreign(const unsigned char *bytes, size_t size) {
  static const struct {
    bool (*is)(struct text t);
    const char *what;
  } formats[] = {
      {is_btor2, "a model in BTOR2: translate it, for instance with btor2aiger"},
      {is_btor, "a model in BTOR: translate it first"},
      {is_smv, "a model in SMV: translate it, for instance with smvtoaig"},
      {is_blif, "a circuit in BLIF: translate it, for instance with ABC or bliftoaig"},
      {is_verilog, "a design in Verilog: translate it, for instance with Yosys"},
      {is_zstd, "zstd data: unpack it first"},
      {is_smt, "a text in SMT-LIB or VMT"},
      {is_dimacs, "a formula in DIMACS"},
      {is_certificate, "a certificate: the model is another file"},
      {is_gzip, "gzip inside gzip: unpack it first"},
      {is_xz, "xz data: unpack it first"},
      {is_bzip2, "bzip2 data: unpack it first"},
  };
  struct text text = {(const char *)bytes, (const char *)bytes + size};
  for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
    if (formats[k].is(text)) return formats[k].what;
  return NULL;
}
