#include "formats/certificate.h"

#include "formats/support/input.h"

#include <ctype.h>

/* A line is read as: a word, then numbers, each behind one blank, then the newline. */
struct reader {
  const char *name;
  const char *bytes;
  size_t size, at, line;
  struct certificate *c;
  struct fault *fault;
};

static bool expected(struct reader *r, const char *what) {
  if (r->at >= r->size)
    return fault_set(r->fault, "%s:%zu: expected %s, found the end of the file", r->name, r->line,
                     what);
  size_t n = 0;
  while (n < 40 && r->at + n < r->size && isprint((unsigned char)r->bytes[r->at + n])) n++;
  if (n)
    return fault_set(r->fault, "%s:%zu: expected %s, found '%.*s'", r->name, r->line, what, (int)n,
                     r->bytes + r->at);
  if (r->bytes[r->at] == '\n')
    return fault_set(r->fault, "%s:%zu: expected %s, found the end of the line", r->name, r->line,
                     what);
  return fault_set(r->fault, "%s:%zu: expected %s, found byte 0x%02x", r->name, r->line, what,
                   (unsigned char)r->bytes[r->at]);
}

/* Skips `text` if it is next. */
static bool accept(struct reader *r, const char *text) {
  size_t n = strlen(text);
  if (r->size - r->at < n || memcmp(r->bytes + r->at, text, n) != 0) return false;
  r->at += n;
  return true;
}

static bool demand(struct reader *r, const char *text, const char *what) {
  return accept(r, text) || expected(r, what);
}

static bool end_line(struct reader *r) {
  if (!accept(r, "\n")) return expected(r, "the end of the line");
  r->line++;
  return true;
}

/* A blank and a number. */
static bool number(struct reader *r, const char *what, uint32_t *out) {
  if (!accept(r, " ")) return expected(r, what);
  size_t start = r->at;
  uint64_t value = 0;
  while (r->at < r->size && isdigit((unsigned char)r->bytes[r->at])) {
    value = 10 * value + (uint64_t)(r->bytes[r->at++] - '0');
    if (value > UINT32_MAX)
      return fault_set(r->fault, "%s:%zu: expected %s below 2^32", r->name, r->line, what);
  }
  if (r->at == start) return expected(r, what);
  if (r->bytes[start] == '0' && r->at > start + 1)
    return fault_set(r->fault, "%s:%zu: expected %s without leading zeros", r->name, r->line, what);
  *out = (uint32_t)value;
  return true;
}

static bool numbers_to_end(struct reader *r, const char *what, struct lits *out) {
  while (r->at < r->size && r->bytes[r->at] == ' ') {
    uint32_t value;
    if (!number(r, what, &value)) return false;
    lits_push(out, value);
  }
  return end_line(r);
}

/* " literal" or, in version 6, " literal = predicate", up to the end of the line */
static bool cube(struct reader *r, struct choice *out) {
  while (r->at < r->size && r->bytes[r->at] == ' ') {
    uint32_t literal, value = CHOICE_TRUE;
    if (!number(r, "a literal of a step input", &literal)) return false;
    if (r->c->version >= CERT_FOLLOWS && accept(r, " =")) {
      if (!number(r, "a predicate", &value)) return false;
      if (value == CHOICE_TRUE) return expected(r, "the literal alone if it is true");
    }
    choice_follow(out, literal, value);
  }
  return end_line(r);
}

/* n lines "WORD g input.." */
static bool choices(struct reader *r, const char *word, uint32_t n, struct choices *out) {
  for (uint32_t k = 0; k < n; k++) {
    uint32_t guard;
    if (!demand(r, word, word) || !number(r, "a predicate", &guard)) return false;
    if (!cube(r, choices_add(out, guard, NULL, 0))) return false;
  }
  return true;
}

static bool lasso(struct reader *r, struct lasso *lasso) {
  uint32_t steps;
  if (!demand(r, "lasso", "a lasso") || !number(r, "the number of steps of a lasso", &steps) ||
      !end_line(r))
    return false;
  if (!choices(r, "step", steps, &lasso->steps)) return false;
  if (!accept(r, "at")) return true;
  if (r->at < r->size && r->bytes[r->at] != ' ') return expected(r, "a position of the lasso");
  return numbers_to_end(r, "a position of the lasso", &lasso->at);
}

static bool region(struct reader *r, struct region *region) {
  uint32_t n;
  if (!demand(r, "region", "a region") || !number(r, "a predicate", &region->inside) ||
      !number(r, "the number of choices", &n) || !end_line(r))
    return false;
  if (!choices(r, "choice", n, &region->choices)) return false;
  while (accept(r, "cover")) {
    uint32_t j;
    if (!number(r, "the number of a fairness", &j) || !number(r, "the number of ranks", &n) ||
        !end_line(r))
      return false;
    if (j != region->num_covers)
      return fault_set(r->fault, "%s:%zu: expected cover %zu, found cover %u", r->name, r->line - 1,
                       region->num_covers, j);
    region->covers = memory_one_more(region->covers, region->num_covers, sizeof *region->covers);
    region->covers[region->num_covers++] = (struct choices){0};
    if (!choices(r, "rank", n, &region->covers[j])) return false;
  }
  return true;
}

/* Of lower-eg and lower-e. */
static bool lower_eg(struct reader *r, struct fact *fact) {
  uint32_t lassos, regions, ranks, from = 0;
  if (!number(r, "the number of lassos", &lassos) ||
      !number(r, "the number of regions (0 or 1)", &regions) ||
      !number(r, "the number of ranks", &ranks) ||
      (fact->kind == FACT_LOWER_E && !number(r, "the number of choices", &from)) || !end_line(r))
    return false;
  if (regions > 1)
    return fault_set(r->fault, "%s:%zu: expected 0 or 1 regions, found %u", r->name, r->line - 1,
                     regions);
  for (uint32_t k = 0; k < lassos; k++)
    if (!lasso(r, fact_lasso(fact))) return false;
  fact->has_region = regions == 1;
  if (fact->has_region && !region(r, &fact->region)) return false;
  return choices(r, "rank", ranks, &fact->ranks) && choices(r, "from", from, &fact->from);
}

static bool chain_step(struct reader *r, struct block *block) {
  static const char *const words[] = {[CHAIN_WALL] = "wall",
                                      [CHAIN_DEAD] = "dead",
                                      [CHAIN_UNBORN] = "unborn",
                                      [CHAIN_SIDE] = "side"};
  for (int kind = CHAIN_WALL; kind <= CHAIN_SIDE; kind++) {
    uint32_t predicate;
    if (!accept(r, words[kind])) continue;
    if (!number(r, "a predicate", &predicate)) return false;
    block_step(block, (enum chain_kind)kind, predicate, NULL, 0);
    if (kind != CHAIN_SIDE) return end_line(r);
    return demand(r, " fair", "'fair'") &&
           numbers_to_end(r, "the number of a fairness", &block->steps[block->num_steps - 1].fair);
  }
  return expected(r, "a step: wall, dead, unborn or side");
}

/* "end fair J.."; in version 2, behind "saved", also "loop V", in a block of upper-e in version 6
 */
static bool block_end(struct reader *r, const struct fact *fact, struct block *block) {
  bool loops = r->c->has_saved && (fact->kind == FACT_UPPER_EG || r->c->version >= CERT_VIEW_LOOPS);
  if (loops && accept(r, "loop")) {
    block->has_loop = true;
    return number(r, "a relation", &block->loop) && end_line(r);
  }
  const char *what = loops ? "'end fair' or 'loop' behind the steps of the block"
                           : "'end fair' behind the steps of the block";
  return demand(r, "end fair", what) &&
         numbers_to_end(r, "the number of a fairness", &block->end_fair);
}

/* Of upper-eg and upper-e. */
static bool upper_eg(struct reader *r, struct fact *fact) {
  uint32_t blocks, g, steps;
  if (!number(r, "the number of blocks", &blocks) || !end_line(r)) return false;
  for (uint32_t k = 0; k < blocks; k++) {
    if (!demand(r, "block", "a block") || !number(r, "a predicate", &g) ||
        !number(r, "the number of steps", &steps) || !end_line(r))
      return false;
    struct block *block = fact_block(fact, g);
    for (uint32_t m = 0; m < steps; m++)
      if (!chain_step(r, block)) return false;
    if (!block_end(r, fact, block)) return false;
  }
  return true;
}

static bool fact(struct reader *r) {
  static const struct {
    const char *word;
    enum fact_kind kind;
  } kinds[] = {{"upper-eg", FACT_UPPER_EG}, {"upper-e", FACT_UPPER_E},
               {"upper", FACT_UPPER},       {"lower-ex", FACT_LOWER_EX},
               {"lower-eu", FACT_LOWER_EU}, {"lower-eg", FACT_LOWER_EG},
               {"lower-e", FACT_LOWER_E}};
  uint32_t node, predicate = 0, n;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    enum fact_kind kind = kinds[k].kind;
    bool of_e = kind == FACT_UPPER_E || kind == FACT_LOWER_E;
    if ((of_e && r->c->version < 3) || !accept(r, kinds[k].word)) continue;
    if (!number(r, "a node", &node)) return false;
    if ((kind == FACT_UPPER || kind == FACT_LOWER_EX || of_e) &&
        !number(r, "a predicate", &predicate))
      return false;
    struct fact *f = certificate_fact(r->c, kind, node, predicate);
    if (kind == FACT_UPPER) return end_line(r);
    if (kind == FACT_UPPER_EG || kind == FACT_UPPER_E) return upper_eg(r, f);
    if (kind == FACT_LOWER_EG || kind == FACT_LOWER_E) return lower_eg(r, f);
    return number(r, "the number of lines that follow", &n) && end_line(r) &&
           choices(r, kind == FACT_LOWER_EX ? "choice" : "rank", n, &f->ranks);
  }
  return expected(r, "a fact: upper, lower-ex, lower-eu, lower-eg or upper-eg");
}

/* A blank, then 0/1 digits, or "-" for none. */
static char *bits(struct reader *r) {
  if (!accept(r, " ")) {
    expected(r, "a blank and bits");
    return NULL;
  }
  size_t n = 0;
  while (r->at + n < r->size && (r->bytes[r->at + n] == '0' || r->bytes[r->at + n] == '1')) n++;
  bool none = n == 0 && accept(r, "-");
  if (n == 0 && !none) {
    expected(r, "a row of 0 and 1, or '-'");
    return NULL;
  }
  char *text = memory_alloc(n + 1, 1);
  memcpy(text, r->bytes + r->at, n);
  text[n] = 0;
  r->at += n;
  if (end_line(r)) return text;
  free(text);
  return NULL;
}

static bool trace(struct reader *r) {
  uint32_t steps;
  if (!demand(r, "trace", "a trace") || !number(r, "the number of steps", &steps)) return false;
  if (steps == 0)
    return fault_set(r->fault, "%s:%zu: expected at least one step", r->name, r->line);
  if (r->c->property == CERT_JUSTICE) {
    if (!number(r, "the start of the loop", &r->c->trace_loop)) return false;
    if (r->c->trace_loop >= steps)
      return fault_set(r->fault, "%s:%zu: expected a loop that starts before step %u", r->name,
                       r->line, steps);
  }
  if (!end_line(r) || !demand(r, "latches", "'latches'")) return false;
  r->c->trace_latches = bits(r);
  if (!r->c->trace_latches) return false;
  if (r->c->version >= CERT_RETURNING && r->c->property == CERT_JUSTICE && accept(r, "returning")) {
    r->c->trace_returning = bits(r);
    if (!r->c->trace_returning) return false;
  }
  for (uint32_t k = 0; k < steps; k++) {
    if (!demand(r, "inputs", "'inputs'")) return false;
    char *row = bits(r);
    if (!row) return false;
    certificate_trace_step(r->c, row);
    free(row);
  }
  return true;
}

static bool proof(struct reader *r, struct cert_proof *proof, uint32_t k) {
  uint32_t index, lines;
  if (!demand(r, "proof", "a proof") || !number(r, "the number of the obligation", &index) ||
      !number(r, "the number of lines", &lines) || !end_line(r))
    return false;
  if (index != k)
    return fault_set(r->fault, "%s:%zu: expected proof %u, found proof %u", r->name, r->line - 1, k,
                     index);
  size_t start = r->at;
  for (uint32_t n = 0; n < lines; n++) {
    const char *newline = r->at < r->size ? memchr(r->bytes + r->at, '\n', r->size - r->at) : NULL;
    if (!newline) {
      r->at = r->size;
      return expected(r, "a line of a proof");
    }
    r->at = (size_t)(newline - r->bytes) + 1;
    r->line++;
  }
  proof->size = r->at - start;
  proof->text = memory_alloc(proof->size + 1, 1);
  memcpy(proof->text, r->bytes + start, proof->size);
  proof->text[proof->size] = 0;
  return true;
}

static bool proofs(struct reader *r) {
  uint32_t n;
  if (!number(r, "the number of proofs", &n) || !end_line(r)) return false;
  r->c->has_proofs = true;
  for (uint32_t k = 0; k < n; k++) {
    r->c->proofs = memory_one_more(r->c->proofs, (size_t)k, sizeof *r->c->proofs);
    r->c->proofs[r->c->num_proofs++] = (struct cert_proof){0};
    if (!proof(r, &r->c->proofs[k], k)) return false;
  }
  return true;
}

typedef struct cert_gate *add_gate(struct certificate *c, uint32_t lhs, const uint32_t *args,
                                   size_t n);

/* The number of gates, and as many of them. */
static bool gates(struct reader *r, add_gate *add) {
  uint32_t n, lhs;
  if (!number(r, "the number of gates", &n) || !end_line(r)) return false;
  for (uint32_t k = 0; k < n; k++) {
    if (!demand(r, "and", "a gate") || !number(r, "the literal of a gate", &lhs)) return false;
    struct cert_gate *gate = add(r->c, lhs, NULL, 0);
    if (!numbers_to_end(r, "an argument of a gate", &gate->args)) return false;
    if (!gate->args.size)
      return fault_set(r->fault, "%s:%zu: expected at least one argument of a gate", r->name,
                       r->line - 1);
  }
  return true;
}

/* "saved l.." and the relations; version 2 */
static bool relations(struct reader *r) {
  r->c->has_saved = true;
  return numbers_to_end(r, "a state literal", &r->c->saved) &&
         demand(r, "relations", "'relations'") && gates(r, certificate_relation);
}

/* "ghosts b.."; version 4 */
static bool ghosts(struct reader *r) {
  r->c->has_ghosts = true;
  if (!numbers_to_end(r, "an initial value", &r->c->ghosts)) return false;
  for (size_t k = 0; k < r->c->ghosts.size; k++)
    if (r->c->ghosts.at[k] > 1)
      return fault_set(r->fault, "%s:%zu: expected initial values 0 or 1, found %u", r->name,
                       r->line - 1, r->c->ghosts.at[k]);
  return true;
}

/* "next l..", as many as there are ghosts */
static bool ghosts_next(struct reader *r) {
  if (!demand(r, "next", "'next'") || !numbers_to_end(r, "a step literal", &r->c->next))
    return false;
  return r->c->next.size == r->c->ghosts.size ||
         fault_set(r->fault, "%s:%zu: expected %zu step literals, found %zu", r->name, r->line - 1,
                   r->c->ghosts.size, r->c->next.size);
}

/* "induction k"; version 7 */
static bool induction(struct reader *r) {
  if (!number(r, "a number of steps", &r->c->back) || !end_line(r)) return false;
  return (r->c->back > 0 && r->c->back <= CERT_MOST_BACK) ||
         fault_set(r->fault, "%s:%zu: expected 1 to %d steps, found %u", r->name, r->line - 1,
                   CERT_MOST_BACK, r->c->back);
}

static bool body(struct reader *r) {
  uint32_t n;
  if (r->c->version >= 4 && accept(r, "ghosts") && !ghosts(r)) return false;
  if (!demand(r, "gates", "'gates'") || !gates(r, certificate_gate)) return false;
  if (r->c->has_ghosts && !ghosts_next(r)) return false;
  if (r->c->version >= 2 && accept(r, "saved") && !relations(r)) return false;
  if (!demand(r, "invariant", "'invariant'") || !number(r, "a predicate", &r->c->invariant) ||
      !end_line(r))
    return false;
  bool of_runs = r->c->property == CERT_BAD || r->c->property == CERT_OUTPUT;
  if (r->c->version >= CERT_INDUCTION && of_runs && accept(r, "induction") && !induction(r))
    return false;
  if (!demand(r, "facts", "'facts'") || !number(r, "the number of facts", &n) || !end_line(r))
    return false;
  for (uint32_t k = 0; k < n; k++)
    if (!fact(r)) return false;
  if (r->c->property == CERT_CTL && !r->c->holds) {
    if (!demand(r, "initial", "'initial'")) return false;
    r->c->initial = bits(r);
    if (!r->c->initial) return false;
  }
  return !accept(r, "proofs") || proofs(r);
}

static bool digest(struct reader *r) {
  if (!demand(r, "model ", "'model' and the SHA-256 of the model")) return false;
  for (size_t k = 0; k < 64; k++) {
    char c = r->at < r->size ? r->bytes[r->at] : '\0';
    if (!isdigit((unsigned char)c) && !(c >= 'a' && c <= 'f'))
      return expected(r, "64 lower-case hexadecimal digits");
    r->c->model_sha256[k] = c;
    r->at++;
  }
  return end_line(r);
}

static bool ctl_property(struct reader *r) {
  size_t start = r->at;
  while (r->at < r->size && r->bytes[r->at] != '\n' && r->bytes[r->at] != 0) r->at++;
  size_t length = r->at - start;
  if (!length) return expected(r, "a formula");
  r->c->formula = memory_alloc(length + 1, 1);
  memcpy(r->c->formula, r->bytes + start, length);
  r->c->formula[length] = 0;
  if (!end_line(r)) return false;
  r->c->inputs_all = accept(r, "inputs all");
  return (r->c->inputs_all || demand(r, "inputs observed", "'inputs observed' or 'inputs all'")) &&
         end_line(r);
}

static bool property(struct reader *r) {
  static const struct {
    const char *word;
    enum cert_property property;
  } kinds[] = {{"property bad", CERT_BAD},
               {"property output", CERT_OUTPUT},
               {"property justice", CERT_JUSTICE}};
  for (size_t k = 0; k < 3; k++)
    if (accept(r, kinds[k].word)) {
      r->c->property = kinds[k].property;
      return number(r, "the number of the property", &r->c->index) && end_line(r);
    }
  r->c->property = CERT_CTL;
  return demand(r, "property ctl ", "'property' and one of bad, output, justice, ctl") &&
         ctl_property(r);
}

/* "vouch-certificate <version>" */
static bool version(struct reader *r) {
  static const char *const heads[CERT_VERSION] = {
      "vouch-certificate 1", "vouch-certificate 2", "vouch-certificate 3", "vouch-certificate 4",
      "vouch-certificate 5", "vouch-certificate 6", "vouch-certificate 7", "vouch-certificate 8"};
  for (unsigned k = 0; k < CERT_VERSION; k++)
    if (accept(r, heads[k])) {
      r->c->version = k + 1;
      return end_line(r);
    }
  return expected(r, "'vouch-certificate' and a version from 1 to 8");
}

static bool read_all(struct reader *r) {
  if (!version(r) || !digest(r) || !property(r)) return false;
  r->c->holds = accept(r, "verdict holds");
  if (!r->c->holds && !demand(r, "verdict fails", "'verdict holds' or 'verdict fails'"))
    return false;
  if (!end_line(r) || !(certificate_is_trace(r->c) ? trace(r) : body(r))) return false;
  if (!demand(r, "end", "'end'") || !end_line(r)) return false;
  return r->at == r->size || expected(r, "nothing behind 'end'");
}

bool certificate_read_memory(const char *name, const unsigned char *bytes, size_t size,
                             struct certificate *c, struct fault *fault) {
  *c = (struct certificate){0};
  struct reader r = {
      .name = name, .bytes = (const char *)bytes, .size = size, .line = 1, .c = c, .fault = fault};
  if (read_all(&r)) return true;
  certificate_free(c);
  return false;
}

bool certificate_read_file(const char *path, struct certificate *c, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  *c = (struct certificate){0};
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  bool ok = certificate_read_memory(path, bytes, size, c, fault);
  free(bytes);
  return ok;
}
