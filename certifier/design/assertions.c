#include "certifier/design/netlist.h"
#include "certifier/design/netlist_json.h"
#include "formats/support/input.h"

#include <stdio.h>

/* write_aiger takes the assertions in an order that is its own affair. Here it is guessed to be the
 * one of the JSON file, and the guess is checked: the literal of `bad k` has to be the gate of
 * "enabled and not true" over the very wires of assertion k. */

static const uint32_t unknown_literal = UINT32_MAX;

struct literals {
  uint32_t *of; /* per bit of the netlist */
  size_t size;
};

static void note(struct literals *literals, json_int_t bit, uint32_t literal) {
  size_t need = (size_t)bit + 1;
  if (need > literals->size) {
    size_t size = 2 * need;
    literals->of = memory_grow(literals->of, size, sizeof *literals->of);
    for (size_t k = literals->size; k < size; k++) literals->of[k] = unknown_literal;
    literals->size = size;
  }
  literals->of[bit] = literal;
}

/* A line "wire LITERAL INDEX NAME"; other lines are about ports. */
static void note_line(struct literals *literals, const json_t *names, const char *line) {
  unsigned long literal;
  long index;
  int length = 0;
  if (sscanf(line, "wire %lu %ld %n", &literal, &index, &length) != 2 || length == 0) return;
  const json_t *net = json_object_get(names, line + length);
  index -= (long)json_integer_value(json_object_get(net, "offset"));
  const json_t *bit =
      index < 0 ? NULL : json_array_get(json_object_get(net, "bits"), (size_t)index);
  if (json_is_integer(bit) && literal < unknown_literal)
    note(literals, json_integer_value(bit), (uint32_t)literal);
}

static void read_literals(const char *path, const json_t *names, struct literals *literals) {
  struct fault fault;
  unsigned char *bytes;
  size_t size;
  if (!input_read_file(path, &bytes, &size, &fault)) return;
  for (char *line = (char *)bytes, *rest; line && *line; line = rest) {
    rest = strchr(line, '\n');
    if (rest) *rest++ = 0;
    note_line(literals, names, line);
  }
  free(bytes);
}

static uint32_t literal_of(const struct literals *literals, const json_t *cell, const char *port) {
  const json_t *bit =
      json_array_get(json_object_get(json_object_get(cell, "connections"), port), 0);
  const char *constant = json_string_value(bit);
  if (constant)
    return strcmp(constant, "1") == 0 ? 1 : strcmp(constant, "0") == 0 ? 0 : unknown_literal;
  if (!json_is_integer(bit) || (size_t)json_integer_value(bit) >= literals->size)
    return unknown_literal;
  return literals->of[json_integer_value(bit)];
}

static const struct aiger_and *gate_of(const struct aiger *model, uint32_t literal) {
  for (size_t k = 0; k < model->num_ands; k++)
    if (model->ands[k].lhs == literal) return &model->ands[k];
  return NULL;
}

static bool is_gate_of(const struct aiger *model, uint32_t bad, uint32_t truth, uint32_t enabled) {
  const struct aiger_and *gate = gate_of(model, bad);
  if (!gate || truth == unknown_literal || enabled == unknown_literal) return false;
  return (gate->rhs0 == (truth ^ 1) && gate->rhs1 == enabled) ||
         (gate->rhs1 == (truth ^ 1) && gate->rhs0 == enabled);
}

static void add(struct design *design, const char *name, const json_t *cell) {
  char place[NETLIST_NAME];
  struct design_assertion *a = &design->assertions[design->num_assertions++];
  a->place = memory_string(netlist_place(cell, place));
  a->name = memory_string(strchr(name, '$') ? place : name);
}

static bool name_all(json_t *cells, const struct literals *literals, const struct aiger *model,
                     struct design *design) {
  const char *name;
  json_t *cell;
  json_object_foreach(cells, name, cell) {
    size_t k = design->num_assertions;
    if (strcmp(netlist_text(cell, "type"), "$assert") != 0) continue;
    if (k >= model->bad.size ||
        !is_gate_of(model, model->bad.at[k], literal_of(literals, cell, "A"),
                    literal_of(literals, cell, "EN")))
      return false;
    add(design, name, cell);
  }
  return design->num_assertions == model->bad.size;
}

static void forget(struct design *design) {
  for (size_t k = 0; k < design->num_assertions; k++) {
    free(design->assertions[k].name);
    free(design->assertions[k].place);
  }
  design->num_assertions = 0;
}

void netlist_name_assertions(const char *mapped, const char *path, const struct aiger *model,
                             struct design *design) {
  struct literals literals = {0};
  struct fault fault;
  const json_t *module;
  json_t *root = netlist_read(mapped, &module, &fault);
  if (!root) return;
  design->assertions = memory_zeroed(model->bad.size, sizeof *design->assertions);
  read_literals(path, json_object_get(module, "netnames"), &literals);
  if (!name_all(json_object_get(module, "cells"), &literals, model, design)) forget(design);
  free(literals.of);
  json_decref(root);
}
