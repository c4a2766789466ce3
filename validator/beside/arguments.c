#include "validator/beside/arguments.h"

#include <stdint.h>
#include <string.h>

const char v_usage[] =
    "usage: vouch-validate MODEL CERTIFICATE... [options] [--]\n"
    "Checks certificates of verdicts on properties of an AIGER model.\n"
    "  --certifaiger          the certificates are witness circuits as Certifaiger checks them\n"
    "  --aiger-witness        .. are AIGER witnesses (counterexamples)\n"
    "  --formula F            the certificate must be about this CTL formula (canonical form)\n"
    "  --property P           .. about 'bad N', 'output N' or 'justice N'\n"
    "  --state-inputs WHICH   .. and read inputs as state: observed (the default with --formula) "
    "or all\n"
    "  --solver NAME          solve obligations without proofs with this program: kissat, or one "
    "called like cadical\n"
    "  --export DIR           every obligation and proof of one certificate, into an empty folder\n"
    "  --memory MB, --timeout S   cannot tell when that is not enough\n"
    "  --json                 one certificate; the result as one JSON object on one line\n"
    "  --verbose              say for every obligation what it is and how it was discharged\n"
    "  --                     what follows are files, whatever they are called\n"
    "  --help, --version\n"
    "Exit status, and last line: 0 accepted, 1 rejected, 2 cannot tell; of several the worst.\n";

enum { MOST_SECONDS = 1 << 30 };
#define MOST_MEGABYTES (SIZE_MAX >> 20)

/* A decimal number, 1 .. most. */
static bool limit(const char *text, unsigned long most, unsigned long *value) {
  unsigned long n = 0;
  for (; *text >= '0' && *text <= '9'; text++) {
    unsigned long digit = (unsigned long)(*text - '0');
    if (n > (most - digit) / 10) return false;
    n = 10 * n + digit;
  }
  *value = n;
  return n > 0 && *text == 0;
}

struct values {
  const char *memory, *timeout;
};

/* The place of the value of an option that has one. */
static const char **value_of(struct v_arguments *a, struct values *values, const char *option) {
  const struct {
    const char *name, **value;
  } table[] = {{"--formula", &a->formula},
               {"--property", &a->property},
               {"--state-inputs", &a->state_inputs},
               {"--memory", &values->memory},
               {"--timeout", &values->timeout},
               {"--solver", &a->solver},
               {"--export", &a->export}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (!strcmp(option, table[k].name)) return table[k].value;
  return NULL;
}

static bool *flag_of(struct v_arguments *a, const char *option) {
  const struct {
    const char *name;
    bool *flag;
  } table[] = {{"--json", &a->json},
               {"--verbose", &a->verbose},
               {"--help", &a->help},
               {"--version", &a->version}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (!strcmp(option, table[k].name)) return table[k].flag;
  return NULL;
}

static const char *set_format(struct v_arguments *a, enum validator_format format) {
  if (a->format != VALIDATOR_CERTIFICATE && a->format != format)
    return "--certifaiger and --aiger-witness exclude each other";
  a->format = format;
  return NULL;
}

/* The option argv[*k], and its value. */
static const char *option(int argc, char **argv, int *k, struct v_arguments *a,
                          struct values *values) {
  const char *name = argv[*k];
  if (!strcmp(name, "--certifaiger")) return set_format(a, VALIDATOR_CERTIFAIGER);
  if (!strcmp(name, "--aiger-witness")) return set_format(a, VALIDATOR_AIGER_WITNESS);
  bool *flag = flag_of(a, name);
  if (flag) {
    *flag = true;
    return NULL;
  }
  const char **value = value_of(a, values, name);
  if (!value) return "unknown option";
  if (*value) return "an option is given twice";
  if (*k + 1 >= argc) return "an option without its value";
  *value = argv[++*k];
  return NULL;
}

/* What does not fit together. */
static const char *contradiction(struct v_arguments *a, const struct values *values) {
  if (a->help || a->version) return NULL;
  if (a->num_certificates < 1) return "expected a model and a certificate";
  if (a->json && a->num_certificates > 1) return "--json is for one certificate";
  if (a->export && a->num_certificates > 1) return "--export is for one certificate";
  if (a->formula && a->property) return "--formula and --property exclude each other";
  if (a->state_inputs && strcmp(a->state_inputs, "all") && strcmp(a->state_inputs, "observed"))
    return "--state-inputs is observed or all";
  if (values->memory && !limit(values->memory, MOST_MEGABYTES, &a->memory))
    return "--memory is a number of megabytes";
  if (values->timeout && !limit(values->timeout, MOST_SECONDS, &a->timeout))
    return "--timeout is a number of seconds";
  return NULL;
}

const char *v_arguments_read(int argc, char **argv, struct v_arguments *a) {
  struct values values = {0};
  const char *wrong = NULL;
  bool options = true;
  int files = 0;
  *a = (struct v_arguments){0};
  for (int k = 1; k < argc; k++) {
    if (options && !strcmp(argv[k], "--")) {
      options = false;
    } else if (options && argv[k][0] == '-') {
      const char *fault = option(argc, argv, &k, a, &values);
      if (!wrong) wrong = fault;
    } else {
      argv[files++] = argv[k];
    }
  }
  if (files > 0) a->model = argv[0];
  a->certificates = argv + 1;
  a->num_certificates = files > 0 ? files - 1 : 0;
  return wrong ? wrong : contradiction(a, &values);
}
