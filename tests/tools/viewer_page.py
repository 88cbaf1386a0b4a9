#!/usr/bin/env python3
"""The page of an analysed match in a browser: sizes, keys, links, filters, paper.

    tests/tools/viewer_page.py FIBSBOT CHROMIUM WORK [WORD of a test ...]

WORK is a folder for reports. PICTURES=FOLDER keeps what each state looks like.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from browser import Browser
import table_page
from table_page import ARROWS, TEXTS, Failed, expect

MATCH = 'tests/data/matches/studio.txt'
SIZES = [(1280, 800), (1024, 768), (844, 390), (390, 844)]
# Wide tables scroll in a box of their own.
BEYOND = table_page.BEYOND.replace('.sr)', '.sr, .wide *)')
# What stands beyond the edge of its card.
OUTSIDE = """[...document.querySelectorAll('.card')].flatMap(card => { const right = card.getBoundingClientRect().right + .5;
  return [...card.querySelectorAll(':not(svg, svg *, .steps, .steps *)')].filter(e => e.getBoundingClientRect().right > right && e.checkVisibility()); })
  .map(e => e.textContent).join(' | ')"""
SIZE_MAX = 250 * 1024
AT = 'location.hash'
MINUS = '\u2212'
TEXT_OF = "document.querySelector('{}').textContent"
LEGEND = "[...document.querySelectorAll('.legend > :not([hidden])')].map(e => e.textContent).join(' ')"
# beavers, a game without decisions, a roll that could be played and was not
BEAVERS = """; [Jacoby "On"]
; [Beaver "On"]
 0 point match

 Game 1
 a : 0                              b : 0
  1) 31: 8/5 6/5                     42: 8/4 6/4
  2)  Doubles => 2                    Beavers => 4
  3) 31: 6/5 8/5                      63: 24/15
  4) 61: 13/7 8/7                     Doubles => 8
  5)  Drops                           Wins 4 points

 Game 2
 a : 0                              b : 4
  1)                                  Wins 1 point

 Game 3
 a : 0                              b : 5
  1) 31: 8/5 6/5                      52: 13/8 24/22
  2) 66: 24/18(2) 13/7(2)             11:
  3) 65:                              31: 8/5 6/5
  4)  Doubles => 2                    Beavers => 4
  5) 61: 13/7 8/7                     Doubles => 8
  6)  Takes                           64: 24/14
                                      Wins 1 point
"""
# hops of a play that is not among those of a decision
HOPS_NOT_KEPT = '''one => { const go = hand => isPlayed(hand) ? found(one, hand.men) < 0 && hand.hops
  : legalHops(hand.men, hand.dice).map(hop => go(handAfter(hand, hop))).find(Boolean); return go(newHand(readXgid(one.x))); }'''


class Tests:
    """Each method is a test; it gets a page of its own."""

    def __init__(self, program, browser, work):
        self.browser, self.work, self.pictures = browser, work, os.environ.get('PICTURES')
        self.path = os.path.join(work, 'report.html')
        self.program = program
        self.analyse('--ply', '1', '--report', self.path, MATCH)
        with open(self.path, encoding='utf-8') as page:
            self.html = page.read()
        data = self.html.split('<script type="application/json" id="data">')[1].split('</script>')[0]
        self.match = json.loads(data)
        self.errors = [i for i, one in enumerate(self.match['decisions']) if (one['l'] or 0) >= 0.02]

    def analyse(self, *words):
        subprocess.run([self.program, 'analyse', *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def open(self, hash='', width=1280, height=800, **look):
        page = self.browser.open(f'file://{self.path}{hash}', width, height, **look)
        page.until("document.querySelector('#to-help:not([hidden])')")
        return page

    def name(self, i):
        one = self.match['decisions'][i]
        ends = {'play': '', 'double': '.cube', 'no_double': '.cube'}
        return f'#{one["g"]}.{one["t"]}' + ends.get(one['a'], f'.{one["a"]}')

    def first(self, wanted):
        return next(i for i, one in enumerate(self.match['decisions']) if wanted(one))

    def look_at(self, page, name):
        worst = [99, '']
        for width, height in SIZES:
            for dark in (False, True):
                page.look(width, height, width == 390, dark, still=True)
                where = f'{name} at {width}, {"dark" if dark else "light"}'
                time.sleep(0.1)
                beyond = page.run(BEYOND)
                expect(not beyond, f'{where}: {beyond} is beyond the edge')
                outside = page.run(OUTSIDE)
                expect(not outside, f'{where}: "{outside}" is outside its card')
                worst = min(worst, page.run(TEXTS)[0])
                expect(worst[0] >= 4.5, f'{where}: "{worst[1]}" has a contrast of {worst[0]:.2f}')
                if self.pictures:
                    page.picture(f'{self.pictures}/{name}-{width}-{"dark" if dark else "light"}.png', width == 390)
        return worst

    def test_the_page_is_small_and_needs_nothing_from_outside(self):
        turns = len(self.match['decisions'])
        size = os.path.getsize(self.path)
        print(f'{turns} decisions: {size} bytes, {size - len(json.dumps(self.match, separators=(",", ":")))} of them the viewer')
        expect(size <= SIZE_MAX, f'{size} bytes, more than {SIZE_MAX}')
        for outside in (' src=', ' href=', '@import', 'url('):
            expect(outside not in self.html, f'the page has {outside}')

    def test_nothing_stands_beyond_the_edge_and_all_text_can_be_read(self):
        states = {'summary': '', 'play': self.name(self.errors[0]),
                  'offered': self.name(self.first(lambda one: one['a'] in ('take', 'pass'))),
                  'cube': self.name(self.first(lambda one: one['a'] in ('double', 'no_double')))}
        for name, hash in states.items():
            page = self.open(hash)
            worst = self.look_at(page, name)
            print(f'{name}: least contrast of a text {worst[0]:.2f} ("{worst[1]}")')
            if name == 'play':
                page.look(1280, 800)
                page.run(f"show({self.errors[0]})")
                page.key('?')
                self.look_at(page, 'help')
            page.close()

    def test_long_names_leave_room_in_each_window(self):
        path = os.path.join(self.work, 'names.html')
        with open(path, 'w', encoding='utf-8') as page:
            page.write(self.html.replace('"players":["anna","bert"]', '"players":["anna_with_a_long_name_of_thirty","bert_with_a_long_name_of_thirty"]').replace(
                '<h1>anna - bert', '<h1>anna_with_a_long_name_of_thirty - bert_with_a_long_name_of_thirty').replace('<span class="end">', '<span class="end"><a href="/">All matches</a>', 1).replace(
                '"why":"', '"why":"It makes the 4 point, four in a row, 6 to 3, although it does not hit. anna_with_a_long_name_of_thirty hits with 14 of 36 rolls. '))
        page = self.browser.open(f'file://{path}', 1280, 800, still=True)
        page.until("document.querySelector('#to-help:not([hidden])')")
        expect(page.run('NAMES[0].length') == 31, page.run('NAMES[0]'))
        page.run("shown.curve = 'lost'")
        for width, height in ((1280, 800), (1366, 768), (1024, 768), (1366, 650), (1280, 600), (844, 390), (667, 375), (568, 320), (390, 844)):
            page.look(width, height, width < 900, still=True)
            wrong = page.run(f"""LIST.map((one, i) => {{ show(i);
              const rect = e => e.getBoundingClientRect(), box = by('weighed'), record = document.querySelector('.scroll'), rows = [...by('record').children].filter(e =>
                rect(e).height > 1 && rect(e).top >= rect(record).top - 1 && rect(e).bottom <= rect(record).bottom + 1).length / 3;
              return [hash(one), {OUTSIDE}, {BEYOND}, innerWidth > 900 && (innerHeight > 700 && box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth) ? 'scrolls' : '',
                innerWidth > 900 && document.documentElement.scrollHeight > innerHeight ? 'too high' : '', innerWidth > 900 && rect(by('board')).right > rect(document.querySelector('.right')).left ? 'over the board' : '', rows < 2 ? `${{rows}} rows of the record` : '']; }})
              .filter(([, ...faults]) => faults.some(Boolean))""")
            expect(not wrong, f'{width} x {height}: {wrong[:2]} and {len(wrong)} in all')
            cut = page.run("[...document.querySelectorAll(innerWidth === 390 ? '.seat b, .record h3, .top h1, #now' : innerWidth < 901 ? '.seat b, .top h1, #now' : '.seat b')].filter(e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1).map(e => e.outerHTML)")
            expect(not cut, f'{width} x {height}: {cut} is cut')
        for width, height in ((844, 390), (667, 375)):
            page.look(width, height, True, still=True)
            page.key('?')
            expect(page.run("document.querySelector('#help button').getBoundingClientRect().bottom < innerHeight"), f'{width} x {height}: nothing closes the help')
            page.key('Escape')
        page.close()

    def test_many_games_leave_the_steps_in_the_window(self):
        page = self.open()
        page.run("const more = 80 - DOC.games.length; for (let i = 0; i < more; i++) DOC.games.unshift({...DOC.games[0]}); for (const one of LIST) one.g += more")
        for width, height in ((1366, 650), (1024, 600)):
            page.look(width, height, still=True)
            low, high, there = page.run("""(() => { show(0); const bottom = e => e.getBoundingClientRect().bottom;
              return [bottom(document.querySelector('.steps')), bottom(document.querySelector('.match')), bottom(document.querySelector('.games .on')) <= bottom(document.querySelector('.filters'))]; })()""")
            expect(low < high < height and there, f'{width} x {height}: the steps end at {low} of {high}, the game is {"in" if there else "out of"} sight')
        page.close()

    def test_a_link_opens_its_decision_and_says_what_was_better(self):
        for i in self.errors[:3]:
            one = self.match['decisions'][i]
            page = self.open(self.name(i))
            said = page.run(TEXT_OF.format('#sentence'))
            expect(f'{one["l"]:.3f}' in said, f'{self.name(i)}: "{said}" without {one["l"]}')
            expect(page.run("document.querySelectorAll('#board .board').length") == 1, 'no board')
            if one['a'] == 'play':
                expect(said.startswith(one['m'] + ' loses') and said.endswith(f'Best: {one["b"]}.'), said)
                kinds = page.run("[...new Set([...document.querySelectorAll('#board .arrow:not(.halo):not(.tip)')].map(a => a.classList[1]))].sort().join(' ')")
                expect(kinds == 'best made', f'arrows: {kinds}')
                rows = page.run("document.querySelectorAll('#weighed tbody tr').length")
                expect(rows == len(one['c']), f'{rows} candidates')
            page.close()

    def test_keys_go_through_the_match(self):
        page = self.open()
        page.key('n')
        expect(page.run(AT) == self.name(self.errors[0]), f'n: {page.run(AT)}')
        page.key(' ')
        expect(page.run(AT) == self.name(self.errors[1]), f'Space: {page.run(AT)}')
        page.key('p')
        for held in ('ctrlKey', 'altKey', 'metaKey'):  # the browser's own keys
            page.run(f"dispatchEvent(new KeyboardEvent('keydown', {{key: 'n', {held}: true}}))")
        expect(page.run(AT) == self.name(self.errors[0]), f'p: {page.run(AT)}')
        page.key('End')
        last = max(i for i, one in enumerate(self.match['decisions']) if one['g'] == self.match['decisions'][self.errors[0]]['g'])
        expect(page.run(AT) == self.name(last), f'End: {page.run(AT)}')
        page.key('Home')
        page.key('ArrowRight')
        expect(page.run(AT) == self.name(1), f'Home, right: {page.run(AT)}')
        page.key('ArrowLeft')
        expect(page.run(AT) == self.name(0), f'left: {page.run(AT)}')
        page.click('#games button:nth-child(2)')
        expect(page.run(AT) == self.name(self.first(lambda one: one['g'] == 2)), f'game 2: {page.run(AT)}')
        page.key('g')
        expect(page.run(AT) == self.name(0), f'g after the last game: {page.run(AT)}')
        page.key('f')
        turned = page.run(TEXT_OF.format('#seat-below b'))
        expect(turned == self.match['players'][1], f'turned: {turned} is below')
        page.key('s')
        expect(page.run("!document.querySelector('#summary').hidden"), 'no summary')
        page.close()

    def drawn(self, page, turned):
        """Of each decision: white and black checkers by the numbers beside them, and the seats, as the page draws them."""
        return page.run(f"""(shown.isTurned = {json.dumps(turned)}, LIST.map((one, i) => {{ show(i);
          const labels = [...document.querySelectorAll('#board .label')].map(l => [+l.getAttribute('x'), +l.getAttribute('y'), +l.textContent]);
          const low = Math.max(...labels.map(l => l[1])), numbers = tone => {{ const found = {{}};
            for (const man of document.querySelectorAll(`#board g.${{tone}}[transform]`)) {{
              const [x, y] = man.getAttribute('transform').match(/[\\d.]+/g).map(Number), count = +(man.querySelector('.num') || {{}}).textContent || 0;
              const label = labels.find(l => Math.abs(l[0] - x) < 1 && (l[1] === low) === (y > low / 2)), at = label ? label[2] : 'bar';
              found[at] = count || (found[at] || 0) + 1;
            }}
            const tray = document.querySelectorAll('#board .tray')[tone === 'lt' ? 1 : 0].getBoundingClientRect();
            found.off = [...document.querySelectorAll(`#board .${{tone}} .flat`)].map(e => e.getBoundingClientRect()).filter(b => b.top >= tray.top - 1 && b.bottom <= tray.bottom + 1 && b.left > tray.left && b.right < tray.right).length;
            return found; }};
          const seat = id => [document.querySelector(`${{id}} b`).textContent, parseInt(document.querySelector(`${{id}} .end .soft`).textContent), +document.querySelector(`${{id}} .score`).textContent];
          const half = x => x < XBAR - 30 ? 'left' : x > XBAR ? 'right' : 'bar', dice = [...document.querySelectorAll('#board .die')].map(e => [`${{e.parentElement.querySelectorAll('.pip').length}}`, e.parentElement.className.baseVal, half(+e.getAttribute('x'))]);
          const cube = document.querySelector('#board .cube'), [x, y] = cube ? cube.getAttribute('transform').match(/[\\d.]+/g).map(Number) : [];
          return [numbers('lt'), numbers('dk'), seat('#seat-below'), seat('#seat-above'), cube && [+cube.textContent, y < low / 4 ? 1 : y > low * 3 / 4 ? -1 : 0, half(x)], dice, {ARROWS}(document.querySelector('#board svg')),
            [...document.querySelectorAll('#board :is(.odd, .even)')].map(e => e.getBBox()).filter(b => b.height > 200 && b.width < 42 && labels.some(l => Math.abs(l[0] - b.x - b.width / 2) < 1)).length]; }}))""")

    def test_the_board_is_that_of_the_decision_from_both_sides(self):
        page = self.open(self.name(0))
        for turned in (False, True):
            for one, (light, dark, below, above, cube, rolled, arrows, points) in zip(self.match['decisions'], self.drawn(page, turned)):
                _, log, owner, _, dice, *_ = one['x'].split(':')
                is_above = (one['p'] == 1) != turned
                half, tone = ('left', 'dk') if is_above else ('right', 'lt')
                if cube:
                    wanted = [2 ** (int(log) + 1), 0, 'right' if is_above else 'left'] if dice == 'D' else [2 ** int(log) if log != '0' else 64, int(owner) * (1 if is_above else -1), 'bar']
                    expect(cube == wanted, f'{one["x"]}, turned {turned}: the cube is {cube}')
                expect(points == 24, f'{points} points stand in their places')
                expect(rolled == [[face, tone, half] for face in dice if face in '123456'], f'{one["x"]}, turned {turned}: {rolled}')
                played = [] if one['a'] != 'play' else [('made', one['m']), ('best', one['b'])] if (one['l'] or 0) >= .0005 else [('best', one['m'] or '')]
                stops = [(kind, re.sub(r'bar|off', '-', re.sub(r'\(\d\)|\*', '', word)).split('/')) for kind, play in played for word in play.split()]
                hops = {(kind, a, b) for kind, way in stops for a, b in zip(way, way[1:])}
                expect({tuple(arrow) for arrow in arrows} == hops, f'{one["x"]}, turned {turned}: {arrows}, not {hops}')
                men, game, other = one['x'].replace('XGID=', '').split(':')[0], self.match['games'][one['g'] - 1], 1 - one['p']
                counts = [0 if c == '-' else ord(c.lower()) - 96 for c in men]
                mine = {i if i < 25 else 'bar': n for i, (n, c) in enumerate(zip(counts, men)) if c.isupper()}
                theirs = {i or 'bar': n for i, (n, c) in enumerate(zip(counts, men)) if c.islower()}
                for side in (mine, theirs):
                    side['off'] = 15 - sum(side.values())
                pips = [sum(i * n for i, (n, c) in enumerate(zip(counts, men)) if c.isupper()),
                        sum((25 - i) * n for i, (n, c) in enumerate(zip(counts, men)) if c.islower())]
                seats = [[self.match['players'][p], count, game['score'][p]] for p, count in zip((one['p'], other), pips)]
                sides = [(mine, seats[0]), (theirs, seats[1])]
                if is_above:
                    sides.reverse()
                expect([{str(k): v for k, v in sides[0][0].items()}, sides[0][1]] == [light, below], f'{one["x"]}, turned {turned}, below: {light}, {below}, not {sides[0]}')
                expect([{str(k): v for k, v in sides[1][0].items()}, sides[1][1]] == [dark, above], f'{one["x"]}, turned {turned}, above: {dark}, {above}, not {sides[1]}')
        page.close()

    def test_curves_end_where_the_sums_of_the_players_are(self):
        page = self.open(self.name(0))
        first, second = self.match['sides']
        luck = page.run("(shown.curve = 'luck', lines().map(line => line[line.length - 1]))")
        expect(len(luck) == 1 and abs(luck[0] - (first['luck'] - second['luck'])) < 0.01, f'luck {luck}, sums {first["luck"]} and {second["luck"]}')
        lost = page.run("(shown.curve = 'lost', lines().map(line => line[line.length - 1]))")
        wanted = [side['play_loss'] + side['cube_loss'] for side in (first, second)]
        expect(max(abs(a - b) for a, b in zip(lost, wanted)) < 0.01, f'lost {lost}, sums {wanted}')
        # beside the curve stands what it has at the decision that is shown
        last = len(self.match['decisions']) - 1
        for kind, text in (('luck', f'{luck[0]:+.3f}'.replace('-', '\u2212')), ('chance', f"{self.match['decisions'][last]['w']:.1f} %"),
                           ('lost', ', '.join(f'{name} {value:.3f}' for name, value in zip(self.match['players'], lost)))):
            page.run(f"(() => {{ const s = by('curve-kind'); s.value = '{kind}'; s.onchange({{target: s}}); show({last}); }})()")
            expect(page.run(TEXT_OF.format('#now')) == text, f"{kind}: {page.run(TEXT_OF.format('#now'))}, not {text}")
        kinds = page.run("[...by('curve-kind').options].map(option => option.text)")
        expect(kinds == ['anna\u2019s chance of winning', 'Equity lost', 'Luck of anna less that of bert'], f'whose they are: {kinds}')
        axis = page.run("['luck', 'lost', 'chance'].map(kind => { shown.curve = kind; curve(); return [...document.querySelectorAll('#curve .y')].map(e => e.textContent).join(' '); })")
        expect(re.fullmatch(r'\u2212(\S+) 0 \+\1', axis[0]) and re.fullmatch(r'0 \S+ \d\S*', axis[1]) and axis[2] == '0 50 100', f'{axis}')
        expect(page.run("(shown.curve = 'chance', lines()[0])") == [one['w'] for one in self.match['decisions']], 'the chances are others')
        page.close()

    def test_candidates_and_cube_tables_have_the_figures_of_the_document(self):
        page = self.open(self.name(0))
        rows, facts = zip(*page.run("LIST.map((one, i) => { show(i); return [[...document.querySelectorAll('#weighed tbody tr')].map(row => [...row.cells].map(cell => cell.textContent)),"
                                    " [...document.querySelectorAll('#weighed dt')].map(name => [name.textContent, name.nextSibling.textContent])]; })"))
        # rounding of the browser and of Python differs in the last half
        is_near = lambda text, number: re.fullmatch(r'[+\u2212]?\d+\.\d+( %)?', text) and abs(float(text.split()[0].replace('\u2212', '-')) - number) <= 0.501 * 10 ** -len(text.split()[0].split('.')[1])
        for one, table, pairs in zip(self.match['decisions'], rows, facts):
            for row, (play, equity, ply, win, gammon, backgammon, lost, lost_backgammon) in zip(table, one.get('c', [])):
                loss = one['c'][0][1] - equity
                wanted = [equity, loss, win, gammon, backgammon, 100 - win, lost, lost_backgammon]
                expect(row[0].replace(' played', '') == play and row[9] == ply.replace('-ply', '') and (row[2] == 'best') == (row is table[0]), f'{one["x"]} {play}: {row}')
                expect(all(text == 'best' or is_near(text, number) for text, number in zip(row[1:9], wanted)), f'{one["x"]} {play}: {row}, not {wanted}')
            if 'q' not in one:
                continue
            none, take, drop = one['q']['e']
            expect(all(is_near(row[1], equity) for row, equity in zip(table, one['q']['e'])), f'{one["x"]}: {table}, not {one["q"]["e"]}')
            known = dict(pairs)
            costs = {'No double costs': min(take, drop) - none, 'Double costs': none - min(take, drop), 'Take costs': take - drop, 'Pass costs': drop - take}
            for words, cost in costs.items():
                expect(is_near(known[words], cost) if cost >= 0.0005 else words not in known, f'{one["x"]}, {words}: {known.get(words)}, not {cost}')
            chances, point, value = one['q']['o'], one['q']['tp'], one['q']['gv']
            losers = one['q'].get('mk')
            expect(losers is None or (known['Market losers'], known['Volatility']) == (f'{losers[0]:.0f} %', f'{losers[1]:.2f}'), f'{one["x"]}: {known}')
            for words, text in (('Doubler wins', f'{chances[0]:.1f} %'), ('Gammons', f'{chances[1]:.1f}, lost {chances[3]:.1f} %'), ('Take point', f'{point[0]:.1f} %'),
                                ('with a live cube', f'{point[1]:.1f} %'), ('Gammon value', f'{value[0]:.2f}, taker {value[1]:.2f}')):
                expect(known[words] == text, f'{one["x"]}, {words}: {known[words]}, not {text}')
        page.close()

    def test_words_and_marks_are_those_of_the_document(self):
        page = self.open(self.name(0))
        found = page.run("""LIST.map((one, i) => { show(i); const all = at => [...document.querySelectorAll(at)].map(e => e.textContent.trim());
          return {where: by('where').textContent, said: by('sentence').textContent, note: by('note').textContent, turn: [all('#seat-above .turn')[0], all('#seat-below .turn')[0]],
            arrows: arrowsFor(one), legend: [by('legend-made').hidden, by('legend-best').hidden], heading: all('#weighed th')[1] || '', best: all('#weighed tr.best td:first-child')[0],
            played: all('#weighed small.soft').length ? all('#weighed tr:has(small.soft) td')[0] : null, mark: all('#record .on')[0], games: all('#games button'), on: all('#games .on')[0],
            isForced: by('what-if').disabled, names: all('#record h3'), ats: [...document.querySelectorAll('#record button')].map(e => +e.dataset.at).sort((a, b) => a - b), first: all('#record .no')[0], numbers: all('#record .no').filter(Boolean), text: asText(one), loss: document.querySelector('#sentence [class]:not(.hop)')?.className}; })""")
        names, decisions = self.match['players'], self.match['decisions']
        done = {'no_double': 'Not doubling', 'double': 'Doubling', 'take': 'Taking', 'pass': 'Passing'}
        best = {'no_double': 'No double', 'double': 'Double', 'take': 'Take', 'pass': 'Pass'}
        rows = {'no_double': 'No double', 'double_take': 'Double, take', 'double_pass': 'Double, pass', 'too_good': 'Too good'}
        for i, (one, now) in enumerate(zip(decisions, found)):
            rows_of = [k for k, other in enumerate(decisions) if other['g'] == one['g'] and (k == i or other['a'] != 'no_double' or (other['l'] or 0) >= .02)]
            expect(now['ats'] == rows_of, f"decision {i}: {now['ats']} in the record, not {rows_of}")
            turns, rows_in_file, last = [other['p'] for other in decisions if other['g'] == one['g'] and other['a'] != 'no_double'], 0, 1
            for player in turns:  # a double that was not made has no row of its own in a file
                rows_in_file += player <= last
                last = player
            expect(now['numbers'] == [str(n + 1) for n in range(rows_in_file)], f"decision {i}: rows {now['numbers']}, but {rows_in_file} in the file")
            is_play, answers, loss, xgid = one['a'] == 'play', one['a'] in ('take', 'pass'), one['l'] or 0, one['x'].split(':')
            game, dice = self.match['games'][one['g'] - 1], '-'.join(one.get('d', '') or '')
            where = f"Game {game['number']}, turn {one['t']}, {names[one['p']]}" + (f', {dice}' if dice else '') + (', Crawford' if game['is_crawford'] else '')
            expect(now['where'] == where and now['isForced'] == ('c' not in one), f"{now['where']}, not {where}, {now['isForced']}")
            made, right = (one['m'] or 'No legal play', one['b']) if is_play else (done[one['a']], best[one['b']])
            size = ', a blunder' if loss >= .08 else ', an error' if loss >= .02 else ''
            words = (f"{made} loses {loss:.3f}{size}. Best: {right}." if loss >= .0005 else
                     f'{made}.' if is_play and one['m'] == '' else f'{made} is the only play.' if is_play and 'c' not in one else f'{made} is best.')
            expect(now['said'] == words and (loss < .0005 or now.get('loss') == ('bad' if loss >= .08 else 'warn' if loss >= .02 else 'soft')), f"{where}: {now['said']}, {now.get('loss')}, not {words}")
            note = ([f"Judged by {one['j']}."] if 'j' in one else []) + ([f"Luck of the roll {'+' if one['u'] >= 0 else MINUS}{abs(one['u']):.3f}."] if one.get('u') else [])
            expect(now['note'] == ' '.join(note), f"{where}: {now['note']}, not {note}")
            turn = ['', '']
            turn[0 if one['p'] == 1 else 1] = 'to answer' if answers else 'on roll'
            expect(now['turn'] == turn, f"{where}: {now['turn']}")
            arrows = [] if not is_play or not one['m'] else [['made', one['m']], ['best', one['b']]] if loss >= .0005 else [['best', one['m']]]
            expect(now['arrows'] == arrows and now['legend'] == [len(arrows) < 2, not arrows], f"{where}: {now['arrows']}, {now['legend']}")
            if 'q' in one:
                expect(now['heading'] == ('Doubler\u2019s equity' if answers else 'Equity') and now.get('best') == rows[one['q']['right']], f"{where}: {now['heading']}, {now.get('best')}")
                expect(('no double {:+.3f}, double/take {:+.3f}, double/pass {:+.3f}'.format(*one['q']['e'])).replace('-', MINUS) in now['text'], now['text'])
            if 'c' in one and is_play:
                expect(now['played'] == f"{one['m']} played", f"{where}: {now['played']}")
            cube = int(xgid[1])
            entry = dice + one['m'] if is_play and one['m'] else dice + 'no play' if is_play else {'no_double': 'no double', 'double': f'doubles to {2 ** (cube + 1)}', 'take': 'takes', 'pass': 'passes'}[one['a']]
            entry += f"{loss:.3f} {'??' if loss >= .08 else '?'}" if loss >= .02 else ''
            expect(now.get('mark') == entry, f"{where}: {now.get('mark')}, not {entry}")
            expect(now['names'] == names and now['first'] == '1' and now['on'] == str(game['number']) and now['games'] == [str(g['number']) for g in self.match['games']], f'{where}: the record')
        signs = page.run("[-0.0004, -0.0006, 0, 0.0006].map(number => signed(number)).join(' ')")
        expect(signs == f'+0.000 {MINUS}0.001 +0.000 +0.001', signs)
        said = page.run("progressWords({by: 'rollout', share: 0.5, error_bar: 0.00234})")
        expect(said == 'rollout: 50 %, standard error 0.0023', said)
        said = page.run("note({j: '2-ply', before: '1-ply said \u22120.1', u: 0.25, y: ['XG 4-ply', 0.0451]})")
        expect(said == f'Judged by 2-ply. 1-ply said {MINUS}0.1. Luck of the roll +0.250. XG 4-ply: {MINUS}0.045.', said)
        costly = page.run("(showSummary(), [...document.querySelectorAll('#three .warn, #three .bad')].map(e => +e.textContent))")
        expect(page.run("[by('costly'), by('begin')].every(e => e.checkVisibility())"), 'the summary has not all')
        expect(costly == sorted((round(one['l'], 3) for one in decisions if (one['l'] or 0) >= .02), reverse=True)[:3], f'{costly}')
        # the curve: higher is better, ends of games with the score after them, discs by player and size
        page.run("show(0)")
        ends = page.run("[...document.querySelectorAll('#curve .x')].map(e => e.textContent)")
        after = ['\u2013'.join(str(min(self.match['length'], score + points)) for score, points in zip(game['score'], game['points'])) for game in self.match['games']]
        expect(ends[-1] == after[-1] and all(end in after for end in ends), f'{ends}, not {after}')
        line = page.run("document.querySelector('#curve path.first').getAttribute('d')").lstrip('M').split('L')
        at = lambda i: 100 * i / (len(decisions) - 1)
        expect(all(abs(float(x) - at(i)) < .01 and abs(float(y) - (100 - one['w'])) < .06 for i, (one, (x, y)) in enumerate(zip(decisions, map(str.split, line)))), 'the curve is another')
        of = [i for i, one in enumerate(decisions) if one['g'] == 2]
        band = page.run(f"(show({of[1]}), (b => [parseFloat(b.style.left), parseFloat(b.style.width), +document.querySelector('#curve .here').getAttribute('x1')])(document.querySelector('#curve .band')))")
        expect(all(abs(a - b) < .02 for a, b in zip(band, [at(of[0]), at(of[-1]) - at(of[0]), at(of[1])])), f'the game stands at {band}')
        discs = page.run("[...document.querySelectorAll('#curve .disc')].map(e => [+e.dataset.at, e.classList.contains('theirs'), parseInt(e.style.width)])")
        expect(discs == [[i, decisions[i]['p'] == 1, 12 if decisions[i]['l'] >= .16 else 9 if decisions[i]['l'] >= .08 else 6] for i in self.errors], f'{discs}')
        page.run(f"show({self.errors[-1]})")
        page.key('n')
        expect(page.run(TEXT_OF.format('#copied')) == 'That was the last one.', 'after the last error')
        page.run(f"show({self.errors[0]})")
        page.key('p')
        expect(page.run(TEXT_OF.format('#copied')) == 'That was the first one.', 'before the first error')
        expect(page.run("(LIST.forEach(one => { one.l = 0; }), costliest(), by('costly').hidden)"), 'a heading without an error')
        page.close()

    def test_a_candidate_has_its_own_arrow(self):
        page = self.open(self.name(self.first(lambda one: len(one.get('c', [])) >= 3 and one['m'] == one['c'][0][0])))
        shape = "document.querySelector('#board .arrow:not(.halo)').getAttribute('d')"
        best = page.run(shape)
        page.key('3')
        expect(page.run(shape) != best, 'the arrow is that of the best play')
        expect(page.run(LEGEND) == '', f'it is called {page.run(LEGEND)}')
        expect(page.run("document.querySelector('#weighed tr.on').dataset.candidate") == '2', 'the row is not marked')
        page.key('3')
        count = page.run("current().c.length")
        for key, wanted in (('ArrowUp', count - 1), ('ArrowDown', -1), ('ArrowDown', 0), ('ArrowDown', 1), ('ArrowUp', 0), ('ArrowUp', -1)):
            page.key(key)
            expect(page.run('shown.candidate') == wanted, f"{key}: {page.run('shown.candidate')}, not {wanted}")
        expect(page.run(shape) == best and page.run(LEGEND) == 'best', 'the arrow stays')
        page.close()

    def test_filters_limit_errors_and_stay_in_the_address(self):
        decisions = self.match['decisions']
        cubes = [i for i in self.errors if decisions[i]['a'] != 'play' and decisions[i]['p'] == 1]
        page = self.open(self.name(0))
        page.run("(() => { for (const [id, value] of [['who', '1'], ['kind', 'cube']]) { const s = document.getElementById(id); s.value = value; s.onchange(); } })()")
        expect('who=1' in page.run('location.search') and 'kind=cube' in page.run('location.search'), page.run('location.href'))
        expect(page.run("document.querySelectorAll('#curve .disc').length") == len(cubes), 'discs of other decisions')
        page.key('n')
        if cubes:
            expect(page.run(AT) == self.name(cubes[0]), f'{page.run(AT)} is no cube action of player 2')
        page.reload()
        page.until("document.querySelector('#who').value === '1'")
        page.key('q')
        expect(page.run("quiz.round.length > 0 && quiz.round.every(card => card.one.p === 1)"), 'it asks the errors of the other player')
        page.close()

    def place(self, page, point):
        """Where a point of the board is, by the numbers that it shows; 25 is the bar, 0 the tray."""
        return page.run(f"""(() => {{ const box = document.querySelector('#board svg').getBoundingClientRect(), point = {point};
          const [x, y] = point === 25 ? [XBAR, MIDDLE + 60] : point === 0 ? [TRAY + 25, TOP + DEEP - 40] : [xOf(point), yOf(point, 0)];
          return [box.left + x * box.width / WIDE, box.top + y * box.height / TALL]; }})()""")

    def press(self, page, point):
        x, y = self.place(page, point)
        for kind, buttons in (('Moved', 0), ('Pressed', 1), ('Released', 0)):
            page.mouse(kind, x, y, buttons)

    def test_the_plays_that_can_be_made_by_hand_are_the_legal_ones(self):
        page = self.open()
        # every candidate is reached hop by hop; who is said to have no play has no hop
        wrong = page.run("""(() => { const wrong = [];
          for (const one of LIST.filter(one => one.a === 'play')) {
            const hand = newHand(readXgid(one.x));
            if ((one.m === '') !== isPlayed(hand)) wrong.push(one.x);
            const ends = new Set(), go = h => { if (isPlayed(h)) return ends.add(`${h.men.mine}/${h.men.theirs}`);
              for (const hop of legalHops(h.men, h.dice)) go(handAfter(h, hop)); };
            if (one.d[0] !== one.d[1]) go(hand); else continue;
            for (const c of one.c || []) { const men = afterPlay(readXgid(one.x), c[0]); if (!ends.has(`${men.mine}/${men.theirs}`)) wrong.push(one.x + c[0]); }
            if (one.c && one.c.length < 5 && ends.size !== one.c.length) wrong.push(`${one.x} has ${ends.size} plays, not ${one.c.length}`);
          }
          return wrong; })()""")
        expect(not wrong, f'{wrong[:3]}')
        # bearing off needs all at home and, of higher numbers, the rearmost; of two dice of which one fits, the higher
        rules = page.run("""(() => { const men = counts => Object.assign(emptyMen(), counts), none = emptyMen();
          const off = [[{7: 1, 1: 1}, 1, 1], [{6: 1, 1: 1}, 1, 1], [{6: 1, 4: 1}, 4, 6], [{3: 1}, 3, 6]].map(([mine, from, die]) => landing({mine: men(mine), theirs: none}, from, die));
          return [[0, 1, 25].map(point => turnedPoint(point, true)), off, legalHops({mine: men({20: 1}), theirs: men({16: 2})}, [6, 5]), legalHops({mine: men({20: 1}), theirs: men({16: 2})}, [5, 6])]; })()""")
        expect(rules == [[0, 24, 25], [-1, 0, -1, 0], [[20, 14, 6]], [[20, 14, 6]]], f'{rules}')
        page.close()

    def play_by_hand(self, page, play):
        self.hop_by_hand(page, page.run(f"""(() => {{ const at = readXgid(current().x), end = afterPlay(at, {json.dumps(play)});
          const find = hand => isPlayed(hand) ? isSame(hand.men, end) && hand.hops : legalHops(hand.men, hand.dice).map(hop => find(handAfter(hand, hop))).find(Boolean);
          return find(newHand(at)); }})()"""))

    def hop_by_hand(self, page, hops, is_above=False):
        for start, end, *_ in hops:
            self.press(page, 25 - start if is_above and start < 25 else start)
            if page.run("document.querySelector('#board .sel')") is not None:
                self.press(page, 25 - end if is_above and end > 0 else end)

    def test_another_play_is_tried_among_those_that_were_kept(self):
        i = next(i for i in self.errors if self.match['decisions'][i]['a'] == 'play' and self.match['decisions'][i]['p'] == 0
                 and '/' in self.match['decisions'][i]['b'] and 'bar' not in self.match['decisions'][i]['b'])
        one = self.match['decisions'][i]
        page = self.open(self.name(i))
        page.key('w')
        expect(page.run("document.querySelector('[data-act=done]').disabled"), 'a play without a hop is done')
        expect(page.run(LEGEND) == '', f'no arrow is there, but {page.run(LEGEND)}')
        # rings and dots lie on points of the board: what can be moved, and where to
        marks = """['.sel', '.dot'].map(kind => [...document.querySelectorAll(`#board ${kind}`)].map(e => { const b = e.getBoundingClientRect(), at = {clientX: b.x + b.width / 2, clientY: b.y + b.height / 2};
          return pointAt(at, document.querySelector('#board svg').getBoundingClientRect()); }).sort((a, b) => a - b))"""
        legal = page.run("legalHops(readXgid(current().x), allDice(readXgid(current().x).dice))")
        starts = sorted({hop[0] for hop in legal})
        expect(page.run(marks) == [[], starts], f'{page.run(marks)}, not {starts}')
        start = next(start for start in starts if sum(hop[0] == start for hop in legal) > 1)
        self.press(page, start)
        expect(page.run(marks) == [[start], sorted(hop[1] for hop in legal if hop[0] == start)], page.run(marks))
        self.press(page, 0)
        dots = page.run("""[false, true].map(isAbove => [...marksOf({...newHand(readXgid('XGID=---A-A------------------:0:0:1:53:0:0:0:0:10')), from: 5}, isAbove).matchAll(/"dot" cx="(.*?)" cy="(.*?)"/g)]
          .map(([, x, y]) => [+x > TRAY ? 'tray' : 12 - (x - EDGE - BAR) / PITCH, y > MIDDLE]))""")
        expect(dots == [[['tray', True], [1.5, True]], [['tray', False], [1.5, False]]], f'bearing off: {dots}')
        page.click('#weighed tbody tr:nth-child(2)')
        expect(page.run("document.querySelectorAll('#board .dot').length > 0"), 'a press on a candidate takes the play away')
        for play, equity, *_ in one['c'][:2]:
            self.play_by_hand(page, play)
            page.until("!document.querySelector('[data-act=done]').disabled")
            page.click('[data-act=done]')
            said = page.run(TEXT_OF.format('.says'))
            loss = one['c'][0][1] - equity
            expect(said.startswith(play) and (abs(float(said.split()[-1][:-1]) - loss) < .00051 if loss else said.endswith('is best.')), said)
            for _ in range(4):
                page.key('Backspace')
            expect(page.run("document.querySelector('[data-act=undo]').disabled"), 'it is not undone')
        page.key('Escape')
        for i in (self.first(lambda one: 'q' in one), self.first(lambda one: one['a'] == 'play' and 'c' not in one)):
            expect(page.run("document.querySelector('#task').hidden"), 'Esc does not leave it, or there is another play of none')
            page.run(f'show({i})')
            page.key('w')
        expect(page.run("document.querySelector('#task').hidden"), 'a forced play has another one')
        page.close()

    def test_the_quiz_asks_errors_and_keeps_their_boxes(self):
        page = self.open()
        page.key('q')
        page.until("document.querySelector('#task .box')")
        expect(page.run("document.querySelector('#weighed').textContent + document.querySelector('#why').textContent + document.querySelectorAll('#board .arrow').length") == '0', 'it tells before the answer')
        self.look_at(page, 'quiz')
        play = page.run("task.one.a === 'play' ? task.one.c[0][0] : ''")
        if play:
            self.play_by_hand(page, play)
            page.key('Enter')
        else:
            page.run("task.act[task.one.b]()")
        expect('is best.' in page.run(TEXT_OF.format('#sentence')), page.run(TEXT_OF.format('#sentence')))
        expect(page.run("by('why').textContent === whole(task.one.why) && task.one.why.length > 9"), page.run(TEXT_OF.format('#why')))
        expect(page.run(TEXT_OF.format('#task')).startswith('Quiz: 1 of ') and re.fullmatch(r'Comes again on [A-Z][a-z]+day\.', page.run(TEXT_OF.format('.says'))), page.run(TEXT_OF.format('#task')))
        days = page.run("[1, 3, 7].map(days => dayWords(today() + days))")
        # of the browser's day: it does not understand every zone that Python does
        in_three = page.run("(day => (day.setDate(day.getDate() + 3), day.toLocaleDateString('en', {weekday: 'long'})))(new Date())")
        expect(days == ['tomorrow', f'on {in_three}', 'in 7 days'], f'{days}, not {in_three}')
        expect(not play or page.run(LEGEND) == 'best', 'an arrow of which nobody knows what it is')
        self.look_at(page, 'answer')
        page.key(' ')
        asked = page.run('quiz.round.length')
        for _ in range(asked - 1):
            page.key('?')
            page.until("document.querySelector('[data-act=next]')")
            page.key(' ')
        expect(page.run(TEXT_OF.format('#sentence')) == f'Right: 1 of {asked}.', page.run(TEXT_OF.format('#sentence')))
        expect(page.run("['weighed', 'seat-above', 'seat-below', 'board', 'why'].every(id => !by(id).firstChild)"), 'the last card stays')
        boxes = page.run("Object.values(kept()).map(card => [card.box, card.due - today()])")
        expect(sorted(boxes) == sorted([[2, 3]] + [[1, 1]] * (asked - 1)), f'boxes and days: {boxes}')
        page.close()

    def test_what_plays_and_undoes_stands_below_the_board_on_phones(self):
        page = self.open(self.name(self.first(lambda one: one['a'] == 'play' and one.get('why') and len(one['c']) > 3)))
        page.key('w')
        for width, height in ((360, 640), (640, 360)):
            page.look(width, height, True, still=True)
            gap = page.run("(([task, below, top]) => innerWidth > innerHeight ? task.top - top.bottom : task.top - below.bottom)"
                           "(['#task', '#seat-below', '.top'].map(at => document.querySelector(at).getBoundingClientRect()))")
            expect(0 <= gap < 16, f'{width} x {height}: the card is {gap} below')
        page.run("document.documentElement.style.fontSize = '200%'")
        for width, height in ((360, 640), (390, 844)):
            page.look(width, height, True, still=True)
            expect(page.run("document.querySelector('#to-help').getBoundingClientRect().right <= innerWidth"), f'{width} x {height}: the head is cut off where letters are large')
        page.close()

    def test_esc_leaves_a_card_of_the_quiz_to_where_it_was_begun(self):
        for begun in ('', self.name(self.errors[0])):
            for keys in ('', '?'):  # asked, and answered
                page = self.open(begun)
                page.key('q')
                page.until("document.querySelector('#task .box')")
                for key in (*keys, 'Escape'):
                    page.key(key)
                at = page.run("[document.querySelector('#task').hidden, document.querySelector('#summary').hidden, location.hash]")
                expect(at == [True, begun != '', begun], f'from "{begun}", {keys} Esc: {at}')
                page.run('localStorage.clear()')
                page.close()

    def test_space_and_enter_press_the_button_that_has_the_focus(self):
        page = self.open()
        page.click('#to-quiz')
        page.until("document.querySelector('[data-act=unknown]')")
        page.run("document.querySelector('[data-act=unknown]').focus()")
        page.key('Enter')
        page.until("document.querySelector('[data-act=open]')")
        page.run("document.querySelector('[data-act=open]').focus()")
        page.key('Enter')
        page.until("task.name === ''")
        expect(page.run('hash(current())') == page.run('quiz.round[0].key'), page.run(AT))
        # and not the one with which the task was begun
        page.click('#to-quiz')
        page.until("document.querySelector('[data-act=unknown]')")
        page.key('?')
        page.key(' ')
        expect(page.run('quiz.at') == 1, 'Space begins another quiz')
        # nor does a lock of capitals matter
        page.key('Escape')
        page.key('Home')
        page.key('E')
        expect(page.run('task.name') == 'edit', page.run('task.name'))
        page.close()

    def test_beavers_are_judged_again_as_they_were(self):
        path = os.path.join(self.work, 'beavers')
        with open(f'{path}.mat', 'w', encoding='utf-8') as match:
            match.write(BEAVERS)
        self.analyse('--ply', '0', '--report', f'{path}.html', f'{path}.mat')
        page = self.browser.open(f'file://{path}.html')
        page.until("document.querySelector('#to-help:not([hidden])')")
        answers = page.run("LIST.filter(isAnswer).map(one => { const copy = {...one}; takeAnswer(copy, {q: one.q, j: 'again'}); return [one.a, isToBeaver(one), [one.b, one.l], [copy.b, +copy.l.toFixed(4)]]; })")
        firsts = [(was, now) for _, is_later, was, now in answers if not is_later]
        expect([answer for answer, *_ in answers] == ['beaver', 'take', 'pass', 'beaver', 'take', 'take'] and len(firsts) == 4, f'{answers}')
        expect(all(was == now for was, now in firsts) and firsts[1][0][0] == 'beaver' and firsts[2][0][0] == 'take', f'{firsts}')
        # what it is about besides the double stands in no XGID
        asked = page.run("LIST.filter(isAnswer).map(one => { show(LIST.indexOf(one)); return [isToBeaver(one), by('deeper').disabled, Boolean(isAsked(one))]; })")
        expect(asked == [[False, False, False], [True, True, False], [False, False, True], [False, False, False], [True, True, False], [False, False, True]], f'{asked}')
        page.run("filter.who = '0'; startQuiz()")
        page.until("document.querySelector('#task .box')")
        page.run("quiz.round.sort((a, b) => isAnswer(b.one) - isAnswer(a.one)); askCard()")
        page.key('b')
        expect(page.run(TEXT_OF.format('#sentence')) == 'Beaver is best.', page.run(TEXT_OF.format('#sentence')))
        # g leads beyond a game without decisions, whose button leads nowhere
        page.run("show(0)")
        page.key('g')
        expect(page.run(AT) == '#3.1', page.run(AT))
        expect(page.run("[...by('games').children].map(button => button.disabled)") == [False, True, False], 'the button of an empty game')
        page.run("show(LIST.findIndex(one => one.m === null))")
        said = page.run("[by('sentence').textContent, by('record').querySelector('.on .play').textContent]")
        expect(said == ['The roll was not played.', 'not played'], f'{said}')
        page.run("takeAnswer(current(), {c: current().c, j: '9-ply'}); drawWords(current())")
        expect('said' not in page.run(TEXT_OF.format('#note')), page.run(TEXT_OF.format('#note')))
        page.close()

    def test_a_finger_drags_a_checker_in_the_editor(self):
        page = self.open('#edit?-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10', 390, 844, phone=True)
        for to in (3, 18):
            (x, y), (x2, y2) = page.run(f"""[6, {to}].map(point => {{ const box = by('board').querySelector('svg').getBoundingClientRect();
              return [box.left + xOf(point) * box.width / WIDE, box.top + yOf(point, 0) * box.height / TALL]; }})""")
            page.call('Input.dispatchTouchEvent', type='touchStart', touchPoints=[{'x': x, 'y': y}])
            for part in range(1, 9):
                page.call('Input.dispatchTouchEvent', type='touchMove', touchPoints=[{'x': x + (x2 - x) * part / 8, 'y': y + (y2 - y) * part / 8}])
            page.call('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])
        page.until("[6, 3, 18].map(point => edit.at.mine[point]).join() === '3,1,1'", 5)
        page.close()

    def test_an_address_that_nobody_can_read_opens_the_editor(self):
        page = self.open('#edit?%')
        expect(page.run('task.name') == 'edit', 'no editor')
        page.close()

    def test_the_first_error_is_offered_while_the_filters_leave_one(self):
        page = self.open()
        seen = page.run("""['9', '0.02'].map(min => { show(0); filter.min = min; showSummary(); return document.querySelector('#begin [data-go=next]').disabled; })""")
        expect(seen == [True, False], f'{seen}')
        page.close()

    def test_cube_actions_are_asked_by_their_letters(self):
        page = self.open()
        cubes = page.run("LIST.filter(one => one.q && ['no_double', 'double', 'take', 'pass'].includes(one.a)).length")
        for at, keys in (("no_double", 'nd'), ("double", 'nd'), ("take", 'tp'), ("pass", 'tp')):
            i = page.run(f"LIST.findIndex(one => one.q && one.a === '{at}')")
            for key in keys if i >= 0 else '':
                page.run(f"(() => {{ beginTask('quiz'); quiz.round = [{{key: 'x', one: LIST[{i}], game: 1, box: 2, due: 0}}]; quiz.at = 0; showReview(); askCard(); }})()")
                expect(page.run("document.querySelector('#weighed').textContent") == '', 'figures before the answer')
                page.key(key)
                lost = page.run(f"lossOfAction(LIST[{i}], {{n: 'no_double', d: 'double', t: 'take', p: 'pass'}}['{key}'])")
                said = page.run(TEXT_OF.format('#sentence'))
                none, take, passed = page.run(f"LIST[{i}].q.e")
                known = {'n': min(take, passed) - none, 'd': none - min(take, passed), 't': take - passed, 'p': passed - take}[key]
                expect(abs(lost - max(0, known)) < 1e-9, f'{at}, {key}: {lost}, not {known}')
                told = [float(figure) for figure in re.findall(r'\d+\.\d{3}', said)]
                # half a thousandth is rounded either way, as it was summed
                expect('is best' in said if lost < 0.0005 else any(abs(one - lost) < 0.00051 for one in told), f'{at}, {key}: "{said}", lost {lost}')
                expect(page.run("quiz.round[0].box") == (3 if lost < 0.02 else 2 if lost < 0.08 else 1), f'box after {lost}')
        expect(cubes > 0, 'no cube action was asked')
        page.run('localStorage.clear()')
        page.close()

    def test_boxes_follow_the_loss_and_rounds_mix_games(self):
        page = self.open()
        places = page.run("[[1, 0], [4, .01], [5, 0], [3, .02], [3, .079], [3, .08], [2, Infinity]].map(([box, loss]) => { const {box: b, due} = nextPlace(box, loss); return [b, due - today()]; })")
        expect(places == [[2, 3], [5, 60], [5, 60], [3, 1], [3, 1], [1, 1], [1, 1]], f'{places}')
        games = page.run("roundOf([1, 1, 1, 2, 2, 3].map(game => ({game, due: 0})).concat([{game: 9, due: today() + 1}])).map(card => card.game).join('')")
        expect(games == '121213', games)
        expect(page.run("roundOf(Array.from({length: 12}, (_, game) => ({game, due: 0}))).length") == 10, 'a round is of ten')
        page.close()

    def test_positions_are_edited(self):
        page = self.open(self.name(0))
        page.key('f')
        page.key('e')
        page.until("document.querySelector('[data-edit=id]')")
        expect(page.run(TEXT_OF.format('#seat-below b')) == 'White', 'white sits above, with its checkers below')
        page.run('(endTask(), showSummary(), editThis())')
        xgid = "document.querySelector('[data-edit=id]').value"
        expect(page.run(xgid).startswith('XGID=-b----E-C---eE---c-e----B-:'), page.run(xgid))
        self.look_at(page, 'edit')
        page.look(1280, 800)
        page.key('Delete')
        self.press(page, 7)
        expect(page.run(xgid).startswith('XGID=-b----DAC---eE---c-e----B-:'), page.run(xgid))
        page.click('[data-act=swap]')
        expect(page.run(xgid).startswith('XGID=-b----E-C---eE---cad----B-:'), page.run(xgid))
        for keys, men in ((['ArrowUp', 'Delete'], '-b----E-C---eE---cac----B-'), (['ArrowLeft', 'ArrowLeft', 'b', 'w'], '-b----E-C---eE---cbc----B-'), (['ArrowDown', 'ArrowRight', 'ArrowRight', 'Delete', 'ArrowLeft', 'ArrowLeft', 'w'], '-b----DAC---eE---cbc----B-')):
            for key in keys:
                page.key(key)
            expect(page.run(xgid).startswith(f'XGID={men}:'), f'{keys}: {page.run(xgid)}')
        # moved, taken off by the right button, moved off, not put on the other's point, to the bar, added there, entered; the tray has none
        for start, end, button, men in ((8, 7, 0, '-b----DBB---eE---cbc----B-'), (13, 13, 2, '-b----DBB---eD---cbc----B-'), (24, 0, 0, '-b----DBB---eD---cbc----A-'), (7, 18, 0, '-b----DBB---eD---cbc----A-'),
                                        (12, 25, 0, 'ab----DBB---dD---cbc----A-'), (25, 25, 0, 'ab----DBB---dD---cbc----AA'),
                                        (25, 20, 0, 'ab----DBB---dD---cbcA---A-'), (0, 0, 2, 'ab----DBB---dD---cbcA---A-'), (20, 0, 0, 'ab----DBB---dD---cbc----A-')):
            at = {'down': self.place(page, start), 'up': self.place(page, end)}  # at once: a press of 0.4 s is a long one
            page.run(f"Object.entries({at}).forEach(([kind, [x, y]]) => document.querySelector('#board svg').dispatchEvent(new PointerEvent(`pointer${{kind}}`, {{bubbles: true, clientX: x, clientY: y, button: {button}}})))")
            expect(page.run(xgid).startswith(f'XGID={men}:'), f'{start} to {end}: {page.run(xgid)}')
        # by keys the bar lies between the points: White's checkers above, Black's below
        page.run("(edit.row = 0, edit.column = 5, drawEdit())")
        for keys, men in ((['ArrowRight', 'Delete'], '-b----DBB---dD---cbc----A-'), (['b', 'w'], 'ab----DBB---dD---cbc----AA'), (['ArrowUp', 'Delete'], 'ab----DBB---dD---cbc----A-'), (['ArrowRight', 'Delete'], 'ab----DBB---dD---cbb----A-')):
            for key in keys:
                page.key(key)
            expect(page.run(xgid).startswith(f'XGID={men}:'), f'{keys}: {page.run(xgid)}')
        swap = page.run("xgidOf(swapped(editOf('XGID=-a-aa-E-C---dF---a-eb----A:1:1:1:31:2:5:0:7:10')))")
        expect(swap == 'XGID=a----BE-A---fD---c-e-AA-A-:1:-1:1:31:5:2:0:7:10', swap)
        theirs = page.run("xgidOf(editOf('XGID=-a-aa-E-C---dF---a-eb----A:1:1:-1:31:2:5:0:7:10'))")
        expect(theirs == swap, f'{theirs}, not {swap}')
        dice = page.run("[...document.querySelectorAll('[data-edit=dice] option')].map(option => option.value)")
        expect(dice == ['00', 'D', *(f'{high}{low}' for high in range(1, 7) for low in range(1, high + 1))], f'{dice}')
        before = page.run(xgid)
        for name, value, end in (('dice', '31', '0:0:1:31:0:0:0:0:10'), ('cube', '4', '2:0:1:31:0:0:0:0:10'), ('owner', '-1', '2:-1:1:31:0:0:0:0:10'), ('hasBeavers', True, '2:-1:1:31:0:0:2:0:10'), ('hasJacoby', True, '2:-1:1:31:0:0:3:0:10'),
                                 ('length', '5', '2:-1:1:31:0:0:0:5:10'), ('mine', '4', '2:-1:1:31:4:0:0:5:10'), ('theirs', '3', '2:-1:1:31:4:3:0:5:10'), ('isCrawford', True, '2:-1:1:31:4:3:1:5:10'),
                                 ('mine', '-2', '2:-1:1:31:0:3:1:5:10'), ('theirs', '3.6', '2:-1:1:31:0:4:1:5:10'), ('length', '1000', '2:-1:1:31:0:4:1:99:10'), ('cube', '512', '9:-1:1:31:0:4:1:99:10')):
            page.run(f"(e => {{ e.{'checked' if value is True else 'value'} = {json.dumps(value)}; e.dispatchEvent(new Event('change', {{bubbles: true}})); }})(document.querySelector('[data-edit={name}]'))")
            page.until(f"{xgid}.split(':').slice(1).join(':') === '{end}'")
        expect(page.run("document.querySelector('[data-edit=cube]').selectedOptions[0].textContent") == '512', 'a large cube is shown as none')
        page.run(f"typed({json.dumps(before)})")
        same = page.run("[...LIST.map(one => one.x), 'XGID=-a-aa-E-C---dF---a-eb----A:1:1:-1:D:2:5:0:7:10', 'XGID=-a-aa-E-C---dF---a-eb----A:0:0:1:31:2:5:0:7:0'].filter(id => xgidOf(editOf(id)) !== id)")
        expect(not same, f'XGIDs that are written another way: {same[:3]}')
        opening, ends = '-b----E-C---eE---c-e----B-', ('1:0:10', '0:7:0', '0:0:10', '1:7:10', '1:0:0')  # the rule, the length, the largest cube
        found = page.run(f"{json.dumps(ends)}.map(end => 'XGID={opening}:0:0:1:31:6:0:' + end).map(id => [Boolean(cubeOf(readXgid(id), false)), faultOf(editOf(id))])")
        expect(found == [[True, ''], [False, ''], [True, ''], [False, ''], [False, '']], f'{found}')
        expect(page.run(f"cubeOf(readXgid('XGID={opening}:0:0:1:31:0:0:0:1:10'), false)") == '', 'a cube in a match to 1')
        for change, fault in (("edit.at.mine[6] += 3", 'White has 18 checkers.'), ("edit.at.theirs[1] = 1; edit.at.theirs[6]--", 'Both hold the 24 point.'),
                              ("edit.at.score = [7, 0]; edit.at.length = 7", 'The match to 7 is over.'), ("edit.at.score = [5, 0]; edit.at.isCrawford = true", 'A Crawford game needs a player one point away.'),
                              ("edit.at.mine = emptyMen()", 'White has won.'), ("edit.at.theirs = emptyMen()", 'Black has won.'), ("EDIT_ACTS.clear()", 'Nobody has a checker.'),
                              ("edit.at.isCrawford = false; edit.at.cube = 0; edit.at.score = [0, 0]", 'Without a cube only plays are judged: choose dice.')):
            page.click('[data-act=opening]')
            page.run(f"(() => {{ {change}; drawEdit(); }})()")
            expect(page.run(TEXT_OF.format('#edit-says')) == fault, page.run(TEXT_OF.format('#edit-says')))
        # keys reach one field after the other, and a button as often as it is pressed
        focus = "(at => at.dataset.edit || at.dataset.act)(document.activeElement)"
        expect(page.run("location.hash === `#edit?${document.querySelector('[data-edit=id]').value}`"), page.run('location.hash'))
        page.run("document.querySelector('[data-edit=length]').focus()")
        page.key('5')
        page.key('Tab')
        page.until(f"edit.at.length > 0 && {focus} === 'mine'")
        page.run("document.querySelector('[data-act=mirror]').focus()")
        page.key(' ')
        expect(page.run(focus) == 'mirror', page.run(focus))
        page.close()
        page = self.open('#edit?XGID=-a-aa-E-C---dF---a-eb----A:1:1:1:31:2:5:0:7:10')
        expect(page.run(xgid) == 'XGID=-a-aa-E-C---dF---a-eb----A:1:1:1:31:2:5:0:7:10', page.run(xgid))
        page.close()

    @contextlib.contextmanager
    def review(self, has_matches=True):
        """`fibsbot review` with two matches, which are analysed, or none; gives its address."""
        folder = os.path.join(self.work, 'reviewed')
        os.makedirs(folder, exist_ok=True)
        for name in ('xg.txt', 'galaxy.txt'):
            shutil.copy(f'tests/data/matches/{name}', folder)
        what = [os.path.join(self.work, 'review.db'), folder] if has_matches else [os.path.join(self.work, 'empty.db')]
        server = subprocess.Popen([self.program, 'review', '--ply', '0', '--no-open', '--collection', *what],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()
            expect(server.wait() == 0, 'it does not end well')

    def open_review(self, address, path='', **look):
        page = self.browser.open(address + path, 1280, 800, **look)
        page.until("document.querySelector('#matches tbody tr') && !document.querySelector('#left').textContent" if path == '' else "document.querySelector('#to-help:not([hidden])')")
        return page

    def test_an_empty_collection_says_so_and_shows_no_empty_tables(self):
        with self.review(has_matches=False) as address:
            page = self.browser.open(address, 390, 844)
            page.until("document.querySelector('#none').textContent.startsWith('No matches yet')")
            shown = page.run("[...document.querySelectorAll('#summary h2')].filter(h => h.offsetParent).map(h => h.textContent)")
            expect(shown == ['Matches'], f'{shown}')
            # a page without a match is no place to stay: what is begun from the list leads back to it
            for what, key in (('quiz', ''), ('edit?', 'Escape')):
                page.go(f'{address}m/position#{what}')
                page.until("document.querySelector('[data-act=leave]')")
                page.key(key) if key else page.click('[data-act=leave]')
                page.until("document.querySelector('#none')")
            page.close()

    def test_a_collection_is_listed_and_its_errors_asked(self):
        with self.review() as address:
            page = self.open_review(address)
            worst = self.look_at(page, 'list')
            print(f'list: least contrast of a text {worst[0]:.2f} ("{worst[1]}")')
            page.look(360, 640, still=True)
            seen = page.run("""['#matches', '#opponents'].map(id => { const {cells} = document.querySelector(`${id} tbody tr`);
              cells[0].textContent = 'w'.repeat(31); return cells[1].getBoundingClientRect().right < innerWidth - 20; })""")
            expect(seen == [True, True], 'a long name leaves no figure in sight')
            page.reload()
            page.until("document.querySelector('#matches a')")
            page.look(1280, 800)
            page.run("(() => { window.option = document.querySelector('#player option'); const s = document.querySelector('#player'); s.value = 'bert'; s.onchange({target: s}); })()")
            page.until("state.player === 'bert'")  # the other players, too, have one match
            expect(page.run("window.option === document.querySelector('#player option')"), 'a menu that is open is drawn again')
            expect(re.fullmatch(r'PR \d+\.\d\d ± \d+\.\d\d in 1 match', page.run(TEXT_OF.format('#rate'))), page.run(TEXT_OF.format('#rate')))
            # a choice that is not kept is told, and the list is that of the player who is named
            page.run("(() => { const fetched = window.fetch; window.fetch = (path, ...more) => path === 'player' ? Promise.resolve(new Response('{\"error\": \"the disk is full\"}', {status: 400})) : fetched(path, ...more); const s = document.querySelector('#player'); s.value = 'anna'; s.onchange({target: s}); })()")
            page.until("by('left').textContent === 'the disk is full'")
            expect(page.run("by('player').value") == 'bert', page.run("by('player').value"))
            rate, now, high = page.run("[parseFloat(by('rate').textContent.slice(3)), parseFloat(document.querySelector('#chart .now').style.top), +[...document.querySelectorAll('#chart .y')].pop().textContent]")
            expect(abs(now - (100 - 100 * rate / high)) < 1 and high >= rate, f'PR {rate} stands at {now} of {high}')
            end = page.run("[document.querySelector('#chart .x').textContent === document.querySelector('#chart .now').title.split(':')[0], document.querySelector('#chart .x').style.left]")
            expect(end == [True, '50%'], f'the month stands {end}')
            shares = page.run("[...document.querySelectorAll('#themes tbody tr')].map(row => [...row.cells].slice(1).map(cell => cell.textContent))")
            expect(all(re.fullmatch(r'\d+ %', share) and abs(float(lost) / int(count) - float(each)) < .001 for count, lost, each, share in shares), f'{shares}')
            words = page.run("[[5, .1, .006], [1, .1, .01], [0, 0, 0]].map(([decisions, loss, squares]) => rateWords({decisions, loss, squares})).join()")
            expect(words == '10.00 \u00b1 7.07,50.00,\u2013', words)
            counts = page.run("[...document.querySelectorAll('#themes tbody tr')].map(row => +row.cells[1].textContent)")
            expect(sum(counts) == page.run("+document.querySelector('#months tbody tr').cells[4].textContent"), f'errors by theme: {counts}')
            page.run("(() => { const f = document.querySelector('#find'); f.value = 'galaxy'; f.oninput(); })()")
            expect(page.run("document.querySelectorAll('#matches tbody tr').length") == 1, 'it does not find a match by its file')
            expect(page.run(TEXT_OF.format('#none')) == '', 'it says that there is none')
            page.run("(() => { const f = document.querySelector('#find'); f.value = 'nobody at all'; f.oninput(); })()")
            expect(page.run(TEXT_OF.format('#none')) == 'No such match.', 'it does not say that there is none')
            page.run("(() => { const f = document.querySelector('#find'); f.value = 'galaxy'; f.oninput(); })()")
            # a match, its quiz, and back: three clicks
            page.click('#matches a')
            page.until("document.querySelector('#to-quiz:not([hidden])')")
            heading = page.run(TEXT_OF.format('.top h1'))
            page.click('#to-quiz')
            page.until("document.querySelector('#task .box') && task.keys['?']")
            expect(page.run(TEXT_OF.format('.top h1')) == 'Quiz', 'the heading names a match that the quiz does not ask from')
            asked = page.run("[nameOf(task.one, task.one.p), task.one.l >= .02]")
            expect(asked == ['bert', True], f'{asked}')
            # a play that was not kept is judged once, however often it is said to be done
            page.run("task.one.c.splice(1)")
            self.hop_by_hand(page, page.run(f"({HOPS_NOT_KEPT})(task.one)"), page.run('isAboveOf(task.one)'))
            page.key('Enter')
            page.key('Enter')
            page.until("document.querySelector('[data-act=open]')")
            time.sleep(.4)
            expect('Not among' not in page.run(TEXT_OF.format('#sentence')) and page.run('quiz.missed.length') <= 1,
                   f"{page.run(TEXT_OF.format('#sentence'))} {page.run('quiz.missed.length')}")
            page.run("(() => { const line = document.querySelector('[data-note]'); line.value = 'count first'; line.onchange(); })()")
            page.until("send('cards', {day: today()}).then(answer => answer.cards.some(card => card.note === 'count first'))")
            self.look_at(page, 'note')
            page.look(1280, 800)
            link = page.run('quiz.round[0].href')
            page.click('[data-act=open]')
            page.until(f"location.href.endsWith({json.dumps(link)}) && document.querySelector('#board .board')")
            page.until(f"document.querySelector('.top h1').textContent === {json.dumps(heading)}")
            # its note stands in the review, too, and can be changed; other decisions have their own, or none
            shown = "(line => line.hidden ? null : line.value)(document.querySelector('#own-note'))"
            page.until(f"{shown} === 'count first'")
            self.look_at(page, 'own-note')
            page.look(1280, 800)
            page.run("(() => { const line = document.querySelector('#own-note'); line.value = 'count last'; line.onchange({target: line}); })()")
            page.key('n' if page.run("search(1) >= 0") else 'p')
            page.until(f"{shown} === ''")
            page.run("show(LIST.findIndex(one => !(one.l >= ERROR)))")
            page.until(f"{shown} === null")
            page.reload()
            page.until("document.querySelector('#to-help:not([hidden])')")
            page.run(f"show(LIST.findIndex(one => hash(one) === {json.dumps('#' + link.split('#')[1])}))")
            page.until(f"{shown} === 'count last'")
            page.close()

    def test_the_engine_judges_plays_positions_and_deeper(self):
        with self.review() as address:
            list_page = self.open_review(address)
            page = self.open_review(address, list_page.run("[...document.querySelectorAll('#matches a')].find(a => a.textContent.includes('bert')).getAttribute('href')"))
            # a play that was not kept, late, where it is soon rolled out
            at = page.run("LIST.findLastIndex(one => one.p === 0 && one.c && one.c.length >= 5 && one.d[0] !== one.d[1])")
            page.run(f'show({at})')
            page.key('w')
            self.hop_by_hand(page, page.run(f"({HOPS_NOT_KEPT})(LIST[shown.at])"))
            page.key('Enter')
            page.until("/loses|is best/.test(document.querySelector('.says').textContent)")
            self.look_at(page, 'what-if')
            page.look(1280, 800)
            page.key('Escape')
            # deeper, with its error; and stopped
            page.run("(() => { const s = document.querySelector('#deeper'); s.value = 'roller'; s.onchange({target: s}); })()")
            page.until("task.name === '' && document.querySelector('#copied').textContent.includes('standard error')")
            expect(page.run("[...document.querySelectorAll('#weighed .can')].every(row => row.textContent.includes('±'))"), 'candidates without their errors')
            expect('said' in page.run(TEXT_OF.format('#note')), page.run(TEXT_OF.format('#note')))
            page.run("(() => { const s = document.querySelector('#deeper'); s.value = 'rollout'; s.onchange({target: s}); })()")
            page.until("/standard error/.test(document.querySelector('#task .says').textContent)")
            self.look_at(page, 'deeper')
            page.look(1280, 800)
            told, wide = page.run("['.says', '.bar i'].map(at => document.querySelector(`#task ${at}`)).map((e, i) => parseFloat(i ? e.style.width : e.textContent.split(': ')[1]))")
            expect(abs(told - wide) < .51, f'the bar has {wide}, told are {told} %')
            # a slow press on Stop, in which the progress goes on, is one
            at = page.middle('[data-act=leave]')
            said = page.run(TEXT_OF.format('#task .says'))
            page.mouse('Moved', *at)
            page.mouse('Pressed', *at, 1)
            page.until(f"document.querySelector('#task .says').textContent !== {json.dumps(said)}")
            page.mouse('Released', *at)
            page.until("task.name === '' && document.querySelector('#copied').textContent === 'Stopped.'")
            # a position: its cube, at all scores, and by its GNU id
            page.key('e')
            page.run("(() => { edit.at = editOf(OPENING); drawEdit(); })()")
            page.until("document.querySelector('#edit-gnu').textContent === '4HPwATDgc/ABMA:cAkAAAAAAAAE'")
            page.click('[data-act=judge]')
            page.until("document.querySelector('#edit-says').textContent.startsWith('No double.')")
            expect(page.run("document.querySelectorAll('#weighed dt').length") >= 5, 'the cube has no prices')
            page.click('[data-act=scores]')
            page.until("document.querySelectorAll('.scores td').length === 64")
            early = page.run("[...document.querySelectorAll('.scores td')].map(cell => cell.title.replaceAll('−', '-').match(/[-+]\\d+\\.\\d+/g).map(Number))")
            expect(abs(early[0][0] - early[0][1]) < .02 and early[-1][0] - early[-1][1] > .2, f'2-away, 2-away a double costs nothing: {early[0]}, {early[-1]}')
            self.look_at(page, 'scores')
            # what was asked of one position is not said of the next one
            ended = "send('state').then(state => state.isDone)"
            page.run("edit.by = 'rollout'")
            page.click('[data-act=judge]')
            page.until("document.querySelector('#edit-says').textContent.includes('%')")
            page.click('[data-act=swap]')
            page.until(ended)
            time.sleep(.4)
            expect(page.run(TEXT_OF.format('#edit-says')) == '', page.run(TEXT_OF.format('#edit-says')))
            expect(page.run("send('state').then(state => state.isStopped)"), 'a rollout that nobody waits for goes on')
            page.click('[data-act=scores]')
            page.click('[data-act=mirror]')
            page.until(ended)
            time.sleep(.4)
            expect(page.run(TEXT_OF.format('#scores')) == '', page.run(TEXT_OF.format('#scores')))
            page.run("edit.by = '2-ply'")
            for rule, take, answer in ((0, 'Double, take', 'Take.'), (2, 'Double, beaver', 'Beaver.')):
                page.run(f"typed('XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:{rule}:0:10')")
                page.until(f"edit.at.dice === 'D' && edit.at.hasBeavers === {json.dumps(rule == 2)}")
                page.click('[data-act=judge]')
                page.until("document.querySelector('#weighed td')")
                said = page.run("[document.querySelector('#weighed tr:nth-child(2) td').textContent, document.querySelector('#edit-says').textContent.trim()]")
                expect(said == [take, answer], said)
            # whose cube it is not may not double: that costs nothing
            for cube, word in (('1:-1:1:00:0:0:0:5', 'No double.'), ('0:0:1:00:2:1:1:3', 'No double.'), ('1:1:-1:D:0:0:0:5', 'Take.')):
                page.run(f"typed('XGID=-b----E-C---eE---c-e----B-:{cube}:10')")
                page.until(f"xgidOf(edit.at).includes(':{cube}:')")
                page.click('[data-act=judge]')
                page.until(f"document.querySelector('#edit-says').textContent.trim() === '{word} The cube cannot be turned.'")
                expect('costs' not in page.run(TEXT_OF.format('#weighed')), page.run(TEXT_OF.format('#weighed')))
            page.click('[data-act=link]')
            page.until("document.querySelector('#edit-says').textContent && document.querySelector('#edit-says').getClientRects().length > 0")
            page.run("typed('4HPwATDgc/ABMA:cIkFAAAAAAAE')")
            page.until("document.querySelector('[data-edit=id]').value === 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'")
            # the arrow of the best play has its legend, until the position is another one
            page.click('[data-act=judge]')
            page.until(f"{LEGEND} === 'best' && document.querySelectorAll('#board .arrow.best').length")
            # after another one was looked at, too
            page.hover('#weighed tbody tr:nth-child(2)')
            page.until("document.querySelectorAll('#board .arrow.other').length")
            page.mouse('Moved', 5, 5)
            page.until(f"{LEGEND} === 'best' && document.querySelectorAll('#board .arrow.best').length && document.querySelector('#board .sel')")
            page.click('[data-act=mirror]')
            expect(page.run(LEGEND) == '' and not page.run("document.querySelectorAll('#board .arrow').length"), page.run(LEGEND))
            page.run("typed('nonsense')")
            page.until("document.querySelector('#edit-says').textContent.includes('nonsense')")
        list_page.run("load()")
        list_page.until("document.querySelector('#left').textContent === 'The program does not answer. Start fibsbot review again.'")
        list_page.close()
        page.run("judge()")
        page.until("document.querySelector('#edit-says').textContent === 'The program does not answer. Start fibsbot review again.'")
        page.run("startQuiz()")
        page.until("document.querySelector('#sentence').textContent === 'The program does not answer. Start fibsbot review again.'")
        page.close()

    def test_the_engine_is_asked_for_its_progress_again_and_again(self):
        page = self.open()
        waits = page.run("""(async () => { const waits = [], later = setTimeout; let left = 9;
          window.setTimeout = (done, ms) => later(done, 0, waits.push(ms));
          window.fetch = async () => ({ok: true, json: async () => ({number: 1, isDone: left-- === 0})});
          await ask({}, () => null);
          return waits; })()""")
        expect(waits[0] == 30 and waits[-1] == 300 and waits == sorted(waits), f'{waits}')
        page.close()

    def test_paper_has_the_errors(self):
        page = self.open()
        page.run("dispatchEvent(new Event('beforeprint'))")
        printed = page.run("document.querySelectorAll('#paper section .board').length")
        expect(printed == len(self.errors), f'{printed} of {len(self.errors)} errors')
        page.call('Emulation.setEmulatedMedia', media='print')
        shown = "['summary', 'paper'].filter(id => by(id).checkVisibility() && by(id).offsetHeight > 0)"
        expect(page.run(shown) == ['paper'], f'{page.run(shown)} on paper')
        # where there are none, as on the page of a position, what is seen
        page.run("filter.min = '9'; dispatchEvent(new Event('beforeprint'))")
        expect(page.run(shown) == ['summary'], f'{page.run(shown)} on paper without errors')
        page.call('Emulation.setEmulatedMedia', media='')
        page.close()

    def test_a_comment_of_the_file_stands_with_its_decision(self):
        path = os.path.join(self.work, 'commented.sgf')
        words = ' '.join(['The <b>bar</b> point was better.'] * 12)
        subprocess.run([self.program, 'convert', '--force', MATCH, path], check=True)
        with open(path, encoding='utf-8') as file:
            turns = re.sub(r'((;[WB]\[\w+\]\s*){3})', lambda found: f'{found[1]}C[{words}]', file.read(), count=1)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(turns)
        self.analyse('--ply', '0', '--report', os.path.join(self.work, 'commented.html'), path)
        page = self.browser.open(f'file://{self.work}/commented.html#1.3', 1280, 800)
        page.until("document.querySelector('#to-help:not([hidden])')")
        expect(page.run(TEXT_OF.format('#comment')) == f'Comment: {words}', page.run(TEXT_OF.format('#comment')))
        expect(page.run("document.documentElement.scrollHeight <= innerHeight"), 'a long comment does not fit')
        self.look_at(page, 'comment')
        page.run('show(1)')
        expect(page.run(TEXT_OF.format('#comment')) == '', 'another decision has it')
        page.run("dispatchEvent(new Event('beforeprint'))")
        page.close()

    def test_points_beyond_the_match_are_not_shown(self):
        page = self.open()
        expect(page.run("[cutAt(5, 6), cutAt(5, 4), cutAt(0, 6)]") == [5, 4, 6], 'points are not cut at the length')
        page.close()

    def test_of_many_matches_there_is_a_list_with_links(self):
        folder = os.path.join(self.work, 'matches')
        os.mkdir(folder)
        for name in ('xg.txt', 'galaxy.txt'):
            shutil.copy(f'tests/data/matches/{name}', folder)
        path = os.path.join(self.work, 'all of them.html')
        self.analyse('--ply', '0', '--report', path, folder)
        page = self.browser.open(f'file://{path.replace(" ", "%20")}', 390, 844, phone=True)
        page.until("document.querySelectorAll('a').length === 2")
        expect(not page.run(BEYOND), page.run(BEYOND))
        page.run("document.querySelectorAll('a')[1].click()")
        page.until("document.querySelector('#to-help:not([hidden])')")
        page.key('n')
        page.until("document.querySelector('#board .board')")
        page.look(360, 640, still=True)
        expect(not page.run(BEYOND), page.run(BEYOND))
        page.run("document.querySelector('header a').click()")
        page.until("document.querySelectorAll('a').length === 2")
        page.close()

    def test_the_points_of_a_tourney_are_seen_on_a_phone(self):
        path = os.path.join(self.work, 'tourney.html')
        subprocess.run([self.program, 'tourney', f'fibsbot,ply=0,name={"w" * 31}', 'fibsbot,ply=0,name=b', '--games', '2', '--html', path], check=True, stdout=subprocess.DEVNULL)
        page = self.browser.open(f'file://{path}', 360, 640, still=True)
        page.until("document.querySelector('.wide td')")
        cells = page.run("[...document.querySelectorAll('.wide tr:nth-child(2)')].map(row => [row.cells[1].textContent, row.cells[2].getBoundingClientRect().right])")
        expect(len(cells) > 0 and all(right <= 345 for _, right in cells), f'{cells}')
        expect(not page.run(BEYOND), page.run(BEYOND))
        page.close()


def main():
    program, chromium, work = sys.argv[1:4]
    failed = 0
    with Browser(chromium) as browser:
        tests = Tests(program, browser, work)
        for name in [name for name in dir(tests) if name.startswith('test_') and any(word in name for word in sys.argv[4:] or [''])]:
            try:
                getattr(tests, name)()
                faults, browser.faults = browser.faults, []
                expect(not faults, f'errors of scripts: {faults}')
            except (Failed, RuntimeError) as failure:
                failed += 1
                print(f'{name}: {failure}')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
