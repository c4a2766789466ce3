/* Comma-separated values, as RFC 4180 has them, without line breaks inside of fields. */
#ifndef VOUCH_CERTIFIER_BENCH_TABLE_H
#define VOUCH_CERTIFIER_BENCH_TABLE_H

#include "formats/support/fault.h"
#include "formats/support/texts.h"

#include <stdio.h>

/* A file in memory, line by line. */
struct table {
  const char *path; /* the caller's */
  char *bytes;
  size_t size, at;  /* at: behind the line that was read last */
  size_t line;      /* its number, from 1 */
  struct texts row; /* its fields */
};

bool table_open(struct table *table, const char *path, struct fault *fault);
/* The next line that is not empty. False: there is none (*fault says nothing), or it is malformed:
 * a stray quote, or a control character. */
bool table_next(struct table *table, bool *end, struct fault *fault);
void table_free(struct table *table);

/* The position of a name in a row; its size if it is not there. */
size_t table_find(const struct texts *row, const char *name);

void table_write_field(FILE *file, const char *text);

#endif
