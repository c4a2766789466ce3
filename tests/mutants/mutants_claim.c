/* What the certificate is about. */
#include "tests/mutants/mutants_parts.h"

/* Another operator, another atom, a negation more: somewhere in the formula. */
static void change_formula(struct rng *rng, struct certificate *c) {
  static const char *const pairs[][2] = {
      {"EX ", "AX "}, {"EF ", "AF "},  {"EG ", "AG "}, {"AG ", "EF "}, {"EG ", "EF "},
      {"AX ", "EX "}, {"AF ", "AG "},  {"E[", "A["},   {"A[", "E["},   {" & ", " | "},
      {" | ", " & "}, {" -> ", " & "}, {" U ", " R "}, {" R ", " U "}, {"X ", "F "},
      {"F ", "G "},   {"G ", "F "},    {"E ", "A "},   {"A ", "E "},   {"Y ", "Z "},
      {"Z ", "Y "},   {" S ", " T "},  {" T ", " S "}, {"O ", "H "},   {"H ", "O "},
      {"X ", "Y "},   {"Y ", "X "},    {" U ", " S "}, {" S ", " U "}, {"F ", "O "}};
  size_t n = strlen(c->formula), which = pick(rng, sizeof pairs / sizeof *pairs + 3);
  char *text = memory_alloc(n + 2, 1);
  memcpy(text, c->formula, n + 1);
  if (which < sizeof pairs / sizeof *pairs) {
    char *at = strstr(text, pairs[which][0]);
    size_t a = strlen(pairs[which][0]), b = strlen(pairs[which][1]);
    if (at && b <= a) {
      memmove(at + b, at + a, strlen(at + a) + 1);
      memcpy(at, pairs[which][1], b);
      c->version = CERT_VERSION; /* which has all operators */
    }
  } else if (text[0] == '!')
    memmove(text, text + 1, n);
  else {
    memmove(text + 1, text, n + 1);
    text[0] = '!';
  }
  free(c->formula);
  c->formula = text;
}

/* How long "fair f " or "assume c " at the beginning is; 0: it is not there. */
static size_t clause_length(const char *text) {
  size_t n = strncmp(text, "fair ", 5) == 0 ? 5 : strncmp(text, "assume ", 7) == 0 ? 7 : 0;
  size_t depth = 0;
  if (n == 0) return 0;
  for (; text[n] && (depth > 0 || text[n] != ' '); n++) {
    depth += text[n] == '(';
    depth -= text[n] == ')';
  }
  return text[n] ? n + 1 : 0;
}

/* One clause less, one more, or another word for it. */
static void change_scope(struct rng *rng, struct certificate *c) {
  static const char *const clauses[] = {"fair l0 ",    "fair !i0 ",        "fair (l0 | i0) ",
                                        "fair false ", "assume l0 ",       "assume !i0 ",
                                        "assume 0 ",   "assume (l0 | i0) "};
  const char *rest = c->formula + (rng_chance(rng, 60) ? clause_length(c->formula) : 0);
  bool word = clause_length(rest) > 0 && rng_chance(rng, 30);
  const char *more = rng_chance(rng, 60) ? clauses[pick(rng, 8)] : "";
  if (word) more = rest[0] == 'f' ? "assume " : "fair ";
  if (word) rest = strchr(rest, ' ') + 1;
  size_t size = strlen(more) + strlen(rest) + 1;
  char *text = memory_alloc(size, 1);
  snprintf(text, size, "%s%s", more, rest);
  free(c->formula);
  c->formula = text;
  if (clause_length(text) > 0 && c->version < 3) c->version = 3;
}

void mutant_change_induction(struct rng *rng, struct certificate *c) {
  bool none = c->back > 0 && rng_chance(rng, 20);
  c->back = none ? 0 : 1 + rng_below(rng, 4);
}

void mutant_change_claim(struct rng *rng, const struct mutant_source *source,
                         struct certificate *c) {
  const struct aiger *m = source->model;
  const struct certificate *donor =
      source->num_donors ? &source->donors[pick(rng, source->num_donors)] : NULL;
  switch (rng_below(rng, 7)) {
  case 6:
    if (c->formula) change_scope(rng, c);
    break;
  case 0: c->holds = !c->holds; break;
  case 1: c->inputs_all = !c->inputs_all; break;
  case 2:
    if (c->formula) change_formula(rng, c);
    break;
  case 3:
    if (c->property == CERT_JUSTICE && m->num_justice)
      c->index = rng_below(rng, (uint32_t)m->num_justice);
    if (c->property == CERT_BAD && m->bad.size) c->index = rng_below(rng, (uint32_t)m->bad.size);
    break;
  case 4: /* bad, output, justice instead of each other */
    if (c->property != CERT_CTL) c->property = (enum cert_property)rng_below(rng, 3);
    break;
  default: /* the facts of one property as those of another */
    if (donor && (donor->property == CERT_CTL) == (c->property == CERT_CTL)) {
      c->property = donor->property;
      c->index = donor->index;
      c->inputs_all = donor->inputs_all;
      c->version = donor->version > c->version ? donor->version : c->version;
      free(c->formula);
      c->formula = donor->formula ? memory_string(donor->formula) : NULL;
    }
  }
  /* Forms that the other verdict needs. */
  if (!c->holds && c->property == CERT_CTL && !c->initial) {
    size_t n = m->num_latches + pick(rng, m->inputs.size + 1);
    c->initial = memory_zeroed(n + 1, 1);
    for (size_t k = 0; k < n; k++) c->initial[k] = (char)('0' + rng_below(rng, 2));
    for (size_t k = 0; k < m->num_latches; k++)
      if (m->latches[k].reset < 2) c->initial[k] = (char)('0' + m->latches[k].reset);
  }
  if (certificate_is_trace(c) && !c->trace_latches) c->holds = true;
  if (!certificate_is_trace(c) && c->trace_latches) c->holds = false;
}
