#include "checker/symbolic/relation.h"

/* --- the cone --------------------------------------------------------------------------------- */

/* The states that the roots and the conjuncts depend on, now or later. */
static void find_kept(struct relation *r, const lit *roots, size_t n) {
  const struct system *system = r->system;
  struct lits work = {0}, cone = {0};
  memset(r->kept, 0, system->num_states);
  lits_append(&work, roots, n);
  lits_append(&work, r->conjuncts.at, r->conjuncts.size);
  while (work.size) {
    lit root = lits_pop(&work);
    lits_clear(&cone);
    aig_cone(system->aig, &root, 1, &cone);
    for (size_t i = 0; i < cone.size; i++) {
      const struct aig_node *node = &system->aig->nodes[cone.at[i]];
      if (node->kind != AIG_STATE || r->kept[node->left]) continue;
      r->kept[node->left] = 1;
      if (r->forced[node->left] == NEXT_VARIES) lits_push(&work, system->next[node->left]);
    }
  }
  lits_free(&work);
  lits_free(&cone);
}

/* --- inputs that are next values -------------------------------------------------------------- */

/* The inputs that conjuncts look at. */
static uint8_t *inputs_in_conjuncts(const struct relation *r) {
  const struct aig *aig = r->system->aig;
  uint8_t *seen = memory_zeroed(r->system->num_inputs + 1, 1);
  struct lits cone = {0};
  aig_cone(aig, r->conjuncts.at, r->conjuncts.size, &cone);
  for (size_t k = 0; k < cone.size; k++)
    if (aig->nodes[cone.at[k]].kind == AIG_INPUT) seen[aig->nodes[cone.at[k]].left] = 1;
  lits_free(&cone);
  return seen;
}

/* Where no conjunct looks at it, an input is better off with a variable of its own: cudme, CTL 3,
 * takes 3.8 s with them and 6.8 s without. */
static void find_next_inputs(struct relation *r) {
  const struct system *system = r->system;
  uint8_t *seen = inputs_in_conjuncts(r);
  for (size_t k = 0; k < system->num_inputs; k++) r->input_is[k] = NO_STATE;
  for (size_t k = 0; k < system->num_states; k++) {
    r->next_is[k] = NO_STATE;
    const struct aig_node *node = &system->aig->nodes[lit_node(system->next[k])];
    if (!r->kept[k] || node->kind != AIG_INPUT || !seen[node->left]) continue;
    if (r->input_is[node->left] != NO_STATE) continue;
    r->input_is[node->left] = 2 * (uint32_t)k + lit_sign(system->next[k]);
    r->next_is[k] = node->left;
  }
  free(seen);
}

/* --- conjuncts -------------------------------------------------------------------------------- */

/* guard | rest */
struct piece {
  lit guard, rest;
};
struct pieces {
  struct piece *at;
  size_t size, capacity;
};

static void piece_push(struct pieces *p, lit guard, lit rest) {
  p->at = memory_room(p->at, p->size, &p->capacity, sizeof *p->at);
  p->at[p->size++] = (struct piece){.guard = guard, .rest = rest};
}

struct splitting {
  struct aig *aig;
  struct pieces todo;
  struct lits required; /* literals that are true in every step */
  struct lits *conjuncts;
  size_t left; /* how many more pieces may be taken apart */
};

static bool is_and(const struct aig *aig, lit a) {
  return !lit_sign(a) && aig->nodes[lit_node(a)].kind == AIG_GATE;
}
static bool is_leaf(const struct aig *aig, lit a) {
  return aig->nodes[lit_node(a)].kind != AIG_GATE;
}

/* guard | (p & q) is two conjuncts; guard | a | (p & q) with a leaf a is one with a longer guard,
 * which may be taken apart in turn. */
static bool take_apart(struct splitting *s, struct piece piece) {
  const struct aig_node node = s->aig->nodes[lit_node(piece.rest)];
  if (node.kind != AIG_GATE) return false;
  if (!lit_sign(piece.rest)) {
    piece_push(&s->todo, piece.guard, node.right);
    piece_push(&s->todo, piece.guard, node.left);
    return true;
  }
  lit left = lit_not(node.left), right = lit_not(node.right);
  if (is_leaf(s->aig, left) && is_and(s->aig, right))
    piece_push(&s->todo, aig_or(s->aig, piece.guard, left), right);
  else if (is_leaf(s->aig, right) && is_and(s->aig, left))
    piece_push(&s->todo, aig_or(s->aig, piece.guard, right), left);
  else
    return false;
  return true;
}

static void split(struct splitting *s, lit a) {
  piece_push(&s->todo, AIG_FALSE, a);
  while (s->todo.size) {
    struct piece piece = s->todo.at[--s->todo.size];
    if (piece.guard == AIG_FALSE) lits_push(&s->required, piece.rest);
    if (s->left && take_apart(s, piece)) {
      s->left--;
      continue;
    }
    lit conjunct = aig_or(s->aig, piece.guard, piece.rest);
    if (conjunct != AIG_TRUE) lits_push(s->conjuncts, conjunct);
  }
}

static int by_number(const void *a, const void *b) {
  lit x = *(const lit *)a, y = *(const lit *)b;
  return x < y ? -1 : x > y;
}

static void sort_unique(struct lits *list) {
  size_t kept = 0;
  if (list->size) qsort(list->at, list->size, sizeof *list->at, by_number);
  for (size_t k = 0; k < list->size; k++)
    if (!k || list->at[k] != list->at[k - 1]) list->at[kept++] = list->at[k];
  list->size = kept;
}

static bool has(const struct lits *sorted, lit a) {
  return sorted->size && bsearch(&a, sorted->at, sorted->size, sizeof a, by_number);
}

/* A next function that is one of the conjunctions that were taken apart need not be built. */
static void find_forced(struct relation *r, struct lits *required) {
  sort_unique(required);
  for (size_t k = 0; k < r->system->num_states; k++) {
    lit next = r->system->next[k];
    r->forced[k] = NEXT_VARIES;
    if (has(required, next) || next == AIG_TRUE)
      r->forced[k] = 1;
    else if (has(required, lit_not(next)) || next == AIG_FALSE)
      r->forced[k] = 0;
  }
}

void relation_init(struct relation *r, struct system *system, const lit *roots, size_t n,
                   const struct tuning *tuning) {
  size_t states = system->num_states;
  *r = (struct relation){.system = system};
  r->kept = memory_zeroed(states + 1, 1);
  r->forced = memory_zeroed(states + 1, 1);
  r->next_is = memory_alloc(states + 1, sizeof *r->next_is);
  r->input_is = memory_alloc(system->num_inputs + 1, sizeof *r->input_is);
  struct splitting s = {
      .aig = system->aig, .conjuncts = &r->conjuncts, .left = tuning->bdd_conjuncts};
  split(&s, system->constraint);
  sort_unique(&r->conjuncts);
  find_forced(r, &s.required);
  find_kept(r, roots, n);
  find_next_inputs(r);
  lits_free(&s.required);
  free(s.todo.at);
}

void relation_free(struct relation *r) {
  free(r->kept);
  free(r->forced);
  free(r->next_is);
  free(r->input_is);
  lits_free(&r->conjuncts);
  *r = (struct relation){0};
}
