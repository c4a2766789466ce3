/* Reading a certificate (docs/certificates.md, section 6): facts become obligations at once. */
#ifndef VOUCH_VALIDATOR_KERNEL_CERTIFICATE_H
#define VOUCH_VALIDATOR_KERNEL_CERTIFICATE_H

#include "validator/kernel/cnf.h"

/* A block of a wall chain as it stands in the certificate. Its clauses repeat the regions before
 * it, and its steps in every copy; so they are stated when they are needed, one obligation at a
 * time. */
struct v_block {
  uint32_t P, G, C;
  uint32_t number;                /* of blocks of its chain before it: they stand before it here */
  uint32_t fairness, before;      /* of its view: how many B_j; as in struct v_view */
  struct v_list kinds, literals;  /* of the steps; the last one is the end */
  bool is_loop;                   /* which is a loop */
  struct v_list fair, fair_start; /* J of step m: the copies fair[fair_start[m] .. ..[m+1]) */
  struct v_list states;           /* per copy: B_j of the fairness that it is for */
  uint32_t copies;                /* at least 1 */
};

enum { V_MOST_BACK = 1000 };

/* One CNF that must be unsatisfiable. */
struct v_obligation {
  const char *name, *meaning;
  uint32_t node;    /* V_NONE where there is none */
  uint32_t block;   /* its place among all; V_NONE: `builder` has the clauses */
  bool is_skeleton; /* of the two obligations of a block the second one */
  struct v_builder builder;
};

/* Where the proof of an obligation stands. */
struct v_proof {
  const char *text;  /* in the certificate */
  size_t size, line; /* bytes; the number of its first line */
};

struct v_certificate {
  struct v_bytes bytes;
  struct v_property property;
  struct v_system system; /* with the gates of the certificate */
  bool holds, is_trace;
  uint32_t steps, loop;         /* of a trace; loop: only of an infinite one */
  const char *latches, *inputs; /* 0/1 per latch; 0/1 per input of the first step */
  const char *returning;        /* 0/1 per latch; NULL: all relevant ones return */
  size_t stride;                /* from the inputs of one step to those of the next */
  const char *initial;          /* 0/1 per latch and observed input */
  uint32_t invariant;           /* R */
  uint32_t back;                /* K of an induction, 1 to V_MOST_BACK; 0: it is none */
  uint32_t *upper, *lower;      /* bounds per node */
  V_LIST_OF(struct v_block) blocks;
  V_LIST_OF(struct v_obligation) obligations;
  struct v_proof *proofs; /* per obligation; NULL: there are none */
};

/* What the fact at hand is about: the system, or the view of an E node (view.c). */
struct v_view {
  bool is_system;
  uint32_t C;
  struct v_list fairness; /* B_j: those of the system; then those of the view alone */
  uint32_t before;        /* fairness numbers of other views before the latter */
  /* Of the last view, also behind its facts: */
  uint32_t node, sat; /* sat of its path formula, where a path begins */
};

struct v_reader {
  struct v_text text;
  const struct v_model *model; /* behind the property: with what that adds to it */
  struct v_certificate *c;
  struct v_system *s;  /* that of the certificate */
  struct v_builder *b; /* the obligation in the making */
  struct v_view view;
  struct v_list guards;    /* of the choices of a fact, or of the steps of a lasso */
  struct v_list cube;      /* of the choice, rank or step at hand */
  struct v_list values;    /* of its literals: predicates, or 1 */
  struct v_list arguments; /* of the gate in the making */
  struct v_map seen;       /* the last cube with an input; the last block with a wall */
  uint32_t serial;         /* of cubes and blocks */
  uint32_t version;        /* of the format */
  const char *wanted;      /* the property that the auditor asked for, or NULL */
};

/* A reader of certificates, or of what else stands for one: fills *r->c. */
typedef bool v_read_function(struct v_reader *r);
bool v_certificate_body(struct v_reader *r);

/* Reads its bytes, called `what` in messages, into a certificate that has nothing else. To be freed
 * also after a failure. */
bool v_certificate_read(v_read_function *read, const char *what, const struct v_model *model,
                        const char *wanted, struct v_certificate *certificate,
                        struct v_error *error);
void v_certificate_free(struct v_certificate *certificate);

/* Does its trace, or its initial state, show that the property of the certificate fails? */
bool v_evaluate(const struct v_certificate *c, struct v_error *error);

/* The clauses of obligation k: its own, or those written into *scratch, which must be freed. */
const struct v_builder *v_obligation_clauses(const struct v_certificate *c, size_t k,
                                             struct v_builder *scratch);
void v_obligation_cnf(const struct v_certificate *c, size_t k, struct v_cnf *cnf);

/* --- Parts of lines --- */
/* " <literal>" of this role; of a predicate, or view predicate in a view; of a relation */
bool v_literal(struct v_reader *r, enum v_role role, const char *expected, uint32_t *lit);
bool v_predicate(struct v_reader *r, uint32_t *lit);
bool v_relation(struct v_reader *r, uint32_t *lit);
/* "[ <number> ..]", each as `read` reads it, behind those in *list; and the end of the line */
typedef bool v_read_number(struct v_reader *r, uint32_t *number);
bool v_numbers(struct v_reader *r, v_read_number *read, struct v_list *list);
/* " <n>"; at the end of a line; in a line of its own behind a word */
bool v_count(struct v_reader *r, uint32_t *n);
bool v_last_count(struct v_reader *r, uint32_t *n);
bool v_counted(struct v_reader *r, const char *word, uint32_t *n);

#endif
