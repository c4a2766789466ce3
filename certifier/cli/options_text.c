/* What the option tables look like to people: --help, the manual page, completion. */
#include "certifier/cli/options.h"

#include <string.h>

enum { PARAGRAPH_BYTES = 512 };

static const struct option help_option = {
    .name = "help", .letter = 'h', .kind = OPTION_FLAG, .help = "Print this text"};

static void print_wrapped(const char *text, size_t indent, FILE *file) {
  enum { WIDTH = 100 };
  size_t column = indent;
  while (*text) {
    size_t word = strcspn(text, " \n");
    if (column > indent && column + 1 + word > WIDTH) {
      fprintf(file, "\n%*s", (int)indent, "");
      column = indent;
    } else if (column > indent) {
      fputc(' ', file);
      column++;
    }
    fprintf(file, "%.*s", (int)word, text);
    column += word;
    text += word;
    if (strncmp(text, "\n\n", 2) == 0) {
      fprintf(file, "\n\n%*s", (int)indent, "");
      column = indent;
    }
    text += strspn(text, " \n");
  }
  fputc('\n', file);
}

static void print_choices(const struct option *option, const char *between, FILE *file) {
  for (int k = 0; option->choices && option->choices[k]; k++)
    fprintf(file, "%s%s", k ? between : "", option->choices[k]);
}

static void print_option(const struct option *option, FILE *file) {
  enum { INDENT = 26 };
  char head[128];
  int n = option->letter ? snprintf(head, sizeof head, "-%c, --%s", option->letter, option->name)
                         : snprintf(head, sizeof head, "    --%s", option->name);
  if (option->argument) n += snprintf(head + n, sizeof head - (size_t)n, " %s", option->argument);
  fprintf(file, "  %s", head);
  if (n + 2 >= INDENT)
    fprintf(file, "\n%*s", INDENT, "");
  else
    fprintf(file, "%*s", INDENT - n - 2, "");
  char text[512];
  snprintf(text, sizeof text, "%s%s", option->help,
           option->kind == OPTION_LIST ? " (repeatable)" : "");
  print_wrapped(text, INDENT, file);
}

void command_help(const struct command *command, FILE *file) {
  fprintf(file, "usage: vouch %s %s [OPTION]...\n\n", command->name, command->arguments);
  print_wrapped(command->description, 0, file);
  char text[PARAGRAPH_BYTES];
  for (size_t k = 0; command->paragraph && command->paragraph(k, text, sizeof text); k++)
    print_wrapped(text, 0, file);
  fprintf(file, "\noptions:\n");
  for (const struct option_use *use = command->options; !option_used_is_last(use); use++) {
    struct option option = option_used(use);
    print_option(&option, file);
  }
  print_option(&help_option, file);
}

/* troff: a leading dot or quote starts a request, a backslash an escape, and a plain "-" may become
 * a hyphen. */
static void print_troff(const char *text, FILE *file) {
  bool line_start = true;
  for (; *text; text++) {
    if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", file);
    if (*text == '\\')
      fputs("\\e", file);
    else if (*text == '-')
      fputs("\\-", file);
    else if (*text == '\n' && text[1] == '\n')
      fputs("\n.PP", file);
    else
      fputc(*text, file);
    line_start = *text == '\n';
  }
}

static void manual_option(const struct option *option, FILE *file) {
  fputs(".TP\n", file);
  if (option->letter) fprintf(file, "\\fB\\-%c\\fR, ", option->letter);
  fputs("\\fB\\-\\-", file);
  print_troff(option->name, file);
  fputs("\\fR", file);
  if (option->argument) {
    fputs(" \\fI", file);
    print_troff(option->argument, file);
    fputs("\\fR", file);
  }
  fputc('\n', file);
  print_troff(option->help, file);
  fputs(option->kind == OPTION_LIST ? " (repeatable).\n" : ".\n", file);
}

static void manual_synopsis(const struct command *const *commands, FILE *file) {
  for (size_t k = 0; commands[k]; k++) {
    fprintf(file, "%s\\fBvouch %s\\fR ", k ? ".br\n" : "", commands[k]->name);
    print_troff(commands[k]->arguments, file);
    fputs(" [\\fIOPTION\\fR]...\n", file);
  }
}

static void manual_command(const struct command *command, FILE *file) {
  fprintf(file, ".SH VOUCH %s\n", command->name);
  print_troff(command->description, file);
  fputc('\n', file);
  char text[PARAGRAPH_BYTES];
  for (size_t p = 0; command->paragraph && command->paragraph(p, text, sizeof text); p++) {
    fputs(".PP\n", file);
    print_troff(text, file);
    fputc('\n', file);
  }
  for (const struct option_use *use = command->options; !option_used_is_last(use); use++) {
    struct option option = option_used(use);
    manual_option(&option, file);
  }
}

void commands_manual(const struct command *const *commands, FILE *file) {
  fputs(".TH VOUCH 1 \"\" \"Vouch " VOUCH_VERSION
        "\"\n.SH NAME\nvouch \\- a model checker that proves what it says\n.SH SYNOPSIS\n",
        file);
  manual_synopsis(commands, file);
  fputs(".SH DESCRIPTION\n", file);
  print_troff(
      "Decides safety, justice and CTL properties of AIGER 1.9 circuits, and writes for every "
      "verdict a certificate that "
      "vouch-validate, a small program that shares no code with the checker, accepts or rejects.\n",
      file);
  for (size_t k = 0; commands[k]; k++) manual_command(commands[k], file);
  fputs(".SH EXIT STATUS\n"
        "0 every property holds (or the command succeeded); 1 some property fails (or something "
        "was refused); "
        "2 usage or input error; 3 none fails but some is undecided; 4 nothing was audited.\n"
        ".SH ENVIRONMENT\n\\fBNO_COLOR\\fR: if set and not empty, no colours. \\fBTMPDIR\\fR: "
        "where temporary files go.\n"
        ".SH SEE ALSO\n\\fBvouch\\-validate\\fR(1)\n",
        file);
}

void commands_completion(const struct command *const *commands, FILE *file) {
  fputs("# bash completion for vouch\n_vouch() {\n  local word=${COMP_WORDS[COMP_CWORD]} "
        "previous=${COMP_WORDS[COMP_CWORD-1]}\n"
        "  if [ \"$COMP_CWORD\" = 1 ]; then\n    COMPREPLY=($(compgen -W \"",
        file);
  for (size_t k = 0; commands[k]; k++) fprintf(file, "%s ", commands[k]->name);
  fputs("--help --version\" -- \"$word\"))\n    return\n  fi\n  case \"${COMP_WORDS[1]} "
        "$previous\" in\n",
        file);
  for (size_t k = 0; commands[k]; k++)
    for (const struct option_use *use = commands[k]->options; !option_used_is_last(use); use++) {
      const struct option *o = &option_table[use->id];
      if (o->kind == OPTION_CHOICE) {
        fprintf(file, "  '%s --%s') COMPREPLY=($(compgen -W '", commands[k]->name, o->name);
        print_choices(o, " ", file);
        fputs("' -- \"$word\")); return;;\n", file);
      }
    }
  fputs("  esac\n  case ${COMP_WORDS[1]} in\n", file);
  for (size_t k = 0; commands[k]; k++) {
    fprintf(file, "  %s) [[ $word == -* ]] && COMPREPLY=($(compgen -W '", commands[k]->name);
    for (const struct option_use *use = commands[k]->options; !option_used_is_last(use); use++)
      fprintf(file, "--%s ", option_table[use->id].name);
    fputs("--help' -- \"$word\"));;\n", file);
  }
  fputs("  esac\n}\ncomplete -o default -F _vouch vouch\n", file);
}
