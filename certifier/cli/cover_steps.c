#include "certifier/cli/cover_steps.h"

#include "certifier/explain/explain.h"

size_t cover_steps(const struct aiger *model, const struct selected *cover, const char *path) {
  struct certificate certificate;
  struct explanation e;
  struct fault fault;
  size_t steps = SIZE_MAX;
  if (!certificate_read_file(path, &certificate, &fault)) return steps;
  if (explanation_init(&e, model, &certificate, cover->written, NULL, &fault)) {
    const struct story_claim *claim = e.has_story ? e.story.claims : NULL;
    if (claim && claim->reason == STORY_PATH)
      steps = explanation_path(&e, claim->by)->first + claim->until;
    explanation_free(&e);
  }
  certificate_free(&certificate);
  return steps;
}
