#!/usr/bin/env bash
# `fibsbot spar --here`: a person plays in a terminal; Ctrl-C leaves the match saved, and
# the next start offers to go on. Without a terminal, boards and lines are plain. SEED=N:
# another match.
set -eu
build=$(cd "${BUILD:-build}" && pwd)
export FIBSBOT_WEIGHTS=$PWD/build/weights
command -v python3 >/dev/null || { echo 'skipped: no python3'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# libedit 3.1 keeps the names of functions that are added to it for ever
echo leak:libedit >"$work/leaks"
export ASAN_OPTIONS=fast_unwind_on_malloc=0 LSAN_OPTIONS=suppressions=$work/leaks:print_suppressions=0
python3 - "$build/fibsbot" "$work" <<'PYTHON'
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

PROGRAM, FOLDER = sys.argv[1:]
LIMIT_S = 90


class Terminal:
    """The program on a terminal; knows all that was written so far."""

    def __init__(self, rows=24, columns=80, colour=True):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM='xterm', LANG='C', NO_COLOR='1')
            if colour:
                del os.environ['NO_COLOR']
            os.execv(PROGRAM, [PROGRAM, 'spar', '--here', '--port', '0', '--level', 'beginner',
                               '--seed', os.environ.get('SEED', '1'), '--folder', FOLDER + '/spar'])
        self.text = ''
        self.resize(rows, columns)

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))

    def type(self, text):
        os.write(self.fd, text.encode())

    def wait_for(self, wanted):
        """Waits until the pattern is written; returns and forgets what came up to its end."""
        deadline = time.monotonic() + LIMIT_S
        while True:
            found = re.search(wanted, self.text, re.S)
            if found:
                self.text, said = self.text[found.end():], self.text[:found.end()]
                return said
            if time.monotonic() > deadline or not select.select([self.fd], [], [], 1)[0]:
                if time.monotonic() > deadline:
                    sys.exit('%s\nhas no "%s"' % (self.text[-2000:], wanted))
                continue
            try:
                self.text += os.read(self.fd, 65536).decode('utf-8', 'replace')
            except OSError:
                sys.exit('ended before "%s":\n%s' % (wanted, self.text[-3000:]))

    def end(self):
        """Waits for the end of the program."""
        try:
            while os.read(self.fd, 65536):
                pass
        except OSError:
            pass
        status = os.waitpid(self.pid, 0)[1]
        if status != 0:
            sys.exit('the program ended with %d' % status)


first = Terminal()
first.wait_for(r'You play against fibsbot\. \? lists the commands.*Enter: new match')
first.type('nwe 3\r')
first.wait_for('"nwe": did you mean new')
said = ''
while 'A match to 3' not in said:  # the bot may not be ready yet
    first.type('new 3\r')
    first.wait_for('The match begins')
    said = first.wait_for(r'A match to 3.*?pips.*?pips|Enter: new match')
if '\033[1;33m' not in said or '\033[H' not in said:
    sys.exit('the board is not in colour or not in place')
first.wait_for('Enter: roll|Your play of')
first.type('\r')  # rolls, if it is not the opening
first.wait_for(r'\d-\d> ')
first.type('hint\r')
play = re.search(r'1\. (\S+(?: \S+)*?) +[+-]\d', first.wait_for(r'1\. .*win')).group(1)
first.type('pace quick\r')
first.wait_for('at the quick pace')
first.type('auto next on\r')
first.wait_for('By itself: roll off, forced plays [a-z]+, next game on')
first.type('tutor full\r')
first.wait_for('asks before you lose 0.040 or more, and tells the better play')
first.type('p\t')
first.wait_for('\033\[Kpass  pips  pace')
first.type('ips\r')
said = first.wait_for('Pips: you 167')
if 'pass  pips' in said[said.rindex('\033[H'):]:
    sys.exit('the words that Tab has shown stay')
if re.search(r'[^\n]\033\[K\r*\n', said):
    sys.exit('a line is cleared behind its text, which takes the last character of a full one')
first.type(play.replace('/', '-').replace('*', '') + '\r')  # as people write it
first.wait_for('undo takes it back.*Enter: send the play')
first.type('undo\r')
first.wait_for(r'as 24/18 13/11|\.\.\.; undo')
first.type('clear\r')
first.type(play.split('/')[0] + '\t\014')  # Ctrl-L: what is drawn is the whole line
first.wait_for(r'\d-\d> ' + re.escape(play.split('/')[0]) + '/')
first.type('\014')  # and the board above it is drawn again
first.wait_for(r'\|BAR\|.*\d-\d> ' + re.escape(play.split('/')[0]) + '/')
first.type('\025' + play + '\r')  # Ctrl-U
first.wait_for('Enter: send the play')
first.type('\r')
first.wait_for(r'Your last decision, [^\n]*(was best|as good)')
# the bot's answer below it: above, its opening is told again each time
first.wait_for(r'You \d-\d: [^\n]*\n\033\[Kfibsbot (?:\d-\d: |doubles)')
first.type('moves\r')
first.wait_for(r'You +fibsbot.*\d-\d \S+/.*Enter goes back> ')
first.type('\r')  # and does nothing else
first.wait_for(r'you\D*: \d, \d+ pips.*(Enter: |take or pass)')
first.type('board\r')
first.resize(40, 120)
first.wait_for(r'\033\[2J')
first.type('\003')
first.wait_for('The match is saved; the next start resumes it')
first.end()
with open(FOLDER + '/spar/table.json') as kept:
    if '"next": true' not in kept.read():
        sys.exit('what goes by itself is not kept')

second = Terminal()
if 'saved' in second.wait_for('A match, 3 points, is saved|The match goes on'):  # the bot may be quicker
    second.type('\r')
    second.wait_for('The match goes on')
second.wait_for(r'you\D*: \d, \d+ pips')
second.type('analysis\r')
said = second.wait_for(
    r'error rate \(PR\) is \d.*Your chance of winning the match: \d+ %.*Enter goes back> ')
if 'BAR' in said[said.rindex('\033[H'):]:
    sys.exit('the analysis stands below the board, where it is cut')
second.type('forget 1\r')  # the match is given up
second.wait_for('A match to 1 point')
second.type('quit\r')
second.end()

third = Terminal(colour=False)
third.wait_for('The match goes on|is saved; forget')
third.type('resume\r')
said = third.wait_for(r'O you: \d, \d+ pips')
if '\033[H' not in said or re.search(r'\033\[[0-9;]*m', said):
    sys.exit('NO_COLOR: the board is in colour or not in place')
third.type('moves\r')  # of which the bot may have made one since
said = third.wait_for('(made since the match was resumed|You +fibsbot|made yet).*Enter goes back')
if 'made yet' in said:
    sys.exit('the moves before a match was resumed are denied')
third.type('board\r')
third.resize(10, 80)
third.wait_for('needs 18 rows; this terminal has 10')
third.type('?\r')
third.wait_for('roll the dice.*Enter goes on> ')
third.type('\r')
third.wait_for('the best plays.*Enter goes on> ')
third.type('\r')
third.wait_for('this list.*Enter goes back> ')
third.type('\r')
third.wait_for('needs 18 rows')
third.type('quit\r')
third.end()


def plain(lines):
    """What the program says to lines that do not come from a terminal: no sequences, no warnings."""
    with open(FOLDER + '/lines', 'w') as out:
        out.write(lines)
    with open(FOLDER + '/lines') as typed:
        done = subprocess.run([PROGRAM, 'spar', '--here', '--port', '0', '--folder', FOLDER + '/plain'],
                              stdin=typed, capture_output=True, text=True, timeout=LIMIT_S)
    if done.returncode != 0 or done.stderr or '\033' in done.stdout:
        sys.exit('not plain: %d %s %s' % (done.returncode, done.stdout, done.stderr))
    return done.stdout


if 'novice is good to start with' not in plain(''):
    sys.exit('it does not ask how strong the bot shall be')
if 'No move has been made yet' not in plain('moves\nquit\n'):
    sys.exit('a record before the first move')
if 'did you mean pips' not in plain('?\npipz\nquit\n'):
    sys.exit('no word is offered')
# orders wait for the table and for the match
said = plain('new 1\npips\nquit\n')
if 'The match begins' not in said or ('A match to 1' in said) != ('Pips: you 167' in said):
    sys.exit('an order was not carried out:\n' + said)
if 'A match to 1' in said and 'is saved' not in plain('new 3\nquit\n'):
    sys.exit('a saved match is forgotten')
PYTHON
