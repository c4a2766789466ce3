/* The JUnit report of an audit: one test case per certificate. Rejected certificates and those with
 * another verdict than the required one are failures; those that could not be judged are errors,
 * and so is an audit of nothing. */
#ifndef VOUCH_CERTIFIER_AUDIT_JUNIT_H
#define VOUCH_CERTIFIER_AUDIT_JUNIT_H

#include "certifier/audit/audit.h"

/* A report of an earlier run must not be mistaken for that of this one, should it be killed, or
 * refused. Where it cannot be removed it is emptied. A file that is no report is left alone, and
 * the answer is false. */
bool junit_remove(const char *path, struct fault *fault);
bool junit_write(const struct audit *audit, const char *path, struct fault *fault);

#endif
