#include "certifier/cli/stand_in.h"

#include "formats/support/escape.h"

bool stand_in_open(struct stand_in *s, const struct stand_in_settings *settings,
                   const char *command, const char *model, bool together) {
  struct selection_request request = {.model = model, .together = together};
  struct fault fault;
  if (!engine_options_read(&settings->engine, &s->setup, &fault) ||
      !selection_read(&request, &s->selection, &fault)) {
    fault_print(&fault, command, stderr);
    return false;
  }
  s->pipeline = (struct pipeline){.selection = &s->selection,
                                  .options = check_defaults,
                                  .timeout = settings->timeout,
                                  .jobs = 1,
                                  .validate = (enum validate_policy)settings->validate};
  engine_setup_use(&s->setup, &s->pipeline.options);
  if (s->selection.size > 0) return true;
  escape_line(stderr, "%s: %s: no property to decide", command, model);
  stand_in_close(s);
  return false;
}

void stand_in_close(struct stand_in *s) { selection_free(&s->selection); }
