#include "certifier/explain/explain.h"

/* The text of an atom without its quotes. */
static char *atom_name(const char *text) {
  size_t length = strlen(text), n = 0;
  char *name = memory_alloc(length + 1, 1);
  bool quoted = text[0] == '"';
  for (size_t k = quoted; k + quoted < length; k++) {
    if (quoted && text[k] == '\\' && k + 2 < length) k++;
    name[n++] = text[k];
  }
  name[n] = 0;
  return name;
}

/* From left to right; each formula of the arena once. */
static void name_atoms(const struct explanation *e, struct signal_names *names) {
  const struct formulas *arena = &e->ctl.arena;
  struct lits stack = {0};
  uint8_t *seen = memory_zeroed(arena->size, 1);
  lits_push(&stack, e->root);
  while (stack.size) {
    uint32_t k = lits_pop(&stack);
    const struct formula *f = &arena->at[k];
    if (seen[k]) continue;
    seen[k] = 1;
    if (formula_arity(f->op) == 2) lits_push(&stack, f->right);
    if (formula_arity(f->op) >= 1) lits_push(&stack, f->left);
    if (f->op != FORMULA_ATOM || f->lit < 2) continue;
    char *name = atom_name(f->text);
    signal_names_add(names, name, f->lit);
    free(name);
  }
  free(seen);
  lits_free(&stack);
}

static const char *symbol(const struct aiger *model, char kind, size_t index) {
  for (size_t k = 0; k < model->num_symbols; k++)
    if (model->symbols[k].kind == kind && model->symbols[k].index == index)
      return model->symbols[k].name;
  return NULL;
}

static bool is_state_or_input(const struct aiger *m, uint32_t lit) {
  if (lit < 2) return true;
  for (size_t k = 0; k < m->num_latches; k++)
    if (m->latches[k].lit >> 1 == lit >> 1) return true;
  for (size_t k = 0; k < m->inputs.size; k++)
    if (m->inputs.at[k] >> 1 == lit >> 1) return true;
  return false;
}

/* What has to be true at the end, or again and again; registers and inputs have names of their own.
 */
static void name_goals(const struct explanation *e, struct signal_names *names) {
  const struct aiger *m = e->model;
  const struct certificate *c = e->certificate;
  char text[64];
  if (c->property == CERT_BAD || c->property == CERT_OUTPUT) {
    char kind = c->property == CERT_BAD ? 'b' : 'o';
    const char *name = symbol(m, kind, c->index);
    uint32_t lit = (c->property == CERT_BAD ? &m->bad : &m->outputs)->at[c->index];
    snprintf(text, sizeof text, "%s%u", c->property == CERT_BAD ? "bad" : "output",
             (unsigned)c->index);
    if (!is_state_or_input(m, lit)) signal_names_add(names, name ? name : text, lit);
    return;
  }
  for (size_t j = 0; c->property == CERT_JUSTICE && j < e->replay.fairness.size; j++) {
    snprintf(text, sizeof text, "fair%zu", j);
    if (!is_state_or_input(m, e->replay.fairness.at[j]))
      signal_names_add(names, text, e->replay.fairness.at[j]);
  }
}

static bool in_model(const struct explanation *e, struct fault *fault) {
  const struct certificate *c = e->certificate;
  size_t count = c->property == CERT_BAD      ? e->model->bad.size
                 : c->property == CERT_OUTPUT ? e->model->outputs.size
                                              : e->model->num_justice;
  return c->property == CERT_CTL || c->index < count ||
         fault_set(fault, "the model has no property with number %u", (unsigned)c->index);
}

/* Fairness and assumptions of the property become part of the model. */
static void add_scope(struct explanation *e) {
  const struct scope *scope = &e->ctl.properties[0].scope;
  if (scope_is_empty(scope)) return;
  scope_model(e->model, &e->ctl.arena, scope, &e->scoped);
  e->model = &e->scoped;
}

/* A justice property is !EG true, in a system with its own fairness. */
static bool make_core(struct explanation *e, struct fault *fault) {
  const struct certificate *c = e->certificate;
  struct formulas *arena = &e->ctl.arena;
  if (!in_model(e, fault)) return false;
  if (c->property == CERT_BAD || c->property == CERT_OUTPUT) return true;
  if (c->property == CERT_JUSTICE) {
    e->root = formula_make(arena, FORMULA_EG, formula_atom(arena, 1, ""), 0);
    e->root = formula_make(arena, FORMULA_NOT, e->root, 0);
  } else if (!ctl_read_text(c->formula, e->model, CTL_DIALECT_CANONICAL, &e->ctl, fault)) {
    return false;
  } else {
    e->root = e->ctl.properties[0].root;
    add_scope(e);
  }
  bool fair = c->property == CERT_CTL && (e->model->constraints.size || e->model->fairness.size);
  e->map = memory_alloc((size_t)e->root + 1, sizeof *e->map);
  core_from_formula_mapped(&e->core, arena, e->root, fair, e->map);
  return true;
}

static void name_property(struct explanation *e, const char *written) {
  static const char *const words[] = {
      [CERT_BAD] = "bad", [CERT_OUTPUT] = "output", [CERT_JUSTICE] = "justice"};
  static const char symbols[] = {[CERT_BAD] = 'b', [CERT_OUTPUT] = 'o', [CERT_JUSTICE] = 'j'};
  const struct certificate *c = e->certificate;
  if (c->property == CERT_CTL) {
    e->property = memory_string(c->formula);
    bool scoped = e->model == &e->scoped;
    e->title = written || scoped ? memory_string(written ? written : c->formula)
                                 : wording_formula(&e->words, e->root, SIZE_MAX / 32);
    return;
  }
  const char *name = symbol(e->model, symbols[c->property], c->index);
  size_t size = 64 + (name ? strlen(name) : 0);
  e->property = memory_alloc(64, 1);
  e->title = memory_alloc(size, 1);
  snprintf(e->property, 64, "%s %u", words[c->property], (unsigned)c->index);
  snprintf(e->title, size, name ? "%s (%s)" : "%s%s", e->property, name ? name : "");
}

/* Everything but the run or the story. */
static bool prepare(struct explanation *e, const struct ctl_file *words, struct fault *fault) {
  struct signal_names names = {0};
  if (!make_core(e, fault)) return false;
  if (words) ctl_adopt_words(&e->ctl, words);
  if (!replay_init(&e->replay, e->model, e->certificate, &e->core, fault)) return false;
  if (e->certificate->property == CERT_CTL) name_atoms(e, &names);
  name_goals(e, &names);
  signals_init(&e->signals, e->model, &names);
  signal_names_free(&names);
  signals_declare(&e->signals, &e->ctl.declared);
  wording_init(&e->words, &e->replay, &e->signals, &e->ctl);
  return true;
}

bool explanation_init(struct explanation *e, const struct aiger *model,
                      const struct certificate *certificate, const char *written,
                      const struct ctl_file *words, struct fault *fault) {
  *e = (struct explanation){.model = model, .certificate = certificate};
  if (!prepare(e, words, fault)) {
    explanation_free(e);
    return false;
  }
  name_property(e, written);
  e->has_run = certificate_is_trace(certificate);
  e->has_story = !e->has_run && e->core.num_nodes > 0;
  if (e->has_run) run_trace(&e->replay, &e->signals, &e->run, &e->notes);
  if (e->has_story) story_init(&e->story, &e->replay, &e->words, &e->ctl.arena, e->root, e->map);
  return true;
}

void explanation_free(struct explanation *e) {
  if (e->has_story) story_free(&e->story);
  history_free(&e->run);
  wording_free(&e->words);
  signals_free(&e->signals);
  if (e->replay.model) replay_free(&e->replay);
  core_free(&e->core);
  scope_model_free(&e->scoped);
  ctl_free(&e->ctl);
  free(e->map);
  free(e->property);
  free(e->title);
  *e = (struct explanation){0};
}

size_t explanation_paths(const struct explanation *e) {
  return e->has_run ? 1 : e->has_story ? e->story.num_paths : 0;
}

const struct history *explanation_path(const struct explanation *e, size_t k) {
  return e->has_run ? &e->run : &e->story.paths[k].trace;
}

bool explain_needs_invariant(const struct explanation *e) {
  if (e->has_run) return false;
  for (size_t k = 0; e->has_story && k < e->story.num_claims; k++)
    if (e->story.claims[k].reason == STORY_BOUND) return true;
  return !e->has_story;
}

void explain_invariant(const struct explanation *e, struct strings *list) {
  if (!e->has_run) wording_list(&e->words, e->certificate->invariant, list);
}

char *explain_safety(const struct explanation *e) {
  const struct certificate *c = e->certificate;
  if (e->has_run || c->property == CERT_CTL || c->property == CERT_JUSTICE) return NULL;
  if (c->back == 0)
    return memory_string("It is true initially, every allowed step keeps it, and in no such state "
                         "can the bad literal be true.");
  char text[640];
  snprintf(text, sizeof text,
           "By induction over %u step%s: the bad literal is true in none of the first %u of a run, "
           "and behind %u allowed step%s in a row that do not show it, wherever they start%s, no "
           "step shows it.%s",
           (unsigned)c->back, c->back == 1 ? "" : "s", (unsigned)c->back, (unsigned)c->back,
           c->back == 1 ? "" : "s", c->invariant == 1 ? "" : " within the invariant",
           c->invariant == 1 ? ""
                             : " The invariant is true initially, and kept by every allowed step "
                               "that does not show the bad literal.");
  return memory_string(text);
}

char *explain_formula(const struct explanation *e, uint32_t formula) {
  enum { LONGEST = 400 };
  return wording_formula(&e->words, formula, LONGEST);
}

void explain_vcd(const struct explanation *e, size_t k, FILE *file) {
  const struct history **parts, *run = &e->run;
  size_t *sizes, none = 0;
  if (e->has_run) {
    history_vcd(&run, &none, 1, e->title, file);
    return;
  }
  size_t n = story_branch(&e->story, k, &parts, &sizes);
  history_vcd(parts, sizes, n, e->title, file);
  free(parts);
  free(sizes);
}
