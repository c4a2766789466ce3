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
/* A module, a directive, or an attribute; a comment of the other kind stands before nothing else
 * that is known here. */
static bool is_verilog(struct text t) {
  static const char *const words[] = {"module ",   "`timescale", "`include", "`define",
                                      "`default_", "(* ",        "package ", "/*"};
  t = skip_comments(t, "//");
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (starts_with(t, words[k])) return true;
  return false;
}

static bool starts_with_any_case(struct text t, const char *word) {
  size_t size = strlen(word);
  if ((size_t)(t.end - t.at) < size) return false;
  for (size_t k = 0; k < size; k++)
    if (tolower((unsigned char)t.at[k]) != word[k]) return false;
  return true;
}

static bool is_vhdl(struct text t) {
  t = skip_comments(t, "--");
  return starts_with_any_case(t, "library ") || starts_with_any_case(t, "entity ");
}

/* What yosys itself writes. */
static bool is_rtlil(struct text t) { return starts_with(skip_comments(t, "#"), "autoidx "); }
static bool is_edif(struct text t) { return starts_with_any_case(skip_blanks(t), "(edif"); }
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

static bool is_zip(struct text t) { return starts_with(t, "PK\003\004"); }
static bool is_7zip(struct text t) {
  return starts_with(t, "7z\xbc\xaf"
                        "\x27\x1c");
}
static bool is_lz4(struct text t) { return starts_with(t, "\x04\x22\x4d\x18"); }

/* The header of the first file has its mark behind the name and the numbers. */
static bool is_tar(struct text t) {
  enum { MARK = 257 };
  if (t.end - t.at < MARK) return false;
  t.at += MARK;
  return starts_with(t, "ustar");
}

const char *aiger_foreign(const unsigned char *bytes, size_t size) {
  static const struct {
    bool (*is)(struct text t);
    const char *what;
  } formats[] = {
      {is_btor2, "a model in BTOR2: translate it, for instance with btor2aiger"},
      {is_btor, "a model in BTOR: translate it first"},
      {is_smv, "a model in SMV: translate it, for instance with smvtoaig"},
      {is_blif, "a circuit in BLIF: translate it, for instance with ABC or bliftoaig"},
      {is_verilog,
       "a design in Verilog: vouch check takes files that are called .v or .sv, with --top MODULE"},
      {is_vhdl, "a design in VHDL: translate it, for instance with GHDL and Yosys"},
      {is_rtlil, "a design in RTLIL: translate it, for instance with Yosys"},
      {is_edif, "a netlist in EDIF: translate it first"},
      {is_zstd, "zstd data: unpack it first"},
      {is_smt, "a text in SMT-LIB or VMT"},
      {is_dimacs, "a formula in DIMACS"},
      {is_certificate, "a certificate: the model is another file"},
      {is_gzip, "gzip inside gzip: unpack it first"},
      {is_xz, "xz data: unpack it first"},
      {is_bzip2, "bzip2 data: unpack it first"},
      {is_lz4, "lz4 data: unpack it first"},
      {is_zip, "a zip archive: unpack it first"},
      {is_7zip, "a 7z archive: unpack it first"},
      {is_tar, "a tar archive: unpack it first"},
  };
  struct text text = {(const char *)bytes, (const char *)bytes + size};
  for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
    if (formats[k].is(text)) return formats[k].what;
  return NULL;
}
