#!/usr/bin/env python3
"""A person plays a whole match against the program in the browser by the keyboard alone.

    tests/tools/table_keys.py FIBSBOT CHROMIUM FOLDER [POINTS]

All that is pressed are keys: Tab until the focus is where it shall be, Enter, Space, digits
and letters. A double is offered, a game is resigned. FOLDER is for the program's files.
PICTURES=FOLDER keeps what the page looks like at every new kind of state. SEED=N: another
match.
"""

import os
import re
import sys
import time

sys.dont_write_bytecode = True
from browser import Browser
from table_match import COARSE, LIMIT_S, LOOK, SETTLED, Program

TABS = 40  # more than there is on the page


class Typist:
    def __init__(self, browser, program, points, pictures):
        self.points, self.pictures, self.seen = points, pictures, []
        self.has_doubled = self.has_resigned = False
        self.page = browser.open(program.address, 1280, 860, first=COARSE)
        self.page.until("document.querySelector('#seat-mine b')")

    def look(self):
        self.page.until(f'await {SETTLED}')
        now = self.page.run(LOOK)
        kind = re.sub(r'\W+', '-', re.sub(r'[0-9]+', 'n', f"{now['dialog']} {now['title']} {now['state']}")).strip('-')
        kind = re.sub(r'n-left.*|[^-]+-n-n.*', 'part', kind)
        if kind not in self.seen:
            self.seen.append(kind)
            print(f"{now['title'] or now['state']}")
            if self.pictures:
                self.page.picture(os.path.join(self.pictures, f'{len(self.seen):02}-{kind[:40]}.png'))
        return now

    def press(self, *keys):
        for key in keys:
            self.page.key(key)

    def tab_to(self, selector):
        """Tabs on until the focus is there."""
        for _ in range(TABS):
            if self.page.run(f"document.activeElement.matches('{selector}')"):
                return
            self.press('Tab')
        raise SystemExit(f'Tab does not reach {selector}')

    def begin(self):
        self.page.until("document.querySelector('#new').open")
        self.look()
        self.tab_to('#length')
        self.press(*str(self.points))
        assert self.page.run("document.querySelector('#length').value") == str(self.points), 'a digit chooses no length'
        self.tab_to('#new-tutor')
        self.press('o')
        assert self.page.run("document.querySelector('#new-tutor').value") == 'off', 'a letter chooses no tutor'
        self.tab_to('#new button.main')
        self.press('Enter')
        self.page.until("!document.querySelector('#new').open")

    def play(self, points):
        """The checker on the last point that may move, by the first die."""
        self.tab_to('#board [data-place]')
        self.press(*points[-1], 'Enter', 'Enter')

    def resign(self):
        self.has_resigned = True
        self.press('r')
        self.page.until("document.querySelector('#resign').open")
        self.look()
        self.press('Tab', 'Enter')  # a single game

    def turn(self):
        """False: the match is over."""
        now = self.look()
        if now['dialog'] == 'summary':
            return self.go_on(now)
        buttons = now['buttons']
        if 'take' in buttons:
            self.press('t')
        elif 'accept' in buttons:
            self.press('a')
        elif 'double' in buttons and not self.has_doubled:
            self.has_doubled = True
            self.press('d')
        elif 'roll' in buttons or 'done' in buttons:
            self.press(' ')
        elif now['points'] and self.has_doubled and not self.has_resigned:
            self.resign()
        elif now['points']:
            self.play(now['points'])
        time.sleep(0.05)
        return True

    def go_on(self, now):
        if 'match' in now['title']:
            return False
        self.tab_to('#summary-next')
        self.press('Enter')
        self.page.until("!document.querySelector('#summary').open")
        return True


def main():
    program = Program(*sys.argv[1:4:2])
    points = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    end = time.monotonic() + LIMIT_S
    try:
        with Browser(sys.argv[2]) as browser:
            typist = Typist(browser, program, points, os.environ.get('PICTURES'))
            typist.begin()
            while typist.turn():
                if time.monotonic() > end:
                    raise SystemExit(f'no end: {typist.page.run(LOOK)}')
            assert typist.has_doubled, 'no double was offered'
            assert not browser.faults, browser.faults
        print(f'a {points}-point match was played by the keyboard')
    finally:
        program.kill()


main()
