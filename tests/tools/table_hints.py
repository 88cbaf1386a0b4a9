#!/usr/bin/env python3
"""Asks the tutor for many hints in a browser, before and after it has thought, and looks
whether any of them stays away; stops the program for a while and looks what the page says.

    tests/tools/table_hints.py FIBSBOT CHROMIUM FOLDER

HINTS=N: so many, 20 if not given. PICTURES=FOLDER keeps a picture. SEED=N: another match.
"""

import os
import signal
import sys
import time

sys.dont_write_bytecode = True
from browser import Browser
from table_match import COARSE, LOOK, TICKED, Program

HINT_S = 60    # a hint that takes longer hangs
TELL_MS = 5000 # of its clock, within which the page says that the program hangs
LIMIT_S = 3000
ACT = """fetch('act', {method: 'POST', headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(%s)}).then(answer => answer.ok)"""
MAY_HINT = "!document.querySelector('#b-hint').hidden && !document.querySelector('#b-hint').disabled"
HAS_HINT = "document.querySelector('#hints table') && document.querySelector('#chance').textContent !== 'thinking'"


# Counts how often the page shows "thinking"; with `isEager` it asks as soon as one can.
EAGER = """(() => {
  const hint = document.querySelector('#b-hint'), chance = document.querySelector('#chance');
  window.thinkings = window.presses = 0;
  new MutationObserver(() => { window.thinkings += chance.textContent === 'thinking'; })
    .observe(chance, {childList: true, characterData: true, subtree: true});
  setInterval(() => {
    if (!window.isEager || hint.hidden || hint.disabled) return;
    window.isEager = false;
    window.presses++;
    hint.click();
  }, 1);
})()"""


class Hints:
    def __init__(self, page, wanted):
        self.page, self.wanted, self.asked = page, wanted, 0
        page.run(EAGER)

    def ask(self):
        """Of each two, one is asked at once, one when the tutor has had time to think."""
        if self.page.run('window.presses') > 0:
            self.page.run('window.presses = 0')
        else:
            time.sleep(0.3)
            self.page.click('#b-hint')
        self.asked += 1
        try:
            self.page.until(HAS_HINT, HINT_S)
        except RuntimeError:
            raise SystemExit(f'hint {self.asked} stays on "{self.page.run("document.querySelector(`#chance`).textContent")}": '
                             f'{self.page.run(LOOK)}')
        self.page.run(f'window.isEager = {"true" if self.asked % 2 else "false"}')

    def step(self):
        """Presses one thing; each decision is hinted at before."""
        now = self.page.run(LOOK)
        if now['dialog'] == 'summary':
            self.page.run(ACT % ("{do: 'new', length: 5}" if 'match' in now['title'] else "{do: 'next'}"))
            self.page.until("!document.querySelector('#summary').open")
        elif self.page.run(f'window.presses > 0 || !window.isEager && {MAY_HINT}'):
            self.ask()
        elif now['points']:
            self.page.click(f'#board [data-place="{now["points"][-1]}"]')
        else:
            wanted = [name for name in ('take', 'accept', 'roll', 'done') if name in now['buttons']]
            if wanted:
                self.page.click(f'#b-{wanted[0]}')
            time.sleep(0.02)

    def run(self):
        end = time.monotonic() + LIMIT_S
        while self.asked < self.wanted:
            if time.monotonic() > end:
                raise SystemExit(f'{self.asked} hints in {LIMIT_S} s: {self.page.run(LOOK)}')
            self.step()


def hang(program, page):
    """The program stops answering, as if its processor were gone, and goes on: after how many milliseconds of the page it is told."""
    program.process.send_signal(signal.SIGSTOP)
    try:
        page.run('window.ticked = 0')
        page.until("!document.querySelector('#off').hidden")
        took = page.run('window.ticked')
        assert not page.run(LOOK)['buttons'], 'buttons can be pressed'
    finally:
        program.process.send_signal(signal.SIGCONT)
    page.until("document.querySelector('#off').hidden")
    return took


def main():
    program = Program(*sys.argv[1:4:2])
    try:
        with Browser(sys.argv[2]) as browser:
            page = browser.open(program.address, 1280, 860, first=COARSE + TICKED)
            page.until("document.querySelector('#new').open")
            page.run("document.querySelector('#length').value = 5, document.querySelector('#new-tutor').value = 'full'")
            page.click('#new button.main')
            page.until("document.querySelector('#board .hit .live')")
            page.run(ACT % "{do: 'set', tutor: true, warn: 0}")
            hints = Hints(page, int(os.environ.get('HINTS', 20)))
            hints.run()
            assert not browser.faults, browser.faults
            print(f'{hints.asked} hints; the page showed {page.run("window.thinkings")} times that the tutor thinks')
            if os.environ.get('PICTURES'):
                page.picture(os.path.join(os.environ['PICTURES'], 'hints.png'))
            took = hang(program, page)
            assert took < TELL_MS, f'told after {took} ms'
            print(f'the page told after {took} ms that the program hangs, and went on with it')
    finally:
        program.kill()


if __name__ == '__main__':
    main()
