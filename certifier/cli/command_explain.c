/* vouch explain: says in words what a certificate shows. It believes the certificate;
 * vouch-validate is the one that checks. */
#include "certifier/cli/commands.h"
#include "certifier/explain/explain.h"
#include "formats/ctl.h"
#include "formats/support/escape.h"
#include "formats/support/input.h"

#include <sodium.h>

struct settings {
  bool facts;
};

static const struct option_use options[] = {TAKE(FACTS, facts), {0}};

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

static void lower(const struct aiger *model, const struct ctl_file *file,
                  struct core_formula *core) {
  core_from_formula(core, &file->arena, file->properties[0].root,
                    model->constraints.size || model->fairness.size);
}

/* *scoped is the model with the scope of the property, or empty if it has none. */
static bool make_core(const struct certificate *c, const struct aiger *model, struct aiger *scoped,
                      struct core_formula *core, struct fault *fault) {
  *core = (struct core_formula){0};
  size_t count = c->property == CERT_BAD      ? model->bad.size
                 : c->property == CERT_OUTPUT ? model->outputs.size
                                              : model->num_justice;
  if (c->property != CERT_CTL && c->index >= count)
    return fault_set(fault, "the model has no property with number %u", (unsigned)c->index);
  if (c->property == CERT_JUSTICE) core_for_justice(core);
  if (c->property != CERT_CTL) return true;
  struct ctl_file file = {0};
  bool ok = ctl_read_text(c->formula, model, CTL_DIALECT_CANONICAL, &file, fault);
  const struct scope *scope = ok ? &file.properties[0].scope : NULL;
  bool has_scope = ok && !scope_is_empty(scope);
  if (has_scope) scope_model(model, &file.arena, scope, scoped);
  if (ok) lower(has_scope ? scoped : model, &file, core);
  ctl_free(&file);
  return ok;
}

static void print_header(const struct certificate *c, FILE *out) {
  static const char *const words[] = {
      [CERT_BAD] = "bad", [CERT_OUTPUT] = "output", [CERT_JUSTICE] = "justice"};
  if (c->property == CERT_CTL)
    escape_print(out, "ctl %s", c->formula);
  else
    fprintf(out, "%s %u", words[c->property], (unsigned)c->index);
  fprintf(out, "  %s\n", c->holds ? "holds" : "fails");
  fprintf(out,
          "(This is what the certificate says; vouch-validate checks whether it is true.)\n\n");
}

static void explain(const struct settings *s, const struct explainer *e) {
  const struct certificate *c = e->certificate;
  print_header(c, e->out);
  if (certificate_is_trace(c)) {
    fprintf(e->out, "The run, with what is true at first and then what changes:\n");
    explain_trace(e);
    return;
  }
  explain_facts(e);
  if (c->property == CERT_BAD || c->property == CERT_OUTPUT) {
    fprintf(e->out, "It is true initially, every allowed step keeps it, and in no such state can "
                    "the bad literal be true.\n");
  } else if (c->property == CERT_CTL && !s->facts) {
    fputc('\n', e->out);
    explain_tree(e);
  }
}

static int run_explain(void *settings, char **arguments, size_t num_arguments) {
  (void)num_arguments;
  struct fault fault;
  struct certificate certificate;
  struct aiger model, scoped = {0};
  struct core_formula core;
  struct replay replay;
  int status = EXIT_USAGE;
  if (!certificate_read_file(arguments[0], &certificate, &fault)) {
    fault_print(&fault, "vouch explain", stderr);
    return EXIT_USAGE;
  }
  if (read_model(arguments[1], &certificate, &model, &fault)) {
    if (make_core(&certificate, &model, &scoped, &core, &fault) &&
        replay_init(&replay, scoped.ands ? &scoped : &model, &certificate, &core, &fault)) {
      struct explainer e;
      explainer_init(&e, &replay, stdout);
      explain(settings, &e);
      explainer_free(&e);
      replay_free(&replay);
      status = fflush(stdout) == 0 && !ferror(stdout) ? 0 : EXIT_USAGE;
      fault_set(&fault, "cannot write to standard output");
    }
    core_free(&core);
    scope_model_free(&scoped);
    aiger_free(&model);
  }
  certificate_free(&certificate);
  if (status != 0) fault_print(&fault, "vouch explain", stderr);
  return status;
}

const struct command command_explain = {
    .name = "explain",
    .arguments = "CERTIFICATE MODEL",
    .least_arguments = 2,
    .most_arguments = 2,
    .summary = "say in words what a certificate shows",
    .description =
        "Says in words and with the names of MODEL what CERTIFICATE shows: for each node of the "
        "formula the bound that is used, for each existential "
        "claim the strategy, and for a failing property the counterexample, step by step.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run_explain};
