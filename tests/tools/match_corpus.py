#!/usr/bin/env python3
"""Match files of all writers, changed at random from a seed, and what `fibsbot convert` says of them.

    tests/tools/match_corpus.py FIBSBOT WORK [COUNT [SEED]]

Half of the COUNT (2,000) are changed in a way that means nothing, as programs and editors write
text: they must be read as before and without a new remark. The others are damaged: each remark must
be of a class below, with its line, and nothing may crash or hang. Printed is how often each class
came. WORK is an empty folder.
"""
import glob
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter

LEFT_OUT = '(; the rest of the game is left out)?'
CLASSES = [
    ('cannot be read', r'there is no match in this file(: line \d+: .*)?|not a whole file of eXtreme Gammon|the file is damaged: its checksum differs'
                       r'|the list of what is in the file is damaged'),
    ('not understood', r'".*" is (not understood|no play)' + LEFT_OUT),
    ('no legal play', r'the play is not a legal one of \d-\d|play ".*": (it is not a legal play of \d-\d|the roll can be played'
                      r'|it marks a hit where there is no blot|no checker can move with this roll'
                      r'|expected checker moves such as "bar/20 6/4\(2\)")' + LEFT_OUT),
    ('impossible play', r'(a play that is impossible|an unknown play|not a play)' + LEFT_OUT),
    ('turn', r'a turn of player [12] is missing|a turn after the end of the game'),
    ('cube', r'a double to -?\d+ from \d+|a double without an answer|an answer without a double|a beaver in a match'),
    ('score', r'".*" is no score; taken for 0-0 in an unlimited match|game \d+ begins at \d+-\d+, expected \d+-\d+|game \d+ is missing(, and others)?'),
    ('result', r'the result differs from the board: .* wins \d+|a result without a game'),
    ('length', r'MI\[.*\] has no number; taken for an unlimited match|a match of \d+ points; taken for an unlimited one|no length of the match; taken for an unlimited one'),
    ('left out', r'a game that is not backgammon; it is left out|GM\[.*\] is not backgammon, GM\[6\]|a game from a position set by hand; it is left out'
                 r'|checkers or cube set by hand; the rest of the game is left out|the line is too long'),
    ('no place', r'a \.mat file has no comments; they are left out|SGF does not say that there are beavers'),  # of what is written
    ('nobody', r'nothing tells who rolled \d-\d; it is left out'),  # the first roll of a game without its play
]


class Corpus:
    def __init__(self, program, work):
        self.program, self.work = program, work
        self.classes, self.faults = Counter(), []

    def convert(self, path, name):
        """The status, the text as .mat and the remarks without the path."""
        out = os.path.join(self.work, name)
        done = subprocess.run([self.program, 'convert', '--force', path, out], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=60, check=False)
        text = open(out, 'rb').read() if done.returncode == 0 else b''
        said = done.stderr.decode(errors='replace').splitlines()
        return done.returncode, text, [line.replace(f'fibsbot convert: {path}:', '', 1) for line in said]

    def class_of(self, remark):
        words = re.sub(r'^\d+: ', '', remark).strip()
        return next((name for name, pattern in CLASSES if re.fullmatch(pattern, words)), None)

    def make(self):
        """Files of all writers: those of others, ours of each format, and matches of our own."""
        own = os.path.join(self.work, 'own')
        subprocess.run([self.program, 'tourney', 'fibsbot,level=novice', 'fibsbot,level=casual', '--length', '3', '--games', '6',
                        '--seed', '7', '--record', own], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        others = sorted(p for p in glob.glob('tests/data/matches/*') if not p.endswith('.md'))
        made = []
        for path in others + sorted(glob.glob(own + '/*.mat')):
            for end in ('mat', 'sgf', 'xg'):
                out = os.path.join(self.work, f'{os.path.basename(path)}.{end}')
                subprocess.run([self.program, 'convert', '--force', path, out], check=True, stderr=subprocess.DEVNULL)
                made.append(out)
        return others + ['tests/fuzz/corpus/oldmoves_read/game', 'tests/fuzz/corpus/bgammon_read/two_games'] + made

    def harmless(self, path, how):
        before, after = self.convert(path, 'before.mat'), self.convert(self.changed(path, how), 'after.mat')
        for remark in after[2]:
            self.classes[self.class_of(remark) or remark] += 1
        new = {self.words(remark) for remark in after[2] if self.class_of(remark) != 'nobody'}
        if how in UNFINISHED and after[0] == 0 and new <= set(map(self.words, before[2])):
            return
        if before[:2] != after[:2] or [self.words(r) for r in before[2]] != [self.words(r) for r in after[2]]:
            self.faults.append(f'{path}, {how.__name__}: {before[0]} {before[2]}, then {after[0]} {after[2]}')

    @staticmethod
    def words(remark):
        return re.sub(r'^\d+: ', '', remark)

    def damaged(self, path, how):
        changed = self.changed(path, how)
        status, _, remarks = self.convert(changed, 'after.mat')
        if status not in (0, 1):
            self.faults.append(f'{path}, {how.__name__}: status {status}')
        for remark in remarks:
            name = self.class_of(remark)
            self.classes[name] += 1
            if name is None or not (status == 1 or name == 'no place' or re.match(r'\d+: ', remark)):
                self.faults.append(f'{path}, {how.__name__}: "{remark}" is of no class')
        self.classes['no remark'] += not remarks

    def changed(self, path, how):
        out = os.path.join(self.work, 'changed')
        with open(path, 'rb') as file:
            data = file.read()
        with open(out, 'wb') as file:
            file.write(how(data))
        return out


def text(change):
    """A change of lines."""
    def how(data):
        return '\n'.join(change(data.decode('utf-8', 'replace').split('\n'))).encode()
    how.__name__ = change.__name__
    return how


# ---- what means nothing ----

def crlf(data):
    return data.replace(b'\r\n', b'\n').replace(b'\n', b'\r\n')


def old_mac(data):
    return data.replace(b'\r\n', b'\n').replace(b'\n', b'\r')


def byte_order_mark(data):
    return b'\xef\xbb\xbf' + data


def utf16(data):
    return data.decode('utf-8', 'replace').encode('utf-16')


def utf16_big(data):
    return data.decode('utf-8', 'replace').encode('utf-16-be')


def no_last_end(data):
    return data.rstrip(b'\r\n')


def more_end(data):
    return data + b'\n\n'


def stops_at_a_roll(data):
    """As a site writes a match that was left."""
    rolls = [at.end() for at in re.finditer(rb'[1-6][1-6]:', data)]
    return data[:random.choice(rolls)] + b'\n'


def stops_at_a_game(data):
    games = [at.start() for at in re.finditer(rb'\n *Game +[0-9]', data)][1:]
    return data[:random.choice(games)] if games else data


@text
def trailing_blanks(lines):
    return [line + ' ' * random.randrange(4) for line in lines]


@text
def empty_lines(lines):
    at = [i for i, line in enumerate(lines) if not line.strip()]
    return [line for i, line in enumerate(lines) for line in ([line, ''] if i in at else [line])]


@text
def other_tag(lines):
    return ['; [Round "3"]'] + lines


@text
def folded(lines):
    """SGF with a node on lines of its own."""
    return ('\n'.join(lines)).replace(';', '\n\n;').split('\n')


@text
def other_property(lines):
    return ['\n'.join(lines).replace('(;', '(;ZZ[of another program: \\] ( ; )]')]


HARMLESS = {'text': [crlf, old_mac, byte_order_mark, utf16, utf16_big, no_last_end, more_end, trailing_blanks, empty_lines, other_tag,
                     stops_at_a_roll, stops_at_a_game],
            'sgf': [crlf, byte_order_mark, no_last_end, more_end, folded, other_property],
            'lines': [crlf, byte_order_mark, more_end, trailing_blanks]}
UNFINISHED = [stops_at_a_roll, stops_at_a_game]


# ---- what does harm ----

def flip(data):
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1:]


def cut_off(data):
    return data[:random.randrange(len(data))]


def hole(data):
    at = random.randrange(len(data))
    return data[:at] + data[at + random.randrange(1, 200):]


def number(data):
    digits = [i for i, c in enumerate(data) if chr(c).isdigit()]
    at = random.choice(digits)
    return data[:at] + str(random.randrange(10)).encode() + data[at + 1:]


@text
def line_lost(lines):
    del lines[random.randrange(len(lines))]
    return lines


@text
def line_twice(lines):
    at = random.randrange(len(lines))
    return lines[:at] + lines[at:at + 1] + lines[at:]


@text
def lines_swapped(lines):
    at = random.randrange(max(1, len(lines) - 1))
    return lines[:at] + lines[at:at + 2][::-1] + lines[at + 2:]


@text
def long_line(lines):
    at = random.randrange(len(lines))
    lines[at] += 'x' * 600
    return lines


DAMAGE = [flip, cut_off, hole, number, line_lost, line_twice, lines_swapped, long_line]
BINARY = [flip, cut_off, hole]


def kind_of(path):
    with open(path, 'rb') as file:
        begin = file.read(8).lstrip()
    return {b'RGMH': 'xg', b'(;': 'sgf', b'(': 'sgf', b'bgam': 'lines', b'Scor': 'lines'}.get(
        next((k for k in (b'RGMH', b'(;', b'bgam', b'Scor') if begin.startswith(k)), None), 'text')


def main():
    program, work = sys.argv[1:3]
    count, seed = (int(word) for word in (sys.argv[3:] + ['2000', '1'][len(sys.argv) - 3:]))
    random.seed(seed)
    corpus = Corpus(program, work)
    files = corpus.make()
    readable = [path for path in files if kind_of(path) != 'xg']
    for i in range(count):
        if i % 2:
            path = random.choice(readable)
            corpus.harmless(path, random.choice(HARMLESS[kind_of(path)]))
        else:
            path = random.choice(files)
            corpus.damaged(path, random.choice(BINARY if kind_of(path) == 'xg' else DAMAGE))
    for name, times in corpus.classes.most_common():
        print(f'{times:6} {name}')
    for fault in corpus.faults:
        print(fault)
    print(f'{count} files, {len(corpus.faults)} faults')
    return bool(corpus.faults) or len(corpus.classes) < 8


if __name__ == '__main__':
    sys.exit(main())
