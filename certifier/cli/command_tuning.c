/* vouch tuning: the engines by name, and the table of their constants. */
#include "certifier/cli/commands.h"
#include "checker/effort/effort.h"

#include <stdio.h>

static const char *families_of(const struct engine_description *engine) {
  const bool *serves = engine->serves;
  if (serves[FAMILY_SAFETY] && serves[FAMILY_CTL]) return "bad, ctl";
  if (serves[FAMILY_SAFETY]) return "bad";
  return serves[FAMILY_FAIR] ? "justice" : "ctl";
}

static void print_engines(void) {
  puts("engines, in the order of their first turns (--engine):");
  for (size_t k = 0; k < NUM_ENGINES; k++)
    printf("  %-10s  %-8s  %s\n", engine_descriptions[k].name, families_of(&engine_descriptions[k]),
           engine_descriptions[k].meaning);
}

static void print_constants(void) {
  puts("\nconstants: default, range, meaning, where the value comes from (--set):");
  for (size_t k = 0; k < NUM_TUNING; k++) {
    const struct tuning_entry *e = &tuning_table[k];
    printf("  %-24s %9u  %u..%u  %s%s%s%s\n", e->name, e->standard, e->least, e->most, e->meaning,
           *e->measured ? " (" : "", e->measured, *e->measured ? ")" : "");
  }
}

static int run(void *settings, char **arguments, size_t num_arguments) {
  (void)settings;
  (void)arguments;
  (void)num_arguments;
  print_engines();
  print_constants();
  return fflush(stdout) == 0 ? 0 : EXIT_USAGE;
}

static bool paragraph(size_t k, char *text, size_t size) {
  if (k < NUM_ENGINES) {
    snprintf(text, size, "Engine %s: %s.", engine_descriptions[k].name,
             engine_descriptions[k].meaning);
    return true;
  }
  if (k - NUM_ENGINES >= NUM_TUNING) return false;
  const struct tuning_entry *e = &tuning_table[k - NUM_ENGINES];
  snprintf(text, size, "Constant %s (%u, from %u to %u): %s.", e->name, e->standard, e->least,
           e->most, e->meaning);
  return true;
}

const struct command command_tuning = {
    .name = "tuning",
    .arguments = "",
    .summary = "list the engines and the constants that tune them",
    .description =
        "Lists the engines that --engine chooses among, and the constants that --set NAME=VALUE "
        "changes, with default, range and meaning. They change how long a verdict takes, and what "
        "its certificate looks like; never what is true.",
    .paragraph = paragraph,
    .settings_size = 1,
    .run = run};
