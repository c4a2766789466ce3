#include "checker/symbolic/schedule.h"

#include "checker/symbolic/symbolic_system.h"

/* A set of conjuncts with their supports. */
struct conjuncts {
  bdd *relation; /* referenced */
  uint32_t **support;
  size_t *width; /* variables in the support */
  size_t size;
};

static void conjunct_add(struct conjuncts *c, struct symbolic *s, bdd relation) {
  uint32_t vars = s->m->num_vars;
  uint8_t *marks = memory_zeroed(vars + (size_t)1, 1);
  bdd_support(s->m, relation, marks);
  size_t width = 0;
  for (uint32_t v = 0; v < vars; v++) width += marks[v];
  uint32_t *support = memory_alloc(width + 1, sizeof *support);
  width = 0;
  for (uint32_t v = 0; v < vars; v++)
    if (marks[v]) support[width++] = v;
  free(marks);
  size_t n = c->size++;
  c->relation = memory_one_more(c->relation, n, sizeof *c->relation);
  c->support = memory_one_more(c->support, n, sizeof *c->support);
  c->width = memory_one_more(c->width, n, sizeof *c->width);
  c->relation[n] = bdd_ref(s->m, relation);
  c->support[n] = support;
  c->width[n] = width;
}

static void conjuncts_free(struct conjuncts *c, struct symbolic *s) {
  for (size_t k = 0; k < c->size; k++) {
    bdd_deref(s->m, c->relation[k]);
    free(c->support[k]);
  }
  free(c->relation);
  free(c->support);
  free(c->width);
  *c = (struct conjuncts){0};
}

/* --- the order -------------------------------------------------------------------------------- */

struct ordering {
  const struct symbolic *s;
  const struct conjuncts *c;
  const uint8_t *quantified;
  uint32_t *users;  /* per variable: conjuncts that are left and mention it */
  uint8_t *seen;    /* per variable: some conjunct that was taken mentions it */
  size_t quantify;  /* variables to quantify that conjuncts which are left mention */
  size_t introduce; /* other variables that only conjuncts which are left mention */
  uint32_t lowest;  /* the largest level of a variable to quantify that is left */
};

static double ratio(size_t a, size_t b) { return b ? (double)a / (double)b : 0; }

/* Good to take next: what can be quantified behind it, what it has to do with quantification at
 * all, how few new variables it brings, how low in the order it works. */
static double benefit(const struct ordering *o, size_t k) {
  size_t now = 0, some = 0, fresh = 0;
  uint32_t deepest = 0;
  for (size_t i = 0; i < o->c->width[k]; i++) {
    uint32_t v = o->c->support[k][i];
    if (!o->quantified[v]) {
      fresh += !o->seen[v];
      continue;
    }
    some++;
    now += o->users[v] == 1;
    if (o->s->m->level_of[v] > deepest) deepest = o->s->m->level_of[v];
  }
  return 2 * ratio(now, some) + ratio(some, o->quantify) + 1 - ratio(fresh, o->introduce) +
         ratio(deepest + (size_t)1, o->lowest + (size_t)1);
}

static void count(struct ordering *o, const uint8_t *taken) {
  uint32_t vars = o->s->m->num_vars;
  memset(o->users, 0, vars * sizeof *o->users);
  for (size_t k = 0; k < o->c->size; k++)
    for (size_t i = 0; !taken[k] && i < o->c->width[k]; i++) o->users[o->c->support[k][i]]++;
  o->quantify = o->introduce = 0;
  o->lowest = 0;
  for (uint32_t v = 0; v < vars; v++) {
    if (!o->users[v]) continue;
    if (!o->quantified[v]) {
      o->introduce += !o->seen[v];
      continue;
    }
    o->quantify++;
    if (o->s->m->level_of[v] > o->lowest) o->lowest = o->s->m->level_of[v];
  }
}

static size_t best(const struct ordering *o, const uint8_t *taken) {
  size_t winner = 0;
  double value = -1;
  for (size_t k = 0; k < o->c->size; k++) {
    double b = taken[k] ? -1 : benefit(o, k);
    if (b > value) {
      value = b;
      winner = k;
    }
  }
  return winner;
}

/* The conjuncts' numbers in the order in which they are to be multiplied. */
static size_t *order_of(const struct symbolic *s, const struct conjuncts *c,
                        const uint8_t *quantified) {
  size_t vars = s->m->num_vars;
  struct ordering o = {.s = s, .c = c, .quantified = quantified};
  o.users = memory_zeroed(vars + 1, sizeof *o.users);
  o.seen = memory_zeroed(vars + 1, 1);
  uint8_t *taken = memory_zeroed(c->size + 1, 1);
  size_t *order = memory_alloc(c->size + 1, sizeof *order);
  for (size_t n = 0; n < c->size; n++) {
    count(&o, taken);
    size_t k = order[n] = best(&o, taken);
    taken[k] = 1;
    for (size_t i = 0; i < c->width[k]; i++) o.seen[c->support[k][i]] = 1;
  }
  free(o.users);
  free(o.seen);
  free(taken);
  return order;
}

/* --- factors ---------------------------------------------------------------------------------- */

/* Neighbours in the order are conjoined while they stay small. */
static void cluster(struct symbolic *s, const struct conjuncts *parts, const size_t *order,
                    struct conjuncts *out) {
  bdd acc = bdd_ref(s->m, BDD_TRUE);
  for (size_t n = 0; n < parts->size && !s->stopped; n++) {
    bdd next = parts->relation[order[n]];
    bdd both = symbolic_and(s, acc, next);
    bool fits = !s->stopped && bdd_size(s->m, both) <= s->m->tuning->bdd_cluster;
    if (!fits && acc != BDD_TRUE) conjunct_add(out, s, acc);
    symbolic_set(s, &acc, fits ? bdd_ref(s->m, both) : bdd_ref(s->m, next));
    bdd_deref(s->m, both);
  }
  if (acc != BDD_TRUE) conjunct_add(out, s, acc);
  bdd_deref(s->m, acc);
}

static bdd cube_of(struct symbolic *s, const uint32_t *vars, size_t n) {
  bdd cube = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = 0; k < n; k++)
    symbolic_set(s, &cube, symbolic_and(s, cube, bdd_literal(s->m, vars[k])));
  return cube;
}

/* Quantifies the local variables that only one factor mentions. */
static void drop_local(struct symbolic *s, struct conjuncts *c, const uint8_t *local) {
  struct conjuncts slim = {0};
  uint32_t *users = memory_zeroed(s->m->num_vars + (size_t)1, sizeof *users);
  for (size_t k = 0; k < c->size; k++)
    for (size_t i = 0; i < c->width[k]; i++) users[c->support[k][i]]++;
  struct lits vars = {0};
  for (size_t k = 0; k < c->size && !s->stopped; k++) {
    lits_clear(&vars);
    for (size_t i = 0; i < c->width[k]; i++)
      if (users[c->support[k][i]] == 1 && local[c->support[k][i]])
        lits_push(&vars, c->support[k][i]);
    bdd cube = cube_of(s, vars.at, vars.size);
    bdd rest = symbolic_and_exists(s, c->relation[k], BDD_TRUE, cube);
    conjunct_add(&slim, s, rest);
    bdd_deref(s->m, cube);
    bdd_deref(s->m, rest);
  }
  lits_free(&vars);
  free(users);
  conjuncts_free(c, s);
  *c = slim;
}

/* Every variable is quantified behind the last factor that mentions it. */
static void place_quantifiers(struct schedule *schedule, struct symbolic *s,
                              const struct conjuncts *c, const size_t *order,
                              const uint8_t *quantified) {
  uint32_t vars = s->m->num_vars;
  uint8_t *later = memory_zeroed(vars + (size_t)1, 1);
  struct lits here = {0};
  schedule->at = memory_zeroed(c->size + 1, sizeof *schedule->at);
  schedule->size = c->size;
  for (size_t n = c->size; n-- > 0 && !s->stopped;) {
    size_t k = order[n];
    lits_clear(&here);
    for (size_t i = 0; i < c->width[k]; i++) {
      uint32_t v = c->support[k][i];
      if (quantified[v] && !later[v]) lits_push(&here, v);
      later[v] = 1;
    }
    schedule->at[n].relation = bdd_ref(s->m, c->relation[k]);
    schedule->at[n].quantify = cube_of(s, here.at, here.size);
  }
  lits_clear(&here);
  for (uint32_t v = 0; v < vars; v++)
    if (quantified[v] && !later[v]) lits_push(&here, v);
  schedule->before = cube_of(s, here.at, here.size);
  lits_free(&here);
  free(later);
}

void schedule_make(struct schedule *schedule, struct symbolic *s, const bdd *parts, size_t n,
                   const uint8_t *quantified, const uint8_t *local) {
  struct conjuncts bits = {0}, factors = {0};
  for (size_t k = 0; k < n; k++) conjunct_add(&bits, s, parts[k]);
  size_t *order = order_of(s, &bits, quantified);
  cluster(s, &bits, order, &factors);
  free(order);
  conjuncts_free(&bits, s);
  if (local) drop_local(s, &factors, local);
  order = order_of(s, &factors, quantified);
  place_quantifiers(schedule, s, &factors, order, quantified);
  free(order);
  conjuncts_free(&factors, s);
  schedule->made = !s->stopped;
}

bdd schedule_apply(const struct schedule *schedule, struct symbolic *s, bdd set) {
  bdd acc = symbolic_and_exists(s, set, BDD_TRUE, schedule->before);
  for (size_t n = 0; n < schedule->size && !s->stopped; n++)
    symbolic_set(s, &acc,
                 symbolic_and_exists(s, acc, schedule->at[n].relation, schedule->at[n].quantify));
  return acc;
}

void schedule_free(struct schedule *schedule) {
  free(schedule->at);
  *schedule = (struct schedule){0};
}
