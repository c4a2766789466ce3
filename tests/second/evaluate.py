"""Evaluations: traces and initial states that are simply computed (section 5)."""

from verdict import Rejected


def value(values, literal):
    return values[literal >> 1] ^ (literal & 1)


def compute(model, values):
    """Gates of the model from constants, inputs and latches."""
    for variable in model.order:
        left, right = model.gates[variable]
        values[variable] = (values[left >> 1] ^ (left & 1)) & (values[right >> 1] ^ (right & 1))


def check_resets(model, values):
    """Given the values of the first step."""
    for k, latch in enumerate(model.latches):
        reset = model.reset[latch >> 1]
        if reset is not None and value(values, latch) != value(values, reset):
            raise Rejected(f"latch {k} does not start with its reset value")


def run(model, latches, inputs, stop=True):
    """The values of all variables in every step, one step at a time; ends, unless it shall not
    stop, where a step is not allowed."""
    state = {latch >> 1: bit for latch, bit in zip(model.latches, latches)}
    for t, bits in enumerate(inputs):
        values = {0: 0, **state}
        values.update((literal >> 1, bit) for literal, bit in zip(model.inputs, bits))
        compute(model, values)
        if stop and t == 0:
            check_resets(model, values)
        if stop and not all(value(values, literal) for literal in model.constraints):
            raise Rejected(f"step {t} of the trace violates a constraint")
        state = {latch >> 1: value(values, model.next[latch >> 1]) for latch in model.latches}
        yield values, state


def check_trace(wanted, system, trace):
    model = system.model
    if wanted.kind == "justice":
        check_loop(system, trace)
        return
    section = model.bads if wanted.kind == "bad" else model.outputs
    for values, _ in run(model, trace.latches, trace.inputs):
        pass
    if not value(values, section[wanted.number]):
        raise Rejected("the last step of the trace does not show the bad literal")


def relevant_latches(system):
    model = system.model
    found, todo = set(), list(model.constraints) + list(system.fairness)
    while todo:
        fresh = {v for v in model.cone(todo) if v in model.next} - found
        found |= fresh
        todo = [model.next[variable] for variable in fresh]
    return found


EITHER = 2


def value_of_three(values, literal):
    found = values[literal >> 1]
    return EITHER if found == EITHER else found ^ (literal & 1)


def compute_three(model, values):
    """Gates of the model from constants, inputs and latches, some of which are either."""
    for variable in model.order:
        left, right = (value_of_three(values, argument) for argument in model.gates[variable])
        if left == 0 or right == 0:
            values[variable] = 0
        else:
            values[variable] = 1 if left == 1 and right == 1 else EITHER


def check_returning(system, trace):
    """The loop once more, from nothing but the latches that are named."""
    model = system.model
    variables = [latch >> 1 for latch in model.latches]
    named = [variable for variable, bit in zip(variables, trace.returning) if bit]
    for t, (values, _) in enumerate(run(model, trace.latches, trace.inputs)):
        if t == trace.loop:
            start = {variable: values[variable] for variable in named}
    state = {**dict.fromkeys(variables, EITHER), **start}
    missing = set(system.fairness)
    for t in range(trace.loop, len(trace.inputs)):
        values = {0: 0, **state}
        values.update((literal >> 1, bit) for literal, bit in zip(model.inputs, trace.inputs[t]))
        compute_three(model, values)
        if any(value_of_three(values, literal) != 1 for literal in model.constraints):
            raise Rejected(f"step {t} of the trace may violate a constraint")
        missing = {literal for literal in missing if value_of_three(values, literal) != 1}
        state = {variable: value_of_three(values, model.next[variable]) for variable in variables}
    if any(state[variable] != start[variable] for variable in named):
        raise Rejected("a latch that is named need not return at the end of the loop")
    if missing:
        raise Rejected("a fairness literal need not be true on the loop of the trace")


def check_loop(system, trace):
    if trace.returning is not None:
        check_returning(system, trace)
        return
    start = None
    missing = set(system.fairness)
    for t, (values, after) in enumerate(run(system.model, trace.latches, trace.inputs)):
        if t == trace.loop:
            start = values
        if start is not None:
            missing = {literal for literal in missing if not value(values, literal)}
    if any(start[variable] != after[variable] for variable in relevant_latches(system)):
        raise Rejected("the loop of the trace does not close")
    if missing:
        raise Rejected("a fairness literal is never true on the loop of the trace")


def check_initial(certificate, upper):
    """The given state is initial, and outside the upper bound of the root."""
    system, bits = certificate.system, certificate.initial
    model = system.model
    values = {0: 0, **{monitor: 0 for monitor in system.monitors}, **dict(system.ghosts)}
    values.update((latch >> 1, bit) for latch, bit in zip(model.latches, bits))
    observed = [literal for k, literal in enumerate(model.inputs) if system.observed[k]]
    values.update((literal >> 1, bit)
                  for literal, bit in zip(observed, bits[len(model.latches):]))
    todo = [upper >> 1] + [reset >> 1 for reset in model.reset.values() if reset is not None]
    while todo:
        variable = todo[-1]
        if variable in values:
            todo.pop()
            continue
        missing = [a >> 1 for a in system.gates[variable] if a >> 1 not in values]
        if missing:
            todo.extend(missing)
            continue
        values[variable] = int(all(value(values, a) for a in system.gates[variable]))
    check_resets(model, values)
    if value(values, upper):
        raise Rejected("the initial state is in the upper bound of the formula")
