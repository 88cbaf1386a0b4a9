#!/usr/bin/env bash
# `fibsbot convert`: matches of other programs as .mat and SGF, which come back the same
# and which GNU Backgammon imports.
set -eu
. tests/end_to_end/match_library

for match in galaxy.txt studio.txt gnubg.mat gnubg.sgf xg.txt; do
    expect 0 convert "tests/data/matches/$match" "$work/$match.1.mat"
    [ ! -s "$work/said" ] || fail "$match: $(cat "$work/said")"
    expect 0 convert "$work/$match.1.mat" "$work/$match.sgf"
    expect 0 convert "$work/$match.sgf" "$work/$match.2.mat"
    cmp "$work/$match.1.mat" "$work/$match.2.mat" || fail "$match: SGF changes the match"
done
for kind in Site EventDate Event; do # what the programs' files have, GNU Backgammon's less
    sed -i "/^; \[$kind /d" "$work/studio.txt.1.mat" "$work/gnubg.mat.1.mat"
done
cmp "$work/studio.txt.1.mat" "$work/gnubg.mat.1.mat" || fail 'the same match differs by its source'
grep -q '^; \[Player 1 "Jörg"\]$' "$work/xg.txt.1.mat" || fail 'names are not UTF-8'

# two matches in a file; a fault with its line
cat tests/data/matches/xg.txt tests/data/matches/galaxy.txt >"$work/two.txt"
printf '\n Game 3\n anna : 0   bert : 2\n 1) 31: 8/5 ????\n' >>"$work/two.txt"
expect 0 convert "$work/two.txt" "$work/two.sgf"
[ "$(grep -c '^(;FF' "$work/two.sgf")" -eq 5 ] || fail 'expected five games'
grep -q "two.txt:$(wc -l <"$work/two.txt"): " "$work/said" || fail 'no fault with its line'

expect 1 convert "$work/two.txt" "$work/two.sgf" # it exists
expect 0 convert --force --to mat "$work/two.txt" "$work/two.sgf"
grep -q '^ Game 1$' "$work/two.sgf" || fail '--to is not followed'
expect 2 convert "$work/two.txt" "$work/two.doc"
expect 1 convert "$work/none.txt" "$work/none.mat"
printf 'nothing' >"$work/empty.txt"
expect 1 convert "$work/empty.txt" "$work/empty.mat"
[ -z "$(ls "$work" | grep -E 'empty.mat|none.mat')" ] || fail 'a failure leaves a file'

# GNU Backgammon reads both and writes the same plays
gnubg=/usr/games/gnubg
[ -x "$gnubg" ] || { echo 'gnubg is not installed; its imports are not tested'; exit 0; }
for from in mat sgf; do
    word='import mat'
    [ $from = sgf ] && word='load match'
    cp "$work/studio.txt.sgf" "$work/in.sgf"
    cp "$work/studio.txt.1.mat" "$work/in.mat"
    printf 'set confirm new off\n%s %s/in.%s\nexport match mat %s/gnubg-%s.mat\n' \
        "$word" "$work" "$from" "$work" "$from" >"$work/commands"
    HOME=$work "$gnubg" -t -q -r -c "$work/commands" </dev/null >"$work/log" 2>&1 || true
    [ -s "$work/gnubg-$from.mat" ] || fail "gnubg does not read our $from"
    "$fibsbot" analyse --ply 0 --json "$work/gnubg-$from.mat" 2>/dev/null |
        sed -n 's/.*"xgid":"\(XGID=[^:]*\):.*/\1/p' | sort >"$work/ids-$from"
    "$fibsbot" analyse --ply 0 --json tests/data/matches/studio.txt 2>/dev/null |
        sed -n 's/.*"xgid":"\(XGID=[^:]*\):.*/\1/p' | sort >"$work/ids"
    [ "$(wc -l <"$work/ids")" -gt 70 ] || fail 'too few positions'
    cmp "$work/ids" "$work/ids-$from" || fail "gnubg reads other positions from our $from"
done
