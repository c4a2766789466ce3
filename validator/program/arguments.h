/* The command line. */
#ifndef VOUCH_VALIDATOR_PROGRAM_ARGUMENTS_H
#define VOUCH_VALIDATOR_PROGRAM_ARGUMENTS_H

#include "validator/foreign/open.h"

struct v_arguments {
  const char *formula, *property, *state_inputs, *solver, *export, *megabytes, *seconds;
  unsigned long memory, timeout; /* the same as numbers; 0: no limit */
  bool certifaiger, aiger_witness, json, verbose, help, version;
  enum validator_format format;
  const char *model;
  char **certificates;
  int num_certificates;
};

extern const char v_usage[];

/* NULL, or what is wrong. Reorders argv. a->json is right in any case. */
const char *v_arguments_read(int argc, char **argv, struct v_arguments *a);

#endif
