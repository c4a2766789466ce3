/* Who is measured: command lines with places for what is asked. */
#ifndef VOUCH_CERTIFIER_BENCH_TOOL_H
#define VOUCH_CERTIFIER_BENCH_TOOL_H

#include "certifier/bench/suite.h"
#include "certifier/digest/digest.h"
#include "formats/support/texts.h"

enum { TOOL_PATH = 4096 };

/* Words are separated by blanks; 'single' or "double" quotes keep blanks. No shell is involved.
 * Places, anywhere in a word:
 *   {model} {property} {properties} {timeout} {memory}   of the instance and the limits
 *   {folder}          an empty folder for this run, which is removed behind it
 *   {certificate}     a file in it for a certificate of vouch
 *   {sat} {unsat}     files in it for an AIGER witness, and for a Certifaiger witness circuit
 *   {aig}             the model in binary form
 *   {vouch}           this program
 * A word {ctl} becomes two, --ctl and the property file, or none if there is no property file. */
struct tool {
  char *name, *command;
  char program[TOOL_PATH]; /* what its first word is */
  char digest[DIGEST_TEXT_BYTES];
};

struct tools {
  struct tool *at;
  size_t size;
};

/* "NAME=COMMAND LINE", or the name of a known one. Refused: a program that is not there, a place
 * that does not exist, a name that was used before. */
bool tools_add(struct tools *tools, const char *text, struct fault *fault);
void tools_free(struct tools *tools);
/* Those that are known by name, for --help: the k-th, or NULL. */
const char *tool_known(size_t k, const char **command);

struct limits {
  double timeout;  /* seconds */
  unsigned memory; /* megabytes; 0: none */
  bool cpu;        /* seconds of processor time are counted, not of the clock */
};

/* The command line for an instance, ends with NULL; words_free frees it. False: the model could not
 * be read for {aig}. */
bool tool_words(const struct tool *tool, const struct instance *instance,
                const struct limits *limits, const char *folder, struct texts *words,
                struct fault *fault);
void words_free(struct texts *words);
/* Does the command line mention the place? */
bool tool_mentions(const struct tool *tool, const char *place);

/* folder/name, allocated. */
char *path_below(const char *folder, const char *name);
/* The seconds after which a run is ended: with processor time, others may be at work beside it. */
double limits_wall(const struct limits *limits);

#endif
