#!/usr/bin/env python3
"""explain.py BUILD CORPUS: what `vouch explain` tells are runs of the model.

Checks and certifies the corpus, has every certificate explained as JSON, and goes through every path with a simulator of its own: the first
state is initial, each step follows from the one before, loops close, a bad literal is true at the end, a loop meets justice and fairness. What
a run leaves free is filled at random. Value change dumps must have the same values; AIGER witnesses are given to vouch-validate."""
import glob, json, os, random, subprocess, sys, tempfile

build, corpus = sys.argv[1:3]
vouch, validate = os.path.join(build, 'vouch'), os.path.join(build, 'vouch-validate')
random.seed(1)
failures = 0
counts = dict(certificates=0, paths=0, steps=0, loops=0, dumps=0)


def complain(*words):
    global failures
    failures += 1
    print('FAILED:', *words)


class Model:
    """ASCII AIGER with inputs, latches, gates in topological order."""

    def __init__(self, path):
        lines = open(path).read().split('\n')
        numbers = [int(x) for x in lines[0].split()[1:]]
        m, i, l, o, a = numbers[:5]
        b, c, j, f = (numbers[5:] + [0] * 4)[:4]
        at = 1
        def take(n):
            nonlocal at
            rows = [[int(x) for x in line.split()] for line in lines[at:at + n]]
            at += n
            return rows
        self.inputs = [r[0] for r in take(i)]
        self.latches = [(r[0], r[1], r[2] if len(r) > 2 else 0) for r in take(l)]
        self.outputs = [r[0] for r in take(o)]
        self.bad = [r[0] for r in take(b)]
        self.constraints = [r[0] for r in take(c)]
        sizes = [r[0] for r in take(j)]
        self.justice = [[r[0] for r in take(n)] for n in sizes]
        self.fairness = [r[0] for r in take(f)]
        self.gates = take(a)

    def evaluate(self, values):
        values[0] = 0
        pending = self.gates
        while pending:
            left = []
            for lhs, x, y in pending:
                if x >> 1 in values and y >> 1 in values:
                    values[lhs >> 1] = (values[x >> 1] ^ x & 1) & (values[y >> 1] ^ y & 1)
                else:
                    left.append((lhs, x, y))
            pending = left
        return values


def value(values, lit):
    return values[lit >> 1] ^ lit & 1


def parse(text, width):
    """The bits of a value, the least significant first; None: free."""
    if text == '-':
        return [None] * width
    if text.startswith('0b'):
        digits = text[2:].rjust(width, '0')
        return [None if d == 'x' else int(d) for d in reversed(digits)]
    number = int(text, 16 if text.startswith('0x') else 10)
    return [number >> k & 1 for k in range(width)]


def rows_of(story, path, where):
    """All rows of a path, with values of all signals (a list of bits by name)."""
    signals = {s['name']: s for s in story['signals']}
    if path['from'] is None:
        now = {}
    else:
        origin = story['paths'][path['from'] - 1]
        now = dict(origin['rows'][path['trace']['first'] - origin['trace']['first']])
    rows = []
    for step in path['trace']['steps']:
        for name, text in list(step['changes'].items()) + list(step['inputs'].items()):
            now[name] = parse(text, len(signals[name]['literals']))
        rows.append(dict(now))
    path['rows'] = rows
    return rows


def fill(model, story, row, known=None):
    """The values of latches and inputs of a row; latches that no signal shows come from `known`; what is free is drawn, or 0 in a story."""
    values = {}
    for s in story['signals']:
        for lit, bit in zip(s['literals'], row[s['name']]):
            if bit is not None and lit >> 1 not in values:
                values[lit >> 1] = bit ^ lit & 1
    for lit in model.inputs:
        if lit >> 1 not in values:
            values[lit >> 1] = random.getrandbits(1) if story['run'] else 0
    for lit, _, _ in model.latches:
        if known is not None and lit >> 1 not in values:
            values[lit >> 1] = known[lit >> 1]
    return values


def agrees(model, story, row, values, where):
    for s in story['signals']:
        for lit, bit in zip(s['literals'], row[s['name']]):
            if bit is not None and value(values, lit) != bit:
                if s['input'] and story['run'] is False:
                    continue
                complain(where, s['name'], 'is', value(values, lit), 'not', bit)
                return


def follow(model, story, path, rows, prop, where):
    trace = path['trace']
    latches = None
    met = set()
    loop = None if trace['loop'] is None else trace['loop'] - trace['first']
    at_loop = None
    values = None
    for t, row in enumerate(rows):
        known = latches
        values = fill(model, story, row, known)
        for lit, _, reset in model.latches:
            if t == 0 and path['from'] is None and reset in (0, 1) and values[lit >> 1] != reset:
                complain(where, 'the first state is not initial')
            if latches is not None:
                if lit >> 1 in values and values[lit >> 1] != latches[lit >> 1]:
                    complain(where, 'step', t, 'does not follow from the one before')
                    return
                values[lit >> 1] = latches[lit >> 1]
        if t == loop:
            at_loop = dict((lit, values[lit >> 1]) for lit, _, _ in model.latches)
        model.evaluate(values)
        agrees(model, story, row, values, '%s step %d:' % (where, t))
        last = t + 1 == len(rows) and loop is None
        if (not last or story['run']) and not all(value(values, c) for c in model.constraints):
            complain(where, 'step', t, 'violates a constraint')
        if loop is not None and t >= loop:
            met |= {f for f in fair(model, prop) if value(values, f)}
        latches = {lit >> 1: value(values, nxt) for lit, nxt, _ in model.latches}
        counts['steps'] += 1
    if loop is not None:
        counts['loops'] += 1
        opened = any('others may differ' in caution for caution in story['cautions'])
        if not opened and any(latches[lit >> 1] != bit for lit, bit in at_loop.items()):
            complain(where, 'the loop does not close')
        if set(fair(model, prop)) - met:
            complain(where, 'the loop is not fair')
    if story['run'] and prop.split()[0] in ('bad', 'output'):
        lits = model.bad if prop.startswith('bad') else model.outputs
        if not value(values, lits[int(prop.split()[1])]):
            complain(where, 'the bad literal is false at the end')


def fair(model, prop):
    return model.fairness + (model.justice[int(prop.split()[1])] if prop.startswith('justice') else [])


def check_dump(story, k, path, where):
    """The last steps of the dump are those of the path: signals of the property have its values."""
    names, now, rows, scopes = {}, {}, [], []
    for line in open(path):
        words = line.split()
        if line.startswith('$scope'):
            scopes.append(words[2].translate(str.maketrans('[]<>', '()()')))
        elif line.startswith('$upscope'):
            scopes.pop()
        elif line.startswith('$var'):
            names[words[3]] = '.'.join(scopes[1:] + [words[4]])
        elif line.startswith('#'):
            rows.append(now)
            now = dict(now)
        elif line[0] in '01x' and len(words) == 1:
            now[words[0][1:]] = words[0][0]
        elif line.startswith('b'):
            now[words[1]] = words[0][1:]
    rows = rows[1:]
    if scopes:
        complain(where, 'the dump does not close its scopes')
    trace = story['paths'][k]['trace']
    steps = [int(row['!'], 2) for row in rows]
    if steps[:trace['first'] + len(trace['steps'])] != list(range(trace['first'] + len(trace['steps']))):
        complain(where, 'the dump does not count its steps')
    by_name = {name: code for code, name in names.items()}
    for t, row in enumerate(story['paths'][k]['rows']):
        for s in story['signals']:
            name = s['name'].translate(str.maketrans('[]<> ', '()()_'))
            bits = ''.join('x' if b is None else str(b) for b in reversed(row[s['name']]))
            if name not in by_name and s['input'] and set(bits) == {'x'}:
                continue  # inputs that are free all the time are left out
            if rows[trace['first'] + t][by_name[name]] != bits:
                complain(where, 'the dump has another value of', s['name'], 'in step', t)
                return
    counts['dumps'] += 1


def explain(model, path, certificate, folder, formulas):
    where = os.path.basename(path) + ' ' + os.path.basename(certificate)
    vcd = os.path.join(folder, 'vcd')
    ran = subprocess.run([vouch, 'explain', certificate, path, '--json', '--vcd', vcd, '--dot', os.path.join(folder, 'x.dot')] + formulas,
                         capture_output=True, text=True)
    if ran.returncode != 0 or ran.stdout.count('\n') != 1:
        complain(where, 'explain ends with', ran.returncode, ran.stderr)
        return
    story = json.loads(ran.stdout)
    story['run'] = 'free' in story
    counts['certificates'] += 1
    if any(c['reason'] == 'unshown' for c in story['claims']):
        complain(where, 'claims that are not shown')
    if 'WRONG' in ran.stdout:
        complain(where, 'a run that does not show it')
    if story['evidence'] or not story['cautions']:
        complain(where, 'it looks like evidence')
    for k, one in enumerate(story['paths']):
        rows = rows_of(story, one, where)
        for _ in range(3 if story['run'] else 1):
            follow(model, story, one, rows, story['property'], '%s path %d:' % (where, k + 1))
        counts['paths'] += 1
        stem = os.path.basename(certificate)[:-5]
        check_dump(story, k, os.path.join(vcd, '%s-path-%d.vcd' % (stem, k + 1)), '%s path %d:' % (where, k + 1))
    for width in ('40', '80', '200') if counts['certificates'] % 8 == 0 else ('100',) if counts['certificates'] % 2 else ():
        for extra in ([], ['--facts']):
            text = subprocess.run([vouch, 'explain', certificate, path] + extra + formulas, capture_output=True, text=True,
                                  env=dict(os.environ, COLUMNS=width))
            if text.returncode != 0 or not text.stdout:
                complain(where, 'as text', extra, width)
    if story['run']:
        witness = os.path.join(folder, 'w')
        subprocess.run([vouch, 'explain', certificate, path, '--witness', witness], capture_output=True, check=True)
        judged = subprocess.run([validate, '--aiger-witness', path, witness], capture_output=True, text=True)
        if 's ACCEPTED' not in judged.stdout:
            complain(where, 'the witness:', judged.stdout)


HIERARCHY = """aag 11 2 3 0 6
2
4
6 16
8 22
10 10
12 4 6
14 5 7
16 13 15
18 8 12
20 9 13
22 19 21
i0 clk
i1 core.en
l0 core.count[0]
l1 core.count[1]
l2 core-b.q
"""


def hierarchy(folder):
    """Dots in names are scopes, words have ranges, and inputs that may be anything are left out."""
    path = os.path.join(folder, 'hierarchy.aag')
    with open(path, 'w') as file:
        file.write(HIERARCHY)
    subprocess.run([vouch, 'check', path, '--formula', 'AG !(core.count = 2)', '--certificates', folder], capture_output=True)
    subprocess.run([vouch, 'explain', os.path.join(folder, 'ctl-0.cert'), path, '--vcd', folder], capture_output=True, check=True)
    head = open(os.path.join(folder, 'ctl-0-path-1.vcd')).read().split('$enddefinitions')[0]
    found = [' '.join(word for word in line.split() if word not in ('$scope', '$var', '$upscope', '$end', 'module')) or 'up'
             for line in head.splitlines() if line.startswith(('$scope', '$var', '$upscope'))]
    wanted = ['vouch', 'integer 32 ! step', 'wire 1 " loop', 'up', 'property', 'core', 'wire 2 # count [1:0]', 'up', 'up',
              'inputs', 'core', 'wire 1 % en', 'up', 'up', 'registers', 'core-b', 'wire 1 & q', 'up', 'up']
    if found != wanted:
        complain('hierarchy:', found)


def values(folder):
    """Declared words have their values as text beside the bits, without blanks, whatever they are called."""
    path, ctl = os.path.join(folder, 'hierarchy.aag'), os.path.join(folder, 'values.ctl')
    with open(ctl, 'w') as file:
        file.write('enum core.count { NONE, ONE, TWO }\nAG core.count != TWO\n')
    subprocess.run([vouch, 'check', path, '--ctl', ctl, '--certificates', folder], capture_output=True)
    subprocess.run([vouch, 'explain', os.path.join(folder, 'ctl-0.cert'), path, '--ctl', ctl, '--vcd', folder], capture_output=True, check=True)
    text = open(os.path.join(folder, 'ctl-0-path-1.vcd')).read()
    found = [line.split() for line in text.splitlines() if line.startswith(('$var string', 's'))]
    code = found[0][3] if found else ''
    if found[:1] != [['$var', 'string', '1', code, 'count(value)', '$end']] or [f for f in found[1:]] != [[w, code] for w in ('sNONE', 'sONE', 'sTWO')]:
        complain('values:', found)
    if '%s\n' % code in text.replace(' ' + code, ''):
        complain('values: the code is that of another signal')


with tempfile.TemporaryDirectory() as folder:
    hierarchy(folder)
    values(folder)
    for path in sorted(glob.glob(os.path.join(corpus, '*.aag'))):
        model = Model(path)
        if any(reset not in (0, 1, lit) for lit, _, reset in model.latches):
            continue
        ctl = path.replace('_buggy', '')[:-4] + '.ctl'
        formulas = ['--ctl', ctl] if os.path.exists(ctl) else []
        certificates = os.path.join(folder, os.path.basename(path))
        subprocess.run([vouch, 'check', path, '--all', '--certificates', certificates, '--timeout', '5', '--validate', 'never'] + formulas,
                       capture_output=True)
        for certificate in sorted(glob.glob(os.path.join(certificates, '*.cert'))):
            explain(model, path, certificate, folder, formulas if 'ctl-' in certificate else [])
print(' '.join('%d %s' % (n, what) for what, n in counts.items()))
if counts['loops'] < 10 or counts['certificates'] < 50 or counts['dumps'] < 50:
    complain('too little was looked at')
sys.exit(1 if failures else 0)
