/* Where passwords of keys come from: the terminal, or a file descriptor. Never the command line,
 * never the environment. */
#ifndef VOUCH_CERTIFIER_SIGNOFF_PASSWORD_H
#define VOUCH_CERTIFIER_SIGNOFF_PASSWORD_H

#include "certifier/signoff/minisign.h"

struct password_source {
  bool from_descriptor;
  int descriptor;
  const char *what; /* for the prompt: "Password for team.key" */
  bool twice;       /* ask again and compare (new keys, terminal only) */
};

/* A minisign_ask; context is a struct password_source. Reads one line, without echo on a terminal.
 * An empty password is refused. */
bool password_ask(void *context, char password[MINISIGN_PASSWORD_BYTES], struct fault *fault);

/* The value of --password-fd: a descriptor number. */
bool password_descriptor(const char *text, struct password_source *source, struct fault *fault);

#endif
