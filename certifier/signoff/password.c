#include "certifier/signoff/password.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* Byte by byte, so that nothing behind the line is taken from a descriptor that somebody else reads
 * on. */
static bool read_line(int fd, char password[MINISIGN_PASSWORD_BYTES], struct fault *fault) {
  size_t n = 0;
  for (;;) {
    char c;
    ssize_t got = read(fd, &c, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fault_set(fault, "cannot read the password: %s", strerror(errno));
    if (got == 0 || c == '\n') break;
    if (n + 1 == MINISIGN_PASSWORD_BYTES)
      return fault_set(fault, "the password is longer than %d bytes", MINISIGN_PASSWORD_BYTES - 1);
    password[n++] = c;
  }
  password[n] = 0;
  return n > 0 || fault_set(fault, "the password is empty");
}

static bool say(int fd, const char *text) {
  return write(fd, text, strlen(text)) == (ssize_t)strlen(text);
}

static bool ask_terminal(int fd, const char *prompt, const char *more,
                         char password[MINISIGN_PASSWORD_BYTES], struct fault *fault) {
  struct termios old, quiet;
  if (tcgetattr(fd, &old) != 0)
    return fault_set(fault, "cannot silence the terminal: %s", strerror(errno));
  quiet = old;
  quiet.c_lflag &= ~(tcflag_t)ECHO;
  quiet.c_lflag |= ECHONL;
  if (!say(fd, prompt) || !say(fd, more) || !say(fd, ": ") || tcsetattr(fd, TCSAFLUSH, &quiet) != 0)
    return fault_set(fault, "cannot use the terminal: %s", strerror(errno));
  bool ok = read_line(fd, password, fault);
  tcsetattr(fd, TCSAFLUSH, &old);
  return ok;
}

bool password_ask(void *context, char password[MINISIGN_PASSWORD_BYTES], struct fault *fault) {
  const struct password_source *source = context;
  if (source->from_descriptor) return read_line(source->descriptor, password, fault);
  int fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return fault_set(fault, "%s: no terminal to ask on; use --password-fd N", source->what);
  bool ok = ask_terminal(fd, source->what, "", password, fault);
  if (ok && source->twice) {
    char again[MINISIGN_PASSWORD_BYTES];
    ok = ask_terminal(fd, source->what, " (again)", again, fault);
    if (ok && strcmp(password, again) != 0) ok = fault_set(fault, "the two passwords differ");
    sodium_memzero(again, sizeof again);
  }
  close(fd);
  return ok;
}

bool password_descriptor(const char *text, struct password_source *source, struct fault *fault) {
  if (!text) return true;
  char *end;
  errno = 0;
  long fd = strtol(text, &end, 10);
  if (errno || *text < '0' || *text > '9' || *end || fd > 65535)
    return fault_set(
        fault, "--password-fd: expected the number of an open file descriptor, not '%s'", text);
  source->from_descriptor = true;
  source->descriptor = (int)fd;
  return true;
}
