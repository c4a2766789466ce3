#include "formats/ctl_parser.h"

/* E psi and A psi in CTL where it can say them: quantifiers are pushed inside by laws of CTL*. With
 * state formulas f and g
 *
 *   A X p = AX A p      A G p = AG A p      A (f R p) = A[f R A p]      A (f | p) = f | A p
 *   E X p = EX E p      E F p = EF E p      E (f U p) = E[f U E p]      E (f & p) = f & E p
 *   A (p & q) = A p & A q                   E (p | q) = E p | E q       A !p = !E p
 *
 * and where both sides of A (p | q), or of E (p & q), are path formulas, by laws of LTL first,
 * which join what has the same operator, and take a step where X is beside another one:
 *
 *   X p | X q = X (p | q)      F p | F q = F (p | q)      F X p = X F p
 *   F q | X p = q | X (p | F q)
 *   (f U g) | X p = (f | g | X p) & (g | X (p | (f U g)))
 *   (f R g) | X p = (g | X p) & (f | X (p | (f R g)))      and their duals;
 *
 * behind E, where U and R meet, by what comes first, as for
 *
 *   (f U p) & (g U q) = ((f & g) U (p & (g U q))) | ((f & g) U (q & (f U p)))
 *   (f U p) & (q R g) = ((f & g) U (p & (q R g))) | ((f & g) U (q & g & (f U p)))
 *   (p R f) & (q R g) = G (f & g) | ((f & g) U (p & f & (q R g))) | ((f & g) U (q & g & (p R f)));
 *
 * also where paths are the fair ones: a suffix of a fair path is fair, and so is what leads to it.
 * What is left of E f and A f is f if every state at hand is on a fair path, as those inside of X,
 * F, G, U and R are; elsewhere, where no path may start, it is not. */
enum { MOST_VISITS = 10000, MOST_DEPTH = 1000, MOST_OTHERS = 3 }; /* more stays a path formula */
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

static uint32_t negate(struct distribution *d, uint32_t f) {
  if (f != NONE && d->arena->at[f].op == FORMULA_NOT) return d->arena->at[f].left;
  return unary(d, FORMULA_NOT, f);
}

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

/* --- sums: disjunctions behind A, conjunctions behind E --------------------------------------- */

/* NONE where there is no such part. */
struct sum {
  uint32_t states;              /* all state formulas */
  uint32_t next;                /* p of X p */
  uint32_t repeated;            /* q of F q, behind E of G q */
  uint32_t others[MOST_OTHERS]; /* with F or G, the one that is not repeated, U or R */
  unsigned num_others;
  bool mixed; /* there are more of them, or something that is not taken apart */
};
static const struct sum empty_sum = {.states = NONE, .next = NONE, .repeated = NONE};

static enum formula_op sum_op(bool exists) { return exists ? FORMULA_AND : FORMULA_OR; }
static enum formula_op repeated_op(bool exists) { return exists ? FORMULA_G : FORMULA_F; }

/* f | g, behind E f & g; either may be missing. */
static uint32_t plus(struct distribution *d, bool exists, uint32_t f, uint32_t g) {
  if (f == NONE || g == NONE) return f == NONE ? g : f;
  return formula_make(d->arena, sum_op(exists), f, g);
}

static enum formula_op dual(enum formula_op op) {
  switch (op) {
  case FORMULA_F: return FORMULA_G;
  case FORMULA_G: return FORMULA_F;
  case FORMULA_U: return FORMULA_R;
  case FORMULA_R: return FORMULA_U;
  default: return op;
  }
}

/* A path formula X p, F p, G p, p U q, p R q or its complement, with the complement inside. */
static uint32_t temporal(struct distribution *d, struct formula f, bool negated) {
  if (!negated) return formula_make(d->arena, f.op, f.left, f.right);
  bool two = f.op == FORMULA_U || f.op == FORMULA_R;
  uint32_t left = negate(d, f.left), right = two ? negate(d, f.right) : 0;
  return formula_make(d->arena, dual(f.op), left, right);
}

static void take_apart(struct distribution *d, bool exists, uint32_t f, bool negated,
                       struct sum *sum);

/* F (f | X p | F q) = F (f | q) | X F p */
static void take_repeated(struct distribution *d, bool exists, uint32_t f, struct sum *sum) {
  struct sum inner = empty_sum;
  take_apart(d, exists, f, false, &inner);
  sum->mixed = sum->mixed || inner.mixed || inner.num_others;
  sum->repeated = plus(d, exists, sum->repeated, plus(d, exists, inner.states, inner.repeated));
  if (inner.next == NONE) return;
  sum->next = plus(d, exists, sum->next, unary(d, repeated_op(exists), inner.next));
}

static void take_temporal(struct distribution *d, bool exists, struct formula f, bool negated,
                          struct sum *sum) {
  uint32_t whole = temporal(d, f, negated);
  const struct formula *part = &d->arena->at[whole];
  uint32_t left = part->left;
  if (part->op == FORMULA_X) {
    sum->next = plus(d, exists, sum->next, left);
  } else if (part->op == repeated_op(exists)) {
    take_repeated(d, exists, left, sum);
  } else {
    sum->mixed = sum->mixed || sum->num_others == MOST_OTHERS;
    if (!sum->mixed) sum->others[sum->num_others++] = whole;
  }
}

/* What f, or its complement, is a sum of. */
static void take_operator(struct distribution *d, bool exists, uint32_t k, bool negated,
                          struct sum *sum) {
  struct formula f = d->arena->at[k];                  /* a copy: the arena moves */
  bool conjunction = (f.op == FORMULA_AND) != negated; /* or disjunction, of AND, OR, IMPLIES */
  switch (f.op) {
  case FORMULA_NOT: take_apart(d, exists, f.left, !negated, sum); break;
  case FORMULA_AND:
  case FORMULA_OR:
  case FORMULA_IMPLIES:
    sum->mixed = sum->mixed || conjunction != exists;
    take_apart(d, exists, f.left, negated != (f.op == FORMULA_IMPLIES), sum);
    take_apart(d, exists, f.right, negated, sum);
    break;
  case FORMULA_X:
  case FORMULA_F:
  case FORMULA_G:
  case FORMULA_U:
  case FORMULA_R: take_temporal(d, exists, f, negated, sum); break;
  default: sum->mixed = true; break;
  }
}

static void take_apart(struct distribution *d, bool exists, uint32_t f, bool negated,
                       struct sum *sum) {
  if (!is_path(d, f)) {
    sum->states = plus(d, exists, sum->states, negated ? negate(d, f) : f);
    return;
  }
  if (d->visits++ >= MOST_VISITS || d->depth >= MOST_DEPTH) sum->mixed = true;
  if (sum->mixed) return;
  d->depth++;
  take_operator(d, exists, f, negated, sum);
  d->depth--;
}

/* A step of `other`, beside X p. */
static uint32_t expand(struct distribution *d, bool exists, uint32_t other, uint32_t p) {
  struct formula f = d->arena->at[other];
  bool until = f.op == FORMULA_F || f.op == FORMULA_U;
  bool two = f.op == FORMULA_U || f.op == FORMULA_R;
  uint32_t now = two ? f.right : f.left, before = two ? f.left : NONE;
  uint32_t beside = unary(d, FORMULA_X, p);
  uint32_t later = unary(d, FORMULA_X, plus(d, exists, p, other));
  /* U behind E: (g & X p) | (f & X (p & U)), R behind A: (g | X p) & (f | X (p | R)) */
  if (until == exists) {
    uint32_t here = plus(d, exists, now, beside), on = plus(d, exists, before, later);
    return binary(d, exists ? FORMULA_OR : FORMULA_AND, here, on);
  }
  /* U behind A: (f | g | X p) & (g | X (p | U)), R behind E: (f & g & X p) | (g & X (p & R)) */
  uint32_t here = plus(d, exists, plus(d, exists, before, now), beside);
  return binary(d, exists ? FORMULA_OR : FORMULA_AND, here, plus(d, exists, now, later));
}

/* Either may be missing: true. */
static uint32_t both(struct distribution *d, uint32_t f, uint32_t g) { return plus(d, true, f, g); }

/* g of f U g; of f R g what releases it, f & g; NONE: G g, which nothing does. */
static uint32_t event(struct distribution *d, struct formula f) {
  switch (f.op) {
  case FORMULA_F: return f.left;
  case FORMULA_U: return f.right;
  case FORMULA_R: return both(d, f.left, f.right);
  default: return NONE;
  }
}

/* What is true until then: a state formula, or NONE if that is all of them; false: a path formula.
 */
static bool meanwhile(const struct distribution *d, struct formula f, uint32_t *states) {
  *states = f.op == FORMULA_F ? NONE : f.op == FORMULA_R ? f.right : f.left;
  return *states == NONE || !is_path(d, *states);
}

/* Does another part than k rule out, wherever it is still to come, that the formula is true? */
static bool excluded(struct distribution *d, const uint32_t *parts, unsigned n, unsigned k,
                     uint32_t f) {
  uint32_t states, complement = negate(d, f);
  for (unsigned i = 0; i < n; i++) {
    struct formula part = d->arena->at[parts[i]];
    bool stays = part.op == FORMULA_G || part.op == FORMULA_R;
    if (i != k && stays && meanwhile(d, part, &states) && states == complement) return true;
  }
  return false;
}

/* Behind E: something comes first, or nothing ever does. */
static uint32_t first_event(struct distribution *d, const uint32_t *parts, unsigned n) {
  uint32_t until_then = NONE, all = NONE;
  bool can_stay = true;
  for (unsigned k = 0; k < n; k++) {
    struct formula f = d->arena->at[parts[k]];
    uint32_t states;
    if (!meanwhile(d, f, &states)) return NONE;
    until_then = both(d, until_then, states);
    can_stay = can_stay && f.op != FORMULA_F && f.op != FORMULA_U;
  }
  if (can_stay) all = unary(d, FORMULA_G, until_then);
  for (unsigned k = 0; k < n; k++) {
    uint32_t here = event(d, d->arena->at[parts[k]]);
    if (here == NONE || excluded(d, parts, n, k, here)) continue;
    for (unsigned i = 0; i < n; i++)
      if (i != k) here = both(d, here, parts[i]);
    uint32_t path =
        until_then == NONE ? unary(d, FORMULA_F, here) : binary(d, FORMULA_U, until_then, here);
    all = plus(d, false, all, path);
  }
  return all;
}

/* As one path formula beside state formulas. */
static uint32_t sum_path(struct distribution *d, bool exists, const struct sum *sum) {
  uint32_t parts[MOST_OTHERS + 1], q = sum->repeated, again = NONE;
  unsigned n = 0;
  for (; n < sum->num_others; n++) parts[n] = sum->others[n];
  if (sum->mixed || (q != NONE && is_path(d, q))) return NONE;
  if (q != NONE) parts[n++] = again = unary(d, repeated_op(exists), q);
  if (sum->next != NONE) {
    if (n > 1 || (n == 1 && again == NONE))
      return n == 1 ? expand(d, exists, parts[0], sum->next) : NONE;
    return plus(d, exists, q, unary(d, FORMULA_X, plus(d, exists, sum->next, again)));
  }
  if (n == 1) return parts[0];
  return exists ? first_event(d, parts, n) : NONE;
}

static uint32_t distribute_sum(struct distribution *d, bool exists, uint32_t psi, bool inside) {
  struct sum sum = empty_sum;
  take_apart(d, exists, psi, false, &sum);
  bool several = sum.num_others + (sum.repeated != NONE) > 1;
  if (several && !exists && !sum.mixed)
    return negate(d, distribute_sum(d, true, negate(d, psi), inside));
  uint32_t path = sum_path(d, exists, &sum);
  if (path == NONE) return NONE;
  return distribute(d, exists, plus(d, exists, sum.states, path), inside);
}

/* --- operators -------------------------------------------------------------------------------- */

/* Both sides of an operator that the quantifier passes; otherwise one side is a state formula. */
static uint32_t join(struct distribution *d, bool exists, uint32_t psi, bool inside) {
  struct formula path = d->arena->at[psi];
  bool passes = (path.op == FORMULA_AND) != exists;
  uint32_t sides[] = {path.left, path.right};
  if (!passes && is_path(d, path.left) && is_path(d, path.right))
    return distribute_sum(d, exists, psi, inside);
  for (int k = 0; k < 2; k++)
    if (passes || is_path(d, sides[k])) sides[k] = distribute(d, exists, sides[k], inside);
  return binary(d, path.op, sides[0], sides[1]);
}

/* p -> q is !p | q. */
static uint32_t imply(struct distribution *d, bool exists, uint32_t psi, bool inside) {
  uint32_t left = d->arena->at[psi].left, right = d->arena->at[psi].right;
  if (!exists && is_path(d, left) && is_path(d, right))
    return distribute_sum(d, exists, psi, inside);
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
  case FORMULA_OR: return join(d, exists, psi, inside);
  case FORMULA_IMPLIES: return imply(d, exists, psi, inside);
  case FORMULA_X: return unary(d, exists ? FORMULA_EX : FORMULA_AX, argument(d, exists, f, true));
  case FORMULA_F:
    if (!exists && is_path(d, f)) return distribute_sum(d, exists, psi, inside);
    return unary(d, exists ? FORMULA_EF : FORMULA_AF, argument(d, exists, f, exists));
  case FORMULA_G:
    if (exists && is_path(d, f)) return distribute_sum(d, exists, psi, inside);
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
