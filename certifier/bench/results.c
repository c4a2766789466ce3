#define _DEFAULT_SOURCE /* flock */
#include "certifier/bench/results.h"

#include "certifier/bench/results_index.h"
#include "certifier/bench/table.h"

#include <errno.h>
#include <math.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[NUM_COLUMNS] = {
#define COLUMN_NAME(id, name) name,
    COLUMNS(COLUMN_NAME)
#undef COLUMN_NAME
};

/* --- rows ------------------------------------------------------------------------------------- */

void run_row_set(struct run_row *row, enum column column, const char *text) {
  free(row->field[column]);
  row->field[column] = memory_string(text);
}

void run_row_set_number(struct run_row *row, enum column column, double number, int digits) {
  char text[64];
  snprintf(text, sizeof text, "%.*f", digits, number);
  run_row_set(row, column, text);
}

double run_row_number(const struct run_row *row, enum column column) {
  return strtod(row->field[column], NULL);
}

bool run_row_is(const struct run_row *row, enum column column, const char *text) {
  return strcmp(row->field[column], text) == 0;
}

void run_row_free(struct run_row *row) {
  for (size_t k = 0; k < NUM_COLUMNS; k++) free(row->field[k]);
  *row = (struct run_row){{0}};
}

struct run_row run_row_for(const struct tool *tool, const struct instance *instance,
                           const struct limits *limits) {
  struct run_row row = {{0}};
  for (enum column k = 0; k < NUM_COLUMNS; k++) run_row_set(&row, k, "");
  run_row_set(&row, COLUMN_TOOL, tool->name);
  run_row_set(&row, COLUMN_SUITE, instance->suite);
  run_row_set(&row, COLUMN_MODEL, instance->model);
  run_row_set(&row, COLUMN_PROPERTIES, instance->properties);
  run_row_set(&row, COLUMN_PROPERTY, instance->property);
  run_row_set_number(&row, COLUMN_TIMEOUT, limits->timeout, 3);
  run_row_set_number(&row, COLUMN_LIMIT, limits->memory, 0);
  run_row_set(&row, COLUMN_CLOCK, limits->cpu ? "cpu" : "wall");
  run_row_set(&row, COLUMN_COMMAND, tool->command);
  run_row_set(&row, COLUMN_MODEL_DIGEST, instance->model_digest);
  run_row_set(&row, COLUMN_PROPERTIES_DIGEST, instance->properties_digest);
  run_row_set(&row, COLUMN_PROGRAM, tool->digest);
  run_row_set(&row, COLUMN_EXPECTED, instance->expected);
  return row;
}

void run_row_write(const struct run_row *row, FILE *file) {
  for (size_t k = 0; k < NUM_COLUMNS; k++) {
    if (k) fputc(',', file);
    table_write_field(file, row->field[k]);
  }
  fputc('\n', file);
}

static bool is_number(const char *text) {
  char *end;
  double number = strtod(text, &end);
  return text[0] >= '0' && text[0] <= '9' && *end == 0 && isfinite(number) && number >= 0;
}

static bool is_one_of(const char *text, const char *const *words) {
  while (*words && strcmp(*words, text) != 0) words++;
  return *words != NULL;
}

static bool makes_sense(const struct texts *fields) {
  static const char *const verdicts[] = {"holds", "fails", "unknown", NULL};
  static const char *const expected[] = {"holds", "fails", "?", NULL};
  static const char *const certified[] = {"", "yes", "rejected", "unknown", "none", NULL};
  static const char *const clocks[] = {"wall", "cpu", NULL};
  const char *const *at = fields->at;
  return at[COLUMN_TOOL][0] && at[COLUMN_MODEL][0] && is_number(at[COLUMN_TIMEOUT]) &&
         is_number(at[COLUMN_LIMIT]) && is_one_of(at[COLUMN_CLOCK], clocks) &&
         is_one_of(at[COLUMN_EXPECTED], expected) && is_one_of(at[COLUMN_VERDICT], verdicts) &&
         is_number(at[COLUMN_SECONDS]) && is_number(at[COLUMN_CPU]) &&
         is_number(at[COLUMN_MEMORY]) && is_one_of(at[COLUMN_CERTIFIED], certified) &&
         (!at[COLUMN_CHECK][0] || is_number(at[COLUMN_CHECK])) &&
         (!at[COLUMN_BYTES][0] || is_number(at[COLUMN_BYTES]));
}

static bool row_from(struct run_row *row, const struct table *table, struct fault *fault) {
  if (table->row.size != NUM_COLUMNS || !makes_sense(&table->row))
    return fault_set(fault, "%s: line %zu: not a line of a bench", table->path, table->line);
  for (size_t k = 0; k < NUM_COLUMNS; k++) row->field[k] = memory_string(table->row.at[k]);
  return true;
}

bool run_row_parse(struct run_row *row, const char *line, struct fault *fault) {
  struct table table = {.path = "result", .bytes = memory_string(line), .size = strlen(line)};
  bool end;
  *row = (struct run_row){{0}};
  bool ok = table_next(&table, &end, fault) && row_from(row, &table, fault);
  table_free(&table);
  return ok;
}

/* --- the file --------------------------------------------------------------------------------- */

static bool is_header(const struct texts *row) {
  for (size_t k = 0; k < NUM_COLUMNS; k++)
    if (k >= row->size || strcmp(row->at[k], names[k]) != 0) return false;
  return row->size == NUM_COLUMNS;
}

static void keep(struct bench_results *results, const struct run_row *row) {
  results->rows =
      memory_room(results->rows, results->size, &results->capacity, sizeof *results->rows);
  results->rows[results->size++] = *row;
  results_index_add(results->index, results);
}

/* The bytes behind the last newline go. */
static bool cut(struct bench_results *results, struct table *table, struct fault *fault) {
  size_t whole = table->size;
  while (whole > 0 && table->bytes[whole - 1] != '\n') whole--;
  if (whole == table->size) return true;
  results->cut_off = 1;
  for (size_t k = 0; k < whole; k++) results->cut_off += table->bytes[k] == '\n';
  table->size = whole;
  table->bytes[whole] = 0;
  if (ftruncate(fileno(results->file), (off_t)whole) == 0) return true;
  return fault_set(fault, "%s: cannot be cut: %s", results->path, strerror(errno));
}

static bool read_rows(struct bench_results *results, struct table *table, struct fault *fault) {
  bool end = false, headed = false;
  while (table_next(table, &end, fault)) {
    struct run_row row;
    if (is_header(&table->row)) {
      headed = true;
      continue;
    }
    if (!headed)
      return fault_set(fault, "%s: line %zu: not the columns of a bench", table->path, table->line);
    if (!row_from(&row, table, fault)) return false;
    keep(results, &row);
  }
  return end;
}

static bool is_regular(const struct bench_results *results, struct fault *fault) {
  struct stat about;
  if (fstat(fileno(results->file), &about) == 0 && S_ISREG(about.st_mode)) return true;
  return fault_set(fault, "%s: not a regular file", results->path);
}

/* Not by fcntl: such a lock would end when the file is read, and closed, under its name. */
static bool lock(struct bench_results *results, struct fault *fault) {
  if (flock(fileno(results->file), LOCK_EX | LOCK_NB) == 0) return true;
  if (errno == EWOULDBLOCK)
    return fault_set(fault, "%s: another bench is writing to it", results->path);
  return fault_set(fault, "%s: cannot be locked: %s", results->path, strerror(errno));
}

static bool write_header(struct bench_results *results, struct fault *fault) {
  for (size_t k = 0; k < NUM_COLUMNS; k++) fprintf(results->file, "%s%s", k ? "," : "", names[k]);
  fputc('\n', results->file);
  return fflush(results->file) == 0 ||
         fault_set(fault, "%s: cannot write: %s", results->path, strerror(errno));
}

bool bench_results_open(struct bench_results *results, const char *path, struct fault *fault) {
  struct table table;
  *results = (struct bench_results){.path = path, .file = fopen(path, "ab")};
  if (!results->file) return fault_set(fault, "%s: %s", path, strerror(errno));
  results->index = results_index_new();
  bool ok = is_regular(results, fault) && lock(results, fault) && table_open(&table, path, fault);
  if (ok) {
    ok = cut(results, &table, fault) && read_rows(results, &table, fault) &&
         (table.size > 0 || write_header(results, fault));
    table_free(&table);
  }
  if (!ok) {
    struct fault ignored;
    bench_results_close(results, &ignored);
  }
  return ok;
}

bool bench_results_close(struct bench_results *results, struct fault *fault) {
  bool ok = fclose(results->file) == 0 ||
            fault_set(fault, "%s: cannot write: %s", results->path, strerror(errno));
  for (size_t k = 0; k < results->size; k++) run_row_free(&results->rows[k]);
  free(results->rows);
  results_index_free(results->index);
  *results = (struct bench_results){0};
  return ok;
}

bool bench_results_append(struct bench_results *results, struct run_row *row) {
  run_row_write(row, results->file);
  keep(results, row);
  *row = (struct run_row){{0}};
  return fflush(results->file) == 0 && !ferror(results->file);
}

const struct run_row *bench_results_find(const struct bench_results *results,
                                         const struct run_row *keys) {
  size_t k = results_index_find(results->index, results, keys);
  return k < results->size ? &results->rows[k] : NULL;
}
