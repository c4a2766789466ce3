#include "certifier/library/work.h"

#include "certifier/certify/closed_witness.h"
#include "certifier/explain/explain.h"
#include "certifier/process/link.h"
#include "certifier/process/temporary.h"
#include "formats/support/input.h"
#include "formats/support/text_file.h"

#include <errno.h>

/* --- files for readers that want names ----------------------------------------------------------
 */

/* The bytes of a source as a file without a name. */
static bool spill(const struct library_source *source, struct spool *spool, struct fault *fault) {
  if (!spool_open(spool, fault)) return false;
  return link_write(spool->descriptor, source->bytes, source->size) ||
         fault_set(fault, "cannot write a temporary file: %s", strerror(errno));
}

/* Messages speak of the source, not of that file. */
static void rename_in(struct fault *fault, const struct spool *spool, const char *name) {
  size_t length = strlen(spool->path);
  char text[sizeof fault->text];
  const char *found = strstr(fault->text, spool->path);
  if (!length || !found) return;
  snprintf(text, sizeof text, "%.*s%.400s%s", (int)(found - fault->text), fault->text, name,
           found + length);
  memcpy(fault->text, text, sizeof text);
}

static void drop_option(struct fault *fault) {
  static const char option[] = "--formula: ";
  size_t length = sizeof option - 1;
  if (strncmp(fault->text, option, length) == 0)
    memmove(fault->text, fault->text + length, strlen(fault->text + length) + 1);
}

/* The properties of one source, read as the program reads them. Spools live as long. */
struct reading {
  struct spool model, file;
  struct texts files, formulas;
  struct selection selection;
};

static bool read_source(const struct vouch_model *model, const struct library_source *source,
                        struct reading *r, struct fault *fault) {
  struct selection_request request = {.files = &r->files, .formulas = &r->formulas};
  *r = (struct reading){.model.descriptor = -1, .file.descriptor = -1};
  bool ok = spill(&model->sources[0], &r->model, fault);
  if (ok && source->kind == SOURCE_FILE) {
    ok = spill(source, &r->file, fault);
    texts_push(&r->files, r->file.path);
  } else if (source->kind == SOURCE_FORMULA) {
    texts_push(&r->formulas, source->bytes);
  }
  request.model = r->model.path;
  ok = ok && selection_read(&request, &r->selection, fault);
  if (ok) return true;
  drop_option(fault);
  rename_in(fault, &r->model, model->sources[0].name);
  rename_in(fault, &r->file, source->name);
  return false;
}

static void send_text(int to, uint32_t kind, uint32_t detail, const char *text) {
  if (text) message_send(to, kind, detail, text, strlen(text));
}

/* --- descriptions -------------------------------------------------------------------------------
 */

static vouch_verdict announced(const struct selected *p) {
  return p->expected == EXPECT_HOLDS   ? VOUCH_HOLDS
         : p->expected == EXPECT_FAILS ? VOUCH_FAILS
                                       : VOUCH_UNKNOWN;
}

void work_describe(void *description, int to) {
  const struct description *d = description;
  struct reading reading;
  struct fault fault;
  if (!read_source(d->model, d->source, &reading, &fault)) {
    send_text(to, MESSAGE_FAULT, 0, fault.text);
    return;
  }
  for (size_t k = 0; k < reading.selection.size; k++) {
    const struct selected *p = &reading.selection.at[k];
    send_text(to, MESSAGE_PROPERTY, announced(p), p->text);
    send_text(to, MESSAGE_WRITTEN, 0, p->written);
    send_text(to, MESSAGE_NAME, 0, p->name);
  }
  message_number(to, MESSAGE_END, 0);
}

/* --- checks -------------------------------------------------------------------------------------
 */

static void on_progress(void *context, const struct progress *progress) {
  send_text(*(const int *)context, MESSAGE_PROGRESS, 0, progress->doing);
}

static void send_printed(int to, uint32_t kind, uint32_t detail, const struct explanation *e,
                         size_t k, void (*print)(const struct explanation *, size_t, FILE *)) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  print(e, k, file);
  text_close(file);
  message_send(to, kind, detail, text, size);
  free(text);
}

static void print_words(const struct explanation *e, size_t k, FILE *file) {
  enum { WIDTH = 100 };
  (void)k;
  explain_text(e, WIDTH, file);
}

static void print_story(const struct explanation *e, size_t k, FILE *file) {
  (void)k;
  explain_json(e, file);
}

static void send_witness(int to, const struct aiger *model, const struct certificate *c,
                         const struct effort *effort) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  enum whole_loop loop = closed_witness_write(model, c, effort, file);
  text_close(file);
  if (loop == LOOP_CLOSED) message_send(to, MESSAGE_TEXT, VOUCH_WITNESS, text, size);
  free(text);
}

/* What can be told of a certificate; nothing if it cannot be told. */
static void send_stories(int to, const struct selection *selection, const struct selected *p,
                         const struct certificate *c) {
  struct explanation e;
  struct fault fault;
  const struct ctl_file *words = p->from ? &p->from->ctl : NULL;
  if (!explanation_init(&e, &selection->model, c, p->written, words, &fault)) return;
  send_printed(to, MESSAGE_TEXT, VOUCH_EXPLANATION, &e, 0, print_words);
  send_printed(to, MESSAGE_TEXT, VOUCH_STORY, &e, 0, print_story);
  for (size_t k = 0; k < explanation_paths(&e); k++)
    send_printed(to, MESSAGE_PATH, 0, &e, k, explain_vcd);
  if (e.has_run) send_witness(to, &selection->model, c, &(struct effort){0});
  explanation_free(&e);
}

/* False, with a reason: the file is not what was written. */
static bool send_certificate(int to, const char *path, const struct selection *selection,
                             const struct selected *p, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  struct certificate c;
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  bool ok = certificate_read_memory(path, bytes, size, &c, fault);
  if (ok) {
    message_send(to, MESSAGE_TEXT, VOUCH_CERTIFICATE, bytes, size);
    send_stories(to, selection, p, &c);
    certificate_free(&c);
  }
  free(bytes);
  return ok;
}

static void send_unknown(int to, const char *reason) {
  send_text(to, MESSAGE_VERDICT, VOUCH_UNKNOWN, reason);
  message_number(to, MESSAGE_END, 0);
}

/* The verdict is sent last: behind all that shows it. */
static void send_outcome(int to, const struct selection *selection, const struct selected *p,
                         const struct outcome *out, const char *path) {
  struct fault fault = {.text = ""};
  if (out->verdict == VERDICT_UNKNOWN) {
    send_unknown(to, out->broken ? out->fault.text : out->note);
    return;
  }
  if (!out->certificate || !send_certificate(to, path, selection, p, &fault)) {
    send_unknown(to, fault.text[0] ? fault.text : "there is no certificate");
    return;
  }
  if (out->validated) message_number(to, MESSAGE_VALIDATED, 0);
  message_number(to, MESSAGE_VERDICT, out->verdict == VERDICT_HOLDS ? VOUCH_HOLDS : VOUCH_FAILS);
  message_number(to, MESSAGE_END, 0);
}

static void examine(int to, const struct examination *x, const struct selection *selection) {
  const struct settings *s = &x->model->settings;
  const struct selected *p = &selection->at[x->property->position];
  char path[TEMPORARY_PATH];
  struct outcome outcome;
  struct pipeline pipeline = {.selection = selection,
                              .options = check_defaults,
                              .timeout = s->timeout,
                              .proofs = s->proofs,
                              .jobs = s->jobs,
                              .validate = s->validate,
                              .validator = s->validator,
                              .progress = on_progress,
                              .context = &to};
  pipeline.options.observe_all = s->observe_all;
  engine_setup_use(&s->engines, &pipeline.options);
  snprintf(path, sizeof path, "%s/certificate", x->folder);
  struct products products = {.certificate = path};
  pipeline_run(&pipeline, p, &products, &outcome);
  send_outcome(to, selection, p, &outcome, path);
  outcome_free(&outcome);
}

void work_examine(void *examination, int to) {
  const struct examination *x = examination;
  struct reading reading;
  struct fault fault;
  const struct library_source *source = &x->model->sources[x->property->source];
  if (!read_source(x->model, source, &reading, &fault))
    send_unknown(to, fault.text);
  else if (x->property->position >= reading.selection.size)
    send_unknown(to, "the property is gone");
  else
    examine(to, x, &reading.selection);
}
