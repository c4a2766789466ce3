#include "formats/ctl_reader.h"

/* A longer canonical form means an explosion of nested W, R or bounded operators. */
enum { CANONICAL_MAX = 1 << 26 };

/* There is a message about one of the definitions that are being parsed; it is not repeated where
 * they are used. */
static bool give_up(struct ctl_reader *r, bool ok) {
  for (size_t k = 0; k < r->defining.size; k++) {
    struct ctl_define *define = &r->p.defines[r->defining.at[k]];
    define->state = DEFINE_DONE;
    define->root = formula_atom(r->p.arena, 0, "");
  }
  return ok;
}

/* Parses the bodies that are needed first, each time from its start: bodies are few and short. */
static bool parse_define(struct ctl_reader *r, size_t index) {
  struct ctl_parser *p = &r->p;
  r->defining.size = 0;
  lits_push(&r->defining, (uint32_t)index);
  while (r->defining.size) {
    struct ctl_define *define = &p->defines[r->defining.at[r->defining.size - 1]];
    define->state = DEFINE_ACTIVE;
    p->at = define->body;
    if (ctl_parse_formula(p, &define->root)) {
      if (ctl_here(r)->kind != TOKEN_SEMICOLON)
        return give_up(r, ctl_expected_here(p, "an operator or ';' behind the definition"));
      define->state = DEFINE_DONE;
      lits_pop(&r->defining);
    } else if (p->needed == CTL_NOTHING_NEEDED) {
      return give_up(r, false);
    } else if (p->defines[p->needed].state == DEFINE_ACTIVE) {
      return give_up(
          r, ctl_fault(p->source, ctl_here(r), p->fault, "the definition depends on itself"));
    } else {
      lits_push(&r->defining, (uint32_t)p->needed);
    }
  }
  return true;
}

bool ctl_check_length(struct ctl_reader *r, size_t start, uint32_t root) {
  if (r->p.arena->at[root].length <= CANONICAL_MAX) return true;
  return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                   "the formula, written out, has more than %d characters", CANONICAL_MAX);
}

bool ctl_read_formula(struct ctl_reader *r, uint32_t *root) {
  struct ctl_parser *p = &r->p;
  size_t start = p->at;
  while (!ctl_parse_formula(p, root)) {
    if (p->needed == CTL_NOTHING_NEEDED || !parse_define(r, p->needed)) return false;
    p->at = start;
  }
  return ctl_check_length(r, start, *root);
}

static void check_define_name(struct ctl_reader *r, const struct token *name) {
  struct ctl_parser *p = &r->p;
  const char *text = p->source->text + name->start;
  if (ctl_names_find(p->names, text, name->length))
    ctl_fault(p->source, name, p->fault,
              "the name is defined here but is also a symbol of the model");
  if (ctl_is_value(p, name))
    ctl_fault(p->source, name, p->fault, "the name is defined here but is also that of a value");
  for (size_t k = 0; k < p->num_defines; k++) {
    const struct token *t = &p->source->tokens[p->defines[k].name];
    if (t->length == name->length && memcmp(p->source->text + t->start, text, t->length) == 0)
      ctl_fault(p->source, name, p->fault, "the name is defined a second time");
  }
}

/* Finds all NAME := body ; of all DEFINE sections. */
static bool collect_defines(struct ctl_reader *r) {
  struct ctl_parser *p = &r->p;
  size_t capacity = 0;
  for (p->at = 0; ctl_here(r)->kind != TOKEN_END;) {
    if (p->source->tokens[p->at++].kind != TOKEN_DEFINE) continue;
    while (ctl_is_name(ctl_here(r)->kind) && p->source->tokens[p->at + 1].kind == TOKEN_ASSIGN) {
      check_define_name(r, ctl_here(r));
      p->defines = memory_room(p->defines, p->num_defines, &capacity, sizeof *p->defines);
      p->defines[p->num_defines++] = (struct ctl_define){.name = p->at, .body = p->at + 2};
      while (ctl_here(r)->kind != TOKEN_SEMICOLON && ctl_here(r)->kind != TOKEN_END) p->at++;
      if (ctl_here(r)->kind == TOKEN_END) return ctl_expected_here(p, "';' behind the definition");
      p->at++;
    }
  }
  p->at = 0;
  return true;
}

/* Which definitions are words and sums; those that name others become known after them. */
static void find_word_defines(struct ctl_reader *r) {
  for (bool more = true; more;) {
    more = false;
    for (size_t k = 0; k < r->p.num_defines; k++) {
      struct ctl_define *define = &r->p.defines[k];
      if (define->is_word || !ctl_is_sum(&r->p, define->body)) continue;
      define->is_word = true;
      more = true;
    }
  }
}

/* Definitions that nobody needs must be right too. */
static void check_defines(struct ctl_reader *r) {
  for (size_t k = 0; k < r->p.num_defines; k++) {
    if (r->p.defines[k].is_word)
      ctl_check_sum(&r->p, &r->p.defines[k]);
    else if (r->p.defines[k].state != DEFINE_DONE)
      parse_define(r, k);
  }
}

bool ctl_read_defines(struct ctl_reader *r) {
  if (!collect_defines(r)) return false;
  find_word_defines(r);
  check_defines(r);
  return true;
}

void ctl_skip_defines(struct ctl_reader *r) {
  while (ctl_is_name(ctl_here(r)->kind) && r->p.source->tokens[r->p.at + 1].kind == TOKEN_ASSIGN) {
    while (ctl_here(r)->kind != TOKEN_SEMICOLON) r->p.at++;
    r->p.at++;
  }
}
