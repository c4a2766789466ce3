/* One table of all options of the program. A command names those that it takes (struct option_use,
 * certifier/cli/options.h). */
#ifndef VOUCH_CERTIFIER_CLI_OPTION_TABLE_H
#define VOUCH_CERTIFIER_CLI_OPTION_TABLE_H

#include "checker/effort/engines.h"

#include <stddef.h>

/* The C type that the option sets at its place in the command's settings. */
enum option_kind {
  OPTION_FLAG,    /* bool: becomes true */
  OPTION_COUNT,   /* unsigned: a decimal number between `least` and `most` */
  OPTION_SECONDS, /* double: a decimal number, > 0 */
  OPTION_TEXT,    /* const char *: points into argv */
  OPTION_LIST,    /* struct texts: repeatable, in order; freed behind the command */
  OPTION_CHOICE,  /* int: index into `choices` */
};

struct option {
  const char *name; /* without dashes */
  char letter;      /* short form, 0: none */
  enum option_kind kind;
  const char *argument;       /* how --help calls the value; NULL for flags */
  const char *help;           /* one sentence without the final stop */
  const char *const *choices; /* ends with NULL */
  const char *implied; /* the choice that the option alone stands for; NULL: it needs a value */
  unsigned least, most;
  /* For completion: the names that a value is made of, the k-th or NULL, and what stands behind a
   * name (',': another one, '=': a value). */
  const char *(*words)(size_t k);
  char behind_word;
  const char *endings; /* .. of file names, "ctl"; several are separated by spaces; NULL: any */
};

enum { MOST_MEMORY = 1u << 30, MOST_SEED = 1000000000 };
#define MODEL_ENDINGS "aig aag aig.gz aag.gz"
#define ENGINE_NAME_(id, name, safety, fair, ctl, meaning) " " name

/* O(id, name, letter, kind, argument, further fields). Options of one name that differ in more than
 * their help are several rows. In the order in which `vouch check` shows them, then those of other
 * commands. */
#define OPTIONS(O)                                                                                 \
  O(CTL, "ctl", 0, LIST, "FILE", .endings = "ctl",                                                 \
    .help =                                                                                        \
        "Take the CTL, LTL or CTL* properties of FILE: those that --property picks, or all of "    \
        "them if it picks none")                                                                   \
  O(FORMULA, "formula", 'f', LIST, "F",                                                            \
    .help =                                                                                        \
        "Check the CTL, LTL or CTL* formula F, on paths that are fair and as assumed if 'fair "    \
        "f' or 'assume c' stands before it")                                                       \
  O(PROPERTY, "property", 'p', LIST, "P",                                                          \
    .help = "Take this property: 'bad N', 'output N' or 'justice N' of the model; a name or a "    \
            "0-based position in the property file, with several files FILE:NAME or "              \
            "FILE:POSITION; without a property file, in the model")                                \
  O(ALL, "all", 0, FLAG, NULL,                                                                     \
    .help = "Take everything: all bad and justice properties of the model (and its outputs, if "   \
            "it has no bad properties) besides all formulas that are given")                       \
  O(REQUIRE, "require", 0, CHOICE, "expected|holds|nothing", .choices = requirement_words,         \
    .help = "What counts as success (exit status 0): the verdicts that #PASS and #FAIL announce, " \
            "and holds where nothing is announced (expected, the default); that all hold "         \
            "(holds); nothing at all")                                                             \
  O(TIMEOUT, "timeout", 't', SECONDS, "S",                                                         \
    .help = "Give up a property after S seconds of wall-clock time; its verdict is then unknown")  \
  O(CERTIFICATES, "certificates", 'c', TEXT, "DIR",                                                \
    .help = "Write a certificate of every verdict into DIR, which is made if it is missing")       \
  O(PROOFS, "proofs", 0, FLAG, NULL,                                                               \
    .help = "Put an LRAT proof of every obligation into the certificates")                         \
  O(VALIDATE, "validate", 0, CHOICE, "auto|always|never", .choices = validate_words,               \
    .implied = "always",                                                                           \
    .help = "When vouch-validate, in a process of its own, has to accept what was written before " \
            "it gets its name and the verdict is printed: auto (the default) for certificates "    \
            "without proofs of more than 100 kB, always (also meant by --validate alone), or "     \
            "never")                                                                               \
  O(VALIDATOR, "validator", 0, TEXT, "PATH",                                                       \
    .help = "The validator (default: vouch-validate beside vouch, or in PATH)")                    \
  O(NO_MINIMIZE, "no-minimize", 0, FLAG, NULL,                                                     \
    .help = "Certify the evidence as the engines left it, without dropping what is not needed")    \
  O(WITNESS, "witness", 0, TEXT, "DIR",                                                            \
    .help = "Write an AIGER witness of every failing bad, output or justice property into DIR; "   \
            "loops close on all latches, as aigsim demands it")                                    \
  O(JSON, "json", 0, FLAG, NULL, .help = "Print one JSON object per property and line")            \
  O(STATE_INPUTS, "state-inputs", 0, CHOICE, "observed|all", .choices = state_inputs_words,        \
    .help = "Which inputs are part of the state for CTL: those that atoms look at (default), or "  \
            "all")                                                                                 \
  O(DIALECT, "dialect", 0, CHOICE, "auto|iimc|nusmv", .choices = dialect_words,                    \
    .help = "The property language to assume where dialects disagree (default: auto, which "       \
            "refuses what is ambiguous)")                                                          \
  O(GENERALIZATION, "generalization", 0, CHOICE, "ignore|mic|ic3",                                 \
    .choices = generalization_words,                                                               \
    .help = "Effort for counterexamples to forall-exists generalisation (default: mic)")           \
  O(STRATEGY, "strategy", 0, CHOICE, "portfolio|skeleton|rlive|klive", .choices = strategy_words,  \
    .help = "How fair cycles are searched for (default: portfolio, all of them in turns)")         \
  O(ENGINE, "engine", 0, TEXT, "LIST", .words = engine_word, .behind_word = ',',                   \
    .help = "Use only these engines, in this order, separated by commas; kinds of questions that " \
            "none of them answers keep all of theirs. Engines:" ENGINES(ENGINE_NAME_))             \
  O(SET, "set", 0, LIST, "NAME=VALUE", .words = constant_word, .behind_word = '=',                 \
    .help = "Give a constant of the engines another value; 'vouch tuning' lists them")             \
  O(SEED, "seed", 0, COUNT, "N", .least = 0, .most = MOST_SEED,                                    \
    .help = "Seed of everything random (default: 0). The same command gives the same result")      \
  O(UNROLL, "unroll", 0, COUNT, "K", .least = 0, .most = 8,                                        \
    .help = "Unroll the steps around skeleton states K times")                                     \
  O(HINT, "hint", 0, LIST, "F",                                                                    \
    .help = "An assertion over states and inputs under which CTL witnesses are looked for first")  \
  O(JOBS, "jobs", 'j', COUNT, "N", .least = 1, .most = 64,                                         \
    .help =                                                                                        \
        "Decide N properties at a time, or make N proofs of one (default: as many as there are "   \
        "processors). What comes out does not depend on N")                                        \
  O(COVER, "cover", 0, LIST, "F",                                                                  \
    .help = "Look for a path to a state in which F, a formula without temporal operators, is "     \
            "true: it is reached, or the certificate of AG !F shows that it is unreachable")       \
  O(VACUITY, "vacuity", 0, FLAG, NULL,                                                             \
    .help = "Say which parts of a formula do not matter for its verdict, each shown by a "         \
            "certificate NAME-vacuity-N.cert of the formula with a constant in its place")         \
  O(VACUITY_SECONDS, "vacuity-seconds", 0, SECONDS, "S",                                           \
    .help = "Spend about S seconds on the parts of each formula (default: 10)")                    \
  O(RACE, "race", 0, FLAG, NULL,                                                                   \
    .help = "Give processors that --jobs has to spare to the engines of one property: each group " \
            "of them has a process, and the first evidence that passes wins. Verdicts are as "     \
            "certain as ever, but certificates may differ from run to run")                        \
  O(ALONE, "alone", 0, FLAG, NULL,                                                                 \
    .help =                                                                                        \
        "Decide each property as if it were the only one. Otherwise several bad properties or "    \
        "outputs learn from each other: each is first worked on for a while by itself, and "       \
        "those that are still open begin anew with what all of these searches have shown to "      \
        "hold for ever")                                                                           \
  O(MEMORY, "memory", 0, COUNT, "MB", .least = 1, .most = MOST_MEMORY,                             \
    .help = "Give up a property that needs more than MB megabytes of memory; its verdict is then " \
            "unknown")                                                                             \
  O(VERBOSE, "verbose", 'v', FLAG, NULL,                                                           \
    .help = "Print what happens on the way, on standard error")                                    \
  O(STATISTICS, "statistics", 0, FLAG, NULL,                                                       \
    .help = "Print on standard error who decided a property, what every engine did, and where "    \
            "the time went; --json has the same")                                                  \
  O(QUIET, "quiet", 'q', FLAG, NULL,                                                               \
    .help = "Show nothing that moves on a terminal: only lines that stay")                         \
  O(COLOR, "color", 0, CHOICE, "auto|always|never", .choices = colour_words,                       \
    .help = "Colours of verdicts in lines for people: on a terminal, unless NO_COLOR is set or "   \
            "TERM is dumb (auto, the default), always, or never")                                  \
  O(TOP, "top", 0, TEXT, "MODULE", .help = "For Verilog: the module that is the design")           \
  O(INCLUDE, "include", 'I', LIST, "DIR", .help = "For Verilog: look for `include files in DIR")   \
  O(DEFINE, "define", 'D', LIST, "NAME[=VALUE]", .help = "For Verilog: define a macro")            \
  O(PARAMETER, "parameter", 0, LIST, "NAME=VALUE",                                                 \
    .help = "For Verilog: the value of a parameter of the top module")                             \
  O(MULTICLOCK, "multiclock", 0, FLAG, NULL,                                                       \
    .help = "For Verilog with several clocks or latches: a step of the model is an instant of "    \
            "time, and clocks are inputs; otherwise a step is a tick of the one clock")            \
  O(YOSYS, "yosys", 0, TEXT, "PATH",                                                               \
    .help = "For Verilog: the program that translates it (default: yosys, found in PATH)")         \
  O(PARSE_MODEL, "model", 0, TEXT, "MODEL", .endings = MODEL_ENDINGS,                              \
    .help = "The model; then the argument is the property file")                                   \
  O(FACTS, "facts", 0, FLAG, NULL, .help = "Only the bounds, without the example run")             \
  O(VCD, "vcd", 0, TEXT, "DIR",                                                                    \
    .help = "Write a value change dump of every path, from the initial state on, into DIR; a "     \
            "loop is gone through twice")                                                          \
  O(DOT, "dot", 0, TEXT, "FILE",                                                                   \
    .help = "Write the tree of paths as a graph for graphviz into FILE")                           \
  O(SVG, "svg", 0, TEXT, "FILE",                                                                   \
    .help = "Have graphviz draw that graph into FILE; its program dot must be there")              \
  O(REPORT_FILE, "output", 'o', TEXT, "FILE", .endings = "html",                                   \
    .help = "The page that is written")                                                            \
  O(WITNESS_FILE, "witness", 0, TEXT, "FILE",                                                      \
    .help = "Write the run of a failing bad, output or justice property as AIGER witness into "    \
            "FILE")                                                                                \
  O(NO_PASSWORD, "no-password", 0, FLAG, NULL,                                                     \
    .help = "leave the secret key unprotected (for machines that sign unattended)")                \
  O(PASSWORD_FD, "password-fd", 0, TEXT, "N",                                                      \
    .help = "read the password from file descriptor N instead of the terminal")                    \
  O(SIGN_KEY, "key", 0, TEXT, "FILE", .endings = "key", .help = "the secret key")                  \
  O(COMMENT, "comment", 0, TEXT, "TEXT",                                                           \
    .help = "trusted comment to sign along (default: time and file name)")                         \
  O(KEY, "key", 'k', TEXT, "FILE", .endings = "key", .help = "The secret key to sign with")        \
  O(OUTPUT, "output", 'o', TEXT, "DIR",                                                            \
    .help = "The folder that is handed over; made if it is missing")                               \
  O(RUN_OUTPUT, "output", 'o', TEXT, "DIR",                                                        \
    .help = "The folder of results and certificates; made if it is missing (default: beside the "  \
            "project file, with its name and -results)")                                           \
  O(FRESH, "fresh", 0, FLAG, NULL, .help = "Forget what earlier runs have found out")              \
  O(RETRY, "retry", 0, FLAG, NULL,                                                                 \
    .help = "Check undecided properties again, also under the same limits as before")              \
  O(WHO, "who", 0, TEXT, "TEXT", .help = "Who signs off, for the statement")                       \
  O(PUB, "pub", 0, TEXT, "FILE", .endings = "pub",                                                 \
    .help = "The public key of whoever is said to have signed, from a source that you trust")      \
  O(MODEL, "model", 'm', TEXT, "FILE", .endings = MODEL_ENDINGS,                                   \
    .help = "The model that you mean (needed for a signed-off folder)")                            \
  O(PARTIAL, "partial", 0, FLAG, NULL,                                                             \
    .help = "Accept a sign-off that covers only some of the properties")                           \
  O(NO_VALIDATE, "no-validate", 0, FLAG, NULL,                                                     \
    .help = "Check signature and digests only; do not validate the certificates again")            \
  O(MANIFEST, "manifest", 0, TEXT, "FILE",                                                         \
    .help = "what to audit: lines \"model TAB certificate [TAB property [TAB holds|fails]]\", "    \
            "relative to the manifest's folder")                                                   \
  O(AUDIT_FORMULA, "formula", 0, TEXT, "F",                                                        \
    .help = "the formula that each certificate must be about (with MODEL CERTIFICATE...)")         \
  O(AUDIT_PROPERTY, "property", 0, TEXT, "P",                                                      \
    .help = "the same for 'bad N', 'output N' or 'justice N'")                                     \
  O(AUDIT_REQUIRE, "require", 0, CHOICE, "holds|fails", .choices = verdict_words,                  \
    .help = "the verdict that every certificate must show, unless its line in the manifest names " \
            "one; another one is a failed test")                                                   \
  O(SOLVER, "solver", 0, TEXT, "NAME",                                                             \
    .help = "the solver that the validator asks about obligations without proofs")                 \
  O(AUDIT_JOBS, "jobs", 'j', COUNT, "N", .least = 1, .most = 1024,                                 \
    .help = "validators at a time (default: as many as there are processors)")                     \
  O(AUDIT_TIMEOUT, "timeout", 0, SECONDS, "S",                                                     \
    .help = "seconds per certificate, rounded up; then it counts as unknown")                      \
  O(SHARD, "shard", 0, TEXT, "K/N",                                                                \
    .help = "audit only every N-th line, beginning with line K (1 to N)")                          \
  O(RESULTS, "results", 0, TEXT, "FILE",                                                           \
    .help = "append a line per certificate to FILE, and skip what it already holds for the same "  \
            "files and options: an audit that was stopped goes on")                                \
  O(TOOL, "tool", 0, LIST, "NAME=COMMAND",                                                         \
    .help = "Run this command line under this name, or one that is known by its name (default: "   \
            "vouch). {model}, {property}, {properties}, {timeout}, {memory}, {folder}, "           \
            "{certificate}, {sat}, {unsat}, {aig} and {vouch} are replaced, and {ctl} by --ctl "   \
            "and the property file; no shell is involved")                                         \
  O(CLOCK, "clock", 0, CHOICE, "wall|cpu", .choices = clock_words,                                 \
    .help = "Which seconds --timeout, scores and plots count: wall-clock time (default), or "      \
            "processor time, for machines that do other things beside it")                         \
  O(MODELS, "models", 0, TEXT, "REGEX",                                                            \
    .help = "Only models whose names match this extended regular expression")                      \
  O(PER_MODEL, "per-model", 0, COUNT, "N", .least = 1, .most = 1000000,                            \
    .help = "At most N instances of every model, spread over all")                                 \
  O(HOLDS, "holds", 0, LIST, "TEXT",                                                               \
    .help = "A line of output with TEXT in it means that the property holds")                      \
  O(FAILS, "fails", 0, LIST, "TEXT",                                                               \
    .help = "A line of output with TEXT in it means that the property fails")                      \
  O(REPORT_ONLY, "report-only", 0, FLAG, NULL,                                                     \
    .help = "Run nothing: only report what results.csv has")                                       \
  O(JUNIT, "junit", 0, TEXT, "FILE", .help = "write a JUnit XML report")

#define OPTION_ID_(id, ...) OPT_##id,
enum option_id { OPT_END, OPTIONS(OPTION_ID_) NUM_OPTIONS };
extern const struct option option_table[NUM_OPTIONS];

#endif
