#include "formats/ctl_parser.h"

#include "formats/ctl_hints.h"

#include <ctype.h>

char *ctl_name_text(const struct ctl_parser *p, const struct token *t, size_t *length) {
  const char *from = p->source->text + t->start;
  char *text = memory_alloc(t->length + 1, 1);
  size_t n = 0;
  if (t->kind == TOKEN_QUOTED && from[0] == '"') {
    for (size_t k = 1; k + 1 < t->length; k++) {
      if (from[k] == '\\' && k + 2 < t->length) k++;
      text[n++] = from[k];
    }
  } else {
    size_t skip = t->kind == TOKEN_QUOTED ? 1 : 0;
    n = t->length - skip;
    memcpy(text, from + skip, n);
  }
  text[n] = 0;
  *length = n;
  return text;
}

static enum resolved fault_at(struct ctl_parser *p, const struct token *t, const char *format,
                              const char *name, uint32_t a, uint32_t b) {
  ctl_fault(p->source, t, p->fault, format, name, a, b);
  return RESOLVED_FAULT;
}

const struct ctl_define *ctl_find_define(const struct ctl_parser *p, const struct token *t) {
  if (t->kind == TOKEN_QUOTED) return NULL;
  for (size_t k = 0; k < p->num_defines; k++) {
    const struct token *name = &p->source->tokens[p->defines[k].name];
    if (t->length == name->length &&
        memcmp(p->source->text + t->start, p->source->text + name->start, t->length) == 0)
      return &p->defines[k];
  }
  return NULL;
}

static enum resolved resolve_define(struct ctl_parser *p, const struct token *t, uint32_t *node) {
  const struct ctl_define *define = ctl_find_define(p, t);
  if (!define || define->is_word) return RESOLVED_NOTHING;
  *node = define->root;
  if (define->state == DEFINE_DONE) return RESOLVED;
  p->needed = (size_t)(define - p->defines);
  return RESOLVED_FAULT;
}

/* name[3] also finds name<3>, and the other way round. */
static const struct ctl_name *find_other_brackets(const struct ctl_names *names, const char *text,
                                                  size_t length) {
  size_t digits = 0;
  if (length < 4 || (text[length - 1] != ']' && text[length - 1] != '>')) return NULL;
  while (digits + 2 < length && isdigit((unsigned char)text[length - 2 - digits])) digits++;
  size_t open = length - 2 - digits;
  if (digits == 0 || digits > 9 || (text[open] != '[' && text[open] != '<')) return NULL;
  return ctl_names_bit(names, text, open, (uint32_t)strtoul(text + open + 1, NULL, 10));
}

static enum resolved resolve_text(struct ctl_parser *p, const struct token *t, const char *text,
                                  size_t length, uint32_t *node) {
  bool quoted = t->kind == TOKEN_QUOTED;
  uint32_t position = 0;
  bool has_position = !quoted && ctl_names_position(p->names, text, length, &position);
  const struct ctl_name *name = ctl_names_find(p->names, text, length);
  if (!name && !has_position) name = find_other_brackets(p->names, text, length);
  if (name && name->ambiguous)
    return fault_at(p, t,
                    "'%s' is ambiguous: symbols of this name denote the literals %u and %u; write "
                    "one of the numbers",
                    text, name->lit, name->other);
  if (name && has_position && name->lit != position)
    return fault_at(p, t,
                    "'%s' is ambiguous: as a symbol it is literal %u, as a position literal %u; "
                    "quote the symbol or "
                    "write the number",
                    text, name->lit, position);
  if (!name && !has_position) return RESOLVED_NOTHING;
  char *atom = name ? ctl_names_quote(name->text, name->length)
                    : ctl_names_canonical(p->names, position, text, length);
  *node = formula_atom(p->arena, name ? name->lit : position, atom);
  free(atom);
  return RESOLVED;
}

enum resolved ctl_resolve(struct ctl_parser *p, const struct token *t, uint32_t *node) {
  size_t length;
  char *text = ctl_name_text(p, t, &length);
  enum resolved answer = resolve_define(p, t, node);
  if (answer == RESOLVED_NOTHING) answer = resolve_text(p, t, text, length, node);
  if (answer == RESOLVED_NOTHING && t->kind == TOKEN_QUOTED && p->source->text[t->start] == '\\')
    answer = resolve_text(p, t, p->source->text + t->start, t->length,
                          node); /* some writers keep the backslash */
  free(text);
  return answer;
}

/* name[h:l] or name<h:l>: splits off the slice. */
static bool split_slice(const char *text, size_t length, size_t *base, uint32_t *high,
                        uint32_t *low) {
  if (length < 5 || (text[length - 1] != ']' && text[length - 1] != '>')) return false;
  char open = text[length - 1] == ']' ? '[' : '<';
  size_t k = length - 1;
  while (k > 0 && text[k] != open) k--;
  if (k == 0) return false;
  char *end;
  if (!isdigit((unsigned char)text[k + 1])) return false;
  unsigned long h = strtoul(text + k + 1, &end, 10);
  if (*end != ':' || !isdigit((unsigned char)end[1])) return false;
  unsigned long l = strtoul(end + 1, &end, 10);
  if (end != text + length - 1 || h > INT32_MAX || l > INT32_MAX) return false;
  *base = k;
  *high = (uint32_t)h;
  *low = (uint32_t)l;
  return true;
}

static enum resolved word_bits(struct ctl_parser *p, const struct token *t, char *text, size_t base,
                               uint32_t high, uint32_t low, struct lits *bits) {
  text[base] = 0;
  if (high < low)
    return fault_at(p, t, "expected a slice of '%s' as [high:low], found [%u:%u]", text, high, low);
  if (high - low >= WORD_MAX_WIDTH)
    return fault_at(p, t, "'%s' [%u:%u] is too wide for a word", text, high, low);
  for (uint32_t k = low; k <= high; k++) {
    const struct ctl_name *name = ctl_names_bit(p->names, text, base, k);
    if (!name)
      return fault_at(p, t, "the word '%s' has no bit %u (nor a symbol '...<%u>') in the model",
                      text, k, k);
    if (name->ambiguous)
      return fault_at(p, t,
                      "a bit of the word '%s' is ambiguous: it denotes the literals %u and %u",
                      text, name->lit, name->other);
    char *atom = ctl_names_quote(name->text, name->length);
    lits_push(bits, formula_atom(p->arena, name->lit, atom));
    free(atom);
  }
  return RESOLVED;
}

enum resolved ctl_resolve_word(struct ctl_parser *p, const struct token *t, struct lits *bits) {
  uint32_t node, high, low;
  enum resolved answer = ctl_resolve(p, t, &node);
  if (answer == RESOLVED) lits_push(bits, node);
  if (answer != RESOLVED_NOTHING) return answer;
  size_t length, base;
  char *text = ctl_name_text(p, t, &length);
  base = length;
  if (split_slice(text, length, &base, &high, &low) ||
      ctl_names_range(p->names, text, length, &low, &high))
    answer = word_bits(p, t, text, base, high, low, bits);
  free(text);
  return answer;
}

/* What may have been meant by a name that is not there. */
static const char *suggest(struct ctl_parser *p, const struct token *t,
                           char message[NEAREST_MESSAGE]) {
  size_t length;
  char *text = ctl_name_text(p, t, &length);
  struct nearest nearest = {.wanted = text, .wanted_length = length};
  ctl_names_offer(p->names, &nearest);
  for (size_t k = 0; k < p->num_defines; k++) {
    const struct token *name = &p->source->tokens[p->defines[k].name];
    nearest_offer(&nearest, p->source->text + name->start, name->length);
  }
  for (size_t k = 0; k < p->file->declared.size; k++) {
    const struct declared_word *word = &p->file->declared.at[k];
    for (size_t j = 0; j < word->num_values; j++)
      nearest_offer(&nearest, word->values[j].name, strlen(word->values[j].name));
  }
  struct nearest operator= {.wanted = text, .wanted_length = length};
  ctl_offer_operators(&operator);
  bool better = operator.text && operator.distance <=
                1 &&(!nearest.text || operator.distance<nearest.distance);
  nearest_say(better ? &operator: & nearest, "", message);
  free(text);
  return message;
}

bool ctl_is_word(struct ctl_parser *p, const struct token *t) {
  if (t->kind == TOKEN_NUMBER) return false;
  const struct ctl_define *define = ctl_find_define(p, t);
  if (define) return define->is_word;
  size_t length, base;
  uint32_t node, high, low;
  if (ctl_resolve(p, t, &node) != RESOLVED_NOTHING) return false;
  char *text = ctl_name_text(p, t, &length);
  bool word = split_slice(text, length, &base, &high, &low) ||
              ctl_names_range(p->names, text, length, &low, &high);
  free(text);
  return word;
}

/* r1[0], where r1 is a signal of one bit? */
static bool is_indexed_bit(const struct ctl_parser *p, const struct token *t) {
  const char *text = p->source->text + t->start, *open = memchr(text, '[', t->length);
  return t->kind == TOKEN_NAME && open && ctl_names_find(p->names, text, (size_t)(open - text));
}

bool ctl_unknown_name(struct ctl_parser *p, const struct token *t, bool word) {
  int length = t->length > 100 ? 100 : (int)t->length;
  const char *text = p->source->text + t->start;
  char message[NEAREST_MESSAGE];
  const char *hint = ctl_word_hint(text, t->length);
  p->unknown = (size_t)(t - p->source->tokens) + 1;
  if (hint)
    return ctl_fault(p->source, t, p->fault, "the model has no symbol '%.*s': %s", length, text,
                     hint);
  if (t->kind >= TOKEN_X && t->kind <= TOKEN_G)
    return ctl_fault(p->source, t, p->fault,
                     "expected a formula behind '%.*s'; the model has no symbol of that name",
                     length, text);
  if (is_indexed_bit(p, t))
    return ctl_fault(p->source, t, p->fault,
                     "the model has no symbol '%.*s': what has this name without the index is a "
                     "single bit",
                     length, text);
  if (word)
    return ctl_fault(p->source, t, p->fault, "the model has no symbol and no word '%.*s'%s", length,
                     text, suggest(p, t, message));
  if (ctl_is_word(p, t))
    return ctl_fault(p->source, t, p->fault,
                     "'%.*s' is a word: compare it (=, !=, <, <=, >, >=), or name one of its bits",
                     length, text);
  if (ctl_is_value(p, t))
    return ctl_fault(p->source, t, p->fault,
                     "'%.*s' is a value: compare a word with it (=, !=, <, <=, >, >=)", length,
                     text);
  if (t->kind == TOKEN_NAME && text[0] == 'j' && t->length > 1 && isdigit((unsigned char)text[1]))
    return ctl_fault(p->source, t, p->fault,
                     "the model has no symbol '%.*s' and no justice set of one literal there",
                     length, text);
  return ctl_fault(p->source, t, p->fault, "the model has no symbol '%.*s'%s", length, text,
                   suggest(p, t, message));
}

bool ctl_is_value(struct ctl_parser *p, const struct token *t) {
  const struct declared *declared = &p->file->declared;
  uint32_t node;
  bool found = false;
  if (!ctl_is_name(t->kind)) return false;
  for (size_t k = 0; k < declared->size && !found; k++)
    found = declared_value(&declared->at[k], p->source->text + t->start, t->length) != NULL;
  return found && ctl_resolve(p, t, &node) == RESOLVED_NOTHING;
}

bool ctl_is_name(enum token_kind kind) {
  return kind == TOKEN_NAME || (kind >= TOKEN_U && kind <= TOKEN_G);
}

bool ctl_is_term(enum token_kind kind) {
  return ctl_is_name(kind) || kind == TOKEN_QUOTED || kind == TOKEN_NUMBER;
}
