/* What yosys is told. */
#ifndef VOUCH_CERTIFIER_DESIGN_SCRIPT_H
#define VOUCH_CERTIFIER_DESIGN_SCRIPT_H

#include "certifier/design/design.h"

/* Files that the script leaves behind, besides TOP.aig: the design before anything was changed in
 * it, the one that is written as AIGER, and which literals its wires have there. */
#define SCRIPT_ELABORATED "elaborated.json"
#define SCRIPT_MAPPED "mapped.json"
#define SCRIPT_LITERALS "literals.map"
/* .. and the design in which each cover statement is a cell $cover with a name of its own, NAME. It
 * becomes the output NAME SCRIPT_COVER of the model. */
#define SCRIPT_COVERS "covers.json"
#define SCRIPT_COVER_WORD "vouch_cover"
#define SCRIPT_COVER "." SCRIPT_COVER_WORD

/* Refuses what cannot stand in a script as it is: the script language has no quotes that would hold
 * for all of it, so that a path with a blank or a semicolon in it would become further words or
 * commands. */
bool script_check(const struct design_request *request, struct fault *fault);
bool script_check_folder(const char *folder, struct fault *fault);
/* The script, for a request that passed; `folder` (with a slash behind it, or empty) is where the
 * files go. Without `literals` there is no file of literals: yosys 0.52 can fail to write it, for
 * instance when an output is an input. The model is the same. The caller frees the text. */
char *script_text(const struct design_request *request, const char *folder, bool literals);

#endif
