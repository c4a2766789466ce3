/* Completion of command lines, from the option tables: commands, options, and what options take. */
#include "certifier/cli/options.h"

#include <string.h>

/* What completes the value of an option. */
enum value_kind { VALUE_NONE, VALUE_WORDS, VALUE_FILES, VALUE_FOLDERS, VALUE_OTHER };

static enum value_kind value_kind(const struct option *o) {
  if (o->kind == OPTION_FLAG) return VALUE_NONE;
  if (o->choices || o->words) return VALUE_WORDS;
  if (strcmp(o->argument, "DIR") == 0) return VALUE_FOLDERS;
  bool is_file = !strcmp(o->argument, "FILE") || !strcmp(o->argument, "PATH") || o->endings;
  return is_file ? VALUE_FILES : VALUE_OTHER;
}

/* The k-th name that a value is made of, or NULL. */
static const char *value_word(const struct option *o, size_t k) {
  return o->words ? o->words(k) : o->choices[k];
}

static void print_words(const struct option *o, const char *behind, FILE *file) {
  for (size_t k = 0; value_word(o, k); k++)
    fprintf(file, "%s%s%s", k ? " " : "", value_word(o, k), behind);
}

/* The first clause of a help text, without what would end it in a shell's single quotes or in the
 * brackets of zsh. */
static void print_brief(const char *help, FILE *file) {
  for (; *help && !strchr(":;(", *help) && strncmp(help, ". ", 2) != 0; help++) {
    if (help[0] == ' ' && help[1] == '(') return;
    if (!strchr("'[]`\\", *help)) fputc(*help, file);
  }
}

static void print_names(const struct command *const *commands, FILE *file) {
  for (size_t k = 0; commands[k]; k++) fprintf(file, "%s ", commands[k]->name);
  fputs("--help --version --manual --completion", file);
}

/* --- bash ------------------------------------------------------------------------------------- */

static const char bash_head[] =
    "# bash completion for vouch\n"
    "_vouch_files() { # ENDING..; none: any\n"
    "  local ending\n"
    "  compopt -o filenames 2>/dev/null\n"
    "  if [ $# = 0 ]; then mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return; fi\n"
    "  mapfile -t COMPREPLY < <(compgen -d -- \"$word\"\n"
    "    for ending; do compgen -f -X \"!*.$ending\" -- \"$word\"; done)\n"
    "}\n"
    "_vouch_folders() {\n"
    "  compopt -o filenames 2>/dev/null\n"
    "  mapfile -t COMPREPLY < <(compgen -d -- \"$word\")\n"
    "}\n"
    "_vouch_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\"); }\n"
    "_vouch_list() { # names, separated by commas\n"
    "  local last=${word##*,}\n"
    "  mapfile -t COMPREPLY < <(compgen -P \"${word%\"$last\"}\" -W \"$1\" -- \"$last\")\n"
    "}\n"
    "_vouch_assignment() {\n"
    "  compopt -o nospace 2>/dev/null\n"
    "  _vouch_words \"$1\"\n"
    "}\n"
    "_vouch() {\n"
    "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
    "  COMPREPLY=()\n"
    "  # '=' is a word of its own: --option=value\n"
    "  if [ \"$word\" = = ]; then word=\n"
    "  elif [ \"$previous\" = = ]; then previous=${COMP_WORDS[COMP_CWORD-2]}\n"
    "  fi\n"
    "  if [ \"$COMP_CWORD\" = 1 ]; then\n    _vouch_words '";

static void bash_value(const struct command *command, const struct option *o, FILE *file) {
  enum value_kind kind = value_kind(o);
  if (kind == VALUE_NONE) return;
  fprintf(file, "  '%s --%s'", command->name, o->name);
  if (o->letter) fprintf(file, "|'%s -%c'", command->name, o->letter);
  fputs(") ", file);
  if (kind == VALUE_WORDS) {
    bool list = o->behind_word == ',', assignment = o->behind_word == '=';
    fprintf(file, "%s '", list ? "_vouch_list" : assignment ? "_vouch_assignment" : "_vouch_words");
    print_words(o, assignment ? "=" : "", file);
    fputs("'; ", file);
  } else if (kind == VALUE_FILES) {
    fprintf(file, "_vouch_files %s; ", o->endings ? o->endings : "");
  } else if (kind == VALUE_FOLDERS) {
    fputs("_vouch_folders; ", file);
  }
  fputs(o->implied ? "[ -n \"$COMPREPLY\" ] && return;;\n" : "return;;\n", file);
}

static void bash_command(const struct command *command, FILE *file) {
  fprintf(file, "  %s)\n    if [[ $word == -* ]]; then _vouch_words '", command->name);
  for (const struct option_use *use = command->options; !option_used_is_last(use); use++)
    fprintf(file, "--%s ", option_table[use->id].name);
  fprintf(file, "--help'\n    else _vouch_files %s\n    fi;;\n",
          command->endings ? command->endings : "");
}

static void print_bash(const struct command *const *commands, FILE *file) {
  fputs(bash_head, file);
  print_names(commands, file);
  fputs("'\n    return\n  fi\n  case \"${COMP_WORDS[1]} $previous\" in\n"
        "  '--completion --completion') _vouch_words 'bash zsh fish'; return;;\n",
        file);
  for (size_t k = 0; commands[k]; k++)
    for (const struct option_use *use = commands[k]->options; !option_used_is_last(use); use++)
      bash_value(commands[k], &option_table[use->id], file);
  fputs("  esac\n  case ${COMP_WORDS[1]} in\n", file);
  for (size_t k = 0; commands[k]; k++) bash_command(commands[k], file);
  fputs("  esac\n}\ncomplete -F _vouch vouch\n", file);
}

/* --- zsh -------------------------------------------------------------------------------------- */

static void zsh_files(const char *endings, FILE *file) {
  fputs("_files", file);
  if (!endings) return;
  bool several = strchr(endings, ' '); /* one alone in parentheses would be qualifiers */
  fputs(several ? " -g \"*.(" : " -g \"*.", file);
  for (; *endings; endings++) fputc(*endings == ' ' ? '|' : *endings, file);
  fputs(several ? ")\"" : "\"", file);
}

static void zsh_value(const struct option *o, FILE *file) {
  enum value_kind kind = value_kind(o);
  if (kind == VALUE_NONE) return;
  fprintf(file, "%s:%s:", o->implied ? ":" : "", o->argument);
  if (kind == VALUE_FILES) zsh_files(o->endings, file);
  if (kind == VALUE_FOLDERS) fputs("_files -/", file);
  if (kind != VALUE_WORDS) return;
  if (o->behind_word == ',') fputs("_sequence compadd - ", file);
  if (o->behind_word == '=') fputs("compadd -S = - ", file);
  fputs(o->behind_word ? "" : "(", file);
  print_words(o, "", file);
  fputs(o->behind_word ? "" : ")", file);
}

static void zsh_option(const struct option *o, FILE *file) {
  const char *many = o->kind == OPTION_LIST ? "*" : "";
  bool has_value = o->kind != OPTION_FLAG;
  for (int form = o->letter ? 0 : 1; form < 2; form++) {
    if (form == 0)
      fprintf(file, "      '%s-%c[", many, o->letter);
    else
      fprintf(file, "      '%s--%s%s[", many, o->name, !has_value ? "" : o->implied ? "=-" : "=");
    print_brief(o->help, file);
    fputc(']', file);
    zsh_value(o, file);
    fputs("' \\\n", file);
  }
}

static void zsh_command(const struct command *command, FILE *file) {
  fprintf(file, "  %s)\n    _arguments -S \\\n", command->name);
  for (const struct option_use *use = command->options; !option_used_is_last(use); use++) {
    struct option option = option_used(use);
    zsh_option(&option, file);
  }
  fputs("      '(- *)--help[Print what there is to know about the command]'", file);
  if (command->most_arguments) {
    fputs(" \\\n      '*:file:", file);
    zsh_files(command->endings, file);
    fputc('\'', file);
  }
  fputs(";;\n", file);
}

static void print_zsh(const struct command *const *commands, FILE *file) {
  fputs("#compdef vouch\n_vouch() {\n  local curcontext=$curcontext state line ret=1\n"
        "  local -a names=(\n",
        file);
  for (size_t k = 0; commands[k]; k++) {
    fprintf(file, "    '%s:", commands[k]->name);
    print_brief(commands[k]->summary, file);
    fputs("'\n", file);
  }
  fputs("  )\n"
        "  _arguments -C '(- *)--help[List the commands]' '(- *)--version[Print the version]' \\\n"
        "    '(- *)--manual[Print the manual page]' \\\n"
        "    '(- *)--completion[Print completion for a shell]:shell:(bash zsh fish)' \\\n"
        "    '1:command:->command' '*::argument:->argument' && ret=0\n"
        "  if [[ $state == command ]]; then _describe command names && ret=0; return ret; fi\n"
        "  [[ $state == argument ]] || return ret\n"
        "  case $line[1] in\n",
        file);
  for (size_t k = 0; commands[k]; k++) zsh_command(commands[k], file);
  fputs("  esac\n}\n_vouch \"$@\"\n", file);
}

/* --- fish ------------------------------------------------------------------------------------- */

static void fish_files(const char *endings, FILE *file) {
  if (!endings) {
    fputs(" -F", file);
    return;
  }
  fputs(" -k -x -a '(", file);
  for (const char *at = endings; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    /* It takes one ending: further arguments mean something else. */
    fprintf(file, "%s__fish_complete_suffix .%.*s", at == endings ? "" : "; ", (int)length, at);
    at += length;
  }
  fputs(")'", file);
}

static void fish_option(const struct command *command, const struct option *o, FILE *file) {
  enum value_kind kind = value_kind(o);
  fprintf(file, "complete -c vouch -n '__fish_seen_subcommand_from %s' -l %s", command->name,
          o->name);
  if (o->letter) fprintf(file, " -s %c", o->letter);
  fputs(" -d '", file);
  print_brief(o->help, file);
  fputc('\'', file);
  if (kind == VALUE_FILES) {
    fputs(" -r", file);
    fish_files(o->endings, file);
  } else if (kind == VALUE_FOLDERS) {
    fputs(" -x -a '(__fish_complete_directories)'", file);
  } else if (kind == VALUE_OTHER) {
    fputs(" -x", file);
  } else if (kind == VALUE_WORDS) {
    fputs(o->implied              ? " -f -a '"
          : o->behind_word == ',' ? " -x -a '(__fish_append , "
                                  : " -x -a '",
          file);
    print_words(o, o->behind_word == '=' ? "=" : "", file);
    fputs(o->behind_word == ',' ? ")'" : "'", file);
  }
  fputc('\n', file);
}

static void fish_command(const struct command *command, FILE *file) {
  fprintf(file, "complete -c vouch -n __fish_use_subcommand -f -a %s -d '", command->name);
  print_brief(command->summary, file);
  fputs("'\n", file);
  for (const struct option_use *use = command->options; !option_used_is_last(use); use++) {
    struct option option = option_used(use);
    fish_option(command, &option, file);
  }
  fprintf(file,
          "complete -c vouch -n '__fish_seen_subcommand_from %s' -l help -s h -d 'Print what there "
          "is to know about the command'\n",
          command->name);
  if (!command->endings) return;
  fprintf(file, "complete -c vouch -n '__fish_seen_subcommand_from %s'", command->name);
  fish_files(command->endings, file);
  fputc('\n', file);
}

static void print_fish(const struct command *const *commands, FILE *file) {
  fputs("# fish completion for vouch\n"
        "complete -c vouch -n __fish_use_subcommand -f -l help -d 'List the commands'\n"
        "complete -c vouch -n __fish_use_subcommand -f -l version -d 'Print the version'\n"
        "complete -c vouch -n __fish_use_subcommand -f -l manual -d 'Print the manual page'\n"
        "complete -c vouch -n __fish_use_subcommand -x -l completion -a 'bash zsh fish'"
        " -d 'Print completion for a shell'\n",
        file);
  for (size_t k = 0; commands[k]; k++) fish_command(commands[k], file);
}

bool commands_completion(const struct command *const *commands, const char *shell, FILE *file) {
  static const struct {
    const char *name;
    void (*print)(const struct command *const *commands, FILE *file);
  } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
  for (size_t k = 0; k < sizeof shells / sizeof *shells; k++) {
    if (strcmp(shells[k].name, shell) != 0) continue;
    shells[k].print(commands, file);
    return true;
  }
  return false;
}
