/* usage: validate-completion bash|zsh|fish
 * Prints the completion of vouch-validate, from what its --help says: lines "  --name VALUE  help",
 * where several options may stand before one help, with commas. A value that is one of several
 * words has | between them, and DIR is a folder. A program of its own, for the build: the validator
 * has nothing in it that it does not need. */
#include "validator/program/arguments.h"

#include <stdio.h>
#include <string.h>

enum { MOST_OPTIONS = 64, MOST_TEXT = 200 };

struct option {
  char name[MOST_TEXT]; /* with its dashes */
  char value[MOST_TEXT];
  char help[MOST_TEXT];
};

static struct option options[MOST_OPTIONS];
static size_t num_options;

/* --- from --help ------------------------------------------------------------------------------ */

/* The text up to one of `ends`, without it; returns what follows. */
static const char *take(const char *text, const char *ends, char *to) {
  size_t length = strcspn(text, ends);
  snprintf(to, MOST_TEXT, "%.*s", (int)length, text);
  return text + length;
}

/* The options of a line, which begins with two dashes. */
static void take_line(const char *at) {
  size_t first = num_options;
  for (bool more = true; more && num_options < MOST_OPTIONS;) {
    struct option *o = &options[num_options++];
    at = take(at, " ,\n", o->name);
    if (at[0] == ' ' && at[1] != ' ') at = take(at + 1, " ,\n", o->value);
    more = at[0] == ',';
    at += more ? 2 : strspn(at, " ");
  }
  for (size_t k = first; k < num_options; k++) take(at, "\n", options[k].help);
}

static void take_usage(void) {
  for (const char *line = v_usage; *line; line += strcspn(line, "\n") + 1)
    if (strncmp(line, "  --", 4) == 0 && line[4] != ' ') take_line(line + 2);
}

static bool has_value(const struct option *o) { return o->value[0] != 0; }
static bool has_words(const struct option *o) { return strchr(o->value, '|') != NULL; }
static bool is_folder(const struct option *o) { return strcmp(o->value, "DIR") == 0; }

/* "observed|all" with blanks between the words. */
static void print_words(const struct option *o, FILE *file) {
  for (const char *c = o->value; *c; c++) fputc(*c == '|' ? ' ' : *c, file);
}

/* Up to the first colon or bracket, without what would end it in quotes or in brackets of zsh; ".."
 * continues the row above. */
static void print_brief(const struct option *o, FILE *file) {
  const char *help = o->help;
  if (strncmp(help, ".. ", 3) == 0) {
    fputs("the certificate: ", file);
    help += 3;
  }
  for (; *help && !strchr(":;(", *help); help++)
    if (!strchr("'[]`\\", *help)) fputc(*help, file);
}

/* --- bash ------------------------------------------------------------------------------------- */

static const char bash_head[] =
    "# bash completion for vouch-validate\n"
    "_vouch_validate() {\n"
    "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} ending\n"
    "  COMPREPLY=()\n"
    "  case $previous in\n";
static const char bash_tail[] =
    "  else\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    case \" ${COMP_WORDS[*]} \" in\n"
    "    *' --certifaiger '*|*' --aiger-witness '*) mapfile -t COMPREPLY < <(compgen -f -- "
    "\"$word\");;\n"
    "    *) mapfile -t COMPREPLY < <(compgen -d -- \"$word\"\n"
    "      for ending in aag aig cert; do compgen -f -X \"!*.$ending\" -- \"$word\"; done);;\n"
    "    esac\n"
    "  fi\n"
    "}\n"
    "complete -F _vouch_validate vouch-validate\n";

static void print_bash(FILE *file) {
  fputs(bash_head, file);
  for (size_t k = 0; k < num_options; k++) {
    const struct option *o = &options[k];
    if (!has_value(o)) continue;
    fprintf(file, "  %s) ", o->name);
    if (has_words(o)) {
      fputs("mapfile -t COMPREPLY < <(compgen -W '", file);
      print_words(o, file);
      fputs("' -- \"$word\"); ", file);
    }
    if (is_folder(o)) fputs("mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); ", file);
    fputs("return;;\n", file);
  }
  fputs("  esac\n  if [[ $word == -* ]]; then mapfile -t COMPREPLY < <(compgen -W '", file);
  for (size_t k = 0; k < num_options; k++) fprintf(file, "%s%s", k ? " " : "", options[k].name);
  fputs("' -- \"$word\")\n", file);
  fputs(bash_tail, file);
}

/* --- zsh -------------------------------------------------------------------------------------- */

static void print_zsh(FILE *file) {
  fputs("#compdef vouch-validate\n_vouch_validate() {\n  local endings='*.(aag|aig|cert)'\n"
        "  [[ $words == *--(certifaiger|aiger-witness)* ]] && endings='*'\n  _arguments \\\n",
        file);
  for (size_t k = 0; k < num_options; k++) {
    const struct option *o = &options[k];
    fprintf(file, "    '%s[", o->name);
    print_brief(o, file);
    fputc(']', file);
    if (has_value(o)) fputs(":value:", file);
    if (has_words(o)) {
      fputc('(', file);
      print_words(o, file);
      fputc(')', file);
    }
    if (is_folder(o)) fputs("_files -/", file);
    fputs("' \\\n", file);
  }
  fputs("    '*:file:_files -g \"$endings\"'\n}\n_vouch_validate \"$@\"\n", file);
}

/* --- fish ------------------------------------------------------------------------------------- */

static void print_fish(FILE *file) {
  fputs("# fish completion for vouch-validate\n", file);
  for (size_t k = 0; k < num_options; k++) {
    const struct option *o = &options[k];
    fprintf(file, "complete -c vouch-validate -l %s -d '", o->name + 2);
    print_brief(o, file);
    fputc('\'', file);
    if (has_value(o)) fputs(" -x", file);
    if (has_words(o)) {
      fputs(" -a '", file);
      print_words(o, file);
      fputc('\'', file);
    }
    if (is_folder(o)) fputs(" -a '(__fish_complete_directories)'", file);
    fputc('\n', file);
  }
  fputs("complete -c vouch-validate -k -x -n 'not __fish_contains_opt certifaiger aiger-witness'"
        " -a '(__fish_complete_suffix .aag; __fish_complete_suffix .aig; __fish_complete_suffix "
        ".cert)'\n",
        file);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*print)(FILE *file);
  } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
  take_usage();
  for (size_t k = 0; argc == 2 && k < sizeof shells / sizeof *shells; k++)
    if (strcmp(argv[1], shells[k].name) == 0) {
      shells[k].print(stdout);
      return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;
    }
  fputs("usage: validate-completion bash|zsh|fish\n", stderr);
  return 2;
}
