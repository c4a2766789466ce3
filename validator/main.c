/* vouch-validate: the judge. Exits 0 accepted, 1 rejected, 2 cannot tell. */
#include "validator/proof.h"
#include "validator/validator.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: vouch-validate MODEL CERTIFICATE... [options]\n"
    "Checks certificates of verdicts on properties of an AIGER model.\n"
    "  --formula F            the certificate must be about this CTL formula (canonical form)\n"
    "  --property P           .. about 'bad N', 'output N' or 'justice N'\n"
    "  --state-inputs WHICH   .. and read inputs as state: observed (the default with --formula) or all\n"
    "  --solver NAME          solve obligations without proofs with this program: kissat, or one called like cadical\n"
    "  --export DIR           write every obligation (.cnf), its proof (.lrat) and index.txt\n"
    "  --verbose              say for every obligation what it is and how it was discharged\n"
    "  --help, --version\n"
    "Exit status: 0 accepted, 1 rejected, 2 cannot tell. The last line says the same in words.\n";

struct arguments {
  const char *formula, *property, *state_inputs;
  struct validator_options options;
  int files; /* model and certificates are argv[1 .. files] afterwards */
};

static _Noreturn void interrupted(int number) {
  v_solver_cleanup();
  if (number && write(1, "s UNKNOWN interrupted\n", 22) < 0) _exit(2);
  _exit(2);
}

static bool parse(int argc, char **argv, struct arguments *a) {
  const struct {
    const char *name, **value;
  } table[] = {{"--formula", &a->formula}, {"--property", &a->property}, {"--state-inputs", &a->state_inputs},
               {"--solver", &a->options.solver}, {"--export", &a->options.export}};
  for (int k = 1; k < argc; k++) {
    size_t option = 0;
    while (option < 5 && strcmp(argv[k], table[option].name)) option++;
    if (option < 5 && k + 1 < argc) *table[option].value = argv[++k];
    else if (!strcmp(argv[k], "--verbose")) a->options.log = stdout;
    else if (argv[k][0] == '-') return false;
    else argv[++a->files] = argv[k];
  }
  if (a->state_inputs && strcmp(a->state_inputs, "all") && strcmp(a->state_inputs, "observed")) return false;
  return a->files >= 2 && !(a->formula && a->property);
}

/* One certificate, one "s" line. */
static int judge(const char *model, const char *certificate, const struct arguments *a) {
  struct validator_result result;
  struct validator *v = validator_open(model, certificate, a->formula, a->property, &result);
  bool asked = a->formula || a->property;
  if (v) {
    bool all = validator_all_inputs(v), want_all = a->state_inputs && !strcmp(a->state_inputs, "all");
    if (!asked || a->options.log) printf("c property: %s%s\n", validator_property(v), all ? " (all inputs are state)" : "");
    if (!asked || a->options.log) validator_print_atoms(v, stdout);
    if ((a->formula || a->state_inputs) && all != want_all) {
      result.verdict = VALIDATOR_REJECTED;
      snprintf(result.reason, sizeof result.reason, "the certificate reads inputs as state differently (--state-inputs)");
    } else
      validator_run(v, &a->options, &result);
  }
  if (v && result.verdict == VALIDATOR_ACCEPTED)
    printf("s ACCEPTED %s %s%s%s\n", result.holds ? "holds" : "fails", validator_property(v), validator_all_inputs(v) ? " (all inputs are state)" : "",
           asked ? "" : " (property taken from the certificate)");
  else
    printf("s %s %s\n", result.verdict == VALIDATOR_REJECTED ? "REJECTED" : "UNKNOWN", result.reason);
  if (!v && result.verdict == VALIDATOR_ACCEPTED) result.verdict = VALIDATOR_UNKNOWN;
  validator_close(v);
  return (int)result.verdict;
}

int main(int argc, char **argv) {
  struct arguments a = {0};
  if (argc == 2 && !strcmp(argv[1], "--help")) return fputs(usage, stdout) < 0 || fflush(stdout) ? 2 : 0;
  if (argc == 2 && !strcmp(argv[1], "--version")) return puts("vouch-validate 0.1.0, certificate format 1") < 0 || fflush(stdout) ? 2 : 0;
  if (!parse(argc, argv, &a)) { fputs(usage, stderr); puts("s UNKNOWN wrong usage"); return 2; }
  struct sigaction action = {.sa_handler = interrupted};
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t k = 0; k < 3; k++) sigaction(signals[k], &action, NULL);
  int worst = 0;
  for (int k = 2; k <= a.files; k++) { int status = judge(argv[1], argv[k], &a); if (status > worst) worst = status; }
  return fflush(stdout) || ferror(stdout) ? 2 : worst;
}
