#include "certifier/bench/measure.h"

#include "certifier/pipeline/selection.h"
#include "certifier/process/validation.h"
#include "checker/effort/effort.h"

#include <math.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* --- evidence --------------------------------------------------------------------------------- */

/* What a tool showed for its verdict. */
struct exhibit {
  char *path;         /* NULL: nothing */
  const char *format; /* as in struct validation_request */
};

static bool is_file(const char *path, double *bytes) {
  struct stat about;
  if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
  *bytes = (double)about.st_size;
  return true;
}

/* Where vouch hwmcc has no witness circuit it writes a certificate. */
static bool is_circuit(const char *path) {
  char start[4] = "";
  FILE *file = fopen(path, "rb");
  bool read = file && fread(start, 1, 4, file) == 4;
  if (file) fclose(file);
  return read && (memcmp(start, "aag ", 4) == 0 || memcmp(start, "aig ", 4) == 0);
}

static void use_file(struct exhibit *exhibit, const struct measurement *m, const char *place,
                     const char *name, const char *format) {
  double bytes;
  if (exhibit->path || !tool_mentions(m->tool, place)) return;
  char *path = path_below(m->folder, name);
  if (!is_file(path, &bytes)) {
    free(path);
    return;
  }
  exhibit->path = path;
  exhibit->format =
      format && strcmp(format, "certifaiger") == 0 && !is_circuit(path) ? NULL : format;
}

static struct exhibit find_exhibit(const struct measurement *m, const struct answer *answer) {
  struct exhibit exhibit = {0};
  if (answer->certificate) exhibit.path = memory_string(answer->certificate);
  use_file(&exhibit, m, "{certificate}", "certificate", NULL);
  if (strcmp(answer->verdict, "fails") == 0)
    use_file(&exhibit, m, "{sat}", "sat", "aiger-witness");
  else
    use_file(&exhibit, m, "{unsat}", "unsat", "certifaiger");
  return exhibit;
}

/* The property of the instance in the words of certificates, allocated; NULL: there is not exactly
 * one. */
static char *property_text(const struct instance *instance, struct fault *fault) {
  const char *files[] = {instance->properties_path}, *properties[] = {instance->property};
  struct texts file_list = {.at = files, .size = instance->properties_path[0] ? 1 : 0};
  struct texts property_list = {.at = properties, .size = instance->property[0] ? 1 : 0};
  struct selection_request request = {
      .model = instance->model_path, .files = &file_list, .properties = &property_list};
  struct selection selection;
  if (!selection_read(&request, &selection, fault)) return NULL;
  char *text = selection.size == 1 ? memory_string(selection.at[0].text) : NULL;
  if (!text) fault_set(fault, "the instance has %zu properties", selection.size);
  selection_free(&selection);
  return text;
}

static void record_judgement(const struct validation_result *result, const char *verdict,
                             struct run_row *row) {
  bool same = strcmp(validation_word(result->outcome), verdict) == 0;
  bool accepted = validation_accepted(result);
  run_row_set_number(row, COLUMN_CHECK, result->seconds, 3);
  run_row_set(row, COLUMN_CERTIFIED,
              same                                     ? "yes"
              : accepted                               ? "rejected"
              : result->outcome == VALIDATION_REJECTED ? "rejected"
                                                       : "unknown");
  if (same) return;
  run_row_set(row, COLUMN_NOTE,
              accepted ? "its evidence shows the other verdict" : validation_why(result));
}

static void judge(const struct measurement *m, const struct answer *answer, struct run_row *row) {
  const double least_seconds = 60;
  const double times = 10;
  struct exhibit exhibit = find_exhibit(m, answer);
  struct fault fault;
  double bytes;
  run_row_set(row, COLUMN_CERTIFIED, "none");
  if (exhibit.path && is_file(exhibit.path, &bytes)) {
    run_row_set_number(row, COLUMN_BYTES, bytes, 0);
    char *property = property_text(m->instance, &fault);
    struct validation_request request = {.validator = m->validator,
                                         .model = m->instance->model_path,
                                         .certificate = exhibit.path,
                                         .property = property,
                                         .format = exhibit.format,
                                         .memory = m->limits->memory,
                                         .timeout =
                                             fmax(least_seconds, times * m->limits->timeout)};
    struct validation_result result = {0};
    if (property && validate_certificate(&request, &result, &fault)) {
      record_judgement(&result, answer->verdict, row);
    } else {
      run_row_set(row, COLUMN_CERTIFIED, "unknown");
      run_row_set(row, COLUMN_NOTE, fault.text);
    }
    validation_result_free(&result);
    free(property);
  }
  free(exhibit.path);
}

/* --- the run ---------------------------------------------------------------------------------- */

static void note_end(const struct run_result *run, const struct answer *answer,
                     struct run_row *row) {
  char line[160], note[200];
  last_line(run->errors[0] ? run->errors : run->output, line, sizeof line);
  if (answer->contradictory)
    run_row_set(row, COLUMN_NOTE, "it says both holds and fails");
  else if (run->timed_out)
    run_row_set(row, COLUMN_NOTE, "ended after the time limit");
  else if (WIFSIGNALED(run->status)) {
    snprintf(note, sizeof note, "signal %d", WTERMSIG(run->status));
    run_row_set(row, COLUMN_NOTE, note);
  } else if (strcmp(answer->verdict, "unknown") == 0) {
    snprintf(note, sizeof note, "exit status %d: %s", WEXITSTATUS(run->status), line);
    run_row_set(row, COLUMN_NOTE, note);
  }
}

static void record(const struct measurement *m, const struct run_result *run, struct run_row *row) {
  struct answer answer;
  answer_read(run->output, &m->phrases, &answer);
  /* What was said before the end counts only if there was an end: it may have been about more. */
  if (run->timed_out || WIFSIGNALED(run->status)) answer.verdict = "unknown";
  run_row_set(row, COLUMN_VERDICT, answer.verdict);
  run_row_set_number(row, COLUMN_SECONDS, run->seconds, 3);
  run_row_set_number(row, COLUMN_CPU, run->cpu_seconds, 3);
  run_row_set_number(row, COLUMN_MEMORY, run->memory_megabytes, 1);
  note_end(run, &answer, row);
  if (m->validator && strcmp(answer.verdict, "unknown") != 0) judge(m, &answer, row);
  answer_free(&answer);
}

static void record_failure(const struct fault *fault, struct run_row *row) {
  run_row_set(row, COLUMN_VERDICT, "unknown");
  run_row_set_number(row, COLUMN_SECONDS, 0, 3);
  run_row_set_number(row, COLUMN_CPU, 0, 3);
  run_row_set_number(row, COLUMN_MEMORY, 0, 1);
  run_row_set(row, COLUMN_NOTE, fault->text);
}

bool measure(const struct measurement *m, struct run_row *row) {
  struct texts words = {0};
  struct run_result run = {0};
  struct fault fault;
  if (tool_words(m->tool, m->instance, m->limits, m->folder, &words, &fault) &&
      run_program(&words, m->limits, &run, &fault))
    record(m, &run, row);
  else
    record_failure(&fault, row);
  run_result_free(&run);
  words_free(&words);
  return !interrupt_all_requested();
}
