#include "certifier/design/script.h"

#include "formats/support/text_file.h"

#include <stdio.h>

static bool is_letter(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }

/* Letters, digits and `further`; of what is not ASCII anything, which yosys passes on as it is. */
static bool consists_of(const char *word, const char *further) {
  for (const char *c = word; *c; c++)
    if (!is_letter((unsigned char)*c) && !is_digit((unsigned char)*c) && (unsigned char)*c < 0x80 &&
        !strchr(further, *c))
      return false;
  return true;
}

/* The length of the identifier at the start. */
static size_t identifier(const char *text, const char *further) {
  size_t n = 0;
  if (!is_letter((unsigned char)text[0])) return 0;
  while (text[n] && (is_letter((unsigned char)text[n]) || is_digit((unsigned char)text[n]) ||
                     strchr(further, text[n])))
    n++;
  return n;
}

/* yosys expands patterns in paths, and a leading + or ~. */
static bool check_path(const char *path, struct fault *fault) {
  if (!*path) return fault_set(fault, "an empty path");
  if (strchr("+~-", path[0]))
    return fault_set(fault, "%s: a path that starts with '%c' cannot be given to yosys: write ./%s",
                     path, path[0], path);
  return consists_of(path, "./+,@%=:^-") ||
         fault_set(fault,
                   "%s: yosys cannot be given paths with blanks, quotes or other special "
                   "characters than . / + , @ %% = : ^ - in them",
                   path);
}

static bool check_paths(const char *const *paths, size_t count, struct fault *fault) {
  for (size_t k = 0; k < count; k++)
    if (!check_path(paths[k], fault)) return false;
  return true;
}

static bool check_define(const char *text, struct fault *fault) {
  size_t n = identifier(text, "");
  bool ok = n > 0 && (text[n] == 0 || text[n] == '=') && consists_of(text + n, "'.+*/()<>=&|^~:-");
  return ok || fault_set(fault,
                         "--define '%s': expected NAME or NAME=VALUE, the value without "
                         "blanks and quotes",
                         text);
}

static bool check_parameter(const char *text, struct fault *fault) {
  size_t n = identifier(text, "$");
  bool ok = n > 0 && text[n] == '=' && text[n + 1] && consists_of(text + n + 1, "'-");
  return ok || fault_set(fault,
                         "--parameter '%s': expected NAME=VALUE, the value a number such as "
                         "12 or 4'b0011",
                         text);
}

static bool check_each(const struct texts *texts, bool (*check)(const char *, struct fault *),
                       struct fault *fault) {
  for (size_t k = 0; texts && k < texts->size; k++)
    if (!check(texts->at[k], fault)) return false;
  return true;
}

bool script_check(const struct design_request *r, struct fault *fault) {
  if (!r->top)
    return fault_set(fault, "%s is a design: --top MODULE has to say which module is its top",
                     r->sources[0]);
  size_t n = identifier(r->top, "$");
  if (n == 0 || r->top[n])
    return fault_set(fault, "--top '%s' is not the name of a module", r->top);
  return check_paths(r->sources, r->num_sources, fault) &&
         check_each(r->includes, check_path, fault) &&
         check_each(r->defines, check_define, fault) &&
         check_each(r->parameters, check_parameter, fault);
}

bool script_check_folder(const char *folder, struct fault *fault) {
  struct fault why;
  return check_path(folder, &why) ||
         fault_set(fault, "the folder for temporary files (TMPDIR): %s", why.text);
}

static bool ends_in(const char *path, const char *suffix) {
  size_t n = strlen(path), m = strlen(suffix);
  return n >= m && strcmp(path + n - m, suffix) == 0;
}

bool design_is_source(const char *path) {
  return ends_in(path, ".v") || ends_in(path, ".sv") || ends_in(path, ".vh") ||
         ends_in(path, ".svh");
}

/* SystemVerilog has more keywords, which may be names in a .v file. */
static void say_source(const struct design_request *r, const char *path, FILE *file) {
  bool system = ends_in(path, ".sv") || ends_in(path, ".svh");
  fprintf(file, "read_verilog -formal%s", system ? " -sv" : "");
  for (size_t k = 0; r->includes && k < r->includes->size; k++)
    fprintf(file, " -I%s", r->includes->at[k]);
  for (size_t k = 0; r->defines && k < r->defines->size; k++)
    fprintf(file, " -D%s", r->defines->at[k]);
  fprintf(file, " %s\n", path);
}

static void say_top(const struct design_request *r, FILE *file) {
  fprintf(file, "hierarchy -check -top %s", r->top);
  for (size_t k = 0; r->parameters && k < r->parameters->size; k++) {
    const char *text = r->parameters->at[k], *value = strchr(text, '=');
    fprintf(file, " -chparam %.*s %s", (int)(value - text), text, value + 1);
  }
  fputc('\n', file);
}

/* A pattern that matches the wire of this name alone. */
static void say_wire(const char *name, FILE *file) {
  fputs(" w:", file);
  for (const char *c = name; *c; c++)
    if (*c == '[')
      fputs("[[]", file);
    else
      fputc(*c, file);
}

/* Wires are kept before the first opt_clean takes those that nobody needs; the words of memories
 * become wires later. What is not the name of a wire is unknown to the model, too, and said to be
 * when the formula is read. */
static void say_names(const struct design_request *r, bool words, FILE *file) {
  bool any = false;
  for (size_t k = 0; r->names && k < r->names->size; k++) {
    const char *name = r->names->at[k];
    if (!is_letter((unsigned char)name[0]) || !consists_of(name, ".$[]")) continue;
    if (words != (strchr(name, '[') != NULL)) continue;
    fputs(any ? "" : "expose", file);
    say_wire(name, file);
    any = true;
  }
  fputs(any ? "\n" : "", file);
}

/* What a cover statement becomes, set aside until it is needed. */
static void say_cover_wire(FILE *file) {
  fputs("read_verilog <<END\n"
        "(* techmap_celltype = \"$cover\" *)\n"
        "module " SCRIPT_COVER_WORD " (input A, input EN);\n"
        "  wire " SCRIPT_COVER_WORD " = A & EN;\n"
        "endmodule\n"
        "END\n"
        "design -stash " SCRIPT_COVER_WORD "\n",
        file);
}

/* Statements without a label get numbers. Each becomes a wire of its own, and an output: those that
 * say the same are two outputs still. */
static void say_covers(const char *folder, FILE *file) {
  fputs("rename -enumerate -pattern " SCRIPT_COVER_WORD "_% t:$cover\n", file);
  fprintf(file, "write_json %s" SCRIPT_COVERS "\n", folder);
  fputs("techmap -map %" SCRIPT_COVER_WORD " t:$cover\nexpose w:*" SCRIPT_COVER "\n", file);
}

/* Formal semantics: what has no initial value starts with any, what is undefined may be anything in
 * every step. So no pass may choose values for what is undefined, as synthesis does:
 *
 * - setundef stands before the first optimisation, and again behind what makes undefined values;
 * - opt has -keepdc (registers without initial values are not merged) and -noff (a register without
 *   initial value is not replaced by the constant that it becomes).
 *
 * `keep` lets assertions live that are trivial or there twice: they are counted. write_aiger takes
 * no offence at loops without registers: scc does. */
char *script_text(const struct design_request *r, const char *folder, bool literals) {
  char *text = NULL;
  size_t size;
  FILE *file = text_open(&text, &size);
  say_cover_wire(file);
  for (size_t k = 0; k < r->num_sources; k++) say_source(r, r->sources[k], file);
  say_top(r, file);
  fputs("proc\nflatten\ncheck\n"
        "setattr -set keep 1 t:$assert t:$assume t:$live t:$fair t:$cover t:$check\n",
        file);
  say_names(r, false, file);
  fputs("opt_clean\n", file);
  fprintf(file, "write_json %s" SCRIPT_ELABORATED "\n", folder);
  fputs("delete t:$print\n", file); /* $display, of which newer versions make cells */
  fprintf(file, "memory_collect\n%s\n", r->multiclock ? "clk2fflogic" : "async2sync");
  say_covers(folder, file);
  fputs("memory_map -formal\nsetundef -undriven -anyseq\n", file);
  say_names(r, true, file);
  fputs("opt -keepdc -noff\ntechmap\nsetundef -undriven -anyseq\nopt -full -keepdc -noff\n"
        "dffunmap\naigmap\nopt_clean\nscc -expect 0\n",
        file);
  fprintf(file, "write_json %s" SCRIPT_MAPPED "\n", folder);
  fputs("write_aiger -symbols", file);
  if (literals) fprintf(file, " -vmap %s" SCRIPT_LITERALS, folder);
  fprintf(file, " %s%s.aig\n", folder, r->top);
  text_close(file);
  return text;
}
