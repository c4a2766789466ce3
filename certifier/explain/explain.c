#include "certifier/explain/explain.h"

#include "formats/support/escape.h"

static void set_name(char **slot, const char *name) {
  if (!*slot) *slot = memory_string(name);
}

/* Symbols name inputs and latches; those of outputs and of the property sections name the gates
 * behind them. */
static void name_symbols(struct explainer *e) {
  const struct aiger *m = e->model;
  for (size_t k = 0; k < m->num_symbols; k++) {
    const struct aiger_symbol *s = &m->symbols[k];
    const struct lits *section = s->kind == 'o'   ? &m->outputs
                                 : s->kind == 'b' ? &m->bad
                                 : s->kind == 'c' ? &m->constraints
                                 : s->kind == 'f' ? &m->fairness
                                                  : NULL;
    if (s->kind == 'i' && s->index < m->inputs.size)
      set_name(&e->names[m->inputs.at[s->index] >> 1], s->name);
    if (s->kind == 'l' && s->index < m->num_latches)
      set_name(&e->names[m->latches[s->index].lit >> 1], s->name);
    if (section && s->index < section->size && !(section->at[s->index] & 1))
      set_name(&e->gate_names[section->at[s->index] >> 1], s->name);
  }
}

static void name_variables(struct explainer *e) {
  const struct aiger *m = e->model;
  char text[32];
  e->names = memory_zeroed((size_t)m->maxvar + 1, sizeof *e->names);
  e->gate_names = memory_zeroed((size_t)m->maxvar + 1, sizeof *e->gate_names);
  e->gate_of = memory_zeroed((size_t)m->maxvar + 1, sizeof *e->gate_of);
  for (size_t k = 0; k < m->num_ands; k++) e->gate_of[m->ands[k].lhs >> 1] = (uint32_t)k + 1;
  name_symbols(e);
  for (size_t k = 0; k < m->inputs.size; k++) {
    snprintf(text, sizeof text, "i%zu", k);
    set_name(&e->names[m->inputs.at[k] >> 1], text);
  }
  for (size_t k = 0; k < m->num_latches; k++) {
    snprintf(text, sizeof text, "l%zu", k);
    set_name(&e->names[m->latches[k].lit >> 1], text);
  }
}

static void need_leaves(struct explainer *e, uint32_t v) {
  const struct path_formula *path = core_path(e->core, v);
  uint8_t need = e->need[v];
  if (!e->replay->upper_fact[v]) need &= (uint8_t)~EXPLAIN_UPPER;
  if (!e->replay->lower_fact[v]) need &= (uint8_t)~EXPLAIN_LOWER;
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF) e->need[path->nodes[k].left] |= need;
}

/* The bounds that the verdict rests on: those of the root, and of the children where a fact uses
 * them. */
static void find_needs(struct explainer *e) {
  size_t n = e->core->num_nodes;
  e->need = memory_zeroed(n, 1);
  if (n) e->need[0] = e->certificate->holds ? EXPLAIN_LOWER : EXPLAIN_UPPER;
  for (uint32_t v = 0; v < n; v++) {
    const struct core_node *node = &e->core->nodes[v];
    uint8_t need = e->need[v];
    if (node->op == CORE_ATOM) continue;
    if (node->op == CORE_E) need_leaves(e, v);
    if (node->op >= CORE_EX && !e->replay->upper_fact[v]) need &= (uint8_t)~EXPLAIN_UPPER;
    if (node->op >= CORE_EX && !e->replay->lower_fact[v]) need &= (uint8_t)~EXPLAIN_LOWER;
    if (node->op == CORE_NOT)
      need = (uint8_t)((need & EXPLAIN_UPPER ? EXPLAIN_LOWER : 0) |
                       (need & EXPLAIN_LOWER ? EXPLAIN_UPPER : 0));
    e->need[node->left] |= need;
    if (node->op == CORE_AND || node->op == CORE_OR || node->op == CORE_EU)
      e->need[node->right] |= need;
  }
}

void explainer_init(struct explainer *e, struct replay *replay, FILE *out) {
  *e = (struct explainer){.model = replay->model,
                          .certificate = replay->certificate,
                          .core = replay->core,
                          .replay = replay,
                          .out = out};
  name_variables(e);
  find_needs(e);
}

void explainer_free(struct explainer *e) {
  for (size_t v = 0; v <= e->model->maxvar; v++) {
    free(e->names[v]);
    free(e->gate_names[v]);
  }
  free(e->names);
  free(e->gate_names);
  free(e->gate_of);
  free(e->need);
}

static void variable(const struct explainer *e, uint32_t v) {
  const struct replay *r = e->replay;
  if (v < r->first_monitor) {
    if (e->names[v])
      escape_text(e->out, e->names[v]);
    else if (e->gate_names[v])
      escape_text(e->out, e->gate_names[v]);
    else
      fprintf(e->out, "gate%u", (unsigned)v);
  } else if (v < r->first_fresh) {
    fprintf(e->out, "fair%u-before", (unsigned)(v - r->first_monitor));
  } else if (v < r->first_elementary) {
    escape_print(e->out, "next %s", e->names[e->model->inputs.at[v - r->first_fresh] >> 1]);
  } else if (v < r->first_gate) {
    uint32_t k = v - r->first_elementary, all = (uint32_t)r->core->num_variables;
    if (k >= all) fputs("next ", e->out);
    explain_promise(e, k >= all ? k - all : k);
  } else {
    fprintf(e->out, "p%u", (unsigned)(v - r->first_gate));
  }
}

/* The arguments of a gate of the certificate, or of an unnamed gate of the model; *n is 0 for
 * everything else. */
static const uint32_t *arguments(const struct explainer *e, uint32_t v, uint32_t pair[2],
                                 size_t *n) {
  *n = 0;
  if (v >= e->replay->first_gate) {
    const struct cert_gate *gate = &e->certificate->gates[v - e->replay->first_gate];
    *n = gate->args.size;
    return gate->args.at;
  }
  if (v > e->model->maxvar || !e->gate_of[v] || e->gate_names[v]) return pair;
  pair[0] = e->model->ands[e->gate_of[v] - 1].rhs0;
  pair[1] = e->model->ands[e->gate_of[v] - 1].rhs1;
  *n = 2;
  return pair;
}

/* How many leaves the text of a predicate would have; stops counting beyond `limit` or below
 * `depth` gates. */
static size_t leaves(const struct explainer *e, uint32_t lit, size_t limit, unsigned depth) {
  uint32_t pair[2];
  size_t n, sum = 0;
  const uint32_t *args = arguments(e, lit >> 1, pair, &n);
  if (n == 0) return 1;
  if (depth == 0) return limit + 1;
  for (size_t k = 0; k < n && sum <= limit; k++) sum += leaves(e, args[k], limit - sum, depth - 1);
  return sum;
}

/* and(a, !b): "a & !b"; !and(a, !b): "!a | b". No deeper than `leaves` has found. */
static void write_out(const struct explainer *e, uint32_t lit, bool inside) {
  uint32_t pair[2];
  size_t n;
  const uint32_t *args = arguments(e, lit >> 1, pair, &n);
  if (lit >> 1 == 0) {
    fputs(lit ? "true" : "false", e->out);
  } else if (n == 0) {
    if (lit & 1) fputc('!', e->out);
    variable(e, lit >> 1);
  } else {
    if (inside && n > 1) fputc('(', e->out);
    for (size_t k = 0; k < n; k++) {
      if (k) fputs(lit & 1 ? " | " : " & ", e->out);
      write_out(e, args[k] ^ (lit & 1), true);
    }
    if (inside && n > 1) fputc(')', e->out);
  }
}

static void explain_literal(const struct explainer *e, uint32_t lit) {
  enum { MOST_LEAVES = 40, MOST_DEPTH = 8 };
  if (leaves(e, lit, MOST_LEAVES, MOST_DEPTH) <= MOST_LEAVES) {
    write_out(e, lit, false);
    return;
  }
  if (lit >> 1 < e->replay->first_gate) {
    if (lit & 1) fputc('!', e->out);
    variable(e, lit >> 1);
    return;
  }
  const struct cert_gate *gate = &e->certificate->gates[(lit >> 1) - e->replay->first_gate];
  fprintf(e->out, "[%s of %zu parts]", lit & 1 ? "one" : "all", gate->args.size);
}

void explain_cube(const struct explainer *e, const struct lits *cube) {
  if (cube->size == 0) fputs("with any inputs", e->out);
  for (size_t k = 0; k < cube->size; k++) {
    fprintf(e->out, k ? ", %s" : "with %s", cube->at[k] & 1 ? "!" : "");
    variable(e, cube->at[k] >> 1);
  }
}

void explain_node(const struct explainer *e, uint32_t v) {
  const struct core_node *n = &e->core->nodes[v];
  unsigned left = n->left, right = n->right;
  switch (n->op) {
  case CORE_ATOM: explain_literal(e, n->lit); break;
  case CORE_NOT: fprintf(e->out, "!#%u", left); break;
  case CORE_AND: fprintf(e->out, "#%u & #%u", left, right); break;
  case CORE_OR: fprintf(e->out, "#%u | #%u", left, right); break;
  case CORE_EX: fprintf(e->out, "EX #%u", left); break;
  case CORE_EU: fprintf(e->out, "E[#%u U #%u]", left, right); break;
  case CORE_EG: fprintf(e->out, "EG #%u", left); break;
  case CORE_E:
    fputs("E ", e->out);
    explain_psi(e, v);
    break;
  }
}

static void list(const struct explainer *e, const struct choices *choices, const char *what,
                 const char *move) {
  enum { MOST = 20 };
  for (size_t k = 0; k < choices->size && k < MOST; k++) {
    fprintf(e->out, "       %s %zu: in ", what, k + 1);
    explain_literal(e, choices->at[k].guard);
    fprintf(e->out, " step ");
    explain_cube(e, &choices->at[k].inputs);
    fprintf(e->out, "%s\n", move);
  }
  if (choices->size > MOST) fprintf(e->out, "       .. and %zu more\n", choices->size - MOST);
}

/* The choices of a lower-e fact. */
static void promises(const struct explainer *e, const struct choices *from) {
  for (size_t k = 0; k < from->size; k++) {
    fprintf(e->out, "       choice %zu: in ", k + 1);
    explain_literal(e, from->at[k].guard);
    if (from->at[k].inputs.size) fputs(" promise ", e->out);
    for (size_t i = 0; i < from->at[k].inputs.size; i++) {
      uint32_t literal = from->at[k].inputs.at[i];
      fputs(i ? ", " : "", e->out);
      if (literal & 1) fputs("not ", e->out);
      variable(e, literal >> 1);
    }
    fputc('\n', e->out);
  }
}

static void upper_in_words(const struct explainer *e, uint32_t v, const struct fact *f) {
  if (!f) {
    fprintf(e->out, "     at most: every state (nothing is claimed)\n");
    return;
  }
  if (f->kind == FACT_UPPER) {
    fprintf(e->out, "     at most: ");
    explain_literal(e, f->predicate);
    fprintf(e->out, e->core->nodes[v].op == CORE_EU
                        ? "   (contains the targets; no allowed step leads into it from outside)\n"
                        : "   (no other state has an allowed step into the target)\n");
    return;
  }
  if (f->kind == FACT_UPPER_E) {
    fputs("     at most: ", e->out);
    explain_literal(e, f->predicate);
    fprintf(e->out,
            "   (elsewhere all promises that make the formula true lie in %zu region%s in which no "
            "fair path that keeps them can stay)\n",
            f->num_blocks, f->num_blocks == 1 ? "" : "s");
  } else {
    fprintf(e->out,
            "     at most: the states of #%u outside %zu region%s in which no fair path can stay\n",
            (unsigned)e->core->nodes[v].left, f->num_blocks, f->num_blocks == 1 ? "" : "s");
  }
  static const char *const words[] = {[CHAIN_WALL] = "wall, never crossed back",
                                      [CHAIN_DEAD] = "dead, no step out",
                                      [CHAIN_UNBORN] = "unborn, no step in",
                                      [CHAIN_SIDE] = "unfair side of a wall"};
  for (size_t k = 0; k < f->num_blocks; k++) {
    fprintf(e->out, "       region %zu: ", k + 1);
    explain_literal(e, f->blocks[k].closed);
    fputc('\n', e->out);
    for (size_t m = 0; m < f->blocks[k].num_steps; m++) {
      fprintf(e->out, "         %s: ", words[f->blocks[k].steps[m].kind]);
      explain_literal(e, f->blocks[k].steps[m].predicate);
      fputc('\n', e->out);
    }
    const struct lits *fair = &f->blocks[k].end_fair;
    if (f->blocks[k].has_loop)
      fprintf(e->out,
              "         then no walk that meets every fairness comes back to where it began: "
              "a relation over %zu saved values shows it\n",
              e->certificate->saved.size);
    else if (fair->size == 0)
      fprintf(e->out, "         then no step is left\n");
    else
      fprintf(e->out, "         then no arrangement of states that meets fairness");
    for (size_t j = 0; j < fair->size; j++) fprintf(e->out, " %u", (unsigned)fair->at[j]);
    if (fair->size) fprintf(e->out, " is left between the walls\n");
  }
}

static void lower_in_words(const struct explainer *e, uint32_t v, const struct fact *f) {
  if (!f) {
    fprintf(e->out, "     at least: no state (nothing is claimed)\n");
  } else if (f->kind == FACT_LOWER_EX) {
    fprintf(e->out, "     at least: ");
    explain_literal(e, f->predicate);
    fprintf(e->out, "   (%zu choice%s of a step)\n", f->ranks.size, f->ranks.size == 1 ? "" : "s");
    list(e, &f->ranks, "choice", "");
  } else if (f->kind == FACT_LOWER_EU) {
    fprintf(e->out,
            "     at least: the states of #%u and of %zu ranked entries, each with a step to an "
            "earlier one\n",
            (unsigned)e->core->nodes[v].right, f->ranks.size);
    list(e, &f->ranks, "entry", "");
  } else {
    if (f->kind == FACT_LOWER_E) {
      fputs("     at least: ", e->out);
      explain_literal(e, f->predicate);
      fputs(", whence promises can be kept that make the formula true\n", e->out);
      promises(e, &f->from);
    }
    fprintf(e->out, "     %s: %zu lasso%s%s and %zu ranked entries that lead to them\n",
            f->kind == FACT_LOWER_E ? "by" : "at least", f->num_lassos,
            f->num_lassos == 1 ? "" : "s",
            f->has_region ? ", one region that can be stayed in fairly," : "", f->ranks.size);
    for (size_t k = 0; k < f->num_lassos; k++) {
      fprintf(e->out, "       lasso %zu, %zu step%s:\n", k + 1, f->lassos[k].steps.size,
              f->lassos[k].steps.size == 1 ? "" : "s");
      list(e, &f->lassos[k].steps, "  step", "");
    }
    if (f->has_region) {
      fprintf(e->out, "       region: ");
      explain_literal(e, f->region.inside);
      fputc('\n', e->out);
      list(e, &f->region.choices, "  choice", " and stay");
    }
    list(e, &f->ranks, "entry", "");
  }
}

void explain_facts(const struct explainer *e) {
  fprintf(e->out, "Every reachable state satisfies: ");
  explain_literal(e, e->certificate->invariant);
  fprintf(e->out, "\n");
  if (e->core->num_nodes == 0) return;
  fprintf(e->out, "\nThe formula, node by node (#0 is the whole; path quantifiers are about fair "
                  "paths where model or property have fairness, constraints or assumptions):\n");
  for (uint32_t v = 0; v < e->core->num_nodes; v++) {
    bool temporal = e->core->nodes[v].op >= CORE_EX;
    fprintf(e->out, "  #%u  ", (unsigned)v);
    explain_node(e, v);
    fputc('\n', e->out);
    if (temporal && (e->need[v] & EXPLAIN_UPPER)) upper_in_words(e, v, e->replay->upper_fact[v]);
    if (temporal && (e->need[v] & EXPLAIN_LOWER)) lower_in_words(e, v, e->replay->lower_fact[v]);
  }
}
