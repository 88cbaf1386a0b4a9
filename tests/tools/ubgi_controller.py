#!/usr/bin/env python3
"""A strict UBGI 0.2 controller: plays an engine against random plays and ends at the first
line that the draft does not allow.

    ubgi_controller.py GAMES SEED ENGINE [ARGUMENT...]
"""

import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from backgammon import START, has_ended, plays, position_id, read_play, swap

KEY = re.compile(r'key [a-z]+\.[a-z_]+ (int( \d+\.\.\d+| \*)? -?\d+|bool (true|false)|enum \S+ \S+'
                 r'|string \* \S+)( !)?( .*)?$')
INFO = re.compile(r'info( (depth|nodes|time_ms|multipv) \d+| score -?\d+(\.\d+)?| pv .*)+$')


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)

    def say(self, line):
        print(line, file=self.process.stdin, flush=True)

    def hear(self):
        line = self.process.stdout.readline()
        if not line.endswith('\n'):
            raise SystemExit('the engine ended')
        return line[:-1]

    def shake_hands(self):
        self.say('ubgi')
        heads = ['id name ', 'id author ']
        while (line := self.hear()) != 'ubgiok':
            if heads and line.startswith(heads[0]):
                heads.pop(0)
            elif not (line == 'proto 0.2' or line.startswith('id version ') or KEY.match(line)):
                raise SystemExit(f'handshake: {line!r}')
        if heads:
            raise SystemExit('no name or no author')

    def wait(self):
        self.say('isready')
        if (line := self.hear()) != 'readyok':
            raise SystemExit(f'expected readyok, not {line!r}')

    def play(self, position, dice):
        self.say('position gnubgid ' + position_id(position))
        self.say(f'dice {dice[0]} {dice[1]}')
        self.say('go chequer')
        while INFO.match(line := self.hear()):
            pass
        if not line.startswith('bestmove '):
            raise SystemExit(f'expected bestmove, not {line!r}')
        try:
            after = read_play(position, line[len('bestmove '):])
        except (ValueError, KeyError) as why:
            raise SystemExit(f'{line!r} of {dice}: {why}')
        if after not in plays(position, dice):
            raise SystemExit(f'illegal: {line!r} of {dice} from {position_id(position)}')
        return after

    def quit(self):
        self.say('quit')
        rest = self.process.stdout.read()
        if rest or self.process.wait(20) != 0:
            raise SystemExit(f'after quit: {rest!r}, status {self.process.returncode}')


def play_game(engine, dice):
    position, is_engines = START, dice.random() < 0.5
    engine.say('newgame')
    turns = 0
    while not has_ended(position):
        roll = dice.randint(1, 6), dice.randint(1, 6)
        if is_engines:
            position = engine.play(position, roll)
        else:
            position = dice.choice(sorted(plays(position, roll)))
        position, is_engines = swap(position), not is_engines
        turns += 1
    return turns


def main():
    games, dice = int(sys.argv[1]), random.Random(int(sys.argv[2]))
    engine = Engine(sys.argv[3:])
    engine.shake_hands()
    engine.say('set engine.ply 1')
    engine.wait()
    turns = sum(play_game(engine, dice) for _ in range(games))
    engine.wait()
    engine.quit()
    print(f'{games} games, {turns} turns, no fault')


main()
