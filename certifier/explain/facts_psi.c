/* Path formulas in words. */
#include "certifier/explain/facts.h"

/* Longer ones are only counted. */
enum { MOST_OPERATORS = 40 };

/* Psi is a DAG; how many operators its text has, counted no further than the limit. */
static size_t text_size(const struct path_formula *path, uint32_t root) {
  size_t *size = memory_zeroed(path->num_nodes, sizeof *size);
  for (uint32_t k = 0; k <= root; k++) {
    const struct path_node *node = &path->nodes[k];
    size[k] = 1;
    if (path_arity(node->op) >= 1) size[k] += size[node->left];
    if (path_arity(node->op) == 2) size[k] += size[node->right];
    if (size[k] > MOST_OPERATORS) size[k] = MOST_OPERATORS + 1;
  }
  size_t result = size[root];
  free(size);
  return result;
}

/* No deeper than text_size has found. */
static void write_path(const struct facts *e, const struct path_formula *path, uint32_t k) {
  static const char *const words[] = {
      [PATH_AND] = " & ", [PATH_OR] = " | ", [PATH_U] = " U ", [PATH_R] = " R ", [PATH_S] = " S ",
      [PATH_T] = " T ",   [PATH_X] = "X ",   [PATH_Y] = "Y ",  [PATH_Z] = "Z "};
  const struct path_node *node = &path->nodes[k];
  if (node->op == PATH_LEAF) {
    fprintf(e->out, "#%u", (unsigned)node->left);
    return;
  }
  if (path_arity(node->op) == 1) {
    fputs(words[node->op], e->out);
    write_path(e, path, node->left);
    return;
  }
  bool temporal = node->op >= PATH_X;
  fputs(temporal ? "[" : "(", e->out);
  write_path(e, path, node->left);
  fputs(words[node->op], e->out);
  write_path(e, path, node->right);
  fputs(temporal ? "]" : ")", e->out);
}

static void write_or_count(const struct facts *e, const struct path_formula *path, uint32_t k) {
  if (text_size(path, k) <= MOST_OPERATORS)
    write_path(e, path, k);
  else
    fprintf(e->out, "(a path formula of %u nodes)", (unsigned)k + 1);
}

void facts_psi(const struct facts *e, uint32_t v) {
  const struct path_formula *path = core_path(e->core, v);
  write_or_count(e, path, (uint32_t)path->num_nodes - 1);
}

void facts_promise(const struct facts *e, uint32_t k) {
  for (size_t p = 0; p < e->core->num_paths; p++) {
    const struct path_formula *path = &e->core->paths[p];
    for (uint32_t n = 0; n < path->num_nodes; n++) {
      const struct path_node *node = &path->nodes[n];
      if (node->op < PATH_X || node->variable > k) continue;
      bool due = node->op == PATH_X && node->variable + 1 == k;
      if (node->variable != k && !due) continue;
      const char *before = node->op == PATH_S ? "Y " : node->op == PATH_T ? "Z " : "";
      fprintf(e->out, "%s%s", due ? "due:" : "<", before);
      write_or_count(e, path, due ? node->left : n);
      fputs(due ? "" : ">", e->out);
      return;
    }
  }
}
