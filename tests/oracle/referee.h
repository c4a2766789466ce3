/* What the tests ask of a certificate: does the validator accept it, and is whatever it accepts of
 * its mutants true by the oracle? */
#ifndef VOUCH_TESTS_ORACLE_REFEREE_H
#define VOUCH_TESTS_ORACLE_REFEREE_H

#include "formats/aiger.h"
#include "formats/certificate.h"
#include "tests/oracle/oracle.h"
#include "validator/beside/ask.h"

/* A model and the files it is tried in. */
struct scene {
  const struct aiger *model;
  char model_path[4096], certificate_path[4096], mutant_path[4096];
};

struct referee_counts {
  unsigned long obligations, mutants, refused, accepted;
};

/* Writes the model into the folder. */
bool scene_init(struct scene *scene, const struct aiger *model, const char *folder, bool binary,
                struct fault *fault);
/* SHA-256 of the model's file. */
bool scene_digest(const struct scene *scene, unsigned char digest[32], struct fault *fault);
bool scene_write(const struct scene *scene, const struct certificate *certificate,
                 struct fault *fault);

/* The certificate's file, as a new string of *size bytes. */
char *referee_text(const struct certificate *certificate, size_t *size);
/* Is what a certificate claims true, as it names it ("bad 1", "justice 0", "ctl F")?
 * ORACLE_TOO_LARGE: it cannot be said. */
enum oracle_answer referee_truth(const struct aiger *model, const char *property, bool observe_all);
/* Is obligation k of the opened certificate unsatisfiable? Solved in-process, without a proof. */
bool referee_refuted(const struct validator *v, size_t k);

/* Does the validator accept the certificate that was written? `property` is what it must be about,
 * and `holds` what it must say. */
bool referee_accepts(const struct scene *scene, const char *property, bool holds,
                     struct referee_counts *counts, struct fault *fault);
/* Tries mutants of the certificate: those that are accepted must say something true. */
bool referee_mutants(const struct scene *scene, const struct certificate *certificate,
                     uint64_t seed, unsigned count, struct referee_counts *counts,
                     struct fault *fault);

#endif
