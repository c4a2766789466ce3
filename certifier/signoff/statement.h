/* The sign-off statement: what exactly is signed. JSON in the layout of an in-toto Statement v1;
 * docs/signoff.md describes it.
 *
 * There are two versions of what we state. Version 1 named the model, one property file and the
 * certificates. Version 2 names every file of a self-contained folder, and says what it covers.
 * Both can be read; version 2 is written. */
#ifndef VOUCH_CERTIFIER_SIGNOFF_STATEMENT_H
#define VOUCH_CERTIFIER_SIGNOFF_STATEMENT_H

#include "certifier/digest/digest.h"

#include <stddef.h>

#define STATEMENT_FILE "signoff.json"
#define STATEMENT_SIGNATURE STATEMENT_FILE ".minisig"

/* A file and what it is for. */
enum statement_role {
  STATEMENT_MODEL,
  STATEMENT_PROPERTIES,
  STATEMENT_CERTIFICATE,
  STATEMENT_KEY,
  STATEMENT_README,
  STATEMENT_SCRIPT, /* what made the model out of a design */
  STATEMENT_PART    /* the certificate of a formula with a constant in place of a part */
};
struct statement_file {
  char *name; /* in the folder; plain, without slashes */
  char digest[DIGEST_TEXT_BYTES];
  enum statement_role role;
  char *given;    /* what it was called on the command line, without folders; NULL: made by us */
  bool in_folder; /* version 1: only certificates are */
};

/* One property that was decided, certified and accepted. */
struct statement_result {
  char *property;    /* "bad 0", "justice 1", or a formula in canonical form */
  char *written;     /* the formula as its author wrote it, on one line; NULL: not said */
  char *name;        /* its name in the model or the property file, or NULL */
  char *verdict;     /* holds, fails */
  char *expected;    /* holds, fails as the property file announces it, or NULL */
  char *certificate; /* file name inside the folder */
  char digest[DIGEST_TEXT_BYTES];
  char *validator;                                            /* its version */
  unsigned long long proof, propagation, solver, evaluations; /* how it was discharged */
  struct statement_parts *parts; /* NULL: nobody asked which of its parts matter */
};

/* A part of a formula, and what becomes of the verdict with constants in its place. */
enum statement_answer { STATEMENT_MATTERS, STATEMENT_VACUOUS, STATEMENT_OPEN };
struct statement_trial {
  bool value;                     /* the constant */
  struct statement_result result; /* of the formula with it; it has no parts */
};
struct statement_part {
  char *part; /* for people */
  enum statement_answer answer;
  struct statement_trial trials[2]; /* those that were decided */
  size_t num_trials;
};
struct statement_parts {
  struct statement_part *at;
  size_t size, capacity;
  bool complete; /* all parts were looked at */
};

/* How much of a file with properties was signed off. */
struct statement_coverage {
  char *of; /* name of the model or of a property file in the folder */
  size_t total;
  char **missing; /* canonical, num_missing of them */
  size_t num_missing;
};

/* What the model was made from, where that was a design: what somebody needs who wants to make it
 * again. That the model means what the design means is not shown by anything. */
struct statement_source {
  char *name; /* the path as the script has it */
  char digest[DIGEST_TEXT_BYTES];
};
struct statement_design {
  char *top;        /* the module */
  char *translator; /* how the program calls itself */
  struct statement_source *sources;
  size_t num_sources, capacity;
};

struct statement {
  unsigned format;              /* 1 or 2 */
  char *version;                /* of vouch */
  char *state_inputs;           /* observed, all */
  char *time;                   /* ISO 8601, UTC */
  char *who, *key;              /* as given, or NULL; key id in hexadecimal */
  struct statement_file *files; /* the model first */
  size_t num_files, files_capacity;
  struct statement_result *results;
  size_t num_results, results_capacity;
  struct statement_coverage *coverage; /* version 2 */
  size_t num_coverage, coverage_capacity;
  struct statement_design *design; /* NULL: the model was given as it is */
};

struct statement_file *statement_add_file(struct statement *statement);
struct statement_result *statement_add_result(struct statement *statement);
struct statement_coverage *statement_add_coverage(struct statement *statement);
struct statement_part *statement_add_part(struct statement_parts *parts);
struct statement_source *statement_add_source(struct statement_design *design);
void statement_add_missing(struct statement_coverage *coverage, const char *property);

/* The text of the statement, version 2; the caller frees it. */
char *statement_print(const struct statement *statement);
/* Refuses everything that is not a statement of a known version with all its members. */
bool statement_parse(struct statement *statement, const char *name, const void *bytes, size_t size,
                     struct fault *fault);
void statement_free(struct statement *statement);

/* How many parts have this answer. */
size_t statement_count_parts(const struct statement_parts *parts, enum statement_answer answer);
/* NULL does no harm. */
void statement_parts_free(struct statement_parts *parts);

/* A result on its way from one process to another. */
char *statement_result_print(const struct statement_result *result);
bool statement_result_parse(struct statement_result *result, const char *text, size_t size,
                            struct fault *fault);

/* The first file of a role, or NULL. */
const struct statement_file *statement_find(const struct statement *statement,
                                            enum statement_role role);

#endif
