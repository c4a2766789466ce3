#include "formats/ctl_parser.h"

/* E psi and A psi in CTL where it can say them: quantifiers are pushed inside by laws of CTL*. With
 * state formulas f and g
 *
 *   A X p = AX A p      A G p = AG A p      A (f R p) = A[f R A p]      A (f | p) = f | A p
 *   E X p = EX E p      E F p = EF E p      E (f U p) = E[f U E p]      E (f & p) = f & E p
 *   A (p & q) = A p & A q                   E (p | q) = E p | E q       A !p = !E p
 *
 * also where paths are the fair ones: a suffix of a fair path is fair, and so is what leads to it.
 * What is left of E f and A f is f if every state at hand is on a fair path, as those inside of X,
 * F, G, U and R are; elsewhere, where no path may start, it is not. */
enum { MOST_VISITS = 10000, MOST_DEPTH = 1000 }; /* what is larger stays a path formula */
#define NONE UINT32_MAX

struct distribution {
  struct formulas *arena;
  size_t visits, depth;
};

static uint32_t distribute(struct distribution *d, bool exists, uint32_t psi, bool inside);

static bool is_path(const struct distribution *d, uint32_t f) { return d->arena->at[f].path; }

static uint32_t unary(struct distribution *d, enum formula_op op, uint32_t f) {
  return f == NONE ? NONE : formula_make(d->arena, op, f, 0);
}

static uint32_t binary(struct distribution *d, enum formula_op op, uint32_t f, uint32_t g) {
  return f == NONE || g == NONE ? NONE : formula_make(d->arena, op, f, g);
}

static uint32_t negate(struct distribution *d, uint32_t f) { return unary(d, FORMULA_NOT, f); }

/* E[f W g] = E[f U g] | EG f, A[f W g] = !E[!g U (!f & !g)] */
static uint32_t weak(struct distribution *d, bool exists, uint32_t f, uint32_t g) {
  if (exists) return binary(d, FORMULA_OR, binary(d, FORMULA_EU, f, g), unary(d, FORMULA_EG, f));
  uint32_t neither = binary(d, FORMULA_AND, negate(d, f), negate(d, g));
  return negate(d, binary(d, FORMULA_EU, negate(d, g), neither));
}

/* E[f R g] = !A[!f U !g], A[f R g] = !E[!f U !g]; g R (f | g) is f W g. */
static uint32_t release(struct distribution *d, bool exists, uint32_t f, uint32_t g) {
  if (g == NONE) return NONE;
  const struct formula *right = &d->arena->at[g];
  if (right->op == FORMULA_OR && right->right == f) return weak(d, exists, right->left, f);
  uint32_t not_f = negate(d, f);
  return negate(d, binary(d, exists ? FORMULA_AU : FORMULA_EU, not_f, negate(d, g)));
}

/* The argument of an operator that the quantifier passes; if it does not, a state formula. */
static uint32_t argument(struct distribution *d, bool exists, uint32_t f, bool passes) {
  if (!is_path(d, f)) return f;
  return passes ? distribute(d, exists, f, true) : NONE;
}

/* Both sides of an operator that the quantifier passes; otherwise one side is a state formula. */
static uint32_t join(struct distribution *d, bool exists, struct formula path, bool inside) {
  bool passes = (path.op == FORMULA_AND) != exists;
  uint32_t sides[] = {path.left, path.right};
  if (!passes && is_path(d, path.left) && is_path(d, path.right)) return NONE;
  for (int k = 0; k < 2; k++)
    if (passes || is_path(d, sides[k])) sides[k] = distribute(d, exists, sides[k], inside);
  return binary(d, path.op, sides[0], sides[1]);
}

/* p -> q is !p | q. */
static uint32_t imply(struct distribution *d, bool exists, struct formula path, bool inside) {
  uint32_t left = path.left, right = path.right;
  if (!exists && is_path(d, left) && is_path(d, right)) return NONE;
  if (exists || is_path(d, left)) left = distribute(d, !exists, left, inside);
  if (exists || is_path(d, right)) right = distribute(d, exists, right, inside);
  return binary(d, FORMULA_IMPLIES, left, right);
}

static uint32_t distribute_operator(struct distribution *d, bool exists, uint32_t psi,
                                    bool inside) {
  struct formula path = d->arena->at[psi]; /* a copy: the arena moves */
  uint32_t f = path.left, g = path.right;
  switch (path.op) {
  case FORMULA_NOT: return negate(d, distribute(d, !exists, f, inside));
  case FORMULA_AND:
  case FORMULA_OR: return join(d, exists, path, inside);
  case FORMULA_IMPLIES: return imply(d, exists, path, inside);
  case FORMULA_X: return unary(d, exists ? FORMULA_EX : FORMULA_AX, argument(d, exists, f, true));
  case FORMULA_F: return unary(d, exists ? FORMULA_EF : FORMULA_AF, argument(d, exists, f, exists));
  case FORMULA_G:
    return unary(d, exists ? FORMULA_EG : FORMULA_AG, argument(d, exists, f, !exists));
  case FORMULA_U:
    if (is_path(d, f)) return NONE;
    return binary(d, exists ? FORMULA_EU : FORMULA_AU, f, argument(d, exists, g, exists));
  case FORMULA_R:
    return is_path(d, f) ? NONE : release(d, exists, f, argument(d, exists, g, !exists));
  default: return NONE;
  }
}

/* NONE: it cannot be said so. With `inside` it is about states on fair paths only. */
static uint32_t distribute(struct distribution *d, bool exists, uint32_t psi, bool inside) {
  if (!is_path(d, psi)) return inside ? psi : NONE;
  if (d->visits++ >= MOST_VISITS || d->depth >= MOST_DEPTH) return NONE;
  d->depth++;
  uint32_t f = distribute_operator(d, exists, psi, inside);
  d->depth--;
  return f;
}

uint32_t ctl_quantify(struct ctl_parser *p, bool exists, uint32_t psi) {
  struct distribution d = {.arena = p->arena};
  uint32_t f = p->dialect == CTL_DIALECT_CANONICAL ? NONE : distribute(&d, exists, psi, false);
  return f == NONE ? formula_make(p->arena, exists ? FORMULA_E : FORMULA_A, psi, 0) : f;
}
