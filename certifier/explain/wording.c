#include "certifier/explain/wording.h"

#include "formats/support/escape.h"
#include "formats/support/text_file.h"

enum {
  MOST_LEAVES = 40,  /* of an unnamed predicate that is written out; */
  MOST_DEPTH = 8,    /* and how deep its gates may be nested */
  MOST_PARTS = 20000 /* of a conjunction that is taken apart */
};

void wording_init(struct wording *w, const struct replay *replay, const struct signals *signals,
                  const struct ctl_file *ctl) {
  const struct aiger *m = replay->model;
  *w = (struct wording){.replay = replay, .signals = signals, .ctl = ctl};
  w->place = memory_zeroed((size_t)m->maxvar + 1, sizeof *w->place);
  w->bit_of = memory_zeroed(signals->num_bits, sizeof *w->bit_of);
  w->gate_of = memory_zeroed((size_t)m->maxvar + 1, sizeof *w->gate_of);
  for (size_t k = 0; k < m->num_ands; k++) w->gate_of[m->ands[k].lhs >> 1] = (uint32_t)k + 1;
  for (size_t k = 0; k < signals->size; k++)
    for (size_t i = 0; i < signals->at[k].bits.size; i++) {
      uint32_t v = signals->at[k].bits.at[i] >> 1;
      w->bit_of[signals->at[k].place + i] = (uint32_t)k;
      if (!w->place[v]) w->place[v] = (uint32_t)(signals->at[k].place + i) + 1;
    }
}

void wording_free(struct wording *w) {
  free(w->place);
  free(w->bit_of);
  free(w->gate_of);
  *w = (struct wording){0};
}

static void strings_add(struct strings *strings, char *text) {
  strings->at = memory_room(strings->at, strings->size, &strings->capacity, sizeof *strings->at);
  strings->at[strings->size++] = text;
}

void strings_free(struct strings *strings) {
  for (size_t k = 0; k < strings->size; k++) free(strings->at[k]);
  free(strings->at);
  *strings = (struct strings){0};
}

/* --- literals --------------------------------------------------------------------------------- */

/* The signal of a literal of the model, its bit, and whether the literal is the complement of it;
 * NULL: it has none. */
const struct signal *wording_signal(const struct wording *w, uint32_t lit, size_t *bit,
                                    bool *complement) {
  uint32_t v = lit >> 1;
  if (v > w->replay->model->maxvar || !w->place[v]) return NULL;
  const struct signal *s = &w->signals->at[w->bit_of[w->place[v] - 1]];
  *bit = w->place[v] - 1 - s->place;
  *complement = (lit ^ s->bits.at[*bit]) & 1;
  return s;
}

static void write_elementary(const struct wording *w, uint32_t k, FILE *file) {
  uint32_t all = (uint32_t)w->replay->core->num_variables;
  fprintf(file, "%spromise%u", k >= all ? "next " : "", (unsigned)(k >= all ? k - all : k));
}

/* What ghost k was *steps ago, through others that only pass it on; 0: it is no memory of that
 * kind, or of nothing that has a name. */
static uint32_t remembered(const struct replay *r, uint32_t k, size_t *steps) {
  const struct lits *next = &r->certificate->next;
  uint32_t lit = 2 * (r->first_ghost + k);
  *steps = 0;
  while (lit >> 1 >= r->first_ghost && lit >> 1 < r->first_gate && *steps <= next->size) {
    lit = next->at[(lit >> 1) - r->first_ghost] ^ (lit & 1u);
    ++*steps;
  }
  return *steps > next->size || lit >> 1 >= r->first_gate ? 0 : lit;
}

/* "busy-before", "busy-before-3": what it was a step ago, or three; "steps>=2": at least two steps
 * were made; "ghost5": anything else that the certificate keeps. */
static void write_ghost(const struct wording *w, uint32_t k, FILE *file) {
  size_t steps;
  uint32_t lit = remembered(w->replay, k, &steps);
  if (lit == 0) {
    fprintf(file, "ghost%u", (unsigned)k);
  } else if (lit == 1) {
    fprintf(file, "steps>=%zu", steps);
  } else {
    wording_literal(w, lit, file);
    fputs("-before", file);
    if (steps > 1) fprintf(file, "-%zu", steps);
  }
}

/* Of a variable without a signal, or of none of the model. */
static void write_variable(const struct wording *w, uint32_t v, FILE *file) {
  const struct replay *r = w->replay;
  if (v < r->first_monitor)
    fprintf(file, "gate%u", (unsigned)v);
  else if (v < r->first_fresh)
    fprintf(file, "fair%u-before", (unsigned)(v - r->first_monitor));
  else if (v < r->first_elementary) {
    fputs("next ", file);
    wording_literal(w, r->model->inputs.at[v - r->first_fresh], file);
  } else if (v < r->first_ghost)
    write_elementary(w, v - r->first_elementary, file);
  else if (v < r->first_gate)
    write_ghost(w, v - r->first_ghost, file);
  else
    fprintf(file, "p%u", (unsigned)(v - r->first_gate));
}

/* The arguments of a gate of the certificate, or of an unnamed gate of the model; *n is 0 for
 * everything else. */
static const uint32_t *arguments(const struct wording *w, uint32_t v, uint32_t pair[2], size_t *n) {
  const struct replay *r = w->replay;
  *n = 0;
  if (v >= r->first_gate) {
    const struct cert_gate *gate = &r->certificate->gates[v - r->first_gate];
    *n = gate->args.size;
    return gate->args.at;
  }
  if (v > r->model->maxvar || !w->gate_of[v] || w->place[v]) return pair;
  pair[0] = r->model->ands[w->gate_of[v] - 1].rhs0;
  pair[1] = r->model->ands[w->gate_of[v] - 1].rhs1;
  *n = 2;
  return pair;
}

/* How many leaves the text of a predicate would have; stops counting beyond `limit` or below
 * `depth` gates. */
static size_t leaves(const struct wording *w, uint32_t lit, size_t limit, unsigned depth) {
  uint32_t pair[2];
  size_t n, sum = 0;
  const uint32_t *args = arguments(w, lit >> 1, pair, &n);
  if (n == 0) return 1;
  if (depth == 0) return limit + 1;
  for (size_t k = 0; k < n && sum <= limit; k++) sum += leaves(w, args[k], limit - sum, depth - 1);
  return sum;
}

static void write_leaf(const struct wording *w, uint32_t lit, FILE *file) {
  size_t bit;
  bool complement;
  const struct signal *s = wording_signal(w, lit, &bit, &complement);
  if (lit >> 1 == 0) {
    fputs(lit ? "true" : "false", file);
    return;
  }
  if (s ? complement : lit & 1) fputc('!', file);
  if (!s) {
    write_variable(w, lit >> 1, file);
    return;
  }
  char *name = signal_slice(s, bit, bit);
  fputs(name, file);
  free(name);
}

/* and(a, !b): "a & !b"; !and(a, !b): "!a | b". No deeper than `leaves` has found. */
static void write_out(const struct wording *w, uint32_t lit, bool inside, FILE *file) {
  uint32_t pair[2];
  size_t n;
  const uint32_t *args = arguments(w, lit >> 1, pair, &n);
  if (n == 0) {
    write_leaf(w, lit, file);
    return;
  }
  if (inside && n > 1) fputc('(', file);
  for (size_t k = 0; k < n; k++) {
    if (k) fputs(lit & 1 ? " | " : " & ", file);
    write_out(w, args[k] ^ (lit & 1), true, file);
  }
  if (inside && n > 1) fputc(')', file);
}

static void write_literal(const struct wording *w, uint32_t lit, bool inside, FILE *file) {
  uint32_t first_gate = w->replay->first_gate;
  if (leaves(w, lit, MOST_LEAVES, MOST_DEPTH) <= MOST_LEAVES)
    write_out(w, lit, inside, file);
  else if (lit >> 1 < first_gate)
    write_leaf(w, lit, file);
  else
    fprintf(file, "[%s of %zu parts]", lit & 1 ? "one" : "all",
            w->replay->certificate->gates[(lit >> 1) - first_gate].args.size);
}

void wording_literal(const struct wording *w, uint32_t lit, FILE *file) {
  write_literal(w, lit, true, file);
}

char *wording_definition(const struct wording *w, uint32_t lit) {
  const struct aiger *m = w->replay->model;
  char *text;
  size_t size, leaf_count = 0;
  FILE *file = text_open(&text, &size);
  write_literal(w, lit, false, file);
  uint32_t gate = w->gate_of[lit >> 1];
  bool named = gate && w->place[lit >> 1];
  const struct aiger_and *and = named ? &m->ands[gate - 1] : NULL;
  if (named)
    leaf_count = leaves(w, and->rhs0, MOST_LEAVES, MOST_DEPTH) +
                 leaves(w, and->rhs1, MOST_LEAVES, MOST_DEPTH);
  if (named && leaf_count <= MOST_LEAVES) {
    uint32_t sign = lit & 1;
    fputs(": ", file);
    write_out(w, and->rhs0 ^ sign, true, file);
    fputs(sign ? " | " : " & ", file);
    write_out(w, and->rhs1 ^ sign, true, file);
  }
  text_close(file);
  return text;
}

void wording_ghosts(const struct wording *w, FILE *file) {
  const struct certificate *c = w->replay->certificate;
  size_t steps;
  if (c->ghosts.size == 0) return;
  fputs("The certificate has variables of its own. x-before is x a step ago, x-before-2 two steps "
        "ago, steps>=2\nthat there were two steps; in the first states they have a value that it "
        "names.\n",
        file);
  for (uint32_t k = 0; k < c->ghosts.size; k++) {
    if (remembered(w->replay, k, &steps) != 0) continue;
    char *text;
    size_t size;
    FILE *out = text_open(&text, &size);
    wording_literal(w, c->next.at[k], out);
    text_close(out);
    escape_line(file, "  ghost%u is %s at first, and then what %s was in the step before",
                (unsigned)k, c->ghosts.at[k] ? "true" : "false", text);
    free(text);
  }
}

/* --- lists ------------------------------------------------------------------------------------ */

/* A disjunction of literals, sorted. */
struct clause {
  struct lits lits;
  bool said; /* as part of something shorter */
};
struct clauses {
  struct clause *at;
  size_t size, capacity;
};

static bool is_leaf(const struct wording *w, uint32_t lit) {
  uint32_t pair[2];
  size_t n;
  arguments(w, lit >> 1, pair, &n);
  return n == 0;
}

/* Is it a gate of the certificate, or a small one of the model without a name? */
static bool is_open(const struct wording *w, uint32_t lit) {
  return lit >> 1 >= w->replay->first_gate ||
         (!is_leaf(w, lit) && leaves(w, lit, MOST_LEAVES, MOST_DEPTH) <= MOST_LEAVES);
}

/* The arguments of conjunctions below a literal (with sign 1: of disjunctions), no more than about
 * MOST_PARTS. */
static void flatten(const struct wording *w, uint32_t lit, uint32_t sign, struct lits *parts) {
  struct lits stack = {0};
  lits_push(&stack, lit);
  while (stack.size) {
    uint32_t top = lits_pop(&stack), pair[2];
    size_t n;
    if ((top & 1) != sign || !is_open(w, top) || parts->size + stack.size > MOST_PARTS) {
      lits_push(parts, top);
      continue;
    }
    const uint32_t *args = arguments(w, top >> 1, pair, &n);
    for (size_t k = n; k-- > 0;) lits_push(&stack, args[k] ^ sign);
  }
  lits_free(&stack);
}

static int compare_lits(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static int compare_clauses(const void *a, const void *b) {
  const struct lits *x = &((const struct clause *)a)->lits, *y = &((const struct clause *)b)->lits;
  if (x->size != y->size) return x->size < y->size ? -1 : 1;
  for (size_t k = 0; k < x->size; k++)
    if (x->at[k] != y->at[k]) return x->at[k] < y->at[k] ? -1 : 1;
  return 0;
}

static void take_apart(const struct wording *w, uint32_t lit, struct clauses *clauses) {
  struct lits parts = {0};
  flatten(w, lit, 0, &parts);
  for (size_t k = 0; k < parts.size; k++) {
    if (parts.at[k] == 1) continue;
    clauses->at = memory_room(clauses->at, clauses->size, &clauses->capacity, sizeof *clauses->at);
    struct clause *clause = &clauses->at[clauses->size++];
    *clause = (struct clause){0};
    flatten(w, parts.at[k], 1, &clause->lits);
    qsort(clause->lits.at, clause->lits.size, sizeof *clause->lits.at, compare_lits);
  }
  lits_free(&parts);
  if (clauses->size) qsort(clauses->at, clauses->size, sizeof *clauses->at, compare_clauses);
}

static struct clause *find_pair(const struct clauses *clauses, uint32_t a, uint32_t b) {
  uint32_t pair[] = {a < b ? a : b, a < b ? b : a};
  struct clause key = {.lits = {.at = pair, .size = 2}};
  return bsearch(&key, clauses->at, clauses->size, sizeof key, compare_clauses);
}

/* Bits `low` to `high` of a signal as a number, by what value[] has of each bit of all signals. */
static void write_bits(const struct signal *s, size_t low, size_t high, const uint8_t *value,
                       FILE *file) {
  size_t width = high - low + 1, digits = (width + 3) / 4;
  bool leading = true;
  for (size_t d = digits; d-- > 0;) {
    unsigned digit = 0;
    for (size_t k = 4; k-- > 0;)
      if (d * 4 + k < width) digit = 2 * digit + value[s->place + low + d * 4 + k];
    if (leading && digit == 0 && d > 0) continue;
    if (leading && (d > 0 || digit > 9)) fputs("0x", file);
    leading = false;
    fprintf(file, "%x", digit);
  }
}

void wording_comparison(const struct signal *s, size_t low, size_t high, const char *operator,
                        const uint8_t * value, FILE *file) {
  char *name = signal_slice(s, low, high);
  bool whole = low == 0 && high + 1 == s->bits.size;
  char *shown = whole ? declared_show(s->declared, value + s->place, s->bits.size) : NULL;
  fprintf(file, "%s %s ", name, operator);
  if (shown)
    fputs(shown, file);
  else
    write_bits(s, low, high, value, file);
  free(shown);
  free(name);
}

enum { UNKNOWN = 2 };

/* Bits that unit clauses fix: "count[7:4] = 0", "!busy". */
static void say_constants(const struct wording *w, struct clauses *clauses, struct strings *list) {
  uint8_t *value = memory_alloc(w->signals->num_bits, 1);
  memset(value, UNKNOWN, w->signals->num_bits);
  for (size_t k = 0; k < clauses->size && clauses->at[k].lits.size == 1; k++) {
    size_t bit;
    bool complement;
    const struct signal *s = wording_signal(w, clauses->at[k].lits.at[0], &bit, &complement);
    if (!s || s->bits.size == 1) continue;
    value[s->place + bit] = !complement;
    clauses->at[k].said = true;
  }
  for (size_t k = 0; k < w->signals->size; k++) {
    const struct signal *s = &w->signals->at[k];
    for (size_t low = 0, high; low < s->bits.size; low = high + 1) {
      high = low;
      if (value[s->place + low] == UNKNOWN) continue;
      while (high + 1 < s->bits.size && value[s->place + high + 1] != UNKNOWN) high++;
      char *text;
      size_t size;
      FILE *file = text_open(&text, &size);
      wording_comparison(s, low, high, "=", value, file);
      text_close(file);
      strings_add(list, text);
    }
  }
  free(value);
}

/* a | !b and !a | b: a = b. Words of which all bits are equal are said once. */
struct equality {
  uint32_t a, b; /* literals, a = b */
  struct clause *one, *other;
};

static void say_equality(const struct wording *w, const struct equality *e, struct strings *list) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  size_t bit;
  bool no_a = false, no_b = false;
  wording_signal(w, e->a, &bit, &no_a);
  wording_signal(w, e->b, &bit, &no_b);
  write_leaf(w, e->a ^ no_a, file);
  fputs(no_a == no_b ? " = " : " != ", file);
  write_leaf(w, e->b ^ no_b, file);
  text_close(file);
  strings_add(list, text);
}

/* Two bits of two words, and how many that follow each other from there on are equal pairwise. */
struct slices {
  const struct signal *s, *t;
  size_t x, y, length;
};

/* Do clauses that nothing else says tell that bit x of s is bit y of t? */
static bool are_equal(const struct clauses *clauses, const struct slices *e, size_t x, size_t y,
                      struct clause **one, struct clause **other) {
  if (x >= e->s->bits.size || y >= e->t->bits.size) return false;
  *one = find_pair(clauses, e->s->bits.at[x] ^ 1, e->t->bits.at[y]);
  *other = find_pair(clauses, e->s->bits.at[x], e->t->bits.at[y] ^ 1);
  return *one && *other && !(*one)->said && !(*other)->said;
}

/* The longest slices around the bits x and y that are equal; says so, and marks the clauses. Single
 * bits are not said here. */
static bool say_equal_slices(struct clauses *clauses, struct slices e, struct strings *list) {
  struct clause *one, *other;
  if (e.s == e.t || !are_equal(clauses, &e, e.x, e.y, &one, &other)) return false;
  for (; e.x > 0 && e.y > 0 && are_equal(clauses, &e, e.x - 1, e.y - 1, &one, &other); e.x--) e.y--;
  while (are_equal(clauses, &e, e.x + e.length, e.y + e.length, &one, &other)) e.length++;
  if (e.length < 2) return false;
  for (size_t k = 0; k < e.length; k++) {
    are_equal(clauses, &e, e.x + k, e.y + k, &one, &other);
    one->said = other->said = true;
  }
  char *a = signal_slice(e.s, e.x, e.x + e.length - 1);
  char *b = signal_slice(e.t, e.y, e.y + e.length - 1);
  char *text = memory_alloc(strlen(a) + strlen(b) + 4, 1);
  sprintf(text, "%s = %s", a, b);
  strings_add(list, text);
  free(a);
  free(b);
  return true;
}

static void say_equalities(const struct wording *w, struct clauses *clauses, struct strings *list) {
  for (size_t k = 0; k < clauses->size && clauses->at[k].lits.size <= 2; k++) {
    struct clause *clause = &clauses->at[k];
    if (clause->said || clause->lits.size != 2) continue;
    uint32_t a = clause->lits.at[0], b = clause->lits.at[1];
    struct clause *other = find_pair(clauses, a ^ 1, b ^ 1);
    if (!other || other->said || !is_leaf(w, a) || !is_leaf(w, b)) continue;
    struct slices e = {0};
    bool complement;
    e.s = wording_signal(w, a, &e.x, &complement);
    e.t = wording_signal(w, b, &e.y, &complement);
    if (e.s && e.t && say_equal_slices(clauses, e, list)) continue;
    clause->said = other->said = true;
    say_equality(w, &(struct equality){a, b ^ 1, clause, other}, list);
  }
}

/* All bits of one word: "count != 5". */
static bool say_unequal(const struct wording *w, const struct clause *clause, FILE *file) {
  size_t first_bit;
  bool ok;
  const struct signal *word = wording_signal(w, clause->lits.at[0], &first_bit, &ok);
  ok = word && word->bits.size == clause->lits.size && clause->lits.size > 1;
  if (!ok) return false;
  uint8_t *value = memory_zeroed(w->signals->num_bits, 1);
  for (size_t k = 0; k < clause->lits.size && ok; k++) {
    size_t bit;
    bool complement;
    ok = wording_signal(w, clause->lits.at[k], &bit, &complement) == word;
    if (ok) value[word->place + bit] = complement;
  }
  if (ok) wording_comparison(word, 0, word->bits.size - 1, "!=", value, file);
  free(value);
  return ok;
}

static bool is_negative(const struct wording *w, uint32_t lit) {
  size_t bit;
  bool complement;
  const struct signal *s = wording_signal(w, lit, &bit, &complement);
  return s ? complement : lit & 1;
}

/* "a & b -> c | d", with what is negative on the left; "!(a & b)". */
static void say_clause(const struct wording *w, const struct clause *clause, FILE *file) {
  size_t negative = 0, said = 0, n = clause->lits.size;
  for (size_t k = 0; k < n; k++)
    negative += is_negative(w, clause->lits.at[k]) && is_leaf(w, clause->lits.at[k]);
  bool implies = negative > 0 && negative < n, never = negative == n && n > 1;
  if (never) fputs("!(", file);
  for (int left = implies || never; left >= 0; left--) {
    said = 0;
    for (size_t k = 0; k < n; k++) {
      uint32_t lit = clause->lits.at[k];
      bool is_left = (implies || never) && is_negative(w, lit) && is_leaf(w, lit);
      if (is_left != left) continue;
      fputs(!said++ ? "" : left ? " & " : " | ", file);
      write_literal(w, left ? lit ^ 1 : lit, n > 1, file);
    }
    if (left && implies) fputs(" -> ", file);
  }
  if (never) fputc(')', file);
}

/* Does the text speak of gates that have no name? */
static bool is_opaque(const char *text) {
  for (const char *at = text; (at = strstr(at, "gate")); at++)
    if (at[4] >= '0' && at[4] <= '9') return true;
  return strstr(text, " parts]") != NULL;
}

/* Entries that say nothing to anybody become one, at the end. */
static void sum_up_opaque(struct strings *list) {
  size_t kept = 0, opaque = 0;
  for (size_t k = 0; k < list->size; k++) {
    if (is_opaque(list->at[k])) {
      free(list->at[k]);
      opaque++;
    } else {
      list->at[kept++] = list->at[k];
    }
  }
  list->size = kept;
  if (!opaque) return;
  char *text = memory_alloc(80, 1);
  snprintf(text, 80, "(%zu condition%s on gates without names)", opaque, opaque == 1 ? "" : "s");
  strings_add(list, text);
}

void wording_list(const struct wording *w, uint32_t lit, struct strings *list) {
  struct clauses clauses = {0};
  take_apart(w, lit, &clauses);
  say_constants(w, &clauses, list);
  say_equalities(w, &clauses, list);
  for (size_t k = 0; k < clauses.size; k++) {
    if (!clauses.at[k].said) {
      char *text;
      size_t size;
      FILE *file = text_open(&text, &size);
      if (!say_unequal(w, &clauses.at[k], file)) say_clause(w, &clauses.at[k], file);
      text_close(file);
      strings_add(list, text);
    }
    lits_free(&clauses.at[k].lits);
  }
  free(clauses.at);
  sum_up_opaque(list);
}
