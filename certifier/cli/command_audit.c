/* vouch audit --manifest FILE | vouch audit MODEL CERTIFICATE... */
#include "certifier/audit/audit_report.h"
#include "certifier/audit/junit.h"
#include "certifier/cli/commands.h"
#include "certifier/cli/program.h"
#include "certifier/cli/shard.h"
#include "certifier/cli/terminal_options.h"
#include "certifier/cli/worker.h"
#include "formats/support/escape.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beside the statuses that commands share: there was no certificate to judge. */
enum { EXIT_NOTHING = 4, NOT_CHOSEN = -1 };

struct settings {
  const char *manifest, *results, *junit, *shard, *validator, *formula, *property, *solver;
  unsigned jobs, memory;
  int state_inputs, required; /* NOT_CHOSEN, or what was chosen */
  double timeout;
  bool json;
  struct terminal_options terminal;
};

static const struct option_use options[] = {
    TAKE(MANIFEST, manifest),
    TAKE(AUDIT_FORMULA, formula),
    TAKE(AUDIT_PROPERTY, property),
    TAKE_AS(STATE_INPUTS, state_inputs,
            "which reading of inputs CTL certificates must be about (default: observed where a "
            "formula is given)"),
    TAKE(AUDIT_REQUIRE, required),
    TAKE(SOLVER, solver),
    TAKE(AUDIT_JOBS, jobs),
    TAKE(AUDIT_TIMEOUT, timeout),
    TAKE_AS(MEMORY, memory, "megabytes per certificate; then it counts as unknown"),
    TAKE(SHARD, shard),
    TAKE(RESULTS, results),
    TAKE_AS(JSON, json, "print JSON objects, one per certificate and line"),
    TAKE(JUNIT, junit),
    TAKE_AS(VALIDATOR, validator,
            "the validator (default: vouch-validate beside vouch, or in PATH)"),
    TAKE_TERMINAL_OPTIONS(terminal),
    {0}};

static void set_defaults(void *settings) {
  struct settings *s = settings;
  s->jobs = processors();
  s->state_inputs = NOT_CHOSEN;
  s->required = NOT_CHOSEN;
}

/* --- what to audit ---------------------------------------------------------------------------- */

static bool take_shard(const char *text, struct audit *audit, struct fault *fault) {
  unsigned k, n;
  if (!text) return true;
  if (!shard_parse(text, &k, &n, fault)) return false;
  audit_shard(audit, k, n);
  return true;
}

static bool take_manifest(const struct settings *s, struct audit *audit, struct fault *fault) {
  if (s->formula || s->property)
    return fault_set(fault, "with --manifest the properties stand in the manifest");
  return audit_read_manifest(audit, s->manifest, fault);
}

static void apply_requirement(const struct settings *s, struct audit *audit) {
  static const enum audit_requirement chosen[] = {REQUIRE_HOLDS, REQUIRE_FAILS};
  for (size_t k = 0; s->required != NOT_CHOSEN && k < audit->size; k++)
    if (audit->at[k].required == REQUIRE_ANY) audit->at[k].required = chosen[s->required];
}

/* What the command line asks for, as items. */
static bool collect(const struct settings *s, char **arguments, size_t num_arguments,
                    struct audit *audit, struct fault *fault) {
  if (s->formula && s->property)
    return fault_set(fault, "--formula and --property exclude each other");
  if (s->property && !validation_is_circuit_property(s->property))
    return fault_set(fault, "--property: expected 'bad N', 'output N' or 'justice N', not '%s'",
                     s->property);
  if ((s->manifest != NULL) == (num_arguments > 0))
    return fault_set(fault, "give either --manifest FILE or MODEL CERTIFICATE...");
  if (s->manifest && !take_manifest(s, audit, fault)) return false;
  for (size_t k = 1; k < num_arguments; k++)
    audit_add(audit, arguments[0], arguments[k], s->formula ? s->formula : s->property);
  apply_requirement(s, audit);
  return take_shard(s->shard, audit, fault);
}

/* --- doing it --------------------------------------------------------------------------------- */

static int status_of(const struct audit *audit, const struct audit_counts *counts) {
  if (audit->size == 0) return EXIT_NOTHING;
  if (counts->rejected || counts->missed) return EXIT_FAILS;
  if (counts->unknown || counts->done < audit->size) return EXIT_USAGE;
  return EXIT_HOLDS;
}

/* Returns the exit status. The report is written whatever happens: what was not audited is an error
 * in it. */
static int perform(const struct settings *s, struct audit *audit, struct audit_plan *plan,
                   struct results *results, size_t resumed) {
  struct audit_report report;
  struct audit_counts counts;
  struct fault fault, second;
  struct live live;
  terminal_options_live(&s->terminal, false, audit->size, &live);
  live.heading = "certificate";
  live.words[SHADE_GOOD] = "accepted";
  live.words[SHADE_BAD] = "REJECTED or not as required";
  audit_report_init(&report, audit, results, s->json,
                    !s->json && terminal_options_colour(&s->terminal), &live);
  plan->live = &live;
  plan->finished = audit_report_item;
  plan->context = &report;
  bool ok = audit_run(audit, plan, &fault);
  live_free(&live);
  audit_count(audit, &counts);
  audit_report_summary(&report, &counts, resumed);
  if (!ok) fault_print(&fault, "vouch audit", stderr);
  if (s->junit && !junit_write(audit, s->junit, &second)) {
    fault_print(&second, "vouch audit", stderr);
    ok = false;
  }
  return ok ? status_of(audit, &counts) : EXIT_USAGE;
}

/* With a results file around it. */
static int perform_resumed(const struct settings *s, struct audit *audit, struct audit_plan *plan) {
  struct results results;
  struct fault fault;
  if (!results_open(&results, s->results, plan, &fault)) {
    fault_print(&fault, "vouch audit", stderr);
    return EXIT_USAGE;
  }
  if (results.cut_off)
    escape_line(stderr,
                "%s: line %zu is cut off, as a killed audit leaves it; that certificate is audited "
                "again",
                s->results, results.cut_off);
  size_t resumed = results_resume(&results, audit);
  int status = perform(s, audit, plan, &results, resumed);
  if (results_close(&results, &fault)) return status;
  fault_print(&fault, "vouch audit", stderr);
  return EXIT_USAGE;
}

static int run(void *settings, char **arguments, size_t num_arguments) {
  const struct settings *s = settings;
  struct fault fault;
  struct audit audit = {0};
  char validator[VALIDATION_PATH_BYTES];
  int status = EXIT_USAGE;
  if ((s->junit && !junit_remove(s->junit, &fault)) ||
      !collect(s, arguments, num_arguments, &audit, &fault) ||
      !validation_find(s->validator, validator, &fault)) {
    fault_print(&fault, "vouch audit", stderr);
  } else {
    struct audit_plan plan = {.validator = validator,
                              .solver = s->solver,
                              .memory = s->memory,
                              .timeout = s->timeout,
                              .jobs = s->jobs};
    if (s->state_inputs != NOT_CHOSEN)
      plan.state_inputs = option_table[OPT_STATE_INPUTS].choices[s->state_inputs];
    catch_signals();
    status = s->results ? perform_resumed(s, &audit, &plan) : perform(s, &audit, &plan, NULL, 0);
  }
  audit_free(&audit);
  return status;
}

const struct command command_audit = {
    .name = "audit",
    .arguments = "[MODEL CERTIFICATE...]",
    .least_arguments = 0,
    .most_arguments = SIZE_MAX,
    .endings = "cert " MODEL_ENDINGS,
    .summary = "validate many certificates in separate processes",
    .description = "Runs vouch-validate once per certificate and believes it only when its exit "
                   "status and its one line of JSON agree with each other and name exactly the "
                   "model, certificate and property that were asked for.\n\n"
                   "Exit status: 0 all accepted and as required, 1 some rejected or not as "
                   "required, 2 none of those but some unknown, or a usage or input error, "
                   "4 nothing was audited: the manifest or the shard is empty, or no certificate "
                   "was given.\n\n"
                   "Shards of one manifest can run on different machines; their result files merge "
                   "by concatenation.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .set_defaults = set_defaults,
    .run = run,
};
