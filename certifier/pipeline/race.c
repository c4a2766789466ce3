#include "certifier/pipeline/race.h"

/* Engines that help each other stay together: those that build the same chain of walls, and those
 * that are short. The last teams join forces where there are fewer processes. An engine that is not
 * listed is in the second team: the first one does best without company. */
enum team { TEAM_UNLISTED, TEAM_PROOFS, TEAM_COUNTEREXAMPLES, TEAM_DIAGRAMS, NUM_TEAMS };
static const uint8_t teams[NUM_ENGINES] = {[ENGINE_IC3] = TEAM_PROOFS,
                                           [ENGINE_STEP] = TEAM_PROOFS,
                                           [ENGINE_KINDUCTION] = TEAM_COUNTEREXAMPLES,
                                           [ENGINE_BMC] = TEAM_COUNTEREXAMPLES,
                                           [ENGINE_SIMULATION] = TEAM_COUNTEREXAMPLES,
                                           [ENGINE_SKELETON] = TEAM_PROOFS,
                                           [ENGINE_RLIVE] = TEAM_PROOFS,
                                           [ENGINE_KLIVE] = TEAM_PROOFS,
                                           [ENGINE_LOOP] = TEAM_PROOFS,
                                           [ENGINE_LASSO] = TEAM_COUNTEREXAMPLES,
                                           [ENGINE_IICTL] = TEAM_PROOFS,
                                           [ENGINE_BDD] = TEAM_DIAGRAMS};

static enum team team_of(enum engine engine) {
  return teams[engine] == TEAM_UNLISTED ? TEAM_COUNTEREXAMPLES : (enum team)teams[engine];
}

static enum engine_family family_of(enum property_kind kind) {
  switch (kind) {
  case PROPERTY_JUSTICE: return FAMILY_FAIR;
  case PROPERTY_CTL: return FAMILY_CTL;
  case PROPERTY_BAD:
  case PROPERTY_OUTPUT: break;
  }
  return FAMILY_SAFETY;
}

static struct engine_choice *choice_of(struct check_options *options, enum engine_family family) {
  return family == FAMILY_FAIR ? &options->ctl.fair.engines : &options->engines;
}

/* number[t]: how many teams with engines come before team t. Returns how many there are. */
static unsigned number_teams(const struct engine_list *engines, unsigned number[NUM_TEAMS]) {
  bool there[NUM_TEAMS] = {0};
  unsigned count = 0;
  for (size_t k = 0; k < engines->size; k++) there[team_of(engines->at[k])] = true;
  for (size_t t = 0; t < NUM_TEAMS; t++) {
    number[t] = count;
    count += there[t];
  }
  return count;
}

unsigned race_most(const struct check_options *options, enum property_kind kind) {
  struct check_options copy = *options;
  enum engine_family family = family_of(kind);
  struct engine_list engines = engines_of(choice_of(&copy, family), family);
  unsigned number[NUM_TEAMS];
  return number_teams(&engines, number);
}

void race_choose(struct check_options *options, enum property_kind kind, unsigned racer,
                 unsigned racers) {
  enum engine_family family = family_of(kind);
  struct engine_choice *choice = choice_of(options, family);
  struct engine_list engines = engines_of(choice, family);
  unsigned number[NUM_TEAMS];
  if (racers < 2) return;
  /* Where diagrams are, there is also who asks about AG p as about a bad property; where IICTL is,
   * who asks about AG (p -> AF q) as about a justice property. */
  if (kind == PROPERTY_CTL) {
    options->as_bad = choice->family[family].size == 0 && racer + 1 == racers;
    options->as_justice = choice->family[family].size == 0 && racer == 0;
  }
  number_teams(&engines, number);
  choice->family[family].size = 0;
  for (size_t k = 0; k < engines.size; k++) {
    unsigned home = number[team_of(engines.at[k])];
    if ((home < racers ? home : racers - 1) == racer) engines_add(choice, family, engines.at[k]);
  }
}
