/* What the search for one property leaves to those for the others of the same model: clauses over
 * latches that hold in all states that it reaches, in the numbers of the model, for each system has
 * a cone of its own. Nobody believes them: a search takes those that its own system shows to be
 * inductive together. */
#ifndef VOUCH_CHECKER_SYSTEM_LESSONS_H
#define VOUCH_CHECKER_SYSTEM_LESSONS_H

#include "checker/effort/effort.h"
#include "checker/system/clauses.h"
#include "checker/system/system.h"
#include "formats/support/table.h"

/* Closes each clause in a list of literals of the model. */
#define LESSON_END UINT32_MAX

/* Appends what the clauses say to the list. names[k]: the variable of the model that state k of the
 * system is, or ORIGIN_GHOST; clauses about such states are left out. */
void lessons_leave(const struct system *system, const uint32_t *names,
                   const struct clauses *clauses, struct lits *lessons);

/* Those of the list that are about states of the system, hold initially and are closed under
 * allowed steps together, as clauses over its states: the most there are. None if the effort is
 * over first. */
void lessons_take(struct system *system, const uint32_t *names, const struct lits *lessons,
                  const struct effort *effort, struct clauses *known);

/* A list in which no clause is twice, made of others. */
struct lesson_book {
  struct lits lessons, starts; /* where each clause begins */
  struct table table;
};
/* As many as there is room for. */
void lesson_book_add(struct lesson_book *book, const uint32_t *lessons, size_t size, size_t most);
void lesson_book_free(struct lesson_book *book);

#endif
