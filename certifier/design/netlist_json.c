#include "certifier/design/netlist_json.h"

#include <stdio.h>

/* yosys marks it; the others that are still there are without contents. */
static const json_t *top_of(json_t *root) {
  json_t *modules = json_object_get(root, "modules"), *module;
  const char *name;
  json_object_foreach(modules, name, module) {
    const json_t *attributes = json_object_get(module, "attributes");
    if (json_object_get(attributes, "top")) return module;
  }
  return NULL;
}

json_t *netlist_read(const char *path, const json_t **module, struct fault *fault) {
  json_error_t error;
  json_t *root = json_load_file(path, 0, &error);
  *module = root ? top_of(root) : NULL;
  if (*module) return root;
  fault_set(fault, "what yosys wrote about the design cannot be read: %s",
            root ? "there is no top module" : error.text);
  json_decref(root);
  return NULL;
}

const char *netlist_text(const json_t *object, const char *member) {
  const char *text = json_string_value(json_object_get(object, member));
  return text ? text : "";
}

bool netlist_parameter(const json_t *cell, const char *name, bool otherwise) {
  const char *digits = netlist_text(json_object_get(cell, "parameters"), name);
  size_t n = strlen(digits);
  return n ? digits[n - 1] == '1' : otherwise;
}

/* "top.sv:14.6-14.33|sub.sv:4.14-4.39" */
const char *netlist_place(const json_t *cell, char place[NETLIST_NAME]) {
  const char *src = netlist_text(json_object_get(cell, "attributes"), "src");
  const char *last = strrchr(src, '|');
  if (last) src = last + 1;
  const char *colon = strrchr(src, ':');
  size_t n = colon ? (size_t)(colon - src) + strcspn(colon, ".") : strlen(src);
  snprintf(place, NETLIST_NAME, "%.*s", (int)n, n ? src : "somewhere");
  if (n == 0) snprintf(place, NETLIST_NAME, "an unknown place");
  return place;
}

bool netlist_has_bit(const json_t *bits, long bit) {
  for (size_t k = 0; k < json_array_size(bits); k++) {
    const json_t *value = json_array_get(bits, k);
    if (json_is_integer(value) && json_integer_value(value) == bit) return true;
  }
  return false;
}

/* Names with dollars are those of yosys; that of the outermost module is the shortest. */
const char *netlist_bit_name(const json_t *names, const json_t *bit, char name[NETLIST_NAME]) {
  const char *best = NULL, *key;
  json_t *net;
  json_object_foreach((json_t *)names, key, net) {
    if (!json_is_integer(bit) || key[0] == '$') continue;
    if (!netlist_has_bit(json_object_get(net, "bits"), (long)json_integer_value(bit))) continue;
    if (!best || strlen(key) < strlen(best)) best = key;
  }
  snprintf(name, NETLIST_NAME, "%s", best ? best : "a signal without a name");
  return name;
}
