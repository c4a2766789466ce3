#include "formats/ctl_parser.h"

#include <ctype.h>

static int digit_value(char c) {
  if (isdigit((unsigned char)c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

/* bits := bits * base + digit, on constants. */
static void multiply_add(struct lits *bits, unsigned base, unsigned digit) {
  unsigned carry = digit;
  for (size_t k = 0; k < bits->size; k++) {
    carry += bits->at[k] * base;
    bits->at[k] = carry & 1;
    carry >>= 1;
  }
  for (; carry; carry >>= 1) lits_push(bits, carry & 1);
}

/* How a number is written. */
struct notation {
  unsigned base; /* 0: it is none */
  size_t digits; /* where they start */
  size_t width;  /* that it says it has, or SIZE_MAX */
};

static size_t read_width(const char *text, size_t length) {
  size_t width = 0;
  for (size_t k = 0; k < length && width <= WORD_MAX_WIDTH; k++)
    width = 10 * width + (size_t)(text[k] - '0');
  return width;
}

static unsigned base_of(char letter) {
  switch (tolower((unsigned char)letter)) {
  case 'b': return 2;
  case 'o': return 8;
  case 'd': return 10;
  case 'h':
  case 'x': return 16;
  default: return 0;
  }
}

/* 5, 4'hA, 'b101, 0b101, 0x1f, 0h1f, 0ub4_1010 (where 4 is the width) */
static struct notation read_notation(const char *text, size_t length) {
  struct notation n = {.width = SIZE_MAX};
  size_t k = 0;
  while (k < length && isdigit((unsigned char)text[k])) k++;
  if (k == length) return (struct notation){.base = 10, .width = SIZE_MAX};
  bool verilog = text[k] == '\'';
  if (!verilog && (k != 1 || text[0] != '0')) return n;
  if (verilog && k > 0) n.width = read_width(text, k);
  if (verilog) k++;
  if (k < length && (text[k] == 's' || text[k] == 'u' || text[k] == 'S')) k++;
  if (k >= length) return n;
  bool c_style = tolower((unsigned char)text[k]) == 'x';
  unsigned base = c_style && verilog ? 0 : base_of(text[k]);
  k++;
  if (!verilog && !c_style) {
    size_t width = k;
    while (width < length && isdigit((unsigned char)text[width])) width++;
    if (width < length && text[width] == '_' && width > k) {
      n.width = read_width(text + k, width - k);
      k = width + 1;
    }
  }
  n.digits = k;
  n.base = k < length ? base : 0;
  return n;
}

/* Constant bits as numbers 0 and 1. */
static bool read_bits(struct ctl_parser *p, const struct token *t, struct lits *bits,
                      bool *pattern) {
  const char *text = p->source->text + t->start;
  struct notation n = read_notation(text, t->length);
  if (!n.base) return ctl_expected(p->source, t, p->fault, "a number such as 5, 4'hA or 0b101");
  for (size_t k = n.digits; k < t->length; k++) {
    if (text[k] == '_') continue;
    if (digit_value(text[k]) >= (int)n.base)
      return ctl_expected(p->source, t, p->fault, "a number such as 5, 4'hA or 0b101");
    multiply_add(bits, n.base, (unsigned)digit_value(text[k]));
    if (bits->size > WORD_MAX_WIDTH)
      return ctl_fault(p->source, t, p->fault, "the number is too large");
  }
  while (bits->size && bits->at[bits->size - 1] == 0) lits_pop(bits);
  *pattern = n.digits > 0;
  return bits->size <= n.width ||
         ctl_fault(p->source, t, p->fault, "the number needs %zu bits, and says that it has %zu",
                   bits->size, n.width);
}

bool ctl_read_number(struct ctl_parser *p, const struct token *t, struct lits *bits,
                     bool *pattern) {
  if (!read_bits(p, t, bits, pattern)) return false;
  for (size_t k = 0; k < bits->size; k++) bits->at[k] = formula_atom(p->arena, bits->at[k], "");
  return true;
}

bool ctl_read_integer(struct ctl_parser *p, const struct token *t, int64_t *number) {
  struct lits bits = {0};
  bool pattern, ok = read_bits(p, t, &bits, &pattern);
  if (ok && bits.size > 63) ok = ctl_fault(p->source, t, p->fault, "the number is too large");
  *number = 0;
  for (size_t k = bits.size; ok && k-- > 0;) *number = 2 * *number + bits.at[k];
  lits_free(&bits);
  return ok;
}
