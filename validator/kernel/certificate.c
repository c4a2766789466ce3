#include "validator/kernel/certificate.h"

#include "validator/kernel/rules.h"
#include "validator/kernel/sha256.h"

/* --- Parts of lines --- */
bool v_literal(struct v_reader *r, enum v_role role, const char *expected, uint32_t *lit) {
  if (!v_blank_number(&r->text, UINT32_MAX, lit)) return false;
  return v_has_role(r->s, *lit, role) || v_expected(&r->text, expected);
}

static bool state_literal(struct v_reader *r, uint32_t *lit) {
  return v_literal(r, V_STATE, "a state literal", lit);
}

bool v_predicate(struct v_reader *r, uint32_t *lit) {
  if (!state_literal(r, lit)) return false;
  bool good = !r->view.is_system || v_has_role(r->s, *lit, V_PREDICATE);
  return good || v_expected(&r->text, "no elementary variable in a predicate before here");
}

bool v_relation(struct v_reader *r, uint32_t *lit) {
  return v_literal(r, V_RELATION, "a state literal, or one of a loop", lit);
}

bool v_numbers(struct v_reader *r, v_read_number *read, struct v_list *list) {
  while (!v_at(&r->text, '\n')) {
    uint32_t number;
    if (!read(r, &number)) return false;
    v_push(list, number);
  }
  return v_eol(&r->text);
}

bool v_count(struct v_reader *r, uint32_t *n) {
  return v_blank_number(&r->text, V_MAX_VARIABLE, n);
}

bool v_last_count(struct v_reader *r, uint32_t *n) { return v_count(r, n) && v_eol(&r->text); }

bool v_counted(struct v_reader *r, const char *word, uint32_t *n) {
  return v_word(&r->text, word) && v_last_count(r, n);
}

/* " <count digits 0 or 1>", " -" for none, and the end of the line */
static bool bits(struct v_text *t, size_t count, const char **start) {
  if (!v_blank(t)) return false;
  *start = t->at;
  if (count == 0) return v_word(t, "-") && v_eol(t);
  for (size_t k = 0; k < count; k++) {
    if (!v_at(t, '0') && !v_at(t, '1')) return v_expected(t, "a bit per variable");
    t->at++;
  }
  return v_eol(t);
}

/* --- Ghosts and gates --- */
static bool reset(struct v_reader *r, uint32_t *bit) { return v_blank_number(&r->text, 1, bit); }

static bool step_literal(struct v_reader *r, uint32_t *lit) {
  return v_literal(r, V_STEP, "a literal of the step before here", lit);
}

static bool state_or_step_literal(struct v_reader *r, uint32_t *lit) {
  return v_literal(r, V_STATE | V_STEP, "a literal of the state or the step before here", lit);
}

/* Variables that are no gates, and keep their values until it is said what they are after a step.
 */
static void declare(struct v_system *s, unsigned roles, size_t count) {
  for (size_t k = 0; k < count; k++) {
    uint32_t lit = v_add_gate(s, roles, NULL, 0);
    s->after.at[s->after.size - 1] = lit;
  }
}

/* "ghosts [<0 or 1> ..]", which declares them */
static bool ghosts(struct v_reader *r) {
  if (!v_word(&r->text, "ghosts") || !v_numbers(r, reset, &r->s->ghosts)) return false;
  declare(r->s, V_OF_STATE, r->s->ghosts.size);
  return true;
}

/* "next [<step literal> ..]", one for each ghost */
static bool ghosts_next(struct v_reader *r) {
  r->arguments.size = 0;
  if (!v_word(&r->text, "next") || !v_numbers(r, step_literal, &r->arguments)) return false;
  if (r->arguments.size != r->s->ghosts.size)
    return v_expected(&r->text, "a next literal for each ghost before here");
  for (size_t k = 0; k < r->arguments.size; k++) r->s->after.at[k] = r->arguments.at[k];
  return true;
}

/* "and <lhs> <arg> [<arg> ..]" */
static bool gate(struct v_reader *r, bool is_relation) {
  struct v_text *t = &r->text;
  uint32_t lhs;
  if (!v_word(t, "and") || !v_blank_number(t, UINT32_MAX, &lhs)) return false;
  if (lhs != 2 * v_num_variables(r->s)) return v_expected(t, "the next gate literal");
  if (v_at(t, '\n')) return v_expected(t, "an argument");
  r->arguments.size = 0;
  v_read_number *argument = r->version < 4 ? state_literal : state_or_step_literal;
  if (!v_numbers(r, is_relation ? v_relation : argument, &r->arguments)) return false;
  unsigned roles = is_relation ? V_RELATION : V_OF_STATE;
  v_add_gate(r->s, roles, r->arguments.at, r->arguments.size);
  return v_has_role(r->s, lhs, V_OF_STATE) ||
         v_expected(t, "arguments all of the state, or all of the step, before here");
}

/* "<name> <n>" and n gates */
static bool gates(struct v_reader *r, const char *name) {
  uint32_t count;
  if (!v_counted(r, name, &count)) return false;
  if (v_num_variables(r->s) + (uint64_t)count >= V_MAX_VARIABLE)
    return v_expected(&r->text, "fewer variables");
  bool are_relations = r->s->first_saved != V_NONE;
  for (uint32_t k = 0; k < count; k++)
    if (!gate(r, are_relations)) return false;
  return true;
}

/* "saved [<state literal> ..]", which declares the saved values and the flags, from version 6 on
 * also those of views, and the relations over them: "relations <n>" and n gates */
static bool relations(struct v_reader *r) {
  struct v_system *s = r->s;
  size_t flags = s->states.size + (r->version < 6 ? 0 : s->formula.untils);
  v_read_number *literal = r->version < 6 ? v_predicate : state_literal;
  if (!v_word(&r->text, "saved") || !v_numbers(r, literal, &s->saved)) return false;
  s->first_saved = v_num_variables(s);
  s->first_flag = s->first_saved + (uint32_t)s->saved.size;
  declare(s, V_RELATION, s->saved.size + flags);
  return gates(r, "relations");
}

/* "induction <K>" */
static bool induction(struct v_reader *r) {
  if (!v_counted(r, "induction", &r->c->back)) return false;
  return (r->c->back > 0 && r->c->back <= V_MOST_BACK) ||
         v_expected(&r->text, "1 to 1000 steps before here");
}

/* --- Traces and proofs --- */
/* "trace <steps> [<loop>]", "latches ..", of a loop perhaps "returning ..", and per step
 * "inputs .." */
static bool trace(struct v_reader *r) {
  struct v_certificate *c = r->c;
  struct v_text *t = &r->text;
  if (!v_word(t, "trace") || !v_blank_number(t, UINT32_MAX, &c->steps)) return false;
  if (c->steps == 0) return v_expected(t, "at least one step before here");
  if (c->property.kind == V_JUSTICE && !v_blank_number(t, c->steps - 1, &c->loop)) return false;
  if (!v_eol(t) || !v_word(t, "latches")) return false;
  if (!bits(t, r->model->latches.size, &c->latches)) return false;
  bool names = r->version >= 8 && c->property.kind == V_JUSTICE && v_at_word(t, "returning");
  if (names && !v_word(t, "returning")) return false;
  if (names && !bits(t, r->model->latches.size, &c->returning)) return false;
  const char *first_line = t->at;
  for (uint32_t k = 0; k < c->steps; k++)
    if (!v_word(t, "inputs") || !bits(t, r->model->inputs.size, &c->inputs)) return false;
  c->stride = (size_t)(t->at - first_line) / c->steps; /* all lines are equally long */
  c->inputs -= c->stride * (c->steps - 1);
  return true;
}

/* "proof <k> <lines>" with as many lines; LRAT is read when it is checked. */
static bool proof(struct v_reader *r, uint32_t k) {
  struct v_text *t = &r->text;
  uint32_t index, lines;
  if (!v_word(t, "proof") || !v_blank_number(t, V_MAX_VARIABLE, &index)) return false;
  if (index != k) return v_expected(t, "the proofs in order");
  if (!v_blank_number(t, UINT32_MAX, &lines) || !v_eol(t)) return false;
  struct v_proof *p = &r->c->proofs[k];
  p->text = t->at;
  p->line = t->line;
  for (; lines > 0; lines--) {
    const char *newline = memchr(t->at, '\n', (size_t)(t->end - t->at));
    if (!newline) return v_expected(t, "more lines of a proof");
    t->at = newline + 1;
    t->line++;
  }
  p->size = (size_t)(t->at - p->text);
  return true;
}

/* "proofs <n>" and n proofs */
static bool proofs(struct v_reader *r) {
  uint32_t count;
  if (!v_counted(r, "proofs", &count)) return false;
  if (count != r->c->obligations.size)
    return v_expected(&r->text, "the number of obligations as the number of proofs before here");
  r->c->proofs = v_zeroed(count, sizeof *r->c->proofs);
  for (uint32_t k = 0; k < count; k++)
    if (!proof(r, k)) return false;
  return true;
}

/* --- The whole --- */
/* "vouch-certificate 1" (up to 8) and "model <digest>" */
static bool format_and_model(struct v_reader *r) {
  struct v_text *t = &r->text;
  char digest[V_DIGEST];
  v_sha256(r->model->bytes.at, r->model->bytes.size, digest);
  if (!v_word(t, "vouch-certificate") || !v_blank_number(t, UINT32_MAX, &r->version)) return false;
  if (r->version < 1 || r->version > 8) return v_expected(t, "a version from 1 to 8 before here");
  if (!v_eol(t) || !v_word(t, "model") || !v_blank(t)) return false;
  if (!v_at_word(t, digest))
    return v_expected(t, "the digest of this model (the certificate is about another one)");
  return v_word(t, digest) && v_eol(t);
}

/* "property .." */
static bool property(struct v_reader *r) {
  struct v_text *t = &r->text;
  struct v_error error;
  if (!v_word(t, "property") || !v_blank(t)) return false;
  const char *newline = memchr(t->at, '\n', (size_t)(t->end - t->at));
  if (!newline) return v_expected(t, "a property");
  if (!v_property_read(r->model, t->at, (size_t)(newline - t->at), &r->c->property, &error))
    return v_expected(t, error.text);
  if (r->c->property.core.timeless > 0) r->model = &r->c->property.scoped;
  t->at = newline;
  return v_eol(t);
}

/* "<name> <word>" or "<name> <other>": was it the first? */
static bool one_of(struct v_text *t, const char *name, const char *word, const char *other,
                   bool *first) {
  if (!v_word(t, name) || !v_blank(t)) return false;
  *first = v_at_word(t, word);
  return v_word(t, *first ? word : other) && v_eol(t);
}

/* Up to the verdict; then the system is known. */
static bool head(struct v_reader *r) {
  struct v_certificate *c = r->c;
  bool all = false;
  if (!format_and_model(r) || !property(r)) return false;
  bool ctl = c->property.kind == V_CTL;
  if (ctl && !one_of(&r->text, "inputs", "all", "observed", &all)) return false;
  v_system_init(r->s, r->model, &c->property, all);
  for (uint32_t k = 0; r->version >= 6 && k < r->s->formula.variables; k++)
    r->s->roles[r->s->first_promise + k] |= V_RELATION; /* loops may be about views */
  if (r->version < 3 && (r->s->formula.parts.size > 0 || c->property.core.timeless > 0))
    return v_expected(&r->text, "version 3 of a certificate with path formulas, fair or assume");
  if (r->version < 5 && r->s->formula.has_past)
    return v_expected(&r->text, "version 5 of a certificate with past operators");
  if (!one_of(&r->text, "verdict", "holds", "fails", &c->holds)) return false;
  c->is_trace = !c->holds && !ctl;
  return true;
}

/* "initial <bits>": latches, then observed inputs */
static bool initial(struct v_reader *r) {
  size_t count = r->model->latches.size;
  for (size_t k = 0; k < r->model->inputs.size; k++) count += v_is_observed(r->s, k);
  return v_word(&r->text, "initial") && bits(&r->text, count, &r->c->initial);
}

/* Ghosts, gates, invariant, induction, facts, the initial state of a formula that fails, proofs. */
static bool argument(struct v_reader *r) {
  struct v_text *t = &r->text;
  bool has_ghosts = r->version >= 4 && v_at_word(t, "ghosts");
  if (has_ghosts && !ghosts(r)) return false;
  if (!gates(r, "gates") || (has_ghosts && !ghosts_next(r))) return false;
  if (r->version >= 2 && v_at_word(t, "saved") && !relations(r)) return false;
  if (!v_word(t, "invariant")) return false;
  if (!v_predicate(r, &r->c->invariant) || !v_eol(t)) return false;
  bool inducts = r->version >= 7 && r->s->formula.num_nodes == 0 && v_at_word(t, "induction");
  if ((inducts && !induction(r)) || !v_facts(r)) return false;
  if (!r->c->holds && !initial(r)) return false;
  return !v_at_word(t, "proofs") || proofs(r);
}

bool v_certificate_body(struct v_reader *r) {
  struct v_text *t = &r->text;
  if (!head(r)) return false;
  if (!(r->c->is_trace ? trace(r) : argument(r))) return false;
  if (!v_word(t, "end") || !v_eol(t)) return false;
  return t->at == t->end || v_expected(t, "nothing behind the end");
}

bool v_certificate_read(v_read_function *read, const char *what, const struct v_model *model,
                        const char *wanted, struct v_certificate *c, struct v_error *error) {
  const char *at = (const char *)c->bytes.at;
  struct v_text text = {what, at, at, at + c->bytes.size, 1, error};
  struct v_reader r = {.text = text, .model = model, .c = c, .s = &c->system, .wanted = wanted};
  r.view.is_system = true;
  bool good = read(&r);
  v_lists_free(
      (struct v_list *[]){&r.view.fairness, &r.guards, &r.cube, &r.values, &r.arguments, NULL});
  v_map_free(&r.seen);
  return good;
}

const struct v_builder *v_obligation_clauses(const struct v_certificate *c, size_t k,
                                             struct v_builder *scratch) {
  const struct v_obligation *o = &c->obligations.at[k];
  *scratch = (struct v_builder){.system = o->builder.system};
  if (o->block == V_NONE) return &o->builder;
  if (o->is_skeleton)
    v_write_skeleton(scratch, c, &c->blocks.at[o->block]);
  else
    v_write_walls(scratch, c, &c->blocks.at[o->block]);
  return scratch;
}

void v_obligation_cnf(const struct v_certificate *c, size_t k, struct v_cnf *cnf) {
  struct v_builder scratch;
  v_cnf_build(v_obligation_clauses(c, k, &scratch), cnf);
  v_builder_free(&scratch);
}

static void block_free(struct v_block *k) {
  v_lists_free(
      (struct v_list *[]){&k->kinds, &k->literals, &k->fair, &k->fair_start, &k->states, NULL});
}

void v_certificate_free(struct v_certificate *c) {
  v_property_free(&c->property);
  v_system_free(&c->system);
  for (size_t k = 0; k < c->blocks.size; k++) block_free(&c->blocks.at[k]);
  free(c->blocks.at);
  for (size_t k = 0; k < c->obligations.size; k++) v_builder_free(&c->obligations.at[k].builder);
  free(c->bytes.at);
  free(c->upper);
  free(c->lower);
  free(c->obligations.at);
  free(c->proofs);
  *c = (struct v_certificate){0};
}
