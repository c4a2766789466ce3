/* vouch parse: prints every property in canonical form, the form that certificates carry. */
#include "certifier/cli/commands.h"
#include "certifier/pipeline/selection.h"
#include "formats/support/escape.h"

struct settings {
  const char *model;
  struct texts files, formulas, properties;
  int dialect;
  bool json;
};

static const struct option_use options[] = {
    TAKE(PARSE_MODEL, model),
    TAKE_AS(CTL, files, "The property file"),
    TAKE_AS(FORMULA, formulas, "A CTL, LTL or CTL* formula"),
    TAKE(PROPERTY, properties),
    TAKE(DIALECT, dialect),
    TAKE(JSON, json),
    {0}};

static void print_property(const struct selected *p, bool json) {
  if (!json) {
    escape_line(stdout, "%s", p->text);
    return;
  }
  printf("{\"index\":%u,\"property\":", (unsigned)p->index);
  escape_json(stdout, p->text);
  if (p->name) {
    fputs(",\"name\":", stdout);
    escape_json(stdout, p->name);
  }
  if (p->written) {
    fputs(",\"written\":", stdout);
    escape_json(stdout, p->written);
  }
  if (p->ltl) fputs(",\"ltl\":true", stdout);
  if (p->compassion) fputs(",\"compassion\":true", stdout);
  if (p->expected != EXPECT_NOTHING)
    printf(",\"expected\":\"%s\"", p->expected == EXPECT_HOLDS ? "holds" : "fails");
  puts("}");
}

/* `parse MODEL [FILE]`, `parse MODEL --ctl FILE` and `parse FILE --model MODEL` mean the same. */
static bool find_files(struct settings *s, char **arguments, size_t n,
                       struct selection_request *request) {
  request->model = s->model ? s->model : arguments[0];
  size_t first = s->model ? 0 : 1;
  if (n > first + 1 || (n > first && s->files.size)) return false;
  if (n > first) texts_push(&s->files, arguments[first]);
  return true;
}

static int run_parse(void *settings, char **arguments, size_t num_arguments) {
  struct settings *s = settings;
  struct selection selection;
  struct fault fault;
  struct selection_request request = {.files = &s->files,
                                      .formulas = &s->formulas,
                                      .properties = &s->properties,
                                      .dialect = (enum ctl_dialect)s->dialect};
  if (!find_files(s, arguments, num_arguments, &request)) {
    fputs("vouch parse: more than one model or property file\n", stderr);
    return EXIT_USAGE;
  }
  if (!selection_read(&request, &selection, &fault)) {
    fault_print(&fault, "vouch parse", stderr);
    return EXIT_USAGE;
  }
  for (size_t k = 0; k < selection.size; k++) print_property(&selection.at[k], s->json);
  selection_free(&selection);
  if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
  fputs("vouch parse: cannot write to standard output\n", stderr);
  return EXIT_USAGE;
}

const struct command command_parse = {
    .name = "parse",
    .arguments = "MODEL [FILE]",
    .least_arguments = 1,
    .most_arguments = 2,
    .endings = MODEL_ENDINGS " ctl",
    .summary = "print properties in canonical form",
    .description = "Reads the properties of FILE (or of --ctl FILE, or of --formula) with the "
                   "names of MODEL, and prints each of them in the canonical, fully "
                   "parenthesised form that certificates carry. Without any: lists the properties "
                   "of the model.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run_parse};
