#include "certifier/trace/history.h"
#include "formats/support/escape.h"

static void changes(const struct history *trace, size_t t, bool inputs, FILE *file) {
  size_t shown = 0;
  for (size_t k = 0; k < trace->signals->size; k++) {
    const struct signal *signal = &trace->signals->at[k];
    if (signal->input != inputs || !history_changed(trace, t, signal)) continue;
    char *value = history_value(trace, t, signal);
    fputs(shown++ ? "," : "", file);
    escape_json(file, signal->name);
    fputc(':', file);
    escape_json(file, value);
    free(value);
  }
}

void history_json(const struct history *trace, FILE *file) {
  fprintf(file, "{\"first\":%zu,\"loop\":", trace->first);
  if (trace->loop == HISTORY_NO_LOOP)
    fputs("null", file);
  else
    fprintf(file, "%zu", trace->first + trace->loop);
  fprintf(file, ",\"complete\":%s,\"steps\":[", trace->cut ? "false" : "true");
  for (size_t t = 0; t < trace->num_steps; t++) {
    fprintf(file, "%s{\"step\":%zu,\"inputs\":{", t ? "," : "", trace->first + t);
    changes(trace, t, true, file);
    fputs("},\"changes\":{", file);
    changes(trace, t, false, file);
    fputs("}}", file);
  }
  fputs("]}", file);
}
