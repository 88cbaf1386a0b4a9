#!/usr/bin/env bash
# `fibsbot analyse FILE`: reports of matches as text and JSON, stopped and continued.
set -eu
fibsbot=$BUILD/fibsbot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }
expect() { # STATUS ARGUMENT...
    local wanted=$1 status=0
    shift
    "$fibsbot" analyse "$@" >"$work/out" 2>"$work/said" || status=$?
    [ "$status" -eq "$wanted" ] || fail "$*: status $status, expected $wanted"
}
matches=tests/data/matches

# the report: errors with positions that can be analysed, sums, by what it is judged
expect 0 --ply 0 $matches/xg.txt
grep -q '^Game 2, 0-1$' "$work/out" || fail 'no second game'
grep -q ' 6-4: 24/14 .*better: ' "$work/out" || fail 'no error'
grep -q '^Judged by fibsbot .*anna b at 0-ply' "$work/out" || fail 'not said by what it is judged'
grep -q 'about .* s$' "$work/said" || fail 'no estimate'
grep -o 'XGID=.*' "$work/out" >"$work/ids"
[ "$(wc -l <"$work/ids")" -ge 5 ] || fail 'errors have no XGID'
"$fibsbot" analyse --ply 0 --json <"$work/ids" >"$work/again"
! grep '"error":' "$work/again" || fail 'an XGID that cannot be read'

# the page: a board for each error, nothing from outside; foreign names are no markup
sed 's/anna b/<b>anna/' $matches/xg.txt >"$work/named.txt"
expect 0 --ply 0 --report "$work/page.html" "$work/named.txt"
[ "$(grep -c '<svg .*class="board"' "$work/page.html")" -eq "$(grep -c 'XGID=' "$work/out")" ] ||
    fail 'expected a board for each error'
grep -q '&lt;b&gt;anna' "$work/page.html" && ! grep -q '<b>anna' "$work/page.html" || fail 'markup in a name'
! grep -qE '<script|src=|href=' "$work/page.html" || fail 'the page needs something from outside'
tail -n 1 "$work/page.html" | grep -qx '</body></html>' || fail 'the page is not whole'
expect 1 --ply 0 --report "$work/none/page.html" $matches/xg.txt

# JSON: decisions, then games, then the match, for each file
expect 0 --ply 0 --json $matches/xg.txt $matches/galaxy.txt
[ "$(grep -c '^{"kind":"decision"' "$work/out")" -ge 66 ] || fail 'too few decisions'
[ "$(grep -c '^{"kind":"game"' "$work/out")" -eq 4 ] || fail 'expected four games'
[ "$(grep -c '^{"kind":"match"' "$work/out")" -eq 2 ] || fail 'expected two matches'
tail -n 1 "$work/out" | grep -q '"kind":"match".*galaxy.txt.*"judged_by":\["0-ply","0-ply"\]' ||
    fail 'the match is not the last'
"$fibsbot" analyse --ply 0 --json --threads 2 $matches/xg.txt $matches/galaxy.txt 2>/dev/null |
    cmp - "$work/out" || fail 'threads change the analysis'

# a run that was killed goes on where it was, with the same report
cp "$work/out" "$work/whole"
expect 0 --ply 0 --json --save "$work/save" $matches/xg.txt $matches/galaxy.txt
head -n 20 "$work/save" >"$work/part"
printf '1 1 0.0' >>"$work/part" # a line cut off
expect 0 --ply 0 --json --save "$work/part" --resume $matches/xg.txt $matches/galaxy.txt
cmp "$work/out" "$work/whole" || fail 'the continued analysis differs'
cmp "$work/part" "$work/save" || fail 'the continued file differs'
expect 1 --ply 0 --save "$work/save" $matches/xg.txt $matches/galaxy.txt
expect 1 --ply 1 --save "$work/save" --resume $matches/xg.txt $matches/galaxy.txt
expect 1 --ply 0 --save "$work/save" --resume $matches/galaxy.txt

# Ctrl-C reports what is done
"$fibsbot" analyse --ply 3 --save "$work/stopped" $matches/studio.txt >"$work/out" 2>&1 &
child=$!
for _ in $(seq 400); do
    [ -e "$work/stopped" ] && [ "$(wc -l <"$work/stopped")" -ge 3 ] && break
    sleep 0.1
done
kill -INT "$child"
status=0
wait "$child" || status=$?
[ "$status" -eq 3 ] || fail "after Ctrl-C: status $status"
grep -q '^Stopped after [0-9]* of 76 turns\.$' "$work/out" || fail 'not said that it was stopped'

# files that cannot be read, and calls that do not fit
printf 'nothing\n' >"$work/none"
expect 1 --ply 0 "$work/none" $matches/xg.txt
grep -q 'none: there is no match in this file' "$work/said" || fail 'not said what is wrong'
grep -q '^Judged by' "$work/out" || fail 'the other file is not analysed'
expect 0 --ply 0 --json "$work/none" $matches/xg.txt
head -n 1 "$work/out" | grep -q '^{"id":".*none","error":"there is no match' || fail 'no error object'
expect 2 $matches/xg.txt nonsense
expect 2 --save "$work/x" 4HPwATDgc/ABMA
expect 2 --resume $matches/xg.txt
expect 2 --rollout $matches/xg.txt
