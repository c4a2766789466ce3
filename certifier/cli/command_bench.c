/* vouch bench MANIFEST... -o DIR: runs tools over suites, and compares them. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "certifier/bench/bench_report.h"
#include "certifier/bench/measure.h"
#include "certifier/cli/commands.h"
#include "certifier/cli/program.h"
#include "certifier/cli/shard.h"
#include "certifier/cli/terminal_options.h"
#include "certifier/cli/worker.h"
#include "certifier/process/validation.h"
#include "checker/effort/effort.h"
#include "formats/support/escape.h"

#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

struct settings {
  const char *folder, *models, *shard, *validator;
  struct texts tools, holds, fails;
  double timeout;
  unsigned memory, jobs, per_model;
  int clock;
  bool no_validate, report_only;
  struct terminal_options terminal;
};

static const struct option_use options[] = {
    TAKE_AS(OUTPUT, folder,
            "The folder for results.csv, report.html and the plots; made if it is missing. With a "
            "results.csv in it the bench goes on where it was"),
    TAKE(TOOL, tools),
    TAKE_AS(TIMEOUT, timeout, "Seconds per run (default: 60)"),
    TAKE_AS(MEMORY, memory, "Megabytes that each process of a run may have (default: no limit)"),
    TAKE(CLOCK, clock),
    TAKE_AS(JOBS, jobs,
            "Runs at a time (default: 1). More than half of the processors make times "
            "longer than they are"),
    TAKE_AS(SHARD, shard, "Run only every N-th instance, beginning with number K (1 to N)"),
    TAKE(MODELS, models),
    TAKE(PER_MODEL, per_model),
    TAKE(HOLDS, holds),
    TAKE(FAILS, fails),
    TAKE_AS(NO_VALIDATE, no_validate, "Do not validate what tools show for their verdicts"),
    TAKE_AS(VALIDATOR, validator,
            "The validator (default: vouch-validate beside vouch, or in PATH)"),
    TAKE(REPORT_ONLY, report_only),
    TAKE_TERMINAL_OPTIONS(terminal),
    {0}};

static void set_defaults(void *settings) {
  struct settings *s = settings;
  s->timeout = 60;
  s->jobs = 1;
}

/* --- what is there ---------------------------------------------------------------------------- */

struct pair {
  size_t tool, instance;
};

struct bench {
  const struct settings *settings;
  struct suite suite;
  struct tools tools;
  struct limits limits;
  struct bench_results results;
  char validator[VALIDATION_PATH_BYTES];
  char scratch[TOOL_PATH]; /* a folder for the folders of runs */
  struct pair *runs;       /* those that are missing */
  size_t num_runs, num_done;
  struct live live;
  bool colour;
  bool broken; /* results cannot be written */
};

static bool read_suites(struct bench *b, char **paths, size_t count, struct fault *fault) {
  const struct settings *s = b->settings;
  unsigned k, n;
  for (size_t p = 0; p < count; p++)
    if (!suite_read(&b->suite, paths[p], fault)) return false;
  if (s->models && !suite_match(&b->suite, s->models, fault)) return false;
  if (s->per_model) suite_spread(&b->suite, s->per_model);
  if (s->shard && !shard_parse(s->shard, &k, &n, fault)) return false;
  if (s->shard) suite_shard(&b->suite, k, n);
  suite_digest(&b->suite);
  return b->suite.size > 0 || s->shard || fault_set(fault, "there is nothing to run");
}

static bool read_tools(struct bench *b, struct fault *fault) {
  const struct texts *given = &b->settings->tools;
  if (given->size == 0) return tools_add(&b->tools, "vouch", fault);
  for (size_t k = 0; k < given->size; k++)
    if (!tools_add(&b->tools, given->at[k], fault)) return false;
  return true;
}

/* Instance by instance, so that the tools share what the machine does at a time. */
static void find_missing(struct bench *b) {
  b->runs = memory_alloc(b->suite.size * b->tools.size + 1, sizeof *b->runs);
  for (size_t i = 0; i < b->suite.size; i++) {
    for (size_t t = 0; t < b->tools.size; t++) {
      struct run_row keys = run_row_for(&b->tools.at[t], &b->suite.at[i], &b->limits);
      if (!bench_results_find(&b->results, &keys)) b->runs[b->num_runs++] = (struct pair){t, i};
      run_row_free(&keys);
    }
  }
}

/* --- folders ---------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void)about;
  (void)kind;
  (void)where;
  remove(path);
  return 0;
}

static void remove_folder(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

static bool make_scratch(struct bench *b, struct fault *fault) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent) parent = "/tmp";
  snprintf(b->scratch, sizeof b->scratch, "%s/vouch-bench-XXXXXX", parent);
  if (mkdtemp(b->scratch)) return true;
  b->scratch[0] = 0;
  return fault_set(fault, "cannot make a directory in %s: %s", parent, strerror(errno));
}

static char *folder_of(const struct bench *b, size_t k) {
  char name[32];
  snprintf(name, sizeof name, "%zu", k);
  return path_below(b->scratch, name);
}

/* --- runs ------------------------------------------------------------------------------------- */

static struct run_row row_of(const struct bench *b, size_t k) {
  const struct pair *run = &b->runs[k];
  return run_row_for(&b->tools.at[run->tool], &b->suite.at[run->instance], &b->limits);
}

/* In the worker: the text is the line of the results file; empty if interrupted. */
static void run_one(void *context, const struct job *job, struct job_report *report) {
  const struct bench *b = context;
  const struct settings *s = b->settings;
  const struct pair *run = &b->runs[job->k];
  char *folder = folder_of(b, job->k);
  struct run_row row = row_of(b, job->k);
  struct measurement m = {.tool = &b->tools.at[run->tool],
                          .instance = &b->suite.at[run->instance],
                          .limits = &b->limits,
                          .phrases = {&s->holds, &s->fails},
                          .validator = s->no_validate ? NULL : b->validator,
                          .folder = folder};
  struct progress progress = {.doing = "running"};
  mkdir(folder, 0700);
  if (b->live.on) job_progress(job, &progress);
  if (!interrupt_all_requested() && measure(&m, &row)) {
    FILE *line = text_open(&report->text, &report->size);
    run_row_write(&row, line);
    text_close(line);
  }
  remove_folder(folder);
  run_row_free(&row);
  free(folder);
}

/* What counts here is not what holds, but what is decided, and rightly. */
static enum shade shade_of(const struct run_row *row) {
  const char *verdict = row->field[COLUMN_VERDICT];
  bool decided = strcmp(verdict, "holds") == 0 || strcmp(verdict, "fails") == 0;
  return row_is_wrong(row) ? SHADE_BAD : decided ? SHADE_GOOD : SHADE_OPEN;
}

static void print_row(const struct bench *b, const struct run_row *row) {
  char *const *field = row->field;
  escape_print(stdout, "[%zu of %zu] %s  %s/%s", b->num_done, b->num_runs, field[COLUMN_TOOL],
               field[COLUMN_SUITE], field[COLUMN_MODEL]);
  if (field[COLUMN_PROPERTY][0]) escape_print(stdout, " %s", field[COLUMN_PROPERTY]);
  enum shade shade = shade_of(row);
  fprintf(stdout, "  %s", shade_on(shade, b->colour));
  escape_text(stdout, field[COLUMN_VERDICT]);
  fprintf(stdout, "%s  %.2f s", shade_off(b->colour), row_seconds(row));
  if (field[COLUMN_CERTIFIED][0]) escape_print(stdout, "  certified: %s", field[COLUMN_CERTIFIED]);
  if (row_is_wrong(row)) escape_print(stdout, "  WRONG: expected %s", field[COLUMN_EXPECTED]);
  if (field[COLUMN_NOTE][0]) escape_print(stdout, "  (%s)", field[COLUMN_NOTE]);
  putchar('\n');
  fflush(stdout);
}

static bool keep_row(struct bench *b, struct run_row *row) {
  b->num_done++;
  live_count(&b->live, shade_of(row));
  print_row(b, row);
  if (bench_results_append(&b->results, row)) return true;
  escape_line(stderr, "vouch bench: %s: cannot write: %s", b->results.path, strerror(errno));
  b->broken = true;
  return false;
}

static bool on_done(void *context, size_t k, const struct job_report *report) {
  struct bench *b = context;
  struct run_row row;
  struct fault fault;
  (void)k;
  if (report->size == 0) return false;
  if (run_row_parse(&row, report->text, &fault)) return keep_row(b, &row);
  fault_print(&fault, "vouch bench", stderr);
  b->broken = true;
  return false;
}

static bool on_lost(void *context, size_t k, const char *why, bool memory) {
  struct bench *b = context;
  struct run_row row = row_of(b, k);
  (void)memory;
  escape_line(stderr, "vouch bench: %s %s: not measured: %s", row.field[COLUMN_TOOL],
              row.field[COLUMN_MODEL], why);
  run_row_free(&row);
  return !interrupt_all_requested();
}

static void clean(void *context, size_t k, long pid) {
  char *folder = folder_of(context, k);
  (void)pid;
  remove_folder(folder);
  free(folder);
}

static char *name_of(void *context, size_t k) {
  struct run_row row = row_of(context, k);
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  fprintf(file, "%s  %s/%s %s", row.field[COLUMN_TOOL], row.field[COLUMN_SUITE],
          row.field[COLUMN_MODEL], row.field[COLUMN_PROPERTY]);
  text_close(file);
  run_row_free(&row);
  return text;
}

static bool run_missing(struct bench *b, struct fault *fault) {
  struct jobs jobs = {.count = b->num_runs,
                      .width = b->settings->jobs,
                      .any_order = true,
                      .context = b,
                      .run = run_one,
                      .done = on_done,
                      .lost = on_lost,
                      .clean = clean,
                      .live = &b->live,
                      .what = name_of};
  if (b->num_runs == 0) return true;
  if (!make_scratch(b, fault)) return false;
  b->colour = terminal_options_colour(&b->settings->terminal);
  terminal_options_live(&b->settings->terminal, false, b->num_runs, &b->live);
  b->live.heading = "run";
  b->live.words[SHADE_GOOD] = "decided";
  b->live.words[SHADE_BAD] = "WRONG";
  bool ok = jobs_run(&jobs) || fault_set(fault, "cannot start a process: %s", strerror(errno));
  live_free(&b->live);
  remove_folder(b->scratch);
  return ok;
}

/* --- all of it -------------------------------------------------------------------------------- */

static int status_of(const struct bench *b, const struct matrix *m) {
  size_t wrong = count_disputes(m), runs = 0;
  for (size_t t = 0; t < b->tools.size; t++) {
    struct score score = score_of(m, t);
    wrong += score.wrong + score.rejected;
    runs += score.runs;
  }
  if (b->broken) return EXIT_USAGE;
  if (wrong) return EXIT_FAILS;
  if (runs == b->suite.size * b->tools.size) return EXIT_HOLDS;
  fprintf(stderr, "vouch bench: %zu of %zu runs are missing\n",
          b->suite.size * b->tools.size - runs, b->suite.size * b->tools.size);
  return EXIT_UNDECIDED;
}

static int report(struct bench *b) {
  struct matrix m;
  struct fault fault;
  matrix_fill(&m, &b->tools, &b->suite, &b->limits, &b->results);
  bench_report_summary(&m, stdout);
  int status = status_of(b, &m);
  if (!bench_report_write(&m, b->settings->folder, &fault)) {
    fault_print(&fault, "vouch bench", stderr);
    status = EXIT_USAGE;
  }
  matrix_free(&m);
  if (fflush(stdout) == 0 && !ferror(stdout)) return status;
  fputs("vouch bench: cannot write to standard output\n", stderr);
  return EXIT_USAGE;
}

/* With the results file open around it. */
static int perform(struct bench *b) {
  struct fault fault;
  if (b->results.cut_off)
    escape_line(stderr,
                "%s: line %zu is cut off, as a killed bench leaves it; that run is done again",
                b->results.path, b->results.cut_off);
  find_missing(b);
  if (!b->settings->report_only && !run_missing(b, &fault)) {
    fault_print(&fault, "vouch bench", stderr);
    b->broken = true;
  }
  return report(b);
}

static int run(void *settings, char **arguments, size_t num_arguments) {
  struct settings *s = settings;
  struct bench b = {.settings = s,
                    .limits = {.timeout = s->timeout, .memory = s->memory, .cpu = s->clock == 1}};
  struct fault fault;
  int status = EXIT_USAGE;
  char *path = s->folder ? path_in(s->folder, "results.csv", "") : NULL;
  if (!s->folder) {
    fputs("vouch bench: -o DIR is missing: where do the results go?\n", stderr);
  } else if (!read_suites(&b, arguments, num_arguments, &fault) || !read_tools(&b, &fault) ||
             (!s->no_validate && !validation_find(s->validator, b.validator, &fault))) {
    fault_print(&fault, "vouch bench", stderr);
  } else if (prepare_directory("bench", s->folder)) {
    catch_signals();
    if (bench_results_open(&b.results, path, &fault)) {
      status = perform(&b);
      if (!bench_results_close(&b.results, &fault)) status = EXIT_USAGE;
    } else {
      fault_print(&fault, "vouch bench", stderr);
    }
  }
  free(path);
  free(b.runs);
  tools_free(&b.tools);
  suite_free(&b.suite);
  return status;
}

static bool paragraph(size_t k, char *text, size_t size) {
  const char *command;
  const char *name = tool_known(k, &command);
  if (name)
    snprintf(text, size, "%s%s = %s", k ? "" : "\nTools that are known by name:\n\n", name,
             command);
  return name != NULL;
}

const struct command command_bench = {
    .name = "bench",
    .arguments = "MANIFEST...",
    .least_arguments = 1,
    .most_arguments = SIZE_MAX,
    .summary = "run checkers over suites of models and compare them",
    .description =
        "Runs every tool on every instance of the manifests under limits of time and memory, has "
        "vouch-validate judge what the tools show for their verdicts, and writes results.csv (a "
        "line as each run ends; run the same command again to go on), report.html, cactus.svg and "
        "scatter plots of the first tool against each other one.\n\n"
        "A manifest is a file of comma-separated values whose first line names the columns: model, "
        "and optionally property or index, properties (a file of CTL formulas) and expected "
        "(holds, "
        "fails, or ?). Paths are relative to its folder.\n\n"
        "Exit status: 0 all is run and nothing is wrong; 1 a verdict is not the expected one, "
        "evidence was rejected, or tools disagree; 3 some runs are missing; 2 a usage or input "
        "error, or results could not be written.",
    .paragraph = paragraph,
    .options = options,
    .settings_size = sizeof(struct settings),
    .set_defaults = set_defaults,
    .run = run,
};
