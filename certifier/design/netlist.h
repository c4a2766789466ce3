/* The design as yosys understood it, in its JSON: what is said about it, and what is refused. */
#ifndef VOUCH_CERTIFIER_DESIGN_NETLIST_H
#define VOUCH_CERTIFIER_DESIGN_NETLIST_H

#include "certifier/design/design.h"
#include "formats/aiger.h"

/* Looks at the design before anything was changed in it, and refuses what the passes behind would
 * translate into something else: several clocks (or edges), clocks that are made or used by logic,
 * and latches, unless `multiclock`; several drivers of one wire, inout ports, the value z, and
 * instances of modules that are not there. A formula that speaks of the one clock is refused, too:
 * a step of the model is a tick of it. Names that those of covers could be taken for are refused.
 * *summary is allocated; *covers is the number of cover statements. */
bool netlist_check(const char *path, const struct design_request *request, char **summary,
                   size_t *covers, struct fault *fault);

/* The cover statements in the file that the script leaves for them: all of the `expected` ones, or
 * the design is refused. */
bool netlist_take_covers(const char *path, size_t expected, struct design *design,
                         struct fault *fault);

/* Which assertion became which bad literal. In the file of literals, the mapped design and the
 * model each `bad k` has to be the gate of its assertion; otherwise nothing is named. */
void netlist_name_assertions(const char *mapped, const char *literals, const struct aiger *model,
                             struct design *design);

#endif
