/* Formulas as people write them. */
#include "certifier/explain/wording.h"

#include "formats/support/text_file.h"

#include <ctype.h>

/* Deeper formulas are cut. */
enum { MOST_NESTING = 200 };

struct printer {
  const struct wording *words;
  const struct formulas *arena;
  FILE *file;
};

static bool is_reserved(const char *name, size_t length) {
  static const char *const words[] = {
      "A",   "E",   "U",    "R",    "V",     "W",     "X",  "F",   "G",    "EX",
      "EF",  "Y",   "Z",    "O",    "H",     "S",     "T",  "EG",  "AX",   "AF",
      "AG",  "BU",  "true", "TRUE", "not",   "and",   "or", "xor", "xnor", "EBF",
      "EBG", "ABF", "ABG",  "SPEC", "false", "FALSE", NULL};
  for (size_t k = 0; words[k]; k++)
    if (strlen(words[k]) == length && memcmp(words[k], name, length) == 0) return true;
  return false;
}

/* Canonical form has all names in quotes; plain ones do without. */
static void write_atom(const struct printer *p, const struct formula *f) {
  if (f->lit < 2) {
    fputs(f->lit ? "true" : "false", p->file);
    return;
  }
  size_t length = strlen(f->text);
  bool plain = length > 2 && f->text[0] == '"' && !isdigit((unsigned char)f->text[1]);
  for (size_t k = 1; plain && k + 1 < length; k++)
    plain = isalnum((unsigned char)f->text[k]) || strchr("_$.*[]<>", f->text[k]);
  plain = plain && (isalpha((unsigned char)f->text[1]) || strchr("_$", f->text[1])) &&
          !is_reserved(f->text + 1, length - 2);
  if (plain)
    fwrite(f->text + 1, 1, length - 2, p->file);
  else
    fputs(f->text, p->file);
}

/* The bits of one word, from high to low, in a conjunction, as it comes from "count = 5". */
struct run {
  const struct signal *signal;
  size_t low, high;
};

static bool as_bit(const struct printer *p, uint32_t k, const struct signal **signal, size_t *bit,
                   bool *value) {
  const struct formula *f = &p->arena->at[k];
  bool negated = f->op == FORMULA_NOT, complement;
  if (!p->words->signals) return false;
  if (negated) f = &p->arena->at[f->left];
  if (f->op != FORMULA_ATOM || f->lit < 2) return false;
  *signal = wording_signal(p->words, f->lit, bit, &complement);
  *value = negated == complement;
  return *signal && (*signal)->bits.size > 1;
}

/* How many conjuncts from `from` on are one run of at least two bits; 0: none. */
static size_t find_run(const struct printer *p, const struct lits *parts, size_t from,
                       struct run *run, uint8_t *value) {
  size_t n = 0, bit;
  bool set;
  const struct signal *signal;
  for (; from + n < parts->size && as_bit(p, parts->at[from + n], &signal, &bit, &set); n++) {
    if (n == 0) *run = (struct run){signal, bit, bit};
    if (n > 0 && (signal != run->signal || bit + 1 != run->low)) break;
    run->low = bit;
    value[signal->place + bit] = set;
  }
  return n > 1 ? n : 0;
}

/* The same for a_k <-> b_k, as it comes from "a = b". */
static size_t find_equal(const struct printer *p, const struct lits *parts, size_t from,
                         struct run *a, struct run *b) {
  size_t n = 0, x, y;
  bool u, v;
  const struct signal *s, *t;
  for (; from + n < parts->size; n++) {
    const struct formula *f = &p->arena->at[parts->at[from + n]];
    if (f->op != FORMULA_IFF || !as_bit(p, f->left, &s, &x, &u) ||
        !as_bit(p, f->right, &t, &y, &v) || u != v)
      break;
    if (n == 0) {
      *a = (struct run){s, x, x};
      *b = (struct run){t, y, y};
    }
    if (n > 0 && (s != a->signal || t != b->signal || x + 1 != a->low || y + 1 != b->low)) break;
    a->low = x;
    b->low = y;
  }
  return n > 1 ? n : 0;
}

static void conjuncts(const struct printer *p, uint32_t k, struct lits *parts) {
  struct lits stack = {0};
  lits_push(&stack, k);
  while (stack.size) {
    uint32_t top = lits_pop(&stack);
    const struct formula *f = &p->arena->at[top];
    bool known = top != k && ctl_comparison(p->words->ctl, top);
    if (f->op != FORMULA_AND || f->path || known) {
      lits_push(parts, top);
      continue;
    }
    lits_push(&stack, f->right);
    lits_push(&stack, f->left);
  }
  lits_free(&stack);
}

static uint8_t *place_for_bits(const struct printer *p) {
  return memory_zeroed(p->words->signals ? p->words->signals->num_bits : 0, 1);
}

static void write_any(const struct printer *p, uint32_t k, bool inside, unsigned depth);

/* One comparison at the head of the conjuncts; 0: there is none. */
static size_t write_run(const struct printer *p, const struct lits *parts, size_t from,
                        const char *operator) {
  struct run a, b;
  uint8_t *value = place_for_bits(p);
  size_t n = find_run(p, parts, from, &a, value);
  if (n) {
    wording_comparison(a.signal, a.low, a.high, operator, value, p->file);
  } else if ((n = find_equal(p, parts, from, &a, &b))) {
    char *x = signal_slice(a.signal, a.low, a.high), *y = signal_slice(b.signal, b.low, b.high);
    fprintf(p->file, "%s %s %s", x, operator, y);
    free(x);
    free(y);
  }
  free(value);
  return n;
}

/* Does one comparison say all of it? */
static bool is_comparison(const struct printer *p, uint32_t k) {
  struct lits parts = {0};
  struct run a, b;
  uint8_t *value = place_for_bits(p);
  conjuncts(p, k, &parts);
  bool is = parts.size > 1 && (find_run(p, &parts, 0, &a, value) == parts.size ||
                               find_equal(p, &parts, 0, &a, &b) == parts.size);
  free(value);
  lits_free(&parts);
  return is;
}

static void write_conjunction(const struct printer *p, uint32_t k, bool inside, unsigned depth) {
  struct lits parts = {0};
  bool alone = is_comparison(p, k);
  conjuncts(p, k, &parts);
  if (inside && !alone) fputc('(', p->file);
  for (size_t at = 0; at < parts.size;) {
    if (at) fputs(" & ", p->file);
    size_t n = write_run(p, &parts, at, "=");
    if (!n) write_any(p, parts.at[at], true, depth + 1);
    at += n ? n : 1;
  }
  if (inside && !alone) fputc(')', p->file);
  lits_free(&parts);
}

static void write_negation(const struct printer *p, uint32_t k, unsigned depth) {
  struct lits parts = {0};
  bool written = ctl_comparison(p->words->ctl, k);
  if (!written && p->arena->at[k].op == FORMULA_AND && is_comparison(p, k)) {
    conjuncts(p, k, &parts);
    write_run(p, &parts, 0, "!=");
    lits_free(&parts);
    return;
  }
  const char *comparison = ctl_comparison(p->words->ctl, k);
  fputs(comparison ? "!(" : "!", p->file);
  write_any(p, k, true, depth + 1);
  if (comparison) fputc(')', p->file);
}

static void write_binary(const struct printer *p, const struct formula *f, const char *operator,
                         bool inside, unsigned depth) {
  if (inside) fputc('(', p->file);
  bool chain = f->op == FORMULA_OR && p->arena->at[f->left].op == FORMULA_OR;
  write_any(p, f->left, !chain, depth + 1);
  fprintf(p->file, " %s ", operator);
  write_any(p, f->right, true, depth + 1);
  if (inside) fputc(')', p->file);
}

static void write_until(const struct printer *p, const struct formula *f, const char *open,
                        const char *operator, unsigned depth) {
  fputs(open, p->file);
  write_any(p, f->left, f->op >= FORMULA_X, depth + 1);
  fprintf(p->file, " %s ", operator);
  write_any(p, f->right, f->op >= FORMULA_X, depth + 1);
  fputc(']', p->file);
}

static void write_prefix(const struct printer *p, const struct formula *f, const char *operator,
                         unsigned depth) {
  fprintf(p->file, "%s ", operator);
  write_any(p, f->left, true, depth + 1);
}

static void write_any(const struct printer *p, uint32_t k, bool inside, unsigned depth) {
  static const char *const prefix[] = {
      [FORMULA_EX] = "EX", [FORMULA_EF] = "EF", [FORMULA_EG] = "EG", [FORMULA_AX] = "AX",
      [FORMULA_AF] = "AF", [FORMULA_AG] = "AG", [FORMULA_E] = "E",   [FORMULA_A] = "A",
      [FORMULA_X] = "X",   [FORMULA_F] = "F",   [FORMULA_G] = "G",   [FORMULA_Y] = "Y",
      [FORMULA_Z] = "Z",   [FORMULA_O] = "O",   [FORMULA_H] = "H"};
  const struct formula *f = &p->arena->at[k];
  const char *comparison = ctl_comparison(p->words->ctl, k);
  if (depth > MOST_NESTING || comparison) {
    fputs(comparison ? comparison : "..", p->file);
    return;
  }
  switch (f->op) {
  case FORMULA_ATOM: write_atom(p, f); break;
  case FORMULA_NOT: write_negation(p, f->left, depth); break;
  case FORMULA_AND:
    if (f->path)
      write_binary(p, f, "&", inside, depth);
    else
      write_conjunction(p, k, inside, depth);
    break;
  case FORMULA_OR: write_binary(p, f, "|", inside, depth); break;
  case FORMULA_XOR: write_binary(p, f, "^", inside, depth); break;
  case FORMULA_IMPLIES: write_binary(p, f, "->", inside, depth); break;
  case FORMULA_IFF: write_binary(p, f, "<->", inside, depth); break;
  case FORMULA_EU: write_until(p, f, "E[", "U", depth); break;
  case FORMULA_AU: write_until(p, f, "A[", "U", depth); break;
  case FORMULA_U: write_until(p, f, "[", "U", depth); break;
  case FORMULA_R: write_until(p, f, "[", "R", depth); break;
  case FORMULA_S: write_until(p, f, "[", "S", depth); break;
  case FORMULA_T: write_until(p, f, "[", "T", depth); break;
  default: write_prefix(p, f, prefix[f->op], depth); break;
  }
}

char *wording_formula(const struct wording *words, uint32_t root, size_t most) {
  const struct formulas *arena = &words->ctl->arena;
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  if (arena->at[root].length > 16 * most)
    fputs("(a long formula)", file);
  else
    write_any(&(struct printer){words, arena, file}, root, false, 0);
  text_close(file);
  if (size > most) strcpy(text + most - 2, "..");
  return text;
}
