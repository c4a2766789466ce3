/* What the readers and writers of statements share. */
#ifndef VOUCH_CERTIFIER_SIGNOFF_STATEMENT_JSON_H
#define VOUCH_CERTIFIER_SIGNOFF_STATEMENT_JSON_H

#include "certifier/signoff/statement.h"

#define STATEMENT_TYPE "https://in-toto.io/Statement/v1"
#define STATEMENT_PREDICATE_1 "urn:vouch:signoff:v1"
#define STATEMENT_PREDICATE_2 "urn:vouch:signoff:v2"

/* The words for enum statement_role, ends with NULL. */
extern const char *const statement_role_words[];
/* .. for enum statement_answer. */
extern const char *const statement_answer_words[];

#endif
