/* Budgets of work, engine lists and the table of constants. */
#include "checker/effort/effort.h"
#include "tests/unit/run_suite.h"

#include <stdio.h>
#include <string.h>

START_TEST(test_budgets_nest) {
  struct meter meter = {0};
  struct effort root = {.meter = &meter};
  struct effort outer = effort_of(&root, 100), inner = effort_of(&outer, 1000);
  ck_assert_uint_eq(ticks_left(&inner), 100);
  ck_assert(!interrupted(&inner));
  spend(&inner, 99);
  ck_assert(!interrupted(&inner));
  spend(&inner, 1);
  ck_assert(interrupted(&inner) && interrupted(&outer) && !interrupted(&root));
  ck_assert(!out_of_time(&inner));
  ck_assert_uint_eq(meter.statistics.ticks, 100);
  struct effort next = effort_of(&root, 50);
  ck_assert(!interrupted(&next));
  ck_assert_uint_eq(ticks_left(&root), UINT64_MAX);
}
END_TEST

/* Limits that are over do not count, deadlines do. */
START_TEST(test_beyond_limits) {
  struct meter meter = {0};
  struct effort root = {.meter = &meter, .deadline = monotonic_seconds() + 1000};
  struct effort turn = effort_of(&root, 100);
  spend(&turn, 100);
  struct effort beyond = effort_beyond(&turn, 50);
  ck_assert(interrupted(&turn) && !interrupted(&beyond));
  ck_assert_uint_eq(ticks_left(&beyond), 50);
  spend(&beyond, 50);
  ck_assert(interrupted(&beyond));
  root.deadline = 1e-9;
  beyond = effort_beyond(&turn, 50);
  ck_assert(out_of_time(&beyond));
  struct effort unmetered = effort_beyond(NULL, 1);
  ck_assert(!interrupted(&unmetered));
}
END_TEST

START_TEST(test_without_a_meter) {
  struct effort slice = effort_of(NULL, 1);
  spend(&slice, 1000);
  ck_assert(!interrupted(&slice) && !interrupted(NULL));
  ck_assert_ptr_eq(tuning_of(&slice), &tuning_defaults);
}
END_TEST

START_TEST(test_time_is_not_work) {
  struct meter meter = {0};
  struct effort late = {.deadline = 1e-9, .meter = &meter};
  struct effort slice = effort_of(&late, 1000);
  ck_assert(interrupted(&slice) && out_of_time(&slice));
}
END_TEST

START_TEST(test_turns_are_counted) {
  struct meter meter = {0};
  struct effort root = {.meter = &meter};
  struct turn turn = turn_begin(&root, ENGINE_BMC);
  spend(&root, 7);
  ck_assert_uint_eq(turn_end(&root, &turn), 7);
  ck_assert_uint_eq(meter.statistics.engine_ticks[ENGINE_BMC], 7);
}
END_TEST

struct looks {
  unsigned count;
  const char *engine;
};

static void look(void *context, const struct meter *meter) {
  struct looks *looks = context;
  looks->count++;
  looks->engine = meter->engine;
}

START_TEST(test_somebody_looks) {
  struct looks looks = {0};
  const struct watcher watcher = {.look = look, .context = &looks};
  struct meter meter = {.watcher = &watcher};
  struct effort root = {.meter = &meter}, inner = {.outer = &root};
  struct turn outer = turn_begin(&root, ENGINE_IICTL), turn = turn_begin(&root, ENGINE_RLIVE);
  ck_assert(!interrupted(&inner));
  ck_assert_uint_eq(looks.count, 0);
  spend(&root, LOOK_TICKS);
  ck_assert(!interrupted(&inner) && !interrupted(&inner));
  ck_assert_uint_eq(looks.count, 1);
  ck_assert_str_eq(looks.engine, "rlive");
  turn_end(&root, &turn);
  spend(&root, LOOK_TICKS);
  ck_assert(!interrupted(&root));
  ck_assert_str_eq(looks.engine, "iictl");
  turn_end(&root, &outer);
  ck_assert_ptr_null(meter.engine);
  ck_assert_uint_eq(looks.count, 2);
}
END_TEST

START_TEST(test_engine_lists) {
  struct engine_choice choice = {0};
  const char *bad;
  size_t length;
  ck_assert(engines_has(&choice, FAMILY_SAFETY, ENGINE_IC3));
  ck_assert(!engines_has(&choice, FAMILY_SAFETY, ENGINE_IICTL));
  ck_assert(engines_parse("bdd,ic3", &choice, &bad, &length));
  struct engine_list safety = engines_of(&choice, FAMILY_SAFETY);
  ck_assert_uint_eq(safety.size, 2);
  ck_assert_uint_eq(safety.at[0], ENGINE_BDD);
  ck_assert_uint_eq(safety.at[1], ENGINE_IC3);
  ck_assert_uint_eq(engines_of(&choice, FAMILY_CTL).size, 1);
  ck_assert_uint_eq(engines_of(&choice, FAMILY_FAIR).size, 1);
  ck_assert(engines_has(&choice, FAMILY_FAIR, ENGINE_BDD));
  struct engine_choice other = {0};
  ck_assert(engines_parse("bmc,ic3", &other, &bad, &length));
  ck_assert(engines_has(&other, FAMILY_FAIR, ENGINE_RLIVE)); /* nobody named one of them */
  static const char *const wrong[] = {"", ",", "ic3,", "ic", "ic33", "bmc,bmc", "ic3 ,bmc"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    struct engine_choice before = choice;
    ck_assert_msg(!engines_parse(wrong[k], &choice, &bad, &length), "'%s'", wrong[k]);
    ck_assert(memcmp(&before, &choice, sizeof choice) == 0);
  }
}
END_TEST

static unsigned value_of(const struct tuning *tuning, const struct tuning_entry *entry) {
  unsigned value;
  memcpy(&value, (const char *)tuning + entry->offset, sizeof value);
  return value;
}

START_TEST(test_every_constant) {
  for (size_t k = 0; k < NUM_TUNING; k++) {
    const struct tuning_entry *e = &tuning_table[k], *found;
    struct tuning tuning = tuning_defaults;
    char text[80];
    ck_assert_msg(e->least <= e->standard && e->standard <= e->most, "%s", e->name);
    ck_assert_uint_eq(value_of(&tuning_defaults, e), e->standard);
    for (size_t j = 0; j < k; j++) ck_assert_str_ne(tuning_table[j].name, e->name);
    snprintf(text, sizeof text, "%s=%u", e->name, e->most);
    ck_assert_int_eq(tuning_set(&tuning, text, &found), TUNING_SET);
    ck_assert_ptr_eq(found, e);
    ck_assert_uint_eq(value_of(&tuning, e), e->most);
    snprintf(text, sizeof text, "%s=%llu", e->name, e->most + 1ull);
    ck_assert_int_eq(tuning_set(&tuning, text, &found), TUNING_OUT_OF_RANGE);
    snprintf(text, sizeof text, "%s=99999999999999999999999999", e->name);
    ck_assert_int_eq(tuning_set(&tuning, text, &found), TUNING_OUT_OF_RANGE);
  }
}
END_TEST

START_TEST(test_wrong_settings) {
  struct tuning tuning = tuning_defaults;
  const struct tuning_entry *entry;
  ck_assert_int_eq(tuning_set(&tuning, "", &entry), TUNING_NO_SUCH_NAME);
  ck_assert_int_eq(tuning_set(&tuning, "see=1", &entry), TUNING_NO_SUCH_NAME);
  ck_assert_int_eq(tuning_set(&tuning, "seeds=1", &entry), TUNING_NO_SUCH_NAME);
  ck_assert_int_eq(tuning_set(&tuning, "seed", &entry), TUNING_NO_NUMBER);
  ck_assert_int_eq(tuning_set(&tuning, "seed=", &entry), TUNING_NO_NUMBER);
  ck_assert_int_eq(tuning_set(&tuning, "seed=-1", &entry), TUNING_NO_NUMBER);
  ck_assert_int_eq(tuning_set(&tuning, "seed=1x", &entry), TUNING_NO_NUMBER);
  ck_assert(memcmp(&tuning, &tuning_defaults, sizeof tuning) == 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("effort");
  TCase *effort = tcase_create("effort");
  suite_add_tcase(suite, effort);
  tcase_add_test(effort, test_budgets_nest);
  tcase_add_test(effort, test_beyond_limits);
  tcase_add_test(effort, test_without_a_meter);
  tcase_add_test(effort, test_time_is_not_work);
  tcase_add_test(effort, test_turns_are_counted);
  tcase_add_test(effort, test_somebody_looks);
  tcase_add_test(effort, test_engine_lists);
  tcase_add_test(effort, test_every_constant);
  tcase_add_test(effort, test_wrong_settings);
  return run_suite(suite);
}
