/* A run of a model, as people see it: the values of its signals, step by step. Every kind of
 * evidence becomes one, and every way to show a run (table, VCD, JSON, picture) starts from one.
 *
 * It is a rendering, not evidence: what counts is the certificate and what vouch-validate says. */
#ifndef VOUCH_CERTIFIER_TRACE_HISTORY_H
#define VOUCH_CERTIFIER_TRACE_HISTORY_H

#include "certifier/trace/signals.h"

#include <stdio.h>

#define HISTORY_NO_LOOP SIZE_MAX

/* The value of a bit. */
enum { HISTORY_FREE = 2 /* any: an input that the run does not need, or what depends on it */ };

struct history {
  const struct signals *signals;
  uint8_t *cells; /* num_steps rows of signals->num_bits */
  size_t num_steps, capacity;
  size_t first;    /* the number of the first step: runs may go on from others */
  size_t loop;     /* the row to which the last one returns, or HISTORY_NO_LOOP */
  uint8_t *before; /* the row that it goes on from, but for inputs of that step; NULL: none */
  bool cut;        /* it goes on, but is not told any further */
  bool no_last;    /* nothing is said about the inputs of the last step: no step leaves it */
};

void history_init(struct history *trace, const struct signals *signals, size_t first);
/* The trace, which is still empty, goes on from row `step` of `from`, in the same state. */
void history_branch(struct history *trace, const struct history *from, size_t step);
/* value[v]: 0, 1 or HISTORY_FREE for every variable of the model. */
void history_step(struct history *trace, const uint8_t *value);
/* Drops the rows from `size` on. */
void history_shorten(struct history *trace, size_t size);
void history_free(struct history *trace);

static inline const uint8_t *history_cell(const struct history *trace, size_t step,
                                          const struct signal *signal) {
  return trace->cells + step * trace->signals->num_bits + signal->place;
}
/* Did the signal change from the step before? Everything does in the first one, unless the trace
 * goes on from another. */
bool history_changed(const struct history *trace, size_t step, const struct signal *signal);
/* Is any bit of the signal free in that step? */
bool history_free_there(const struct history *trace, size_t step, const struct signal *signal);
/* Is nothing said about it, at that step: all bits are free, or it is an input behind the end? */
bool history_unsaid(const struct history *trace, size_t step, const struct signal *signal);

/* "1", "0x1f", "IDLE" or "-3" as it is declared, "0b1x0" where some bits are free, "-" where all
 * are. The text is good until the caller frees it. */
char *history_value(const struct history *trace, size_t step, const struct signal *signal);
/* The same of the bits in a cell. */
char *history_text(const struct signal *signal, const uint8_t *cell);

/* A table: numbered steps, first the signals of the property and those that change most, then
 * inputs, then what else changes. Lines have at most `width` columns where names allow it. */
void history_table(const struct history *trace, unsigned width, unsigned indent, FILE *file);

/* IEEE 1364 value change dump, one time unit per step. A loop is gone through twice, and the signal
 * vouch.loop is 1 in it; vouch.step counts. Scopes are the groups of signals, and in them what dots
 * in names separate; inputs that are free all the time are left out. Declared words have a second
 * signal NAME(value) with the names of their values, or numbers with signs, as text: GTKWave and
 * its like read that. `comment` is shown in the header. The first rows may come from other traces:
 * those of `parts`, in order, with their first `sizes` rows, then all of the last. */
void history_vcd(const struct history *const *parts, const size_t *sizes, size_t num_parts,
                 const char *comment, FILE *file);

/* A picture, as inline SVG for an HTML page, whose style gives the classes w x v n i s g l colours.
 * Signals of the property, and those that change most; not more than 160 steps, which is said. */
void history_svg(const struct history *trace, FILE *file);

/* {"first":0,"loop":null,"steps":[{"step":0,"changes":{"count":"5"}},..]} */
void history_json(const struct history *trace, FILE *file);

#endif
