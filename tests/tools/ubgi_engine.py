#!/usr/bin/env python3
"""A small UBGI engine, written from the drafts alone: plays the legal play after which the
fewest of its checkers stand alone. It is strict: what a controller may not say, it answers
by an error. With a MODE it misbehaves.

    ubgi_engine.py [--draft 0.2|0.1|0.01] [MODE]

MODE is silent, long (a line of 1 MB), illegal, exit, flood, twice, deaf, noisy (200 kB on
standard error; it plays on) or slow (so does this one): from its tenth play on, or with a + before it at once. It never
doubles and always takes.
"""

import re
import sys
import time

sys.dont_write_bytecode = True
from backgammon import plays, read_position_id, write_play


def say(line):
    print(line, flush=True)


def read_xgid(text):
    """(position, dice) of an XGID, seen by the player on roll."""
    fields = text.removeprefix('XGID=').split(':')
    sides = [[0] * 26, [0] * 26]
    for point, letter in enumerate(fields[0]):
        if letter.isupper():
            sides[0][point] = ord(letter) - ord('A') + 1
        elif letter != '-':
            sides[1][25 - point] = ord(letter) - ord('a') + 1
    for side in sides:
        side[0] = 15 - sum(side)
    mine, theirs = sides if fields[3] == '1' else sides[::-1]
    dice = tuple(map(int, fields[4])) if fields[4].isdigit() else None
    return (tuple(mine), tuple(theirs)), dice if dice != (0, 0) else None, fields[4] == 'D'


class Engine:
    def __init__(self, draft, mode):
        self.draft, self.mode = draft, mode
        self.position = self.dice = None
        self.is_doubled, self.plays_made = False, 0

    def choose(self):
        legal = plays(self.position, self.dice)
        best = min(sorted(legal), key=lambda after: sum(n == 1 for n in after[0][1:]))
        return write_play(legal[best])

    def misbehave(self):
        late = not self.mode.startswith('+')
        if not self.mode or (late and self.plays_made < 10):
            return False
        mode = self.mode.lstrip('+')
        if mode == 'silent':
            time.sleep(1000)
        elif mode == 'long':
            say('bestmove ' + 'a' * 1000000)
        elif mode == 'illegal':
            say('bestmove 24/23 24/22 24/21')
        elif mode == 'exit':
            sys.exit(3)
        elif mode == 'flood':
            while True:
                say('info depth 1')
        elif mode == 'twice':
            say('bestmove ' + self.choose())
            say('bestmove ' + self.choose())
        elif mode == 'deaf':
            say('bestmove ' + self.choose())
            time.sleep(1000)
        elif mode == 'noisy':
            sys.stderr.write('noise' * 40000)
            return False
        elif mode == 'slow':
            time.sleep(0.01)
            return False
        return True

    def answer_play(self):
        self.plays_made += 1
        if not self.misbehave():
            move = self.choose()
            say(move.replace('pass', '') if self.draft == '0.01' else 'bestmove ' + move)

    def answer_cube(self):
        action = 'take' if self.is_doubled else 'nodouble'
        say(action.replace('nodouble', 'roll') if self.draft == '0.01' else 'bestcube ' + action)

    def introduce(self):
        say('id name plain')
        say('id author tests')
        say('id version 7')
        if self.draft == '0.01':
            say('readyok')
            return
        if self.draft == '0.2':
            say('proto 0.2')
            say('key engine.noise int 0..9 0 nothing')
        say('ubgiok')

    def obey(self, line):
        words = line.split(' ')
        go = r'go role (chequer|cube)' if self.draft == '0.1' else r'go (chequer|cube)'
        if line == 'ubgi':
            self.introduce()
        elif self.draft == '0.01' and words[0].startswith('XGID='):
            self.position, self.dice, self.is_doubled = read_xgid(line)
            self.answer_play() if self.dice else self.answer_cube()
        elif self.draft == '0.01':
            say('sorry')
        elif line == 'isready':
            say('readyok')
        elif re.fullmatch(r'position gnubgid \S{14}', line):
            self.position, self.dice, self.is_doubled = read_position_id(words[2]), None, False
        elif re.fullmatch(r'position xgid XGID=\S+', line):
            self.position, self.dice, self.is_doubled = read_xgid(words[2])
        elif re.fullmatch(r'dice [1-6] [1-6]', line) and self.position:
            self.dice = int(words[1]), int(words[2])
        elif (match := re.fullmatch(go, line)) and self.position:
            if (match[1] == 'chequer') != bool(self.dice):
                say('error bad_state')
            else:
                self.answer_play() if self.dice else self.answer_cube()
        elif line == 'newgame':
            self.position = self.dice = None
        elif self.draft == '0.1' and re.fullmatch(
                r'newsession type (money|match length \d+) jacoby (on|off) crawford (on|off)'
                r'|setscore \d+ \d+|setcube value \d+ owner (center|p0|p1)|setturn p[01]', line):
            pass
        elif re.fullmatch(r'set engine.noise [0-9]', line) and self.draft == '0.2':
            pass
        else:
            say('error bad_command' if self.draft == '0.2' else 'error unknown_command')


def main():
    draft, mode = '0.2', ''
    for word in sys.argv[1:]:
        draft, mode = (word, mode) if word[0] == '0' else (draft, word.replace('--draft', mode))
    engine = Engine(draft, mode)
    for line in sys.stdin:
        if line == 'quit\n':
            break
        engine.obey(line[:-1])


main()
