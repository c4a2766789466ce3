#include "certifier/cli/run.h"

#include "certifier/cli/cover_steps.h"
#include "certifier/cli/program.h"
#include "certifier/cli/run_question.h"
#include "certifier/cli/worker.h"
#include "checker/effort/effort.h"
#include "formats/support/escape.h"
#include "formats/support/input.h"
#include "formats/support/output.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

/* --- names and keys --------------------------------------------------------------------------- */

static bool is_taken(const struct run *run, size_t count, const char *file) {
  for (size_t k = 0; k < count; k++)
    if (strcmp(run->items[k].file, file) == 0) return true;
  return false;
}

/* Formulas are called by what they say, and only one of several that say the same has the plain
 * name. */
static char *name_item(const struct run *run, size_t k) {
  enum { SHOWN = 16 };
  const struct selected *p = &run->selection->at[k];
  char digest[DIGEST_TEXT_BYTES], name[64];
  if (p->property.kind != PROPERTY_CTL) return memory_string(p->file);
  digest_bytes(p->text, strlen(p->text), digest);
  snprintf(name, sizeof name, "ctl-%.*s", SHOWN, digest);
  for (size_t n = 2; is_taken(run, k, name); n++)
    snprintf(name, sizeof name, "ctl-%.*s-%zu", SHOWN, digest, n);
  return memory_string(name);
}

void run_prepare(struct run *run) {
  run->items = memory_zeroed(run->selection->size, sizeof *run->items);
  for (size_t k = 0; k < run->selection->size; k++) {
    run->items[k].file = name_item(run, k);
    question_key(run, &run->selection->at[k], run->items[k].key);
  }
}

void run_free(struct run *run) {
  for (size_t k = 0; run->items && k < run->selection->size; k++) {
    free(run->items[k].file);
    free(run->items[k].line);
    free(run->items[k].json);
  }
  free(run->items);
  run->items = NULL;
}

static struct products products_of(const struct run *run, size_t k) {
  return (struct products){.certificate = path_in(run->folder, run->items[k].file, ".cert")};
}

static void products_free(struct products *products) { free((char *)products->certificate); }

/* --- in the worker ---------------------------------------------------------------------------- */

/* What a property tells the parent besides its texts: the verdict, and */
enum { FLAG_BROKEN = 4, FLAG_AS_BEFORE = 8, FLAG_CARRIED_OVER = 16, FLAG_VACUOUS = 32 };

/* What is at hand, of the property that the process is for. */
struct work {
  const struct run *run;
  const struct job *job;
  FILE *records; /* lines for the journal */
};

static void on_progress(void *context, const struct progress *progress) {
  job_progress(((const struct work *)context)->job, progress);
}

static void answer(const struct work *work, const struct pipeline *pipeline,
                   const struct question *question, const struct products *products,
                   struct outcome *outcome) {
  question_answer(work->run, pipeline, question, products, outcome);
  if (!outcome->as_before) question_record(work->run, question, products, outcome, work->records);
}

/* A formula with a constant in place of a part is a question like any other. */
static void answer_part(void *context, const struct pipeline *pipeline,
                        const struct selected *changed, const char *stem,
                        const struct products *products, struct outcome *outcome) {
  const struct work *work = context;
  struct question question = {.property = changed, .file = stem, .limits = work->run->part_limits};
  question_key(work->run, changed, question.key);
  answer(work, pipeline, &question, products, outcome);
}

static bool wants_parts(const struct run *run, const struct selected *p,
                        const struct outcome *outcome) {
  return run->vacuity_seconds > 0 && p->ctl && !p->cover && outcome->verdict != VERDICT_UNKNOWN;
}

static void examine(struct work *work, const struct pipeline *pipeline, struct outcome *outcome,
                    struct vacuity_list *list) {
  const struct run *run = work->run;
  struct vacuity_request request = {.pipeline = pipeline,
                                    .property = &run->selection->at[work->job->k],
                                    .verdict = outcome->verdict,
                                    .folder = run->folder,
                                    .stem = run->items[work->job->k].file,
                                    .seconds = run->vacuity_seconds,
                                    .decide = answer_part,
                                    .context = work};
  vacuity_check(&request, list);
  vacuity_blame(list, outcome);
}

/* A line for programs, then lines for people; none of them is empty. */
static void print_texts(const struct run *run, size_t k, const struct vacuity_list *vacuity,
                        const struct products *products, const struct outcome *outcome,
                        FILE *file) {
  const struct selected *p = &run->selection->at[k];
  struct report report = run->report;
  report.vacuity = vacuity;
  report.json = true;
  report_outcome(&report, p, products, outcome, file);
  report.json = false;
  report_outcome(&report, p, products, outcome, file);
}

static struct question question_of(const struct run *run, size_t k) {
  struct question question = {
      .property = &run->selection->at[k], .file = run->items[k].file, .limits = run->limits};
  memcpy(question.key, run->items[k].key, DIGEST_TEXT_BYTES);
  return question;
}

/* What the property comes to, for the parent: the texts, an empty line, lines for the journal. */
static void tell(const struct work *work, const struct vacuity_list *vacuity,
                 const struct products *products, const struct outcome *outcome,
                 const char *records, struct job_report *report) {
  const struct run *run = work->run;
  size_t k = work->job->k;
  FILE *aside = text_open(&report->aside, &report->aside_size);
  report_details(&run->report, "run", &run->selection->at[k], outcome, aside);
  text_close(aside);
  report->serious = outcome->broken;
  report->flags = (unsigned)outcome->verdict | (outcome->broken ? FLAG_BROKEN : 0) |
                  (outcome->as_before ? FLAG_AS_BEFORE : 0) |
                  (outcome->carried_over ? FLAG_CARRIED_OVER : 0) |
                  (vacuity && vacuity->vacuous ? FLAG_VACUOUS : 0);
  FILE *text = text_open(&report->text, &report->size);
  print_texts(run, k, vacuity, products, outcome, text);
  fprintf(text, "\n%s", records);
  text_close(text);
}

static void check_one(void *context, const struct job *job, struct job_report *report) {
  const struct run *run = context;
  const struct selected *p = &run->selection->at[job->k];
  struct products products = products_of(run, job->k);
  struct work work = {.run = run, .job = job};
  struct pipeline pipeline = run->pipeline;
  struct question question = question_of(run, job->k);
  struct vacuity_list vacuity = {0};
  struct outcome outcome;
  char *records;
  size_t size;
  pipeline.progress = run->live.on ? on_progress : NULL;
  pipeline.context = &work;
  work.records = text_open(&records, &size);
  answer(&work, &pipeline, &question, &products, &outcome);
  if (p->cover && outcome.verdict == VERDICT_FAILS && outcome.certificate)
    outcome.steps = cover_steps(&run->selection->model, p, products.certificate);
  bool parts = wants_parts(run, p, &outcome);
  if (parts) examine(&work, &pipeline, &outcome, &vacuity);
  text_close(work.records);
  tell(&work, parts ? &vacuity : NULL, &products, &outcome, records, report);
  free(records);
  vacuity_list_free(&vacuity);
  outcome_free(&outcome);
  products_free(&products);
}

/* --- in the parent ---------------------------------------------------------------------------- */

static bool print_item(struct run *run, const struct run_item *item) {
  fputs(run->report.json ? item->json : item->line, stdout);
  putchar('\n');
  if (fflush(stdout) == 0 && !ferror(stdout)) return true;
  fputs("vouch run: cannot write to standard output\n", stderr);
  run->broken = true;
  return false;
}

/* At once on a terminal, else in the order of the properties. */
static bool print_done(struct run *run, size_t k) {
  if (!run->in_order) return print_item(run, &run->items[k]);
  for (; run->num_printed < run->selection->size; run->num_printed++) {
    const struct run_item *next = &run->items[run->num_printed];
    if (!next->line) return true;
    if (!print_item(run, next)) return false;
  }
  return true;
}

/* The text up to `end`, which is left out, as one of its own; *text goes on behind it. */
static char *take_until(const char **text, const char *end) {
  const char *at = strstr(*text, end);
  size_t length = at ? (size_t)(at - *text) : strlen(*text);
  char *part = memory_alloc(length + 1, 1);
  memcpy(part, *text, length);
  part[length] = 0;
  *text += length + (at ? strlen(end) : 0);
  return part;
}

static void add_records(struct run *run, const char *lines) {
  struct fault fault;
  while (*lines) {
    size_t length = strcspn(lines, "\n") + 1;
    if (!journal_add(&run->journal, lines, length, &fault)) {
      fault_print(&fault, "vouch run", stderr);
      run->broken = true;
      return;
    }
    lines += length;
  }
}

/* `texts` as tell() makes them. */
static bool finish(struct run *run, size_t k, enum verdict verdict, const char *texts) {
  run->items[k].json = take_until(&texts, "\n");
  run->items[k].line = take_until(&texts, "\n\n");
  run->num_done++;
  live_count(&run->live, report_shade(&run->selection->at[k], verdict));
  tally_add_selected(&run->tally, &run->selection->at[k], verdict, run->requirement);
  add_records(run, texts);
  return print_done(run, k);
}

static bool on_done(void *context, size_t k, const struct job_report *job) {
  struct run *run = context;
  if (job->flags & FLAG_BROKEN) run->broken = true;
  if (job->flags & FLAG_AS_BEFORE) run->as_before++;
  if (job->flags & FLAG_CARRIED_OVER) run->carried_over++;
  if (job->flags & FLAG_VACUOUS) run->vacuous++;
  return finish(run, k, (enum verdict)(job->flags & 3), job->text);
}

static bool on_lost(void *context, size_t k, const char *why, bool memory) {
  struct run *run = context;
  struct products products = products_of(run, k);
  struct question question = question_of(run, k);
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN, .steps = SIZE_MAX, .broken = !memory};
  char *text;
  size_t size;
  snprintf(outcome.note, sizeof outcome.note, "%s", why);
  products_set_stale_aside(&products, &outcome);
  FILE *file = text_open(&text, &size);
  print_texts(run, k, NULL, &products, &outcome, file);
  fputc('\n', file);
  question_record(run, &question, &products, &outcome, file);
  text_close(file);
  run->broken = run->broken || outcome.broken;
  bool go_on = finish(run, k, VERDICT_UNKNOWN, text);
  free(text);
  products_free(&products);
  return go_on;
}

static void clean(void *context, size_t k, long pid) {
  const struct run *run = context;
  struct products products = products_of(run, k);
  products_remove_parts(&products, pid);
  if (run->vacuity_seconds > 0) vacuity_remove_parts(run->folder, run->items[k].file, pid);
  products_free(&products);
}

static char *name_of(void *context, size_t k) {
  return report_name(&((const struct run *)context)->selection->at[k]);
}

/* Behind a property that the run did not come to. */
static void print_held_back(struct run *run) {
  for (; run->in_order && run->num_printed < run->selection->size; run->num_printed++) {
    const struct run_item *item = &run->items[run->num_printed];
    if (item->line && !print_item(run, item)) return;
  }
}

static void on_skipped(void *context) {
  live_clear(&((struct run *)context)->live);
  fputs("vouch run: what is at work is skipped; once more within a second ends the run\n", stderr);
}

void run_properties(struct run *run) {
  struct jobs jobs = {.count = run->selection->size,
                      .any_order = true,
                      .width = run->jobs,
                      .memory = run->memory,
                      .context = run,
                      .run = check_one,
                      .done = on_done,
                      .lost = on_lost,
                      .clean = clean,
                      .live = &run->live,
                      .what = name_of,
                      .skipped = on_skipped};
  skip_on_interrupt();
  if (!jobs_run(&jobs)) {
    fprintf(stderr, "vouch run: cannot start a process: %s\n", strerror(errno));
    run->broken = true;
  }
  print_held_back(run);
}

/* --- models ----------------------------------------------------------------------------------- */

bool run_keep_model(const struct run *run, struct fault *fault) {
  const struct source *model = &run->selection->model_source;
  char *path = run_model_copy(run, run->model), digest[DIGEST_TEXT_BYTES];
  struct output out;
  struct fault missing;
  bool ok = digest_file(path, digest, &missing) && strcmp(digest, run->model) == 0;
  if (!ok && output_open(&out, path, fault)) {
    fwrite(model->bytes, 1, model->size, out.file);
    ok = output_commit(&out, false, fault);
  }
  free(path);
  return ok;
}

static bool is_wanted_model(const struct run *run, const char *digits) {
  bool wanted = strncmp(run->model, digits, 16) == 0;
  for (size_t k = 0; k < run->journal.size && !wanted; k++)
    wanted = strncmp(run->journal.at[k].model, digits, 16) == 0;
  return wanted;
}

void run_drop_models(const struct run *run) {
  static const char before[] = "model-", behind[] = ".aiger";
  size_t skip = sizeof before - 1;
  DIR *folder = opendir(run->folder);
  for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
    const char *name = entry->d_name;
    if (strncmp(name, before, skip) != 0 || strspn(name + skip, "0123456789abcdef") != 16 ||
        strcmp(name + skip + 16, behind) != 0 || is_wanted_model(run, name + skip))
      continue;
    char *path = path_in(run->folder, name, "");
    unlink(path);
    free(path);
  }
  if (folder) closedir(folder);
}

/* --- results.json ----------------------------------------------------------------------------- */

static void print_missing(const struct run *run, size_t k, FILE *file) {
  struct products products = products_of(run, k);
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN, .steps = SIZE_MAX};
  struct report report = {.json = true};
  char *text;
  size_t size;
  snprintf(outcome.note, sizeof outcome.note, "not checked");
  FILE *memory = text_open(&text, &size);
  report_outcome(&report, &run->selection->at[k], &products, &outcome, memory);
  text_close(memory);
  fwrite(text, 1, size - 1, file); /* without its newline */
  free(text);
  products_free(&products);
}

static void print_results(const struct run *run, FILE *file) {
  size_t all = run->selection->size;
  fputs("{\"version\":\"" VOUCH_VERSION "\",\"project\":", file);
  escape_json(file, run->project);
  fputs(",\"model\":", file);
  escape_json(file, run->selection->model_source.path);
  fprintf(file, ",\"model_sha256\":\"%s\",\"complete\":%s", run->model,
          run->num_done == all ? "true" : "false");
  const struct tally *t = &run->tally;
  fprintf(file, ",\"hold\":%zu,\"fail\":%zu,\"reached\":%zu,\"unreachable\":%zu", t->hold, t->fail,
          t->reached, t->unreachable);
  fprintf(file, ",\"unknown\":%zu", all - t->hold - t->fail - t->reached - t->unreachable);
  fprintf(file, ",\"as_before\":%zu,\"carried_over\":%zu,\"vacuous\":%zu", run->as_before,
          run->carried_over, run->vacuous);
  fprintf(file, ",\"as_required\":%s,\"properties\":[",
          run->tally.not_required || run->tally.unknown || run->num_done < all ? "false" : "true");
  for (size_t k = 0; k < all; k++) {
    fputs(k ? ",\n" : "\n", file);
    if (run->items[k].json)
      fputs(run->items[k].json, file);
    else
      print_missing(run, k, file);
  }
  fputs("\n]}\n", file);
}

bool run_write_results(const struct run *run, struct fault *fault) {
  char *path = path_in(run->folder, "results", ".json");
  struct output out;
  bool ok = output_open(&out, path, fault);
  if (ok) {
    print_results(run, out.file);
    ok = output_commit(&out, false, fault);
  }
  free(path);
  return ok;
}
