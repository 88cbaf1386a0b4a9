#!/usr/bin/env bash
# GNU Backgammon, killed from outside again and again while it plays, at most twice in a
# pair: results, records and standings are those of a match that was let alone. KILLS: how
# many there are (default 20).
set -eu
cd "$(dirname "$0")/../.."
bot=${BUILD:-build}/fibsbot
kills=${KILLS:-20}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "$*"; exit 1; }

match() {
    exec "$bot" tourney fibsbot,ply=0 gnubg,ply=0 --length 9 --games $((20 * kills)) --luck none --seed 11 --quiet \
        --save "$1/results" --record "$1/records"
}

# processes of gnubg below process $1
children() { pgrep -P "$1" -x gnubg || true; }

status=0
mkdir "$folder/whole" "$folder/cut"
(match "$folder/whole") >"$folder/a" 2>"$folder/e" || status=$?
[ "$status" = 77 ] && { cat "$folder/e"; exit 77; }
[ "$status" = 0 ] || fail "status $status: $(cat "$folder/e")"

# The number of pairs that have ended.
pairs() { grep -c '\.$' "$folder/cut/results" 2>/dev/null || true; }

# again OLD: waits until another process than OLD plays
again() {
    until [ -n "$(children "$pid")" ] && [ "$(children "$pid")" != "$1" ]; do
        kill -0 "$pid" 2>/dev/null || return 0
        sleep 0.02
    done
}

match "$folder/cut" >"$folder/b" 2>"$folder/e" &
pid=$!
killed=0
# it plays: a program that is killed three times while it loads at the beginning ends the run
until [ -s "$folder/cut/results" ] && [ "$(pairs)" -gt 0 ] || ! kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
while [ "$killed" -lt "$kills" ] && kill -0 "$pid" 2>/dev/null; do
    for wait in 0.1 0.3; do
        old=$(children "$pid")
        sleep "$wait"
        [ -n "$old" ] && kill -9 "$old" 2>/dev/null || continue
        killed=$((killed + 1))
        again "$old"
    done
    ended=$(pairs) # now it must play that pair again
    while [ "$(pairs)" -le "${ended:-0}" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
done
wait "$pid" || fail "status $?: $(cat "$folder/e")"
told=$(grep -c 'gnubg,ply=0 failed' "$folder/e")
echo "$killed kills, $told faults told"
[ "$killed" -ge "$kills" ] && [ "$told" -ge $((kills / 2)) ] || fail "too few kills"
grep -q forfeited "$folder/e" && fail "a pair is forfeited: $(cat "$folder/e")"
cmp "$folder/whole/results" "$folder/cut/results" || fail "the results differ"
[ "$(sed -n 2,4p "$folder/a")" = "$(sed -n 2,4p "$folder/b")" ] || fail "the figures differ"
games() { for file in "$1"/records/*.mat; do grep -v '^ *; \[' "$file" | md5sum; done | sort; }
[ "$(games "$folder/whole")" = "$(games "$folder/cut")" ] || fail "the records differ"
