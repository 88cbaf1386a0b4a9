#!/usr/bin/env bash
# `fibsbot spar --web --friend` by what two pages would post: each sees his own side and plays
# in his turn alone, a watcher can do nothing, a wrong link is refused in words, the friend
# comes back by the same one, both get the summary. SEED=N: another match.
set -u
. tests/end_to_end/library
command -v curl >/dev/null && command -v python3 >/dev/null || exit 77

wait_open() {
    within 30 grep -qs '^For watchers' "$work/spar.out" && within 30 grep -q 'logged in as' "$work/spar.log"
}

(cd "$work" && exec "$build/fibsbot" spar --web --friend --address 127.0.0.1 --no-open --port 0 \
    --seed "${SEED:-3}" --folder spar >"$work/spar.out" 2>"$work/spar.log") &
server=$!
wait_open
# link BEGIN: the address behind it
link() { sed -n "s/^$1: *//p" "$work/spar.out"; }
host=$(link 'Play in the browser') friend=$(link 'For your friend') watch=$(link 'For watchers')
[ -n "$watch" ] || fail "the tables did not open: $(cat "$work/spar.out" "$work/spar.log")"

cat >"$work/play.py" <<'PYTHON'
import json, sys, time, urllib.error, urllib.request

host, friend, watch = sys.argv[1:]


def get(address, what='view'):
    with urllib.request.urlopen(address + what, timeout=60) as answer:
        return json.load(answer)


def act(address, **action):
    """The status of the answer."""
    head = {'Content-Type': 'application/json', 'Origin': '/'.join(address.split('/')[:3])}
    request = urllib.request.Request(address + 'act', json.dumps(action).encode(), head)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as fault:
        return fault.code


def until(is_so, what, limit=240):
    end = time.time() + limit
    while not is_so():
        assert time.time() < end, what
        time.sleep(0.05)


for address in (host, friend):
    until(lambda: get(address)['phase'] == 'lobby', 'no lobby')
views = {address: get(address) for address in (host, friend, watch)}
assert [view['company']['role'] for view in views.values()] == ['host', 'guest', 'watcher'], views
assert 'link' not in views[friend]['company'] and 'link' not in views[watch]['company'], views
assert views[watch]['allowed'] == [] and views[watch]['tutor'] is None, views[watch]
assert act(friend, do='new', length=1) == 409  # the host begins
assert act(host, do='new', length=2) == 200

# whoever has his page open is there
stream = urllib.request.urlopen(friend + 'events', timeout=60)
until(lambda: get(host)['company']['there'], 'the friend is not seen')
assert get(watch)['company']['there']
stream.close()
until(lambda: not get(host)['company']['there'], 'the friend is not missed')
assert not get(watch)['company']['there'], 'watchers see a friend who is not there'
assert get(friend)['match'] is not None or get(friend)['phase'] in ('waiting', 'inviting')

# the first game is the host's
until(lambda: act(friend, do='resign', number=1) == 200, 'no resignation')
until(lambda: act(host, do='accept') == 200, 'no offer to accept')

turns, refused, end = {host: 0, friend: 0}, 0, time.time() + 240
while time.time() < end:
    views = {address: get(address) for address in (host, friend)}
    if all(view['phase'] == 'over' for view in views.values()):
        break
    mine = [address for address, view in views.items() if view['phase'] in ('to_play', 'to_roll')]
    for address, view in views.items():
        other = friend if address == host else host
        if view['phase'] == 'waiting' and mine == [other] and views[other]['phase'] == 'to_play':
            refused += act(address, do='roll') == 409 and act(address, do='hop', to=1, **{'from': 6}) == 409
        assert view['tutor']['hints'] is None and 'hint' not in view['allowed'], view
        name = next((name for name in ('done', 'roll', 'next') if name in view['allowed']), None)
        if view['phase'] == 'to_play' and not view['play']['complete']:
            target = view['play']['targets'][0]
            act(address, do='hop', to=target['to'], **{'from': target['from']})
        elif name:
            turns[address] += act(address, do=name) == 200
    if not mine:
        time.sleep(0.02)
    if mine and views[host]['board'] and views[friend]['board'] and views[mine[0]]['phase'] == 'to_roll':
        until(lambda: get(host)['board']['mine'] == get(friend)['board']['theirs'], 'the boards differ')
else:
    raise AssertionError('the match did not end')
assert min(turns.values()) > 2 and refused > 2, (turns, refused)
results = [get(address)['over'] for address in (host, friend, watch)]
assert results[0]['won'] != results[1]['won'] and results[0] == results[2], results
for address in (host, friend):
    until(lambda: (get(address)['tutor']['summary'] or {'done': 0})['done'] == 1, 'no summary')
sums = [get(address)['tutor']['summary']['sides'] for address in (host, friend)]
assert sums[0][0]['errors'] == sums[1][1]['errors'] and sums[0][1]['pr'] == sums[1][0]['pr'], sums
print(turns, results[0]['score'])
PYTHON
timeout 500 python3 "$work/play.py" "$host" "$friend" "$watch" || fail "the match of two persons"

# status OPTIONS... ADDRESS
status() { curl -s -o /dev/null -w '%{http_code}' "$@"; }
json='Content-Type: application/json'
for path in act match.mat report; do
    [ "$(status -H "$json" -d '{"do":"roll"}' "$watch$path")" = 404 ] || fail "a watcher may $path"
done
[ "$(status -H 'Host: example.org' "${friend}view")" = 403 ] || fail "any name of a machine will do"
for link in "$friend" "$watch"; do
    wrong=${link%/*/}/00000000000000000000000000000000/
    curl -s "$wrong" | grep -q 'Ask who sent it for a new one' || fail "a wrong link is not told in words"
    [ "$(status "$wrong")" = 403 ] || fail "a wrong link will do"
done
port=${friend#http://127.0.0.1:} token=${friend%/} other=${host#http://127.0.0.1:}
port=${port%%/*} token=${token##*/} other=${other%%/*}
[ "$(status "http://127.0.0.1:$other/$token/view")" = 403 ] || fail "the friend's link opens the host's table"
curl -s "${friend}match.mat" | grep -q '2 point match' || fail "no match for the friend"
[ "$(find "$work/spar" -name '*.mat' | wc -l)" = 2 ] || fail "not a file for each"
# the first game was the host's, whoever of the two a file is of
scores=$(find "$work/spar" -name '*.mat' -exec sed -nE '/^ Game 2$/{n;s/ +/ /gp}' {} + | sort | tr '\n' ';')
[ "$scores" = ' friend : 0 host : 1; host : 1 friend : 0;' ] || fail "scores of the second game:$scores"
for secret in "$token" "${watch##*/*/}" "$(basename "$watch")" "$(basename "$host")"; do
    [ -n "$secret" ] && grep -q "$secret" "$work/spar.log" && fail "a token is in the log"
done
kill -INT "$server"
wait_for "$server" 60 || fail "spar ended with status $?"

rm "$work/spar.out" "$work/spar.log"
(cd "$work" && exec "$build/fibsbot" spar --web --friend --address 127.0.0.1 --no-open --port 0 \
    --folder spar >"$work/spar.out" 2>"$work/spar.log") &
server=$!
wait_open
curl -s "$friend" | grep -q 'Ask who sent it for a new one' || fail "an old link is not told in words"
[ "$(status "$(link 'For your friend')")" = 200 ] || fail "the new link does not hold"
kill -INT "$server"
wait_for "$server" 60 || fail "spar ended with status $? the second time"
"$build/fibsbot" spar --friend 2>&1 | grep -q -- '--friend needs --web' || fail "--friend without a table"
echo "two persons played, and one looked on"
