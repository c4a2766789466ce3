/* A report as one HTML file: no script, nothing from a network; it reads well on paper. */
#ifndef VOUCH_CERTIFIER_REPORT_PAGE_H
#define VOUCH_CERTIFIER_REPORT_PAGE_H

#include "certifier/explain/explain.h"
#include "certifier/process/validation.h"
#include "certifier/report/origin.h"

/* A formula with a constant in place of one of its parts, and what vouch-validate said of the bytes
 * of its certificate; NULL: it was not asked. */
struct page_trial {
  const struct statement_trial *trial;
  char digest[DIGEST_TEXT_BYTES];
  const struct validation_result *validation;
};
struct page_part {
  const struct statement_part *part;
  struct page_trial trials[2];
};

/* A property with its certificate. */
struct page_entry {
  const struct explanation *explanation;
  const char *name;     /* in the model or the property file; NULL: none */
  const char *expected; /* "holds" or "fails" as the property file announces it; NULL: nothing */
  const char *certificate;
  char digest[DIGEST_TEXT_BYTES]; /* of the bytes that are explained */
  /* What vouch-validate said of the very same bytes; NULL: it was not asked. */
  const struct validation_result *validation;
  const struct origin_note *note; /* what its folder says of it; NULL: nothing */
  const struct page_part *parts;  /* as many as note->parts has; NULL: nobody looked at them */
};

struct page {
  const char *model;        /* path */
  const char *model_digest; /* hexadecimal */
  const struct page_entry *entries;
  size_t num_entries;
  const struct origin *origin; /* the folder; NULL: certificates that were named one by one */
  const char *time;            /* when the page was made */
};

/* Did the validator accept these bytes with this verdict? Only then is the verdict said without a
 * warning. */
bool page_is_accepted(const struct page_entry *entry);
bool page_trial_is_accepted(const struct page_trial *trial);
void page_write(const struct page *page, FILE *file);

#endif
