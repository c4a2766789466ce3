#include "certifier/cli/run_question.h"

#include "certifier/cli/program.h"
#include "checker/effort/effort.h"
#include "formats/support/input.h"
#include "formats/support/text_file.h"

#include <unistd.h>

void question_key(const struct run *run, const struct selected *p, char key[DIGEST_TEXT_BYTES]) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  fprintf(file, "vouch run 1\nversion %s\nmodel %s\ninputs %s\nproofs %d\nproperty %s\n",
          VOUCH_VERSION, run->model, run->pipeline.options.observe_all ? "all" : "observed",
          run->pipeline.proofs, p->text);
  text_close(file);
  digest_bytes(text, size, key);
  free(text);
}

/* --- what an earlier run has left ------------------------------------------------------------- */

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
static bool take_earlier(const struct run *run, const struct pipeline *pipeline,
                         const struct question *q, const struct products *products,
                         const char **why, struct outcome *outcome) {
  const struct journal_record *record = journal_find(&run->journal, q->file);
  if (!record || strcmp(record->key, q->key) != 0) return false;
  if (record->verdict == VERDICT_UNKNOWN) {
    *outcome = (struct outcome){.verdict = VERDICT_UNKNOWN, .steps = SIZE_MAX, .as_before = true};
    return !run->retry && record->final && strcmp(record->limits, q->limits) == 0;
  }
  *why = what_changed(record, products->certificate);
  if (*why) return false;
  if (pipeline_recheck(pipeline, q->property, products, record->verdict, outcome)) return true;
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

char *run_model_copy(const struct run *run, const char *digest) {
  char name[DIGEST_TEXT_BYTES + 8];
  snprintf(name, sizeof name, "model-%.16s", digest);
  return path_in(run->folder, name, ".aiger");
}

static bool read_model_copy(const struct run *run, const char *digest, struct aiger *model) {
  char *path = run_model_copy(run, digest);
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
static char *certificate_left(const struct run *run, const struct question *q,
                              const struct products *products) {
  if (access(products->certificate, R_OK) == 0) return memory_string(products->certificate);
  return path_in(run->folder, q->file, ".cert.stale");
}

/* Nothing of it is believed, so it need not be what it was. *heirloom is to be freed. */
static bool heirloom_find(const struct run *run, const struct question *q,
                          const struct products *products, struct heirloom *heirloom) {
  const struct journal_record *record = journal_find(&run->journal, q->file);
  *heirloom = (struct heirloom){0};
  if (!record || strcmp(record->key, q->key) == 0) return false;
  if (!read_model_copy(run, record->model, &heirloom->model)) return false;
  heirloom->certificate = certificate_left(run, q, products);
  heirloom->before = (struct predecessor){
      .model = &heirloom->model, .certificate = heirloom->certificate, .seconds = record->seconds};
  return true;
}

static void heirloom_free(struct heirloom *heirloom) {
  aiger_free(&heirloom->model);
  free(heirloom->certificate);
}

/* --- the answer ------------------------------------------------------------------------------- */

static void remark(struct outcome *outcome, const char *words) {
  if (!outcome->note[0]) snprintf(outcome->note, sizeof outcome->note, "%s", words);
}

void question_answer(const struct run *run, const struct pipeline *shared, const struct question *q,
                     const struct products *products, struct outcome *outcome) {
  struct pipeline pipeline = *shared;
  struct heirloom heirloom;
  const char *why = NULL;
  if (take_earlier(run, &pipeline, q, products, &why, outcome)) return;
  if (heirloom_find(run, q, products, &heirloom)) pipeline.before = &heirloom.before;
  pipeline_run(&pipeline, q->property, products, outcome);
  heirloom_free(&heirloom);
  if (outcome->verdict == VERDICT_UNKNOWN && interrupt_all_requested()) {
    outcome->note[0] = 0;
    remark(outcome, "skipped");
  }
  if (why) remark(outcome, why);
}

void question_record(const struct run *run, const struct question *q,
                     const struct products *products, const struct outcome *outcome, FILE *file) {
  struct journal_record record = {
      .file = (char *)q->file, .verdict = outcome->verdict, .seconds = outcome->seconds};
  struct fault fault;
  const struct journal_record *before = journal_find(&run->journal, record.file);
  bool decided = outcome->verdict != VERDICT_UNKNOWN;
  memcpy(record.key, q->key, DIGEST_TEXT_BYTES);
  memcpy(record.limits, q->limits, DIGEST_TEXT_BYTES);
  memcpy(record.model, !decided && before ? before->model : run->model, DIGEST_TEXT_BYTES);
  record.final = !decided && !outcome->broken && !interrupt_all_requested();
  if (!decided || digest_file(products->certificate, record.certificate, &fault))
    journal_print(&record, file);
}
