/* The evidence of a reduced system, as evidence of the original. */
#ifndef VOUCH_CHECKER_FAIR_REDUCED_BLOCK_H
#define VOUCH_CHECKER_FAIR_REDUCED_BLOCK_H

#include "checker/effort/effort.h"
#include "checker/system/reduction.h"
#include "formats/fact.h"

/* No fair path starts in an initial state of the reduced system, as *reduced shows: *out becomes
 * what shows it of the original. Unless it is large (what diagrams leave, which whoever reads the
 * evidence will check anyway) everything is checked again; false, and *out is empty, if something
 * is not true or the effort is over. */
bool reduced_block(struct reduction *reduction, const struct block *reduced,
                   const struct effort *effort, struct block *out);

#endif
