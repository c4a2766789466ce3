#include "certifier/audit/audit.h"

#include "checker/effort/effort.h"
#include "formats/support/vector.h"

#include <poll.h>

const char *audit_requirement_word(enum audit_requirement requirement) {
  static const char *const words[] = {
      [REQUIRE_ANY] = NULL, [REQUIRE_HOLDS] = "holds", [REQUIRE_FAILS] = "fails"};
  return words[requirement];
}

bool audit_item_misses(const struct audit_item *item) {
  enum validation_outcome outcome = item->result.outcome;
  return (item->required == REQUIRE_HOLDS && outcome == VALIDATION_FAILS) ||
         (item->required == REQUIRE_FAILS && outcome == VALIDATION_HOLDS);
}

struct audit_item *audit_add(struct audit *audit, const char *model, const char *certificate,
                             const char *property) {
  audit->at = memory_room(audit->at, audit->size, &audit->capacity, sizeof *audit->at);
  struct audit_item *item = &audit->at[audit->size++];
  *item = (struct audit_item){
      .model = memory_string(model),
      .certificate = memory_string(certificate),
      .property = property ? memory_string(property) : NULL,
  };
  return item;
}

static void free_item(struct audit_item *item) {
  free(item->model);
  free(item->certificate);
  free(item->property);
  validation_result_free(&item->result);
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

/* --- the processes ---------------------------------------------------------------------------- */

struct slot {
  struct validation_request request;
  struct validator_process process;
  struct audit_item *item; /* NULL: free */
};

struct crew {
  const struct audit_plan *plan;
  struct audit *audit;
  struct slot *slots; /* as many as jobs */
  size_t next;        /* the first item that nobody has looked at */
  bool interrupted;
};

static bool start_item(struct slot *slot, struct audit_item *item, size_t number,
                       const struct audit_plan *plan, struct fault *fault) {
  slot->request = (struct validation_request){.validator = plan->validator,
                                              .model = item->model,
                                              .certificate = item->certificate,
                                              .property = item->property,
                                              .state_inputs = plan->state_inputs,
                                              .solver = plan->solver,
                                              .memory = plan->memory,
                                              .timeout = plan->timeout};
  if (!validator_start(&slot->process, &slot->request, fault)) return false;
  slot->item = item;
  struct progress progress = {.doing = "validating"};
  live_begin(plan->live, number, memory_string(item->certificate));
  live_tell(plan->live, number, &progress);
  return true;
}

static struct audit_item *next_item(struct crew *crew) {
  while (crew->next < crew->audit->size && crew->audit->at[crew->next].done) crew->next++;
  return crew->next < crew->audit->size ? &crew->audit->at[crew->next++] : NULL;
}

/* Gives work to whoever has none. */
static bool start_items(struct crew *crew, struct fault *fault) {
  for (unsigned k = 0; k < crew->plan->jobs; k++) {
    if (crew->slots[k].item) continue;
    struct audit_item *item = next_item(crew);
    if (!item) return true;
    size_t number = (size_t)(item - crew->audit->at);
    if (!start_item(&crew->slots[k], item, number, crew->plan, fault)) return false;
  }
  return true;
}

/* Until somebody says something; not long, for there are limits to mind. */
static void wait_for_words(const struct crew *crew) {
  enum { LONG_WAIT = 100, SHORT_WAIT = 1 }; /* milliseconds */
  struct pollfd *wait = memory_alloc(crew->plan->jobs, 2 * sizeof *wait);
  nfds_t size = 0;
  int patience = LONG_WAIT;
  for (unsigned k = 0; k < crew->plan->jobs; k++) {
    const struct validator_process *process = &crew->slots[k].process;
    if (!crew->slots[k].item) continue;
    wait[size++] = (struct pollfd){.fd = process->output.descriptor, .events = POLLIN};
    wait[size++] = (struct pollfd){.fd = process->errors.descriptor, .events = POLLIN};
    if (validator_is_silent(process)) patience = SHORT_WAIT;
  }
  poll(wait, size, patience);
  free(wait);
}

/* True unless the caller's function wants to stop. What an interruption has cut short is no result.
 */
static bool finish_item(struct crew *crew, struct slot *slot) {
  struct audit_item *item = slot->item;
  validator_free(&slot->process);
  slot->item = NULL;
  live_end(crew->plan->live, (size_t)(item - crew->audit->at));
  if (interrupt_all_requested()) {
    validation_result_free(&item->result);
    return true;
  }
  item->done = true;
  live_clear(crew->plan->live);
  return crew->plan->finished(crew->plan->context, item);
}

/* Listens to everybody; *running counts those who go on. */
static bool serve(struct crew *crew, size_t *running) {
  bool ok = true;
  *running = 0;
  for (unsigned k = 0; k < crew->plan->jobs; k++) {
    struct slot *slot = &crew->slots[k];
    if (!slot->item) continue;
    if (validator_serve(&slot->process, &slot->item->result))
      ok = finish_item(crew, slot) && ok;
    else
      ++*running;
  }
  return ok;
}

static bool work(struct crew *crew, struct fault *fault) {
  for (;;) {
    size_t running;
    crew->interrupted = interrupt_all_requested();
    if (!crew->interrupted && !start_items(crew, fault)) return false;
    if (!serve(crew, &running)) return fault_set(fault, "the results cannot be written");
    live_draw(crew->plan->live);
    if (running > 0)
      wait_for_words(crew);
    else if (crew->interrupted)
      return fault_set(fault, "interrupted");
    else if (crew->next == crew->audit->size)
      return true;
  }
}

bool audit_run(struct audit *audit, const struct audit_plan *plan, struct fault *fault) {
  struct crew crew = {
      .plan = plan, .audit = audit, .slots = memory_zeroed(plan->jobs, sizeof *crew.slots)};
  bool ok = work(&crew, fault);
  live_clear(plan->live);
  for (unsigned k = 0; k < plan->jobs; k++)
    if (crew.slots[k].item) validator_free(&crew.slots[k].process);
  free(crew.slots);
  return ok;
}
