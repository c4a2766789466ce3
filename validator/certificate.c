#include "validator/certificate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  const struct v_model *model;
  struct v_certificate *c;
  struct v_system *s;
  const char *at, *end;
  size_t line;
  struct v_map walls; /* variable of a wall: the number of the last block that has it */
  struct v_list mark; /* per variable: the number of the last cube that contained it */
  size_t facts, entries, lassos, covers, blocks, chain, proofs; /* capacities */
  struct v_error *error;
};

static bool wrong(struct reader *r, const char *expected) {
  return v_fail(r->error, "certificate, line %zu: expected %s", r->line, expected);
}

/* --- Tokens: words and numbers with one blank before each but the first, one newline behind the last ------------ */

static bool at_word(struct reader *r, const char *word) {
  size_t size = strlen(word);
  return (size_t)(r->end - r->at) > size && !memcmp(r->at, word, size) && (r->at[size] == ' ' || r->at[size] == '\n');
}

static bool word(struct reader *r, const char *text) {
  if (!at_word(r, text)) return wrong(r, text);
  r->at += strlen(text);
  return true;
}

static bool second(struct reader *r, const char *text) { /* a word that is not the first of its line */
  if (r->at == r->end || *r->at != ' ') return wrong(r, text);
  r->at++;
  return word(r, text);
}

static bool at_eol(const struct reader *r) { return r->at < r->end && *r->at == '\n'; }

static bool eol(struct reader *r) {
  if (!at_eol(r)) return wrong(r, "end of line");
  r->at++;
  r->line++;
  return true;
}

static bool number64(struct reader *r, uint64_t max, uint64_t *value) {
  if (r->at == r->end || *r->at != ' ') return wrong(r, "a blank and a number");
  const char *digits = ++r->at;
  for (*value = 0; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
    *value = 10 * *value + (uint64_t)(*r->at - '0');
    if (*value > max) return wrong(r, "a smaller number");
  }
  if (digits == r->at || (*digits == '0' && r->at > digits + 1)) return wrong(r, "a number without leading zeros");
  return true;
}

static bool number(struct reader *r, uint32_t max, uint32_t *value) {
  uint64_t wide = 0;
  if (!number64(r, max, &wide)) return false;
  *value = (uint32_t)wide;
  return true;
}

static bool predicate(struct reader *r, uint32_t *lit) {
  return number(r, UINT32_MAX, lit) && (v_is_state(r->s, *lit) || wrong(r, "a state literal"));
}

/* `count` digits 0 or 1, "-" for none. */
static bool bits(struct reader *r, size_t count, const char **text) {
  if (r->at == r->end || *r->at != ' ') return wrong(r, "a blank and bits");
  *text = ++r->at;
  if (!count) return (r->at < r->end && *r->at++ == '-') || wrong(r, "- for no bits");
  for (size_t k = 0; k < count; k++, r->at++)
    if (r->at == r->end || (*r->at != '0' && *r->at != '1')) return wrong(r, "a bit per variable");
  return true;
}

/* --- Lists ------------------------------------------------------------------------------------------------------ */

/* n lines "<name> <g> [<input literal> ..]" */
static bool entries(struct reader *r, const char *name, uint32_t count, struct v_span *span) {
  struct v_certificate *c = r->c;
  *span = (struct v_span){(uint32_t)c->num_entries, count};
  for (uint32_t k = 0; k < count; k++) {
    struct v_entry entry = {0};
    if (!word(r, name) || !predicate(r, &entry.guard)) return false;
    uint32_t lit, serial = (uint32_t)c->num_entries + 1;
    entry.cube.first = (uint32_t)c->literals.size;
    for (; !at_eol(r); entry.cube.count++) {
      if (!number(r, UINT32_MAX, &lit)) return false;
      if (!v_is_step_input(r->s, lit)) return wrong(r, "a literal of a step input");
      if (r->mark.at[lit / 2] == serial) return wrong(r, "every input at most once");
      r->mark.at[lit / 2] = serial;
      v_push(&c->literals, lit);
    }
    if (c->num_entries >= V_MAX_VARIABLE) return wrong(r, "fewer entries");
    c->entries = v_grow(c->entries, c->num_entries, &r->entries, sizeof *c->entries);
    c->entries[c->num_entries++] = entry;
    if (!eol(r)) return false;
  }
  return true;
}

static bool counted(struct reader *r, uint32_t *count) { return number(r, V_MAX_VARIABLE, count); }

/* "lasso <m>", m lines "step ..", and "at <t_0> .. <t_(F-1)>" if there is fairness */
static bool lasso(struct reader *r) {
  struct v_certificate *c = r->c;
  struct v_lasso lasso = {.at = (uint32_t)c->positions.size};
  uint32_t count, position;
  if (!word(r, "lasso") || !counted(r, &count) || !eol(r) || !entries(r, "step", count, &lasso.steps)) return false;
  if (!count) return wrong(r, "a lasso of at least one step before here");
  size_t fairness = r->s->fairness.size;
  if (fairness && !word(r, "at")) return false;
  for (size_t j = 0; j < fairness; j++) {
    if (!number(r, count - 1, &position)) return false;
    v_push(&c->positions, position);
  }
  if (fairness && !eol(r)) return false;
  c->lassos = v_grow(c->lassos, c->num_lassos, &r->lassos, sizeof *c->lassos);
  c->lassos[c->num_lassos++] = lasso;
  return true;
}

/* "region <K> <n>", n lines "choice ..", and for each fairness j "cover <j> <n>" with n lines "rank .." */
static bool region(struct reader *r, struct v_fact *fact) {
  struct v_certificate *c = r->c;
  uint32_t count, fairness = (uint32_t)r->s->fairness.size;
  fact->has_region = true;
  if (!word(r, "region") || !predicate(r, &fact->region) || !counted(r, &count) || !eol(r)) return false;
  if (!entries(r, "choice", count, &fact->choices)) return false;
  fact->covers = (struct v_span){(uint32_t)c->num_covers, fairness};
  for (uint32_t j = 0; j < fairness; j++) {
    struct v_ranks ranks = {0};
    uint32_t named;
    if (!word(r, "cover") || !number(r, V_MAX_VARIABLE, &named)) return false;
    if (named != j) return wrong(r, "the fairness numbers in order");
    if (!counted(r, &count) || !eol(r) || !entries(r, "rank", count, &ranks.entries)) return false;
    c->covers = v_grow(c->covers, c->num_covers, &r->covers, sizeof *c->covers);
    c->covers[c->num_covers++] = ranks;
  }
  return true;
}

/* "wall <W>", "dead <D>", "unborn <D>", "side <W> fair <J ..>" or "end fair <J ..>" */
static bool step(struct reader *r, bool last) {
  static const char *const names[] = {"wall", "dead", "unborn", "side", "end"};
  struct v_certificate *c = r->c;
  struct v_step step = {.kind = last ? V_END : V_WALL};
  while (step.kind < V_END && !at_word(r, names[step.kind])) step.kind++;
  if (step.kind == V_END && !last) return wrong(r, "wall, dead, unborn or side");
  if (!word(r, names[step.kind])) return false;
  if (step.kind != V_END && !predicate(r, &step.literal)) return false;
  if (step.kind == V_WALL) *v_map_at(&r->walls, step.literal / 2) = (uint32_t)c->num_blocks;
  if (step.kind == V_SIDE && v_map_get(&r->walls, step.literal / 2) != c->num_blocks) /* would be unsound: section 4 */
    return wrong(r, "the side of an earlier wall of this block");
  if (step.kind >= V_SIDE) {
    if (!second(r, "fair")) return false;
    for (step.fair.first = (uint32_t)c->fair.size; !at_eol(r); step.fair.count++) {
      uint32_t j;
      if (!number(r, V_MAX_VARIABLE, &j)) return false;
      if (j >= r->s->fairness.size) return wrong(r, "a fairness number");
      v_push(&c->fair, j);
    }
  }
  c->chain = v_grow(c->chain, c->num_chain, &r->chain, sizeof *c->chain);
  c->chain[c->num_chain++] = step;
  return eol(r);
}

/* "block <G> <steps>", the steps, and the end line */
static bool block(struct reader *r) {
  struct v_certificate *c = r->c;
  struct v_block block = {0};
  uint32_t count;
  if (!word(r, "block") || !predicate(r, &block.region) || !counted(r, &count) || !eol(r)) return false;
  block.steps = (struct v_span){(uint32_t)c->num_chain, count + 1};
  for (uint32_t k = 0; k <= count; k++)
    if (!step(r, k == count)) return false;
  c->blocks = v_grow(c->blocks, c->num_blocks, &r->blocks, sizeof *c->blocks);
  c->blocks[c->num_blocks++] = block;
  return true;
}

/* --- Facts ------------------------------------------------------------------------------------------------------ */

static bool fact_body(struct reader *r, struct v_fact *fact) {
  struct v_certificate *c = r->c;
  uint32_t count = 0, lassos, regions;
  switch (fact->kind) {
  case V_UPPER: return predicate(r, &fact->bound) && eol(r);
  case V_UPPER_EG:
    if (!counted(r, &count) || !eol(r)) return false;
    fact->blocks = (struct v_span){(uint32_t)c->num_blocks, count};
    for (uint32_t k = 0; k < count; k++)
      if (!block(r)) return false;
    return true;
  case V_LOWER_EX: return predicate(r, &fact->bound) && counted(r, &count) && eol(r) && entries(r, "choice", count, &fact->choices);
  case V_LOWER_EU: return counted(r, &count) && eol(r) && entries(r, "rank", count, &fact->ranks.entries);
  default: break;
  }
  if (!counted(r, &lassos) || !number(r, 1, &regions) || !counted(r, &count) || !eol(r)) return false;
  fact->lassos = (struct v_span){(uint32_t)c->num_lassos, lassos};
  for (uint32_t k = 0; k < lassos; k++)
    if (!lasso(r)) return false;
  if (regions && !region(r, fact)) return false;
  return entries(r, "rank", count, &fact->ranks.entries);
}

static bool facts(struct reader *r) {
  static const char *const names[] = {"upper", "upper-eg", "lower-ex", "lower-eu", "lower-eg"};
  struct v_certificate *c = r->c;
  uint32_t count;
  if (!word(r, "facts") || !counted(r, &count) || !eol(r)) return false;
  for (uint32_t k = 0; k < count; k++) {
    struct v_fact fact = {.kind = V_UPPER};
    while (fact.kind <= V_LOWER_EG && !at_word(r, names[fact.kind])) fact.kind++;
    if (fact.kind > V_LOWER_EG) return wrong(r, "a fact");
    if (!word(r, names[fact.kind]) || !number(r, V_MAX_VARIABLE, &fact.node)) return false;
    if (fact.node >= r->s->num_nodes) return wrong(r, "a node of the formula");
    enum v_op op = r->s->nodes[fact.node].op;
    bool fits = fact.kind == V_UPPER ? op == V_EX || op == V_EU : op == (fact.kind == V_LOWER_EX ? V_EX : fact.kind == V_LOWER_EU ? V_EU : V_EG);
    if (!fits) return wrong(r, "a fact that fits the operator of its node");
    if (c->num_facts) {
      const struct v_fact *last = &c->facts[c->num_facts - 1];
      bool upper_then_lower = last->node == fact.node && last->kind <= V_UPPER_EG && fact.kind > V_UPPER_EG;
      if (fact.node >= last->node && !upper_then_lower) return wrong(r, "facts in decreasing order of nodes, upper before lower");
    }
    if (!fact_body(r, &fact)) return false;
    c->facts = v_grow(c->facts, c->num_facts, &r->facts, sizeof *c->facts);
    c->facts[c->num_facts++] = fact;
  }
  return true;
}

/* --- Sections --------------------------------------------------------------------------------------------------- */

/* "gates <n>" and n lines "and <lhs> <arg> [<arg> ..]" */
static bool gates(struct reader *r) {
  uint32_t count, lhs, arg = 0;
  struct v_list arguments = {0};
  bool good = word(r, "gates") && counted(r, &count) && eol(r);
  if (good && r->s->first_gate + (uint64_t)count >= V_MAX_VARIABLE) good = wrong(r, "fewer variables");
  for (uint32_t k = 0; good && k < count; k++) {
    good = word(r, "and") && number(r, UINT32_MAX, &lhs);
    if (good && lhs != 2 * v_num_variables(r->s)) good = wrong(r, "the next gate literal");
    for (arguments.size = 0; good && !at_eol(r);) {
      good = predicate(r, &arg);
      v_push(&arguments, arg);
    }
    if (good && !arguments.size) good = wrong(r, "an argument");
    if (good) v_add_gate(r->s, arguments.at, arguments.size);
    good = good && eol(r);
  }
  free(arguments.at);
  return good;
}

/* "trace <steps> [<loop>]", "latches ..", and per step "inputs .." */
static bool trace(struct reader *r) {
  struct v_certificate *c = r->c;
  uint64_t value;
  if (!word(r, "trace") || !number64(r, SIZE_MAX / 2, &value)) return false;
  c->steps = (size_t)value;
  if (!c->steps) return wrong(r, "at least one step");
  if (c->property.kind == V_JUSTICE) {
    if (!number64(r, c->steps - 1, &value)) return false;
    c->loop = (size_t)value;
  }
  if (!eol(r) || !word(r, "latches") || !bits(r, r->model->latches.size, &c->latches) || !eol(r)) return false;
  for (size_t k = 0; k < c->steps; k++) {
    const char *line = r->at, *text;
    if (!word(r, "inputs") || !bits(r, r->model->inputs.size, &text) || !eol(r)) return false;
    if (!k) c->inputs = line;
  }
  return true;
}

/* "proofs <n>" and for each "proof <k> <lines>" with as many lines; LRAT is read when it is checked. */
static bool proofs(struct reader *r) {
  struct v_certificate *c = r->c;
  uint32_t count, index;
  uint64_t lines;
  c->has_proofs = true;
  if (!word(r, "proofs") || !counted(r, &count) || !eol(r)) return false;
  for (uint32_t k = 0; k < count; k++) {
    if (!word(r, "proof") || !number(r, V_MAX_VARIABLE, &index)) return false;
    if (index != k) return wrong(r, "the proofs in order");
    if (!number64(r, SIZE_MAX / 2, &lines) || !eol(r)) return false;
    struct v_proof proof = {(size_t)(r->at - (const char *)c->bytes.at), 0, r->line};
    for (; lines; lines--, r->line++) {
      const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
      if (!newline) return wrong(r, "more lines of a proof");
      r->at = newline + 1;
    }
    proof.end = (size_t)(r->at - (const char *)c->bytes.at);
    c->proofs = v_grow(c->proofs, c->num_proofs, &r->proofs, sizeof *c->proofs);
    c->proofs[c->num_proofs++] = proof;
  }
  return true;
}

/* Digest and property; then the system is known. */
static bool head(struct reader *r) {
  struct v_certificate *c = r->c;
  char digest[65];
  bool all = false;
  v_sha256(r->model->bytes.at, r->model->bytes.size, digest);
  if (!word(r, "vouch-certificate") || !second(r, "1") || !eol(r) || !word(r, "model")) return false;
  if (r->end - r->at < 66 || r->at[0] != ' ' || memcmp(r->at + 1, digest, 64) || r->at[65] != '\n')
    return wrong(r, "the digest of this model (the certificate is about another one)");
  r->at += 65;
  if (!eol(r) || !word(r, "property")) return false;
  const char *text = r->at + 1, *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
  struct v_error error;
  if (!newline || newline < text || *r->at != ' ') return wrong(r, "a property");
  if (!v_property_read(r->model, text, (size_t)(newline - text), &c->property, &error)) return wrong(r, error.text);
  r->at = newline;
  if (!eol(r)) return false;
  if (c->property.kind == V_CTL) {
    if (!word(r, "inputs")) return false;
    all = r->end - r->at > 4 && !memcmp(r->at, " all", 4);
    if (!second(r, all ? "all" : "observed") || !eol(r)) return false;
  }
  v_system_init(r->s, r->model, &c->property, all);
  if (!word(r, "verdict")) return false;
  c->holds = r->end - r->at > 6 && !memcmp(r->at, " holds", 6);
  return second(r, c->holds ? "holds" : "fails") && eol(r);
}

static bool body(struct reader *r) {
  struct v_certificate *c = r->c;
  c->is_trace = !c->holds && c->property.kind != V_CTL;
  if (c->is_trace) return trace(r);
  c->facts = v_grow(NULL, 0, &r->facts, sizeof *c->facts); /* never NULL, also when empty */
  c->entries = v_grow(NULL, 0, &r->entries, sizeof *c->entries);
  for (uint32_t var = 0; var < r->s->first_gate; var++) v_push(&r->mark, 0);
  if (!gates(r) || !word(r, "invariant") || !predicate(r, &c->invariant) || !eol(r) || !facts(r)) return false;
  if (!c->holds) {
    size_t count = r->model->latches.size;
    for (size_t k = 0; k < r->model->inputs.size; k++) count += r->s->observed[k];
    if (!word(r, "initial") || !bits(r, count, &c->initial) || !eol(r)) return false;
  }
  return !at_word(r, "proofs") || proofs(r);
}

bool v_certificate_read(struct v_bytes bytes, const struct v_model *model, struct v_certificate *c, struct v_system *s, struct v_error *error) {
  *c = (struct v_certificate){.bytes = bytes};
  *s = (struct v_system){0};
  const char *text = (const char *)bytes.at;
  struct reader r = {.model = model, .c = c, .s = s, .at = text, .end = text + bytes.size, .line = 1, .error = error};
  bool good = head(&r) && body(&r) && word(&r, "end") && eol(&r);
  if (good && r.at != r.end) good = wrong(&r, "nothing behind the end");
  free(r.mark.at);
  v_map_free(&r.walls);
  return good;
}

void v_certificate_free(struct v_certificate *c) {
  v_property_free(&c->property);
  void *arrays[] = {c->bytes.at, c->facts, c->entries, c->lassos, c->covers, c->blocks, c->chain, c->literals.at, c->positions.at, c->fair.at, c->proofs};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
  *c = (struct v_certificate){0};
}
