/* What the parts of the reader of properties share. Private to ctl*.c. Each part stands on those
 * that are listed before it.
 *
 * What reads, checks or adds something returns false with a message in r->p.fault. A message makes
 * the whole text wrong, even where reading goes on behind it, for the sake of further messages.
 * Where nothing else is said, what is read starts at r->p.at, which is behind it afterwards. */
#ifndef VOUCH_FORMATS_CTL_READER_H
#define VOUCH_FORMATS_CTL_READER_H

#include "formats/ctl_parser.h"

/* Tokens from .. to-1. */
struct ctl_part {
  size_t from, to;
};

/* FAIRNESS f and ASSUME c, or COMPASSION (p, q), as they were written. */
struct ctl_clause {
  enum token_kind kind;
  struct ctl_part parts[2];
};

struct ctl_reader {
  struct ctl_parser p;
  struct ctl_file *file;
  size_t capacity;            /* of file->properties */
  struct lits defining;       /* stack of defines that are being parsed */
  struct scope scope;         /* FAIRNESS, JUSTICE and ASSUME, for all properties of the file */
  struct lits compassion;     /* COMPASSION: p, q, p, q .. */
  struct ctl_clause *clauses; /* where they stand */
  size_t num_clauses, clauses_capacity;
};

/* What stands for one property. */
struct ctl_claim {
  struct scope scope;
  uint32_t root;
  size_t begin, start; /* the first token of it, and that of the formula itself */
};

/* --- tokens: ctl_reader.c --------------------------------------------------------------------- */

/* Frees all but r->file, and what r->p was given. */
void ctl_reader_free(struct ctl_reader *r);

/* The next token. */
const struct token *ctl_here(const struct ctl_reader *r);
/* Is the next token a name, and this one? */
bool ctl_at_name(const struct ctl_reader *r, const char *name);
/* Does the token start a section? */
bool ctl_is_section(enum token_kind kind);
/* Is the next token behind a section? */
bool ctl_ends_here(const struct ctl_reader *r);

/* --- definitions: ctl_define.c ---------------------------------------------------------------- */

/* Finds the definitions of all DEFINE sections, and notes what is wrong in them; r->p.at is
 * somewhere afterwards. False only if there is one without an end. */
bool ctl_read_defines(struct ctl_reader *r);
/* Behind those of one section. */
void ctl_skip_defines(struct ctl_reader *r);
/* A formula, with everything that it needs defined. */
bool ctl_read_formula(struct ctl_reader *r, uint32_t *root);
/* Is the formula that starts at that token short enough to be written out? */
bool ctl_check_length(struct ctl_reader *r, size_t start, uint32_t root);

/* --- a property as it stands: ctl_claim.c ----------------------------------------------------- */

/* Fairness, assumptions and the like must speak of single states and steps. */
bool ctl_check_clause(struct ctl_reader *r, const char *what, size_t start, uint32_t root);
/* Unless it is there already. */
void ctl_add_once(struct lits *to, uint32_t root);
/* A scope, perhaps, and a formula. `both`: the dialect is not known, and all must have the same
 * meaning in both. On true the scope is the caller's. */
bool ctl_read_claim(struct ctl_reader *r, bool both, struct ctl_claim *claim);

/* --- COMPASSION: ctl_compassion.c ------------------------------------------------------------- */

/* (p, q), which r->compassion and *clause get. */
bool ctl_read_compassion(struct ctl_reader *r, struct ctl_clause *clause);
/* (G F p -> G F q) & .. -> psi, for all of the file; psi itself if there is none. */
uint32_t ctl_with_compassion(struct ctl_reader *r, uint32_t psi);
/* "((G F (p) -> G F (q)) & ..) -> ", as ctl_with_compassion makes it */
void ctl_write_compassion(const struct ctl_reader *r, FILE *file);

/* --- what holds for all properties of the file: ctl_file_scope.c ------------------------------ */

/* Reads FAIRNESS, JUSTICE, ASSUME and COMPASSION wherever they stand; r->p.at is 0 afterwards. */
void ctl_read_file_scope(struct ctl_reader *r);
/* Puts the clauses of the file before those of the property itself. */
void ctl_add_file_scope(const struct ctl_reader *r, struct scope *own);
/* "fair f, assume c, " as it was written, without COMPASSION */
void ctl_write_file_scope(const struct ctl_reader *r, FILE *file);

/* --- a property as it was written: ctl_written.c ---------------------------------------------- */

/* The property that ends at r->p.at, with its whole scope; an invariant has none. The caller frees
 * it. */
char *ctl_written(const struct ctl_reader *r, const struct ctl_claim *claim,
                  enum token_kind section, bool ltl);
/* What is to be covered; the caller frees it. */
char *ctl_covered(const struct ctl_reader *r, const struct ctl_claim *claim);

/* --- properties: ctl_property.c --------------------------------------------------------------- */

/* A formula where nothing says what it is: plain LTL is recognised. */
bool ctl_add_formula(struct ctl_reader *r, bool both);
/* One behind such a section. On true the name (or NULL) is r->file's. */
bool ctl_add_spec(struct ctl_reader *r, bool both, enum token_kind section, char *name);
/* From property `first` on. */
void ctl_remove_properties(struct ctl_file *file, size_t first);

/* --- sections: ctl_sections.c ----------------------------------------------------------------- */

bool ctl_has_sections(const struct ctl_source *source);
/* All of the source. *first gets the first token of each formula. */
bool ctl_read_sections(struct ctl_reader *r, enum ctl_dialect dialect, struct lits *first);

#endif
