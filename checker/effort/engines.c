#include "checker/effort/engines.h"

#include <string.h>

const struct engine_description engine_descriptions[NUM_ENGINES] = {
#define ENGINE_ROW(id, name, safety, fair, ctl, meaning) {name, meaning, {safety, fair, ctl}},
    ENGINES(ENGINE_ROW)
#undef ENGINE_ROW
};

static void add(struct engine_list *list, enum engine engine) {
  list->at[list->size++] = (uint8_t)engine;
}

static bool contains(const struct engine_list *list, enum engine engine) {
  for (size_t k = 0; k < list->size; k++)
    if (list->at[k] == engine) return true;
  return false;
}

struct engine_list engines_of(const struct engine_choice *choice, enum engine_family family) {
  struct engine_list list = choice->family[family];
  if (list.size) return list;
  for (enum engine e = 0; e < NUM_ENGINES; e++)
    if (engine_descriptions[e].serves[family]) add(&list, e);
  return list;
}

bool engines_has(const struct engine_choice *choice, enum engine_family family,
                 enum engine engine) {
  struct engine_list list = engines_of(choice, family);
  return contains(&list, engine);
}

void engines_add(struct engine_choice *choice, enum engine_family family, enum engine engine) {
  if (!contains(&choice->family[family], engine)) add(&choice->family[family], engine);
}

static enum engine find(const char *name, size_t length) {
  enum engine e = 0;
  while (e < NUM_ENGINES && (strlen(engine_descriptions[e].name) != length ||
                             strncmp(engine_descriptions[e].name, name, length) != 0))
    e++;
  return e;
}

/* False if the engine is in the lists already. */
static bool add_to_families(struct engine_choice *named, enum engine engine) {
  for (int f = 0; f < NUM_FAMILIES; f++) {
    if (!engine_descriptions[engine].serves[f]) continue;
    if (contains(&named->family[f], engine)) return false;
    add(&named->family[f], engine);
  }
  return true;
}

bool engines_parse(const char *text, struct engine_choice *choice, const char **bad,
                   size_t *length) {
  struct engine_choice named = {0};
  for (const char *at = text;; at += *length + 1) {
    *bad = at;
    *length = strcspn(at, ",");
    enum engine engine = find(at, *length);
    if (engine == NUM_ENGINES || !add_to_families(&named, engine)) return false;
    if (at[*length] == 0) break;
  }
  for (int f = 0; f < NUM_FAMILIES; f++)
    if (named.family[f].size) choice->family[f] = named.family[f];
  return true;
}
