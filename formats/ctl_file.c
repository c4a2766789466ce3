#include "formats/ctl_parser.h"

#include "formats/support/input.h"

/* A longer canonical form means an explosion of nested W, R or bounded operators. */
enum { CANONICAL_MAX = 1 << 26 };
/* How much of each reading a message about an ambiguous formula shows. */
enum { READING_SHOWN = 220 };

/* Tokens from .. to-1. */
struct part {
  size_t from, to;
};

/* FAIRNESS f and ASSUME c, or COMPASSION (p, q), as they were written. */
struct declaration {
  enum token_kind kind;
  struct part parts[2];
};

struct reader {
  struct ctl_parser p;
  struct ctl_file *file;
  size_t capacity;        /* of file->properties */
  struct lits defining;   /* stack of defines that are being parsed */
  struct scope scope;     /* FAIRNESS, JUSTICE and ASSUME, for all properties of the file */
  struct lits compassion; /* COMPASSION: p, q, p, q .. */
  struct declaration *declarations; /* where they stand */
  size_t num_declarations, declarations_capacity;
};

/* What stands for one property. */
struct claim {
  struct scope scope;
  uint32_t root;
  size_t begin, start; /* the first token of it, and that of the formula itself */
};

static const struct token *here(const struct reader *r) { return &r->p.source->tokens[r->p.at]; }

static bool token_is(const struct reader *r, size_t k, const char *text) {
  const struct token *t = &r->p.source->tokens[k];
  return t->kind == TOKEN_NAME && t->length == strlen(text) &&
         memcmp(r->p.source->text + t->start, text, t->length) == 0;
}

static bool expected(struct reader *r, const char *what) { return ctl_expected_here(&r->p, what); }

/* There is a message about one of the definitions that are being parsed; it is not repeated where
 * they are used. */
static bool give_up(struct reader *r, bool ok) {
  for (size_t k = 0; k < r->defining.size; k++) {
    struct ctl_define *define = &r->p.defines[r->defining.at[k]];
    define->state = DEFINE_DONE;
    define->root = formula_atom(r->p.arena, 0, "");
  }
  return ok;
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
        return give_up(r, expected(r, "an operator or ';' behind the definition"));
      define->state = DEFINE_DONE;
      lits_pop(&r->defining);
    } else if (p->needed == CTL_NOTHING_NEEDED) {
      return give_up(r, false);
    } else if (p->defines[p->needed].state == DEFINE_ACTIVE) {
      return give_up(r,
                     ctl_fault(p->source, here(r), p->fault, "the definition depends on itself"));
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
            "the dialects disagree on this formula; choose with --dialect, or add parentheses; "
            "iimc:  %.*s%s; nusmv: %.*s%s",
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
  return *root == other || r->p.fault->count || ambiguous(r, start, *root, other);
}

/* --- scopes ----------------------------------------------------------------------------------- */

/* Must speak of single states and steps. */
static bool check_clause(struct reader *r, const char *what, size_t start, uint32_t root) {
  return !formula_is_temporal(r->p.arena, root) ||
         ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                   "expected a formula without temporal operators %s", what);
}

static void add_once(struct lits *to, uint32_t root) {
  for (size_t k = 0; k < to->size; k++)
    if (to->at[k] == root) return;
  lits_push(to, root);
}

/* Is `word` here, in front of a formula? Where formulas follow each other without a mark it could
 * also be a symbol, and a formula by itself. */
static bool at_clause(struct reader *r, const char *word, bool *is_there) {
  const struct token *t = here(r);
  *is_there = token_is(r, r->p.at, word) && ctl_starts_operand(t[1].kind);
  if (!*is_there || !r->p.juxtaposed) return true;
  if (!ctl_names_find(r->p.names, r->p.source->text + t->start, t->length)) return true;
  return ctl_fault(r->p.source, t, r->p.fault,
                   "'%s' is a symbol of the model, and says something about the formula behind it; "
                   "quote the symbol, or give the formula a file of its own",
                   word);
}

static bool parse_one(struct reader *r, bool both, uint32_t *root) {
  return both ? parse_both(r, root) : parse_formula(r, root);
}

/* "fair f" and "assume c", in any order, with or without a comma behind them. */
static bool parse_scope(struct reader *r, bool both, struct scope *scope) {
  for (;;) {
    bool fair, assume;
    uint32_t root;
    if (!at_clause(r, "fair", &fair) || !at_clause(r, "assume", &assume)) return false;
    if (!fair && !assume) return true;
    size_t start = ++r->p.at;
    if (!parse_one(r, both, &root)) return false;
    if (!check_clause(r, fair ? "as fairness" : "as assumption", start, root)) return false;
    add_once(fair ? &scope->fair : &scope->assume, root);
    if (here(r)->kind == TOKEN_COMMA) r->p.at++;
  }
}

/* A scope, perhaps, and a formula. `both`: the dialect is not known. */
static bool parse_claim(struct reader *r, bool both, struct claim *claim) {
  *claim = (struct claim){.begin = r->p.at};
  bool ok = parse_scope(r, both, &claim->scope);
  claim->start = r->p.at;
  ok = ok && parse_one(r, both, &claim->root);
  if (!ok) scope_free(&claim->scope);
  return ok;
}

/* --- properties ------------------------------------------------------------------------------- */

/* (G F p -> G F q) & .. -> psi, for the COMPASSION of the file */
static uint32_t with_compassion(struct reader *r, uint32_t psi) {
  struct formulas *arena = r->p.arena;
  uint32_t all = 0;
  for (size_t k = 0; k < r->compassion.size; k += 2) {
    uint32_t often[2];
    for (size_t side = 0; side < 2; side++) {
      uint32_t some = formula_make(arena, FORMULA_F, r->compassion.at[k + side], 0);
      often[side] = formula_make(arena, FORMULA_G, some, 0);
    }
    uint32_t one = formula_make(arena, FORMULA_IMPLIES, often[0], often[1]);
    all = k == 0 ? one : formula_make(arena, FORMULA_AND, all, one);
  }
  return r->compassion.size ? formula_make(arena, FORMULA_IMPLIES, all, psi) : psi;
}

/* What stands without path quantifiers and needs one is LTL: true if all paths satisfy it. */
static bool read_as_ltl(struct reader *r, size_t start, uint32_t *root) {
  if (formula_is_quantified(r->p.arena, *root))
    return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                     "a path operator (X F G U R V W) stands outside of E and A in a formula that "
                     "has path quantifiers elsewhere, which is neither CTL nor LTL; write A (..) "
                     "or E (..)");
  *root = ctl_quantify(&r->p, false, with_compassion(r, *root));
  return check_length(r, start, *root);
}

/* NuSMV's CTL does not know it, either. */
static bool refuse_compassion(struct reader *r, size_t start) {
  return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                   "COMPASSION speaks of LTL, but the file has this formula of CTL, too; give it a "
                   "file of its own, or write A ((G F p -> G F q) -> ..)");
}

/* A path formula becomes A of it; with `ltl` a state formula does, too. */
static bool make_property(struct reader *r, size_t start, bool ltl, uint32_t *root, bool *was_ltl) {
  *was_ltl = ltl || r->p.arena->at[*root].path;
  if (*was_ltl && r->p.dialect == CTL_DIALECT_CANONICAL)
    return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                     "a path operator stands outside of E and A");
  if (ltl && formula_is_quantified(r->p.arena, *root))
    return ctl_fault(r->p.source, &r->p.source->tokens[start], r->p.fault,
                     "LTLSPEC takes LTL, but there are path quantifiers (A, E, AG, ..) in this "
                     "formula; write CTLSPEC, or G, F, X, U without A and E");
  if (!*was_ltl && r->compassion.size) return refuse_compassion(r, start);
  return !*was_ltl || read_as_ltl(r, start, root);
}

/* --- as it was written ------------------------------------------------------------------------ */

static void write_tokens(const struct reader *r, FILE *file, size_t from, size_t to) {
  ctl_write_tokens(r->p.source, file, from, to);
}

static void write_scope(const struct reader *r, FILE *file) {
  for (size_t k = 0; k < r->num_declarations; k++) {
    const struct declaration *d = &r->declarations[k];
    if (d->kind == TOKEN_COMPASSION) continue;
    fputs(d->kind == TOKEN_FAIRNESS ? "fair " : "assume ", file);
    write_tokens(r, file, d->parts[0].from, d->parts[0].to);
    fputs(", ", file);
  }
}

/* "((G F (p) -> G F (q)) & ..) -> ", as with_compassion makes it */
static void write_compassion(const struct reader *r, FILE *file) {
  bool first = true;
  for (size_t k = 0; k < r->num_declarations; k++) {
    const struct declaration *d = &r->declarations[k];
    if (d->kind != TOKEN_COMPASSION) continue;
    fputs(first ? "((G F (" : " & (G F (", file);
    write_tokens(r, file, d->parts[0].from, d->parts[0].to);
    fputs(") -> G F (", file);
    write_tokens(r, file, d->parts[1].from, d->parts[1].to);
    fputs("))", file);
    first = false;
  }
  if (!first) fputs(") -> ", file);
}

/* The token behind the property that ends here. */
static size_t end_of(const struct reader *r, const struct claim *claim) {
  size_t end = r->p.at;
  while (end > claim->start + 1 && r->p.source->tokens[end - 1].kind == TOKEN_SEMICOLON) end--;
  return end;
}

static void write_claim(const struct reader *r, const struct claim *claim, enum token_kind section,
                        bool ltl, FILE *file) {
  bool compassion = ltl && r->compassion.size > 0;
  write_scope(r, file);
  write_tokens(r, file, claim->begin, claim->start);
  if (claim->begin < claim->start) fputc(' ', file);
  if (compassion) write_compassion(r, file);
  if (compassion) fputc('(', file);
  if (section == TOKEN_COVER) fputs("AG !(", file);
  write_tokens(r, file, claim->start, end_of(r, claim));
  if (compassion || section == TOKEN_COVER) fputc(')', file);
}

/* The property that ends here, with its whole scope; an invariant has none. */
static char *written(const struct reader *r, const struct claim *claim, enum token_kind section,
                     bool ltl) {
  size_t size;
  char *text;
  FILE *file = open_memstream(&text, &size);
  if (!file) memory_exhausted();
  if (section == TOKEN_INVARSPEC) {
    fputs("INVARSPEC ", file);
    write_tokens(r, file, claim->start, end_of(r, claim));
  } else {
    write_claim(r, claim, section, ltl, file);
  }
  if (fclose(file) != 0) memory_exhausted();
  return text;
}

/* What is to be covered, as it was written; the caller frees it. */
static char *covered(const struct reader *r, const struct claim *claim) {
  size_t size;
  char *text;
  FILE *file = open_memstream(&text, &size);
  if (!file) memory_exhausted();
  write_tokens(r, file, claim->start, end_of(r, claim));
  if (fclose(file) != 0) memory_exhausted();
  return text;
}

/* Takes over name and scope. */
static void add_property(struct reader *r, const struct claim *claim, enum token_kind section,
                         bool ltl, char *name) {
  struct ctl_file *file = r->file;
  file->properties =
      memory_room(file->properties, file->num_properties, &r->capacity, sizeof *file->properties);
  file->properties[file->num_properties++] =
      (struct ctl_property){.name = name,
                            .written = written(r, claim, section, ltl),
                            .scope = claim->scope,
                            .root = claim->root,
                            .expected = section == TOKEN_COVER ? 0 : -1,
                            .cover = section == TOKEN_COVER ? covered(r, claim) : NULL,
                            .line = r->p.source->tokens[claim->begin].line,
                            .ltl = ltl,
                            .compassion = ltl && r->compassion.size > 0};
}

static char *token_text(const struct reader *r, size_t k) {
  const struct token *t = &r->p.source->tokens[k];
  char *text = memory_alloc(t->length + 1, 1);
  memcpy(text, r->p.source->text + t->start, t->length);
  text[t->length] = 0;
  return text;
}

/* A formula where nothing says what it is: plain LTL is recognised. */
static bool add_formula(struct reader *r, bool both) {
  struct claim claim;
  bool ltl;
  if (!parse_claim(r, both, &claim)) return false;
  if (!make_property(r, claim.start, false, &claim.root, &ltl)) {
    scope_free(&claim.scope);
    return false;
  }
  add_property(r, &claim, TOKEN_SPEC, ltl, NULL);
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
      if (r->file->properties[n].cover) continue; /* it says itself what is expected */
      if (*known >= 0 && *known != e->expected)
        return fault_add(
            r->p.fault, NULL, 0,
            "%.150s:%u: expected a verdict that agrees with the comments before, property "
            "%zu has both #PASS and #FAIL",
            source->name, e->line, n);
      *known = e->expected;
    }
  }
  return true;
}

/* From property `first` on. */
static void remove_properties(struct ctl_file *file, size_t first) {
  for (size_t k = first; k < file->num_properties; k++) {
    free(file->properties[k].name);
    free(file->properties[k].written);
    free(file->properties[k].cover);
    scope_free(&file->properties[k].scope);
  }
  file->num_properties = first;
}

/* Behind a formula that is wrong: to the next ; or to the next line that starts as far to the left
 * as the formula did. Continuation lines are usually indented. */
static void skip_formula(struct reader *r, size_t start) {
  const struct token *tokens = r->p.source->tokens;
  if (r->p.at == start) r->p.at++;
  for (; here(r)->kind != TOKEN_END && here(r)->kind != TOKEN_SEMICOLON; r->p.at++) {
    const struct token *t = here(r);
    if (t[-1].line < t->line && t->column <= tokens[start].column) return;
  }
}

/* Formulas one after the other; ; is white space. */
static bool read_juxtaposed(struct reader *r, enum ctl_dialect dialect, struct lits *first) {
  bool open = dialect == CTL_DIALECT_AUTO; /* until a second formula, or the # comments, say that
                                              this is an IImc file */
  r->p.dialect = open ? CTL_DIALECT_IIMC : dialect;
  r->p.juxtaposed = true;
  while (here(r)->kind != TOKEN_END) {
    if (ctl_skip_declaration(&r->p)) continue;
    size_t start = r->p.at;
    if (here(r)->kind == TOKEN_SEMICOLON) {
      r->p.at++;
      continue;
    }
    lits_push(first, (uint32_t)start);
    if (!add_formula(r, false)) skip_formula(r, start);
  }
  if (r->file->num_properties != 1 || !open || r->p.fault->count) return true;
  remove_properties(r->file, 0);
  r->p.at = first->at[0];
  return add_formula(r, true);
}

static void check_define_name(struct reader *r, const struct token *name) {
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
static bool collect_defines(struct reader *r) {
  struct ctl_parser *p = &r->p;
  size_t capacity = 0;
  for (p->at = 0; here(r)->kind != TOKEN_END;) {
    if (p->source->tokens[p->at++].kind != TOKEN_DEFINE) continue;
    while (here(r)->kind == TOKEN_NAME && p->source->tokens[p->at + 1].kind == TOKEN_ASSIGN) {
      check_define_name(r, here(r));
      p->defines = memory_room(p->defines, p->num_defines, &capacity, sizeof *p->defines);
      p->defines[p->num_defines++] = (struct ctl_define){.name = p->at, .body = p->at + 2};
      while (here(r)->kind != TOKEN_SEMICOLON && here(r)->kind != TOKEN_END) p->at++;
      if (here(r)->kind == TOKEN_END) return expected(r, "';' behind the definition");
      p->at++;
    }
  }
  p->at = 0;
  return true;
}

/* DEFINE sections were collected before; definitions that nobody needs must be right too. */
static void check_defines(struct reader *r) {
  for (size_t k = 0; k < r->p.num_defines; k++) {
    if (r->p.defines[k].is_word)
      ctl_check_sum(&r->p, &r->p.defines[k]);
    else if (r->p.defines[k].state != DEFINE_DONE)
      parse_define(r, k);
  }
}

/* Which definitions are words and sums; those that name others become known after them. */
static void find_word_defines(struct reader *r) {
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
                     "expected a formula without temporal operators as invariant; write CTLSPEC or "
                     "LTLSPEC for others");
  if (model->fairness.size || model->constraints.size || r->scope.assume.size)
    return ctl_fault(
        r->p.source, where, r->p.fault,
        "INVARSPEC asks for all reachable states, but paths of this model are subject "
        "to fairness, constraints or assumptions; write CTLSPEC AG (..) to ask for those on fair "
        "paths, or use a bad literal of the model");
  return true;
}

/* The clauses of the file, then those of the property itself. */
static void put_before(struct lits *own, const struct lits *of_file) {
  struct lits all = {0};
  for (size_t k = 0; k < of_file->size; k++) add_once(&all, of_file->at[k]);
  for (size_t k = 0; k < own->size; k++) add_once(&all, own->at[k]);
  lits_free(own);
  *own = all;
}

/* An invariant with a scope is none: it is about all reachable states. */
static bool add_invariant(struct reader *r, struct claim *claim, char *name) {
  if (!scope_is_empty(&claim->scope))
    return ctl_fault(r->p.source, &r->p.source->tokens[claim->start], r->p.fault,
                     "INVARSPEC asks for all reachable states; write CTLSPEC to ask for those on "
                     "fair paths under assumptions");
  if (!check_invariant(r, claim->start, claim->root)) return false;
  claim->root = formula_make(r->p.arena, FORMULA_AG, claim->root, 0);
  add_property(r, claim, TOKEN_INVARSPEC, false, name);
  return true;
}

/* COVER f: is there a fair path to f? AG !f says that there is none. */
static bool add_cover(struct reader *r, struct claim *claim, char *name) {
  if (formula_is_temporal(r->p.arena, claim->root))
    return ctl_fault(r->p.source, &r->p.source->tokens[claim->start], r->p.fault,
                     "expected a formula without temporal operators to be covered");
  claim->root = formula_make(r->p.arena, FORMULA_NOT, claim->root, 0);
  claim->root = formula_make(r->p.arena, FORMULA_AG, claim->root, 0);
  put_before(&claim->scope.fair, &r->scope.fair);
  put_before(&claim->scope.assume, &r->scope.assume);
  add_property(r, claim, TOKEN_COVER, false, name);
  return true;
}

/* What the section makes of the formula. */
static bool add_spec(struct reader *r, enum token_kind kind, struct claim *claim, char *name) {
  bool ltl = false;
  if (kind == TOKEN_INVARSPEC) return add_invariant(r, claim, name);
  if (kind == TOKEN_COVER) return add_cover(r, claim, name);
  if (!make_property(r, claim->start, kind == TOKEN_LTLSPEC, &claim->root, &ltl)) return false;
  put_before(&claim->scope.fair, &r->scope.fair);
  put_before(&claim->scope.assume, &r->scope.assume);
  add_property(r, claim, kind, ltl, name);
  return true;
}

static bool parse_and_add_spec(struct reader *r, bool both, enum token_kind kind, char *name) {
  struct claim claim;
  if (!parse_claim(r, both, &claim)) return false;
  if (add_spec(r, kind, &claim, name)) return true;
  scope_free(&claim.scope);
  return false;
}

/* CTLSPEC [NAME n :=] f [;], and the same with LTLSPEC and INVARSPEC */
static bool read_spec(struct reader *r, enum token_kind kind, struct lits *first) {
  char *name = NULL;
  if (token_is(r, r->p.at, "NAME") && here(r)[1].kind == TOKEN_NAME &&
      here(r)[2].kind == TOKEN_ASSIGN) {
    name = token_text(r, r->p.at + 1);
    r->p.at += 3;
  }
  lits_push(first, (uint32_t)r->p.at);
  if (parse_and_add_spec(r, false, kind, name)) return true;
  free(name);
  return false;
}

/* Does the model say so itself? */
static bool is_known(const struct reader *r, const struct lits *section, uint32_t root) {
  const struct formula *f = &r->p.arena->at[root];
  if (f->op != FORMULA_ATOM) return false;
  bool known = f->lit == 1;
  for (size_t j = 0; j < section->size; j++) known = known || f->lit == section->at[j];
  return known;
}

static void declare(struct reader *r, struct declaration declaration) {
  r->declarations = memory_room(r->declarations, r->num_declarations, &r->declarations_capacity,
                                sizeof *r->declarations);
  r->declarations[r->num_declarations++] = declaration;
}

/* FAIRNESS f, JUSTICE f, ASSUME c */
static bool read_clause(struct reader *r, enum token_kind kind) {
  const struct aiger *model = r->p.names->model;
  bool fair = kind == TOKEN_FAIRNESS;
  uint32_t root;
  size_t start = r->p.at;
  if (!parse_formula(r, &root)) return false;
  if (!check_clause(r, fair ? "as fairness" : "as assumption", start, root)) return false;
  if (is_known(r, fair ? &model->fairness : &model->constraints, root)) return true;
  declare(r, (struct declaration){kind, {{start, r->p.at}}});
  add_once(fair ? &r->scope.fair : &r->scope.assume, root);
  return true;
}

static bool read_token(struct reader *r, enum token_kind kind, const char *what) {
  if (here(r)->kind != kind) return expected(r, what);
  r->p.at++;
  return true;
}

/* One side of a pair. */
static bool read_side(struct reader *r, struct part *part) {
  uint32_t root;
  part->from = r->p.at;
  if (!parse_formula(r, &root)) return false;
  part->to = r->p.at;
  if (!check_clause(r, "in COMPASSION", part->from, root)) return false;
  lits_push(&r->compassion, root);
  return true;
}

/* COMPASSION (p, q) */
static bool read_compassion(struct reader *r) {
  struct declaration d = {.kind = TOKEN_COMPASSION};
  size_t before = r->compassion.size;
  r->p.enclosed = true;
  bool ok = read_token(r, TOKEN_LPAREN, "'(' and two formulas behind COMPASSION") &&
            read_side(r, &d.parts[0]) && read_token(r, TOKEN_COMMA, "',' and a formula") &&
            read_side(r, &d.parts[1]) &&
            read_token(r, TOKEN_RPAREN, "an operator or ')' of COMPASSION");
  r->p.enclosed = false;
  if (ok)
    declare(r, d);
  else
    r->compassion.size = before; /* sides come in pairs, or not at all */
  return ok;
}

static bool is_section(enum token_kind kind) {
  return kind >= TOKEN_SPEC && kind <= TOKEN_COMPASSION;
}

static bool ends_here(const struct reader *r) {
  enum token_kind kind = here(r)->kind;
  return kind == TOKEN_END || kind == TOKEN_SEMICOLON || is_section(kind);
}

/* What holds for all properties of the file, wherever it stands. */
static void read_file_scope(struct reader *r) {
  for (r->p.at = 0; here(r)->kind != TOKEN_END;) {
    enum token_kind kind = r->p.source->tokens[r->p.at++].kind;
    bool declares = kind >= TOKEN_FAIRNESS && kind <= TOKEN_COMPASSION, ok = true;
    if (kind == TOKEN_FAIRNESS || kind == TOKEN_ASSUME)
      ok = read_clause(r, kind);
    else if (kind == TOKEN_COMPASSION)
      ok = read_compassion(r);
    if (declares && ok && !ends_here(r)) ok = expected(r, "an operator or ';'");
  }
  r->p.at = 0;
}

/* Behind what read_file_scope has read. */
static void skip_clause(struct reader *r) {
  while (!ends_here(r)) r->p.at++;
}

static bool refuse_section(struct reader *r) {
  const struct token *t = here(r);
  const char *text = r->p.source->text + t->start;
  struct nearest nearest = {.wanted = text, .wanted_length = t->length};
  char message[NEAREST_MESSAGE];
  ctl_offer_sections(&nearest);
  return ctl_fault(
      r->p.source, t, r->p.fault,
      "expected CTLSPEC, SPEC, LTLSPEC, INVARSPEC, COVER, DEFINE, FAIRNESS, JUSTICE, ASSUME "
      "or COMPASSION, found '%.*s'%s",
      (int)(t->length > 60 ? 60 : t->length), text, nearest_say(&nearest, "", message));
}

/* One section, or what should be one; afterwards at the next. */
static void read_section(struct reader *r, struct lits *first) {
  enum token_kind kind = here(r)->kind;
  bool ok = true;
  if (ctl_skip_declaration(&r->p)) return;
  if (kind != TOKEN_SEMICOLON && !is_section(kind)) ok = refuse_section(r);
  r->p.at++;
  if (kind == TOKEN_DEFINE)
    skip_defines(r);
  else if (is_section(kind) && kind >= TOKEN_FAIRNESS)
    skip_clause(r);
  else if (is_section(kind))
    ok = read_spec(r, kind, first);
  if (!ok) skip_clause(r);
}

static bool read_sections(struct reader *r, enum ctl_dialect dialect, struct lits *first) {
  r->p.dialect = dialect == CTL_DIALECT_AUTO ? CTL_DIALECT_NUSMV : dialect;
  if (!collect_defines(r)) return false;
  find_word_defines(r);
  check_defines(r);
  read_file_scope(r);
  while (here(r)->kind != TOKEN_END) read_section(r, first);
  return r->p.fault->count == 0;
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
  ok = ok && r->p.fault->count == 0 && apply_expectations(r, &first);
  lits_free(&first);
  return ok;
}

static bool read_single(struct reader *r, enum ctl_dialect dialect) {
  size_t before = r->file->num_properties;
  r->p.dialect = dialect;
  while (ctl_skip_declaration(&r->p) || here(r)->kind == TOKEN_SEMICOLON)
    r->p.at += here(r)->kind == TOKEN_SEMICOLON;
  bool both = dialect == CTL_DIALECT_AUTO, cover = here(r)->kind == TOKEN_COVER;
  if (cover) r->p.at++;
  if (cover ? !parse_and_add_spec(r, both, TOKEN_COVER, NULL) : !add_formula(r, both)) return false;
  while (here(r)->kind == TOKEN_SEMICOLON) r->p.at++;
  if (here(r)->kind == TOKEN_END) return true;
  remove_properties(r->file, before);
  return expected(r, "an operator or the end of the formula");
}

static bool read_text(const char *name, const char *text, size_t size, const struct aiger *model,
                      enum ctl_dialect dialect, bool single, struct ctl_file *file,
                      struct fault *fault) {
  struct ctl_source source = {.name = name, .text = text, .size = size};
  struct ctl_names names;
  size_t before = file->num_properties;
  fault_clear(fault);
  bool ok = ctl_lex(&source, fault);
  if (ok) {
    ctl_names_init(&names, model);
    struct reader r = {.p = {.source = &source,
                             .names = &names,
                             .arena = &file->arena,
                             .file = file,
                             .fault = fault,
                             .needed = CTL_NOTHING_NEEDED},
                       .file = file,
                       .capacity = before};
    if (dialect != CTL_DIALECT_CANONICAL) ctl_declare(&r.p);
    ok = single ? read_single(&r, dialect) : read_source(&r, dialect);
    /* Whoever goes on after a fault must not make anybody believe that there was none. */
    ok = ok && fault->count == 0;
    if (!ok) remove_properties(file, before);
    free(r.p.defines);
    lits_free(&r.defining);
    scope_free(&r.scope);
    lits_free(&r.compassion);
    free(r.declarations);
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

char *ctl_print(const struct ctl_file *file, const struct ctl_property *property) {
  return scope_print(&file->arena, &property->scope, property->root);
}

void ctl_free(struct ctl_file *file) {
  formulas_free(&file->arena);
  declared_free(&file->declared);
  for (size_t k = 0; k < file->num_comparisons; k++) free(file->comparisons[k].written);
  free(file->comparisons);
  remove_properties(file, 0);
  free(file->properties);
  *file = (struct ctl_file){0};
}
