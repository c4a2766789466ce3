/* vouch sign --key PATH.key FILE... */
#include "certifier/cli/commands.h"
#include "certifier/signoff/minisign.h"
#include "certifier/signoff/password.h"
#include "certifier/signoff/signing.h"
#include "formats/support/escape.h"

#include <stdint.h>
#include <stdio.h>

struct settings {
  const char *key, *password_fd, *comment;
};

static const struct option_use options[] = {
    TAKE(SIGN_KEY, key), TAKE(COMMENT, comment), TAKE(PASSWORD_FD, password_fd), {0}};

static int run(void *settings, char **arguments, size_t num_arguments) {
  const struct settings *s = settings;
  struct fault fault;
  struct minisign_secret key;
  bool ok = signing_key(s->key, s->password_fd, &key, &fault);
  for (size_t k = 0; ok && k < num_arguments; k++) {
    ok = signing_sign(&key, arguments[k], s->comment, &fault);
    if (ok) escape_line(stdout, "%s.minisig", arguments[k]);
  }
  minisign_forget(&key);
  if (ok && fflush(stdout) == 0) return 0;
  if (!ok) fault_print(&fault, "vouch sign", stderr);
  return EXIT_USAGE;
}

const struct command command_sign = {
    .name = "sign",
    .arguments = "FILE...",
    .least_arguments = 1,
    .most_arguments = SIZE_MAX,
    .summary = "sign files",
    .description = "Writes FILE.minisig beside each file: an Ed25519 signature that 'vouch verify' "
                   "and the stock 'minisign -V' check.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run,
};
