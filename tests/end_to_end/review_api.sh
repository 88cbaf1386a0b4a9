#!/usr/bin/env bash
# `fibsbot review FOLDER` without a browser: strangers get nothing, matches are analysed once,
# positions are judged by all judges and can be stopped, cards move, Anki gets a file.
set -u
shopt -s lastpipe # so that `... | has` ends the script, too
nets=build/weights
. tests/end_to_end/match_library
command -v curl >/dev/null && command -v python3 >/dev/null || exit 77
cp $matches/xg.txt $matches/galaxy.txt "$folder/"
server=

# start: sets $address
start() {
    : >"$folder/out" # or the address of the run before is read
    "$bot" review --ply 0 --no-open --collection "$folder/c.db" "$@" >"$folder/out" 2>"$folder/said" &
    server=$!
    within 30 finds address "$folder/out" 's/^Review in the browser:  //p' || fail "it did not open: $(cat "$folder/said")"
}
# stop: Ctrl-C or SIGTERM ends it well
stop() {
    kill -"${1:-TERM}" "$server"
    wait "$server" || fail "status $? after a signal"
    server=
}
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
json='Content-Type: application/json'
get() { curl -sf "$address$1"; }
post() { curl -s -H "$json" -d "$2" "$address$1"; }
status() { curl -s -o /dev/null -w '%{http_code}' "${@:1:$#-1}" "$address${*: -1}"; }
# refused STATUS OPTIONS... PATH
refused() { [ "$(status "${@:2}")" = "$1" ] || fail "expected $1: ${*:2}"; }
# has EXPRESSION of d, the JSON on standard input; one Python judges all
coproc python { exec python3 -uc 'import json, sys
for expression in sys.stdin: d = json.loads(next(sys.stdin)); print(bool(eval(expression)))'; }
has() {
    local given='' verdict=''
    IFS= read -rd '' given
    printf '%s\n' "$1" "${given//$'\n'/ }" >&"${python[1]}" && read -r verdict <&"${python[0]}"
    [ "$verdict" = True ] || fail "not so: $1"
}
# answered: waits for the answer to the last question
answered() {
    for _ in $(seq 600); do
        get state >"$folder/state"
        grep -q '"isDone":true' "$folder/state" && return 0
        pause 0.1
    done
    fail "no answer: $(cat "$folder/state")"
}
analysed() {
    for _ in $(seq 600); do
        get list | grep -q '"left":0' && return 0
        pause 0.2
    done
    fail 'not all is analysed'
}

start "$folder/xg.txt" "$folder/galaxy.txt"

# the guards of the table: another secret, host or origin, and forms of foreign pages
here=${address%/*/}
[ "$(curl -s -o /dev/null -w '%{http_code}' "$here/")" = 403 ] || fail 'a page without the secret'
[ "$(curl -s -o /dev/null -w '%{http_code}' "$here/00000000000000000000000000000000/list")" = 403 ] || fail 'another secret'
refused 403 -H 'Host: evil.example' list
refused 403 -H 'Origin: http://evil.example' list
refused 400 -d '{"by":"2-ply"}' ask
refused 405 ask
refused 404 m/99
curl -s "${address}m/99" | grep -q 'not open here.*href="../"' || fail 'a match that is not there has no page'
refused 404 m/../m/1x

# the list, with the analyses of both matches in the end
analysed
get list | has 'len(d["matches"]) == 2 and all(m[10] == 1 and m[11] > 0 and m[17] > 0 for m in d["matches"])'
get list | has 'd["player"] and sum(t[3] for t in d["themes"]) > 5'
id=$(get list | python3 -c 'import json, sys; print(next(m[0] for m in json.load(sys.stdin)["matches"] if "xg.txt" in m[1]))')
get "m/$id" >"$folder/page"
grep -q 'data-engine="../"' "$folder/page" && grep -q '"decisions":\[' "$folder/page" || fail 'no viewer'
[ "$(wc -c <"$folder/page")" -le 112640 ] || fail 'a page of more than 110 kB'
for part in viewer.css viewer.js list.js m/position ''; do refused 200 "$part"; done

# a play that was not made, and what is no play
opening='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
post ask "{\"xgid\":\"$opening\",\"play\":\"24/23 13/10\",\"by\":\"2-ply\"}" | has 'd["number"] == 1'
answered
has 'd["answer"]["c"][0][0] == "8/5 6/5" and any(c[0] == "24/23 13/10" for c in d["answer"]["c"]) and "5 point" in d["answer"]["why"]' <"$folder/state"
post ask "{\"xgid\":\"$opening\",\"play\":\"24/20\",\"by\":\"2-ply\"}" >/dev/null
answered
has 'd["answer"]["c"][0][2] == "2-ply"' <"$folder/state"
post ask "{\"xgid\":\"$opening\",\"play\":\"24/19\",\"by\":\"2-ply\"}" >/dev/null
answered
has '"no legal play" in d["error"] or "not a legal play" in d["error"]' <"$folder/state"
post ask '{"xgid":"nonsense","play":"","by":"2-ply"}' | has 'd["error"]'
post ask "{\"xgid\":\"$opening\",\"play\":\"\",\"by\":\"fortune\"}" | has 'd["error"]'

# deeper: with standard errors; progress; and it stops
for judge in 3-ply roller; do
    post ask "{\"xgid\":\"$opening\",\"play\":\"\",\"by\":\"$judge\"}" >/dev/null
    answered
    has "d['answer']['j'] == '$judge'" <"$folder/state"
done
has 'all(0 < c[8] < .1 for c in d["answer"]["c"]) and "of the difference %.4f." % d["answer"]["c"][1][8] in d["answer"]["words"]' <"$folder/state"
post ask "{\"xgid\":\"$opening\",\"play\":\"\",\"by\":\"rollout\"}" >/dev/null
for _ in $(seq 600); do get state | grep -q '"error_bar":0.0,' || break; pause 0.05; done
get state | has '0 < d["share"] < 1 and d["error_bar"] > 0 and not d["isDone"]'
post stop '{}' | has 'd["isDone"] and d["isStopped"] and "answer" not in d'

# cube actions: with prices, at other scores, and the answer to a double
post ask "{\"xgid\":\"-aB--bD-C-C-ba----Bbbcb--A:0:0:-1:D:2:0:0:7:10\",\"play\":\"\",\"by\":\"2-ply\"}" >/dev/null
answered
has 'd["answer"]["q"]["e"][1] < d["answer"]["q"]["e"][2] and 20 < d["answer"]["q"]["tp"][0] < 30' <"$folder/state"
cube='XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10'
post ask "{\"xgid\":\"$cube\",\"play\":\"\",\"by\":\"2-ply\"}" >/dev/null
answered
has 'd["answer"]["q"]["right"] == "no_double" and d["answer"]["q"]["mk"][0] < 5 and len(d["answer"]["q"]["gv"]) == 2' <"$folder/state"
# the scores are those of who doubled, here from 2 to 4: useless at 2 away, free against 2 away
begun=$(date +%s%N)
post ask "{\"xgid\":\"-aB--bD-C-C-ba----Bbbcb--A:1:-1:-1:D:2:0:0:7:10\",\"play\":\"\",\"by\":\"scores\"}" >/dev/null
answered
took=$((($(date +%s%N) - begun) / 1000000))
has 'd["answer"]["least"] == 2 and [len(r) for r in d["answer"]["rows"]] == [8] * 8' <"$folder/state"
has 'd["answer"]["is_theirs"] and all(r[0] in ("no_double", "too_good") for r in d["answer"]["rows"][0])' <"$folder/state"
has 'abs(d["answer"]["rows"][0][0][1] - d["answer"]["rows"][0][0][2]) < 1e-4' <"$folder/state" # the game is the match
has 'all(r[0][2] >= r[0][1] for r in d["answer"]["rows"][1:]) and d["answer"]["rows"][7][7][1] > 0.1' <"$folder/state"
echo "64 scores in $took ms"
post ask "{\"xgid\":\"$opening\",\"play\":\"\",\"by\":\"scores\"}" | has '"without dice" in d["error"]'
# a match that was played without a cube is judged deeper without one
for judge in 2-ply roller; do
    for most in 10 0; do
        post ask "{\"xgid\":\"XGID=-aB--bD-C-C-ba----Bbbcb--A:0:0:1:31:0:0:0:5:$most\",\"play\":\"\",\"by\":\"$judge\"}" >/dev/null
        answered
        cp "$folder/state" "$folder/with-$most"
    done
    python3 - "$folder/with-10" "$folder/with-0" <<'PYTHON' || fail "$judge judges with a cube where there was none"
import json, sys
with_cube, without = (json.load(open(path))['answer']['c'][0][1] for path in sys.argv[1:])
sys.exit(not without > with_cube + .1)
PYTHON
done
post read '{"id":"4HPwATDgc/ABMA:cIkFAAAAAAAE"}' | has "d['xgid'] == '$opening' and d['gnu'] == '4HPwATDgc/ABMA:cIkFAAAAAAAE'"

# cards
post player '{"name":"bert"}' >/dev/null
post cards '{"day":20000}' >"$folder/cards"
has 'len(d["cards"]) > 3 and all(c["box"] == 1 and c["one"]["l"] >= .02 for c in d["cards"])' <"$folder/cards"
key=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["cards"][0]["key"])' <"$folder/cards")
post card "{\"key\":$key,\"box\":3,\"due\":20007,\"note\":\"count first\"}" | has 'd["isDone"]'
second=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["cards"][1]["key"])' <"$folder/cards")
post card "{\"key\":$second,\"box\":2,\"due\":20003}" | has 'd["isDone"]'
post card "{\"key\":$key,\"box\":9,\"due\":20007}" | has 'd["error"]'
post cards '{"day":20000}' | has "d['cards'][-1]['key'] == $key and d['cards'][-1]['due'] == 20007"
# the same note by its place in the match; another decision has none of it
link=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["cards"][0]["href"].replace("m/", "", 1))' <"$folder/cards")
other=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["cards"][1]["href"].replace("m/", "", 1))' <"$folder/cards")
note_of() { post note "{\"match\":${1%%#*},\"link\":\"${1#*#}\"${2:-}}"; }
note_of "$link" | has 'd["note"] == "count first"'
note_of "$other" | has 'd["note"] == ""'
note_of "$other" ',"note":"look again"' | has 'd["note"] == "look again"'
note_of "$link" | has 'd["note"] == "count first"'
note_of "1#99.99" ',"note":"none"' | has 'd == {}'
get anki.txt >"$folder/anki"
python3 - "$folder/cards" "$folder/anki" <<'PYTHON' || fail 'Anki has other cards'
import json, re, sys
cards = [card['one'] for card in json.load(open(sys.argv[1]))['cards']]
lines = [line for line in open(sys.argv[2]) if 'XGID=' in line]
assert len(lines) == len(cards), (len(lines), len(cards))
asked = {'double': 'Do you double?', 'no_double': 'Do you double?', 'take': 'You are doubled. Do you take?',
         'pass': 'You are doubled. Do you take?'}
for one in cards:
    question, answer = next(line.split('\t')[:2] for line in lines if one['x'] in line)
    is_play = one['a'] == 'play'
    assert question.endswith(f"{one['d'][0]}-{one['d'][1]}. What do you play?" if is_play else asked[one['a']]), question
    assert '  O bert: ' in question and f"loses {one['l']:.3f}<" in answer, (question, answer)
    for row in one.get('c', []):
        assert (f"<td>{row[0]}</td><td>{row[1]:+.3f}</td><td>{one['c'][0][1] - row[1]:.3f}</td>"
                f"<td>{row[3]:.1f} %</td>") in answer, (row, answer)
PYTHON
stop INT

# nothing is analysed twice, and the collection remembers the card and the player
start "$folder/xg.txt" "$folder/galaxy.txt"
get list | has 'd["left"] == 0 and d["player"] == "bert"'
post cards '{"day":20006}' | has "d['cards'][-1]['key'] == $key and d['cards'][-1]['box'] == 3 and d['cards'][-1]['note'] == 'count first'"
note_of "$other" | has 'd["note"] == "look again"'
get "m/$id" | grep -v noscript >"$folder/again"
[ "$(grep -c decisions "$folder/again")" -ge 1 ] || fail 'no page from the collection'
stop
# an analysis that cannot be kept says why
python3 - "$folder/c.db" <<'PYTHON'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as kept:
    kept.execute('UPDATE review_match SET judge = NULL')
    kept.execute("CREATE TRIGGER full BEFORE UPDATE OF judge ON review_match BEGIN SELECT RAISE(ABORT, 'the <disk> is full'); END")
PYTHON
start "$folder/xg.txt" "$folder/galaxy.txt"
analysed
refused 500 "m/$id"
curl -s "${address}m/$id" | grep -q 'could not be kept: .*the &lt;disk&gt; is full' || fail 'no reason why it is not kept'
stop
python3 -c "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('DROP TRIGGER full')" "$folder/c.db"
# without a file: the matches of the collection whose files are there
rm "$folder/galaxy.txt"
start
analysed
get list | has 'len(d["matches"]) == 2 and len(d["open"]) == 1'
refused 200 "m/$id"
stop
"$bot" review --anki --collection "$folder/c.db" >"$folder/anki" || fail 'review --anki'
[ "$(head -n 1 "$folder/anki")" = '#separator:tab' ] && [ "$(grep -c 'XGID=' "$folder/anki")" -gt 3 ] || fail 'review --anki'
echo nonsense >"$folder/no.db"
expect 1 review --no-open --collection "$folder/no.db" "$folder/xg.txt"
