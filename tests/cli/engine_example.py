#!/usr/bin/env python3
"""usage: engine_example.py SOURCE_DIR WORK_DIR GENERATOR
Puts the pieces of the example engine of docs/engines.md where the text says, builds the result in WORK_DIR and has the engine decide a
property. WORK_DIR stays: the next run compiles only what has changed since."""
import os
import re
import shutil
import subprocess
import sys

SOURCE, WORK = (os.path.abspath(path) for path in sys.argv[1:3])
GENERATOR = sys.argv[3]
TREE = os.path.join(WORK, "tree")
FOLDERS = ["checker", "certifier", "formats", "validator", ".packaging"]


def fail(text):
    sys.exit("FAILED: " + text)


def pieces():
    """The fenced blocks of the section, without their indentation."""
    text = open(os.path.join(SOURCE, "docs", "engines.md")).read()
    section = text[text.index("## Adding an engine"):]
    blocks = re.findall(r"^   ```(?:c|diff)\n(.*?)^   ```$", section, re.S | re.M)
    return [re.sub(r"^   ", "", block, flags=re.M) for block in blocks]


def insert_behind(text, row, lines):
    """Rows of a table that is a macro go behind the row that starts so."""
    at = text.index("\n", text.index(row)) + 1
    return text[:at] + lines + text[at:]


def apply(text, diff):
    """A diff whose hunks are found by their context alone."""
    for hunk in re.split(r"^@@.*\n", diff, flags=re.M):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] != "+")
        new = "".join(line[1:] for line in lines if line[0] != "-")
        if text.count(old) != 1:
            fail("this stands %d times in the file, not once:\n%s" % (text.count(old), old))
        text = text.replace(old, new)
    return text


def put(path, text):
    """Writes the file if its contents are not there yet."""
    path = os.path.join(TREE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path) and open(path, errors="surrogateescape").read() == text:
        return
    with open(path, "w", errors="surrogateescape") as file:
        file.write(text)


def remove_others(files):
    """What an earlier run wrote and the sources no longer have would be built, too."""
    for place, _, names in os.walk(TREE):
        for name in names:
            path = os.path.join(place, name)
            if os.path.relpath(path, TREE) not in files:
                os.remove(path)


def sources():
    """Path and contents of all that is built."""
    found = {"CMakeLists.txt": open(os.path.join(SOURCE, "CMakeLists.txt")).read()}
    for folder in FOLDERS:
        for place, _, names in os.walk(os.path.join(SOURCE, folder)):
            for name in names:
                path = os.path.join(place, name)
                found[os.path.relpath(path, SOURCE)] = open(path, errors="surrogateescape").read()
    return found


def with_example(files):
    blocks = pieces()
    if len(blocks) != 5:
        fail("docs/engines.md has %d pieces of code, not 5" % len(blocks))
    engine, constants, header, code, scheduler = blocks
    rows = {"checker/effort/engines.h": ("X(SIMULATION", engine), "checker/effort/tuning.h": ("X(weight_simulation", constants)}
    for path, (row, lines) in rows.items():
        files[path] = insert_behind(files[path], row, lines)
    files["checker/system/guess.h"] = header
    files["checker/system/guess.c"] = code
    files["checker/portfolio/safety.c"] = apply(files["checker/portfolio/safety.c"], scheduler)
    return files


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


def build():
    launcher = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    out = os.path.join(WORK, "build")
    for command in (["cmake", "-G", GENERATOR, "-S", TREE, "-B", out, "-DVOUCH_TESTS=OFF", "-DVOUCH_WERROR=ON", "-DCMAKE_BUILD_TYPE=Debug"] + launcher,
                    ["cmake", "--build", out, "-j", "2", "--target", "vouch", "vouch-validate"]):
        result = run(*command)
        if result.returncode != 0:
            fail("the example does not build:\n" + result.stdout[-4000:])
    return out


def main():
    files = with_example(sources())
    remove_others(files)
    for path, text in files.items():
        put(path, text)
    out = build()
    vouch = [os.path.join(out, "vouch"), "check", "--engine", "guess", "--property", "bad 0", "--validate", "always", "--certificates",
             os.path.join(WORK, "certificates"), "--statistics"]
    decided = run(*vouch, os.path.join(SOURCE, "corpus", "counter_buggy.aag"))
    if decided.returncode != 1 or not re.search(r"^fails ", decided.stdout, re.M) or "guess" not in decided.stdout:
        fail("guess does not find the counterexample:\n" + decided.stdout)
    given_up = run(*vouch, os.path.join(SOURCE, "corpus", "counter.aag"))
    if given_up.returncode != 3 or not re.search(r"^unknown ", given_up.stdout, re.M):
        fail("guess decides what it cannot:\n" + given_up.stdout)
    print("guess finds a counterexample, which vouch-validate accepts, and gives up where there is none")


main()
