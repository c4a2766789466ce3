/* vouch explain: says in words what a certificate shows. It believes the certificate;
 * vouch-validate is the one that checks. */
#include "certifier/certify/closed_witness.h"
#include "certifier/cli/commands.h"
#include "certifier/cli/program.h"
#include "certifier/explain/explain.h"
#include "certifier/process/child.h"
#include "formats/support/escape.h"
#include "formats/support/input.h"
#include "formats/support/output.h"
#include "formats/support/texts.h"

#include <sodium.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct settings {
  struct texts files, formulas;
  int dialect;
  bool facts, json;
  const char *vcd, *dot, *svg, *witness;
};

static const struct option_use options[] = {
    TAKE_AS(CTL, files,
            "Find the formula of the certificate in FILE, and show it as written there"),
    TAKE_AS(FORMULA, formulas, "The formula of the certificate, to be shown as written here"),
    TAKE(DIALECT, dialect),
    TAKE_AS(FACTS, facts, "All bounds of the certificate, node by node, instead of the story"),
    TAKE_AS(JSON, json, "One JSON object on one line: claims, paths, signals, invariant"),
    TAKE(VCD, vcd),
    TAKE(DOT, dot),
    TAKE(SVG, svg),
    TAKE(WITNESS_FILE, witness),
    {0}};

/* --- what is read ----------------------------------------------------------------------------- */

static bool read_model(const char *path, const struct certificate *c, struct aiger *model,
                       struct fault *fault) {
  unsigned char *bytes, digest[crypto_hash_sha256_BYTES];
  size_t size;
  bool plain;
  if (!input_read_model(path, &bytes, &size, &plain, fault)) return false;
  crypto_hash_sha256(digest, bytes, size);
  char text[2 * sizeof digest + 1];
  sodium_bin2hex(text, sizeof text, digest, sizeof digest);
  bool ok = aiger_read_memory(input_name(path), bytes, size, model, fault);
  free(bytes);
  if (!ok) return false;
  if (strcmp(text, c->model_sha256) == 0) return true;
  aiger_free(model);
  return fault_set(fault, "the certificate is about another model (SHA-256 %s)", c->model_sha256);
}

/* "[3] NAME  AG p", as `vouch check` has it, or without number and name; the caller frees it. */
static char *label(const struct ctl_property *property, size_t number) {
  if (!property->name) return memory_string(property->written);
  size_t size = strlen(property->name) + strlen(property->written) + 32;
  char *text = memory_alloc(size, 1);
  snprintf(text, size, "[%zu] %s  %s", number, property->name, property->written);
  return text;
}

/* Formulas are counted from `first` on. */
static bool take_written(const struct ctl_file *file, size_t first, const struct certificate *c,
                         char **written) {
  for (size_t k = 0; k < file->num_properties && !*written; k++) {
    char *text = ctl_print(file, &file->properties[k]);
    if (strcmp(text, c->formula) == 0) *written = label(&file->properties[k], first + k);
    free(text);
  }
  return *written != NULL;
}

static bool search_file(const struct settings *s, const char *path, size_t *first,
                        const struct aiger *model, const struct certificate *c, char **written,
                        struct ctl_file *words, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  struct ctl_file file;
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  bool ok = ctl_read_memory(path, bytes, size, model, (enum ctl_dialect)s->dialect, &file, fault);
  free(bytes);
  if (!ok) return false;
  ctl_adopt_words(words, &file);
  if (c->property == CERT_CTL) take_written(&file, *first, c, written);
  *first += file.num_properties;
  ctl_free(&file);
  return true;
}

/* A run of the model's own property shows words as files declare them. */
static bool check_fit(const struct settings *s, const struct ctl_file *words, struct fault *fault) {
  if (!s->formulas.size && words->declared.size) return true;
  return fault_set(fault, "the certificate is not about a formula: --ctl and --formula do not fit");
}

/* The formula as its author wrote it, if files or formulas are given: then it must be among them.
 */
static bool find_written(const struct settings *s, const struct aiger *model,
                         const struct certificate *c, char **written, struct ctl_file *words,
                         struct fault *fault) {
  struct ctl_file formulas = {0};
  size_t first = 0;
  bool ok = true;
  *written = NULL;
  if (!s->files.size && !s->formulas.size) return true;
  for (size_t k = 0; ok && k < s->files.size; k++)
    ok = search_file(s, s->files.at[k], &first, model, c, written, words, fault);
  if (c->property != CERT_CTL) return ok && check_fit(s, words, fault);
  declared_adopt(&formulas.declared, &words->declared);
  for (size_t k = 0; ok && k < s->formulas.size; k++)
    ok = ctl_read_text(s->formulas.at[k], model, (enum ctl_dialect)s->dialect, &formulas, fault);
  if (ok) ctl_adopt_words(words, &formulas);
  if (ok && !*written && !take_written(&formulas, first, c, written))
    ok = fault_set(fault,
                   "the certificate is about another formula: %.600s; it is explained as it stands "
                   "without --ctl and --formula",
                   c->formula);
  ctl_free(&formulas);
  if (!ok) free(*written);
  return ok;
}

/* --- what is written -------------------------------------------------------------------------- */

static unsigned terminal_width(void) {
  enum { DEFAULT = 100, LEAST = 40, MOST = 1000 };
  struct winsize size;
  const char *columns = getenv("COLUMNS");
  long width = DEFAULT;
  if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
    width = size.ws_col;
  else if (columns && *columns)
    width = strtol(columns, NULL, 10);
  return width < LEAST || width > MOST ? DEFAULT : (unsigned)width;
}

static void write_vcd(const struct explanation *e, size_t k, FILE *file) {
  explain_vcd(e, k, file);
}
static void write_dot(const struct explanation *e, size_t k, FILE *file) {
  (void)k;
  explain_dot(e, file);
}

/* One file, complete or not at all. */
static bool write_file(const struct explanation *e, size_t k, const char *path,
                       void (*writer)(const struct explanation *, size_t, FILE *),
                       struct fault *fault) {
  struct output output;
  if (!output_open(&output, path, fault)) return false;
  writer(e, k, output.file);
  return output_commit(&output, false, fault);
}

static bool fill(const struct spool *spool, const struct explanation *e, struct fault *fault) {
  int copy = dup(spool->descriptor);
  FILE *file = copy < 0 ? NULL : fdopen(copy, "w");
  if (!file) {
    if (copy >= 0) close(copy);
    return fault_set(fault, "cannot write a temporary file");
  }
  explain_dot(e, file);
  return fclose(file) == 0 || fault_set(fault, "cannot write a temporary file");
}

static bool draw(const struct spool *graph, int descriptor, struct fault *fault) {
  const char *const argv[] = {"dot", "-Tsvg", graph->path, NULL};
  int status = 0;
  enum child_end end = child_run(argv, descriptor, -1, &(struct effort){0}, &status);
  if (end == CHILD_EXITED && status == 0) return true;
  if (end == CHILD_NOT_FOUND)
    return fault_set(fault, "--svg needs the program dot of graphviz; --dot does not");
  return fault_set(fault, "dot of graphviz could not draw the graph");
}

static bool write_svg(const struct explanation *e, const char *path, struct fault *fault) {
  struct spool graph;
  struct output output;
  if (!spool_open(&graph, fault)) return false;
  bool ok = fill(&graph, e, fault) && output_open(&output, path, fault);
  if (ok && !draw(&graph, fileno(output.file), fault)) {
    output_abort(&output);
    ok = false;
  }
  ok = ok && output_commit(&output, false, fault);
  spool_close(&graph);
  return ok;
}

/* DIR/ctl-0-path-1.vcd, from DIR and the name of the certificate. */
static bool write_dumps(const struct settings *s, const struct explanation *e,
                        const char *certificate, struct fault *fault) {
  const char *base = base_name(certificate);
  const char *dot = strrchr(base, '.');
  int length = dot && dot > base ? (int)(dot - base) : (int)strlen(base);
  bool ok = true;
  if (!prepare_directory("explain", s->vcd))
    return fault_set(fault, "no value change dumps were written");
  for (size_t k = 0; ok && k < explanation_paths(e); k++) {
    size_t size = (size_t)length + 64;
    char *stem = memory_alloc(size, 1);
    snprintf(stem, size, "%.*s-path-%zu", length, base, k + 1);
    char *path = path_in(s->vcd, stem, ".vcd");
    ok = write_file(e, k, path, write_vcd, fault);
    free(path);
    free(stem);
  }
  return ok;
}

static bool write_witness(const struct explanation *e, const char *path, struct fault *fault) {
  struct output output;
  if (!e->has_run)
    return fault_set(fault, "only the run of a failing bad, output or justice property is an AIGER "
                            "witness");
  if (!output_open(&output, path, fault)) return false;
  if (closed_witness_write(e->model, e->certificate, &(struct effort){0}, output.file) ==
      LOOP_CLOSED)
    return output_commit(&output, false, fault);
  output_abort(&output);
  return fault_set(fault, "a loop that closes on all latches has more than %d steps",
                   (int)WHOLE_LOOP_STEPS);
}

static bool write_files(const struct settings *s, const struct explanation *e,
                        const char *certificate, struct fault *fault) {
  return (!s->vcd || write_dumps(s, e, certificate, fault)) &&
         (!s->dot || write_file(e, 0, s->dot, write_dot, fault)) &&
         (!s->svg || write_svg(e, s->svg, fault)) &&
         (!s->witness || write_witness(e, s->witness, fault));
}

static bool print(const struct settings *s, const struct explanation *e, struct fault *fault) {
  if (s->json)
    explain_json(e, stdout);
  else if (s->facts)
    explain_facts(e, stdout);
  else
    explain_text(e, terminal_width(), stdout);
  if (fflush(stdout) == 0 && !ferror(stdout)) return true;
  return fault_set(fault, "cannot write to standard output");
}

static bool explain(const struct settings *s, char **arguments, const struct certificate *c,
                    const struct aiger *model, struct fault *fault) {
  struct explanation e;
  struct ctl_file words = {0};
  char *written;
  bool ok = find_written(s, model, c, &written, &words, fault);
  if (ok) {
    ok = explanation_init(&e, model, c, written, &words, fault);
    free(written);
  }
  ctl_free(&words);
  if (!ok) return false;
  ok = write_files(s, &e, arguments[0], fault) && print(s, &e, fault);
  explanation_free(&e);
  return ok;
}

static int run_explain(void *settings, char **arguments, size_t num_arguments) {
  struct settings *s = settings;
  struct fault fault;
  struct certificate certificate;
  struct aiger model;
  (void)num_arguments;
  if (s->json && s->facts) {
    fputs("vouch explain: --json and --facts contradict each other\n", stderr);
    return EXIT_USAGE;
  }
  bool ok = certificate_read_file(arguments[0], &certificate, &fault);
  if (ok) {
    ok = read_model(arguments[1], &certificate, &model, &fault);
    if (ok) {
      ok = explain(s, arguments, &certificate, &model, &fault);
      aiger_free(&model);
    }
    certificate_free(&certificate);
  }
  if (!ok) fault_print(&fault, "vouch explain", stderr);
  return ok ? 0 : EXIT_USAGE;
}

const struct command command_explain = {
    .name = "explain",
    .arguments = "CERTIFICATE MODEL",
    .least_arguments = 2,
    .most_arguments = 2,
    .endings = "cert " MODEL_ENDINGS,
    .summary = "say in words what a certificate shows",
    .description =
        "Says in words and with the names of MODEL what CERTIFICATE shows: which part of the "
        "formula decides, in which state of which path, and the paths, step by step; for what "
        "holds of all states the bound or invariant that shows it. The tables are as wide as the "
        "terminal (or COLUMNS). Nothing of it is evidence: that is the certificate, which "
        "vouch-validate judges.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run_explain};
