/* CTL and LTL that ask whether a run leads to a state: a question like that of bad properties, with
 * all that answers those. It is asked of a system without observed inputs. These are AG p whose p
 * looks one step ahead at most, also several of them; CTL that speaks of one path at a time
 * (always_linear.c); and LTL that is safe by its syntax (monitor.h), with a ghost for each operator
 * of the past. */
#ifndef VOUCH_CHECKER_PORTFOLIO_ALWAYS_H
#define VOUCH_CHECKER_PORTFOLIO_ALWAYS_H

#include "checker/ctl/goals.h"
#include "checker/portfolio/decide.h"

struct always;
/* result->core is the formula, result->system elaborated for it, and there are no ghosts yet. NULL:
 * it is no such question, or not to be asked (a list of engines for CTL, hints). */
struct always *always_new(const struct task *task, const struct check_result *result);
void always_free(struct always *always);

/* CTL that speaks of one path at a time, and is no conjunction of AG p. */
bool always_is_linear(const struct always *always);
/* Some p of AG p looks one step ahead. */
bool always_looks_ahead(const struct always *always);
/* A glance. True: more work does not help, there may be a verdict. */
bool always_glance(struct always *always);
/* So much work on it; the answer means the same. */
bool always_run(struct always *always, uint64_t ticks);
/* VERDICT_FAILS says that a run leads to !p, which may have no continuation that is fair. */
enum verdict always_verdict(const struct always *always);
/* Who found it. */
const char *always_decided(const struct always *always);

/* After VERDICT_HOLDS. First the ghosts of the proof join the system, while nobody is at work on
 * it, and before it has elementary variables; then all that shows the verdict is evidence. */
void always_add_ghosts(struct always *always, struct system *system);
void always_conclude(struct always *always, struct check_result *result);

/* A part of a run: it shows that the EX or EU node is true in its first state, if what is below
 * that is true in the last one. */
struct always_part {
  uint32_t node;
  size_t from, to;
};
struct always_chain {
  struct always_part *at;
  size_t size, capacity;
};
/* After VERDICT_FAILS of CTL: the run in the system itself, and a step behind it; and its parts,
 * from its beginning to its end, which the caller frees. */
void always_trace(const struct always *always, const struct system *system, struct trace *trace,
                  struct always_chain *chain);
/* After VERDICT_FAILS of A psi: makes a witness of the E node of the run, if it finds a path by
 * which it goes on. Nobody has witnesses of it yet. */
bool always_include_run(const struct always *always, const struct task *task, struct iictl *ic);

#endif
