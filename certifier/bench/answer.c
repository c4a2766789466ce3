#include "certifier/bench/run.h"

#include <jansson.h>

static void say(struct answer *answer, const char *verdict) {
  if (strcmp(answer->verdict, "unknown") != 0 && strcmp(answer->verdict, verdict) != 0)
    answer->contradictory = true;
  answer->verdict = verdict;
}

static bool is(const json_t *value, const char *text) {
  return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

static void read_object(const char *line, struct answer *answer) {
  json_t *object = json_loads(line, 0, NULL);
  const json_t *verdict = json_object_get(object, "verdict");
  const json_t *certificate = json_object_get(object, "certificate");
  if (is(verdict, "holds")) say(answer, "holds");
  if (is(verdict, "fails")) say(answer, "fails");
  if (json_is_string(certificate)) {
    free(answer->certificate);
    answer->certificate = memory_string(json_string_value(certificate));
  }
  json_decref(object);
}

static bool has_any(const char *line, const struct texts *texts) {
  for (size_t k = 0; texts && k < texts->size; k++)
    if (strstr(line, texts->at[k])) return true;
  return false;
}

static void read_line(const char *line, const struct phrases *phrases, struct answer *answer) {
  if (line[0] == '{') read_object(line, answer);
  if (strcmp(line, "unsat") == 0 || strstr(line, "Property proved") ||
      has_any(line, phrases->holds))
    say(answer, "holds");
  if (strcmp(line, "sat") == 0 || strstr(line, "was asserted in frame") ||
      has_any(line, phrases->fails))
    say(answer, "fails");
}

void answer_read(const char *output, const struct phrases *phrases, struct answer *answer) {
  *answer = (struct answer){.verdict = "unknown"};
  char *copy = memory_string(output);
  for (char *line = copy, *next; line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    size_t length = strlen(line);
    if (length && line[length - 1] == '\r') line[length - 1] = 0;
    read_line(line, phrases, answer);
  }
  free(copy);
  if (answer->contradictory) answer->verdict = "unknown";
}

void answer_free(struct answer *answer) { free(answer->certificate); }

void last_line(const char *text, char *line, size_t size) {
  size_t end = strlen(text);
  while (end && (text[end - 1] == '\n' || text[end - 1] == '\r' || text[end - 1] == ' ')) end--;
  size_t start = end;
  while (start && text[start - 1] != '\n') start--;
  snprintf(line, size, "%.*s", (int)(end - start), text + start);
}
