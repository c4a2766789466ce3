/* The one way from a property to a result that may be claimed, for every command:
 *
 *   decide, minimise, certify, prove, write, read back, validate, move into place.
 *
 * A step that fails ends it: the verdict is then unknown, the reason is said, and no file is left
 * under its final name, an older one of that name included. Files get their names when all are
 * complete. */
#ifndef VOUCH_CERTIFIER_PIPELINE_PIPELINE_H
#define VOUCH_CERTIFIER_PIPELINE_PIPELINE_H

#include "certifier/pipeline/pass.h"
#include "certifier/pipeline/phases.h"
#include "certifier/pipeline/selection.h"
#include "certifier/process/validation.h"
#include "certifier/progress/progress.h"

#include <stdio.h>

/* When vouch-validate has to accept a file, in a process of its own, before the file gets its name.
 * VALIDATE_AUTO: certificates without proofs of more than VALIDATE_AUTO_BYTES. A certificate that
 * nobody can check in reasonable time is worth nothing, and size is a hint: reachable sets as
 * decision diagrams take 2 s at 48 kB and 5 s at 65 kB (semaphores with 7 and 8 threads), fair
 * cycles 5 s at 109 kB and 9 s at 212 kB (twoQ, good_bakery), but what constant inputs lead to 50 s
 * at 157 kB (gcd). */
enum validate_policy { VALIDATE_AUTO, VALIDATE_ALWAYS, VALIDATE_NEVER };
enum { VALIDATE_AUTO_BYTES = 100000 };

/* What is known of a property from another model, or from other options. */
struct predecessor {
  const struct aiger *model;
  const char *certificate; /* a path */
  double seconds;          /* that it took to be decided */
};

/* What the properties of one run share. */
struct pipeline {
  const struct selection *selection;
  struct check_options options;
  double timeout; /* seconds per property, 0: none */
  bool keep_all;  /* do not minimise */
  bool proofs;    /* an LRAT proof of every obligation in the certificate */
  unsigned jobs;  /* proofs at a time */
  enum validate_policy validate;
  const char *validator; /* NULL: vouch-validate beside this program, or in the path */
  /* Told before the steps that take time, and some times a second while engines are at work; NULL:
   * nobody wants to know. */
  void (*progress)(void *context, const struct progress *progress);
  /* Asked when every file is complete beside its name, and before the first gets it. False: the
   * verdict is unknown. NULL: nobody objects. With it, files of earlier runs are set aside only
   * where there is a verdict, and otherwise by the caller: another one may just have made them. */
  bool (*may_finish)(void *context);
  void *context;
  /* Of the one property that this is for: its certificate, rewritten for the model at hand, is
   * tried first, for as long as it once took to be found and a second, at most half of the time. It
   * is taken only if vouch-validate accepts it. NULL: there is none. */
  const struct predecessor *before;
  /* Of the one property that this is for, where properties learn from each other (pass.h). */
  struct pass pass;
};

/* The files that are wanted of one property; NULL: not wanted. */
struct products {
  const char *certificate; /* of either verdict, or */
  bool only_if_holds;      /* .. only of a property that holds */
  const char *witness;     /* AIGER witness, of a bad, output or justice property that fails */
  /* Certifaiger witness circuit, of a bad, output or justice property that holds; in ASCII if the
   * name ends in .aag. Not every justice property has one, and nothing here can validate it. */
  const char *circuit;
  bool either; /* the certificate only where there is no circuit; they may have one name */
  /* The AIGER witness once more, as text; not closed. Its loop may be open: then *outcome says so.
   * It has no empty lines, which SymbiYosys drops: a model without latches has the latches 0, and
   * of one without inputs there is the claim and no trace. */
  FILE *stream;
};

struct outcome {
  enum verdict verdict;
  double seconds;                     /* wall clock, everything included */
  bool certificate, witness, circuit; /* the file is in its place */
  bool open_loop;      /* the loop of a witness that closes on all latches would be too long */
  bool validated;      /* vouch-validate accepted every file that is in its place */
  bool overtaken;      /* may_finish said no */
  bool as_before;      /* it is the result of an earlier run */
  bool carried_over;   /* it is shown by the certificate of the predecessor, rewritten */
  bool unfinished;     /* the work that the pass allows is done, and there is no verdict */
  struct lits lessons; /* of the first pass, for others */
  bool broken;         /* a file could not be made as asked for: not a matter of time or memory */
  char note[160];      /* why the verdict is unknown, in a few words; "" */
  size_t steps; /* a cover that was reached: of the path that the certificate has; SIZE_MAX: not
                   known. Whoever reads the certificate sets it */
  struct fault fault; /* broken: the whole story */
  struct fair_statistics fair;
  struct statistics statistics; /* of the check */
  struct phases phases;
  size_t certificate_bytes; /* 0: there is none */
  size_t memory_bytes;      /* the most that the process had, its earlier properties included */
  size_t obligations;       /* of the certificate */
  size_t parts, kept; /* of the evidence, before and after minimisation; 0: it was not minimised */
  size_t stale;       /* files of earlier runs under the names of products that were not made now;
                         they were renamed to NAME.stale */
  struct validation_result validation; /* of the certificate, if it was validated */
};

/* Does `property` and fills *outcome; the caller frees it with outcome_free. */
void pipeline_run(const struct pipeline *pipeline, const struct selected *property,
                  const struct products *products, struct outcome *outcome);
void outcome_free(struct outcome *outcome);

/* Instead of pipeline_run: does the certificate at products->certificate, which an earlier run left
 * there and nobody has changed since, show this verdict of the property? It is read back as one
 * that was just written and, with VALIDATE_ALWAYS, validated again. False: outcome->fault says why
 * not. */
bool pipeline_recheck(const struct pipeline *pipeline, const struct selected *property,
                      const struct products *products, enum verdict verdict,
                      struct outcome *outcome);

/* The last step of pipeline_run alone, for a property whose process ended before it: renames what
 * an earlier run left under the names of products that *outcome does not have. */
void products_set_stale_aside(const struct products *products, struct outcome *outcome);
/* Removes what the process `pid`, which ended in the middle, had begun to write. */
void products_remove_parts(const struct products *products, long pid);

#endif
