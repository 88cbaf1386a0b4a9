#!/usr/bin/env bash
# A tournament whose program is killed twenty times (kill -9) on the way, every other time
# at a random moment, else soon after a match has ended, with the server in the same program:
# it comes to its end, each match counts once, and the history of both players has every match.
set -u
. tests/end_to_end/library
cd "$work" || exit 1
kills=${1:-20}
RANDOM=${SEED:-1}

cup=("$build/fibsbot" tournament run cup.conf --local --levels beginner,novice,casual,900
    -s tournament.length="${LENGTH_OF_MATCHES:-1}" -s tournament.legs=5 -s tournament.kind=round-robin
    -s strength.pool=1)

# A line of the report for each match that is over: its number, players and winner.
results() {
    "$build/fibsbot" tournament report cup.conf --json | python3 -c '
import json, sys
for m in json.load(sys.stdin)["matches"]:
    if m["state"] in ("done", "forfeited", "void"):
        print(m["number"], *m["players"], m["winner"], m["state"])'
}

done=0
: >before
while [ "$done" -lt "$kills" ]; do
    "${cup[@]}" >>run.out 2>>run.err &
    run=$!
    pids="$pids $run"
    for _ in $(seq 600); do # a loaded machine takes its time to begin
        [ "$(grep -c 'Server on' run.out)" -gt "$done" ] && break
        sleep 0.1
    done
    if [ $((done % 2)) -eq 1 ]; then
        for _ in $(seq 600); do
            results >after && [ "$(wc -l <after)" -gt "$(wc -l <before)" ] && break
            sleep 0.1
        done
        sleep "0.$((RANDOM % 10))"
    else
        sleep "$((RANDOM % 4 + 1)).$((RANDOM % 10))"
    fi
    kill -KILL "$run" 2>/dev/null || { wait "$run"; echo "it ended after $done kills"; break; }
    wait "$run" 2>/dev/null
    done=$((done + 1))
    # what was over stays as it was
    results >after || continue # not begun yet
    while read -r line; do
        grep -qxF "$line" after || fail "after kill $done a result has changed: $line"
    done <before
    mv after before
done
echo "killed $done times, $(wc -l <before) matches over then"
[ "$(wc -l <before)" -ge $((done / 4)) ] || fail "too few matches were over at the kills"
"${cup[@]}" >last.out 2>>run.err || fail "it did not come to its end: status $?; $(tail -n 5 last.out run.err)"
results >after
grep -q '30 of 30 matches over' last.out || fail "not all matches are over: $(cat last.out)"
while read -r line; do
    grep -qxF "$line" after || fail "a result has changed: $line"
done <before
[ "$(cut -d' ' -f1 after | sort -u | wc -l)" = 30 ] || fail "not 30 different matches: $(cat after)"
grep -v ' done$' after && fail "matches that were not played to their end"
sources=$("$build/fibsbot" tournament report cup.conf --json | grep -c '"source": "player"')
echo "30 matches, $sources told by a player of ours"

# each counts once on the server, too: the ratings tell how much everybody has played
"$build/fibsbot" stats cup/history.db --list matches --csv | tail -n +2 >history
[ "$(grep -c ',finished,' history)" = 60 ] || fail "the history has $(grep -c ',finished,' history) finished matches of both sides, not 60"
