#include "formats/ctl_reader.h"
#include "formats/support/text_file.h"

/* The token behind the property that ends here. */
static size_t end_of(const struct ctl_reader *r, const struct ctl_claim *claim) {
  size_t end = r->p.at;
  while (end > claim->start + 1 && r->p.source->tokens[end - 1].kind == TOKEN_SEMICOLON) end--;
  return end;
}

static void write_claim(const struct ctl_reader *r, const struct ctl_claim *claim,
                        enum token_kind section, bool ltl, FILE *file) {
  bool compassion = ltl && r->compassion.size > 0;
  ctl_write_file_scope(r, file);
  ctl_write_tokens(r->p.source, file, claim->begin, claim->start);
  if (claim->begin < claim->start) fputc(' ', file);
  if (compassion) ctl_write_compassion(r, file);
  if (compassion) fputc('(', file);
  if (section == TOKEN_COVER) fputs("AG !(", file);
  ctl_write_tokens(r->p.source, file, claim->start, end_of(r, claim));
  if (compassion || section == TOKEN_COVER) fputc(')', file);
}

char *ctl_written(const struct ctl_reader *r, const struct ctl_claim *claim,
                  enum token_kind section, bool ltl) {
  size_t size;
  char *text;
  FILE *file = text_open(&text, &size);
  if (section == TOKEN_INVARSPEC) {
    fputs("INVARSPEC ", file);
    ctl_write_tokens(r->p.source, file, claim->start, end_of(r, claim));
  } else {
    write_claim(r, claim, section, ltl, file);
  }
  text_close(file);
  return text;
}

char *ctl_covered(const struct ctl_reader *r, const struct ctl_claim *claim) {
  size_t size;
  char *text;
  FILE *file = text_open(&text, &size);
  ctl_write_tokens(r->p.source, file, claim->start, end_of(r, claim));
  text_close(file);
  return text;
}
