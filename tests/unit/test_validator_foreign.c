/* Results of other tools: AIGER witnesses and Certifaiger's witness circuits, good ones and bad
 * ones. */
#include "tests/unit/open_files.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/validator_case.h"

static void judge(enum validator_format format, const char *model, const char *witness,
                  const char *property, struct validator_result *result) {
  struct scratch s;
  scratch_make(&s, model, "");
  scratch_write(s.certificate, witness, strlen(witness));
  struct validator *v =
      validator_open_files(format, s.model, s.certificate, NULL, property, result);
  if (v)
    validator_run(v, NULL, result);
  else
    ck_assert_int_ne(result->verdict, VALIDATOR_ACCEPTED);
  validator_close(v);
  temporary_remove(&s);
}

static void good_by(enum validator_format format, const char *model, const char *witness,
                    unsigned shown) {
  struct validator_result result;
  judge(format, model, witness, NULL, &result);
  ck_assert_msg(result.verdict == VALIDATOR_ACCEPTED, "not accepted: %s\n%s", result.reason,
                witness);
  ck_assert_int_eq(result.holds, format == VALIDATOR_CERTIFAIGER);
  ck_assert_uint_eq(result.discharged, shown);
}

static void good(enum validator_format format, const char *model, const char *witness) {
  good_by(format, model, witness, format == VALIDATOR_CERTIFAIGER ? 2 : 1);
}

static void bad(enum validator_format format, const char *model, const char *witness,
                const char *reason) {
  struct validator_result result;
  judge(format, model, witness, NULL, &result);
  ck_assert_msg(result.verdict == VALIDATOR_REJECTED,
                "verdict %d (%s) instead of rejected for: %s\n%s", result.verdict, result.reason,
                reason, witness);
  ck_assert_msg(strstr(result.reason, reason) != NULL, "reason '%s' does not contain '%s'",
                result.reason, reason);
}

static void unknown(enum validator_format format, const char *model, const char *witness,
                    const char *reason) {
  struct validator_result result;
  judge(format, model, witness, NULL, &result);
  ck_assert_msg(result.verdict == VALIDATOR_UNKNOWN, "verdict %d (%s) instead of unknown: %s",
                result.verdict, result.reason, witness);
  ck_assert_msg(strstr(result.reason, reason) != NULL, "reason '%s' does not contain '%s'",
                result.reason, reason);
}

/* --- Witness circuits --- */
#define CIRCUIT VALIDATOR_CERTIFAIGER

/* Two latches a (4) and b (6) swap when the input (2) says so; a starts 1; both are never 1: 10 is
 * bad. */
#define SWAP                                                                                       \
  "aag 11 1 2 0 8 1\n2\n4 17 1\n6 23\n10\n10 4 6\n12 2 6\n14 3 4\n16 13 15\n18 2 4\n20 3 6\n22 "   \
  "19 21\n8 2 2\n"
/* The same latches and gates, but bad' is 26 = !(a ^ b). */
#define WITNESS(latches, bad)                                                                      \
  "aag 14 1 2 0 11 1\n2\n" latches bad "\n10 4 6\n12 2 6\n14 3 4\n16 13 15\n18 2 4\n20 3 6\n22 "   \
  "19 21\n8 2 2\n24 5 7\n26 11 25\n28 4 4\n"
#define SAME "4 17 1\n6 23\n"

START_TEST(circuits) {
  good(CIRCUIT, SWAP, WITNESS(SAME, "27"));
  good(CIRCUIT, SWAP, WITNESS(SAME, "27") "i0 = 2\nl0 = 4\nl1 = 6\n");
  good(CIRCUIT, SWAP, WITNESS(SAME, "27") "i0 = 2 go\nl0 =4\nl1 = 6 other words\n");
  good(CIRCUIT, SWAP, WITNESS(SAME, "27") "c\nfrom elsewhere\nMAPPING 3\n2 2\n4 4\n6 6\n");
  /* latches in the other order, told by symbols, by a mapping, and not at all */
  const char *turned = "aag 14 1 2 0 11 1\n2\n6 23\n4 17 1\n27\n10 4 6\n12 2 6\n14 3 4\n16 13 "
                       "15\n18 2 4\n20 3 6\n22 19 21\n8 2 2\n24 5 7\n26 11 25\n28 4 4\n";
  char text[500];
  snprintf(text, sizeof text, "%sl0 = 6\nl1 = 4\ni0 = 2\n", turned);
  good(CIRCUIT, SWAP, text);
  snprintf(text, sizeof text, "%sc\nMAPPING 3\n2 2\n6 6\n4 4\n", turned);
  good(CIRCUIT, SWAP, text);
  good(CIRCUIT, SWAP, turned); /* what it claims is symmetric */
  /* a latch of the witness that is the complement of one of the model */
  good(CIRCUIT, "aag 2 0 2 0 0 1\n2 2\n4 4\n4\n",
       "aag 2 0 2 0 0 1\n2 2\n4 4 1\n5\nl0 = 2\nl1 = 5\n");
  /* AIGER 1.0: outputs */
  good(CIRCUIT, "aag 1 0 1 1 0\n2 2\n2\n", "aag 1 0 1 1 0\n2 2\n2\n");
}
END_TEST

START_TEST(wrong_circuits) {
  struct validator_result result;
  judge(CIRCUIT, "aag 1 0 1 0 0 1 0 1\n2 2\n2\n1\n2\n", "aag 1 0 1 0 0 1\n2 2\n2\n", "ctl 1",
        &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
  ck_assert_ptr_nonnull(strstr(result.reason, "about another property"));
  bad(CIRCUIT, SWAP, WITNESS(SAME, "0"), "(bad: ");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "4"), "(invariant: "); /* already at the start */
  bad(CIRCUIT, SWAP, WITNESS(SAME, "6"), "(invariant: "); /* after a step */
  /* the witness's own resets and next literals of shared latches do not matter: the claim is judged
   * along runs of the model */
  good(CIRCUIT, SWAP, WITNESS("4 17\n6 23\n", "27"));
  good(CIRCUIT, SWAP, WITNESS("4 16 1\n6 6\n", "27"));
  /* constraints of the witness must follow from those of the model: at the start, and after a step
   */
  bad(CIRCUIT, "aag 2 0 2 0 0 1\n2 2\n4 3\n2\n", "aag 2 0 2 0 0 1 1\n2 2\n4 3\n2\n4\n",
      "(invariant: ");
  bad(CIRCUIT, "aag 2 0 2 0 0 1\n2 2\n4 3\n2\n", "aag 2 0 2 0 0 1 1\n2 2\n4 3\n2\n5\n",
      "(invariant: ");
  good(CIRCUIT, "aag 2 0 2 0 0 1 1\n2 2\n4 3\n2\n5\n", "aag 2 0 2 0 0 1 1\n2 2\n4 3\n2\n5\n");
  /* bad depends on the input, which the constraint excludes at every step */
  good(CIRCUIT, "aag 2 1 1 0 0 1 1\n2\n4 4\n2\n3\n", "aag 2 1 1 0 0 1 1\n2\n4 4\n2\n3\n");
  bad(CIRCUIT, "aag 2 1 1 0 0 1\n2\n4 4\n2\n", "aag 2 1 1 0 0 1\n2\n4 4\n4\n", "(bad: ");
}
END_TEST

/* Circuits with inputs and latches of their own. The model: a latch that toggles, or stays 1 or 0.
 */
#define LATCH(next) "aag 1 0 1 0 0 1\n2 " next "\n2\n"
#define OWN_INPUT(next, bad) "aag 2 1 1 0 0 1\n2\n4 " next "\n" bad "\nl0 = 2\n"

START_TEST(own_leaves) {
  good_by(CIRCUIT, LATCH("2"), OWN_INPUT("4", "4"), 5);
  good_by(CIRCUIT, LATCH("2"), "aag 2 1 1 0 0 1\n2\n4 4\n4\nl0 simulates = 2 < 4\n", 5);
  bad(CIRCUIT, LATCH("3"), "aag 2 1 1 0 0 1 1\n2\n4 5\n4\n2\nl0 = 2\n", "(reset: ");
  bad(CIRCUIT, LATCH("2"), OWN_INPUT("4 1", "4"), "(reset: ");
  bad(CIRCUIT, LATCH("3"), OWN_INPUT("4", "4"), "(transition: ");
  bad(CIRCUIT, LATCH("2"), OWN_INPUT("2", "4"), "(transition: ");
  bad(CIRCUIT, LATCH("3"), OWN_INPUT("5", "0"), "(safety: ");
  bad(CIRCUIT, LATCH("2 1"), OWN_INPUT("4 1", "4"), "(base: ");
  bad(CIRCUIT, LATCH("3"), OWN_INPUT("5", "4"), "(inductive: ");
  bad(CIRCUIT, LATCH("3"), OWN_INPUT("5", "2"), "(safety: ");
  /* a latch more, which copies another one */
  good_by(CIRCUIT, "aag 4 0 2 0 2 1\n2 6\n4 2\n8\n6 3 5\n8 2 4\n",
          "aag 6 0 3 0 3 1\n2 6\n4 2\n10 2\n12\n6 3 5\n8 2 4\n12 8 8\n", 5);
  /* a latch that starts as the one that it copies, by a reset function */
  good_by(CIRCUIT, "aag 2 0 2 0 0 1\n2 2\n4 2\n4\n", "aag 4 0 3 0 1 1\n2 2\n4 2\n6 2 2\n9\n8 5 3\n",
          5);
}
END_TEST

/* Four bad literals: latch 2 stays 0, latch 4 becomes 1, latch 6 stays 0, latch 2 again. */
#define FOUR "aag 3 0 3 0 0 4\n2 2\n4 5\n6 6\n2\n4\n6\n2\n"
#define ONE_OF_FOUR "aag 3 0 3 0 0 1\n2 2\n4 5\n6 6\n2\n"
#define THREE_OF_FOUR "aag 3 0 3 0 0 2\n2 2\n4 5\n6 6\n2\n6\n"
#define SAFE "aag 2 0 2 0 0 2\n2 2\n4 4\n2\n4\n"

static void judge_bad(const char *model, const char *witness, const char *property,
                      enum validator_verdict wanted, const char *shown) {
  struct scratch s;
  struct validator_result result;
  scratch_make(&s, model, "");
  scratch_write(s.certificate, witness, strlen(witness));
  struct validator *v =
      validator_open_files(CIRCUIT, s.model, s.certificate, NULL, property, &result);
  if (v) validator_run(v, NULL, &result);
  ck_assert_msg(result.verdict == wanted, "%s: %s", property, result.reason);
  if (wanted == VALIDATOR_ACCEPTED) ck_assert_str_eq(validator_property(v), shown);
  validator_close(v);
  temporary_remove(&s);
}

/* All bad literals are judged, or the one that was asked for; the answer says which. */
START_TEST(all_bad_literals) {
  judge_bad(FOUR, ONE_OF_FOUR, NULL, VALIDATOR_REJECTED, NULL);
  judge_bad(FOUR, THREE_OF_FOUR, NULL, VALIDATOR_REJECTED, NULL);
  judge_bad(FOUR, FOUR, NULL, VALIDATOR_REJECTED, NULL);
  judge_bad(FOUR, ONE_OF_FOUR, "bad 0", VALIDATOR_ACCEPTED, "bad 0");
  judge_bad(FOUR, ONE_OF_FOUR, "bad 1", VALIDATOR_REJECTED, NULL);
  judge_bad(FOUR, ONE_OF_FOUR, "bad 2", VALIDATOR_REJECTED, NULL);
  judge_bad(FOUR, ONE_OF_FOUR, "bad 3", VALIDATOR_ACCEPTED, "bad 3");
  judge_bad(FOUR, THREE_OF_FOUR, "bad 2", VALIDATOR_ACCEPTED, "bad 2");
  judge_bad(FOUR, ONE_OF_FOUR, "bad 4", VALIDATOR_REJECTED, NULL);
  judge_bad(FOUR, ONE_OF_FOUR, "output 0", VALIDATOR_REJECTED, NULL);
  judge_bad(FOUR, ONE_OF_FOUR, "justice 0", VALIDATOR_REJECTED, NULL);
  judge_bad(SAFE, SAFE, NULL, VALIDATOR_ACCEPTED, "bad 0 .. bad 1");
  judge_bad("aag 2 0 2 2 0\n2 2\n4 4\n2\n4\n", SAFE, NULL, VALIDATOR_ACCEPTED,
            "output 0 .. output 1");
  judge_bad("aag 2 0 2 2 0\n2 2\n4 4\n2\n4\n", SAFE, "bad 1", VALIDATOR_ACCEPTED, "output 1");
}
END_TEST

/* --- Circuits with liveness signals --- */
/* Input go (2) sets latch done (4) for ever. Fairness: go; justice: not done. Never both again and
 * again. */
#define ONCE "aag 3 1 1 0 1 0 0 1 1\n2\n4 7\n1\n5\n2\n6 3 5\n"
/* The signal of justice is true where done is, the one of fairness where done is not set in the
 * other state: by default the next literal 7 stands for done there. */
#define RANKED "aag 3 1 1 0 1 0 0 1 1\n2\n4 7\n1\n5\n7\n6 3 5\n"
/* The same with input 8 for done in the other state. */
#define RANKED_BY(fairness, tail)                                                                  \
  "aag 4 2 1 0 1 0 0 1 1\n2\n8\n4 7\n1\n5\n" fairness "\n6 3 5\n" tail
/* Two more gates for signals. */
#define SIGNALS(justice, fairness, gates)                                                          \
  "aag 6 1 1 0 4 0 0 1 1\n2\n4 7\n1\n" justice "\n" fairness "\n6 3 5\n" gates

START_TEST(rankings) {
  good_by(CIRCUIT, ONCE, RANKED, 8);
  good_by(CIRCUIT, ONCE, RANKED_BY("8", "i0 = 2\nl0 = 4 < 8\n"), 8);
  good_by(CIRCUIT, ONCE, RANKED_BY("8", "i0 = 2\nl0 < 8 = 4\n"), 8);
  good_by(CIRCUIT, ONCE, RANKED_BY("9", "i0 = 2\nl0 = 4 < 9\n"), 8);
  good_by(CIRCUIT, ONCE, RANKED_BY("8", "i0 = 2\nl0 = 4\nc\nINTERVENTION 1\n4 8\n"), 8);
  /* the last one counts */
  good_by(CIRCUIT, ONCE, RANKED_BY("8", "c\nINTERVENTION 2\n5 8\n4 8\nMAPPING 2\n2 2\n4 4\n"), 8);
  bad(CIRCUIT, ONCE, RANKED_BY("8", "c\nINTERVENTION 2\n4 8\n5 8\n"), "(liveness: ");
  /* a literal that is never true needs no signal; nor does a set without literals that never are */
  good_by(CIRCUIT, "aag 1 0 1 0 0 0 0 1 1\n2 2\n1\n1\n2\n", "aag 1 0 1 0 0 1 0 1\n2 2\n2\n1\n1\n",
          8);
  good_by(CIRCUIT, "aag 1 0 1 0 0 0 0 1\n2 2\n1\n2\n", "aag 1 0 1 1 0\n2 2\n2\n", 8);
}
END_TEST

START_TEST(wrong_rankings) {
  bad(CIRCUIT, ONCE, "aag 3 1 1 0 1 0 0 1 1\n2\n4 7 1\n1\n5\n7\n6 3 5\n", "(reset: ");
  bad(CIRCUIT, ONCE, "aag 3 1 1 0 1 0 0 1 1\n2\n4 4\n1\n5\n7\n6 3 5\n", "(transition: ");
  bad(CIRCUIT, ONCE, "aag 3 1 1 0 1 1 0 1 1\n2\n4 7\n5\n1\n5\n7\n6 3 5\n", "(base: ");
  bad(CIRCUIT, ONCE, "aag 3 1 1 0 1 1 0 1 1\n2\n4 7\n4\n1\n5\n7\n6 3 5\n", "(inductive: ");
  bad(CIRCUIT, ONCE, ONCE, "(decrease: ");
  bad(CIRCUIT, ONCE, "aag 3 1 1 0 1 0 0 1\n2\n4 7\n1\n5\n6 3 5\n", "(liveness: ");
  bad(CIRCUIT, ONCE, SIGNALS("5", "0", "8 1 1\n10 1 1\n12 1 1\n"), "(liveness: ");
  bad(CIRCUIT, ONCE, SIGNALS("1", "1", "8 1 1\n10 1 1\n12 1 1\n"), "(decrease: ");
  /* not done there or no go here */
  bad(CIRCUIT, ONCE, SIGNALS("5", "8", "8 2 7\n10 1 1\n12 1 1\n"), "(closure: ");
  /* done and go; not done there, or done and no go */
  bad(CIRCUIT, ONCE, SIGNALS("13", "10", "8 4 3\n10 7 9\n12 4 2\n"), "(consistent: ");
  bad(CIRCUIT, ONCE, RANKED_BY("8", "l0 < 1\n"), "cannot replace");
  bad(CIRCUIT, ONCE, RANKED_BY("8", "l0 < 90\n"), "cannot replace");
  bad(CIRCUIT, ONCE, RANKED_BY("8", "l0 < 08\n"), "leading zeros");
  bad(CIRCUIT, ONCE, RANKED_BY("8", "c\nINTERVENTION 1\n90 8\n"), "cannot replace");
  bad(CIRCUIT, ONCE, RANKED_BY("8", "c\nINTERVENTION 1\n4\n"), "expected a blank");
}
END_TEST

/* Signals of which the model has no literal: with them Certifaiger's conditions hold for a run that
 * is fair. The model: one that shows its justice literal, which is true, in every step. */
START_TEST(signals_beyond_the_model) {
  const char *always = "aag 1 0 1 0 0 0 0 1\n2 3\n1\n1\n";
  unknown(CIRCUIT, always, "aag 1 0 1 0 0 0 0 1\n2 3\n2\n1\n0\n", "signals that the model");
  unknown(CIRCUIT, always, "aag 1 0 1 0 0 0 0 1 1\n2 3\n1\n1\n0\n", "signals that the model");
  unknown(CIRCUIT, always, "aag 1 0 1 0 0 0 0 2\n2 3\n1\n1\n1\n0\n", "signals that the model");
  bad(CIRCUIT, always, always, "(decrease: ");
}
END_TEST

/* Justice of two sets: not done, and low; the second one is violated by done and high. */
#define TWO_SETS "aag 3 1 1 0 1 0 0 2 1\n2\n4 7\n1\n1\n5\n4\n2\n6 3 5\n"
#define FIRST_RANKED "aag 3 1 1 0 1 0 0 2 1\n2\n4 7\n1\n1\n5\n5\n7\n6 3 5\n"
#define BOTH_SETS "aag 3 1 1 0 1 0 0 2 1\n2\n4 7\n1\n1\n5\n5\n2\n6 3 5\n"

START_TEST(all_justice_sets) {
  judge_bad(TWO_SETS, FIRST_RANKED, NULL, VALIDATOR_REJECTED, NULL);
  judge_bad(TWO_SETS, FIRST_RANKED, "justice 0", VALIDATOR_ACCEPTED, "justice 0");
  judge_bad(TWO_SETS, FIRST_RANKED, "justice 1", VALIDATOR_REJECTED, NULL);
  judge_bad(TWO_SETS, FIRST_RANKED, "bad 0", VALIDATOR_REJECTED, NULL);
  judge_bad(BOTH_SETS, FIRST_RANKED, NULL, VALIDATOR_ACCEPTED, "justice 0 .. justice 1");
  judge_bad(BOTH_SETS, FIRST_RANKED, "justice 2", VALIDATOR_REJECTED, NULL);
  /* beside a bad literal justice is judged when it is asked for */
  const char *both = "aag 3 1 1 0 1 1 0 1 1\n2\n4 7\n0\n1\n5\n2\n6 3 5\n";
  judge_bad(both, RANKED, NULL, VALIDATOR_ACCEPTED, "bad 0");
  judge_bad(both, RANKED, "justice 0", VALIDATOR_ACCEPTED, "justice 0");
}
END_TEST

START_TEST(circuits_beyond_us) {
  bad(CIRCUIT, SWAP, WITNESS("4 17 6 0\n6 23\n", "27"), "end of line");
  bad(CIRCUIT, SWAP, WITNESS("4 17 6 \n6 23\n", "27"), "end of line");
  unknown(CIRCUIT, SWAP, WITNESS(SAME, "27") "c\nMAPPING 1\n10 4\n", "gates that simulate");
  bad(CIRCUIT, SWAP, WITNESS("4 17 600\n6 23\n", "27"), "witness, line 3");
  bad(CIRCUIT, SWAP, "aag 3 0 1 0 1 1\n2 2\n4\n4 4 2\n", "witness: gate 4 depends on itself");
  bad(CIRCUIT, SWAP, "aag 3 0 1 0 0 1\n2 2\n4\n", "witness: literal 4 is used but not defined");
}
END_TEST

START_TEST(malformed_circuits) {
  bad(CIRCUIT, SWAP, "nothing", "expected aag or aig");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "l0 = 2\n", "cannot simulate");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "l0 = 10\n", "cannot simulate");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "l0 = 4000\n", "cannot simulate");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "l0 = 04\n", "a number without leading zeros");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "c\nMAPPING x\n4 4\n", "expected a number");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "c\nMAPPING 1 \n4 4\n", "expected end of line");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "c\nMAPPING 1\n4\n", "expected a blank");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "c\nMAPPING 1\n4 4 \n", "expected end of line");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "c\nMAPPING 2\n4 4\n4 6\n", "cannot simulate");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "c\nMAPPING 2\n4 4\n", "expected a number");
  bad(CIRCUIT, SWAP, WITNESS(SAME, "27") "c\nMAPPING 1\n10 10\n", "cannot simulate");
  unknown(CIRCUIT, "aag 1 0 1 0 0\n2 2\n", "aag 1 0 1 1 0\n2 2\n2\n", "models without bad");
  struct validator_result result;
  judge(CIRCUIT, "aag 1 0 1 1\n", "aag 1 0 1 1 0\n2 2\n2\n", NULL, &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_UNKNOWN);
}
END_TEST

/* --- AIGER witnesses --- */
#define TRACE VALIDATOR_AIGER_WITNESS

/* A latch (6) that remembers the latch (4) that remembers the input (2), which must be 1 in the
 * first step (10 is the constraint). */
#define CHAIN "aag 5 1 3 0 1 1 1\n2\n4 2\n6 4\n8 1\n6\n11\n10 3 9\n"

START_TEST(traces) {
  good(TRACE, CHAIN, "1\nb0\n000\n1\n0\n0\n.\n");
  good(TRACE, CHAIN, "1\nb0\n000\n1\nx\nx\n.\n");
  good(TRACE, CHAIN, "1\nb0\n000\n1\n0\n0\n.\nc a comment\nu1\n");
  good(TRACE, CHAIN, "c\n1\nu2\nb0\nc\n000\nc x\n1\nu0\n0\n0\nc\n.\n");
  good(TRACE, CHAIN, "1\nb00\nxxx\n1\n0\n0\n.\n");   /* an x is the reset value */
  good(TRACE, CHAIN, "1\nb0\n000\n1\n0\n0\n0\n.\n"); /* bad before the last step */
  bad(TRACE, CHAIN, "1\nb0\n000\n1\n0\n0\n.\nc\na comment\n", "lines that start with c or u");
  bad(TRACE, CHAIN, "1\nb0\n000\n1\n0\n0\n.\nc", "lines that start with c or u");
  unknown(TRACE, CHAIN, "1\nb0\n000\n1\n0\n0\n.\n1\nb0\n", "several are not supported");
  bad(TRACE, CHAIN, "1\nb0b1\n000\n1\n0\n0\n.\n", "no bad 1");
  bad(TRACE, CHAIN, "1\nb0b\n000\n1\n0\n0\n.\n", "expected a number");
  bad(TRACE, CHAIN, "1\n\n000\n1\n0\n0\n.\n", "b or j");
  /* outputs are bad literals where there is nothing else */
  bad(TRACE, "aag 1 1 0 1 0 0 0 1\n2\n2\n1\n2\n", "1\nb0\n\n1\n.\n", "no bad 0");
  bad(TRACE, CHAIN, "1\nb0\n010\n1\n0\n0\n.\n", "latch 1 does not start with its reset");
  bad(TRACE, CHAIN, "1 \nb0\n000\n1\n.\n", "expected end of line");
  bad(TRACE, CHAIN, "1\nbx\n000\n1\n.\n", "expected a number");
  bad(TRACE, CHAIN, "1\nb0 \n000\n1\n.\n", "b or j");
  bad(TRACE, CHAIN, "1\nb0\n000\n0\n0\n0\n.\n", "step 0 of the trace violates a constraint");
  bad(TRACE, CHAIN, "1\nb0\n000\nx\n0\n0\n.\n", "step 0 of the trace violates a constraint");
  bad(TRACE, CHAIN, "1\nb0\n000\n1\n0\n.\n", "does not show bad 0");
  bad(TRACE, CHAIN, "1\nb1\n000\n1\n0\n0\n.\n", "no bad 1");
  bad(TRACE, CHAIN, "1\nb0\n000\n.\n", "at least one line");
  bad(TRACE, CHAIN, "1\nb0\n00\n1\n0\n0\n.\n", "0, 1 or x");
  bad(TRACE, CHAIN, "1\nb0\n000\n1\n0\n0\n", "0, 1 or x");
  bad(TRACE, CHAIN, "1\nb0\n000\n10\n0\n0\n.\n", "end of line");
  bad(TRACE, CHAIN, "0\nb0\n.\n", "expected 1");
  bad(TRACE, CHAIN, "1\nc0\n000\n1\n.\n", "b or j");
  good(TRACE, "aag 1 1 0 1 0\n2\n2\n", "1\nb0\n\n1\n.\n");
  good(TRACE, "aag 1 0 1 1 0\n2 3\n2\n", "1\nb0\n0\n\n\n.\n");
}
END_TEST

/* The input (2) toggles the latch (4); justice: the latch is 1 again and again. */
#define TOGGLE "aag 5 1 1 0 3 0 0 1\n2\n4 10\n1\n4\n6 2 4\n8 3 5\n10 7 9\n"

START_TEST(lassos) {
  good(TRACE, TOGGLE, "1\nj0\n0\n1\n1\n.\n");
  good(TRACE, TOGGLE, "1\nj0\n0\n1\n0\n.\n");
  good(TRACE, TOGGLE, "1\nj0\n0\n1\n0\n0\n1\n.\n"); /* only the loop from the start on is one */
  bad(TRACE, TOGGLE, "1\nj0\n0\n1\n.\n", "does not close");
  bad(TRACE, TOGGLE, "1\nj0\n0\n0\n.\n", "fairness 0 is never true");
  bad(TRACE, TOGGLE, "1\nj0\n1\n0\n.\n", "does not start with its reset");
  bad(TRACE, "aag 2 1 1 0 0 0 1 1\n2\n4 2 0\n3\n1\n4\n", "1\nj0\n0\n1\n1\n.\n",
      "step 0 of the trace violates a constraint");
}
END_TEST

/* Both inputs are bad, and their latches should be set again and again. */
#define TWO "aag 4 2 2 0 0 2 0 2\n2\n4\n6 2\n8 4\n2\n4\n1\n1\n6\n8\n"

START_TEST(several_properties) {
  struct validator_result result;
  good(TRACE, TWO, "1\nb0b1\n00\n10\n01\n.\n");
  bad(TRACE, TWO, "1\nb0b1\n00\n10\n10\n.\n", "does not show bad 1");
  bad(TRACE, TWO, "1\nb1b0\n00\n10\n10\n.\n", "does not show bad 1");
  good(TRACE, TWO, "1\nb0j0j1b1\n00\n11\n11\n.\n");
  bad(TRACE, TWO, "1\nb0j0j1\n00\n10\n10\n.\n", "fairness 0 is never true");
  bad(TRACE, TWO, "1\nb0j0\n00\n10\n.\n", "does not close");
  judge(TRACE, TWO, "1\nb0b1\n00\n10\n01\n.\n", "bad 1", &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_ACCEPTED);
  judge(TRACE, TWO, "1\nb0b1\n00\n10\n01\n.\n", "justice 1", &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
}
END_TEST

/* A loop closes on all latches, also on those (6) that the property does not see. */
START_TEST(whole_loops) {
  const char *model = "aag 2 0 2 0 0 0 0 1\n2 2 1\n4 5\n1\n2\n";
  good(TRACE, model, "1\nj0\n10\n\n\n.\n");
  bad(TRACE, model, "1\nj0\n10\n\n.\n", "does not close");
}
END_TEST

START_TEST(bound_property) {
  struct validator_result result;
  judge(TRACE, TOGGLE, "1\nj0\n0\n1\n1\n.\n", "justice 0", &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_ACCEPTED);
  judge(TRACE, CHAIN, "1\nb0\n000\n1\n0\n0\n.\n", "bad 0", &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_ACCEPTED);
  judge(CIRCUIT, "aag 2 0 2 0 0 2\n2 2\n4 4\n2\n4\n", "aag 2 0 2 0 0 1\n2 2\n4 4\n2\n", "bad 1",
        &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
  judge(CIRCUIT, "aag 1 0 1 1 0\n2 2\n2\n", "aag 1 0 1 1 0\n2 2\n2\n", "bad 0", &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_ACCEPTED);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_foreign");
  TCase *test = tcase_create("foreign");
  tcase_set_timeout(test, 60);
  tcase_add_test(test, circuits);
  tcase_add_test(test, wrong_circuits);
  tcase_add_test(test, all_bad_literals);
  tcase_add_test(test, own_leaves);
  tcase_add_test(test, rankings);
  tcase_add_test(test, wrong_rankings);
  tcase_add_test(test, signals_beyond_the_model);
  tcase_add_test(test, all_justice_sets);
  tcase_add_test(test, circuits_beyond_us);
  tcase_add_test(test, malformed_circuits);
  tcase_add_test(test, traces);
  tcase_add_test(test, lassos);
  tcase_add_test(test, several_properties);
  tcase_add_test(test, whole_loops);
  tcase_add_test(test, bound_property);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
