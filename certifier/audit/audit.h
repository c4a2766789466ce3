/* Validating many certificates: one validator process each, several at a time, results as they
 * come. */
#ifndef VOUCH_CERTIFIER_AUDIT_AUDIT_H
#define VOUCH_CERTIFIER_AUDIT_AUDIT_H

#include "certifier/process/validation.h"
#include "certifier/progress/live.h"

/* The verdict that an accepted certificate has to show. */
enum audit_requirement { REQUIRE_ANY, REQUIRE_HOLDS, REQUIRE_FAILS };
/* "holds", "fails"; NULL for REQUIRE_ANY. */
const char *audit_requirement_word(enum audit_requirement requirement);

/* One line of a manifest. Paths are as the validator gets them. */
struct audit_item {
  char *model, *certificate;
  char *property; /* "bad 0", "justice 1", a formula; NULL: taken from the certificate */
  enum audit_requirement required;
  bool done; /* by this run, or by an earlier one that is resumed */
  struct validation_result result;
};

/* Accepted, but with the other verdict than the one that is required. */
bool audit_item_misses(const struct audit_item *item);

struct audit {
  struct audit_item *at;
  size_t size, capacity;
};

/* The texts are copied; property may be NULL. */
struct audit_item *audit_add(struct audit *audit, const char *model, const char *certificate,
                             const char *property);
/* Keeps every n-th item, beginning with number k of 1..n, so that n machines share a manifest. */
void audit_shard(struct audit *audit, unsigned k, unsigned n);
void audit_free(struct audit *audit);

/* Lines "model TAB certificate [TAB property [TAB holds|fails]]"; a property "-" is taken from the
 * certificate. Empty lines and lines that start with # are skipped. Relative paths are relative to
 * the manifest's folder. */
bool audit_read_manifest(struct audit *audit, const char *path, struct fault *fault);

/* What is the same for all items. The first five decide what a judgement means. */
struct audit_plan {
  const char *validator;    /* a path from validation_find */
  const char *state_inputs; /* "observed", "all"; NULL: the validator's default */
  const char *solver;       /* NULL: the validator's default */
  unsigned memory;          /* megabytes per certificate; 0: no limit */
  double timeout;           /* seconds per certificate; <= 0: no limit */
  unsigned jobs;
  /* Called for each finished item in the order of finishing. False stops the audit. */
  bool (*finished)(void *context, const struct audit_item *item);
  void *context;
  struct live *live; /* of those at work; cleared before `finished` is called */
};

/* True when every item is done. On an interruption running validators are told to end, and they and
 * the rest stay undone. */
bool audit_run(struct audit *audit, const struct audit_plan *plan, struct fault *fault);

#endif
