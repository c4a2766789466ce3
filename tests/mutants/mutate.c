#include "tests/mutants/mutate.h"

#include <ctype.h>

/* --- the structured certificate --------------------------------------------------------------- */

static size_t pick(struct rng *rng, size_t n) { return rng_below(rng, (uint32_t)n); }

/* Some other literal: the complement, a constant, or one of a nearby variable. */
static void change_literal(struct rng *rng, uint32_t *literal) {
  switch (rng_below(rng, 4)) {
  case 0: *literal = rng_below(rng, 2); break;
  case 1: *literal = rng_below(rng, *literal + 3); break;
  default: *literal ^= 1u;
  }
}

static void drop_literal(struct rng *rng, struct lits *v) {
  if (!v->size) return;
  size_t k = pick(rng, v->size);
  memmove(v->at + k, v->at + k + 1, (v->size - k - 1) * sizeof *v->at);
  v->size--;
}

static void mutate_literals(struct rng *rng, struct lits *v) {
  if (!v->size) return;
  if (rng_chance(rng, 50))
    drop_literal(rng, v);
  else
    change_literal(rng, &v->at[pick(rng, v->size)]);
}

static void mutate_gate(struct rng *rng, struct certificate *c) {
  size_t all = c->num_gates + c->num_relations;
  if (!all) return;
  size_t k = pick(rng, all);
  struct lits *args = k < c->num_gates ? &c->gates[k].args : &c->relations[k - c->num_gates].args;
  if (args->size > 1 && rng_chance(rng, 60))
    drop_literal(rng, args);
  else
    change_literal(rng, &args->at[pick(rng, args->size)]);
}

static void drop_choice(struct rng *rng, struct choices *v) {
  size_t k = pick(rng, v->size);
  choice_free(&v->at[k]);
  memmove(v->at + k, v->at + k + 1, (v->size - k - 1) * sizeof *v->at);
  v->size--;
}

static void mutate_choices(struct rng *rng, struct choices *v) {
  if (!v->size) return;
  struct choice *a = &v->at[pick(rng, v->size)], *b = &v->at[pick(rng, v->size)], swap = *a;
  switch (rng_below(rng, 5)) {
  case 0: drop_choice(rng, v); break;
  case 1: change_literal(rng, &a->guard); break;
  case 2: mutate_literals(rng, &a->inputs); break;
  case 3: mutate_literals(rng, &a->values); break;
  default: *a = *b; *b = swap;
  }
}

static void mutate_block(struct rng *rng, struct block *block) {
  uint32_t choice = rng_below(rng, 6);
  if (choice == 0) change_literal(rng, &block->closed);
  if (choice == 1 && block->has_loop) change_literal(rng, &block->loop);
  if (choice == 1 && !block->has_loop) mutate_literals(rng, &block->end_fair);
  if (!block->num_steps || choice < 2) return;
  size_t k = pick(rng, block->num_steps);
  struct chain_step *step = &block->steps[k];
  if (choice == 2) change_literal(rng, &step->predicate);
  if (choice == 3) step->kind = (enum chain_kind)rng_below(rng, 4);
  if (choice == 4) mutate_literals(rng, &step->fair);
  if (choice == 5) {
    lits_free(&step->fair);
    memmove(step, step + 1, (block->num_steps - k - 1) * sizeof *step);
    block->num_steps--;
  }
}

static void mutate_region(struct rng *rng, struct region *region) {
  uint32_t choice = rng_below(rng, 3);
  if (choice == 0) change_literal(rng, &region->inside);
  if (choice == 1) mutate_choices(rng, &region->choices);
  if (choice == 2 && region->num_covers)
    mutate_choices(rng, &region->covers[pick(rng, region->num_covers)]);
}

static void mutate_fact(struct rng *rng, struct certificate *c) {
  if (!c->num_facts) return;
  struct fact *fact = &c->facts[pick(rng, c->num_facts)];
  switch (rng_below(rng, 7)) {
  case 0: change_literal(rng, &fact->predicate); break;
  case 1: fact->node = rng_below(rng, fact->node + 3); break;
  case 2:
    if (fact->has_region) mutate_region(rng, &fact->region);
    break;
  case 3:
    if (fact->num_blocks) mutate_block(rng, &fact->blocks[pick(rng, fact->num_blocks)]);
    break;
  case 4:
    if (fact->num_lassos) {
      struct lasso *lasso = &fact->lassos[pick(rng, fact->num_lassos)];
      if (rng_chance(rng, 60))
        mutate_choices(rng, &lasso->steps);
      else if (lasso->at.size)
        lasso->at.at[pick(rng, lasso->at.size)] = rng_below(rng, (uint32_t)lasso->steps.size + 1);
    }
    break;
  default: mutate_choices(rng, &fact->ranks);
  }
}

/* A fact less. What it owns goes to the place behind the end, where certificate_free does not look:
 * it is freed here. */
static void drop_fact(struct rng *rng, struct certificate *c) {
  if (!c->num_facts) return;
  size_t k = pick(rng, c->num_facts);
  struct certificate orphan = {.facts = memory_alloc(1, sizeof *c->facts), .num_facts = 1};
  orphan.facts[0] = c->facts[k];
  memmove(c->facts + k, c->facts + k + 1, (c->num_facts - k - 1) * sizeof *c->facts);
  c->num_facts--;
  certificate_free(&orphan);
}

static void flip_bit(struct rng *rng, char *bits) {
  size_t n = bits ? strlen(bits) : 0;
  if (n) bits[pick(rng, n)] ^= 1;
}

/* A row where there was none, of any bits, mostly ones; none where there was one; another bit. */
static void change_returning(struct rng *rng, struct certificate *c) {
  if (c->trace_returning && rng_chance(rng, 70)) {
    flip_bit(rng, c->trace_returning);
    return;
  }
  bool there = c->trace_returning;
  free(c->trace_returning);
  c->trace_returning = there ? NULL : memory_string(c->trace_latches);
  uint32_t ones = rng_below(rng, 5);
  for (char *bit = c->trace_returning; bit && *bit; bit++)
    *bit = (char)('0' + (rng_below(rng, 4) < ones));
}

static void mutate_trace(struct rng *rng, struct certificate *c) {
  uint32_t choice = rng_below(rng, 4);
  if (c->property == CERT_JUSTICE && rng_chance(rng, 30)) {
    change_returning(rng, c);
    return;
  }
  if (choice == 0) flip_bit(rng, c->trace_latches);
  if (choice == 1 && c->trace_steps) flip_bit(rng, c->trace_inputs[pick(rng, c->trace_steps)]);
  if (choice == 2 && c->trace_steps > 1) free(c->trace_inputs[--c->trace_steps]);
  if (choice == 3 && c->property == CERT_JUSTICE)
    c->trace_loop = rng_below(rng, (uint32_t)c->trace_steps);
}

/* The other verdict, with as much of the evidence as its form can keep. */
static void flip_verdict(struct rng *rng, struct certificate *c) {
  c->holds = !c->holds;
  if (c->property != CERT_CTL) return;
  if (c->holds) {
    free(c->initial);
    c->initial = NULL;
  } else if (!c->initial) {
    /* How many bits there are is not known here; the guess is often right for small models. */
    size_t n = pick(rng, 9);
    c->initial = memory_zeroed(n + 1, 1);
    for (size_t k = 0; k < n; k++) c->initial[k] = (char)('0' + rng_below(rng, 2));
  }
}

void mutate_certificate(struct rng *rng, struct certificate *c) {
  unsigned count = 1 + rng_below(rng, 3) / 2;
  for (unsigned k = 0; k < count; k++) {
    if (certificate_is_trace(c) && c->trace_latches) {
      mutate_trace(rng, c);
      continue;
    }
    switch (rng_below(rng, c->has_saved ? 11 : 10)) {
    case 10: mutate_literals(rng, &c->saved); break;
    case 0: change_literal(rng, &c->invariant); break;
    case 1: drop_fact(rng, c); break;
    case 2:
      flip_bit(rng, c->initial);
      if (c->back > 0) c->back = rng_below(rng, c->back + 2);
      break;
    case 3: c->index = rng_below(rng, 2); break;
    case 4:
      if (c->property == CERT_CTL) flip_verdict(rng, c);
      break;
    case 5:
    case 6: mutate_gate(rng, c); break;
    default: mutate_fact(rng, c);
    }
  }
}

/* --- the text --------------------------------------------------------------------------------- */

static size_t line_start(const char *text, size_t at) {
  while (at > 0 && text[at - 1] != '\n') at--;
  return at;
}

static size_t line_end(const char *text, size_t size, size_t at) {
  while (at < size && text[at] != '\n') at++;
  return at < size ? at + 1 : size;
}

char *mutate_text(struct rng *rng, const char *text, size_t *size) {
  char *copy = memory_alloc(*size + 2, 1);
  memcpy(copy, text, *size);
  copy[*size] = 0;
  if (!*size) return copy;
  size_t at = pick(rng, *size), start = line_start(text, at), end = line_end(text, *size, at);
  switch (rng_below(rng, 5)) {
  case 0: *size = at; break;    /* cut anywhere */
  case 1: *size = start; break; /* cut at a line */
  case 2:                       /* a line lost */
    memmove(copy + start, copy + end, *size - end);
    *size -= end - start;
    break;
  case 3: copy[at] = (char)(copy[at] ^ (1 << rng_below(rng, 7))); break;
  default: /* a digit changed */
    while (at < *size && !isdigit((unsigned char)copy[at])) at++;
    if (at < *size) copy[at] = (char)('0' + rng_below(rng, 10));
  }
  copy[*size] = 0;
  return copy;
}
