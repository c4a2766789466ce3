#include "certifier/cli/selection.h"

#include "formats/support/input.h"

#include <sodium.h>
#include <stdio.h>

static const char *symbol(const struct aiger *model, char kind, uint32_t index) {
  for (size_t k = 0; k < model->num_symbols; k++)
    if (model->symbols[k].kind == kind && model->symbols[k].index == index)
      return model->symbols[k].name;
  return NULL;
}

static struct selected *push(struct selection *s) {
  s->at = memory_room(s->at, s->size, &s->capacity, sizeof *s->at);
  s->at[s->size] = (struct selected){0};
  return &s->at[s->size++];
}

static void add_circuit_property(struct selection *s, enum property_kind kind, uint32_t index) {
  static const struct {
    const char *word;
    char symbol;
  } kinds[] = {[PROPERTY_BAD] = {"bad", 'b'},
               [PROPERTY_OUTPUT] = {"output", 'o'},
               [PROPERTY_JUSTICE] = {"justice", 'j'}};
  char text[64];
  struct selected *p = push(s);
  p->property = (struct property){.kind = kind, .index = index};
  p->index = index;
  p->name = symbol(&s->model, kinds[kind].symbol, index);
  snprintf(text, sizeof text, "%s %u", kinds[kind].word, (unsigned)index);
  p->text = memory_string(text);
  snprintf(text, sizeof text, "%s-%u", kinds[kind].word, (unsigned)index);
  p->file = memory_string(text);
}

/* All bad properties, then all justice properties; a model with neither: every output is a bad
 * property (AIGER 1.0). */
static void add_model_properties(struct selection *s) {
  const struct aiger *model = &s->model;
  for (uint32_t k = 0; k < model->bad.size; k++) add_circuit_property(s, PROPERTY_BAD, k);
  for (uint32_t k = 0; k < model->num_justice; k++) add_circuit_property(s, PROPERTY_JUSTICE, k);
  if (model->bad.size == 0 && model->num_justice == 0)
    for (uint32_t k = 0; k < model->outputs.size; k++) add_circuit_property(s, PROPERTY_OUTPUT, k);
}

static void add_ctl_properties(struct selection *s, size_t count) {
  for (size_t k = 0; k < count; k++) {
    const struct ctl_property *from = &s->ctl.properties[k];
    char text[64];
    struct selected *p = push(s);
    p->property =
        (struct property){.kind = PROPERTY_CTL, .arena = &s->ctl.arena, .root = from->root};
    p->index = (uint32_t)k;
    p->name = from->name;
    p->text = formula_print(&s->ctl.arena, from->root);
    snprintf(text, sizeof text, "ctl-%zu", k);
    p->file = memory_string(text);
  }
}

/* Fairness is part of the model: the certificate is about the model's bytes. A declaration that
 * repeats it is harmless. */
static bool check_fairness(const struct selection *s, const char *path, struct fault *fault) {
  for (size_t k = 0; k < s->ctl.fairness.size; k++) {
    const struct formula *f = &s->ctl.arena.at[s->ctl.fairness.at[k]];
    bool known = f->op == FORMULA_ATOM && f->lit == 1;
    for (size_t j = 0; j < s->model.fairness.size; j++)
      known = known || (f->op == FORMULA_ATOM && f->lit == s->model.fairness.at[j]);
    if (known) continue;
    char *text = formula_print(&s->ctl.arena, s->ctl.fairness.at[k]);
    fault_set(fault,
              "%s: FAIRNESS %s is not a fairness literal of the model; put it into the model's "
              "fairness section",
              path, text);
    free(text);
    return false;
  }
  return true;
}

static bool is_index(const char *text, uint32_t *index) {
  uint64_t value = 0;
  if (!*text) return false;
  for (const char *c = text; *c; c++) {
    if (*c < '0' || *c > '9') return false;
    value = 10 * value + (uint64_t)(*c - '0');
    if (value > UINT32_MAX) return false;
  }
  *index = (uint32_t)value;
  return true;
}

/* "bad N" selects output N in a model without bad and justice sections. */
static bool is_circuit_property(const struct aiger *model, const char *text,
                                struct property *found) {
  static const struct {
    const char *word;
    enum property_kind kind;
  } words[] = {
      {"bad ", PROPERTY_BAD}, {"output ", PROPERTY_OUTPUT}, {"justice ", PROPERTY_JUSTICE}};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    size_t length = strlen(words[k].word);
    *found = (struct property){.kind = words[k].kind};
    if (strncmp(text, words[k].word, length) != 0 || !is_index(text + length, &found->index))
      continue;
    if (found->kind == PROPERTY_BAD && model->bad.size == 0 && model->num_justice == 0)
      found->kind = PROPERTY_OUTPUT;
    size_t count = found->kind == PROPERTY_BAD      ? model->bad.size
                   : found->kind == PROPERTY_OUTPUT ? model->outputs.size
                                                    : model->num_justice;
    return found->index < count;
  }
  return false;
}

static bool same(const struct selected *a, const struct selected *b) {
  return a->property.kind == b->property.kind && a->index == b->index;
}

/* Moves (a copy of) `from` to the end of *to unless it is there already. */
static void pick(struct selection *to, const struct selected *from) {
  for (size_t k = 0; k < to->size; k++)
    if (same(&to->at[k], from)) return;
  struct selected *p = push(to);
  *p = *from;
  p->text = memory_string(from->text);
  p->file = memory_string(from->file);
}

/* One --property: an index into the list, `bad N` and friends, or a name. Names of the model's
 * properties count always. */
static bool pick_named(struct selection *to, struct selection *all, const char *wanted,
                       struct fault *fault) {
  struct property circuit;
  uint32_t index;
  if (is_index(wanted, &index)) {
    if (index >= all->size)
      return fault_set(fault, "no property %s: there are %zu (counted from 0)", wanted, all->size);
    return pick(to, &all->at[index]), true;
  }
  if (is_circuit_property(&all->model, wanted, &circuit)) {
    struct selection one = {.model = all->model};
    add_circuit_property(&one, circuit.kind, circuit.index);
    pick(to, &one.at[0]);
    free(one.at[0].text);
    free(one.at[0].file);
    free(one.at);
    return true;
  }
  const struct selected *found = NULL;
  for (size_t k = 0; k < all->size; k++) {
    if (!all->at[k].name || strcmp(all->at[k].name, wanted) != 0) continue;
    if (found)
      return fault_set(fault, "property '%s' is ambiguous: %s and %s have that name", wanted,
                       found->text, all->at[k].text);
    found = &all->at[k];
  }
  if (!found) return fault_set(fault, "unknown property '%s'", wanted);
  return pick(to, found), true;
}

static void free_list(struct selection *s) {
  for (size_t k = 0; k < s->size; k++) {
    free(s->at[k].text);
    free(s->at[k].file);
  }
  free(s->at);
  s->at = NULL;
  s->size = s->capacity = 0;
}

/* Reduces the list of all properties to those that were asked for, in the order asked for. */
static bool pick_all(struct selection *s, const struct texts *wanted, struct fault *fault) {
  struct selection picked = {0};
  for (size_t k = 0; k < wanted->size; k++)
    if (!pick_named(&picked, s, wanted->at[k], fault)) return free_list(&picked), false;
  free_list(s);
  s->at = picked.at;
  s->size = picked.size;
  s->capacity = picked.capacity;
  return true;
}

static bool read_formulas(const struct texts *texts, const char *option, enum ctl_dialect dialect,
                          struct selection *s, struct fault *fault) {
  for (size_t k = 0; texts && k < texts->size; k++) {
    struct fault inner;
    if (!ctl_read_text(texts->at[k], &s->model, dialect, &s->ctl, &inner))
      return fault_within(fault, option, &inner);
  }
  return true;
}

static bool is_propositional(const struct formulas *arena, uint32_t root) {
  struct lits stack = {0};
  bool answer = true;
  lits_push(&stack, root);
  while (stack.size && answer) {
    const struct formula *f = &arena->at[lits_pop(&stack)];
    if (f->op == FORMULA_ATOM) continue;
    answer = f->op <= FORMULA_IFF;
    lits_push(&stack, f->left);
    if (f->op != FORMULA_NOT) lits_push(&stack, f->right);
  }
  lits_free(&stack);
  return answer;
}

static bool read_hints(const struct selection_request *request, struct selection *s,
                       struct fault *fault) {
  size_t before = s->ctl.num_properties;
  if (!read_formulas(request->hints, "--hint", request->dialect, s, fault)) return false;
  for (size_t k = before; k < s->ctl.num_properties; k++) {
    if (!is_propositional(&s->ctl.arena, s->ctl.properties[k].root))
      return fault_set(fault,
                       "--hint: '%s' has temporal operators; a hint speaks of states and inputs",
                       request->hints->at[k - before]);
    lits_push(&s->hints, s->ctl.properties[k].root);
  }
  return true;
}

/* Digest and model come from the same bytes, even if the file changes meanwhile. */
static bool read_model(const char *path, struct selection *s, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  crypto_hash_sha256(s->model_digest, bytes, size);
  s->model_path = path;
  bool ok = aiger_read_memory(path, bytes, size, &s->model, fault);
  free(bytes);
  return ok;
}

bool selection_read(const struct selection_request *request, struct selection *s,
                    struct fault *fault) {
  *s = (struct selection){0};
  bool formulas = request->formulas && request->formulas->size;
  bool ok = read_model(request->model, s, fault);
  if (ok && request->ctl)
    ok = ctl_read_file(request->ctl, &s->model, request->dialect, &s->ctl, fault) &&
         check_fairness(s, request->ctl, fault);
  ok = ok && read_formulas(request->formulas, "--formula", request->dialect, s, fault);
  size_t num_properties = s->ctl.num_properties;
  ok = ok && read_hints(request, s, fault);
  if (ok) {
    if (request->ctl || formulas)
      add_ctl_properties(s, num_properties);
    else
      add_model_properties(s);
    if (request->properties && request->properties->size)
      ok = pick_all(s, request->properties, fault);
  }
  if (!ok) selection_free(s);
  return ok;
}

void selection_free(struct selection *s) {
  free_list(s);
  lits_free(&s->hints);
  ctl_free(&s->ctl);
  aiger_free(&s->model);
  *s = (struct selection){0};
}
