/* Translations that were made before, so that yosys is not started again where nothing has changed.
 * Beside TOP.aig, TOP.ys and TOP.log a folder has TOP.json, which says what they were made from:
 *
 * - the script, and the version of Vouch;
 * - the program yosys, by its path and what the file system says of it; a script that stands in for
 *   it may start anything, so it is asked for its version each time;
 * - the digests of all files that yosys read, those of `include and of memory contents among them,
 *   and which files that would have been read instead were there;
 * - the digests of the three files.
 *
 * If all of this is as it was, the translation is. Who can write into the folder can put another
 * model there: it is trusted as much as the sources are. */
#ifndef VOUCH_CERTIFIER_DESIGN_CACHE_H
#define VOUCH_CERTIFIER_DESIGN_CACHE_H

#include "certifier/design/design.h"

#include <time.h>

/* Fills *design as design_translate would. False: it has to be made; then *damage is the name of a
 * file in the folder that is not what was put there, allocated, or NULL. */
bool cache_recall(const struct design_request *request, const char *folder, struct design *design,
                  char **damage);
/* Notes what the three files, which are in the folder, were made from. `start`: when the
 * translation began. Nothing is noted where a file may have been changed since, or has a name that
 * is no text: that costs time, not truth. */
void cache_remember(const struct design_request *request, const char *folder,
                    const struct design *design, const struct timespec *start);

#endif
