/* The property patterns of Dwyer, Avrunin and Corbett (Patterns in Property Specifications for
 * Finite-State Verification, ICSE 1999), 11 patterns in 5 scopes each, as LTL about circuits of the
 * corpus: checker, certifier and validator agree with the explicit-state oracle. */
#include "tests/oracle/read_files.h"
#include "tests/unit/formula_trial.h"
#include "tests/unit/run_suite.h"

#include <unistd.h>

/* At most two stays of P: up to R, and without an end. */
#define TWICE                                                                                      \
  "((!P & !R) U (R | ((P & !R) U (R | ((!P & !R) U (R | ((P & !R) U (R | (!P U R)))))))))"
#define TWICE_WEAK                                                                                 \
  "((!P & !R) U (R | ((P & !R) U (R | ((!P & !R) U (R | ((P & !R) U (R | (!P W R) | G P))))))))"
#define TWICE_FOR_EVER "(!P W (P W (!P W (P W G !P))))"
#define S_THEN_T "(!P U (S & !P & X (!P U T)))"
#define S_THEN_T_OR_R "(!P U (R | (S & !P & X (!P U T))))"
#define NO_CHAIN "(!(S & !R & X (!R U (T & !R))))"
#define CHAIN_ANSWERED "(S & X (!R U T) -> X (!R U (T & F P)))"
#define ANSWERED_BY_CHAIN "(P -> (!R U (S & !R & X (!R U T))))"
#define WITHOUT_Z "(P -> (!R U (S & !R & !Z & X ((!R & !Z) U T))))"

/* Globally, before R, after Q, between Q and R, after Q until R. */
static const char *const patterns[][5] = {
    /* absence */
    {"G !P", "F R -> (!P U R)", "G (Q -> G !P)", "G ((Q & !R & F R) -> (!P U R))",
     "G (Q & !R -> (!P W R))"},
    /* existence */
    {"F P", "!R W (P & !R)", "G !Q | F (Q & F P)", "G (Q & !R -> (!R W (P & !R)))",
     "G (Q & !R -> (!R U (P & !R)))"},
    /* bounded existence */
    {TWICE_FOR_EVER, "F R -> " TWICE, "F Q -> (!Q U (Q & " TWICE_FOR_EVER "))",
     "G ((Q & F R) -> " TWICE ")", "G (Q -> " TWICE_WEAK ")"},
    /* universality */
    {"G P", "F R -> (P U R)", "G (Q -> G P)", "G ((Q & !R & F R) -> (P U R))",
     "G (Q & !R -> (P W R))"},
    /* precedence */
    {"!P W S", "F R -> (!P U (S | R))", "G !Q | F (Q & (!P W S))",
     "G ((Q & !R & F R) -> (!P U (S | R)))", "G (Q & !R -> (!P W (S | R)))"},
    /* response */
    {"G (P -> F S)", "F R -> ((P -> (!R U (S & !R))) U R)", "G (Q -> G (P -> F S))",
     "G ((Q & !R & F R) -> ((P -> (!R U (S & !R))) U R))",
     "G (Q & !R -> ((P -> (!R U (S & !R))) W R))"},
    /* precedence chain: S, T before P */
    {"F P -> " S_THEN_T, "F R -> " S_THEN_T_OR_R, "G !Q | (!Q U (Q & (F P -> " S_THEN_T ")))",
     "G ((Q & F R) -> " S_THEN_T_OR_R ")", "G (Q -> (F P -> " S_THEN_T_OR_R "))"},
    /* precedence chain: P before S, T */
    {"F (S & X F T) -> (!S U P)", "F R -> (" NO_CHAIN " U (R | P))",
     "G !Q | (!Q U (Q & (F (S & X F T) -> (!S U P))))", "G ((Q & F R) -> (" NO_CHAIN " U (R | P)))",
     "G (Q -> ((" NO_CHAIN " U (R | P)) | G !(S & X F T)))"},
    /* response chain: P answers S, T */
    {"G (S & X F T -> X F (T & F P))", "F R -> (" CHAIN_ANSWERED " U R)",
     "G (Q -> G (S & X F T -> X (!T U (T & F P))))", "G ((Q & F R) -> (" CHAIN_ANSWERED " U R))",
     "G (Q -> (" CHAIN_ANSWERED " U (R | G " CHAIN_ANSWERED ")))"},
    /* response chain: S, T answer P */
    {"G (P -> F (S & X F T))", "F R -> (" ANSWERED_BY_CHAIN " U R)",
     "G (Q -> G (P -> (S & X F T)))", "G ((Q & F R) -> (" ANSWERED_BY_CHAIN " U R))",
     "G (Q -> (" ANSWERED_BY_CHAIN " U (R | G (P -> (S & X F T)))))"},
    /* constrained chain: S, T without Z answer P */
    {"G (P -> F (S & !Z & X (!Z U T)))", "F R -> (" WITHOUT_Z " U R)",
     "G (Q -> G (P -> (S & !Z & X (!Z U T))))", "G ((Q & F R) -> (" WITHOUT_Z " U R))",
     "G (Q -> (" WITHOUT_Z " U (R | G (P -> (S & !Z & X (!Z U T))))))"}};
enum { PATTERNS = sizeof patterns / sizeof *patterns, SCOPES = 5 };

/* What P, Q, R, S, T and Z stand for. */
static const struct circuit {
  const char *file;
  const char *names[6];
} circuits[] = {
    {"traffic.aag", {"ns_green", "ew_yellow", "ew_green", "ns_yellow", "ew_green", "timer[1]"}},
    {"counter.aag", {"count[0]", "count[3]", "count[2]", "count[1]", "count[2]", "count[3]"}},
    {"arbiter.aag", {"g1", "g2", "r1", "r1", "g2", "r2"}},
};
enum { CIRCUITS = sizeof circuits / sizeof *circuits };

/* Writes the names where the letters stand by themselves. */
static void instantiate(const char *pattern, const struct circuit *circuit, char *text) {
  static const char letters[] = "PQRSTZ";
  for (const char *c = pattern; *c; c++) {
    const char *letter = strchr(letters, *c);
    if (letter)
      text += sprintf(text, "%s", circuit->names[letter - letters]);
    else
      *text++ = *c;
  }
  *text = 0;
}

struct tally {
  unsigned compared, skipped, paths;
  struct trial_counts counts;
};

static void compare(const struct aiger *model, const char *text, const char *folder,
                    struct tally *tally) {
  struct ctl_file file;
  enum trial_outcome outcome = formula_trial(model, text, folder, &file, &tally->counts);
  ck_assert(file.properties[0].ltl);
  tally->compared += outcome == TRIAL_PASSED;
  tally->skipped += outcome == TRIAL_SKIPPED;
  tally->paths += file.arena.at[file.properties[0].root].op == FORMULA_A;
  ctl_free(&file);
}

START_TEST(dwyer) {
  const struct circuit *circuit = &circuits[_i];
  char path[512], text[4096], folder[] = "/tmp/vouch-patterns-XXXXXX", command[64];
  struct aiger model;
  struct fault fault;
  struct tally tally = {0};
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(path, sizeof path, SOURCE_DIR "/corpus/%s", circuit->file);
  ck_assert_msg(aiger_read_file(path, &model, &fault), "%s", fault.text);
  for (size_t p = 0; p < PATTERNS; p++)
    for (size_t s = 0; s < SCOPES; s++) {
      instantiate(patterns[p][s], circuit, text);
      compare(&model, text, folder, &tally);
    }
  printf("%s: %u patterns (%u of them no CTL), %lu hold, %lu fail, %u too large for the oracle\n",
         circuit->file, PATTERNS * SCOPES, tally.paths, tally.counts.holds, tally.counts.fails,
         tally.skipped);
  ck_assert_uint_ge(tally.compared, 40);
  ck_assert_uint_ge(tally.paths, 20);
  aiger_free(&model);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  ck_assert_int_eq(system(command), 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("patterns");
  TCase *cases = tcase_create("patterns");
  tcase_set_timeout(cases, 1200);
  tcase_add_loop_test(cases, dwyer, 0, CIRCUITS);
  suite_add_tcase(suite, cases);
  return run_suite(suite);
}
