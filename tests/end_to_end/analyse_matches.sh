#!/usr/bin/env bash
# `fibsbot analyse FILE`: reports of matches as text and JSON, stopped and continued.
set -eu
. tests/end_to_end/match_library

# the report: errors with positions that can be analysed, sums, by what it is judged
expect 0 analyse --ply 0 $matches/xg.txt
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
expect 0 analyse --ply 0 --report "$work/page.html" "$work/named.txt"
[ "$(grep -c '<svg .*class="board"' "$work/page.html")" -eq "$(grep -c 'XGID=' "$work/out")" ] ||
    fail 'expected a board for each error'
grep -q '&lt;b&gt;anna' "$work/page.html" && ! grep -q '<b>anna' "$work/page.html" || fail 'markup in a name'
! grep -qE '<script|src=|href=' "$work/page.html" || fail 'the page needs something from outside'
tail -n 1 "$work/page.html" | grep -qx '</body></html>' || fail 'the page is not whole'
expect 1 analyse --ply 0 --report "$work/none/page.html" $matches/xg.txt

# JSON: decisions, then games, then the match, for each file
expect 0 analyse --ply 0 --json $matches/xg.txt $matches/galaxy.txt
[ "$(grep -c '^{"kind":"decision"' "$work/out")" -ge 66 ] || fail 'too few decisions'
[ "$(grep -c '^{"kind":"game"' "$work/out")" -eq 4 ] || fail 'expected four games'
[ "$(grep -c '^{"kind":"match"' "$work/out")" -eq 2 ] || fail 'expected two matches'
grep '"kind":"match"' "$work/out" | tail -n 1 | grep -q 'galaxy.txt.*"judged_by":\["0-ply","0-ply"\]' ||
    fail 'the match is not the last of its file'
grep -q '^{"kind":"player","player":"anna","matches":1' "$work/out" || fail 'no sums by player'
"$fibsbot" analyse --ply 0 --json --threads 2 $matches/xg.txt $matches/galaxy.txt 2>/dev/null |
    cmp - "$work/out" || fail 'threads change the analysis'

# a run that was killed goes on where it was, with the same report
cp "$work/out" "$work/whole"
expect 0 analyse --ply 0 --json --save "$work/save" $matches/xg.txt $matches/galaxy.txt
head -n 20 "$work/save" >"$work/part"
printf '1 1 0.0' >>"$work/part" # a line cut off
expect 0 analyse --ply 0 --json --save "$work/part" --resume $matches/xg.txt $matches/galaxy.txt
cmp "$work/out" "$work/whole" || fail 'the continued analysis differs'
cmp "$work/part" "$work/save" || fail 'the continued file differs'
expect 1 analyse --ply 0 --save "$work/save" $matches/xg.txt $matches/galaxy.txt
expect 1 analyse --ply 1 --save "$work/save" --resume $matches/xg.txt $matches/galaxy.txt
expect 1 analyse --ply 0 --save "$work/save" --resume $matches/galaxy.txt

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

# nobody is judged by his own depth, and the report says so; the level goes with the match
{
    printf '; [Player 1 "our_bot"]\n; [Player 2 "opp_a"]\n; [Player 1 Level "fibsbot 0.2.0: 1-ply"]\n'
    sed '/^; .Player/d' $matches/xg.txt
} >"$work/level.mat"
expect 0 convert "$work/level.mat" "$work/level.sgf"
for file in level.mat level.sgf; do
    expect 0 analyse --ply 0 "$work/$file"
    grep -q '^Judged by fibsbot .*: our_bot at 2-ply, cube 4-ply, opp_a at 0-ply;' "$work/out" ||
        fail "$file: $(grep '^Judged' "$work/out")"
done
# a folder: a line for each match, a table by player and over time; no report is taken for a match
mkdir -p "$work/folder/below"
cp $matches/xg.txt $matches/galaxy.txt "$work/folder"
cp $matches/studio.txt "$work/folder/below"
cp "$work/level.mat" "$work/level.sgf" "$work/folder/below"
cp "$work/out" "$work/folder/old.analysis.txt"
expect 0 analyse --ply 0 "$work/folder"
[ "$(grep -c ' PR .* points' "$work/out")" -eq 4 ] || fail "expected four matches: $(cat "$work/out")"
grep -qE '^anna +2 ' "$work/out" || fail 'no sums of a player'
grep -qE '^anna +2023-09 +1 ' "$work/out" || fail 'no months of a player'
mkdir "$work/empty"
expect 1 analyse "$work/empty"

# UTF-16, and what FIBS answers to oldmoves
expect 0 analyse --ply 0 $matches/galaxy.txt
cp "$work/out" "$work/utf8"
iconv -f UTF-8 -t UTF-16 $matches/galaxy.txt >"$work/utf16.txt"
expect 0 analyse --ply 0 "$work/utf16.txt"
cmp "$work/out" "$work/utf8" || fail 'UTF-16 is read otherwise'
printf 'Score is 0-0 in a 3 point match.\nanna is X - bert is O\nX: (3 1) 17-20 19-20\nO: doubles\nX: rejects\n' >"$work/moves.txt"
expect 0 analyse --ply 0 "$work/moves.txt"
grep -q '^anna - bert, 3 points, FIBS: 0-1' "$work/out" || fail 'oldmoves are not read'
expect 0 analyse --ply 0 --history "$work/none.db" "$work/moves.txt"
grep -q '^Judged by .*: anna at 3-ply, cube 4-ply, bert at 0-ply' "$work/out" || fail 'an unknown level is not judged at 3-ply'

# a replay of bgammon.org, and beavers
cp tests/fuzz/corpus/bgammon_read/two_games "$work/replay.match"
expect 0 analyse --ply 0 "$work/replay.match"
grep -q '^anna - bert, 3 points, bgammon.org, 2023.12.16: 1-2$' "$work/out" || fail "no replay: $(head -n 2 "$work/out")"
cp tests/fuzz/corpus/sgf_read/beavers "$work/beavers.sgf"
expect 0 convert "$work/beavers.sgf" "$work/beavers.mat"
expect 0 analyse --ply 0 "$work/beavers.mat"
grep -q ' raccoon .* better: take' "$work/out" || fail "no raccoon: $(cat "$work/out")"

# files that cannot be read, and calls that do not fit
printf 'nothing\n' >"$work/none"
expect 1 analyse --ply 0 "$work/none" $matches/xg.txt
grep -q 'none: there is no match in this file' "$work/said" || fail 'not said what is wrong'
grep -q '^Judged by' "$work/out" || fail 'the other file is not analysed'
expect 0 analyse --ply 0 --json "$work/none" $matches/xg.txt
head -n 1 "$work/out" | grep -q '^{"id":".*none","error":"there is no match' || fail 'no error object'
expect 2 analyse $matches/xg.txt nonsense
expect 2 analyse "$work/none.mat"
"$fibsbot" analyse "$work/none.mat" 2>&1 | grep -q 'no such file' || fail 'a file that is not there is not named'
expect 2 analyse --save "$work/x" 4HPwATDgc/ABMA
expect 2 analyse --resume $matches/xg.txt
expect 2 analyse --rollout $matches/xg.txt
