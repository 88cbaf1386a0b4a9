"""Views of the table as the program sends them, for tests of the page without the program,
and a server that sends them."""

import copy
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = os.path.join(os.path.dirname(__file__), '..', '..')
PAGE = os.path.join(ROOT, 'bot', 'seat', 'browser', 'page')
SHEET = os.path.join(ROOT, 'view', 'page', 'style.css')
TYPES = {'html': 'text/html; charset=utf-8', 'css': 'text/css', 'js': 'text/javascript'}
POLICY = ("default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


def counts(**points):
    """counts(p24=2, bar=1) as an array by point."""
    names = {'off': 0, 'bar': 25}
    result = [0] * 26
    for name, count in points.items():
        result[names[name] if name in names else int(name[1:])] = count
    return result


def target(start, *stops, hits=()):
    """A target of one checker, with one die a stop."""
    dice = [max(1, a - b) for a, b in zip((start,) + stops, stops)]
    return {'from': start, 'to': stops[-1], 'dice': dice, 'hits': [stop in hits for stop in stops],
            'via': list(stops[:-1])}


LEVELS = [('beginner', 1000), ('novice', 1300), ('casual', 1500), ('intermediate', 1650), ('advanced', 1800), ('expert', 1900),
          ('master', 2000), ('grandmaster', 2020), ('world-class', 2035), ('strongest', 2040)]
BASE = {
    'version': 1, 'phase': 'waiting', 'reason': '', 'allowed': ['leave', 'level', 'set', 'resign'],
    'me': {'name': 'you', 'rating': 1523.4, 'experience': 12},
    'opponent': {'name': 'fibsbot', 'rating': 1850.0, 'experience': 400, 'online': True, 'level': 'expert'},
    'saved': None, 'match': {'length': 7, 'game': 6, 'crawford': False, 'score': [4, 3]},
    'board': {'mine': counts(p24=2, p13=3, p8=2, p6=6, p5=2), 'theirs': counts(p22=2, p13=4, p8=3, p7=1, p6=3, p4=2),
              'turn': 'them', 'dice': [0, 0], 'cube': 2, 'owner': 'them', 'offered': 0, 'pips': [149, 153], 'resign': 0},
    'play': None,
    'events': [{'n': 7, 'kind': 'play', 'mine': False, 'dice': [5, 2], 'text': '13/8 9/7',
                'hops': [{'from': 13, 'to': 8}, {'from': 9, 'to': 7}], 'points': 0, 'score': [4, 3], 'resumed': False}],
    'over': None, 'files': True,
    'set': {'rolls': True, 'forced': False, 'next': False, 'pips': True, 'left': False, 'dark': False, 'tutor': False,
            'full': True, 'warn': 0.04},
    'usual': None, 'levels': [{'name': name, 'rating': rating} for name, rating in LEVELS],
    'results': [{'when': '2026-11-21T18:00:00Z', 'level': 'expert', 'length': 5, 'score': [5, 3], 'rating': 1523.4},
                {'when': '2026-11-20T20:10:00Z', 'level': 'expert', 'length': 7, 'score': [2, 7], 'rating': 1512.3}],
    'tutor': {'busy': False, 'hints': None, 'cube': None, 'warning': None, 'last': None, 'summary': None},
    'company': None,
}


def before(event, mine, theirs):
    """The checkers before a play of the opponent's after which they lie so."""
    theirs = list(theirs)
    for hop in reversed(event['hops']):
        theirs[hop['to']] -= 1
        theirs[hop['from']] += 1
    return {'mine': mine, 'theirs': theirs}


BASE['events'][0]['before'] = before(BASE['events'][0], BASE['board']['mine'], BASE['board']['theirs'])


def view(base=BASE, **changes):
    """A copy of `base` with changes: a dictionary changes the fields that it names."""
    result = copy.deepcopy(base)
    for name, value in changes.items():
        if isinstance(value, dict) and isinstance(result.get(name), dict):
            result[name].update(value)
        else:
            result[name] = value
    return result


def can(*actions):
    return ['leave', 'level', 'set', *actions]


TARGETS = [target(24, 20), target(24, 18, hits=[18]), target(24, 18, 14, hits=[18]), target(13, 9), target(13, 7),
           target(8, 4), target(8, 2), target(6, 2)]
TO_PLAY = view(phase='to_play', allowed=can('resign', 'hop', 'play', 'hint'), board={'turn': 'me', 'dice': [6, 4]},
               play={'hops': [], 'left': [6, 4], 'complete': False, 'forced': False, 'text': '', 'targets': TARGETS})
PART = view(TO_PLAY, allowed=can('resign', 'hop', 'play', 'undo', 'clear'),
            board={'mine': counts(p24=1, p18=1, p13=3, p8=2, p6=6, p5=2),
                   'theirs': counts(p22=2, p13=4, p8=3, bar=1, p6=3, p4=2)},
            play={'hops': [{'from': 24, 'to': 18, 'die': 6, 'hit': True}], 'left': [4], 'text': '24/18*',
                  'targets': [target(24, 20), target(18, 14), target(13, 9), target(8, 4), target(6, 2)]})
COMPLETE = view(PART, allowed=can('resign', 'undo', 'clear', 'done', 'play'),
                board={'mine': counts(p24=1, p14=1, p13=3, p8=2, p6=6, p5=2)},
                play={'hops': [{'from': 24, 'to': 18, 'die': 6, 'hit': True}, {'from': 18, 'to': 14, 'die': 4, 'hit': False}],
                      'left': [], 'complete': True, 'text': '24/18*/14', 'targets': []})
TO_ROLL = view(phase='to_roll', allowed=can('resign', 'roll', 'double'), board={'turn': 'me', 'cube': 1, 'owner': 'centre'})
OFFERED = view(phase='offered', allowed=can('take', 'pass'), board={'offered': 4, 'owner': 'them'})
RESIGNS = view(phase='resign_offered', allowed=can('accept', 'reject'), board={'resign': 4})
BEAR = view(TO_PLAY, board={'mine': counts(p6=1, p5=3, p4=2, p2=2, off=7), 'theirs': counts(p1=3, p2=2, p3=2, p6=1, off=6, bar=1),
                            'dice': [5, 3], 'owner': 'me', 'pips': [44, 33]},
            play={'hops': [{'from': 6, 'to': 3, 'die': 3, 'hit': False}], 'left': [5], 'text': '6/3',
                  'targets': [target(5, 0)]}, events=[])
HINTS = [('24/18*/14', .312, 0, .62, .161), ('24/18* 13/9', .287, .025, .612, .178), ('24/18* 24/20', .231, .081, .599, .14),
         ('24/18* 8/4', .204, .108, .586, .173), ('8/2 6/2', -.041, .353, .509, .166)]
WHY = ('It makes the 4 point, four in a row, 6 to 3, although it does not hit. fibsbot hits with 14 of 36 rolls instead of 21. '
       'It wins 69.0\u00a0% instead of 61.8\u00a0%, and loses 5.6\u00a0% gammons instead of 14.5\u00a0%.')
JUDGEMENT = {'loss': .085, 'text': '24/22 13/9', 'better': '8/4 6/4', 'why': WHY.replace('\u00a0', ' '), 'question': 'Which point can be made?'}
TUTOR = view(TO_PLAY, set={'tutor': True}, tutor={
    'hints': [dict(zip(('text', 'equity', 'loss', 'win', 'gammon'), hint), ply=2) for hint in HINTS],
    'last': JUDGEMENT})
WARNING = view(COMPLETE, set={'tutor': True}, allowed=can('undo', 'sure'),
               tutor={'warning': JUDGEMENT})
def worst(game, text, better, loss, dice, cube, mine, theirs):
    return {'game': game, 'text': text, 'better': better, 'loss': loss, 'why': WHY.replace('\u00a0', ' ') if dice else '',
            'board': {'mine': mine, 'theirs': theirs, 'dice': dice, 'cube': cube}}


CENTRED = {'value': 1, 'owner': 'centre'}
WORST = [worst(3, '5-2: 13/8 6/4', '13/11 13/8', .132, [5, 2], CENTRED, counts(p24=2, p13=4, p8=3, p6=4, p5=2),
               counts(p24=2, p13=4, p8=3, p6=5, p5=1)),
         worst(4, 'no double', 'double', .118, None, CENTRED, counts(p13=2, p8=4, p6=5, p5=2, p4=2),
               counts(p22=2, p13=3, p8=4, p6=4, p5=2)),
         worst(5, '6-1: 13/7 8/7', '13/7 6/5*', .085, [6, 1], {'value': 2, 'owner': 'me'},
               counts(p20=2, p13=3, p8=3, p6=4, p4=3), counts(p24=1, p20=1, p13=4, p8=3, p6=4, p2=2))]
SIDES = [{'pr': 7.9, 'errors': 9, 'blunders': 3, 'luck': '+18.2 %'}, {'pr': 5.4, 'errors': 8, 'blunders': 0, 'luck': '-18.2 %'}]
CURVE = [[turn, round(.5 + .3 * ((turn * 37) % 23 - 11) / 23 * (1 - turn / 160) + .45 * turn / 120, 3)] for turn in range(120)]
OVER = view(phase='over', allowed=can('new'), over={'won': True, 'score': [7, 4], 'change': 4.21}, set={'tutor': True},
            board={'mine': counts(off=15), 'theirs': counts(p1=3, p2=2, off=10), 'dice': [0, 0], 'pips': [0, 7]},
            events=[{'n': 90, 'kind': 'match_end', 'mine': True, 'dice': [0, 0], 'text': '', 'hops': [], 'points': 3,
                     'score': [7, 4], 'resumed': False}],
            tutor={'summary': {'game': 0, 'length': 7, 'done': 1, 'judge': '2-ply', 'sides': SIDES, 'worst': WORST, 'curve': CURVE,
                               'games': [[22, '1-0'], [50, '1-3'], [88, '4-3']]}})
BETWEEN = view(OVER, phase='between', allowed=can('next'), over=None, set={'tutor': False}, events=[
    {'n': 80, 'kind': 'game_end', 'mine': True, 'dice': [0, 0], 'text': '', 'hops': [], 'points': 2, 'score': [6, 3], 'resumed': False}])
WARNS = view(WARNING, set={'full': False})
LOST = view(TO_PLAY, set={'tutor': True, 'full': False}, tutor={'last': dict(JUDGEMENT, loss=.105),
                                                               'curve': [[i, .5 + .03 * ((7 * i) % 5), .5] for i in range(12)]})
LOBBY = view(phase='lobby', allowed=can('new'), match=None, board=None, events=[])
LONG = {'name': 'a_very_long_name_of_one_who_plays', 'level': 'intermediate'}
CRAWFORD = view(TO_PLAY, opponent=LONG, match={'length': 25, 'game': 41, 'crawford': True, 'score': [24, 23]})
VIEWS = {'crawford': CRAWFORD, 'long': view(TO_ROLL, opponent=LONG, match={'length': 25, 'game': 41}, events=[dict(BASE['events'][0], n=8, text='bar/23* 13/11* 8/6* 6/4*')]), 'to_play': TO_PLAY, 'part': PART, 'complete': COMPLETE, 'to_roll': TO_ROLL, 'offered': OFFERED, 'resigns': RESIGNS,
         'bear': BEAR, 'tutor': TUTOR, 'warning': WARNING, 'warns': WARNS, 'lost': LOST, 'over': OVER, 'between': BETWEEN, 'lobby': LOBBY, 'waiting': view()}


class Server:
    """Serves the page at `url` and sends it what show() is given; `posts` has what it sent.
    Actions are answered while `may_answer` is set. Of several one at a time answers: they share
    their address, so that the browser keeps the scripts."""
    http = None

    def __init__(self):
        self.record = None  # the events of the match
        self.stale = None  # a view of before, with which actions are answered
        self.view, self.posts, self.changed, self.answers = view(), [], threading.Condition(), {}
        self.is_down, self.is_hung, self.refusal, self.may_answer = False, False, None, threading.Event()
        self.may_answer.set()
        if not Server.http:
            Server.http = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
            Server.http.daemon_threads = True
            threading.Thread(target=Server.http.serve_forever, daemon=True).start()
        Server.http.table = self
        self.url = f'http://127.0.0.1:{Server.http.server_address[1]}/token/'

    def show(self, next_view):
        with self.changed:
            self.view = {**next_view, 'version': self.view['version'] + 1}
            self.changed.notify_all()

    def take(self, post):
        """Notes what the page did, and shows the view that is laid ready for it."""
        with self.changed:
            self.posts.append(post)
        self.may_answer.wait()
        answers = self.answers.get(post['do'], [])
        for answer in answers if isinstance(answers, list) else [answers]:
            self.show(answer)


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'  # a line for several answers

    def log_message(self, *_):
        pass

    def answer(self, status, kind, data=b'', **headers):
        """Without `data` what follows does, till the line is closed."""
        length = {'Content-Length': len(data)} if data else {'Connection': 'close'}
        self.send_response(status)
        for name, value in {'Content-Type': kind, 'Content-Security-Policy': POLICY, **length, **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        table, name = self.server.table, self.path.removeprefix('/token/') or 'table.html'
        if name == 'events' and table.is_down:
            self.answer(503, 'text/plain')
        elif name == 'events':
            self.answer(200, 'text/event-stream')
            self.events(table)
        elif name == 'record' and table.record is not None:
            self.answer(200, 'application/json', json.dumps({'events': table.record}).encode())
        elif os.path.exists(path := SHEET if name == 'style.css' else os.path.join(PAGE, name)):
            with open(path, 'rb') as page:
                self.answer(200, TYPES[name.split('.')[-1]], page.read(), **{'Cache-Control': 'max-age=' + ('0' if name.endswith('html') else '3600')})
        else:
            self.answer(404, 'text/plain')

    def events(self, table):
        sent = 0
        while True:
            with table.changed:
                if table.view['version'] == sent:
                    table.changed.wait(1)
                current = table.view if table.view['version'] != sent else None  # a beat
            if table.is_down:
                return
            if table.is_hung:
                continue
            sent = current['version'] if current else sent
            try:
                self.wfile.write(f'data: {json.dumps(current)}\n\n'.encode())
                self.wfile.flush()
            except OSError:
                return

    def do_POST(self):
        table, body = self.server.table, self.rfile.read(int(self.headers['Content-Length']))
        if table.refusal:
            self.answer(409, 'application/json', json.dumps({'error': table.refusal}).encode())
            return
        table.take(json.loads(body))
        try:
            self.answer(200, 'application/json', json.dumps(table.stale or table.view).encode())
        except OSError:  # the page has given up waiting
            pass


class Failed(Exception):
    pass


def expect(is_so, text):
    if not is_so:
        raise Failed(text)


def run_tests(browser, tests):
    """Runs the test_... of an object, those with $ONLY in their names, each with a server of its own."""
    failed = 0
    words = os.environ.get('ONLY', '')
    for name in [name for name in dir(tests) if name.startswith('test_') and words in name]:
        try:
            getattr(tests, name)(Server())
            print(f'{name}: as it is to be')
        except (Failed, RuntimeError) as error:
            failed += 1
            print(f'FAILED {name}: {str(error)[:600]} {browser.faults or str()}')
            browser.faults.clear()
        browser.close_pages()
    sys.exit(1 if failed else 0)
