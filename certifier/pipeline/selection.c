#include "certifier/pipeline/selection.h"

#include "certifier/pipeline/together.h"
#include "formats/ctl_names.h"
#include "formats/support/input.h"
#include "formats/support/nearest.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <unistd.h>

/* --- lists of properties ---------------------------------------------------------------------- */

/* Candidates while the list is made, then what was selected. */
struct list {
  struct selected *at;
  size_t size, capacity;
};

static struct selected *push(struct list *list) {
  list->at = memory_room(list->at, list->size, &list->capacity, sizeof *list->at);
  list->at[list->size] = (struct selected){.expected = EXPECT_NOTHING};
  return &list->at[list->size++];
}

static void list_free(struct list *list) {
  for (size_t k = 0; k < list->size; k++) {
    free(list->at[k].text);
    free(list->at[k].file);
  }
  free(list->at);
  *list = (struct list){0};
}

static bool same(const struct selected *a, const struct selected *b) {
  return a->property.kind == b->property.kind && a->index == b->index;
}

/* Adds a copy unless it is there already. */
static void pick(struct list *to, const struct selected *from) {
  for (size_t k = 0; k < to->size; k++)
    if (same(&to->at[k], from)) return;
  struct selected *p = push(to);
  *p = *from;
  p->text = memory_string(from->text);
  p->file = memory_string(from->file);
}

const char *selected_text(const struct selected *p) { return p->written ? p->written : p->text; }

static const char *symbol(const struct aiger *model, char kind, uint32_t index) {
  for (size_t k = 0; k < model->num_symbols; k++)
    if (model->symbols[k].kind == kind && model->symbols[k].index == index)
      return model->symbols[k].name;
  return NULL;
}

static void add_circuit_property(struct list *list, const struct selection *s,
                                 enum property_kind kind, uint32_t index) {
  static const struct {
    const char *word;
    char symbol;
  } kinds[] = {[PROPERTY_BAD] = {"bad", 'b'},
               [PROPERTY_OUTPUT] = {"output", 'o'},
               [PROPERTY_JUSTICE] = {"justice", 'j'}};
  char text[64];
  struct selected *p = push(list);
  p->property = (struct property){.kind = kind, .index = index};
  p->index = index;
  p->name = symbol(&s->model, kinds[kind].symbol, index);
  if (kind == PROPERTY_BAD && s->origin && index < s->origin->num_bad) {
    p->name = s->origin->bad[index].name;
    p->place = s->origin->bad[index].place;
  }
  snprintf(text, sizeof text, "%s %u", kinds[kind].word, (unsigned)index);
  p->text = memory_string(text);
  snprintf(text, sizeof text, "%s-%u", kinds[kind].word, (unsigned)index);
  p->file = memory_string(text);
}

/* All bad properties, then all justice properties. Outputs are bad properties in a model with
 * neither (AIGER 1.0), and with `all` in a model without bad ones. */
static void add_model_properties(struct list *list, const struct selection *s, bool all) {
  const struct aiger *model = &s->model;
  bool outputs = !s->origin && model->bad.size == 0 && (all || model->num_justice == 0);
  for (uint32_t k = 0; k < model->bad.size; k++) add_circuit_property(list, s, PROPERTY_BAD, k);
  for (uint32_t k = 0; k < model->num_justice; k++)
    add_circuit_property(list, s, PROPERTY_JUSTICE, k);
  for (uint32_t k = 0; outputs && k < model->outputs.size; k++)
    add_circuit_property(list, s, PROPERTY_OUTPUT, k);
}

/* The first `count` properties of the kind become one; the model has its literal behind theirs. */
static void put_together(struct list *list, enum property_kind kind, size_t count) {
  const char *word = kind == PROPERTY_BAD ? "bad" : "output";
  uint32_t number = (uint32_t)count;
  char text[64];
  struct list one = {0};
  struct selected *p = push(&one);
  p->property = (struct property){.kind = kind, .index = number};
  p->index = number;
  p->together = number;
  snprintf(text, sizeof text, "%s 0 .. %s %u", word, word, (unsigned)(number - 1));
  p->text = memory_string(text);
  snprintf(text, sizeof text, "%s-all", word);
  p->file = memory_string(text);
  for (size_t k = 0; k < list->size; k++)
    if (list->at[k].property.kind != kind) pick(&one, &list->at[k]);
  list_free(list);
  *list = one;
}

/* All bad literals, or else all outputs: those that add_model_properties takes. */
static void join_section(struct list *list, struct aiger *model) {
  bool outputs = model->bad.size == 0 && model->num_justice == 0;
  struct lits *section = outputs ? &model->outputs : &model->bad;
  size_t count = section->size;
  if (count < 2) return;
  together_add(model, section);
  put_together(list, outputs ? PROPERTY_OUTPUT : PROPERTY_BAD, count);
}

static void add_formulas(struct list *list, const struct ctl_file *ctl, size_t first,
                         const struct property_file *file) {
  for (size_t k = 0; k < ctl->num_properties; k++) {
    const struct ctl_property *from = &ctl->properties[k];
    char text[64];
    struct selected *p = push(list);
    p->property = (struct property){.kind = PROPERTY_CTL, .arena = &ctl->arena, .root = from->root};
    p->index = (uint32_t)(first + k);
    p->name = from->name;
    p->text = ctl_print(ctl, from);
    p->written = from->written;
    p->from = file;
    p->expected = from->expected;
    p->ltl = from->ltl;
    p->compassion = from->compassion;
    p->cover = from->cover;
    p->ctl = ctl;
    p->scope = &from->scope;
    snprintf(text, sizeof text, "ctl-%zu", first + k);
    p->file = memory_string(text);
  }
}

/* Their numbers are behind those of all formulas, their files have numbers of their own. */
static void add_covers(struct list *list, const struct selection *s) {
  size_t first = s->formulas.num_properties, begin = list->size;
  for (size_t f = 0; f < s->num_files; f++) first += s->files[f].ctl.num_properties;
  add_formulas(list, &s->covers, first, NULL);
  for (size_t k = begin; k < list->size; k++) {
    struct selected *p = &list->at[k];
    const struct selection_name *name = &s->origin->covers[k - begin].name;
    char text[64];
    p->name = name->name;
    p->place = name->place;
    snprintf(text, sizeof text, "cover-%zu", k - begin);
    free(p->file);
    p->file = memory_string(text);
  }
}

/* --- what --property says --------------------------------------------------------------------- */

/* What a --property can mean: all that the model and the files have. */
struct candidates {
  const struct selection *selection;
  struct list model, formulas;
};

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
static bool is_circuit_property(const struct selection *s, const char *text,
                                struct property *found) {
  const struct aiger *model = &s->model;
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
    if (found->kind == PROPERTY_OUTPUT && s->origin) return false;
    if (found->kind == PROPERTY_BAD && model->bad.size == 0 && model->num_justice == 0 &&
        !s->origin)
      found->kind = PROPERTY_OUTPUT;
    size_t count = found->kind == PROPERTY_BAD      ? model->bad.size
                   : found->kind == PROPERTY_OUTPUT ? model->outputs.size
                                                    : model->num_justice;
    return found->index < count;
  }
  return false;
}

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Appends to the message, as long as there is room. */
static void say(struct fault *fault, const char *text) {
  size_t used = strlen(fault->text);
  snprintf(fault->text + used, sizeof fault->text - used, "%s", text);
}

static void say_candidate(struct fault *fault, const struct selected *p, bool first) {
  char text[240];
  char place[96] = "";
  const char *shown = selected_text(p);
  if (p->from)
    snprintf(place, sizeof place, "%.60s:%zu ", base_of(p->from->source.path),
             p->index - p->from->first);
  if (p->name)
    snprintf(text, sizeof text, "%s%s%.60s (%.40s)", first ? "" : ", ", place, shown, p->name);
  else
    snprintf(text, sizeof text, "%s%s%.60s", first ? "" : ", ", place, shown);
  say(fault, text);
}

enum { CANDIDATES_SHOWN = 8 };

static bool list_candidates(const struct candidates *c, struct fault *fault) {
  const struct list *lists[] = {&c->formulas, &c->model};
  size_t shown = 0, total = c->formulas.size + c->model.size;
  say(fault, total ? "; there are " : "; there are none");
  for (size_t l = 0; l < 2; l++)
    for (size_t k = 0; k < lists[l]->size && shown < CANDIDATES_SHOWN; k++)
      say_candidate(fault, &lists[l]->at[k], shown++ == 0);
  if (total > shown) {
    char more[64];
    snprintf(more, sizeof more, " and %zu more", total - shown);
    say(fault, more);
  }
  return false;
}

/* An index counts in the one property file, or without any in the list of the model. */
static const struct selected *find_index(const struct candidates *c, const char *wanted,
                                         uint32_t index, struct fault *fault) {
  const struct selection *s = c->selection;
  const struct list *list = s->num_files ? &c->formulas : &c->model;
  if (s->num_files > 1) {
    fault_set(fault, "property %s is ambiguous: say in which file, for instance '%.200s:%s'",
              wanted, base_of(s->files[0].source.path), wanted);
    list_candidates(c, fault);
    return NULL;
  }
  if (index < list->size) return &list->at[index];
  fault_set(fault, "no property %s: there are %zu (counted from 0)", wanted, list->size);
  return NULL;
}

/* Does `wanted` start with the path or the base name of the file, and a colon? Then what follows.
 */
static const char *behind_file_name(const struct property_file *file, const char *wanted) {
  const char *names[] = {file->source.path, base_of(file->source.path)};
  for (size_t k = 0; k < 2; k++) {
    size_t length = strlen(names[k]);
    if (strncmp(wanted, names[k], length) == 0 && wanted[length] == ':') return wanted + length + 1;
  }
  return NULL;
}

static bool is_called(const struct selected *p, const char *wanted) {
  if (p->name && strcmp(p->name, wanted) == 0) return true;
  const char *rest = p->from ? behind_file_name(p->from, wanted) : NULL;
  uint32_t index;
  if (rest && is_index(rest, &index)) return index == p->index - p->from->first;
  return rest && p->name && strcmp(p->name, rest) == 0;
}

static const char *suggest(const struct candidates *c, const char *wanted,
                           char message[NEAREST_MESSAGE]) {
  const struct list *lists[] = {&c->formulas, &c->model};
  struct nearest nearest = {.wanted = wanted, .wanted_length = strlen(wanted)};
  for (size_t l = 0; l < 2; l++)
    for (size_t k = 0; k < lists[l]->size; k++) {
      const char *name = lists[l]->at[k].name;
      if (name) nearest_offer(&nearest, name, strlen(name));
    }
  return nearest_say(&nearest, "", message);
}

static const struct selected *find_name(const struct candidates *c, const char *wanted,
                                        struct fault *fault) {
  const struct list *lists[] = {&c->formulas, &c->model};
  const struct selected *found = NULL;
  size_t count = 0;
  for (size_t l = 0; l < 2; l++)
    for (size_t k = 0; k < lists[l]->size; k++) {
      const struct selected *p = &lists[l]->at[k];
      if (!is_called(p, wanted)) continue;
      if (count == 1) {
        fault_set(fault, "property '%.200s' is ambiguous: ", wanted);
        say_candidate(fault, found, true);
      }
      if (count >= 1 && count < CANDIDATES_SHOWN) say_candidate(fault, p, false);
      found = p;
      count++;
    }
  if (count == 1) return found;
  if (count == 0) {
    char message[NEAREST_MESSAGE];
    fault_set(fault, "unknown property '%.200s'%s", wanted, suggest(c, wanted, message));
    list_candidates(c, fault);
  }
  return NULL;
}

/* One --property: a position, `bad N` and friends, a name, or FILE:POSITION or FILE:NAME. */
static bool pick_wanted(struct list *to, const struct candidates *c, const char *wanted,
                        struct fault *fault) {
  struct property circuit;
  uint32_t index;
  if (is_circuit_property(c->selection, wanted, &circuit)) {
    struct list one = {0};
    add_circuit_property(&one, c->selection, circuit.kind, circuit.index);
    pick(to, &one.at[0]);
    list_free(&one);
    return true;
  }
  const struct selected *found =
      is_index(wanted, &index) ? find_index(c, wanted, index, fault) : find_name(c, wanted, fault);
  if (found) pick(to, found);
  return found != NULL;
}

static bool picked_from(const struct list *list, const struct property_file *file) {
  for (size_t k = 0; k < list->size; k++)
    if (list->at[k].from == file) return true;
  return false;
}

/* Picks in the order of --property; then the files from which nothing was picked, whole. */
static bool select_from(struct list *to, const struct candidates *c,
                        const struct selection_request *request, struct fault *fault) {
  const struct texts *wanted = request->properties;
  const struct selection *s = c->selection;
  bool only_formulas = s->formulas.num_properties && !s->num_files;
  bool nothing_picked = !wanted || wanted->size == 0;
  for (size_t k = 0; wanted && k < wanted->size; k++)
    if (!pick_wanted(to, c, wanted->at[k], fault)) return false;
  if (request->all || (nothing_picked && !s->num_files && !only_formulas))
    for (size_t k = 0; k < c->model.size; k++) pick(to, &c->model.at[k]);
  for (size_t f = 0; f < s->num_files; f++) {
    if (picked_from(to, &s->files[f])) continue;
    for (size_t k = 0; k < c->formulas.size; k++)
      if (c->formulas.at[k].from == &s->files[f]) pick(to, &c->formulas.at[k]);
  }
  return true;
}

static bool make_list(struct selection *s, const struct selection_request *request,
                      struct fault *fault) {
  struct candidates c = {.selection = s};
  struct list list = {0}, extra = {0};
  size_t first = 0;
  add_model_properties(&c.model, s, request->all);
  add_covers(&c.model, s);
  for (size_t f = 0; f < s->num_files; f++) {
    add_formulas(&c.formulas, &s->files[f].ctl, s->files[f].first, &s->files[f]);
    first += s->files[f].ctl.num_properties;
  }
  bool ok = select_from(&list, &c, request, fault);
  if (ok && request->together) join_section(&list, &s->model);
  add_formulas(&extra, &s->formulas, first, NULL);
  for (size_t k = 0; k < extra.size; k++) pick(&list, &extra.at[k]);
  list_free(&extra);
  list_free(&c.model);
  list_free(&c.formulas);
  if (!ok) list_free(&list);
  s->at = list.at;
  s->size = list.size;
  s->capacity = list.capacity;
  return ok;
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool read_formulas(const struct texts *texts, const char *option,
                          const struct selection_request *request, const struct aiger *model,
                          struct ctl_file *to, struct fault *fault) {
  for (size_t k = 0; texts && k < texts->size; k++) {
    struct fault inner, named;
    if (ctl_read_text(texts->at[k], model, request->dialect, to, &inner)) continue;
    fault_within(&named, option, &inner);
    fault_join(fault, &named);
  }
  return fault->count == 0;
}

/* --cover F is --formula 'COVER F'. */
static void read_covers(const struct selection_request *request, struct selection *s,
                        struct fault *fault) {
  for (size_t k = 0; request->covers && k < request->covers->size; k++) {
    size_t size = strlen(request->covers->at[k]) + sizeof "COVER ";
    char *text = memory_alloc(size, 1);
    const char *one[] = {text};
    snprintf(text, size, "COVER %s", request->covers->at[k]);
    read_formulas(&(struct texts){.at = one, .size = 1}, "--cover", request, &s->model,
                  &s->formulas, fault);
    free(text);
  }
}

/* COVER "signal", each of them. */
static void read_design_covers(const struct selection_request *request, struct selection *s,
                               struct fault *fault) {
  size_t count = s->origin && !request->uncovered ? s->origin->num_covers : 0;
  for (size_t k = 0; k < count; k++) {
    const char *signal = s->origin->covers[k].signal;
    char *quoted = ctl_names_quote(signal, strlen(signal));
    size_t size = strlen(quoted) + sizeof "COVER ";
    char *text = memory_alloc(size, 1);
    const char *one[] = {text};
    snprintf(text, size, "COVER %s", quoted);
    read_formulas(&(struct texts){.at = one, .size = 1}, s->origin->covers[k].name.place, request,
                  &s->model, &s->covers, fault);
    free(text);
    free(quoted);
  }
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
  struct ctl_file *file = &s->hint_file;
  if (!read_formulas(request->hints, "--hint", request, &s->model, file, fault)) return false;
  for (size_t k = 0; k < file->num_properties; k++) {
    if (!scope_is_empty(&file->properties[k].scope))
      return fault_set(fault, "--hint: '%s' has fair or assume in it", request->hints->at[k]);
    if (!is_propositional(&file->arena, file->properties[k].root))
      return fault_set(fault,
                       "--hint: '%s' has temporal operators; a hint speaks of states and inputs",
                       request->hints->at[k]);
    lits_push(&s->hints, file->properties[k].root);
  }
  return true;
}

static bool read_source(const char *path, struct source *source, struct fault *fault) {
  source->path = path;
  source->file = path;
  if (!input_read_file(path, &source->bytes, &source->size, fault)) return false;
  crypto_hash_sha256(source->digest, source->bytes, source->size);
  return true;
}

/* A file for those who cannot read what we read: the validator reads plain files only. */
static bool spool_bytes(const struct source *source, struct spool *spool, struct fault *fault) {
  if (!spool_open(spool, fault)) return false;
  for (size_t done = 0; done < source->size;) {
    ssize_t n = write(spool->descriptor, source->bytes + done, source->size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      return fault_set(fault, "cannot write a temporary file: %s", strerror(n < 0 ? errno : EIO));
    done += (size_t)n;
  }
  return true;
}

static bool read_model(const char *path, struct selection *s, struct fault *fault) {
  struct source *source = &s->model_source;
  bool plain;
  *source = (struct source){.path = s->origin ? s->origin->model : input_name(path), .file = path};
  if (!input_read_model(path, &source->bytes, &source->size, &plain, fault)) return false;
  crypto_hash_sha256(source->digest, source->bytes, source->size);
  if (!aiger_read_memory(source->path, source->bytes, source->size, &s->model, fault)) return false;
  if (plain) return true;
  source->file = s->unpacked.path;
  return spool_bytes(source, &s->unpacked, fault);
}

static bool read_files(const struct selection_request *request, struct selection *s,
                       struct fault *fault) {
  size_t count = request->files ? request->files->size : 0, first = 0;
  s->files = memory_zeroed(count, sizeof *s->files);
  for (s->num_files = 0; s->num_files < count;) {
    struct property_file *file = &s->files[s->num_files++];
    file->first = first;
    struct fault inner;
    if (!read_source(request->files->at[s->num_files - 1], &file->source, &inner) ||
        !ctl_read_memory(file->source.path, file->source.bytes, file->source.size, &s->model,
                         request->dialect, &file->ctl, &inner))
      fault_join(fault, &inner);
    else if (file->ctl.num_properties == 0)
      fault_add(fault, NULL, 0, "%.300s has no properties", file->source.path);
    first += file->ctl.num_properties;
  }
  return fault->count == 0;
}

bool selection_read(const struct selection_request *request, struct selection *s,
                    struct fault *fault) {
  *s = (struct selection){.unpacked.descriptor = -1, .origin = request->origin};
  bool picks = request->properties && request->properties->size;
  if (request->all && picks)
    return fault_set(fault, "--all and --property contradict each other: give one of them");
  fault_clear(fault);
  bool ok = read_model(request->model, s, fault);
  if (ok) {
    /* What is wrong in any of them is said at once. */
    read_files(request, s, fault);
    for (size_t k = 0; k < s->num_files; k++)
      declared_adopt(&s->formulas.declared, &s->files[k].ctl.declared);
    read_formulas(request->formulas, "--formula", request, &s->model, &s->formulas, fault);
    read_covers(request, s, fault);
    read_design_covers(request, s, fault);
    ok = read_hints(request, s, fault) && make_list(s, request, fault);
  }
  if (!ok) selection_free(s);
  return ok;
}

static void source_free(struct source *source) {
  free(source->bytes);
  *source = (struct source){0};
}

void selection_free(struct selection *s) {
  struct list list = {s->at, s->size, s->capacity};
  list_free(&list);
  lits_free(&s->hints);
  ctl_free(&s->formulas);
  ctl_free(&s->covers);
  ctl_free(&s->hint_file);
  for (size_t f = 0; f < s->num_files; f++) {
    ctl_free(&s->files[f].ctl);
    source_free(&s->files[f].source);
  }
  free(s->files);
  aiger_free(&s->model);
  source_free(&s->model_source);
  spool_close(&s->unpacked);
  *s = (struct selection){.unpacked.descriptor = -1};
}
