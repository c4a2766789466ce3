#include "formats/aiger.h"

#include <errno.h>

void aiger_free(struct aiger *model) {
  lits_free(&model->inputs);
  free(model->latches);
  lits_free(&model->outputs);
  lits_free(&model->bad);
  lits_free(&model->constraints);
  lits_free(&model->fairness);
  for (size_t k = 0; k < model->num_justice; k++) lits_free(&model->justice[k]);
  free(model->justice);
  free(model->ands);
  for (size_t k = 0; k < model->num_symbols; k++) free(model->symbols[k].name);
  free(model->symbols);
  free(model->comment);
  *model = (struct aiger){0};
}

/* Old variable -> new variable: inputs, latches, gates in order. Only the binary format needs it.
 */
static uint32_t *renumbering(const struct aiger *model) {
  uint32_t *map = memory_zeroed((size_t)model->maxvar + 1, sizeof *map), next = 1;
  for (size_t k = 0; k < model->inputs.size; k++) map[model->inputs.at[k] >> 1] = next++;
  for (size_t k = 0; k < model->num_latches; k++) map[model->latches[k].lit >> 1] = next++;
  for (size_t k = 0; k < model->num_ands; k++) map[model->ands[k].lhs >> 1] = next++;
  return map;
}

static uint32_t renumber(const uint32_t *map, uint32_t lit) {
  return map ? 2 * map[lit >> 1] + (lit & 1) : lit;
}

static void renumber_all(const uint32_t *map, struct lits *lits) {
  for (size_t k = 0; k < lits->size; k++) lits->at[k] = renumber(map, lits->at[k]);
}

void aiger_reencode(struct aiger *model) {
  uint32_t *map = renumbering(model);
  for (size_t k = 0; k < model->num_latches; k++) {
    struct aiger_latch *latch = &model->latches[k];
    *latch = (struct aiger_latch){.lit = renumber(map, latch->lit),
                                  .next = renumber(map, latch->next),
                                  .reset = renumber(map, latch->reset)};
  }
  for (size_t k = 0; k < model->num_ands; k++) {
    struct aiger_and *gate = &model->ands[k];
    *gate = (struct aiger_and){.lhs = renumber(map, gate->lhs),
                               .rhs0 = renumber(map, gate->rhs0),
                               .rhs1 = renumber(map, gate->rhs1)};
  }
  struct lits *const sections[] = {&model->inputs, &model->outputs, &model->bad,
                                   &model->constraints, &model->fairness};
  for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) renumber_all(map, sections[k]);
  for (size_t k = 0; k < model->num_justice; k++) renumber_all(map, &model->justice[k]);
  model->maxvar = (uint32_t)(model->inputs.size + model->num_latches + model->num_ands);
  free(map);
}

static void write_header(const struct aiger *model, FILE *file, bool binary) {
  size_t defined = model->inputs.size + model->num_latches + model->num_ands;
  size_t more[4] = {model->bad.size, model->constraints.size, model->num_justice,
                    model->fairness.size};
  int shown = 4;
  while (shown > 0 && more[shown - 1] == 0) shown--;
  fprintf(file, "%s %zu %zu %zu %zu %zu", binary ? "aig" : "aag",
          binary ? defined : (size_t)model->maxvar, model->inputs.size, model->num_latches,
          model->outputs.size, model->num_ands);
  for (int k = 0; k < shown; k++) fprintf(file, " %zu", more[k]);
  fputc('\n', file);
}

static void write_lits(const struct lits *lits, const uint32_t *map, FILE *file) {
  for (size_t k = 0; k < lits->size; k++) fprintf(file, "%u\n", renumber(map, lits->at[k]));
}

static void write_latches(const struct aiger *model, const uint32_t *map, FILE *file) {
  for (size_t k = 0; k < model->num_latches; k++) {
    const struct aiger_latch *latch = &model->latches[k];
    if (!map) fprintf(file, "%u ", latch->lit);
    fprintf(file, "%u", renumber(map, latch->next));
    if (latch->reset) fprintf(file, " %u", renumber(map, latch->reset));
    fputc('\n', file);
  }
}

static void write_delta(uint32_t delta, FILE *file) {
  for (; delta > 127; delta >>= 7) putc((int)((delta & 127) | 128), file);
  putc((int)delta, file);
}

static void write_ands(const struct aiger *model, const uint32_t *map, FILE *file) {
  for (size_t k = 0; k < model->num_ands; k++) {
    const struct aiger_and *and = &model->ands[k];
    if (!map) {
      fprintf(file, "%u %u %u\n", and->lhs, and->rhs0, and->rhs1);
      continue;
    }
    uint32_t lhs = renumber(map, and->lhs), a = renumber(map, and->rhs0),
             b = renumber(map, and->rhs1);
    write_delta(lhs - (a > b ? a : b), file);
    write_delta(a > b ? a - b : b - a, file);
  }
}

bool aiger_write(const struct aiger *model, FILE *file, bool binary) {
  uint32_t *map = binary ? renumbering(model) : NULL;
  write_header(model, file, binary);
  if (!binary) write_lits(&model->inputs, NULL, file);
  write_latches(model, map, file);
  write_lits(&model->outputs, map, file);
  write_lits(&model->bad, map, file);
  write_lits(&model->constraints, map, file);
  for (size_t k = 0; k < model->num_justice; k++) fprintf(file, "%zu\n", model->justice[k].size);
  for (size_t k = 0; k < model->num_justice; k++) write_lits(&model->justice[k], map, file);
  write_lits(&model->fairness, map, file);
  write_ands(model, map, file);
  for (size_t k = 0; k < model->num_symbols; k++)
    fprintf(file, "%c%u %s\n", model->symbols[k].kind, model->symbols[k].index,
            model->symbols[k].name);
  if (model->comment) {
    fputs("c\n", file);
    fwrite(model->comment, 1, model->comment_size, file);
  }
  free(map);
  return !ferror(file) && fflush(file) == 0;
}
