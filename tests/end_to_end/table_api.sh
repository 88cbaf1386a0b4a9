#!/usr/bin/env bash
# `fibsbot spar --web` without a browser: a person plays a whole 1-point match by what the
# page would post, while the program is killed in mid-turn and started again; strangers get
# nothing. SEED=N: another match.
set -u
. tests/end_to_end/library
command -v curl >/dev/null && command -v python3 >/dev/null || exit 77

# start_table [OPTION...]: sets $address
start_table() {
    (cd "$work" && exec "$build/fibsbot" spar --web --no-open --level beginner --port 0 \
        --seed "${SEED:-1}" --folder spar "$@" >"$work/spar.out" 2>>"$work/spar.log") &
    server=$!
    for _ in $(seq 300); do
        address=$(sed -n 's/^Play in the browser:  //p' "$work/spar.out")
        [ -n "$address" ] && grep -q 'logged in as' "$work/spar.log" && return 0
        pause 0.1
    done
    fail "the table did not open: $(cat "$work/spar.out")"
}

# until_saved: the server has written its state, and finds nothing more to write for a second
until_saved() {
    for _ in $(seq 300); do
        [ -n "$(find "$work/spar/server.state" ! -newermt '1 second ago' 2>/dev/null)" ] && return 0
        pause 0.1
    done
    fail "the state of the server is not written"
}

# status OPTIONS... PATH: the HTTP status
status() { curl -s -o /dev/null -w '%{http_code}' "${@:1:$#-1}" "$address${*: -1}"; }
# expect STATUS OPTIONS... PATH
expect() {
    local got
    got=$(status "${@:2}")
    [ "$got" = "$1" ] || fail "expected $1, got $got: ${*:2}"
}
json='Content-Type: application/json'

cat >"$work/play.py" <<'PYTHON'
"""play.py ADDRESS until PHASE | over: makes the first play that is offered."""
import json, sys, time, urllib.error, urllib.request

address, goal = sys.argv[1], sys.argv[2]
origin = address.split('/', 3)
origin = origin[0] + '//' + origin[2]


def get():
    with urllib.request.urlopen(address + 'view', timeout=60) as answer:
        return json.load(answer)


def act(**action):
    head = {'Content-Type': 'application/json', 'Origin': origin}
    request = urllib.request.Request(address + 'act', json.dumps(action).encode(), head)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def turn(view):
    phase, allowed = view['phase'], view['allowed']
    if phase == 'to_play' and not view['play']['complete']:
        target = view['play']['targets'][0]
        return act(do='hop', to=target['to'], **{'from': target['from']})
    for name in ('done', 'roll', 'take', 'accept', 'next'):
        if name in allowed:
            return act(do=name)
    time.sleep(0.05)
    return None


view = get()
while view['phase'] not in ('lobby', 'over', 'to_play', 'to_roll', 'waiting'):
    time.sleep(0.05)
    view = get()
if view['phase'] == 'lobby' and view['saved'] is None and view['match'] is None:
    act(do='new', length=1, level='beginner')
end = time.time() + 240
while time.time() < end:
    view = get()
    if view['phase'] == 'over':
        break
    if view['phase'] == goal and view['play'] and view['play']['hops']:
        sys.exit(0)
    try:
        turn(view)
    except urllib.error.HTTPError as fault:
        assert fault.code == 409, fault.read()  # the view was of a moment ago
    if goal != 'over':
        time.sleep(0.05)
assert view['phase'] == 'over', view
assert sum(view['over']['score']) >= 1 and view['results'][0]['length'] == 1, view
print(view['over'])
PYTHON

start_table
[ "$(stat -c %a "$work/spar/table.json")" = 600 ] || fail "others can read the token"
expect 200 view
token=${address%/}
token=${token##*/}
[ ${#token} -eq 32 ] || fail "the token has ${#token} digits"
expect 403 -H 'Host: example.org' view
expect 403 -H 'Origin: http://example.org' view
wrong=${address%/*/}/00000000000000000000000000000000/
[ "$(curl -s -o /dev/null -w '%{http_code}' "$wrong"view)" = 403 ] || fail "any token will do"
[ "$(curl -s -o /dev/null -w '%{http_code}' "${address%/*/}/")" = 403 ] || fail "no token will do"
expect 405 act
expect 400 -d '{"do":"roll"}' act
expect 400 -H "$json" -d 'roll' act
expect 400 -H "$json" -d '{"do":"fly"}' act
expect 409 -H "$json" -d '{"do":"roll"}' act
expect 404 match.mat
expect 404 report
expect 200 ''
expect 200 table.js
curl -s -D - -o /dev/null "$address"view | grep -qi "content-security-policy: default-src 'none'" ||
    fail "no policy"

# streams: each tells the view, and there are at most eight
for i in 1 2 3 4 5 6 7 8; do
    curl -sN "$address"events >"$work/events.$i" &
    pids="$pids $!"
done
for i in 1 2 3 4 5 6 7 8; do
    within 30 grep -q '^data: {"version"' "$work/events.$i" || fail "stream $i tells nothing"
done
expect 503 events

# in mid-turn the program is killed; the match goes on at the same address
python3 "$work/play.py" "$address" to_play || fail "no turn came"
until_saved
before=$address
kill -KILL "$server"
wait "$server" 2>/dev/null
: >"$work/spar.log"
start_table
[ "$before" = "$address" ] || fail "the address has changed from $before to $address"
python3 "$work/play.py" "$address" over || fail "the match was not finished"
grep -q '"mine"' "$work/spar/table.json" || fail "the result is not kept"
curl -s "$address"match.mat | grep -q '1 point match' || fail "no match to download"
expect 200 report
grep -q "$token" "$work/spar.log" && fail "the token is in the log"
kill -INT "$server"
wait_for "$server" 60 || fail "spar ended with status $?"
echo "a person played at the table"
