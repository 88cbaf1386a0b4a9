#!/usr/bin/env bash
# `fibsbot convert`: matches of other programs as .mat and SGF, which come back the same
# and which GNU Backgammon imports.
set -eu
. tests/end_to_end/match_library

for match in galaxy.txt studio.txt gnubg.mat gnubg.sgf xg.txt; do
    expect 0 convert "tests/data/matches/$match" "$folder/$match.1.mat"
    grep -v '^fibsbot convert: .*/gnubg.sgf: a .mat file has no comments; they are left out$' "$folder/said" && fail "$match: $(cat "$folder/said")"
    [ "$match" != gnubg.sgf ] || [ -s "$folder/said" ] || fail 'comments are lost without a word'
    expect 0 convert "$folder/$match.1.mat" "$folder/$match.sgf"
    expect 0 convert "$folder/$match.sgf" "$folder/$match.2.mat"
    cmp "$folder/$match.1.mat" "$folder/$match.2.mat" || fail "$match: SGF changes the match"
done
for kind in Site EventDate EventTime Event 'Match ID'; do # what the programs' files have, GNU Backgammon's less
    sed -i "/^; \[$kind /d" "$folder/studio.txt.1.mat" "$folder/gnubg.mat.1.mat"
done
cmp "$folder/studio.txt.1.mat" "$folder/gnubg.mat.1.mat" || fail 'the same match differs by its source'
grep -q '^; \[Player 1 "Jörg"\]$' "$folder/xg.txt.1.mat" || fail 'names are not UTF-8'
grep -q '^; \[EventTime "20.15"\]$' "$folder/xg.txt.1.mat" || fail 'the time of day is lost'
grep -q CubeLimit "$folder/xg.txt.1.mat" && fail 'a limit of the cube that nobody keeps'

# names of properties that were written before
printf '; [Player 1 "anna"]\n; [Player 2 "bert"]\n; [Player 1 Elo "1700/9"]\n; [Player 2 Elo "1800/90"]\n; [Match ID "x-7"]\n\n3 point match\n\n Game 1\n anna : 0                             bert : 0\n  1) 31: 8/5 6/5                       64: 24/14\n' >"$folder/elo.mat"
expect 0 convert "$folder/elo.mat" "$folder/elo.sgf"
grep -q 'ID\[x-7\]WE\[1700/9\]BE\[1800/90\]' "$folder/elo.sgf" || fail "no Elo or id: $(head -n 1 "$folder/elo.sgf")"
sed 's/ID\[x-7\]WE\[\(.*\)BE\[/MID[x-7]WELO[\1BELO[/' "$folder/elo.sgf" >"$folder/former.sgf"
cmp -s "$folder/elo.sgf" "$folder/former.sgf" && fail 'nothing was changed'
expect 0 convert "$folder/elo.sgf" "$folder/elo.1.mat"
expect 0 convert "$folder/former.sgf" "$folder/elo.2.mat"
cmp "$folder/elo.1.mat" "$folder/elo.2.mat" || fail 'former names of properties are not read'
grep -q 'Player 2 Elo "1800/90"' "$folder/elo.1.mat" || fail 'Elo is lost'

# two matches in a file; a fault with its line
cat tests/data/matches/xg.txt tests/data/matches/galaxy.txt >"$folder/two.txt"
printf '\n Game 3\n anna : 0   bert : 2\n 1) 31: 8/5 ????\n' >>"$folder/two.txt"
expect 0 convert "$folder/two.txt" "$folder/two.sgf"
[ "$(grep -c '^(;FF' "$folder/two.sgf")" -eq 5 ] || fail 'expected five games'
grep -q "two.txt:$(wc -l <"$folder/two.txt"): " "$folder/said" || fail 'no fault with its line'

expect 1 convert "$folder/two.txt" "$folder/two.sgf" # it exists
expect 0 convert --force --to mat "$folder/two.txt" "$folder/two.sgf"
grep -q '^ Game 1$' "$folder/two.sgf" || fail '--to is not followed'
mkfifo "$folder/pipe.mat"
expect 1 convert --force "$folder/two.txt" "$folder/pipe.mat"
grep -q 'pipe.mat: cannot be written: not a regular file' "$folder/said" || fail 'a pipe is replaced'
[ -p "$folder/pipe.mat" ] || fail 'the pipe is gone'
# not onto itself, nor by a link: turns with faults are left out
cp "$folder/two.txt" "$folder/kept.txt"
ln -s two.txt "$folder/link.mat"
expect 1 convert --force "$folder/two.txt" "$folder/link.mat"
grep -q 'link.mat is IN itself' "$folder/said" && cmp "$folder/two.txt" "$folder/kept.txt" || fail 'a file is written over itself'
expect 2 convert "$folder/two.txt" "$folder/two.doc"
expect 1 convert "$folder/none.txt" "$folder/none.mat"
grep -q 'none.txt: No such file' "$folder/said" || fail 'the file at fault is not named'
printf 'nothing' >"$folder/empty.txt"
expect 1 convert "$folder/empty.txt" "$folder/empty.mat"
[ -z "$(ls "$folder" | grep -E 'empty.mat|none.mat')" ] || fail 'a failure leaves a file'

# one decision: a position, a turn of a match, and the file of one again
xgid='XGID=-BaB-BCa--A-----dbAdcB-A-A:1:-1:1:44:4:2:0:5:10'
expect 0 convert "$xgid" "$folder/one position.xgp"
expect 0 convert "$folder/one position.xgp" "$folder/again.xgp"
cmp "$folder/one position.xgp" "$folder/again.xgp" || fail 'a .xgp file is not written as it was read'
expect 0 convert 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10' "$folder/start.xgp"
expect 0 convert "$folder/start.xgp" "$folder/start-again.xgp"
cmp "$folder/start.xgp" "$folder/start-again.xgp" || fail 'a .xgp file of the first position is not written as it was read'
expect 0 convert 'XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:0:0:0:0:10' "$folder/double.xgp"
grep -qx 'fibsbot convert: a double, but the other side has the cube' "$folder/said" || fail 'a double against the rules is not told'
expect 0 convert --decision 1.4.cube tests/data/matches/xg.xg "$folder/told.xgp"
[ ! -s "$folder/said" ] || fail "a good double is told: $(cat "$folder/said")"
"$bot" analyse --ply 0 "$folder/again.xgp" >"$folder/of-file"
"$bot" analyse --ply 0 "$xgid" >"$folder/of-id"
head -n 1 "$folder/of-file" | grep -qF "again.xgp: $xgid" || fail "another position: $(head -n 1 "$folder/of-file")"
cmp <(tail -n +2 "$folder/of-file") <(tail -n +2 "$folder/of-id") || fail 'the file has another analysis than its position'
expect 0 convert --decision 1.4.cube tests/data/matches/xg.xg "$folder/cube.xgp"
"$bot" analyse --json --ply 0 "$folder/cube.xgp" | grep -q '"kind": *"cube"' || fail 'no cube action'
expect 0 convert --decision 1.4 tests/data/matches/xg.xg "$folder/play.xgp"
expect 0 analyse --ply 0 "$folder/play.xgp"
grep -q '^1 match, 1 turn to analyse' "$folder/said" || fail "not one turn: $(head -n 1 "$folder/said")"
"$bot" analyse --json --ply 0 "$folder/play.xgp" 2>/dev/null | grep -q '"player":"charlot1","action":"play","roll":"31"' ||
    fail 'the play of a turn is another'
mkdir "$folder/mixed"
cp "$folder/start.xgp" tests/data/matches/xg.xg "$folder/mixed"
expect 0 analyse --ply 0 "$folder/mixed" # nobody is judged by a position
grep -q 'start.xgp: a position to be decided; .fibsbot analyse. takes such files by name' "$folder/said" || fail 'a position is a match'
! grep -q 'Player 1' "$folder/out" || fail "a position is a match: $(cat "$folder/out")"
grep -q '^charlot1 ' "$folder/out" || fail 'the match beside a position is lost'
expect 1 review --here "$folder/start.xgp"
expect 1 convert tests/data/matches/xg.xg "$folder/all.xgp"
grep -q 'xg.xg: a .xgp file holds one decision, this match has more: --decision' "$folder/said" || fail 'a whole match is not refused'
[ ! -e "$folder/all.xgp" ] || fail 'a match that does not fit leaves a file'
expect 1 convert --decision 9.1 tests/data/matches/xg.xg "$folder/all.xgp"
grep -q '^fibsbot convert: tests/.*/xg.xg: there is no turn 1 in game 9' "$folder/said" || fail 'a turn that is missing is not named'
expect 1 convert --decision 9.1 --to xgp --force tests/data/matches/xg.xg there
grep -q '^fibsbot convert: tests/.*/xg.xg: there is' "$folder/said" || fail 'a file called as an error begins is at fault'
expect 1 convert --decision 1.4 tests/data/matches/xg.xg "$folder/none/all.xgp"
grep -q "^fibsbot convert: $folder/none/all.xgp: cannot be written" "$folder/said" || fail 'the file at fault is not named'
expect 1 convert "$xgid" "$folder/one.mat"
grep -q 'a position can be written as .xgp only' "$folder/said" || fail 'a position becomes a match'
expect 1 convert 'XGID=-b' "$folder/none.xgp"
grep -q 'no such file, and no position' "$folder/said" || fail 'a wrong XGID is not named'
expect 2 convert --to foo tests/data/matches/xg.txt there.mat
grep -q -- '--to: expected mat, sgf, xg or xgp, found "foo"' "$folder/said" || fail "another format: $(cat "$folder/said")"
expect 2 convert --to sgf tests/data/matches/xg.txt -
[ ! -e - ] || fail 'a file of the name - was written'
expect 2 convert --decision 1.4 tests/data/matches/xg.xg "$folder/all.sgf"
expect 2 convert --decision 1.4.both tests/data/matches/xg.xg "$folder/both.xgp"
grep -q -- '--decision: expected GAME.TURN or GAME.TURN.cube, found "1.4.both"' "$folder/said" || fail "no option is named: $(cat "$folder/said")"

# GNU Backgammon reads both and writes the same plays
gnubg=/usr/games/gnubg
[ -x "$gnubg" ] || { echo 'gnubg is not installed; its imports are not tested'; exit 0; }
for from in mat sgf; do
    word='import mat'
    [ $from = sgf ] && word='load match'
    cp "$folder/studio.txt.sgf" "$folder/in.sgf"
    cp "$folder/studio.txt.1.mat" "$folder/in.mat"
    printf 'set confirm new off\n%s %s/in.%s\nexport match mat %s/gnubg-%s.mat\n' \
        "$word" "$folder" "$from" "$folder" "$from" >"$folder/commands"
    HOME=$folder "$gnubg" -t -q -r -c "$folder/commands" </dev/null >"$folder/log" 2>&1 || true
    ! grep -i 'syntax error' "$folder/log" || fail "gnubg finds an error in our $from"
    [ -s "$folder/gnubg-$from.mat" ] || fail "gnubg does not read our $from"
    grep -q '^ *anna : 0 .* bert : 0' "$folder/gnubg-$from.mat" || fail "$from: gnubg swaps the seats"
    "$bot" analyse --ply 0 --json "$folder/gnubg-$from.mat" 2>/dev/null |
        sed -n 's/.*"xgid":"\(XGID=[^:]*\):.*/\1/p' | sort >"$folder/ids-$from"
    "$bot" analyse --ply 0 --json tests/data/matches/studio.txt 2>/dev/null |
        sed -n 's/.*"xgid":"\(XGID=[^:]*\):.*/\1/p' | sort >"$folder/ids"
    [ "$(wc -l <"$folder/ids")" -gt 70 ] || fail 'too few positions'
    cmp "$folder/ids" "$folder/ids-$from" || fail "gnubg reads other positions from our $from"
done
