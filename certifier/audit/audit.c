#include "certifier/audit/audit.h"

#include "checker/effort/interrupt.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

void audit_add(struct audit *audit, const char *model, const char *certificate,
               const char *property) {
  if (audit->size == audit->capacity) {
    audit->capacity = audit->capacity ? 2 * audit->capacity : 16;
    audit->at = memory_grow(audit->at, audit->capacity, sizeof *audit->at);
  }
  audit->at[audit->size++] = (struct audit_item){
      .model = memory_string(model),
      .certificate = memory_string(certificate),
      .property = property ? memory_string(property) : NULL,
  };
}

static void free_item(struct audit_item *item) {
  free(item->model);
  free(item->certificate);
  free(item->property);
  free(item->line);
}

void audit_free(struct audit *audit) {
  for (size_t k = 0; k < audit->size; k++) free_item(&audit->at[k]);
  free(audit->at);
  *audit = (struct audit){0};
}

void audit_shard(struct audit *audit, unsigned k, unsigned n) {
  size_t kept = 0;
  for (size_t i = 0; i < audit->size; i++) {
    if (i % n == k - 1)
      audit->at[kept++] = audit->at[i];
    else
      free_item(&audit->at[i]);
  }
  audit->size = kept;
}

/* --- the manifest ----------------------------------------------------------------------------- */

static char *relative_to(const char *manifest, const char *path) {
  const char *slash = strrchr(manifest, '/');
  if (path[0] == '/' || !slash) return memory_string(path);
  size_t folder = (size_t)(slash - manifest) + 1;
  char *joined = memory_alloc(folder + strlen(path) + 1, 1);
  memcpy(joined, manifest, folder);
  strcpy(joined + folder, path);
  return joined;
}

static bool read_manifest_line(struct audit *audit, const char *manifest, size_t number, char *line,
                               struct fault *fault) {
  char *fields[3] = {line, NULL, NULL};
  size_t n = 1;
  for (char *tab = strchr(line, '\t'); tab; tab = strchr(tab + 1, '\t')) {
    *tab = 0;
    if (n == 3)
      return fault_set(fault, "%s: line %zu: expected at most three fields separated by tabs",
                       manifest, number);
    fields[n++] = tab + 1;
  }
  if (n < 2 || !*fields[0] || !*fields[1] || (n == 3 && !*fields[2]))
    return fault_set(fault, "%s: line %zu: expected \"model TAB certificate [TAB property]\"",
                     manifest, number);
  char *model = relative_to(manifest, fields[0]), *certificate = relative_to(manifest, fields[1]);
  audit_add(audit, model, certificate, fields[2]);
  free(model);
  free(certificate);
  return true;
}

bool audit_read_manifest(struct audit *audit, const char *path, struct fault *fault) {
  FILE *file = fopen(path, "r");
  if (!file) return fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  char *line = NULL;
  size_t capacity = 0, number = 0;
  bool ok = true;
  for (ssize_t n; ok && (n = getline(&line, &capacity, file)) >= 0;) {
    number++;
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = 0;
    if (strlen(line) != (size_t)n)
      ok = fault_set(fault, "%s: line %zu: expected text, found a NUL byte", path, number);
    else if (n > 0 && line[0] != '#')
      ok = read_manifest_line(audit, path, number, line, fault);
  }
  if (ok && ferror(file)) ok = fault_set(fault, "%s: cannot read: %s", path, strerror(errno));
  free(line);
  fclose(file);
  return ok;
}

/* --- the processes ---------------------------------------------------------------------------- */

struct slot {
  struct validation validation;
  struct audit_item *item; /* NULL: free */
};

static bool start_item(struct slot *slot, struct audit_item *item, const struct audit_plan *plan,
                       struct fault *fault) {
  const char *arguments[7] = {item->model, item->certificate};
  size_t n = 2;
  if (item->property) {
    arguments[n++] = validation_option(item->property);
    arguments[n++] = item->property;
  }
  if (plan->state_inputs) {
    arguments[n++] = "--state-inputs";
    arguments[n] = plan->state_inputs;
  }
  slot->item = item;
  return validation_start(&slot->validation, plan->validator, arguments, fault);
}

static bool finish_item(struct slot *slot, const struct audit_plan *plan) {
  struct audit_item *item = slot->item;
  item->done = true;
  item->outcome = slot->validation.outcome;
  item->seconds = slot->validation.seconds;
  item->line = memory_string(slot->validation.line);
  validation_free(&slot->validation);
  slot->item = NULL;
  return plan->finished(plan->context, item);
}

/* Waits a moment for output and reads it. False when the caller's function wants to stop. */
static bool serve(struct slot *slots, const struct audit_plan *plan) {
  struct pollfd *wait = memory_alloc(plan->jobs, sizeof *wait);
  for (unsigned k = 0; k < plan->jobs; k++)
    wait[k] = (struct pollfd){.fd = slots[k].item ? slots[k].validation.descriptor : -1,
                              .events = POLLIN};
  bool ok = true;
  int ready = poll(wait, plan->jobs, 200);
  for (unsigned k = 0; k < plan->jobs; k++) {
    if (!slots[k].item) continue;
    if (ready > 0 && wait[k].revents && validation_read(&slots[k].validation)) {
      ok = finish_item(&slots[k], plan) && ok;
      continue;
    }
    double spent = monotonic_seconds() - slots[k].validation.started;
    if (plan->timeout > 0 && spent > plan->timeout && !slots[k].validation.killed)
      validation_kill(&slots[k].validation);
  }
  free(wait);
  return ok;
}

bool audit_run(struct audit *audit, const struct audit_plan *plan, struct fault *fault) {
  struct slot *slots = memory_zeroed(plan->jobs, sizeof *slots);
  size_t next = 0, running = 0;
  bool ok = true;
  while (ok) {
    running = 0;
    for (unsigned k = 0; ok && k < plan->jobs; k++) {
      while (!slots[k].item && next < audit->size && audit->at[next].done) next++;
      if (!slots[k].item && next < audit->size)
        ok = start_item(&slots[k], &audit->at[next++], plan, fault);
      running += slots[k].item != NULL;
    }
    if (running == 0) break;
    if (interrupt_all_requested()) ok = fault_set(fault, "interrupted");
    if (ok && !serve(slots, plan)) ok = fault_set(fault, "the results cannot be written");
  }
  for (unsigned k = 0; k < plan->jobs; k++) validation_free(&slots[k].validation);
  free(slots);
  return ok;
}
