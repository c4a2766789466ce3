/* Writes the models of the corpus.
 *
 *   generate --all DIR              every model of the table below, DIR/NAME.aag
 *   generate DESIGN [N] [--buggy]   one model of any size to standard output, e.g. generate nim 8
 */
#include "corpus/designs.h"

#include <errno.h>

struct entry {
  const char *name;
  design *build;
  unsigned size; /* of the instance in the corpus; 0: the design has one size only */
  const char *about;
};

static const struct entry table[] = {
    {"arbiter", arbiter, 0, "two clients, one resource"},
    {"counter", counter, 0, "a decimal digit"},
    {"fifo", fifo, 0, "a queue of depth four"},
    {"peterson", peterson, 0, "mutual exclusion for two processes"},
    {"traffic", traffic, 0, "lights at a crossing"},
    {"handshake", handshake, 0, "receiver of a four-phase handshake"},
    {"philosophers", philosophers, 0, "three philosophers, three forks"},
    {"gray", gray, 0, "a Gray code counter"},
    {"ring", ring, 0, "a token ring of five stations"},
    {"twins", twins, 0, "two registers without reset"},
    {"once_around", once_around, 6, "a counter that goes around once"},
    {"jumping", jumping, 4, "a forward-jumping counter"},
    {"watchdog", watchdog, 8, "a server and a watchdog"},
    {"bounded_queues", bounded_queues, 3, "interconnected queues with a bounded source"},
    {"nim", nim, 2, "a game of NIM"},
    {"bakery", bakery, 2, "the bakery protocol with bounded tickets"},
    {"tree_arbiter", tree_arbiter, 4, "a tree of two-way arbiters"},
    {"synchronous_arbiter", synchronous_arbiter, 4, "McMillan's synchronous arbiter"},
    {"two_queues", two_queues, 2, "two queues and a polling server"},
    {"four_queues", four_queues, 2, "four queues and a polling server"},
};
enum { ENTRIES = sizeof table / sizeof *table };

static void describe(struct circuit *c, const struct entry *entry, unsigned size, bool buggy) {
  char text[256], parameter[32] = "";
  if (entry->size) snprintf(parameter, sizeof parameter, ", size %u", size);
  snprintf(text, sizeof text, "%s%s%s\n", entry->about, parameter, buggy ? ", with a mistake" : "");
  c->model.comment = memory_string(text);
  c->model.comment_size = strlen(text);
}

static bool write_model(const struct entry *entry, unsigned size, bool buggy, FILE *file) {
  struct circuit c = {0};
  entry->build(&c, size, buggy);
  describe(&c, entry, size, buggy);
  bool written = aiger_write(&c.model, file, false);
  aiger_free(&c.model);
  return written;
}

static bool write_file(const char *folder, const struct entry *entry, bool buggy) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s%s.aag", folder, entry->name, buggy ? "_buggy" : "");
  FILE *file = fopen(path, "w");
  bool written = file && write_model(entry, entry->size, buggy, file);
  if (file && fclose(file) != 0) written = false;
  if (!written) fprintf(stderr, "generate: cannot write '%s': %s\n", path, strerror(errno));
  return written;
}

static int write_all(const char *folder) {
  for (unsigned k = 0; k < ENTRIES; k++)
    if (!write_file(folder, &table[k], false) || !write_file(folder, &table[k], true)) return 2;
  return 0;
}

static int usage(void) {
  fprintf(stderr, "usage: generate --all DIR | generate DESIGN [N] [--buggy]\ndesigns (those with "
                  "a size take an N):\n");
  for (unsigned k = 0; k < ENTRIES; k++) {
    fprintf(stderr, "  %-20s %s", table[k].name, table[k].about);
    if (table[k].size) fprintf(stderr, " (size %u in the corpus)", table[k].size);
    fputc('\n', stderr);
  }
  return 2;
}

int main(int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[1], "--all")) return write_all(argv[2]);
  const struct entry *entry = NULL;
  for (unsigned k = 0; argc > 1 && k < ENTRIES; k++)
    if (!strcmp(argv[1], table[k].name)) entry = &table[k];
  if (!entry) return usage();
  unsigned long size = entry->size;
  bool buggy = false;
  for (int k = 2; k < argc; k++) {
    char *end;
    if (!strcmp(argv[k], "--buggy"))
      buggy = true;
    else if (!entry->size || !(size = strtoul(argv[k], &end, 10)) || *end || size > MAX_WIDTH)
      return usage();
  }
  return write_model(entry, (unsigned)size, buggy, stdout) && fflush(stdout) == 0 ? 0 : 2;
}
