#!/usr/bin/env python3
"""What each frame of the table's page shows after one has done something, with views laid
ready instead of the program.

    tests/tools/table_frames.py CHROMIUM

The page gets frames from the test, 60 a second of a clock of their own, so that times are
exact on a loaded machine. ONLY=WORD: the tests with it in their names.
"""

import sys
import time

sys.dont_write_bytecode = True
from browser import Browser
from table_views import COMPLETE, PART, OVER, WARNING, Server, can, counts, expect, run_tests, view

FRAME_MS = 1000 / 60
SLACK_MS = 34
# Frames come from film(); everything else keeps its own time.
CLOCK = r"""(() => {
  const waiting = new Map();
  let number = 0;
  window.now = 0;
  window.requestAnimationFrame = f => { waiting.set(++number, f); return number; };
  window.cancelAnimationFrame = id => waiting.delete(id);
  const frame = () => {
    now += 1000 / 60;
    const due = [...waiting.values()];
    waiting.clear();
    for (const f of due) f(now);
  };
  const look = () => {
    const board = document.querySelector('#board'), men = {}, roll = document.querySelector('#b-roll');
    for (const g of board.querySelectorAll('.ck')) {
      g.dataset.id ||= (g.classList.contains('lt') ? 'mine' : 'theirs') + document.querySelectorAll('.ck[data-id]').length;
      const m = new DOMMatrix(getComputedStyle(g).transform);
      men[g.dataset.id] = `${m.e.toFixed(1)} ${m.f.toFixed(1)}`;
    }
    const cube = new DOMMatrix(getComputedStyle(board.querySelector('.cube')).transform);
    return {ms: now, men, dice: [...board.querySelectorAll('.dice g')].map(g => g.getAttribute('class')), cube: `${cube.e} ${cube.f}`,
      isBusy: board.hasAttribute('data-busy'), shown: Number(board.dataset.shown), mayRoll: !roll.hidden && !roll.disabled,
      dots: board.querySelectorAll('.marks .moved').length, isDim: board.classList.contains('dim'),
      state: document.querySelector('#state').textContent, dialog: (document.querySelector('dialog[open]') || {id: ''}).id};
  };
  window.film = async (count, isOver = () => false) => {
    const seen = [];
    for (let i = 0; i < count && !(seen.length > 0 && isOver(seen[seen.length - 1])); i++) {
      frame();
      seen.push(look());
      await new Promise(done => setTimeout(done));
    }
    return seen;
  };
})()"""


def near(value, wanted, what, slack=SLACK_MS):
    expect(abs(value - wanted) <= slack, f'{what}: {value:.0f} ms, wanted {wanted}')


# ---- what the program sends ----

AFTER_MINE = (COMPLETE['board']['mine'], COMPLETE['board']['theirs'])
BEFORE_MINE = (counts(p24=2, p13=3, p8=2, p6=6, p5=2), counts(p22=2, p13=4, p8=3, p7=1, p6=3, p4=2))


def event(number, kind, mine=False, dice=(0, 0), text='', hops=(), before=None, points=0):
    return {'n': number, 'kind': kind, 'mine': mine, 'dice': list(dice), 'text': text, 'points': points, 'score': [4, 3],
            'hops': [{'from': a, 'to': b} for a, b in hops], 'resumed': False,
            'before': before and {'mine': before[0], 'theirs': before[1]}}


def hop(side, *hops):
    side = list(side)
    for start, end in hops:
        side[start] -= 1
        side[end] += 1
    return side


MY_PLAY = event(8, 'play', True, (6, 4), '24/18*/14', [(24, 18), (18, 14)], BEFORE_MINE)
THEIR_ROLL = event(9, 'roll', False, (3, 2))
THEIR_PLAY = event(10, 'play', False, (3, 2), 'bar/22 13/11*', [(25, 22), (13, 11)], AFTER_MINE)
AFTER_THEIRS = (hop(AFTER_MINE[0], (14, 25)), hop(AFTER_MINE[1], (25, 22), (13, 11)))
OLD = COMPLETE['events']


def at(position, events, phase='waiting', **more):
    """A view with those checkers and what has happened since OLD."""
    board = {'mine': position[0], 'theirs': position[1], 'turn': 'them', 'dice': [0, 0], 'cube': 1, 'owner': 'centre',
             **more.pop('board', {})}
    return view(board=board, phase=phase, events=OLD + events, **more)


# As the program does: boards come after the events that they are of.
SENT = [at(BEFORE_MINE, [MY_PLAY], board={'dice': [6, 4], 'turn': 'me'}), at(AFTER_MINE, [MY_PLAY]),
        at(AFTER_MINE, [MY_PLAY, THEIR_ROLL]), at(AFTER_MINE, [MY_PLAY, THEIR_ROLL], board={'dice': [3, 2]}),
        at(AFTER_MINE, [MY_PLAY, THEIR_ROLL, THEIR_PLAY], board={'dice': [3, 2]})]
TO_ROLL = at(AFTER_THEIRS, [MY_PLAY, THEIR_ROLL, THEIR_PLAY], 'to_roll', board={'turn': 'me'}, allowed=can('resign', 'roll', 'double'))
MY_ROLL = event(11, 'roll', True, (5, 1))
ROLLED = at(AFTER_THEIRS, [MY_PLAY, THEIR_ROLL, THEIR_PLAY, MY_ROLL], 'to_play', board={'turn': 'me', 'dice': [5, 1]},
            allowed=can('resign', 'hop', 'play'),
            play={'hops': [], 'left': [5, 1], 'complete': False, 'forced': False, 'text': '', 'targets': []})


# ---- what the frames show ----

def moving(frames):
    """Of each frame, the checkers that are elsewhere than in the frame before."""
    return [[name for name, place in b['men'].items() if a['men'][name] != place] for a, b in zip(frames, frames[1:])]


def runs(frames):
    """The glides: [checker, ms of the frame before its first move, ms of its last one]."""
    found = []
    for frame, last, names in zip(frames[1:], frames, moving(frames)):
        expect(len(names) <= 1, f'{names} move in one frame, at {frame["ms"]:.0f}')
        for name in names:
            if found and found[-1][0] == name and last['ms'] - found[-1][2] < 2 * FRAME_MS:
                found[-1][2] = frame['ms']
            else:
                found.append([name, last['ms'], frame['ms']])
    return found


def places(frame, side):
    return sorted(place for name, place in frame['men'].items() if name.startswith(side))


def same(a, b):
    return all(places(a, side) == places(b, side) for side in ('mine', 'theirs'))


class Tests:
    """Each method is a test: it gets the browser and a server of its own."""

    def __init__(self, browser):
        self.browser = browser

    def at(self, server, first, pace=1, **look):
        server.show(first)
        page = self.browser.open(server.url, first=f"{CLOCK}; try {{ localStorage.pace = {pace}; }} catch {{}}", **look)
        page.until("document.querySelector('#seat-mine b')")
        page.run('film(2)')
        return page

    def done(self, server, last=TO_ROLL, pace=1, count=300, **look):
        """Presses Done; returns the page and its frames from then on."""
        page = self.at(server, COMPLETE, pace, **look)
        server.answers = {'done': [*SENT, last]}
        before = page.run('film(1)')
        page.click('#b-done')
        page.until("await fetch('view').then(() => true, () => true)")
        frames = before + page.run(f"film({count}, f => f.shown >= {last['events'][-1]['n']} && !f.isBusy)")
        return page, frames

    def test_no_checker_of_mine_moves_after_done_but_the_one_that_is_hit(self, server):
        _, frames = self.done(server)
        mine = places(frames[0], 'mine')
        first = next((i for i, frame in enumerate(frames) if places(frame, 'mine') != mine), None)
        expect(first is not None, 'the blot was not hit')
        moved = {name for names in moving(frames) for name in names if name.startswith('mine')}
        expect(len(moved) == 1, f'{moved} moved')
        last = [one for one in runs(frames) if one[0].startswith('theirs')][-1]
        expect(frames[first]['ms'] > last[2], 'the blot left before it was hit')

    def test_a_warning_that_was_answered_does_not_come_back(self, server):
        page = self.at(server, WARNING)
        server.answers = {'sure': [*SENT, TO_ROLL]}
        server.may_answer.clear()
        page.click('#warning button[value=sure]')
        page.until("document.querySelector('#state').textContent.startsWith('No answer for')")
        expect(page.run('film(1)')[0]['dialog'] == '', 'it opens while the answer is awaited')
        server.may_answer.set()
        frames = page.run("film(400, f => f.shown === 10 && !f.isBusy)")
        expect(any(frame['isBusy'] for frame in frames) and frames[-1]['mayRoll'], frames[-1])
        expect(not any(frame['dialog'] for frame in frames), 'it is open again')

    def test_resign_never_comes_under_the_mouse_that_pressed_done(self, server):
        for width, height in ((1280, 800), (1024, 768), (844, 390), (390, 844)):
            page = self.at(server, COMPLETE, width=width, height=height)
            server.answers = {'done': [*SENT, TO_ROLL]}
            x, y = page.middle('#b-done')
            page.click('#b-done')
            page.run("film(400, f => f.shown === 9)")
            under = page.run(f"document.elementFromPoint({x}, {y}).id")
            expect(under != 'b-resign' and page.run("document.querySelector('#b-resign').checkVisibility()"), f'{under} at {width}')
            page.close()

    def test_their_dice_stand_before_a_checker_moves_and_until_mine(self, server):
        _, frames = self.done(server, ROLLED)
        rolled = next(i for i, frame in enumerate(frames) if 'dk' in frame['dice'])
        near(runs(frames)[0][1] - frames[rolled]['ms'], 600, 'from their dice to their first move')
        expect(all('lt used' in frame['dice'] for frame in frames[:rolled]), f'my dice: {frames[0]["dice"]}')
        for frame in frames[rolled:]:
            expect(frame['dice'] in (['dk', 'dk'], ['dk used', 'dk used'], ['lt', 'lt']), f'{frame["dice"]} at {frame["ms"]}')
        expect(frames[-1]['dice'] == ['lt', 'lt'], 'my dice do not come')

    def test_one_checker_moves_at_a_time_and_each_hop_takes_its_time(self, server):
        for pace, glide, hit in [(0, 420, 320), (1, 260, 220), (2, 150, 130)]:
            _, frames = self.done(server, pace=pace)
            found = runs(frames)
            expect([name[:4] for name, _, _ in found] == ['thei', 'thei', 'mine'], found)
            for (_, begin, end), wanted in zip(found, (glide, glide, hit)):
                near(end - begin, wanted, f'a hop at pace {pace}')
            expect(found[2][1] >= found[1][2], 'the hit comes before the landing')

    def test_mine_comes_after_their_last_landing(self, server):
        for last in (ROLLED, TO_ROLL):
            _, frames = self.done(server, last)
            landed = runs(frames)[-1][2]
            ready = next(frame for frame in frames if 'lt' in frame['dice'] or frame['mayRoll'])
            expect(ready['ms'] >= landed + 300 - SLACK_MS, f'{ready["ms"] - landed:.0f} ms after the landing')
            settled = next(frame for frame in frames if frame['dots'] > 0)
            expect(settled['dots'] == 2 and settled['state'] == 'fibsbot played 3-2: bar/22 13/11*.', settled)

    def test_a_press_ends_the_event_and_does_nothing_else(self, server):
        for press in ('mouse', ' ', 'Escape'):
            page = self.at(server, COMPLETE)
            server.answers = {'done': [*SENT, at(AFTER_THEIRS, [MY_PLAY, THEIR_ROLL, THEIR_PLAY, MY_ROLL, event(12, 'dance', True, (5, 1))])]}
            page.click('#b-done')
            page.run('document.activeElement.blur()')
            page.run("film(400, f => f.shown === 10)")
            page.run('film(5)')
            posts = len(server.posts)
            if press == 'mouse':
                page.click('#board [data-place="13"]')
            else:
                page.key(press)
            frames = page.run('film(2)')
            wanted = self.rest(server)
            expect(places(frames[-1], 'mine') == wanted[0] and places(frames[-1], 'theirs') == wanted[1], f'{press}: {frames[-1]}')
            expect(frames[-1]['isBusy'] and frames[-1]['state'] == '5-1. No legal play.', f'{press}: what came after it is not shown: {frames[-1]}')
            time.sleep(0.2)
            expect(len(server.posts) == posts, f'{press}: {server.posts}')
            page.close()
            server.answers = {}

    def test_a_second_press_ends_all(self, server):
        page = self.at(server, COMPLETE)
        server.answers = {'done': [*SENT, ROLLED]}
        page.click('#b-done')
        page.run("film(400, f => f.shown === 9)")
        page.run('document.activeElement.blur()')
        page.key('Escape')
        page.key('Escape')
        frames = page.run('film(2)')
        expect(not frames[-1]['isBusy'] and frames[-1]['dice'] == ['lt', 'lt'], frames[-1])

    def rest(self, server):
        """Where the checkers of the newest view lie."""
        page = self.browser.open(server.url, first=CLOCK)
        page.until("document.querySelector('#seat-mine b')")
        frame = page.run('film(1)')[0]
        page.close()
        return places(frame, 'mine'), places(frame, 'theirs')

    def test_a_page_that_is_loaded_again_shows_the_newest(self, server):
        page = self.at(server, COMPLETE)
        server.answers = {'done': [*SENT, TO_ROLL]}
        page.click('#b-done')
        page.run("film(400, f => f.shown === 10)")
        page.reload()
        page.until("document.querySelector('#seat-mine b')")
        frame = page.run('film(1)')[0]
        expect(not frame['isBusy'] and frame['mayRoll'] and frame['dots'] == 2, frame)
        wanted = self.rest(server)
        expect((places(frame, 'mine'), places(frame, 'theirs')) == wanted, 'another position')

    def test_a_tab_that_was_hidden_shows_the_newest_at_once(self, server):
        hide = ("Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
                "document.dispatchEvent(new Event('visibilitychange'))")
        for steps in (0, 60):  # hidden before anything happens, and in the middle of it
            page = self.at(server, COMPLETE)
            server.answers = {'done': [*SENT, TO_ROLL]}
            if steps == 0:
                page.run(hide % 'true')
            page.click('#b-done')
            if steps > 0:
                page.run("film(400, f => f.shown === 10)")
                page.run(hide % 'true')
            page.until("document.querySelector('#state').textContent === 'Roll or double.'")
            page.run(hide % 'false')
            frames = page.run('film(5)')
            wanted = self.rest(server)
            expect(not any(frame['isBusy'] for frame in frames), 'what was missed is shown after the tab is seen again')
            expect(all((places(frame, 'mine'), places(frame, 'theirs')) == wanted for frame in frames), 'checkers still move')
            expect(frames[0]['dots'] == 2 and frames[0]['mayRoll'], frames[0])
            page.close()
            server.answers = {}

    def test_a_board_that_is_older_than_the_last_play_is_not_shown(self, server):
        page = self.at(server, SENT[0])
        frame = page.run('film(1)')[0]
        server.show(SENT[1])
        expect((places(frame, 'mine'), places(frame, 'theirs')) == self.rest(server), 'the position before the play is shown')

    def test_less_motion_has_no_checker_between_places(self, server):
        _, frames = self.done(server, still=True)
        found = [(name, frame['ms']) for frame, names in zip(frames[1:], moving(frames)) for name in names]
        expect(len(found) == 3, f'{len(found)} frames with a move')
        rolled = next(frame for frame in frames if 'dk' in frame['dice'])['ms']
        near(found[0][1] - rolled, 600, 'their dice')
        for (_, a), (_, b) in zip(found, found[1:]):
            near(b - a, 250, 'a rest')

    def test_what_is_shown_only_grows_and_ends(self, server):
        _, frames = self.done(server)
        shown = [frame['shown'] for frame in frames]
        expect(shown == sorted(shown) and shown[-1] == 10, shown)
        expect(not frames[-1]['isBusy'] and frames[-1]['ms'] - frames[0]['ms'] <= 4000, 'it is still busy')

    def test_a_play_of_two_hops_takes_as_long_as_it_is_to(self, server):
        for pace, wanted in [(0, 1000 + 2 * 580 + 320 + 500), (1, 600 + 2 * 360 + 220 + 300), (2, 250 + 2 * 190 + 130 + 100)]:
            _, frames = self.done(server, pace=pace)
            began = next(frame for frame in frames if 'dk' in frame['dice'])['ms']
            near(frames[-1]['ms'] - began, wanted, f'pace {pace}', 110)

    def test_four_hops_are_quicker_from_the_third_on(self, server):
        roll = event(9, 'roll', False, (4, 4))
        four = event(10, 'play', False, (4, 4), '13/9(2) 8/4(2)', [(13, 9), (13, 9), (8, 4), (8, 4)],
                     (AFTER_MINE[0], counts(p22=2, p13=4, p8=3, p6=4, p4=2)))
        position = (AFTER_MINE[0], hop(four['before']['theirs'], *[(h['from'], h['to']) for h in four['hops']]))
        page = self.at(server, at((four['before']['mine'], four['before']['theirs']), [MY_PLAY]))
        server.show(at(position, [MY_PLAY, roll, four], 'to_roll', board={'turn': 'me'}, allowed=can('roll')))
        frames = page.run("film(400, f => f.shown === 10 && !f.isBusy)")
        times = [end - begin for _, begin, end in runs(frames)]
        for took, wanted in zip(times, (260, 260, 182, 182)):
            near(took, wanted, f'hops {times}')
        began = next(frame for frame in frames if frame['dice'].count('dk') == 4)['ms']
        expect(frames[-1]['ms'] - began < 2300, f'{frames[-1]["ms"] - began:.0f} ms')

    def test_a_cube_glides_and_is_answered(self, server):
        page = self.at(server, at(AFTER_MINE, [MY_PLAY]))
        double = event(9, 'double', points=2)
        server.show(at(AFTER_MINE, [MY_PLAY, double], 'offered', board={'offered': 2}, allowed=can('take', 'pass')))
        frames = page.run("film(400, f => f.shown === 9 && !f.isBusy)")
        seen = [(a['ms'], b['ms']) for a, b in zip(frames, frames[1:]) if a['cube'] != b['cube']]
        near(seen[-1][1] - seen[0][0], 300, 'the cube to their half')
        near(frames[-1]['ms'] - seen[-1][1], 200, 'its rest')
        expect(frames[-1]['state'].startswith('fibsbot doubles to 2.'), frames[-1]['state'])
        taken = [double, event(10, 'take', True), event(11, 'roll', False, (6, 5))]
        server.show(at(AFTER_MINE, [MY_PLAY, *taken], board={'cube': 2, 'owner': 'me', 'dice': [6, 5]}))
        frames = page.run("film(400, f => f.shown === 11 && !f.isBusy)")
        seen = [(a['ms'], b['ms']) for a, b in zip(frames, frames[1:]) if a['cube'] != b['cube']]
        near(seen[-1][1] - seen[0][0], 250, 'the cube to me')
        expect(next(f for f in frames if 'dk' in f['dice'])['ms'] >= seen[-1][1] + 200 - SLACK_MS, 'their dice come before')

    def test_a_roll_without_a_play_is_seen(self, server):
        page = self.at(server, at(AFTER_MINE, [MY_PLAY]))
        dance = [event(9, 'roll', False, (6, 6)), event(10, 'dance', False, (6, 6))]
        server.show(at(AFTER_MINE, [MY_PLAY, *dance], 'to_roll', board={'turn': 'me'}, allowed=can('roll')))
        frames = page.run("film(400, f => f.shown === 10 && !f.isBusy)")
        rolled = next(frame for frame in frames if 'dk' in frame['dice'])
        near(frames[-1]['ms'] - rolled['ms'], 900, 'the dance', 51)
        expect(any(frame['state'] == '6-6. No legal play.' for frame in frames), 'it is not said')

    def test_the_summary_comes_after_the_last_hop(self, server):
        page = self.at(server, at(AFTER_MINE, [MY_PLAY]))
        end = event(11, 'game_end', False, points=2)
        server.show(view(OVER, phase='between', allowed=can('next'), over=None, set={'tutor': False}, board={'turn': 'them', 'dice': [3, 2]},
                         events=OLD + [MY_PLAY, THEIR_ROLL, THEIR_PLAY, end]))
        frames = page.run("film(400, f => f.dialog === 'summary')")
        expect(frames[-1]['dice'] == ['dk used', 'dk used'], f'dice that were played: {frames[-1]["dice"]}')
        expect(frames[-1]['dialog'] == 'summary', 'no summary')
        expect(frames[-1]['ms'] - runs(frames[:-1])[-1][2] >= 300 + 700 - SLACK_MS, 'it comes too early')
        passed = [event(9, 'double', True, points=2), event(10, 'pass', False), event(11, 'game_end', True, points=1)]
        server.show(at(AFTER_MINE, [MY_PLAY]))
        page.reload()
        page.until("document.querySelector('#seat-mine b')")
        server.show(view(OVER, phase='between', allowed=can('next'), over=None, set={'tutor': False}, events=OLD + [MY_PLAY, *passed]))
        frames = page.run("film(400, f => f.dialog === 'summary')")
        expect(any(frame['isDim'] and frame['state'] == 'fibsbot passes.' for frame in frames), 'the pass is not seen')

    def test_a_match_has_its_name_and_score_from_its_first_frame(self, server):
        page = self.at(server, view(phase='inviting', match=None, board=None, events=[], allowed=[]))
        server.show(at(AFTER_THEIRS, [event(8, 'game'), dict(THEIR_ROLL, kind='opening'), THEIR_PLAY], 'to_roll', board={'turn': 'me'}, allowed=can('roll')))
        page.until("(await film(1))[0].isBusy")
        shown = page.run("['#match', '#seat-mine .score', '#seat-theirs .score', '#seat-mine .end .soft'].map(e => document.querySelector(e).textContent)")
        expect(shown[:3] == ['7 points, game 6', '4', '3'] and shown[3].endswith(' pips'), shown)

    def test_a_new_game_has_its_number_and_score_when_it_is_shown_and_not_before(self, server):
        page = self.at(server, at(AFTER_MINE, [MY_PLAY]))
        start, next_game = counts(p24=2, p13=5, p8=3, p6=5), [event(11, 'game_end', True, points=2), event(12, 'game'), event(13, 'opening', False, (3, 1))]
        server.show(at((start, start), [MY_PLAY, THEIR_ROLL, THEIR_PLAY, *next_game], match={'game': 7, 'score': [6, 3]}, board={'dice': [3, 1]}))
        for number, wanted in ((10, ['7 points, game 6', 'Game 6', '4', '3']), (13, ['7 points, game 7', 'Game 7', '6', '3'])):
            last = page.run(f"film(400, f => f.shown === {number})")[-1]
            shown = page.run("['#match', '#record-title', '#seat-mine .score', '#seat-theirs .score'].map(e => document.querySelector(e).textContent)")
            expect(last['isBusy'] and shown == wanted, f'event {number}: {shown}, not {wanted}')

    def test_of_two_plays_that_wait_only_the_last_takes_its_time(self, server):
        page = self.at(server, at(AFTER_MINE, [MY_PLAY]))
        roll = event(12, 'roll', False, (6, 1))
        last = event(13, 'play', False, (6, 1), '8/2 6/5', [(8, 2), (6, 5)], AFTER_THEIRS)
        position = (AFTER_THEIRS[0], hop(AFTER_THEIRS[1], (8, 2), (6, 5)))
        server.show(at(position, [MY_PLAY, THEIR_ROLL, THEIR_PLAY, roll, last], 'to_roll', board={'turn': 'me'}, allowed=can('roll')))
        frames = page.run("film(400, f => f.shown === 13 && !f.isBusy)")
        times = [end - begin for _, begin, end in runs(frames[1:])]
        expect(len(times) >= 2 and all(took < 120 for took in times[:-2]), times)
        near(times[-1], 260, 'the last hop')
        expect(frames[-1]['ms'] - frames[0]['ms'] < 4000, 'too long')

    def test_a_play_made_elsewhere_is_shown(self, server):
        page = self.at(server, PART)
        server.show(SENT[1])
        frames = page.run("film(400, f => f.shown === 8 && !f.isBusy)")
        expect(len([1 for names in moving(frames) if names]) > 10, 'it jumps')

    def test_the_record_is_stepped_through(self, server):
        start = (counts(p24=2, p13=5, p8=3, p6=5), counts(p24=2, p13=5, p8=3, p6=5))
        first = event(3, 'play', True, (3, 1), '8/5 6/5', [(8, 5), (6, 5)], start)
        server.record = [event(1, 'match', points=7), event(2, 'game'), first, event(4, 'game_end', True, points=2), event(5, 'game'),
                         MY_PLAY, THEIR_ROLL, THEIR_PLAY]
        page = self.at(server, ROLLED)
        text = "[...document.querySelectorAll('#record .rec td button, #record summary')].map(e => e.textContent)"
        page.until(f"{text}.length === 5")
        expect(page.run(text) == ['Game 5: you win 2 (gammon)', '3-18/5 6/5', '6-424/18*/14', '3-2bar/22 13/11*', '5-1\u2026'], page.run(text))
        page.run('film(2)')
        now = page.run('film(1)')[0]
        for key, wanted in (('Left', 2), ('Right', 3), ('Home', 0), ('Left', 0), ('Right', 1), ('Right', 2), ('End', 3), ('Left', 2), ('Left', 1)):
            page.key(key if key in ('Home', 'End') else f'Arrow{key}')
            looked = page.run("[...document.querySelectorAll('#record td button')].findIndex(e => e.className === 'on')")
            expect(looked == wanted, f'{key}: cell {looked}, not {wanted}')
        back = page.run('film(1)')[0]
        expect(back['state'] == 'Looking back at move 1. The match waits.', back['state'])
        expect(back['dice'] == ['lt', 'lt'] and places(back, 'mine') != places(now, 'mine'), 'the board of now')
        page.click('#board [data-place="13"]')
        page.key('ArrowLeft')
        expect(places(page.run('film(1)')[0], 'mine') != places(back, 'mine'), 'the game before is not reached')
        expect(server.posts == [] and page.run("document.querySelector('#b-back').textContent") == 'Back to the game: your turn', 'it can be played')
        page.key('Escape')
        expect(same(page.run('film(1)')[0], now), 'Esc does not lead back')
        page.run("document.querySelector('#record .rec button').click()")
        page.click('#b-back')
        expect(same(page.run('film(1)')[0], now), 'the button does not lead back')

    def test_a_game_without_a_play_is_a_game_of_its_own_in_the_record(self, server):
        start = (counts(p24=2, p13=5, p8=3, p6=5), counts(p24=2, p13=5, p8=3, p6=5))
        plays = [event(n, 'play', n % 2 == 1, (3, 1), '8/5 6/5', [(8, 5), (6, 5)], start) for n in range(8, 68)]
        ends = [event(68, 'game_end', True, points=2), event(69, 'game'), dict(plays[0], n=70)]
        server.record = [event(1, 'match', points=7), event(2, 'game'), dict(plays[0], n=3), event(4, 'game_end', True, points=1), event(5, 'game'),
                         event(6, 'double', True, points=2), event(7, 'take', points=2), *plays, *ends]
        first = at(start, ends, 'to_play', allowed=['resign', 'hop'], play=ROLLED['play'],
                   match={'length': 7, 'game': 3, 'crawford': True, 'score': [6, 0]}, board={'turn': 'me', 'dice': [5, 1]})
        page = self.at(server, first, phone=True, width=390, height=844)
        lines = "[...document.querySelectorAll('#record summary, #record > .rec td button')].map(e => e.textContent)"
        page.until(f"{lines}.length > 2")
        expect(page.run(lines) == ['Game 1: you win 1', 'Game 2: you win 2', '3-18/5 6/5', '5-1\u2026'], page.run(lines))
        # what one looks back at is seen, with the cube of its game
        page.run("document.activeElement.blur()")
        inside = ("(([on, box, side]) => on.top >= Math.max(box.top, side.top) && on.bottom <= Math.min(box.bottom, side.bottom))"
                  "(['.on', '#record', '.side'].map(at => document.querySelector(at).getBoundingClientRect()))")
        for width, height in ((390, 844), (667, 375), (1280, 800)):
            page.look(width, height, width < 700)
            for key in ['ArrowLeft'] * 3 + ['Home', 'ArrowRight', 'End', 'ArrowLeft']:
                page.key(key)
                expect(key == 'End' or page.run(inside), f'{width} x {height}, {key}: the move is out of sight')
            page.key('Escape')
        page.key('ArrowLeft')
        expect(page.run("getComputedStyle(document.querySelector('#board .cube')).display") == 'none', 'a cube in the Crawford game')
        page.key('ArrowLeft')
        expect(page.run("document.querySelector('#board .cube text').textContent") == '2', 'the doubled cube of the game before')
        page.key('Home')
        expect(page.run("getComputedStyle(document.querySelector('#board .cube')).display") != 'none', 'no cube in a game before the Crawford game')
        page.key('Escape')
        page.until("getComputedStyle(document.querySelector('#board .cube')).display === 'none'")

    def test_a_record_that_begins_at_a_resumption_says_so(self, server):
        server.record = [{**event(1, 'match', points=7), 'resumed': True}, MY_PLAY, THEIR_ROLL, THEIR_PLAY]
        page = self.at(server, ROLLED)
        page.until("document.querySelector('#record-title').textContent === 'Game 6, since it was resumed'")

    def test_looking_back_does_not_stop_the_queue(self, server):
        page = self.at(server, COMPLETE)
        server.answers = {'done': [*SENT, TO_ROLL]}
        page.click('#b-done')
        page.run("film(400, f => f.shown === 9)")
        page.run("document.activeElement.blur()")
        page.key('ArrowLeft')
        frames = page.run("film(400, f => f.shown === 10 && !f.isBusy)")
        expect(not any(moving(frames)[1:]), 'the board that one looks back at moves')
        page.key('Escape')
        expect(page.run('film(1)')[0]['mayRoll'], 'it has not ended')

    def test_sounds_are_off_until_wanted_and_come_with_the_landing(self, server):
        audio = """(() => { window.heard = []; const make = name => class { constructor(_, o) { Object.assign(this, o); this.kind = name; }
            connect(to) { if (to && to.kind === 'Filter') this.hz = to.frequency; return to; } start() { heard.push([now, this.frequency || this.hz]); } stop() {} };
          window.AudioContext = class { constructor() { heard.push([now, 'made']); this.currentTime = 0; this.sampleRate = 8000; }
            createGain() { return new GainNode(this, {gain: {}}); } createBuffer() { return {getChannelData: () => []}; } close() { heard.push([now, 'closed']); } };
          window.GainNode = make('Gain'); window.AudioBufferSourceNode = make('Noise'); window.BiquadFilterNode = make('Filter');
          window.OscillatorNode = make('Tone'); })()"""
        page = self.at(server, COMPLETE)
        page.run(audio)
        server.answers = {'done': [*SENT, TO_ROLL]}
        page.click('#b-done')
        page.run("film(400, f => f.shown === 10 && !f.isBusy)")
        expect(page.run('heard') == [], page.run('heard'))
        server.show(at(AFTER_MINE, [MY_PLAY]))
        page.reload()
        page.until("document.querySelector('#seat-mine b')")
        page.run(audio)
        page.click('#b-keys')
        page.click('#sounds')
        page.key('Escape')
        server.show(at(AFTER_THEIRS, [MY_PLAY, THEIR_ROLL, THEIR_PLAY]))
        frames = page.run("film(400, f => f.shown === 10 && !f.isBusy)")
        heard = page.run('heard')
        expect([hz for _, hz in heard] == ['made'] + 5 * [1800] + [1800, 1800, 900, 900], heard)
        for (ms, _), (_, _, landed) in zip([heard[6], heard[7], heard[8]], runs(frames)):
            near(ms, landed, 'the sound of a landing')
        page.click('#b-keys')
        page.click('#sounds')
        page.key('Escape')
        expect(page.run('heard.pop()[1]') == 'closed', 'sounds go on')
        page.run("localStorage.sounds = 'on'")
        # who plays by keys alone hears as much after the page was loaded again
        page.reload()
        page.until("document.querySelector('#seat-mine b')")
        page.run(audio)
        page.key('b')
        expect([hz for _, hz in page.run('heard')] == ['made'], f"a key: {page.run('heard')}")

    def test_a_refused_play_is_set_anew_with_the_refusal(self, server):
        page = self.at(server, COMPLETE)
        server.answers = {'done': [SENT[0], view(PART, reason='It is not your turn.', events=OLD + [MY_PLAY])]}
        before = page.run('film(1)')
        page.click('#b-done')
        frames = before + page.run("film(200, f => f.state === 'It is not your turn.' && !f.isBusy)") + page.run('film(5)')
        expect(frames[-1]['state'] == 'It is not your turn.', frames[-1]['state'])
        moves = len([1 for names in moving(frames) if names])
        expect(moves == 1, f'checkers stand elsewhere in {moves} frames, wanted 1')


if __name__ == '__main__':
    with Browser(sys.argv[1]) as started:
        run_tests(started, Tests(started))
