#include "formats/ctl_mentions.h"

#include "formats/ctl_lexer.h"

static void mention(struct ctl_mentions *m, const char *text, size_t length) {
  for (size_t k = 0; k < m->size; k++)
    if (strncmp(m->at[k], text, length) == 0 && m->at[k][length] == 0) return;
  m->at = memory_room(m->at, m->size, &m->capacity, sizeof *m->at);
  char *copy = memory_alloc(length + 1, 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  m->at[m->size++] = copy;
}

/* The name without its index groups, and with each further one. */
static void mention_name(struct ctl_mentions *m, const char *text, size_t length) {
  for (size_t k = 1; k < length; k++)
    if (text[k] == '[' || text[k] == '<') mention(m, text, k);
  mention(m, text, length);
}

static void mention_token(struct ctl_mentions *m, const char *text, const struct token *token) {
  const char *from = text + token->start;
  size_t length = token->length;
  if (length == 0 || token->kind == TOKEN_NUMBER || token->kind == TOKEN_END) return;
  if (token->kind != TOKEN_QUOTED) {
    if (token->kind == TOKEN_NAME || (from[0] >= 'A' && from[0] <= 'Z'))
      mention_name(m, from, length);
    return;
  }
  bool quotes = from[0] == '"' && length >= 2;
  if (length > 1) mention_name(m, from + 1, length - (quotes ? 2 : 1));
}

void ctl_mentions_add(struct ctl_mentions *m, const char *text, size_t size) {
  struct ctl_source source = {.name = "", .text = text, .size = size};
  struct fault fault;
  fault_clear(&fault);
  if (ctl_lex(&source, &fault))
    for (size_t k = 0; k < source.num_tokens; k++) mention_token(m, text, &source.tokens[k]);
  ctl_source_free(&source);
}

void ctl_mentions_free(struct ctl_mentions *m) {
  for (size_t k = 0; k < m->size; k++) free(m->at[k]);
  free(m->at);
  *m = (struct ctl_mentions){0};
}
