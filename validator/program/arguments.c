#include "validator/program/arguments.h"

#include <stdint.h>
#include <string.h>

const char v_usage[] =
    "usage: vouch-validate MODEL CERTIFICATE... [options] [--]\n"
    "Checks certificates of verdicts on properties of an AIGER model.\n"
    "  --certifaiger          the certificates are witness circuits as Certifaiger checks them\n"
    "  --aiger-witness        .. are AIGER witnesses (counterexamples)\n"
    "  --formula F            the certificate is about F (canonical form), and assumes no more\n"
    "  --property P           .. about 'bad N', 'output N' or 'justice N'\n"
    "  --state-inputs observed|all   .. with these inputs as state (the default with --formula: "
    "observed)\n"
    "  --solver NAME          solve obligations without proofs with this program (kissat, or one "
    "called like cadical), not with the search inside\n"
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

/* The option argv[*k], and its value. */
static const char *option(int argc, char **argv, int *k, struct v_arguments *a) {
  const struct {
    const char *name;
    bool *flag;
    const char **value;
  } table[] = {{"--formula", NULL, &a->formula},
               {"--property", NULL, &a->property},
               {"--state-inputs", NULL, &a->state_inputs},
               {"--memory", NULL, &a->megabytes},
               {"--timeout", NULL, &a->seconds},
               {"--solver", NULL, &a->solver},
               {"--export", NULL, &a->export},
               {"--certifaiger", &a->certifaiger, NULL},
               {"--aiger-witness", &a->aiger_witness, NULL},
               {"--json", &a->json, NULL},
               {"--verbose", &a->verbose, NULL},
               {"--help", &a->help, NULL},
               {"--version", &a->version, NULL}};
  size_t n = 0;
  while (n < sizeof table / sizeof *table && strcmp(argv[*k], table[n].name) != 0) n++;
  if (n == sizeof table / sizeof *table) return "unknown option";
  if (table[n].flag) {
    *table[n].flag = true;
    return NULL;
  }
  if (*table[n].value) return "an option is given twice";
  if (*k + 1 >= argc) return "an option without its value";
  ++*k;
  *table[n].value = argv[*k];
  return NULL;
}

/* What does not fit together. */
static const char *contradiction(struct v_arguments *a) {
  if (a->certifaiger && a->aiger_witness)
    return "--certifaiger and --aiger-witness exclude each other";
  if (a->certifaiger) a->format = VALIDATOR_CERTIFAIGER;
  if (a->aiger_witness) a->format = VALIDATOR_AIGER_WITNESS;
  if (a->help || a->version) return NULL;
  if (a->num_certificates < 1) return "expected a model and a certificate";
  if (a->json && a->num_certificates > 1) return "--json is for one certificate";
  if (a->export && a->num_certificates > 1) return "--export is for one certificate";
  if (a->formula && a->property) return "--formula and --property exclude each other";
  if (a->state_inputs && strcmp(a->state_inputs, "all") && strcmp(a->state_inputs, "observed"))
    return "--state-inputs is observed or all";
  if (a->megabytes && !limit(a->megabytes, MOST_MEGABYTES, &a->memory))
    return "--memory is a number of megabytes";
  if (a->seconds && !limit(a->seconds, MOST_SECONDS, &a->timeout))
    return "--timeout is a number of seconds";
  return NULL;
}

const char *v_arguments_read(int argc, char **argv, struct v_arguments *a) {
  const char *wrong = NULL;
  bool options = true;
  int files = 0;
  *a = (struct v_arguments){0};
  for (int k = 1; k < argc; k++) {
    if (options && !strcmp(argv[k], "--")) {
      options = false;
    } else if (options && argv[k][0] == '-') {
      const char *fault = option(argc, argv, &k, a);
      if (!wrong) wrong = fault;
    } else {
      argv[files++] = argv[k];
    }
  }
  if (files > 0) a->model = argv[0];
  a->certificates = argv + 1;
  a->num_certificates = files > 0 ? files - 1 : 0;
  const char *fault = contradiction(a); /* sets the format in any case */
  return wrong ? wrong : fault;
}
