/* vouch keygen [--no-password] PATH */
#include "certifier/cli/commands.h"
#include "certifier/signoff/minisign.h"
#include "certifier/signoff/password.h"
#include "formats/support/escape.h"

#include <sodium.h>
#include <stdio.h>

struct settings {
  bool no_password;
  const char *password_fd;
};

static const struct option_use options[] = {
    TAKE(NO_PASSWORD, no_password), TAKE(PASSWORD_FD, password_fd), {0}};

static int run(void *settings, char **arguments, size_t num_arguments) {
  (void)num_arguments;
  const struct settings *s = settings;
  struct fault fault;
  char password[MINISIGN_PASSWORD_BYTES];
  struct password_source source = {.what = "Password for the new key", .twice = true};
  bool ok = password_descriptor(s->password_fd, &source, &fault);
  if (ok && !s->no_password) ok = password_ask(&source, password, &fault);
  ok = ok && minisign_keygen(arguments[0], s->no_password ? NULL : password, &fault);
  sodium_memzero(password, sizeof password);
  if (!ok) {
    fault_print(&fault, "vouch keygen", stderr);
    return EXIT_USAGE;
  }
  escape_line(stdout, "secret key: %s.key (keep it)", arguments[0]);
  escape_line(stdout, "public key: %s.pub (hand it out)", arguments[0]);
  return fflush(stdout) == 0 ? 0 : EXIT_USAGE;
}

const struct command command_keygen = {
    .name = "keygen",
    .arguments = "PATH",
    .least_arguments = 1,
    .most_arguments = 1,
    .summary = "make a key pair for signing",
    .description =
        "Writes PATH.key (secret, mode 0600) and PATH.pub in minisign's format. Existing files are "
        "never overwritten. "
        "The secret key is sealed with a password (scrypt) unless --no-password is given.",
    .options = options,
    .settings_size = sizeof(struct settings),
    .run = run,
};
