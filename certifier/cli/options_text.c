/* What the option tables look like to people: --help and the manual page. */
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
static void print_troff_word(const char *word, size_t length, bool line_start, FILE *file) {
  if (line_start && (word[0] == '.' || word[0] == '\'')) fputs("\\&", file);
  for (size_t k = 0; k < length; k++) {
    if (word[k] == '\\')
      fputs("\\e", file);
    else if (word[k] == '-')
      fputs("\\-", file);
    else
      fputc(word[k], file);
  }
}

/* Lines end behind sentences and before column 80; an empty line starts a paragraph. What stands
 * before the text on its first line is the caller's: `line_start` says that nothing does. */
static void print_troff_from(const char *text, bool line_start, FILE *file) {
  enum { WIDTH = 60 }; /* every character of a word may become two */
  size_t column = 0;
  while (*text) {
    size_t word = strcspn(text, " \n"), space = strspn(text + word, " \n");
    print_troff_word(text, word, line_start, file);
    column += word + 1;
    const char *next = text + word + space;
    bool sentence = word > 0 && text[word - 1] == '.';
    if (*next && strncmp(text + word, "\n\n", 2) == 0)
      fputs("\n.PP\n", file);
    else if (*next)
      fputc(sentence || column > WIDTH ? '\n' : ' ', file);
    line_start = *next && (space > 1 || sentence || column > WIDTH);
    if (line_start) column = 0;
    text = next;
  }
}

static void print_troff(const char *text, FILE *file) { print_troff_from(text, true, file); }

static void manual_option(const struct option *option, FILE *file) {
  fputs(".TP\n", file);
  if (option->letter) fprintf(file, "\\fB\\-%c\\fR, ", option->letter);
  fputs("\\fB\\-\\-", file);
  print_troff_from(option->name, false, file);
  fputs("\\fR", file);
  if (option->argument) {
    fputs(" \\fI", file);
    print_troff_from(option->argument, false, file);
    fputs("\\fR", file);
  }
  fputc('\n', file);
  print_troff(option->help, file);
  fputs(option->kind == OPTION_LIST ? " (repeatable).\n" : ".\n", file);
}

static void manual_synopsis(const struct command *const *commands, FILE *file) {
  for (size_t k = 0; commands[k]; k++) {
    fprintf(file, "%s\\fBvouch %s\\fR ", k ? ".br\n" : "", commands[k]->name);
    print_troff_from(commands[k]->arguments, false, file);
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
      "Decides safety, justice, CTL, LTL and CTL* properties of AIGER 1.9 circuits, and writes for "
      "every verdict a certificate that vouch-validate, a small program that shares no code with "
      "the checker, accepts or rejects.",
      file);
  fputc('\n', file);
  for (size_t k = 0; commands[k]; k++) manual_command(commands[k], file);
  fputs(".SH EXIT STATUS\n"
        ".TP\n\\fB0\\fR\nevery property holds or is as announced, or the command succeeded\n"
        ".TP\n\\fB1\\fR\nsome property fails, or something was refused\n"
        ".TP\n\\fB2\\fR\nusage or input error\n"
        ".TP\n\\fB3\\fR\nnone fails but some is undecided\n"
        ".TP\n\\fB4\\fR\nnothing was audited\n"
        ".SH ENVIRONMENT\n"
        ".TP\n\\fBNO_COLOR\\fR\nif set and not empty, no colours\n"
        ".TP\n\\fBTMPDIR\\fR\nwhere temporary files go\n"
        ".SH SEE ALSO\n\\fBvouch\\-validate\\fR(1)\n",
        file);
}
