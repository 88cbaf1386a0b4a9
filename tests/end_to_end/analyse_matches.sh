#!/usr/bin/env bash
# `fibsbot analyse FILE`: reports of matches as text and JSON, stopped and continued.
set -eu
. tests/end_to_end/match_library

# the report: errors with positions that can be analysed, sums, by what it is judged
analyse_as_estimated() {
    local begun=$SECONDS most
    expect 0 analyse --ply 0 $matches/xg.txt
    most=$((2 * (SECONDS - begun) + 3))
    tr '\r' '\n' <"$folder/said" | sed -n 's/.* about \([0-9]*\) s$/\1/p; s/^turn .*, \([0-9]*\) s left.*/\1/p' |
        awk -v most=$most '$1 < 1 || $1 > most { exit 1 } END { exit NR < 2 }'
}
# a pause of the machine spoils an estimate, not each
for _ in 1 2 3 4 5; do ! analyse_as_estimated || { is_estimated=1 && break; }; done
[ -n "${is_estimated:-}" ] || fail "no estimate: $(cat "$folder/said")"
grep -q '^Game 2, 0-1$' "$folder/out" || fail 'no second game'
grep -q ' 6-4: 24/14  *-0[.][0-9]*  *[-+][0-9.]*  [0-9]' "$folder/out" || fail 'no error'
! LC_ALL=C.UTF-8 grep -E '.{81}' "$folder/out" || fail 'lines of more than 80 columns'
grep -q '^Judged by fibsbot .*anna b at 0-ply' "$folder/out" || fail 'not said by what it is judged'
grep -o 'XGID=.*' "$folder/out" >"$folder/ids"
[ "$(wc -l <"$folder/ids")" -ge 5 ] || fail 'errors have no XGID'
"$bot" analyse --ply 0 --json <"$folder/ids" >"$folder/again"
! grep '"error":' "$folder/again" || fail 'an XGID that cannot be read'

# the page: each decision, nothing from outside; foreign names are no markup
sed 's/anna b/<b>anna/' $matches/xg.txt >"$folder/named.txt"
expect 0 analyse --ply 0 --report "$folder/page.html" "$folder/named.txt"
[ "$(grep -o '"x":"XGID=' "$folder/page.html" | wc -l)" -ge 16 ] || fail 'expected each decision'
grep -q '&lt;b&gt;anna' "$folder/page.html" && ! grep -q '<b>anna' "$folder/page.html" || fail 'markup in a name'
! grep -qE ' src=| href=' "$folder/page.html" || fail 'the page needs something from outside'
tail -n 1 "$folder/page.html" | grep -qx '</body></html>' || fail 'the page is not whole'
expect 1 analyse --ply 0 --report "$folder/none/page.html" $matches/xg.txt
expect 0 analyse --ply 0 --report "$folder/page.html" "$folder/named.txt"
expect 1 analyse --ply 0 --report "$folder/named.txt" "$folder/named.txt" # the match would be lost
grep -q 'named.txt: expected a page ' "$folder/said" && grep -q anna "$folder/named.txt" || fail 'a match is replaced by its page'

# a folder without a match is a failure, though not each of its files need be one
mkdir "$folder/few" && echo nothing >"$folder/few/notes.txt"
echo former >"$folder/former.html"
expect 1 analyse --ply 0 --report "$folder/former.html" "$folder/few"
grep -qx former "$folder/former.html" || fail "a page of nothing replaces a former one"
expect 0 analyse --ply 0 --json "$folder/few"
cp $matches/xg.txt "$folder/few"
expect 0 analyse --ply 0 "$folder/few"

# JSON: decisions, then games, then the match, for each file
expect 0 analyse --ply 0 --json $matches/xg.txt $matches/galaxy.txt
[ "$(grep -c '^{"kind":"decision"' "$folder/out")" -ge 66 ] || fail 'too few decisions'
[ "$(grep -c '^{"kind":"game"' "$folder/out")" -eq 4 ] || fail 'expected four games'
[ "$(grep -c '^{"kind":"match"' "$folder/out")" -eq 2 ] || fail 'expected two matches'
grep '"kind":"match"' "$folder/out" | tail -n 1 | grep -q 'galaxy.txt.*"judged_by":\["0-ply","0-ply"\]' ||
    fail 'the match is not the last of its file'
grep -q '^{"kind":"player","player":"anna","matches":1' "$folder/out" || fail 'no sums by player'
"$bot" analyse --ply 0 --json --threads 2 $matches/xg.txt $matches/galaxy.txt 2>/dev/null |
    cmp - "$folder/out" || fail 'threads change the analysis'

# who cannot move is told from who did not play
printf ' 3 point match\n\n Game 1\n a : 0       b : 0\n  1) 31: 8/5 6/5       42:\n  2) 65: 24/13\n' >"$folder/passed.txt"
"$bot" analyse --ply 0 "$folder/passed.txt" 2>/dev/null | grep -q ' b  *4-2: not played .*(not analysed)' || fail 'a roll that was not played'
"$bot" analyse --ply 0 --json "$folder/passed.txt" 2>/dev/null | grep -q '"played":"","is_unplayed":true,"best":null' || fail 'its object'
"$bot" analyse --ply 0 $matches/galaxy.txt 2>/dev/null | grep -q ': cannot move' || fail 'a dance'
grep -q '"played":"","is_unplayed":false,"best":"",' "$folder/out" && ! grep -q '"is_unplayed":true' "$folder/out" || fail 'its object'

# a game whose turns are all left out has an object, too
sed '/Game 2/,$ s/^  1) .*/  1) nonsense/' $matches/xg.txt >"$folder/left_out.txt"
"$bot" analyse --ply 0 --json "$folder/left_out.txt" 2>/dev/null | grep '"kind":"game"' >"$folder/games"
[ "$(wc -l <"$folder/games")" -eq 2 ] && grep -q '"game":2,.*"points":\[0,2\]' "$folder/games" ||
    fail 'a game without turns has no object'

# text, JSON and the sums of the decisions say the same
"$bot" analyse --ply 0 $matches/xg.txt >"$folder/report" 2>/dev/null
"$bot" analyse --ply 0 --json $matches/xg.txt 2>/dev/null >"$folder/lines"
! command -v python3 >/dev/null || python3 - "$folder/report" "$folder/lines" <<'PYTHON' || fail 'text and JSON differ'
import json, sys
report = open(sys.argv[1], encoding='utf-8').read().split('\n')
lines = [json.loads(line) for line in open(sys.argv[2], encoding='utf-8')]
match = next(line for line in lines if line['kind'] == 'match')
games = [line for line in lines if line['kind'] == 'game']
head = next(n for n, line in enumerate(report) if line.split()[:2] == ['plays', 'lost'])
told = [' '.join(line.split()) for line in report[head + 1:]]
near = lambda a, b: abs(a - b) < 2e-5
for d in lines:
    for play in d.get('plays') or [] if d['kind'] == 'decision' else []:
        assert near(play['difference'], play['equity'] - d['plays'][0]['equity']), (d['xgid'], play)
for p in match['players']:
    wanted = (f"{p['player']} {p['plays']} {p['play_loss']:.3f} {p['cube_actions']} "
              f"{p['cube_loss']:.3f} {p['errors']} {p['blunders']} {p['pr']:.2f} {p['rating']:.0f} "
              f"{p['luck']:+.3f}")
    line = told.pop(0)
    assert line == wanted, (line, wanted)
    own = [d for d in lines if d['kind'] == 'decision' and d['player'] == p['player'] and d['is_counted']]
    assert len(own) == p['decisions'] == p['plays'] + p['cube_actions'], p
    lost = sum(d['loss'] for d in own)
    assert near(lost, p['play_loss'] + p['cube_loss']), (lost, p)
    assert abs(500 * lost / len(own) - p['pr']) < 1e-3, p
    assert p['errors'] == sum(d['loss'] >= 0.02 for d in own), p
    assert p['blunders'] == sum(d['loss'] >= 0.08 for d in own), p
    for key in 'decisions plays cube_actions play_loss cube_loss errors blunders luck luck_result'.split():
        parts = [q[key] for g in games for q in g['players'] if q['player'] == p['player']]
        assert near(sum(parts), p[key]), (key, parts, p)
assert told.pop(0) == '' and told.pop(0).split()[:2] == ['game', 'score'], 'more than two players'
rows = [(str(g['number']), f"{g['score'][0]}-{g['score'][1]} ", g) for g in games] + [('all', '', match)]
for name, score, g in rows:
    fair = g['result_without_luck']
    wanted = (f"{name} {score}{g['players'][0]['pr']:.2f} {g['players'][1]['pr']:.2f} {100 * g['result']:+.1f} % "
              f"{100 * (g['result'] - fair):+.1f} % {100 * fair:+.1f} %")
    line = told.pop(0)
    assert line == wanted, (line, wanted)
assert near(sum(g['result'] for g in games), match['result']), match
assert match['score'] == [0, 3] and match['result'] == -0.5, match # all of the chance that there was
PYTHON

# comments of a file stand with the turns that have them, and each decision has the member
cat >"$folder/remarks.sgf" <<'SGF'
(;FF[4]GM[6]CA[UTF-8]MI[length:7][game:0][ws:0][bs:0]PW[anna]PB[bert]GC[The final]
;B[41lpab]C[Café, "best"]
;W[31fehe]
;B[double]C[too early]
;W[take]
)
SGF
"$bot" analyse --ply 0 --json "$folder/remarks.sgf" 2>/dev/null | grep '"kind":"\(decision\|game\)"' >"$folder/remarks"
grep -q '"kind":"game",.*"comment":"The final"' "$folder/remarks" || fail 'a comment on a game is not in JSON'
sed -i '/"kind":"game"/d' "$folder/remarks"
grep -q '"turn":1,.*"action":"play".*"comment":"Café, \\"best\\""' "$folder/remarks" || fail 'a comment on a play is not in JSON'
grep -q '"turn":3,.*"action":"double".*"comment":"too early"' "$folder/remarks" || fail 'a comment on a double is not in JSON'
[ "$(grep -c '"comment":null' "$folder/remarks")" -eq "$(($(wc -l <"$folder/remarks") - 2))" ] ||
    fail 'another decision has a comment, or no such member'

# a run that was killed goes on where it was, with the same report
cp "$folder/out" "$folder/whole"
expect 0 analyse --ply 0 --json --save "$folder/save" $matches/xg.txt $matches/galaxy.txt
turns=$(sed -n 's/^2 matches, \([0-9]*\) turns to analyse, about .*/\1/p' "$folder/said")
head -n 20 "$folder/save" >"$folder/part"
printf '1 1 0.0' >>"$folder/part" # a line cut off
expect 0 analyse --ply 0 --json --save "$folder/part" --resume $matches/xg.txt $matches/galaxy.txt
cmp "$folder/out" "$folder/whole" || fail 'the continued analysis differs'
cmp "$folder/part" "$folder/save" || fail 'the continued file differs'
grep -q "^2 matches, $((turns - 19)) turns to analyse" "$folder/said" || fail "not the turns that are left of $turns: $(cat "$folder/said")"
expect 1 analyse --ply 0 --save "$folder/save" $matches/xg.txt $matches/galaxy.txt
# what former versions saved has no candidates; plays that cannot be made are refused
sed -E '2,$s/ (by|cube|play|made) .*/ /' "$folder/save" >"$folder/former"
cmp -s "$folder/former" "$folder/save" && fail 'nothing was taken away'
expect 0 analyse --ply 0 --json --save "$folder/former" --resume $matches/xg.txt $matches/galaxy.txt
grep -q '"best":"[0-9].*"judged_by":null,"plays":\[\]' "$folder/out" || fail 'the file of a former version is not read'
sed -E '2s/(made|play) (.*) [0-9]+ [0-9]+ $/play \2 1 24 /' "$folder/save" >"$folder/wrong"
cmp -s "$folder/wrong" "$folder/save" && fail 'nothing was changed'
expect 1 analyse --ply 0 --save "$folder/wrong" --resume $matches/xg.txt $matches/galaxy.txt
grep -q 'line 2: expected the analysis of a turn' "$folder/said" || fail 'an impossible play is taken'
expect 1 analyse --ply 1 --save "$folder/save" --resume $matches/xg.txt $matches/galaxy.txt
expect 1 analyse --ply 0 --save "$folder/save" --resume $matches/galaxy.txt

# close decisions judged again by a roller: text and JSON say which. How many depends on the
# time that it gets: on a busy machine perhaps none of an error, which the text would show.
for _ in 1 2 3 4 5; do
    rm -f "$folder/rolled"
    expect 0 analyse --ply 0 --roller roller --roller-share 99 --save "$folder/rolled" $matches/xg.txt
    grep -q '^   1 .*  \[roller\]$' "$folder/out" && break
done
grep -q '^   1 .*  \[roller\]$' "$folder/out" || fail 'not told that the roller judged'
grep -q '^[0-9]* close turns were judged again by a roller' "$folder/out" || fail 'not told how many'
rolled=$(sed -n 's/^\([0-9]*\) close turns were judged again.*/\1/p' "$folder/out")
expect 0 analyse --ply 0 --roller roller --roller-share 99 --save "$folder/rolled" --resume --report "$folder/rolled.html" --json $matches/xg.txt
grep -q '"judged_by":"roller","plays":\[{.*"trials":[1-9]' "$folder/out" || fail 'JSON does not say so'
grep -q "\"rolled\":$rolled[,}]" "$folder/out" || fail 'JSON does not say how many'
grep -q ">A roller judged $rolled close turns again.<" "$folder/rolled.html" || fail 'the page does not say how many'
grep -q '"judged_by":"0-ply"' "$folder/out" || fail 'all is rolled'
expect 1 analyse --ply 0 --save "$folder/rolled" --resume $matches/xg.txt
expect 2 analyse --roller-share 20 4HPwATDgc/ABMA

# Ctrl-C reports what is done
"$bot" analyse --ply 2 --save "$folder/stopped" $matches/studio.txt >"$folder/out" 2>&1 &
child=$!
for _ in $(seq 400); do
    [ -e "$folder/stopped" ] && [ "$(wc -l <"$folder/stopped")" -ge 3 ] && break
    pause 0.1
done
kill -INT "$child"
status=0
wait "$child" || status=$?
[ "$status" -eq 3 ] || fail "after Ctrl-C: status $status"
grep -q '^Stopped after [0-9]* of 76 turns\.$' "$folder/out" || fail 'not said that it was stopped'
tail -n 1 "$folder/out" | grep -q 'stopped; .* --resume goes on$' || fail 'not said how to go on'

# nobody is judged by his own depth if no other is asked for, and the report says so; the level goes with the match.
cat >"$folder/level.mat" <<'END'
; [Player 1 "our_bot"]
; [Player 2 "opp_a"]
; [Player 1 Level "fibsbot 0.2.0: 1-ply"]
; [Player 2 Elo "1500.00/0"]

1 point match

 Game 1
 our_bot : 0                          opp_a : 0
  1)                                   31: 8/5 6/5
  2) 55: 13/3(2)                       64: 24/14
                                        Wins 1 point and the match
END
expect 0 convert "$folder/level.mat" "$folder/level.sgf"
for file in level.mat level.sgf; do
    expect 0 analyse "$folder/$file"
    grep -q '^Judged by fibsbot .*: our_bot at roller, opp_a at 2-ply;' "$folder/out" ||
        fail "$file: $(grep '^Judged' "$folder/out")"
    grep -qE '\[roller|judged again' "$folder/out" && fail "$file: each turn says what the last lines do"
done
expect 0 analyse --roller roller+ --roller-share 99 "$folder/level.mat" # the first close one always
grep -q '\[roller+\]$' "$folder/out" && grep -q '^[0-9]* close turns\? w[a-z]* judged again' "$folder/out" ||
    fail "not judged again by a roller: $(cat "$folder/out")"
# ... unless it is said by what to judge
expect 0 analyse --json "$folder/level.mat" --ply 0
grep -qF '"judged_by":["0-ply","0-ply"]' "$folder/out" || fail "--ply 0: $(grep '"kind":"match"' "$folder/out")"
expect 0 analyse --json "$folder/level.mat" --cube-ply 2
grep -qF '"judged_by":["2-ply","2-ply"]' "$folder/out" || fail "--cube-ply 2: $(grep '"kind":"match"' "$folder/out")"
expect 0 analyse --json "$folder/level.mat" --roller roller
grep -qF '"judged_by":["roller","roller"]' "$folder/out" || fail "--roller: $(grep '"kind":"match"' "$folder/out")"
expect 0 analyse --json "$folder/level.mat" --roller roller --roller-share 1
for part in '"judged_by":["roller","2-ply"]' '"elo":["","1500.00/0"]' '"points":[0,1]'; do
    grep -qF "$part" "$folder/out" || fail "JSON: no $part: $(grep '"kind":"match"' "$folder/out")"
done
# a folder: a line for each match, a table by player and over time; no report is taken for a match
mkdir -p "$folder/folder/below"
cp $matches/xg.txt $matches/galaxy.txt "$folder/folder"
cp $matches/studio.txt "$folder/folder/below"
cp "$folder/level.mat" "$folder/level.sgf" "$folder/folder/below"
cp "$folder/out" "$folder/folder/old.analysis.txt"
expect 0 analyse --ply 0 "$folder/folder"
[ "$(grep -c ' PR .* points\? *.* - .*$' "$folder/out")" -eq 4 ] || fail "expected four matches: $(cat "$folder/out")"
[ "$(grep -c '^turn ' "$folder/said")" -le 2 ] || fail "a log gets a line of progress for each match: $(cat "$folder/said")"
grep -qE '^anna +2 ' "$folder/out" || fail 'no sums of a player'
sed -n '/^anna  *matches /,/^$/p' "$folder/out" | grep -qE '^2023-09 +1 ' || fail 'no months of a player'
! LC_ALL=C.UTF-8 grep -E '.{81}' "$folder/out" || fail 'tables of more than 80 columns'
mkdir "$folder/empty"
expect 1 analyse "$folder/empty"

# a game and a match without a decision have no error rate
printf ' 3 point match\n\n Game 1\n anna : 0                             bert : 0\n  1) 31: ????\n' >"$folder/none1.mat"
sed 's/anna/carl/; s/31:/64:/' "$folder/none1.mat" >"$folder/none2.mat"
expect 0 analyse --ply 0 "$folder/none1.mat"
grep -q '^1  *0-0  *-  *-  *- ' "$folder/out" || fail "a game without a decision: $(cat "$folder/out")"
expect 0 analyse --ply 0 --report "$folder/none.html" "$folder/none1.mat" "$folder/none2.mat"
[ "$(grep -c '<td class="n">-</td><td class="n">-</td><td class="n">0, 0</td>' "$folder/none.html")" -ge 1 ] ||
    fail 'a match without a decision has an error rate in the list'
# months of a player in their order; a date that does not begin with its year has none
sed '1i ; [EventDate "2026.11.27"]' "$folder/none1.mat" >"$folder/date1.mat"
sed '1i ; [EventDate "27.11.2026"]' "$folder/none2.mat" >"$folder/date2.mat"
expect 0 analyse --ply 0 "$folder/date1.mat" "$folder/date2.mat"
months=$(sed -n '/ matches /,$p' "$folder/out" | awk 'NF { print $1 }' | paste -sd' ')
[ "$months" = 'player bert anna carl bert - 2026-11' ] || fail "months of a player: $months"

# points beyond the length of the match are shown to nobody, JSON has them
cat >"$folder/folder/beyond.mat" <<'END'
5 point match

 Game 1
 anna : 0                             bert : 4
  1) 31: 8/5 6/5                       Doubles => 2
  2)  Takes                           64: 24/14
                                        Wins 2 points and the match
END
expect 0 analyse --ply 0 --report "$folder/beyond.html" "$folder/folder/beyond.mat"
grep -q '^anna - bert, 5 points: 0-5$' "$folder/out" || fail "the report says $(head -n 1 "$folder/out")"
grep -q '<title>anna - bert, 5 points: 0-5<' "$folder/beyond.html" && grep -q 'bert wins 5.0<' "$folder/beyond.html" ||
    fail 'the page shows 6 points of 5'
expect 0 analyse --ply 0 --report "$folder/all.html" "$folder/folder"
grep -q ' 0-5 .*5 points ' "$folder/out" && grep -q '>0-5</td>' "$folder/all.html" || fail 'lists show 6 points of 5'
expect 0 analyse --ply 0 --json "$folder/folder/beyond.mat"
grep '"kind":"match"' "$folder/out" | grep -q '"score":\[0,6\]' || fail 'JSON does not have all points'
rm "$folder/folder/beyond.mat"

# UTF-16, and what FIBS answers to oldmoves
expect 0 analyse --ply 0 $matches/galaxy.txt
cp "$folder/out" "$folder/utf8"
iconv -f UTF-8 -t UTF-16 $matches/galaxy.txt >"$folder/utf16.txt"
expect 0 analyse --ply 0 "$folder/utf16.txt"
cmp "$folder/out" "$folder/utf8" || fail 'UTF-16 is read otherwise'
printf 'Score is 0-0 in a 3 point match.\nanna is X - bert is O\nX: (3 1) 17-20 19-20\nO: doubles\nX: rejects\n' >"$folder/moves.txt"
expect 0 analyse --ply 0 "$folder/moves.txt"
grep -q '^anna - bert, 3 points, FIBS: 0-1' "$folder/out" || fail 'oldmoves are not read'
: >"$folder/none.db"
expect 0 analyse --history "$folder/none.db" "$folder/moves.txt"
grep -q '^Judged by .*: anna at roller, bert at 2-ply' "$folder/out" || fail 'an unknown level is not judged by roller'
for other in "$folder/absent.db" "$folder" "$folder/moves.txt"; do
    expect 1 analyse --history "$other" "$folder/moves.txt"
    grep -q "analyse: $other: " "$folder/said" && [ ! -s "$folder/out" ] || fail "$other is a history"
done

# a replay of bgammon.org, and beavers
cp tests/fuzz/corpus/bgammon_read/two_games "$folder/replay.match"
expect 0 analyse --ply 0 "$folder/replay.match"
grep -q '^anna - bert, 3 points, bgammon.org, 2023.12.16: 1-2$' "$folder/out" || fail "no replay: $(head -n 2 "$folder/out")"
cp tests/fuzz/corpus/sgf_read/beavers "$folder/beavers.sgf"
expect 0 convert "$folder/beavers.sgf" "$folder/beavers.mat"
expect 0 analyse --ply 0 "$folder/beavers.mat"
grep -q ' raccoon .*  take$' "$folder/out" || fail "no raccoon: $(cat "$folder/out")"
grep -A 1 ' raccoon ' "$folder/out" | grep -q '^ *XGID=.*  (before the beaver)$' || fail 'the XGID of the double is passed off as that of the answer'
[ "$(grep -c '(before the beaver)' "$folder/out")" -eq 2 ] || fail 'other decisions have the XGID of another one'

# files that cannot be read, and calls that do not fit
printf 'nothing\n' >"$folder/none"
expect 1 analyse --ply 0 "$folder/none" $matches/xg.txt
grep -q 'none: there is no match in this file' "$folder/said" || fail 'not said what is wrong'
grep -q '^Judged by' "$folder/out" || fail 'the other file is not analysed'
expect 0 analyse --ply 0 --json "$folder/none" $matches/xg.txt
head -n 1 "$folder/out" | grep -q '^{"id":".*none","error":"there is no match' || fail 'no error object'
expect 1 analyse $matches/xg.txt nonsense
grep -q '"nonsense": no such file (beside files no positions' "$folder/said" || fail "unclear: $(cat "$folder/said")"
expect 1 analyse "$folder/none.mat"
grep -q 'no such file' "$folder/said" || fail 'a file that is not there is not named'
expect 1 analyse none
grep -q '"none": no such file, and no position: position id' "$folder/said" || fail "a word is taken for a position alone: $(cat "$folder/said")"
expect 0 analyse --json "$folder/none.mat"
grep -q 'none.mat","error":"no such file, and no position"}$' "$folder/out" || fail "in JSON it is: $(cat "$folder/out")"
expect 1 analyse "$folder/none.mat" --report "$folder/none.html"
grep -q 'no such file' "$folder/said" || fail 'a missing file is called a position'
expect 2 analyse --save "$folder/x" 4HPwATDgc/ABMA
expect 2 analyse --resume $matches/xg.txt
expect 2 analyse --rollout $matches/xg.txt

# copies, links and the same match in another format count once; only files are read
mkdir "$folder/many"
cp $matches/xg.txt "$folder/many/a.txt"
ln -s a.txt "$folder/many/b.txt"
"$bot" convert $matches/xg.txt "$folder/many/c.sgf"
mkfifo "$folder/many/d.mat"
ln -s /dev/zero "$folder/many/e.mat"
expect 0 analyse --ply 0 --json "$folder/many"
[ "$(grep -c '^{"kind":"match"' "$folder/out")" -eq 1 ] || fail 'a match counts twice'
[ "$(grep -c 'many/[bc].* the same as in .*a.txt; counted once' "$folder/said")" -eq 2 ] ||
    fail 'copies are not told'
expect 1 analyse --ply 0 "$folder/many/d.mat"
grep -q 'd.mat: expected a regular file$' "$folder/said" || fail 'a pipe is read'
# what can be read of a large file is: the limit is told; copies are counted, few are told
{
    cat $matches/xg.txt
    seq 400000
} >"$folder/long.mat"
expect 0 analyse --ply 0 "$folder/long.mat"
grep -q 'the file is too large; what follows is left out$' "$folder/out" || fail 'no limit is told'
truncate -s 100M "$folder/large.mat"
expect 1 analyse --ply 0 "$folder/large.mat"
[ "$(head -n 1 "$folder/said")" = "reading $folder/large.mat" ] || fail 'no progress before a large file is read'
grep -q 'large.mat: there is no match in this file: line 1: the file is too large; what follows is left out$' "$folder/said" || fail 'zeros are a match'
rm "$folder/large.mat"
# ... in bytes, too: what is behind 64 MB is not read
awk 'BEGIN { for (i = 0; i < 400; i++) line = line "y"; for (i = 0; i < 170000; i++) print line }' >"$folder/filler"
cat $matches/xg.txt "$folder/filler" $matches/galaxy.txt >"$folder/wide.mat"
expect 0 convert "$folder/wide.mat" "$folder/short.mat"
grep -q '^fibsbot convert: .*wide.mat:[0-9]*: the file is too large; what follows is left out$' "$folder/said" || fail 'no limit in bytes'
[ "$(head -n 1 "$folder/said")" = "reading $folder/wide.mat" ] || fail 'convert has no progress'
[ "$(grep -c ' point match' "$folder/short.mat")" -eq 1 ] || fail 'what is behind the limit is read'
expect 0 analyse --ply 0 --json "$folder/wide.mat"
[ "$(grep -c '"kind":"match"' "$folder/out")" -eq 1 ] || fail 'what is behind the limit is analysed'
rm "$folder/wide.mat" "$folder/filler"
for copy in 1 2 3 4; do cp $matches/xg.txt "$folder/many/f$copy.txt"; done
expect 0 analyse --ply 0 "$folder/many"
[ "$(grep -c 'counted once$' "$folder/said")" -eq 3 ] || fail 'many copies are told one by one'
grep -q '^fibsbot analyse: 3 more matches that came before$' "$folder/said" || fail 'copies are not counted'
