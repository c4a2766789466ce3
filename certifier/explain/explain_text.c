#include "certifier/explain/explain.h"
#include "certifier/explain/general.h"
#include "formats/support/escape.h"

/* Longer lists are cut; --facts has everything. */
enum { MOST_ENTRIES = 24, MOST_BOUNDS = 8 };

static void print_list(const struct strings *list, size_t most, unsigned indent, FILE *file) {
  for (size_t k = 0; k < list->size && k < most; k++)
    escape_line(file, "%*s%s", (int)indent, "", list->at[k]);
  if (list->size > most)
    fprintf(file, "%*s.. and %zu more (--facts has all)\n", (int)indent, "", list->size - most);
}

/* Of a property that holds print_general says it. */
static void print_bounds(const struct story_claim *c, unsigned indent, FILE *file) {
  if (c->reason != STORY_BOUND || c->bounds.size == 0 || c->example) return;
  fprintf(file, "%*sThis is shown for all reachable states, this one among them, with\n",
          (int)indent, "");
  print_list(&c->bounds, MOST_BOUNDS, indent + 2, file);
}

static void print_claims(const struct explanation *e, FILE *file) {
  for (size_t k = 0; k < e->story.num_claims; k++) {
    const struct story_claim *c = &e->story.claims[k];
    char *text = explain_claim(e, c);
    escape_line(file, "%*s- %s", 2 * (int)c->depth, "", text);
    if (!e->certificate->holds || e->certificate->property != CERT_CTL)
      print_bounds(c, 2 * c->depth + 2, file);
    free(text);
  }
}

/* Paths that have only their first state say nothing that others do not. */
static void print_paths(const struct explanation *e, unsigned width, FILE *file) {
  for (size_t k = 0; k < explanation_paths(e); k++) {
    const struct history *trace = explanation_path(e, k);
    fputc('\n', file);
    if (e->has_run)
      fprintf(file, "The run:\n");
    else if (trace->num_steps == 1 && trace->loop == HISTORY_NO_LOOP)
      fprintf(file, "Step %zu%s:\n", trace->first, trace->first ? "" : ", an initial state");
    else if (k == 0)
      fprintf(file, "Path 1, from an initial state:\n");
    else
      fprintf(file, "Path %zu, which leaves path %zu in step %zu:\n", k + 1,
              e->story.paths[k].from + 1, trace->first);
    history_table(trace, width, 1, file);
    explain_along(e, k, file);
  }
}

/* What has to be true again and again; "fair0: a & !b" where it has no name. */
static void print_fairness(const struct explanation *e, FILE *file) {
  for (size_t j = 0; j < e->replay.fairness.size; j++) {
    char *text = wording_definition(&e->words, e->replay.fairness.at[j]);
    escape_line(file, "  %s", text);
    free(text);
  }
}

static void print_general(const struct explanation *e, FILE *file) {
  struct general general;
  general_init(&general, e);
  if (general.size && e->certificate->holds) {
    fputs("\nWhat the certificate shows of all reachable states:\n", file);
    for (size_t k = 0; k < general.size; k++) {
      escape_line(file, "- %s", general.at[k].text);
      print_list(&general.at[k].where, MOST_ENTRIES, 4, file);
    }
  }
  general_free(&general);
}

static void print_invariant(const struct explanation *e, FILE *file) {
  struct strings list = {0};
  explain_invariant(e, &list);
  if (list.size) {
    fputs("\nEvery reachable state satisfies (the invariant of the certificate):\n", file);
    print_list(&list, MOST_ENTRIES, 2, file);
  } else {
    fputs("\nThe certificate needs no invariant.\n", file);
  }
  strings_free(&list);
  wording_ghosts(&e->words, file);
  char *why = explain_safety(e);
  if (why) escape_line(file, "%s", why);
  free(why);
}

void explain_text(const struct explanation *e, unsigned width, FILE *file) {
  explain_head(e, file);
  if (e->certificate->property == CERT_JUSTICE) {
    fprintf(file, "\nA run is fair if each of these is true again and again:\n");
    print_fairness(e, file);
  }
  if (e->has_story) {
    fputs("\nWhy:\n", file);
    print_claims(e, file);
  }
  print_paths(e, width, file);
  print_general(e, file);
  if (explain_needs_invariant(e)) print_invariant(e, file);
}
