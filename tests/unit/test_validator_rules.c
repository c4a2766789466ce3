/* Every rule of docs/certificates.md with a certificate by hand that it accepts, and ones that it
 * must not. */
#include "tests/unit/run_suite.h"
#include "tests/unit/validator_case.h"

/* x' = x & i from 0; bad x */
#define STUCK "aag 3 1 1 0 1 1\n2\n4 6 0\n4\n6 4 2\n"
/* x' = x | i from 0; bad x */
#define RISES "aag 3 1 1 0 1 1\n2\n4 7 0\n4\n6 5 3\n"
/* the same, and steps with i are forbidden */
#define FORBIDDEN "aag 3 1 1 0 1 1 1\n2\n4 7 0\n4\n3\n6 5 3\n"
/* x' = i from 0 */
#define FREE "aag 2 1 1 0 0\n2\n4 2 0\n"
/* x' = i from 0; justice set {x} */
#define FREE_JUSTICE "aag 2 1 1 0 0 0 0 1\n2\n4 2 0\n1\n4\n"
/* the same with the constraint !i: only the initial state */
#define DULL_JUSTICE "aag 2 1 1 0 0 0 1 1\n2\n4 2 0\n3\n1\n4\n"
/* x' = x & i from anything; justice set {x, !x} */
#define FALLS "aag 3 1 1 0 1 0 0 1\n2\n4 6 4\n2\n4\n5\n6 4 2\n"
/* x' = i from 0; x has no allowed step; justice set {x} */
#define DEADLOCK "aag 2 1 1 0 0 0 1 1\n2\n4 2 0\n5\n1\n4\n"
/* x' = 0 from anything; justice set {x} */
#define ONCE "aag 1 0 1 0 0 0 0 1\n2 0 2\n1\n2\n"
/* x' = i from 0; fairness x */
#define FREE_FAIR "aag 2 1 1 0 0 0 0 0 1\n2\n4 2 0\n4\n"
/* x' = i from 0; fairness i, which needs a monitor: variable 3 */
#define MONITORED "aag 2 1 1 0 0 0 0 0 1\n2\n4 2 0\n2\n"

START_TEST(safety) {
  accepts(STUCK, "property bad 0\nverdict holds\ngates 0\ninvariant 5\nfacts 0\nend\n", true);
  accepts(STUCK,
          "property bad 0\nverdict holds\ngates 2\nand 10 5\nand 12 10 5 10\ninvariant 12\nfacts "
          "0\nend\n",
          true);
  rejects(STUCK, "property bad 0\nverdict holds\ngates 0\ninvariant 1\nfacts 0\nend\n",
          "obligation 1 (bad");
  rejects(STUCK, "property bad 0\nverdict holds\ngates 0\ninvariant 4\nfacts 0\nend\n",
          "obligation 0 (invariant");
  rejects(RISES, "property bad 0\nverdict holds\ngates 0\ninvariant 5\nfacts 0\nend\n",
          "obligation 0 (invariant");
  rejects(RISES, "property bad 0\nverdict holds\ngates 0\ninvariant 1\nfacts 0\nend\n",
          "obligation 1 (bad");
  accepts(FORBIDDEN, "property bad 0\nverdict holds\ngates 0\ninvariant 5\nfacts 0\nend\n", true);
  accepts("aag 1 0 1 1 0\n2 2\n2\n",
          "property output 0\nverdict holds\ngates 0\ninvariant 3\nfacts 0\nend\n", true);
}
END_TEST

#define JUSTICE "property justice 0\nverdict holds\ngates 0\ninvariant 1\nfacts 1\nupper-eg 1 "

START_TEST(wall_chains) {
  accepts(FALLS, JUSTICE "1\nblock 1 1\nwall 5\nend fair 0 1\nend\n", true);
  accepts(FALLS, JUSTICE "1\nblock 1 2\nwall 5\nside 5 fair 0\nend fair 1\nend\n", true);
  accepts(FALLS, JUSTICE "1\nblock 1 2\nwall 5\nside 4 fair 1\nend fair 0\nend\n", true);
  accepts(FALLS, JUSTICE "2\nblock 5 0\nend fair 0\nblock 4 0\nend fair 1\nend\n", true);
  rejects(FALLS, JUSTICE "1\nblock 1 1\nwall 4\nend fair 0 1\nend\n",
          "walls are crossed one way): it can be violated");
  rejects(FALLS, JUSTICE "1\nblock 1 1\nwall 5\nend fair 0\nend\n",
          "no fair skeleton within the walls): it can be violated");
  rejects(FALLS, JUSTICE "1\nblock 1 1\nwall 5\nend fair\nend\n", "no fair skeleton");
  rejects(FALLS, JUSTICE "1\nblock 1 2\nwall 5\nside 5 fair 1\nend fair 1\nend\n",
          "no fair skeleton");
  rejects(FALLS, JUSTICE "2\nblock 4 0\nend fair 1\nblock 5 0\nend fair 0\nend\n",
          "the region is closed");
  rejects(FALLS, JUSTICE "1\nblock 5 0\nend fair 0\nend\n", "obligation 3 (holds");
  rejects(FALLS, JUSTICE "0\nend\n", "obligation 1 (holds");
  rejects(FALLS, JUSTICE "1\nblock 1 1\nside 5 fair 0\nend fair 1\nend\n",
          "the side of an earlier wall");
  rejects(FALLS,
          JUSTICE "2\nblock 5 1\nwall 5\nend fair 0\nblock 4 1\nside 5 fair 0\nend fair 1\nend\n",
          "the side of an earlier wall");
  rejects(FALLS, JUSTICE "1\nblock 1 1\nend fair 0 1\nend\n", "wall, dead, unborn or side");
  rejects(FALLS, JUSTICE "1\nblock 1 0\nwall 5\nend fair 0 1\nend\n", "expected end");
  rejects(FALLS, JUSTICE "1\nblock 1 1\nwall 5\nend fair 0 2\nend\n", "a fairness number");
  rejects(FALLS, JUSTICE "1\nblock 1 1\nwall 2\nend fair 0 1\nend\n", "a state literal");
  accepts(DULL_JUSTICE,
          "property justice 0\nverdict holds\ngates 0\ninvariant 5\nfacts 1\nupper-eg 1 1\nblock 1 "
          "0\nend fair 0\nend\n",
          true);
  accepts(DEADLOCK, JUSTICE "1\nblock 1 1\ndead 4\nend fair 0\nend\n", true);
  rejects(DEADLOCK, JUSTICE "1\nblock 1 1\ndead 5\nend fair 0\nend\n", "obligation 1");
  accepts(ONCE, JUSTICE "1\nblock 1 1\nunborn 2\nend fair 0\nend\n", true);
  rejects(ONCE, JUSTICE "1\nblock 1 1\nunborn 3\nend fair 0\nend\n", "obligation 1");
  rejects(ONCE, JUSTICE "1\nblock 1 1\ndead 2\nend fair 0\nend\n", "obligation 1");
  rejects(FREE_JUSTICE, JUSTICE "1\nblock 1 0\nend fair 0\nend\n", "obligation 2");
}
END_TEST

#define CTL(f, verdict)                                                                            \
  "property ctl " f "\ninputs observed\nverdict " verdict "\ngates 0\ninvariant 1\n"

/* Latch 4 starts as input 2 is, latch 6 as the complement of latch 4, and both stay: 8 = 4 & 6 is
 * never true; in CHOSEN the bad literal is latch 4 itself. */
#define STARTED "aag 4 1 2 0 1 1\n2\n4 4 2\n6 6 5\n8\n8 4 6\n"
#define CHOSEN "aag 3 1 2 0 0 1\n2\n4 4 2\n6 6 5\n4\n"
#define HOLDS(invariant, gates)                                                                    \
  "property bad 0\nverdict holds\ngates " gates "invariant " invariant "\nfacts 0\nend\n"
/* 4 <-> !6 */
#define DIFFERENT "3\nand 12 4 6\nand 14 5 7\nand 16 13 15\n"

START_TEST(reset_functions) {
  accepts(STARTED, HOLDS("16", DIFFERENT), true);
  rejects(STARTED, HOLDS("1", "0\n"), "obligation 1 (bad");
  rejects(STARTED, HOLDS("5", "0\n"), "obligation 0 (invariant");
  rejects(STARTED, HOLDS("3", "0\n"),
          "obligation 0 (invariant"); /* the input is a state variable */
  accepts(CHOSEN, "property bad 0\nverdict fails\ntrace 1\nlatches 10\ninputs 1\nend\n", false);
  rejects(CHOSEN, "property bad 0\nverdict fails\ntrace 1\nlatches 10\ninputs 0\nend\n",
          "latch 0 does not start with its reset value");
  rejects(CHOSEN, "property bad 0\nverdict fails\ntrace 1\nlatches 11\ninputs 1\nend\n",
          "latch 1 does not start with its reset value");
  accepts(CHOSEN, CTL("EX l1", "fails") "facts 1\nupper 0 6\ninitial 101\nend\n", false);
  rejects(CHOSEN, CTL("EX l1", "fails") "facts 1\nupper 0 6\ninitial 100\nend\n", "reset value");
  rejects(CHOSEN, CTL("EX l1", "fails") "facts 1\nupper 0 6\ninitial 10\nend\n", "a bit per");
}
END_TEST

START_TEST(ex) { /* EX l0: node 0 EX, 1 l0 */
  accepts(FREE, CTL("EX l0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1 2\nend\n", true);
  accepts(FREE, CTL("EX l0", "holds") "facts 1\nlower-ex 0 5 2\nchoice 4 2\nchoice 5 2\nend\n",
          true);
  rejects(FREE, CTL("EX l0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1 3\nend\n",
          "EX lower of node 0");
  rejects(FREE, CTL("EX l0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1\nend\n",
          "EX lower of node 0");
  rejects(FREE, CTL("EX l0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 5 2\nend\n",
          "EX lower of node 0");
  rejects(FREE, CTL("EX l0", "holds") "facts 1\nlower-ex 0 1 0\nend\n", "EX lower of node 0");
  rejects(FREE, CTL("EX l0", "holds") "facts 1\nlower-ex 0 4 1\nchoice 1 2\nend\n", "(holds");
  rejects(FREE, CTL("EX l0", "fails") "facts 1\nupper 0 0\ninitial 0\nend\n", "EX upper of node 0");
  accepts(STUCK, CTL("EX l0", "fails") "facts 1\nupper 0 4\ninitial 0\nend\n", false);
  rejects(STUCK, CTL("EX l0", "fails") "facts 1\nupper 0 0\ninitial 0\nend\n",
          "EX upper of node 0");
  rejects(STUCK, CTL("EX l0", "fails") "facts 1\nupper 0 5\ninitial 0\nend\n",
          "is in the upper bound");
  rejects(STUCK, CTL("EX l0", "fails") "facts 1\nupper 0 4\ninitial 1\nend\n", "reset value");
  rejects(STUCK, CTL("EX l0", "fails") "facts 0\ninitial 0\nend\n", "is in the upper bound");
  /* a step that a constraint forbids is none */
  rejects(FORBIDDEN, CTL("EX l0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1 2\nend\n",
          "EX lower");
  /* the validator's own gates are no predicates: the first one is C */
  rejects(FORBIDDEN, CTL("EX !l0", "holds") "facts 1\nlower-ex 0 10 1\nchoice 1 3\nend\n",
          "a state literal");
  rejects(FORBIDDEN, CTL("EX !l0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 10 3\nend\n",
          "a state literal");
  /* the observed input is state, its next value is variable M+F+1 = 3 */
  accepts(FREE, CTL("EX i0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1 6\nend\n", true);
  /* a monitor, a fresh input of an input that is not observed, a gate, and nothing at all */
  static const unsigned no_inputs[] = {6, 8, 10, 12, 14};
  for (size_t k = 0; k < sizeof no_inputs / sizeof *no_inputs; k++) {
    char body[300];
    snprintf(body, sizeof body,
             "property ctl EX l0\ninputs observed\nverdict holds\ngates 2\nand 10 4\nand 12 4\n"
             "invariant 1\nfacts 1\nlower-ex 0 1 1\nchoice 1 %u\nend\n",
             no_inputs[k]);
    rejects(MONITORED, body, "a literal of a step input");
  }
  rejects(FREE, CTL("EX i0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1 2\nend\n",
          "a literal of a step input");
  rejects(FREE, CTL("EX i0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1 7\nend\n", "EX lower");
  accepts(FREE,
          "property ctl i0\ninputs all\nverdict fails\ngates 0\ninvariant 1\nfacts 0\ninitial "
          "00\nend\n",
          false);
  rejects(FREE,
          "property ctl i0\ninputs all\nverdict fails\ngates 0\ninvariant 1\nfacts 0\ninitial "
          "01\nend\n",
          "is in the upper bound");
  rejects(
      FREE,
      "property ctl i0\ninputs all\nverdict fails\ngates 0\ninvariant 1\nfacts 0\ninitial 0\nend\n",
      "a bit per variable");
}
END_TEST

/* x' = i from anything; i must be x */
#define STABLE "aag 5 1 1 0 3 0 1\n2\n4 2 4\n11\n6 4 2\n8 5 3\n10 9 7\n"
/* x' = i from anything; y' = (i <-> x) from 0 */
#define COMPARED "aag 6 1 2 0 3\n2\n4 2 4\n6 13 0\n8 4 2\n10 5 3\n12 11 9\n"
#define STAYS(lines) CTL("EX l1", "holds") "facts 1\nlower-ex 0 1 1\n" lines "end\n"
#define GOES_ON(lines) CTL("EG true", "holds") "facts 1\nlower-eg 0 " lines "end\n"

/* input = predicate */
START_TEST(inputs_that_follow) {
  accepts(COMPARED, STAYS("choice 1 2 = 4\n"), true);
  accepts(COMPARED, STAYS("choice 1 3 = 5\n"), true);
  rejects(COMPARED, STAYS("choice 1 2 = 5\n"), "EX lower of node 0");
  rejects(COMPARED, STAYS("choice 1 3 = 4\n"), "EX lower of node 0");
  rejects(COMPARED, STAYS("choice 1 2\n"), "EX lower of node 0");
  /* constants */
  rejects(FREE, CTL("EX l0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1 2 = 1\nend\n",
          "the literal alone");
  accepts(FREE, CTL("EX l0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1 3 = 0\nend\n", true);
  rejects(FREE, CTL("EX l0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1 2 = 0\nend\n",
          "EX lower of node 0");
  /* ranks, steps of lassos, choices of regions */
  accepts(COMPARED, CTL("EF l1", "holds") "facts 1\nlower-eu 0 1\nrank 1 2 = 4\nend\n", true);
  rejects(COMPARED, CTL("EF l1", "holds") "facts 1\nlower-eu 0 1\nrank 1 2 = 7\nend\n",
          "EU lower of node 0");
  accepts(STABLE, GOES_ON("1 0 0\nlasso 1\nstep 1 2 = 4\n"), true);
  rejects(STABLE, GOES_ON("1 0 0\nlasso 1\nstep 1 2 = 5\n"), "EG lower of node 0");
  accepts(STABLE, GOES_ON("0 1 0\nregion 1 1\nchoice 1 2 = 4\n"), true);
  rejects(STABLE, GOES_ON("0 1 0\nregion 1 1\nchoice 1 2 = 5\n"), "EG lower of node 0");
  /* an observed input is a state: literal 6 feeds it, and may follow it */
#define KEEPS(lines) CTL("EX (i0 <-> l0)", "holds") "facts 1\nlower-ex 0 1 1\n" lines "end\n"
  accepts(FREE, KEEPS("choice 1 6 = 2\n"), true);
  rejects(FREE, KEEPS("choice 1 6 = 3\n"), "EX lower of node 0");
  rejects(FREE, KEEPS("choice 1 6 = 6\n"), "a state literal");
  rejects(FREE, KEEPS("choice 1 2 = 4\n"), "a literal of a step input");
}
END_TEST

START_TEST(inputs_that_follow_misused) {
  rejects(COMPARED, "version 5\n" STAYS("choice 1 2 = 4\n"), "expected a number");
  rejects(COMPARED, STAYS("choice 1 2 = 2\n"), "a state literal");
  rejects(COMPARED, STAYS("choice 1 2 = 8\n"), "a state literal"); /* a gate that reads the input */
  rejects(COMPARED, STAYS("choice 1 2 = 4 2 = 4\n"), "every input at most once");
  rejects(COMPARED, STAYS("choice 1 2 = 4 3\n"), "every input at most once");
  rejects(COMPARED, STAYS("choice 1 4 = 4\n"), "a literal of a step input");
  rejects(COMPARED, STAYS("choice 1 2 =\n"), "expected a blank");
  rejects(COMPARED, STAYS("choice 1 2 = 4 = 4\n"), "expected a number");
  rejects(COMPARED, STAYS("choice 1 2=4\n"), "expected a blank");
  rejects(COMPARED, STAYS("choice 1 2 =4\n"), "expected a number");
  rejects(COMPARED, STAYS("choice 1 = 4\n"), "expected a number");
}
END_TEST

/* E G l0: literal 8 is the promise, 10 feeds it, 12 = l0 & promise */
#define GLOBALLY(step, from)                                                                       \
  "version 6\nproperty ctl (E G l0 | !l0)\ninputs observed\nverdict holds\ngates 1\nand 12 4 8\n"  \
  "invariant 1\nfacts 1\nlower-e 2 4 1 0 0 1\nlasso 1\nstep 12 " step "from 4 " from "end\n"

START_TEST(inputs_that_follow_promises) {
  accepts(FREE, GLOBALLY("2 10\n", "8\n"), true);
  accepts(FREE, GLOBALLY("2 = 8 10 = 4\n", "8 = 4\n"), true);
  rejects(FREE, GLOBALLY("2 = 9 10 = 4\n", "8\n"), "E lower of node 2");
  rejects(FREE, GLOBALLY("2 = 10 10\n", "8\n"), "a state literal");
  rejects(FREE, GLOBALLY("2 10\n", "8 = 5\n"), "E lower of node 2");
  /* what is promised would depend on itself */
  rejects(FREE, GLOBALLY("2 10\n", "8 = 8\n"), "no elementary variable");
  rejects(FREE, GLOBALLY("2 10\n", "8 = 12\n"), "no elementary variable");
}
END_TEST

START_TEST(eu) { /* EF l0: node 0 EU, 1 l0, 2 true; AG !l0: node 0 !, 1 EU */
  accepts(FREE, CTL("EF l0", "holds") "facts 1\nlower-eu 0 1\nrank 1 2\nend\n", true);
  accepts(RISES, CTL("E[!l0 U l0]", "holds") "facts 1\nlower-eu 0 1\nrank 5 2\nend\n", true);
  rejects(FREE, CTL("EF l0", "holds") "facts 1\nlower-eu 0 1\nrank 1 3\nend\n",
          "EU lower of node 0");
  rejects(FREE, CTL("EF l0", "holds") "facts 1\nlower-eu 0 0\nend\n", "obligation 1 (holds");
  rejects(STUCK, CTL("EF l0", "holds") "facts 1\nlower-eu 0 1\nrank 1 2\nend\n",
          "EU lower of node 0");
  rejects(RISES, CTL("E[false U l0]", "holds") "facts 1\nlower-eu 0 1\nrank 5 2\nend\n",
          "EU lower");
  accepts(STUCK, CTL("AG !l0", "holds") "facts 1\nupper 1 4\nend\n", true);
  rejects(STUCK, CTL("AG !l0", "holds") "facts 1\nupper 1 0\nend\n", "EU upper of node 1");
  rejects(RISES, CTL("AG !l0", "holds") "facts 1\nupper 1 4\nend\n", "EU upper of node 1");
  accepts(RISES, CTL("AG !l0", "fails") "facts 1\nlower-eu 1 1\nrank 1 2\ninitial 0\nend\n", false);
  rejects(RISES, CTL("AG !l0", "fails") "facts 1\nlower-eu 1 0\ninitial 0\nend\n",
          "is in the upper bound");
}
END_TEST

START_TEST(eg) { /* EG !l0: node 0 EG, 1 !, 2 l0; EG true: node 0 EG, 1 true */
  accepts(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 1 0 0\nlasso 1\nstep 5 3\nend\n", true);
  rejects(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 1 0 0\nlasso 1\nstep 5 2\nend\n",
          "EG lower of node 0");
  rejects(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 1 0 0\nlasso 1\nstep 1\nend\n",
          "EG lower of node 0");
  rejects(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 0 0 1\nrank 5 3\nend\n",
          "(EG lower of node 0"); /* a list above nothing */
  rejects(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 0 0 0\nend\n", "(holds");
  rejects(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 1 0 0\nlasso 0\nend\n",
          "at least one step");
  rejects(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 0 0 0\nend\n", "obligation 1 (holds");
  accepts(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 0 1 0\nregion 5 1\nchoice 1 3\nend\n",
          true);
  rejects(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 0 1 0\nregion 1 1\nchoice 1 3\nend\n",
          "EG lower");
  rejects(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 0 1 0\nregion 5 1\nchoice 1 2\nend\n",
          "EG lower");
  rejects(FREE, CTL("EG !l0", "holds") "facts 1\nlower-eg 0 0 1 0\nregion 5 1\nchoice 4 3\nend\n",
          "EG lower");
  rejects(FREE,
          CTL("EG !l0", "holds") "facts 1\nlower-eg 0 0 2 0\nregion 5 1\nchoice 1 3\nregion 5 "
                                 "1\nchoice 1 3\nend\n",
          "a smaller number");
  /* fairness x: the lasso x -> x and a step to it; the region of all states */
  accepts(
      FREE_FAIR,
      CTL("EG true", "holds") "facts 1\nlower-eg 0 1 0 1\nlasso 1\nstep 4 2\nat 0\nrank 1 2\nend\n",
      true);
  accepts(
      FREE_FAIR,
      CTL("EG true", "holds") "facts 1\nlower-eg 0 1 0 0\nlasso 2\nstep 5 2\nstep 4 3\nat 1\nend\n",
      true);
  rejects(
      FREE_FAIR,
      CTL("EG true", "holds") "facts 1\nlower-eg 0 1 0 0\nlasso 2\nstep 5 2\nstep 4 3\nat 0\nend\n",
      "EG lower");
  rejects(FREE_FAIR,
          CTL("EG true", "holds") "facts 1\nlower-eg 0 1 0 0\nlasso 1\nstep 5 3\nat 0\nend\n",
          "EG lower");
  rejects(FREE_FAIR,
          CTL("EG true", "holds") "facts 1\nlower-eg 0 1 0 0\nlasso 1\nstep 4 2\nat 1\nend\n",
          "a smaller number");
  rejects(FREE_FAIR, CTL("EG true", "holds") "facts 1\nlower-eg 0 1 0 0\nlasso 1\nstep 4 2\nend\n",
          "expected at");
  rejects(
      FREE_FAIR,
      CTL("EG true", "holds") "facts 1\nlower-eg 0 1 0 1\nlasso 1\nstep 4 2\nat 0\nrank 1 3\nend\n",
      "EG lower");
  accepts(
      FREE_FAIR,
      CTL("EG true",
          "holds") "facts 1\nlower-eg 0 0 1 0\nregion 1 1\nchoice 1\ncover 0 1\nrank 1 2\nend\n",
      true);
  rejects(
      FREE_FAIR,
      CTL("EG true",
          "holds") "facts 1\nlower-eg 0 0 1 0\nregion 1 1\nchoice 1\ncover 0 1\nrank 1 3\nend\n",
      "EG lower");
  rejects(
      FREE_FAIR,
      CTL("EG true", "holds") "facts 1\nlower-eg 0 0 1 0\nregion 1 1\nchoice 1\ncover 0 0\nend\n",
      "EG lower");
  rejects(
      FREE_FAIR,
      CTL("EG true",
          "holds") "facts 1\nlower-eg 0 0 1 0\nregion 5 1\nchoice 1 3\ncover 0 1\nrank 1 2\nend\n",
      "EG lower");
  rejects(
      FREE_FAIR,
      CTL("EG true", "holds") "facts 1\nlower-eg 0 0 1 0\nregion 1 1\nchoice 1\ncover 1 0\nend\n",
      "the fairness numbers in order");
  /* EG !x under fairness x is empty: AF l0 is !EG !l0, node 1 EG */
  accepts(FREE_FAIR, CTL("AF l0", "holds") "facts 1\nupper-eg 1 1\nblock 1 0\nend fair 0\nend\n",
          true);
  rejects(FREE, CTL("AF l0", "holds") "facts 1\nupper-eg 1 1\nblock 1 0\nend fair\nend\n",
          "no fair skeleton");
  /* fairness i is about the monitor, variable 3, which remembers the last input; initially 0 */
  accepts(
      MONITORED,
      CTL("EG true", "holds") "facts 1\nlower-eg 0 1 0 1\nlasso 1\nstep 6 2\nat 0\nrank 1 2\nend\n",
      true);
  rejects(MONITORED,
          CTL("EG true", "holds") "facts 1\nlower-eg 0 1 0 0\nlasso 1\nstep 6 2\nat 0\nend\n",
          "obligation 2 (holds");
  accepts(MONITORED,
          "property ctl EG true\ninputs observed\nverdict holds\ngates 3\nand 10 4 7\nand 12 5 "
          "6\nand 14 11 13\ninvariant 14\nfacts 1\nlower-eg 0 1 0 1\nlasso 1\nstep 6 2\nat 0\n"
          "rank 1 2\nend\n",
          true);
}
END_TEST

/* x' = i, fairness x. EX l0 becomes EX (l0 & EG true): 0 EX, 1 &, 2 EG, 3 true, 4 l0. E[f U EX f]
 * keeps its target. */
START_TEST(fairness_removed) {
  const char *fair = "lower-eg 2 1 0 1\nlasso 1\nstep 4 2\nat 0\nrank 1 2\n";
  char body[1000];
  snprintf(body, sizeof body, CTL("EX l0", "holds") "facts 2\n%slower-ex 0 1 1\nchoice 1 2\nend\n",
           fair);
  accepts(FREE_FAIR, body, true);
  snprintf(body, sizeof body, CTL("EX l0", "holds") "facts 1\nlower-ex 0 1 1\nchoice 1 2\nend\n");
  rejects(FREE_FAIR, body, "EX lower of node 0");
  snprintf(body, sizeof body, CTL("EX l0", "holds") "facts 2\nlower-ex 0 1 1\nchoice 1 2\n%send\n",
           fair);
  rejects(FREE_FAIR, body, "decreasing order");
  /* EX EX l0: 0 EX, 1 EX, 2 &, .. : no & EG true under the outer EX */
  snprintf(body, sizeof body,
           CTL("EX EX l0", "holds") "facts 3\nlower-eg 3 1 0 1\nlasso 1\nstep 4 2\nat 0\nrank 1 "
                                    "2\nlower-ex 1 1 1\nchoice 1 2\n"
                                    "lower-ex 0 1 1\nchoice 1\nend\n");
  accepts(FREE_FAIR, body, true);
}
END_TEST

/* A & B and A | B get bounds from their children; the two facts of one node, upper first */
START_TEST(boolean_nodes) {
  accepts(FREE,
          CTL("(EX l0 & EX !l0)",
              "holds") "facts 2\nlower-ex 3 1 1\nchoice 1 2\nlower-ex 1 1 1\nchoice 1 3\nend\n",
          true);
  rejects(FREE, CTL("(EX l0 & EX !l0)", "holds") "facts 1\nlower-ex 3 1 1\nchoice 1 2\nend\n",
          "(holds");
  accepts(FREE, CTL("(EX l0 | EX !l0)", "holds") "facts 1\nlower-ex 3 1 1\nchoice 1 2\nend\n",
          true);
  accepts(STUCK, CTL("(EX l0 | l0)", "fails") "facts 1\nupper 1 4\ninitial 0\nend\n", false);
  accepts(STUCK,
          CTL("(EX l0 <-> l0)", "holds") "facts 2\nupper 5 4\nlower-ex 5 4 1\nchoice 1 2\nend\n",
          true);
  rejects(STUCK,
          CTL("(EX l0 <-> l0)", "holds") "facts 2\nlower-ex 5 4 1\nchoice 1 2\nupper 5 4\nend\n",
          "upper before lower");
  accepts(STUCK,
          CTL("(EX l0 ^ !l0)", "holds") "facts 2\nupper 5 4\nlower-ex 5 4 1\nchoice 1 2\nend\n",
          true);
}
END_TEST

/* out' = in from 0: without what stands before the formula it fails. */
#define COPY "aag 2 1 1 0 0\n2\n4 2\ni0 in\nl0 out\n"
#define NEVER_OUT(before)                                                                          \
  "property ctl " before "AG !\"out\"\ninputs observed\nverdict holds\ngates 0\ninvariant 5\n"     \
  "facts 1\nupper 1 0\nend\n"

START_TEST(fairness_and_assumptions) {
  struct validator_result result;
  static const char assumed[] = NEVER_OUT("assume !\"in\" ");
  accepts(COPY, assumed, true);
  accepts(COPY, NEVER_OUT("fair (!\"out\" | \"in\") assume (!\"in\" & !\"out\") "), true);
  rejects(COPY, NEVER_OUT("assume \"in\" "), "it can be violated");
  rejects(COPY, NEVER_OUT("fair !\"in\" "), "it can be violated");
  rejects(COPY, NEVER_OUT("assume EX \"in\" "), "a formula");
  rejects(COPY, NEVER_OUT("assume (\"in\" & "), "a formula");
  rejects(COPY, NEVER_OUT("assume nobody "), "an atom");
  rejects(COPY, "property ctl A G !\"out\"\ninputs observed\nverdict holds\n",
          "version 3 of a certificate");
  validate(COPY, assumed, "assume !in AG !out", NULL, &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_ACCEPTED);
  validate(COPY, assumed, "AG !out", NULL, &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
  validate(COPY, assumed, "assume in AG !out", NULL, &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
}
END_TEST

/* In STUCK ghosts are variables from 5 on, in FALLS from 7 on. */
#define HAUNTED(lines) "property bad 0\nverdict holds\n" lines "facts 0\nend\n"
#define REMEMBERED(resets, next)                                                                   \
  HAUNTED("ghosts " resets "\ngates 2\nand 12 5 11\nand 14 4 2\nnext " next "\ninvariant 12\n")
/* g: x was false before; the claim is that x & g is impossible. */
#define EVER(reset, next, steps)                                                                   \
  "property justice 0\nverdict holds\nghosts " reset                                               \
  "\ngates 2\nand 16 15 4\nand 18 14 4\nnext " next                                                \
  "\ninvariant 19\nfacts 1\nupper-eg 1 1\nblock 1 2\n" steps "end\n"
/* EX l0 is false where x is, unless the ghost is false */
#define UNLESS(lines)                                                                              \
  "property ctl EX l0\ninputs observed\nverdict fails\n" lines                                     \
  "facts 1\nupper 0 15\ninitial 0\nend\n"

START_TEST(ghosts) {
  accepts(STUCK, REMEMBERED("0", "4"), true);
  accepts(STUCK, REMEMBERED("0", "6"), true);  /* a gate of the model that reads an input */
  accepts(STUCK, REMEMBERED("0", "14"), true); /* a gate of the certificate that does */
  accepts(STUCK, REMEMBERED("0", "10"), true); /* itself */
  rejects(STUCK, REMEMBERED("1", "4"), "obligation 0 (invariant");
  rejects(STUCK, REMEMBERED("0", "2"), "obligation 0 (invariant");
  rejects(STUCK, REMEMBERED("0", "15"), "obligation 0 (invariant");
  rejects(RISES, REMEMBERED("0", "10"), "obligation 0 (invariant");
  accepts(STUCK, HAUNTED("ghosts\ngates 0\nnext\ninvariant 5\n"), true);
  accepts(STUCK, HAUNTED("ghosts 1 0\ngates 0\nnext 13 11\ninvariant 5\n"), true);
  accepts(FALLS, EVER("0", "17", "wall 14\nside 15 fair 1\nend fair 0\n"), true);
  rejects(FALLS, EVER("1", "17", "wall 14\nside 15 fair 1\nend fair 0\n"), "obligation 0");
  rejects(FALLS, EVER("0", "16", "wall 14\nside 15 fair 1\nend fair 0\n"), "obligation 0");
  rejects(FALLS, EVER("0", "17", "wall 15\nside 15 fair 1\nend fair 0\n"), "crossed one way");
  rejects(FALLS, EVER("0", "17", "wall 14\nside 14 fair 1\nend fair 0\n"), "no fair skeleton");
  accepts(STUCK, UNLESS("ghosts 1\ngates 2\nand 12 5\nand 14 12 10\nnext 1\ninvariant 1\n"), false);
  rejects(STUCK, UNLESS("ghosts 0\ngates 2\nand 12 5\nand 14 12 10\nnext 1\ninvariant 1\n"),
          "the initial state is in the upper bound");
}
END_TEST

/* How the lines of ghosts can be wrong. */
START_TEST(ghosts_misused) {
  rejects(STUCK, HAUNTED("ghosts 2\ngates 0\nnext 4\ninvariant 5\n"), "a smaller number");
  rejects(STUCK, HAUNTED("ghosts 0\ngates 0\ninvariant 5\n"), "expected next");
  rejects(STUCK, HAUNTED("ghosts 0\ngates 0\nnext\ninvariant 5\n"), "for each ghost");
  rejects(STUCK, HAUNTED("ghosts 0\ngates 0\nnext 4 4\ninvariant 5\n"), "for each ghost");
  rejects(STUCK, HAUNTED("ghosts 0\ngates 0\nnext 12\ninvariant 5\n"), "a literal of the step");
  rejects(STUCK, HAUNTED("ghosts 0\ngates 0\nnext 8\ninvariant 5\n"), "a literal of the step");
  rejects(STUCK, HAUNTED("ghosts 0\ngates 1\nand 10 5\nnext 4\ninvariant 5\n"),
          "next gate literal");
  rejects(STUCK, HAUNTED("ghosts 0\nghosts 0\ngates 0\nnext 4\ninvariant 5\n"), "expected gates");
  rejects(STUCK, HAUNTED("gates 0\nnext\ninvariant 5\n"), "expected invariant");
  /* what reads an input is no predicate */
  rejects(STUCK, HAUNTED("ghosts 0\ngates 1\nand 12 4 2\nnext 12\ninvariant 13\n"),
          "a state literal");
  rejects(STUCK, HAUNTED("ghosts 0\ngates 2\nand 12 2\nand 14 12 5\nnext 12\ninvariant 15\n"),
          "a state literal");
  /* nor does a step choose what a ghost is */
  rejects(FREE,
          "property ctl EX l0\ninputs observed\nverdict holds\nghosts 0\ngates 0\nnext 4\n"
          "invariant 1\nfacts 1\nlower-ex 0 1 1\nchoice 1 8\nend\n",
          "a literal of a step input");
  /* of E G l0 variable 4 is the promise, 5 feeds it, 6 is the ghost: it cannot look at promises */
#define PROMISED(gates, next)                                                                      \
  "property ctl (E G l0 | true)\ninputs observed\nverdict holds\nghosts 0\ngates " gates           \
  "next " next "\ninvariant 1\nfacts 0\nend\n"
  accepts(FREE, PROMISED("0\n", "2"), true);
  accepts(FREE, PROMISED("1\nand 14 8 12\n", "12"), true);
  rejects(FREE, PROMISED("0\n", "8"), "a literal of the step");
  rejects(FREE, PROMISED("0\n", "10"), "a literal of the step");
  rejects(FREE, PROMISED("1\nand 14 8 12\n", "14"), "a literal of the step");
  rejects(FREE, PROMISED("1\nand 14 8 2\n", "12"), "all of the state, or all of the step");
  rejects(FREE, PROMISED("1\nand 14 10 2\n", "12"), "a literal of the state or the step");
}
END_TEST

/* x' = 1 from 0, y' = x from 0; bad x & !y: in the second step, and never again */
#define SHOWN "aag 3 0 2 0 1 1\n2 1\n4 2\n6\n6 2 5\n"
/* x' = x & i from 0, y' = y | x from 0; bad x */
#define LEANS "aag 5 1 2 0 2 1\n2\n4 8\n6 11\n4\n8 4 2\n10 7 5\n"
/* x' = x from i, y' = x from x; bad x & !y */
#define RESET "aag 4 1 2 0 1 1\n2\n4 4 2\n6 4 4\n8\n8 4 7\n"
/* the same, but y starts as !x */
#define RESET_OTHERWISE "aag 4 1 2 0 1 1\n2\n4 4 2\n6 4 5\n8\n8 4 7\n"
/* x' = i from 0, y' = x from 0, steps with x are forbidden; bad y */
#define QUIET "aag 3 1 2 0 0 1 1\n2\n4 2\n6 4\n6\n5\n"
#define INDUCTION(R, K)                                                                            \
  "property bad 0\nverdict holds\ngates 0\ninvariant " R "\ninduction " K "\nfacts 0\nend\n"

START_TEST(induction) {
  accepts(STUCK, INDUCTION("1", "1"), true);
  accepts(STUCK, INDUCTION("1", "7"), true);
  accepts(STUCK, INDUCTION("5", "1"), true);
  rejects(RISES, INDUCTION("1", "1"), "obligation 2 (bad");
  rejects(RISES, INDUCTION("1", "2"), "obligation 1 (base");
  rejects(RISES, INDUCTION("5", "1"), "obligation 0 (invariant");
  rejects(SHOWN, INDUCTION("1", "1"), "obligation 2 (bad");
  rejects(SHOWN, INDUCTION("1", "2"), "obligation 1 (base");
  rejects(SHOWN, INDUCTION("1", "3"), "obligation 1 (base");
  /* R is kept by all steps but the last one, of a run that never comes to it, and of one that does
   */
  accepts(LEANS, INDUCTION("7", "1"), true);
  rejects(LEANS, "property bad 0\nverdict holds\ngates 0\ninvariant 7\nfacts 0\nend\n",
          "obligation 0 (invariant");
  rejects(SHOWN, INDUCTION("5", "1"), "obligation 2 (bad");
  rejects(LEANS, INDUCTION("6", "1"), "obligation 0 (invariant");
  /* steps that are not allowed count neither as steps of the run nor as its end */
  accepts(QUIET, INDUCTION("1", "1"), true);
  rejects(QUIET, "property bad 0\nverdict holds\ngates 0\ninvariant 1\nfacts 0\nend\n",
          "obligation 1 (bad");
  /* what resets look at is state, which a step of the row hands on */
  accepts(RESET, INDUCTION("1", "1"), true);
  rejects(RESET_OTHERWISE, INDUCTION("1", "1"), "obligation 1 (base");
  /* with a ghost, which remembers that x was true: it is variable 5 */
  accepts(STUCK,
          "property bad 0\nverdict holds\nghosts 0\ngates 0\nnext 4\ninvariant 11\ninduction 1\n"
          "facts 0\nend\n",
          true);
  accepts("aag 1 0 1 1 0\n2 2\n2\n",
          "property output 0\nverdict holds\ngates 0\ninvariant 1\ninduction 1\nfacts 0\nend\n",
          true);
}
END_TEST

START_TEST(induction_misused) {
  rejects(STUCK, "version 6\n" INDUCTION("5", "1"), "expected facts");
  rejects(STUCK, INDUCTION("5", "1001"), "1 to 1000 steps");
  rejects(STUCK, INDUCTION("5", "0"), "1 to 1000 steps");
  rejects(STUCK, INDUCTION("5", "01"), "expected");
  rejects(STUCK, INDUCTION("5", "1 1"), "expected end of line");
  rejects(STUCK, INDUCTION("5", "1\ninduction 1"), "expected facts");
  rejects(STUCK, "property bad 0\nverdict holds\ngates 0\ninduction 1\ninvariant 5\nfacts 0\nend\n",
          "expected invariant");
  rejects(FREE_JUSTICE,
          "property justice 0\nverdict holds\ngates 0\ninvariant 1\ninduction 1\nfacts 0\nend\n",
          "expected facts");
  rejects(FREE,
          "property ctl (l0 | !l0)\ninputs observed\nverdict holds\ngates 0\ninvariant 1\n"
          "induction 1\nfacts 0\nend\n",
          "expected facts");
}
END_TEST

/* Of A G F l0: 5 and 6 are the promises of R and U, 7 and 8 feed them, fairness 1 is the one of U.
 * So without saved values flags are 9 and 10, and relations begin with literal 22. */
#define RECURS(memory, first, second)                                                              \
  "property ctl A G F l0\ninputs observed\nverdict holds\ngates 0\n" memory                        \
  "invariant 1\nfacts 1\nupper-e 1 0 2\nblock 10 0\n" first "\nblock 12 0\n" second "\nend\n"
#define NO_MEMORY "saved\nrelations 0\n"
/* l0 is saved: flags are 10 and 11, relations begin with 24. The first one: fairness 0 was met, and
 * not in the first state. */
#define MEMORY "saved 4\nrelations 2\nand 24 20 19\nand 26 25 23\n"

START_TEST(loops_in_views) {
  accepts(FREE_FAIR, RECURS(NO_MEMORY, "loop 19", "loop 21"), true);
  accepts(FREE_FAIR, RECURS(NO_MEMORY, "loop 19", "end fair 1"), true);
  accepts(FREE_FAIR, RECURS("saved 4\nrelations 0\n", "loop 21", "loop 23"), true);
  /* elementary variables in a relation, and saved */
  accepts(FREE_FAIR, RECURS("saved\nrelations 1\nand 22 21 12\n", "loop 19", "loop 22"), true);
  accepts(FREE_FAIR, RECURS("saved 12\nrelations 1\nand 24 23 18\n", "loop 21", "loop 24"), true);
  /* start, step, close */
  rejects(FREE_FAIR, RECURS(NO_MEMORY, "loop 0", "loop 21"), "obligation 2 (E upper");
  rejects(FREE_FAIR, RECURS(MEMORY, "loop 21", "loop 26"), "obligation 4 (E upper");
  rejects(FREE_FAIR, RECURS(NO_MEMORY, "loop 1", "loop 21"), "obligation 2 (E upper");
  rejects(FREE_FAIR, RECURS(NO_MEMORY, "loop 19", "loop 1"), "obligation 4 (E upper");
  /* the flag of another fairness */
  rejects(FREE_FAIR, RECURS(NO_MEMORY, "loop 21", "loop 21"), "no fair loop closes");
  rejects(FREE_FAIR, RECURS(NO_MEMORY, "loop 19", "loop 19"), "no fair loop closes");
  /* without fairness 0 the first block has a fair path */
  rejects(FREE,
          "property ctl A G F l0\ninputs observed\nverdict holds\ngates 0\nsaved\nrelations "
          "0\ninvariant 1\nfacts 1\nupper-e 1 0 1\nblock 1 0\nloop 17\nend\n",
          "no fair loop closes");
}
END_TEST

/* Two E nodes: 5 and 6, 7 and 8 are their promises; flags are 13, 14 and 15. */
#define EITHER(facts)                                                                              \
  "property ctl (A G F l0 | A G F !l0)\ninputs observed\nverdict holds\ngates 0\n" NO_MEMORY       \
  "invariant 1\n" facts "end\n"
#define FIRST(first, second) "upper-e 4 0 2\nblock 10 0\n" first "\nblock 12 0\n" second "\n"
#define SECOND(first, second) "upper-e 2 0 2\nblock 14 0\n" first "\nblock 16 0\n" second "\n"
/* An EG node and an E node, numbered as in RECURS. */
#define BOTH(memory, loop)                                                                         \
  "property ctl (AF l0 & A G F l0)\ninputs observed\nverdict holds\ngates 0\n" memory              \
  "invariant 1\nfacts 2\nupper-eg 8 1\nblock 1 0\n" loop                                           \
  "\nupper-e 2 0 2\nblock 10 0\nend fair 0\nblock 12 0\nend fair 1\nend\n"

/* What loops say of flags and elementary variables that are not of their view. */
START_TEST(flags_of_others) {
  accepts(FREE_FAIR, EITHER("facts 1\n" FIRST("loop 27", "loop 29")), true);
  rejects(FREE_FAIR, EITHER("facts 1\n" FIRST("loop 31", "loop 29")), "no fair loop closes");
  rejects(FREE_FAIR, EITHER("facts 1\n" FIRST("loop 27", "loop 31")), "no fair loop closes");
  rejects(FREE_FAIR, EITHER("facts 1\n" FIRST("loop 27", "loop 30")), "no fair loop closes");
  /* A G F !l0 is false: whatever raises their flags, others do not show that it is true */
  rejects(FREE_FAIR, EITHER("facts 1\n" SECOND("loop 29", "loop 31")), "no fair loop closes");
  rejects(FREE_FAIR, EITHER("facts 2\n" FIRST("loop 27", "loop 29") SECOND("loop 29", "loop 31")),
          "no fair loop closes");
  rejects(FREE_FAIR, EITHER("facts 2\n" FIRST("loop 27", "loop 29") SECOND("loop 28", "loop 31")),
          "no fair loop closes");
  rejects(FREE_FAIR, EITHER("facts 1\n" SECOND("loop 27", "loop 31")), "no fair loop closes");
  accepts(FREE_FAIR, BOTH(NO_MEMORY, "loop 19"), true);
  accepts(FREE_FAIR, BOTH("saved\nrelations 2\nand 22 10 11\nand 24 19 23\n", "loop 24"), true);
  rejects(FREE_FAIR, BOTH("saved\nrelations 1\nand 22 18 11\n", "loop 23"), "no fair loop closes");
  rejects(FREE_FAIR, BOTH(NO_MEMORY, "loop 21"), "no fair loop closes");
}
END_TEST

/* The same in version 5. */
static void refused_in_version_5(const char *model, const char *body, const char *reason) {
  struct scratch s;
  struct validator_result result;
  scratch_make(&s, model, body);
  FILE *file = fopen(s.certificate, "r+");
  ck_assert_ptr_nonnull(file);
  ck_assert_int_eq(fseek(file, (long)strlen("vouch-certificate "), SEEK_SET), 0);
  fputc('5', file);
  ck_assert_int_eq(fclose(file), 0);
  struct validator *v = validator_open(s.model, s.certificate, NULL, NULL, &result);
  ck_assert_msg(!v && result.verdict == VALIDATOR_REJECTED && strstr(result.reason, reason),
                "verdict %d: %s", result.verdict, result.reason);
  temporary_remove(&s);
}

START_TEST(loops_in_views_misused) {
  refused_in_version_5(FREE_FAIR, RECURS(NO_MEMORY, "loop 19", "loop 19"), "expected end");
  refused_in_version_5(FREE_FAIR, RECURS("saved 12\nrelations 0\n", "end fair 0", "end fair 1"),
                       "no elementary variable");
  refused_in_version_5(FREE_FAIR,
                       RECURS("saved\nrelations 1\nand 20 18 12\n", "end fair 0", "end fair 1"),
                       "a state literal, or one of a loop");
  /* before, there is no flag of U */
  refused_in_version_5(FREE_FAIR,
                       RECURS("saved\nrelations 1\nand 22 18\n", "end fair 0", "end fair 1"),
                       "the next gate literal");
  rejects(FREE_FAIR, RECURS("saved\nrelations 1\nand 20 18\n", "end fair 0", "end fair 1"),
          "the next gate literal");
  rejects(FREE_FAIR, RECURS("saved 14\nrelations 0\n", "end fair 0", "end fair 1"),
          "a state literal");
  rejects(FREE_FAIR, RECURS("saved\nrelations 1\nand 22 16\n", "end fair 0", "end fair 1"),
          "a state literal, or one of a loop");
  rejects(FREE_FAIR, RECURS(NO_MEMORY, "loop 22", "loop 21"), "a state literal, or one of a loop");
  rejects(FREE_FAIR, RECURS(NO_MEMORY, "wall 19", "loop 21"), "expected end");
  rejects(FREE_FAIR,
          "property ctl A G F l0\ninputs observed\nverdict holds\ngates 0\n" NO_MEMORY
          "invariant 1\nfacts 1\nupper-e 1 0 1\nblock 18 0\nend fair\nend\n",
          "a state literal");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_rules");
  TCase *test = tcase_create("rules");
  tcase_set_timeout(test, 120);
  tcase_add_test(test, safety);
  tcase_add_test(test, reset_functions);
  tcase_add_test(test, wall_chains);
  tcase_add_test(test, ex);
  tcase_add_test(test, inputs_that_follow);
  tcase_add_test(test, inputs_that_follow_misused);
  tcase_add_test(test, inputs_that_follow_promises);
  tcase_add_test(test, eu);
  tcase_add_test(test, eg);
  tcase_add_test(test, fairness_removed);
  tcase_add_test(test, boolean_nodes);
  tcase_add_test(test, fairness_and_assumptions);
  tcase_add_test(test, ghosts);
  tcase_add_test(test, ghosts_misused);
  tcase_add_test(test, induction);
  tcase_add_test(test, induction_misused);
  tcase_add_test(test, loops_in_views);
  tcase_add_test(test, flags_of_others);
  tcase_add_test(test, loops_in_views_misused);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
