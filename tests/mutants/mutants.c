/* Soundness fuzzing: accepted certificates of random models are changed structurally, and whatever
 * the validator still accepts must be true.
 *
 *   mutants [--kind bad|justice|ctl|past|all] [--count N] [--seed S] [--per M] [--solver-every K]
 * [--keep DIR]
 *
 * N mutants in all, M of each model; model k is made from seed S+k. An acceptance is compared with
 * the explicit-state oracle, and every fact whose obligations hold with the set of states that its
 * node means, also when the mutant is rejected later on. Obligations are refuted in-process, with
 * LRAT proofs that the validator's checker must accept; every K-th mutant also goes the way of a
 * user, through a solver. A false acceptance is written to DIR. Exit status 0: there was none, and
 * nothing else was wrong. */
#include "tests/mutants/mutants_semantics.h"
#include "validator/beside/open.h"
#include "validator/beside/run.h"
#include "validator/kernel/certificate.h"
#include "validator/kernel/lrat.h"

/* Behind those of the validator, which use the name of a type of the checker. */
#include "certifier/prove/refute.h"
#include "tests/differential/differential_case.h"
#include "tests/mutants/mutants_operators.h"
#include "tests/oracle/explicit_certifier.h"
#include "tests/oracle/paths.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_BASES = 8, MAX_CLAIMS = 32 };

struct settings {
  bool kinds[4]; /* by enum property_kind */
  bool past;     /* only formulas with past operators */
  unsigned long count, seed, per, solver_every;
  const char *keep;
};

struct counts {
  unsigned long models, bases, mutants, malformed, obligation, evaluation, accepted, false_accepted,
      with_proofs, with_relations, with_view_loops, with_ghosts, with_past, with_follows,
      with_induction, with_returning;
  unsigned long facts, false_facts, by_solver, faults;
};

/* What one property means: asked once per model; its semantics without ghosts. */
struct claim {
  char *property;
  bool all_inputs;
  enum oracle_answer truth;
  struct semantics *semantics;
  bool asked; /* for the semantics, which may be too large */
};

/* A model, its certificates, and what is known about its properties. */
struct stage {
  const struct settings *settings;
  struct counts *counts;
  struct trial trial;
  struct scene scene;
  struct v_model model;
  struct certificate bases[MAX_BASES];
  size_t num_bases;
  struct claim claims[MAX_CLAIMS];
  size_t num_claims;
};

/* --- findings --------------------------------------------------------------------------------- */

static void write_file(const char *path, const char *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) perror(path);
}

/* Says what is wrong, and keeps model and mutant. */
static void keep(const struct stage *s, const char *what, const char *detail, const char *text,
                 size_t size) {
  char path[4096];
  const char *dot = strrchr(s->scene.model_path, '.');
  unsigned long number = s->counts->faults++;
  printf("WRONG: %s: %s (model of seed %llu)\n", what, detail, (unsigned long long)s->trial.seed);
  snprintf(path, sizeof path, "%s/mutant-%llu-%lu%s", s->settings->keep,
           (unsigned long long)s->trial.seed, number, dot);
  write_file(path, (const char *)s->model.bytes.at, s->model.bytes.size);
  printf("  %s\n", path);
  snprintf(path, sizeof path, "%s/mutant-%llu-%lu.cert", s->settings->keep,
           (unsigned long long)s->trial.seed, number);
  write_file(path, text, size);
  printf("  %s\n", path);
  fflush(stdout);
}

/* --- one mutant ------------------------------------------------------------------------------- */

struct mutant {
  const char *text;
  size_t size;
  struct v_certificate certificate;
  struct cert_proof *proofs; /* LRAT of every obligation, as far as they were refuted */
  size_t refuted;
};

static struct claim *claim_of(struct stage *s, const struct mutant *m) {
  const char *property = m->certificate.property.text;
  for (size_t k = 0; k < s->num_claims; k++)
    if (s->claims[k].all_inputs == m->certificate.system.all_inputs &&
        !strcmp(s->claims[k].property, property))
      return &s->claims[k];
  if (s->num_claims == MAX_CLAIMS) { /* forget the oldest */
    free(s->claims[0].property);
    semantics_free(s->claims[0].semantics);
    memmove(s->claims, s->claims + 1, --s->num_claims * sizeof *s->claims);
  }
  struct claim *claim = &s->claims[s->num_claims++];
  *claim = (struct claim){.property = memory_string(property),
                          .all_inputs = m->certificate.system.all_inputs};
  claim->truth = referee_truth(&s->trial.model, property, claim->all_inputs);
  return claim;
}

/* Refutes the CNF here; its proof, which must pass the validator's checker, or NULL if it is
 * satisfiable. */
static char *refute_cnf(const struct stage *s, const struct mutant *m, const struct v_cnf *cnf,
                        size_t *size) {
  static const struct effort never = {0};
  struct v_error error;
  char *lrat = NULL;
  enum refuted answer = refute(cnf, 1000000, &never, &lrat, size);
  if (answer == REFUTE_GAVE_UP) keep(s, "an obligation is too hard", "", m->text, m->size);
  if (answer != REFUTED) return NULL;
  if (!v_lrat_check(cnf, lrat, *size, 1, &error))
    keep(s, "a proof is refused", error.text, m->text, m->size);
  return lrat;
}

/* Is obligation k discharged? */
static bool discharged(const struct stage *s, struct mutant *m, size_t k) {
  const struct v_certificate *c = &m->certificate;
  struct v_cnf cnf;
  struct v_error error;
  v_obligation_cnf(c, k, &cnf);
  size_t size = 0;
  char *lrat = NULL;
  if (c->proofs) {
    const struct v_proof *p = &c->proofs[k];
    bool accepted = v_lrat_check(&cnf, p->text, p->size, p->line, &error);
    if (accepted && !(lrat = refute_cnf(s, m, &cnf, &size)))
      keep(s, "UNSOUND: a satisfiable obligation has an accepted proof", "", m->text, m->size);
  } else
    lrat = refute_cnf(s, m, &cnf, &size);
  v_cnf_free(&cnf);
  if (!lrat) return false;
  m->proofs[k] = (struct cert_proof){lrat, size};
  m->refuted = k + 1;
  return true;
}

static uint32_t bad_literal(const struct mutant *m) {
  const struct v_property *property = &m->certificate.property;
  return v_bad_section(m->certificate.system.model, property)->at[property->number];
}

/* The facts whose obligations hold: those of nodes above `node`. */
static void check_facts(struct stage *s, const struct mutant *m, uint32_t node) {
  const struct v_certificate *c = &m->certificate;
  struct claim *claim = claim_of(s, m);
  bool haunted = c->system.ghosts.size > 0; /* then it is like no other */
  struct semantics *own = haunted ? semantics_new(&c->system) : NULL;
  if (!haunted && !claim->asked) claim->semantics = semantics_new(&c->system);
  claim->asked = claim->asked || !haunted;
  const struct semantics *meaning = haunted ? own : claim->semantics;
  if (!meaning) return;
  s->counts->facts++;
  bool good = c->back > 0
                  ? semantics_invariant_unless(meaning, &c->system, c->invariant, bad_literal(m))
                  : semantics_invariant(meaning, &c->system, c->invariant);
  for (uint32_t v = (uint32_t)m->certificate.system.formula.num_nodes; good && v-- > node;) {
    if (m->certificate.system.formula.nodes[v].op < V_EX) continue; /* follows from its children */
    s->counts->facts++;
    good = semantics_bounds(meaning, &m->certificate.system, c->invariant, v, c->upper[v],
                            c->lower[v]);
  }
  semantics_free(own);
  if (good) return;
  s->counts->false_facts++;
  keep(s, "UNSOUND: a fact is accepted and false", c->property.text, m->text, m->size);
}

/* The whole validator, with the proofs found here, or with a solver. */
static enum validator_verdict run_validator(const struct stage *s, const struct mutant *m,
                                            bool solver, struct validator_result *result) {
  struct certificate copy;
  struct fault fault;
  if (!solver && m->certificate.obligations.size && !m->certificate.proofs &&
      certificate_read_memory("mutant", (const unsigned char *)m->text, m->size, &copy, &fault)) {
    copy.has_proofs = true;
    copy.proofs = memory_alloc(m->refuted, sizeof *copy.proofs);
    copy.num_proofs = m->refuted;
    for (size_t k = 0; k < m->refuted; k++) {
      copy.proofs[k] =
          (struct cert_proof){memory_alloc(m->proofs[k].size + 1, 1), m->proofs[k].size};
      memcpy(copy.proofs[k].text, m->proofs[k].text, m->proofs[k].size);
    }
    size_t size;
    char *text = referee_text(&copy, &size);
    write_file(s->scene.mutant_path, text, size);
    free(text);
    certificate_free(&copy);
  } else
    write_file(s->scene.mutant_path, m->text, m->size);
  struct validator *v =
      validator_open(s->scene.model_path, s->scene.mutant_path, NULL, NULL, result);
  if (v) validator_run(v, NULL, result);
  validator_close(v);
  return result->verdict;
}

/* Does a block of an E node end with a loop? */
static bool has_view_loop(const struct v_certificate *c) {
  for (size_t k = 0; k < c->obligations.size; k++) {
    const struct v_obligation *o = &c->obligations.at[k];
    if (o->block != V_NONE && c->blocks.at[o->block].is_loop && !strcmp(o->name, "E upper"))
      return true;
  }
  return false;
}

/* All obligations hold: what is left is the evaluation, and the truth. */
static void check_acceptance(struct stage *s, struct mutant *m) {
  struct validator_result result;
  if (run_validator(s, m, false, &result) != VALIDATOR_ACCEPTED) {
    s->counts->evaluation++;
    if (result.verdict != VALIDATOR_REJECTED || m->certificate.holds)
      keep(s, "not accepted", result.reason, m->text, m->size);
    return;
  }
  const struct claim *claim = claim_of(s, m);
  s->counts->with_proofs += m->certificate.proofs != NULL;
  s->counts->with_ghosts += m->certificate.system.ghosts.size > 0;
  s->counts->with_induction += m->certificate.back > 0;
  s->counts->with_returning += m->certificate.returning != NULL;
  s->counts->with_past += m->certificate.system.formula.has_past;
  s->counts->with_follows += strstr((const char *)m->certificate.bytes.at, " = ") != NULL;
  s->counts->with_relations += m->certificate.system.first_saved != V_NONE;
  s->counts->with_view_loops += has_view_loop(&m->certificate);
  if (claim->truth != ORACLE_TOO_LARGE && m->certificate.holds == (claim->truth == ORACLE_HOLDS)) {
    s->counts->accepted++;
    return;
  }
  s->counts->false_accepted++;
  keep(s, "UNSOUND: accepted and false", claim->property, m->text, m->size);
}

static void judge(struct stage *s, const char *text, size_t size) {
  struct counts *n = s->counts;
  struct mutant m = {.text = text, .size = size};
  struct v_bytes bytes = {malloc(size + 1), size};
  struct v_error error;
  if (!bytes.at) memory_exhausted();
  memcpy(bytes.at, text, size);
  bytes.at[size] = 0;
  n->mutants++;
  m.certificate.bytes = bytes;
  bool readable = v_certificate_read(v_certificate_body, "certificate", &s->model, NULL,
                                     &m.certificate, &error);
  if (readable) {
    size_t k = 0, count = m.certificate.obligations.size;
    m.proofs = memory_zeroed(count + 1, sizeof *m.proofs);
    while (k < count && discharged(s, &m, k)) k++;
    uint32_t node = k == count ? 0 : m.certificate.obligations.at[k].node;
    if (k > 0) check_facts(s, &m, node == V_NONE ? 0 : node + (k < count));
    if (k == count)
      check_acceptance(s, &m);
    else
      n->obligation++;
    struct validator_result result;
    if (s->settings->solver_every && n->mutants % s->settings->solver_every == 0) {
      n->by_solver++;
      bool accepted = run_validator(s, &m, true, &result) == VALIDATOR_ACCEPTED;
      if (result.verdict == VALIDATOR_UNKNOWN || (accepted && k < count))
        keep(s, "the solver's way ends otherwise", result.reason, text, size);
    }
    for (k = 0; k < m.refuted; k++) free(m.proofs[k].text);
    free(m.proofs);
  } else
    n->malformed++;
  v_certificate_free(&m.certificate);
}

/* --- one model -------------------------------------------------------------------------------- */

static bool add_base(struct stage *s, const struct certificate *certificate) {
  s->bases[s->num_bases++] = *certificate;
  s->counts->bases++;
  return true;
}

/* The same certificate with proofs that were found in-process. */
static void add_proved(struct stage *s, const struct certificate *original) {
  size_t size;
  char *text = referee_text(original, &size);
  struct mutant m = {.text = text, .size = size};
  struct v_error error;
  struct certificate copy;
  struct fault fault;
  if (certificate_read_memory("base", (const unsigned char *)text, size, &copy, &fault)) {
    m.certificate.bytes = (struct v_bytes){(unsigned char *)text, size};
    if (v_certificate_read(v_certificate_body, "certificate", &s->model, NULL, &m.certificate,
                           &error)) {
      copy.has_proofs = true;
      copy.num_proofs = m.certificate.obligations.size;
      copy.proofs = m.proofs = memory_zeroed(copy.num_proofs + 1, sizeof *m.proofs);
      size_t k = 0;
      while (k < copy.num_proofs && discharged(s, &m, k)) k++;
      if (k < copy.num_proofs)
        keep(s, "the certifier's certificate does not hold", copy.formula ? copy.formula : "", text,
             size);
      else if (k)
        add_base(s, &copy);
    } else
      keep(s, "the certifier's certificate is refused", error.text, text, size);
    if (!s->num_bases || s->bases[s->num_bases - 1].proofs != copy.proofs || !copy.proofs)
      certificate_free(&copy);
    v_certificate_free(&m.certificate); /* frees the text, too */
  }
}

/* By enumeration, with what the scope of the formula adds to the model. */
static bool explicit_of(struct rng *rng, const struct trial *trial, const unsigned char digest[32],
                        bool observe_all, unsigned lies, struct certificate *certificate,
                        bool *holds) {
  struct aiger scoped;
  scope_model(&trial->model, &trial->arena, &trial->scope, &scoped);
  bool small = explicit_certificate(rng, &scoped, digest, &trial->arena, &trial->scope, trial->root,
                                    observe_all, lies, certificate, holds);
  scope_model_free(&scoped);
  return small;
}

/* An induction out of thin air: nothing else is known. */
static void invent_induction(const struct stage *s, struct rng *rng, struct certificate *c) {
  *c = (struct certificate){.property = CERT_BAD,
                            .index = rng_below(rng, (uint32_t)s->trial.model.bad.size),
                            .holds = true,
                            .invariant = 1,
                            .back = 1 + rng_below(rng, 4)};
}

/* "size" bits, of which about `ones` of 4 are set. */
static char *invent_bits(struct rng *rng, size_t size, uint32_t ones) {
  char *bits = memory_zeroed(size + 1, 1);
  for (size_t k = 0; k < size; k++) bits[k] = (char)('0' + (rng_below(rng, 4) < ones));
  return bits;
}

/* Any steps, and some latches that are said to return. */
static void invent_loop(const struct stage *s, struct rng *rng, struct certificate *c) {
  const struct aiger *m = &s->trial.model;
  uint32_t steps = 1 + rng_below(rng, 8);
  *c = (struct certificate){.property = CERT_JUSTICE,
                            .index = rng_below(rng, (uint32_t)m->num_justice),
                            .trace_loop = rng_below(rng, steps)};
  c->trace_latches = invent_bits(rng, m->num_latches, 2);
  c->trace_returning = invent_bits(rng, m->num_latches, rng_below(rng, 5));
  for (size_t k = 0; k < m->num_latches; k++)
    if (m->latches[k].reset < 2) c->trace_latches[k] = (char)('0' + m->latches[k].reset);
  for (uint32_t t = 0; t < steps; t++) {
    char *row = invent_bits(rng, m->inputs.size, 2);
    certificate_trace_step(c, row);
    free(row);
  }
}

/* Evidence out of thin air, whether or not the property holds. */
static void add_invented(struct stage *s, struct rng *rng) {
  struct certificate c;
  unsigned char digest[32];
  struct fault fault;
  const struct aiger *m = &s->trial.model;
  if (s->num_bases == MAX_BASES || !scene_digest(&s->scene, digest, &fault)) return;
  if (s->trial.kind == PROPERTY_BAD && m->bad.size)
    invent_induction(s, rng, &c);
  else if (s->trial.kind == PROPERTY_JUSTICE && m->num_justice)
    invent_loop(s, rng, &c);
  else
    return;
  for (unsigned k = 0; k < 32; k++) snprintf(c.model_sha256 + 2 * k, 3, "%02x", digest[k]);
  size_t size;
  char *text = referee_text(&c, &size);
  judge(s, text, size);
  free(text);
  add_base(s, &c);
}

/* Certificates of the trial's property and of others of the same model. */
static void make_bases(struct stage *s, struct rng *rng) {
  struct trial variant = s->trial; /* shares model and arena; the latter may grow */
  struct fault fault;
  struct certificate certificate;
  unsigned char digest[32];
  for (unsigned k = 0; k < 3; k++) {
    bool past = s->settings->past;
    bool star = past || (k && variant.kind == PROPERTY_CTL && rng_chance(rng, 60));
    unsigned depth = 1 + rng_below(rng, 4);
    if (star) {
      do {
        variant.root =
            random_star_formula(rng, &variant.model, depth, 1 + rng_below(rng, 3), &variant.arena);
      } while (past && !formula_has_past(&variant.arena, variant.root));
      s->trial.root = variant.root; /* of lies, too */
    } else if (k && variant.kind == PROPERTY_CTL) {
      variant.root = random_formula(rng, &variant.model, depth, &variant.arena);
    } else if (k) {
      variant.kind = rng_chance(rng, 50) ? PROPERTY_JUSTICE : PROPERTY_BAD;
      variant.index =
          rng_below(rng, (uint32_t)(variant.kind == PROPERTY_BAD ? variant.model.bad.size
                                                                 : variant.model.num_justice));
    }
    if (!star && trial_certificate(&variant, &s->scene, 5, &certificate, &fault))
      add_base(s, &certificate); /* path formulas: by enumeration is enough */
    bool holds;
    certificate = (struct certificate){0};
    if (variant.kind == PROPERTY_CTL && scene_digest(&s->scene, digest, &fault) &&
        explicit_of(rng, &variant, digest, rng_chance(rng, 20), 0, &certificate, &holds))
      add_base(s, &certificate);
    else
      certificate_free(&certificate);
  }
  s->trial.arena = variant.arena;
  size_t plain = s->num_bases;
  for (size_t k = 0; k < plain && s->num_bases < MAX_BASES; k++)
    if (!certificate_is_trace(&s->bases[k])) add_proved(s, &s->bases[k]);
  add_invented(s, rng);
}

/* A certificate that follows from a lie about the model. */
static bool validation_lie(struct stage *s, struct rng *rng) {
  struct certificate certificate = {0};
  struct fault fault;
  unsigned char digest[32];
  bool holds, made = scene_digest(&s->scene, digest, &fault) &&
                     explicit_of(rng, &s->trial, digest, rng_chance(rng, 20), 1 + rng_below(rng, 2),
                                 &certificate, &holds);
  if (made) {
    size_t size;
    char *text = referee_text(&certificate, &size);
    judge(s, text, size);
    free(text);
  }
  certificate_free(&certificate);
  return made;
}

/* How many U parts the formula of a certificate has. */
static uint32_t num_untils(const struct stage *s, const char *text, size_t size) {
  struct v_certificate c = {.bytes = {malloc(size + 1), size}};
  struct v_error error;
  if (!c.bytes.at) memory_exhausted();
  memcpy(c.bytes.at, text, size);
  c.bytes.at[size] = 0;
  v_certificate_read(v_certificate_body, "certificate", &s->model, NULL, &c, &error);
  uint32_t untils = c.system.formula.untils;
  v_certificate_free(&c);
  return untils;
}

static void make_mutants(struct stage *s, struct rng *rng) {
  struct mutant_source source = {&s->trial.model, s->bases, s->num_bases, 0};
  for (unsigned long k = 0; k < s->settings->per && s->counts->mutants < s->settings->count; k++) {
    if (s->trial.kind == PROPERTY_CTL && rng_chance(rng, 10) && validation_lie(s, rng)) continue;
    size_t base = rng_below(rng, (uint32_t)s->num_bases), size, original_size;
    char *original = referee_text(&s->bases[base], &original_size), *text = NULL;
    struct certificate copy;
    struct fault fault;
    if (certificate_read_memory("base", (const unsigned char *)original, original_size, &copy,
                                &fault)) {
      source.view_fairness = num_untils(s, original, original_size);
      do {
        free(text);
        mutant_change(rng, &source, &copy);
        text = referee_text(&copy, &size);
      } while (size == original_size && !memcmp(text, original, size));
      judge(s, text, size);
      certificate_free(&copy);
    } else
      keep(s, "a base cannot be read", fault.text, original, original_size);
    free(text);
    free(original);
  }
}

/* Small enough for the oracle to be quick, and for facts to be enumerated. */
static bool small(const struct aiger *model) {
  return model->num_latches <= 5 && model->inputs.size <= 3 &&
         model->num_latches + model->inputs.size <= 7;
}

static void run_stage(const struct settings *settings, struct counts *counts, uint64_t seed,
                      enum property_kind kind, const char *folder) {
  struct stage s = {.settings = settings, .counts = counts};
  struct rng rng = rng_seeded(seed * 4 + kind + 77);
  struct fault fault = {0};
  struct v_bytes bytes = {0};
  struct v_error error = {0};
  trial_random(&s.trial, seed, kind);
  s.trial.seed = seed;
  if (small(&s.trial.model)) {
    if (!scene_init(&s.scene, &s.trial.model, folder, s.trial.binary, &fault) ||
        !v_read_file(s.scene.model_path, &bytes, &error) ||
        !v_model_read("model", bytes, &s.model, &error)) {
      fprintf(stderr, "mutants: %s%s\n", fault.text, error.text);
      exit(2);
    }
    counts->models++;
    make_bases(&s, &rng);
    if (s.num_bases) make_mutants(&s, &rng);
    v_model_free(&s.model);
  }
  for (size_t k = 0; k < s.num_bases; k++) certificate_free(&s.bases[k]);
  for (size_t k = 0; k < s.num_claims; k++) {
    free(s.claims[k].property);
    semantics_free(s.claims[k].semantics);
  }
  trial_free(&s.trial);
}

/* --- the command line ------------------------------------------------------------------------- */

static int run(const struct settings *settings, const char *folder) {
  static const enum property_kind order[] = {PROPERTY_CTL, PROPERTY_JUSTICE, PROPERTY_CTL,
                                             PROPERTY_BAD};
  struct counts n = {0};
  time_t start = time(NULL);
  for (uint64_t k = 0; n.mutants < settings->count && n.faults < 20; k++)
    if (settings->kinds[order[k % 4]])
      run_stage(settings, &n, settings->seed + k, order[k % 4], folder);
  printf("%lu models, %lu certificates, %lu mutants, %ld s\n", n.models, n.bases, n.mutants,
         (long)(time(NULL) - start));
  printf("  %lu malformed\n  %lu rejected: an obligation can be violated\n  %lu rejected: an "
         "evaluation\n",
         n.malformed, n.obligation, n.evaluation);
  printf("  %lu accepted and true (%lu of them with mutated proofs, %lu with relations, %lu with "
         "loops in views, %lu with ghosts, %lu with past operators, "
         "%lu with inputs that follow, %lu by induction over steps, "
         "%lu by latches that return)\n",
         n.accepted, n.with_proofs, n.with_relations, n.with_view_loops, n.with_ghosts, n.with_past,
         n.with_follows, n.with_induction, n.with_returning);
  printf("  %lu accepted and FALSE\n", n.false_accepted);
  printf("%lu facts looked at by enumeration: %lu FALSE\n%lu mutants also judged with a "
         "solver\n%lu findings\n",
         n.facts, n.false_facts, n.by_solver, n.faults);
  return n.faults || !n.mutants ? 1 : 0;
}

static bool parse(int argc, char **argv, struct settings *a) {
  static const char *const names[] = {"bad", "output", "justice", "ctl"};
  const struct {
    const char *name;
    unsigned long *value;
  } numbers[] = {{"--count", &a->count},
                 {"--seed", &a->seed},
                 {"--per", &a->per},
                 {"--solver-every", &a->solver_every}};
  for (int k = 1; k + 1 < argc; k += 2) {
    bool known = false;
    for (size_t n = 0; n < 4; n++) {
      if (strcmp(argv[k], numbers[n].name) != 0) continue;
      char *end;
      *numbers[n].value = strtoul(argv[k + 1], &end, 10);
      known = *argv[k + 1] && !*end;
    }
    if (!strcmp(argv[k], "--keep")) {
      a->keep = argv[k + 1];
      known = true;
    }
    if (!strcmp(argv[k], "--kind")) {
      for (size_t n = 0; n < 4; n++) {
        a->kinds[n] =
            n != PROPERTY_OUTPUT && (!strcmp(argv[k + 1], "all") || !strcmp(argv[k + 1], names[n]));
        known = known || a->kinds[n];
      }
      a->past = !strcmp(argv[k + 1], "past");
      if (a->past) known = a->kinds[PROPERTY_CTL] = true;
    }
    if (!known) return false;
  }
  return argc % 2;
}

int main(int argc, char **argv) {
  struct settings settings = {.kinds = {true, false, true, true},
                              .count = 5000,
                              .per = 100,
                              .solver_every = 500,
                              .keep = "."};
  settings.seed = (unsigned long)time(NULL);
  if (!parse(argc, argv, &settings)) {
    fputs("usage: mutants [--kind bad|justice|ctl|past|all] [--count N] [--seed S] [--per M] "
          "[--solver-every K] [--keep DIR]\n",
          stderr);
    return 2;
  }
  char folder[] = "/tmp/vouch-mutants-XXXXXX", command[64];
  if (!mkdtemp(folder)) return 2;
  printf("seed %lu\n", settings.seed);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) exit(run(&settings, folder));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status)) {
    printf("CRASH: signal %d; the model and the last mutant judged as a whole are in %s\n",
           WTERMSIG(status), folder);
    return 1;
  }
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) return 2;
  return WEXITSTATUS(status);
}
