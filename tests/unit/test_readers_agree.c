/* The validator has readers of its own for AIGER and canonical formulas, on purpose. On everything
 * that formats/ accepts, both must see the same model and the same core formula. */
#include "checker/ctl/core_formula.h"
#include "formats/ctl.h"
#include "tests/oracle/random_model.h"
#include "tests/oracle/read_files.h"
#include "tests/unit/benchmarks.h"
#include "validator/beside/open.h"
#include "validator/kernel/formula.h"

#include <dirent.h>
#include <stdlib.h>

static void same_list(const char *name, const struct lits *a, const struct v_list *b) {
  ck_assert_msg(a->size == b->size, "%s: sizes differ", name);
  for (size_t k = 0; k < a->size; k++)
    ck_assert_msg(a->at[k] == b->at[k], "%s: entry %zu differs", name, k);
}

static void same_gates(const char *name, const struct aiger *a, const struct v_model *b) {
  ck_assert_uint_eq(a->num_ands, b->lhs.size);
  for (size_t k = 0; k < a->num_ands; k++) {
    const struct aiger_and *and = &a->ands[k];
    ck_assert_int_eq(b->kind[ and->lhs >> 1], V_AND);
    uint32_t index = b->index[ and->lhs >> 1];
    bool same = b->lhs.at[index] == and->lhs && b->rhs.at[2 * index] == and->rhs0 &&
                b->rhs.at[2 * index + 1] == and->rhs1;
    ck_assert_msg(same, "%s: gate %u differs", name, and->lhs);
  }
}

static void same_model(const char *name, const struct aiger *a, const struct v_model *b) {
  ck_assert_uint_eq(a->maxvar, b->maxvar);
  same_list(name, &a->inputs, &b->inputs);
  same_list(name, &a->outputs, &b->outputs);
  same_list(name, &a->bad, &b->bad);
  same_list(name, &a->constraints, &b->constraints);
  same_list(name, &a->fairness, &b->fairness);
  ck_assert_uint_eq(a->num_latches, b->latches.size);
  for (size_t k = 0; k < a->num_latches; k++) {
    ck_assert_uint_eq(a->latches[k].lit, b->latches.at[k]);
    ck_assert_uint_eq(a->latches[k].next, b->next.at[k]);
    ck_assert_uint_eq(a->latches[k].reset, b->reset.at[k]);
  }
  ck_assert_uint_eq(a->num_justice + 1, b->justice_start.size);
  for (size_t k = 0; k < a->num_justice; k++)
    for (size_t n = 0; n < a->justice[k].size; n++) {
      ck_assert_uint_eq(a->justice[k].size, b->justice_start.at[k + 1] - b->justice_start.at[k]);
      ck_assert_uint_eq(a->justice[k].at[n], b->justice.at[b->justice_start.at[k] + n]);
    }
  same_gates(name, a, b);
  ck_assert_uint_eq(a->num_symbols, b->symbols.size);
  for (size_t k = 0; k < a->num_symbols; k++) {
    ck_assert(a->symbols[k].kind == b->symbols.at[k].kind &&
              a->symbols[k].index == b->symbols.at[k].index);
    ck_assert_uint_eq(strlen(a->symbols[k].name), b->symbols.at[k].length);
    ck_assert_mem_eq(a->symbols[k].name, b->symbols.at[k].name, b->symbols.at[k].length);
  }
}

static const enum v_op ops[] = {
    [CORE_ATOM] = V_ATOM, [CORE_NOT] = V_NOT, [CORE_AND] = V_BOTH, [CORE_OR] = V_OR,
    [CORE_EX] = V_EX,     [CORE_EU] = V_EU,   [CORE_EG] = V_EG,    [CORE_E] = V_E};
static const enum v_op part_ops[] = {
    [PATH_LEAF] = V_ATOM, [PATH_AND] = V_BOTH, [PATH_OR] = V_OR, [PATH_X] = V_X, [PATH_U] = V_U,
    [PATH_R] = V_R,       [PATH_Y] = V_Y,      [PATH_Z] = V_Z,   [PATH_S] = V_S, [PATH_T] = V_T};

/* The path formula of node k, in its order, with its variables and fairness numbers. */
static void same_path(const char *text, const struct path_formula *p, const struct v_numbered *b,
                      size_t k) {
  const struct v_node *node = &b->nodes[k];
  ck_assert_msg(p->num_nodes == node->right - node->left, "%s: parts of node %zu", text, k);
  for (size_t n = 0; n < p->num_nodes; n++) {
    const struct path_node *from = &p->nodes[n];
    const struct v_part *to = &b->parts.at[node->left + n];
    bool binary = path_arity(from->op) == 2;
    bool same = part_ops[from->op] == to->op;
    same = same && from->left == to->left;
    same = same && (!binary || from->right == to->right);
    same = same && (from->op < PATH_X || from->variable == to->variables);
    same = same && (from->op != PATH_U || from->fair == to->untils);
    ck_assert_msg(same, "%s: part %zu of node %zu differs", text, n, k);
  }
}

static void same_core(const char *text, const struct core_formula *a, const struct v_numbered *b) {
  const struct v_node *nodes = b->nodes;
  ck_assert_msg(a->num_nodes == b->num_nodes, "%s: %zu and %zu nodes", text, a->num_nodes,
                b->num_nodes);
  ck_assert_uint_eq(a->num_variables, b->variables);
  ck_assert_int_eq(a->has_past, b->has_past);
  for (size_t k = 0; k < b->num_nodes; k++) {
    const struct core_node *n = &a->nodes[k];
    bool binary = n->op == CORE_AND || n->op == CORE_OR || n->op == CORE_EU;
    if (n->op == CORE_E && nodes[k].op == V_E) {
      same_path(text, core_path(a, (uint32_t)k), b, k);
      continue;
    }
    bool same =
        ops[n->op] == nodes[k].op && (n->op == CORE_ATOM ? n->lit : n->left) == nodes[k].left;
    ck_assert_msg(same && (!binary || n->right == nodes[k].right), "%s: node %zu differs", text, k);
  }
}

/* Prints in canonical form, has the validator read it, and compares the cores, plain and without
 * fairness. */
static void agree_on_formula(const struct v_model *model, const struct formulas *arena,
                             uint32_t root) {
  char *text = formula_print(arena, root);
  for (int fair = 0; fair < 2; fair++) {
    struct v_core v = {0};
    struct v_error error;
    struct core_formula core;
    struct v_numbered numbered = {0};
    uint32_t v_root;
    ck_assert_msg(v_formula_read(model, text, strlen(text), NULL, &v, &v_root, &error), "%s: %s",
                  text, error.text);
    if (fair) v_root = v_core_remove_fairness(&v, v_root);
    v_core_number(&v, v_root, &numbered);
    core_from_formula(&core, arena, root, fair);
    same_core(text, &core, &numbered);
    core_free(&core);
    free(numbered.nodes);
    free(numbered.parts.at);
    v_core_free(&v);
  }
  free(text);
}

static void read_both(const char *name, unsigned char *bytes, size_t size, struct aiger *a,
                      struct v_model *b) {
  struct fault fault;
  struct v_error error;
  ck_assert_msg(aiger_read_memory(name, bytes, size, a, &fault), "%s", fault.text);
  unsigned char *copy = malloc(size + 1);
  memcpy(copy, bytes, size);
  copy[size] = 0;
  ck_assert_msg(v_model_read("model", (struct v_bytes){copy, size}, b, &error), "%s: %s", name,
                error.text);
  same_model(name, a, b);
}

static void agree_on_file(const char *path) {
  struct aiger a;
  struct v_model b;
  struct ctl_file file;
  struct fault fault;
  struct v_bytes bytes;
  struct v_error error;
  ck_assert_msg(v_read_file(path, &bytes, &error), "%s", error.text);
  read_both(path, bytes.at, bytes.size, &a, &b);
  free(bytes.at);
  char ctl[1024];
  snprintf(ctl, sizeof ctl, "%.*s.ctl", (int)strlen(path) - 4, path);
  FILE *exists = fopen(ctl, "r");
  if (exists) {
    fclose(exists);
    ck_assert_msg(ctl_read_file(ctl, &a, CTL_DIALECT_AUTO, &file, &fault), "%s", fault.text);
    for (size_t k = 0; k < file.num_properties; k++)
      agree_on_formula(&b, &file.arena, file.properties[k].root);
    ctl_free(&file);
  }
  aiger_free(&a);
  v_model_free(&b);
}

static void agree_on_folder(const char *folder) {
  DIR *dir = opendir(folder);
  ck_assert_msg(dir != NULL, "%s", folder);
  for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
    size_t length = strlen(entry->d_name);
    char path[1024];
    if (length < 4 || (strcmp(entry->d_name + length - 4, ".aag") != 0 &&
                       strcmp(entry->d_name + length - 4, ".aig") != 0))
      continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    agree_on_file(path);
  }
  closedir(dir);
}

START_TEST(corpus) { agree_on_folder(SOURCE_DIR "/corpus"); }
END_TEST

START_TEST(benchmarks) {
  agree_on_folder(BENCHMARKS_DIR "/ctl");
  agree_on_folder(BENCHMARKS_DIR "/liveness");
  agree_on_folder(BENCHMARKS_DIR "/safety");
}
END_TEST

/* Names that are easy to confuse: shared between entries, several words, complements, positions,
 * quotes. */
static void add_symbols(struct rng *rng, struct aiger *model) {
  static const char *const names[] = {"a",           "b", "a b", "!a",   "!c d", "i0",  "l1",
                                      "x \"y\" \\z", "c", "!!a", "o0 b", "9",    "true"};
  static const char kinds[] = "ilobcjf";
  for (size_t k = 0; k < model->num_symbols; k++) free(model->symbols[k].name);
  model->num_symbols = 0;
  model->symbols = memory_grow(model->symbols, 12, sizeof *model->symbols);
  for (uint32_t n = rng_below(rng, 12); n > 0; n--) {
    char kind = kinds[rng_below(rng, 7)];
    const size_t sizes[] = {model->inputs.size,  model->num_latches,      model->outputs.size,
                            model->bad.size,     model->constraints.size, model->num_justice,
                            model->fairness.size};
    size_t size = sizes[strchr(kinds, kind) - kinds];
    if (!size) continue;
    char *name = memory_string(names[rng_below(rng, sizeof names / sizeof *names)]);
    model->symbols[model->num_symbols++] =
        (struct aiger_symbol){kind, rng_below(rng, (uint32_t)size), name};
  }
}

/* Whatever formats/ makes of an atom, the validator makes the same of its canonical form. */
static void agree_on_atoms(struct rng *rng, const struct aiger *a, const struct v_model *b) {
  static const char *const atoms[] = {"a",    "b",       "c",      "d",     "i0",
                                      "l1",   "o0",      "b0",     "c0",    "f0",
                                      "j0",   "\"a b\"", "\"!a\"", "\"9\"", "\"x \\\"y\\\" \\\\z\"",
                                      "2",    "3",       "7",      "10",    "\"true\"",
                                      "true", "\"!!a\"", "\"c\""};
  struct ctl_file file = {0};
  struct fault fault;
  for (size_t k = 0; k < sizeof atoms / sizeof *atoms; k++)
    if (ctl_read_text(atoms[k], a, (enum ctl_dialect)rng_below(rng, 3), &file, &fault))
      agree_on_formula(b, &file.arena, file.properties[file.num_properties - 1].root);
  ctl_free(&file);
}

START_TEST(random_models) {
  uint64_t seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : 1;
  printf("random_models: SEED=%llu\n", (unsigned long long)seed);
  struct rng rng = rng_seeded(seed);
  for (int k = 0; k < 1000; k++) {
    struct aiger model, a;
    struct v_model b;
    struct formulas arena = {0};
    char *text;
    size_t size;
    random_model(&rng, &random_shape_default, &model);
    uint32_t root = rng_chance(&rng, 50) ? random_formula(&rng, &model, 6, &arena)
                                         : random_star_formula(&rng, &model, 6, 9, &arena);
    bool renamed = rng_chance(&rng, 60);
    if (renamed) add_symbols(&rng, &model);
    FILE *file = open_memstream(&text, &size);
    ck_assert(aiger_write(&model, file, rng_chance(&rng, 50)));
    fclose(file);
    read_both("random", (unsigned char *)text, size, &a, &b);
    if (renamed)
      agree_on_atoms(&rng, &a, &b);
    else
      agree_on_formula(&b, &arena, root);
    free(text);
    formulas_free(&arena);
    aiger_free(&model);
    aiger_free(&a);
    v_model_free(&b);
  }
}
END_TEST

/* Both take the bytes and see the same model, or both refuse. */
static void agree_on_bytes(const char *name, const char *bytes, size_t size) {
  struct aiger a;
  struct v_model b;
  struct fault fault;
  struct v_error error = {.text = ""};
  unsigned char *copy = malloc(size + 1);
  memcpy(copy, bytes, size);
  copy[size] = 0;
  bool one = aiger_read_memory(name, copy, size, &a, &fault);
  bool other = v_model_read("model", (struct v_bytes){copy, size}, &b, &error);
  ck_assert_msg(one == other, "%s (%.*s): %s", name, (int)size, bytes,
                one ? error.text : fault.text);
  if (one) same_model(name, &a, &b);
  aiger_free(&a);
  v_model_free(&b);
}

#define TEXT(text) text, sizeof text - 1

/* What may differ between files that mean the same, and what comes close to it. */
START_TEST(edges) {
  static const struct {
    const char *text;
    size_t size;
  } tails[] = {{TEXT("c")},        {TEXT("c\n\0\n\xff\0")},
               {TEXT("c\0")},      {TEXT("i0 \n")},
               {TEXT("i0 ")},      {TEXT("i0 a\0b\n")},
               {TEXT("i0 \0\n")},  {TEXT("i0 \ni0 a\n")},
               {TEXT("i000 a\n")}, {TEXT("i01 a\n")},
               {TEXT("o0 \0")},    {TEXT("i00000000000000000000 a\n")},
               {TEXT("i0\n")},     {TEXT("c0 a\n")},
               {TEXT("\0")},       {TEXT("i4294967296 a\n")}};
  for (size_t k = 0; k < sizeof tails / sizeof *tails; k++) {
    char text[80] = "aag 01 1 0 1 0\n002\n03\n";
    size_t size = strlen(text);
    memcpy(text + size, tails[k].text, tails[k].size);
    agree_on_bytes(tails[k].text, text, size + tails[k].size);
  }
  agree_on_bytes("latch", TEXT("aag 1 0 1 1 0\n02 002 0002\n0\n"));
  agree_on_bytes("reset", TEXT("aag 1 0 1 1 0\n2 2 03\n0\n"));
  agree_on_bytes("binary", TEXT("aig 02 1 0 1 01\n04\n\2\2c\n\0"));
}
END_TEST

START_TEST(damaged_models) {
  uint64_t seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : 1;
  printf("damaged_models: SEED=%llu\n", (unsigned long long)seed);
  static const char likely[] = {0, ' ', '\n', '0', '1', '2', 'c', 'i', '\xff'};
  struct rng rng = rng_seeded(seed);
  for (int k = 0; k < 3000; k++) {
    struct aiger model;
    char *text;
    size_t size;
    random_model(&rng, &random_shape_default, &model);
    if (rng_chance(&rng, 60)) add_symbols(&rng, &model);
    FILE *file = open_memstream(&text, &size);
    ck_assert(aiger_write(&model, file, rng_chance(&rng, 50)));
    ck_assert(fclose(file) == 0);
    for (uint32_t n = 1 + rng_below(&rng, 2); n > 0; n--)
      text[rng_below(&rng, (uint32_t)size)] = likely[rng_below(&rng, sizeof likely)];
    agree_on_bytes("damaged", text, size);
    free(text);
    aiger_free(&model);
  }
}
END_TEST

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) return run_benchmarks("readers_agree", benchmarks);
  Suite *suite = suite_create("readers_agree");
  TCase *tests = tcase_create("readers_agree");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, corpus);
  tcase_add_test(tests, random_models);
  tcase_add_test(tests, edges);
  tcase_add_test(tests, damaged_models);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
