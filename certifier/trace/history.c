#include "certifier/trace/history.h"

#include "formats/support/text_file.h"

void history_init(struct history *trace, const struct signals *signals, size_t first) {
  *trace = (struct history){.signals = signals, .first = first, .loop = HISTORY_NO_LOOP};
}

void history_branch(struct history *trace, const struct history *from, size_t step) {
  size_t bits = from->signals->num_bits;
  history_init(trace, from->signals, from->first + step);
  trace->before = memory_alloc(bits, 1);
  memcpy(trace->before, from->cells + step * bits, bits);
}

static uint8_t bit_value(const uint8_t *value, uint32_t lit) {
  uint8_t v = value[lit >> 1];
  return v == HISTORY_FREE ? v : v ^ (lit & 1);
}

void history_step(struct history *trace, const uint8_t *value) {
  const struct signals *signals = trace->signals;
  trace->cells = memory_room(trace->cells, trace->num_steps, &trace->capacity, signals->num_bits);
  uint8_t *to = trace->cells + trace->num_steps++ * signals->num_bits;
  for (size_t k = 0; k < signals->size; k++)
    for (size_t i = 0; i < signals->at[k].bits.size; i++)
      *to++ = bit_value(value, signals->at[k].bits.at[i]);
}

void history_shorten(struct history *trace, size_t size) {
  if (size < trace->num_steps) trace->num_steps = size;
}

void history_free(struct history *trace) {
  free(trace->cells);
  free(trace->before);
  *trace = (struct history){0};
}

bool history_changed(const struct history *trace, size_t step, const struct signal *signal) {
  if (step == 0 && !trace->before) return true;
  const uint8_t *before =
      step ? history_cell(trace, step - 1, signal) : trace->before + signal->place;
  return memcmp(history_cell(trace, step, signal), before, signal->bits.size) != 0;
}

static size_t count_free(const struct signal *signal, const uint8_t *cell) {
  size_t count = 0;
  for (size_t k = 0; k < signal->bits.size; k++) count += cell[k] == HISTORY_FREE;
  return count;
}

bool history_free_there(const struct history *trace, size_t step, const struct signal *signal) {
  return count_free(signal, history_cell(trace, step, signal)) > 0;
}

bool history_unsaid(const struct history *trace, size_t step, const struct signal *signal) {
  return count_free(signal, history_cell(trace, step, signal)) == signal->bits.size;
}

/* Free bits need binary digits; numbers below ten look the same in all bases. */
static void write_number(const uint8_t *cell, size_t width, bool free_bits, FILE *file) {
  size_t per_digit = free_bits ? 1 : 4, digits = (width + per_digit - 1) / per_digit;
  bool leading = true;
  if (free_bits) fputs("0b", file);
  for (size_t d = digits; d-- > 0;) {
    unsigned digit = 0;
    for (size_t k = per_digit; k-- > 0;)
      if (d * per_digit + k < width) digit = 2 * digit + cell[d * per_digit + k];
    if (free_bits) {
      fputc("01x"[digit], file);
      continue;
    }
    if (leading && digit == 0 && d > 0) continue;
    if (leading && (d > 0 || digit > 9)) fputs("0x", file);
    leading = false;
    fprintf(file, "%x", digit);
  }
}

char *history_text(const struct signal *signal, const uint8_t *cell) {
  size_t free_bits = count_free(signal, cell), size;
  if (free_bits == signal->bits.size) return memory_string("-");
  char *text = free_bits ? NULL : declared_show(signal->declared, cell, signal->bits.size);
  if (text) return text;
  FILE *file = text_open(&text, &size);
  write_number(cell, signal->bits.size, free_bits > 0, file);
  text_close(file);
  return text;
}

char *history_value(const struct history *trace, size_t step, const struct signal *signal) {
  return history_text(signal, history_cell(trace, step, signal));
}
