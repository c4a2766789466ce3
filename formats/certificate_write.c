#include "formats/certificate.h"

static void write_lits(const struct lits *lits, FILE *file) {
  for (size_t k = 0; k < lits->size; k++) fprintf(file, " %u", lits->at[k]);
  putc('\n', file);
}

static void write_cube(const struct choice *choice, FILE *file) {
  for (size_t k = 0; k < choice->inputs.size; k++) {
    fprintf(file, " %u", choice->inputs.at[k]);
    if (choice_value(choice, k) != CHOICE_TRUE) fprintf(file, " = %u", choice_value(choice, k));
  }
  putc('\n', file);
}

static void write_choices(const char *word, const struct choices *choices, FILE *file) {
  for (size_t k = 0; k < choices->size; k++) {
    fprintf(file, "%s %u", word, choices->at[k].guard);
    write_cube(&choices->at[k], file);
  }
}

/* What follows the head of a lower-eg or lower-e fact, with the counts on its line. */
static void write_lower_eg(const struct fact *fact, FILE *file) {
  fprintf(file, " %zu %d %zu", fact->num_lassos, fact->has_region ? 1 : 0, fact->ranks.size);
  if (fact->kind == FACT_LOWER_E) fprintf(file, " %zu", fact->from.size);
  putc('\n', file);
  for (size_t k = 0; k < fact->num_lassos; k++) {
    const struct lasso *lasso = &fact->lassos[k];
    fprintf(file, "lasso %zu\n", lasso->steps.size);
    write_choices("step", &lasso->steps, file);
    if (lasso->at.size) {
      fputs("at", file);
      write_lits(&lasso->at, file);
    }
  }
  if (fact->has_region) {
    const struct region *region = &fact->region;
    fprintf(file, "region %u %zu\n", region->inside, region->choices.size);
    write_choices("choice", &region->choices, file);
    for (size_t j = 0; j < region->num_covers; j++) {
      fprintf(file, "cover %zu %zu\n", j, region->covers[j].size);
      write_choices("rank", &region->covers[j], file);
    }
  }
  write_choices("rank", &fact->ranks, file);
  write_choices("from", &fact->from, file);
}

static void write_end(const struct block *block, FILE *file) {
  if (block->has_loop) {
    fprintf(file, "loop %u\n", block->loop);
    return;
  }
  fputs("end fair", file);
  write_lits(&block->end_fair, file);
}

/* What follows the head of an upper-eg or upper-e fact. */
static void write_upper_eg(const struct fact *fact, FILE *file) {
  static const char *const words[] = {[CHAIN_WALL] = "wall",
                                      [CHAIN_DEAD] = "dead",
                                      [CHAIN_UNBORN] = "unborn",
                                      [CHAIN_SIDE] = "side"};
  fprintf(file, " %zu\n", fact->num_blocks);
  for (size_t k = 0; k < fact->num_blocks; k++) {
    const struct block *block = &fact->blocks[k];
    fprintf(file, "block %u %zu\n", block->closed, block->num_steps);
    for (size_t m = 0; m < block->num_steps; m++) {
      const struct chain_step *step = &block->steps[m];
      fprintf(file, "%s %u%s", words[step->kind], step->predicate,
              step->kind == CHAIN_SIDE ? " fair" : "\n");
      if (step->kind == CHAIN_SIDE) write_lits(&step->fair, file);
    }
    write_end(block, file);
  }
}

static void write_fact(const struct fact *fact, FILE *file) {
  switch (fact->kind) {
  case FACT_NONE: break;
  case FACT_UPPER: fprintf(file, "upper %u %u\n", fact->node, fact->predicate); break;
  case FACT_LOWER_EX:
    fprintf(file, "lower-ex %u %u %zu\n", fact->node, fact->predicate, fact->ranks.size);
    write_choices("choice", &fact->ranks, file);
    break;
  case FACT_LOWER_EU:
    fprintf(file, "lower-eu %u %zu\n", fact->node, fact->ranks.size);
    write_choices("rank", &fact->ranks, file);
    break;
  case FACT_LOWER_EG:
    fprintf(file, "lower-eg %u", fact->node);
    write_lower_eg(fact, file);
    break;
  case FACT_UPPER_EG:
    fprintf(file, "upper-eg %u", fact->node);
    write_upper_eg(fact, file);
    break;
  case FACT_LOWER_E:
    fprintf(file, "lower-e %u %u", fact->node, fact->predicate);
    write_lower_eg(fact, file);
    break;
  case FACT_UPPER_E:
    fprintf(file, "upper-e %u %u", fact->node, fact->predicate);
    write_upper_eg(fact, file);
    break;
  }
}

/* Is there a loop in the view of an E node? */
static bool has_view_loop(const struct certificate *c) {
  for (size_t k = 0; k < c->num_facts; k++)
    for (size_t b = 0; c->facts[k].kind == FACT_UPPER_E && b < c->facts[k].num_blocks; b++)
      if (c->facts[k].blocks[b].has_loop) return true;
  return false;
}

/* Is there an input that follows a predicate? */
static bool has_follows(const struct certificate *c) {
  for (size_t k = 0; k < c->num_facts; k++)
    if (fact_follows(&c->facts[k])) return true;
  return false;
}

static void write_head(const struct certificate *c, FILE *file) {
  static const char *const words[] = {
      [CERT_BAD] = "bad", [CERT_OUTPUT] = "output", [CERT_JUSTICE] = "justice"};
  unsigned needed = c->has_ghosts ? 4 : c->has_saved ? 2 : 1;
  if (has_view_loop(c)) needed = CERT_VIEW_LOOPS;
  if (has_follows(c)) needed = CERT_FOLLOWS;
  if (c->back > 0) needed = CERT_INDUCTION;
  if (c->trace_returning) needed = CERT_RETURNING;
  unsigned version = c->version > needed ? c->version : needed;
  fprintf(file, "vouch-certificate %u\nmodel %s\n", version, c->model_sha256);
  if (c->property == CERT_CTL)
    fprintf(file, "property ctl %s\ninputs %s\n", c->formula, c->inputs_all ? "all" : "observed");
  else
    fprintf(file, "property %s %u\n", words[c->property], c->index);
  fprintf(file, "verdict %s\n", c->holds ? "holds" : "fails");
}

static const char *bits_or_dash(const char *bits) { return bits && *bits ? bits : "-"; }

static void write_trace(const struct certificate *c, FILE *file) {
  fprintf(file, "trace %zu", c->trace_steps);
  if (c->property == CERT_JUSTICE) fprintf(file, " %u", c->trace_loop);
  fprintf(file, "\nlatches %s\n", bits_or_dash(c->trace_latches));
  if (c->trace_returning) fprintf(file, "returning %s\n", bits_or_dash(c->trace_returning));
  for (size_t k = 0; k < c->trace_steps; k++)
    fprintf(file, "inputs %s\n", bits_or_dash(c->trace_inputs[k]));
}

static size_t count_lines(const struct cert_proof *proof) {
  size_t lines = 0;
  for (size_t k = 0; k < proof->size; k++) lines += proof->text[k] == '\n';
  return lines;
}

static void write_gates(const char *word, const struct cert_gate *gates, size_t n, FILE *file) {
  fprintf(file, "%s %zu\n", word, n);
  for (size_t k = 0; k < n; k++) {
    fprintf(file, "and %u", gates[k].lhs);
    write_lits(&gates[k].args, file);
  }
}

/* A line of its own, if it is there. */
static void write_list(const char *word, bool there, const struct lits *list, FILE *file) {
  if (!there) return;
  fputs(word, file);
  write_lits(list, file);
}

static void write_body(const struct certificate *c, FILE *file) {
  write_list("ghosts", c->has_ghosts, &c->ghosts, file);
  write_gates("gates", c->gates, c->num_gates, file);
  write_list("next", c->has_ghosts, &c->next, file);
  write_list("saved", c->has_saved, &c->saved, file);
  if (c->has_saved) write_gates("relations", c->relations, c->num_relations, file);
  fprintf(file, "invariant %u\n", c->invariant);
  if (c->back > 0) fprintf(file, "induction %u\n", c->back);
  fprintf(file, "facts %zu\n", c->num_facts);
  for (size_t k = 0; k < c->num_facts; k++) write_fact(&c->facts[k], file);
  if (c->property == CERT_CTL && !c->holds) fprintf(file, "initial %s\n", bits_or_dash(c->initial));
  if (!c->has_proofs) return;
  fprintf(file, "proofs %zu\n", c->num_proofs);
  for (size_t k = 0; k < c->num_proofs; k++) {
    fprintf(file, "proof %zu %zu\n", k, count_lines(&c->proofs[k]));
    fwrite(c->proofs[k].text, 1, c->proofs[k].size, file);
  }
}

bool certificate_write(const struct certificate *c, FILE *file) {
  write_head(c, file);
  if (certificate_is_trace(c))
    write_trace(c, file);
  else
    write_body(c, file);
  fputs("end\n", file);
  return !ferror(file) && fflush(file) == 0;
}
