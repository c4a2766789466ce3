"""Results of other tools (section 10): AIGER witnesses."""

import re

from certificate import Trace
from elaborate import Property, elaborate
from evaluate import check_trace, run, value
from verdict import CannotTell, Rejected

CLAIMS = re.compile(rb"([bj][0-9]+)+")
CLAIM = re.compile(rb"([bj])0*([0-9]{1,18})")


def read_bits(line, count, defaults=None):
    """An x stands for 0, or for the constant that a latch is reset to."""
    if len(line) != count or line.strip(b"01x"):
        raise Rejected(f"witness: expected {count} bits")
    bits = [int(byte == ord("1")) for byte in line]
    for k, default in enumerate(defaults or []):
        if line[k] == ord("x") and default == 1:
            bits[k] = 1
    return bits


def claimed_properties(model, line):
    if not CLAIMS.fullmatch(line):
        raise Rejected("witness: expected b or j and a number")
    return [claimed_property(model, claim) for claim in re.findall(rb"[bj][0-9]+", line)]


def claimed_property(model, text):
    match = CLAIM.fullmatch(text)
    if not match:
        raise Rejected("witness: expected a smaller number")
    outputs_only = not model.bads and not model.justice
    kind = "justice" if match.group(1) == b"j" else "output" if outputs_only else "bad"
    number = int(match.group(2))
    section = {"justice": model.justice, "bad": model.bads, "output": model.outputs}[kind]
    if number >= len(section):
        raise Rejected("witness: expected a property of the model")
    return Property(kind, b"%s %d" % (kind.encode(), number), number)


def witness_lines(data):
    """Lines that say something, and what follows the last newline."""
    *lines, rest = data.split(b"\n")
    if rest:
        raise Rejected("witness: expected a newline at the end")
    return [line for line in lines if line[:1] not in (b"c", b"u")]


def check_aiger_witness(model, data):
    """Returns the first property that fails; all that are named must."""
    lines = witness_lines(data)
    if len(lines) < 3 or lines[0] != b"1":
        raise Rejected("witness: expected 1, a property, latches and inputs")
    claims = claimed_properties(model, lines[1])
    resets = [model.reset[latch >> 1] for latch in model.latches]
    latches = read_bits(lines[2], len(model.latches), resets)
    if b"." not in lines[3:]:
        raise Rejected("witness: expected .")
    end = 3 + lines[3:].index(b".")
    inputs = [read_bits(line, len(model.inputs)) for line in lines[3:end]]
    if not inputs:
        raise Rejected("witness: expected at least one step")
    if lines[end + 1:] and lines[end + 1].split(b" ")[0] in (b"0", b"1", b"2"):
        raise CannotTell("witness: several in one file")
    if lines[end + 1:]:
        raise Rejected("witness: expected nothing behind the witness")
    for wanted in claims:
        check_claim(model, wanted, latches, inputs)
    return claims[0]


def check_claim(model, wanted, latches, inputs):
    system = elaborate(model, wanted)
    steps = list(run(model, latches, inputs, stop=False))
    if wanted.kind == "justice":
        check_trace(wanted, system, Trace(find_loop(model, steps), latches, inputs))
        return
    section = model.bads if wanted.kind == "bad" else model.outputs
    shown = [t for t, (values, _) in enumerate(steps) if value(values, section[wanted.number])]
    if not shown:
        raise Rejected("the trace does not show the bad literal")
    check_trace(wanted, system, Trace(None, latches, inputs[:shown[0] + 1]))


def find_loop(model, steps):
    """The first state that equals the last one."""
    _, last = steps[-1]
    for t, (values, _) in enumerate(steps):
        if all(values[latch >> 1] == last[latch >> 1] for latch in model.latches):
            return t
    raise Rejected("the loop of the trace does not close")
