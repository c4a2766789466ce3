/* What the child does: the only place of the library that reads, decides and explains. Private to
 * certifier/library. */
#ifndef VOUCH_CERTIFIER_LIBRARY_WORK_H
#define VOUCH_CERTIFIER_LIBRARY_WORK_H

#include "certifier/library/model.h"

/* Messages. */
enum message_kind {
  MESSAGE_FAULT,    /* bytes: what is wrong; nothing follows */
  MESSAGE_PROPERTY, /* detail: the vouch_verdict that is announced; bytes: the canonical text */
  MESSAGE_WRITTEN,  /* bytes: that property as it was written */
  MESSAGE_NAME,     /* bytes: its name */
  MESSAGE_PROGRESS, /* bytes: what is being done */
  MESSAGE_TEXT,     /* detail: a vouch_text; bytes: that text */
  MESSAGE_PATH,     /* bytes: the next path as value change dump */
  MESSAGE_VERDICT,  /* detail: vouch_verdict; bytes: the reason if it is unknown */
  MESSAGE_VALIDATED,
  MESSAGE_END, /* all was said */
};

/* The properties that `source` adds to the model. */
struct description {
  const struct vouch_model *model;
  const struct library_source *source;
};
void work_describe(void *description, int to);

/* Decides a property. Files are made in `folder`, which the parent removes. */
struct examination {
  const struct vouch_model *model;
  const struct library_property *property;
  const char *folder;
};
void work_examine(void *examination, int to);

#endif
