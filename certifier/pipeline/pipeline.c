#include "certifier/pipeline/pipeline.h"

#include "certifier/certify/certifaiger.h"
#include "certifier/certify/certify.h"
#include "certifier/certify/minimize.h"
#include "certifier/certify/ranking.h"
#include "certifier/certify/transplant.h"
#include "certifier/certify/whole_loop.h"
#include "certifier/pipeline/together.h"
#include "certifier/prove/prove.h"
#include "formats/support/output.h"
#include "formats/witness.h"
#include "validator/beside/open.h"

#include <assert.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that is complete, but for its name. */
struct complete_file {
  struct output output;
  bool *there; /* in the outcome */
};
enum { MOST_PENDING = 3 };

/* One property on its way. */
struct task {
  const struct pipeline *pipeline;
  const struct selected *property;
  const struct products *products;
  struct aiger scoped; /* the model with what the scope of the property adds to it */
  struct effort effort;
  double looked; /* at the engines, last */
  bool inheriting;
  struct lits seeds; /* for check_options */
  struct check_result result;
  struct certificate trace; /* of a property that fails, as other tools want it */
  uint32_t failing;         /* the number of that property */
  struct aiger circuit;     /* of a property that holds */
  struct complete_file pending[MOST_PENDING];
  size_t num_pending;
  struct outcome *out;
};

static uint64_t first_pass_ticks(const struct task *t) {
  return (uint64_t)tuning_of(&t->effort)->lessons_ticks * TICKS_PER_MILLISECOND;
}

/* What the property is decided on. */
static const struct aiger *model_of(const struct task *t) {
  return t->scoped.ands ? &t->scoped : &t->pipeline->selection->model;
}

static bool is_ctl(const struct task *t) { return t->property->property.kind == PROPERTY_CTL; }

/* The literals of a bad or output property and its like. */
static const struct lits *section_of(const struct task *t) {
  const struct aiger *model = &t->pipeline->selection->model;
  return t->property->property.kind == PROPERTY_OUTPUT ? &model->outputs : &model->bad;
}

static void progress(const struct task *t, const char *doing) {
  struct progress now = {0};
  snprintf(now.doing, sizeof now.doing, "%s", doing);
  if (t->pipeline->progress) t->pipeline->progress(t->pipeline->context, &now);
}

/* Of the engines. IC3 has frames, and what is bounded a depth. */
static void look(void *context, const struct meter *meter) {
  static const double pace = 0.1;
  struct task *t = context;
  double seconds = monotonic_seconds();
  if (seconds < t->looked + pace) return;
  t->looked = seconds;
  const struct statistics *s = &meter->statistics;
  const char *engine = meter->engine ? meter->engine : "";
  bool bounded = strcmp(engine, engine_descriptions[ENGINE_BMC].name) == 0 || s->frames == 0;
  struct progress now = {
      .doing = "checking", .depth = bounded ? s->depth : s->frames, .clauses = s->clauses};
  snprintf(now.engine, sizeof now.engine, "%s", engine);
  t->pipeline->progress(t->pipeline->context, &now);
}

static void note(struct outcome *out, const char *words) {
  snprintf(out->note, sizeof out->note, "%.*s", (int)sizeof out->note - 1, words);
}

/* --- how a step ends without a result --------------------------------------------------------- */

static bool timed_out(struct task *t, const char *words) {
  note(t->out, words);
  return false;
}

/* out->fault says what went wrong; its last part is what the verdict line has room for, such as "No
 * space left on device". */
static bool broken(struct task *t) {
  const char *words = t->out->fault.text;
  for (const char *colon = words; (colon = strstr(colon, ": "));) words = colon += 2;
  note(t->out, words);
  t->out->broken = true;
  return false;
}

static bool cannot_write(struct task *t, const char *path) {
  fault_set(&t->out->fault, "%s: cannot write: %s", path, strerror(errno));
  return broken(t);
}

/* --- files get their names when all are complete ---------------------------------------------- */

static void keep_pending(struct task *t, const struct output *output, bool *there) {
  assert(t->num_pending < MOST_PENDING);
  t->pending[t->num_pending++] = (struct complete_file){*output, there};
}

static void drop_pending(struct task *t) {
  for (size_t k = 0; k < t->num_pending; k++) output_abort(&t->pending[k].output);
  t->num_pending = 0;
}

static bool may_finish(struct task *t) {
  const struct pipeline *p = t->pipeline;
  if (!p->may_finish || p->may_finish(p->context)) return true;
  t->out->overtaken = true;
  note(t->out, "others were faster");
  return false;
}

/* All of them or none: those that had their names already are set aside like files of earlier runs.
 */
static bool commit_pending(struct task *t) {
  bool ok = true;
  for (size_t k = 0; ok && k < t->num_pending; k++)
    ok = output_commit(&t->pending[k].output, false, &t->out->fault);
  for (size_t k = 0; k < t->num_pending; k++) *t->pending[k].there = ok;
  return ok || broken(t);
}

/* --- decide, minimise ------------------------------------------------------------------------- */

static void check(struct task *t, const struct check_options *options) {
  check_property(model_of(t), &t->property->property, options, &t->effort, &t->result);
  t->result.meter.watcher = NULL;
}

static void make_certificate(const struct task *t, struct certificate *certificate) {
  const struct selection *selection = t->pipeline->selection;
  struct certify_request request = {.model = model_of(t),
                                    .digest = selection->model_source.digest,
                                    .property = &t->property->property,
                                    .formula = t->property->text,
                                    .scoped = t->scoped.ands != NULL,
                                    .observe_all = t->pipeline->options.observe_all,
                                    .result = &t->result};
  certify(&request, certificate);
}

/* A lasso of which only some latches return is no witness for others, unless the rest comes back,
 * too, when it is gone around often enough. */
static bool is_for_us_alone(struct task *t) {
  const struct products *products = t->products;
  if (!t->result.evidence.trace.returning || !(products->witness || products->stream)) return false;
  struct certificate trace = {0};
  make_certificate(t, &trace);
  bool closed = close_whole_loop(&t->pipeline->selection->model, &t->effort, &trace) == LOOP_CLOSED;
  certificate_free(&trace);
  return !closed;
}

/* What the clock ended is over, whatever the pass. */
static void take_lessons(struct task *t) {
  bool open = t->result.evidence.verdict == VERDICT_UNKNOWN && !interrupted(&t->effort);
  t->out->lessons = t->result.lessons;
  t->result.lessons = (struct lits){0};
  t->out->unfinished =
      t->pipeline->pass.first && open && t->out->statistics.ticks >= first_pass_ticks(t);
}

static bool decide(struct task *t) {
  const struct pipeline *p = t->pipeline;
  struct outcome *out = t->out;
  struct check_options options = p->options;
  struct watcher watcher = {.look = look, .context = t};
  progress(t, "checking");
  if (p->progress) options.watcher = &watcher;
  if (t->seeds.size) options.seeds = &t->seeds;
  options.ghosts = t->products->circuit != NULL; /* which is about one step */
  options.lessons = p->pass.lessons;
  if (p->pass.first) options.most_ticks = first_pass_ticks(t);
  check(t, &options);
  if (is_for_us_alone(t)) {
    check_result_free(&t->result);
    options.closed_lassos = true;
    check(t, &options);
  }
  out->fair = t->result.fair;
  out->statistics = t->result.meter.statistics;
  out->statistics.ticks += p->pass.ticks;
  take_lessons(t);
  phases_end(&out->phases, PHASE_CHECK);
  if (t->result.evidence.verdict != VERDICT_UNKNOWN) return true;
  return timed_out(t, interrupt_all_requested() ? "interrupted"
                      : interrupted(&t->effort) ? "time is over"
                                                : "the engines gave up");
}

/* False: the time is over. How far it came then depends on the clock, and so would the certificate.
 */
static bool minimise(struct task *t) {
  struct minimize_statistics minimized;
  progress(t, "minimising");
  if (!t->pipeline->keep_all &&
      minimize_evidence(&t->result, model_of(t), &t->property->property, &t->effort, &minimized)) {
    t->out->parts = minimized.parts;
    t->out->kept = minimized.kept;
  }
  phases_end(&t->out->phases, PHASE_MINIMIZE);
  return !out_of_time(&t->effort) || timed_out(t, "time was over before the certificate was ready");
}

/* --- validate --------------------------------------------------------------------------------- */

static bool is_digest_of(const struct source *source, const char *sha256) {
  char own[DIGEST_TEXT_BYTES];
  digest_bytes(source->bytes, source->size, own);
  return strcmp(own, sha256) == 0;
}

/* What the file at hand has to show: of several properties together all, or the one that fails. */
static const char *claim_of(const struct task *t, char text[40]) {
  bool fails = t->result.evidence.verdict == VERDICT_FAILS;
  if (!t->property->together || !fails) return t->property->text;
  bool output = t->property->property.kind == PROPERTY_OUTPUT;
  snprintf(text, 40, "%s %u", output ? "output" : "bad", (unsigned)t->failing);
  return text;
}

/* The validator has no option for all properties: it judges all where it is not told of one. */
static void ask_for(struct validation_request *request, const struct task *t, const char *claim) {
  bool all = t->property->together && t->result.evidence.verdict == VERDICT_HOLDS;
  request->property = all ? NULL : claim;
  if (!all) request->state_inputs = t->pipeline->options.observe_all ? "all" : "observed";
}

/* The request binds the validation to what was asked: a file's own word for its property is not
 * enough. `format` as in struct validation_request. */
static bool validate(struct task *t, const char *format, const char *path) {
  char program[VALIDATION_PATH_BYTES];
  char text[40];
  const char *claim = claim_of(t, text);
  const struct pipeline *p = t->pipeline;
  struct fault *fault = &t->out->fault;
  struct validation_request request = {.validator = program,
                                       .model = p->selection->model_source.file,
                                       .certificate = path,
                                       .format = format,
                                       .effort = &t->effort};
  struct validation_result result = {0};
  ask_for(&request, t, claim);
  progress(t, "validating");
  if (!validation_find(p->validator, program, fault) ||
      !validate_certificate(&request, &result, fault))
    return broken(t);
  bool holds = t->result.evidence.verdict == VERDICT_HOLDS;
  bool accepted = result.outcome == (holds ? VALIDATION_HOLDS : VALIDATION_FAILS) &&
                  (request.property || strcmp(result.property, claim) == 0);
  bool stopped = result.stopped;
  bool same_model = is_digest_of(&p->selection->model_source, result.model_sha256);
  if (accepted && !same_model)
    fault_set(fault, "%s has changed since it was read", p->selection->model_source.path);
  else if (!accepted)
    fault_set(fault, "vouch-validate does not accept %s: %s", path, validation_why(&result));
  if (accepted && same_model && !format)
    t->out->validation = result;
  else
    validation_result_free(&result);
  if (accepted && same_model) return t->out->validated = true;
  if (stopped) return timed_out(t, "time was over before it was validated");
  broken(t);
  note(t->out, accepted ? "the model has changed" : "vouch-validate does not accept it");
  return false;
}

/* --- certify, prove, write, read back --------------------------------------------------------- */

static bool prove(struct task *t, struct certificate *certificate) {
  const struct pipeline *p = t->pipeline;
  progress(t, "proving");
  switch (prove_certificate(p->selection->model_source.file, certificate, p->jobs, &t->effort,
                            &t->out->fault)) {
  case PROVED: return true;
  case PROVING_TIMED_OUT: return timed_out(t, "time was over before the certificate was proved");
  case PROVING_FAILED: break;
  }
  return broken(t);
}

/* The validator's own reader must understand what we wrote, and its evaluations must succeed. */
static bool read_back(struct task *t, const char *path) {
  struct validator_result result;
  const struct pipeline *p = t->pipeline;
  bool ctl = is_ctl(t);
  struct validator *v =
      validator_open(p->selection->model_source.file, path, ctl ? t->property->text : NULL,
                     ctl ? NULL : t->property->text, &result);
  if (!v) {
    fault_set(&t->out->fault, "the certificate is wrong: %s", result.reason);
    return broken(t);
  }
  t->out->obligations = validator_obligations(v);
  bool holds = validator_holds(v), all = validator_all_inputs(v);
  validator_close(v);
  if (ctl && all != p->options.observe_all)
    fault_set(&t->out->fault, "the certificate reads inputs as state differently");
  else if (holds != (t->result.evidence.verdict == VERDICT_HOLDS))
    fault_set(&t->out->fault, "the certificate is about another verdict");
  else
    return true;
  return broken(t);
}

/* What no engine has found is nobody's word but the validator's. */
static bool wants_validation(const struct task *t, FILE *file) {
  const struct pipeline *p = t->pipeline;
  if (t->inheriting) return true;
  if (p->validate != VALIDATE_AUTO) return p->validate == VALIDATE_ALWAYS;
  return !p->proofs && ftell(file) > VALIDATE_AUTO_BYTES;
}

/* Writes beside the final name. */
static bool write_certificate(struct task *t, const struct certificate *certificate) {
  const char *path = t->products->certificate;
  struct output output;
  if (!output_open(&output, path, &t->out->fault)) return broken(t);
  bool ok = certificate_write(certificate, output.file) && fflush(output.file) == 0;
  if (!ok) cannot_write(t, path);
  if (ok) t->out->certificate_bytes = (size_t)ftell(output.file);
  ok = ok && read_back(t, output.temporary);
  phases_end(&t->out->phases, PHASE_WRITE);
  if (ok && wants_validation(t, output.file)) ok = validate(t, NULL, output.temporary);
  phases_end(&t->out->phases, PHASE_VALIDATE);
  if (!ok) {
    output_abort(&output);
    return false;
  }
  keep_pending(t, &output, &t->out->certificate);
  return true;
}

static bool make_and_write_certificate(struct task *t) {
  struct certificate certificate;
  progress(t, "certifying");
  make_certificate(t, &certificate);
  phases_end(&t->out->phases, PHASE_CERTIFY);
  bool ok = !t->pipeline->proofs || prove(t, &certificate);
  phases_end(&t->out->phases, PHASE_PROVE);
  ok = ok && write_certificate(t, &certificate);
  phases_end(&t->out->phases, PHASE_WRITE);
  certificate_free(&certificate);
  return ok;
}

/* --- the formats of others -------------------------------------------------------------------- */

/* The trace of a witness, with a loop that closes on all latches. Where that is too long, a stream
 * gets the loop of the certificate, but a file that others compare with all latches is refused. */
static bool make_trace(struct task *t) {
  char words[120];
  make_certificate(t, &t->trace);
  t->failing = t->property->index;
  if (t->property->together) {
    t->failing = (uint32_t)together_find(&t->pipeline->selection->model, section_of(t),
                                         t->property->together, &t->trace);
    if (t->failing < t->property->together) return true;
    fault_set(&t->out->fault, "the trace ends where no property fails");
    return broken(t);
  }
  if (t->property->property.kind != PROPERTY_JUSTICE) return true;
  switch (close_whole_loop(&t->pipeline->selection->model, &t->effort, &t->trace)) {
  case LOOP_CLOSED: return true;
  case LOOP_TOO_LONG: break;
  case LOOP_OUT_OF_TIME: return timed_out(t, "time was over before the witness was ready");
  }
  t->out->open_loop = true;
  if (!t->products->witness) return true;
  snprintf(words, sizeof words,
           "a loop that closes on all latches has more than %d steps: no AIGER witness",
           (int)WHOLE_LOOP_STEPS);
  return timed_out(t, words);
}

/* Errors stay with the file. */
static void print_trace(const struct task *t, char *latches, FILE *file) {
  struct witness witness = {.status = 1,
                            .latches = latches,
                            .inputs = t->trace.trace_inputs,
                            .num_steps = t->trace.trace_steps};
  lits_push(t->property->property.kind == PROPERTY_JUSTICE ? &witness.justice : &witness.bad,
            t->failing);
  witness_write(&witness, file);
  lits_free(&witness.bad);
  lits_free(&witness.justice);
}

static void print_witness(const struct task *t, FILE *file) {
  print_trace(t, t->trace.trace_latches, file);
}

static void print_stream(const struct task *t, FILE *file) {
  const struct aiger *model = &t->pipeline->selection->model;
  char none[] = "0";
  char *latches = model->num_latches > 0 ? t->trace.trace_latches : none;
  print_trace(t, model->inputs.size > 0 ? latches : NULL, file);
}

static bool has_suffix(const char *text, const char *suffix) {
  size_t size = strlen(text), length = strlen(suffix);
  return size >= length && strcmp(text + size - length, suffix) == 0;
}

static void print_circuit(const struct task *t, FILE *file) {
  aiger_write(&t->circuit, file, !has_suffix(t->products->circuit, ".aag"));
}

/* False: there is none of this evidence, or of this kind of property. */
static bool make_circuit(struct task *t) {
  const struct aiger *model = &t->pipeline->selection->model;
  const struct property *property = &t->property->property;
  if (is_ctl(t)) return false;
  if (property->kind != PROPERTY_JUSTICE) {
    certifaiger_build(model, section_of(t)->at[property->index], &t->result, &t->circuit);
    return true;
  }
  const char *problem = ranking_build(model, &t->result, &t->effort, &t->circuit);
  if (problem) note(t->out, problem);
  return !problem;
}

/* `format` as the validator calls it. */
static bool write_foreign(struct task *t, const char *path, const char *format,
                          void (*print)(const struct task *t, FILE *file), bool *there) {
  struct output output;
  if (!output_open(&output, path, &t->out->fault)) return broken(t);
  print(t, output.file);
  bool ok = fflush(output.file) == 0 && !ferror(output.file);
  if (!ok) cannot_write(t, path);
  if (ok && t->pipeline->validate == VALIDATE_ALWAYS) ok = validate(t, format, output.temporary);
  if (!ok) {
    output_abort(&output);
    return false;
  }
  keep_pending(t, &output, there);
  return true;
}

static bool make_products(struct task *t) {
  const struct products *products = t->products;
  bool fails = t->result.evidence.verdict == VERDICT_FAILS;
  bool circuit = products->circuit && !fails && make_circuit(t);
  bool certificate = products->certificate && !(fails && products->only_if_holds) &&
                     !(circuit && products->either);
  bool trace = fails && !is_ctl(t) && (products->witness || products->stream);
  if (trace && !make_trace(t)) return false;
  if (certificate && !make_and_write_certificate(t)) return false;
  if (products->witness && trace &&
      !write_foreign(t, products->witness, "aiger-witness", print_witness, &t->out->witness))
    return false;
  if (circuit &&
      !write_foreign(t, products->circuit, "certifaiger", print_circuit, &t->out->circuit))
    return false;
  if (!may_finish(t) || !commit_pending(t)) return false;
  if (products->stream && trace) print_stream(t, products->stream);
  return true;
}

/* --- what was known before -------------------------------------------------------------------- */

static size_t elementary_variables(const struct task *t) {
  const struct property *property = &t->property->property;
  const struct aiger *model = model_of(t);
  struct core_formula core;
  if (!is_ctl(t)) return 0;
  core_from_formula(&core, property->arena, property->root,
                    model->constraints.size || model->fairness.size);
  size_t count = core.num_variables;
  core_free(&core);
  return count;
}

static bool is_about_property(const struct task *t, const struct certificate *c) {
  static const enum cert_property kinds[] = {[PROPERTY_BAD] = CERT_BAD,
                                             [PROPERTY_OUTPUT] = CERT_OUTPUT,
                                             [PROPERTY_JUSTICE] = CERT_JUSTICE,
                                             [PROPERTY_CTL] = CERT_CTL};
  const struct selected *p = t->property;
  if (c->property != kinds[p->property.kind]) return false;
  if (!is_ctl(t)) return c->index == p->property.index;
  return strcmp(c->formula, p->text) == 0 && c->inputs_all == t->pipeline->options.observe_all;
}

/* The certificate of the predecessor, as one about the model at hand. */
static bool rewrite(struct task *t, struct certificate *c) {
  const struct selection *selection = t->pipeline->selection;
  struct transplant request = {.old = t->pipeline->before->model,
                               .now = &selection->model,
                               .scoped = model_of(t),
                               .elementary = elementary_variables(t)};
  if (!is_about_property(t, c) || !transplant(&request, c)) return false;
  digest_bytes(selection->model_source.bytes, selection->model_source.size, c->model_sha256);
  t->result.evidence.verdict = c->holds ? VERDICT_HOLDS : VERDICT_FAILS;
  return true;
}

static void forget_failure(struct task *t) {
  struct outcome *out = t->out;
  drop_pending(t);
  validation_result_free(&out->validation);
  t->result = (struct check_result){0};
  out->validation = (struct validation_result){0};
  out->broken = out->validated = out->overtaken = false;
  out->note[0] = out->fault.text[0] = 0;
  out->certificate_bytes = out->obligations = 0;
}

static double time_to_inherit(const struct task *t, double now) {
  double most = t->pipeline->before->seconds + 1;
  double half = (t->effort.deadline - now) / 2;
  return now + (t->effort.deadline > 0 && half < most ? half : most);
}

/* Everything that goes wrong here costs only time. */
static bool inherit(struct task *t) {
  struct certificate certificate;
  struct fault fault;
  double deadline = t->effort.deadline;
  progress(t, "trying old");
  if (!certificate_read_file(t->pipeline->before->certificate, &certificate, &fault)) return false;
  t->effort.deadline = time_to_inherit(t, monotonic_seconds());
  t->inheriting = true;
  bool rewritten = rewrite(t, &certificate);
  bool ok = rewritten && (!t->pipeline->proofs || prove(t, &certificate)) &&
            write_certificate(t, &certificate) && may_finish(t) && commit_pending(t);
  t->inheriting = false;
  t->effort.deadline = deadline;
  t->out->carried_over = ok;
  if (!ok) {
    if (rewritten && certificate.holds && !is_ctl(t))
      transplant_clauses(model_of(t), &certificate, SEED_END, &t->seeds);
    forget_failure(t);
  }
  certificate_free(&certificate);
  return ok;
}

/* --- what earlier runs left ------------------------------------------------------------------- */

/* A file under this name that the present run did not make would look as if it had. */
static bool is_stale(const char *path, bool made) {
  struct stat about;
  if (!path || made || lstat(path, &about) != 0) return false;
  return S_ISREG(about.st_mode) || S_ISLNK(about.st_mode); /* else no file of an earlier run */
}

static void set_aside(const char *path, struct outcome *out) {
  size_t size = strlen(path) + sizeof ".stale";
  char *stale = memory_alloc(size, 1);
  snprintf(stale, size, "%s.stale", path);
  if (rename(path, stale) == 0 || unlink(path) == 0) {
    out->stale++;
  } else {
    fault_set(&out->fault, "%s: an older file that cannot be removed: %s", path, strerror(errno));
    out->broken = true;
  }
  free(stale);
}

/* `act`: not only count them. */
static void mind_stale(const struct products *products, bool act, struct outcome *out) {
  bool either = products->either && (out->certificate || out->circuit);
  const char *paths[] = {products->certificate, products->witness, products->circuit};
  bool made[] = {out->certificate || either, out->witness, out->circuit || either};
  for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
    if (!is_stale(paths[k], made[k])) continue;
    if (act)
      set_aside(paths[k], out);
    else
      out->stale++;
  }
}

void products_set_stale_aside(const struct products *products, struct outcome *out) {
  mind_stale(products, true, out);
}

void products_remove_parts(const struct products *products, long pid) {
  const char *paths[] = {products->certificate, products->witness, products->circuit};
  for (size_t k = 0; k < sizeof paths / sizeof *paths; k++)
    if (paths[k]) output_remove_part(paths[k], pid);
}

/* ---------------------------------------------------------------------------------------------- */

static struct task begin(const struct pipeline *pipeline, const struct selected *property,
                         const struct products *products, double start, struct outcome *out) {
  *out = (struct outcome){.verdict = VERDICT_UNKNOWN, .steps = SIZE_MAX};
  return (struct task){.pipeline = pipeline,
                       .property = property,
                       .products = products,
                       .effort = {.deadline = pipeline->timeout > 0 ? start + pipeline->timeout : 0,
                                  .tuning = pipeline->options.tuning},
                       .out = out};
}

bool pipeline_recheck(const struct pipeline *pipeline, const struct selected *property,
                      const struct products *products, enum verdict verdict, struct outcome *out) {
  double start = monotonic_seconds();
  struct task t = begin(pipeline, property, products, start, out);
  t.result.evidence.verdict = verdict;
  bool ok = !interrupt_all_requested() && read_back(&t, products->certificate) &&
            (pipeline->validate != VALIDATE_ALWAYS || validate(&t, NULL, products->certificate));
  if (ok) out->verdict = verdict;
  out->certificate = out->as_before = ok;
  out->memory_bytes = memory_peak();
  out->seconds = monotonic_seconds() - start;
  return ok;
}

void pipeline_run(const struct pipeline *pipeline, const struct selected *property,
                  const struct products *products, struct outcome *out) {
  double start = monotonic_seconds() - pipeline->pass.seconds;
  struct task t = begin(pipeline, property, products, start, out);
  const struct scope *scope = property->scope;
  if (scope && !scope_is_empty(scope))
    scope_model(&pipeline->selection->model, property->property.arena, scope, &t.scoped);
  phases_start(&out->phases);
  if (interrupt_all_requested()) {
    note(out, "interrupted");
  } else {
    if (pipeline->before && products->certificate && inherit(&t)) {
      out->verdict = t.result.evidence.verdict;
    } else if (decide(&t)) {
      bool ready = (!products->certificate && !products->circuit) || minimise(&t);
      if (ready && make_products(&t)) out->verdict = t.result.evidence.verdict;
    }
    drop_pending(&t);
    check_result_free(&t.result);
    certificate_free(&t.trace);
    lits_free(&t.seeds);
    aiger_free(&t.circuit);
  }
  scope_model_free(&t.scoped);
  if (!out->unfinished)
    mind_stale(products, !pipeline->may_finish || out->verdict != VERDICT_UNKNOWN, out);
  out->memory_bytes = memory_peak();
  out->seconds = monotonic_seconds() - start;
}

void outcome_free(struct outcome *outcome) {
  validation_result_free(&outcome->validation);
  lits_free(&outcome->lessons);
}
