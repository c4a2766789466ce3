/* vouch hwmcc MODEL CERT.sat CERT.unsat: the calling convention of the hardware model checking
 * competition. */
#include "certifier/certify/certifaiger.h"
#include "certifier/cli/commands.h"
#include "certifier/cli/program.h"
#include "certifier/pipeline/pipeline.h"
#include "formats/support/escape.h"
#include "formats/support/output.h"

#include <stdio.h>

struct settings {
  double timeout;
};

static const struct option options[] = {{.name = "timeout",
                                         .letter = 't',
                                         .kind = OPTION_SECONDS,
                                         .argument = "S",
                                         .offset = offsetof(struct settings, timeout),
                                         .help = "Give up after S seconds of wall-clock time"},
                                        {0}};

static bool write_circuit(const struct aiger *model, uint32_t bad,
                          const struct check_result *result, const char *path,
                          struct fault *fault) {
  struct aiger witness;
  struct output out;
  certifaiger_build(model, bad, result, &witness);
  bool ok = output_open(&out, path, fault);
  if (ok && !aiger_write(&witness, out.file, true)) {
    output_abort(&out);
    ok = fault_set(fault, "%s: cannot write the witness circuit", path);
  } else if (ok) {
    ok = output_commit(&out, false, fault);
  }
  aiger_free(&witness);
  return ok;
}

/* The competition has no format for justice properties that hold: there the certificate is ours. */
static bool write_unsat(const struct selection *selection, const struct check_result *result,
                        const char *path, const struct interrupt *interrupt, struct fault *fault) {
  const struct selected *p = &selection->at[0];
  const struct aiger *model = &selection->model;
  if (p->property.kind == PROPERTY_BAD)
    return write_circuit(model, model->bad.at[p->property.index], result, path, fault);
  if (p->property.kind == PROPERTY_OUTPUT)
    return write_circuit(model, model->outputs.at[p->property.index], result, path, fault);
  struct delivery delivery = {.selection = selection,
                              .property = p,
                              .result = result,
                              .path = path,
                              .jobs = 1,
                              .interrupt = interrupt};
  size_t obligations;
  return deliver_certificate(&delivery, &obligations, fault) == DELIVERED;
}

static int run(void *settings, char **arguments, size_t num_arguments) {
  (void)num_arguments;
  const struct settings *s = settings;
  struct selection selection;
  struct fault fault;
  struct selection_request request = {.model = arguments[0]};
  if (!selection_read(&request, &selection, &fault)) {
    fault_print(&fault, "vouch hwmcc", stderr);
    return EXIT_USAGE;
  }
  if (selection.size == 0) {
    escape_line(stderr, "vouch hwmcc: %s: no property to decide", arguments[0]);
    selection_free(&selection);
    return EXIT_USAGE;
  }
  catch_signals();
  struct interrupt interrupt = {.deadline = s->timeout > 0 ? monotonic_seconds() + s->timeout : 0};
  struct check_result result;
  check_property(&selection.model, &selection.at[0].property, &check_defaults, &interrupt, &result);
  enum verdict verdict = result.evidence.verdict;
  bool ok = true;
  if (verdict == VERDICT_FAILS)
    ok = deliver_witness(&selection, &selection.at[0], &result, arguments[1], &fault);
  if (verdict == VERDICT_HOLDS)
    ok = write_unsat(&selection, &result, arguments[2], &interrupt, &fault);
  check_result_free(&result);
  selection_free(&selection);
  if (!ok) fault_print(&fault, "vouch hwmcc", stderr);
  if (!ok || verdict == VERDICT_UNKNOWN) return ok ? EXIT_UNDECIDED : EXIT_USAGE;
  puts(verdict == VERDICT_FAILS ? "sat" : "unsat");
  return fflush(stdout) == 0 ? 0 : EXIT_USAGE;
}

const struct command command_hwmcc = {
    .name = "hwmcc",
    .arguments = "MODEL CERT.sat CERT.unsat",
    .least_arguments = 3,
    .most_arguments = 3,
    .summary = "decide the first property as the competition expects",
    .description =
        "Prints sat when the first property of the model fails and writes an AIGER witness to "
        "CERT.sat; prints unsat when it holds and writes a Certifaiger "
        "witness circuit to CERT.unsat (for a justice property: a vouch certificate). Prints "
        "nothing when it cannot decide (exit status 3). "
        "The word is printed after the file is complete; otherwise nothing is left behind.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run,
};
