#include "certifier/design/netlist.h"

#include "certifier/design/netlist_json.h"
#include "certifier/design/script.h"
#include "formats/support/text_file.h"

#include <stdio.h>

/* What is known of a bit. */
enum { BIT_DRIVEN = 1, BIT_INPUT = 2, BIT_DATA = 4 };

/* None so far; the one that needs no wire ($ff). */
enum { NO_CLOCK = -1, GLOBAL_CLOCK = -2 };

struct clock {
  long bit; /* or NO_CLOCK, GLOBAL_CLOCK */
  bool falling;
  const json_t *cell; /* one that has it */
};

struct check {
  const struct design_request *request;
  const json_t *module, *names;
  unsigned char *bits;
  size_t num_bits;
  struct clock clock;
  size_t assertions, assumptions, covers, lives;
  struct fault *fault;
};

static unsigned char *about(struct check *c, json_int_t bit) {
  size_t need = (size_t)bit + 1;
  if (need > c->num_bits) {
    size_t size = 2 * need;
    c->bits = memory_grow(c->bits, size, 1);
    memset(c->bits + c->num_bits, 0, size - c->num_bits);
    c->num_bits = size;
  }
  return &c->bits[bit];
}

/* `cell` is NULL for a port of the top module. */
static const char *place_of(const struct check *c, const json_t *cell, char place[NETLIST_NAME]) {
  if (cell) return netlist_place(cell, place);
  snprintf(place, NETLIST_NAME, "%s", c->request->top);
  return place;
}

static bool refuse_drivers(struct check *c, const json_t *bit, const json_t *cell) {
  char name[NETLIST_NAME], place[NETLIST_NAME];
  return fault_set(c->fault, "%s: several drivers of %s", place_of(c, cell, place),
                   netlist_bit_name(c->names, bit, name));
}

static bool drive(struct check *c, const json_t *bit, const json_t *cell) {
  if (!json_is_integer(bit)) return refuse_drivers(c, bit, cell); /* a constant drives it, too */
  unsigned char *flags = about(c, json_integer_value(bit));
  if (*flags & BIT_DRIVEN) return refuse_drivers(c, bit, cell);
  *flags |= BIT_DRIVEN;
  return true;
}

static bool use(struct check *c, const json_t *bit, const json_t *cell) {
  const char *constant = json_string_value(bit);
  char place[NETLIST_NAME];
  if (constant && strcmp(constant, "z") == 0)
    return fault_set(c->fault, "%s: the value z is used: tri-state logic has no AIGER model",
                     place_of(c, cell, place));
  if (json_is_integer(bit)) *about(c, json_integer_value(bit)) |= BIT_DATA;
  return true;
}

/* --- ports of the top module ------------------------------------------------------------------ */

static bool check_port(struct check *c, const char *name, const json_t *port) {
  const char *direction = netlist_text(port, "direction");
  const json_t *bits = json_object_get(port, "bits");
  if (strcmp(direction, "inout") == 0)
    return fault_set(c->fault, "%s: port %s is inout: such ports have no AIGER model",
                     c->request->top, name);
  for (size_t k = 0; k < json_array_size(bits); k++) {
    const json_t *bit = json_array_get(bits, k);
    bool input = strcmp(direction, "input") == 0;
    if (!(input ? drive(c, bit, NULL) : use(c, bit, NULL))) return false;
    if (input) *about(c, json_integer_value(bit)) |= BIT_INPUT;
  }
  return true;
}

/* --- clocks ----------------------------------------------------------------------------------- */

enum { CLOCK_TEXT = 2 * NETLIST_NAME + 64 };

static const char *clock_text(const struct check *c, const struct clock *clock,
                              char text[CLOCK_TEXT]) {
  char name[NETLIST_NAME], place[NETLIST_NAME];
  json_t *bit = json_integer((json_int_t)clock->bit);
  netlist_place(clock->cell, place);
  if (clock->bit == GLOBAL_CLOCK)
    snprintf(text, CLOCK_TEXT, "the global clock (%s)", place);
  else
    snprintf(text, CLOCK_TEXT, "the %s edge of %s (%s)", clock->falling ? "falling" : "rising",
             netlist_bit_name(c->names, bit, name), place);
  json_decref(bit);
  return text;
}

static bool tick(struct check *c, struct clock clock) {
  char one[CLOCK_TEXT], other[CLOCK_TEXT];
  if (c->request->multiclock) return true;
  if (c->clock.bit == NO_CLOCK) c->clock = clock;
  if (c->clock.bit == clock.bit && c->clock.falling == clock.falling) return true;
  return fault_set(c->fault,
                   "%s: several clocks: %s and %s; with --multiclock a step is an instant of time, "
                   "and clocks are inputs like others",
                   c->request->top, clock_text(c, &c->clock, one), clock_text(c, &clock, other));
}

static bool tick_bits(struct check *c, const json_t *bits, bool falling, const json_t *cell) {
  char place[NETLIST_NAME];
  for (size_t k = 0; k < json_array_size(bits); k++) {
    const json_t *bit = json_array_get(bits, k);
    if (!c->request->multiclock && !json_is_integer(bit))
      return fault_set(c->fault, "%s: the clock is a constant (--multiclock allows that)",
                       netlist_place(cell, place));
    if (json_is_integer(bit) &&
        !tick(c, (struct clock){(long)json_integer_value(bit), falling, cell}))
      return false;
  }
  return true;
}

/* Registers and memory ports have CLK, statements that wait for an edge TRG. */
static bool check_clock(struct check *c, const json_t *cell, const char *port, const json_t *bits) {
  bool trigger = strcmp(port, "TRG") == 0;
  if (!netlist_parameter(cell, trigger ? "TRG_ENABLE" : "CLK_ENABLE", true)) return true;
  bool rising = netlist_parameter(cell, trigger ? "TRG_POLARITY" : "CLK_POLARITY", true);
  return tick_bits(c, bits, !rising, cell);
}

/* The one clock is an input that does nothing else: in the model it does nothing at all. */
static bool check_one_clock(struct check *c) {
  char text[CLOCK_TEXT];
  if (c->clock.bit < 0) return true;
  unsigned char flags = *about(c, c->clock.bit);
  if (!(flags & BIT_INPUT))
    return fault_set(
        c->fault,
        "%s: the clock is made by logic: %s; with --multiclock a step is an instant of "
        "time",
        c->request->top, clock_text(c, &c->clock, text));
  for (size_t k = 0; c->request->names && k < c->request->names->size; k++) {
    const json_t *net = json_object_get(c->names, c->request->names->at[k]);
    if (netlist_has_bit(json_object_get(net, "bits"), c->clock.bit))
      return fault_set(c->fault,
                       "%s is the clock: a step of the model is a tick of it, so that formulas "
                       "cannot speak of it (they can with --multiclock)",
                       c->request->names->at[k]);
  }
  if (flags & BIT_DATA)
    return fault_set(c->fault,
                     "%s: the clock is also used as a signal: %s; with --multiclock a step is an "
                     "instant of time",
                     c->request->top, clock_text(c, &c->clock, text));
  return true;
}

/* --- cells ------------------------------------------------------------------------------------ */

static bool is_latch(const char *type) {
  return strstr(type, "latch") != NULL || strcmp(type, "$sr") == 0;
}

static void count(struct check *c, const json_t *cell, const char *type) {
  const char *flavor = netlist_text(json_object_get(cell, "parameters"), "FLAVOR");
  const char *kind = strcmp(type, "$check") == 0 ? flavor : type + 1;
  c->assertions += strcmp(kind, "assert") == 0;
  c->assumptions += strcmp(kind, "assume") == 0 || strcmp(kind, "fair") == 0;
  c->covers += strcmp(kind, "cover") == 0;
  c->lives += strcmp(kind, "live") == 0;
}

static bool check_connection(struct check *c, const json_t *cell, const char *port,
                             const json_t *bits) {
  const char *direction = netlist_text(json_object_get(cell, "port_directions"), port);
  if (strcmp(port, "CLK") == 0 || strcmp(port, "TRG") == 0) return check_clock(c, cell, port, bits);
  for (size_t k = 0; k < json_array_size(bits); k++) {
    const json_t *bit = json_array_get(bits, k);
    bool ok = strcmp(direction, "output") == 0 ? drive(c, bit, cell) : use(c, bit, cell);
    if (!ok) return false;
  }
  return true;
}

static bool check_cell(struct check *c, const char *name, const json_t *cell) {
  const char *type = netlist_text(cell, "type"), *port;
  json_t *connections = json_object_get(cell, "connections"), *bits;
  char place[NETLIST_NAME];
  netlist_place(cell, place);
  if (type[0] != '$')
    return fault_set(c->fault, "%s: %s is an instance of %s, a module without contents", place,
                     name, type);
  if (is_latch(type) && !c->request->multiclock)
    return fault_set(c->fault,
                     "%s: a latch (%s): a signal that is not assigned in every case? With "
                     "--multiclock a step is an instant of time, and latches are translated",
                     place, name);
  if (strcmp(type, "$ff") == 0 && !tick(c, (struct clock){GLOBAL_CLOCK, false, cell})) return false;
  count(c, cell, type);
  json_object_foreach(connections, port,
                      bits) if (!check_connection(c, cell, port, bits)) return false;
  return true;
}

/* --- the whole -------------------------------------------------------------------------------- */

static void say_count(FILE *file, size_t n, const char *one, const char *more) {
  if (n > 0) fprintf(file, "%s%zu %s%s", ", ", n, one, n > 1 ? more : "");
}

static char *summarise(const struct check *c) {
  char *text = NULL, name[NETLIST_NAME];
  size_t size;
  FILE *file = text_open(&text, &size);
  fprintf(file, "%zu assertion%s", c->assertions, c->assertions == 1 ? "" : "s");
  say_count(file, c->lives, "liveness assertion", "s");
  say_count(file, c->assumptions, "assumption", "s");
  say_count(file, c->covers, "cover statement", "s");
  if (c->clock.bit >= 0) {
    json_t *bit = json_integer((json_int_t)c->clock.bit);
    fprintf(file, ", clock %s%s", netlist_bit_name(c->names, bit, name),
            c->clock.falling ? " (falling edge)" : "");
    json_decref(bit);
  }
  text_close(file);
  return text;
}

/* Names of yosys itself may have a path in them, and with it any word. */
static bool check_names(struct check *c) {
  const char *name;
  json_t *net;
  json_object_foreach((json_t *)c->names, name, net) {
    if (name[0] != '$' && strstr(name, SCRIPT_COVER_WORD))
      return fault_set(c->fault, "%s: the name %s is taken: cover statements get such names",
                       c->request->top, name);
  }
  return true;
}

static bool check_module(struct check *c) {
  json_t *ports = json_object_get(c->module, "ports"), *cells = json_object_get(c->module, "cells");
  json_t *value;
  const char *name;
  json_object_foreach(ports, name, value) if (!check_port(c, name, value)) return false;
  json_object_foreach(cells, name, value) if (!check_cell(c, name, value)) return false;
  return check_names(c) && check_one_clock(c);
}

bool netlist_check(const char *path, const struct design_request *request, char **summary,
                   size_t *covers, struct fault *fault) {
  const json_t *module;
  json_t *root = netlist_read(path, &module, fault);
  if (!root) return false;
  struct check check = {.request = request,
                        .module = module,
                        .names = json_object_get(module, "netnames"),
                        .clock.bit = NO_CLOCK,
                        .fault = fault};
  bool ok = check_module(&check);
  if (ok) *summary = summarise(&check);
  *covers = check.covers;
  free(check.bits);
  json_decref(root);
  return ok;
}
