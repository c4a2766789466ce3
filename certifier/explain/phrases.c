/* Sentences about claims. */
#include "certifier/explain/explain.h"
#include "formats/support/escape.h"
#include "formats/support/text_file.h"

static void put_formula(const struct explanation *e, uint32_t formula, FILE *file) {
  char *text = explain_formula(e, formula);
  fputs(text, file);
  free(text);
}

/* The number of a row of the path that shows the claim: paths count their steps from the initial
 * state. */
static size_t step_of(const struct explanation *e, const struct story_claim *c, size_t row) {
  return e->story.paths[c->by].trace.first + row;
}

static size_t first_step(const struct explanation *e, const struct story_claim *c) {
  return e->story.paths[c->path].trace.first + c->row;
}

static void say_leads(const struct explanation *e, const struct story_claim *c, FILE *file) {
  size_t from = first_step(e, c), to = step_of(e, c, c->until);
  if (to == from)
    fprintf(file, "already in step %zu", from);
  else
    fprintf(file, "path %zu leads from step %zu to step %zu", c->by + 1, from, to);
  if (e->story.paths[c->by].trace.cut) fputs(" and further, where it is not told any more", file);
}

static void say_forever(const struct explanation *e, const struct story_claim *c, uint32_t operand,
                        bool holds, FILE *file) {
  fprintf(file, "on path %zu, from step %zu on for ever, ", c->by + 1, first_step(e, c));
  put_formula(e, operand, file);
  fputs(holds ? " is true" : " is false", file);
}

static void say_path(const struct explanation *e, const struct story_claim *c, FILE *file) {
  const struct formula *f = &e->ctl.arena.at[c->formula];
  bool forever = e->story.paths[c->by].trace.loop != HISTORY_NO_LOOP;
  switch (f->op) {
  case FORMULA_EG: say_forever(e, c, f->left, true, file); break;
  case FORMULA_AF: say_forever(e, c, f->left, false, file); break;
  case FORMULA_AU:
    if (forever && c->until + 1 == e->story.paths[c->by].trace.num_steps) {
      say_forever(e, c, f->right, false, file);
    } else {
      say_leads(e, c, file);
      fputs(" without ", file);
      put_formula(e, f->right, file);
      fputs(", and there", file);
    }
    break;
  case FORMULA_EU:
    say_leads(e, c, file);
    fputs(", on the way ", file);
    put_formula(e, f->left, file);
    fputs(", and there", file);
    break;
  case FORMULA_E:
    fprintf(file, "path %zu, from step %zu on, is such a path", c->by + 1, first_step(e, c));
    break;
  case FORMULA_A:
    fprintf(file, "path %zu, from step %zu on, is no such path", c->by + 1, first_step(e, c));
    break;
  default: say_leads(e, c, file); fputs(", where", file);
  }
}

/* "no path from here leads to p" and its like. */
static void say_bound(const struct explanation *e, const struct story_claim *c, FILE *file) {
  const struct formula *f = &e->ctl.arena.at[c->formula];
  static const char *const before[] = {[FORMULA_EX] = "no step from here leads to ",
                                       [FORMULA_EF] = "no path from here leads to ",
                                       [FORMULA_EG] = "no path from here keeps ",
                                       [FORMULA_AX] = "every step from here leads to ",
                                       [FORMULA_AF] = "every path from here comes to ",
                                       [FORMULA_AG] = "all that can be reached from here has ",
                                       [FORMULA_EU] = "no path from here leads to ",
                                       [FORMULA_AU] = "every path from here comes to ",
                                       [FORMULA_E] = "no path from here satisfies ",
                                       [FORMULA_A] = "every path from here satisfies "};
  if (e->certificate->property == CERT_JUSTICE) {
    fputs("no path from here is fair", file);
    return;
  }
  fputs(before[f->op], file);
  put_formula(e, f->op == FORMULA_EU || f->op == FORMULA_AU ? f->right : f->left, file);
  if (f->op == FORMULA_EG) fputs(" for ever", file);
  if (f->op == FORMULA_EU || f->op == FORMULA_AU) {
    fputs(" through states with ", file);
    put_formula(e, f->left, file);
  }
}

static void say_reason(const struct explanation *e, const struct story_claim *c, FILE *file) {
  switch (c->reason) {
  case STORY_VALUE: break;
  case STORY_PARTS: fputs(", since", file); break;
  case STORY_PATH:
    fputs(": ", file);
    say_path(e, c, file);
    break;
  case STORY_BOUND:
    fputs(": ", file);
    say_bound(e, c, file);
    break;
  case STORY_UNSHOWN: fputs(": THE CERTIFICATE DOES NOT SHOW IT, it is wrong", file); break;
  case STORY_CUT: fputs(" (not told any further)", file); break;
  }
}

static void say_fair(const struct explanation *e, const struct story_claim *c, FILE *file) {
  fputs("a fair path goes on from there: ", file);
  if (c->reason == STORY_PATH)
    fprintf(file, "path %zu, from step %zu on", c->by + 1, first_step(e, c));
  else
    fputs("THE CERTIFICATE DOES NOT SHOW IT, it is wrong", file);
}

char *explain_claim(const struct explanation *e, const struct story_claim *c) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  if (c->formula == STORY_FAIR) {
    say_fair(e, c, file);
  } else {
    if (c->example) fputs("for example, ", file);
    if (e->certificate->property == CERT_JUSTICE)
      fputs("that there is a fair path", file);
    else
      put_formula(e, c->formula, file);
    bool state = c->reason == STORY_VALUE;
    fputs(state ? c->holds ? " is true" : " is false" : c->holds ? " holds" : " fails", file);
    if (c->example || state) fprintf(file, " in step %zu", first_step(e, c));
    if (state && c->here && *c->here) fprintf(file, " (%s)", c->here);
    say_reason(e, c, file);
  }
  text_close(file);
  return text;
}

const char *explain_caution(const struct explanation *e, size_t k) {
  const char *all[8] = {0};
  size_t n = 0;
  bool free_inputs = e->has_run ? e->notes.free_bits > 0 : e->has_story && e->story.free_inputs;
  all[n++] = "This retells a certificate; what counts is that vouch-validate accepts it.";
  if (e->has_run && !e->notes.shows)
    all[n++] = "THE CERTIFICATE IS WRONG: the property does not fail by this run.";
  if (explanation_paths(e))
    all[n++] = free_inputs ? "Registers that are not listed in the first step are 0 there."
                           : "What is not listed in the first step is 0 there.";
  if (e->has_run && e->notes.searched)
    all[n++] = "The run was looked for in the model, and is a shortest one from its initial state: "
               "the certificate has another.";
  else if (e->has_run && e->notes.left_out)
    all[n++] = "Steps that led back to an earlier state are left out; the certificate has them.";
  if (e->has_run && e->notes.open_loop)
    all[n++] =
        "When the loop is over, the registers that matter on it are as at its start; others may "
        "differ.";
  if (e->has_run && free_inputs)
    all[n++] = "What is - may have any value, so may inputs that are not listed: a simulation with "
               "three values says so. The certificate has a value for each of them.";
  if (e->has_story && e->story.searched)
    all[n++] =
        "A path was looked for in the model, and is a shortest one: the certificate may have "
        "another.";
  if (e->has_story && free_inputs)
    all[n++] =
        "Inputs that are - or not listed are free: here they are 0. With other values the run "
        "may pass through other states, from which the certificate shows the same.";
  return k < n ? all[k] : NULL;
}

void explain_head(const struct explanation *e, FILE *file) {
  escape_line(file, "%s  %s", e->title, e->certificate->holds ? "holds" : "fails");
  if (e->certificate->property == CERT_CTL && strcmp(e->title, e->property) != 0)
    escape_line(file, "canonical form: %s", e->property);
  for (size_t k = 0; explain_caution(e, k); k++) escape_line(file, "%s", explain_caution(e, k));
}
