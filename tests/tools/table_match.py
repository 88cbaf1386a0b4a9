#!/usr/bin/env python3
"""A person plays a whole 3-point match against the program in the browser, by clicking.

    tests/tools/table_match.py FIBSBOT CHROMIUM FOLDER

In the middle of turns the page is loaded again, a second tab plays along, and the program
is killed and started again. FOLDER is for the program's files. PICTURES=FOLDER keeps what
the page looks like on the way. SEED=N: another match.
"""

import glob
import os
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from browser import Browser

LIMIT_S = 420
QUICK = "try { localStorage.pace ??= 2; } catch { /* a page without an address */ }"
# Draws a fifth of the pictures, for who does not look how things move.
COARSE = QUICK + """
  const next = requestAnimationFrame, calm = new CSSStyleSheet();
  window.requestAnimationFrame = f => setTimeout(() => next(f), 60);
  calm.replaceSync('#board :is(.ck,.cube){transition:none} .thinks,.thinks i,#board .dice g{animation:none!important}');
  document.addEventListener('DOMContentLoaded', () => document.adoptedStyleSheets.push(calm));"""
# Counts in `ticked` the milliseconds of the page's own clock until it tells that nothing answers: a machine that
# pauses stops them, too.
TICKED = """{
  const every = setInterval;
  window.ticked = 0;
  window.setInterval = (f, ms) => every(() => {
    if (ms > 100 && document.querySelector('#off').hidden) window.ticked += ms;
    f();
  }, ms);
}"""
# What stands on the page, and what can be pressed there.
LOOK = r"""(() => {
  const open = document.querySelector('dialog[open]');
  return {
    state: document.querySelector('#state').textContent,
    dialog: open ? open.id : '',
    title: open ? open.querySelector('h2').textContent : '',
    buttons: [...document.querySelectorAll('#acts button:not([hidden]):not(:disabled)')].map(b => b.id.slice(2)),
    points: [...document.querySelectorAll('#board .hit .live')].map(r => r.dataset.place).filter(p => !isNaN(p)),
    board: [...document.querySelectorAll('#board .hit rect')].map(r => r.getAttribute('aria-label').replace(/, plays.*/, '')).join('; '),
    isLost: !document.querySelector('#off').hidden};
})()"""
# Whether the page shows all that the program has to say.
SETTLED = """fetch('view').then(answer => answer.json())
    .then(view => `${view.version}` === document.querySelector('#board').dataset.version)"""


class Program:
    """`fibsbot spar --web` in a folder, which may be killed and started again."""

    def __init__(self, program, folder):
        self.words = [program, 'spar', '--web', '--no-open', '--level', 'beginner', '--port', '0', '--delay', '0',
                      '--seed', os.environ.get('SEED', '6'), '--folder', os.path.join(folder, 'spar')]
        self.state = os.path.join(folder, 'spar', 'server.state')
        self.log = os.path.join(folder, 'spar.log')
        self.address = None
        self.start()

    def start(self):
        with open(self.log, 'a', encoding='utf-8') as log:
            self.process = subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=log, text=True)
        for line in self.process.stdout:
            if line.startswith('Play in the browser:'):
                before, self.address = self.address, line.split()[-1]
                assert before in (None, self.address), f'it was at {before} and is now at {self.address}'
                return
        raise SystemExit('the program does not tell an address')

    def wait_saved(self):
        """Waits till the server has written its state and finds nothing more to write for a second."""
        end = time.monotonic() + 60
        while not os.path.exists(self.state) or time.time() - os.path.getmtime(self.state) < 1:
            assert time.monotonic() < end, 'the state of the server is not written'
            time.sleep(0.05)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Player:
    def __init__(self, browser, program, pictures):
        self.browser, self.program, self.pictures = browser, program, pictures
        self.page = self.open()
        self.second, self.adventures, self.games = None, [self.reload, self.open_second_tab, self.kill], 0
        self.has_doubled, self.plays = False, 0

    def open(self):
        page = self.browser.open(self.program.address, 1280, 860, first=QUICK)
        page.until("document.querySelector('#seat-mine b')")
        return page

    def picture(self, name):
        if self.pictures:
            self.page.picture(os.path.join(self.pictures, f'{name}.png'))

    def begin(self):
        self.page.until("document.querySelector('#new').open")
        self.page.run("document.querySelector('#length').value = 3, document.querySelector('#new-tutor').value = 'off'")
        self.page.click('#new button.main')

    # ---- in the middle of a turn, one after the other ----

    def look(self):
        self.page.until(f'await {SETTLED}')
        return self.page.run(LOOK)

    def same_as(self, before):
        """Waits till the page shows what it showed."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            now = self.look()
            if (now['board'], now['buttons']) == (before['board'], before['buttons']):
                return
            time.sleep(0.1)
        raise SystemExit(f'before: {before}\nafter:  {now}')

    def reload(self, before):
        self.page.reload()
        self.page.until("document.querySelector('#seat-mine b')")
        self.same_as(before)
        print('the page was loaded again in the middle of a turn')

    def open_second_tab(self, before):
        first, self.page = self.page, self.open()
        self.same_as(before)
        self.page.click('#b-undo')
        self.page.until("document.querySelector('#b-undo').disabled")
        first.until("document.querySelector('#b-undo').disabled")
        self.second = first
        print('a second tab plays along')

    def kill(self, _):
        self.page.click('#b-undo')
        self.page.until("document.querySelector('#b-undo').disabled")
        before = self.look()
        self.program.wait_saved()
        self.program.kill()
        self.page.until("!document.querySelector('#off').hidden")
        assert not self.page.run(LOOK)['buttons'], 'buttons can be pressed without the program'
        self.picture('lost')
        self.program.start()
        self.page.until("document.querySelector('#off').hidden")
        self.page.until("document.querySelector('#board .hit .live')")
        self.same_as(before)
        print('the program was killed and started again in the middle of a turn')

    # ---- playing ----

    def turn(self):
        """Presses one thing. False: the match is over."""
        now = self.look()
        if now['dialog'] == 'summary':
            return self.end_of_game(now)
        if now['isLost']:
            raise SystemExit('the connection was lost')
        wanted = [name for name in ('take', 'accept', 'double', 'roll', 'done')
                  if name in now['buttons'] and not (name == 'double' and self.has_doubled)]
        if 'undo' in now['buttons'] and self.adventures:
            self.adventures.pop(0)(now)
        elif wanted:
            self.has_doubled |= wanted[0] == 'double'
            self.plays += wanted[0] == 'done'
            self.page.click(f'#b-{wanted[0]}')
        elif now['points']:
            if self.plays == 6:
                self.page.look(1280, 860, still=True)
                self.page.hover(f'#board [data-place="{now["points"][-1]}"]')
                self.picture('table')
            self.page.click(f'#board [data-place="{now["points"][-1]}"]')
        else:
            time.sleep(0.05)
        return True

    def end_of_game(self, now):
        self.picture('end')
        self.games += 1
        print(now['title'])
        if 'match' in now['title']:
            return False
        self.page.click('#summary-next')
        self.page.until("!document.querySelector('#summary').open")
        return True

    def finish(self):
        results = self.page.run("document.querySelectorAll('#results tbody tr').length")
        assert results == 1, f'{results} results'
        shown = self.page.run("document.querySelector('#results tbody tr').textContent")
        assert 'beginner' in shown, f'the level it was started at is not told: {shown}'
        scores = self.page.run("[...document.querySelectorAll('.score')].map(e => e.textContent)")
        assert max(int(score) for score in scores) >= 3, f'beside the board stands {scores}'
        saved = self.page.run("fetch('match.mat').then(answer => answer.text())")
        assert '3 point match' in saved, f'the file of the match: {saved[:200]}'
        self.second.until("document.querySelector('#summary').open")
        self.sum_up()
        self.read_report()
        assert not self.adventures, 'the match was over too early'
        assert not self.browser.faults, self.browser.faults


    def sum_up(self):
        """The tutor is asked when the match is over."""
        self.page.run("fetch('act', {method: 'POST', headers: {'Content-Type': 'application/json'},"
                      " body: JSON.stringify({do: 'set', tutor: true})}).then(answer => answer.ok)")
        self.page.until("document.querySelector('#summary .chart path') && document.querySelector('#summary .worst .board')",
                        limit=300)  # every decision of the match is judged first
        self.page.look(1280, 900, still=True)
        self.picture('tutor')
        shown = self.page.run("document.querySelector('#summary .sum').textContent")
        assert 'Error rate (PR)' in shown and 'Luck' in shown, shown
        print('the tutor sums up the match')

    def read_report(self):
        """The bot takes its time to make the page; this one is as good, unless the bot writes its own just now."""
        match, = glob.glob(os.path.join(os.path.dirname(self.program.state), 'matches', '*.mat'))
        subprocess.run([self.program.words[0], 'analyse', '--ply', '0', match, '--report', match.replace('.mat', '.analysis.html')],
                       check=False, stdout=subprocess.DEVNULL)
        report = self.browser.open(self.program.address + 'report', 1280, 860)
        report.until("document.querySelector('#begin:not([hidden])')", limit=300)
        report.click('[data-go=start]')
        report.until("document.querySelector('#board svg') && location.hash")
        assert report.run("window.open('./') === null"), 'it opens the table, where it could act'
        print('the report goes through the decisions')


def main():
    program = Program(*sys.argv[1:4:2])
    end = time.monotonic() + LIMIT_S
    try:
        with Browser(sys.argv[2]) as browser:
            player = Player(browser, program, os.environ.get('PICTURES'))
            player.begin()
            while player.turn():
                if time.monotonic() > end:
                    raise SystemExit(f'no end: {player.page.run(LOOK)}')
            player.finish()
        print(f'a 3-point match of {player.games} games was played in the browser')
    finally:
        program.kill()


if __name__ == '__main__':
    main()
