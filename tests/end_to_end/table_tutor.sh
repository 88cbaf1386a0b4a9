#!/usr/bin/env bash
# The tutor of `spar --web`: hints, the question before a costly play is sent, and what it
# says of the last one. SEED=N: another match.
set -u
. tests/end_to_end/library
command -v curl >/dev/null && command -v python3 >/dev/null || exit 77

(cd "$work" && exec "$build/fibsbot" spar --web --no-open --level beginner --port 0 \
    --seed "${SEED:-1}" --folder spar >"$work/spar.out" 2>>"$work/spar.log") &
server=$!
within 30 finds address "$work/spar.out" 's/^Play in the browser:  //p'

cat >"$work/tutor.py" <<'PYTHON'
import json, sys, time, urllib.error, urllib.request

address = sys.argv[1]


def get():
    with urllib.request.urlopen(address + 'view', timeout=60) as answer:
        return json.load(answer)


def act(**action):
    request = urllib.request.Request(address + 'act', json.dumps(action).encode(),
                                     {'Content-Type': 'application/json'})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def wait(what, holds):
    end = time.time() + 120
    while time.time() < end:
        view = get()
        if holds(view):
            return view
        if 'take' in view['allowed']:  # he may double at any time
            act(do='take')
        elif 'roll' in view['allowed'] and not view['set']['tutor']:
            act(do='roll')
        time.sleep(0.1)
    raise SystemExit(f'{what}: {view}')


def resign():
    """Once it is allowed: not while his double waits for an answer."""
    while True:
        wait('a moment to resign', lambda v: 'resign' in v['allowed'])
        try:
            return act(do='resign', number=1)
        except urllib.error.HTTPError as fault:
            assert fault.code == 409, fault.read()  # the view was of a moment ago


def play_of_choice(tries=10):
    """A turn with a choice; turns without one are played."""
    for _ in range(tries):
        act(do='set', tutor=False)
        view = wait('a turn', lambda v: v['phase'] == 'to_play')
        act(do='set', tutor=True, warn=0.0001)
        act(do='hint')
        view = wait('hints', lambda v: v['tutor']['hints'])
        if len(view['tutor']['hints']) > 1 and view['tutor']['hints'][-1]['loss'] > 0.001:
            return view
        act(do='set', tutor=False)
        act(do='play', text=view['tutor']['hints'][0]['text'])
        act(do='done')
    raise SystemExit('no turn with a choice')


wait('the bot', lambda v: v['opponent']['online'] and 'new' in v['allowed'])
try:
    act(do='hint')
    raise SystemExit('a hint without a match')
except urllib.error.HTTPError as fault:
    assert fault.code == 409
act(do='new', length=3)
view = play_of_choice()
hints = view['tutor']['hints']
assert hints[0]['loss'] == 0 and 0 < hints[0]['win'] < 1, hints
assert [h['loss'] for h in hints] == sorted(h['loss'] for h in hints), hints
view = act(do='play', text=hints[-1]['text'])
assert view['play']['complete'], view['play']
act(do='done')
view = wait('the warning', lambda v: v['tutor']['warning'])
warning = view['tutor']['warning']
assert view['phase'] == 'to_play', 'the play was sent unasked'
assert warning['loss'] > 0 and warning['better'] == hints[0]['text'], (warning, hints)
assert (warning['why'] == '') == (warning['question'] == '') and (warning['why'] or warning['loss'] < 0.1), warning
view = act(do='clear')  # thinks again
assert view['tutor']['warning'] is None and view['play']['hops'] == [], view
act(do='play', text=hints[-1]['text'])
act(do='done')
wait('the warning again', lambda v: v['tutor']['warning'])
act(do='sure')
view = wait('his turn', lambda v: any(e['kind'] == 'play' and e['mine'] for e in v['events']))
assert view['tutor']['last']['better'] == hints[0]['text'], view['tutor']
assert view['tutor']['warning'] is None
curve = get()['tutor']['curve']
assert curve[-1][2] == hints[0]['win'] and all(0 < chance < 1 for _, chance, _ in curve), (curve, hints)
print(warning)

# A play that is whole is judged before it is sent: it goes with its judgement, unasked.
act(do='set', warn=0)
view = play_of_choice()
act(do='set', warn=0)
act(do='play', text=view['tutor']['hints'][0]['text'])
act(do='done')
view = wait('the judgement', lambda v: v['phase'] != 'to_play')
assert view['tutor']['last']['loss'] == 0, view['tutor']

# The game is given up: its summary comes, with the play that was warned of.
act(do='set', warn=0)
resign()
view = wait('the summary', lambda v: (v['tutor']['summary'] or {}).get('done') == 1)
summary = view['tutor']['summary']
assert summary['game'] == (1 if view['phase'] == 'between' else 0), summary
assert summary['judge'] == '2-ply, fibsbot at roller' and len(summary['sides']) == 2, summary
assert summary['curve'] and all(0 <= chance <= 1 for _, chance in summary['curve']), summary
assert any(w['better'] == hints[0]['text'] for w in summary['worst']) or warning['loss'] < 0.02, summary
assert get()['files'], 'no match file'
act(do='set', tutor=False)
assert get()['tutor']['summary'] is None
PYTHON
python3 "$work/tutor.py" "$address" || fail "the tutor"
kill -INT "$server"
wait_for "$server" 30 || fail "spar ended with status $?"
