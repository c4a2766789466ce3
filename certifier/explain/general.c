#include "certifier/explain/general.h"

#include "certifier/explain/facts.h"
#include "formats/support/text_file.h"

/* Regions of one bound beyond this many are only counted. */
enum { MOST_REGIONS = 6 };

/* Takes the text. */
static struct strings *add(struct general *g, char *text) {
  g->at = memory_room(g->at, g->size, &g->capacity, sizeof *g->at);
  g->at[g->size] = (struct general_entry){.text = text};
  return &g->at[g->size++].where;
}

static char *format(const char *formula, bool holds, const char *where, size_t n) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  fprintf(file, "%s %s ", formula, holds ? "holds" : "fails");
  fprintf(file, where, n);
  text_close(file);
  return text;
}

/* Everywhere but in Q the node fails, or in Q it holds; what is said is about the formula. */
static void add_predicate(struct general *g, const struct explanation *e, const char *formula,
                          bool holds, uint32_t where) {
  if (where == 0) return; /* nowhere: nothing is said */
  struct strings list = {0};
  wording_list(&e->words, where, &list);
  *add(g, format(formula, holds,
                 list.size ? "in every reachable state with" : "in every reachable state", 0)) =
      list;
}

/* No fair path stays in the regions of an upper bound. */
static void add_regions(struct general *g, const struct explanation *e, const char *formula,
                        bool holds, const struct fact *f) {
  for (size_t k = 0; k < f->num_blocks && k < MOST_REGIONS; k++)
    add_predicate(g, e, formula, holds, f->blocks[k].closed);
  if (f->num_blocks > MOST_REGIONS)
    add(g, format(formula, holds, "in %zu regions more (--facts has them)",
                  f->num_blocks - MOST_REGIONS));
}

static void add_lower(struct general *g, const struct explanation *e, const char *formula,
                      bool holds, const struct fact *f) {
  if (f->kind == FACT_LOWER_EX || f->kind == FACT_LOWER_E)
    add_predicate(g, e, formula, holds, f->predicate);
  else if (f->kind == FACT_LOWER_EU)
    add(g,
        format(formula, holds,
               f->ranks.size == 1
                   ? "where its goal is true, and in every reachable state that the %zu entry of a "
                     "strategy covers (--facts has it)"
                   : "where its goal is true, and in every reachable state that one of the %zu "
                     "entries of "
                     "a strategy covers (--facts has them)",
               f->ranks.size));
  else
    add(g, format(formula, holds,
                  "in every reachable state that one of the %zu entries of a strategy covers "
                  "(--facts has them)",
                  f->ranks.size + f->region.choices.size + f->num_lassos));
}

/* The two parts of A[U], and fairness, are nobody's formula: UINT32_MAX. */
static uint32_t *invert(const struct explanation *e) {
  uint32_t *formula = memory_alloc(e->core.num_nodes, sizeof *formula);
  for (size_t v = 0; v < e->core.num_nodes; v++) formula[v] = UINT32_MAX;
  for (uint32_t k = 0; k <= e->root; k++) {
    if (e->map[k] == CORE_NOWHERE || e->ctl.arena.at[k].op == FORMULA_NOT) continue;
    formula[e->map[k] >> 1] = k;
  }
  return formula;
}

static void add_node(struct general *g, const struct explanation *e, uint32_t v, uint32_t k,
                     uint8_t need) {
  const struct fact *upper = e->replay.upper_fact[v], *lower = e->replay.lower_fact[v];
  bool complement = e->map[k] & 1;
  char *formula = explain_formula(e, k);
  if ((need & NEED_UPPER) && upper && upper->kind == FACT_UPPER_EG)
    add_regions(g, e, formula, complement, upper);
  else if ((need & NEED_UPPER) && upper)
    add_predicate(g, e, formula, complement, upper->predicate ^ 1);
  if ((need & NEED_LOWER) && lower) add_lower(g, e, formula, !complement, lower);
  free(formula);
}

void general_init(struct general *g, const struct explanation *e) {
  *g = (struct general){0};
  if (!e->has_story || e->certificate->property != CERT_CTL) return;
  uint8_t *need = facts_needs(e->certificate, &e->replay);
  uint32_t *formula = invert(e);
  for (uint32_t v = 0; v < e->core.num_nodes; v++)
    if (e->core.nodes[v].op >= CORE_EX && formula[v] != UINT32_MAX && need[v])
      add_node(g, e, v, formula[v], need[v]);
  free(need);
  free(formula);
}

void general_free(struct general *g) {
  for (size_t k = 0; k < g->size; k++) {
    free(g->at[k].text);
    strings_free(&g->at[k].where);
  }
  free(g->at);
  *g = (struct general){0};
}
