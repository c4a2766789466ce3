#include "certifier/report/page.h"

#include "certifier/explain/general.h"
#include "formats/support/escape.h"
#include "formats/support/text_file.h"

/* Longer lists are cut, which is said. */
enum { MOST_ENTRIES = 60, TABLE_WIDTH = 110 };

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;color:#1b1b1b;background:#fff;max-width:75rem;"
    "margin:0 auto;padding:1rem}"
    "h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1.2rem;margin-top:2.2rem;border-top:"
    "1px solid #ccc;"
    "padding-top:1rem}h3{font-size:1rem}"
    "code,pre,.f{font-family:ui-monospace,monospace;font-size:.87em;overflow-wrap:anywhere}"
    "pre{overflow-x:auto;background:#f6f6f6;padding:.6rem;overflow-wrap:normal}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;"
    "padding:.35rem .6rem;border-bottom:1px solid #ddd}"
    ".holds{color:#116329;font-weight:600}.fails{color:#a40e26;font-weight:600}"
    ".warn{color:#7a4b00;font-weight:600}.note{color:#555}"
    ".scroll{overflow-x:auto}ul.why{list-style:none;padding-left:0}ul.why li{margin:.15rem 0}"
    ".wave{display:block;font:11px ui-monospace,monospace}.wave text{fill:#1b1b1b}"
    ".wave .w{stroke:#116329;stroke-width:1.5;fill:none}.wave .x{fill:#e4e4e4;stroke:none}"
    ".wave .v{fill:#eef4fb;stroke:#4a6785}.wave .n{font-size:10px}.wave .i{fill:#0b4f9e}"
    ".wave .s{fill:#777}.wave .g{stroke:#eee}.wave .l{fill:#fff6d6}"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{color:#555}"
    "dd{margin:0;overflow-wrap:anywhere}.sum{font-size:1.1rem}"
    "@media(max-width:40rem){th.wide,td.wide{display:none}dl{grid-template-columns:1fr}"
    "dd{margin-bottom:.4rem}th,td{padding:.35rem .3rem}}"
    "@media print{body{max-width:none;padding:0;font-size:10pt}h2,h3{break-after:avoid}"
    "tr,svg,li,pre{break-inside:avoid}details{display:none}pre{white-space:pre-wrap}"
    ".scroll{overflow:visible}svg.wave{max-width:100%;height:auto}a{color:inherit}}";

static void put(FILE *file, const char *text) { escape_xml(file, text); }

static void put_tagged(FILE *file, const char *before, const char *text, const char *behind) {
  fputs(before, file);
  put(file, text);
  fputs(behind, file);
}

bool page_is_accepted(const struct page_entry *e) {
  const struct validation_result *v = e->validation;
  bool holds = e->explanation->certificate->holds;
  return v && v->outcome == (holds ? VALIDATION_HOLDS : VALIDATION_FAILS) &&
         strcmp(v->certificate_sha256, e->digest) == 0;
}

bool page_trial_is_accepted(const struct page_trial *t) {
  const struct validation_result *v = t->validation;
  bool holds = strcmp(t->trial->result.verdict, "holds") == 0;
  return v && v->outcome == (holds ? VALIDATION_HOLDS : VALIDATION_FAILS) &&
         strcmp(v->certificate_sha256, t->digest) == 0;
}

/* Was it shown, for all constants in its place? */
static bool is_shown(const struct page_part *p) {
  for (size_t k = 0; k < p->part->num_trials; k++)
    if (!page_trial_is_accepted(&p->trials[k])) return false;
  return true;
}

/* --- the table -------------------------------------------------------------------------------- */

static const char *cover_of(const struct page_entry *e) { return e->note ? e->note->cover : NULL; }

/* A path to what is to be covered is a counterexample to AG !f: good news. */
static void put_verdict(const struct page_entry *e, FILE *file) {
  bool holds = e->explanation->certificate->holds;
  const char *word = cover_of(e) ? holds ? "unreachable" : "reached" : holds ? "holds" : "fails";
  if (page_is_accepted(e))
    fprintf(file, "<span class=\"%s\">%s</span>",
            holds == (cover_of(e) == NULL) ? "holds" : "fails", word);
  else
    fprintf(file, "<span class=\"warn\">not shown</span> (the certificate claims: %s)", word);
}

/* A verdict that says less than it seems to is marked where it is first read. */
static void put_vacuity(const struct page_entry *e, FILE *file) {
  size_t vacuous = 0;
  for (size_t k = 0; e->parts && k < e->note->parts->size; k++)
    vacuous += e->parts[k].part->answer == STATEMENT_VACUOUS && is_shown(&e->parts[k]);
  if (vacuous)
    fprintf(file, "<br><span class=\"warn\">%zu part%s not matter</span>", vacuous,
            vacuous == 1 ? " does" : "s do");
}

/* Was it announced, and did it turn out so? */
static bool is_unexpected(const struct page_entry *e) {
  const char *word = e->explanation->certificate->holds ? "holds" : "fails";
  return page_is_accepted(e) && e->expected && strcmp(e->expected, word) != 0;
}

static void put_expected(const struct page_entry *e, FILE *file) {
  if (!e->expected || cover_of(e))
    fputs("<span class=\"note\">-</span>", file);
  else if (is_unexpected(e))
    put_tagged(file, "<span class=\"warn\">", e->expected, ": NOT AS EXPECTED</span>");
  else
    put(file, e->expected);
}

/* In the table a word, in the section all that it said. */
static void put_judgement(const struct page_entry *e, FILE *file) {
  const struct validation_result *v = e->validation;
  if (!v)
    fputs("<span class=\"warn\">not asked</span>", file);
  else if (page_is_accepted(e))
    fprintf(file, "accepted<br><span class=\"note\">%.2f s</span>", v->seconds);
  else
    put_tagged(file, "<span class=\"warn\">NOT ACCEPTED</span>: ", validation_why(v), "");
}

static void put_count(unsigned long long count, const char *one, const char *many,
                      const char **between, FILE *file) {
  if (!count) return;
  fprintf(file, "%s%llu %s", *between, count, count == 1 ? one : many);
  *between = ", ";
}

static void put_validation(const struct page_entry *e, FILE *file) {
  const struct validation_result *v = e->validation;
  const char *between = "";
  if (!v || !page_is_accepted(e)) {
    put_judgement(e, file);
    return;
  }
  put_tagged(file, "accepted by vouch-validate ", v->version ? v->version : "", ": ");
  put_count(v->obligations.proof, "obligation by proof", "obligations by proof", &between, file);
  put_count(v->obligations.propagation, "obligation by propagation", "obligations by propagation",
            &between, file);
  put_count(v->obligations.solver, "obligation by search", "obligations by search", &between, file);
  put_count(v->obligations.evaluations, "evaluation of a run", "evaluations of runs", &between,
            file);
  fprintf(file, "; %.2f s", v->seconds);
}

/* The name, unless the title has it. */
static void put_name(const char *name, const char *title, FILE *file) {
  if (name && !strstr(title, name)) put_tagged(file, "<b>", name, "</b><br>");
}

/* A run says how long a property took, and who decided it. */
static bool has_times(const struct page *page) { return page->origin && !page->origin->is_signed; }

static void put_time(const struct origin_note *note, FILE *file) {
  fputs("</td><td class=\"wide\">", file);
  if (note->as_before) fputs("<span class=\"note\">an earlier run</span>", file);
  if (note->seconds >= 0) fprintf(file, "%.2f s ", note->seconds);
  if (note->engine) put(file, note->engine);
}

static void put_row(const struct page_entry *e, size_t k, bool times, FILE *file) {
  fprintf(file, "<tr><td><a href=\"#p%zu\">%zu</a></td><td>", k, k);
  put_name(e->name, e->explanation->title, file);
  if (cover_of(e))
    put_tagged(file, "<span class=\"f\">COVER ", cover_of(e), "</span></td><td>");
  else
    put_tagged(file, "<span class=\"f\">", e->explanation->title, "</span></td><td>");
  put_verdict(e, file);
  put_vacuity(e, file);
  fputs("</td><td>", file);
  put_expected(e, file);
  fputs("</td><td>", file);
  put_judgement(e, file);
  if (times) put_time(e->note, file);
  put_tagged(file, "</td><td class=\"wide\"><span class=\"f\">", e->certificate,
             "</span></td></tr>\n");
}

/* A property of the folder without a certificate. */
static void put_undecided(const struct origin_note *note, FILE *file) {
  const char *title = note->written ? note->written : note->property;
  fputs("<tr><td></td><td>", file);
  put_name(note->name, title, file);
  put_tagged(file, "<span class=\"f\">", title,
             "</span></td><td><span class=\"warn\">unknown</span>");
  if (note->reason) put_tagged(file, "<br>", note->reason, "");
  put_tagged(file, "</td><td>", note->expected ? note->expected : "-", "</td><td>");
  put_time(note, file);
  fputs("</td><td class=\"wide\"></td></tr>\n", file);
}

static void put_table(const struct page *page, FILE *file) {
  bool times = has_times(page);
  fputs("<div class=\"scroll\"><table><thead><tr><th>#</th><th>property</th><th>verdict</th>"
        "<th>expected</th><th>vouch-validate</th>",
        file);
  if (times) fputs("<th class=\"wide\">decided in, by</th>", file);
  fputs("<th class=\"wide\">certificate</th></tr></thead><tbody>\n", file);
  for (size_t k = 0; k < page->num_entries; k++) put_row(&page->entries[k], k, times, file);
  for (size_t k = 0; times && k < page->origin->num_notes; k++)
    if (!page->origin->notes[k].certificate) put_undecided(&page->origin->notes[k], file);
  fputs("</tbody></table></div>\n", file);
}

/* --- one property ----------------------------------------------------------------------------- */

static void put_list(const struct strings *list, FILE *file) {
  fputs("<ul>\n", file);
  for (size_t k = 0; k < list->size && k < MOST_ENTRIES; k++)
    put_tagged(file, "<li><code>", list->at[k], "</code></li>\n");
  if (list->size > MOST_ENTRIES)
    fprintf(file, "<li>.. and %zu more</li>\n", list->size - MOST_ENTRIES);
  fputs("</ul>\n", file);
}

static void put_claims(const struct explanation *e, FILE *file) {
  fputs("<h3>Why</h3><ul class=\"why\">\n", file);
  for (size_t k = 0; k < e->story.num_claims; k++) {
    const struct story_claim *c = &e->story.claims[k];
    char *text = explain_claim(e, c);
    fprintf(file, "<li style=\"margin-left:%urem\">", c->depth < 30 ? c->depth : 30);
    put(file, text);
    if (c->reason == STORY_BOUND && c->bounds.size && !c->example && !e->certificate->holds) {
      fputs("<br>This is shown for all reachable states, this one among them, with", file);
      put_list(&c->bounds, file);
    }
    fputs("</li>\n", file);
    free(text);
  }
  fputs("</ul>\n", file);
}

/* A text of several lines, word for word. */
static void put_lines(char *text, FILE *file) {
  fputs("<pre>", file);
  for (char *line = text, *end = text; *line; line = end) {
    end = line + strcspn(line, "\n");
    char more = *end;
    *end = 0;
    put(file, line);
    fputc('\n', file);
    if (more) *end++ = more;
  }
  fputs("</pre>", file);
}

/* The table of the terminal, for those who want numbers. */
static void put_numbers(const struct history *trace, FILE *file) {
  char *text;
  size_t size;
  FILE *table = text_open(&text, &size);
  history_table(trace, TABLE_WIDTH, 0, table);
  text_close(table);
  fputs("<details><summary>as a table</summary>", file);
  put_lines(text, file);
  fputs("</details>\n", file);
  free(text);
}

static void put_paths(const struct explanation *e, FILE *file) {
  for (size_t k = 0; k < explanation_paths(e); k++) {
    const struct history *trace = explanation_path(e, k);
    size_t last = trace->first + trace->num_steps - 1;
    if (e->has_run)
      fputs("<h3>The run</h3>\n", file);
    else if (k == 0)
      fprintf(file, "<h3>Path 1, from an initial state, to step %zu</h3>\n", last);
    else
      fprintf(file, "<h3>Path %zu, which leaves path %zu in step %zu, to step %zu</h3>\n", k + 1,
              e->story.paths[k].from + 1, trace->first, last);
    fputs("<div class=\"scroll\">", file);
    history_svg(trace, file);
    fputs("</div>\n", file);
    if (trace->loop != HISTORY_NO_LOOP)
      fprintf(file,
              "<p class=\"note\">After step %zu comes step %zu again, and so on for ever.</p>\n",
              last, trace->first + trace->loop);
    if (trace->cut) fputs("<p class=\"note\">It goes on; it is not told any further.</p>\n", file);
    put_numbers(trace, file);
  }
}

static void put_general(const struct explanation *e, FILE *file) {
  struct general general;
  struct strings invariant = {0};
  general_init(&general, e);
  if (general.size && e->certificate->holds)
    fputs("<h3>What the certificate shows of all reachable states</h3>\n", file);
  for (size_t k = 0; k < general.size && e->certificate->holds; k++) {
    put_tagged(file, "<p><span class=\"f\">", general.at[k].text, "</span></p>\n");
    if (general.at[k].where.size) put_list(&general.at[k].where, file);
  }
  if (explain_needs_invariant(e)) explain_invariant(e, &invariant);
  if (invariant.size) {
    fputs("<h3>The invariant</h3><p>Every reachable state satisfies</p>\n", file);
    put_list(&invariant, file);
  }
  char *why = e->certificate->back > 0 ? explain_safety(e) : NULL;
  if (why) put_tagged(file, "<p>", why, "</p>\n");
  free(why);
  general_free(&general);
  strings_free(&invariant);
}

/* --- parts of a formula ----------------------------------------------------------------------- */

static void put_trial(const struct page_trial *t, FILE *file) {
  const struct statement_result *r = &t->trial->result;
  const struct validation_result *v = t->validation;
  put_tagged(file, "<li><span class=\"f\">", r->written, "</span> ");
  if (page_trial_is_accepted(t))
    fprintf(file, "<span class=\"%s\">%s</span>, too; accepted by vouch-validate, %.2f s",
            r->verdict, r->verdict, v->seconds);
  else
    put_tagged(file, "<span class=\"warn\">not shown</span>: ",
               v ? validation_why(v) : "vouch-validate was not asked", "");
  put_tagged(file, "<br><span class=\"note\">certificate ", r->certificate, ", SHA-256 <code>");
  put_tagged(file, "", t->digest, "</code></span></li>\n");
}

static void put_vacuous_part(const struct page_part *p, const char *verdict, FILE *file) {
  put_tagged(file, "<p>It ", verdict,
             p->part->num_trials == 1 ? " whatever stands for " : " with true and with false for ");
  put_tagged(file, "<span class=\"f\">", p->part->part, "</span>");
  if (p->part->num_trials == 1)
    fprintf(file, " where %s stands here", p->part->trials[0].value ? "true" : "false");
  fputs(":</p>\n<ul>\n", file);
  for (size_t k = 0; k < p->part->num_trials; k++) put_trial(&p->trials[k], file);
  fputs("</ul>\n", file);
}

/* Of parts that matter there is nothing to fear; they are counted as far as that is shown. */
static void put_parts(const struct page_entry *e, FILE *file) {
  const struct statement_parts *parts = e->note->parts;
  size_t matter = 0, vacuous = statement_count_parts(parts, STATEMENT_VACUOUS);
  for (size_t k = 0; k < parts->size; k++)
    matter += parts->at[k].answer == STATEMENT_MATTERS && is_shown(&e->parts[k]);
  if (vacuous) fputs("<h3>Parts that do not matter</h3>\n", file);
  for (size_t k = 0; k < parts->size; k++)
    if (parts->at[k].answer == STATEMENT_VACUOUS)
      put_vacuous_part(&e->parts[k], e->explanation->certificate->holds ? "holds" : "fails", file);
  fprintf(file,
          "<p class=\"note\">%zu part%s of the formula %s looked at; of %zu a certificate shows "
          "that %s.%s</p>\n",
          parts->size, parts->size == 1 ? "" : "s", parts->size == 1 ? "was" : "were", matter,
          matter == 1 ? "it matters" : "they matter",
          parts->complete ? "" : " <span class=\"warn\">The rest was not looked at.</span>");
}

static void put_section(const struct page_entry *entry, size_t k, FILE *file) {
  const struct explanation *e = entry->explanation;
  fprintf(file, "<section id=\"p%zu\"><h2>%zu: ", k, k);
  if (entry->name && !strstr(e->title, entry->name)) put_tagged(file, "", entry->name, ", ");
  put_tagged(file, "<span class=\"f\">", e->title, "</span></h2>\n<p>");
  put_verdict(entry, file);
  bool expected = entry->expected && !cover_of(entry);
  if (expected) fputs(is_unexpected(entry) ? ", " : ", expected: ", file);
  if (expected) put_expected(entry, file);
  fputs("<br>", file);
  put_validation(entry, file);
  fputs("</p>\n", file);
  if (e->certificate->property == CERT_CTL)
    put_tagged(file, "<p class=\"note\">canonical form: <code>", e->property, "</code></p>\n");
  put_tagged(file, "<p class=\"note\">certificate ", entry->certificate, ", SHA-256 <code>");
  put_tagged(file, "", entry->digest, "</code></p>\n<ul class=\"note\">\n");
  for (size_t n = 0; explain_caution(e, n); n++)
    put_tagged(file, "<li>", explain_caution(e, n), "</li>\n");
  fputs("</ul>\n", file);
  if (entry->parts) put_parts(entry, file);
  if (e->has_story) put_claims(e, file);
  put_paths(e, file);
  put_general(e, file);
  fputs("</section>\n", file);
}

/* --- where it comes from ------------------------------------------------------------------------
 */

static void put_item(FILE *file, const char *what, const char *text) {
  put_tagged(file, "<dt>", what, "</dt><dd>");
  put_tagged(file, "", text, "</dd>\n");
}

/* In colour only if there are any. */
static void put_number(size_t number, const char *what, const char *style_class, FILE *file) {
  if (number)
    fprintf(file, "<span class=\"%s\">%zu %s</span>", style_class, number, what);
  else
    fprintf(file, "0 %s", what);
}

static void put_covers(const struct page *page, size_t *covers, FILE *file) {
  size_t reached = 0;
  for (size_t k = 0; page->origin && k < page->origin->num_notes; k++)
    *covers += page->origin->notes[k].cover != NULL;
  for (size_t k = 0; k < page->num_entries; k++) {
    const struct page_entry *e = &page->entries[k];
    reached += cover_of(e) && page_is_accepted(e) && !e->explanation->certificate->holds;
  }
  if (*covers) fprintf(file, "<p class=\"sum\">covers: %zu of %zu reached</p>\n", reached, *covers);
}

static void put_summary(const struct page *page, FILE *file) {
  size_t hold = 0, fail = 0, announced = 0, unexpected = 0, covers = 0;
  size_t total = page->origin ? page->origin->num_notes : page->num_entries;
  put_covers(page, &covers, file);
  total -= covers;
  for (size_t k = 0; k < page->num_entries; k++) {
    const struct page_entry *e = &page->entries[k];
    if (!page_is_accepted(e) || cover_of(e)) continue;
    *(e->explanation->certificate->holds ? &hold : &fail) += 1;
    if (is_unexpected(e)) unexpected++;
    if (e->expected) announced++;
  }
  fprintf(file, "<p class=\"sum\">%zu %s: ", total, total == 1 ? "property" : "properties");
  put_number(hold, hold == 1 ? "holds" : "hold", "holds", file);
  fputs(", ", file);
  put_number(fail, fail == 1 ? "fails" : "fail", "fails", file);
  if (unexpected)
    fprintf(file, ", <span class=\"warn\">%zu not as expected</span>", unexpected);
  else if (announced)
    fputs(announced == total ? ", all as expected" : ", as expected where announced", file);
  if (hold + fail < total)
    fprintf(file, ", <span class=\"warn\">%zu not shown</span>", total - hold - fail);
  fputs("</p>\n", file);
}

static void put_design(const struct statement_design *design, FILE *file) {
  if (!design) return;
  put_tagged(file, "<dt>made from</dt><dd>module ", design->top, ", translated by ");
  put_tagged(file, "", design->translator, " (trusted, not certified), from");
  for (size_t k = 0; k < design->num_sources; k++) {
    put_tagged(file, "<br>", design->sources[k].name, ", SHA-256 <code>");
    put_tagged(file, "", design->sources[k].digest, "</code>");
  }
  fputs("</dd>\n", file);
}

static void put_coverage(const struct statement *st, FILE *file) {
  for (size_t k = 0; k < st->num_coverage; k++) {
    const struct statement_coverage *c = &st->coverage[k];
    if (c->total == 0) continue;
    fprintf(file, "<dt>covers</dt><dd>%zu of %zu properties of ", c->total - c->num_missing,
            c->total);
    put(file, c->of);
    for (size_t m = 0; m < c->num_missing; m++)
      put_tagged(file, "<br><span class=\"warn\">missing</span>: <code>", c->missing[m], "</code>");
    fputs("</dd>\n", file);
  }
}

static void put_signature(const struct origin *o, FILE *file) {
  fputs("<dt>signature</dt><dd>", file);
  if (o->key_file)
    put_tagged(file, "<b>good</b>: this statement is signed with the key in <code>", o->key_file,
               "</code>");
  else
    fputs("<span class=\"warn\">NOT CHECKED</span> for this page: no public key was given", file);
  fputs("</dd></dl>\n", file);
}

/* The statement, in short and word for word. */
static void put_statement(const struct origin *o, FILE *file) {
  const struct statement *st = &o->statement;
  fputs("<h2>The statement</h2>\n<dl>\n", file);
  put_item(file, "signed off by", st->who ? st->who : "nobody named");
  put_item(file, "on", st->time);
  put_item(file, "key", st->key);
  put_item(file, "with vouch", st->version);
  put_item(file, "inputs that are state", st->state_inputs);
  put_design(st->design, file);
  put_coverage(st, file);
  put_signature(o, file);
  fputs("<h3>" STATEMENT_SIGNATURE "</h3>\n", file);
  put_lines(o->signature, file);
  fputs("<details><summary>" STATEMENT_FILE ", word for word</summary>", file);
  put_lines(o->text, file);
  fputs("</details>\n", file);
  fputs("<p class=\"note\">The digests of all files that the statement names were compared. That "
        "the statement covers all that was asked for, and is about the model that you mean, is for "
        "<code>vouch verify</code> to say, with your key and your model.</p>\n",
        file);
}

static void put_origin(const struct page *page, FILE *file) {
  const struct origin *o = page->origin;
  if (!o || o->is_signed) return;
  put_tagged(file, "<p>Results of <code>vouch run ", o->project ? o->project : "", "</code>");
  fputs(o->complete ? "</p>\n"
                    : ", <span class=\"warn\">which did not come to its end</span></p>\n",
        file);
}

static void put_trust(const struct page *page, FILE *file) {
  fputs(
      "<h2>What is trusted</h2>\n<p>A verdict in the table above is said without a warning only "
      "where vouch-validate accepted the certificate with the digest that is given, for the model "
      "with the digest that is given. Trust is in that program, and in those who ran it and made "
      "this page; whoever has the files can run it again. The explanations retell the "
      "certificates and are no evidence. Whether model and properties say what was meant, no "
      "program can tell.</p>\n",
      file);
  if (page->origin)
    fputs("<p>Names of assertions, times and engines are what the folder says of itself.</p>\n",
          file);
  if (page->origin && page->origin->statement.design)
    fputs("<p>The model was translated from a design: that it means the same is trusted, too. The "
          "script is in the folder; with the sources it makes the model again.</p>\n",
          file);
}

void page_write(const struct page *page, FILE *file) {
  fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
        file);
  put_tagged(file, "Vouch: ", page->model, "</title>\n<style>");
  fprintf(file, "%s</style></head><body>\n", style);
  put_tagged(file, "<h1>", page->model, "</h1>\n");
  put_tagged(file, "<p>SHA-256 <code>", page->model_digest, "</code><br>");
  put_tagged(file, "<span class=\"note\">page made by vouch " VOUCH_VERSION ", ", page->time,
             "</span></p>\n");
  put_origin(page, file);
  put_summary(page, file);
  put_table(page, file);
  if (page->origin && page->origin->is_signed) put_statement(page->origin, file);
  for (size_t k = 0; k < page->num_entries; k++) put_section(&page->entries[k], k, file);
  put_trust(page, file);
  fputs("</body></html>\n", file);
}
