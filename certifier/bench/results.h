/* The results file of a bench: comma-separated values, one line per run, in the order in which they
 * ended. What makes a bench resumable, and what reports are made of. */
#ifndef VOUCH_CERTIFIER_BENCH_RESULTS_H
#define VOUCH_CERTIFIER_BENCH_RESULTS_H

#include "certifier/bench/tool.h"

#include <stdio.h>

/* X(identifier, name). Up to `program` they say what was run, and a run is done again unless all of
 * them are what they were. */
#define COLUMNS(X)                                                                                 \
  X(TOOL, "tool")                                                                                  \
  X(SUITE, "suite")                                                                                \
  X(MODEL, "model")                                                                                \
  X(PROPERTIES, "properties")                                                                      \
  X(PROPERTY, "property")                                                                          \
  X(TIMEOUT, "timeout")                                                                            \
  X(LIMIT, "memory_limit")                                                                         \
  X(CLOCK, "clock")                                                                                \
  X(COMMAND, "command")                                                                            \
  X(MODEL_DIGEST, "model_sha256")                                                                  \
  X(PROPERTIES_DIGEST, "properties_sha256")                                                        \
  X(PROGRAM, "program")                                                                            \
  X(EXPECTED, "expected")                                                                          \
  X(VERDICT, "verdict")                                                                            \
  X(SECONDS, "seconds")                                                                            \
  X(CPU, "cpu_seconds")                                                                            \
  X(MEMORY, "megabytes")                                                                           \
  X(CERTIFIED, "certified")                                                                        \
  X(CHECK, "check_seconds")                                                                        \
  X(BYTES, "evidence_bytes")                                                                       \
  X(NOTE, "note")

enum column {
#define COLUMN_IDENTIFIER(id, name) COLUMN_##id,
  COLUMNS(COLUMN_IDENTIFIER)
#undef COLUMN_IDENTIFIER
      NUM_COLUMNS,
  NUM_KEYS = COLUMN_PROGRAM + 1
};

struct run_row {
  char *field[NUM_COLUMNS];
};

struct bench_results {
  const char *path;
  FILE *file;
  struct run_row *rows;
  size_t size, capacity;
  struct results_index *index; /* finds rows by their keys */
  size_t cut_off;              /* the number of a last line that was removed; 0: none */
};

/* Opens or creates the file, keeps other benches off it, and reads it. The line with the names of
 * the columns may come again, so that files of shards merge by concatenation. A line that is not as
 * results_append writes it is an error; only a last line without its newline, as a killed bench
 * leaves it, is removed. */
bool bench_results_open(struct bench_results *results, const char *path, struct fault *fault);
bool bench_results_close(struct bench_results *results, struct fault *fault);
/* The row takes the fields over. False: it cannot be written. */
bool bench_results_append(struct bench_results *results, struct run_row *row);

/* What is to be run: the fields up to `program`, and `expected`; the others are empty. The digests
 * are those of the files as they are now; "": the file cannot be read, or there is none. */
struct run_row run_row_for(const struct tool *tool, const struct instance *instance,
                           const struct limits *limits);
void run_row_set(struct run_row *row, enum column column, const char *text);
void run_row_set_number(struct run_row *row, enum column column, double number, int digits);
double run_row_number(const struct run_row *row, enum column column);
bool run_row_is(const struct run_row *row, enum column column, const char *text);
void run_row_free(struct run_row *row);
/* One line of the file, for a pipe, and back. */
void run_row_write(const struct run_row *row, FILE *file);
bool run_row_parse(struct run_row *row, const char *line, struct fault *fault);

/* The last row with these keys; NULL: none. Expected O(1). */
const struct run_row *bench_results_find(const struct bench_results *results,
                                         const struct run_row *keys);

#endif
