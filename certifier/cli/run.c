#include "certifier/cli/run.h"

#include "certifier/cli/program.h"
#include "certifier/cli/worker.h"
#include "checker/effort/effort.h"
#include "formats/support/escape.h"
#include "formats/support/input.h"
#include "formats/support/output.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

/* --- names and keys --------------------------------------------------------------------------- */

static void digest_text(char *text, size_t size, char digest[DIGEST_TEXT_BYTES]) {
  digest_bytes(text, size, digest);
  free(text);
}

/* Decided is decided, under whatever limits and by whatever engines: they do not count here. */
static void make_key(const struct run *run, const struct selected *p, char key[DIGEST_TEXT_BYTES]) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  fprintf(file, "vouch run 1\nversion %s\nmodel %s\ninputs %s\nproofs %d\nproperty %s\n",
          VOUCH_VERSION, run->model, run->pipeline.options.observe_all ? "all" : "observed",
          run->pipeline.proofs, p->text);
  text_close(file);
  digest_text(text, size, key);
}

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
    make_key(run, &run->selection->at[k], run->items[k].key);
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
enum { FLAG_BROKEN = 4, FLAG_AS_BEFORE = 8, FLAG_CARRIED_OVER = 16 };

/* What is at hand, of the property that the process is for. */
struct work {
  const struct run *run;
  const struct job *job;
};

static void on_progress(void *context, const struct progress *progress) {
  job_progress(((const struct work *)context)->job, progress);
}

/* Why the certificate that the record speaks of is not what it was; NULL: it is. */
static const char *what_changed(const struct journal_record *record, const char *path) {
  char digest[DIGEST_TEXT_BYTES];
  struct fault fault;
  if (access(path, F_OK) != 0) return "its certificate was missing: checked again";
  if (!digest_file(path, digest, &fault) || strcmp(digest, record->certificate) != 0)
    return "its certificate had been changed: checked again";
  return NULL;
}

/* True: the earlier result stands. Otherwise *why says what is wrong with it, if there is one. */
static bool take_earlier(const struct work *work, const struct pipeline *pipeline,
                         const struct products *products, const char **why,
                         struct outcome *outcome) {
  const struct run *run = work->run;
  const struct run_item *item = &run->items[work->job->k];
  const struct journal_record *record = journal_find(&run->journal, item->file);
  if (!record || strcmp(record->key, item->key) != 0) return false;
  if (record->verdict == VERDICT_UNKNOWN) {
    *outcome = (struct outcome){.verdict = VERDICT_UNKNOWN, .steps = SIZE_MAX, .as_before = true};
    return !run->retry && record->final && strcmp(record->limits, run->limits) == 0;
  }
  *why = what_changed(record, products->certificate);
  if (*why) return false;
  if (pipeline_recheck(pipeline, &run->selection->at[work->job->k], products, record->verdict,
                       outcome))
    return true;
  *why = outcome->broken ? "its certificate was not accepted: checked again"
                         : "its certificate could not be validated in time: checked again";
  outcome_free(outcome);
  return false;
}

/* What an earlier run has left of a property for another model, or under other options. */
struct heirloom {
  struct predecessor before;
  struct aiger model;
  char *certificate;
};

static char *model_copy(const struct run *run, const char *digest) {
  char name[DIGEST_TEXT_BYTES + 8];
  snprintf(name, sizeof name, "model-%.16s", digest);
  return path_in(run->folder, name, ".aiger");
}

static bool read_model_copy(const struct run *run, const char *digest, struct aiger *model) {
  char *path = model_copy(run, digest);
  unsigned char *bytes;
  size_t size;
  struct fault fault;
  bool ok = input_read_file(path, &bytes, &size, &fault);
  if (ok) {
    ok = aiger_read_memory(path, bytes, size, model, &fault);
    free(bytes);
  }
  free(path);
  return ok;
}

/* Where it is, or where it was set aside when the property became undecided. */
static char *certificate_left(const struct run *run, size_t k, const struct products *products) {
  if (access(products->certificate, R_OK) == 0) return memory_string(products->certificate);
  return path_in(run->folder, run->items[k].file, ".cert.stale");
}

/* Nothing of it is believed, so it need not be what it was. *heirloom is to be freed. */
static bool heirloom_find(const struct run *run, size_t k, const struct products *products,
                          struct heirloom *heirloom) {
  const struct journal_record *record = journal_find(&run->journal, run->items[k].file);
  *heirloom = (struct heirloom){0};
  if (!record || strcmp(record->key, run->items[k].key) == 0) return false;
  if (!read_model_copy(run, record->model, &heirloom->model)) return false;
  heirloom->certificate = certificate_left(run, k, products);
  heirloom->before = (struct predecessor){
      .model = &heirloom->model, .certificate = heirloom->certificate, .seconds = record->seconds};
  return true;
}

static void heirloom_free(struct heirloom *heirloom) {
  aiger_free(&heirloom->model);
  free(heirloom->certificate);
}

static void print_record(const struct run *run, size_t k, const struct products *products,
                         const struct outcome *outcome, FILE *file) {
  struct journal_record record = {
      .file = run->items[k].file, .verdict = outcome->verdict, .seconds = outcome->seconds};
  struct fault fault;
  const struct journal_record *before = journal_find(&run->journal, record.file);
  bool decided = outcome->verdict != VERDICT_UNKNOWN;
  memcpy(record.key, run->items[k].key, DIGEST_TEXT_BYTES);
  memcpy(record.limits, run->limits, DIGEST_TEXT_BYTES);
  memcpy(record.model, !decided && before ? before->model : run->model, DIGEST_TEXT_BYTES);
  record.final = !decided && !outcome->broken && !interrupt_all_requested();
  if (!decided || digest_file(products->certificate, record.certificate, &fault))
    journal_print(&record, file);
}

/* Three lines: for people, for programs, for the journal. The last one may be missing. */
static void print_texts(const struct run *run, size_t k, const struct products *products,
                        const struct outcome *outcome, FILE *file) {
  const struct selected *p = &run->selection->at[k];
  struct report report = run->report;
  report.json = false;
  report_outcome(&report, p, products, outcome, file);
  report.json = true;
  report_outcome(&report, p, products, outcome, file);
  if (!outcome->as_before) print_record(run, k, products, outcome, file);
}

static void remark(struct outcome *outcome, const char *words) {
  if (!outcome->note[0]) snprintf(outcome->note, sizeof outcome->note, "%s", words);
}

static void check_one(void *context, const struct job *job, struct job_report *report) {
  const struct run *run = context;
  const struct selected *p = &run->selection->at[job->k];
  struct products products = products_of(run, job->k);
  struct work work = {.run = run, .job = job};
  struct pipeline pipeline = run->pipeline;
  struct outcome outcome;
  const char *why = NULL;
  pipeline.progress = run->live.on ? on_progress : NULL;
  pipeline.context = &work;
  if (!take_earlier(&work, &pipeline, &products, &why, &outcome)) {
    struct heirloom heirloom;
    if (heirloom_find(run, job->k, &products, &heirloom)) pipeline.before = &heirloom.before;
    pipeline_run(&pipeline, p, &products, &outcome);
    heirloom_free(&heirloom);
    if (outcome.verdict == VERDICT_UNKNOWN && interrupt_all_requested()) {
      outcome.note[0] = 0;
      remark(&outcome, "skipped");
    }
    if (why) remark(&outcome, why);
  }
  FILE *aside = text_open(&report->aside, &report->aside_size);
  report_details(&run->report, "run", p, &outcome, aside);
  text_close(aside);
  report->serious = outcome.broken;
  report->flags = (unsigned)outcome.verdict | (outcome.broken ? FLAG_BROKEN : 0) |
                  (outcome.as_before ? FLAG_AS_BEFORE : 0) |
                  (outcome.carried_over ? FLAG_CARRIED_OVER : 0);
  FILE *text = text_open(&report->text, &report->size);
  print_texts(run, job->k, &products, &outcome, text);
  text_close(text);
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

/* The text up to the newline, which is left out, as one of its own; *text goes on behind it. */
static char *take_line(const char **text) {
  size_t length = strcspn(*text, "\n");
  char *line = memory_alloc(length + 1, 1);
  memcpy(line, *text, length);
  line[length] = 0;
  *text += length + ((*text)[length] == '\n');
  return line;
}

/* `texts` as print_texts makes them. */
static bool finish(struct run *run, size_t k, enum verdict verdict, const char *texts) {
  struct fault fault;
  run->items[k].line = take_line(&texts);
  run->items[k].json = take_line(&texts);
  run->num_done++;
  live_count(&run->live, report_shade(&run->selection->at[k], verdict));
  tally_add(&run->tally, verdict, run->selection->at[k].expected, run->requirement);
  if (*texts && !journal_add(&run->journal, texts, strlen(texts), &fault)) {
    fault_print(&fault, "vouch run", stderr);
    run->broken = true;
  }
  return print_done(run, k);
}

static bool on_done(void *context, size_t k, const struct job_report *job) {
  struct run *run = context;
  if (job->flags & FLAG_BROKEN) run->broken = true;
  if (job->flags & FLAG_AS_BEFORE) run->as_before++;
  if (job->flags & FLAG_CARRIED_OVER) run->carried_over++;
  return finish(run, k, (enum verdict)(job->flags & 3), job->text);
}

static bool on_lost(void *context, size_t k, const char *why, bool memory) {
  struct run *run = context;
  struct products products = products_of(run, k);
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN, .steps = SIZE_MAX, .broken = !memory};
  char *text;
  size_t size;
  remark(&outcome, why);
  products_set_stale_aside(&products, &outcome);
  FILE *file = text_open(&text, &size);
  print_texts(run, k, &products, &outcome, file);
  text_close(file);
  run->broken = run->broken || outcome.broken;
  bool go_on = finish(run, k, VERDICT_UNKNOWN, text);
  free(text);
  products_free(&products);
  return go_on;
}

static void clean(void *context, size_t k, long pid) {
  struct products products = products_of(context, k);
  products_remove_parts(&products, pid);
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
  char *path = model_copy(run, run->model), digest[DIGEST_TEXT_BYTES];
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
  remark(&outcome, "not checked");
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
  fprintf(file, ",\"hold\":%zu,\"fail\":%zu,\"unknown\":%zu,\"as_before\":%zu", run->tally.hold,
          run->tally.fail, all - run->tally.hold - run->tally.fail, run->as_before);
  fprintf(file, ",\"carried_over\":%zu", run->carried_over);
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
