/* Reading the JSON that yosys writes. What is missing in it reads as empty text. */
#ifndef VOUCH_CERTIFIER_DESIGN_NETLIST_JSON_H
#define VOUCH_CERTIFIER_DESIGN_NETLIST_JSON_H

#include "formats/support/fault.h"
#include "formats/support/vector.h"

#include <jansson.h>

enum { NETLIST_NAME = 128 };

/* The top module of the file, which belongs to what is returned; NULL on failure. */
json_t *netlist_read(const char *path, const json_t **module, struct fault *fault);
const char *netlist_text(const json_t *object, const char *member);
/* Is the last digit of this parameter 1? `otherwise`: there is no such parameter. */
bool netlist_parameter(const json_t *cell, const char *name, bool otherwise);
/* Where the designer wrote it, "file:line": the last place of its attribute src, which lists those
 * of the instances around it first. */
const char *netlist_place(const json_t *cell, char place[NETLIST_NAME]);
bool netlist_has_bit(const json_t *bits, long bit);
/* A name that the designer gave the bit, if there is one. */
const char *netlist_bit_name(const json_t *names, const json_t *bit, char name[NETLIST_NAME]);

#endif
