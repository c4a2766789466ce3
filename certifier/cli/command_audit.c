/* vouch audit --manifest FILE | vouch audit MODEL CERTIFICATE... */
#include "certifier/audit/audit.h"
#include "certifier/audit/audit_report.h"
#include "certifier/cli/commands.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
  const char *manifest, *results, *junit, *shard, *validator, *formula, *property, *state_inputs;
  unsigned jobs;
  double timeout;
  bool json;
};

static const struct option options[] = {
    {.name = "manifest",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .help = "what to audit: lines \"model TAB certificate [TAB property]\", relative to the "
             "manifest's folder",
     .offset = offsetof(struct settings, manifest)},
    {.name = "formula",
     .kind = OPTION_TEXT,
     .argument = "F",
     .help = "the formula that each certificate must be about (with MODEL CERTIFICATE...)",
     .offset = offsetof(struct settings, formula)},
    {.name = "property",
     .kind = OPTION_TEXT,
     .argument = "P",
     .help = "the same for 'bad N', 'output N' or 'justice N'",
     .offset = offsetof(struct settings, property)},
    {.name = "state-inputs",
     .kind = OPTION_TEXT,
     .argument = "observed|all",
     .help = "which reading of inputs CTL certificates must be about (default: observed where a "
             "formula is given)",
     .offset = offsetof(struct settings, state_inputs)},
    {.name = "jobs",
     .letter = 'j',
     .kind = OPTION_COUNT,
     .argument = "N",
     .help = "validators at a time (default 1)",
     .offset = offsetof(struct settings, jobs),
     .least = 1,
     .most = 1024},
    {.name = "timeout",
     .kind = OPTION_SECONDS,
     .argument = "S",
     .help = "seconds per certificate; then it counts as unknown",
     .offset = offsetof(struct settings, timeout)},
    {.name = "shard",
     .kind = OPTION_TEXT,
     .argument = "K/N",
     .help = "audit only every N-th line, beginning with line K (1 to N)",
     .offset = offsetof(struct settings, shard)},
    {.name = "results",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .help = "append a line per certificate to FILE, and skip what it already holds: an audit that "
             "was stopped goes on",
     .offset = offsetof(struct settings, results)},
    {.name = "json",
     .kind = OPTION_FLAG,
     .help = "print JSON objects, one per certificate and line",
     .offset = offsetof(struct settings, json)},
    {.name = "junit",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .help = "write a JUnit XML report",
     .offset = offsetof(struct settings, junit)},
    {.name = "validator",
     .kind = OPTION_TEXT,
     .argument = "PATH",
     .help = "the validator (default: vouch-validate beside vouch, or in PATH)",
     .offset = offsetof(struct settings, validator)},
    {0},
};

static void set_defaults(void *settings) { ((struct settings *)settings)->jobs = 1; }

static bool parse_shard(const char *text, unsigned *k, unsigned *n) {
  char end;
  return sscanf(text, "%u/%u%c", k, n, &end) == 2 && *k >= 1 && *k <= *n;
}

/* What the command line asks for, as items. */
static bool collect(const struct settings *s, char **arguments, size_t num_arguments,
                    struct audit *audit, struct fault *fault) {
  if (s->formula && s->property)
    return fault_set(fault, "--formula and --property exclude each other");
  if ((s->manifest != NULL) == (num_arguments > 0))
    return fault_set(fault, "give either --manifest FILE or MODEL CERTIFICATE...");
  if (s->manifest) {
    if (s->formula || s->property)
      return fault_set(fault, "with --manifest the properties stand in the manifest");
    if (!audit_read_manifest(audit, s->manifest, fault)) return false;
  } else {
    if (num_arguments < 2)
      return fault_set(fault, "which certificates? usage: vouch audit MODEL CERTIFICATE...");
    for (size_t k = 1; k < num_arguments; k++)
      audit_add(audit, arguments[0], arguments[k], s->formula ? s->formula : s->property);
  }
  unsigned k, n;
  if (s->shard && !parse_shard(s->shard, &k, &n))
    return fault_set(fault, "--shard: expected K/N with 1 <= K <= N, not '%s'", s->shard);
  if (s->shard) audit_shard(audit, k, n);
  return true;
}

static int run(void *settings, char **arguments, size_t num_arguments) {
  const struct settings *s = settings;
  struct fault fault;
  struct audit audit = {0};
  struct audit_report report;
  char validator[VALIDATION_PATH_BYTES];
  bool ok = collect(s, arguments, num_arguments, &audit, &fault) &&
            validation_find(s->validator, validator, &fault) &&
            audit_report_open(&report, &audit, s->json, s->results, &fault);
  int status = EXIT_USAGE;
  if (ok) {
    struct audit_plan plan = {.validator = validator,
                              .jobs = s->jobs,
                              .timeout = s->timeout,
                              .state_inputs = s->state_inputs,
                              .finished = audit_report_item,
                              .context = &report};
    ok = audit_run(&audit, &plan, &fault);
    if (!audit_report_close(&report, ok ? s->junit : NULL, ok ? &fault : &(struct fault){0}))
      ok = false;
    if (ok) status = report.rejected ? 1 : report.unknown ? 2 : 0;
  }
  if (!ok) fault_print(&fault, "vouch audit", stderr);
  audit_free(&audit);
  return status;
}

const struct command command_audit = {
    .name = "audit",
    .arguments = "[MODEL CERTIFICATE...]",
    .least_arguments = 0,
    .most_arguments = SIZE_MAX,
    .summary = "validate many certificates in separate processes",
    .description = "Runs vouch-validate once per certificate and believes it only when its exit "
                   "status and its last line agree. "
                   "Exit status: 0 all accepted, 1 some rejected, 2 none rejected but some cannot "
                   "be told, or a usage or input error. "
                   "Shards of one manifest can run on different machines; their result files merge "
                   "by concatenation.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .set_defaults = set_defaults,
    .run = run,
};
