#include "validator/kernel/certificate.h"

bool v_predicate(struct v_reader *r, uint32_t *lit) {
  return v_blank_number(&r->text, UINT32_MAX, lit) &&
         (v_is_state(r->s, *lit) || v_expected(&r->text, "a state literal"));
}

/* " <count digits 0 or 1>", " -" for none, and the end of the line */
static bool bits(struct v_text *t, size_t count, const char **start) {
  if (!v_blank(t)) return false;
  *start = t->at;
  if (!count) return v_word(t, "-") && v_eol(t);
  for (size_t k = 0; k < count; k++, t->at++)
    if (!v_at(t, '0') && !v_at(t, '1')) return v_expected(t, "a bit per variable");
  return v_eol(t);
}

/* "gates <n>" and n lines "and <lhs> <arg> [<arg> ..]" */
static bool gates(struct v_reader *r) {
  struct v_text *t = &r->text;
  uint32_t count, lhs, arg = 0;
  struct v_list arguments = {0};
  bool good = v_word(t, "gates") && v_blank_number(t, V_MAX_VARIABLE, &count) && v_eol(t);
  if (good && r->s->first_gate + (uint64_t)count >= V_MAX_VARIABLE)
    good = v_expected(t, "fewer variables");
  for (uint32_t k = 0; good && k < count; k++) {
    good = v_word(t, "and") && v_blank_number(t, UINT32_MAX, &lhs);
    if (good && lhs != 2 * v_num_variables(r->s)) good = v_expected(t, "the next gate literal");
    for (arguments.size = 0; good && !v_at(t, '\n');) {
      good = v_predicate(r, &arg);
      v_push(&arguments, arg);
    }
    if (good && !arguments.size) good = v_expected(t, "an argument");
    if (good) v_add_gate(r->s, arguments.at, arguments.size);
    good = good && v_eol(t);
  }
  free(arguments.at);
  return good;
}

/* "trace <steps> [<loop>]", "latches ..", and per step "inputs .." */
static bool trace(struct v_reader *r) {
  struct v_certificate *c = r->c;
  struct v_text *t = &r->text;
  if (!v_word(t, "trace") || !v_blank_number(t, UINT32_MAX, &c->steps)) return false;
  if (!c->steps) return v_expected(t, "at least one step before here");
  if (c->property.kind == V_JUSTICE && !v_blank_number(t, c->steps - 1, &c->loop)) return false;
  if (!v_eol(t) || !v_word(t, "latches") || !bits(t, r->model->latches.size, &c->latches))
    return false;
  const char *line = t->at;
  for (uint32_t k = 0; k < c->steps; k++)
    if (!v_word(t, "inputs") || !bits(t, r->model->inputs.size, &c->inputs)) return false;
  c->stride = (size_t)(t->at - line) / c->steps; /* all lines are equally long */
  c->inputs -= c->stride * (c->steps - 1);
  return true;
}

/* "proofs <n>" and for each "proof <k> <lines>" with as many lines; LRAT is read when it is
 * checked. */
static bool proofs(struct v_reader *r) {
  struct v_certificate *c = r->c;
  struct v_text *t = &r->text;
  uint32_t count, index, lines;
  c->has_proofs = true;
  if (!v_word(t, "proofs") || !v_blank_number(t, V_MAX_VARIABLE, &count) || !v_eol(t)) return false;
  if (count != c->num_obligations)
    return v_expected(t, "the number of obligations as the number of proofs before here");
  c->proofs = v_zeroed(count, sizeof *c->proofs);
  for (uint32_t k = 0; k < count; k++) {
    if (!v_word(t, "proof") || !v_blank_number(t, V_MAX_VARIABLE, &index)) return false;
    if (index != k) return v_expected(t, "the proofs in order");
    if (!v_blank_number(t, UINT32_MAX, &lines) || !v_eol(t)) return false;
    c->proofs[k] = (struct v_proof){.start = (size_t)(t->at - t->start), .line = t->line};
    for (; lines; lines--, t->line++) {
      const char *newline = memchr(t->at, '\n', (size_t)(t->end - t->at));
      if (!newline) return v_expected(t, "more lines of a proof");
      t->at = newline + 1;
    }
    c->proofs[k].end = (size_t)(t->at - t->start);
  }
  return true;
}

/* Digest, property and verdict; then the system is known. */
static bool head(struct v_reader *r) {
  struct v_certificate *c = r->c;
  struct v_text *t = &r->text;
  char digest[65];
  v_sha256(r->model->bytes.at, r->model->bytes.size, digest);
  if (!v_word(t, "vouch-certificate") || !v_blank(t) || !v_word(t, "1") || !v_eol(t) ||
      !v_word(t, "model") || !v_blank(t))
    return false;
  if (!v_at_word(t, digest))
    return v_expected(t, "the digest of this model (the certificate is about another one)");
  if (!v_word(t, digest) || !v_eol(t) || !v_word(t, "property") || !v_blank(t)) return false;
  const char *newline = memchr(t->at, '\n', (size_t)(t->end - t->at));
  struct v_error error;
  if (!newline) return v_expected(t, "a property");
  if (!v_property_read(r->model, t->at, (size_t)(newline - t->at), &c->property, &error))
    return v_expected(t, error.text);
  t->at = newline;
  if (!v_eol(t)) return false;
  bool all = false;
  if (c->property.kind == V_CTL) {
    if (!v_word(t, "inputs") || !v_blank(t)) return false;
    all = v_at_word(t, "all");
    if (!v_word(t, all ? "all" : "observed") || !v_eol(t)) return false;
  }
  v_system_init(r->s, r->model, &c->property, all);
  if (!v_word(t, "verdict") || !v_blank(t)) return false;
  c->holds = v_at_word(t, "holds");
  c->is_trace = !c->holds && c->property.kind != V_CTL;
  return v_word(t, c->holds ? "holds" : "fails") && v_eol(t);
}

static bool body(struct v_reader *r) {
  struct v_text *t = &r->text;
  size_t bits_initial = r->model->latches.size;
  if (r->c->is_trace) return trace(r);
  if (!gates(r) || !v_word(t, "invariant") || !v_predicate(r, &r->c->invariant) || !v_eol(t) ||
      !v_facts(r))
    return false;
  for (size_t k = 0; k < r->model->inputs.size; k++) bits_initial += r->s->observed[k];
  if (!r->c->holds && (!v_word(t, "initial") || !bits(t, bits_initial, &r->c->initial)))
    return false;
  return !v_at_word(t, "proofs") || proofs(r);
}

static bool certificate(struct v_reader *r) {
  bool good = head(r) && body(r) && v_word(&r->text, "end") && v_eol(&r->text);
  return good && (r->text.at == r->text.end || v_expected(&r->text, "nothing behind the end"));
}

bool v_certificate_read(enum validator_format format, struct v_bytes bytes,
                        const struct v_model *model, const char *wanted, struct v_certificate *c,
                        struct v_system *s, struct v_error *error) {
  static bool (*const readers[])(struct v_reader *) = {certificate, v_certifaiger_read,
                                                       v_witness_read};
  *c = (struct v_certificate){.bytes = bytes, .input_bytes = model->bytes.size + bytes.size};
  *s = (struct v_system){0};
  struct v_reader r = {
      .text = v_text(format == VALIDATOR_CERTIFICATE ? "certificate" : "witness", &bytes, error),
      .model = model,
      .wanted = wanted,
      .c = c,
      .s = s};
  bool good = readers[format](&r);
  V_FREE(r.guards.at, r.cubes.at, r.cube_start.at);
  v_map_free(&r.seen);
  return good;
}

void v_certificate_free(struct v_certificate *c) {
  v_property_free(&c->property);
  for (size_t k = 0; k < c->num_obligations; k++)
    V_FREE(c->obligations[k].builder.literals, c->obligations[k].builder.selectors);
  V_FREE(c->bytes.at, c->upper, c->lower, c->obligations, c->proofs);
  *c = (struct v_certificate){0};
}
