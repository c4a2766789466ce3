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
    "@media(max-width:40rem){th.wide,td.wide{display:none}}"
    "@media print{body{max-width:none;padding:0}h2{break-after:avoid}details{display:block}"
    ".scroll{overflow:visible}svg.wave{max-width:100%;height:auto}}";

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

/* --- the table -------------------------------------------------------------------------------- */

static void put_verdict(const struct page_entry *e, FILE *file) {
  const char *word = e->explanation->certificate->holds ? "holds" : "fails";
  if (page_is_accepted(e))
    fprintf(file, "<span class=\"%s\">%s</span>", word, word);
  else
    fprintf(file, "<span class=\"warn\">not shown</span> (the certificate claims: %s)", word);
  if (e->expected && page_is_accepted(e))
    fputs(strcmp(e->expected, word) == 0 ? "<br>as expected"
                                         : "<br><span class=\"warn\">NOT AS EXPECTED</span>",
          file);
}

static void put_validation(const struct page_entry *e, FILE *file) {
  const struct validation_result *v = e->validation;
  if (!v) {
    fputs("<span class=\"warn\">not asked</span>", file);
  } else if (page_is_accepted(e)) {
    fprintf(file, "accepted by vouch-validate ");
    put(file, v->version ? v->version : "");
    fprintf(file,
            "<br>%llu obligations: %llu by proof, %llu by propagation, %llu by a solver; %llu "
            "evaluations; %.2f s",
            v->obligations.total, v->obligations.proof, v->obligations.propagation,
            v->obligations.solver, v->obligations.evaluations, v->seconds);
  } else {
    put_tagged(file, "<span class=\"warn\">NOT ACCEPTED</span>: ", validation_why(v), "");
  }
}

static void put_row(const struct page_entry *e, size_t k, FILE *file) {
  fprintf(file, "<tr><td><a href=\"#p%zu\">%zu</a></td><td>", k, k);
  if (e->name && e->explanation->certificate->property == CERT_CTL)
    put_tagged(file, "<b>", e->name, "</b><br>");
  put_tagged(file, "<span class=\"f\">", e->explanation->title, "</span></td><td>");
  put_verdict(e, file);
  fputs("</td><td>", file);
  put_validation(e, file);
  put_tagged(file, "</td><td class=\"wide\"><span class=\"f\">", e->certificate,
             "</span></td></tr>\n");
}

static void put_table(const struct page *page, FILE *file) {
  fputs("<div class=\"scroll\"><table><thead><tr><th>#</th><th>property</th><th>verdict</th>"
        "<th>vouch-validate</th><th class=\"wide\">certificate</th></tr></thead><tbody>\n",
        file);
  for (size_t k = 0; k < page->num_entries; k++) put_row(&page->entries[k], k, file);
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

/* The table of the terminal, for those who want numbers. */
static void put_numbers(const struct history *trace, FILE *file) {
  char *text;
  size_t size;
  FILE *table = text_open(&text, &size);
  history_table(trace, TABLE_WIDTH, 0, table);
  text_close(table);
  fputs("<details><summary>as a table</summary><pre>", file);
  for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    put(file, line);
    fputc('\n', file);
  }
  fputs("</pre></details>\n", file);
  free(text);
}

static void put_paths(const struct explanation *e, FILE *file) {
  for (size_t k = 0; k < explanation_paths(e); k++) {
    const struct history *trace = explanation_path(e, k);
    size_t last = trace->first + trace->num_steps - 1;
    if (e->has_run)
      fputs("<h3>The run</h3>\n", file);
    else if (k == 0)
      fprintf(file, "<h3>Path 1, from an initial state, steps %zu to %zu</h3>\n", trace->first,
              last);
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
  general_free(&general);
  strings_free(&invariant);
}

static void put_section(const struct page_entry *entry, size_t k, FILE *file) {
  const struct explanation *e = entry->explanation;
  fprintf(file, "<section id=\"p%zu\"><h2>%zu: ", k, k);
  put_tagged(file, "<span class=\"f\">", e->title, "</span></h2>\n<p>");
  put_verdict(entry, file);
  fputs("</p>\n", file);
  if (e->certificate->property == CERT_CTL)
    put_tagged(file, "<p class=\"note\">canonical form: <code>", e->property, "</code></p>\n");
  put_tagged(file, "<p class=\"note\">certificate ", entry->certificate, ", SHA-256 <code>");
  put_tagged(file, "", entry->digest, "</code></p>\n<ul class=\"note\">\n");
  for (size_t n = 0; explain_caution(e, n); n++)
    put_tagged(file, "<li>", explain_caution(e, n), "</li>\n");
  fputs("</ul>\n", file);
  if (e->has_story) put_claims(e, file);
  put_paths(e, file);
  put_general(e, file);
  fputs("</section>\n", file);
}

void page_write(const struct page *page, FILE *file) {
  fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
        file);
  put_tagged(file, "Vouch: ", page->model, "</title>\n<style>");
  fprintf(file, "%s</style></head><body>\n", style);
  put_tagged(file, "<h1>", page->model, "</h1>\n");
  put_tagged(file, "<p>SHA-256 <code>", page->model_digest, "</code></p>\n");
  put_table(page, file);
  for (size_t k = 0; k < page->num_entries; k++) put_section(&page->entries[k], k, file);
  fputs(
      "<h2>What is trusted</h2>\n<p>A verdict in the table above is said without a warning only "
      "where "
      "vouch-validate accepted the certificate with the digest that is given, for the model with "
      "the "
      "digest that is given. Trust is in that program, and in those who ran it and made this page; "
      "whoever has the files can run it again. The explanations retell the certificates and are no "
      "evidence. Whether model and properties say what was meant, no program can tell.</p>\n"
      "</body></html>\n",
      file);
}
