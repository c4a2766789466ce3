#include "formats/ctl_parser.h"

#include "formats/support/input.h"

/* A longer canonical form means an explosion of nested W, R or bounded operators. */
enum { CANONICAL_MAX = 1 << 26 };
/* How much of each reading a message about an ambiguous formula shows. */
enum { READING_SHOWN = 220 };

struct reader {
  struct ctl_parser p;
  struct ctl_file *file;
  size_t capacity;      /* of file->properties */
  struct lits defining; /* stack of defines that are being parsed */
};

static const struct token *here(const struct reader *r) { return &r->p.source->tokens[r->p.at]; }

static bool expected(struct reader *r, const char *what) {
  return ctl_expected(r->p.source, here(r), r->p.fault, what);
}

/* Parses the bodies that are needed first, each time from its start: bodies are few and short. */
static bool parse_define(struct reader *r, size_t index) {
  struct ctl_parser *p = &r->p;
  r->defining.size = 0;
  lits_push(&r->defining, (uint32_t)index);
  while (r->defining.size) {
    struct ctl_define *define = &p->defines[r->defining.at[r->defining.size - 1]];
    define->state = DEFINE_ACTIVE;
    p->at = define->body;
    if (ctl_parse_formula(p, &define->root)) {
      if (here(r)->kind != TOKEN_SEMICOLON)
        return expected(r, "an operator or ';' behind the definition");
      define->state = DEFINE_DONE;
      lits_pop(&r->defining);
    } else if (p->needed == CTL_NOTHING_NEEDED) {
      return false;
    } else if (p->defines[p->needed].state == DEFINE_ACTIVE) {
      return ctl_fault(p->source, here(r), p->fault, "the definition depends on itself");
    } else {
      lits_push(&r->defining, (uint32_t)p->needed);
    }
  }
  return true;
}

static bool check_length(struct reader *r, size_t start, uint32_t root) {
  if (r->p.arena->at[root].length <= CANONICAL_MAX) return true;
  return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                   "the formula, written out, has more than %d characters", CANONICAL_MAX);
}

/* A formula at p->at, with everything that it needs defined. */
static bool parse_formula(struct reader *r, uint32_t *root) {
  struct ctl_parser *p = &r->p;
  size_t start = p->at;
  while (!ctl_parse_formula(p, root)) {
    if (p->needed == CTL_NOTHING_NEEDED || !parse_define(r, p->needed)) return false;
    p->at = start;
  }
  return check_length(r, start, *root);
}

static bool ambiguous(struct reader *r, size_t start, uint32_t iimc, uint32_t nusmv) {
  char *a = formula_print(r->p.arena, iimc), *b = formula_print(r->p.arena, nusmv);
  ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
            "the dialects disagree on this formula; choose with --dialect, or add parentheses\n  "
            "iimc:  %.*s%s\n  "
            "nusmv: %.*s%s",
            READING_SHOWN, a, strlen(a) > READING_SHOWN ? " .." : "", READING_SHOWN, b,
            strlen(b) > READING_SHOWN ? " .." : "");
  free(a);
  free(b);
  return false;
}

/* The dialect is not known: both readings must be the same formula. */
static bool parse_both(struct reader *r, uint32_t *root) {
  size_t start = r->p.at;
  uint32_t other;
  r->p.dialect = CTL_DIALECT_NUSMV;
  if (!parse_formula(r, &other)) return false;
  r->p.at = start;
  r->p.dialect = CTL_DIALECT_IIMC;
  if (!parse_formula(r, root)) return false;
  return *root == other || ambiguous(r, start, *root, other);
}

/* What stands without path quantifiers and needs one is LTL: true if all paths satisfy it. */
static bool read_as_ltl(struct reader *r, size_t start, uint32_t *root) {
  if (formula_is_quantified(r->p.arena, *root))
    return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                     "a path operator (X F G U R V W) stands outside of E and A in a formula that "
                     "has path quantifiers elsewhere; write A (..) or E (..)");
  *root = ctl_quantify(&r->p, false, *root);
  return check_length(r, start, *root);
}

/* A path formula becomes A of it; with `ltl` a state formula does, too. */
static bool make_property(struct reader *r, size_t start, bool ltl, uint32_t *root, bool *was_ltl) {
  *was_ltl = ltl || r->p.arena->at[*root].path;
  if (*was_ltl && r->p.dialect == CTL_DIALECT_CANONICAL)
    return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                     "a path operator stands outside of E and A");
  return !*was_ltl || read_as_ltl(r, start, root);
}

/* The tokens from `start` up to here as they were written; what is between two of them is a blank.
 * With `section` in front, unless that is NULL. */
static char *written(const struct reader *r, size_t start, const char *section) {
  const struct ctl_source *source = r->p.source;
  size_t end = r->p.at, size;
  while (end > start + 1 && source->tokens[end - 1].kind == TOKEN_SEMICOLON) end--;
  char *text;
  FILE *file = open_memstream(&text, &size);
  if (!file) memory_exhausted();
  if (section) fprintf(file, "%s ", section);
  for (size_t k = start; k < end; k++) {
    const struct token *t = &source->tokens[k];
    if (k > start && t[-1].start + t[-1].length < t->start) fputc(' ', file);
    fwrite(source->text + t->start, 1, t->length, file);
  }
  if (fclose(file) != 0) memory_exhausted();
  return text;
}

static struct ctl_property *add_property(struct reader *r, uint32_t root, size_t token, char *name,
                                         const char *section) {
  struct ctl_file *file = r->file;
  file->properties =
      memory_room(file->properties, file->num_properties, &r->capacity, sizeof *file->properties);
  file->properties[file->num_properties] =
      (struct ctl_property){.name = name,
                            .written = written(r, token, section),
                            .root = root,
                            .expected = -1,
                            .line = r->p.source->tokens[token].line};
  return &file->properties[file->num_properties++];
}

static bool token_is(const struct reader *r, size_t k, const char *text) {
  const struct token *t = &r->p.source->tokens[k];
  return t->kind == TOKEN_NAME && t->length == strlen(text) &&
         memcmp(r->p.source->text + t->start, text, t->length) == 0;
}

static char *token_text(const struct reader *r, size_t k) {
  const struct token *t = &r->p.source->tokens[k];
  char *text = memory_alloc(t->length + 1, 1);
  memcpy(text, r->p.source->text + t->start, t->length);
  text[t->length] = 0;
  return text;
}

/* A formula where nothing says what it is: plain LTL is recognised. */
static bool add_formula(struct reader *r, uint32_t root, size_t token, char *name) {
  bool ltl;
  if (!make_property(r, token, false, &root, &ltl)) return false;
  add_property(r, root, token, name, NULL)->ltl = ltl;
  return true;
}

/* #PASS and #FAIL comments, by number or for the formulas up to the next such comment. first[k] is
 * the first token of property k. */
static bool apply_expectations(struct reader *r, const struct lits *first) {
  const struct ctl_source *source = r->p.source;
  for (size_t k = 0; k < source->num_expectations; k++) {
    const struct expectation *e = &source->expectations[k];
    size_t from = e->from, to = e->to;
    if (e->from > e->to) {
      size_t until =
          k + 1 < source->num_expectations ? source->expectations[k + 1].token : SIZE_MAX;
      for (from = 0; from < first->size && first->at[from] < e->token; from++) continue;
      for (to = from; to < first->size && first->at[to] < until; to++) continue;
      if (from == to) continue;
      to--;
    }
    for (size_t n = from; n <= to && n < r->file->num_properties; n++) {
      int *known = &r->file->properties[n].expected;
      if (*known >= 0 && *known != e->expected)
        return fault_set(r->p.fault,
                         "%s:%u: expected a verdict that agrees with the comments before, property "
                         "%zu has both #PASS and #FAIL",
                         source->name, e->line, n);
      *known = e->expected;
    }
  }
  return true;
}

/* Formulas one after the other; ; is white space. */
static bool read_juxtaposed(struct reader *r, enum ctl_dialect dialect, struct lits *first) {
  bool open = dialect == CTL_DIALECT_AUTO; /* until a second formula, or the # comments, say that
                                              this is an IImc file */
  r->p.dialect = open ? CTL_DIALECT_IIMC : dialect;
  r->p.juxtaposed = true;
  size_t start = 0;
  for (; here(r)->kind != TOKEN_END; r->p.at++) {
    if (here(r)->kind == TOKEN_SEMICOLON) continue;
    uint32_t root;
    start = r->p.at;
    if (!parse_formula(r, &root) || !add_formula(r, root, start, NULL)) return false;
    lits_push(first, (uint32_t)start);
    r->p.at--;
  }
  if (r->file->num_properties != 1 || !open) return true;
  struct ctl_property *only = &r->file->properties[0];
  r->p.at = first->at[0];
  return parse_both(r, &only->root) &&
         make_property(r, first->at[0], false, &only->root, &only->ltl);
}

/* Finds all NAME := body ; of all DEFINE sections. */
static bool collect_defines(struct reader *r) {
  struct ctl_parser *p = &r->p;
  size_t capacity = 0;
  for (p->at = 0; here(r)->kind != TOKEN_END;) {
    if (p->source->tokens[p->at++].kind != TOKEN_DEFINE) continue;
    while (here(r)->kind == TOKEN_NAME && p->source->tokens[p->at + 1].kind == TOKEN_ASSIGN) {
      const struct token *name = here(r);
      if (ctl_names_find(p->names, p->source->text + name->start, name->length))
        return ctl_fault(p->source, name, p->fault,
                         "the name is defined here but is also a symbol of the model");
      for (size_t k = 0; k < p->num_defines; k++) {
        const struct token *t = &p->source->tokens[p->defines[k].name];
        if (t->length == name->length &&
            memcmp(p->source->text + t->start, p->source->text + name->start, t->length) == 0)
          return ctl_fault(p->source, name, p->fault, "the name is defined a second time");
      }
      p->defines = memory_room(p->defines, p->num_defines, &capacity, sizeof *p->defines);
      p->defines[p->num_defines++] = (struct ctl_define){p->at, p->at + 2, DEFINE_PENDING, 0};
      while (here(r)->kind != TOKEN_SEMICOLON && here(r)->kind != TOKEN_END) p->at++;
      if (here(r)->kind == TOKEN_END) return expected(r, "';' behind the definition");
      p->at++;
    }
  }
  p->at = 0;
  return true;
}

/* DEFINE sections were collected before; definitions that nobody needs must be right too. */
static bool check_defines(struct reader *r) {
  for (size_t k = 0; k < r->p.num_defines; k++)
    if (r->p.defines[k].state != DEFINE_DONE && !parse_define(r, k)) return false;
  return true;
}

static void skip_defines(struct reader *r) {
  while (here(r)->kind == TOKEN_NAME && r->p.source->tokens[r->p.at + 1].kind == TOKEN_ASSIGN) {
    while (here(r)->kind != TOKEN_SEMICOLON) r->p.at++;
    r->p.at++;
  }
}

/* INVARSPEC says something about all reachable states, AG about those on fair paths. */
static bool check_invariant(struct reader *r, size_t start, uint32_t root) {
  const struct token *where = &r->p.source->tokens[start];
  const struct aiger *model = r->p.names->model;
  if (formula_is_temporal(r->p.arena, root))
    return ctl_fault(r->p.source, where, r->p.fault,
                     "expected a formula without temporal operators as invariant");
  if (model->fairness.size || model->constraints.size)
    return ctl_fault(r->p.source, where, r->p.fault,
                     "INVARSPEC asks for all reachable states, but paths of this model are subject "
                     "to fairness or constraints; write CTLSPEC AG (..) to ask for those on fair "
                     "paths, or use a bad literal of the model");
  return true;
}

/* What the section makes of the formula that starts at token `start`. */
static bool add_spec(struct reader *r, enum token_kind kind, uint32_t root, size_t start,
                     char *name) {
  bool ltl = false;
  if (kind == TOKEN_INVARSPEC) {
    if (!check_invariant(r, start, root)) return false;
    root = formula_make(r->p.arena, FORMULA_AG, root, 0);
  } else if (!make_property(r, start, kind == TOKEN_LTLSPEC, &root, &ltl)) {
    return false;
  }
  add_property(r, root, start, name, kind == TOKEN_INVARSPEC ? "INVARSPEC" : NULL)->ltl = ltl;
  return true;
}

/* CTLSPEC [NAME n :=] f [;], and the same with LTLSPEC and INVARSPEC */
static bool read_spec(struct reader *r, enum token_kind kind, struct lits *first) {
  char *name = NULL;
  if (token_is(r, r->p.at, "NAME") && here(r)[1].kind == TOKEN_NAME &&
      here(r)[2].kind == TOKEN_ASSIGN) {
    name = token_text(r, r->p.at + 1);
    r->p.at += 3;
  }
  uint32_t root;
  size_t start = r->p.at;
  if (!parse_formula(r, &root) || !add_spec(r, kind, root, start, name)) {
    free(name);
    return false;
  }
  lits_push(first, (uint32_t)start);
  return true;
}

static bool read_fairness(struct reader *r) {
  uint32_t root;
  const struct token *start = here(r);
  if (!parse_formula(r, &root)) return false;
  if (formula_is_temporal(r->p.arena, root))
    return ctl_fault(r->p.source, start, r->p.fault,
                     "expected a formula without temporal operators as fairness");
  lits_push(&r->file->fairness, root);
  return true;
}

static bool is_section(enum token_kind kind) {
  return kind >= TOKEN_SPEC && kind <= TOKEN_COMPASSION;
}

static bool read_sections(struct reader *r, enum ctl_dialect dialect, struct lits *first) {
  r->p.dialect = dialect == CTL_DIALECT_AUTO ? CTL_DIALECT_NUSMV : dialect;
  if (!collect_defines(r) || !check_defines(r)) return false;
  r->p.at = 0;
  while (here(r)->kind != TOKEN_END) {
    enum token_kind kind = here(r)->kind;
    bool ok = true;
    if (kind == TOKEN_SEMICOLON) {
      r->p.at++;
      continue;
    }
    if (kind == TOKEN_COMPASSION)
      return ctl_fault(r->p.source, here(r), r->p.fault,
                       "COMPASSION is not supported; write A ((G F p -> G F q) -> ..) instead");
    if (!is_section(kind))
      return expected(r, "CTLSPEC, SPEC, LTLSPEC, INVARSPEC, DEFINE, FAIRNESS or JUSTICE");
    r->p.at++;
    if (kind == TOKEN_DEFINE) {
      skip_defines(r);
      continue;
    }
    ok = kind == TOKEN_FAIRNESS ? read_fairness(r) : read_spec(r, kind, first);
    if (!ok) return false;
  }
  return true;
}

static bool has_sections(const struct ctl_source *source) {
  for (size_t k = 0; k < source->num_tokens; k++) {
    if (is_section(source->tokens[k].kind)) return true;
  }
  return false;
}

static bool read_source(struct reader *r, enum ctl_dialect dialect) {
  const struct ctl_source *source = r->p.source;
  struct lits first = {0};
  if (dialect == CTL_DIALECT_AUTO && source->hash_comments)
    dialect = has_sections(source) ? CTL_DIALECT_NUSMV : CTL_DIALECT_IIMC;
  if (dialect == CTL_DIALECT_AUTO && source->dash_comments) dialect = CTL_DIALECT_NUSMV;
  bool ok = has_sections(source) ? read_sections(r, dialect, &first)
                                 : read_juxtaposed(r, dialect, &first);
  ok = ok && apply_expectations(r, &first);
  lits_free(&first);
  return ok;
}

static bool read_single(struct reader *r, enum ctl_dialect dialect) {
  uint32_t root;
  size_t start = 0;
  r->p.dialect = dialect;
  if (!(dialect == CTL_DIALECT_AUTO ? parse_both(r, &root) : parse_formula(r, &root))) return false;
  while (here(r)->kind == TOKEN_SEMICOLON) r->p.at++;
  if (here(r)->kind != TOKEN_END) return expected(r, "an operator or the end of the formula");
  return add_formula(r, root, start, NULL);
}

static bool read_text(const char *name, const char *text, size_t size, const struct aiger *model,
                      enum ctl_dialect dialect, bool single, struct ctl_file *file,
                      struct fault *fault) {
  struct ctl_source source = {.name = name, .text = text, .size = size};
  struct ctl_names names;
  bool ok = ctl_lex(&source, fault);
  if (ok) {
    ctl_names_init(&names, model);
    struct reader r = {
        .p = {.source = &source, .names = &names, .arena = &file->arena, .fault = fault},
        .file = file,
        .capacity = file->num_properties};
    ok = single ? read_single(&r, dialect) : read_source(&r, dialect);
    free(r.p.defines);
    lits_free(&r.defining);
    ctl_names_free(&names);
  }
  ctl_source_free(&source);
  return ok;
}

bool ctl_read_memory(const char *name, const unsigned char *bytes, size_t size,
                     const struct aiger *model, enum ctl_dialect dialect, struct ctl_file *file,
                     struct fault *fault) {
  *file = (struct ctl_file){0};
  bool ok = read_text(name, (const char *)bytes, size, model, dialect, false, file, fault);
  if (!ok) ctl_free(file);
  return ok;
}

bool ctl_read_text(const char *text, const struct aiger *model, enum ctl_dialect dialect,
                   struct ctl_file *file, struct fault *fault) {
  return read_text("formula", text, strlen(text), model, dialect, true, file, fault);
}

void ctl_free(struct ctl_file *file) {
  formulas_free(&file->arena);
  for (size_t k = 0; k < file->num_properties; k++) {
    free(file->properties[k].name);
    free(file->properties[k].written);
  }
  free(file->properties);
  lits_free(&file->fairness);
  *file = (struct ctl_file){0};
}
