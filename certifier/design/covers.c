#include "certifier/design/netlist.h"
#include "certifier/design/netlist_json.h"
#include "certifier/design/script.h"

#include <stdio.h>

static void add(struct design *design, const char *name, const json_t *cell) {
  char place[NETLIST_NAME];
  size_t size = strlen(name) + sizeof SCRIPT_COVER;
  struct design_cover *cover = &design->covers[design->num_covers++];
  cover->place = memory_string(netlist_place(cell, place));
  cover->name = memory_string(strstr(name, SCRIPT_COVER_WORD) ? place : name);
  cover->signal = memory_alloc(size, 1);
  snprintf(cover->signal, size, "%s" SCRIPT_COVER, name);
}

bool netlist_take_covers(const char *path, size_t expected, struct design *design,
                         struct fault *fault) {
  const json_t *module;
  json_t *root = netlist_read(path, &module, fault), *cells, *cell;
  const char *name;
  size_t count = 0;
  if (!root) return false;
  cells = json_object_get(module, "cells");
  design->covers = memory_zeroed(expected, sizeof *design->covers);
  json_object_foreach(cells, name, cell) {
    if (strcmp(netlist_text(cell, "type"), "$cover") != 0) continue;
    if (count++ < expected) add(design, name, cell);
  }
  json_decref(root);
  return count == expected ||
         fault_set(fault, "yosys made %zu of %zu cover statements", count, expected);
}
