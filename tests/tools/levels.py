#!/usr/bin/env python3
"""Chooses levels in `fibsbot spar`, in the browser's way and in a terminal's, and looks what
the bot then plays: match files, results, and the errors of its decisions. Each match that is
over has its analysis, or a line of the log.

    tests/tools/levels.py FIBSBOT FOLDER
"""

import glob
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

PROGRAM, FOLDER = sys.argv[1:]
LIMIT_S = 240
OTHERS = ['expert', 'casual']
# Under a sanitizer, where the same takes ten times as long, the strength is not judged.
IS_PLAIN = os.path.basename(os.path.dirname(PROGRAM)) in ('build', 'build-alignment')
DECISIONS, PR_LEAST = (30, 25) if IS_PLAIN else (8, 0)
ENOUGH = 45 if IS_PLAIN else 12  # turns
SEED = os.environ.get('SEED', '1')


def records(folder):
    return sorted(glob.glob(f'{folder}/matches/*.mat'), key=os.path.getmtime)


def turns(folder):
    """The turns of the bot in all match files; some have no choice."""
    text = ''.join(open(path, encoding='ascii').read() for path in records(folder))
    return len(re.findall(r'^ *\d+\) \d\d: ', text, re.M))


def level_of(path):
    with open(path, encoding='ascii') as text:
        return re.search(r'Player 1 Level "(.*)"', text.read()).group(1)


def check_errors(paths):
    """The bot's error rate over all decisions in the files."""
    decisions = loss = 0
    said = subprocess.run([PROGRAM, 'analyse', '--json', '--ply', '0', *paths], capture_output=True, text=True, check=True)
    for match in (json.loads(line) for line in said.stdout.splitlines() if '"kind":"match"' in line):
        bot = match['players'][0]
        assert bot['player'] == 'fibsbot', bot
        decisions += bot['decisions']
        loss += bot['pr'] * bot['decisions']
    print(f'beginner: PR {loss / decisions:.1f} in {decisions} decisions')
    assert decisions >= DECISIONS, f'{decisions} decisions'
    assert loss / decisions > PR_LEAST, f'PR {loss / decisions}: that is no beginner'


class Web:
    def __init__(self, folder, *options):
        self.folder, self.log = folder, f'{folder}.log'
        with open(self.log, 'a', encoding='utf-8') as log:
            self.process = subprocess.Popen(
                [PROGRAM, 'spar', '--web', '--no-open', '--port', '0', '--delay', '0', '--seed', SEED, '--folder', folder, *options],
                stdout=subprocess.PIPE, stderr=log, text=True)
        for line in self.process.stdout:
            if line.startswith('Play in the browser:'):
                self.address = line.split()[-1]
                return
        raise SystemExit('the program does not tell an address')

    def view(self):
        with urllib.request.urlopen(self.address + 'view', timeout=60) as answer:
            return json.load(answer)

    def act(self, do, **more):
        request = urllib.request.Request(self.address + 'act', json.dumps({'do': do, **more}).encode(),
                                         {'Content-Type': 'application/json'})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as fault:
            assert fault.code == 409, fault.read()
            return None  # the view was of a moment ago

    def until(self, holds):
        """Plays the first play offered till the view is so."""
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end:
            view = self.view()
            if holds(view):
                return view
            wanted = [name for name in ('done', 'roll', 'take', 'accept', 'next') if name in view['allowed']]
            if view['phase'] == 'to_play' and not view['play']['complete']:
                target = view['play']['targets'][0]
                self.act('hop', to=target['to'], **{'from': target['from']})
            elif wanted:
                self.act(wanted[0])
            time.sleep(0.02)
        raise SystemExit(f'never: {self.view()}')

    def new(self, length, level):
        self.until(lambda view: 'new' in view['allowed'])
        assert self.act('new', length=length, level=level), self.view()
        self.until(lambda view: view['board'] and view['phase'] in ('to_play', 'to_roll'))

    def resign(self):
        self.until(lambda view: 'resign' in view['allowed'])
        self.act('resign', number=3)
        return self.until(lambda view: view['phase'] == 'over')

    def stop(self):
        self.process.terminate()
        assert self.process.wait(60) == 0

    def heard(self, text):
        with open(self.log, encoding='utf-8') as log:
            return log.read().count(text)


def play_in_browser():
    folder = f'{FOLDER}/web'
    web = Web(folder)
    beginners = 0
    while turns(folder) < ENOUGH:
        web.new(3, 'beginner')
        view = web.until(lambda view: view['phase'] == 'over')
        beginners += 1
        assert view['results'][0]['level'] == 'beginner', view['results']
    for level in OTHERS:
        web.new(1, level)
        view = web.resign()
        assert view['results'][0]['level'] == level, view['results']
    levels = [level_of(path).split()[-1] for path in records(folder)]
    assert levels == ['beginner'] * beginners + OTHERS, levels
    check_errors(records(folder)[:beginners])

    # A match that is left goes on at its level, and its games keep their numbers.
    web.new(5, 'beginner')
    web.until(lambda view: 'resign' in view['allowed'])
    web.act('resign', number=1)
    view = web.until(lambda view: view['match']['game'] == 2 and view['phase'] == 'to_play')
    web.stop()
    with open(web.log, encoding='utf-8') as log:
        told = log.read()
    for path in records(folder)[:-1]:
        assert os.path.exists(path.replace('.mat', '.analysis.txt')) or f'is not analysed: the program ends ({path}' in told, path
    for options in ([], ['--level', 'expert']):
        before = web.heard('against you at level')
        others = before - web.heard('against you at level beginner')
        web = Web(folder, *options)
        view = web.until(lambda view: view['phase'] in ('to_play', 'to_roll'))
        assert view['opponent']['level'] == 'beginner', view['opponent']
        assert view['match']['game'] == 2, view['match']
        web.until(lambda view: web.heard('against you at level') > before)
        assert web.heard('against you at level') == web.heard('against you at level beginner') + others, 'the match goes on at another level'
        web.stop()
    print(f'in the browser: {levels}')


def play_in_terminal():
    folder = f'{FOLDER}/here'
    os.makedirs(folder, mode=0o700)
    process = subprocess.Popen([PROGRAM, 'spar', '--here', '--port', '0', '--delay', '0', '--seed', SEED, '--folder', folder],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.set_blocking(process.stdout.fileno(), False)
    said = ''

    def give(line, wanted):
        """Gives an order and reads what is said up to a pattern, of which it returns the match."""
        nonlocal said
        process.stdin.write(line.encode() + b'\n')
        process.stdin.flush()
        said, end = '', time.monotonic() + LIMIT_S
        while time.monotonic() < end:
            said += (process.stdout.read() or b'').decode()
            found = re.search(wanted, said, re.S)
            if found:
                return found
            time.sleep(0.02)
        raise SystemExit(f'{line}: no {wanted} in {said}')

    turn = r'Your turn: roll|Your play of|You are doubled|resigns .*accept or reject|The game is over|The match is over'
    answers = {'Your turn': 'roll', 'You are d': 'take', 'The game ': 'next'}
    beginners = 0
    while turns(folder) < ENOUGH:
        beginners += 1
        found = give('new 5 beginner', turn).group(0)
        while found != 'The match is over':
            if found == 'Your play of':
                best = give('hint', r'1\. (\S+(?: \S+)*?) +[+-]\d').group(1)
                give(best, 'Enter: send the play')
                found = give('done', turn).group(0)
            else:
                found = give(answers.get(found[:9], 'accept'), turn).group(0)
    for level in OTHERS:
        give(f'new 1 {level}', f'I play you at level {level}.*A match to 1 point.*({turn})')
        give('resign 3', 'The match is over')
    process.stdin.write(b'quit\n')
    process.stdin.close()
    assert process.wait(60) == 0
    levels = [level_of(path).split()[-1] for path in records(folder)]
    assert levels == ['beginner'] * beginners + OTHERS, levels
    with open(f'{folder}/table.json', encoding='utf-8') as kept:
        results = [result['level'] for result in json.load(kept)['results']]
    assert results == OTHERS[::-1] + ['beginner'] * beginners, results
    check_errors(records(folder)[:beginners])
    print(f'in the terminal: {levels}')


play_in_browser()
play_in_terminal()
