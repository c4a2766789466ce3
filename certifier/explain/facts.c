/* The bounds of a certificate, node by node: everything that it says, for those who want to check a
 * rule by hand. */
#include "certifier/explain/facts.h"

#include "certifier/explain/explain.h"
#include "formats/support/escape.h"
#include "formats/support/text_file.h"

static void explain_literal(const struct facts *e, uint32_t lit) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  wording_literal(e->words, lit, file);
  text_close(file);
  escape_text(e->out, text);
  free(text);
}

/* Elementary variables as what they promise. */
static void variable(const struct facts *e, uint32_t v) {
  const struct replay *r = e->replay;
  if (v < r->first_elementary || v >= r->first_ghost) {
    explain_literal(e, 2 * v);
    return;
  }
  uint32_t k = v - r->first_elementary, all = (uint32_t)r->core->num_variables;
  if (k >= all) fputs("next ", e->out);
  facts_promise(e, k >= all ? k - all : k);
}

/* An input literal by itself, or what it follows. */
static void explain_input(const struct facts *e, uint32_t input, uint32_t value) {
  bool follows = value != CHOICE_TRUE;
  if (!follows && (input & 1)) fputc('!', e->out);
  variable(e, input >> 1);
  if (!follows) return;
  fputs(" as ", e->out);
  explain_literal(e, value ^ (input & 1));
}

/* The step inputs of a choice: "with a, !b, c as d"; "with any inputs" if there are none. */
static void explain_cube(const struct facts *e, const struct choice *choice) {
  if (choice->inputs.size == 0) fputs("with any inputs", e->out);
  for (size_t k = 0; k < choice->inputs.size; k++) {
    fputs(k ? ", " : "with ", e->out);
    explain_input(e, choice->inputs.at[k], choice_value(choice, k));
  }
}

/* A core node as a formula over other nodes: "E[#3 U #4]", atoms by name. */
static void explain_node(const struct facts *e, uint32_t v) {
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
    facts_psi(e, v);
    break;
  }
}

static void list(const struct facts *e, const struct choices *choices, const char *what,
                 const char *move) {
  enum { MOST = 20 };
  for (size_t k = 0; k < choices->size && k < MOST; k++) {
    fprintf(e->out, "       %s %zu: in ", what, k + 1);
    explain_literal(e, choices->at[k].guard);
    fprintf(e->out, " step ");
    explain_cube(e, &choices->at[k]);
    fprintf(e->out, "%s\n", move);
  }
  if (choices->size > MOST) fprintf(e->out, "       .. and %zu more\n", choices->size - MOST);
}

/* The choices of a lower-e fact. */
static void promises(const struct facts *e, const struct choices *from) {
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

static void upper_in_words(const struct facts *e, uint32_t v, const struct fact *f) {
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

static void lower_in_words(const struct facts *e, uint32_t v, const struct fact *f) {
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

static void print_facts(const struct facts *e) {
  fprintf(e->out, "Every reachable state satisfies:\n");
  struct strings list = {0};
  wording_list(e->words, e->certificate->invariant, &list);
  for (size_t k = 0; k < list.size; k++) escape_line(e->out, "  %s", list.at[k]);
  if (list.size == 0) fputs("  true\n", e->out);
  strings_free(&list);
  wording_ghosts(e->words, e->out);
  if (e->certificate->back > 0)
    fprintf(e->out, "This and the property by induction over %u step%s.\n",
            (unsigned)e->certificate->back, e->certificate->back == 1 ? "" : "s");
  if (e->core->num_nodes == 0) return;
  fprintf(e->out, "\nThe formula, node by node (#0 is the whole; path quantifiers are about fair "
                  "paths where model or property have fairness, constraints or assumptions):\n");
  for (uint32_t v = 0; v < e->core->num_nodes; v++) {
    bool temporal = e->core->nodes[v].op >= CORE_EX;
    fprintf(e->out, "  #%u  ", (unsigned)v);
    explain_node(e, v);
    fputc('\n', e->out);
    if (temporal && (e->need[v] & NEED_UPPER)) upper_in_words(e, v, e->replay->upper_fact[v]);
    if (temporal && (e->need[v] & NEED_LOWER)) lower_in_words(e, v, e->replay->lower_fact[v]);
  }
}

void explain_facts(const struct explanation *e, FILE *file) {
  struct facts facts = {.certificate = e->certificate,
                        .core = &e->core,
                        .replay = &e->replay,
                        .words = &e->words,
                        .out = file};
  explain_head(e, file);
  fputc('\n', file);
  if (e->has_run) {
    fputs("The certificate is a run, without bounds: explain it without --facts.\n", file);
    return;
  }
  facts.need = facts_needs(e->certificate, &e->replay);
  print_facts(&facts);
  free(facts.need);
}
