/* vouch-validate: the judge. Exits 0 accepted, 1 rejected, 2 cannot tell. */
#include "validator/kernel/certificate.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static const char usage[] =
    "usage: vouch-validate MODEL CERTIFICATE... [options]\n"
    "Checks certificates of verdicts on properties of an AIGER model.\n"
    "  --certifaiger          the certificates are witness circuits as Certifaiger checks them\n"
    "  --aiger-witness        .. are AIGER witnesses (counterexamples)\n"
    "  --formula F            the certificate must be about this CTL formula (canonical form)\n"
    "  --property P           .. about 'bad N', 'output N' or 'justice N'\n"
    "  --state-inputs WHICH   .. and read inputs as state: observed (the default with --formula) "
    "or all\n"
    "  --solver NAME          solve obligations without proofs with this program: kissat, or one "
    "called like cadical\n"
    "  --export DIR           write every obligation (.cnf), its proof (.lrat) and index.txt\n"
    "  --memory MB, --timeout S   cannot tell when that is not enough\n"
    "  --verbose              say for every obligation what it is and how it was discharged\n"
    "  --help, --version\n"
    "Exit status: 0 accepted, 1 rejected, 2 cannot tell. The last line says the same in words.\n";

struct arguments {
  const char *formula, *property, *state_inputs, *memory, *timeout;
  enum validator_format format;
  struct validator_options options;
  int files; /* model and certificates are argv[1 .. files] afterwards */
};

static _Noreturn void interrupted(int number) {
  v_solver_cleanup();
  if (write(1, number == SIGALRM ? "s UNKNOWN out of time\n" : "s UNKNOWN interrupted\n", 22) < 0)
    _exit(2);
  _exit(2);
}

static bool parse(int argc, char **argv, struct arguments *a) {
  const struct {
    const char *name, **value;
  } table[] = {{"--formula", &a->formula},           {"--property", &a->property},
               {"--state-inputs", &a->state_inputs}, {"--memory", &a->memory},
               {"--timeout", &a->timeout},           {"--solver", &a->options.solver},
               {"--export", &a->options.export}};
  for (int k = 1; k < argc; k++) {
    size_t option = 0;
    while (option < 7 && strcmp(argv[k], table[option].name)) option++;
    if (option < 7 && k + 1 < argc)
      *table[option].value = argv[++k];
    else if (!strcmp(argv[k], "--verbose"))
      a->options.log = stdout;
    else if (!strcmp(argv[k], "--certifaiger"))
      a->format = VALIDATOR_CERTIFAIGER;
    else if (!strcmp(argv[k], "--aiger-witness"))
      a->format = VALIDATOR_AIGER_WITNESS;
    else if (argv[k][0] == '-')
      return false;
    else
      argv[++a->files] = argv[k];
  }
  if (a->state_inputs && strcmp(a->state_inputs, "all") && strcmp(a->state_inputs, "observed"))
    return false;
  return a->files >= 2 && !(a->formula && a->property);
}

/* Limits that end in "cannot tell"; solvers inherit that of memory. */
static bool set_limits(const struct arguments *a) {
  char *end = "";
  unsigned long memory = a->memory ? strtoul(a->memory, &end, 10) : 0,
                timeout = a->timeout && !*end ? strtoul(a->timeout, &end, 10) : 0;
  if (*end || (a->memory && (!memory || memory > SIZE_MAX >> 20)) ||
      (a->timeout && (!timeout || timeout > 1u << 30)))
    return false;
  struct rlimit limit = {memory << 20, memory << 20};
  if (timeout) alarm((unsigned)timeout);
  return !memory || !setrlimit(RLIMIT_AS, &limit);
}

/* One certificate, one "s" line. */
static int judge(const char *model, const char *certificate, const struct arguments *a) {
  static const char *const kinds[] = {" (property taken from the certificate)",
                                      " (witness circuit)", " (witness)"};
  struct validator_result result;
  struct validator *v =
      validator_open_as(a->format, model, certificate, a->formula, a->property, &result);
  bool asked = a->formula || a->property;
  if (v) {
    bool all = validator_all_inputs(v),
         want_all = a->state_inputs && !strcmp(a->state_inputs, "all");
    if (!asked || a->options.log)
      printf("c property: %s%s\n", validator_property(v), all ? " (all inputs are state)" : "");
    if ((a->formula || a->state_inputs) && all != want_all) {
      result.verdict = VALIDATOR_REJECTED;
      snprintf(result.reason, sizeof result.reason,
               "the certificate reads inputs as state differently (--state-inputs)");
    } else
      validator_run(v, &a->options, &result);
  }
  if (v && result.verdict == VALIDATOR_ACCEPTED)
    printf("s ACCEPTED %s %s%s%s\n", result.holds ? "holds" : "fails", validator_property(v),
           validator_all_inputs(v) ? " (all inputs are state)" : "",
           a->format ? kinds[a->format]
           : asked   ? ""
                     : kinds[0]);
  else
    printf("s %s %s\n", result.verdict == VALIDATOR_REJECTED ? "REJECTED" : "UNKNOWN",
           result.reason);
  if (!v && result.verdict == VALIDATOR_ACCEPTED) result.verdict = VALIDATOR_UNKNOWN;
  validator_close(v);
  return (int)result.verdict;
}

int main(int argc, char **argv) {
  struct arguments a = {0};
  if (argc == 2 && !strcmp(argv[1], "--help"))
    return fputs(usage, stdout) < 0 || fflush(stdout) ? 2 : 0;
  if (argc == 2 && !strcmp(argv[1], "--version"))
    return puts("vouch-validate 0.1.0, certificate format 1") < 0 || fflush(stdout) ? 2 : 0;
  struct sigaction action = {.sa_handler = interrupted};
  const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
  for (size_t k = 0; k < 4; k++) sigaction(signals[k], &action, NULL);
  if (!parse(argc, argv, &a) || !set_limits(&a)) {
    fputs(usage, stderr);
    puts("s UNKNOWN wrong usage");
    return 2;
  }
  int worst = 0;
  for (int k = 2; k <= a.files; k++) {
    int status = judge(argv[1], argv[k], &a);
    if (status > worst) worst = status;
  }
  return fflush(stdout) || ferror(stdout) ? 2 : worst;
}
