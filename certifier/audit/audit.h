/* Validating many certificates: one validator process each, several at a time, results as they
 * come. */
#ifndef VOUCH_CERTIFIER_AUDIT_AUDIT_H
#define VOUCH_CERTIFIER_AUDIT_AUDIT_H

#include "certifier/process/validation.h"

/* One line of a manifest. Paths are as the validator gets them. */
struct audit_item {
  char *model, *certificate;
  char *property; /* "bad 0", "justice 1", a formula; NULL: taken from the certificate */
  bool done;      /* by this run, or by an earlier one that is resumed */
  enum validation_outcome outcome;
  double seconds;
  char *line; /* the validator's last line */
};

struct audit {
  struct audit_item *at;
  size_t size, capacity;
};

/* Lines "model TAB certificate [TAB property]"; empty lines and lines that start with # are
 * skipped. Relative paths are relative to the manifest's folder. */
bool audit_read_manifest(struct audit *audit, const char *path, struct fault *fault);
void audit_add(struct audit *audit, const char *model, const char *certificate,
               const char *property);
/* Keeps every n-th item, beginning with number k of 1..n, so that n machines share a manifest. */
void audit_shard(struct audit *audit, unsigned k, unsigned n);
void audit_free(struct audit *audit);

struct audit_plan {
  const char *validator;    /* a path from validation_find */
  const char *state_inputs; /* handed on to the validator as --state-inputs; NULL: its default */
  unsigned jobs;
  double timeout; /* per certificate; <= 0: none */
  /* Called for each finished item in the order of finishing. False stops the audit. */
  bool (*finished)(void *context, const struct audit_item *item);
  void *context;
};

/* True when every item is done. On an interrupt running validators are stopped and the rest stays
 * undone. */
bool audit_run(struct audit *audit, const struct audit_plan *plan, struct fault *fault);

#endif
