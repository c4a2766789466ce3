#!/usr/bin/env python3
"""usage: terminal.py BUILD CORPUS
What commands draw on a terminal of any size: the table of what is at work fits it, moves, and is gone at the end; colours where they
are wanted and nowhere else. In pipes there is nothing of it. Ends with 77 where there are no pseudo-terminals."""
import fcntl, os, re, select, shutil, signal, struct, subprocess, sys, tempfile, termios, time

try:
    import pty
    master, slave = pty.openpty()
    os.close(master)
    os.close(slave)
except (ImportError, OSError) as error:
    print("skipped: no pseudo-terminals:", error)
    sys.exit(77)

build, corpus = sys.argv[1], sys.argv[2]
vouch = os.path.join(build, "vouch")
folder = tempfile.mkdtemp()
checks = 0
with open(vouch, "rb") as program:  # sanitizers take their time
    patience = 16 if b"__asan_init" in program.read() else 4


def expect(condition, *words):
    global checks
    checks += 1
    if not condition:
        print("FAILED:", *[repr(word)[:2000] for word in words])
        shutil.rmtree(folder)
        sys.exit(1)


class Screen:
    """As much of a terminal as the table needs; anything else is a failure."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.lines, self.row, self.column = [""], 0, 0
        self.top = 0  # the first line that is still on the screen
        self.shaded = self.moves = 0
        self.tables = []

    def put(self, character):
        expect(self.column < self.width, "a line that is too long", self.lines[self.row])
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[: self.column] + character + line[self.column + 1 :]
        self.column += 1

    def newline(self):
        self.row += 1
        self.column = 0
        if self.row == len(self.lines):
            self.lines.append("")
        self.top = max(self.top, self.row - self.height + 1)

    def control(self, number, letter):
        if letter == "A":
            self.moves += 1
            self.tables.append("\n".join(self.lines[self.row - int(number) : self.row]))
            self.row -= int(number)
            expect(self.row >= self.top, "above the screen")
        elif letter == "K":
            self.lines[self.row] = self.lines[self.row][: self.column]
        elif letter == "J":
            self.lines[self.row] = self.lines[self.row][: self.column]
            del self.lines[self.row + 1 :]
        elif letter == "m":
            self.shaded += 1
        else:
            expect(False, "an unknown control", number, letter)

    def feed(self, text, wrap):
        """wrap: lines of results may be longer than the screen is wide"""
        for control, number, letter, newline, back, character in re.findall(
                r"(\x1b\[(\d*)([A-Za-z]))|(\r\n|\n)|(\r)|(.)", text, re.S):
            if control:
                self.control(number, letter)
            elif newline:
                self.newline()
            elif back:
                self.column = 0
            else:
                if wrap and self.column == self.width:
                    self.newline()
                expect(character >= " ", "a control character", character)
                self.put(character)


def on_terminal(words, width=80, height=24, env=None, to_pipe=False, interrupt=None):
    """Runs vouch with both streams (or only standard error) on a terminal; what came out, and what went into the pipe."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    environment["TERM"] = "xterm"
    environment.update(env or {})
    out = subprocess.PIPE if to_pipe else slave
    child = subprocess.Popen([vouch] + words, stdin=subprocess.DEVNULL, stdout=out, stderr=slave, env=environment, cwd=folder)
    os.close(slave)
    text, started = b"", time.time()
    while True:
        ready, _, _ = select.select([master], [], [], 0.2)
        if ready:
            try:
                more = os.read(master, 65536)
            except OSError:
                break
            if not more:
                break
            text += more
        if interrupt and time.time() > started + interrupt:
            child.send_signal(signal.SIGINT)
            interrupt = None
    piped = child.stdout.read().decode() if to_pipe else ""
    child.wait()
    os.close(master)
    return text.decode(), piped, child.returncode


def in_pipes(words, env=None):
    environment = dict(os.environ, TERM="xterm", **(env or {}))
    done = subprocess.run([vouch] + words, stdin=subprocess.DEVNULL, capture_output=True, env=environment, cwd=folder)
    return done.stdout.decode(), done.stderr.decode()


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


# A property that takes longer than the test, beside some that do not.
with open(os.path.join(folder, "long.aag"), "w") as file:
    subprocess.run([os.path.join(build, "generate"), "bakery", "40"], stdout=file, check=True)
shutil.copy(os.path.join(corpus, "arbiter.aag"), folder)
shutil.copy(os.path.join(corpus, "arbiter.ctl"), folder)
long = ["long.aag", "-p", "justice 0", "-f", '!"pc0[0]"', "-f", '"pc0[0]"', "--timeout", "2", "--jobs", "3"]
write("long.toml", 'model = "long.aag"\nproperty = ["justice 0", "bad 0"]\n'
      "formula = ['!\"pc0[0]\"', '\"pc0[0]\"', '" + " & ".join(['AG EF "pc0[0]"'] * 9) + f"']\ntimeout = {patience}\njobs = 3\n")

# --- the table ---
for width, height in ((100, 30), (80, 24), (60, 12), (40, 8), (20, 5), (10, 3), (200, 4)):
    text, piped, status = on_terminal(["run", "long.toml", "--fresh", "--timeout", "1"], width, height, to_pipe=True)
    screen = Screen(width, height)
    screen.feed(text, False)
    expect(screen.moves > 2, "it does not move", width, height, text)
    expect("".join(screen.lines).strip() == "", "something is left", screen.lines)
    expect(len(re.findall("^(holds|fails|unknown)  ", piped, re.M)) == 5 and "\x1b" not in piped, "the pipe", piped)
    tables = "\n".join(screen.tables)
    expect("of 5]"[: width - 6] in tables, "counts", tables)
    if width >= 80 and height >= 12:
        for word in ("property", "state", "engine", "depth", "clauses", "seconds", "checking", "justice 0", ".."):
            expect(word in tables, "no", word, tables)
        expect(len(set(re.findall(r"\d+\.\d$", tables, re.M))) > 2, "the seconds stand still", tables)
        expect(re.search(r"checking +(skeleton|rlive|klive|lasso|loop|simulation|bdd) ", tables), "no engine", tables)

# --- with the lines on the same terminal ---
text, _, status = on_terminal(["run", "long.toml", "--fresh"], 100, 30)
screen = Screen(100, 30)
screen.feed(text, True)
final = "\n".join(screen.lines)
expect(screen.moves > 3 and screen.shaded > 4 and status == 1, "run on a terminal", status, text)
expect("state" not in final and len(re.findall("^(holds|fails|unknown)  ", final, re.M)) == 5, "lines", final)
for word, code in (("holds", "32"), ("fails", "31"), ("unknown", "33")):
    expect(f"\x1b[{code}m{word}\x1b[0m  " in text, "colour of", word)
text, _, status = on_terminal(["run", "long.toml", "--retry"], 100, 30, interrupt=1)
expect("(skipped)" in text and "is skipped" in text, "Ctrl-C", text)

# --- the other commands ---
subprocess.run([vouch, "keygen", "--no-password", "key"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
subprocess.run([vouch, "check", "arbiter.aag", "--all", "--ctl", "arbiter.ctl", "-c", "c"], cwd=folder, stdout=subprocess.DEVNULL)
certificates = sorted(os.path.join("c", name) for name in os.listdir(os.path.join(folder, "c")))
slow = os.path.join(folder, "slow")
write("slow", f'#!/bin/sh\nsleep 0.6\nexec "{build}/vouch-validate" "$@"\n')
os.chmod(slow, 0o755)
write("suite.csv", "model,property,expected\nlong.aag,justice 0,holds\narbiter.aag,bad 0,holds\n")
commands = {
    "check": ["check"] + long,
    "signoff": ["signoff"] + long + ["--key", "key.key", "-o", "signed"],
    "audit": ["audit", "arbiter.aag", "--validator", slow, "--jobs", "4"] + certificates,
    "bench": ["bench", "suite.csv", "-o", "bench", "--timeout", "2"],
}
for name, words in commands.items():
    text, _, _ = on_terminal(words, 90, 20)
    screen = Screen(90, 20)
    screen.feed(text, True)
    tables = "\n".join(screen.tables)
    expect(screen.moves > 1 and screen.shaded > 0, name, text)
    expect(re.search(r"\[\d+ of \d+\] ", tables) and "state" in tables, name, "no table", tables)
    expect("state" not in "\n".join(screen.lines), name, "a table is left", screen.lines)
    shutil.rmtree(os.path.join(folder, "bench"), True)
    quiet = ["1" if word == "2" else word for word in words] + ["--quiet"]
    text, _, _ = on_terminal(quiet, 90, 20)
    expect(not re.search(r"\x1b\[\d*[AJK]", text), name, "--quiet", text)
    shutil.rmtree(os.path.join(folder, "bench"), True)

# --- when there is nothing of it ---
short = ["check", "arbiter.aag", "--all", "--ctl", "arbiter.ctl"]
for env, more, coloured in (({}, [], True), ({"NO_COLOR": "1"}, [], False), ({"NO_COLOR": ""}, [], True), ({"TERM": "dumb"}, [], False),
                            ({"TERM": ""}, [], False), ({}, ["--color=never"], False), ({"NO_COLOR": "1"}, ["--color=always"], True),
                            ({}, ["--json"], False), ({}, ["--json", "--color=always"], False)):
    text, _, _ = on_terminal(short + ["--quiet"] + more, env=env)
    expect(("\x1b[3" in text) == coloured, env, more, text)
text, _, _ = on_terminal(["check"] + long, env={"TERM": "dumb"})
expect("\x1b" not in text, "TERM=dumb", text)
for words in list(commands.values()) + [["run", "long.toml"], ["run", "long.toml", "--json"]]:
    out, err = in_pipes(words)
    expect("\x1b" not in out + err and "\r" not in out + err, "in pipes", words[0], out, err)
    shutil.rmtree(os.path.join(folder, "bench"), True)
out, err = in_pipes(short + ["--color=always"])
expect("\x1b[32mholds\x1b[0m" in out and "\x1b" not in err, "--color=always", out)
out, err = in_pipes(["run", "long.toml", "--color=always"])
with open(os.path.join(folder, "long-results", "results.json")) as results:
    expect("\x1b[32mholds\x1b[0m" in out and "\\u001b" not in results.read(), "--color=always and files")
out, err = in_pipes(short + ["--color=pink"])
expect("is none of auto, always, never" in err, "--color=pink", err)
shutil.rmtree(folder)
print(f"terminals: {checks} checks, as expected")
