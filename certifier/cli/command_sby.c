/* vouch sby MODEL: speaks what SymbiYosys expects of the solver in its "aiger suprove" slot. */
#include "certifier/cli/commands.h"
#include "certifier/cli/program.h"
#include "certifier/pipeline/pipeline.h"

#include <stdio.h>

struct settings {
  double timeout;
};

static const struct option options[] = {
    {.name = "timeout",
     .letter = 't',
     .kind = OPTION_SECONDS,
     .argument = "S",
     .offset = offsetof(struct settings, timeout),
     .help = "Give up after S seconds of wall-clock time per property"},
    {0}};

/* The first failing property is reported; "0" means that all hold. */
static void decide(const struct settings *s, const struct selection *selection) {
  bool undecided = false;
  for (size_t k = 0; k < selection->size; k++) {
    struct interrupt interrupt = {.deadline =
                                      s->timeout > 0 ? monotonic_seconds() + s->timeout : 0};
    struct check_result result;
    check_property(&selection->model, &selection->at[k].property, &check_defaults, &interrupt,
                   &result);
    enum verdict verdict = result.evidence.verdict;
    if (verdict == VERDICT_FAILS) print_witness(selection, &selection->at[k], &result, stdout);
    check_result_free(&result);
    if (verdict == VERDICT_FAILS) return;
    undecided = undecided || verdict == VERDICT_UNKNOWN;
  }
  puts(undecided ? "2" : "0");
}

static int run(void *settings, char **arguments, size_t num_arguments) {
  struct selection selection;
  struct fault fault;
  struct selection_request request = {.model = arguments[num_arguments - 1]};
  catch_signals();
  if (!selection_read(&request, &selection, &fault)) {
    fault_print(&fault, "vouch sby", stderr);
    return EXIT_USAGE;
  }
  decide(settings, &selection);
  selection_free(&selection);
  return fflush(stdout) == 0 ? 0 : EXIT_USAGE;
}

const struct command command_sby = {
    .name = "sby",
    .arguments = "[+MODE] MODEL",
    .least_arguments = 1,
    .most_arguments = 2,
    .summary = "stand in for SymbiYosys' suprove engine",
    .description = "Prints 0 when all properties hold, 2 when some are undecided, or 1 and the "
                   "AIGER witness of the first failing one. Exit status 0 in all three cases. "
                   "Give SymbiYosys a wrapper of one line (exec vouch sby \"$@\") with its option "
                   "--suprove. A first argument like +simple_liveness, "
                   "which SymbiYosys passes in live mode, is accepted: justice properties are "
                   "decided in any case.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run,
};
