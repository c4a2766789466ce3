/* Facts about the nodes of a core formula: what the rules of docs/certificates.md (section 4) ask
 * for. Literals are those of whoever holds the fact: of the system in the checker's evidence, of
 * the certificate's numbering (section 1.3) in a certificate.
 *
 * Everything is owned by the struct it is in; the functions copy what they are given. A zeroed
 * struct is empty. */
#ifndef VOUCH_FORMATS_FACT_H
#define VOUCH_FORMATS_FACT_H

#include "formats/support/vector.h"

/* A guarded choice (g,j): in g-states the step inputs in the cube j work, whatever the others are.
 * Input literal k has the value of a predicate of the state: that of values.at[k], or true if there
 * is none. */
struct choice {
  uint32_t guard;
  struct lits inputs, values;
};
enum { CHOICE_TRUE = 1 }; /* the literal true, in every numbering */
struct choices {
  struct choice *at;
  size_t size, capacity;
};

/* A lasso of EG lower: steps.at[t] is (c_t, j_t); at[j] is the position that witnesses fairness j.
 */
struct lasso {
  struct choices steps;
  struct lits at; /* empty when there is no fairness */
};

struct region {
  uint32_t inside; /* K */
  struct choices choices;
  struct choices *covers; /* one ranked list per fairness, num_covers of them */
  size_t num_covers;
};

enum chain_kind { CHAIN_WALL, CHAIN_DEAD, CHAIN_UNBORN, CHAIN_SIDE };
struct chain_step {
  enum chain_kind kind;
  uint32_t predicate;
  struct lits fair; /* CHAIN_SIDE: the fairness numbers of its skeleton query */
};
/* A block of EG upper: a closed set and the chain that shows that no fair path stays in it. */
struct block {
  uint32_t closed; /* G_k */
  struct chain_step *steps;
  size_t num_steps, capacity;
  struct lits end_fair; /* J of the final skeleton query */
  bool has_loop;        /* "loop V" instead of the final skeleton query */
  uint32_t loop;        /* V, in a certificate */
  /* V in the checker's evidence: what is saved, B_j of each flag, and clauses one behind the other,
   * each closed by LOOP_END. Their literals count on from saved values over flags to predicates:
   * loop_saved, loop_flag, loop_now. So what is saved, and the flags, must be known before. */
  struct lits saved, raised_by, relation;
};
#define LOOP_END UINT32_MAX
static inline uint32_t loop_saved(uint32_t k) { return 2 * k; }
static inline uint32_t loop_flag(const struct block *block, uint32_t j) {
  return 2 * ((uint32_t)block->saved.size + j);
}
static inline uint32_t loop_now(const struct block *block, uint32_t predicate) {
  return 2 * (uint32_t)(block->saved.size + block->raised_by.size) + predicate;
}

enum fact_kind {
  FACT_NONE,
  FACT_UPPER, /* EX, EU */
  FACT_LOWER_EX,
  FACT_LOWER_EU,
  FACT_LOWER_EG,
  FACT_UPPER_EG,
  FACT_LOWER_E, /* E psi: as FACT_LOWER_EG, in the node's view, and `from` */
  FACT_UPPER_E  /* as FACT_UPPER_EG, in the node's view */
};
struct fact {
  enum fact_kind kind;
  uint32_t node;
  uint32_t predicate;   /* Q: FACT_UPPER, FACT_LOWER_EX, FACT_LOWER_E, FACT_UPPER_E */
  struct choices ranks; /* choices of FACT_LOWER_EX; ranks of the other lower facts */
  struct choices from;  /* FACT_LOWER_E: values of elementary variables where Q and the guard are */
  struct lasso *lassos; /* FACT_LOWER_EG, FACT_LOWER_E */
  size_t num_lassos, lassos_capacity;
  bool has_region;
  struct region region;
  struct block *blocks; /* FACT_UPPER_EG, FACT_UPPER_E */
  size_t num_blocks, blocks_capacity;
};

struct choice *choices_add(struct choices *choices, uint32_t guard, const uint32_t *inputs,
                           size_t n);
/* The literal of an input has the value of the predicate. */
void choice_follow(struct choice *choice, uint32_t input, uint32_t predicate);
static inline uint32_t choice_value(const struct choice *choice, size_t k) {
  return k < choice->values.size ? choice->values.at[k] : (uint32_t)CHOICE_TRUE;
}
/* One more, with every literal translated. */
typedef uint32_t choice_map(void *context, uint32_t literal);
void choices_add_mapped(struct choices *choices, const struct choice *from, choice_map *map,
                        void *context);
void choice_free(struct choice *choice);
void choices_free(struct choices *choices);

void region_free(struct region *region);

void block_step(struct block *block, enum chain_kind kind, uint32_t predicate, const uint32_t *fair,
                size_t n);
/* *to, which is not freed, becomes a copy. */
void block_copy(struct block *to, const struct block *from);
void block_free(struct block *block);

/* One more; the pointer is good until the next. */
struct lasso *fact_lasso(struct fact *fact);
struct block *fact_block(struct fact *fact, uint32_t closed);
/* Is there a choice in which an input follows a predicate? */
bool fact_follows(const struct fact *fact);
void fact_free(struct fact *fact);

#endif
