#include "tests/differential/differential_case.h"

#include "certifier/certify/certify.h"
#include "certifier/certify/minimize.h"
#include "certifier/prove/prove.h"
#include "checker/system/lessons.h"
#include "tests/oracle/oracle.h"

/* --- making trials ---------------------------------------------------------------------------- */

/* Those that can prove take part with one chance in two each, one at least; helpers as well. */
static void random_engines(struct rng *rng, struct check_options *options) {
  static const enum engine fair[] = {ENGINE_SKELETON, ENGINE_RLIVE, ENGINE_KLIVE, ENGINE_LOOP,
                                     ENGINE_BDD};
  static const enum engine safety[] = {ENGINE_IC3, ENGINE_BDD}, ctl[] = {ENGINE_IICTL, ENGINE_BDD};
  const unsigned diagrams = 1u << 4;
  unsigned fairs = 1 + rng_below(rng, 31), safeties = 1 + rng_below(rng, 3),
           ctls = rng_below(rng, 4); /* 0: all, and AG p is asked as bad properties are */
  for (unsigned k = 0; k < 5; k++)
    if (fairs >> k & 1u) engines_add(&options->ctl.fair.engines, FAMILY_FAIR, fair[k]);
  /* Diagrams do not look for fair cycles inside CTL, and lassos alone prove nothing there. */
  if (fairs != diagrams) engines_add(&options->ctl.fair.engines, FAMILY_FAIR, ENGINE_LASSO);
  if (fairs != diagrams && rng_chance(rng, 50))
    engines_add(&options->ctl.fair.engines, FAMILY_FAIR, ENGINE_SIMULATION);
  for (unsigned k = 0; k < 2; k++) {
    if (safeties >> k & 1u) engines_add(&options->engines, FAMILY_SAFETY, safety[k]);
    if (ctls >> k & 1u) engines_add(&options->engines, FAMILY_CTL, ctl[k]);
  }
  if (rng_chance(rng, 50)) engines_add(&options->engines, FAMILY_SAFETY, ENGINE_STEP);
  if (rng_chance(rng, 50)) engines_add(&options->engines, FAMILY_SAFETY, ENGINE_BMC);
  if (rng_chance(rng, 50)) engines_add(&options->engines, FAMILY_SAFETY, ENGINE_KINDUCTION);
}

static void random_options(struct rng *rng, struct check_options *options) {
  *options = check_defaults;
  options->observe_all = rng_chance(rng, 15);
  if (rng_chance(rng, 60)) return;
  random_engines(rng, options);
  options->ctl.fair.unroll = rng_below(rng, 3);
  options->ctl.generalization = (int)rng_below(rng, 3);
  options->backend = rng_chance(rng, 50) ? BACKEND_CADICAL : BACKEND_DEFAULT;
}

/* Small models end before what is meant for large ones has its turn: here it comes at once. */
static void hurry(struct tuning *tuning) {
  tuning->iictl_glance = 0;
  tuning->iictl_bounded_part = 1;
  tuning->iictl_strategy_after = 0;
  tuning->iictl_strategy_part = 1;
}

/* .. or is taken for large. */
static void take_for_large(struct tuning *tuning) {
  tuning->wall_glance = tuning->wall_nodes = tuning->loop_states = 1;
  tuning->hop_glance = 0;
  tuning->bdd_states = 1;
  tuning->ctl_long_round = 0;
}

/* Everything is hard, and turns are short; some latches are parameters, which keep the value that
 * they start with. (A generator of its own: other choices stay what they were.) */
static void random_extremes(struct trial *trial, uint64_t seed) {
  struct rng rng = rng_seeded(~seed);
  if (rng_chance(&rng, 30)) trial->tuning.cone_hard = trial->tuning.iictl_closed = 1;
  if (rng_chance(&rng, 30)) trial->tuning.ctl_round = 1;
  if (rng_chance(&rng, 50)) {
    trial->tuning.kinduction_after = trial->tuning.kinduction_first = 0;
    trial->tuning.kinduction_turn = 1;
    trial->tuning.weight_kinduction = 1000;
  }
  if (rng_chance(&rng, 30)) hurry(&trial->tuning);
  if (rng_chance(&rng, 30)) trial->tuning.bmc_patience = 1;
  if (rng_chance(&rng, 50)) {
    trial->tuning.ahead_after = 0;
    trial->tuning.weight_ahead = 1000;
  }
  if (rng_chance(&rng, 30)) trial->tuning.bdd_everywhere = 0;
  struct engine_choice *engines = &trial->options.engines;
  if (engines->family[FAMILY_SAFETY].size && rng_chance(&rng, 50))
    engines_add(engines, FAMILY_SAFETY, ENGINE_AHEAD);
  size_t frozen = rng_chance(&rng, 15) ? 1 + rng_below(&rng, 3) : 0;
  for (size_t k = 0; k < trial->model.num_latches && k < frozen; k++) {
    struct aiger_latch *latch = &trial->model.latches[k];
    latch->next = latch->reset = latch->lit;
  }
  if (rng_chance(&rng, 30)) trial->tuning.fair_prepare_after = 0;
  if (rng_chance(&rng, 60)) trial->tuning.ctl_glance = 0;
  if (rng_chance(&rng, 30)) take_for_large(&trial->tuning);
  if (rng_chance(&rng, 50)) trial->tuning.lasso_close = 0;
  if (rng_chance(&rng, 30)) {
    trial->tuning.ahead_first = 0;
    trial->tuning.ahead_part = 1;
  }
  if (rng_chance(&rng, 30)) trial->tuning.cone_reduce_short = 1;
  if (rng_chance(&rng, 50)) trial->lesson_ticks = UINT64_C(1) << rng_below(&rng, 24);
  if (rng_chance(&rng, 30)) trial->tuning.correspondence = 0;
  if (rng_chance(&rng, 30)) trial->tuning.equal_signals_first = rng_below(&rng, 2);
  if (rng_chance(&rng, 50)) {
    trial->tuning.iictl_source_after = 0;
    trial->tuning.parity_long = 2;
    trial->tuning.iictl_glance = 0;
  }
}

/* AG p, now and then two of them, or with a look ahead; with `past`, G p where p looks back. */
static uint32_t random_always(struct rng *rng, const struct aiger *model, bool past,
                              struct formulas *arena) {
  uint32_t p[2], parts = rng_chance(rng, 25) ? 2 : 1;
  for (uint32_t k = 0; k < parts; k++) {
    p[k] = past ? random_past_formula(rng, model, 1 + rng_below(rng, 3), arena)
                : random_proposition(rng, model, 1 + rng_below(rng, 3), arena);
    /* True in most states, for what holds is seldom else. */
    uint32_t weaker = random_proposition(rng, model, 1, arena);
    if (rng_chance(rng, 60)) p[k] = formula_make(arena, FORMULA_OR, p[k], weaker);
    if (!past && rng_chance(rng, 40)) {
      uint32_t then = random_proposition(rng, model, 1 + rng_below(rng, 2), arena);
      p[k] = formula_make(arena, FORMULA_OR, p[k], formula_make(arena, FORMULA_AX, then, 0));
    }
    p[k] = formula_make(arena, past ? FORMULA_G : FORMULA_AG, p[k], 0);
  }
  return parts == 1 ? p[0] : formula_make(arena, FORMULA_AND, p[0], p[1]);
}

/* What forbids a path: AG (p -> AF q), A [p U q], AX AG (p | AF q), and conjunctions. */
static uint32_t random_response(struct rng *rng, const struct aiger *model, unsigned depth,
                                struct formulas *arena) {
  uint32_t p = random_proposition(rng, model, 1 + rng_below(rng, 2), arena), q;
  if (depth == 0 && rng_chance(rng, 10)) return p;
  if (depth == 0 && rng_chance(rng, 70)) return formula_make(arena, FORMULA_AF, p, 0);
  if (depth == 0) {
    q = random_proposition(rng, model, 1, arena);
    return formula_make(arena, FORMULA_AU, formula_make(arena, FORMULA_OR, p, q), q);
  }
  q = random_response(rng, model, depth - 1, arena);
  switch (rng_below(rng, 5)) {
  case 0: return formula_make(arena, FORMULA_AX, q, 0);
  case 1: return formula_make(arena, FORMULA_AND, q, random_response(rng, model, depth - 1, arena));
  case 2: return formula_make(arena, FORMULA_IMPLIES, p, q);
  default:
    return formula_make(arena, FORMULA_AG,
                        rng_chance(rng, 50) ? formula_make(arena, FORMULA_OR, p, q) : q, 0);
  }
}

/* CTL that speaks of one path at a time: of its complement, which has EX and EU alone, and no & of
 * two of them. */
static uint32_t random_linear(struct rng *rng, const struct aiger *model, unsigned depth,
                              struct formulas *arena) {
  uint32_t p = random_proposition(rng, model, rng_below(rng, 2), arena);
  if (depth == 0) return p;
  uint32_t f = random_linear(rng, model, depth - 1, arena);
  switch (rng_below(rng, 6)) {
  case 0: return formula_make(arena, FORMULA_AX, f, 0);
  case 1: return formula_make(arena, FORMULA_AG, f, 0);
  case 2:
    f = formula_make(arena, FORMULA_EU, p, formula_make(arena, FORMULA_NOT, f, 0));
    return formula_make(arena, FORMULA_NOT, f, 0);
  case 3: return formula_make(arena, FORMULA_IMPLIES, p, f);
  case 4: return formula_make(arena, FORMULA_OR, f, p);
  default: return formula_make(arena, FORMULA_AND, f, random_linear(rng, model, depth - 1, arena));
  }
}

void trial_random(struct trial *trial, uint64_t seed, enum property_kind kind) {
  struct rng rng = rng_seeded(seed * 4 + kind);
  *trial = (struct trial){.seed = seed, .kind = kind, .hint = NO_FORMULA};
  struct random_shape shape = random_shape_default;
  if (rng_chance(&rng, 30))
    shape = (struct random_shape){3, 2, 8, 1, 2, 2};
  else if (rng_chance(&rng, 15))
    shape = (struct random_shape){9, 5, 90, 2, 4, 3};
  bool relation = rng_chance(&rng, kind == PROPERTY_JUSTICE ? 30 : 10);
  if (relation) shape = (struct random_shape){4, 2, 20, 1, 2, 2};
  random_model(&rng, &shape, &trial->model);
  if (relation) random_relation(&rng, &trial->model);
  random_options(&rng, &trial->options);
  trial->tuning = tuning_defaults;
  if (rng_chance(&rng, 30)) trial->tuning.fair_glance = 0;
  if (rng_chance(&rng, 15)) trial->tuning.fair_reduce = 0;
  if (rng_chance(&rng, 50)) trial->tuning.reduced_gates = 0;
  if (rng_chance(&rng, 50)) trial->tuning.connection_patience = 0;
  random_extremes(trial, seed);
  trial->binary = rng_chance(&rng, 30);
  if (kind == PROPERTY_BAD && rng_chance(&rng, 20)) trial->kind = PROPERTY_OUTPUT;
  if (trial->kind == PROPERTY_BAD) trial->index = rng_below(&rng, (uint32_t)trial->model.bad.size);
  if (kind == PROPERTY_JUSTICE) trial->index = rng_below(&rng, (uint32_t)trial->model.num_justice);
  if (kind == PROPERTY_CTL)
    trial->root = random_formula(&rng, &trial->model, 1 + rng_below(&rng, 5), &trial->arena);
  if (kind == PROPERTY_CTL && rng_chance(&rng, 15)) {
    uint32_t a = random_formula(&rng, &trial->model, 0, &trial->arena),
             b = random_formula(&rng, &trial->model, 0, &trial->arena);
    trial->hint =
        formula_make(&trial->arena, rng_chance(&rng, 50) ? FORMULA_AND : FORMULA_IMPLIES, a, b);
  }
  if (kind == PROPERTY_CTL && rng_chance(&rng, 30))
    random_scope(&rng, &trial->model, &trial->arena, &trial->scope);
  struct rng other = rng_seeded(~(seed * 4 + 3));
  if (kind == PROPERTY_CTL && rng_chance(&other, 15))
    trial->root = random_always(&other, &trial->model, false, &trial->arena);
  else if (kind == PROPERTY_CTL && rng_chance(&other, 25))
    trial->root = random_response(&other, &trial->model, rng_below(&other, 4), &trial->arena);
  else if (kind == PROPERTY_CTL && rng_chance(&other, 15))
    trial->root = random_linear(&other, &trial->model, 2 + rng_below(&other, 4), &trial->arena);
}

/* A of a path formula whose leaves have no quantifiers. */
static uint32_t random_ltl(struct rng *rng, const struct aiger *model, struct formulas *arena) {
  uint32_t path;
  if (rng_chance(rng, 25))
    return formula_make(arena, FORMULA_A, random_always(rng, model, true, arena), 0);
  do {
    path = random_path_formula(rng, model, 1 + rng_below(rng, 4), 1 + rng_below(rng, 4), arena);
  } while (formula_is_quantified(arena, path));
  return formula_make(arena, FORMULA_A, path, 0);
}

/* A of a safe formula, as it is or always; true on most paths now and then. */
static uint32_t random_safe(struct rng *rng, const struct aiger *model, struct formulas *arena) {
  uint32_t path =
      random_safe_formula(rng, model, 1 + rng_below(rng, 3), rng_chance(rng, 40), arena);
  if (rng_chance(rng, 50)) {
    uint32_t weaker = random_proposition(rng, model, 1, arena);
    path = formula_make(arena, FORMULA_OR, weaker, path);
  }
  if (rng_chance(rng, 50)) path = formula_make(arena, FORMULA_G, path, 0);
  return formula_make(arena, FORMULA_A, path, 0);
}

void trial_random_star(struct trial *trial, uint64_t seed, bool ltl) {
  struct rng rng = rng_seeded(seed * 4 + (ltl ? 1 : 2));
  trial_random(trial, seed, PROPERTY_CTL);
  if (ltl)
    trial->root = random_ltl(&rng, &trial->model, &trial->arena);
  else
    trial->root = random_star_formula(&rng, &trial->model, 1 + rng_below(&rng, 4),
                                      1 + rng_below(&rng, 3), &trial->arena);
  struct rng other = rng_seeded(~(seed * 4 + (ltl ? 1 : 2)));
  if (rng_chance(&other, ltl ? 40 : 20))
    trial->root = random_safe(&other, &trial->model, &trial->arena);
}

void trial_free(struct trial *trial) {
  aiger_free(&trial->model);
  formulas_free(&trial->arena);
  scope_free(&trial->scope);
}

/* What the property is decided on: the model, or the one that is made in *room, which must be freed
 * with scope_model_free. */
static const struct aiger *model_of(const struct trial *trial, struct aiger *room) {
  *room = (struct aiger){0};
  if (scope_is_empty(&trial->scope)) return &trial->model;
  scope_model(&trial->model, &trial->arena, &trial->scope, room);
  return room;
}

/* NULL: it is no formula. */
static char *formula_of(const struct trial *trial) {
  if (trial->kind != PROPERTY_CTL) return NULL;
  return scope_print(&trial->arena, &trial->scope, trial->root);
}

char *trial_property(const struct trial *trial) {
  static const char *const names[] = {"bad", "output", "justice", "ctl"};
  char *formula = formula_of(trial);
  size_t size = (formula ? strlen(formula) : 0) + 32;
  char *text = memory_alloc(size, 1);
  if (formula)
    snprintf(text, size, "ctl %s", formula);
  else
    snprintf(text, size, "%s %u", names[trial->kind], trial->index);
  free(formula);
  return text;
}

/* --- the oracle ------------------------------------------------------------------------------- */

static enum oracle_answer truth(const struct trial *trial) {
  const struct aiger *model = &trial->model;
  switch (trial->kind) {
  case PROPERTY_BAD: return oracle_bad(model, model->bad.at[trial->index]);
  case PROPERTY_OUTPUT: return oracle_bad(model, model->outputs.at[trial->index]);
  case PROPERTY_JUSTICE: return oracle_justice(model, trial->index);
  default:
    return oracle_ctl(model, &trial->arena, &trial->scope, trial->root, trial->options.observe_all);
  }
}

/* --- the checker ------------------------------------------------------------------------------ */

/* As vouch check does it in the first pass. */
static void learn_from(const struct trial *trial, enum property_kind kind, size_t count,
                       struct lesson_book *book) {
  enum { MOST = 100 };
  struct check_options options = trial->options;
  options.tuning = &trial->tuning;
  options.most_ticks = trial->lesson_ticks;
  for (uint32_t k = 0; k < count; k++) {
    struct property property = {.kind = kind, .index = k};
    struct check_result result;
    check_property(&trial->model, &property, &options, NULL, &result);
    lesson_book_add(book, result.lessons.at, result.lessons.size, MOST);
    check_result_free(&result);
  }
}

/* Most of these are wrong. */
static void add_anything(const struct trial *trial, struct lesson_book *book) {
  enum { MOST = 200 };
  const struct aiger *model = &trial->model;
  struct rng rng = rng_seeded(~trial->seed);
  struct lits clauses = {0};
  uint32_t latches = (uint32_t)model->num_latches;
  for (uint32_t n = latches ? rng_below(&rng, 4 * latches) : 0; n > 0; n--) {
    for (uint32_t k = 1 + rng_below(&rng, 3); k > 0; k--)
      lits_push(&clauses, model->latches[rng_below(&rng, latches)].lit ^ rng_below(&rng, 2));
    lits_push(&clauses, LESSON_END);
  }
  lesson_book_add(book, clauses.at, clauses.size, MOST);
  lits_free(&clauses);
}

/* What properties of the model leave, the trial's among them, and anything else. */
static void learn(const struct trial *trial, struct lesson_book *book) {
  bool clauses = trial->kind == PROPERTY_BAD || trial->kind == PROPERTY_OUTPUT;
  *book = (struct lesson_book){0};
  if (trial->lesson_ticks == 0 || !clauses) return;
  learn_from(trial, PROPERTY_BAD, trial->model.bad.size, book);
  learn_from(trial, PROPERTY_OUTPUT, trial->model.outputs.size, book);
  add_anything(trial, book);
}

/* With the trial's hint and lessons, which may not change a verdict. Returns the number of these.
 */
static size_t check(const struct trial *trial, const struct aiger *model,
                    const struct property *property, const struct effort *effort,
                    struct check_result *result) {
  struct check_options options = trial->options;
  if (trial->hint != NO_FORMULA) {
    options.ctl.hint_arena = &trial->arena;
    options.ctl.hints = &trial->hint;
    options.ctl.num_hints = 1;
  }
  struct lesson_book book;
  learn(trial, &book);
  options.lessons = &book.lessons;
  check_property(model, property, &options, effort, result);
  size_t lessons = book.starts.size;
  lesson_book_free(&book);
  return lessons;
}

/* --- one trial -------------------------------------------------------------------------------- */

static bool check_proofs(const struct scene *scene, struct certificate *certificate,
                         const char *property, bool holds, struct referee_counts *counts,
                         struct fault *fault) {
  static const struct effort never = {0};
  struct fault why = {0};
  enum proved proved = prove_certificate(scene->model_path, certificate, 1, &never, &why);
  if (proved != PROVED) return fault_set(fault, "cannot prove the certificate: %.800s", why.text);
  return scene_write(scene, certificate, fault) &&
         referee_accepts(scene, property, holds, counts, fault);
}

static bool has_follows(const struct certificate *certificate) {
  for (size_t k = 0; k < certificate->num_facts; k++)
    if (fact_follows(&certificate->facts[k])) return true;
  return false;
}

static bool check_certificate(const struct trial *trial, const struct trial_settings *settings,
                              const struct scene *scene, struct certificate *certificate,
                              bool holds, struct trial_counts *counts, struct fault *fault) {
  if (!scene_write(scene, certificate, fault)) return false;
  counts->loops += certificate->has_saved;
  counts->follows += has_follows(certificate);
  counts->open_loops += certificate->trace_returning != NULL;
  char *property = trial_property(trial);
  bool good =
      referee_accepts(scene, property, holds, &counts->referee, fault) &&
      referee_mutants(scene, certificate, trial->seed, settings->mutants, &counts->referee, fault);
  if (good && settings->proofs) {
    counts->proofs++;
    good = check_proofs(scene, certificate, property, holds, &counts->referee, fault);
  }
  free(property);
  return good;
}

/* The certificate of a decided trial. */
static bool make_certificate(const struct trial *trial, const struct scene *scene,
                             const struct aiger *model, const struct property *property,
                             const struct check_result *result, struct certificate *certificate,
                             struct fault *fault) {
  unsigned char digest[32];
  if (!scene_digest(scene, digest, fault)) return false;
  char *formula = formula_of(trial);
  struct certify_request request = {.model = model,
                                    .digest = digest,
                                    .property = property,
                                    .formula = formula,
                                    .scoped = !scope_is_empty(&trial->scope),
                                    .observe_all = trial->options.observe_all,
                                    .result = result};
  certify(&request, certificate);
  free(formula);
  return true;
}

static bool certify_result(const struct trial *trial, const struct trial_settings *settings,
                           const struct scene *scene, const struct aiger *model,
                           const struct property *property, const struct check_result *result,
                           struct trial_counts *counts, struct fault *fault) {
  struct certificate certificate = {0};
  if (!make_certificate(trial, scene, model, property, result, &certificate, fault)) return false;
  bool good = check_certificate(trial, settings, scene, &certificate,
                                result->evidence.verdict == VERDICT_HOLDS, counts, fault);
  certificate_free(&certificate);
  return good;
}

/* Every other trial certifies all that the checker found, as it found it. */
static bool minimize(const struct trial *trial, const struct aiger *model,
                     const struct property *property, struct check_result *result,
                     struct fault *fault) {
  struct minimize_statistics statistics;
  return trial->seed % 2 == 0 ||
         minimize_evidence(result, model, property, &(struct effort){0}, &statistics) ||
         fault_set(fault, "the evidence cannot be minimised: some obligation is violated");
}

bool trial_certificate(const struct trial *trial, const struct scene *scene, double seconds,
                       struct certificate *certificate, struct fault *fault) {
  struct property property = {trial->kind, trial->index, &trial->arena, trial->root};
  struct effort effort = {.deadline = monotonic_seconds() + seconds, .tuning = &trial->tuning};
  struct check_result result = {0};
  *certificate = (struct certificate){0};
  struct aiger room;
  const struct aiger *model = model_of(trial, &room);
  check(trial, model, &property, &effort, &result);
  bool good = result.evidence.verdict != VERDICT_UNKNOWN ||
              fault_set(fault, "undecided after %g seconds", seconds);
  good = good && minimize(trial, model, &property, &result, fault) &&
         make_certificate(trial, scene, model, &property, &result, certificate, fault);
  check_result_free(&result);
  scope_model_free(&room);
  return good;
}

enum trial_outcome trial_run(const struct trial *trial, const struct trial_settings *settings,
                             struct trial_counts *counts, struct fault *fault) {
  enum oracle_answer answer = truth(trial);
  if (answer == ORACLE_TOO_LARGE) return TRIAL_SKIPPED;
  counts->trials++;
  struct scene scene;
  if (!scene_init(&scene, &trial->model, settings->folder, trial->binary, fault))
    return TRIAL_FAILED;

  struct property property = {trial->kind, trial->index, &trial->arena, trial->root};
  struct effort effort = {.deadline = monotonic_seconds() + settings->seconds,
                          .tuning = &trial->tuning};
  struct check_result result = {0};
  struct aiger room;
  const struct aiger *model = model_of(trial, &room);
  counts->learned += check(trial, model, &property, &effort, &result) > 0;
  enum verdict verdict = result.evidence.verdict,
               expected = answer == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS;
  bool good;
  if (verdict == VERDICT_UNKNOWN)
    good = fault_set(fault, "undecided after %g seconds", settings->seconds);
  else if (verdict != expected)
    good = fault_set(fault, "WRONG VERDICT: %s", verdict == VERDICT_HOLDS ? "holds" : "fails");
  else {
    if (verdict == VERDICT_HOLDS)
      counts->holds++;
    else
      counts->fails++;
    good = minimize(trial, model, &property, &result, fault) &&
           certify_result(trial, settings, &scene, model, &property, &result, counts, fault);
  }
  check_result_free(&result);
  scope_model_free(&room);
  return good ? TRIAL_PASSED : TRIAL_FAILED;
}
