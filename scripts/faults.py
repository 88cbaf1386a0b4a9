"""The faults that scripts/mutate plants: by rules in a source, or from a list."""

import os
import re
import sys
from collections import namedtuple

from source_tree import COMMENT_OR_STRING, data_lines, line_at, read_text

# `old` at `offset` of `path` becomes `new`; `rule` says of what kind the fault is.
Fault = namedtuple('Fault', 'path offset old new rule')

# A fault of a list whose text stands in its file not once.
Lost = namedtuple('Lost', 'name path times')

OPPOSITES = ['mine theirs', 'MINE THEIRS', 'my their', 'me opponent', 'ME OPPONENT', 'ours theirs',
             'OURS THEIRS', 'white black', 'WHITE BLACK', 'win lose', 'WIN LOSE', 'won lost',
             'winner loser', 'true false', 'before after', 'first second', 'high low', 'fmin fmax',
             'min max', 'MIN MAX', 'sent received', 'TAKE PASS', 'take pass', 'accept reject']
FACTORS = r'1000000|100000|10000|1000|3600|60|36|100|2'

# What a fault replaces, and by what: a text, or a function of what was found. The sources are
# formatted: there is a blank on both sides of each operator of two operands.
RULES = [
    ('bound', r' (?:<|>)=? ', lambda f: f' {f[1]} ' if '=' in f else f' {f[1]}= '),
    ('bound', r'(?<= [-+] )1\b(?![.\w])', '0'),
    ('condition', r' (?:==|!=) ', lambda f: ' != ' if '==' in f else ' == '),
    ('condition', r' (?:&&|\|\|)(?=\s)', lambda f: ' ||' if '&' in f else ' &&'),
    ('condition', r'!(?=[\w(])', ''),
    ('sign', r' [-+]=? ', lambda f: f.translate(str.maketrans('+-', '-+'))),
    ('sign', r'(?<=[(\[,?:=] )-(?=[\w(])|(?<=[(\[])-(?=[\w(])|(?<=return )-(?=[\w(])', ''),
    ('lost error', r'(?<=\n)[ ]+(?:\(void\))?\w+\([^;{}]*\);(?=\n)', ';'),
    ('lost error', r'\breturn false;', 'return true;'),
    ('lost error', r'\breturn error_set\(', 'return !error_set('),
    ('unit', rf'(?<= [*/] )(?:{FACTORS})(?:\.0)?\b(?![.\w])', '1'),
    ('unit', rf'\b(?<![.\w])(?:{FACTORS})(?:\.0)?(?= \*)', '1'),
]
for pair in OPPOSITES:
    for here, there in (pair.split(), pair.split()[::-1]):
        RULES.append(('side', rf'(?<![A-Za-z]){here}(?![A-Za-z])', there))
RULES.append(('side', r'(?<=\[)[01](?=\])', lambda f: str(1 - int(f))))

PREPROCESSOR = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.MULTILINE)
# What a fault may not change: whom a signal goes to, and what a debug build alone checks.
LEFT_ALONE = re.compile(r'\b(?:kill|killpg|assert|static_assert)\(')


# Calls that only give memory back.
FREE = re.compile(r'\s*(?:\(void\))?(?:\w+_)?(?:free|cleanse)\(')


def code_of(text):
    """The text with blanks where no fault can be: comments, strings, the preprocessor."""
    def blank(found):
        return re.sub(r'[^\n]', ' ', found.group())

    return PREPROCESSOR.sub(blank, COMMENT_OR_STRING.sub(blank, text))


def faults_of(path):
    """All that the rules make of a source, in its order."""
    text = read_text(path)
    code = code_of(text)
    lines = code.split('\n')
    faults = []
    for rule, pattern, new in RULES:
        for found in re.finditer(pattern, code):
            if not LEFT_ALONE.search(lines[line_at(code, found.start()) - 1]):
                old = found.group()
                faults.append(Fault(path, found.start(), text[found.start():found.end()],
                                    new if isinstance(new, str) else new(old), rule))
    return sorted(set(faults), key=lambda fault: (fault.offset, fault.new))


def faults_of_room(room):
    """Of every source of a folder."""
    return [fault for name in sorted(os.listdir(room)) if name.endswith('.c')
            for fault in faults_of(f'{room}/{name}')]


def plant(fault, text):
    end = fault.offset + len(fault.old)
    return text[:fault.offset] + fault.new + text[end:]


def gives_memory_back(fault):
    return fault.rule == 'lost error' and FREE.match(fault.old) is not None


def describe(fault, is_anywhere=False):
    """Its line; anywhere: without folder and number. A second one of a line has its number there."""
    text = read_text(fault.path)
    line = line_at(text, fault.offset)
    begin = text.rfind('\n', 0, fault.offset + 1) + 1
    earlier = sum(fault.old == other.old and begin <= other.offset < fault.offset
                  for other in faults_of(fault.path)) if '\n' not in fault.old else 0
    old, new = (' '.join(part.split()) or 'nothing' for part in (fault.old, fault.new))
    context = ' '.join(text.split('\n')[line - 1].split())
    place = os.path.basename(fault.path) if is_anywhere else f'{fault.path}:{line}'
    return f'{place}: {fault.rule}: {old} -> {new}{f" ({earlier + 1})" if earlier else ""}   | {context}'


# ---- the survivors that nobody sees ------------------------------------------------------

UNSEEN = re.compile(r'(equivalent|memory|speed|internal): (?:\w+/)*(\w+\.c):(?:\d+:)? (.*)')


def read_unseen(path):
    """What describe(fault, is_anywhere=True) says of each -> why nobody sees it."""
    reasons = {}
    for number, line in data_lines(path):
        found = UNSEEN.fullmatch(line.rstrip())
        if not found:
            sys.exit(f'{path}:{number}: expected "REASON: PATH:LINE: RULE: OLD -> NEW   | TEXT"')
        reasons[f'{found[2]}: {found[3]}'] = found[1]
    return reasons


# ---- a list ------------------------------------------------------------------------------


def find_listed(name, path, old, new):
    """The text of a list is that of the source with any blanks between its words."""
    pattern = r'\s+'.join(re.escape(word) for word in ' '.join(old).split())
    text = read_text(path) if os.path.exists(path) else ''
    found = list(re.finditer(pattern, text))
    if len(found) != 1:
        return Lost(name, path, len(found))
    return Fault(path, found[0].start(), found[0].group(), '\n'.join(new), name)


def read_list(path):
    """Faults of "NAME", "FILE", "- OLD" lines, "+ NEW" lines."""
    listed, name, file, old, new = [], '', '', [], []

    def close():
        if old:
            listed.append(find_listed(name, file, old, new))
        old.clear()
        new.clear()

    for _, line in data_lines(path):
        if line.startswith('- ') and not new:
            old.append(line[2:])
        elif line.startswith('- ') or line == '+':
            continue
        elif line.startswith('+ '):
            new.append(line[2:])
        elif re.fullmatch(r'[\w/]+\.c', line):
            close()
            file = line
        else:
            close()
            name = line
    close()
    return listed
